//! The messages of `text/`, compiled in and parsed once for each language.

use std::{borrow::Cow, fmt::Display, sync::LazyLock};

use draughts::{Move, MoveText, Square, text};
use fluent_bundle::{FluentArgs, FluentResource, FluentValue, concurrent::FluentBundle};
use tournament::{
    GroupNumber, Lot, PlayerId, RoundNumber, Schedule, TableNumber, plan::TeamId,
    ranking::Participant,
};

use crate::Language;

/// Writes a message: `say!(language, "key", name = value, …)`, with a value for each of its
/// arguments.
///
/// The key is a literal, so that a test can compare keys and arguments with the files.
macro_rules! say {
    ($language:expr, $key:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {
        $crate::messages::message(
            $language,
            $key,
            [$((stringify!($name), say!(@value $name $(= $value)?))),*],
        )
    };
    (@value $name:ident) => { $crate::messages::Argument::argument(&$name) };
    (@value $name:ident = $value:expr) => { $crate::messages::Argument::argument(&$value) };
}
pub(crate) use say;

/// The files of each language: one per subject, the same in every language.
macro_rules! files {
    ($tag:literal) => {
        [
            include_str!(concat!("../text/", $tag, "/access.ftl")),
            include_str!(concat!("../text/", $tag, "/call.ftl")),
            include_str!(concat!("../text/", $tag, "/clock.ftl")),
            include_str!(concat!("../text/", $tag, "/crosstable.ftl")),
            include_str!(concat!("../text/", $tag, "/game.ftl")),
            include_str!(concat!("../text/", $tag, "/operation.ftl")),
            include_str!(concat!("../text/", $tag, "/pairing.ftl")),
            include_str!(concat!("../text/", $tag, "/refusal.ftl")),
            include_str!(concat!("../text/", $tag, "/regulation.ftl")),
            include_str!(concat!("../text/", $tag, "/report.ftl")),
            include_str!(concat!("../text/", $tag, "/season.ftl")),
            include_str!(concat!("../text/", $tag, "/standings.ftl")),
            include_str!(concat!("../text/", $tag, "/table.ftl")),
            include_str!(concat!("../text/", $tag, "/text.ftl")),
            include_str!(concat!("../text/", $tag, "/tournament.ftl")),
        ]
    };
}

static ENGLISH: LazyLock<Bundle> = LazyLock::new(|| bundle(Language::English, files!("en")));
static DUTCH: LazyLock<Bundle> = LazyLock::new(|| bundle(Language::Dutch, files!("nl")));
static FRISIAN: LazyLock<Bundle> = LazyLock::new(|| bundle(Language::Frisian, files!("fy")));

type Bundle = FluentBundle<FluentResource>;

/// Parses files. Invalid messages are left out here; a test finds them.
fn bundle<const FILES: usize>(language: Language, files: [&str; FILES]) -> Bundle {
    let mut bundle = Bundle::new_concurrent(vec![language.tag().parse().unwrap_or_default()]);
    // Marks around every argument would disturb comparing and copying a text: only texts that need
    // them have them (`Argument for str`).
    bundle.set_use_isolating(false);
    for file in files {
        let resource = FluentResource::try_new(file.to_owned()).unwrap_or_else(|(rest, _)| rest);
        bundle.add_resource_overriding(resource);
    }
    bundle
}

/// Writes a message. A key that no file has is written itself; the tests rule that out.
pub(crate) fn message<const ARGUMENTS: usize>(
    language: Language,
    key: &str,
    arguments: [(&'static str, FluentValue<'_>); ARGUMENTS],
) -> String {
    let bundle = match language {
        Language::English => &ENGLISH,
        Language::Dutch => &DUTCH,
        Language::Frisian => &FRISIAN,
    };
    let Some(pattern) = bundle.get_message(key).and_then(|message| message.value()) else {
        return key.to_owned();
    };
    let arguments: FluentArgs<'_> = arguments.into_iter().collect();
    bundle.format_pattern(pattern, Some(&arguments), &mut Vec::new()).into_owned()
}

/// A value that can be an argument of a message.
pub(crate) trait Argument {
    /// Returns the value as an argument: numbers select between singular and plural.
    fn argument(&self) -> FluentValue<'_>;
}

impl<T: Argument + ?Sized> Argument for &T {
    fn argument(&self) -> FluentValue<'_> {
        (**self).argument()
    }
}

impl Argument for str {
    fn argument(&self) -> FluentValue<'_> {
        FluentValue::String(text::isolated(self))
    }
}

impl Argument for String {
    fn argument(&self) -> FluentValue<'_> {
        self.as_str().argument()
    }
}

/// Numbers that select between singular and plural.
macro_rules! numbers {
    ($($number:ty),*) => {
        $(impl Argument for $number {
            fn argument(&self) -> FluentValue<'_> {
                (*self).into()
            }
        })*
    };
}

numbers!(u8, i32, u32, usize);

/// Numbers that do not, such as a seed: all digits are kept.
impl Argument for u64 {
    fn argument(&self) -> FluentValue<'_> {
        shown(self)
    }
}

/// Values with their usual `Display`.
macro_rules! arguments {
    ($($shown:ty),*) => {
        $(impl Argument for $shown {
            fn argument(&self) -> FluentValue<'_> {
                shown(self)
            }
        })*
    };
}

arguments!(
    GroupNumber,
    Lot,
    Move,
    MoveText,
    Participant,
    PlayerId,
    RoundNumber,
    Schedule,
    Square,
    TableNumber,
    TeamId
);

fn shown(value: &impl Display) -> FluentValue<'static> {
    FluentValue::String(Cow::Owned(value.to_string()))
}

/// Adds the article in brackets, if there is one. Articles are cited alike in every language.
pub(crate) fn cited(text: String, article: Option<&str>) -> String {
    match article {
        Some(article) => format!("{text} ({article})"),
        None => text,
    }
}

/// Adds a clause after a semicolon, if there is one.
pub(crate) fn with_clause(text: String, clause: Option<String>) -> String {
    match clause {
        Some(clause) => format!("{text}; {clause}"),
        None => text,
    }
}

/// Joins texts by commas and, before the last, by the word: `Ids, Jel en Sjoerd`.
pub(crate) fn joined(texts: &[String], word: &str) -> String {
    match texts {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}

/// Joins names by commas and, before the last, by "and".
pub(crate) fn all_of(names: &[String], language: Language) -> String {
    joined(names, &say!(language, "and"))
}
