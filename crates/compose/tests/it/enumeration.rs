//! What an enumeration promises: the same files whatever happens, nothing
//! dropped, nothing overwritten.

use crate::second_opinion::recheck;
use kemuri_compose::condition::{Count, Equal, Setup};
use kemuri_compose::enumerate::{
    EnumerateError, EnumerateOptions, EnumerationFolder, EnumerationSummary, collection, enumerate,
    recheck_all, report,
};
use kemuri_compose::final_positions::final_positions;
use kemuri_compose::position_file::RunFileError;
use kemuri_compose::soundness::{self, SoundnessRules};
use kemuri_compose::{ComposedProblem, Condition, PackedPosition, each_unmove};
use kemuri_core::attacks::{RANKS, code, each};
use kemuri_core::board::ATTACKER;
use kemuri_core::replay::verify_mate;
use kemuri_core::{Board, Hand, Problem};
use kemuri_judge::Judge;
use kemuri_runstore::FolderError;
use kemuri_solver::{Budget, Options, Phase, Progress, Solver};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

fn tofu() -> Condition {
    Condition::parse(Condition::shipped("tofu-smoke").unwrap()).unwrap()
}

/// The tofu smoke up to a few plies.
fn small(length: u16) -> Condition {
    Condition {
        name: "small".into(),
        length,
        problem: Setup::default(),
        ..tofu()
    }
}

fn options(threads: usize) -> EnumerateOptions {
    let mut options = EnumerateOptions::default();
    options.threads = threads;
    options.hash = 8 << 20;
    options.nodes = 1_000_000;
    options
}

/// One thread with so many nodes for each question.
fn with_nodes(nodes: u64) -> EnumerateOptions {
    let mut options = options(1);
    options.nodes = nodes;
    options
}

fn run(condition: &Condition, path: &Path, options: &EnumerateOptions) -> EnumerationSummary {
    let folder = EnumerationFolder::open(path, condition).unwrap();
    enumerate(condition, &folder, options, &mut |_| (), &mut |_, _| ()).unwrap()
}

/// Every file of a folder but the lock.
fn files(path: &Path) -> BTreeMap<String, Vec<u8>> {
    fs::read_dir(path)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| !path.ends_with("lock"))
        .map(|path| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, fs::read(&path).unwrap())
        })
        .collect()
}

/// The definition of a final position in the literature counts 224. All mates in
/// which every piece works are 272; a double check cannot arise without sliders;
/// a pawn drop may not mate; and a pawn that stands on the back rank of its own
/// side, though legal, was dropped there.
#[test]
fn the_final_positions_of_the_tofu_smoke() {
    let condition = tofu();
    let boards: Vec<_> = final_positions(&condition)
        .iter()
        .map(|packed| packed.board(condition.material))
        .collect();
    assert_eq!(boards.len(), 272);
    let single = boards.iter().filter(|board| {
        let checkers = board.king_lines().checkers;
        checkers.count_ones() == 1
    });
    assert_eq!(single.count(), 244);
    let reached: Vec<_> = boards
        .iter()
        .filter(|board| {
            let mut any = false;
            each_unmove(board, |_, _| any = true);
            any
        })
        .collect();
    assert_eq!(reached.len(), 237);
    let without_back_rank = reached.iter().filter(|board| {
        let attackers = board.pieces(code::PAWN) & RANKS[8];
        let defenders = board.pieces(code::PAWN | code::DEFENDER) & RANKS[0];
        attackers | defenders == 0
    });
    assert_eq!(without_back_rank.count(), 224);
}

#[test]
fn the_first_generations_have_the_known_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let summary = run(&small(11), folder.path(), &options(1));
    let sound: Vec<u64> = summary.tallies.iter().map(|t| t.sound).collect();
    assert_eq!(
        sound,
        [272, 397, 480, 122, 243, 140, 346, 217, 554, 555, 1894, 502]
    );
    let strict: Vec<u64> = summary.tallies.iter().map(|t| t.strict).collect();
    assert_eq!(
        strict,
        [272, 397, 380, 112, 192, 94, 251, 122, 212, 77, 191, 194]
    );
    for tally in &summary.tallies[1..] {
        let judged = tally.sound + tally.cook + tally.escape + tally.longer + tally.open;
        assert_eq!(judged, tally.candidates);
    }
    assert_eq!(summary.open(), 0);
    assert_eq!(report::table(&summary).lines().count(), 14);
}

