//! The depth of a search costs heap memory and not stack: everything runs on a
//! thread whose stack is a fraction of the 2 MiB that threads usually have.

use kemuri_core::Problem;
use kemuri_solver::certificate::MemorySplit;
use kemuri_solver::{
    Budget, Futile, Goal, Options, Solver, TreeShape, Verdict, certify_and_verify,
};
use std::io::Cursor;

const STACK: usize = 96 << 10;

/// Solves, draws the tree, certifies and verifies. Returns the length of the mate
/// and the entries of the certificate.
fn everything(sfen: &str, futile: Futile) -> (Option<u32>, u64) {
    let problem = Problem::from_sfen(sfen).unwrap();
    let memory = MemorySplit::of(64 << 20);
    let mut solver = Solver::new(Options::default().with_hash(memory.table)).unwrap();
    let budget = Budget::default();
    let outcome = solver.solve(&problem, Goal::Shortest(futile), &budget, &mut |_| ());
    let mate = outcome.verdict.mate();
    if let Some(mate) = mate {
        assert!(mate.exact);
        let shape = TreeShape::default();
        let tree = solver.tree(&outcome, &shape, &budget, &mut |_| ());
        assert!(tree.unwrap().nodes.len() as u32 > mate.length);
        solver.futile_drops(&outcome, &budget, &mut |_| ()).unwrap();
    } else {
        assert_eq!(outcome.verdict, Verdict::NoMate);
    }
    let mut file = Cursor::new(Vec::new());
    let certified =
        certify_and_verify(solver, &outcome, memory, &mut file, &budget, &mut |_| ()).unwrap();
    assert!(certified.verified.is_some());
    (
        outcome.verdict.mate().map(|mate| mate.length),
        certified.written.entries(),
    )
}

fn on_a_small_stack<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(work);
    thread.unwrap().join().unwrap()
}

/// Long chases and many cycles.
#[test]
fn a_large_refutation_needs_little_stack() {
    let sfen = "5+S1k1/7bg/7N1/4+b4/9/9/9/9/9 b 2NLP2r3g3sn3l17p 1";
    let (length, entries) = on_a_small_stack(|| everything(sfen, Futile::None));
    assert_eq!(length, None);
    assert!(entries > 1000, "{entries}");
}

/// A tofu smoke of 51 plies: its best line, its tree and its futile drops.
#[test]
fn a_mate_and_its_tree_need_little_stack() {
    let sfen = "5+P+p1+p/5PPP+P/4+P1p+P+p/7pP/4+P1k1+P/4+P3+P/8+P/9/9 b - 1";
    for futile in [Futile::None, Futile::default()] {
        let (length, _) = on_a_small_stack(move || everything(sfen, futile));
        assert_eq!(length, Some(51));
    }
}

/// The longest problem of the collections beside the project that is solved
/// within seconds, when it is there.
#[test]
fn a_long_mate_needs_little_stack() {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../shared/problems/muso.tsv"
    );
    let Ok(text) = std::fs::read_to_string(file) else {
        return;
    };
    let row = text.lines().find(|row| row.starts_with("muso075\t"));
    let sfen = row.unwrap().split('\t').nth(1).unwrap().to_owned();
    for futile in [Futile::None, Futile::default()] {
        let sfen = sfen.clone();
        let (length, _) = on_a_small_stack(move || everything(&sfen, futile));
        assert!(length >= Some(200), "{length:?}");
    }
}
