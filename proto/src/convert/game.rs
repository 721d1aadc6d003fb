//! Converts games: their events and the state in every envelope.

mod by_hand;
mod command;
mod refusal;
#[cfg(test)]
mod size_tests;
mod state;
mod stored;
#[cfg(test)]
mod test_games;

use std::borrow::Cow;

use draughts::{Position, RuleSet, Timestamp, Variant, fen};
use live_game::{ClockRuling, Game, GameEvent, HeldFor, InputId, Remark};

pub use command::{game_commands, unreadable_input};
pub use refusal::breach;
pub use state::confirmations;
pub use stored::StoredGame;

use crate::{
    convert::{
        Aggregate, ConvertError, Record, clock_command, clock_order, required, types::flag_waived,
    },
    v1::{self, envelope, game_event::Event as Wire},
};

impl Aggregate for Game {
    type Event = GameEvent;

    fn apply(&mut self, event: &GameEvent) {
        Self::apply(self, event);
    }

    fn to_record(&self, events: &[GameEvent]) -> envelope::Record {
        let events = events.iter().map(|event| v1::GameEvent { event: Some(wire(event)) });
        envelope::Record::Game(v1::GameRecord {
            events: events.collect(),
            state: Some(self.into()),
        })
    }

    fn events(record: &Record) -> Result<Cow<'_, [GameEvent]>, ConvertError> {
        match record {
            Record::Game(record) => Ok(Cow::Borrowed(&record.events)),
            Record::Input(_)
            | Record::Tables(_)
            | Record::Clock(_)
            | Record::Tournament(_)
            | Record::Access(_) => Err(ConvertError::OtherRecord),
        }
    }
}

impl super::GameRecord {
    /// Returns the events as they are stored.
    #[must_use]
    pub fn wire_events(&self) -> Vec<v1::GameEvent> {
        self.events.iter().map(|event| v1::GameEvent { event: Some(wire(event)) }).collect()
    }
}

/// Converts the events of a game that is played by `rules`.
pub(super) fn events(
    events: Vec<v1::GameEvent>,
    rules: v1::RuleSet,
) -> Result<Vec<GameEvent>, ConvertError> {
    // Before the start there is no position to read.
    let variant = RuleSet::try_from(rules).map_or(Variant::International, RuleSet::variant);
    let events = events.into_iter();
    events.map(|event| domain(required(event.event, "event")?, variant)).collect()
}

