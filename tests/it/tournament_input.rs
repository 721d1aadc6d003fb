//! Checks that bad input about tournaments gets an error that says what is wrong, and changes
//! nothing.

use anyhow::{Context as _, Result, bail, ensure};
use proto::v1::{
    CheckRegulationRequest, CreateTournamentRequest, EnterPlayerRequest, ExplainPairingRequest,
    ExportFormat, ExportTournamentRequest, GetStandingsRequest, GetTournamentRequest,
    GetTournamentResponse, ImportTrfRequest, ListPresetsRequest, OpenRoundRequest, Outcome,
    PairRoundRequest, ProblemPlace, PublishRoundRequest, Reason, RecordResultRequest, Regulation,
    ResolveTieRequest, RunningGames, Score, TablePairing, TieDecision, TournamentCreated,
    TournamentRef, UnpairRoundRequest, WithdrawRequest,
    pairing_service_client::PairingServiceClient,
};
use tests::{
    BY,
    client::{Clients, create_by_preset},
    cluster::Cluster,
};
use tonic::{Code, Response, Status, transport::Channel};

type Pairing = PairingServiceClient<Channel>;

fn tournament(id: &str) -> Option<TournamentRef> {
    Some(TournamentRef { venue: "main".to_owned(), tournament: id.to_owned() })
}

#[track_caller]
fn refused<T>(answer: Result<Response<T>, Status>, code: Code, text: &str) -> Result<()> {
    let Err(status) = answer else { bail!("it was done: {text}") };
    ensure!(
        (status.code(), status.message()) == (code, text),
        "{status:?} is not {code:?}: {text}"
    );
    Ok(())
}

async fn shown(pairing: &mut Pairing, id: &str) -> Result<GetTournamentResponse> {
    let request = GetTournamentRequest { tournament: tournament(id), ..Default::default() };
    Ok(pairing.get_tournament(request).await?.into_inner())
}

#[tokio::test]
async fn bad_input_about_tournaments_is_refused_and_changes_nothing() -> Result<()> {
    let cluster = Cluster::start().await?;
    let mut pairing = Clients::of(&cluster)?.pairing;
    regulations_without_sense(&mut pairing).await?;
    create_by_preset(&mut pairing, "kk", "kk", "frisian-kk").await?;
    entries_and_rounds(&mut pairing).await?;
    results_and_ties(&mut pairing).await?;
    create_by_preset(&mut pairing, "juniors", "juniors", "frisian-kk").await?;
    a_report_with_broken_lines(&mut pairing).await?;
    cluster.finish().await
}

