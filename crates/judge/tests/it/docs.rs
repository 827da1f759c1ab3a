//! What the documentation says of profiles and classes, against what is.

use kemuri_judge::{FactKind, Profile, Severity};
use std::fs;
use std::path::Path;

fn page(name: &str) -> String {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src");
    fs::read_to_string(docs.join(name)).expect("a page")
}

/// The severities, as the Japanese pages write them.
const JAPANESE: [(&str, &str); 3] = [("不完全", "fatal"), ("キズ", "flaw"), ("許容", "ignored")];

#[test]
fn the_guide_leads_to_a_page_for_every_class() {
    for guide in ["guide/check.md", "ja/guide/check.md"] {
        let text = page(guide);
        for kind in FactKind::all() {
            let mut rows = text.lines().filter(|line| line.starts_with("| `"));
            let name = format!("`{}`", kind.name());
            let row = rows.find(|row| row.contains(&name) && row.contains("../defects/"));
            assert!(row.is_some(), "{name} is not in {guide}");
        }
    }
}

/// The last row of a page gives the severities under each shipped profile, with
/// exceptions in brackets.
#[test]
fn every_page_tells_the_severities() {
    for (name, kind) in [
        ("no-mate", FactKind::NoMate),
        ("early-mate", FactKind::EarlyMate),
        ("cook", FactKind::Cook),
        ("pieces-left", FactKind::PiecesLeft),
        ("longer-variation", FactKind::LongerVariation),
        ("equal-variation", FactKind::EqualVariation),
        ("last-move-dual", FactKind::LastMoveDual),
        ("transposition", FactKind::Transposition),
        ("detour", FactKind::Detour),
        ("dual", FactKind::DistanceDual),
        ("dual", FactKind::PlaceDual),
        ("dual", FactKind::PromotionDual),
        ("variation-alternative", FactKind::VariationAlternative),
        ("idle-piece", FactKind::IdlePiece),
        ("authors-line", FactKind::LineIllegal),
        ("authors-line", FactKind::LineNoMate),
        ("authors-line", FactKind::LinePiecesLeft),
        ("authors-line", FactKind::LengthDiffers),
        ("duplicate", FactKind::Duplicate),
    ] {
        for folder in ["defects", "ja/defects"] {
            let page = page(&format!("{folder}/{name}.md"));
            let row = page.lines().last().expect("a row");
            let said = row.trim_matches('|').split('|').map(|cell| {
                let word = cell.split(['(', '（']).next().unwrap_or_default();
                let word = word.trim();
                let english = JAPANESE.iter().find(|(ja, _)| *ja == word);
                english.map_or(word, |(_, en)| en).to_string()
            });
            let there = Profile::names().map(|profile| {
                let profile = Profile::named(profile).expect("a shipped profile");
                Severity::name(profile.severity(kind)).to_string()
            });
            assert!(said.eq(there), "{folder}/{name}: {row}");
        }
    }
}
