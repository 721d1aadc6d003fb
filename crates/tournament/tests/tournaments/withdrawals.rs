//! Withdrawals, for a round or for good.

use super::closed;
use super::{
    ACHTTAL, BERGER, BLACK_WINS, DRAW, WHITE_WINS, all, changes_nothing, close, entered,
    entered_by, one, open, pair, pair_by_hand, pairs_of, play, record, refused, round, row_of,
    rows_of, run, swiss_of, table_of,
};
use draughts::{Outcome, Reason, Score, Timestamp, text::TextError};
use tournament::ranking::{AbsenceKind, Decision, WithdrawalRule};
use tournament::regulation::{Format, HalfPointByes, Preset, Regulation};
use tournament::{
    AbsenceNotice, Absent, Author, Command, Event, Refusal, RoundRefusal, RoundState, Tournament,
};

fn leave(number: u32) -> Command {
    Command::Withdraw { participant: one(number), reason: " ill ".to_owned() }
}

fn absent(number: u32, in_round: u32, half_point_bye: bool) -> Command {
    let notice = AbsenceNotice::default();
    Command::ReportAbsent {
        participant: one(number),
        round: round(in_round),
        half_point_bye,
        notice,
    }
}

/// Returns a championship of eight, all games drawn, which number 8 leaves after some rounds.
#[track_caller]
fn eight_without_the_last(rounds: u32) -> Tournament {
    let mut tournament = entered_by(Regulation::of(Preset::FrisianHaa), 8);
    for number in 1..=rounds {
        run(&mut tournament, &[pair(number)]);
        play(&mut tournament, number, &[DRAW]);
    }
    run(&mut tournament, &[leave(8)]);
    for number in rounds + 1..=7 {
        run(&mut tournament, &[pair(number), open(number)]);
        for table in 1..=4 {
            let game = tournament.game(round(number), super::table(table)).unwrap().pairing;
            if game.white.get() != 8 && game.black.get() != 8 {
                run(&mut tournament, &[record(number, table, DRAW)]);
            }
        }
        // The round does not wait for the game of the player who left.
        assert_eq!(tournament.latest_round().unwrap().state(), RoundState::Closed);
    }
    assert!(tournament.is_finished());
    tournament
}

#[test]
fn c_art_14_after_fewer_than_five_games_all_are_void() {
    let table = table_of(&eight_without_the_last(4));
    assert_eq!(rows_of(&table), [1, 2, 3, 4, 5, 6, 7].map(|number| (1, number, 6)));
    assert!(table.withdrawals.first().unwrap().is_void);
}

#[test]
fn c_art_14_after_five_or_six_games_the_others_are_won_by_the_opponents() {
    let table = table_of(&eight_without_the_last(5));
    // Round 6 was against number 6, round 7 against number 7.
    let expected = [(1, 6, 8), (1, 7, 8), (3, 1, 7), (3, 2, 7), (3, 3, 7), (3, 4, 7), (3, 5, 7)];
    assert_eq!(rows_of(&table), [&expected[..], &[(8, 8, 5)]].concat());
    assert_eq!(table.withdrawals.first().unwrap().lost, 2);
    let table = table_of(&eight_without_the_last(6));
    assert_eq!(rows_of(&table).first(), Some(&(1, 7, 8)));
}

/// Returns a round robin of eight whose fifth round is open after four drawn ones, with White and
/// Black at its first table.
fn in_round_5() -> (Tournament, u32, u32) {
    let mut tournament = entered_by(Regulation::of(Preset::FrisianKk), 8);
    for number in 1..=4 {
        run(&mut tournament, &[pair(number)]);
        play(&mut tournament, number, &[DRAW]);
    }
    run(&mut tournament, &[pair(5), open(5)]);
    let (white, black) = pairs_of(&tournament, 5)[0];
    (tournament, white, black)
}

/// The outcome by the clock in a game that a player walked away from.
const FLAG: Outcome = Outcome::new(Score::BlackWins, Reason::FlagFall);

