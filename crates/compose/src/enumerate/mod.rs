//! Enumeration: all problems of a condition, generation by generation.
//!
//! Generation n holds the sound problems of n plies: 0 the mates, odd numbers
//! problems with the attacker to move, even ones those with the defender in
//! check. Each is made from the one before: take back every move, sort, keep
//! each position once (`candidates`), decide each candidate with the solver
//! ([`crate::soundness`]), write the decisions down as they come (`log`), and
//! keep what is sound.
//!
//! Every step ends with a file that appears whole or not at all, and what is
//! decided of a position is a fact of shogi. So a run can be killed at any
//! moment and taken up again, by any number of threads, and its files come out
//! the same to the byte, as long as nothing is left undecided.

mod candidates;
pub mod collection;
mod folder;
mod log;
pub mod report;
mod tally;
mod work;

pub use collection::{CollectionError, Found};
pub use folder::Folder;
pub use tally::Tally;

use crate::condition::{Condition, Equal};
use crate::finals::finals;
use crate::recheck::Flaw;
use crate::soundness::Decision;
use crate::store::{Reader, Record, StoreError, Writer};
use candidates::{FERTILE, UNMOVES};
use log::Log;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use work::Workers;

/// In a record: the main line from here on meets an equally long defence that
/// leaves the attacker nothing.
pub const EQUAL: u8 = 1;
/// In a record: not decided.
pub const OPEN: u8 = 2;
/// In a candidate: several un-moves lead to it.
pub const MANY: u8 = 4;

/// How an enumeration is run; nothing here changes what it finds.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How many threads decide candidates.
    pub threads: usize,
    /// Bytes for the tables of all threads together.
    pub hash: u64,
    /// The most nodes that one question may take before its candidate is left
    /// open.
    pub nodes: u64,
    /// Set by another thread (or a signal handler) to stop the run.
    pub stop: Arc<AtomicBool>,
}

/// Why a run ended early.
#[derive(Debug, thiserror::Error)]
pub enum EnumerateError {
    /// A file cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The folder belongs to another run.
    #[error("{}: the folder belongs to another run ({found})", path.display())]
    OtherRun {
        /// The folder.
        path: PathBuf,
        /// What it says of itself.
        found: String,
    },
    /// The folder belongs to a run of another condition that has the same name.
    #[error(
        "{}: the folder belongs to a run of another condition that is named {name} too: the \
         condition differs",
        path.display()
    )]
    OtherCondition {
        /// The folder.
        path: PathBuf,
        /// The name of both conditions.
        name: String,
    },
    /// There is a file of that name.
    #[error("{}: this is a file, not a folder", path.display())]
    NotAFolder {
        /// The file.
        path: PathBuf,
    },
    /// The folder has files that are none of ours.
    #[error("{}: the folder is neither empty nor that of a run", path.display())]
    NotEmpty {
        /// The folder.
        path: PathBuf,
    },
    /// Another process works in the folder.
    #[error("{}: another process is working in this folder", path.display())]
    Busy {
        /// The folder.
        path: PathBuf,
    },
    /// No memory for the tables, or no threads.
    #[error("threads cannot be started ({threads}, each with a table of {bytes} bytes)")]
    Workers {
        /// How many threads.
        threads: usize,
        /// Bytes of the table of each.
        bytes: u64,
    },
    /// [`Settings::stop`] was set; the same command goes on from here.
    #[error("interrupted; the same command goes on from here")]
    Interrupted,
}

/// What happens during a run.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    /// Candidates of a generation are being decided.
    Deciding {
        /// The generation.
        generation: u32,
        /// How many are decided.
        done: u64,
        /// How many there are.
        total: u64,
    },
    /// A generation is complete.
    Done {
        /// The generation.
        generation: u32,
        /// Its numbers.
        tally: Tally,
    },
}

/// What a run found.
#[derive(Clone, Debug)]
pub struct Summary {
    /// The numbers of each generation, by number; the last is empty unless the
    /// length of the condition ended the run.
    pub tallies: Vec<Tally>,
}

impl Summary {
    /// Candidates that are not decided. Nothing may be claimed not to exist
    /// unless this is zero and nothing was [cut off](Self::cut_off).
    pub fn open(&self) -> u64 {
        self.tallies.iter().map(|t| t.open).sum()
    }

    /// The length at which the condition ended the run, if problems were found
    /// up to there: nothing is known of longer ones.
    pub fn cut_off(&self) -> Option<u32> {
        let last = self.tallies.last().filter(|t| t.sound > 0);
        last.map(|_| self.tallies.len() as u32 - 1)
    }

