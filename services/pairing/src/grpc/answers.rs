//! Converts tournaments to the messages of the API.

use draughts::Timestamp;
use phrases::{Language, pairing, refusal, standings};
use proto::{convert, subject::GameId, v1};
use tournament::{
    CalendarRound, Embargo, EmbargoScope, PairedGame, PairingMethod, ResolvedTie, Round, RoundKind,
    RoundNumber, RoundState, TableNumber, Tournament,
    ranking::{AbsenceKind, Participant},
    regulation::{Point, Preset, Regulation},
};

use crate::standings::{Standings, name};

/// Returns a whole tournament with its official tables.
pub(crate) fn whole(tournament: &Tournament, made: &Standings) -> v1::GetTournamentResponse {
    v1::GetTournamentResponse {
        settings: tournament.settings().map(Into::into),
        players: tournament.players().iter().map(Into::into).collect(),
        rounds: tournament.rounds().iter().map(|it| round(tournament, it)).collect(),
        standings: made.standings.clone(),
        teams: tournament.teams().iter().map(Into::into).collect(),
        groups: groups(tournament),
        tables: made.tables.clone(),
        withdrawn: tournament.withdrawn().keys().map(|participant| participant.get()).collect(),
        rounds_total: tournament.rounds_total().map_or(0, count),
        finished: tournament.is_finished(),
        decided: tournament.is_decided(),
        winners: made.winners.clone(),
        absences: absences(tournament),
        withdrawals: withdrawals(tournament),
        lots: convert::numbers(tournament.lots()),
        drawing_seed: tournament.drawing_seed(),
        resolved_ties: tournament.resolved_ties().iter().map(Into::into).collect(),
        final_colors: tournament.final_colors().values().map(Into::into).collect(),
        reserves: reserves(tournament),
        play_offs: play_offs(tournament),
        calendar: tournament.calendar().into_iter().map(calendar_round).collect(),
        late_line_ups: late_line_ups(tournament),
        checked_in: checked_in(tournament),
        declined: tournament.declined().iter().map(|one| one.get()).collect(),
        embargoes: embargoes(tournament),
        proposals: waiting_proposals(tournament),
    }
}

/// Returns the proposals of a tournament, by number.
pub(crate) fn proposals(
    tournament: &Tournament,
    language: Language,
) -> impl Iterator<Item = v1::Proposal> {
    tournament.proposals().map(move |(number, proposal)| {
        let asked = proposal.request.event();
        let text = phrases::tournament::event(tournament, &asked, language);
        let answer = proposal.answer.as_ref();
        v1::Proposal {
            number,
            participant: proposal.request.participant().get(),
            text: text.unwrap_or_default(),
            at_ms: proposal.at.millis(),
            answered: answer.is_some(),
            accepted: answer.is_some_and(|answer| answer.is_accepted),
            reason: answer.map(|answer| answer.reason.clone()).unwrap_or_default(),
        }
    })
}

/// Returns the numbers of the proposals that wait for an answer.
fn waiting_proposals(tournament: &Tournament) -> Vec<u32> {
    let waiting = tournament.proposals().filter(|(_number, proposal)| proposal.answer.is_none());
    waiting.map(|(number, _proposal)| number).collect()
}

fn embargoes(tournament: &Tournament) -> Vec<v1::EmbargoSet> {
    let set = |(scope, embargo): (EmbargoScope, Embargo)| v1::EmbargoSet {
        scope: Some(scope.into()),
        embargo: Some(embargo.into()),
        ..v1::EmbargoSet::default()
    };
    tournament.embargoes().all().into_iter().map(set).collect()
}

fn calendar_round(planned: CalendarRound) -> v1::CalendarRound {
    let pairing = |(table, (white, black)): (u32, (Participant, Participant))| v1::TablePairing {
        table,
        white: white.get(),
        black: black.get(),
    };
    v1::CalendarRound {
        group: planned.group.get(),
        round: planned.round.get(),
        day: planned.day.unwrap_or(0),
        begins_at_ms: planned.begins_at.map_or(0, Timestamp::millis),
        pairings: (1..).zip(planned.pairs).map(pairing).collect(),
        free: convert::numbers(&planned.free),
    }
}

fn late_line_ups(tournament: &Tournament) -> Vec<v1::LateLineUp> {
    let late = tournament.late_line_ups().iter();
    late.map(|(team, reason)| v1::LateLineUp { team: team.get(), reason: reason.clone() }).collect()
}

