//! Parses and prints the names of subjects, streams and consumers.
//!
//! A subject has four tokens, `<root>.<venue>.<tournament>.<leaf>`, and that of the people and
//! devices of a venue three, `access.<venue>.<scope>`; one root has one writer.

pub mod reading;

use std::{fmt, str::FromStr};

use thiserror::Error;

/// The root of the subjects of signs of life, which no stream keeps: board-ingest publishes an
/// empty message every two seconds, and broadcast listens. The root alone is for all venues of an
/// event log.
pub const BEAT: &str = "beat";

/// The scope of the people and devices of a whole venue.
const VENUE_SCOPE: &str = "venue";

/// Returns the subject of a venue's signs of life, or that for all venues of an event log.
pub fn beat(venue: Option<&VenueId>) -> String {
    venue.map_or_else(|| BEAT.to_owned(), |venue| format!("{BEAT}.{venue}"))
}

/// The root of the subjects of time signals, which no stream keeps: each service tells its time
/// under its own name, and listens to the others.
pub const TIME: &str = "time";

/// Returns the subject of a service's time signals.
pub fn time(service: &str) -> String {
    format!("{TIME}.{service}")
}

/// The root of the subjects of refused calls, which no stream keeps: each service tells of those at
/// a venue under its own name, and board-ingest puts them on record.
pub const REFUSED: &str = "refused";

/// Returns the subject of the calls at a venue that a service refused.
pub fn refused(service: &str, venue: &VenueId) -> String {
    format!("{REFUSED}.{service}.{venue}")
}

/// The root of the subjects of devices that were heard, which no stream keeps: each replica of
/// board-ingest tells the others those of a tournament.
pub const PRESENCE: &str = "presence";

/// Returns the subject of the devices of a tournament that were heard.
pub fn presence(tournament: &TournamentKey) -> String {
    format!("{PRESENCE}.{tournament}")
}

/// Reads the tournament of such a subject; `None` if it is none.
pub fn of_presence(subject: &str) -> Option<TournamentKey> {
    let (venue, tournament) = subject.strip_prefix("presence.")?.split_once('.')?;
    Some(TournamentKey { venue: venue.parse().ok()?, tournament: tournament.parse().ok()? })
}

/// A venue, the home of its tournaments: 1 to 32 characters of `a-z`, `0-9` and `-`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VenueId(String);

/// A tournament of a venue, with the same characters as [`VenueId`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TournamentId(String);

/// A game of a tournament: its round and table, printed as `r3-t12`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameId {
    round: u16,
    table: u16,
}

/// A name that cannot be parsed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NameError {
    /// The name is not a venue or tournament id.
    #[error("{name:?} is not an id: use 1 to 32 characters of a-z, 0-9 and \"-\"")]
    Id {
        /// The given name, shortened.
        name: String,
    },
    /// The name is not a game id.
    #[error("{name:?} is not a game: use round and table, as in \"r3-t12\", each 1 to 9999")]
    Game {
        /// The given name, shortened.
        name: String,
    },
    /// The name is not a subject.
    #[error("{subject:?} is not a subject of Damcast")]
    Subject {
        /// The given subject, shortened.
        subject: String,
    },
}

/// Shortens a text for an error message, so that a hostile name does not fill a log.
fn shown(text: &str) -> String {
    text.chars().take(64).collect()
}

fn check_id(text: &str) -> Result<String, NameError> {
    let fits = (1..=32).contains(&text.len())
        && text
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
    if fits { Ok(text.to_owned()) } else { Err(NameError::Id { name: shown(text) }) }
}

macro_rules! id {
    ($name:ident) => {
        impl $name {
            /// Returns the id as text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl FromStr for $name {
            type Err = NameError;

            fn from_str(text: &str) -> Result<Self, NameError> {
                check_id(text).map(Self)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

id!(VenueId);
id!(TournamentId);

impl GameId {
    /// Returns the id of the game at a table of a round.
    ///
    /// # Errors
    /// [`NameError::Game`] if either number is not 1 to 9999.
    pub fn new(round: u32, table: u32) -> Result<Self, NameError> {
        let check = |number: u32| u16::try_from(number).ok().filter(|n| (1..=9999).contains(n));
        match (check(round), check(table)) {
            (Some(round), Some(table)) => Ok(Self { round, table }),
            _ => Err(NameError::Game { name: format!("r{round}-t{table}") }),
        }
    }

    /// Returns the round, 1 to 9999.
    #[must_use]
    pub fn round(self) -> u32 {
        self.round.into()
    }

    /// Returns the table, 1 to 9999.
    #[must_use]
    pub fn table(self) -> u32 {
        self.table.into()
    }
}

impl FromStr for GameId {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        let error = || NameError::Game { name: shown(text) };
        let (round, table) =
            text.strip_prefix('r').and_then(|rest| rest.split_once("-t")).ok_or_else(error)?;
        let number = |digits: &str| {
            let canonical = !digits.starts_with('0') && digits.bytes().all(|b| b.is_ascii_digit());
            digits.parse::<u32>().ok().filter(|_| canonical)
        };
        match (number(round), number(table)) {
            (Some(round), Some(table)) => Self::new(round, table).map_err(|_source| error()),
            _ => Err(error()),
        }
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}-t{}", self.round, self.table)
    }
}

/// One tournament of one venue.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TournamentKey {
    /// The home of the tournament.
    pub venue: VenueId,
    /// The tournament.
    pub tournament: TournamentId,
}

impl TournamentKey {
    /// Returns the key of one of its games.
    #[must_use]
    pub fn game(&self, game: GameId) -> GameKey {
        GameKey { tournament: self.clone(), game }
    }
}

impl fmt::Display for TournamentKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.venue, self.tournament)
    }
}

