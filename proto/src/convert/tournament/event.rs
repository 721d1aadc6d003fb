//! Converts events of a tournament.

use draughts::Timestamp;
use game_clock::StartMode;
use tournament::{
    AbsenceNotice, Author, Event, FinalColor, MakeUp, PairedRound, Request, ResolvedTie,
    UnpairGround,
    ranking::{Participant, Remedy, TieDecision},
};

use super::{
    entry::{boards, line_up, team_id},
    numbers, participant, participants, player_id, proposal, round, settings, table,
    tie::{tie_decision, wire_decision},
};
use crate::{
    convert::{ConvertError, required, types::words},
    v1::{self, tournament_event::Event as Wire},
};

pub(super) fn wire(event: &Event) -> Wire {
    match event {
        Event::Ruled { by, at } => Wire::Ruled(v1::Ruled {
            by: by.name().unwrap_or_default().to_owned(),
            at_ms: at.millis(),
            reason: by.reason().to_owned(),
            device: by.device().to_owned(),
            role: by.role().to_owned(),
            subject: by.subject().to_owned(),
        }),
        Event::Created { settings } => Wire::Created(settings.as_ref().into()),
        Event::PlayerEntered { player } => {
            Wire::PlayerEntered(v1::PlayerEntered { player: Some(player.into()) })
        }
        Event::TeamEntered { team } => {
            Wire::TeamEntered(v1::TeamEntered { team: Some(team.into()) })
        }
        Event::PlayerCorrected { player } => {
            Wire::PlayerCorrected(v1::PlayerCorrected { player: Some(player.into()) })
        }
        Event::PlayerRemoved { player } => {
            Wire::PlayerRemoved(v1::PlayerRemoved { player: player.get() })
        }
        Event::TeamRenamed { team, name } => {
            Wire::TeamRenamed(v1::TeamRenamed { team: team.get(), name: name.clone() })
        }
        Event::TeamRemoved { team } => Wire::TeamRemoved(v1::TeamRemoved { team: team.get() }),
        Event::ReserveSeated { withdrawn, player } => Wire::ReserveSeated(v1::ReserveSeated {
            withdrawn: withdrawn.get(),
            player: Some(player.into()),
        }),
        Event::SettingsAmended { settings, reason } => Wire::SettingsAmended(v1::SettingsAmended {
            settings: Some(settings.as_ref().into()),
            reason: reason.clone(),
        }),
        Event::LineUpHandedIn { team, line_up, reason } => {
            let (boards, reason) = (boards(line_up), reason.clone());
            Wire::LineUpHandedIn(v1::LineUpHandedIn { team: team.get(), boards, reason })
        }
        Event::LotsDrawn { order, seed } => {
            Wire::LotsDrawn(v1::LotsDrawn { order: numbers(order), seed: *seed })
        }
        Event::GroupsDivided { groups, seed } => Wire::GroupsDivided(v1::GroupsDivided {
            groups: groups.iter().map(|group| v1::Group { participants: numbers(group) }).collect(),
            seed: *seed,
        }),
        Event::AbsenceReported { participant, round, kind, notice } => {
            Wire::AbsenceReported(v1::AbsenceReported {
                participant: participant.get(),
                round: round.get(),
                kind: v1::AbsenceKind::from(*kind).into(),
                reason: notice.reason.clone(),
                told_by: notice.told_by.clone(),
                at_ms: notice.at.map_or(0, Timestamp::millis),
            })
        }
        Event::AbsenceTakenBack { participant, round } => {
            let participant = participant.get();
            Wire::AbsenceTakenBack(v1::AbsenceTakenBack { participant, round: round.get() })
        }
        Event::CheckedIn { participant, round, is_here } => Wire::CheckedIn(v1::CheckedIn {
            participant: participant.get(),
            round: round.get(),
            here: *is_here,
        }),
        Event::EmbargoSet { scope, embargo, at, reason } => Wire::EmbargoSet(v1::EmbargoSet {
            scope: Some((*scope).into()),
            embargo: embargo.map(Into::into),
            at_ms: at.millis(),
            reason: reason.clone(),
        }),
        Event::EmbargoReleased { scope, at, reason } => {
            Wire::EmbargoReleased(v1::EmbargoReleased {
                scope: Some((*scope).into()),
                at_ms: at.millis(),
                reason: reason.clone(),
            })
        }
        Event::Proposed { number, request, at } => Wire::Proposed(v1::Proposed {
            number: *number,
            at_ms: at.millis(),
            request: proposal::request(wire(&request.event())),
        }),
        Event::ProposalAnswered { number, is_accepted, reason } => {
            Wire::ProposalAnswered(v1::ProposalAnswered {
                number: *number,
                accepted: *is_accepted,
                reason: reason.clone(),
            })
        }
        Event::Withdrawn { participant, reason } => {
            Wire::ParticipantWithdrawn(v1::ParticipantWithdrawn {
                participant: participant.get(),
                reason: reason.clone(),
            })
        }
        Event::Reinstated { participant } => {
            let participant = participant.get();
            Wire::ParticipantReinstated(v1::ParticipantReinstated { participant })
        }
        Event::RoundPlanned { round, begins_at } => Wire::RoundPlanned(v1::RoundPlanned {
            round: round.get(),
            begins_at_ms: begins_at.millis(),
        }),
        Event::RoundPaired { paired } => Wire::RoundPaired(paired.as_ref().into()),
        Event::ColorChosen { choice } => Wire::ColorChosen(choice.into()),
        Event::RoundUnpaired { round, reason, ground } => Wire::RoundUnpaired(v1::RoundUnpaired {
            round: round.get(),
            reason: reason.clone(),
            ground: ground.map_or(v1::UnpairGround::Unspecified, Into::into).into(),
        }),
        Event::RoundPublished { round, at } => {
            Wire::RoundPublished(v1::RoundPublished { round: round.get(), at_ms: at.millis() })
        }
        Event::RoundOpened { round, at } => {
            Wire::RoundOpened(v1::RoundOpened { round: round.get(), at_ms: at.millis() })
        }
        Event::ResultRecorded { round, table, outcome, men_ahead } => {
            Wire::ResultRecorded(v1::ResultRecorded {
                round: round.get(),
                table: table.get(),
                outcome: Some((*outcome).into()),
                men_ahead: *men_ahead,
            })
        }
        Event::ResultCorrected { round, table, outcome, men_ahead } => {
            Wire::ResultCorrected(v1::TournamentResultCorrected {
                round: round.get(),
                table: table.get(),
                outcome: Some((*outcome).into()),
                men_ahead: *men_ahead,
            })
        }
        Event::ResultWithdrawn { round, table } => {
            Wire::ResultWithdrawn(v1::ResultWithdrawn { round: round.get(), table: table.get() })
        }
        Event::ColorsReversed { round, table, is_reversed } => {
            Wire::ColorsReversed(v1::ColorsReversed {
                round: round.get(),
                table: table.get(),
                reversed: *is_reversed,
            })
        }
        Event::RoundClosed { round, at } => Wire::RoundClosed(v1::RoundClosed {
            round: round.get(),
            at_ms: at.map_or(0, Timestamp::millis),
        }),
        Event::MakeUpPlanned { round, table, make_up } => Wire::MakeUpPlanned(v1::MakeUpPlanned {
            round: round.get(),
            table: table.get(),
            make_up: Some(make_up.into()),
        }),
        Event::PromotionDeclined { participant, reason, is_declined } => {
            Wire::PromotionDeclined(v1::PromotionDeclined {
                participant: participant.get(),
                reason: reason.clone(),
                declined: *is_declined,
            })
        }
        Event::StartModeSet { round, table, mode } => Wire::StartModeSet(v1::StartModeSet {
            round: round.get(),
            table: table.get(),
            start_mode: mode.map_or(v1::StartMode::Unspecified, Into::into).into(),
        }),
        Event::TieResolved { order, how, instead_of } => {
            Wire::TieResolved(tie_resolved(order, *how, *instead_of))
        }
        Event::TieReopened { participants, reason } => Wire::TieReopened(v1::TieReopened {
            participants: numbers(participants),
            reason: reason.clone(),
        }),
        Event::Deleted { reason } => {
            Wire::Deleted(v1::TournamentDeleted { reason: reason.clone() })
        }
    }
}

