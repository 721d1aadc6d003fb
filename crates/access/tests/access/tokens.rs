//! Tokens: of a former key, expired, ended, narrowed, unknown.

use core::time::Duration;

use access::Change;

use super::*;

#[test]
fn a_token_of_a_former_key_is_refused_and_so_is_one_of_a_key_to_come() {
    let mut venue = Venue::new();
    venue.add("ids", Role::ChiefArbiter, kk());
    let old = venue.token("ids");
    venue.machine(&Command::SetKey { key: AuthorityKey([2; 32]) });
    let admit = |token: &Credential| venue.0.admit(Some(token), Act::PairRound, &target(), NOON);
    assert_eq!(admit(&old), Err(Refusal::OtherGeneration { token: 1, current: 2 }));
    assert!(admit(&venue.token("ids")).is_ok());
    let ahead = Credential { generation: 3, ..venue.token("ids") };
    assert_eq!(admit(&ahead), Err(Refusal::OtherGeneration { token: 3, current: 2 }));
    let same =
        venue.0.decide(&Author::Machine, NOON, &Command::SetKey { key: AuthorityKey([2; 32]) });
    assert_eq!(same, Err(CommandRefusal::SameKey));
}

#[test]
fn a_venue_without_authority_admits_the_public_alone() {
    let access = Access::default();
    let token = Credential { generation: 0, ..Venue::new().token("ids") };
    let refused = access.admit(Some(&token), Act::PairRound, &target(), NOON);
    assert_eq!(refused, Err(Refusal::UnknownSubject));
    assert!(access.admit(None, Act::GetSnapshot, &target(), NOON).is_ok());
}

#[test]
fn a_token_that_expires_during_a_game_counts_until_the_game_is_over() {
    let mut venue = Venue::new();
    venue.add("tablet", Role::PlayerDevice, at_tables(1, 1));
    let token = venue.token("tablet");
    let at = token.expires;
    let admit = |act, game_began, now| {
        venue.0.admit(Some(&token), act, &Target { game_began, ..table(1) }, now)
    };
    assert!(!admit(Act::SubmitMove, Some(NOON), after(3599)).unwrap().is_expired);
    assert!(admit(Act::SubmitMove, Some(NOON), at).unwrap().is_expired);
    assert!(admit(Act::SubmitClaim, Some(NOON), after(20 * 3600)).unwrap().is_expired);
    // The game is over, or began after the token had expired.
    assert_eq!(admit(Act::SubmitMove, None, at), Err(Refusal::Expired { at }));
    assert_eq!(admit(Act::SubmitMove, Some(at), at), Err(Refusal::Expired { at }));
    // A result is no move of a game in play.
    assert_eq!(admit(Act::RecordResult, Some(NOON), at), Err(Refusal::Expired { at }));
    // A round that stays open for days: by then an end of the session would be forgotten.
    let forgotten = at.saturating_add(Access::SESSION_KEPT);
    let before = forgotten.saturating_sub(Duration::from_millis(1));
    assert!(admit(Act::SubmitMove, Some(NOON), before).unwrap().is_expired);
    assert_eq!(admit(Act::SubmitMove, Some(NOON), forgotten), Err(Refusal::Expired { at }));
}

#[test]
fn a_token_without_a_session_counts_only_while_the_log_may_not_have_it_yet() {
    let mut venue = Venue::new();
    venue.add("ids", Role::ChiefArbiter, kk());
    let token = TokenId::new("unheard-of").unwrap();
    let token = Credential { token, ..venue.token("ids") };
    let admit = |seconds| venue.0.admit(Some(&token), Act::PairRound, &target(), after(seconds));
    assert!(admit(59).is_ok());
    assert_eq!(admit(60), Err(Refusal::UnknownToken));
    let known = venue.token("ids");
    assert!(venue.0.admit(Some(&known), Act::PairRound, &target(), after(60)).is_ok());
}

