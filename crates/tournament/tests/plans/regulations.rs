//! The regulations of the rulebooks and their allowed changes.

use draughts::RuleSet;
use game_clock::{AbsenceArticle, AbsenceLimit};
use std::collections::BTreeSet;
use std::time::Duration;
use tournament::plan::{GroupRule, System};
use tournament::ranking::{FirstPlace, Remedy, TieBreak, WithdrawalRule, Zone, ZoneKind};
use tournament::regulation::{
    Chosen, Contradiction, Fault, Format, Point, Preset, Regulation, UnknownPreset,
};
use tournament::swiss::FirstRound;
use tournament::{GroupNumber, Schedule, Scoring, Settings};

/// Checks the points of a preset, for a group of some size.
#[track_caller]
fn check(preset: Preset, size: usize, expected: &str) {
    let regulation = Regulation::of(preset);
    assert_eq!(regulation.check_for(size), Ok(()), "{preset}");
    let system = match regulation.system_for(size).unwrap() {
        System::Table(table) => table.to_string(),
        System::Swiss { .. } => "swiss".to_owned(),
        System::Free => "free".to_owned(),
    };
    let rounds = regulation.rounds_for(size).unwrap().map_or("-".to_owned(), |n| n.to_string());
    let time = regulation
        .time_control_for(size)
        .map_or("-".to_owned(), |control| control.readable().to_string());
    let boards = regulation.boards.map_or(String::new(), |boards| format!(", {boards} boards"));
    let shown = format!(
        "{}, {time}, {system} x {rounds}{boards}, {:?}, +{} -{}",
        regulation.rules, regulation.order.scoring, regulation.promoted, regulation.relegated
    );
    assert_eq!(shown, expected, "{preset}");
}

#[test]
fn a_point_is_chosen_beside_a_preset_where_it_agrees_or_is_only_proposed() {
    let (rules, format) = (
        |rules| Chosen { rules: Some(rules), ..Chosen::default() },
        |format| Chosen { format: Some(format), ..Chosen::default() },
    );
    let scoring = |scoring| Chosen { scoring: Some(scoring), ..Chosen::default() };
    let double = Format::Table(Schedule::BergerDouble);
    for (preset, chosen, expected) in [
        // No rulebook says how a round robin is played, apart from its being one.
        (Preset::RoundRobin, rules(RuleSet::Frisian), Ok(())),
        (Preset::RoundRobin, scoring(Scoring::OneHalfZero), Ok(())),
        (Preset::RoundRobin, format(double), Ok(())),
        (Preset::FrisianKk, rules(RuleSet::Frisian), Ok(())),
        (Preset::FrisianKk, rules(RuleSet::International), Err(Contradiction::Rules)),
        (Preset::FrisianKk, format(Format::Table(Schedule::Ind8Achttal)), Ok(())),
        (Preset::FrisianKk, format(Format::Manual), Err(Contradiction::Format)),
        (Preset::FrisianKk, scoring(Scoring::OneHalfZero), Ok(())),
        (Preset::FrisianKk, scoring(Scoring::BonusDraws), Err(Contradiction::Scoring)),
    ] {
        let completed = Regulation::with(preset, chosen);
        assert_eq!(
            completed.as_ref().map(|_| ()),
            expected.as_ref().copied(),
            "{preset} {chosen:?}"
        );
        let Ok(completed) = completed else { continue };
        assert!(chosen.rules.is_none_or(|rules| rules == completed.rules));
        assert!(chosen.scoring.is_none_or(|scoring| scoring == completed.order.scoring));
    }
    let halves = Regulation::with(Preset::RoundRobin, format(double)).unwrap();
    assert_eq!(halves.format, double);
}

#[test]
fn the_organisers_set_the_time_control_and_the_number_of_rounds_beside_any_preset() {
    for preset in Preset::ALL {
        let own = Regulation::of(preset);
        assert_eq!(Regulation::with(preset, Chosen::default()), Ok(own.clone()), "{preset}");
        let time_control = Some("80m + 60s".parse().unwrap());
        let chosen = Chosen { time_control, rounds: Some(7), ..Chosen::default() };
        let expected = Regulation { time_control, rounds: Some(7), ..own };
        assert_eq!(Regulation::with(preset, chosen), Ok(expected), "{preset}");
    }
}

