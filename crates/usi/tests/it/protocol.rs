//! What the protocol asks of an engine: answers, limits, errors.

use crate::gui::Gui;
use kemuri_core::replay::verify_mate;
use kemuri_core::{Move, Problem};
use kemuri_testing::problems::{HARD, LINE, MATE, NO_MATE};
use kemuri_text::Lang;
use kemuri_usi::engine::{OptionType, options};

/// What the engine says of itself.
const OPTIONS: [&str; 9] = [
    "option name USI_Hash type spin default 256 min 1 max 65536",
    "option name Threads type spin default 1 min 1 max 256",
    "option name MultiPV type spin default 1 min 1 max 100",
    "option name Shortest type check default true",
    "option name Futile type combo default standard var none var standard var with-moves",
    "option name Order type combo default modern var modern var edo",
    "option name RootIsDefenderIfChecked type check default true",
    "option name Rest type check default false",
    "option name Language type combo default locale var locale var en var ja",
];

/// Asserts that a line mates by rules that the search does not use.
#[track_caller]
fn assert_mates(sfen: &str, moves: &[&str]) {
    let problem = Problem::from_sfen(sfen).expect("a problem");
    let line: Vec<Move> = moves
        .iter()
        .map(|word| Move::from_usi(word).expect("a move"))
        .collect();
    assert_eq!(verify_mate(&problem, &line), Ok(()), "{moves:?}");
}

#[test]
fn the_engine_introduces_itself() {
    let mut gui = Gui::start();
    gui.send("usi");
    let lines = gui.until("usiok");
    assert!(lines[0].starts_with("id name Kemuri "), "{lines:?}");
    assert!(lines[1].starts_with("id author "), "{lines:?}");
    assert_eq!(lines[2..], OPTIONS);
    assert_eq!(gui.make_ready(), [""; 0]);
    gui.quit();
}

/// The table of options in the guide: name, type, default and meaning of each.
#[test]
fn the_guide_lists_every_option() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/src/guide/usi.md");
    let page = std::fs::read_to_string(path).expect("the guide");
    let rows: Vec<&str> = page
        .lines()
        .skip_while(|line| *line != "## Options")
        .filter(|line| line.starts_with("| `"))
        .collect();
    assert_eq!(rows.len(), options().len());
    for (row, option) in rows.iter().zip(options()) {
        let (name, mut default) = (option.name, option.default_value());
        let option_type = match option.option_type() {
            OptionType::Spin { min, max } => format!("spin, {min} to {max}"),
            OptionType::Combo(words) => {
                default = format!("`{default}`");
                format!("combo `{}`", words.join("`, `"))
            }
            _ => "check".into(),
        };
        let help = option.help(Lang::En);
        let start = format!("| `{name}` | {option_type} | {default} | {help}");
        assert!(
            row.starts_with(&start),
            "{row}\ndoes not start with\n{start}"
        );
    }
}

#[test]
fn the_three_answers_are_given_and_no_other() {
    let mut gui = Gui::ready();
    let answer = gui.ask(&format!("position sfen {MATE}\ngo mate 10000"));
    assert_eq!(answer.line, format!("checkmate {LINE}"));
    assert_eq!(answer.sentences, [""; 0]);
    assert_eq!(answer.rows(), [(5, LINE.split(' ').collect())]);
    let answer = gui.ask(&format!("position sfen {NO_MATE}\ngo mate 10000"));
    assert_eq!(answer.line, "checkmate nomate");
    assert_eq!(answer.rows(), []);
    let answer = gui.ask(&format!("position sfen {HARD}\ngo mate 200"));
    assert_eq!(answer.line, "checkmate timeout");
    assert_eq!(answer.rows(), []);
    assert!(answer.sentences[0].contains("undecided"));
    gui.quit();
}