#[test]
fn a_session_that_was_ended_does_not_come_back_when_it_is_forgotten() {
    let mut venue = Venue::new();
    venue.add("tablet", Role::PlayerDevice, at_tables(1, 1));
    let token = venue.token("tablet");
    venue.machine(&Command::EndToken { token: token.token.clone() });
    let days = |days: u64| after(days * 24 * 3600);
    let target = Target { game_began: Some(NOON), ..table(1) };
    for day in 0..70 {
        let name = TokenId::new(format!("day-{day}")).unwrap();
        let expires = days(day + 1).saturating_sub(Duration::from_secs(9 * 3600));
        let subject = id("tablet");
        let issue = Command::IssueToken { token: name, subject, expires };
        for event in venue.0.decide(&Author::Machine, days(day), &issue).unwrap() {
            venue.0.apply(&event);
        }
        let refused = venue.0.admit(Some(&token), Act::SubmitMove, &target, days(day));
        let refused = refused.unwrap_err();
        assert!(matches!(refused, Refusal::TokenEnded | Refusal::UnknownToken), "{refused:?}");
    }
    assert!(venue.0.session(&token.token).is_none());
}

#[test]
fn a_token_is_judged_before_its_call_is_read() {
    let mut venue = Venue::new();
    venue.add("tablet", Role::PlayerDevice, at_tables(1, 1));
    venue.add("ids", Role::ChiefArbiter, kk());
    let check = |name: &str, acts: &[Act], seconds| {
        venue.0.check_bearer(&venue.token(name), acts, after(seconds))
    };
    assert_eq!(check("ids", &[Act::ImportTrf], 0), Ok(()));
    let (role, act) = (Some(Role::PlayerDevice), Act::ImportTrf);
    assert_eq!(check("tablet", &[act], 0), Err(Refusal::NotAllowed { role, act }));
    let at = after(3600);
    assert_eq!(check("ids", &[act], 3600), Err(Refusal::Expired { at }));
    assert_eq!(check("nobody", &[act], 0), Err(Refusal::UnknownSubject));
    // Its game may be in play.
    assert_eq!(check("tablet", &[Act::SubmitMove], 3600), Ok(()));
    let rulings = [Act::RuleMoves, Act::RuleGame, Act::RuleClock];
    let act = Act::RuleMoves;
    assert_eq!(check("tablet", &rulings, 0), Err(Refusal::NotAllowed { role, act }));
}

#[test]
fn a_lost_tablet_that_expires_during_a_game_is_put_out_all_the_same() {
    let mut venue = Venue::new();
    venue.add("tablet", Role::PlayerDevice, at_tables(1, 1));
    let token = venue.token("tablet");
    venue.machine(&Command::PutOut { subject: id("tablet") });
    let target = Target { game_began: Some(NOON), ..table(1) };
    let refused = venue.0.admit(Some(&token), Act::SubmitMove, &target, token.expires);
    assert_eq!(refused, Err(Refusal::PutOut));
}

