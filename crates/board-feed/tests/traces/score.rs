//! Compares what a tracker concludes with what was played.

use std::collections::BTreeMap;

use board_feed::{Event, Played};
use draughts::Timestamp;
use serde_json::Value;

use crate::trace::{Trace, moment};

/// The time after which a ply is too late, in milliseconds.
const LATE: i64 = 60_000;
/// The time within which an act against the rules has to be told, in milliseconds.
const TOLD: i64 = 10_000;

/// The truth about one game.
#[derive(Default)]
pub(crate) struct Truth {
    plies: BTreeMap<u32, Value>,
    acts: Vec<(u32, String)>,
    end: i64,
}

impl Truth {
    /// Reads the truth about games, by the names of their traces.
    pub(crate) fn read(lines: &[Value]) -> BTreeMap<String, Self> {
        let (mut games, mut id) = (BTreeMap::<String, Self>::new(), String::new());
        for line in lines {
            if line["kind"] == "game" {
                id = line["id"].as_str().unwrap().to_owned();
            }
            let game = games.entry(id.clone()).or_default();
            if let Some(end) = line.get("end") {
                game.end = moment(end).millis();
            } else if let Some(act) = line["act"].as_str() {
                game.acts.push((ply(line), act.to_owned()));
            } else if line.get("move").is_some() {
                game.plies.insert(ply(line), line.clone());
            }
        }
        games
    }
}

fn ply(line: &Value) -> u32 {
    line["ply"].as_u64().unwrap().try_into().unwrap()
}

/// The figures of some games.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Score {
    /// Plies that count, and those of them that stand right in the end and in time.
    pub(crate) plies: usize,
    pub(crate) right: usize,
    /// Plies that stand wrong in the end or were never played.
    pub(crate) wrong: usize,
    /// Plies that were revised after they were published.
    pub(crate) revised: usize,
    /// Acts against the rules, and those that were told in time with their ply and kind.
    pub(crate) acts: usize,
    pub(crate) acts_told: usize,
    /// Regular plies that were told as acts against the rules.
    pub(crate) acts_invented: usize,
    /// Spells out of sync, and those that needed the operator or never ended.
    pub(crate) spells: usize,
    pub(crate) spells_stuck: usize,
    /// Plies that were published for the first time after the end of play, and were not played.
    pub(crate) after_end: usize,
    /// Milliseconds from each press to the publication, and from the moment at which a piece rests
    /// to its tentative move.
    pub(crate) delays: Vec<i64>,
    pub(crate) tentative_delays: Vec<i64>,
    /// A line for each fault.
    pub(crate) faults: Vec<String>,
}

impl Score {
    /// Adds a game.
    pub(crate) fn add(&mut self, trace: &Trace, truth: &Truth, events: &[(Timestamp, Event)]) {
        let mut stands: BTreeMap<u32, (i64, Played)> = BTreeMap::new();
        let (mut tentative, mut told) = (BTreeMap::new(), Vec::new());
        let mut first = BTreeMap::new();
        let mut spell = None;
        for (at, event) in events {
            let at = at.millis();
            match event {
                Event::Tentative { ply, played } => {
                    tentative.insert((*ply, played.mv), at);
                }
                Event::Final { ply, played, .. } => {
                    first.entry(*ply).or_insert(at);
                    stands.insert(*ply, (at, played.clone()));
                }
                Event::Irregular { ply, played, kind } => {
                    told.push((at, *ply, kind.as_str()));
                    first.entry(*ply).or_insert(at);
                    stands.insert(*ply, (at, played.clone()));
                }
                Event::Revised { ply, played } => {
                    self.revised += 1;
                    stands.remove(ply);
                    if let Some(played) = played {
                        stands.insert(*ply, (at, played.clone()));
                    }
                    self.fault(trace, at, &format!("revised {ply} {played:?}"));
                }
                Event::OutOfSync { .. } => spell = Some(at),
                Event::InSync { .. } => {
                    if let Some(start) = spell.take() {
                        let is_stuck =
                            trace.setups.iter().any(|s| (start..=at).contains(&s.millis()));
                        self.end_spell(trace, start, is_stuck);
                    }
                }
                Event::NotCrowned { .. } | Event::AfterGame => {}
            }
        }
        if let Some(start) = spell {
            self.end_spell(trace, start, true);
        }
        self.add_plies(trace, truth, &stands, &first);
        self.add_delays(truth, &stands, &tentative);
        self.add_acts(trace, truth, &told);
    }

    fn end_spell(&mut self, trace: &Trace, start: i64, is_stuck: bool) {
        self.spells += 1;
        if is_stuck {
            self.spells_stuck += 1;
            self.fault(trace, start, "stuck out of sync");
        }
    }

