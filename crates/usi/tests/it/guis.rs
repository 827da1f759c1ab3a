//! What GUIs do with an engine: options, games, analysis, several lines.

use crate::gui::Gui;
use kemuri_oracle::random::Rng;
use kemuri_testing::problems::{HARD, LINE, MATE, NO_MATE};
use kemuri_text::Lang;

/// A gold or a silver mates at 2b, and nothing else does.
const TWO: &str = "7nk/8l/7P1/9/9/9/9/9/9 b GS2r2b3g3s3n3l17p 1";
/// A rook mates from afar: every interposition is in vain.
const SLIDER: &str = "k8/9/1GN6/9/8R/9/9/9/9 b r2b3g4s3n4l18p 1";
/// Black is in check and mates by capturing the piece that gives it.
const CHECKED: &str = "8k/7g1/6K2/9/9/9/9/9/7R1 b - 1";

/// Word for word what ShogiHome sends for a mate search: options with the values
/// it has stored, `usinewgame` on its own after `readyok`, seconds as milliseconds.
#[test]
fn shogihome_searches_a_mate() {
    let mut gui = Gui::start();
    gui.send("usi");
    gui.until("usiok");
    gui.send(
        "setoption name USI_Hash value 64\nsetoption name Threads value 1\n\
         setoption name MultiPV value 1\nsetoption name Shortest value true\n\
         setoption name Futile value none\nsetoption name RootIsDefenderIfChecked value true\n\
         setoption name USI_Ponder value true",
    );
    assert_eq!(gui.make_ready(), [""; 0]);
    gui.send("usinewgame");
    let answer = gui.ask(&format!("position sfen {MATE} moves\ngo mate infinite"));
    assert_eq!(answer.line, format!("checkmate {LINE}"));
    let answer = gui.ask(&format!("position sfen {NO_MATE}\ngo mate 30000"));
    assert_eq!(answer.line, "checkmate nomate");
    gui.send(&format!("position sfen {HARD}\ngo mate infinite"));
    gui.line_with("info depth");
    gui.send("stop\ngameover draw");
    assert_eq!(gui.answer().line, "checkmate timeout");
    assert_eq!(gui.make_ready(), [""; 0]);
    gui.send("usinewgame");
    gui.quit();
}

/// The order in which the protocol, as 将棋所 describes it, has things: options
/// right after `usiok`, `isready` before every game, a position without `moves`.
#[test]
fn shogidokoro_solves_a_problem() {
    let mut gui = Gui::start();
    gui.send("usi");
    gui.until("usiok");
    gui.send("setoption name USI_Ponder value false\nsetoption name USI_Hash value 32");
    for (sfen, go, line) in [
        (MATE, "go mate 60000", format!("checkmate {LINE}")),
        (NO_MATE, "go mate infinite", "checkmate nomate".into()),
    ] {
        assert_eq!(gui.make_ready(), [""; 0]);
        gui.send("usinewgame");
        assert_eq!(gui.ask(&format!("position sfen {sfen}\n{go}")).line, line);
        gui.send("gameover win");
    }
    gui.quit();
}

/// Analysis: `go infinite` is answered after `stop` and not before, and the next
/// position is sent after the answer.
#[test]
fn shogihome_analyses() {
    let mut gui = Gui::ready();
    gui.send("usinewgame");
    gui.send(&format!("position sfen {MATE}\ngo infinite"));
    gui.line_with("score mate 5 multipv 1 pv S*2b");
    // The search is over or nearly so; still no answer comes.
    for _ in 0..3 {
        let lines = gui.make_ready();
        assert!(lines.iter().all(|l| l.starts_with("info ")), "{lines:?}");
    }
    gui.send("stop");
    assert_eq!(gui.answer().line, "bestmove S*2b");
    gui.send(&format!("position sfen {NO_MATE}\ngo infinite\nstop"));
    assert_eq!(gui.answer().line, "bestmove resign");
    gui.quit();
}

/// A GUI that analyses sees what was found when it is found, not when it asks for the
/// answer, and goes on hearing from the engine until then.
#[test]
fn a_held_answer_is_explained_before_it_is_given() {
    let mut gui = Gui::ready();
    gui.send(&format!("position sfen {NO_MATE}\ngo infinite"));
    let sentence = gui.line_with("info string");
    assert!(sentence.contains("no mate"), "{sentence}");
    for _ in 0..2 {
        gui.line_with("info depth");
    }
    gui.send("stop");
    let answer = gui.answer();
    assert_eq!(answer.line, "bestmove resign");
    assert_eq!(answer.sentences, [""; 0]);
    gui.quit();
}

