//! Checks clocks of devices and physical clocks at the tables: presses count at the right moment,
//! and the desk gets an alarm about readings that cannot be right.

use anyhow::{Context as _, Result, ensure};
use proto::v1::{
    ClockDisplay, ClockState, Color, DeviceClockFault, InputHeader, InputRecord, ListTablesRequest,
    MoveText, SetGraceRequest, SubmitDisplayRequest, SubmitMoveRequest, TimeControl, Verdict,
    VerdictStatus, clock_alarm::Kind, device_clock_fault::Fault, envelope::Record,
};
use tests::{
    audit::Audit,
    client::Clients,
    cluster::{Cluster, Service},
    round::Round,
    script::Script,
    until,
    verdicts::Verdicts,
};
use tonic::Code;

/// An hour for each side, so that no flag falls in these tests.
const LONG: TimeControl = TimeControl { base_ms: 3_600_000, increment_ms: 0, stages: Vec::new() };
const MINUTE_MS: i64 = 60_000;
/// The most by which two processes tell a moment differently: each reads the time of day once, and
/// then the time that has passed since.
const APART_MS: i64 = 500;

struct Hall {
    cluster: Cluster,
    clients: Clients,
    round: Round,
}

impl Hall {
    async fn open() -> Result<Self> {
        let cluster = Cluster::start().await?;
        let clients = Clients::of(&cluster)?;
        let round = Round::open_timed(&clients, "round", vec![Script::of_table(1)], LONG).await?;
        Ok(Self { cluster, clients, round })
    }

    fn header(&self, device: &str, sequence: u64) -> InputHeader {
        InputHeader {
            game: Some(self.round.game(1)),
            device: device.to_owned(),
            sequence,
            wait_ms: 5000,
            ..InputHeader::default()
        }
    }

