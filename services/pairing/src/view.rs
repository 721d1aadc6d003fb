//! Tournaments as the API shows them.

use proto::{
    convert,
    subject::{GameId, TournamentKey},
    v1,
};
use tournament::{PairedGame, Pairing, Round, RoundNumber, TableNumber, Tournament, standings};

/// A tournament whole.
pub(crate) fn whole(tournament: &Tournament) -> v1::GetTournamentResponse {
    v1::GetTournamentResponse {
        settings: tournament.settings().map(Into::into),
        players: tournament.players().iter().map(Into::into).collect(),
        rounds: tournament.rounds().iter().map(round).collect(),
        standings: table(tournament),
    }
}

/// The standings, best first.
pub(crate) fn table(tournament: &Tournament) -> Vec<v1::Standing> {
    standings(tournament).iter().map(Into::into).collect()
}

/// A line of the list of tournaments.
pub(crate) fn summary(key: &TournamentKey, tournament: &Tournament) -> v1::TournamentSummary {
    let mut summary = v1::TournamentSummary {
        tournament: Some(key.into()),
        players: count(tournament.players().len()),
        rounds: count(tournament.rounds().len()),
        ..v1::TournamentSummary::default()
    };
    if let Some(settings) = tournament.settings() {
        summary.name.clone_from(&settings.name);
        summary.set_rules(settings.rules.into());
    }
    summary
}

/// The pairings of a round.
pub(crate) fn pairings(round: &Round) -> v1::RoundPaired {
    v1::RoundPaired {
        round: round.number().get(),
        pairings: round.games().iter().map(|game| pairing(&game.pairing)).collect(),
        bye: round.bye().map_or(0, |player| player.get()),
    }
}

fn round(round: &Round) -> v1::Round {
    let number = round.number();
    let mut shown = v1::Round {
        number: number.get(),
        games: round.games().iter().map(|paired| game(number, paired)).collect(),
        bye: round.bye().map_or(0, |player| player.get()),
        opened_at_ms: round.opened_at().map_or(0, |at| at.millis()),
        ..v1::Round::default()
    };
    shown.set_state(convert::round_state(round.state()));
    shown
}

fn game(round: RoundNumber, game: &PairedGame) -> v1::PairedGame {
    v1::PairedGame {
        pairing: Some(pairing(&game.pairing)),
        game: game_id(round, game.pairing.table),
        outcome: game.outcome.map(Into::into),
    }
}

/// The id of a game; a tournament has fewer rounds and tables than an id has room for.
fn game_id(round: RoundNumber, table: TableNumber) -> String {
    GameId::new(round.get(), table.get()).map_or_else(|_error| String::new(), |id| id.to_string())
}

fn pairing(pairing: &Pairing) -> v1::TablePairing {
    pairing.into()
}

fn count(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
