//! Paces of games: how they are written, and what is none.

use std::time::Duration;
use tournament::PlayingTime;
use tournament::regulation::{Pace, PaceError, Preset, Regulation, Stage};

fn stage(moves: Option<u32>, seconds: u64, increment: u64) -> Stage {
    let (time, increment) = (Duration::from_secs(seconds), Duration::from_secs(increment));
    Stage { moves, time, increment }
}

#[test]
fn a_pace_reads_like_people_and_like_pdn() {
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
        let pace = Pace::new(stages).unwrap();
        assert_eq!((pace.to_string(), pace.pdn()), (text.to_owned(), pdn.to_owned()));
    }
    let kk = Regulation::of(Preset::FrisianKk).pace.unwrap();
    let (base, increment) = (Duration::from_secs(4800), Duration::from_secs(60));
    assert_eq!(kk.playing_time(), Some(PlayingTime { base, increment }));
    let staged = Regulation::of(Preset::Tournament2006).pace.unwrap();
    assert_eq!(staged.playing_time(), None);
    assert_eq!(staged.pdn(), "50/7200:1800");
}

#[test]
fn a_pace_that_is_none() {
    let of = |stages: Vec<Stage>| Pace::new(stages).unwrap_err();
    assert_eq!(of(vec![]), PaceError::NoStage);
    assert_eq!(of(vec![stage(None, 0, 5)]), PaceError::NoTime { stage: 1 });
    assert_eq!(of(vec![stage(Some(50), 7200, 0)]), PaceError::Unfinished);
    let endless = PaceError::Endless { stage: 1 };
    assert_eq!(of(vec![stage(None, 10, 0), stage(None, 10, 0)]), endless);
    assert_eq!(of(vec![stage(Some(0), 10, 0), stage(None, 10, 0)]), endless);
    let half = Stage { time: Duration::from_millis(1500), ..stage(None, 1, 0) };
    assert_eq!(of(vec![half]), PaceError::Fraction { stage: 1 });
}
