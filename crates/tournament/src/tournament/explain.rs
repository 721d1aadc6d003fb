//! Why a round is paired as it is, in English, Dutch and Frisian.
//!
//! Each text is a clause without a full stop. Why the Swiss system pairs as it does is told by
//! [`SwissRound::explain`](crate::swiss::SwissRound::explain).

mod en;
mod fy;
mod nl;

use super::Tournament;
use crate::plan::{ChoiceReason, ColorChoice, CrossingFinal};
use crate::ranking::{AbsenceKind, Participant};
use crate::regulation::Point;
use crate::{Absent, PairingMethod, Round, RoundKind, RoundNumber, SwissReasons};
use draughts::Language;

/// The texts of one language; one that lacks a text does not compile.
trait Phrases {
    /// The round follows from the schedule, by an article.
    fn schedule(&self, article: Option<&str>) -> String;
    /// Some play for their shared place.
    fn play_off(&self, names: &str) -> String;
    /// The winners of the groups play each other.
    fn winners(&self) -> &'static str;
    /// The round was paired by hand.
    fn by_hand(&self) -> &'static str;
    /// The group that the next text is about.
    fn group(&self, group: u32, text: &str) -> String;
    /// A game without a result counted as a draw.
    fn counted_as_draw(&self, round: u32, table: u32) -> String;
    /// A game was played with reversed colours, so that it is shown otherwise than it was paired.
    fn reversed(&self, table: u32) -> String;
    /// Somebody has no opponent.
    fn bye(&self, name: &str) -> String;
    /// Somebody was not to be paired.
    fn absent(&self, name: &str, kind: AbsenceKind, is_withdrawn: bool) -> String;
    /// Somebody may choose the colour of a final.
    fn chooser(&self, name: &str, other: &str, reason: ChoiceReason) -> String;
    /// The lot says who may choose the colour.
    fn chooser_by_lot(&self, one: &str, other: &str) -> String;
    /// The word between two names.
    fn and(&self) -> &'static str;
}

fn phrases(language: Language) -> &'static dyn Phrases {
    match language {
        Language::English => &en::English,
        Language::Dutch => &nl::Dutch,
        Language::Frisian => &fy::Frisian,
    }
}

impl Tournament {
    /// Tells why a round is paired as it is, whatever was corrected since, and which games were
    /// played with reversed colours; `None` when it is not paired.
    pub fn explain_round(&self, round: RoundNumber, language: Language) -> Option<Vec<String>> {
        let round = self.round(round)?;
        let name = |participant: Participant| {
            let known = self.name_of(participant).map(str::to_owned);
            known.unwrap_or_else(|| format!("#{participant}"))
        };
        let phrases = phrases(language);
        let mut texts = Vec::new();
        if let RoundKind::PlayOff { lots, .. } = round.kind() {
            let names: Vec<String> = lots.iter().map(|one| name(*one)).collect();
            texts.push(phrases.play_off(&list(&names, phrases.and())));
        }
        if matches!(round.kind(), RoundKind::Winners { .. }) {
            let article = self.regulation().and_then(|one| one.article(Point::Winners));
            texts.push(cited(phrases.winners().to_owned(), article));
        }
        match &round.paired().method {
            PairingMethod::Schedule if round.is_regular() => {
                let regulation = self.regulation();
                let article = regulation.and_then(|regulation| regulation.article(Point::Format));
                texts.push(phrases.schedule(article));
            }
            PairingMethod::Schedule => {}
            PairingMethod::Swiss(groups) => {
                for reasons in groups {
                    texts.extend(of_group(reasons, groups.len() > 1, language, &name));
                }
            }
            PairingMethod::ByHand(warnings) => {
                texts.push(phrases.by_hand().to_owned());
                texts.extend(warnings.iter().map(|one| one.explain(language, name)));
            }
            PairingMethod::Finals(finals) => {
                texts.extend(finals.iter().map(|one| of_final(one, phrases, &name)));
            }
        }
        texts.extend(self.of_the_unpaired(round, phrases, &name));
        let reversed = round.games().iter().filter(|game| game.is_reversed);
        texts.extend(reversed.map(|game| phrases.reversed(game.pairing.table.get())));
        Some(texts)
    }

    /// Who has no opponent. The Swiss system tells of its byes itself.
    fn of_the_unpaired(
        &self,
        round: &Round,
        phrases: &dyn Phrases,
        name: &dyn Fn(Participant) -> String,
    ) -> Vec<String> {
        let is_swiss = matches!(round.paired().method, PairingMethod::Swiss(_));
        let byes = round.byes().iter().filter(|_| !is_swiss).map(|one| phrases.bye(&name(*one)));
        let absent = round.absent().iter().map(|&Absent { participant, kind, is_withdrawn }| {
            phrases.absent(&name(participant), kind, is_withdrawn)
        });
        byes.chain(absent).collect()
    }
}

fn of_group(
    reasons: &SwissReasons,
    is_one_of_many: bool,
    language: Language,
    name: &dyn Fn(Participant) -> String,
) -> Vec<String> {
    let phrases = phrases(language);
    let draws = reasons.counted_as_draws.iter();
    let draws = draws.map(|(round, table)| phrases.counted_as_draw(round.get(), table.get()));
    let explained = reasons.round.explain(language, |player| name(player.into()));
    let texts = draws.chain(explained);
    let placed = |text: String| {
        if is_one_of_many { phrases.group(reasons.group.get(), &text) } else { text }
    };
    texts.map(placed).collect()
}

fn of_final(
    crossing: &CrossingFinal,
    phrases: &dyn Phrases,
    name: &dyn Fn(Participant) -> String,
) -> String {
    let (first, second) = (name(crossing.first.into()), name(crossing.second.into()));
    match crossing.choice {
        ColorChoice::Lot => phrases.chooser_by_lot(&first, &second),
        ColorChoice::By { player, reason } if player == crossing.first => {
            phrases.chooser(&first, &second, reason)
        }
        ColorChoice::By { reason, .. } => phrases.chooser(&second, &first, reason),
    }
}

fn list(names: &[String], and: &str) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {and} {last}", first.join(", ")),
    }
}

/// Adds the article in brackets, if there is one.
fn cited(text: String, article: Option<&str>) -> String {
    match article {
        Some(article) => format!("{text} ({article})"),
        None => text,
    }
}
