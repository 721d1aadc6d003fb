//! Plays a round, each game in a task of its own.

use anyhow::{Context as _, Result, bail, ensure};
use proto::v1::{Color, Score, VerdictStatus};
use tokio::{
    sync::watch,
    task::JoinSet,
    time::{Instant, timeout_at},
};

use super::{Round, tablet::Tablet};
use crate::{LIMIT, client::Clients, script::Script};

impl Round {
    /// Starts to play all games at once.
    #[must_use]
    pub fn play(&self) -> Playing {
        self.play_through([&self.clients, &self.clients])
    }

    /// Starts to play all games at once; White's tablets call the first clients, Black's the
    /// second.
    #[must_use]
    pub fn play_through(&self, [whites, blacks]: [&Clients; 2]) -> Playing {
        let (accepted, follow) = watch::channel(0);
        let mut games = JoinSet::new();
        for (table, script) in (1..).zip(self.scripts.clone()) {
            let white = self.tablet_of(whites, table, Color::White);
            let black = self.tablet_of(blacks, table, Color::Black);
            let accepted = accepted.clone();
            games.spawn(async move {
                play(white, black, &script, &accepted)
                    .await
                    .with_context(|| format!("table {table}"))
            });
        }
        Playing { games, accepted: follow }
    }
}

/// A round that is being played.
#[derive(Debug)]
pub struct Playing {
    games: JoinSet<Result<()>>,
    accepted: watch::Receiver<usize>,
}

impl Playing {
    /// Waits until this many moves of all games are accepted.
    ///
    /// # Errors
    /// If that takes too long, or the games end earlier.
    pub async fn reach(&mut self, moves: usize) -> Result<()> {
        let reached = self.accepted.wait_for(|accepted| *accepted >= moves);
        let reached = timeout_at(Instant::now() + LIMIT, reached).await;
        reached.with_context(|| format!("waited in vain for {moves} moves"))??;
        Ok(())
    }

    /// Returns the number of moves accepted so far.
    #[must_use]
    pub fn accepted(&self) -> usize {
        *self.accepted.borrow()
    }

    /// Waits until every game has ended as its script says.
    ///
    /// # Errors
    /// The first difference from the scripts.
    pub async fn end(mut self) -> Result<()> {
        while let Some(game) = self.games.join_next().await {
            game??;
        }
        Ok(())
    }
}

async fn play(
    mut white: Tablet,
    mut black: Tablet,
    script: &Script,
    accepted: &watch::Sender<usize>,
) -> Result<()> {
    for ply in 1..=script.moves.len() {
        let tablet = if ply % 2 == 1 { &mut white } else { &mut black };
        let verdict = tablet.play(ply, script.move_text(ply)?).await?;
        ensure!(verdict.status() == VerdictStatus::Accepted, "ply {ply}: {verdict:?}");
        accepted.send_modify(|accepted| *accepted += 1);
    }
    let last = match script.score {
        Score::WhiteWins => black.resign().await?,
        Score::BlackWins => white.resign().await?,
        Score::Draw => {
            let offered = white.agree_draw().await?;
            ensure!(offered.status() != VerdictStatus::Refused, "{offered:?}");
            black.agree_draw().await?
        }
        other @ (Score::Unspecified | Score::BothLose | Score::Unplayed) => {
            bail!("no tablet can end a game with {other:?}")
        }
    };
    // A game won by its last move is over before anyone resigns.
    let is_over = last.status() == VerdictStatus::Accepted || last.reason == "game-finished";
    ensure!(is_over, "{last:?}");
    Ok(())
}