    fn fault(&mut self, trace: &Trace, at: i64, fault: &str) {
        self.faults.push(format!("{} {}.{:03} {fault}", trace.id, at / 1000, at % 1000));
    }

    fn add_plies(
        &mut self,
        trace: &Trace,
        truth: &Truth,
        stands: &BTreeMap<u32, (i64, Played)>,
        first: &BTreeMap<u32, i64>,
    ) {
        for (ply, (at, played)) in stands {
            if !truth.plies.contains_key(ply) {
                self.wrong += 1;
                self.after_end += usize::from(first.get(ply).is_some_and(|at| *at > truth.end));
                self.fault(trace, *at, &format!("ply {ply} {played:?} was never played"));
            }
        }
        for (ply, line) in &truth.plies {
            if line.get("irregular").is_some() || line.get("undecidable").is_some() {
                continue;
            }
            self.plies += 1;
            let done = moment(&line["t_done"]).millis();
            match stands.get(ply) {
                None => self.fault(trace, done, &format!("ply {ply} {} is missing", line["move"])),
                Some((at, played)) if !is_move(played, line) => {
                    self.wrong += 1;
                    self.fault(
                        trace,
                        *at,
                        &format!("ply {ply} {} told as {}", line["move"], played.text),
                    );
                }
                Some((at, _)) if at - done > LATE => {
                    self.fault(trace, *at, &format!("ply {ply} {} is late", line["move"]));
                }
                Some(_) => self.right += 1,
            }
        }
    }

    fn add_delays(
        &mut self,
        truth: &Truth,
        stands: &BTreeMap<u32, (i64, Played)>,
        tentative: &BTreeMap<(u32, draughts::Move), i64>,
    ) {
        for (ply, line) in &truth.plies {
            let Some((at, played)) = stands.get(ply) else { continue };
            if !line["t_clock"].is_null() {
                self.delays.push(at - moment(&line["t_clock"]).millis());
            }
            let at = tentative.get(&(*ply, played.mv)).copied().unwrap_or(*at).min(*at);
            self.tentative_delays.push(at - moment(&line["t_done"]).millis());
        }
    }

    fn add_acts(&mut self, trace: &Trace, truth: &Truth, told: &[(i64, u32, &str)]) {
        let polls =
            trace.setting.poll.map_or(0, |poll| 2 * poll.as_millis().try_into().unwrap_or(0));
        for (ply, kind) in &truth.acts {
            self.acts += 1;
            let press = |ply| truth.plies.get(&ply).map(|line| &line["t_clock"]);
            let pressed = [press(*ply), press(*ply + 1)];
            let line = &truth.plies[ply];
            let pressed = pressed.into_iter().flatten().find(|at| !at.is_null());
            let from = pressed.map_or(moment(&line["t_done"]), moment).millis();
            let from = from.max(moment(&line["t_done"]).millis());
            let is_told = told
                .iter()
                .any(|(at, p, k)| (p, k) == (ply, &kind.as_str()) && *at - from <= TOLD + polls);
            self.acts_told += usize::from(is_told);
            if !is_told {
                self.fault(trace, from, &format!("{kind} at ply {ply} was not told: {told:?}"));
            }
        }
        for (at, ply, kind) in told {
            let is_regular = truth.plies.get(ply).is_some_and(|line| {
                line.get("irregular").is_none() && line.get("undecidable").is_none()
            });
            if is_regular {
                self.acts_invented += 1;
                self.fault(trace, *at, &format!("{kind} invented at ply {ply}"));
            }
        }
    }

    /// Returns the median delays from the press to the publication and from the rest to the
    /// tentative move.
    pub(crate) fn medians(&self) -> [i64; 2] {
        [&self.delays, &self.tentative_delays].map(|delays| {
            let mut sorted = delays.clone();
            sorted.sort_unstable();
            sorted.get(sorted.len() / 2).copied().unwrap_or(0)
        })
    }
}

/// Returns true if a move is that of a line of the truth.
fn is_move(played: &Played, line: &Value) -> bool {
    let mut squares = line["move"].as_str().unwrap().split(['-', 'x']);
    let ends = [squares.next().unwrap(), squares.next_back().unwrap()];
    let mut captured: Vec<u64> =
        line["caps"].as_array().unwrap().iter().map(|square| square.as_u64().unwrap()).collect();
    captured.sort_unstable();
    let taken: Vec<u64> =
        played.mv.captured().squares().map(|square| square.get().into()).collect();
    [played.mv.from().to_string(), played.mv.to().to_string()] == ends && taken == captured
}