#[test]
fn c_art_14_a_game_that_is_off_is_not_lost_by_the_one_who_stayed() {
    let (mut tournament, white, black) = in_round_5();
    run(&mut tournament, &[record(5, 2, DRAW), record(5, 3, DRAW), record(5, 4, DRAW)]);
    // Black leaves after four games, the round is over, and White's clock runs out.
    let events = run(&mut tournament, &[leave(black)]);
    assert_eq!(events.last(), Some(&closed(5)));
    let off = Refusal::GameIsOff { round: round(5), table: super::table(1) };
    refused(&tournament, &record(5, 1, FLAG), &off);
    assert_eq!(row_of(&tournament, white).losses, 0);
    assert!(table_of(&tournament).withdrawals[0].is_void);
}

#[test]
fn c_art_14_the_flag_of_who_left_is_no_fifth_game() {
    let (mut tournament, white, black) = in_round_5();
    run(&mut tournament, &[leave(white)]);
    let off = Refusal::GameIsOff { round: round(5), table: super::table(1) };
    refused(&tournament, &record(5, 1, FLAG), &off);
    let withdrawal = table_of(&tournament).withdrawals[0];
    assert_eq!((withdrawal.played, withdrawal.is_void), (4, true));
    // By the arbiter's ruling it was played to its end: all seven games stand.
    let by = Author::named("arbiter").unwrap();
    let events = tournament.decide(&record(5, 1, FLAG), &by, Timestamp::from_millis(0)).unwrap();
    events.iter().for_each(|event| tournament.apply(event));
    let withdrawal = table_of(&tournament).withdrawals[0];
    assert_eq!((withdrawal.played, withdrawal.is_void), (5, false));
    assert_eq!(row_of(&tournament, black).wins, 1);
}

#[test]
fn c_art_14_games_of_rounds_to_come_are_won_as_soon_as_somebody_leaves() {
    let mut tournament = entered_by(Regulation::of(Preset::FrisianKk), 8);
    for number in 1..=5 {
        run(&mut tournament, &[pair(number)]);
        play(&mut tournament, number, &[DRAW]);
    }
    let of = |tables: &[tournament::GroupTable]| {
        let table = &tables[0].ranking;
        (rows_of(table), table.withdrawals[0].lost)
    };
    // Round 6 is against number 6, round 7 against number 7, and neither is paired. Number 5 has
    // met neither of them, just as number 8.
    let expected = [(1, 6, 7), (1, 7, 7), (3, 1, 5), (3, 2, 5), (3, 3, 5), (3, 4, 5), (7, 5, 5)];
    // A player who has withdrawn is below those with as many points.
    let expected = ([&expected[..], &[(8, 8, 5)]].concat(), 2);
    assert_eq!(of(&tournament.tables_if_withdrawn(one(8))), expected);
    run(&mut tournament, &[leave(8)]);
    let official = tournament::ranking::Running::Ignored;
    assert_eq!(of(&tournament.tables(official)), expected);
    // A published round with the game gives the same.
    run(&mut tournament, &[pair(6), open(6)]);
    assert_eq!(of(&tournament.tables(official)), expected);
}

#[test]
fn without_article_14_the_points_stay() {
    let mut tournament = entered(BERGER, 4);
    run(&mut tournament, &[pair(1)]);
    play(&mut tournament, 1, &[WHITE_WINS]);
    run(&mut tournament, &[leave(1), pair(2), open(2)]);
    // 4-3, and 1-2 is off.
    let events = run(&mut tournament, &[record(2, 1, DRAW)]);
    assert_eq!(events.last(), Some(&closed(2)));
    assert_eq!(rows_of(&table_of(&tournament)), [(1, 2, 2), (2, 1, 2), (3, 3, 1), (3, 4, 1)]);
    assert!(row_of(&tournament, 1).is_withdrawn);
}

