//! The check of one problem, from the answer to the verdict.

use crate::ask::{self, Asker, Mate};
use crate::fact::{Fact, Kind, More, Proof};
use crate::main_line::{MainLine, fault, no_mate};
use crate::report::{Answer, Author, Progress, Report, Settings};
use crate::{checks, defences, game, idle};
use kemuri_core::{Hand, Move, Problem};
use kemuri_solver::{Options, Solver, SolverError};

/// A judge with its tables. One judge can check many problems in turn.
pub struct Judge {
    solver: Solver,
    /// For the game without a main line.
    apart: Solver,
}

/// The share of the memory that goes to the game without a main line: it is
/// asked about far fewer positions.
const APART: u64 = 4;

impl Judge {
    /// Allocates what `options` ask for; their `hash` is for all tables together.
    pub fn new(options: &Options) -> Result<Self, SolverError> {
        let apart = options.hash / APART;
        let table = |hash| {
            Solver::new(Options {
                hash,
                ..options.clone()
            })
        };
        Ok(Self {
            solver: table(options.hash - apart)?,
            apart: table(apart)?,
        })
    }

    /// Checks a problem.
    ///
    /// `on_progress` is called about ten times a second while something is being
    /// searched.
    pub fn check(
        &mut self,
        problem: &Problem,
        author: Author<'_>,
        settings: &Settings,
        on_progress: &mut dyn FnMut(&Progress<'_>),
    ) -> Report {
        let mut report = self.check_once(problem, author, settings, on_progress);
        if settings.profile.idle_pieces {
            idle::examine(self, problem, settings, &mut report, on_progress);
        }
        report
    }

    /// As [`Judge::check`], without a look at the pieces.
    pub(crate) fn check_once(
        &mut self,
        problem: &Problem,
        author: Author<'_>,
        settings: &Settings,
        on_progress: &mut dyn FnMut(&Progress<'_>),
    ) -> Report {
        // Every verdict is that of a fresh judge: the order of a collection must
        // not change it.
        self.solver.clear();
        let solvers = (&mut self.solver, &mut self.apart);
        let mut asker = Asker::new(solvers, settings.futile, &settings.limits, on_progress);
        let mut facts = Vec::new();
        let (answer, main) = find(&mut asker, problem, author, &mut facts);
        let (main, defences) = match main {
            Some(main) => {
                let (main, defences) = cleanest(&mut asker, problem, main);
                (Some(main), defences)
            }
            None => (None, Vec::new()),
        };
        facts.extend(defences);
        if let Some(main) = &main {
            checks::examine(&mut asker, main, settings, &mut facts);
            if settings.profile.variation_alternatives {
                checks::variations(&mut asker, main, &mut facts);
            }
            let hand = main.positions.last().map(game::hand);
            if let Some(hand) = hand.filter(|hand| !hand.is_empty()) {
                facts.push(Fact {
                    ply: main.moves.len(),
                    more: More::Hand(hand),
                    ..Fact::of_all(Kind::PiecesLeft, Proof::Proven)
                });
            }
        }
        facts.sort_by_key(|fact| (fact.ply, fact.kind));
        let (nodes, time) = asker.cost();
        let (main_line, by_author) = match main {
            Some(main) => (main.moves, main.by_author),
            None => (Vec::new(), false),
        };
        Report {
            verdict: settings.profile.verdict(&facts),
            answer,
            main_line,
            by_author,
            facts,
            nodes,
            time,
        }
    }
}

/// How often a line is left for one that leaves less in hand.
const BETTER_LINES: usize = 4;

/// The main line, or one as good that leaves nothing in hand, and what there is
/// to say of the defences beside it.
///
/// The solver compares defences that last equally long only so far. An author's
/// line is what it is.
fn cleanest(asker: &mut Asker<'_>, problem: &Problem, mut main: MainLine) -> (MainLine, Vec<Fact>) {
    for _ in 0..BETTER_LINES {
        let facts = defences::examine(asker, &main);
        let is_clean = main.positions.last().map(game::hand) == Some(Hand::EMPTY);
        // Of our own line there is nothing else to be proven here.
        let better = facts.iter().find(|fact| fact.proof == Proof::Proven);
        let better = match better {
            Some(fact) if !is_clean && !main.by_author => {
                let moves = [&main.moves[..fact.ply - 1], &fact.line].concat();
                MainLine::new(problem, &moves, false)
            }
            _ => None,
        };
        match better {
            Some(better) => main = better,
            None => return (main, facts),
        }
    }
    let facts = defences::examine(asker, &main);
    (main, facts)
}

/// Solves the problem and chooses the main line; what is wrong with either goes
/// to `facts`.
fn find(
    asker: &mut Asker<'_>,
    problem: &Problem,
    author: Author<'_>,
    facts: &mut Vec<Fact>,
) -> (Option<Answer>, Option<MainLine>) {
    let solved = asker.shortest(problem, u64::MAX);
    let fault = author.line.and_then(|line| fault(asker, problem, line));
    let right = author.line.filter(|_| fault.is_none());
    facts.extend(fault);
    let Mate {
        length,
        exact,
        line,
        rest,
    } = match solved {
        ask::Answer::Mate(mate) => mate,
        ask::Answer::NoMate => {
            facts.push(no_mate(asker, problem, author.line.unwrap_or_default()));
            return (None, None);
        }
        ask::Answer::Unknown { .. } => {
            facts.push(Fact::of_all(Kind::NoMate, Proof::Undecided));
            return (None, None);
        }
    };
    // Where there is a line, its facts say more than its length.
    let said = author.length.filter(|_| right.is_none());
    if let Some(said) = said.filter(|&said| exact && said != length) {
        facts.push(Fact {
            length: Some(length),
            more: More::Said(said),
            ..Fact::of_all(Kind::LengthDiffers, Proof::Proven)
        });
    }
    if !exact {
        // Of a line that may not be the answer the alternatives mean nothing.
        facts.push(Fact::of_all(Kind::EarlyMate, Proof::Undecided));
    }
    let main = match right {
        Some(line) => MainLine::new(problem, line, true),
        None if exact => MainLine::new(problem, &with_last_move(asker, problem, &line), false),
        None => None,
    };
    let answer = Answer {
        length,
        exact,
        line,
        rest,
    };
    (Some(answer), main)
}

/// The line with the last move that leaves least in hand, for any may be played.
fn with_last_move(asker: &mut Asker<'_>, problem: &Problem, line: &[Move]) -> Vec<Move> {
    let mut better = || {
        let (_, before) = line.split_last()?;
        let position = game::play(problem, before)?.pop()?;
        let checks = game::moves(&position).into_iter().filter_map(|mv| {
            let after = game::after(&position, mv)?;
            let held: u32 = (1..8).map(|kind| game::hand(&after).count(kind)).sum();
            asker.is_mated(&after).then_some((held, mv))
        });
        // The line's own move stays unless another is better.
        let (_, last) = checks.min_by_key(|&(held, mv)| (held, Some(&mv) != line.last()))?;
        Some([before, &[last]].concat())
    };
    match game::hand_after(problem, line) {
        Some(hand) if !hand.is_empty() => better().unwrap_or_else(|| line.into()),
        _ => line.into(),
    }
}
