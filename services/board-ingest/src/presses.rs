//! Presses at impossible moments. The state of a clock does not hold them, so they are read from
//! CLOCK for a desk that begins to watch.

use std::ops::ControlFlow;

use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use live_game::table::ClockAlarm;
use proto::subject::{GameKey, Stream, Subject};
use runtime::{EventLog, LedgerError, LogEntry, StreamDamage, Unreadable};

use crate::alarms::{Alarm, alarms};

/// Number of games that are read at the same time.
const AT_ONCE: usize = 8;

/// Returns the presses at impossible moments in these games, those of a game in the order of CLOCK;
/// without what cannot be read because CLOCK is missing or damaged: the desk is told of that, once
/// it is let in.
///
/// # Errors
/// [`LedgerError`] if the log does not answer, or an entry can only be read by a newer program.
pub(crate) async fn irregular(
    log: &EventLog,
    games: impl IntoIterator<Item = GameKey>,
) -> Result<Vec<Alarm>, LedgerError> {
    let reads = games.into_iter().map(|game| async move { of_game(log, &game).await });
    stream::iter(reads).buffered(AT_ONCE).try_concat().await
}

async fn of_game(log: &EventLog, game: &GameKey) -> Result<Vec<Alarm>, LedgerError> {
    let mut presses = Vec::new();
    let keep_presses = |entry: Result<LogEntry, Unreadable>| {
        let told = entry.map(|entry| alarms(&entry)).unwrap_or_default();
        let is_press = |alarm: &Alarm| matches!(alarm.alarm, ClockAlarm::IrregularPress { .. });
        presses.extend(told.into_iter().filter(is_press));
        ControlFlow::Continue(())
    };
    let read = log.for_each(&Subject::game(Stream::Clock, game), 1, keep_presses).await;
    match read {
        Err(error) if !is_lost(log, &error).await => Err(error),
        _read_as_far_as_it_goes => Ok(presses),
    }
}

/// Returns true if a read failed while the log gives what else it holds: a history is damaged, or
/// CLOCK is missing.
async fn is_lost(log: &EventLog, error: &LedgerError) -> bool {
    log.is_of_subject(error).await
        || matches!(log.damage(Stream::Clock).await, Ok(Some(StreamDamage::Missing)))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use draughts::{Color, Timestamp};
    use game_clock::{Event, Irregularity};
    use live_game::{ClockEvent, GameClock};
    use proto::subject::{GameId, TournamentKey};
    use runtime::MemoryBroker;

    use super::*;

    fn game(table: u32) -> GameKey {
        let (venue, tournament) = ("main".parse().unwrap(), "kk-2026".parse().unwrap());
        TournamentKey { venue, tournament }.game(GameId::new(1, table).unwrap())
    }

    #[tokio::test(start_paused = true)]
    async fn presses_are_those_of_the_games_asked_for_whatever_else_their_clocks_tell() {
        let broker = MemoryBroker::default();
        let at = Timestamp::from_millis;
        let control = "80m".parse().unwrap();
        for (table, millis) in [(1, 7), (2, 8), (3, 9), (1, 10)] {
            let irregularity = Irregularity::InFuture { claimed: at(millis) };
            let press = Event::Irregular { by: Color::White, irregularity, at: at(millis) };
            let started = Event::Started { control, by: None, at: at(1) };
            let events = [started, press].map(ClockEvent::Clock);
            let subject = Subject::game(Stream::Clock, &game(table));
            broker.append::<GameClock>(&subject, &events, None).await.unwrap();
        }
        let last = broker.stored(Stream::Clock).last().unwrap().sequence;
        let subject = Subject::game(Stream::Clock, &game(1));
        let garbage = "no envelope".into();
        broker.log().append(&subject, "x", last, garbage, Duration::ZERO).await.unwrap();
        let told = irregular(&broker.log(), [game(1), game(2)]).await.unwrap();
        let told: Vec<_> = told
            .into_iter()
            .map(|alarm| {
                let ClockAlarm::IrregularPress { at, .. } = alarm.alarm else { panic!() };
                (alarm.game.map(GameId::table), at.millis())
            })
            .collect();
        assert_eq!(told, [(Some(1), 7), (Some(1), 10), (Some(2), 8)]);
    }
}
