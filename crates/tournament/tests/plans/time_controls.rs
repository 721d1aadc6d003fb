//! Time controls of regulations: their text, and a game that is played by one.

use draughts::{Color, RuleSet, Timestamp};
use game_clock::{Clock, Increment, Stage, TimeControl, TimeControlError};
use std::time::Duration;
use tournament::regulation::{Format, Preset, Regulation};
use tournament::{Author, Command, RoundNumber, Settings, Tournament};

fn stage(moves: Option<u32>, seconds: u64, increment: u64) -> Stage {
    let (time, increment) = (Duration::from_secs(seconds), Duration::from_secs(increment));
    Stage { moves, time, increment: Increment::Fischer(increment) }
}

#[test]
fn a_time_control_reads_like_people_and_like_pdn() {
    for (stages, text, pdn) in [
        (vec![stage(None, 4800, 60)], "80m + 60s", "4800+60"),
        (vec![stage(None, 5400, 0)], "90m", "5400"),
        (vec![stage(None, 3600, 0)], "60m", "3600"),
        (vec![stage(None, 45, 2)], "45s + 2s", "45+2"),
        (vec![stage(Some(50), 7200, 0), stage(None, 1800, 0)], "50/2h + 30m", "50/7200:1800"),
        (
            vec![stage(Some(40), 7200, 0), stage(None, 3600, 60)],
            "40/2h + 60m + 60s",
            "40/7200:3600+60",
        ),
    ] {
        let control = TimeControl::staged(&stages).unwrap();
        let written = (control.readable().to_string(), control.to_string());
        assert_eq!(written, (text.to_owned(), pdn.to_owned()));
    }
    let kk = Regulation::of(Preset::FrisianKk).time_control.unwrap();
    assert_eq!(kk, TimeControl::staged(&[stage(None, 4800, 60)]).unwrap());
    let staged = Regulation::of(Preset::Tournament2006).time_control.unwrap();
    assert_eq!(staged.to_string(), "50/7200:1800");
}

#[test]
fn stages_that_no_clock_can_keep_are_refused() {
    let of = |stages: &[Stage]| TimeControl::staged(stages).unwrap_err();
    assert_eq!(of(&[]), TimeControlError::NoStage);
    let base = Duration::ZERO;
    assert_eq!(of(&[stage(None, 0, 5)]), TimeControlError::BaseTooShort { base });
    let endless = TimeControlError::EndlessStage { number: 1 };
    assert_eq!(of(&[stage(None, 10, 0), stage(None, 10, 0)]), endless);
    assert_eq!(of(&[stage(Some(0), 10, 0), stage(None, 10, 0)]), TimeControlError::NoMoves);
    let finer = Stage { time: Duration::from_nanos(1_000_000_001), ..stage(None, 1, 0) };
    assert!(matches!(of(&[finer]), TimeControlError::FinerThanMillisecond { .. }));
}

/// Returns the times left to both players after White has thought for 8 seconds, and then Black for
/// 3, in a game of a tournament with this time control.
fn left_after_8_and_3_seconds(control: &str) -> [u64; 2] {
    let (at, rules) = (Timestamp::from_millis, RuleSet::International);
    let settings = Settings::plain("Delays", rules, control.parse().unwrap(), Format::Manual);
    let mut tournament = Tournament::default();
    let create = Command::Create { settings: Box::new(settings) };
    for event in tournament.decide(&create, &Author::SYSTEM, at(0)).unwrap() {
        tournament.apply(&event);
    }
    let control = tournament.time_control_of(RoundNumber::FIRST).unwrap();
    let mut clock = Clock::default();
    for command in [
        game_clock::Command::Start { control, at: at(0) },
        game_clock::Command::Press { by: Color::White, at: at(8_000), received: at(8_000) },
        game_clock::Command::Press { by: Color::Black, at: at(11_000), received: at(11_000) },
    ] {
        for event in clock.decide(&command).unwrap() {
            clock.apply(&event);
        }
    }
    let reading = clock.reading().unwrap();
    [reading.white, reading.black].map(|left| u64::try_from(left.as_millis()).unwrap())
}

#[test]
fn a_regulation_may_have_a_delay() {
    for (control, left) in [
        ("90m", [5_392_000, 5_397_000]),
        ("90m + 5s", [5_397_000, 5_402_000]),
        ("90m b5s", [5_397_000, 5_400_000]),
        ("90m d5s", [5_397_000, 5_400_000]),
        ("40/2h d5s + 30m d5s", [7_197_000, 7_200_000]),
    ] {
        assert_eq!(left_after_8_and_3_seconds(control), left, "{control}");
    }
}

#[test]
fn draws_and_the_start_of_clocks_are_points_of_every_preset() {
    use tournament::regulation::Point::{Draws, Start};
    for (preset, draws, start) in [
        (Preset::FrisianKk, Some("rules art. 21"), Some("C art. 3")),
        (Preset::FrisianBlitz, Some("rules art. 21"), None),
        (Preset::Tournament2006, Some("2006 art. 7"), Some("2006 art. 2")),
        (Preset::KndbSwiss, None, None),
    ] {
        let regulation = Regulation::of(preset);
        assert_eq!(
            (regulation.article(Draws), regulation.article(Start)),
            (draws, start),
            "{preset}"
        );
        // A tournament of an older log has none: its games are judged as they were.
        let older = Regulation { terms: None, ..regulation };
        assert_eq!((older.draws(), older.article(Draws)), (None, None), "{preset}");
        assert_eq!(older.start().as_str(), "hour", "{preset}");
        assert_eq!(Some(older.terms_or_usual()), Regulation::of(preset).terms, "{preset}");
    }
}
