//! The JSON of a record (feature `serde`): its start, its headers and a flat list of nodes.
//!
//! Each node says which node it follows, and stands after it; the ways on from a
//! node are in order, the main line first. Reading plays every move, so that the
//! moves of a record are legal wherever it comes from.

use crate::kif::line::KifLine;
use crate::record::{Header, MoveTime, Record, RecordBuilder, RecordNode};
use crate::{Ending, InputError, InputErrorKind, Location, RecordErrorKind};
use kemuri_core::json::{Version, milliseconds};
use kemuri_core::{Move, quote};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::time::Duration;

/// A record with the version of its form.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct RecordDocument {
    /// The version of this form.
    pub version: Version,
    /// The record.
    #[serde(flatten)]
    pub record: Record,
}

impl RecordDocument {
    /// Returns the form of a record.
    pub fn new(record: Record) -> Self {
        Self {
            version: Version,
            record,
        }
    }
}

/// What could not be read or done. With `--json` it stands where the answer would.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct ErrorDocument {
    /// The version of this form.
    pub version: Version,
    /// A sentence for the user, with the place.
    pub error: String,
    /// The name of the source, `-` for standard input, or the text that was given itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The line of the source, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
}

impl ErrorDocument {
    /// Returns the form of an error that `sentence` tells.
    pub fn new(sentence: &str) -> Self {
        Self {
            version: Version,
            error: sentence.into(),
            source: None,
            line: None,
        }
    }

    /// The same with the place of an error in the input.
    pub fn at(self, error: &InputError) -> Self {
        let (source, line) = match &error.location {
            Location::Text(text) => (text, None),
            Location::Source { name, line } => (name, *line),
        };
        let line = line.or(match &error.kind {
            InputErrorKind::Record(error) => error.line,
            _ => None,
        });
        Self {
            source: Some(source.clone()),
            line,
            ..self
        }
    }
}

/// The keys of a record.
#[derive(Serialize, Deserialize, JsonSchema)]
struct RecordKeys {
    /// The position before the first move.
    sfen: String,
    /// What stands above the moves.
    headers: Vec<Header>,
    /// The start and all moves and ends, each after the node that it follows.
    nodes: Vec<NodeKeys>,
}

/// The start, a move, or the end of a line.
#[derive(Serialize, Deserialize, JsonSchema)]
struct NodeKeys {
    /// The place of the node before in the list; `None` for the start.
    parent: Option<usize>,
    /// The move that leads here, in USI.
    #[serde(rename = "move")]
    mv: Option<String>,
    /// The word of the end that this is, as KIF has it.
    end: Option<String>,
    /// Remarks, one a line.
    comments: Vec<String>,
    /// Names that a reader gave to this place.
    bookmarks: Vec<String>,
    /// What the move took.
    times: Vec<TimeKeys>,
    /// The sentence that closes the line, where it says more than `end`.
    closing: Option<String>,
}

/// A time in whole milliseconds.
#[derive(Serialize, Deserialize, JsonSchema)]
struct TimeKeys {
    /// Spent on this move.
    spent_ms: u64,
    /// Spent by this side so far.
    total_ms: Option<u64>,
}

impl TimeKeys {
    fn new(time: &MoveTime) -> Self {
        Self {
            spent_ms: milliseconds(time.spent),
            total_ms: time.total.map(milliseconds),
        }
    }

    fn time(&self) -> MoveTime {
        MoveTime {
            spent: Duration::from_millis(self.spent_ms),
            total: self.total_ms.map(Duration::from_millis),
        }
    }
}

impl NodeKeys {
    fn new(node: &RecordNode, parent: Option<usize>) -> Self {
        Self {
            parent,
            mv: node.mv().map(|mv| mv.to_usi()),
            end: node.ending().map(|ending| ending.word().into()),
            comments: node.comments.clone(),
            bookmarks: node.bookmarks.clone(),
            times: node.times.iter().map(TimeKeys::new).collect(),
            closing: node.closing.clone(),
        }
    }
}

