//! Conversion of a report to the input of a pairing and of a table.

use super::{ByeCode, GameCode, RoundEntry, Trf, TrfPlayer};
use crate::ranking::{
    Absence, AbsenceKind, GameState, Meeting, MeetingState, Results, ResultsError,
};
use crate::swiss::{Entrant, Field, FirstRound, GameResult, InputError, PastRound};
use crate::{Lot, NumberError, PlayerId, RoundNumber};
use draughts::{Color, Score};
use std::collections::BTreeMap;

/// The reason for which a report is not a Swiss tournament before a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoField {
    /// The file does not give the colours of a game that was played.
    #[error("the colour of player {player} in round {round} is not given")]
    ColorMissing {
        /// The player.
        player: PlayerId,
        /// The round.
        round: RoundNumber,
    },
    /// The records contradict each other.
    #[error(transparent)]
    Input(#[from] InputError),
    /// A start number is invalid.
    #[error(transparent)]
    Number(#[from] NumberError),
}

impl Trf {
    /// Converts the report to a Swiss tournament before `round`: start numbers are players and
    /// lots. Rounds from `round` on do not count.
    ///
    /// A player is not available if marked absent from the next round (`XXZ`), with a bye other
    /// than `U` in `round`, or with a blank entry there while others have one. A game without a
    /// result is adjourned (KNDB F11), a game lost by both was played (KNDB F3), `F` and `U` are
    /// the bye, and games of less than one move were played.
    ///
    /// # Errors
    /// [`NoField`] with the first fault.
    pub fn to_field(
        &self,
        round: RoundNumber,
        rounds_total: u32,
        first_round: FirstRound,
    ) -> Result<Field, NoField> {
        let before = round.index();
        let players: BTreeMap<PlayerId, &TrfPlayer> =
            self.players.iter().map(|player| (player.number, player)).collect();
        let is_known = self.players.iter().any(|player| player.entry(before).is_paired());
        let is_to_come = before == self.rounds_paired();
        let mut entrants = Vec::with_capacity(self.players.len());
        for player in &self.players {
            let is_absent = match player.entry(before) {
                RoundEntry::Game { .. } | RoundEntry::Bye(ByeCode::Pairing) => false,
                RoundEntry::Bye(_) => true,
                RoundEntry::Blank => {
                    is_known || (is_to_come && self.header.absent.contains(&player.number))
                }
            };
            let past = |at| player.past_round(at, &players);
            entrants.push(Entrant {
                player: player.number,
                lot: Lot::new(player.number.get())?,
                is_available: !is_absent,
                // At most as many rounds as a Swiss tournament can have, so that the work is
                // bounded.
                history: (0..before.min(Self::ROUNDS_MAX.saturating_add(1)))
                    .map(past)
                    .collect::<Result<_, _>>()?,
            });
        }
        Ok(Field::new(round, rounds_total, first_round, entrants)?)
    }

    /// Converts the report to the input of a table: start numbers are participants and lots. In a
    /// round robin ([`Self::is_round_robin`]) a round without an opponent is a free one; in other
    /// tournaments it is an absence. In a game without colours the lower number has White.
    ///
    /// # Errors
    /// [`ResultsError`] with the first fault.
    pub fn to_results(&self) -> Result<Results, ResultsError> {
        let players: BTreeMap<PlayerId, &TrfPlayer> =
            self.players.iter().map(|player| (player.number, player)).collect();
        let (is_round_robin, rounds) = (self.is_round_robin(), self.rounds_paired());
        let (mut meetings, mut absences) = (Vec::new(), Vec::new());
        for player in &self.players {
            for at in 0..rounds {
                let (round, participant) = (RoundNumber::from_index(at), player.number.into());
                let mut absent = |kind| absences.push(Absence { round, participant, kind });
                match player.entry(at) {
                    RoundEntry::Game { opponent, color, result } => {
                        let theirs = players.get(&opponent).map(|other| other.entry(at));
                        let is_second = color == Some(Color::Black)
                            || (color.is_none() && opponent < player.number);
                        if is_second && theirs.is_some_and(|theirs| theirs.is_against(player)) {
                            continue;
                        }
                        let theirs = theirs.and_then(RoundEntry::result);
                        let state = game_state(result, theirs, is_second);
                        let (first, second) = if is_second {
                            (opponent.into(), participant)
                        } else {
                            (participant, opponent.into())
                        };
                        let state = MeetingState::Game(state);
                        meetings.push(Meeting { round, first, second, state });
                    }
                    RoundEntry::Bye(ByeCode::Full | ByeCode::Pairing) => absent(AbsenceKind::Bye),
                    RoundEntry::Bye(ByeCode::Half) => absent(AbsenceKind::HalfPointBye),
                    RoundEntry::Bye(ByeCode::Zero) | RoundEntry::Blank if is_round_robin => {}
                    RoundEntry::Bye(ByeCode::Zero) | RoundEntry::Blank => {
                        absent(AbsenceKind::NotPaired);
                    }
                }
            }
        }
        let mut lots: Vec<_> = self.players.iter().map(|player| player.number.into()).collect();
        lots.sort();
        Results::new(lots.clone(), meetings, absences)?.with_lots(&lots)
    }

    /// Returns true for a round robin: if `092` names one, or names no Swiss system and there are
    /// enough rounds.
    pub fn is_round_robin(&self) -> bool {
        let kind = self.header.kind.to_lowercase();
        if ["swiss", "zwitser", "switser"].iter().any(|word| kind.contains(word)) {
            return false;
        }
        if ["robin", "berger", "rond", "rûn"].iter().any(|word| kind.contains(word)) {
            return true;
        }
        let stated = self.header.rounds_total.and_then(|rounds| usize::try_from(rounds).ok());
        let rounds = stated.unwrap_or(0).max(self.rounds_paired());
        self.players.len() > 1 && rounds >= self.players.len().saturating_sub(1)
    }
}

impl TrfPlayer {
    /// Returns a player's result in a round, counted from 0, in the form of the Swiss system.
    fn past_round(
        &self,
        at: usize,
        players: &BTreeMap<PlayerId, &Self>,
    ) -> Result<PastRound, NoField> {
        let (opponent, color, result) = match self.entry(at) {
            RoundEntry::Blank | RoundEntry::Bye(ByeCode::Zero) => return Ok(PastRound::NotPaired),
            RoundEntry::Bye(ByeCode::Full | ByeCode::Pairing) => return Ok(PastRound::Bye),
            RoundEntry::Bye(ByeCode::Half) => return Ok(PastRound::HalfPointBye),
            RoundEntry::Game { opponent, color, result } => (opponent, color, result),
        };
        let missing =
            NoField::ColorMissing { player: self.number, round: RoundNumber::from_index(at) };
        let played = |result| {
            let color = color.ok_or(missing)?;
            Ok::<_, NoField>(PastRound::Played { opponent, color, result })
        };
        let theirs = || players.get(&opponent).and_then(|other| other.entry(at).result());
        match result {
            GameCode::Win | GameCode::ShortWin => played(GameResult::Win),
            GameCode::Draw | GameCode::ShortDraw => played(GameResult::Draw),
            GameCode::Loss | GameCode::ShortLoss => {
                let color = color.ok_or(missing)?;
                let is_lost_by_both =
                    matches!(theirs(), Some(GameCode::Loss | GameCode::ShortLoss));
                if is_lost_by_both {
                    return Ok(PastRound::BothLost { opponent, color });
                }
                played(GameResult::Loss)
            }
            GameCode::ForfeitWin => Ok(PastRound::ForfeitWin { opponent }),
            GameCode::ForfeitLoss => Ok(PastRound::ForfeitLoss { opponent }),
            GameCode::Open => Ok(PastRound::Adjourned { opponent, color: color.ok_or(missing)? }),
        }
    }
}

impl RoundEntry {
    fn result(self) -> Option<GameCode> {
        match self {
            Self::Game { result, .. } => Some(result),
            Self::Blank | Self::Bye(_) => None,
        }
    }

    fn is_against(self, player: &TrfPlayer) -> bool {
        matches!(self, Self::Game { opponent, .. } if opponent == player.number)
    }
}

/// Returns the result of a game, by the code of one side and, where both lost, that of the other.
fn game_state(result: GameCode, theirs: Option<GameCode>, is_second: bool) -> GameState {
    let (won, lost) = if is_second {
        (Score::BlackWins, Score::WhiteWins)
    } else {
        (Score::WhiteWins, Score::BlackWins)
    };
    let played = |score: Score| GameState::Played(score.into());
    match (result, theirs) {
        (GameCode::Win | GameCode::ShortWin, _) => played(won),
        (GameCode::Draw | GameCode::ShortDraw, _) => played(Score::Draw),
        (GameCode::Loss | GameCode::ShortLoss, Some(GameCode::Loss | GameCode::ShortLoss)) => {
            played(Score::BothLose)
        }
        (GameCode::Loss | GameCode::ShortLoss, _) => played(lost),
        (GameCode::ForfeitWin, _) => GameState::Forfeit(won),
        (GameCode::ForfeitLoss, Some(GameCode::ForfeitLoss)) => GameState::Forfeit(Score::BothLose),
        (GameCode::ForfeitLoss, _) => GameState::Forfeit(lost),
        (GameCode::Open, _) => GameState::Open,
    }
}
