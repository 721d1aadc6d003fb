//! The results of a finished tournament for its season: final orders, and the places that give
//! points by appendix 4.

use super::{ClubEvent, Season, club_event_of_swiss};
use crate::ranking::{Participant, Ranking, Row, Running};
use crate::regulation::Format;
use crate::{GroupNumber, GroupTable, Player, PlayerId, RefusalCategory, Tournament};

/// A finished tournament, with its tables.
#[derive(Debug)]
pub struct Ended<'a> {
    tournament: &'a Tournament,
    tables: Vec<GroupTable>,
    /// The table of the winners of several groups.
    winners: Option<Ranking>,
    /// The final order after crossing finals.
    finals: Option<Vec<PlayerId>>,
}

/// The reason for which a tournament gives no result for the season.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EndedError {
    /// Rounds have to be played, or results are missing.
    #[error("{tournament}: it is not over")]
    NotOver {
        /// The tournament's name.
        tournament: String,
    },
    /// The group does not exist.
    #[error("{tournament}: there is no group {group}")]
    UnknownGroup {
        /// The tournament's name.
        tournament: String,
        /// The group.
        group: GroupNumber,
    },
    /// A tie is left.
    #[error("{tournament}: not every place is decided")]
    Tied {
        /// The tournament's name.
        tournament: String,
    },
    /// No player has the name.
    #[error("{name} has no place in {tournament}")]
    UnknownPlayer {
        /// The tournament's name.
        tournament: String,
        /// The name.
        name: String,
    },
    /// The place is shared, and gives points.
    #[error("{tournament}: {name} shares place {place}")]
    Shared {
        /// The tournament's name.
        tournament: String,
        /// The player's name.
        name: String,
        /// The place, from 1.
        place: u32,
    },
    /// The rulebook does not order the players below the winners of several groups.
    #[error("{tournament}: no rule says which place of all groups {name} has")]
    NotOrdered {
        /// The tournament's name.
        tournament: String,
        /// The player's name.
        name: String,
    },
    /// In the Swiss system places count within a class, and the player has none.
    #[error("{tournament}: {name} has no class, by which places are counted")]
    NoClass {
        /// The tournament's name.
        tournament: String,
        /// The player's name.
        name: String,
    },
}

impl EndedError {
    /// Returns the category of this error.
    pub fn category(&self) -> RefusalCategory {
        match self {
            Self::UnknownGroup { .. } | Self::UnknownPlayer { .. } => RefusalCategory::NotFound,
            Self::NotOver { .. }
            | Self::Tied { .. }
            | Self::Shared { .. }
            | Self::NotOrdered { .. }
            | Self::NoClass { .. } => RefusalCategory::Precondition,
        }
    }
}

impl<'a> Ended<'a> {
    /// Builds the tables of a finished tournament. One that is paired by hand has no number of
    /// rounds: it is finished if every round is closed and no result is missing.
    ///
    /// # Errors
    /// [`EndedError::NotOver`] if the tournament is not finished.
    pub fn of(tournament: &'a Tournament) -> Result<Self, EndedError> {
        if !tournament.is_over() {
            return Err(EndedError::NotOver { tournament: called(tournament) });
        }
        Ok(Self {
            tournament,
            tables: tournament.tables(Running::Ignored),
            winners: tournament.winners_table(),
            finals: tournament.final_order(),
        })
    }

