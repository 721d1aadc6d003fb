//! Tables of groups.

use draughts::Language;
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

/// The language and the names of a table.
#[derive(Clone, Copy)]
struct Speech<'a> {
    language: Language,
    /// Names a player, or a team where teams play.
    name: &'a dyn Fn(Participant) -> String,
}

/// Every row of every table.
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

/// The tables, with texts where a language is asked for.
#[must_use]
pub fn group_tables(
    tournament: &Tournament,
    tables: &[GroupTable],
    language: Option<Language>,
) -> Vec<v1::GroupTable> {
    let name = |participant| name(tournament, participant);
    let speech = language.map(|language| Speech { language, name: &name });
    // Two pools have one final order, which stands with the first of them.
    let final_order = tournament.final_order().unwrap_or_default();
    let mut shown: Vec<v1::GroupTable> =
        tables.iter().map(|table| group_table(table.group.get(), &table.ranking, speech)).collect();
    if let Some(first) = shown.first_mut() {
        first.final_order = final_order.iter().map(|player| player.get()).collect();
    }
    shown
}

/// The table of the winners of several groups (A art. 5, D art. 6), as group 0; `None` where there are
/// none, and before each group has a winner.
#[must_use]
pub fn winners_table(
    tournament: &Tournament,
    language: Option<Language>,
) -> Option<v1::GroupTable> {
    let name = |participant| name(tournament, participant);
    let speech = language.map(|language| Speech { language, name: &name });
    Some(group_table(0, &tournament.winners_table()?, speech))
}

/// The name of a participant, or the number of one who is not known.
fn name(tournament: &Tournament, participant: Participant) -> String {
    let known = tournament.name_of(participant).map(str::to_owned);
    known.unwrap_or_else(|| format!("#{participant}"))
}

/// A table, with texts when `speech` says how.
fn group_table(group: u32, ranking: &Ranking, speech: Option<Speech<'_>>) -> v1::GroupTable {
    let mut table = v1::GroupTable {
        group,
        columns: ranking.order.tie_breaks.iter().map(|it| column(*it, ranking, speech)).collect(),
        rows: ranking.rows.iter().map(|it| row(it, ranking, speech)).collect(),
        ties: ranking.ties.iter().map(|it| tie(it, ranking, speech)).collect(),
        article: ranking.order.article.unwrap_or_default().to_owned(),
        withdrawals: ranking.withdrawals.iter().map(|it| gone(it, ranking, speech)).collect(),
        ..v1::GroupTable::default()
    };
    table.set_contest(ranking.order.contest.into());
    table
}

fn column(tie_break: TieBreak, ranking: &Ranking, speech: Option<Speech<'_>>) -> v1::TableColumn {
    let name = |speech: Speech<'_>| tie_break.name(ranking.order.contest, speech.language);
    v1::TableColumn {
        key: key(tie_break),
        name: speech.map(name).unwrap_or_default(),
        unit: ranking.unit(tie_break),
    }
}

fn row(row: &Row, ranking: &Ranking, speech: Option<Speech<'_>>) -> v1::TableRow {
    let explain = |speech: Speech<'_>| ranking.explain_row(row, speech.language, speech.name);
    let (resolved_by, seed) = match row.decided_by {
        Some(Decision::Resolution { how, .. }) => wire_decision(how),
        Some(Decision::TieBreak { .. } | Decision::MutualResultForFirst { .. }) | None => {
            (v1::TieDecision::Unspecified, None)
        }
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
            Some(Decision::Resolution { .. }) => "resolution".to_owned(),
        },
        zone: row.zone.map(|mark| v1::ZoneMark {
            kind: v1::ZoneKind::from(mark.kind).into(),
            contested: mark.is_contested,
        }),
        withdrawn: row.is_withdrawn,
        explanation: speech.map(explain).unwrap_or_default(),
        resolved_by: resolved_by.into(),
        seed,
    }
}

fn tie(tie: &Tie, ranking: &Ranking, speech: Option<Speech<'_>>) -> v1::TableTie {
    let explain = |speech: Speech<'_>| ranking.explain_tie(tie, speech.language, speech.name);
    let (remedy, first_white) = match tie.prescription {
        Prescription::Remedy { remedy, first_white } => (remedy.into(), first_white),
        Prescription::Schedule => (v1::Remedy::Unspecified, None),
    };
    v1::TableTie {
        place: tie.place,
        participants: tie.participants.iter().map(|participant| participant.get()).collect(),
        remedy: remedy.into(),
        first_white: first_white.map_or(0, Participant::get),
        explanation: speech.map(explain).unwrap_or_default(),
    }
}

fn gone(
    withdrawal: &Withdrawal,
    ranking: &Ranking,
    speech: Option<Speech<'_>>,
) -> v1::TableWithdrawal {
    let explain =
        |speech: Speech<'_>| ranking.explain_withdrawal(withdrawal, speech.language, speech.name);
    v1::TableWithdrawal {
        participant: withdrawal.participant.get(),
        played: withdrawal.played,
        void: withdrawal.is_void,
        lost: withdrawal.lost,
        explanation: speech.map(explain).unwrap_or_default(),
    }
}

/// The key of a column, which depends on no language.
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
