//! Games: their events and the state that every envelope carries.

mod refusal;
mod state;

use std::collections::VecDeque;

use draughts::{Event, Game, InputId, Position, Refusal, RuleSet, Timestamp, Variant, fen};
use game_clock::TimeControl;

pub use refusal::breach;
use state::Before;
pub use state::Line;

use crate::{
    convert::{Aggregate, ConvertError, clock_command, clock_order, required},
    v1::{self, envelope::Record, game_event::Event as Wire},
};

/// What happens on a game's subject: to the game, or to what the clock has to know of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameEvent {
    /// Something happened in the game.
    Game(Event),
    /// The game has this time control.
    ControlSet(TimeControl),
    /// Black's time runs from the start on, until Black starts White's.
    BlackStarts,
    /// The clock is told something beside moves.
    ClockRuled(ClockRuling),
}

/// What is told to the clock beside moves, in its place among them: mostly a ruling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClockRuling {
    /// Counts what was told so: 1, 2, 3 …
    pub number: u32,
    /// Who told it; `None` when it follows from a flag that fell.
    pub input: Option<InputId>,
    /// What the clock is told.
    pub command: game_clock::Command,
}

/// An input that was refused, kept for the arbiter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedInput {
    /// Which input.
    pub input: InputId,
    /// Why.
    pub refusal: Refusal,
}

/// All that a game's subject tells.
#[derive(Clone, Debug, Default)]
pub struct GameLog {
    /// The game.
    pub game: Game,
    /// Its time control, known from the start on.
    pub control: Option<TimeControl>,
    /// Whether Black's time runs from the start on, until Black starts White's.
    pub black_starts: bool,
    /// The record since the arbiter changed it last, if ever.
    pub line: Option<Line>,
    /// What was refused last, oldest first: at most [`REFUSED_MAX`].
    pub refused: VecDeque<RefusedInput>,
    /// What the clock was told beside moves, in its order.
    pub clock_rulings: Vec<ClockRuling>,
}

/// Refusals that are kept for the arbiter; all of them stand in the log.
pub const REFUSED_MAX: usize = 100;

impl Aggregate for GameLog {
    type Event = GameEvent;

    fn apply(&mut self, event: &GameEvent) {
        match event {
            GameEvent::ControlSet(control) => self.control = Some(*control),
            GameEvent::BlackStarts => self.black_starts = true,
            GameEvent::ClockRuled(ruling) => self.clock_rulings.push(ruling.clone()),
            GameEvent::Game(event) => {
                if let Event::InputRefused { input, refusal } = event {
                    let refused = RefusedInput { input: input.clone(), refusal: refusal.clone() };
                    if self.refused.len() == REFUSED_MAX {
                        self.refused.pop_front();
                    }
                    self.refused.push_back(refused);
                }
                let before = Before::of(&self.game, event);
                self.game.apply(event);
                self.line = Line::after(self.line, event, &self.game, before);
            }
        }
    }

    fn to_record(&self, events: &[GameEvent]) -> Record {
        let events = events.iter().map(|event| v1::GameEvent { event: Some(wire(event)) });
        Record::Game(v1::GameRecord { events: events.collect(), state: Some(self.into()) })
    }

    fn from_record(record: Record) -> Result<Vec<GameEvent>, ConvertError> {
        let Record::Game(record) = record else { return Err(ConvertError::OtherRecord) };
        // Before the start there is no position to read.
        let rules = record.state.as_ref().map(v1::GameState::rules).unwrap_or_default();
        let variant = RuleSet::try_from(rules).map_or(Variant::International, RuleSet::variant);
        let events = record.events.into_iter();
        events.map(|event| domain(required(event.event, "event")?, variant)).collect()
    }
}

impl From<&GameLog> for v1::GameState {
    fn from(log: &GameLog) -> Self {
        let clock_rulings = u32::try_from(log.clock_rulings.len()).unwrap_or(u32::MAX);
        Self { clock_rulings, ..state::state(&log.game, log.line) }
    }
}

