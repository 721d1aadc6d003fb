//! The moves of a game, for writing.

use super::{Clocks, Comment, PdnGame, PdnPly, Variation, VariationError, irregular};
use crate::{Breach, Move, Notations, PlayError, Position};

/// The moves of a game, including irregular ones that stand, with positions that an arbiter set,
/// clocks and comments.
///
/// A record that is written and read again is the same record.
///
/// ```
/// use draughts::{Position, Variant, pdn::Record};
///
/// let mut record = Record::new(Position::start(Variant::International));
/// for text in ["32-28", "19-23", "28x19"] {
///     let mv = record.end().parse_move(text)?;
///     record.play(&mv)?;
/// }
/// assert_eq!(record.plies()[2].text, "28x19");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    start: Position,
    plies: Vec<PdnPly>,
    end: Position,
    pub(super) comments: Vec<Comment>,
    variations: Vec<Variation>,
}

impl Record {
    /// Makes a record without moves.
    #[must_use]
    pub const fn new(start: Position) -> Self {
        Self { start, plies: Vec::new(), end: start, comments: Vec::new(), variations: Vec::new() }
    }

    /// Makes a record of legal moves.
    ///
    /// # Errors
    ///
    /// [`PlayError`] with the first move that is not legal.
    pub fn of_moves(
        start: Position,
        moves: impl IntoIterator<Item = Move>,
    ) -> Result<Self, PlayError> {
        let mut record = Self::new(start);
        for mv in moves {
            record.play(&mv)?;
        }
        Ok(record)
    }

    /// Returns the position that the game begins with.
    #[must_use]
    pub const fn start(&self) -> Position {
        self.start
    }

    /// Returns the moves with their notation.
    #[must_use]
    pub fn plies(&self) -> &[PdnPly] {
        &self.plies
    }

    /// Returns the position at the end.
    #[must_use]
    pub const fn end(&self) -> Position {
        self.end
    }

    /// Returns the comments in order.
    #[must_use]
    pub fn comments(&self) -> &[Comment] {
        &self.comments
    }

    /// Returns the variations in order.
    #[must_use]
    pub fn variations(&self) -> &[Variation] {
        &self.variations
    }

    /// Takes back the last move, with what was added after it, and returns it; `None` before the
    /// first one.
    pub fn undo(&mut self) -> Option<PdnPly> {
        let last = self.plies.pop()?;
        self.end = last.before;
        let left = self.plies.len();
        self.comments.retain(|comment| comment.after_ply as usize <= left);
        self.variations.retain(|variation| variation.after_ply as usize <= left);
        Some(last)
    }

    /// Adds a legal move.
    ///
    /// # Errors
    ///
    /// [`PlayError`] if the move cannot be played at the end of the record.
    pub fn play(&mut self, mv: &Move) -> Result<(), PlayError> {
        let before = self.end;
        let moves = before.legal_moves();
        if !moves.contains(mv) {
            return Err(PlayError::Illegal { mv: *mv });
        }
        let after = before.play_legal(mv)?;
        self.push(*mv, None, after, Notations::new(&before, &moves).strict(mv));
        Ok(())
    }

    /// Adds an irregular move that stands, the rule that it breaks, and the position after it,
    /// which has to be of the same variant.
    ///
    /// If the rules make another position of the move, `after` counts as set by the arbiter after
    /// it.
    pub fn play_irregular(&mut self, mv: &Move, breach: Breach, after: Position) {
        let made = self.end.after_breach(mv, breach).unwrap_or(after);
        self.push(*mv, Some(breach), made, irregular::text(mv));
        self.set_position(after);
    }

    fn push(&mut self, mv: Move, breach: Option<Breach>, after: Position, text: String) {
        let (before, nags, clocks) = (self.end, Vec::new(), Clocks::default());
        self.plies.push(PdnPly { mv, before, after, breach, nags, clocks, text });
        self.end = after;
    }

    /// Sets the position, as an arbiter did; it has to be of the same variant.
    pub const fn set_position(&mut self, position: Position) {
        self.end = position;
    }

    /// Sets the times on the clocks after the last move; ignored before the first one.
    pub fn set_clocks(&mut self, clocks: Clocks) {
        if let Some(last) = self.plies.last_mut() {
            last.clocks = clocks;
        }
    }

    /// Adds a numeric annotation glyph to the last move, such as 1 for a good move; ignored before
    /// the first one.
    pub fn annotate(&mut self, nag: u16) {
        if let Some(last) = self.plies.last_mut() {
            last.nags.push(nag);
        }
    }

    /// Adds a variation of the last move: the text between its parentheses.
    ///
    /// # Errors
    ///
    /// [`VariationError`] if the parentheses or braces of the text are not balanced.
    pub fn vary(&mut self, text: &str) -> Result<(), VariationError> {
        let after_ply = u32::try_from(self.plies.len()).unwrap_or(u32::MAX);
        self.variations.push(Variation::new(after_ply, text)?);
        Ok(())
    }

    /// Adds a comment after the last move.
    pub fn comment(&mut self, text: impl Into<String>) {
        let after_ply = u32::try_from(self.plies.len()).unwrap_or(u32::MAX);
        self.comments.push(Comment { after_ply, text: text.into() });
    }
}

/// Takes over a game that was read, including comments and clocks.
impl TryFrom<&PdnGame> for Record {
    type Error = PlayError;

    fn try_from(game: &PdnGame) -> Result<Self, PlayError> {
        let mut record = Self::new(game.start);
        for ply in &game.plies {
            record.set_position(ply.before);
            match ply.breach {
                Some(breach) => record.play_irregular(&ply.mv, breach, ply.after),
                None => record.play(&ply.mv)?,
            }
            record.set_clocks(ply.clocks);
            ply.nags.iter().for_each(|&nag| record.annotate(nag));
        }
        record.set_position(game.final_position);
        record.comments.clone_from(&game.comments);
        // Those of moves that are not legal have nothing that they vary.
        let is_kept = |variation: &&Variation| variation.after_ply as usize <= game.plies.len();
        record.variations = game.variations.iter().filter(is_kept).cloned().collect();
        Ok(record)
    }
}
