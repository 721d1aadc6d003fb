//! Converts colours, squares, moves, results and ids.

use draughts::{
    Bitboard, DrawAgreement, DrawRules, FmjdEdition, Move, MoveText, Outcome, Reason, Score,
    Square, Timestamp,
};
use game_clock::{Increment, Stage, StartMode, Terms, TimeControl};
use live_game::{DeviceId, FlagWaiver, InputId};
use std::time::Duration;

use crate::{
    convert::{ConvertError, required},
    subject::{GameKey, TournamentKey},
    v1,
};

/// Pairs every value of a wire enumeration with its domain value, both ways; values after `else`
/// have none.
macro_rules! words {
    (
        $domain:ty, $wire:ty, $field:literal, { $($name:ident => $target:path),+ $(,)? }
        $(else { $($other:ident => $reason:literal),+ $(,)? })?
    ) => {
        impl From<$domain> for $wire {
            fn from(value: $domain) -> Self {
                match value { $($target => Self::$name),+ }
            }
        }

        impl TryFrom<$wire> for $domain {
            type Error = ConvertError;

            fn try_from(value: $wire) -> Result<Self, ConvertError> {
                match value {
                    <$wire>::Unspecified => Err(ConvertError::Missing { field: $field }),
                    $(<$wire>::$name => Ok($target),)+
                    $($(<$wire>::$other => Err(ConvertError::invalid($field, $reason)),)+)?
                }
            }
        }
    };
}
pub(crate) use words;

words!(draughts::Color, v1::Color, "color", {
    White => draughts::Color::White,
    Black => draughts::Color::Black,
});
words!(draughts::RuleSet, v1::RuleSet, "rules", {
    International => draughts::RuleSet::International,
    Frisian => draughts::RuleSet::Frisian,
    International2006 => draughts::RuleSet::International2006,
    International2006Open => draughts::RuleSet::International2006Open,
    Boxed12200 => draughts::RuleSet::Boxed12200,
});
words!(FmjdEdition, v1::FmjdEdition, "edition", {
    KingsAlone => FmjdEdition::KingsAlone,
    Annex1 => FmjdEdition::Annex1,
    LongDiagonal => FmjdEdition::LongDiagonal,
});
words!(DrawAgreement, v1::DrawAgreement, "agreement", {
    Free => DrawAgreement::Free,
    CheckedOnPaper => DrawAgreement::CheckedOnPaper,
    Arbiter => DrawAgreement::Arbiter,
});
words!(StartMode, v1::StartMode, "start", {
    Hour => StartMode::Hour,
    Gong => StartMode::Gong,
    Table => StartMode::Table,
    None => StartMode::Untimed,
    Notation => StartMode::Notation,
});
words!(FlagWaiver, v1::FlagWaiver, "why", {
    NothingTold => FlagWaiver::NothingTold,
    Estimated => FlagWaiver::Estimated,
});

/// Converts a flag that fell and does not end its game.
pub(crate) fn flag_waived(
    color: draughts::Color,
    why: FlagWaiver,
    at: Timestamp,
) -> v1::FlagWaived {
    let mut waived = v1::FlagWaived { at_ms: at.millis(), ..Default::default() };
    waived.set_color(color.into());
    waived.set_why(why.into());
    waived
}

impl From<Terms> for v1::GameTerms {
    fn from(terms: Terms) -> Self {
        let mut wire = Self::default();
        wire.set_edition(terms.draws.edition.into());
        wire.set_agreement(terms.draws.agreement.into());
        wire.set_start(terms.start.into());
        wire
    }
}

impl TryFrom<v1::GameTerms> for Terms {
    type Error = ConvertError;

    fn try_from(wire: v1::GameTerms) -> Result<Self, ConvertError> {
        let (edition, agreement) = (wire.edition().try_into()?, wire.agreement().try_into()?);
        Ok(Self { draws: DrawRules { edition, agreement }, start: wire.start().try_into()? })
    }
}

words!(Score, v1::Score, "score", {
    WhiteWins => Score::WhiteWins,
    Draw => Score::Draw,
    BlackWins => Score::BlackWins,
    BothLose => Score::BothLose,
    Unplayed => Score::Unplayed,
});
words!(Reason, v1::Reason, "reason", {
    NoPieces => Reason::NoPieces,
    NoLegalMove => Reason::NoLegalMove,
    Resignation => Reason::Resignation,
    Agreement => Reason::Agreement,
    FlagFall => Reason::FlagFall,
    Arbiter => Reason::Arbiter,
    Forfeit => Reason::Forfeit,
    NoShow => Reason::NoShow,
    Adjudication => Reason::Adjudication,
    Misconduct => Reason::Misconduct,
    EarlyAgreement => Reason::EarlyAgreement,
    TwoKingsAgainstOne => Reason::TwoKingsAgainstOne,
    OneKingEach => Reason::OneKingEach,
    Repetition => Reason::Repetition,
    KingMoves => Reason::KingMoves,
    SixteenMoves => Reason::SixteenMoves,
    FiveMoves => Reason::FiveMoves,
    LongDiagonal => Reason::LongDiagonal,
    KingAndMen => Reason::KingAndMen,
    SameMove => Reason::SameMove,
    Returned => Reason::Returned,
    UpsetPieces => Reason::UpsetPieces,
    RefusedToPlay => Reason::RefusedToPlay,
    WrongBoard => Reason::WrongBoard,
});