fn wire(event: &GameEvent) -> Wire {
    let event = match event {
        GameEvent::Game(event) => event,
        GameEvent::ControlSet(control) => return Wire::ControlSet((*control).into()),
        GameEvent::BlackStarts => return Wire::BlackStarts(v1::Nothing {}),
        GameEvent::ClockRuled(ruling) => return Wire::ClockRuled(ruling.into()),
    };
    match event {
        Event::Started { rules, start, at } => {
            let mut started =
                v1::GameStarted { fen: start.fen(), at_ms: at.millis(), ..Default::default() };
            started.set_rules((*rules).into());
            Wire::Started(started)
        }
        Event::MovePlayed { ply, mv, input, at } => Wire::MovePlayed(v1::MovePlayed {
            ply: *ply,
            r#move: Some(mv.into()),
            input: Some(input.into()),
            at_ms: at.millis(),
        }),
        Event::MoveConfirmed { ply, input } => {
            Wire::MoveConfirmed(v1::MoveConfirmed { ply: *ply, input: Some(input.into()) })
        }
        Event::InputHeld { input, ply, mv, at } => Wire::InputHeld(v1::InputHeld {
            ply: *ply,
            r#move: Some(mv.into()),
            input: Some(input.into()),
            at_ms: at.millis(),
        }),
        Event::ConflictRaised { ply, played, claimed, input } => {
            Wire::ConflictRaised(v1::ConflictRaised {
                ply: *ply,
                played: Some(played.into()),
                claimed: Some(claimed.into()),
                input: Some(input.into()),
            })
        }
        Event::ConflictResolved { ply, input } => {
            Wire::ConflictResolved(v1::ConflictResolved { ply: *ply, input: Some(input.into()) })
        }
        Event::IrregularityNoted { ply, irregularity, input, at } => {
            Wire::IrregularityNoted(v1::IrregularityNoted {
                ply: *ply,
                irregularity: Some(irregularity.as_ref().into()),
                input: Some(input.into()),
                at_ms: at.millis(),
            })
        }
        Event::IrregularityStands { ply, mv, breach, after, input, ruling, at } => {
            Wire::IrregularityStands(v1::IrregularityStands {
                ply: *ply,
                r#move: Some(mv.into()),
                breach: breach.as_str().to_owned(),
                fen: after.fen(),
                input: Some(input.into()),
                ruling: ruling.as_ref().map(Into::into),
                at_ms: at.millis(),
            })
        }
        Event::MovesRetracted { from_ply, input, at } => Wire::MovesRetracted(v1::MovesRetracted {
            from_ply: *from_ply,
            input: Some(input.into()),
            at_ms: at.millis(),
        }),
        Event::PositionSet { position, input, at } => Wire::PositionSet(v1::PositionSet {
            fen: position.fen(),
            input: Some(input.into()),
            at_ms: at.millis(),
        }),
        Event::WentOnPaper { from_ply, input, at } => Wire::WentOnPaper(v1::WentOnPaper {
            from_ply: *from_ply,
            input: Some(input.into()),
            at_ms: at.millis(),
        }),
        Event::RecordCompleted { input, at } => Wire::RecordCompleted(v1::RecordCompleted {
            input: Some(input.into()),
            at_ms: at.millis(),
        }),
        Event::Resumed { input, at } => {
            Wire::Resumed(v1::GameResumed { input: Some(input.into()), at_ms: at.millis() })
        }
        Event::DrawOffered { by, input } => {
            let mut offered = v1::DrawOffered { input: Some(input.into()), ..Default::default() };
            offered.set_by((*by).into());
            Wire::DrawOffered(offered)
        }
        Event::InputRefused { input, refusal } => Wire::InputRefused(v1::InputRefused {
            input: Some(input.into()),
            refusal: Some(refusal.into()),
        }),
        Event::Finished { outcome, input, at } => Wire::Finished(v1::GameFinished {
            outcome: Some((*outcome).into()),
            at_ms: at.millis(),
            input: input.as_ref().map(Into::into),
        }),
        Event::ResultCorrected { outcome, input, at } => {
            Wire::ResultCorrected(v1::ResultCorrected {
                outcome: Some((*outcome).into()),
                at_ms: at.millis(),
                input: input.as_ref().map(Into::into),
            })
        }
    }
}

