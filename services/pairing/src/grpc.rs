//! The API of tournaments. Each call is converted, carried out, and its answer converted back.

pub(crate) mod answers;
mod audience;
mod author;
mod deciding;
mod entries;
mod exchange;
pub(crate) mod published;
mod reading;
pub(crate) mod requests;
pub(crate) mod seasons;
mod watching;

use phrases::Language;
use proto::{
    convert,
    v1::{
        self, AmendTournamentRequest, AmendTournamentResponse, CheckRegulationRequest,
        CheckRegulationResponse, ChooseColorRequest, ChooseColorResponse, CloseRoundRequest,
        CloseRoundResponse, CorrectPlayerRequest, CorrectPlayerResponse, CreateTournamentRequest,
        CreateTournamentResponse, DeclinePromotionRequest, DeclinePromotionResponse,
        DivideGroupsRequest, DivideGroupsResponse, DrawLotsRequest, DrawLotsResponse,
        EnterPlayerRequest, EnterPlayerResponse, EnterTeamRequest, EnterTeamResponse,
        ExplainPairingRequest, ExplainPairingResponse, ExportTournamentRequest,
        ExportTournamentResponse, GetStandingsRequest, GetStandingsResponse, GetTournamentRequest,
        GetTournamentResponse, HandInLineUpRequest, HandInLineUpResponse, ImportTrfRequest,
        ImportTrfResponse, ListDecisionsRequest, ListDecisionsResponse, ListPresetsRequest,
        ListPresetsResponse, ListTournamentsRequest, ListTournamentsResponse, OpenRoundRequest,
        OpenRoundResponse, PairPlayOffRequest, PairPlayOffResponse, PairRoundRequest,
        PairRoundResponse, PlanMakeUpRequest, PlanMakeUpResponse, PlanRoundRequest,
        PlanRoundResponse, PublishRoundRequest, PublishRoundResponse, RecordResultRequest,
        RecordResultResponse, RemovePlayerRequest, RemovePlayerResponse, RemoveTeamRequest,
        RemoveTeamResponse, RenameTeamRequest, RenameTeamResponse, ReopenTieRequest,
        ReopenTieResponse, ReportAbsenceRequest, ReportAbsenceResponse, ResolveTieRequest,
        ResolveTieResponse, ReverseColorsRequest, ReverseColorsResponse, SeatReserveRequest,
        SeatReserveResponse, UnpairRoundRequest, UnpairRoundResponse, WatchStandingsRequest,
        WatchStandingsResponse, WithdrawRequest, WithdrawResponse, WithdrawResultRequest,
        WithdrawResultResponse, pairing_service_server::PairingService,
    },
};
use runtime::{Answer, AnswerStream, BlockingPool, WhenFull};
use tokio_util::sync::CancellationToken;
use tonic::{Request, Response};
use tournament::Command;

use crate::{decisions, error::Error, table_cache::TableCache, tournaments::Tournaments};

pub(crate) use self::seasons::Seasons;
use self::watching::Part;
pub(crate) use self::watching::changes;
use self::{
    audience::Audience,
    author::{proposes, signed},
};

/// Implements `PairingService`.
#[derive(Debug)]
pub(crate) struct TournamentService {
    tournaments: Tournaments,
    tables: TableCache,
    /// Answers questions that take long.
    pool: BlockingPool,
    stopping: CancellationToken,
}

impl TournamentService {
    pub(crate) fn new(
        tournaments: Tournaments,
        (tables, pool): (TableCache, BlockingPool),
        stopping: CancellationToken,
    ) -> Self {
        Self { tournaments, tables, pool, stopping }
    }
}

#[tonic::async_trait]
impl PairingService for TournamentService {
    type WatchStandingsStream = AnswerStream<WatchStandingsResponse>;
    type WatchTournamentStream = AnswerStream<v1::WatchTournamentResponse>;

