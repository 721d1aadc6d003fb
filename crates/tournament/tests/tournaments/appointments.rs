//! Games that are made up, the rest between games, and promotion that is declined.

use super::{
    DRAW, WHITE_WINS, changes_nothing, close, entered_by, one, open, pair, play, record, refused,
    round, run, table,
};
use draughts::Timestamp;
use game_clock::{StartMode, Terms};
use tournament::ranking::{Running, ZoneKind};
use tournament::regulation::{Format, Preset, Regulation};
use tournament::swiss::FirstRound;
use tournament::{Author, Command, MakeUp, Refusal, RoundRefusal, Settings, Tournament};

/// The minute in milliseconds.
const MINUTE: i64 = 60_000;

fn make_up(in_round: u32, at_table: u32, minute: i64, agreed_by: &str) -> Command {
    let begins_at = Timestamp::from_millis(minute * MINUTE);
    let make_up = MakeUp { begins_at, agreed_by: agreed_by.to_owned() };
    Command::PlanMakeUp { round: round(in_round), table: table(at_table), make_up }
}

#[test]
fn c_art_13_a_game_is_made_up_at_a_moment_that_both_agree_to_before_round_6() {
    let mut tournament = entered_by(Regulation::of(Preset::FrisianKk), 8);
    let begins_at = Timestamp::from_millis(600 * MINUTE);
    run(&mut tournament, &[Command::PlanRound { round: round(6), begins_at }, pair(1), open(1)]);
    for number in 2..=4 {
        run(&mut tournament, &[record(1, number, DRAW)]);
    }
    run(&mut tournament, &[close(1)]);
    let (first, at) = (round(1), table(1));
    let nobody = RoundRefusal::AgreementMissing { round: first, table: at };
    refused(&tournament, &make_up(1, 1, 300, " "), &nobody.into());
    let recorded = Refusal::AlreadyRecorded { round: first, table: table(2), recorded: DRAW };
    refused(&tournament, &make_up(1, 2, 300, "both"), &recorded);
    let late = RoundRefusal::MakeUpTooLate { round: first, table: at, limit: round(6) };
    let text = "round 1 table 1 is made up before round 6 begins";
    assert_eq!(late.to_string(), text);
    refused(&tournament, &make_up(1, 1, 600, "both"), &late.into());
    run(&mut tournament, &[make_up(1, 1, 300, " both  players ")]);
    changes_nothing(&tournament, &make_up(1, 1, 300, "both players"));
    run(&mut tournament, &[make_up(1, 1, 400, "both players"), record(1, 1, WHITE_WINS)]);
    let game = tournament.game(first, at).unwrap();
    let agreed_by = "both players".to_owned();
    let begins_at = Timestamp::from_millis(400 * MINUTE);
    assert_eq!(game.make_up, Some(MakeUp { begins_at, agreed_by }));

    // Games of rounds 6 and 7 are not made up.
    for number in 2..=5 {
        run(&mut tournament, &[pair(number)]);
        play(&mut tournament, number, &[DRAW]);
    }
    run(&mut tournament, &[pair(6)]);
    let never = RoundRefusal::NotMadeUp { round: round(6), table: at };
    refused(&tournament, &make_up(6, 1, 700, "both"), &never.into());
}

#[test]
fn regulation_2006_art_9_a_round_opens_half_an_hour_after_the_last_game_or_for_a_reason() {
    let regulation = Regulation {
        format: Format::Swiss(FirstRound::EntrantsKnown),
        rounds: Some(3),
        ..Regulation::of(Preset::Tournament2006Open)
    };
    let mut tournament = entered_by(regulation, 9);
    run(&mut tournament, &[pair(1)]);
    play(&mut tournament, 1, &[WHITE_WINS]);
    let over_at = tournament.round(round(1)).unwrap().closed_at().unwrap();
    run(&mut tournament, &[pair(2)]);
    let arbiter = Author::named("Ids").unwrap();
    let opened = |by: &Author, minutes: i64| {
        let at = Timestamp::from_millis(over_at.millis() + minutes * MINUTE);
        tournament.decide(&open(2), by, at)
    };
    let until = Timestamp::from_millis(over_at.millis() + 30 * MINUTE);
    let refusal = RoundRefusal::RestNotOver { round: round(2), until };
    assert_eq!(opened(&arbiter, 29), Err(refusal.into()));
    assert!(opened(&arbiter, 30).is_ok());
    assert!(opened(&arbiter.because("all players agree"), 1).is_ok());
    // No other rulebook has the rule.
    assert_eq!(Regulation::of(Preset::KndbSwiss).rest, None);
}

#[test]
fn rules_art_23_and_i_art_2_games_may_be_played_without_a_clock() {
    let mini = Regulation::of(Preset::FrisianMini);
    let terms = mini.terms.map(|terms| Terms { start: StartMode::Untimed, ..terms });
    let created = |regulation| {
        let settings = Settings { regulation, ..super::settings(super::BERGER) };
        super::decide(&Tournament::default(), &super::created_by(settings))
    };
    assert_eq!(created(mini.clone()), Err(Refusal::NoTimeControl));
    assert!(created(Regulation { terms, ..mini }).is_ok());
}

/// Returns those who go up, in the order of the table.
fn promoted(tournament: &Tournament) -> Vec<u32> {
    let tables = tournament.tables(Running::Ignored);
    let rows = tables.iter().flat_map(|table| &table.ranking.rows);
    let up = rows.filter(|row| row.zone.is_some_and(|mark| mark.kind == ZoneKind::Promotion));
    up.map(|row| row.participant.get()).collect()
}

#[test]
fn d_art_7_who_declines_promotion_is_recorded_and_the_next_of_the_order_goes_up() {
    let mut tournament = entered_by(Regulation::of(Preset::FrisianHa), 5);
    for number in 1..=5 {
        run(&mut tournament, &[pair(number), open(number)]);
        let pairs = super::pairs_of(&tournament, number);
        for (at, (white, black)) in (1..).zip(pairs) {
            let outcome = if white < black { WHITE_WINS } else { super::BLACK_WINS };
            run(&mut tournament, &[record(number, at, outcome)]);
        }
    }
    let decline = |number, is_declined| Command::DeclinePromotion {
        participant: one(number),
        reason: " work ".to_owned(),
        is_declined,
    };
    assert_eq!(promoted(&tournament), [1, 2]);
    run(&mut tournament, &[decline(2, true)]);
    assert_eq!(promoted(&tournament), [1, 3]);
    changes_nothing(&tournament, &decline(2, true));
    run(&mut tournament, &[decline(3, true)]);
    assert_eq!(promoted(&tournament), [1, 4]);
    // A player who would not go up anyway changes nothing for the others.
    run(&mut tournament, &[decline(5, true), decline(2, false)]);
    assert_eq!(promoted(&tournament), [1, 2]);
    assert_eq!(tournament.declined().iter().map(|one| one.get()).collect::<Vec<_>>(), [3, 5]);
    refused(
        &entered_by(Regulation::of(Preset::RoundRobin), 3),
        &decline(1, true),
        &Refusal::NobodyPromoted,
    );
}