#[test]
fn a_device_that_was_off_renews_its_session_and_nobody_else_does() {
    let mut venue = Venue::new();
    venue.add("tablet", Role::PlayerDevice, at_tables(1, 1));
    venue.add("ids", Role::ChiefArbiter, kk());
    let (tablet, ids) = (venue.token("tablet"), venue.token("ids"));
    let at = tablet.expires;
    let renew = |venue: &Venue, token: &Credential, now| {
        let admitted = venue.0.admit(Some(token), Act::RenewSession, &Target::default(), now);
        assert_eq!(
            venue.0.check_bearer(token, &[Act::RenewSession], now).err(),
            admitted.as_ref().err().cloned(),
        );
        admitted.map(|admission| admission.is_expired)
    };
    let morning = after(3600 + 12 * 3600);
    let last = at.saturating_add(Access::DEVICE_RENEWAL_MAX);
    let before = last.saturating_sub(Duration::from_millis(1));
    assert_eq!(renew(&venue, &tablet, morning), Ok(true));
    assert_eq!(renew(&venue, &tablet, before), Ok(true));
    assert_eq!(renew(&venue, &tablet, last), Err(Refusal::Expired { at }));
    // A person signs in, and nothing else is allowed to a device before it has renewed its session.
    assert_eq!(renew(&venue, &ids, morning), Err(Refusal::Expired { at }));
    for act in [Act::WatchTable, Act::SubmitMove, Act::EndSession, Act::GetOwnAccess] {
        let refused = venue.0.admit(Some(&tablet), act, &table(1), morning);
        assert_eq!(refused, Err(Refusal::Expired { at }), "{act:?}");
    }
    // The session is remembered for as long, and lasts anew from then on.
    let mut renewed = Venue(venue.0.clone());
    let others = Command::IssueToken {
        token: TokenId::new("next-day").unwrap(),
        subject: id("ids"),
        expires: before.saturating_add(Duration::from_secs(60)),
    };
    let command = Command::RenewToken { token: tablet.token.clone(), expires: at };
    for (author, command) in [(Author::Machine, others), (by("tablet"), command)] {
        for event in renewed.0.decide(&author, before, &command).unwrap() {
            renewed.0.apply(&event);
        }
    }
    let expires = before.saturating_add(Access::TOKEN_LIFE_MAX);
    assert_eq!(renewed.0.session(&tablet.token).unwrap().expires, expires);
    assert!(renewed.0.session(&ids.token).is_none());
    let now = Credential { expires, ..tablet.clone() };
    assert!(renewed.0.admit(Some(&now), Act::SubmitMove, &table(1), before).is_ok());
    // The device was lost meanwhile: put out, its session ended, its grant revoked, or the key of
    // the venue changed.
    let lost = |command: Command| {
        let mut venue = Venue(venue.0.clone());
        venue.machine(&command);
        renew(&venue, &tablet, morning).unwrap_err()
    };
    assert_eq!(lost(Command::PutOut { subject: id("tablet") }), Refusal::PutOut);
    let ended = Command::EndToken { token: tablet.token.clone() };
    assert_eq!(lost(ended), Refusal::TokenEnded);
    let grant = venue.0.grants_of(&id("tablet")).next().unwrap().0;
    let not_allowed = Refusal::NotAllowed { role: None, act: Act::RenewSession };
    assert_eq!(lost(Command::Revoke { grant }), not_allowed);
    let key = AuthorityKey([2; 32]);
    let of_former_key = Refusal::OtherGeneration { token: 1, current: 2 };
    assert_eq!(lost(Command::SetKey { key }), of_former_key);
}

#[test]
fn a_token_that_is_narrowed_to_a_tournament_is_refused_in_others() {
    let mut venue = Venue::new();
    venue.add("ids", Role::ChiefArbiter, Limits::default());
    let narrowed = Credential { tournament: Some("nk-2026".into()), ..venue.token("ids") };
    let refused = venue.0.admit(Some(&narrowed), Act::PairRound, &target(), NOON);
    assert_eq!(refused, Err(Refusal::OtherTournament));
    let there = Target { tournament: Some("nk-2026"), ..Target::default() };
    assert!(venue.0.admit(Some(&narrowed), Act::PairRound, &there, NOON).is_ok());
}

#[test]
fn a_stranger_gets_what_the_public_gets_whatever_the_token() {
    let venue = Venue::new();
    let stranger = venue.token("nobody");
    let refused = venue.0.admit(Some(&stranger), Act::OpenRound, &target(), NOON);
    assert_eq!(refused, Err(Refusal::UnknownSubject));
    let read = venue.0.admit(Some(&stranger), Act::GetStandings, &target(), NOON).unwrap();
    assert_eq!(read.bearer, None);
}

