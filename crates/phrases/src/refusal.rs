//! The reasons for which a tournament refuses what it is asked to do.
//!
//! Each text is a clause without a full stop, and cites the article of the rule if there is one.
//! Players, teams and participants are called by their numbers, except where the reason holds a
//! name.

pub mod call;
pub mod regulation;
pub mod report;
mod results;
mod round;
pub mod season;
pub mod table;
mod teams;
mod ties;

use tournament::{
    ConfusableName, EmbargoRefusal, Entry, ProposalRefusal, Refusal, RoundState, Scoring,
    regulation::{AgeError, TooOld},
};

use crate::{Language, game, messages::say, standings, swiss, text, tournament::part};

/// Writes the reason for which a tournament refuses a command.
#[must_use]
pub fn tournament(refusal: &Refusal, language: Language) -> String {
    match refusal {
        Refusal::NotCreated => say!(language, "refusal-not-created"),
        Refusal::AlreadyCreated { name } => say!(language, "refusal-already-created", name),
        Refusal::Deleted => say!(language, "refusal-deleted"),
        Refusal::Played(round) => say!(language, "refusal-played", round),
        Refusal::TournamentName => {
            say!(language, "text-tournament-name", max = Entry::NAME_CHARS_MAX)
        }
        Refusal::Notice(error) => {
            say!(language, "text-of-notice", text = text::fault(*error, language))
        }
        Refusal::Reason(error) => {
            say!(language, "text-of-reason", text = text::fault(*error, language))
        }
        Refusal::NoTimeControl => say!(language, "refusal-no-time-control"),
        Refusal::NoSeason => say!(language, "refusal-no-season"),
        Refusal::Regulation(fault) => regulation::fault(fault, language),
        Refusal::Entry(error) => text::entry(*error, language),
        Refusal::DuplicatePlayer { name, player } => {
            say!(language, "refusal-duplicate-player", name, player)
        }
        Refusal::Confusable(ConfusableName { name, other, participant }) => {
            say!(language, "text-confusable", name, other, number = participant.get())
        }
        Refusal::BirthMissing => say!(language, "refusal-birth-missing"),
        Refusal::Age(AgeError::TooOld(TooOld { age, season, limit })) => {
            say!(language, "refusal-too-old", age, season, limit)
        }
        Refusal::Age(AgeError::DayMissing) => say!(language, "refusal-birth-day-missing"),
        Refusal::EntriesClosed => say!(language, "refusal-entries-closed"),
        Refusal::TooManyPlayers { max } => say!(language, "refusal-too-many-players", max),
        Refusal::NotOfTeams => say!(language, "refusal-not-of-teams"),
        Refusal::UnknownTeam { team } => say!(language, "refusal-unknown-team", team),
        Refusal::LineUp(error) => teams::line_up(*error, language),
        Refusal::LineUpNotTaken(refusal) => teams::line_up_refusal(*refusal, language),
        Refusal::OtherTeam { player, team } => say!(language, "refusal-other-team", player, team),
        Refusal::LineUpReasonMissing => say!(language, "refusal-line-up-reason"),
        Refusal::GroupsByStrength => say!(language, "refusal-groups-by-strength"),
        Refusal::LineUpMissing { team } => say!(language, "refusal-line-up-missing", team),
        Refusal::Match(error) => teams::team_match(*error, language),
        Refusal::TooManyRounds { max } => say!(language, "refusal-too-many-rounds", max),
        Refusal::LotsFixed => say!(language, "refusal-lots-fixed"),
        Refusal::LotsOfGroups => say!(language, "refusal-lots-of-groups"),
        Refusal::LotsIncomplete { players } => {
            say!(language, "refusal-lots-incomplete", players)
        }
        Refusal::NoGroups => say!(language, "refusal-no-groups"),
        Refusal::Groups(error) => regulation::groups(*error, language),
        Refusal::GroupsMissing => say!(language, "refusal-groups-missing"),
        Refusal::Pools { pools } => say!(language, "refusal-pools", pools),
        Refusal::UnknownPlayer { player } => say!(language, "refusal-unknown-player", player),
        Refusal::UnknownParticipant { participant } => {
            say!(language, "refusal-unknown-participant", participant)
        }
        Refusal::TablePairsAll => say!(language, "refusal-table-pairs-all"),
        Refusal::PairedAlready { round } => say!(language, "refusal-paired-already", round),
        Refusal::RoundOutOfOrder { round, next } => {
            say!(language, "refusal-round-out-of-order", round, next)
        }
        Refusal::AlreadyPaired { round } => say!(language, "refusal-already-paired", round),
        Refusal::NoMoreRounds { rounds } => say!(language, "refusal-no-more-rounds", rounds),
        Refusal::PreviousRoundNotClosed { round } => {
            say!(language, "refusal-previous-round", round)
        }
        Refusal::PairingsMissing { round } => say!(language, "refusal-pairings-missing", round),
        Refusal::PairedTwice { participant, round } => {
            say!(language, "refusal-paired-twice", participant, round)
        }
        Refusal::OtherGroup { first, second } => {
            say!(language, "refusal-other-group", first, second)
        }
        Refusal::Unpairable { reason } => {
            say!(language, "refusal-unpairable", reason = swiss::unpairable(*reason, language))
        }
        Refusal::Field(error) => results::field(*error, language),
        Refusal::NobodyToPair { round } => say!(language, "refusal-nobody-to-pair", round),
        Refusal::NotTheLatest { latest } => say!(language, "refusal-not-the-latest", latest),
        Refusal::ReasonMissing { round } => say!(language, "refusal-unpair-reason", round),
        Refusal::UnknownRound { round } => say!(language, "refusal-unknown-round", round),
        Refusal::UnknownTable { round, table } => {
            say!(language, "refusal-unknown-table", round, table)
        }
        Refusal::WrongRoundState { round, state: RoundState::Paired } => {
            say!(language, "refusal-round-paired", round)
        }
        Refusal::WrongRoundState { round, state: RoundState::Open } => {
            say!(language, "refusal-round-open", round)
        }
        Refusal::WrongRoundState { round, state: RoundState::Closed } => {
            say!(language, "refusal-round-closed", round)
        }
        Refusal::ResultMissing { round, table } => {
            say!(language, "refusal-result-missing", round, table)
        }
        Refusal::DrawByForfeit => say!(language, "refusal-draw-by-forfeit"),
        Refusal::MenAhead => say!(language, "refusal-men-ahead", max = Scoring::DIFFERENCE_MAX),
        Refusal::MenAheadMissing => say!(language, "refusal-men-ahead-missing"),
        Refusal::AlreadyRecorded { round, table, recorded } => {
            let result = game::ending(*recorded, language);
            say!(language, "refusal-already-recorded", round, table, result)
        }
        Refusal::GameIsOff { round, table } => {
            say!(language, "refusal-game-is-off", round, table)
        }
        Refusal::NothingToCorrect { round, table } => {
            say!(language, "refusal-no-result-to-correct", round, table)
        }
        Refusal::DuplicateTeam { name, team } => {
            say!(language, "refusal-duplicate-team", name, team)
        }
        Refusal::StandsInRound { participant, round } => {
            say!(language, "refusal-stands-in-round", participant, round)
        }
        Refusal::HasWithdrawn { participant } => {
            say!(language, "refusal-has-withdrawn", participant)
        }
        Refusal::NotWithdrawn { participant } => {
            say!(language, "refusal-not-withdrawn", participant)
        }
        Refusal::SeatTaken { participant, reserve } => {
            say!(language, "refusal-seat-taken", participant, reserve)
        }
        Refusal::NoReserves => say!(language, "refusal-no-reserves"),
        Refusal::PointFixed { point } => {
            say!(language, "refusal-point-fixed", point = regulation::point(*point, language))
        }
        Refusal::RoundsPaired(rounds) => say!(language, "refusal-rounds-paired", rounds),
        Refusal::AmendmentReasonMissing => say!(language, "refusal-amendment-reason"),
        Refusal::NoColors { round, table } => say!(language, "refusal-no-colors", round, table),
        Refusal::TieReasonMissing => say!(language, "refusal-tie-reason"),
        Refusal::WonByGames => say!(language, "refusal-won-by-games"),
        Refusal::NoHalfPointByes => say!(language, "refusal-no-half-point-byes"),
        Refusal::TooManyHalfPointByes { most } => {
            say!(language, "refusal-half-point-byes-most", most)
        }
        Refusal::HalfPointByeInLastRound => say!(language, "refusal-half-point-bye-last"),
        Refusal::RoundBegun { round } => say!(language, "refusal-round-begun", round),
        Refusal::NoSuchTie => say!(language, "refusal-no-such-tie"),
        Refusal::RoundsToPlay { next } => say!(language, "refusal-rounds-to-play", next),
        Refusal::NoPlayOff { remedy } => {
            say!(language, "refusal-no-play-off", remedy = standings::remedy(*remedy, language))
        }
        Refusal::PlayOffRunning { round } => say!(language, "refusal-play-off-running", round),
        Refusal::AlreadyResolved => say!(language, "refusal-already-resolved"),
        Refusal::ChooserDrawn { pool_place } => {
            say!(language, "refusal-color-drawn", place = pool_place)
        }
        Refusal::PlayOffOfTwo => say!(language, "refusal-play-off-of-two"),
        Refusal::NotInPlayOff { participant } => {
            say!(language, "refusal-not-in-play-off", participant)
        }
        Refusal::PlayOffOver => say!(language, "refusal-play-off-over"),
        Refusal::PlayOff(error) => ties::play_off(*error, language),
        Refusal::SeedMissing => say!(language, "refusal-seed-missing"),
        Refusal::PoolTied { group, place } => {
            say!(language, "refusal-pool-tied", group, place)
        }
        Refusal::NoSuchFinal(place) => say!(language, "refusal-no-such-final", place),
        Refusal::Finals(error) => ties::finals(*error, language),
        Refusal::ColorNotChosen { pool_place, chooser: None } => {
            say!(language, "refusal-color-by-lot", place = pool_place)
        }
        Refusal::ColorNotChosen { pool_place, chooser: Some(player) } => {
            say!(language, "refusal-color-by-player", place = pool_place, player)
        }
        Refusal::WinnerMissing => say!(language, "refusal-winner-missing"),
        Refusal::WinnersBySchedule => say!(language, "refusal-winners-by-schedule"),
        Refusal::NobodyPromoted => say!(language, "refusal-nobody-promoted"),
        Refusal::Embargo(refusal) => embargo(refusal, language),
        Refusal::Proposal(refusal) => proposal(*refusal, language),
        Refusal::Round(refusal) => round::step(refusal, language),
        Refusal::FinalsAreCrossed => say!(language, "refusal-finals-crossed"),
    }
}

fn embargo(refusal: &EmbargoRefusal, language: Language) -> String {
    match refusal {
        EmbargoRefusal::ReasonMissing => say!(language, "refusal-embargo-reason"),
        EmbargoRefusal::NothingWithheld(scope) => {
            say!(language, "refusal-nothing-withheld", part = part(*scope, language))
        }
        EmbargoRefusal::TooMany { max } => say!(language, "refusal-embargo-decisions", max),
    }
}

fn proposal(refusal: ProposalRefusal, language: Language) -> String {
    match refusal {
        ProposalRefusal::Unknown { number } => {
            say!(language, "refusal-unknown-proposal", number)
        }
        ProposalRefusal::Answered { number } => {
            say!(language, "refusal-proposal-answered", number)
        }
        ProposalRefusal::ReasonMissing => say!(language, "refusal-proposal-reason"),
        ProposalRefusal::NotProposed => say!(language, "refusal-not-proposed"),
    }
}
