//! Checks what a damaged INPUT does in the midst of a round: a message of the seats, or of what one
//! game's devices handed in, cannot be read or is missing. It is told, concerns nothing else, and
//! `damcast rebuild` mends it; then play goes on to its end.

use anyhow::{Context as _, Result, ensure};
use async_nats::jetstream;
use faults::blocks::fill;
use prost::Message as _;
use proto::{
    subject::Stream,
    v1::{
        AdjustClock, ClockOrder, Color, DeviceAssigned, Envelope, GetTournamentRequest,
        ListTablesRequest, OpenRoundRequest, PairRoundRequest, Score, Seat, Standstill,
        TablePairing, TableRecord, VerdictStatus, clock_order::Order, envelope::Record,
        submit_ruling_request::Ruling, table_record::Event,
    },
};
use tests::{
    BY,
    client::Clients,
    cluster::{Cluster, Service},
    damage::Damage,
    round::{DeskDevice, Round},
    script::montpellier,
    until,
    verdicts::Verdicts,
};

use crate::{
    damaged_log::{doctor, lose, run},
    rebuild::play,
    verify::{short, verify},
};

/// The damage to a subject of INPUT.
#[derive(Clone, Copy, Debug)]
enum Harm {
    /// Its last message is none that a program can read.
    Garbage,
    /// Its last message can be decoded, and its record has no meaning.
    Nonsense,
    /// One of its messages is missing.
    Gap,
}

/// A system with two games in the midst of a round.
struct Hall {
    cluster: Cluster,
    clients: Clients,
    round: Round,
}

impl Hall {
    /// Opens the round, and plays six plies of both games.
    async fn open() -> Result<Self> {
        let mut cluster = Cluster::start().await?;
        for told in [
            "a record is damaged; what can be read of it counts",
            "passed over a message that cannot be understood",
            "an input of the tournament could not be stored",
            "a call failed",
            "the event log is damaged",
            "the log holds another history than before",
            "the stream has lost its end",
        ] {
            cluster.expect_error(told);
        }
        let clients = Clients::of(&cluster)?;
        let scripts = montpellier()?.into_iter().take(2).map(|script| short(script, 40));
        let round = Round::open(&clients, "round", scripts.collect()).await?;
        for table in 1..=2 {
            play(&round, table, 1..=6).await?;
        }
        let hall = Self { cluster, clients, round };
        hall.is_sound().await?;
        Ok(hall)
    }

    /// Waits until `damcast verify` finds no fault.
    async fn is_sound(&self) -> Result<()> {
        let sound = until("the log to be sound", || async {
            verify(&self.cluster).ok().filter(|(code, _report)| *code == 0)
        });
        match sound.await {
            Ok(_sound) => Ok(()),
            Err(waited) => Err(waited.context(verify(&self.cluster)?.1.to_string())),
        }
    }

    /// Stops the services, damages a subject of INPUT, and starts them again. The message that is
    /// lost is the one at this place among those of the subject, from 1.
    async fn harm(&mut self, leaf: &str, harm: Harm, place: usize) -> Result<()> {
        let subject = format!("input.main.round.{leaf}");
        self.stop().await?;
        match harm {
            Harm::Garbage => self.publish(subject, vec![0xff; 60]).await?,
            Harm::Nonsense => self.publish(subject, nonsense()).await?,
            Harm::Gap => {
                let sequence = self.sequences(&subject).await?.into_iter().nth(place - 1);
                lose(&self.cluster, sequence.context("a message")?).await?;
            }
        }
        let (code, report) = verify(&self.cluster)?;
        ensure!(code == 1, "{harm:?}: {report}");
        self.cluster.start_services().await
    }

    async fn publish(&self, subject: String, payload: Vec<u8>) -> Result<()> {
        let log = jetstream::new(async_nats::connect(self.cluster.nats_url()).await?);
        log.publish(subject, payload.into()).await?.await?;
        Ok(())
    }

    /// Returns the sequences of the messages of a subject of INPUT.
    async fn sequences(&self, subject: &str) -> Result<Vec<u64>> {
        let context = jetstream::new(async_nats::connect(self.cluster.nats_url()).await?);
        let mut stream = context.get_stream(Stream::Input.name()).await?;
        let last = stream.info().await?.state.last_sequence;
        let mut sequences = Vec::new();
        for sequence in 1..=last {
            let message = stream.get_raw_message(sequence).await;
            sequences.extend(message.ok().filter(|it| *it.subject == *subject).map(|_it| sequence));
        }
        Ok(sequences)
    }

    async fn stop(&mut self) -> Result<()> {
        for service in Service::ALL {
            self.cluster.stop(service).await?;
        }
        Ok(())
    }

    /// Returns what the desk is told of a game, or of the tournament if `game` is empty.
    async fn told(&self, game: &str, language: &str) -> Result<Standstill> {
        let mut desk = Verdicts::watch(&self.clients, &self.round, "desk", language).await?;
        let of_game = |told: Standstill| (told.game == game).then_some(told);
        desk.next("a standstill", |told| told.standstill.and_then(of_game)).await
    }