async fn regulations_without_sense(pairing: &mut Pairing) -> Result<()> {
    let presets = pairing.list_presets(ListPresetsRequest::default()).await?.into_inner().presets;
    ensure!(presets.len() == 22, "{} presets", presets.len());
    let kk = presets.first().and_then(|preset| preset.regulation.clone()).context("a preset")?;
    let check = |regulation: Regulation, entrants| CheckRegulationRequest {
        regulation: Some(regulation),
        entrants,
        language: String::new(),
    };
    let eight = pairing.check_regulation(check(kk.clone(), 8)).await?.into_inner();
    ensure!(eight.fault.is_empty() && eight.rounds == 7, "{eight:?}");
    for (regulation, entrants, fault) in [
        (kk.clone(), 9, "the event is for 8 entrants at least and 8 at most, not for 9"),
        (
            Regulation { boards: 8, ..kk.clone() },
            0,
            "players who play for themselves have no 8 boards",
        ),
        (
            Regulation { rounds: Some(3), ..kk.clone() },
            0,
            "the number of rounds follows from the schedule and is not set to 3",
        ),
        (Regulation { promoted: 7, ..kk.clone() }, 8, "of a group of 8, 7 cannot go up and 2 down"),
    ] {
        let answer = pairing.check_regulation(check(regulation.clone(), entrants)).await?;
        let answer = answer.into_inner();
        ensure!(answer.fault == fault, "{answer:?} does not say {fault:?}");
    }
    let settings = |regulation| CreateTournamentRequest {
        tournament: tournament("never"),
        settings: Some(TournamentCreated {
            name: "Never".to_owned(),
            regulation,
            ..Default::default()
        }),
        by: BY.to_owned(),
        ..Default::default()
    };
    let senseless = settings(Some(Regulation { boards: 8, ..kk.clone() }));
    let text = "players who play for themselves have no 8 boards";
    refused(pairing.create_tournament(senseless).await, Code::InvalidArgument, text)?;
    let half = settings(Some(Regulation { order: None, ..kk.clone() }));
    refused(pairing.create_tournament(half).await, Code::InvalidArgument, "order is missing")?;
    let unknown = CreateTournamentRequest { preset: "kk".to_owned(), ..settings(None) };
    let presets = presets.into_iter().filter_map(|preset| preset.regulation);
    let names: Vec<String> = presets.map(|regulation| regulation.preset).collect();
    let text = format!("preset: unknown regulation: it is one of {}", names.join(", "));
    refused(pairing.create_tournament(unknown).await, Code::InvalidArgument, &text)?;
    let both = CreateTournamentRequest { preset: "frisian-kk".to_owned(), ..settings(Some(kk)) };
    let text = "preset: a tournament has a preset or a regulation of its own, not both";
    refused(pairing.create_tournament(both).await, Code::InvalidArgument, text)?;
    let request = GetTournamentRequest { tournament: tournament("never"), ..Default::default() };
    let text = "unknown tournament main.never";
    refused(pairing.get_tournament(request).await, Code::NotFound, text)
}

