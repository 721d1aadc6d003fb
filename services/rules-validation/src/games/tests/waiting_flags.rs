//! Tests of flags that wait for moves which the log has lost.

use live_game::GameClock;

use super::*;

/// Returns the opening of a clock, a press of each side, and the fall of White's flag.
fn clock_events() -> Vec<ClockEvent> {
    let control = "5400".parse().unwrap();
    let remaining = Duration::from_secs(5_000);
    let events = [
        Event::Started { control, at: at(1_000), by: None },
        Event::Pressed { by: Color::White, at: at(2_000), remaining },
        Event::Pressed { by: Color::Black, at: at(3_000), remaining },
        Event::FlagFell { color: Color::White, at: at(5_401_000), required: None },
    ];
    events.map(ClockEvent::Clock).into()
}

async fn hand_in_moves(broker: &MemoryBroker, game: &GameKey) {
    for (ply, mv) in [(1, "32-28"), (2, "19-23")] {
        let mv: draughts::MoveText = mv.parse().unwrap();
        let played = v1::PlayMove { ply, r#move: Some((&mv).into()) };
        hand_in(broker, game, u64::from(ply) + 1, Action::Play(played)).await;
    }
}

async fn load(broker: &MemoryBroker, game: &GameKey) -> Game {
    let subject = Subject::game(Stream::Game, game);
    Ledger::<Game>::load(&broker.log(), subject).await.unwrap().state().clone()
}

/// GAME and INPUT have lost the moves that CLOCK has presses of, and perhaps the start, too.
#[tokio::test(start_paused = true)]
async fn a_flag_waits_until_devices_have_handed_in_again_what_was_lost() {
    let lost = Some(Outcome::win(Color::Black, Reason::FlagFall));
    for has_start in [true, false] {
        let (broker, game) = (MemoryBroker::default(), table(1));
        if has_start {
            play(&broker, &game, &[]).await;
        }
        let subject = Subject::game(Stream::Clock, &game);
        for event in clock_events() {
            broker.append::<GameClock>(&subject, &[event], None).await.unwrap();
        }
        let tasks = serve(&broker).await;
        let acknowledged = 4 + usize::from(has_start);
        judged(&broker, &game, 0, acknowledged).await;
        assert_eq!(load(&broker, &game).await.outcome(), None);

        if !has_start {
            play(&broker, &game, &[]).await;
        }
        hand_in_moves(&broker, &game).await;
        while load(&broker, &game).await.outcome().is_none() {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        tasks.stop(Duration::from_secs(1)).await;
        let after = load(&broker, &game).await;
        assert_eq!((after.plies().len(), after.outcome()), (2, lost));
    }
}

/// Inputs go to one replica and flags to another.
#[tokio::test(start_paused = true)]
async fn a_flag_that_waits_is_judged_although_another_replica_judges_the_moves() {
    let (broker, game) = (MemoryBroker::default(), table(1));
    play(&broker, &game, &[]).await;
    let subject = Subject::game(Stream::Clock, &game);
    for event in clock_events() {
        broker.append::<GameClock>(&subject, &[event], None).await.unwrap();
    }
    let (mut of_flags, mut of_inputs) = (replica(&broker), replica(&broker));
    of_flags.start().await.unwrap();
    hand_in_moves(&broker, &game).await;
    of_inputs.start().await.unwrap();
    // It has judged the flag, too; GAME loses that.
    let judged = broker.stored(Stream::Game).len();
    broker.set_back(Stream::Game, judged - 1);
    assert_eq!(load(&broker, &game).await.plies().len(), 2);

    assert!(of_flags.deadline().is_some());
    of_flags.on_deadline().await;
    let lost = Some(Outcome::win(Color::Black, Reason::FlagFall));
    assert_eq!(load(&broker, &game).await.outcome(), lost);
    assert_eq!(of_flags.deadline(), None);
}
