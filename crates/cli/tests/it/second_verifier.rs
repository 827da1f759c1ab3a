//! The second verifier, `tools/verify.py`, written from the page of the format
//! alone: it must judge every certificate, genuine or forged, as the first one does.

use crate::common::{
    MATE, NO_MATE, Ran, directory, finish, run, start as start_process, with_gold_elsewhere,
};
use kemuri_certify::{Claim, VerifyError, verify};
use kemuri_core::{Color, Problem};
use kemuri_oracle::OracleAnswer;
use kemuri_oracle::random::{
    RandomProblem, Rng, Shape, random_attack, random_position, random_small,
};
use kemuri_oracle::tsume::solve;
use kemuri_solver::{Budget, Futile, Goal, Options, Solver};
use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Forgeries of an ordinary run; `KEMURI_FORGERIES` makes more.
const FORGERIES: u64 = 1_120;
/// Genuine certificates of each class.
const OF_EACH_CLASS: usize = 2;
/// The most bytes of a certificate that is forged.
const MOST_BYTES: usize = 700;
/// Positions that brute force may look at for a question.
const CAP: usize = 2_000;

/// Pawn-drop mates: the bishop must not promote; a pawn drop that would mate.
const PAWN_DROPS: [&str; 3] = [
    "5B1n1/8k/5R3/7S1/9/9/9/9/9 b P 1",
    "7nk/7l1/8G/9/9/9/9/9/9 b P 1",
    "7nk/9/7GG/9/9/9/9/9/9 b 2Pr2b2g4s3n4l16p 1",
];

fn number(variable: &str) -> Option<u64> {
    let value = std::env::var(variable).ok()?;
    Some(value.parse().expect("a number"))
}

/// Python, if there is one that is new enough: there must be one in CI.
fn python() -> Option<Command> {
    let version = "import sys; sys.exit(sys.version_info < (3, 10))";
    let asked = Command::new("python3").args(["-c", version]).status();
    if !asked.is_ok_and(|status| status.success()) {
        assert!(std::env::var_os("CI").is_none(), "CI needs Python 3.10");
        println!("skipped: there is no Python 3.10 here");
        return None;
    }
    let mut python = Command::new("python3");
    python.env("PYTHONDONTWRITEBYTECODE", "1");
    Some(python)
}

fn tools() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools")
}

fn certify(problem: &Problem, goal: Goal) -> Option<(Claim, Vec<u8>)> {
    let mut solver = Solver::new(Options::default().with_hash(256 << 10)).unwrap();
    let budget = Budget::default().with_nodes(2_000);
    let outcome = solver.solve(problem, goal, &budget.renewed(), &mut |_| ());
    let mut bytes = Vec::new();
    let written = solver.certify(&outcome, 1 << 16, &mut bytes, &budget, &mut |_| ());
    let claim = written.ok()?.claim;
    (bytes.len() <= MOST_BYTES).then_some((claim, bytes))
}

fn random(seed: u64) -> RandomProblem {
    let mut rng = Rng::new(seed);
    match seed % 4 {
        0 => random_attack(&mut rng),
        1 => {
            let shape = *rng.pick(&Shape::all());
            random_position(&mut rng, &shape)
        }
        _ => random_small(&mut rng),
    }
}

/// Writes certificates by the solver to `folder`: of mates, exact or not, and
/// no-mates, with either side attacking and either to move, with one king and two.
fn write_genuine(folder: &Path, first: u64) {
    let mut classes: BTreeMap<_, usize> = BTreeMap::new();
    let (mut crowded_hands, mut long) = (0, 0);
    for (index, sfen) in PAWN_DROPS.iter().enumerate() {
        let problem = Problem::from_sfen(sfen).unwrap();
        let (_, bytes) = certify(&problem, Goal::Shortest(Futile::None)).expect(sfen);
        fs::write(folder.join(format!("pawn-drop-{index}")), bytes).unwrap();
    }
    for seed in first..first + 2_500 {
        let random = random(seed);
        let sfen = random.sfen();
        let problem = Problem::from_sfen_with(&sfen, Some(random.attacker)).unwrap();
        let goal = match seed % 8 / 4 {
            0 => Goal::FirstMate,
            _ => Goal::Shortest(Futile::None),
        };
        let Some((claim, bytes)) = certify(&problem, goal) else {
            continue;
        };
        let kind = match claim {
            Claim::MateExactly(n) => ('E', n.min(4 + n % 2)),
            Claim::MateWithin(_) => ('W', 0),
            Claim::NoMate => ('N', 0),
            Claim::NoMateWithin(_) => ('D', 0),
        };
        let kings = sfen.matches(['k', 'K']).count();
        let class = (
            kind,
            random.attacker_to_move(),
            random.attacker == Color::BLACK,
            kings,
        );
        let count = classes.entry(class).or_default();
        let is_crowded = sfen.contains("18p") || sfen.contains("17p");
        if *count < OF_EACH_CLASS || is_crowded && crowded_hands < 10 {
            *count += 1;
            crowded_hands += usize::from(is_crowded);
            long += usize::from(matches!(claim.mate(), Some(7..)));
            fs::write(folder.join(format!("{seed}")), bytes).unwrap();
        }
    }
    let all = classes.len();
    println!("{classes:?}, {crowded_hands} with crowded hands, {long} of 7 plies and more");
    assert!(
        all >= 30 && crowded_hands >= 5 && long >= 3,
        "{all} classes"
    );
}

