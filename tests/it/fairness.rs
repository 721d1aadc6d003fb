//! Checks that a flood of inputs to some games holds no other game, also when the service that
//! judges them is killed over it.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context as _, Result, ensure};
use futures_util::future::try_join_all;
use prost::Message as _;
use proto::{
    subject::{Stream, Subject},
    v1::{Color, Envelope, Seat},
};
use tests::{
    client::Clients,
    cluster::{Cluster, Service},
    round::{Round, Tablet},
    script::montpellier,
    until,
};

/// Games with a flood.
const FLOODED: u32 = 3;
/// Devices at the table of each of them.
const DEVICES: u32 = 3;
/// Inputs of each device.
const INPUTS: usize = 700;
/// The number of messages that NATS delivers before one is acknowledged.
const WINDOW: usize = 2_000;

#[tokio::test]
async fn a_flood_of_inputs_holds_no_other_game_and_is_judged_once() -> Result<()> {
    let mut cluster = Cluster::start().await?;
    let clients = Clients::of(&cluster)?;
    let scripts: Vec<_> = montpellier()?.into_iter().take(FLOODED as usize + 1).collect();
    let round = Round::open(&clients, "flood", scripts).await?;
    cluster.stop(Service::RulesValidation).await?;
    let mut devices = Vec::new();
    for table in 1..=FLOODED {
        for number in 1..=DEVICES {
            let device = format!("t{table}-flood-{number}");
            round.assign(&device, table, Seat::Table).await?;
            devices.push(round.spare(&device, table, Color::White));
        }
    }
    try_join_all(devices.into_iter().map(|device| flood(&round, device))).await?;
    let quiet = FLOODED + 1;
    let script = round.scripts().get(quiet as usize - 1).context("a game")?;
    let tablet = round.tablet(quiet, Color::White);
    tablet.clone().hand_in(1, script.move_text(1)?).await?;

    cluster.start_service(Service::RulesValidation).await?;
    tablet.clone().play(1, script.move_text(1)?).await?;
    // Its successor finds the inputs that are set aside.
    cluster.kill(Service::RulesValidation).await?;
    cluster.start_service(Service::RulesValidation).await?;
    let (quiet, flood) = (round.game(quiet).game, (FLOODED * DEVICES) as usize * INPUTS);
    let games = u64::from(FLOODED + 1);
    let mut stored = 0;
    while stored < flood as u64 + 1 + games {
        let before = stored;
        stored = until("more of the flood to be judged", || async {
            last_sequence(&cluster).await.ok().filter(|last| *last > before)
        })
        .await?;
    }
    let judged = judged(&cluster).await?;
    let before = judged.iter().position(|(game, _input)| *game == quiet).context("it is judged")?;
    ensure!(before < flood - WINDOW, "{before} of {flood} were judged before it");
    let mut inputs: BTreeMap<&str, BTreeSet<u64>> = BTreeMap::new();
    for (game, input) in &judged {
        ensure!(inputs.entry(game).or_default().insert(*input), "{game}: {input} is judged twice");
    }
    ensure!(judged.len() == flood + 1, "{} of {flood}", judged.len());
    cluster.finish().await
}

/// Hands in the first move of a game again and again, each time under another number.
async fn flood(round: &Round, mut device: Tablet) -> Result<()> {
    let script = round.scripts().first().context("a game")?;
    for _input in 0..INPUTS {
        device.hand_in(1, script.move_text(1)?).await?;
    }
    Ok(())
}

/// Returns the sequence of the last message of GAME.
async fn last_sequence(cluster: &Cluster) -> Result<u64> {
    let context = async_nats::jetstream::new(async_nats::connect(cluster.nats_url()).await?);
    Ok(context.get_stream(Stream::Game.name()).await?.cached_info().state.last_sequence)
}

/// Returns the inputs of devices that GAME has judged, in order: the game and the sequence in
/// INPUT.
async fn judged(cluster: &Cluster) -> Result<Vec<(String, u64)>> {
    let context = async_nats::jetstream::new(async_nats::connect(cluster.nats_url()).await?);
    let stored = context.get_stream(Stream::Game.name()).await?;
    let mut judged = Vec::new();
    for sequence in 1..=stored.cached_info().state.last_sequence {
        let message = stored.get_raw_message(sequence).await?;
        let envelope = Envelope::decode(message.payload)?;
        let subject: Subject = message.subject.parse()?;
        let game = subject.game_key().context("a game")?.game.to_string();
        // The first message of a game is its start.
        if let Some(cause) = envelope.cause.filter(|_cause| envelope.version > 1) {
            judged.push((game, cause.sequence));
        }
    }
    Ok(judged)
}
