//! Tests of games as PDN, with irregular moves and corrections.

use draughts::{
    Breach, Color,
    pdn::{Clocks, Status},
};
use proto::v1::{ClockState, Correction, CorrectionKind, MoveTimes, ResultByHand};

use super::{sheet::Sheet, *};
use crate::{
    freshness::Stamp,
    pdn::{Export, Selection},
};

#[test]
fn games_rounds_and_tournaments_are_exported_as_pdn() {
    let hub = hub();
    let channel = hub.channel(&key());
    let over = played(RuleSet::International, &MOVES[..3], Some(white_won()));
    apply(&channel, |view| view.set_game(game_id(1), 20, &over.clone().into()).unwrap());
    let pdn = |which| Some(Export::take(&channel.view(), which)?.write().unwrap());
    let text = pdn(Selection::Game(game_id(1))).unwrap();
    assert_eq!(
        text,
        r#"[Event "Demo"]
[Site "main"]
[Date "1970.01.01"]
[Round "1"]
[White "Anna"]
[Black "Bauke"]
[Result "2-0"]
[GameType "20"]
[Board "1"]
[WhiteRating "1234"]
[WhiteTeam "DC \"Damstad\""]
[TimeControl "4800+60"]
[Rules "international"]
[Termination "resignation"]

1. 32-28 19-23 2. 28x19 2-0

"#
    );
    let games = draughts::pdn::read(text.as_bytes());
    assert_eq!(games.len(), 1);
    assert_eq!(games[0].final_position.fen(), over.fen);
    assert_eq!(pdn(Selection::Round(1)).as_deref(), Some(text.as_str()));
    for missing in [Selection::Round(2), Selection::Game(game_id(2))] {
        assert_eq!(pdn(missing), None);
    }
    assert_eq!(games[0].variant, draughts::Variant::International);
}

#[test]
fn a_live_game_is_exported_with_the_times_of_its_moves_and_who_corrected_what() {
    let channel = hub().channel(&key());
    let mut game = played(RuleSet::International, &MOVES[..3], Some(white_won()));
    let anna = || "Anna Jansen".to_owned();
    let correction = |kind: CorrectionKind, ply, by| {
        let (outcome, at_ms) = (None, 1_795_000_000_000);
        Correction { kind: kind.into(), ply, outcome, by, at_ms }
    };
    game.corrections = vec![
        correction(CorrectionKind::Corrected, 1, "desk".to_owned()),
        Correction {
            outcome: Some(white_won().into()),
            ..correction(CorrectionKind::Result, 0, anna())
        },
    ];
    game.by_hand = Some(ResultByHand { by: anna(), reason: "misread slip".to_owned() });
    let times = |left_ms: &[i64], spent_ms: &[i64]| {
        Some(MoveTimes { left_ms: left_ms.to_vec(), spent_ms: spent_ms.to_vec() })
    };
    let clock = ClockState {
        // The last move was handed in on paper.
        white_times: times(&[4_788_000, -1], &[12_000, -1]),
        black_times: times(&[4_859_999], &[1]),
        ..running_clock()
    };
    apply(&channel, |view| view.set_game(game_id(1), 20, &game.into()).unwrap());
    apply(&channel, |view| view.set_clock(game_id(1), 9, &clock));

    let text = Export::take(&channel.view(), Selection::Round(1)).unwrap().write().unwrap();
    let moves = text.split("\n\n").nth(1).unwrap();
    assert_eq!(
        moves,
        "1. 32-28 {[%clk 1:19:48] [%emt 0:00:12]}\n\
         {corrected by desk at 2026-11-18T11:06:40Z: move of ply 1} 19-23\n\
         {[%clk 1:20:59] [%emt 0:00:00]} 2. 28x19\n\
         {corrected by Anna Jansen at 2026-11-18T11:06:40Z: result 2-0, misread slip} 2-0"
    );
    let read = draughts::pdn::read(text.as_bytes());
    let clocks: Vec<Clocks> = read[0].plies.iter().map(|ply| ply.clocks).collect();
    let expected = [
        Clocks::of_move(Color::White, 4_788_000, 12_000),
        Clocks::of_move(Color::Black, 4_859_000, 0),
        Clocks::default(),
    ];
    assert_eq!(clocks, expected);
    assert_eq!((read[0].comments.len(), read[0].warnings.len()), (2, 0));

    // The page shows who gave the result.
    let shown = channel.view().picture().unwrap().snapshot(String::new(), Stamp::default());
    let by_hand = shown.games[0].result.clone().unwrap().by_hand.unwrap();
    assert_eq!((by_hand.by.as_str(), by_hand.reason.as_str()), ("Anna Jansen", "misread slip"));
}