#[test]
fn a_withdrawal_ends_a_round_that_waited_only_for_its_games() {
    let mut tournament = entered(BERGER, 4);
    run(&mut tournament, &[pair(1), open(1), record(1, 2, DRAW)]);
    let events = run(&mut tournament, &[leave(4)]);
    let reason = "ill".to_owned();
    assert_eq!(events, [Event::Withdrawn { participant: one(4), reason }, closed(1)]);
    changes_nothing(&tournament, &leave(4));
    refused(&tournament, &leave(5), &Refusal::UnknownParticipant { participant: one(5) });
    let endless = Command::Withdraw { participant: one(1), reason: "x".repeat(501) };
    refused(&tournament, &endless, &Refusal::Reason(TextError::TooLong { chars_max: 500 }));
    // A participant who comes back has a game to make up.
    run(&mut tournament, &[Command::Reinstate { participant: one(4) }, record(1, 1, BLACK_WINS)]);
    assert_eq!(row_of(&tournament, 4).points, 2);
    changes_nothing(&tournament, &Command::Reinstate { participant: one(4) });
}

#[test]
fn the_table_after_a_withdrawal_is_seen_before_it() {
    let mut tournament = entered_by(Regulation::of(Preset::FrisianKk), 8);
    run(&mut tournament, &[pair(1)]);
    play(&mut tournament, 1, &[WHITE_WINS]);
    let before = tournament.clone();
    let seen = tournament.tables_if_withdrawn(one(5));
    assert_eq!(tournament, before);
    run(&mut tournament, &[leave(5)]);
    assert_eq!(tournament.tables(tournament::ranking::Running::Ignored), seen);
    assert_eq!(table_of(&tournament).rows.len(), 7);
}

#[test]
fn c_art_12_an_empty_place_gives_free_rounds() {
    let mut tournament = entered_by(Regulation::of(Preset::FrisianKk), 8);
    run(&mut tournament, &[leave(8), pair(1), open(1)]);
    for table in 1..=3 {
        run(&mut tournament, &[record(1, table, DRAW)]);
    }
    assert_eq!(tournament.latest_round().unwrap().state(), RoundState::Closed);
    // 8-4 is off, and number 4 is free.
    let free = |tournament: &Tournament| tournament.free_in(tournament.latest_round().unwrap());
    assert_eq!(free(&tournament), all(&[4]));
    assert_eq!(tournament.latest_round().unwrap().byes(), []);
    assert_eq!(row_of(&tournament, 4).played, 0);
    assert_eq!(table_of(&tournament).rows.len(), 7);
    // A player who comes back plays.
    run(&mut tournament, &[Command::Reinstate { participant: one(8) }]);
    assert_eq!(free(&tournament), []);
}

#[test]
fn f5_whoever_is_absent_is_not_paired_and_gets_nothing() {
    let mut tournament = with_byes(6, 3, HalfPointByes { most: 1, in_last_round: false });
    run(&mut tournament, &[absent(1, 1, false), absent(2, 1, true), pair(1)]);
    let kind = AbsenceKind::NotPaired;
    let first = Absent { participant: one(1), kind, is_withdrawn: false };
    let second = Absent { participant: one(2), kind: AbsenceKind::HalfPointBye, ..first };
    assert_eq!(tournament.latest_round().unwrap().absent(), [first, second]);
    assert_eq!(pairs_of(&tournament, 1), [(3, 6), (4, 5)]);
    let paired = Refusal::PairedAlready { round: round(1) };
    refused(&tournament, &absent(3, 1, false), &paired);
    refused(&tournament, &Command::ReportPresent { participant: one(1), round: round(1) }, &paired);
    play(&mut tournament, 1, &[WHITE_WINS]);
    // F9: half a point, which counts as a draw against oneself.
    let points: Vec<u32> = (1..=3).map(|number| row_of(&tournament, number).points).collect();
    assert_eq!(points, [0, 1, 2]);
    // Both are available again.
    run(&mut tournament, &[pair(2)]);
    assert_eq!(pairs_of(&tournament, 2).len(), 3);
}

