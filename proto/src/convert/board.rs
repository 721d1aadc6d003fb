//! Converts what sensor boards are told, and checks what they report of themselves.

use live_game::table::{BoardOrder, BoardOrders};

use crate::{
    convert::{ConvertError, required},
    v1::{self, order_board_request::Order},
};

/// The largest number of characters of a serial number or a game.
const NAME_CHARS_MAX: usize = 64;
/// The largest number of characters of a position.
const FEN_CHARS_MAX: usize = 400;
/// The number of squares.
const SQUARES: usize = 50;

impl From<BoardOrders> for v1::BoardOrders {
    fn from(orders: BoardOrders) -> Self {
        Self { rotated: orders.is_rotated, muted: orders.is_muted, restarts: orders.restarts }
    }
}

impl From<v1::BoardOrders> for BoardOrders {
    fn from(wire: v1::BoardOrders) -> Self {
        Self { is_rotated: wire.rotated, is_muted: wire.muted, restarts: wire.restarts }
    }
}

/// Converts an order to a sensor board.
///
/// # Errors
/// [`ConvertError`] if there is none.
pub fn board_order(order: Option<Order>) -> Result<BoardOrder, ConvertError> {
    Ok(match required(order, "order")? {
        Order::Rotated(is_rotated) => BoardOrder::Rotate(is_rotated),
        Order::Muted(is_muted) => BoardOrder::Mute(is_muted),
        Order::Restart(v1::RestartBoard {}) => BoardOrder::Restart,
    })
}

/// Checks the report of a sensor board, which is only shown.
///
/// # Errors
/// [`ConvertError`] names the field that is too long or has other characters.
pub fn board_report(report: v1::BoardReport) -> Result<v1::BoardReport, ConvertError> {
    let check = |field, text: &str, chars_max: usize| {
        let is_good =
            text.len() <= chars_max && text.chars().all(|letter| letter.is_ascii_graphic());
        let rule = format_args!("has to be at most {chars_max} visible characters of ASCII");
        is_good.then_some(()).ok_or_else(|| ConvertError::invalid(field, rule))
    };
    check("serial", &report.serial, NAME_CHARS_MAX)?;
    check("game", &report.game, NAME_CHARS_MAX)?;
    check("fen", &report.fen, FEN_CHARS_MAX)?;
    let is_board = report.squares.is_empty() || report.squares.len() == SQUARES;
    if !is_board || !report.squares.chars().all(|letter| "ewbWB?".contains(letter)) {
        let rule = "has to have one of the letters e, w, b, W, B and ? for each of 50 squares";
        return Err(ConvertError::invalid("squares", rule));
    }
    let is_text = |letter: char| letter.is_ascii_graphic() || letter == ' ';
    if report.tentative.len() > NAME_CHARS_MAX || !report.tentative.chars().all(is_text) {
        let rule = format_args!("has to be at most {NAME_CHARS_MAX} characters of ASCII");
        return Err(ConvertError::invalid("tentative", rule));
    }
    for (field, squares) in [("differences", &report.differences), ("uncrowned", &report.uncrowned)]
    {
        if let Some(squares) = squares
            && (squares.squares.len() > SQUARES
                || squares.squares.iter().any(|it| !(1..=50).contains(it)))
        {
            return Err(ConvertError::invalid(field, "has to have squares from 1 to 50"));
        }
    }
    Ok(report)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_is_bounded_and_names_what_is_wrong_with_it() {
        let good = || v1::BoardReport {
            serial: "01025".to_owned(),
            squares: "e".repeat(50),
            fen: "W:W31:B1".to_owned(),
            differences: Some(v1::Squares { squares: vec![1, 50] }),
            ..v1::BoardReport::default()
        };
        assert!(board_report(good()).is_ok());
        assert!(board_report(v1::BoardReport::default()).is_ok());
        let beyond = Some(v1::Squares { squares: vec![51] });
        for (field, report) in [
            ("serial", v1::BoardReport { serial: "x".repeat(65), ..good() }),
            ("serial", v1::BoardReport { serial: "a\nb".to_owned(), ..good() }),
            ("fen", v1::BoardReport { fen: "x".repeat(401), ..good() }),
            ("squares", v1::BoardReport { squares: "e".to_owned(), ..good() }),
            ("squares", v1::BoardReport { squares: "x".repeat(50), ..good() }),
            ("differences", v1::BoardReport { differences: beyond, ..good() }),
        ] {
            let fault = board_report(report).unwrap_err().to_string();
            assert!(fault.contains(field), "{field}: {fault}");
        }
        assert!(board_order(None).is_err());
    }
}
