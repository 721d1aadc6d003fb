//! The rounds of a report: each game once, with both sides.

use super::{ByeCode, GameCode, RoundEntry, Trf, TrfPlayer};
use crate::PlayerId;
use draughts::{Color, Outcome, Reason, Score};
use std::collections::BTreeMap;

/// A round of a report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ReportRound {
    /// The games, by the lower start number of both sides.
    pub(super) games: Vec<Played>,
    /// The players without an opponent who have a point.
    pub(super) byes: Vec<PlayerId>,
    /// The absent players, with true for half a point.
    pub(super) absent: Vec<(PlayerId, bool)>,
}

/// A game that both sides record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Played {
    pub(super) white: PlayerId,
    pub(super) black: PlayerId,
    /// The result; `None` while there is none, and if the sides disagree.
    pub(super) outcome: Option<Outcome>,
}

impl ReportRound {
    /// Returns a round, counted from 0; `is_paired` is false for the next round, which has no
    /// games. A game that only one side records is left out; without different colours, the lower
    /// start number has White.
    pub(super) fn of(trf: &Trf, at: usize, is_paired: bool) -> Self {
        let entries: BTreeMap<PlayerId, RoundEntry> =
            trf.players.iter().map(|player| (player.number, player.entry(at))).collect();
        let game = |(player, entry): (&PlayerId, &RoundEntry)| {
            let RoundEntry::Game { opponent, color, result } = *entry else { return None };
            let RoundEntry::Game { opponent: back, color: their_color, result: theirs } =
                *entries.get(&opponent)?
            else {
                return None;
            };
            if back != *player || *player >= opponent {
                return None;
            }
            let has_black = match (color, their_color) {
                (Some(own), Some(other)) => own == Color::Black && other == Color::White,
                (Some(own), None) => own == Color::Black,
                (None, other) => other == Some(Color::White),
            };
            Some(if has_black {
                Played { white: opponent, black: *player, outcome: outcome(theirs, result) }
            } else {
                Played { white: *player, black: opponent, outcome: outcome(result, theirs) }
            })
        };
        let has_bye = |player: &&TrfPlayer| {
            matches!(player.entry(at), RoundEntry::Bye(ByeCode::Full | ByeCode::Pairing))
        };
        let byes = trf.players.iter().filter(|_| is_paired).filter(has_bye);
        Self {
            games: entries.iter().filter_map(game).collect(),
            byes: byes.map(|player| player.number).collect(),
            absent: trf.absent_in(at, is_paired),
        }
    }
}

impl Trf {
    /// Returns the players absent from a round, with true for half a point. In the next round,
    /// which is not paired, only reported absences count.
    pub(super) fn absent_in(&self, at: usize, is_paired: bool) -> Vec<(PlayerId, bool)> {
        let absent = |player: &TrfPlayer| match player.entry(at) {
            RoundEntry::Bye(ByeCode::Half) => Some(true),
            RoundEntry::Bye(ByeCode::Zero) => Some(false),
            RoundEntry::Blank if is_paired => Some(false),
            RoundEntry::Blank if self.header.absent.contains(&player.number) => Some(false),
            RoundEntry::Blank
            | RoundEntry::Game { .. }
            | RoundEntry::Bye(ByeCode::Full | ByeCode::Pairing) => None,
        };
        let absent = |player: &TrfPlayer| Some((player.number, absent(player)?));
        self.players.iter().filter_map(absent).collect()
    }
}

/// Returns the result of a game by the codes of White and Black, if they agree.
fn outcome(white: GameCode, black: GameCode) -> Option<Outcome> {
    if !white.agrees_with(black) {
        return None;
    }
    // The file does not hold the reason of a result.
    let played = |score| Some(Outcome::new(score, Reason::Arbiter));
    let unplayed = |score| Some(Outcome::new(score, Reason::NoShow));
    match white {
        GameCode::Win | GameCode::ShortWin => played(Score::WhiteWins),
        GameCode::Draw | GameCode::ShortDraw => played(Score::Draw),
        GameCode::Loss | GameCode::ShortLoss
            if matches!(black, GameCode::Win | GameCode::ShortWin) =>
        {
            played(Score::BlackWins)
        }
        GameCode::Loss | GameCode::ShortLoss => played(Score::BothLose),
        GameCode::ForfeitWin => unplayed(Score::WhiteWins),
        GameCode::ForfeitLoss if black == GameCode::ForfeitWin => unplayed(Score::BlackWins),
        GameCode::ForfeitLoss => unplayed(Score::BothLose),
        GameCode::Open => None,
    }
}