async fn entries_and_rounds(pairing: &mut Pairing) -> Result<()> {
    let enter = |name: &str, rating: u32| EnterPlayerRequest {
        tournament: tournament("kk"),
        name: name.to_owned(),
        rating,
        by: BY.to_owned(),
        ..Default::default()
    };
    for number in 1..=8 {
        pairing.enter_player(enter(&format!("Player {number}"), 0)).await?;
    }
    // The same entry again is a repeat; another of the same name is refused.
    pairing.enter_player(enter("Player 1", 0)).await?;
    let text = "\"player 1\" is already entered, as player 1";
    refused(pairing.enter_player(enter("player 1", 1000)).await, Code::FailedPrecondition, text)?;
    let one_more = pairing.enter_player(enter("Player 9", 0)).await;
    refused(one_more, Code::FailedPrecondition, "the tournament is for 8 at most")?;
    let too_good = pairing.enter_player(enter("Player 10", 70_000)).await;
    refused(too_good, Code::InvalidArgument, "rating: 70000 is above 65535")?;

    let pair = |round| PairRoundRequest {
        tournament: tournament("kk"),
        round,
        by: BY.to_owned(),
        ..Default::default()
    };
    let text = "round: 0 is no round: the first is 1";
    refused(pairing.pair_round(pair(0)).await, Code::InvalidArgument, text)?;
    for round in [2, u32::MAX] {
        let text = format!("round {round} cannot be paired: the next round is 1");
        refused(pairing.pair_round(pair(round)).await, Code::FailedPrecondition, &text)?;
    }
    for (pairs, code, text) in [
        (vec![(1, 1, 1)], Code::InvalidArgument, "participant 1 is named twice in round 1"),
        (vec![(1, 1, 99)], Code::NotFound, "there is no participant 99"),
        (
            vec![(1, 1, 0)],
            Code::InvalidArgument,
            "pairings.black: 0 is no participant: the first is 1",
        ),
        (
            vec![(2, 1, 2)],
            Code::InvalidArgument,
            "pairings.table: tables are 1, 2, 3 … each once; table 1 is not there",
        ),
    ] {
        let row = |(table, white, black)| TablePairing { table, white, black };
        let pairings = pairs.into_iter().map(row).collect();
        let request = PairRoundRequest { pairings, ..pair(1) };
        refused(pairing.pair_round(request).await, code, text)?;
    }
    let unpair = |reason: &str| UnpairRoundRequest {
        tournament: tournament("kk"),
        round: 1,
        reason: reason.to_owned(),
        by: BY.to_owned(),
        ..Default::default()
    };
    // Deviations from the norms are told in the language of the desk.
    let pairings = vec![TablePairing { table: 1, white: 1, black: 2 }];
    let by_hand = PairRoundRequest { pairings, language: "nl".to_owned(), ..pair(1) };
    let warnings = pairing.pair_round(by_hand).await?.into_inner().warnings;
    let expected = "Player 3 is niet ingedeeld";
    ensure!(warnings.iter().any(|warning| warning == expected), "{warnings:?}");
    pairing.unpair_round(unpair("")).await?;
    let paired = pairing.pair_round(pair(1)).await?.into_inner();
    ensure!(pairing.pair_round(pair(1)).await?.into_inner() == paired, "paired otherwise");

    let publish =
        |round| PublishRoundRequest { tournament: tournament("kk"), round, by: BY.to_owned() };
    refused(pairing.publish_round(publish(2)).await, Code::NotFound, "there is no round 2")?;
    pairing.publish_round(publish(1)).await?;
    pairing.publish_round(publish(1)).await?;
    // A game that has not begun has no result.
    let early = RecordResultRequest {
        tournament: tournament("kk"),
        round: 1,
        table: 1,
        outcome: Some(Outcome { score: Score::WhiteWins.into(), reason: Reason::Arbiter.into() }),
        by: BY.to_owned(),
        ..Default::default()
    };
    let text = "round 1 is paired but not open";
    refused(pairing.record_result(early).await, Code::FailedPrecondition, text)?;
    let text = "round 1 was published: say why it is undone (KNDB F6)";
    refused(pairing.unpair_round(unpair("")).await, Code::InvalidArgument, text)?;
    let request = OpenRoundRequest {
        tournament: tournament("kk"),
        round: 1,
        reason: String::new(),
        by: BY.to_owned(),
    };
    pairing.open_round(request).await?;
    let text = "round 1 was opened, so its pairing stands: record forfeits, correct results, or say \
                which games had reversed colours (KNDB F7)";
    refused(pairing.unpair_round(unpair("late")).await, Code::FailedPrecondition, text)?;
    let row = |(table, white, black)| TablePairing { table, white, black };
    let pairings = [(1, 1, 2), (2, 3, 4), (3, 5, 6), (4, 7, 8)].map(row).to_vec();
    let request = PairRoundRequest { pairings, ..pair(1) };
    let text = "round 1 is already paired in another way";
    refused(pairing.pair_round(request).await, Code::FailedPrecondition, text)?;
    let text = "round 1 is not closed yet";
    refused(pairing.pair_round(pair(2)).await, Code::FailedPrecondition, text)?;
    let nobody =
        ExplainPairingRequest { tournament: tournament("kk"), round: 3, ..Default::default() };
    refused(pairing.explain_pairing(nobody).await, Code::NotFound, "there is no round 3")
}

