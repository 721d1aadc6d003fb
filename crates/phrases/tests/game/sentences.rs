//! The exact sentences of the most important messages.

use draughts::{
    Breach, Color, Count, CountKind, IllegalMove, Irregularity, Outcome, Reason, RuleSet, Variant,
    fen,
};
use live_game::Refusal;
use phrases::Language;

use crate::said::{Explain as _, ExplainNeutrally as _, ExplainUnder as _};
use crate::samples::{capture, claim, drawn, illegal, irregular, obligation, quiet, square};

/// Checks a message in English, Dutch and Frisian.
#[track_caller]
fn check(say: impl Fn(Language) -> String, expected: [&str; 3]) {
    assert_eq!(Language::ALL.map(say), expected);
}

#[test]
fn moves_against_the_rules_to_the_arbiter() {
    check(
        |language| illegal(Breach::CaptureObligatory).explain(RuleSet::Frisian, language),
        [
            "32-27 is not allowed: a capture is obligatory (art. 10); \
             obligatory was to take 2 kings and 1 man by 28x8 or 28x19",
            "32-27 is niet toegestaan: slaan is verplicht (art. 10); \
             verplicht was het slaan van 2 dammen en 1 schijf met 28x8 of 28x19",
            "32-27 is net tastien: slaan is ferplichte (art. 10); \
             ferplichte wie it slaan fan 2 dammen en 1 skiif mei 28x8 of 28x19",
        ],
    );
    check(
        |language| irregular(Breach::MaximumCapture).explain(RuleSet::Frisian, language),
        [
            "32x27 is irregular: a more valuable capture is obligatory (art. 11, 27c); \
             obligatory was to take 2 kings and 1 man by 28x8 or 28x19",
            "32x27 is onregelmatig: een slag van grotere waarde gaat voor (art. 11, 27c); \
             verplicht was het slaan van 2 dammen en 1 schijf met 28x8 of 28x19",
            "32x27 is ûnregelmjittich: in slach fan gruttere wearde giet foar (art. 11, 27c); \
             ferplichte wie it slaan fan 2 dammen en 1 skiif mei 28x8 of 28x19",
        ],
    );
    let open = Irregularity {
        played: claim(35, 24),
        breach: Breach::WrongPiecesTaken,
        obliged: None,
        standing: None,
    };
    check(
        |language| open.explain(RuleSet::Frisian, language),
        [
            "35-24 is irregular: other pieces were taken off than it captures (art. 27b); \
             it is open which pieces were taken off",
            "35-24 is onregelmatig: er zijn andere stukken van het bord genomen dan er geslagen \
             zijn (art. 27b); nog onbekend is welke stukken van het bord zijn genomen",
            "35-24 is ûnregelmjittich: der binne oare stikken fan it boerd nommen as der slein \
             binne (art. 27b); noch net bekend is hokker stikken fan it boerd nommen binne",
        ],
    );
    let blocked =
        IllegalMove { played: claim(50, 44), breach: Breach::KingMoveLimit, obliged: None };
    check(
        |language| blocked.explain(RuleSet::Frisian, language),
        [
            "50-44 is not allowed: the same king may not make more than three quiet moves in a row \
             (art. 17)",
            "50-44 is niet toegestaan: dezelfde dam mag niet meer dan drie streken achter elkaar \
             doen (art. 17)",
            "50-44 is net tastien: deselde daam mei net mear as trije streken efterinoar dwaan \
             (art. 17)",
        ],
    );
    check(
        |language| Breach::KingFirst.explain(language),
        [
            "a king's capture goes before a man's capture of the same value",
            "een damslag gaat voor een schijfslag van gelijke waarde",
            "in daamslach giet foar in skiifslach fan deselde wearde",
        ],
    );
}

