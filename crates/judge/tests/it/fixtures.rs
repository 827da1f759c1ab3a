//! One problem for each class, whose verdict is clear to any player.

use kemuri_core::{Move, Problem, Square};
use kemuri_judge::duplicates::Duplicates;
use kemuri_judge::repair::suggest;
use kemuri_judge::{
    Author, CheckOptions, Fact, FactDetail, FactKind, Judge, PieceChange, Profile, Proof, Report,
    Soundness,
};
use kemuri_solver::{Budget, Options};

/// ▲３二歩成 △１一玉 ▲２二と, a mate in three of pawns alone.
const COMPLETE: &str = "7k1/9/6P+P1/9/9/9/9/9/9 b 2r2b4g4s4n4l16p 1";
/// The same with a pawn on 2b, which the last move captures.
const PIECES_LEFT: &str = "7k1/7p1/6P+P1/9/9/9/9/9/9 b 2r2b4g4s4n4l15p 1";
/// The same with a promoted pawn on 4c, which can go to 3b as well.
pub const COOKED: &str = "7k1/9/5+PP+P1/9/9/9/9/9/9 b 2r2b4g4s4n4l15p 1";
/// ▲２二香 △同玉 ▲２三金 △２一玉 ▲３二馬. The lance can also be dropped on 2c
/// and be given up on 2b two moves later.
const DETOUR: &str = "5+B1kp/9/9/6pG1/7+S1/9/9/9/9 b L2rb3g3s4n3l16p 1";
/// The rook mates from 2a and from 3a: to interpose on 2a is futile.
pub const FAR_ROOK: &str = "4p3k/6+P1p/9/9/9/9/9/9/9 b Rr2b4g4s4n4l15p 1";
/// The gold uncovers the bishop's check by going to 7h or to 8g.
const TWO_WAYS: &str = "9/7B1/9/9/9/9/9/1G7/k8 b 2rb3g4s4n4l18p 1";
const NO_MATE: &str = "8k/9/9/9/9/9/9/9/9 b P2r2b4g4s4n4l17p 1";

fn judge() -> Judge {
    Judge::new(&Options::default().with_hash(4 << 20)).unwrap()
}

fn line(text: &str) -> Vec<Move> {
    let moves = text.split_whitespace();
    moves.map(|mv| Move::from_usi(mv).unwrap()).collect()
}

fn check(sfen: &str, author: &str, options: &CheckOptions) -> Report {
    check_within(sfen, author, options, &Budget::default())
}

pub fn check_within(sfen: &str, author: &str, options: &CheckOptions, budget: &Budget) -> Report {
    let problem = Problem::from_sfen(sfen).unwrap();
    let line = line(author);
    let author = Author {
        line: (!line.is_empty()).then_some(&line),
        ..Author::default()
    };
    judge().check(&problem, author, options, budget, &mut |_| ())
}

/// A check of a problem of which its author says something.
fn check_said(problem: &Problem, author: Author<'_>) -> Report {
    let (options, budget) = (CheckOptions::default(), Budget::default());
    judge().check(problem, author, &options, &budget, &mut |_| ())
}

/// The findings of a check by name, each with its ply and its first move; what is
/// allowed anyway is left out.
fn findings(report: &Report) -> Vec<String> {
    let said = |fact: &Fact| {
        let mv = fact.mv().map_or(String::new(), |mv| mv.to_usi());
        format!("{} {} {mv}", fact.kind.name(), fact.ply)
    };
    let findings = report
        .findings()
        .filter(|f| f.kind != FactKind::LastMoveDual);
    findings.map(said).collect()
}