fn absences(tournament: &Tournament) -> Vec<v1::AbsenceReported> {
    let absence = |((round, participant), kind): (&(RoundNumber, Participant), &AbsenceKind)| {
        let notice = tournament.absence_notice(*round, *participant).cloned().unwrap_or_default();
        v1::AbsenceReported {
            participant: participant.get(),
            round: round.get(),
            kind: v1::AbsenceKind::from(*kind).into(),
            reason: notice.reason,
            told_by: notice.told_by,
            at_ms: notice.at.map_or(0, Timestamp::millis),
        }
    };
    tournament.absences().iter().map(absence).collect()
}

/// Returns who is checked in for rounds that are not closed.
fn checked_in(tournament: &Tournament) -> Vec<v1::CheckedIn> {
    let is_closed = |round: RoundNumber| {
        tournament.round(round).is_some_and(|round| round.state() == RoundState::Closed)
    };
    let here = tournament.checked_in().iter().filter(|(round, _who)| !is_closed(*round));
    here.map(|(round, participant)| v1::CheckedIn {
        participant: participant.get(),
        round: round.get(),
        here: true,
    })
    .collect()
}

fn withdrawals(tournament: &Tournament) -> Vec<v1::ParticipantWithdrawn> {
    let withdrawal = |(participant, reason): (&Participant, &String)| v1::ParticipantWithdrawn {
        participant: participant.get(),
        reason: reason.clone(),
    };
    tournament.withdrawn().iter().map(withdrawal).collect()
}

fn reserves(tournament: &Tournament) -> Vec<v1::TakenSeat> {
    let seat = |(withdrawn, reserve): (&Participant, &Participant)| v1::TakenSeat {
        withdrawn: withdrawn.get(),
        reserve: reserve.get(),
    };
    tournament.reserves().iter().map(seat).collect()
}

/// Returns the play-offs of unresolved ties, in the order in which they were first paired.
fn play_offs(tournament: &Tournament) -> Vec<v1::OpenPlayOff> {
    let by_number = |participants: &[Participant]| {
        let mut numbers = convert::numbers(participants);
        numbers.sort_unstable();
        numbers
    };
    let resolved: Vec<_> =
        tournament.resolved_ties().iter().map(|tie| by_number(&tie.order)).collect();
    let mut open: Vec<v1::OpenPlayOff> = Vec::new();
    for round in tournament.rounds() {
        let RoundKind::PlayOff { lots, .. } = round.kind() else { continue };
        let (tied, number) = (by_number(lots), round.number().get());
        match open.iter_mut().find(|one| one.participants == tied) {
            Some(known) => known.rounds.push(number),
            None if resolved.contains(&tied) => {}
            None => open.push(v1::OpenPlayOff { participants: tied, rounds: vec![number] }),
        }
    }
    open
}

/// Returns the members of each group; empty if there is only one group.
pub(crate) fn groups(tournament: &Tournament) -> Vec<v1::Group> {
    let groups = tournament.groups();
    if groups.len() < 2 {
        return Vec::new();
    }
    let group = |group: &[Participant]| v1::Group { participants: convert::numbers(group) };
    groups.into_iter().map(group).collect()
}

/// Returns the pairings of a round as they are published: a player whose opponent has withdrawn is
/// free.
pub(crate) fn pairings(tournament: &Tournament, round: &Round) -> v1::RoundPaired {
    let mut paired = v1::RoundPaired::from(round.paired());
    let free = convert::numbers(&tournament.free_in(round));
    if round.matches().is_empty() {
        let off: Vec<u32> = off_games(tournament, round).map(TableNumber::get).collect();
        paired.pairings.retain(|pairing| !off.contains(&pairing.table));
    }
    paired.bye = free.first().copied().unwrap_or(0);
    paired.byes = free;
    paired
}

/// Returns the tables of games that are not played because a participant has withdrawn.
fn off_games<'a>(
    tournament: &'a Tournament,
    round: &'a Round,
) -> impl Iterator<Item = TableNumber> + 'a {
    let off = round.games().iter().filter(|game| tournament.is_off(round, game));
    off.map(|game| game.pairing.table)
}

/// Describes how a tie was resolved.
pub(crate) fn resolved(
    tournament: &Tournament,
    tie: &ResolvedTie,
    language: Language,
) -> v1::ResolveTieResponse {
    let article = tournament.regulation().and_then(|regulation| regulation.order.article);
    v1::ResolveTieResponse {
        order: convert::numbers(&tie.order),
        warning: standings::resolved_otherwise(tie, article, language).unwrap_or_default(),
    }
}

