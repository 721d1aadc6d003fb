//! Faults of a regulation.

use super::{Format, Regulation, WinnersRule};
use crate::plan::{Competition, GroupError, LineUp, NotPrescribed, System, prescription};
use crate::ranking::{Contest, OrderError, Remedy};
use crate::swiss::Field;
use crate::{Schedule, ScheduleError, Scoring, Tournament};
use draughts::{RuleSet, Variant};

/// Why a regulation makes no sense, or not for so many entrants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The order of the table makes none.
    #[error(transparent)]
    Order(#[from] OrderError),
    /// The order brings zones of its own.
    #[error("zones follow from the numbers of promoted and relegated, and are not given apart")]
    ZonesApart,
    /// Bonus points are for the pieces of international draughts (2006 art. 14a).
    #[error("draws with a bonus belong to international draughts, not to {rules}")]
    BonusDraws {
        /// The rules that were chosen.
        rules: RuleSet,
    },
    /// Teams need boards.
    #[error("teams need 1 to {} boards", LineUp::BOARDS_MAX)]
    NoBoards,
    /// Only teams have boards.
    #[error("players who play for themselves have no {boards} boards")]
    BoardsOfPlayers {
        /// The boards that were given.
        boards: u32,
    },
    /// A table of teams for players, or the other way round.
    #[error("{format} is for {}", if *.is_for_teams { "teams" } else { "players" })]
    OtherContest {
        /// The choice that was made.
        format: &'static str,
        /// Whether it is for teams.
        is_for_teams: bool,
    },
    /// A play-off of teams for players, or the other way round.
    #[error("the play-off {remedy:?} is not for {}", if *.is_of_teams { "teams" } else { "players" })]
    OtherPlayOff {
        /// The prescribed remedy.
        remedy: Remedy,
        /// Whether teams play.
        is_of_teams: bool,
    },
    /// Void games would leave opponents of a Swiss tournament with fewer games than others.
    #[error("games are voided only where everybody meets everybody, not by the Swiss system")]
    VoidsInSwiss,
    /// A table pairs everybody in every round.
    #[error(
        "byes of half a point are for the Swiss system and pairing by hand, not for a table (KNDB F9)"
    )]
    ByesOfTable,
    /// Teams come with whom they have.
    #[error("only players are regarded as withdrawn when they do not come (KNDB F10)")]
    NoShowOfTeams,
    /// Winners of several groups are players, and pools have finals.
    #[error("winners of several groups are ordered neither of teams nor of two pools with finals")]
    WinnersOrdered,
    /// Only a Swiss tournament has a number of rounds to choose.
    #[error("the number of rounds follows from the schedule and is not set to {rounds}")]
    RoundsOfSchedule {
        /// The rounds that were given.
        rounds: u32,
    },
    /// No rounds were to be played.
    #[error("a tournament has one round at least")]
    NoRounds,
    /// Nobody said how many rounds there are.
    #[error("a Swiss tournament needs a number of rounds")]
    RoundsMissing,
    /// Somebody would run out of opponents.
    #[error("{entrants} entrants play at most {most} rounds by the Swiss system, not {rounds}")]
    TooManyRounds {
        /// How many there are.
        entrants: usize,
        /// The most rounds: one less, and at most [`Field::ROUNDS_MAX`].
        most: u32,
        /// The rounds that were given.
        rounds: u32,
    },
    /// Pools need a table in which everybody meets everybody.
    #[error("a pool does not play by {table}")]
    PoolTable {
        /// The table that was chosen.
        table: Schedule,
    },
    /// Two pools with crossing finals are of one size.
    #[error("{entrants} entrants do not make two pools of one size")]
    UnequalPools {
        /// How many there are.
        entrants: usize,
    },
    /// A match of no games.
    #[error("a match has one game at least")]
    NoGames,
    /// A match of more games than a tournament has rounds.
    #[error("a match has at most {most} games, not {games}")]
    TooManyGames {
        /// How many there are.
        games: u32,
        /// The most.
        most: u32,
    },
    /// A match is between two.
    #[error("a match is between two, not {entrants}")]
    MatchOf {
        /// How many there are.
        entrants: usize,
    },
    /// The table is not for so many.
    #[error(transparent)]
    Schedule(#[from] ScheduleError),
    /// The rulebook has no table for so many.
    #[error(transparent)]
    NotPrescribed(#[from] NotPrescribed),
    /// The rulebook prescribes the Swiss system for so many.
    #[error("{entrants} entrants in {competition} play by the Swiss system")]
    SwissPrescribed {
        /// The system that is played.
        competition: Competition,
        /// How many there are.
        entrants: usize,
    },
    /// The entrants cannot be divided into groups.
    #[error(transparent)]
    Groups(#[from] GroupError),
    /// There are fewer or more than may enter.
    #[error("the event is for {min} entrants at least{}, not for {entrants}", most(*max))]
    Entrants {
        /// The fewest.
        min: u32,
        /// The most, if there is a limit.
        max: Option<u32>,
        /// How many there are.
        entrants: usize,
    },
    /// The fewest who may enter are more than the most.
    #[error("nobody can enter: at least {min} and at most {max}")]
    Limits {
        /// The fewest.
        min: u32,
        /// The most.
        max: u32,
    },
    /// A place would be in both zones.
    #[error("of a group of {size}, {promoted} cannot go up and {relegated} down")]
    Zones {
        /// How many there are.
        size: usize,
        /// How many go up.
        promoted: u32,
        /// How many go down.
        relegated: u32,
    },
}

fn most(max: Option<u32>) -> String {
    max.map_or(String::new(), |max| format!(" and {max} at most"))
}

impl Regulation {
    /// Checks that the regulation makes sense, whoever enters.
    ///
    /// # Errors
    /// [`Fault`] with the first thing that makes none.
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

    /// Checks that the regulation makes sense for so many entrants; when they are divided into
    /// groups, for each of the groups.
    ///
    /// # Errors
    /// [`Fault`] with the first thing that makes none.
    pub fn check_for(&self, entrants: usize) -> Result<(), Fault> {
        self.check()?;
        let (min, max) = (self.limits.entrants_min, self.limits.entrants_max);
        let most = u32::try_from(Tournament::PLAYERS_MAX).unwrap_or(u32::MAX);
        let number = u32::try_from(entrants).unwrap_or(u32::MAX);
        let max = if number > most { Some(max.map_or(most, |max| max.min(most))) } else { max };
        if number < min || max.is_some_and(|max| number > max) {
            return Err(Fault::Entrants { min, max, entrants });
        }
        self.groups_of(entrants)?.into_iter().try_for_each(|size| self.check_group(size))
    }

    /// Checks that the regulation makes sense for a group of this size.
    ///
    /// # Errors
    /// [`Fault`] with the first thing that makes none.
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

    /// Players or teams, in everything that depends on it.
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
            // Teams may play by a table of players (G art. 2), and by any of these.
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