    async fn list_presets(
        &self,
        request: Request<ListPresetsRequest>,
    ) -> Answer<ListPresetsResponse> {
        let language = Language::from_tag(&request.into_inner().language);
        Ok(Response::new(ListPresetsResponse { presets: answers::presets(language) }))
    }

    async fn check_regulation(
        &self,
        request: Request<CheckRegulationRequest>,
    ) -> Answer<CheckRegulationResponse> {
        let request = request.into_inner();
        let entrants = usize::try_from(request.entrants).unwrap_or(usize::MAX);
        let regulation = requests::regulation(request.regulation).map_err(Error::Convert)?;
        let language = Language::from_tag(&request.language);
        Ok(Response::new(answers::checked(&regulation, entrants, language)))
    }

    async fn create_tournament(
        &self,
        request: Request<CreateTournamentRequest>,
    ) -> Answer<CreateTournamentResponse> {
        let (by, mut request) = signed(request)?;
        let key = request.tournament.take();
        self.execute(key, by, requests::create(request)).await?;
        Ok(Response::new(CreateTournamentResponse {}))
    }

    async fn delete_tournament(
        &self,
        request: Request<v1::DeleteTournamentRequest>,
    ) -> Answer<v1::DeleteTournamentResponse> {
        let (by, request) = signed(request)?;
        let command = Command::Delete { reason: request.reason };
        self.execute(request.tournament, by, Ok(command)).await?;
        Ok(Response::new(v1::DeleteTournamentResponse {}))
    }

    async fn enter_player(
        &self,
        request: Request<EnterPlayerRequest>,
    ) -> Answer<EnterPlayerResponse> {
        let (by, request) = signed(request)?;
        Ok(Response::new(self.enter_player_named(by, request).await?))
    }

    async fn amend_tournament(
        &self,
        request: Request<AmendTournamentRequest>,
    ) -> Answer<AmendTournamentResponse> {
        let (by, mut request) = signed(request)?;
        let key = request.tournament.take();
        self.execute(key, by, requests::amend(request)).await?;
        Ok(Response::new(AmendTournamentResponse {}))
    }

    async fn correct_player(
        &self,
        request: Request<CorrectPlayerRequest>,
    ) -> Answer<CorrectPlayerResponse> {
        let (by, request) = signed(request)?;
        Ok(Response::new(self.correct_entry(by, request).await?))
    }

    async fn remove_player(
        &self,
        request: Request<RemovePlayerRequest>,
    ) -> Answer<RemovePlayerResponse> {
        let (by, mut request) = signed(request)?;
        let key = request.tournament.take();
        let player = convert::player_id(request.player);
        self.execute(key, by, player.map(|player| Command::RemoveEntry { player })).await?;
        Ok(Response::new(RemovePlayerResponse {}))
    }

    async fn seat_reserve(
        &self,
        request: Request<SeatReserveRequest>,
    ) -> Answer<SeatReserveResponse> {
        let (by, request) = signed(request)?;
        Ok(Response::new(self.seat(by, request).await?))
    }

    async fn rename_team(&self, request: Request<RenameTeamRequest>) -> Answer<RenameTeamResponse> {
        let (by, mut request) = signed(request)?;
        let key = request.tournament.take();
        let team = convert::team_id(request.team);
        let name = request.name;
        self.execute(key, by, team.map(|team| Command::RenameTeam { team, name })).await?;
        Ok(Response::new(RenameTeamResponse {}))
    }

    async fn remove_team(&self, request: Request<RemoveTeamRequest>) -> Answer<RemoveTeamResponse> {
        let (by, mut request) = signed(request)?;
        let key = request.tournament.take();
        let team = convert::team_id(request.team);
        self.execute(key, by, team.map(|team| Command::RemoveTeam { team })).await?;
        Ok(Response::new(RemoveTeamResponse {}))
    }

