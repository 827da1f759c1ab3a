//! A bounded, seeded fuzzer: the fixtures and the corpus, damaged in many ways,
//! through every parser. No panic, errors inside the input, and whatever is read
//! survives being written and read again.

use crate::common::folder;
use kemuri_formats::fuzz::{check_bytes, check_text};
use kemuri_formats::{Format, decode, read};
use kemuri_oracle::sample::Sample;
use std::path::Path;

/// Damaged texts for each file and parser.
fn rounds() -> usize {
    let asked = std::env::var("KEMURI_FUZZ_ROUNDS").ok();
    asked
        .and_then(|n| n.parse().ok())
        .unwrap_or(Sample::one_in(50).of(10_000))
}

/// A small generator of its own, so that every run is the same.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit.max(1) as u64) as usize
    }
}

fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut out = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            out.extend(files(&path));
        } else {
            out.push((
                path.display().to_string(),
                std::fs::read(&path).expect("a file"),
            ));
        }
    }
    out.sort();
    out
}

/// The fixtures, and the corpus of the fuzz targets.
fn corpus() -> Vec<(String, Vec<u8>)> {
    let shared = folder("../../../fuzz/corpus");
    [files(&folder("fixtures")), files(&shared)].concat()
}

/// The parser that reads a format.
fn family(format: Format) -> Format {
    match format {
        Format::Usi => Format::Sfen,
        Format::Ki2 | Format::Bod => Format::Kif,
        format => format,
    }
}

/// MoveText that mean something to a parser.
const WORDS: &[&str] = &[
    "変化：1手\n",
    "変化：2手\n",
    "変化：99999999999999999999手\n",
    "まで3手で詰み\n",
    "まで\n",
    "手数＝0 まで\n",
    "手数：3\n",
    "残り全部",
    "後手番\n",
    "盤面回転\n",
    "|",
    "v",
    "同　",
    "成",
    "打",
    "(11)",
    "( 0:01/",
    "+\n",
    "*",
    "&",
    "詰み",
    "投了",
    "封じ手",
    "▲",
    "△",
    "手合割：六枚落ち\n",
    "P-00AL\n",
    "P+00OU\n",
    "PI\n",
    "+\n",
    "%TSUMI\n",
    "T9\n",
    "T1.5\n",
    "'*x\n",
    "$X:y\n",
    "$先手:甲\n",
    "備考：x\n",
    "/\n",
    ",",
    "{\"forks\":[[",
    "]",
    "}",
    "\"special\":\"TORYO\"",
    "moves",
    " 7g7f",
    "sfen ",
    "startpos",
    "\t",
    "\r",
    "　",
    "９",
    "十",
    "\u{fffd}",
    ":",
    "：",
    "N+a\n",
    "手番：後手\n",
    "   1 中断\n",
];

/// `text` with some parts cut, doubled, exchanged or replaced.
fn damage(text: &str, random: &mut Random) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..=random.below(2) {
        let at = random.below(chars.len() + 1);
        let length = random.below(12).min(chars.len() - at);
        let part: Vec<char> = chars[at..at + length].to_vec();
        match random.below(6) {
            0 => drop(chars.drain(at..at + length)),
            1 => drop(chars.splice(at..at, part)),
            2 => {
                let word = WORDS[random.below(WORDS.len())];
                drop(chars.splice(at..at, word.chars()));
            }
            3 => {
                let word = WORDS[random.below(WORDS.len())];
                drop(chars.splice(at..at + length, word.chars()));
            }
            4 => {
                let to = random.below(chars.len() + 1);
                drop(chars.splice(to..to, part));
            }
            _ => {
                // Whole lines, so that more than the first error is reached.
                let text: String = chars.iter().collect();
                let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
                let (a, b) = (random.below(lines.len()), random.below(lines.len()));
                if !lines.is_empty() {
                    lines.swap(a, b);
                    if random.below(2) == 0 {
                        lines.remove(a);
                    }
                }
                chars = lines.concat().chars().collect();
            }
        }
    }
    chars.into_iter().collect()
}

#[test]
fn damaged_texts_through_every_parser() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let (mut good, mut bad) = (0, 0);
    for (_, bytes) in corpus() {
        // What a fuzz target finds need not be a text.
        let Ok((text, _)) = decode(&bytes) else {
            continue;
        };
        let own = read(&bytes, true).map(|reading| reading.format).ok();
        for format in [Format::Sfen, Format::Kif, Format::Csa, Format::Jkf] {
            check_text(&text, format);
            // The parser that the file is meant for gets most of it.
            let rounds = match own.is_none_or(|own| family(own) == format) {
                true => rounds(),
                false => rounds() / 10,
            };
            for _ in 0..rounds {
                match check_text(&damage(&text, &mut random), format) {
                    true => good += 1,
                    false => bad += 1,
                }
            }
        }
    }
    // Both ends of a parser must be reached.
    assert!(good > 500 && bad > 500, "{good} read, {bad} refused");
}

#[test]
fn damaged_bytes_through_the_front_door() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    for (_, bytes) in corpus() {
        check_bytes(&bytes);
        for _ in 0..rounds() {
            let mut bytes = bytes.clone();
            for _ in 0..=random.below(3) {
                let at = random.below(bytes.len());
                match random.below(3) {
                    _ if bytes.is_empty() => {}
                    0 => bytes[at] = random.next() as u8,
                    1 => drop(bytes.drain(at..)),
                    _ => bytes.insert(at, random.next() as u8),
                }
            }
            check_bytes(&bytes);
            let text = String::from_utf8_lossy(&bytes);
            check_bytes(damage(&text, &mut random).as_bytes());
        }
    }
}
