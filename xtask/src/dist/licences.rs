//! The licences of all that a program of the archive contains.

use super::Platform;
use crate::cargo;
use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;

/// How the names of files with a licence start, in capital letters.
const NAMES: &[&str] = &[
    "LICENSE",
    "LICENCE",
    "COPYING",
    "COPYRIGHT",
    "NOTICE",
    "UNLICENSE",
];

/// What is contained and is no crate, in the workspace.
const OTHERS: &[(&str, &str)] = &[
    (
        "The type of the diagrams",
        "crates/diagram/outlines/OFL.txt",
    ),
    (
        "The page of the workbench",
        "crates/web/page/vendor/LICENSES.txt",
    ),
];

/// The licence of the C library, which a static program contains, where Debian has it.
const C_LIBRARY: &str = "/usr/share/common-licenses/LGPL-2.1";

/// What the licence of the C library asks to be told.
const C_LIBRARY_NOTE: &str = "\
The programs of this archive are linked with the GNU C Library, which is under the GNU Lesser
General Public License 2.1 (glibc-LGPL-2.1.txt). Kemuri's source, and `cargo xtask dist`, which
makes this archive from it, let anyone link them with another version of that library.
";

/// A crate that the program contains.
struct Contained {
    /// Name and version.
    name: String,
    /// The expression of its manifest.
    licence: String,
    /// The texts in its package.
    texts: BTreeSet<String>,
}

/// Writes the folder `target`.
pub fn write(root: &Path, platform: &Platform, target: &Path) -> Result<()> {
    fs::create_dir_all(target)?;
    fs::write(target.join("crates.txt"), crates(root, platform)?)?;
    let standard = sysroot()?.join("share/doc/rust/COPYRIGHT-library.html");
    copy(&standard, &target.join("rust-standard-library.html"))?;
    if platform.is_linux() {
        fs::write(target.join("glibc.txt"), C_LIBRARY_NOTE)?;
        copy(Path::new(C_LIBRARY), &target.join("glibc-LGPL-2.1.txt"))?;
    }
    Ok(())
}

/// Returns the licences of all crates and of [`OTHERS`], each text once.
fn crates(root: &Path, platform: &Platform) -> Result<String> {
    let contained = contained(&metadata(root, &platform.triple)?)?;
    let mut holders: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut out =
        "What Kemuri contains besides its own code, and the licences of it.\n\n".to_owned();
    for Contained {
        name,
        licence,
        texts,
    } in &contained
    {
        writeln!(out, "{name}: {licence}")?;
        for text in texts {
            holders.entry(text).or_default().push(name);
        }
    }
    for (text, names) in holders {
        write!(
            out,
            "\n{}\n{}:\n\n{text}\n",
            "=".repeat(80),
            names.join(", ")
        )?;
    }
    for (what, file) in OTHERS {
        let text = fs::read_to_string(root.join(file)).context(*file)?;
        write!(out, "\n{}\n{what}:\n\n{text}\n", "=".repeat(80))?;
    }
    Ok(out)
}

/// Returns what cargo knows of the workspace and its dependencies on a platform.
fn metadata(root: &Path, triple: &str) -> Result<Value> {
    let words = ["metadata", "--locked", "--format-version=1"];
    let mut command = cargo(root);
    command.args(words).args(["--filter-platform", triple]);
    Ok(serde_json::from_str(&super::output(&mut command)?)?)
}

/// Returns the crates of others that the program is linked with, in their order.
fn contained(metadata: &Value) -> Result<Vec<Contained>> {
    let list = |value: &'_ Value| value.as_array().cloned().unwrap_or_default();
    let by_id = |values: Vec<Value>| -> BTreeMap<String, Value> {
        let key = |value: &Value| value["id"].as_str().unwrap_or_default().to_owned();
        values
            .into_iter()
            .map(|value| (key(&value), value))
            .collect()
    };
    let packages = by_id(list(&metadata["packages"]));
    let nodes = by_id(list(&metadata["resolve"]["nodes"]));
    let program = packages
        .iter()
        .find(|(_, package)| package["name"] == "kemuri");
    let mut waiting = vec![program.context("there is no package kemuri")?.0.clone()];
    let mut seen = BTreeSet::new();
    while let Some(id) = waiting.pop() {
        if !seen.insert(id.clone()) {
            continue;
        }
        for dependency in list(&nodes[&id]["deps"]) {
            // Neither those of tests nor those of build scripts.
            let is_linked = list(&dependency["dep_kinds"])
                .iter()
                .any(|kind| kind["kind"].is_null());
            if is_linked {
                waiting.extend(dependency["pkg"].as_str().map(str::to_owned));
            }
        }
    }
    let mut contained = Vec::new();
    for package in seen.iter().map(|id| &packages[id]) {
        if !package["source"].is_null() {
            contained.push(read(package)?);
        }
    }
    contained.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(contained)
}

/// Returns a crate with its licence. It is an error if it has none.
fn read(package: &Value) -> Result<Contained> {
    let text = |key: &str| package[key].as_str().unwrap_or_default().to_owned();
    let name = format!("{} {}", text("name"), text("version"));
    let licence = text("license");
    if licence.is_empty() {
        bail!("{name} names no licence");
    }
    let manifest = text("manifest_path");
    let folder = Path::new(&manifest)
        .parent()
        .context("a manifest without folder")?;
    let mut texts = BTreeSet::new();
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let entry = entry?;
        let file = entry.file_name().to_string_lossy().to_uppercase();
        if entry.path().is_file() && NAMES.iter().any(|start| file.starts_with(start)) {
            texts.insert(fs::read_to_string(entry.path())?.trim_end().to_owned());
        }
    }
    Ok(Contained {
        name,
        licence,
        texts,
    })
}

fn sysroot() -> Result<std::path::PathBuf> {
    let printed = super::output(Command::new("rustc").args(["--print", "sysroot"]))?;
    Ok(printed.trim_end().into())
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::copy(from, to).with_context(|| from.display().to_string())?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace_root;

    /// Crates whose packages have no text of their licence, which is then one of ours.
    const WITHOUT_TEXT: &[&str] = &["fluent-langneg", "intl_pluralrules"];

    #[test]
    fn every_crate_that_is_given_away_has_its_licence() {
        let root = workspace_root().unwrap();
        for triple in ["x86_64-unknown-linux-gnu", "x86_64-pc-windows-msvc"] {
            let contained = contained(&metadata(&root, triple).unwrap()).unwrap();
            assert!(contained.len() > 20);
            for Contained {
                name,
                licence,
                texts,
            } in contained
            {
                let short = name.split(' ').next().unwrap();
                let is_ours = licence.contains("MIT") && licence.contains("Apache-2.0");
                let known = WITHOUT_TEXT.contains(&short) && is_ours;
                assert_eq!(texts.is_empty(), known, "{name}: {licence}");
            }
        }
        for (_, file) in OTHERS {
            assert!(root.join(file).is_file(), "{file}");
        }
    }
}
