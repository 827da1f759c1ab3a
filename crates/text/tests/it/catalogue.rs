//! No message is missing, unknown, unused, or without an argument it needs.

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use proc_macro2::{TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// What the names of messages start with that the command line puts together
/// from the names of commands and flags. Its own test compares them.
const PUT_TOGETHER: [&str; 6] = [
    "help-about-",
    "help-usage-",
    "help-after-",
    "help-flag-",
    "help-missing-",
    "help-conflict-",
];

/// Messages by name, each with the arguments that it names.
type Messages = BTreeMap<String, BTreeSet<String>>;

#[test]
fn both_languages_have_the_same_messages() {
    let (en, ja) = (messages("en"), messages("ja"));
    let names = |all: &Messages| all.keys().cloned().collect::<BTreeSet<_>>();
    assert!(en.len() > 1);
    assert_eq!(names(&en), names(&ja));
    assert_eq!(files("en"), files("ja"));
}

#[test]
fn every_call_names_a_message_and_gives_its_arguments() {
    let mut used = BTreeSet::new();
    let languages = ["en", "ja"].map(messages);
    for (file, id, given) in calls() {
        for all in &languages {
            let wanted = all
                .get(&id)
                .unwrap_or_else(|| panic!("{file}: no message '{id}'"));
            let missing: Vec<_> = wanted.difference(&given).collect();
            assert!(missing.is_empty(), "{file}: '{id}' needs {missing:?}");
        }
        let needed: BTreeSet<_> = languages.iter().flat_map(|all| all[&id].clone()).collect();
        let idle: Vec<_> = given.difference(&needed).collect();
        assert!(idle.is_empty(), "{file}: '{id}' does not use {idle:?}");
        used.insert(id);
    }
    let unused: Vec<_> = languages[0]
        .keys()
        .filter(|id| !used.contains(*id))
        .filter(|id| !PUT_TOGETHER.iter().any(|start| id.starts_with(start)))
        .collect();
    assert!(unused.is_empty(), "never said: {unused:?}");
}

pub fn here() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The names of a language's files.
fn files(language: &str) -> BTreeSet<String> {
    fs::read_dir(here().join("messages").join(language))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect()
}

fn messages(language: &str) -> Messages {
    let mut all = Messages::new();
    for file in files(language) {
        let path = here().join("messages").join(language).join(&file);
        let text = fs::read_to_string(path).unwrap();
        let resource = fluent_syntax::parser::parse(text)
            .unwrap_or_else(|(_, errors)| panic!("{language}/{file}: {errors:?}"));
        for entry in resource.body {
            if let Entry::Message(message) = entry {
                let mut arguments = BTreeSet::new();
                let value = message.value.expect("a message has a text");
                collect(&value, &mut arguments);
                let before = all.insert(message.id.name.clone(), arguments);
                assert!(before.is_none(), "'{}' stands twice", message.id.name);
            }
        }
    }
    all
}

/// The arguments that a text names.
fn collect(pattern: &Pattern<String>, arguments: &mut BTreeSet<String>) {
    for element in &pattern.elements {
        if let PatternElement::Placeable { expression } = element {
            match expression {
                Expression::Inline(inline) => collect_inline(inline, arguments),
                Expression::Select { selector, variants } => {
                    collect_inline(selector, arguments);
                    for variant in variants {
                        collect(&variant.value, arguments);
                    }
                }
            }
        }
    }
}

fn collect_inline(inline: &InlineExpression<String>, arguments: &mut BTreeSet<String>) {
    match inline {
        InlineExpression::VariableReference { id } => {
            arguments.insert(id.name.clone());
        }
        InlineExpression::Placeable { expression } => {
            if let Expression::Inline(inner) = expression.as_ref() {
                collect_inline(inner, arguments);
            }
        }
        _ => {}
    }
}

/// Every call of `tr!` in the sources of the workspace: file, message, arguments.
fn calls() -> Vec<(String, String, BTreeSet<String>)> {
    let mut calls = Vec::new();
    for file in sources(here().parent().unwrap()) {
        let text = fs::read_to_string(&file).unwrap();
        let tokens: TokenStream = text.parse().unwrap();
        find(tokens, &mut |id, arguments| {
            calls.push((file.display().to_string(), id, arguments));
        });
    }
    calls
}

/// The Rust files under `crates/*/src`.
pub fn sources(crates: &Path) -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = fs::read_dir(crates)
        .unwrap()
        .map(|entry| entry.unwrap().path().join("src"))
        .collect();
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") {
                files.push(path);
            }
        }
    }
    files
}

fn find(tokens: TokenStream, found: &mut dyn FnMut(String, BTreeSet<String>)) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        let TokenTree::Group(group) = token else {
            continue;
        };
        if is_call(&tokens[..at])
            && let Some((id, arguments)) = call(group.stream())
        {
            found(id, arguments);
        }
        find(group.stream(), found);
    }
}

/// Whether `tr!` stands at the end.
fn is_call(before: &[TokenTree]) -> bool {
    matches!(before, [.., TokenTree::Ident(name), TokenTree::Punct(mark)]
        if name == "tr" && mark.as_char() == '!')
}

/// The message and the names of the arguments of one call.
fn call(tokens: TokenStream) -> Option<(String, BTreeSet<String>)> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let comma = |token: &TokenTree| matches!(token, TokenTree::Punct(p) if p.as_char() == ',');
    let mut parts = tokens.split(comma).skip(1);
    let [TokenTree::Literal(id)] = parts.next()? else {
        return None;
    };
    let name = |part: &[TokenTree]| match part {
        [TokenTree::Ident(name)] => Some(name.to_string()),
        [TokenTree::Ident(name), TokenTree::Punct(is), ..] if is.as_char() == '=' => {
            Some(name.to_string())
        }
        _ => None,
    };
    let id = id.to_string().trim_matches('"').to_owned();
    Some((id, parts.filter_map(name).collect()))
}
