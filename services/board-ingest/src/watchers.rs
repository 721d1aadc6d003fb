//! Calls that watch the verdicts and alarms of a tournament.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex, MutexGuard},
};

use draughts::Timestamp;
use live_game::{
    DeviceId,
    table::{
        Acknowledgement, ArbiterCall, Seat, SeatClaim, Silence, Standstill, TakeOver, Verdict,
    },
};
use phrases::operation::Trouble;
use proto::subject::{GameId, GameKey, TournamentKey};
use runtime::lock;
use tokio::sync::broadcast;

use crate::{alarms::Alarm, metrics::STANDSTILLS};

/// Number of notifications that a watcher may fall behind before it has to watch anew.
pub(crate) const BEHIND_MAX: usize = 1024;

/// A notification for all watchers of a tournament.
#[derive(Clone, Debug)]
pub(crate) enum Notification {
    /// The verdict on an input of a game.
    Verdict(GameKey, Verdict),
    /// A fault that needs the arbiter's attention.
    Alarm(Alarm),
    /// The moment since when a move waits too long; `None` when none waits any more.
    Delay(Option<Timestamp>),
    /// A service whose clock differs from ours, with the milliseconds by which it is ahead, or with
    /// `None` agrees again.
    Apart(String, Option<i64>),
    /// A game, or with `None` the tournament, that stands still, or with `None` goes on again.
    Standstill(Option<GameId>, Option<Standstill>),
    /// A stream of the log that is damaged, with the moment since when that is known, or with
    /// `None` is whole again.
    LogDamage(&'static str, Option<(Timestamp, Trouble)>),
    /// An alarm that somebody at the desk has taken notice of.
    Acknowledged(Acknowledgement),
    /// A call for the arbiter.
    Called(ArbiterCall),
    /// A device of a game in play that is silent, or with `None` was heard again.
    Silent(DeviceId, Option<Silence>),
    /// A device that asks for a seat that another one has.
    Claimed(SeatClaim),
    /// A seat that was taken over from a device that kept inputs which it had not sent.
    TookOver(TakeOver),
    /// The new seat of a device; `None` if it was released.
    Seat(DeviceId, Option<Seat>),
    /// The log may have lost inputs.
    InputsInDoubt,
}

/// The games of a tournament that stand still; `None` is the tournament itself.
pub(crate) type Standstills = BTreeMap<Option<GameId>, Standstill>;

/// The streams of the log that are damaged, by name, each with the moment since when that is known.
pub(crate) type Damages = BTreeMap<&'static str, (Timestamp, Trouble)>;

/// The watchers of all tournaments. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub(crate) struct Watchers {
    /// A channel for each tournament that is watched.
    channels: Arc<Mutex<BTreeMap<TournamentKey, broadcast::Sender<Notification>>>>,
    /// The moment since when a move waits too long.
    delay: Arc<Mutex<Option<Timestamp>>>,
    /// The services whose clocks differ from ours, with the milliseconds by which they are ahead.
    apart: Arc<Mutex<BTreeMap<String, i64>>>,
    /// The streams of the log that are damaged.
    damages: Arc<Mutex<Damages>>,
    /// The games that stand still, and damaged histories, of the tournaments that are watched.
    standstills: Arc<Mutex<BTreeMap<TournamentKey, Standstills>>>,
}

impl Watchers {
    /// Returns a receiver of all notifications of a tournament from now on.
    pub(crate) fn watch(&self, key: &TournamentKey) -> broadcast::Receiver<Notification> {
        let mut channels = self.channels();
        channels.retain(|_key, channel| channel.receiver_count() > 0);
        let new = || broadcast::channel(BEHIND_MAX).0;
        channels.entry(key.clone()).or_insert_with(new).subscribe()
    }

    /// Returns true if a tournament has at least one watcher.
    pub(crate) fn is_watched(&self, key: &TournamentKey) -> bool {
        self.channels().get(key).is_some_and(|channel| channel.receiver_count() > 0)
    }

