//! Plays eight real games at once, from the tablets to three spectators: undisturbed, and while
//! every process in turn is killed and started again. The outcome is the same.

use anyhow::{Context as _, Result, ensure};
use proto::v1::{
    Color, GetPdnRequest, GetStandingsRequest, ListClocksRequest, RoundState, Seat,
    get_pdn_request::Which,
};
use tests::{
    audit::Audit,
    client::{self, Clients},
    cluster::{Cluster, Service},
    round::{Playing, Round},
    script::{board, montpellier, read_pdn},
    spectator::Spectator,
    until,
};
use tonic::Code;

/// Returns the device at the first table that tests, while the `nth` victim is down, whether
/// board-ingest answers. Each is used only once, because its input may be stored after all, and a
/// repeat would then be confirmed.
fn spare(nth: usize) -> String {
    format!("spare-{nth}")
}

/// A process that is killed in mid-round.
#[derive(Clone, Copy, Debug)]
enum Victim {
    Service(Service),
    Nats,
}

#[tokio::test]
async fn every_spectator_sees_every_move_once() -> Result<()> {
    play_a_round(&[]).await
}

#[tokio::test]
async fn a_round_survives_a_kill_of_board_ingest() -> Result<()> {
    play_a_round(&[Victim::Service(Service::BoardIngest); 3]).await
}

#[tokio::test]
async fn a_round_survives_a_kill_of_rules_validation() -> Result<()> {
    play_a_round(&[Victim::Service(Service::RulesValidation); 3]).await
}

#[tokio::test]
async fn a_round_survives_a_kill_of_clock() -> Result<()> {
    play_a_round(&[Victim::Service(Service::Clock); 3]).await
}

#[tokio::test]
async fn a_round_survives_a_kill_of_pairing() -> Result<()> {
    play_a_round(&[Victim::Service(Service::Pairing); 3]).await
}

#[tokio::test]
async fn a_round_survives_a_kill_of_broadcast() -> Result<()> {
    play_a_round(&[Victim::Service(Service::Broadcast); 3]).await
}

#[tokio::test]
async fn a_round_survives_a_kill_of_nats_server() -> Result<()> {
    play_a_round(&[Victim::Nats; 3]).await
}

#[tokio::test]
async fn a_round_survives_a_kill_of_every_process_in_turn() -> Result<()> {
    let mut victims: Vec<Victim> = Service::ALL.into_iter().map(Victim::Service).collect();
    victims.push(Victim::Nats);
    play_a_round(&victims).await
}

/// Plays a round in which the victims are killed at even distances, and checks everything
/// afterwards.
async fn play_a_round(victims: &[Victim]) -> Result<()> {
    let mut cluster = Cluster::start().await?;
    let clients = Clients::of(&cluster)?;
    let round = Round::open(&clients, "round", montpellier()?).await?;
    for nth in 1..=victims.len() {
        round.assign(&spare(nth), 1, Seat::Table).await?;
    }
    let spectators = Spectator::watch_by_each(&cluster, &clients, &round)?;
    for spectator in &spectators {
        let games = round.scripts().len();
        spectator.sees("every board", |seen| seen.moves.len() == games).await?;
    }

    let mut playing = round.play();
    for (nth, victim) in (1..).zip(victims) {
        playing.reach(round.move_count() * nth / (victims.len() + 1)).await?;
        kill_and_start(&mut cluster, *victim, &mut playing, &round, &spare(nth)).await?;
    }
    playing.end().await?;

    for spectator in &spectators {
        check_spectator(spectator, &round).await?;
        if victims.is_empty() {
            check_undisturbed(spectator)?;
        }
    }
    check_downloads(&cluster, &clients, &round).await?;
    check_services(&clients, &round).await?;
    check_log(&cluster, &round).await?;
    cluster.finish().await
}

/// Kills the victim, lets the round go on without it where it can, and starts the victim again.
async fn kill_and_start(
    cluster: &mut Cluster,
    victim: Victim,
    playing: &mut Playing,
    round: &Round,
    spare: &str,
) -> Result<()> {
    match victim {
        Victim::Nats => {
            cluster.kill_nats().await;
            nothing_is_stored(round, spare).await?;
            cluster.start_nats().await
        }
        Victim::Service(service) => {
            cluster.kill(service).await?;
            let waits_for_it = [Service::BoardIngest, Service::RulesValidation].contains(&service);
            if !waits_for_it {
                playing.reach((playing.accepted() + 40).min(round.move_count())).await?;
            }
            cluster.start_service(service).await
        }
    }
}

/// Checks that no input is confirmed while nothing can be stored. The move was played long ago, so
/// that it changes nothing should it be stored after all.
async fn nothing_is_stored(round: &Round, spare: &str) -> Result<()> {
    let script = round.scripts().first().context("a game")?;
    let answer = round.spare(spare, 1, Color::White).try_play(1, script.move_text(1)?).await;
    let status = answer.err().context("a move was taken without a store")?;
    ensure!(status.code() == Code::Unavailable, "{status:?}");
    Ok(())
}

