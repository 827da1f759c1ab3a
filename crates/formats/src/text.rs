//! From bytes to text and back: UTF-8, Shift_JIS and EUC-JP, told apart by content.

use crate::error::{RecordError, RecordErrorKind, TextPlace, excerpt};
use encoding_rs::{DecoderResult, EUC_JP, SHIFT_JIS};
use std::borrow::Cow;
use std::cmp::Ordering;

/// Largest record that is read, in bytes.
pub const MAX_SIZE: usize = 16 << 20;

/// An encoding of Japanese text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Encoding {
    /// UTF-8.
    #[default]
    Utf8,
    /// Shift_JIS, as Windows has it.
    ShiftJis,
    /// EUC-JP, as old Unix systems had it.
    EucJp,
}

impl Encoding {
    /// The table of the encoding.
    fn table(self) -> &'static encoding_rs::Encoding {
        match self {
            Self::Utf8 => encoding_rs::UTF_8,
            Self::ShiftJis => SHIFT_JIS,
            Self::EucJp => EUC_JP,
        }
    }
}

/// The text of `bytes` that are not UTF-8, if they are Shift_JIS or EUC-JP.
pub(crate) fn decode_japanese(bytes: &[u8]) -> Option<(Cow<'_, str>, Encoding)> {
    let decoded = |encoding: Encoding| {
        let table = encoding.table();
        let text = table.decode_without_bom_handling_and_without_replacement(bytes)?;
        Some((text, encoding))
    };
    match (decoded(Encoding::ShiftJis), decoded(Encoding::EucJp)) {
        (Some((sjis, _)), Some(euc)) if is_euc(&sjis, &euc.0) => Some(euc),
        (sjis, euc) => sjis.or(euc),
    }
}

/// Which reading of the same bytes is meant.
///
/// Kana, wide digits and most kanji of Shift_JIS are no EUC-JP. The other way round, EUC-JP
/// may read as narrow katakana in Shift_JIS, which no record is full of: if it does, and
/// reads as words of shogi in EUC-JP, it is that.
fn is_euc(sjis: &str, euc: &str) -> bool {
    let is_narrow = |c: char| ('\u{ff61}'..='\u{ff9f}').contains(&c);
    let is_of_shogi = |c: char| "先後攻玉方手番持駒歩香桂銀金角飛王将棋詰作者名".contains(c);
    sjis.contains(is_narrow) && euc.contains(is_of_shogi)
}

/// The text of `bytes`, without its byte order mark.
pub fn decode(bytes: &[u8]) -> Result<(String, Encoding), RecordError> {
    if bytes.len() > MAX_SIZE {
        return Err(RecordErrorKind::TooLarge.unlocated());
    }
    // UTF-16 and binaries have zero bytes; no text in our encodings has.
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Err(RecordErrorKind::NotText.at(1, 1));
    }
    let (text, marked) = match bytes.strip_prefix(BOM) {
        Some(rest) => (rest, true),
        None => (bytes, false),
    };
    if let Some(zero) = text.iter().position(|&byte| byte == 0) {
        let (_, encoding) = decode_lossy(bytes);
        return Err(broken_at(text, zero, encoding, RecordErrorKind::NotText));
    }
    if let Ok(text) = std::str::from_utf8(text) {
        return Ok((text.into(), Encoding::Utf8));
    }
    if !marked && let Some((text, encoding)) = decode_japanese(bytes) {
        return Ok((text.into_owned(), encoding));
    }
    let (_, encoding) = decode_lossy(bytes);
    let bad = match encoding {
        Encoding::Utf8 => std::str::from_utf8(text).map_or_else(|e| e.valid_up_to(), str::len),
        japanese => valid_up_to(text, japanese),
    };
    Err(broken_at(text, bad, encoding, RecordErrorKind::Encoding))
}

/// The byte order mark of UTF-8.
const BOM: &[u8] = b"\xef\xbb\xbf";

/// The text of `bytes` with `\u{fffd}` for what cannot be read, in the encoding
/// that needs fewer of them; a byte order mark is that of UTF-8.
pub(crate) fn decode_lossy(bytes: &[u8]) -> (String, Encoding) {
    let marked = bytes.starts_with(BOM);
    let bytes = bytes.strip_prefix(BOM).unwrap_or(bytes);
    let utf8 = String::from_utf8_lossy(bytes).replace('\0', "\u{fffd}");
    let bad = |text: &str| text.matches('\u{fffd}').count();
    let [sjis, euc] = [SHIFT_JIS, EUC_JP].map(|table| {
        let (text, _) = table.decode_without_bom_handling(bytes);
        text.replace('\0', "\u{fffd}")
    });
    let other = match bad(&euc).cmp(&bad(&sjis)) {
        Ordering::Greater => (sjis, Encoding::ShiftJis),
        Ordering::Equal if !is_euc(&sjis, &euc) => (sjis, Encoding::ShiftJis),
        _ => (euc, Encoding::EucJp),
    };
    match !marked && bad(&other.0) < bad(&utf8) {
        true => other,
        false => (utf8, Encoding::Utf8),
    }
}

