//! Compiles the contract: code into `OUT_DIR`, and the descriptors for reflection beside it.

use std::{env, error::Error, fs, path::PathBuf};

use prost::Message;

const FILES: [&str; 7] = [
    "damcast/v1/types.proto",
    "damcast/v1/events.proto",
    "damcast/v1/board_ingest.proto",
    "damcast/v1/rules_validation.proto",
    "damcast/v1/clock.proto",
    "damcast/v1/pairing.proto",
    "damcast/v1/broadcast.proto",
];

/// Messages whose JSON spectators read.
const VIEWS: [&str; 21] = [
    "Broadcast",
    "ListBroadcastsResponse",
    "Snapshot",
    "Resumed",
    "Changes",
    "Time",
    "TournamentView",
    "ControlView",
    "PlayerView",
    "RoundView",
    "GameView",
    "MoveView",
    "ResultView",
    "ClockView",
    "StandingView",
    "MoveChange",
    "ResultChange",
    "ClockChange",
    "GameChange",
    "RoundsChange",
    "PlayersChange",
];

/// Fields that JSON writes as a word.
const WORDS: [(&str, &str); 6] = [
    ("Broadcast.rules", "rules"),
    ("TournamentView.rules", "rules"),
    ("ResultView.score", "score"),
    ("ResultView.reason", "reason"),
    ("ClockView.running", "color"),
    ("ClockView.flag", "color"),
];

/// Fields that JSON leaves out while they are absent, which is nearly always.
const RARE: [&str; 3] = ["GameView.on_paper_from", "MoveView.irregular", "ResultView.bonus"];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=damcast");
    let mut compiler = protox::Compiler::new(["."])?;
    compiler.include_imports(true).include_source_info(true).open_files(FILES)?;
    let descriptors = compiler.file_descriptor_set();
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("cargo sets no OUT_DIR")?);
    fs::write(out.join("damcast.binpb"), descriptors.encode_to_vec())?;

    let mut config = tonic_prost_build::configure().bytes(".");
    for view in VIEWS.iter().chain(&["TournamentChange", "StandingsChange"]) {
        config = config.type_attribute(
            format!("damcast.v1.{view}"),
            "#[derive(serde::Serialize)] #[serde(rename_all = \"camelCase\")]",
        );
    }
    for (oneof, tag) in [("Change", "kind"), ("Frame", "type")] {
        let inner = if oneof == "Change" { "kind" } else { "frame" };
        config = config
            .message_attribute(
                format!("damcast.v1.{oneof}"),
                "#[derive(serde::Serialize)] #[serde(transparent)]",
            )
            .enum_attribute(
                format!("damcast.v1.{oneof}.{inner}"),
                format!(
                    "#[derive(serde::Serialize)] #[serde(tag = \"{tag}\", rename_all = \"camelCase\")]"
                ),
            );
    }
    for (field, word) in WORDS {
        config = config.field_attribute(
            format!("damcast.v1.{field}"),
            format!("#[serde(serialize_with = \"crate::words::{word}\")]"),
        );
    }
    for field in RARE {
        config = config.field_attribute(
            format!("damcast.v1.{field}"),
            "#[serde(skip_serializing_if = \"Option::is_none\")]",
        );
    }
    config.compile_fds(descriptors)?;
    Ok(())
}
