//! A position that cannot be used, for those who can do something with it all the same.

use crate::record::Header;
use kemuri_core::ProblemError;
use kemuri_core::sfen::{Sfen, SfenError};

/// A position that is no problem, or against the rules, and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{error}")]
#[non_exhaustive]
pub struct FaultyPosition {
    /// What is wrong.
    pub error: ProblemError,
    /// The position, where one could be read.
    pub start: Option<Sfen>,
    /// What the source calls it.
    pub title: Option<String>,
    /// Who made it.
    pub author: Option<String>,
}

impl FaultyPosition {
    /// A position of which nothing else is known.
    pub(crate) fn new(error: ProblemError, start: Sfen) -> Self {
        Self {
            start: Some(start),
            ..error.into()
        }
    }

    /// The same with the title and the author that the headers name.
    pub(crate) fn with_headers(self, headers: &[Header]) -> Self {
        let named = |wanted: &str| {
            headers.iter().find_map(|header| match header {
                Header::Field { name, value } if name == wanted => Some(value.clone()),
                _ => None,
            })
        };
        Self {
            title: named("作品名").or(self.title),
            author: named("作者").or(self.author),
            ..self
        }
    }
}

impl From<ProblemError> for FaultyPosition {
    fn from(error: ProblemError) -> Self {
        Self {
            error,
            start: None,
            title: None,
            author: None,
        }
    }
}

impl From<SfenError> for FaultyPosition {
    fn from(error: SfenError) -> Self {
        ProblemError::from(error).into()
    }
}
