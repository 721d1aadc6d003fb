//! Property tests of versions: they hold for any game, whatever the arbiter does to it.

use std::collections::BTreeMap;

use draughts::{Bitboard, Breach, Move};
use proptest::{prelude::*, sample::Index};

use super::*;
use crate::tests::sheet::{Played, Sheet};

/// A message to a view.
#[derive(Clone, Debug)]
enum Step {
    Game(Happening),
    Tournament(Option<bool>),
    Clock(i64),
}

/// An event of a game.
#[derive(Clone, Debug)]
enum Happening {
    Moves(Vec<Index>),
    MoveAndEnd(Index, bool),
    Irregular(Index, Index),
    Retract(Index),
    SetPosition(Index),
    GoOnPaper,
    Complete(Vec<Index>),
    Resume,
    CorrectResult(bool),
}

use Happening::{
    Complete, CorrectResult, GoOnPaper, Irregular, MoveAndEnd, Moves, Resume, Retract, SetPosition,
};

fn happening() -> impl Strategy<Value = Happening> {
    let index = any::<Index>;
    prop_oneof![
        8 => prop::collection::vec(index(), 0..4).prop_map(Moves),
        1 => (index(), any::<bool>()).prop_map(|(mv, draw)| MoveAndEnd(mv, draw)),
        2 => (index(), index()).prop_map(|(from, to)| Irregular(from, to)),
        2 => index().prop_map(Retract),
        1 => index().prop_map(SetPosition),
        1 => Just(GoOnPaper),
        1 => prop::collection::vec(index(), 1..4).prop_map(Complete),
        2 => Just(Resume),
        1 => any::<bool>().prop_map(CorrectResult),
    ]
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        9 => happening().prop_map(Step::Game),
        1 => any::<Option<bool>>().prop_map(Step::Tournament),
        1 => (0..9_i64).prop_map(Step::Clock),
    ]
}

fn score(draw: bool) -> Score {
    if draw { Score::Draw } else { Score::WhiteWins }
}

fn outcome(draw: bool) -> Outcome {
    Outcome::new(score(draw), Reason::Arbiter)
}

impl Sheet {
    fn can(&self, happening: &Happening) -> bool {
        let is_over = self.outcome.is_some();
        match happening {
            Moves(_) | MoveAndEnd(..) | Irregular(..) | SetPosition(_) | GoOnPaper => {
                !is_over && self.on_paper_from == 0
            }
            Retract(_) => !self.plies.is_empty(),
            Complete(_) => true,
            Resume | CorrectResult(_) => is_over,
        }
    }

    fn after(mut self, happening: &Happening) -> Self {
        match happening {
            Moves(choices) => self.play(choices),
            MoveAndEnd(choice, draw) => {
                self.play(&[*choice]);
                self.outcome = Some(outcome(*draw));
                self.bonus = draw.then_some(7);
            }
            Irregular(from, to) => {
                let mv = Move::new(square(*from), square(*to), Bitboard::EMPTY);
                let before = self.position();
                let legal = before.legal_moves();
                let after = legal.first().map_or(before, |mv| before.play_unchecked(mv));
                self.plies.push(Played { mv, breach: Some(Breach::Unreachable), after });
            }
            Retract(ply) => self.plies.truncate(ply.index(self.plies.len())),
            SetPosition(choice) => {
                let positions = ["W:W31:B1", "B:W31,32:B1,K50", "W:WK46:B20,21"];
                let text = positions[choice.index(positions.len())];
                let position = draughts::fen::parse(text, RULES.variant()).unwrap();
                match self.plies.last_mut() {
                    Some(last) => last.after = position,
                    None => self.start = position,
                }
            }
            GoOnPaper => self.on_paper_from = u32::try_from(self.plies.len()).unwrap() + 1,
            Complete(choices) => {
                self.play(choices);
                self.on_paper_from = 0;
            }
            Resume => (self.outcome, self.bonus) = (None, None),
            CorrectResult(draw) => {
                self.outcome = Some(outcome(*draw));
                self.bonus = draw.then_some(7);
            }
        }
        self.line += match happening {
            Moves(_) | MoveAndEnd(..) | Irregular(..) | CorrectResult(_) => 0,
            Retract(_) | SetPosition(_) | GoOnPaper | Complete(_) | Resume => 1,
        };
        self
    }

    fn play(&mut self, choices: &[Index]) {
        for choice in choices {
            let before = self.position();
            let legal = before.legal_moves();
            if legal.is_empty() {
                return;
            }
            let mv = legal[choice.index(legal.len())];
            self.plies.push(Played { mv, breach: None, after: before.play_unchecked(&mv) });
        }
    }
}

fn square(index: Index) -> draughts::Square {
    draughts::Square::new(u8::try_from(index.index(50)).unwrap() + 1).unwrap()
}

