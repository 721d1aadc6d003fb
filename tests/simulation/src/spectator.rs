//! A spectator who loses the connection now and then, and resumes with the cursor.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use draughts::{Move, Variant, fen};
use proto::v1::{
    Frame, GameView, MoveView, TournamentRef, WatchRequest,
    broadcast_service_client::BroadcastServiceClient, change::Kind, frame::Frame as Shown,
};
use tokio::time::{sleep, timeout};

use crate::{channel::LossyChannel, embargoes::Sights, seed::Dice};

/// A game as a page shows it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SeenGame {
    pub(crate) version: u64,
    pub(crate) plies: usize,
    pub(crate) fen: String,
    pub(crate) result: Option<(i32, i32)>,
}

#[derive(Debug, Default)]
struct Seen {
    cursor: String,
    games: BTreeMap<String, SeenGame>,
    breaches: Vec<String>,
    /// The games of which a move is taken back, which makes them shorter by one.
    taken_back: BTreeSet<String>,
    /// True if streams may lose their ends, after which a snapshot shows less than was seen.
    has_cuts: bool,
    /// The last frames, for the message of a breach.
    told: Vec<String>,
    /// The public, to which it belongs.
    sights: Option<Sights>,
}

/// A spectator. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Spectator(Arc<Mutex<Seen>>);

impl Spectator {
    /// Returns a spectator of a round in which a move of each of these games is taken back, and in
    /// which streams lose their ends if it `has_cuts`.
    pub(crate) fn new(taken_back: BTreeSet<String>, has_cuts: bool, sights: Sights) -> Self {
        let sights = Some(sights);
        Self(Arc::new(Mutex::new(Seen { taken_back, has_cuts, sights, ..Seen::default() })))
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn games(&self) -> BTreeMap<String, SeenGame> {
        self.seen().games.clone()
    }

    /// Returns what was shown against a promise.
    pub(crate) fn breaches(&self) -> Vec<String> {
        self.seen().breaches.clone()
    }

    /// Watches until the run ends; each connection lasts a while.
    pub(crate) async fn watch(self, channel: LossyChannel, dice: Dice, tournament: TournamentRef) {
        let client = BroadcastServiceClient::new(channel).max_decoding_message_size(1 << 26);
        loop {
            let lasts = dice.millis(500..=6000);
            // The cursor resumes after any end.
            drop(timeout(lasts, self.follow(client.clone(), &tournament)).await);
            sleep(dice.millis(20..=300)).await;
        }
    }

    async fn follow(
        &self,
        mut client: BroadcastServiceClient<LossyChannel>,
        tournament: &TournamentRef,
    ) -> Result<(), tonic::Status> {
        let since = self.seen().cursor.clone();
        let request = WatchRequest { tournament: Some(tournament.clone()), since };
        let mut frames = client.watch(request).await?.into_inner();
        let mut is_first = true;
        while let Some(response) = frames.message().await? {
            if let Some(frame) = response.frame {
                // A replica that is behind the spectator's cursor sends only the time until it has
                // caught up.
                let waits = matches!(frame.frame, Some(Shown::Time(_)));
                self.seen().take(frame, is_first);
                is_first = is_first && waits;
            }
        }
        Ok(())
    }
}

impl Seen {
    fn take(&mut self, frame: Frame, is_first: bool) {
        if self.told.len() > 12 {
            self.told.remove(0);
        }
        let mut told = format!("{is_first} {frame:?}");
        told.truncate(700);
        self.told.push(told);
        let cursor = match frame.frame {
            Some(Shown::Snapshot(snapshot)) => {
                if self.has_cuts {
                    self.games.clear();
                }
                for game in snapshot.games {
                    self.take_game(&game);
                }
                snapshot.cursor
            }
            Some(Shown::Resumed(resumed)) if is_first => resumed.cursor,
            Some(Shown::Changes(changes)) if !is_first => {
                for change in changes.changes {
                    if let Some(kind) = change.kind {
                        self.take_change(kind);
                    }
                }
                changes.cursor
            }
            Some(Shown::Time(_)) if !is_first || !self.cursor.is_empty() => return,
            other => return self.breaches.push(format!("a frame out of place: {other:?}")),
        };
        if cursor.is_empty() {
            self.breaches.push("a frame without a cursor".to_owned());
        }
        self.cursor = cursor;
        self.note();
    }

    /// Lets the public note the games as they are seen now.
    fn note(&self) {
        let Some(sights) = &self.sights else { return };
        for (id, game) in &self.games {
            sights.note_game(id, game.plies, game.result.is_some());
        }
    }

    fn take_change(&mut self, kind: Kind) {
        match kind {
            Kind::Move(change) => {
                let Some(shown) = change.r#move else { return };
                let Some(game) = self.next(&change.game, change.version) else { return };
                game.plies += 1;
                let after = position_after(&game.fen, &shown);
                game.fen.clone_from(after.as_ref().unwrap_or(&shown.fen));
                let (ply, due) = (change.ply as usize, game.plies);
                if ply != due {
                    let breach = format!("{}: ply {ply}, due {due}", change.game);
                    self.breach(&breach);
                }
                if after.is_none() {
                    self.breach(&format!("{}: ply {ply} cannot be carried out", change.game));
                }
            }
            Kind::Result(change) => {
                if let Some(game) = self.next(&change.game, change.version) {
                    game.result = change.result.map(|result| (result.score, result.reason));
                }
            }
            Kind::Game(change) => {
                if let Some(game) = change.game {
                    self.take_game(&game);
                }
            }
            Kind::Clock(_)
            | Kind::Rounds(_)
            | Kind::Players(_)
            | Kind::Tournament(_)
            | Kind::Standings(_) => {}
        }
    }

    /// Returns the game that a change of this version belongs to; `None` when the change was shown
    /// before, as a replica that is behind another does.
    fn next(&mut self, id: &str, version: u64) -> Option<&mut SeenGame> {
        let known = self.games.get(id).map_or(0, |game| game.version);
        if version <= known {
            return None;
        }
        if version != known + 1 {
            self.breach(&format!("{id}: version {version} after {known}"));
        }
        let game = self.games.entry(id.to_owned()).or_default();
        game.version = version;
        Some(game)
    }

    fn breach(&mut self, what: &str) {
        let told = self.told.join("\n  ");
        self.breaches.push(format!("{what}, after\n  {told}"));
    }

    fn take_game(&mut self, game: &GameView) {
        let known = self.games.entry(game.id.clone()).or_default();
        if game.version < known.version {
            // It was shown before: this replica is behind another.
            return;
        }
        let taken_back = usize::from(self.taken_back.contains(&game.id));
        if game.moves.len() + taken_back < known.plies {
            self.breaches.push(format!(
                "{} lost moves: {} of {}",
                game.id,
                game.moves.len(),
                known.plies
            ));
        }
        *known = SeenGame {
            version: game.version,
            plies: game.moves.len(),
            fen: game.fen.clone(),
            result: game.result.as_ref().map(|result| (result.score, result.reason)),
        };
    }
}

/// The time in which a spectator catches up at the end.
pub(crate) const BEHIND: Duration = Duration::from_secs(30);

/// Returns the position after a move that was made in `before`, both as FEN; `None` if they cannot
/// be read.
fn position_after(before: &str, sent: &MoveView) -> Option<String> {
    if !sent.fen.is_empty() {
        return Some(sent.fen.clone());
    }
    // Moves change the board alike in both variants.
    let before = fen::parse(before, Variant::Frisian).ok()?;
    Some(before.play_unchecked(&Move::try_from(sent).ok()?).fen())
}
