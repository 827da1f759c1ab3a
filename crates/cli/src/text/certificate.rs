//! Sentences about certificates that are written.

use super::results::counted;
use super::{Text, quote};
use crate::bench::Proofs;
use crate::certificate::Made;
use crate::units;
use std::io;
use std::path::Path;

impl Text {
    /// A certificate was written, and verified unless it is too large for that.
    pub fn certificate(self, file: &Path, made: &Made) -> String {
        let file = quote(&file.to_string_lossy());
        let entries = units::grouped(made.entries);
        let bytes = units::grouped(made.bytes);
        let each = made.bytes as f64 / made.entries.max(1) as f64;
        let verified = match &made.verified {
            Some((report, time)) => {
                let (claim, time) = (report.claim.message(self.0), units::seconds(*time));
                self.pick(
                    format!("Verified in {time} s: {claim}"),
                    format!("{time} 秒で検証済み: {claim}"),
                )
            }
            None => {
                let why = self.too_large_to_verify();
                self.pick(
                    format!("Not verified: {why}; 'kemuri verify' does it"),
                    format!("未検証: {why}（kemuri verify で検証できます）"),
                )
            }
        };
        self.pick(
            format!(
                "Certificate {file}: {}, {bytes} bytes, {each:.1} for each entry\n\
                 {verified}",
                counted(&entries, "entry", "entries")
            ),
            format!(
                "証明書 {file}: {entries} 項目、{bytes} バイト（1 項目あたり {each:.1}）\n\
                 {verified}"
            ),
        )
    }

    /// A file of a certificate that cannot be written.
    pub fn certificate_unwritable(self, file: &Path, error: &io::Error) -> String {
        let file = quote(&file.to_string_lossy());
        match error.kind() {
            io::ErrorKind::NotFound => self.pick(
                format!("--certificate: there is no directory for '{file}'"),
                format!("--certificate: 「{file}」のディレクトリがありません"),
            ),
            io::ErrorKind::PermissionDenied => self.pick(
                format!("--certificate: permission to write '{file}' is denied"),
                format!("--certificate: 「{file}」に書き込む権限がありません"),
            ),
            io::ErrorKind::IsADirectory => self.pick(
                format!("--certificate: '{file}' is a directory, not a file"),
                format!("--certificate: 「{file}」はファイルではなくディレクトリです"),
            ),
            io::ErrorKind::AlreadyExists => self.pick(
                format!("--certificate: '{file}' is there already and is no certificate"),
                format!("--certificate: 「{file}」はすでにあり、証明書ではありません"),
            ),
            _ => self.pick(
                format!("--certificate: '{file}' cannot be written: {error}"),
                format!("--certificate: 「{file}」に書き込めません（{error}）"),
            ),
        }
    }

    /// Why a certificate is not verified.
    pub fn too_large_to_verify(self) -> &'static str {
        self.pick(
            "--hash leaves too little memory to verify the certificate",
            "--hash の範囲では証明書を検証するメモリが足りません",
        )
    }

    /// No certificate, and why.
    pub fn no_certificate(self, why: &str) -> String {
        self.pick(
            format!("no certificate was written: {why}"),
            format!("証明書は書かれていません: {why}"),
        )
    }

    /// Why there is none when nothing is proven.
    pub fn nothing_to_certify(self) -> &'static str {
        self.pick("the verdict is unknown", "判定が不明です")
    }

    /// The certificate just written is refused; this must never happen.
    pub fn certificate_refused(self, why: &str) -> String {
        self.pick(
            format!("THE VERDICT MAY BE WRONG, its certificate was not verified: {why}"),
            format!("判定が誤りの可能性があります。証明書を検証できません: {why}"),
        )
    }

    /// Said while a certificate is written.
    pub fn certifying(self, label: &str, entries: u64) -> String {
        let entries = units::grouped(entries);
        self.pick(
            format!(
                "{label} writing the certificate: {}",
                counted(&entries, "entry", "entries")
            ),
            format!("{label} 証明書を作成中: {entries} 項目"),
        )
    }

    /// Kemuri's verdict on a problem of a bench has a certificate that is refused.
    pub fn wrong_certificate(self, id: &str, why: &str) -> String {
        self.pick(
            format!("WRONG CERTIFICATE: {id}: {why}"),
            format!("証明書が誤り: {id}: {why}"),
        )
    }

    /// Column heads of the certificates of a bench: bytes, entries, time.
    pub fn proof_heads(self) -> [&'static str; 3] {
        self.pick(
            ["cert. bytes", "entries", "verified"],
            ["証明書", "項目", "検証秒"],
        )
    }

    /// The sums over the certificates of a bench.
    pub fn certificates(self, proofs: &Proofs) -> String {
        let Proofs {
            decided, verified, ..
        } = *proofs;
        let entries = units::grouped(proofs.total.entries);
        let bytes = units::grouped(proofs.total.bytes);
        let each = proofs.bytes_per_entry();
        let built = units::seconds(proofs.total.built_in);
        let time = units::seconds(proofs.total.verified_in);
        let ratio = proofs
            .mean_ratio()
            .map_or_else(|| "-".into(), |ratio| format!("{ratio:.3}"));
        self.pick(
            format!(
                "Certificates: {verified} of {decided} verified; entries: {entries}, bytes: \
                 {bytes}, {each:.1} for each entry; built in {built} s, verified in {time} s; \
                 verification / solving time, geometric mean: {ratio}"
            ),
            format!(
                "証明書: {decided} 問中 {verified} 問を検証、{entries} 項目、{bytes} バイト\
                 （1 項目あたり {each:.1}）、作成 {built} 秒、検証 {time} 秒、\
                 検証時間/解図時間の幾何平均 {ratio}"
            ),
        )
    }

    /// Before the list of problems whose certificate was not completed.
    pub fn certificates_missing(self) -> &'static str {
        self.pick(
            "No certificate within the limits at",
            "制限内に証明書が完成しなかった問題",
        )
    }

    /// Before the list of problems whose certificate is wrong.
    pub fn certificates_wrong(self) -> &'static str {
        self.pick("WRONG CERTIFICATES at", "証明書が誤りの問題")
    }
}
