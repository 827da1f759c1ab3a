//! Sentences about facts, verdicts, repairs and profiles.

use crate::formats::record_error_kind;
use crate::{Lang, diagram, quote, refutation, solver, tr};
use kemuri_core::{Move, Piece, Problem, notation};
use kemuri_formats::RecordErrorKind;
use kemuri_judge::batch::CheckedProblem;
use kemuri_judge::duplicates::DuplicateKind;
use kemuri_judge::profile::Wanted;
use kemuri_judge::repair::Repair;
use kemuri_judge::{
    Fact, FactDetail, FactKind, MainLineTry, PieceChange, Profile, ProfileError, Proof, Report,
    Severity, Soundness,
};

/// What players call a class of facts.
pub fn kind(lang: Lang, kind: FactKind) -> String {
    match kind {
        FactKind::NoMate => tr!(lang, "judge-kind-no-mate"),
        FactKind::EarlyMate => tr!(lang, "judge-kind-early-mate"),
        FactKind::Cook => tr!(lang, "judge-kind-cook"),
        FactKind::TailCook => tr!(lang, "judge-kind-tail-cook"),
        FactKind::PiecesLeft => tr!(lang, "judge-kind-pieces-left"),
        FactKind::LongerVariation => tr!(lang, "judge-kind-longer-variation"),
        FactKind::LongerByTwo => tr!(lang, "judge-kind-longer-by-two"),
        FactKind::EqualVariation => tr!(lang, "judge-kind-equal-variation"),
        FactKind::LastMoveDual => tr!(lang, "judge-kind-last-move-dual"),
        FactKind::Transposition => tr!(lang, "judge-kind-transposition"),
        FactKind::Detour => tr!(lang, "judge-kind-detour"),
        FactKind::DistanceDual => tr!(lang, "judge-kind-distance-dual"),
        FactKind::PlaceDual => tr!(lang, "judge-kind-place-dual"),
        FactKind::PromotionDual => tr!(lang, "judge-kind-promotion-dual"),
        FactKind::InterposedKindDual => tr!(lang, "judge-kind-interposed-kind-dual"),
        FactKind::VariationAlternative => tr!(lang, "judge-kind-variation-alternative"),
        FactKind::IdlePiece => tr!(lang, "judge-kind-idle-piece"),
        FactKind::LineIllegal => tr!(lang, "judge-kind-line-illegal"),
        FactKind::LineNoMate => tr!(lang, "judge-kind-line-no-mate"),
        FactKind::LinePiecesLeft => tr!(lang, "judge-kind-line-pieces-left"),
        FactKind::LengthDiffers => tr!(lang, "judge-kind-length-differs"),
        FactKind::Duplicate => tr!(lang, "judge-kind-duplicate"),
        _ => kind.name().into(),
    }
}

/// What is open where a fact of a class is undecided.
pub fn open_kind(lang: Lang, kind: FactKind) -> String {
    match kind {
        FactKind::NoMate => tr!(lang, "judge-open-kind-no-mate"),
        FactKind::EarlyMate => tr!(lang, "judge-open-kind-early-mate"),
        kind => self::kind(lang, kind),
    }
}

/// The name of a class at the start of a sentence.
pub fn kind_title(lang: Lang, kind: FactKind) -> String {
    title(&self::kind(lang, kind))
}

/// What is open where a fact of a class is undecided, at the start of a sentence.
pub fn open_kind_title(lang: Lang, kind: FactKind) -> String {
    title(&open_kind(lang, kind))
}

/// A name or a sentence with a capital.
pub fn title(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}

/// What players call a verdict.
pub fn verdict(lang: Lang, verdict: Soundness) -> String {
    match verdict {
        Soundness::Complete => tr!(lang, "judge-verdict-complete"),
        Soundness::Flawed => tr!(lang, "judge-verdict-flawed"),
        Soundness::Unsound => tr!(lang, "judge-verdict-unsound"),
        Soundness::Undecided => tr!(lang, "judge-verdict-undecided"),
    }
}

/// How bad a fact is, in one word.
pub fn severity(lang: Lang, severity: Severity) -> String {
    match severity {
        Severity::Fatal => tr!(lang, "judge-severity-fatal"),
        Severity::Flaw => tr!(lang, "judge-severity-flaw"),
        Severity::Ignored => tr!(lang, "judge-severity-ignored"),
    }
}

/// A fact and what it takes to put it into words.
pub struct FactContext<'a> {
    /// The problem.
    pub problem: &'a Problem,
    /// The fact.
    pub fact: &'a Fact,
    /// The moves of its line in words.
    pub moves: Vec<String>,
    /// The name of the problem that it is like, if it is about one.
    pub earlier: Option<&'a str>,
    /// What is wrong with a move of the author's that cannot be read or played.
    pub flaw: Option<&'a RecordErrorKind>,
}

