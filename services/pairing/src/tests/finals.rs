//! Tests of what callers see of two pools and their finals, and of players who have withdrawn.

use draughts::{Color, Outcome, Reason, Score, Timestamp};
use phrases::Language;
use proto::v1::ExportFormat;
use tournament::{
    Author, Command, Entry, Estimates, RoundNumber, Settings, TableNumber, Tablets, Tournament,
    ranking::Participant,
    regulation::{Preset, Regulation},
};

use crate::{files::export, grpc::answers, standings::StandingsQuery};

fn run(tournament: &mut Tournament, command: &Command) {
    let by = Author::named("arbiter").unwrap().because("the players agree");
    let events = tournament.decide(command, &by, Timestamp::from_millis(1)).unwrap();
    events.iter().for_each(|event| tournament.apply(event));
}

fn one(number: u32) -> Participant {
    Participant::new(number).unwrap()
}

/// Returns a tournament of a preset with entrants p1, p2 and so on.
fn entered(preset: Preset, entrants: u32) -> Tournament {
    let mut tournament = Tournament::default();
    let settings = Settings {
        name: "Hoofdgroepen".to_owned(),
        notice: String::new(),
        place: String::new(),
        regulation: Regulation::of(preset),
        season: None,
        days: None,
        tablets: Tablets::default(),
        publicity: Default::default(),
        series: String::new(),
    };
    run(&mut tournament, &Command::Create { settings: Box::new(settings) });
    for number in 1..=entrants {
        run(&mut tournament, &Command::Enter { entry: Entry::named(format!("p{number}")) });
    }
    tournament
}

/// Plays a round, in which the player whom `wins` names wins each game.
fn play(tournament: &mut Tournament, number: u32, wins: impl Fn(u32, u32) -> bool) {
    let round = RoundNumber::new(number).unwrap();
    run(tournament, &Command::Pair { round });
    run(tournament, &Command::OpenRound { round });
    for game in tournament.round(round).unwrap().games().to_vec() {
        let (white, black) = (game.pairing.white.get(), game.pairing.black.get());
        let score = if wins(white, black) { Score::WhiteWins } else { Score::BlackWins };
        let outcome = Outcome::new(score, Reason::Resignation);
        let table = game.pairing.table;
        run(tournament, &Command::RecordResult { round, table, outcome, men_ahead: None });
    }
}

/// Returns two pools of eight after their finals: of each pair the higher number won the final.
fn after_finals() -> Tournament {
    let mut tournament = entered(Preset::Tournament2006, 16);
    let pool = |from: u32| (0..8).map(|at| one(from + 2 * at)).collect::<Vec<_>>();
    run(&mut tournament, &Command::DivideGroups { groups: vec![pool(1), pool(2)] });
    for number in 1..=7 {
        play(&mut tournament, number, |white, black| white < black);
    }
    for pool_place in 1..=8 {
        let color = Some(Color::White);
        run(&mut tournament, &Command::ChooseColor { pool_place, color, seed: Some(1) });
    }
    play(&mut tournament, 8, |white, black| white > black);
    tournament
}

#[test]
fn regulation_2006_art_14d_everybody_who_asks_sees_the_places_1_to_16() {
    let tournament = after_finals();
    let order: Vec<u32> = (1..=8).flat_map(|pair| [2 * pair, 2 * pair - 1]).collect();
    let query = StandingsQuery { language: Some(Language::English), ..StandingsQuery::OFFICIAL };
    let made = query.tables(&tournament, &Estimates::new());
    let all = answers::whole(&tournament, &made).winners.unwrap();
    assert_eq!(all.group, 0);
    let rows: Vec<_> = all.rows.iter().map(|row| (row.place, row.participant)).collect();
    assert_eq!(rows, (1..).zip(order.iter().copied()).collect::<Vec<_>>());
    let text = "place 1 (p2) before place 2 (p1), who lost the final against them (2006 art. 14d)";
    assert_eq!(
        (all.rows[1].decided_by.as_str(), all.rows[1].explanation.as_str()),
        ("final", text)
    );
    let text = "place 2 (p1) before place 3 (p4) by the places that their finals were for (2006 \
                art. 14d)";
    assert_eq!(all.rows[2].explanation, text);
    // The files have them in this order, each with the eight games.
    let csv =
        export(&tournament, None, ExportFormat::Csv, Language::English, false).unwrap().content;
    let names: Vec<&str> =
        csv.lines().skip(1).filter_map(|line| line.split([',', ';']).nth(1)).collect();
    let expected: Vec<String> = order.iter().map(|number| format!("p{number}")).collect();
    assert_eq!(names, expected, "{csv}");
    let html =
        export(&tournament, None, ExportFormat::Html, Language::English, false).unwrap().content;
    let at = |name: &str| html.find(&format!(">{name}<")).unwrap();
    assert!(expected.windows(2).all(|pair| at(&pair[0]) < at(&pair[1])), "{html}");
    // The table of a pool is there, too.
    let pool = Some(tournament::GroupNumber::FIRST);
    let csv =
        export(&tournament, pool, ExportFormat::Csv, Language::English, false).unwrap().content;
    assert_eq!(csv.lines().count(), 9);
}

#[test]
fn c_art_12_the_published_round_has_a_free_round_instead_of_the_game_that_is_off() {
    let mut tournament = entered(Preset::FrisianKk, 8);
    let reason = "ill all year".to_owned();
    run(&mut tournament, &Command::Withdraw { participant: one(8), reason });
    run(&mut tournament, &Command::Pair { round: RoundNumber::FIRST });
    let round = tournament.round(RoundNumber::FIRST).unwrap();
    let paired = answers::pairings(&tournament, round);
    let pairs: Vec<_> = paired.pairings.iter().map(|pair| (pair.white, pair.black)).collect();
    assert_eq!((pairs, paired.bye, paired.byes), (vec![(5, 1), (6, 2), (7, 3)], 4, vec![4]));
    let made = StandingsQuery::OFFICIAL.tables(&tournament, &Estimates::new());
    let shown = answers::whole(&tournament, &made).rounds.remove(0);
    assert_eq!((shown.bye, shown.free), (4, vec![4]));
    let off: Vec<bool> = shown.games.iter().map(|game| game.off).collect();
    assert_eq!(off, [false, false, false, true]);
    assert_eq!(TableNumber::FIRST.get(), shown.games[0].pairing.unwrap().table);
}
