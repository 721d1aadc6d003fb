//! Converts regulations.

use game_clock::{Increment, Stage, TimeControl};
use std::time::Duration;
use tournament::{
    Schedule, Scoring,
    plan::{Competition, GroupRule},
    ranking::{Contest, FirstPlace, Order, Remedy, TieBreak, WithdrawalRule},
    regulation::{Format, HalfPointByes, Limits, Preset, PrizeRule, Regulation, WinnersRule},
    swiss::FirstRound,
};

use crate::{
    convert::{
        ConvertError, required,
        types::{millis, words},
    },
    v1::{self, format::Format as WireFormat},
};

words!(Schedule, v1::PairingSystem, "table", {
    TableInd3 => Schedule::Ind3,
    TableInd4 => Schedule::Ind4,
    TableInd5 => Schedule::Ind5,
    TableInd6Split => Schedule::Ind6Split,
    TableTeam4 => Schedule::Team4,
    TableTeam5 => Schedule::Team5,
    TableTeam6 => Schedule::Team6,
    TableTeam7 => Schedule::Team7,
    RoundRobinEight => Schedule::Ind8Achttal,
    TableMini4 => Schedule::Mini4,
    TableMini5 => Schedule::Mini5,
    TableMini6Split => Schedule::Mini6Split,
    TableHa2 => Schedule::Ha2,
    TableHa6 => Schedule::Ha6,
    TableHa7 => Schedule::Ha7,
    RoundRobinBerger => Schedule::Berger,
    RoundRobinBergerDouble => Schedule::BergerDouble,
} else {
    Manual => "pairing by hand is no table",
});
words!(Competition, v1::Competition, "competition", {
    ClubEvent => Competition::ClubEvent,
    ClubTeams => Competition::ClubTeams,
    Eight => Competition::Eight,
    Ha => Competition::Ha,
    Classes => Competition::Classes,
    Youth => Competition::Youth,
    Blitz => Competition::Blitz,
    MiniTeams => Competition::MiniTeams,
});
words!(FirstRound, v1::FirstRound, "first_round", {
    EntrantsKnown => FirstRound::EntrantsKnown,
    EntrantsUnknown => FirstRound::EntrantsUnknown,
});
words!(GroupRule, v1::GroupRule, "groups", {
    Fours => GroupRule::Fours,
    LowestTakesRest => GroupRule::LowestTakesRest,
    FoursByStrength => GroupRule::FoursByStrength,
});
words!(Contest, v1::Contest, "contest", {
    Games => Contest::Games,
    Matches => Contest::Matches,
});
words!(Remedy, v1::Remedy, "remedy", {
    MatchOfTwo => Remedy::MatchOfTwo,
    SingleGames => Remedy::SingleGames,
    SingleGamesOrLot => Remedy::SingleGamesOrLot,
    SingleGamesByLot => Remedy::SingleGamesByLot,
    TeamMatch => Remedy::TeamMatch,
    Blitz => Remedy::Blitz,
    Lot => Remedy::Lot,
    Arbiter => Remedy::Arbiter,
    Organizer => Remedy::Organizer,
});
words!(Scoring, v1::Scoring, "scoring", {
    TwoOneZero => Scoring::TwoOneZero,
    OneHalfZero => Scoring::OneHalfZero,
    BonusDraws => Scoring::BonusDraws,
});

impl From<&Regulation> for v1::Regulation {
    fn from(regulation: &Regulation) -> Self {
        let byes = regulation.half_point_byes;
        let mut wire = Self {
            preset: regulation.preset.id().to_owned(),
            pace: regulation.time_control.as_ref().map(Into::into),
            play_off_pace: regulation.play_off_time_control.as_ref().map(Into::into),
            format: Some(regulation.format.into()),
            rounds: regulation.rounds,
            boards: regulation.boards.unwrap_or(0),
            order: Some((&regulation.order).into()),
            promoted: regulation.promoted,
            relegated: regulation.relegated,
            limits: Some(regulation.limits.into()),
            black_starts: regulation.black_starts,
            absence_ms: regulation.absence.map_or(0, millis),
            half_point_byes: (byes != HalfPointByes::default()).then_some(v1::HalfPointByes {
                most: byes.most,
                in_last_round: byes.in_last_round,
            }),
            no_show_withdraws: regulation.no_show_withdraws,
            no_adjournment: regulation.no_adjournment,
            rest_ms: regulation.rest.map_or(0, millis),
            terms: regulation.terms.map(Into::into),
            ..Self::default()
        };
        wire.set_rules(regulation.rules.into());
        wire.set_winners(match regulation.winners {
            WinnersRule::Apart => v1::WinnersRule::Unspecified,
            WinnersRule::MostPoints => v1::WinnersRule::MostPoints,
            WinnersRule::Group => v1::WinnersRule::Group,
        });
        wire.set_prizes(match regulation.prizes {
            PrizeRule::Entered => v1::PrizeRule::Unspecified,
            PrizeRule::FrisianClasses => v1::PrizeRule::FrisianClasses,
        });
        wire.set_groups(regulation.groups.map_or(v1::GroupRule::Unspecified, v1::GroupRule::from));
        wire
    }
}