#[test]
fn every_class_has_a_problem() {
    use Soundness::{Complete, Flawed, Unsound};
    let far: Vec<String> = ["4d", "5e", "6f", "7g", "8h", "9i"]
        .map(|square| format!("distance-dual 1 B*{square}"))
        .into();
    let far: Vec<&str> = far.iter().map(String::as_str).collect();
    for (sfen, verdict, expected) in [
        (COMPLETE, Complete, &[][..]),
        (PIECES_LEFT, Unsound, &["pieces-left 3 "]),
        (COOKED, Unsound, &["cook 1 4c3b"]),
        (NO_MATE, Unsound, &["no-mate 0 "]),
        (DETOUR, Flawed, &["detour 1 L*2c"]),
        // ▲２一桂成 △同銀 ▲同銀成 △同玉 ▲２二銀: either piece may go first.
        (
            "8k/6S1s/7+PN/9/9/9/9/9/9 b 2r2b4g2s3n4l17p 1",
            Flawed,
            &["transposition 1 3b2a+"],
        ),
        // The rook is captured at once, promoted or not.
        (
            "4R2gk/9/5pG2/5g3/9/9/9/9/9 b r2bg4s4n4l17p 1",
            Flawed,
            &["promotion-dual 1 5a2a"],
        ),
        // The bishop checks from anywhere on the diagonal.
        (
            "6B1k/5S3/9/8s/6S2/9/9/9/9 b B2r4gs4n4l18p 1",
            Flawed,
            &far[..],
        ),
        // Gold or silver interposed on 2a, captured and dropped on 2b, mates.
        (
            "5l2k/8p/7+P1/9/9/9/9/9/9 b Rgs 1",
            Flawed,
            &["interposed-kind-dual 2 G*2a", "promotion-dual 3 3a2a"],
        ),
        // △１一玉 and △２一玉 are both mated in five, with nothing left.
        (
            "9/8k/6R2/7G1/9/9/9/9/9 b r2b3g4s4n4l18p 1",
            Flawed,
            &["equal-variation 2 1b2a"],
        ),
        // A rook that mates from two squares: futile interpositions do not count.
        (
            "5p2k/6+P1p/9/9/9/9/9/9/9 b Rr2b4g4s4n4l15p 1",
            Flawed,
            &["distance-dual 1 R*3a"],
        ),
        // ▲４二歩成 △２一玉 ▲３二と △１一玉 ▲２二桂成: two ways to go on at move 3,
        // so near the end that old collections would not mind.
        (
            "4+PSk2/4S3l/5P3/6N2/9/9/9/9/9 b 2r2b4g2s3n3l16p 1",
            Unsound,
            &["tail-cook 3 4a3b+"],
        ),
        // The end of Zuko 61 (1755): ▲７九桂 or ▲９九桂, and the same ten plies after
        // it, the knight being left behind.
        (
            "9/R8/9/2+P6/n1B6/2s6/1k7/+p+nP6/1+R7 b 2Nb4g3s4l15p 1",
            Flawed,
            &["place-dual 1 N*9i"],
        ),
        // The gold uncovers the check wherever it goes, but to the solver of a mate
        // in three these are two solutions.
        (TWO_WAYS, Unsound, &["cook 1 8h8g"]),
        // The knight is thrown in for nothing before the mate in three, which
        // leaves the knight otherwise.
        (
            "4B2k1/9/6LG1/5G3/9/9/9/9/9 b N2rb2g4s3n3l18p 1",
            Unsound,
            &["detour 1 N*1c", "pieces-left 3 "],
        ),
        // △２一玉 makes it five moves and leaves a piece; △３一玉 must be meant.
        (
            "8+p/6k2/9/5+P3/4B2S1/9/9/9/9 b G2rb3g3s4n4l16p 1",
            Flawed,
            &["longer-by-two 2 3b2a"],
        ),
        // A mate in one has no last move to be lenient with.
        (
            "8k/9/8G/9/9/9/9/9/9 b G2r2b2g4s4n4l18p 1",
            Unsound,
            &["cook 1 G*2b"],
        ),
    ] {
        let report = check(sfen, "", &CheckOptions::default());
        assert_eq!(findings(&report), expected, "{sfen}");
        assert_eq!(report.verdict, verdict, "{sfen}");
        assert!(!report.by_author);
    }
}

