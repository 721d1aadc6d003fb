//! Draws a board in the terminal as it is now.

use std::{
    fmt::Write as _,
    fs::File,
    io::{self, IsTerminal as _, Write as _},
    path::{Path, PathBuf},
    process::ExitCode,
    time::Duration,
};

use anyhow::{Context as _, bail};
use board_feed::{Code, DgtAbout, DgtBoard, DgtLine as _, DgtReport, DgtTrouble, Field, Reading};
use draughts::{
    Color, Position, Timestamp, Variant,
    fen::{self, FenError},
};
use game_clock::ClockDisplay;

use super::{
    drawing::{Drawing, Side},
    live::LiveLine,
    pace::Pace,
    recording::{Fault, Recording},
    report::DgtOptions,
};
/// Longest time between two drawings on a terminal, which show how long the board is quiet.
const DRAW_EVERY: Duration = Duration::from_secs(1);
/// Moves the cursor to the top left of a terminal, and clears what is below.
const CLEAR: &str = "\u{1b}[H\u{1b}[J";

/// Watches a board.
#[derive(Debug, clap::Args)]
pub struct Watch {
    /// Serial port of a DGT board, as in `/dev/ttyACM0`.
    #[arg(long, value_name = "PORT", required_unless_present = "file")]
    port: Option<PathBuf>,
    /// Recording of a port, which is played again.
    #[arg(value_name = "FILE", conflicts_with = "port")]
    file: Option<PathBuf>,
    /// Position that should stand on the board; the start without it.
    #[arg(long, value_name = "FEN", value_parser = position)]
    position: Option<Position>,
    #[command(flatten)]
    pace: Pace,
    #[command(flatten)]
    dgt: DgtOptions,
}

fn position(text: &str) -> Result<Position, FenError> {
    fen::parse(text, Variant::International)
}

impl Watch {
    pub(super) fn run(&self) -> anyhow::Result<ExitCode> {
        match (&self.port, &self.file) {
            (Some(port), _) => self.watch(port),
            (None, Some(file)) => self.play(file),
            (None, None) => bail!("the board is told by --port or by a FILE"),
        }
    }

    /// Watches the board at a port until the program is stopped.
    fn watch(&self, port: &Path) -> anyhow::Result<ExitCode> {
        let mut screen = self.screen(port);
        let mut live = LiveLine::open(port, DgtBoard::new(self.dgt.setting()))?;
        loop {
            let step = live.next(DRAW_EVERY);
            let is_news = !step.reports.is_empty() || step.fault.is_some();
            for report in &step.reports {
                screen.take(report, step.at);
            }
            screen.about.clone_from(live.line().about());
            screen.fault = step.fault.or(screen.fault.take().filter(|_| !live.line().is_up()));
            if (is_news || screen.is_terminal) && !screen.draw(step.at)? {
                return Ok(ExitCode::SUCCESS);
            }
        }
    }

    /// Plays a recording.
    fn play(&self, file: &Path) -> anyhow::Result<ExitCode> {
        let mut screen = self.screen(file);
        let name = file.display();
        let input = File::open(file).with_context(|| format!("read {name}"))?;
        let mut recording = Recording::new(input, DgtBoard::new(self.dgt.setting()));
        let mut last: Option<Timestamp> = None;
        while let Some(read) = recording.next().with_context(|| format!("read {name}"))? {
            let (at, reports) = match read {
                Ok(read) => read,
                Err(Fault { line, error }) => bail!("{name}, line {line}: {error}"),
            };
            recording.port().clone_into(&mut screen.name);
            let mut pause =
                last.replace(at).map(|last| at.duration_since(last)).unwrap_or_default();
            while screen.is_terminal && pause > DRAW_EVERY {
                self.pace.pass(DRAW_EVERY);
                pause -= DRAW_EVERY;
                let then = Timestamp::from_millis(at.millis() - millis(pause));
                if !screen.draw(then)? {
                    return Ok(ExitCode::SUCCESS);
                }
            }
            self.pace.pass(pause);
            for report in &reports {
                screen.take(report, at);
            }
            if !reports.is_empty() && !screen.draw(at)? {
                return Ok(ExitCode::SUCCESS);
            }
        }
        Ok(ExitCode::SUCCESS)
    }

