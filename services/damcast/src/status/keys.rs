//! The key of the venue beside the data of `damcast up`, without which nobody signs in.

use std::path::{Path, PathBuf};

use access::Access;
use phrases::operation::Trouble;
use proto::{
    convert::Aggregate as _,
    subject::{Subject, VenueId},
};
use runtime::LogEntry;
use serde::{Serialize, Serializer};

use crate::{
    access::key::KeyFault,
    log_reader::{LogReader, LogReaderError},
};

/// A venue that has people and devices, and no key by which they sign in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct KeySeen {
    /// Its id.
    #[serde(serialize_with = "as_text")]
    pub(crate) venue: VenueId,
    /// The file in which the key should be.
    pub(crate) file: PathBuf,
    /// The fault of the file.
    pub(crate) fault: KeyFault,
}

fn as_text<S: Serializer>(venue: &VenueId, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(venue)
}

impl KeySeen {
    /// Returns the trouble that it is.
    pub(super) fn trouble(&self) -> Trouble {
        self.fault.trouble(&self.venue, &self.file)
    }
}

/// Returns the venues for which the key in a file is of no use.
///
/// # Errors
/// [`LogReaderError`] if the server does not answer.
pub(super) async fn at_fault(
    reader: &LogReader,
    venues: impl Iterator<Item = &VenueId>,
    file: &Path,
) -> Result<Vec<KeySeen>, LogReaderError> {
    let mut faults = Vec::new();
    for venue in venues {
        let mut access = Access::default();
        let take = |message| {
            // One that cannot be read is a trouble of its own.
            if let Ok(entry) = LogEntry::read(message) {
                for event in Access::events(&entry.record).iter().flat_map(|it| it.iter()) {
                    access.apply(event);
                }
            }
        };
        reader.read_subject(&Subject::access(venue), take).await?;
        let fault = access.key().and_then(|known| KeyFault::of(known, file));
        faults.extend(fault.map(|fault| KeySeen {
            venue: venue.clone(),
            file: file.to_owned(),
            fault,
        }));
    }
    Ok(faults)
}
