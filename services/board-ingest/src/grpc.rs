//! The API for devices and the desk. Each call is converted to domain types once, submitted once
//! and answered.

pub(crate) mod access;
mod convert;
mod watching;

use std::time::Duration;

use ::access::{Bearer, Sector};
use draughts::text;
use futures_util::StreamExt as _;
use live_game::{
    DeviceId,
    table::{DeskAct, GRACE_MAX, Seat, SeatCommand, SeatRefusal},
};
use phrases::Language;
use proto::{
    convert::{
        ConvertError, acknowledgement, board_order, board_report, call_id, call_matter, device,
        device_kind, hall_order, named_table, required, seat,
    },
    subject::{GameKey, TournamentKey},
    v1::{
        self, AcknowledgeAlarmRequest, AcknowledgeAlarmResponse, AssignTableRequest,
        AssignTableResponse, CallArbiterRequest, CallArbiterResponse, InputHeader,
        ListInputsRequest, ListInputsResponse, ListSeatActsRequest, ListSeatActsResponse,
        ListTablesRequest, ListTablesResponse, OrderBoardRequest, OrderBoardResponse,
        ReleaseTableRequest, ReleaseTableResponse, ReportPresenceRequest, ReportPresenceResponse,
        RuleRoundRequest, RuleRoundResponse, SetGraceRequest, SetGraceResponse, SubmitClaimRequest,
        SubmitClaimResponse, SubmitDisplayRequest, SubmitDisplayResponse, SubmitMoveRequest,
        SubmitMoveResponse, SubmitPressRequest, SubmitPressResponse, SubmitReadingsRequest,
        SubmitReadingsResponse, SubmitRulingRequest, SubmitRulingResponse, WatchBoardsRequest,
        WatchBoardsResponse, WatchTableRequest, WatchTableResponse, WatchVerdictsRequest,
        WatchVerdictsResponse, board_ingest_service_server::BoardIngestService,
        input_record::Action,
    },
};
use runtime::{Answer, AnswerStream, EventLog, Service, Tasks, WallClock};
use tokio::time::Instant;
use tonic::{Request, Response, Status};

use self::{
    convert::{Header, shown},
    watching::VerdictWatch,
};
use crate::{
    at_table::AtTables,
    error::Error,
    metrics,
    presence::Listener,
    readings::{ReadingBatch, Readings},
    seat_acts,
    tables::{Content, Tables},
    tournaments::Tournaments,
    watched_boards,
    watchers::{Watcher, Watchers},
};

/// The longest remark of a call for the arbiter in characters.
const CALL_CHARS_MAX: usize = 200;
/// The longest name of a caller in characters.
const NAME_CHARS_MAX: usize = 100;

/// Implements `BoardIngestService`.
#[derive(Debug)]
pub(crate) struct TableService {
    log: EventLog,
    tournaments: Tournaments,
    tables: Tables,
    at_tables: AtTables,
    readings: Readings,
    watchers: Watchers,
    presence: Listener,
    /// Longest time that a call waits for NATS.
    store_patience: Duration,
    clock: WallClock,
    tasks: Tasks,
}

impl TableService {
    pub(crate) fn new(
        service: &Service,
        store_patience: Duration,
        tournaments: Tournaments,
        (tables, at_tables, readings): (Tables, AtTables, Readings),
        (watchers, presence): (Watchers, Listener),
    ) -> Self {
        let (clock, tasks) = (service.log().clock().clone(), service.tasks().clone());
        Self {
            log: service.log().clone(),
            tournaments,
            tables,
            at_tables,
            readings,
            watchers,
            presence,
            store_patience,
            clock,
            tasks,
        }
    }

    /// Returns the moment by which a call that arrives now must have its answer from NATS.
    fn store_by(&self) -> Instant {
        Instant::now() + self.store_patience
    }

    fn header(&self, header: Option<InputHeader>, bearer: Option<Bearer>) -> Result<Header, Error> {
        Ok(Header::read(header, self.clock.now(), self.store_by())?.of(bearer))
    }

