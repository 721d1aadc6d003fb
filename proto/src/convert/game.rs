//! Games: their events, refusals and the state that every envelope carries.

use std::collections::VecDeque;

use draughts::{
    Breach, Event, Game, IllegalMove, InputId, Obligation, Refusal, RuleSet, Timestamp, fen,
};
use game_clock::TimeControl;

use crate::{
    convert::{Aggregate, ConvertError, required},
    v1::{self, envelope::Record, game_event::Event as Wire, refusal::Kind},
};

/// What happens on a game's subject: to the game, or to what the clock has to know of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameEvent {
    /// Something happened in the game.
    Game(Event),
    /// The game has this time control.
    ControlSet(TimeControl),
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
    /// What was refused last, oldest first: at most [`REFUSED_MAX`].
    pub refused: VecDeque<RefusedInput>,
}

/// Refusals that are kept for the arbiter; all of them stand in the log.
pub const REFUSED_MAX: usize = 100;

impl Aggregate for GameLog {
    type Event = GameEvent;

    fn apply(&mut self, event: &GameEvent) {
        match event {
            GameEvent::ControlSet(control) => self.control = Some(*control),
            GameEvent::Game(event) => {
                if let Event::InputRefused { input, refusal } = event {
                    let refused = RefusedInput { input: input.clone(), refusal: refusal.clone() };
                    if self.refused.len() == REFUSED_MAX {
                        self.refused.pop_front();
                    }
                    self.refused.push_back(refused);
                }
                self.game.apply(event);
            }
        }
    }

    fn to_record(&self, events: &[GameEvent]) -> Record {
        let events = events.iter().map(|event| v1::GameEvent { event: Some(wire(event)) });
        Record::Game(v1::GameRecord { events: events.collect(), state: Some((&self.game).into()) })
    }

    fn from_record(record: Record) -> Result<Vec<GameEvent>, ConvertError> {
        let Record::Game(record) = record else { return Err(ConvertError::OtherRecord) };
        record.events.into_iter().map(|event| required(event.event, "event")?.try_into()).collect()
    }
}

