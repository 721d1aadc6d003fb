//! The API of tournaments: converts, asks, converts back.

use std::{pin::Pin, sync::Arc};

use futures_util::{Stream, StreamExt as _, stream};
use proto::{
    convert::{self, ConvertError, required},
    subject::{TournamentKey, VenueId},
    v1::{
        CreateTournamentRequest, CreateTournamentResponse, DrawLotsRequest, DrawLotsResponse,
        EnterPlayerRequest, EnterPlayerResponse, GetStandingsRequest, GetStandingsResponse,
        GetTournamentRequest, GetTournamentResponse, ListTournamentsRequest,
        ListTournamentsResponse, OpenRoundRequest, OpenRoundResponse, PairRoundRequest,
        PairRoundResponse, RecordResultRequest, RecordResultResponse, Standing, TablePairing,
        WatchStandingsRequest, WatchStandingsResponse, pairing_service_server::PairingService,
    },
};
use runtime::{AppendError, LedgerError, WallClock, chain};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use tonic::{Request, Response, Status};
use tournament::{Command, Entry, Pairing, PlayerId, Refusal};

use crate::{
    tournaments::{Error, PATIENCE, Shown, Tournaments},
    view,
};

/// Answers the calls.
#[derive(Debug)]
pub(crate) struct Desk {
    tournaments: Tournaments,
    stopping: CancellationToken,
}

impl Desk {
    pub(crate) fn new(tournaments: Tournaments, stopping: CancellationToken) -> Self {
        Self { tournaments, stopping }
    }

    /// Tells a tournament something; a broker that is away is not waited for long.
    async fn tell(&self, key: &TournamentKey, command: &Command) -> Result<Shown, Status> {
        let told = self.tournaments.tell(key, command, None, None);
        match tokio::time::timeout(PATIENCE, told).await {
            Ok(told) => told.map_err(|error| status(&error)),
            Err(_elapsed) => Err(status(&Error::Late(key.clone()))),
        }
    }

    async fn shown(&self, key: &TournamentKey) -> Result<Shown, Status> {
        self.tournaments.shown(key).await.map_err(|error| status(&error))
    }
}

type Watching<T> = Pin<Box<dyn Stream<Item = Result<T, Status>> + Send>>;

#[tonic::async_trait]
impl PairingService for Desk {
    type WatchStandingsStream = Watching<WatchStandingsResponse>;

    async fn create_tournament(
        &self,
        request: Request<CreateTournamentRequest>,
    ) -> Result<Response<CreateTournamentResponse>, Status> {
        let request = request.into_inner();
        let key = key(request.tournament)?;
        let settings = required(request.settings, "settings").and_then(convert::settings);
        let command = Command::Create { settings: settings.map_err(|error| unclear(&error))? };
        self.tell(&key, &command).await?;
        Ok(Response::new(CreateTournamentResponse {}))
    }

    async fn enter_player(
        &self,
        request: Request<EnterPlayerRequest>,
    ) -> Result<Response<EnterPlayerResponse>, Status> {
        let request = request.into_inner();
        let key = key(request.tournament)?;
        let rating = convert::rating(request.rating).map_err(|error| unclear(&error))?;
        // With single spaces, as it is kept and found again.
        let name = request.name.split_whitespace().collect::<Vec<_>>().join(" ");
        let club = (!request.club.is_empty()).then_some(request.club);
        let entry = Entry { name: name.clone(), club, rating };
        let shown = self.tell(&key, &Command::Enter { entry }).await?;
        let player = shown.state().player_named(&name);
        Ok(Response::new(EnterPlayerResponse { player: player.map(Into::into) }))
    }

    async fn draw_lots(
        &self,
        request: Request<DrawLotsRequest>,
    ) -> Result<Response<DrawLotsResponse>, Status> {
        let request = request.into_inner();
        let key = key(request.tournament)?;
        let order: Result<Vec<PlayerId>, ConvertError> =
            request.order.into_iter().map(convert::player_id).collect();
        let command = Command::DrawLots { order: order.map_err(|error| unclear(&error))? };
        self.tell(&key, &command).await?;
        Ok(Response::new(DrawLotsResponse {}))
    }