#[test]
fn an_absence_can_be_taken_back_before_the_pairing() {
    let mut tournament = swiss_of(4, 3);
    run(&mut tournament, &[absent(1, 1, false)]);
    changes_nothing(&tournament, &absent(1, 1, false));
    let present = Command::ReportPresent { participant: one(1), round: round(1) };
    let events = run(&mut tournament, std::slice::from_ref(&present));
    assert_eq!(events, [Event::AbsenceTakenBack { participant: one(1), round: round(1) }]);
    changes_nothing(&tournament, &present);
    refused(&tournament, &absent(1, 4, false), &Refusal::NoMoreRounds { rounds: 3 });
    let unknown = Refusal::UnknownParticipant { participant: one(9) };
    refused(&tournament, &absent(9, 1, false), &unknown);
    refused(&entered(ACHTTAL, 8), &absent(1, 1, true), &Refusal::TablePairsAll);
}

#[test]
fn f3_a_forfeit_is_a_point_that_bars_the_bye_and_no_meeting() {
    let mut tournament = swiss_of(3, 2);
    run(&mut tournament, &[pair(1)]);
    // 1 has the bye, and 2-3.
    assert_eq!(tournament.latest_round().unwrap().byes(), all(&[1]));
    play(&mut tournament, 1, &[Outcome::new(Score::WhiteWins, Reason::Forfeit)]);
    assert_eq!(row_of(&tournament, 2).points, 2);
    run(&mut tournament, &[pair(2)]);
    // Both 1 and 2 had a free point (KNDB B1b): 3 has the bye.
    assert_eq!(tournament.latest_round().unwrap().byes(), all(&[3]));
}

#[test]
fn f5_whoever_withdrew_is_not_paired_any_more() {
    let mut tournament = swiss_of(5, 3);
    run(&mut tournament, &[pair(1)]);
    play(&mut tournament, 1, &[DRAW]);
    run(&mut tournament, &[leave(2), pair(2)]);
    let absent = tournament.latest_round().unwrap().absent().iter();
    let absent: Vec<_> = absent.map(|one| (one.participant, one.is_withdrawn)).collect();
    assert_eq!(absent, [(one(2), true)]);
    let paired: Vec<_> = pairs_of(&tournament, 2).into_iter().flat_map(|(a, b)| [a, b]).collect();
    assert!(paired.len() == 4 && !paired.contains(&2), "{paired:?}");
    run(&mut tournament, &[open(2), leave(1), record(2, 1, DRAW)]);
    assert_eq!(tournament.latest_round().unwrap().state(), RoundState::Open);
}

#[test]
fn a_rule_of_its_own_may_void_games() {
    let mut tournament = entered(Format::Manual, 3);
    let order = tournament::ranking::Order {
        withdrawal: WithdrawalRule::VoidBelow { games: 2 },
        ..tournament.regulation().unwrap().order.clone()
    };
    let regulation = Regulation { order, ..tournament.regulation().unwrap().clone() };
    tournament = entered_by(regulation, 3);
    run(&mut tournament, &[pair_by_hand(1, &[(1, 2)])]);
    play(&mut tournament, 1, &[WHITE_WINS]);
    run(&mut tournament, &[leave(2)]);
    assert_eq!(rows_of(&table_of(&tournament)), [(1, 1, 0), (1, 3, 0)]);
    run(&mut tournament, &[close(1)]);
}

/// Returns a Swiss tournament that allows some half-point byes.
#[track_caller]
fn with_byes(players: usize, rounds: u32, half_point_byes: HalfPointByes) -> Tournament {
    let rounds = Some(rounds);
    let preset = Regulation::of(Preset::KndbSwiss);
    entered_by(Regulation { rounds, half_point_byes, ..preset }, players)
}

