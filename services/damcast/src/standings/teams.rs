//! Team events by the Frisian rulebook.

use draughts::Score;
use serde::{Deserialize, Serialize, de::IgnoredAny};
use serde_json::Value;
use thiserror::Error;
use tournament::{
    RoundNumber,
    ranking::{GameState, Meeting, MeetingState, Order, Participant, Ranking, Row, TieBreak},
};

use super::{
    input::{Unanswerable, ranked, results},
    tie::{Tie, playoffs_of_teams, tiers},
};
use crate::json;

/// Matches of the teams 1 to `n`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TeamEvent {
    regulation: Regulation,
    n: u32,
    /// Number of boards of each match.
    boards: u32,
    /// Number of the group, 1 for group I; required by regulation B.
    #[serde(default)]
    group_level: Option<u32>,
    matches: Vec<TeamMatch>,
    /// Schedule of the matches; the table does not depend on it.
    #[serde(default, rename = "schedule")]
    _schedule: IgnoredAny,
}

/// A regulation of the Frisian rulebook.
#[derive(Clone, Copy, Deserialize)]
enum Regulation {
    B,
    G,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TeamMatch {
    #[serde(deserialize_with = "json::numbered")]
    round: RoundNumber,
    #[serde(deserialize_with = "json::numbered")]
    first: Participant,
    #[serde(deserialize_with = "json::numbered")]
    second: Participant,
    boards: Vec<Board>,
}

/// Result on a board: the half points of the first team, `"x1"` if that team left the board empty,
/// `"x2"` if the second team did, and `"x12"` if both did.
#[derive(Deserialize)]
#[serde(try_from = "Value")]
struct Board(GameState);

/// Table of the teams.
#[derive(Serialize)]
pub(super) struct Table {
    table: Vec<TeamLine>,
    tiers: Vec<Vec<u32>>,
    playoffs: Vec<Tie>,
}

#[derive(Serialize)]
struct TeamLine {
    id: u32,
    match_halfpoints: u32,
    board_halfpoints: u32,
    sb: Option<u32>,
}

/// Ranks the teams.
///
/// # Errors
/// If a member is missing, a match has another number of boards, or the results contradict each
/// other.
pub(super) fn table(event: TeamEvent) -> Result<(Table, Ranking), Unanswerable> {
    let order = match (event.regulation, event.group_level) {
        (Regulation::B, Some(level)) => Order::frisian_club_teams(level == 1),
        (Regulation::B, None) => return Err(Unanswerable::NoGroup),
        (Regulation::G, _) => Order::frisian_mini_teams(),
    };
    let expected = event.boards;
    let mut meetings = Vec::new();
    for (index, team_match) in event.matches.into_iter().enumerate() {
        let found = team_match.boards.len();
        if u32::try_from(found) != Ok(expected) {
            return Err(Unanswerable::Boards { index, found, expected });
        }
        meetings.push(team_match.into());
    }
    let ranking = ranked(&results(event.n, meetings)?, &order)?;
    let table = Table {
        table: ranking.rows.iter().map(|row| TeamLine::new(&ranking, row)).collect(),
        tiers: tiers(&ranking),
        playoffs: playoffs_of_teams(&ranking),
    };
    Ok((table, ranking))
}

/// A value that is not a result on a board.
#[derive(Debug, Error)]
#[error(r#"{0} is no result on a board, known are 0, 1, 2, "x1", "x2" and "x12""#)]
struct NoBoardResult(Value);

impl TryFrom<Value> for Board {
    type Error = NoBoardResult;

    fn try_from(value: Value) -> Result<Self, NoBoardResult> {
        let state = match (value.as_u64(), value.as_str()) {
            (Some(2), _) => GameState::Played(Score::WhiteWins.into()),
            (Some(1), _) => GameState::Played(Score::Draw.into()),
            (Some(0), _) => GameState::Played(Score::BlackWins.into()),
            (_, Some("x1")) => GameState::Forfeit(Score::BlackWins),
            (_, Some("x2")) => GameState::Forfeit(Score::WhiteWins),
            (_, Some("x12")) => GameState::Forfeit(Score::BothLose),
            _ => return Err(NoBoardResult(value)),
        };
        Ok(Self(state))
    }
}

impl From<TeamMatch> for Meeting {
    fn from(TeamMatch { round, first, second, boards }: TeamMatch) -> Self {
        let boards = boards.into_iter().map(|Board(state)| state).collect();
        Self { round, first, second, state: MeetingState::Boards(boards) }
    }
}

impl TeamLine {
    fn new(ranking: &Ranking, row: &Row) -> Self {
        Self {
            id: row.participant.get(),
            match_halfpoints: row.points,
            board_halfpoints: row.board_points,
            sb: ranking.value(row, TieBreak::SonnebornBerger),
        }
    }
}
