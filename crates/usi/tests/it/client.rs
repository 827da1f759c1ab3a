//! The client against engines that behave and engines that do not. The engine is a
//! shell script.
#![cfg(unix)]

use kemuri_core::Problem;
use kemuri_testing::problems::{LINE, MATE};
use kemuri_usi::client::{
    Engine, EngineAnswer, EngineCommand, EngineError, EngineReply, TimeLimit,
};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Speaks USI and answers `go` as its first argument says.
const SCRIPT: &str = r#"
while read -r line; do
    case "$line" in
    usi) echo "id name Script $1"; echo "option name Two Words type check default true"
         echo usiok ;;
    "setoption name Two Words value "*) words=${line##* } ;;
    isready) echo readyok ;;
    quit) exit 0 ;;
    go*) case "$1" in
         mate) echo "info nodes 42 pv S*2b"; echo "info string nodes 9"
               echo "checkmate S*2b 1a1b S*1c 1b2c 3b3c" ;;
         nomate) echo "checkmate nomate" ;;
         words) echo "checkmate $words" ;;
         bad) echo "checkmate perhaps" ;;
         crash) exit 3 ;;
         hang) exec sleep 600 ;;
         esac ;;
    esac
done
"#;

/// The command line of the script with this behaviour.
fn script(behaviour: &str) -> EngineCommand {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("client-{behaviour}"));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("engine.sh");
    std::fs::write(&path, SCRIPT).expect("a script");
    let command = format!("sh \"{}\" {behaviour} USI_Hash=64", path.display());
    command.parse().expect("a command line")
}

fn problem() -> Problem {
    MATE.parse().expect("a problem")
}

fn solve(engine: &mut Engine) -> EngineReply {
    let limit = TimeLimit::new(Duration::from_millis(200), Duration::from_millis(100));
    engine.solve(&problem(), limit, &AtomicBool::new(false))
}

fn start(behaviour: &str) -> Engine {
    Engine::start(script(behaviour), &AtomicBool::new(false)).expect("an engine")
}

#[test]
fn answers_are_read_problem_after_problem() {
    let mut engine = start("mate");
    assert_eq!(engine.name(), "Script mate");
    for _ in 0..2 {
        let reply = solve(&mut engine);
        assert_eq!(reply.nodes, Some(42));
        let EngineAnswer::Mate(moves) = reply.answer.expect("an answer") else {
            panic!("a mate");
        };
        let words: Vec<String> = moves.iter().map(|mv| mv.to_usi()).collect();
        assert_eq!(words.join(" "), LINE);
    }
    let answer = solve(&mut start("nomate")).answer;
    assert!(matches!(answer, Ok(EngineAnswer::NoMate)), "{answer:?}");
}

#[test]
fn options_that_are_declared_can_be_set_between_problems() {
    let mut engine = start("words");
    assert!(engine.declares("Two Words"));
    assert!(!engine.declares("Two") && !engine.declares("USI_Hash"));
    let mut answer = |value| {
        engine.set_option("Two Words", value);
        solve(&mut engine).answer.expect("an answer")
    };
    assert_eq!(answer("nomate"), EngineAnswer::NoMate);
    assert_eq!(answer("timeout"), EngineAnswer::Timeout);
    assert_eq!(answer("nomate"), EngineAnswer::NoMate);
}

#[test]
fn an_engine_that_fails_is_started_again() {
    for (behaviour, expected) in [
        ("bad", EngineError::BadAnswer("checkmate perhaps".into())),
        ("crash", EngineError::Exited),
        ("hang", EngineError::NotStopping),
    ] {
        let mut engine = start(behaviour);
        for _ in 0..2 {
            let error = solve(&mut engine).answer.expect_err("no answer");
            assert_eq!(error.to_string(), expected.to_string());
            assert_eq!(error.kind(), expected.kind());
        }
    }
}

#[test]
fn a_program_that_is_no_engine_is_refused() {
    let start = |command: &str| {
        let command = command.parse().expect("a command line");
        Engine::start(command, &AtomicBool::new(false)).err()
    };
    assert!(matches!(start("true"), Some(EngineError::Exited)));
    // A file that is no program.
    let text = concat!(env!("CARGO_MANIFEST_DIR"), "/README.md");
    let error = start(&format!("\"{text}\""));
    assert!(matches!(error, Some(EngineError::Start(_))), "{error:?}");
}

#[test]
fn an_interrupt_is_no_error() {
    let mut engine = start("hang");
    let limit = TimeLimit::new(None, Duration::from_millis(100));
    let reply = engine.solve(&problem(), limit, &AtomicBool::new(true));
    assert!(
        matches!(reply.answer, Ok(EngineAnswer::Interrupted)),
        "{reply:?}"
    );
}