#[test]
fn f9_byes_of_half_a_point_are_what_the_regulation_allows() {
    refused(&swiss_of(6, 4), &absent(1, 1, true), &Refusal::NoHalfPointByes);
    let mut tournament = with_byes(6, 4, HalfPointByes { most: 2, in_last_round: false });
    refused(&tournament, &absent(1, 4, true), &Refusal::HalfPointByeInLastRound);
    run(&mut tournament, &[absent(1, 1, true), pair(1)]);
    play(&mut tournament, 1, &[DRAW]);
    run(&mut tournament, &[absent(1, 3, true)]);
    changes_nothing(&tournament, &absent(1, 3, true));
    let most = Refusal::TooManyHalfPointByes { most: 2 };
    refused(&tournament, &absent(1, 2, true), &most);
    assert_eq!(most.to_string(), "nobody has more than 2 byes of half a point");
    // Absent without a point is always possible, and makes room for another.
    run(&mut tournament, &[absent(1, 3, false), absent(1, 2, true)]);
    let mut tournament = with_byes(6, 4, HalfPointByes { most: 1, in_last_round: true });
    run(&mut tournament, &[absent(1, 4, true)]);
}

#[test]
fn f10_whoever_does_not_come_is_regarded_as_withdrawn() {
    let no_show = |score| Outcome::new(score, Reason::NoShow);
    let mut tournament = swiss_of(6, 3);
    run(&mut tournament, &[pair(1), open(1)]);
    assert_eq!(pairs_of(&tournament, 1), [(1, 6), (2, 5), (3, 4)]);
    let gone =
        |number| Event::Withdrawn { participant: one(number), reason: "KNDB F10".to_owned() };
    let events = run(&mut tournament, &[record(1, 1, no_show(Score::WhiteWins))]);
    assert_eq!(events[1..], [gone(6)]);
    // D6: if neither came, both have no points and are withdrawn.
    let events = run(&mut tournament, &[record(1, 2, no_show(Score::BothLose))]);
    assert_eq!(events[1..], [gone(2), gone(5)]);
    assert_eq!((row_of(&tournament, 2).points, row_of(&tournament, 5).points), (0, 0));
    // A forfeit for another reason is no absence.
    let forfeit = Outcome::new(Score::WhiteWins, Reason::Forfeit);
    let events = run(&mut tournament, &[record(1, 3, forfeit)]);
    assert_eq!(events[1..], [closed(1)]);
    // 5 did come: the result is corrected, and the arbiter lets 2 go on.
    let events = run(&mut tournament, &[super::correct(1, 2, no_show(Score::BlackWins))]);
    assert_eq!(events[1..], [Event::Reinstated { participant: one(5) }]);
    run(&mut tournament, &[Command::Reinstate { participant: one(2) }, pair(2)]);
    let absent = tournament.latest_round().unwrap().absent();
    assert_eq!(absent.iter().map(|one| one.participant.get()).collect::<Vec<_>>(), [6]);
    // A reported withdrawal stays, even if the game is corrected.
    run(&mut tournament, &[leave(1), super::correct(1, 1, no_show(Score::BlackWins))]);
    assert!(tournament.withdrawn().contains_key(&one(1)));
    run(&mut tournament, &[super::correct(1, 1, DRAW)]);
    assert!(tournament.withdrawn().contains_key(&one(1)));
}

#[test]
fn a_table_goes_on_with_whoever_did_not_come() {
    // C art. 10 to 14 have no such rule, and neither does a round robin.
    for (regulation, players) in
        [(Regulation::of(Preset::FrisianKk), 8), (Regulation::of(Preset::RoundRobin), 2)]
    {
        let mut tournament = entered_by(regulation, players);
        run(&mut tournament, &[pair(1), open(1)]);
        run(&mut tournament, &[record(1, 1, Outcome::new(Score::WhiteWins, Reason::NoShow))]);
        assert!(tournament.withdrawn().is_empty());
    }
}

