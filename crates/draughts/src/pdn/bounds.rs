//! The bounds between the games of a file.

use super::lexer::Token;

/// The parts of a game that were read, by which the beginning of the next one is recognised.
#[derive(Debug, Default)]
pub(super) struct Bounds {
    tags: Vec<String>,
    has_moves: bool,
    is_terminated: bool,
}

impl Bounds {
    /// Takes the next token; returns true if it belongs to the next game.
    ///
    /// A game without moves ends if its first tag occurs again, or any tag after an empty line.
    pub(super) fn begins_game(&mut self, token: &Token, is_after_empty_line: bool) -> bool {
        let is_over = self.has_moves || self.is_terminated;
        let begins = match token {
            Token::Tag(tag) => {
                let again = self.tags.iter().position(|name| name == tag.name());
                let is_first = |index| index == 0 || is_after_empty_line || tag.name() == "Event";
                is_over || again.is_some_and(is_first)
            }
            Token::BadTag(_) => is_over,
            Token::Move(_)
            | Token::BareCapture
            | Token::Letters(_)
            | Token::NullMove
            | Token::Setup(_) => self.is_terminated,
            Token::Result(_)
            | Token::Comment(_)
            | Token::Nag(_)
            | Token::Variation(_)
            | Token::Warning(_) => false,
        };
        if begins {
            *self = Self::default();
        }
        match token {
            Token::Tag(tag) => self.tags.push(tag.name().to_owned()),
            Token::Move(_)
            | Token::BareCapture
            | Token::Letters(_)
            | Token::NullMove
            | Token::Setup(_) => self.has_moves = true,
            // A result alone is not a game.
            Token::Result(_) => self.is_terminated |= self.has_moves || !self.tags.is_empty(),
            Token::BadTag(_)
            | Token::Comment(_)
            | Token::Nag(_)
            | Token::Variation(_)
            | Token::Warning(_) => {}
        }
        begins
    }

    /// Returns true if there is a game: a tag or a move.
    pub(super) fn is_game(&self) -> bool {
        self.has_moves || !self.tags.is_empty()
    }
}
