//! The matrix of roles: every call of the contract has its rows, and the documentation shows them.

use std::{collections::BTreeSet, fmt::Write as _, fs, path::Path};

use access::{Act, Role};
use prost::Message as _;
use prost_types::FileDescriptorSet;

/// The package of the contract.
const PACKAGE: &str = "damcast.v1";

#[test]
fn every_call_of_the_contract_has_a_row_and_every_row_a_call() {
    let descriptors = FileDescriptorSet::decode(proto::DESCRIPTORS).unwrap();
    let files = descriptors.file.iter().filter(|file| file.package() == PACKAGE);
    let calls: BTreeSet<_> = files
        .flat_map(|file| &file.service)
        .flat_map(|service| service.method.iter().map(|call| (service.name(), call.name())))
        .collect();
    let rows: BTreeSet<_> = Act::ALL.iter().map(|act| (act.service(), act.call())).collect();
    assert!(calls.len() > 60, "{calls:?}");
    let without_row: Vec<_> = calls.difference(&rows).collect();
    assert!(without_row.is_empty(), "crates/access/src/act.rs has no row for {without_row:?}");
    let without_call: Vec<_> = rows.difference(&calls).collect();
    assert!(without_call.is_empty(), "the contract has no call {without_call:?}");
}

#[test]
fn the_cases_of_a_call_are_told_apart() {
    for act in Act::ALL {
        let cases: Vec<_> = Act::of_call(act.service(), act.call()).map(Act::case).collect();
        let distinct: BTreeSet<_> = cases.iter().collect();
        assert_eq!(distinct.len(), cases.len(), "{act:?}");
        assert_eq!(cases.len() > 1, !act.case().is_empty(), "{act:?}");
    }
}

#[test]
fn the_documentation_shows_the_matrix_as_it_is() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/access.md");
    let page = fs::read_to_string(path).unwrap();
    for (title, table) in [("Calls", calls()), ("Grants", grants())] {
        let (_before, section) = page.split_once(&format!("\n## {title}\n")).unwrap();
        let section = section.split("\n## ").next().unwrap();
        let lines = section.lines().filter(|line| line.starts_with('|'));
        let shown: String = lines.map(|line| format!("{line}\n")).collect();
        assert_eq!(shown, table, "the table of docs/access.md, {title}, has to be\n{table}");
    }
}

/// Returns the heads of a table with a column for each role.
fn head(first: &str) -> String {
    let names = Role::ALL.map(Role::abbreviation).join(" | ");
    format!("| {first} | {names} |\n|{}\n", "---|".repeat(Role::COUNT + 1))
}

fn calls() -> String {
    let mut table = head("call");
    for act in Act::ALL {
        let case = if act.case().is_empty() { String::new() } else { format!(": {}", act.case()) };
        let signs = Role::ALL.map(|role| act.permission(role).sign()).join(" | ");
        let service = act.service().trim_end_matches("Service");
        writeln!(table, "| {service}.{}{case} | {signs} |", act.call()).unwrap();
    }
    table
}

fn grants() -> String {
    let mut table = head("gives");
    for granter in Role::ALL.into_iter().filter(|role| !role.is_of_device()) {
        let sign = |role| if granter.may_grant(role) { "✔" } else { "–" };
        let signs = Role::ALL.map(sign).join(" | ");
        if signs.contains('✔') {
            writeln!(table, "| {} | {signs} |", granter.as_str()).unwrap();
        }
    }
    table
}
