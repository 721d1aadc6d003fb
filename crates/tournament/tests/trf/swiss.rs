//! Swiss tournaments of the oracle as report files: they are read back as themselves, and paired
//! alike.

use crate::records::{field, records};
use crate::there_and_back;
use draughts::Color;
use tournament::swiss::{Field, GameResult, PastRound, pair};
use tournament::trf::{ByeCode, GameCode, RoundEntry, Trf, TrfPlayer, read};
use tournament::{PlayerId, RoundNumber};

/// Returns the report of a Swiss tournament: lots are start numbers.
fn trf(field: &Field) -> Trf {
    let lot_of = |player: PlayerId| {
        let entrant = field.entrants().iter().find(|one| one.player == player).unwrap();
        PlayerId::new(entrant.lot.get()).unwrap()
    };
    let mut trf = Trf::default();
    trf.header.rounds_total = Some(field.rounds_total());
    for entrant in field.entrants() {
        let number = lot_of(entrant.player);
        let mut player = TrfPlayer::new(number, format!("Player {number}"));
        let halves: u32 = entrant.history.iter().map(PastRound::points).sum();
        let adjourned = |past: &&PastRound| matches!(past, PastRound::Adjourned { .. });
        let adjourned = entrant.history.iter().filter(adjourned).count();
        player.points = Some(halves * 50 - u32::try_from(adjourned).unwrap() * 50);
        player.rounds = entrant.history.iter().map(|past| entry(past, &lot_of)).collect();
        while player.rounds.last() == Some(&RoundEntry::Blank) {
            player.rounds.pop();
        }
        if !entrant.is_available {
            trf.header.absent.insert(number);
        }
        trf.players.push(player);
    }
    trf
}

fn entry(past: &PastRound, lot_of: &dyn Fn(PlayerId) -> PlayerId) -> RoundEntry {
    let game = |opponent, color: Option<Color>, result| RoundEntry::Game {
        opponent: lot_of(opponent),
        color,
        result,
    };
    match *past {
        PastRound::Played { opponent, color, result } => {
            let result = match result {
                GameResult::Win => GameCode::Win,
                GameResult::Draw => GameCode::Draw,
                GameResult::Loss => GameCode::Loss,
            };
            game(opponent, Some(color), result)
        }
        PastRound::BothLost { opponent, color } => game(opponent, Some(color), GameCode::Loss),
        PastRound::Adjourned { opponent, color } => game(opponent, Some(color), GameCode::Open),
        PastRound::ForfeitWin { opponent } => game(opponent, None, GameCode::ForfeitWin),
        PastRound::ForfeitLoss { opponent } => game(opponent, None, GameCode::ForfeitLoss),
        PastRound::Bye => RoundEntry::Bye(ByeCode::Pairing),
        PastRound::HalfPointBye => RoundEntry::Bye(ByeCode::Half),
        PastRound::NotPaired => RoundEntry::Bye(ByeCode::Zero),
    }
}

#[test]
fn every_record_is_paired_alike_from_its_report() {
    let (mut paired, mut others) = (0, 0);
    for record in records() {
        let case = &record["case"];
        let field = field(&record);
        let written = there_and_back(&trf(&field));
        let read = read(written.as_bytes());
        assert_eq!(read.problems, [], "{case}\n{written}");
        let round = RoundNumber::new(field.rounds_played() + 1).unwrap();
        let again = read.trf.to_field(round, field.rounds_total(), field.first_round()).unwrap();
        // In the records, players have the numbers of their lots.
        assert_eq!(again, field, "{case}\n{written}");
        match pair(&again) {
            Ok(round) => {
                let pairs: Vec<_> =
                    round.pairs.iter().map(|pair| [pair.white.get(), pair.black.get()]).collect();
                assert_eq!(serde_json::json!(pairs), record["expected"]["pairs"], "{case}");
                paired += 1;
            }
            Err(_) => others += 1,
        }
    }
    assert_eq!((paired, others), (222, 40));
}
