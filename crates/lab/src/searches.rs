//! The searches of an experiment, each made once and written down.

use crate::error::ExperimentError;
use crate::run::PROGRAM;
use crate::search_result::SearchResult;
use crate::stats::ratio;
use kemuri_formats::{Expected, ProblemEntry};
use kemuri_runstore::{CsvJournal, RunFolder, Salvage};
use kemuri_solver::{Budget, Goal, Options, Solver, VerdictKind};
use kemuri_terminal::{ProgressLine, Stop, complain};
use kemuri_text::{Lang, runstore};
use std::collections::HashMap;
use std::ops::RangeInclusive;

/// The file with a row for each search.
pub const RESULTS: &str = "results.csv";
/// Problems in the table of a report, at most. The others are in [`RESULTS`].
const SHOWN: usize = 20;

/// One way to search.
#[derive(Clone, Debug)]
pub struct Setting {
    /// Its name in the results.
    pub name: String,
    /// The options of the search.
    pub options: Options,
    /// The goal of the search.
    pub goal: Goal,
}

impl Setting {
    /// A search for a first mate.
    pub fn first_mate(name: impl Into<String>, options: Options) -> Self {
        Self {
            name: name.into(),
            options,
            goal: Goal::FirstMate,
        }
    }
}

/// What all searches of a run have in common.
pub struct RunContext<'a> {
    /// The problems.
    pub entries: &'a [ProblemEntry],
    /// The options that settings start from.
    pub options: &'a Options,
    /// Nodes for each search.
    pub limit: u64,
    /// The language of the report.
    pub lang: Lang,
    /// The folder of the run.
    pub folder: &'a RunFolder,
    /// Shows how far the run is.
    pub progress: &'a ProgressLine,
    /// Set when the user interrupts.
    pub stop: &'a Stop,
}

impl RunContext<'_> {
    /// Returns [`ExperimentError::Interrupted`] if the user has interrupted.
    pub fn check_stop(&self) -> Result<(), ExperimentError> {
        match self.stop.is_asked() {
            true => Err(ExperimentError::Interrupted),
            false => Ok(()),
        }
    }

    /// Says what was left out of a damaged file of results. It is measured again.
    pub fn tell_salvage(&self, salvage: Option<&Salvage>) {
        if let Some(salvage) = salvage {
            complain(PROGRAM, &runstore::salvage(self.lang, salvage));
        }
    }
}

/// The searches of an experiment: those in its folder and those still to make.
pub struct Searches<'a> {
    /// What they have in common.
    pub context: &'a RunContext<'a>,
    journal: CsvJournal<SearchResult>,
    /// The row of a problem and a setting in the journal.
    rows: HashMap<(usize, String), usize>,
}

impl<'a> Searches<'a> {
    /// Reads the results in the folder of the run.
    pub fn open(context: &'a RunContext<'a>) -> Result<Self, ExperimentError> {
        let path = context.folder.path().join(RESULTS);
        let journal = CsvJournal::<SearchResult>::open(&path)?;
        context.tell_salvage(journal.salvage());
        let rows = journal.rows().iter().enumerate();
        let rows = rows.map(|(row, result)| ((result.number, result.setting.clone()), row));
        Ok(Self {
            context,
            rows: rows.collect(),
            journal,
        })
    }

    /// Returns the language of the report.
    pub fn lang(&self) -> Lang {
        self.context.lang
    }

    /// Returns the numbers of the problems, from 1.
    pub fn numbers(&self) -> RangeInclusive<usize> {
        1..=self.context.entries.len()
    }

    /// Returns the name of a problem, or its SFEN if it has none.
    pub fn name(&self, number: usize) -> String {
        self.context.entries[number - 1].label()
    }

    /// Searches every problem in every setting, problem by problem: a machine
    /// that slows down slows all settings down.
    pub fn run_all(&mut self, settings: &[Setting]) -> Result<(), ExperimentError> {
        for number in self.numbers() {
            for setting in settings {
                self.run(number, setting)?;
            }
        }
        Ok(())
    }