/// What the verifier in Rust says, in the words of the other.
fn judge(bytes: &[u8]) -> (String, Option<(Problem, Claim)>) {
    match verify(bytes, None) {
        Ok(proven) => {
            let attacker = match proven.problem.attacker() {
                Color::BLACK => "black",
                _ => "white",
            };
            let plies = |n| format!("{n} {}", if n == 1 { "ply" } else { "plies" });
            let sentence = match proven.claim {
                Claim::MateWithin(n) => format!("mate within {}", plies(n)),
                Claim::MateExactly(n) => format!("mate in exactly {}", plies(n)),
                Claim::NoMate => "no mate".into(),
                Claim::NoMateWithin(n) => format!("no mate within {}", plies(n)),
            };
            let (mates, refutations) = (proven.mate_entries, proven.refutation_entries);
            let sfen = proven.problem.to_sfen();
            (
                format!("proven {sfen} {attacker} {mates} {refutations} {sentence}"),
                Some((proven.problem, proven.claim)),
            )
        }
        Err(VerifyError::Wrong(fault)) => (format!("wrong {fault}"), None),
        Err(error) => (format!("unreadable {error}"), None),
    }
}

/// Two verdicts agree if both verifiers prove the same, or refuse for the same
/// class of reasons.
fn agree(one: &str, other: &str) -> bool {
    let class = |verdict: &str| verdict.split(' ').next().map(str::to_owned);
    match one.starts_with("proven") {
        true => one == other,
        false => class(one) == class(other),
    }
}

/// Whether a claim is true, by brute force, if the game is small enough for it.
fn is_true(
    problem: &Problem,
    claim: Claim,
    known: &mut HashMap<String, OracleAnswer>,
) -> Option<bool> {
    let black = problem.attacker() == Color::BLACK;
    let sfen = problem.to_sfen();
    let key = format!("{sfen} {black}");
    let answer = *known.entry(key).or_insert_with(|| solve(&sfen, black, CAP));
    let length = match answer {
        OracleAnswer::Mate { length } => Some(length),
        OracleAnswer::NoMate => None,
        OracleAnswer::TooLarge => return None,
    };
    Some(match claim {
        Claim::MateWithin(n) => length.is_some_and(|length| length <= n.into()),
        Claim::MateExactly(n) => length == Some(n.into()),
        Claim::NoMate => length.is_none(),
        Claim::NoMateWithin(n) => length.is_none_or(|length| length > n.into()),
    })
}

fn from_hex(text: &str) -> Vec<u8> {
    let digits: Vec<u8> = text
        .chars()
        .map(|c| c.to_digit(16).unwrap() as u8)
        .collect();
    digits
        .chunks(2)
        .map(|pair| pair[0] << 4 | pair[1])
        .collect()
}

/// Certificates of one kind.
#[derive(Default, Debug)]
struct Tally {
    proven: u64,
    /// Of those, claims that brute force confirms.
    confirmed: u64,
    wrong: u64,
    unreadable: u64,
}

#[test]
fn both_verifiers_judge_every_certificate_alike() {
    let Some(mut python) = python() else {
        return;
    };
    let forgeries = number("KEMURI_FORGERIES").unwrap_or(FORGERIES);
    let seed = number("KEMURI_FORGERY_SEED").unwrap_or(1);
    let folder = directory("second-verifier");
    write_genuine(&folder, seed * 1_000_000);
    let mut forger = python
        .arg(tools().join("forge"))
        .arg(&folder)
        .args([seed.to_string(), forgeries.to_string()])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut tallies: BTreeMap<String, Tally> = BTreeMap::new();
    let (mut known, mut disagreements) = (HashMap::new(), 0);
    for line in BufReader::new(forger.stdout.take().unwrap()).lines() {
        let line = line.unwrap();
        let [kind, source, theirs, hex] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        let (ours, proven) = judge(&from_hex(hex));
        if !agree(&ours, theirs) {
            disagreements += 1;
            println!("{kind} of {source}:\n  {ours}\n  {theirs}\n  {hex}");
            continue;
        }
        let tally = tallies.entry(kind.into()).or_default();
        match ours.split(' ').next() {
            Some("proven") => tally.proven += 1,
            Some("wrong") => tally.wrong += 1,
            _ => tally.unreadable += 1,
        }
        if let Some((problem, claim)) = proven {
            let truth = is_true(&problem, claim, &mut known);
            assert_ne!(
                truth,
                Some(false),
                "both accept a false claim: {kind} {ours} {hex}"
            );
            tally.confirmed += u64::from(truth == Some(true));
        }
    }
    assert!(forger.wait().unwrap().success());
    for (kind, tally) in &tallies {
        println!("{kind}: {tally:?}");
    }
    assert_eq!(disagreements, 0);
    let genuine = tallies.remove("genuine").unwrap();
    assert_eq!(genuine.wrong + genuine.unreadable, 0);
    assert_eq!(tallies.len(), 28);
    let sum = |of: fn(&Tally) -> u64| tallies.values().map(of).sum::<u64>();
    let (proven, wrong) = (sum(|tally| tally.proven), sum(|tally| tally.wrong));
    let (confirmed, unreadable) = (sum(|tally| tally.confirmed), sum(|tally| tally.unreadable));
    assert_eq!(proven + wrong + unreadable, forgeries);
    assert!(proven * 8 > forgeries && wrong * 3 > forgeries && unreadable * 16 > forgeries);
    assert!(confirmed * 16 > forgeries, "{confirmed} confirmed");
}

