//! The verifier: no panic, and what it accepts is true by the oracle. The checksum of the
//! input is corrected, so that damage is met behind it.
#![no_main]

use kemuri_certify::verify;
use kemuri_core::Problem;
use kemuri_oracle::Board;
use kemuri_oracle::tsume::{OracleAnswer, solve_board};
use libfuzzer_sys::fuzz_target;

/// Positions that the oracle may look at.
const CAP: usize = 500;

fuzz_target!(|bytes: &[u8]| {
    // Read as it is, and with a right checksum in the place of the last four bytes.
    let _ = verify(bytes, None);
    let Some((content, _)) = bytes.split_last_chunk::<4>() else {
        return;
    };
    let checksum = crc32fast::hash(content).to_le_bytes();
    let Ok(report) = verify(&[content, &checksum].concat()[..], None) else {
        return;
    };
    let board = board(&report.problem);
    let claim = report.claim;
    let (shortest, refuted) = (claim.mate().map(u32::from), claim.refutation());
    match solve_board(&board, report.problem.attacker(), CAP) {
        OracleAnswer::TooLarge => {}
        OracleAnswer::NoMate => assert_eq!(shortest, None, "{claim}: {}", board.to_sfen()),
        OracleAnswer::Mate { length } => {
            assert!(shortest.is_none_or(|most| length <= most), "{claim}: {}", board.to_sfen());
            let escapes = refuted.is_none_or(|depth| match depth {
                kemuri_certify::Depth::Plies(plies) => length > plies.into(),
                kemuri_certify::Depth::Forever => false,
            });
            assert!(escapes, "{claim}: {}", board.to_sfen());
        }
    }
});

fn board(problem: &Problem) -> Board {
    Board::from_sfen(&problem.to_sfen()).expect("the SFEN of a problem")
}