/// Parses a square number, 1 to 50.
pub(crate) fn square(number: u32, field: &'static str) -> Result<Square, ConvertError> {
    let number = u8::try_from(number).map_err(|_source| {
        ConvertError::invalid(field, format_args!("{number} is not a square, use 1 to 50"))
    })?;
    Square::new(number).map_err(|source| ConvertError::invalid(field, source))
}

impl From<&Move> for v1::Move {
    fn from(mv: &Move) -> Self {
        Self {
            from: mv.from().get().into(),
            to: mv.to().get().into(),
            captured: mv.captured().squares().map(|square| square.get().into()).collect(),
        }
    }
}

impl TryFrom<&v1::MoveView> for Move {
    type Error = ConvertError;

    fn try_from(sent: &v1::MoveView) -> Result<Self, ConvertError> {
        let (from, to, captured) = (sent.from, sent.to, sent.captured.clone());
        Self::try_from(v1::Move { from, to, captured })
    }
}

impl TryFrom<v1::Move> for Move {
    type Error = ConvertError;

    fn try_from(mv: v1::Move) -> Result<Self, ConvertError> {
        let mut captured = Bitboard::default();
        for number in mv.captured {
            captured.insert(square(number, "move.captured")?);
        }
        Ok(Self::new(square(mv.from, "move.from")?, square(mv.to, "move.to")?, captured))
    }
}

impl From<Bitboard> for v1::Squares {
    fn from(squares: Bitboard) -> Self {
        Self { squares: squares.squares().map(|square| square.get().into()).collect() }
    }
}

impl TryFrom<v1::Squares> for Bitboard {
    type Error = ConvertError;

    fn try_from(squares: v1::Squares) -> Result<Self, ConvertError> {
        squares.squares.into_iter().map(|number| square(number, "squares")).collect()
    }
}

impl From<&MoveText> for v1::MoveText {
    fn from(mv: &MoveText) -> Self {
        Self {
            taken: mv.taken.map(Into::into),
            from: mv.from.get().into(),
            to: mv.to.get().into(),
            via: mv.via.iter().map(|square| square.get().into()).collect(),
        }
    }
}

/// More intermediate squares than any capture has.
const VIA_MAX: usize = 50;

impl TryFrom<v1::MoveText> for MoveText {
    type Error = ConvertError;

    fn try_from(mv: v1::MoveText) -> Result<Self, ConvertError> {
        if mv.via.len() > VIA_MAX {
            let reason = format!("{} squares are more than a capture has", mv.via.len());
            return Err(ConvertError::invalid("move.via", reason));
        }
        let via: Result<Vec<Square>, ConvertError> =
            mv.via.into_iter().map(|number| square(number, "move.via")).collect();
        Ok(Self {
            from: square(mv.from, "move.from")?,
            to: square(mv.to, "move.to")?,
            via: via?,
            taken: mv.taken.map(TryInto::try_into).transpose()?,
        })
    }
}

impl From<Outcome> for v1::Outcome {
    fn from(outcome: Outcome) -> Self {
        let mut wire = Self::default();
        wire.set_score(outcome.score.into());
        wire.set_reason(outcome.reason.into());
        wire
    }
}

impl TryFrom<v1::Outcome> for Outcome {
    type Error = ConvertError;

    fn try_from(outcome: v1::Outcome) -> Result<Self, ConvertError> {
        Self::checked(outcome.score().try_into()?, outcome.reason().try_into()?)
            .map_err(|source| ConvertError::invalid("outcome", source))
    }
}

/// Returns the device of a message.
///
/// # Errors
/// [`ConvertError`] if the name is not that of a device.
pub fn device(name: String) -> Result<DeviceId, ConvertError> {
    DeviceId::new(name).map_err(|source| ConvertError::invalid("device", source))
}

impl From<&InputId> for v1::InputId {
    fn from(input: &InputId) -> Self {
        Self { device: input.device.as_str().to_owned(), sequence: input.sequence }
    }
}

impl TryFrom<v1::InputId> for InputId {
    type Error = ConvertError;

    fn try_from(input: v1::InputId) -> Result<Self, ConvertError> {
        Ok(Self::new(device(input.device)?, input.sequence))
    }
}

impl From<TimeControl> for v1::TimeControl {
    fn from(control: TimeControl) -> Self {
        let increment = control.increment();
        let stages = match (control.stages(), increment) {
            ([Stage { moves: None, .. }], Increment::None | Increment::Fischer(_)) => Vec::new(),
            (stages, _) => stages.iter().map(stage_to_wire).collect(),
        };
        Self { base_ms: millis(control.base()), increment_ms: millis(increment.time()), stages }
    }
}

