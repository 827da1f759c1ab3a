//! Sentences about certificates.

use super::{Text, quote};
use crate::units;
use kemuri_certify::{Report, VerifyError};
use std::ffi::OsStr;
use std::time::Duration;

impl Text {
    /// What a certificate proves.
    pub fn proven(self, report: &Report) -> String {
        let claim = report.claim.message(self.0);
        self.pick(format!("Verified: {claim}"), format!("検証済み: {claim}"))
    }

    /// The size of a certificate, and what it took to verify it.
    pub fn certificate_statistics(self, report: &Report, time: Duration) -> String {
        let (mate, refutation) = (report.mate_entries, report.refutation_entries);
        let [mate, refutation, bytes] = [mate, refutation, report.bytes].map(units::grouped);
        let each = report.bytes_per_entry();
        let time = units::seconds(time);
        let program = quote(&report.program);
        self.pick(
            format!(
                "Entries: {mate} of mate, {refutation} of refutation; {bytes} bytes, \
                 {each:.1} for each entry\n\
                 Written by {program}, verified in {time} s"
            ),
            format!(
                "項目: 詰み {mate}、反証 {refutation}、{bytes} バイト（1 項目あたり {each:.1}）\n\
                 作成: {program}、検証時間 {time} 秒"
            ),
        )
    }

    /// A certificate that was refused.
    pub fn refused(self, file: &OsStr, error: &VerifyError) -> String {
        let sentence = match error {
            VerifyError::Io(error) => self.io_error(error),
            error => error.message(self.0),
        };
        format!("{}: {sentence}", self.certificate_name(file))
    }

    /// A collection was given where one problem is wanted.
    pub fn one_problem(self) -> &'static str {
        self.pick(
            "a certificate belongs to one problem, but several are given",
            "証明書は一つの問題のものですが、複数の問題が指定されています",
        )
    }

    fn certificate_name(self, file: &OsStr) -> String {
        match file.to_string_lossy() {
            name if name == "-" => self.pick("standard input", "標準入力").into(),
            name => quote(&name),
        }
    }
}
