//! The content of one message of the event log.

use ::access::Event as AccessEvent;
use ::tournament::{Event, GameEnd, GameResult};
use draughts::Timestamp;
use game_clock::Moves;
use live_game::{
    ClockEvent, GameCommand, GameEvent, LastRecord, ResultChange, StoredContent, table::SeatEvent,
};

use super::{StoredGame, StoredInput};
use crate::v1;

/// The record of one decision.
#[derive(Clone, Debug, PartialEq)]
pub enum Record {
    /// INPUT, of a game: one input, before it is judged.
    Input(Box<StoredInput>),
    /// INPUT, of the tables of a tournament: a change of its devices.
    Tables(SeatEvent),
    /// GAME: events of a game.
    Game(Box<GameRecord>),
    /// CLOCK: events of a clock.
    Clock(Box<ClockRecord>),
    /// TOURNAMENT: events of a tournament.
    Tournament(Vec<Event>),
    /// ACCESS: changes of what people and devices may do.
    Access(Vec<AccessEvent>),
}

/// The events of one decision about a game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRecord {
    /// The events, in order.
    pub events: Vec<GameEvent>,
    /// The game after the events.
    pub state: StoredGame,
}

/// The events of one decision about a clock.
#[derive(Clone, Debug, PartialEq)]
pub struct ClockRecord {
    /// The events, in order.
    pub events: Vec<ClockEvent>,
    /// The clock after the events; `None` before it was started.
    pub state: Option<v1::ClockState>,
}

impl Record {
    /// Returns what can have an effect on a game, of a record of INPUT or CLOCK; `None` for other
    /// records.
    #[must_use]
    pub fn effective(&self) -> Option<StoredContent<'_>> {
        match self {
            Self::Input(input) => Some(StoredContent::Input(&input.id)),
            Self::Clock(record) => {
                let has_flag =
                    record.events.iter().any(|it| GameCommand::of_clock_event(it, None).is_some());
                let has_fallen = record.has_fallen();
                let clock = StoredContent::Clock { has_fallen };
                Some(if has_flag { StoredContent::Flag } else { clock })
            }
            Self::Game(_) | Self::Tournament(_) | Self::Tables(_) | Self::Access(_) => None,
        }
    }

    /// Returns true if this is a record of GAME after which the game is not over.
    #[must_use]
    pub fn is_game_in_play(&self) -> bool {
        matches!(self, Self::Game(record) if !record.state.is_over())
    }
}

impl GameRecord {
    /// Returns the change of the game's result; `None` if there is none.
    #[must_use]
    pub fn result_change(&self) -> Option<GameResult> {
        Some(match ResultChange::of(&self.events)? {
            ResultChange::Ended { outcome, is_correction } => {
                // In a draw under the regulation of 2006 the state has the bonus, a hundredth for
                // each man ahead.
                let men_ahead = self.state.draw_bonus();
                GameResult::Ended(GameEnd { outcome, men_ahead, is_correction })
            }
            ResultChange::Resumed => GameResult::Resumed,
        })
    }

    /// Returns it as the last record of its game, given the sequence of the message of INPUT or
    /// CLOCK that led to it.
    #[must_use]
    pub fn as_last(&self, cause: Option<u64>, recorded_at: Timestamp) -> LastRecord<'_> {
        LastRecord { cause, recorded_at, events: &self.events, is_over: self.state.is_over() }
    }
}

impl ClockRecord {
    /// Returns the moves of the game that the clock knew of; `None` before it was started.
    #[must_use]
    pub fn moves(&self) -> Option<Moves> {
        let state = self.state.as_ref()?;
        let of = |stage: &Option<v1::StageState>| stage.as_ref().map(|stage| stage.moves);
        Some(Moves { white: of(&state.white_stage)?, black: of(&state.black_stage)? })
    }

    /// Returns true if a flag has fallen, or a side has not come in time.
    #[must_use]
    pub fn has_fallen(&self) -> bool {
        let none = v1::Color::Unspecified;
        self.state.as_ref().is_some_and(|state| [state.flag(), state.forfeit()] != [none; 2])
    }
}

#[cfg(test)]
mod tests {
    use draughts::Color;
    use game_clock::Event as TimeEvent;

    use super::*;

    #[test]
    fn a_record_of_a_clock_tells_whether_a_flag_fell_in_it_or_before_it() {
        let at = Timestamp::from_millis(7);
        let state = |flag: v1::Color, forfeit: v1::Color| {
            let (flag, forfeit) = (flag.into(), forfeit.into());
            Some(v1::ClockState { flag, forfeit, ..Default::default() })
        };
        let none = v1::Color::Unspecified;
        let fell = TimeEvent::FlagFell { color: Color::White, required: None, at };
        let stopped = TimeEvent::Stopped { at };
        let read = |event, state| {
            let events = vec![ClockEvent::Clock(event)];
            Record::Clock(Box::new(ClockRecord { events, state }))
        };
        let flag = read(fell, state(v1::Color::White, none));
        assert!(matches!(flag.effective(), Some(StoredContent::Flag)), "{flag:?}");
        for (state, expected) in [
            (None, false),
            (state(none, none), false),
            (state(v1::Color::White, none), true),
            (state(none, v1::Color::Black), true),
        ] {
            let record = read(stopped.clone(), state);
            let Some(StoredContent::Clock { has_fallen }) = record.effective() else {
                panic!("{record:?}")
            };
            assert_eq!(has_fallen, expected, "{record:?}");
        }
        assert!(Record::Tournament(vec![]).effective().is_none());
    }
}
