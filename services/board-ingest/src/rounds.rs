//! The games of an opened round, and the first input of each game, which starts it.

use draughts::Position;
use proto::{
    convert::round,
    subject::{GameId, GameKey, TournamentKey},
    v1::{self, InputRecord, StartGame, input_record::Action},
};
use tournament::{
    PairedGame, RoundNumber, Tournament,
    regulation::{Point, Regulation},
};

/// The device id under which games are started.
const DEVICE: &str = "round";

/// Returns the games of these rounds that are to be played, each with its first input.
pub(crate) fn games(
    tournament: &Tournament,
    key: &TournamentKey,
    opened: &[RoundNumber],
) -> Vec<(GameKey, InputRecord)> {
    let rounds = opened.iter().filter_map(|round| tournament.round(*round));
    let ids = rounds.flat_map(|round| {
        let number = round.number().get();
        // Nothing is played where a player has withdrawn or where the round came with a result.
        let is_played =
            |game: &&PairedGame| game.outcome.is_none() && !tournament.is_off(round, game);
        let games = round.games().iter().filter(is_played);
        games.map(move |game| GameId::new(number, game.pairing.table.get()))
    });
    ids.flatten().filter_map(|id| Some((key.game(id), start(tournament, id)?))).collect()
}

/// Returns the first input of a game; `None` while its round is not open.
pub(crate) fn start(tournament: &Tournament, game: GameId) -> Option<InputRecord> {
    let regulation = tournament.regulation()?;
    let rules = regulation.rules;
    let number = round(game.round()).ok()?;
    let opened = tournament.round(number)?.opened_at()?;
    let mut start = StartGame {
        fen: Position::start(rules.variant()).fen(),
        control: tournament.time_control_of(number).map(Into::into),
        black_starts: regulation.black_starts,
        absence: absence(regulation),
        ..StartGame::default()
    };
    start.set_rules(rules.into());
    Some(InputRecord {
        device: DEVICE.to_owned(),
        sequence: 1,
        at_ms: opened.millis(),
        action: Some(Action::Start(start)),
        ..InputRecord::default()
    })
}

/// Returns how long an absent player is waited for; `None` if nobody is. Cites the article if the
/// regulation has this point from one.
fn absence(regulation: &Regulation) -> Option<v1::AbsenceLimit> {
    let after_ms = u64::try_from(regulation.absence?.as_millis()).unwrap_or(u64::MAX);
    let article = match regulation.article(Point::Absence) {
        // The 2006 regulation is the only one with an article on it.
        Some(_article) => v1::AbsenceArticle::Tournament2006Rule3,
        None => v1::AbsenceArticle::Announced,
    };
    Some(v1::AbsenceLimit { after_ms, article: article.into() })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tournament::regulation::Preset;

    use super::*;

    #[test]
    fn an_absence_limit_cites_2006_only_if_that_regulation_is_unchanged() {
        use v1::AbsenceArticle::{Announced, Tournament2006Rule3};
        for (preset, minutes, article) in [
            (Preset::Tournament2006, 60, Tournament2006Rule3),
            (Preset::Tournament2006Open, 60, Tournament2006Rule3),
            (Preset::Tournament2006, 30, Announced),
            (Preset::FrisianKk, 60, Announced),
            (Preset::KndbSwiss, 60, Announced),
        ] {
            let after = Duration::from_secs(minutes * 60);
            let regulation = Regulation { absence: Some(after), ..Regulation::of(preset) };
            let after_ms = minutes * 60_000;
            let expected = v1::AbsenceLimit { after_ms, article: article.into() };
            assert_eq!(absence(&regulation), Some(expected), "{preset}");
        }
        let regulation = Regulation { absence: None, ..Regulation::of(Preset::Tournament2006) };
        assert_eq!(absence(&regulation), None);
    }
}
