//! Tests of the changes that a view returns, in whatever order the streams come.

mod corrections;
mod histories;
mod rounds;

use draughts::{Outcome, Reason, RuleSet, Score};
use proto::v1::{Change, ClockState, GameState, change::Kind};
use tournament::{Event as TournamentEvent, RoundNumber};

use super::*;
use crate::tests::{
    STAMP, created, game_id, key, paired, paired_by_hand, picture_of, played, running_clock,
    unpublished, white_won, with_result,
};

const MOVES: [&str; 4] = ["32-28", "19-23", "28x19", "14x23"];
const RULES: RuleSet = RuleSet::International;

/// A message to a view.
#[expect(clippy::large_enum_variant, reason = "there are a few of them in a test")]
enum Message {
    Game(GameState),
    Clock(ClockState),
    Tournament(Tournament),
}

use Message::{Clock, Game as Play, Tournament as Event};

/// Describes a change in a few words.
fn describe(change: &Change) -> String {
    match change.kind.as_ref().expect("a change has a kind") {
        Kind::Move(played) => {
            let text = played.r#move.as_ref().map_or("?", |mv| mv.text.as_str());
            let irregular = played.r#move.as_ref().and_then(|mv| mv.irregular.as_ref());
            let article = irregular.map(|article| format!(" ({article})")).unwrap_or_default();
            format!("{} ply {} {text}{article}", version(played.version), played.ply)
        }
        Kind::Result(over) => {
            let text = over.result.as_ref().map_or("?", |result| result.text.as_str());
            format!("{} {text}", version(over.version))
        }
        Kind::Game(game) => {
            let game = game.game.as_ref().expect("a game");
            let result = game.result.as_ref().map_or("*", |result| result.text.as_str());
            let clock = if game.clock.is_some() { " clock" } else { "" };
            let paper = game.on_paper_from.map(|ply| format!(" paper {ply}")).unwrap_or_default();
            let (version, moves) = (version(game.version), game.moves.len());
            format!("game {version} {moves} moves {result}{clock}{paper}")
        }
        Kind::Clock(_) => "clock".to_owned(),
        Kind::Rounds(_) => "rounds".to_owned(),
        Kind::Players(_) => "players".to_owned(),
        Kind::Tournament(_) => "tournament".to_owned(),
        Kind::Standings(_) => "standings".to_owned(),
    }
}

/// Returns a version within the first line as `v4`, within the second as `v1:4`.
fn version(version: u64) -> String {
    match (version >> 20, version & ((1 << 20) - 1)) {
        (0, version) => format!("v{version}"),
        (line, version) => format!("v{line}:{version}"),
    }
}

fn view_of(messages: &[Message], on_effect: impl FnMut(Effect)) -> View {
    watched_view_of(messages, on_effect, |_sequence| true)
}

/// Returns the view after `messages`. It is shrunk before each message for which `is_watched` is
/// false.
fn watched_view_of(
    messages: &[Message],
    mut on_effect: impl FnMut(Effect),
    is_watched: impl Fn(u64) -> bool,
) -> View {
    let mut view = View::new(key());
    for (sequence, message) in (1..).zip(messages) {
        if !is_watched(sequence) {
            view.shrink();
        }
        on_effect(put(&mut view, sequence, message));
    }
    view
}

fn put(view: &mut View, sequence: u64, message: &Message) -> Effect {
    match message {
        Play(state) => view.set_game(game_id(1), sequence, &state.clone().into()).unwrap(),
        Clock(state) => view.set_clock(game_id(1), sequence, state),
        Event(tournament) => view.set_tournament(sequence, picture_of(tournament)),
    }
}

/// Checks the changes of each message, with and without shrinking the view before it.
fn check(messages: &[Message], expected: &[&str]) {
    check_and_view(messages, expected);
}

/// Like [`check`], and returns the view after all messages.
fn check_and_view(messages: &[Message], expected: &[&str]) -> View {
    let watched: [fn(u64) -> bool; 3] = [|_| true, |_| false, |sequence| sequence % 2 == 0];
    for is_watched in watched {
        let mut described = Vec::new();
        let on_effect = |effect: Effect| {
            described.push(effect.changes.iter().map(describe).collect::<Vec<_>>().join(", "));
        };
        let view = watched_view_of(messages, on_effect, is_watched);
        assert_eq!(described, expected);
        let seen = view.seen();
        assert_eq!(seen.game.max(seen.clock).max(seen.tournament), messages.len() as u64);
    }
    view_of(messages, |_effect| ())
}

fn at(millis: i64) -> Timestamp {
    Timestamp::from_millis(millis)
}

fn started(moves: usize) -> Message {
    Play(played(RULES, &MOVES[..moves], None))
}

fn over(moves: usize, outcome: Outcome) -> Message {
    Play(played(RULES, &MOVES[..moves], Some(outcome)))
}

