//! Converts requests to commands of a tournament.

use std::collections::BTreeSet;

use draughts::{Timestamp, text};
use proto::{
    convert::{self, ConvertError, required},
    subject::TournamentKey,
    v1::{
        self, AmendTournamentRequest, CheckInRequest, ChooseColorRequest, Color,
        CorrectPlayerRequest, CreateTournamentRequest, DeclinePromotionRequest,
        DivideGroupsRequest, DrawLotsRequest, EnterPlayerRequest, HandInLineUpRequest,
        PairPlayOffRequest, PairRoundRequest, PlanMakeUpRequest, PlanRoundRequest, Player,
        RecordResultRequest, ReopenTieRequest, ReportAbsenceRequest, ResolveTieRequest,
        ReverseColorsRequest, SeatReserveRequest, SetStartModeRequest, TablePairing, TieDecision,
        TournamentRef, UnpairRoundRequest, WithdrawRequest, WithdrawResultRequest,
    },
};
use tournament::{
    AbsenceNotice, Command, Entry, EntryField, ProposalAnswer, RoundNumber,
    ranking::Participant,
    regulation::{Contradiction, Regulation},
};

use crate::error::Error;

/// Returns the key of the tournament that a request names.
pub(crate) fn key(reference: Option<TournamentRef>) -> Result<TournamentKey, Error> {
    Ok(TournamentKey::try_from(reference)?)
}

pub(crate) fn create(request: CreateTournamentRequest) -> Result<Command, ConvertError> {
    let created = required(request.settings, "settings")?;
    let settings = match (request.preset.as_str(), &created.regulation) {
        ("", _) if request.rounds.is_some() => {
            let reason = "only with a preset; a regulation has its own number of rounds";
            return Err(ConvertError::invalid("rounds", reason));
        }
        ("", _) => convert::settings(created)?,
        (preset, None) => {
            let chosen = convert::chosen(&created, request.rounds)?;
            let regulation = Regulation::with(convert::preset(preset)?, chosen);
            convert::settings_with(regulation.map_err(contradicts)?, created)?
        }
        (_, Some(_)) => {
            let reason = "a tournament has a preset or a regulation of its own, not both";
            return Err(ConvertError::invalid("preset", reason));
        }
    };
    Ok(Command::Create { settings: Box::new(settings.with_terms()) })
}

/// Names the setting that contradicts its preset.
fn contradicts(source: Contradiction) -> ConvertError {
    let field = match source {
        Contradiction::Rules => "settings.rules",
        Contradiction::Format => "settings.system",
        Contradiction::Scoring => "settings.scoring",
    };
    ConvertError::invalid(field, source)
}

pub(crate) fn enter(request: EnterPlayerRequest) -> Result<Command, ConvertError> {
    let EnterPlayerRequest {
        name, club, rating, category, birth, member_number, publicity, ..
    } = request;
    let player = Player { id: 0, name, club, rating, category, birth, member_number, publicity };
    let entry = entry(player)?;
    Ok(Command::Enter { entry })
}

/// Converts a player to an entry, without its id.
fn entry(player: Player) -> Result<Entry, ConvertError> {
    let given = |text: String| (!text.is_empty()).then_some(text);
    Ok(Entry {
        name: player.name,
        club: given(player.club),
        rating: convert::rating(player.rating)?,
        category: given(player.category),
        birth: convert::birth(player.birth)?,
        member: given(player.member_number),
        publicity: convert::publicity(player.publicity),
    })
}

pub(crate) fn correct(request: CorrectPlayerRequest) -> Result<Command, ConvertError> {
    let player = required(request.player, "player")?;
    let fields = request.fields.into_iter().map(convert::entry_field);
    let mut fields = fields.collect::<Result<BTreeSet<_>, _>>()?;
    if fields.is_empty() {
        fields = EntryField::all();
    }
    let id = convert::player_id(player.id)?;
    Ok(Command::CorrectEntry { player: id, entry: entry(player)?, fields })
}

pub(crate) fn reserve(request: SeatReserveRequest) -> Result<Command, ConvertError> {
    let withdrawn = convert::player_id(request.withdrawn)?;
    Ok(Command::SeatReserve { withdrawn, entry: entry(required(request.reserve, "reserve")?)? })
}

pub(crate) fn amend(request: AmendTournamentRequest) -> Result<Command, ConvertError> {
    let settings = Box::new(convert::settings(required(request.settings, "settings")?)?);
    Ok(Command::Amend { settings, reason: request.reason })
}

pub(crate) fn hand_in(request: HandInLineUpRequest) -> Result<Command, ConvertError> {
    let (team, boards) = (convert::team_id(request.team)?, convert::seats(request.boards)?);
    Ok(if request.reason.is_empty() {
        Command::HandInLineUp { team, boards }
    } else {
        Command::CorrectLineUp { team, boards, reason: request.reason }
    })
}

