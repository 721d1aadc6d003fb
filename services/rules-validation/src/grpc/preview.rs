//! Rulings that are looked at before they are made, and the moves that devices tell, as positions.

use draughts::{MoveText, Position, RuleSet};
use live_game::{Game, GameEvent};
use phrases::{Language, game as sentences};
use proto::{
    convert::{ConvertError, Record, StoredInput, game_commands, required, ruling_action},
    subject::{GameKey, Stream, Subject},
    v1::{
        InputRecord, PreviewRulingRequest, PreviewRulingResponse, StartGame, ToldMove,
        input_record::Action,
    },
};
use runtime::{EventLog, Ledger};

use crate::error::Error;

/// The device of a ruling that nobody has sent.
const DEVICE: &str = "preview";

/// Returns the game as a ruling would leave it. Nothing is recorded.
///
/// # Errors
/// [`Error`] if the ruling cannot be read, or nothing was recorded of the game.
pub(crate) async fn of_ruling(
    log: &EventLog,
    request: PreviewRulingRequest,
) -> Result<PreviewRulingResponse, Error> {
    let key = GameKey::try_from(request.game)?;
    let ruling = required(request.ruling.and_then(|ruling| ruling.ruling), "ruling")?;
    let ledger: Ledger<Game> = Ledger::load(log, Subject::game(Stream::Game, &key)).await?;
    let game = ledger.state();
    let Some(rules) = game.rules() else { return Err(Error::UnknownGame(key)) };
    let action = ruling_action(ruling, &begun(rules)?)?;
    let record = InputRecord {
        device: DEVICE.to_owned(),
        sequence: u64::MAX,
        at_ms: log.clock().now().millis(),
        action: Some(action),
        ..InputRecord::default()
    };
    let input = StoredInput::try_from(record)?;
    let id = input.id.clone();
    let mut answer = PreviewRulingResponse {
        fen_before: game.position().fen(),
        ..PreviewRulingResponse::default()
    };
    let mut after = game.clone();
    for command in game_commands(&Record::Input(Box::new(input)), rules.variant())? {
        // A ruling has an input, so that a refusal of it is an event.
        for event in game.decide(&command).unwrap_or_default() {
            if let GameEvent::InputRefused { input, refusal } = &event
                && *input == id
            {
                let language = Language::from_tag(&request.language);
                answer.refusal = sentences::refusal(refusal, Some(rules), language);
            }
            after.apply(&event);
        }
    }
    answer.fen = after.position().fen();
    answer.notations = after.plies().iter().map(|ply| ply.notation.clone()).collect();
    Ok(answer)
}

/// Returns the first input of a game with these rules, as far as a ruling is read by it.
fn begun(rules: RuleSet) -> Result<StoredInput, ConvertError> {
    let mut start = StartGame::default();
    start.set_rules(rules.into());
    StoredInput::try_from(InputRecord {
        device: DEVICE.to_owned(),
        sequence: 1,
        action: Some(Action::Start(start)),
        ..InputRecord::default()
    })
}

/// Returns the moves that are told of plies on which the arbiter has to decide, each with the
/// position after it: of a conflict the move that was played first, then the others.
pub(crate) fn told(game: &Game) -> Vec<ToldMove> {
    let mut told = Vec::new();
    for conflict in game.conflicts() {
        let before = before(game, conflict.ply);
        let played = ToldMove {
            ply: conflict.ply,
            r#move: Some((&MoveText::from(&conflict.played)).into()),
            fen: after(game, conflict.ply),
            ..ToldMove::default()
        };
        if !told.contains(&played) {
            told.push(played);
        }
        told.push(ToldMove {
            ply: conflict.ply,
            r#move: Some((&conflict.claimed).into()),
            device: conflict.input.device.to_string(),
            fen: before.map(|before| played_by(&before, &conflict.claimed)).unwrap_or_default(),
        });
    }
    if let Some(noted) = game.noted() {
        told.push(ToldMove {
            ply: noted.ply,
            r#move: Some((&noted.irregularity.played).into()),
            device: noted.input.device.to_string(),
            fen: noted.irregularity.standing.map(|it| it.after.fen()).unwrap_or_default(),
        });
    }
    told
}

fn before(game: &Game, ply: u32) -> Option<Position> {
    game.position_after(usize::try_from(ply).ok()?.checked_sub(1)?)
}

fn after(game: &Game, ply: u32) -> String {
    let plies = usize::try_from(ply).ok();
    plies.and_then(|plies| game.position_after(plies)).map(|it| it.fen()).unwrap_or_default()
}

/// Returns the position after a move that is told, also after an irregular one; empty if no board
/// shows it.
fn played_by(before: &Position, claimed: &MoveText) -> String {
    before.judge(claimed).position_after(before).map(|after| after.fen()).unwrap_or_default()
}