#[test]
fn the_authors_line_is_the_main_line_if_it_is_one() {
    let right = check(COMPLETE, "3c3b+ 2a1a 3b2b", &CheckOptions::default());
    assert!(right.by_author);
    assert_eq!(right.verdict, Soundness::Complete);
    for (sfen, author, expected) in [
        (COMPLETE, "3c3b+ 2a2b", "line-illegal 2 2a2b"),
        (COMPLETE, "3c3b", "line-illegal 1 3c3b"),
        (COMPLETE, "3c3b+", "line-no-mate 2 2a1a"),
        (COMPLETE, "3c3b+ 2a1a", "line-no-mate 3 "),
        // He plays the detour: the direct way is shorter.
        (
            DETOUR,
            "L*2c 2a1b 2c2b+ 1b2b 2d2c 2b2a 4a3b",
            "early-mate 1 L*2b",
        ),
        // He has not seen that capturing lasts longer.
        (DETOUR, "L*2b 2a1b 2d2c", "longer-variation 2 2a2b"),
        // The interposed pawn lasts two plies longer, and is left over.
        (
            "5GR2/8k/4l3l/9/9/9/9/9/9 b Gr2b2g4s4n2l18p 1",
            "3a3b+ 1b1a G*1b",
            "longer-by-two 2 P*2b",
        ),
        // Whichever of two solutions he means, the other one is a cook.
        (TWO_WAYS, "8h7h 9i8i 2b8h+", "cook 1 8h8g"),
        (TWO_WAYS, "8h8g 9i8i 2b8h+", "cook 1 8h7h"),
        (NO_MATE, "P*1b 1a1b", "line-no-mate 3 "),
        (NO_MATE, "P*1b 1a2b", "no-mate 2 1a1b"),
    ] {
        let report = check(sfen, author, &CheckOptions::default());
        let all = findings(&report);
        assert!(all.contains(&expected.to_string()), "{author}: {all:?}");
        assert_ne!(report.verdict, Soundness::Complete, "{author}");
        assert_eq!(
            report.by_author,
            !expected.contains("line-") && sfen != NO_MATE
        );
    }
}

#[test]
fn a_length_that_is_said_must_be_right() {
    let problem = Problem::from_sfen(COMPLETE).unwrap();
    let right = line("3c3b+ 2a1a 3b2b");
    for (length, verdict) in [(3, Soundness::Complete), (5, Soundness::Flawed)] {
        for line in [None, Some(&right[..])] {
            let author = Author {
                line,
                length: Some(length),
                ..Author::default()
            };
            let report = check_said(&problem, author);
            assert_eq!(report.verdict, verdict, "{line:?}");
        }
    }
}

/// An author may write down what is futile: it neither lengthens his line nor
/// makes another move the last one.
#[test]
fn futile_interpositions_of_an_author_do_not_count() {
    let plain = check(FAR_ROOK, "R*3a", &CheckOptions::default());
    assert_eq!(plain.verdict, Soundness::Flawed);
    let written_out = check(FAR_ROOK, "R*3a P*2a 3a2a+", &CheckOptions::default());
    assert!(written_out.by_author);
    assert_eq!(written_out.main_line, plain.main_line);
    assert_eq!(findings(&written_out), findings(&plain));
}

/// △２三金 and its capture do not count: the line of seven plies is a mate in five.
/// ▲３六飛, a mate in five as well, is no sooner for that.
#[test]
fn a_line_can_have_plies_that_do_not_count() {
    let sfen = "2s3k2/2G6/7+R1/3P5/9/8R/9/9/9 b g 1";
    let author = "2c3c 3a2a 1f2f G*2c 2f2c+ 2a1a 2c2b";
    let report = check(sfen, author, &CheckOptions::default());
    assert!(report.by_author);
    assert_eq!(report.main_line, line(author));
    assert_eq!(report.answer.as_ref().map(|answer| answer.length), Some(5));
    let other = report
        .findings()
        .find(|fact| fact.mv() == Some(line("1f3f")[0]));
    let other = other.expect("a finding");
    assert_eq!((other.ply, other.kind), (1, FactKind::Cook));
    assert_eq!((other.proof, other.length), (Proof::Proven, Some(5)));
    assert!(
        report
            .findings()
            .all(|fact| fact.kind != FactKind::EarlyMate)
    );
}

/// ▲４五馬 △２三歩: the horse on 2c would mate later than the other defences allow,
/// so the pawn counts, and the line has as many moves as its length says.
#[test]
fn a_drop_that_gains_time_counts() {
    let sfen = "9/4+P3k/6b2/9/4+B2L1/9/9/9/9 b S2r4g3s4n3l17p 1";
    let report = check(sfen, "", &CheckOptions::default());
    assert_eq!(report.answer.as_ref().map(|answer| answer.length), Some(7));
    assert_eq!(report.main_line.len(), 7);
    assert_eq!(report.main_line[..2], line("5e4e P*2c"));
}

