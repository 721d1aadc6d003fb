//! What the arbiter is to know of the clocks, in the languages of the desk.

use draughts::Language;
use proto::v1::{Color, clock_alarm::Kind, device_clock_fault::Fault};

/// An alarm in words.
pub(crate) fn explain(kind: &Kind, language: Language) -> String {
    match language {
        Language::English => english(kind),
        Language::Dutch => dutch(kind),
        Language::Frisian => frisian(kind),
    }
}

fn english(kind: &Kind) -> String {
    match kind {
        Kind::Irregular(press) => {
            let by = side(press.by(), ["White", "Black"]);
            let when = if press.is_in_future {
                "later than it arrived: it counts from its arrival"
            } else {
                "earlier than what had happened before it: it counts from then"
            };
            format!("A press of {by} is said to have been made {when}.")
        }
        Kind::Disagreed(shown) => format!(
            "The clock at the table shows {} for White and {} for Black; other times were computed.",
            time(shown.white_ms),
            time(shown.black_ms)
        ),
        Kind::DeviceClock(judged) => {
            let device = &judged.device;
            match judged.fault.and_then(|fault| fault.fault) {
                Some(Fault::TooFarMs(ms)) => format!(
                    "The clock of {device} is {} s off: what it tells counts from its arrival.",
                    seconds(ms, '.')
                ),
                Some(Fault::JumpedMs(ms)) => {
                    let way = if ms < 0 { "back" } else { "forward" };
                    let by = seconds(ms, '.');
                    format!("The clock of {device} was set {way} by {by} s while it was used.")
                }
                Some(Fault::InFutureMs(ms)) => format!(
                    "{device} told of something {} s after its arrival: it counts from its arrival.",
                    seconds(ms, '.')
                ),
                Some(Fault::LongAgoMs(ms)) => format!(
                    "What {device} told was {} s old when it arrived, longer than an input may be on its way: its clock was set back, or it was cut off. Compare the times at that table.",
                    seconds(ms, '.')
                ),
                None => format!("The clock of {device} can be relied on again."),
            }
        }
    }
}

fn dutch(kind: &Kind) -> String {
    match kind {
        Kind::Irregular(press) => {
            let by = side(press.by(), ["wit", "zwart"]);
            let when = if press.is_in_future {
                "later dan die aankwam; hij telt vanaf de aankomst"
            } else {
                "vroeger dan wat eraan voorafging; hij telt vanaf dat moment"
            };
            format!("Een klokdruk van {by} zou gedaan zijn {when}.")
        }
        Kind::Disagreed(shown) => format!(
            "De klok aan tafel geeft {} voor wit en {} voor zwart aan; berekend zijn andere tijden.",
            time(shown.white_ms),
            time(shown.black_ms)
        ),
        Kind::DeviceClock(judged) => {
            let device = &judged.device;
            match judged.fault.and_then(|fault| fault.fault) {
                Some(Fault::TooFarMs(ms)) => format!(
                    "De klok van {device} loopt {} s verkeerd; wat het meldt, telt vanaf de aankomst.",
                    seconds(ms, ',')
                ),
                Some(Fault::JumpedMs(ms)) => {
                    let way = if ms < 0 { "teruggezet" } else { "vooruitgezet" };
                    let by = seconds(ms, ',');
                    format!("De klok van {device} is tijdens het gebruik {by} s {way}.")
                }
                Some(Fault::InFutureMs(ms)) => format!(
                    "{device} meldde iets van {} s na de aankomst; het telt vanaf de aankomst.",
                    seconds(ms, ',')
                ),
                Some(Fault::LongAgoMs(ms)) => format!(
                    "Wat {device} meldde, was bij aankomst {} s oud, langer dan een bericht onderweg mag zijn: de klok ervan is teruggezet, of de verbinding was weg. Vergelijk de tijden aan die tafel.",
                    seconds(ms, ',')
                ),
                None => format!("Op de klok van {device} kan weer worden gerekend."),
            }
        }
    }
}

