//! The embargoes of a round: set, lifted and released while it is played, and what the public saw
//! nevertheless.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use anyhow::{Context as _, Result, anyhow};
use proto::{
    Timestamp,
    v1::{
        CloseRoundRequest, Embargo, EmbargoEnd, EmbargoScope, GetSnapshotRequest,
        ReleaseEmbargoRequest, SetEmbargoRequest, StandingView, TournamentRef,
        broadcast_service_client::BroadcastServiceClient, embargo::Until,
        pairing_service_client::PairingServiceClient,
    },
};
use runtime::WallClock;
use tokio::time::{sleep, timeout};
use tonic::{Code, Status};

use crate::{
    again::{ANSWER, is_passing},
    channel::LossyChannel,
    hall::GAMES,
    seed::Dice,
    wait::until,
};

/// The longest delay of the public, in seconds: more than the error that the clocks of three
/// services may have together where times of day are set, so that its check sees something.
const DELAY_S: u32 = 10;
/// The longest time until a replica shows what has become public.
const SHOWN_WITHIN: Duration = Duration::from_secs(3);

/// The first moments at which the public saw something. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Sights {
    clock: WallClock,
    seen: Arc<Mutex<Seen>>,
}

/// The first moments at which anybody saw something.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seen {
    /// By game and number of plies.
    pub(crate) plies: BTreeMap<(String, usize), Timestamp>,
    /// The results of games.
    pub(crate) results: BTreeMap<String, Timestamp>,
    /// By number of results that count in the standings.
    pub(crate) counted: BTreeMap<usize, Timestamp>,
}

impl Sights {
    /// Returns the sights of a public that has seen nothing.
    pub(crate) fn new(clock: WallClock) -> Self {
        Self { clock, seen: Arc::default() }
    }

    /// Returns everything that was seen.
    pub(crate) fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that a game is shown with so many plies, and its result if it has one.
    pub(crate) fn note_game(&self, id: &str, plies: usize, has_result: bool) {
        let now = self.clock.now();
        let mut seen = self.seen();
        seen.plies.entry((id.to_owned(), plies)).or_insert(now);
        if has_result {
            seen.results.entry(id.to_owned()).or_insert(now);
        }
    }

    /// Notes the standings that are shown.
    pub(crate) fn note_standings(&self, standings: &[StandingView]) {
        // Each result counts for two.
        let counted = standings.iter().map(|row| row.played as usize).sum::<usize>() / 2;
        let now = self.clock.now();
        self.seen().counted.entry(counted).or_insert(now);
    }

    /// Asks a replica for its picture again and again until the run ends.
    pub(crate) async fn look(self, replica: LossyChannel, dice: Dice, tournament: TournamentRef) {
        let client = BroadcastServiceClient::new(replica).max_decoding_message_size(1 << 26);
        loop {
            sleep(dice.millis(100..=500)).await;
            let request = GetSnapshotRequest { tournament: Some(tournament.clone()) };
            let asked = timeout(ANSWER, client.clone().get_snapshot(request)).await;
            let snapshot = asked.ok().and_then(Result::ok).and_then(|it| it.into_inner().snapshot);
            let Some(snapshot) = snapshot else { continue };
            for game in snapshot.games {
                self.note_game(&game.id, game.moves.len(), game.result.is_some());
            }
            self.note_standings(&snapshot.standings);
        }
    }
}

/// The desk of the arbiter who decides about embargoes. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct EmbargoDesk {
    tournament: TournamentRef,
    pairing: PairingServiceClient<LossyChannel>,
    dice: Dice,
}

impl EmbargoDesk {
    /// Returns the desk, which calls pairing over a channel.
    pub(crate) fn new(tournament: TournamentRef, pairing: LossyChannel, dice: Dice) -> Self {
        Self { tournament, pairing: PairingServiceClient::new(pairing), dice }
    }

