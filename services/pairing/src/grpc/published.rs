//! A tournament as it is published: for those who enter results and prepare events, and decide on
//! no pairing.

use proto::v1::{self, GetTournamentResponse, RoundKind, RoundState};

/// Returns a tournament without rounds that are drafts and what belongs to them alone, years of
/// birth, numbers at the federation, proposals, who agreed to a make-up, and the reasons of
/// pairings, absences, withdrawals and late line-ups.
pub(crate) fn published(mut whole: GetTournamentResponse) -> GetTournamentResponse {
    let is_draft =
        |round: &v1::Round| round.state() == RoundState::Paired && round.published_at_ms == 0;
    let drafts: Vec<u32> =
        whole.rounds.iter().filter(|round| is_draft(round)).map(|round| round.number).collect();
    whole.rounds.retain(|round| !is_draft(round));
    for play_off in &mut whole.play_offs {
        play_off.rounds.retain(|round| !drafts.contains(round));
    }
    whole.play_offs.retain(|play_off| !play_off.rounds.is_empty());
    let mut kinds = whole.rounds.iter().filter_map(|round| round.paired.as_ref());
    if !kinds.any(|paired| paired.kind() == RoundKind::Finals) {
        whole.final_colors.clear();
    }
    for round in &mut whole.rounds {
        if let Some(paired) = &mut round.paired {
            paired.swiss.clear();
            paired.warnings.clear();
        }
        for make_up in round.games.iter_mut().filter_map(|game| game.make_up.as_mut()) {
            make_up.agreed_by.clear();
        }
    }
    for player in &mut whole.players {
        player.birth = None;
        player.member_number.clear();
    }
    for absence in &mut whole.absences {
        absence.reason.clear();
        absence.told_by.clear();
        absence.at_ms = 0;
    }
    for withdrawal in &mut whole.withdrawals {
        withdrawal.reason.clear();
    }
    for late in &mut whole.late_line_ups {
        late.reason.clear();
    }
    whole.proposals.clear();
    whole
}
