//! The launcher in the place of a program: what it hands on, by whatever path it is called.
//!
//! The builds are shell scripts here, which tell what they were given. That the launcher takes the
//! right one on old processors is tested on archives: `cargo xtask dist --test`.

#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// An unpacked archive whose builds are `script`.
fn unpacked(script: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("kemuri");
    fs::copy(env!("CARGO_BIN_EXE_kemuri-launcher"), &own).unwrap();
    fs::create_dir(folder.path().join("lib")).unwrap();
    for name in ["kemuri-v3", "kemuri-baseline"] {
        let file = folder.path().join("lib").join(name);
        fs::write(&file, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
    }
    (folder, own)
}

fn output(command: &mut Command) -> (i32, String) {
    let output = command.output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    (output.status.code().unwrap(), text)
}

#[test]
fn arguments_and_exit_code_are_those_of_the_program() {
    let (_folder, own) = unpacked(r#"printf '<%s>' "$@"; exit 7"#);
    let words = ["solve", "", "a b", "-", "詰 'x\"", "*"];
    let (code, text) = output(Command::new(&own).args(words));
    assert_eq!(code, 7);
    assert_eq!(text, "<solve><><a b><-><詰 'x\"><*>");
}

#[test]
fn it_can_be_called_through_links_and_from_the_path() {
    let (_folder, own) = unpacked("echo here");
    let elsewhere = tempfile::tempdir().unwrap();
    let link = |name: &str, target: &Path| {
        let link = elsewhere.path().join(name);
        symlink(target, &link).unwrap();
        link
    };
    let absolute = link("absolute", &own);
    let twice = link("twice", Path::new("absolute"));
    let expected = (0, "here\n".to_string());
    for path in [&own, &absolute, &twice] {
        assert_eq!(output(&mut Command::new(path)), expected);
    }
    let mut from_path = Command::new("/bin/sh");
    from_path
        .args(["-c", "twice"])
        .env("PATH", elsewhere.path())
        .current_dir("/");
    assert_eq!(output(&mut from_path), expected);
    let mut relative = Command::new("./kemuri");
    assert_eq!(
        output(relative.current_dir(own.parent().unwrap())),
        expected
    );
}

#[test]
fn signals_reach_the_program() {
    let (_folder, own) = unpacked("echo $$; exec sleep 60");
    let mut child = Command::new(&own).stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    let stdout = child.stdout.take().unwrap();
    BufReader::new(stdout).read_line(&mut line).unwrap();
    // The same process: what is sent to one is sent to the other.
    assert_eq!(line.trim(), child.id().to_string());
    child.kill().unwrap();
    assert_eq!(child.wait().unwrap().signal(), Some(9));
}

#[test]
fn a_program_on_its_own_says_what_is_missing() {
    let (folder, own) = unpacked("");
    fs::remove_dir_all(folder.path().join("lib")).unwrap();
    let output = Command::new(&own).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.starts_with("kemuri: ") && error.contains("lib/kemuri-baseline is missing"));
    assert_eq!(error.lines().count(), 1);
}
