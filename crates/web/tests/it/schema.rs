//! A validator of JSON Schema, as far as the description of the API uses it. A keyword
//! that it does not know is an error, so that nothing passes by being overlooked.

use serde_json::{Map, Value};

/// Keywords that say nothing of values.
const ANNOTATIONS: [&str; 6] = [
    "$schema",
    "title",
    "description",
    "default",
    "format",
    "$defs",
];

/// Says what is wrong with `value`, `None` if it meets `schema`; references lead into
/// `document`.
pub fn fault(document: &Value, schema: &Value, value: &Value) -> Option<String> {
    let schema = match schema {
        Value::Bool(true) => return None,
        Value::Bool(false) => return Some(format!("nothing is allowed, not {value}")),
        Value::Object(schema) => schema,
        other => panic!("{other} is no schema"),
    };
    schema.iter().find_map(|(keyword, argument)| {
        let inner = |schema| fault(document, schema, value);
        let all = || argument.as_array().unwrap().iter();
        let wrong = || Some(format!("{value} is not: {keyword} {argument}"));
        let is_met = match keyword.as_str() {
            keyword if ANNOTATIONS.contains(&keyword) => true,
            "$ref" => {
                let path = argument.as_str().unwrap().strip_prefix('#').unwrap();
                return inner(document.pointer(path).expect("a schema"));
            }
            "type" => match argument {
                Value::Array(types) => types.iter().any(|one| has_type(value, one)),
                one => has_type(value, one),
            },
            "enum" => all().any(|one| one == value),
            "const" => argument == value,
            "anyOf" => all().any(|schema| inner(schema).is_none()),
            "oneOf" => all().filter(|schema| inner(schema).is_none()).count() == 1,
            "allOf" => return all().find_map(inner),
            "minimum" => value
                .as_f64()
                .is_none_or(|n| n >= argument.as_f64().unwrap()),
            "maximum" => value
                .as_f64()
                .is_none_or(|n| n <= argument.as_f64().unwrap()),
            "required" => match value.as_object() {
                Some(object) => all().all(|key| object.contains_key(key.as_str().unwrap())),
                None => true,
            },
            "items" => {
                let items = value.as_array().map_or(&[][..], Vec::as_slice);
                return items
                    .iter()
                    .find_map(|item| fault(document, argument, item));
            }
            "properties" => return of_properties(document, argument, value),
            "additionalProperties" | "unevaluatedProperties" => {
                return of_others(document, schema, argument, value);
            }
            unknown => panic!("the keyword {unknown} is not known"),
        };
        if is_met { None } else { wrong() }
    })
}

fn has_type(value: &Value, name: &Value) -> bool {
    match name.as_str().unwrap() {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("the type {other} is not known"),
    }
}

fn of_properties(document: &Value, properties: &Value, value: &Value) -> Option<String> {
    let object = value.as_object()?;
    let properties = properties.as_object().unwrap().iter();
    let mut there = properties.filter_map(|(key, schema)| Some((key, schema, object.get(key)?)));
    there.find_map(|(key, schema, value)| {
        fault(document, schema, value).map(|fault| format!("{key}: {fault}"))
    })
}

/// What is wrong with the properties that `schema` does not name.
fn of_others(
    document: &Value,
    schema: &Map<String, Value>,
    others: &Value,
    value: &Value,
) -> Option<String> {
    let named = |key: &str| {
        schema
            .get("properties")
            .is_some_and(|named| named.get(key).is_some())
    };
    let mut object = value.as_object()?.iter();
    object.find_map(|(key, value)| match named(key) {
        true => None,
        false => fault(document, others, value).map(|fault| format!("{key}: {fault}")),
    })
}

#[test]
fn the_validator_finds_faults() {
    use serde_json::json;
    let document = json!({ "x": { "type": "integer", "minimum": 2 } });
    let schema = json!({
        "type": "object",
        "properties": {
            "n": { "$ref": "#/x" },
            "l": { "type": "array", "items": { "enum": ["a", "b"] } },
            "o": { "anyOf": [{ "const": 1 }, { "type": "null" }] },
        },
        "required": ["n"],
        "additionalProperties": false,
    });
    for (value, is_right) in [
        (json!({ "n": 2 }), true),
        (json!({ "n": 2, "l": ["a"], "o": null }), true),
        (json!({ "n": 1 }), false),
        (json!({ "n": "2" }), false),
        (json!({ "n": 2, "l": ["c"] }), false),
        (json!({ "n": 2, "o": 2 }), false),
        (json!({ "n": 2, "x": 2 }), false),
        (json!({}), false),
        (json!([]), false),
    ] {
        assert_eq!(
            fault(&document, &schema, &value).is_none(),
            is_right,
            "{value}"
        );
    }
}
