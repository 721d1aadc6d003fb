//! The regulations of the rulebooks, as data.

use super::{Format, HalfPointByes, Limits, Preset, PrizeRule, Regulation, WinnersRule};
use crate::plan::{Competition, GroupRule};
use crate::ranking::{FirstPlace, Order, Remedy, TieBreak};
use crate::swiss::FirstRound;
use crate::{Schedule, Scoring};
use draughts::RuleSet;
use game_clock::{Preset as TimePreset, StartMode, Terms};
use std::time::Duration;

/// The number of opponents in a display, unless the organisers set another.
const DISPLAY_BOARDS: u32 = 10;

impl Regulation {
    /// Returns the regulation of a preset, unchanged.
    pub fn of(preset: Preset) -> Self {
        preset.regulation()
    }
}

impl Preset {
    /// Returns the regulation, unchanged.
    fn regulation(self) -> Regulation {
        match self {
            Self::FrisianKk => self.eight(Order::frisian_champions(), 0),
            Self::FrisianHaa | Self::FrisianRhaa => self.eight(Order::frisian_eight(), 2),
            Self::FrisianHa => Regulation {
                time_control: Some(TimePreset::FrisianHa.control()),
                promoted: 2,
                limits: of(2, Some(8)),
                ..self.frisian(Competition::Ha, Order::frisian_class())
            },
            Self::FrisianHaSwiss => Regulation {
                time_control: Some(TimePreset::FrisianHa.control()),
                format: Format::Swiss(FirstRound::EntrantsKnown),
                rounds: Some(6),
                no_show_withdraws: true,
                promoted: 2,
                limits: of(9, None),
                ..self.frisian(Competition::Ha, Order::kndb_swiss())
            },
            Self::FrisianClass => Regulation {
                time_control: Some(TimePreset::FrisianClass.control()),
                groups: Some(GroupRule::Fours),
                winners: WinnersRule::Group,
                limits: of(3, None),
                ..self.frisian(Competition::Classes, Order::frisian_class())
            },
            Self::FrisianClubEvent => Regulation {
                groups: Some(GroupRule::Fours),
                winners: WinnersRule::MostPoints,
                limits: of(2, None),
                ..self.frisian(Competition::ClubEvent, Order::frisian_club_event())
            },
            Self::FrisianClubTeams => self.clubs(true, 0, 1),
            Self::FrisianClubTeamsMiddle => self.clubs(false, 1, 1),
            Self::FrisianClubTeamsLowest => self.clubs(false, 1, 0),
            Self::FrisianClubChampionship => Regulation {
                groups: Some(GroupRule::LowestTakesRest),
                limits: of(4, None),
                ..self.clubs(true, 1, 1)
            },
            Self::FrisianMini => Regulation {
                groups: Some(GroupRule::FoursByStrength),
                boards: Some(4),
                limits: of(3, None),
                ..self.frisian(Competition::MiniTeams, Order::frisian_mini_teams())
            },
            Self::FrisianPupils => self.youth(TimePreset::FrisianYouth, 12),
            Self::FrisianYouth => self.youth(TimePreset::FrisianYouth, 16),
            Self::FrisianJuniors => self.youth(TimePreset::FrisianJuniors, 21),
            Self::FrisianBlitz => Regulation {
                time_control: Some(TimePreset::FrisianBlitz.control()),
                format: Format::Swiss(FirstRound::EntrantsKnown),
                no_show_withdraws: true,
                prizes: PrizeRule::FrisianClasses,
                ..self.frisian(Competition::Blitz, Order::frisian_blitz())
            },
            Self::FrisianDisplay => {
                let terms = Terms::of(RuleSet::Frisian);
                Regulation {
                    format: Format::Match { games: 1 },
                    boards: Some(DISPLAY_BOARDS),
                    limits: of(2, Some(2)),
                    terms: Some(Terms { start: StartMode::Untimed, ..terms }),
                    ..self.frisian(Competition::MiniTeams, display_order())
                }
            }
            Self::Tournament2006 => Regulation {
                format: Format::Pools(Schedule::Ind8Achttal),
                play_off_time_control: Some(TimePreset::Tournament2006Blitz.control()),
                limits: of(16, Some(16)),
                ..self.of_2006(RuleSet::International2006, Order::pool_2006())
            },
            Self::Tournament2006Open => Regulation {
                format: Format::Swiss(FirstRound::EntrantsKnown),
                rounds: Some(8),
                no_show_withdraws: true,
                limits: of(9, None),
                ..self.of_2006(RuleSet::International2006Open, Order::open_2006())
            },
            Self::KndbSwiss => Regulation {
                format: Format::Swiss(FirstRound::EntrantsKnown),
                no_show_withdraws: true,
                ..self.international(Order::kndb_swiss())
            },
            Self::RoundRobin => self.international(general_order()),
            Self::Match => Regulation {
                format: Format::Match { games: 2 },
                limits: of(2, Some(2)),
                ..self.international(general_order())
            },
        }
    }

