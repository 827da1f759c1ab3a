//! The messages of both languages, read once.

use crate::Lang;
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use std::sync::LazyLock;
use unic_langid::{LanguageIdentifier, langid};

/// The files of both languages, by area.
macro_rules! areas {
    ($($area:literal),* $(,)?) => {
        const ENGLISH: &[&str] = &[$(include_str!(concat!("../messages/en/", $area, ".ftl"))),*];
        const JAPANESE: &[&str] = &[$(include_str!(concat!("../messages/ja/", $area, ".ftl"))),*];
    };
}

areas![
    "core",
    "solver",
    "certify",
    "formats",
    "judge",
    "compose",
    "diagram",
    "refutation",
    "runstore",
    "usi",
    "terminal",
    "lab",
    "help",
    "input",
    "solve",
    "bench",
    "check",
    "show",
    "enumerate",
    "verify",
    "web",
];

type Bundle = FluentBundle<FluentResource>;

static BUNDLES: LazyLock<[Bundle; 2]> = LazyLock::new(|| {
    [
        bundle(langid!("en"), ENGLISH),
        bundle(langid!("ja"), JAPANESE),
    ]
});

/// The messages of a language. What cannot be read is left out; a test shows
/// that nothing is.
fn bundle(language: LanguageIdentifier, files: &[&str]) -> Bundle {
    let mut bundle = Bundle::new_concurrent(vec![language]);
    bundle.set_use_isolating(false);
    for file in files {
        let resource = match FluentResource::try_new((*file).to_owned()) {
            Ok(resource) | Err((resource, _)) => resource,
        };
        // Fails for a message that stands there twice: the test finds it.
        let _ = bundle.add_resource(resource);
    }
    bundle
}

/// The message `id` with its arguments filled in, or the bare `id` if there is
/// no such message. Call it through [`tr!`](crate::tr), which a test reads.
pub fn message(lang: Lang, id: &str, args: &[(&str, FluentValue<'_>)]) -> String {
    let text = lookup(lang, id, args);
    debug_assert!(text.is_some(), "no message '{id}'");
    text.unwrap_or_else(|| id.to_owned())
}

/// The message `id`, which takes no arguments, if there is one.
///
/// For names that are put together, such as those of the help of a flag; the
/// test knows them by their start. All others go through [`tr!`](crate::tr).
pub fn find(lang: Lang, id: &str) -> Option<String> {
    lookup(lang, id, &[])
}

fn lookup(lang: Lang, id: &str, args: &[(&str, FluentValue<'_>)]) -> Option<String> {
    let bundle = match lang {
        Lang::En => &BUNDLES[0],
        Lang::Ja => &BUNDLES[1],
    };
    let pattern = bundle.get_message(id).and_then(|message| message.value())?;
    let args: FluentArgs<'_> = args
        .iter()
        .map(|(name, value)| (*name, value.clone()))
        .collect();
    let mut errors = Vec::new();
    let text = bundle.format_pattern(pattern, Some(&args), &mut errors);
    debug_assert!(errors.is_empty(), "message '{id}': {errors:?}");
    Some(text.into_owned())
}
