//! The pages of the guide about `kemuri-lab`.

#![cfg(unix)]

use kemuri_testing::pages::{self, Page};
use kemuri_testing::process::screen;
use std::path::Path;

#[test]
fn the_examples_print_what_the_page_shows() {
    let pages = pages::all();
    let program = Path::new(env!("CARGO_BIN_EXE_kemuri-lab"));
    for name in pages::LAB {
        let page = Page::read(name);
        let lang = page.lang();
        let folder = tempfile::tempdir().unwrap();
        let alike = pages.iter().filter(|other| other.lang() == lang);
        for (name, content) in alike.flat_map(Page::files) {
            std::fs::write(folder.path().join(name), content).unwrap();
        }
        let stale = page.stale_examples(|command| screen(command, lang, folder.path(), program));
        assert!(stale.is_empty(), "this is printed now:\n\n{stale}");
    }
}
