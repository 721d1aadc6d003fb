//! The API of the one door: what devices and the desk call.

use std::{pin::Pin, slice::from_ref, time::Duration};

use draughts::{Color, MoveText};
use futures_util::future::try_join_all;
use game_clock::ClockDisplay;
use live_game::{DeviceId, InputId};
use phrases::Language;
use prost::Message;
use proto::{
    convert::{ConvertError, required},
    subject::{GameKey, TournamentKey},
    v1::{
        self, AgreeDraw, AssignTableRequest, AssignTableResponse, ClockOrder, InputHeader,
        InputRecord, ListTablesRequest, ListTablesResponse, PlayMove, ReleaseTableRequest,
        ReleaseTableResponse, Resign, RuleRoundRequest, RuleRoundResponse, SeatedDevice,
        SetGraceRequest, SetGraceResponse, SubmitClaimRequest, SubmitClaimResponse,
        SubmitDisplayRequest, SubmitDisplayResponse, SubmitMoveRequest, SubmitMoveResponse,
        SubmitPressRequest, SubmitPressResponse, SubmitRulingRequest, SubmitRulingResponse, Table,
        WatchVerdictsRequest, WatchVerdictsResponse,
        board_ingest_service_server::BoardIngestService, clock_order::Order, input_record::Action,
        submit_claim_request::Claim,
    },
};
use runtime::chain;
use tokio::{
    sync::{broadcast::error::RecvError, mpsc},
    time::Instant,
};
use tokio_stream::{Stream, wrappers::ReceiverStream};
use tonic::{Request, Response, Status};

use crate::{
    Config,
    alarms::Told,
    arrivals::{Arrivals, What},
    device_clocks::{Arrival, DeviceClocks, Found, Moment, Stamps},
    displays::Displays,
    error::Error,
    rulings,
    seats::{GRACE_MAX_MS, Place},
    tables::{Input, Tables},
    tournaments::{Speech, Tournaments},
    verdicts::Verdict,
};

/// The longest that a call waits for the judgement.
const LONGEST_WAIT_MS: u32 = 5000;
/// Verdicts on their way to one watcher.
const WATCH: usize = 64;

/// Answers the calls.
#[derive(Debug)]
pub(crate) struct Door {
    config: Config,
    tournaments: Tournaments,
    tables: Tables,
    clocks: DeviceClocks,
    arrivals: Arrivals,
    displays: Displays,
    tasks: runtime::Tasks,
}

/// Who says something, about which game, and since when.
struct Said {
    game: GameKey,
    input: InputId,
    /// When it was handed in first.
    arrival: Arrival,
    store_by: Instant,
    wait_until: Instant,
    language: Language,
}

/// The place of a device that may say what it says, and the start of its game.
type Admitted = (Place, InputRecord);

impl Door {
    pub(crate) fn new(
        config: Config,
        tournaments: Tournaments,
        tables: Tables,
        clocks: DeviceClocks,
        tasks: runtime::Tasks,
    ) -> Self {
        Self {
            config,
            tournaments,
            tables,
            clocks,
            arrivals: Arrivals::default(),
            displays: Displays::default(),
            tasks,
        }
    }

    /// Who says this. What is not stored yet counts from when it came first: that is noted before anything
    /// else can fail.
    fn said(&self, header: Option<InputHeader>, what: &impl Message) -> Result<Said, Error> {
        let header = required(header, "header")?;
        if header.sequence == 0 {
            let reason = "a device counts its inputs from 1";
            return Err(ConvertError::invalid("sequence", reason).into());
        }
        if header.wait_ms > LONGEST_WAIT_MS {
            let reason = format_args!("{} is above {LONGEST_WAIT_MS}", header.wait_ms);
            return Err(ConvertError::invalid("wait_ms", reason).into());
        }
        let stamps = Stamps { seen_at_ms: header.seen_at_ms, sent_at_ms: header.sent_at_ms };
        let arrival = Arrival { at: self.tables.clock().now(), stamps };
        let store_by = self.store_by();
        let game = GameKey::try_from(header.game)?;
        let input = InputId::new(device(header.device)?, header.sequence);
        let arrival = self.arrivals.first(&game, &input, What::of(what), arrival);
        Ok(Said {
            game,
            input,
            arrival,
            store_by,
            wait_until: Instant::now() + Duration::from_millis(header.wait_ms.into()),
            language: Language::from_tag(&header.language),
        })
    }

    /// Until when a call that comes now has its answer from NATS.
    fn store_by(&self) -> Instant {
        Instant::now() + self.config.store_patience()
    }

    async fn submit(
        &self,
        said: &Said,
        speech: Speech,
        action: Action,
    ) -> Result<v1::Verdict, Error> {
        self.answer(
            from_ref(said),
            Box::pin(async {
                let admitted = self.admit(said, speech).await?;
                let moment = self.moment(said).await?;
                self.hand_in(said, admitted, moment, action).await
            }),
        )
        .await
    }