#[test]
fn the_maximum_capture_has_the_right_numbers() {
    let one = [capture(28, 8, &[22])];
    check(
        |language| obligation(1, 0, &one).explain(language),
        [
            "obligatory was to take 1 king by 28x8",
            "verplicht was het slaan van 1 dam met 28x8",
            "ferplichte wie it slaan fan 1 daam mei 28x8",
        ],
    );
    let three = [capture(28, 8, &[22, 12]), capture(28, 10, &[23, 14]), capture(33, 13, &[28, 18])];
    check(
        |language| obligation(0, 2, &three).explain(language),
        [
            "obligatory was to take 2 men by 28x8, 28x10 or 33x13",
            "verplicht was het slaan van 2 schijven met 28x8, 28x10 of 33x13",
            "ferplichte wie it slaan fan 2 skiven mei 28x8, 28x10 of 33x13",
        ],
    );
    let alike = [capture(3, 50, &[14, 29]), capture(3, 50, &[16, 34])];
    check(
        |language| obligation(1, 1, &alike).explain(language),
        [
            "obligatory was to take 1 king and 1 man by 3x50 [14,29] or 3x50 [16,34]",
            "verplicht was het slaan van 1 dam en 1 schijf met 3x50 [14,29] of 3x50 [16,34]",
            "ferplichte wie it slaan fan 1 daam en 1 skiif mei 3x50 [14,29] of 3x50 [16,34]",
        ],
    );
}

#[test]
fn captures_that_were_left_out_are_counted() {
    let mut obliged = obligation(0, 1, &[capture(46, 37, &[41]), capture(46, 32, &[41])]);
    obliged.shorten(1);
    check(
        |language| obliged.explain(language),
        [
            "obligatory was to take 1 man by 46x37 or 1 other way",
            "verplicht was het slaan van 1 schijf met 46x37 of 1 andere manier",
            "ferplichte wie it slaan fan 1 skiif mei 46x37 of 1 oare manear",
        ],
    );
}

#[test]
fn the_maximum_capture_of_a_position() {
    // 35x24 takes one man, 28x8 two.
    let position = fen::parse("W:W28,35:B13,23,30", Variant::International).expect("a position");
    let obliged = position.obligation().expect("a capture");
    assert_eq!(obliged.explain(Language::Dutch), "verplicht was het slaan van 2 schijven met 28x8");
    let refused = position.explain_illegal(&claim(35, 24));
    assert_eq!(
        refused.explain(RuleSet::Frisian, Language::Frisian),
        "35x24 is net tastien: in slach fan gruttere wearde giet foar (art. 11); \
         ferplichte wie it slaan fan 2 skiven mei 28x8"
    );
    assert_eq!(refused.explain_neutrally(Language::Frisian), "35-24 is net akseptearre");
}

#[test]
fn a_neutral_refusal_names_no_piece_and_gives_no_hint() {
    check(
        |language| Refusal::IllegalMove(illegal(Breach::NoPiece)).explain_neutrally(language),
        ["32-27 was not accepted", "32-27 is niet geaccepteerd", "32-27 is net akseptearre"],
    );
    let ambiguous =
        Refusal::AmbiguousMove { played: claim(3, 50), candidates: Vec::new(), others: 0 };
    check(
        |language| ambiguous.explain_neutrally(language),
        [
            "3-50 is not clear, tell the squares between",
            "3-50 is niet duidelijk, noem de velden ertussen",
            "3-50 is net dúdlik, neam de fjilden dêrtusken",
        ],
    );
}