/// One game of one tournament.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameKey {
    /// The tournament of the game.
    pub tournament: TournamentKey,
    /// The game.
    pub game: GameId,
}

impl fmt::Display for GameKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.tournament, self.game)
    }
}

/// The streams, one for each kind of fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stream {
    /// Inputs of devices and desks; written by board-ingest.
    Input,
    /// Events of games; written by rules-validation.
    Game,
    /// Events of clocks; written by clock.
    Clock,
    /// Events of tournaments; written by pairing.
    Tournament,
    /// Changes of what people and devices may do; written by board-ingest.
    Access,
}

impl Stream {
    /// Every stream.
    pub const ALL: [Self; 5] =
        [Self::Input, Self::Game, Self::Clock, Self::Tournament, Self::Access];

    /// Returns its name in JetStream.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Input => "INPUT",
            Self::Game => "GAME",
            Self::Clock => "CLOCK",
            Self::Tournament => "TOURNAMENT",
            Self::Access => "ACCESS",
        }
    }

    /// Returns the first token of its subjects.
    #[must_use]
    pub fn root(self) -> &'static str {
        match self {
            Self::Input => "input",
            Self::Game => "game",
            Self::Clock => "clock",
            Self::Tournament => "tournament",
            Self::Access => "access",
        }
    }

    /// Returns the filter of the subjects that it stores.
    #[must_use]
    pub fn subjects(self) -> String {
        match self {
            Self::Access => format!("{}.*.*", self.root()),
            Self::Input | Self::Game | Self::Clock | Self::Tournament => {
                format!("{}.*.*.*", self.root())
            }
        }
    }

    /// Returns the filter under which stored messages are published again for live readers; `None`
    /// for inputs, which spectators may not see.
    #[must_use]
    pub fn live_subjects(self) -> Option<String> {
        match self {
            Self::Input => None,
            Self::Game | Self::Clock | Self::Tournament | Self::Access => {
                Some(format!("live.{}.>", self.root()))
            }
        }
    }
}

/// The last token of a subject.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Leaf {
    /// One game.
    Game(GameId),
    /// The devices and tables of a tournament (`input.….tables`).
    Tables,
    /// The log of a tournament (`tournament.….log`).
    Log,
    /// The people and devices of a venue (`access.<venue>.<scope>`).
    Access,
}

/// A subject of the event log.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Subject {
    /// The stream that stores it.
    pub stream: Stream,
    /// The tournament; for people and devices their venue and scope, which is written like a
    /// tournament.
    pub tournament: TournamentKey,
    /// The last token.
    pub leaf: Leaf,
}

impl Subject {
    /// Returns a game's subject in a stream that has a subject for each game.
    #[must_use]
    pub fn game(stream: Stream, key: &GameKey) -> Self {
        Self { stream, tournament: key.tournament.clone(), leaf: Leaf::Game(key.game) }
    }

    /// Returns the subject of the devices and tables of a tournament.
    #[must_use]
    pub fn tables(tournament: &TournamentKey) -> Self {
        Self { stream: Stream::Input, tournament: tournament.clone(), leaf: Leaf::Tables }
    }

    /// Returns the subject of the log of a tournament.
    #[must_use]
    pub fn log(tournament: &TournamentKey) -> Self {
        Self { stream: Stream::Tournament, tournament: tournament.clone(), leaf: Leaf::Log }
    }

    /// Returns the subject of the people and devices of a venue. The scope is `venue`, the whole of
    /// it.
    #[must_use]
    pub fn access(venue: &VenueId) -> Self {
        let (venue, tournament) = (venue.clone(), TournamentId(VENUE_SCOPE.to_owned()));
        let tournament = TournamentKey { venue, tournament };
        Self { stream: Stream::Access, tournament, leaf: Leaf::Access }
    }

