//! Calls with a good token: every cell of the matrix, and the limits of grants.

use access::{Permission, Standing};

use super::*;

/// Returns a target for which nothing is missing: with a reason, before the first pairing, recorded
/// just now.
fn granted() -> Target<'static> {
    Target { has_reason: true, recorded: Some(NOON), table: Some(3), ..target() }
}

#[test]
fn every_cell_of_the_matrix_is_what_a_call_gets() {
    let mut venue = Venue::new();
    for role in Role::ALL.into_iter().filter(|role| *role != Role::Public) {
        venue.add(role.as_str(), role, at_tables(3, 3));
    }
    for act in Act::ALL.iter().copied() {
        for role in Role::ALL {
            let permission = act.permission(role);
            let answer = if role == Role::Public {
                venue.0.admit(None, act, &granted(), NOON)
            } else {
                venue.call(role.as_str(), act, &granted())
            };
            let context = format!("{role:?} {act:?} {permission:?}: {answer:?}");
            match permission {
                Permission::Never if role == Role::Public => {
                    assert_eq!(answer, Err(Refusal::NoToken), "{context}");
                }
                Permission::Never => {
                    let role = Some(role);
                    assert_eq!(answer, Err(Refusal::NotAllowed { role, act }), "{context}");
                }
                Permission::Proposes => {
                    assert_eq!(answer.unwrap().standing, Standing::Proposal, "{context}");
                }
                Permission::May
                | Permission::Own
                | Permission::WithReason
                | Permission::OwnWithReason
                | Permission::Beforehand
                | Permission::Briefly => {
                    let admission = answer.unwrap();
                    assert_eq!(admission.standing, Standing::Counts, "{context}");
                    let bearer = admission.bearer.map(|bearer| bearer.role);
                    assert_eq!(bearer, (role != Role::Public).then_some(role), "{context}");
                }
            }
        }
    }
}

#[test]
fn every_cell_with_a_condition_is_refused_without_it() {
    let mut venue = Venue::new();
    for role in Role::ALL.into_iter().filter(|role| *role != Role::Public) {
        venue.add(role.as_str(), role, at_tables(3, 3));
    }
    for act in Act::ALL.iter().copied() {
        for role in Role::ALL.into_iter().filter(|role| *role != Role::Public) {
            let permission = act.permission(role);
            let (spoiled, expected) = match permission {
                Permission::Never | Permission::May => continue,
                Permission::Own | Permission::Proposes => {
                    let tables = Tables::new(3, 3).unwrap();
                    let elsewhere = Target { table: Some(4), ..granted() };
                    (elsewhere, Refusal::OtherTable { tables })
                }
                Permission::WithReason | Permission::OwnWithReason => {
                    (Target { has_reason: false, ..granted() }, Refusal::ReasonMissing)
                }
                Permission::Beforehand => {
                    (Target { is_paired: true, ..granted() }, Refusal::AlreadyPaired)
                }
                Permission::Briefly => (Target { recorded: None, ..granted() }, Refusal::TooLate),
            };
            let refused = venue.call(role.as_str(), act, &spoiled);
            assert_eq!(refused, Err(expected), "{role:?} {act:?}");
        }
    }
}

#[test]
fn the_name_that_counts_is_that_of_the_bearer() {
    let mut venue = Venue::new();
    let grant = venue.add("ids", Role::ChiefArbiter, kk());
    venue.add("t1-white", Role::PlayerDevice, at_tables(1, 1));
    let bearer = venue.call("ids", Act::PairRound, &target()).unwrap().bearer.unwrap();
    assert_eq!((bearer.name.as_str(), bearer.grant), ("IDS", grant));
    let bearer = venue.call("t1-white", Act::SubmitMove, &table(1)).unwrap().bearer.unwrap();
    assert_eq!(bearer.name, "t1-white");
}

#[test]
fn what_was_granted_for_one_tournament_holds_in_no_other() {
    let mut venue = Venue::new();
    venue.add("ids", Role::ChiefArbiter, kk());
    let other = Target { tournament: Some("nk-2026"), ..Target::default() };
    assert!(venue.call("ids", Act::PairRound, &target()).is_ok());
    assert_eq!(venue.call("ids", Act::PairRound, &other), Err(Refusal::OtherTournament));
    // A call that names no tournament, such as a question about the rules, belongs to none.
    assert!(venue.call("ids", Act::JudgeMove, &Target::default()).is_ok());
}

