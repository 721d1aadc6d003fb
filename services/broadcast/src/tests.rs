//! A small tournament for the tests, and tests of the exact text that spectators read.

use draughts::{Color, Outcome, Position, Reason, RuleSet, Score, Timestamp};
use live_game::{DeviceId, Game, GameEvent, InputId};
use proto::{
    subject::{GameId, Stream, TournamentKey},
    v1::{ClockState, GameState},
};
use runtime::{MemoryBroker, WallClock};
use std::{sync::Arc, time::Duration};
use tournament::{
    Event, PairedRound, Pairing, PairingMethod, Player, PlayerId, RoundKind, RoundNumber, Schedule,
    Settings, TableNumber, Tournament, regulation::Format,
};

use crate::{
    channel::Channel,
    cursor::{Histories, Life, Seen},
    frame::{EncodeError, Item},
    freshness::{Freshness, Stamp},
    hub::Hub,
    log_state::LogState,
    ring::Limits,
    view::{Effect, TournamentPicture, View},
};

mod description;
mod embargoes;
mod embeds;
mod grpc;
mod hub;
mod records;
mod requests;
mod secrets;
pub(crate) mod sheet;
mod socket;
mod watcher;

/// Limits that no test reaches.
const ROOMY: Limits = Limits { frames: 100, bytes: usize::MAX };

pub(crate) fn key() -> TournamentKey {
    TournamentKey { venue: "main".parse().unwrap(), tournament: "demo".parse().unwrap() }
}

pub(crate) fn picture_of(tournament: &Tournament) -> TournamentPicture {
    TournamentPicture::of(&key(), tournament.clone())
}

pub(crate) fn game_id(table: u32) -> GameId {
    GameId::new(1, table).unwrap()
}

fn log_state() -> LogState {
    LogState::new(life(), WallClock::system())
}

/// The time without a request or a message after which a tournament is forgotten.
const FORGET_AFTER: Duration = Duration::from_secs(24 * 3600);

/// Returns a hub without tournaments, and without a log.
pub(crate) fn empty_hub(limits: Limits) -> Hub {
    hub_on(&MemoryBroker::default(), limits, WallClock::system())
}

/// Returns a hub for a log, as if all that it has was read.
fn hub_on(broker: &MemoryBroker, limits: Limits, clock: WallClock) -> Hub {
    let hub = unread_hub(broker, limits, clock);
    hub.log_state().mark_loaded();
    hub
}

/// Returns a hub for a log, which nothing was read of yet.
fn unread_hub(broker: &MemoryBroker, limits: Limits, clock: WallClock) -> Hub {
    Hub::new(LogState::new(life(), clock), limits, FORGET_AFTER, broker.log())
}

/// The stamp of every item in these tests.
pub(crate) const STAMP: Stamp =
    Stamp { now: Timestamp::from_millis(77), freshness: Freshness::Live };

const LOST: Freshness = Freshness::LogLost { since: Timestamp::from_millis(5) };

fn life() -> Life {
    Life::of(["a", "b", "c"])
}

fn folded(events: &[Event]) -> Tournament {
    let mut tournament = Tournament::default();
    events.iter().for_each(|event| tournament.apply(event));
    tournament
}

pub(crate) fn created(rules: RuleSet) -> Tournament {
    folded(&[creation(rules)])
}

fn creation(rules: RuleSet) -> Event {
    creation_with(rules, Format::Table(Schedule::Berger))
}

fn creation_with(rules: RuleSet, format: Format) -> Event {
    let control = "80m + 60s".parse().unwrap();
    let settings = Settings {
        notice: "games played by a computer".to_owned(),
        ..Settings::plain("Demo", rules, control, format)
    };
    Event::Created { settings: Box::new(settings) }
}

/// Returns a tournament of three players; the first two are paired in a first round that is not
/// published.
pub(crate) fn unpublished(rules: RuleSet) -> Tournament {
    folded(&unpublished_events(rules))
}

fn unpublished_events(rules: RuleSet) -> Vec<Event> {
    let mut events = vec![creation(rules)];
    for (id, name, club, rating) in [
        (1, "Anna", Some("DC \"Damstad\""), Some(1234)),
        (2, "Bauke", None, None),
        (3, "Cor", None, None),
    ] {
        events.push(Event::PlayerEntered {
            player: Player {
                id: PlayerId::new(id).unwrap(),
                name: name.to_owned(),
                club: club.map(str::to_owned),
                rating,
                category: None,
                birth_year: None,
                member: None,
                publicity: None,
            },
        });
    }
    let round = RoundNumber::FIRST;
    let paired = PairedRound {
        round,
        kind: RoundKind::Regular,
        pairings: vec![Pairing {
            table: TableNumber::FIRST,
            white: PlayerId::new(1).unwrap(),
            black: PlayerId::new(2).unwrap(),
        }],
        matches: Vec::new(),
        byes: vec![PlayerId::new(3).unwrap().into()],
        absent: Vec::new(),
        method: PairingMethod::Schedule,
    };
    events.push(Event::RoundPaired { paired: Box::new(paired) });
    events
}

