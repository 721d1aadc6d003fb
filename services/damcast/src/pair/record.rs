//! JSON record of a Swiss tournament before a round.

use std::collections::BTreeMap;

use draughts::Color;
use serde::{Deserialize, Deserializer, de};
use serde_json::Value;
use tournament::{
    Lot, PlayerId, RoundNumber,
    swiss::{Entrant, Field, FirstRound, GameResult, InputError, PastRound},
};

use crate::json;

/// A tournament before a round.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Record {
    #[serde(default)]
    pub(super) case: Value,
    /// Round to pair.
    #[serde(deserialize_with = "json::numbered")]
    round: RoundNumber,
    total_rounds: u32,
    /// Article by which the first round is paired; other rounds do not need it.
    #[serde(default, deserialize_with = "json::present")]
    first_round: Option<Article>,
    players: Vec<Player>,
}

/// KNDB article by which the first round is paired.
#[derive(Clone, Copy, Deserialize)]
enum Article {
    D1,
    D2,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Player {
    #[serde(deserialize_with = "json::numbered")]
    id: PlayerId,
    #[serde(deserialize_with = "json::numbered")]
    lot: Lot,
    /// Name in explanations; the number if absent.
    #[serde(default)]
    name: Option<String>,
    available: bool,
    /// One entry for each past round.
    history: Vec<Past>,
}

struct Past(PastRound);

/// A past round of a player, named by the member `k`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
enum Entry {
    P {
        #[serde(deserialize_with = "json::numbered")]
        opp: PlayerId,
        col: Side,
        #[serde(deserialize_with = "result")]
        pts: GameResult,
    },
    Z {
        #[serde(deserialize_with = "json::numbered")]
        opp: PlayerId,
        col: Side,
    },
    A {
        #[serde(deserialize_with = "json::numbered")]
        opp: PlayerId,
        col: Side,
    },
    #[serde(rename = "1R")]
    Won {
        #[serde(deserialize_with = "json::numbered")]
        opp: PlayerId,
    },
    #[serde(rename = "0R")]
    Lost {
        #[serde(deserialize_with = "json::numbered")]
        opp: PlayerId,
    },
    #[serde(rename = "BYE")]
    Bye {},
    #[serde(rename = "HPB")]
    HalfPointBye {},
    #[serde(rename = "NP")]
    NotPaired {},
}

#[derive(Clone, Copy, Deserialize)]
enum Side {
    W,
    B,
}

impl Record {
    /// Returns the names of the players that have one.
    pub(super) fn names(&self) -> BTreeMap<PlayerId, String> {
        let named =
            self.players.iter().filter_map(|player| Some((player.id, player.name.clone()?)));
        named.collect()
    }

    /// Converts the record to the players of the round.
    ///
    /// # Errors
    /// If the players or their histories contradict each other.
    pub(super) fn into_field(self) -> Result<Field, InputError> {
        let first_round = match self.first_round {
            None | Some(Article::D1) => FirstRound::EntrantsKnown,
            Some(Article::D2) => FirstRound::EntrantsUnknown,
        };
        let entrants = self.players.into_iter().map(Entrant::from).collect();
        Field::new(self.round, self.total_rounds, first_round, entrants)
    }
}

impl From<Player> for Entrant {
    fn from(Player { id, lot, name: _, available, history }: Player) -> Self {
        let history = history.into_iter().map(|Past(past)| past).collect();
        Self { player: id, lot, is_available: available, history }
    }
}

impl<'de> Deserialize<'de> for Past {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::tagged::<_, Entry>(deserializer, "k").map(|entry| Self(entry.into()))
    }
}

impl From<Entry> for PastRound {
    fn from(entry: Entry) -> Self {
        match entry {
            Entry::P { opp, col, pts } => {
                Self::Played { opponent: opp, color: col.into(), result: pts }
            }
            Entry::Z { opp, col } => Self::BothLost { opponent: opp, color: col.into() },
            Entry::A { opp, col } => Self::Adjourned { opponent: opp, color: col.into() },
            Entry::Won { opp } => Self::ForfeitWin { opponent: opp },
            Entry::Lost { opp } => Self::ForfeitLoss { opponent: opp },
            Entry::Bye {} => Self::Bye,
            Entry::HalfPointBye {} => Self::HalfPointBye,
            Entry::NotPaired {} => Self::NotPaired,
        }
    }
}

impl From<Side> for Color {
    fn from(side: Side) -> Self {
        match side {
            Side::W => Self::White,
            Side::B => Self::Black,
        }
    }
}

/// Reads the half points of a game.
fn result<'de, D: Deserializer<'de>>(deserializer: D) -> Result<GameResult, D::Error> {
    match u32::deserialize(deserializer)? {
        2 => Ok(GameResult::Win),
        1 => Ok(GameResult::Draw),
        0 => Ok(GameResult::Loss),
        found => {
            Err(de::Error::custom(format_args!("half points of a game are 0, 1 or 2, not {found}")))
        }
    }
}
