//! The games that are to begin, those that may be in progress, and the one that a table shows.

use super::{
    BERGER, DRAW, WHITE_WINS, close, entered, entered_by, one, open, pair, pairs_of, record, round,
    run, swiss_of, table, withdraw,
};
use draughts::Score;
use tournament::ranking::Finish;
use tournament::regulation::{Preset, Regulation};
use tournament::{Command, GameRefusal, Progress, RoundNumber, Scoring, TableNumber, Tournament};

fn to_begin(tournament: &Tournament, number: u32) -> Vec<u32> {
    tournament.games_to_begin(round(number)).map(TableNumber::get).collect()
}

/// Returns round and table of each game that may be in progress.
fn in_play(tournament: &Tournament) -> Vec<(u32, u32)> {
    let games = tournament.games_in_play().into_iter();
    games.map(|(round, table)| (round.get(), table.get())).collect()
}

fn leave(number: u32) -> Command {
    Command::Withdraw { participant: one(number), reason: "ill".to_owned() }
}

#[test]
fn the_games_of_a_round_begin_when_it_is_open() {
    let mut tournament = entered(BERGER, 4);
    assert_eq!(to_begin(&tournament, 1), [0; 0], "not paired");
    run(&mut tournament, &[pair(1)]);
    assert_eq!((to_begin(&tournament, 1), in_play(&tournament)), (vec![], vec![]), "not open");
    run(&mut tournament, &[open(1)]);
    assert_eq!(to_begin(&tournament, 1), [1, 2]);
    assert_eq!(in_play(&tournament), [(1, 1), (1, 2)]);
    run(&mut tournament, &[record(1, 1, DRAW)]);
    assert_eq!((to_begin(&tournament, 1), in_play(&tournament)), (vec![2], vec![(1, 2)]));
}

#[test]
fn the_game_of_a_withdrawn_player_neither_begins_nor_goes_on() {
    let mut tournament = entered(BERGER, 4);
    run(&mut tournament, &[pair(1), leave(4), open(1)]);
    let at =
        pairs_of(&tournament, 1).iter().position(|(white, black)| [white, black].contains(&&4));
    assert_eq!(at, Some(0));
    assert_eq!((to_begin(&tournament, 1), in_play(&tournament)), (vec![2], vec![(1, 2)]));
    // The Swiss system pairs whoever is there: a game that was paired is played or lost.
    let mut tournament = swiss_of(4, 3);
    run(&mut tournament, &[pair(1), open(1), leave(4)]);
    assert_eq!(to_begin(&tournament, 1), [1, 2]);
}

#[test]
fn postponed_and_resumed_games_and_those_of_an_earlier_open_round_are_in_play() {
    let mut tournament = entered(BERGER, 4);
    run(&mut tournament, &[pair(1), open(1), record(1, 1, WHITE_WINS), close(1)]);
    run(&mut tournament, &[pair(2), open(2)]);
    assert!(tournament.game(RoundNumber::FIRST, table(2)).unwrap().is_postponed);
    assert_eq!(in_play(&tournament), [(1, 2), (2, 1), (2, 2)]);
    // A game that goes on opens its round again.
    run(&mut tournament, &[withdraw(1, 1)]);
    assert_eq!(in_play(&tournament), [(1, 1), (1, 2), (2, 1), (2, 2)]);
    run(&mut tournament, &[record(1, 2, DRAW)]);
    assert_eq!(in_play(&tournament), [(1, 1), (2, 1), (2, 2)]);
}

#[test]
fn a_table_has_the_game_of_its_latest_open_round() {
    let mut tournament = entered(BERGER, 4);
    run(&mut tournament, &[pair(1), open(1), record(1, 1, WHITE_WINS), close(1)]);
    run(&mut tournament, &[pair(2), open(2), record(2, 2, DRAW)]);
    let games = |tournament: &Tournament| {
        let games = tournament.games_at_tables().into_iter();
        games.map(|(table, round)| (table.get(), round.get())).collect::<Vec<_>>()
    };
    // The table of a postponed game is free.
    assert_eq!(games(&tournament), [(1, 2)]);
    // A game that goes on opens its round again; its table has a later game.
    run(&mut tournament, &[withdraw(1, 1)]);
    assert_eq!(games(&tournament), [(1, 2), (2, 1)]);
}

