//! The forms of JSON that the tools of the command line read and write.
//!
//! Every form is a struct of the tool that speaks it. A member that the struct does not have is an
//! error, and an error names the path of the member that is wrong: `players[1].lot`.

use std::{error::Error, fmt, io, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize, de, de::DeserializeOwned};
use serde_json::{Map, Value, ser::Formatter};
use serde_path_to_error::{Path, Segment};

/// A value that is not of the form that was asked for.
#[derive(Debug)]
pub(crate) struct FormError {
    /// The path of the member that is wrong; empty for the whole value.
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

/// Says what is expected in the words of JSON where serde has those of Rust.
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
    /// Says that the value that was read is the member `name`.
    pub(crate) fn within(self, name: &str) -> Self {
        Self { path: format!(".{name}{}", self.path), ..self }
    }
}

impl Error for FormError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.reason)
    }
}

/// Reads a value as a form.
///
/// # Errors
/// When a member is missing, is not one of the form, or holds something else than it should.
pub(crate) fn read<T: DeserializeOwned>(value: Value) -> Result<T, FormError> {
    serde_path_to_error::deserialize(value)
        .map_err(|error| FormError { path: path(error.path()), reason: error.into_inner() })
}

/// Writes a path as JavaScript has it: `.players[1].lot`.
fn path(path: &Path) -> String {
    let segments = path.iter().map(|segment| match segment {
        Segment::Seq { index } => format!("[{index}]"),
        Segment::Map { key } => format!(".{key}"),
        // The variant is named by a member of its own, which is no part of the path.
        Segment::Enum { .. } | Segment::Unknown => String::new(),
    });
    segments.collect()
}

/// Reads an enum whose variant is named by the member `tag`, beside the members of that variant.
///
/// Unlike serde's own internally tagged enums this keeps the path of what is wrong.
///
/// # Errors
/// When the value is not of the form.
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

/// Reads a part of a value that was taken out of it by hand, and keeps the path of what is wrong.
///
/// # Errors
/// When the part is not of the form.
pub(crate) fn nested<T: DeserializeOwned, E: de::Error>(part: Value) -> Result<T, E> {
    read(part).map_err(|FormError { path, reason }| {
        let colon = if path.is_empty() { "" } else { ": " };
        E::custom(format_args!("{path}{colon}{reason}"))
    })
}

/// Reads a member that may be left out but, if it is there, has to hold a value.
///
/// # Errors
/// Those of the value.
pub(crate) fn present<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    T::deserialize(deserializer).map(Some)
}

/// Reads a member that has to be there but may be null.
///
/// # Errors
/// Those of the value.
pub(crate) fn nullable<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    Option::deserialize(deserializer)
}

/// Reads a text that a domain type parses.
///
/// # Errors
/// Those of the type.
pub(crate) fn parsed<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr<Err: fmt::Display>,
{
    String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
}

/// Reads a whole number that a domain type takes.
///
/// # Errors
/// Those of the type.
pub(crate) fn numbered<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Numbered,
{
    T::from_number(u32::deserialize(deserializer)?).map_err(de::Error::custom)
}

/// Reads a list of whole numbers that a domain type takes.
///
/// # Errors
/// Those of the type.
pub(crate) fn all_numbered<'de, D, T>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Numbered,
{
    let numbers = Vec::<u32>::deserialize(deserializer)?;
    numbers.into_iter().map(|one| T::from_number(one).map_err(de::Error::custom)).collect()
}

/// A domain type that is a whole number in the forms.
pub(crate) trait Numbered: Sized {
    /// Why a number is none of these.
    type Error: fmt::Display;

    /// Checks the number.
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
/// When a form has a key that is no text.
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
