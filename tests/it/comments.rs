//! Checks the width of comments, which rustfmt leaves as they are.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// Number of columns of a line.
const COLUMNS: usize = 100;

/// Returns every file of Rust below a folder, except what was built there.
pub(crate) fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && !path.ends_with("target") {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// Returns true for the text of a comment. Tables and code are as wide as they have to be.
fn is_text(line: &str) -> bool {
    line.trim_start().starts_with("//") && !line.contains(['|', '`', '{'])
}

#[test]
fn comments_have_lines_of_at_most_a_hundred_columns() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    for folder in ["crates", "services", "proto", "tests"] {
        sources(&root.join(folder), &mut files);
    }
    assert!(files.len() > 500, "{} files", files.len());
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        for (number, line) in (1..).zip(text.lines()) {
            let columns = line.chars().count();
            let is_wide = columns > COLUMNS && is_text(line);
            assert!(!is_wide, "{}:{number} has {columns} columns", file.display());
        }
    }
}