#[test]
fn whoever_withdrew_is_below_those_with_whom_they_are_tied_and_plays_for_no_place() {
    let mut tournament = entered_by(
        Regulation {
            format: BERGER,
            limits: Regulation::of(Preset::RoundRobin).limits,
            ..Regulation::of(Preset::FrisianHa)
        },
        4,
    );
    for number in 1..=3 {
        run(&mut tournament, &[pair(number)]);
        play(&mut tournament, number, &[DRAW]);
    }
    let tied = |tournament: &Tournament| -> Vec<Vec<u32>> {
        let ties = table_of(tournament).ties;
        ties.iter().map(|tie| tie.participants.iter().map(|one| one.get()).collect()).collect()
    };
    assert_eq!(tied(&tournament), [[1, 2, 3, 4]]);
    run(&mut tournament, &[leave(2)]);
    assert_eq!(tied(&tournament), [[1, 3, 4]]);
    let places: Vec<_> = rows_of(&table_of(&tournament)).iter().map(|row| (row.0, row.1)).collect();
    assert_eq!(places, [(1, 1), (1, 3), (1, 4), (4, 2)]);
    let last = table_of(&tournament).rows[3].decided_by;
    assert_eq!(last, Some(Decision::Withdrawal { above: one(4) }));
    // Two who both left share the last places, and nobody waits for games of theirs.
    run(&mut tournament, &[leave(4)]);
    assert_eq!(tied(&tournament), [[1, 3]]);
    let places: Vec<_> = rows_of(&table_of(&tournament)).iter().map(|row| (row.0, row.1)).collect();
    assert_eq!(places, [(1, 1), (1, 3), (3, 2), (3, 4)]);
    let resolve = |order: &[u32]| Command::ResolveTie {
        order: all(order),
        how: tournament::ranking::TieDecision::Arbiter,
    };
    refused(&tournament, &resolve(&[1, 2, 3, 4]), &Refusal::NoSuchTie);
    run(&mut tournament, &[resolve(&[3, 1])]);
    let places: Vec<_> = rows_of(&table_of(&tournament)).iter().map(|row| (row.0, row.1)).collect();
    assert_eq!(places, [(1, 3), (2, 1), (3, 2), (3, 4)]);
    assert!(tournament.is_decided());
}

#[test]
fn a_tie_that_was_resolved_before_somebody_left_stays_as_it_is() {
    let mut tournament = entered_by(Regulation::of(Preset::FrisianHa), 2);
    for number in 1..=2 {
        run(&mut tournament, &[pair(number)]);
        play(&mut tournament, number, &[DRAW]);
    }
    let order = all(&[2, 1]);
    let how = tournament::ranking::TieDecision::Arbiter;
    run(&mut tournament, &[Command::ResolveTie { order, how }, leave(2)]);
    let places: Vec<_> = rows_of(&table_of(&tournament)).iter().map(|row| (row.0, row.1)).collect();
    assert_eq!(places, [(1, 2), (2, 1)]);
}

