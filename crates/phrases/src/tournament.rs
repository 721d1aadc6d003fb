//! Decisions of a tournament, and the names of regulations.

use game_clock::StartMode;
use tournament::{
    Embargo, EmbargoScope, Event, FinalColor, PlayerId, PublicDelay, Tournament, UnpairGround,
    plan::TeamId,
    ranking::{AbsenceKind, Participant, TieDecision},
    regulation::Preset,
};

use crate::{Language, game, messages::say};

/// Writes an event of a tournament with current names, as a clause without a full stop. Author and
/// moment of the decision are not part of it: of [`Event::Ruled`], which holds them for the
/// following events, it is the reason, and `None` if there is none.
#[must_use]
pub fn event(tournament: &Tournament, event: &Event, language: Language) -> Option<String> {
    let called = |participant: &Participant| called(tournament, *participant);
    let because = |text: String, reason: &str| match reason {
        "" => text,
        _ => say!(language, "decision-because", text, reason),
    };
    Some(match event {
        Event::Ruled { by, at: _ } if by.reason().is_empty() => return None,
        Event::Ruled { by, at: _ } => say!(language, "decision-reason", reason = by.reason()),
        Event::Created { settings } => say!(language, "decision-created", name = settings.name),
        Event::SettingsAmended { settings, reason } => {
            because(say!(language, "decision-settings-amended", name = settings.name), reason)
        }
        Event::PlayerEntered { player } => {
            say!(language, "decision-entered", name = player.name, number = player.id.get())
        }
        Event::TeamEntered { team } => {
            say!(language, "decision-entered", name = team.name, number = team.id.get())
        }
        Event::PlayerCorrected { player } => {
            say!(language, "decision-entry-corrected", name = player.name)
        }
        Event::PlayerRemoved { player } => {
            say!(language, "decision-entry-removed", name = player_name(tournament, *player))
        }
        Event::TeamRenamed { team, name } => {
            say!(language, "decision-team-renamed", number = team.get(), name)
        }
        Event::TeamRemoved { team } => {
            say!(language, "decision-entry-removed", name = team_name(tournament, *team))
        }
        Event::ReserveSeated { withdrawn, player } => {
            let withdrawn = player_name(tournament, *withdrawn);
            say!(language, "decision-reserve-seated", name = player.name, withdrawn)
        }
        Event::LineUpHandedIn { team, line_up: _, reason } => {
            let name = team_name(tournament, *team);
            because(say!(language, "decision-line-up", name), reason)
        }
        Event::LotsDrawn { order, seed } => {
            let text = say!(language, "decision-lots-drawn", entrants = order.len());
            seeded(text, *seed, language)
        }
        Event::GroupsDivided { groups, seed } => {
            let text = say!(language, "decision-groups-divided", groups = groups.len());
            seeded(text, *seed, language)
        }
        Event::AbsenceReported { participant, round, kind, notice } => {
            let name = called(participant);
            let text = match kind {
                AbsenceKind::HalfPointBye => {
                    say!(language, "decision-half-point-bye", name, round)
                }
                AbsenceKind::NotPaired | AbsenceKind::Bye => {
                    say!(language, "decision-absent", name, round)
                }
            };
            let text = match notice.told_by.as_str() {
                "" => text,
                told_by => say!(language, "decision-told-by", text, told_by),
            };
            because(text, &notice.reason)
        }
        Event::AbsenceTakenBack { participant, round } => {
            say!(language, "decision-absence-taken-back", name = called(participant), round)
        }
        Event::Proposed { number, request, at: _ } => {
            let text = self::event(tournament, &request.event(), language)?;
            say!(language, "decision-proposed", number = *number, text)
        }
        Event::ProposalAnswered { number, is_accepted: true, reason } => {
            because(say!(language, "decision-proposal-accepted", number = *number), reason)
        }
        Event::ProposalAnswered { number, is_accepted: false, reason } => {
            because(say!(language, "decision-proposal-refused", number = *number), reason)
        }
        Event::Withdrawn { participant, reason } => {
            because(say!(language, "decision-withdrawn", name = called(participant)), reason)
        }
        Event::Reinstated { participant } => {
            say!(language, "decision-reinstated", name = called(participant))
        }
        // The event holds the moment: a text has no time zone to write it in.
        Event::RoundPlanned { round, begins_at: _ } => {
            say!(language, "decision-round-planned", round)
        }
        Event::RoundPaired { paired } => {
            say!(language, "decision-round-paired", round = paired.round)
        }
        Event::ColorChosen { choice } => color_chosen(tournament, choice, language),
        Event::RoundUnpaired { round, reason, ground } => {
            let text = say!(language, "decision-round-unpaired", round);
            let text = match ground {
                None => text,
                Some(ground) => {
                    let ground = unpair_ground(*ground, language);
                    say!(language, "decision-on-ground", text, ground)
                }
            };
            because(text, reason)
        }
        Event::RoundPublished { round, .. } => say!(language, "decision-round-published", round),
        Event::RoundOpened { round, .. } => say!(language, "decision-round-opened", round),
        Event::ResultRecorded { round, table, outcome, .. } => {
            say!(
                language,
                "decision-result",
                round,
                table,
                score = game::score(outcome.score, language)
            )
        }
        Event::ResultCorrected { round, table, outcome, .. } => {
            let score = game::score(outcome.score, language);
            say!(language, "decision-result-corrected", round, table, score)
        }
        Event::ResultWithdrawn { round, table } => {
            say!(language, "decision-result-withdrawn", round, table)
        }
        Event::ColorsReversed { round, table, is_reversed: true } => {
            say!(language, "decision-colors-reversed", round, table)
        }
        Event::ColorsReversed { round, table, is_reversed: false } => {
            say!(language, "decision-colors-as-paired", round, table)
        }
        Event::RoundClosed { round, .. } => say!(language, "decision-round-closed", round),
        // The event holds the moment, as of a round that is planned.
        Event::MakeUpPlanned { round, table, make_up } => {
            let agreed_by = &make_up.agreed_by;
            say!(language, "decision-make-up", round, table, agreed_by)
        }
        Event::CheckedIn { participant, round, is_here: true } => {
            say!(language, "decision-checked-in", name = called(participant), round)
        }
        Event::CheckedIn { participant, round, is_here: false } => {
            say!(language, "decision-not-here", name = called(participant), round)
        }
        Event::PromotionDeclined { participant, reason, is_declined } => {
            let name = called(participant);
            let text = if *is_declined {
                say!(language, "decision-promotion-declined", name)
            } else {
                say!(language, "decision-promotion-taken", name)
            };
            because(text, reason)
        }
        Event::StartModeSet { round, table, mode } => {
            let mode = mode.map_or("regulation", StartMode::as_str);
            say!(language, "decision-start-mode", round, table, mode)
        }
        Event::EmbargoSet { scope, embargo, at: _, reason } => {
            let part = part(*scope, language);
            let (until, delay) = match embargo {
                Some(Embargo::Delay(delay)) => ("delay", self::delay(*delay, language)),
                Some(Embargo::UntilGameEnds) => ("game-end", String::new()),
                Some(Embargo::UntilRoundEnds) => ("round-end", String::new()),
                None => ("none", String::new()),
            };
            because(say!(language, "decision-embargo", part, until, delay), reason)
        }
        Event::EmbargoReleased { scope, at: _, reason } => {
            let part = part(*scope, language);
            because(say!(language, "decision-embargo-released", part), reason)
        }
        Event::TieResolved { order, how, .. } => {
            tie_resolved(&all_called(tournament, order), *how, language)
        }
        Event::TieReopened { participants, reason } => {
            let names = all_called(tournament, participants);
            because(say!(language, "decision-tie-reopened", names), reason)
        }
        Event::Deleted { reason } => because(say!(language, "decision-deleted"), reason),
    })
}