    /// Sends a notification to all watchers of a tournament.
    pub(crate) fn notify(&self, key: &TournamentKey, notification: Notification) {
        if let Some(channel) = self.channels().get(key) {
            // An error only says that there are no watchers.
            drop(channel.send(notification));
        }
    }

    /// Returns the moment since when a move waits too long.
    pub(crate) fn delay(&self) -> Option<Timestamp> {
        *lock(&self.delay)
    }

    /// Sets the moment since when a move waits too long, and sends a change to all watchers of all
    /// tournaments.
    pub(crate) fn set_delay(&self, since: Option<Timestamp>) {
        let before = {
            let mut delay = lock(&self.delay);
            std::mem::replace(&mut *delay, since)
        };
        if before != since {
            self.notify_all(&Notification::Delay(since));
        }
    }

    /// Returns the services whose clocks differ from ours, with the milliseconds by which they are
    /// ahead.
    pub(crate) fn apart(&self) -> BTreeMap<String, i64> {
        lock(&self.apart).clone()
    }

    /// Sets the services whose clocks differ from ours, and sends each change to all watchers of
    /// all tournaments.
    pub(crate) fn set_apart(&self, apart: BTreeMap<String, i64>) {
        let before = {
            let mut known = lock(&self.apart);
            std::mem::replace(&mut *known, apart.clone())
        };
        for service in before.keys().filter(|service| !apart.contains_key(*service)) {
            self.notify_all(&Notification::Apart(service.clone(), None));
        }
        for (service, ahead_ms) in apart {
            if before.get(&service) != Some(&ahead_ms) {
                self.notify_all(&Notification::Apart(service, Some(ahead_ms)));
            }
        }
    }

    /// Returns the streams of the log that are damaged.
    pub(crate) fn damages(&self) -> Damages {
        lock(&self.damages).clone()
    }

    /// Sets the streams of the log that are damaged, and sends each change to all watchers of all
    /// tournaments. What was damaged in the same way before has been so since then.
    pub(crate) fn set_damages(&self, mut now: Damages) {
        let before = self.damages();
        for (stream, (since, trouble)) in &mut now {
            match before.get(stream) {
                Some((known, of_old)) if of_old == trouble => *since = *known,
                Some(_) | None => {
                    let damage = Some((*since, trouble.clone()));
                    self.notify_all(&Notification::LogDamage(stream, damage));
                }
            }
        }
        for stream in before.keys().filter(|stream| !now.contains_key(*stream)) {
            self.notify_all(&Notification::LogDamage(stream, None));
        }
        *lock(&self.damages) = now;
    }

    /// Sends a notification to all watchers of all tournaments.
    pub(crate) fn notify_all(&self, notification: &Notification) {
        for channel in self.channels().values() {
            // An error only says that there are no watchers.
            drop(channel.send(notification.clone()));
        }
    }

    /// Returns the tournaments that have a watcher.
    pub(crate) fn watched(&self) -> Vec<TournamentKey> {
        let channels = self.channels();
        let watched = channels.iter().filter(|(_key, channel)| channel.receiver_count() > 0);
        watched.map(|(key, _channel)| key.clone()).collect()
    }

    /// Returns what stands still in a tournament.
    pub(crate) fn standstills(&self, key: &TournamentKey) -> Standstills {
        self.all_standstills().get(key).cloned().unwrap_or_default()
    }

    /// Sets what stands still in a tournament, and sends each change to its watchers. What stood
    /// still before for the same reason has done so since then.
    pub(crate) fn set_standstills(&self, key: &TournamentKey, mut now: Standstills) {
        let mut all = self.all_standstills();
        let before = all.remove(key).unwrap_or_default();
        for (of, standstill) in &mut now {
            match before.get(of) {
                Some(known) if known.reason == standstill.reason => standstill.since = known.since,
                Some(_) | None => {
                    self.notify(key, Notification::Standstill(*of, Some(standstill.clone())));
                }
            }
        }
        for of in before.keys().filter(|of| !now.contains_key(of)) {
            self.notify(key, Notification::Standstill(*of, None));
        }
        if !now.is_empty() {
            all.insert(key.clone(), now);
        }
        let standing = all.values().map(BTreeMap::len).sum::<usize>();
        STANDSTILLS.set(0, i64::try_from(standing).unwrap_or(i64::MAX));
    }

