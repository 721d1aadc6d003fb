//! The schema of stored records: which readers understand a record.

use crate::v1::{
    AccessEvent, CallMatter, ClockEvent, GameEvent, InputRecord, Publicity, Regulation, StartMode,
    TournamentCreated, TournamentEvent, access_event, clock_event, envelope::Record, game_event,
    input_record::Action, table_record, tournament_event,
};

/// The newest schema of records that this program reads:
/// [`Envelope.schema`](crate::v1::Envelope::schema).
///
/// It is raised with any change that an older program would misread, such as a new kind of record
/// or event.
///
/// | schema | new in it |
/// | --- | --- |
/// | 0 | the first |
/// | 1 | the terms of games, and everything that only games with terms have; appointments for games that are made up, and promotion that is declined |
/// | 2 | alarms that were acknowledged |
/// | 3 | calls for the arbiter |
/// | 4 | passkeys |
/// | 5 | seats that are claimed and taken over, devices that fall silent, claims that call the arbiter, results that the players confirm, and participants who are checked in |
/// | 6 | embargoes |
/// | 7 | PINs, what everybody sees of a person, proposals, and what sensor boards are told |
/// | 8 | views that no embargo delays, as they are opened |
pub const NEWEST_SCHEMA: u32 = 8;

/// The schema of the terms of games, and of what came with them.
const TERMS: u32 = 1;
/// The schema of alarms that were acknowledged.
const ACKNOWLEDGEMENTS: u32 = 2;
/// The schema of calls for the arbiter.
const CALLS: u32 = 3;
/// The schema of passkeys.
const PASSKEYS: u32 = 4;
/// The schema of seats that are claimed and taken over, of devices that fall silent, of claims that
/// call the arbiter, and of results that the players confirm.
const TABLES: u32 = 5;
/// The schema of participants who are checked in.
const CHECK_IN: u32 = 5;
/// The schema of embargoes: a program that passes over one would show what it withholds.
const EMBARGOES: u32 = 6;
/// The schema of PINs: a program that passes over one would not ask for it.
const PINS: u32 = 7;
/// The schema of what everybody sees of a person: a program that passes over it would show whole
/// names.
const PUBLICITY: u32 = 7;
/// The schema of proposals.
const PROPOSALS: u32 = 7;
/// The schema of what sensor boards are told.
const BOARDS: u32 = 7;
/// The schema of views that no embargo delays: a program that passes over one could not tell that
/// it was on record.
const UNDELAYED: u32 = 8;

/// Returns the lowest schema whose readers understand a record: newer parts that a reader may
/// ignore do not raise it.
///
/// A game with terms is judged by other rules than one without, so a program that ignores them
/// would judge it wrongly. It stops at the message that tells them.
#[must_use]
pub fn schema_of(record: &Record) -> u32 {
    let is_newer = match record {
        Record::Input(InputRecord { action: Some(Action::ConfirmResult(_)), .. }) => {
            return TABLES;
        }
        Record::Game(game) if game.events.iter().any(is_confirmation) => return TABLES,
        Record::Input(input) => {
            matches!(&input.action, Some(Action::Start(start)) if start.terms.is_some())
        }
        Record::Game(game) => {
            let is_armed =
                game.state.as_ref().is_some_and(|it| it.start_mode() != StartMode::Unspecified);
            is_armed || game.events.iter().any(is_of_terms)
        }
        Record::Clock(clock) => clock.events.iter().any(keeps_times),
        Record::Tournament(tournament) => {
            if tournament.events.iter().any(chooses_publicity) {
                return PUBLICITY;
            }
            if tournament.events.iter().any(is_of_proposal) {
                return PROPOSALS;
            }
            if tournament.events.iter().any(is_embargo) {
                return EMBARGOES;
            }
            if tournament.events.iter().any(is_check_in) {
                return CHECK_IN;
            }
            tournament.events.iter().any(|event| sets_terms(event) || is_of_calendar(event))
        }
        Record::Table(tables) => {
            use table_record::Event;
            return match &tables.event {
                Some(Event::AlarmAcknowledged(_)) => ACKNOWLEDGEMENTS,
                Some(Event::Call(call)) if call.matter > CallMatter::Other as i32 => TABLES,
                Some(Event::Call(_)) => CALLS,
                Some(Event::BoardOrdered(_)) => BOARDS,
                Some(
                    Event::SeatClaimed(_)
                    | Event::SeatTakenOver(_)
                    | Event::KindTold(_)
                    | Event::Silent(_)
                    | Event::Heard(_),
                ) => TABLES,
                Some(
                    Event::Assigned(_)
                    | Event::Released(_)
                    | Event::GraceSet(_)
                    | Event::DeviceClock(_),
                )
                | None => 0,
            };
        }
        Record::Access(access) => {
            let has = |is: fn(&AccessEvent) -> bool| access.events.iter().any(is);
            return if has(is_of_undelayed) {
                UNDELAYED
            } else if has(is_of_pin) {
                PINS
            } else if has(is_of_passkey) {
                PASSKEYS
            } else {
                0
            };
        }
    };
    if is_newer { TERMS } else { 0 }
}

