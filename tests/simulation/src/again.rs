//! Inputs that devices hand in again: the log has lost them after it had answered them.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use proto::v1::{
    GameRef, InputHeader, ListInputsRequest, SubmitClaimRequest, SubmitMoveRequest,
    SubmitRulingRequest, TournamentRef, Verdict, WatchVerdictsRequest,
    board_ingest_service_client::BoardIngestServiceClient,
};
use runtime::WallClock;
use tokio::time::{sleep, timeout};
use tonic::{Code, Status};

use crate::channel::LossyChannel;

/// A tablet waits this long for an answer.
pub(crate) const ANSWER: Duration = Duration::from_secs(3);
/// The time after which inputs are handed in again that could not be.
const AGAIN: Duration = Duration::from_millis(300);

/// An input as its device knows it: game, device, number.
pub(crate) type Input = (String, String, u64);

/// A client of board-ingest.
pub(crate) type BoardIngestClient = BoardIngestServiceClient<LossyChannel>;

/// Returns whether a call may be repeated.
pub(crate) fn is_passing(status: &Status) -> bool {
    std::error::Error::source(status).is_some()
        || [
            Code::Unavailable,
            Code::Aborted,
            Code::DeadlineExceeded,
            // The store has no room.
            Code::ResourceExhausted,
        ]
        .contains(&status.code())
}

/// An input as it is sent.
#[derive(Clone, Debug)]
pub(crate) enum Request {
    Move(SubmitMoveRequest),
    Claim(SubmitClaimRequest),
    Ruling(SubmitRulingRequest),
}

impl Request {
    fn header(&self) -> Option<&InputHeader> {
        match self {
            Self::Move(request) => request.header.as_ref(),
            Self::Claim(request) => request.header.as_ref(),
            Self::Ruling(request) => request.header.as_ref(),
        }
    }

    fn game(&self) -> Option<&GameRef> {
        self.header()?.game.as_ref()
    }

    fn id(&self) -> Option<Input> {
        let header = self.header()?;
        Some((header.game.as_ref()?.game.clone(), header.device.clone(), header.sequence))
    }

    /// Returns true if the input says where in the game it belongs.
    fn names_its_place(&self) -> bool {
        matches!(self, Self::Move(_))
    }

    /// Submits the input at a moment of its device's clock; `None` without one.
    async fn submit(
        self,
        channel: &BoardIngestClient,
        now: Option<i64>,
    ) -> Result<Option<Verdict>, Status> {
        let mut channel = channel.clone();
        let sent = |header: &mut Option<InputHeader>| {
            if let (Some(header), Some(now)) = (header, now) {
                header.sent_at_ms = now;
            }
        };
        Ok(match self {
            Self::Move(mut request) => {
                sent(&mut request.header);
                channel.submit_move(request).await?.into_inner().verdict
            }
            Self::Claim(request) => channel.submit_claim(request).await?.into_inner().verdict,
            Self::Ruling(request) => channel.submit_ruling(request).await?.into_inner().verdict,
        })
    }
}

/// An input that a device made.
#[derive(Clone, Debug)]
struct Made {
    request: Request,
    /// The error of the device's clock, milliseconds; `None` without a clock.
    skew_ms: Option<i64>,
    /// The way on which it hands in.
    channel: BoardIngestClient,
}

/// The inputs of a round, in the order in which they were made, and those that were answered. Cheap
/// to clone.
#[derive(Clone, Debug, Default)]
pub(crate) struct HandedIn {
    made: Arc<Mutex<Vec<Made>>>,
    answered: Arc<Mutex<BTreeMap<Input, i32>>>,
}

impl HandedIn {
    /// Notes that an input is made by a device whose clock is off by so much, and over which
    /// channel it hands it in.
    pub(crate) fn make(&self, request: Request, skew_ms: Option<i64>, channel: &BoardIngestClient) {
        let made = Made { request, skew_ms, channel: channel.clone() };
        self.made.lock().unwrap_or_else(PoisonError::into_inner).push(made);
    }