/// The moves of a line as players write them, after the moves `before` it. A line
/// that cannot be played has no such notation and is written in USI.
pub fn moves_after(problem: &Problem, before: &[Move], line: &[Move]) -> Vec<String> {
    let all = [before, line].concat();
    let mut words = notation::japanese(problem, &all)
        .unwrap_or_else(|| all.iter().map(|mv| mv.to_usi()).collect());
    words.split_off(before.len().min(words.len()))
}

/// A fact about a problem of a batch as a sentence.
pub fn checked_fact(lang: Lang, checked: &CheckedProblem, about: &Fact) -> String {
    let problem = &checked.entry.problem;
    let context = FactContext {
        problem,
        fact: about,
        moves: moves_after(problem, checked.moves_before(about), &about.line),
        earlier: checked
            .earlier
            .as_ref()
            .map(|earlier| earlier.name.as_str()),
        flaw: checked
            .entry
            .solution_error
            .as_ref()
            .map(|error| &error.kind),
    };
    fact(lang, &context)
}

/// Every finding in a problem as a sentence, after what the profile makes of it.
pub fn findings(lang: Lang, checked: &CheckedProblem, profile: &Profile) -> Vec<String> {
    let findings = checked.report.findings();
    findings
        .map(|fact| finding(lang, checked, profile, fact))
        .collect()
}

/// A finding as a sentence, after what the profile makes of it.
pub fn finding(lang: Lang, checked: &CheckedProblem, profile: &Profile, fact: &Fact) -> String {
    let label = label(lang, profile, fact);
    format!("[{label}] {}", checked_fact(lang, checked, fact))
}

/// What a profile makes of a fact. What is not decided is called that: it may be no
/// fact at all.
fn label(lang: Lang, profile: &Profile, fact: &Fact) -> String {
    let severity = profile.severity(fact.kind);
    match (fact.proof, severity) {
        (Proof::Undecided, Severity::Ignored) => tr!(lang, "judge-label-undecided-ignored"),
        (Proof::Undecided, _) => tr!(lang, "judge-label-undecided"),
        _ => self::severity(lang, severity),
    }
}

/// Why something about a problem is undecided, if a limit was reached.
pub fn undecided_because(lang: Lang, report: &Report) -> Option<String> {
    let reason = solver::reason(lang, report.reason?);
    Some(tr!(lang, "judge-undecided-because", reason))
}

/// Every check that does not mate as a sentence.
pub fn refuted(lang: Lang, checked: &CheckedProblem) -> Vec<String> {
    let facts = checked.report.facts.iter();
    let refuted = facts.filter(|fact| fact.proof == Proof::Refuted);
    refuted
        .map(|fact| checked_fact(lang, checked, fact))
        .collect()
}

/// The closest tries as sentences, at most `limit`.
pub fn tries(lang: Lang, checked: &CheckedProblem, limit: usize) -> Vec<String> {
    let tries = checked.report.tries.iter().flatten().take(limit);
    tries.map(|one| self::one_try(lang, checked, one)).collect()
}

/// A try as a sentence.
pub fn one_try(lang: Lang, checked: &CheckedProblem, one: &MainLineTry) -> String {
    let before = checked.report.main_line.get(..one.ply - 1);
    let problem = &checked.entry.problem;
    let line = refutation::moves(problem, before.unwrap_or_default(), &one.found);
    let closeness = refutation::closeness(lang, &one.found);
    tr!(lang, "judge-try", ply = one.ply, line, closeness)
}

/// A fact as a sentence.
pub fn fact(lang: Lang, context: &FactContext<'_>) -> String {
    let FactContext { fact, moves, .. } = context;
    match fact.proof {
        Proof::Proven => proven_sentence(lang, context),
        Proof::Undecided => undecided_sentence(lang, fact, moves),
        Proof::Refuted => {
            let line = moves.join(" ");
            tr!(lang, "judge-refuted", ply = fact.ply, line)
        }
    }
}