/// `tools/verify.py`, if there is a Python for it.
fn script() -> Option<Command> {
    let mut script = python()?;
    script.arg(tools().join("verify.py"));
    Some(script)
}

#[test]
fn the_script_keeps_the_contract_of_the_command() {
    if script().is_none() {
        return;
    }
    let verify_py =
        |arguments: &[&str], input: &[u8]| finish(script().unwrap().args(arguments), input);
    let folder = directory("second-verifier-script");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (mate, none) = (path("mate.cert"), path("none.cert"));
    for (file, problem) in [(&mate, MATE), (&none, NO_MATE)] {
        assert_eq!(run(&["solve", "--certificate", file, problem]).code, 0);
    }
    let bytes = fs::read(&mate).unwrap();
    let (cut, damaged) = (path("cut.cert"), path("damaged.cert"));
    fs::write(&cut, &bytes[..bytes.len() - 7]).unwrap();
    fs::write(&damaged, [&bytes[..70], b"?", &bytes[71..]].concat()).unwrap();
    let gold = path("gold.cert");
    let one = "8k/9/8P/9/9/9/9/9/9 b G 1";
    assert_eq!(run(&["solve", "--certificate", &gold, one]).code, 0);
    let elsewhere = path("elsewhere.cert");
    fs::write(&elsewhere, with_gold_elsewhere(fs::read(&gold).unwrap())).unwrap();
    let text = path("text");
    fs::write(&text, "neither").unwrap();

    let verified = |ran: &Ran| {
        let line = ran.out.lines().find(|line| line.starts_with("Verified: "));
        line.map(str::to_owned)
    };
    let cases: [(&[&str], i32); 11] = [
        (&[&mate], 0),
        (&[&none], 0),
        (&[&gold, one], 0),
        (&[&gold, MATE], 2),
        (&[&elsewhere], 1),
        (&[&cut], 2),
        (&[&damaged], 2),
        (&[&text], 2),
        (&[&path("absent")], 2),
        (&[&path("")], 2),
        (&[&gold, "8k/9 b - 1"], 2),
    ];
    for (arguments, code) in cases {
        let theirs = verify_py(arguments, b"");
        let ours = run(&[&["verify"], arguments].concat());
        assert_eq!(theirs.code, code, "{arguments:?}: {}", theirs.err);
        assert_eq!(ours.code, code, "{arguments:?}: {}", ours.err);
        assert_eq!(verified(&theirs), verified(&ours), "{arguments:?}");
        assert_eq!(verified(&theirs).is_some(), code == 0, "{arguments:?}");
        assert_eq!(theirs.err.is_empty(), code == 0, "{arguments:?}");
        assert!(!theirs.err.contains("Traceback"), "{}", theirs.err);
    }
    let from_pipe = verify_py(&["-"], &bytes);
    assert_eq!(from_pipe.code, 0, "{}", from_pipe.err);
    assert_eq!(verify_py(&[], b"").code, 2);
}

#[test]
fn the_script_ends_on_input_without_an_end() {
    for start in [&b"\x89KEMURI\n\x01\x00"[..], b"endless"] {
        let Some(mut script) = script() else {
            return;
        };
        let mut child = start_process(script.arg("-"));
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(start).unwrap();
        let more = [0; 1 << 16];
        while stdin.write_all(&more).is_ok() {}
        let ended = child.wait_with_output().unwrap();
        assert_eq!(ended.status.code(), Some(2));
        let said = String::from_utf8(ended.stderr).unwrap();
        assert!(
            said.starts_with("verify.py: -: ") && said.lines().count() == 1,
            "{said}"
        );
    }
}