#[test]
fn a_new_tournament_without_terms_has_those_of_its_preset() {
    let control = "80m + 60s".parse().unwrap();
    for rules in [RuleSet::International, RuleSet::Frisian] {
        let settings = Settings::plain("Demo", rules, control, Format::Manual);
        let usual = settings.regulation.terms;
        let regulation = Regulation { terms: None, ..settings.regulation.clone() };
        let unnamed = Settings { regulation, ..settings.clone() };
        assert_eq!(unnamed.with_terms().regulation.terms, usual, "{rules}");
        assert_eq!(settings.clone().with_terms(), settings, "{rules}");
    }
}

#[test]
fn every_preset_is_what_its_rulebook_says() {
    use Preset as P;
    for (preset, size, expected) in [
        (P::FrisianKk, 8, "frisian, 80m + 60s, ind8_achttal x 7, OneHalfZero, +0 -2"),
        (P::FrisianHaa, 8, "frisian, 80m + 60s, ind8_achttal x 7, OneHalfZero, +2 -2"),
        (P::FrisianRhaa, 8, "frisian, 80m + 60s, ind8_achttal x 7, OneHalfZero, +2 -2"),
        (P::FrisianHa, 2, "frisian, 90m, ha2 x 2, OneHalfZero, +2 -0"),
        (P::FrisianHa, 7, "frisian, 90m, ha7 x 7, OneHalfZero, +2 -0"),
        (P::FrisianHaSwiss, 9, "frisian, 90m, swiss x 6, OneHalfZero, +2 -0"),
        (P::FrisianClass, 4, "frisian, 40m, ind4 x 3, OneHalfZero, +0 -0"),
        (P::FrisianClass, 6, "frisian, 40m, ind6split x 3, OneHalfZero, +0 -0"),
        (P::FrisianClubEvent, 5, "frisian, -, ind5 x 5, OneHalfZero, +0 -0"),
        (P::FrisianClubTeams, 4, "frisian, 90m, team4 x 3, 8 boards, OneHalfZero, +0 -1"),
        (P::FrisianClubTeamsMiddle, 4, "frisian, 90m, team4 x 3, 8 boards, OneHalfZero, +1 -1"),
        (P::FrisianClubTeamsLowest, 6, "frisian, 45m, team6 x 5, 8 boards, OneHalfZero, +1 -0"),
        (P::FrisianClubTeamsLowest, 7, "frisian, 30m, team7 x 7, 8 boards, OneHalfZero, +1 -0"),
        (P::FrisianClubChampionship, 4, "frisian, 90m, team4 x 3, 8 boards, OneHalfZero, +1 -1"),
        (P::FrisianMini, 3, "frisian, -, ind3 x 3, 4 boards, OneHalfZero, +0 -0"),
        (P::FrisianMini, 6, "frisian, -, mini6split x 3, 4 boards, OneHalfZero, +0 -0"),
        (P::FrisianDisplay, 2, "frisian, -, free x 1, 10 boards, OneHalfZero, +0 -0"),
        (P::FrisianPupils, 5, "frisian, 60m, berger x 5, OneHalfZero, +0 -0"),
        (P::FrisianYouth, 6, "frisian, 60m, berger x 5, OneHalfZero, +0 -0"),
        (P::FrisianJuniors, 4, "frisian, 90m, berger x 3, OneHalfZero, +0 -0"),
        (
            P::Tournament2006,
            16,
            "international-2006, 50/2h + 30m, ind8_achttal x 8, BonusDraws, +0 -0",
        ),
        (
            P::Tournament2006Open,
            20,
            "international-2006-open, 50/2h + 30m, swiss x 8, TwoOneZero, +0 -0",
        ),
        (P::RoundRobin, 13, "international, -, berger x 13, TwoOneZero, +0 -0"),
        (P::Match, 2, "international, -, free x 2, TwoOneZero, +0 -0"),
    ] {
        check(preset, size, expected);
    }
}

