//! Checks, through the public API, that reports become tournaments and tournaments reports, and
//! that a season's results decide places in the next.

use anyhow::{Context as _, Result, bail, ensure};
use proto::v1::{
    ControlSums, EightFilling, EnterPlayerRequest, ExportFormat, ExportTournamentRequest,
    FinalOrder, GetControlSumsRequest, GetPrizesRequest, GetTournamentRequest, ImportTrfRequest,
    LeftOutReason, ListDecisionsRequest, PlaceClubsRequest, PlaceEightsRequest, PointsClass,
    PointsEvent, PointsPlayer, PointsSeason, PrizeMoney, ProblemPlace, RankPointsRequest,
    RoundState, TournamentRef, pairing_service_client::PairingServiceClient,
    season_service_client::SeasonServiceClient,
};
use tests::{
    BY,
    client::{Clients, channel, create_by_preset},
    cluster::{Cluster, Service},
};
use tonic::{Code, Status, transport::Channel};

fn tournament(id: &str) -> Option<TournamentRef> {
    Some(TournamentRef { venue: "main".to_owned(), tournament: id.to_owned() })
}

fn line(number: u32, points: &str, rank: u32, rounds: &str) -> String {
    let name = format!("Player {number}");
    format!("001 {number:>4}      {name:<33}{:>32} {points:>4} {rank:>4}  {rounds}", "")
}

/// Returns the report of a complete round robin of four players.
fn report() -> String {
    [
        "012 Frysk".to_owned(),
        line(1, "3.0", 1, "   4 w 1     3 b 1     2 w 1"),
        line(2, "2.0", 2, "   3 w 1     4 b 1     1 b 0"),
        line(3, "1.0", 3, "   2 b 0     1 w 0     4 w +"),
        line(4, "0.0", 4, "   1 b 0     2 w 0     3 b -"),
    ]
    .join("\r\n")
}

fn code<T: std::fmt::Debug>(answer: Result<tonic::Response<T>, Status>) -> Result<Code> {
    match answer {
        Ok(answer) => bail!("it was answered: {:?}", answer.into_inner()),
        Err(status) => Ok(status.code()),
    }
}

#[tokio::test]
async fn reports_are_imported_and_exported_and_a_season_gives_prizes_and_places() -> Result<()> {
    let cluster = Cluster::start().await?;
    let mut pairing = Clients::of(&cluster)?.pairing;
    let mut seasons = SeasonServiceClient::new(channel(cluster.address(Service::Pairing))?);
    create_by_preset(&mut pairing, "frysk", "Frysk", "frisian-ha").await?;

    // A report that is too large is refused, in a dry run too.
    let import = |content: String| ImportTrfRequest {
        tournament: tournament("frysk"),
        content,
        preview: false,
        language: String::new(),
        by: BY.to_owned(),
    };
    for mebibytes in [1, 3] {
        let large = "#".repeat(mebibytes * 1024 * 1024 + 1);
        ensure!(code(pairing.import_trf(import(large)).await)? == Code::InvalidArgument);
    }
    let unknown = ImportTrfRequest { tournament: tournament("none"), ..import(report()) };
    ensure!(code(pairing.import_trf(unknown).await)? == Code::NotFound);

    // A preview tells what the import would do, and enters nothing.
    let looked = ImportTrfRequest { preview: true, ..import(report()) };
    let preview = pairing.import_trf(looked).await?.into_inner();
    let request = || GetTournamentRequest { tournament: tournament("frysk"), ..Default::default() };
    ensure!(pairing.get_tournament(request()).await?.into_inner().players.is_empty());

    // Imports the whole tournament, and nothing more the second time.
    let answer = pairing.import_trf(import(report())).await?.into_inner();
    ensure!(answer.problems.is_empty() && answer.players.len() == 4, "{answer:?}");
    ensure!(preview == answer && preview.rounds == 3, "{preview:?}");
    let whole = pairing.get_tournament(request()).await?.into_inner();
    ensure!(whole.finished && whole.rounds.len() == 3, "{whole:?}");
    ensure!(whole.rounds.iter().all(|round| round.state() == RoundState::Closed), "{whole:?}");
    pairing.import_trf(import(report())).await?;
    ensure!(pairing.get_tournament(request()).await?.into_inner() == whole, "entered twice");
    let other = report().replace("3.0    1", "2.5    2").replace("2 w 1", "2 w =");
    let other = other.replace("1 b 0\r\n001    3", "1 b =\r\n001    3");
    let problems = pairing.import_trf(import(other)).await?.into_inner().problems;
    let problems: Vec<(ProblemPlace, u32, &str)> =
        problems.iter().map(|one| (one.place(), one.line, one.text.as_str())).collect();
    let expected = [
        (
            2,
            "the result of players 1 and 2 in round 3 is not entered: \
             round 3 table 1 already has a result: White wins, decided by the arbiter",
        ),
        (2, "player 1 has 2.5 points in the file, and 3 as computed"),
        (2, "player 1 has place 2 in the file, and 1 as computed"),
        (3, "player 2 has 2 points, but the rounds give 2.5"),
    ];
    let expected = expected.map(|(line, text)| (ProblemPlace::Line, line, text));
    ensure!(problems == expected, "{problems:#?}");

    let request = ExportTournamentRequest {
        tournament: tournament("frysk"),
        format: ExportFormat::Trf16.into(),
        ..Default::default()
    };
    let exported = pairing.export_tournament(request).await?.into_inner();
    for line in report().lines() {
        ensure!(exported.content.lines().any(|one| one == line), "{line}\n{}", exported.content);
    }
    ensure!(exported.content.contains("092 Individual: Round-Robin"), "{}", exported.content);

    decisions_are_listed(&mut pairing).await?;
    seasons_are_told(&mut seasons).await?;
    prizes_and_sums(&mut pairing, &mut seasons).await?;
    cluster.finish().await
}

