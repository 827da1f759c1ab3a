//! The table that threads share, and the tasks of a shared search, under a model
//! checker: [loom](https://docs.rs/loom) runs two threads through the orders in which
//! their reads and writes can happen, including those of weakly ordered memory, and
//! fails if one of them reads what another may be writing, if threads wait for each
//! other for ever, or if an assertion below fails.
//!
//! The modules are those of the crate; only [`sync`] is another one. So this is a
//! test without a harness: with one, the unit tests of these modules would run, too.

#![allow(unused, reason = "the model needs only a part of these modules")]

#[path = "../../src/entry.rs"]
mod entry;
#[path = "../../src/gc.rs"]
mod gc;
#[path = "../../src/options.rs"]
mod options;
#[path = "../../src/path.rs"]
mod path;
mod sync;
#[path = "../../src/table/mod.rs"]
mod table;
#[path = "../../src/tasks.rs"]
mod tasks;
#[path = "../../src/value.rs"]
mod value;

use entry::EntryKind;
use gc::Collection;
use kemuri_core::Hand;
use loom::model::Builder;
use loom::thread;
use options::Options;
use path::{NO_PATH, Path};
use std::sync::atomic::{AtomicU64, Ordering};
use sync::Arc;
use table::bucket::WAYS;
use table::{Leaving, NO_SLOT, Query, Table};
use tasks::Tasks;
use value::{NO_LIMIT, State, Value};

/// How often a thread that could go on is made to wait, unless asked otherwise. Faults
/// of locks need one or two such switches.
const SWITCHES: usize = 2;
/// Environment variable with another number of switches.
const MORE_SWITCHES: &str = "KEMURI_MODEL_SWITCHES";
/// Operations of one run; far more than any of them has.
const MOST_STEPS: usize = 20_000;

/// Boards of the lower and of the upper of two buckets, and two more of the same.
const LOW: u64 = 0x1111_0000_0000_0001;
const LOW_TOO: u64 = 0x1111_0000_0000_0002;
const HIGH: u64 = 0xeeee_0000_0000_0003;
const HIGH_TOO: u64 = 0xeeee_0000_0000_0004;

/// A table of two buckets, both in use or one that can be split.
fn table(doublings: u32) -> Table {
    let options = Options::default().with_hash(1 << 10);
    Table::with_buckets(&options, 2, doublings).expect("a table")
}

/// A question about a board with an empty hand.
fn query(key: u64, len: u16) -> Query {
    Query {
        key,
        hand: Hand::EMPTY,
        depth: 1,
        len,
    }
}

/// What a table says of a mate within `len`: nothing, or the length that it has.
/// Whatever it says has to be whole.
fn proven(table: &mut Table, key: u64, len: u16) -> Option<u16> {
    let value = table.look_up(query(key, len), &Path::new(), NO_PATH).value;
    match value.state {
        State::Open => None,
        State::Proven => {
            assert!(value.hand == Hand::EMPTY && value.len <= len);
            Some(value.len)
        }
        State::Disproven => panic!("nothing was refuted"),
    }
}

/// Stores a mate.
fn prove(table: &mut Table, key: u64, len: u16) {
    table.store_decided(key, &Value::proven(Hand::EMPTY, len), 1);
}

/// Entries that are there, counted anew.
fn recount(table: &mut Table) -> u64 {
    let mut count = 0;
    for index in 0..2 {
        let bucket = table.buckets.at(index);
        count += bucket
            .metas()
            .iter()
            .filter(|meta| !meta.is_empty())
            .count() as u64;
    }
    count
}

/// The table is used by one thread again, and all that is counted is there.
fn assert_tidy(table: &mut Table) {
    table.unshare();
    assert!(!table.is_shared());
    assert_eq!(table.used(), recount(table));
}

