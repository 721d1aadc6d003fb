//! Converts domain values to the messages that spectators read.

use draughts::{Outcome, Score};
use game_clock::TimeControl;
use proto::{
    convert::numbers,
    subject::{GameId, TournamentKey},
    v1::{
        self, ClockState, ClockView, ControlView, MatchView, PlayerView, ResultView, RoundView,
        StageState, StageView, StandingView, TeamView,
    },
};
use tournament::{
    Embargo, EmbargoScope, PairedMatch, Player, Round, RoundKind, RoundNumber, RoundState, Scoring,
    Tournament, plan::Team,
};

/// Converts the tournament itself; `None` while it is not created.
pub(super) fn event(key: &TournamentKey, tournament: &Tournament) -> Option<v1::TournamentView> {
    let settings = tournament.settings()?;
    let created = v1::TournamentCreated::from(settings);
    let latest = tournament.time_control_of(RoundNumber::FIRST).map(v1::TimeControl::from);
    let control = latest.or(created.control);
    Some(v1::TournamentView {
        venue: key.venue.to_string(),
        id: key.tournament.to_string(),
        name: created.name,
        rules: created.rules,
        control: control.map(|control| ControlView {
            base_ms: control.base_ms,
            increment_ms: control.increment_ms,
            stages: stages(control),
        }),
        notice: created.notice,
        place: created.place,
        embargoes: Vec::new(),
    })
}

/// Converts an embargo of a part of the tournament.
pub(super) fn embargo((scope, embargo): (EmbargoScope, Embargo)) -> v1::EmbargoView {
    let (until, delay_s) = match embargo {
        Embargo::Delay(delay) => ("delay", delay.seconds()),
        Embargo::UntilGameEnds => ("game-end", 0),
        Embargo::UntilRoundEnds => ("round-end", 0),
    };
    let v1::EmbargoScope { round, table } = scope.into();
    v1::EmbargoView { round, table, until: until.to_owned(), delay_s }
}

/// Converts a player.
pub(super) fn player(player: &Player) -> PlayerView {
    PlayerView {
        id: player.id.get(),
        name: player.name.clone(),
        club: player.club.clone(),
        rating: player.rating.map(u32::from),
    }
}

/// Converts a team.
pub(super) fn team(team: &Team) -> TeamView {
    let wire = v1::Team::from(team);
    let (boards, board_count) = (wire.line_up, wire.boards);
    TeamView { id: wire.id, name: wire.name, boards, board_count }
}

/// Converts a round. A player whose opponent has withdrawn has no game in it, and is free.
pub(super) fn round(tournament: &Tournament, round: &Round, scoring: Scoring) -> RoundView {
    let number = round.number().get();
    let games = round.games().iter().filter(|game| !tournament.is_off(round, game));
    let byes = numbers(&tournament.free_in(round));
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
            RoundKind::Winners { .. } => "winners",
            RoundKind::Finals => "final",
            RoundKind::PlayOff { .. } => "play-off",
        }
        .to_owned(),
        matches: round.matches().iter().map(|one| team_match(round, one, scoring)).collect(),
    }
}

/// Converts a match of two teams, with its board points so far. A team loses each board for which
/// it has no player.
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
        let is_reversed = game.is_some_and(|game| game.is_reversed);
        let first_had_white = board.pairing.first_has_white != is_reversed;
        let (first, second) = if first_had_white { (white, black) } else { (black, white) };
        view.first_points += first;
        view.second_points += second;
    }
    view
}

/// Converts a row of the standings.
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

/// Converts both clocks of a game.
pub(super) fn clock(state: &ClockState) -> ClockView {
    ClockView {
        white: i64::try_from(state.white_ms).unwrap_or(i64::MAX),
        black: i64::try_from(state.black_ms).unwrap_or(i64::MAX),
        running: state.running,
        as_of: state.as_of_ms,
        flag: state.flag,
        delay: i64::try_from(state.delay_ms).unwrap_or(i64::MAX),
        paused: state.paused,
        forfeit: state.forfeit,
        white_stage: state.white_stage.and_then(stage),
        black_stage: state.black_stage.and_then(stage),
    }
}

/// Converts the stage of the time control that a side is in; `None` when it is the only one and the
/// player is present.
fn stage(state: StageState) -> Option<StageView> {
    let is_one_of_several = state.number > 1 || state.moves_to_go > 0;
    (is_one_of_several || state.absent).then(|| StageView {
        number: state.number,
        moves_to_go: state.moves_to_go,
        increment: i64::try_from(state.increment_ms).unwrap_or(i64::MAX),
        absent: state.absent,
    })
}

/// Returns the stages of a time control in the usual notation; empty if it is only a time for the
/// whole game and an increment.
fn stages(control: v1::TimeControl) -> String {
    let has_stages = !control.stages.is_empty();
    let control = TimeControl::try_from(control).ok().filter(|_| has_stages);
    control.map(|control| control.readable().to_string()).unwrap_or_default()
}