fn undecided_sentence(lang: Lang, fact: &Fact, moves: &[String]) -> String {
    let ply = fact.ply;
    match (fact.kind, moves, fact.detail) {
        (FactKind::NoMate, ..) => tr!(lang, "judge-open-mate"),
        (FactKind::IdlePiece, _, FactDetail::Square(square)) => {
            tr!(lang, "judge-open-idle-piece", square = lang.square(square))
        }
        (FactKind::LineNoMate, ..) => tr!(lang, "judge-open-line"),
        (FactKind::PiecesLeft, ..) => tr!(lang, "judge-open-pieces-left"),
        (FactKind::EarlyMate, [], _) => tr!(lang, "judge-open-shorter"),
        (_, [mv], _) => tr!(lang, "judge-open-check", ply, move = mv),
        (_, [mv, line @ ..], _) => {
            let line = line.join(" ");
            tr!(lang, "judge-open-cook", ply, move = mv, line)
        }
        (_, [], _) => tr!(lang, "judge-open-defences", ply),
    }
}

fn proven_sentence(lang: Lang, context: &FactContext<'_>) -> String {
    let FactContext { fact, moves, .. } = context;
    let name = kind_title(lang, fact.kind);
    match (fact.kind, moves.first()) {
        (kind, _) if is_about_the_whole(kind) => whole_sentence(lang, name, context),
        (FactKind::NoMate, None) => tr!(lang, "judge-no-mate-at-all", name),
        (FactKind::LineIllegal, None) => {
            let flaw = context
                .flaw
                .map_or(String::new(), |kind| record_error_kind(lang, kind));
            tr!(lang, "judge-line-unreadable", name, ply = fact.ply, flaw)
        }
        (FactKind::LineNoMate, None) => {
            tr!(lang, "judge-line-unfinished", name, ply = fact.ply - 1)
        }
        (_, mv) => move_sentence(lang, name, context, mv.map_or("", String::as_str)),
    }
}

/// Whether a fact of this class is about the whole problem, not about one move.
fn is_about_the_whole(kind: FactKind) -> bool {
    use FactKind::{Duplicate, IdlePiece, LengthDiffers, LinePiecesLeft, PiecesLeft};
    matches!(
        kind,
        Duplicate | IdlePiece | LengthDiffers | LinePiecesLeft | PiecesLeft
    )
}

fn whole_sentence(lang: Lang, name: String, context: &FactContext<'_>) -> String {
    let fact = context.fact;
    match (fact.kind, fact.detail) {
        (FactKind::PiecesLeft, detail) => {
            tr!(lang, "judge-pieces-left", name, hand = hand(lang, detail))
        }
        (FactKind::LinePiecesLeft, detail) => {
            tr!(
                lang,
                "judge-line-pieces-left",
                name,
                hand = hand(lang, detail)
            )
        }
        (FactKind::IdlePiece, FactDetail::Square(square)) => {
            let piece = lang.piece(context.problem.piece_on(square).piece_type());
            let square = lang.square(square);
            tr!(lang, "judge-idle-piece", name, piece, square)
        }
        (FactKind::LengthDiffers, FactDetail::StatedLength(said)) => {
            let length = fact.length.unwrap_or(0);
            tr!(lang, "judge-length-differs", name, said, length)
        }
        (FactKind::Duplicate, FactDetail::Earlier { kind, .. }) => {
            let earlier = quote(context.earlier.unwrap_or_default());
            duplicate(lang, name, kind, earlier)
        }
        _ => name,
    }
}

fn duplicate(lang: Lang, name: String, kind: DuplicateKind, earlier: String) -> String {
    match kind {
        DuplicateKind::Same => tr!(lang, "judge-duplicate-same", name, earlier),
        DuplicateKind::Mirrored => tr!(lang, "judge-duplicate-mirrored", name, earlier),
        DuplicateKind::Shifted => tr!(lang, "judge-duplicate-shifted", name, earlier),
        DuplicateKind::MirroredAndShifted => {
            tr!(lang, "judge-duplicate-mirrored-and-shifted", name, earlier)
        }
    }
}

/// The sentence of a fact about the move `mv`.
fn move_sentence(lang: Lang, name: String, context: &FactContext<'_>, mv: &str) -> String {
    use FactKind::{
        Cook, Detour, EarlyMate, EqualVariation, LastMoveDual, LineIllegal, LineNoMate,
        LongerByTwo, LongerVariation, NoMate, TailCook, Transposition, VariationAlternative,
    };
    let fact = context.fact;
    let ply = fact.ply;
    let length = fact.length.unwrap_or(0);
    let line = following(lang, &context.moves);
    let within = || match fact.length {
        Some(length) => tr!(lang, "judge-within", length),
        None => String::new(),
    };
    match fact.kind {
        NoMate => tr!(lang, "judge-no-mate", name, move = mv, ply),
        EarlyMate | Cook | TailCook => {
            tr!(lang, "judge-cook", name, move = mv, ply, within = within(), line)
        }
        Detour | Transposition => {
            tr!(lang, "judge-detour", name, move = mv, ply, within = within(), line)
        }
        LongerVariation => tr!(lang, "judge-longer-variation", name, move = mv, ply, length, line),
        LongerByTwo => {
            let hand = hand(lang, fact.detail);
            tr!(
                lang, "judge-longer-by-two",
                name, move = mv, ply, length, hand, line
            )
        }
        EqualVariation => tr!(lang, "judge-equal-variation", name, move = mv, ply, line),
        LastMoveDual => tr!(lang, "judge-last-move-dual", name, move = mv, ply),
        VariationAlternative => {
            let other = context.moves.get(1).map_or("", String::as_str);
            tr!(lang, "judge-variation-alternative", name, move = mv, ply, other)
        }
        LineIllegal => tr!(lang, "judge-line-illegal", name, move = mv, ply),
        LineNoMate => tr!(lang, "judge-line-no-mate", name, move = mv, ply),
        _ => tr!(lang, "judge-dual", name, move = mv, ply),
    }
}

