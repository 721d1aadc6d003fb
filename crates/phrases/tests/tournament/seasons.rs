//! Explanations of a season's results, and the names of regulations.

use std::collections::BTreeSet;

use phrases::{Language, season, tournament as sentences};
use tournament::{
    regulation::Preset,
    season::{Class, ClubEvent, Filling, Season, career},
};

#[test]
fn places_and_years_are_told_in_three_languages() {
    let told = |filling: Filling| Language::ALL.map(|language| season::filling(filling, language));
    assert_eq!(
        told(Filling::Kept),
        [
            "keeps the number of the final order (C art. 8)",
            "houdt het nummer van de eindstand (C art. 8)",
            "hâldt it nûmer fan de einstân (C art. 8)",
        ]
    );
    assert_eq!(
        told(Filling::FilledByRelegated),
        [
            "fills an empty place and so is not relegated (C art. 9)",
            "vult een open plaats en degradeert daarom niet (C art. 9)",
            "follet in iepen plak en degradearret dêrom net (C art. 9)",
        ]
    );
    let first = ClubEvent { players: 4, place: 1 };
    let year = |events| Season { club_events: vec![first; events], championship_place: None };
    let text = |class, events, language| {
        let years = career(class, &[year(events)]);
        season::year_end(years.first().unwrap(), language)
    };
    for (class, events, language, expected) in [
        (
            Class::Third,
            6,
            Language::English,
            "to 2: 12 points in four years, more than 10 (appendix 4)",
        ),
        (
            Class::Third,
            5,
            Language::Dutch,
            "blijft in 3: 10 punten in vier jaar, niet meer dan 10 (appendix 4)",
        ),
        (Class::Ha, 5, Language::Frisian, "út HA promovearret men net op punten (appendix 4)"),
    ] {
        assert_eq!(text(class, events, language), expected);
    }
}

#[test]
fn every_regulation_has_a_name_of_its_own_in_every_language() {
    for language in Language::ALL {
        let name = |preset: &Preset| sentences::preset(*preset, language);
        let names: BTreeSet<_> = Preset::ALL.iter().map(name).collect();
        assert_eq!(names.len(), Preset::ALL.len(), "{language:?}");
    }
    assert_eq!(
        sentences::preset(Preset::FrisianKk, Language::Frisian),
        "Kampioensklasse (KK), earste acht"
    );
}
