//! What is said of the position that was read: the moves that were played before it,
//! hands that were assumed, pieces that stand nowhere.

use crate::warn;
use kemuri_formats::{ProblemEntry, RestCause};
use kemuri_text::{Lang, formats, quote, tr};

/// Warns of pieces that stand nowhere and of hands that were assumed: once for all
/// problems of a run.
pub struct PieceWarnings {
    lang: Lang,
    total: usize,
    /// The problems with pieces that stand nowhere.
    unaccounted: NamedProblems,
    /// The problems whose source does not give the defender's hand.
    assumed: NamedProblems,
    /// What is said of the last problem.
    last: [Option<String>; 2],
}

/// How many problems there are, and the names of the first ones.
#[derive(Default)]
struct NamedProblems {
    count: usize,
    names: Vec<String>,
}

/// Problems that are named.
const NAMED: usize = 3;

impl NamedProblems {
    fn add(&mut self, entry: &ProblemEntry) {
        self.count += 1;
        if self.names.len() < NAMED {
            self.names.push(quote(&entry.label()));
        }
    }

    fn names(&self) -> String {
        let names = self.names.join(", ");
        match self.count > self.names.len() {
            true => names + ", …",
            false => names,
        }
    }
}

impl PieceWarnings {
    /// Returns the warnings of a run that has read nothing.
    pub fn new(lang: Lang) -> Self {
        Self {
            lang,
            total: 0,
            unaccounted: NamedProblems::default(),
            assumed: NamedProblems::default(),
            last: [None, None],
        }
    }

    /// Warns of one problem.
    pub fn of(lang: Lang, entry: &ProblemEntry) -> Self {
        let mut warnings = Self::new(lang);
        warnings.add(entry);
        warnings
    }

    /// Takes a problem.
    pub fn add(&mut self, entry: &ProblemEntry) {
        let lang = self.lang;
        self.total += 1;
        let pieces = entry.problem.unaccounted();
        if !pieces.is_empty() {
            self.unaccounted.add(entry);
            self.last[0] = Some(formats::unaccounted(lang, pieces));
        }
        // Whoever asks for the rest need not be told.
        let rest = entry.assumed_rest;
        if let Some(rest) = rest.filter(|rest| rest.cause == RestCause::NotGiven) {
            self.assumed.add(entry);
            self.last[1] = Some(formats::assumed_rest(lang, rest));
        }
    }

    /// Warns of the pieces that stand nowhere, if there are any.
    pub fn complain_of_pieces(&self) {
        let Self { lang, total, .. } = *self;
        let (count, names) = (self.unaccounted.count, self.unaccounted.names());
        match (count, total, &self.last[0]) {
            (0, ..) => {}
            (_, 1, Some(sentence)) => warn(sentence),
            _ => warn(&tr!(lang, "input-unaccounted-in", count, total, names)),
        }
    }

    /// Warns of the hands that were assumed, if there are any.
    pub fn complain_of_hands(&self) {
        let Self { lang, total, .. } = *self;
        let (count, names) = (self.assumed.count, self.assumed.names());
        match (count, total, &self.last[1]) {
            (0, ..) => {}
            (_, 1, Some(sentence)) => warn(sentence),
            _ => warn(&tr!(lang, "input-assumed-in", count, total, names)),
        }
    }
}
