//! Counts of games by length, agreed by independent generators.

use draughts::{Variant, fen, perft, perft_without_art17};

/// Counts above this are left to the benchmark.
const NODES_MAX: u64 = 20_000_000;

#[test]
fn counts_are_those_of_the_oracle() {
    let (mut checked, mut too_many, mut counted_by_way) = (0, 0, 0);
    for line in test_data::json_lines("rules/perft.jsonl") {
        let nodes = line["nodes"].as_u64().expect("a count");
        match line["convention"].as_str() {
            Some("unique") => {}
            // These count each way of a capture as a move of its own. By the rules, and in this
            // library, ways with the same start, end and captured pieces are one move.
            Some("keep_duplicates") => {
                counted_by_way += 1;
                continue;
            }
            _ => panic!("unknown convention: {line}"),
        }
        if nodes > NODES_MAX {
            too_many += 1;
            continue;
        }
        let variant = line["variant"].as_str().expect("a variant").parse().expect("a variant");
        let position = fen::parse(line["fen"].as_str().expect("a FEN"), variant).expect("a FEN");
        let depth = line["depth"].as_u64().and_then(|n| u32::try_from(n).ok()).expect("a depth");
        let with_art17 = line["nodes_art17"].as_u64().unwrap_or(nodes);
        assert_eq!(perft(&position, depth), with_art17, "art. 17: {line}");
        if variant == Variant::Frisian {
            assert_eq!(perft_without_art17(&position, depth), nodes, "{line}");
        }
        checked += 1;
    }
    assert_eq!((checked, too_many, counted_by_way), (185, 32, 22));
}

#[test]
fn nothing_grows_with_the_depth_that_is_asked_for() {
    let blocked = fen::parse("W:W6:B1", Variant::International).expect("a FEN");
    assert_eq!(perft(&blocked, u32::MAX), 0);
    assert_eq!(perft_without_art17(&blocked, u32::MAX), 0);
}
