//! The Dutch texts.

use super::catalogue::{self, Catalogue, with_clause};
use crate::{
    Breach, Color, Count, CountKind, IllegalMove, Irregularity, MoveText, Obligation, Reason,
    Refusal, RuleSet, Score,
};

/// Dutch.
pub(super) struct Dutch;

impl Catalogue for Dutch {
    fn refusal(&self, refusal: &Refusal, rules: Option<RuleSet>) -> String {
        match refusal {
            Refusal::NotStarted => "de partij is nog niet begonnen".to_owned(),
            Refusal::AlreadyStarted => {
                "de partij is al begonnen, met andere regels of een andere stand".to_owned()
            }
            Refusal::WrongVariant => {
                "de stand hoort bij een andere spelvariant dan de regels".to_owned()
            }
            Refusal::GameFinished { outcome } => {
                format!("de partij is afgelopen: {}", catalogue::outcome(self, *outcome))
            }
            Refusal::PlyZero => "halfzet 0 bestaat niet, de eerste is 1".to_owned(),
            Refusal::PlyTooFarAhead { expected, got } => {
                format!("halfzet {got} is te ver vooruit, halfzet {expected} is de volgende")
            }
            Refusal::HeldFull { expected, limit } => {
                let (wait, inputs) = match limit {
                    1 => ("wacht", "1 bericht".to_owned()),
                    _ => ("wachten", format!("{limit} berichten")),
                };
                format!("er {wait} al {inputs} op halfzet {expected}")
            }
            Refusal::IllegalMove(illegal) => self.illegal_move(illegal, rules),
            Refusal::AmbiguousMove { played, candidates } => {
                format!(
                    "{played} past bij meer dan één slag: {}",
                    catalogue::moves(candidates, "of")
                )
            }
            Refusal::TooComplex { mv } => {
                format!("na {mv} zijn er te veel slagen om na te gaan")
            }
            Refusal::PlyAlreadyPlayed { ply, played, claimed } => {
                format!("halfzet {ply} is al gespeeld met {played}, doorgegeven is {claimed}")
            }
            Refusal::NoSuchPly { ply, next } => {
                format!("halfzet {ply} bestaat niet, de volgende is {next}")
            }
            Refusal::Retracted { ply } => {
                format!("halfzet {ply} is teruggenomen nadat deze zet was gedaan")
            }
            Refusal::WaitedTooLong { ply, expected } => {
                format!("halfzet {ply} heeft te lang gewacht, halfzet {expected} ontbreekt nog")
            }
            Refusal::NoIrregularity => "er wacht geen onregelmatige zet".to_owned(),
            Refusal::UnclearIrregularity { played } => {
                format!(
                    "{played} kan pas blijven staan als bekend is welke stukken van het bord zijn genomen"
                )
            }
            Refusal::NothingToCorrect { ply } => format!("halfzet {ply} is al zo vastgelegd"),
            Refusal::SamePosition => "de stand is al zo".to_owned(),
            Refusal::OnPaper { from_ply } => {
                format!("de partij staat vanaf halfzet {from_ply} op papier")
            }
            Refusal::WrongFirstPly { expected, got } => {
                format!("de notatie gaat verder met halfzet {expected}, niet met {got}")
            }
            Refusal::WrongMoveCount { count, limit } => {
                let (are, moves) = match count {
                    1 => ("is", "1 zet".to_owned()),
                    _ => ("zijn", format!("{count} zetten")),
                };
                format!("er {are} {moves} ingeleverd, 1 tot en met {limit} kan")
            }
            Refusal::BrokenRecord { ply, refusal } => {
                self.ply_of_record(*ply, &self.refusal(refusal, rules))
            }
            Refusal::Unreadable => "wat er gemeld is, is niet te begrijpen".to_owned(),
            Refusal::RecordFull => {
                "de notatie van de partij is vol: de arbiter moet haar beëindigen".to_owned()
            }
            Refusal::NotFinished => "de partij is nog niet afgelopen".to_owned(),
            Refusal::ImpossibleOutcome { outcome } => {
                format!(
                    "onder deze regels eindigt geen partij zo: {}",
                    catalogue::outcome(self, *outcome)
                )
            }
            Refusal::DrawAlreadyOffered { by } => {
                format!("{} heeft al remise aangeboden", self.color(*by))
            }
            Refusal::SameResult { outcome } => {
                format!("dit is al de uitslag: {}", catalogue::outcome(self, *outcome))
            }
        }
    }

