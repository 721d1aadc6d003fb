//! A call that watches verdicts and alarms.

use std::collections::VecDeque;

use ::access::Sector;
use draughts::Timestamp;
use live_game::table::{ClockAlarm, Standstill, StandstillReason};
use phrases::{
    Language,
    operation::{self, Trouble},
};
use proto::{
    convert::device_silent,
    subject::{GameId, TournamentKey},
    v1::{self, Delay, InputsInDoubt, WatchVerdictsResponse},
};
use runtime::{AnswerSource, WallClock, metrics::Counted};
use tokio::sync::{
    broadcast::{self, error::RecvError},
    watch,
};
use tonic::Status;

use super::convert::shown;
use crate::{
    alarms::Alarm,
    watchers::{Notification, Passed, Watcher, Watchers},
};

/// A call that watches verdicts. It has no queue of its own: each answer is made when it can be
/// sent, from the notifications that all watchers of the tournament share.
pub(super) struct VerdictWatch {
    pub(super) tournament: TournamentKey,
    /// The first notifications, of what lasts already.
    pub(super) first: VecDeque<Notification>,
    pub(super) notifications: broadcast::Receiver<Notification>,
    /// The milliseconds by which the time of day is ahead since it was set.
    pub(super) time_of_day: watch::Receiver<Option<i64>>,
    pub(super) clock: WallClock,
    pub(super) watcher: Watcher,
    pub(super) _counted: Counted,
    pub(super) language: Language,
    /// The tables that the caller is told about.
    pub(super) sector: Sector,
    /// The answer once the device is released.
    pub(super) released: Status,
}

impl AnswerSource for VerdictWatch {
    type Answer = WatchVerdictsResponse;
    type Error = Status;

    async fn next(&mut self) -> Option<Result<WatchVerdictsResponse, Status>> {
        loop {
            let received = match self.first.pop_front() {
                Some(first) => Ok(first),
                None => tokio::select! {
                    biased;
                    // It changes rarely, so that verdicts do not wait.
                    Ok(()) = self.time_of_day.changed() => Ok(self.time_of_day_alarm()),
                    received = self.notifications.recv() => received,
                },
            };
            let notification = match received {
                Ok(notification) => notification,
                Err(RecvError::Lagged(_)) => {
                    let slow = "too slow: verdicts were passed over; watch again";
                    return Some(Err(Status::aborted(slow)));
                }
                Err(RecvError::Closed) => return None,
            };
            let mut response = WatchVerdictsResponse::default();
            match self.watcher.pass(notification) {
                Some(Passed::Verdict(game, passed, seat)) => {
                    response.verdict = Some(shown(&game, &passed, seat, self.language));
                }
                Some(Passed::Alarm(passed)) => {
                    response.alarm = Some(passed.for_desk(self.language));
                }
                Some(Passed::Delay(since)) => {
                    response.delay = Some(Delay { since_ms: since.map_or(0, Timestamp::millis) });
                }
                Some(Passed::Apart(service, ahead_ms)) => {
                    let alarm = self.machine_alarm(service, ahead_ms);
                    response.alarm = Some(alarm.for_desk(self.language));
                }
                Some(Passed::Standstill(of, standstill)) => {
                    response.standstill = Some(self.standstill(of, standstill.as_ref()));
                }
                Some(Passed::LogDamage(stream, damage)) => {
                    response.log_damage = Some(log_damage(stream, damage.as_ref(), self.language));
                }
                Some(Passed::Acknowledged(acknowledgement)) => {
                    response.acknowledged = Some((&acknowledgement).into());
                }
                Some(Passed::Called(call)) => response.call = Some((&call).into()),
                Some(Passed::Silent(device, silence)) => {
                    let over = v1::DeviceSilent {
                        device: device.as_str().to_owned(),
                        ..v1::DeviceSilent::default()
                    };
                    let silent = silence.map(|silence| device_silent(&device, &silence));
                    response.silent = Some(silent.unwrap_or(over));
                }
                Some(Passed::Claimed(claim, waits)) => {
                    let at_ms = if waits { claim.at.millis() } else { 0 };
                    response.seat_claimed = Some(v1::SeatClaimed { at_ms, ..(&claim).into() });
                }
                Some(Passed::TookOver(taken)) => response.seat_taken_over = Some((&taken).into()),
                Some(Passed::InputsInDoubt) => response.inputs_in_doubt = Some(InputsInDoubt {}),
                Some(Passed::Released) => return Some(Err(self.released.clone())),
                None => continue,
            }
            if self.is_of_sector(&response) {
                return Some(Ok(response));
            }
        }
    }
}

