//! What stands on record of a game: its moves, its end, and which line of it that is.

use draughts::{Breach, Move, Outcome, Position, RuleSet, Timestamp, fen};
use proto::{
    convert::{ConvertError, breach, required},
    v1::{GameState, MoveView, PlayedPly},
};

/// More versions than a line has: the state of a game is one message, too small for so many plies.
/// Any line fits into 53 bits with it, which is what JSON keeps of a number.
const LINE_VERSIONS: u64 = 1 << 20;

/// A game that has begun.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    /// The rules that it is played by.
    pub(crate) rules: RuleSet,
    /// The first position, which the arbiter may have set.
    pub(crate) start: Position,
    /// When it began.
    pub(crate) started_at: Timestamp,
    /// The moves.
    pub(crate) plies: Vec<Ply>,
    /// How it ended.
    pub(crate) outcome: Option<Outcome>,
    /// White's bonus in a draw, hundredths of a point.
    pub(crate) bonus: Option<i32>,
    /// The first ply that is not told, while the game is on paper.
    pub(crate) on_paper_from: Option<u32>,
    /// How often the arbiter has changed the record.
    line: u32,
    /// The position after the last move.
    position: Position,
}

/// A move of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ply {
    /// The move.
    pub(crate) mv: Move,
    /// When the clock was pressed.
    at: Timestamp,
    aside: Option<Box<Aside>>,
}

/// What the move alone does not tell.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Aside {
    breach: Option<Breach>,
    after: Position,
}

impl Record {
    /// Reads a state; moves that `known` has already are not played again.
    ///
    /// # Errors
    /// [`ConvertError`] when the state is none.
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

    /// The position after the last move.
    pub(super) fn position(&self) -> Position {
        self.position
    }

    /// Counts the changes: one more with every move and with the end, and past all of them with
    /// every line.
    pub(super) fn version(&self) -> u64 {
        let plies = u64::try_from(self.plies.len()).unwrap_or(LINE_VERSIONS);
        u64::from(self.line) * LINE_VERSIONS + 1 + plies + u64::from(self.outcome.is_some())
    }

    /// Whether `next` is this game with nothing but moves and an end added.
    pub(super) fn is_continued_by(&self, next: &Self) -> bool {
        self.rules == next.rules
            && self.start == next.start
            && self.started_at == next.started_at
            && self.line == next.line
            && self.on_paper_from == next.on_paper_from
            && next.plies.starts_with(&self.plies)
            // Nothing is added to a game that is over.
            && (self.outcome.is_none()
                || (self.outcome == next.outcome
                    && self.bonus == next.bonus
                    && self.plies.len() == next.plies.len()))
    }
}

impl Ply {
    fn read(wire: &PlayedPly, rules: RuleSet) -> Result<Self, ConvertError> {
        let aside = if wire.fen.is_empty() {
            None
        } else {
            let after = position(&wire.fen, "fen", rules)?;
            let breach = match wire.breach.as_str() {
                "" => None,
                name => Some(breach(name)?),
            };
            Some(Box::new(Aside { breach, after }))
        };
        Ok(Self {
            mv: Move::try_from(required(wire.r#move.clone(), "move")?)?,
            at: Timestamp::from_millis(wire.at_ms),
            aside,
        })
    }

    /// The rule that the move breaks, if it is an irregular one that stands.
    pub(crate) fn breach(&self) -> Option<Breach> {
        self.aside.as_ref().and_then(|aside| aside.breach)
    }

    /// The position after it, which is not always what the move makes of `before`.
    pub(crate) fn after(&self, before: &Position) -> Position {
        self.aside.as_ref().map_or_else(|| before.play_unchecked(&self.mv), |aside| aside.after)
    }

    /// The move as spectators see it, and the position after it.
    pub(super) fn view(&self, before: &Position) -> (MoveView, Position) {
        let (mv, after) = (&self.mv, self.after(before));
        let told = MoveView {
            text: before.notation(mv),
            from: mv.from().get().into(),
            to: mv.to().get().into(),
            captured: mv.captured().squares().map(|square| square.get().into()).collect(),
            fen: after.fen(),
            at: self.at.millis(),
            irregular: self.breach().and_then(Breach::kind).map(|kind| kind.to_string()),
        };
        (told, after)
    }
}

fn position(text: &str, field: &'static str, rules: RuleSet) -> Result<Position, ConvertError> {
    fen::parse(text, rules.variant()).map_err(|source| ConvertError::invalid(field, source))
}
