//! Plays whole tournaments through the public APIs on a real nats-server, with pairing killed and
//! started again between rounds and inside them. The scripts are those of the crate `tournament`.

use anyhow::{Context as _, Result, ensure};
use proto::v1::{
    ExplainPairingRequest, ExportFormat, ExportTournamentRequest, Format, GetStandingsRequest,
    HalfPointByes, Limits, ListPresetsRequest, Pace, PairingSystem, Regulation, RunningGames,
    Stage, TournamentCreated, format::Format as Kind,
};
use tests::{
    client::{self, Clients},
    cluster::{Cluster, Service},
    spectator::{Spectator, Transport},
    story::Story,
    until,
};
use tonic::Code::{FailedPrecondition, InvalidArgument, NotFound};

const KK: &str = include_str!("../../crates/tournament/tests/stories/kk.txt");
const SWISS: &str = include_str!("../../crates/tournament/tests/stories/swiss.txt");
const CLUBS: &str = include_str!("../../crates/tournament/tests/stories/clubs.txt");
const WINNERS: &str = include_str!("../../crates/tournament/tests/stories/winners.txt");
const RESERVE: &str = include_str!("../../crates/tournament/tests/stories/reserve.txt");
const POOLS: &str = include_str!("../../crates/tournament/tests/stories/pools.txt");

/// Returns a preset's regulation as pairing lists it, with a time control where the preset leaves
/// it open.
async fn preset(clients: &Clients, name: &str) -> Result<Regulation> {
    let request = ListPresetsRequest { language: "fy".to_owned() };
    let presets = clients.pairing.clone().list_presets(request).await?.into_inner().presets;
    let found = presets.into_iter().filter_map(|preset| preset.regulation);
    let mut regulation = found.into_iter().find(|it| it.preset == name).context("the preset")?;
    if regulation.pace.is_none() {
        let stage = Stage { moves: 0, time_ms: 4_800_000, increment_ms: 60_000, kind: 0 };
        regulation.pace = Some(Pace { stages: vec![stage] });
    }
    Ok(regulation)
}

async fn begin(
    name: &str,
    id: &str,
    change: impl FnOnce(Regulation) -> Regulation,
) -> Result<Story> {
    let cluster = Cluster::start().await?;
    let regulation = preset(&Clients::of(&cluster)?, name).await?;
    let settings = TournamentCreated {
        name: id.to_owned(),
        regulation: Some(change(regulation)),
        ..Default::default()
    };
    Story::begin(cluster, id, settings).await
}

async fn html(story: &Story, format: ExportFormat) -> Result<String> {
    let request = ExportTournamentRequest {
        tournament: story.reference(),
        format: format.into(),
        language: "fy".to_owned(),
        group: 0,
        as_entered: false,
    };
    let file = story.clients().pairing.clone().export_tournament(request).await?;
    Ok(file.into_inner().content)
}

/// C art. 7, 13 and 15: a shared first place and the match for it, watched over a WebSocket from
/// the beginning.
#[tokio::test]
async fn a_frisian_championship_is_played_to_the_end_of_its_play_off() -> Result<()> {
    let mut story = begin("frisian-kk", "kk", |regulation| regulation).await?;
    let path = "/api/v1/tournaments/main/kk";
    let address = story.cluster().address(Service::Broadcast);
    let reference = story.reference().context("a tournament")?;
    let spectator = Spectator::watch(Transport::WebSocket(address), reference);
    let refusals = [
        ("pair 1", FailedPrecondition),
        ("enter Ids", FailedPrecondition),
        ("open 6", FailedPrecondition),
        ("close 6", FailedPrecondition),
        ("play-off 7: 1 2", FailedPrecondition),
        ("play-off 8: 1 3", FailedPrecondition),
        ("play-off 9: 1 2", FailedPrecondition),
        ("play-off 11: 1 2", FailedPrecondition),
    ];
    story.play(KK, &refusals, Some(&spectator)).await?;
    let shown = story.shown().await?;
    ensure!(shown.rounds_total == 7 && shown.rounds.len() == 10, "{} rounds", shown.rounds.len());

    let page = client::get(address, path, &[]).await?.text().await?;
    let page: serde_json::Value = serde_json::from_str(&page)?;
    let table = &page["tables"][0];
    let keys: Vec<&str> = table["columns"]
        .as_array()
        .context("columns")?
        .iter()
        .filter_map(|it| it["key"].as_str())
        .collect();
    ensure!(keys.starts_with(&["points", "sonneborn-berger"]), "{keys:?}");
    ensure!(table["rows"][1]["decidedBy"] == "resolution", "{}", table["rows"][1]);
    ensure!(table["rows"][7]["zone"]["kind"] == "relegation", "{}", table["rows"][7]);
    ensure!(page["rounds"][7]["kind"] == "play-off", "{}", page["rounds"][7]);

    let request = GetStandingsRequest {
        tournament: story.reference(),
        language: "fy".to_owned(),
        ..Default::default()
    };
    let tables = story.clients().pairing.clone().get_standings(request).await?.into_inner().tables;
    let rows = &tables.first().context("a table")?.rows;
    ensure!(rows.iter().all(|row| !row.explanation.is_empty()), "{rows:?}");
    let printed = html(&story, ExportFormat::Html).await?;
    ensure!(printed.contains("lang=\"fy\"") && printed.contains("Geartsje"), "{printed}");
    ensure!(html(&story, ExportFormat::Csv).await?.lines().count() == 9);
    ensure!(
        html(&story, ExportFormat::Trf16).await?.lines().any(|line| line.starts_with("001    8"))
    );
    story.end().await
}

