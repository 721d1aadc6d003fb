//! The messages in the files of a language.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use fluent_syntax::{
    ast::{Entry, Expression, InlineExpression, Pattern, PatternElement},
    parser,
};

/// A file of messages.
pub(crate) struct File {
    pub(crate) name: String,
    pub(crate) messages: Vec<Message>,
}

/// A message and its parts.
#[derive(Debug)]
pub(crate) struct Message {
    pub(crate) file: String,
    pub(crate) key: String,
    pub(crate) arguments: BTreeSet<String>,
    /// The texts without arguments: the whole one, and each variant.
    pub(crate) texts: Vec<String>,
}

/// Reads the files of a language, which must be valid.
pub(crate) fn files(tag: &str) -> Vec<File> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("text").join(tag);
    let mut files: Vec<File> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let text = fs::read_to_string(&path).unwrap();
            let resource = parser::parse(text.as_str())
                .unwrap_or_else(|(_, errors)| panic!("{tag}/{name}: {errors:?}"));
            let messages = resource.body.iter().filter_map(|entry| message(&name, entry)).collect();
            File { name, messages }
        })
        .collect();
    files.sort_by(|one, other| one.name.cmp(&other.name));
    files
}

impl File {
    pub(crate) fn is_of_pages(&self) -> bool {
        ["desk.ftl", "pages.ftl", "people.ftl", "tablet.ftl"].contains(&self.name.as_str())
    }
}

/// Returns the messages of this crate in a language, by key.
pub(crate) fn messages(tag: &str) -> BTreeMap<String, Message> {
    by_key(files(tag).into_iter().filter(|file| !file.is_of_pages()))
}

/// Returns the messages of the pages in a language, by file and key: each page reads its own file.
pub(crate) fn pages(tag: &str) -> BTreeMap<String, Message> {
    let files = files(tag).into_iter().filter(File::is_of_pages);
    let named = files.flat_map(|File { name, messages }| {
        messages.into_iter().map(move |message| (format!("{name}: {}", message.key), message))
    });
    named.collect()
}

fn by_key(files: impl Iterator<Item = File>) -> BTreeMap<String, Message> {
    let all = files.flat_map(|file| file.messages);
    all.map(|message| (message.key.clone(), message)).collect()
}

fn message(file: &str, entry: &Entry<&str>) -> Option<Message> {
    let message = match entry {
        Entry::Message(message) => message,
        Entry::Comment(_) | Entry::GroupComment(_) | Entry::ResourceComment(_) => return None,
        Entry::Term(_) | Entry::Junk { .. } => panic!("{file}: {entry:?}"),
    };
    assert!(message.attributes.is_empty(), "{file}: {} has attributes", message.id.name);
    let Some(pattern) = message.value.as_ref() else {
        panic!("{file}: {} has no text", message.id.name)
    };
    let mut read = Message {
        file: file.to_owned(),
        key: message.id.name.to_owned(),
        arguments: BTreeSet::new(),
        texts: Vec::new(),
    };
    read_pattern(pattern, &mut read);
    Some(read)
}

fn read_pattern(pattern: &Pattern<&str>, message: &mut Message) {
    let mut text = String::new();
    for element in &pattern.elements {
        match element {
            PatternElement::TextElement { value } => text.push_str(value),
            PatternElement::Placeable { expression } => {
                text.push('…');
                match expression {
                    Expression::Inline(inline) => read_inline(inline, message),
                    Expression::Select { selector, variants } => {
                        read_inline(selector, message);
                        for variant in variants {
                            read_pattern(&variant.value, message);
                        }
                    }
                }
            }
        }
    }
    message.texts.push(text);
}

fn read_inline(inline: &InlineExpression<&str>, message: &mut Message) {
    match inline {
        InlineExpression::VariableReference { id } => {
            message.arguments.insert(id.name.to_owned());
        }
        InlineExpression::StringLiteral { .. }
        | InlineExpression::NumberLiteral { .. }
        | InlineExpression::FunctionReference { .. }
        | InlineExpression::MessageReference { .. }
        | InlineExpression::TermReference { .. }
        | InlineExpression::Placeable { .. } => {
            panic!("{}: only arguments stand between braces, not {inline:?}", message.key)
        }
    }
}
