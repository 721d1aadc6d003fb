//! Participants and the results of their meetings, checked.

use super::Resolution;
use crate::number::numbered;
use crate::plan::TeamId;
use crate::{PLAYERS_MAX, PlayerId, RoundNumber, Scoring};
use draughts::Score;
use std::collections::{BTreeMap, BTreeSet};

numbered! {
    /// A player or team in a table, by its number in the tournament.
    Participant, "participant"
}

impl From<PlayerId> for Participant {
    fn from(player: PlayerId) -> Self {
        Self::from_index(player.index())
    }
}

impl From<TeamId> for Participant {
    fn from(team: TeamId) -> Self {
        Self::from_index(team.index())
    }
}

impl From<Participant> for TeamId {
    fn from(participant: Participant) -> Self {
        Self::from_index(participant.index())
    }
}

impl From<Participant> for PlayerId {
    fn from(participant: Participant) -> Self {
        Self::from_index(participant.index())
    }
}

/// The end of a game on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Finish {
    /// The result.
    pub score: Score,
    /// The men that the first-named side is ahead by, a king counting as two (2006 art. 14a); only
    /// for draws, and only if draws have a bonus.
    pub men_ahead: i32,
}

impl From<Score> for Finish {
    fn from(score: Score) -> Self {
        Self { score, men_ahead: 0 }
    }
}

/// The state of a game. The first-named participant of the pairing is White in its scores.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GameState {
    /// The game has not begun.
    Open,
    /// The game is being played; with an estimate of its end by the material, if there is one.
    Running(Option<Finish>),
    /// The game was decided on the board, or lost by both by an arbiter's ruling.
    Played(Finish),
    /// The game was decided without being played: [`Score::BothLose`] if neither player came. An
    /// empty board of a team is lost like this.
    Forfeit(Score),
}

/// The state of a meeting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MeetingState {
    /// A game of two players; the first-named has White.
    Game(GameState),
    /// The games of two teams, in the order of the boards. Their scores are from the first-named
    /// team's side, whatever its colour on a board.
    Boards(Vec<GameState>),
}

/// A meeting of two participants in a round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Meeting {
    /// The round.
    pub round: RoundNumber,
    /// White, or the team with White on the odd boards.
    pub first: Participant,
    /// Black, or the other team.
    pub second: Participant,
    /// Its result.
    pub state: MeetingState,
}

/// The reason for which a participant has no opponent in a round of a Swiss tournament.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AbsenceKind {
    /// The number of players was odd: the points of a win (KNDB F1).
    Bye,
    /// The player asked for a bye: the points of a draw (KNDB F9).
    HalfPointBye,
    /// The player was absent, not yet entered, or withdrawn: no points (KNDB F5).
    NotPaired,
}

impl AbsenceKind {
    /// Returns the points for it.
    pub fn points(self, scoring: Scoring) -> u32 {
        match self {
            Self::Bye => scoring.win(),
            Self::HalfPointBye => scoring.draw(),
            Self::NotPaired => 0,
        }
    }
}

/// A round of a Swiss tournament without an opponent. The free rounds of a round robin do not
/// belong here: they give no points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Absence {
    /// The round.
    pub round: RoundNumber,
    /// The participant.
    pub participant: Participant,
    /// The reason.
    pub kind: AbsenceKind,
}

/// The way in which running games count in a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Running {
    /// They do not count: the official table.
    #[default]
    Ignored,
    /// They count as draws.
    Draws,
    /// They count as estimated by the material; as draws if there is no estimate.
    Estimates,
}

/// The input of a table.
///
/// [`Results::new`] guarantees that every participant named is entered, and none has two places in
/// a round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Results {
    participants: BTreeSet<Participant>,
    meetings: Vec<Meeting>,
    absences: Vec<Absence>,
    withdrawn: BTreeSet<Participant>,
    lots: BTreeMap<Participant, u32>,
    resolutions: Vec<Resolution>,
}