    /// Returns the result of a problem in a setting; searches if there is none.
    pub fn run(
        &mut self,
        number: usize,
        setting: &Setting,
    ) -> Result<&SearchResult, ExperimentError> {
        let key = (number, setting.name.clone());
        let row = match self.rows.get(&key) {
            Some(&row) => row,
            None => {
                let result = self.search(number, setting)?;
                self.journal.append(result)?;
                let row = self.journal.rows().len() - 1;
                self.rows.insert(key, row);
                row
            }
        };
        Ok(&self.journal.rows()[row])
    }

    fn search(&self, number: usize, setting: &Setting) -> Result<SearchResult, ExperimentError> {
        let context = self.context;
        context.check_stop()?;
        let name = self.name(number);
        let of = context.entries.len();
        let label = format!("[{number}/{of}] {name}, {}", setting.name);
        let budget = Budget::until_stopped(context.stop.flag()).with_nodes(context.limit);
        let problem = &context.entries[number - 1].problem;
        // A new table each time: nothing learnt in one setting helps another.
        let mut solver = Solver::new(setting.options.clone())?;
        let outcome = solver.solve(problem, setting.goal, &budget, &mut |progress| {
            context.progress.show(&label, problem, progress)
        });
        // An interrupted search is not what the limit allows.
        context.check_stop()?;
        Ok(SearchResult::new(number, &name, &setting.name, &outcome))
    }

    /// Returns the result of a problem in a setting, if there is one.
    pub fn result(&self, number: usize, setting: &str) -> Option<&SearchResult> {
        let row = self.rows.get(&(number, setting.to_string()))?;
        self.journal.rows().get(*row)
    }

    /// Returns the result of a problem in a setting, if it is decided.
    pub fn decided(&self, number: usize, setting: &str) -> Option<&SearchResult> {
        self.result(number, setting)
            .filter(|result| result.is_decided())
    }

    /// Returns the results of a setting, in the order of the problems.
    pub fn results<'s>(&'s self, setting: &'s str) -> impl Iterator<Item = &'s SearchResult> {
        self.numbers()
            .filter_map(move |number| self.result(number, setting))
    }

    /// Returns the results of the problems that are decided in both settings.
    pub fn decided_in_both<'s>(
        &'s self,
        a: &'s str,
        b: &'s str,
    ) -> impl Iterator<Item = (&'s SearchResult, &'s SearchResult)> {
        self.numbers()
            .filter_map(move |number| Some((self.decided(number, a)?, self.decided(number, b)?)))
    }

    /// Returns the problems whose nodes differ most between the settings, the
    /// largest ratio first. An undecided search counts what was searched.
    pub fn most_different(&self, settings: &[&str]) -> Vec<usize> {
        let spread = |number: &usize| {
            let results = settings.iter().map(|setting| self.result(*number, setting));
            let nodes: Vec<u64> = results.flatten().map(|result| result.nodes).collect();
            match (nodes.iter().max(), nodes.iter().min()) {
                (Some(&most), Some(&fewest)) => ratio(most, fewest),
                _ => 1.0,
            }
        };
        let mut numbers: Vec<usize> = self.numbers().collect();
        numbers.sort_by(|a, b| spread(b).total_cmp(&spread(a)));
        numbers.truncate(SHOWN);
        numbers
    }

    /// Returns the names of the problems whose result in a setting fulfils a
    /// condition.
    pub fn names_where(
        &self,
        setting: &str,
        condition: impl Fn(&SearchResult) -> bool,
    ) -> Vec<String> {
        let results = self.results(setting).filter(|result| condition(result));
        results.map(|result| result.problem.clone()).collect()
    }

    /// Returns the names of the problems whose verdicts contradict each other or
    /// the collection.
    pub fn contradictions(&self) -> Vec<String> {
        let is_contradicted = |number: &usize| {
            let results = self.journal.rows().iter();
            let results = results.filter(|result| result.number == *number);
            let mut verdicts: Vec<VerdictKind> = results.map(|result| result.verdict).collect();
            match self.context.entries[number - 1].expected {
                Expected::Mate(_) => verdicts.push(VerdictKind::Mate),
                Expected::NoMate => verdicts.push(VerdictKind::NoMate),
                Expected::Unstated => {}
            }
            verdicts.contains(&VerdictKind::Mate) && verdicts.contains(&VerdictKind::NoMate)
        };
        let numbers = self.numbers().filter(is_contradicted);
        numbers.map(|number| self.name(number)).collect()
    }
}
