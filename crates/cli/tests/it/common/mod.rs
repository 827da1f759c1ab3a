//! Running the program the way a user does.

pub use kemuri_testing::problems::{HARD, LINE, MATE, NO_MATE};
pub use kemuri_testing::process::{PATIENCE, Ran, finish, in_english, interrupt, start, wait};

use std::ffi::OsStr;
use std::path::PathBuf;
use std::process::Command;

/// The program, in English unless told otherwise.
pub fn kemuri() -> Command {
    in_english(Command::new(env!("CARGO_BIN_EXE_kemuri")))
}

/// Runs the program with `input` on standard input.
pub fn run_with<S: AsRef<OsStr>>(arguments: &[S], input: &[u8]) -> Ran {
    finish(kemuri().args(arguments), input)
}

/// Runs the program with nothing on standard input.
pub fn run<S: AsRef<OsStr>>(arguments: &[S]) -> Ran {
    run_with(arguments, b"")
}

/// A new directory for a test called `name`.
pub fn directory(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("a directory");
    path
}

/// A file with this content in a new directory.
pub fn file(test: &str, name: &str, content: impl AsRef<[u8]>) -> String {
    let path = directory(test).join(name);
    std::fs::write(&path, content).expect("a file");
    path.to_str().expect("a UTF-8 path").into()
}

/// The certificate of a mate in one by a gold, whole, but with the gold dropped on 5e.
pub fn with_gold_elsewhere(mut certificate: Vec<u8>) -> Vec<u8> {
    certificate.truncate(certificate.len() - 4);
    let at = certificate.len() - 2;
    let code: u16 = (87 * 81 + 40) * 2;
    certificate[at..].copy_from_slice(&code.to_le_bytes());
    let checksum = crc32fast::hash(&certificate);
    certificate.extend(checksum.to_le_bytes());
    certificate
}
