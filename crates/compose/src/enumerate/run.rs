//! Runs an enumeration: makes each generation from the one before.

use super::candidates::{self, FERTILE, UNMOVES};
use super::decision_log::DecisionLog;
use super::folder::EnumerationFolder;
use super::main_lines::{self, Positions};
use super::queue::count;
use super::sorter::{IN_MEMORY, Sorter};
use super::workers::{CandidateWorkers, FIRST_NODES, GROWTH, Job};
use super::{EQUAL, EnumerateError, EnumerateOptions, OPEN, Tally};
use crate::condition::{Condition, Equal};
use crate::final_positions;
use crate::position_file::{PositionReader, PositionRecord, PositionWriter, RunFileError, TALLIES};
use kemuri_core::{Budget, Phase, Progress};
use kemuri_judge::extension::Decision;
use kemuri_runstore::remove_file;
use std::path::PathBuf;

/// In the header of the open candidates that are tried again: how many there are.
const STILL_OPEN: usize = 0;

/// An enumeration under way.
pub struct EnumerationRun<'a> {
    folder: &'a EnumerationFolder,
    condition: &'a Condition,
    workers: CandidateWorkers,
    options: &'a EnumerateOptions,
    on_progress: &'a mut dyn FnMut(&Progress),
}

impl<'a> EnumerationRun<'a> {
    /// Starts the threads of a run.
    pub fn new(
        condition: &'a Condition,
        folder: &'a EnumerationFolder,
        options: &'a EnumerateOptions,
        on_progress: &'a mut dyn FnMut(&Progress),
    ) -> Result<Self, EnumerateError> {
        Ok(Self {
            folder,
            condition,
            workers: CandidateWorkers::new(options)?,
            options,
            on_progress,
        })
    }

    /// Makes all generations that are missing, and returns the numbers of all.
    pub fn all(
        &mut self,
        on_generation: &mut dyn FnMut(u32, &Tally),
    ) -> Result<Vec<Tally>, EnumerateError> {
        let mut tallies = Vec::new();
        for generation in 0..=u32::from(self.condition.length) {
            let path = self.folder.generation(generation);
            if path.exists() {
                // A run that was killed had no time to remove them.
                remove_file(&self.folder.candidates(generation))?;
                remove_file(&self.folder.log(generation))?;
                self.retry_open(generation)?;
            } else if generation == 0 {
                self.write_final_positions()?;
            } else {
                self.extend_to(generation)?;
            }
            let header = *self.open(path, generation)?.header();
            let tally = Tally::from_array(header.tallies);
            on_generation(generation, &tally);
            tallies.push(tally);
            if header.count == 0 {
                break;
            }
        }
        Ok(tallies)
    }

    /// Opens a file of this run.
    fn open(&self, path: PathBuf, generation: u32) -> Result<PositionReader, RunFileError> {
        let reader = PositionReader::open(&path)?;
        let header = reader.header();
        if (header.generation, header.condition) != (generation, self.condition.fingerprint()) {
            let what = "it is of another run";
            return Err(RunFileError::Damaged { path, what });
        }
        Ok(reader)
    }

    fn check_stop(&self) -> Result<(), EnumerateError> {
        if self.options.budget.exhausted().is_some() {
            return Err(EnumerateError::Interrupted);
        }
        Ok(())
    }

    fn writer(&self, generation: u32) -> Result<PositionWriter, RunFileError> {
        let path = self.folder.generation(generation);
        PositionWriter::create(&path, generation, self.condition.fingerprint())
    }

    fn write_final_positions(&mut self) -> Result<(), EnumerateError> {
        let (condition, budget) = (self.condition, &self.options.budget);
        let mut sorter = Sorter::new(self.folder, condition, 0, IN_MEMORY);
        let kings = final_positions::king_squares(condition);
        for (&king, done) in kings.iter().zip(0..) {
            let progress = progress(Phase::MatedPositions, done, kings.len() as u64, budget);
            (self.on_progress)(&progress);
            self.workers.install(|| {
                final_positions::with_king(condition, king, budget, &mut |some| {
                    sorter.extend(some.into_iter().map(|packed| PositionRecord {
                        packed,
                        mv: 0,
                        marks: 0,
                    }))
                })
            })?;
            self.check_stop()?;
        }
        let mut all = sorter.finish()?;
        let mut out = self.writer(0)?;
        let mut last = None;
        let mut number = 0;
        while let Some(record) = all.read()? {
            if last.replace(record) != Some(record) {
                out.push(record)?;
                number += 1;
            }
        }
        let tally = Tally {
            candidates: number,
            unmoves: number,
            sound: number,
            strict: number,
            ..Tally::default()
        };
        out.finish(tally.to_array())?;
        all.remove()?;
        Ok(())
    }

