//! Everybody who can be asked about a position.

use super::claim::{Claim, Length};
use super::question::ask_engine;
use kemuri_core::{Budget, Problem};
use kemuri_oracle::futile::{Reading, StandardLength};
use kemuri_oracle::random::RandomProblem;
use kemuri_oracle::tsume::solve_board;
use kemuri_solver::certificate::MemorySplit;
use kemuri_solver::{Futile, Goal, Options, Outcome, Solver, certify_and_verify};
use kemuri_usi::client::Engine;
use std::io::Cursor;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Memory for a certificate.
const CERTIFICATE: u64 = 8 << 20;
/// The longest mate that is counted by the rule of a profile.
const LONGEST: u32 = 15;

/// Somebody who can be asked about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Witness {
    /// The brute force, which looks at no more than so many positions.
    Oracle(usize),
    /// A brute force over the rule of a profile, as it is written down.
    Rule(Futile, usize),
    /// Kemuri.
    Kemuri(SearchSetting),
    /// The engine of this number.
    Engine(usize),
}

/// A way to ask Kemuri.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchSetting {
    /// What differs from the defaults: `epsilon=0`.
    pub name: String,
    /// The options.
    pub options: Options,
    /// The goal.
    pub goal: Goal,
    /// Whether the answer must come with a certificate.
    pub certified: bool,
}

impl Witness {
    /// Returns the name in reports; `engines` are the names of the engines.
    pub fn name(&self, engines: &[String]) -> String {
        match self {
            Self::Oracle(_) => "oracle".into(),
            Self::Rule(futile, _) => format!("rule {}", futile.name()),
            Self::Engine(number) => engines.get(*number).cloned().unwrap_or_default(),
            Self::Kemuri(setting) => {
                let goal = match setting.goal {
                    Goal::Shortest(Futile::None) => "shortest".into(),
                    Goal::Shortest(futile) => format!("shortest futile={}", futile.name()),
                    _ => "first".to_string(),
                };
                format!("{goal} {}", setting.name)
            }
        }
    }

    /// Whether the answer may be another one the next time.
    pub fn is_random(&self) -> bool {
        match self {
            Self::Kemuri(setting) => setting.options.threads > 1,
            Self::Engine(_) => true,
            Self::Oracle(_) | Self::Rule(..) => false,
        }
    }
}

/// What a witness says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Testimony {
    /// The claims, of which none may contradict another. None: nothing is decided.
    pub claims: Vec<Claim>,
    /// Whether a certificate was verified.
    pub verified: bool,
}

impl Testimony {
    fn of(claim: Option<Claim>) -> Self {
        Self {
            claims: claim.into_iter().collect(),
            verified: false,
        }
    }
}

/// Asks witnesses. Tests put somebody else in who lies.
pub trait Court {
    /// Returns what a witness says of a position.
    fn ask(&mut self, witness: &Witness, position: &RandomProblem) -> Testimony;
}

/// The real witnesses.
pub struct RealCourt {
    /// Nodes of each search.
    limit: u64,
    engines: Vec<Engine>,
    stop: Arc<AtomicBool>,
}

impl RealCourt {
    /// Asks Kemuri with so many nodes for each search, and these engines.
    pub fn new(limit: u64, engines: Vec<Engine>, stop: Arc<AtomicBool>) -> Self {
        Self {
            limit,
            engines,
            stop,
        }
    }

    fn kemuri(&self, setting: &SearchSetting, problem: &Problem) -> Testimony {
        let budget = Budget::until_stopped(Arc::clone(&self.stop)).with_nodes(self.limit);
        // No memory is no answer.
        let Ok(mut solver) = Solver::new(setting.options.clone()) else {
            return Testimony::default();
        };
        let outcome = solver.solve(problem, setting.goal, &budget, &mut |_| ());
        let mut testimony = Testimony::of(Claim::of_verdict(&outcome.verdict));
        if setting.certified && !testimony.claims.is_empty() {
            let (claim, verified) = certificate(&mut solver, &outcome, &budget.renewed());
            testimony.claims.extend(claim);
            testimony.verified = verified;
        }
        testimony
    }
}

impl Court for RealCourt {
    fn ask(&mut self, witness: &Witness, position: &RandomProblem) -> Testimony {
        let RandomProblem { board, attacker } = position;
        let read = || Problem::from_sfen_with(&position.sfen(), Some(*attacker)).ok();
        match witness {
            Witness::Oracle(cap) => {
                Testimony::of(Claim::of_oracle(solve_board(board, *attacker, *cap)))
            }
            Witness::Rule(futile, cap) => Testimony::of(length_by_rule(position, *futile, *cap)),
            Witness::Kemuri(setting) => {
                read().map_or_else(Testimony::default, |problem| self.kemuri(setting, &problem))
            }
            Witness::Engine(number) => {
                let engine = self.engines.get_mut(*number);
                let answer = engine.zip(read());
                let answer = answer.and_then(|(engine, problem)| {
                    ask_engine(engine, position, &problem, &self.stop)
                });
                let claim = answer.map(|mates| match mates {
                    true => Claim::some_mate(),
                    false => Claim::NoMate,
                });
                Testimony::of(claim)
            }
        }
    }
}

/// Builds the certificate of an outcome and verifies it. Returns what it proves if
/// that can be compared, and whether it was verified.
fn certificate(solver: &mut Solver, outcome: &Outcome, budget: &Budget) -> (Option<Claim>, bool) {
    let file = Cursor::new(Vec::new());
    let memory = MemorySplit::of(CERTIFICATE);
    match certify_and_verify(solver, outcome, memory, file, budget, &mut |_| ()) {
        Ok(certified) => match certified.verified {
            Some(verified) => (Some(certified_claim(verified.report.claim)), true),
            None => (None, false),
        },
        Err(error) if error.refutes_outcome() => (Some(Claim::Broken), false),
        Err(_) => (None, false),
    }
}

fn certified_claim(claim: kemuri_certify::Claim) -> Claim {
    let literal = |least, most: u16| {
        Claim::Mate(Length {
            futile: Futile::None,
            least,
            most: Some(most.into()),
        })
    };
    match claim {
        kemuri_certify::Claim::MateExactly(plies) => literal(plies.into(), plies),
        kemuri_certify::Claim::MateWithin(plies) => literal(0, plies),
        kemuri_certify::Claim::NoMate => Claim::NoMate,
        // Not what an outcome without a mate says.
        _ => Claim::Broken,
    }
}

/// Counts the plies of a mate by the rule of a profile, as far as `cap` positions
/// reach.
fn length_by_rule(position: &RandomProblem, futile: Futile, cap: usize) -> Option<Claim> {
    let reading = match futile {
        Futile::Standard => Reading::Standard,
        Futile::WithMoves => Reading::WithMoves,
        _ => return None,
    };
    let mut rule = StandardLength::read_as(reading, position.attacker, cap);
    let first = u32::from(position.attacker_to_move());
    let mut least = 0;
    for plies in (first..=LONGEST).step_by(2) {
        match rule.within(&position.board, plies) {
            Ok(Some(length)) => {
                return Some(Claim::Mate(Length {
                    futile,
                    least: length,
                    most: Some(length),
                }));
            }
            Ok(None) => least = plies + 1,
            Err(_) => break,
        }
    }
    // Longer than that, if it is a mate at all: this is asked of mates alone.
    (least > 0).then_some(Claim::Mate(Length {
        futile,
        least,
        most: None,
    }))
}
