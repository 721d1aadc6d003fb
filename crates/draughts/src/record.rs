//! A game with all that its rules need, in one value.

use thiserror::Error;

use crate::pdn::{self, Export, PdnGame, Tag, Terminator};
use crate::{
    Color, Counts, FmjdEdition, Move, Outcome, ParseMoveError, PlayError, Position, Reason,
    RuleSet, Score,
};

/// A game: its moves, the position on the board, the counts towards a draw, and its outcome.
///
/// ```
/// use draughts::{Color, Record, RuleSet, Score};
///
/// let mut record = Record::new(RuleSet::International);
/// for text in ["32-28", "19-23", "28x19", "14x23"] {
///     record.play_text(text)?;
/// }
/// assert_eq!(record.undo().map(|mv| mv.to_string()), Some("14x23".to_owned()));
/// record.play_text("13x24")?;
/// assert_eq!(record.position().turn(), Color::White);
/// record.resign(Color::White)?;
/// assert_eq!(record.score(), Some(Score::BlackWins));
/// assert!(record.to_pdn(&[]).ends_with("1. 32-28 19-23 2. 28x19 13x24 0-2\n\n"));
/// # Ok::<(), draughts::RecordError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    rules: RuleSet,
    moves: pdn::Record,
    counts: Counts,
    /// The counts before each move.
    counts_before: Vec<Counts>,
    outcome: Option<Outcome>,
    /// The result of a game that was read, if nothing tells how it came about.
    told: Option<Score>,
}

/// The start of an International game by the rules of the FMJD.
impl Default for Record {
    fn default() -> Self {
        Self::new(RuleSet::default())
    }
}

impl Record {
    /// Begins a game by these rules.
    #[must_use]
    pub fn new(rules: RuleSet) -> Self {
        let start = Position::start(rules.variant());
        Self::begin(rules, FmjdEdition::default(), start)
    }

    /// Begins a game in another position, by the edition of the FMJD's rules that the event names.
    ///
    /// # Errors
    ///
    /// [`RecordError::Variant`] if the position is not of the variant of the rules.
    pub fn from_position(
        rules: RuleSet,
        edition: FmjdEdition,
        start: Position,
    ) -> Result<Self, RecordError> {
        if start.variant() == rules.variant() {
            Ok(Self::begin(rules, edition, start))
        } else {
            Err(RecordError::Variant { rules })
        }
    }

    fn begin(rules: RuleSet, edition: FmjdEdition, start: Position) -> Self {
        let counts = Counts::by_edition(rules, edition, &start);
        let outcome = counts.outcome(&start);
        let (moves, counts_before) = (pdn::Record::new(start), Vec::new());
        Self { rules, moves, counts, counts_before, outcome, told: None }
    }

    /// Plays the moves of a game that was read, by these rules and this edition of them.
    ///
    /// A result that the moves do not give is taken over, with its reason if a tag tells it.
    ///
    /// # Errors
    ///
    /// [`RecordError::Variant`] if the game is not of the variant of the rules,
    /// [`RecordError::SetPosition`] if an arbiter set a position in it or let an irregular move
    /// stand, and [`RecordError::Over`] if it goes on after its end by these rules.
    pub fn from_pdn(
        rules: RuleSet,
        edition: FmjdEdition,
        game: &PdnGame,
    ) -> Result<Self, RecordError> {
        let mut record = Self::from_position(rules, edition, game.start)?;
        for ply in &game.plies {
            if ply.before != record.position() || ply.breach.is_some() {
                return Err(RecordError::SetPosition);
            }
            record.play(&ply.mv)?;
        }
        if record.outcome.is_none() {
            let told = game.score.zip(game.reason());
            record.outcome = told.and_then(|(score, reason)| Outcome::checked(score, reason).ok());
            record.told = game.score.filter(|_| record.outcome.is_none());
        }
        Ok(record)
    }

    /// Returns the rules.
    #[must_use]
    pub const fn rules(&self) -> RuleSet {
        self.rules
    }

    /// Returns the position that the game began with.
    #[must_use]
    pub const fn start(&self) -> Position {
        self.moves.start()
    }

    /// Returns the position on the board.
    #[must_use]
    pub const fn position(&self) -> Position {
        self.moves.end()
    }

    /// Returns the moves in order, for comments and glyphs too; see [`pdn::Record`].
    #[must_use]
    pub const fn moves(&self) -> &pdn::Record {
        &self.moves
    }