words!(UnpairGround, v1::UnpairGround, "ground", {
    Norm => UnpairGround::Norm,
    WrongResult => UnpairGround::WrongResult,
    ReversedColors => UnpairGround::ReversedColors,
    ChiefArbiter => UnpairGround::ChiefArbiter,
});

/// Converts the ground on which a pairing is undone; `None` if it is unspecified.
///
/// # Errors
/// [`ConvertError::Missing`] if it is unknown.
pub fn unpair_ground(number: i32) -> Result<Option<UnpairGround>, ConvertError> {
    match v1::UnpairGround::try_from(number) {
        Ok(v1::UnpairGround::Unspecified) => Ok(None),
        Ok(ground) => Ok(Some(ground.try_into()?)),
        Err(_unknown) => Err(ConvertError::Missing { field: "ground" }),
    }
}

impl From<&MakeUp> for v1::MakeUp {
    fn from(make_up: &MakeUp) -> Self {
        let agreed_by = make_up.agreed_by.clone();
        Self { begins_at_ms: make_up.begins_at.millis(), agreed_by }
    }
}

impl From<v1::MakeUp> for MakeUp {
    fn from(wire: v1::MakeUp) -> Self {
        let begins_at = Timestamp::from_millis(wire.begins_at_ms);
        Self { begins_at, agreed_by: wire.agreed_by }
    }
}

