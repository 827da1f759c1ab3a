//! Files that are written completely or not at all.

use crate::file_error::{FileError, at};
use std::ffi::{OsStr, OsString};
use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use tempfile::{NamedTempFile, TempPath};

/// How the name of a temporary file ends.
const TEMPORARY: &str = ".partial";
/// Random letters that earlier versions had in the name of a temporary file.
const RANDOM: usize = 6;
/// Temporary files that there may be of one file at the same time.
const MOST: u32 = 1000;

/// Writes a file atomically: to a temporary file in the same directory, renamed
/// on success, deleted on failure.
///
/// The file appears, or replaces the old one, when it is
/// [committed](Self::commit); one that is dropped before is deleted. A link
/// stays a link: what it points to is replaced. A pipe or a device cannot be
/// replaced and is written to directly.
///
/// A process that is killed leaves its temporary file, `.NAME.1.partial`,
/// behind; [`temporary_for`] recognises it, and the next process that writes the
/// file deletes it. A temporary file is locked while it is being written, so
/// that nobody takes it for one that was left behind.
#[derive(Debug)]
pub struct AtomicFile {
    path: PathBuf,
    output: Output,
}

#[derive(Debug)]
enum Output {
    /// Renamed when it is committed.
    Temporary(NamedTempFile),
    /// Renamed when it is committed, unless there is a file of that name by then.
    New(NamedTempFile),
    /// A pipe or a device.
    Direct(File),
}

impl AtomicFile {
    /// Starts writing the file `path`.
    pub fn create(path: &Path) -> io::Result<Self> {
        if path.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.into());
        let output = match path.exists() && !path.is_file() {
            true => Output::Direct(File::create(&path)?),
            false => Output::Temporary(temporary_beside(&path)?),
        };
        Ok(Self { path, output })
    }

    /// Starts writing the file `path`, which must not be there. A file that appears
    /// before this one is [committed](Self::commit) is not overwritten either.
    ///
    /// # Errors
    /// [`io::ErrorKind::AlreadyExists`] if there is such a file, a folder, a link or
    /// a device.
    pub fn create_new(path: &Path) -> io::Result<Self> {
        if path.symlink_metadata().is_ok() {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        Ok(Self {
            path: path.into(),
            output: Output::New(temporary_beside(path)?),
        })
    }

    /// Starts writing the file `path`, unless there is a file that is not empty
    /// and does not start with `start`: only a file of the same kind is
    /// replaced.
    ///
    /// # Errors
    /// [`io::ErrorKind::AlreadyExists`] if there is a file of another kind.
    pub fn replace(path: &Path, start: &[u8]) -> io::Result<Self> {
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

    /// Returns the name that the file will have.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the file that is being written. What has been written can be read
    /// again, except from a pipe or a device.
    pub fn file(&self) -> &File {
        match &self.output {
            Output::Temporary(file) | Output::New(file) => file.as_file(),
            Output::Direct(file) => file,
        }
    }

    /// Flushes the file to the disk and gives it its name.
    pub fn commit(self) -> io::Result<()> {
        self.commit_open().map(drop)
    }

    /// As [`commit`](Self::commit); the file stays open and locked.
    pub(crate) fn commit_open(self) -> io::Result<File> {
        match self.output {
            Output::Temporary(file) => {
                file.as_file().sync_all()?;
                Ok(file.persist(&self.path)?)
            }
            Output::New(file) => {
                file.as_file().sync_all()?;
                Ok(file.persist_noclobber(&self.path)?)
            }
            Output::Direct(file) => Ok(file),
        }
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file().flush()
    }
}

impl Seek for AtomicFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file().seek(to)
    }
}

/// Writes a whole file [atomically](AtomicFile).
pub fn write_file(path: &Path, contents: impl AsRef<[u8]>) -> Result<(), FileError> {
    let write = || {
        let mut file = AtomicFile::create(path)?;
        file.write_all(contents.as_ref())?;
        file.commit()
    };
    write().map_err(at(path))
}

/// Removes a file, if it is there.
pub fn remove_file(path: &Path) -> Result<(), FileError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(at(path)(error)),
        _ => Ok(()),
    }
}

/// Removes the files of a folder for which `is_removed` returns `true`.
pub fn remove_files(folder: &Path, is_removed: impl Fn(&Path) -> bool) -> Result<(), FileError> {
    for entry in fs::read_dir(folder).map_err(at(folder))? {
        let path = entry.map_err(at(folder))?.path();
        if path.is_file() && is_removed(&path) {
            remove_file(&path)?;
        }
    }
    Ok(())
}