    /// The greatest length of a finished problem.
    pub fn longest_finished(&self) -> Option<u32> {
        let last = self.tallies.iter().rposition(|t| t.finished > 0);
        last.map(|n| n as u32)
    }

    /// The greatest length of a sound problem with the attacker to move.
    pub fn longest(&self) -> Option<u32> {
        let odd = |&(n, t): &(usize, &Tally)| n % 2 == 1 && t.sound > 0;
        let all = self.tallies.iter().enumerate();
        all.filter(odd).map(|(n, _)| n as u32).next_back()
    }
}

/// Finds every problem of `condition`, in a folder that was opened for it.
pub fn enumerate(
    condition: &Condition,
    folder: &Folder,
    settings: &Settings,
    on_event: &mut dyn FnMut(Event),
) -> Result<Summary, EnumerateError> {
    let mut run = Run {
        folder,
        condition,
        workers: Workers::new(settings)?,
        settings,
        on_event,
    };
    let mut tallies = Vec::new();
    for generation in 0..=u32::from(condition.length) {
        let path = folder.generation(generation);
        if path.exists() {
            run.retry_open(generation)?;
        } else if generation == 0 {
            run.write_finals()?;
        } else {
            run.extend_to(generation)?;
        }
        let header = *Reader::open(&path)?.header();
        if (header.generation, header.condition) != (generation, condition.fingerprint()) {
            let what = "it is of another run";
            return Err(StoreError::Damaged { path, what }.into());
        }
        let tally = Tally::from_array(header.tallies);
        (run.on_event)(Event::Done { generation, tally });
        tallies.push(tally);
        if header.count == 0 {
            break;
        }
    }
    Ok(Summary { tallies })
}

/// Checks problems from scratch, each with an empty table, and says what is
/// wrong with each.
pub fn recheck_all(
    condition: &Condition,
    problems: &[Found],
    settings: &Settings,
) -> Result<Vec<Result<(), Flaw>>, EnumerateError> {
    let workers = Workers::new(settings)?;
    let checked = workers.recheck(condition, problems);
    if settings.stop.load(Ordering::Relaxed) {
        return Err(EnumerateError::Interrupted);
    }
    Ok(checked)
}

struct Run<'a> {
    folder: &'a Folder,
    condition: &'a Condition,
    workers: Workers,
    settings: &'a Settings,
    on_event: &'a mut dyn FnMut(Event),
}