/// Returns the word for how far a tournament is.
pub(super) fn progress(tournament: &Tournament) -> &'static str {
    let rounds = tournament.rounds();
    if rounds.iter().any(|round| round.state() == RoundState::Open) {
        "playing"
    } else if rounds.iter().all(|round| round.opened_at().is_none()) {
        "planned"
    } else if tournament.is_over() {
        "finished"
    } else {
        "between-rounds"
    }
}

/// Converts a result. Its text has the points that the table counts: 2-0, or 1-0 and ½-½ where a
/// win counts 1, or 1.04-0.96 where a draw has a bonus (2006 art. 14a).
pub(super) fn result(outcome: Outcome, scoring: Scoring, bonus: Option<i32>) -> ResultView {
    let text = match outcome.score {
        Score::BothLose => "0-0".to_owned(),
        Score::Unplayed => "*".to_owned(),
        score @ (Score::WhiteWins | Score::Draw | Score::BlackWins) => {
            let (white, black) = scoring.points_with_bonus(score, bonus.unwrap_or_default());
            format!("{}-{}", points(white, scoring), points(black, scoring))
        }
    };
    let wire = v1::Outcome::from(outcome);
    ResultView { text, score: wire.score, reason: wire.reason, bonus, by_hand: None }
}

/// Returns the points of a side as people write them.
fn points(count: u32, scoring: Scoring) -> String {
    let unit = scoring.unit();
    match (count / unit, count % unit) {
        (whole, 0) => whole.to_string(),
        (0, _) if unit == 2 => "½".to_owned(),
        (whole, rest) => format!("{whole}.{rest:02}"),
    }
}

#[cfg(test)]
mod tests {
    use draughts::Reason;

    use super::*;

    fn json(state: &ClockState) -> String {
        serde_json::to_string(&clock(state)).unwrap()
    }

    #[test]
    fn rare_fields_of_a_clock_are_left_out_by_default() {
        let mut state = ClockState { white_ms: 1, black_ms: 2, ..ClockState::default() };
        let plain = StageState { number: 1, moves: 3, increment_ms: 60_000, ..Default::default() };
        (state.white_stage, state.black_stage) = (Some(plain), Some(plain));
        let head = r#"{"white":1,"black":2,"running":null,"asOf":0,"flag":null"#;
        assert_eq!(json(&state), format!("{head}}}"));
        state.white_stage = Some(StageState { number: 1, moves_to_go: 47, ..plain });
        state.black_stage = Some(StageState { absent: true, increment_ms: 0, ..plain });
        (state.paused, state.delay_ms) = (true, 5000);
        state.set_forfeit(v1::Color::Black);
        let rare = concat!(
            r#","delay":5000,"paused":true,"forfeit":"black","#,
            r#""whiteStage":{"number":1,"movesToGo":47,"increment":60000},"#,
            r#""blackStage":{"number":1,"movesToGo":0,"absent":true}}"#
        );
        assert_eq!(json(&state), format!("{head}{rare}"));
    }

    #[test]
    fn results_have_the_points_that_the_table_counts() {
        let text = |scoring, score, bonus| {
            result(Outcome::new(score, Reason::Arbiter), scoring, bonus).text
        };
        for (score, two, half, hundredths) in [
            (Score::WhiteWins, "2-0", "1-0", "2-0"),
            (Score::Draw, "1-1", "½-½", "1-1"),
            (Score::BlackWins, "0-2", "0-1", "0-2"),
            (Score::BothLose, "0-0", "0-0", "0-0"),
            (Score::Unplayed, "*", "*", "*"),
        ] {
            assert_eq!(text(Scoring::TwoOneZero, score, None), two);
            assert_eq!(text(Scoring::OneHalfZero, score, None), half);
            assert_eq!(text(Scoring::BonusDraws, score, None), hundredths);
        }
        for (bonus, expected) in [(0, "1-1"), (4, "1.04-0.96"), (-11, "0.89-1.11")] {
            assert_eq!(text(Scoring::BonusDraws, Score::Draw, Some(bonus)), expected);
            assert_eq!(text(Scoring::TwoOneZero, Score::Draw, Some(bonus)), "1-1");
        }
        assert_eq!(text(Scoring::BonusDraws, Score::WhiteWins, Some(4)), "2-0");
    }

    #[test]
    fn several_stages_and_delays_are_shown_as_people_write_them() {
        let shown = |text: &str| stages(text.parse::<TimeControl>().unwrap().into());
        assert_eq!(shown("50/7200:1800"), "50/2h + 30m");
        assert_eq!(shown("5400d5"), "90m d5s");
        assert_eq!(shown("4800+60"), "");
    }
}