    /// Sets, lifts and releases embargoes while the round is played.
    ///
    /// # Errors
    /// If a decision is not answered in the end, or refused for another reason than that there is
    /// nothing to do.
    pub(crate) async fn decide(self) -> Result<()> {
        for _decision in 0..self.dice.number(2..=6) {
            sleep(self.dice.millis(0..=3_000)).await;
            match self.dice.number(0..=9) {
                0..=6 => self.set(Some(self.embargo())).await,
                7 => self.set(None).await,
                _ => self.release().await,
            }?;
        }
        Ok(())
    }

    /// Lets everything become public: by the end of the round, or because every embargo is lifted.
    /// Returns when all of it has to be shown.
    ///
    /// # Errors
    /// As [`EmbargoDesk::decide`].
    pub(crate) async fn end(&self) -> Result<()> {
        if self.dice.happens(500) {
            let tournament = Some(self.tournament.clone());
            let by = "Arbiter".to_owned();
            let request =
                CloseRoundRequest { tournament, round: 1, by, ..CloseRoundRequest::default() };
            let close = || {
                let (mut pairing, request) = (self.pairing.clone(), request.clone());
                async move { pairing.close_round(request).await.map(drop) }
            };
            self.call("close the round", close).await?;
        } else {
            let all = (0..=GAMES).map(|table| EmbargoScope { round: 1, table });
            for scope in [EmbargoScope::default()].into_iter().chain(all) {
                self.set_at(scope, None).await?;
            }
        }
        sleep(Duration::from_secs(DELAY_S.into()) + SHOWN_WITHIN).await;
        Ok(())
    }

    fn embargo(&self) -> Embargo {
        let until = match self.dice.number(0..=3) {
            0 | 1 => {
                Until::DelayS(u32::try_from(self.dice.number(1..=DELAY_S.into())).unwrap_or(1))
            }
            2 => Until::End(EmbargoEnd::Game.into()),
            _ => Until::End(EmbargoEnd::Round.into()),
        };
        Embargo { until: Some(until) }
    }

    fn scope(&self) -> EmbargoScope {
        let table = u32::try_from(self.dice.number(1..=GAMES.into())).unwrap_or(1);
        match self.dice.number(0..=3) {
            0 | 1 => EmbargoScope::default(),
            2 => EmbargoScope { round: 1, table: 0 },
            _ => EmbargoScope { round: 1, table },
        }
    }

    async fn set(&self, embargo: Option<Embargo>) -> Result<()> {
        self.set_at(self.scope(), embargo).await
    }

    async fn set_at(&self, scope: EmbargoScope, embargo: Option<Embargo>) -> Result<()> {
        let request = SetEmbargoRequest {
            tournament: Some(self.tournament.clone()),
            scope: Some(scope),
            embargo,
            reason: "a simulated reason".to_owned(),
            by: "Arbiter".to_owned(),
        };
        let set = || {
            let (mut pairing, request) = (self.pairing.clone(), request.clone());
            async move { pairing.set_embargo(request).await.map(drop) }
        };
        self.call("set an embargo", set).await
    }

    async fn release(&self) -> Result<()> {
        let request = ReleaseEmbargoRequest {
            tournament: Some(self.tournament.clone()),
            scope: Some(self.scope()),
            reason: "a simulated reason".to_owned(),
            by: "Arbiter".to_owned(),
        };
        let release = || {
            let (mut pairing, request) = (self.pairing.clone(), request.clone());
            async move { pairing.release_embargo(request).await.map(drop) }
        };
        self.call("release an embargo", release).await
    }

    /// Calls until there is an answer. Where nothing is to be done, or an answer was lost, it says
    /// so.
    async fn call<F>(&self, what: &str, mut call: impl FnMut() -> F) -> Result<()>
    where
        F: Future<Output = Result<(), Status>>,
    {
        let answered = until(what, || {
            let call = call();
            async move {
                match timeout(ANSWER, call).await {
                    Err(_late) => None,
                    Ok(Err(status)) if is_passing(&status) => None,
                    Ok(Err(status)) if status.code() == Code::FailedPrecondition => Some(Ok(())),
                    Ok(answered) => Some(answered),
                }
            }
        });
        let answered = answered.await.with_context(|| what.to_owned())?;
        answered.map_err(|status| anyhow!("{what}: {status}"))
    }
}
