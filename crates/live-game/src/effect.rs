//! Decides if a stored input or flag has had its effect on its game.
//!
//! A stream may lose its end, and gives a sequence that it lost to another message later. So an
//! input is also recognised by its id, and a flag by its time. Where the clocks of two machines
//! differ, an effect that is there may be looked for once more, which changes nothing.

use draughts::Timestamp;
use game_clock::StartMode;

use crate::{Game, GameCommand, GameEvent, InputId};

/// The last record of a game, as far as it tells what it was decided on.
#[derive(Clone, Copy, Debug)]
pub struct LastRecord<'a> {
    /// The sequence of the message of INPUT or CLOCK that led to it; `None` if it was a message of
    /// another stream, or time.
    pub cause: Option<u64>,
    /// The moment when it was written.
    pub recorded_at: Timestamp,
    /// Its events.
    pub events: &'a [GameEvent],
    /// True if the game is over after it.
    pub is_over: bool,
}

/// The last message of a game in INPUT or CLOCK.
#[derive(Clone, Copy, Debug)]
pub struct StoredMessage<'a> {
    /// Its sequence in its stream.
    pub sequence: u64,
    /// The moment when it was written.
    pub recorded_at: Timestamp,
    /// Its content.
    pub content: StoredContent<'a>,
}

/// The content of a message of INPUT or CLOCK, as far as it can have an effect on the game.
#[derive(Clone, Copy, Debug)]
pub enum StoredContent<'a> {
    /// An input.
    Input(&'a InputId),
    /// A flag that fell, or a side that did not come in time.
    Flag,
    /// Another message of a clock.
    Clock {
        /// True if a flag fell before it.
        has_fallen: bool,
    },
}

impl StoredMessage<'_> {
    /// Returns true if the game, given its last record, certainly has the effect of this message.
    #[must_use]
    pub fn has_effect(&self, last: Option<LastRecord<'_>>) -> bool {
        let has_followed = |last: LastRecord<'_>| match (last.cause, self.content) {
            (None, _) => false,
            // It may have its sequence again, behind another that was handed in again.
            (Some(cause), StoredContent::Input(input)) => {
                cause == self.sequence
                    && may_name(last.events.iter().flat_map(GameEvent::judged), input)
                    && last.recorded_at >= self.recorded_at
            }
            (Some(cause), StoredContent::Flag | StoredContent::Clock { .. }) => {
                cause >= self.sequence && last.recorded_at >= self.recorded_at
            }
        };
        match self.content {
            StoredContent::Clock { has_fallen } => !has_fallen || last.is_some_and(|it| it.is_over),
            StoredContent::Input(_) | StoredContent::Flag => last.is_some_and(has_followed),
        }
    }
}

/// Returns true if a record that names these inputs may have followed on `input`: it names it, or
/// none.
pub fn may_name<'a>(named: impl IntoIterator<Item = &'a InputId>, input: &InputId) -> bool {
    let mut named = named.into_iter().peekable();
    named.peek().is_none() || named.any(|named| named == input)
}

/// Returns true if a game may lack one of the inputs that its tournament gives it, in the order in
/// which they are stored, given the last input that is stored of it.
///
/// The start comes first, so where anything is stored, the start is. A result of the tournament is
/// certain to be stored only if it is the last input: others may have come after it, and be stored
/// without it. Storing it once more changes nothing.
#[must_use]
pub fn may_lack_inputs(of_tournament: &[&InputId], last: Option<&InputId>) -> bool {
    match of_tournament {
        [] => false,
        [_start] => last.is_none(),
        [.., newest] => last != Some(*newest),
    }
}

/// The traces in the log of a game of which INPUT has no start.
///
/// INPUT may have lost the seats together with the start, and devices may get their seats again
/// only after the game has begun. So the seats alone do not tell whether the game has a clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StartTraces {
    /// The start mode of its clock in its last record in GAME; `None` if no record can be read.
    pub start_mode: Option<StartMode>,
    /// True if CLOCK has a record of it, which it has of no game without a clock.
    pub is_in_clock: bool,
    /// True if INPUT has lost messages, so that the start may be one of them.
    pub may_be_lost: bool,
}

impl StartTraces {
    /// Returns true if the start of the game is to give it a clock. `has_device` is true if a
    /// device has a seat at the table, which decides for a game that has not begun.
    #[must_use]
    pub fn has_clock(self, has_device: bool) -> bool {
        match self.start_mode {
            Some(mode) => mode != StartMode::Untimed,
            None => self.is_in_clock || self.may_be_lost || has_device,
        }
    }
}

impl Game {
    /// Returns true if the game has judged an input and has the effect of `commands`, which are
    /// those of the input; `None` if the input gives none that can be read, which the game refuses.
    #[must_use]
    pub fn has_effect_of_input(&self, input: &InputId, commands: Option<&[GameCommand]>) -> bool {
        match commands {
            Some(commands) => commands.iter().all(|command| self.has_effect_of(command)),
            None => self.has_judged(input),
        }
    }

    /// Returns true if the game certainly has the effect of a command: of a start, if it has begun
    /// or is over; of an input, if it has judged it. A flag may have none.
    #[must_use]
    pub fn has_effect_of(&self, command: &GameCommand) -> bool {
        if matches!(command, GameCommand::Start { .. }) {
            return self.is_started() || self.outcome().is_some();
        }
        command.input().is_some_and(|input| self.has_judged(input))
    }
}

#[cfg(test)]
mod tests {
    use draughts::RuleSet;

    use super::*;
    use crate::DeviceId;