/// Golds and knights in a corner: among the defences of a position there may be
/// several that lead to sound problems of one length, of which one alone leaves
/// the attacker nothing whatever he does.
fn corner(equal: Equal) -> Condition {
    let text = "name = \"corner\"\n[material]\ngold = 2\nknight = 2\n\
                [final]\npieces = 4\nevery-piece-works = false\n\
                [attacker]\nunique = \"all-but-last\"\n\
                [limits]\nlength = 5\nfiles = [1, 3]\nranks = [1, 3]\n";
    let mut condition = Condition::parse(text).unwrap();
    condition.soundness.equal = equal;
    condition
}

/// Counted apart where they are allowed, or not made at all: the same number of
/// problems is left without an equal defence.
#[test]
fn refusing_equal_defences_leaves_what_was_counted_without_them() {
    for allowing in [small(9), corner(Equal::Allow)] {
        let (allow, refuse) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let mut refusing = allowing.clone();
        refusing.soundness.equal = Equal::Refuse;
        let allowed = run(&allowing, allow.path(), &options(1)).tallies;
        let refused = run(&refusing, refuse.path(), &options(1)).tallies;
        assert_eq!(allowed.len(), refused.len());
        for (a, b) in allowed.iter().zip(&refused) {
            assert_eq!((a.strict, b.strict), (b.sound, b.sound));
        }
    }
}

/// Of three flights of the king one alone leaves the attacker nothing whatever he
/// does: it is the main line, and the others are no equal defences.
#[test]
fn the_main_line_is_the_best_of_several() {
    let condition = corner(Equal::Refuse);
    let path = tempfile::tempdir().unwrap();
    let summary = run(&condition, path.path(), &options(1));
    let sound: Vec<u64> = summary.tallies.iter().map(|t| t.sound).collect();
    assert_eq!(sound[1..], [721, 833, 145, 63, 16]);
    let folder = EnumerationFolder::open(path.path(), &condition).unwrap();
    let problems = collection::finished(&folder, &condition, 2).unwrap();
    let found = problems
        .iter()
        .find(|found| found.problem.to_sfen() == "9/7k1/7+NG/9/9/9/9/9/9 w Gn 1")
        .unwrap();
    assert_eq!(found.line[0].to_usi(), "2b3a");
    let problems = collection::finished(&folder, &condition, 5).unwrap();
    let checked = recheck_all(&condition, &problems, &options(1), &mut |_| ()).unwrap();
    assert!(checked.iter().all(Result::is_ok), "{checked:?}");
}

/// Other pieces, sliders among them, in a corner of the board.
#[test]
fn other_material_and_a_region_give_sound_problems() {
    let text = "name = \"corner\"\n[material]\ngold = 1\nsilver = 1\nlance = 1\nknight = 1\n\
                [final]\npieces = 3\n[attacker]\nunique = \"all\"\n\
                [limits]\nlength = 5\nfiles = [1, 3]\nranks = [1, 4]\n";
    let condition = Condition::parse(text).unwrap();
    let path = tempfile::tempdir().unwrap();
    let summary = run(&condition, path.path(), &options(1));
    assert_eq!(summary.open(), 0);
    let folder = EnumerationFolder::open(path.path(), &condition).unwrap();
    let mut checked = 0;
    for plies in [1, 3, 5] {
        let mut problems = collection::finished(&folder, &condition, plies).unwrap();
        problems.truncate(30);
        for found in &problems {
            let board = Board::new(&found.problem);
            assert_eq!(board.occupied() & !condition.region, 0);
        }
        let results = recheck_all(&condition, &problems, &options(1), &mut |_| ()).unwrap();
        assert!(results.iter().all(Result::is_ok), "{results:?}");
        checked += results.len();
    }
    assert!(checked > 30, "{checked}");
}

#[test]
fn the_files_do_not_depend_on_threads() {
    let condition = small(9);
    let folders = [1, 2, 5].map(|threads| {
        let folder = tempfile::tempdir().unwrap();
        run(&condition, folder.path(), &options(threads));
        folder
    });
    let expected = files(folders[0].path());
    assert!(expected.len() == 11, "{:?}", expected.keys());
    for folder in &folders[1..] {
        assert!(files(folder.path()) == expected);
    }
}