/// KNDB: sixteen players and a late entry, a bye, a withdrawal, a forfeit, half a point.
#[tokio::test]
async fn an_open_swiss_tournament_of_sixteen_lasts_five_rounds() -> Result<()> {
    let half_point_byes = Some(HalfPointByes { most: 1, in_last_round: false });
    let five = |regulation| Regulation { rounds: Some(5), half_point_byes, ..regulation };
    let mut story = begin("kndb-swiss", "iepen", five).await?;
    let refusals = [
        ("absent 4 3", FailedPrecondition),
        ("unpair 4", InvalidArgument),
        ("unpair 4: Popke is siik", InvalidArgument),
    ];
    story.play(SWISS, &refusals, None).await?;
    let explained = |round| {
        let language = "nl".to_owned();
        let request = ExplainPairingRequest { tournament: story.reference(), round, language };
        let mut pairing = story.clients().pairing.clone();
        async move { Ok::<_, anyhow::Error>(pairing.explain_pairing(request).await?.into_inner().texts) }
    };
    let texts = explained(2).await?;
    ensure!(texts.len() == 9, "the bye and eight pairs: {texts:?}");
    let bye = "Klaas heeft een vrije ronde (KNDB F1): al het andere is gelijk, en dan wordt de hoger \
               geklasseerde gekozen (KNDB C4.5)";
    ensure!(texts.first().is_some_and(|text| text == bye), "{texts:?}");
    let texts = explained(4).await?;
    ensure!(
        texts.iter().any(|text| text == "Popke is niet ingedeeld: afwezig (KNDB F5)"),
        "{texts:?}"
    );
    let request = GetStandingsRequest {
        tournament: story.reference(),
        running: RunningGames::Unspecified.into(),
        if_withdrawn: 1,
        ..Default::default()
    };
    let tables = story.clients().pairing.clone().get_standings(request).await?.into_inner().tables;
    let first = tables.first().and_then(|table| table.rows.first()).context("a row")?;
    ensure!(first.participant == 1 && first.withdrawn, "{first:?}");
    ensure!(story.shown().await?.withdrawn == [12], "nobody else has withdrawn");
    story.end().await
}

/// B art. 4 to 7: an empty board, a drawn match, and its play-off with colours reversed.
#[tokio::test]
async fn a_drawn_match_of_two_clubs_is_decided_by_a_play_off_with_colors_reversed() -> Result<()> {
    let a_match = |regulation| Regulation {
        format: Some(Format { format: Some(Kind::MatchGames(1)) }),
        relegated: 0,
        limits: Some(Limits { entrants_min: 2, entrants_max: Some(2), younger_than: None }),
        ..regulation
    };
    let mut story = begin("frisian-club-teams", "klups", a_match).await?;
    let refusals = [
        ("pair 1", FailedPrecondition),
        ("line-up 2: 9 10 11 12 13 14 15 8", FailedPrecondition),
        ("line-up 2: 9 10 11 12 13 14 15", InvalidArgument),
        ("line-up 2: 9 10 11 12 13 14 - 15", FailedPrecondition),
    ];
    story.play(CLUBS, &refusals, None).await?;
    story.end().await
}