    fn not_accepted(&self, played: &MoveText) -> String {
        format!("{played} is niet geaccepteerd")
    }

    fn not_confirmed(&self, played: &MoveText) -> String {
        format!("{played} is nog niet bevestigd")
    }

    fn way_not_clear(&self, played: &MoveText) -> String {
        format!("{played} is niet duidelijk, noem de velden ertussen")
    }

    fn not_clear(&self, played: &MoveText) -> String {
        format!("{played} is niet duidelijk")
    }

    fn already_played(&self, ply: u32) -> String {
        format!("halfzet {ply} is al gespeeld")
    }

    fn ply_of_record(&self, ply: u32, text: &str) -> String {
        format!("halfzet {ply} van de notatie: {text}")
    }

    fn illegal_move(&self, illegal: &IllegalMove, rules: Option<RuleSet>) -> String {
        let IllegalMove { played, breach, obliged } = illegal;
        let text = format!("{played} is niet toegestaan: {}", self.breach(*breach));
        let article = rules.and_then(|rules| breach.article(rules));
        let text = catalogue::with_article(text, article);
        with_clause(text, obliged.as_ref().map(|obliged| self.obligation(obliged)))
    }

    fn irregularity(&self, irregularity: &Irregularity, rules: Option<RuleSet>) -> String {
        let Irregularity { played, breach, obliged, standing } = irregularity;
        let text = format!("{played} is onregelmatig: {}", self.breach(*breach));
        let article = rules.and_then(|rules| catalogue::articles(*breach, rules));
        let text = catalogue::with_article(text, article.as_deref());
        let text = with_clause(text, obliged.as_ref().map(|obliged| self.obligation(obliged)));
        let open = "nog onbekend is welke stukken van het bord zijn genomen";
        with_clause(text, standing.is_none().then_some(open))
    }

    fn obligation(&self, obligation: &Obligation) -> String {
        let worth = catalogue::worth(obligation, ("dam", "dammen"), "en", ("schijf", "schijven"));
        let moves = catalogue::moves(&obligation.moves, "of");
        format!("verplicht was het slaan van {worth} met {moves}")
    }