impl VerdictWatch {
    fn time_of_day_alarm(&mut self) -> Notification {
        let ahead_ms = *self.time_of_day.borrow_and_update();
        let alarm = ClockAlarm::TimeOfDay { ahead_ms, at: self.clock.now() };
        Notification::Alarm(self.of_server(alarm))
    }

    fn machine_alarm(&self, service: String, ahead_ms: Option<i64>) -> Alarm {
        self.of_server(ClockAlarm::MachineApart { service, ahead_ms, at: self.clock.now() })
    }

    fn of_server(&self, alarm: ClockAlarm) -> Alarm {
        Alarm { tournament: self.tournament.clone(), game: None, alarm }
    }

    /// Returns false for an answer about a table outside the sector of the caller.
    fn is_of_sector(&self, response: &WatchVerdictsResponse) -> bool {
        let of_verdict = response.verdict.as_ref().and_then(|verdict| verdict.game.as_ref());
        let game = of_verdict.map(|game| game.game.as_str());
        let game = game.or(response.alarm.as_ref().map(|alarm| alarm.game.as_str()));
        let game = game.or(response.standstill.as_ref().map(|it| it.game.as_str()));
        let game = game.and_then(|game| game.parse::<GameId>().ok());
        let table = game.map(GameId::table).or(response.call.as_ref().map(|call| call.table));
        let silent = response.silent.as_ref().map(|silent| silent.table);
        let claimed = response.seat_claimed.as_ref().map(|claimed| claimed.table);
        let taken = response.seat_taken_over.as_ref().map(|taken| taken.table);
        let table = table.or(silent).or(claimed).or(taken).filter(|table| *table > 0);
        table.is_none_or(|table| self.sector.contains(table))
    }

    fn standstill(&self, of: Option<GameId>, standstill: Option<&Standstill>) -> v1::Standstill {
        let reason = standstill.map(|standstill| &standstill.reason);
        let unreadable = reason.and_then(|reason| match reason {
            StandstillReason::Unreadable { stream, sequence } => {
                Some(v1::Cause { stream: (*stream).to_owned(), sequence: *sequence })
            }
            StandstillReason::Unjudged
            | StandstillReason::NotBegun
            | StandstillReason::Unrecorded
            | StandstillReason::NotEnded
            | StandstillReason::ClockBehind => None,
        });
        v1::Standstill {
            tournament: Some((&self.tournament).into()),
            game: of.map(|game| game.to_string()).unwrap_or_default(),
            since_ms: standstill.map_or(0, |standstill| standstill.since.millis()),
            unreadable,
            explanation: match of {
                Some(_game) => phrases::standstill::game(reason, self.language),
                None => phrases::standstill::tournament(reason, self.language),
            },
        }
    }
}

/// Returns the notifications for a watcher of what lasts already.
pub(super) fn lasting(watchers: &Watchers, key: &TournamentKey) -> VecDeque<Notification> {
    let delay = watchers.delay().map(|since| Notification::Delay(Some(since)));
    let apart = watchers.apart().into_iter();
    let apart = apart.map(|(service, ahead_ms)| Notification::Apart(service, Some(ahead_ms)));
    let standstills = watchers.standstills(key).into_iter();
    let standstills = standstills.map(|(of, it)| Notification::Standstill(of, Some(it)));
    let damages = watchers.damages().into_iter();
    let damages = damages.map(|(stream, it)| Notification::LogDamage(stream, Some(it)));
    delay.into_iter().chain(apart).chain(damages).chain(standstills).collect()
}