impl From<&Game> for v1::GameState {
    fn from(game: &Game) -> Self {
        let mut state = Self {
            start_fen: game.start().fen(),
            fen: game.position().fen(),
            plies: game
                .plies()
                .iter()
                .map(|ply| v1::PlayedPly { r#move: Some((&ply.mv).into()), at_ms: ply.at.millis() })
                .collect(),
            outcome: game.outcome().map(Into::into),
            started_at_ms: game.started_at().map_or(0, Timestamp::millis),
            ..Self::default()
        };
        if let Some(rules) = game.rules() {
            state.set_rules(rules.into());
        }
        state
    }
}

fn wire(event: &GameEvent) -> Wire {
    let event = match event {
        GameEvent::Game(event) => event,
        GameEvent::ControlSet(control) => return Wire::ControlSet((*control).into()),
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

impl TryFrom<Wire> for GameEvent {
    type Error = ConvertError;

    fn try_from(event: Wire) -> Result<Self, ConvertError> {
        let input = |input: Option<v1::InputId>| required(input, "input")?.try_into();
        Ok(Self::Game(match event {
            Wire::ControlSet(control) => return Ok(Self::ControlSet(control.try_into()?)),
            Wire::Started(started) => {
                let rules = RuleSet::try_from(started.rules())?;
                let start = fen::parse(&started.fen, rules.variant())
                    .map_err(|source| ConvertError::invalid("fen", source))?;
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
}

impl From<&Refusal> for v1::Refusal {
    fn from(refusal: &Refusal) -> Self {
        let nothing = v1::Nothing {};
        let kind = match refusal {
            Refusal::NotStarted => Kind::NotStarted(nothing),
            Refusal::AlreadyStarted => Kind::AlreadyStarted(nothing),
            Refusal::WrongVariant => Kind::WrongVariant(nothing),
            Refusal::GameFinished { outcome } => Kind::GameFinished((*outcome).into()),
            Refusal::PlyZero => Kind::PlyZero(nothing),
            Refusal::PlyTooFarAhead { expected, got } => {
                Kind::PlyTooFarAhead(v1::PlyTooFarAhead { expected: *expected, got: *got })
            }
            Refusal::HeldFull { expected, limit } => {
                Kind::HeldFull(v1::HeldFull { expected: *expected, limit: *limit })
            }
            Refusal::IllegalMove(illegal) => Kind::IllegalMove(v1::IllegalMove {
                played: Some((&illegal.played).into()),
                breach: illegal.breach.as_str().to_owned(),
                obliged: illegal.obliged.as_ref().map(|obliged| v1::Obligation {
                    kings: obliged.kings,
                    men: obliged.men,
                    moves: obliged.moves.iter().map(Into::into).collect(),
                }),
            }),
            Refusal::AmbiguousMove { played, candidates } => {
                Kind::AmbiguousMove(v1::AmbiguousMove {
                    played: Some(played.into()),
                    candidates: candidates.iter().map(Into::into).collect(),
                })
            }
            Refusal::PlyAlreadyPlayed { ply, played, claimed } => {
                Kind::PlyAlreadyPlayed(v1::PlyAlreadyPlayed {
                    ply: *ply,
                    played: Some(played.into()),
                    claimed: Some(claimed.into()),
                })
            }
            Refusal::DrawAlreadyOffered { by } => {
                Kind::DrawAlreadyOffered(v1::Color::from(*by).into())
            }
            Refusal::SameResult { outcome } => Kind::SameResult((*outcome).into()),
        };
        Self { kind: Some(kind) }
    }
}

impl TryFrom<v1::Refusal> for Refusal {
    type Error = ConvertError;

    fn try_from(refusal: v1::Refusal) -> Result<Self, ConvertError> {
        Ok(match required(refusal.kind, "refusal.kind")? {
            Kind::NotStarted(_) => Self::NotStarted,
            Kind::AlreadyStarted(_) => Self::AlreadyStarted,
            Kind::WrongVariant(_) => Self::WrongVariant,
            Kind::GameFinished(outcome) => Self::GameFinished { outcome: outcome.try_into()? },
            Kind::PlyZero(_) => Self::PlyZero,
            Kind::PlyTooFarAhead(ahead) => {
                Self::PlyTooFarAhead { expected: ahead.expected, got: ahead.got }
            }
            Kind::HeldFull(full) => Self::HeldFull { expected: full.expected, limit: full.limit },
            Kind::IllegalMove(illegal) => Self::IllegalMove(IllegalMove {
                played: required(illegal.played, "played")?.try_into()?,
                breach: Breach::ALL
                    .into_iter()
                    .find(|breach| breach.as_str() == illegal.breach)
                    .ok_or_else(|| ConvertError::invalid("breach", &illegal.breach))?,
                obliged: illegal.obliged.map(obligation).transpose()?,
            }),
            Kind::AmbiguousMove(ambiguous) => Self::AmbiguousMove {
                played: required(ambiguous.played, "played")?.try_into()?,
                candidates: moves(ambiguous.candidates)?,
            },
            Kind::PlyAlreadyPlayed(played) => Self::PlyAlreadyPlayed {
                ply: played.ply,
                played: required(played.played, "played")?.try_into()?,
                claimed: required(played.claimed, "claimed")?.try_into()?,
            },
            Kind::DrawAlreadyOffered(by) => Self::DrawAlreadyOffered {
                by: v1::Color::try_from(by).unwrap_or_default().try_into()?,
            },
            Kind::SameResult(outcome) => Self::SameResult { outcome: outcome.try_into()? },
        })
    }
}

fn obligation(obliged: v1::Obligation) -> Result<Obligation, ConvertError> {
    Ok(Obligation { kings: obliged.kings, men: obliged.men, moves: moves(obliged.moves)? })
}

fn moves(moves: Vec<v1::Move>) -> Result<Vec<draughts::Move>, ConvertError> {
    moves.into_iter().map(TryInto::try_into).collect()
}