fn stage_to_wire(stage: &Stage) -> v1::TimeStage {
    let kind = match stage.increment {
        Increment::None => v1::IncrementKind::Unspecified,
        Increment::Fischer(_) => v1::IncrementKind::Fischer,
        Increment::Bronstein(_) => v1::IncrementKind::Bronstein,
        Increment::Delay(_) => v1::IncrementKind::Delay,
    };
    v1::TimeStage {
        moves: stage.moves.unwrap_or(0),
        time_ms: millis(stage.time),
        kind: kind.into(),
        increment_ms: millis(stage.increment.time()),
    }
}

impl TryFrom<v1::TimeControl> for TimeControl {
    type Error = ConvertError;

    fn try_from(control: v1::TimeControl) -> Result<Self, ConvertError> {
        let made = if control.stages.is_empty() {
            Self::new(
                Duration::from_millis(control.base_ms),
                Duration::from_millis(control.increment_ms),
            )
        } else {
            Self::staged(&control.stages.iter().map(stage_from_wire).collect::<Vec<_>>())
        };
        made.map_err(|source| ConvertError::invalid("control", source))
    }
}

fn stage_from_wire(stage: &v1::TimeStage) -> Stage {
    let increment = Duration::from_millis(stage.increment_ms);
    Stage {
        moves: (stage.moves != 0).then_some(stage.moves),
        time: Duration::from_millis(stage.time_ms),
        increment: match stage.kind() {
            v1::IncrementKind::Unspecified => Increment::None,
            v1::IncrementKind::Fischer => Increment::Fischer(increment),
            v1::IncrementKind::Bronstein => Increment::Bronstein(increment),
            v1::IncrementKind::Delay => Increment::Delay(increment),
        },
    }
}

/// Returns whole milliseconds; a duration too long for the type becomes the longest.
pub(crate) fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

impl From<&TournamentKey> for v1::TournamentRef {
    fn from(key: &TournamentKey) -> Self {
        Self { venue: key.venue.to_string(), tournament: key.tournament.to_string() }
    }
}

impl TryFrom<v1::TournamentRef> for TournamentKey {
    type Error = ConvertError;

    fn try_from(reference: v1::TournamentRef) -> Result<Self, ConvertError> {
        Ok(Self { venue: reference.venue.parse()?, tournament: reference.tournament.parse()? })
    }
}

impl TryFrom<Option<v1::TournamentRef>> for TournamentKey {
    type Error = ConvertError;

    fn try_from(reference: Option<v1::TournamentRef>) -> Result<Self, ConvertError> {
        required(reference, "tournament")?.try_into()
    }
}

impl From<&GameKey> for v1::GameRef {
    fn from(key: &GameKey) -> Self {
        Self {
            venue: key.tournament.venue.to_string(),
            tournament: key.tournament.tournament.to_string(),
            game: key.game.to_string(),
        }
    }
}

impl TryFrom<v1::GameRef> for GameKey {
    type Error = ConvertError;

    fn try_from(reference: v1::GameRef) -> Result<Self, ConvertError> {
        let tournament = TournamentKey {
            venue: reference.venue.parse()?,
            tournament: reference.tournament.parse()?,
        };
        Ok(tournament.game(reference.game.parse()?))
    }
}

impl TryFrom<Option<v1::GameRef>> for GameKey {
    type Error = ConvertError;

    fn try_from(reference: Option<v1::GameRef>) -> Result<Self, ConvertError> {
        required(reference, "game")?.try_into()
    }
}

#[cfg(test)]
mod tests {
    use super::{ConvertError, Outcome, Reason, Score, v1};

    #[test]
    fn an_outcome_that_no_game_can_have_is_refused() {
        let wire = |score: v1::Score, reason: v1::Reason| v1::Outcome {
            score: score.into(),
            reason: reason.into(),
        };
        for (score, reason, expected) in [
            (v1::Score::Draw, v1::Reason::Agreement, None),
            (v1::Score::BothLose, v1::Reason::Arbiter, None),
            (
                v1::Score::Draw,
                v1::Reason::Resignation,
                Some("outcome: draw is never the result of resignation"),
            ),
            (
                v1::Score::BothLose,
                v1::Reason::NoLegalMove,
                Some("outcome: both-lose is never the result of no-legal-move"),
            ),
            (v1::Score::Unspecified, v1::Reason::Arbiter, Some("score is missing")),
        ] {
            let error = Outcome::try_from(wire(score, reason)).err();
            assert_eq!(error.as_ref().map(ConvertError::to_string).as_deref(), expected);
        }
        let won = Outcome::new(Score::WhiteWins, Reason::FlagFall);
        assert_eq!(Outcome::try_from(v1::Outcome::from(won)), Ok(won));
    }
}
