//! What is shown of equal moves, beside what books print.

use kemuri_core::{Hand, Problem};
use kemuri_solver::{Budget, Futile, Goal, Options, Solver};

/// Moves that a book plays, each with its ply.
type BookMoves = &'static [(usize, &'static str)];

/// Problems of Shogi Muso in which several moves are equal: the length, and the book's choice.
const EQUAL_MOVES: [(&str, u32, BookMoves); 7] = [
    // The defender captures the piece that gives check.
    ("muso016", 53, &[(30, "4a4b")]),
    ("muso054", 19, &[(10, "1e1f")]),
    ("muso091", 31, &[(22, "9i9h")]),
    // The attacker uses the cheaper piece and goes no farther than he has to.
    ("muso036", 37, &[(9, "P*1b"), (19, "B*2b"), (35, "G*4c")]),
    ("muso049", 27, &[(5, "6c6b"), (7, "5c6d+"), (11, "6d5d")]),
    ("muso066", 29, &[(3, "1d1i"), (5, "1i7i"), (19, "2e3e")]),
    // The check that leaves nothing in the end takes long to be found.
    ("muso062", 23, &[(7, "4g5f"), (23, "7c8b+")]),
];

/// The problems are those of the collection beside the project, when it is there.
#[test]
fn equal_moves_are_chosen_as_the_book_does() {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../shared/problems/muso.tsv"
    );
    let Ok(text) = std::fs::read_to_string(file) else {
        println!("no muso.tsv: not compared");
        return;
    };
    for (name, length, moves) in EQUAL_MOVES {
        let mut rows = text.lines().map(|row| row.split('\t').collect::<Vec<_>>());
        let row = rows.find(|row| row[0] == name).unwrap();
        let problem: Problem = row[1].parse().unwrap();
        let mut solver = Solver::new(Options::default()).unwrap();
        let goal = Goal::Shortest(Futile::Standard);
        let outcome = solver.solve(&problem, goal, &Budget::default(), &mut |_| ());
        let mate = outcome.verdict.mate().unwrap();
        assert_eq!((mate.length, mate.exact), (length, true), "{name}");
        assert_eq!(mate.hand_left, Hand::EMPTY, "{name}");
        for &(ply, mv) in moves {
            assert_eq!(mate.line[ply - 1].to_usi(), mv, "{name}, ply {ply}");
        }
    }
}