fn tournament(result: Option<bool>) -> Tournament {
    result.map_or_else(|| paired(RULES), |draw| with_result(paired(RULES), score(draw)))
}

/// A spectator of one game who applies changes as the contract says.
#[derive(Clone, Default)]
struct Spectator {
    game: Option<GameView>,
}

impl Spectator {
    /// Applies a change; panics if it does not follow the known state.
    fn take(&mut self, change: &Change) {
        match change.kind.as_ref().unwrap() {
            Kind::Game(whole) => {
                let game = whole.game.clone().unwrap();
                let known = self.game.as_ref().map_or(0, |game| game.version);
                if game.version >= known {
                    self.game = Some(game);
                }
            }
            Kind::Move(played) => {
                if !self.is_next(played.version) {
                    return;
                }
                let game = self.game.as_mut().unwrap();
                let mv = played.r#move.clone().unwrap();
                let before = draughts::fen::parse(&game.fen, RULES.variant()).unwrap();
                game.fen = if mv.fen.is_empty() {
                    before.play_unchecked(&Move::try_from(&mv).unwrap()).fen()
                } else {
                    mv.fen.clone()
                };
                game.moves.push(mv);
                assert_eq!(game.moves.len(), played.ply as usize);
            }
            Kind::Result(over) => {
                if !self.is_next(over.version) {
                    return;
                }
                let game = self.game.as_mut().unwrap();
                game.result.clone_from(&over.result);
            }
            Kind::Clock(change) => {
                let game = self.game.as_mut().unwrap();
                if game.clock.map_or(i64::MIN, |clock| clock.as_of) <= change.clock.unwrap().as_of {
                    game.clock = change.clock;
                }
            }
            Kind::Rounds(_) | Kind::Players(_) | Kind::Tournament(_) | Kind::Standings(_) => {}
        }
    }

    fn is_next(&mut self, version: u64) -> bool {
        let game = self.game.as_mut().unwrap();
        if version <= game.version {
            return false;
        }
        assert_eq!(version, game.version + 1);
        game.version = version;
        true
    }
}

/// Returns the part of a game that must differ if the version does.
fn record(game: &GameView) -> GameView {
    GameView { result: None, clock: None, ..game.clone() }
}

fn game(view: &View) -> GameView {
    view.picture().unwrap().snapshot(String::new(), STAMP).games.remove(0)
}

proptest! {
    #[test]
    fn versions_order_the_states_of_a_game_on_every_replica(
        steps in prop::collection::vec(step(), 0..40),
        repeated_from in any::<Index>(),
    ) {
        let mut sheet = Sheet::started(RULES);
        let mut messages = vec![Event(tournament(None)), Play(sheet.state())];
        let mut as_of_ms = 0;
        for step in &steps {
            match step {
                Step::Tournament(result) => messages.push(Event(tournament(*result))),
                Step::Clock(spent) => {
                    as_of_ms += spent;
                    messages.push(Clock(ClockState { as_of_ms, ..ClockState::default() }));
                }
                Step::Game(happening) if sheet.can(happening) => {
                    sheet = sheet.after(happening);
                    messages.push(Play(sheet.state()));
                }
                Step::Game(_) => {}
            }
        }

        let mut view = View::new(key());
        let mut spectator = Spectator::default();
        let mut sent = Vec::new();
        let mut records = BTreeMap::new();
        let mut newest = 0;
        let mut last = BTreeMap::new();
        for (sequence, message) in (1..).zip(&messages) {
            let effect = put(&mut view, sequence, message);
            effect.changes.iter().for_each(|change| spectator.take(change));
            sent.extend(effect.changes);
            let shown = game(&view);
            prop_assert_eq!(spectator.game.as_ref(), Some(&shown));
            prop_assert!(shown.version >= newest, "{} after {newest}", shown.version);
            newest = shown.version;
            let known = records.entry(shown.version).or_insert_with(|| record(&shown));
            prop_assert_eq!(&*known, &record(&shown), "one version, two records");
            let stream = match message {
                Play(_) => Stream::Game,
                Clock(_) => Stream::Clock,
                Event(_) => Stream::Tournament,
            };
            last.insert(stream.name(), (sequence, message));
        }

        // Another replica starts from the last message of each stream.
        let mut late = View::new(key());
        for (sequence, message) in last.into_values() {
            put(&mut late, sequence, message);
        }
        prop_assert_eq!(game(&late), game(&view));

        // It may send changes again, which must not bring back an older state.
        let shown = spectator.game.clone().unwrap();
        for change in sent.iter().skip(repeated_from.index(sent.len())) {
            spectator.take(change);
            prop_assert_eq!(record(spectator.game.as_ref().unwrap()), record(&shown));
        }
        prop_assert_eq!(spectator.game, Some(shown));
    }
}
