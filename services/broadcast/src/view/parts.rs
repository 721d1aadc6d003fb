//! Domain values as spectators read them.

use draughts::{Outcome, RuleSet, Score, Variant};
use proto::{
    subject::{GameId, TournamentKey},
    v1::{
        self, ClockState, ClockView, ControlView, PlayerView, ResultView, RoundView, StandingView,
    },
};
use tournament::{Player, Round, RoundState, Settings, StandingsRow};

/// The event.
pub(super) fn tournament(key: &TournamentKey, settings: &Settings) -> v1::TournamentView {
    let created = v1::TournamentCreated::from(settings);
    let control = created.control.unwrap_or_default();
    v1::TournamentView {
        venue: key.venue.to_string(),
        id: key.tournament.to_string(),
        name: created.name,
        rules: created.rules,
        control: Some(ControlView { base_ms: control.base_ms, increment_ms: control.increment_ms }),
        notice: created.notice,
    }
}

/// A player.
pub(super) fn player(player: &Player) -> PlayerView {
    PlayerView {
        id: player.id.get(),
        name: player.name.clone(),
        club: player.club.clone(),
        rating: player.rating.map(u32::from),
    }
}

/// A round.
pub(super) fn round(round: &Round) -> RoundView {
    let number = round.number().get();
    let games = round.games().iter();
    RoundView {
        number,
        state: match round.state() {
            RoundState::Paired => "paired",
            RoundState::Open => "open",
            RoundState::Closed => "closed",
        }
        .to_owned(),
        games: games
            .filter_map(|game| GameId::new(number, game.pairing.table.get()).ok())
            .map(|id| id.to_string())
            .collect(),
        bye: round.bye().map(|player| player.get()),
    }
}

/// A line of the standings.
pub(super) fn standing(row: &StandingsRow) -> StandingView {
    let row = v1::Standing::from(row);
    StandingView {
        rank: row.rank,
        tied: row.tied,
        player: row.player,
        played: row.played,
        wins: row.wins,
        draws: row.draws,
        losses: row.losses,
        points: row.points,
        sonneborn_berger: row.sonneborn_berger,
    }
}

/// Both clocks.
pub(super) fn clock(state: &ClockState) -> ClockView {
    ClockView {
        white: i64::try_from(state.white_ms).unwrap_or(i64::MAX),
        black: i64::try_from(state.black_ms).unwrap_or(i64::MAX),
        running: state.running,
        as_of: state.as_of_ms,
        flag: state.flag,
    }
}

/// A result, its text as PDN 3.0 writes it for the game type: International 2-0, Frisian 1-0.
pub(super) fn result(outcome: Outcome, rules: RuleSet, bonus: Option<i32>) -> ResultView {
    let text = match (outcome.score, rules.variant()) {
        (Score::WhiteWins, Variant::International) => "2-0",
        (Score::WhiteWins, Variant::Frisian) => "1-0",
        (Score::Draw, Variant::International) => "1-1",
        (Score::Draw, Variant::Frisian) => "1/2-1/2",
        (Score::BlackWins, Variant::International) => "0-2",
        (Score::BlackWins, Variant::Frisian) => "0-1",
        (Score::BothLose, _) => "0-0",
        (Score::Unplayed, _) => "*",
    };
    let wire = v1::Outcome::from(outcome);
    ResultView { text: text.to_owned(), score: wire.score, reason: wire.reason, bonus }
}
