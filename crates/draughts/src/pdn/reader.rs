//! Builds games from tokens.

use super::bounds::Bounds;
use super::budget::{Beyond, Budget};
use super::lexer::{Lexer, Token};
use super::replay::{Failure, Item, Stop, replay};
use super::{
    Comment, PdnGame, PdnPly, Status, Tag, Unsupported, Variation, WARNINGS_MAX, Warning, clocks,
    irregular, small_board, text,
};
use crate::{Color, Position, PositionError, Score, Variant, fen};

/// Reads all games of a file; those without a `GameType` count as International.
///
/// ```
/// use draughts::pdn::{self, Status};
///
/// let games = pdn::read(b"[White \"A\"] [Black \"B\"] 1. 32-28 19-23 2. 28x19 14x23 *");
/// assert_eq!(games[0].status, Status::Ok);
/// assert_eq!(games[0].plies.len(), 4);
/// ```
#[must_use]
pub fn read(bytes: &[u8]) -> Vec<PdnGame> {
    read_as(bytes, Variant::International)
}

/// Reads all games of a file; those without a `GameType` count as this variant.
#[must_use]
pub fn read_as(bytes: &[u8], default: Variant) -> Vec<PdnGame> {
    let mut games = Vec::new();
    read_each(bytes, default, |game| games.push(game));
    games
}

/// Reads all games of a file as [`read_as`], but hands each to `found` when it was read, so that a
/// large file need not be held as a whole.
pub fn read_each(bytes: &[u8], default: Variant, mut found: impl FnMut(PdnGame)) {
    let (text, is_utf8) = text::decode(bytes);
    let mut record = Record::default();
    let mut bounds = Bounds::default();
    let mut lexer = Lexer::new(&text);
    let mut budget = Budget::of_text(text.len());
    while let Some(token) = lexer.next() {
        if bounds.begins_game(&token, lexer.is_after_empty_line()) {
            let game = core::mem::take(&mut record).finish(default, is_utf8, &mut budget);
            game.into_iter().for_each(&mut found);
        }
        if record.line == 0 {
            record.line = lexer.line();
        }
        record.add(token, default, &mut budget);
    }
    record.finish(default, is_utf8, &mut budget).into_iter().for_each(found);
}

/// A game while it is being read.
#[derive(Default)]
struct Record {
    line: usize,
    tags: Vec<Tag>,
    /// The variant of the tags, once a position was set up.
    known_variant: Option<Variant>,
    items: Vec<Item>,
    moves: u32,
    comments: Vec<Comment>,
    /// Numbers that annotate a move, after the number of moves before them.
    nags: Vec<(u32, u16)>,
    variations: Vec<Variation>,
    letters: Option<String>,
    terminator: Option<String>,
    has_null_moves: bool,
    /// A comment that describes an irregular move, if a position follows at once.
    irregular: Option<String>,
    warnings: Vec<Warning>,
}

impl Record {
    fn has_moves(&self) -> bool {
        !self.items.is_empty() || self.letters.is_some() || self.has_null_moves
    }

    fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|tag| tag.name() == name).map(Tag::value)
    }

    fn warn(&mut self, warning: Warning) {
        if self.warnings.len() < WARNINGS_MAX {
            self.warnings.push(warning);
        }
    }

    fn variant(&self, default: Variant) -> Result<Variant, Unsupported> {
        let Some(game_type) = self.tag("GameType").map(str::trim).filter(|t| !t.is_empty()) else {
            return Ok(default);
        };
        // Only the number is used: the rest is often wrong for 10x10.
        match game_type.split(',').next().unwrap_or_default().trim() {
            "20" | "99" => Ok(Variant::International),
            // Frysk! is Frisian draughts from another position.
            "40" | "97" => Ok(Variant::Frisian),
            "?" | "*" | "-" => Ok(default),
            _ => Err(Unsupported::GameType { game_type: game_type.to_owned() }),
        }
    }

    /// Returns the variant for reading positions; the tags are evaluated once.
    fn usual_variant(&mut self, default: Variant) -> Variant {
        let variant = match self.known_variant {
            Some(variant) => variant,
            None => self.variant(default).unwrap_or(default),
        };
        *self.known_variant.insert(variant)
    }

    fn add(&mut self, token: Token, default: Variant, budget: &mut Budget) {
        let told = self.irregular.take();
        if let (Some(comment), Token::Setup(text)) = (&told, &token)
            && self.add_irregular(comment, text, default, budget)
        {
            return;
        }
        if let Some(text) = told {
            self.comments.push(Comment { after_ply: self.moves, text });
        }
        match token {
            Token::Tag(tag) => {
                self.known_variant = None;
                self.tags.push(tag);
            }
            Token::BadTag(text) => self.warn(Warning::MalformedTag { text }),
            Token::Move(text) => {
                self.moves = self.moves.saturating_add(1);
                self.items.push(Item::Move(text));
            }
            Token::BareCapture => {
                self.moves = self.moves.saturating_add(1);
                self.items.push(Item::BareCapture);
            }
            Token::Letters(text) => {
                self.letters.get_or_insert(text);
            }
            Token::NullMove => {
                self.has_null_moves = true;
                self.warn(Warning::NullMove { after_ply: self.moves });
            }
            Token::Setup(text) => self.add_setup(text, default, budget),
            Token::Result(text) => {
                // A result alone is not a game, and the first of several counts.
                if self.has_moves() || !self.tags.is_empty() {
                    self.terminator.get_or_insert(text);
                }
            }
            Token::Comment(text) if irregular::parse(&text).is_some() => {
                self.irregular = Some(text);
            }
            Token::Comment(text) => {
                self.comments.push(Comment { after_ply: self.moves, text });
            }
            Token::Nag(nag) => self.nags.push((self.moves, nag)),
            Token::Variation(text) => self.variations.push(Variation::of(self.moves, &text)),
            Token::Warning(warning) => self.warn(warning),
        }
    }

    fn add_irregular(
        &mut self,
        comment: &str,
        position: &str,
        default: Variant,
        budget: &mut Budget,
    ) -> bool {
        let Some((mv, breach)) = irregular::parse(comment) else { return false };
        let variant = self.usual_variant(default);
        let Ok(after) = fen::parse_unsearched(position, variant) else { return false };
        if budget.admit(&after).is_err() {
            return false;
        }
        self.moves = self.moves.saturating_add(1);
        self.items.push(Item::Irregular { mv, breach, after, comment: comment.to_owned() });
        true
    }

    fn add_setup(&mut self, text: String, default: Variant, budget: &mut Budget) {
        let null_move: String = text.split_whitespace().collect();
        if let Some(color) = null_move.strip_suffix("::").and_then(one_color) {
            self.items.push(Item::Turn(color));
            return;
        }
        let variant = self.usual_variant(default);
        let read = fen::parse_unsearched(&text, variant);
        match read.map(|position| (position, budget.admit(&position))) {
            Ok((position, Ok(()))) => self.items.push(Item::Setup(position)),
            Ok((_, Err(Beyond::Text))) => self.items.push(Item::TooMuch(text)),
            Ok((_, Err(Beyond::Position(_)))) | Err(_) => {
                self.warn(Warning::InvalidPosition { text });
            }
        }
    }

    fn finish(mut self, default: Variant, is_utf8: bool, budget: &mut Budget) -> Option<PdnGame> {
        if self.tags.is_empty() && !self.has_moves() {
            return None;
        }
        if let Some(text) = self.irregular.take() {
            self.comments.push(Comment { after_ply: self.moves, text });
        }
        if !is_utf8 {
            self.warn(Warning::NotUtf8);
        }
        self.take_delft_result();
        let score = self.score();
        let supported = self.variant(default);
        let variant = supported.as_ref().copied().unwrap_or(default);
        let (start, bad_position) = self.start(variant, budget);
        let mut replay = match (&supported, &bad_position, &self.letters) {
            (Ok(_), None, None) => replay(start, &self.items, budget),
            _ => replay(start, &[], budget),
        };
        self.keep_untrue(&replay.untrue);
        for warning in core::mem::take(&mut replay.warnings) {
            self.warn(warning);
        }
        self.take_clocks(&mut replay.plies);
        for (after_ply, nag) in core::mem::take(&mut self.nags) {
            let index = (after_ply as usize).checked_sub(1);
            if let Some(ply) = index.and_then(|index| replay.plies.get_mut(index)) {
                ply.nags.push(nag);
            }
        }
        let status = match (supported, self.letters.take(), bad_position, replay.failure) {
            (Err(unsupported), ..) => Status::Unsupported(unsupported),
            (_, Some(text), ..) => Status::Unsupported(Unsupported::NotNumeric { text }),
            _ if self.moves == 0 => Status::HeaderOnly,
            (_, _, Some(_), _) if self.is_small_board(false) => {
                Status::Unsupported(Unsupported::SmallBoard)
            }
            (_, _, Some((text, reason)), _) => Status::BadPosition { text, reason },
            (.., Some(failure)) if self.is_small_board(failure.ply == 1) => {
                Status::Unsupported(Unsupported::SmallBoard)
            }
            (.., Some(Failure { ply, text, stop: Stop::Illegal(reason) })) => {
                Status::Illegal { ply, text, reason }
            }
            (.., Some(Failure { ply, text, stop: Stop::GaveUp })) => Status::GaveUp { ply, text },
            (.., None) => Status::Ok,
        };
        Some(PdnGame {
            line: self.line,
            tags: self.tags,
            variant,
            start,
            plies: replay.plies,
            final_position: replay.final_position,
            comments: self.comments,
            variations: self.variations,
            score,
            terminator: self.terminator,
            warnings: self.warnings,
            status,
        })
    }

    /// Turns the comments of these irregular moves, which the rules do not confirm, into ordinary
    /// ones.
    fn keep_untrue(&mut self, untrue: &[usize]) {
        if untrue.is_empty() {
            return;
        }
        let mut comments = Vec::new();
        let mut dropped = Vec::new();
        let mut after_ply = 0_u32;
        for (index, item) in self.items.iter().enumerate().filter(|(_, item)| item.is_ply()) {
            after_ply = after_ply.saturating_add(1);
            if let (Item::Irregular { comment, .. }, Ok(_)) = (item, untrue.binary_search(&index)) {
                comments.push(Comment { after_ply, text: comment.clone() });
                dropped.push(after_ply);
            }
        }
        comments.append(&mut self.comments);
        // A comment after such a move comes after the one that described it.
        comments.sort_by_key(|comment| comment.after_ply);
        let less = |ply: u32| {
            let before = dropped.partition_point(|&dropped| dropped <= ply);
            ply.saturating_sub(u32::try_from(before).unwrap_or(u32::MAX))
        };
        self.moves = less(self.moves);
        self.comments = comments;
        for comment in &mut self.comments {
            comment.after_ply = less(comment.after_ply);
        }
        for (after_ply, _) in &mut self.nags {
            *after_ply = less(*after_ply);
        }
        for variation in &mut self.variations {
            variation.after_ply = less(variation.after_ply);
        }
    }

    /// Moves the times of clocks from the comments to the moves before them.
    fn take_clocks(&mut self, plies: &mut [PdnPly]) {
        self.comments.retain_mut(|comment| {
            let index = (comment.after_ply as usize).checked_sub(1);
            let Some(ply) = index.and_then(|index| plies.get_mut(index)) else { return true };
            let mover = ply.before.turn();
            !clocks::take(&mut comment.text, mover, &mut ply.clocks) || !comment.text.is_empty()
        });
    }

    /// Returns the start position: that of the tag, or of a set-up before the first move.
    fn start(
        &mut self,
        variant: Variant,
        budget: &mut Budget,
    ) -> (Position, Option<(String, fen::FenError)>) {
        let usual = Position::start(variant);
        let Some(text) = self.tag("FEN").filter(|text| !text.trim().is_empty()) else {
            return match self.items.first() {
                Some(Item::Setup(position)) => (*position, None),
                _ => (usual, None),
            };
        };
        let text = text.to_owned();
        let read = fen::parse_unsearched(&text, variant);
        let error = match read.map(|position| (position, budget.admit(&position))) {
            Ok((position, Ok(()))) => return (position, None),
            Ok((_, Err(Beyond::Text))) => {
                self.items.insert(0, Item::TooMuch(text));
                return (usual, None);
            }
            Ok((_, Err(Beyond::Position(color)))) => PositionError::TooComplex { color }.into(),
            Err(error) => error,
        };
        self.warn(Warning::InvalidPosition { text: text.clone() });
        (usual, Some((text, error)))
    }

    /// Takes a result such as `4-6` from the moves, which it looks like; it is the last one and
    /// equals the tag.
    fn take_delft_result(&mut self) {
        let Some(Item::Move(last)) = self.items.last() else { return };
        if self.terminator.is_none() && self.tag("Result") == Some(last.as_str()) {
            self.terminator = Some(last.clone());
            self.items.pop();
            self.moves = self.moves.saturating_sub(1);
        }
    }

    /// Returns the score of the tag, or of the terminator if the tag has none.
    fn score(&mut self) -> Option<Score> {
        let tag = self.tag("Result").map(|text| text.trim().to_owned()).unwrap_or_default();
        let terminator = self.terminator.clone().unwrap_or_default();
        let (by_tag, by_terminator) = (score_of(&tag), score_of(&terminator));
        if by_tag.is_some() && by_terminator.is_some() && by_tag != by_terminator {
            self.warn(Warning::ResultsDiffer { tag: tag.clone(), terminator });
        }
        if by_tag.is_none() && !matches!(tag.as_str(), "" | "*" | "?" | "-") {
            self.warn(Warning::UnknownResult { text: tag });
        }
        by_tag.or(by_terminator)
    }

    /// Returns true if a game that cannot be replayed is one on 8x8 squares: nothing suggests a
    /// board of 10x10 squares, and its first move is not legal there, as that of an 8x8 game never
    /// is. If it begins with another position, all quiet moves have to fit the smaller board.
    fn is_small_board(&self, fails_at_once: bool) -> bool {
        let squares = |text: &str| {
            text.split(|c: char| !c.is_ascii_digit())
                .filter(|number| !number.is_empty())
                .all(|number| number.parse::<u32>().is_ok_and(|n| n <= 32))
        };
        let moves = || {
            self.items.iter().filter_map(|item| match item {
                Item::Move(text) => Some(text.as_str()),
                Item::BareCapture
                | Item::Irregular { .. }
                | Item::Setup(_)
                | Item::Turn(_)
                | Item::TooMuch(_) => None,
            })
        };
        let fen = self.tag("FEN");
        self.tag("GameType").is_none()
            && fen.is_none_or(|fen| fen.contains(':') && squares(fen))
            && moves().all(squares)
            && match fen {
                Some(_) => small_board::fits(moves()),
                None => fails_at_once,
            }
    }
}

fn one_color(text: &str) -> Option<Color> {
    let mut letters = text.chars();
    let color = Color::from_letter(letters.next()?)?;
    letters.next().is_none().then_some(color)
}

/// Returns the score of a text. Results of both game types are read in either; `0-0` is a loss for
/// both.
fn score_of(text: &str) -> Option<Score> {
    match text {
        "2-0" | "1-0" | "2:0" | "1:0" => Some(Score::WhiteWins),
        "1-1" | "1:1" | "1/2-1/2" | "½-½" | "1/2" | "1/2:1/2" => Some(Score::Draw),
        "0-2" | "0-1" | "0:2" | "0:1" => Some(Score::BlackWins),
        "0-0" | "0:0" => Some(Score::BothLose),
        _ => None,
    }
}
