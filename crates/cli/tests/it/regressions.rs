//! What once went wrong. Each test bears the name of the fault.

use crate::common::kemuri;
use crate::composing::{SMALL, THREE};
use std::fs;
use tempfile::tempdir;

/// A file is not passed over for the shipped condition of its name, nor read in
/// part; a folder is no file.
#[test]
fn a_condition_was_passed_over_or_read_in_part() {
    let folder = tempdir().unwrap();
    let name = folder.path().join("tofu-smoke");
    let words = ["compose", THREE, "--condition", "tofu-smoke", "--top", "1"];
    let there = || {
        let ran = kemuri().args(words).current_dir(folder.path()).output();
        let ran = ran.unwrap();
        let err = String::from_utf8(ran.stderr).unwrap();
        (ran.status.code(), err)
    };
    fs::create_dir(&name).unwrap();
    assert_eq!(there(), (Some(0), String::new()));
    fs::remove_dir(&name).unwrap();
    let long = format!("{SMALL}{}", "#\n".repeat(1 << 19));
    for bytes in [b"\xff\xfe".to_vec(), long.into_bytes()] {
        fs::write(&name, bytes).unwrap();
        let (code, err) = there();
        assert_eq!(code, Some(2), "{err}");
        assert!(err.contains("tofu-smoke: cannot be read"), "{err}");
        assert_eq!(err.lines().count(), 1, "{err}");
    }
}