    /// What `answered` comes to. What is stored, or never will be, has no arrival any more.
    async fn answer<T>(
        &self,
        said: &[Said],
        answered: impl Future<Output = Result<T, Error>>,
    ) -> Result<T, Error> {
        let answered = answered.await;
        if answered.as_ref().err().is_none_or(|error| !error.is_passing()) {
            for said in said {
                self.arrivals.forget(&said.game, &said.input);
            }
        }
        answered
    }

    async fn admit(&self, said: &Said, speech: Speech) -> Result<Admitted, Error> {
        self.tournaments.admit(&said.game, &said.input.device, speech, said.store_by).await
    }

    /// The moment that counts for what a device says that may say it.
    async fn moment(&self, said: &Said) -> Result<Moment, Error> {
        let Said { game, input, arrival, store_by, .. } = said;
        let grace = self.tournaments.grace(&game.tournament, *store_by).await?;
        let grace = grace.unwrap_or(self.config.transit_grace());
        self.clocks.moment(game, &input.device, *arrival, grace, *store_by).await
    }

    /// Stores what a device says that may say it.
    async fn hand_in(
        &self,
        said: &Said,
        (place, start): Admitted,
        moment: Moment,
        action: Action,
    ) -> Result<v1::Verdict, Error> {
        let Said { game, input: id, arrival, store_by, wait_until, language } = said;
        let record = InputRecord {
            device: id.device.as_str().to_owned(),
            sequence: id.sequence,
            at_ms: moment.at.millis(),
            device_at_ms: arrival.stamps.seen_at_ms,
            device_sent_ms: arrival.stamps.sent_at_ms,
            action: Some(action),
        };
        let is_of_desk = place == Place::Desk;
        let input = Input { id: id.clone(), start, record, is_of_desk, store_by: *store_by };
        let submitted = self.tables.submit(game, input).await?;
        if let Some(found) = moment.found.filter(|_found| submitted.is_first) {
            self.judge_clock(said, found);
        }
        Ok(shown(&submitted.verdict(*wait_until).await, place, *language))
    }

    /// Stores what a clock shows, unless it only counts on.
    async fn show(
        &self,
        said: &Said,
        shown: v1::ClockDisplay,
        display: ClockDisplay,
    ) -> Result<Option<v1::Verdict>, Error> {
        let (game, device) = (&said.game, &said.input.device);
        self.answer(
            from_ref(said),
            Box::pin(async {
                let admitted = self.admit(said, Speech::Display).await?;
                let moment = self.moment(said).await?;
                if !self.displays.says_something(game, device, &display, moment.at) {
                    return Ok(None);
                }
                let order = ClockOrder { order: Some(Order::Display(shown)) };
                let verdict = self.hand_in(said, admitted, moment, Action::Clock(order)).await?;
                self.displays.note(game, device, display, moment.at);
                Ok(Some(verdict))
            }),
        )
        .await
    }

    /// Stores what the desk orders to the clocks of a hall, all at one moment: that at which it was
    /// ordered first.
    async fn rule(&self, said: &[Said], order: &ClockOrder) -> Result<Vec<v1::Verdict>, Error> {
        let Some(first) = said.iter().min_by_key(|said| said.arrival.at) else {
            return Ok(Vec::new());
        };
        self.answer(
            said,
            Box::pin(async {
                let admitted = said.iter().map(|said| self.admit(said, Speech::Ruling));
                let admitted = try_join_all(admitted).await?;
                let moment = self.moment(first).await?;
                let ruled = said.iter().zip(admitted).map(|(said, admitted)| {
                    self.hand_in(said, admitted, moment, Action::Clock(order.clone()))
                });
                try_join_all(ruled).await
            }),
        )
        .await
    }

    /// Takes note of what was found of a device's clock; the input that told it waits for nothing.
    fn judge_clock(&self, said: &Said, found: Found) {
        let (tournaments, by) = (self.tournaments.clone(), self.store_by());
        let (key, device) = (said.game.tournament.clone(), said.input.device.clone());
        let found = (found, said.arrival.at);
        self.tasks.spawn(async move {
            if let Err(error) = tournaments.judge_clock(&key, &device, found, by).await {
                // The next input tells it again.
                tracing::warn!(error = chain(&error), "take note of a device's clock");
            }
        });
    }
}

/// A verdict as a device at this place may see it.
fn shown(verdict: &Verdict, place: Place, language: Language) -> v1::Verdict {
    match place {
        Place::Desk => verdict.for_desk(language),
        Place::White(_) | Place::Black(_) | Place::Table(_) => verdict.for_player(language),
    }
}

