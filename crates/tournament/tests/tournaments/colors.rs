//! Games that were played with reversed colours (KNDB F7).

use super::{
    BERGER, BLACK_WINS, DRAW, WHITE_WINS, all, changes_nothing, correct, entered, entered_by, one,
    open, pair, pairs_of, play, record, refused, round, row_of, rows_of, run, swiss_of, table,
    table_of,
};
use draughts::{Color, Outcome, Reason, Score};
use tournament::regulation::{Preset, Regulation};
use tournament::swiss::{GameResult, PastRound};
use tournament::{Command, Event, GroupNumber, PairingMethod, Refusal, RoundState};

fn reverse(in_round: u32, at_table: u32, is_reversed: bool) -> Command {
    Command::ReverseColors { round: round(in_round), table: table(at_table), is_reversed }
}

#[test]
fn f7_reversed_colours_affect_only_pairings_still_to_be_made() {
    let mut tournament = swiss_of(4, 3);
    run(&mut tournament, &[pair(1)]);
    assert_eq!(pairs_of(&tournament, 1), [(1, 4), (2, 3)]);
    let state = RoundState::Paired;
    let early = Refusal::WrongRoundState { round: round(1), state };
    refused(&tournament, &reverse(1, 1, true), &early);
    run(&mut tournament, &[open(1)]);
    // 4 really has White, and wins.
    let events = run(&mut tournament, &[reverse(1, 1, true), record(1, 1, WHITE_WINS)]);
    let reversed = Event::ColorsReversed { round: round(1), table: table(1), is_reversed: true };
    assert_eq!(events[0], reversed);
    changes_nothing(&tournament, &reverse(1, 1, true));
    run(&mut tournament, &[record(1, 2, WHITE_WINS)]);
    assert_eq!(pairs_of(&tournament, 1), [(4, 1), (2, 3)]);
    assert_eq!((row_of(&tournament, 4).points, row_of(&tournament, 1).points), (2, 0));
    let paired = tournament.round(round(1)).unwrap().paired();
    assert_eq!((paired.pairings[0].white.get(), paired.pairings[0].black.get()), (1, 4));
    let history = |number: u32| {
        let field = tournament.swiss_field(GroupNumber::FIRST, round(2)).unwrap();
        let of = |entrant: &&tournament::swiss::Entrant| entrant.player.get() == number;
        field.entrants().iter().find(of).unwrap().history[0]
    };
    let (white, black) = (Color::White, Color::Black);
    let (opponent, result) = (super::player(1), GameResult::Win);
    assert_eq!(history(4), PastRound::Played { opponent, color: white, result });
    let (opponent, result) = (super::player(4), GameResult::Loss);
    assert_eq!(history(1), PastRound::Played { opponent, color: black, result });
    // Both winners have had White; the higher classified has the preference (E4).
    run(&mut tournament, &[pair(2)]);
    let made = tournament.round(round(2)).unwrap().paired().clone();
    assert!(matches!(made.method, PairingMethod::Swiss(_)));
    // Reported later: the round that is paired stays as it is.
    run(&mut tournament, &[reverse(1, 1, false)]);
    assert_eq!(tournament.round(round(2)).unwrap().paired(), &made);
    // The result follows the colours: 1 had White after all, until it is corrected.
    assert_eq!((row_of(&tournament, 4).points, row_of(&tournament, 1).points), (0, 2));
    run(&mut tournament, &[correct(1, 1, BLACK_WINS)]);
    assert_eq!((row_of(&tournament, 4).points, row_of(&tournament, 1).points), (2, 0));
}

#[test]
fn what_was_not_played_has_no_colours() {
    let mut tournament = entered(BERGER, 2);
    run(&mut tournament, &[pair(1), open(1)]);
    run(&mut tournament, &[record(1, 1, Outcome::new(Score::WhiteWins, Reason::Forfeit))]);
    let refusal = Refusal::NoColors { round: round(1), table: table(1) };
    refused(&tournament, &reverse(1, 1, true), &refusal);
    let unknown = Refusal::UnknownTable { round: round(1), table: table(2) };
    refused(&tournament, &reverse(1, 2, true), &unknown);
}

#[test]
fn d26_the_mutual_game_had_the_colours_that_were_played() {
    let mut tournament = entered_by(Regulation::of(Preset::FrisianHa), 2);
    for number in 1..=2 {
        run(&mut tournament, &[pair(number)]);
        play(&mut tournament, number, &[DRAW]);
    }
    // 2-1 was played as 1-2, so 2 begins with White.
    run(&mut tournament, &[reverse(2, 1, true)]);
    let play_off = |number| Command::PairPlayOff {
        round: round(number),
        participants: all(&[1, 2]),
        seed: None,
    };
    run(&mut tournament, &[play_off(3), open(3)]);
    assert_eq!(pairs_of(&tournament, 3), [(2, 1)]);
    // Played as 1-2 and drawn: 2-1 again.
    run(&mut tournament, &[reverse(3, 1, true), record(3, 1, DRAW), play_off(4)]);
    assert_eq!(pairs_of(&tournament, 4), [(2, 1)]);
    run(&mut tournament, &[open(4), record(4, 1, WHITE_WINS)]);
    assert_eq!(rows_of(&table_of(&tournament)), [(1, 2, 2), (2, 1, 2)]);
    // The winner is the player who had White, so the tie is resolved the other way round.
    let events = run(&mut tournament, &[reverse(4, 1, true)]);
    let Some(Event::TieResolved { order, .. }) = events.last() else { panic!("{events:?}") };
    assert_eq!(order, &all(&[1, 2]));
}

#[test]
fn a_board_of_teams_may_have_reversed_colours() {
    let regulation =
        Regulation { boards: Some(2), groups: None, ..Regulation::of(Preset::FrisianMini) };
    let mut tournament = entered_by(regulation, 6);
    for name in ["a", "b", "c"] {
        run(&mut tournament, &[Command::EnterTeam { name: name.to_owned() }]);
    }
    for (team, players) in [(1, [1, 2]), (2, [3, 4]), (3, [5, 6])] {
        let boards = players.map(|number| Some(super::player(number))).to_vec();
        let team = tournament::plan::TeamId::new(team).unwrap();
        run(&mut tournament, &[Command::HandInLineUp { team, boards }]);
    }
    run(&mut tournament, &[pair(1), open(1)]);
    run(&mut tournament, &[record(1, 1, WHITE_WINS), record(1, 2, DRAW)]);
    let points = |tournament: &tournament::Tournament| {
        let table = table_of(tournament);
        let of = |number| {
            table.rows.iter().find(|row| row.participant == one(number)).unwrap().board_points
        };
        [of(1), of(2), of(3)]
    };
    // Table 1 of the first match: the first-named team has White.
    let first = tournament.round(round(1)).unwrap().matches()[0].first.get();
    let won = points(&tournament)[usize::try_from(first).unwrap() - 1];
    run(&mut tournament, &[reverse(1, 1, true)]);
    let lost = points(&tournament)[usize::try_from(first).unwrap() - 1];
    assert_eq!((won, lost), (3, 1));
}
