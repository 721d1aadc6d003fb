//! The arbiter's changes of earlier decisions: entries, settings, colours, ties.

use anyhow::{Context as _, Result, bail};
use proto::v1::{
    AmendTournamentRequest, CorrectPlayerRequest, Player, RemovePlayerRequest, ReopenTieRequest,
    ResolveTieRequest, ReverseColorsRequest, SeatReserveRequest, TieDecision,
};

use super::{Story, number, numbers, send};

impl Story {
    /// Sends the change of a line to pairing, if the line is one.
    pub(super) async fn change(&self, line: &str) -> Result<()> {
        let (head, rest) =
            line.split_once(':').map_or((line, ""), |(head, rest)| (head, rest.trim()));
        let (word, head) = head.split_once(' ').context("a word")?;
        let (first, second) = head.split_once(' ').unwrap_or((head, ""));
        let named = |id| Player { id, name: second.to_owned(), ..Default::default() };
        match word {
            "rename" => {
                send!(
                    self,
                    correct_player,
                    CorrectPlayerRequest {
                        player: Some(named(number(first)?)),
                        fields: Vec::new()
                    }
                )
            }
            "remove" => send!(self, remove_player, RemovePlayerRequest { player: number(first)? }),
            "reserve" => send!(
                self,
                seat_reserve,
                SeatReserveRequest { withdrawn: number(first)?, reserve: Some(named(0)) }
            ),
            "promoted" => {
                let mut settings = self.shown().await?.settings.context("settings")?;
                let regulation = settings.regulation.as_mut().context("a regulation")?;
                regulation.promoted = number(first)?;
                let (settings, reason) = (Some(settings), rest.to_owned());
                send!(self, amend_tournament, AmendTournamentRequest { settings, reason })
            }
            "reverse" => {
                let (round, table) = first.split_once('.').context("a game")?;
                let (round, table, reversed) = (number(round)?, number(table)?, true);
                let reason = String::new();
                send!(self, reverse_colors, ReverseColorsRequest { round, table, reversed, reason })
            }
            "lot" => {
                let seed = rest.strip_prefix("seed").context("a seed")?.trim().parse()?;
                let (participants, how) = (numbers(head)?, TieDecision::Lot.into());
                send!(
                    self,
                    resolve_tie,
                    ResolveTieRequest { participants, how, seed: Some(seed), ..Default::default() }
                )
            }
            "reopen" => {
                let (participants, reason) = (numbers(head)?, rest.to_owned());
                send!(self, reopen_tie, ReopenTieRequest { participants, reason })
            }
            _ => bail!("unknown line"),
        }
    }
}
