//! A row for each article that prescribes a time control.

use super::ms;
use crate::{Preset, TimeControl, UnknownPreset};

#[track_caller]
fn prescribes(preset: Preset, article: &str, pdn: &str, readable: &str) {
    assert_eq!(preset.article(), article);
    let control = preset.control();
    assert_eq!(
        (control.to_string(), control.readable().to_string()),
        (pdn.into(), readable.into())
    );
    for text in [pdn, readable] {
        assert_eq!(text.parse(), Ok(control), "{text}");
    }
    assert_eq!(preset.to_string().parse(), Ok(preset));
}

#[test]
fn regulation_b_art_4_gives_teams_less_time_the_more_boards_they_have() {
    prescribes(Preset::FrisianTeamsFour, "B art. 4", "5400", "90m");
    prescribes(Preset::FrisianTeamsFiveOrSix, "B art. 4", "2700", "45m");
    prescribes(Preset::FrisianTeamsSeven, "B art. 4", "1800", "30m");
}

#[test]
fn regulation_c_art_3_gives_the_championship_eighty_minutes_and_a_minute_a_move() {
    prescribes(Preset::FrisianChampionship, "C art. 3", "4800+60", "80m + 60s");
}

#[test]
fn regulation_d_art_2_gives_ha_ninety_minutes_and_the_classes_forty() {
    prescribes(Preset::FrisianHa, "D art. 2", "5400", "90m");
    prescribes(Preset::FrisianClass, "D art. 2", "2400", "40m");
}

#[test]
fn regulation_e_art_2_gives_the_young_sixty_minutes_and_juniors_ninety() {
    prescribes(Preset::FrisianYouth, "E art. 2", "3600", "60m");
    prescribes(Preset::FrisianJuniors, "E art. 2", "5400", "90m");
}

#[test]
fn regulation_f_art_2_gives_blitz_ten_minutes() {
    prescribes(Preset::FrisianBlitz, "F art. 2", "600", "10m");
}

#[test]
fn regulation_2006_rule_2_and_rule_14c() {
    prescribes(Preset::Tournament2006, "2006 art. 2", "50/7200:1800", "50/2h + 30m");
    prescribes(Preset::Tournament2006Blitz, "2006 art. 14c", "300+5", "5m + 5s");
}

#[test]
fn preset_names_are_distinct_and_other_names_are_refused() {
    let mut names = Preset::ALL.map(Preset::name).to_vec();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), Preset::ALL.len());
    let error = "fischer".parse::<Preset>().unwrap_err();
    assert_eq!(error, UnknownPreset { name: "fischer".to_owned() });
    assert_eq!(error.to_string(), "\"fischer\" is no time control of a rulebook");
}

#[test]
fn a_control_of_2006_gives_its_second_stage_with_the_fiftieth_move() {
    let control: TimeControl = Preset::Tournament2006.control();
    assert_eq!(control.given(49), ms(7_200_000));
    assert_eq!(control.given(50), ms(9_000_000));
    assert_eq!(control.given(u32::MAX), ms(9_000_000));
}
