//! Why a clock does not follow a ruling, in the languages of the desk.

use std::time::Duration;

use draughts::{Color, Language};
use game_clock::Refusal;

/// A refusal in words.
pub(crate) fn explain(refusal: &Refusal, language: Language) -> String {
    match language {
        Language::English => english(refusal),
        Language::Dutch => dutch(refusal),
        Language::Frisian => frisian(refusal),
    }
}

fn english(refusal: &Refusal) -> String {
    let side = |color: &Color| side(*color, ["White", "Black"]);
    match refusal {
        Refusal::NotStarted => "The clock has not been started.".to_owned(),
        Refusal::AlreadyStarted { control } => {
            format!("The clock was already started, with {}.", control.readable())
        }
        Refusal::NotRunning { by } => format!("The time of {} is not running.", side(by)),
        Refusal::Paused => "The clock is paused.".to_owned(),
        Refusal::NotPaused => "The clock is not paused.".to_owned(),
        Refusal::Stopped => "The clock was stopped: the game is over or on paper.".to_owned(),
        Refusal::FlagFallen { color } => format!(
            "The flag of {} has fallen. Set a time for that side first; then the clock can be resumed.",
            side(color)
        ),
        Refusal::AbsenceExceeded { color } => {
            format!("{} did not come in time. Resume the clock to play after all.", side(color))
        }
        Refusal::HasPlayed { color } => {
            format!("{} has pressed the clock, so cannot be absent.", side(color))
        }
        Refusal::TooMuchTime { remaining } => {
            format!("{} hours are more than a clock can be set to.", hours(*remaining))
        }
        Refusal::NoFlag => "No flag has fallen.".to_owned(),
        Refusal::LastStage { color } => {
            format!("The flag of {} fell in the last stage: the game is lost.", side(color))
        }
        Refusal::TooFewMoves { color, made, required } => format!(
            "{} had completed {made} of the {required} moves: the game is lost (2006 art. 4).",
            side(color)
        ),
    }
}

fn dutch(refusal: &Refusal) -> String {
    let side = |color: &Color| side(*color, ["wit", "zwart"]);
    match refusal {
        Refusal::NotStarted => "De klok is nog niet gestart.".to_owned(),
        Refusal::AlreadyStarted { control } => {
            format!("De klok was al gestart, met {}.", control.readable())
        }
        Refusal::NotRunning { by } => format!("De tijd van {} loopt niet.", side(by)),
        Refusal::Paused => "De klok staat stil.".to_owned(),
        Refusal::NotPaused => "De klok is niet stilgezet.".to_owned(),
        Refusal::Stopped => {
            "De klok is gestopt: de partij is afgelopen of gaat op papier verder.".to_owned()
        }
        Refusal::FlagFallen { color } => format!(
            "De vlag van {} is gevallen. Stel eerst een tijd in voor die speler; dan kan de klok weer lopen.",
            side(color)
        ),
        Refusal::AbsenceExceeded { color } => format!(
            "De speler met {} is niet op tijd gekomen. Laat de klok weer lopen om toch te spelen.",
            side(color)
        ),
        Refusal::HasPlayed { color } => {
            format!("De speler met {} heeft de klok ingedrukt en is dus aanwezig.", side(color))
        }
        Refusal::TooMuchTime { remaining } => {
            format!("{} uur is meer dan op een klok kan staan.", hours(*remaining))
        }
        Refusal::NoFlag => "Er is geen vlag gevallen.".to_owned(),
        Refusal::LastStage { color } => {
            format!(
                "De vlag van {} viel in de laatste periode: de partij is verloren.",
                side(color)
            )
        }
        Refusal::TooFewMoves { color, made, required } => format!(
            "De speler met {} had {made} van de {required} zetten gedaan: de partij is verloren (2006 art. 4).",
            side(color)
        ),
    }
}

fn frisian(refusal: &Refusal) -> String {
    let side = |color: &Color| side(*color, ["wyt", "swart"]);
    match refusal {
        Refusal::NotStarted => "De klok is noch net starten.".to_owned(),
        Refusal::AlreadyStarted { control } => {
            format!("De klok wie al starten, mei {}.", control.readable())
        }
        Refusal::NotRunning { by } => format!("De tiid fan {} rint net.", side(by)),
        Refusal::Paused => "De klok stiet stil.".to_owned(),
        Refusal::NotPaused => "De klok is net stilset.".to_owned(),
        Refusal::Stopped => {
            "De klok is stoppe: de partij is ôfrûn of giet op papier fierder.".to_owned()
        }
        Refusal::FlagFallen { color } => format!(
            "De flagge fan {} is fallen. Stel earst in tiid yn foar dy spiler; dan kin de klok wer rinne.",
            side(color)
        ),
        Refusal::AbsenceExceeded { color } => format!(
            "De spiler mei {} is net op 'e tiid kaam. Lit de klok wer rinne om dochs te spyljen.",
            side(color)
        ),
        Refusal::HasPlayed { color } => {
            format!("De spiler mei {} hat de klok yndrukt en is der dus.", side(color))
        }
        Refusal::TooMuchTime { remaining } => {
            format!("{} oere is mear as op in klok stean kin.", hours(*remaining))
        }
        Refusal::NoFlag => "Der is gjin flagge fallen.".to_owned(),
        Refusal::LastStage { color } => {
            format!(
                "De flagge fan {} foel yn de lêste perioade: de partij is ferlern.",
                side(color)
            )
        }
        Refusal::TooFewMoves { color, made, required } => format!(
            "De spiler mei {} hie {made} fan de {required} setten dien: de partij is ferlern (2006 art. 4).",
            side(color)
        ),
    }
}

fn side(color: Color, [white, black]: [&'static str; 2]) -> &'static str {
    match color {
        Color::White => white,
        Color::Black => black,
    }
}

fn hours(time: Duration) -> u64 {
    time.as_secs() / 3600
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_refusal_has_its_words_in_every_language() {
        let color = Color::White;
        for refusal in [
            Refusal::NotStarted,
            Refusal::AlreadyStarted { control: Box::new("90m d5s".parse().unwrap()) },
            Refusal::NotRunning { by: color },
            Refusal::Paused,
            Refusal::NotPaused,
            Refusal::Stopped,
            Refusal::FlagFallen { color },
            Refusal::AbsenceExceeded { color },
            Refusal::HasPlayed { color },
            Refusal::TooMuchTime { remaining: Duration::from_secs(3600 * 200) },
            Refusal::NoFlag,
            Refusal::LastStage { color },
            Refusal::TooFewMoves { color, made: 49, required: 50 },
        ] {
            let mut texts = Language::ALL.map(|language| explain(&refusal, language)).to_vec();
            texts.sort();
            texts.dedup();
            assert_eq!(texts.len(), Language::ALL.len(), "{texts:?}");
            assert!(texts.iter().all(|text| text.ends_with('.')), "{texts:?}");
        }
    }
}
