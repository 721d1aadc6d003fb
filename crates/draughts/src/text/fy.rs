//! The Frisian texts.

use super::catalogue::{self, Catalogue, with_clause};
use crate::{
    Breach, Color, Count, CountKind, IllegalMove, Irregularity, MoveText, Obligation, Reason,
    Refusal, RuleSet, Score,
};

/// Frisian.
pub(super) struct Frisian;

impl Catalogue for Frisian {
    fn refusal(&self, refusal: &Refusal, rules: Option<RuleSet>) -> String {
        match refusal {
            Refusal::NotStarted => "de partij is noch net begûn".to_owned(),
            Refusal::AlreadyStarted => {
                "de partij is al begûn, mei oare regels of in oare stân".to_owned()
            }
            Refusal::WrongVariant => "de stân heart by in oare spulfariant as de regels".to_owned(),
            Refusal::GameFinished { outcome } => {
                format!("de partij is dien: {}", catalogue::outcome(self, *outcome))
            }
            Refusal::PlyZero => "healset 0 bestiet net, de earste is 1".to_owned(),
            Refusal::PlyTooFarAhead { expected, got } => {
                format!("healset {got} is te fier foarút, healset {expected} is de folgjende")
            }
            Refusal::HeldFull { expected, limit } => {
                let (wait, inputs) = match limit {
                    1 => ("wachtet", "1 berjocht".to_owned()),
                    _ => ("wachtsje", format!("{limit} berjochten")),
                };
                format!("der {wait} al {inputs} op healset {expected}")
            }
            Refusal::IllegalMove(illegal) => self.illegal_move(illegal, rules),
            Refusal::AmbiguousMove { played, candidates } => {
                format!(
                    "{played} past by mear as ien slach: {}",
                    catalogue::moves(candidates, "of")
                )
            }
            Refusal::TooComplex { mv } => {
                format!("nei {mv} binne der tefolle slaggen om nei te gean")
            }
            Refusal::PlyAlreadyPlayed { ply, played, claimed } => {
                format!("healset {ply} is al spile mei {played}, trochjûn is {claimed}")
            }
            Refusal::NoSuchPly { ply, next } => {
                format!("healset {ply} bestiet net, de folgjende is {next}")
            }
            Refusal::Retracted { ply } => {
                format!("healset {ply} is weromnommen neidat dizze set dien wie")
            }
            Refusal::WaitedTooLong { ply, expected } => {
                format!("healset {ply} hat te lang wachte, healset {expected} ûntbrekt noch")
            }
            Refusal::NoIrregularity => "der wachtet gjin ûnregelmjittige set".to_owned(),
            Refusal::UnclearIrregularity { played } => {
                format!(
                    "{played} kin pas stean bliuwe as bekend is hokker stikken fan it boerd nommen binne"
                )
            }
            Refusal::NothingToCorrect { ply } => format!("healset {ply} is al sa fêstlein"),
            Refusal::SamePosition => "de stân is al sa".to_owned(),
            Refusal::OnPaper { from_ply } => {
                format!("de partij stiet fan healset {from_ply} ôf op papier")
            }
            Refusal::WrongFirstPly { expected, got } => {
                format!("de notaasje giet fierder mei healset {expected}, net mei {got}")
            }
            Refusal::WrongMoveCount { count, limit } => {
                let (are, moves) = match count {
                    1 => ("is", "1 set".to_owned()),
                    _ => ("binne", format!("{count} setten")),
                };
                format!("der {are} {moves} ynlevere, 1 oant en mei {limit} kin")
            }
            Refusal::BrokenRecord { ply, refusal } => {
                self.ply_of_record(*ply, &self.refusal(refusal, rules))
            }
            Refusal::Unreadable => "wat der meld is, is net te begripen".to_owned(),
            Refusal::RecordFull => {
                "de notaasje fan de partij is fol: de arbiter moat har beëinigje".to_owned()
            }
            Refusal::NotFinished => "de partij is noch net dien".to_owned(),
            Refusal::ImpossibleOutcome { outcome } => {
                format!(
                    "ûnder dizze regels einiget gjin partij sa: {}",
                    catalogue::outcome(self, *outcome)
                )
            }
            Refusal::DrawAlreadyOffered { by } => {
                format!("{} hat al remise oanbean", self.color(*by))
            }
            Refusal::SameResult { outcome } => {
                format!("dit is al de útslach: {}", catalogue::outcome(self, *outcome))
            }
        }
    }

    fn not_accepted(&self, played: &MoveText) -> String {
        format!("{played} is net akseptearre")
    }

    fn not_confirmed(&self, played: &MoveText) -> String {
        format!("{played} is noch net befêstige")
    }

    fn way_not_clear(&self, played: &MoveText) -> String {
        format!("{played} is net dúdlik, neam de fjilden dêrtusken")
    }

    fn not_clear(&self, played: &MoveText) -> String {
        format!("{played} is net dúdlik")
    }

    fn already_played(&self, ply: u32) -> String {
        format!("healset {ply} is al spile")
    }

    fn ply_of_record(&self, ply: u32, text: &str) -> String {
        format!("healset {ply} fan 'e notaasje: {text}")
    }

    fn illegal_move(&self, illegal: &IllegalMove, rules: Option<RuleSet>) -> String {
        let IllegalMove { played, breach, obliged } = illegal;
        let text = format!("{played} is net tastien: {}", self.breach(*breach));
        let article = rules.and_then(|rules| breach.article(rules));
        let text = catalogue::with_article(text, article);
        with_clause(text, obliged.as_ref().map(|obliged| self.obligation(obliged)))
    }