/// ▲１五飛 △２一玉 ▲１二飛成 keeps the knight, with which he can mate as well.
#[test]
fn pieces_that_need_not_be_left_are_the_lines_fault() {
    let sfen = "4S+P2k/9/7S1/7p1/4R4/9/9/9/9 b Nr2b4g2s3n4l16p 1";
    let own = check(sfen, "", &CheckOptions::default());
    assert_eq!(own.verdict, Soundness::Complete);
    let report = check(sfen, "5e1e 1a2a 1e1b+", &CheckOptions::default());
    assert_eq!(findings(&report), ["line-pieces-left 3 "]);
    assert_eq!(report.verdict, Soundness::Flawed);
    // Where nothing else will do it is the problem's.
    let report = check(PIECES_LEFT, "3c3b+ 2a1a 3b2b", &CheckOptions::default());
    assert_eq!(findings(&report), ["pieces-left 3 "]);
    assert_eq!(report.verdict, Soundness::Unsound);
}

/// Beside the line that the solver gives there is a cook, but another defence
/// lasts as long and has none beside it.
#[test]
fn an_author_who_says_nothing_is_thought_to_mean_the_better_line() {
    let sfen = "4+B4/4l4/5+P2k/6+pN1/5l1+P1/9/9/9/9 b L2rb4g4s3nl15p 1";
    let report = check(sfen, "", &CheckOptions::default());
    let answer = report.answer.clone().expect("a mate").line;
    assert_ne!(report.main_line, answer);
    assert_eq!(report.main_line.len(), answer.len());
    assert_eq!(report.verdict, Soundness::Flawed);
    assert!(!report.in_doubt);
    let words: Vec<String> = answer.iter().map(|mv| mv.to_usi()).collect();
    let said = check(sfen, &words.join(" "), &CheckOptions::default());
    assert_eq!(said.verdict, Soundness::Unsound);
}

/// What is fatal in our line proves nothing of one of another length.
#[test]
fn a_line_of_another_length_is_left_in_doubt() {
    let problem = Problem::from_sfen(PIECES_LEFT).unwrap();
    for (length, verdict) in [
        // There is no other defence that he could have meant.
        (Some(1), Soundness::Unsound),
        (Some(3), Soundness::Unsound),
        (Some(5), Soundness::Undecided),
        (None, Soundness::Unsound),
    ] {
        let author = Author {
            length,
            ..Author::default()
        };
        let report = check_said(&problem, author);
        assert_eq!(report.verdict, verdict, "{length:?}");
        assert_eq!(report.in_doubt, verdict == Soundness::Undecided);
    }
    // A cook at the first move is one whatever the author went on with.
    let problem = Problem::from_sfen(COOKED).unwrap();
    let author = Author {
        length: Some(5),
        ..Author::default()
    };
    let report = check_said(&problem, author);
    assert_eq!(report.verdict, Soundness::Unsound);
}

#[test]
fn every_other_check_is_refuted_by_a_line() {
    let options = CheckOptions::default().with_refutations(true);
    let report = check(COMPLETE, "", &options);
    let refuted = report.facts.iter().filter(|f| f.proof == Proof::Refuted);
    let refuted: Vec<&Fact> = refuted.collect();
    assert_eq!(refuted.len(), report.refuted());
    // The three of the first move and the two of the last that do not mate.
    assert_eq!(refuted.len(), 5);
    assert!(refuted.iter().all(|fact| fact.line.len() == 2));
}

#[test]
fn the_profile_makes_the_verdict() {
    let tail = "4+PSk2/4S3l/5P3/6N2/9/9/9/9/9 b 2r2b4g2s3n3l16p 1";
    let classic = CheckOptions::default().with_profile(Profile::named("classic").unwrap());
    assert_eq!(check(tail, "", &classic).verdict, Soundness::Flawed);
    for (profile, verdict) in [
        ("magazine", Soundness::Flawed),
        ("smartphone", Soundness::Unsound),
        ("strict", Soundness::Unsound),
    ] {
        let options = CheckOptions::default().with_profile(Profile::named(profile).unwrap());
        assert_eq!(check(DETOUR, "", &options).verdict, verdict, "{profile}");
    }
}

