//! Where the searches of an experiment are made and written down.

use super::Halt;
use super::row::{Found, Row};
use crate::progress::ProgressLine;
use crate::signal::Stop;
use crate::text::Text;
use kemuri_formats::{Expected, ProblemEntry};
use kemuri_runstore::{CsvJournal, RunFolder};
use kemuri_solver::{Budget, Goal, Options, Solver};
use std::collections::HashMap;

/// The file that every search is a row of.
const RESULTS: &str = "results.csv";

/// One way to search.
#[derive(Clone, Debug)]
pub struct Setting {
    /// What it is called in the results.
    pub name: String,
    /// The options of the search.
    pub options: Options,
    /// What is asked for.
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

/// The problems of an experiment and what is known of them.
pub struct Lab<'a> {
    /// The problems.
    pub entries: &'a [ProblemEntry],
    /// The options that settings start from.
    pub options: &'a Options,
    /// Nodes for each search.
    pub limit: u64,
    /// The language of the report.
    pub text: Text,
    /// The folder of the run.
    pub folder: &'a RunFolder,
    /// Shows how far it is.
    pub meter: ProgressLine,
    stop: &'a Stop,
    journal: CsvJournal<Row>,
    /// Where the row of a problem and a setting is.
    known: HashMap<(usize, String), usize>,
}

impl<'a> Lab<'a> {
    /// Opens the results in `folder`.
    pub fn new(
        entries: &'a [ProblemEntry],
        options: &'a Options,
        limit: u64,
        folder: &'a RunFolder,
        (meter, stop, text): (ProgressLine, &'a Stop, Text),
    ) -> Result<Self, Halt> {
        let journal = CsvJournal::<Row>::open(&folder.path().join(RESULTS))?;
        let rows = journal.rows().iter().enumerate();
        let known = rows
            .map(|(i, row)| ((row.number, row.setting.clone()), i))
            .collect();
        Ok(Self {
            entries,
            options,
            limit,
            text,
            folder,
            meter,
            stop,
            journal,
            known,
        })
    }

    /// The numbers of the problems, from 1.
    pub fn numbers(&self) -> std::ops::RangeInclusive<usize> {
        1..=self.entries.len()
    }

    /// What a problem is called.
    pub fn name(&self, number: usize) -> String {
        let entry = &self.entries[number - 1];
        entry.id.clone().unwrap_or_else(|| entry.problem.to_sfen())
    }

    /// [`Halt::Interrupted`] if the user wishes to stop.
    pub fn go_on(&self) -> Result<(), Halt> {
        match self.stop.is_asked() {
            true => Err(Halt::Interrupted),
            false => Ok(()),
        }
    }

    /// Searches every problem in every setting, problem by problem, so that a
    /// machine that slows down in between slows all settings down.
    pub fn measure_all(&mut self, settings: &[Setting]) -> Result<(), Halt> {
        for number in self.numbers() {
            for setting in settings {
                self.measure(number, setting)?;
            }
        }
        Ok(())
    }

    /// The row of a problem and a setting, from the results or from a search.
    pub fn measure(&mut self, number: usize, setting: &Setting) -> Result<&Row, Halt> {
        let key = (number, setting.name.clone());
        let place = match self.known.get(&key) {
            Some(&place) => place,
            None => {
                self.go_on()?;
                let row = self.search(number, setting)?;
                self.journal.append(row)?;
                let place = self.journal.rows().len() - 1;
                self.known.insert(key, place);
                place
            }
        };
        Ok(&self.journal.rows()[place])
    }

    fn search(&self, number: usize, setting: &Setting) -> Result<Row, Halt> {
        let name = self.name(number);
        let label = format!("[{number}/{}] {name}, {}", self.entries.len(), setting.name);
        let budget = Budget::until_stopped(self.stop.flag()).with_nodes(self.limit);
        let problem = &self.entries[number - 1].problem;
        // A new table each time: nothing learnt from one setting helps another.
        let mut solver = Solver::new(setting.options.clone())?;
        let outcome = solver.solve(problem, setting.goal, &budget, &mut |progress| {
            self.meter.show(&label, problem, progress)
        });
        // What was interrupted is not what the limit allows.
        self.go_on()?;
        Ok(Row::of(number, &name, &setting.name, &outcome))
    }

    /// What is known of a problem in a setting.
    pub fn row(&self, number: usize, setting: &str) -> Option<&Row> {
        let place = self.known.get(&(number, setting.to_string()))?;
        self.journal.rows().get(*place)
    }

    /// The rows of a setting, in the order of the problems.
    pub fn rows<'s>(&'s self, setting: &'s str) -> impl Iterator<Item = &'s Row> {
        self.numbers()
            .filter_map(move |number| self.row(number, setting))
    }

    /// The problems that are decided in both settings, with their rows.
    pub fn both<'s>(&'s self, a: &'s str, b: &'s str) -> impl Iterator<Item = (&'s Row, &'s Row)> {
        self.rows(a)
            .filter_map(move |row| Some((row, self.row(row.number, b)?)))
            .filter(|(a, b)| a.is_decided() && b.is_decided())
    }

    /// The names of the problems whose row in a setting is such.
    pub fn names_where(&self, setting: &str, such: impl Fn(&Row) -> bool) -> Vec<String> {
        let rows = self.rows(setting).filter(|row| such(row));
        rows.map(|row| row.problem.clone()).collect()
    }

    /// The names of problems of which verdicts contradict each other, or what
    /// the collection expects.
    pub fn contradictions(&self) -> Vec<String> {
        let contradicted = |number: &usize| {
            let rows = self.journal.rows().iter().filter(|r| r.number == *number);
            let mut verdicts: Vec<Found> = rows.map(|row| row.verdict).collect();
            match self.entries[number - 1].expected {
                Expected::Mate(_) => verdicts.push(Found::Mate),
                Expected::NoMate => verdicts.push(Found::NoMate),
                Expected::Unstated => {}
            }
            verdicts.contains(&Found::Mate) && verdicts.contains(&Found::NoMate)
        };
        let numbers = self.numbers().filter(contradicted);
        numbers.map(|number| self.name(number)).collect()
    }
}