/// What follows the first move of a line, nothing if nothing does.
fn following(lang: Lang, moves: &[String]) -> String {
    match moves.get(1..).unwrap_or_default() {
        [] => String::new(),
        line => tr!(lang, "judge-line", line = line.join(" ")),
    }
}

/// The pieces that are left, if the detail names them.
fn hand(lang: Lang, detail: FactDetail) -> String {
    match detail {
        FactDetail::Hand(hand) => diagram::hand(lang, hand),
        _ => String::new(),
    }
}

/// A repair.
pub fn repair(lang: Lang, repair: &Repair) -> String {
    let attacker = repair.problem.attacker();
    let side = |piece: Piece| match piece.color() == attacker {
        true => tr!(lang, "judge-attacker"),
        false => tr!(lang, "judge-defender"),
    };
    let name = |piece: Piece| lang.piece(piece.piece_type());
    let change = match repair.change {
        PieceChange::Remove { square, piece } => {
            let (square, side) = (lang.square(square), side(piece));
            tr!(lang, "judge-edit-remove", square, side, piece = name(piece))
        }
        PieceChange::Move { from, to, piece } => {
            let (from, to, side) = (lang.square(from), lang.square(to), side(piece));
            tr!(lang, "judge-edit-move", from, to, side, piece = name(piece))
        }
        PieceChange::Add { square, piece } => {
            let (square, side) = (lang.square(square), side(piece));
            tr!(lang, "judge-edit-add", square, side, piece = name(piece))
        }
    };
    match repair.same_line {
        true => tr!(
            lang,
            "judge-repair-same-line",
            change,
            length = repair.length
        ),
        false => tr!(lang, "judge-repair", change, length = repair.length),
    }
}

/// Why a text is no profile.
pub fn profile_error(lang: Lang, error: &ProfileError) -> String {
    match error {
        ProfileError::Syntax { line, what } => tr!(lang, "judge-profile-syntax", line, what),
        ProfileError::UnknownKey { line, key } => tr!(lang, "judge-profile-unknown-key", line, key),
        ProfileError::BadValue { line, key, wanted } => {
            let wants = match wanted {
                Wanted::Base => tr!(lang, "judge-profile-wants-base"),
                Wanted::Section => tr!(lang, "judge-profile-wants-section"),
                Wanted::Severity => tr!(lang, "judge-profile-wants-severity"),
                Wanted::Switch => tr!(lang, "judge-profile-wants-switch"),
            };
            tr!(lang, "judge-profile-bad-value", line, key, wants)
        }
        _ => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kemuri_judge::Profile;

    #[test]
    fn every_class_and_verdict_has_a_name_of_its_own() {
        for lang in [Lang::En, Lang::Ja] {
            let mut names: Vec<String> = FactKind::all().map(|k| kind(lang, k)).collect();
            names.sort();
            names.dedup();
            assert_eq!(names.len(), FactKind::all().count());
        }
        assert_eq!(kind_title(Lang::En, FactKind::Cook), "Cook");
        assert_eq!(kind_title(Lang::Ja, FactKind::Cook), "余詰");
    }

    #[test]
    fn a_profile_error_names_its_line() {
        for text in [
            "base = \"newspaper\"\n",
            "severity = 1\n",
            "[severity]\n",
            "[look-for]\nidle-pieces = 3\n",
            "[severity]\ncook = 3\n",
            "[x]\n",
            "[",
        ] {
            let Err(error) = Profile::parse(text) else {
                assert_eq!(text, "[severity]\n");
                continue;
            };
            assert_eq!(profile_error(Lang::En, &error), error.to_string());
            let japanese = profile_error(Lang::Ja, &error);
            assert!(japanese.contains(" 行目: "), "{japanese}");
        }
    }
}
