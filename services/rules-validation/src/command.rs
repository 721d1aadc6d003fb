//! What a stored message tells a game.

use draughts::{Color, Position, RuleSet, Timestamp, Variant, fen};
use game_clock::TimeControl;
use live_game::{DeviceId, GameCommand, InputId};
use proto::{
    convert::{ConvertError, clock_command, required},
    v1::{self, Envelope, clock_event::Event, envelope::Record, input_record::Action},
};

/// What a game is told, or what goes through it to its clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Told {
    /// A command.
    Game(GameCommand),
    /// The game begins, with this time control.
    Start {
        command: GameCommand,
        control: TimeControl,
        /// Whether Black's time runs until Black starts White's (2006 art. 2).
        black_starts: bool,
    },
    /// The clock is told something beside moves.
    Clock { input: InputId, command: game_clock::Command },
    /// An input says what cannot be read.
    Unreadable { input: InputId },
    /// A flag fell.
    Flag {
        color: Color,
        at: Timestamp,
        /// How many moves the side had to complete by then; `None` where no stage comes after.
        required: Option<u32>,
    },
}

impl From<GameCommand> for Told {
    fn from(command: GameCommand) -> Self {
        Self::Game(command)
    }
}

impl Told {
    /// The input that says so, if a device does.
    pub(crate) fn input(&self) -> Option<&InputId> {
        match self {
            Self::Game(command) | Self::Start { command, .. } => command.input(),
            Self::Clock { input, .. } | Self::Unreadable { input } => Some(input),
            Self::Flag { .. } => None,
        }
    }
}

/// The commands of a message of INPUT or CLOCK: one for an input, one for each flag that fell or side
/// that did not come.
///
/// `variant` is that of the game, which has begun if its position is set.
///
/// # Errors
/// [`ConvertError`] when the record is another stream's or holds what nobody may write.
pub(crate) fn told(envelope: Envelope, variant: Variant) -> Result<Vec<Told>, ConvertError> {
    match required(envelope.record, "record")? {
        Record::Input(record) => input(record, variant).map(|told| vec![told]),
        Record::Clock(record) => decided(record),
        Record::Game(_) | Record::Tournament(_) | Record::Table(_) => {
            Err(ConvertError::OtherRecord)
        }
    }
}

/// What is left of an input that cannot be read: whose it is, for whoever waits for its judgement.
pub(crate) fn unreadable(envelope: Envelope) -> Option<Told> {
    let Some(Record::Input(record)) = envelope.record else { return None };
    let device = DeviceId::new(record.device).ok()?;
    Some(Told::Unreadable { input: InputId::new(device, record.sequence) })
}

fn input(record: v1::InputRecord, variant: Variant) -> Result<Told, ConvertError> {
    let at = Timestamp::from_millis(record.at_ms);
    let device =
        DeviceId::new(record.device).map_err(|source| ConvertError::invalid("device", source))?;
    let input = InputId::new(device, record.sequence);
    let command = match required(record.action, "action")? {
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
        Action::RuleResult(ruling) => {
            let outcome = required(ruling.outcome, "outcome")?.try_into()?;
            GameCommand::Rule { input, outcome, at }
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
        Action::Resume(v1::ResumeGame {}) => GameCommand::Resume { input, at },
        Action::Clock(order) => {
            return Ok(Told::Clock { input, command: clock_command(order, at)? });
        }
    };
    Ok(command.into())
}

fn begin(start: &v1::StartGame, at: Timestamp) -> Result<Told, ConvertError> {
    let rules = RuleSet::try_from(start.rules())?;
    let command = GameCommand::Start { rules, start: position(&start.fen, rules.variant())?, at };
    let control = required(start.control.clone(), "control")?.try_into()?;
    Ok(Told::Start { command, control, black_starts: start.black_starts })
}

fn position(text: &str, variant: Variant) -> Result<Position, ConvertError> {
    fen::parse(text, variant).map_err(|source| ConvertError::invalid("fen", source))
}

fn decided(record: v1::ClockRecord) -> Result<Vec<Told>, ConvertError> {
    let mut told = Vec::new();
    for event in record.events {
        match event.event {
            Some(Event::FlagFell(fell)) => {
                let color = fell.color().try_into()?;
                let at = Timestamp::from_millis(fell.at_ms);
                told.push(Told::Flag { color, at, required: fell.required });
            }
            Some(Event::AbsenceExceeded(exceeded)) => {
                let color = exceeded.color().try_into()?;
                let at = Timestamp::from_millis(exceeded.at_ms);
                let color = (!exceeded.both).then_some(color);
                told.push(GameCommand::DidNotCome { color, at }.into());
            }
            _ => {}
        }
    }
    Ok(told)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_input_that_cannot_be_read_is_still_somebody_s() {
        // An action that only a later version knows is none here.
        let record = v1::InputRecord {
            device: "dgt-1".to_owned(),
            sequence: 7,
            ..v1::InputRecord::default()
        };
        let of = |record| Envelope { record: Some(record), ..Envelope::default() };
        let envelope = of(Record::Input(record.clone()));
        assert!(told(envelope.clone(), Variant::International).is_err());
        let input = InputId::new(DeviceId::new("dgt-1").unwrap(), 7);
        assert_eq!(unreadable(envelope), Some(Told::Unreadable { input }));
        let nobodys = v1::InputRecord { device: String::new(), ..record };
        assert_eq!(unreadable(of(Record::Input(nobodys))), None);
        assert_eq!(unreadable(of(Record::Clock(v1::ClockRecord::default()))), None);
    }

    #[test]
    fn rule_3_of_2006_who_did_not_come_in_time_has_lost_and_so_have_both() {
        let at = Timestamp::from_millis(5);
        for (both, color) in [(false, Some(Color::Black)), (true, None)] {
            let mut exceeded = v1::AbsenceExceeded { at_ms: 5, both, ..Default::default() };
            exceeded.set_color(v1::Color::Black);
            let event = v1::ClockEvent { event: Some(Event::AbsenceExceeded(exceeded)) };
            let record = v1::ClockRecord { events: vec![event], state: None };
            let envelope = Envelope { record: Some(Record::Clock(record)), ..Envelope::default() };
            let expected = Told::Game(GameCommand::DidNotCome { color, at });
            assert_eq!(told(envelope, Variant::International), Ok(vec![expected]));
        }
    }

    #[test]
    fn rule_4_of_2006_a_flag_tells_how_many_moves_its_stage_required() {
        // By then the arbiter may have changed the record, and the clock be in another stage.
        for required in [Some(50), None] {
            let mut fell = v1::FlagFell { at_ms: 5, required, ..Default::default() };
            fell.set_color(v1::Color::White);
            let event = v1::ClockEvent { event: Some(Event::FlagFell(fell)) };
            let state = Some(v1::ClockState::default());
            let record = Record::Clock(v1::ClockRecord { events: vec![event], state });
            let envelope = Envelope { record: Some(record), ..Envelope::default() };
            let (color, at) = (Color::White, Timestamp::from_millis(5));
            let expected = Told::Flag { color, at, required };
            assert_eq!(told(envelope, Variant::International), Ok(vec![expected]));
        }
    }
}
