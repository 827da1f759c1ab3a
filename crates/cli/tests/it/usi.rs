//! `kemuri usi` as a GUI starts it: a process with two pipes. What the engine
//! answers is tested in its own crate.

use crate::common;

use crate::common::{HARD, LINE, MATE, NO_MATE, file, kemuri, run};
use kemuri_testing::gui::GuiPipes;

#[test]
fn the_bare_binary_and_the_command_are_engines() {
    for gui in [
        GuiPipes::launch(&mut kemuri()),
        GuiPipes::launch(kemuri().arg("usi")),
    ] {
        let mut gui = gui;
        gui.send("usi");
        let lines = gui.until("usiok");
        assert!(lines[0].starts_with("id name Kemuri "), "{lines:?}");
        gui.send("isready");
        assert_eq!(gui.until("readyok"), [""; 0]);
        gui.send(&format!("position sfen {MATE}\ngo mate infinite"));
        assert_eq!(gui.line_with("checkmate"), format!("checkmate {LINE}"));
        gui.send("quit");
        assert_eq!(gui.end(), (Vec::new(), 0));
    }
}

#[test]
fn a_problem_on_a_pipe_is_pointed_to_the_right_command() {
    let ran = common::run_with::<&str>(&[], MATE.as_bytes());
    assert_eq!(ran.code, 0);
    assert!(ran.out.starts_with("info string "), "{}", ran.out);
    assert!(ran.out.contains("'kemuri solve -'"), "{}", ran.out);
    assert_eq!(run::<&str>(&[]).out, "");
}

#[test]
fn quit_and_the_end_of_input_end_a_search() {
    for quit in [true, false] {
        let mut gui = GuiPipes::launch(kemuri().arg("usi"));
        gui.send(&format!("position sfen {HARD}\ngo mate infinite"));
        gui.line_with("info depth");
        if quit {
            gui.send("quit");
        } else {
            gui.close();
        }
        let (lines, code) = gui.end();
        assert_eq!(code, 0);
        assert!(lines.iter().all(|l| l.starts_with("info ")), "{lines:?}");
    }
}

#[test]
fn sentences_are_in_the_language_asked_for() {
    let mut gui = GuiPipes::launch(kemuri().args(["usi", "--lang", "ja"]));
    gui.send("hello\nposition startpos moves 1a1b\ngo mate 100");
    assert!(gui.line().contains("コマンドはありません"));
    assert!(gui.line().contains("1 手目の「1a1b」"));
    assert!(gui.line().contains("局面がありません"));
    assert_eq!(gui.line(), "checkmate timeout");
    gui.send("quit");
    assert_eq!(gui.end(), (Vec::new(), 0));
}

/// `kemuri bench` with the engine as its own rival: both find the same.
#[test]
fn the_bench_agrees_with_the_engine() {
    let problems = format!(
        "corner\t{MATE}\t5\nlone pawn\t{NO_MATE}\tnomate\n\
         knight\t5B1n1/8k/5R3/7S1/9/9/9/9/9 b P 1\n\
         far rook\tk8/9/1GN6/9/8R/9/9/9/9 b r2b3g4s3n4l18p 1\n\
         turned\t9/9/9/9/9/9/1p7/L8/KN7 w 2R2B3G3S3N3L17Pgs 1\t1\n"
    );
    let path = file("usi-bench", "problems.tsv", problems);
    let kemuri = env!("CARGO_BIN_EXE_kemuri");
    let engine = format!("\"{kemuri}\" usi USI_Hash=16 Shortest=true Futile=none");
    let bare = format!("\"{kemuri}\" USI_Hash=1 Shortest=false");
    let ran = run(&[
        "bench", &path, "--json", "--time", "60s", "--hash", "16M", "--futile", "none", "--engine",
        &engine, "--engine", &bare,
    ]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.out);
    let objects = ran.json();
    let summary = objects.last().expect("a summary");
    assert_eq!(summary["disagreements"], serde_json::json!([]));
    for engine in summary["summary"].as_array().expect("engines") {
        assert_eq!(engine["solved"], 5, "{summary}");
        assert_eq!(engine["nomates"], 1, "{summary}");
    }
    // Three runs a problem: the shortest lengths agree, any mate is no shorter.
    for runs in objects[..15].chunks(3) {
        let lengths: Vec<u64> = runs.iter().filter_map(|r| r["length"].as_u64()).collect();
        if let [own, same, any] = lengths[..] {
            assert!(own == same && any >= own, "{runs:?}");
        }
        assert!(
            runs.iter().all(|r| r["nodes"].as_u64().is_some()),
            "{runs:?}"
        );
    }
}

/// Linux refuses what a process may not have; elsewhere it may be granted and
/// never used.
#[cfg(target_os = "linux")]
#[test]
fn a_table_that_cannot_be_had_is_refused_and_the_old_one_kept() {
    use std::process::Command;
    let mut command = Command::new("sh");
    command.env("LANG", "C").args([
        "-c",
        "ulimit -v 2000000; exec \"$0\" usi",
        env!("CARGO_BIN_EXE_kemuri"),
    ]);
    let mut gui = GuiPipes::launch(&mut command);
    let sfen = "5B1n1/8k/5R3/7S1/9/9/9/9/9 b P 1";
    let nodes = nodes_of(&mut gui, sfen);
    gui.send("setoption name USI_Hash value 16384");
    let said = gui.line();
    assert!(
        said.starts_with("info string USI_Hash:") && said.contains("16.00 GiB"),
        "{said}"
    );
    assert!(said.contains("256.0 MiB is kept"), "{said}");
    // Kept with what is in it.
    assert!(nodes_of(&mut gui, sfen) < nodes);
    // A smaller one is taken, and is empty.
    gui.send("setoption name USI_Hash value 1");
    assert_eq!(nodes_of(&mut gui, sfen), nodes);
    gui.send("quit");
    assert_eq!(gui.end(), (Vec::new(), 0));
}

/// Asks for the mate. Returns the last number of nodes before the answer.
#[cfg(target_os = "linux")]
#[track_caller]
fn nodes_of(gui: &mut GuiPipes, sfen: &str) -> u64 {
    gui.send(&format!("position sfen {sfen}\ngo mate infinite"));
    let mut nodes = 0;
    loop {
        let line = gui.line();
        if line.starts_with("checkmate") {
            return nodes;
        }
        if line.starts_with("info string pieces out of play: ") {
            continue;
        }
        let mut words = line.split(' ').skip_while(|word| *word != "nodes");
        nodes = words.nth(1).expect("nodes").parse().expect("a number");
    }
}