impl JsonSchema for Record {
    fn schema_name() -> Cow<'static, str> {
        "Record".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        RecordKeys::json_schema(generator)
    }
}

impl Serialize for Record {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut nodes = Vec::with_capacity(self.size());
        let mut waiting = vec![(Self::ROOT, None)];
        while let Some((node, parent)) = waiting.pop() {
            let (node, place) = (self.node(node), nodes.len());
            nodes.push(NodeKeys::new(node, parent));
            let next = node.children().iter().rev();
            waiting.extend(next.map(|&child| (child, Some(place))));
        }
        let keys = RecordKeys {
            sfen: self.start().to_string(),
            headers: self.headers.clone(),
            nodes,
        };
        keys.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Record {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let keys = RecordKeys::deserialize(deserializer)?;
        let start = kemuri_core::sfen::parse(&keys.sfen).map_err(D::Error::custom)?;
        let mut builder = RecordBuilder::new(start).map_err(D::Error::custom)?;
        for header in &keys.headers {
            let (name, value) = header.key();
            one_line(name).map_err(D::Error::custom)?;
            one_line(value).map_err(D::Error::custom)?;
            // Fields that KIF would read otherwise are not written to it.
            if let Header::Line(line) = header
                && !matches!(KifLine::of(line), KifLine::Number(_) | KifLine::Rotated)
            {
                let text = format!("'{}' is no header", quote(line));
                return Err(D::Error::custom(text));
            }
        }
        *builder.headers_mut() = keys.headers;
        if keys.nodes.is_empty() {
            return Err(D::Error::custom("a record has a node for its start"));
        }
        // The places of the nodes that lead to the last one.
        let mut path = Vec::new();
        for (place, node) in keys.nodes.into_iter().enumerate() {
            let added = add(&mut builder, &mut path, node);
            added.map_err(|error| D::Error::custom(format!("node {place}: {error}")))?;
            path.push(place);
        }
        Ok(builder.finish())
    }
}

/// Refuses text that would end its line in a file: what follows could be read as a
/// move.
fn one_line(text: &str) -> Result<(), String> {
    match text.contains(['\n', '\r', '\0']) {
        true => Err(format!("'{}' is not one line", quote(text))),
        false => Ok(()),
    }
}

