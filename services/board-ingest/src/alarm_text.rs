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
                    seconds(ms)
                ),
                Some(Fault::JumpedMs(ms)) => {
                    format!("The clock of {device} was set by {} s while it was used.", seconds(ms))
                }
                Some(Fault::InFutureMs(ms)) => format!(
                    "{device} told of something {} s after its arrival: it counts from its arrival.",
                    seconds(ms)
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
                    seconds(ms)
                ),
                Some(Fault::JumpedMs(ms)) => {
                    format!("De klok van {device} is tijdens het gebruik {} s verzet.", seconds(ms))
                }
                Some(Fault::InFutureMs(ms)) => format!(
                    "{device} meldde iets van {} s na de aankomst; het telt vanaf de aankomst.",
                    seconds(ms)
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
                    seconds(ms)
                ),
                Some(Fault::JumpedMs(ms)) => {
                    format!("De klok fan {device} is ûnder it gebrûk {} s ferset.", seconds(ms))
                }
                Some(Fault::InFutureMs(ms)) => format!(
                    "{device} melde wat fan {} s nei de oankomst; it jildt fan de oankomst ôf.",
                    seconds(ms)
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

/// Seconds with one decimal.
fn seconds(millis: i64) -> String {
    let tenths = millis.unsigned_abs() / 100;
    let sign = if millis < 0 { "-" } else { "" };
    format!("{sign}{}.{}", tenths / 10, tenths % 10)
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
            of_device(Some(Fault::InFutureMs(300))),
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
        let text = explain(&of_device(Some(Fault::JumpedMs(-1_500))), Language::English);
        assert_eq!(text, "The clock of t1-white was set by -1.5 s while it was used.");
    }
}
