//! Which file each picture or record of a collection goes to.

use kemuri_runstore::AtomicFile;
use kemuri_terminal::Stop;
use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf, is_separator};

/// Stands for the name of a problem in the name of a file.
const ID: &str = "{id}";
/// Longest name of a problem in the name of a file, in bytes: file systems take
/// 255, and the rest of the name needs some.
const MAX_NAME: usize = 160;

/// Where files of one kind go.
pub struct FileTarget {
    argument: PathBuf,
    extension: &'static str,
    kind: TargetKind,
    /// File names that were given away, in lower case: not every file system
    /// tells `A.svg` and `a.svg` apart.
    used: HashSet<String>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum TargetKind {
    Stdout,
    File,
    Directory,
    Pattern,
}

/// Why a file was not written.
#[derive(Debug)]
pub enum WriteError {
    /// Standard output cannot be written to.
    Stdout(io::Error),
    /// A file cannot be written.
    File(PathBuf, io::Error),
}

impl FileTarget {
    /// What the value of `--svg`, `--png` or `--out` means.
    pub fn new(argument: &OsStr, extension: &'static str) -> Self {
        let path = PathBuf::from(argument);
        let text = argument.to_string_lossy();
        let kind = if argument == "-" {
            TargetKind::Stdout
        } else if text.ends_with(is_separator) || path.is_dir() {
            TargetKind::Directory
        } else if argument.to_str().is_some_and(|text| text.contains(ID)) {
            TargetKind::Pattern
        } else {
            TargetKind::File
        };
        Self {
            argument: path,
            extension,
            kind,
            used: HashSet::new(),
        }
    }

    /// As it was given.
    pub fn argument(&self) -> &Path {
        &self.argument
    }

    /// Whether there is room for one file only.
    pub fn is_single(&self) -> bool {
        matches!(self.kind, TargetKind::Stdout | TargetKind::File)
    }

    /// Lets `draw` write the picture of the problem called `id`; standard
    /// output is `out`. Once the user has asked to stop no more files are begun.
    pub fn write(
        &mut self,
        id: &str,
        stop: &Stop,
        out: &mut dyn Write,
        draw: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), WriteError> {
        if self.kind == TargetKind::Stdout {
            return draw(out)
                .and_then(|()| out.flush())
                .map_err(WriteError::Stdout);
        }
        let path = self.path(id);
        let written = || {
            self.make_folder(&path)?;
            // A pipe is waited for until somebody reads it.
            let file =
                stop.unless_asked(|| Some(AtomicFile::replace(&path, start_of(self.extension))));
            let file = file.unwrap_or_else(|| Err(io::Error::other("stopped")))?;
            let mut file = io::BufWriter::new(file);
            draw(&mut file)?;
            file.into_inner()?.commit()
        };
        written().map_err(|error| WriteError::File(path.clone(), error))
    }

    /// Writes the file of the record called `id`, which must not be there yet.
    pub fn write_new(&mut self, id: &str, bytes: &[u8]) -> Result<(), WriteError> {
        let path = self.path(id);
        let written = || {
            self.make_folder(&path)?;
            let mut file = AtomicFile::create_new(&path)?;
            file.write_all(bytes)?;
            file.commit()
        };
        written().map_err(|error| WriteError::File(path.clone(), error))
    }

    /// Makes the folder of a file, where there is one for each problem.
    fn make_folder(&self, path: &Path) -> io::Result<()> {
        match path.parent().filter(|_| !self.is_single()) {
            Some(folder) => fs::create_dir_all(folder),
            None => Ok(()),
        }
    }

    /// The file of the problem called `id`; where there is one for each, never
    /// the same twice.
    fn path(&mut self, id: &str) -> PathBuf {
        if self.is_single() {
            return self.argument.clone();
        }
        let id = file_name(id);
        let named = |id: &str| match self.kind {
            TargetKind::Directory => self.argument.join(format!("{id}.{}", self.extension)),
            _ => self.argument.to_string_lossy().replace(ID, id).into(),
        };
        let mut path = named(&id);
        let mut number = 2;
        while !self.used.insert(path.to_string_lossy().to_lowercase()) {
            path = named(&format!("{id}-{number}"));
            number += 1;
        }
        path
    }
}

/// How the files start that are drawn with this extension.
fn start_of(extension: &str) -> &'static [u8] {
    match extension {
        "png" => b"\x89PNG",
        _ => b"<svg",
    }
}

/// The name of a problem as a part of the name of a file: no separators and
/// nothing else that a file system takes amiss.
fn file_name(id: &str) -> String {
    let mut name: String = id
        .chars()
        .map(|c| match c {
            '/' | '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|' => '_',
            c if c.is_control() => '_',
            c => c,
        })
        .collect();
    while name.len() > MAX_NAME {
        name.pop();
    }
    let name = name.trim_matches(['.', ' ']);
    if name.is_empty() {
        "_".into()
    } else {
        name.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(argument: &str, ids: &[&str]) -> Vec<String> {
        let mut target = FileTarget::new(OsStr::new(argument), "svg");
        assert!(!target.is_single());
        ids.iter()
            .map(|id| target.path(id).to_str().unwrap().to_string())
            .collect()
    }

    #[test]
    fn every_problem_has_a_file_of_its_own() {
        assert_eq!(
            paths("no-such/", &["a", "b", "A", "a", "a-2"]),
            [
                "no-such/a.svg",
                "no-such/b.svg",
                "no-such/A-2.svg",
                "no-such/a-3.svg",
                "no-such/a-2-2.svg"
            ]
        );
        assert_eq!(
            paths("x-{id}.svg", &["第一番", "2"]),
            ["x-第一番.svg", "x-2.svg"]
        );
    }

    #[test]
    fn no_name_leads_out_of_the_directory() {
        assert_eq!(file_name("../../etc/passwd"), "_.._etc_passwd");
        assert_eq!(file_name(".."), "_");
        assert_eq!(file_name("C:\\x\n*"), "C__x__");
        assert_eq!(file_name("a.tsv:12"), "a.tsv_12");
        assert!(file_name(&"長".repeat(500)).len() <= MAX_NAME);
    }

    #[test]
    fn what_an_argument_means() {
        for (argument, single) in [("-", true), ("a.svg", true), ("a/", false), ("{id}", false)] {
            assert_eq!(
                FileTarget::new(OsStr::new(argument), "svg").is_single(),
                single
            );
        }
        assert!(!FileTarget::new(std::env::temp_dir().as_os_str(), "svg").is_single());
    }
}
