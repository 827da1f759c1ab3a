//! A thousand problems in a row through one engine, which is never told that a
//! new game begins, against an oracle that shares no code with it.

use crate::gui::{Answer, Gui};
use kemuri_core::Move;
use kemuri_oracle::random::{RandomProblem, Rng, random_small};
use kemuri_oracle::tsume::{OracleAnswer, solve_board};

const PROBLEMS: u64 = 1000;
/// Positions that the oracle looks at before it gives up.
const CAP: usize = 1000;

/// Asserts that the moves are legal, check where they have to, and end in mate.
#[track_caller]
fn assert_mates(problem: &RandomProblem, moves: &[&str]) {
    let mut board = problem.board.clone();
    for word in moves {
        let mv = Move::from_usi(word).expect("a move");
        let legal = if board.turn() == problem.attacker {
            board.checks()
        } else {
            board.legal_moves()
        };
        assert!(legal.contains(&mv), "{}: {moves:?}", problem.sfen());
        board = board.after(mv);
    }
    assert_ne!(board.turn(), problem.attacker);
    assert!(
        board.legal_moves().is_empty(),
        "{}: {moves:?}",
        problem.sfen()
    );
}

/// Asserts that the move is one after which there is no mate, and that the line that
/// is shown begins with it and is legal.
#[track_caller]
fn assert_refutes(problem: &RandomProblem, answer: &Answer) {
    let sfen = problem.sfen();
    let played = answer.line.strip_prefix("bestmove ").expect("a move");
    let reply = Move::from_usi(played).unwrap_or_else(|| panic!("{sfen}: {played}"));
    assert!(problem.board.legal_moves().contains(&reply), "{sfen}");
    let after = problem.board.after(reply);
    let truth = solve_board(&after, problem.attacker, CAP);
    let mates = matches!(truth, OracleAnswer::Mate { .. });
    assert!(!mates, "{sfen}: {played}");
    let shown = answer.infos.last().and_then(|info| info.split_once(" pv "));
    let (_, line) = shown.unwrap_or_else(|| panic!("{sfen}: no line"));
    assert_eq!(line.split(' ').next(), Some(played), "{sfen}");
    let mut board = problem.board.clone();
    for word in line.split(' ') {
        let mv = Move::from_usi(word).expect("a move");
        let legal = match board.turn() == problem.attacker {
            true => board.checks(),
            false => board.legal_moves(),
        };
        assert!(legal.contains(&mv), "{sfen}: {line}");
        board = board.after(mv);
    }
}

/// Asks the engine; a side in check defends if it does so in the problem.
fn ask(gui: &mut Gui, problem: &RandomProblem, time: &str) -> Answer {
    gui.ask(&format!(
        "setoption name RootIsDefenderIfChecked value {}\nposition sfen {}\ngo mate {time}",
        !problem.attacker_to_move(),
        problem.sfen()
    ))
}

/// How the root moves of a problem compare with the oracle's.
#[derive(Debug, Default)]
struct Rows {
    shown: usize,
    missing: usize,
    incomplete: usize,
}

impl Rows {
    /// Asserts that the rows are root moves that mate, with their lengths, and
    /// that no shortest one is missing. A longer one may be, if its line comes
    /// back to the root.
    fn compare(&mut self, problem: &RandomProblem, answer: &Answer) {
        let sfen = problem.sfen();
        let rows = answer.rows();
        assert!(
            rows.is_sorted_by_key(|(length, _)| *length),
            "{sfen}: {rows:?}"
        );
        assert_eq!(answer.moves(), rows[0].1, "{sfen}");
        let best = rows[0].0;
        for (_, moves) in &rows {
            assert_mates(problem, moves);
        }
        let is_warning = |sentence: &String| sentence.starts_with("pieces out of play: ");
        if !answer.sentences.iter().all(is_warning) {
            // Some first move was too hard, and lengths may be bounds.
            self.incomplete += 1;
            return;
        }
        for mv in problem.board.checks() {
            let word = mv.to_usi();
            let row = rows.iter().find(|(_, line)| line[0] == word);
            let after = problem.board.after(mv);
            match (row, solve_board(&after, problem.attacker, CAP)) {
                (_, OracleAnswer::TooLarge) | (None, OracleAnswer::NoMate) => {}
                (Some((shown, line)), OracleAnswer::Mate { length }) => {
                    assert_eq!(line.len() as i64, *shown, "{sfen}: {rows:?}");
                    assert_eq!(*shown, i64::from(length) + 1, "{sfen}: {rows:?}");
                    self.shown += 1;
                }
                (None, OracleAnswer::Mate { length }) => {
                    let longer = i64::from(length) + 1 > best;
                    assert!(longer, "{sfen}: {word} is missing in {rows:?}");
                    self.missing += 1;
                }
                (Some(_), OracleAnswer::NoMate) => panic!("{sfen}: {word} mates? {rows:?}"),
            }
        }
    }
}

#[test]
fn a_thousand_problems_in_a_row() {
    let mut gui = Gui::ready();
    // As the oracle counts.
    gui.send("setoption name Futile value none");
    gui.send("setoption name USI_Hash value 1");
    let (mut mates, mut no_mates, mut defended) = (0, 0, 0);
    let mut refutations = 0;
    let mut rows = Rows::default();
    for seed in 0..PROBLEMS {
        let problem = random_small(&mut Rng::new(7_000_000 + seed));
        let sfen = problem.sfen();
        let truth = solve_board(&problem.board, problem.attacker, CAP);
        // Where the oracle has no answer either, nobody waits for long.
        let time = match truth {
            OracleAnswer::TooLarge => "50",
            _ => "infinite",
        };
        let answer = ask(&mut gui, &problem, time);
        match truth {
            OracleAnswer::NoMate => {
                assert_eq!(answer.line, "checkmate nomate", "{sfen}");
                no_mates += 1;
                if !problem.attacker_to_move() {
                    refutations += 1;
                    assert_refutes(&problem, &gui.ask("go movetime 5000"));
                }
            }
            // Mated already: the protocol has no words for it.
            OracleAnswer::Mate { length: 0 } => {
                assert_eq!(answer.line, "checkmate timeout", "{sfen}");
            }
            OracleAnswer::Mate { length } => {
                assert_mates(&problem, &answer.moves());
                assert_eq!(answer.moves().len(), length as usize, "{sfen}");
                mates += 1;
                defended += usize::from(!problem.attacker_to_move());
                if problem.attacker_to_move() {
                    gui.send("setoption name MultiPV value 100");
                    rows.compare(&problem, &ask(&mut gui, &problem, "200"));
                    gui.send("setoption name MultiPV value 1");
                }
            }
            OracleAnswer::TooLarge => match answer.line.as_str() {
                "checkmate nomate" | "checkmate timeout" => {}
                _ => assert_mates(&problem, &answer.moves()),
            },
        }
    }
    println!("{mates} mates ({defended} defended), {no_mates} no mates, {rows:?}");
    assert!(mates > 50 && no_mates > 200 && defended > 5);
    assert!(refutations > 20, "{refutations}");
    assert!(rows.shown > 50 && rows.missing <= rows.shown / 20);
    gui.quit();
}