/// Returns the same tournament with its first round published.
pub(crate) fn paired(rules: RuleSet) -> Tournament {
    folded(&paired_events(rules))
}

/// Returns the same tournament with rounds that are paired by hand.
pub(crate) fn paired_by_hand(rules: RuleSet) -> Tournament {
    let mut events = paired_events(rules);
    events[0] = creation_with(rules, Format::Manual);
    folded(&events)
}

fn paired_events(rules: RuleSet) -> Vec<Event> {
    let mut events = unpublished_events(rules);
    let (round, at) = (RoundNumber::FIRST, Timestamp::from_millis(900));
    events.push(Event::RoundPublished { round, at });
    events
}

pub(crate) fn with_result(mut tournament: Tournament, score: Score) -> Tournament {
    tournament.apply(&Event::ResultRecorded {
        round: RoundNumber::FIRST,
        table: TableNumber::FIRST,
        outcome: Outcome::new(score, Reason::Resignation),
        men_ahead: None,
    });
    tournament
}

pub(crate) fn white_won() -> Outcome {
    Outcome::win(Color::White, Reason::Resignation)
}

/// Returns the state of a game after `moves`.
pub(crate) fn played(rules: RuleSet, moves: &[&str], outcome: Option<Outcome>) -> GameState {
    let mut game = Game::default();
    game_events(rules, moves, outcome).iter().for_each(|event| game.apply(event));
    GameState::from(&game)
}

fn game_events(rules: RuleSet, moves: &[&str], outcome: Option<Outcome>) -> Vec<GameEvent> {
    let at = Timestamp::from_millis;
    let input = |sequence| InputId::new(DeviceId::new("w").unwrap(), sequence);
    let mut position = Position::start(rules.variant());
    let mut events = vec![GameEvent::Started { rules, start: position, at: at(1000) }];
    for (ply, text) in (1..).zip(moves) {
        let mv = position.parse_move(text).unwrap();
        position = position.play_unchecked(&mv);
        let (input, at) = (input(ply.into()), at(1000 + i64::from(ply) * 1000));
        events.push(GameEvent::MovePlayed { ply, mv, input, at });
    }
    if let Some(outcome) = outcome {
        events.push(GameEvent::Finished { outcome, input: None, by_hand: None, at: at(9000) });
    }
    events
}

pub(crate) fn running_clock() -> ClockState {
    let mut clock = ClockState {
        white_ms: 4_860_000,
        black_ms: 4_800_000,
        as_of_ms: 2000,
        ..ClockState::default()
    };
    clock.set_running(proto::v1::Color::Black);
    clock
}

pub(crate) fn channel(limits: Limits) -> Arc<Channel> {
    Arc::new(Channel::new(key(), Arc::new(log_state()), limits))
}

/// Applies a message. All messages of these tests have the same digest.
fn apply(channel: &Channel, change: impl FnOnce(&mut View) -> Effect) {
    let applied = channel.apply(|view| {
        let effect = change(view);
        let Seen { game, clock, tournament } = view.seen();
        view.note(Stream::Game, game, &[]);
        view.note(Stream::Clock, clock, &[]);
        view.note(Stream::Tournament, tournament, &[]);
        Ok::<Effect, EncodeError>(effect)
    });
    applied.unwrap();
}

/// Applies messages of GAME from `sequence` on, each a move further into the game.
fn play(channel: &Channel, sequence: u64, moves: &[&str], plies: std::ops::RangeInclusive<usize>) {
    for (sequence, plies) in (sequence..).zip(plies) {
        let state = played(RuleSet::International, &moves[..plies], None);
        apply(channel, |view| view.set_game(game_id(1), sequence, &state.into()).unwrap());
    }
}

const MOVES: [&str; 6] = ["32-28", "19-23", "28x19", "14x23", "37-32", "10-14"];

/// Returns a hub with one tournament, in which two moves were played.
fn hub() -> Hub {
    with_game(empty_hub(ROOMY))
}

