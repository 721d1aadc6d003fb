//! The faults of a run, chosen by its random numbers.

use std::{sync::Arc, time::Duration};

use proto::subject::Stream;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use crate::{
    link::Rates,
    replica::{Replica, World},
};

/// Returns the rates of faults on the connections of a run.
pub(crate) fn rates(world: &World) -> Rates {
    if world.is_busy {
        return Rates::default();
    }
    let dice = &world.dice;
    let rate = |most: u64| if dice.happens(500) { dice.number(0..=most) } else { 0 };
    Rates {
        request_lost: rate(15),
        answer_lost: rate(25),
        ack_lost: rate(80),
        live_lost: rate(60),
        live_twice: rate(20),
        delivery_lost: rate(40),
        late: rate(8),
        unavailable: rate(15),
    }
}

/// Causes faults until `enough` is cancelled, and then ends all of them.
pub(crate) async fn happen(world: World, replicas: Arc<Vec<Replica>>, enough: CancellationToken) {
    let dice = &world.dice;
    if world.is_busy {
        return;
    }
    // Messages that desk and pairing wrote before the games began come back by people alone.
    let opened = [Stream::Tournament, Stream::Input]
        .map(|stream| world.server.store().stream(stream).last_sequence());
    let mut losses = if world.has_cuts { dice.number(1..=3) } else { 0 };
    let often = dice.number(300..=3000);
    while !enough.is_cancelled() {
        let pause = sleep(dice.millis(50..=2 * often));
        if enough.run_until_cancelled(pause).await.is_none() {
            break;
        }
        if losses > 0 && dice.happens(200) {
            losses -= 1;
            lose_ends(&world, &replicas, opened);
        }
        let replica = replicas[dice.below(replicas.len())].clone();
        match dice.number(0..=9) {
            0..=3 => crash(&world, replica),
            4..=6 => cut(&world, vec![replica], 6000),
            7 => cut(&world, replicas.to_vec(), 2500),
            8 => {
                let mut store = world.server.store();
                for durable in store.durables.values_mut() {
                    if dice.happens(500) {
                        durable.hang_up();
                    }
                }
            }
            _ => {
                if let Some(link) = replica.link() {
                    link.set_slow(dice.number(10..=300));
                    let lasts = dice.millis(500..=5000);
                    world.tasks.spawn_until_stop(async move {
                        sleep(lasts).await;
                        link.set_slow(0);
                    });
                }
            }
        }
    }
    for replica in replicas.iter() {
        replica.set_rates(Rates::default());
        if let Some(link) = replica.link() {
            link.set_slow(0);
            link.set_connected(true);
        }
        replica.start();
    }
    world.server.store().lag_ms = 0;
}

/// Restarts the server after a loss of power: streams have lost their last messages, which
/// consumers may have acknowledged.
fn lose_ends(world: &World, replicas: &[Replica], [tournament, input]: [u64; 2]) {
    cut(world, replicas.to_vec(), 2500);
    // Whoever works on the machine begins anew.
    world.console.set_connected(false);
    world.console.set_connected(true);
    for (stream, opened) in [
        (Stream::Game, 0),
        (Stream::Clock, 0),
        (Stream::Access, 0),
        (Stream::Tournament, tournament),
        (Stream::Input, input),
    ] {
        let may_be_cut = stream != Stream::Input || world.loses_inputs;
        if may_be_cut && world.dice.happens(500) {
            let mut store = world.server.store();
            store.cut(stream, if world.loses_openings { 0 } else { opened });
        }
    }
}

fn crash(world: &World, replica: Replica) {
    replica.crash();
    let after = world.dice.millis(20..=4000);
    world.tasks.spawn_until_stop(async move {
        sleep(after).await;
        replica.start();
    });
}

/// Cuts the connections of replicas for a while.
pub(crate) fn cut(world: &World, replicas: Vec<Replica>, most_ms: u64) {
    let links: Vec<_> = replicas.iter().filter_map(Replica::link).collect();
    for link in &links {
        link.set_connected(false);
    }
    let after = world.dice.millis(20..=most_ms);
    world.tasks.spawn_until_stop(async move {
        sleep(after.max(Duration::from_millis(1))).await;
        for link in links {
            // The connection of a process that has crashed stays away.
            if replicas
                .iter()
                .any(|replica| replica.link().is_some_and(|is| Arc::ptr_eq(&is, &link)))
            {
                link.set_connected(true);
            }
        }
    });
}
