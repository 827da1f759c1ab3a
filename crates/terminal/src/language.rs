//! The language of a run.

use kemuri_text::Lang;
use std::ffi::OsString;

/// Returns the language of `--lang` if it is among the arguments, else that of
/// the locale.
///
/// Does not parse the other arguments: help and errors need the language first.
pub fn language(arguments: &[OsString]) -> Lang {
    let mut words = arguments.iter().map(|word| word.to_string_lossy());
    while let Some(word) = words.next() {
        let value = match word.strip_prefix("--lang=") {
            Some(value) => Some(value.to_string()),
            None if word == "--lang" => words.next().map(|word| word.to_string()),
            None => None,
        };
        match value.as_deref() {
            Some("en") => return Lang::En,
            Some("ja") => return Lang::Ja,
            _ => {}
        }
    }
    ["LC_ALL", "LC_MESSAGES", "LANG"]
        .iter()
        .filter_map(|name| std::env::var(name).ok())
        .find(|value| !value.is_empty())
        .map_or(Lang::En, |value| Lang::from_locale(&value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_language_that_is_known_counts() {
        for (words, lang) in [
            (&["solve", "--lang", "ja"][..], Lang::Ja),
            (&["--lang=ja", "--lang", "en"], Lang::Ja),
            (&["--lang", "fr", "--lang=en"], Lang::En),
        ] {
            let words: Vec<OsString> = words.iter().map(OsString::from).collect();
            assert_eq!(language(&words), lang, "{words:?}");
        }
    }
}
