//! Decides whether a problem is sound by the rules of a condition.
//!
//! The judge finds the facts; the rules say which of them are allowed.

use crate::condition::{Equal, Unique};
use kemuri_core::{Budget, Move, Problem, Progress, Reason};
use kemuri_judge::{Author, CheckOptions, Fact, FactKind, Judge, Profile, Proof, Severity};
use kemuri_solver::Futile;

/// What a sound problem may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SoundnessRules {
    /// At which moves the attacker may have no choice.
    pub unique: Unique,
    /// Whether other defences may be as long as the main line.
    pub equal: Equal,
}

/// Why a problem is not known to be sound.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SoundnessError {
    /// The attacker is not to move.
    #[error("the attacker is not to move")]
    NotToMove,
    /// A fact that the rules do not allow.
    #[error("{} at ply {}", .fact.kind.name(), .fact.ply)]
    Unsound {
        /// The fact.
        fact: Box<Fact>,
        /// The line that it leaves.
        main_line: Vec<Move>,
    },
    /// Something is not decided, for this reason.
    #[error("it is not decided: {0}")]
    Undecided(Reason),
    /// Other lines may be meant, and not all of them were examined.
    #[error("it is not decided: other lines may be the solution")]
    OtherLines,
}

impl SoundnessRules {
    /// Returns the rules with these two choices.
    pub fn new(unique: Unique, equal: Equal) -> Self {
        Self { unique, equal }
    }

    /// Returns the profile in which the facts that these rules forbid are fatal.
    fn profile(self) -> Profile {
        let mut ignored = vec![
            FactKind::VariationAlternative,
            FactKind::IdlePiece,
            FactKind::LengthDiffers,
            FactKind::Duplicate,
        ];
        if self.unique == Unique::AllButLast {
            ignored.push(FactKind::LastMoveDual);
        }
        if self.equal == Equal::Allow {
            ignored.push(FactKind::EqualVariation);
            ignored.push(FactKind::InterposedKindDual);
        }
        ignored
            .into_iter()
            .fold(Profile::all_fatal(), |profile, kind| {
                profile.with_severity(kind, Severity::Ignored)
            })
    }

    /// Returns whether these rules forbid `fact` of a main line of `plies` plies.
    ///
    /// A choice of promotion is the attacker's at odd plies, and an equal defence at
    /// even ones.
    fn forbid(self, profile: &Profile, fact: &Fact, plies: usize) -> bool {
        use FactKind::{Cook, DistanceDual, PlaceDual, PromotionDual};
        let defends = fact.ply > 0 && fact.ply.is_multiple_of(2);
        let at_last_move = fact.ply == plies && self.unique == Unique::AllButLast;
        let allowed = match fact.kind {
            PromotionDual if defends => self.equal == Equal::Allow,
            Cook | DistanceDual | PlaceDual | PromotionDual => at_last_move,
            _ => false,
        };
        !allowed && profile.severity(fact.kind) == Severity::Fatal
    }
}