/// A side line that leaves the shortest mate, and one that cannot be played.
#[test]
fn a_line_is_examined_move_by_move() {
    let mut gui = Gui::ready();
    let answer = gui.ask(&format!("position sfen {MATE}\ngo matedebug {LINE}"));
    assert_eq!(answer.line, format!("checkmate {LINE}"));
    let plies = [
        "at the start: Mate in 5 plies",
        "after move 1, S*2b: Mate in 4 plies",
    ];
    assert_eq!(answer.sentences[..2], plies);
    assert_eq!(answer.sentences.len(), 6, "{:?}", answer.sentences);
    gui.send("setoption name Language value ja");
    let answer = gui.ask(&format!(
        "position sfen {MATE}\ngo matedebug infinite S*1b 9a9b"
    ));
    assert_eq!(answer.line, format!("checkmate {LINE}"));
    let sentences = [
        "2 手目の「9a9b」は指せない手です",
        "開始局面: 5手詰",
        "1手目▲１二銀の後: 不詰",
    ];
    assert_eq!(answer.sentences, sentences);
    gui.quit();
}

#[test]
fn sentences_are_in_the_language_that_the_gui_chooses() {
    let mut gui = Gui::ready();
    for (language, sentence) in [
        ("ja", "不詰（どう王手を続けても詰みません）"),
        ("en", "no mate: the side to move cannot mate by checks"),
        ("locale", "no mate: the side to move cannot mate by checks"),
    ] {
        gui.send(&format!("setoption name Language value {language}"));
        gui.send(&format!("position sfen {NO_MATE}\ngo infinite"));
        let lines = gui.until(&format!("info string {sentence}"));
        assert!(!lines.is_empty(), "{language}");
        gui.send("stop");
        gui.until("bestmove resign");
    }
    gui.quit();
}

/// So little time is given that the answer is due before the search has ended.
#[test]
fn a_search_that_is_late_has_run_out_of_time() {
    let mut gui = Gui::ready();
    gui.send("setoption name Threads value 8");
    for _ in 0..20 {
        let answer = gui.ask(&format!("position sfen {HARD}\ngo mate 1"));
        assert_eq!(answer.line, "checkmate timeout");
        assert!(
            answer.sentences[0].contains("time limit"),
            "{:?}",
            answer.sentences
        );
    }
    gui.quit();
}

#[test]
fn a_search_without_limit_says_how_far_it_is_until_it_is_stopped() {
    let mut gui = Gui::ready();
    gui.send(&format!("position sfen {HARD}\ngo mate infinite"));
    for _ in 0..3 {
        gui.line_with("info depth");
    }
    gui.send("stop");
    let answer = gui.answer();
    assert_eq!(answer.line, "checkmate timeout");
    assert!(answer.last("nodes") > 0);
    gui.quit();
}

#[test]
fn stop_may_come_at_once_and_for_nothing() {
    let mut gui = Gui::ready();
    gui.send("stop");
    for _ in 0..20 {
        let answer = gui.ask(&format!("position sfen {HARD}\ngo mate infinite\nstop"));
        assert_eq!(answer.line, "checkmate timeout");
    }
    assert_eq!(gui.make_ready(), [""; 0], "one answer for each question");
    gui.quit();
}

#[test]
fn quit_and_the_end_of_input_end_a_search() {
    for quit in [true, false] {
        let mut gui = Gui::ready();
        gui.send(&format!("position sfen {HARD}\ngo mate infinite"));
        gui.line_with("info depth");
        if quit {
            gui.send("quit");
        } else {
            gui.close();
        }
        let lines = gui.end();
        assert!(lines.iter().all(|l| l.starts_with("info ")), "{lines:?}");
    }
}

#[test]
fn a_line_without_its_end_is_heard() {
    let mut gui = Gui::start();
    gui.send_bytes(b"isready");
    gui.close();
    assert_eq!(gui.end(), ["readyok"]);
}

