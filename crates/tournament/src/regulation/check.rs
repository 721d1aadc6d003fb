//! Faults of a regulation.

use super::{Format, Regulation, WinnersRule};
use crate::plan::{Competition, GroupError, LineUp, NotPrescribed, System, prescription};
use crate::ranking::{Contest, OrderError, Remedy};
use crate::swiss::Field;
use crate::{PLAYERS_MAX, Schedule, ScheduleError, Scoring, schedule};
use draughts::{RuleSet, Variant};

/// The reason for which a regulation is invalid, in itself or for a number of entrants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The order of the table is invalid.
    #[error(transparent)]
    Order(#[from] OrderError),
    /// The order has zones of its own.
    #[error("zones follow from the numbers of promoted and relegated, and are not given apart")]
    ZonesApart,
    /// Draws have a bonus, which is defined for the pieces of international draughts (2006 art.
    /// 14a).
    #[error("draws with a bonus belong to international draughts, not to {rules}")]
    BonusDraws {
        /// The rules of the games.
        rules: RuleSet,
    },
    /// The regulation is for teams and has no boards, or too many.
    #[error("teams need 1 to {} boards", LineUp::BOARDS_MAX)]
    NoBoards,
    /// The regulation is for players and has boards.
    #[error("players who play for themselves have no {boards} boards")]
    BoardsOfPlayers {
        /// The number of boards.
        boards: u32,
    },
    /// A table for teams is used for players, or the other way round.
    #[error("{format} is for {}", if *.is_for_teams { "teams" } else { "players" })]
    OtherContest {
        /// The format.
        format: &'static str,
        /// True if it is for teams.
        is_for_teams: bool,
    },
    /// A play-off of teams is prescribed for players, or the other way round.
    #[error("the play-off {remedy:?} is not for {}", if *.is_of_teams { "teams" } else { "players" })]
    OtherPlayOff {
        /// The prescribed remedy.
        remedy: Remedy,
        /// True if teams play.
        is_of_teams: bool,
    },
    /// Games are voided in a Swiss tournament, which would leave opponents with fewer games than
    /// others.
    #[error("games are voided only where everybody meets everybody, not by the Swiss system")]
    VoidsInSwiss,
    /// Half-point byes are allowed, but a table pairs every participant in every round.
    #[error("byes of half a point are for the Swiss system and pairing by hand, not for a table")]
    ByesOfTable,
    /// Teams are to be withdrawn for a missing player; teams play with those who come.
    #[error("only players are regarded as withdrawn when they do not come")]
    NoShowOfTeams,
    /// An overall first place is set for teams, or for pools, which have finals.
    #[error("winners of several groups are ordered neither of teams nor of two pools with finals")]
    WinnersOrdered,
    /// A number of rounds is set, but the format has its own.
    #[error("the number of rounds follows from the schedule and is not set to {rounds}")]
    RoundsOfSchedule {
        /// The number of rounds.
        rounds: u32,
    },
    /// The number of rounds is 0.
    #[error("a tournament has one round at least")]
    NoRounds,
    /// The number of rounds is missing.
    #[error("a Swiss tournament needs a number of rounds")]
    RoundsMissing,
    /// There are too many rounds: a participant would run out of opponents.
    #[error("{entrants} entrants play at most {most} rounds by the Swiss system, not {rounds}")]
    TooManyRounds {
        /// Number of entrants.
        entrants: usize,
        /// The largest number of rounds: one less than entrants, and at most [`Field::ROUNDS_MAX`].
        most: u32,
        /// The number of rounds.
        rounds: u32,
    },
    /// The table of the pools is not a round robin.
    #[error("a pool does not play by {table}")]
    PoolTable {
        /// The table.
        table: Schedule,
    },
    /// The two pools would differ in size.
    #[error("{entrants} entrants do not make two pools of one size")]
    UnequalPools {
        /// Number of entrants.
        entrants: usize,
    },
    /// A match has no games.
    #[error("a match has one game at least")]
    NoGames,
    /// A match has more games than allowed.
    #[error("a match has at most {most} games, not {games}")]
    TooManyGames {
        /// The number of games.
        games: u32,
        /// The largest number.
        most: u32,
    },
    /// The number of entrants of a match is not two.
    #[error("a match is between two, not {entrants}")]
    MatchOf {
        /// Number of entrants.
        entrants: usize,
    },
    /// The table is not for this number of entrants.
    #[error(transparent)]
    Schedule(#[from] ScheduleError),
    /// The rulebook has no table for this number of entrants.
    #[error(transparent)]
    NotPrescribed(#[from] NotPrescribed),
    /// The rulebook prescribes the Swiss system for this number of entrants.
    #[error("{entrants} entrants in {competition} play by the Swiss system")]
    SwissPrescribed {
        /// The competition.
        competition: Competition,
        /// Number of entrants.
        entrants: usize,
    },
    /// The entrants cannot be divided into groups.
    #[error(transparent)]
    Groups(#[from] GroupError),
    /// The number of entrants is outside the limits.
    #[error("the event is for {min} entrants at least{}, not for {entrants}", most(*max))]
    Entrants {
        /// The smallest number.
        min: u32,
        /// The largest number, if there is a limit.
        max: Option<u32>,
        /// Number of entrants.
        entrants: usize,
    },
    /// The smallest number of entrants is above the largest.
    #[error("nobody can enter: at least {min} and at most {max}")]
    Limits {
        /// The smallest number.
        min: u32,
        /// The largest number.
        max: u32,
    },
    /// A place would be in both zones.
    #[error("of a group of {size}, {promoted} cannot go up and {relegated} down")]
    Zones {
        /// The size of the group.
        size: usize,
        /// The number of promoted places.
        promoted: u32,
        /// The number of relegated places.
        relegated: u32,
    },
}

fn most(max: Option<u32>) -> String {
    max.map_or(String::new(), |max| format!(" and {max} at most"))
}

impl Regulation {
    /// Checks the regulation, without regard to entrants.
    ///
    /// # Errors
    /// [`Fault`] with the first one found.
    pub fn check(&self) -> Result<(), Fault> {
        self.order.check()?;
        if !self.order.zones.is_empty() {
            return Err(Fault::ZonesApart);
        }
        if self.order.scoring == Scoring::BonusDraws && self.rules.variant() == Variant::Frisian {
            return Err(Fault::BonusDraws { rules: self.rules });
        }
        self.check_contest()?;
        if self.order.withdrawal.gives_remaining() && matches!(self.format, Format::Swiss(_)) {
            return Err(Fault::VoidsInSwiss);
        }
        let takes_byes = matches!(self.format, Format::Swiss(_) | Format::Manual);
        if self.half_point_byes.most > 0 && !takes_byes {
            return Err(Fault::ByesOfTable);
        }
        if self.no_show_withdraws && self.is_of_teams() {
            return Err(Fault::NoShowOfTeams);
        }
        let has_none = self.is_of_teams() || matches!(self.format, Format::Pools(_));
        if self.winners != WinnersRule::Apart && has_none {
            return Err(Fault::WinnersOrdered);
        }
        match (self.format, self.rounds) {
            (Format::Swiss(_), Some(0)) => return Err(Fault::NoRounds),
            (Format::Swiss(_), _) | (_, None) => {}
            (_, Some(rounds)) => return Err(Fault::RoundsOfSchedule { rounds }),
        }
        match self.format {
            Format::Match { games: 0 } => return Err(Fault::NoGames),
            Format::Match { games } if games > Self::GAMES_MAX => {
                return Err(Fault::TooManyGames { games, most: Self::GAMES_MAX });
            }
            Format::Pools(table) if !table.is_round_robin() => {
                return Err(Fault::PoolTable { table });
            }
            Format::Prescribed(_)
            | Format::Table(_)
            | Format::Swiss(_)
            | Format::Pools(_)
            | Format::Match { .. }
            | Format::Manual => {}
        }
        match (self.limits.entrants_min, self.limits.entrants_max) {
            (min, Some(max)) if min > max => Err(Fault::Limits { min, max }),
            (_, Some(_) | None) => Ok(()),
        }
    }

    /// Checks the regulation for a number of entrants, and for each group if they are divided.
    ///
    /// # Errors
    /// [`Fault`] with the first one found.
    pub fn check_for(&self, entrants: usize) -> Result<(), Fault> {
        self.check()?;
        let (min, max) = (self.limits.entrants_min, self.limits.entrants_max);
        let most = u32::try_from(PLAYERS_MAX).unwrap_or(u32::MAX);
        let number = u32::try_from(entrants).unwrap_or(u32::MAX);
        let max = if number > most { Some(max.map_or(most, |max| max.min(most))) } else { max };
        if number < min || max.is_some_and(|max| number > max) {
            return Err(Fault::Entrants { min, max, entrants });
        }
        self.groups_of(entrants)?.into_iter().try_for_each(|size| self.check_group(size))
    }

    /// Checks the regulation for a group of this size.
    ///
    /// # Errors
    /// [`Fault`] with the first one found.
    pub fn check_group(&self, size: usize) -> Result<(), Fault> {
        self.check()?;
        let number = u32::try_from(size).unwrap_or(u32::MAX);
        self.check_size(size, number)?;
        if self.promoted.saturating_add(self.relegated) > number {
            let (promoted, relegated) = (self.promoted, self.relegated);
            return Err(Fault::Zones { size, promoted, relegated });
        }
        Ok(())
    }

    /// Returns the system of play in a group of this size.
    ///
    /// # Errors
    /// [`Fault`] as in [`Self::check_group`].
    pub fn system_for(&self, size: usize) -> Result<System, Fault> {
        self.check_group(size)?;
        Ok(match self.format {
            Format::Prescribed(competition) => prescription(competition, size)?.system,
            Format::Table(table) | Format::Pools(table) => System::Table(table),
            Format::Swiss(_) => System::Swiss { rounds: self.rounds },
            Format::Match { .. } | Format::Manual => System::Free,
        })
    }

    /// Returns the number of rounds in a group of this size: those of a pool and the final, and
    /// those of a match without the deciding games. `None` if rounds are paired by hand.
    ///
    /// # Errors
    /// [`Fault`] as in [`Self::check_group`].
    pub fn rounds_for(&self, size: usize) -> Result<Option<u32>, Fault> {
        let of_table = |table, players| {
            schedule(table, players).map(|rounds| u32::try_from(rounds.len()).unwrap_or(u32::MAX))
        };
        Ok(match (self.system_for(size)?, self.format) {
            (System::Table(table), Format::Pools(_)) => {
                let rounds = of_table(table, size.div_euclid(2))?;
                Some(rounds.saturating_add(1))
            }
            (System::Table(table), _) => Some(of_table(table, size)?),
            (System::Swiss { rounds }, _) => rounds,
            (System::Free, Format::Match { games }) => Some(games),
            (System::Free, _) => None,
        })
    }

    /// Checks the points that differ between players and teams.
    fn check_contest(&self) -> Result<(), Fault> {
        let is_of_teams = self.is_of_teams();
        let most = u32::try_from(LineUp::BOARDS_MAX).unwrap_or(u32::MAX);
        match (self.order.contest, self.boards) {
            (Contest::Matches, Some(boards)) if (1..=most).contains(&boards) => {}
            (Contest::Matches, Some(_) | None) => return Err(Fault::NoBoards),
            (Contest::Games, Some(boards)) => return Err(Fault::BoardsOfPlayers { boards }),
            (Contest::Games, None) => {}
        }
        let (format, is_for_teams) = match self.format {
            Format::Prescribed(Competition::ClubTeams) => ("the table of clubs", true),
            Format::Prescribed(Competition::MiniTeams) => {
                ("the table of the mini championship", true)
            }
            Format::Prescribed(_) => ("the table of players", false),
            Format::Pools(_) => ("a crossing final", false),
            Format::Table(table) if table.is_of_teams() => (table.as_str(), true),
            // Teams may play by a table of players (G art. 2), and by any of these formats.
            Format::Table(_) | Format::Swiss(_) | Format::Match { .. } | Format::Manual => {
                ("", is_of_teams)
            }
        };
        if is_for_teams != is_of_teams {
            return Err(Fault::OtherContest { format, is_for_teams });
        }
        let is_for_both =
            |remedy: &Remedy| matches!(remedy, Remedy::Lot | Remedy::Arbiter | Remedy::Organizer);
        let others = [self.order.first_remedy, self.order.remedy]
            .into_iter()
            .find(|one| !is_for_both(one) && (*one == Remedy::TeamMatch) != is_of_teams);
        match others {
            Some(remedy) => Err(Fault::OtherPlayOff { remedy, is_of_teams }),
            None => Ok(()),
        }
    }

    fn check_size(&self, entrants: usize, number: u32) -> Result<(), Fault> {
        let sized = |table: Schedule, players: usize| {
            let (min, max) = table.players();
            if (min..=max).contains(&players) {
                return Ok(());
            }
            Err(Fault::Schedule(ScheduleError::Players { table, min, max, players }))
        };
        match self.format {
            Format::Prescribed(competition) => match prescription(competition, entrants)?.system {
                System::Swiss { .. } => Err(Fault::SwissPrescribed { competition, entrants }),
                System::Table(_) | System::Free => Ok(()),
            },
            Format::Table(table) => sized(table, entrants),
            Format::Swiss(_) => {
                let most = number.saturating_sub(1).min(Field::ROUNDS_MAX);
                match self.rounds {
                    None => Err(Fault::RoundsMissing),
                    Some(rounds) if rounds > most => {
                        Err(Fault::TooManyRounds { entrants, most, rounds })
                    }
                    Some(_) => Ok(()),
                }
            }
            Format::Pools(_) if !entrants.is_multiple_of(2) => {
                Err(Fault::UnequalPools { entrants })
            }
            Format::Pools(table) => sized(table, entrants.div_euclid(2)),
            Format::Match { .. } if entrants != 2 => Err(Fault::MatchOf { entrants }),
            Format::Match { .. } | Format::Manual => Ok(()),
        }
    }
}