    /// Submits an input and returns its verdict; `None` for a clock display that says nothing new.
    async fn submit(&self, header: Header, content: Content) -> Result<Option<v1::Verdict>, Error> {
        let (game, language) = (header.game.clone(), header.language);
        let device = header.device().clone();
        let answer = self.tables.submit(header.input(content)).await?;
        self.presence.hear(&game.tournament, &device, None);
        Ok(answer.map(|answer| shown(&game, &answer.verdict, answer.seat, language)))
    }

    /// Returns who does something at the desk now, as the request and its door tell it.
    fn act(&self, by: &str, bearer: Option<Bearer>) -> Result<DeskAct, Error> {
        let by = text::tidy(by, NAME_CHARS_MAX)
            .map_err(|fault| Error::from(ConvertError::invalid("by", fault)))?;
        let role = bearer.as_ref().map(|it| it.role.as_str().to_owned()).unwrap_or_default();
        let subject = bearer.map(|it| it.subject.to_string()).unwrap_or_default();
        Ok(DeskAct { by, role, subject, at: self.clock.now() })
    }

    async fn change_seats(
        &self,
        tournament: Option<v1::TournamentRef>,
        device_name: String,
        command: impl FnOnce(DeviceId) -> SeatCommand,
    ) -> Result<(), Error> {
        let key = TournamentKey::try_from(tournament)?;
        let device = device(device_name)?;
        self.tournaments.change(&key, &device, &command(device.clone()), self.store_by()).await
    }
}

/// Returns the person or device whose token a call has.
fn bearer<T>(request: &Request<T>) -> Option<Bearer> {
    request.extensions().get().cloned()
}

/// Returns the tables that the answer to a call may be about.
fn sector<T>(request: &Request<T>) -> Sector {
    let bearer = request.extensions().get::<Bearer>();
    bearer.map_or(Sector::ALL, |bearer| bearer.sector.clone())
}