impl Results {
    /// The largest number of boards in a match of teams.
    pub const BOARDS_MAX: usize = 100;
    /// The largest number of rounds.
    pub const ROUNDS_MAX: u32 = 1000;

    /// Checks and makes results. The order within the lists does not matter.
    ///
    /// # Errors
    /// [`ResultsError`] with the first fault.
    pub fn new(
        participants: impl IntoIterator<Item = Participant>,
        mut meetings: Vec<Meeting>,
        mut absences: Vec<Absence>,
    ) -> Result<Self, ResultsError> {
        let mut all = BTreeSet::new();
        for participant in participants {
            if !all.insert(participant) {
                return Err(ResultsError::DuplicateParticipant { participant });
            }
        }
        if all.len() > PLAYERS_MAX {
            return Err(ResultsError::TooManyParticipants);
        }
        meetings.sort_by_key(|meeting| (meeting.round, meeting.first, meeting.second));
        absences.sort_by_key(|absence| (absence.round, absence.participant));
        let results = Self {
            participants: all,
            meetings,
            absences,
            withdrawn: BTreeSet::new(),
            lots: BTreeMap::new(),
            resolutions: Vec::new(),
        };
        results.meetings.iter().try_for_each(|meeting| results.check_meeting(meeting))?;
        results.check_places()?;
        Ok(results)
    }

    /// Returns the results with a participant withdrawn for good. Repeating it changes nothing. The
    /// [`WithdrawalRule`](super::WithdrawalRule) decides its effect.
    ///
    /// # Errors
    /// [`ResultsError::UnknownParticipant`] if the participant is not entered.
    pub fn with_withdrawn(mut self, participant: Participant) -> Result<Self, ResultsError> {
        self.check_entered(participant)?;
        self.withdrawn.insert(participant);
        Ok(self)
    }

    /// Returns the results with lots drawn, the highest first.
    ///
    /// # Errors
    /// [`ResultsError::UnknownParticipant`], [`ResultsError::DuplicateLot`] or
    /// [`ResultsError::LotMissing`] if the lots are not those of all participants.
    pub fn with_lots(mut self, lots: &[Participant]) -> Result<Self, ResultsError> {
        self.lots.clear();
        for (lot, participant) in (1..).zip(lots) {
            self.check_entered(*participant)?;
            if self.lots.insert(*participant, lot).is_some() {
                return Err(ResultsError::DuplicateLot { participant: *participant });
            }
        }
        let mut without = self.participants.iter().filter(|one| !self.lots.contains_key(one));
        match without.next().copied() {
            Some(participant) => Err(ResultsError::LotMissing { participant }),
            None => Ok(self),
        }
    }

    /// Returns the results with a tie resolved. It applies to a tie of exactly the named
    /// participants; a later resolution of the same tie replaces an earlier one.
    ///
    /// # Errors
    /// [`ResultsError::UnknownParticipant`], [`ResultsError::ResolutionOfTooFew`] or
    /// [`ResultsError::ResolvedTwice`].
    pub fn with_resolution(mut self, resolution: Resolution) -> Result<Self, ResultsError> {
        if resolution.order.len() < 2 {
            return Err(ResultsError::ResolutionOfTooFew);
        }
        let mut named = BTreeSet::new();
        for participant in &resolution.order {
            self.check_entered(*participant)?;
            if !named.insert(*participant) {
                return Err(ResultsError::ResolvedTwice { participant: *participant });
            }
        }
        self.resolutions.retain(|other| !other.is_of(&named));
        self.resolutions.push(resolution);
        Ok(self)
    }

    /// Returns all participants, by number.
    pub fn participants(&self) -> &BTreeSet<Participant> {
        &self.participants
    }

    /// Returns the meetings, by round.
    pub fn meetings(&self) -> &[Meeting] {
        &self.meetings
    }

    /// Returns the absences, by round.
    pub fn absences(&self) -> &[Absence] {
        &self.absences
    }

