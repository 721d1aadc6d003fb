//! Runs two copies of every service: nothing is done twice, and when one copy is gone for good the
//! other goes on.

use anyhow::{Context as _, Result, bail, ensure};
use proto::v1::{
    CreateTournamentRequest, EnterPlayerRequest, GetStandingsRequest, GetTournamentRequest,
    GetTournamentResponse, OpenRoundRequest, Outcome, PairRoundRequest, Reason,
    RecordResultRequest, RoundState, Score, TournamentCreated, TournamentRef,
};
use tests::{
    audit::Audit,
    client::{Clients, channel},
    cluster::{Cluster, Service},
    round::Round,
    script::montpellier,
    spectator::{Spectator, Transport},
    until,
};
use tonic::Code;

#[tokio::test]
async fn two_copies_of_each_service_do_nothing_twice_and_one_copy_is_enough() -> Result<()> {
    let mut cluster = Cluster::start().await?;
    let mut second = Vec::new();
    for service in Service::ALL {
        second.push((service, cluster.replica(service).await?));
    }
    let clients = Clients::of(&cluster)?;
    let mut others = clients.clone();
    for (service, (_child, address)) in &second {
        let channel = channel(*address)?;
        match service {
            Service::BoardIngest => others.use_board_ingest(channel),
            Service::Broadcast => others.use_broadcast(channel),
            Service::Pairing => others.use_pairing(channel),
            Service::RulesValidation | Service::Clock => {}
        }
    }

    both_decide(&clients, &others).await?;
    let round = Round::open(&clients, "round", montpellier()?).await?;
    let tournament = round.reference().context("a tournament")?;
    let spectators = [
        Spectator::watch(Transport::Grpc(clients.broadcast.clone()), tournament.clone()),
        Spectator::watch(Transport::Grpc(others.broadcast.clone()), tournament),
    ];

    // White's tablets call one copy of board-ingest, Black's the other.
    let mut playing = round.play_through([&clients, &others]);
    for (nth, service) in (1..).zip([Service::RulesValidation, Service::Clock, Service::Pairing]) {
        playing.reach(round.move_count() * nth / 4).await?;
        cluster.kill(service).await?;
    }
    playing.end().await?;
    one_goes_on(&others).await?;

    for spectator in &spectators {
        let seen = spectator.sees_end(&round).await?;
        ensure!(seen.moves == round.moves(), "{:?}", seen.moves);
        ensure!(seen.standings == round.standings(), "{:?}", seen.standings);
    }
    let audit = Audit::read(&cluster.nats_url()).await?;
    audit.inputs()?;
    let plies: usize = audit.plies().values().map(Vec::len).sum();
    ensure!(plies == round.move_count(), "{plies} moves were played");
    drop(second);
    cluster.finish().await
}

const BY: &str = "Piet Arbiter";

fn championship() -> Option<TournamentRef> {
    Some(TournamentRef { venue: "main".to_owned(), tournament: "both".to_owned() })
}

fn result(table: u32, score: Score) -> RecordResultRequest {
    RecordResultRequest {
        tournament: championship(),
        round: 1,
        table,
        outcome: Some(Outcome { score: score.into(), reason: Reason::Arbiter.into() }),
        by: BY.to_owned(),
        ..Default::default()
    }
}

/// Plays a championship whose arbiters call both copies of pairing in turn. Of two contrary calls
/// at the same time one succeeds and the other is refused, and both copies show the same.
async fn both_decide(first: &Clients, second: &Clients) -> Result<()> {
    let mut copies = [first.pairing.clone(), second.pairing.clone()];
    let (tournament, by) = (championship(), BY.to_owned());
    let settings = TournamentCreated { name: "Both".to_owned(), ..Default::default() };
    let request = CreateTournamentRequest {
        tournament: tournament.clone(),
        settings: Some(settings),
        preset: "frisian-kk".to_owned(),
        by: by.clone(),
        ..Default::default()
    };
    copies[0].create_tournament(request).await?;
    for number in 1..=8 {
        let request = EnterPlayerRequest {
            tournament: tournament.clone(),
            name: format!("Player {number}"),
            by: by.clone(),
            ..Default::default()
        };
        let entered = copies[number % 2].enter_player(request).await?.into_inner().player;
        let id = entered.context("a player")?.id;
        ensure!(usize::try_from(id)? == number, "player {number} is {id}");
    }
    let request = PairRoundRequest {
        tournament: tournament.clone(),
        round: 1,
        by: by.clone(),
        ..Default::default()
    };
    let paired = copies[1].pair_round(request.clone()).await?.into_inner();
    ensure!(copies[0].pair_round(request).await?.into_inner() == paired, "paired otherwise");
    copies[0]
        .open_round(OpenRoundRequest { tournament, round: 1, reason: String::new(), by })
        .await?;

    let [one, other] = &mut copies;
    for table in 1..=2 {
        let (white, black) = tokio::join!(
            one.record_result(result(table, Score::WhiteWins)),
            other.record_result(result(table, Score::BlackWins)),
        );
        let (heard, refused) = match (white, black) {
            (Ok(_), Err(refused)) => (Score::WhiteWins, refused),
            (Err(refused), Ok(_)) => (Score::BlackWins, refused),
            (Ok(_), Ok(_)) => bail!("both were accepted at table {table}"),
            (Err(one), Err(other)) => bail!("neither was accepted: {one}, {other}"),
        };
        ensure!(refused.code() == Code::FailedPrecondition, "{refused:?}");
        ensure!(refused.message().contains("already"), "{refused:?}");
        for clients in [first, second] {
            until("both copies to show the same result", || async {
                (score(&shown(clients).await.ok()?, table)? == heard).then_some(())
            })
            .await?;
        }
    }
    Ok(())
}

/// Checks that the remaining copy records the results that are still to come.
async fn one_goes_on(second: &Clients) -> Result<()> {
    let mut pairing = second.pairing.clone();
    for table in 3..=4 {
        pairing.record_result(result(table, Score::Draw)).await?;
    }
    let closed = shown(second).await?;
    ensure!(closed.rounds.iter().all(|round| round.state() == RoundState::Closed), "{closed:?}");
    let request = GetStandingsRequest { tournament: championship(), ..Default::default() };
    let standings = pairing.get_standings(request).await?.into_inner().standings;
    let points: u32 = standings.iter().map(|row| row.points).sum();
    ensure!(points == 8 && standings.iter().all(|row| row.played == 1), "{standings:?}");
    Ok(())
}

async fn shown(clients: &Clients) -> Result<GetTournamentResponse> {
    let request = GetTournamentRequest { tournament: championship(), ..Default::default() };
    Ok(clients.pairing.clone().get_tournament(request).await?.into_inner())
}

fn score(shown: &GetTournamentResponse, table: u32) -> Option<Score> {
    let mut games = shown.rounds.first()?.games.iter();
    let game = games.find(|game| game.pairing.is_some_and(|pairing| pairing.table == table))?;
    Some(game.outcome?.score())
}
