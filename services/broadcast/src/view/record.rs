//! The record of a game: its moves, its end, and the number of changes by the arbiter.

use draughts::{Breach, Move, Outcome, Position, RuleSet, Timestamp, fen};
use proto::{
    convert::{ConvertError, breach, required},
    v1::{GameState, MoveView, PlayedPly},
};

/// More versions than any line has: the state of a game is one message, too small for so many plies.
/// Multiplied by any line number it stays below 2^53, up to which JSON numbers are exact.
const LINE_VERSIONS: u64 = 1 << 20;

/// A game that has begun.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    /// The rule set.
    pub(crate) rules: RuleSet,
    /// The position before the first move, which the arbiter may have set.
    pub(crate) start: Position,
    /// The moment when the game began.
    pub(crate) started_at: Timestamp,
    /// The moves.
    pub(crate) plies: Vec<Ply>,
    /// The result, once the game is over.
    pub(crate) outcome: Option<Outcome>,
    /// White's bonus in a draw, in hundredths of a point.
    pub(crate) bonus: Option<i32>,
    /// The first ply that is recorded on paper only; `None` unless the game is on paper.
    pub(crate) on_paper_from: Option<u32>,
    /// The number of the line: how often the arbiter has changed the record.
    line: u32,
    /// The position after the last move.
    position: Position,
}

/// A move of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ply {
    /// The move.
    pub(crate) mv: Move,
    /// The moment when the clock was pressed.
    at: Timestamp,
    deviation: Option<Box<Deviation>>,
}

/// The reason why the position after a move differs from the one that the move leads to: the move is
/// irregular and stands, or the arbiter set the position.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Deviation {
    breach: Option<Breach>,
    after: Position,
}

impl Record {
    /// Converts a state. Moves that are the same in `known` are not replayed, which saves time.
    ///
    /// # Errors
    /// [`ConvertError`] if the state holds no game.
    pub(super) fn read(state: &GameState, known: Option<&Self>) -> Result<Self, ConvertError> {
        let rules = RuleSet::try_from(state.rules())?;
        let start = match state.set_start_fen.as_str() {
            "" => position(&state.start_fen, "start_fen", rules)?,
            set => position(set, "set_start_fen", rules)?,
        };
        let plies = state.plies.iter().map(|ply| Ply::read(ply, rules));
        let plies = plies.collect::<Result<Vec<_>, ConvertError>>()?;
        let known = known.filter(|known| known.start == start && plies.starts_with(&known.plies));
        let (from, played) = known.map_or((start, 0), |k| (k.position, k.plies.len()));
        let position = plies.iter().skip(played).fold(from, |before, ply| ply.after(&before));
        Ok(Self {
            rules,
            start,
            started_at: Timestamp::from_millis(state.started_at_ms),
            plies,
            outcome: state.outcome.map(TryInto::try_into).transpose()?,
            bonus: state.draw_bonus,
            on_paper_from: Some(state.on_paper_from).filter(|&ply| ply > 0),
            line: state.line.map_or(0, |line| line.number),
            position,
        })
    }

    /// Returns the position after the last move.
    pub(super) fn position(&self) -> Position {
        self.position
    }

    /// Returns the version for spectators: it rises by one with every move and with the end, and beyond
    /// all versions of a line with the next line.
    pub(super) fn version(&self) -> u64 {
        let plies = u64::try_from(self.plies.len()).unwrap_or(LINE_VERSIONS);
        u64::from(self.line) * LINE_VERSIONS + 1 + plies + u64::from(self.outcome.is_some())
    }

    /// Returns true if `next` is this record with nothing but moves and an end added.
    pub(super) fn is_continued_by(&self, next: &Self) -> bool {
        self.rules == next.rules
            && self.start == next.start
            && self.started_at == next.started_at
            && self.line == next.line
            && self.on_paper_from == next.on_paper_from
            && next.plies.starts_with(&self.plies)
            // A finished game gets no more moves.
            && (self.outcome.is_none()
                || (self.outcome == next.outcome
                    && self.bonus == next.bonus
                    && self.plies.len() == next.plies.len()))
    }
}

impl Ply {
    fn read(wire: &PlayedPly, rules: RuleSet) -> Result<Self, ConvertError> {
        let deviation = if wire.fen.is_empty() {
            None
        } else {
            let after = position(&wire.fen, "fen", rules)?;
            let breach = match wire.breach.as_str() {
                "" => None,
                name => Some(breach(name)?),
            };
            Some(Box::new(Deviation { breach, after }))
        };
        Ok(Self {
            mv: Move::try_from(required(wire.r#move.clone(), "move")?)?,
            at: Timestamp::from_millis(wire.at_ms),
            deviation,
        })
    }

    /// Returns the rule that the move breaks; `None` unless it is an irregular move that stands.
    pub(crate) fn breach(&self) -> Option<Breach> {
        self.deviation.as_ref().and_then(|deviation| deviation.breach)
    }

    /// Returns the position after the move, which may differ from the one that it leads to from `before`.
    pub(crate) fn after(&self, before: &Position) -> Position {
        let deviation = self.deviation.as_ref();
        deviation.map_or_else(|| before.play_unchecked(&self.mv), |deviation| deviation.after)
    }

    /// Returns the move in the form for spectators, and the position after it.
    pub(super) fn view(&self, before: &Position) -> (MoveView, Position) {
        let (mv, after) = (&self.mv, self.after(before));
        let view = MoveView {
            text: before.notation(mv),
            from: mv.from().get().into(),
            to: mv.to().get().into(),
            captured: mv.captured().squares().map(|square| square.get().into()).collect(),
            fen: after.fen(),
            at: self.at.millis(),
            irregular: self.breach().and_then(Breach::kind).map(|kind| kind.to_string()),
        };
        (view, after)
    }
}

fn position(text: &str, field: &'static str, rules: RuleSet) -> Result<Position, ConvertError> {
    fen::parse(text, rules.variant()).map_err(|source| ConvertError::invalid(field, source))
}
