//! Forms of JSON that the tools of the command line read and write.
//!
//! Each form is a struct of its tool. Members that the struct does not have are errors, and an
//! error names the path of the wrong member: `players[1].lot`.

use std::{error::Error, fmt, io, str::FromStr};

use serde::{
    Deserialize, Deserializer, Serialize,
    de::{self, DeserializeOwned, MapAccess, SeqAccess, Visitor},
};
use serde_json::{Map, Value, ser::Formatter};
use serde_path_to_error::{Path, Segment};

/// Reason why a value is not of the expected form.
#[derive(Debug)]
pub(crate) struct FormError {
    /// Path of the wrong member, such as `.players[1].lot`; empty for the whole value.
    path: String,
    reason: serde_json::Error,
}

impl fmt::Display for FormError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reason = in_words(self.reason.to_string());
        // The reason of a `tagged` value begins with the rest of the path.
        let colon = if self.path.is_empty() || reason.starts_with(['.', '[']) { "" } else { ": " };
        let text = format!("{}{colon}{reason}", self.path);
        f.write_str(text.trim_start_matches('.'))
    }
}

/// Replaces names of Rust types in a message of serde by words for JSON values.
fn in_words(reason: String) -> String {
    const WORDS: [(&str, &str); 5] = [
        ("expected u32", "expected a whole number from 0 to 4294967295"),
        ("expected a nonzero u32", "expected a whole number from 1 to 4294967295"),
        ("expected u64", "expected a whole number, 0 or more"),
        ("expected i64", "expected a whole number"),
        ("expected string or map", "expected a text"),
    ];
    let known = WORDS.iter().find_map(|(rust, words)| Some((reason.strip_suffix(rust)?, words)));
    known.map(|(before, words)| format!("{before}{words}")).unwrap_or(reason)
}

impl FormError {
    /// Prefixes the path with the member `name`.
    pub(crate) fn within(self, name: &str) -> Self {
        Self { path: format!(".{name}{}", self.path), ..self }
    }
}

/// The text has the reason, so that there is no source.
impl Error for FormError {}

/// Parses a text. Unlike [`Value`], in which the last of equal keys wins, it may repeat no key of
/// an object.
///
/// # Errors
/// If the text is not JSON, or an object repeats a key.
pub(crate) fn parse(text: &[u8]) -> serde_json::Result<Value> {
    let Distinct(value) = serde_json::from_slice(text)?;
    Ok(value)
}

/// A value in which no object repeats a key.
struct Distinct(Value);

impl<'de> Deserialize<'de> for Distinct {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(DistinctVisitor).map(Self)
    }
}

struct DistinctVisitor;

impl<'de> Visitor<'de> for DistinctVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(Distinct(value)) = items.next_element()? {
            values.push(value);
        }
        Ok(values.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(key) = members.next_key::<String>()? {
            if object.contains_key(&key) {
                return Err(de::Error::custom(format_args!("the key {key:?} is repeated")));
            }
            let Distinct(value) = members.next_value()?;
            object.insert(key, value);
        }
        Ok(object.into())
    }
}

/// Reads a value as a form.
///
/// # Errors
/// If a member is missing, unknown, or has a value that the form does not allow.
pub(crate) fn read<T: DeserializeOwned>(value: Value) -> Result<T, FormError> {
    serde_path_to_error::deserialize(value)
        .map_err(|error| FormError { path: path(error.path()), reason: error.into_inner() })
}

/// Writes a path as in JavaScript: `.players[1].lot`.
fn path(path: &Path) -> String {
    let segments = path.iter().map(|segment| match segment {
        Segment::Seq { index } => format!("[{index}]"),
        Segment::Map { key } => format!(".{key}"),
        // A variant is named by the value of a member and not by a part of the path.
        Segment::Enum { .. } | Segment::Unknown => String::new(),
    });
    segments.collect()
}

/// Reads an enum whose variant is named by the member `tag`, beside the members of that variant.
///
/// Unlike serde's own internally tagged enums this keeps the path of a wrong member.
///
/// # Errors
/// If the value is not of the form.
pub(crate) fn tagged<'de, D, T>(deserializer: D, tag: &'static str) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: DeserializeOwned,
{
    let mut members = Map::deserialize(deserializer)?;
    let variant = members.remove(tag).ok_or_else(|| de::Error::missing_field(tag))?;
    let Value::String(variant) = variant else {
        return Err(de::Error::custom(format_args!(".{tag}: {variant} is not a text")));
    };
    nested(Value::Object(Map::from_iter([(variant, Value::Object(members))])))
}

/// Reads a part of a value that was split before, and keeps the path of a wrong member.
///
/// # Errors
/// If the part is not of the form.
pub(crate) fn nested<T: DeserializeOwned, E: de::Error>(part: Value) -> Result<T, E> {
    read(part).map_err(|FormError { path, reason }| {
        let colon = if path.is_empty() { "" } else { ": " };
        E::custom(format_args!("{path}{colon}{reason}"))
    })
}

/// Reads a member that may be absent but not null.
///
/// # Errors
/// If the value is not a `T`.
pub(crate) fn present<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    T::deserialize(deserializer).map(Some)
}