    fn all_standstills(&self) -> MutexGuard<'_, BTreeMap<TournamentKey, Standstills>> {
        lock(&self.standstills)
    }

    fn channels(&self) -> MutexGuard<'_, BTreeMap<TournamentKey, broadcast::Sender<Notification>>> {
        lock(&self.channels)
    }
}

/// A device that watches, with the seat that decides what it receives.
#[derive(Clone, Debug)]
pub(crate) struct Watcher {
    device: DeviceId,
    seat: Seat,
    /// The device's own calls for the arbiter that wait, as alarms.
    waiting_calls: BTreeSet<String>,
    /// The claims on seats that the desk was told of and that are not decided.
    claims: BTreeMap<DeviceId, SeatClaim>,
    /// The silent devices that the desk was told of.
    silent: BTreeSet<DeviceId>,
}

/// The answer to a watcher.
#[derive(Clone, Debug)]
pub(crate) enum Passed {
    /// A verdict, for a device on this seat.
    Verdict(GameKey, Verdict, Seat),
    /// An alarm for the desk.
    Alarm(Alarm),
    /// The moment since when a move waits, for the desk.
    Delay(Option<Timestamp>),
    /// A service whose clock differs from ours, or agrees again, for the desk.
    Apart(String, Option<i64>),
    /// A game, or the tournament, that stands still or goes on again, for the desk.
    Standstill(Option<GameId>, Option<Standstill>),
    /// A stream of the log that is damaged or whole again, for the desk.
    LogDamage(&'static str, Option<(Timestamp, Trouble)>),
    /// An alarm that somebody has taken notice of, for the desk; for a device that called the
    /// arbiter, the answer.
    Acknowledged(Acknowledgement),
    /// A call for the arbiter, for the desk and for the device that called.
    Called(ArbiterCall),
    /// A device that is silent, or was heard again, for the desk.
    Silent(DeviceId, Option<Silence>),
    /// A claim on a seat that waits, or with `false` is decided, for the desk.
    Claimed(SeatClaim, bool),
    /// A seat that was taken over, for the desk.
    TookOver(TakeOver),
    /// The device was released: nothing more follows.
    Released,
    /// The log may have lost inputs of the device.
    InputsInDoubt,
}

impl Watcher {
    pub(crate) fn new(device: DeviceId, seat: Seat) -> Self {
        let (waiting_calls, claims, silent) = Default::default();
        Self { device, seat, waiting_calls, claims, silent }
    }