async fn check_spectator(spectator: &Spectator, round: &Round) -> Result<()> {
    let standings = round.standings();
    let seen = spectator.sees_end(round).await?;
    let name = spectator.name();
    ensure!(seen.moves == round.moves(), "{name} saw {:?}", seen.moves);
    ensure!(seen.corrections == 0, "{name} saw {} corrected lines", seen.corrections);
    ensure!(seen.standings == standings, "{name} saw {:?}", seen.standings);
    for (table, script) in (1..).zip(round.scripts()) {
        let game = round.game(table).game;
        let position = seen.positions.get(&game).context("a position")?;
        ensure!(board(position)? == script.last_board, "{name}: {game} ends with {position}");
        let result = seen.results.get(&game).context("a result")?;
        let (white, black) = script.points();
        ensure!(*result == format!("{white}-{black}"), "{name}: {game} ends {result}");
    }
    Ok(())
}

/// Checks an undisturbed round: no spectator needs a second connection, or a game shown anew as a
/// whole.
fn check_undisturbed(spectator: &Spectator) -> Result<()> {
    let (name, seen) = (spectator.name(), spectator.seen());
    ensure!(seen.snapshots == 1, "{name} was sent {} snapshots", seen.snapshots);
    ensure!(seen.resumptions == 0, "{name} went on {} times", seen.resumptions);
    ensure!(
        seen.jumps == 0,
        "{name} was sent a whole game in answer to moves, {} times",
        seen.jumps
    );
    Ok(())
}

async fn check_downloads(cluster: &Cluster, clients: &Clients, round: &Round) -> Result<()> {
    let address = cluster.address(Service::Broadcast);
    let request = GetPdnRequest { tournament: round.reference(), which: Some(Which::Round(1)) };
    let path = format!("{}/rounds/1.pdn", round.path());
    // Times of moves come from the clock service, which may have been killed: they may follow the
    // moves.
    let pdn = until("the same round by HTTP and by gRPC", || async {
        let answer = client::get(address, &path, &[]).await.ok()?;
        let pdn =
            if answer.status().is_success() { answer.text().await.ok()? } else { return None };
        let same = clients.broadcast.clone().get_pdn(request.clone()).await.ok()?;
        (same.into_inner().pdn == pdn).then_some(pdn)
    })
    .await?;
    let mut games = read_pdn(&pdn);
    for (game, script) in games.iter_mut().zip(round.scripts()) {
        game.last_board.clone_from(&script.last_board);
    }
    ensure!(games == round.scripts(), "the round was downloaded as\n{pdn}");
    for (table, script) in (1..).zip(round.scripts()) {
        let game = round.game(table).game;
        let path = format!("{}/games/{game}.pdn", round.path());
        let one = client::get(address, &path, &[]).await?.text().await?;
        let one = read_pdn(&one);
        ensure!(one.len() == 1 && one[0].moves == script.moves, "{game} is {one:?}");
    }
    Ok(())
}

async fn check_services(clients: &Clients, round: &Round) -> Result<()> {
    let request = GetStandingsRequest { tournament: round.reference(), ..Default::default() };
    let standings = clients.pairing.clone().get_standings(request).await?.into_inner().standings;
    let points: Vec<_> = standings.iter().map(|it| (it.rank, it.player, it.points)).collect();
    let expected: Vec<_> =
        round.standings().iter().map(|it| (it.rank, it.player, it.points)).collect();
    ensure!(points == expected, "pairing has {points:?}");

    let request =
        proto::v1::GetTournamentRequest { tournament: round.reference(), ..Default::default() };
    let tournament = clients.pairing.clone().get_tournament(request).await?.into_inner();
    let state = tournament.rounds.first().context("a round")?.state();
    ensure!(state == RoundState::Closed, "the round is {state:?}");

    until("every clock to stop", || async {
        let request = ListClocksRequest { tournament: round.reference() };
        let clocks = clients.clock.clone().list_clocks(request).await.ok()?.into_inner().clocks;
        let stopped = clocks.iter().filter_map(|clock| clock.state.as_ref()).filter(|state| {
            state.running() == Color::Unspecified && state.flag() == Color::Unspecified
        });
        (stopped.count() == round.scripts().len()).then_some(())
    })
    .await
}

async fn check_log(cluster: &Cluster, round: &Round) -> Result<()> {
    let audit = Audit::read(&cluster.nats_url()).await?;
    // Each game has at least its start, its moves, and the inputs that ended it.
    let least = round.move_count() + 2 * round.scripts().len();
    let inputs = audit.inputs()?;
    ensure!(inputs >= least, "{inputs} inputs are stored, there were {least} at least");
    let plies = audit.plies();
    ensure!(plies.len() == round.scripts().len(), "moves in {:?}", plies.keys());
    for (table, script) in (1..).zip(round.scripts()) {
        let subject = format!("game.main.round.{}", round.game(table).game);
        let played = plies.get(&subject).with_context(|| subject.clone())?;
        let expected: Vec<u32> = (1..).take(script.moves.len()).collect();
        ensure!(*played == expected, "{subject} has {played:?}");
    }
    Ok(())
}

#[test]
fn moves_and_boards_are_read_as_pdn_and_fen_write_them() -> Result<()> {
    let scripts = montpellier()?;
    let answer = scripts[0].move_text(1)?;
    ensure!(
        (answer.from, answer.to, answer.via.as_slice()) == (31, 26, [].as_slice()),
        "{answer:?}"
    );
    let first = board("W:W31-50:B1-20")?;
    ensure!(first == format!("{}{}{}", "b".repeat(20), "e".repeat(10), "w".repeat(20)), "{first}");
    let kings = board("B:WK5,6:BK50.")?;
    ensure!(kings.starts_with("eeeeWw") && kings.ends_with("eB"), "{kings}");
    Ok(())
}