    fn irregularity(&self, irregularity: &Irregularity, rules: Option<RuleSet>) -> String {
        let Irregularity { played, breach, obliged, standing } = irregularity;
        let text = format!("{played} is ûnregelmjittich: {}", self.breach(*breach));
        let article = rules.and_then(|rules| catalogue::articles(*breach, rules));
        let text = catalogue::with_article(text, article.as_deref());
        let text = with_clause(text, obliged.as_ref().map(|obliged| self.obligation(obliged)));
        let open = "noch net bekend is hokker stikken fan it boerd nommen binne";
        with_clause(text, standing.is_none().then_some(open))
    }

    fn obligation(&self, obligation: &Obligation) -> String {
        let worth = catalogue::worth(obligation, ("daam", "dammen"), "en", ("skiif", "skiven"));
        let moves = catalogue::moves(&obligation.moves, "of");
        format!("ferplichte wie it slaan fan {worth} mei {moves}")
    }

    fn breach(&self, breach: Breach) -> &'static str {
        match breach {
            Breach::NoPiece => "op it begjinfjild stiet gjin stik",
            Breach::Occupied => "op it einfjild stiet in oar stik",
            Breach::WrongPiecesTaken => {
                "der binne oare stikken fan it boerd nommen as der slein binne"
            }
            Breach::OpponentsPiece => "it stik is fan 'e tsjinstanner",
            Breach::Unreachable => "it stik kin dat fjild sa net berikke",
            Breach::CaptureObligatory => "slaan is ferplichte",
            Breach::MaximumCapture => "in slach fan gruttere wearde giet foar",
            Breach::KingFirst => "in daamslach giet foar in skiifslach fan deselde wearde",
            Breach::KingMoveLimit => "deselde daam mei net mear as trije streken efterinoar dwaan",
        }
    }

    fn reason(&self, reason: Reason) -> &'static str {
        match reason {
            Reason::NoPieces => "gjin stikken mear",
            Reason::NoLegalMove => "gjin set mear mooglik",
            Reason::Resignation => "opjûn",
            Reason::Agreement => "yn oerlis",
            Reason::EarlyAgreement => "remise ôfpraat foardat beide fyftich setten dien hienen",
            Reason::TwoKingsAgainstOne => "twa dammen hawwe net binnen sân setten fan ien daam wûn",
            Reason::OneKingEach => "elk ien daam, gjinien fan beide op slach",
            Reason::Repetition => "foar de tredde kear deselde stân",
            Reason::KingMoves => "elk fiifentweintich setten mei allinnich dammen, sûnder slach",
            Reason::SixteenMoves => "elk sechstjin setten mei trije stikken tsjin ien daam",
            Reason::FiveMoves => "elk fiif setten mei ien of twa dammen tsjin ien daam",
            Reason::LongDiagonal => "elk fiif setten mei de iene daam op 'e lange line",
            Reason::KingAndMen => "elk fiifentweintich setten mei dammen en skiven tsjin ien daam",
            Reason::SameMove => "trije kear efterinoar deselde set",
            Reason::Returned => "twa kear op itselde plak weromkommen",
            Reason::FlagFall => "op tiid",
            Reason::Arbiter => "besletten troch de arbiter",
            Reason::Forfeit => "reglemintêr",
            Reason::NoShow => "net opdaagd",
            Reason::Adjudication => "arbitrearre",
            Reason::UpsetPieces => "stikken trochinoar smiten",
            Reason::RefusedToPlay => "wegere fierder te spyljen",
            Reason::Misconduct => "misdragen",
            Reason::WrongBoard => "it boerd lei ferkeard",
        }
    }

    fn score(&self, score: Score) -> &'static str {
        match score {
            Score::WhiteWins => "wyt wint",
            Score::Draw => "remise",
            Score::BlackWins => "swart wint",
            Score::BothLose => "beide ferlieze",
            Score::Unplayed => "net spile",
        }
    }

    fn color(&self, color: Color) -> &'static str {
        match color {
            Color::White => "wyt",
            Color::Black => "swart",
        }
    }

    fn count(&self, count: &Count) -> String {
        let Count { kind, made, limit, side } = count;
        let whose = side.map_or_else(String::new, |side| format!(", {}", self.color(side)));
        let what = match kind {
            CountKind::KingRun(square) => {
                let only = (made >= limit).then_some("mei allinnich slaan");
                return with_clause(
                    format!("de daam op {square}{whose}: {made} fan {limit} streken"),
                    only,
                );
            }
            CountKind::Draw(reason) => self.counted_ending(*reason),
        };
        if catalogue::is_of_occurrences(*kind) {
            format!("{what}{whose}: {made} fan {limit} kear")
        } else if side.is_some() {
            format!("{what}{whose}: {made} fan {limit} setten")
        } else {
            format!("{what}: elk {made} fan {limit} setten")
        }
    }

    fn counted_ending(&self, reason: Reason) -> &'static str {
        match reason {
            Reason::TwoKingsAgainstOne => "twa dammen tsjin ien",
            Reason::Repetition => "deselde stân",
            Reason::KingMoves => "allinnich dammen, sûnder slach",
            Reason::SixteenMoves => "trije stikken tsjin ien daam",
            Reason::FiveMoves => "ien of twa dammen tsjin ien daam",
            Reason::LongDiagonal => "de iene daam op 'e lange line",
            Reason::KingAndMen => "dammen en skiven tsjin ien daam",
            Reason::SameMove => "deselde set efterinoar",
            Reason::Returned => "werom op itselde plak",
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
