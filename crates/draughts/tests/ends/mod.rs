//! A table at which a test plays: moves are played and counted, and each returns its verdict.

use draughts::{
    Bitboard, Count, CountKind, Counts, FmjdEdition, Move, Position, RuleSet, Square, fen,
};

/// A position in play, with the counts of its rules.
#[derive(Clone)]
pub(crate) struct Table {
    rules: RuleSet,
    pub(crate) position: Position,
    pub(crate) counts: Counts,
    /// The positions on the board so far, for idle moves, which have to bring a new one.
    seen: Vec<Position>,
}

impl Table {
    pub(crate) fn new(rules: RuleSet, text: &str) -> Self {
        Self::by_edition(rules, FmjdEdition::default(), text)
    }

    pub(crate) fn by_edition(rules: RuleSet, edition: FmjdEdition, text: &str) -> Self {
        let position = fen::parse(text, rules.variant()).expect(text);
        let counts = Counts::by_edition(rules, edition, &position);
        Self { rules, position, counts, seen: vec![position] }
    }

    /// Returns the verdict on the position, `-` while the game goes on.
    pub(crate) fn verdict(&self) -> String {
        let outcome = self.counts.outcome(&self.position);
        let verdict = |outcome: draughts::Outcome| outcome.verdict(self.rules).expect("a verdict");
        outcome.map_or_else(|| "-".to_owned(), verdict)
    }

    /// Plays a legal move, with captured squares after a colon if needed, and returns the verdict.
    #[track_caller]
    pub(crate) fn play(&mut self, text: &str) -> String {
        let found = find(&self.position, text);
        assert!(found.is_some(), "{text} is not legal in {}", self.position.fen());
        let mv = found.expect("a legal move");
        let after = self.position.play(&mv).expect("a legal move");
        self.stand(&mv, after)
    }

    /// Puts the position after a move on the board, whether the move is legal or not.
    pub(crate) fn stand(&mut self, mv: &Move, after: Position) -> String {
        self.counts.played(&self.position, mv, &after);
        self.position = after;
        self.seen.push(after);
        self.verdict()
    }

    /// Plays moves and expects the game to go on after each.
    #[track_caller]
    pub(crate) fn go_on(&mut self, moves: &[&str]) -> &mut Self {
        for text in moves {
            assert_eq!(self.play(text), "-", "after {text}: {}", self.position.fen());
        }
        self
    }

    /// Plays this many plies with kings that capture nothing, offer nothing and bring a new
    /// position, and checks that the game goes on.
    #[track_caller]
    pub(crate) fn wander(&mut self, plies: u32, allowed: impl Fn(&Move) -> bool) -> &mut Self {
        for (index, mv) in self.idle_moves(plies, &allowed).iter().enumerate() {
            let after = self.position.play(mv).expect("a legal move");
            assert_eq!(self.stand(mv, after), "-", "ply {}: {}", index + 1, after.fen());
        }
        self
    }

    /// Plays one such move and returns the verdict.
    #[track_caller]
    pub(crate) fn wander_on(&mut self, allowed: impl Fn(&Move) -> bool) -> String {
        let mv = self.idle_moves(1, &allowed)[0];
        let after = self.position.play(&mv).expect("a legal move");
        self.stand(&mv, after)
    }

    /// Plays the first capture after which the opponent cannot capture, and returns the verdict.
    #[track_caller]
    pub(crate) fn take(&mut self) -> String {
        let is_safe =
            |mv: &&Move| mv.is_capture() && self.position.play_unchecked(mv).obligation().is_none();
        let mv = self.position.legal_moves().iter().find(is_safe).copied();
        let mv = mv.expect("a safe capture");
        let after = self.position.play(&mv).expect("a legal move");
        self.stand(&mv, after)
    }

    #[track_caller]
    fn idle_moves(&self, plies: u32, allowed: &impl Fn(&Move) -> bool) -> Vec<Move> {
        let (mut seen, mut moves) = (self.seen.clone(), Vec::new());
        let found = find_idle_moves(&self.position, plies, allowed, &mut seen, &mut moves);
        assert!(found, "no {plies} idle moves in {}", self.position.fen());
        moves
    }

    /// Returns the running counts in a short form: `art. 18 White 3/7`.
    pub(crate) fn running(&self) -> Vec<String> {
        let short = |count: Count| {
            let article = count.kind.article(self.rules).expect("an article");
            let king = match count.kind {
                CountKind::KingRun(square) => format!(" {square}"),
                CountKind::Draw(_) => String::new(),
            };
            let side = count.side.map_or_else(String::new, |side| format!(" {side}"));
            format!("{article}{king}{side} {}/{}", count.made, count.limit)
        };
        self.counts.running().into_iter().map(short).collect()
    }
}

/// Finds the legal move that a text means.
pub(crate) fn find(position: &Position, text: &str) -> Option<Move> {
    let Some((ends, captured)) = text.split_once(':') else {
        return position.parse_move(text).ok();
    };
    let squares = |text: &str, separator| -> Vec<Square> {
        text.split(separator).filter_map(|text| Square::new(text.parse().ok()?).ok()).collect()
    };
    let captured: Bitboard = squares(captured, ',').into_iter().collect();
    let [from, to] = squares(ends, 'x').try_into().ok()?;
    let mv = Move::new(from, to, captured);
    position.is_legal(&mv).then_some(mv)
}

/// Searches idle moves, and goes back where there are none.
fn find_idle_moves(
    position: &Position,
    plies: u32,
    allowed: &impl Fn(&Move) -> bool,
    seen: &mut Vec<Position>,
    moves: &mut Vec<Move>,
) -> bool {
    if plies == 0 {
        return true;
    }
    let kings = position.board().kings(position.turn());
    for mv in &position.legal_moves() {
        let after = position.play_unchecked(mv);
        let is_quiet_king_move = kings.contains(mv.from()) && !mv.is_capture();
        let is_idle = is_quiet_king_move && allowed(mv) && after.obligation().is_none();
        if !is_idle || seen.contains(&after) {
            continue;
        }
        seen.push(after);
        moves.push(*mv);
        if find_idle_moves(&after, plies - 1, allowed, seen, moves) {
            return true;
        }
        moves.pop();
    }
    false
}