    /// Returns the participants who withdrew for good.
    pub fn withdrawn(&self) -> &BTreeSet<Participant> {
        &self.withdrawn
    }

    /// Returns a participant's lot, 1 being the highest.
    pub fn lot(&self, participant: Participant) -> Option<u32> {
        self.lots.get(&participant).copied()
    }

    /// Returns the resolutions of ties, in the order of recording.
    pub fn resolutions(&self) -> &[Resolution] {
        &self.resolutions
    }

    /// Returns the participant who begins with White, or is named first, in a play-off of two.
    pub(super) fn first_of_play_off(&self, pair: [Participant; 2]) -> Option<Participant> {
        first_of_play_off(&self.meetings, pair)
    }

    fn check_entered(&self, participant: Participant) -> Result<(), ResultsError> {
        if self.participants.contains(&participant) {
            Ok(())
        } else {
            Err(ResultsError::UnknownParticipant { participant })
        }
    }

    fn check_meeting(&self, meeting: &Meeting) -> Result<(), ResultsError> {
        let Meeting { round, first, second, ref state } = *meeting;
        self.check_entered(first)?;
        self.check_entered(second)?;
        if first == second {
            return Err(ResultsError::MeetsOneself { participant: first, round });
        }
        let games = state.games();
        if games.is_empty() || games.len() > Self::BOARDS_MAX {
            return Err(ResultsError::BoardCount { first, second, round });
        }
        for game in games {
            match game {
                GameState::Open | GameState::Running(None) => {}
                GameState::Running(Some(finish)) | GameState::Played(finish) => {
                    if finish.men_ahead.unsigned_abs() > Scoring::DIFFERENCE_MAX.unsigned_abs() {
                        return Err(ResultsError::MenAhead { first, second, round });
                    }
                }
                GameState::Forfeit(Score::Draw) => {
                    return Err(ResultsError::DrawByForfeit { first, second, round });
                }
                GameState::Forfeit(_) => {}
            }
        }
        Ok(())
    }

    /// Checks that no participant has two places in a round, and no round is too large.
    fn check_places(&self) -> Result<(), ResultsError> {
        let paired = self
            .meetings
            .iter()
            .flat_map(|meeting| [(meeting.first, meeting.round), (meeting.second, meeting.round)]);
        let absent = self.absences.iter().map(|absence| (absence.participant, absence.round));
        let mut seen = BTreeSet::new();
        for (participant, round) in paired.chain(absent) {
            self.check_entered(participant)?;
            if round.get() > Self::ROUNDS_MAX {
                return Err(ResultsError::TooManyRounds);
            }
            if !seen.insert((participant, round)) {
                return Err(ResultsError::TwoPlaces { participant, round });
            }
        }
        Ok(())
    }
}

/// Returns the participant who begins with White, or is named first, in a play-off of two; `None`
/// if the meetings, given by round, do not decide it. Meetings that were not played have no
/// colours.
///
/// Of two players it is the one who had Black when they last met (C art. 15, D26). Of two teams
/// every player has the colour reversed from their own last game, whoever the opponent was (B art.
/// 7, G art. 6): it is the team that was named second in its last match. If both were named alike,
/// that is not possible for all players, and it is the team that was named second when the two last
/// met.
pub(crate) fn first_of_play_off(
    meetings: &[Meeting],
    [one, other]: [Participant; 2],
) -> Option<Participant> {
    let played = || meetings.iter().rev().filter(|meeting| meeting.state.is_played());
    let last_of = |team| played().find(|meeting| meeting.is_of(team));
    let was_first = |team| {
        let of_teams = |meeting: &&Meeting| matches!(meeting.state, MeetingState::Boards(_));
        last_of(team).filter(of_teams).map(|meeting| meeting.first == team)
    };
    match (was_first(one), was_first(other)) {
        (Some(true), Some(false)) => Some(other),
        (Some(false), Some(true)) => Some(one),
        (Some(_) | None, _) => {
            played().find(|last| last.is_between(one, other)).map(|last| last.second)
        }
    }
}

