//! Explanations of the pairing of a round.
//!
//! Each text is a clause without a full stop.

use tournament::{
    Absent, PairingMethod, PairingWarning, Round, RoundKind, RoundNumber, SwissReasons, Tournament,
    plan::{ChoiceReason, ColorChoice, CrossingFinal},
    ranking::{AbsenceKind, Participant},
    regulation::Point,
};

use crate::{
    Language, game,
    messages::{all_of, cited, say},
    standings::Name,
    swiss,
    tournament::called,
};

/// Explains the pairing of a round as it was made, before any corrections, and lists the games that
/// were played with reversed colours; `None` if the round is not paired.
#[must_use]
pub fn round(
    tournament: &Tournament,
    round: RoundNumber,
    language: Language,
) -> Option<Vec<String>> {
    let round = tournament.round(round)?;
    let name = |participant: Participant| called(tournament, participant);
    let article = |point| tournament.regulation().and_then(|regulation| regulation.article(point));
    let mut texts = Vec::new();
    if let RoundKind::PlayOff { lots, .. } = round.kind() {
        let names: Vec<String> = lots.iter().map(|one| name(*one)).collect();
        texts.push(say!(language, "play-off", names = all_of(&names, language)));
    }
    if matches!(round.kind(), RoundKind::Winners { .. }) {
        texts.push(cited(say!(language, "winners"), article(Point::Winners)));
    }
    match &round.paired().method {
        PairingMethod::Schedule if round.is_regular() => {
            texts.push(cited(say!(language, "by-schedule"), article(Point::Format)));
        }
        PairingMethod::Schedule => {}
        PairingMethod::Swiss(groups) => {
            for reasons in groups {
                texts.extend(of_group(reasons, groups.len() > 1, language, &name));
            }
        }
        PairingMethod::ByHand(warnings) => {
            texts.push(say!(language, "by-hand"));
            texts.extend(warnings.iter().map(|one| warning(*one, language, &name)));
        }
        PairingMethod::Finals(finals) => {
            texts.extend(finals.iter().map(|one| of_final(one, language, &name)));
        }
    }
    texts.extend(of_the_unpaired(round, language, &name));
    texts.extend(of_the_freed(tournament, round, language, &name));
    let reversed = round.games().iter().filter(|game| game.is_reversed);
    texts
        .extend(reversed.map(|game| say!(language, "colors-reversed", table = game.pairing.table)));
    Some(texts)
}

fn of_group(
    reasons: &SwissReasons,
    is_one_of_many: bool,
    language: Language,
    name: Name<'_>,
) -> Vec<String> {
    let draws = reasons.counted_as_draws.iter();
    let draws = draws.map(|(round, table)| say!(language, "counted-as-draw", round, table));
    let texts = draws.chain(swiss::round(&reasons.round, language, &|player| name(player.into())));
    let placed = |text: String| match is_one_of_many {
        true => say!(language, "of-group", group = reasons.group.get(), text),
        false => text,
    };
    texts.map(placed).collect()
}

fn of_final(crossing: &CrossingFinal, language: Language, name: Name<'_>) -> String {
    let (first, second) = (name(crossing.first.into()), name(crossing.second.into()));
    match crossing.choice {
        ColorChoice::Lot => say!(language, "chooses-by-lot", one = first, other = second),
        ColorChoice::By { player, reason } => {
            let (name, other) =
                if player == crossing.first { (first, second) } else { (second, first) };
            match reason {
                ChoiceReason::Points => say!(language, "chooses-by-points", name, other),
                ChoiceReason::Wins => say!(language, "chooses-by-wins", name, other),
            }
        }
    }
}

/// Names the participants without an opponent. Byes of the Swiss system are part of its own
/// explanation.
fn of_the_unpaired(round: &Round, language: Language, name: Name<'_>) -> Vec<String> {
    let is_swiss = matches!(round.paired().method, PairingMethod::Swiss(_));
    let byes = round.byes().iter().filter(|_| !is_swiss);
    let byes = byes.map(|one| say!(language, "no-opponent", name = name(*one)));
    let absent = round.absent().iter().map(|Absent { participant, kind, is_withdrawn }| {
        let name = name(*participant);
        match kind {
            AbsenceKind::Bye => say!(language, "absent-with-bye", name),
            AbsenceKind::HalfPointBye => say!(language, "absent-with-half-point", name),
            AbsenceKind::NotPaired if *is_withdrawn => say!(language, "absent-withdrawn", name),
            AbsenceKind::NotPaired => say!(language, "absent", name),
        }
    });
    byes.chain(absent).collect()
}

/// Names the players whose opponent has withdrawn.
fn of_the_freed(
    tournament: &Tournament,
    round: &Round,
    language: Language,
    name: Name<'_>,
) -> Vec<String> {
    let free = tournament.free_in(round);
    let off = round.games().iter().filter(|game| tournament.is_off(round, game));
    let sides = off.flat_map(|game| {
        let (white, black) = (game.pairing.white.into(), game.pairing.black.into());
        [(white, black), (black, white)]
    });
    let freed = sides.filter(|(one, _)| free.contains(one));
    freed
        .map(|(one, gone)| say!(language, "opponent-withdrew", name = name(one), gone = name(gone)))
        .collect()
}

/// Writes a violation of a norm in a pairing made by hand, with the article.
#[must_use]
pub fn warning(warning: PairingWarning, language: Language, name: Name<'_>) -> String {
    let text = match warning {
        PairingWarning::MetBefore { first, second, round } => {
            let (first, second) = (name(first), name(second));
            say!(language, "warning-met-before", first, second, round)
        }
        PairingWarning::SecondFreePoint { participant, round } => {
            say!(language, "warning-second-free-point", name = name(participant), round)
        }
        PairingWarning::ColorBalance { participant, color } => {
            let color = game::color(color, language);
            say!(language, "warning-color-balance", name = name(participant), color)
        }
        PairingWarning::ThirdColor { participant, color } => {
            let color = game::color(color, language);
            say!(language, "warning-third-color", name = name(participant), color)
        }
        PairingWarning::NotInSchedule { first, second } => {
            let (first, second) = (name(first), name(second));
            say!(language, "warning-not-in-schedule", first, second)
        }
        PairingWarning::OtherGroup { first, second } => {
            let (first, second) = (name(first), name(second));
            say!(language, "warning-other-group", first, second)
        }
        PairingWarning::Absent { participant } => {
            say!(language, "warning-absent", name = name(participant))
        }
        PairingWarning::Withdrawn { participant } => {
            say!(language, "warning-withdrawn", name = name(participant))
        }
        PairingWarning::NotPaired { participant } => {
            say!(language, "warning-not-paired", name = name(participant))
        }
    };
    cited(text, warning.article())
}