/// How many of `bytes` are text in `encoding`.
fn valid_up_to(bytes: &[u8], encoding: Encoding) -> usize {
    let mut decoder = encoding.table().new_decoder_without_bom_handling();
    let most = decoder.max_utf8_buffer_length_without_replacement(bytes.len());
    let mut out = vec![0; most.unwrap_or(0)];
    let (result, read, _) = decoder.decode_to_utf8_without_replacement(bytes, &mut out, true);
    match result {
        DecoderResult::Malformed(length, more) => {
            read.saturating_sub(usize::from(length) + usize::from(more))
        }
        _ => read,
    }
}

/// `kind` at the byte number `bad` of a text in `encoding`.
fn broken_at(bytes: &[u8], bad: usize, encoding: Encoding, kind: RecordErrorKind) -> RecordError {
    let before = &bytes[..bad];
    let ends = |i: &usize| match before[*i] {
        b'\n' => true,
        b'\r' => before.get(i + 1) != Some(&b'\n'),
        _ => false,
    };
    let line = (0..bad).filter(ends).count() + 1;
    let start = (0..bad).rev().find(ends).map_or(0, |i| i + 1);
    let before = &before[start..];
    let (characters, _) = encoding.table().decode_without_bom_handling(before);
    kind.at(line, characters.chars().count() + 1)
}

/// A character that an encoding does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: the encoding has no '{character}'")]
pub struct Unencodable {
    /// Which.
    pub character: char,
    /// The line of the text, from 1.
    pub line: usize,
}

/// The first line of a KIF file, which names the encoding.
pub(crate) const KIF_UTF8: &str = "#KIF version=2.0 encoding=UTF-8\n";

/// What stands for a character that an encoding does not have: the mark that
/// typesetters use for a sort they lack.
const GETA: char = '〓';

/// The bytes of `text`, in which a KIF file names the encoding, and the characters that had to be replaced by `〓`.
pub fn encode(text: &str, encoding: Encoding) -> (Vec<u8>, Vec<Unencodable>) {
    if encoding == Encoding::Utf8 {
        return (text.as_bytes().to_vec(), Vec::new());
    }
    let table = encoding.table();
    let text = match text.strip_prefix(KIF_UTF8) {
        Some(rest) => format!("#KIF version=2.0 encoding={}\n{rest}", table.name()),
        None => text.into(),
    };
    let mut missing = Vec::new();
    let mut line = 1;
    let mut buffer = [0; 4];
    let kept: String = text
        .chars()
        .map(|character| {
            line += usize::from(character == '\n');
            let character = as_windows_has_it(character);
            let (bytes, _, failed) = table.encode(character.encode_utf8(&mut buffer));
            // Some characters are bent into others (¥ into \); those do not count as kept.
            let back = table.decode_without_bom_handling(&bytes).0;
            if failed || !back.chars().eq([character]) {
                missing.push(Unencodable { character, line });
                return GETA;
            }
            character
        })
        .collect();
    (table.encode(&kept).0.into_owned(), missing)
}

/// The character that Windows reads where others read this one: a few characters of
/// JIS X 0208 have two places in Unicode, and look the same in both.
fn as_windows_has_it(character: char) -> char {
    match character {
        '\u{301c}' => '\u{ff5e}',
        '\u{2212}' => '\u{ff0d}',
        '\u{2016}' => '\u{2225}',
        '\u{2014}' => '\u{2015}',
        '\u{a2}' => '\u{ffe0}',
        '\u{a3}' => '\u{ffe1}',
        '\u{ac}' => '\u{ffe2}',
        other => other,
    }
}

/// A line of a text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'a> {
    /// From 1.
    pub(crate) number: usize,
    /// Without its end.
    pub(crate) text: &'a str,
}

impl Line<'_> {
    /// An error at the start of `part`, a part of this line.
    pub(crate) fn error(&self, part: &str, kind: RecordErrorKind) -> RecordError {
        kind.at_place(Some(self.place(part)))
    }

    /// An error that quotes `part`, a part of this line, at its start.
    pub(crate) fn quoting(&self, part: &str, kind: fn(String) -> RecordErrorKind) -> RecordError {
        self.error(part, kind(excerpt(part)))
    }

    /// Where `part`, a part of this line, starts.
    pub(crate) fn place(&self, part: &str) -> TextPlace {
        let start = self.text.as_ptr() as usize;
        let offset = (part.as_ptr() as usize).saturating_sub(start);
        let before = self.text.get(..offset).unwrap_or(self.text);
        TextPlace {
            line: self.number,
            column: before.chars().count() + 1,
        }
    }
}