impl TryFrom<v1::Regulation> for Regulation {
    type Error = ConvertError;

    fn try_from(wire: v1::Regulation) -> Result<Self, ConvertError> {
        let rules = wire.rules().try_into()?;
        let groups = match wire.groups() {
            v1::GroupRule::Unspecified => None,
            rule @ (v1::GroupRule::Fours
            | v1::GroupRule::LowestTakesRest
            | v1::GroupRule::FoursByStrength) => Some(rule.try_into()?),
        };
        let winners = match v1::WinnersRule::try_from(wire.winners) {
            Ok(v1::WinnersRule::Unspecified) => WinnersRule::Apart,
            Ok(v1::WinnersRule::MostPoints) => WinnersRule::MostPoints,
            Ok(v1::WinnersRule::Group) => WinnersRule::Group,
            Err(_unknown) => return Err(ConvertError::Missing { field: "winners" }),
        };
        let prizes = match v1::PrizeRule::try_from(wire.prizes) {
            Ok(v1::PrizeRule::Unspecified) => PrizeRule::Entered,
            Ok(v1::PrizeRule::FrisianClasses) => PrizeRule::FrisianClasses,
            Err(_unknown) => return Err(ConvertError::Missing { field: "prizes" }),
        };
        let byes = wire.half_point_byes.map_or_else(HalfPointByes::default, |byes| HalfPointByes {
            most: byes.most,
            in_last_round: byes.in_last_round,
        });
        Ok(Self {
            half_point_byes: byes,
            no_show_withdraws: wire.no_show_withdraws,
            no_adjournment: wire.no_adjournment,
            rest: (wire.rest_ms != 0).then(|| Duration::from_millis(wire.rest_ms)),
            prizes,
            winners,
            terms: wire.terms.map(TryInto::try_into).transpose()?,
            preset: preset(&wire.preset)?,
            rules,
            time_control: wire.pace.map(TryInto::try_into).transpose()?,
            play_off_time_control: wire.play_off_pace.map(TryInto::try_into).transpose()?,
            format: required(wire.format, "format")?.try_into()?,
            rounds: wire.rounds,
            groups,
            boards: (wire.boards != 0).then_some(wire.boards),
            order: required(wire.order, "order")?.try_into()?,
            promoted: wire.promoted,
            relegated: wire.relegated,
            limits: required(wire.limits, "limits")?.into(),
            black_starts: wire.black_starts,
            absence: (wire.absence_ms != 0).then(|| Duration::from_millis(wire.absence_ms)),
        })
    }
}

/// Returns the preset with a name.
///
/// # Errors
/// [`ConvertError::Invalid`], which names every preset, if there is none.
pub fn preset(name: &str) -> Result<Preset, ConvertError> {
    name.parse().map_err(|source| ConvertError::invalid("preset", source))
}

impl From<&TimeControl> for v1::Pace {
    fn from(control: &TimeControl) -> Self {
        Self { stages: control.stages().iter().map(stage_to_wire).collect() }
    }
}

impl TryFrom<v1::Pace> for TimeControl {
    type Error = ConvertError;

    fn try_from(pace: v1::Pace) -> Result<Self, ConvertError> {
        let stages: Vec<Stage> = pace.stages.iter().map(stage_from_wire).collect();
        Self::staged(&stages).map_err(|source| ConvertError::invalid("pace", source))
    }
}

fn stage_to_wire(stage: &Stage) -> v1::Stage {
    let kind = match stage.increment {
        // Older regulations have no kind, from before there were delays.
        Increment::None | Increment::Fischer(_) => v1::IncrementKind::Unspecified,
        Increment::Bronstein(_) => v1::IncrementKind::Bronstein,
        Increment::Delay(_) => v1::IncrementKind::Delay,
    };
    v1::Stage {
        moves: stage.moves.unwrap_or(0),
        time_ms: millis(stage.time),
        increment_ms: millis(stage.increment.time()),
        kind: kind.into(),
    }
}