#[test]
fn what_is_left_open_is_counted_and_decided_by_a_later_run() {
    for condition in [small(7), corner(Equal::Allow), corner(Equal::Refuse)] {
        let (whole, poor) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        run(&condition, whole.path(), &options(1));
        let few = with_nodes(3);
        let summary = run(&condition, poor.path(), &few);
        assert!(summary.open() > 0);
        for tally in &summary.tallies[1..] {
            let decided = tally.cook + tally.escape + tally.longer;
            let refused = match condition.soundness.equal {
                Equal::Allow => 0,
                Equal::Refuse => tally.equal,
            };
            let all = tally.sound + refused + decided + tally.open;
            assert_eq!(all, tally.candidates);
        }
        // Nothing is made anew where nothing new is known.
        let before = files(poor.path());
        assert_eq!(run(&condition, poor.path(), &few).open(), summary.open());
        assert!(files(poor.path()) == before);
        let summary = run(&condition, poor.path(), &options(1));
        assert_eq!(summary.open(), 0);
        assert!(files(poor.path()) == files(whole.path()));
    }
}

/// The same when the first run was stopped in the middle of a generation and
/// the second had no more nodes than a first attempt takes.
#[test]
fn what_an_interrupted_run_left_open_is_asked_again() {
    let condition = small(7);
    let (whole, poor) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    run(&condition, whole.path(), &options(1));
    let few = with_nodes(3);
    let folder = EnumerationFolder::open(poor.path(), &condition).unwrap();
    let mut stop_half_way = |progress: &Progress| {
        let half = progress
            .total
            .is_some_and(|total| progress.done > total / 2);
        if progress.phase == (Phase::Candidates { generation: 2 }) && half {
            few.budget.stop();
        }
    };
    let stopped = enumerate(
        &condition,
        &folder,
        &few,
        &mut stop_half_way,
        &mut |_, _| (),
    );
    assert!(matches!(stopped, Err(EnumerateError::Interrupted)));
    assert!(folder.log(2).exists());
    drop(folder);
    let more = with_nodes(20_000);
    assert_eq!(run(&condition, poor.path(), &more).open(), 0);
    assert!(files(poor.path()) == files(whole.path()));
}

/// A later run that decides what was left open may be stopped too.
#[test]
fn trying_again_is_resumed_as_well() {
    let condition = small(7);
    let (whole, poor) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    run(&condition, whole.path(), &options(1));
    let few = with_nodes(3);
    assert!(run(&condition, poor.path(), &few).tallies[2].open > 200);
    let mut logged = 0;
    for _ in 0..3 {
        let options = options(2);
        let folder = EnumerationFolder::open(poor.path(), &condition).unwrap();
        let mut batches = 0;
        let mut stop_soon = |progress: &Progress| {
            if progress.phase == (Phase::Candidates { generation: 2 }) {
                batches += 1;
                if batches > 1 {
                    options.budget.stop();
                }
            }
        };
        let stopped = enumerate(
            &condition,
            &folder,
            &options,
            &mut stop_soon,
            &mut |_, _| (),
        );
        assert!(matches!(stopped, Err(EnumerateError::Interrupted)));
        let length = fs::metadata(folder.retry_log(2)).unwrap().len();
        assert!(length > logged, "nothing is lost and something gained");
        logged = length;
    }
    // Left by a run that was killed when it tried a generation again that is
    // made anew now.
    fs::write(poor.path().join("plies-0004.retried"), "old").unwrap();
    assert_eq!(run(&condition, poor.path(), &options(2)).open(), 0);
    assert!(files(poor.path()) == files(whole.path()));
}

/// A run killed after its file of positions was there, and before the files it
/// was made from were removed.
#[test]
fn files_that_are_no_longer_needed_are_removed() {
    let condition = small(5);
    let folder = tempfile::tempdir().unwrap();
    run(&condition, folder.path(), &options(1));
    let expected = files(folder.path());
    for name in [
        "plies-0003.candidates",
        "plies-0003.decisions",
        "plies-0005.decisions",
        "plies-0004.retried",
        "plies-0004.retried.decisions",
    ] {
        fs::write(folder.path().join(name), "old").unwrap();
    }
    run(&condition, folder.path(), &options(1));
    assert!(files(folder.path()) == expected);
}