    /// Mends the log while no service runs, as the runbook says, and starts the services again.
    async fn mend(&mut self) -> Result<()> {
        self.stop().await?;
        let backup = self.cluster.directory().join("backup").to_string_lossy().into_owned();
        let (is_done, text) = run(&self.cluster, "rebuild", &["--yes", "--backup", &backup])?;
        ensure!(is_done && text.contains("INPUT is made anew"), "{text}");
        let (code, report) = verify(&self.cluster)?;
        ensure!(code == 0, "{text}{report}");
        self.cluster.start_services().await?;
        let told = until("all to be well", || async {
            doctor(&self.cluster).ok().filter(|text| text == "All is well.\n")
        });
        told.await.map(drop)
    }

    /// Sets White's clock at a table nearly to its end, and waits until the game is lost by that
    /// and its result is recorded.
    async fn flag_falls(&self, table: u32, desk: &mut DeskDevice) -> Result<()> {
        let adjust = AdjustClock {
            color: Color::White.into(),
            remaining_ms: 1000,
            reason: "a test".to_owned(),
        };
        let order = ClockOrder { order: Some(Order::Adjust(adjust)), ..ClockOrder::default() };
        let verdict = desk.rule(table, Ruling::Clock(order)).await?;
        ensure!(verdict.status() == VerdictStatus::Accepted, "{verdict:?}");
        until("the result of the flag", || async {
            (self.score(table).await.ok()? == Score::BlackWins).then_some(())
        })
        .await
    }

    async fn score(&self, table: u32) -> Result<Score> {
        let request = GetTournamentRequest { tournament: self.round.reference(), published: false };
        let shown = self.clients.pairing.clone().get_tournament(request).await?.into_inner();
        let round = shown.rounds.first().context("a round")?;
        let game = round.games.iter().find(|it| it.pairing.is_some_and(|it| it.table == table));
        Ok(game.and_then(|game| game.outcome).context("a result")?.score())
    }

    /// Pairs and opens the second round, and waits until its games have begun.
    async fn open_second_round(&self) -> Result<()> {
        let mut pairing = self.clients.pairing.clone();
        let pairings = [(1, 2, 3), (2, 4, 1)];
        let pairings = pairings.map(|(table, white, black)| TablePairing { table, white, black });
        let request = PairRoundRequest {
            tournament: self.round.reference(),
            round: 2,
            pairings: pairings.to_vec(),
            by: BY.to_owned(),
            ..PairRoundRequest::default()
        };
        pairing.pair_round(request).await?;
        let request = OpenRoundRequest {
            tournament: self.round.reference(),
            round: 2,
            by: BY.to_owned(),
            ..OpenRoundRequest::default()
        };
        pairing.open_round(request).await?;
        until("the games of the second round", || async {
            let request = ListTablesRequest { tournament: self.round.reference() };
            let tables = self.clients.board_ingest.clone().list_tables(request).await.ok()?;
            let tables = tables.into_inner().tables;
            let begun = tables.iter().filter(|table| table.game.starts_with("r2-")).count();
            (begun == 2).then_some(())
        })
        .await
    }
}

#[tokio::test]
async fn games_clocks_and_rounds_go_on_over_a_damaged_record_of_seats_and_rebuild_mends_it()
-> Result<()> {
    for harm in [Harm::Garbage, Harm::Nonsense, Harm::Gap] {
        let mut hall = Hall::open().await?;
        // The first seat that was given is that of White's tablet at the first table.
        hall.harm("tables", harm, 1).await?;
        let told = hall.told("", "en").await?;
        ensure!(told.explanation.contains("who sits where"), "{harm:?}: {told:?}");
        ensure!(told.unreadable.is_some_and(|it| it.stream == "INPUT"), "{harm:?}");
        ensure!(doctor(&hall.cluster)?.contains("stream INPUT"), "{}", doctor(&hall.cluster)?);

        play(&hall.round, 2, 7..=8).await?;
        if let Harm::Gap = harm {
            let mut tablet = hall.round.tablet(1, Color::White).after(3);
            let script = hall.round.scripts().first().context("a game")?.clone();
            let refused = tablet.try_play(7, script.move_text(7)?).await;
            ensure!(refused.is_err(), "its seat is lost");
        }
        // Seats can be given again over the damage.
        hall.round.assign("t1-white", 1, Seat::White).await?;
        hall.round.assign("second-desk", 0, Seat::Desk).await?;
        play(&hall.round, 1, 7..=12).await?;
        hall.flag_falls(2, &mut hall.round.desk()).await.with_context(|| format!("{harm:?}"))?;
        hall.round.tablet(1, Color::White).after(6).resign().await?;
        until("the result of the first game", || async {
            (hall.score(1).await.ok()? == Score::BlackWins).then_some(())
        })
        .await?;
        hall.open_second_round().await.with_context(|| format!("{harm:?}"))?;

        hall.mend().await.with_context(|| format!("{harm:?}"))?;
        let mut game = hall.round.game(1);
        "r2-t1".clone_into(&mut game.game);
        let script = hall.round.scripts().first().context("a game")?.clone();
        for (color, ply) in [(Color::White, 1), (Color::Black, 2)] {
            let mut tablet = hall.round.tablet(1, color).in_game(&game);
            let verdict = tablet.play(ply, script.move_text(ply)?).await?;
            ensure!(verdict.status() == VerdictStatus::Accepted, "{harm:?}: {verdict:?}");
        }
        hall.is_sound().await.with_context(|| format!("{harm:?}"))?;
        hall.cluster.finish().await?;
    }
    Ok(())
}

