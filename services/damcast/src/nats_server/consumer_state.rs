//! The files in which nats-server keeps how far durable consumers are (`obs/<consumer>/o.dat`).
//!
//! nats-server writes them in place, so a loss of power leaves some with other bytes than it wrote.
//! It neither reads such a consumer then nor makes it anew, and what reads by it stands still.
//! Without its file a consumer begins at the first message of its stream, and every reader
//! recognises what it knows.

use std::{
    ffi::OsStr,
    fs, io,
    path::{Path, PathBuf},
};

/// The name of the file.
const FILE: &str = "o.dat";
/// The first byte.
const MAGIC: u8 = 22;
/// The versions of the format that nats-server reads.
const VERSIONS: [u8; 2] = [1, 2];
/// A sequence from here on was counted backwards below 0.
const BACKWARDS: u64 = 1 << 63;

/// Removes each file below a store that nats-server cannot read; returns them. nats-server must not
/// run.
///
/// # Errors
/// [`io::Error`] if a folder or file cannot be read, or a file not be removed.
pub(super) fn remove_unreadable(store: &Path) -> io::Result<Vec<PathBuf>> {
    let mut removed = Vec::new();
    // A volume has other folders at its top, such as `lost+found`, which its user may not read.
    let mut folders = vec![store.join("jetstream")];
    while let Some(folder) = folders.pop() {
        let entries = match fs::read_dir(&folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            entries => entries?,
        };
        for entry in entries {
            let entry = entry?;
            let path = entry.path();
            if entry.file_type()?.is_dir() {
                folders.push(path);
            } else if path.file_name() == Some(OsStr::new(FILE)) && !is_readable(&fs::read(&path)?)
            {
                fs::remove_file(&path)?;
                removed.push(path);
            }
        }
    }
    removed.sort();
    Ok(removed)
}

/// Returns true if nats-server can read the state of a consumer from these bytes, or begins without
/// it.
fn is_readable(bytes: &[u8]) -> bool {
    match bytes {
        [] => true,
        [MAGIC, version, state @ ..] if VERSIONS.contains(version) => {
            // The floor of acknowledgements and the last delivery, each in the consumer and in the
            // stream.
            let mut state = state;
            let mut sequences = [0; 4];
            for sequence in &mut sequences {
                match unsigned(&mut state) {
                    Some(read) => *sequence = read,
                    None => return false,
                }
            }
            let [_floor, floor_in_stream, _delivered, delivered_in_stream] = sequences;
            floor_in_stream < BACKWARDS && delivered_in_stream < BACKWARDS
        }
        _ => false,
    }
}

/// Takes a number from the front, seven bits a byte, the lowest first; `None` if there is none.
fn unsigned(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0_u64;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 0x7f).checked_shl(shift)?;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_readable_as_nats_server_wrote_it_and_not_when_bytes_are_others() {
        // As nats-server 2.15 wrote it: 155 of 160 messages acknowledged, of which three wait.
        let written = [22, 2, 155, 1, 155, 1, 160, 1, 160, 1, 3];
        for (case, bytes, expected) in [
            ("as it was written", &written[..], true),
            ("of a new consumer", &[22, 2, 0, 0, 0, 0, 0, 0], true),
            ("empty, as nats-server makes it", &[], true),
            ("zeros, as after a loss of power", &[0; 12], false),
            ("cut", &written[..5], false),
            ("of another version", &[22, 9, 0, 0, 0, 0, 0, 0], false),
            (
                "counted backwards",
                &[22, 2, 0, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1, 0, 0],
                false,
            ),
            ("a number without an end", &[255; 40], false),
        ] {
            assert_eq!(is_readable(bytes), expected, "{case}");
        }
    }

    #[test]
    fn only_what_cannot_be_read_is_removed() {
        let store = tempfile::tempdir().unwrap();
        let of = |consumer: &str| {
            let folder = store.path().join("jetstream/$G/streams/INPUT/obs").join(consumer);
            fs::create_dir_all(&folder).unwrap();
            folder
        };
        for (consumer, bytes) in [("sound", &[22, 2, 0, 0, 0, 0, 0, 0][..]), ("damaged", &[0; 12])]
        {
            fs::write(of(consumer).join("o.dat"), bytes).unwrap();
            fs::write(of(consumer).join("meta.inf"), [0; 12]).unwrap();
        }
        let damaged = of("damaged").join("o.dat");
        assert_eq!(remove_unreadable(store.path()).unwrap(), std::slice::from_ref(&damaged));
        assert!(!damaged.exists());
        for left in [
            of("sound").join("o.dat"),
            of("sound").join("meta.inf"),
            of("damaged").join("meta.inf"),
        ] {
            assert!(left.exists(), "{}", left.display());
        }
        let beside = store.path().join("lost+found/o.dat");
        fs::create_dir(store.path().join("lost+found")).unwrap();
        fs::write(&beside, [0; 12]).unwrap();
        assert!(remove_unreadable(store.path()).unwrap().is_empty());
        assert!(beside.exists(), "what is not of nats-server is left alone");
        assert!(remove_unreadable(&store.path().join("nowhere")).unwrap().is_empty());
    }
}
