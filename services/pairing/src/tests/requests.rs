//! Tests of presets that a request completes.

use proto::v1::{
    CreateTournamentRequest, PairingSystem, RuleSet, Scoring, TimeControl, TournamentCreated,
};
use tournament::{Command, regulation::Preset};

use crate::grpc::requests::create;

fn request(preset: &str) -> CreateTournamentRequest {
    let control = TimeControl { base_ms: 4_800_000, increment_ms: 60_000, stages: Vec::new() };
    CreateTournamentRequest {
        settings: Some(TournamentCreated {
            name: "Frysk".to_owned(),
            control: Some(control),
            season: 2026,
            ..TournamentCreated::default()
        }),
        preset: preset.to_owned(),
        ..CreateTournamentRequest::default()
    }
}

#[test]
fn every_preset_makes_a_tournament_with_a_time_control() {
    for preset in Preset::ALL {
        let is_swiss = matches!(
            tournament::regulation::Regulation::of(preset).format,
            tournament::regulation::Format::Swiss(_)
                | tournament::regulation::Format::Prescribed(_)
        );
        let rounds = Some(7).filter(|_| {
            is_swiss && tournament::regulation::Regulation::of(preset).rounds.is_none()
        });
        let command = create(CreateTournamentRequest { rounds, ..request(preset.id()) }).unwrap();
        let Command::Create { settings } = command else { panic!("{preset}") };
        assert_eq!(settings.regulation.time_control.unwrap().stages().len(), 1, "{preset}");
        assert_eq!(settings.season, Some(2026), "{preset}");
        if rounds.is_some() {
            assert_eq!(settings.regulation.rounds, Some(7), "{preset}");
        }
    }
}

#[test]
fn who_names_no_terms_gets_those_of_the_preset_or_of_the_rules() {
    use proto::v1::{DrawAgreement, StartMode};

    let terms = |request: CreateTournamentRequest| {
        let Command::Create { settings } = create(request).unwrap() else { panic!("no creation") };
        let terms = proto::v1::Regulation::from(&settings.regulation).terms.unwrap();
        (terms.agreement(), terms.start())
    };
    assert_eq!(terms(request("frisian-kk")), (DrawAgreement::Arbiter, StartMode::Gong));
    assert_eq!(terms(request("tournament-2006")), (DrawAgreement::CheckedOnPaper, StartMode::Hour));
    let plain = |rules: RuleSet| {
        let mut request = request("");
        let settings = request.settings.as_mut().unwrap();
        settings.set_rules(rules);
        settings.set_system(PairingSystem::RoundRobinBerger);
        terms(request)
    };
    assert_eq!(plain(RuleSet::Frisian), (DrawAgreement::Arbiter, StartMode::Hour));
    assert_eq!(plain(RuleSet::International), (DrawAgreement::Free, StartMode::Hour));
}

#[test]
fn settings_that_contradict_the_preset_are_refused() {
    let refused = |request: CreateTournamentRequest, text: &str| {
        assert_eq!(create(request).unwrap_err().to_string(), text);
    };
    let with = |change: &dyn Fn(&mut TournamentCreated)| {
        let mut request = request("frisian-kk");
        change(request.settings.as_mut().unwrap());
        request
    };
    let other = "not that of the preset; send a regulation without a preset to choose it";
    let rules = with(&|settings| settings.set_rules(RuleSet::International));
    refused(rules, &format!("settings.rules: {other}"));
    let system = with(&|settings| settings.set_system(PairingSystem::Manual));
    refused(system, &format!("settings.system: {other}"));
    let scoring = with(&|settings| settings.set_scoring(Scoring::BonusDraws));
    refused(scoring, &format!("settings.scoring: {other}"));
    assert!(create(with(&|settings| settings.set_rules(RuleSet::Frisian))).is_ok());
    refused(
        CreateTournamentRequest { rounds: Some(5), ..request("") },
        "rounds: only with a preset; a regulation has its own number of rounds",
    );
}

#[test]
fn a_point_is_chosen_beside_a_preset_where_they_agree_or_it_is_only_proposed() {
    let made = |preset: &str, change: &dyn Fn(&mut TournamentCreated)| {
        let mut request = CreateTournamentRequest { rounds: None, ..request(preset) };
        change(request.settings.as_mut().unwrap());
        let Command::Create { settings } = create(request).unwrap() else { panic!("{preset}") };
        settings.regulation
    };
    // A Frisian round robin: no rulebook says that a round robin is International.
    let frisian = made("round-robin", &|settings| settings.set_rules(RuleSet::Frisian));
    assert_eq!(frisian.rules, draughts::RuleSet::Frisian);
    assert_eq!(frisian.preset, Preset::RoundRobin);
    let halves = made("round-robin", &|settings| {
        settings.set_rules(RuleSet::Frisian);
        settings.set_scoring(Scoring::OneHalfZero);
        settings.set_system(PairingSystem::RoundRobinBergerDouble);
    });
    assert_eq!(halves.order.scoring, tournament::Scoring::OneHalfZero);
    let table = tournament::Schedule::BergerDouble;
    assert_eq!(halves.format, tournament::regulation::Format::Table(table));
    // KK plays by the table of C art. 7: saying so changes nothing.
    let kk = tournament::regulation::Regulation::of(Preset::FrisianKk);
    let agreed = made("frisian-kk", &|settings| {
        settings.set_rules(RuleSet::Frisian);
        settings.set_system(PairingSystem::RoundRobinEight);
        settings.set_scoring(Scoring::OneHalfZero);
    });
    assert_eq!((agreed.format, &agreed.order), (kk.format, &kk.order));
    // HA has a table for each number of entrants, so none of them is the preset's.
    let mut ha = request("frisian-ha");
    ha.settings.as_mut().unwrap().set_system(PairingSystem::TableHa6);
    let refused = create(ha).unwrap_err().to_string();
    assert!(refused.starts_with("settings.system: not that of the preset"), "{refused}");
}

#[test]
fn the_refusal_of_a_text_is_answered_in_every_language() {
    use tonic_types::StatusExt as _;

    let refused = |name: &str| {
        let entry = tournament::Entry::named(name);
        let mut tournament = tournament::Tournament::default();
        let by = tournament::Author::SYSTEM;
        let at = draughts::Timestamp::from_millis(0);
        let Ok(create) = create(request("frisian-kk")) else { panic!("no tournament") };
        for event in tournament.decide(&create, &by, at).unwrap() {
            tournament.apply(&event);
        }
        let refusal = tournament.decide(&Command::Enter { entry }, &by, at).unwrap_err();
        tonic::Status::from(crate::error::Error::Refused(refusal))
    };
    let status = refused("Anne\u{202e}");
    let says = "a name: character 5 is U+202E, which changes the direction of the text";
    assert_eq!((status.code(), status.message()), (tonic::Code::InvalidArgument, says));
    let details = status.get_error_details_vec();
    let localized: Vec<(&str, &str)> = details
        .iter()
        .filter_map(|detail| {
            let tonic_types::ErrorDetail::LocalizedMessage(one) = detail else { return None };
            Some((one.locale.as_str(), one.message.as_str()))
        })
        .collect();
    assert_eq!(
        localized,
        [
            ("en", says),
            ("nl", "een naam: teken 5 is U+202E, dat de schrijfrichting verandert"),
            ("fy", "in namme: teken 5 is U+202E, dat de skriuwrjochting feroaret"),
        ]
    );
}
