//! Checks that bad input gets a clear error, delays no other client and stops no service: after all
//! of it the round is played to its end.

use anyhow::{Context as _, Result, bail, ensure};
use bytes::Bytes;
use draughts::{Breach, Judgement, Position, Square};
use http::Request;
use http_body_util::Full;
use proto::v1::{
    Color, EnterPlayerRequest, GameRef, GetClockRequest, GetGameRequest, GetPdnRequest,
    GetStandingsRequest, InputHeader, LegalMovesRequest, MoveText, RefusedInput, RuleSet, Seat,
    SubmitMoveRequest, TournamentRef, ValidatePdnRequest, Verdict, VerdictStatus,
    get_pdn_request::Which, refusal,
};
use tests::{
    BY,
    client::{self, Clients, is_transient},
    cluster::{Cluster, Service},
    round::Round,
    script::montpellier,
    verdicts::Verdicts,
};
use tokio::time::{Instant, timeout_at};
use tonic::{Code, Response, Status};

#[tokio::test]
async fn bad_input_is_refused_and_the_round_is_still_played_to_its_end() -> Result<()> {
    let cluster = Cluster::start().await?;
    let clients = Clients::of(&cluster)?;
    let round = Round::open(&clients, "round", montpellier()?).await?;

    unknown_names(&clients, &round).await?;
    moves_out_of_place(&clients, &round).await?;
    a_wrong_move_is_explained_to_the_arbiter_alone(&clients, &round).await?;
    nonsense_positions_and_games(&clients).await?;
    nonsense_on_the_wire(&cluster, &clients, &round).await?;
    nonsense_by_http(&cluster, &round).await?;

    round.play().end().await?;
    cluster.finish().await
}

async fn unknown_names(clients: &Clients, round: &Round) -> Result<()> {
    let nowhere = |tournament: &str| {
        let (venue, tournament) = ("main".to_owned(), tournament.to_owned());
        Some(TournamentRef { venue, tournament })
    };
    let game = |tournament: &str, game: &str| {
        let (tournament, game) = (tournament.to_owned(), game.to_owned());
        GameRef { venue: "main".to_owned(), tournament, game }
    };
    for (what, device, sequence, code, text) in [
        (game("nowhere", "r1-t1"), "t1-white", 1, Code::NotFound, "nowhere"),
        (game("round", "r1-t99"), "t1-white", 1, Code::NotFound, "r1-t99"),
        (game("round", "r2-t1"), "t1-white", 1, Code::NotFound, "r2-t1"),
        (game("round", "r1-t1"), "stranger", 1, Code::NotFound, "stranger"),
        (game("round", "r1-t2"), "t1-white", 1, Code::FailedPrecondition, "t1-white"),
        (game("round", "table one"), "t1-white", 1, Code::InvalidArgument, "table one"),
        (game("Round!", "r1-t1"), "t1-white", 1, Code::InvalidArgument, "Round!"),
        (game("round", "r1-t1"), "no device", 1, Code::InvalidArgument, "device"),
        (game("round", "r1-t1"), "t1-white", 0, Code::InvalidArgument, "sequence"),
    ] {
        let request = play(what, device, sequence, 1, 31, 26);
        refused(clients.board_ingest.clone().submit_move(request).await, code, text)?;
    }
    let request = GetStandingsRequest { tournament: nowhere("nowhere"), ..Default::default() };
    let unknown = clients.pairing.clone().get_standings(request).await;
    refused(unknown, Code::NotFound, "nowhere")?;
    let request = GetClockRequest { game: Some(game("nowhere", "r1-t1")) };
    refused(clients.clock.clone().get_clock(request).await, Code::NotFound, "nowhere")?;
    let request = GetGameRequest { game: Some(game("nowhere", "r1-t1")), ..Default::default() };
    let unknown = clients.rules_validation.clone().get_game(request).await;
    refused(unknown, Code::NotFound, "nowhere")?;
    let request = GetPdnRequest { tournament: nowhere("nowhere"), which: Some(Which::Round(1)) };
    refused(clients.broadcast.clone().get_pdn(request).await, Code::NotFound, "nowhere")?;

    let tournament = round.reference();
    for name in [String::new(), "x".repeat(101), "bell\u{7}".to_owned()] {
        let by = BY.to_owned();
        let request =
            EnterPlayerRequest { tournament: tournament.clone(), name, by, ..Default::default() };
        let entered = clients.pairing.clone().enter_player(request).await;
        refused(entered, Code::InvalidArgument, "name")?;
    }
    Ok(())
}

