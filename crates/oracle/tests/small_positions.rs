//! The random small positions are what they are meant to be.

use kemuri_oracle::fixpoint::Outcome;
use kemuri_oracle::random::{Rng, random_small};
use kemuri_oracle::{Solution, TooLarge};

#[test]
fn every_class_of_small_position_is_well_represented() {
    let mut rng = Rng::new(1);
    let mut mate1 = 0;
    let mut mate3 = 0;
    let mut mate5 = 0;
    let (mut escape, mut circle, mut large, mut cyclic, mut cyclic_mate, mut nodes) = (0, 0, 0, 0, 0, 0);
    let total = 2000;
    let mut longest = 0;
    for _ in 0..total {
        let p = random_small(&mut rng);
        match Solution::of(&p.board, p.attacker, 5000) {
            Err(TooLarge) => large += 1,
            Ok(s) => {
                nodes += s.node_count();
                if s.has_cycle() {
                    cyclic += 1;
                }
                match s.outcome() {
                    Outcome::Mate(l) => {
                        longest = longest.max(l);
                        cyclic_mate += usize::from(s.has_cycle());
                        if l <= 1 { mate1 += 1 } else if l <= 4 { mate3 += 1 } else { mate5 += 1 }
                    }
                    Outcome::Escape(_) => escape += 1,
                    Outcome::Circle => circle += 1,
                }
            }
        }
    }
    println!("mate<=1 {mate1} mate2-4 {mate3} mate5+ {mate5} longest {longest} escape {escape} circle {circle} large {large} cyclic {cyclic} cyclic mates {cyclic_mate} nodes {nodes}");
}