fn log_damage(
    stream: &str,
    damage: Option<&(Timestamp, Trouble)>,
    language: Language,
) -> v1::LogDamage {
    v1::LogDamage {
        stream: stream.to_owned(),
        since_ms: damage.map_or(0, |(since, _trouble)| since.millis()),
        explanation: operation::stream(stream, damage.map(|(_since, it)| it), language),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use draughts::Timestamp;
    use futures_util::StreamExt as _;
    use live_game::{
        DeviceId, InputId,
        table::{Acknowledgement, ArbiterCall, CallMatter, Seat, Verdict},
    };
    use proto::{
        subject::{GameId, GameKey, TournamentKey},
        v1::{self, clock_alarm::Kind},
    };
    use tonic::Code;

    use super::*;
    use crate::{
        metrics,
        watchers::{BEHIND_MAX, Standstills},
    };

    fn key() -> TournamentKey {
        TournamentKey { venue: "main".parse().unwrap(), tournament: "kk-2026".parse().unwrap() }
    }

    fn device() -> DeviceId {
        DeviceId::new("tablet").unwrap()
    }

    fn watching(watchers: &Watchers) -> VerdictWatch {
        VerdictWatch {
            tournament: key(),
            first: lasting(watchers, &key()),
            notifications: watchers.watch(&key()),
            time_of_day: watch::Sender::new(None).subscribe(),
            clock: WallClock::simulated(Timestamp::from_millis(0)),
            watcher: Watcher::new(device(), Seat::White(1)),
            _counted: metrics::watching(Seat::White(1)),
            language: Language::English,
            sector: Sector::ALL,
            released: Status::not_found("released"),
        }
    }

    fn verdict(sequence: u64) -> Notification {
        let game: GameKey = key().game(GameId::new(1, 1).unwrap());
        Notification::Verdict(game, Verdict::stored(InputId::new(device(), sequence)))
    }

    #[tokio::test]
    async fn a_watcher_who_does_not_read_is_told_to_watch_again_and_nothing_waits_for_it() {
        let watchers = Watchers::default();
        let mut answers = Box::pin(runtime::answers(watching(&watchers)));
        for sequence in 0..=BEHIND_MAX as u64 {
            watchers.notify(&key(), verdict(sequence));
        }
        let told = answers.next().await.unwrap();
        assert_eq!(told.map_err(|status| status.code()), Err(Code::Aborted));
        assert!(answers.next().await.is_none());
    }

    #[tokio::test]
    async fn the_desk_is_told_of_a_delay_at_first_and_when_it_ends() {
        let watchers = Watchers::default();
        watchers.set_delay(Some(Timestamp::from_millis(7)));
        let mut at_table = Box::pin(runtime::answers(watching(&watchers)));
        let desk = Watcher::new(device(), Seat::Desk);
        let mut at_desk =
            Box::pin(runtime::answers(VerdictWatch { watcher: desk, ..watching(&watchers) }));
        watchers.set_delay(Some(Timestamp::from_millis(7)));
        watchers.set_delay(None);
        watchers.notify(&key(), verdict(8));
        for since_ms in [7, 0] {
            let answer = at_desk.next().await.unwrap().unwrap();
            assert_eq!(answer.delay, Some(Delay { since_ms }));
        }
        for answers in [&mut at_desk, &mut at_table] {
            let answer = answers.next().await.unwrap().unwrap();
            assert_eq!((answer.verdict.unwrap().sequence, answer.delay), (8, None));
        }
    }

    #[tokio::test]
    async fn the_desk_is_told_of_a_game_that_stands_still_at_first_and_when_it_goes_on() {
        let (watchers, game) = (Watchers::default(), GameId::new(1, 2).unwrap());
        let reason = StandstillReason::Unreadable { stream: "GAME", sequence: 17 };
        let since = |ms| Standstill { since: Timestamp::from_millis(ms), reason: reason.clone() };
        let still = |ms| Standstills::from([(Some(game), since(ms))]);
        watchers.set_standstills(&key(), still(7));
        let mut at_table = Box::pin(runtime::answers(watching(&watchers)));
        let desk = Watcher::new(device(), Seat::Desk);
        let mut at_desk =
            Box::pin(runtime::answers(VerdictWatch { watcher: desk, ..watching(&watchers) }));
        // It stands still since then, for the same reason.
        watchers.set_standstills(&key(), still(8));
        watchers.set_standstills(&key(), Standstills::default());
        watchers.notify(&key(), verdict(9));
        for (since_ms, unreadable, text) in
            [(7, Some(17), "message 17 of GAME"), (0, None, "goes on")]
        {
            let told = at_desk.next().await.unwrap().unwrap().standstill.unwrap();
            assert_eq!((told.game.as_str(), told.since_ms), ("r1-t2", since_ms));
            assert_eq!(told.unreadable.map(|it| it.sequence), unreadable);
            assert!(told.explanation.contains(text), "{}", told.explanation);
        }
        for answers in [&mut at_desk, &mut at_table] {
            let answer = answers.next().await.unwrap().unwrap();
            assert_eq!((answer.verdict.unwrap().sequence, answer.standstill), (9, None));
        }
    }

    #[tokio::test]
    async fn the_desk_is_told_who_acknowledged_an_alarm_and_no_player_is() {
        let watchers = Watchers::default();
        let mut at_table = Box::pin(runtime::answers(watching(&watchers)));
        let desk = Watcher::new(device(), Seat::Desk);
        let mut at_desk =
            Box::pin(runtime::answers(VerdictWatch { watcher: desk, ..watching(&watchers) }));
        let (alarm, by) = ("conflict r1-t1 3".to_owned(), "Anna".to_owned());
        let acknowledged = Acknowledgement { alarm, by, at: Timestamp::from_millis(7) };
        watchers.notify(&key(), Notification::Acknowledged(acknowledged));
        watchers.notify(&key(), verdict(9));
        let told = at_desk.next().await.unwrap().unwrap().acknowledged.unwrap();
        assert_eq!(
            (told.alarm.as_str(), told.by.as_str(), told.at_ms),
            ("conflict r1-t1 3", "Anna", 7)
        );
        let answer = at_table.next().await.unwrap().unwrap();
        assert_eq!((answer.verdict.unwrap().sequence, answer.acknowledged), (9, None));
    }

    #[tokio::test]
    async fn a_call_and_its_answer_are_told_to_the_desk_and_to_the_caller_alone() {
        let watchers = Watchers::default();
        let seated = |name: &str, seat| {
            let watcher = Watcher::new(DeviceId::new(name).unwrap(), seat);
            Box::pin(runtime::answers(VerdictWatch { watcher, ..watching(&watchers) }))
        };
        let call = |device: &str, alarm: &str| ArbiterCall {
            alarm: alarm.to_owned(),
            id: "one".to_owned(),
            device: DeviceId::new(device).unwrap(),
            table: 1,
            matter: CallMatter::Clock,
            articles: String::new(),
            text: "it stands still".to_owned(),
            by: String::new(),
            at: Timestamp::from_millis(7),
            gap: None,
            shown: None,
        };
        let mut desk = seated("desk", Seat::Desk);
        let mut caller = seated("tablet", Seat::White(1));
        let mut opponent = seated("other", Seat::Black(1));
        let acknowledge = |alarm: &str| {
            let (alarm, by) = (alarm.to_owned(), "Anna".to_owned());
            let acknowledged = Acknowledgement { alarm, by, at: Timestamp::from_millis(8) };
            watchers.notify(&key(), Notification::Acknowledged(acknowledged));
        };
        watchers.notify(&key(), Notification::Called(call("tablet", "call t1 1")));
        for alarm in ["conflict r1-t1 3", "call t1 1"] {
            acknowledge(alarm);
        }
        watchers.notify(&key(), Notification::Called(call("other", "call t1 2")));
        let mut told = Vec::new();
        for (answers, count) in [(&mut desk, 4), (&mut caller, 2), (&mut opponent, 1)] {
            for _ in 0..count {
                let answer = answers.next().await.unwrap().unwrap();
                let called = answer.call.map(|call| format!("{} called", call.alarm));
                let seen = answer.acknowledged.map(|it| format!("{} by {}", it.alarm, it.by));
                told.extend(called.or(seen));
            }
        }
        let expected = [
            "call t1 1 called",
            "conflict r1-t1 3 by Anna",
            "call t1 1 by Anna",
            "call t1 2 called",
            "call t1 1 called",
            "call t1 1 by Anna",
            "call t1 2 called",
        ];
        assert_eq!(told, expected);
    }

    #[tokio::test]
    async fn verdicts_come_in_order_until_the_device_is_released() {
        let watchers = Watchers::default();
        let mut answers = Box::pin(runtime::answers(watching(&watchers)));
        for sequence in [7, 8] {
            watchers.notify(&key(), verdict(sequence));
        }
        watchers.notify(&key(), Notification::Seat(device(), None));
        watchers.notify(&key(), verdict(9));
        for sequence in [7, 8] {
            let answer = answers.next().await.unwrap().unwrap();
            assert_eq!(answer.verdict.unwrap().sequence, sequence);
        }
        let told = answers.next().await.unwrap();
        assert_eq!(told.map_err(|status| status.code()), Err(Code::NotFound));
        assert!(answers.next().await.is_none());
    }

    #[tokio::test]
    async fn the_desk_is_told_of_a_damaged_stream_at_first_and_when_it_is_whole_again() {
        let watchers = Watchers::default();
        let lacks = |since_ms, messages| {
            let trouble = Trouble::StreamLacks { stream: "GAME", messages };
            BTreeMap::from([("GAME", (Timestamp::from_millis(since_ms), trouble))])
        };
        watchers.set_damages(lacks(7, 2));
        let mut at_table = Box::pin(runtime::answers(watching(&watchers)));
        let desk = Watcher::new(device(), Seat::Desk);
        let mut at_desk =
            Box::pin(runtime::answers(VerdictWatch { watcher: desk, ..watching(&watchers) }));
        // It has been so since then.
        watchers.set_damages(lacks(8, 2));
        watchers.set_damages(lacks(9, 3));
        watchers.set_damages(BTreeMap::new());
        watchers.notify(&key(), verdict(9));
        for (since_ms, text) in [(7, "2 messages"), (9, "3 messages"), (0, "Nothing is wrong")] {
            let told = at_desk.next().await.unwrap().unwrap().log_damage.unwrap();
            assert_eq!((told.stream.as_str(), told.since_ms), ("GAME", since_ms));
            assert!(told.explanation.contains(text), "{told:?}");
        }
        for answers in [&mut at_desk, &mut at_table] {
            let answer = answers.next().await.unwrap().unwrap();
            assert_eq!((answer.verdict.unwrap().sequence, answer.log_damage), (9, None));
        }
    }

    #[tokio::test(start_paused = true)]
    async fn the_desk_is_told_of_a_machine_that_is_apart_at_first_and_when_it_agrees_again() {
        let watchers = Watchers::default();
        let clock = |ahead_ms| BTreeMap::from([("clock".to_owned(), ahead_ms)]);
        watchers.set_apart(clock(12_000));
        let mut at_table = Box::pin(runtime::answers(watching(&watchers)));
        let desk = Watcher::new(device(), Seat::Desk);
        let mut at_desk =
            Box::pin(runtime::answers(VerdictWatch { watcher: desk, ..watching(&watchers) }));
        watchers.set_apart(clock(12_000));
        watchers.set_apart(clock(-9_000));
        watchers.set_apart(BTreeMap::new());
        watchers.notify(&key(), verdict(9));
        for ahead_ms in [Some(12_000), Some(-9_000), None] {
            let alarm = at_desk.next().await.unwrap().unwrap().alarm.unwrap();
            let expected = v1::MachineApart { service: "clock".to_owned(), ahead_ms, at_ms: 0 };
            assert_eq!(alarm.kind, Some(Kind::MachineApart(expected)));
            assert!(alarm.explanation.contains("clock"), "{alarm:?}");
        }
        for answers in [&mut at_desk, &mut at_table] {
            let answer = answers.next().await.unwrap().unwrap();
            assert_eq!((answer.verdict.unwrap().sequence, answer.alarm), (9, None));
        }
    }

    #[tokio::test(start_paused = true)]
    async fn the_desk_learns_that_the_time_of_day_was_set_and_no_player_does() {
        for (seat, is_told) in [(Seat::Desk, true), (Seat::White(1), false)] {
            let (watchers, set) = (Watchers::default(), watch::Sender::new(None));
            let time_of_day = set.subscribe();
            let watcher = Watcher::new(device(), seat);
            let watching = VerdictWatch { time_of_day, watcher, ..watching(&watchers) };
            let mut answers = Box::pin(runtime::answers(watching));
            for ahead_ms in [Some(-600_000), None] {
                set.send_replace(ahead_ms);
                if is_told {
                    let alarm = answers.next().await.unwrap().unwrap().alarm.unwrap();
                    let expected = v1::TimeOfDaySet { ahead_ms, at_ms: 0 };
                    assert_eq!(alarm.kind, Some(Kind::TimeOfDay(expected)));
                    assert!(alarm.explanation.contains("time of day"), "{alarm:?}");
                }
            }
            // No alarm comes before the verdict.
            watchers.notify(&key(), verdict(7));
            let answer = answers.next().await.unwrap().unwrap();
            assert_eq!(answer.verdict.unwrap().sequence, 7);
        }
    }
}