async fn moves_out_of_place(clients: &Clients, round: &Round) -> Result<()> {
    round.assign("spare", 1, Seat::Table).await?;
    for (sequence, ply) in [(1, 0), (2, 4000), (3, u32::MAX)] {
        let request = play(round.game(1), "spare", sequence, ply, 31, 26);
        refused_or_invalid(clients, request).await?;
    }
    for (sequence, from, to) in [(4, 0, 26), (5, 31, 51), (6, u32::MAX, u32::MAX), (7, 5, 5)] {
        let request = play(round.game(1), "spare", sequence, 1, from, to);
        refused_or_invalid(clients, request).await?;
    }
    let mut request = play(round.game(1), "spare", 8, 1, 31, 26);
    if let Some(mv) = &mut request.r#move {
        mv.via = vec![27; 1000];
    }
    refused_or_invalid(clients, request).await?;
    let request = SubmitMoveRequest::default();
    let empty = clients.board_ingest.clone().submit_move(request).await;
    refused(empty, Code::InvalidArgument, "")
}

/// Plays another move where a capture is obligatory. Checks that the player learns only that the
/// move waits or is not accepted, and that the arbiter gets the full explanation.
async fn a_wrong_move_is_explained_to_the_arbiter_alone(
    clients: &Clients,
    round: &Round,
) -> Result<()> {
    let game = round.game(1);
    let script = round.scripts().first().context("a game")?;
    let capture = script.moves.iter().position(|text| text.contains('x')).context("a capture")? + 1;
    let mut tablets = [round.tablet(1, Color::White), round.tablet(1, Color::Black)];
    for ply in 1..capture {
        let verdict = tablets[(ply + 1) % 2].play(ply, script.move_text(ply)?).await?;
        ensure!(verdict.status() == VerdictStatus::Accepted, "{verdict:?}");
    }
    round.assign("tester", 1, Seat::Table).await?;
    let mut desk = Verdicts::watch(clients, round, "desk", "nl").await?;
    let mut own = Verdicts::watch(clients, round, "tester", "").await?;

    // A move from an empty square could not have been made on the board.
    let ply = u32::try_from(capture)?;
    let position = script.before(capture)?;
    let occupied = position.board().occupied();
    let empty = Square::all().find(|square| !occupied.contains(*square));
    let empty = empty.context("an empty square")?.get();
    let request = play(game.clone(), "tester", 1, ply, empty.into(), 28);
    let verdict = judged(clients, request).await?;
    ensure!(verdict.status() == VerdictStatus::Refused, "{verdict:?}");
    ensure!(verdict.reason == "illegal-move", "{verdict:?}");
    no_hint(&verdict, &script.moves[capture - 1])?;
    no_hint(&own.next_of("tester", |verdict| verdict.sequence == 1).await?, "oblig")?;
    let verdict = desk.next_of("tester", |verdict| verdict.sequence == 1).await?;
    let refusal =
        verdict.refusal.context("the desk receives the reason")?.kind.context("a kind")?;
    let refusal::Kind::IllegalMove(illegal) = refusal else { bail!("{refusal:?}") };
    ensure!(illegal.breach == "no-piece", "{illegal:?}");
    ensure!(!verdict.explanation.is_empty(), "it is explained");

    // A quiet move instead of the capture is possible on the board. It waits, and only the desk
    // learns of it.
    let quiet = quiet_instead(&position).context("a quiet move")?;
    let request = play(game.clone(), "tester", 2, ply, quiet.from, quiet.to);
    let verdict = judged(clients, request).await?;
    taken_as_any_other(&verdict)?;
    taken_as_any_other(&own.next_of("tester", |verdict| verdict.sequence == 2).await?)?;
    let verdict = desk.next_of("tester", |verdict| verdict.sequence == 2).await?;
    let irregular = verdict.irregularity.context("the desk receives what is irregular")?;
    let obliged = irregular.obliged.context("the desk receives what was obligatory")?;
    ensure!(obliged.men + obliged.kings > 0 && !obliged.moves.is_empty(), "{obliged:?}");
    ensure!(verdict.explanation.contains("verplicht"), "{}", verdict.explanation);

    let request =
        GetGameRequest { game: Some(game), language: "nl".to_owned(), ..Default::default() };
    let shown = clients.rules_validation.clone().get_game(request).await?.into_inner();
    let is_tester = |refused: &&RefusedInput| {
        let input = refused.refused.as_ref().and_then(|refused| refused.input.as_ref());
        input.is_some_and(|input| input.device == "tester")
    };
    let refused = shown.refused.iter().find(is_tester).context("the refusal is on record")?;
    ensure!(!refused.explanation.is_empty(), "it is explained");
    ensure!(shown.noted.is_some_and(|noted| noted.ply == ply), "the irregular move is noted");
    ensure!(shown.noted_explanation.contains("verplicht"), "{}", shown.noted_explanation);

    // The player's own tablet sends a different move for the same ply: the arbiter is called, once.
    let verdict = tablets[(capture + 1) % 2].play(capture, script.move_text(capture)?).await?;
    ensure!(verdict.status() == VerdictStatus::Accepted, "{verdict:?}");
    let verdict = desk.next_of("tester", |verdict| verdict.reason == "conflict").await?;
    ensure!(verdict.status() == VerdictStatus::Pending && verdict.sequence == 2, "{verdict:?}");
    ensure!(verdict.conflict.is_some_and(|conflict| conflict.ply == ply), "which ply");
    let verdict = own.next_of("tester", |verdict| verdict.reason == "conflict").await?;
    no_hint(&verdict, &script.moves[capture - 1])
}

