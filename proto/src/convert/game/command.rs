//! Converts stored messages to commands for games.

use draughts::{Position, RuleSet, Timestamp, Variant, fen};
use game_clock::{StartMode, Terms};
use live_game::{ByHand, GameCommand};

use crate::{
    convert::{ConvertError, Record, StoredInput, clock_command, required},
    v1::{self, input_record::Action},
};

/// Returns the commands that a record of INPUT or CLOCK holds for its game: one for an input, one
/// for each flag that fell or side that did not come.
///
/// `variant` is that of the game, which has begun if its position is set.
///
/// # Errors
/// [`ConvertError`] if the record belongs to another stream or holds an invalid value.
pub fn game_commands(record: &Record, variant: Variant) -> Result<Vec<GameCommand>, ConvertError> {
    match record {
        Record::Input(input) => of_input(input, variant).map(|command| vec![command]),
        Record::Clock(record) => {
            let command = |event| GameCommand::of_clock_event(event, record.moves());
            Ok(record.events.iter().filter_map(command).collect())
        }
        Record::Game(_) | Record::Tournament(_) | Record::Tables(_) | Record::Access(_) => {
            Err(ConvertError::OtherRecord)
        }
    }
}

/// Returns the refusal of an input that cannot be read, so that its device gets an answer; `None`
/// for other records.
#[must_use]
pub fn unreadable_input(record: &Record) -> Option<GameCommand> {
    let Record::Input(input) = record else { return None };
    Some(GameCommand::RefuseUnreadable { input: input.id.clone() })
}

fn of_input(stored: &StoredInput, variant: Variant) -> Result<GameCommand, ConvertError> {
    let at = Timestamp::from_millis(stored.record.at_ms);
    let input = stored.id.clone();
    Ok(match required(stored.content().clone(), "action")? {
        Action::Start(start) => return begin(&start, at),
        Action::Play(play) => {
            let mv = required(play.r#move, "move")?.try_into()?;
            GameCommand::Play { input, ply: play.ply, mv, at }
        }
        Action::Resign(resign) => {
            GameCommand::Resign { input, color: resign.color().try_into()?, at }
        }
        Action::AgreeDraw(agree) => {
            GameCommand::AgreeDraw { input, by: agree.color().try_into()?, at }
        }
        Action::ConfirmResult(confirmed) => GameCommand::ConfirmResult {
            input,
            color: confirmed.color().try_into()?,
            outcome: required(confirmed.outcome, "outcome")?.try_into()?,
            agrees: !confirmed.disagrees,
            at,
        },
        Action::RuleResult(ruling) => {
            let outcome = required(ruling.outcome, "outcome")?.try_into()?;
            GameCommand::Rule { input, outcome, by_hand: by_hand(stored), at }
        }
        Action::Retract(ruling) => GameCommand::Retract { input, from_ply: ruling.from_ply, at },
        Action::LetStand(ruling) => {
            let taken = ruling.taken.map(TryInto::try_into).transpose()?;
            GameCommand::LetStand { input, taken, at }
        }
        Action::Correct(ruling) => {
            let mv = required(ruling.r#move, "move")?.try_into()?;
            GameCommand::Correct { input, ply: ruling.ply, mv, at }
        }
        Action::SetPosition(ruling) => {
            let position = position(&ruling.fen, variant)?;
            GameCommand::SetPosition { input, position, at }
        }
        Action::GoOnPaper(v1::GoOnPaper {}) => GameCommand::GoOnPaper { input, at },
        Action::Complete(ruling) => {
            let moves: Result<_, _> = ruling.moves.into_iter().map(TryInto::try_into).collect();
            GameCommand::Complete { input, from_ply: ruling.from_ply, moves: moves?, at }
        }
        Action::Resume(v1::ResumeGame {}) => {
            GameCommand::Resume { input, by_hand: by_hand(stored), at }
        }
        Action::Clock(order) => {
            GameCommand::ForwardToClock { input, command: clock_command(order, at)? }
        }
    })
}

/// Returns the person from whose result in the tournament an input follows.
fn by_hand(stored: &StoredInput) -> ByHand {
    ByHand::new(stored.record.by.clone(), &stored.record.reason)
}

fn begin(start: &v1::StartGame, at: Timestamp) -> Result<GameCommand, ConvertError> {
    let rules = RuleSet::try_from(start.rules())?;
    let terms = start.terms.map(Terms::try_from).transpose()?;
    let is_timed = terms.is_none_or(|terms| terms.start != StartMode::Untimed);
    let control = start.control.clone().map(TryInto::try_into).transpose()?;
    if is_timed {
        required(control.as_ref(), "control")?;
    }
    Ok(GameCommand::Start {
        rules,
        start: position(&start.fen, rules.variant())?,
        control: control.filter(|_control| is_timed),
        black_starts: start.black_starts,
        terms,
        at,
    })
}

fn position(text: &str, variant: Variant) -> Result<Position, ConvertError> {
    fen::parse(text, variant).map_err(|source| ConvertError::invalid("fen", source))
}

#[cfg(test)]
mod tests {
    use draughts::Color;
    use game_clock::{AbsenceLimit, Event};
    use live_game::{ClockEvent, DeviceId, InputId};

    use super::*;
    use crate::convert::ClockRecord;

    const AT: Timestamp = Timestamp::from_millis(5);

    fn clock(event: Event) -> Record {
        let events = vec![ClockEvent::Clock(event)];
        Record::Clock(Box::new(ClockRecord { events, state: None }))
    }

    #[test]
    fn an_input_that_cannot_be_read_is_still_somebody_s() {
        // An action of a later version is missing here.
        let record = v1::InputRecord {
            device: "dgt-1".to_owned(),
            sequence: 7,
            ..v1::InputRecord::default()
        };
        let of_device = Record::Input(Box::new(record.clone().try_into().unwrap()));
        assert!(game_commands(&of_device, Variant::International).is_err());
        let input = InputId::new(DeviceId::new("dgt-1").unwrap(), 7);
        assert_eq!(unreadable_input(&of_device), Some(GameCommand::RefuseUnreadable { input }));
        let nobodys = v1::InputRecord { device: String::new(), ..record };
        assert!(StoredInput::try_from(nobodys).is_err());
        let flag = Event::FlagFell { color: Color::White, required: None, at: AT };
        assert_eq!(unreadable_input(&clock(flag)), None);
    }

    #[test]
    fn rule_3_of_2006_who_did_not_come_in_time_has_lost_and_so_have_both() {
        for (both, lost) in [(false, Some(Color::Black)), (true, None)] {
            let (color, limit) = (Color::Black, AbsenceLimit::TOURNAMENT_2006);
            let record = clock(Event::AbsenceExceeded { color, limit, both, at: AT });
            let expected = GameCommand::DidNotCome { color: lost, moves: None, at: AT };
            assert_eq!(game_commands(&record, Variant::International), Ok(vec![expected]));
        }
    }

    #[test]
    fn rule_4_of_2006_a_flag_tells_how_many_moves_its_stage_required() {
        // By then the arbiter may have changed the record, and the clock may be in another stage.
        for required in [Some(50), None] {
            let color = Color::White;
            let expected = GameCommand::FlagFell { color, required, moves: None, at: AT };
            let fell = clock(Event::FlagFell { color, required, at: AT });
            let commands = game_commands(&fell, Variant::International);
            assert_eq!(commands, Ok(vec![expected]));
        }
    }
}
