//! Checks that the desk and the operator are told of a stream that is missing or lacks messages,
//! and that `damcast rebuild` mends it.

use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use async_nats::jetstream;
use proto::subject::Stream;
use runtime::{
    Nats, Stored, StreamFacts, StreamMaker, config::NatsConfig, note_unfinished, remake_consumers,
};
use tests::{
    client::Clients,
    cluster::{Cluster, Service},
    damage::Damage,
    round::Round,
    script::{Script, montpellier},
    until,
    verdicts::Verdicts,
};

/// Runs a command that looks at the log; returns whether it ended well, and its text.
pub(crate) fn run(cluster: &Cluster, command: &str, more: &[&str]) -> Result<(bool, String)> {
    let mut program = Command::new(cluster.program());
    program.args([command, "--nats", &cluster.nats_url()]).args(more);
    let done = program.output()?;
    let text = String::from_utf8(done.stdout)? + &String::from_utf8(done.stderr)?;
    Ok((done.status.success(), text))
}

/// Returns what the doctor says.
pub(crate) fn doctor(cluster: &Cluster) -> Result<String> {
    let nowhere = cluster.directory().join("nowhere").to_string_lossy().into_owned();
    let urls = Service::ALL.map(|service| format!("http://{}", cluster.address(service)));
    let names = Service::ALL.map(|service| format!("--{}", service.name()));
    let services = names.iter().zip(&urls).flat_map(|(name, url)| [name.as_str(), url.as_str()]);
    let more: Vec<&str> = ["--data", nowhere.as_str()].into_iter().chain(services).collect();
    Ok(run(cluster, "doctor", &more)?.1)
}

async fn played() -> Result<(Cluster, Round)> {
    let cluster = Cluster::start().await?;
    let clients = Clients::of(&cluster)?;
    let short =
        |script: Script| Script { moves: script.moves.into_iter().take(20).collect(), ..script };
    let scripts = montpellier()?.into_iter().take(1).map(short).collect();
    let round = Round::open(&clients, "round", scripts).await?;
    Ok((cluster, round))
}

/// nats-server leaves out what follows the flipped bit, and the services judge it anew.
#[tokio::test]
async fn what_a_flipped_bit_took_is_judged_anew_and_the_log_is_sound() -> Result<()> {
    let (mut cluster, round) = played().await?;
    round.play().end().await?;
    let before = until("the log to be sound", || async { sound(&cluster) }).await?;
    for service in Service::ALL {
        cluster.stop(service).await?;
    }
    for stream in [Stream::Game, Stream::Clock] {
        cluster.kill_nats().await;
        Damage::Flip.befall(&mut cluster, stream).await?;
        let (is_sound, text) = run(&cluster, "verify", &[])?;
        ensure!(!is_sound, "{stream:?}: {text}");
    }
    cluster.start_services().await?;
    let after = until("the log to be sound again", || async { sound(&cluster) }).await?;
    ensure!(before == after, "{before} {after}");
    ensure!(doctor(&cluster)? == "All is well.\n", "{}", doctor(&cluster)?);
    cluster.finish().await
}

/// A loss of INPUT that nobody can make good is told until somebody accepts it; the next loss is
/// told at once.
#[tokio::test]
async fn a_loss_of_input_is_told_until_it_is_accepted() -> Result<()> {
    let (mut cluster, round) = played().await?;
    round.play().end().await?;
    until("the log to be sound", || async { sound(&cluster) }).await?;
    // The sequences of the messages that INPUT lacks by then, of which the last one is removed now,
    // and whether that breaks a history. Message 3 is the last one about seats, so none follows on
    // it; on message 5 follow others of its game, which services cannot read without it.
    for (expected, is_broken) in [("", false), ("3", false), ("3,5", true)] {
        let lost = expected.rsplit(',').next().and_then(|it| it.parse::<u64>().ok());
        for service in Service::ALL {
            cluster.stop(service).await?;
        }
        if let Some(sequence) = lost {
            lose(&cluster, sequence).await?;
            let text = doctor(&cluster)?;
            ensure!(text.contains("The stream INPUT lacks a message that it had"), "{text}");
            let (_, asked) = run(&cluster, "accept-loss", &["--by", "A. Veen"])?;
            if is_broken {
                ensure!(asked.contains("run `damcast rebuild`"), "{asked}");
                let backup = cluster.directory().join("backup").to_string_lossy().into_owned();
                let more = ["--yes", "--backup", &backup];
                let (is_done, text) = run(&cluster, "rebuild", &more)?;
                ensure!(is_done && text.contains("no message at sequence 3,5 then"), "{text}");
            }
            ensure!(
                is_broken
                    || asked.contains(&format!(
                        "INPUT: nats-server has no message at sequence {sequence}\n"
                    )),
                "{asked}"
            );
            if !is_broken {
                ensure!(
                    asked.ends_with("Nothing was changed; --yes accepts the loss.\n"),
                    "{asked}"
                );
                ensure!(doctor(&cluster)? == text, "{}", doctor(&cluster)?);
                let (is_done, done) = run(&cluster, "accept-loss", &["--by", "A. Veen", "--yes"])?;
                ensure!(is_done && done.contains("UTC by A. Veen"), "{done}");
            }
        }
        cluster.start_services().await?;
        let told = until("all to be well", || async {
            doctor(&cluster).ok().filter(|text| text == "All is well.\n")
        });
        told.await?;
        let (is_sound, text) = run(&cluster, "verify", &[])?;
        ensure!(is_sound, "{text}");
        let accepted =
            format!("it is known to have no message at sequence {expected}; accepted 3 on 2");
        ensure!(expected.is_empty() || text.contains(&accepted), "{text}");
    }
    let (is_done, text) = run(&cluster, "accept-loss", &["--by", "A. Veen"])?;
    ensure!(
        is_done && text == "INPUT and ACCESS have lost nothing that was not accepted.\n",
        "{text}"
    );
    cluster.finish().await
}