#[test]
fn a_swiss_event_without_rounds_waits_for_them() {
    for (preset, time) in [(Preset::FrisianBlitz, Some("10m")), (Preset::KndbSwiss, None)] {
        let mut regulation = Regulation::of(preset);
        assert_eq!(regulation.check(), Ok(()));
        assert_eq!(regulation.check_for(20), Err(Fault::RoundsMissing), "{preset}");
        assert_eq!(regulation.time_control, time.and_then(|text| text.parse().ok()));
        regulation.rounds = Some(9);
        assert_eq!(regulation.rounds_for(20), Ok(Some(9)));
    }
}

#[test]
fn tie_breaks_and_first_places_are_those_of_the_articles() {
    use TieBreak::{
        BoardPoints, KndbSonnebornBerger, Lot, MutualResult, Points, Solkoff, SonnebornBerger,
    };
    let frisian = vec![Points, SonnebornBerger, MutualResult];
    let swiss = vec![Points, Solkoff, KndbSonnebornBerger, Lot];
    let teams = vec![Points, BoardPoints, SonnebornBerger, MutualResult];
    let mini = vec![Points, BoardPoints, MutualResult, SonnebornBerger];
    let all = FirstPlace::ByAllTieBreaks;
    let first = |count| FirstPlace::ByLeadingTieBreaks { count };
    for (preset, tie_breaks, first_place, first_remedy, remedy) in [
        (Preset::FrisianKk, &frisian, first(1), Remedy::MatchOfTwo, Remedy::SingleGames),
        (Preset::FrisianHaa, &frisian, all, Remedy::SingleGames, Remedy::SingleGames),
        (Preset::FrisianHa, &frisian, all, Remedy::SingleGames, Remedy::SingleGames),
        (Preset::FrisianHaSwiss, &swiss, FirstPlace::ByMutualResult, Remedy::Lot, Remedy::Lot),
        (Preset::FrisianYouth, &frisian, first(1), Remedy::MatchOfTwo, Remedy::SingleGames),
        (Preset::FrisianBlitz, &swiss, first(1), Remedy::SingleGamesByLot, Remedy::Lot),
        (Preset::FrisianClubTeams, &teams, first(2), Remedy::TeamMatch, Remedy::Organizer),
        (Preset::FrisianClubTeamsLowest, &teams, all, Remedy::Organizer, Remedy::Organizer),
        (Preset::FrisianMini, &mini, all, Remedy::TeamMatch, Remedy::TeamMatch),
        (Preset::Tournament2006, &vec![Points], all, Remedy::Blitz, Remedy::Blitz),
        (Preset::Tournament2006Open, &swiss, all, Remedy::Lot, Remedy::Lot),
    ] {
        let order = Regulation::of(preset).order;
        assert_eq!(&order.tie_breaks, tie_breaks, "{preset}");
        assert_eq!(order.first_place, first_place, "{preset}");
        assert_eq!((order.first_remedy, order.remedy), (first_remedy, remedy), "{preset}");
    }
    let void = WithdrawalRule::VoidBelow { games: 5 };
    for preset in Preset::ALL {
        let is_eight =
            matches!(preset, Preset::FrisianKk | Preset::FrisianHaa | Preset::FrisianRhaa);
        let regulation = Regulation::of(preset);
        let expected = if is_eight {
            void
        } else if regulation.is_of_teams() || preset == Preset::Tournament2006 {
            WithdrawalRule::RemainingLost
        } else {
            WithdrawalRule::PointsStay
        };
        let articles = "B art. 6, C art. 14, 2006 art. 3 and 10";
        assert_eq!(regulation.order.withdrawal, expected, "{articles}: {preset}");
    }
    let blitz = Regulation::of(Preset::Tournament2006).play_off_time_control.unwrap();
    assert_eq!(blitz.readable().to_string(), "5m + 5s");
}