#[test]
fn a_pairing_is_shown_once_it_is_published_and_gone_when_it_is_undone() {
    let round = RoundNumber::FIRST;
    let mut undone = paired(RULES);
    undone.apply(&tournament::Event::RoundUnpaired {
        round,
        reason: "late".to_owned(),
        ground: None,
    });
    let after = check_and_view(
        &[Event(unpublished(RULES)), Event(paired(RULES)), Event(undone), Event(paired(RULES))],
        &[
            "tournament, players, standings",
            "rounds, game v0 0 moves *, standings",
            "rounds, standings",
            "rounds, game v0 0 moves *, standings",
        ],
    );
    assert_eq!(after.picture().unwrap().snapshot(String::new(), STAMP).games.len(), 1);
    let mut view = view_of(&[Event(paired(RULES))], |_effect| ());
    put(&mut view, 2, &Event(unpublished(RULES)));
    assert_eq!(view.picture().unwrap().snapshot(String::new(), STAMP).games, []);
    assert!(view.sheet(game_id(1)).is_none());
}

#[test]
fn each_move_and_the_end_raise_the_version_by_one() {
    check(
        &[
            Event(created(RULES)),
            Event(paired(RULES)),
            started(0),
            started(1),
            started(3),
            over(4, white_won()),
            Event(with_result(paired(RULES), Score::WhiteWins)),
        ],
        &[
            "tournament, standings",
            "players, rounds, game v0 0 moves *, standings",
            "game v1 0 moves *",
            "v2 ply 1 32-28",
            "v3 ply 2 19-23, v4 ply 3 28x19",
            "v5 ply 4 14x23, v6 2-0",
            "standings",
        ],
    );
}

#[test]
fn a_game_is_shown_once_it_is_paired() {
    check(
        &[
            Clock(running_clock()),
            started(2),
            Event(created(RULES)),
            Event(paired(RULES)),
            started(3),
        ],
        &[
            "",
            "",
            "tournament, standings",
            "players, rounds, game v3 2 moves * clock, standings",
            "v4 ply 3 28x19",
        ],
    );
}

#[test]
fn a_game_that_is_shown_late_names_all_messages_that_led_to_it() {
    let mut last = Effect::default();
    view_of(&[Clock(running_clock()), started(2), Event(paired(RULES))], |effect| last = effect);
    assert_eq!(last.sources, Seen { game: 2, clock: 1, tournament: 3 });
    view_of(&[Event(paired(RULES)), started(2), Event(paired(RULES))], |effect| last = effect);
    assert_eq!(last.sources, Seen { game: 0, clock: 0, tournament: 3 });
}

#[test]
fn refusals_and_repeats_change_nothing() {
    check(
        &[
            Event(paired(RULES)),
            // A refusal before the start comes with an empty state.
            Play(GameState::from(&live_game::Game::default())),
            started(1),
            started(1),
            Clock(running_clock()),
            Clock(running_clock()),
            Event(paired(RULES)),
        ],
        &[
            "tournament, players, rounds, game v0 0 moves *, standings",
            "",
            "game v2 1 moves *",
            "",
            "clock",
            "",
            "",
        ],
    );
}

#[test]
fn a_change_that_is_no_move_and_no_end_is_sent_as_the_whole_game() {
    let draw = Outcome::new(Score::Draw, Reason::Arbiter);
    check(
        &[
            Event(paired(RULES)),
            started(2),
            over(2, white_won()),
            over(2, draw),
            Play(played(RULES, &["32-28", "20-24"], None)),
            started(0),
        ],
        &[
            "tournament, players, rounds, game v0 0 moves *, standings",
            "game v3 2 moves *",
            "v4 2-0",
            "game v4 2 moves 1-1",
            "game v3 2 moves *",
            "game v1 0 moves *",
        ],
    );
}

#[test]
fn a_result_recorded_by_hand_is_shown_and_keeps_the_version() {
    check(
        &[
            Event(with_result(paired(RULES), Score::BlackWins)),
            started(0),
            started(1),
            over(1, white_won()),
            Event(with_result(paired(RULES), Score::Draw)),
        ],
        &[
            "tournament, players, rounds, game v0 0 moves 0-2, standings",
            "game v1 0 moves 0-2",
            "v2 ply 1 32-28",
            "v3 0-2",
            "game v3 1 moves 1-1, standings",
        ],
    );
}

#[test]
fn a_result_that_the_tournament_corrects_takes_precedence() {
    let messages = [
        Event(paired(RULES)),
        over(2, white_won()),
        Event(with_result(paired(RULES), Score::WhiteWins)),
        Event(with_result(paired(RULES), Score::Draw)),
        // A result of the game that the tournament has not recorded.
        over(2, Outcome::new(Score::BlackWins, Reason::Arbiter)),
    ];
    check(
        &messages,
        &[
            "tournament, players, rounds, game v0 0 moves *, standings",
            "game v4 2 moves 2-0",
            "standings",
            "game v4 2 moves 1-1, standings",
            "",
        ],
    );
    let view = view_of(&messages, drop);
    let sheet = view.sheet(game_id(1)).unwrap();
    assert_eq!(sheet.outcome.map(|outcome| outcome.score), Some(Score::Draw));
}