    /// Returns the answer to a notification; `None` if it does not concern the watcher. A device
    /// receives its own verdicts, the desk all verdicts and alarms of its tournament. The seat is
    /// the current one: a device that was moved from the desk to a table receives no hints (rules
    /// art. 24).
    pub(crate) fn pass(&mut self, notification: Notification) -> Option<Passed> {
        match notification {
            Notification::Verdict(game, verdict) => {
                let is_own = verdict.input.device == self.device;
                let concerns = is_own || self.seat == Seat::Desk;
                concerns.then_some(Passed::Verdict(game, verdict, self.seat))
            }
            Notification::Alarm(alarm) => (self.seat == Seat::Desk).then_some(Passed::Alarm(alarm)),
            Notification::Delay(since) => (self.seat == Seat::Desk).then_some(Passed::Delay(since)),
            Notification::Apart(service, ahead_ms) => {
                (self.seat == Seat::Desk).then_some(Passed::Apart(service, ahead_ms))
            }
            Notification::Standstill(of, standstill) => {
                (self.seat == Seat::Desk).then_some(Passed::Standstill(of, standstill))
            }
            Notification::LogDamage(stream, damage) => {
                (self.seat == Seat::Desk).then_some(Passed::LogDamage(stream, damage))
            }
            Notification::Acknowledged(acknowledgement) => {
                let is_own = self.waiting_calls.remove(&acknowledgement.alarm);
                let concerns = is_own || self.seat == Seat::Desk;
                concerns.then_some(Passed::Acknowledged(acknowledgement))
            }
            Notification::Called(call) => {
                let is_own = call.device == self.device;
                if is_own {
                    self.waiting_calls.insert(call.alarm.clone());
                }
                (is_own || self.seat == Seat::Desk).then_some(Passed::Called(call))
            }
            Notification::Seat(device, seat) if device == self.device => match seat {
                Some(seat) => {
                    self.seat = seat;
                    None
                }
                None => Some(Passed::Released),
            },
            // The claim of a device is decided by the seat that it gets, or by its release; and
            // nobody waits for a device that was released.
            Notification::Seat(device, seat) if self.seat == Seat::Desk => {
                if let Some(claim) = self.claims.remove(&device) {
                    return Some(Passed::Claimed(claim, false));
                }
                let ends = seat.is_none() && self.silent.remove(&device);
                ends.then_some(Passed::Silent(device, None))
            }
            Notification::Seat(..) => None,
            Notification::Silent(..) | Notification::Claimed(_) | Notification::TookOver(_)
                if self.seat != Seat::Desk =>
            {
                None
            }
            Notification::Silent(device, silence) => {
                match silence {
                    Some(_) => self.silent.insert(device.clone()),
                    None => self.silent.remove(&device),
                };
                Some(Passed::Silent(device, silence))
            }
            Notification::Claimed(claim) => {
                self.claims.insert(claim.device.clone(), claim.clone());
                Some(Passed::Claimed(claim, true))
            }
            Notification::TookOver(taken) => Some(Passed::TookOver(taken)),
            Notification::InputsInDoubt => Some(Passed::InputsInDoubt),
        }
    }
}

#[cfg(test)]
mod tests {
    use live_game::{
        InputId,
        table::{ClockAlarm, ClockFault},
    };
    use proto::subject::GameId;
    use tokio::sync::broadcast::error::TryRecvError;

    use super::*;

    fn tournament(name: &str) -> TournamentKey {
        TournamentKey { venue: "main".parse().unwrap(), tournament: name.parse().unwrap() }
    }

    fn named(device: &str) -> DeviceId {
        DeviceId::new(device).unwrap()
    }

    fn verdict(device: &str) -> Notification {
        let game = tournament("kk-2026").game(GameId::new(1, 1).unwrap());
        Notification::Verdict(game, Verdict::stored(InputId::new(named(device), 1)))
    }

    fn alarm() -> Notification {
        let (device, fault) = (named("t1-white"), Some(ClockFault::TooFar(1)));
        let alarm = ClockAlarm::Device { device, fault, at: Timestamp::from_millis(1) };
        Notification::Alarm(Alarm { tournament: tournament("kk-2026"), game: None, alarm })
    }

    fn seat(device: &str, seat: Option<Seat>) -> Notification {
        Notification::Seat(named(device), seat)
    }

    #[test]
    fn a_watcher_receives_what_its_current_seat_may_see() {
        let white = Some(Seat::White(1));
        // Each case: the seats that a watcher was given after the desk, and what it receives then.
        let cases: [(&str, Vec<Notification>, bool); 4] = [
            ("the desk", vec![], true),
            ("moved to a table", vec![seat("desk", white)], false),
            (
                "moved to a table and back",
                vec![seat("desk", white), seat("desk", Some(Seat::Desk))],
                true,
            ),
            ("another device was moved", vec![seat("tablet", white)], true),
        ];
        for (case, moves, is_desk) in cases {
            let mut watcher = Watcher::new(named("desk"), Seat::Desk);
            for moved in moves {
                assert!(watcher.pass(moved).is_none(), "{case}");
            }
            assert_eq!(watcher.pass(verdict("tablet")).is_some(), is_desk, "{case}");
            assert_eq!(watcher.pass(alarm()).is_some(), is_desk, "{case}");
            assert_eq!(watcher.pass(Notification::Delay(None)).is_some(), is_desk, "{case}");
            let own = watcher.pass(verdict("desk"));
            let Some(Passed::Verdict(_, _, seat)) = own else { panic!("{case}: {own:?}") };
            assert_eq!(seat == Seat::Desk, is_desk, "{case}");
        }
    }

