//! What the documentation says of profiles and classes, against what is.

use kemuri_judge::{Kind, Profile, Severity};
use std::fs;
use std::path::Path;

fn page(name: &str) -> String {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src");
    fs::read_to_string(docs.join(name)).expect("a page")
}

#[test]
fn the_guide_leads_to_a_page_for_every_class() {
    let guide = page("guide/check.md");
    for kind in Kind::all() {
        let mut rows = guide.lines().filter(|line| line.starts_with("| `"));
        let name = format!("`{}`", kind.name());
        let row = rows.find(|row| row.contains(&name) && row.contains("../defects/"));
        assert!(row.is_some(), "{name} is not in the guide");
    }
}

/// The last row of a page gives the severities under each shipped profile, with
/// exceptions in brackets.
#[test]
fn every_page_tells_the_severities() {
    for (name, kind) in [
        ("no-mate", Kind::NoMate),
        ("early-mate", Kind::EarlyMate),
        ("cook", Kind::Cook),
        ("pieces-left", Kind::PiecesLeft),
        ("longer-variation", Kind::LongerVariation),
        ("equal-variation", Kind::EqualVariation),
        ("last-move-dual", Kind::LastMoveDual),
        ("transposition", Kind::Transposition),
        ("detour", Kind::Detour),
        ("dual", Kind::DistanceDual),
        ("dual", Kind::PlaceDual),
        ("dual", Kind::PromotionDual),
        ("variation-alternative", Kind::VariationAlternative),
        ("idle-piece", Kind::IdlePiece),
        ("authors-line", Kind::LineIllegal),
        ("authors-line", Kind::LineNoMate),
        ("authors-line", Kind::LinePiecesLeft),
        ("authors-line", Kind::LengthDiffers),
        ("duplicate", Kind::Duplicate),
    ] {
        let page = page(&format!("defects/{name}.md"));
        let row = page.lines().last().expect("a row");
        let said = row.trim_matches('|').split('|').map(|cell| {
            let word = cell.split('(').next().unwrap_or_default();
            word.trim().to_string()
        });
        let there = Profile::names().map(|profile| {
            let profile = Profile::named(profile).expect("a shipped profile");
            Severity::name(profile.severity(kind)).to_string()
        });
        assert!(said.eq(there), "{name}: {row}");
    }
}
