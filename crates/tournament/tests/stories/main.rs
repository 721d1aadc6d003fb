//! Whole tournaments as scripts: a line per command, followed by the expected state.
//!
//! The scripts are the `.txt` files next to this one; [`script`] describes their form.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a failed test panics")]

mod script;

use tournament::regulation::{Format, HalfPointByes, Preset, Regulation};
use tournament::{Schedule, Settings, Tablets, Tournament};

/// Returns the regulation of a preset, with a time control if the preset leaves it open.
fn preset(preset: Preset) -> Regulation {
    let regulation = Regulation::of(preset);
    let time_control = regulation.time_control.or("80m + 60s".parse().ok());
    Regulation { time_control, ..regulation }
}

#[track_caller]
fn run(name: &str, regulation: Regulation, story: &str) -> Tournament {
    let settings = Settings {
        name: name.to_owned(),
        notice: String::new(),
        place: String::new(),
        regulation,
        season: None,
        days: None,
        tablets: Tablets::default(),
        publicity: Default::default(),
        series: String::new(),
    };
    script::run(settings, story)
}

/// C art. 7, 13, 15: a championship of eight with a game made up later, shared first place, and
/// the match for it.
#[test]
fn a_championship_of_eight_is_played_to_the_end_of_its_play_off() {
    run("Kampioensklasse", preset(Preset::FrisianKk), include_str!("kk.txt"));
}

/// KNDB: sixteen and one who comes later, a bye, a withdrawal, a forfeit, half a point.
#[test]
fn an_open_swiss_tournament_lasts_five_rounds() {
    let half_point_byes = HalfPointByes { most: 1, in_last_round: false };
    let regulation = Regulation { rounds: Some(5), half_point_byes, ..preset(Preset::KndbSwiss) };
    run("Iepen toernoai", regulation, include_str!("swiss.txt"));
}

/// B art. 4 to 7: two clubs of eight, an empty board, a drawn match and its play-off.
#[test]
fn two_clubs_of_eight_play_until_one_has_won() {
    let clubs = preset(Preset::FrisianClubTeams);
    let regulation = Regulation {
        format: Format::Match { games: 1 },
        relegated: 0,
        limits: Regulation::of(Preset::Match).limits,
        ..clubs
    };
    run("Klupwedstriid", regulation, include_str!("clubs.txt"));
}

/// 2006 art. 14: two pools with bonus draws, blitz games for a tie, crossing finals.
#[test]
fn two_pools_of_2006_are_crossed_in_finals() {
    run("Hoofdgroepen", preset(Preset::Tournament2006), include_str!("pools.txt"));
}

/// D art. 6: entries corrected, a tie drawn by mistake and then played for, and the championship of
/// the winners of two groups.
#[test]
fn the_winners_of_two_groups_play_for_the_championship() {
    run("Earste klasse", preset(Preset::FrisianClass), include_str!("winners.txt"));
}

/// 2006, rule 10: a reserve goes on in the seat of a player who withdrew.
#[test]
fn a_reserve_takes_a_seat_in_2006() {
    let regulation = Regulation {
        format: Format::Table(Schedule::Berger),
        limits: Regulation::of(Preset::RoundRobin).limits,
        ..preset(Preset::Tournament2006)
    };
    run("Reserve", regulation, include_str!("reserve.txt"));
}

/// I: one against five, who alternately have White, without clocks.
#[test]
fn a_simultaneous_display_is_one_against_many() {
    let regulation = Regulation { boards: Some(5), ..Regulation::of(Preset::FrisianDisplay) };
    run("Simultaan", regulation, include_str!("display.txt"));
}

/// Plays the story of a preset as it is, with a number of rounds where the preset leaves it open.
#[track_caller]
fn play(of: Preset, rounds: Option<u32>, story: &str) {
    let regulation = preset(of);
    let rounds = regulation.rounds.or(rounds);
    let season = regulation.limits.younger_than.map(|_| 2026);
    let regulation = Regulation { rounds, ..regulation };
    let (name, notice) = (of.to_string(), String::new());
    let (place, tablets) = (String::new(), Tablets::default());
    let (days, publicity, series) = (None, Default::default(), String::new());
    let settings =
        Settings { name, notice, regulation, season, place, series, days, tablets, publicity };
    script::run(settings, story);
}

#[test]
fn every_other_preset_is_played_from_the_entries_to_the_final_table() {
    for (of, rounds, story) in [
        (Preset::FrisianHaa, None, include_str!("haa.txt")),
        (Preset::FrisianRhaa, None, include_str!("rhaa.txt")),
        (Preset::FrisianHa, None, include_str!("ha.txt")),
        (Preset::FrisianHaSwiss, None, include_str!("ha-swiss.txt")),
        (Preset::FrisianClubEvent, None, include_str!("club-event.txt")),
        (Preset::FrisianClubTeams, None, include_str!("clubs-first.txt")),
        (Preset::FrisianClubTeamsMiddle, None, include_str!("clubs-middle.txt")),
        (Preset::FrisianClubTeamsLowest, None, include_str!("clubs-lowest.txt")),
        (Preset::FrisianClubChampionship, None, include_str!("clubs-all.txt")),
        (Preset::FrisianMini, None, include_str!("mini.txt")),
        (Preset::FrisianPupils, None, include_str!("pupils.txt")),
        (Preset::FrisianYouth, None, include_str!("youth.txt")),
        (Preset::FrisianJuniors, None, include_str!("juniors.txt")),
        (Preset::FrisianBlitz, Some(3), include_str!("blitz.txt")),
        (Preset::Tournament2006Open, None, include_str!("open-2006.txt")),
        (Preset::RoundRobin, None, include_str!("round-robin.txt")),
        (Preset::Match, None, include_str!("match.txt")),
    ] {
        play(of, rounds, story);
    }
}
