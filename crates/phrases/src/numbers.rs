//! Points as decimal numbers and fractions.

use crate::{Language, messages::say};

/// Writes a number of units, of which `unit` make one point: `9`, `4½`, `14¼`, `9.06`. Hundredths
/// always have two decimals.
pub(crate) fn points(value: u32, unit: u32, language: Language) -> String {
    let whole = value.checked_div(unit).unwrap_or(value);
    let rest = value.checked_rem(unit).unwrap_or(0);
    let fraction = match (rest, unit) {
        (0, 1 | 2 | 4) => "",
        (1, 4) => "¼",
        (1, 2) | (2, 4) => "½",
        (3, 4) => "¾",
        (rest, _) => {
            // Half hundredths are written as thousandths.
            let decimals = if unit > 100 {
                format!("{:03}", rest.saturating_mul(5))
            } else {
                format!("{rest:02}")
            };
            return format!("{whole}{}{decimals}", say!(language, "decimal-mark"));
        }
    };
    if whole == 0 && !fraction.is_empty() {
        fraction.to_owned()
    } else {
        format!("{whole}{fraction}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_written_as_people_write_them() {
        for (value, unit, english, dutch) in [
            (0, 2, "0", "0"),
            (1, 2, "½", "½"),
            (2, 2, "1", "1"),
            (3, 2, "1½", "1½"),
            (18, 2, "9", "9"),
            (57, 4, "14¼", "14¼"),
            (906, 100, "9.06", "9,06"),
            (200, 100, "2.00", "2,00"),
            (205, 200, "1.025", "1,025"),
        ] {
            assert_eq!(points(value, unit, Language::English), english);
            assert_eq!(points(value, unit, Language::Dutch), dutch);
        }
    }
}