    /// Makes a generation from the one before.
    fn extend_to(&mut self, generation: u32) -> Result<(), EnumerateError> {
        let path = self.folder.candidates(generation);
        if !path.exists() {
            let (folder, condition) = (self.folder, self.condition);
            let budget = &self.options.budget;
            self.workers.install(|| {
                candidates::prepare(folder, condition, generation, IN_MEMORY, budget)
            })?;
        }
        let mut all = self.open(path.clone(), generation)?;
        let log_path = self.folder.log(generation);
        let mut log = DecisionLog::open(&log_path, &all)?;
        self.folder.add_salvaged(log.salvage());
        self.decide(generation, &mut all, &mut log)?;
        self.keep_sound(generation, &mut all, &log)?;
        remove_file(&log_path)?;
        remove_file(&path)?;
        Ok(())
    }

    /// Decides every candidate, the hard ones again with more and more nodes.
    ///
    /// What an earlier run left open starts from the beginning: that run may have
    /// had fewer nodes.
    fn decide(
        &mut self,
        generation: u32,
        all: &mut PositionReader,
        log: &mut DecisionLog,
    ) -> Result<(), EnumerateError> {
        let most = self.options.nodes;
        let mut nodes = FIRST_NODES.min(most);
        let mut total = all.header().count;
        loop {
            let todo = log.undecided();
            let mut done = total - count(&todo);
            let (phase, budget) = (Phase::Candidates { generation }, &self.options.budget);
            (self.on_progress)(&progress(phase, done, total, budget));
            let job = Job {
                condition: self.condition,
                plies: generation as u16,
                nodes,
            };
            let on_progress = &mut *self.on_progress;
            self.workers.judge(&job, todo, all, &mut |first, some| {
                log.append(first, some)?;
                done += some.len() as u64;
                on_progress(&progress(phase, done, total, budget));
                Ok(())
            })?;
            self.check_stop()?;
            total = count(&log.undecided());
            if total == 0 || nodes >= most {
                return Ok(());
            }
            nodes = nodes.saturating_mul(GROWTH).min(most);
        }
    }

    /// Tries again what an earlier run left open in a generation. What was made
    /// from it has to be made anew if that decides anything.
    fn retry_open(&mut self, generation: u32) -> Result<(), EnumerateError> {
        let mut before = self.open(self.folder.generation(generation), generation)?;
        let mut tally = Tally::from_array(before.header().tallies);
        let paths = [
            self.folder.retried(generation),
            self.folder.retry_log(generation),
        ];
        if tally.open > 0 {
            let mut all = self.open_candidates(generation, &mut before, tally.open)?;
            let mut log = DecisionLog::open(&paths[1], &all)?;
            self.folder.add_salvaged(log.salvage());
            self.decide(generation, &mut all, &mut log)?;
            if still_open(&mut all, &log)? < tally.open {
                self.forget_from(generation + 1)?;
                tally.open = 0;
                self.rewrite(generation, &mut before, &log, &mut tally)?;
            }
        }
        paths.iter().try_for_each(|path| remove_file(path))?;
        Ok(())
    }

    /// The open candidates of a generation, of `open` positions, as a file of
    /// their own: that of a run that was killed, or a new one.
    fn open_candidates(
        &self,
        generation: u32,
        before: &mut PositionReader,
        open: u64,
    ) -> Result<PositionReader, RunFileError> {
        let path = self.folder.retried(generation);
        if path.exists() {
            let known = self.open(path.clone(), generation)?;
            // Of the same candidates, unless that run had come so far as to decide
            // some of them.
            if known.header().tallies[STILL_OPEN] == open {
                return Ok(known);
            }
        }
        remove_file(&self.folder.retry_log(generation))?;
        let mut out = PositionWriter::create(&path, generation, self.condition.fingerprint())?;
        before.go_to(0)?;
        while let Some(record) = before.read()? {
            if record.marks & OPEN != 0 {
                out.push(record)?;
            }
        }
        let mut tallies = [0; TALLIES];
        tallies[STILL_OPEN] = open;
        out.finish(tallies)?;
        self.open(path, generation)
    }