    fn screen(&self, name: &Path) -> Screen {
        let start = Position::start(Variant::International);
        Screen {
            is_terminal: io::stdout().is_terminal(),
            ..Screen::new(name.display().to_string(), self.position.unwrap_or(start))
        }
    }
}

fn millis(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

/// The facts that are known of the board.
struct Screen {
    is_terminal: bool,
    /// The name of the port.
    name: String,
    /// The position that should stand there.
    expected: Position,
    about: DgtAbout,
    fields: Option<Box<[Code; Field::COUNT]>>,
    is_up: bool,
    display: Option<ClockDisplay>,
    pressed: Option<Color>,
    /// The moment of the last report.
    told: Option<Timestamp>,
    /// Why the port cannot be read, until the board answers.
    fault: Option<String>,
    /// The fault that the board reported last. It reports each only once, so it is kept until the
    /// board is disconnected.
    trouble: Option<DgtTrouble>,
}

impl Screen {
    /// Returns the screen of a board of which nothing came yet.
    fn new(name: String, expected: Position) -> Self {
        Self {
            is_terminal: false,
            name,
            expected,
            about: DgtAbout::default(),
            fields: None,
            is_up: false,
            display: None,
            pressed: None,
            told: None,
            fault: None,
            trouble: None,
        }
    }

    fn take(&mut self, report: &DgtReport, at: Timestamp) {
        match report {
            DgtReport::Board(about) => self.about.clone_from(about),
            DgtReport::Trouble(trouble) => {
                self.trouble = Some(*trouble);
                return;
            }
            DgtReport::Reading(Reading::Link { is_up }) => {
                self.is_up = *is_up;
                if !is_up || self.trouble == Some(DgtTrouble::Silent) {
                    self.trouble = None;
                }
                return;
            }
            DgtReport::Reading(Reading::Dump(codes)) => self.fields = Some(codes.clone()),
            DgtReport::Reading(Reading::Field { field, code }) => {
                if let Some(fields) = &mut self.fields {
                    fields[field.index()] = *code;
                }
            }
            DgtReport::Reading(Reading::Press(color)) => self.pressed = Some(*color),
            DgtReport::Reading(Reading::Display(display)) => self.display = Some(*display),
            DgtReport::Reading(
                Reading::ClockStopped
                | Reading::Setup { .. }
                | Reading::Turned { .. }
                | Reading::Result(_),
            ) => {}
        }
        self.told = Some(at);
    }

    /// Draws what is known at a moment; returns false if nobody reads it any more.
    fn draw(&self, now: Timestamp) -> io::Result<bool> {
        let mut text = self.text(now);
        text.insert_str(0, if self.is_terminal { CLEAR } else { "" });
        text.push('\n');
        let mut output = io::stdout().lock();
        match output.write_all(text.as_bytes()).and_then(|()| output.flush()) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(false),
            written => written.map(|()| true),
        }
    }

    fn text(&self, now: Timestamp) -> String {
        let mut text = String::new();
        let serial = self.about.serial.as_deref().unwrap_or("without a serial number");
        let title = match (self.is_up, self.told) {
            (true, _) => format!("DGT board {serial} at {}", self.name),
            (false, None) => format!("waiting for the board at {}", self.name),
            (false, Some(_)) => format!("the board at {} is away", self.name),
        };
        let battery = self.about.battery.map(|it| format!(", battery {it} %")).unwrap_or_default();
        let age = self.told.map(|told| now.duration_since(told).as_secs());
        let age = age.map(|age| format!(", last report {age} s ago")).unwrap_or_default();
        // Writing into a string cannot fail.
        let _infallible = writeln!(text, "{title}{battery}{age}");
        let trouble = self.trouble.map(|trouble| trouble.to_string());
        for wrong in self.fault.iter().chain(&trouble) {
            let _infallible = writeln!(text, "{wrong}");
        }
        if let Some(codes) = &self.fields {
            let drawing = Drawing::new(codes, &self.expected, self.is_terminal);
            text.push_str(&drawing.rows());
            if drawing.side == Side::Black {
                text.push_str("the board is rotated\n");
            }
            let words = drawing.words();
            text.push_str(if words.is_empty() {
                "the pieces stand as they should\n"
            } else {
                &words
            });
        }
        if let Some(display) = &self.display {
            let [white, black] = Color::BOTH.map(|color| clock(display.of(color)));
            let _infallible = writeln!(text, "clock: White {white}, Black {black}");
        }
        if let Some(color) = self.pressed {
            let who = if color == Color::White { "White" } else { "Black" };
            let _infallible = writeln!(text, "{who} pressed last");
        }
        text
    }
}

fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{}:{:02}:{:02}", seconds / 3_600, seconds / 60 % 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use draughts::Square;

    use super::*;

    fn at(millis: i64) -> Timestamp {
        Timestamp::from_millis(millis)
    }

    #[test]
    fn a_screen_says_where_the_board_is_how_it_differs_and_how_long_it_is_quiet() {
        let expected = Position::start(Variant::International);
        let mut screen = Screen::new("/dev/ttyACM0".to_owned(), expected);
        assert_eq!(screen.text(at(0)), "waiting for the board at /dev/ttyACM0\n");
        let mut codes = Box::new([Code::Empty; Field::COUNT]);
        for square in Square::all() {
            let piece = expected.board().piece_at(square);
            codes[Field::of(square, false).index()] = piece.map_or(Code::Empty, Code::Piece);
        }
        let about =
            DgtAbout { serial: Some("01025".to_owned()), battery: Some(88), ..DgtAbout::default() };
        screen.take(&DgtReport::Board(about), at(700));
        for reading in [Reading::Link { is_up: true }, Reading::Dump(codes)] {
            screen.take(&DgtReport::Reading(reading), at(700));
        }
        let text = screen.text(at(4_800));
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "DGT board 01025 at /dev/ttyACM0, battery 88 %, last report 4 s ago");
        assert_eq!(lines[11..], ["the pieces stand as they should"]);
        let field = Field::new(63).unwrap();
        let change = Reading::Field { field, code: Code::Empty };
        screen.take(&DgtReport::Reading(change), at(5_000));
        screen.take(&DgtReport::Reading(Reading::Press(Color::White)), at(5_000));
        screen.take(&DgtReport::Reading(Reading::Link { is_up: false }), at(9_000));
        let text = screen.text(at(9_000));
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines[0],
            "the board at /dev/ttyACM0 is away, battery 88 %, last report 4 s ago"
        );
        assert_eq!(lines[11..], ["32: nothing instead of a white man", "White pressed last"]);
    }

    #[test]
    fn a_trouble_that_the_board_tells_once_stays_on_the_screen_until_the_board_is_away() {
        let start = Position::start(Variant::International);
        let mut screen = Screen::new("/dev/ttyACM0".to_owned(), start);
        let second_line = |screen: &Screen| screen.text(at(0)).lines().nth(1).map(str::to_owned);
        let link = |is_up: bool| DgtReport::Reading(Reading::Link { is_up });
        screen.take(&DgtReport::Trouble(DgtTrouble::Silent), at(0));
        assert_eq!(second_line(&screen).unwrap(), "the board does not answer");
        screen.take(&link(true), at(100));
        assert_eq!(second_line(&screen), None);
        screen.take(&DgtReport::Trouble(DgtTrouble::ClockBattery), at(200));
        screen.take(&DgtReport::Reading(Reading::Press(Color::White)), at(300));
        assert_eq!(second_line(&screen).unwrap(), "the battery of the clock is low");
        screen.take(&link(false), at(400));
        assert_eq!(second_line(&screen).as_deref(), Some("White pressed last"));
    }
}
