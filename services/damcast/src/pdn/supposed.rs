//! The variant of games that do not name it.

use std::str::FromStr;

use draughts::{
    Variant,
    pdn::{self, PdnGame, Status},
};
use thiserror::Error;

/// The variant of games without a `GameType` tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Supposed {
    /// The same variant for each game.
    Variant(Variant),
    /// International, or Frisian if only that makes every move legal.
    Either,
}

impl Supposed {
    /// Reads all games of a text.
    pub(super) fn read(self, bytes: &[u8]) -> Vec<PdnGame> {
        let (first, then) = match self {
            Self::Variant(variant) => (variant, None),
            Self::Either => (Variant::International, Some(Variant::Frisian)),
        };
        let mut games = pdn::read_as(bytes, first);
        let fails = |game: &PdnGame| {
            matches!(game.status, Status::Illegal { .. }) && game.tag("GameType").is_none()
        };
        if let Some(variant) = then.filter(|_| games.iter().any(fails)) {
            for (game, other) in games.iter_mut().zip(pdn::read_as(bytes, variant)) {
                if fails(game) && other.status == Status::Ok {
                    *game = other;
                }
            }
        }
        games
    }
}

/// A text that names no variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("known are international or 20, frisian or 40, and either")]
pub(super) struct UnknownVariant;

impl FromStr for Supposed {
    type Err = UnknownVariant;

    fn from_str(text: &str) -> Result<Self, UnknownVariant> {
        match text {
            "international" | "20" => Ok(Self::Variant(Variant::International)),
            "frisian" | "40" => Ok(Self::Variant(Variant::Frisian)),
            "either" => Ok(Self::Either),
            _ => Err(UnknownVariant),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variant_is_guessed_only_when_asked_for() {
        // Only Frisian pieces capture straight on.
        let text = b"[FEN \"W:W28:B18,45\"]\n1. 28x8 *\n\n[Event \"b\"]\n1. 32-28 *\n\n\
            [GameType \"20\"]\n[FEN \"W:W28:B18,45\"]\n1. 28x8 *\n";
        for (supposed, expected) in [
            ("international", [false, true, false]),
            ("20", [false, true, false]),
            ("frisian", [true, true, false]),
            ("40", [true, true, false]),
            ("either", [true, true, false]),
        ] {
            let games = supposed.parse::<Supposed>().unwrap().read(text);
            let legal: Vec<bool> = games.iter().map(|game| game.status == Status::Ok).collect();
            assert_eq!(legal, expected, "{supposed}");
        }
        let games = Supposed::Either.read(text);
        let variants: Vec<Variant> = games.iter().map(|game| game.variant).collect();
        let (international, frisian) = (Variant::International, Variant::Frisian);
        assert_eq!(variants, [frisian, international, international]);
        assert!("21".parse::<Supposed>().is_err());
    }
}