/// Returns the name of the file that a temporary file was going to be, or
/// nothing if this is no name of a temporary file.
///
/// ```
/// use kemuri_runstore::temporary_for;
/// use std::path::Path;
///
/// let left = Path::new("run/.results.csv.1.partial");
/// assert_eq!(temporary_for(left), Some("results.csv"));
/// assert_eq!(temporary_for(Path::new("run/results.csv")), None);
/// ```
pub fn temporary_for(path: &Path) -> Option<&str> {
    let name = path.file_name()?.to_str()?;
    let name = name.strip_prefix('.')?.strip_suffix(TEMPORARY)?;
    let (name, middle) = name.rsplit_once('.')?;
    let is_number = !middle.is_empty() && middle.bytes().all(|b| b.is_ascii_digit());
    let is_random = middle.len() == RANDOM && middle.bytes().all(|b| b.is_ascii_alphanumeric());
    (is_number || is_random).then_some(name)
}

/// Creates a temporary file with the permissions of any other new file, and locks
/// it.
fn temporary_beside(path: &Path) -> io::Result<NamedTempFile> {
    let name = path.file_name().ok_or(io::ErrorKind::IsADirectory)?;
    let folder = match path.parent() {
        Some(parent) if parent != OsStr::new("") => parent,
        _ => Path::new("."),
    };
    let mut number = 1;
    while number <= MOST {
        let mut temporary = OsString::from(".");
        temporary.push(name);
        temporary.push(format!(".{number}{TEMPORARY}"));
        let temporary = folder.join(temporary);
        match new_temporary(&temporary) {
            Ok(Some(file)) => return Ok(file),
            // Another process took it for one that was left behind.
            Ok(None) => {}
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                if !remove_left_behind(&temporary) {
                    number += 1;
                }
            }
            Err(error) => return Err(error),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// Creates and locks a temporary file; none if it was removed before it was locked.
fn new_temporary(path: &Path) -> io::Result<Option<NamedTempFile>> {
    let mut options = File::options();
    let file = options.read(true).write(true).create_new(true).open(path)?;
    let mut file = NamedTempFile::from_parts(file, TempPath::try_from_path(path)?);
    let is_ours = match file.as_file().try_lock() {
        Ok(()) => is_at(file.as_file(), path)?,
        Err(TryLockError::WouldBlock) => false,
        // A file system without locks leaves more behind, and nothing else.
        Err(TryLockError::Error(_)) => true,
    };
    file.disable_cleanup(!is_ours);
    Ok(is_ours.then_some(file))
}

/// Removes a temporary file that a killed process left behind. Returns `false`
/// if somebody is writing it, or it cannot be removed.
fn remove_left_behind(path: &Path) -> bool {
    let is_file = path.symlink_metadata().map(|there| there.is_file());
    let remove = || {
        let file = File::open(path)?;
        // The lock is held until the file is gone.
        file.try_lock()?;
        fs::remove_file(path)
    };
    let removed = match is_file {
        Ok(true) => remove(),
        Ok(false) => return false,
        Err(error) => Err(error),
    };
    match removed {
        Ok(()) => true,
        Err(error) => error.kind() == io::ErrorKind::NotFound,
    }
}

/// Whether an open file is the one that `path` names.
pub(crate) fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    let ours = same_file::Handle::from_file(file.try_clone()?)?;
    match same_file::Handle::from_path(path) {
        Ok(there) => Ok(there == ours),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::slice;

    fn names(folder: &Path) -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).unwrap();
        entries.map(|entry| entry.unwrap().path()).collect()
    }

    #[test]
    fn a_file_that_is_not_committed_is_deleted() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.cert");
        fs::write(&path, "old").unwrap();
        let mut file = AtomicFile::create(&path).unwrap();
        file.write_all(b"new").unwrap();
        assert_eq!(names(folder.path()).len(), 2);
        assert_eq!(fs::read(&path).unwrap(), b"old");
        let (mut file_again, mut written) = (file.file(), String::new());
        file_again.rewind().unwrap();
        file_again.read_to_string(&mut written).unwrap();
        assert_eq!(written, "new");
        drop(file);
        assert_eq!(fs::read(&path).unwrap(), b"old");
        write_file(&path, "newer").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"newer");
        assert_eq!(names(folder.path()), [path]);
    }

    #[test]
    fn a_file_that_cannot_be_written_is_refused_at_once() {
        let folder = tempfile::tempdir().unwrap();
        assert!(AtomicFile::create(folder.path()).is_err());
        let lost = folder.path().join("none").join("b.cert");
        assert!(AtomicFile::create(&lost).is_err());
        let error = write_file(&lost, "").unwrap_err();
        assert_eq!(error.path, lost);
        let error = error.source.to_string();
        assert!(
            !error.contains("partial"),
            "names the temporary file: {error}"
        );
        assert!(names(folder.path()).is_empty());
    }

    #[test]
    fn only_a_file_of_the_same_kind_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.svg");
        for content in ["", "<svg>"] {
            fs::write(&path, content).unwrap();
            assert!(AtomicFile::replace(&path, b"<svg").is_ok());
        }
        for content in ["<sv", "a\t4k4/9/9/9/9/9/9/9/9 b G 1"] {
            fs::write(&path, content).unwrap();
            let error = AtomicFile::replace(&path, b"<svg").unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
            assert_eq!(fs::read(&path).unwrap(), content.as_bytes());
        }
    }

    #[test]
    fn a_new_file_overwrites_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.kif");
        let exists = |result: io::Result<()>| {
            assert_eq!(result.unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        };
        exists(AtomicFile::create_new(folder.path()).map(drop));
        let mut file = AtomicFile::create_new(&path).unwrap();
        let late = AtomicFile::create_new(&path).unwrap();
        file.write_all(b"first").unwrap();
        file.commit().unwrap();
        exists(late.commit());
        exists(AtomicFile::create_new(&path).map(drop));
        assert_eq!(fs::read(&path).unwrap(), b"first");
        assert_eq!(names(folder.path()), [path]);
    }

    #[test]
    fn what_a_killed_process_left_behind_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.cert");
        let left = folder.path().join(".a.cert.1.partial");
        fs::write(&left, "half of a certi").unwrap();
        let first = AtomicFile::create(&path).unwrap();
        assert_eq!(names(folder.path()), slice::from_ref(&left));
        assert_eq!(fs::read(&left).unwrap(), b"");
        // What is being written is left alone.
        let mut second = AtomicFile::create(&path).unwrap();
        second.write_all(b"second").unwrap();
        assert_eq!(names(folder.path()).len(), 2);
        second.commit().unwrap();
        first.commit().unwrap();
        assert_eq!(names(folder.path()), slice::from_ref(&path));
        assert_eq!(fs::read(&path).unwrap(), b"");
        // So is what is no file.
        fs::create_dir(&left).unwrap();
        write_file(&path, "third").unwrap();
        assert!(left.is_dir());
        assert_eq!(fs::read(&path).unwrap(), b"third");
    }

    #[test]
    fn a_temporary_file_is_recognised_by_its_name() {
        let folder = tempfile::tempdir().unwrap();
        let file = AtomicFile::create(&folder.path().join("表.csv")).unwrap();
        let left = names(folder.path());
        assert_eq!(temporary_for(&left[0]), Some("表.csv"));
        drop(file);
        let earlier = Path::new("run/.a.cert.Ab3xYz.partial");
        assert_eq!(temporary_for(earlier), Some("a.cert"));
        for other in [
            ".a.partial",
            "a.Ab3xYz.partial",
            ".a.Ab3xY.partial",
            "",
            "/",
        ] {
            assert_eq!(temporary_for(Path::new(other)), None, "{other}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_device_stays_a_device_and_a_link_a_link() {
        use std::os::unix::fs::FileTypeExt;
        let null = Path::new("/dev/null");
        AtomicFile::create(null).unwrap().commit().unwrap();
        drop(AtomicFile::create(null).unwrap());
        assert!(fs::metadata(null).unwrap().file_type().is_char_device());
        let folder = tempfile::tempdir().unwrap();
        let [target, link] = ["target", "link"].map(|name| folder.path().join(name));
        fs::write(&target, "old").unwrap();
        std::os::unix::fs::symlink(&target, &link).unwrap();
        write_file(&link, "new").unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read(&target).unwrap(), b"new");
    }

    #[cfg(unix)]
    #[test]
    fn others_may_read_what_they_may_read_of_any_new_file() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let [usual, atomic] = ["usual", "atomic"].map(|name| folder.path().join(name));
        fs::write(&usual, "").unwrap();
        write_file(&atomic, "").unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode();
        assert_eq!(mode(&usual), mode(&atomic));
    }
}
