//! Domain values as spectators read them.

use draughts::{Outcome, RuleSet, Score, Variant};
use proto::{
    convert::{control, numbers},
    subject::{GameId, TournamentKey},
    v1::{
        self, ClockState, ClockView, ControlView, MatchView, PlayerView, ResultView, RoundView,
        StandingView, TeamView,
    },
};
use tournament::{
    PairedMatch, Player, Round, RoundKind, RoundNumber, RoundState, Scoring, Tournament, plan::Team,
};

/// The event; `None` while it was not created.
pub(super) fn event(key: &TournamentKey, tournament: &Tournament) -> Option<v1::TournamentView> {
    let settings = tournament.settings()?;
    let created = v1::TournamentCreated::from(settings);
    let latest = tournament.pace_of(RoundNumber::FIRST).as_ref().map(control);
    let control = latest.or(created.control);
    Some(v1::TournamentView {
        venue: key.venue.to_string(),
        id: key.tournament.to_string(),
        name: created.name,
        rules: created.rules,
        control: control.map(|control| ControlView {
            base_ms: control.base_ms,
            increment_ms: control.increment_ms,
        }),
        notice: created.notice,
    })
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

/// A team.
pub(super) fn team(team: &Team) -> TeamView {
    let wire = v1::Team::from(team);
    TeamView { id: wire.id, name: wire.name, boards: wire.line_up }
}

/// A round.
pub(super) fn round(round: &Round, scoring: Scoring) -> RoundView {
    let number = round.number().get();
    let games = round.games().iter();
    let byes = numbers(round.byes());
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
        bye: byes.first().copied(),
        byes,
        kind: match round.kind() {
            RoundKind::Regular => "",
            RoundKind::Finals => "final",
            RoundKind::PlayOff { .. } => "play-off",
        }
        .to_owned(),
        matches: round.matches().iter().map(|one| team_match(round, one, scoring)).collect(),
    }
}

/// A match of two teams with its board points so far; an empty board is lost.
fn team_match(round: &Round, paired: &PairedMatch, scoring: Scoring) -> MatchView {
    let mut view = MatchView {
        first: paired.first.get(),
        second: paired.second.get(),
        ..MatchView::default()
    };
    for board in &paired.boards {
        let game = board.table.and_then(|table| round.game(table));
        let id =
            game.and_then(|game| GameId::new(round.number().get(), game.pairing.table.get()).ok());
        view.games.push(id.map(|id| id.to_string()).unwrap_or_default());
        let score = match game {
            Some(game) => game.outcome.map(|outcome| outcome.score),
            None => board.pairing.forfeit(),
        };
        let men_ahead = game.and_then(|game| game.men_ahead).unwrap_or(0);
        let points = score.map(|score| scoring.points_with_bonus(score, men_ahead));
        let (white, black) = points.unwrap_or_default();
        let (first, second) =
            if board.pairing.first_has_white { (white, black) } else { (black, white) };
        view.first_points += first;
        view.second_points += second;
    }
    view
}

/// A line of the standings.
pub(super) fn standing(row: v1::Standing) -> StandingView {
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
