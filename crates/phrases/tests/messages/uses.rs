//! The uses of messages in the code of this crate.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// One `say!(language, "key", …)`.
pub(crate) struct Use {
    pub(crate) file: String,
    pub(crate) key: String,
    pub(crate) arguments: BTreeSet<String>,
}

/// Finds every use of a message.
pub(crate) fn uses() -> Vec<Use> {
    let mut uses = Vec::new();
    for (file, source) in sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")) {
        for (at, _) in source.match_indices("say!(") {
            let parts = parts(&source[at + "say!(".len()..]);
            // The macro itself has no key.
            let Some(key) = parts.get(1).and_then(|key| key.strip_prefix('"')) else { continue };
            let key = key.strip_suffix('"').unwrap().to_owned();
            let name = |part: &String| part.split([' ', '=']).next().unwrap().to_owned();
            let arguments = parts[2..].iter().map(name).collect();
            uses.push(Use { file: file.clone(), key, arguments });
        }
    }
    assert!(uses.len() > 200, "{}", uses.len());
    uses
}

/// Returns the parts between commas up to the closing parenthesis.
fn parts(source: &str) -> Vec<String> {
    let (mut parts, mut part, mut depth) = (Vec::new(), String::new(), 0_u32);
    let mut letters = source.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '"' => {
                part.push('"');
                while let Some(inner) = letters.next() {
                    part.push(inner);
                    match inner {
                        '"' => break,
                        '\\' => part.extend(letters.next()),
                        _ => {}
                    }
                }
                continue;
            }
            '(' | '[' | '{' => depth += 1,
            ')' if depth == 0 => break,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(part.trim().to_owned());
                part.clear();
                continue;
            }
            _ => {}
        }
        part.push(letter);
    }
    parts.push(part.trim().to_owned());
    parts.retain(|part| !part.is_empty());
    parts
}

/// Returns the Rust files of a folder with their texts, without comment lines.
fn sources(folder: &Path) -> Vec<(String, String)> {
    let mut sources = Vec::new();
    let mut folders: Vec<PathBuf> = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
                let text = lines.collect::<Vec<_>>().join("\n");
                sources.push((path.display().to_string(), text));
            }
        }
    }
    sources
}