/// Sides, hands and symmetry select among all problems, and nothing else does.
#[test]
fn conditions_on_sides_hands_and_symmetry_select() {
    let all = small(3);
    let path = tempfile::tempdir().unwrap();
    run(&all, path.path(), &options(1));
    let folder = EnumerationFolder::open(path.path(), &all).unwrap();
    let problems = collection::finished(&folder, &all, 3).unwrap();
    let pawns = |n| Count::Kinds(Hand::EMPTY.with(usize::from(code::PAWN), n));
    let setups = [
        Setup {
            attacker: Some(Count::Total(3)),
            ..Setup::default()
        },
        Setup {
            attacker: Some(pawns(3)),
            defender: Some(Count::Total(1)),
            ..Setup::default()
        },
        Setup {
            attacker_hand: Some(pawns(1)),
            ..Setup::default()
        },
    ];
    for setup in setups {
        let selected = Condition {
            problem: setup,
            ..all.clone()
        };
        let path = tempfile::tempdir().unwrap();
        let summary = run(&selected, path.path(), &options(1));
        let own = |setup: &Setup, board: &Board| {
            let mut count = [0; 2];
            for sq in each(board.occupied()) {
                let piece = board.piece(sq);
                count[usize::from(piece / code::DEFENDER)] += u32::from(piece & 15 != code::KING);
            }
            let total = |count| match count {
                Count::Total(n) => n,
                Count::Kinds(hand) => hand.total(),
            };
            setup.attacker.is_none_or(|n| total(n) == count[0])
                && setup.defender.is_none_or(|n| total(n) == count[1])
                && setup
                    .attacker_hand
                    .is_none_or(|n| total(n) == board.attacker_hand().total())
        };
        let expected = problems
            .iter()
            .filter(|found| own(&setup, &Board::new(&found.problem)))
            .count();
        assert!(expected > 0 && expected < problems.len(), "{setup:?}");
        assert_eq!(summary.tallies[3].finished, expected as u64, "{setup:?}");
        assert_eq!(summary.tallies[3].sound, problems.len() as u64);
    }
    // Problems that are their own mirror images, on the board as it is written.
    let mirrored = |found: &&ComposedProblem| {
        let sfen = found.problem.to_sfen();
        let rows = sfen.split(' ').next().unwrap().split('/');
        rows.into_iter().all(|row| {
            // A promoted piece is two characters.
            let mut cells: Vec<String> = Vec::new();
            for c in row.chars() {
                match cells.last_mut() {
                    Some(last) if last == "+" => last.push(c),
                    _ => cells.push(c.into()),
                }
            }
            cells.iter().eq(cells.iter().rev())
        })
    };
    let ones = collection::finished(&folder, &all, 1).unwrap();
    let expected = ones.iter().filter(mirrored).count();
    assert!(expected > 0 && expected < ones.len(), "{expected}");
    let selected = Condition {
        problem: Setup {
            symmetric: true,
            ..Setup::default()
        },
        length: 1,
        ..all.clone()
    };
    let path = tempfile::tempdir().unwrap();
    let summary = run(&selected, path.path(), &options(1));
    assert_eq!(summary.tallies[1].finished, expected as u64);
    let symmetric = Condition {
        r#final: Setup {
            symmetric: true,
            ..Setup::default()
        },
        ..all.clone()
    };
    let mates = final_positions(&symmetric);
    assert!(!mates.is_empty() && mates.len() < 272, "{}", mates.len());
    for mate in &mates {
        let board = mate.board(all.material);
        assert_eq!(board.defender_king() / 9, 4, "the king is in the middle");
    }
    let one_sided = Condition {
        r#final: Setup {
            defender: Some(Count::Total(0)),
            ..Setup::default()
        },
        ..all.clone()
    };
    let alone = |mate: &&PackedPosition| {
        let board = mate.board(all.material);
        board.occupied().count_ones() - board.side(ATTACKER).count_ones() == 1
    };
    assert_eq!(
        final_positions(&one_sided),
        final_positions(&all)
            .iter()
            .filter(alone)
            .copied()
            .collect::<Vec<_>>()
    );
}

/// What an enumeration says of equal defences, said again from scratch.
#[test]
fn equal_defences_are_found_from_scratch() {
    let condition = small(7);
    let path = tempfile::tempdir().unwrap();
    run(&condition, path.path(), &options(1));
    let folder = EnumerationFolder::open(path.path(), &condition).unwrap();
    let problems = collection::finished(&folder, &condition, 7).unwrap();
    let strict = problems.iter().filter(|found| found.strict).count();
    assert_eq!((strict, problems.len()), (122, 217));
    let mut solver = Solver::new(Options::default()).unwrap();
    for found in &problems {
        let (line, unique, budget) = (
            Some(&found.line[..]),
            condition.soundness.unique,
            Budget::default(),
        );
        let checked = recheck(&found.problem, line, unique, &mut solver, u64::MAX, &budget);
        let equal = checked
            .unwrap_or_else(|flaw| panic!("{}: {flaw}", found.problem))
            .equal;
        assert_eq!(equal.is_none(), found.strict, "{}", found.problem);
    }
}