impl From<&FinalColor> for v1::ColorChosen {
    fn from(choice: &FinalColor) -> Self {
        Self {
            pool_place: choice.pool_place,
            chooser: choice.chooser.get(),
            white: choice.white.get(),
            seed: choice.seed,
        }
    }
}

impl From<&ResolvedTie> for v1::TieResolved {
    fn from(tie: &ResolvedTie) -> Self {
        tie_resolved(&tie.order, tie.how, tie.instead_of)
    }
}

fn tie_resolved(
    order: &[Participant],
    how: TieDecision,
    instead_of: Option<Remedy>,
) -> v1::TieResolved {
    let (how, seed) = wire_decision(how);
    let mut resolved =
        v1::TieResolved { order: numbers(order), how: how.into(), seed, instead_of: 0 };
    resolved.set_instead_of(instead_of.map_or(v1::Remedy::Unspecified, v1::Remedy::from));
    resolved
}

pub(super) fn domain(event: Wire) -> Result<Event, ConvertError> {
    Ok(match event {
        Wire::Ruled(ruled) => {
            let by = Author::recorded(ruled.by, ruled.reason)
                .at(ruled.device, ruled.role)
                .identified(ruled.subject);
            Event::Ruled { by, at: Timestamp::from_millis(ruled.at_ms) }
        }
        Wire::Created(created) => Event::Created { settings: Box::new(settings::logged(created)?) },
        Wire::PlayerEntered(entered) => {
            Event::PlayerEntered { player: required(entered.player, "player")?.try_into()? }
        }
        Wire::TeamEntered(entered) => {
            Event::TeamEntered { team: required(entered.team, "team")?.try_into()? }
        }
        Wire::PlayerCorrected(corrected) => {
            Event::PlayerCorrected { player: required(corrected.player, "player")?.try_into()? }
        }
        Wire::PlayerRemoved(removed) => Event::PlayerRemoved { player: player_id(removed.player)? },
        Wire::TeamRenamed(renamed) => {
            Event::TeamRenamed { team: team_id(renamed.team)?, name: renamed.name }
        }
        Wire::TeamRemoved(removed) => Event::TeamRemoved { team: team_id(removed.team)? },
        Wire::ReserveSeated(seated) => Event::ReserveSeated {
            withdrawn: player_id(seated.withdrawn)?,
            player: required(seated.player, "player")?.try_into()?,
        },
        Wire::SettingsAmended(amended) => Event::SettingsAmended {
            settings: Box::new(settings::logged(required(amended.settings, "settings")?)?),
            reason: amended.reason,
        },
        Wire::LineUpHandedIn(handed) => {
            let (team, line_up) = (team_id(handed.team)?, line_up(handed.boards)?);
            Event::LineUpHandedIn { team, line_up, reason: handed.reason }
        }
        Wire::LotsDrawn(lots) => {
            Event::LotsDrawn { order: participants(lots.order)?, seed: lots.seed }
        }
        Wire::GroupsDivided(divided) => {
            Event::GroupsDivided { groups: groups(divided.groups)?, seed: divided.seed }
        }
        Wire::AbsenceReported(absence) => Event::AbsenceReported {
            participant: participant(absence.participant)?,
            round: round(absence.round)?,
            kind: absence.kind().try_into()?,
            notice: AbsenceNotice {
                reason: absence.reason,
                told_by: absence.told_by,
                at: (absence.at_ms != 0).then(|| Timestamp::from_millis(absence.at_ms)),
            },
        },
        Wire::AbsenceTakenBack(absence) => Event::AbsenceTakenBack {
            participant: participant(absence.participant)?,
            round: round(absence.round)?,
        },
        Wire::Proposed(proposed) => {
            let asked = proposal::event(required(proposed.request, "request")?);
            let request = required(Request::of(&domain(asked)?), "request")?;
            let (number, at) = (proposed.number, Timestamp::from_millis(proposed.at_ms));
            Event::Proposed { number, request: Box::new(request), at }
        }
        Wire::ProposalAnswered(answered) => Event::ProposalAnswered {
            number: answered.number,
            is_accepted: answered.accepted,
            reason: answered.reason,
        },
        Wire::ParticipantWithdrawn(gone) => {
            Event::Withdrawn { participant: participant(gone.participant)?, reason: gone.reason }
        }
        Wire::ParticipantReinstated(back) => {
            Event::Reinstated { participant: participant(back.participant)? }
        }
        Wire::RoundPlanned(planned) => Event::RoundPlanned {
            round: round(planned.round)?,
            begins_at: Timestamp::from_millis(planned.begins_at_ms),
        },
        Wire::RoundPaired(paired) => {
            Event::RoundPaired { paired: Box::new(PairedRound::try_from(paired)?) }
        }
        Wire::ColorChosen(chosen) => Event::ColorChosen {
            choice: FinalColor {
                pool_place: chosen.pool_place,
                chooser: participant(chosen.chooser)?,
                white: participant(chosen.white)?,
                seed: chosen.seed,
            },
        },
        Wire::RoundUnpaired(unpaired) => Event::RoundUnpaired {
            round: round(unpaired.round)?,
            ground: unpair_ground(unpaired.ground)?,
            reason: unpaired.reason,
        },
        Wire::RoundPublished(published) => Event::RoundPublished {
            round: round(published.round)?,
            at: Timestamp::from_millis(published.at_ms),
        },
        Wire::RoundOpened(opened) => Event::RoundOpened {
            round: round(opened.round)?,
            at: Timestamp::from_millis(opened.at_ms),
        },
        Wire::ResultRecorded(recorded) => Event::ResultRecorded {
            round: round(recorded.round)?,
            table: table(recorded.table)?,
            outcome: required(recorded.outcome, "outcome")?.try_into()?,
            men_ahead: recorded.men_ahead,
        },
        Wire::ResultCorrected(corrected) => Event::ResultCorrected {
            round: round(corrected.round)?,
            table: table(corrected.table)?,
            outcome: required(corrected.outcome, "outcome")?.try_into()?,
            men_ahead: corrected.men_ahead,
        },
        Wire::ResultWithdrawn(withdrawn) => Event::ResultWithdrawn {
            round: round(withdrawn.round)?,
            table: table(withdrawn.table)?,
        },
        Wire::ColorsReversed(reversed) => Event::ColorsReversed {
            round: round(reversed.round)?,
            table: table(reversed.table)?,
            is_reversed: reversed.reversed,
        },
        Wire::RoundClosed(closed) => Event::RoundClosed {
            round: round(closed.round)?,
            at: (closed.at_ms != 0).then(|| Timestamp::from_millis(closed.at_ms)),
        },
        Wire::MakeUpPlanned(planned) => Event::MakeUpPlanned {
            round: round(planned.round)?,
            table: table(planned.table)?,
            make_up: required(planned.make_up, "make_up")?.into(),
        },
        Wire::CheckedIn(seen) => Event::CheckedIn {
            participant: participant(seen.participant)?,
            round: round(seen.round)?,
            is_here: seen.here,
        },
        Wire::EmbargoSet(set) => Event::EmbargoSet {
            scope: required(set.scope, "scope")?.try_into()?,
            embargo: set.embargo.map(TryInto::try_into).transpose()?,
            at: Timestamp::from_millis(set.at_ms),
            reason: set.reason,
        },
        Wire::EmbargoReleased(released) => Event::EmbargoReleased {
            scope: required(released.scope, "scope")?.try_into()?,
            at: Timestamp::from_millis(released.at_ms),
            reason: released.reason,
        },
        Wire::PromotionDeclined(declined) => Event::PromotionDeclined {
            participant: participant(declined.participant)?,
            reason: declined.reason,
            is_declined: declined.declined,
        },
        Wire::StartModeSet(set) => Event::StartModeSet {
            round: round(set.round)?,
            table: table(set.table)?,
            mode: start_mode(set.start_mode)?,
        },
        Wire::TieResolved(resolved) => Event::TieResolved {
            how: tie_decision(resolved.how(), resolved.seed)?,
            instead_of: match v1::Remedy::try_from(resolved.instead_of) {
                Ok(v1::Remedy::Unspecified) => None,
                Ok(remedy) => Some(remedy.try_into()?),
                Err(_unknown) => return Err(ConvertError::Missing { field: "instead_of" }),
            },
            order: participants(resolved.order)?,
        },
        Wire::TieReopened(reopened) => {
            let participants = participants(reopened.participants)?;
            Event::TieReopened { participants, reason: reopened.reason }
        }
        Wire::Deleted(deleted) => Event::Deleted { reason: deleted.reason },
    })
}