    /// Writes a generation anew, with what is decided of its open candidates.
    fn rewrite(
        &self,
        generation: u32,
        before: &mut PositionReader,
        log: &DecisionLog,
        tally: &mut Tally,
    ) -> Result<(), EnumerateError> {
        let mut out = self.writer(generation)?;
        let mut number = 0;
        let mut all = Positions::of(before)?;
        while let Some(records) = all.read()? {
            let is_open = records.iter().any(|record| record.marks & OPEN != 0);
            let kept = if is_open {
                let decisions = log.decisions_from(number);
                number += records.len();
                self.kept(generation, &records, decisions, tally)
            } else {
                records
            };
            kept.into_iter().try_for_each(|record| out.push(record))?;
        }
        out.finish(tally.to_array())?;
        Ok(())
    }

    /// Removes a generation and all that follow, from the far end, so that a
    /// run killed meanwhile finds no gap.
    fn forget_from(&self, first: u32) -> Result<(), EnumerateError> {
        let mut end = first;
        while self.folder.generation(end).exists() {
            end += 1;
        }
        for number in (first..=end).rev() {
            for path in [
                self.folder.retry_log(number),
                self.folder.retried(number),
                self.folder.log(number),
                self.folder.candidates(number),
                self.folder.generation(number),
            ] {
                remove_file(&path)?;
            }
        }
        Ok(())
    }

    /// Counts a position with these candidates and decisions, and returns the records
    /// to keep: that of its best main line, or all if it is open.
    fn kept(
        &self,
        generation: u32,
        records: &[PositionRecord],
        decisions: impl Iterator<Item = Decision>,
        tally: &mut Tally,
    ) -> Vec<PositionRecord> {
        let lines = records.iter().map(|&record| PositionRecord {
            marks: record.marks & EQUAL,
            ..record
        });
        let Some((mut record, decision)) = main_lines::best(lines.clone().zip(decisions)) else {
            return Vec::new();
        };
        tally.count(decision);
        match decision {
            Decision::Sound => {}
            Decision::Equal if self.condition.soundness.equal == Equal::Allow => {
                record.marks |= EQUAL
            }
            Decision::Open => {
                let open = lines.map(|record| PositionRecord {
                    marks: record.marks | OPEN,
                    ..record
                });
                return open.collect();
            }
            _ => return Vec::new(),
        }
        let strict = u64::from(record.marks & EQUAL == 0);
        let attacks = generation % 2 == 1;
        let finished = attacks && self.condition.is_finished(&record.packed);
        tally.sound += 1;
        tally.strict += strict;
        tally.finished += u64::from(finished);
        tally.finished_strict += u64::from(finished) * strict;
        vec![record]
    }

    /// Writes the file of a generation.
    fn keep_sound(
        &self,
        generation: u32,
        all: &mut PositionReader,
        log: &DecisionLog,
    ) -> Result<(), EnumerateError> {
        let header = *all.header();
        let mut tally = Tally {
            fertile: header.tallies[FERTILE],
            unmoves: header.tallies[UNMOVES],
            ..Tally::default()
        };
        let mut out = self.writer(generation)?;
        let mut number = 0;
        let mut all = Positions::of(all)?;
        while let Some(records) = all.read()? {
            let decisions = log.decisions_from(number);
            number += records.len();
            tally.candidates += 1;
            let kept = self.kept(generation, &records, decisions, &mut tally);
            kept.into_iter().try_for_each(|record| out.push(record))?;
        }
        out.finish(tally.to_array())?;
        Ok(())
    }
}

/// How far a phase of the run is.
pub fn progress(phase: Phase, done: u64, total: u64, budget: &Budget) -> Progress {
    let mut progress = Progress::new(phase);
    (progress.done, progress.total) = (done, Some(total));
    (progress.nodes, progress.elapsed) = (budget.spent(), budget.elapsed());
    progress
}

/// How many of the positions that were tried again are open still.
fn still_open(all: &mut PositionReader, log: &DecisionLog) -> Result<u64, RunFileError> {
    let (mut open, mut number) = (0, 0);
    let mut all = Positions::of(all)?;
    while let Some(records) = all.read()? {
        let decisions = log.decisions_from(number);
        number += records.len();
        let best = main_lines::best(records.into_iter().zip(decisions));
        open += u64::from(best.is_some_and(|(_, decision)| decision == Decision::Open));
    }
    Ok(open)
}
