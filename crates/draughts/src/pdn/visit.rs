//! Reading of texts without replaying their games.

use super::bounds::Bounds;
use super::lexer::{Lexer, Token};
use super::{Tag, Warning, text};

/// A visitor of the parts of records, in the order of the text; the methods do nothing unless they
/// are written.
///
/// Moves are neither replayed nor judged, so that large files are read fast; [`read`](super::read)
/// does both.
///
/// ```
/// use draughts::pdn::{Tag, Visitor, visit};
///
/// #[derive(Default)]
/// struct Openings(Vec<String>, bool);
///
/// impl Visitor for Openings {
///     fn mv(&mut self, text: &str) {
///         if !self.1 {
///             self.0.push(text.to_owned());
///         }
///         self.1 = true;
///     }
///
///     fn end(&mut self, _line: usize, _terminator: Option<&str>) {
///         self.1 = false;
///     }
/// }
///
/// let mut openings = Openings::default();
/// visit(b"[White \"A\"] 1. 32-28 19-23 2-0 [White \"B\"] 1. 33-29 *", &mut openings);
/// assert_eq!(openings.0, ["32-28", "33-29"]);
/// ```
pub trait Visitor {
    /// Visits a tag.
    fn tag(&mut self, tag: &Tag) {
        let _ = tag;
    }

    /// Visits a move as written, `x` for a lone capture and `--` for an unknown move; a result of
    /// the Delft system, such as `4-6`, looks like a move.
    fn mv(&mut self, text: &str) {
        let _ = text;
    }

    /// Visits a numeric annotation glyph, such as 1 for a good move.
    fn nag(&mut self, nag: u16) {
        let _ = nag;
    }

    /// Visits the text of a comment.
    fn comment(&mut self, text: &str) {
        let _ = text;
    }

    /// Visits the text of a variation without its parentheses.
    fn variation(&mut self, text: &str) {
        let _ = text;
    }

    /// Visits a position that is set up between the moves.
    fn position(&mut self, fen: &str) {
        let _ = fen;
    }

    /// Visits an oddity.
    fn warning(&mut self, warning: &Warning) {
        let _ = warning;
    }

    /// Visits the end of a game that began in this line, from 1, with its result as written.
    fn end(&mut self, line: usize, terminator: Option<&str>) {
        let _ = (line, terminator);
    }
}

/// Shows the parts of all games of a file to a visitor.
pub fn visit(bytes: &[u8], visitor: &mut impl Visitor) {
    let (text, is_utf8) = text::decode(bytes);
    if !is_utf8 {
        visitor.warning(&Warning::NotUtf8);
    }
    let mut lexer = Lexer::new(&text);
    let mut bounds = Bounds::default();
    let (mut line, mut terminator) = (0, None);
    while let Some(token) = lexer.next() {
        if bounds.begins_game(&token, lexer.is_after_empty_line()) {
            visitor.end(line, terminator.take().as_deref());
            line = 0;
        }
        if line == 0 {
            line = lexer.line();
        }
        match token {
            Token::Tag(tag) => visitor.tag(&tag),
            Token::BadTag(text) => visitor.warning(&Warning::MalformedTag { text }),
            Token::Move(text) | Token::Letters(text) => visitor.mv(&text),
            Token::BareCapture => visitor.mv("x"),
            Token::NullMove => visitor.mv("--"),
            Token::Setup(fen) => visitor.position(&fen),
            Token::Result(text) => {
                // The first of several counts.
                if bounds.is_game() {
                    terminator.get_or_insert(text);
                }
            }
            Token::Comment(text) => visitor.comment(&text),
            Token::Nag(nag) => visitor.nag(nag),
            Token::Variation(text) => visitor.variation(&text),
            Token::Warning(warning) => visitor.warning(&warning),
        }
    }
    if bounds.is_game() {
        visitor.end(line, terminator.as_deref());
    }
}
