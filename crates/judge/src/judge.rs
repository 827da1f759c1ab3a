//! Checks one problem.

use crate::fact::{Fact, FactDetail, FactKind, Proof};
use crate::main_line::choice::{self, SolvedProblem, with_best_last_move};
use crate::main_line::{MainLine, Origin, line_error, no_mate, refuted_check, up_to_mate};
use crate::profile::Soundness;
use crate::report::{Author, CheckOptions, Report};
use crate::searcher::Searcher;
use crate::{checks, idle_pieces, tries};
use kemuri_core::{Budget, Problem, Progress};
use kemuri_solver::{Mate, Options, Solver, SolverError, Verdict};

/// Checks problems, one after the other, with its own tables.
pub struct Judge {
    solver: Solver,
    /// For the game without a main line.
    restricted: Solver,
}

/// One part in so many of the memory is for the game without a main line, in which
/// far fewer positions are searched.
const RESTRICTED_SHARE: u64 = 4;

impl Judge {
    /// Allocates the tables; the `hash` of `options` is for all together.
    pub fn new(options: &Options) -> Result<Self, SolverError> {
        let restricted = options.hash / RESTRICTED_SHARE;
        let table = |hash| {
            let solver = Solver::new(options.clone().with_hash(hash));
            solver.map_err(|error| error.as_part_of(options.hash))
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
        options: &CheckOptions,
        budget: &Budget,
        on_progress: &mut dyn FnMut(&Progress),
    ) -> Report {
        let budget = budget.part();
        let mut report = self.check_once(problem, author, options, &budget, on_progress);
        if options.tries {
            let tries = tries::find(&mut self.solver, problem, &report, &budget, on_progress);
            report.tries = Some(tries.found);
            report.open_tries = Some(tries.open);
            report.unranked_tries = Some(tries.unranked);
            (report.nodes, report.time) = (budget.spent(), budget.elapsed());
        }
        if options.profile.idle_pieces {
            idle_pieces::examine(self, problem, options, &budget, &mut report, on_progress);
        }
        report
    }

    /// As [`Judge::check`], without idle pieces.
    pub(crate) fn check_once(
        &mut self,
        problem: &Problem,
        author: Author<'_>,
        options: &CheckOptions,
        budget: &Budget,
        on_progress: &mut dyn FnMut(&Progress),
    ) -> Report {
        // The order of a collection must not change a verdict.
        self.solver.clear();
        let mut searcher = Searcher::new(
            &mut self.solver,
            &mut self.restricted,
            options.futile,
            budget,
            on_progress,
        );
        let mut facts = Vec::new();
        let (answer, main) = solve(&mut searcher, problem, author, &mut facts);
        let examined = main.zip(answer.as_ref()).map(|(main, answer)| {
            let solved = SolvedProblem {
                problem,
                answer,
                main,
                stated_length: author.length,
            };
            choice::examine(&mut searcher, solved, options)
        });
        let (main_line, by_author, in_doubt) = match examined {
            Some(examined) => {
                facts.extend(examined.facts);
                if options.profile.variation_alternatives {
                    checks::variations(&mut searcher, &examined.main, &mut facts);
                }
                let MainLine { moves, origin, .. } = examined.main;
                (moves, origin == Origin::Author, examined.in_doubt)
            }
            None => (Vec::new(), false, false),
        };
        // What is fatal in our line proves nothing while the author's line may mate.
        let is_open =
            |fact: &Fact| fact.kind == FactKind::LineNoMate && fact.proof == Proof::Undecided;
        let in_doubt = in_doubt || facts.iter().any(is_open);
        facts.sort_by_key(|fact| (fact.ply, fact.kind));
        let is_undecided = in_doubt || facts.iter().any(|fact| fact.proof == Proof::Undecided);
        let mut report = Report {
            verdict: Soundness::Undecided,
            answer,
            main_line,
            by_author,
            in_doubt,
            reason: searcher.reason().filter(|_| is_undecided),
            facts,
            tries: None,
            open_tries: None,
            unranked_tries: None,
            nodes: searcher.budget.spent(),
            time: searcher.budget.elapsed(),
        };
        report.judge(&options.profile);
        report
    }
}

/// Solves the problem and takes the author's line or the best play as the main
/// line. Adds what is wrong with them to `facts`.
fn solve(
    searcher: &mut Searcher<'_>,
    problem: &Problem,
    author: Author<'_>,
    facts: &mut Vec<Fact>,
) -> (Option<Mate>, Option<MainLine>) {
    let solved = searcher.shortest(problem, u64::MAX);
    let error = match author.illegal_ply {
        Some(ply) => Some(Fact {
            ply,
            ..Fact::of_all(FactKind::LineIllegal, Proof::Proven)
        }),
        None => author
            .line
            .and_then(|line| line_error(searcher, problem, line)),
    };
    let mut right = author.line.filter(|_| error.is_none());
    facts.extend(error);
    let mate = match solved {
        Verdict::Mate(mate) => mate,
        Verdict::NoMate => {
            facts.push(no_mate(searcher, problem, author.line.unwrap_or_default()));
            return (None, None);
        }
        Verdict::Unknown(_) => {
            facts.push(Fact::of_all(FactKind::NoMate, Proof::Undecided));
            return (None, None);
        }
    };
    let ended = right.map(|line| up_to_mate(searcher, problem, line));
    // What mates beside a check that does not mate is the solution, no cook.
    if let Some(fact) = ended.and_then(|line| refuted_check(searcher, problem, line)) {
        right = right.filter(|_| fact.proof != Proof::Proven);
        facts.push(fact);
    }
    let main = match ended.filter(|_| right.is_some()) {
        Some(line) => MainLine::new(searcher, problem, line, Origin::Author),
        None if mate.exact => {
            let line = with_best_last_move(searcher, problem, &mate.line);
            let line = line.as_deref().unwrap_or(&mate.line);
            MainLine::new(searcher, problem, line, Origin::BestPlay)
        }
        None => None,
    };
    // The facts about an author's line say more than its length.
    let of_line = |stated: u32| {
        let counted = main.as_ref().map(|main| main.plies_from(0) as u32);
        right.is_some_and(|line| [Some(line.len() as u32), counted].contains(&Some(stated)))
    };
    if let Some(stated) = author.length
        && mate.exact
        && stated != mate.length
        && !of_line(stated)
    {
        facts.push(Fact {
            length: Some(mate.length),
            detail: FactDetail::StatedLength(stated),
            ..Fact::of_all(FactKind::LengthDiffers, Proof::Proven)
        });
    }
    if !mate.exact {
        // The alternatives to a line that may not be the answer mean nothing.
        facts.push(Fact::of_all(FactKind::EarlyMate, Proof::Undecided));
    }
    (Some(mate), main)
}
