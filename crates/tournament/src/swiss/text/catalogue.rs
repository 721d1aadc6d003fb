//! What every language must be able to say, and what all of them write alike.

use super::super::{FirstRound, FloatReason, Strength, Unpairable};
use crate::{PlayerId, RoundNumber};
use draughts::Color;

/// Why two players have their colours. Players are names.
pub(super) enum ColorText<'a> {
    /// The draw says so (D).
    FirstRound,
    /// Both get their preference (E1).
    Both,
    /// One alone has a preference and gets it (E1).
    One {
        /// Who gets it.
        player: &'a str,
        /// Who has played no game.
        other: &'a str,
    },
    /// Both want the same, one more strongly (E2).
    Stronger {
        /// What both want.
        color: Color,
        /// Who gets it.
        player: &'a str,
        /// How strongly this one wants it.
        stronger: Strength,
        /// How strongly the other one does.
        weaker: Strength,
    },
    /// Other colours than the last time they differed (E3).
    Alternation {
        /// What both want.
        color: Color,
        /// Who has White.
        white: &'a str,
        /// When this one had Black.
        white_round: RoundNumber,
        /// Who has Black.
        black: &'a str,
        /// When this one had White; another round if those without a game made a shift (F4).
        black_round: RoundNumber,
    },
    /// What the higher classified wants (E4).
    HigherClassified {
        /// What both want.
        color: Color,
        /// Who is classified higher.
        player: &'a str,
    },
    /// Neither has played a game: the higher classified (A4) has White.
    NoPreference {
        /// Who is classified higher.
        player: &'a str,
    },
}

/// The texts of one language; one that lacks a text does not compile.
pub(super) trait Catalogue {
    /// The name of a colour.
    fn color(&self, color: Color) -> &'static str;
    /// The name of a strength.
    fn strength(&self, strength: Strength) -> &'static str;
    /// The word before the last of several.
    fn and(&self) -> &'static str;
    /// A pair, White first, with the reason for its colours.
    fn pair(&self, white: &str, black: &str, reason: &str) -> String;
    /// Why two players have their colours.
    fn color_reason(&self, text: &ColorText<'_>) -> String;
    /// A player goes from a group to the waiting room, with the reason.
    fn float(&self, player: &str, points: &str, reason: &str) -> String;
    /// Why a player is in the waiting room, or has the bye.
    fn float_reason(&self, reason: FloatReason) -> &'static str;
    /// The waiting room of a group is larger than the group needs.
    fn enlarged(&self, points: &str) -> String;
    /// A player has the bye, with the reason.
    fn bye(&self, player: &str, reason: &str) -> String;
    /// Why the draw for the first round gives somebody the bye.
    fn drawn_bye(&self, first_round: FirstRound) -> &'static str;
    /// Who cannot have the bye.
    fn barred(&self, players: &str) -> String;
    /// For whom the norms of colour do not hold.
    fn exempt(&self, players: &str) -> String;
    /// Why there is no pairing.
    fn unpairable(&self, unpairable: Unpairable) -> &'static str;
    /// Who is first by the games between those in the lead.
    fn mutual_result(&self, player: &str) -> String;
    /// What the final classification goes by.
    fn final_order(&self) -> &'static str;
}

/// Writes half points as points: `0`, `½`, `1`, `1½`.
pub(super) fn points(half_points: u32) -> String {
    match (half_points.wrapping_div(2), half_points.is_multiple_of(2)) {
        (whole, true) => whole.to_string(),
        (0, false) => "½".to_owned(),
        (whole, false) => format!("{whole}½"),
    }
}

/// Writes names joined by commas and, before the last, by the word: `Ids, Jel en Sjoerd`.
pub(super) fn players(
    catalogue: &dyn Catalogue,
    players: &[PlayerId],
    name: &dyn Fn(PlayerId) -> String,
) -> String {
    let names: Vec<_> = players.iter().map(|player| name(*player)).collect();
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} {} {last}", others.join(", "), catalogue.and()),
        None => String::new(),
    }
}