#[test]
fn pondering_waits_for_its_hit() {
    let mut gui = Gui::ready();
    for (sfen, best) in [(MATE, "bestmove S*2b"), (HARD, "bestmove resign")] {
        for hit in ["ponderhit", "ponderhit btime 0 wtime 0 byoyomi 100", "stop"] {
            gui.send(&format!(
                "position sfen {sfen}\ngo ponder btime 1000 wtime 1000 byoyomi 100"
            ));
            let lines = gui.make_ready();
            assert!(lines.iter().all(|l| l.starts_with("info ")), "{lines:?}");
            gui.send(hit);
            assert_eq!(gui.answer().line, best, "{hit}");
        }
    }
    // Where the clock does not run at all nothing but the hit is waited for.
    gui.send(&format!("position sfen {MATE}\ngo ponder\nponderhit"));
    assert_eq!(gui.answer().line, "bestmove S*2b");
    gui.quit();
}

#[test]
fn a_game_may_end_at_any_time() {
    let mut gui = Gui::ready();
    gui.send("gameover win");
    gui.send(&format!("position sfen {HARD}\ngo infinite\ngameover lose"));
    assert_eq!(gui.answer().line, "bestmove resign");
    assert_eq!(gui.make_ready(), [""; 0]);
    gui.quit();
}

#[test]
fn options_count_before_and_after_isready() {
    let mut gui = Gui::start();
    gui.send("setoption name MultiPV value 2");
    gui.make_ready();
    assert_eq!(gui.mate(TWO).rows().len(), 2);
    gui.send("setoption name MultiPV value 1");
    assert_eq!(gui.mate(TWO).rows().len(), 1);
    gui.make_ready();
    gui.send("setoption name multipv value 100");
    assert_eq!(gui.mate(TWO).rows().len(), 2);
    gui.quit();
}

#[test]
fn options_set_during_a_search_count_after_it() {
    let mut gui = Gui::ready();
    gui.send(&format!("position sfen {HARD}\ngo mate infinite"));
    gui.send("setoption name MultiPV value 9\nsetoption name USI_Hash value 16\nusinewgame");
    gui.send("setoption name Nothing value 1");
    // What cannot be set is refused at once.
    gui.line_with("'Nothing'");
    gui.send("stop");
    assert_eq!(gui.answer().line, "checkmate timeout");
    assert_eq!(gui.mate(TWO).rows().len(), 2);
    gui.quit();
}

/// `isready` is a ping during a search, but where options wait for the end of it
/// the engine is ready when they count.
#[test]
fn readiness_comes_after_the_options_before_it() {
    let mut gui = Gui::ready();
    gui.send(&format!("position sfen {HARD}\ngo mate infinite\nisready"));
    gui.line_with("readyok");
    gui.send("setoption name MultiPV value 2\nisready");
    gui.send(&format!("position sfen {TWO}\nstop"));
    let answer = gui.answer();
    assert_eq!(answer.line, "checkmate timeout");
    assert_eq!(gui.until("readyok"), [""; 0]);
    assert_eq!(gui.ask("go mate infinite").rows().len(), 2);
    gui.quit();
}

/// A GUI on which somebody holds the arrow key: positions by the thousand, and
/// the last one counts.
#[test]
fn positions_do_not_pile_up_during_a_search() {
    let mut gui = Gui::ready();
    gui.send(&format!("position sfen {HARD}\ngo mate infinite"));
    gui.line_with("info depth");
    let shuffle = " 5i5h 5a5b 5h5i 5b5a".repeat(2000);
    for _ in 0..100 {
        gui.send(&format!("position startpos moves{shuffle}"));
    }
    gui.send(&format!("position sfen {MATE}"));
    gui.send("stop\ngo mate infinite");
    assert_eq!(gui.answer().line, "checkmate timeout");
    assert_eq!(gui.answer().line, format!("checkmate {LINE}"));
    gui.quit();
}

