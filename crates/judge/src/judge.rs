//! The check of one problem, from the answer to the verdict.

use crate::ask::Asker;
use crate::fact::{Fact, FactDetail, FactKind, Proof};
use crate::lines::with_last_move;
use crate::main_line::{MainLine, Origin, fault, no_mate, to_the_mate};
use crate::profile::Verdict;
use crate::report::{Author, Report, Settings};
use crate::{checks, idle, lines};
use kemuri_core::{Budget, Problem, Progress};
use kemuri_solver::{Mate, Options, Solver, SolverError, Verdict as SolverVerdict};

/// A judge with its tables. One judge can check many problems in turn.
pub struct Judge {
    solver: Solver,
    /// For the game without a main line.
    restricted: Solver,
}

/// The share of the memory that goes to the game without a main line: it is
/// asked about far fewer positions.
const RESTRICTED: u64 = 4;

impl Judge {
    /// Allocates what `options` ask for; their `hash` is for all tables together.
    pub fn new(options: &Options) -> Result<Self, SolverError> {
        let restricted = options.hash / RESTRICTED;
        let table = |hash| {
            Solver::new(Options {
                hash,
                ..options.clone()
            })
        };
        Ok(Self {
            solver: table(options.hash - restricted)?,
            restricted: table(restricted)?,
        })
    }

    /// Checks a problem within a budget.
    ///
    /// `on_progress` is called about ten times a second while something is being
    /// searched.
    pub fn check(
        &mut self,
        problem: &Problem,
        author: Author<'_>,
        settings: &Settings,
        budget: &Budget,
        on_progress: &mut dyn FnMut(&Progress),
    ) -> Report {
        let budget = budget.part();
        let mut report = self.check_once(problem, author, settings, &budget, on_progress);
        if settings.profile.idle_pieces {
            idle::examine(self, problem, settings, &budget, &mut report, on_progress);
        }
        report
    }

    /// As [`Judge::check`], without a look at the pieces.
    pub(crate) fn check_once(
        &mut self,
        problem: &Problem,
        author: Author<'_>,
        settings: &Settings,
        budget: &Budget,
        on_progress: &mut dyn FnMut(&Progress),
    ) -> Report {
        // Every verdict is that of a fresh judge: the order of a collection must
        // not change it.
        self.solver.clear();
        let mut asker = Asker::new(
            &mut self.solver,
            &mut self.restricted,
            settings.futile,
            budget,
            on_progress,
        );
        let mut facts = Vec::new();
        let (answer, main) = find(&mut asker, problem, author, &mut facts);
        let examined = main
            .zip(answer.as_ref())
            .map(|found| lines::examine(&mut asker, problem, found, author.length, settings));
        let (main_line, by_author, in_doubt) = match examined {
            Some(examined) => {
                facts.extend(examined.facts);
                if settings.profile.variation_alternatives {
                    checks::variations(&mut asker, &examined.main, &mut facts);
                }
                let MainLine { moves, origin, .. } = examined.main;
                (moves, origin == Origin::Author, examined.in_doubt)
            }
            None => (Vec::new(), false, false),
        };
        // What is fatal in our line proves nothing as long as the author's may be one.
        let in_doubt = in_doubt || facts.iter().any(|f| is_open(f, FactKind::LineNoMate));
        facts.sort_by_key(|fact| (fact.ply, fact.kind));
        let mut report = Report {
            verdict: Verdict::Undecided,
            answer,
            main_line,
            by_author,
            in_doubt,
            facts,
            nodes: asker.budget.spent(),
            time: asker.budget.elapsed(),
        };
        report.judge(&settings.profile);
        report
    }
}

/// Solves the problem and chooses the main line; what is wrong with either goes
/// to `facts`.
fn find(
    asker: &mut Asker<'_>,
    problem: &Problem,
    author: Author<'_>,
    facts: &mut Vec<Fact>,
) -> (Option<Mate>, Option<MainLine>) {
    let solved = asker.shortest(problem, u64::MAX);
    let fault = match author.broken {
        Some(ply) => Some(Fact {
            ply,
            ..Fact::of_all(FactKind::LineIllegal, Proof::Proven)
        }),
        None => author.line.and_then(|line| fault(asker, problem, line)),
    };
    let right = author.line.filter(|_| fault.is_none());
    facts.extend(fault);
    let mate = match solved {
        SolverVerdict::Mate(mate) => mate,
        SolverVerdict::NoMate => {
            facts.push(no_mate(asker, problem, author.line.unwrap_or_default()));
            return (None, None);
        }
        SolverVerdict::Unknown(_) => {
            facts.push(Fact::of_all(FactKind::NoMate, Proof::Undecided));
            return (None, None);
        }
    };
    let main = match right {
        Some(line) => {
            let line = to_the_mate(asker, problem, line);
            MainLine::new(asker, problem, line, Origin::Author)
        }
        None if mate.exact => {
            let line = with_last_move(asker, problem, &mate.line);
            let line = line.as_deref().unwrap_or(&mate.line);
            MainLine::new(asker, problem, line, Origin::BestPlay)
        }
        None => None,
    };
    // Where there is a line, its facts say more than its length; but that may
    // still be another than the one that is said.
    let of_line = |said: u32| {
        let counted = main.as_ref().map(|main| main.left(0) as u32);
        right.is_some_and(|line| [Some(line.len() as u32), counted].contains(&Some(said)))
    };
    if let Some(said) = author.length
        && mate.exact
        && said != mate.length
        && !of_line(said)
    {
        facts.push(Fact {
            length: Some(mate.length),
            detail: FactDetail::Said(said),
            ..Fact::of_all(FactKind::LengthDiffers, Proof::Proven)
        });
    }
    if !mate.exact {
        // Of a line that may not be the answer the alternatives mean nothing.
        facts.push(Fact::of_all(FactKind::EarlyMate, Proof::Undecided));
    }
    (Some(mate), main)
}

/// Whether a fact is of this class and not decided.
fn is_open(fact: &Fact, kind: FactKind) -> bool {
    fact.kind == kind && fact.proof == Proof::Undecided
}
