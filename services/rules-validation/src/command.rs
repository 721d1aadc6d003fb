//! What a stored message tells a game.

use draughts::{Command, DeviceId, InputId, Position, RuleSet, Timestamp, Variant, fen};
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
/// `variant` is that of the game, which has begun if its position is set.
///
/// # Errors
/// [`ConvertError`] when the record is another stream's or holds what nobody may write.
pub(crate) fn told(envelope: Envelope, variant: Variant) -> Result<Vec<Told>, ConvertError> {
    match required(envelope.record, "record")? {
        Record::Input(record) => input(record, variant).map(|told| vec![told]),
        Record::Clock(record) => flags(record),
        Record::Game(_) | Record::Tournament(_) | Record::Table(_) => {
            Err(ConvertError::OtherRecord)
        }
    }
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
            Command::Play { input, ply: play.ply, mv, at }
        }
        Action::Resign(resign) => Command::Resign { input, color: resign.color().try_into()?, at },
        Action::AgreeDraw(agree) => Command::AgreeDraw { input, by: agree.color().try_into()?, at },
        Action::RuleResult(ruling) => {
            let outcome = required(ruling.outcome, "outcome")?.try_into()?;
            Command::Rule { input, outcome, at }
        }
        Action::Retract(ruling) => Command::Retract { input, from_ply: ruling.from_ply, at },
        Action::LetStand(ruling) => {
            let taken = ruling.taken.map(TryInto::try_into).transpose()?;
            Command::LetStand { input, taken, at }
        }
        Action::Correct(ruling) => {
            let mv = required(ruling.r#move, "move")?.try_into()?;
            Command::Correct { input, ply: ruling.ply, mv, at }
        }
        Action::SetPosition(ruling) => {
            let position = position(&ruling.fen, variant)?;
            Command::SetPosition { input, position, at }
        }
        Action::GoOnPaper(v1::GoOnPaper {}) => Command::GoOnPaper { input, at },
        Action::Complete(ruling) => {
            let moves: Result<_, _> = ruling.moves.into_iter().map(TryInto::try_into).collect();
            Command::Complete { input, from_ply: ruling.from_ply, moves: moves?, at }
        }
        Action::Resume(v1::ResumeGame {}) => Command::Resume { input, at },
    };
    Ok(command.into())
}

fn begin(start: &v1::StartGame, at: Timestamp) -> Result<Told, ConvertError> {
    let rules = RuleSet::try_from(start.rules())?;
    Ok(Told {
        command: Command::Start { rules, start: position(&start.fen, rules.variant())?, at },
        control: Some(required(start.control.clone(), "control")?.try_into()?),
    })
}

fn position(text: &str, variant: Variant) -> Result<Position, ConvertError> {
    fen::parse(text, variant).map_err(|source| ConvertError::invalid("fen", source))
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
