//! JSON that is kept for both languages.

use kemuri_text::Lang;
use serde_json::{Map, Value};
use std::fmt::Write as _;
use std::sync::Arc;

/// A JSON object in both languages: the keys that are the same in both once, and those
/// with sentences for each.
#[derive(Clone, Debug)]
pub struct Both {
    same: Arc<str>,
    sentences: [Arc<str>; 2],
}

impl Both {
    /// The object with the keys of `same` and of what `say` returns.
    pub fn new(same: Map<String, Value>, say: impl Fn(Lang) -> Map<String, Value>) -> Self {
        let text = |map: Map<String, Value>| {
            let text = Value::Object(map).to_string();
            Arc::from(&text[1..text.len() - 1])
        };
        Self {
            same: text(same),
            sentences: [Lang::En, Lang::Ja].map(|lang| text(say(lang))),
        }
    }

    /// The text of the object in a language.
    pub fn json(&self, lang: Lang) -> String {
        let sentences = &self.sentences[lang as usize];
        let mut out = String::with_capacity(self.same.len() + sentences.len() + 3);
        let comma = match self.same.is_empty() || sentences.is_empty() {
            true => "",
            false => ",",
        };
        let _ = write!(out, "{{{}{comma}{sentences}}}", self.same);
        out
    }

    /// Bytes that it takes.
    pub fn bytes(&self) -> usize {
        let sentences = self.sentences.iter().map(|text| text.len());
        self.same.len() + sentences.sum::<usize>()
    }
}

/// The keys of `value`, which is written as an object.
pub fn keys(value: &impl serde::Serialize) -> Map<String, Value> {
    match serde_json::to_value(value) {
        Ok(Value::Object(map)) => map,
        _ => Map::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn each_language_has_its_sentences() {
        let both = Both::new(keys(&json!({ "n": 1 })), |lang| {
            keys(&json!({ "sentence": lang.code() }))
        });
        assert_eq!(both.json(Lang::En), r#"{"n":1,"sentence":"en"}"#);
        assert_eq!(both.json(Lang::Ja), r#"{"n":1,"sentence":"ja"}"#);
        let none = Both::new(Map::new(), |_| Map::new());
        assert_eq!(none.json(Lang::Ja), "{}");
    }
}