    async fn enter_team(&self, request: Request<EnterTeamRequest>) -> Answer<EnterTeamResponse> {
        let (by, request) = signed(request)?;
        Ok(Response::new(self.enter_team_named(by, request).await?))
    }

    async fn hand_in_line_up(
        &self,
        request: Request<HandInLineUpRequest>,
    ) -> Answer<HandInLineUpResponse> {
        let is_proposal = proposes(&request);
        let (by, mut request) = signed(request)?;
        let key = request.tournament.take();
        self.execute_or_propose(is_proposal, key, by, requests::hand_in(request)).await?;
        Ok(Response::new(HandInLineUpResponse {}))
    }

    async fn draw_lots(&self, request: Request<DrawLotsRequest>) -> Answer<DrawLotsResponse> {
        let (by, mut request) = signed(request)?;
        let key = request.tournament.take();
        let snapshot = self.execute(key, by, requests::draw_lots(request)).await?;
        Ok(Response::new(DrawLotsResponse { order: convert::numbers(snapshot.state().lots()) }))
    }

    async fn divide_groups(
        &self,
        request: Request<DivideGroupsRequest>,
    ) -> Answer<DivideGroupsResponse> {
        let (by, mut request) = signed(request)?;
        let key = request.tournament.take();
        let snapshot = self.execute(key, by, requests::divide(request)).await?;
        Ok(Response::new(DivideGroupsResponse { groups: answers::groups(snapshot.state()) }))
    }

    async fn report_absence(
        &self,
        request: Request<ReportAbsenceRequest>,
    ) -> Answer<ReportAbsenceResponse> {
        let is_proposal = proposes(&request);
        let (by, request) = signed(request)?;
        let command = requests::absence(&request);
        self.execute_or_propose(is_proposal, request.tournament, by, command).await?;
        Ok(Response::new(ReportAbsenceResponse {}))
    }

    async fn withdraw(&self, request: Request<WithdrawRequest>) -> Answer<WithdrawResponse> {
        let is_proposal = proposes(&request);
        let (by, mut request) = signed(request)?;
        let key = request.tournament.take();
        self.execute_or_propose(is_proposal, key, by, requests::withdraw(request)).await?;
        Ok(Response::new(WithdrawResponse {}))
    }

    async fn plan_round(&self, request: Request<PlanRoundRequest>) -> Answer<PlanRoundResponse> {
        let (by, request) = signed(request)?;
        let command = requests::plan(&request);
        self.execute(request.tournament, by, command).await?;
        Ok(Response::new(PlanRoundResponse {}))
    }

    async fn pair_round(&self, request: Request<PairRoundRequest>) -> Answer<PairRoundResponse> {
        let (by, request) = signed(request)?;
        Ok(Response::new(self.pair(by, request).await?))
    }

    async fn pair_play_off(
        &self,
        request: Request<PairPlayOffRequest>,
    ) -> Answer<PairPlayOffResponse> {
        let (by, request) = signed(request)?;
        Ok(Response::new(self.pair_tied(by, request).await?))
    }

    async fn choose_color(
        &self,
        request: Request<ChooseColorRequest>,
    ) -> Answer<ChooseColorResponse> {
        let (by, request) = signed(request)?;
        let command = requests::color(&request);
        self.execute(request.tournament, by, command).await?;
        Ok(Response::new(ChooseColorResponse {}))
    }

    async fn unpair_round(
        &self,
        request: Request<UnpairRoundRequest>,
    ) -> Answer<UnpairRoundResponse> {
        let (by, mut request) = signed(request)?;
        let key = request.tournament.take();
        self.execute(key, by, requests::unpair(request)).await?;
        Ok(Response::new(UnpairRoundResponse {}))
    }

    async fn publish_round(
        &self,
        request: Request<PublishRoundRequest>,
    ) -> Answer<PublishRoundResponse> {
        let (by, request) = signed(request)?;
        let command = requests::of_round(request.round, |round| Command::Publish { round });
        self.execute(request.tournament, by, command).await?;
        Ok(Response::new(PublishRoundResponse {}))
    }