/// One thread puts an entry in place of another's; whoever reads meanwhile sees the
/// one or the other.
fn no_torn_entry_is_believed() {
    let mut table = table(0);
    // The bucket is full, and this is the smallest tree in it.
    prove(&mut table, LOW, 3);
    for key in (0..WAYS as u64 - 1).map(|i| LOW + 16 + i) {
        table.store_decided(key, &Value::proven(Hand::EMPTY, 9), 1000);
    }
    let mut other = table.share();
    let writer = thread::spawn(move || prove(&mut other, LOW_TOO, 5));
    let seen = [LOW, LOW_TOO].map(|key| proven(&mut table, key, NO_LIMIT));
    assert!(matches!(seen, [None | Some(3), None | Some(5)]), "{seen:?}");
    writer.join().expect("no panic");
    let seen = [LOW, LOW_TOO].map(|key| proven(&mut table, key, NO_LIMIT));
    assert_eq!(seen, [None, Some(5)]);
    assert_tidy(&mut table);
}

/// Two threads prove two boards of one bucket, and one of them twice. The shorter mate
/// takes the place of the longer one in two steps, and for a moment there is neither.
fn no_proof_is_lost() {
    let mut table = table(0);
    let mut other = table.share();
    let helper = thread::spawn(move || {
        prove(&mut other, LOW, 7);
        assert!(matches!(
            proven(&mut other, LOW, NO_LIMIT),
            None | Some(5 | 7)
        ));
    });
    prove(&mut table, LOW, 5);
    prove(&mut table, LOW_TOO, 3);
    assert_eq!(proven(&mut table, LOW, 5), Some(5));
    helper.join().expect("no panic");
    assert_eq!(proven(&mut table, LOW, 5), Some(5));
    assert_eq!(proven(&mut table, LOW_TOO, 3), Some(3));
    assert_tidy(&mut table);
}

/// The first thread splits a bucket while another looks for what it holds, and stores
/// more.
fn growth_hides_nothing() {
    let mut table = table(1);
    prove(&mut table, LOW, 3);
    prove(&mut table, HIGH, 5);
    let mut other = table.share();
    let helper = thread::spawn(move || {
        assert_eq!(proven(&mut other, HIGH, NO_LIMIT), Some(5));
        prove(&mut other, HIGH_TOO, 7);
        assert_eq!(proven(&mut other, LOW, NO_LIMIT), Some(3));
        assert_eq!(proven(&mut other, HIGH_TOO, NO_LIMIT), Some(7));
    });
    table.grow();
    assert_eq!(proven(&mut table, LOW, NO_LIMIT), Some(3));
    helper.join().expect("no panic");
    let found = [LOW, HIGH, HIGH_TOO].map(|key| proven(&mut table, key, NO_LIMIT));
    assert_eq!(found, [Some(3), Some(5), Some(7)]);
    assert_eq!(table.buckets.active(), 2);
    assert_tidy(&mut table);
}

/// The first thread collects while another has a position on its path, and decides it.
fn collection_drops_no_path() {
    let mut table = table(0);
    for key in [LOW + 16, LOW + 17, HIGH + 16] {
        prove(&mut table, key, 9);
    }
    let mut other = table.share();
    let helper = thread::spawn(move || {
        let slot = other.enter(query(LOW, NO_LIMIT), NO_SLOT, 1, 1, NO_SLOT);
        let (key, ..) = other.open_at(slot).expect("what is on a path stays");
        assert_eq!(key, LOW);
        other.leave(slot, Leaving::Closed, 1);
    });
    let mut collection = Collection::begin(&mut table, 50);
    while !collection.go_on(&mut table) {}
    for key in [LOW + 16, LOW + 17, HIGH + 16] {
        assert!(matches!(proven(&mut table, key, NO_LIMIT), None | Some(9)));
    }
    helper.join().expect("no panic");
    assert_tidy(&mut table);
}

/// Two threads have a position on their paths, in one entry, and one decides it: the
/// other sees the mark, and then the proof, at the latest when the first has ended. In
/// the end nobody has it on a path.
fn a_mark_is_seen_with_its_proof() {
    let mut table = table(0);
    let mut other = table.share();
    let slot = table.enter(query(LOW, NO_LIMIT), NO_SLOT, 1, 1, NO_SLOT);
    let helper = thread::spawn(move || {
        let slot = other.enter(query(LOW, NO_LIMIT), NO_SLOT, 1, 1, NO_SLOT);
        prove(&mut other, LOW, 5);
        other.leave(slot, Leaving::Decided, 1);
        slot
    });
    let assert_marked = |table: &mut Table| {
        assert_eq!(table.first_settled([slot].into_iter()), Some(0));
        assert_eq!(proven(table, LOW, NO_LIMIT), Some(5));
    };
    let early = table.has_settled();
    if early {
        assert_marked(&mut table);
    }
    assert_eq!(helper.join().expect("no panic"), slot);
    assert_eq!(table.has_settled(), !early);
    assert_marked(&mut table);
    table.leave(slot, Leaving::Closed, 1);
    assert_on_no_path(&mut table);
}

