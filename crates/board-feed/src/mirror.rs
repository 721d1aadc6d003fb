//! The fields of a board as its reports have left them.

use draughts::{Bitboard, Color, Piece, Role, Square};

use crate::{Capability, Code, Field, sensed::Sensed};

/// The fields of a board as its reports have left them.
#[derive(Clone, Debug)]
pub(crate) struct Mirror {
    capability: Capability,
    codes: [Code; Field::COUNT],
    /// False until a dump has told all fields, and again after the board was silent.
    is_known: bool,
    is_rotated: Option<bool>,
}

impl Mirror {
    pub(crate) const fn new(capability: Capability, is_rotated: Option<bool>) -> Self {
        Self { capability, codes: [Code::Empty; Field::COUNT], is_known: false, is_rotated }
    }

    pub(crate) fn set(&mut self, field: Field, code: Code) {
        self.codes[field.index()] = code;
    }

    pub(crate) const fn set_all(&mut self, codes: [Code; Field::COUNT]) {
        self.codes = codes;
        self.is_known = true;
    }

    pub(crate) const fn forget(&mut self) {
        self.is_known = false;
    }

    /// Returns which way the board lies, if that is known.
    pub(crate) const fn is_rotated(&self) -> Option<bool> {
        self.is_rotated
    }

    pub(crate) const fn turn_to(&mut self, is_rotated: bool) {
        self.is_rotated = Some(is_rotated);
    }

    /// Returns the pieces, if all fields are known; a board that may lie either way is read as not
    /// rotated.
    pub(crate) fn sensed(&self) -> Option<Sensed> {
        self.sensed_as(self.is_rotated.unwrap_or(false))
    }

    /// Returns the pieces as they are if the board lies this way.
    pub(crate) fn sensed_as(&self, is_rotated: bool) -> Option<Sensed> {
        if !self.is_known {
            return None;
        }
        let at = |square: &Square| self.codes[Field::of(*square, is_rotated).index()];
        let squares = |is_wanted: &dyn Fn(Code) -> bool| {
            Square::all().filter(|square| is_wanted(at(square))).collect::<Bitboard>()
        };
        Some(match self.capability {
            Capability::Occupancy => Sensed::Occupied(squares(&|code| code != Code::Empty)),
            Capability::Colour | Capability::ColourAndCrown => {
                // A piece of unknown side is on neither, so that such a board agrees with no
                // position.
                Sensed::Sides(Color::BOTH.map(|color| squares(&|code| code.color() == Some(color))))
            }
        })
    }

    /// Returns the code of a square, if all fields are known.
    pub(crate) fn code(&self, square: Square) -> Option<Code> {
        let field = Field::of(square, self.is_rotated.unwrap_or(false));
        self.is_known.then(|| self.codes[field.index()])
    }

    /// Returns the codes of all fields, if they are known.
    pub(crate) fn fields(&self) -> Option<[Code; Field::COUNT]> {
        self.is_known.then_some(self.codes)
    }

    /// Returns true if a board that sees crowns shows a man on a square.
    pub(crate) fn shows_man(&self, square: Square) -> bool {
        let code = self.codes[Field::of(square, self.is_rotated.unwrap_or(false)).index()];
        self.is_known
            && self.capability == Capability::ColourAndCrown
            && matches!(code, Code::Piece(Piece { role: Role::Man, .. }))
    }
}