async fn results_and_ties(pairing: &mut Pairing) -> Result<()> {
    let before = shown(pairing, "kk").await?;
    let record = |round, table, score: Score, reason: Reason| RecordResultRequest {
        tournament: tournament("kk"),
        round,
        table,
        outcome: Some(Outcome { score: score.into(), reason: reason.into() }),
        by: BY.to_owned(),
        ..Default::default()
    };
    let (win, draw) = (Score::WhiteWins, Score::Draw);
    for (request, code, text) in [
        (record(2, 1, win, Reason::Arbiter), Code::NotFound, "there is no round 2"),
        (record(1, 5, win, Reason::Arbiter), Code::NotFound, "round 1 has no table 5"),
        (
            record(1, 0, win, Reason::Arbiter),
            Code::InvalidArgument,
            "table: 0 is no table: the first is 1",
        ),
        (
            record(1, 1, draw, Reason::Forfeit),
            Code::InvalidArgument,
            "outcome: draw is never the result of forfeit",
        ),
        (
            RecordResultRequest { men_ahead: Some(41), ..record(1, 1, draw, Reason::Arbiter) },
            Code::InvalidArgument,
            "no side is more than 40 men ahead",
        ),
        (
            RecordResultRequest { correct: true, ..record(1, 1, win, Reason::Arbiter) },
            Code::FailedPrecondition,
            "round 1 table 1 has no result to correct",
        ),
        (
            RecordResultRequest { by: "x".repeat(101), ..record(1, 1, win, Reason::Arbiter) },
            Code::InvalidArgument,
            "by: the author of a decision has a name of 1 to 100 characters that can be shown",
        ),
        (
            RecordResultRequest { by: String::new(), ..record(1, 1, win, Reason::Arbiter) },
            Code::InvalidArgument,
            "by is missing",
        ),
        (
            RecordResultRequest { outcome: None, ..record(1, 1, win, Reason::Arbiter) },
            Code::InvalidArgument,
            "outcome is missing",
        ),
    ] {
        refused(pairing.record_result(request).await, code, text)?;
    }
    let leaves = WithdrawRequest {
        tournament: tournament("kk"),
        participant: 99,
        by: BY.to_owned(),
        ..Default::default()
    };
    refused(pairing.withdraw(leaves).await, Code::NotFound, "there is no participant 99")?;
    let tie = |participants, how: TieDecision, seed| ResolveTieRequest {
        tournament: tournament("kk"),
        participants,
        how: how.into(),
        seed,
        by: BY.to_owned(),
        ..Default::default()
    };
    let request = tie(vec![1, 2], TieDecision::Arbiter, Some(1));
    let text = "seed: only a lot is drawn from a seed";
    refused(pairing.resolve_tie(request).await, Code::InvalidArgument, text)?;
    let request = tie(vec![1, 2], TieDecision::Unspecified, None);
    refused(pairing.resolve_tie(request).await, Code::InvalidArgument, "how is missing")?;
    let request = tie(vec![1, 2], TieDecision::Arbiter, None);
    let text = "round 1 table 1 has no result yet";
    refused(pairing.resolve_tie(request).await, Code::FailedPrecondition, text)?;
    let standings = |if_withdrawn, running: RunningGames| GetStandingsRequest {
        tournament: tournament("kk"),
        if_withdrawn,
        running: running.into(),
        ..Default::default()
    };
    let request = standings(99, RunningGames::Unspecified);
    refused(pairing.get_standings(request).await, Code::NotFound, "there is no participant 99")?;
    let request = standings(1, RunningGames::AsDraws);
    let text = "if_withdrawn: only for official tables; leave running unspecified";
    refused(pairing.get_standings(request).await, Code::InvalidArgument, text)?;
    let export = |format: ExportFormat, group| ExportTournamentRequest {
        tournament: tournament("kk"),
        format: format.into(),
        group,
        ..Default::default()
    };
    let request = export(ExportFormat::Unspecified, 0);
    refused(pairing.export_tournament(request).await, Code::InvalidArgument, "format is missing")?;
    let request = export(ExportFormat::Csv, 9);
    refused(pairing.export_tournament(request).await, Code::NotFound, "there is no group 9")?;
    ensure!(shown(pairing, "kk").await? == before, "something changed");

    // Virtual tables count running games.
    let request = standings(0, RunningGames::AsDraws);
    let drawn = pairing.get_standings(request).await?.into_inner().tables;
    let rows = drawn.first().map(|table| table.rows.clone()).unwrap_or_default();
    ensure!(rows.len() == 8 && rows.iter().all(|row| row.draws == 1 && row.tied), "{rows:?}");
    let request = standings(0, RunningGames::ByMaterial);
    let even = pairing.get_standings(request).await?.into_inner().tables;
    let rows = even.first().map(|table| table.rows.clone()).unwrap_or_default();
    ensure!(rows.len() == 8 && rows.iter().all(|row| row.draws == 1), "{rows:?}");
    Ok(())
}