/// Returns the norms that a round paired by hand violates.
pub(crate) fn warnings(tournament: &Tournament, round: &Round, language: Language) -> Vec<String> {
    let name = |participant| name(tournament, participant);
    match &round.paired().method {
        PairingMethod::ByHand(warnings) => {
            warnings.iter().map(|one| pairing::warning(*one, language, &name)).collect()
        }
        PairingMethod::Schedule | PairingMethod::Swiss(_) | PairingMethod::Finals(_) => Vec::new(),
    }
}

fn round(tournament: &Tournament, round: &Round) -> v1::Round {
    let number = round.number();
    let free = convert::numbers(&tournament.free_in(round));
    let shown_game = |one: &PairedGame| v1::PairedGame {
        off: tournament.is_off(round, one),
        ..game(number, one)
    };
    let mut shown = v1::Round {
        number: number.get(),
        games: round.games().iter().map(shown_game).collect(),
        bye: free.first().copied().unwrap_or(0),
        free,
        opened_at_ms: round.opened_at().map_or(0, |at| at.millis()),
        paired: Some(round.paired().into()),
        published_at_ms: round.published_at().map_or(0, |at| at.millis()),
        begins_at_ms: tournament.planned(number).map_or(0, |at| at.millis()),
        closed_at_ms: round.closed_at().map_or(0, |at| at.millis()),
        ..v1::Round::default()
    };
    shown.set_state(convert::round_state(round.state()));
    shown
}

fn game(round: RoundNumber, game: &PairedGame) -> v1::PairedGame {
    v1::PairedGame {
        pairing: Some((&game.pairing).into()),
        game: game_id(round, game.pairing.table),
        outcome: game.outcome.map(Into::into),
        men_ahead: game.men_ahead,
        postponed: game.is_postponed,
        colors_reversed: game.is_reversed,
        make_up: game.make_up.as_ref().map(Into::into),
        off: false,
    }
}

/// Returns the id of a game; ids have room for more rounds and tables than a tournament can have.
fn game_id(round: RoundNumber, table: TableNumber) -> String {
    GameId::new(round.get(), table.get()).map_or_else(|_error| String::new(), |id| id.to_string())
}

/// Returns every preset with its name in a language.
pub(crate) fn presets(language: Language) -> Vec<v1::Preset> {
    let shown = |preset: Preset| {
        let regulation = Regulation::of(preset);
        let cited = Point::ALL.into_iter().filter_map(|point| {
            let article = regulation.article(point)?.to_owned();
            Some(v1::CitedPoint { point: point_name(point).to_owned(), article })
        });
        v1::Preset {
            name: phrases::tournament::preset(preset, language),
            articles: cited.collect(),
            regulation: Some((&regulation).into()),
        }
    };
    Preset::ALL.into_iter().map(shown).collect()
}

fn point_name(point: Point) -> &'static str {
    match point {
        Point::Rules => "rules",
        Point::TimeControl => "pace",
        Point::PlayOffTimeControl => "play-off-pace",
        Point::Opening => "opening",
        Point::Absence => "absence",
        Point::Format => "format",
        Point::Rounds => "rounds",
        Point::Groups => "groups",
        Point::Boards => "boards",
        Point::Scoring => "scoring",
        Point::TieBreaks => "tie-breaks",
        Point::FirstPlace => "first-place",
        Point::Withdrawal => "withdrawal",
        Point::Zones => "zones",
        Point::Limits => "limits",
        Point::HalfPointByes => "half-point-byes",
        Point::NoShow => "no-show",
        Point::Winners => "winners",
        Point::Adjournment => "adjournment",
        Point::Rest => "rest",
        Point::Prizes => "prizes",
        Point::Draws => "draws",
        Point::Start => "start",
    }
}

/// Checks a regulation for a number of entrants; 0 for any number.
pub(crate) fn checked(
    regulation: &Regulation,
    entrants: usize,
    language: Language,
) -> v1::CheckRegulationResponse {
    let checked = match entrants {
        0 => regulation.check(),
        entrants => regulation.check_for(entrants),
    };
    let mut answer = v1::CheckRegulationResponse::default();
    match checked {
        Err(fault) => answer.fault = refusal::regulation::fault(&fault, language),
        Ok(()) if entrants == 0 => {}
        Ok(()) => {
            let sizes = regulation.groups_of(entrants).unwrap_or_default();
            let rounds = sizes.iter().filter_map(|size| regulation.rounds_for(*size).ok());
            answer.rounds = rounds.flatten().max().unwrap_or(0);
            answer.groups = sizes.into_iter().map(count).collect();
        }
    }
    answer
}

fn count(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