#[tonic::async_trait]
impl BoardIngestService for TableService {
    async fn submit_move(&self, request: Request<SubmitMoveRequest>) -> Answer<SubmitMoveResponse> {
        let bearer = bearer(&request);
        let SubmitMoveRequest { header, ply, r#move } = request.into_inner();
        let (header, content) = (self.header(header, bearer)?, convert::played(ply, r#move));
        let verdict = self.submit(header, content.map_err(Error::from)?).await?;
        Ok(Response::new(SubmitMoveResponse { verdict }))
    }

    async fn submit_claim(
        &self,
        request: Request<SubmitClaimRequest>,
    ) -> Answer<SubmitClaimResponse> {
        let bearer = bearer(&request);
        let SubmitClaimRequest { header, claim } = request.into_inner();
        let (header, content) = (self.header(header, bearer)?, convert::claim(claim));
        let verdict = self.submit(header, content.map_err(Error::from)?).await?;
        Ok(Response::new(SubmitClaimResponse { verdict }))
    }

    async fn submit_press(
        &self,
        request: Request<SubmitPressRequest>,
    ) -> Answer<SubmitPressResponse> {
        let bearer = bearer(&request);
        let SubmitPressRequest { header, color } = request.into_inner();
        let (header, content) = (self.header(header, bearer)?, convert::press(color));
        let verdict = self.submit(header, content.map_err(Error::from)?).await?;
        Ok(Response::new(SubmitPressResponse { verdict }))
    }

    async fn submit_display(
        &self,
        request: Request<SubmitDisplayRequest>,
    ) -> Answer<SubmitDisplayResponse> {
        let bearer = bearer(&request);
        let SubmitDisplayRequest { header, display } = request.into_inner();
        let (header, content) = (self.header(header, bearer)?, convert::display(display));
        let verdict = self.submit(header, content.map_err(Error::from)?).await?;
        Ok(Response::new(SubmitDisplayResponse { verdict }))
    }

    async fn submit_ruling(
        &self,
        request: Request<SubmitRulingRequest>,
    ) -> Answer<SubmitRulingResponse> {
        let bearer = bearer(&request);
        let SubmitRulingRequest { header, ruling, reason } = request.into_inner();
        let header = self.header(header, bearer)?.because(&reason).map_err(Error::from)?;
        let ruling = required(ruling, "ruling").map_err(Error::from)?;
        let verdict = self.submit(header, Content::Ruling(ruling)).await?;
        Ok(Response::new(SubmitRulingResponse { verdict }))
    }

    async fn rule_round(&self, request: Request<RuleRoundRequest>) -> Answer<RuleRoundResponse> {
        let bearer = bearer(&request);
        let request = request.into_inner();
        let key = TournamentKey::try_from(request.tournament).map_err(Error::from)?;
        let order = required(request.order, "order").map_err(Error::from)?;
        let action = Action::Clock(hall_order(order).map_err(Error::from)?);
        let games = self.tournaments.open_games(&key, request.round, self.store_by()).await?;
        let inputs = games.iter().map(|game| {
            let header = InputHeader {
                game: Some(game.into()),
                device: request.device.clone(),
                sequence: request.sequence,
                seen_at_ms: request.seen_at_ms,
                wait_ms: request.wait_ms,
                language: request.language.clone(),
                sent_at_ms: request.sent_at_ms,
            };
            Ok(self
                .header(Some(header), bearer.clone())?
                .input(Content::HallRuling(action.clone())))
        });
        let inputs = inputs.collect::<Result<Vec<_>, Error>>()?;
        let language = Language::from_tag(&request.language);
        let answers = self.tables.submit_for_hall(inputs).await?.into_iter().zip(&games);
        let verdicts = answers
            .map(|(answer, game)| shown(game, &answer.verdict, answer.seat, language))
            .collect();
        Ok(Response::new(RuleRoundResponse { verdicts }))
    }

    async fn set_grace(&self, request: Request<SetGraceRequest>) -> Answer<SetGraceResponse> {
        let bearer = bearer(&request);
        let SetGraceRequest { tournament, device, grace_ms, by } = request.into_inner();
        if u128::from(grace_ms) > GRACE_MAX.as_millis() {
            let reason = format_args!("{grace_ms} is above {}", GRACE_MAX.as_millis());
            return Err(Error::from(ConvertError::invalid("grace_ms", reason)).into());
        }
        let act = self.act(&by, bearer)?;
        let command = |device| SeatCommand::SetGrace { device, grace_ms, act };
        self.change_seats(tournament, device, command).await?;
        Ok(Response::new(SetGraceResponse {}))
    }

    async fn acknowledge_alarm(
        &self,
        request: Request<AcknowledgeAlarmRequest>,
    ) -> Answer<AcknowledgeAlarmResponse> {
        let AcknowledgeAlarmRequest { tournament, device, alarm, by } = request.into_inner();
        let acknowledgement = acknowledgement(alarm, &by, self.clock.now()).map_err(Error::from)?;
        let command = |device| SeatCommand::Acknowledge { device, acknowledgement };
        self.change_seats(tournament, device, command).await?;
        Ok(Response::new(AcknowledgeAlarmResponse {}))
    }

    async fn call_arbiter(
        &self,
        request: Request<CallArbiterRequest>,
    ) -> Answer<CallArbiterResponse> {
        let request = request.into_inner();
        let matter = call_matter(request.matter()).map_err(Error::from)?;
        let CallArbiterRequest {
            tournament, device: name, table, id, text, by, gap, shown, ..
        } = request;
        let key = TournamentKey::try_from(tournament).map_err(Error::from)?;
        let device = device(name).map_err(Error::from)?;
        let id = call_id(id).map_err(Error::from)?;
        let tidy = |text: &str, field, chars_max| {
            let tidy = text::tidy(text, chars_max);
            tidy.map_err(|fault| Error::from(ConvertError::invalid(field, fault)))
        };
        let command = SeatCommand::Call {
            device: device.clone(),
            table: named_table(table).map_err(Error::from)?,
            id: id.clone(),
            matter,
            articles: self.tournaments.articles(&key, matter, self.store_by()).await?,
            text: tidy(&text, "text", CALL_CHARS_MAX)?,
            by: tidy(&by, "by", NAME_CHARS_MAX)?,
            at: self.clock.now(),
            gap: gap.map(TryInto::try_into).transpose().map_err(Error::from)?,
            shown: shown.map(TryInto::try_into).transpose().map_err(Error::from)?,
        };
        let called = self.tournaments.call_arbiter(&key, &device, &id, &command, self.store_by());
        let called = called.await?;
        let answer = called.as_ref().and_then(|it| it.answer.as_ref()).map(Into::into);
        let call = called.as_ref().map(|it| (&it.call).into());
        Ok(Response::new(CallArbiterResponse { call, answer }))
    }

    async fn report_presence(
        &self,
        request: Request<ReportPresenceRequest>,
    ) -> Answer<ReportPresenceResponse> {
        let request = request.into_inner();
        let kind = device_kind(request.kind()).map_err(Error::from)?;
        let ReportPresenceRequest { tournament, device: name, unsent, board, sent_at_ms, .. } =
            request;
        let key = TournamentKey::try_from(tournament).map_err(Error::from)?;
        let device = device(name).map_err(Error::from)?;
        let board = board.map(board_report).transpose().map_err(Error::from)?;
        self.presence.report(&key, device.clone(), kind, unsent, self.store_by()).await?;
        if let Some(report) = board {
            self.presence.hear_board(&key, &device, report, sent_at_ms);
        }
        Ok(Response::new(ReportPresenceResponse {}))
    }

    async fn assign_table(
        &self,
        request: Request<AssignTableRequest>,
    ) -> Answer<AssignTableResponse> {
        let bearer = bearer(&request);
        let request = request.into_inner();
        let seat = seat(request.seat(), request.table).map_err(Error::from)?;
        let key = TournamentKey::try_from(request.tournament.clone()).map_err(Error::from)?;
        let (unsent, act) = (self.presence.heard(&key).unsent(), self.act(&request.by, bearer)?);
        let command = |device| SeatCommand::Assign { device, seat, unsent, act };
        self.change_seats(request.tournament, request.device, command).await?;
        Ok(Response::new(AssignTableResponse {}))
    }

    async fn release_table(
        &self,
        request: Request<ReleaseTableRequest>,
    ) -> Answer<ReleaseTableResponse> {
        let bearer = bearer(&request);
        let ReleaseTableRequest { tournament, device, by } = request.into_inner();
        let act = Some(self.act(&by, bearer)?);
        let command = |device| SeatCommand::Release { device, act };
        self.change_seats(tournament, device, command).await?;
        Ok(Response::new(ReleaseTableResponse {}))
    }

    async fn list_seat_acts(
        &self,
        request: Request<ListSeatActsRequest>,
    ) -> Answer<ListSeatActsResponse> {
        let request = request.into_inner();
        let key = TournamentKey::try_from(request.tournament.clone()).map_err(Error::from)?;
        let acts = self.tournaments.read(
            &key,
            self.store_by(),
            seat_acts::list(&self.log, &key, &request),
        );
        Ok(Response::new(acts.await?))
    }

    async fn list_tables(&self, request: Request<ListTablesRequest>) -> Answer<ListTablesResponse> {
        let key = TournamentKey::try_from(request.into_inner().tournament).map_err(Error::from)?;
        let tables = self.tournaments.tables(&key, self.store_by()).await?;
        let heard = self.presence.heard(&key);
        let tables = tables.into_iter().map(|(table, state)| state.for_desk(table, &heard));
        Ok(Response::new(ListTablesResponse { tables: tables.collect() }))
    }

    async fn list_inputs(&self, request: Request<ListInputsRequest>) -> Answer<ListInputsResponse> {
        let ListInputsRequest { game, device: name } = request.into_inner();
        let game = GameKey::try_from(game).map_err(Error::from)?;
        let device = device(name).map_err(Error::from)?;
        let sequences = self.tables.list(&game, device.clone(), self.store_by()).await?;
        self.presence.hear(&game.tournament, &device, None);
        Ok(Response::new(ListInputsResponse { sequences }))
    }

    async fn order_board(&self, request: Request<OrderBoardRequest>) -> Answer<OrderBoardResponse> {
        let OrderBoardRequest { tournament, device: name, board, order, by } = request.into_inner();
        let key = TournamentKey::try_from(tournament.clone()).map_err(Error::from)?;
        let order = board_order(order).map_err(Error::from)?;
        let board = device(board).map_err(Error::from)?;
        let by = text::tidy(&by, NAME_CHARS_MAX)
            .map_err(|fault| Error::from(ConvertError::invalid("by", fault)))?;
        // A board without a seat is named so.
        self.tournaments.seat(&key, &board, self.store_by()).await?;
        let at = self.clock.now();
        let command = |device| SeatCommand::OrderBoard { device, board, order, by, at };
        self.change_seats(tournament, name, command).await?;
        Ok(Response::new(OrderBoardResponse {}))
    }

    type WatchBoardsStream = AnswerStream<WatchBoardsResponse>;

    async fn watch_boards(
        &self,
        request: Request<WatchBoardsRequest>,
    ) -> Answer<Self::WatchBoardsStream> {
        let key = TournamentKey::try_from(request.into_inner().tournament).map_err(Error::from)?;
        let (tournaments, presence) = (self.tournaments.clone(), self.presence.clone());
        let answers = watched_boards::watch(tournaments, presence, self.clock.clone(), key);
        let answers = answers.map(|answer| answer.map_err(Status::from));
        let stopping = self.tasks.stopping();
        Ok(Response::new(Box::pin(answers.take_until(stopping.cancelled_owned()))))
    }

    async fn submit_readings(
        &self,
        request: Request<SubmitReadingsRequest>,
    ) -> Answer<SubmitReadingsResponse> {
        let batch = ReadingBatch::read(request.into_inner()).map_err(Error::from)?;
        let kept = self.readings.keep(&batch, self.store_by()).await?;
        self.presence.hear(&batch.game.tournament, &batch.device, None);
        Ok(Response::new(SubmitReadingsResponse { kept }))
    }

    type WatchTableStream = AnswerStream<WatchTableResponse>;

    async fn watch_table(
        &self,
        request: Request<WatchTableRequest>,
    ) -> Answer<Self::WatchTableStream> {
        let sector = sector(&request);
        let WatchTableRequest { tournament, device: name } = request.into_inner();
        let key = TournamentKey::try_from(tournament).map_err(Error::from)?;
        let device = device(name).map_err(Error::from)?;
        self.tournaments.seat(&key, &device, self.store_by()).await?;
        let answers = self.at_tables.clone().watch(key, device, sector);
        let answers = answers.map(|answer| answer.map_err(Status::from));
        let stopping = self.tasks.stopping();
        Ok(Response::new(Box::pin(answers.take_until(stopping.cancelled_owned()))))
    }

    type WatchVerdictsStream = AnswerStream<WatchVerdictsResponse>;

    async fn watch_verdicts(
        &self,
        request: Request<WatchVerdictsRequest>,
    ) -> Answer<Self::WatchVerdictsStream> {
        let sector = sector(&request);
        let request = request.into_inner();
        let key = TournamentKey::try_from(request.tournament).map_err(Error::from)?;
        let device = device(request.device).map_err(Error::from)?;
        let notifications = self.watchers.watch(&key);
        let mut time_of_day = self.clock.watch_time_of_day();
        if time_of_day.borrow().is_some() {
            time_of_day.mark_changed();
        }
        let mut first = watching::lasting(&self.watchers, &key);
        let seat = self.tournaments.seat(&key, &device, self.store_by()).await?;
        first.extend(self.tournaments.lasting_at_tables(&key, self.store_by()).await?);
        if seat == Seat::Desk {
            first.extend(self.tournaments.irregular_presses(&key, self.store_by()).await?);
        }
        let watching = VerdictWatch {
            tournament: key.clone(),
            first,
            notifications,
            time_of_day,
            clock: self.clock.clone(),
            watcher: Watcher::new(device.clone(), seat),
            _counted: metrics::watching(seat),
            language: Language::from_tag(&request.language),
            sector,
            released: Error::of_seat(SeatRefusal::UnknownDevice, &device, &key).into(),
        };
        let answers = runtime::answers(watching);
        let stopping = self.tasks.stopping();
        Ok(Response::new(Box::pin(answers.take_until(stopping.cancelled_owned()))))
    }
}