/// Returns a quiet move of the side to move that a board can show although that side has to
/// capture.
fn quiet_instead(position: &Position) -> Option<MoveText> {
    Square::all().find_map(|from| {
        Square::all().find_map(|to| {
            let judgement = position.judge(&draughts::MoveText::new(from, to));
            let Judgement::Irregular(irregular) = judgement else { return None };
            let (from, to) = (from.get().into(), to.get().into());
            let quiet = MoveText { from, to, ..Default::default() };
            (irregular.breach == Breach::CaptureObligatory).then_some(quiet)
        })
    })
}

/// Checks that the verdict on an irregular move looks like that on a legal one (rules art. 24).
fn taken_as_any_other(verdict: &Verdict) -> Result<()> {
    let (device, sequence, game) = (verdict.device.clone(), verdict.sequence, verdict.game.clone());
    let mut accepted = Verdict { device, sequence, game, ..Default::default() };
    accepted.set_status(VerdictStatus::Accepted);
    ensure!(*verdict == accepted, "{verdict:?}");
    Ok(())
}

/// Checks that a player's verdict names neither the irregularity nor the obligatory capture.
fn no_hint(verdict: &Verdict, played: &str) -> Result<()> {
    let is_told = verdict.refusal.is_some()
        || verdict.irregularity.is_some()
        || verdict.conflict.is_some()
        || !verdict.explanation.is_empty();
    ensure!(!is_told, "a player must not receive the reason: {verdict:?}");
    for hint in ["oblig", "captur", played] {
        ensure!(!verdict.text.contains(hint), "a hint: {}", verdict.text);
    }
    Ok(())
}