fn device(name: String) -> Result<DeviceId, ConvertError> {
    DeviceId::new(name).map_err(|source| ConvertError::invalid("device", source))
}

#[tonic::async_trait]
impl BoardIngestService for Door {
    async fn submit_move(
        &self,
        request: Request<SubmitMoveRequest>,
    ) -> Result<Response<SubmitMoveResponse>, Status> {
        let mut request = request.into_inner();
        let header = request.header.take();
        let said = self.said(header, &request)?;
        let mv = required(request.r#move, "move").map_err(Error::from)?;
        // Read and written again, so that what is stored is a move on the board.
        let mv = MoveText::try_from(mv).map_err(Error::from)?;
        let play = PlayMove { ply: request.ply, r#move: Some((&mv).into()) };
        let verdict = self.submit(&said, Speech::Move, Action::Play(play)).await?;
        Ok(Response::new(SubmitMoveResponse { verdict: Some(verdict) }))
    }

    async fn submit_claim(
        &self,
        request: Request<SubmitClaimRequest>,
    ) -> Result<Response<SubmitClaimResponse>, Status> {
        let mut request = request.into_inner();
        let header = request.header.take();
        let said = self.said(header, &request)?;
        let claim = required(request.claim, "claim").map_err(Error::from)?;
        let (color, action) = match claim {
            Claim::Resign(Resign { color }) => (color, Action::Resign(Resign { color })),
            Claim::AgreeDraw(AgreeDraw { color }) => {
                (color, Action::AgreeDraw(AgreeDraw { color }))
            }
        };
        let color = v1::Color::try_from(color).unwrap_or_default();
        let color = Color::try_from(color).map_err(Error::from)?;
        let verdict = self.submit(&said, Speech::Claim(color), action).await?;
        Ok(Response::new(SubmitClaimResponse { verdict: Some(verdict) }))
    }

    async fn submit_press(
        &self,
        request: Request<SubmitPressRequest>,
    ) -> Result<Response<SubmitPressResponse>, Status> {
        let mut request = request.into_inner();
        let header = request.header.take();
        let said = self.said(header, &request)?;
        let color = v1::Color::try_from(request.color).unwrap_or_default();
        let color = Color::try_from(color).map_err(Error::from)?;
        let order = Order::Begin(v1::Color::from(color).into());
        let action = Action::Clock(ClockOrder { order: Some(order) });
        let verdict = self.submit(&said, Speech::Claim(color), action).await?;
        Ok(Response::new(SubmitPressResponse { verdict: Some(verdict) }))
    }

    async fn submit_display(
        &self,
        request: Request<SubmitDisplayRequest>,
    ) -> Result<Response<SubmitDisplayResponse>, Status> {
        let mut request = request.into_inner();
        let header = request.header.take();
        let said = self.said(header, &request)?;
        let shown = required(request.display, "display").map_err(Error::from)?;
        let display = ClockDisplay::try_from(shown).map_err(Error::from)?;
        let verdict = self.show(&said, shown, display).await?;
        Ok(Response::new(SubmitDisplayResponse { verdict }))
    }

    async fn submit_ruling(
        &self,
        request: Request<SubmitRulingRequest>,
    ) -> Result<Response<SubmitRulingResponse>, Status> {
        let mut request = request.into_inner();
        let header = request.header.take();
        let said = self.said(header, &request)?;
        let ruling = required(request.ruling, "ruling").map_err(Error::from)?;
        let verdict = self.answer(
            from_ref(&said),
            Box::pin(async {
                let admitted = self.admit(&said, Speech::Ruling).await?;
                let (_place, start) = &admitted;
                let action = rulings::action(ruling, start)?;
                let moment = self.moment(&said).await?;
                self.hand_in(&said, admitted, moment, action).await
            }),
        );
        Ok(Response::new(SubmitRulingResponse { verdict: Some(verdict.await?) }))
    }

    async fn rule_round(
        &self,
        request: Request<RuleRoundRequest>,
    ) -> Result<Response<RuleRoundResponse>, Status> {
        let request = request.into_inner();
        let key = TournamentKey::try_from(request.tournament).map_err(Error::from)?;
        let order = required(request.order, "order").map_err(Error::from)?;
        let order = rulings::of_hall(order).map_err(Error::from)?;
        let games = self.tournaments.open_games(&key, request.round, self.store_by()).await?;
        let said = games.iter().map(|game| {
            let header = InputHeader {
                game: Some(game.into()),
                device: request.device.clone(),
                sequence: request.sequence,
                seen_at_ms: request.seen_at_ms,
                wait_ms: request.wait_ms,
                language: request.language.clone(),
                sent_at_ms: request.sent_at_ms,
            };
            self.said(Some(header), &order)
        });
        let said = said.collect::<Result<Vec<_>, Error>>()?;
        let verdicts = self.rule(&said, &order).await?;
        Ok(Response::new(RuleRoundResponse { verdicts }))
    }

    async fn set_grace(
        &self,
        request: Request<SetGraceRequest>,
    ) -> Result<Response<SetGraceResponse>, Status> {
        let request = request.into_inner();
        let key = TournamentKey::try_from(request.tournament).map_err(Error::from)?;
        let device = device(request.device).map_err(Error::from)?;
        if request.grace_ms > GRACE_MAX_MS {
            let reason = format_args!("{} is above {GRACE_MAX_MS}", request.grace_ms);
            return Err(Error::from(ConvertError::invalid("grace_ms", reason)).into());
        }
        self.tournaments.set_grace(&key, &device, request.grace_ms, self.store_by()).await?;
        Ok(Response::new(SetGraceResponse {}))
    }

    async fn assign_table(
        &self,
        request: Request<AssignTableRequest>,
    ) -> Result<Response<AssignTableResponse>, Status> {
        let request = request.into_inner();
        let place = Place::new(request.seat(), request.table).map_err(Error::from)?;
        let key = TournamentKey::try_from(request.tournament).map_err(Error::from)?;
        let device = device(request.device).map_err(Error::from)?;
        self.tournaments.seat(&key, &device, Some(place), self.store_by()).await?;
        Ok(Response::new(AssignTableResponse {}))
    }

    async fn release_table(
        &self,
        request: Request<ReleaseTableRequest>,
    ) -> Result<Response<ReleaseTableResponse>, Status> {
        let request = request.into_inner();
        let key = TournamentKey::try_from(request.tournament).map_err(Error::from)?;
        let device = device(request.device).map_err(Error::from)?;
        // A slip in the name is to be noticed.
        let by = self.store_by();
        self.tournaments.place(&key, &device, by).await?;
        self.tournaments.seat(&key, &device, None, by).await?;
        Ok(Response::new(ReleaseTableResponse {}))
    }

    async fn list_tables(
        &self,
        request: Request<ListTablesRequest>,
    ) -> Result<Response<ListTablesResponse>, Status> {
        let key = TournamentKey::try_from(request.into_inner().tournament).map_err(Error::from)?;
        let tables = self.tournaments.tables(&key, self.store_by()).await?;
        let tables = tables.into_iter().map(|(table, state)| Table {
            table,
            game: state.game.map(|game| game.to_string()).unwrap_or_default(),
            devices: state
                .devices
                .into_iter()
                .map(|(device, place, fault)| SeatedDevice {
                    device: device.as_str().to_owned(),
                    seat: place.seat().into(),
                    clock_fault: fault.map(Into::into),
                })
                .collect(),
        });
        Ok(Response::new(ListTablesResponse { tables: tables.collect() }))
    }

    type WatchVerdictsStream =
        Pin<Box<dyn Stream<Item = Result<WatchVerdictsResponse, Status>> + Send>>;

    async fn watch_verdicts(
        &self,
        request: Request<WatchVerdictsRequest>,
    ) -> Result<Response<Self::WatchVerdictsStream>, Status> {
        let request = request.into_inner();
        let key = TournamentKey::try_from(request.tournament).map_err(Error::from)?;
        let device = device(request.device).map_err(Error::from)?;
        let mut told = self.tables.watch();
        let place = self.tournaments.place(&key, &device, self.store_by()).await?;
        let (passed, verdicts) = mpsc::channel(WATCH);
        let language = Language::from_tag(&request.language);
        self.tasks.spawn_until_stop(async move {
            loop {
                let told = tokio::select! {
                    () = passed.closed() => return,
                    told = told.recv() => told,
                };
                let answer = match told {
                    Ok(Told::Verdict(verdict)) if concerns(&verdict, &key, &device, place) => {
                        let verdict = Some(shown(&verdict, place, language));
                        Ok(WatchVerdictsResponse { verdict, alarm: None })
                    }
                    Ok(Told::Alarm(alarm)) if alarm.tournament == key && place == Place::Desk => {
                        let alarm = Some(alarm.for_desk(language));
                        Ok(WatchVerdictsResponse { verdict: None, alarm })
                    }
                    Ok(Told::Verdict(_) | Told::Alarm(_)) => continue,
                    Err(RecvError::Lagged(_)) => {
                        Err(Status::aborted("too slow: verdicts were passed over; watch again"))
                    }
                    Err(RecvError::Closed) => return,
                };
                let last = answer.is_err();
                if passed.send(answer).await.is_err() || last {
                    return;
                }
            }
        });
        Ok(Response::new(Box::pin(ReceiverStream::new(verdicts))))
    }
}

/// Whether a verdict is for whoever watches.
fn concerns(verdict: &Verdict, key: &TournamentKey, device: &DeviceId, place: Place) -> bool {
    verdict.game.tournament == *key && (place == Place::Desk || verdict.input.device == *device)
}