#[test]
fn a_refusal_of_the_game_says_what_is_wrong_and_what_is_next() {
    let over = Refusal::GameFinished { outcome: Outcome::win(Color::Black, Reason::FlagFall) };
    check(
        |language| over.explain(RuleSet::Frisian, language),
        [
            "the game is over: Black wins, on time",
            "de partij is afgelopen: zwart wint, op tijd",
            "de partij is dien: swart wint, op tiid",
        ],
    );
    check(
        |language| {
            Refusal::PlyTooFarAhead { expected: 11, got: 99 }.explain(RuleSet::Frisian, language)
        },
        [
            "ply 99 is too far ahead, ply 11 is next",
            "halfzet 99 is te ver vooruit, halfzet 11 is de volgende",
            "healset 99 is te fier foarút, healset 11 is de folgjende",
        ],
    );
    let other = Refusal::PlyAlreadyPlayed { ply: 7, played: quiet(33, 29), claimed: claim(33, 28) };
    check(
        |language| other.explain(RuleSet::Frisian, language),
        [
            "ply 7 is already played with 33-29, 33-28 was claimed",
            "halfzet 7 is al gespeeld met 33-29, doorgegeven is 33-28",
            "healset 7 is al spile mei 33-29, trochjûn is 33-28",
        ],
    );
    check(
        |language| {
            Refusal::WaitedTooLong { ply: 9, expected: 8 }.explain(RuleSet::Frisian, language)
        },
        [
            "ply 9 waited too long, ply 8 is still missing",
            "halfzet 9 heeft te lang gewacht, halfzet 8 ontbreekt nog",
            "healset 9 hat te lang wachte, healset 8 ûntbrekt noch",
        ],
    );
    let nested = Refusal::BrokenRecord { ply: 82, refusal: Box::new(Refusal::NoIrregularity) };
    check(
        |language| nested.explain(RuleSet::Frisian, language),
        [
            "ply 82 of the record: no irregular move waits",
            "halfzet 82 van de notatie: er wacht geen onregelmatige zet",
            "healset 82 fan 'e notaasje: der wachtet gjin ûnregelmjittige set",
        ],
    );
    check(
        |language| {
            Refusal::DrawAlreadyOffered { by: Color::White }.explain(RuleSet::Frisian, language)
        },
        [
            "White has already offered a draw",
            "wit heeft al remise aangeboden",
            "wyt hat al remise oanbean",
        ],
    );
    check(
        |language| Refusal::WrongVariant.explain(RuleSet::Frisian, language),
        [
            "the position belongs to another variant than the rules",
            "de stand hoort bij een andere spelvariant dan de regels",
            "de stân heart by in oare spulfariant as de regels",
        ],
    );
    check(
        |language| {
            Refusal::ImpossibleOutcome { outcome: drawn(Reason::Resignation) }
                .explain(RuleSet::Frisian, language)
        },
        [
            "under these rules no game ends so: draw, resignation",
            "onder deze regels eindigt geen partij zo: remise, opgegeven",
            "ûnder dizze regels einiget gjin partij sa: remise, opjûn",
        ],
    );
    check(
        |language| Refusal::OnPaper { from_ply: 81 }.explain(RuleSet::Frisian, language),
        [
            "the game is on paper from ply 81",
            "de partij staat vanaf halfzet 81 op papier",
            "de partij stiet fan healset 81 ôf op papier",
        ],
    );
}

#[test]
fn one_and_several_are_told_apart() {
    check(
        |language| Refusal::HeldFull { expected: 3, limit: 1 }.explain(RuleSet::Frisian, language),
        [
            "1 input already waits for ply 3",
            "er wacht al 1 bericht op halfzet 3",
            "der wachtet al 1 berjocht op healset 3",
        ],
    );
    check(
        |language| Refusal::HeldFull { expected: 3, limit: 64 }.explain(RuleSet::Frisian, language),
        [
            "64 inputs already wait for ply 3",
            "er wachten al 64 berichten op halfzet 3",
            "der wachtsje al 64 berjochten op healset 3",
        ],
    );
    check(
        |language| {
            Refusal::WrongMoveCount { count: 0, limit: 500 }.explain(RuleSet::Frisian, language)
        },
        [
            "0 moves are handed in, 1 to 500 can be",
            "er zijn 0 zetten ingeleverd, 1 tot en met 500 kan",
            "der binne 0 setten ynlevere, 1 oant en mei 500 kin",
        ],
    );
}

