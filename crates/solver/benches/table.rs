//! What a look-up and an insertion cost, in a table that fits into the cache
//! and in one that does not.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use kemuri_core::Hand;
use kemuri_solver::Options;
use kemuri_solver::bench_table::BenchTable;

/// Boards in the table, all of them asked for in each round.
const BOARDS: [u64; 2] = [1 << 12, 1 << 20];
const PAWN: usize = 1;
const GOLD: usize = 7;

/// The key of the `i`th board: any permutation that spreads over all bits.
fn key(i: u64) -> u64 {
    let z = (i + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// The hand that the entries are stored under.
fn stored() -> Hand {
    Hand::EMPTY.plus(GOLD)
}

/// A larger one.
fn larger() -> Hand {
    stored().plus(PAWN)
}

fn empty_table() -> BenchTable {
    let options = Options::default().with_hash(128 << 20);
    BenchTable::new(&options).expect("memory for a table")
}

fn look_up_each(bencher: Bencher, mut table: BenchTable, boards: u64, first: u64, hand: Hand) {
    bencher
        .counter(ItemsCount::new(boards as usize))
        .bench_local(|| {
            for i in first..first + boards {
                black_box(table.look_up(black_box(key(i)), hand));
            }
        });
}

fn open_table(boards: u64) -> BenchTable {
    let mut table = empty_table();
    (0..boards).for_each(|i| table.insert_open(key(i), stored()));
    table
}

/// The position itself is there.
#[divan::bench(args = BOARDS)]
fn look_up_hit(bencher: Bencher, boards: u64) {
    let mut table = open_table(boards);
    assert!(table.look_up(key(0), stored()).2);
    look_up_each(bencher, table, boards, 0, stored());
}

/// The board is not there.
#[divan::bench(args = BOARDS)]
fn look_up_miss(bencher: Bencher, boards: u64) {
    let mut table = open_table(boards);
    assert!(!table.look_up(key(boards), stored()).2);
    look_up_each(bencher, table, boards, boards, stored());
}

/// The board is there with a smaller hand, which already mates.
#[divan::bench(args = BOARDS)]
fn look_up_dominated(bencher: Bencher, boards: u64) {
    let mut table = open_table(boards);
    (0..boards).for_each(|i| table.insert_proven(key(i), stored()));
    assert_eq!(table.look_up(key(0), larger()).0, 0);
    look_up_each(bencher, table, boards, 0, larger());
}

/// From the first entry on, the growth of the table included.
#[divan::bench(args = BOARDS, sample_size = 1, sample_count = 20)]
fn insert_open(bencher: Bencher, boards: u64) {
    bencher
        .counter(ItemsCount::new(boards as usize))
        .with_inputs(empty_table)
        .bench_local_refs(|table| {
            for i in 0..boards {
                table.insert_open(black_box(key(i)), stored());
            }
        });
}

/// Beside the open entry of the same board.
#[divan::bench(args = BOARDS, sample_size = 1, sample_count = 20)]
fn insert_proven(bencher: Bencher, boards: u64) {
    bencher
        .counter(ItemsCount::new(boards as usize))
        .with_inputs(|| open_table(boards))
        .bench_local_refs(|table| {
            for i in 0..boards {
                table.insert_proven(black_box(key(i)), stored());
            }
        });
}

fn main() {
    divan::main();
}