/// Checks the list of decisions read from the log: their authors and events, in order, page by page
/// and all at once.
async fn decisions_are_listed(pairing: &mut PairingServiceClient<Channel>) -> Result<()> {
    let mut request = ListDecisionsRequest {
        tournament: tournament("frysk"),
        language: "fy".to_owned(),
        page_size: 500,
        ..Default::default()
    };
    let all = pairing.list_decisions(request.clone()).await?.into_inner();
    ensure!(all.next_page_token.is_empty(), "{all:?}");
    ensure!((1..).zip(&all.decisions).all(|(version, one)| one.version == version), "{all:?}");
    ensure!(all.decisions.iter().all(|one| one.by == BY && one.cause.is_none()), "{all:?}");
    let texts = all.decisions.iter().flat_map(|one| &one.events).map(|event| event.text.as_str());
    let texts: Vec<&str> = texts.collect();
    ensure!(texts.first() == Some(&"Frysk is oanmakke"), "{texts:?}");
    ensure!(texts.contains(&"Player 1 is ynskreaun as nûmer 1"), "{texts:?}");
    ensure!(texts.contains(&"omgong 1 is yndield"), "{texts:?}");
    ensure!(texts.last() == Some(&"omgong 3 is sletten"), "{texts:?}");

    let mut paged = Vec::new();
    request.page_size = 2;
    loop {
        let page = pairing.list_decisions(request.clone()).await?.into_inner();
        ensure!(page.decisions.len() <= 2, "{page:?}");
        paged.extend(page.decisions);
        request.page_token = page.next_page_token;
        if request.page_token.is_empty() {
            break;
        }
    }
    ensure!(paged == all.decisions, "{paged:?}");
    let wrong = ListDecisionsRequest { page_token: "x".to_owned(), ..request.clone() };
    ensure!(code(pairing.list_decisions(wrong).await)? == Code::InvalidArgument);
    let unknown = ListDecisionsRequest { tournament: tournament("none"), ..request };
    ensure!(code(pairing.list_decisions(unknown).await)? == Code::NotFound);
    Ok(())
}

async fn seasons_are_told(seasons: &mut SeasonServiceClient<Channel>) -> Result<()> {
    let names = |prefix: &str, count: u32| FinalOrder {
        names: (1..=count).map(|number| format!("{prefix}{number}")).collect(),
        ..Default::default()
    };
    // HA is the tournament in the log.
    let ha = FinalOrder { tournament: tournament("frysk"), ..Default::default() };
    let request = PlaceEightsRequest {
        kk: Some(names("k", 8)),
        haa: Some(names("h", 8)),
        rhaa: Some(names("r", 8)),
        ha: Some(ha.clone()),
        language: "fy".to_owned(),
        ..Default::default()
    };
    let next = seasons.place_eights(request.clone()).await?.into_inner();
    let named: Vec<&str> = next.rhaa.iter().map(|place| place.name.as_str()).collect();
    ensure!(named == ["h7", "h8", "r3", "r4", "r5", "r6", "Player 1", "Player 2"], "{named:?}");
    let last = next.rhaa.last().context("number 8")?;
    ensure!(last.filling() == EightFilling::PromotedFromHa, "{last:?}");
    ensure!(last.text == "promovearre út HA (D art. 7)" && last.article == "D art. 7", "{last:?}");
    ensure!(next.to_ha == ["r7", "r8"], "{next:?}");
    let short = PlaceEightsRequest { kk: Some(names("k", 7)), ..request.clone() };
    ensure!(code(seasons.place_eights(short).await)? == Code::InvalidArgument);
    let both = FinalOrder { names: vec!["x".to_owned()], ..ha };
    let both = PlaceEightsRequest { ha: Some(both), ..request };
    ensure!(code(seasons.place_eights(both).await)? == Code::InvalidArgument);

    let groups = vec![names("a", 4), names("b", 4)];
    let clubs = PlaceClubsRequest { groups, ..Default::default() };
    let groups = seasons.place_clubs(clubs).await?.into_inner().groups;
    let teams: Vec<_> = groups.into_iter().map(|group| group.teams).collect();
    ensure!(teams == [["a1", "a2", "a3", "b1"], ["a4", "b2", "b3", "b4"]], "{teams:?}");

    // Second of four in the log, first of four in the request: 3 KP and 2 WP.
    let in_log = PointsEvent { tournament: tournament("frysk"), ..Default::default() };
    let given = PointsEvent { players: 4, place: 1, ..Default::default() };
    let mut player = PointsPlayer {
        name: "Player 2".to_owned(),
        seasons: vec![PointsSeason { club_events: vec![given], championship: Some(in_log) }; 3],
        ..Default::default()
    };
    player.set_class(PointsClass::Third);
    let request = RankPointsRequest { players: vec![player.clone()], language: "nl".to_owned() };
    let ranked = seasons.rank_points(request).await?.into_inner();
    ensure!(ranked.best == ["Player 2"], "{ranked:?}");
    let career = ranked.players.first().context("a career")?;
    let totals: Vec<_> = career.years.iter().map(|year| (year.season_points, year.total)).collect();
    ensure!(totals == [(5, 5), (5, 10), (5, 15)], "{totals:?}");
    let year = career.years.last().context("a year")?;
    ensure!(year.next_class() == PointsClass::Second, "{year:?}");
    ensure!(year.text == "naar 2: 15 punten in vier jaar, meer dan 10 (appendix 4)", "{year:?}");
    player.name = "Nobody".to_owned();
    let request = RankPointsRequest { players: vec![player], ..Default::default() };
    ensure!(code(seasons.rank_points(request).await)? == Code::NotFound);

    // The table of HA has no control sums.
    let request = GetControlSumsRequest { tournament: tournament("frysk"), ..Default::default() };
    ensure!(code(seasons.get_control_sums(request).await)? == Code::FailedPrecondition);
    Ok(())
}

