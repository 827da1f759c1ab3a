//! Files of positions in which somebody contradicted somebody.
//!
//! A row is `name<TAB>sfen<TAB>attacker`, and for the reader who contradicts whom and
//! the position before it was made small. Lines that start with `#` are comments.

use super::examine::Finding;
use crate::error::ExperimentError;
use kemuri_core::{Color, Problem};
use kemuri_oracle::Board;
use kemuri_oracle::random::RandomProblem;
use kemuri_runstore::{FileError, Journal, LineFormat};
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// The file of a run.
pub const CONTRADICTIONS: &str = "contradictions.tsv";
/// Its first line.
const HEADER: &str = "# name, sfen, attacker, who says what, found in; \
                      compared again by: kemuri-lab contradict --again FILE";

/// A position to compare again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// Its name.
    pub name: String,
    /// The position.
    pub position: RandomProblem,
}

/// Returns the word for an attacker.
pub fn side(attacker: Color) -> &'static str {
    match attacker == Color::BLACK {
        true => "black",
        false => "white",
    }
}

/// Reads a file of positions.
pub fn read(path: &Path) -> Result<Vec<Fixture>, ExperimentError> {
    let text = std::fs::read_to_string(path).map_err(|source| FileError {
        path: path.into(),
        source,
    })?;
    let lines = text.lines().enumerate();
    let rows = lines.filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    let fixtures = rows.map(|(index, line)| {
        fixture(line).ok_or_else(|| ExperimentError::Fixture {
            path: path.into(),
            line: index + 1,
        })
    });
    fixtures.collect()
}

fn fixture(line: &str) -> Option<Fixture> {
    let mut cells = line.split('\t');
    let (name, sfen, attacker) = (cells.next()?, cells.next()?, cells.next()?);
    let attacker = match attacker.trim() {
        "black" => Color::BLACK,
        "white" => Color::WHITE,
        _ => return None,
    };
    // The brute force does not ask whether a position obeys the rules.
    let problem = Problem::from_sfen_with(sfen, Some(attacker)).ok()?;
    let board = Board::from_sfen(&problem.to_sfen()).ok()?;
    Some(Fixture {
        name: name.into(),
        position: RandomProblem { board, attacker },
    })
}

/// The contradictions of a run.
pub struct Contradictions {
    path: PathBuf,
    journal: Journal,
    names: HashSet<String>,
}

impl Contradictions {
    /// Opens or begins the file in the folder of a run.
    pub fn open(folder: &Path) -> Result<Self, ExperimentError> {
        let path = folder.join(CONTRADICTIONS);
        let mut names = HashSet::new();
        let format = LineFormat {
            header: HEADER,
            ..LineFormat::default()
        };
        let journal = Journal::open(&path, &format, |line| {
            let row = fixture(line);
            let is_row = row.is_some();
            names.extend(row.map(|row| row.name));
            is_row
        })?;
        Ok(Self {
            path,
            journal,
            names,
        })
    }

    /// Writes a contradiction down, unless the same was found before the run was
    /// killed.
    pub fn add(
        &mut self,
        name: &str,
        finding: &Finding,
        engines: &[String],
    ) -> Result<(), FileError> {
        if self.names.insert(name.into()) {
            let Finding {
                position, origin, ..
            } = finding;
            let attacker = side(position.attacker);
            let [first, second] = finding.sides(engines);
            let (sfen, origin) = (position.sfen(), origin.sfen());
            let cells = [name, &sfen, attacker, &first, &second, &origin];
            let cells = cells.map(|cell| cell.replace(char::is_control, " "));
            self.journal.append(&cells.join("\t"))?;
        }
        Ok(())
    }

    /// Returns how many there are.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Returns the file.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Finding {
    /// Returns who says what: `oracle: mate=5`.
    pub fn sides(&self, engines: &[String]) -> [String; 2] {
        let sides = self.contradiction.sides.each_ref();
        sides.map(|(witness, claim)| format!("{}: {claim}", witness.name(engines)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_read_and_a_broken_one_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("fixtures.tsv");
        let good = "a\t8k/7G1/7LP/9/9/9/9/9/K8 w r 1\twhite\nb\t8k/7G1/7LP/9/9/9/9/9/K8 w r 1\tblack\tx: mate\n";
        std::fs::write(&path, format!("# comment\n\n{good}")).unwrap();
        let fixtures = read(&path).unwrap();
        assert_eq!(fixtures.len(), 2);
        assert_eq!(fixtures[0].position.attacker, Color::WHITE);
        assert!(!fixtures[1].position.attacker_to_move());
        for bad in [
            "a\t9/9\tblack",
            "a\t4k4/9/9/9/9/9/9/9/9 b G 1\tred",
            "a",
            "a\tb",
        ] {
            std::fs::write(&path, format!("{good}{bad}\n")).unwrap();
            let error = read(&path).unwrap_err();
            assert!(error.to_string().contains("line 3"), "{error}");
        }
    }
}
