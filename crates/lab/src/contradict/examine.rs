//! Compares what all witnesses say of a position.

use super::claim::Claim;
use super::plan::Plan;
use super::shrink::shrunk;
use super::witness::{Court, Witness};
use kemuri_core::Problem;
use kemuri_oracle::random::{RandomProblem, Rng};

/// How often two are asked again of whom one may change his answer.
const TRIES: usize = 20;

/// Two who contradict each other; it may be twice the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// The two, and what they say.
    pub sides: [(Witness, Claim); 2],
}

/// A contradiction made as small as possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The small position.
    pub position: RandomProblem,
    /// What contradicts there.
    pub contradiction: Contradiction,
    /// The position that it was found in.
    pub origin: RandomProblem,
}

/// What came of one position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Examination {
    /// What the brute force says, if it decides.
    pub oracle: Option<Claim>,
    /// What the first search says, if it decides.
    pub kemuri: Option<Claim>,
    /// Searches that were made, and those of them without a verdict.
    pub searches: u64,
    /// Searches without a verdict.
    pub undecided: u64,
    /// Certificates that were verified.
    pub verified: u64,
    /// Lengths that leave interpositions out and were counted by the rule, too.
    pub by_rule: u64,
    /// Answers of engines.
    pub engines: u64,
    /// The first contradiction, if there is one.
    pub contradiction: Option<Contradiction>,
}

/// What was said of a position so far.
#[derive(Default)]
struct Hearing {
    heard: Vec<(Witness, Claim)>,
    examination: Examination,
}

impl Hearing {
    fn hear(&mut self, court: &mut impl Court, witness: Witness, position: &RandomProblem) {
        let testimony = court.ask(&witness, position);
        let said = testimony.claims.first().copied();
        let examination = &mut self.examination;
        examination.verified += u64::from(testimony.verified);
        match &witness {
            Witness::Oracle(_) => examination.oracle = said,
            Witness::Rule(..) => examination.by_rule += u64::from(is_exact(said)),
            Witness::Engine(_) => examination.engines += u64::from(said.is_some()),
            Witness::Kemuri(_) => {
                if examination.searches == 0 {
                    examination.kemuri = said;
                }
                examination.searches += 1;
                examination.undecided += u64::from(said.is_none());
            }
        }
        for claim in testimony.claims {
            let against = match claim {
                Claim::Broken => Some((witness.clone(), claim)),
                _ => (self.heard.iter())
                    .find(|(_, other)| claim.contradicts(*other))
                    .cloned(),
            };
            if let Some(other) = against {
                let sides = [other, (witness.clone(), claim)];
                let contradiction = &mut self.examination.contradiction;
                contradiction.get_or_insert(Contradiction { sides });
            }
            self.heard.push((witness.clone(), claim));
        }
    }

    fn says_mate(&self) -> bool {
        let mut claims = self.heard.iter().map(|(_, claim)| claim);
        claims.any(|claim| matches!(claim, Claim::Mate(_)))
    }
}

fn is_exact(claim: Option<Claim>) -> bool {
    matches!(claim, Some(Claim::Mate(length)) if length.most == Some(length.least))
}

/// Asks a few witnesses of a random position. Ends at the first contradiction, or
/// returns `None` when `stop` says so.
pub fn examine(
    court: &mut impl Court,
    plan: &Plan<'_>,
    position: &RandomProblem,
    rng: &mut Rng,
    stop: impl Fn() -> bool,
) -> Option<Examination> {
    let mut hearing = Hearing::default();
    let oracle = plan.oracle(rng);
    hearing.hear(court, oracle, position);
    let decided = hearing.examination.oracle.is_some();
    let some = plan.some(rng, decided);
    if !hearing.hear_all(court, some, position, &stop) {
        return None;
    }
    if hearing.says_mate() {
        let of_a_mate = plan.of_a_mate(rng);
        if !hearing.hear_all(court, of_a_mate, position, &stop) {
            return None;
        }
    }
    Some(hearing.examination)
}

/// Asks everybody.
pub fn examine_thoroughly(
    court: &mut impl Court,
    plan: &Plan<'_>,
    position: &RandomProblem,
    stop: impl Fn() -> bool,
) -> Option<Examination> {
    let mut hearing = Hearing::default();
    let (first, of_a_mate) = plan.all();
    if !hearing.hear_all(court, first, position, &stop) {
        return None;
    }
    if hearing.says_mate() && !hearing.hear_all(court, of_a_mate, position, &stop) {
        return None;
    }
    Some(hearing.examination)
}

impl Hearing {
    /// Returns `false` if it was stopped.
    fn hear_all(
        &mut self,
        court: &mut impl Court,
        witnesses: Vec<Witness>,
        position: &RandomProblem,
        stop: impl Fn() -> bool,
    ) -> bool {
        for witness in witnesses {
            if self.examination.contradiction.is_some() {
                break;
            }
            self.hear(court, witness, position);
            // What was cut off says nothing.
            if stop() {
                return false;
            }
        }
        true
    }
}

/// Makes the position of a contradiction as small as possible while the same two
/// contradict each other.
pub fn minimised(
    court: &mut impl Court,
    contradiction: Contradiction,
    origin: &RandomProblem,
    stop: impl Fn() -> bool,
) -> Finding {
    let pair = contradiction.sides.clone().map(|(witness, _)| witness);
    let mut last = contradiction;
    let position = shrunk(origin, &stop, |smaller| {
        match again(court, &pair, smaller) {
            Some(found) if !stop() => {
                last = found;
                true
            }
            _ => false,
        }
    });
    Finding {
        position,
        contradiction: last,
        origin: origin.clone(),
    }
}

/// Asks two again.
fn again(
    court: &mut impl Court,
    pair: &[Witness; 2],
    position: &RandomProblem,
) -> Option<Contradiction> {
    Problem::from_sfen_with(&position.sfen(), Some(position.attacker)).ok()?;
    let tries = match pair.iter().any(Witness::is_random) {
        true => TRIES,
        false => 1,
    };
    (0..tries).find_map(|_| {
        let mut hearing = Hearing::default();
        for witness in pair {
            // The rule of a profile says nothing of a position without a mate.
            if !matches!(witness, Witness::Rule(..)) || hearing.says_mate() {
                hearing.hear(court, witness.clone(), position);
            }
        }
        hearing.examination.contradiction
    })
}