    async fn pair_round(
        &self,
        request: Request<PairRoundRequest>,
    ) -> Result<Response<PairRoundResponse>, Status> {
        let request = request.into_inner();
        let key = key(request.tournament)?;
        let round = convert::round(request.round).map_err(|error| unclear(&error))?;
        let pairings = by_table(request.pairings).map_err(|error| unclear(&error))?;
        let shown = self.tell(&key, &Command::Pair { round, pairings }).await?;
        let round = shown.state().round(round).map(view::pairings);
        Ok(Response::new(PairRoundResponse { round }))
    }

    async fn open_round(
        &self,
        request: Request<OpenRoundRequest>,
    ) -> Result<Response<OpenRoundResponse>, Status> {
        let request = request.into_inner();
        let key = key(request.tournament)?;
        let round = convert::round(request.round).map_err(|error| unclear(&error))?;
        self.tell(&key, &Command::OpenRound { round, at: WallClock.now() }).await?;
        Ok(Response::new(OpenRoundResponse {}))
    }

    async fn record_result(
        &self,
        request: Request<RecordResultRequest>,
    ) -> Result<Response<RecordResultResponse>, Status> {
        let request = request.into_inner();
        let key = key(request.tournament)?;
        let command = result(request.round, request.table, request.outcome, request.correct)
            .map_err(|error| unclear(&error))?;
        self.tell(&key, &command).await?;
        Ok(Response::new(RecordResultResponse {}))
    }

    async fn get_tournament(
        &self,
        request: Request<GetTournamentRequest>,
    ) -> Result<Response<GetTournamentResponse>, Status> {
        let shown = self.shown(&key(request.into_inner().tournament)?).await?;
        Ok(Response::new(view::whole(shown.state())))
    }

    async fn list_tournaments(
        &self,
        request: Request<ListTournamentsRequest>,
    ) -> Result<Response<ListTournamentsResponse>, Status> {
        let venue = request.into_inner().venue;
        let venue: Option<VenueId> = match venue.as_str() {
            "" => None,
            name => Some(name.parse().map_err(|error| unclear(&ConvertError::Name(error)))?),
        };
        let listed = self.tournaments.list();
        let wanted =
            listed.iter().filter(|(key, _)| venue.as_ref().is_none_or(|v| *v == key.venue));
        let tournaments = wanted.map(|(key, shown)| view::summary(key, shown.state())).collect();
        Ok(Response::new(ListTournamentsResponse { tournaments }))
    }

    async fn get_standings(
        &self,
        request: Request<GetStandingsRequest>,
    ) -> Result<Response<GetStandingsResponse>, Status> {
        let shown = self.shown(&key(request.into_inner().tournament)?).await?;
        Ok(Response::new(GetStandingsResponse { standings: view::table(shown.state()) }))
    }

    async fn watch_standings(
        &self,
        request: Request<WatchStandingsRequest>,
    ) -> Result<Response<Self::WatchStandingsStream>, Status> {
        let key = key(request.into_inner().tournament)?;
        let watching = self.tournaments.watch(&key).await.map_err(|error| status(&error))?;
        let tables = tables(watching).take_until(self.stopping.clone().cancelled_owned());
        let answers = tables.map(|standings| Ok(WatchStandingsResponse { standings }));
        Ok(Response::new(Box::pin(answers)))
    }
}

/// The standings as they are, then each time they differ. Who reads slowly misses what was in between.
pub(crate) fn tables(
    mut watching: watch::Receiver<Shown>,
) -> impl Stream<Item = Vec<Standing>> + Send {
    watching.mark_changed();
    let seen: Option<Vec<Standing>> = None;
    stream::unfold((watching, seen), |(mut watching, seen)| async move {
        loop {
            watching.changed().await.ok()?;
            let shown = Arc::clone(&watching.borrow_and_update());
            let table = view::table(shown.state());
            if seen.as_ref() != Some(&table) {
                return Some((table.clone(), (watching, Some(table))));
            }
        }
    })
}

