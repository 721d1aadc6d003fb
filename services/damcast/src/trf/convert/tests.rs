//! The example of appendix 1 of the Frisian rulebook, and a Swiss round, in every format.

use super::*;

/// Appendix 1 with its players in teams, by programs that give no places.
const ROUND_ROBIN: &str = "\
012 Foarbyld
022 Huzum
042 2026/03/01
001    1      Ids                               1200                                          2 w 1     4 b =     3 w =
001    2      Jel                                                                             1 b 0     3 w 1     4 w =
001    3      Sjoerd                                                                          4 w =     2 b 0     1 b =
001    4      Wietse                                                                          3 b =     1 w =     2 b =
013 Damklup Huzum                      1    2
";

const SWISS: &str = "\
012 Iepen
092 Swiss
XXR 5
001    1      Ids                                                                2.0    1     2 w 1
001    2      Jel                                                                0.0    2     1 b 0
001    3      Sjoerd                                                             2.0    3  0000 - U
";

#[track_caller]
fn convert(text: &str, to: Form, language: Language) -> String {
    let read = tournament::trf::read(text.as_bytes());
    assert_eq!(read.problems, []);
    let convert = Convert { file: "foarbyld.trf".into(), to, language, output: None };
    let written = convert.text(read.trf).unwrap();
    assert_eq!(written.losses, []);
    written.text
}

#[test]
fn a_round_robin_is_ranked_by_d_art_6() {
    assert_eq!(
        convert(ROUND_ROBIN, Form::Csv, Language::Dutch),
        "plaats,speler,club,rating,1,2,3,4,P,Pt,SB\r\n\
         1,Ids,Damklup Huzum,1200,×,½,1,½,3,2,5½\r\n\
         2,Wietse,,,½,×,½,½,3,1½,4½\r\n\
         3,Jel,Damklup Huzum,,0,½,×,1,3,1½,3½\r\n\
         4,Sjoerd,,,½,½,0,×,3,1,3½\r\n"
    );
}

#[test]
fn a_swiss_tournament_has_its_rounds_and_the_scale_of_its_points() {
    assert_eq!(
        convert(SWISS, Form::Csv, Language::Frisian),
        "plak,spiler,1,P,Pt,WP,SB,Lot\r\n\
         1,Sjoerd,2 frij,0,2,1,½,3\r\n\
         2,Ids,3w2,1,2,0,0,1\r\n\
         3,Jel,2s0,1,0,2,0,2\r\n"
    );
}

#[test]
fn a_page_has_its_title_and_language() {
    let page = convert(ROUND_ROBIN, Form::Html, Language::Frisian);
    assert!(page.contains("<html lang=\"fy\">"), "{page}");
    assert!(page.contains("<h1>Foarbyld</h1>\n<p>Huzum, 2026/03/01</p>"), "{page}");
    let nameless = ROUND_ROBIN.replace("012 Foarbyld\n", "");
    assert!(convert(&nameless, Form::Html, Language::Dutch).contains("<h1>foarbyld</h1>"));
}

/// Places in the file are kept, by whatever order they were made.
#[test]
fn a_report_has_points_and_places_filled_in() {
    let text = convert(ROUND_ROBIN, Form::Trf, Language::English);
    let read = tournament::trf::read(text.as_bytes());
    assert_eq!(read.problems, []);
    let table: Vec<_> = read.trf.players.iter().map(|one| (one.points, one.rank)).collect();
    assert_eq!(
        table,
        [(200, 1), (150, 3), (100, 4), (150, 2)].map(|(points, rank)| (Some(points), Some(rank)))
    );
    assert_eq!(read.trf.header.rated_players, Some(1));
    assert_eq!(convert(SWISS, Form::Trf, Language::English), SWISS.replace('\n', "\r\n"));
}

#[test]
fn lines_that_contradict_each_other_make_no_table() {
    let text = SWISS.replace("0000 - U", "   1 w 1");
    let convert = Convert {
        file: "foarbyld.trf".into(),
        to: Form::Csv,
        language: Language::English,
        output: None,
    };
    let reason = convert.text(tournament::trf::read(text.as_bytes()).trf).err().unwrap();
    assert_eq!(reason.to_string(), "participant 1 stands twice in round 1");
}