fn wire(event: &GameEvent) -> Wire {
    match event {
        GameEvent::ControlSet(control) => Wire::ControlSet((*control).into()),
        GameEvent::BlackStarts => Wire::BlackStarts(v1::Nothing {}),
        GameEvent::TermsSet(terms) => Wire::TermsSet((*terms).into()),
        GameEvent::ClockRuled(ruling) => Wire::ClockRuled(ruling.into()),
        GameEvent::Started { rules, start, at } => {
            let mut started =
                v1::GameStarted { fen: start.fen(), at_ms: at.millis(), ..Default::default() };
            started.set_rules((*rules).into());
            Wire::Started(started)
        }
        GameEvent::MovePlayed { ply, mv, input, at } => Wire::MovePlayed(v1::MovePlayed {
            ply: *ply,
            r#move: Some(mv.into()),
            input: Some(input.into()),
            at_ms: at.millis(),
        }),
        GameEvent::MoveConfirmed { ply, input } => {
            Wire::MoveConfirmed(v1::MoveConfirmed { ply: *ply, input: Some(input.into()) })
        }
        GameEvent::InputHeld { input, ply, mv, at, waits_for } => Wire::InputHeld(v1::InputHeld {
            ply: *ply,
            r#move: Some(mv.into()),
            input: Some(input.into()),
            at_ms: at.millis(),
            waits_for: waits_for.map_or(v1::HeldFor::Unspecified, Into::into).into(),
        }),
        GameEvent::ConflictRaised { ply, played, claimed, input } => {
            Wire::ConflictRaised(v1::ConflictRaised {
                ply: *ply,
                played: Some(played.into()),
                claimed: Some(claimed.into()),
                input: Some(input.into()),
            })
        }
        GameEvent::ConflictResolved { ply, input } => {
            Wire::ConflictResolved(v1::ConflictResolved { ply: *ply, input: Some(input.into()) })
        }
        GameEvent::IrregularityNoted { ply, irregularity, input, at } => {
            Wire::IrregularityNoted(v1::IrregularityNoted {
                ply: *ply,
                irregularity: Some(irregularity.as_ref().into()),
                input: Some(input.into()),
                at_ms: at.millis(),
            })
        }
        GameEvent::IrregularityStands { ply, mv, breach, after, input, ruling, at } => {
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
        GameEvent::MovesRetracted { from_ply, input, at } => {
            Wire::MovesRetracted(v1::MovesRetracted {
                from_ply: *from_ply,
                input: Some(input.into()),
                at_ms: at.millis(),
            })
        }
        GameEvent::PositionSet { position, input, at } => Wire::PositionSet(v1::PositionSet {
            fen: position.fen(),
            input: Some(input.into()),
            at_ms: at.millis(),
        }),
        GameEvent::WentOnPaper { from_ply, input, at } => Wire::WentOnPaper(v1::WentOnPaper {
            from_ply: *from_ply,
            input: Some(input.into()),
            at_ms: at.millis(),
        }),
        GameEvent::RecordCompleted { input, at } => Wire::RecordCompleted(v1::RecordCompleted {
            input: Some(input.into()),
            at_ms: at.millis(),
        }),
        GameEvent::Resumed { input, by_hand, at } => Wire::Resumed(v1::GameResumed {
            input: Some(input.into()),
            at_ms: at.millis(),
            by_hand: by_hand.as_deref().map(Into::into),
        }),
        GameEvent::DrawOffered { by, input } => {
            let mut offered = v1::DrawOffered { input: Some(input.into()), ..Default::default() };
            offered.set_by((*by).into());
            Wire::DrawOffered(offered)
        }
        GameEvent::DrawAgreed { by, input } => {
            let mut agreed = v1::DrawAgreed { input: Some(input.into()), ..Default::default() };
            agreed.set_by((*by).into());
            Wire::DrawAgreed(agreed)
        }
        GameEvent::ResultConfirmed { color, agrees, input, at } => {
            Wire::ResultConfirmed(v1::ResultConfirmed {
                color: v1::Color::from(*color).into(),
                disagrees: !agrees,
                input: Some(input.into()),
                at_ms: at.millis(),
            })
        }
        GameEvent::FlagWaived { color, why, at } => {
            Wire::FlagWaived(flag_waived(*color, *why, *at))
        }
        GameEvent::Remarked { input, remark } => {
            use v1::remarked::Remark as Wired;
            let remark = Some(match remark {
                Remark::AnsweredIrregularity { ply } => Wired::AnsweredIrregularity(*ply),
                Remark::NotOnBoard { outcome } => Wired::NotOnBoard((*outcome).into()),
            });
            Wire::Remarked(v1::Remarked { input: Some(input.into()), remark })
        }
        GameEvent::InputRefused { input, refusal } => Wire::InputRefused(v1::InputRefused {
            input: Some(input.into()),
            refusal: Some(refusal.into()),
        }),
        GameEvent::Finished { outcome, input, by_hand, at } => Wire::Finished(v1::GameFinished {
            outcome: Some((*outcome).into()),
            at_ms: at.millis(),
            input: input.as_ref().map(Into::into),
            by_hand: by_hand.as_deref().map(Into::into),
        }),
        GameEvent::ResultCorrected { outcome, input, by_hand, at } => {
            Wire::ResultCorrected(v1::ResultCorrected {
                outcome: Some((*outcome).into()),
                at_ms: at.millis(),
                input: input.as_ref().map(Into::into),
                by_hand: by_hand.as_deref().map(Into::into),
            })
        }
    }
}

fn domain(event: Wire, variant: Variant) -> Result<GameEvent, ConvertError> {
    Ok(match event {
        Wire::ControlSet(control) => GameEvent::ControlSet(control.try_into()?),
        Wire::BlackStarts(v1::Nothing {}) => GameEvent::BlackStarts,
        Wire::TermsSet(terms) => GameEvent::TermsSet(terms.try_into()?),
        Wire::ClockRuled(ruled) => GameEvent::ClockRuled(ruled.try_into()?),
        Wire::Started(started) => {
            let rules = RuleSet::try_from(started.rules())?;
            let start = position(&started.fen, rules.variant())?;
            GameEvent::Started { rules, start, at: Timestamp::from_millis(started.at_ms) }
        }
        Wire::MovePlayed(played) => GameEvent::MovePlayed {
            ply: played.ply,
            mv: required(played.r#move, "move")?.try_into()?,
            input: input(played.input)?,
            at: Timestamp::from_millis(played.at_ms),
        },
        Wire::MoveConfirmed(confirmed) => {
            GameEvent::MoveConfirmed { ply: confirmed.ply, input: input(confirmed.input)? }
        }
        Wire::InputHeld(held) => GameEvent::InputHeld {
            waits_for: match held.waits_for() {
                v1::HeldFor::Unspecified => None,
                v1::HeldFor::EarlierPly => Some(HeldFor::EarlierPly),
                v1::HeldFor::Arbiter => Some(HeldFor::Arbiter),
            },
            input: input(held.input)?,
            ply: held.ply,
            mv: required(held.r#move, "move")?.try_into()?,
            at: Timestamp::from_millis(held.at_ms),
        },
        Wire::ConflictRaised(conflict) => GameEvent::ConflictRaised {
            ply: conflict.ply,
            played: required(conflict.played, "played")?.try_into()?,
            claimed: required(conflict.claimed, "claimed")?.try_into()?,
            input: input(conflict.input)?,
        },
        Wire::ConflictResolved(resolved) => {
            GameEvent::ConflictResolved { ply: resolved.ply, input: input(resolved.input)? }
        }
        Wire::IrregularityNoted(noted) => irregularity_noted(noted, variant)?,
        Wire::IrregularityStands(stands) => irregularity_stands(stands, variant)?,
        Wire::MovesRetracted(retracted) => GameEvent::MovesRetracted {
            from_ply: retracted.from_ply,
            input: input(retracted.input)?,
            at: Timestamp::from_millis(retracted.at_ms),
        },
        Wire::PositionSet(set) => GameEvent::PositionSet {
            position: position(&set.fen, variant)?,
            input: input(set.input)?,
            at: Timestamp::from_millis(set.at_ms),
        },
        Wire::WentOnPaper(paper) => GameEvent::WentOnPaper {
            from_ply: paper.from_ply,
            input: input(paper.input)?,
            at: Timestamp::from_millis(paper.at_ms),
        },
        Wire::RecordCompleted(completed) => GameEvent::RecordCompleted {
            input: input(completed.input)?,
            at: Timestamp::from_millis(completed.at_ms),
        },
        Wire::Resumed(resumed) => GameEvent::Resumed {
            input: input(resumed.input)?,
            by_hand: resumed.by_hand.map(|by_hand| Box::new(by_hand.into())),
            at: Timestamp::from_millis(resumed.at_ms),
        },
        Wire::DrawOffered(offered) => {
            GameEvent::DrawOffered { by: offered.by().try_into()?, input: input(offered.input)? }
        }
        Wire::DrawAgreed(agreed) => {
            GameEvent::DrawAgreed { by: agreed.by().try_into()?, input: input(agreed.input)? }
        }
        Wire::ResultConfirmed(confirmed) => GameEvent::ResultConfirmed {
            color: confirmed.color().try_into()?,
            agrees: !confirmed.disagrees,
            input: input(confirmed.input)?,
            at: Timestamp::from_millis(confirmed.at_ms),
        },
        Wire::FlagWaived(waived) => GameEvent::FlagWaived {
            color: waived.color().try_into()?,
            why: waived.why().try_into()?,
            at: Timestamp::from_millis(waived.at_ms),
        },
        Wire::Remarked(remarked) => GameEvent::Remarked {
            input: input(remarked.input)?,
            remark: match required(remarked.remark, "remark")? {
                v1::remarked::Remark::AnsweredIrregularity(ply) => {
                    Remark::AnsweredIrregularity { ply }
                }
                v1::remarked::Remark::NotOnBoard(outcome) => {
                    Remark::NotOnBoard { outcome: outcome.try_into()? }
                }
            },
        },
        Wire::InputRefused(refused) => GameEvent::InputRefused {
            input: input(refused.input)?,
            refusal: required(refused.refusal, "refusal")?.try_into()?,
        },
        Wire::Finished(finished) => GameEvent::Finished {
            outcome: required(finished.outcome, "outcome")?.try_into()?,
            input: finished.input.map(TryInto::try_into).transpose()?,
            by_hand: finished.by_hand.map(|by_hand| Box::new(by_hand.into())),
            at: Timestamp::from_millis(finished.at_ms),
        },
        Wire::ResultCorrected(corrected) => GameEvent::ResultCorrected {
            outcome: required(corrected.outcome, "outcome")?.try_into()?,
            input: corrected.input.map(TryInto::try_into).transpose()?,
            by_hand: corrected.by_hand.map(|by_hand| Box::new(by_hand.into())),
            at: Timestamp::from_millis(corrected.at_ms),
        },
    })
}

impl From<HeldFor> for v1::HeldFor {
    fn from(waits_for: HeldFor) -> Self {
        match waits_for {
            HeldFor::EarlierPly => Self::EarlierPly,
            HeldFor::Arbiter => Self::Arbiter,
        }
    }
}

fn irregularity_noted(
    noted: v1::IrregularityNoted,
    variant: Variant,
) -> Result<GameEvent, ConvertError> {
    let irregularity = required(noted.irregularity, "irregularity")?;
    Ok(GameEvent::IrregularityNoted {
        ply: noted.ply,
        irregularity: Box::new(refusal::irregularity(irregularity, variant)?),
        input: input(noted.input)?,
        at: Timestamp::from_millis(noted.at_ms),
    })
}

fn irregularity_stands(
    stands: v1::IrregularityStands,
    variant: Variant,
) -> Result<GameEvent, ConvertError> {
    Ok(GameEvent::IrregularityStands {
        ply: stands.ply,
        mv: required(stands.r#move, "move")?.try_into()?,
        breach: breach(&stands.breach)?,
        after: position(&stands.fen, variant)?,
        input: input(stands.input)?,
        ruling: stands.ruling.map(TryInto::try_into).transpose()?,
        at: Timestamp::from_millis(stands.at_ms),
    })
}

fn input(input: Option<v1::InputId>) -> Result<InputId, ConvertError> {
    required(input, "input")?.try_into()
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