#[test]
fn an_arbiter_of_a_sector_rules_there_alone() {
    let mut venue = Venue::new();
    venue.add("jel", Role::Arbiter, at_tables(1, 8));
    venue.add("sjoerd", Role::Arbiter, kk());
    let tables = Tables::new(1, 8).unwrap();
    assert!(venue.call("jel", Act::RuleMoves, &table(8)).is_ok());
    let refused = venue.call("jel", Act::RuleMoves, &table(9));
    assert_eq!(refused, Err(Refusal::OtherTable { tables }));
    assert!(venue.call("sjoerd", Act::RuleMoves, &table(9)).is_ok());
    // A call without a table, such as a list, is answered for the sector.
    let sees = |venue: &Venue, name: &str| {
        let bearer = venue.call(name, Act::ListClocks, &target()).unwrap().bearer.unwrap();
        [1, 8, 9, 12, 13].map(|table| bearer.sector.contains(table))
    };
    assert_eq!(sees(&venue, "jel"), [true, true, false, false, false]);
    assert_eq!(sees(&venue, "sjoerd"), [true; 5]);
    // A bearer of two sectors is answered for both.
    let second = |limits| Command::Grant { subject: id("jel"), role: Role::Arbiter, limits };
    venue.machine(&second(at_tables(9, 12)));
    assert_eq!(sees(&venue, "jel"), [true, true, true, true, false]);
    venue.machine(&second(kk()));
    assert_eq!(sees(&venue, "jel"), [true; 5]);
}

#[test]
fn the_nearest_of_several_grants_explains_a_refusal_and_the_best_allows() {
    let mut venue = Venue::new();
    venue.add("jel", Role::Arbiter, at_tables(1, 8));
    let grant = |role, limits| Command::Grant { subject: id("jel"), role, limits };
    venue.machine(&grant(Role::Technician, kk()));
    let tables = Tables::new(1, 8).unwrap();
    let refused = venue.call("jel", Act::RuleClock, &table(9));
    assert_eq!(refused, Err(Refusal::OtherTable { tables }));
    let refused = venue.call("jel", Act::RuleGame, &table(8));
    assert_eq!(refused, Err(Refusal::ReasonMissing));
    assert!(venue.call("jel", Act::SetGrace, &target()).is_ok());
    venue.machine(&grant(Role::ChiefArbiter, kk()));
    assert!(venue.call("jel", Act::RuleClock, &table(9)).is_ok());
}

#[test]
fn a_captain_speaks_for_one_team() {
    let mut venue = Venue::new();
    venue.add("captain", Role::PlayerDevice, Limits { participant: Some(4), ..kk() });
    let team = |number| Target { participant: Some(number), ..target() };
    let proposed = venue.call("captain", Act::HandInLineUp, &team(4)).unwrap();
    assert_eq!(proposed.standing, Standing::Proposal);
    let refused = venue.call("captain", Act::HandInLineUp, &team(5));
    assert_eq!(refused, Err(Refusal::OtherParticipant));
    assert_eq!(venue.call("captain", Act::SubmitMove, &table(1)), Err(Refusal::NotPlaced));
}

#[test]
fn who_entered_a_result_corrects_it_within_two_minutes_and_nobody_else_by_that_right() {
    let mut venue = Venue::new();
    venue.add("jel", Role::ResultEntry, kk());
    for (recorded, expected) in [
        (Some(NOON), Ok(())),
        (Some(NOON.saturating_sub(access::BRIEFLY)), Ok(())),
        (Some(Timestamp::from_millis(NOON.millis() - 120_001)), Err(Refusal::TooLate)),
        (None, Err(Refusal::TooLate)),
    ] {
        let target = Target { recorded, ..table(3) };
        let answer = venue.call("jel", Act::CorrectResult, &target).map(|_admission| ());
        assert_eq!(answer, expected, "{recorded:?}");
    }
}
