//! The English texts.

use super::catalogue::{self, Catalogue, counted, with_clause};
use crate::{
    Breach, Color, Count, CountKind, IllegalMove, Irregularity, MoveText, Obligation, Reason,
    Refusal, RuleSet, Score,
};

/// English.
pub(super) struct English;

impl Catalogue for English {
    fn refusal(&self, refusal: &Refusal, rules: Option<RuleSet>) -> String {
        match refusal {
            Refusal::NotStarted => "the game has not begun".to_owned(),
            Refusal::AlreadyStarted => {
                "the game has already begun with other rules or another position".to_owned()
            }
            Refusal::WrongVariant => {
                "the position belongs to another variant than the rules".to_owned()
            }
            Refusal::GameFinished { outcome } => {
                format!("the game is over: {}", catalogue::outcome(self, *outcome))
            }
            Refusal::PlyZero => "ply 0 cannot be played, the first is 1".to_owned(),
            Refusal::PlyTooFarAhead { expected, got } => {
                format!("ply {got} is too far ahead, ply {expected} is next")
            }
            Refusal::HeldFull { expected, limit } => {
                let inputs = counted(*limit, "input already waits", "inputs already wait");
                format!("{inputs} for ply {expected}")
            }
            Refusal::IllegalMove(illegal) => self.illegal_move(illegal, rules),
            Refusal::AmbiguousMove { played, candidates } => {
                format!("{played} fits several captures: {}", catalogue::moves(candidates, "or"))
            }
            Refusal::TooComplex { mv } => {
                format!("after {mv} the captures are too many to search")
            }
            Refusal::PlyAlreadyPlayed { ply, played, claimed } => {
                format!("ply {ply} is already played with {played}, {claimed} was claimed")
            }
            Refusal::NoSuchPly { ply, next } => {
                format!("there is no ply {ply}, the next is {next}")
            }
            Refusal::Retracted { ply } => {
                format!("ply {ply} was taken back after this move was made")
            }
            Refusal::WaitedTooLong { ply, expected } => {
                format!("ply {ply} waited too long, ply {expected} is still missing")
            }
            Refusal::NoIrregularity => "no irregular move waits".to_owned(),
            Refusal::UnclearIrregularity { played } => {
                format!("{played} cannot stand before it is told which pieces were taken off")
            }
            Refusal::NothingToCorrect { ply } => format!("ply {ply} already is so"),
            Refusal::SamePosition => "the position already stands so".to_owned(),
            Refusal::OnPaper { from_ply } => format!("the game is on paper from ply {from_ply}"),
            Refusal::WrongFirstPly { expected, got } => {
                format!("the record goes on with ply {expected}, not {got}")
            }
            Refusal::WrongMoveCount { count, limit } => {
                let moves = counted(*count, "move is", "moves are");
                format!("{moves} handed in, 1 to {limit} can be")
            }
            Refusal::BrokenRecord { ply, refusal } => {
                self.ply_of_record(*ply, &self.refusal(refusal, rules))
            }
            Refusal::Unreadable => "what was told cannot be understood".to_owned(),
            Refusal::RecordFull => {
                "the record of the game is full: the arbiter has to end it".to_owned()
            }
            Refusal::NotFinished => "the game is not over".to_owned(),
            Refusal::ImpossibleOutcome { outcome } => {
                format!("under these rules no game ends so: {}", catalogue::outcome(self, *outcome))
            }
            Refusal::DrawAlreadyOffered { by } => {
                format!("{} has already offered a draw", self.color(*by))
            }
            Refusal::SameResult { outcome } => {
                format!("this already is the result: {}", catalogue::outcome(self, *outcome))
            }
        }
    }

    fn not_accepted(&self, played: &MoveText) -> String {
        format!("{played} was not accepted")
    }

    fn not_confirmed(&self, played: &MoveText) -> String {
        format!("{played} is not confirmed yet")
    }

    fn way_not_clear(&self, played: &MoveText) -> String {
        format!("{played} is not clear, tell the squares between")
    }

    fn not_clear(&self, played: &MoveText) -> String {
        format!("{played} is not clear")
    }

    fn already_played(&self, ply: u32) -> String {
        format!("ply {ply} is already played")
    }

    fn ply_of_record(&self, ply: u32, text: &str) -> String {
        format!("ply {ply} of the record: {text}")
    }

    fn illegal_move(&self, illegal: &IllegalMove, rules: Option<RuleSet>) -> String {
        let IllegalMove { played, breach, obliged } = illegal;
        let text = format!("{played} is not allowed: {}", self.breach(*breach));
        let article = rules.and_then(|rules| breach.article(rules));
        let text = catalogue::with_article(text, article);
        with_clause(text, obliged.as_ref().map(|obliged| self.obligation(obliged)))
    }

