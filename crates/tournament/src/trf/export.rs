//! Conversion of a table to a report, and the information that is lost.

use super::check::hundredths;
use super::{ByeCode, GameCode, Header, RoundEntry, Trf, TrfPlayer, write};
use crate::ranking::{
    AbsenceKind, Contest, GameState, MeetingState, Participant, Ranking, Results,
};
use crate::{GroupNumber, PlayerId, RefusalCategory, Scoring};
use draughts::{Color, Score, text};
use std::collections::BTreeMap;

/// A part of an event that a report cannot hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
pub enum Loss {
    /// A name is longer than its columns, and is cut.
    #[error("the name of player {player} is cut to {} characters", Trf::NAME_CHARS_MAX)]
    NameCut {
        /// The player.
        player: PlayerId,
    },
    /// Draws with a bonus are written as draws; only the points show the bonus.
    #[error("a draw with a bonus is written as a draw")]
    BonusDraws,
    /// Points with two decimals do not fit their columns, and are cut to one.
    #[error("the points of player {player} are cut to one decimal")]
    PointsCut {
        /// The player.
        player: PlayerId,
    },
    /// A player left the table (C art. 14): the games and the place are left out.
    #[error("the games of player {player}, who withdrew, are void and left out")]
    VoidGames {
        /// The player.
        player: PlayerId,
    },
    /// A running game is written without a result, as if it had not begun.
    #[error("games that are being played are written as not begun")]
    RunningGames,
}

/// The reason for which an event cannot be a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotATrf {
    /// The table is of teams; the format reports players, with their teams in addition.
    #[error("a table of teams cannot be written as a report of players")]
    Teams,
    /// A participant of the table has no line.
    #[error("participant {participant} is not among the players")]
    UnknownPlayer {
        /// The participant.
        participant: Participant,
    },
    /// The group does not exist.
    #[error("there is no group {group}")]
    UnknownGroup {
        /// The group.
        group: GroupNumber,
    },
    /// There are more rounds than [`Trf::ROUNDS_MAX`].
    #[error("a report has at most {} rounds", Trf::ROUNDS_MAX)]
    TooManyRounds,
}

impl NotATrf {
    /// Returns the category of this error.
    pub fn category(&self) -> RefusalCategory {
        match self {
            Self::UnknownGroup { .. } => RefusalCategory::NotFound,
            Self::Teams | Self::UnknownPlayer { .. } | Self::TooManyRounds => {
                RefusalCategory::Precondition
            }
        }
    }
}

impl Trf {
    /// Makes the report of an event: `players` with points, places and rounds filled in, and the
    /// counts of the header. A player's start number is the number of the participant. `ranking`
    /// has to be the official table: with running games counted, its points would not be those of
    /// the rounds.
    ///
    /// Games that a withdrawal gives to the opponents are won by forfeit (C art. 14). The format
    /// cannot express withdrawals, resolutions of ties, bonuses of draws, and results between
    /// teams. The list returned holds the losses of this event.
    ///
    /// # Errors
    /// [`NotATrf`] if the event is not one of players, or a participant has no line.
    pub fn of_event(
        header: Header,
        mut players: Vec<TrfPlayer>,
        results: &Results,
        ranking: &Ranking,
    ) -> Result<(Self, Vec<Loss>), NotATrf> {
        if ranking.order.contest == Contest::Matches {
            return Err(NotATrf::Teams);
        }
        let mut losses: Vec<Loss> = players.iter_mut().filter_map(emptied).collect();
        let numbers = players.iter().map(|player| Participant::from(player.number));
        let index: BTreeMap<Participant, usize> = numbers.zip(0..).collect();
        for participant in results.participants() {
            if !index.contains_key(participant) {
                return Err(NotATrf::UnknownPlayer { participant: *participant });
            }
        }
        let mut enter = |participant: Participant, round: usize, entry: RoundEntry| {
            let player = index.get(&participant).and_then(|at| players.get_mut(*at));
            let Some(player) = player else { return };
            if player.rounds.len() <= round {
                player.rounds.resize(round.saturating_add(1), RoundEntry::Blank);
            }
            if let Some(slot) = player.rounds.get_mut(round) {
                *slot = entry;
            }
        };
        let void: Vec<Participant> = (ranking.withdrawals.iter())
            .filter(|withdrawal| withdrawal.is_void)
            .map(|withdrawal| withdrawal.participant)
            .collect();
        for meeting in results.meetings() {
            if meeting.round.index() >= Self::ROUNDS_MAX {
                return Err(NotATrf::TooManyRounds);
            }
            if void.contains(&meeting.first) || void.contains(&meeting.second) {
                continue;
            }
            let MeetingState::Game(state) = meeting.settled(results, ranking.order.withdrawal)
            else {
                return Err(NotATrf::Teams);
            };
            losses.extend(loss(state, ranking.order.scoring));
            let codes = codes(state);
            for (own, other, color, result) in [
                (meeting.first, meeting.second, Color::White, codes.0),
                (meeting.second, meeting.first, Color::Black, codes.1),
            ] {
                let game = RoundEntry::Game { opponent: other.into(), color: Some(color), result };
                enter(own, meeting.round.index(), game);
            }
        }
        for absence in results.absences() {
            if absence.round.index() >= Self::ROUNDS_MAX {
                return Err(NotATrf::TooManyRounds);
            }
            if void.contains(&absence.participant) {
                continue;
            }
            let bye = match absence.kind {
                AbsenceKind::Bye => ByeCode::Pairing,
                AbsenceKind::HalfPointBye => ByeCode::Half,
                AbsenceKind::NotPaired => ByeCode::Zero,
            };
            enter(absence.participant, absence.round.index(), RoundEntry::Bye(bye));
        }
        losses.extend(void.iter().map(|gone| Loss::VoidGames { player: (*gone).into() }));
        let mut trf = Self { header, players, ..Self::default() };
        losses.extend(trf.fill_in(ranking));
        losses.sort();
        losses.dedup();
        Ok((trf, losses))
    }