async fn nonsense_positions_and_games(clients: &Clients) -> Result<()> {
    let squares = |count: u32| (1..=count).map(|n| n.to_string()).collect::<Vec<_>>().join(",");
    for fen in [
        String::new(),
        "nonsense".to_owned(),
        "W:W51:B1".to_owned(),
        "W:W1:B1".to_owned(),
        "W:W31-50:B0".to_owned(),
        "X:W31:B1".to_owned(),
        "W:W50-31:B1".to_owned(),
        format!("W:W50:B{}", squares(21)),
        format!("B:B50:W{}", squares(21)),
        "W:W".repeat(10_000),
        "\u{0}\u{ffff}\u{1f642}".to_owned(),
    ] {
        let request = LegalMovesRequest { rules: RuleSet::International.into(), fen: fen.clone() };
        let asked = clients.rules_validation.clone().legal_moves(request).await;
        let shown: String = fen.chars().take(40).collect();
        refused(asked, Code::InvalidArgument, "").with_context(|| shown)?;
    }
    let validate = |pdn: Vec<u8>| {
        let request = ValidatePdnRequest { pdn: pdn.into(), ..ValidatePdnRequest::default() };
        let mut judge = clients.rules_validation.clone();
        async move { judge.validate_pdn(request).await }
    };
    for pdn in [
        Vec::new(),
        b" \r\n\t".to_vec(),
        b"nonsense".to_vec(),
        vec![0xff; 5000],
        b"[White \"".to_vec(),
    ] {
        let shown = format!("{:.40}", String::from_utf8_lossy(&pdn));
        let answer = validate(pdn).await;
        refused(answer, Code::InvalidArgument, "no game in the text").with_context(|| shown)?;
    }
    // A text with a game in it gets a report, with as many moves as are legal.
    for (pdn, status, plies, note) in [
        (b"[White \"a\"] 1. 32-28 { never closed".to_vec(), "ok", 1, "does not end"),
        (b"[White \"a\"] ((((((1. 32-28".repeat(100), "header-only", 0, "does not end"),
        (b"[White \"a\"] 1. 99-98 *".to_vec(), "illegal", 0, "99 is not a square"),
        (b"[White \"a\"] 1. 32-28 32-28 *".to_vec(), "illegal", 1, "ply 2"),
        (b"[FEN \"W:W46:B46\"] 1. 32-28 *".to_vec(), "illegal", 0, "two pieces"),
    ] {
        let shown = String::from_utf8_lossy(&pdn).into_owned();
        let games = validate(pdn).await?.into_inner().games;
        let is_told = games.len() == 1
            && games.iter().all(|game| {
                (game.status.as_str(), game.plies) == (status, plies)
                    && game.notes.iter().any(|text| text.contains(note))
            });
        ensure!(is_told, "{shown:.60} is {games:?}");
    }
    Ok(())
}

async fn nonsense_on_the_wire(cluster: &Cluster, clients: &Clients, round: &Round) -> Result<()> {
    let too_large = play(round.game(1), &"x".repeat(200_000), 1, 1, 31, 26);
    let status = clients.board_ingest.clone().submit_move(too_large).await.err();
    let status = status.context("a request of 200 kB is refused")?;
    ensure!(!is_transient(&status), "{status:?}");

    let garbage = [0xff_u8; 40];
    let mut framed = vec![0, 0, 0, 0, 40];
    framed.extend_from_slice(&garbage);
    let mut cut = framed.clone();
    cut.truncate(20);
    for (service, path) in [
        (Service::BoardIngest, "BoardIngestService/SubmitMove"),
        (Service::RulesValidation, "RulesValidationService/LegalMoves"),
        (Service::Clock, "ClockService/GetClock"),
        (Service::Pairing, "PairingService/CreateTournament"),
        (Service::Broadcast, "BroadcastService/GetSnapshot"),
    ] {
        for body in [framed.clone(), cut.clone(), garbage.to_vec(), Vec::new()] {
            let request = Request::post(format!("/damcast.v1.{path}"))
                .header("content-type", "application/grpc-web+proto")
                .body(Full::new(Bytes::from(body)))?;
            let answer = client::send(cluster.address(service), request).await?;
            let mut status = answer.header("grpc-status").to_owned();
            let body = answer.text().await?;
            if let Some((_, rest)) = body.split_once("grpc-status:") {
                rest.lines().next().unwrap_or_default().trim().clone_into(&mut status);
            }
            // INVALID_ARGUMENT: who sent it is at fault, and not the service.
            ensure!(status == "3", "{path}: {status:?} {body:?}");
        }
    }
    Ok(())
}

