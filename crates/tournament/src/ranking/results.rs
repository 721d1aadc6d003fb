//! Who takes part and what came of their meetings, checked.

use super::{Resolution, ResultsError};
use crate::number::numbered;
use crate::plan::TeamId;
use crate::{PlayerId, RoundNumber, Scoring, Tournament};
use draughts::Score;
use std::collections::{BTreeMap, BTreeSet};

numbered! {
    /// Who stands in a table: a player or a team, by the number they have there.
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

/// How a game ended on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Finish {
    /// The result.
    pub score: Score,
    /// How many men the first-named is ahead, a king being two (2006 art. 14a); it
    /// counts only at a draw, and only where draws have a bonus.
    pub men_ahead: i32,
}

impl From<Score> for Finish {
    fn from(score: Score) -> Self {
        Self { score, men_ahead: 0 }
    }
}

/// How far a game has come. Scores are those of the pairing: its first-named is their White.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GameState {
    /// It has not begun.
    Open,
    /// It is being played; with what it would end in by the material, where somebody says so.
    Running(Option<Finish>),
    /// It was decided on the board, also when both lost it by an arbiter's ruling.
    Played(Finish),
    /// It was decided without being played: [`Score::BothLose`] when nobody came. An empty board of
    /// a team is lost like this.
    Forfeit(Score),
}

/// The meeting of two participants in a round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MeetingState {
    /// They play a game; the first-named has White.
    Game(GameState),
    /// Two teams play on several boards, listed in their order. The scores are the first-named
    /// team's, whatever its colour on a board.
    Boards(Vec<GameState>),
}

/// Two participants who meet in a round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Meeting {
    /// In which round.
    pub round: RoundNumber,
    /// White, or the team with White on the odd boards.
    pub first: Participant,
    /// Black, or the other team.
    pub second: Participant,
    /// Its result.
    pub state: MeetingState,
}

/// Why somebody has no opponent in a round of a Swiss tournament.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AbsenceKind {
    /// No opponent was left: the points of a win (KNDB F1).
    Bye,
    /// A bye that the player asked for: the points of a draw (KNDB F9).
    HalfPointBye,
    /// Absent, not entered yet, or withdrawn: nothing (KNDB F5).
    NotPaired,
}

impl AbsenceKind {
    /// The points that it gives.
    pub fn points(self, scoring: Scoring) -> u32 {
        match self {
            Self::Bye => scoring.win(),
            Self::HalfPointBye => scoring.draw(),
            Self::NotPaired => 0,
        }
    }
}

/// A round of a Swiss tournament in which somebody had no opponent. The free rounds of a round
/// robin are none: they give nothing and count for nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Absence {
    /// In which round.
    pub round: RoundNumber,
    /// The participant.
    pub participant: Participant,
    /// Why.
    pub kind: AbsenceKind,
}

/// How games that are being played count in a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Running {
    /// Not at all: the official table.
    #[default]
    Ignored,
    /// As draws.
    Draws,
    /// As what the material would give; as draws where nobody says what.
    Estimates,
}

/// Everything that a table is made of.
///
/// Behind [`Results::new`] everybody named takes part, and nobody is in two places in a round.
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
    /// The most boards of a match of teams.
    pub const BOARDS_MAX: usize = 100;
    /// The most rounds of an event.
    pub const ROUNDS_MAX: u32 = 1000;

    /// Checks and makes the results of some participants. The order of neither list matters.
    ///
    /// # Errors
    /// [`ResultsError`] with the first thing that is wrong.
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
        if all.len() > Tournament::PLAYERS_MAX {
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

    /// The same with somebody withdrawn for good. Withdrawing twice is withdrawing once. What it
    /// does is up to the [`WithdrawalRule`](super::WithdrawalRule).
    ///
    /// # Errors
    /// [`ResultsError::UnknownParticipant`].
    pub fn with_withdrawn(mut self, participant: Participant) -> Result<Self, ResultsError> {
        self.check_entered(participant)?;
        self.withdrawn.insert(participant);
        Ok(self)
    }

    /// The same with the lots drawn, the highest first.
    ///
    /// # Errors
    /// [`ResultsError::UnknownParticipant`], [`ResultsError::DuplicateLot`],
    /// [`ResultsError::LotMissing`].
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

    /// The same with a tie resolved. It counts for a tie of exactly those whom it names; a later
    /// resolution of the same tie stands instead of an earlier one.
    ///
    /// # Errors
    /// [`ResultsError::UnknownParticipant`], [`ResultsError::ResolutionOfTooFew`],
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

    /// Everybody, by number.
    pub fn participants(&self) -> &BTreeSet<Participant> {
        &self.participants
    }

    /// The meetings, by round.
    pub fn meetings(&self) -> &[Meeting] {
        &self.meetings
    }

    /// Who had no opponent, by round.
    pub fn absences(&self) -> &[Absence] {
        &self.absences
    }

    /// Who withdrew for good.
    pub fn withdrawn(&self) -> &BTreeSet<Participant> {
        &self.withdrawn
    }

    /// A participant's lot, 1 being the highest.
    pub fn lot(&self, participant: Participant) -> Option<u32> {
        self.lots.get(&participant).copied()
    }

    /// How ties were resolved, in the order of recording.
    pub fn resolutions(&self) -> &[Resolution] {
        &self.resolutions
    }

    /// Who begins with White, or is named first, when two play for a tie.
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

    /// Nobody is in two places in a round, and no round is out of reach.
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

/// Who begins with White, or is named first, when two play for a tie after some meetings, which are
/// by round; none where they say nothing. What was not played has no colours.
///
/// Of two players whoever had Black when they last met (C art. 15, D26). Of two teams every player
/// has the colour reversed from their own last game, whoever that was against (B art. 7, G art. 6):
/// whichever team was named second last. Where both were named alike not all can have that, and it
/// is whichever was named second when they last met.
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
    /// Whether it ended without giving anybody a result.
    pub fn is_without_result(&self) -> bool {
        let is_unplayed = |game: &GameState| match game {
            GameState::Played(finish) => finish.score == Score::Unplayed,
            GameState::Forfeit(score) => *score == Score::Unplayed,
            GameState::Open | GameState::Running(_) => false,
        };
        self.games().iter().all(is_unplayed)
    }

    /// The game, or the games of all boards.
    pub fn games(&self) -> &[GameState] {
        match self {
            Self::Game(game) => std::slice::from_ref(game),
            Self::Boards(boards) => boards,
        }
    }
}