    /// Fills in points and places of a table, and the counts of the header; returns the players
    /// whose points had to be cut. A player who is not in the table has neither.
    pub fn fill_in(&mut self, ranking: &Ranking) -> Vec<Loss> {
        let scoring = ranking.order.scoring;
        let rows: BTreeMap<PlayerId, _> =
            ranking.rows.iter().map(|row| (PlayerId::from(row.participant), row)).collect();
        let mut losses = Vec::new();
        for player in &mut self.players {
            let row = rows.get(&player.number);
            player.rank = row.map(|row| row.place);
            player.points = None;
            losses.extend(row.and_then(|row| player.set_points(hundredths(row.points, scoring))));
        }
        self.count_players();
        losses
    }

    /// Sets the numbers of players and of rated players in the header.
    pub(super) fn count_players(&mut self) {
        let count = |count: usize| u32::try_from(count).ok();
        let rated = self.players.iter().filter(|player| player.rating.is_some()).count();
        self.header.players = count(self.players.len());
        self.header.rated_players = count(rated);
    }
}

impl TrfPlayer {
    /// Sets the points, in hundredths; returns a loss if they had to be cut to fit their columns.
    pub(super) fn set_points(&mut self, points: u32) -> Option<Loss> {
        let is_cut = write::points(points).is_err();
        let cut = points.saturating_sub(points.rem_euclid(10));
        self.points = Some(if is_cut { cut } else { points });
        is_cut.then_some(Loss::PointsCut { player: self.number })
    }
}

/// Returns the loss in writing a result as the codes of a game, if there is one.
pub(super) fn loss(state: GameState, scoring: Scoring) -> Option<Loss> {
    match state {
        GameState::Running(_) => Some(Loss::RunningGames),
        GameState::Played(finish)
            if scoring == Scoring::BonusDraws
                && finish.score == Score::Draw
                && finish.men_ahead != 0 =>
        {
            Some(Loss::BonusDraws)
        }
        GameState::Played(_) | GameState::Open | GameState::Forfeit(_) => None,
    }
}

/// Returns the codes of both sides.
pub(super) fn codes(state: GameState) -> (GameCode, GameCode) {
    let (win, loss) = (GameCode::Win, GameCode::Loss);
    let (forfeit_win, forfeit_loss) = (GameCode::ForfeitWin, GameCode::ForfeitLoss);
    match state {
        GameState::Open | GameState::Running(_) => (GameCode::Open, GameCode::Open),
        GameState::Played(finish) => match finish.score {
            Score::WhiteWins => (win, loss),
            Score::Draw => (GameCode::Draw, GameCode::Draw),
            Score::BlackWins => (loss, win),
            Score::BothLose => (loss, loss),
            Score::Unplayed => (forfeit_loss, forfeit_loss),
        },
        GameState::Forfeit(Score::WhiteWins) => (forfeit_win, forfeit_loss),
        GameState::Forfeit(Score::BlackWins) => (forfeit_loss, forfeit_win),
        GameState::Forfeit(Score::Draw | Score::BothLose | Score::Unplayed) => {
            (forfeit_loss, forfeit_loss)
        }
    }
}

/// Takes the points, place and rounds from a player's line, cleans a name that is older than the
/// rule for texts, and cuts one that is too long for the line.
fn emptied(player: &mut TrfPlayer) -> Option<Loss> {
    (player.points, player.rank) = (None, None);
    player.rounds.clear();
    player.name = text::cleaned(&player.name).trim().to_owned();
    if player.name.chars().count() <= Trf::NAME_CHARS_MAX {
        return None;
    }
    let cut: String = player.name.chars().take(Trf::NAME_CHARS_MAX).collect();
    player.name = cut.trim_end().to_owned();
    Some(Loss::NameCut { player: player.number })
}
