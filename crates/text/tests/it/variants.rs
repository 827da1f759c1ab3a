//! Every variant of an error or reason has a sentence of its own: none falls through
//! to a text that is English in both languages.

use crate::catalogue::{here, sources};
use kemuri_core::Reason;
use kemuri_solver::CertifyError;
use kemuri_text::{Lang, certify, solver};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

/// Enums of which a sentence needs one variant and has no other.
const PARTS: [&str; 1] = ["FactDetail"];

/// The names of an enum's variants.
type Variants = BTreeSet<String>;

#[test]
fn every_variant_of_a_growing_enum_has_an_arm() {
    let crates = here().parent().unwrap();
    let mut enums: BTreeMap<String, Vec<Variants>> = BTreeMap::new();
    for file in sources(crates) {
        growing_enums(tokens(&fs::read_to_string(file).unwrap()), &mut enums);
    }
    let (mut seen, mut silent) = (0, Vec::new());
    for file in sources(crates) {
        if !file.starts_with(here()) {
            continue;
        }
        let mut paths = Paths::default();
        paths.collect(&tokens(&fs::read_to_string(&file).unwrap()));
        for (name, arms) in &paths.arms {
            let name = paths.aliases.get(name).unwrap_or(name);
            let Some(known) = enums.get(name).filter(|_| !PARTS.contains(&&**name)) else {
                continue;
            };
            let missing = known.iter().map(|all| all.difference(arms).collect());
            let missing: Vec<_> = missing.min_by_key(Vec::len).unwrap();
            if !missing.is_empty() {
                silent.push(format!("{}: {name}: {missing:?}", file.display()));
            }
            seen += 1;
        }
    }
    assert!(silent.is_empty(), "{silent:#?}");
    assert!(seen > 20, "{seen}");
}

#[test]
fn every_reason_is_said_in_japanese() {
    for reason in Reason::ALL {
        for sentence in [
            solver::reason(Lang::Ja, reason),
            solver::reason_word(Lang::Ja, reason),
            certify::certify_error(Lang::Ja, &CertifyError::Stopped(reason)),
        ] {
            let latin = sentence.chars().any(|c| c.is_ascii_alphabetic());
            assert!(!latin, "{reason:?}: {sentence}");
        }
        assert_eq!(solver::reason(Lang::En, reason), reason.to_string());
        assert_eq!(solver::reason_word(Lang::En, reason), reason.word());
    }
}

fn tokens(text: &str) -> Vec<TokenTree> {
    let stream: TokenStream = text.parse().unwrap();
    stream.into_iter().collect()
}

fn ident(token: Option<&TokenTree>) -> Option<String> {
    match token {
        Some(TokenTree::Ident(name)) => Some(name.to_string()),
        _ => None,
    }
}

fn is_punct(token: Option<&TokenTree>, mark: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == mark)
}

/// Adds the enums among `tokens` that are `#[non_exhaustive]`.
fn growing_enums(tokens: Vec<TokenTree>, enums: &mut BTreeMap<String, Vec<Variants>>) {
    let mut grows = false;
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket => {
                grows |= group.to_string().contains("non_exhaustive");
            }
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                let head = &tokens[at.saturating_sub(2)..at];
                if let [TokenTree::Ident(kind), TokenTree::Ident(name)] = head
                    && kind == "enum"
                    && grows
                {
                    let variants = variants(group.stream().into_iter().collect());
                    enums.entry(name.to_string()).or_default().push(variants);
                }
                grows = false;
            }
            TokenTree::Punct(punct) if punct.as_char() == ';' => grows = false,
            _ => {}
        }
    }
}

/// The names in the body of an enum: each stands after attributes, before a comma.
fn variants(body: Vec<TokenTree>) -> Variants {
    let of_one = body.split(|token| is_punct(Some(token), ','));
    of_one
        .filter_map(|tokens| tokens.iter().find_map(|token| ident(Some(token))))
        .collect()
}

/// The paths `Name::Variant` of a file.
#[derive(Default)]
struct Paths {
    /// The variants by the name of an enum, for those that stand in an arm.
    arms: BTreeMap<String, Variants>,
    /// What `use Name as Alias` calls differently.
    aliases: BTreeMap<String, String>,
}

impl Paths {
    fn collect(&mut self, tokens: &[TokenTree]) {
        for (at, token) in tokens.iter().enumerate() {
            if let TokenTree::Group(group) = token {
                self.collect(&group.stream().into_iter().collect::<Vec<_>>());
            }
            let Some(name) = ident(Some(token)) else {
                continue;
            };
            let after = |n: usize| tokens.get(at + n);
            if ident(after(1)).is_some_and(|word| word == "as")
                && let Some(alias) = ident(after(2))
            {
                self.aliases.insert(alias, name);
            } else if is_punct(after(1), ':')
                && is_punct(after(2), ':')
                && let Some(variant) = ident(after(3))
            {
                let fields = matches!(after(4), Some(TokenTree::Group(_)));
                let next = after(4 + usize::from(fields));
                let is_compared = at > 0 && is_punct(tokens.get(at - 1), '=');
                let is_arm = is_punct(next, '=')
                    || is_punct(next, '|')
                    || ident(next).is_some_and(|word| word == "if");
                if is_arm && !is_compared {
                    self.arms.entry(name).or_default().insert(variant);
                }
            }
        }
    }
}
