//! Sentences about certificates.

use crate::{Lang, core, quote, tr, units};
use kemuri_certify::{
    BuildError, Claim, FORMAT, Fault, FaultKind, HeaderPart, MOST_AFTER_FAULT, Malformed, Section,
    VerifiedCertificate, VerifyError, WrongAnswer,
};
use kemuri_core::Reason;
use kemuri_solver::CertifyError;
use kemuri_solver::certificate::{Certified, Verified};
use std::io;
use std::path::Path;
use std::time::Duration;

/// What a certificate claims.
pub fn claim(lang: Lang, claim: Claim) -> String {
    match claim {
        Claim::MateWithin(n) => tr!(lang, "certify-claim-mate-within", plies = n),
        Claim::MateExactly(n) => tr!(lang, "certify-claim-mate-exactly", plies = n),
        Claim::NoMate => tr!(lang, "certify-claim-no-mate"),
        Claim::NoMateWithin(n) => tr!(lang, "certify-claim-no-mate-within", plies = n),
    }
}

/// Why a certificate is refused.
pub fn verify_error(lang: Lang, error: &VerifyError) -> String {
    match error {
        VerifyError::Io(error) => tr!(lang, "certify-unreadable", error),
        VerifyError::Malformed(error) => malformed(lang, error),
        VerifyError::Wrong(error) => fault(lang, error),
        VerifyError::Stopped(_) => tr!(lang, "certify-verification-stopped"),
        VerifyError::Memory { bytes } => {
            tr!(lang, "certify-memory", bytes = bytes.to_string())
        }
        other => other.to_string(),
    }
}

/// Why a file is no certificate that can be judged.
fn malformed(lang: Lang, error: &Malformed) -> String {
    match error {
        Malformed::NotACertificate => tr!(lang, "certify-not-a-certificate"),
        Malformed::Version { found } => tr!(lang, "certify-version", found, known = FORMAT),
        Malformed::Header(part) => tr!(lang, "certify-header", part = header_part(lang, *part)),
        Malformed::Problem(error) => tr!(
            lang,
            "certify-problem",
            error = core::problem_error(lang, error)
        ),
        Malformed::OtherProblem { sfen } => tr!(lang, "certify-other-problem", sfen),
        Malformed::Checksum => tr!(lang, "certify-checksum"),
        Malformed::Endless => tr!(
            lang,
            "certify-endless",
            bytes = MOST_AFTER_FAULT.to_string()
        ),
        Malformed::Changed => tr!(lang, "certify-changed"),
        Malformed::EndsEarly { offset } => {
            tr!(lang, "certify-ends-early", offset = offset.to_string())
        }
        Malformed::GoesOn { offset } => tr!(lang, "certify-goes-on", offset = offset.to_string()),
        Malformed::NoSection { offset } => {
            tr!(lang, "certify-no-section", offset = offset.to_string())
        }
        Malformed::Number { offset } => tr!(lang, "certify-number", offset = offset.to_string()),
        Malformed::TooDeep { offset } => tr!(lang, "certify-nested", offset = offset.to_string()),
        other => other.to_string(),
    }
}

fn header_part(lang: Lang, part: HeaderPart) -> String {
    match part {
        HeaderPart::Program => tr!(lang, "certify-header-program"),
        HeaderPart::Attacker => tr!(lang, "certify-header-attacker"),
        HeaderPart::Position => tr!(lang, "certify-header-position"),
        HeaderPart::Claim => tr!(lang, "certify-header-claim"),
    }
}

/// What is wrong in a certificate, and where.
fn fault(lang: Lang, fault: &Fault) -> String {
    tr!(
        lang,
        "certify-fault",
        offset = fault.offset.to_string(),
        section = section(lang, fault.section),
        entry = fault.entry.to_string(),
        kind = fault_kind(lang, &fault.kind),
        sfen = fault.sfen
    )
}

fn section(lang: Lang, section: Section) -> String {
    match section {
        Section::Mate => tr!(lang, "certify-section-mate"),
        Section::Refutation => tr!(lang, "certify-section-refutation"),
    }
}

