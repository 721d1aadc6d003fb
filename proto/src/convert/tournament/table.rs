//! Converts tables of groups.

use tournament::{
    GroupTable, Tournament,
    ranking::{
        Decision, Participant, Prescription, Ranking, Row, Tie, TieBreak, Withdrawal, ZoneKind,
    },
};

use crate::{
    convert::{ConvertError, tournament::tie::wire_decision, types::words},
    v1,
};

words!(ZoneKind, v1::ZoneKind, "zone", {
    Promotion => ZoneKind::Promotion,
    Relegation => ZoneKind::Relegation,
});

/// Converts every row of every table.
#[must_use]
pub fn standings(tables: &[GroupTable]) -> Vec<v1::Standing> {
    let rows = tables.iter().flat_map(|table| {
        let order = &table.ranking.order.tie_breaks;
        table.ranking.rows.iter().map(move |row| standing(row, order))
    });
    rows.collect()
}

fn standing(row: &Row, order: &[TieBreak]) -> v1::Standing {
    let is_sonneborn_berger =
        |it: &TieBreak| matches!(it, TieBreak::SonnebornBerger | TieBreak::KndbSonnebornBerger);
    let at = order.iter().position(is_sonneborn_berger);
    let sonneborn_berger = at.and_then(|at| row.values.get(at).copied().flatten());
    v1::Standing {
        rank: row.place,
        tied: row.is_tied,
        player: row.participant.get(),
        played: row.played,
        wins: row.wins,
        draws: row.draws,
        losses: row.losses,
        points: row.points,
        sonneborn_berger: sonneborn_berger.unwrap_or(0),
    }
}

/// Converts the tables, without texts.
#[must_use]
pub fn group_tables(tournament: &Tournament, tables: &[GroupTable]) -> Vec<v1::GroupTable> {
    // Two pools have one final order, which is part of the first table.
    let final_order = tournament.final_order().unwrap_or_default();
    let mut shown: Vec<v1::GroupTable> =
        tables.iter().map(|table| group_table(table.group.get(), &table.ranking)).collect();
    if let Some(first) = shown.first_mut() {
        first.final_order = final_order.iter().map(|player| player.get()).collect();
    }
    shown
}

/// Converts the table of all groups together ([`Tournament::overall_table`]), as group 0, without
/// texts.
#[must_use]
pub fn overall_table(ranking: &Ranking) -> v1::GroupTable {
    group_table(0, ranking)
}

fn group_table(group: u32, ranking: &Ranking) -> v1::GroupTable {
    let mut table = v1::GroupTable {
        group,
        columns: ranking.order.tie_breaks.iter().map(|it| column(*it, ranking)).collect(),
        rows: ranking.rows.iter().map(row).collect(),
        ties: ranking.ties.iter().map(tie).collect(),
        article: ranking.order.article.unwrap_or_default().to_owned(),
        withdrawals: ranking.withdrawals.iter().map(gone).collect(),
        ..v1::GroupTable::default()
    };
    table.set_contest(ranking.order.contest.into());
    table
}

fn column(tie_break: TieBreak, ranking: &Ranking) -> v1::TableColumn {
    v1::TableColumn { key: key(tie_break), name: String::new(), unit: ranking.unit(tie_break) }
}

fn row(row: &Row) -> v1::TableRow {
    let (resolved_by, seed) = match row.decided_by {
        Some(Decision::Resolution { how, .. }) => wire_decision(how),
        Some(
            Decision::TieBreak { .. }
            | Decision::MutualResultForFirst { .. }
            | Decision::Withdrawal { .. }
            | Decision::Final { .. },
        )
        | None => (v1::TieDecision::Unspecified, None),
    };
    v1::TableRow {
        place: row.place,
        tied: row.is_tied,
        participant: row.participant.get(),
        played: row.played,
        wins: row.wins,
        draws: row.draws,
        losses: row.losses,
        running: row.running,
        to_play: row.to_play,
        in_hand: row.in_hand,
        values: row.values.iter().map(|value| v1::TableValue { value: *value }).collect(),
        decided_by: match row.decided_by {
            None => String::new(),
            Some(Decision::TieBreak { tie_break, .. }) => key(tie_break),
            Some(Decision::MutualResultForFirst { .. }) => key(TieBreak::MutualResult),
            Some(Decision::Withdrawal { .. }) => "withdrawal".to_owned(),
            Some(Decision::Final { .. }) => "final".to_owned(),
            Some(Decision::Resolution { .. }) => "resolution".to_owned(),
        },
        zone: row.zone.map(|mark| v1::ZoneMark {
            kind: v1::ZoneKind::from(mark.kind).into(),
            contested: mark.is_contested,
        }),
        withdrawn: row.is_withdrawn,
        explanation: String::new(),
        resolved_by: resolved_by.into(),
        seed,
    }
}

fn tie(tie: &Tie) -> v1::TableTie {
    let (remedy, first_white) = match tie.prescription {
        Prescription::Remedy { remedy, first_white } => (remedy.into(), first_white),
        Prescription::Schedule | Prescription::Later => (v1::Remedy::Unspecified, None),
    };
    v1::TableTie {
        place: tie.place,
        participants: tie.participants.iter().map(|participant| participant.get()).collect(),
        remedy: remedy.into(),
        first_white: first_white.map_or(0, Participant::get),
        explanation: String::new(),
        early: tie.prescription == Prescription::Later,
    }
}

fn gone(withdrawal: &Withdrawal) -> v1::TableWithdrawal {
    v1::TableWithdrawal {
        participant: withdrawal.participant.get(),
        played: withdrawal.played,
        void: withdrawal.is_void,
        lost: withdrawal.lost,
        explanation: String::new(),
    }
}

/// Returns the key of a column, which is the same in every language.
fn key(tie_break: TieBreak) -> String {
    match tie_break {
        TieBreak::Points => "points".to_owned(),
        TieBreak::BoardPoints => "board-points".to_owned(),
        TieBreak::SonnebornBerger => "sonneborn-berger".to_owned(),
        TieBreak::KndbSonnebornBerger => "kndb-sonneborn-berger".to_owned(),
        TieBreak::Solkoff => "solkoff".to_owned(),
        TieBreak::TruncatedSolkoff { lowest } => format!("truncated-solkoff-{lowest}"),
        TieBreak::MedianSolkoff { each } => format!("median-solkoff-{each}"),
        TieBreak::MutualResult => "mutual-result".to_owned(),
        TieBreak::Wins => "wins".to_owned(),
        TieBreak::Lot => "lot".to_owned(),
    }
}
