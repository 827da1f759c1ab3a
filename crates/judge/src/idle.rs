//! Idle pieces: the problem is the same without them.
//!
//! A piece is idle if the main line is still the answer after it is taken off,
//! and the verdict no worse. Of a problem that is not sound nothing is said.

use crate::edit::{Edit, pieces};
use crate::fact::{Fact, Kind, More, Proof};
use crate::judge::Judge;
use crate::profile::Verdict;
use crate::report::{Author, Progress, Report, Settings, Step};
use kemuri_core::Problem;
use kemuri_solver::Limits;

/// Looks for idle pieces and adds them to `report`.
pub(crate) fn examine(
    judge: &mut Judge,
    problem: &Problem,
    settings: &Settings,
    report: &mut Report,
    on_progress: &mut dyn FnMut(&Progress<'_>),
) {
    if !matches!(report.verdict, Verdict::Complete | Verdict::Flawed) {
        return;
    }
    let of = pieces(problem).count();
    let mut idle = Vec::new();
    for (index, (square, piece)) in pieces(problem).enumerate() {
        let Some(without) = (Edit::Remove { square, piece }).apply(problem) else {
            continue;
        };
        let settings = Settings {
            limits: rest_of(&settings.limits, report),
            refutations: false,
            ..settings.clone()
        };
        let author = Author {
            line: Some(&report.main_line),
            ..Author::default()
        };
        let step = Step::Pieces {
            piece: index + 1,
            of,
        };
        let then = judge.check_once(&without, author, &settings, &mut |progress| {
            on_progress(&Progress { step, ..*progress });
        });
        report.nodes += then.nodes;
        report.time += then.time;
        let proof = match then.verdict {
            // The line is still the answer, or one of its facts would be graver.
            verdict if then.by_author && verdict <= report.verdict => Proof::Proven,
            Verdict::Undecided => Proof::Undecided,
            _ => continue,
        };
        idle.push(Fact {
            more: More::Square(square),
            ..Fact::of_all(Kind::IdlePiece, proof)
        });
    }
    report.facts.splice(0..0, idle);
    report.judge(&settings.profile);
}

/// What is left of the limits for one problem.
fn rest_of(limits: &Limits, report: &Report) -> Limits {
    Limits {
        time: limits.time.map(|time| time.saturating_sub(report.time)),
        nodes: (limits.nodes).map(|nodes| nodes.saturating_sub(report.nodes)),
        stop: limits.stop.clone(),
    }
}