#[test]
fn a_session_that_is_ended_is_refused_and_the_others_of_its_bearer_go_on() {
    let mut venue = Venue::new();
    venue.add("ids", Role::ChiefArbiter, kk());
    venue.add("jel", Role::Arbiter, kk());
    let token = |name: &str| TokenId::new(name).unwrap();
    let issue = |name: &str, subject: &str| {
        let (token, subject) = (token(name), id(subject));
        Command::IssueToken { token, subject, expires: after(3600) }
    };
    assert_eq!(venue.give(&by("jel"), &issue("a", "jel")), Ok(1));
    assert_eq!(venue.give(&by("jel"), &issue("b", "jel")), Ok(1));
    let known = Err(CommandRefusal::KnownToken { token: token("b") });
    assert_eq!(venue.give(&by("jel"), &issue("b", "jel")), known);
    for (issuer, bearer) in [("jel", "ids"), ("ids", "jel")] {
        let not_oneself = Err(CommandRefusal::NotOneself);
        assert_eq!(venue.give(&by(issuer), &issue("c", bearer)), not_oneself);
    }

    let end = |name: &str| Command::EndToken { token: token(name) };
    assert_eq!(venue.give(&Author::Machine, &issue("c", "ids")), Ok(1));
    let may_not = Err(CommandRefusal::MayNotGrant { role: Role::Arbiter });
    assert_eq!(venue.give(&by("jel"), &end("c")), may_not);
    assert_eq!(venue.give(&by("ids"), &end("a")), Ok(1));
    let gone = Err(CommandRefusal::UnknownToken { token: token("a") });
    assert_eq!(venue.give(&by("ids"), &end("a")), gone);
    let admit = |name: &str| {
        let credential = Credential { token: token(name), ..venue.token("jel") };
        venue.0.admit(Some(&credential), Act::OpenRound, &target(), NOON).map(|_admission| ())
    };
    assert_eq!(admit("a"), Err(Refusal::TokenEnded));
    assert_eq!(admit("b"), Ok(()));
    // A token whose id was given to somebody else is nobody's.
    let stolen = Credential { token: token("b"), ..venue.token("ids") };
    let refused = venue.0.admit(Some(&stolen), Act::OpenRound, &target(), NOON);
    assert_eq!(refused, Err(Refusal::TokenEnded));
}

#[test]
fn a_token_lives_for_sixteen_hours_at_most() {
    let mut venue = Venue::new();
    venue.add("ids", Role::ChiefArbiter, kk());
    let mut issue = |expires| {
        let token = TokenId::new("a").unwrap();
        venue.give(&Author::Machine, &Command::IssueToken { token, subject: id("ids"), expires })
    };
    assert_eq!(issue(NOON), Err(CommandRefusal::TokenLife));
    let latest = NOON.saturating_add(Access::TOKEN_LIFE_MAX);
    let too_late = latest.saturating_add(Duration::from_millis(1));
    assert_eq!(issue(too_late), Err(CommandRefusal::TokenLife));
    assert_eq!(issue(latest), Ok(1));
}

#[test]
fn tokens_that_are_long_over_are_forgotten() {
    let mut venue = Venue::new();
    venue.add("ids", Role::ChiefArbiter, kk());
    let issue = |venue: &mut Venue, name: &str, at: Timestamp| {
        let (token, subject) = (TokenId::new(name).unwrap(), id("ids"));
        let expires = at.saturating_add(Access::TOKEN_LIFE_MAX);
        let command = Command::IssueToken { token, subject, expires };
        for event in venue.0.decide(&Author::Machine, at, &command).unwrap() {
            venue.0.apply(&event);
        }
    };
    issue(&mut venue, "first", NOON);
    let over = NOON.saturating_add(Access::TOKEN_LIFE_MAX).saturating_add(Access::SESSION_KEPT);
    issue(&mut venue, "second", over.saturating_sub(Duration::from_millis(1)));
    assert_eq!(venue.0.sessions().count(), 2);
    issue(&mut venue, "third", over);
    assert_eq!(venue.0.sessions().count(), 2);
}

