//! Checks which package imports which: the folder of a package decides what its code may do.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use serde_json::Value;

/// Crates that decide and do nothing else: no IO, no time of day.
const PURE: [&str; 8] = [
    "draughts",
    "board-feed",
    "game-clock",
    "tournament",
    "live-game",
    "access",
    "venues",
    "phrases",
];
const SERVICES: [&str; 5] = ["board-ingest", "rules-validation", "clock", "pairing", "broadcast"];
/// Beginnings of the names of crates that no pure crate may import; tokio not even indirectly.
const IMPURE: [&str; 8] =
    ["async-nats", "axum", "hyper", "prost", "serde", "tokio", "tonic", "tracing"];

/// Services that encode messages of the contract: to hash an input, and in tests the answers of a
/// call.
const ENCODE: [&str; 3] = ["board-ingest", "pairing", "broadcast"];
/// Words of a table and its devices, which `crates/draughts` must not use: it has the rules of the
/// game alone.
const TABLE_WORDS: [&str; 5] = ["device", "tablet", "sensor", "inputid", "ruling"];

/// Parts of the contract on which code would decide, although `live-game` has the domain's types
/// for them: the content of an input, an order to a clock, a colour.
const DECIDED_ON: [&str; 3] = ["Action::", "Order::", "v1::Color"];

/// Imports that only generated code uses.
const GENERATED: [(&str, &str); 2] = [("proto", "prost"), ("proto", "tonic-prost")];

/// Folders below a package that hold none of its code: build output and installed packages. A
/// folder with a manifest is another package.
const FOREIGN: [&str; 2] = ["target", "node_modules"];

/// Returns every package of ours that a package may import; `None` if the package is not on the
/// list.
fn allowed(package: &str) -> Option<BTreeSet<&'static str>> {
    let list: Vec<&[&str]> = match package {
        "draughts" => vec![],
        "game-clock" | "access" => vec![&["draughts"]],
        "board-feed" | "live-game" | "tournament" | "venues" => vec![&["draughts", "game-clock"]],
        "phrases" => vec![&["draughts", "game-clock", "tournament", "live-game", "access"]],
        "proto" => vec![&["draughts", "game-clock", "tournament", "live-game", "access"]],
        "runtime" => vec![&["proto", "game-clock", "access", "phrases"]],
        service if SERVICES.contains(&service) => vec![&["runtime", "proto"], &PURE],
        "damcast" => vec![&["runtime", "proto"], &PURE, &SERVICES],
        "tests" => {
            let others = &["damcast", "runtime", "proto", "faults", "test-data", "board-simulator"];
            vec![others, &PURE, &SERVICES]
        }
        "bench" => vec![&["damcast", "runtime", "proto"], &PURE],
        // It knows the system as an outsider does: by its contract.
        "campaign" => vec![&["proto", "faults", "test-data"]],
        "simulation" => vec![&["damcast", "runtime", "proto", "faults"], &PURE, &SERVICES],
        "faults" => vec![&["proto"]],
        // Its tests alone know the tracker.
        "board-simulator" => vec![&["draughts", "board-feed"]],
        "test-data" => vec![],
        _ => return None,
    };
    Some(list.into_iter().flatten().copied().collect())
}

#[test]
fn every_import_is_on_the_list() {
    for (package, imports) in imports(|kind| kind != "dev") {
        let allowed = allowed(&package)
            .unwrap_or_else(|| panic!("{package} is new: say in layers.rs what it may import"));
        for import in imports.ours {
            assert!(allowed.contains(import.as_str()), "{package} must not import {import}");
        }
    }
}

#[test]
fn only_tests_import_the_test_data() {
    for (package, imports) in imports(|kind| kind == "dev") {
        let allowed = allowed(&package).unwrap_or_default();
        for import in imports.ours {
            let is_allowed = import == "test-data" || allowed.contains(import.as_str());
            assert!(is_allowed, "the tests of {package} must not import {import}");
        }
    }
}

#[test]
fn no_pure_crate_depends_on_io_or_async_crates() {
    let imports = imports(|kind| kind == "normal");
    for package in PURE {
        let of_package = imports.get(package).unwrap_or_else(|| panic!("{package} is missing"));
        for import in &of_package.others {
            let is_impure = IMPURE.iter().any(|name| import.starts_with(name));
            assert!(!is_impure, "{package} is pure and must not import {import}");
            let writes_sentences = import.starts_with("fluent");
            assert!(
                package == "phrases" || !writes_sentences,
                "{package} must not write sentences"
            );
        }
        let tree = cargo(&["tree", "--offline", "-p", package, "-e", "normal", "-i", "tokio"]);
        // Cargo fails for many reasons; only this message means that no such dependency exists.
        let (found, said) = (text(&tree.stdout), text(&tree.stderr));
        assert!(found.is_empty(), "{package} reaches tokio:\n{found}");
        assert!(said.contains("`tokio` did not match any packages"), "{package}: {said}");
    }
}

#[test]
fn draughts_has_the_rules_of_the_game_and_knows_no_table() {
    let code = source(&root().join("crates/draughts/src")).to_lowercase();
    for word in TABLE_WORDS {
        assert!(!code.contains(word), "draughts must not know of any {word}");
    }
}

#[test]
fn only_the_runtime_decodes_envelopes() {
    let imports = imports(|_kind| true);
    for service in SERVICES {
        let imports = imports.get(service).unwrap_or_else(|| panic!("{service} is missing"));
        let may_encode = ENCODE.contains(&service);
        assert!(may_encode || !imports.others.contains("prost"), "{service} must not import prost");
        let code = source(&root().join("services").join(service));
        for name in ["Envelope", "envelope::", "::decode("] {
            assert!(!code.contains(name), "{service} must not name {name}");
        }
    }
}