impl Meeting {
    pub(crate) fn is_between(&self, one: Participant, other: Participant) -> bool {
        (self.first, self.second) == (one, other) || (self.first, self.second) == (other, one)
    }
}

impl MeetingState {
    /// Returns true if the meeting ended without a result for either side.
    pub fn is_without_result(&self) -> bool {
        let is_unplayed = |game: &GameState| match game {
            GameState::Played(finish) => finish.score == Score::Unplayed,
            GameState::Forfeit(score) => *score == Score::Unplayed,
            GameState::Open | GameState::Running(_) => false,
        };
        self.games().iter().all(is_unplayed)
    }

    /// Returns the game, or the games of all boards.
    pub fn games(&self) -> &[GameState] {
        match self {
            Self::Game(game) => std::slice::from_ref(game),
            Self::Boards(boards) => boards,
        }
    }
}

/// The reason for which results are invalid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ResultsError {
    /// There are more participants than [`PLAYERS_MAX`].
    #[error("a table has at most {PLAYERS_MAX} participants")]
    TooManyParticipants,
    /// A round is beyond [`Results::ROUNDS_MAX`].
    #[error("a table has at most {} rounds", Results::ROUNDS_MAX)]
    TooManyRounds,
    /// A participant is entered twice.
    #[error("participant {participant} is entered twice")]
    DuplicateParticipant {
        /// The participant.
        participant: Participant,
    },
    /// A participant is named that is not entered.
    #[error("participant {participant} is not entered")]
    UnknownParticipant {
        /// The participant.
        participant: Participant,
    },
    /// A participant is paired with itself.
    #[error("participant {participant} is paired with itself in round {round}")]
    MeetsOneself {
        /// The participant.
        participant: Participant,
        /// The round.
        round: RoundNumber,
    },
    /// A participant has two meetings, or a meeting and an absence, in one round.
    #[error("participant {participant} stands twice in round {round}")]
    TwoPlaces {
        /// The participant.
        participant: Participant,
        /// The round.
        round: RoundNumber,
    },
    /// A match has no boards or more than [`Results::BOARDS_MAX`].
    #[error(
        "the match of {first} and {second} in round {round} needs 1 to {} boards",
        Results::BOARDS_MAX
    )]
    BoardCount {
        /// The first-named participant.
        first: Participant,
        /// The second-named participant.
        second: Participant,
        /// The round.
        round: RoundNumber,
    },
    /// One side is more men ahead than is possible.
    #[error(
        "in the meeting of {first} and {second} in round {round} one side is ahead by more than {} \
         men",
        Scoring::DIFFERENCE_MAX
    )]
    MenAhead {
        /// The first-named participant.
        first: Participant,
        /// The second-named participant.
        second: Participant,
        /// The round.
        round: RoundNumber,
    },
    /// A meeting is drawn by forfeit, which cannot be.
    #[error("the meeting of {first} and {second} in round {round} is drawn by forfeit")]
    DrawByForfeit {
        /// The first-named participant.
        first: Participant,
        /// The second-named participant.
        second: Participant,
        /// The round.
        round: RoundNumber,
    },
    /// A participant has two lots.
    #[error("participant {participant} has two lots")]
    DuplicateLot {
        /// The participant.
        participant: Participant,
    },
    /// Lots were drawn, but a participant has none.
    #[error("participant {participant} has no lot")]
    LotMissing {
        /// The participant.
        participant: Participant,
    },
    /// A resolution names fewer than two participants.
    #[error("a resolution names at least two participants")]
    ResolutionOfTooFew,
    /// A resolution names a participant twice.
    #[error("the resolution names participant {participant} twice")]
    ResolvedTwice {
        /// The participant.
        participant: Participant,
    },
}