#[test]
fn an_idle_piece_is_one_that_can_be_taken_off() {
    // The pawn on 9i has nothing to do with the mate in the corner.
    let sfen = "7k1/9/6P+P1/9/9/9/9/9/8P b 2r2b4g4s4n4l15p 1";
    let profile =
        "base = \"magazine\"\n[severity]\nidle-piece = \"flaw\"\n[look-for]\nidle-pieces = true\n";
    let options = CheckOptions::default().with_profile(Profile::parse(profile).unwrap());
    let report = check(sfen, "", &options);
    let idle: Vec<FactDetail> = report
        .findings()
        .filter(|fact| fact.kind == FactKind::IdlePiece)
        .map(|fact| fact.detail)
        .collect();
    assert_eq!(idle, [FactDetail::Square(Square::from_usi("1i").unwrap())]);
    assert_eq!(report.verdict, Soundness::Flawed);
    assert_eq!(check(COMPLETE, "", &options).verdict, Soundness::Complete);
    // Without the pawn on 1b the king goes there and lasts longer. That is no more
    // than a flaw, of which the problem has one already; but it is another problem.
    let sfen = "7k1/4B3P/7+P1/9/9/9/9/9/9 b 2rb4g4s4n4l16p 1";
    let report = check(sfen, "", &options);
    assert_eq!(report.verdict, Soundness::Flawed);
    assert!(
        report
            .findings()
            .all(|fact| fact.kind != FactKind::IdlePiece)
    );
}

#[test]
fn alternatives_inside_variations_are_looked_for_when_asked() {
    let profile = "[look-for]\nvariation-alternatives = true\n";
    let options = CheckOptions::default().with_profile(Profile::parse(profile).unwrap());
    for (sfen, expected) in [
        (COMPLETE, false),
        ("9/9/7k1/9/6G2/9/9/9/9 b 2GS2r2bg3s4n4l18p 1", true),
    ] {
        let budget = Budget::default().with_nodes(300_000);
        let report = check_within(sfen, "", &options, &budget);
        let mut kinds = report.findings().map(|fact| fact.kind);
        assert_eq!(
            kinds.any(|kind| kind == FactKind::VariationAlternative),
            expected
        );
    }
}

/// The cook of the seed problem is gone once the piece that plays it is.
#[test]
fn repairs_make_the_problem_complete() {
    let problem = Problem::from_sfen(COOKED).unwrap();
    let options = CheckOptions::default();
    let mut judge = judge();
    let author = Author::default();
    let report = judge.check(&problem, author, &options, &Budget::default(), &mut |_| ());
    let budget = Budget::default().with_nodes(200_000);
    let repairs = suggest(
        &mut judge,
        &problem,
        &report,
        &options,
        &budget,
        &mut |_| (),
    );
    assert!(budget.spent() > 0);
    let removed = Square::from_usi("4c").unwrap();
    let best = repairs.first().expect("a repair");
    assert!(best.same_line && best.length == 3, "{best:?}");
    assert!(
        repairs.iter().any(|repair| {
            matches!(repair.change, PieceChange::Remove { square, .. } if square == removed)
                && repair.problem.to_sfen() == COMPLETE
        }),
        "{repairs:?}"
    );
    for repair in &repairs {
        let budget = budget.renewed();
        let report = judge.check(&repair.problem, author, &options, &budget, &mut |_| ());
        assert_eq!(report.verdict, Soundness::Complete, "{:?}", repair.change);
    }
    let mut duplicates = Duplicates::default();
    assert!(repairs.iter().all(|r| duplicates.add(&r.problem).is_none()));
}

#[test]
fn a_limit_leaves_things_undecided_and_says_so() {
    for nodes in [1, 20, 100] {
        let budget = Budget::default().with_nodes(nodes);
        let report = check_within(DETOUR, "", &CheckOptions::default(), &budget);
        assert_eq!(report.verdict, Soundness::Undecided, "{nodes}");
        assert!(report.findings().any(|fact| fact.proof == Proof::Undecided));
    }
}
