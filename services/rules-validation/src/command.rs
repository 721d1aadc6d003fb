//! What a stored message tells a game.

use draughts::{Color, Command, DeviceId, InputId, Position, RuleSet, Timestamp, Variant, fen};
use game_clock::TimeControl;
use proto::{
    convert::{ConvertError, clock_command, required},
    v1::{self, Envelope, clock_event::Event, envelope::Record, input_record::Action},
};

/// What a game is told, or what goes through it to its clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Told {
    /// A command.
    Game(Command),
    /// The game begins, with this time control.
    Start {
        command: Command,
        control: TimeControl,
        /// Whether Black's time runs until Black starts White's (2006 art. 2).
        black_starts: bool,
    },
    /// The clock is told something beside moves.
    Clock { input: InputId, command: game_clock::Command },
    /// A flag fell.
    Flag {
        color: Color,
        at: Timestamp,
        /// How many moves the side had to complete by then; `None` where no stage comes after.
        required: Option<u32>,
    },
}

impl From<Command> for Told {
    fn from(command: Command) -> Self {
        Self::Game(command)
    }
}

impl Told {
    /// The input that says so, if a device does.
    pub(crate) fn input(&self) -> Option<&InputId> {
        match self {
            Self::Game(command) | Self::Start { command, .. } => command.input(),
            Self::Clock { input, .. } => Some(input),
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
        Action::Clock(order) => {
            return Ok(Told::Clock { input, command: clock_command(order, at)? });
        }
    };
    Ok(command.into())
}

fn begin(start: &v1::StartGame, at: Timestamp) -> Result<Told, ConvertError> {
    let rules = RuleSet::try_from(start.rules())?;
    let command = Command::Start { rules, start: position(&start.fen, rules.variant())?, at };
    let control = required(start.control.clone(), "control")?.try_into()?;
    Ok(Told::Start { command, control, black_starts: start.black_starts })
}

fn position(text: &str, variant: Variant) -> Result<Position, ConvertError> {
    fen::parse(text, variant).map_err(|source| ConvertError::invalid("fen", source))
}

fn decided(record: v1::ClockRecord) -> Result<Vec<Told>, ConvertError> {
    let state = record.state.unwrap_or_default();
    let mut told = Vec::new();
    for event in record.events {
        match event.event {
            Some(Event::FlagFell(fell)) => {
                let color = fell.color().try_into()?;
                let at = Timestamp::from_millis(fell.at_ms);
                told.push(Told::Flag { color, at, required: moves_required(&state, color) });
            }
            Some(Event::AbsenceExceeded(exceeded)) => {
                let color = exceeded.color().try_into()?;
                let at = Timestamp::from_millis(exceeded.at_ms);
                told.push(Command::DidNotCome { color, at }.into());
            }
            _ => {}
        }
    }
    Ok(told)
}

/// How many moves a side has to complete until the end of the stage in which it stands.
fn moves_required(state: &v1::ClockState, color: Color) -> Option<u32> {
    let stage = match color {
        Color::White => state.white_stage,
        Color::Black => state.black_stage,
    };
    let stage = stage.filter(|stage| stage.moves_to_go > 0)?;
    Some(stage.moves.saturating_add(stage.moves_to_go))
}
