//! Enumerations as the words that JSON carries; the unspecified value is `null`.

use serde::Serializer;

use crate::v1::{Color, Reason, RuleSet, Score};

fn word<S: Serializer>(word: Option<&str>, serializer: S) -> Result<S::Ok, S::Error> {
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
    word(name, serializer)
}

pub(crate) fn rules<S: Serializer>(rules: &i32, serializer: S) -> Result<S::Ok, S::Error> {
    let name = match RuleSet::try_from(*rules) {
        Ok(RuleSet::International) => Some("international"),
        Ok(RuleSet::Frisian) => Some("frisian"),
        Ok(RuleSet::Unspecified) | Err(_) => None,
    };
    word(name, serializer)
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
    word(name, serializer)
}

pub(crate) fn reason<S: Serializer>(reason: &i32, serializer: S) -> Result<S::Ok, S::Error> {
    let name = match Reason::try_from(*reason) {
        Ok(Reason::NoPieces) => Some("no-pieces"),
        Ok(Reason::NoLegalMove) => Some("no-legal-move"),
        Ok(Reason::Resignation) => Some("resignation"),
        Ok(Reason::Agreement) => Some("agreement"),
        Ok(Reason::FlagFall) => Some("flag-fall"),
        Ok(Reason::Arbiter) => Some("arbiter"),
        Ok(Reason::Forfeit) => Some("forfeit"),
        Ok(Reason::NoShow) => Some("no-show"),
        Ok(Reason::Adjudication) => Some("adjudication"),
        Ok(Reason::Misconduct) => Some("misconduct"),
        Ok(Reason::Unspecified) | Err(_) => None,
    };
    word(name, serializer)
}