    fn frisian(self, competition: Competition, order: Order) -> Regulation {
        Regulation {
            preset: self,
            rules: RuleSet::Frisian,
            time_control: None,
            play_off_time_control: None,
            black_starts: false,
            absence: None,
            format: Format::Prescribed(competition),
            rounds: None,
            groups: None,
            boards: None,
            order,
            promoted: 0,
            relegated: 0,
            limits: of(2, None),
            half_point_byes: HalfPointByes::default(),
            no_show_withdraws: false,
            winners: WinnersRule::Apart,
            no_adjournment: false,
            rest: None,
            prizes: PrizeRule::Entered,
            terms: Some(Terms { start: StartMode::Gong, ..Terms::of(RuleSet::Frisian) }),
        }
    }

    fn eight(self, order: Order, promoted: u32) -> Regulation {
        Regulation {
            time_control: Some(TimePreset::FrisianChampionship.control()),
            promoted,
            relegated: 2,
            limits: of(8, Some(8)),
            ..self.frisian(Competition::Eight, order)
        }
    }

    fn clubs(self, is_first_group: bool, promoted: u32, relegated: u32) -> Regulation {
        let order = Order::frisian_club_teams(is_first_group);
        // Every group above the lowest is of four (B art. 2).
        let most = if self == Self::FrisianClubTeamsMiddle { 4 } else { 7 };
        Regulation {
            boards: Some(8),
            promoted,
            relegated,
            limits: of(4, Some(most)),
            ..self.frisian(Competition::ClubTeams, order)
        }
    }

    fn youth(self, time: TimePreset, younger_than: u32) -> Regulation {
        Regulation {
            time_control: Some(time.control()),
            format: Format::Table(Schedule::Berger),
            limits: Limits { younger_than: Some(younger_than), ..of(2, None) },
            ..self.frisian(Competition::Youth, Order::frisian_youth())
        }
    }

    fn of_2006(self, rules: RuleSet, order: Order) -> Regulation {
        Regulation {
            rules,
            terms: Some(Terms::of(rules)),
            time_control: Some(TimePreset::Tournament2006.control()),
            black_starts: true,
            absence: Some(Duration::from_secs(3600)),
            no_adjournment: true,
            rest: Some(Duration::from_secs(1800)),
            ..self.international(order)
        }
    }

    fn international(self, order: Order) -> Regulation {
        Regulation {
            rules: RuleSet::International,
            terms: Some(Terms::of(RuleSet::International)),
            format: Format::Table(Schedule::Berger),
            ..self.frisian(Competition::Youth, order)
        }
    }
}

/// Returns the order of a tournament without a rulebook: that of the Frisian classes, with 2 points
/// for a win.
fn general_order() -> Order {
    Order { scoring: Scoring::TwoOneZero, article: None, ..Order::frisian_class() }
}

/// Returns the order of a display, which has no winner: the points of the boards are shown, and no
/// tie is broken.
fn display_order() -> Order {
    Order {
        tie_breaks: vec![TieBreak::Points],
        first_place: FirstPlace::ByAllTieBreaks,
        first_remedy: Remedy::Organizer,
        remedy: Remedy::Organizer,
        article: None,
        ..Order::frisian_mini_teams()
    }
}

/// Returns limits on the number of entrants, of any age.
fn of(entrants_min: u32, entrants_max: Option<u32>) -> Limits {
    Limits { entrants_min, entrants_max, younger_than: None }
}