pub(crate) fn draw_lots(request: DrawLotsRequest) -> Result<Command, ConvertError> {
    match (request.seed, request.order) {
        (Some(seed), order) if order.is_empty() => Ok(Command::DrawLotsBySeed { seed }),
        (Some(_), _) => Err(ConvertError::invalid("seed", "an order is given already")),
        (None, order) => Ok(Command::DrawLots { order: convert::participants(order)? }),
    }
}

pub(crate) fn divide(request: DivideGroupsRequest) -> Result<Command, ConvertError> {
    match (request.seed, request.groups) {
        (Some(seed), groups) if groups.is_empty() => Ok(Command::DrawGroups { seed }),
        (Some(_), _) => Err(ConvertError::invalid("seed", "groups are given already")),
        (None, groups) => Ok(Command::DivideGroups { groups: convert::groups(groups)? }),
    }
}

pub(crate) fn absence(request: &ReportAbsenceRequest) -> Result<Command, ConvertError> {
    let participant = convert::participant(request.participant)?;
    let round = convert::round(request.round)?;
    match (request.present, request.half_point_bye) {
        (false, half_point_bye) => {
            let notice = AbsenceNotice {
                reason: request.reason.clone(),
                told_by: request.told_by.clone(),
                at: None,
            };
            Ok(Command::ReportAbsent { participant, round, half_point_bye, notice })
        }
        (true, false) => Ok(Command::ReportPresent { participant, round }),
        (true, true) => {
            let reason = "whoever is present has no bye";
            Err(ConvertError::invalid("half_point_bye", reason))
        }
    }
}

pub(crate) fn check_in(request: &CheckInRequest) -> Result<Command, ConvertError> {
    let participant = convert::participant(request.participant)?;
    let round = convert::round(request.round)?;
    Ok(Command::CheckIn { participant, round, is_here: request.here })
}

/// Returns the regulation that a request gives.
pub(crate) fn regulation(given: Option<v1::Regulation>) -> Result<Regulation, ConvertError> {
    required(given, "regulation").and_then(TryInto::try_into)
}

pub(crate) fn answer(request: v1::AnswerProposalRequest) -> Command {
    let v1::AnswerProposalRequest { proposal: number, accept: is_accepted, reason, .. } = request;
    Command::AnswerProposal { number, answer: ProposalAnswer { is_accepted, reason } }
}

pub(crate) fn withdraw(request: WithdrawRequest) -> Result<Command, ConvertError> {
    let participant = convert::participant(request.participant)?;
    Ok(if request.reinstate {
        Command::Reinstate { participant }
    } else {
        Command::Withdraw { participant, reason: request.reason }
    })
}

pub(crate) fn plan(request: &PlanRoundRequest) -> Result<Command, ConvertError> {
    let begins_at = Timestamp::from_millis(request.begins_at_ms);
    Ok(Command::PlanRound { round: convert::round(request.round)?, begins_at })
}

/// Converts a request to pair a round: by the system if it names no pairings and no byes, else by
/// hand.
pub(crate) fn pair(request: PairRoundRequest) -> Result<Command, ConvertError> {
    let round = convert::round(request.round)?;
    if request.pairings.is_empty() && request.byes.is_empty() {
        return Ok(Command::Pair { round });
    }
    let byes = convert::participants(request.byes)?;
    Ok(Command::PairByHand { round, pairs: by_table(request.pairings)?, byes })
}

pub(crate) fn play_off(request: PairPlayOffRequest) -> Result<Command, ConvertError> {
    let round = convert::round(request.round)?;
    let participants = convert::participants(request.participants)?;
    match (request.seed, request.pairings) {
        (seed, pairings) if pairings.is_empty() => {
            Ok(Command::PairPlayOff { round, participants, seed })
        }
        (None, pairings) => {
            let pairs = by_table(pairings)?;
            Ok(Command::PairPlayOffByHand { round, participants, pairs })
        }
        (Some(_), _) => Err(ConvertError::invalid("seed", "pairings are given already")),
    }
}

pub(crate) fn color(request: &ChooseColorRequest) -> Result<Command, ConvertError> {
    let color = match request.color() {
        Color::Unspecified => None,
        color @ (Color::White | Color::Black) => Some(color.try_into()?),
    };
    Ok(Command::ChooseColor { pool_place: request.pool_place, color, seed: request.seed })
}

pub(crate) fn unpair(request: UnpairRoundRequest) -> Result<Command, ConvertError> {
    let (round, ground) = (convert::round(request.round)?, convert::unpair_ground(request.ground)?);
    Ok(Command::Unpair { round, reason: request.reason, ground })
}