    #[test]
    fn a_released_device_receives_nothing_more() {
        let mut watcher = Watcher::new(named("desk"), Seat::Desk);
        assert!(watcher.pass(seat("tablet", None)).is_none());
        assert!(matches!(watcher.pass(seat("desk", None)), Some(Passed::Released)));
    }

    #[test]
    fn the_desk_is_told_of_claims_and_silences_and_of_their_ends_and_no_player_is() {
        let (mut desk, mut player) = (
            Watcher::new(named("desk"), Seat::Desk),
            Watcher::new(named("t1-black"), Seat::Black(1)),
        );
        let at = Timestamp::from_millis(7);
        let claim = SeatClaim { device: named("spare"), seat: Seat::White(1), at };
        let silence = Silence { round: 1, table: 1, since: at };
        let silent = |silence| Notification::Silent(named("t1-white"), silence);
        let mut told = Vec::new();
        for notification in [
            Notification::Claimed(claim),
            silent(Some(silence)),
            seat("spare", Some(Seat::White(1))),
            seat("t1-white", None),
            // Both are over.
            seat("spare", None),
            seat("t1-white", None),
            silent(Some(silence)),
            silent(None),
        ] {
            assert!(player.pass(notification.clone()).is_none(), "{notification:?}");
            told.extend(desk.pass(notification).map(|passed| {
                if let Passed::Claimed(claim, waits) = &passed {
                    return format!("{} claims {waits}", claim.device);
                }
                let Passed::Silent(device, silence) = passed else { panic!("{passed:?}") };
                format!("{device} {}", silence.is_some())
            }));
        }
        let expected = [
            "spare claims true",
            "t1-white true",
            "spare claims false",
            "t1-white false",
            "t1-white true",
            "t1-white false",
        ];
        assert_eq!(told, expected);
    }

    #[test]
    fn every_device_is_told_that_inputs_are_in_doubt() {
        let watchers = Watchers::default();
        for (name, seat) in [("desk", Seat::Desk), ("tablet", Seat::White(1))] {
            let mut told = watchers.watch(&tournament("kk-2026"));
            watchers.notify_all(&Notification::InputsInDoubt);
            let passed = Watcher::new(named(name), seat).pass(told.try_recv().unwrap());
            assert!(matches!(passed, Some(Passed::InputsInDoubt)), "{name}");
        }
    }

    #[test]
    fn a_busy_tournament_ends_no_watcher_of_another() {
        let (watchers, busy, quiet) =
            (Watchers::default(), tournament("busy"), tournament("quiet"));
        let (mut of_busy, mut of_quiet) = (watchers.watch(&busy), watchers.watch(&quiet));
        for _ in 0..=BEHIND_MAX {
            watchers.notify(&busy, alarm());
        }
        watchers.notify(&quiet, alarm());
        assert!(matches!(of_busy.try_recv(), Err(TryRecvError::Lagged(1))));
        assert!(matches!(of_quiet.try_recv(), Ok(Notification::Alarm(_))));
    }

    #[test]
    fn a_tournament_without_watchers_has_no_channel() {
        let (watchers, key) = (Watchers::default(), tournament("kk-2026"));
        assert!(!watchers.is_watched(&key));
        let watching = watchers.watch(&key);
        assert!(watchers.is_watched(&key));
        drop(watching);
        assert!(!watchers.is_watched(&key));
        let _other = watchers.watch(&tournament("other"));
        assert_eq!(watchers.channels().len(), 1);
    }
}
