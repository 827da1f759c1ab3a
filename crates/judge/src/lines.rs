//! Which line the author meant, where he does not say.
//!
//! Where several defences last equally long and leave nothing, any of them may
//! be the line that was meant, and a cook beside one need not be there beside the
//! other. So the lines are examined one after the other until one has nothing
//! fatal. Only if none is left is the problem unsound.
//!
//! A collection that names a length below ours means a line in which the defender
//! does not resist longest: such lines are then looked for instead. That there
//! are longer variations is said of them as of an author's line. Where no length
//! is named and pieces are left, a line shorter by two that leaves nothing will do
//! as well: that is how authors count.
//!
//! An author's own line is examined as it is.

use crate::ask::Asker;
use crate::fact::{Fact, FactDetail, FactKind, Proof};
use crate::main_line::{MainLine, Origin};
use crate::profile::{Profile, Severity};
use crate::report::Settings;
use crate::{checks, defences};
use kemuri_core::{Move, Problem};
use kemuri_solver::{Mate, Verdict};
use std::cmp::Ordering;
use std::collections::{HashSet, VecDeque};

/// Lines that are examined before the search for a better one is given up.
const MOST_LINES: usize = 16;
/// Nodes for the length of a defence that may be the author's.
const FOR_LENGTH: u64 = 100_000;

/// A main line and what there is to say of it.
pub(crate) struct Examined {
    pub(crate) main: MainLine,
    pub(crate) facts: Vec<Fact>,
    /// See [`crate::Report::in_doubt`].
    pub(crate) in_doubt: bool,
}

impl Examined {
    fn new(asker: &mut Asker<'_>, main: MainLine, settings: &Settings) -> Self {
        let mut facts = defences::examine(asker, &main);
        checks::examine(asker, &main, settings, &mut facts);
        let hand = main.positions.last().map(Problem::attacker_hand);
        if let Some(hand) = hand.filter(|hand| !hand.is_empty()) {
            facts.push(Fact {
                ply: main.moves.len(),
                detail: FactDetail::Hand(hand),
                ..Fact::of_all(FactKind::PiecesLeft, Proof::Proven)
            });
        }
        Self {
            main,
            facts,
            in_doubt: false,
        }
    }

    /// Gives the pieces that an author's line leaves their class: if a best line
    /// leaves nothing, it is his line that is wrong, and not the problem.
    fn class_pieces_left(&mut self, asker: &mut Asker<'_>, problem: &Problem, answer: &Mate) {
        let Some(place) = (self.facts.iter()).position(|f| f.kind == FactKind::PiecesLeft) else {
            return;
        };
        let main = &self.main;
        // A defence is told only if it leaves nothing, or lasts longer.
        let is_clean = |fact: &Fact| {
            let longer = [FactKind::LongerVariation, FactKind::LongerByTwo];
            let defends = fact.ply > 0 && !main.positions[fact.ply - 1].attacker_to_move();
            defends && fact.proof == Proof::Proven && !longer.contains(&fact.kind)
        };
        let mut clean = self.facts.iter().any(is_clean);
        let mut sure = answer.exact;
        for line in [&main.moves, &answer.line] {
            match with_last_move(asker, problem, line) {
                Some(line) => {
                    clean |= problem
                        .play_all(&line)
                        .is_ok_and(|end| end.attacker_hand().is_empty())
                }
                None => sure = false,
            }
        }
        let fact = &mut self.facts[place];
        if clean {
            fact.kind = FactKind::LinePiecesLeft;
        } else if !sure {
            fact.proof = Proof::Undecided;
        }
    }

    /// The ply of the first fact because of which another line would be better.
    fn first_fatal(&self, profile: &Profile) -> Option<usize> {
        // A line that leaves nothing is better whatever the profile.
        let is_fatal = |fact: &&Fact| {
            let severity = profile.severity(fact.kind);
            fact.proof == Proof::Proven
                && (severity == Severity::Fatal || fact.kind == FactKind::PiecesLeft)
        };
        let fatal = self.facts.iter().filter(is_fatal);
        fatal.map(|fact| fact.ply).min()
    }
}

