//! Tournaments.

use draughts::Timestamp;
use std::time::Duration;
use tournament::{
    Event, Pairing, PairingSystem, Player, PlayerId, PlayingTime, RoundNumber, RoundState,
    Schedule, Scoring, Settings, StandingsRow, TableNumber, Tournament,
};

use crate::{
    convert::{Aggregate, ConvertError, required, types::millis},
    v1::{self, envelope::Record, tournament_event::Event as Wire},
};

impl Aggregate for Tournament {
    type Event = Event;

    fn apply(&mut self, event: &Event) {
        Self::apply(self, event);
    }

    fn to_record(&self, events: &[Event]) -> Record {
        let events = events.iter().map(|event| v1::TournamentEvent { event: Some(wire(event)) });
        Record::Tournament(v1::TournamentRecord { events: events.collect() })
    }

    fn from_record(record: Record) -> Result<Vec<Event>, ConvertError> {
        let Record::Tournament(record) = record else { return Err(ConvertError::OtherRecord) };
        record.events.into_iter().map(|event| domain(required(event.event, "event")?)).collect()
    }
}

fn wire(event: &Event) -> Wire {
    match event {
        Event::Created { settings } => Wire::Created(settings.into()),
        Event::PlayerEntered { player } => {
            Wire::PlayerEntered(v1::PlayerEntered { player: Some(player.into()) })
        }
        Event::LotsDrawn { order } => {
            Wire::LotsDrawn(v1::LotsDrawn { order: order.iter().map(|id| id.get()).collect() })
        }
        Event::RoundPaired { round, pairings, bye } => Wire::RoundPaired(v1::RoundPaired {
            round: round.get(),
            pairings: pairings.iter().map(Into::into).collect(),
            bye: bye.map_or(0, PlayerId::get),
        }),
        Event::RoundOpened { round, at } => {
            Wire::RoundOpened(v1::RoundOpened { round: round.get(), at_ms: at.millis() })
        }
        Event::ResultRecorded { round, table, outcome } => {
            Wire::ResultRecorded(v1::ResultRecorded {
                round: round.get(),
                table: table.get(),
                outcome: Some((*outcome).into()),
            })
        }
        Event::ResultCorrected { round, table, outcome } => {
            Wire::ResultCorrected(v1::TournamentResultCorrected {
                round: round.get(),
                table: table.get(),
                outcome: Some((*outcome).into()),
            })
        }
        Event::ResultWithdrawn { round, table } => {
            Wire::ResultWithdrawn(v1::ResultWithdrawn { round: round.get(), table: table.get() })
        }
        Event::RoundClosed { round } => Wire::RoundClosed(v1::RoundClosed { round: round.get() }),
    }
}

fn domain(event: Wire) -> Result<Event, ConvertError> {
    Ok(match event {
        Wire::Created(created) => Event::Created { settings: settings(created)? },
        Wire::PlayerEntered(entered) => {
            Event::PlayerEntered { player: required(entered.player, "player")?.try_into()? }
        }
        Wire::LotsDrawn(lots) => {
            let order: Result<_, ConvertError> = lots.order.into_iter().map(player_id).collect();
            Event::LotsDrawn { order: order? }
        }
        Wire::RoundPaired(paired) => {
            let pairings: Result<_, ConvertError> =
                paired.pairings.into_iter().map(TryInto::try_into).collect();
            Event::RoundPaired {
                round: round(paired.round)?,
                pairings: pairings?,
                bye: (paired.bye != 0).then(|| player_id(paired.bye)).transpose()?,
            }
        }
        Wire::RoundOpened(opened) => Event::RoundOpened {
            round: round(opened.round)?,
            at: Timestamp::from_millis(opened.at_ms),
        },
        Wire::ResultRecorded(recorded) => Event::ResultRecorded {
            round: round(recorded.round)?,
            table: table(recorded.table)?,
            outcome: required(recorded.outcome, "outcome")?.try_into()?,
        },
        Wire::ResultCorrected(corrected) => Event::ResultCorrected {
            round: round(corrected.round)?,
            table: table(corrected.table)?,
            outcome: required(corrected.outcome, "outcome")?.try_into()?,
        },
        Wire::ResultWithdrawn(withdrawn) => Event::ResultWithdrawn {
            round: round(withdrawn.round)?,
            table: table(withdrawn.table)?,
        },
        Wire::RoundClosed(closed) => Event::RoundClosed { round: round(closed.round)? },
    })
}

