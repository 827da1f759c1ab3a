//! What once went wrong. Each test bears the name of the fault.

use crate::fixtures::{COOKED, FAR_ROOK, check_within};
use kemuri_judge::{CheckOptions, FactKind, Proof, Soundness};
use kemuri_solver::{Budget, Futile};

/// Whether a line mates can take a search where only drops are left to the
/// defender; a limit that comes first proves nothing.
#[test]
fn a_line_was_called_wrong_because_a_limit_came_first() {
    for nodes in (1..40).chain([100, 1_000, 100_000]) {
        let budget = Budget::default().with_nodes(nodes);
        let report = check_within(FAR_ROOK, "R*3a", &CheckOptions::default(), &budget);
        let wrong = report
            .facts
            .iter()
            .filter(|f| f.kind == FactKind::LineNoMate);
        let proofs: Vec<Proof> = wrong.map(|fact| fact.proof).collect();
        assert!(!proofs.contains(&Proof::Proven), "{nodes}");
        assert!(nodes < 100 || report.by_author, "{nodes}");
        assert_ne!(report.verdict, Soundness::Unsound, "{nodes}");
    }
}

/// A check of the author's that does not mate, after which the defender helps, was a
/// question that no limit could decide: how much longer the other defences last.
#[test]
fn a_refuted_check_of_the_author_was_left_undecided() {
    let report = check_within(
        COOKED,
        "2c1b 2a3a 3c3b+",
        &CheckOptions::default(),
        &Budget::default(),
    );
    assert!(!report.by_author);
    assert_eq!((report.undecided().count(), report.reason), (0, None));
    let wrong: Vec<_> = (report.proven())
        .filter(|fact| fact.kind == FactKind::LineNoMate)
        .map(|fact| (fact.ply, fact.mv().map(|mv| mv.to_usi())))
        .collect();
    assert_eq!(wrong, [(2, Some("2a1b".into()))]);
    assert_eq!(report.verdict, Soundness::Unsound);
}

/// A line that mates only because the defender helps was taken as the main line, and
/// the solution beside its check, which does not mate, was called a cook.
#[test]
fn the_solution_was_called_a_cook_beside_a_check_that_does_not_mate() {
    let sfen = "8k/6G2/9/8l/9/9/9/9/9 b 2S2r2b3g2s4n3l18p 1";
    let (options, budget) = (CheckOptions::default(), Budget::default());
    let own = check_within(sfen, "", &options, &budget);
    assert_eq!(own.verdict, Soundness::Complete);
    // Whether or not the line goes on to a mate, its first check is refuted.
    for author in ["S*1b 1a1b S*2c 1b1a 3b2b", "S*1b 1a1b S*2c"] {
        let report = check_within(sfen, author, &options, &budget);
        assert_eq!(report.verdict, Soundness::Flawed, "{author}");
        assert!(!report.by_author && !report.in_doubt, "{author}");
        assert_eq!(report.main_line, own.main_line, "{author}");
        let kinds: Vec<FactKind> = report.findings().map(|fact| fact.kind).collect();
        assert!(!kinds.contains(&FactKind::Cook), "{author}: {kinds:?}");
        let wrong = (report.proven()).filter(|fact| fact.kind == FactKind::LineNoMate);
        let plies: Vec<usize> = wrong.map(|fact| fact.ply).collect();
        assert_eq!(plies.len(), 1, "{author}");
    }
}

/// While a limit leaves open whether every check of the author's line mates, nothing
/// beside it is fatal.
#[test]
fn a_limit_made_the_solution_a_cook() {
    let sfen = "8k/6G2/9/8l/9/9/9/9/9 b 2S2r2b3g2s4n3l18p 1";
    for nodes in (1..400).step_by(7).chain([1_000, 10_000, 100_000]) {
        let budget = Budget::default().with_nodes(nodes);
        let author = "S*1b 1a1b S*2c 1b1a 3b2b";
        let report = check_within(sfen, author, &CheckOptions::default(), &budget);
        assert_ne!(report.verdict, Soundness::Unsound, "{nodes}");
    }
}

/// Under the rule that judges moves like drops, a mate that only such a move delays was
/// none, and the checks that differ from it in distance were cooks.
#[test]
fn a_move_that_interposes_in_vain_was_a_defence() {
    let sfen = "7nk/6G2/9/9/9/9/9/9/9 b R 1";
    let options = CheckOptions::default().with_futile(Futile::WithMoves);
    for author in ["", "R*1d", "R*1d 2a1c 1d1c+"] {
        let report = check_within(sfen, author, &options, &Budget::default());
        assert_eq!(report.answer.as_ref().map(|mate| mate.length), Some(1));
        assert_eq!(report.main_line.len(), 1, "{author}");
        assert_eq!(report.by_author, !author.is_empty(), "{author}");
        let kinds: Vec<FactKind> = report.findings().map(|fact| fact.kind).collect();
        assert_eq!(kinds, [FactKind::DistanceDual; 5], "{author}");
        assert_eq!(report.verdict, Soundness::Flawed, "{author}");
    }
    // Counted, the knight's move is a defence.
    for futile in [Futile::None, Futile::Standard] {
        let options = CheckOptions::default().with_futile(futile);
        let report = check_within(sfen, "R*1d", &options, &Budget::default());
        let wrong = (report.proven()).find(|fact| fact.kind == FactKind::LineNoMate);
        let reply = wrong.and_then(|fact| fact.mv()).map(|mv| mv.to_usi());
        assert_eq!(reply.as_deref(), Some("2a1c"), "{futile:?}");
    }
}
