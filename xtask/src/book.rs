//! Builds the book and checks its links.

use crate::{links, tools};
use anyhow::{Context, Result, bail};
use std::path::Path;
use std::process::Command;

/// Builds the book into `target/book`. A link to a missing page, file or heading is an error.
pub fn build(root: &Path) -> Result<()> {
    let mdbook = tools::mdbook(root)?;
    println!("xtask: book: mdbook build docs");
    let status = Command::new(&mdbook)
        .current_dir(root)
        .args(["build", "docs"])
        .status()
        .context("cannot start mdBook")?;
    if !status.success() {
        bail!("mdBook cannot build the book");
    }
    let broken = links::broken(&root.join("target/book"))?;
    if !broken.is_empty() {
        bail!("the book has broken links:\n{}", broken.join("\n"));
    }
    Ok(())
}