#[test]
fn every_preset_makes_sense_and_has_its_names() {
    let mut ids = BTreeSet::new();
    for preset in Preset::ALL {
        let regulation = Regulation::of(preset);
        assert_eq!(regulation.check(), Ok(()), "{preset}");
        assert_eq!(regulation.preset, preset);
        assert_eq!(preset.id().parse(), Ok(preset));
        assert!(ids.insert(preset.id()), "{preset}");
    }
    assert_eq!("KK".parse::<Preset>(), Err(UnknownPreset));
    assert!(UnknownPreset.to_string().starts_with("unknown regulation: it is one of frisian-kk, "));
}

#[test]
fn every_point_names_its_article_until_it_is_changed() {
    let articles = |preset: Preset| -> Vec<(Point, &'static str)> {
        let regulation = Regulation::of(preset);
        let of = |point| regulation.article(point).map(|article| (point, article));
        Point::ALL.into_iter().filter_map(of).collect()
    };
    assert_eq!(
        articles(Preset::FrisianKk),
        [
            (Point::Rules, "C art. 1"),
            (Point::TimeControl, "C art. 3"),
            (Point::Format, "C art. 7"),
            (Point::Scoring, "rules art. 19"),
            (Point::TieBreaks, "C art. 15"),
            (Point::FirstPlace, "C art. 15"),
            (Point::Withdrawal, "C art. 14"),
            (Point::Zones, "C art. 8"),
            (Point::Limits, "C art. 2"),
            (Point::Draws, "rules art. 21"),
            (Point::Start, "C art. 3"),
        ]
    );
    assert_eq!(
        articles(Preset::FrisianMini),
        [
            (Point::Rules, "G art. 1"),
            (Point::Format, "G art. 4"),
            (Point::Groups, "G art. 2"),
            (Point::Boards, "G art. 2"),
            (Point::Scoring, "G art. 5"),
            (Point::TieBreaks, "G art. 6"),
            (Point::FirstPlace, "G art. 6"),
            (Point::Limits, "G art. 2"),
            (Point::Draws, "rules art. 21"),
        ]
    );
    let of_clocks = |preset: Preset| {
        let regulation = Regulation::of(preset);
        let cited = [Point::Opening, Point::Absence].map(|point| regulation.article(point));
        (regulation.black_starts, regulation.absence, cited)
    };
    let hour = Some(Duration::from_secs(3600));
    let cited = [Some("2006 art. 2"), Some("2006 art. 3")];
    assert_eq!(of_clocks(Preset::Tournament2006), (true, hour, cited));
    assert_eq!(of_clocks(Preset::Tournament2006Open), (true, hour, cited));
    assert_eq!(of_clocks(Preset::FrisianKk), (false, None, [None, None]));
    assert_eq!(articles(Preset::Match), []);
    let mut changed = Regulation::of(Preset::FrisianKk);
    changed.time_control = None;
    changed.relegated = 1;
    changed.order.first_remedy = Remedy::SingleGames;
    for (point, article) in articles(Preset::FrisianKk) {
        let is_changed = matches!(point, Point::TimeControl | Point::Zones | Point::FirstPlace);
        assert_eq!(changed.article(point), (!is_changed).then_some(article), "{point:?}");
    }
}

#[test]
fn zones_follow_from_the_size_of_the_group() {
    let zones = |preset, size| Regulation::of(preset).order_for(size).zones;
    let up = |to| Zone { kind: ZoneKind::Promotion, from: 1, to };
    let down = |from, to| Zone { kind: ZoneKind::Relegation, from, to };
    assert_eq!(zones(Preset::FrisianKk, 8), [down(7, 8)], "C art. 8");
    assert_eq!(zones(Preset::FrisianHaa, 8), [up(2), down(7, 8)], "C art. 8");
    assert_eq!(zones(Preset::FrisianHa, 5), [up(2)], "D art. 7");
    assert_eq!(zones(Preset::FrisianClubTeams, 4), [down(4, 4)], "B art. 3");
    assert_eq!(zones(Preset::FrisianClubTeamsMiddle, 4), [up(1), down(4, 4)], "B art. 3");
    assert_eq!(zones(Preset::FrisianClubTeamsLowest, 7), [up(1)], "B art. 3");
    assert_eq!(zones(Preset::FrisianClass, 4), []);
}

