//! The API of the one door: what devices and the desk call.

use std::{pin::Pin, time::Duration};

use draughts::{Color, DeviceId, InputId, Language, MoveText, Timestamp};
use futures_util::future::try_join_all;
use game_clock::ClockDisplay;
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
use runtime::{WallClock, chain};
use tokio::{
    sync::{broadcast::error::RecvError, mpsc},
    time::Instant,
};
use tokio_stream::{Stream, wrappers::ReceiverStream};
use tonic::{Request, Response, Status};

use crate::{
    Config,
    alarms::Told,
    device_clocks::{DeviceClocks, Moment, Stamps},
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
    displays: Displays,
    tasks: runtime::Tasks,
}

/// Who says something, about which game, and since when.
struct Said {
    game: GameKey,
    input: InputId,
    arrived: Timestamp,
    stamps: Stamps,
    store_by: Instant,
    wait_until: Instant,
    language: Language,
}

impl Door {
    pub(crate) fn new(
        config: Config,
        tournaments: Tournaments,
        tables: Tables,
        clocks: DeviceClocks,
        tasks: runtime::Tasks,
    ) -> Self {
        Self { config, tournaments, tables, clocks, displays: Displays::default(), tasks }
    }

    fn said(&self, header: Option<InputHeader>) -> Result<Said, Error> {
        let header = required(header, "header")?;
        if header.sequence == 0 {
            let reason = "a device counts its inputs from 1";
            return Err(ConvertError::invalid("sequence", reason).into());
        }
        if header.wait_ms > LONGEST_WAIT_MS {
            let reason = format_args!("{} is above {LONGEST_WAIT_MS}", header.wait_ms);
            return Err(ConvertError::invalid("wait_ms", reason).into());
        }
        let (arrived, store_by) = (WallClock.now(), self.store_by());
        let game = GameKey::try_from(header.game)?;
        let input = InputId::new(device(header.device)?, header.sequence);
        Ok(Said {
            game,
            input,
            arrived,
            stamps: Stamps { seen_at_ms: header.seen_at_ms, sent_at_ms: header.sent_at_ms },
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
        said: Said,
        speech: Speech,
        action: Action,
    ) -> Result<v1::Verdict, Error> {
        let Said { game, input: id, .. } = &said;
        let admitted = self.tournaments.admit(game, &id.device, speech, said.store_by).await?;
        let moment = self.moment(&said).await?;
        self.hand_in(said, admitted, moment, action).await
    }

    /// The moment that counts for what a device says that may say it.
    async fn moment(&self, said: &Said) -> Result<Moment, Error> {
        let Said { game, input, stamps, store_by, .. } = said;
        let grace = self.tournaments.grace(&game.tournament, *store_by).await?;
        let arrived = (said.arrived, grace.unwrap_or(self.config.transit_grace()));
        self.clocks.moment(game, &input.device, *stamps, arrived, *store_by).await
    }

    /// Stores what a device says that may say it.
    async fn hand_in(
        &self,
        said: Said,
        (place, start): (Place, InputRecord),
        moment: Moment,
        action: Action,
    ) -> Result<v1::Verdict, Error> {
        let Said { game, input: id, arrived, stamps, store_by, wait_until, language } = said;
        let record = InputRecord {
            device: id.device.as_str().to_owned(),
            sequence: id.sequence,
            at_ms: moment.at.millis(),
            device_at_ms: stamps.seen_at_ms,
            device_sent_ms: stamps.sent_at_ms,
            action: Some(action),
        };
        if let Some(found) = moment.found {
            let found = (found, arrived);
            let key = &game.tournament;
            if let Err(error) = self.tournaments.judge_clock(key, &id.device, found, store_by).await
            {
                // The input is what counts; the next one tells it again.
                tracing::warn!(error = chain(&error), "take note of a device's clock");
            }
        }
        let is_of_desk = place == Place::Desk;
        let input = Input { id, start, record, is_of_desk, store_by, wait_until };
        let verdict = self.tables.submit(&game, input).await?;
        Ok(shown(&verdict, place, language))
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
        let request = request.into_inner();
        let said = self.said(request.header)?;
        let mv = required(request.r#move, "move").map_err(Error::from)?;
        // Read and written again, so that what is stored is a move on the board.
        let mv = MoveText::try_from(mv).map_err(Error::from)?;
        let play = PlayMove { ply: request.ply, r#move: Some((&mv).into()) };
        let verdict = self.submit(said, Speech::Move, Action::Play(play)).await?;
        Ok(Response::new(SubmitMoveResponse { verdict: Some(verdict) }))
    }

    async fn submit_claim(
        &self,
        request: Request<SubmitClaimRequest>,
    ) -> Result<Response<SubmitClaimResponse>, Status> {
        let request = request.into_inner();
        let said = self.said(request.header)?;
        let claim = required(request.claim, "claim").map_err(Error::from)?;
        let (color, action) = match claim {
            Claim::Resign(Resign { color }) => (color, Action::Resign(Resign { color })),
            Claim::AgreeDraw(AgreeDraw { color }) => {
                (color, Action::AgreeDraw(AgreeDraw { color }))
            }
        };
        let color = v1::Color::try_from(color).unwrap_or_default();
        let color = Color::try_from(color).map_err(Error::from)?;
        let verdict = self.submit(said, Speech::Claim(color), action).await?;
        Ok(Response::new(SubmitClaimResponse { verdict: Some(verdict) }))
    }

    async fn submit_press(
        &self,
        request: Request<SubmitPressRequest>,
    ) -> Result<Response<SubmitPressResponse>, Status> {
        let request = request.into_inner();
        let said = self.said(request.header)?;
        let color = v1::Color::try_from(request.color).unwrap_or_default();
        let color = Color::try_from(color).map_err(Error::from)?;
        let order = Order::Begin(v1::Color::from(color).into());
        let action = Action::Clock(ClockOrder { order: Some(order) });
        let verdict = self.submit(said, Speech::Claim(color), action).await?;
        Ok(Response::new(SubmitPressResponse { verdict: Some(verdict) }))
    }

    async fn submit_display(
        &self,
        request: Request<SubmitDisplayRequest>,
    ) -> Result<Response<SubmitDisplayResponse>, Status> {
        let request = request.into_inner();
        let said = self.said(request.header)?;
        let shown = required(request.display, "display").map_err(Error::from)?;
        let display = ClockDisplay::try_from(shown).map_err(Error::from)?;
        let (game, device) = (said.game.clone(), said.input.device.clone());
        let admitted = self.tournaments.admit(&game, &device, Speech::Move, said.store_by).await?;
        let moment = self.moment(&said).await?;
        if !self.displays.says_something(&game, &device, &display, moment.at) {
            return Ok(Response::new(SubmitDisplayResponse { verdict: None }));
        }
        let order = ClockOrder { order: Some(Order::Display(shown)) };
        let verdict = self.hand_in(said, admitted, moment, Action::Clock(order)).await?;
        self.displays.note(&game, &device, display, moment.at);
        Ok(Response::new(SubmitDisplayResponse { verdict: Some(verdict) }))
    }

    async fn submit_ruling(
        &self,
        request: Request<SubmitRulingRequest>,
    ) -> Result<Response<SubmitRulingResponse>, Status> {
        let request = request.into_inner();
        let said = self.said(request.header)?;
        let ruling = required(request.ruling, "ruling").map_err(Error::from)?;
        let (game, device) = (&said.game, &said.input.device);
        let admitted = self.tournaments.admit(game, device, Speech::Ruling, said.store_by).await?;
        let (_place, start) = &admitted;
        let action = rulings::action(ruling, start).map_err(Error::from)?;
        let moment = self.moment(&said).await?;
        let verdict = self.hand_in(said, admitted, moment, action).await?;
        Ok(Response::new(SubmitRulingResponse { verdict: Some(verdict) }))
    }

    async fn rule_round(
        &self,
        request: Request<RuleRoundRequest>,
    ) -> Result<Response<RuleRoundResponse>, Status> {
        let request = request.into_inner();
        let key = TournamentKey::try_from(request.tournament).map_err(Error::from)?;
        let order = required(request.order, "order").map_err(Error::from)?;
        let order = rulings::of_hall(order).map_err(Error::from)?;
        let said = |game: GameKey| {
            self.said(Some(InputHeader {
                game: Some((&game).into()),
                device: request.device.clone(),
                sequence: request.sequence,
                seen_at_ms: request.seen_at_ms,
                wait_ms: request.wait_ms,
                language: request.language.clone(),
                sent_at_ms: 0,
            }))
        };
        let games = self.tournaments.open_games(&key, request.round, self.store_by()).await?;
        let submitted = games.into_iter().map(|game| async {
            let said = said(game)?;
            self.submit(said, Speech::Ruling, Action::Clock(order.clone())).await
        });
        let verdicts: Result<Vec<_>, Error> = try_join_all(submitted).await;
        Ok(Response::new(RuleRoundResponse { verdicts: verdicts? }))
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