    /// Returns the counts towards a draw.
    #[must_use]
    pub const fn counts(&self) -> &Counts {
        &self.counts
    }

    /// Returns the outcome, if the game is over and the reason is known.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Returns the score, if the game is over.
    #[must_use]
    pub fn score(&self) -> Option<Score> {
        self.outcome.map(|outcome| outcome.score).or(self.told)
    }

    /// Plays a move.
    ///
    /// # Errors
    ///
    /// [`RecordError::Over`] after the end of the game, or [`RecordError::Play`] if the move is not
    /// legal.
    pub fn play(&mut self, mv: &Move) -> Result<(), RecordError> {
        self.check_running()?;
        let before = self.position();
        self.moves.play(mv)?;
        let after = self.position();
        self.counts_before.push(self.counts.clone());
        self.counts.played(&before, mv, &after);
        self.outcome = self.counts.outcome(&after);
        Ok(())
    }

    /// Plays a move that is written as in PDN, such as `32-28` or `28x19`.
    ///
    /// # Errors
    ///
    /// Those of [`Record::play`], and [`RecordError::Parse`] if the text is not a move here.
    pub fn play_text(&mut self, text: &str) -> Result<Move, RecordError> {
        self.check_running()?;
        let mv = self.position().parse_move(text)?;
        self.play(&mv)?;
        Ok(mv)
    }

    /// Takes back the last move and the outcome, and returns the move; `None` before the first one.
    pub fn undo(&mut self) -> Option<Move> {
        let ply = self.moves.undo()?;
        if let Some(counts) = self.counts_before.pop() {
            self.counts = counts;
        }
        (self.outcome, self.told) = (None, None);
        Some(ply.mv)
    }

    /// Ends the game by the resignation of a side.
    ///
    /// # Errors
    ///
    /// [`RecordError::Over`] after the end of the game.
    pub fn resign(&mut self, loser: Color) -> Result<(), RecordError> {
        self.end(Outcome::win(loser.other(), Reason::Resignation))
    }

    /// Ends the game by an agreed draw. Where a draw is forbidden before each side has made fifty
    /// moves (2006 art. 7), both sides lose.
    ///
    /// # Errors
    ///
    /// [`RecordError::Over`] after the end of the game.
    pub fn agree_draw(&mut self) -> Result<(), RecordError> {
        /// Fifty moves of each side.
        const PLIES_MIN: usize = 100;
        if self.rules.forbids_early_draws() && self.moves.plies().len() < PLIES_MIN {
            return self.end(Outcome::new(Score::BothLose, Reason::EarlyAgreement));
        }
        self.end(Outcome::new(Score::Draw, Reason::Agreement))
    }

    fn end(&mut self, outcome: Outcome) -> Result<(), RecordError> {
        self.check_running()?;
        self.outcome = Some(outcome);
        Ok(())
    }

    fn check_running(&self) -> Result<(), RecordError> {
        self.score().map_or(Ok(()), |score| Err(RecordError::Over { score }))
    }

    /// Writes the game as PDN with these tags, those of the rules and the reason of its end, and
    /// its result behind the moves.
    #[must_use]
    pub fn to_pdn(&self, tags: &[Tag]) -> String {
        let mut tags = tags.to_vec();
        let own = [
            // Frisian draughts has one set of rules.
            (self.rules != RuleSet::Frisian).then(|| Tag::rules(self.rules)),
            self.outcome.map(|outcome| Tag::termination(outcome.reason)),
        ];
        for tag in own.into_iter().flatten() {
            tags.retain(|other| other.name() != tag.name());
            tags.push(tag);
        }
        pdn::write(&Export {
            tags: &tags,
            record: &self.moves,
            score: self.score(),
            terminator: Terminator::Result,
        })
    }
}

/// The reason for which a record cannot go on.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RecordError {
    /// The game is over.
    #[error("the game is over: {score}")]
    Over {
        /// Its score.
        score: Score,
    },
    /// The text is not a move here.
    #[error(transparent)]
    Parse(#[from] ParseMoveError),
    /// The move cannot be played.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// The position is of another variant than the rules.
    #[error("the rules {rules} do not play this variant")]
    Variant {
        /// The rules.
        rules: RuleSet,
    },
    /// The game has a position that an arbiter set, or an irregular move that stands.
    #[error(
        "the game has a set position or an irregular move, which a record of legal moves cannot keep"
    )]
    SetPosition,
}
