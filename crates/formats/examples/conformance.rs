//! Random records for other programs to read, and what became of them.
//!
//! ```text
//! conformance write FOLDER COUNT    writes random records in every format
//! conformance compare FOLDER        compares what the programs have read and written
//! ```
//!
//! `cargo xtask conformance` runs both, and the programs between them. Each program leaves two
//! files for a format: what it understood of our files (`PROGRAM/read-FORMAT.json`), and what it
//! holds itself to have written (`PROGRAM/write-FORMAT.json`) to `PROGRAM/NUMBER.FORMAT`.

#[allow(dead_code, reason = "the property tests use the rest of it")]
#[path = "../tests/it/random.rs"]
mod random;

use kemuri_core::Move;
use kemuri_formats::{Ending, Format, Header, Record, RecordStep, even_game, read, write};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngSeed, TestRunner};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::Path;

/// The formats that are exchanged, and what each can hold of a record.
const FORMATS: [(Format, &[Aspect]); 5] = [
    (Format::Usi, &[Aspect::Start, Aspect::Main]),
    (Format::Kif, &Aspect::ALL),
    (
        Format::Ki2,
        &[
            Aspect::Start,
            Aspect::Main,
            Aspect::Branches,
            Aspect::Comments,
            Aspect::Ends,
            Aspect::Headers,
        ],
    ),
    (
        Format::Csa,
        &[
            Aspect::Start,
            Aspect::Main,
            Aspect::Comments,
            Aspect::Times,
            Aspect::Ends,
        ],
    ),
    (Format::Jkf, &Aspect::ALL),
];

/// The seed of the records, so that two runs compare the same ones.
const SEED: u64 = 1525;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["write", folder, count] => write_all(Path::new(folder), count.parse()?),
        ["compare", folder] => compare_all(Path::new(folder)),
        _ => Err("usage: conformance write FOLDER COUNT | compare FOLDER".into()),
    }
}

/// Writes random records in every format, and what they say as JSON.
fn write_all(folder: &Path, count: usize) -> Result<()> {
    let ours = folder.join("kemuri");
    fs::create_dir_all(&ours)?;
    let mut runner = TestRunner::new(Config {
        rng_seed: RngSeed::Fixed(SEED),
        failure_persistence: None,
        ..Config::default()
    });
    let records = random::plain_record();
    let mut contents = Map::new();
    for number in 0..count {
        let record = records
            .new_tree(&mut runner)
            .map_err(|reason| reason.to_string())?
            .current();
        for (format, _) in FORMATS {
            let file = ours.join(format!("{number:03}.{}", format.name()));
            fs::write(file, write(&record, format).text)?;
        }
        contents.insert(format!("{number:03}"), content(&record));
    }
    let file = folder.join("kemuri.json");
    Ok(fs::write(file, serde_json::to_string(&contents)?)?)
}

/// What a record says, in a form that any program can give.
fn content(record: &Record) -> Value {
    let fields = record.headers.iter().filter_map(|header| match header {
        Header::Field { name, value } => Some((name.clone(), Value::from(value.clone()))),
        Header::Line(_) => None,
    });
    let mut nodes = Vec::new();
    let mut waiting = vec![(Record::ROOT, Value::Null)];
    while let Some((id, parent)) = waiting.pop() {
        let node = record.node(id);
        let place = Value::from(nodes.len());
        let (usi, end) = match node.step() {
            Some(RecordStep::Move(mv)) => (Some(mv.to_usi()), None),
            Some(RecordStep::End(ending)) => (None, Some(end_name(ending))),
            None => (None, None),
        };
        nodes.push(json!({
            "parent": parent,
            "move": usi,
            "end": end,
            "comment": node.comments.join("\n"),
            "seconds": node.times.first().map(|time| time.spent.as_secs()),
        }));
        let children = node.children().iter().rev();
        waiting.extend(children.map(|&child| (child, place.clone())));
    }
    json!({
        "start": record.start().to_string(),
        "headers": fields.collect::<Map<_, _>>(),
        "nodes": nodes,
    })
}

