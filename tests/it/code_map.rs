//! Checks that ARCHITECTURE.md and docs/games.md name paths that exist, and that the code map of
//! the former names every file of a service.

use std::{collections::BTreeSet, fs, path::Path};

const PAGE: &str = include_str!("../../ARCHITECTURE.md");
/// The page that says how games behave.
const GAMES: &str = include_str!("../../docs/games.md");

/// Folders of the root, with which a path from there begins.
const ROOTS: [&str; 7] = ["crates", "services", "proto", "web", "tests", "deploy", "docs"];

/// Endings of files that a section names from its own folder.
const ENDINGS: [&str; 5] = [".rs", ".ts", ".tsx", ".json", "/"];

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// Returns a name with braces, as in `{seat,inputs}.rs`, as the names that it stands for.
fn expanded(name: &str) -> Vec<String> {
    let Some((before, (choices, after))) =
        name.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?)))
    else {
        return vec![name.to_owned()];
    };
    choices.split(',').flat_map(|choice| expanded(&format!("{before}{choice}{after}"))).collect()
}

/// Returns everything that a text writes between backticks on one line.
fn quoted(text: &str) -> impl Iterator<Item = String> {
    let of_line = |line: &'_ str| -> Vec<String> {
        line.split('`').skip(1).step_by(2).flat_map(expanded).collect()
    };
    text.lines().flat_map(of_line).collect::<Vec<_>>().into_iter()
}

fn is_from_root(name: &str) -> bool {
    name.split_once('/').is_some_and(|(first, _rest)| ROOTS.contains(&first))
}

/// Returns the sections of the code map that describe a folder: the folder, and the text.
fn sections() -> Vec<(&'static str, &'static str)> {
    let (_before, map) = PAGE.split_once("\n## Code map\n").unwrap();
    let (map, _after) = map.split_once("\n## ").unwrap();
    let sections = map.split("\n### ").skip(1);
    sections.filter_map(|section| section.strip_prefix('`')?.split_once('`')).collect()
}

#[test]
fn the_pages_name_only_paths_that_exist() {
    let names: Vec<String> = quoted(PAGE)
        .chain(quoted(GAMES))
        .filter(|name| is_from_root(name) && !name.contains(['<', '*', ' ']))
        .collect();
    assert!(names.len() > 100, "{names:?}");
    let missing: Vec<_> = names.iter().filter(|name| !root().join(name).exists()).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn a_section_names_only_files_of_its_folder() {
    let mut missing = Vec::new();
    for (folder, text) in sections() {
        let names = quoted(text).filter(|name| ENDINGS.iter().any(|it| name.ends_with(it)));
        for name in names.filter(|name| !is_from_root(name)) {
            let folder = root().join(folder);
            if ![folder.join("src").join(&name), folder.join(&name)].iter().any(|it| it.exists()) {
                missing.push(format!("{}: {name}", folder.display()));
            }
        }
    }
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn every_file_of_a_service_is_in_its_section_or_one_that_every_service_has() {
    let (_before, shared) = PAGE.split_once("\n### The files that every service has\n").unwrap();
    let (shared, _after) = shared.split_once("\nThree have actors").unwrap();
    let shared: BTreeSet<String> = quoted(shared).collect();
    let mut left_out = Vec::new();
    let services: Vec<_> =
        sections().into_iter().filter(|(folder, _text)| folder.starts_with("services/")).collect();
    assert_eq!(services.len(), 7);
    for (folder, text) in services {
        let named: BTreeSet<String> = quoted(text).collect();
        for entry in fs::read_dir(root().join(folder).join("src")).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            if name.ends_with(".rs") && !named.contains(&name) && !shared.contains(&name) {
                left_out.push(format!("{folder}: {name}"));
            }
        }
    }
    assert!(left_out.is_empty(), "{left_out:?}");
}
