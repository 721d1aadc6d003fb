//! Writes games as PDN, as they are recorded at present.

mod moves;

use std::{sync::Arc, vec};

use draughts::{
    Outcome, PlayError, Position, RuleSet, Timestamp,
    pdn::{self, Tag, Terminator},
    text,
};
use futures_util::{Stream, stream};
use runtime::{BlockingPool, PoolError, WhenFull};
use thiserror::Error;
use time::OffsetDateTime;
use tournament::{Player, Tournament};

use self::moves::moves;
use crate::{
    cursor::Seen,
    resource::Resource,
    view::{GameSheet, View},
};

/// Number of games that are written at once.
const PAGE: usize = 64;

/// The games to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Selection {
    /// One game.
    Game(proto::subject::GameId),
    /// Every game of a round, by table.
    Round(u32),
    /// Every game of a player, by round.
    Player(u32),
    /// Every game, by round and table.
    Tournament,
}

impl Selection {
    /// Returns the part of the file's name that follows the tournament's id.
    pub(crate) fn name(self) -> String {
        match self {
            Self::Game(game) => game.to_string(),
            Self::Round(round) => format!("r{round}"),
            Self::Player(player) => format!("p{player}"),
            Self::Tournament => "all".to_owned(),
        }
    }

    /// Returns the last messages of the log that the games show; `None` if the tournament does not
    /// have them.
    pub(crate) fn version(self, view: &View) -> Option<Seen> {
        match self {
            Self::Game(game) => view.version(Resource::Game(game)),
            Self::Round(round) => view.version(Resource::Round(round)),
            Self::Player(player) => view.version(Resource::Player(player)),
            Self::Tournament => Some(view.seen()),
        }
    }
}

/// Games to be written, detached from the view that they were taken from.
#[derive(Debug)]
pub(crate) struct Export {
    event: Arc<Event>,
    sheets: Vec<GameSheet>,
}

/// The reason why games were not written.
#[derive(Debug, Error)]
pub(crate) enum PdnError {
    /// Too many games are being written, or the service stops.
    #[error(transparent)]
    Pool(#[from] PoolError),
    /// The record is damaged, which is a bug.
    #[error("{game} holds a move that is neither legal nor irregular: {source}")]
    Move { game: proto::subject::GameId, source: PlayError },
}

/// The tags that all games of a tournament have in common.
#[derive(Debug)]
struct Event {
    name: String,
    site: String,
    rules: RuleSet,
    /// The time control as PDN writes it; `None` without clocks.
    time: Option<String>,
}

impl Export {
    /// Takes games from a view; `None` if the tournament does not have them.
    pub(crate) fn take(view: &View, selection: Selection) -> Option<Self> {
        let tournament = view.tournament()?;
        let settings = tournament.settings()?;
        let sheets = match selection {
            Selection::Game(game) => vec![view.sheet(game)?],
            Selection::Round(round) => {
                let sheets = view.rounds_sheets(|number| number == round);
                (!sheets.is_empty()).then_some(sheets)?
            }
            Selection::Player(player) => {
                view.version(Resource::Player(player))?;
                view.player_sheets(player)
            }
            Selection::Tournament => view.rounds_sheets(|_any| true),
        };
        let event = Event {
            name: settings.name.clone(),
            site: Some(settings.place.clone())
                .filter(|place| !place.is_empty())
                .unwrap_or_else(|| view.venue().to_owned()),
            rules: settings.regulation.rules,
            time: time_control(tournament, &sheets),
        };
        Some(Self { event: Arc::new(event), sheets })
    }

    /// Writes the games. This may take long; async callers use [`Export::write_apart`].
    ///
    /// # Errors
    /// [`PdnError::Move`] if a record holds a move that is neither legal nor irregular.
    pub(crate) fn write(&self) -> Result<String, PdnError> {
        let write = |sheet: &GameSheet| {
            let failed = |source| PdnError::Move { game: sheet.id, source };
            self.event.write(sheet).map_err(failed)
        };
        self.sheets.iter().map(write).collect()
    }

    /// Writes the games page by page, each page on demand and on a thread of the pool. The stream
    /// ends after an error. A reader who has got the first page waits for the others, however much
    /// is asked for meanwhile.
    pub(crate) fn pages(
        self,
        pool: BlockingPool,
    ) -> impl Stream<Item = Result<String, PdnError>> + Send {
        let state = (self.event, self.sheets.into_iter(), WhenFull::Tell);
        stream::unfold(Some(state), move |state| {
            let pool = pool.clone();
            async move {
                let (event, mut sheets, when_full) = state?;
                let page = Self::page(&event, &mut sheets)?;
                let written = page.write_apart((&pool, when_full)).await;
                let rest = written.is_ok().then_some((event, sheets, WhenFull::Wait));
                Some((written, rest))
            }
        })
    }

    /// Takes the games of the next page; `None` after the last.
    fn page(event: &Arc<Event>, sheets: &mut vec::IntoIter<GameSheet>) -> Option<Self> {
        let sheets: Vec<GameSheet> = sheets.take(PAGE).collect();
        (!sheets.is_empty()).then(|| Self { event: Arc::clone(event), sheets })
    }

