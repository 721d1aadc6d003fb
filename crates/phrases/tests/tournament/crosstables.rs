//! The cells of crosstables, and their written forms.

use crate::results::{all, meeting, one, results as results_of};
use draughts::Score;
use phrases::{Language, crosstable};
use tournament::RoundNumber;
use tournament::crosstable::{Cell, Column, Crosstable, Layout, Person};
use tournament::ranking::{
    Absence, AbsenceKind, Finish, GameState, Meeting, MeetingState, Order, Participant, Results,
    Running, Zone, ZoneKind, rank,
};

fn game(number: u32, first: u32, second: u32, state: GameState) -> Meeting {
    meeting(number, first, second, MeetingState::Game(state))
}

fn played(score: Score) -> GameState {
    GameState::Played(score.into())
}

const WHITE: Score = Score::WhiteWins;
const DRAW: Score = Score::Draw;

/// Returns the example of appendix 1.
fn appendix_1() -> Vec<Meeting> {
    vec![
        game(1, 1, 2, played(WHITE)),
        game(1, 3, 4, played(DRAW)),
        game(2, 2, 3, played(WHITE)),
        game(2, 4, 1, played(DRAW)),
        game(3, 1, 3, played(DRAW)),
        game(3, 2, 4, played(DRAW)),
    ]
}

fn person(participant: Participant) -> Person {
    let names = ["Ids", "Jel", "=HYPERLINK(\"http://x\")", "Sjoerd <b>\"de\" O'Niel & soan"];
    let name = usize::try_from(participant.get() - 1).ok().and_then(|at| names.get(at));
    let name = name.map_or_else(|| format!("P{participant}"), |name| (*name).to_owned());
    Person { name, ..Person::default() }
}

#[track_caller]
fn table(order: &Order, results: &Results, layout: Layout) -> Crosstable {
    let ranking = rank(results, order, Running::Ignored).unwrap();
    Crosstable::new(&ranking, results, layout, person)
}

#[test]
fn a_round_robin_has_a_column_for_each_opponent() {
    let results = results_of(4, appendix_1());
    let table = table(&Order::frisian_club_event(), &results, Layout::RoundRobin);
    // A spreadsheet must not interpret a name as a formula.
    assert_eq!(
        crosstable::csv(&table, Language::Frisian),
        "plak,spiler,1,2,3,4,P,Pt,SB\r\n\
         1,Ids,×,½,1,½,3,2,5½\r\n\
         2,\"Sjoerd <b>\"\"de\"\" O'Niel & soan\",½,×,½,½,3,1½,4½\r\n\
         3,Jel,0,½,×,1,3,1½,3½\r\n\
         4,\"'=HYPERLINK(\"\"http://x\"\")\",½,½,0,×,3,1,3½\r\n"
    );
}

#[test]
fn a_swiss_tournament_has_a_column_for_each_round() {
    let meetings = vec![
        game(1, 1, 2, played(WHITE)),
        game(1, 3, 4, GameState::Forfeit(WHITE)),
        game(2, 3, 1, played(DRAW)),
        game(2, 2, 5, played(Score::BothLose)),
        game(3, 1, 5, GameState::Open),
        game(3, 3, 2, GameState::Running(None)),
    ];
    let absence = |number, who, kind| Absence {
        round: RoundNumber::new(number).unwrap(),
        participant: one(who),
        kind,
    };
    let absences = vec![
        absence(1, 5, AbsenceKind::Bye),
        absence(2, 4, AbsenceKind::HalfPointBye),
        absence(3, 4, AbsenceKind::NotPaired),
    ];
    let results = Results::new(all(&[1, 2, 3, 4, 5]), meetings, absences).unwrap();
    let results = results.with_lots(&all(&[1, 2, 3, 4, 5])).unwrap();
    let results = results.with_withdrawn(one(4)).unwrap();
    let order = Order { tie_breaks: Order::kndb_swiss().tie_breaks, ..Order::kndb_swiss() };
    let table = table(&order, &results, Layout::Swiss);
    let csv = crosstable::csv(&table, Language::Dutch);
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines[0], "plaats,speler,1,2,3,P,Pt,WP,SB,Lot");
    for (line, cells) in [
        (2, "2,Ids,5w1,1z½,3w,2,1½,"),
        (1, "1,\"'=HYPERLINK(\"\"http://x\"\")\",1R,2w½,5w*,2,1½,"),
        (3, "3,P5,1 vrij,5z0,2z,1,1,"),
        (4, "4,\"Sjoerd <b>\"\"de\"\" O'Niel & soan (teruggetrokken)\",0R,½ vrij,–,1,½,"),
        (5, "5,Jel,2z0,3w0,1z*,2,0,"),
    ] {
        assert!(lines[line].starts_with(cells), "{cells}\n{}", lines[line]);
    }
}

#[test]
fn shared_places_have_numbered_lines_and_open_zones_a_question_mark() {
    let results = results_of(3, vec![game(1, 1, 2, played(DRAW))]);
    let zone = |kind, from, to| Zone { kind, from, to };
    let order = Order {
        zones: vec![zone(ZoneKind::Promotion, 1, 1), zone(ZoneKind::Relegation, 3, 3)],
        ..Order::frisian_class()
    };
    let table = table(&order, &results, Layout::RoundRobin);
    assert_eq!(table.columns[0], Column::Line);
    assert_eq!(table.rows[0].cells[1], Cell::Place { place: 1, is_tied: true });
    assert_eq!(
        crosstable::csv(&table, Language::English),
        "#,place,player,1,2,3,G,Pt,SB,MR,\r\n\
         1,1=,Ids,×,½,,1,½,½,½,promotion?\r\n\
         2,1=,Jel,½,×,,1,½,½,½,promotion?\r\n\
         3,3,\"'=HYPERLINK(\"\"http://x\"\")\",,,×,0,0,0,,relegation\r\n"
    );
}