#[test]
fn a_table_shows_the_game_that_it_plays_or_else_its_latest_published_one() {
    let mut tournament = entered(BERGER, 4);
    let shown = |tournament: &Tournament, number| {
        tournament.round_shown_at(table(number)).map(RoundNumber::get)
    };
    run(&mut tournament, &[pair(1)]);
    assert_eq!(shown(&tournament, 1), None, "a draft is not shown");
    run(&mut tournament, &[Command::Publish { round: round(1) }]);
    assert_eq!([1, 2, 3].map(|table| shown(&tournament, table)), [Some(1), Some(1), None]);
    run(&mut tournament, &[open(1), record(1, 1, WHITE_WINS), record(1, 2, DRAW), close(1)]);
    assert_eq!(shown(&tournament, 1), Some(1), "its result stays until the next round");
    run(&mut tournament, &[pair(2)]);
    assert_eq!(shown(&tournament, 1), Some(1), "a draft is not shown");
    run(&mut tournament, &[Command::Publish { round: round(2) }]);
    assert_eq!(shown(&tournament, 1), Some(2));
    // A game that goes on opens its round again.
    run(&mut tournament, &[withdraw(1, 1)]);
    assert_eq!([1, 2].map(|table| shown(&tournament, table)), [Some(1), Some(2)]);
}

#[test]
fn a_game_takes_inputs_from_the_opening_of_its_round_unless_it_is_off_and_then_only_rulings() {
    use GameRefusal::{NotOpen, Off, Unknown};

    let mut tournament = entered(BERGER, 4);
    // By a player and by the arbiter.
    let check = |tournament: &Tournament, number, table_number| {
        let check = |is_ruling| {
            tournament.check_takes_inputs(round(number), table(table_number), is_ruling)
        };
        [check(false), check(true)]
    };
    assert_eq!(check(&tournament, 1, 1), [Err(Unknown); 2], "not paired");
    run(&mut tournament, &[pair(1)]);
    assert_eq!(check(&tournament, 1, 1), [Err(NotOpen); 2]);
    assert_eq!(check(&tournament, 1, 3), [Err(Unknown); 2]);
    assert_eq!(tournament.game_start(round(1), table(1), true), Err(NotOpen));
    run(&mut tournament, &[open(1)]);
    assert_eq!(check(&tournament, 1, 1), [Ok(()); 2]);
    assert!(tournament.game_start(round(1), table(1), true).is_ok());
    assert_eq!(tournament.game_start(round(1), table(3), true), Err(Unknown));
    let (white, _black) = pairs_of(&tournament, 1)[0];
    run(&mut tournament, &[leave(white)]);
    assert_eq!(check(&tournament, 1, 1), [Err(Off), Ok(())]);
    assert_eq!(check(&tournament, 1, 2), [Ok(()); 2]);
    // A game with a result is not off: its inputs come late.
    run(&mut tournament, &[record(1, 2, DRAW)]);
    assert_eq!(check(&tournament, 1, 2), [Ok(()); 2]);
}

#[test]
fn a_game_is_in_play_from_the_opening_of_its_round_until_its_result() {
    let mut tournament = entered(BERGER, 4);
    let since = |tournament: &Tournament| tournament.in_play_since(round(1), table(1));
    run(&mut tournament, &[pair(1)]);
    assert_eq!(since(&tournament), None);
    run(&mut tournament, &[open(1)]);
    assert_eq!(since(&tournament), tournament.round(round(1)).unwrap().opened_at());
    assert!(since(&tournament).is_some());
    run(&mut tournament, &[record(1, 1, DRAW)]);
    assert_eq!(since(&tournament), None);
}

#[test]
fn a_running_game_is_estimated_by_its_material() {
    for (scoring, men_ahead, score) in [
        (Scoring::TwoOneZero, 0, Score::Draw),
        (Scoring::TwoOneZero, 1, Score::WhiteWins),
        (Scoring::OneHalfZero, -2, Score::BlackWins),
        (Scoring::BonusDraws, -2, Score::Draw),
    ] {
        let mut regulation = Regulation::of(Preset::Tournament2006Open);
        (regulation.format, regulation.rounds) = (BERGER, None);
        regulation.order.scoring = scoring;
        let mut tournament = entered_by(regulation, 10);
        run(&mut tournament, &[pair(1), open(1)]);
        let progress = Progress { plies: 0, men_ahead, is_over: false };
        let estimate = tournament.estimate(round(1), table(1), progress);
        assert_eq!(estimate, Some(Finish { score, men_ahead }), "{scoring:?}");
        let over = Progress { is_over: true, ..progress };
        assert_eq!(tournament.estimate(round(1), table(1), over), None);
    }
}

#[test]
fn a_postponed_game_is_estimated_once_a_move_was_played() {
    let mut tournament = entered(BERGER, 4);
    run(&mut tournament, &[pair(1), open(1), record(1, 1, DRAW), close(1)]);
    let estimate = |number, plies| {
        let progress = Progress { plies, men_ahead: 1, is_over: false };
        tournament.estimate(round(1), table(number), progress).map(|finish| finish.score)
    };
    assert_eq!(estimate(2, 0), None);
    assert_eq!(estimate(2, 1), Some(Score::WhiteWins));
    assert_eq!(estimate(1, 1), None, "it has a result");
}