/// Adds that tournament to a hub.
fn with_game(hub: Hub) -> Hub {
    let channel = hub.channel(&key());
    apply(&channel, |view| view.set_tournament(5, picture_of(&paired(RuleSet::International))));
    play(&channel, 7, &MOVES, 0..=2);
    hub
}

fn json(items: &[Item]) -> Vec<String> {
    let text = |item: &Item| {
        let mut pieces = Vec::new();
        item.to_socket(STAMP, &mut pieces).unwrap();
        // The first piece is the header of the WebSocket frame.
        String::from_utf8(pieces[1..].concat()).unwrap()
    };
    items.iter().map(text).collect()
}

/// Returns the newest frame of a channel.
fn newest(channel: &Channel) -> String {
    let mut items = Vec::new();
    let last = channel.ring().next() - 1;
    channel.ring().read(last, 1, |frame| items.push(Item::Frame(Arc::clone(frame)))).unwrap();
    json(&items).remove(0)
}

const START: &str = "W:W31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:\
    B1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20";
const AFTER_32_28: &str = "B:W28,31,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:\
    B1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20";
const TOURNAMENT: &str = r#"{"venue":"main","id":"demo","name":"Demo","rules":"international","control":{"baseMs":4800000,"incrementMs":60000},"notice":"games played by a computer"}"#;
const PLAYERS: &str = r#"[{"id":1,"name":"Anna","club":"DC \"Damstad\"","rating":1234},{"id":2,"name":"Bauke","club":null,"rating":null},{"id":3,"name":"Cor","club":null,"rating":null}]"#;
const ROUNDS: &str = r#"[{"number":1,"state":"paired","games":["r1-t1"],"bye":3,"byes":[3]}]"#;
const STANDINGS: &str = r#"[{"rank":1,"tied":true,"player":1,"played":0,"wins":0,"draws":0,"losses":0,"points":0,"sonnebornBerger":0},{"rank":1,"tied":true,"player":2,"played":0,"wins":0,"draws":0,"losses":0,"points":0,"sonnebornBerger":0},{"rank":1,"tied":true,"player":3,"played":0,"wins":0,"draws":0,"losses":0,"points":0,"sonnebornBerger":0}]"#;
const TABLES: &str = r#"[{"group":1,"contest":"games","columns":[{"key":"points","unit":1},{"key":"sonneborn-berger","unit":1},{"key":"mutual-result","unit":1}],"rows":[{"place":1,"tied":true,"participant":1,"played":0,"wins":0,"draws":0,"losses":0,"toPlay":1,"values":[0,0,0]},{"place":1,"tied":true,"participant":2,"played":0,"wins":0,"draws":0,"losses":0,"toPlay":1,"values":[0,0,0]},{"place":1,"tied":true,"participant":3,"played":0,"wins":0,"draws":0,"losses":0,"values":[0,0,0]}],"ties":[{"place":1,"participants":[1,2,3],"remedy":null,"early":true}],"article":""}]"#;
const GAME_HEAD: &str = r#"{"id":"r1-t1","round":1,"table":1,"white":1,"black":2,"#;

