//! Explanations of places, in three languages.

use crate::results::{all, games, matches, one, results, table};
use phrases::{Language, standings};
use tournament::ranking::{
    Contest, Order, Participant, Ranking, Resolution, Results, TieBreak, TieDecision, ZoneKind,
};

fn name(participant: Participant) -> String {
    ["Anna", "Bouke", "Ciska", "Durk", "Eelke", "Fedde", "Geert", "Hiske"]
        [usize::try_from(participant.get()).unwrap() - 1]
        .to_owned()
}

/// Returns the texts of every row without a tie, then of the ties and withdrawals.
fn explained(table: &Ranking, language: Language) -> Vec<String> {
    let rows = table.rows.iter().map(|row| standings::row(table, row, language, &name));
    let ties = table.ties.iter().map(|tie| standings::tie(table, tie, language, &name));
    let withdrawals = table.withdrawals.iter();
    let withdrawals = withdrawals.map(|one| standings::withdrawal(table, one, language, &name));
    rows.chain(ties).chain(withdrawals).collect()
}

#[test]
fn places_by_points_and_sonneborn_berger() {
    let games = games("1-2 1-0, 3-4 =\n2-3 1-0, 4-1 =\n1-3 =, 2-4 =");
    let table = table(&results(4, games), &Order::frisian_class());
    assert_eq!(
        explained(&table, Language::English),
        [
            "place 1 (Anna), points: 2",
            "place 1 (Anna) before place 2 (Durk) by points, 2 to 1½ (D art. 6)",
            "place 2 (Durk) before place 3 (Bouke) by Sonneborn-Berger, 4½ to 3½ (D art. 6)",
            "place 3 (Bouke) before place 4 (Ciska) by points, 1½ to 1 (D art. 6)",
        ]
    );
    assert_eq!(
        explained(&table, Language::Dutch)[2],
        "plaats 2 (Durk) vóór plaats 3 (Bouke) op Sonneborn-Berger, 4½ tegen 3½ (D art. 6)"
    );
    assert_eq!(
        explained(&table, Language::Frisian)[2],
        "plak 2 (Durk) foar plak 3 (Bouke) op Sonneborn-Berger, 4½ tsjin 3½ (D art. 6)"
    );
}

/// Returns results in which two are equal in everything.
fn two_tied() -> Results {
    results(4, games("1-2 =, 3-4 =\n1-3 1-0, 2-4 1-0\n1-4 1-0, 2-3 1-0"))
}

#[test]
fn ties_and_what_is_prescribed_for_them() {
    let tied = table(&two_tied(), &Order::frisian_champions());
    for (language, tie) in [
        (
            Language::English,
            "Anna and Bouke are tied for places 1 to 2; a match of two games and then single games \
             with colours reversed, until it is decided, Bouke first with White (C art. 15)",
        ),
        (
            Language::Dutch,
            "Anna en Bouke staan gelijk op de plaatsen 1 tot en met 2; een tweekamp van twee \
             partijen en daarna losse partijen met omgekeerde kleuren, tot de winnaar bekend is, \
             Bouke eerst met wit (C art. 15)",
        ),
        (
            Language::Frisian,
            "Anna en Bouke steane gelyk op de plakken 1 oant en mei 2; in twakamp fan twa partijen \
             en dêrnei losse partijen mei omkearde kleuren, oant de winner bekend is, Bouke earst \
             mei wyt (C art. 15)",
        ),
    ] {
        assert_eq!(standings::tie(&tied, &tied.ties[0], language, &name), tie);
        assert_eq!(standings::row(&tied, &tied.rows[1], language, &name), tie);
    }
    let third = "place 1 (Anna and Bouke) before place 3 (Ciska) by points, 2½ to ½ (C art. 15)";
    assert_eq!(standings::row(&tied, &tied.rows[2], Language::English, &name), third);
}

#[test]
fn a_resolved_tie_names_what_resolved_it() {
    // C art. 15 prescribes games, and is cited if they were played.
    let lot = |seed| TieDecision::Lot { seed };
    for (how, english, dutch, frisian) in [
        (
            TieDecision::Games,
            "games that were played for it (C art. 15)",
            "beslissingspartijen (C art. 15)",
            "beslissingspartijen (C art. 15)",
        ),
        (lot(None), "lot", "loting", "lotting"),
        (lot(Some(7)), "lot (seed 7)", "loting (startgetal 7)", "lotting (startgetal 7)"),
        (TieDecision::Arbiter, "the arbiter", "de arbiter", "de arbiter"),
    ] {
        let resolution = Resolution { order: all(&[2, 1]), how };
        let resolved = two_tied().with_resolution(resolution).unwrap();
        let resolved = table(&resolved, &Order::frisian_champions());
        let row = |language| standings::row(&resolved, &resolved.rows[1], language, &name);
        assert_eq!(
            row(Language::English),
            format!("place 1 (Bouke) before place 2 (Anna) as the tie was resolved by {english}")
        );
        assert_eq!(
            row(Language::Dutch),
            format!(
                "plaats 1 (Bouke) vóór plaats 2 (Anna) door de beslissing van de gelijke stand: \
                 {dutch}"
            )
        );
        assert_eq!(
            row(Language::Frisian),
            format!(
                "plak 1 (Bouke) foar plak 2 (Anna) troch de beslissing fan de gelikense stân: \
                 {frisian}"
            )
        );
    }
}