/// What is wrong in a certificate.
fn fault_kind(lang: Lang, kind: &FaultKind) -> String {
    // Numbers of a broken file can be of any size; as texts they stay exact.
    match kind {
        FaultKind::NoMove { word } => {
            tr!(lang, "certify-fault-no-move", word = format!("{word:#06x}"))
        }
        FaultKind::IllegalMove { mv } => tr!(lang, "certify-fault-illegal-move", move = mv),
        FaultKind::NoCheck { mv } => tr!(lang, "certify-fault-no-check", move = mv),
        FaultKind::PawnDropMate { mv } => tr!(lang, "certify-fault-pawn-drop-mate", move = mv),
        FaultKind::NoHand { number } => {
            tr!(lang, "certify-fault-no-hand", number = number.to_string())
        }
        FaultKind::Rank => tr!(lang, "certify-fault-rank"),
        FaultKind::Depth => tr!(lang, "certify-fault-depth"),
        FaultKind::NotMate { reply } => tr!(lang, "certify-fault-not-mate", move = reply),
        FaultKind::IllegalReply { mv } => tr!(lang, "certify-fault-illegal-reply", move = mv),
        FaultKind::Mates { mv } => tr!(lang, "certify-fault-mates", move = mv),
        FaultKind::Mated => tr!(lang, "certify-fault-mated"),
        _ => reference(lang, kind),
    }
}

/// What is wrong with a reference to an entry.
fn reference(lang: Lang, kind: &FaultKind) -> String {
    match kind {
        FaultKind::NoEntry { mv, back } => tr!(
            lang,
            "certify-fault-no-entry",
            move = mv,
            back = back.to_string()
        ),
        FaultKind::OtherBoard { mv, entry } => tr!(
            lang,
            "certify-fault-other-board",
            move = mv,
            entry = entry.to_string()
        ),
        FaultKind::OtherHand { mv, entry } => tr!(
            lang,
            "certify-fault-other-hand",
            move = mv,
            entry = entry.to_string()
        ),
        FaultKind::TooSlow {
            mv,
            entry,
            has,
            wants,
        } => tr!(
            lang,
            "certify-fault-too-slow",
            move = mv,
            entry = entry.to_string(),
            has,
            wants
        ),
        FaultKind::TooShort {
            mv,
            entry,
            has,
            wants,
        } => tr!(
            lang,
            "certify-fault-too-short",
            move = mv,
            entry = entry.to_string(),
            has = has.to_string(),
            wants = wants.to_string()
        ),
        other => other.to_string(),
    }
}

/// Why a certificate was not built.
pub fn build_error<E>(lang: Lang, error: &BuildError<E>) -> String {
    match error {
        BuildError::Io(error) => tr!(lang, "certify-build-unwritable", error),
        BuildError::Strategy(_) => tr!(lang, "certify-build-no-answer"),
        BuildError::WrongAnswer { answer, sfen } => tr!(
            lang,
            "certify-build-bad-answer",
            answer = bad_answer(lang, *answer),
            sfen
        ),
        BuildError::Problem(error) => core::problem_error(lang, error),
        BuildError::Parity => tr!(lang, "certify-build-parity"),
        BuildError::TooDeep => tr!(lang, "certify-build-nested"),
        BuildError::Stopped(reason) => stopped(lang, *reason),
        other => other.to_string(),
    }
}

/// Why the search gives no certificate of what it has found.
pub fn certify_error(lang: Lang, error: &CertifyError) -> String {
    match error {
        CertifyError::Undecided => tr!(lang, "certify-nothing-proven"),
        CertifyError::TooLong => tr!(lang, "certify-too-long"),
        CertifyError::Stopped(reason) => stopped(lang, *reason),
        CertifyError::Contradiction => tr!(lang, "certify-contradiction"),
        CertifyError::Build(error) => build_error(lang, error),
        CertifyError::Verify(error) => verify_error(lang, error),
        CertifyError::OtherClaim(other) => claim(lang, *other),
        error => error.to_string(),
    }
}

fn stopped(lang: Lang, reason: Reason) -> String {
    match reason {
        Reason::Time => tr!(lang, "certify-stopped-time"),
        Reason::Nodes => tr!(lang, "certify-stopped-nodes"),
        Reason::Memory => tr!(lang, "certify-stopped-memory"),
        Reason::Interrupted => tr!(lang, "certify-stopped-interrupted"),
        Reason::Contradiction => tr!(lang, "certify-contradiction"),
        reason => CertifyError::Stopped(reason).to_string(),
    }
}

fn bad_answer(lang: Lang, answer: WrongAnswer) -> String {
    match answer {
        WrongAnswer::Bounds => tr!(lang, "certify-answer-bounds"),
        WrongAnswer::Attack => tr!(lang, "certify-answer-attack"),
        WrongAnswer::LastMove => tr!(lang, "certify-answer-last-move"),
        WrongAnswer::Reply => tr!(lang, "certify-answer-reply"),
        WrongAnswer::Mates => tr!(lang, "certify-answer-mates"),
    }
}

