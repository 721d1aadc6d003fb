//! The circumstances of calls about a tournament, by which the doors tell the rows of the matrix
//! apart.

use access::Act;
use async_trait::async_trait;
use proto::{
    convert::{self, round, table},
    subject::TournamentKey,
    v1::{
        AmendTournamentRequest, ExportTournamentRequest, GetStandingsRequest, GetTournamentRequest,
        RecordResultRequest, ReverseColorsRequest, SetEmbargoRequest, UnpairRoundRequest,
        WatchTournamentRequest, WithdrawResultRequest,
    },
};
use runtime::{Call, CallFacts, Circumstances, Recorded, error_chain};
use tournament::{Embargo, EmbargoScope, Tournament};

use crate::{error::Error, result_provenance::ProvenanceReader, tournaments::Tournaments};

/// Finds the circumstances of calls.
#[derive(Clone, Debug)]
pub(crate) struct CallCircumstances {
    pub(crate) tournaments: Tournaments,
    pub(crate) provenances: ProvenanceReader,
}

impl CallCircumstances {
    /// Returns who recorded the result that a call changes; `None` if nobody did by hand, or it
    /// names no table: its service refuses it then.
    ///
    /// # Errors
    /// [`Error`] if the log cannot be read.
    async fn recorded(&self, key: &TournamentKey, call: &Call) -> Result<Option<Recorded>, Error> {
        let Some((number, place)) = changed_table(call) else { return Ok(None) };
        let (Ok(number), Ok(place)) = (round(number), table(place)) else { return Ok(None) };
        self.provenances.recorded(key, (number, place)).await
    }
}

#[async_trait]
impl Circumstances for CallCircumstances {
    /// Returns nothing about a tournament that does not exist: its service refuses the call.
    async fn of(&self, call: &Call) -> CallFacts {
        if let Some(act) = as_entered(call).or_else(|| as_published(call)) {
            return CallFacts { act: Some(act), ..CallFacts::default() };
        }
        let Some(key) = call.tournament() else {
            return CallFacts { act: standings(call.name(), false), ..CallFacts::default() };
        };
        let snapshot = match self.tournaments.get(&key).await {
            Ok(snapshot) => snapshot,
            // A tournament that does not exist has no results to withhold.
            Err(Error::Unknown(_) | Error::Refused(_)) => {
                return CallFacts { act: standings(call.name(), false), ..CallFacts::default() };
            }
            Err(error) => return unread(&key, &error),
        };
        let tournament = snapshot.state();
        let is_paired = !tournament.rounds().is_empty();
        let act = act(call, tournament);
        let is_brief =
            matches!(act, Some(Act::CorrectResult | Act::WithdrawResult | Act::ReverseColors));
        let recorded = if is_brief { self.recorded(&key, call).await } else { Ok(None) };
        match recorded {
            Ok(recorded) => CallFacts { act, is_paired, recorded, is_unread: false },
            Err(error) => CallFacts { act, is_paired, ..unread(&key, &error) },
        }
    }
}

/// Returns that the circumstances of a call could not be read, and logs it: whoever is refused
/// without them is told to try again.
fn unread(key: &TournamentKey, error: &Error) -> CallFacts {
    tracing::warn!(tournament = %key, error = error_chain(error), "read the circumstances of a call");
    CallFacts { is_unread: true, ..CallFacts::default() }
}

/// Returns round and table of the result that a call changes; `None` if it changes none.
fn changed_table(call: &Call) -> Option<(u32, u32)> {
    match call.name() {
        "RecordResult" => {
            call.request::<RecordResultRequest>().map(|request| (request.round, request.table))
        }
        "WithdrawResult" => {
            call.request::<WithdrawResultRequest>().map(|request| (request.round, request.table))
        }
        "ReverseColors" => {
            call.request::<ReverseColorsRequest>().map(|request| (request.round, request.table))
        }
        _ => None,
    }
}