/// 2006 art. 14: two pools with bonus draws, blitz games for a tie, crossing finals.
#[tokio::test]
async fn two_pools_of_2006_end_in_crossing_finals() -> Result<()> {
    let mut story = begin("tournament-2006", "pools", |regulation| regulation).await?;
    let refusals = [
        ("pair 8", FailedPrecondition),
        ("pair 10", FailedPrecondition),
        ("color 1: white", InvalidArgument),
        ("color 1: seed 8", FailedPrecondition),
        ("color 9: white", NotFound),
        ("color 4: seed 3", FailedPrecondition),
        ("pair 10", FailedPrecondition),
        ("hand 10: 1-2", FailedPrecondition),
        ("open 11", FailedPrecondition),
        ("close 10", InvalidArgument),
        ("open 11", FailedPrecondition),
    ];
    story.play(POOLS, &refusals, None).await?;
    // Everybody sees the places 1 to 16 (2006 art. 14d).
    let places: Vec<u32> = (1..=16).collect();
    let shown = story.shown().await?;
    let all = shown.winners.context("the table of all")?;
    ensure!(all.rows.iter().map(|row| row.place).eq(places), "{all:?}");
    let order = [2, 1, 3, 4, 5, 6, 7, 10, 8, 9, 11, 12, 13, 14, 15, 16];
    ensure!(all.rows.iter().map(|row| row.participant).eq(order), "{all:?}");
    let file = html(&story, ExportFormat::Csv).await?;
    let names: Vec<&str> = file.lines().skip(1).filter_map(|line| line.split(',').nth(1)).collect();
    let name = |id| shown.players.iter().find(|player| player.id == id);
    let expected = order.map(|id| name(id).map_or("", |player| player.name.as_str()));
    ensure!(names == expected, "{file}");
    story.end().await
}

/// D art. 6: entries corrected, a setting amended, reversed colours, a tie drawn by mistake and
/// then played for, and the championship of the winners of two groups, as spectators see it.
#[tokio::test]
async fn the_winners_of_two_groups_play_for_the_championship() -> Result<()> {
    let mut story = begin("frisian-class", "klasse", |regulation| regulation).await?;
    let refusals = [
        ("rename 2 Cees", FailedPrecondition),
        ("remove 2", FailedPrecondition),
        ("promoted 1:", InvalidArgument),
        ("pair 4", FailedPrecondition),
    ];
    story.play(WINNERS, &refusals, None).await?;
    let address = story.cluster().address(Service::Broadcast);
    let page = until("the last round to be shown as closed", || async {
        let answer = client::get(address, "/api/v1/tournaments/main/klasse", &[]).await.ok()?;
        let page: serde_json::Value = serde_json::from_str(&answer.text().await.ok()?).ok()?;
        (page["rounds"][5]["state"] == "closed").then_some(page)
    })
    .await?;
    ensure!(page["players"][1]["name"] == "Bauke", "{}", page["players"]);
    let reversed = page["games"].as_array().context("games")?.iter();
    let reversed: Vec<_> =
        reversed.filter(|game| game["colorsReversed"] == true).map(|game| &game["id"]).collect();
    ensure!(reversed == ["r2-t1"], "{reversed:?}");
    let kinds: Vec<_> = (0..6).map(|at| page["rounds"][at]["kind"].as_str()).collect();
    let (winners, play_off) = (Some("winners"), Some("play-off"));
    ensure!(kinds == [None, None, None, play_off, winners, play_off], "{kinds:?}");
    let groups: Vec<_> = (0..3).map(|at| page["tables"][at]["group"].as_u64()).collect();
    ensure!(groups == [Some(1), Some(2), Some(0)], "{groups:?}");
    for table in [1, 2] {
        let row = &page["tables"][table]["rows"][1];
        ensure!(row["resolvedBy"] == "games", "it was played for: {row}");
    }
    let trf = html(&story, ExportFormat::Trf16).await?;
    let of_anne = trf.lines().find(|line| line.starts_with("001    1")).context("Anne's line")?;
    // In round 2 Anne was paired with Black, had White against number 3, and won.
    ensure!(of_anne.contains("   3 w 1"), "{of_anne}");
    story.end().await
}

/// 2006 art. 10: a reserve takes the seat of a player who withdrew.
#[tokio::test]
async fn a_reserve_takes_the_seat_of_a_player_who_withdrew() -> Result<()> {
    let table = |regulation| Regulation {
        format: Some(Format { format: Some(Kind::Table(PairingSystem::RoundRobinBerger.into())) }),
        limits: Some(Limits { entrants_min: 2, entrants_max: None, younger_than: None }),
        ..regulation
    };
    let mut story = begin("tournament-2006", "reserve", table).await?;
    let refusals = [
        ("reserve 2 Gurbe", FailedPrecondition),
        ("reserve 2 Hylke", FailedPrecondition),
        ("reinstate 2", FailedPrecondition),
    ];
    story.play(RESERVE, &refusals, None).await?;
    story.end().await
}