#[test]
fn bonuses_have_two_decimals_and_the_scale_is_that_of_the_event() {
    let finish = Finish { score: DRAW, men_ahead: 4 };
    let meetings = vec![game(1, 1, 2, GameState::Played(finish)), game(2, 2, 1, played(WHITE))];
    let results = results_of(2, meetings);
    assert_eq!(
        crosstable::csv(&table(&Order::pool_2006(), &results, Layout::RoundRobin), Language::Dutch),
        "plaats,speler,1,2,P,Pt\r\n\
         1,Jel,×,\"0,96 2,00\",2,\"2,96\"\r\n\
         2,Ids,\"1,04 0,00\",×,2,\"1,04\"\r\n"
    );
    let meetings = vec![game(1, 1, 2, played(DRAW)), game(2, 2, 1, played(WHITE))];
    let results = results_of(2, meetings).with_lots(&all(&[1, 2])).unwrap();
    let csv =
        crosstable::csv(&table(&Order::open_2006(), &results, Layout::Swiss), Language::English);
    assert!(csv.contains("1,Jel,2b1,2w2,2,3,"), "{csv}");
}

#[test]
fn teams_show_their_board_points() {
    let boards = |ours: u32| {
        let board = |at: u32| if at < ours { WHITE } else { Score::BlackWins };
        MeetingState::Boards((0..4).map(|at| played(board(at))).collect())
    };
    let one = Meeting { state: boards(3), ..game(1, 1, 2, GameState::Open) };
    let results = results_of(2, vec![one]);
    let order = Order::frisian_mini_teams();
    assert_eq!(
        crosstable::csv(&table(&order, &results, Layout::RoundRobin), Language::Dutch),
        "plaats,team,1,2,W,Pt,BP,SB\r\n1,Ids,×,3-1,1,1,3,0\r\n2,Jel,1-3,×,1,0,1,0\r\n"
    );
    let csv = crosstable::csv(&table(&order, &results, Layout::Swiss), Language::Dutch);
    assert!(csv.contains("1,Ids,2: 3-1,1,"), "{csv}");
}

/// The opponents win the remaining games of a player who withdrew after five; the games of a player
/// who withdrew earlier are void (C art. 14).
#[test]
fn withdrawals_show_as_c_art_14_has_them() {
    let mut meetings = appendix_1();
    meetings.pop();
    meetings.push(game(3, 2, 4, GameState::Open));
    let results = results_of(4, meetings);
    let results = results.with_withdrawn(one(4)).unwrap();
    let games = |games| Order {
        withdrawal: tournament::ranking::WithdrawalRule::VoidBelow { games },
        ..Order::frisian_eight()
    };
    let csv = crosstable::csv(&table(&games(2), &results, Layout::RoundRobin), Language::English);
    assert!(csv.contains("2,Jel,0,×,"), "{csv}");
    assert!(csv.contains("1R"), "{csv}");
    assert!(csv.contains("(withdrawn)"), "{csv}");
    let csv = crosstable::csv(&table(&games(3), &results, Layout::RoundRobin), Language::English);
    assert_eq!(csv.lines().count(), 4, "{csv}");
    assert!(!csv.contains("Sjoerd"), "{csv}");
}

#[test]
fn the_page_is_whole_escaped_and_in_its_language() {
    let results = results_of(4, appendix_1());
    let table = table(&Order::frisian_club_event(), &results, Layout::RoundRobin);
    for (language, words) in [
        (Language::English, ["<html lang=\"en\">", "In a cell: the points of the game", "place"]),
        (Language::Dutch, ["<html lang=\"nl\">", "In een vak: de punten van de partij", "plaats"]),
        (Language::Frisian, ["<html lang=\"fy\">", "Yn in fak: de punten fan de partij", "plak"]),
    ] {
        let page = crosstable::html(&table, "Klup <1>", "Huzum & \"Jirnsum\"", language);
        for word in words {
            assert!(page.contains(word), "{word}\n{page}");
        }
        assert!(page.contains("<h1>Klup &lt;1&gt;</h1>\n<p>Huzum &amp; &quot;Jirnsum&quot;</p>"));
        let name = "<th scope=\"row\">Sjoerd &lt;b&gt;&quot;de&quot; O&#39;Niel &amp; soan</th>";
        assert!(page.contains(name), "{page}");
        let caption = ["Crosstable", "Kruistabel", "Krústabel"]
            .iter()
            .filter(|caption| page.contains(&format!("<caption>{caption}</caption>")));
        assert_eq!(caption.count(), 1, "{page}");
        assert!(!page.contains("<script") && !page.contains("<b>"), "{page}");
        assert!(page.contains("<abbr title=\"Sonneborn-Berger\">SB</abbr>"), "{page}");
        assert!(page.contains("@page { size: A4 landscape; margin: 10mm }"));
        // Every line has a cell for each column.
        for line in page.lines().filter(|line| line.starts_with("<tr")) {
            assert_eq!(line.matches("</t").count() - 1, table.columns.len(), "{line}");
        }
    }
}
