//! The reports of a board while no game is played on it, for the game that comes next.

use board_feed::{Code, Field};
use proto::v1::BoardReport;
use serde_json::Value;
use tokio::sync::watch;

use super::{super::line::BoardLine, idle::Idle, status::About};

/// The largest number of reports between two dumps that are kept before a game.
const LINES_MAX: usize = 1_000;

/// The reports since the last dump. They belong to the table at which they came: at another one
/// only the fields count, as they are by then, because what was played was no move there.
pub(super) struct Held {
    /// The table of the device; 0 while it is not known.
    seated: watch::Receiver<u32>,
    /// The table at which the reports came.
    table: u32,
    /// The board while no game is played on it.
    idle: Option<Idle>,
    lines: Vec<Vec<u8>>,
    /// The last dump at which the pieces stood as for a game. It tells which way the board lies,
    /// even if somebody moves before the game is known here.
    set_up: Option<Vec<u8>>,
}

impl Held {
    /// Holds nothing yet of a device that has its seat at a table; 0 while that is not known.
    pub(super) fn new(seated: watch::Receiver<u32>) -> Self {
        let table = *seated.borrow();
        Self { seated, table, idle: None, lines: Vec::new(), set_up: None }
    }

    /// Begins with a board that described itself.
    pub(super) fn describe(&mut self, meta: &Value) {
        (self.idle, self.set_up) = (Idle::new(meta.clone()), None);
        self.lines.clear();
    }

    /// Begins with a board that is described already, unless it has begun.
    pub(super) fn begin(&mut self, meta: Option<&Value>) {
        if self.idle.is_none() {
            self.idle = meta.cloned().and_then(Idle::new);
        }
    }

    /// Returns true until a board has described itself.
    pub(super) const fn is_empty(&self) -> bool {
        self.idle.is_none()
    }

    /// Takes a report.
    pub(super) fn take(&mut self, value: Value, line: Vec<u8>) {
        self.seat();
        let is_dump = value["kind"] == "dump";
        if let Some(idle) = &mut self.idle {
            idle.take(value);
        }
        if is_dump {
            if self.idle.as_ref().is_some_and(Idle::is_set_up) {
                self.set_up = Some(line.clone());
            }
            self.lines.clear();
        }
        if self.lines.len() < LINES_MAX {
            self.lines.push(line);
        }
    }

    /// Takes the fields of a board as a game left them.
    pub(super) fn put(&mut self, fields: &[Code; Field::COUNT]) {
        self.seat();
        let dump = BoardLine::dump(fields).json();
        self.lines = vec![dump.to_string().into_bytes()];
        if let Some(idle) = &mut self.idle {
            idle.take(dump);
        }
    }

    /// Forgets all reports: the game before them goes on, and they are of that.
    pub(super) fn forget(&mut self) {
        (self.idle, self.set_up) = (None, None);
        self.lines.clear();
    }

    /// Returns the reports for a game that has so many plies, and forgets them.
    pub(super) fn for_game(&mut self, ply: u32) -> Vec<Vec<u8>> {
        self.seat();
        // What was tried on the board since, such as an analysis, is no move of the game.
        let is_beginning = self.idle.take().is_none_or(|idle| idle.is_beginning());
        let set_up = self.set_up.take().filter(|_dump| ply == 0 && is_beginning);
        set_up.into_iter().chain(std::mem::take(&mut self.lines)).collect()
    }

    /// Returns what the technician sees of the board; `None` if none has described itself.
    pub(super) fn report(&self, about: &About) -> Option<BoardReport> {
        self.idle.as_ref().map(|idle| idle.report(about))
    }

    /// Keeps only the fields if the device was moved to another table.
    fn seat(&mut self) {
        let table = *self.seated.borrow_and_update();
        if std::mem::replace(&mut self.table, table) == table {
            return;
        }
        let fields = self.idle.as_ref().and_then(Idle::fields);
        if let Some(fields) = fields {
            self.lines = vec![dump(&fields)];
        } else {
            // One dump is as it was; what came after it is not known.
            self.lines.truncate(1);
        }
        self.set_up = None;
    }
}