/// What an end is called in the files of the programs: as CSA has it.
fn end_name(ending: &Ending) -> String {
    let name = match ending {
        Ending::FoulWin => Some("ILLEGAL_ACTION".into()),
        known => known.name(kemuri_core::Color::BLACK),
    };
    name.unwrap_or_else(|| ending.word().into())
}

/// Something that a reader may keep or lose.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Aspect {
    Start,
    Main,
    Branches,
    Comments,
    Times,
    Ends,
    Headers,
}

impl Aspect {
    const ALL: [Self; 7] = [
        Self::Start,
        Self::Main,
        Self::Branches,
        Self::Comments,
        Self::Times,
        Self::Ends,
        Self::Headers,
    ];

    fn name(self) -> &'static str {
        match self {
            Self::Start => "position",
            Self::Main => "main line",
            Self::Branches => "branches",
            Self::Comments => "comments",
            Self::Times => "times",
            Self::Ends => "ends",
            Self::Headers => "headers",
        }
    }

    /// What `content` says of this, in a form that can be compared. Only what `format` can
    /// hold of it counts: CSA has no branches.
    fn of(self, content: &Value, format: Format) -> Value {
        let main_only = matches!(format, Format::Csa | Format::Usi);
        let nodes = content["nodes"].as_array().map_or(&[][..], Vec::as_slice);
        let (paths, main) = paths(nodes);
        let is_kept = |i: usize| !main_only || main.contains(&i);
        let by_path = |key: &str| {
            let mut out = BTreeMap::new();
            for (i, node) in nodes.iter().enumerate().filter(|(i, _)| is_kept(*i)) {
                let value = match &node[key] {
                    Value::String(text) if text.trim().is_empty() => continue,
                    Value::String(text) => Value::from(text.trim()),
                    Value::Number(number) if number.as_u64() == Some(0) => continue,
                    Value::Null => continue,
                    other => other.clone(),
                };
                out.insert(paths[i].clone(), value);
            }
            json!(out)
        };
        match self {
            Self::Start => start(content["start"].as_str().unwrap_or_default()).into(),
            Self::Main => {
                let mut moves = main.iter().filter(|&&i| nodes[i]["move"].is_string());
                moves.next_back().map(|&i| paths[i].clone()).into()
            }
            Self::Branches => {
                let moves = (0..nodes.len()).filter(|&i| nodes[i]["move"].is_string());
                let mut all: Vec<&String> = moves.map(|i| &paths[i]).collect();
                all.sort();
                json!(all)
            }
            Self::Comments => by_path("comment"),
            Self::Times => by_path("seconds"),
            Self::Ends => by_path("end"),
            Self::Headers => {
                let mut headers = content["headers"].clone();
                if let Some(map) = headers.as_object_mut() {
                    map.retain(|name, value| name != "手合割" && value != "");
                }
                headers
            }
        }
    }
}

/// Board, side and hands of an SFEN in our spelling, without the number of the move: no
/// two formats agree on that.
fn start(sfen: &str) -> String {
    let parsed = match sfen {
        "startpos" => Ok(even_game()),
        sfen => kemuri_core::sfen::parse(sfen),
    };
    match parsed {
        Ok(start) => kemuri_core::sfen::Sfen { number: 1, ..start }.to_string(),
        Err(error) => format!("{sfen}: {error}"),
    }
}

/// The moves that lead to each node, and the nodes of the main line.
fn paths(nodes: &[Value]) -> (Vec<String>, Vec<usize>) {
    let mut paths: Vec<String> = Vec::new();
    let mut main = Vec::new();
    let mut tip = None;
    for (i, node) in nodes.iter().enumerate() {
        let parent = node["parent"].as_u64().map(|parent| parent as usize);
        let before = parent.and_then(|parent| paths.get(parent).cloned());
        let before = before.unwrap_or_default();
        let step = node["move"].as_str().unwrap_or(match parent {
            Some(_) => "end",
            None => "",
        });
        let mv = Move::from_usi(step).map_or(step.to_string(), |mv| mv.to_usi());
        paths.push(format!("{before} {mv}").trim().to_string());
        // Each node stands after its parent, the main line first.
        if i == 0 || (tip.is_some() && parent == tip) {
            main.push(i);
            tip = Some(i);
        }
    }
    (paths, main)
}