/// Returns a command that needs only the round.
pub(crate) fn of_round(
    round: u32,
    command: impl FnOnce(RoundNumber) -> Command,
) -> Result<Command, ConvertError> {
    Ok(command(convert::round(round)?))
}

pub(crate) fn result(request: &RecordResultRequest) -> Result<Command, ConvertError> {
    let (round, table) = (convert::round(request.round)?, convert::table(request.table)?);
    let outcome = required(request.outcome, "outcome")?.try_into()?;
    let men_ahead = request.men_ahead;
    Ok(if request.correct {
        Command::CorrectResult { round, table, outcome, men_ahead }
    } else {
        Command::RecordResult { round, table, outcome, men_ahead }
    })
}

pub(crate) fn no_result(request: &WithdrawResultRequest) -> Result<Command, ConvertError> {
    let (round, table) = (convert::round(request.round)?, convert::table(request.table)?);
    Ok(Command::WithdrawResult { round, table })
}

pub(crate) fn reverse(request: &ReverseColorsRequest) -> Result<Command, ConvertError> {
    let (round, table) = (convert::round(request.round)?, convert::table(request.table)?);
    Ok(Command::ReverseColors { round, table, is_reversed: request.reversed })
}

pub(crate) fn make_up(request: PlanMakeUpRequest) -> Result<Command, ConvertError> {
    let (round, table) = (convert::round(request.round)?, convert::table(request.table)?);
    let make_up = required(request.make_up, "make_up")?.into();
    Ok(Command::PlanMakeUp { round, table, make_up })
}

pub(crate) fn decline(request: DeclinePromotionRequest) -> Result<Command, ConvertError> {
    let participant = convert::participant(request.participant)?;
    let (reason, is_declined) = (request.reason, !request.accepted);
    Ok(Command::DeclinePromotion { participant, reason, is_declined })
}

pub(crate) fn start_mode(request: &SetStartModeRequest) -> Result<Command, ConvertError> {
    let (round, table) = (convert::round(request.round)?, convert::table(request.table)?);
    Ok(Command::SetStartMode { round, table, mode: convert::start_mode(request.start_mode)? })
}

pub(crate) fn embargo(request: v1::SetEmbargoRequest) -> Result<Command, ConvertError> {
    let scope = required(request.scope, "scope")?.try_into()?;
    let embargo = request.embargo.map(TryInto::try_into).transpose()?;
    Ok(Command::SetEmbargo { scope, embargo, reason: request.reason })
}

pub(crate) fn release(request: v1::ReleaseEmbargoRequest) -> Result<Command, ConvertError> {
    let scope = required(request.scope, "scope")?.try_into()?;
    Ok(Command::ReleaseEmbargo { scope, reason: request.reason })
}

pub(crate) fn reopen(request: ReopenTieRequest) -> Result<Command, ConvertError> {
    let participants = convert::participants(request.participants)?;
    Ok(Command::ReopenTie { participants, reason: request.reason })
}

pub(crate) fn resolve(request: ResolveTieRequest) -> Result<Command, ConvertError> {
    let how = request.how();
    let participants = convert::participants(request.participants)?;
    match (how, request.seed) {
        (TieDecision::Lot, Some(seed)) => Ok(Command::DrawTie { participants, seed }),
        (_, Some(_)) => Err(ConvertError::invalid("seed", "only a lot is drawn from a seed")),
        (how, None) => {
            let how = convert::tie_decision(how, None)?;
            Ok(Command::ResolveTie { order: participants, how })
        }
    }
}

/// Converts pairings given by hand, ordered by table; tables are 1, 2, 3 … without gaps.
pub(crate) fn by_table(
    mut given: Vec<TablePairing>,
) -> Result<Vec<(Participant, Participant)>, ConvertError> {
    given.sort_by_key(|pairing| pairing.table);
    for (pairing, table) in given.iter().zip(1_u32..) {
        if pairing.table != table {
            let reason = format!("tables are 1, 2, 3 … each once; table {table} is not there");
            return Err(ConvertError::invalid("pairings.table", reason));
        }
    }
    let side = |number, field| {
        Participant::new(number).map_err(|source| ConvertError::invalid(field, source))
    };
    let pair = |pairing: &TablePairing| {
        Ok((side(pairing.white, "pairings.white")?, side(pairing.black, "pairings.black")?))
    };
    given.iter().map(pair).collect()
}

/// Returns a name in the form in which names are stored and found; empty if it is refused.
pub(crate) fn tidied(name: &str) -> String {
    text::tidy(name, Entry::NAME_CHARS_MAX).unwrap_or_default()
}
