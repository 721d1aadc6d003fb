//! Games, pools and finals of the regulation of 2006.

use draughts::Score;
use serde_json::Value;
use tournament::{
    PlayerId, Scoring,
    plan::{ColorChoice, CrossingFinal, PoolRow, crossing_finals},
    ranking::{Finish, GameState, Meeting, MeetingState, Order, Row, Running, rank},
};

use super::{
    Reply,
    input::{Unreadable, each, meeting, results},
    list, tiers, ties,
};
use crate::{
    lines::Object,
    question::{member, number, text, unknown},
};

/// The most pieces of a side.
const PIECES_MAX: u32 = 20;

/// What a game gives both (2006 art. 14a); a draw agreed too early gives nothing (2006 art. 7).
pub(super) fn game(input: &Value) -> Result<Reply, Unreadable> {
    let score = match text(input, "result")? {
        "W" => Score::WhiteWins,
        "D" => Score::Draw,
        "B" => Score::BlackWins,
        "D_early" => Score::BothLose,
        other => return Err(unknown("result", other, "W, D, B and D_early").into()),
    };
    let (white, black) = (material(member(input, "white")?)?, material(member(input, "black")?)?);
    let (white, black) = Scoring::BonusDraws.points_with_bonus(score, white - black);
    Ok(Reply { json: list([white, black]), ranking: None })
}

/// The material of a side in men.
fn material(side: &Value) -> Result<i32, Unreadable> {
    let (men, kings) = (number(side, "men")?, number(side, "kings")?);
    let total = men.checked_add(kings).filter(|pieces| *pieces <= PIECES_MAX);
    let men_worth = total.and_then(|pieces| i32::try_from(pieces + kings).ok());
    men_worth.ok_or(Unreadable::Material { men, kings })
}

/// The table of a pool (2006 art. 14c).
pub(super) fn pool(input: &Value) -> Result<Reply, Unreadable> {
    let results = results(input, each(input, "games", pool_game)?)?;
    let ranking = rank(&results, &Order::pool_2006(), Running::Ignored)?;
    let json = Object::new()
        .json("table", &list(ranking.rows.iter().map(pool_row)))
        .json("tiers", &tiers(&ranking))
        .json("blitz", &ties(&ranking, "players", Some("first_blitz_white")))
        .finish();
    Ok(Reply { json, ranking: Some(ranking) })
}

fn pool_game(entry: &Value) -> Result<Meeting, Unreadable> {
    let (white, black) = (number(entry, "w")?, number(entry, "b")?);
    let none = Unreadable::Hundredths { white, black };
    let finish = match (white, black) {
        (200, 0) => Score::WhiteWins.into(),
        (0, 200) => Score::BlackWins.into(),
        (0, 0) => Score::BothLose.into(),
        _ => {
            let men_ahead = i32::try_from(white).ok().and_then(|white| white.checked_sub(100));
            Finish { score: Score::Draw, men_ahead: men_ahead.ok_or(none)? }
        }
    };
    let points = Scoring::BonusDraws.points_with_bonus(finish.score, finish.men_ahead);
    if points != (white, black) {
        return Err(Unreadable::Hundredths { white, black });
    }
    meeting(entry, ["white", "black"], MeetingState::Game(GameState::Played(finish)))
}

fn pool_row(row: &Row) -> String {
    Object::new()
        .member("id", row.participant.get())
        .member("hundredths", row.points)
        .member("wins", row.wins)
        .finish()
}

/// The finals between the same places of two pools (2006 art. 14d).
pub(super) fn finals(input: &Value) -> Result<Reply, Unreadable> {
    let pool = |name| {
        each(input, name, |entry| {
            Ok(PoolRow {
                player: PlayerId::new(number(entry, "id")?)?,
                points: number(entry, "hundredths")?,
                wins: number(entry, "wins")?,
            })
        })
    };
    let finals = crossing_finals(&pool("pool1")?, &pool("pool2")?)?;
    Ok(Reply { json: list(finals.iter().map(crossing)), ranking: None })
}

fn crossing(last: &CrossingFinal) -> String {
    let (winner, loser) = last.places();
    let object = Object::new()
        .member("places", vec![winner, loser])
        .member("a", last.first.get())
        .member("b", last.second.get());
    match last.choice {
        ColorChoice::By { player, .. } => object.member("colour_choice", player.get()),
        ColorChoice::Lot => object.member("colour_choice", "draw_lots"),
    }
    .finish()
}