/// Checks that `problem` is sound and returns its solution: `line` if it is given,
/// else the line that the judge chooses.
///
/// The nodes of `budget` are for the whole check.
pub fn check(
    problem: &Problem,
    line: Option<&[Move]>,
    rules: SoundnessRules,
    judge: &mut Judge,
    budget: &Budget,
    on_progress: &mut dyn FnMut(&Progress),
) -> Result<Vec<Move>, SoundnessError> {
    if !problem.attacker_to_move() {
        return Err(SoundnessError::NotToMove);
    }
    let options = CheckOptions::default()
        .with_profile(rules.profile())
        .with_futile(Futile::None);
    let author = Author {
        line,
        ..Author::default()
    };
    let report = judge.check(problem, author, &options, budget, on_progress);
    let forbidden = |proof| {
        let mut facts = report.facts.iter().filter(move |fact| fact.proof == proof);
        facts.find(|fact| rules.forbid(&options.profile, fact, report.main_line.len()))
    };
    let open = forbidden(Proof::Undecided).is_some() || report.in_doubt;
    match forbidden(Proof::Proven) {
        Some(fact) if !report.in_doubt => Err(SoundnessError::Unsound {
            fact: Box::new(fact.clone()),
            main_line: report.main_line,
        }),
        None if !open => Ok(report.main_line),
        _ => Err((report.reason).map_or(SoundnessError::OtherLines, SoundnessError::Undecided)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kemuri_core::replay::verify_mate;
    use kemuri_solver::Options;
    use std::time::Duration;

    fn solution(
        sfen: &str,
        line: Option<&[Move]>,
        unique: Unique,
    ) -> Result<Vec<Move>, SoundnessError> {
        let options = Options::default().with_hash(4 << 20);
        let mut judge = Judge::new(&options).unwrap();
        let problem: Problem = sfen.parse().unwrap();
        let rules = SoundnessRules::new(unique, Equal::Allow);
        let budget = Budget::default();
        check(&problem, line, rules, &mut judge, &budget, &mut |_| ())
    }

    fn kind(result: Result<Vec<Move>, SoundnessError>) -> FactKind {
        match result {
            Err(SoundnessError::Unsound { fact, .. }) => fact.kind,
            other => panic!("{other:?}"),
        }
    }

    /// Several mates in one, of which one alone, the drop, leaves nothing.
    #[test]
    fn the_last_move_may_be_the_one_that_leaves_nothing() {
        let sfen = "7nk/9/6+P1+P/9/9/9/9/9/9 b N 1";
        let problem: Problem = sfen.parse().unwrap();
        let line = solution(sfen, None, Unique::AllButLast).unwrap();
        verify_mate(&problem, &line).unwrap();
        assert!(problem.play_all(&line).unwrap().attacker_hand().is_empty());
        // Where the last move must be the only one, the others are too many.
        assert_eq!(kind(solution(sfen, None, Unique::All)), FactKind::Cook);
    }

    /// The judge minds a choice of promotion in a mate in one; these rules do not.
    #[test]
    fn the_last_move_may_promote_or_not() {
        let sfen = "8k/7P1/7+PP/9/9/9/9/9/9 b 15p 1";
        assert!(solution(sfen, None, Unique::AllButLast).is_ok());
        let forbidden = kind(solution(sfen, None, Unique::All));
        assert!(matches!(
            forbidden,
            FactKind::Cook | FactKind::PromotionDual
        ));
    }

    #[test]
    fn pieces_that_every_last_move_leaves_are_left() {
        // The same with a second knight.
        let sfen = "7nk/9/6+P1+P/9/9/9/9/9/9 b 2N 1";
        assert_eq!(
            kind(solution(sfen, None, Unique::AllButLast)),
            FactKind::PiecesLeft
        );
    }

    #[test]
    fn a_budget_that_is_stopped_leaves_it_open() {
        let mut judge = Judge::new(&Options::default()).unwrap();
        let problem: Problem = "7nk/9/6+P1+P/9/9/9/9/9/9 b N 1".parse().unwrap();
        let rules = SoundnessRules::new(Unique::All, Equal::Refuse);
        let budget = Budget::default();
        budget.stop();
        let checked = check(&problem, None, rules, &mut judge, &budget, &mut |_| ());
        assert_eq!(checked, Err(SoundnessError::Undecided(Reason::Interrupted)));
    }

    #[test]
    fn the_limit_that_was_reached_is_named() {
        let mut judge = Judge::new(&Options::default()).unwrap();
        let problem: Problem = "7nk/9/6+P1+P/9/9/9/9/9/9 b N 1".parse().unwrap();
        let rules = SoundnessRules::new(Unique::All, Equal::Refuse);
        for (budget, reason) in [
            (Budget::default().with_nodes(1), Reason::Nodes),
            (Budget::default().with_time(Duration::ZERO), Reason::Time),
        ] {
            let checked = check(&problem, None, rules, &mut judge, &budget, &mut |_| ());
            assert_eq!(checked, Err(SoundnessError::Undecided(reason)));
        }
    }
}
