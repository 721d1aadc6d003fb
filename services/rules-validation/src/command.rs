//! What a stored message tells a game.

use draughts::{Command, DeviceId, InputId, RuleSet, Timestamp, fen};
use game_clock::TimeControl;
use proto::{
    convert::{ConvertError, required},
    v1::{self, Envelope, envelope::Record, input_record::Action},
};

/// A command and what else has to be written with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Told {
    pub(crate) command: Command,
    /// The time control, where a game is begun.
    pub(crate) control: Option<TimeControl>,
}

impl From<Command> for Told {
    fn from(command: Command) -> Self {
        Self { command, control: None }
    }
}

/// The commands of a message of INPUT or CLOCK: one for an input, one for each flag that fell.
///
/// # Errors
/// [`ConvertError`] when the record is another stream's or holds what nobody may write.
pub(crate) fn told(envelope: Envelope) -> Result<Vec<Told>, ConvertError> {
    match required(envelope.record, "record")? {
        Record::Input(record) => input(record).map(|told| vec![told]),
        Record::Clock(record) => flags(record),
        Record::Game(_) | Record::Tournament(_) | Record::Table(_) => {
            Err(ConvertError::OtherRecord)
        }
    }
}

fn input(record: v1::InputRecord) -> Result<Told, ConvertError> {
    let at = Timestamp::from_millis(record.at_ms);
    let device =
        DeviceId::new(record.device).map_err(|source| ConvertError::invalid("device", source))?;
    let input = InputId::new(device, record.sequence);
    Ok(match required(record.action, "action")? {
        Action::Start(start) => return begin(&start, at),
        Action::Play(play) => Command::Play {
            input,
            ply: play.ply,
            mv: required(play.r#move, "move")?.try_into()?,
            at,
        }
        .into(),
        Action::Resign(resign) => {
            Command::Resign { input, color: resign.color().try_into()?, at }.into()
        }
        Action::AgreeDraw(agree) => {
            Command::AgreeDraw { input, by: agree.color().try_into()?, at }.into()
        }
        Action::RuleResult(ruling) => {
            let outcome = required(ruling.outcome, "outcome")?.try_into()?;
            Command::Rule { input, outcome, at }.into()
        }
    })
}

fn begin(start: &v1::StartGame, at: Timestamp) -> Result<Told, ConvertError> {
    let rules = RuleSet::try_from(start.rules())?;
    let position = fen::parse(&start.fen, rules.variant())
        .map_err(|source| ConvertError::invalid("fen", source))?;
    Ok(Told {
        command: Command::Start { rules, start: position, at },
        control: Some(required(start.control, "control")?.try_into()?),
    })
}

fn flags(record: v1::ClockRecord) -> Result<Vec<Told>, ConvertError> {
    let mut told = Vec::new();
    for event in record.events {
        if let Some(v1::clock_event::Event::FlagFell(fell)) = event.event {
            let at = Timestamp::from_millis(fell.at_ms);
            told.push(Command::FlagFell { color: fell.color().try_into()?, at }.into());
        }
    }
    Ok(told)
}