impl Run<'_> {
    fn writer(&self, generation: u32) -> Result<Writer, StoreError> {
        let path = self.folder.generation(generation);
        Writer::create(&path, generation, self.condition.fingerprint())
    }

    fn write_finals(&self) -> Result<(), EnumerateError> {
        let mut out = self.writer(0)?;
        let finals = finals(self.condition);
        let tally = Tally {
            candidates: finals.len() as u64,
            unmoves: finals.len() as u64,
            sound: finals.len() as u64,
            strict: finals.len() as u64,
            ..Tally::default()
        };
        for packed in finals {
            out.push(Record {
                packed,
                mv: 0,
                marks: 0,
            })?;
        }
        out.finish(tally.to_array())?;
        Ok(())
    }

    /// Makes a generation from the one before.
    fn extend_to(&mut self, generation: u32) -> Result<(), EnumerateError> {
        let path = self.folder.candidates(generation);
        if !path.exists() {
            let (folder, condition) = (self.folder, self.condition);
            self.workers.install(|| {
                candidates::prepare(folder, condition, generation, candidates::IN_MEMORY)
            })?;
        }
        let mut all = Reader::open(&path)?;
        let log_path = self.folder.log(generation);
        let mut log = Log::open(&log_path, all.header().count)?;
        self.decide(generation, &mut all, &mut log)?;
        self.keep_sound(generation, &mut all, &log)?;
        folder::remove(&path)?;
        folder::remove(&log_path)?;
        Ok(())
    }

    /// Decides every candidate, the hard ones again with more and more nodes.
    fn decide(
        &mut self,
        generation: u32,
        all: &mut Reader,
        log: &mut Log,
    ) -> Result<(), EnumerateError> {
        let total = all.header().count;
        let step = self.workers.batch();
        let nodes = work::FIRST_NODES.min(self.settings.nodes);
        let mut done = log.looked_at();
        all.go_to(done as u64)?;
        loop {
            (self.on_event)(Event::Deciding {
                generation,
                done: done as u64,
                total,
            });
            let batch = all.take(step)?;
            if batch.is_empty() {
                break;
            }
            let decisions = self.judge(generation, &batch, nodes)?;
            log.append(done, &decisions)?;
            done += batch.len();
        }
        let mut nodes = nodes;
        while nodes < self.settings.nodes {
            nodes = nodes.saturating_mul(work::MORE).min(self.settings.nodes);
            for some in log.open_ones().chunks(self.workers.threads()) {
                let mut batch = Vec::new();
                for &candidate in some {
                    all.go_to(candidate as u64)?;
                    batch.extend(all.read()?);
                }
                let decisions = self.judge(generation, &batch, nodes)?;
                for (&candidate, decision) in some.iter().zip(decisions) {
                    log.append(candidate, &[decision])?;
                }
            }
        }
        Ok(())
    }

    fn judge(
        &self,
        generation: u32,
        batch: &[Record],
        nodes: u64,
    ) -> Result<Vec<Decision>, EnumerateError> {
        let decisions = self
            .workers
            .judge(self.condition, generation as u16, batch, nodes);
        // What was cut short is no decision: forget the whole batch.
        if self.settings.stop.load(Ordering::Relaxed) {
            return Err(EnumerateError::Interrupted);
        }
        Ok(decisions)
    }

    /// Tries again what an earlier run left open in a generation. What was made
    /// from it has to be made anew if that decides anything.
    fn retry_open(&mut self, generation: u32) -> Result<(), EnumerateError> {
        let mut before = Reader::open(&self.folder.generation(generation))?;
        let mut tally = Tally::from_array(before.header().tallies);
        if tally.open == 0 {
            return Ok(());
        }
        let mut decisions = Vec::new();
        while let Some(record) = before.read()? {
            if record.marks & OPEN != 0 {
                decisions.extend(self.judge(generation, &[record], self.settings.nodes)?);
            }
        }
        if decisions.iter().all(|&d| d == Decision::Open) {
            return Ok(());
        }
        self.forget_from(generation + 1)?;
        let mut out = self.writer(generation)?;
        tally.open = 0;
        let mut decisions = decisions.into_iter();
        before.go_to(0)?;
        while let Some(record) = before.read()? {
            let kept = if record.marks & OPEN == 0 {
                Some(record)
            } else {
                let decision = decisions.next().unwrap_or(Decision::Open);
                self.kept(generation, record, decision, &mut tally)
            };
            if let Some(record) = kept {
                out.push(record)?;
            }
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
            folder::remove(&self.folder.log(number))?;
            folder::remove(&self.folder.candidates(number))?;
            folder::remove(&self.folder.generation(number))?;
        }
        Ok(())
    }

    /// Counts a candidate, and gives the record that is kept of it, if any.
    fn kept(
        &self,
        generation: u32,
        candidate: Record,
        decision: Decision,
        tally: &mut Tally,
    ) -> Option<Record> {
        tally.count(decision);
        let mut record = candidate;
        record.marks &= EQUAL;
        match decision {
            Decision::Sound => {}
            Decision::Equal if self.condition.equal == Equal::Allow => record.marks |= EQUAL,
            Decision::Open => {
                record.marks |= OPEN;
                return Some(record);
            }
            _ => return None,
        }
        let strict = u64::from(record.marks & EQUAL == 0);
        let hand = record.packed.attacker_hand().total();
        let attacks = generation % 2 == 1;
        let finished = attacks && self.condition.is_finished(record.packed.pieces(), hand);
        tally.sound += 1;
        tally.strict += strict;
        tally.finished += u64::from(finished);
        tally.finished_strict += u64::from(finished) * strict;
        Some(record)
    }

    /// Writes the generation's own file.
    fn keep_sound(
        &self,
        generation: u32,
        all: &mut Reader,
        log: &Log,
    ) -> Result<(), EnumerateError> {
        let header = *all.header();
        let mut tally = Tally {
            fertile: header.tallies[FERTILE],
            unmoves: header.tallies[UNMOVES],
            candidates: header.count,
            ..Tally::default()
        };
        let mut out = self.writer(generation)?;
        all.go_to(0)?;
        let mut number = 0;
        while let Some(candidate) = all.read()? {
            let decision = log.decision(number);
            number += 1;
            if let Some(record) = self.kept(generation, candidate, decision, &mut tally) {
                out.push(record)?;
            }
        }
        out.finish(tally.to_array())?;
        Ok(())
    }
}