fn key(reference: Option<proto::v1::TournamentRef>) -> Result<TournamentKey, Status> {
    TournamentKey::try_from(reference).map_err(|error| unclear(&error))
}

/// Pairings given by hand, in the order of their tables, which are 1, 2, 3 …; none are none.
pub(crate) fn by_table(
    given: Vec<TablePairing>,
) -> Result<Option<Vec<(PlayerId, PlayerId)>>, ConvertError> {
    let pairings: Result<Vec<Pairing>, ConvertError> =
        given.into_iter().map(TryInto::try_into).collect();
    let mut pairings = pairings?;
    pairings.sort_by_key(|pairing| pairing.table);
    for (pairing, table) in pairings.iter().zip(1_u32..) {
        if pairing.table.get() != table {
            let reason = format!("tables are 1, 2, 3 … each once; table {table} is not there");
            return Err(ConvertError::invalid("pairings.table", reason));
        }
    }
    let pairs: Vec<_> = pairings.iter().map(|pairing| (pairing.white, pairing.black)).collect();
    Ok((!pairs.is_empty()).then_some(pairs))
}

fn result(
    round: u32,
    table: u32,
    outcome: Option<proto::v1::Outcome>,
    correct: bool,
) -> Result<Command, ConvertError> {
    let (round, table) = (convert::round(round)?, convert::table(table)?);
    let outcome = required(outcome, "outcome")?.try_into()?;
    Ok(if correct {
        Command::CorrectResult { round, table, outcome }
    } else {
        Command::RecordResult { round, table, outcome }
    })
}

fn unclear(error: &ConvertError) -> Status {
    Status::invalid_argument(error.to_string())
}

fn status(error: &Error) -> Status {
    let text = error.to_string();
    match error {
        Error::Refused(refusal) => refused(refusal, text),
        Error::Unknown(_) => Status::not_found(text),
        Error::Contended(_) | Error::Append(AppendError::Conflict { .. }) => Status::aborted(text),
        Error::Append(AppendError::Refused { .. }) => Status::resource_exhausted(text),
        Error::Append(AppendError::Unavailable { .. })
        | Error::Ledger(LedgerError::Read(_))
        | Error::Late(_) => Status::unavailable(text),
        Error::Ledger(
            LedgerError::Decode { .. } | LedgerError::Record { .. } | LedgerError::Broken { .. },
        ) => {
            tracing::error!(error = chain(error), "answer a call");
            Status::internal(text)
        }
    }
}

/// What the caller can do about a refusal: ask otherwise, ask about what exists, or wait for it to be
/// so.
fn refused(refusal: &Refusal, text: String) -> Status {
    match refusal {
        Refusal::TournamentName
        | Refusal::Notice
        | Refusal::NoPlayingTime
        | Refusal::Entry(_)
        | Refusal::PairingsMissing { .. }
        | Refusal::PairingsGiven
        | Refusal::PairedTwice { .. } => Status::invalid_argument(text),
        Refusal::NotCreated
        | Refusal::UnknownPlayer { .. }
        | Refusal::UnknownRound { .. }
        | Refusal::UnknownTable { .. } => Status::not_found(text),
        Refusal::AlreadyCreated { .. }
        | Refusal::DuplicatePlayer { .. }
        | Refusal::EntriesClosed
        | Refusal::TooManyPlayers { .. }
        | Refusal::TooManyRounds { .. }
        | Refusal::LotsFixed
        | Refusal::LotsIncomplete { .. }
        | Refusal::Schedule(_)
        | Refusal::RoundOutOfOrder { .. }
        | Refusal::AlreadyPaired { .. }
        | Refusal::NoMoreRounds { .. }
        | Refusal::PreviousRoundNotClosed { .. }
        | Refusal::WrongRoundState { .. }
        | Refusal::AlreadyRecorded { .. }
        | Refusal::NothingToCorrect { .. } => Status::failed_precondition(text),
    }
}
