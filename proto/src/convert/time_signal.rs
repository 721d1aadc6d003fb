//! Converts the time signals of services.

use game_clock::{BootId, Teller, TimeSignal};

use crate::{Timestamp, convert::ConvertError, v1};

impl From<&TimeSignal> for v1::TimeSignal {
    fn from(signal: &TimeSignal) -> Self {
        let heard = signal.heard.iter().map(|(of, late_ms)| v1::HeardTime {
            service: of.service.clone(),
            boot: of.boot.0.to_be_bytes().to_vec().into(),
            late_ms: *late_ms,
        });
        Self {
            boot: signal.teller.boot.0.to_be_bytes().to_vec().into(),
            at_ms: signal.at.millis(),
            heard: heard.collect(),
        }
    }
}

/// Converts a time signal that a service has told.
///
/// # Errors
/// [`ConvertError`] if the id of a boot has not 16 bytes.
pub fn time_signal(service: &str, signal: &v1::TimeSignal) -> Result<TimeSignal, ConvertError> {
    let teller = |service: &str, boot: &[u8]| {
        let boot = boot.try_into().map(u128::from_be_bytes).map(BootId);
        let boot = boot.map_err(|_length| ConvertError::invalid("boot", "an id has 16 bytes"))?;
        Ok::<_, ConvertError>(Teller { service: service.to_owned(), boot })
    };
    let heard = signal.heard.iter().map(|of| Ok((teller(&of.service, &of.boot)?, of.late_ms)));
    Ok(TimeSignal {
        teller: teller(service, &signal.boot)?,
        at: Timestamp::from_millis(signal.at_ms),
        heard: heard.collect::<Result<_, ConvertError>>()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_signal_is_read_as_it_was_told() {
        let teller =
            |service: &str, boot| Teller { service: service.to_owned(), boot: BootId(boot) };
        let heard = vec![(teller("pairing", 1), -12), (teller("clock", u128::MAX), 7_000)];
        let told = TimeSignal { teller: teller("clock", 3), at: Timestamp::from_millis(5), heard };
        assert_eq!(time_signal("clock", &v1::TimeSignal::from(&told)), Ok(told));
    }

    #[test]
    fn a_boot_of_another_length_is_refused() {
        for boot in [vec![], vec![0; 15], vec![0; 17]] {
            let heard = v1::HeardTime { boot: boot.clone().into(), ..Default::default() };
            let of_other = v1::TimeSignal {
                boot: vec![0; 16].into(),
                heard: vec![heard],
                ..Default::default()
            };
            let own = v1::TimeSignal { boot: boot.into(), ..Default::default() };
            for signal in [own, of_other] {
                let error = time_signal("clock", &signal).unwrap_err().to_string();
                assert_eq!(error, "boot: an id has 16 bytes");
            }
        }
    }
}