/// A round number of the wire, 1 and up.
///
/// # Errors
/// [`ConvertError::Invalid`] when it is none.
pub fn round(number: u32) -> Result<RoundNumber, ConvertError> {
    RoundNumber::new(number).map_err(|source| ConvertError::invalid("round", source))
}

/// A table number of the wire, 1 and up.
///
/// # Errors
/// [`ConvertError::Invalid`] when it is none.
pub fn table(number: u32) -> Result<TableNumber, ConvertError> {
    TableNumber::new(number).map_err(|source| ConvertError::invalid("table", source))
}

/// A player's id of the wire, 1 and up.
///
/// # Errors
/// [`ConvertError::Invalid`] when it is none.
pub fn player_id(number: u32) -> Result<PlayerId, ConvertError> {
    PlayerId::new(number).map_err(|source| ConvertError::invalid("player", source))
}

/// A round's state on the wire.
#[must_use]
pub fn round_state(state: RoundState) -> v1::RoundState {
    match state {
        RoundState::Paired => v1::RoundState::Paired,
        RoundState::Open => v1::RoundState::Open,
        RoundState::Closed => v1::RoundState::Closed,
    }
}

impl From<&Settings> for v1::TournamentCreated {
    fn from(settings: &Settings) -> Self {
        let mut created = Self {
            name: settings.name.clone(),
            notice: settings.notice.clone(),
            control: Some(v1::TimeControl {
                base_ms: millis(settings.playing_time.base),
                increment_ms: millis(settings.playing_time.increment),
                stages: Vec::new(),
            }),
            ..Self::default()
        };
        created.set_rules(settings.rules.into());
        created.set_system(match settings.pairing {
            PairingSystem::RoundRobin { table } => wire_table(table),
            PairingSystem::Manual => v1::PairingSystem::Manual,
        });
        created.set_scoring(match settings.scoring {
            Scoring::TwoOneZero => v1::Scoring::TwoOneZero,
            Scoring::OneHalfZero => v1::Scoring::OneHalfZero,
            Scoring::BonusDraws => v1::Scoring::BonusDraws,
        });
        created
    }
}

/// The settings of a tournament; its time control is checked as the clock will have it.
///
/// # Errors
/// [`ConvertError`] when a field is missing or out of range.
pub fn settings(created: v1::TournamentCreated) -> Result<Settings, ConvertError> {
    let control = required(created.control.clone(), "control")?;
    // The clock has to be able to keep it.
    let _checked: game_clock::TimeControl = control.clone().try_into()?;
    if !control.stages.is_empty() {
        return Err(ConvertError::invalid("control", "a tournament's control has one stage"));
    }
    let pairing = pairing_system(created.system())?;
    let scoring = match created.scoring() {
        v1::Scoring::Unspecified | v1::Scoring::TwoOneZero => Scoring::TwoOneZero,
        v1::Scoring::OneHalfZero => Scoring::OneHalfZero,
        v1::Scoring::BonusDraws => Scoring::BonusDraws,
    };
    Ok(Settings {
        rules: created.rules().try_into()?,
        name: created.name,
        notice: created.notice,
        playing_time: PlayingTime {
            base: Duration::from_millis(control.base_ms),
            increment: Duration::from_millis(control.increment_ms),
        },
        scoring,
        pairing,
    })
}

fn pairing_system(system: v1::PairingSystem) -> Result<PairingSystem, ConvertError> {
    let table = match system {
        v1::PairingSystem::Unspecified => return Err(ConvertError::Missing { field: "system" }),
        v1::PairingSystem::Manual => return Ok(PairingSystem::Manual),
        v1::PairingSystem::TableInd3 => Schedule::Ind3,
        v1::PairingSystem::TableInd4 => Schedule::Ind4,
        v1::PairingSystem::TableInd5 => Schedule::Ind5,
        v1::PairingSystem::TableInd6Split => Schedule::Ind6Split,
        v1::PairingSystem::TableTeam4 => Schedule::Team4,
        v1::PairingSystem::TableTeam5 => Schedule::Team5,
        v1::PairingSystem::TableTeam6 => Schedule::Team6,
        v1::PairingSystem::TableTeam7 => Schedule::Team7,
        v1::PairingSystem::RoundRobinEight => Schedule::Ind8Achttal,
        v1::PairingSystem::TableMini4 => Schedule::Mini4,
        v1::PairingSystem::TableMini5 => Schedule::Mini5,
        v1::PairingSystem::TableMini6Split => Schedule::Mini6Split,
        v1::PairingSystem::TableHa2 => Schedule::Ha2,
        v1::PairingSystem::TableHa6 => Schedule::Ha6,
        v1::PairingSystem::TableHa7 => Schedule::Ha7,
        v1::PairingSystem::RoundRobinBerger => Schedule::Berger,
        v1::PairingSystem::RoundRobinBergerDouble => Schedule::BergerDouble,
    };
    Ok(PairingSystem::RoundRobin { table })
}