/// Two threads decide a position that is on the paths of both, and leave it.
fn a_path_is_left_by_both() {
    let mut table = table(0);
    let mut other = table.share();
    let slot = table.enter(query(LOW, NO_LIMIT), NO_SLOT, 1, 1, NO_SLOT);
    let helper = thread::spawn(move || {
        let slot = other.enter(query(LOW, NO_LIMIT), NO_SLOT, 1, 1, NO_SLOT);
        prove(&mut other, LOW, 5);
        other.leave(slot, Leaving::Decided, 1);
    });
    table.leave(slot, Leaving::Closed, 1);
    helper.join().expect("no panic");
    assert_eq!(proven(&mut table, LOW, NO_LIMIT), Some(5));
    assert_on_no_path(&mut table);
}

/// Nothing is left of paths.
fn assert_on_no_path(table: &mut Table) {
    assert_tidy(table);
    for index in 0..2 {
        let metas = table.buckets.at(index).metas();
        let stays = metas
            .iter()
            .any(|meta| meta.is_protected() || meta.kind() == EntryKind::Settled);
        assert!(!stays, "a position stayed on a path");
    }
}

/// A helper hears of every task, and who hears of its answer finds it in the table.
/// When all is over the helper ends.
fn an_answer_is_in_the_table() {
    let mut table = table(0);
    let mut other = table.share();
    let tasks = Arc::new(Tasks::new());
    let given = Arc::clone(&tasks);
    let helper = thread::spawn(move || {
        let mut last = 0;
        while let Some((len, turn)) = given.next(last) {
            prove(&mut other, LOW, len);
            given.mark_answered(turn);
            last = turn;
        }
    });
    tasks.set(Some(5));
    while !tasks.take_answer() {
        thread::yield_now();
    }
    assert_eq!(proven(&mut table, LOW, NO_LIMIT), Some(5));
    // One that is withdrawn before anybody may have heard of it.
    tasks.set(None);
    tasks.set(Some(3));
    tasks.end();
    helper.join().expect("no panic");
    assert_tidy(&mut table);
}

/// Runs a model through all orders. Returns how many there were.
fn check(model: fn()) -> u64 {
    let runs = std::sync::Arc::new(AtomicU64::new(0));
    let counted = std::sync::Arc::clone(&runs);
    let switches = std::env::var(MORE_SWITCHES).ok();
    let switches = switches.map(|text| text.parse().expect("a number of switches"));
    let switches: usize = switches.unwrap_or(SWITCHES);
    let mut builder = Builder::new();
    builder.preemption_bound = Some(switches);
    builder.max_branches = MOST_STEPS;
    builder.check(move || {
        counted.fetch_add(1, Ordering::Relaxed);
        model();
    });
    runs.load(Ordering::Relaxed)
}

fn main() {
    let models: [(&str, fn()); 7] = [
        ("no_torn_entry_is_believed", no_torn_entry_is_believed),
        ("no_proof_is_lost", no_proof_is_lost),
        ("growth_hides_nothing", growth_hides_nothing),
        ("collection_drops_no_path", collection_drops_no_path),
        (
            "a_mark_is_seen_with_its_proof",
            a_mark_is_seen_with_its_proof,
        ),
        ("a_path_is_left_by_both", a_path_is_left_by_both),
        ("an_answer_is_in_the_table", an_answer_is_in_the_table),
    ];
    // As in a test with a harness, words choose by name.
    let mut words = std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with('-'));
    let chosen = words.next().unwrap_or_default();
    for (name, model) in models.iter().filter(|(name, _)| name.contains(&chosen)) {
        let runs = check(*model);
        assert!(runs > 5, "{name}: only {runs} orders");
        println!("model {name} ... ok, {runs} orders");
    }
}