    async fn play(&self, header: InputHeader, ply: u32, (from, to): (u32, u32)) -> Result<()> {
        let mv = Some(MoveText { from, to, ..MoveText::default() });
        let request = SubmitMoveRequest { header: Some(header), ply, r#move: mv };
        let answer = self.clients.board_ingest.clone().submit_move(request).await?.into_inner();
        let verdict = answer.verdict.context("a verdict")?;
        ensure!(verdict.status() == VerdictStatus::Accepted, "{verdict:?}");
        Ok(())
    }

    /// Sends the display of the clock at the table; returns `None` if board-ingest had nothing to
    /// store.
    async fn show(
        &self,
        sequence: u64,
        display: ClockDisplay,
    ) -> Result<Option<Verdict>, tonic::Status> {
        let header = Some(self.header("dgt", sequence));
        let request = SubmitDisplayRequest { header, display: Some(display) };
        let answer = self.clients.board_ingest.clone().submit_display(request).await?;
        Ok(answer.into_inner().verdict)
    }

    /// Returns a stored input of White's tablet and its time of storing, in milliseconds since the
    /// epoch.
    async fn stored(&self, sequence: u64) -> Result<(InputRecord, i64)> {
        let audit = Audit::read(&self.cluster.nats_url()).await?;
        let inputs = audit.envelopes.into_values().flatten().filter_map(|envelope| {
            let Some(Record::Input(input)) = envelope.record else { return None };
            Some((input, envelope.recorded_at_ms))
        });
        let is_it = |input: &InputRecord| input.device == "t1-white" && input.sequence == sequence;
        inputs.into_iter().find(|(input, _at)| is_it(input)).context("no such input")
    }

    /// Returns the fault of a device's clock in the desk's list.
    async fn fault(&self, device: &str) -> Result<Option<DeviceClockFault>> {
        let request = ListTablesRequest { tournament: self.round.reference() };
        let tables = self.clients.board_ingest.clone().list_tables(request).await?.into_inner();
        let mut devices = tables.tables.into_iter().flat_map(|table| table.devices);
        Ok(devices.find(|seated| seated.device == device).context("a device")?.clock_fault)
    }
}

fn now() -> i64 {
    runtime::WallClock::system().now().millis()
}

#[tokio::test]
async fn a_press_by_a_tablet_whose_clock_is_wrong_counts_at_the_moment_it_was_made() -> Result<()> {
    let mut hall = Hall::open().await?;
    // A grace that no busy machine exceeds.
    let tournament = hall.round.reference();
    let grace = SetGraceRequest {
        tournament,
        device: "desk".to_owned(),
        grace_ms: 30_000,
        ..Default::default()
    };
    hall.clients.board_ingest.clone().set_grace(grace).await?;
    // The tablet is five minutes ahead; it pressed three seconds after the start and sends that a
    // second later.
    let started =
        hall.round.clock("the start", 1, |state| state.running() == Color::White).await?.as_of_ms;
    until("four seconds to pass", || async { (now() > started + 4000).then_some(()) }).await?;
    let (before, sent) = (now(), now() + 5 * MINUTE_MS);
    let header = hall.header("t1-white", 1);
    let header = InputHeader { sent_at_ms: sent, seen_at_ms: sent - 1000, ..header };
    hall.play(header, 1, (32, 28)).await?;
    let pressed =
        hall.round.clock("White's press", 1, |state| state.running() == Color::Black).await?;
    // The press counts a second before its arrival by the server's clock.
    let (input, stored_at) = hall.stored(1).await?;
    ensure!(pressed.as_of_ms == input.at_ms, "{pressed:?} {input:?}");
    let arrived = before - APART_MS..=stored_at;
    ensure!(arrived.contains(&(input.at_ms + 1000)), "{input:?} {before}");
    ensure!(hall.fault("t1-white").await?.is_none());

    // The estimate outlives the service: a press that White's tablet could send only a second later
    // counts from its own moment, although the call itself was late.
    hall.cluster.kill(Service::BoardIngest).await?;
    hall.cluster.start_service(Service::BoardIngest).await?;
    hall.play(hall.header("t1-black", 1), 2, (19, 23)).await?;
    let answered =
        hall.round.clock("Black's press", 1, |state| state.running() == Color::White).await?;
    until("two seconds to pass", || async { (now() > answered.as_of_ms + 2000).then_some(()) })
        .await?;
    let seen = answered.as_of_ms + 1000;
    let late = InputHeader {
        seen_at_ms: seen + 5 * MINUTE_MS,
        // The stamp alone suggests a second on the way; the estimate corrects that.
        sent_at_ms: seen + 5 * MINUTE_MS,
        ..hall.header("t1-white", 2)
    };
    hall.play(late, 3, (28, 19)).await?;
    let pressed =
        hall.round.clock("White's press", 1, |state| state.running() == Color::Black).await?;
    // The estimate is as near to the truth as the first message was stored fast.
    let slow = stored_at - (sent - 5 * MINUTE_MS);
    ensure!(pressed.as_of_ms == seen + slow, "{pressed:?} {seen} {slow}");
    hall.cluster.finish().await
}

#[tokio::test]
async fn a_faulty_device_clock_is_reported_to_the_desk_and_stays_listed_after_a_restart()
-> Result<()> {
    let mut hall = Hall::open().await?;
    let mut desk = Verdicts::watch(&hall.clients, &hall.round, "desk", "nl").await?;
    let white = |sequence, off_ms, ahead_ms| {
        let sent_at_ms = now() + off_ms;
        let header = hall.header("t1-white", sequence);
        InputHeader { sent_at_ms, seen_at_ms: sent_at_ms + ahead_ms, ..header }
    };
    // A device eleven minutes behind is not relied on: the press counts from its arrival.
    let before = now();
    hall.play(white(1, -11 * MINUTE_MS, 0), 1, (32, 28)).await?;
    let alarm = desk.next_alarm().await?;
    let Some(Kind::DeviceClock(judged)) = alarm.kind else { anyhow::bail!("{alarm:?}") };
    let fault = judged.fault.as_ref().and_then(|fault| fault.fault);
    let Some(Fault::TooFarMs(off_ms)) = fault else { anyhow::bail!("{fault:?}") };
    ensure!(judged.device == "t1-white" && off_ms >= 11 * MINUTE_MS, "{judged:?}");
    ensure!(alarm.explanation.contains("loopt 660,"), "{}", alarm.explanation);
    let clock =
        hall.round.clock("White's press", 1, |state| state.running() == Color::Black).await?;
    let arrived = before - APART_MS..=now() + APART_MS;
    ensure!(arrived.contains(&clock.as_of_ms), "{clock:?}");

    hall.cluster.kill(Service::BoardIngest).await?;
    hall.cluster.start_service(Service::BoardIngest).await?;
    let known = hall.fault("t1-white").await?.and_then(|fault| fault.fault);
    ensure!(known == Some(Fault::TooFarMs(off_ms)), "{known:?}");
    let mut desk = Verdicts::watch(&hall.clients, &hall.round, "desk", "").await?;
    // A watcher that begins is told what lasts.
    let alarm = desk.next_alarm().await?;
    let Some(Kind::DeviceClock(lasting)) = alarm.kind else { anyhow::bail!("{alarm:?}") };
    ensure!(lasting == judged, "{lasting:?}");
    hall.play(hall.header("t1-black", 1), 2, (19, 23)).await?;
    // Once set right, the device is relied on again. Then it stamps a press five seconds later than
    // its own sending.
    let white = |sequence, ahead_ms| {
        let sent_at_ms = now();
        let header = hall.header("t1-white", sequence);
        InputHeader { sent_at_ms, seen_at_ms: sent_at_ms + ahead_ms, ..header }
    };
    hall.play(white(2, 0), 3, (28, 19)).await?;
    let alarm = desk.next_alarm().await?;
    ensure!(alarm.explanation == "The clock of t1-white can be relied on again.", "{alarm:?}");
    ensure!(hall.fault("t1-white").await?.is_none());
    hall.play(hall.header("t1-black", 2), 4, (14, 23)).await?;
    hall.round.clock("Black's press", 1, |state| state.running() == Color::White).await?;
    hall.play(white(3, 5000), 5, (33, 28)).await?;
    let alarm = desk.next_alarm().await?;
    let Some(Kind::DeviceClock(judged)) = alarm.kind else { anyhow::bail!("{alarm:?}") };
    let fault = judged.fault.and_then(|fault| fault.fault);
    ensure!(matches!(fault, Some(Fault::InFutureMs(1..=5000))), "{fault:?}");
    // The press is accepted, and counts from its arrival.
    let clock =
        hall.round.clock("White's press", 1, |state| state.running() == Color::Black).await?;
    let (input, stored_at) = hall.stored(3).await?;
    ensure!(clock.as_of_ms == input.at_ms, "{clock:?} {input:?}");
    let arrived = input.device_sent_ms - APART_MS..=stored_at;
    ensure!(arrived.contains(&input.at_ms), "{input:?}");
    hall.cluster.finish().await
}

#[tokio::test]
async fn a_physical_clock_is_followed_within_a_second_and_raises_one_alarm_beyond_it() -> Result<()>
{
    let hall = Hall::open().await?;
    hall.round.assign("dgt", 1, proto::v1::Seat::Table).await?;
    let mut desk = Verdicts::watch(&hall.clients, &hall.round, "desk", "").await?;
    hall.play(hall.header("t1-white", 1), 1, (32, 28)).await?;
    let pressed =
        hall.round.clock("White's press", 1, |state| state.running() == Color::Black).await?;
    let shows = |white_ms, black_ms| ClockDisplay {
        white_ms,
        black_ms,
        running: Color::Black.into(),
        flag: 0,
    };
    let accepted = |verdict: Option<Verdict>| {
        let verdict = verdict.context("a verdict")?;
        ensure!(verdict.status() == VerdictStatus::Accepted, "{verdict:?}");
        anyhow::Ok(())
    };
    // Ten minutes less for White: one alarm, however often it is shown, and the computed time
    // stays.
    let wrong = shows(3_000_000, LONG.base_ms);
    accepted(hall.show(1, wrong).await?)?;
    let alarm = desk.next_alarm().await?;
    let Some(Kind::Disagreed(shown)) = &alarm.kind else { anyhow::bail!("{alarm:?}") };
    ensure!((shown.white_ms, shown.black_ms) == (3_000_000, LONG.base_ms), "{alarm:?}");
    ensure!(alarm.game == "r1-t1" && alarm.explanation.contains("0:50:00 for White"), "{alarm:?}");
    let clock = hall.round.clock("a disagreement", 1, |state| state.disagreement.is_some()).await?;
    ensure!(clock.disagreement == Some(wrong), "{clock:?}");
    ensure!(clock.white_ms == pressed.white_ms, "{clock:?}");
    // A display that only counts on is not stored and raises no alarm.
    ensure!(hall.show(2, wrong).await?.is_none());
    accepted(hall.show(2, shows(2_000_000, LONG.base_ms)).await?)?;
    let clock = hall.round.clock("the same alarm", 1, |state| state.disagreement.is_some()).await?;
    ensure!(clock.disagreement == Some(wrong), "{clock:?}");

    // Once set right, the physical clock is followed: White has the time that it shows, the next
    // whole second.
    let near = (pressed.white_ms / 1000 + 1) * 1000;
    let left = |clock: &ClockState| {
        let used = u64::try_from(now() - clock.as_of_ms).unwrap_or(0);
        clock.black_ms.saturating_sub(used) / 1000 * 1000
    };
    accepted(hall.show(3, shows(near, left(&clock))).await?)?;
    let clock = hall.round.clock("agreement", 1, |state| state.disagreement.is_none()).await?;
    ensure!(clock.white_ms == near, "{clock:?}");
    hall.play(hall.header("t1-black", 1), 2, (19, 23)).await?;

    let week = 7 * 24 * 3_600_000;
    for (display, code) in [
        (shows(week + 1000, 0), Code::InvalidArgument),
        (shows(near + 990, LONG.base_ms), Code::InvalidArgument),
        (ClockDisplay { running: 7, ..wrong }, Code::InvalidArgument),
        (ClockDisplay { flag: 7, ..wrong }, Code::InvalidArgument),
    ] {
        let status = hall.show(9, display).await.err().context("it was taken")?;
        ensure!(status.code() == code, "{display:?}: {status:?}");
    }
    // A player's own tablet may not send the display of a clock.
    for device in ["t1-white", "t1-black"] {
        let header = Some(hall.header(device, 7));
        let request = SubmitDisplayRequest { header, display: Some(wrong) };
        let status = hall.clients.board_ingest.clone().submit_display(request).await.err();
        let status = status.context("it was taken")?;
        ensure!(status.code() == Code::FailedPrecondition, "{status:?}");
        ensure!(status.message().contains("a player's own"), "{status:?}");
    }
    let alarm = hall.show(4, shows(1000, 1000)).await?.context("a verdict")?;
    ensure!(alarm.status() == VerdictStatus::Accepted, "{alarm:?}");
    hall.cluster.finish().await
}
