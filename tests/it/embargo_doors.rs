//! Checks that whoever has no token reads tables, exports and prizes of a tournament as long as no
//! embargo is set, and again once none is; and who sees what an embargo withholds.

use access::{Limits, Role};
use anyhow::{Context as _, Result, ensure};
use proto::v1::{
    CreateTournamentRequest, Embargo, EmbargoEnd, EmbargoScope, EnterPlayerRequest, ExportFormat,
    ExportTournamentRequest, GetStandingsRequest, GetStandingsResponse, ListChangesRequest,
    OpenRoundRequest, OpenUndelayedRequest, Outcome, PairRoundRequest, PairingSystem, Reason,
    RecordResultRequest, RuleSet, Score, SetEmbargoRequest, TablePairing, TimeControl,
    TournamentCreated, TournamentRef, WatchStandingsRequest, WatchUndelayedRequest, embargo::Until,
};
use tests::{authority::Authority, client::Clients, cluster::Cluster, until};
use tonic::{Code, Request, Status};

fn tournament() -> Option<TournamentRef> {
    Some(TournamentRef { venue: "main".to_owned(), tournament: "delayed".to_owned() })
}

/// Returns a call with a token; an empty one is none.
fn with<T>(token: &str, message: T) -> Result<Request<T>> {
    let mut request = Request::new(message);
    if !token.is_empty() {
        request.metadata_mut().insert("authorization", format!("Bearer {token}").parse()?);
    }
    Ok(request)
}

/// Creates a tournament of two players, and records the result of their game.
async fn play(clients: &Clients, token: &str) -> Result<()> {
    let settings = TournamentCreated {
        name: "Delayed".to_owned(),
        rules: RuleSet::International.into(),
        control: Some(TimeControl { base_ms: 60_000, ..TimeControl::default() }),
        system: PairingSystem::Manual.into(),
        ..TournamentCreated::default()
    };
    let create = CreateTournamentRequest {
        tournament: tournament(),
        settings: Some(settings),
        ..CreateTournamentRequest::default()
    };
    let mut pairing = clients.pairing.clone();
    until("the arbiter to be known", || async {
        let request = with(token, create.clone()).ok()?;
        clients.pairing.clone().create_tournament(request).await.ok()
    })
    .await?;
    for name in ["Anna", "Bauke"] {
        let request = EnterPlayerRequest {
            tournament: tournament(),
            name: name.to_owned(),
            ..EnterPlayerRequest::default()
        };
        pairing.enter_player(with(token, request)?).await?;
    }
    let pair = PairRoundRequest {
        tournament: tournament(),
        round: 1,
        pairings: vec![TablePairing { table: 1, white: 1, black: 2 }],
        ..PairRoundRequest::default()
    };
    pairing.pair_round(with(token, pair)?).await?;
    let open = OpenRoundRequest { tournament: tournament(), round: 1, ..Default::default() };
    pairing.open_round(with(token, open)?).await?;
    let won = Outcome { score: Score::WhiteWins.into(), reason: Reason::Resignation.into() };
    let record = RecordResultRequest {
        tournament: tournament(),
        round: 1,
        table: 1,
        outcome: Some(won),
        ..RecordResultRequest::default()
    };
    pairing.record_result(with(token, record)?).await?;
    Ok(())
}

async fn set(clients: &Clients, token: &str, embargo: Option<Embargo>) -> Result<()> {
    let request = SetEmbargoRequest {
        tournament: tournament(),
        scope: Some(EmbargoScope::default()),
        embargo,
        reason: "the news embargo of the press".to_owned(),
        ..SetEmbargoRequest::default()
    };
    clients.pairing.clone().set_embargo(with(token, request)?).await?;
    Ok(())
}

async fn standings(clients: &Clients, token: &str) -> Result<Result<GetStandingsResponse, Status>> {
    let request = GetStandingsRequest { tournament: tournament(), ..Default::default() };
    let answer = clients.pairing.clone().get_standings(with(token, request)?).await;
    Ok(answer.map(tonic::Response::into_inner))
}

/// Returns the refusals of the calls that tell results; `None` where a call is answered.
async fn refusals(clients: &Clients, token: &str) -> Result<[Option<Code>; 3]> {
    let mut pairing = clients.pairing.clone();
    let watch = WatchStandingsRequest { tournament: tournament(), ..Default::default() };
    let export = ExportTournamentRequest {
        tournament: tournament(),
        format: ExportFormat::Trf16.into(),
        ..ExportTournamentRequest::default()
    };
    Ok([
        standings(clients, token).await?.err(),
        pairing.watch_standings(with(token, watch)?).await.err(),
        pairing.export_tournament(with(token, export)?).await.err(),
    ]
    .map(|refused| refused.map(|status| status.code())))
}

