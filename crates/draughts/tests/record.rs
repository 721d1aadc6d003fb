//! A game in one value: moves, counts, outcome, undo and PDN.

use draughts::{
    Color, FmjdEdition, Outcome, Position, Reason, Record, RecordError, RuleSet, Score, Variant,
    fen, pdn,
};

fn played(rules: RuleSet, fen_text: &str, moves: &[&str]) -> Record {
    let start = fen::parse(fen_text, rules.variant()).expect("a FEN");
    let mut record =
        Record::from_position(rules, FmjdEdition::default(), start).expect("the variant");
    for text in moves {
        record.play_text(text).expect(text);
    }
    record
}

#[test]
fn a_game_ends_by_its_rules_and_goes_on_after_undo() {
    let moves = ["47-41", "4-9", "41-47", "9-4", "47-41", "4-9", "41-47", "9-4"];
    let mut record = played(RuleSet::International, "W:WK47,K50:BK4,K45", &moves);
    let repetition = Outcome::new(Score::Draw, Reason::Repetition);
    assert_eq!(record.outcome(), Some(repetition));
    assert_eq!(record.play_text("47-41"), Err(RecordError::Over { score: Score::Draw }));
    assert_eq!(record.undo().map(|mv| mv.to_string()), Some("9-4".to_owned()));
    assert_eq!((record.outcome(), record.position().turn()), (None, Color::Black));
    record.play_text("9-4").expect("a move");
    assert_eq!(record.outcome(), Some(repetition));
}

#[test]
fn undoing_all_moves_gives_the_record_of_the_start() {
    let mut record = played(RuleSet::Frisian, "W:WK46,K47:BK5", &["47-33"]);
    assert_eq!(record.counts().running().len(), 1);
    while record.undo().is_some() {}
    assert_eq!(record, played(RuleSet::Frisian, "W:WK46,K47:BK5", &[]));
}

fn read_back(rules: RuleSet, game: &pdn::PdnGame) -> Result<Record, RecordError> {
    Record::from_pdn(rules, FmjdEdition::default(), game)
}

#[test]
fn a_game_that_goes_on_after_its_end_is_refused() {
    let text = "[FEN \"W:WK47:BK5\"]\n1. 47-36 5-10 2. 36-47 10-5 3. 47-36 5-10 \
                4. 36-47 10-5 5. 47-36 5-10 6. 36-47 10-5 7. 47-36 *";
    let games = pdn::read(text.as_bytes());
    let draw = RecordError::Over { score: Score::Draw };
    assert_eq!(read_back(RuleSet::International, &games[0]), Err(draw));
}

#[test]
fn a_game_is_read_back_from_its_pdn() {
    let mut record = Record::new(RuleSet::International2006);
    for text in ["32-28", "19-23", "28x19", "14x23"] {
        record.play_text(text).expect(text);
    }
    record.agree_draw().expect("a game that runs");
    // 2006 art. 7: before fifty moves each both lose.
    assert_eq!(record.outcome(), Some(Outcome::new(Score::BothLose, Reason::EarlyAgreement)));
    let games = pdn::read(record.to_pdn(&[]).as_bytes());
    assert_eq!(games[0].rules(), Some(RuleSet::International2006));
    assert_eq!(read_back(RuleSet::International2006, &games[0]), Ok(record));
}

#[test]
fn a_result_without_a_reason_is_kept() {
    let games = pdn::read(b"1. 32-28 19-23 2-0");
    let mut record = read_back(RuleSet::International, &games[0]).expect("a game");
    assert_eq!((record.outcome(), record.score()), (None, Some(Score::WhiteWins)));
    assert_eq!(record.resign(Color::White), Err(RecordError::Over { score: Score::WhiteWins }));
    assert!(record.to_pdn(&[]).ends_with("1. 32-28 19-23 2-0\n\n"));
    record.undo();
    assert_eq!(record.resign(Color::White), Ok(()));
}

#[test]
fn positions_and_games_that_do_not_fit_the_rules_are_refused() {
    let start = Position::start(Variant::Frisian);
    let wrong = RecordError::Variant { rules: RuleSet::International };
    let record = Record::from_position(RuleSet::International, FmjdEdition::default(), start);
    assert_eq!(record, Err(wrong.clone()));
    assert_eq!(wrong.to_string(), "the rules international do not play this variant");
    let games = pdn::read(b"1. 32-28 /FEN \"B:W28:B23\"/ 23x32");
    assert_eq!(read_back(RuleSet::International, &games[0]), Err(RecordError::SetPosition));
}