/// What a certificate proves, its size, and how long it took to verify it.
pub fn verified(lang: Lang, report: &VerifiedCertificate, time: Duration) -> String {
    let proven = tr!(lang, "verify-proven", claim = claim(lang, report.claim));
    let entries = tr!(
        lang,
        "verify-entries",
        mate = units::grouped(report.mate_entries),
        refutation = units::grouped(report.refutation_entries),
        bytes = units::grouped(report.bytes),
        each = format!("{:.1}", report.bytes_per_entry())
    );
    let written_by = tr!(
        lang,
        "verify-written-by",
        program = quote(&report.program),
        time = units::seconds(time)
    );
    format!("{proven}\n{entries}\n{written_by}")
}

/// A certificate was written, and verified unless it is too large for that.
pub fn written(lang: Lang, file: &Path, certified: &Certified) -> String {
    let (entries, bytes) = (certified.written.entries(), certified.written.bytes);
    let size = tr!(
        lang,
        "certify-written",
        file = quote(&file.to_string_lossy()),
        count = entries,
        entries = units::grouped(entries),
        bytes = units::grouped(bytes),
        each = format!("{:.1}", bytes as f64 / entries.max(1) as f64)
    );
    let verified = match &certified.verified {
        Some(Verified { report, time }) => tr!(
            lang,
            "certify-written-verified",
            time = units::seconds(*time),
            claim = claim(lang, report.claim)
        ),
        None => tr!(
            lang,
            "certify-written-unverified",
            why = too_large_to_verify(lang)
        ),
    };
    format!("{size}\n{verified}")
}

/// How far a certificate is that is being written, after a label.
pub fn writing(lang: Lang, label: &str, entries: u64) -> String {
    tr!(
        lang,
        "certify-writing",
        label,
        count = entries,
        entries = units::grouped(entries)
    )
}

/// Why a certificate that was written is not verified.
pub fn too_large_to_verify(lang: Lang) -> String {
    tr!(lang, "certify-too-large-to-verify")
}

/// There is no certificate, and why.
pub fn not_written(lang: Lang, why: &str) -> String {
    tr!(lang, "certify-not-written", why)
}

/// There is no certificate because nothing is proven.
pub fn undecided(lang: Lang) -> String {
    not_written(lang, &tr!(lang, "certify-undecided"))
}

/// The certificate just written is refused. This must never happen.
pub fn refused(lang: Lang, why: &str) -> String {
    tr!(lang, "certify-refused", why)
}

