//! Round robins of players by the Frisian rulebook.

use draughts::Score;
use serde_json::Value;
use tournament::ranking::{
    GameState, Meeting, MeetingState, Order, Participant, Ranking, Row, Running, TieBreak, rank,
};

use super::{
    Reply, ids,
    input::{Unreadable, each, meeting, numbers, results},
    list, tiers, ties,
};
use crate::{
    lines::Object,
    question::{member, text, unknown},
};

/// Makes the table.
pub(super) fn reply(input: &Value) -> Result<Reply, Unreadable> {
    let order = order(text(input, "regulation")?)?;
    let mut results = results(input, each(input, "games", game)?)?;
    if input.get("withdrawn").is_some() {
        for id in numbers(input, "withdrawn")? {
            results = results.with_withdrawn(Participant::new(id)?)?;
        }
    }
    let ranking = rank(&results, &order, Running::Ignored)?;
    let void = ranking.withdrawals.iter().filter(|withdrawal| withdrawal.is_void);
    let json = Object::new()
        .json("table", &list(ranking.rows.iter().map(|line| row(&ranking, line))))
        .json("tiers", &tiers(&ranking))
        .json("playoffs", &ties(&ranking, "players", Some("first_game_white")))
        .json("voided", &ids(void.map(|withdrawal| &withdrawal.participant)))
        .finish();
    Ok(Reply { json, ranking: Some(ranking) })
}

fn order(regulation: &str) -> Result<Order, Unreadable> {
    Ok(match regulation {
        "KK" => Order::frisian_champions(),
        "HAA" | "RHAA" => Order::frisian_eight(),
        "HA" | "class" => Order::frisian_class(),
        "youth" => Order::frisian_youth(),
        "club_event" => Order::frisian_club_event(),
        other => {
            let known = "KK, HAA, RHAA, HA, class, youth and club_event";
            return Err(unknown("regulation", other, known).into());
        }
    })
}

fn game(entry: &Value) -> Result<Meeting, Unreadable> {
    if member(entry, "res")?.is_null() {
        return meeting(entry, ["white", "black"], MeetingState::Game(GameState::Open));
    }
    let state = match text(entry, "res")? {
        "1-0" => GameState::Played(Score::WhiteWins.into()),
        "0-1" => GameState::Played(Score::BlackWins.into()),
        "=" => GameState::Played(Score::Draw.into()),
        "0-0" => GameState::Played(Score::BothLose.into()),
        "1-0F" => GameState::Forfeit(Score::WhiteWins),
        "0-1F" => GameState::Forfeit(Score::BlackWins),
        "0-0F" => GameState::Forfeit(Score::BothLose),
        other => {
            let known = "1-0, 0-1, =, 0-0, 1-0F, 0-1F, 0-0F and null";
            return Err(unknown("res", other, known).into());
        }
    };
    meeting(entry, ["white", "black"], MeetingState::Game(state))
}

fn row(ranking: &Ranking, row: &Row) -> String {
    Object::new()
        .member("id", row.participant.get())
        .member("played", row.played)
        .member("halfpoints", row.points)
        .member("sb", ranking.value(row, TieBreak::SonnebornBerger))
        .finish()
}