#[test]
fn only_conversions_of_calls_look_into_the_contract_s_inputs_orders_and_colours() {
    for service in SERVICES {
        let folder = root().join("services").join(service).join("src");
        for (path, code) in production(&folder) {
            for name in DECIDED_ON {
                assert!(!code.contains(name), "{} must not name {name}", path.display());
            }
        }
    }
}

/// Returns the files of a folder that neither convert calls nor test, each with its code without
/// tests and without whole-line comments.
fn production(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy();
        if name == "grpc" || name == "tests" {
            continue;
        }
        if path.is_dir() {
            files.extend(production(&path));
        } else {
            let code = fs::read_to_string(&path).unwrap();
            let code = code.split("#[cfg(test)]").next().unwrap();
            let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
            let code = lines.flat_map(|line| [line, "\n"]).collect();
            files.push((path, code));
        }
    }
    files
}

#[test]
fn every_package_lies_in_the_folder_of_its_name() {
    let metadata = metadata();
    for package in packages(&metadata) {
        let name = package["name"].as_str().unwrap();
        let manifest = package["manifest_path"].as_str().unwrap();
        let folder = match name {
            "proto" | "tests" => name.to_owned(),
            // The package that reads the test data lies beside the data.
            "test-data" => "tests/data".to_owned(),
            "bench" | "board-simulator" | "campaign" | "faults" | "simulation" => {
                format!("tests/{name}")
            }
            pure if PURE.contains(&pure) => format!("crates/{name}"),
            service => format!("services/{service}"),
        };
        let expected = format!("/{folder}/Cargo.toml");
        assert!(manifest.ends_with(&expected), "{name} lies at {manifest}");
    }
}

#[test]
fn every_import_is_used() {
    let mut unused = Vec::new();
    for (package, folder, imports) in folders() {
        let source = source(&folder);
        for import in imports {
            let word = import.replace('-', "_");
            let is_named = names(&source, &word);
            let is_generated = GENERATED.contains(&(package.as_str(), import.as_str()));
            if !(is_named || is_generated) {
                unused.push(format!("{package}: {import}"));
            }
        }
    }
    assert!(unused.is_empty(), "imported and not used: {unused:?}");
}

/// Returns true if code uses a crate: `word::…`, `word!` or `use word`. The word alone could be
/// anything, such as a variable or a module of that name.
fn names(source: &str, word: &str) -> bool {
    let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_';
    let is_crate = |(at, _): (usize, &str)| {
        let (before, after) = (&source[..at], &source[at + word.len()..]);
        let is_whole = !before.ends_with(is_letter) && !after.starts_with(is_letter);
        let is_path = ["::", "!"].iter().any(|sign| after.starts_with(sign));
        is_whole && (is_path || before.ends_with("use "))
    };
    source.match_indices(word).any(is_crate)
}

#[test]
fn a_crate_s_name_alone_does_not_count_as_its_use() {
    for (source, is_use) in [
        ("use clap::Parser;", true),
        ("use clap;", true),
        ("#[derive(clap::Parser)]", true),
        ("clap!()", true),
        ("let clap = 1;", false),
        ("// as clap says", false),
        ("use thunderclap::Noise;", false),
        ("clap_complete::shells()", false),
    ] {
        assert_eq!(names(source, "clap"), is_use, "{source}");
    }
}

/// Returns every package with its folder and all its imports.
fn folders() -> Vec<(String, PathBuf, BTreeSet<String>)> {
    let imports = imports(|_kind| true);
    let metadata = metadata();
    let of_package = |package: &Value| {
        let name = package["name"].as_str().unwrap().to_owned();
        let manifest = Path::new(package["manifest_path"].as_str().unwrap());
        let folder = manifest.parent().unwrap().to_path_buf();
        let all = &imports[&name];
        let all = all.ours.union(&all.others).cloned().collect();
        (name, folder, all)
    };
    packages(&metadata).iter().map(of_package).collect()
}

/// Returns all Rust code of ours in a folder, without whole-line comments.
fn source(folder: &Path) -> String {
    let mut text = String::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let is_foreign = FOREIGN.iter().any(|name| path.ends_with(name));
        let is_ours = !is_foreign && !path.join("Cargo.toml").exists();
        if path.is_dir() && is_ours {
            text += &source(&path);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let code = fs::read_to_string(&path).unwrap();
            let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
            text.extend(lines.flat_map(|line| [line, "\n"]));
        }
    }
    text
}

#[derive(Default)]
struct Imports {
    ours: BTreeSet<String>,
    others: BTreeSet<String>,
}

/// Returns the imports of every package, of the wanted kinds: "normal", "dev" or "build".
fn imports(wanted: impl Fn(&str) -> bool) -> BTreeMap<String, Imports> {
    let metadata = metadata();
    let mut all = BTreeMap::new();
    for package in packages(&metadata) {
        let mut imports = Imports::default();
        for dependency in package["dependencies"].as_array().unwrap() {
            if !wanted(dependency["kind"].as_str().unwrap_or("normal")) {
                continue;
            }
            let name = dependency["name"].as_str().unwrap().to_owned();
            let is_ours = dependency["path"].is_string();
            let set = if is_ours { &mut imports.ours } else { &mut imports.others };
            set.insert(name);
        }
        all.insert(package["name"].as_str().unwrap().to_owned(), imports);
    }
    all
}

/// Returns the packages of the workspace.
pub(crate) fn packages(metadata: &Value) -> &[Value] {
    metadata["packages"].as_array().unwrap()
}

/// Returns the packages of the workspace with their dependencies and targets, as cargo prints them.
pub(crate) fn metadata() -> Value {
    let output = cargo(&["metadata", "--no-deps", "--offline", "--format-version", "1"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Returns the folder of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn cargo(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