    fn breach(&self, breach: Breach) -> &'static str {
        match breach {
            Breach::NoPiece => "op het beginveld staat geen stuk",
            Breach::Occupied => "op het eindveld staat een ander stuk",
            Breach::WrongPiecesTaken => {
                "er zijn andere stukken van het bord genomen dan er geslagen zijn"
            }
            Breach::OpponentsPiece => "het stuk is van de tegenstander",
            Breach::Unreachable => "het stuk kan dat veld zo niet bereiken",
            Breach::CaptureObligatory => "slaan is verplicht",
            Breach::MaximumCapture => "een slag van grotere waarde gaat voor",
            Breach::KingFirst => "een damslag gaat voor een schijfslag van gelijke waarde",
            Breach::KingMoveLimit => {
                "dezelfde dam mag niet meer dan drie streken achter elkaar doen"
            }
        }
    }

    fn reason(&self, reason: Reason) -> &'static str {
        match reason {
            Reason::NoPieces => "geen stukken meer",
            Reason::NoLegalMove => "geen zet meer mogelijk",
            Reason::Resignation => "opgegeven",
            Reason::Agreement => "in overleg",
            Reason::EarlyAgreement => {
                "remise overeengekomen voordat beiden vijftig zetten hadden gedaan"
            }
            Reason::TwoKingsAgainstOne => {
                "twee dammen hebben niet binnen zeven zetten van één dam gewonnen"
            }
            Reason::OneKingEach => "elk één dam, geen van beide op slag",
            Reason::Repetition => "voor de derde keer dezelfde stand",
            Reason::KingMoves => "elk vijfentwintig zetten met alleen dammen, zonder slag",
            Reason::SixteenMoves => "elk zestien zetten met drie stukken tegen één dam",
            Reason::FiveMoves => "elk vijf zetten met één of twee dammen tegen één dam",
            Reason::LongDiagonal => "elk vijf zetten met de ene dam op de lange lijn",
            Reason::KingAndMen => "elk vijfentwintig zetten met dammen en schijven tegen één dam",
            Reason::SameMove => "drie keer achter elkaar dezelfde zet",
            Reason::Returned => "twee keer op dezelfde plaats teruggekeerd",
            Reason::FlagFall => "op tijd",
            Reason::Arbiter => "beslist door de arbiter",
            Reason::Forfeit => "reglementair",
            Reason::NoShow => "niet opgekomen",
            Reason::Adjudication => "gearbitreerd",
            Reason::UpsetPieces => "stukken dooreen gewerkt",
            Reason::RefusedToPlay => "weigerde door te spelen",
            Reason::Misconduct => "wangedrag",
            Reason::WrongBoard => "het bord lag verkeerd",
        }
    }

    fn score(&self, score: Score) -> &'static str {
        match score {
            Score::WhiteWins => "wit wint",
            Score::Draw => "remise",
            Score::BlackWins => "zwart wint",
            Score::BothLose => "beiden verliezen",
            Score::Unplayed => "niet gespeeld",
        }
    }

    fn color(&self, color: Color) -> &'static str {
        match color {
            Color::White => "wit",
            Color::Black => "zwart",
        }
    }

    fn count(&self, count: &Count) -> String {
        let Count { kind, made, limit, side } = count;
        let whose = side.map_or_else(String::new, |side| format!(", {}", self.color(side)));
        let what = match kind {
            CountKind::KingRun(square) => {
                let only = (made >= limit).then_some("mag alleen slaan");
                return with_clause(
                    format!("de dam op {square}{whose}: {made} van {limit} streken"),
                    only,
                );
            }
            CountKind::Draw(reason) => self.counted_ending(*reason),
        };
        if catalogue::is_of_occurrences(*kind) {
            format!("{what}{whose}: {made} van {limit} keer")
        } else if side.is_some() {
            format!("{what}{whose}: {made} van {limit} zetten")
        } else {
            format!("{what}: elk {made} van {limit} zetten")
        }
    }

    fn counted_ending(&self, reason: Reason) -> &'static str {
        match reason {
            Reason::TwoKingsAgainstOne => "twee dammen tegen één",
            Reason::Repetition => "dezelfde stand",
            Reason::KingMoves => "alleen dammen, zonder slag",
            Reason::SixteenMoves => "drie stukken tegen één dam",
            Reason::FiveMoves => "één of twee dammen tegen één dam",
            Reason::LongDiagonal => "de ene dam op de lange lijn",
            Reason::KingAndMen => "dammen en schijven tegen één dam",
            Reason::SameMove => "dezelfde zet achter elkaar",
            Reason::Returned => "terug op dezelfde plaats",
            Reason::NoPieces
            | Reason::NoLegalMove
            | Reason::Resignation
            | Reason::Agreement
            | Reason::EarlyAgreement
            | Reason::OneKingEach
            | Reason::FlagFall
            | Reason::Arbiter
            | Reason::Forfeit
            | Reason::NoShow
            | Reason::Adjudication
            | Reason::UpsetPieces
            | Reason::RefusedToPlay
            | Reason::Misconduct
            | Reason::WrongBoard => self.reason(reason),
        }
    }
}