/// The lines of a text, with LF, CRLF or CR.
pub(crate) fn split_lines(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest.take()?;
        let Some(end) = text.find(['\n', '\r']) else {
            return Some(text);
        };
        let (line, after) = text.split_at(end);
        rest = Some(after.strip_prefix("\r\n").unwrap_or(&after[1..]));
        Some(line)
    })
}

/// The lines of a text, with their numbers.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let numbered = (1..).zip(split_lines(text));
    numbered.map(|(number, text)| Line { number, text })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_encoding_is_told_by_content() {
        let text = "後手の持駒：なし\r\n";
        let (sjis, missing) = encode(text, Encoding::ShiftJis);
        assert!(missing.is_empty() && sjis != text.as_bytes());
        assert_eq!(decode(&sjis), Ok((text.into(), Encoding::ShiftJis)));
        assert_eq!(decode(text.as_bytes()), Ok((text.into(), Encoding::Utf8)));
        let marked = format!("\u{feff}{text}");
        assert_eq!(decode(marked.as_bytes()), Ok((text.into(), Encoding::Utf8)));
    }

    #[test]
    fn euc_jp_is_told_from_shift_jis() {
        let texts = [
            "後手の持駒：なし\n",
            "作者\t8k/9/9\n",
            "▲７六歩　△３四歩\n",
            "将棋",
        ];
        for text in texts {
            for encoding in [Encoding::ShiftJis, Encoding::EucJp] {
                let (bytes, missing) = encode(text, encoding);
                assert_eq!(missing, []);
                assert_eq!(decode(&bytes), Ok((text.into(), encoding)), "{text}");
            }
        }
        // What reads as kanji of shogi in no encoding but this is narrow katakana.
        let (bytes, _) = encode("ｹﾑﾘ ﾂﾒ", Encoding::ShiftJis);
        assert_eq!(decode(&bytes), Ok(("ｹﾑﾘ ﾂﾒ".into(), Encoding::ShiftJis)));
        let (mut damaged, _) = encode("手合割：平手\n作者：甲乙丙\n", Encoding::EucJp);
        let end = damaged.len() - 1;
        damaged[end] = 0xff;
        let error = decode(&damaged).unwrap_err();
        assert_eq!(error, RecordErrorKind::Encoding.at(2, 7));
        assert_eq!(decode_lossy(&damaged).1, Encoding::EucJp);
    }

    #[test]
    fn what_is_neither_says_where() {
        let error = |bytes: &[u8]| decode(bytes).unwrap_err();
        let (sjis, _) = encode("先手\n後手：", Encoding::ShiftJis);
        let bad = [&sjis[..], b"\xff\n"].concat();
        assert_eq!((error(&bad).line, error(&bad).column), (Some(2), Some(4)));
        let bad = b"\xef\xbb\xbfab\ncd\xff";
        assert_eq!((error(bad).line, error(bad).column), (Some(2), Some(3)));
        assert_eq!(error(b"\xff\xfea\0"), RecordErrorKind::NotText.at(1, 1));
        assert_eq!(
            error("駒\n玉\0".as_bytes()),
            RecordErrorKind::NotText.at(2, 2)
        );
        assert_eq!(error(b"\xef\xbb\xbfa\0"), RecordErrorKind::NotText.at(1, 2));
        assert_eq!(
            error(&vec![b'x'; MAX_SIZE + 1]).kind,
            RecordErrorKind::TooLarge
        );
    }

    #[test]
    fn one_bad_byte_is_told_in_the_encoding_of_the_others() {
        let mut bytes = "作品名：煙\n作者：甲\n備考：乙".repeat(3).into_bytes();
        bytes.push(0xff);
        let error = decode(&bytes).unwrap_err();
        assert_eq!(error, RecordErrorKind::Encoding.at(7, 5));
    }

    #[test]
    fn characters_with_two_places_in_unicode_are_not_missing() {
        let (bytes, missing) = encode("〜−‖—¢£¬", Encoding::ShiftJis);
        assert_eq!(missing, []);
        let (text, encoding) = decode(&bytes).unwrap();
        assert_eq!(
            (text.as_str(), encoding),
            ("～－∥―￠￡￢", Encoding::ShiftJis)
        );
    }

    #[test]
    fn lines_end_in_three_ways() {
        let all: Vec<&str> = split_lines("a\r\nb\rc\n\r\rd\r").collect();
        assert_eq!(all, ["a", "b", "c", "", "", "d", ""]);
        let error = decode(b"ab\rcd\r\ne\xff\n").unwrap_err();
        assert_eq!((error.line, error.column), (Some(3), Some(2)));
    }

    #[test]
    fn what_shift_jis_lacks_is_told() {
        let (bytes, missing) = encode("a\n¥😀龍", Encoding::ShiftJis);
        let characters: Vec<_> = missing.iter().map(|m| (m.character, m.line)).collect();
        assert_eq!(characters, [('¥', 2), ('😀', 2)]);
        assert_eq!(decode(&bytes).unwrap().0, "a\n〓〓龍");
    }
}
