//! `kemuri-lab`: repeats the experiments of the papers, and compares the answers
//! to random positions with each other ([`contradict`]).
//!
//! Every search of an experiment becomes a row of a CSV file in the folder of the run as soon as
//! it is over. A search has a limit on its nodes, not on its time. So a run can
//! be interrupted and continued, and its node counts are the same on every
//! machine. Reports and plots are made from the rows alone.

mod ablation;
mod args;
mod bars;
mod contradict;
mod cycles;
mod error;
mod experiment;
mod graph_picture;
mod graphs;
mod lengths;
mod machine;
mod numbers;
mod proof_hands;
mod published;
mod report;
mod run;
mod scatter;
mod search_result;
mod searches;
mod stats;
mod table_gc;

use args::LabArgs;
use kemuri_terminal::{Stop, run_program};
use std::process::ExitCode;

fn main() -> ExitCode {
    run_program(|args: &LabArgs, lang, out| {
        let stop = Stop::listen(run::PROGRAM, lang);
        run::run(args, lang, &stop, out)
    })
}