/// Returns the row of a call that has several.
pub(crate) fn act(call: &Call, tournament: &Tournament) -> Option<Act> {
    let of_round =
        |number, this, older| Some(if tournament.has_round_after(number) { older } else { this });
    match call.name() {
        "AmendTournament" => amended(&call.request()?, tournament),
        "UnpairRound" => {
            let number = call.request::<UnpairRoundRequest>()?.round;
            let round = tournament.rounds().iter().find(|it| it.number().get() == number);
            let is_published =
                round.is_some_and(|round| round.published_at().or(round.opened_at()).is_some());
            Some(if is_published { Act::UnpairPublished } else { Act::UnpairDraft })
        }
        "RecordResult" => {
            let request = call.request::<RecordResultRequest>()?;
            if !request.correct {
                return Some(Act::RecordResult);
            }
            of_round(request.round, Act::CorrectResult, Act::CorrectOldResult)
        }
        "WithdrawResult" => {
            let number = call.request::<WithdrawResultRequest>()?.round;
            of_round(number, Act::WithdrawResult, Act::WithdrawOldResult)
        }
        "ReverseColors" => {
            let number = call.request::<ReverseColorsRequest>()?.round;
            of_round(number, Act::ReverseColors, Act::ReverseOldColors)
        }
        "SetEmbargo" => embargo(&call.request()?, tournament),
        name => standings(name, tournament.is_embargoed()),
    }
}

/// Returns the row of a call that sets an embargo: another one if it may withhold less than before.
fn embargo(request: &SetEmbargoRequest, tournament: &Tournament) -> Option<Act> {
    let scope: EmbargoScope = request.scope?.try_into().ok()?;
    let after: Option<Embargo> = request.embargo.map(TryInto::try_into).transpose().ok()?;
    let is_looser = tournament.embargoes().would_loosen(scope, after);
    Some(if is_looser { Act::LiftEmbargo } else { Act::SetEmbargo })
}

/// Returns the row of a call that asks for names as they were entered; `None` for any other. Whoever
/// may make it may see the tournament whole, whatever is withheld from the public.
fn as_entered(call: &Call) -> Option<Act> {
    match call.name() {
        "GetStandings" if call.request::<GetStandingsRequest>()?.as_entered => {
            Some(Act::GetStandingsAsEntered)
        }
        "ExportTournament" if call.request::<ExportTournamentRequest>()?.as_entered => {
            Some(Act::ExportAsEntered)
        }
        _ => None,
    }
}

/// Returns the row of a call that asks for a tournament, whole or as it is published; `None` for
/// any other.
fn as_published(call: &Call) -> Option<Act> {
    Some(match call.name() {
        "GetTournament" if call.request::<GetTournamentRequest>()?.published => Act::GetPublished,
        "GetTournament" => Act::GetTournament,
        "WatchTournament" if call.request::<WatchTournamentRequest>()?.published => {
            Act::WatchPublished
        }
        "WatchTournament" => Act::WatchTournament,
        _ => return None,
    })
}

/// Returns the row of a call that tells results, which the public may make while no embargo is set.
fn standings(name: &str, is_embargoed: bool) -> Option<Act> {
    let (public, embargoed) = match name {
        "GetStandings" => (Act::GetStandings, Act::GetEmbargoedStandings),
        "WatchStandings" => (Act::WatchStandings, Act::WatchEmbargoedStandings),
        "ExportTournament" => (Act::ExportTournament, Act::ExportEmbargoed),
        "GetPrizes" => (Act::GetPrizes, Act::GetEmbargoedPrizes),
        _ => return None,
    };
    Some(if is_embargoed { embargoed } else { public })
}

/// Returns the row of a call that amends settings: another one if it changes how the event is
/// played.
fn amended(request: &AmendTournamentRequest, tournament: &Tournament) -> Option<Act> {
    let asked = convert::settings(request.settings.clone()?).ok()?;
    let is_of_play = tournament.settings()?.changes_play_to(&asked);
    Some(if is_of_play { Act::AmendRegulation } else { Act::AmendName })
}
