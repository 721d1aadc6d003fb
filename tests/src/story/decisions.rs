//! The arbiter's decisions from line to line: entries, lots, rounds, withdrawals, ties.

use anyhow::{Context as _, Result, bail};
use proto::v1::{
    ChooseColorRequest, CloseRoundRequest, Color, DivideGroupsRequest, DrawLotsRequest,
    EnterPlayerRequest, EnterTeamRequest, Group, HandInLineUpRequest, OpenRoundRequest,
    PairPlayOffRequest, PairRoundRequest, PublishRoundRequest, ReportAbsenceRequest,
    ResolveTieRequest, TablePairing, TieDecision, UnpairGround, UnpairRoundRequest,
    WithdrawRequest,
};

use super::{Story, number, numbers, send};

impl Story {
    /// Sends a decision to pairing.
    pub(super) async fn decide(
        &self,
        word: &str,
        first: Result<u32>,
        second: Result<u32>,
        rest: &str,
        name: String,
    ) -> Result<()> {
        let (seedless, seed) = match rest.split_once("seed") {
            Some((before, seed)) => (before.trim(), Some(seed.trim().parse()?)),
            None => (rest, None),
        };
        match word {
            "enter" => send!(self, enter_player, EnterPlayerRequest { name, ..Default::default() }),
            "team" => send!(self, enter_team, EnterTeamRequest { name }),
            "line-up" => {
                let boards = rest.split(' ').map(|on| if on == "-" { Ok(0) } else { number(on) });
                let boards = boards.collect::<Result<Vec<u32>>>()?;
                send!(
                    self,
                    hand_in_line_up,
                    HandInLineUpRequest { team: first?, boards, ..Default::default() }
                )
            }
            "lots" => {
                send!(
                    self,
                    draw_lots,
                    DrawLotsRequest { order: Vec::new(), seed: Some(rest.parse()?) }
                )
            }
            "groups" => send!(
                self,
                divide_groups,
                DivideGroupsRequest { groups: Vec::new(), seed: Some(rest.parse()?) }
            ),
            "group" => {
                let group = |group| Ok(Group { participants: numbers(group)? });
                let groups = rest.split('/').map(group).collect::<Result<Vec<Group>>>()?;
                send!(self, divide_groups, DivideGroupsRequest { groups, seed: None })
            }
            "absent" | "half" | "present" => {
                send!(
                    self,
                    report_absence,
                    ReportAbsenceRequest {
                        participant: first?,
                        round: second?,
                        half_point_bye: word == "half",
                        present: word == "present",
                        reason: rest.to_owned(),
                        ..Default::default()
                    }
                )
            }
            "withdraw" | "reinstate" => {
                send!(
                    self,
                    withdraw,
                    WithdrawRequest {
                        participant: first?,
                        reason: rest.to_owned(),
                        reinstate: word == "reinstate",
                    }
                )
            }
            "pair" => {
                send!(self, pair_round, PairRoundRequest { round: first?, ..Default::default() })
            }
            "hand" => {
                let (games, byes) = rest.split_once("bye").unwrap_or((rest, ""));
                let pair = |(table, pair): (u32, &str)| {
                    let (white, black) = pair.split_once('-').context("a pair")?;
                    Ok(TablePairing { table, white: number(white)?, black: number(black)? })
                };
                let pairs = (1..).zip(games.split_whitespace()).map(pair);
                let pairings = pairs.collect::<Result<Vec<TablePairing>>>()?;
                send!(
                    self,
                    pair_round,
                    PairRoundRequest {
                        round: first?,
                        pairings,
                        byes: numbers(byes)?,
                        ..Default::default()
                    }
                )
            }
            "play-off" => send!(
                self,
                pair_play_off,
                PairPlayOffRequest {
                    round: first?,
                    participants: numbers(seedless)?,
                    seed,
                    ..Default::default()
                }
            ),
            "color" => {
                let color = match seedless {
                    "white" => Color::White,
                    "black" => Color::Black,
                    _ => Color::Unspecified,
                };
                send!(
                    self,
                    choose_color,
                    ChooseColorRequest { pool_place: first?, color: color.into(), seed }
                )
            }
            "unpair" => {
                let is_by_chief = name.contains(" chief-arbiter:");
                let ground = if is_by_chief { UnpairGround::ChiefArbiter.into() } else { 0 };
                send!(
                    self,
                    unpair_round,
                    UnpairRoundRequest { round: first?, reason: rest.to_owned(), ground }
                )
            }
            "publish" => send!(self, publish_round, PublishRoundRequest { round: first? }),
            "open" => {
                // The rounds of a story follow at once (2006 art. 9).
                let reason = "the players go on".to_owned();
                send!(self, open_round, OpenRoundRequest { round: first?, reason })
            }
            "close" => send!(
                self,
                close_round,
                CloseRoundRequest { round: first?, reason: rest.to_owned() }
            ),
            "resolve" => send!(
                self,
                resolve_tie,
                ResolveTieRequest {
                    participants: numbers(rest)?,
                    how: TieDecision::Arbiter.into(),
                    ..Default::default()
                }
            ),
            _ => bail!("unknown line"),
        }
    }
}