    /// Returns a filter for every subject of one tournament in a stream.
    #[must_use]
    pub fn of_tournament(stream: Stream, tournament: &TournamentKey) -> String {
        format!("{}.{tournament}.*", stream.root())
    }

    /// Returns a filter for the devices and tables of every tournament.
    #[must_use]
    pub fn all_tables() -> String {
        format!("{}.*.*.tables", Stream::Input.root())
    }

    /// Returns the key of the subject's game; `None` if it is not the subject of a game.
    #[must_use]
    pub fn game_key(&self) -> Option<GameKey> {
        match self.leaf {
            Leaf::Game(game) => Some(self.tournament.game(game)),
            Leaf::Tables | Leaf::Log | Leaf::Access => None,
        }
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.stream.root(), self.tournament)?;
        match self.leaf {
            Leaf::Game(game) => write!(f, ".{game}"),
            Leaf::Tables => f.write_str(".tables"),
            Leaf::Log => f.write_str(".log"),
            Leaf::Access => Ok(()),
        }
    }
}

impl FromStr for Subject {
    type Err = NameError;

    /// Parses a stored subject, or its republished copy under `live.`.
    fn from_str(text: &str) -> Result<Self, NameError> {
        let error = || NameError::Subject { subject: shown(text) };
        let stored = text.strip_prefix("live.").unwrap_or(text);
        let tokens: Vec<&str> = stored.split('.').collect();
        let (&[root, venue, tournament], leaf) = tokens.split_first_chunk().ok_or_else(error)?;
        let stream =
            Stream::ALL.into_iter().find(|stream| stream.root() == root).ok_or_else(error)?;
        let leaf = match (stream, leaf) {
            (Stream::Input, ["tables"]) => Leaf::Tables,
            (Stream::Tournament, ["log"]) => Leaf::Log,
            (Stream::Input | Stream::Game | Stream::Clock, [game]) => Leaf::Game(game.parse()?),
            (Stream::Access, []) => Leaf::Access,
            (_, _) => return Err(error()),
        };
        Ok(Self {
            stream,
            tournament: TournamentKey { venue: venue.parse()?, tournament: tournament.parse()? },
            leaf,
        })
    }
}

/// Names of the durable consumers, each the name of the reading service.
pub mod consumer {
    use super::Stream;

    /// The stream and the name of every durable consumer.
    pub const ALL: [(Stream, &str); 5] = [
        (Stream::Input, RULES_VALIDATION),
        (Stream::Clock, RULES_VALIDATION),
        (Stream::Game, CLOCK),
        (Stream::Game, PAIRING),
        (Stream::Tournament, BOARD_INGEST),
    ];

    /// Those that a move has to pass before it is judged and its clock is pressed.
    pub const OF_PLAY: [(Stream, &str); 2] =
        [(Stream::Input, RULES_VALIDATION), (Stream::Game, CLOCK)];

    /// rules-validation reads INPUT and, for flag falls, CLOCK.
    pub const RULES_VALIDATION: &str = "rules-validation";
    /// clock reads GAME.
    pub const CLOCK: &str = "clock";
    /// pairing reads GAME.
    pub const PAIRING: &str = "pairing";
    /// board-ingest reads TOURNAMENT.
    pub const BOARD_INGEST: &str = "board-ingest";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_printed_subject_and_its_live_copy_parse_to_the_same_subject() {
        for text in [
            "input.main.kk-2026.r3-t12",
            "input.main.kk-2026.tables",
            "game.main.kk-2026.r1-t1",
            "clock.v2.a.r9999-t9999",
            "tournament.main.kk-2026.log",
            "access.main.venue",
        ] {
            assert_eq!(text.parse::<Subject>().unwrap().to_string(), text);
            let live = format!("live.{text}");
            assert_eq!(live.parse::<Subject>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn a_malformed_subject_is_refused() {
        for text in [
            "",
            "game",
            "game.main.kk",
            "game.main.kk.r1-t1.x",
            "game.main.kk.tables",
            "game.main.kk.r0-t1",
            "game.main.kk.r01-t1",
            "game.main.kk.r1-t10000",
            "game.Main.kk.r1-t1",
            "game.main.k k.r1-t1",
            "tournament.main.kk.r1-t1",
            "other.main.kk.log",
            "access.main",
            "access.main.venue.log",
            "access.main.r1-t1.x",
            "input.main..r1-t1",
            "game.main.*.r1-t1",
        ] {
            assert!(text.parse::<Subject>().is_err(), "{text}");
        }
    }
}
