//! Compiles the contract: code into `OUT_DIR`, and the descriptors for reflection beside it.

use std::{env, error::Error, fs, path::PathBuf};

use prost::Message;

const FILES: [&str; 15] = [
    "damcast/v1/types.proto",
    "damcast/v1/regulation.proto",
    "damcast/v1/swiss.proto",
    "damcast/v1/standings.proto",
    "damcast/v1/tournament.proto",
    "damcast/v1/access.proto",
    "damcast/v1/access_service.proto",
    "damcast/v1/events.proto",
    "damcast/v1/envelope.proto",
    "damcast/v1/board_ingest.proto",
    "damcast/v1/rules_validation.proto",
    "damcast/v1/clock.proto",
    "damcast/v1/pairing.proto",
    "damcast/v1/season.proto",
    "damcast/v1/broadcast.proto",
];

/// Messages whose JSON spectators read.
const VIEWS: [&str; 33] = [
    "Broadcast",
    "ListBroadcastsResponse",
    "Snapshot",
    "Resumed",
    "Changes",
    "Time",
    "Freshness",
    "TournamentView",
    "EmbargoView",
    "ControlView",
    "PlayerView",
    "RoundView",
    "GameView",
    "MoveView",
    "ResultView",
    "ByHandView",
    "ClockView",
    "StageView",
    "StandingView",
    "MoveChange",
    "ResultChange",
    "ClockChange",
    "GameChange",
    "RoundsChange",
    "PlayersChange",
    "TeamView",
    "MatchView",
    "GroupTable",
    "TableColumn",
    "TableRow",
    "ZoneMark",
    "TableTie",
    "TableWithdrawal",
];

/// Fields that JSON writes as words.
const WORDS: [(&str, &str); 12] = [
    ("Broadcast.rules", "rules"),
    ("TournamentView.rules", "rules"),
    ("ResultView.score", "score"),
    ("ResultView.reason", "reason"),
    ("ClockView.running", "color"),
    ("ClockView.flag", "color"),
    ("ClockView.forfeit", "color"),
    ("GroupTable.contest", "contest"),
    ("ZoneMark.kind", "zone"),
    ("TableRow.resolved_by", "tie_decision"),
    ("TableRow.seed", "seed"),
    ("TableTie.remedy", "remedy"),
];

/// Fields that JSON omits while they are absent, empty or zero, as they nearly always are.
const RARE: [&str; 44] = [
    "Broadcast.first_round_at",
    "Broadcast.last_round_at",
    "Broadcast.place",
    "TournamentView.place",
    "TournamentView.embargoes",
    "EmbargoView.round",
    "EmbargoView.table",
    "EmbargoView.delay_s",
    "Snapshot.fresh",
    "Resumed.fresh",
    "Time.fresh",
    "GameView.on_paper_from",
    "GameView.colors_reversed",
    "MoveView.fen",
    "MoveView.irregular",
    "ResultView.bonus",
    "ResultView.by_hand",
    "ControlView.stages",
    "ClockView.delay",
    "ClockView.paused",
    "ClockView.forfeit",
    "ClockView.white_stage",
    "ClockView.black_stage",
    "StageView.increment",
    "StageView.absent",
    "RoundView.byes",
    "RoundView.kind",
    "RoundView.matches",
    "GroupTable.withdrawals",
    "GroupTable.final_order",
    "TableColumn.name",
    "TableRow.running",
    "TableRow.to_play",
    "TableRow.in_hand",
    "TableRow.decided_by",
    "TableRow.zone",
    "TableRow.withdrawn",
    "TableRow.explanation",
    "TableRow.resolved_by",
    "TableRow.seed",
    "TableTie.first_white",
    "TableTie.explanation",
    "TableTie.early",
    "TableWithdrawal.explanation",
];

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
    // JSON writes a list of values as a list of numbers and nulls.
    config = config.type_attribute(
        "damcast.v1.TableValue",
        "#[derive(serde::Serialize)] #[serde(transparent)]",
    );
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
            "#[serde(skip_serializing_if = \"crate::words::is_nothing\")]",
        );
    }
    config.compile_fds(descriptors)?;
    Ok(())
}
