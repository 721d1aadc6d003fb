//! Norms that a pairing made by hand breaks.

use crate::RoundNumber;
use crate::ranking::Participant;
use draughts::{Color, Language};
use std::fmt;

/// A norm that a pairing made by hand breaks. The pairing is allowed, with this warning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PairingWarning {
    /// Two meet who met before (KNDB B1a).
    MetBefore {
        /// White, or the first-named team.
        first: Participant,
        /// Black, or the other team.
        second: Participant,
        /// When they met.
        round: RoundNumber,
    },
    /// The bye goes to somebody who had a point without playing (KNDB B1b).
    SecondFreePoint {
        /// The participant.
        participant: Participant,
        /// The round.
        round: RoundNumber,
    },
    /// A colour is given too often in all (KNDB B2a).
    ColorBalance {
        /// The participant.
        participant: Participant,
        /// Which.
        color: Color,
    },
    /// A colour is given three times in a row (KNDB B2b).
    ThirdColor {
        /// The participant.
        participant: Participant,
        /// Which.
        color: Color,
    },
    /// The schedule does not pair these two in this round, or with other colours.
    NotInSchedule {
        /// White, or the first-named team.
        first: Participant,
        /// Black, or the other team.
        second: Participant,
    },
    /// Two of different groups meet.
    OtherGroup {
        /// White, or the first-named team.
        first: Participant,
        /// Black, or the other team.
        second: Participant,
    },
    /// Somebody is paired who was reported absent (KNDB F5).
    Absent {
        /// The participant.
        participant: Participant,
    },
    /// Somebody is paired who has withdrawn (KNDB F5).
    Withdrawn {
        /// The participant.
        participant: Participant,
    },
    /// Somebody who is there is not paired and has no bye.
    NotPaired {
        /// The participant.
        participant: Participant,
    },
}

impl PairingWarning {
    /// Tells what is against the norms, with the article. `name` gives each participant a name.
    pub fn explain(self, language: Language, name: impl Fn(Participant) -> String) -> String {
        let [english, dutch, frisian] = self.texts(name);
        let text = match language {
            Language::English => english,
            Language::Dutch => dutch,
            Language::Frisian => frisian,
        };
        match self.article() {
            Some(article) => format!("{text} ({article})"),
            None => text,
        }
    }

    /// The article of the norm, where one says it.
    pub fn article(self) -> Option<&'static str> {
        match self {
            Self::MetBefore { .. } => Some("KNDB B1a"),
            Self::SecondFreePoint { .. } => Some("KNDB B1b"),
            Self::ColorBalance { .. } => Some("KNDB B2a"),
            Self::ThirdColor { .. } => Some("KNDB B2b"),
            Self::Absent { .. } | Self::Withdrawn { .. } => Some("KNDB F5"),
            Self::NotInSchedule { .. } | Self::OtherGroup { .. } | Self::NotPaired { .. } => None,
        }
    }

    /// The text in English, Dutch and Frisian.
    fn texts(self, name: impl Fn(Participant) -> String) -> [String; 3] {
        match self {
            Self::MetBefore { first, second, round } => {
                let (first, second) = (name(first), name(second));
                [
                    format!("{first} and {second} met in round {round}"),
                    format!("{first} en {second} speelden al tegen elkaar in ronde {round}"),
                    format!("{first} en {second} spilen al tsjin inoar yn ronde {round}"),
                ]
            }
            Self::SecondFreePoint { participant, round } => {
                let who = name(participant);
                [
                    format!("{who} had a point without playing in round {round}"),
                    format!("{who} kreeg in ronde {round} al een punt zonder te spelen"),
                    format!("{who} krige yn ronde {round} al in punt sûnder te spyljen"),
                ]
            }
            Self::ColorBalance { participant, color } => {
                let (who, [english, dutch, frisian]) = (name(participant), colors(color));
                [
                    format!("{who} gets {english} too often in all"),
                    format!("{who} krijgt in totaal te vaak {dutch}"),
                    format!("{who} krijt yn totaal te faak {frisian}"),
                ]
            }
            Self::ThirdColor { participant, color } => {
                let (who, [english, dutch, frisian]) = (name(participant), colors(color));
                [
                    format!("{who} gets {english} for the third time in a row"),
                    format!("{who} krijgt voor de derde keer achter elkaar {dutch}"),
                    format!("{who} krijt foar de tredde kear efterinoar {frisian}"),
                ]
            }
            Self::NotInSchedule { first, second } => {
                let (first, second) = (name(first), name(second));
                [
                    format!("{first} and {second} are not paired like this by the schedule"),
                    format!("{first} en {second} staan zo niet in het schema van deze ronde"),
                    format!("{first} en {second} steane sa net yn it skema fan dizze ronde"),
                ]
            }
            Self::OtherGroup { first, second } => {
                let (first, second) = (name(first), name(second));
                [
                    format!("{first} and {second} are of different groups"),
                    format!("{first} en {second} zitten niet in dezelfde groep"),
                    format!("{first} en {second} sitte net yn deselde groep"),
                ]
            }
            Self::Absent { participant } => {
                let who = name(participant);
                [
                    format!("{who} was reported absent"),
                    format!("{who} is afgemeld voor deze ronde"),
                    format!("{who} is ôfmeld foar dizze ronde"),
                ]
            }
            Self::Withdrawn { participant } => {
                let who = name(participant);
                [
                    format!("{who} has withdrawn"),
                    format!("{who} heeft zich teruggetrokken"),
                    format!("{who} is ophâlden"),
                ]
            }
            Self::NotPaired { participant } => {
                let who = name(participant);
                [
                    format!("{who} is not paired"),
                    format!("{who} is niet ingedeeld"),
                    format!("{who} is net yndield"),
                ]
            }
        }
    }
}

/// As text in English, with numbers instead of names.
impl fmt::Display for PairingWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.explain(Language::English, |participant| participant.to_string()))
    }
}

/// A colour in English, Dutch and Frisian.
fn colors(color: Color) -> [&'static str; 3] {
    match color {
        Color::White => ["White", "wit", "wyt"],
        Color::Black => ["Black", "zwart", "swart"],
    }
}