fn dump(fields: &[Code; Field::COUNT]) -> Vec<u8> {
    BoardLine::dump(fields).json().to_string().into_bytes()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn start() -> String {
        let man = |field: usize| match field / 10 {
            _ if (field / 10 + field % 10).is_multiple_of(2) => 'e',
            0..=3 => 'b',
            6..=9 => 'w',
            _ => 'e',
        };
        (0..Field::COUNT).map(man).collect()
    }

    fn take(held: &mut Held, value: &Value) {
        held.take(value.clone(), value.to_string().into_bytes());
    }

    #[test]
    fn what_was_played_at_another_table_is_no_report_of_the_game_at_this_one() {
        let (seat, seated) = watch::channel(1);
        let mut held = Held::new(seated);
        held.describe(&json!({"kind": "meta", "id": "7", "capability": "colour"}));
        let reports = [
            json!({"kind": "dump", "codes": start()}),
            json!({"kind": "field", "field": 63, "code": "e"}),
            json!({"kind": "field", "field": 54, "code": "w"}),
        ];
        let lines = |held: &mut Held, ply| -> Vec<Value> {
            let lines = held.for_game(ply);
            lines.iter().map(|line| serde_json::from_slice(line).unwrap()).collect()
        };
        let all = |held: &mut Held| {
            held.describe(&json!({"kind": "meta", "id": "7", "capability": "colour"}));
            for report in &reports {
                take(held, report);
            }
        };
        all(&mut held);
        let [dump, from, to] = &reports;
        // The dump of the start tells how the board lies, then it is the last one as well.
        assert_eq!(lines(&mut held, 0), [dump, dump, from, to].map(Value::clone));
        all(&mut held);
        assert_eq!(lines(&mut held, 5), [dump, from, to].map(Value::clone));
        all(&mut held);
        seat.send_replace(2);
        let mut moved: Vec<char> = start().chars().collect();
        (moved[63], moved[54]) = ('e', 'w');
        let moved: String = moved.into_iter().collect();
        assert_eq!(lines(&mut held, 0), [json!({"kind": "dump", "codes": moved})]);
        assert_eq!(lines(&mut held, 0), [] as [Value; 0]);
    }

    #[test]
    fn what_came_after_the_end_of_a_game_that_goes_on_is_no_report_of_the_next_one() {
        let (_seat, seated) = watch::channel(1);
        let mut held = Held::new(seated);
        let meta = json!({"kind": "meta", "id": "7", "capability": "colour"});
        held.begin(Some(&meta));
        take(&mut held, &json!({"kind": "field", "field": 36, "code": "e"}));
        held.forget();
        assert!(held.is_empty() && held.for_game(0).is_empty());
        // At its second end the fields are those that it left, with what came since.
        held.begin(Some(&meta));
        let fields = [Code::Empty; Field::COUNT];
        held.put(&fields);
        take(&mut held, &json!({"kind": "field", "field": 63, "code": "w"}));
        assert_eq!(
            held.idle.as_ref().and_then(Idle::fields).map(|it| it[63]),
            Code::from_letter('w').ok()
        );
        let lines: Vec<Value> =
            held.for_game(0).iter().map(|line| serde_json::from_slice(line).unwrap()).collect();
        assert_eq!(lines[0], json!({"kind": "dump", "codes": "e".repeat(Field::COUNT)}));
        assert_eq!(lines[1..], [json!({"kind": "field", "field": 63, "code": "w"})]);
    }

    #[test]
    fn an_analysis_after_the_pieces_were_set_up_is_no_beginning_of_the_game() {
        let (_seat, seated) = watch::channel(1);
        let mut held = Held::new(seated);
        held.describe(&json!({"kind": "meta", "id": "7", "capability": "colour"}));
        let mut moved: Vec<char> = start().chars().collect();
        for (from, to) in [(63, 54), (36, 45), (61, 52)] {
            moved.swap(from, to);
        }
        let moved: String = moved.into_iter().collect();
        let analysis = json!({"kind": "dump", "codes": moved});
        take(&mut held, &json!({"kind": "dump", "codes": start()}));
        take(&mut held, &analysis);
        let lines: Vec<Value> =
            held.for_game(0).iter().map(|line| serde_json::from_slice(line).unwrap()).collect();
        assert_eq!(lines, [analysis]);
    }
}
