//! Checks what a device at a table is told of it: its game and each change, nothing of other
//! tables, and nothing that the caller may not see.

use access::{Limits, Role, Tables};
use anyhow::{Context as _, Result, ensure};
use proto::v1::{
    AssignTableRequest, Color, MoveText, ReleaseTableRequest, Seat, TableGame, VerdictStatus,
    WatchTableRequest, WatchTableResponse,
};
use tests::{
    LIMIT, authority::Authority, client::Clients, cluster::Cluster, round::Round, script::Script,
    until,
};
use tokio::time::timeout;
use tonic::{Code, Request, Status, Streaming};

const TOURNAMENT: &str = "watched";

/// Watches a table as a device, with a token where the doors are locked.
async fn watch(
    clients: &Clients,
    round: &Round,
    device: &str,
    token: Option<&str>,
) -> Result<Streaming<WatchTableResponse>, Status> {
    let device = device.to_owned();
    let request = WatchTableRequest { tournament: round.reference(), device };
    let mut call = Request::new(request);
    if let Some(token) = token.and_then(|token| format!("Bearer {token}").parse().ok()) {
        call.metadata_mut().insert("authorization", token);
    }
    Ok(clients.board_ingest.clone().watch_table(call).await?.into_inner())
}

/// Returns the next answer.
async fn next(table: &mut Streaming<WatchTableResponse>) -> Result<WatchTableResponse> {
    let told = timeout(LIMIT, table.message()).await.context("nothing was told in time")??;
    told.context("the answer ended")
}

/// Returns the game of the first answer in which it is as is wanted.
async fn game(
    table: &mut Streaming<WatchTableResponse>,
    is_wanted: impl Fn(&TableGame) -> bool,
) -> Result<TableGame> {
    loop {
        if let Some(game) = next(table).await?.game.filter(&is_wanted) {
            return Ok(game);
        }
    }
}

async fn play(round: &Round, table: u32, (from, to): (u32, u32)) -> Result<()> {
    let mv = MoveText { from, to, ..MoveText::default() };
    let verdict = round.tablet(table, Color::White).play(1, mv).await?;
    ensure!(verdict.status() == VerdictStatus::Accepted, "{verdict:?}");
    Ok(())
}

#[tokio::test]
async fn a_table_is_told_its_own_game_and_each_change_of_it_until_its_device_is_released()
-> Result<()> {
    let cluster = Cluster::start().await?;
    let clients = Clients::of(&cluster)?;
    let scripts = vec![Script::of_table(1), Script::of_table(2)];
    let round = Box::pin(Round::open(&clients, TOURNAMENT, scripts)).await?;
    let mut table = watch(&clients, &round, "t1-white", None).await?;
    let first = next(&mut table).await?;
    ensure!((first.table, first.seat()) == (1, Seat::White), "{first:?}");
    ensure!(first.tournament == "A round of real games" && first.sent_at_ms > 0, "{first:?}");
    let mut told = vec![first.clone()];
    let open = match first.game.filter(|game| game.is_open) {
        Some(game) => game,
        None => game(&mut table, |game| game.is_open).await?,
    };
    ensure!(open.game == Some(round.game(1)) && open.round == 1, "{open:?}");
    ensure!((open.white.as_str(), open.black.as_str()) == ("White 1", "Black 1"), "{open:?}");
    ensure!(open.moves.is_empty() && open.outcome.is_none(), "{open:?}");
    ensure!(open.fen.starts_with("W:W31,"), "{open:?}");

    // The other table plays first, and nothing of it comes here, not even that it has played.
    play(&round, 2, (34, 29)).await?;
    play(&round, 1, (32, 28)).await?;
    let played = loop {
        let next = next(&mut table).await?;
        told.push(next.clone());
        // The game and its clock are told as each is heard of, one of them first.
        let is_black = |game: &TableGame| {
            game.clock.as_ref().is_some_and(|clock| clock.running() == Color::Black)
        };
        if let Some(game) = next.game.filter(|game| is_black(game) && !game.moves.is_empty()) {
            break game;
        }
    };
    let moves: Vec<_> = played.moves.iter().map(|it| (it.from, it.to)).collect();
    ensure!(moves == [(32, 28)] && played.fen.starts_with("B:W28,31,33,"), "{played:?}");
    for one in &told {
        let text = format!("{one:?}");
        ensure!(!text.contains("r1-t2") && !text.contains("White 2"), "{text}");
    }
    // While nothing changes, a sign of life says so.
    let alive = loop {
        let next = next(&mut table).await?;
        if next.unchanged {
            break next;
        }
    };
    ensure!(alive.sent_at_ms >= first.sent_at_ms && alive.game.is_none(), "{alive:?}");

    let request = ReleaseTableRequest {
        tournament: round.reference(),
        device: "t1-white".into(),
        ..Default::default()
    };
    clients.board_ingest.clone().release_table(request).await?;
    let end = loop {
        match timeout(LIMIT, table.message()).await.context("the answer did not end")? {
            Ok(told) => ensure!(told.is_some(), "the answer ended without a reason"),
            Err(status) => break status,
        }
    };
    ensure!(end.code() == Code::NotFound, "{end:?}");
    let refused = watch(&clients, &round, "t1-white", None).await.err().context("a refusal")?;
    ensure!(refused.code() == Code::NotFound, "{refused:?}");
    cluster.finish().await
}

