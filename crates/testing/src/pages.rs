//! The pages that show what the programs print: examples, files, tables, in both
//! languages.
//!
//! An example is a line of a `console` block that starts with `$ `, and the
//! lines up to the next one, which are what the command prints. A line `…`
//! stands for one or more lines that are left out. A file that examples need is
//! a block of any kind below the comment `<!-- file: NAME -->`.

use kemuri_text::Lang;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A line that stands for others.
const LEFT_OUT: &str = "…";

/// A page in Markdown.
pub struct Page {
    /// Its path from the root of the project.
    pub name: String,
    text: String,
}

/// A command of a page and what it prints.
pub struct Example<'a> {
    /// The line of the page that it stands on.
    pub line: usize,
    /// The command, without the prompt.
    pub command: &'a str,
    /// What the page says that it prints.
    pub output: Vec<&'a str>,
}

/// A fenced block.
struct Block<'a> {
    /// The line of the page that it starts on.
    line: usize,
    /// What stands after the fence.
    kind: &'a str,
    /// The file that it shows.
    file: Option<&'a str>,
    lines: Vec<&'a str>,
}

/// The root of the project.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The pages about `kemuri-lab`.
pub const LAB: [&str; 4] = [
    "docs/src/guide/experiment.md",
    "docs/src/guide/contradict.md",
    "docs/src/ja/guide/experiment.md",
    "docs/src/ja/guide/contradict.md",
];

/// The book.
pub const ENGLISH: &str = "docs/src/";
/// The book in Japanese. Its pages have the names of those that they correspond to.
pub const JAPANESE: &str = "docs/src/ja/";

/// Returns every page that may have examples: those of the guide in both languages and
/// the READMEs.
pub fn all() -> Vec<Page> {
    let guide = |book| folder(&format!("{book}guide/"));
    let mut names = [ENGLISH, JAPANESE].map(guide).concat();
    names.extend(["README.md", "README.ja.md"].map(String::from));
    names.iter().map(|name| Page::read(name)).collect()
}

/// The names of the pages in a folder, which is named from the root of the project and
/// ends in `/`.
pub fn folder(folder: &str) -> Vec<String> {
    let entries = std::fs::read_dir(root().join(folder)).expect("a folder");
    let mut names: Vec<String> = entries
        .map(|entry| entry.expect("a file").file_name())
        .map(|name| format!("{folder}{}", name.to_string_lossy()))
        .filter(|name| name.ends_with(".md"))
        .collect();
    names.sort();
    names
}

impl Page {
    /// The page with this path from the root of the project.
    pub fn read(name: &str) -> Self {
        let text = std::fs::read_to_string(root().join(name)).expect("a page");
        let name = name.into();
        Self { name, text }
    }

    /// The language in which its examples are run.
    pub fn lang(&self) -> Lang {
        match self.name.starts_with(JAPANESE) {
            true => Lang::Ja,
            false => Lang::En,
        }
    }