#[test]
fn the_oldest_session_ends_for_the_one_too_many() {
    let mut venue = Venue::new();
    for name in ["ids", "jel"] {
        let add = Command::AddPerson { subject: id(name), name: name.to_owned() };
        venue.machine(&add);
    }
    let token = |number: usize| TokenId::new(format!("ids-{number:02}")).unwrap();
    let issue = |venue: &mut Venue, name: &str, token: TokenId, seconds: u64| {
        let (subject, expires) = (id(name), after(seconds + 3600));
        let command = Command::IssueToken { token, subject, expires };
        let events = venue.0.decide(&Author::Machine, after(seconds), &command).unwrap();
        events.iter().for_each(|event| venue.0.apply(event));
        events.into_iter().map(|event| event.change).collect::<Vec<_>>()
    };
    issue(&mut venue, "jel", TokenId::new("jel").unwrap(), 0);
    for (number, second) in (0..Access::SESSIONS_MAX).zip(0..) {
        assert_eq!(issue(&mut venue, "ids", token(number), second).len(), 1);
    }
    // One that its bearer ended makes room.
    venue.machine(&Command::EndToken { token: token(4) });
    assert_eq!(issue(&mut venue, "ids", token(10), 10).len(), 1);
    let changes = issue(&mut venue, "ids", token(11), 11);
    assert_eq!(changes[0], Change::TokenEnded { token: token(0) });
    let expires = after(3611);
    assert_eq!(changes[1], Change::TokenIssued { token: token(11), subject: id("ids"), expires });
    assert_eq!(venue.0.open_sessions_of(&id("ids"), after(11)).count(), Access::SESSIONS_MAX);
    let ended = Credential { token: token(0), ..venue.token("ids") };
    let own = venue.0.admit(Some(&ended), Act::GetOwnAccess, &target(), after(11));
    assert_eq!(own, Err(Refusal::TokenEnded));
    // Nobody else's ends for it, and those that have expired do not count.
    assert_eq!(venue.0.open_sessions_of(&id("jel"), after(11)).count(), 1);
    assert_eq!(issue(&mut venue, "ids", token(12), 3700).len(), 1);
}

#[test]
fn what_is_withheld_from_the_public_is_shown_within_a_minute_of_its_record_alone() {
    let mut venue = Venue::new();
    venue.add("ids", Role::Commentator, kk());
    venue.add("anne", Role::Commentator, kk());
    let (own, other) = (venue.token("ids"), venue.token("anne"));
    let check = |venue: &Venue, token: &Credential, tournament, now| {
        venue.0.check_record(&token.token, Act::WatchUndelayed, Some(tournament), now)
    };
    let here = target().tournament.unwrap_or_default();
    assert_eq!(check(&venue, &own, here, NOON), Err(Refusal::NotOnRecord));
    let (subject, token) = (own.subject.clone(), own.token.clone());
    let open = Command::OpenUndelayed { subject, token, tournament: here.to_owned() };
    let by_other = Author::Subject(other.subject.clone());
    assert_eq!(venue.0.decide(&by_other, NOON, &open), Err(CommandRefusal::NotOneself));
    // Each use comes on record, also the second.
    let by = Author::Subject(own.subject.clone());
    for at in [NOON, after(1)] {
        let events = venue.0.decide(&by, at, &open).unwrap();
        let kinds: Vec<_> = events.iter().map(|event| event.change.kind()).collect();
        assert_eq!(kinds, ["undelayed-opened"]);
        events.iter().for_each(|event| venue.0.apply(event));
    }
    assert_eq!(check(&venue, &own, here, after(60)), Ok(()));
    assert_eq!(check(&venue, &own, here, after(61)), Err(Refusal::NotOnRecord));
    assert_eq!(check(&venue, &other, here, after(2)), Err(Refusal::NotOnRecord));
    assert_eq!(check(&venue, &own, "ok", after(2)), Err(Refusal::NotOnRecord));
    // Other calls need no record.
    let watched = venue.0.check_record(&other.token, Act::WatchBroadcast, Some(here), NOON);
    assert_eq!(watched, Ok(()));
}
