//! A file that gets its name only when it is complete.
//!
//! Until then it has a name of its own beside it, and whatever goes wrong takes
//! that away: nobody finds half a file, and what stood there before is not lost
//! for nothing. What is no file of its own, such as a pipe or `/dev/null`, is
//! written to as it is.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// A file that is not complete yet; it is taken away unless it is kept.
pub struct Pending {
    path: PathBuf,
    /// Its name until it is complete.
    partial: Option<PathBuf>,
    file: File,
}

impl Pending {
    /// Starts the file that is to be called `path`.
    pub fn create(path: &Path) -> io::Result<Self> {
        if path.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        // A link stays one: what it names is replaced.
        let path = &fs::canonicalize(path).unwrap_or_else(|_| path.into());
        let mut name = OsString::from(".");
        name.push(path.file_name().ok_or(io::ErrorKind::IsADirectory)?);
        if path.exists() && !path.is_file() {
            return Ok(Self {
                file: File::create(path)?,
                path: path.into(),
                partial: None,
            });
        }
        name.push(format!(".{}.partial", std::process::id()));
        let partial = path.with_file_name(name);
        Ok(Self {
            file: File::create(&partial)?,
            path: path.into(),
            partial: Some(partial),
        })
    }

    /// The same, unless a file is there already that does not start with
    /// `start`: only what is of the same kind, or empty, gives way.
    pub fn replacing(path: &Path, start: &[u8]) -> io::Result<Self> {
        if path.is_file() {
            let mut found = Vec::new();
            let length = start.len() as u64;
            File::open(path)?.take(length).read_to_end(&mut found)?;
            if !found.is_empty() && found != start {
                return Err(io::ErrorKind::AlreadyExists.into());
            }
        }
        Self::create(path)
    }

    /// What is to be written to.
    pub fn file(&self) -> &File {
        &self.file
    }

    /// What has been written so far, from its start.
    pub fn reopen(&self) -> io::Result<File> {
        File::open(self.partial.as_ref().unwrap_or(&self.path))
    }

    /// Its name when it is complete.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Gives the file its name.
    pub fn keep(mut self) -> io::Result<()> {
        if let Some(partial) = self.partial.take() {
            let kept = self
                .file
                .sync_all()
                .and_then(|()| fs::rename(&partial, &self.path));
            if kept.is_err() {
                self.partial = Some(partial);
            }
            return kept;
        }
        Ok(())
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        if let Some(partial) = &self.partial {
            // Whatever went wrong has been told already.
            let _ = fs::remove_file(partial);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_left_behind_unless_it_is_kept() {
        let folder = std::env::temp_dir().join(format!("kemuri-pending-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("a.cert");
        let count = || fs::read_dir(&folder).unwrap().count();
        let pending = Pending::create(&path).unwrap();
        assert_eq!(count(), 1);
        assert!(!path.exists());
        drop(pending);
        assert_eq!(count(), 0);
        Pending::create(&path).unwrap().keep().unwrap();
        assert!(path.exists());
        assert_eq!(count(), 1);
        assert!(Pending::create(&folder).is_err());
        assert!(Pending::create(&folder.join("none").join("b.cert")).is_err());
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn only_what_is_of_the_same_kind_gives_way() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.svg");
        for content in ["", "<svg>"] {
            fs::write(&path, content).unwrap();
            assert!(Pending::replacing(&path, b"<svg").is_ok());
        }
        for content in ["<sv", "a\t4k4/9/9/9/9/9/9/9/9 b G 1"] {
            fs::write(&path, content).unwrap();
            assert!(Pending::replacing(&path, b"<svg").is_err());
            assert_eq!(fs::read(&path).unwrap(), content.as_bytes());
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_device_stays_a_device() {
        use std::os::unix::fs::FileTypeExt;
        let null = Path::new("/dev/null");
        Pending::create(null).unwrap().keep().unwrap();
        drop(Pending::create(null).unwrap());
        assert!(fs::metadata(null).unwrap().file_type().is_char_device());
    }
}