    /// Returns the names of a group from first to last. Without a group, it is the order after
    /// crossing finals, or that of the first group. Players who left the table (C art. 12 and 14)
    /// are last, in the order of the schedule.
    ///
    /// # Errors
    /// [`EndedError::Tied`] if a tie is left, or [`EndedError::UnknownGroup`].
    pub fn order(&self, group: Option<GroupNumber>) -> Result<Vec<&'a str>, EndedError> {
        let name = |one: Participant| self.tournament.name_of(one).unwrap_or_default();
        if let (None, Some(finals)) = (group, &self.finals) {
            return Ok(finals.iter().map(|player| name((*player).into())).collect());
        }
        let group = group.unwrap_or(GroupNumber::FIRST);
        let table = self.tables.iter().find(|table| table.group == group);
        let ranking = &table.ok_or_else(|| self.unknown_group(group))?.ranking;
        if !ranking.ties.is_empty() {
            return Err(EndedError::Tied { tournament: self.called() });
        }
        let mut order: Vec<Participant> = ranking.rows.iter().map(|row| row.participant).collect();
        let groups = self.tournament.groups();
        let members = groups.get(group.index()).copied().unwrap_or_default();
        let gone: Vec<_> = members.iter().copied().filter(|one| !order.contains(one)).collect();
        order.extend(gone);
        Ok(order.into_iter().map(name).collect())
    }

    /// Returns a player's place in a club event (appendix 4, 1): the place in the group; in the
    /// Swiss system the place within the class, which is the category (appendix 4, 3); after
    /// crossing finals the overall place.
    ///
    /// # Errors
    /// [`EndedError`] if the player has no such place, or shares one that gives points.
    pub fn club_event(&self, name: &str) -> Result<ClubEvent, EndedError> {
        let player = self.player(name)?;
        if let Some(event) = self.in_finals(player) {
            return Ok(event);
        }
        let (rows, row) = self.row(player)?;
        let regulation = self.tournament.regulation();
        let is_swiss = regulation.is_some_and(|one| matches!(one.format, Format::Swiss(_)));
        if !is_swiss {
            let event = ClubEvent { players: length(rows), place: row.place };
            self.check_unshared(row, event.points(), player)?;
            return Ok(event);
        }
        let of_class = |row: &Row| {
            let category = self.tournament.player(row.participant.into())?.category.as_ref()?;
            Some((row.participant, row.place, category.to_lowercase()))
        };
        let placed: Vec<_> = rows.iter().filter_map(of_class).collect();
        let events = club_event_of_swiss(&placed);
        let own = events.iter().find(|(one, _)| *one == row.participant);
        let event = own.map(|(_, event)| *event).ok_or_else(|| EndedError::NoClass {
            tournament: self.called(),
            name: player.name.clone(),
        })?;
        let class = of_class(row).map(|(_, _, class)| class);
        let as_high = |(_, place, of): &&(Participant, u32, String)| {
            *place == row.place && Some(of) == class.as_ref()
        };
        // A tie with a player of another class does not change the places within the class.
        if placed.iter().filter(as_high).count() > 1 {
            self.check_unshared(row, event.points(), player)?;
        }
        Ok(event)
    }

    /// Returns a player's place in the personal championship of a class (appendix 4, 2). With
    /// several groups the winners come first, in their own order (D art. 6).
    ///
    /// # Errors
    /// [`EndedError`] if the player has no such place, or shares one that gives points.
    pub fn championship_place(&self, name: &str) -> Result<u32, EndedError> {
        let player = self.player(name)?;
        if let Some(event) = self.in_finals(player) {
            return Ok(event.place);
        }
        let (_, row) = self.row(player)?;
        let winners = self.winners.as_ref().map(|ranking| ranking.rows.as_slice());
        let of_winners = winners.and_then(|rows| row_of(rows, player));
        let row = match (of_winners, self.tables.len()) {
            (Some(row), _) => row,
            (None, 0 | 1) => row,
            (None, _) => {
                // At best, only the winners of the other groups and the higher places of the own
                // group are above.
                let others = winners.map_or(0, |rows| length(rows).saturating_sub(1));
                let best = row.place.saturating_add(others);
                return match championship_points(best) {
                    0 => Ok(best),
                    _ => Err(EndedError::NotOrdered {
                        tournament: self.called(),
                        name: player.name.clone(),
                    }),
                };
            }
        };
        self.check_unshared(row, championship_points(row.place), player)?;
        Ok(row.place)
    }

    /// Errors if a place is shared and gives points.
    fn check_unshared(&self, row: &Row, points: u32, player: &Player) -> Result<(), EndedError> {
        if !row.is_tied || points == 0 {
            return Ok(());
        }
        let (name, place) = (player.name.clone(), row.place);
        Err(EndedError::Shared { tournament: self.called(), name, place })
    }

    fn in_finals(&self, player: &Player) -> Option<ClubEvent> {
        let order = self.finals.as_ref()?;
        let place = (1..).zip(order).find(|(_, one)| **one == player.id)?.0;
        Some(ClubEvent { players: length(order), place })
    }

    fn player(&self, name: &str) -> Result<&'a Player, EndedError> {
        let known = self.tournament.player_named(name).filter(|_| !self.tournament.is_of_teams());
        known.ok_or_else(|| self.unknown_player(name))
    }

    /// Returns the table with a player, and the player's row.
    fn row(&self, player: &Player) -> Result<(&[Row], &Row), EndedError> {
        let mut groups = self.tables.iter().map(|table| table.ranking.rows.as_slice());
        let found = groups.find_map(|rows| Some((rows, row_of(rows, player)?)));
        found.ok_or_else(|| self.unknown_player(&player.name))
    }

    fn called(&self) -> String {
        called(self.tournament)
    }

    fn unknown_player(&self, name: &str) -> EndedError {
        EndedError::UnknownPlayer { tournament: self.called(), name: name.to_owned() }
    }

    fn unknown_group(&self, group: GroupNumber) -> EndedError {
        EndedError::UnknownGroup { tournament: self.called(), group }
    }
}

fn row_of<'r>(rows: &'r [Row], player: &Player) -> Option<&'r Row> {
    let participant = Participant::from(player.id);
    rows.iter().find(|row| row.participant == participant)
}

fn championship_points(place: u32) -> u32 {
    Season { championship_place: Some(place), ..Season::default() }.points()
}

fn called(tournament: &Tournament) -> String {
    tournament.settings().map(|settings| settings.name.clone()).unwrap_or_default()
}

fn length<T>(all: &[T]) -> u32 {
    u32::try_from(all.len()).unwrap_or(u32::MAX)
}
