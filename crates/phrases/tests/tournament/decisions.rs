//! Decisions in three languages.

use crate::commands::{
    BERGER, BOTH_LOSE, DRAW, NOW, WHITE_WINS, correct, create, enter, open, pair, player, record,
    round, run, settings, table, withdraw,
};
use crate::results::{all, one};
use draughts::{Outcome, Score, Timestamp};
use phrases::{Language, tournament as sentences};
use tournament::plan::{LineUp, Team, TeamId};
use tournament::ranking::AbsenceKind;
use tournament::ranking::TieDecision;
use tournament::{AbsenceNotice, Author, Event, FinalColor, Request, Tournament, UnpairGround};

/// Returns a tournament of two players, Anna and Bouke, without rounds.
#[track_caller]
pub(crate) fn two() -> Tournament {
    let mut tournament = Tournament::default();
    run(&mut tournament, &[create(BERGER), enter("Anna"), enter("Bouke")]);
    tournament
}

#[track_caller]
pub(crate) fn assert_texts(tournament: &Tournament, event: &Event, expected: [&str; 3]) {
    let languages = [Language::English, Language::Dutch, Language::Frisian];
    let texts = languages.map(|language| sentences::event(tournament, event, language).unwrap());
    assert_eq!(texts, expected.map(str::to_owned), "{event:?}");
}

#[test]
fn every_decision_of_a_round_is_told() {
    let mut tournament = two();
    let events = run(
        &mut tournament,
        &[
            pair(1),
            open(1),
            record(1, 1, DRAW),
            correct(1, 1, WHITE_WINS),
            withdraw(1, 1),
            record(1, 1, BOTH_LOSE),
        ],
    );
    let texts: Vec<_> = events
        .iter()
        .filter_map(|event| sentences::event(&tournament, event, Language::Dutch))
        .collect();
    assert_eq!(
        texts,
        [
            "ronde 1 is ingedeeld",
            "ronde 1 is bekendgemaakt",
            "ronde 1 is begonnen",
            "ronde 1, tafel 1: remise",
            "ronde 1 is gesloten",
            "ronde 1, tafel 1: de uitslag is verbeterd: wit wint",
            "ronde 1, tafel 1: de uitslag is teruggenomen",
            "ronde 1, tafel 1: beiden verliezen",
            "ronde 1 is gesloten",
        ]
    );
}

#[test]
fn who_decided_is_said_beside_the_text() {
    let ruled = Event::Ruled { by: Author::SYSTEM, at: Timestamp::from_millis(NOW) };
    assert_eq!(sentences::event(&two(), &ruled, Language::Frisian), None);
    let by = Author::named("Jan").unwrap().because("the score sheets say so");
    let ruled = Event::Ruled { by, at: Timestamp::from_millis(NOW) };
    let texts = [
        "reason: the score sheets say so",
        "reden: the score sheets say so",
        "reden: the score sheets say so",
    ];
    assert_texts(&two(), &ruled, texts);
}

#[test]
fn the_ground_of_an_undone_pairing_and_the_notice_of_an_absence_are_told() {
    let undone = |ground| Event::RoundUnpaired {
        round: round(1),
        reason: "a family".to_owned(),
        ground: Some(ground),
    };
    for (ground, texts) in [
        (
            UnpairGround::Norm,
            [
                "round 1 is not paired any more, because it breaks KNDB B1 or KNDB B2 (KNDB F6): a family",
                "ronde 1 is niet meer ingedeeld, omdat die KNDB B1 of KNDB B2 schendt (KNDB F6): a family",
                "omgong 1 is net mear yndield, om't dy tsjin KNDB B1 of KNDB B2 yngiet (KNDB F6): a family",
            ],
        ),
        (
            UnpairGround::WrongResult,
            [
                "round 1 is not paired any more, because a result was processed wrongly (KNDB F7): a family",
                "ronde 1 is niet meer ingedeeld, omdat een uitslag verkeerd is verwerkt (KNDB F7): a family",
                "omgong 1 is net mear yndield, om't in útslach ferkeard ferwurke is (KNDB F7): a family",
            ],
        ),
        (
            UnpairGround::ReversedColors,
            [
                "round 1 is not paired any more, because a game was played with reversed colours (KNDB F7): a family",
                "ronde 1 is niet meer ingedeeld, omdat een partij met verwisselde kleuren is gespeeld (KNDB F7): a family",
                "omgong 1 is net mear yndield, om't in partij mei ferwiksele kleuren spile is (KNDB F7): a family",
            ],
        ),
        (
            UnpairGround::ChiefArbiter,
            [
                "round 1 is not paired any more, by decision of the chief arbiter, on a ground that KNDB F6 does not name: a family",
                "ronde 1 is niet meer ingedeeld, op besluit van de hoofdarbiter, om een reden die KNDB F6 niet noemt: a family",
                "omgong 1 is net mear yndield, op beslút fan de haadarbiter, om in reden dy't KNDB F6 net neamt: a family",
            ],
        ),
    ] {
        assert_texts(&two(), &undone(ground), texts);
    }
    let notice = AbsenceNotice { reason: "ill".to_owned(), told_by: "Cor".to_owned(), at: None };
    let absent = Event::AbsenceReported {
        participant: one(2),
        round: round(3),
        kind: AbsenceKind::NotPaired,
        notice,
    };
    assert_texts(
        &two(),
        &absent,
        [
            "Bouke will not play round 3, told by Cor: ill",
            "Bouke speelt ronde 3 niet, gemeld door Cor: ill",
            "Bouke spilet omgong 3 net, melden troch Cor: ill",
        ],
    );
}