async fn nonsense_by_http(cluster: &Cluster, round: &Round) -> Result<()> {
    let address = cluster.address(Service::Broadcast);
    let here = round.path();
    for (path, status) in [
        ("/api/v1/tournaments/main/nowhere".to_owned(), 404),
        ("/api/v1/tournaments/main/nowhere/events".to_owned(), 404),
        ("/api/v1/tournaments/main/nowhere/rounds/1.pdn".to_owned(), 404),
        ("/api/v1/tournaments/MAIN/%2e%2e".to_owned(), 404),
        ("/api/v1/nothing".to_owned(), 404),
        (format!("{here}/rounds/7.pdn"), 404),
        (format!("{here}/rounds/x.pdn"), 404),
        (format!("{here}/games/r1-t99.pdn"), 404),
        (format!("{here}/games/%ff.pdn"), 404),
    ] {
        let answer = client::get(address, &path, &[]).await?;
        let (got, kind) = (answer.status(), answer.header("content-type").to_owned());
        let body = answer.text().await?;
        let is_refused = got.as_u16() == status || got.as_u16() == 400;
        ensure!(is_refused, "{path}: {got} {body:?}");
        ensure!(!kind.starts_with("text/html"), "{path}: an error is not a page: {body:?}");
    }
    // A cursor that broadcast did not issue, or that is from an earlier run, is answered with a
    // snapshot.
    for since in ["nonsense", "0.0.0.0", "ffffffff.99999999.99999999.99999999", "%00%ff"] {
        let path = format!("{here}/events?since={since}");
        let mut answer = client::get(address, &path, &[]).await?;
        ensure!(answer.status().is_success(), "{path}: {}", answer.status());
        let limit = Instant::now() + tests::LIMIT;
        let mut text = String::new();
        while !text.contains("\"type\":") {
            let part = timeout_at(limit, answer.part()).await??.context("a frame")?;
            text.push_str(&String::from_utf8_lossy(&part));
        }
        ensure!(text.contains("\"type\":\"snapshot\""), "{path}: {text}");
    }
    // A header or path without end is cut off and not stored.
    let long = format!("{here}?x={}", "y".repeat(1_000_000));
    if let Ok(answer) = client::get(address, &long, &[]).await {
        ensure!(answer.status().is_client_error(), "{}", answer.status());
    }
    let answer = client::get(address, &here, &[]).await?;
    ensure!(answer.status().is_success(), "{}", answer.status());
    Ok(())
}

fn play(
    game: GameRef,
    device: &str,
    sequence: u64,
    ply: u32,
    from: u32,
    to: u32,
) -> SubmitMoveRequest {
    let device = device.to_owned();
    let header = Some(InputHeader {
        game: Some(game),
        device,
        sequence,
        wait_ms: 5000,
        ..Default::default()
    });
    SubmitMoveRequest { header, ply, r#move: Some(MoveText { from, to, ..Default::default() }) }
}

async fn judged(clients: &Clients, request: SubmitMoveRequest) -> Result<Verdict> {
    let answer = clients.board_ingest.clone().submit_move(request).await?.into_inner();
    answer.verdict.context("a verdict")
}

/// Checks that input that cannot be parsed is `INVALID_ARGUMENT`, and that parsed input gets a
/// refusal.
async fn refused_or_invalid(clients: &Clients, request: SubmitMoveRequest) -> Result<()> {
    let answer = clients.board_ingest.clone().submit_move(request.clone()).await;
    match answer {
        Ok(response) => {
            let verdict = response.into_inner().verdict.context("a verdict")?;
            ensure!(verdict.status() == VerdictStatus::Refused, "{request:?}: {verdict:?}");
        }
        Err(status) => ensure!(status.code() == Code::InvalidArgument, "{request:?}: {status:?}"),
    }
    Ok(())
}

fn refused<T>(answer: Result<Response<T>, Status>, code: Code, text: &str) -> Result<()> {
    let status = answer.err().context("it is not refused")?;
    ensure!(status.code() == code, "{code:?} was due: {status:?}");
    ensure!(!status.message().is_empty(), "an error without a word: {status:?}");
    ensure!(status.message().contains(text), "it does not name {text:?}: {status:?}");
    Ok(())
}
