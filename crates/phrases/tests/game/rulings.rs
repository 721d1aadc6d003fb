//! Rulings in words, for the record.

use draughts::{Color, Outcome, Reason, Score, Timestamp};
use live_game::{ByHand, DeviceId, GameCommand, InputId};
use phrases::{
    Language,
    ruling::{refused, ruling},
};

const AT: Timestamp = Timestamp::from_millis(0);

fn input() -> InputId {
    InputId::new(DeviceId::new("desk-1").unwrap(), 1)
}

fn clock(command: game_clock::Command) -> GameCommand {
    GameCommand::ForwardToClock { input: input(), command }
}

#[test]
fn a_ruling_is_told_in_every_language() {
    let outcome = Outcome::new(Score::Draw, Reason::Arbiter);
    let by_hand = ByHand::new(String::new(), "");
    let reason = game_clock::Reason::new("a fire alarm").unwrap();
    for (command, expected) in [
        (
            GameCommand::Retract { input: input(), from_ply: 3, at: AT },
            [
                "the moves are taken back from ply 3 on",
                "de zetten worden teruggenomen vanaf halve zet 3",
                "de setten wurde werom nommen fan heale set 3 ôf",
            ],
        ),
        (
            GameCommand::Correct { input: input(), ply: 2, mv: "19-24".parse().unwrap(), at: AT },
            [
                "ply 2 is corrected: 19-24",
                "halve zet 2 wordt verbeterd: 19-24",
                "heale set 2 wurdt ferbettere: 19-24",
            ],
        ),
        (
            GameCommand::Rule { input: input(), outcome, by_hand, at: AT },
            [
                "the result is set: draw, decided by the arbiter",
                "de uitslag wordt vastgesteld: remise, beslist door de arbiter",
                "de útslach wurdt fêststeld: remise, besletten troch de arbiter",
            ],
        ),
        (
            clock(game_clock::Command::Pause { reason: Some(reason), at: AT }),
            [
                "the clock is paused: a fire alarm",
                "de klok wordt stilgezet: a fire alarm",
                "de klok wurdt stilset: a fire alarm",
            ],
        ),
        (
            clock(game_clock::Command::MarkAbsent { color: Color::Black, limit: None, at: AT }),
            ["Black has not come", "zwart is niet gekomen", "swart is net kommen"],
        ),
    ] {
        let told = Language::ALL.map(|language| ruling(&command, language).unwrap());
        assert_eq!(told, expected, "{command:?}");
    }
    let text = refused("the game goes on on paper", Language::English);
    assert_eq!(text, "the game goes on on paper (refused)");
}

#[test]
fn a_move_is_no_ruling() {
    let mv = "32-28".parse().unwrap();
    let play = GameCommand::Play { input: input(), ply: 1, mv, at: AT };
    assert_eq!(ruling(&play, Language::English), None);
    let press = clock(game_clock::Command::Begin { by: Color::Black, at: AT });
    assert_eq!(ruling(&press, Language::English), None);
}