fn frisian(kind: &Kind) -> String {
    match kind {
        Kind::Irregular(press) => {
            let by = side(press.by(), ["wyt", "swart"]);
            let when = if press.is_in_future {
                "letter as dy oankaam; hy jildt fan de oankomst ôf"
            } else {
                "earder as wat der foarôf gie; hy jildt fan dat momint ôf"
            };
            format!("In klokdruk fan {by} soe dien wêze {when}.")
        }
        Kind::Disagreed(shown) => format!(
            "De klok oan tafel jout {} foar wyt en {} foar swart oan; berekkene binne oare tiden.",
            time(shown.white_ms),
            time(shown.black_ms)
        ),
        Kind::DeviceClock(judged) => {
            let device = &judged.device;
            match judged.fault.and_then(|fault| fault.fault) {
                Some(Fault::TooFarMs(ms)) => format!(
                    "De klok fan {device} rint {} s ferkeard; wat it meldt, jildt fan de oankomst ôf.",
                    seconds(ms, ',')
                ),
                Some(Fault::JumpedMs(ms)) => {
                    let way = if ms < 0 { "weromset" } else { "foarútset" };
                    let by = seconds(ms, ',');
                    format!("De klok fan {device} is ûnder it gebrûk {by} s {way}.")
                }
                Some(Fault::InFutureMs(ms)) => format!(
                    "{device} melde wat fan {} s nei de oankomst; it jildt fan de oankomst ôf.",
                    seconds(ms, ',')
                ),
                Some(Fault::LongAgoMs(ms)) => format!(
                    "Wat {device} melde, wie by oankomst {} s âld, langer as in berjocht ûnderweis wêze mei: de klok dêrfan is weromset, of de ferbining wie fuort. Ferlykje de tiden oan dy tafel.",
                    seconds(ms, ',')
                ),
                None => format!("Op de klok fan {device} kin wer rekkene wurde."),
            }
        }
    }
}

fn side(color: Color, [white, black]: [&'static str; 2]) -> &'static str {
    match color {
        Color::Unspecified => "?",
        Color::White => white,
        Color::Black => black,
    }
}

/// As a clock shows it: hours, minutes and seconds.
fn time(millis: u64) -> String {
    let seconds = millis / 1000;
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// Seconds with one decimal behind this mark; the words say whether back or forward.
fn seconds(millis: i64, mark: char) -> String {
    let tenths = millis.unsigned_abs() / 100;
    format!("{}{mark}{}", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests {
    use proto::v1::{ClockDisplayed, DeviceClockFault, DeviceClockJudged, IrregularPress};

    use super::*;

    fn of_device(fault: Option<Fault>) -> Kind {
        let fault = fault.map(|fault| DeviceClockFault { fault: Some(fault) });
        Kind::DeviceClock(DeviceClockJudged { device: "t1-white".to_owned(), at_ms: 0, fault })
    }

    #[test]
    fn every_alarm_has_its_words_in_every_language() {
        let press = |is_in_future| {
            Kind::Irregular(IrregularPress { by: 1, is_in_future, ..Default::default() })
        };
        for kind in [
            press(true),
            press(false),
            Kind::Disagreed(ClockDisplayed::default()),
            of_device(Some(Fault::TooFarMs(700_000))),
            of_device(Some(Fault::JumpedMs(-1_500))),
            of_device(Some(Fault::JumpedMs(1_500))),
            of_device(Some(Fault::InFutureMs(300))),
            of_device(Some(Fault::LongAgoMs(9_000))),
            of_device(None),
        ] {
            let mut texts = Language::ALL.map(|language| explain(&kind, language)).to_vec();
            texts.sort();
            texts.dedup();
            assert_eq!(texts.len(), Language::ALL.len(), "{texts:?}");
            assert!(texts.iter().all(|text| text.ends_with('.')), "{texts:?}");
        }
        let shown = ClockDisplayed { white_ms: 3_725_999, black_ms: 59_000, ..Default::default() };
        let text = explain(&Kind::Disagreed(shown), Language::English);
        assert!(text.contains("1:02:05 for White and 0:00:59 for Black"), "{text}");
    }

    #[test]
    fn seconds_are_written_as_the_language_has_them() {
        let explain =
            |fault| Language::ALL.map(|language| explain(&of_device(Some(fault)), language));
        assert_eq!(
            explain(Fault::JumpedMs(-1_500)),
            [
                "The clock of t1-white was set back by 1.5 s while it was used.",
                "De klok van t1-white is tijdens het gebruik 1,5 s teruggezet.",
                "De klok fan t1-white is ûnder it gebrûk 1,5 s weromset.",
            ]
        );
        let [english, dutch, frisian] = explain(Fault::TooFarMs(-660_000));
        assert!(english.contains("is 660.0 s off"), "{english}");
        assert!(dutch.contains("loopt 660,0 s verkeerd"), "{dutch}");
        assert!(frisian.contains("rint 660,0 s ferkeard"), "{frisian}");
        let old = explain(Fault::LongAgoMs(9_049))
            .map(|text| text.contains("9.0 s") || text.contains("9,0 s"));
        assert_eq!(old, [true; 3]);
    }
}
