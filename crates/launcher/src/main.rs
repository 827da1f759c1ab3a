//! The `kemuri` of an archive: starts the build of the program that this processor can run.
//!
//! An archive has two builds of the program in the folder `lib` beside this one: one for every
//! x86-64, one for those since about 2013 (x86-64-v3), which is faster. This program is compiled
//! for every x86-64, the standard library included, so that it can ask on any of them. Arguments,
//! standard streams, signals and exit code are those of the build: on Unix it takes the place of
//! this process.

mod processor;
mod start;

use std::env;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The build for every processor.
const BASELINE: &str = "kemuri-baseline";
/// The build for processors with all of `processor::NAMES`.
const V3: &str = "kemuri-v3";

fn main() -> ExitCode {
    let mut arguments = env::args_os();
    let name = arguments.next().unwrap_or_else(|| "kemuri".into());
    let started = own_path(&name).and_then(|own| {
        let build = build(&own, processor::is_v3())?;
        start::start(&build, &name, arguments)
    });
    started.unwrap_or_else(|error| {
        eprintln!("kemuri: {error}");
        ExitCode::from(2)
    })
}

/// Returns the path of this program, with symbolic links resolved.
fn own_path(name: &OsString) -> io::Result<PathBuf> {
    let own = match env::current_exe() {
        Ok(own) => own,
        // Where `/proc` is not mounted: the path that it was called by.
        Err(_) => called_as(Path::new(name), env::var_os("PATH")),
    };
    own.canonicalize()
        .map_err(|error| named(error, "cannot find this program as", &own))
}

/// Returns the file that a shell starts by this name.
fn called_as(name: &Path, path: Option<OsString>) -> PathBuf {
    if name.components().count() > 1 {
        return name.to_owned();
    }
    let path = path.unwrap_or_default();
    let mut files = env::split_paths(&path).map(|folder| folder.join(name));
    files
        .find(|file| file.is_file())
        .unwrap_or_else(|| name.to_owned())
}

/// Returns the build to start: the fastest that the processor can run and that is there.
fn build(own: &Path, is_v3: bool) -> io::Result<PathBuf> {
    let folder = own.with_file_name("lib");
    let file = |name: &str| folder.join(name).with_extension(env::consts::EXE_EXTENSION);
    let fast = file(V3);
    if is_v3 && fast.is_file() {
        return Ok(fast);
    }
    let baseline = file(BASELINE);
    match baseline.is_file() {
        true => Ok(baseline),
        false => Err(io::Error::other(format!(
            "{} is missing: keep this program in the folder of the archive, beside 'lib', and \
             link to it from elsewhere",
            baseline.display()
        ))),
    }
}

/// Returns an error with what was done to which file.
fn named(error: io::Error, what: &str, path: &Path) -> io::Error {
    io::Error::new(error.kind(), format!("{what} {}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn the_fastest_build_that_can_run_is_taken() {
        let folder = tempfile::tempdir().unwrap();
        let own = folder.path().join("kemuri");
        let name = |is_v3| {
            let build = build(&own, is_v3)?;
            Ok::<_, io::Error>(build.file_stem().unwrap().to_owned())
        };
        let error = name(true).unwrap_err().to_string();
        assert!(error.contains("is missing") && error.contains(BASELINE));
        fs::create_dir(folder.path().join("lib")).unwrap();
        let write = |name: &str| {
            let file = folder.path().join("lib").join(name);
            fs::write(file.with_extension(env::consts::EXE_EXTENSION), "").unwrap();
        };
        write(V3);
        assert!(name(false).is_err());
        assert_eq!(name(true).unwrap(), V3);
        write(BASELINE);
        assert_eq!(name(true).unwrap(), V3);
        assert_eq!(name(false).unwrap(), BASELINE);
        fs::remove_file(build(&own, true).unwrap()).unwrap();
        assert_eq!(name(true).unwrap(), BASELINE);
    }

    #[test]
    fn a_name_is_looked_up_as_a_shell_does() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("kemuri");
        let path = env::join_paths([Path::new("/nowhere"), folder.path()]).unwrap();
        let found = |name: &str| called_as(Path::new(name), Some(path.clone()));
        assert_eq!(found("kemuri"), Path::new("kemuri"));
        fs::write(&file, "").unwrap();
        assert_eq!(found("kemuri"), file);
        assert_eq!(found("bin/kemuri"), Path::new("bin/kemuri"));
        assert_eq!(found("./kemuri"), Path::new("./kemuri"));
    }
}