    const fn at(millis: i64) -> Timestamp {
        Timestamp::from_millis(millis)
    }

    fn input(sequence: u64) -> InputId {
        InputId::new(DeviceId::new("tablet").unwrap(), sequence)
    }

    #[test]
    fn a_game_may_lack_a_start_if_it_has_nothing_and_a_result_unless_it_is_the_last() {
        let (start, result, move_of_tablet) = (input(1), input(7), input(8));
        for (of_tournament, last, expected) in [
            (&[][..], None, false),
            (&[&start], None, true),
            (&[&start], Some(&start), false),
            (&[&start], Some(&move_of_tablet), false),
            (&[&start, &result], None, true),
            (&[&start, &result], Some(&start), true),
            (&[&start, &result], Some(&result), false),
            (&[&start, &result], Some(&move_of_tablet), true),
        ] {
            assert_eq!(
                may_lack_inputs(of_tournament, last),
                expected,
                "{of_tournament:?} {last:?}"
            );
        }
    }

    #[test]
    fn a_game_without_a_start_has_the_clock_that_it_had_and_otherwise_that_of_its_seats() {
        let none = StartTraces::default();
        let untimed = StartTraces { start_mode: Some(StartMode::Untimed), ..none };
        let timed = StartTraces { start_mode: Some(StartMode::Hour), ..none };
        let in_clock = StartTraces { is_in_clock: true, ..none };
        let lost = StartTraces { may_be_lost: true, ..none };
        for (traces, has_device, expected) in [
            (none, false, false),
            (none, true, true),
            (untimed, true, false),
            (StartTraces { is_in_clock: true, may_be_lost: true, ..untimed }, true, false),
            (timed, false, true),
            (in_clock, false, true),
            (lost, false, true),
        ] {
            assert_eq!(traces.has_clock(has_device), expected, "{traces:?} {has_device}");
        }
    }

    #[test]
    fn an_input_that_cannot_be_read_has_its_effect_once_it_is_judged() {
        let game = Game::default();
        assert!(!game.has_effect_of_input(&input(1), None));
        assert!(game.has_effect_of_input(&input(1), Some(&[])));
    }

    #[test]
    fn an_input_has_its_effect_if_the_last_record_followed_on_it_and_names_no_other() {
        let confirmed = |sequence| [GameEvent::MoveConfirmed { ply: 1, input: input(sequence) }];
        let (this, other) = (confirmed(7), confirmed(8));
        let last = |cause, millis, events| {
            Some(LastRecord { cause, recorded_at: at(millis), events, is_over: false })
        };
        let id = input(7);
        let content = StoredContent::Input(&id);
        let message = StoredMessage { sequence: 3, recorded_at: at(10), content };
        for (name, last, expected) in [
            ("it is judged", last(Some(3), 10, &this[..]), true),
            ("no event names an input", last(Some(3), 10, &[]), true),
            ("another input had its sequence", last(Some(3), 10, &other), false),
            ("it was written after the record", last(Some(3), 9, &this), false),
            ("an earlier one was judged", last(Some(2), 10, &this), false),
            ("it has the sequence of a lost one", last(Some(4), 10, &this), false),
            ("time led to the record", last(None, 10, &this), false),
            ("the game has no record", None, false),
        ] {
            assert_eq!(message.has_effect(last), expected, "{name}");
        }
    }

    #[test]
    fn a_flag_has_its_effect_if_the_last_record_followed_on_it_or_a_later_one() {
        let last = |cause, millis| {
            Some(LastRecord { cause, recorded_at: at(millis), events: &[], is_over: false })
        };
        let content = StoredContent::Flag;
        let message = StoredMessage { sequence: 3, recorded_at: at(10), content };
        for (last, expected) in [
            (last(Some(3), 10), true),
            (last(Some(4), 10), true),
            (last(Some(4), 9), false),
            (last(Some(2), 10), false),
            (last(None, 10), false),
            (None, false),
        ] {
            assert_eq!(message.has_effect(last), expected, "{last:?}");
        }
    }

    #[test]
    fn a_flag_that_fell_before_the_last_message_of_its_clock_has_ended_the_game() {
        for (has_fallen, is_over, expected) in
            [(false, None, true), (true, None, false), (true, Some(false), false)]
                .into_iter()
                .chain([(true, Some(true), true), (false, Some(false), true)])
        {
            let content = StoredContent::Clock { has_fallen };
            let message = StoredMessage { sequence: 3, recorded_at: at(10), content };
            let last = is_over.map(|is_over| LastRecord {
                cause: None,
                recorded_at: at(10),
                events: &[],
                is_over,
            });
            assert_eq!(message.has_effect(last), expected, "{has_fallen} {is_over:?}");
        }
    }

    #[test]
    fn a_game_has_the_effect_of_its_start_and_of_the_inputs_that_it_has_judged() {
        let rules = RuleSet::International;
        let start = GameCommand::start(rules, at(1));
        let mv = "32-28".parse().unwrap();
        let play = GameCommand::Play { input: input(7), ply: 1, mv, at: at(2) };
        let check = GameCommand::TimeCheck { at: at(3) };
        let mut game = Game::default();
        let has = |game: &Game| [&start, &play, &check].map(|it| game.has_effect_of(it));
        assert_eq!(has(&game), [false, false, false]);
        for event in game.decide(&start).unwrap() {
            game.apply(&event);
        }
        assert_eq!(has(&game), [true, false, false]);
        for event in game.decide(&play).unwrap() {
            game.apply(&event);
        }
        assert_eq!(has(&game), [true, true, false]);
    }
}
