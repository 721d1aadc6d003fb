//! Sentences about clocks for the arbiter, in three languages.

#![expect(clippy::unwrap_used, reason = "a failed test panics")]

use std::time::Duration;

use draughts::{Color, Timestamp};
use game_clock::{ClockDisplay, Irregularity, Refusal};
use live_game::{
    DeviceId, FlagWaiver,
    table::{ClockAlarm, ClockFault},
};
use phrases::{Language, clock};

const AT: Timestamp = Timestamp::from_millis(5);

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
        let mut texts = Language::ALL.map(|language| clock::refusal(&refusal, language)).to_vec();
        texts.sort();
        texts.dedup();
        assert_eq!(texts.len(), Language::ALL.len(), "{texts:?}");
        assert!(texts.iter().all(|text| text.ends_with('.')), "{texts:?}");
    }
}

fn of_device(fault: Option<ClockFault>) -> ClockAlarm {
    ClockAlarm::Device { device: DeviceId::new("t1-white").unwrap(), fault, at: AT }
}

#[test]
fn every_alarm_has_its_words_in_every_language() {
    let press = |by, irregularity| ClockAlarm::IrregularPress { by, irregularity, at: AT };
    let shown = |white, black| {
        let (white, black) = (Duration::from_millis(white), Duration::from_millis(black));
        let display = ClockDisplay { white, black, running: None, flag: None };
        ClockAlarm::DisplayDisagrees { display, at: AT }
    };
    for alarm in [
        press(Color::White, Irregularity::InFuture { claimed: AT }),
        press(Color::White, Irregularity::BeforeLastEvent { claimed: AT }),
        press(Color::Black, Irregularity::InFuture { claimed: AT }),
        shown(0, 0),
        of_device(Some(ClockFault::TooFar(700_000))),
        of_device(Some(ClockFault::Jumped(-1_500))),
        of_device(Some(ClockFault::Jumped(1_500))),
        of_device(Some(ClockFault::InFuture(300))),
        of_device(Some(ClockFault::LongAgo(9_000))),
        of_device(None),
        ClockAlarm::FlagWaived { color: Color::White, why: FlagWaiver::NothingTold, at: AT },
        ClockAlarm::FlagWaived { color: Color::White, why: FlagWaiver::Estimated, at: AT },
        ClockAlarm::TimeOfDay { ahead_ms: Some(600_000), at: AT },
        ClockAlarm::TimeOfDay { ahead_ms: Some(-600_000), at: AT },
        ClockAlarm::TimeOfDay { ahead_ms: None, at: AT },
        of_machine(Some(12_340)),
        of_machine(Some(-12_340)),
        of_machine(None),
    ] {
        let mut texts = Language::ALL.map(|language| clock::alarm(&alarm, language)).to_vec();
        texts.sort();
        texts.dedup();
        assert_eq!(texts.len(), Language::ALL.len(), "{texts:?}");
        assert!(texts.iter().all(|text| text.ends_with('.')), "{texts:?}");
    }
    let text = clock::alarm(&shown(3_725_999, 59_000), Language::English);
    assert!(text.contains("1:02:05 for White and 0:00:59 for Black"), "{text}");
}

fn of_machine(ahead_ms: Option<i64>) -> ClockAlarm {
    ClockAlarm::MachineApart { service: "clock".to_owned(), ahead_ms, at: AT }
}

#[test]
fn the_desk_reads_which_machine_is_wrong_and_what_to_do() {
    let text = clock::alarm(&of_machine(Some(-12_340)), Language::English);
    for part in ["of clock", "12.3 s behind", "boot it anew"] {
        assert!(text.contains(part), "{text}");
    }
}

#[test]
fn seconds_are_written_as_the_language_has_them() {
    let explain =
        |fault| Language::ALL.map(|language| clock::alarm(&of_device(Some(fault)), language));
    assert_eq!(
        explain(ClockFault::Jumped(-1_500)),
        [
            "The clock of t1-white was set back by 1.5 s while it was used.",
            "De klok van t1-white is tijdens het gebruik 1,5 s teruggezet.",
            "De klok fan t1-white is ûnder it gebrûk 1,5 s weromset.",
        ]
    );
    let [english, dutch, frisian] = explain(ClockFault::TooFar(-660_000));
    assert!(english.contains("is 660.0 s off"), "{english}");
    assert!(dutch.contains("loopt 660,0 s verkeerd"), "{dutch}");
    assert!(frisian.contains("rint 660,0 s ferkeard"), "{frisian}");
    let old = explain(ClockFault::LongAgo(9_049))
        .map(|text| text.contains("9.0 s") || text.contains("9,0 s"));
    assert_eq!(old, [true; 3]);
}