    /// What it shows.
    pub fn examples(&self) -> Vec<Example<'_>> {
        let mut out: Vec<Example<'_>> = Vec::new();
        for block in self.blocks().iter().filter(|b| b.kind == "console") {
            let mut here = Vec::new();
            for (i, line) in block.lines.iter().enumerate() {
                match (line.strip_prefix("$ "), here.last_mut()) {
                    (Some(command), _) => here.push(Example {
                        line: block.line + 1 + i,
                        command,
                        output: Vec::new(),
                    }),
                    (None, Some(Example { output, .. })) => output.push(line),
                    // No prompt yet: commands that are not run.
                    (None, None) => {}
                }
            }
            out.append(&mut here);
        }
        out
    }

    /// Runs the examples with `screen`, which returns what a command prints, and
    /// returns those that print something else than the page shows.
    pub fn stale_examples(&self, screen: impl Fn(&str) -> String) -> String {
        let examples = self.examples();
        assert!(!examples.is_empty(), "{} shows nothing", self.name);
        let mut stale = String::new();
        for Example {
            line,
            command,
            output,
        } in examples
        {
            let printed = screen(command);
            let lines: Vec<&str> = printed.lines().collect();
            if !agree(&output, &lines) {
                stale += &format!("{}:{line}: $ {command}\n{printed}\n", self.name);
            }
        }
        stale
    }

    /// The files that it shows: names and contents.
    pub fn files(&self) -> Vec<(&str, String)> {
        let blocks = self.blocks();
        let files = blocks.iter().filter_map(|block| {
            let name = block.file?;
            Some((name, block.lines.join("\n") + "\n"))
        });
        files.collect()
    }

    /// Commands without a prompt, which are not run, without remarks. A usage, which has
    /// brackets, is none.
    pub fn other_commands(&self) -> Vec<String> {
        let blocks = self.blocks();
        let shown = blocks.iter().filter(|block| {
            let has_prompt = block.lines.iter().any(|line| line.starts_with("$ "));
            matches!(block.kind, "console" | "text") && block.file.is_none() && !has_prompt
        });
        shown
            .flat_map(|block| &block.lines)
            .filter(|line| line.starts_with("kemuri ") && !line.contains('['))
            .map(|line| {
                line.split("  #")
                    .next()
                    .unwrap_or_default()
                    .trim_end()
                    .into()
            })
            .collect()
    }

    /// The code in the first cells of all tables.
    pub fn first_cells(&self) -> Vec<String> {
        let rows = self.prose().filter(|line| line.starts_with("| "));
        rows.flat_map(|row| {
            let row = row.replace("\\|", "/");
            let first = row.split('|').nth(1).unwrap_or_default().to_owned();
            let code = first.split('`').skip(1).step_by(2);
            code.map(String::from).collect::<Vec<_>>()
        })
        .collect()
    }

    /// The numbers of two digits and more, with their points and commas.
    pub fn numbers(&self) -> BTreeSet<String> {
        let is_part = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',');
        self.prose()
            .flat_map(|line| line.split(move |c| !is_part(c)))
            .map(|number| number.trim_matches(['.', ',']))
            .filter(|number| number.bytes().filter(u8::is_ascii_digit).count() > 1)
            .map(String::from)
            .collect()
    }

    /// The files and pages that it links to.
    pub fn links(&self) -> Vec<String> {
        let targets = self.text.split("](").skip(1);
        let targets = targets.filter_map(|rest| rest.split([')', '#']).next());
        targets.map(String::from).collect()
    }

    /// The lines outside of blocks.
    fn prose(&self) -> impl Iterator<Item = &str> {
        let parts = self.text.split("\n```").step_by(2);
        parts.flat_map(str::lines)
    }

    /// The lines below a heading, up to the next one.
    pub fn section<'a>(&'a self, heading: &str) -> impl Iterator<Item = &'a str> {
        self.text
            .lines()
            .skip_while(move |line| *line != heading)
            .skip(1)
            .take_while(|line| !line.starts_with('#'))
    }

    /// The rows of the tables below a heading whose first cell is code, as cells.
    pub fn rows(&self, heading: &str) -> Vec<Vec<String>> {
        let rows = self
            .section(heading)
            .filter(|line| line.starts_with("| `"))
            .map(|line| {
                let cells = line.trim_matches('|').split('|');
                cells.map(|cell| cell.trim().to_string()).collect()
            });
        rows.collect()
    }

    /// The code in the first cells of the tables below a heading.
    pub fn keys(&self, heading: &str) -> BTreeSet<String> {
        let rows = self.rows(heading);
        rows.iter()
            .flat_map(|cells| cells[0].split(", "))
            .map(|key| key.trim_matches('`').to_string())
            .collect()
    }

    fn blocks(&self) -> Vec<Block<'_>> {
        let mut out = Vec::new();
        let mut open: Option<Block<'_>> = None;
        let mut file = None;
        for (i, line) in self.text.lines().enumerate() {
            match (line.strip_prefix("```"), &mut open) {
                (Some(kind), None) => {
                    open = Some(Block {
                        line: i + 1,
                        kind,
                        file: file.take(),
                        lines: Vec::new(),
                    });
                }
                (Some(_), Some(_)) => out.extend(open.take()),
                (None, Some(block)) => block.lines.push(line),
                (None, None) => {
                    let comment = line.strip_prefix("<!-- file: ");
                    let name = comment.and_then(|rest| rest.strip_suffix(" -->"));
                    // Only the block next to the comment is meant.
                    file = name.or(file.filter(|_| line.is_empty()));
                }
            }
        }
        assert!(open.is_none(), "{}: a block is not closed", self.name);
        out
    }
}

/// Whether `printed` is what a page shows, but for what differs from run to run.
pub fn agree(shown: &[&str], printed: &[&str]) -> bool {
    match shown.split_first() {
        None => printed.is_empty(),
        Some((&LEFT_OUT, rest)) => (1..=printed.len()).any(|n| agree(rest, &printed[n..])),
        Some((line, rest)) => printed
            .split_first()
            .is_some_and(|(first, others)| masked(line) == masked(first) && agree(rest, others)),
    }
}