#[test]
fn b_art_3_nobody_goes_down_from_a_group_of_more_than_four_because_it_is_the_lowest() {
    for size in 5..=7 {
        assert_eq!(Regulation::of(Preset::FrisianClubTeams).order_for(size).zones, [], "{size}");
    }
}

#[test]
fn b_art_2_and_7_the_groups_of_one_championship_have_their_own_zones_and_first_places() {
    let clubs = Regulation::of(Preset::FrisianClubChampionship);
    assert_eq!(clubs.groups_of(13), Ok(vec![4, 4, 5]));
    assert_eq!(clubs.check_for(13), Ok(()));
    let order = |at, groups, size| clubs.order_in(GroupNumber::new(at).unwrap(), groups, size);
    let up = Zone { kind: ZoneKind::Promotion, from: 1, to: 1 };
    let down = |place| Zone { kind: ZoneKind::Relegation, from: place, to: place };
    assert_eq!(order(1, 3, 4).zones, [down(4)]);
    assert_eq!(order(2, 3, 4).zones, [up, down(4)]);
    assert_eq!(order(3, 3, 5).zones, [up]);
    assert_eq!(order(1, 1, 4).zones, []);
    let by_points = FirstPlace::ByLeadingTieBreaks { count: 2 };
    assert_eq!(
        (order(1, 3, 4).first_place, order(1, 3, 4).first_remedy),
        (by_points, Remedy::TeamMatch)
    );
    let other = order(2, 3, 4);
    assert_eq!(
        (other.first_place, other.first_remedy),
        (FirstPlace::ByAllTieBreaks, Remedy::Organizer)
    );
}

#[test]
fn groups_of_a_class_are_checked_one_by_one() {
    let class = Regulation::of(Preset::FrisianClass);
    assert_eq!(class.groups_of(14), Ok(vec![4, 4, 6]));
    assert_eq!(class.check_for(14), Ok(()));
    let undivided = Regulation { groups: None, ..class };
    assert_eq!(
        undivided.check_for(14).unwrap_err().to_string(),
        "there is no table for 14 in a group of a class"
    );
    let teams = Regulation {
        groups: Some(GroupRule::LowestTakesRest),
        ..Regulation::of(Preset::FrisianClubTeamsLowest)
    };
    assert_eq!(teams.groups_of(11), Ok(vec![4, 7]));
}

#[test]
fn single_points_may_be_changed() {
    let mut kk = Regulation::of(Preset::FrisianKk);
    kk.rules = RuleSet::International;
    kk.format = Format::Swiss(FirstRound::EntrantsUnknown);
    kk.rounds = Some(7);
    kk.limits.entrants_max = None;
    kk.order.withdrawal = WithdrawalRule::PointsStay;
    kk.order.tie_breaks.insert(1, TieBreak::MedianSolkoff { each: 1 });
    assert_eq!(kk.check_for(20), Ok(()));
    assert_eq!(kk.rounds_for(20), Ok(Some(7)));
    let double = Regulation {
        format: Format::Table(Schedule::BergerDouble),
        ..Regulation::of(Preset::RoundRobin)
    };
    assert_eq!(double.rounds_for(6), Ok(Some(10)));
}

#[test]
fn an_absence_limit_cites_2006_only_if_that_regulation_is_unchanged() {
    use AbsenceArticle::{Announced, Tournament2006Rule3};
    for (preset, minutes, article) in [
        (Preset::Tournament2006, 60, Tournament2006Rule3),
        (Preset::Tournament2006Open, 60, Tournament2006Rule3),
        (Preset::Tournament2006, 30, Announced),
        (Preset::FrisianKk, 60, Announced),
        (Preset::KndbSwiss, 60, Announced),
    ] {
        let after = Duration::from_secs(minutes * 60);
        let regulation = Regulation { absence: Some(after), ..Regulation::of(preset) };
        let expected = AbsenceLimit { after, article };
        assert_eq!(regulation.absence_limit(), Some(expected), "{preset}");
    }
    let regulation = Regulation { absence: None, ..Regulation::of(Preset::Tournament2006) };
    assert_eq!(regulation.absence_limit(), None);
}