/// Why the file of a certificate cannot be written.
pub fn unwritable(lang: Lang, file: &Path, error: &io::Error) -> String {
    let file = quote(&file.to_string_lossy());
    match error.kind() {
        io::ErrorKind::NotFound => tr!(lang, "certify-file-no-directory", file),
        io::ErrorKind::PermissionDenied => tr!(lang, "certify-file-permission", file),
        io::ErrorKind::IsADirectory => tr!(lang, "certify-file-is-directory", file),
        io::ErrorKind::AlreadyExists => tr!(lang, "certify-file-exists", file),
        _ => tr!(lang, "certify-file-unwritable", file, error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kemuri_certify::{Depth, WrittenCertificate};
    use kemuri_core::{Move, ProblemError};

    /// English as the library says it, Japanese in Japanese, each on one line.
    fn check(display: &str, sentence: impl Fn(Lang) -> String) {
        let [en, ja] = [Lang::En, Lang::Ja].map(sentence);
        assert_eq!(en, display);
        assert!(en.len() < 300, "{en}");
        assert!(!en.contains(['。', 'の']), "{en}");
        assert!(ja.contains(['の', 'ま', 'せ', 'た', 'す', '詰']), "{ja}");
        assert!(!en.contains('\n') && !ja.contains('\n'), "{en} / {ja}");
    }

    fn kinds() -> Vec<FaultKind> {
        let mv = Move::from_usi("G*1b").expect("a move");
        let (entry, has, wants) = (3, Depth::Plies(5), Depth::Forever);
        vec![
            FaultKind::NoMove { word: 1 },
            FaultKind::IllegalMove { mv },
            FaultKind::NoCheck { mv },
            FaultKind::PawnDropMate { mv },
            FaultKind::NoHand { number: u64::MAX },
            FaultKind::Rank,
            FaultKind::Depth,
            FaultKind::NotMate { reply: mv },
            FaultKind::NoEntry { mv, back: u64::MAX },
            FaultKind::OtherBoard { mv, entry },
            FaultKind::OtherHand { mv, entry },
            FaultKind::TooSlow {
                mv,
                entry,
                has: 5,
                wants: 3,
            },
            FaultKind::TooShort {
                mv,
                entry,
                has,
                wants,
            },
            FaultKind::IllegalReply { mv },
            FaultKind::Mates { mv },
            FaultKind::Mated,
        ]
    }

    #[test]
    fn every_refusal_is_one_line_in_both_languages() {
        let place = |kind| {
            VerifyError::from(Box::new(Fault {
                section: Section::Refutation,
                entry: 7,
                offset: 99,
                sfen: "8k/9/9/9/9/9/9/9/9 b G 1".into(),
                kind,
            }))
        };
        let malformed = [
            Malformed::NotACertificate,
            Malformed::Version { found: 2 },
            Malformed::Header(HeaderPart::Program),
            Malformed::Header(HeaderPart::Attacker),
            Malformed::Header(HeaderPart::Position),
            Malformed::Header(HeaderPart::Claim),
            Malformed::Problem(ProblemError::NoKing),
            Malformed::OtherProblem { sfen: "x".into() },
            Malformed::Checksum,
            Malformed::Endless,
            Malformed::Changed,
            Malformed::EndsEarly { offset: 1 },
            Malformed::GoesOn { offset: 1 },
            Malformed::NoSection { offset: 1 },
            Malformed::Number { offset: 1 },
            Malformed::TooDeep { offset: 1 },
        ];
        let mut errors: Vec<VerifyError> = malformed.map(VerifyError::from).into();
        errors.extend(kinds().into_iter().map(place));
        errors.push(io::Error::other("torn").into());
        errors.push(VerifyError::Stopped(Reason::Time));
        errors.push(VerifyError::Memory { bytes: 1 << 40 });
        for error in errors {
            check(&error.to_string(), |lang| verify_error(lang, &error));
        }
    }

    #[test]
    fn every_failure_to_build_is_told_in_both_languages() {
        let answers = [
            WrongAnswer::Bounds,
            WrongAnswer::Attack,
            WrongAnswer::LastMove,
            WrongAnswer::Reply,
            WrongAnswer::Mates,
        ];
        let bad = answers.map(|answer| BuildError::WrongAnswer {
            answer,
            sfen: "8k/9/8P/9/9/9/9/9/9 b GP 1".into(),
        });
        let others = [
            BuildError::Io(io::ErrorKind::StorageFull.into()),
            BuildError::Strategy(()),
            BuildError::Parity,
            BuildError::TooDeep,
        ];
        for error in bad.into_iter().chain(others) {
            check(&error.to_string(), |lang| build_error(lang, &error));
        }
        let stops = Reason::ALL.map(CertifyError::Stopped).into_iter();
        for error in stops.chain([
            CertifyError::Undecided,
            CertifyError::TooLong,
            CertifyError::Contradiction,
            CertifyError::Build(BuildError::Parity),
            CertifyError::Verify(Malformed::Checksum.into()),
            CertifyError::OtherClaim(Claim::NoMate),
        ]) {
            check(&error.to_string(), |lang| certify_error(lang, &error));
        }
    }

    #[test]
    fn every_claim_is_told_in_both_languages() {
        for proven in [
            Claim::MateWithin(1),
            Claim::MateWithin(0),
            Claim::MateExactly(1),
            Claim::MateExactly(1525),
            Claim::NoMate,
            Claim::NoMateWithin(1),
            Claim::NoMateWithin(4),
        ] {
            check(&proven.to_string(), |lang| claim(lang, proven));
        }
    }

    #[test]
    fn sizes_are_counted() {
        let certified = Certified {
            written: WrittenCertificate {
                claim: Claim::MateWithin(1),
                mate_entries: 1,
                refutation_entries: 0,
                bytes: 107,
            },
            build_time: Duration::ZERO,
            verified: None,
        };
        assert_eq!(
            written(Lang::En, Path::new("a.cert"), &certified),
            "Certificate a.cert: 1 entry, 107 bytes, 107.0 for each entry\n\
             Not verified: --hash leaves too little memory to verify the certificate; \
             'kemuri verify' does it"
        );
        assert_eq!(
            writing(Lang::En, "7:", 2000),
            "7: writing the certificate: 2,000 entries"
        );
        assert_eq!(writing(Lang::Ja, "", 1), " 証明書を作成中: 1 項目");
    }
}