/// INPUT was the only source of what a rebuild had not yet stored again: the copies have it.
#[tokio::test]
async fn a_rebuild_that_was_broken_off_goes_on_from_its_copies_and_loses_nothing() -> Result<()> {
    let (mut cluster, round) = played().await?;
    round.play().end().await?;
    until("the log to be sound", || async { sound(&cluster) }).await?;
    for service in Service::ALL {
        cluster.stop(service).await?;
    }
    lose(&cluster, 5).await?;
    let backup = cluster.directory().join("backup").to_string_lossy().into_owned();
    let (is_done, text) = run(&cluster, "rebuild", &["--yes", "--backup", &backup])?;
    ensure!(is_done, "{text}");
    let whole = kept(&cluster).await?;
    let (is_sound, text) = run(&cluster, "verify", &[])?;
    ensure!(is_sound, "{text}");

    // Broken off before INPUT was made again, and after its second message.
    let config = NatsConfig::at(&cluster.nats_url());
    let nats = Nats::connect("damage", &config, &Default::default()).await?;
    let context = jetstream::new(async_nats::connect(cluster.nats_url()).await?);
    for stored in [None, Some(2)] {
        note_unfinished(&nats, &backup).await?;
        match stored {
            None => {
                context.delete_stream(Stream::Input.name()).await?;
            }
            Some(most) => {
                let mut maker = StreamMaker::anew(&nats, &config, Stream::Input, "broken").await?;
                for message in whole.iter().take(most) {
                    maker.put(message).await?;
                }
            }
        }
        let (is_sound, text) = run(&cluster, "verify", &[])?;
        let told = format!("damcast rebuild has not finished; its copies are in {backup}");
        ensure!(!is_sound && text.contains(&told), "{text}");
        let text = doctor(&cluster)?;
        ensure!(text.contains("`damcast rebuild` has not finished"), "{text}");
        // No service opens such a log, or makes an empty INPUT; this command opens it as they do.
        let (is_made, text) = run(&cluster, "streams", &[])?;
        let refused = "`damcast rebuild` has not finished: run `damcast rebuild --yes` again";
        ensure!(!is_made && text.contains(refused), "{text}");

        let (is_done, text) = run(&cluster, "rebuild", &["--yes"])?;
        ensure!(is_done && text.starts_with("A rebuild was broken off; it goes on"), "{text}");
        let (is_sound, text) = run(&cluster, "verify", &[])?;
        ensure!(is_sound, "{text}");
        let now = kept(&cluster).await?;
        let places = |of: &[Stored]| -> Vec<_> {
            of.iter().map(|it| (it.sequence, it.subject.clone())).collect()
        };
        ensure!(places(&now) == places(&whole), "{now:?}");
    }
    let (is_done, text) = run(&cluster, "rebuild", &["--yes", "--from", &backup])?;
    ensure!(!is_done && text.contains("no rebuild was broken off in this log"), "{text}");
    cluster.start_services().await?;
    cluster.finish().await
}

/// Returns the messages of INPUT.
async fn kept(cluster: &Cluster) -> Result<Vec<Stored>> {
    let context = jetstream::new(async_nats::connect(cluster.nats_url()).await?);
    let mut found = context.get_stream(Stream::Input.name()).await?;
    let last = found.info().await?.state.last_sequence;
    let mut kept = Vec::new();
    for sequence in 1..=last {
        // It may have lost one.
        let Ok(message) = found.get_raw_message(sequence).await else { continue };
        let (subject, payload) = (message.subject.to_string(), message.payload);
        kept.push(Stored { subject, sequence, headers: Default::default(), payload });
    }
    Ok(kept)
}

