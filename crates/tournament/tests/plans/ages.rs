//! Ages of entrants.

use tournament::Birth;
use tournament::regulation::{AgeError, Preset, Regulation, TooOld};

#[track_caller]
fn born(year: u32, month: u32, day: u32) -> Birth {
    Birth::new(year, month, day).unwrap()
}

#[test]
fn e_art_4_the_age_on_1_september_decides() {
    for (preset, limit) in
        [(Preset::FrisianPupils, 12), (Preset::FrisianYouth, 16), (Preset::FrisianJuniors, 21)]
    {
        let limits = Regulation::of(preset).limits;
        assert_eq!(limits.check_age(born(2026 - limit, 9, 2), 2026), Ok(()), "{preset}");
        let too_old = limits.check_age(born(2026 - limit, 9, 1), 2026).unwrap_err();
        // The year alone decides, unless the birthday of this year does.
        assert_eq!(limits.check_age(born(2027 - limit, 0, 0), 2026), Ok(()), "{preset}");
        let of_year = limits.check_age(born(2026 - limit, 0, 0), 2026);
        assert_eq!(of_year, Err(AgeError::DayMissing), "{preset}");
        let older = TooOld { age: limit, season: 2026, limit };
        let of_year_before = limits.check_age(born(2025 - limit, 0, 0), 2026);
        assert_eq!(of_year_before, Err(older.into()), "{preset}");
        assert_eq!(
            too_old.to_string(),
            format!(
                "{limit} years on 1 September 2026, but only who is younger than {limit} may play"
            )
        );
    }
    let everybody = Regulation::of(Preset::FrisianBlitz).limits;
    assert_eq!(everybody.check_age(born(1931, 1, 1), 2026), Ok(()));
    assert_eq!(born(2027, 1, 1).age_on_1_september(2026), (0, 0));
    assert_eq!(born(2008, 2, 29).age_on_1_september(2026), (18, 18));
    assert_eq!(born(2008, 0, 0).age_on_1_september(2026), (17, 18));
    assert_eq!(born(2008, 2, 29).year().get(), 2008);
}

#[test]
fn a_date_of_birth_is_in_the_calendar() {
    for (year, month, day) in [
        (2007, 2, 29),
        (2100, 2, 29),
        (2000, 4, 31),
        (2000, 13, 1),
        (2000, 0, 1),
        (2000, 1, 0),
        (1899, 1, 1),
        (1899, 0, 0),
        (2201, 0, 0),
    ] {
        assert!(Birth::new(year, month, day).is_err(), "{year}-{month}-{day}");
    }
    assert_eq!(
        Birth::new(2007, 2, 29).unwrap_err().to_string(),
        "there is no day 2007-02-29 in the years from 1900 to 2200"
    );
}
