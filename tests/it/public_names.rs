//! Checks that everybody sees of a person what that person, or the event, chose, wherever names are
//! told; and that desks see whom they have before them.

use access::{Limits, Role};
use anyhow::{Context as _, Result, ensure};
use proto::v1::{
    AmendTournamentRequest, CorrectPlayerRequest, CreateTournamentRequest, EnterPlayerRequest,
    ExportFormat, ExportTournamentRequest, GetStandingsRequest, GetTournamentRequest,
    GetTournamentResponse, OpenRoundRequest, Outcome, PairRoundRequest, PairingSystem, Player,
    Publicity, Reason, RecordResultRequest, RuleSet, Score, TablePairing, TimeControl,
    TournamentCreated, TournamentRef,
};
use tests::{
    BY,
    authority::Authority,
    client::Clients,
    cluster::{Cluster, Service},
    until,
};
use tonic::{Code, Request};

use crate::embargoes::body;

/// The answers that everybody reads without a token.
const PAGES: [&str; 6] = [
    "/api/v1/tournaments/main/private",
    "/api/v1/tournaments/main/private/players",
    "/api/v1/tournaments/main/private/players/2",
    "/api/v1/tournaments/main/private/standings",
    "/api/v1/tournaments/main/private/rounds/1",
    "/api/v1/tournaments/main/private/tournament.pdn",
];

fn tournament() -> Option<TournamentRef> {
    Some(TournamentRef { venue: "main".to_owned(), tournament: "private".to_owned() })
}

/// The players, in the order of their numbers: each with the family name, which is told or not.
const PLAYERS: [(&str, Publicity); 4] = [
    ("Anna Openbaar", Publicity::FullName),
    ("Bauke van der Stil", Publicity::Initials),
    ("Corrie Geheim", Publicity::Anonymous),
    ("Doede Volger", Publicity::Unspecified),
];

async fn create(clients: &Clients) -> Result<()> {
    let mut pairing = clients.pairing.clone();
    let settings = TournamentCreated {
        name: "Private".to_owned(),
        rules: RuleSet::International.into(),
        control: Some(TimeControl { base_ms: 60_000, ..TimeControl::default() }),
        system: PairingSystem::Manual.into(),
        publicity: Publicity::Initials.into(),
        ..TournamentCreated::default()
    };
    let create = CreateTournamentRequest {
        tournament: tournament(),
        settings: Some(settings),
        by: BY.to_owned(),
        ..CreateTournamentRequest::default()
    };
    pairing.create_tournament(create).await?;
    for (name, publicity) in PLAYERS {
        let request = EnterPlayerRequest {
            tournament: tournament(),
            name: name.to_owned(),
            club: format!("Club of {}", name.split(' ').next().unwrap_or_default()),
            publicity: publicity.into(),
            by: BY.to_owned(),
            ..EnterPlayerRequest::default()
        };
        pairing.enter_player(request).await?;
    }
    let pairings = [(1, 1, 2), (2, 3, 4)];
    let pair = PairRoundRequest {
        tournament: tournament(),
        round: 1,
        pairings: pairings.map(|(table, white, black)| TablePairing { table, white, black }).into(),
        by: BY.to_owned(),
        ..PairRoundRequest::default()
    };
    pairing.pair_round(pair).await?;
    let open = OpenRoundRequest {
        tournament: tournament(),
        round: 1,
        by: BY.to_owned(),
        ..Default::default()
    };
    pairing.open_round(open).await?;
    for table in [1, 2] {
        let drawn = Outcome { score: Score::Draw.into(), reason: Reason::Agreement.into() };
        let record = RecordResultRequest {
            tournament: tournament(),
            round: 1,
            table,
            outcome: Some(drawn),
            by: BY.to_owned(),
            ..RecordResultRequest::default()
        };
        pairing.record_result(record).await?;
    }
    Ok(())
}

/// Returns the family names that a text tells of the four players.
fn told(text: &str) -> [bool; 4] {
    ["Openbaar", "Stil", "Geheim", "Volger"].map(|name| text.contains(name))
}

/// Returns everything that is public as one text, with the name of each part.
async fn public(cluster: &Cluster, clients: &Clients) -> Result<Vec<(String, String)>> {
    let mut texts = Vec::new();
    for path in PAGES {
        let read = body(cluster.address(Service::Broadcast), path).await;
        texts.push((path.to_owned(), read.with_context(|| path.to_owned())?));
    }
    for format in [ExportFormat::Csv, ExportFormat::Html, ExportFormat::Trf16] {
        texts.push((format!("{format:?}"), export(clients, format, false).await?));
    }
    let standings = standings(clients, false).await?;
    texts.push(("standings".to_owned(), standings));
    Ok(texts)
}

async fn export(clients: &Clients, format: ExportFormat, as_entered: bool) -> Result<String> {
    let request = ExportTournamentRequest {
        tournament: tournament(),
        format: format.into(),
        as_entered,
        ..ExportTournamentRequest::default()
    };
    Ok(clients.pairing.clone().export_tournament(request).await?.into_inner().content)
}