fn stage_from_wire(stage: &v1::Stage) -> Stage {
    let increment = Duration::from_millis(stage.increment_ms);
    Stage {
        moves: (stage.moves != 0).then_some(stage.moves),
        time: Duration::from_millis(stage.time_ms),
        increment: match stage.kind() {
            v1::IncrementKind::Unspecified | v1::IncrementKind::Fischer => {
                Increment::Fischer(increment)
            }
            v1::IncrementKind::Bronstein => Increment::Bronstein(increment),
            v1::IncrementKind::Delay => Increment::Delay(increment),
        },
    }
}

impl From<Format> for v1::Format {
    fn from(format: Format) -> Self {
        let table = |table| v1::PairingSystem::from(table).into();
        Self {
            format: Some(match format {
                Format::Prescribed(competition) => {
                    WireFormat::Prescribed(v1::Competition::from(competition).into())
                }
                Format::Table(by) => WireFormat::Table(table(by)),
                Format::Swiss(first) => WireFormat::Swiss(v1::FirstRound::from(first).into()),
                Format::Pools(by) => WireFormat::Pools(table(by)),
                Format::Match { games } => WireFormat::MatchGames(games),
                Format::Manual => WireFormat::ByHand(v1::ByHand {}),
            }),
        }
    }
}

impl TryFrom<v1::Format> for Format {
    type Error = ConvertError;

    fn try_from(wire: v1::Format) -> Result<Self, ConvertError> {
        let table = |number| {
            let named = v1::PairingSystem::try_from(number).unwrap_or_default();
            Schedule::try_from(named)
        };
        Ok(match required(wire.format, "format")? {
            WireFormat::Prescribed(number) => {
                let named = v1::Competition::try_from(number).unwrap_or_default();
                Self::Prescribed(named.try_into()?)
            }
            WireFormat::Table(number) => Self::Table(table(number)?),
            WireFormat::Swiss(number) => {
                Self::Swiss(v1::FirstRound::try_from(number).unwrap_or_default().try_into()?)
            }
            WireFormat::Pools(number) => Self::Pools(table(number)?),
            WireFormat::MatchGames(games) => Self::Match { games },
            WireFormat::ByHand(v1::ByHand {}) => Self::Manual,
        })
    }
}

impl From<&Order> for v1::Order {
    fn from(order: &Order) -> Self {
        let (kind, count) = match order.first_place {
            FirstPlace::ByAllTieBreaks => (v1::FirstPlaceKind::AllTieBreaks, 0),
            FirstPlace::ByLeadingTieBreaks { count } => {
                let count = u32::try_from(count).unwrap_or(u32::MAX);
                (v1::FirstPlaceKind::LeadingTieBreaks, count)
            }
            FirstPlace::ByMutualResult => (v1::FirstPlaceKind::MutualResult, 0),
        };
        let mut wire = Self {
            tie_breaks: order.tie_breaks.iter().map(|tie_break| (*tie_break).into()).collect(),
            first_place: Some(v1::FirstPlace { kind: kind.into(), count }),
            void_below: match order.withdrawal {
                WithdrawalRule::PointsStay | WithdrawalRule::RemainingLost => 0,
                WithdrawalRule::VoidBelow { games } => games,
            },
            remaining_lost: order.withdrawal == WithdrawalRule::RemainingLost,
            article: order.article.unwrap_or_default().to_owned(),
            ..Self::default()
        };
        wire.set_contest(order.contest.into());
        wire.set_scoring(order.scoring.into());
        wire.set_first_remedy(order.first_remedy.into());
        wire.set_remedy(order.remedy.into());
        wire
    }
}

impl TryFrom<v1::Order> for Order {
    type Error = ConvertError;