#[tokio::test]
async fn tables_need_a_token_while_an_embargo_is_set_and_only_then() -> Result<()> {
    let cluster = Cluster::start().await?;
    let clients = Clients::of(&cluster)?;
    let (_authority, token) = Authority::with_chief(&cluster).await?;
    play(&clients, &token).await?;
    let told = standings(&clients, "").await??;
    let points: Vec<_> = told.standings.iter().map(|line| (line.player, line.points)).collect();
    ensure!(points == [(1, 2), (2, 0)], "{points:?}");
    let refused = refusals(&clients, "").await?;
    ensure!(refused == [None; 3], "{refused:?}");
    let request = WatchStandingsRequest { tournament: tournament(), ..Default::default() };
    let mut watched = clients.pairing.clone().watch_standings(request).await?.into_inner();
    watched.message().await?.context("the table")?;

    for until_then in [Until::DelayS(60), Until::End(EmbargoEnd::Round.into())] {
        set(&clients, &token, Some(Embargo { until: Some(until_then) })).await?;
        // Whoever watched without a token is not told on.
        while watched.message().await?.is_some() {}
        let refused = refusals(&clients, "").await?;
        ensure!(refused == [Some(Code::Unauthenticated); 3], "{until_then:?}: {refused:?}");
        let refused = standings(&clients, "").await?.err().context("a refusal")?;
        let reason = refused.metadata().get("damcast-refusal").context("a reason")?.to_str()?;
        ensure!(reason == "no-token", "{refused:?}");
        ensure!(standings(&clients, &token).await?? == told, "{until_then:?}");
        let refused = refusals(&clients, &token).await?;
        ensure!(refused == [None; 3], "{until_then:?}: {refused:?}");
    }

    set(&clients, &token, None).await?;
    ensure!(standings(&clients, "").await?? == told);
    let refused = refusals(&clients, "").await?;
    ensure!(refused == [None; 3], "{refused:?}");
    cluster.finish().await
}

/// Returns the first message of the view that no embargo delays, or the reason of its refusal.
async fn undelayed(clients: &Clients, token: &str) -> Result<Result<String, String>> {
    let request = WatchUndelayedRequest { tournament: tournament(), since: String::new() };
    match clients.broadcast.clone().watch_undelayed(with(token, request)?).await {
        Ok(answer) => {
            let message = answer.into_inner().message().await?.context("a message")?;
            Ok(Ok(message.json))
        }
        Err(refused) => {
            let reason = refused.metadata().get("damcast-refusal").context("a reason")?;
            Ok(Err(reason.to_str()?.to_owned()))
        }
    }
}

#[tokio::test]
async fn what_is_withheld_is_shown_to_those_who_may_see_it_once_that_is_on_record() -> Result<()> {
    let cluster = Cluster::start().await?;
    let clients = Clients::of(&cluster)?;
    let mut authority = Authority::of(&cluster).await?;
    authority.add("ids", Role::ChiefArbiter, Limits::default()).await?;
    authority.add("rienk", Role::Commentator, Limits::default()).await?;
    authority.add("sjoerd", Role::Organiser, Limits::default()).await?;
    let arbiter = authority.token("ids")?;
    let token = authority.token("rienk")?;
    play(&clients, &arbiter).await?;
    let embargo = Embargo { until: Some(Until::DelayS(3600)) };
    set(&clients, &arbiter, Some(embargo)).await?;
    for (of, reason) in [
        ("", "no-token"),
        (&*authority.token("sjoerd")?, "not-allowed"),
        (&*token, "not-on-record"),
    ] {
        let refused = undelayed(&clients, of).await?;
        ensure!(refused == Err(reason.to_owned()), "{reason}: {refused:?}");
    }
    let mut access = clients.access.clone();
    let open = OpenUndelayedRequest { tournament: tournament() };
    access.open_undelayed(with(&token, open)?).await?;
    let shown = undelayed(&clients, &token).await?.map_err(anyhow::Error::msg)?;
    let shown: serde_json::Value = serde_json::from_str(&shown)?;
    ensure!(shown["type"] == "snapshot", "{shown}");
    ensure!(shown["games"][0]["result"]["text"] == "2-0", "{shown}");
    let list = ListChangesRequest {
        venue: "main".to_owned(),
        kind: "undelayed-opened".to_owned(),
        ..ListChangesRequest::default()
    };
    let listed = access.list_changes(with(&arbiter, list)?).await?.into_inner().changes;
    let told: Vec<_> = listed.iter().map(|change| (&*change.subject, &*change.by)).collect();
    ensure!(told == [("rienk", "rienk")], "{listed:?}");
    cluster.finish().await
}
