//! The authors of decisions, as the requests and their doors tell them.

use access::{Bearer, Role, Standing};
use proto::{convert, v1};
use tonic::{Request, metadata::MetadataMap};
use tournament::Author;

use crate::error::Error;

/// The metadata by which a desk names itself, as rulings on games do in their header.
const DEVICE: &str = "damcast-device";

/// A request to decide something.
pub(super) trait Deciding {
    /// Takes the name of the author.
    fn take_by(&mut self) -> String;
}

/// Returns the author of a request, with the device, role and id that its call has, and the
/// request.
///
/// # Errors
/// [`Error::Convert`] if the author has no name that can be shown, or the name of the device is
/// none.
pub(super) fn signed<T: Deciding>(request: Request<T>) -> Result<(Author, T), Error> {
    let bearer = request.extensions().get::<Bearer>();
    let role = bearer.map(|bearer| bearer.role);
    let subject = bearer.map(|bearer| bearer.subject.to_string()).unwrap_or_default();
    let device = match bearer.filter(|bearer| bearer.role.is_of_device()) {
        Some(bearer) => bearer.subject.to_string(),
        None => named(request.metadata())?,
    };
    let mut request = request.into_inner();
    let by = convert::author(&request.take_by())?;
    let by = by.at(device, role.map_or("", Role::as_str)).identified(subject);
    Ok((by, request))
}

/// Returns true if a request is a proposal, which counts once the desk accepts it.
pub(super) fn proposes<T>(request: &Request<T>) -> bool {
    request.extensions().get::<Standing>() == Some(&Standing::Proposal)
}

/// Returns the device that a call names; empty if it names none.
fn named(metadata: &MetadataMap) -> Result<String, Error> {
    let Some(name) = metadata.get(DEVICE) else { return Ok(String::new()) };
    let name = String::from_utf8_lossy(name.as_bytes()).into_owned();
    Ok(convert::device(name)?.as_str().to_owned())
}

macro_rules! deciding {
    ($($request:ident)*) => {
        $(
            impl Deciding for v1::$request {
                fn take_by(&mut self) -> String {
                    std::mem::take(&mut self.by)
                }
            }
        )*
    };
}

deciding! {
    AmendTournamentRequest
    AnswerProposalRequest
    CheckInRequest
    ChooseColorRequest
    CloseRoundRequest
    CorrectPlayerRequest
    CreateTournamentRequest
    DeclinePromotionRequest
    DeleteTournamentRequest
    DivideGroupsRequest
    DrawLotsRequest
    EnterPlayerRequest
    EnterTeamRequest
    HandInLineUpRequest
    ImportTrfRequest
    OpenRoundRequest
    PairPlayOffRequest
    PairRoundRequest
    PlanMakeUpRequest
    PlanRoundRequest
    PublishRoundRequest
    RecordResultRequest
    ReleaseEmbargoRequest
    RemovePlayerRequest
    RemoveTeamRequest
    RenameTeamRequest
    ReopenTieRequest
    ReportAbsenceRequest
    ResolveTieRequest
    ReverseColorsRequest
    SeatReserveRequest
    SetEmbargoRequest
    SetStartModeRequest
    UnpairRoundRequest
    WithdrawRequest
    WithdrawResultRequest
}