/// A line without what differs from run to run: times, speeds, ratios of times,
/// and the version of the program. The spaces before them go too, because columns
/// are flush right. A `-` at the end of a row counts as a ratio: whether there is
/// one depends on the machine.
pub fn masked(line: &str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let (before, from) = rest.split_at(start);
        out += before;
        let bytes = from.as_bytes();
        let is_digit = |i: usize| bytes.get(i).is_some_and(u8::is_ascii_digit);
        // A point or a comma belongs to a number only between two digits.
        let inside = |i: usize| is_digit(i) || matches!(bytes[i], b'.' | b',') && is_digit(i + 1);
        let end = (1..bytes.len()).find(|&i| !inside(i));
        let (number, after) = from.split_at(end.unwrap_or(bytes.len()));
        if varies(&out, number, after) {
            out.truncate(out.trim_end().len());
            out.push('#');
        } else {
            out += number;
        }
        rest = after;
    }
    out += rest;
    if let Some(row) = out.strip_suffix(" -") {
        out = format!("{}#", row.trim_end());
    }
    out
}

/// Whether a number between these texts differs from run to run.
fn varies(before: &str, number: &str, after: &str) -> bool {
    let decimals = number
        .rsplit_once('.')
        .map_or(0, |(_, digits)| digits.len());
    let is_time = number.matches('.').count() == 1 && matches!(decimals, 2 | 3);
    let is_version = number.matches('.').count() == 2 && before.ends_with("kemuri ");
    is_time
        || is_version
        || ["_ms\":", "\"ratio\":"]
            .iter()
            .any(|key| before.ends_with(key))
        || [" nodes/s", " ノード/秒"]
            .iter()
            .any(|unit| after.starts_with(unit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_masked_and_nothing_else() {
        for (line, expected) in [
            (
                "58 nodes in 0.000 s, 392,130 nodes/s",
                "58 nodes in# s,# nodes/s",
            ),
            (
                "knight mate ≤15  1,101 nodes   12.345 s",
                "knight mate ≤15  1,101 nodes# s",
            ),
            (
                "verified in 123.4 s, 12.2 for each",
                "verified in 123.4 s, 12.2 for each",
            ),
            ("Mock  21   0.000       -", "Mock  21##"),
            (
                "Written by kemuri 0.1.0, verified",
                "Written by kemuri#, verified",
            ),
            (
                r#"{"nodes":10,"time_ms":3,"build_ms":0.1,"ratio":0.12345,"bytes":7}"#,
                r#"{"nodes":10,"time_ms":#,"build_ms":#,"ratio":#,"bytes":7}"#,
            ),
            ("8k/6G2/9 b 2S2r 1", "8k/6G2/9 b 2S2r 1"),
        ] {
            assert_eq!(masked(line), expected);
        }
    }

    #[test]
    fn an_ellipsis_stands_for_lines_and_nothing_else_does() {
        let printed = ["a", "b", "c 0.001 s"];
        for shown in [&["a", "b", "c 0.999 s"][..], &["…", "c 0.1 s"], &["a", "…"]] {
            let expected = shown.last() != Some(&"c 0.1 s");
            assert_eq!(agree(shown, &printed), expected, "{shown:?}");
        }
        for shown in [
            &["a", "b"][..],
            &["a", "b", "c 0.001 s", "…"],
            &["…", "a", "…"],
            &[],
        ] {
            assert!(!agree(shown, &printed), "{shown:?}");
        }
    }

    #[test]
    fn cells_figures_and_commands_are_found() {
        let text = "| `-a\\|b`, `c` | 12 |\n|---|---|\n\n1 of 1,234 in 0.5 s, see (2)\n\n\
                    ```text\n| `no` | 99 |\nkemuri x [Y]\nkemuri y 1  # why\nkemuri z\n```\n";
        let page = Page {
            name: format!("{JAPANESE}page"),
            text: text.into(),
        };
        assert_eq!(page.lang(), Lang::Ja);
        assert_eq!(page.first_cells(), ["-a/b", "c"]);
        let numbers = page.numbers();
        assert!(numbers.iter().eq(["0.5", "1,234", "12"]), "{numbers:?}");
        assert_eq!(page.other_commands(), ["kemuri y 1", "kemuri z"]);
    }

    #[test]
    fn examples_and_files_are_found() {
        let text = "<!-- file: a.tsv -->\n\n```text\none\ntwo\n```\n\n```text\nno file\n```\n\
                    ```console\nkemuri not run\n$ kemuri x\nout\n\n$ kemuri y\n```\n";
        let page = Page {
            name: "page".into(),
            text: text.into(),
        };
        assert_eq!(page.files(), [("a.tsv", "one\ntwo\n".to_string())]);
        let found: Vec<_> = page.examples();
        let found: Vec<_> = found
            .iter()
            .map(|e| (e.line, e.command, &e.output[..]))
            .collect();
        assert_eq!(
            found,
            [(13, "kemuri x", &["out", ""][..]), (16, "kemuri y", &[])]
        );
    }
}