/// Adds the next node after its parent, which `path` ends with then.
fn add(builder: &mut RecordBuilder, path: &mut Vec<usize>, node: NodeKeys) -> Result<(), String> {
    let words = |error: RecordErrorKind| error.to_string();
    match (node.parent, node.mv, node.end) {
        (None, None, None) if path.is_empty() => {}
        (Some(parent), mv, end) => {
            let depth = path.binary_search(&parent);
            let depth = depth.map_err(|_| "it does not follow its parent")?;
            path.truncate(depth + 1);
            builder.branch(depth + 1).map_err(words)?;
            match (mv, end) {
                (Some(usi), None) => {
                    let mv = Move::from_usi(&usi).filter(|mv| mv.is_normal());
                    let mv = mv.ok_or_else(|| format!("'{}' is no move", quote(&usi)))?;
                    builder.play(mv).map_err(words)?;
                }
                (None, Some(word)) => {
                    let ending = Ending::of_word(&word);
                    let ending = ending.ok_or_else(|| format!("'{}' is no end", quote(&word)))?;
                    builder.end(ending).map_err(words)?;
                }
                _ => return Err("a move or an end leads to a node".into()),
            }
        }
        _ => return Err("the start is the first node, and the only one without a parent".into()),
    }
    let texts = node.comments.iter().chain(&node.bookmarks);
    for text in texts.chain(&node.closing) {
        one_line(text)?;
    }
    if let Some(text) = &node.closing
        && !matches!(KifLine::of(text), KifLine::Closing(sentence) if sentence == text)
    {
        return Err(format!("'{}' is no closing sentence", quote(text)));
    }
    let last = builder.last_mut();
    last.comments.extend(node.comments);
    last.bookmarks.extend(node.bookmarks);
    last.set_times(node.times.iter().map(TimeKeys::time).collect());
    match (&last.closing, node.closing) {
        (None, closing) => last.closing = closing,
        (Some(known), Some(other)) if *known != other => last.remark(&other),
        _ => {}
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read;

    const KIF: &str = "# a record\n作者：誰か\n後手の持駒：なし\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n\
        +---------------------------+\n| ・ ・ ・ ・ ・ ・ ・ ・v玉|一\n\
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ ・ ・ ・ 歩 ・|三\n\
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n\
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n\
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n\
        +---------------------------+\n先手の持駒：金二\n\
        手数----指手---------消費時間--\n*first\n   1 ２二金打     ( 0:01/00:00:01)\n*mate\n\
        &here\n   2 詰み\n\n変化：1手\n   1 １二金打\n   2 同　玉(11)\n   3 中断\n";

    fn record() -> Record {
        read(KIF.as_bytes(), false).unwrap().record
    }

    #[test]
    fn a_record_is_read_back() {
        let record = record();
        assert!(record.size() > 5, "{record:?}");
        let json = serde_json::to_string(&record).unwrap();
        assert!(json.contains("\"move\":\"G*2b\""), "{json}");
        assert_eq!(serde_json::from_str::<Record>(&json).unwrap(), record);
        let document = RecordDocument::new(record);
        let json = serde_json::to_string(&document).unwrap();
        assert!(json.starts_with("{\"version\":2,\"sfen\":\""), "{json}");
        let read: RecordDocument = serde_json::from_str(&json).unwrap();
        assert_eq!(read, document);
        let other = json.replacen("{\"version\":2,", "{\"version\":1,", 1);
        let error = serde_json::from_str::<RecordDocument>(&other).unwrap_err();
        assert!(error.to_string().contains("this is version 1"), "{error}");
    }

    /// Lines that a writer puts into a file as they are must not be moves.
    #[test]
    fn a_line_that_reads_as_a_move_is_refused() {
        let row = "   1 １二金打";
        let mut closed = serde_json::to_value(record()).unwrap();
        closed["nodes"][0]["closing"] = row.into();
        let mut headed = record();
        headed.headers.push(Header::Line(row.into()));
        let headed = serde_json::to_value(&headed).unwrap();
        for (json, error) in [(closed, "is no closing sentence"), (headed, "is no header")] {
            let found = serde_json::from_value::<Record>(json).unwrap_err();
            assert!(found.to_string().contains(error), "{found}");
        }
    }

    #[test]
    fn what_is_no_record_is_refused() {
        let json = serde_json::to_string(&record()).unwrap();
        for (from, to, error) in [
            ("G*2b", "G*1a", "node 1: "),
            ("G*2b", "x", "node 1: 'x' is no move"),
            ("G*2b", "resign", "node 1: 'resign' is no move"),
            ("中断", "Ｇ 1", "is no end"),
            ("中断", "１二金打", "is no end"),
            ("誰か", "a\\n   1 １二金打", "is not one line"),
            ("first", "a\\r\\n   1 １二金打", "is not one line"),
            ("here", "a\\n   1 １二金打", "is not one line"),
            ("first", "\\u0000", "is not one line"),
            ("\"parent\":0", "\"parent\":7", "does not follow its parent"),
            (
                "\"parent\":0",
                "\"parent\":null",
                "the start is the first node",
            ),
            ("中断\"", "中断\",\"move\":\"1a1b\"", "duplicate field"),
        ] {
            assert!(json.contains(from), "{json}");
            let wrong = json.replacen(from, to, 1);
            let message = serde_json::from_str::<Record>(&wrong).unwrap_err();
            assert!(message.to_string().contains(error), "{message}");
        }
    }
}
