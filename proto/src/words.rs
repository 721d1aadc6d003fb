//! Writes enumerations as words in JSON, and the unspecified value as `null`.

use serde::Serializer;

use crate::v1::{Color, Contest, Reason, Remedy, RuleSet, Score, TieDecision, ZoneKind};

/// Returns true if a field has its default value, which JSON omits.
pub(crate) fn is_nothing<T: Default + PartialEq>(field: &T) -> bool {
    *field == T::default()
}

fn optional_text<S: Serializer>(word: Option<&str>, serializer: S) -> Result<S::Ok, S::Error> {
    match word {
        Some(word) => serializer.serialize_some(word),
        None => serializer.serialize_none(),
    }
}

pub(crate) fn color<S: Serializer>(color: &i32, serializer: S) -> Result<S::Ok, S::Error> {
    let name = match Color::try_from(*color) {
        Ok(Color::White) => Some("white"),
        Ok(Color::Black) => Some("black"),
        Ok(Color::Unspecified) | Err(_) => None,
    };
    optional_text(name, serializer)
}

pub(crate) fn rules<S: Serializer>(rules: &i32, serializer: S) -> Result<S::Ok, S::Error> {
    let rules =
        RuleSet::try_from(*rules).ok().and_then(|rules| draughts::RuleSet::try_from(rules).ok());
    optional_text(rules.map(draughts::RuleSet::as_str), serializer)
}

pub(crate) fn score<S: Serializer>(score: &i32, serializer: S) -> Result<S::Ok, S::Error> {
    let name = match Score::try_from(*score) {
        Ok(Score::WhiteWins) => Some("white"),
        Ok(Score::Draw) => Some("draw"),
        Ok(Score::BlackWins) => Some("black"),
        Ok(Score::BothLose) => Some("both-lose"),
        Ok(Score::Unplayed) => Some("unplayed"),
        Ok(Score::Unspecified) | Err(_) => None,
    };
    optional_text(name, serializer)
}

pub(crate) fn reason<S: Serializer>(reason: &i32, serializer: S) -> Result<S::Ok, S::Error> {
    let reason =
        Reason::try_from(*reason).ok().and_then(|reason| draughts::Reason::try_from(reason).ok());
    optional_text(reason.map(draughts::Reason::as_str), serializer)
}

pub(crate) fn contest<S: Serializer>(contest: &i32, serializer: S) -> Result<S::Ok, S::Error> {
    let name = match Contest::try_from(*contest) {
        Ok(Contest::Games) => Some("games"),
        Ok(Contest::Matches) => Some("matches"),
        Ok(Contest::Unspecified) | Err(_) => None,
    };
    optional_text(name, serializer)
}

pub(crate) fn zone<S: Serializer>(kind: &i32, serializer: S) -> Result<S::Ok, S::Error> {
    let name = match ZoneKind::try_from(*kind) {
        Ok(ZoneKind::Promotion) => Some("promotion"),
        Ok(ZoneKind::Relegation) => Some("relegation"),
        Ok(ZoneKind::Unspecified) | Err(_) => None,
    };
    optional_text(name, serializer)
}

pub(crate) fn remedy<S: Serializer>(remedy: &i32, serializer: S) -> Result<S::Ok, S::Error> {
    let name = match Remedy::try_from(*remedy) {
        Ok(Remedy::MatchOfTwo) => Some("match-of-two"),
        Ok(Remedy::SingleGames) => Some("single-games"),
        Ok(Remedy::SingleGamesOrLot) => Some("single-games-or-lot"),
        Ok(Remedy::SingleGamesByLot) => Some("single-games-by-lot"),
        Ok(Remedy::TeamMatch) => Some("team-match"),
        Ok(Remedy::Blitz) => Some("blitz"),
        Ok(Remedy::Lot) => Some("lot"),
        Ok(Remedy::Arbiter) => Some("arbiter"),
        Ok(Remedy::Organizer) => Some("organizer"),
        Ok(Remedy::Unspecified) | Err(_) => None,
    };
    optional_text(name, serializer)
}

pub(crate) fn tie_decision<S: Serializer>(how: &i32, serializer: S) -> Result<S::Ok, S::Error> {
    let name = match TieDecision::try_from(*how) {
        Ok(TieDecision::Games) => Some("games"),
        Ok(TieDecision::Lot) => Some("lot"),
        Ok(TieDecision::Arbiter) => Some("arbiter"),
        Ok(TieDecision::Unspecified) | Err(_) => None,
    };
    optional_text(name, serializer)
}

/// Writes a seed as text, because not every reader of JSON has integers of 64 bits.
pub(crate) fn seed<S: Serializer>(seed: &Option<u64>, serializer: S) -> Result<S::Ok, S::Error> {
    optional_text(seed.map(|seed| seed.to_string()).as_deref(), serializer)
}
