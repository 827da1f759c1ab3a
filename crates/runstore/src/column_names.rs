//! The names of the fields of a struct.

use serde::de::value::Error;
use serde::de::{DeserializeOwned, Deserializer, Error as _, Visitor};
use serde::forward_to_deserialize_any;

/// Returns the names of the fields of a struct, as serde writes them.
pub fn column_names<R: DeserializeOwned>() -> &'static [&'static str] {
    let mut names: &[&str] = &[];
    // It has nothing to read, and asks for the fields by their names.
    let _ = R::deserialize(Names(&mut names));
    names
}

/// Has nothing, and remembers the names it is asked for.
struct Names<'a>(&'a mut &'static [&'static str]);

impl<'de> Deserializer<'de> for Names<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        Err(Error::custom("this is no struct"))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Error> {
        *self.0 = fields;
        Err(Error::custom("there is nothing to read"))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
        option unit unit_struct newtype_struct seq tuple tuple_struct map enum identifier
        ignored_any
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[test]
    fn the_names_are_those_that_serde_writes() {
        #[derive(Deserialize)]
        struct Row {
            #[serde(rename = "number")]
            _number: u32,
            #[serde(rename = "time_us")]
            _time: Option<u64>,
        }
        assert_eq!(column_names::<Row>(), ["number", "time_us"]);
        assert!(column_names::<u32>().is_empty());
    }
}