fn wire_table(table: Schedule) -> v1::PairingSystem {
    match table {
        Schedule::Ind3 => v1::PairingSystem::TableInd3,
        Schedule::Ind4 => v1::PairingSystem::TableInd4,
        Schedule::Ind5 => v1::PairingSystem::TableInd5,
        Schedule::Ind6Split => v1::PairingSystem::TableInd6Split,
        Schedule::Team4 => v1::PairingSystem::TableTeam4,
        Schedule::Team5 => v1::PairingSystem::TableTeam5,
        Schedule::Team6 => v1::PairingSystem::TableTeam6,
        Schedule::Team7 => v1::PairingSystem::TableTeam7,
        Schedule::Ind8Achttal => v1::PairingSystem::RoundRobinEight,
        Schedule::Mini4 => v1::PairingSystem::TableMini4,
        Schedule::Mini5 => v1::PairingSystem::TableMini5,
        Schedule::Mini6Split => v1::PairingSystem::TableMini6Split,
        Schedule::Ha2 => v1::PairingSystem::TableHa2,
        Schedule::Ha6 => v1::PairingSystem::TableHa6,
        Schedule::Ha7 => v1::PairingSystem::TableHa7,
        Schedule::Berger => v1::PairingSystem::RoundRobinBerger,
        Schedule::BergerDouble => v1::PairingSystem::RoundRobinBergerDouble,
    }
}

impl From<&Player> for v1::Player {
    fn from(player: &Player) -> Self {
        Self {
            id: player.id.get(),
            name: player.name.clone(),
            club: player.club.clone().unwrap_or_default(),
            rating: player.rating.map_or(0, u32::from),
        }
    }
}

/// A rating of the wire; 0 is unknown.
///
/// # Errors
/// [`ConvertError::Invalid`] when it is no rating.
pub fn rating(number: u32) -> Result<Option<u16>, ConvertError> {
    let rating = u16::try_from(number).map_err(|_source| {
        ConvertError::invalid("rating", format_args!("{number} is above {}", u16::MAX))
    })?;
    Ok((rating != 0).then_some(rating))
}

impl TryFrom<v1::Player> for Player {
    type Error = ConvertError;

    fn try_from(player: v1::Player) -> Result<Self, ConvertError> {
        Ok(Self {
            id: player_id(player.id)?,
            rating: rating(player.rating)?,
            name: player.name,
            club: (!player.club.is_empty()).then_some(player.club),
        })
    }
}

impl From<&Pairing> for v1::TablePairing {
    fn from(pairing: &Pairing) -> Self {
        Self { table: pairing.table.get(), white: pairing.white.get(), black: pairing.black.get() }
    }
}

impl TryFrom<v1::TablePairing> for Pairing {
    type Error = ConvertError;

    fn try_from(pairing: v1::TablePairing) -> Result<Self, ConvertError> {
        Ok(Self {
            table: table(pairing.table)?,
            white: player_id(pairing.white)?,
            black: player_id(pairing.black)?,
        })
    }
}

impl From<&StandingsRow> for v1::Standing {
    fn from(row: &StandingsRow) -> Self {
        Self {
            rank: row.rank,
            tied: row.is_tied,
            player: row.player.get(),
            played: row.played,
            wins: row.wins,
            draws: row.draws,
            losses: row.losses,
            points: row.points,
            sonneborn_berger: row.sonneborn_berger,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{PairingSystem, Schedule, pairing_system, v1, wire_table};
    use std::collections::BTreeSet;

    #[test]
    fn every_table_has_a_name_of_its_own_on_the_wire() {
        for table in Schedule::ALL {
            let system = pairing_system(wire_table(table));
            assert_eq!(system, Ok(PairingSystem::RoundRobin { table }));
        }
        let names: BTreeSet<i32> = Schedule::ALL.map(|table| wire_table(table).into()).into();
        assert_eq!(names.len(), Schedule::ALL.len());
        assert!(pairing_system(v1::PairingSystem::Unspecified).is_err());
        assert_eq!(pairing_system(v1::PairingSystem::Manual), Ok(PairingSystem::Manual));
    }
}