fn domain(event: Wire, variant: Variant) -> Result<GameEvent, ConvertError> {
    let input = |input: Option<v1::InputId>| required(input, "input")?.try_into();
    Ok(GameEvent::Game(match event {
        Wire::ControlSet(control) => return Ok(GameEvent::ControlSet(control.try_into()?)),
        Wire::BlackStarts(v1::Nothing {}) => return Ok(GameEvent::BlackStarts),
        Wire::ClockRuled(ruled) => return Ok(GameEvent::ClockRuled(ruled.try_into()?)),
        Wire::Started(started) => {
            let rules = RuleSet::try_from(started.rules())?;
            let start = position(&started.fen, rules.variant())?;
            Event::Started { rules, start, at: Timestamp::from_millis(started.at_ms) }
        }
        Wire::MovePlayed(played) => Event::MovePlayed {
            ply: played.ply,
            mv: required(played.r#move, "move")?.try_into()?,
            input: input(played.input)?,
            at: Timestamp::from_millis(played.at_ms),
        },
        Wire::MoveConfirmed(confirmed) => {
            Event::MoveConfirmed { ply: confirmed.ply, input: input(confirmed.input)? }
        }
        Wire::InputHeld(held) => Event::InputHeld {
            input: input(held.input)?,
            ply: held.ply,
            mv: required(held.r#move, "move")?.try_into()?,
            at: Timestamp::from_millis(held.at_ms),
        },
        Wire::ConflictRaised(conflict) => Event::ConflictRaised {
            ply: conflict.ply,
            played: required(conflict.played, "played")?.try_into()?,
            claimed: required(conflict.claimed, "claimed")?.try_into()?,
            input: input(conflict.input)?,
        },
        Wire::ConflictResolved(resolved) => {
            Event::ConflictResolved { ply: resolved.ply, input: input(resolved.input)? }
        }
        Wire::IrregularityNoted(noted) => Event::IrregularityNoted {
            ply: noted.ply,
            irregularity: Box::new(refusal::irregularity(
                required(noted.irregularity, "irregularity")?,
                variant,
            )?),
            input: input(noted.input)?,
            at: Timestamp::from_millis(noted.at_ms),
        },
        Wire::IrregularityStands(stands) => Event::IrregularityStands {
            ply: stands.ply,
            mv: required(stands.r#move, "move")?.try_into()?,
            breach: breach(&stands.breach)?,
            after: position(&stands.fen, variant)?,
            input: input(stands.input)?,
            ruling: stands.ruling.map(TryInto::try_into).transpose()?,
            at: Timestamp::from_millis(stands.at_ms),
        },
        Wire::MovesRetracted(retracted) => Event::MovesRetracted {
            from_ply: retracted.from_ply,
            input: input(retracted.input)?,
            at: Timestamp::from_millis(retracted.at_ms),
        },
        Wire::PositionSet(set) => Event::PositionSet {
            position: position(&set.fen, variant)?,
            input: input(set.input)?,
            at: Timestamp::from_millis(set.at_ms),
        },
        Wire::WentOnPaper(paper) => Event::WentOnPaper {
            from_ply: paper.from_ply,
            input: input(paper.input)?,
            at: Timestamp::from_millis(paper.at_ms),
        },
        Wire::RecordCompleted(completed) => Event::RecordCompleted {
            input: input(completed.input)?,
            at: Timestamp::from_millis(completed.at_ms),
        },
        Wire::Resumed(resumed) => Event::Resumed {
            input: input(resumed.input)?,
            at: Timestamp::from_millis(resumed.at_ms),
        },
        Wire::DrawOffered(offered) => {
            Event::DrawOffered { by: offered.by().try_into()?, input: input(offered.input)? }
        }
        Wire::InputRefused(refused) => Event::InputRefused {
            input: input(refused.input)?,
            refusal: required(refused.refusal, "refusal")?.try_into()?,
        },
        Wire::Finished(finished) => Event::Finished {
            outcome: required(finished.outcome, "outcome")?.try_into()?,
            input: finished.input.map(TryInto::try_into).transpose()?,
            at: Timestamp::from_millis(finished.at_ms),
        },
        Wire::ResultCorrected(corrected) => Event::ResultCorrected {
            outcome: required(corrected.outcome, "outcome")?.try_into()?,
            input: corrected.input.map(TryInto::try_into).transpose()?,
            at: Timestamp::from_millis(corrected.at_ms),
        },
    }))
}

fn position(text: &str, variant: Variant) -> Result<Position, ConvertError> {
    fen::parse(text, variant).map_err(|source| ConvertError::invalid("fen", source))
}

impl From<&ClockRuling> for v1::ClockRuled {
    fn from(ruling: &ClockRuling) -> Self {
        let (order, at) = clock_order(&ruling.command).unzip();
        Self {
            number: ruling.number,
            input: ruling.input.as_ref().map(Into::into),
            at_ms: at.map_or(0, Timestamp::millis),
            order,
        }
    }
}

impl TryFrom<v1::ClockRuled> for ClockRuling {
    type Error = ConvertError;

    fn try_from(ruled: v1::ClockRuled) -> Result<Self, ConvertError> {
        let at = Timestamp::from_millis(ruled.at_ms);
        Ok(Self {
            number: ruled.number,
            input: ruled.input.map(TryInto::try_into).transpose()?,
            command: clock_command(required(ruled.order, "order")?, at)?,
        })
    }
}