async fn a_report_with_broken_lines(pairing: &mut Pairing) -> Result<()> {
    let line = |number: u32, name: &str| {
        format!("001 {number:4} m    {name:33} 1500                             0.0 {number:4}")
    };
    let content = [
        "012 Juniors".to_owned(),
        "042 soon".to_owned(),
        line(1, "Anema, Anne"),
        "001 this is no player".to_owned(),
        line(2, "Bakker, Bouke"),
        line(2, "Copy, Cat"),
        line(3, "Anema, Anne"),
        "XYZ what nobody knows".to_owned(),
        line(4, "Dam, Durk").replace("1500", "good"),
        line(5, ""),
        format!("{}    77 w 1", line(6, "Eelkema, Eelke")),
        format!("{}     2 x 1", line(7, "Feenstra, Fedde")),
        line(0, "Nobody, Nynke"),
    ];
    let request = ImportTrfRequest {
        tournament: tournament("juniors"),
        content: content.join("\r\n"),
        preview: false,
        language: String::new(),
        by: BY.to_owned(),
    };
    let nobodys = ImportTrfRequest { by: String::new(), ..request.clone() };
    refused(pairing.import_trf(nobodys).await, Code::InvalidArgument, "by is missing")?;
    let answer = pairing.import_trf(request.clone()).await?.into_inner();
    let told = answer.problems.iter().map(|told| (told.place(), told.line, told.text.as_str()));
    let told: Vec<(ProblemPlace, u32, &str)> = told.collect();
    let expected = [
        (2, r#"the date "soon" is not in the form of 2026/03/01 or 26/03/01"#),
        (4, "column 14 is not blank, so that nothing is where it belongs; left out"),
        (6, "start number 2 is given twice; the line is left out"),
        (7, "player 3 has the name of player 1, and is not entered"),
        (8, r#"lines "XYZ" are unknown; it is kept"#),
        (9, r#""good" is no rating of player 4; it is left out"#),
        (10, "player 5 has no name"),
        (10, "player 5 is not entered: a name is needed"),
        (11, "player 6 meets 77 in round 1, who is not in the file"),
        (11, "player 6 has 0 points, but the rounds give 1"),
        (11, "player 6 has place 6 in the file, and 1 as computed"),
        (12, r#"round 1 of player 7 reads "2 x 1": the colour is not w, b or -; it is left blank"#),
        (12, "player 7 has place 7 in the file, and 1 as computed"),
        (13, r#""0" is no start number from 1 to 9999; the line is left out"#),
    ];
    let expected = expected.map(|(line, text)| (ProblemPlace::Line, line, text));
    let of_the_whole = (
        ProblemPlace::File,
        0,
        "round 1 is not entered: the event is for 8 entrants at least and 8 at most, not for 5",
    );
    ensure!(told == [&expected[..], &[of_the_whole]].concat(), "{told:#?}");
    let entered = shown(pairing, "juniors").await?.players;
    let read: Vec<(&str, u32)> =
        entered.iter().map(|player| (player.name.as_str(), player.rating)).collect();
    let expected = [
        ("Anema, Anne", 1500),
        ("Bakker, Bouke", 1500),
        ("Dam, Durk", 0),
        ("Eelkema, Eelke", 1500),
        ("Feenstra, Fedde", 1500),
    ];
    ensure!(read == expected, "{read:?}");
    // Importing the same file again enters nobody.
    pairing.import_trf(request).await?;
    ensure!(shown(pairing, "juniors").await?.players == entered, "others were entered");
    Ok(())
}