fn color_chosen(tournament: &Tournament, choice: &FinalColor, language: Language) -> String {
    let (chooser, white) = (called(tournament, choice.chooser), called(tournament, choice.white));
    let place = choice.pool_place;
    // In older logs the lot let a player choose.
    let is_drawn = choice.seed.is_some() && choice.chooser == choice.white;
    let text = if is_drawn {
        say!(language, "decision-color-drawn", place, white)
    } else {
        say!(language, "decision-color-chosen", place, chooser, white)
    };
    seeded(text, choice.seed, language)
}

fn unpair_ground(ground: UnpairGround, language: Language) -> String {
    match ground {
        UnpairGround::Norm => say!(language, "ground-norm"),
        UnpairGround::WrongResult => say!(language, "ground-wrong-result"),
        UnpairGround::ReversedColors => say!(language, "ground-reversed-colors"),
        UnpairGround::ChiefArbiter => say!(language, "ground-chief-arbiter"),
    }
}

fn tie_resolved(order: &str, how: TieDecision, language: Language) -> String {
    match how {
        TieDecision::Games => say!(language, "decision-tie-resolved-by-games", order),
        TieDecision::Lot { seed } => {
            seeded(say!(language, "decision-tie-resolved-by-lot", order), seed, language)
        }
        TieDecision::Arbiter => say!(language, "decision-tie-resolved-by-arbiter", order),
    }
}

