//! The signature of the search: the nodes that it takes for a fixed set of
//! positions. A change of the program that keeps it has not changed the search.

use crate::{Budget, Goal, Options, Solver, SolverError, Verdict};
use kemuri_core::Problem;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Nodes spent on a position at most.
const NODES: u64 = 30_000;
/// Table size: small enough to be filled in part, large enough to matter little.
const HASH: u64 = 16 << 20;

/// Short composed problems first, then random positions around a king: mates of
/// growing length, no-mates, and a few that the node limit leaves open.
const POSITIONS: [&str; 40] = [
    "3b+L1k1B/4p4/5g3/8S/9/9/9/9/9 b RNr3g3s3n3l17p 1",
    "5Gg1k/9/5G1R1/9/9/9/9/9/9 b RS2bg3s4n4l18p 1",
    "6G2/5p2k/6N2/8+N/7r1/9/9/9/9 b R2b3g4s2n4l17p 1",
    "7+Pp/8k/5s3/6S2/6+S1s/9/9/9/9 b G2r2b3g4n4l16p 1",
    "8p/8k/9/8B/8n/9/9/9/9 b GP2rb3g4s3n4l16p 1",
    "5n1gk/9/9/5s1LB/9/9/9/9/9 b RLrb3g3s3n2l18p 1",
    "7kb/9/4G3+B/9/9/9/9/9/9 b SN2r3g3s3n4l18p 1",
    "4R2+n1/8+p/4g1k2/9/5+B3/9/9/9/9 b RB2S3g2s3n4l17p 1",
    "4B3r/7k1/7pR/4N4/8B/9/9/9/9 b G2N3g4sn4l17p 1",
    "2GSkln2/1r1g5/1ng1+nB3/2N6/9/9/9/9/9 b RBGS2s3l18p 1",
    "7SR/8g/8k/8n/5r3/7GG/9/9/9 b GLP2b3s3n3l17p 1",
    "2+S1s4/4k4/1+BsR1r3/3p5/2G3+B2/9/9/9/9 b GS2L2g4n2l17p 1",
    "6Bgg/5g2k/8B/5S3/8r/9/9/9/9 b RGSP2s4n4l17p 1",
    "7+n1/9/7k1/4+R2+n1/8B/6g2/9/9/9 b B2Nr3g4s4l18p 1",
    "9/5G3/3+ll1kr1/7l1/3g5/3S1b3/9/9/9 b RBGNg3s3nl18p 1",
    "1p7/5+P3/4k1B2/1B7/9/1+N2r+S3/9/9/9 b 2NLr4g3sn3l16p 1",
    "5n3/9/5k1S1/9/4nN3/2R1+N+b1+R1/9/9/9 b BGLP3g3s3l17p 1",
    "3rpgks1/3b5/6g+P1/4+RsG2/9/9/9/9/9 b 2SNLbg3n3l16p 1",
    "5B3/6G2/7k1/4n2r1/5P3/4Ng1s+P/9/9/9 b R2SLb2gs2n3l16p 1",
    "2l1G4/3n1k1r1/4p4/2B6/3n5/9/9/9/9 b RBLP3g4s2n2l16p 1",
    "4Rsk2/8n/9/4S4/9/9/9/9/9 b 2G2Sr2b2g3n4l18p 1",
    "6+r2/9/4kb3/5g+S2/2lg1+Bp2/3n5/9/9/9 b RGg3s3n3l17p 1",
    "2ng1k1+n1/2BRs+ln2/3B3+L1/9/9/9/9/9/9 b 3Gr3sn2l18p 1",
    "6r2/3+s5/6k2/3B2B2/6+r2/9/9/9/9 b 2G2P2g3s4n4l16p 1",
    "5+S1k1/7bg/7N1/4+b4/9/9/9/9/9 b 2NL2r3g3sn3l18p 1",
    "4g4/3G2G2/1r1Sk4/6+b2/4ls3/2g1RpN2/9/9/9 b Nb2s2n3l17p 1",
    "4g1+R2/9/7k1/4L2sp/5lr2/9/9/9/9 b SL2b3g2s4nl17p 1",
    "3l3+rn/7n1/6k2/4n4/4G2RS/3N3g1/9/9/9 b S2b2g2s3l18p 1",
    "9/6L2/7k1/4Rs3/8B/5L1l1/9/9/9 b Grb3g3s4nl18p 1",
    "5Glbk/5n2g/8G/5P1B1/9/9/9/9/9 b RLrg4s3n2l17p 1",
    "4g+S2s/7kl/5N1n1/7s1/4R4/9/9/9/9 b BGrb2gs2n3l18p 1",
    "2rG2+n2/4k4/6N2/2L6/1S2l1G2/9/9/9/9 b Gr2bg3s2n2l18p 1",
    "3r2G2/4k1b2/4s4/4gG+s2/4+P4/9/9/9/9 b GSPrbs4n4l16p 1",
    "5k3/2G6/4G4/2+b4s1/9/9/9/9/9 b LP2rb2g3s4n3l17p 1",
    "1+Lg+P1s3/1l2k4/9/3Sl1S2/3+l1+n3/9/9/9/9 b GN2r2b2gs2n17p 1",
    "2g6/9/2s2k1b1/3+N3G1/2r1n2r1/5N3/9/9/9 b SNb2g2s4l18p 1",
    "2g6/6Pn1/5kS2/9/3l2g2/4r1Rs1/9/9/9 b 2SL2b2g3n2l17p 1",
    "9/9/2L1bk3/2ps5/9/6G+R1/9/9/9 b RSPb3g2s4n3l16p 1",
    "3+l5/5k1P1/7G1/3R3R1/3g5/9/9/9/9 b Bb2g4s4n3l17p 1",
    "9/4b4/4kB3/1l7/4g4/4G4/9/9/9 b G3L2rg4s4n18p 1",
];