async fn standings(clients: &Clients, as_entered: bool) -> Result<String> {
    let request = GetStandingsRequest {
        tournament: tournament(),
        language: "en".to_owned(),
        as_entered,
        ..GetStandingsRequest::default()
    };
    let answer = clients.pairing.clone().get_standings(request).await?.into_inner();
    Ok(format!("{:?}", answer.tables))
}

async fn whole(clients: &Clients) -> Result<GetTournamentResponse> {
    let request = GetTournamentRequest { tournament: tournament(), ..Default::default() };
    Ok(clients.pairing.clone().get_tournament(request).await?.into_inner())
}

/// Waits until spectators see a text in the list of players.
async fn until_public(cluster: &Cluster, expected: &str) -> Result<()> {
    until(&format!("spectators to see {expected}"), || async {
        let players = body(cluster.address(Service::Broadcast), PAGES[1]).await?;
        players.contains(expected).then_some(())
    })
    .await
}

#[tokio::test]
async fn everybody_sees_of_a_person_what_they_or_the_event_chose() -> Result<()> {
    let cluster = Cluster::start().await?;
    let clients = Clients::of(&cluster)?;
    create(&clients).await?;
    until_public(&cluster, "D. V.").await?;
    for (part, text) in public(&cluster, &clients).await? {
        let names = told(&text);
        ensure!(names[1..] == [false; 3], "{part} tells {names:?}: {text}");
    }
    let players = body(cluster.address(Service::Broadcast), PAGES[1]).await.context("players")?;
    for shown in ["Anna Openbaar", "Club of Anna", "B. van der S.", "N.N. 3", "D. V."] {
        ensure!(players.contains(shown), "{shown} is not in {players}");
    }
    ensure!(!players.contains("Club of Corrie"), "{players}");
    let pdn = body(cluster.address(Service::Broadcast), PAGES[5]).await.context("PDN")?;
    ensure!(pdn.contains("[White \"N.N. 3\"]") && pdn.contains("[Black \"D. V.\"]"), "{pdn}");

    // The desk has everybody by name, also in the files and texts that it asks for.
    let names: Vec<_> = whole(&clients).await?.players.into_iter().map(|it| it.name).collect();
    ensure!(names == PLAYERS.map(|(name, _publicity)| name), "{names:?}");
    let report = export(&clients, ExportFormat::Trf16, true).await?;
    ensure!(told(&report) == [true; 4], "{report}");
    let explained = standings(&clients, true).await?;
    ensure!(told(&explained) == [true; 4], "{explained}");

    // The event chooses otherwise, and so does a person.
    let mut settings = whole(&clients).await?.settings.context("settings")?;
    settings.publicity = Publicity::Anonymous.into();
    settings.control = None;
    let amend = AmendTournamentRequest {
        tournament: tournament(),
        settings: Some(settings),
        by: BY.to_owned(),
        ..AmendTournamentRequest::default()
    };
    clients.pairing.clone().amend_tournament(amend).await?;
    until_public(&cluster, "N.N. 4").await?;
    let bauke: Player = whole(&clients).await?.players.into_iter().nth(1).context("Bauke")?;
    let correct = CorrectPlayerRequest {
        tournament: tournament(),
        player: Some(Player { publicity: Publicity::FullName.into(), ..bauke }),
        by: BY.to_owned(),
        ..CorrectPlayerRequest::default()
    };
    clients.pairing.clone().correct_player(correct).await?;
    until_public(&cluster, "Bauke van der Stil").await?;
    cluster.finish().await
}

#[tokio::test]
async fn names_as_they_were_entered_need_the_rights_of_whoever_sees_the_tournament_whole()
-> Result<()> {
    let cluster = Cluster::start().await?;
    let clients = Clients::of(&cluster)?;
    create(&clients).await?;
    let mut authority = Authority::of(&cluster).await?;
    for (id, role) in [("ids", Role::ChiefArbiter), ("foekje", Role::ResultEntry)] {
        authority.add(id, role, Limits::default()).await?;
    }
    let call = |token: &str, as_entered| -> Result<Request<ExportTournamentRequest>> {
        let request = ExportTournamentRequest {
            tournament: tournament(),
            format: ExportFormat::Csv.into(),
            as_entered,
            ..ExportTournamentRequest::default()
        };
        let mut request = Request::new(request);
        if !token.is_empty() {
            request.metadata_mut().insert("authorization", format!("Bearer {token}").parse()?);
        }
        Ok(request)
    };
    let (ids, foekje) = (authority.token("ids")?, authority.token("foekje")?);
    until("the chief arbiter to be known", || async {
        clients.pairing.clone().export_tournament(call(&ids, true).ok()?).await.ok()
    })
    .await?;
    let mut pairing = clients.pairing.clone();
    for (token, expected) in [("", Code::Unauthenticated), (&foekje, Code::PermissionDenied)] {
        let refused = pairing.export_tournament(call(token, true)?).await.unwrap_err();
        ensure!(refused.code() == expected, "{refused:?}");
        let public = pairing.export_tournament(call(token, false)?).await?.into_inner();
        ensure!(told(&public.content) == [true, false, false, false], "{}", public.content);
    }
    cluster.finish().await
}