/// Examines `main`, or another line that the author, who says that it has `said`
/// plies or nothing at all, may have meant as well, if that has nothing fatal.
pub(crate) fn examine(
    asker: &mut Asker<'_>,
    problem: &Problem,
    (main, answer): (MainLine, &Mate),
    said: Option<u32>,
    settings: &Settings,
) -> Examined {
    let length = main.left(0);
    let mut first = Examined::new(asker, main, settings);
    if first.main.origin == Origin::Author {
        first.class_pieces_left(asker, problem, answer);
    }
    let ply = match first.first_fatal(&settings.profile) {
        // No line leaves this one before the first move.
        Some(ply) if ply > 1 && first.main.origin == Origin::BestPlay => ply,
        _ => return first,
    };
    let mut others = Others {
        problem,
        length: said.map_or(length, |said| said as usize),
        lines: VecDeque::new(),
        missed: false,
    };
    others.find(asker, &first, ply);
    let leaves_pieces = first.facts.iter().any(|f| f.kind == FactKind::PiecesLeft);
    if leaves_pieces {
        // Nothing new, unless it was too much to tell before.
        others.add(asker, &first.main.moves);
    }
    if said.is_none() && leaves_pieces && !others.missed {
        others.length = length.saturating_sub(2);
        others.find(asker, &first, ply);
        // Nobody has said that there is such a line.
        others.missed = asker.is_out();
    }
    let mut seen = HashSet::from([first.main.moves.clone()]);
    while let Some(line) = others.lines.pop_front() {
        if !seen.insert(line.clone()) {
            continue;
        }
        if asker.is_out() || seen.len() > MOST_LINES {
            others.missed = true;
            break;
        }
        let Some(mut main) = MainLine::new(asker, problem, &line, Origin::BestPlay) else {
            continue;
        };
        others.length = main.left(0);
        if others.length < length {
            main.origin = Origin::SaidLength;
        }
        let other = Examined::new(asker, main, settings);
        match other.first_fatal(&settings.profile) {
            Some(ply) => others.find(asker, &other, ply),
            None => return other,
        }
    }
    first.in_doubt = others.missed;
    first
}

/// The lines that the author may have meant.
struct Others<'a> {
    problem: &'a Problem,
    /// How long they are.
    length: usize,
    lines: VecDeque<Vec<Move>>,
    /// Whether there may be more.
    missed: bool,
}

impl Others<'_> {
    /// Finds lines that leave `examined` before `ply`, where something is fatal.
    fn find(&mut self, asker: &mut Asker<'_>, examined: &Examined, ply: usize) {
        match self.length.cmp(&examined.main.left(0)) {
            Ordering::Less => self.shorter(asker, &examined.main, ply),
            Ordering::Equal => self.as_long(asker, examined, ply),
            // Of a line that lasts longer than the best defence nothing is known.
            Ordering::Greater => self.missed = true,
        }
    }

    /// Finds lines by what is known of the defences.
    fn as_long(&mut self, asker: &mut Asker<'_>, examined: &Examined, ply: usize) {
        let main = &examined.main;
        for fact in examined.facts.iter().filter(|fact| fact.ply < ply) {
            let before = match fact.ply.checked_sub(1) {
                Some(before) if !main.positions[before].attacker_to_move() => before,
                _ => continue,
            };
            match (fact.proof, fact.kind) {
                (Proof::Undecided, _) => self.missed = true,
                (_, FactKind::LongerVariation | FactKind::LongerByTwo) => {}
                _ => self.add(asker, &[&main.moves[..before], &fact.line].concat()),
            }
        }
    }

    /// Finds lines by asking for the length of every defence.
    fn shorter(&mut self, asker: &mut Asker<'_>, main: &MainLine, ply: usize) {
        for before in main.defences().take_while(|&before| before + 1 < ply) {
            let position = &main.positions[before];
            let replies = position.moves().into_iter();
            for reply in replies.filter(|&reply| reply != main.moves[before]) {
                let after = position.play(reply).ok();
                let answer = after.map(|after| asker.shortest(&after, FOR_LENGTH));
                let Some(Verdict::Mate(mate)) = answer else {
                    self.missed = true;
                    continue;
                };
                let length = (main.counted(before) + 1 + mate.length) as usize;
                // A longer one may still lead to the author's by a later reply.
                self.missed |= length > self.length || !mate.exact;
                if length == self.length {
                    self.add(
                        asker,
                        &[&main.moves[..before], &[reply], &mate.line].concat(),
                    );
                }
            }
        }
    }

    /// Adds a line if it leaves nothing in hand.
    fn add(&mut self, asker: &mut Asker<'_>, line: &[Move]) {
        let Some(line) = with_last_move(asker, self.problem, line) else {
            self.missed = true;
            return;
        };
        if self
            .problem
            .play_all(&line)
            .is_ok_and(|end| end.attacker_hand().is_empty())
        {
            self.lines.push_back(line);
        }
    }
}

/// The line with the last move that leaves least in hand, for any may be played;
/// `None` if that was too much to tell.
pub(crate) fn with_last_move(
    asker: &mut Asker<'_>,
    problem: &Problem,
    line: &[Move],
) -> Option<Vec<Move>> {
    let Some((&own, before)) = line.split_last() else {
        return Some(Vec::new());
    };
    let positions = problem.play_line(line).ok()?;
    let held = |position: &Problem| {
        (1..8)
            .map(|k| position.attacker_hand().count(k))
            .sum::<u32>()
    };
    let (mut best, mut least) = (own, held(positions.last()?));
    let position = &positions[before.len()];
    // The line's own move stays unless another is better.
    for mv in position.moves() {
        let after = position.play(mv).ok().filter(|after| held(after) < least);
        if let Some(after) = after
            && asker.is_mated(&after)?
        {
            (best, least) = (mv, held(&after));
        }
    }
    Some([before, &[best]].concat())
}