/// The signature, and what became of the positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Signature {
    /// Nodes of all positions.
    pub nodes: u64,
    /// Positions with a mate.
    pub mates: usize,
    /// Positions without a mate.
    pub nomates: usize,
    /// Positions not decided within the node limit.
    pub unknown: usize,
}

/// Returns the signature of these options, whose table size does not count, or
/// `None` if `stop` was set in the meantime.
pub fn measure(
    options: &Options,
    stop: &Arc<AtomicBool>,
) -> Result<Option<Signature>, SolverError> {
    let mut solver = Solver::new(Options {
        hash: HASH,
        ..options.clone()
    })?;
    // No time limit: it would make the count depend on the machine.
    let budget = Budget::until_stopped(Arc::clone(stop)).with_nodes(NODES);
    let mut signature = Signature::default();
    for problem in problems() {
        solver.clear();
        let outcome = solver.solve(&problem, Goal::FirstMate, &budget.renewed(), &mut |_| {});
        if budget.is_stopped() {
            return Ok(None);
        }
        signature.nodes += outcome.stats.nodes;
        match outcome.verdict {
            Verdict::Mate(_) => signature.mates += 1,
            Verdict::NoMate => signature.nomates += 1,
            Verdict::Unknown(_) => signature.unknown += 1,
        }
    }
    Ok(Some(signature))
}

/// Returns the positions; a test checks that all of them can be read.
fn problems() -> impl Iterator<Item = Problem> {
    POSITIONS
        .iter()
        .filter_map(|sfen| Problem::from_sfen(sfen).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_is_a_problem_and_none_comes_twice() {
        let canonical: Vec<String> = problems().map(|p| p.to_sfen()).collect();
        assert_eq!(canonical, POSITIONS);
        let distinct: std::collections::HashSet<_> = canonical.iter().collect();
        assert_eq!(distinct.len(), POSITIONS.len());
    }
}