/// Converts the name of the person who decides.
///
/// # Errors
/// [`ConvertError::Missing`] without a name, [`ConvertError::Invalid`] if it is too long or cannot
/// be displayed.
pub fn author(name: &str) -> Result<Author, ConvertError> {
    if name.is_empty() {
        return Err(ConvertError::Missing { field: "by" });
    }
    Author::named(name).map_err(|source| ConvertError::invalid("by", source))
}

/// Converts the members of each group.
///
/// # Errors
/// [`ConvertError::Invalid`] if a number is 0.
pub fn groups(groups: Vec<v1::Group>) -> Result<Vec<Vec<Participant>>, ConvertError> {
    groups.into_iter().map(|group| participants(group.participants)).collect()
}

/// Converts the start of a clock; `None` if it is as the regulation says.
///
/// # Errors
/// [`ConvertError`] if it is unknown.
pub fn start_mode(mode: i32) -> Result<Option<StartMode>, ConvertError> {
    let known = v1::StartMode::try_from(mode);
    match known.map_err(|_unknown| ConvertError::Missing { field: "start_mode" })? {
        v1::StartMode::Unspecified => Ok(None),
        named @ (v1::StartMode::Hour
        | v1::StartMode::Gong
        | v1::StartMode::Table
        | v1::StartMode::None
        | v1::StartMode::Notation) => named.try_into().map(Some),
    }
}