#[test]
fn spectators_read_exactly_this_json() {
    let channel = channel(ROOMY);
    let nothing = life().cursor(Seen::default(), Histories::default().mark(Seen::default()));
    let nothing = nothing.to_string();
    let (name, (_position, mark)) =
        nothing.split_once('.').map(|(name, rest)| (name, rest.rsplit_once('.').unwrap())).unwrap();
    let changes = |cursor: &str, changes: &str| {
        format!(r#"{{"type":"changes","cursor":"{name}.{cursor}.{mark}","changes":[{changes}]}}"#)
    };
    let unstarted = format!(
        r#"{GAME_HEAD}"started":false,"version":0,"start":"{START}","fen":"{START}","moves":[],"result":null,"clock":null}}"#
    );
    apply(&channel, |view| view.set_tournament(5, picture_of(&paired(RuleSet::International))));
    let kinds = format!(
        r#"{{"kind":"tournament","tournament":{TOURNAMENT}}},{{"kind":"players","players":{PLAYERS},"teams":[]}},{{"kind":"rounds","rounds":{ROUNDS}}},{{"kind":"game","game":{unstarted}}},{{"kind":"standings","standings":{STANDINGS},"tables":{TABLES}}}"#
    );
    assert_eq!(newest(&channel), changes("0.0.5", &kinds));

    play(&channel, 7, &MOVES, 0..=1);
    let mv = r#"{"text":"32-28","from":32,"to":28,"captured":[],"at":2000}"#;
    let kind = format!(r#"{{"kind":"move","game":"r1-t1","version":2,"ply":1,"move":{mv}}}"#);
    assert_eq!(newest(&channel), changes("8.0.5", &kind));

    apply(&channel, |view| view.set_clock(game_id(1), 9, &running_clock()));
    let clock = r#"{"white":4860000,"black":4800000,"running":"black","asOf":2000,"flag":null}"#;
    let kind = format!(r#"{{"kind":"clock","game":"r1-t1","clock":{clock}}}"#);
    assert_eq!(newest(&channel), changes("8.9.5", &kind));

    let over = played(RuleSet::International, &MOVES[..1], Some(white_won()));
    apply(&channel, |view| view.set_game(game_id(1), 10, &over.into()).unwrap());
    let result = r#"{"text":"2-0","score":"white","reason":"resignation"}"#;
    let kind = format!(r#"{{"kind":"result","game":"r1-t1","version":3,"result":{result}}}"#);
    assert_eq!(newest(&channel), changes("10.9.5", &kind));

    let game = format!(
        r#"{GAME_HEAD}"started":true,"version":3,"start":"{START}","fen":"{AFTER_32_28}","moves":[{mv}],"result":{result},"clock":{clock}}}"#
    );
    let snapshot = format!(
        r#"{{"type":"snapshot","cursor":"{name}.10.9.5.{mark}","now":77,"tournament":{TOURNAMENT},"players":{PLAYERS},"rounds":{ROUNDS},"games":[{game}],"standings":{STANDINGS},"tables":{TABLES},"teams":[]}}"#
    );
    let items = [
        Item::Snapshot(channel.now().unwrap()),
        Item::Resumed(format!("{mark}.8.0.5")),
        Item::Time,
    ];
    assert_eq!(
        json(&items),
        [
            snapshot,
            format!(r#"{{"type":"resumed","cursor":"{mark}.8.0.5","now":77}}"#),
            r#"{"type":"time","now":77}"#.to_owned(),
        ]
    );
}

#[test]
fn a_snapshot_is_the_same_as_text_and_as_a_message() {
    let snapshot = hub().channel(&key()).now().unwrap();
    for freshness in [Freshness::Live, LOST] {
        let stamp = Stamp { freshness, ..STAMP };
        let message = proto::v1::frame::Frame::Snapshot(snapshot.message(stamp));
        let message = proto::v1::Frame { frame: Some(message) };
        let text = String::from_utf8(snapshot.json(stamp).unwrap().concat()).unwrap();
        assert_eq!(text, serde_json::to_string(&message).unwrap());
    }
}

#[test]
fn all_messages_but_changes_say_since_when_the_log_is_lost() {
    let stamp = Stamp { freshness: LOST, ..STAMP };
    let snapshot = hub().channel(&key()).now().unwrap();
    let cursor = snapshot.cursor.clone();
    let fresh = r#""now":77,"fresh":{"state":"log-lost","since":5}"#;
    for (item, expected) in [
        (Item::Time, format!(r#"{{"type":"time",{fresh}}}"#)),
        (
            Item::Resumed(cursor.clone()),
            format!(r#"{{"type":"resumed","cursor":"{cursor}",{fresh}}}"#),
        ),
        (
            Item::Snapshot(snapshot),
            format!(r#"{{"type":"snapshot","cursor":"{cursor}",{fresh},"tournament":"#),
        ),
    ] {
        let mut pieces = Vec::new();
        item.to_socket(stamp, &mut pieces).unwrap();
        let text = String::from_utf8(pieces[1..].concat()).unwrap();
        assert!(text.starts_with(&expected), "{text}");
    }
}

#[test]
fn server_sent_events_carry_the_same_text() {
    let hub = hub();
    let channel = hub.channel(&key());
    let cursor = channel.now().unwrap().cursor.clone();
    let mut frames = Vec::new();
    channel.ring().read(3, 1, |frame| frames.push(Item::Frame(Arc::clone(frame)))).unwrap();
    let items = [
        Item::Snapshot(channel.now().unwrap()),
        frames.remove(0),
        Item::Resumed(cursor.clone()),
        Item::Time,
    ];
    let texts = json(&items);
    for (item, (text, id)) in items.iter().zip(texts.iter().zip([true, true, true, false])) {
        let mut pieces = Vec::new();
        item.to_event(STAMP, &mut pieces).unwrap();
        let event = String::from_utf8(pieces.concat()).unwrap();
        let id = if id { format!("id: {cursor}\n") } else { String::new() };
        assert_eq!(event, format!("{id}data: {text}\n\n"));
    }
}