/// Adds the seed of a draw.
fn seeded(text: String, seed: Option<u64>, language: Language) -> String {
    match seed {
        None => text,
        Some(seed) => say!(language, "decision-with-seed", text, seed),
    }
}

/// Returns the name of a participant, or the number of one that no longer exists.
pub(crate) fn called(tournament: &Tournament, participant: Participant) -> String {
    let known = tournament.name_of(participant).map(str::to_owned);
    known.unwrap_or_else(|| format!("#{participant}"))
}

fn player_name(tournament: &Tournament, player: PlayerId) -> String {
    let known = tournament.player(player).map(|player| player.name.clone());
    known.unwrap_or_else(|| format!("#{player}"))
}

fn team_name(tournament: &Tournament, team: TeamId) -> String {
    let known = tournament.team(team).map(|team| team.name.clone());
    known.unwrap_or_else(|| format!("#{team}"))
}

fn all_called(tournament: &Tournament, participants: &[Participant]) -> String {
    let names: Vec<String> = participants.iter().map(|one| called(tournament, *one)).collect();
    names.join(", ")
}

/// Names a regulation.
#[must_use]
pub fn preset(preset: Preset, language: Language) -> String {
    match preset {
        Preset::FrisianKk => say!(language, "preset-frisian-kk"),
        Preset::FrisianHaa => say!(language, "preset-frisian-haa"),
        Preset::FrisianRhaa => say!(language, "preset-frisian-rhaa"),
        Preset::FrisianHa => say!(language, "preset-frisian-ha"),
        Preset::FrisianHaSwiss => say!(language, "preset-frisian-ha-swiss"),
        Preset::FrisianClass => say!(language, "preset-frisian-class"),
        Preset::FrisianClubEvent => say!(language, "preset-frisian-club-event"),
        Preset::FrisianClubTeams => say!(language, "preset-frisian-club-teams"),
        Preset::FrisianClubTeamsMiddle => say!(language, "preset-frisian-club-teams-middle"),
        Preset::FrisianClubTeamsLowest => say!(language, "preset-frisian-club-teams-lowest"),
        Preset::FrisianClubChampionship => say!(language, "preset-frisian-club-championship"),
        Preset::FrisianMini => say!(language, "preset-frisian-mini"),
        Preset::FrisianDisplay => say!(language, "preset-frisian-display"),
        Preset::FrisianPupils => say!(language, "preset-frisian-pupils"),
        Preset::FrisianYouth => say!(language, "preset-frisian-youth"),
        Preset::FrisianJuniors => say!(language, "preset-frisian-juniors"),
        Preset::FrisianBlitz => say!(language, "preset-frisian-blitz"),
        Preset::Tournament2006 => say!(language, "preset-tournament-2006"),
        Preset::Tournament2006Open => say!(language, "preset-tournament-2006-open"),
        Preset::KndbSwiss => say!(language, "preset-kndb-swiss"),
        Preset::RoundRobin => say!(language, "preset-round-robin"),
        Preset::Match => say!(language, "preset-match"),
    }
}

/// Returns the words for a part of the tournament.
pub(crate) fn part(scope: EmbargoScope, language: Language) -> String {
    match scope {
        EmbargoScope::Tournament => say!(language, "part-tournament"),
        EmbargoScope::Round(round) => say!(language, "part-round", round),
        EmbargoScope::Board(round, table) => say!(language, "part-board", round, table),
    }
}

/// Returns a delay in minutes, or in seconds if it is not of whole minutes.
fn delay(delay: PublicDelay, language: Language) -> String {
    match (delay.seconds() / 60, delay.seconds() % 60) {
        (minutes, 0) => say!(language, "delay-minutes", minutes),
        _ => say!(language, "delay-seconds", seconds = delay.seconds()),
    }
}
