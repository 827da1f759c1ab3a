//! Certificates written by hand, each with one fault: the fault that is
//! reported, and where.

use crate::common::{ByHand, Oracle, Outcome, certificate, resealed, verify};
use kemuri_certify::{
    Claim, Depth, Fault, FaultKind, Malformed, Section, VerifyError, verify_within,
};
use kemuri_core::{Budget, Move, Problem, Reason};
use kemuri_oracle::random::{Rng, random_small};
use std::time::Duration;

fn usi(mv: &str) -> Move {
    Move::from_usi(mv).expect("a move")
}

#[track_caller]
fn proves(file: ByHand, claim: Claim) {
    match verify(&file.done()[..], None) {
        Ok(report) => assert_eq!(report.claim, claim),
        Err(error) => panic!("{error}"),
    }
}

#[track_caller]
fn fault(file: ByHand) -> Fault {
    match verify(&file.done()[..], None) {
        Err(VerifyError::Wrong(fault)) => *fault,
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn kind(file: ByHand) -> FaultKind {
    fault(file).kind
}

/// A gold and a pawn against a bare king: mate in one by a drop.
const ONE: &str = "8k/9/8P/9/9/9/9/9/9 b GP 1";

fn one() -> ByHand {
    ByHand::new(b'b', ONE, b'W', 1).bytes(b"M")
}

#[test]
fn mate_in_one() {
    proves(one().mv("G*1b", 0), Claim::MateWithin(1));
    // Flag 1: a hand follows. Gold and pawn make four hands, the pawn alone
    // being number 2: it is not needed.
    proves(one().mv("G*1b", 1).bytes(&[2]), Claim::MateWithin(1));
    let exactly = ByHand::new(b'b', ONE, b'E', 1).bytes(b"M");
    proves(exactly.mv("G*1b", 0), Claim::MateExactly(1));
    let reply = usi("1a2a");
    assert_eq!(kind(one().mv("G*2a", 0)), FaultKind::NotMate { reply });
    let bare = ByHand::new(b'b', "8k/9/9/9/9/9/9/9/9 b G 1", b'W', 1).bytes(b"M");
    let reply = usi("1a1b");
    assert_eq!(kind(bare.mv("G*1b", 0)), FaultKind::NotMate { reply });
}

#[test]
fn moves_that_cannot_be() {
    // From an empty square, of the other side, to an impossible square, of a
    // piece not held, to an occupied square, a second pawn on a file.
    for mv in ["5e5d", "1a1b", "1c2b", "R*1b", "G*1c", "P*1b"] {
        let kind = kind(one().mv(mv, 0));
        assert_eq!(kind, FaultKind::IllegalMove { mv: usi(mv) });
    }
    let mv = usi("G*5e");
    assert_eq!(kind(one().mv("G*5e", 0)), FaultKind::NoCheck { mv });
    let word = 0x3fff;
    assert_eq!(kind(one().bytes(&[0xff, 0x3f])), FaultKind::NoMove { word });
}

#[test]
fn a_pawn_drop_that_mates() {
    let file = || ByHand::new(b'b', "7nk/9/7K1/9/9/9/9/9/9 b GP 1", b'W', 1).bytes(b"M");
    proves(file().mv("G*1b", 0), Claim::MateWithin(1));
    let mv = usi("P*1b");
    assert_eq!(kind(file().mv("P*1b", 0)), FaultKind::PawnDropMate { mv });
}

#[test]
fn hands_that_are_not_there_or_not_enough() {
    let number = 4;
    assert_eq!(
        kind(one().mv("G*1b", 1).bytes(&[4])),
        FaultKind::NoHand { number }
    );
    // Without the gold that is to be dropped.
    let mv = usi("G*1b");
    assert_eq!(
        kind(one().mv("G*1b", 1).bytes(&[1])),
        FaultKind::IllegalMove { mv }
    );
    // More than the attacker has cannot even be written.
    let file = ByHand::new(b'b', "8k/9/9/9/9/9/9/9/9 b - 1", b'D', 1);
    let number = 1;
    assert_eq!(
        kind(file.bytes(b"R").bytes(&[2, 1])),
        FaultKind::NoHand { number }
    );
}

#[test]
fn a_rank_of_its_own() {
    let file = |length| {
        ByHand::new(b'b', ONE, b'W', length)
            .bytes(b"M")
            .mv("G*1b", 2)
    };
    // Two plies less than allowed, times the number that follows.
    proves(file(3).bytes(&[1]), Claim::MateWithin(3));
    proves(file(201).bytes(&[100]), Claim::MateWithin(201));
    assert_eq!(kind(file(1).bytes(&[1])), FaultKind::Rank);
    assert_eq!(kind(file(3).bytes(&[2])), FaultKind::Rank);
    let huge = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01];
    assert_eq!(kind(file(3).bytes(&huge)), FaultKind::Rank);
}

/// A rook chases a king up and down a file, and the knights keep him there.
/// The first reply to 5h5i is 1i1h, the first to 5i5h then 1h1i.
const LOOP: &str = "9/9/9/9/9/9/7nn/4R4/8k b P 1";

#[test]
fn a_mate_may_not_depend_on_itself() {
    let start = |length| {
        ByHand::new(b'b', LOOP, b'W', length)
            .bytes(b"M")
            .mv("5h5i", 0)
    };
    // Straight away: nothing but the entry itself was there before.
    for (back, expected) in [
        (
            1,
            FaultKind::OtherBoard {
                mv: usi("1i1h"),
                entry: 1,
            },
        ),
        (
            2,
            FaultKind::NoEntry {
                mv: usi("1i1h"),
                back: 2,
            },
        ),
        (
            100,
            FaultKind::NoEntry {
                mv: usi("1i1h"),
                back: 100,
            },
        ),
    ] {
        assert_eq!(kind(start(7).bytes(&[back])), expected);
    }
    // Round the loop: the same board, but not the same number of plies.
    let loop_ = start(7).bytes(&[0]).mv("5i5h", 0).bytes(&[2]);
    let found = fault(loop_);
    let (mv, entry) = (usi("1h1i"), 1);
    assert_eq!(
        found.kind,
        FaultKind::TooSlow {
            mv,
            entry,
            has: 7,
            wants: 3
        }
    );
    assert_eq!((found.section, found.entry), (Section::Mate, 2));
    assert_eq!(found.sfen, "9/9/9/9/9/9/7nn/4R3k/9 w P 1");
    // Round the loop without the pawn that the first entry has.
    let loop_ = start(7).bytes(&[0]).mv("5i5h", 1).bytes(&[1, 2]);
    assert_eq!(
        kind(loop_),
        FaultKind::OtherHand {
            mv: usi("1h1i"),
            entry: 1
        }
    );
    // The ranks run out.
    let short = start(3).bytes(&[0]).mv("5i5h", 0);
    assert_eq!(kind(short), FaultKind::NotMate { reply: usi("1h1i") });
}

/// The same chase on an open board never ends.
const CHASE: &str = "9/9/9/9/9/9/9/8k/4R4 b p 1";

/// Up to the last link: four entries, of which the second and the fourth have no
/// check. Each capture takes the rook, 1h1i and 1i1h get out of check.
fn chase(claim: u8, length: u16, third: u16, hand_and_depth: &[u8]) -> ByHand {
    let root = ByHand::new(b'b', CHASE, claim, length)
        .bytes(b"R")
        .bytes(&[1]);
    root.mv("1h1i", 1)
        .mv("1h1i", third)
        .bytes(hand_and_depth)
        .mv("1i1h", 1)
}

#[test]
fn a_refutation_may_depend_on_itself() {
    proves(
        chase(b'N', 0, 1, &[]).mv("1i1h", 0).bytes(&[4]),
        Claim::NoMate,
    );
    // Within five plies the loop need not be closed by a larger depth.
    proves(
        chase(b'D', 5, 1, &[]).mv("1i1h", 0).bytes(&[4]),
        Claim::NoMateWithin(5),
    );
    let (mv, file) = (usi("1i1h"), || chase(b'N', 0, 1, &[]).mv("1i1h", 0));
    assert_eq!(
        kind(file().bytes(&[3])),
        FaultKind::OtherBoard { mv, entry: 2 }
    );
    assert_eq!(
        kind(file().bytes(&[2])),
        FaultKind::OtherBoard { mv, entry: 3 }
    );
    // Forward and beyond the start.
    assert_eq!(kind(file().bytes(&[0])), FaultKind::NoEntry { mv, back: 0 });
    assert_eq!(kind(file().bytes(&[5])), FaultKind::NoEntry { mv, back: 5 });
}

/// The chase goes on within itself, a new entry each time round.
fn nested(levels: usize) -> ByHand {
    let mut file = ByHand::new(b'b', CHASE, b'N', 0).bytes(b"R").bytes(&[1]);
    for _ in 0..levels / 2 {
        file = file.mv("1h1i", 1).mv("1h1i", 1).mv("1i1h", 1).mv("1i1h", 1);
    }
    file
}

#[test]
fn nesting_has_an_end() {
    let result = verify(&nested(1000).done()[..], None);
    let early = matches!(
        result,
        Err(VerifyError::Malformed(Malformed::EndsEarly { .. }))
    );
    assert!(early, "{result:?}");
    let result = verify(&nested((1 << 16) + 10).done()[..], None);
    let deep = matches!(
        result,
        Err(VerifyError::Malformed(Malformed::TooDeep { .. }))
    );
    assert!(deep, "{result:?}");
}

#[test]
fn the_verifier_stops_when_told() {
    let file = nested(20_000).done();
    let stop = |budget: &Budget| match verify_within(&file[..], None, budget, &mut |_| ()) {
        Err(VerifyError::Stopped(reason)) => Some(reason),
        _ => None,
    };
    assert_eq!(stop(&Budget::default()), None);
    let few = Budget::default().with_nodes(5000);
    assert_eq!(stop(&few), Some(Reason::Nodes));
    assert_eq!(few.nodes_left(), Some(0));
    let late = Budget::default().with_time(Duration::ZERO);
    assert_eq!(stop(&late), Some(Reason::Time));
    late.stop();
    assert_eq!(stop(&late), Some(Reason::Interrupted));
    // It looks now and then, not only at the end.
    assert!(late.spent() < 2 * 5000, "{}", late.spent());
}

#[test]
fn a_refutation_must_last() {
    // The third entry stands for ever if the first does, which only stands three plies.
    let file = chase(b'D', 3, 3, &[0, 0]).mv("1i1h", 0).bytes(&[4]);
    let (mv, entry) = (usi("1i1h"), 1);
    let (has, wants) = (Depth::Plies(3), Depth::Forever);
    assert_eq!(
        kind(file),
        FaultKind::TooShort {
            mv,
            entry,
            has,
            wants
        }
    );
    // Its depth is 1, 3 or 5: written 1, 2, 3.
    let file = |depth| chase(b'D', 3, 3, &[0, depth]).mv("1i1h", 0).bytes(&[4]);
    proves(file(2), Claim::NoMateWithin(3));
    proves(file(3), Claim::NoMateWithin(3));
    let has = Depth::Plies(3);
    let wants = Depth::Plies(5);
    assert_eq!(
        kind(file(4)),
        FaultKind::TooShort {
            mv,
            entry,
            has,
            wants
        }
    );
    // A depth beyond all numbers, and one where for ever is asked for already.
    let file = chase(b'D', 3, 3, &[0, 0xff, 0xff, 0x7f]);
    assert_eq!(kind(file), FaultKind::Depth);
    assert_eq!(kind(chase(b'N', 0, 3, &[0, 1])), FaultKind::Depth);
}

#[test]
fn a_refutation_must_stand_the_whole_hand() {
    // The third entry is to stand even a pawn. So must the one after the loop,
    // but the first entry knows nothing of a pawn. On the way the pawn drops
    // in front of the king that has captured the rook.
    let file = chase(b'N', 0, 2, &[1])
        .mv("1h1i", 1)
        .mv("1i1h", 0)
        .bytes(&[5]);
    assert_eq!(
        kind(file),
        FaultKind::OtherHand {
            mv: usi("1i1h"),
            entry: 1
        }
    );
    let number = 2;
    assert_eq!(kind(chase(b'N', 0, 2, &[2])), FaultKind::NoHand { number });
}

#[test]
fn replies_that_do_not_help() {
    let root = || ByHand::new(b'b', CHASE, b'N', 0).bytes(b"R").bytes(&[1]);
    // The first check is 5i1i: into the other check, not the king, through the rook.
    for mv in ["1h2i", "5e5d", "G*2i", "1h1g"] {
        let found = kind(root().mv(mv, 1));
        assert_eq!(found, FaultKind::IllegalReply { mv: usi(mv) }, "{mv}");
    }
}

#[test]
fn no_mate_in_one_is_checked_without_help() {
    let file = ByHand::new(b'b', CHASE, b'D', 1).bytes(b"R").bytes(&[1]);
    proves(file, Claim::NoMateWithin(1));
    let found = fault(ByHand::new(b'b', ONE, b'D', 1).bytes(b"R").bytes(&[1]));
    assert_eq!(found.kind, FaultKind::Mates { mv: usi("G*1b") });
    assert_eq!((found.section, found.entry), (Section::Refutation, 1));
    assert_eq!(found.sfen, ONE);
}

#[test]
fn a_length_is_exact_only_with_both_sections() {
    // Mate in one, said to be one in exactly three.
    let mate = |length| {
        ByHand::new(b'b', ONE, b'E', length)
            .bytes(b"M")
            .mv("G*1b", 2)
            .bytes(&[1])
    };
    let found = fault(mate(3).bytes(b"R").bytes(&[1]));
    assert_eq!(found.kind, FaultKind::Mates { mv: usi("G*1b") });
    let missing = verify(&mate(3).done()[..], None);
    let malformed = matches!(
        missing,
        Err(VerifyError::Malformed(Malformed::NoSection { .. }))
    );
    assert!(malformed, "{missing:?}");
}

#[test]
fn a_defender_who_is_mated_or_not() {
    let mated = "8k/8G/8P/9/9/9/9/9/9 w - 1";
    let file = |claim, length| ByHand::new(b'b', mated, claim, length);
    proves(file(b'W', 0).bytes(b"M"), Claim::MateWithin(0));
    proves(file(b'E', 0).bytes(b"M"), Claim::MateExactly(0));
    proves(file(b'W', 2).bytes(b"M"), Claim::MateWithin(2));
    assert_eq!(kind(file(b'E', 2).bytes(b"M")), FaultKind::Mated);
    assert_eq!(kind(file(b'D', 0).bytes(b"R")), FaultKind::Mated);
    let free = "8k/8G/9/9/9/9/9/9/9 w - 1";
    let file = |claim, length| ByHand::new(b'b', free, claim, length);
    let reply = usi("1a1b");
    assert_eq!(
        kind(file(b'W', 0).bytes(b"M")),
        FaultKind::NotMate { reply }
    );
    proves(file(b'D', 0).bytes(b"R"), Claim::NoMateWithin(0));
    // The gold is captured, and there are no checks left.
    proves(file(b'N', 0).bytes(b"R").mv("1a1b", 1), Claim::NoMate);
    let (mv, back) = (usi("1a1b"), 1);
    let file = file(b'N', 0).bytes(b"R").mv("1a1b", 0).bytes(&[1]);
    assert_eq!(kind(file), FaultKind::NoEntry { mv, back });
}

#[test]
fn a_missing_entry() {
    // In check from the lance, the king has to go to 2a.
    let file = || ByHand::new(b'b', "8k/9/7+P1/9/9/9/9/9/8L w 2G 1", b'W', 2).bytes(b"M");
    proves(file().bytes(&[0]).mv("G*2b", 0), Claim::MateWithin(2));
    let missing = verify(&file().done()[..], None);
    let early = matches!(
        missing,
        Err(VerifyError::Malformed(Malformed::EndsEarly { .. }))
    );
    assert!(early, "{missing:?}");
}

/// Defenders with two replies, each mated by a move of its own: the moves
/// cannot change places.
#[test]
fn swapped_entries() {
    let mut found = 0;
    for seed in 0.. {
        let random = random_small(&mut Rng::new(seed));
        let problem =
            Problem::from_sfen_with(&random.sfen(), Some(random.attacker)).expect("a problem");
        if problem.attacker_to_move() {
            continue;
        }
        let Some(mut oracle) = Oracle::new(&problem, 100, seed) else {
            continue;
        };
        oracle.inventive = false;
        if oracle.answer() != Outcome::Mate(2) {
            continue;
        }
        let Some(bytes) = certificate(&problem, Claim::MateWithin(2), &mut oracle) else {
            continue;
        };
        // Two entries of a zero and a move each, and the checksum.
        let body = bytes.len() - 10;
        if bytes[body - 1] != b'M' {
            continue;
        }
        let mut swapped = bytes.clone();
        swapped[body..body + 6].rotate_left(3);
        match verify(&resealed(swapped.clone())[..], None) {
            Err(VerifyError::Wrong(fault)) => assert_eq!(fault.section, Section::Mate),
            Err(other) => panic!("{other}"),
            // Either move mates either way.
            Ok(_) => continue,
        }
        found += 1;
        if found == 5 {
            break;
        }
    }
}