fn is_of_terms(event: &GameEvent) -> bool {
    use game_event::Event::{DrawAgreed, FlagWaived, Remarked, TermsSet};
    matches!(event.event, Some(TermsSet(_) | DrawAgreed(_) | FlagWaived(_) | Remarked(_)))
}

fn is_confirmation(event: &GameEvent) -> bool {
    matches!(event.event, Some(game_event::Event::ResultConfirmed(_)))
}

fn keeps_times(event: &ClockEvent) -> bool {
    matches!(event.event, Some(clock_event::Event::TimesKept(_)))
}

fn is_of_undelayed(event: &AccessEvent) -> bool {
    matches!(event.change, Some(access_event::Change::UndelayedOpened(_)))
}

fn is_of_pin(event: &AccessEvent) -> bool {
    matches!(event.change, Some(access_event::Change::PinSet(_)))
}

fn is_of_passkey(event: &AccessEvent) -> bool {
    use access_event::Change::{PasskeyAdded, PasskeyDoubted, PasskeyRemoved, PasskeyUsed};
    matches!(
        event.change,
        Some(PasskeyAdded(_) | PasskeyUsed(_) | PasskeyDoubted(_) | PasskeyRemoved(_))
    )
}

/// Returns true for events that came with the terms of games.
fn is_of_calendar(event: &TournamentEvent) -> bool {
    use tournament_event::Event::{MakeUpPlanned, PromotionDeclined};
    matches!(event.event, Some(MakeUpPlanned(_) | PromotionDeclined(_)))
}

fn is_check_in(event: &TournamentEvent) -> bool {
    matches!(event.event, Some(tournament_event::Event::CheckedIn(_)))
}

fn is_of_proposal(event: &TournamentEvent) -> bool {
    use tournament_event::Event::{ProposalAnswered, Proposed};
    matches!(event.event, Some(Proposed(_) | ProposalAnswered(_)))
}

fn is_embargo(event: &TournamentEvent) -> bool {
    use tournament_event::Event::{EmbargoReleased, EmbargoSet};
    matches!(event.event, Some(EmbargoSet(_) | EmbargoReleased(_)))
}

/// Returns true for events that show less of a person than the whole name.
fn chooses_publicity(event: &TournamentEvent) -> bool {
    use tournament_event::Event::{
        Created, PlayerCorrected, PlayerEntered, ReserveSeated, SettingsAmended,
    };
    let player = match &event.event {
        Some(Created(settings)) => return settings.publicity > Publicity::FullName as i32,
        Some(SettingsAmended(amended)) => {
            let settings = amended.settings.as_ref();
            return settings.is_some_and(|it| it.publicity > Publicity::FullName as i32);
        }
        Some(PlayerEntered(entered)) => entered.player.as_ref(),
        Some(PlayerCorrected(corrected)) => corrected.player.as_ref(),
        Some(ReserveSeated(seated)) => seated.player.as_ref(),
        _ => None,
    };
    player.is_some_and(|player| player.publicity != Publicity::Unspecified as i32)
}