#[test]
fn problems_come_with_solutions_that_hold_from_scratch() {
    let condition = small(9);
    let path = tempfile::tempdir().unwrap();
    run(&condition, path.path(), &options(1));
    let folder = EnumerationFolder::open(path.path(), &condition).unwrap();
    let mut problems = collection::finished(&folder, &condition, 9).unwrap();
    assert_eq!(problems.len(), 555);
    for found in &problems {
        assert_eq!(found.line.len(), 9);
        verify_mate(&found.problem, &found.line).unwrap();
    }
    problems.truncate(40);
    let mut seen = Vec::new();
    let mut on_progress = |progress: &Progress| {
        assert_eq!(
            (progress.phase, progress.total),
            (Phase::Rechecking, Some(40))
        );
        seen.push(progress.done);
    };
    let checked = recheck_all(&condition, &problems, &options(2), &mut on_progress).unwrap();
    assert!(checked.iter().all(Result::is_ok), "{checked:?}");
    assert!(seen.is_sorted());
    seen.dedup();
    assert!(seen.ends_with(&[39, 40]) && seen.len() >= 40, "{seen:?}");
    // A mistake must be seen.
    problems[1].line.truncate(7);
    let checked = recheck_all(&condition, &problems[..2], &options(1), &mut |_| ()).unwrap();
    assert!(checked[0].is_ok() && checked[1].is_err());
    let stopped = options(2);
    stopped.budget.stop();
    let checked = recheck_all(&condition, &problems, &stopped, &mut |_| ());
    assert!(matches!(checked, Err(EnumerateError::Interrupted)));
}

/// Every candidate of one generation, by the check that shares no path with the
/// enumeration: it finds the same ones sound.
#[test]
fn the_check_from_scratch_decides_as_the_enumeration_did() {
    let condition = small(3);
    let path = tempfile::tempdir().unwrap();
    run(&condition, path.path(), &options(1));
    let folder = EnumerationFolder::open(path.path(), &condition).unwrap();
    let names = |plies| -> BTreeMap<PackedPosition, ComposedProblem> {
        let found = collection::finished(&folder, &condition, plies).unwrap();
        let name = |f: &ComposedProblem| PackedPosition::canonical(&Board::new(&f.problem)).0;
        found.into_iter().map(|f| (name(&f), f)).collect()
    };
    let sound = names(3);
    assert_eq!(sound.len(), 122);
    let mut candidates = BTreeMap::new();
    for child in names(2).values() {
        each_unmove(&Board::new(&child.problem), |before, mv| {
            let line: Vec<_> = std::iter::once(mv).chain(child.line.clone()).collect();
            let problem = Problem::of_board(before).unwrap();
            candidates.insert(PackedPosition::canonical(before).0, (problem, line));
        });
    }
    assert_eq!(candidates.len(), 250);
    let mut solver = Solver::new(Options::default()).unwrap();
    let mut judge = Judge::new(&Options::default()).unwrap();
    for (name, (problem, line)) in &candidates {
        let unique = condition.soundness.unique;
        let budget = Budget::default();
        let result = recheck(problem, Some(line), unique, &mut solver, u64::MAX, &budget);
        assert_eq!(
            result.is_ok(),
            sound.contains_key(name),
            "{}: {result:?}",
            problem.to_sfen()
        );
        let rules = SoundnessRules::new(unique, Equal::Allow);
        let judged = soundness::check(problem, Some(line), rules, &mut judge, &budget, &mut |_| ());
        assert_eq!(judged.is_ok(), result.is_ok(), "{problem}: {judged:?}");
    }
}

