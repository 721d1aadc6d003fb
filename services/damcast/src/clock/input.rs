//! JSON of a question about a clock.

use std::time::Duration;

use draughts::{Color, Timestamp};
use game_clock::{AbsenceLimit, Clock, ClockDisplay, Command, Moves, Preset, Reason, TimeControl};
use serde::{Deserialize, Deserializer, de};
use serde_json::{Map, Value};

use crate::json;

/// Largest number of moments in one question.
const MOMENTS_MAX: usize = 10_000;

/// A time control, the events of a clock, and the moments at which its state is wanted.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ClockQuestion {
    #[serde(default)]
    pub(super) id: Value,
    #[serde(deserialize_with = "control")]
    pub(super) control: TimeControl,
    /// Events in the order of their arrival.
    pub(super) events: Vec<Arrival>,
    /// Moments in Unix milliseconds, in any order.
    #[serde(default, deserialize_with = "moments")]
    pub(super) at: Vec<Timestamp>,
    /// Time that a press may be on its way, in milliseconds. A flag falls that much later.
    #[serde(default)]
    pub(super) grace_ms: u64,
}

/// An event of a clock and the moment of its arrival.
pub(super) struct Arrival {
    at: Timestamp,
    /// Moment of arrival; earlier than the event only if the clock of the sender is wrong.
    pub(super) received: Timestamp,
    act: Act,
}

/// Times of an event in Unix milliseconds.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Times {
    at_ms: i64,
    /// Moment of arrival; `at_ms` if absent.
    #[serde(default, deserialize_with = "json::present")]
    received_ms: Option<i64>,
}

/// An event, named by the member `type`.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Act {
    Start {
        #[serde(default)]
        running: Option<Side>,
    },
    Press {
        #[serde(default)]
        by: Option<Side>,
    },
    Pause {
        #[serde(default, deserialize_with = "given")]
        reason: Option<Reason>,
    },
    Resume {
        #[serde(default)]
        running: Option<Side>,
    },
    Adjust {
        color: Side,
        remaining_ms: u64,
        #[serde(deserialize_with = "reason")]
        reason: Reason,
    },
    Takeback {
        /// Side whose time runs next, null for none; the side that pressed last if absent.
        #[serde(default, deserialize_with = "json::present")]
        running: Option<Option<Side>>,
        #[serde(default, deserialize_with = "json::present")]
        moves: Option<[u32; 2]>,
    },
    PlayOn {
        #[serde(default, deserialize_with = "json::present")]
        moves: Option<u32>,
        #[serde(default)]
        running: Option<Side>,
    },
    Absent {
        color: Side,
        #[serde(default, deserialize_with = "json::present")]
        limit_ms: Option<u64>,
        #[serde(default, deserialize_with = "json::present")]
        article: Option<Article>,
    },
    Present {
        color: Side,
    },
    Reading {
        white_ms: u64,
        black_ms: u64,
        #[serde(default, deserialize_with = "json::present")]
        running: Option<Option<Side>>,
        #[serde(default)]
        flag: Option<Side>,
    },
    Stop {},
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Side {
    White,
    Black,
}

/// An article that sets the time after which an absent player loses.
#[derive(Clone, Copy, Deserialize)]
enum Article {
    #[serde(rename = "2006 art. 3")]
    Hour,
}

impl Arrival {
    /// Returns true if this was made by the deadline and arrives within the grace: it precedes the
    /// fall at the deadline, as every command of that moment does ([`Clock::decide`]).
    pub(super) fn is_in_time(
        &self,
        deadline: Option<Timestamp>,
        arrived: Timestamp,
        grace: Duration,
    ) -> bool {
        deadline.is_some_and(|deadline| {
            self.at <= deadline && arrived <= deadline.saturating_add(grace)
        })
    }