/// How often each aspect came through.
#[derive(Default)]
struct Tally {
    files: usize,
    refused: usize,
    reason: Option<String>,
    kept: BTreeMap<Aspect, usize>,
    example: BTreeMap<Aspect, String>,
}

impl Tally {
    /// Compares what was read with what was meant.
    fn add(&mut self, id: &str, format: Format, aspects: &[Aspect], meant: &Value, got: &Value) {
        self.files += 1;
        if let Some(error) = got["error"].as_str() {
            self.refused += 1;
            let first: String = error.lines().next().unwrap_or_default().into();
            self.reason.get_or_insert(format!("{id}: {first}"));
            return;
        }
        for &aspect in aspects {
            let same = aspect.of(meant, format) == aspect.of(got, format);
            *self.kept.entry(aspect).or_default() += usize::from(same);
            if !same {
                self.example.entry(aspect).or_insert(id.into());
            }
        }
    }

    fn row(&self, aspects: &[Aspect]) -> String {
        let read = self.files - self.refused;
        let cells = Aspect::ALL.map(|aspect| match aspects.contains(&aspect) {
            true => match self.kept.get(&aspect).copied().unwrap_or(0) {
                kept if kept == read && read > 0 => "all".to_string(),
                kept => kept.to_string(),
            },
            false => "–".into(),
        });
        format!("{read} of {} | {}", self.files, cells.join(" | "))
    }
}

/// Prints the tables of both directions, and examples of what did not come through.
fn compare_all(folder: &Path) -> Result<()> {
    let ours: Value = load(&folder.join("kemuri.json"))?;
    let mut names: Vec<String> = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.file_type()?.is_dir() && name != "kemuri" {
            names.push(name);
        }
    }
    names.sort();
    let heads = Aspect::ALL.map(Aspect::name).join(" | ");
    let rule = "|---".repeat(Aspect::ALL.len());
    let mut notes = Vec::new();
    for (title, verb) in [
        ("Our files, read by others", "read"),
        ("Files of others, read by us", "write"),
    ] {
        println!("\n{title}:\n\n| program | format | files read | {heads} |\n|---|---|---{rule}|");
        for name in &names {
            for (format, aspects) in FORMATS {
                let file = folder
                    .join(name)
                    .join(format!("{verb}-{}.json", format.name()));
                if !file.exists() {
                    continue;
                }
                let told: Value = load(&file)?;
                let mut tally = Tally::default();
                for (id, got) in told.as_object().into_iter().flatten() {
                    match verb {
                        "read" => tally.add(id, format, aspects, &ours[id], got),
                        _ => {
                            let file = folder.join(name).join(format!("{id}.{}", format.name()));
                            let read = read(&fs::read(file)?, false);
                            let read = match read {
                                Ok(read) => content(&read.record),
                                Err(error) => json!({ "error": error.to_string() }),
                            };
                            tally.add(id, format, aspects, got, &read);
                        }
                    }
                }
                println!("| {name} | `{}` | {} |", format.name(), tally.row(aspects));
                let reason = tally
                    .reason
                    .iter()
                    .map(|reason| format!("refused: {reason}"));
                let example = |(aspect, id): (&Aspect, &String)| format!("{}: {id}", aspect.name());
                let examples = reason.chain(tally.example.iter().map(example));
                for text in examples {
                    notes.push(format!("{verb} {name} {}: {text}", format.name()));
                }
            }
        }
    }
    println!("\nExamples of what did not come through:");
    notes.iter().for_each(|note| println!("  {note}"));
    Ok(())
}

fn load(path: &Path) -> Result<Value> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(serde_json::from_str(&text)?)
}