#[tokio::test]
async fn a_table_outside_the_sector_of_the_caller_is_not_told() -> Result<()> {
    let cluster = Cluster::start().await?;
    let clients = Clients::of(&cluster)?;
    let scripts = vec![Script::of_table(1), Script::of_table(2)];
    let round = Box::pin(Round::open(&clients, TOURNAMENT, scripts)).await?;
    let mut authority = Authority::of(&cluster).await?;
    let tables = Tables::new(1, 1).ok();
    let at_table_1 = Limits { tournament: Some(TOURNAMENT.to_owned()), tables, participant: None };
    authority.add("ids", Role::ChiefArbiter, Limits::default()).await?;
    authority.add("jel", Role::Arbiter, at_table_1.clone()).await?;
    authority.add("t1-white", Role::PlayerDevice, at_table_1).await?;
    let [ids, jel, tablet] = ["ids", "jel", "t1-white"].map(|id| authority.token(id).unwrap());
    let mut own = until("the tablet to be known", || async {
        watch(&clients, &round, "t1-white", Some(&tablet)).await.ok()
    })
    .await?;
    ensure!(next(&mut own).await?.table == 1);

    for (who, token, device, is_told) in [
        ("the chief arbiter", &ids, "t2-white", true),
        ("the arbiter of table 1", &jel, "t1-black", true),
        ("the arbiter of table 1", &jel, "t2-white", false),
    ] {
        let mut table = watch(&clients, &round, device, Some(token)).await?;
        let first = timeout(LIMIT, table.message()).await.context("nothing was told")?;
        match first {
            Ok(told) => ensure!(is_told && told.is_some(), "{who} {device}: {told:?}"),
            Err(refused) => {
                ensure!(!is_told && refused.code() == Code::FailedPrecondition, "{who}: {refused}");
                ensure!(refused.message().contains("table 2"), "{who}: {refused}");
            }
        }
    }

    // A device that sits elsewhere now, and was not given that table, is told nothing of it.
    let mut assign = Request::new(AssignTableRequest {
        tournament: round.reference(),
        device: "t1-white".into(),
        table: 2,
        seat: Seat::White.into(),
        ..Default::default()
    });
    assign.metadata_mut().insert("authorization", format!("Bearer {ids}").parse()?);
    clients.board_ingest.clone().assign_table(assign).await?;
    let end = loop {
        match timeout(LIMIT, own.message()).await.context("the answer did not end")? {
            Ok(told) => {
                let told = told.context("the answer ended without a reason")?;
                ensure!(told.unchanged || told.table == 1, "{told:?}");
            }
            Err(status) => break status,
        }
    };
    ensure!(end.message().contains("table 2"), "{end:?}");
    cluster.finish().await
}