#[test]
fn all_orders_of_the_streams_show_the_same() {
    let by_stream: [fn() -> Vec<Message>; 3] = [
        || vec![started(0), started(1), over(2, white_won())],
        || {
            let stopped = ClockState { as_of_ms: 5000, ..ClockState::default() };
            vec![Clock(running_clock()), Clock(stopped)]
        },
        || {
            vec![
                Event(created(RULES)),
                Event(paired(RULES)),
                Event(with_result(paired(RULES), Score::WhiteWins)),
            ]
        },
    ];
    let mut shown = Vec::new();
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        // One stream after the other, and then the streams in turn.
        let whole: Vec<Message> = order.iter().flat_map(|&stream| by_stream[stream]()).collect();
        let mut streams = order.map(|stream| by_stream[stream]().into_iter());
        let turns = (0..9).filter_map(|turn: usize| streams[turn % 3].next()).collect();
        for messages in [whole, turns] {
            let view = view_of(&messages, drop);
            let picture = view.picture().unwrap();
            shown.push(picture.snapshot(String::new(), STAMP));
        }
    }
    for other in &shown {
        assert_eq!(other, &shown[0]);
    }
    assert_eq!(shown[0].games[0].version, 4);
}

#[test]
fn the_list_counts_boards_and_running_games() {
    let entry = |messages: &[Message]| {
        let entry = view_of(messages, drop).entry()?;
        Some((entry.boards, entry.running))
    };
    assert_eq!(entry(&[started(1)]), None);
    assert_eq!(entry(&[Event(created(RULES))]), Some((0, 0)));
    assert_eq!(entry(&[Event(paired(RULES))]), Some((1, 0)));
    assert_eq!(entry(&[Event(paired(RULES)), started(1)]), Some((1, 1)));
    assert_eq!(entry(&[Event(paired(RULES)), over(1, white_won())]), Some((1, 0)));
}

#[test]
fn the_list_says_how_far_a_tournament_is_and_when_its_rounds_were_opened() {
    let entry = |tournament: Tournament| {
        let entry = view_of(&[Event(tournament)], drop).entry().unwrap();
        (entry.state, entry.first_round_at, entry.last_round_at)
    };
    let expected = |state: &str, at| (state.to_owned(), at, at);
    let (round, at) = (RoundNumber::FIRST, Timestamp::from_millis(1000));
    let opened = |mut tournament: Tournament| {
        tournament.apply(&TournamentEvent::RoundOpened { round, at });
        tournament
    };
    let closed = |tournament: Tournament| {
        let mut tournament = opened(tournament);
        tournament.apply(&TournamentEvent::RoundClosed { round, at: None });
        tournament
    };
    assert_eq!(entry(created(RULES)), expected("planned", None));
    assert_eq!(entry(paired(RULES)), expected("planned", None));
    assert_eq!(entry(opened(paired(RULES))), expected("playing", Some(1000)));
    assert_eq!(entry(closed(paired(RULES))), expected("between-rounds", Some(1000)));
    // The schedule of three players has more rounds; those that are paired by hand may be all.
    let over = with_result(paired(RULES), Score::WhiteWins);
    assert_eq!(entry(closed(over)), expected("between-rounds", Some(1000)));
    let over = with_result(paired_by_hand(RULES), Score::WhiteWins);
    assert_eq!(entry(closed(over)), expected("finished", Some(1000)));
}

#[test]
fn a_state_that_cannot_be_read_changes_nothing() {
    let mut view = view_of(&[Event(paired(RULES)), started(1)], drop);
    let before = view.picture().unwrap().snapshot(String::new(), STAMP);
    let mut bad = played(RULES, &MOVES[..2], None);
    bad.start_fen = "W:W51:B1".to_owned();
    assert!(view.set_game(game_id(1), 9, &bad.into()).is_err());
    let mut worse = played(RULES, &MOVES[..2], None);
    worse.plies[1].r#move = None;
    assert!(view.set_game(game_id(1), 9, &worse.into()).is_err());
    assert_eq!(view.picture().unwrap().snapshot(String::new(), STAMP), before);
}

#[test]
fn a_message_that_is_not_newer_than_the_view_changes_nothing() {
    let mut view = View::new(key());
    view.set_tournament(9, picture_of(&paired(RULES)));
    view.set_game(game_id(1), 9, &played(RULES, &MOVES[..2], None).into()).unwrap();
    view.set_clock(game_id(1), 9, &running_clock());
    let shown = |view: &View| serde_json::to_string(&view.picture().unwrap().body()).unwrap();
    let (before, seen) = (shown(&view), view.seen());
    for sequence in [8, 9] {
        let older = [
            view.set_tournament(sequence, picture_of(&created(RULES))),
            view.set_game(game_id(1), sequence, &played(RULES, &MOVES[..1], None).into()).unwrap(),
            view.set_clock(game_id(1), sequence, &ClockState::default()),
        ];
        assert!(older.iter().all(|effect| effect.changes.is_empty()), "{older:?}");
        assert_eq!((shown(&view), view.seen()), (before.clone(), seen));
    }
}