#[test]
fn entries_and_settings_are_told_by_name() {
    let tournament = two();
    let anna = tournament.player(player(1)).unwrap().clone();
    let settings = || Box::new(settings(BERGER));
    let team = || Team::new(TeamId::new(1).unwrap(), "Frjentsjer", 4).unwrap();
    for (event, texts) in [
        (
            Event::Created { settings: settings() },
            [
                "Frysk kampioenskip is created",
                "Frysk kampioenskip is aangemaakt",
                "Frysk kampioenskip is oanmakke",
            ],
        ),
        (
            Event::SettingsAmended { settings: settings(), reason: "nine came".to_owned() },
            [
                "the settings of Frysk kampioenskip are amended: nine came",
                "de instellingen van Frysk kampioenskip zijn gewijzigd: nine came",
                "de ynstellings fan Frysk kampioenskip binne feroare: nine came",
            ],
        ),
        (
            Event::PlayerEntered { player: anna.clone() },
            [
                "Anna is entered as number 1",
                "Anna is ingeschreven als nummer 1",
                "Anna is ynskreaun as nûmer 1",
            ],
        ),
        (
            Event::TeamEntered { team: team() },
            [
                "Frjentsjer is entered as number 1",
                "Frjentsjer is ingeschreven als nummer 1",
                "Frjentsjer is ynskreaun as nûmer 1",
            ],
        ),
        (
            Event::PlayerCorrected { player: anna.clone() },
            [
                "the entry of Anna is corrected",
                "de inschrijving van Anna is verbeterd",
                "de ynskriuwing fan Anna is ferbettere",
            ],
        ),
        (
            Event::PlayerRemoved { player: player(7) },
            [
                "the entry of #7 is removed",
                "de inschrijving van #7 is verwijderd",
                "de ynskriuwing fan #7 is fuorthelle",
            ],
        ),
        (
            Event::TeamRenamed { team: team().id, name: "Ljouwert".to_owned() },
            ["team 1 is called Ljouwert", "team 1 heet Ljouwert", "team 1 hjit Ljouwert"],
        ),
        (
            Event::TeamRemoved { team: team().id },
            [
                "the entry of #1 is removed",
                "de inschrijving van #1 is verwijderd",
                "de ynskriuwing fan #1 is fuorthelle",
            ],
        ),
        (
            Event::ReserveSeated { withdrawn: player(2), player: anna },
            [
                "Anna takes the seat of Bouke",
                "Anna neemt de plaats in van Bouke",
                "Anna nimt it plak yn fan Bouke",
            ],
        ),
        (
            Event::LineUpHandedIn {
                team: team().id,
                line_up: LineUp::new(vec![Some(player(1))]).unwrap(),
                reason: String::new(),
            },
            [
                "the line-up of #1 is handed in",
                "de opstelling van #1 is ingeleverd",
                "de opstelling fan #1 is ynlevere",
            ],
        ),
    ] {
        assert_texts(&tournament, &event, texts);
    }
}