/// Makes INPUT anew without one of its messages, in a store with the same id.
pub(crate) async fn lose(cluster: &Cluster, lost: u64) -> Result<()> {
    let config = NatsConfig::at(&cluster.nats_url());
    let nats = Nats::connect("damage", &config, &Default::default()).await?;
    let facts = StreamFacts::of(&nats, &config, Stream::Input).await?.context("INPUT")?;
    let kept: Vec<Stored> =
        kept(cluster).await?.into_iter().filter(|message| message.sequence != lost).collect();
    let mut maker = StreamMaker::anew(&nats, &config, Stream::Input, &facts.epoch).await?;
    for message in &kept {
        maker.put(message).await?;
    }
    maker.finish(&facts.known_missing).await?;
    remake_consumers(&nats).await?;
    Ok(())
}

#[tokio::test]
async fn the_doctor_names_messages_that_cannot_be_read_and_streams_that_were_remade() -> Result<()>
{
    let (mut cluster, round) = played().await?;
    cluster.expect_error("passed over a message that cannot be understood");
    cluster.expect_error("a message cannot be shown");
    cluster.expect_error("the event log is damaged");
    let context = jetstream::new(async_nats::connect(cluster.nats_url()).await?);
    let config = context.get_stream(Stream::Access.name()).await?.cached_info().config.clone();
    let garbage = context.publish("game.main.another.r1-t1", vec![0xff; 60].into()).await?.await?;
    let text = doctor(&cluster)?;
    let expected = format!("Messages of the stream GAME cannot be read: {}.", garbage.sequence);
    ensure!(text.contains(&expected), "{text}");

    let mut desk = Verdicts::watch(&Clients::of(&cluster)?, &round, "desk", "en").await?;
    context.delete_stream(Stream::Access.name()).await?;
    let metadata = Default::default();
    context.create_stream(jetstream::stream::Config { metadata, ..config }).await?;
    ensure!(desk.next_damage().await?.stream == "ACCESS", "another stream is damaged");
    let text = doctor(&cluster)?;
    ensure!(text.contains("The stream ACCESS was made anew while services run"), "{text}");
    cluster.finish().await
}

/// Returns the numbers of inputs and of decisions on them if `damcast verify` finds nothing.
fn sound(cluster: &Cluster) -> Option<String> {
    let (is_sound, text) = run(cluster, "verify", &["--json"]).ok()?;
    let report: serde_json::Value = serde_json::from_str(&text).ok()?;
    let tournament = &report["tournaments"][0];
    is_sound.then(|| format!("{} {}", tournament["inputs"], tournament["decisions"]))
}

#[tokio::test]
async fn a_stream_that_is_deleted_while_services_run_is_told_to_the_desk() -> Result<()> {
    let (mut cluster, round) = played().await?;
    cluster.expect_error("the event log is damaged");
    let clients = Clients::of(&cluster)?;
    let mut desk = Verdicts::watch(&clients, &round, "desk", "nl").await?;
    let context = jetstream::new(async_nats::connect(cluster.nats_url()).await?);
    context.delete_stream(Stream::Tournament.name()).await?;
    let told = desk.next_damage().await?;
    ensure!(told.stream == "TOURNAMENT", "{told:?}");
    ensure!(told.explanation.contains("bestaat niet"), "{told:?}");
    let text = doctor(&cluster)?;
    ensure!(text.contains("The stream TOURNAMENT does not exist"), "{text}");
    cluster.finish().await
}

/// Its presses at impossible moments are read for the desk from CLOCK.
#[tokio::test]
async fn a_desk_that_begins_to_watch_after_the_clocks_were_deleted_is_told_of_it() -> Result<()> {
    let (mut cluster, round) = played().await?;
    cluster.expect_error("the event log is damaged");
    let clients = Clients::of(&cluster)?;
    let mut desk = Verdicts::watch(&clients, &round, "desk", "en").await?;
    let context = jetstream::new(async_nats::connect(cluster.nats_url()).await?);
    context.delete_stream(Stream::Clock.name()).await?;
    ensure!(desk.next_damage().await?.stream == "CLOCK", "another stream is damaged");
    let mut later = Verdicts::watch(&clients, &round, "desk", "en").await?;
    ensure!(later.next_damage().await?.stream == "CLOCK", "another stream is damaged");
    cluster.finish().await
}
