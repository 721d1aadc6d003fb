//! Matches of teams by the Frisian rulebook.

use draughts::Score;
use serde_json::Value;
use tournament::ranking::{
    GameState, Meeting, MeetingState, Order, Ranking, Row, Running, TieBreak, rank,
};

use super::{
    Reply,
    input::{Unreadable, each, meeting, results},
    list, tiers, ties,
};
use crate::{
    lines::Object,
    question::{self, number, text, unknown},
};

/// Makes the table.
pub(super) fn reply(input: &Value) -> Result<Reply, Unreadable> {
    let order = match text(input, "regulation")? {
        "B" => Order::frisian_club_teams(number(input, "group_level")? == 1),
        "G" => Order::frisian_mini_teams(),
        other => return Err(unknown("regulation", other, "B and G").into()),
    };
    let boards = number(input, "boards")?;
    let results = results(input, each(input, "matches", |entry| team_match(entry, boards))?)?;
    let ranking = rank(&results, &order, Running::Ignored)?;
    let json = Object::new()
        .json("table", &list(ranking.rows.iter().map(|line| row(&ranking, line))))
        .json("tiers", &tiers(&ranking))
        .json("playoffs", &ties(&ranking, "teams", None))
        .finish();
    Ok(Reply { json, ranking: Some(ranking) })
}

fn team_match(entry: &Value, expected: u32) -> Result<Meeting, Unreadable> {
    let boards = question::list(entry, "boards")?;
    let found = boards.len();
    if u32::try_from(found) != Ok(expected) {
        return Err(Unreadable::Boards { found, expected });
    }
    let boards = boards.iter().map(board).collect::<Result<_, _>>()?;
    meeting(entry, ["first", "second"], MeetingState::Boards(boards))
}

/// A board as the first-named team sees it.
fn board(value: &Value) -> Result<GameState, Unreadable> {
    let state = match (value.as_u64(), value.as_str()) {
        (Some(2), _) => GameState::Played(Score::WhiteWins.into()),
        (Some(1), _) => GameState::Played(Score::Draw.into()),
        (Some(0), _) => GameState::Played(Score::BlackWins.into()),
        (_, Some("x1")) => GameState::Forfeit(Score::BlackWins),
        (_, Some("x2")) => GameState::Forfeit(Score::WhiteWins),
        _ => return Err(Unreadable::Board { found: value.clone() }),
    };
    Ok(state)
}

fn row(ranking: &Ranking, row: &Row) -> String {
    Object::new()
        .member("id", row.participant.get())
        .member("match_halfpoints", row.points)
        .member("board_halfpoints", row.board_points)
        .member("sb", ranking.value(row, TieBreak::SonnebornBerger))
        .finish()
}
