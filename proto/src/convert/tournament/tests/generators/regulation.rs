//! Any regulation, valid or not.

use std::time::Duration;

use draughts::{DrawAgreement, DrawRules, FmjdEdition, RuleSet};
use game_clock::{StartMode, Terms, TimeControl};
use proptest::{collection::vec, option, prelude::*, sample::select};
use tournament::{
    Schedule,
    plan::{Competition, GroupRule},
    ranking::{FirstPlace, Remedy, TieBreak, WithdrawalRule},
    regulation::{Format, HalfPointByes, Limits, Preset, PrizeRule, Regulation, WinnersRule},
    swiss::FirstRound,
};

fn tie_break() -> impl Strategy<Value = TieBreak> {
    prop_oneof![
        select(vec![
            TieBreak::Points,
            TieBreak::BoardPoints,
            TieBreak::SonnebornBerger,
            TieBreak::KndbSonnebornBerger,
            TieBreak::Solkoff,
            TieBreak::MutualResult,
            TieBreak::Wins,
            TieBreak::Lot,
        ]),
        any::<u8>().prop_map(|lowest| TieBreak::TruncatedSolkoff { lowest }),
        any::<u8>().prop_map(|each| TieBreak::MedianSolkoff { each }),
    ]
}

fn format() -> impl Strategy<Value = Format> {
    let competitions = vec![
        Competition::ClubEvent,
        Competition::ClubTeams,
        Competition::Eight,
        Competition::Ha,
        Competition::Classes,
        Competition::Youth,
        Competition::Blitz,
        Competition::MiniTeams,
    ];
    prop_oneof![
        select(competitions).prop_map(Format::Prescribed),
        select(Schedule::ALL.to_vec()).prop_map(Format::Table),
        select(Schedule::ALL.to_vec()).prop_map(Format::Pools),
        select(vec![FirstRound::EntrantsKnown, FirstRound::EntrantsUnknown])
            .prop_map(Format::Swiss),
        any::<u32>().prop_map(|games| Format::Match { games }),
        Just(Format::Manual),
    ]
}

pub(super) fn remedy() -> impl Strategy<Value = Remedy> {
    select(vec![
        Remedy::MatchOfTwo,
        Remedy::SingleGames,
        Remedy::SingleGamesOrLot,
        Remedy::SingleGamesByLot,
        Remedy::TeamMatch,
        Remedy::Blitz,
        Remedy::Lot,
        Remedy::Arbiter,
        Remedy::Organizer,
    ])
}

fn first_place() -> impl Strategy<Value = FirstPlace> {
    prop_oneof![
        Just(FirstPlace::ByAllTieBreaks),
        Just(FirstPlace::ByMutualResult),
        (0..20_usize).prop_map(|count| FirstPlace::ByLeadingTieBreaks { count }),
    ]
}

fn withdrawal() -> impl Strategy<Value = WithdrawalRule> {
    let void = (1..9_u32).prop_map(|games| WithdrawalRule::VoidBelow { games });
    let kept = [WithdrawalRule::PointsStay, WithdrawalRule::RemainingLost];
    prop_oneof![select(kept.to_vec()), void]
}

fn limits() -> impl Strategy<Value = Limits> {
    (any::<u32>(), any::<Option<u32>>(), any::<Option<u32>>()).prop_map(
        |(entrants_min, entrants_max, younger_than)| Limits {
            entrants_min,
            entrants_max,
            younger_than,
        },
    )
}

fn time_control() -> impl Strategy<Value = TimeControl> {
    let controls = [
        "90m",
        "80m + 60s",
        "50/2h + 30m",
        "45/5400:30/1800",
        "0.5m + 0.5s",
        "90m d5s",
        "40/2h b10s + 1h b10s",
    ];
    select(controls.to_vec()).prop_map(|text| text.parse().unwrap())
}

fn terms() -> impl Strategy<Value = Terms> {
    let editions = [FmjdEdition::KingsAlone, FmjdEdition::Annex1, FmjdEdition::LongDiagonal];
    let agreements = [DrawAgreement::Free, DrawAgreement::CheckedOnPaper, DrawAgreement::Arbiter];
    (select(editions.to_vec()), select(agreements.to_vec()), select(StartMode::ALL.to_vec()))
        .prop_map(|(edition, agreement, start)| Terms {
            draws: DrawRules { edition, agreement },
            start,
        })
}

/// Generates a preset's regulation with any of its points changed, valid or not.
pub(super) fn regulation() -> impl Strategy<Value = Regulation> {
    let preset = || select(Preset::ALL.to_vec()).prop_map(Regulation::of);
    let order = (vec(tie_break(), 0..6), first_place(), remedy(), remedy(), withdrawal());
    let winners = select(vec![WinnersRule::Apart, WinnersRule::MostPoints, WinnersRule::Group]);
    let groups = option::of(select(vec![
        GroupRule::Fours,
        GroupRule::LowestTakesRest,
        GroupRule::FoursByStrength,
    ]));
    let rules = select(RuleSet::ALL.to_vec());
    (
        (preset(), preset()),
        order,
        (format(), any::<Option<u32>>(), groups, option::of(1..30_u32)),
        (any::<u32>(), any::<u32>(), limits(), rules),
        (any::<bool>(), option::of(1..=u64::from(u32::MAX))),
        (any::<(u32, bool)>(), any::<bool>(), winners, option::of(terms())),
        (option::of(time_control()), option::of(time_control())),
    )
        .prop_map(
            |(
                (of, ordered),
                order,
                format,
                others,
                (black_starts, absence),
                absent,
                time_controls,
            )| {
                let mut regulation = of;
                regulation.black_starts = black_starts;
                regulation.absence = absence.map(Duration::from_millis);
                regulation.rest = regulation.absence.filter(|_| black_starts);
                regulation.time_control = time_controls.0;
                regulation.play_off_time_control = time_controls.1;
                regulation.order = ordered.order;
                regulation.order.tie_breaks = order.0;
                regulation.order.first_place = order.1;
                (regulation.order.first_remedy, regulation.order.remedy) = (order.2, order.3);
                regulation.order.withdrawal = order.4;
                (regulation.format, regulation.rounds) = (format.0, format.1);
                (regulation.groups, regulation.boards) = (format.2, format.3);
                (regulation.promoted, regulation.relegated) = (others.0, others.1);
                (regulation.limits, regulation.rules) = (others.2, others.3);
                let (most, in_last_round) = absent.0;
                regulation.half_point_byes = HalfPointByes { most, in_last_round };
                (regulation.no_show_withdraws, regulation.winners) = (absent.1, absent.2);
                regulation.no_adjournment = absent.1;
                regulation.prizes =
                    if absent.1 { PrizeRule::FrisianClasses } else { PrizeRule::Entered };
                regulation.terms = absent.3;
                regulation
            },
        )
}