#[test]
fn lots_absences_and_ties_are_told_with_their_seeds_and_reasons() {
    let tournament = two();
    let absent = |kind| Event::AbsenceReported {
        participant: one(2),
        round: round(3),
        kind,
        notice: AbsenceNotice::default(),
    };
    let tie = |how| Event::TieResolved { order: all(&[2, 1]), how, instead_of: None };
    let choice = FinalColor { pool_place: 1, chooser: one(1), white: one(2), seed: Some(9) };
    for (event, texts) in [
        (
            Event::LotsDrawn { order: all(&[2, 1]), seed: Some(7) },
            [
                "the 2 entrants have their numbers in the schedule (drawn from 7)",
                "de 2 deelnemers hebben hun nummers in het schema (geloot met 7)",
                "de 2 dielnimmers hawwe harren nûmers yn it skema (lotte mei 7)",
            ],
        ),
        (
            Event::GroupsDivided { groups: vec![all(&[1]), all(&[2])], seed: None },
            [
                "the entrants are divided into 2 groups",
                "de deelnemers zijn in 2 groepen ingedeeld",
                "de dielnimmers binne yn 2 groepen yndield",
            ],
        ),
        (
            absent(AbsenceKind::NotPaired),
            [
                "Bouke will not play round 3",
                "Bouke speelt ronde 3 niet",
                "Bouke spilet omgong 3 net",
            ],
        ),
        (
            absent(AbsenceKind::HalfPointBye),
            [
                "Bouke has a bye of half a point in round 3 (KNDB F9)",
                "Bouke heeft een vrije ronde voor een half punt in ronde 3 (KNDB F9)",
                "Bouke hat in frije omgong foar in heal punt yn omgong 3 (KNDB F9)",
            ],
        ),
        (
            Event::AbsenceTakenBack { participant: one(2), round: round(3) },
            [
                "Bouke plays round 3 after all",
                "Bouke speelt ronde 3 toch",
                "Bouke spilet omgong 3 dochs",
            ],
        ),
        (
            Event::Proposed {
                number: 4,
                request: Box::new(Request::Withdrawal {
                    participant: one(2),
                    reason: "ill".to_owned(),
                }),
                at: Timestamp::from_millis(NOW),
            },
            [
                "proposal 4: Bouke has withdrawn: ill",
                "voorstel 4: Bouke heeft zich teruggetrokken: ill",
                "foarstel 4: Bouke is ophâlden: ill",
            ],
        ),
        (
            Event::ProposalAnswered { number: 4, is_accepted: true, reason: String::new() },
            ["proposal 4 is accepted", "voorstel 4 is aangenomen", "foarstel 4 is oannommen"],
        ),
        (
            Event::ProposalAnswered {
                number: 4,
                is_accepted: false,
                reason: "too late".to_owned(),
            },
            [
                "proposal 4 is refused: too late",
                "voorstel 4 is afgewezen: too late",
                "foarstel 4 is ôfwiisd: too late",
            ],
        ),
        (
            Event::Withdrawn { participant: one(2), reason: "ill".to_owned() },
            [
                "Bouke has withdrawn: ill",
                "Bouke heeft zich teruggetrokken: ill",
                "Bouke is ophâlden: ill",
            ],
        ),
        (
            Event::Reinstated { participant: one(2) },
            ["Bouke is back in the tournament", "Bouke doet weer mee", "Bouke docht wer mei"],
        ),
        (
            Event::RoundPlanned { round: round(1), begins_at: Timestamp::from_millis(NOW) },
            [
                "round 1 has a time to begin",
                "ronde 1 heeft een begintijd",
                "omgong 1 hat in begjintiid",
            ],
        ),
        (
            Event::RoundUnpaired { round: round(1), reason: "an error".to_owned(), ground: None },
            [
                "round 1 is not paired any more: an error",
                "ronde 1 is niet meer ingedeeld: an error",
                "omgong 1 is net mear yndield: an error",
            ],
        ),
        (
            Event::ColorsReversed { round: round(1), table: table(2), is_reversed: true },
            [
                "round 1, table 2: played with reversed colours (KNDB F7)",
                "ronde 1, tafel 2: gespeeld met verwisselde kleuren (KNDB F7)",
                "omgong 1, tafel 2: spile mei omkearde kleuren (KNDB F7)",
            ],
        ),
        (
            Event::MakeUpPlanned {
                round: round(1),
                table: table(2),
                make_up: tournament::MakeUp {
                    begins_at: Timestamp::from_millis(NOW),
                    agreed_by: "both players".to_owned(),
                },
            },
            [
                "round 1, table 2: is made up at the appointed moment, agreed by both players (C art. 13)",
                "ronde 1, tafel 2: wordt op het afgesproken moment ingehaald, akkoord: both players (C art. 13)",
                "omgong 1, tafel 2: wurdt op it ôfsprutsen momint ynhelle, akkoart: both players (C art. 13)",
            ],
        ),
        (
            Event::CheckedIn { participant: one(2), round: round(1), is_here: true },
            [
                "Bouke is here for round 1",
                "Bouke is aanwezig voor ronde 1",
                "Bouke is oanwêzich foar omgong 1",
            ],
        ),
        (
            Event::CheckedIn { participant: one(2), round: round(1), is_here: false },
            [
                "Bouke is not here after all for round 1",
                "Bouke is toch niet aanwezig voor ronde 1",
                "Bouke is dochs net oanwêzich foar omgong 1",
            ],
        ),
        (
            Event::PromotionDeclined {
                participant: one(2),
                reason: "work".to_owned(),
                is_declined: true,
            },
            [
                "Bouke declines promotion (D art. 7): work",
                "Bouke ziet af van promotie (D art. 7): work",
                "Bouke sjocht ôf fan promoasje (D art. 7): work",
            ],
        ),
        (
            Event::PromotionDeclined {
                participant: one(2),
                reason: String::new(),
                is_declined: false,
            },
            [
                "Bouke takes promotion after all",
                "Bouke promoveert toch",
                "Bouke promovearret dochs",
            ],
        ),
        (
            Event::StartModeSet {
                round: round(1),
                table: table(2),
                mode: Some(game_clock::StartMode::Untimed),
            },
            [
                "round 1, table 2: no clock",
                "ronde 1, tafel 2: geen klok",
                "omgong 1, tafel 2: gjin klok",
            ],
        ),
        (
            Event::StartModeSet { round: round(1), table: table(2), mode: None },
            [
                "round 1, table 2: the clock starts as the regulation says",
                "ronde 1, tafel 2: de klok start zoals het reglement zegt",
                "omgong 1, tafel 2: de klok start sa't it reglemint seit",
            ],
        ),
        (
            Event::ColorChosen { choice },
            [
                "final of place 1: Anna chooses, Bouke has White (drawn from 9)",
                "finale om plaats 1: Anna kiest, Bouke heeft wit (geloot met 9)",
                "finale om plak 1: Anna kiest, Bouke hat wyt (lotte mei 9)",
            ],
        ),
        (
            tie(TieDecision::Lot { seed: Some(5) }),
            [
                "the tie is resolved by lot: Bouke, Anna (drawn from 5)",
                "de gelijke stand is beslist door loting: Bouke, Anna (geloot met 5)",
                "de gelikense stân is beslist troch lotting: Bouke, Anna (lotte mei 5)",
            ],
        ),
        (
            tie(TieDecision::Arbiter),
            [
                "the tie is resolved by the arbiter: Bouke, Anna",
                "de gelijke stand is beslist door de arbiter: Bouke, Anna",
                "de gelikense stân is beslist troch de arbiter: Bouke, Anna",
            ],
        ),
        (
            Event::TieReopened { participants: all(&[1, 2]), reason: "by mistake".to_owned() },
            [
                "the tie of Anna, Bouke is open again: by mistake",
                "de gelijke stand van Anna, Bouke is weer open: by mistake",
                "de gelikense stân fan Anna, Bouke is wer iepen: by mistake",
            ],
        ),
        (
            Event::Deleted { reason: "entered twice".to_owned() },
            [
                "the tournament is deleted: entered twice",
                "het toernooi is verwijderd: entered twice",
                "it toernoai is fuorthelle: entered twice",
            ],
        ),
        (
            Event::ResultRecorded {
                round: round(1),
                table: table(1),
                outcome: Outcome::new(Score::Unplayed, draughts::Reason::Arbiter),
                men_ahead: None,
            },
            [
                "round 1, table 1: not played",
                "ronde 1, tafel 1: niet gespeeld",
                "omgong 1, tafel 1: net spile",
            ],
        ),
    ] {
        assert_texts(&tournament, &event, texts);
    }
}