#[tokio::test]
async fn one_game_stands_still_whose_inputs_are_damaged_and_goes_on_once_they_are_mended()
-> Result<()> {
    for harm in [Harm::Garbage, Harm::Gap] {
        let mut hall = Hall::open().await?;
        // After the start and the first two plies comes White's second input.
        hall.harm("r1-t1", harm, 4).await?;
        for (language, text) in [
            ("en", "devices then hand in again"),
            ("nl", "de apparaten sturen dan opnieuw in"),
            ("fy", "de apparaten stjoere dan op 'e nij yn"),
        ] {
            let told = hall.told("r1-t1", language).await?;
            ensure!(told.explanation.contains(text), "{harm:?}: {told:?}");
        }
        let script = hall.round.scripts().first().context("a game")?.clone();
        let mut tablet = hall.round.tablet(1, Color::White).after(3);
        let kept = tablet.try_play(7, script.move_text(7)?).await.err().context("it is kept")?;
        ensure!(kept.code() == tonic::Code::Internal, "{harm:?}: {kept:?}");
        play(&hall.round, 2, 7..=8).await?;
        let (is_accepted, text) = run(&hall.cluster, "accept-loss", &["--by", "A. Veen", "--yes"])?;
        ensure!(!is_accepted && text.contains("run `damcast rebuild`"), "{harm:?}: {text}");

        hall.mend().await.with_context(|| format!("{harm:?}"))?;
        let known = hall.round.tablet(1, Color::White).list_inputs().await?;
        match harm {
            Harm::Garbage | Harm::Nonsense => ensure!(known == [1, 2, 3], "{known:?}"),
            Harm::Gap => {
                ensure!(known == [1, 3], "{known:?}");
                // It hands in again what the log no longer has.
                play(&hall.round, 1, 3..=3).await?;
            }
        }
        play(&hall.round, 1, 7..=12).await?;
        hall.flag_falls(1, &mut hall.round.desk()).await.with_context(|| format!("{harm:?}"))?;
        play(&hall.round, 2, 9..=10).await?;
        hall.is_sound().await.with_context(|| format!("{harm:?}"))?;
        hall.cluster.finish().await?;
    }
    Ok(())
}

/// NATS loses everything after the flipped bit in its block: most seats, the starts of the games,
/// and moves before those that are in the next block.
#[tokio::test]
async fn a_bit_flipped_in_the_first_block_of_input_is_mended_and_devices_hand_in_again()
-> Result<()> {
    let mut hall = Hall::open().await?;
    fill(async_nats::connect(hall.cluster.nats_url()).await?).await?;
    play(&hall.round, 1, 7..=8).await?;
    hall.is_sound().await?;
    hall.stop().await?;
    hall.cluster.kill_nats().await;
    Damage::FlipFirst(1500).befall(&mut hall.cluster, Stream::Input).await?;
    let (code, report) = verify(&hall.cluster)?;
    ensure!(code == 1, "{report}");

    hall.cluster.start_services().await?;
    hall.round.assign("desk", 0, Seat::Desk).await?;
    let told = hall.told("r1-t1", "en").await?;
    ensure!(told.unreadable.is_some(), "{told:?}");
    hall.mend().await?;
    for table in 1..=2 {
        for (seat, color) in [(Seat::White, "white"), (Seat::Black, "black")] {
            hall.round.assign(&format!("t{table}-{color}"), table, seat).await?;
        }
    }
    for (table, plies) in [(1, 8), (2, 6)] {
        play(&hall.round, table, 1..=plies).await?;
        play(&hall.round, table, plies + 1..=plies + 4).await?;
    }
    let mut desk = hall.round.desk();
    for table in 1..=2 {
        hall.flag_falls(table, &mut desk).await?;
    }
    hall.is_sound().await?;
    hall.cluster.finish().await
}

/// Returns an envelope in which a device without a name gets a seat at table 0.
fn nonsense() -> Vec<u8> {
    let assigned = DeviceAssigned { seat: Seat::White.into(), ..DeviceAssigned::default() };
    let record = Record::Table(TableRecord { event: Some(Event::Assigned(assigned)), act: None });
    Envelope { version: 20, record: Some(record), ..Envelope::default() }.encode_to_vec()
}
