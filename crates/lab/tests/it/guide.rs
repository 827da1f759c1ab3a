//! The pages of the guide about `kemuri-lab`.

#![cfg(unix)]

use kemuri_testing::pages::{self, Page};
use kemuri_testing::process::screen;
use kemuri_text::Lang;
use std::path::Path;

#[test]
fn the_examples_print_what_the_page_shows() {
    let folder = tempfile::tempdir().unwrap();
    let pages = pages::all();
    let english = pages.iter().filter(|page| page.lang() == Lang::En);
    for (name, content) in english.flat_map(Page::files) {
        std::fs::write(folder.path().join(name), content).unwrap();
    }
    let program = Path::new(env!("CARGO_BIN_EXE_kemuri-lab"));
    for name in pages::LAB {
        let page = Page::read(name);
        let stale =
            page.stale_examples(|command| screen(command, Lang::En, folder.path(), program));
        assert!(stale.is_empty(), "this is printed now:\n\n{stale}");
    }
}
