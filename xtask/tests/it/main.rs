//! Tests of the workspace as a whole, one module for each subject.

mod dependencies;
mod docs;
mod forms;
mod unsafe_code;

use std::path::{Path, PathBuf};

/// The root of the workspace.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().expect("the parent of xtask").to_path_buf()
}