    fn try_from(wire: v1::Order) -> Result<Self, ConvertError> {
        let first_place = required(wire.first_place, "first_place")?;
        let tie_breaks: Result<_, ConvertError> =
            wire.tie_breaks.iter().map(|tie_break| TieBreak::try_from(*tie_break)).collect();
        Ok(Self {
            contest: wire.contest().try_into()?,
            scoring: wire.scoring().try_into()?,
            tie_breaks: tie_breaks?,
            first_place: match first_place.kind() {
                v1::FirstPlaceKind::Unspecified => {
                    return Err(ConvertError::Missing { field: "first_place.kind" });
                }
                v1::FirstPlaceKind::AllTieBreaks => FirstPlace::ByAllTieBreaks,
                v1::FirstPlaceKind::LeadingTieBreaks => FirstPlace::ByLeadingTieBreaks {
                    count: usize::try_from(first_place.count).unwrap_or(usize::MAX),
                },
                v1::FirstPlaceKind::MutualResult => FirstPlace::ByMutualResult,
            },
            first_remedy: wire.first_remedy().try_into()?,
            remedy: wire.remedy().try_into()?,
            withdrawal: match (wire.void_below, wire.remaining_lost) {
                (0, false) => WithdrawalRule::PointsStay,
                (0, true) => WithdrawalRule::RemainingLost,
                (games, false) => WithdrawalRule::VoidBelow { games },
                (_, true) => {
                    let reason = "games are void below a number already";
                    return Err(ConvertError::invalid("remaining_lost", reason));
                }
            },
            zones: Vec::new(),
            article: article(&wire.article),
        })
    }
}

/// Returns the article as a preset cites it; `None` if none does.
fn article(cited: &str) -> Option<&'static str> {
    let articles = Preset::ALL.into_iter().map(|preset| Regulation::of(preset).order.article);
    articles.flatten().find(|article| *article == cited)
}

impl From<TieBreak> for v1::TieBreak {
    fn from(tie_break: TieBreak) -> Self {
        let (kind, left_out) = match tie_break {
            TieBreak::Points => (v1::TieBreakKind::Points, 0),
            TieBreak::BoardPoints => (v1::TieBreakKind::BoardPoints, 0),
            TieBreak::SonnebornBerger => (v1::TieBreakKind::SonnebornBerger, 0),
            TieBreak::KndbSonnebornBerger => (v1::TieBreakKind::KndbSonnebornBerger, 0),
            TieBreak::Solkoff => (v1::TieBreakKind::Solkoff, 0),
            TieBreak::TruncatedSolkoff { lowest } => (v1::TieBreakKind::TruncatedSolkoff, lowest),
            TieBreak::MedianSolkoff { each } => (v1::TieBreakKind::MedianSolkoff, each),
            TieBreak::MutualResult => (v1::TieBreakKind::MutualResult, 0),
            TieBreak::Wins => (v1::TieBreakKind::Wins, 0),
            TieBreak::Lot => (v1::TieBreakKind::Lot, 0),
        };
        Self { kind: kind.into(), left_out: left_out.into() }
    }
}

impl TryFrom<v1::TieBreak> for TieBreak {
    type Error = ConvertError;

    fn try_from(wire: v1::TieBreak) -> Result<Self, ConvertError> {
        let left_out = u8::try_from(wire.left_out).map_err(|_source| {
            let reason = format!("{} opponents cannot be left out", wire.left_out);
            ConvertError::invalid("tie_breaks.left_out", reason)
        })?;
        Ok(match wire.kind() {
            v1::TieBreakKind::Unspecified => {
                return Err(ConvertError::Missing { field: "tie_breaks.kind" });
            }
            v1::TieBreakKind::Points => Self::Points,
            v1::TieBreakKind::BoardPoints => Self::BoardPoints,
            v1::TieBreakKind::SonnebornBerger => Self::SonnebornBerger,
            v1::TieBreakKind::KndbSonnebornBerger => Self::KndbSonnebornBerger,
            v1::TieBreakKind::Solkoff => Self::Solkoff,
            v1::TieBreakKind::TruncatedSolkoff => Self::TruncatedSolkoff { lowest: left_out },
            v1::TieBreakKind::MedianSolkoff => Self::MedianSolkoff { each: left_out },
            v1::TieBreakKind::MutualResult => Self::MutualResult,
            v1::TieBreakKind::Wins => Self::Wins,
            v1::TieBreakKind::Lot => Self::Lot,
        })
    }
}

impl From<Limits> for v1::Limits {
    fn from(limits: Limits) -> Self {
        Self {
            entrants_min: limits.entrants_min,
            entrants_max: limits.entrants_max,
            younger_than: limits.younger_than,
        }
    }
}

impl From<v1::Limits> for Limits {
    fn from(limits: v1::Limits) -> Self {
        Self {
            entrants_min: limits.entrants_min,
            entrants_max: limits.entrants_max,
            younger_than: limits.younger_than,
        }
    }
}