    /// Writes the games on a thread of the pool.
    ///
    /// # Errors
    /// As for [`Export::write`]; [`PdnError::Pool`] if the pool is full or the process stops first.
    pub(crate) async fn write_apart(
        self,
        (pool, when_full): (&BlockingPool, WhenFull),
    ) -> Result<String, PdnError> {
        pool.run_or(when_full, move || self.write()).await?
    }
}

impl Event {
    fn write(&self, sheet: &GameSheet) -> Result<String, PlayError> {
        let record = sheet.record.as_deref();
        let rules = record.map_or(self.rules, |record| record.state.rules);
        let usual = Position::start(rules.variant());
        let moves = match record {
            Some(record) => moves(record, &sheet.times)?,
            None => pdn::Record::new(usual),
        };
        let mut tags = Vec::new();
        // Names in a log may be older than the rule for texts.
        let mut tag =
            |name: &str, value: String| tags.extend(Tag::new(name, text::cleaned(&value)));
        tag("Event", self.name.clone());
        tag("Site", self.site.clone());
        if let Some(at) = record.map(|record| record.state.started_at).or(sheet.opened_at) {
            tag("Date", date(at));
        }
        tag("Round", sheet.id.round().to_string());
        tag("Board", sheet.id.table().to_string());
        for (color, player) in [("White", &sheet.white), ("Black", &sheet.black)] {
            if let Some(player) = player {
                tag(color, player.name.clone());
                for (name, value) in player_tags(player) {
                    tag(&format!("{color}{name}"), value);
                }
            }
        }
        if moves.start() != usual {
            tag("SetUp", "1".to_owned());
        }
        if let Some(time) = &self.time {
            tag("TimeControl", time.clone());
        }
        tags.push(Tag::rules(rules));
        if let Some(Outcome { reason, .. }) = sheet.outcome {
            tags.push(Tag::termination(reason));
        }
        if let Some(bonus) = sheet.bonus {
            tags.extend(Tag::new("DrawBonus", draw_bonus(bonus)));
        }
        Ok(pdn::write(&pdn::Export {
            tags: &tags,
            record: &moves,
            score: sheet.outcome.map(|outcome| outcome.score),
            terminator: Terminator::Result,
        }))
    }
}

/// Returns the points of White and Black in a draw with a bonus: `1.04-0.96`.
fn draw_bonus(hundredths: i32) -> String {
    let points = |bonus: i32| {
        let hundredths = 100_i32.saturating_add(bonus).max(0);
        format!("{}.{:02}", hundredths / 100, hundredths % 100)
    };
    format!("{}-{}", points(hundredths), points(hundredths.saturating_neg()))
}

/// Returns the names, without the colour, and the values of the tags that describe a player.
fn player_tags(player: &Player) -> impl Iterator<Item = (&'static str, String)> + '_ {
    let rating = player.rating.map(|rating| ("Rating", rating.to_string()));
    let club = player.club.clone().map(|club| ("Team", club));
    rating.into_iter().chain(club)
}

/// Returns the time control of the first game. The others have the same, except games of a
/// play-off.
fn time_control(tournament: &Tournament, sheets: &[GameSheet]) -> Option<String> {
    let round = proto::convert::round(sheets.first()?.id.round()).ok()?;
    Some(tournament.time_control_of(round)?.to_string())
}

/// Returns the day in UTC in PDN's form, `2026.05.31`; PDN's unknown day for years outside the
/// range of [`time`].
fn date(at: Timestamp) -> String {
    let nanoseconds = i128::from(at.millis()) * 1_000_000;
    OffsetDateTime::from_unix_timestamp_nanos(nanoseconds).map_or_else(
        |_error| "????.??.??".to_owned(),
        |day| format!("{:04}.{:02}.{:02}", day.year(), u8::from(day.month()), day.day()),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bonus_of_a_draw_is_written_as_points_of_both_players() {
        for (hundredths, expected) in
            [(4, "1.04-0.96"), (0, "1.00-1.00"), (-1, "0.99-1.01"), (-40, "0.60-1.40")]
        {
            assert_eq!(draw_bonus(hundredths), expected);
        }
    }

    #[test]
    fn dates_follow_the_gregorian_calendar() {
        const DAY: i64 = 86_400_000;
        for (millis, expected) in [
            (0, "1970.01.01"),
            (-1, "1969.12.31"),
            (DAY - 1, "1970.01.01"),
            (59 * DAY, "1970.03.01"),
            (951_782_400_000, "2000.02.29"),
            (951_868_800_000, "2000.03.01"),
            (1_709_164_800_000, "2024.02.29"),
            (1_795_000_000_000, "2026.11.18"),
            (4_107_542_400_000, "2100.03.01"),
            (i64::MAX, "????.??.??"),
        ] {
            assert_eq!(date(Timestamp::from_millis(millis)), expected, "{millis}");
        }
    }
}