#[test]
fn outcomes_with_their_article() {
    let won = Outcome::win(Color::White, Reason::NoPieces);
    check(
        |language| won.explain(RuleSet::Frisian, language),
        [
            "White wins, no pieces left (art. 20.1)",
            "wit wint, geen stukken meer (art. 20.1)",
            "wyt wint, gjin stikken mear (art. 20.1)",
        ],
    );
    check(
        |language| drawn(Reason::TwoKingsAgainstOne).explain(RuleSet::Frisian, language),
        [
            "draw, two kings did not win from one within seven moves (art. 18)",
            "remise, twee dammen hebben niet binnen zeven zetten van één dam gewonnen (art. 18)",
            "remise, twa dammen hawwe net binnen sân setten fan ien daam wûn (art. 18)",
        ],
    );
    check(
        |language| drawn(Reason::Repetition).explain(RuleSet::International2006, language),
        [
            "draw, the same position for the third time (2006 D2)",
            "remise, voor de derde keer dezelfde stand (2006 D2)",
            "remise, foar de tredde kear deselde stân (2006 D2)",
        ],
    );
    check(
        |language| drawn(Reason::Agreement).explain(RuleSet::International, language),
        ["draw, agreement", "remise, in overleg", "remise, yn oerlis"],
    );
    let flag = Outcome::win(Color::Black, Reason::FlagFall);
    check(
        |language| flag.explain(RuleSet::International2006, language),
        [
            "Black wins, on time (2006 art. 4)",
            "zwart wint, op tijd (2006 art. 4)",
            "swart wint, op tiid (2006 art. 4)",
        ],
    );
    check(
        |language| drawn(Reason::KingMoves).explain(RuleSet::International, language),
        [
            "draw, twenty-five moves each by kings only, without a capture (FMJD)",
            "remise, elk vijfentwintig zetten met alleen dammen, zonder slag (FMJD)",
            "remise, elk fiifentweintich setten mei allinnich dammen, sûnder slach (FMJD)",
        ],
    );
}

#[test]
fn a_running_count_says_how_far_it_is_and_what_follows() {
    let (white, frisian) = (Some(Color::White), RuleSet::Frisian);
    let draw =
        |reason, made, limit, side| Count { kind: CountKind::Draw(reason), made, limit, side };
    let king = |made| Count { kind: CountKind::KingRun(square(33)), made, limit: 3, side: white };
    check(
        |language| king(2).explain(frisian, language),
        [
            "the king on 33, White: 2 of 3 quiet moves (art. 17)",
            "de dam op 33, wit: 2 van 3 streken (art. 17)",
            "de daam op 33, wyt: 2 fan 3 streken (art. 17)",
        ],
    );
    check(
        |language| king(3).explain(frisian, language),
        [
            "the king on 33, White: 3 of 3 quiet moves; it may only capture (art. 17)",
            "de dam op 33, wit: 3 van 3 streken; mag alleen slaan (art. 17)",
            "de daam op 33, wyt: 3 fan 3 streken; mei allinnich slaan (art. 17)",
        ],
    );
    check(
        |language| draw(Reason::TwoKingsAgainstOne, 4, 7, white).explain(frisian, language),
        [
            "two kings against one, White: 4 of 7 moves (art. 18)",
            "twee dammen tegen één, wit: 4 van 7 zetten (art. 18)",
            "twa dammen tsjin ien, wyt: 4 fan 7 setten (art. 18)",
        ],
    );
    check(
        |language| {
            draw(Reason::FiveMoves, 3, 5, None).explain(RuleSet::International2006, language)
        },
        [
            "an ending against one king that is limited to five: 3 of 5 moves each (2006 D6)",
            "een eindspel tegen één dam dat tot vijf zetten beperkt is: elk 3 van 5 zetten (2006 D6)",
            "in einspul tsjin ien daam dat ta fiif setten beheind is: elk 3 fan 5 setten (2006 D6)",
        ],
    );
    check(
        |language| draw(Reason::Repetition, 2, 3, None).explain(RuleSet::International, language),
        [
            "the same position: 2 of 3 times (FMJD)",
            "dezelfde stand: 2 van 3 keer (FMJD)",
            "deselde stân: 2 fan 3 kear (FMJD)",
        ],
    );
    check(
        |language| draw(Reason::SameMove, 2, 3, white).explain(RuleSet::Boxed12200, language),
        [
            "the same move in a row, White: 2 of 3 times (art. 7)",
            "dezelfde zet achter elkaar, wit: 2 van 3 keer (art. 7)",
            "deselde set efterinoar, wyt: 2 fan 3 kear (art. 7)",
        ],
    );
}