#[test]
fn withdrawals_by_c_art_14() {
    let order = Order::frisian_eight();
    let explain = |games: &str, language| {
        let results = results(8, crate::results::games(games)).with_withdrawn(one(8)).unwrap();
        let table = table(&results, &order);
        standings::withdrawal(&table, &table.withdrawals[0], language, &name)
    };
    let (few, many) = ("8-1 =", "8-1 =\n8-2 =\n8-3 =\n8-4 =\n8-5 =\n8-6 *\n8-7 *");
    for (language, void, won) in [
        (
            Language::English,
            "Hiske withdrew after 1 game: all games are void (C art. 14)",
            "Hiske withdrew after 5 games: the remaining 2 are won by the opponents (C art. 14)",
        ),
        (
            Language::Dutch,
            "Hiske is na 1 partij gestopt: alle partijen vervallen (C art. 14)",
            "Hiske is na 5 partijen gestopt: de resterende 2 zijn winst voor de tegenstanders \
             (C art. 14)",
        ),
        (
            Language::Frisian,
            "Hiske is nei 1 partij ophâlden: alle partijen ferfalle (C art. 14)",
            "Hiske is nei 5 partijen ophâlden: de oerbleaune 2 binne winst foar de tsjinstanners \
             (C art. 14)",
        ),
    ] {
        assert_eq!(explain(few, language), void);
        assert_eq!(explain(many, language), won);
    }
}

#[test]
fn hundredths_and_the_rules_of_2006() {
    let table = table(&results(2, games("1-2 1-0\n2-1 =")), &Order::pool_2006());
    let row = |language| standings::row(&table, &table.rows[1], language, &name);
    let english = "place 1 (Anna) before place 2 (Bouke) by points, 3.00 to 1.00 (2006 art. 14c)";
    assert_eq!(row(Language::English), english);
    let dutch = "plaats 1 (Anna) vóór plaats 2 (Bouke) op punten, 3,00 tegen 1,00 (2006 art. 14c)";
    assert_eq!(row(Language::Dutch), dutch);
}

#[test]
fn quarters_of_the_swiss_system() {
    let mut order = Order::kndb_swiss();
    order.tie_breaks = vec![TieBreak::Points, TieBreak::KndbSonnebornBerger];
    let games = games("1-2 =, 3-4 1-0\n1-3 =, 2-4 1-0\n1-4 =, 2-3 0-1");
    let table = table(&results(4, games), &order);
    let row = standings::row(&table, &table.rows[2], Language::English, &name);
    assert_eq!(
        row,
        "place 2 (Anna) before place 3 (Bouke) by Sonneborn-Berger, 2¼ to 1¼ (KNDB F12)"
    );
}

#[test]
fn ties_of_teams_and_what_is_left_to_the_organizers() {
    let results = results(4, matches("1-2 1 1, 3-4 ½ ½\n1-3 1 1, 2-4 1 1\n1-4 1 1, 2-3 1 1"));
    let table = table(&results, &Order::frisian_club_teams(false));
    let explain = |language| standings::tie(&table, &table.ties[0], language, &name);
    assert_eq!(
        [Language::English, Language::Dutch, Language::Frisian].map(explain),
        [
            "Ciska and Durk are tied for places 3 to 4; the organisers decide (B art. 8)",
            "Ciska en Durk staan gelijk op de plaatsen 3 tot en met 4; de wedstrijdleiding beslist \
             (B art. 8)",
            "Ciska en Durk steane gelyk op de plakken 3 oant en mei 4; de wedstriidlieding beslist \
             (B art. 8)",
        ]
    );
    let text = standings::row(&table, &table.rows[1], Language::Frisian, &name);
    assert_eq!(text, "plak 1 (Anna) foar plak 2 (Bouke) op wedstriidpunten, 3 tsjin 2 (B art. 7)");
}

#[test]
fn tie_breaks_zones_and_prizes_have_their_names_in_every_language() {
    let solkoff = TieBreak::MedianSolkoff { each: 1 };
    assert_eq!(
        Language::ALL.map(|language| standings::tie_break(solkoff, Contest::Games, language)),
        [
            "Solkoff without the lowest and the highest 1",
            "weerstandspunten zonder de laagste en de hoogste 1",
            "wjerstânspunten sûnder de leechste en de heechste 1",
        ]
    );
    let zones = Language::ALL.map(|language| standings::zone(ZoneKind::Relegation, language));
    assert_eq!(zones, ["relegation", "degradatie", "degradaasje"]);
    assert_eq!(
        Language::ALL.map(standings::prizes_are_shared),
        [
            "money prizes are shared by those with equal points (KNDB F12)",
            "geldprijzen worden gedeeld bij gelijke punten (KNDB F12)",
            "jildprizen wurde dield by gelikense punten (KNDB F12)",
        ]
    );
}

#[test]
fn of_many_who_are_tied_the_first_are_named() {
    let tied = |count| {
        let table = table(&results(count, games("")), &Order::frisian_class());
        move |language| {
            let name = |participant: Participant| participant.to_string();
            standings::tie(&table, &table.ties[0], language, &name)
        }
    };
    let ten = tied(10)(Language::English);
    assert!(
        ten.starts_with("1, 2, 3, 4, 5, 6, 7, 8, 9 and 10 are tied for places 1 to 10;"),
        "{ten}"
    );
    let many = tied(2000);
    for (language, text) in [
        (
            Language::English,
            "1, 2, 3, 4, 5, 6, 7, 8 and 1992 others are tied for places 1 to 2000;",
        ),
        (
            Language::Dutch,
            "1, 2, 3, 4, 5, 6, 7, 8 en 1992 anderen staan gelijk op de plaatsen 1 tot en met 2000;",
        ),
        (
            Language::Frisian,
            "1, 2, 3, 4, 5, 6, 7, 8 en 1992 oaren steane gelyk op de plakken 1 oant en mei 2000;",
        ),
    ] {
        let told = many(language);
        assert!(told.starts_with(text), "{told}");
    }
}