async fn prizes_and_sums(
    pairing: &mut PairingServiceClient<Channel>,
    seasons: &mut SeasonServiceClient<Channel>,
) -> Result<()> {
    create_by_preset(pairing, "prizes", "Frysk", "frisian-ha").await?;
    for (name, category) in [("Anna", "B"), ("Bouke", "A"), ("Cor", "B"), ("Durk", "")] {
        let request = EnterPlayerRequest {
            tournament: tournament("prizes"),
            name: name.to_owned(),
            category: category.to_owned(),
            by: BY.to_owned(),
            ..Default::default()
        };
        pairing.enter_player(request).await?;
    }
    let request = GetPrizesRequest { tournament: tournament("prizes"), ..Default::default() };
    let early = seasons.get_prizes(request.clone()).await.err().context("prizes before the end")?;
    ensure!(early.code() == Code::FailedPrecondition, "{early:?}");
    let money = PrizeMoney { category: "B".to_owned(), cents: vec![5_000, 2_501] };
    let request = GetPrizesRequest { forecast: true, money: vec![money], ..request };
    let prizes = seasons.get_prizes(request).await?.into_inner();
    ensure!(prizes.forecast, "{prizes:?}");
    let left_out: Vec<_> = prizes.left_out.iter().map(|one| (&*one.name, one.reason())).collect();
    ensure!(left_out == [("Durk", LeftOutReason::NoCategory)], "{prizes:?}");
    let cents: Vec<_> = (prizes.categories.iter())
        .flat_map(|one| one.prizes.iter().map(|prize| prize.cents))
        .collect();
    // Equal points: the two of B share 75.01 (KNDB F12.1).
    ensure!(cents == [0, 3_751, 3_750], "{prizes:?}");
    let told: Vec<_> = (prizes.categories.iter())
        .flat_map(|one| one.prizes.iter().map(|prize| (&*one.category, prize.prize, &*prize.name)))
        .collect();
    // Nobody has played: the players of a category share its first prize.
    ensure!(told == [("A", 1, "Bouke"), ("B", 1, "Anna"), ("B", 1, "Cor")], "{prizes:?}");
    ensure!(prizes.sharing.contains("(KNDB F12)"), "{prizes:?}");

    // A round of ten minutes: half a point a round for everybody, and as much in Solkoff (F8).
    create_by_preset(pairing, "swiss", "Frysk", "frisian-ha-swiss").await?;
    let of = |number: u32| match number {
        1..=5 => line(number, "1.0", 1, &format!("{:>4} w 1", number + 5)),
        _ => line(number, "0.0", 6, &format!("{:>4} b 0", number - 5)),
    };
    let content = (1..=10).map(of).collect::<Vec<_>>().join("\n");
    let request = ImportTrfRequest {
        tournament: tournament("swiss"),
        content,
        preview: false,
        language: String::new(),
        by: BY.to_owned(),
    };
    pairing.import_trf(request).await?;
    let request = GetControlSumsRequest { tournament: tournament("swiss"), ..Default::default() };
    let sums = seasons.get_control_sums(request).await?.into_inner();
    let ten = Some(ControlSums { points: 10, counted: 10, solkoff: 10 });
    ensure!((sums.found, sums.expected) == (ten, ten), "{sums:?}");
    Ok(())
}