    /// Returns the last verdict of each input whose device received one; a verdict says that it is
    /// stored.
    pub(crate) fn answered(&self) -> MutexGuard<'_, BTreeMap<Input, i32>> {
        self.answered.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that an input is stored, as its verdict says.
    pub(crate) fn note(&self, verdict: &Verdict) {
        let game = verdict.game.as_ref().map(|game| game.game.clone()).unwrap_or_default();
        self.answered().insert((game, verdict.device.clone(), verdict.sequence), verdict.status);
    }

    /// Returns the answered inputs of a game, in the order in which they were made.
    fn due(&self, game: &GameRef) -> Vec<(Input, Made)> {
        let made = self.made.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let answered = self.answered();
        let of_game = made.into_iter().filter(|made| made.request.game() == Some(game));
        let with_id = of_game.filter_map(|made| Some((made.request.id()?, made)));
        with_id.filter(|(input, _made)| answered.contains_key(input)).collect()
    }

    /// Hands in what the log lacks of the answered inputs of a game, in order. Returns false if
    /// that is not known, or one of them is not stored.
    pub(crate) async fn hand_in(&self, game: &GameRef, clock: &WallClock) -> bool {
        let due = self.due(game);
        let devices: BTreeMap<String, BoardIngestClient> = due
            .iter()
            .map(|((_, device, _), made)| (device.clone(), made.channel.clone()))
            .collect();
        let mut stored = BTreeSet::new();
        for (device, mut channel) in devices {
            let request = ListInputsRequest { game: Some(game.clone()), device: device.clone() };
            let Ok(Ok(listed)) = timeout(ANSWER, channel.list_inputs(request)).await else {
                return false;
            };
            let listed = listed.into_inner().sequences.into_iter();
            stored.extend(listed.map(|sequence| (game.game.clone(), device.clone(), sequence)));
        }
        // Each device hands in its own, one after another. A claim or a ruling waits for what
        // others made before it, too: it does not say where in the game it belongs.
        let (mut is_all, mut waiting) = (true, BTreeSet::new());
        for (input, Made { request, skew_ms, channel }) in due {
            if stored.contains(&input) {
                continue;
            }
            let (_game, device, _sequence) = &input;
            if waiting.contains(device) || !(is_all || request.names_its_place()) {
                is_all = false;
                waiting.insert(device.clone());
                continue;
            }
            let now = skew_ms.map(|skew_ms| clock.now().millis() + skew_ms);
            match timeout(ANSWER, request.submit(&channel, now)).await {
                Ok(Ok(Some(verdict))) => self.note(&verdict),
                _ => {
                    is_all = false;
                    waiting.insert(input.1);
                }
            }
        }
        is_all
    }

    /// Hands in what the log lacks of these games whenever board-ingest tells that inputs are in
    /// doubt, and when it begins to tell.
    pub(crate) async fn heed(
        self,
        tournament: TournamentRef,
        games: Vec<GameRef>,
        channel: LossyChannel,
        clock: WallClock,
    ) {
        let channel = BoardIngestServiceClient::new(channel);
        loop {
            let (device, tournament) = ("desk".to_owned(), Some(tournament.clone()));
            let request = WatchVerdictsRequest { tournament, device, ..Default::default() };
            let watching = timeout(ANSWER, channel.clone().watch_verdicts(request)).await;
            if let Ok(Ok(watching)) = watching {
                let (mut watching, mut is_in_doubt) = (watching.into_inner(), true);
                loop {
                    if is_in_doubt {
                        is_in_doubt = false;
                        for game in &games {
                            is_in_doubt |= !self.hand_in(game, &clock).await;
                        }
                    }
                    match timeout(AGAIN, watching.message()).await {
                        Ok(Ok(Some(told))) => is_in_doubt |= told.inputs_in_doubt.is_some(),
                        Ok(_ended) => break,
                        Err(_nothing_new) => {}
                    }
                }
            }
            sleep(AGAIN).await;
        }
    }
}