/// Reads a member that may be null but not absent.
///
/// # Errors
/// If the value is neither null nor a `T`.
pub(crate) fn nullable<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    Option::deserialize(deserializer)
}

/// Reads a domain type from its text.
///
/// # Errors
/// If the value is not a text, or `T` cannot be parsed from it.
pub(crate) fn parsed<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr<Err: fmt::Display>,
{
    String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
}

/// Reads a domain type from its number.
///
/// # Errors
/// If the value is not a whole number, or is out of the range of `T`.
pub(crate) fn numbered<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Numbered,
{
    T::from_number(u32::deserialize(deserializer)?).map_err(de::Error::custom)
}

/// Reads a list of a domain type from numbers.
///
/// # Errors
/// As [`numbered`], for any of the numbers.
pub(crate) fn all_numbered<'de, D, T>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Numbered,
{
    let numbers = Vec::<u32>::deserialize(deserializer)?;
    numbers.into_iter().map(|one| T::from_number(one).map_err(de::Error::custom)).collect()
}

/// A domain type that is a whole number in JSON.
pub(crate) trait Numbered: Sized {
    /// Error for a number out of range.
    type Error: fmt::Display;

    /// Converts a number.
    ///
    /// # Errors
    /// If the number is out of range.
    fn from_number(number: u32) -> Result<Self, Self::Error>;
}

macro_rules! numbered {
    ($($($name:ident)::+),+) => {$(
        impl Numbered for tournament::$($name)::+ {
            type Error = tournament::NumberError;

            fn from_number(number: u32) -> Result<Self, Self::Error> {
                Self::new(number)
            }
        }
    )+};
}

numbered!(Lot, PlayerId, RoundNumber, ranking::Participant);

/// Writes a form with a space after each comma and colon.
///
/// # Errors
/// If a map in the form has keys that are not text.
pub(crate) fn spaced(form: &impl Serialize) -> serde_json::Result<String> {
    let mut text = Vec::new();
    form.serialize(&mut serde_json::Serializer::with_formatter(&mut text, Spaced))?;
    String::from_utf8(text).map_err(serde::ser::Error::custom)
}

struct Spaced;

impl Formatter for Spaced {
    fn begin_array_value<W: ?Sized + io::Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        if first { Ok(()) } else { writer.write_all(b", ") }
    }

    fn begin_object_key<W: ?Sized + io::Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        if first { Ok(()) } else { writer.write_all(b", ") }
    }

    fn begin_object_value<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b": ")
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Outer {
        #[serde(default, deserialize_with = "present")]
        maybe: Option<u32>,
        #[serde(deserialize_with = "nullable")]
        null: Option<u32>,
        #[serde(default)]
        acts: Vec<Act>,
    }

    #[derive(Debug, PartialEq)]
    struct Act(Kind);

    impl<'de> Deserialize<'de> for Act {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            tagged(deserializer, "type").map(Self)
        }
    }

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(rename_all = "snake_case", deny_unknown_fields)]
    enum Kind {
        Run {
            #[serde(deserialize_with = "numbered")]
            round: tournament::RoundNumber,
        },
        Stop {},
    }

    #[track_caller]
    fn refused(value: Value, expected: &str) {
        assert_eq!(read::<Outer>(value).unwrap_err().to_string(), expected);
    }

    #[test]
    fn an_error_names_the_path_and_what_was_expected() {
        refused(json!({}), "missing field `null`");
        refused(
            json!({"null": 1, "maybe": null}),
            "maybe: invalid type: null, expected a whole number from 0 to 4294967295",
        );
        refused(
            json!({"null": "x"}),
            "null: invalid type: string \"x\", expected a whole number from 0 to 4294967295",
        );
        let act = |act: Value| json!({"null": null, "acts": [{"type": "stop"}, act]});
        refused(act(json!({})), "acts[1]: missing field `type`");
        refused(act(json!({"type": 1})), "acts[1].type: 1 is not a text");
        refused(
            act(json!({"type": "walk"})),
            "acts[1]: unknown variant `walk`, expected `run` or `stop`",
        );
        refused(act(json!({"type": "run"})), "acts[1]: missing field `round`");
        refused(
            act(json!({"type": "run", "round": 0})),
            "acts[1].round: 0 is no round: the first is 1",
        );
        refused(
            act(json!({"type": "run", "round": 0.5})),
            "acts[1].round: invalid type: floating point `0.5`, expected a whole number from 0 to 4294967295",
        );
    }

    #[test]
    fn a_member_that_is_not_known_is_an_error() {
        let error = read::<Outer>(json!({"null": null, "mabye": 1})).unwrap_err().to_string();
        assert!(
            error.ends_with("unknown field `mabye`, expected one of `maybe`, `null`, `acts`"),
            "{error}"
        );
        let value = json!({"null": null, "acts": [{"type": "stop", "round": 1}]});
        let error = read::<Outer>(value).unwrap_err().to_string();
        assert!(error.starts_with("acts[0]") && error.contains("unknown field `round`"), "{error}");
    }

    #[test]
    fn a_spaced_form_has_a_space_after_each_comma_and_colon() {
        let text = spaced(&json!({"a": [1, {"b": "x,y"}], "c": []})).unwrap();
        assert_eq!(text, r#"{"a": [1, {"b": "x,y"}], "c": []}"#);
    }
}
