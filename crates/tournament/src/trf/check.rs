//! Consistency of the lines of a report.

use super::{ProblemKind, RoundEntry, Trf, TrfPlayer};
use crate::{PlayerId, RoundNumber, Scoring};
use draughts::Color;
use std::collections::{BTreeMap, BTreeSet};

impl Trf {
    /// Infers the scoring from the points in the file: 1-½-0 or 2-1-0, or 2-1-0 with a bonus for
    /// draws if only that explains them; 1-½-0 without points.
    pub fn scoring(&self) -> Scoring {
        let (mut halves, mut wholes, mut bonuses) = (0_u32, 0_u32, 0_u32);
        let mut balance = 0_i64;
        for player in &self.players {
            let Some(points) = player.points else { continue };
            let two_one_zero = player.points_by(Scoring::TwoOneZero);
            balance =
                balance.saturating_add(i64::from(points)).saturating_sub(i64::from(two_one_zero));
            if points == 0 && two_one_zero == 0 {
                continue;
            }
            let fits = |is_fit: bool| u32::from(is_fit);
            halves = halves.saturating_add(fits(points == player.points_by(Scoring::OneHalfZero)));
            wholes = wholes.saturating_add(fits(points == two_one_zero));
            let is_near = points.abs_diff(two_one_zero) <= player.bonus_max();
            bonuses = bonuses.saturating_add(fits(is_near));
        }
        if bonuses > wholes && bonuses > halves && balance == 0 {
            // A bonus of one player is a malus of the other.
            Scoring::BonusDraws
        } else if wholes > halves {
            Scoring::TwoOneZero
        } else {
            Scoring::OneHalfZero
        }
    }

    /// Returns the contradictions between lines: opponents, colours, results, points, counts,
    /// teams.
    pub fn check(&self) -> Vec<ProblemKind> {
        let players: BTreeMap<PlayerId, &TrfPlayer> =
            self.players.iter().map(|player| (player.number, player)).collect();
        let scoring = self.scoring();
        let mut problems = Vec::new();
        for player in &self.players {
            for (at, entry) in player.rounds.iter().enumerate() {
                problems.extend(check_game(player, at, *entry, &players));
            }
            problems.extend(player.check_points(scoring));
        }
        let header = &self.header;
        let rated = self.players.iter().filter(|player| player.rating.is_some()).count();
        for (code, stated, found) in [
            ("062", header.players, self.players.len()),
            ("072", header.rated_players, rated),
            ("082", header.teams.filter(|_| !self.teams.is_empty()), self.teams.len()),
        ] {
            if let Some(stated) = stated
                && usize::try_from(stated) != Ok(found)
            {
                problems.push(ProblemKind::CountDiffers { code, stated, found });
            }
        }
        let unknown = header.absent.iter().filter(|player| !players.contains_key(player));
        problems.extend(unknown.map(|player| ProblemKind::UnknownAbsent { player: *player }));
        let mut seen = BTreeSet::new();
        for team in &self.teams {
            for &player in &team.players {
                if !players.contains_key(&player) {
                    let team = team.name.clone();
                    problems.push(ProblemKind::UnknownTeamPlayer { team, player });
                } else if !seen.insert(player) {
                    problems.push(ProblemKind::InTwoTeams { player });
                }
            }
        }
        problems
    }
}

/// Returns the problems of a player's game. A problem of both sides is reported once.
fn check_game(
    player: &TrfPlayer,
    at: usize,
    entry: RoundEntry,
    players: &BTreeMap<PlayerId, &TrfPlayer>,
) -> Option<ProblemKind> {
    let (round, player) = (RoundNumber::from_index(at), player.number);
    let RoundEntry::Game { opponent, color, result } = entry else { return None };
    if opponent == player {
        return Some(ProblemKind::AgainstOneself { player, round });
    }
    let Some(other) = players.get(&opponent) else {
        return Some(ProblemKind::UnknownOpponent { player, round, opponent });
    };
    match other.entry(at) {
        RoundEntry::Game { opponent: back, color: their_color, result: theirs }
            if back == player =>
        {
            let is_reported = opponent < player;
            if color.map(Color::other) != their_color {
                (!is_reported).then_some(ProblemKind::ColorsDisagree { player, round, opponent })
            } else if !result.agrees_with(theirs) {
                let kind = ProblemKind::ResultsDisagree { player, round, opponent, result, theirs };
                (!is_reported).then_some(kind)
            } else {
                None
            }
        }
        RoundEntry::Game { .. } | RoundEntry::Blank | RoundEntry::Bye(_) => {
            Some(ProblemKind::OpponentDisagrees { player, round, opponent })
        }
    }
}

/// Converts points to hundredths, the unit of a report.
pub(super) fn hundredths(points: u32, scoring: Scoring) -> u32 {
    points.saturating_mul(100_u32.div_euclid(scoring.unit()))
}

impl TrfPlayer {
    /// Returns the sum of the rounds, in halves of a win.
    pub(super) fn half_wins(&self) -> u32 {
        self.rounds.iter().map(RoundEntry::half_wins).fold(0, u32::saturating_add)
    }

    /// Returns the sum of the rounds without a bonus for draws, in hundredths.
    fn points_by(&self, scoring: Scoring) -> u32 {
        hundredths(self.half_wins().saturating_mul(scoring.draw()), scoring)
    }

    /// Returns the largest change of the points by a bonus for draws, in hundredths.
    fn bonus_max(&self) -> u32 {
        let is_draw = |entry: &&RoundEntry| {
            matches!(entry, RoundEntry::Game { .. }) && entry.half_wins() == 1
        };
        let draws = self.rounds.iter().filter(is_draw).count();
        Scoring::DIFFERENCE_MAX
            .unsigned_abs()
            .saturating_mul(u32::try_from(draws).unwrap_or(u32::MAX))
    }

    fn check_points(&self, scoring: Scoring) -> Option<ProblemKind> {
        let stated = self.points?;
        let tolerance = match scoring {
            Scoring::OneHalfZero | Scoring::TwoOneZero => 0,
            Scoring::BonusDraws => self.bonus_max(),
        };
        let sum = self.points_by(scoring);
        let player = self.number;
        (stated.abs_diff(sum) > tolerance).then_some(ProblemKind::PointsDiffer {
            player,
            stated,
            sum,
        })
    }
}
