//! Nothing is said of a check that is not proven.

use kemuri_formats::ProblemEntry;
use kemuri_judge::batch::{Batch, BatchEvent, BatchOptions, CheckedProblem};
use kemuri_text::{Lang, check};
use std::convert::Infallible;

fn checked(sfen: &str, options: &BatchOptions) -> CheckedProblem {
    let mut found = None;
    let entry = ProblemEntry::new(sfen.parse().unwrap());
    let batch = Batch::new(options).run([entry], |event| {
        if let BatchEvent::Checked(checked) = event {
            found = Some(*checked);
        }
        Ok::<(), Infallible>(())
    });
    batch.unwrap();
    found.unwrap()
}

/// ▲３二歩成 △１一玉 ▲２二と.
const MATE_IN_THREE: &str = "7k1/9/6P+P1/9/9/9/9/9/9 b 2r2b4g4s4n4l16p 1";

/// The more replies may refute a try, the later its place.
#[test]
fn a_place_among_the_tries_was_proven_while_replies_were_open() {
    let mut options = BatchOptions::default();
    options.solver.hash = 4 << 20;
    options.check.tries = true;
    let mut checked = checked(MATE_IN_THREE, &options);
    let heading = |checked: &CheckedProblem| check::tries(Lang::En, checked, true).unwrap().0;
    assert_eq!(heading(&checked), "Tries, the closest first:");
    let tries = checked.report.tries.as_mut().unwrap();
    let several = (tries.iter_mut()).find(|one| one.found.replies.refuting.len() > 1);
    several.expect("a try").found.replies.undecided = 1;
    let so_far = heading(&checked);
    assert_ne!(so_far, "Tries, the closest first:");
}

/// A line that is shorter than the bound is not shown as if it were the longest defence.
#[test]
fn a_line_shorter_than_its_bound_was_shown_without_a_word() {
    let mut options = BatchOptions::default();
    options.solver.hash = 4 << 20;
    let mut checked = checked(MATE_IN_THREE, &options);
    checked.report.main_line.clear();
    let mut heads_of_bound = |length| {
        let answer = checked.report.answer.as_mut().unwrap();
        (answer.length, answer.exact) = (length, false);
        [Lang::En, Lang::Ja].map(|lang| check::shown_line(lang, &checked.report).unwrap().0)
    };
    let (whole, short) = (heads_of_bound(3), heads_of_bound(5));
    for head in &whole {
        assert!(head.contains('3'), "{head}");
    }
    for (head, caution) in short
        .iter()
        .zip(["need not be the longest", "最長の応手とは限"])
    {
        assert!(head.contains('5') && head.contains('3'), "{head}");
        assert!(head.contains(caution), "{head}");
        assert!(!whole.iter().any(|whole| whole.contains(caution)));
    }
}