    fn irregularity(&self, irregularity: &Irregularity, rules: Option<RuleSet>) -> String {
        let Irregularity { played, breach, obliged, standing } = irregularity;
        let text = format!("{played} is irregular: {}", self.breach(*breach));
        let article = rules.and_then(|rules| catalogue::articles(*breach, rules));
        let text = catalogue::with_article(text, article.as_deref());
        let text = with_clause(text, obliged.as_ref().map(|obliged| self.obligation(obliged)));
        let open = "it is open which pieces were taken off";
        with_clause(text, standing.is_none().then_some(open))
    }

    fn obligation(&self, obligation: &Obligation) -> String {
        let worth = catalogue::worth(obligation, ("king", "kings"), "and", ("man", "men"));
        let moves = catalogue::moves(&obligation.moves, "or");
        format!("obligatory was to take {worth} by {moves}")
    }

    fn breach(&self, breach: Breach) -> &'static str {
        match breach {
            Breach::NoPiece => "no piece stands on the square where it starts",
            Breach::Occupied => "another piece stands on the square where it ends",
            Breach::WrongPiecesTaken => "other pieces were taken off than it captures",
            Breach::OpponentsPiece => "the piece belongs to the side that is not to move",
            Breach::Unreachable => "the piece cannot reach that square so",
            Breach::CaptureObligatory => "a capture is obligatory",
            Breach::MaximumCapture => "a more valuable capture is obligatory",
            Breach::KingFirst => "a king's capture goes before a man's capture of the same value",
            Breach::KingMoveLimit => {
                "the same king may not make more than three quiet moves in a row"
            }
        }
    }

    fn reason(&self, reason: Reason) -> &'static str {
        match reason {
            Reason::NoPieces => "no pieces left",
            Reason::NoLegalMove => "no legal move left",
            Reason::Resignation => "resignation",
            Reason::Agreement => "agreement",
            Reason::EarlyAgreement => "draw agreed before both had made fifty moves",
            Reason::TwoKingsAgainstOne => "two kings did not win from one within seven moves",
            Reason::OneKingEach => "one king each, neither of them en prise",
            Reason::Repetition => "the same position for the third time",
            Reason::KingMoves => "twenty-five moves each by kings only, without a capture",
            Reason::SixteenMoves => "sixteen moves each with three pieces against one king",
            Reason::FiveMoves => "five moves each with one or two kings against one king",
            Reason::LongDiagonal => "five moves each with the lone king on the long diagonal",
            Reason::KingAndMen => "twenty-five moves each with kings and men against one king",
            Reason::SameMove => "the same move three times in a row",
            Reason::Returned => "returned to the same place twice",
            Reason::FlagFall => "on time",
            Reason::Arbiter => "decided by the arbiter",
            Reason::Forfeit => "forfeit",
            Reason::NoShow => "no-show",
            Reason::Adjudication => "adjudicated",
            Reason::UpsetPieces => "upset the pieces",
            Reason::RefusedToPlay => "refused to play on",
            Reason::Misconduct => "misconduct",
            Reason::WrongBoard => "the board lay the wrong way round",
        }
    }

    fn score(&self, score: Score) -> &'static str {
        match score {
            Score::WhiteWins => "White wins",
            Score::Draw => "draw",
            Score::BlackWins => "Black wins",
            Score::BothLose => "both lose",
            Score::Unplayed => "not played",
        }
    }

    fn color(&self, color: Color) -> &'static str {
        match color {
            Color::White => "White",
            Color::Black => "Black",
        }
    }

    fn count(&self, count: &Count) -> String {
        let Count { kind, made, limit, side } = count;
        let whose = side.map_or_else(String::new, |side| format!(", {}", self.color(side)));
        let what = match kind {
            CountKind::KingRun(square) => {
                let only = (made >= limit).then_some("it may only capture");
                return with_clause(
                    format!("the king on {square}{whose}: {made} of {limit} quiet moves"),
                    only,
                );
            }
            CountKind::Draw(reason) => self.counted_ending(*reason),
        };
        if catalogue::is_of_occurrences(*kind) {
            format!("{what}{whose}: {made} of {limit} times")
        } else if side.is_some() {
            format!("{what}{whose}: {made} of {limit} moves")
        } else {
            format!("{what}: {made} of {limit} moves each")
        }
    }

    fn counted_ending(&self, reason: Reason) -> &'static str {
        match reason {
            Reason::TwoKingsAgainstOne => "two kings against one",
            Reason::Repetition => "the same position",
            Reason::KingMoves => "kings only, without a capture",
            Reason::SixteenMoves => "three pieces against one king",
            Reason::FiveMoves => "one or two kings against one king",
            Reason::LongDiagonal => "the lone king on the long diagonal",
            Reason::KingAndMen => "kings and men against one king",
            Reason::SameMove => "the same move in a row",
            Reason::Returned => "back on the same place",
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