#[test]
fn lines_may_end_as_windows_ends_them() {
    let mut gui = Gui::start();
    let script = format!(
        "usi\r\nsetoption name MultiPV value 2\r\nsetoption name Futile value standard\r\n\
         isready\r\nusinewgame\r\nposition sfen {MATE}\r\ngo mate infinite\r\n"
    );
    gui.send_bytes(script.as_bytes());
    gui.until("usiok");
    assert_eq!(gui.until("readyok"), [""; 0]);
    assert_eq!(gui.answer().line, format!("checkmate {LINE}"));
    gui.send_bytes(b"quit\r\n");
    assert_eq!(gui.end(), [""; 0]);
}

#[test]
fn several_threads_give_the_same_answer() {
    let mut gui = Gui::ready();
    gui.send("setoption name Threads value 3");
    assert_eq!(gui.mate(MATE).line, format!("checkmate {LINE}"));
    gui.quit();
}

#[test]
fn garbage_is_named_and_forgotten() {
    let mut gui = Gui::ready();
    for line in [
        "hello",
        "USI",
        "checkmate nomate",
        "setoption",
        "setoption name",
        "setoption name Book value x",
        "setoption name MultiPV value many",
        "setoption name Threads value 0",
        "position",
        "position nowhere",
        "position sfen",
        "position sfen 9/9 b - 1",
        "position startpos moves 1a1b",
    ] {
        gui.send(line);
        let said = gui.line();
        assert!(said.starts_with("info string "), "{line}: {said}");
    }
    gui.send("\n   \n\t");
    assert_eq!(gui.make_ready(), [""; 0]);
    assert_eq!(gui.mate(MATE).line, format!("checkmate {LINE}"));
    gui.quit();
}

#[test]
fn binary_noise_does_no_harm() {
    let mut gui = Gui::ready();
    // Every byte there is, in an order that repeats late, with line ends by chance.
    let noise: Vec<u8> = (0..200_000u32)
        .map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8)
        .collect();
    gui.send_bytes(&noise);
    gui.send_bytes(b"\n");
    gui.send_bytes(&vec![b'x'; 300_000]);
    gui.send_bytes(b"\n");
    let lines = gui.make_ready();
    assert!(lines.iter().all(|l| l.starts_with("info string ")));
    assert!(lines.iter().all(|l| !l.contains(char::is_control)));
    assert!(lines[lines.len() - 1].contains("65536 bytes"));
    assert_eq!(gui.mate(MATE).line, format!("checkmate {LINE}"));
    gui.quit();
}

#[test]
fn a_second_go_ends_the_first() {
    let mut gui = Gui::ready();
    gui.send(&format!(
        "position sfen {HARD}\ngo mate infinite\nposition sfen {MATE}\ngo mate infinite"
    ));
    assert_eq!(gui.answer().line, "checkmate timeout");
    assert_eq!(gui.answer().line, format!("checkmate {LINE}"));
    // Each gets its own answer, in its own words, in order; the stop is for the last.
    gui.send(&format!(
        "position sfen {HARD}\ngo mate infinite\ngo infinite\ngo mate soon\n\
         position sfen {NO_MATE}\ngo mate infinite\nposition sfen {HARD}\ngo infinite\nstop"
    ));
    let answers: Vec<String> = (0..5).map(|_| gui.answer().line).collect();
    assert_eq!(answers[0], "checkmate timeout");
    assert_eq!(answers[1], "bestmove resign");
    assert_eq!(answers[2], "checkmate timeout");
    // Stopped by the next one, unless it was quicker.
    assert!(["checkmate nomate", "checkmate timeout"].contains(&&answers[3][..]));
    assert_eq!(answers[4], "bestmove resign");
    assert_eq!(gui.make_ready(), [""; 0]);
    gui.quit();
}

#[test]
fn a_time_limit_ends_a_search_whatever_it_is() {
    let mut gui = Gui::ready();
    for ms in [0, 1, 10, 100, 300] {
        let answer = gui.ask(&format!("position sfen {HARD}\ngo mate {ms}"));
        assert_eq!(answer.line, "checkmate timeout", "{ms}");
    }
    for word in ["soon", "-5", "1e3"] {
        let answer = gui.ask(&format!("go mate {word}"));
        assert_eq!(answer.line, "checkmate timeout");
        assert!(answer.sentences[0].contains(word), "{:?}", answer.sentences);
    }
    gui.quit();
}

