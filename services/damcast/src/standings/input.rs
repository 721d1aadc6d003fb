//! What events have in common, read from JSON.

use serde_json::Value;
use thiserror::Error;
use tournament::{
    NumberError, RoundNumber, Tournament,
    plan::FinalsError,
    ranking::{Meeting, MeetingState, Participant, RankingError, Results, ResultsError},
    season::{ClubSeasonError, EightsSeasonError},
};

use crate::question::{self, as_number, list, member, number};

/// Why a record is none.
#[derive(Debug, Error)]
pub(super) enum Unreadable {
    #[error(transparent)]
    Question(#[from] question::Unreadable),
    #[error("{name:?} is not a list of numbers")]
    NoNumbers { name: &'static str },
    #[error("\"n\" is {found}, a table has 1 to {} participants", Tournament::PLAYERS_MAX)]
    Size { found: u32 },
    #[error("{found} is no result on a board, known are 0, 1, 2, \"x1\" and \"x2\"")]
    Board { found: Value },
    #[error("{found} boards instead of {expected}")]
    Boards { found: usize, expected: u32 },
    #[error("{white} and {black} are no hundredths of a game")]
    Hundredths { white: u32, black: u32 },
    #[error("{men} men and {kings} kings are no side's material")]
    Material { men: u32, kings: u32 },
    #[error(transparent)]
    Number(#[from] NumberError),
    #[error(transparent)]
    Results(#[from] ResultsError),
    #[error(transparent)]
    Ranking(#[from] RankingError),
    #[error(transparent)]
    Finals(#[from] FinalsError),
    #[error(transparent)]
    Eights(#[from] EightsSeasonError<u32>),
    #[error(transparent)]
    Clubs(#[from] ClubSeasonError<u32>),
    #[error("{name:?} holds what is no place in a group")]
    NoPlace { name: &'static str },
    #[error("entry {place} of {name:?}: {reason}")]
    Entry { name: &'static str, place: usize, reason: Box<Self> },
}

/// Reads every entry of a list, and says of a bad one which it is.
pub(super) fn each<T>(
    input: &Value,
    name: &'static str,
    read: impl Fn(&Value) -> Result<T, Unreadable>,
) -> Result<Vec<T>, Unreadable> {
    let entry = |(index, value): (usize, &Value)| {
        read(value).map_err(|reason| Unreadable::Entry {
            name,
            place: index + 1,
            reason: Box::new(reason),
        })
    };
    list(input, name)?.iter().enumerate().map(entry).collect()
}

/// Reads a list of numbers.
pub(super) fn numbers(input: &Value, name: &'static str) -> Result<Vec<u32>, Unreadable> {
    numbers_of(member(input, name)?).ok_or(Unreadable::NoNumbers { name })
}

/// Reads a value that is a list of numbers.
pub(super) fn numbers_of(value: &Value) -> Option<Vec<u32>> {
    value.as_array()?.iter().map(as_number).collect()
}

/// The results of as many participants as `n` says.
pub(super) fn results(input: &Value, meetings: Vec<Meeting>) -> Result<Results, Unreadable> {
    let found = number(input, "n")?;
    if found == 0 || usize::try_from(found).is_ok_and(|n| n > Tournament::PLAYERS_MAX) {
        return Err(Unreadable::Size { found });
    }
    let all = (1..=found).map(Participant::new).collect::<Result<Vec<_>, _>>()?;
    Ok(Results::new(all, meetings, Vec::new())?)
}

/// A meeting of those whom two members name.
pub(super) fn meeting(
    entry: &Value,
    [first, second]: [&'static str; 2],
    state: MeetingState,
) -> Result<Meeting, Unreadable> {
    Ok(Meeting {
        round: RoundNumber::new(number(entry, "round")?)?,
        first: Participant::new(number(entry, first)?)?,
        second: Participant::new(number(entry, second)?)?,
        state,
    })
}