    async fn open_round(&self, request: Request<OpenRoundRequest>) -> Answer<OpenRoundResponse> {
        let (by, request) = signed(request)?;
        let command = requests::of_round(request.round, |round| Command::OpenRound { round });
        self.execute(request.tournament, by.because(request.reason), command).await?;
        Ok(Response::new(OpenRoundResponse {}))
    }

    async fn close_round(&self, request: Request<CloseRoundRequest>) -> Answer<CloseRoundResponse> {
        let (by, request) = signed(request)?;
        let command = requests::of_round(request.round, |round| Command::CloseRound { round });
        self.execute(request.tournament, by.because(request.reason), command).await?;
        Ok(Response::new(CloseRoundResponse {}))
    }

    async fn record_result(
        &self,
        request: Request<RecordResultRequest>,
    ) -> Answer<RecordResultResponse> {
        let (by, request) = signed(request)?;
        let command = requests::result(&request);
        self.execute(request.tournament, by.because(request.reason), command).await?;
        Ok(Response::new(RecordResultResponse {}))
    }

    async fn withdraw_result(
        &self,
        request: Request<WithdrawResultRequest>,
    ) -> Answer<WithdrawResultResponse> {
        let (by, request) = signed(request)?;
        let command = requests::no_result(&request);
        self.execute(request.tournament, by.because(request.reason), command).await?;
        Ok(Response::new(WithdrawResultResponse {}))
    }

    async fn plan_make_up(
        &self,
        request: Request<PlanMakeUpRequest>,
    ) -> Answer<PlanMakeUpResponse> {
        let (by, mut request) = signed(request)?;
        let tournament = request.tournament.take();
        self.execute(tournament, by, requests::make_up(request)).await?;
        Ok(Response::new(PlanMakeUpResponse {}))
    }

    async fn answer_proposal(
        &self,
        request: Request<v1::AnswerProposalRequest>,
    ) -> Answer<v1::AnswerProposalResponse> {
        let (by, mut request) = signed(request)?;
        let key = request.tournament.take();
        self.execute(key, by, Ok(requests::answer(request))).await?;
        Ok(Response::new(v1::AnswerProposalResponse {}))
    }

    async fn list_proposals(
        &self,
        request: Request<v1::ListProposalsRequest>,
    ) -> Answer<v1::ListProposalsResponse> {
        Ok(Response::new(self.proposals(request.into_inner()).await?))
    }

    async fn check_in(&self, request: Request<v1::CheckInRequest>) -> Answer<v1::CheckInResponse> {
        let (by, request) = signed(request)?;
        let command = requests::check_in(&request);
        self.execute(request.tournament, by, command).await?;
        Ok(Response::new(v1::CheckInResponse {}))
    }

    async fn decline_promotion(
        &self,
        request: Request<DeclinePromotionRequest>,
    ) -> Answer<DeclinePromotionResponse> {
        let (by, mut request) = signed(request)?;
        let tournament = request.tournament.take();
        self.execute(tournament, by, requests::decline(request)).await?;
        Ok(Response::new(DeclinePromotionResponse {}))
    }

    async fn reverse_colors(
        &self,
        request: Request<ReverseColorsRequest>,
    ) -> Answer<ReverseColorsResponse> {
        let (by, request) = signed(request)?;
        let command = requests::reverse(&request);
        self.execute(request.tournament, by.because(request.reason), command).await?;
        Ok(Response::new(ReverseColorsResponse {}))
    }

    async fn set_start_mode(
        &self,
        request: Request<v1::SetStartModeRequest>,
    ) -> Answer<v1::SetStartModeResponse> {
        let (by, request) = signed(request)?;
        let command = requests::start_mode(&request);
        self.execute(request.tournament, by.because(request.reason), command).await?;
        Ok(Response::new(v1::SetStartModeResponse {}))
    }