#[test]
fn ordinary_questions_get_a_move_or_resignation() {
    let mut gui = Gui::ready();
    let first = LINE.split(' ').next().expect("a move");
    for go in [
        "go",
        "go btime 60000 wtime 60000 byoyomi 1000",
        "go btime 0 wtime 0 binc 5000 winc 5000",
        "go movetime 5000",
        "go nodes 100000",
    ] {
        let answer = gui.ask(&format!("position sfen {MATE}\n{go}"));
        assert_eq!(answer.line, format!("bestmove {first}"), "{go}");
    }
    for (sfen, go) in [
        (NO_MATE, "go"),
        (HARD, "go btime 2000 wtime 0 byoyomi 0"),
        (HARD, "go nodes 1000"),
    ] {
        let answer = gui.ask(&format!("position sfen {sfen}\n{go}"));
        assert_eq!(answer.line, "bestmove resign", "{go}");
        assert_eq!(answer.sentences.len(), 1, "{go}");
    }
    gui.quit();
}

#[test]
fn positions_are_reached_by_moves() {
    let mut gui = Gui::start();
    assert_eq!(
        gui.ask("position startpos\ngo mate 5000").line,
        "checkmate nomate"
    );
    let rest: Vec<&str> = LINE.split(' ').collect();
    let (played, left) = rest.split_at(2);
    let answer = gui.ask(&format!(
        "position sfen {MATE} moves {}\ngo mate infinite",
        played.join(" ")
    ));
    assert_eq!(answer.moves(), left);
    let game = "position startpos moves 7g7f 3c3d 2g2f 4c4d 2f2e 2b3c";
    assert_eq!(
        gui.ask(&format!("{game}\ngo mate 5000")).line,
        "checkmate nomate"
    );
    gui.quit();
}

#[test]
fn nothing_is_searched_before_a_position_is_given() {
    let mut gui = Gui::ready();
    for (go, unknown) in [
        ("go mate 5000", "checkmate timeout"),
        ("go", "bestmove resign"),
    ] {
        let answer = gui.ask(go);
        assert_eq!(answer.line, unknown);
        assert_eq!(
            answer.sentences,
            ["there is no position to search: send 'position' before 'go'"]
        );
    }
    gui.quit();
}

#[test]
fn a_bad_position_is_named_and_nothing_is_claimed_of_it() {
    let mut gui = Gui::ready();
    for (position, words) in [
        ("startpos moves 7g7f 3c3d 8h2b+ 9a9a", "move 4, '9a9a'"),
        ("startpos moves 7g7f 7g7f", "move 2, '7g7f'"),
        ("startpos moves resign", "move 1, 'resign'"),
        ("sfen 9/9/9/9/9/9/9/9 b - 1", "9 rows"),
        ("sfen 9/9/9/9/x8/9/9/9/9 b - 1", "row 5"),
        ("sfen 9/9/9/9/9/9/9/9/9 b - 1", "no king"),
        ("sfen 8k/8R/9/9/9/9/9/9/9 b - 1", "captured"),
        ("sfen 8k/9/9/9/9/9/9/9/9 b 3R 1", "rook"),
        ("", "'sfen SFEN' or 'startpos' is missing"),
        ("nowhere", "'nowhere' is out of place"),
        ("startpos 7g7f", "'7g7f' is out of place"),
        ("sfen", "the board is missing"),
        ("sfen garbage", "row 1, character 16: 'a' is not a piece"),
    ] {
        let answer = gui.ask(&format!(
            "position sfen {MATE}\nposition {position}\ngo mate 5000"
        ));
        assert_eq!(answer.line, "checkmate timeout", "{position}");
        let said = &answer.sentences[0];
        assert!(said.contains(words), "{position}: {said}");
        assert_eq!(gui.ask("go").line, "bestmove resign", "{position}");
    }
    // A legal position in which there is nothing to solve.
    let answer = gui.mate("8k/9/9/9/9/9/9/9/9 w G 1");
    assert_eq!(answer.line, "checkmate timeout");
    assert!(
        answer.sentences[0].contains("nor a check"),
        "{:?}",
        answer.sentences
    );
    gui.quit();
}

