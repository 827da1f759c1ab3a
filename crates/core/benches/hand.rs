//! Questions about two hands: dominance, the greater, the smaller.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use kemuri_core::Hand;

/// Hands as a search meets them: few of most kinds, many pawns.
fn hands() -> Vec<Hand> {
    let most = [0, 18, 4, 4, 4, 2, 2, 4];
    let mut state = 1_u64;
    let mut below = |n: u32| {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        (state >> 33) as u32 % n
    };
    let mut hand = || {
        (1..8).fold(Hand::EMPTY, |hand, kind| {
            hand.with(kind, below(most[kind] + 1))
        })
    };
    (0..64).map(|_| hand()).collect()
}

fn each_pair<T>(bencher: Bencher, ask: impl Fn(Hand, Hand) -> T) {
    let hands = hands();
    let pairs = ItemsCount::new(hands.len() * hands.len());
    bencher.counter(pairs).bench_local(|| {
        for &a in &hands {
            for &b in &hands {
                black_box(ask(black_box(a), black_box(b)));
            }
        }
    });
}

#[divan::bench]
fn contains(bencher: Bencher) {
    each_pair(bencher, Hand::contains);
}

/// The same question kind by kind, for what packing gains.
#[divan::bench]
fn contains_kind_by_kind(bencher: Bencher) {
    each_pair(bencher, |a, b| {
        (1..8).all(|kind| a.count(kind) >= b.count(kind))
    });
}

#[divan::bench]
fn max(bencher: Bencher) {
    each_pair(bencher, Hand::max);
}

#[divan::bench]
fn min(bencher: Bencher) {
    each_pair(bencher, Hand::min);
}

fn main() {
    divan::main();
}