#[test]
fn a_folder_of_something_else_is_not_touched() {
    let (a, b) = (small(3), small(5));
    let folder = tempfile::tempdir().unwrap();
    run(&a, folder.path(), &options(1));
    let before = files(folder.path());
    let error = EnumerationFolder::open(folder.path(), &b)
        .map(drop)
        .unwrap_err();
    let differs = matches!(error, EnumerateError::OtherCondition { .. });
    assert!(differs, "{error}");
    let renamed = Condition {
        name: "smaller".into(),
        ..b
    };
    let error = EnumerationFolder::open(folder.path(), &renamed)
        .map(drop)
        .unwrap_err();
    assert!(
        matches!(error, EnumerateError::Folder(FolderError::OtherRun { .. })),
        "{error}"
    );
    assert!(files(folder.path()) == before);

    let file = folder.path().join("run.txt");
    let error = EnumerationFolder::open(&file, &a).map(drop).unwrap_err();
    assert!(
        matches!(
            error,
            EnumerateError::Folder(FolderError::NotAFolder { .. })
        ),
        "{error}"
    );
    assert!(files(folder.path()) == before);

    let other = tempfile::tempdir().unwrap();
    fs::write(other.path().join("letter.txt"), "dear").unwrap();
    let error = EnumerationFolder::open(other.path(), &a)
        .map(drop)
        .unwrap_err();
    assert!(
        matches!(error, EnumerateError::Folder(FolderError::NotEmpty { .. })),
        "{error}"
    );
    assert_eq!(files(other.path()).len(), 1);

    let busy = EnumerationFolder::open(folder.path(), &a).unwrap();
    let error = EnumerationFolder::open(folder.path(), &a)
        .map(drop)
        .unwrap_err();
    assert!(
        matches!(error, EnumerateError::Folder(FolderError::Busy { .. })),
        "{error}"
    );
    drop(busy);
    assert!(EnumerationFolder::open(folder.path(), &a).is_ok());
}

/// What a killed run leaves goes; what others put there stays.
#[test]
fn foreign_files_in_the_folder_of_a_run_stay() {
    let condition = small(1);
    let folder = tempfile::tempdir().unwrap();
    run(&condition, folder.path(), &options(1));
    let before = files(folder.path());
    for name in [
        "plies-0002-0.run",
        "plies-0002.candidates.part",
        ".plies-0002.candidates.Ab3xYz.partial",
    ] {
        fs::write(folder.path().join(name), "left over").unwrap();
    }
    for name in ["film.part", ".film.Ab3xYz.partial", "my.run", "letter.txt"] {
        fs::write(folder.path().join(name), "dear").unwrap();
    }
    run(&condition, folder.path(), &options(1));
    let mut after = files(folder.path());
    for name in ["film.part", ".film.Ab3xYz.partial", "my.run", "letter.txt"] {
        assert_eq!(after.remove(name).as_deref(), Some(&b"dear"[..]), "{name}");
    }
    assert!(after == before, "{:?}", after.keys());
}

#[test]
fn a_damaged_file_is_named_and_not_used() {
    let condition = small(3);
    let folder = tempfile::tempdir().unwrap();
    run(&condition, folder.path(), &options(1));
    let path = folder.path().join("plies-0001.positions");
    let whole = fs::read(&path).unwrap();
    for damage in [0, 9, 50, whole.len() / 2, whole.len() - 1] {
        let mut bytes = whole.clone();
        bytes[damage] ^= 4;
        fs::write(&path, &bytes).unwrap();
        let taken = EnumerationFolder::open(folder.path(), &condition).unwrap();
        let error =
            enumerate(&condition, &taken, &options(1), &mut |_| (), &mut |_, _| ()).unwrap_err();
        let EnumerateError::File(RunFileError::Damaged { path: named, .. }) = error else {
            panic!("{error}");
        };
        assert_eq!(named, path);
    }
    fs::write(&path, &whole[..whole.len() - 7]).unwrap();
    let taken = EnumerationFolder::open(folder.path(), &condition).unwrap();
    assert!(enumerate(&condition, &taken, &options(1), &mut |_| (), &mut |_, _| ()).is_err());
}

#[test]
fn a_run_that_is_told_to_stop_goes_on_later() {
    let condition = small(9);
    let (whole, stopped) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    run(&condition, whole.path(), &options(1));
    for after in [0, 3, 8] {
        let options = options(2);
        let folder = EnumerationFolder::open(stopped.path(), &condition).unwrap();
        let events = Cell::new(0);
        let event = || {
            events.set(events.get() + 1);
            if events.get() > after {
                options.budget.stop();
            }
        };
        let result = enumerate(
            &condition,
            &folder,
            &options,
            &mut |_| event(),
            &mut |_, _| event(),
        );
        assert!(matches!(result, Err(EnumerateError::Interrupted)));
    }
    run(&condition, stopped.path(), &options(1));
    assert!(files(stopped.path()) == files(whole.path()));
}