/// Returns the tags that differ from game to game, and the moves.
fn pdn_of(rules: RuleSet, tournament: &Tournament, sheet: &Sheet) -> String {
    let channel = channel(ROOMY);
    apply(&channel, |view| view.set_tournament(5, picture_of(tournament)));
    apply(&channel, |view| view.set_game(game_id(1), 7, &sheet.state().into()).unwrap());
    let text = Export::take(&channel.view(), Selection::Round(1)).unwrap().write().unwrap();
    let games = draughts::pdn::read(text.as_bytes());
    assert_eq!(games.len(), 1, "{text}");
    let game = &games[0];
    assert_eq!(game.variant, rules.variant());
    assert!(matches!(game.status, Status::Ok | Status::HeaderOnly), "{text}");
    assert_eq!(game.warnings, [], "{text}");
    // Parsing gives the same game.
    assert_eq!(game.rules(), Some(rules), "{text}");
    assert_eq!(game.final_position, sheet.position(), "{text}");
    assert_eq!(game.plies.len(), sheet.plies.len(), "{text}");
    for (read, played) in game.plies.iter().zip(&sheet.plies) {
        assert_eq!((read.mv, read.breach), (played.mv, played.breach), "{text}");
    }
    let kept = ["[Result ", "[FEN ", "[SetUp ", "[Termination ", "[DrawBonus "];
    let is_kept = |line: &&str| !line.starts_with('[') || kept.iter().any(|t| line.starts_with(t));
    text.lines().filter(is_kept).collect::<Vec<_>>().join("\n")
}

#[test]
fn irregular_moves_and_set_positions_survive_export_and_import() {
    let rules = RuleSet::International;
    let stands = Sheet::with_moves(rules, &MOVES[..2]).with_missed_capture("37-32");
    let fen = stands.position().fen();
    let answered = stands.with_move("20-25");
    assert_eq!(
        pdn_of(rules, &paired(rules), &answered),
        format!(
            "[Result \"*\"]\n\n1. 32-28 19-23 {{irregular 27c 37-32 capture-obligatory}}\n\
             /FEN \"{fen}\"/\n2... 20-25 *\n"
        )
    );

    let set = |fen: &str| draughts::fen::parse(fen, rules.variant()).unwrap();
    let mut sheet = Sheet::with_moves(rules, &MOVES[..2]);
    sheet.plies[1].after = set("B:W28,31:B1,19");
    assert_eq!(
        pdn_of(rules, &paired(rules), &sheet.clone().with_move("19-24")),
        "[Result \"*\"]\n\n1. 32-28 19-23 /FEN \"B:W28,31:B1,19\"/ 2... 19-24 *\n"
    );
    assert_eq!(
        pdn_of(rules, &paired(rules), &sheet),
        "[Result \"*\"]\n\n1. 32-28 19-23 /FEN \"B:W28,31:B1,19\"/ *\n"
    );
    let mut begun = Sheet::started(rules);
    begun.start = set("B:W28,31:B1,19");
    assert_eq!(
        pdn_of(rules, &paired(rules), &begun.with_move("19-24")),
        "[Result \"*\"]\n[FEN \"B:W28,31:B1,19\"]\n[SetUp \"1\"]\n\n1... 19-24 *\n"
    );
}

#[test]
fn a_corrected_game_is_exported_with_its_corrected_moves() {
    let rules = RuleSet::International;
    let channel = channel(ROOMY);
    apply(&channel, |view| view.set_tournament(5, picture_of(&paired(rules))));
    let before = Sheet::with_moves(rules, &MOVES);
    let after = Sheet::with_moves(rules, &["32-28", "20-25"]).on_line(1);
    for (sequence, sheet) in [(7, before), (8, after)] {
        apply(&channel, |view| view.set_game(game_id(1), sequence, &sheet.state().into()).unwrap());
    }
    let text = Export::take(&channel.view(), Selection::Game(game_id(1))).unwrap().write().unwrap();
    assert!(text.ends_with("\n\n1. 32-28 20-25 *\n\n"), "{text}");
}

#[test]
fn reasons_bonuses_and_paper_are_written_as_tags_and_comments() {
    let rules = RuleSet::International2006;
    let mut sheet = Sheet::with_moves(rules, &MOVES[..2]);
    sheet.on_paper_from = 3;
    assert_eq!(
        pdn_of(rules, &paired(rules), &sheet),
        "[Result \"*\"]\n\n1. 32-28 19-23 {the moves from here on are on paper} *\n"
    );
    sheet.on_paper_from = 0;
    sheet.outcome = Some(Outcome::new(Score::Draw, Reason::SixteenMoves));
    sheet.bonus = Some(4);
    assert_eq!(
        pdn_of(rules, &paired(rules), &sheet),
        "[Result \"1-1\"]\n[Termination \"sixteen moves\"]\n[DrawBonus \"1.04-0.96\"]\n\n\
         1. 32-28 19-23 1-1\n"
    );
    // The bonus disappears with the draw.
    assert_eq!(
        pdn_of(rules, &with_result(paired(rules), Score::WhiteWins), &sheet),
        "[Result \"2-0\"]\n[Termination \"resignation\"]\n\n1. 32-28 19-23 2-0\n"
    );
}

#[test]
fn a_move_that_is_neither_legal_nor_irregular_is_not_written() {
    let rules = RuleSet::International;
    let mut sheet = Sheet::with_moves(rules, &MOVES[..2]).with_missed_capture("37-32");
    assert_eq!(sheet.plies[2].breach.take(), Some(Breach::CaptureObligatory));
    let channel = channel(ROOMY);
    apply(&channel, |view| view.set_tournament(5, picture_of(&paired(rules))));
    apply(&channel, |view| view.set_game(game_id(1), 7, &sheet.state().into()).unwrap());
    let written = Export::take(&channel.view(), Selection::Game(game_id(1))).unwrap().write();
    let error = written.unwrap_err().to_string();
    assert!(error.starts_with("r1-t1 holds a move that is neither legal nor irregular"), "{error}");
}