#[test]
fn the_line_of_a_mate_mates() {
    let mut gui = Gui::ready();
    for shortest in [true, false] {
        gui.send(&format!("setoption name Shortest value {shortest}"));
        for sfen in [
            MATE,
            "5B1n1/8k/5R3/7S1/9/9/9/9/9 b P 1",
            "9/9/9/9/9/9/p8/9/K8 w 2R2B3G4S4N4L17Pg 1",
        ] {
            let answer = gui.mate(sfen);
            assert_mates(sfen, &answer.moves());
            assert_eq!(answer.rows()[0].1, answer.moves());
        }
    }
    gui.quit();
}

/// A rook mates a king that nobody can help; with pieces in his hand somebody can.
#[test]
fn pieces_that_stand_nowhere_are_named_and_given_on_demand() {
    let bare = "7lk/7p1/9/9/9/9/9/9/R8 b - 1";
    let pieces = "飛 角2 金4 銀4 桂4 香3 歩17";
    let mut gui = Gui::ready();
    let answer = gui.mate(bare);
    assert_eq!(answer.line, "checkmate 9i1i");
    let named =
        format!("pieces out of play: {pieces} (the option Rest gives them to the defender)");
    assert_eq!(answer.sentences, [named]);
    // The option holds for the position that was given before it.
    gui.send("setoption name Rest value true");
    let answer = gui.ask("go mate 10000");
    assert_eq!(answer.line, "checkmate nomate");
    let given = format!("Rest: the defender also holds {pieces}");
    assert_eq!(answer.sentences[0], given);
    assert_eq!(gui.mate(MATE).sentences, [""; 0]);
    // What the moves drop is there before them.
    let moves = "position sfen 9/9/9/8k/9/9/9/9/R8 b G 1 moves 9i1i P*1e";
    let answer = gui.ask(&format!("{moves}\ngo mate 2000"));
    assert!(
        answer.sentences[0].starts_with("Rest: "),
        "{:?}",
        answer.sentences
    );
    gui.send("setoption name Rest value false");
    let answer = gui.ask("go mate 2000");
    assert_eq!(answer.line, "checkmate timeout");
    let answer = gui.ask(&format!("{moves}\ngo mate 2000"));
    assert!(
        answer.sentences[0].contains("'P*1e'"),
        "{:?}",
        answer.sentences
    );
    gui.quit();
}

/// With two kings the defender is the side that is not to move, or that is in check.
#[test]
fn the_rest_is_the_defenders_whoever_that_is() {
    let mut gui = Gui::ready();
    gui.send("setoption name Rest value true");
    // A gold mates the king on 5a unless something can be dropped: nothing can, next to
    // it. The attacker's own king is in nobody's reach.
    for (position, answer) in [
        ("sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "checkmate G*5b"),
        ("sfen 4k4/9/9/9/9/9/4p4/9/4K4 w g 1", "checkmate G*5h"),
        (
            "sfen 4k4/9/9/9/9/9/4p4/9/4K4 b g 1 moves 5i4i",
            "checkmate nomate",
        ),
        // In check, and to move: the defender.
        ("sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1", "checkmate timeout"),
    ] {
        let got = gui.ask(&format!("position {position}\ngo mate 10000"));
        assert!(
            got.sentences[0].starts_with("Rest: "),
            "{position}: {:?}",
            got.sentences
        );
        assert_eq!(got.line, answer, "{position}");
    }
    gui.quit();
}
