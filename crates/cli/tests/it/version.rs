//! `kemuri --version`.

use crate::common::run;
use std::process::Command;

/// Returns what git says of this crate, where it is in a repository.
fn git(words: &[&str]) -> Option<String> {
    let mut command = Command::new("git");
    command.args(words).current_dir(env!("CARGO_MANIFEST_DIR"));
    let output = command.output().ok()?;
    let text = output.status.success().then_some(output.stdout)?;
    Some(String::from_utf8(text).ok()?.trim().to_owned())
}

#[test]
fn the_version_comes_with_the_commit_and_the_instruction_sets() {
    let tracked = git(&["ls-files", "--error-unmatch", "build.rs"]).is_some();
    let commit = git(&["rev-parse", "HEAD"]).filter(|_| tracked);
    for (lang, unknown) in [("en", "commit unknown"), ("ja", "コミット不明")] {
        let ran = run(&["--version", "--lang", lang]);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""));
        let lines: Vec<&str> = ran.out.lines().collect();
        let [version, built_from, built_for] = lines[..] else {
            panic!("{lines:?}");
        };
        assert_eq!(version, concat!("kemuri ", env!("CARGO_PKG_VERSION")));
        let expected = commit.as_deref().unwrap_or(unknown);
        assert!(built_from.contains(expected), "{built_from}: {expected}");
        assert!(built_for.contains(std::env::consts::ARCH), "{built_for}");
        let words: Vec<&str> = built_for.split([' ', ')']).collect();
        assert_eq!(words.contains(&"avx2"), cfg!(target_feature = "avx2"));
        assert_eq!(run(&["-V", "--lang", lang]).out, ran.out);
    }
}
