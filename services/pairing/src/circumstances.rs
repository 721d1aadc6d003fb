//! The circumstances of calls about a tournament, by which the doors tell the rows of the matrix
//! apart.

use access::Act;
use async_trait::async_trait;
use proto::{
    convert,
    v1::{
        AmendTournamentRequest, ExportTournamentRequest, GetStandingsRequest, RecordResultRequest,
        ReverseColorsRequest, SetEmbargoRequest, UnpairRoundRequest, WithdrawResultRequest,
    },
};
use runtime::{Call, Circumstances, Known};
use tournament::{Embargo, EmbargoScope, Tournament};

use crate::{error::Error, tournaments::Tournaments};

#[async_trait]
impl Circumstances for Tournaments {
    /// Returns nothing about a tournament that does not exist or cannot be read: its service
    /// refuses the call.
    async fn of(&self, call: &Call) -> Known {
        if let Some(act) = as_entered(call) {
            return Known { act: Some(act), ..Known::default() };
        }
        let Some(key) = call.tournament() else {
            return Known { act: standings(call.name(), false), ..Known::default() };
        };
        let snapshot = match self.get(&key).await {
            Ok(snapshot) => snapshot,
            // There is nothing to withhold.
            Err(Error::Unknown(_) | Error::Refused(_)) => {
                return Known { act: standings(call.name(), false), ..Known::default() };
            }
            Err(_unread) => return Known::default(),
        };
        let tournament = snapshot.state();
        let is_paired = !tournament.rounds().is_empty();
        Known { act: act(call, tournament), is_paired, ..Known::default() }
    }
}

/// Returns the row of a call that has several.
pub(crate) fn act(call: &Call, tournament: &Tournament) -> Option<Act> {
    let is_old =
        |round: u32| tournament.latest_round().is_some_and(|latest| latest.number().get() > round);
    let of_round = |round, this, older| Some(if is_old(round) { older } else { this });
    match call.name() {
        "AmendTournament" => amended(&call.request()?, tournament),
        "UnpairRound" => {
            let round = call.request::<UnpairRoundRequest>()?.round;
            let round = tournament.rounds().iter().find(|it| it.number().get() == round);
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
            let round = call.request::<WithdrawResultRequest>()?.round;
            of_round(round, Act::WithdrawResult, Act::WithdrawOldResult)
        }
        "ReverseColors" => {
            let round = call.request::<ReverseColorsRequest>()?.round;
            of_round(round, Act::ReverseColors, Act::ReverseOldColors)
        }
        "SetEmbargo" => embargo(&call.request()?, tournament),
        name => standings(name, tournament.is_embargoed()),
    }
}

/// Returns the row of a call that sets an embargo: another one if it may withhold less than before.
fn embargo(request: &SetEmbargoRequest, tournament: &Tournament) -> Option<Act> {
    let scope: EmbargoScope = request.scope?.try_into().ok()?;
    let before = tournament.embargoes().decided(scope);
    let after: Option<Embargo> = request.embargo.map(TryInto::try_into).transpose().ok()?;
    let is_looser = match (before, after) {
        (None, _) => false,
        (Some(_), None) => true,
        (Some(before), Some(after)) => !after.is_as_strict_as(before),
    };
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

/// Returns whether settings change more than what spectators read: a regulation without terms
/// leaves those that it has.
fn amended(request: &AmendTournamentRequest, tournament: &Tournament) -> Option<Act> {
    let mut asked = convert::settings(request.settings.clone()?).ok()?;
    let current = tournament.settings()?;
    if asked.regulation.terms.is_none() {
        asked.regulation.terms.clone_from(&current.regulation.terms);
    }
    let is_same = asked.regulation == current.regulation
        && asked.season == current.season
        && asked.tablets == current.tablets;
    Some(if is_same { Act::AmendName } else { Act::AmendRegulation })
}
