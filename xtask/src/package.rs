//! Packages every crate that is published, and compiles the packages.

use crate::{cargo, run_command};
use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;

/// What the manifest of a published crate says besides name and version.
const FIELDS: &[&str] = &["description", "keywords", "categories", "readme", "license"];

/// What a package holds besides the files that its build needs.
const FILES: &[&str] = &["README.md", "LICENSE-MIT", "LICENSE-APACHE"];

/// A crate that is published.
#[derive(Debug, PartialEq)]
struct Package {
    name: String,
    /// The name of its folder: name and version.
    folder: String,
}

/// Makes the packages that `cargo publish` would upload, and compiles them from their own files
/// alone. `cargo package` can compile them too, but not with the dependencies that the other
/// steps have compiled already.
pub fn check(root: &Path) -> Result<()> {
    let packages = published(&metadata(root)?)?;
    println!("xtask: package: {} crates", packages.len());
    let names = packages.iter().flat_map(|one| ["--package", &one.name]);
    run_command(
        cargo(root)
            .args([
                "package",
                "--quiet",
                "--offline",
                "--allow-dirty",
                "--no-verify",
            ])
            .args(names),
    )?;
    let folder = root.join("target/package/unpacked");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    for package in &packages {
        unpack(&folder, package)?;
    }
    fs::write(folder.join("Cargo.toml"), workspace(&packages))?;
    fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock"))?;
    run_command(
        cargo(root)
            .args([
                "check",
                "--quiet",
                "--offline",
                "--workspace",
                "--all-features",
            ])
            .args(["--manifest-path", "target/package/unpacked/Cargo.toml"])
            .args(["--target-dir", "target"]),
    )
}

/// Returns what cargo knows of the workspace.
fn metadata(root: &Path) -> Result<Value> {
    let output = cargo(root)
        .args(["metadata", "--no-deps", "--offline", "--format-version=1"])
        .output()
        .context("cannot start cargo")?;
    Ok(serde_json::from_slice(&output.stdout)?)
}

/// Returns the crates that can be published. It is an error if the manifest of one lacks a field
/// that readers of a registry expect.
fn published(metadata: &Value) -> Result<Vec<Package>> {
    let mut published = Vec::new();
    for package in metadata["packages"].as_array().into_iter().flatten() {
        // `publish = false` is an empty list of registries.
        if !package["publish"].is_null() {
            continue;
        }
        let name = package["name"].as_str().unwrap_or_default().to_string();
        let missing = |field: &str| match &package[field] {
            Value::Array(items) => items.is_empty(),
            value => value.is_null(),
        };
        if let Some(field) = FIELDS.iter().find(|field| missing(field)) {
            bail!("the manifest of {name} has no {field}");
        }
        let version = package["version"].as_str().unwrap_or_default();
        let folder = format!("{name}-{version}");
        published.push(Package { name, folder });
    }
    Ok(published)
}

/// Unpacks a package below `folder`, and makes sure that it has [`FILES`]. The files are new
/// (`-m`): those in a package bear a fixed date, by which cargo would take an old build for theirs.
fn unpack(folder: &Path, package: &Package) -> Result<()> {
    let archive = format!("../{}.crate", package.folder);
    run_command(
        Command::new("tar")
            .current_dir(folder)
            .args(["-xmzf", &archive]),
    )?;
    for file in FILES {
        if !folder.join(&package.folder).join(file).is_file() {
            bail!("the package of {} has no {file}", package.name);
        }
    }
    Ok(())
}

/// Returns the manifest of a workspace in which the packages use each other. The profile is that
/// of this workspace, so that compiled dependencies are found.
fn workspace(packages: &[Package]) -> String {
    let mut text = "[profile.dev]\nopt-level = 1\ndebug = \"line-tables-only\"\n\n\
                    [workspace]\nresolver = \"3\"\nmembers = [\"*-*\"]\n\n\
                    [patch.crates-io]\n"
        .to_string();
    for Package { name, folder } in packages {
        text += &format!("{name} = {{ path = \"{folder}\" }}\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn crates_that_stay_here_are_left_out_and_missing_fields_are_named() {
        let complete = json!({
            "name": "a", "version": "1.2.3", "publish": null, "description": "A.", "license": "MIT",
            "keywords": ["a"], "categories": ["games"], "readme": "README.md",
        });
        let private = json!({ "name": "b", "publish": [] });
        let package = Package {
            name: "a".into(),
            folder: "a-1.2.3".into(),
        };
        assert_eq!(
            published(&json!({ "packages": [complete, private] })).unwrap(),
            [package]
        );
        for (field, empty) in [("keywords", json!([])), ("readme", json!(null))] {
            let mut lacking = complete.clone();
            lacking[field] = empty;
            let error = published(&json!({ "packages": [lacking] })).unwrap_err();
            assert_eq!(
                error.to_string(),
                format!("the manifest of a has no {field}")
            );
        }
    }
}
