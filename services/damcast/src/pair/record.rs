//! Records of Swiss tournaments, read into fields.

use std::collections::BTreeMap;

use draughts::Color;
use serde_json::Value;
use thiserror::Error;
use tournament::{
    Lot, NumberError, PlayerId, RoundNumber,
    swiss::{Entrant, Field, FirstRound, GameResult, InputError, PastRound},
};

use crate::question::{self, list, member, number, text, unknown};

/// Why a record is none.
#[derive(Debug, Error)]
pub(super) enum Unreadable {
    #[error(transparent)]
    Question(#[from] question::Unreadable),
    #[error("{name:?} is neither true nor false")]
    NoTruth { name: &'static str },
    #[error("half points of a game are 0, 1 or 2, not {found}")]
    HalfPoints { found: u32 },
    #[error(transparent)]
    Number(#[from] NumberError),
    #[error(transparent)]
    Input(#[from] InputError),
    #[error("entry {place} of the players: {reason}")]
    Player { place: usize, reason: Box<Self> },
    #[error("round {round}: {reason}")]
    Round { round: usize, reason: Box<Self> },
}

/// The tournament that a record tells of.
pub(super) fn field(record: &Value) -> Result<Field, Unreadable> {
    let round = RoundNumber::new(number(record, "round")?)?;
    let rounds_total = number(record, "total_rounds")?;
    // Only the first round asks for it, and a finished tournament tells nothing of it.
    let first_round = match record.get("first_round") {
        None => FirstRound::EntrantsKnown,
        Some(_) => match text(record, "first_round")? {
            "D1" => FirstRound::EntrantsKnown,
            "D2" => FirstRound::EntrantsUnknown,
            other => return Err(unknown("first_round", other, "D1 and D2").into()),
        },
    };
    let mut entrants = Vec::new();
    for (index, player) in list(record, "players")?.iter().enumerate() {
        let entrant = entrant(player)
            .map_err(|reason| Unreadable::Player { place: index + 1, reason: Box::new(reason) })?;
        entrants.push(entrant);
    }
    Ok(Field::new(round, rounds_total, first_round, entrants)?)
}

/// The names that players have in a record.
pub(super) fn names(record: &Value) -> BTreeMap<PlayerId, String> {
    let players = list(record, "players").unwrap_or_default();
    let name = |player: &Value| {
        let id = PlayerId::new(number(player, "id").ok()?).ok()?;
        Some((id, text(player, "name").ok()?.to_owned()))
    };
    players.iter().filter_map(name).collect()
}

fn entrant(player: &Value) -> Result<Entrant, Unreadable> {
    let mut history = Vec::new();
    for (index, entry) in list(player, "history")?.iter().enumerate() {
        let past = past_round(entry)
            .map_err(|reason| Unreadable::Round { round: index + 1, reason: Box::new(reason) })?;
        history.push(past);
    }
    Ok(Entrant {
        player: PlayerId::new(number(player, "id")?)?,
        lot: Lot::new(number(player, "lot")?)?,
        is_available: truth(player, "available")?,
        history,
    })
}

fn past_round(entry: &Value) -> Result<PastRound, Unreadable> {
    let opponent = || Ok::<_, Unreadable>(PlayerId::new(number(entry, "opp")?)?);
    Ok(match text(entry, "k")? {
        "P" => PastRound::Played {
            opponent: opponent()?,
            color: color(entry)?,
            result: match number(entry, "pts")? {
                2 => GameResult::Win,
                1 => GameResult::Draw,
                0 => GameResult::Loss,
                found => return Err(Unreadable::HalfPoints { found }),
            },
        },
        "Z" => PastRound::BothLost { opponent: opponent()?, color: color(entry)? },
        "A" => PastRound::Adjourned { opponent: opponent()?, color: color(entry)? },
        "1R" => PastRound::ForfeitWin { opponent: opponent()? },
        "0R" => PastRound::ForfeitLoss { opponent: opponent()? },
        "BYE" => PastRound::Bye,
        "HPB" => PastRound::HalfPointBye,
        "NP" => PastRound::NotPaired,
        other => return Err(unknown("k", other, "P, Z, A, 1R, 0R, BYE, HPB and NP").into()),
    })
}

fn color(entry: &Value) -> Result<Color, Unreadable> {
    match text(entry, "col")? {
        "W" => Ok(Color::White),
        "B" => Ok(Color::Black),
        other => Err(unknown("col", other, "W and B").into()),
    }
}

fn truth(object: &Value, name: &'static str) -> Result<bool, Unreadable> {
    member(object, name)?.as_bool().ok_or(Unreadable::NoTruth { name })
}