#[test]
fn several_first_moves_are_shown_best_first() {
    let mut gui = Gui::ready();
    gui.send("setoption name MultiPV value 10");
    let answer = gui.mate(TWO);
    let mut firsts: Vec<String> = answer
        .rows()
        .iter()
        .map(|(length, moves)| format!("{length} {}", moves.join(" ")))
        .collect();
    assert_eq!(answer.moves(), answer.rows()[0].1, "the answer is the best");
    firsts.sort();
    assert_eq!(firsts, ["1 G*2b", "1 S*2b"]);
    assert_eq!(answer.sentences, [""; 0]);
    gui.quit();
}

#[test]
fn futile_interpositions_count_or_not() {
    let mut gui = Gui::ready();
    let answer = gui.mate(SLIDER);
    assert_eq!((answer.moves().len(), answer.rows()[0].0), (1, 1));
    gui.send("setoption name Futile value none");
    assert!(gui.mate(SLIDER).moves().len() > 1);
    gui.send("setoption name Futile value standard");
    assert_eq!(gui.mate(SLIDER).moves().len(), 1);
    gui.quit();
}

#[test]
fn a_side_in_check_defends() {
    let mut gui = Gui::ready();
    // Mated: the line begins with the defender's move, and the score is a loss.
    let (first, rest) = LINE.split_once(' ').expect("moves");
    let line = format!("position sfen {MATE} moves {first}");
    let answer = gui.ask(&format!("{line}\ngo mate infinite"));
    assert_eq!(answer.line, format!("checkmate {rest}"));
    assert_eq!(answer.rows()[0].0, -4);
    assert_eq!(gui.ask(&format!("{line}\ngo")).line, "bestmove 1a1b");
    // Mated already: there are no moves to give.
    let answer = gui.ask(&format!(
        "position sfen {MATE} moves {LINE}\ngo mate infinite"
    ));
    assert_eq!(answer.line, "checkmate timeout");
    assert!(answer.sentences[0].contains("mated already"));
    assert_eq!(gui.ask("go").line, "bestmove resign");
    // Not mated.
    let answer = gui.mate("5+R2k/9/9/9/9/9/9/9/9 w - 1");
    assert_eq!(answer.line, "checkmate nomate");
    assert!(answer.sentences[0].starts_with("pieces out of play: 飛 "));
    assert!(answer.sentences[1].contains("gets out of check"));
    gui.quit();
}

#[test]
fn a_side_in_check_plays_what_refutes_the_attack() {
    let mut gui = Gui::ready();
    // The gold that is dropped beside the king is not protected.
    let position = "position sfen 8k/9/9/9/9/9/9/9/9 b G 1 moves G*1b";
    for go in [
        "go",
        "go byoyomi 2000",
        "go movetime 2000",
        "go nodes 1000",
        "go btime 60000 wtime 60000",
    ] {
        let answer = gui.ask(&format!("{position}\n{go}"));
        assert_eq!(answer.line, "bestmove 1a1b", "{go}");
        let last = answer.infos.last().expect("info");
        assert!(last.ends_with(" multipv 1 pv 1a1b"), "{last}");
        let mut sentences = answer.sentences.iter();
        assert!(
            sentences.any(|said| said.contains("gets out of check")),
            "{go}"
        );
    }
    gui.send(&format!("{position}\ngo infinite"));
    gui.send("stop");
    assert_eq!(gui.answer().line, "bestmove 1a1b");
    gui.quit();
}

/// Not even `stop` at once costs more than the move.
#[test]
fn a_side_in_check_obeys_the_clock() {
    let mut gui = Gui::ready();
    // Both kings in the open: far too much for the time.
    let sfen = "9/9/9/9/4k4/4P4/9/9/4K4 w RBG2S2N2L4Prb3g2s2n2l13p 1";
    for go in ["go movetime 100", "go byoyomi 100", "go infinite\nstop"] {
        let start = std::time::Instant::now();
        let answer = gui.ask(&format!("position sfen {sfen}\n{go}"));
        assert!(answer.line.starts_with("bestmove "), "{go}");
        let took = start.elapsed();
        assert!(took < std::time::Duration::from_secs(2), "{go}: {took:?}");
    }
    gui.quit();
}

