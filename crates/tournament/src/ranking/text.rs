//! Why everybody has their place, what is to be done about ties, and what withdrawals did, in
//! English, Dutch and Frisian.
//!
//! Each text is a clause without a capital at its start and without a full stop.

mod catalogue;
mod en;
mod fy;
mod nl;

use super::{
    Contest, Decision, Participant, Prescription, Ranking, Remedy, Row, Tie, TieBreak, Withdrawal,
    ZoneKind,
};
use catalogue::{Catalogue, Placed, number, with_article};
use draughts::Language;

/// Says that money prizes are shared on equal points (KNDB F12.1).
pub fn prizes_are_shared(language: Language) -> &'static str {
    catalogue(language).prizes_are_shared()
}

fn catalogue(language: Language) -> &'static dyn Catalogue {
    match language {
        Language::English => &en::English,
        Language::Dutch => &nl::Dutch,
        Language::Frisian => &fy::Frisian,
    }
}

impl Ranking {
    /// Tells what put a row below the row before; of the first row, its points, and of those who
    /// are tied, with whom. Names are given by the caller.
    pub fn explain_row(
        &self,
        row: &Row,
        language: Language,
        name: &dyn Fn(Participant) -> String,
    ) -> String {
        let catalogue = catalogue(language);
        let own = Placed { place: row.place, name: name(row.participant) };
        // Whoever is tied with the one above is above, too.
        let above = |participant: Participant| {
            let above = self.rows.iter().find(|other| other.participant == participant);
            let place = above.map_or(0, |above| above.place);
            let rows = self.rows.iter().filter(|other| other.place == place);
            let there: Vec<Participant> = rows.map(|other| other.participant).collect();
            Placed { place, name: catalogue::several(catalogue, &there, name) }
        };
        let value = |tie_break, value| number(catalogue, value, self.unit(tie_break));
        match row.decided_by {
            Some(Decision::TieBreak { tie_break, above: who, above_value, own_value }) => {
                let by = catalogue.tie_break(tie_break, self.order.contest);
                let (more, less) = (value(tie_break, above_value), value(tie_break, own_value));
                let text = catalogue.before(&above(who), &own, &by, &more, &less);
                with_article(text, self.order.article)
            }
            Some(Decision::MutualResultForFirst { above: who, above_value, own_value }) => {
                let by = catalogue.tie_break(TieBreak::MutualResult, self.order.contest);
                let more = value(TieBreak::MutualResult, above_value);
                let less = value(TieBreak::MutualResult, own_value);
                let text = catalogue.before(&above(who), &own, &by, &more, &less);
                with_article(text, self.order.article)
            }
            Some(Decision::Resolution { above: who, how, remedy }) => {
                let text = catalogue.resolved(&above(who), &own, how);
                // The article is of what it prescribes, which may be something else.
                let article = self.remedy_article(remedy).filter(|_| how.is_by(remedy));
                with_article(text, article)
            }
            None => {
                match self.ties.iter().find(|tie| tie.participants.contains(&row.participant)) {
                    Some(tie) => self.explain_tie(tie, language, name),
                    None => catalogue.leads(&own, &value(TieBreak::Points, row.points)),
                }
            }
        }
    }

    /// Tells who are tied for which places and what is prescribed for them.
    pub fn explain_tie(
        &self,
        tie: &Tie,
        language: Language,
        name: &dyn Fn(Participant) -> String,
    ) -> String {
        let catalogue = catalogue(language);
        let names = catalogue::several(catalogue, &tie.participants, name);
        let size = u32::try_from(tie.participants.len()).unwrap_or(u32::MAX);
        let last = tie.place.saturating_add(size).saturating_sub(1);
        let tied = catalogue.tied(&names, tie.place, last);
        let (prescribed, article) = match tie.prescription {
            Prescription::Schedule => (catalogue.schedule().to_owned(), self.order.article),
            Prescription::Remedy { remedy, first_white } => {
                let text = catalogue.remedy(remedy).to_owned();
                let text = match first_white {
                    Some(white) => {
                        format!("{text}, {}", catalogue.first_white(&name(white), remedy))
                    }
                    None => text,
                };
                (text, self.remedy_article(remedy))
            }
        };
        with_article(format!("{tied}; {prescribed}"), article)
    }

    /// Tells what became of somebody who withdrew.
    pub fn explain_withdrawal(
        &self,
        withdrawal: &Withdrawal,
        language: Language,
        name: &dyn Fn(Participant) -> String,
    ) -> String {
        let catalogue = catalogue(language);
        let text = catalogue.withdrawn(
            &name(withdrawal.participant),
            withdrawal.played,
            withdrawal.is_void,
            withdrawal.lost,
        );
        with_article(text, self.order.withdrawal.article())
    }

    /// How many units of a tie-break's value make a whole one as people see it: 2 where points are
    /// counted in halves, 100 where in hundredths.
    pub fn unit(&self, tie_break: TieBreak) -> u32 {
        let of_points = self.order.scoring.unit();
        match tie_break {
            TieBreak::Points
            | TieBreak::BoardPoints
            | TieBreak::SonnebornBerger
            | TieBreak::Solkoff
            | TieBreak::TruncatedSolkoff { .. }
            | TieBreak::MedianSolkoff { .. }
            | TieBreak::MutualResult => of_points,
            // Its weights are 2 and 1 for what the rule counts once and half.
            TieBreak::KndbSonnebornBerger => of_points.saturating_mul(2),
            TieBreak::Wins | TieBreak::Lot => 1,
        }
    }

    /// The article that prescribes a remedy: the order's, but what it leaves to the organisers of
    /// club teams is another one's.
    pub fn remedy_article(&self, remedy: Remedy) -> Option<&'static str> {
        match (remedy, self.order.article) {
            (Remedy::Organizer, Some("B art. 7")) => Some("B art. 8"),
            (_, article) => article,
        }
    }
}

impl super::WithdrawalRule {
    /// The article that the rule is of.
    pub fn article(self) -> Option<&'static str> {
        match self {
            Self::PointsStay => None,
            Self::VoidBelow { .. } => Some("C art. 14"),
            Self::RemainingLost => Some("B art. 6"),
        }
    }
}

impl TieBreak {
    /// Names the tie-break as a table's heading has it.
    pub fn name(self, contest: Contest, language: Language) -> String {
        catalogue(language).tie_break(self, contest)
    }
}

impl Remedy {
    /// Says what is prescribed.
    pub fn explain(self, language: Language) -> &'static str {
        catalogue(language).remedy(self)
    }
}

impl ZoneKind {
    /// Names what places give.
    pub fn name(self, language: Language) -> &'static str {
        catalogue(language).zone(self)
    }
}
