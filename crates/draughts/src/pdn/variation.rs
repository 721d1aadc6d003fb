//! Variations of moves.

use core::fmt;

use thiserror::Error;

use super::lexer::{Lexer, Token};
use super::reader::read_as;
use super::{PdnGame, Variation};

impl Variation {
    /// Makes a variation of the text between its parentheses; runs of blanks become one.
    ///
    /// # Errors
    ///
    /// [`VariationError`] if the parentheses or braces of the text are not balanced.
    pub fn new(after_ply: u32, text: &str) -> Result<Self, VariationError> {
        let variation = Self::of(after_ply, text);
        let written = format!("({})", variation.text);
        let mut tokens = Lexer::new(&written);
        let is_whole = tokens.next() == Some(Token::Variation(variation.text.clone()));
        if is_whole && tokens.next().is_none() {
            Ok(variation)
        } else {
            Err(VariationError { text: variation.text })
        }
    }

    /// Makes a variation of a text that stood between parentheses.
    pub(super) fn of(after_ply: u32, text: &str) -> Self {
        let words: Vec<&str> = text.split_whitespace().collect();
        Self { after_ply, text: words.join(" ") }
    }

    /// Returns the text between the parentheses.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Reads the moves of the variation from the position before the move that it replaces, with
    /// the variations in it.
    ///
    /// ```
    /// use draughts::pdn;
    ///
    /// let games = pdn::read(b"1. 32-28 19-23 (1... 18-23 2. 38-32) 2. 28x19 14x23 *");
    /// let variation = games[0].variations[0].read(&games[0]).ok_or("a variation")?;
    /// let moves: Vec<_> = variation.moves().map(|mv| mv.to_string()).collect();
    /// assert_eq!(moves, ["18-23", "38-32"]);
    /// # Ok::<(), &str>(())
    /// ```
    ///
    /// `None` if the game has no such move.
    #[must_use]
    pub fn read(&self, game: &PdnGame) -> Option<PdnGame> {
        let replaced = game.plies.get((self.after_ply as usize).checked_sub(1)?)?;
        let text = format!("[FEN \"{}\"]\n{}", replaced.before, self.text);
        read_as(text.as_bytes(), game.variant).into_iter().next()
    }
}

/// Writes the variation with its parentheses.
impl fmt::Display for Variation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({})", self.text)
    }
}

/// The error for a text that cannot stand between the parentheses of a variation.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the parentheses or braces of the variation {text:?} are not balanced")]
pub struct VariationError {
    /// The text.
    pub text: String,
}
