//! Compares counts of games by length with those on which independent generators agree.

use draughts::{Variant, fen, perft, perft_without_art17};

/// Larger counts are left to the benchmark.
const NODES_MAX: u64 = 20_000_000;

#[test]
fn perft_counts_agree_with_independent_generators() {
    let (mut checked, mut too_many, mut counted_by_way) = (0, 0, 0);
    for line in test_data::json_lines("rules/perft.jsonl") {
        let nodes = line["nodes"].as_u64().expect("a count");
        match line["convention"].as_str() {
            Some("unique") => {}
            // These rows count each path of a capture as a move of its own. By the rules, and in
            // this library, paths with the same start, end and captured pieces are one move.
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
fn perft_of_a_blocked_position_is_zero_at_any_depth() {
    let blocked = fen::parse("W:W6:B1", Variant::International).expect("a FEN");
    assert_eq!(perft(&blocked, u32::MAX), 0);
    assert_eq!(perft_without_art17(&blocked, u32::MAX), 0);
}