    async fn set_embargo(
        &self,
        request: Request<v1::SetEmbargoRequest>,
    ) -> Answer<v1::SetEmbargoResponse> {
        let (by, mut request) = signed(request)?;
        self.execute(request.tournament.take(), by, requests::embargo(request)).await?;
        Ok(Response::new(v1::SetEmbargoResponse {}))
    }

    async fn release_embargo(
        &self,
        request: Request<v1::ReleaseEmbargoRequest>,
    ) -> Answer<v1::ReleaseEmbargoResponse> {
        let (by, mut request) = signed(request)?;
        self.execute(request.tournament.take(), by, requests::release(request)).await?;
        Ok(Response::new(v1::ReleaseEmbargoResponse {}))
    }

    async fn resolve_tie(&self, request: Request<ResolveTieRequest>) -> Answer<ResolveTieResponse> {
        let (by, request) = signed(request)?;
        Ok(Response::new(self.resolve(by, request).await?))
    }

    async fn reopen_tie(&self, request: Request<ReopenTieRequest>) -> Answer<ReopenTieResponse> {
        let (by, mut request) = signed(request)?;
        let key = request.tournament.take();
        self.execute(key, by, requests::reopen(request)).await?;
        Ok(Response::new(ReopenTieResponse {}))
    }

    async fn get_tournament(
        &self,
        request: Request<GetTournamentRequest>,
    ) -> Answer<GetTournamentResponse> {
        let GetTournamentRequest { tournament, published } = request.into_inner();
        let key = requests::key(tournament)?;
        let snapshot = self.tournaments.get(&key).await?;
        let pool = (&self.pool, WhenFull::Tell);
        let read = Part::of(published).read(&self.tables, pool, &key, snapshot).await?;
        Ok(Response::new(read))
    }

    async fn watch_tournament(
        &self,
        request: Request<v1::WatchTournamentRequest>,
    ) -> Answer<Self::WatchTournamentStream> {
        Ok(Response::new(self.followed(request.into_inner()).await?))
    }

    async fn list_tournaments(
        &self,
        request: Request<ListTournamentsRequest>,
    ) -> Answer<ListTournamentsResponse> {
        let listed = self.tournaments.listing().page(&request.into_inner()).map_err(Error::from)?;
        Ok(Response::new(listed))
    }

    async fn list_decisions(
        &self,
        request: Request<ListDecisionsRequest>,
    ) -> Answer<ListDecisionsResponse> {
        let mut request = request.into_inner();
        let key = requests::key(request.tournament.take())?;
        Ok(Response::new(decisions::list(&self.tournaments, &self.pool, key, &request).await?))
    }

    async fn explain_pairing(
        &self,
        request: Request<ExplainPairingRequest>,
    ) -> Answer<ExplainPairingResponse> {
        Ok(Response::new(self.explained(request.into_inner()).await?))
    }

    async fn get_standings(
        &self,
        request: Request<GetStandingsRequest>,
    ) -> Answer<GetStandingsResponse> {
        let audience = Audience::of(&request);
        Ok(Response::new(self.standings(audience, request.into_inner()).await?))
    }

    async fn watch_standings(
        &self,
        request: Request<WatchStandingsRequest>,
    ) -> Answer<Self::WatchStandingsStream> {
        let audience = Audience::of(&request);
        Ok(Response::new(self.watched(audience, request.into_inner()).await?))
    }

    async fn export_tournament(
        &self,
        request: Request<ExportTournamentRequest>,
    ) -> Answer<ExportTournamentResponse> {
        let audience = Audience::of(&request);
        Ok(Response::new(self.export(audience, request.into_inner()).await?))
    }

    async fn import_trf(&self, request: Request<ImportTrfRequest>) -> Answer<ImportTrfResponse> {
        let (by, request) = signed(request)?;
        Ok(Response::new(self.import(by, request).await?))
    }
}