    /// Returns the command for the clock; members that are absent are taken from the state of the
    /// clock.
    pub(super) fn command(&self, control: TimeControl, clock: &Clock) -> Command {
        let at = self.at;
        match &self.act {
            Act::Start { running: Some(Side::Black) } => Command::Open { control, at },
            Act::Start { running: Some(Side::White) | None } => Command::Start { control, at },
            Act::Press { by } => {
                let by = by.map(Color::from).or_else(|| clock.running());
                // A press of a clock that does not run is refused for either side.
                Command::Press { by: by.unwrap_or(Color::White), at, received: self.received }
            }
            Act::Pause { reason } => Command::Pause { reason: reason.clone(), at },
            Act::Resume { running } => Command::Resume { running: running.map(Color::from), at },
            Act::Adjust { color, remaining_ms, reason } => Command::Adjust {
                color: (*color).into(),
                remaining: Duration::from_millis(*remaining_ms),
                reason: reason.clone(),
                at,
            },
            Act::Takeback { running, moves } => {
                let running = match running {
                    Some(running) => running.map(Color::from),
                    None => clock.turn().map(Color::other),
                };
                let moves = match *moves {
                    Some([white, black]) => Some(Moves { white, black }),
                    None => taken_back(clock, running),
                };
                Command::Correct { line: clock.line().saturating_add(1), running, moves, at }
            }
            Act::PlayOn { moves, running } => {
                Command::PlayOn { moves: *moves, running: running.map(Color::from), at }
            }
            Act::Absent { color, limit_ms, article } => {
                let announced = limit_ms.map(Duration::from_millis).map(AbsenceLimit::announced);
                let limit = match article {
                    Some(Article::Hour) => Some(AbsenceLimit::TOURNAMENT_2006),
                    None => announced,
                };
                Command::MarkAbsent { color: (*color).into(), limit, at }
            }
            Act::Present { color } => Command::MarkPresent { color: (*color).into(), at },
            Act::Reading { white_ms, black_ms, running, flag } => Command::Follow {
                display: ClockDisplay {
                    white: Duration::from_millis(*white_ms),
                    black: Duration::from_millis(*black_ms),
                    running: match running {
                        Some(running) => running.map(Color::from),
                        None => clock.running(),
                    },
                    flag: flag.map(Color::from),
                },
                at,
            },
            Act::Stop {} => Command::Stop { at },
        }
    }
}

/// Returns the numbers of moves that both sides have completed after a takeback to a move of
/// `running`: without its last move, and without the answer if there was one. `None`, which leaves
/// the numbers as they are, if nobody's time runs.
fn taken_back(clock: &Clock, running: Option<Color>) -> Option<Moves> {
    let (running, turn) = (running?, clock.turn()?);
    let left = |color| {
        let is_back = color == running || running == turn;
        clock.moves(color).saturating_sub(u32::from(is_back))
    };
    Some(Moves { white: left(Color::White), black: left(Color::Black) })
}

impl<'de> Deserialize<'de> for Arrival {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut members = Map::deserialize(deserializer)?;
        let times =
            ["at_ms", "received_ms"].into_iter().filter_map(|name| members.remove_entry(name));
        let times = Map::from_iter(times.collect::<Vec<_>>());
        let Times { at_ms, received_ms } = json::nested(times.into())?;
        let act = json::tagged(Value::Object(members), "type").map_err(de::Error::custom)?;
        if let Act::Absent { limit_ms: Some(_), article: Some(_), .. } = act {
            return Err(de::Error::custom("`limit_ms` and `article` both say how long is waited"));
        }
        let [at, received] = [at_ms, received_ms.unwrap_or(at_ms)].map(Timestamp::from_millis);
        Ok(Self { at, received, act })
    }
}

/// Reads a time control, or the name of one of the rulebooks.
fn control<'de, D: Deserializer<'de>>(deserializer: D) -> Result<TimeControl, D::Error> {
    let text = String::deserialize(deserializer)?;
    match text.parse::<Preset>() {
        Ok(preset) => Ok(preset.control()),
        Err(unknown) if is_name(&text) => {
            let known = Preset::ALL.map(Preset::name).join(", ");
            Err(de::Error::custom(format_args!("{unknown}; known are {known}")))
        }
        Err(_unknown) => text.parse().map_err(de::Error::custom),
    }
}

/// Returns true for a word, which no written time control is.
fn is_name(text: &str) -> bool {
    let is_of_word = |c: char| c.is_ascii_alphanumeric() || c == '-';
    text.starts_with(|c: char| c.is_ascii_alphabetic()) && text.chars().all(is_of_word)
}

fn moments<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Timestamp>, D::Error> {
    let moments = Vec::<i64>::deserialize(deserializer)?;
    if moments.len() > MOMENTS_MAX {
        return Err(de::Error::custom(format_args!("more than {MOMENTS_MAX} moments")));
    }
    Ok(moments.into_iter().map(Timestamp::from_millis).collect())
}

fn given<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Reason>, D::Error> {
    reason(deserializer).map(Some)
}

fn reason<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Reason, D::Error> {
    Reason::new(&String::deserialize(deserializer)?).map_err(de::Error::custom)
}

impl From<Side> for Color {
    fn from(side: Side) -> Self {
        match side {
            Side::White => Self::White,
            Side::Black => Self::Black,
        }
    }
}
