//! What once went wrong. Each test bears the name of the fault.

use crate::fixtures::{COOKED, FAR_ROOK, check_within};
use kemuri_judge::{CheckOptions, FactKind, Proof, Soundness};
use kemuri_solver::Budget;

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
    assert!(report.by_author);
    assert_eq!((report.undecided().count(), report.reason), (0, None));
    let wrong: Vec<_> = (report.proven())
        .filter(|fact| fact.kind == FactKind::LineNoMate)
        .map(|fact| (fact.ply, fact.mv().map(|mv| mv.to_usi())))
        .collect();
    assert_eq!(wrong, [(2, Some("2a1b".into()))]);
    assert_eq!(report.verdict, Soundness::Unsound);
}
