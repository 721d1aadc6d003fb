//! The checks of a run notice what they are for. `./dev simulate` runs seeds.

use std::{fs, path::Path};

use simulation::{Sabotage, run};

/// Runs seeds until one breaks a promise, and returns which seed and how.
fn first_broken(seeds: std::ops::Range<u64>, sabotage: Sabotage) -> Option<(u64, String)> {
    seeds.into_iter().find_map(|seed| {
        let broken = match run(seed, Some(sabotage)) {
            Ok(report) => report.broken?,
            Err(error) => format!("{error:#}"),
        };
        Some((seed, broken))
    })
}

#[test]
fn acknowledging_before_the_effect_is_stored_is_noticed() {
    assert!(first_broken(0..50, Sabotage::AcknowledgeFirst).is_some());
}

#[test]
fn appending_without_an_expected_sequence_is_noticed() {
    assert!(first_broken(0..50, Sabotage::NoExpectedSequence).is_some());
}

#[test]
fn every_select_of_the_services_chooses_in_the_same_order_each_time() {
    let services = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../services");
    let mut folders: Vec<_> =
        ["runtime", "board-ingest", "rules-validation", "clock", "pairing", "broadcast"]
            .map(|name| services.join(name).join("src"))
            .into();
    let (mut selects, mut unordered) = (0, Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = fs::read_to_string(&path).unwrap();
            let mut rest = text.as_str();
            while let Some((_before, after)) = rest.split_once("tokio::select! {") {
                selects += 1;
                let first = after
                    .lines()
                    .map(str::trim)
                    .find(|line| !line.is_empty() && !line.starts_with("//"));
                if first != Some("biased;") {
                    unordered.push(path.display().to_string());
                }
                rest = after;
            }
        }
    }
    assert!(selects > 10, "found {selects} of them");
    assert_eq!(unordered, Vec::<String>::new(), "`biased;` is missing");
}