fn sets_terms(event: &TournamentEvent) -> bool {
    use tournament_event::Event::{Created, SettingsAmended, StartModeSet};
    let settings = match &event.event {
        Some(Created(settings)) => Some(settings),
        Some(SettingsAmended(amended)) => amended.settings.as_ref(),
        Some(StartModeSet(_)) => return true,
        _ => None,
    };
    let regulation = settings.and_then(|settings: &TournamentCreated| settings.regulation.as_ref());
    regulation.is_some_and(|regulation: &Regulation| regulation.terms.is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::v1::{
        AccessRecord, AlarmAcknowledged, ArbiterCall, CheckedIn, ClockRecord, ConfirmResult,
        DeviceAssigned, DeviceHeard, DeviceKindTold, DeviceSilent, DrawAgreed, FlagWaived,
        GameRecord, GameResumed, GameState, GameTerms, InputRecord, MakeUpPlanned, Nothing,
        PasskeyRemoved, PinSet, Player, PlayerEntered, PromotionDeclined, Remarked, Resign,
        ResultConfirmed, SeatClaimed, SeatTakenOver, SettingsAmended, StartGame, TableRecord,
        TokenEnded, TournamentRecord,
    };

    fn input(action: Action) -> Record {
        Record::Input(InputRecord { action: Some(action), ..InputRecord::default() })
    }

    fn game(event: game_event::Event) -> Record {
        let events = vec![GameEvent { event: Some(event) }];
        Record::Game(GameRecord { events, ..GameRecord::default() })
    }

    fn tournament(event: tournament_event::Event) -> Record {
        let events = vec![TournamentEvent { event: Some(event) }];
        Record::Tournament(TournamentRecord { events })
    }

    fn at_tables(event: table_record::Event) -> Record {
        Record::Table(TableRecord { event: Some(event), act: None })
    }

    fn people(change: access_event::Change) -> Record {
        let events = vec![AccessEvent { change: Some(change), ..AccessEvent::default() }];
        Record::Access(AccessRecord { events })
    }

    fn settings(terms: Option<GameTerms>) -> TournamentCreated {
        let regulation = Some(Regulation { terms, ..Regulation::default() });
        TournamentCreated { regulation, ..TournamentCreated::default() }
    }

    #[test]
    fn what_older_programs_would_judge_by_other_rules_has_the_newer_schema() {
        let terms = || Some(GameTerms::default());
        let start = |terms| input(Action::Start(StartGame { terms, ..StartGame::default() }));
        let amended = |terms| {
            let settings = Some(settings(terms));
            let amended = SettingsAmended { settings, ..SettingsAmended::default() };
            tournament(tournament_event::Event::SettingsAmended(amended))
        };
        let created = |terms| tournament(tournament_event::Event::Created(settings(terms)));
        let mut armed = GameState::default();
        armed.set_start_mode(StartMode::Gong);
        let state = |state| Record::Game(GameRecord { state: Some(state), ..Default::default() });
        let clock = |event| {
            let events = vec![ClockEvent { event: Some(event) }];
            Record::Clock(ClockRecord { events, ..ClockRecord::default() })
        };
        let shown = |publicity| TournamentCreated {
            publicity: Publicity::into(publicity),
            ..TournamentCreated::default()
        };
        let entered = |publicity| PlayerEntered {
            player: Some(Player { publicity: Publicity::into(publicity), ..Player::default() }),
        };
        let stopped = clock_event::Event::Stopped(Default::default());
        for (record, expected) in [
            (start(terms()), 1),
            (start(None), 0),
            (input(Action::Resign(Resign::default())), 0),
            (input(Action::ConfirmResult(ConfirmResult::default())), 5),
            (game(game_event::Event::ResultConfirmed(ResultConfirmed::default())), 5),
            (created(terms()), 1),
            (created(None), 0),
            (amended(terms()), 1),
            (amended(None), 0),
            (tournament(tournament_event::Event::MakeUpPlanned(MakeUpPlanned::default())), 1),
            (
                tournament(
                    tournament_event::Event::PromotionDeclined(PromotionDeclined::default()),
                ),
                1,
            ),
            (tournament(tournament_event::Event::StartModeSet(Default::default())), 1),
            (tournament(tournament_event::Event::CheckedIn(CheckedIn::default())), 5),
            (tournament(tournament_event::Event::Proposed(Default::default())), 7),
            (tournament(tournament_event::Event::ProposalAnswered(Default::default())), 7),
            (tournament(tournament_event::Event::Created(shown(Publicity::Initials))), 7),
            (tournament(tournament_event::Event::Created(shown(Publicity::FullName))), 0),
            (tournament(tournament_event::Event::PlayerEntered(entered(Publicity::FullName))), 7),
            (tournament(tournament_event::Event::PlayerEntered(PlayerEntered::default())), 0),
            (tournament(tournament_event::Event::EmbargoSet(Default::default())), 6),
            (tournament(tournament_event::Event::EmbargoReleased(Default::default())), 6),
            (game(game_event::Event::TermsSet(GameTerms::default())), 1),
            (game(game_event::Event::DrawAgreed(DrawAgreed::default())), 1),
            (game(game_event::Event::FlagWaived(FlagWaived::default())), 1),
            (game(game_event::Event::Remarked(Remarked::default())), 1),
            (game(game_event::Event::Resumed(GameResumed::default())), 0),
            (state(armed), 1),
            (state(GameState::default()), 0),
            (clock(clock_event::Event::TimesKept(Nothing {})), 1),
            (clock(stopped), 0),
            (Record::Table(TableRecord::default()), 0),
            (at_tables(table_record::Event::AlarmAcknowledged(AlarmAcknowledged::default())), 2),
            (at_tables(table_record::Event::Call(ArbiterCall::default())), 3),
            (
                at_tables(table_record::Event::Call(ArbiterCall {
                    matter: CallMatter::Paper.into(),
                    ..ArbiterCall::default()
                })),
                5,
            ),
            (at_tables(table_record::Event::SeatClaimed(SeatClaimed::default())), 5),
            (at_tables(table_record::Event::SeatTakenOver(SeatTakenOver::default())), 5),
            (at_tables(table_record::Event::KindTold(DeviceKindTold::default())), 5),
            (at_tables(table_record::Event::Silent(DeviceSilent::default())), 5),
            (at_tables(table_record::Event::Heard(DeviceHeard::default())), 5),
            (at_tables(table_record::Event::BoardOrdered(Default::default())), 7),
            (at_tables(table_record::Event::Assigned(DeviceAssigned::default())), 0),
            (people(access_event::Change::PinSet(PinSet::default())), 7),
            (people(access_event::Change::PasskeyRemoved(PasskeyRemoved::default())), 4),
            (people(access_event::Change::TokenEnded(TokenEnded::default())), 0),
        ] {
            assert_eq!(schema_of(&record), expected, "{record:?}");
        }
        assert_eq!(NEWEST_SCHEMA, 8);
    }
}
