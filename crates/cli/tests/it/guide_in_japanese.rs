//! The Japanese book beside the English one: the same pages in the same order, the same
//! examples and commands, the same tables and figures. That the examples print what the
//! pages show is tested with those of the guide.

use kemuri_testing::pages::{self, ENGLISH, JAPANESE, Page};

/// Pages beside those folders that exist in both.
const BESIDE: [&str; 3] = ["glossary.md", "how-we-know.md", "introduction.md"];

/// The names of the pages of a book that the other one has, too, within its folder.
fn names(book: &str) -> Vec<String> {
    let folders = ["guide/", "defects/"].map(|folder| pages::folder(&format!("{book}{folder}")));
    let inside = folders.concat();
    let inside = inside
        .iter()
        .map(|name| name.trim_start_matches(book).to_owned());
    inside.chain(BESIDE.map(String::from)).collect()
}

/// The pages with this name in both books.
fn both(name: &str) -> [Page; 2] {
    [ENGLISH, JAPANESE].map(|book| Page::read(&format!("{book}{name}")))
}

#[test]
fn both_books_have_the_same_pages_in_the_same_order() {
    let shared = names(ENGLISH);
    assert_eq!(shared, names(JAPANESE));
    let [english, japanese] = both("SUMMARY.md").map(|page| {
        let mut listed = page.links();
        listed.retain(|name| shared.contains(name));
        listed
    });
    assert_eq!(english.len(), shared.len());
    assert_eq!(english, japanese);
}

#[test]
fn both_books_have_the_same_examples() {
    let mut count = 0;
    for name in names(ENGLISH) {
        let [english, japanese] = both(&name);
        let commands = |page: &Page| -> Vec<String> {
            let examples = page.examples();
            let commands = examples.iter().map(|example| example.command.to_owned());
            commands.collect()
        };
        assert_eq!(commands(&english), commands(&japanese), "{name}");
        assert_eq!(
            english.other_commands(),
            japanese.other_commands(),
            "{name}"
        );
        let files = |page: &Page| -> Vec<String> {
            let files = page.files();
            files.iter().map(|(name, _)| (*name).to_owned()).collect()
        };
        assert_eq!(files(&english), files(&japanese), "{name}");
        count += commands(&english).len();
    }
    assert!(count > 40, "{count}");
}

#[test]
fn both_books_have_the_same_tables_and_figures() {
    let (mut cells, mut numbers) = (0, 0);
    for name in names(ENGLISH) {
        let [english, japanese] = both(&name);
        assert_eq!(english.first_cells(), japanese.first_cells(), "{name}");
        assert_eq!(english.numbers(), japanese.numbers(), "{name}");
        cells += english.first_cells().len();
        numbers += english.numbers().len();
    }
    assert!(cells > 400 && numbers > 100, "{cells}, {numbers}");
}
