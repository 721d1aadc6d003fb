//! What a tournament that is over gives to a season: a final order, and places for the points of
//! appendix 4.

use super::{ClubEvent, Season, club_event_of_swiss};
use crate::ranking::{Participant, Ranking, Row, Running};
use crate::regulation::Format;
use crate::{GroupNumber, GroupTable, Player, PlayerId, Round, RoundState, Tournament};

/// A tournament that is over, with its tables.
#[derive(Debug)]
pub struct Ended<'a> {
    tournament: &'a Tournament,
    tables: Vec<GroupTable>,
    /// Of the winners of several groups.
    winners: Option<Ranking>,
    /// After crossing finals.
    finals: Option<Vec<PlayerId>>,
}

/// Why a tournament gives a season nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EndedError {
    /// Rounds are to be played, or results are missing.
    #[error("{tournament}: it is not over")]
    NotOver {
        /// Its name.
        tournament: String,
    },
    /// There is no such group.
    #[error("{tournament}: there is no group {group}")]
    UnknownGroup {
        /// Its name.
        tournament: String,
        /// The group.
        group: GroupNumber,
    },
    /// A tie is left.
    #[error("{tournament}: not every place is decided")]
    Tied {
        /// Its name.
        tournament: String,
    },
    /// Nobody has the name.
    #[error("{name} has no place in {tournament}")]
    UnknownPlayer {
        /// Its name.
        tournament: String,
        /// Whose.
        name: String,
    },
    /// The place is shared, and gives points.
    #[error(
        "{tournament}: {name} shares place {place}; how that tie is resolved is to be recorded"
    )]
    Shared {
        /// Its name.
        tournament: String,
        /// Whose.
        name: String,
        /// From 1.
        place: u32,
    },
    /// The rulebook has no order of those who did not win their groups.
    #[error(
        "{tournament}: no rule says which place of all groups {name} has; the organisers have to say it"
    )]
    NotOrdered {
        /// Its name.
        tournament: String,
        /// Whose.
        name: String,
    },
    /// By the Swiss system the places are those of a class, and the player is in none.
    #[error("{tournament}: {name} has no class, by which places are counted (appendix 4, 3)")]
    NoClass {
        /// Its name.
        tournament: String,
        /// Whose.
        name: String,
    },
}

impl<'a> Ended<'a> {
    /// Makes the tables of a tournament that is over. One that is paired by hand has no number of
    /// rounds: it is over while every round is closed and no result is missing.
    ///
    /// # Errors
    /// [`EndedError::NotOver`].
    pub fn of(tournament: &'a Tournament) -> Result<Self, EndedError> {
        if !is_over(tournament) {
            return Err(EndedError::NotOver { tournament: called(tournament) });
        }
        Ok(Self {
            tournament,
            tables: tournament.tables(Running::Ignored),
            winners: tournament.winners_table(),
            finals: tournament.final_order(),
        })
    }

    /// The names from first to last of a group, or of everybody after crossing finals; without a group
    /// and such finals, of the first. Who has left the table (C art. 12 and 14) stands last, in the
    /// order of the schedule.
    ///
    /// # Errors
    /// [`EndedError::Tied`], or [`EndedError::UnknownGroup`].
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

    /// The place of a player in an event of a club (appendix 4, 1): in the group; by the Swiss system
    /// among those of the class, which is the category (appendix 4, 3); after crossing finals among
    /// all.
    ///
    /// # Errors
    /// [`EndedError`] when the player has no such place, or shares one that gives points.
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
        // A tie with somebody of another class leaves the places in the class as they are.
        if placed.iter().filter(as_high).count() > 1 {
            self.check_unshared(row, event.points(), player)?;
        }
        Ok(event)
    }

    /// The place of a player in the personal championship of a class (appendix 4, 2). Of several groups
    /// the winners come first, in their own order (D art. 6).
    ///
    /// # Errors
    /// [`EndedError`] when the player has no such place, or shares one that gives points.
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
                // At best all who won other groups, and who stands higher in the group, are above.
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

    /// Refuses a place that is shared and gives points.
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

    /// The table with a player, and the player's row.
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

fn is_over(tournament: &Tournament) -> bool {
    let rounds = tournament.rounds();
    let is_closed = |round: &Round| {
        round.state() == RoundState::Closed && tournament.missing(round).next().is_none()
    };
    let is_by_hand = tournament.rounds_total().is_none() && !rounds.is_empty();
    tournament.is_finished() || (is_by_hand && rounds.iter().all(is_closed))
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