#[test]
fn who_is_in_the_hall_is_checked_in_and_nobody_is_paired_or_left_out_by_it() {
    let mut tournament = swiss_of(4, 3);
    let check_in = |number, in_round, is_here| Command::CheckIn {
        participant: one(number),
        round: round(in_round),
        is_here,
    };
    let event = |number, in_round, is_here| Event::CheckedIn {
        participant: one(number),
        round: round(in_round),
        is_here,
    };
    assert_eq!(run(&mut tournament, &[check_in(1, 1, true)]), [event(1, 1, true)]);
    changes_nothing(&tournament, &check_in(1, 1, true));
    assert!(tournament.is_here(round(1), one(1)) && !tournament.is_here(round(2), one(1)));
    assert_eq!(run(&mut tournament, &[check_in(1, 1, false)]), [event(1, 1, false)]);
    changes_nothing(&tournament, &check_in(1, 1, false));
    // A participant who was to be absent and comes is paired; one who is reported absent after all
    // is not here.
    run(&mut tournament, &[absent(2, 1, false)]);
    let back = Event::AbsenceTakenBack { participant: one(2), round: round(1) };
    assert_eq!(run(&mut tournament, &[check_in(2, 1, true)]), [back, event(2, 1, true)]);
    assert_eq!(tournament.absence(round(1), one(2)), None);
    run(&mut tournament, &[absent(2, 1, false)]);
    assert!(tournament.checked_in().is_empty());
    // Nobody has been seen: the others are paired all the same.
    run(&mut tournament, &[pair(1)]);
    assert_eq!(pairs_of(&tournament, 1).len(), 1);
    assert_eq!(run(&mut tournament, &[check_in(3, 1, true)]), [event(3, 1, true)]);
    let paired = Refusal::PairedAlready { round: round(1) };
    refused(&tournament, &check_in(2, 1, true), &paired);
    let unknown = Refusal::UnknownParticipant { participant: one(9) };
    refused(&tournament, &check_in(9, 1, true), &unknown);
    refused(&tournament, &check_in(1, 4, true), &Refusal::NoMoreRounds { rounds: 3 });
    play(&mut tournament, 1, &[DRAW]);
    let closed = Refusal::WrongRoundState { round: round(1), state: RoundState::Closed };
    refused(&tournament, &check_in(3, 1, false), &closed);
    run(&mut tournament, &[leave(4)]);
    refused(&tournament, &check_in(4, 2, true), &Refusal::HasWithdrawn { participant: one(4) });
}

#[test]
fn c_art_10_an_absence_from_a_table_has_a_reason_and_who_told_it_when_and_the_pairing_stays() {
    let mut tournament = entered_by(Regulation::of(Preset::FrisianKk), 8);
    let absent = |in_round, reason: &str| Command::ReportAbsent {
        participant: one(3),
        round: round(in_round),
        half_point_bye: false,
        notice: AbsenceNotice {
            reason: reason.to_owned(),
            told_by: " p3's  wife".to_owned(),
            at: None,
        },
    };
    let missing = RoundRefusal::AbsenceReasonMissing { participant: one(3), round: round(2) };
    refused(&tournament, &absent(2, " "), &missing.into());
    refused(&tournament, &absent(8, "ill"), &Refusal::NoMoreRounds { rounds: 7 });
    let scheduled = {
        let mut tournament = tournament.clone();
        run(&mut tournament, &[pair(1)]);
        play(&mut tournament, 1, &[DRAW]);
        run(&mut tournament, &[pair(2)]);
        pairs_of(&tournament, 2)
    };
    run(&mut tournament, &[absent(2, "ill")]);
    changes_nothing(&tournament, &absent(2, "ill"));
    let notice = tournament.absence_notice(round(2), one(3)).unwrap();
    assert_eq!((notice.reason.as_str(), notice.told_by.as_str()), ("ill", "p3's wife"));
    assert_eq!(notice.at, Some(Timestamp::from_millis(super::NOW)));
    run(&mut tournament, &[pair(1)]);
    play(&mut tournament, 1, &[DRAW]);
    run(&mut tournament, &[pair(2)]);
    assert_eq!(pairs_of(&tournament, 2), scheduled);
    assert!(tournament.latest_round().unwrap().absent().is_empty());
    // It is told or taken back as long as the round is not over, and another reason replaces the
    // first.
    run(&mut tournament, &[absent(2, "an accident")]);
    assert_eq!(tournament.absence_notice(round(2), one(3)).unwrap().reason, "an accident");
    let present = Command::ReportPresent { participant: one(3), round: round(2) };
    run(&mut tournament, std::slice::from_ref(&present));
    assert_eq!(tournament.absence_notice(round(2), one(3)), None);
    play(&mut tournament, 2, &[DRAW]);
    let closed = Refusal::WrongRoundState { round: round(2), state: RoundState::Closed };
    refused(&tournament, &absent(2, "late"), &closed);
}