#[test]
fn a_side_in_check_attacks_if_told_so() {
    let mut gui = Gui::ready();
    let answer = gui.mate(CHECKED);
    assert_eq!(answer.line, "checkmate nomate");
    let said = "both kings are on the board and the side to move is in check";
    let mut sentences = answer.sentences.iter();
    assert!(
        sentences.any(|sentence| sentence.starts_with(said)),
        "{:?}",
        answer.sentences
    );
    gui.send("setoption name RootIsDefenderIfChecked value false");
    let answer = gui.mate(CHECKED);
    assert_eq!(answer.line, "checkmate 2i2b+");
    // Nothing is said but which pieces are out of play.
    let mut sentences = answer.sentences.iter();
    assert!(sentences.all(|sentence| sentence.starts_with("pieces out of play: ")));
    // Whoever has the only king cannot attack.
    let answer = gui.mate("5+R2k/9/9/9/9/9/9/9/9 w - 1");
    assert!(answer.sentences[0].starts_with("pieces out of play: 飛 "));
    assert!(answer.sentences[1].contains("gets out of check"));
    gui.quit();
}

/// The same question again costs next to nothing, until a new game begins.
#[test]
fn what_was_learnt_is_kept_until_a_new_game() {
    let sfen = "5B1n1/8k/5R3/7S1/9/9/9/9/9 b P 1";
    let mut gui = Gui::ready();
    gui.send("usinewgame");
    let first = gui.mate(sfen).last("nodes");
    let again = gui.mate(sfen).last("nodes");
    assert!(again < first / 2, "{again} after {first}");
    gui.send("usinewgame");
    assert_eq!(gui.mate(sfen).last("nodes"), first);
    gui.quit();
}

/// A table of more memory than there is would be granted, and end the engine when it
/// fills up.
#[cfg(target_os = "linux")]
#[test]
fn a_table_that_would_not_fit_is_refused() {
    let memory = std::fs::read_to_string("/proc/meminfo").expect("Linux");
    let kilobytes = |name: &str| -> u64 {
        let line = memory.lines().find(|line| line.starts_with(name));
        let word = line.and_then(|line| line.split_whitespace().nth(1));
        word.expect(name).parse().expect("a number")
    };
    // What the machine has, not only what is free of it.
    let size = kilobytes("MemTotal:").div_ceil(1024).clamp(257, 65536);
    if size << 10 <= kilobytes("MemAvailable:") {
        return;
    }
    let mut gui = Gui::ready();
    gui.send(&format!("setoption name USI_Hash value {size}"));
    let said = gui.line();
    assert!(said.starts_with("info string USI_Hash: cannot"), "{said}");
    gui.quit();
}

#[test]
fn sentences_are_in_the_language_asked_for() {
    let mut gui = Gui::start_in(Lang::Ja);
    gui.send("hello\nposition startpos moves 1a1b\ngo mate 100");
    assert!(gui.line().contains("コマンドはありません"));
    assert!(gui.line().contains("1 手目の「1a1b」"));
    let answer = gui.answer();
    assert!(answer.sentences[0].contains("局面がありません"));
    assert_eq!(answer.line, "checkmate timeout");
    gui.quit();
}

/// Commands in any order, nobody waiting for anything: every `go` gets its own
/// answer, in its own words, in order, and the engine is there afterwards.
#[test]
fn every_go_is_answered_once_whatever_is_said_around_it() {
    let positions = [MATE, NO_MATE, HARD, TWO, SLIDER, CHECKED, "nonsense"];
    for seed in 0..3 {
        let mut rng = Rng::new(seed);
        let mut gui = Gui::ready();
        let (mut script, mut expected) = (String::new(), Vec::new());
        for _ in 0..150 {
            let position = format!("position sfen {}", rng.pick(&positions));
            let lines = [
                "go mate infinite",
                "go mate 30",
                "go mate soon",
                "go infinite",
                "go ponder btime 100 wtime 100 byoyomi 10",
                "go nodes 100",
                "stop",
                "ponderhit",
                "gameover win",
                "usinewgame",
                "setoption name MultiPV value 3",
                "setoption name USI_Hash value 2",
                "setoption name USI_Hash value 3",
                "noise",
                &position,
                &position,
                &position,
            ];
            let line = *rng.pick(&lines);
            if line.starts_with("go ") {
                let mate = line.starts_with("go mate");
                expected.push(if mate { "checkmate" } else { "bestmove" });
            }
            script += line;
            script += "\n";
        }
        gui.send(&format!("{script}stop"));
        for word in expected {
            let answer = gui.answer().line;
            assert!(answer.starts_with(word), "{answer} to:\n{script}");
        }
        let lines = gui.make_ready();
        assert!(lines.iter().all(|l| l.starts_with("info ")), "{lines:?}");
        assert_eq!(gui.mate(MATE).moves()[0], "S*2b");
        gui.quit();
    }
}
