//! Tests that an irregular move without a ruling is hidden from spectators (rules art. 24).

use draughts::{Bitboard, Breach, Irregularity, Move, Standing};
use prost::Message as _;

use super::*;
use crate::pdn::{Export, Selection};

fn input(sequence: u64) -> InputId {
    InputId::new(DeviceId::new("w").unwrap(), sequence)
}

/// Returns a game of two moves, in which White must capture 28x19.
fn log() -> Game {
    let at = Timestamp::from_millis;
    let rules = RuleSet::International;
    let start = Position::start(rules.variant());
    let mut log = Game::default();
    log.apply(&GameEvent::Started { rules, start, at: at(1000) });
    for (ply, text) in (1..).zip(&MOVES[..2]) {
        let mv = log.position().parse_move(text).unwrap();
        let played = GameEvent::MovePlayed { ply, mv, input: input(ply.into()), at: at(2000) };
        log.apply(&played);
    }
    log
}

/// Returns an irregular quiet move by White, which misses the capture.
fn missed_capture(before: &Position) -> (Irregularity, Standing) {
    let played: draughts::MoveText = "37-32".parse().unwrap();
    let mv = Move::new(played.from, played.to, Bitboard::EMPTY);
    let standing = Standing { mv, after: before.play_unchecked(&mv) };
    let breach = Breach::CaptureObligatory;
    let obliged = before.obligation();
    (Irregularity { played, breach, obliged, standing: Some(standing) }, standing)
}

/// Returns every byte that is public after these events: frames, snapshot, list and PDN.
fn public(events: Vec<GameEvent>) -> Vec<Vec<u8>> {
    let mut log = log();
    let channel = channel(ROOMY);
    apply(&channel, |view| view.set_tournament(5, picture_of(&paired(RuleSet::International))));
    apply(&channel, |view| view.set_game(game_id(1), 7, &GameState::from(&log).into()).unwrap());
    for (sequence, event) in (8..).zip(events) {
        log.apply(&event);
        let state = GameState::from(&log);
        apply(&channel, |view| view.set_game(game_id(1), sequence, &state.into()).unwrap());
    }
    let mut items = vec![Item::Snapshot(channel.now().unwrap())];
    let ring = channel.ring();
    ring.read(ring.next() - 2, 2, |frame| items.push(Item::Frame(Arc::clone(frame)))).unwrap();
    drop(ring);
    let mut bytes = Vec::new();
    for item in items {
        let (start, rest) = item.to_grpc(STAMP).unwrap();
        bytes.push([&start[..], &rest.unwrap_or_default()].concat());
        let (mut socket, mut event) = (Vec::new(), Vec::new());
        item.to_socket(STAMP, &mut socket).unwrap();
        item.to_event(STAMP, &mut event).unwrap();
        bytes.extend([socket.concat(), event.concat()]);
    }
    bytes.push(channel.entry().unwrap().encode_to_vec());
    let pdn = Export::take(&channel.view(), Selection::Tournament).unwrap().write().unwrap();
    bytes.push(pdn.into_bytes());
    bytes
}

#[test]
fn an_irregular_move_that_waits_is_in_no_public_byte() {
    let before = log().position();
    let (irregularity, Standing { mv, after }) = missed_capture(&before);
    let at = Timestamp::from_millis(3000);
    let breach = irregularity.breach;
    let noted = GameEvent::IrregularityNoted {
        ply: 3,
        irregularity: Box::new(irregularity),
        input: input(3),
        at,
    };
    // A later message that changes nothing for spectators.
    let confirmed = GameEvent::MoveConfirmed { ply: 2, input: input(3) };
    let stands = GameEvent::IrregularityStands {
        ply: 3,
        mv,
        breach,
        after,
        input: input(3),
        ruling: None,
        at,
    };
    let with_noted = public(vec![noted.clone()]);
    assert_eq!(with_noted, public(vec![confirmed]));
    let shows = |bytes: &[Vec<u8>], text: &str| {
        bytes.iter().filter(|one| String::from_utf8_lossy(one).contains(text)).count()
    };
    for secret in ["37-32", "27c", "irregular", "obligatory"] {
        assert_eq!(shows(&with_noted, secret), 0, "{secret}");
    }
    // Once it stands, every one of them shows it.
    let bytes = public(vec![noted, stands]);
    assert_eq!(shows(&bytes, "37-32"), 7);
    assert_eq!(shows(&bytes, "27c"), 7);
}
