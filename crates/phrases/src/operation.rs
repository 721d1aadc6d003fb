//! Sentences for whoever runs Damcast: what is wrong, and what to do.

use crate::{Language, messages::say};

/// A trouble of a running Damcast.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// nats-server does not answer.
    NatsSilent {
        /// Its address.
        url: String,
    },
    /// A stream of the event log does not exist.
    StreamMissing {
        /// Its name.
        stream: &'static str,
    },
    /// A stream was made anew while services run.
    StreamRemade {
        /// Its name.
        stream: &'static str,
    },
    /// A stream lacks messages that it had.
    StreamLacks {
        /// Its name.
        stream: &'static str,
        /// Number of the messages.
        messages: u64,
    },
    /// A stream has lost messages at its end that services had read, while they ran.
    StreamShortened {
        /// Its name.
        stream: &'static str,
        /// Number of minutes since.
        minutes: u64,
    },
    /// Messages of a stream cannot be read.
    MessagesUnreadable {
        /// Its name.
        stream: &'static str,
        /// Their sequences, as in "3,7-9".
        sequences: String,
    },
    /// Messages of a stream can only be read by a newer program.
    MessagesNewer {
        /// Its name.
        stream: &'static str,
        /// Their sequences, as in "3,7-9".
        sequences: String,
    },
    /// A service cannot read who may do what, and so allows nothing that is not public.
    AccessUnreadable,
    /// A venue has people and devices, and the machine has no key by which they sign in.
    KeyMissing {
        /// Its id.
        venue: String,
        /// The file in which the key should be.
        file: String,
    },
    /// The key on the machine is not that of the venue.
    KeyOther {
        /// Its id.
        venue: String,
        /// The file of the key.
        file: String,
    },
    /// ACCESS has lost changes that people and devices were told of.
    AccessSetBack {
        /// The file that says so until it is deleted.
        file: String,
    },
    /// A rebuild of the log was broken off, or is under way.
    RebuildUnfinished {
        /// The folder with its copies.
        folder: String,
    },
    /// A stream has other settings than Damcast needs.
    StreamDiffers {
        /// Its name.
        stream: &'static str,
        /// The settings, with both values.
        differences: String,
    },
    /// Copies of the event log are away or lack messages.
    CopiesBehind {
        /// The largest number of them of a stream.
        copies: usize,
    },
    /// A service does not answer.
    ServiceSilent {
        /// Its name.
        service: &'static str,
        /// Its address.
        address: String,
    },
    /// A service has no connection to NATS.
    ServiceWithoutNats {
        /// Its name.
        service: String,
    },
    /// The event log takes nothing that a service stores.
    LogTakesNothing {
        /// The name of the service.
        service: String,
    },
    /// A service stops.
    ServiceStops {
        /// Its name.
        service: String,
    },
    /// A service is of another version than this program.
    OtherVersion {
        /// Its name.
        service: String,
        /// Its version.
        version: String,
        /// The version of this program.
        own: String,
    },
    /// Nobody reads a durable consumer.
    ConsumerUnread {
        /// The stream.
        stream: &'static str,
        /// The service that should read it.
        service: &'static str,
    },
    /// A service has many messages before it.
    ConsumerBehind {
        /// The stream.
        stream: &'static str,
        /// The service.
        service: &'static str,
        /// Number of messages.
        messages: u64,
    },
    /// A venue gives no sign of life.
    VenueSilent {
        /// Its id.
        venue: String,
    },
    /// The disk of the event log is nearly full.
    DiskNearlyFull {
        /// Free space in MB.
        free_mb: u64,
        /// Free space in percent.
        percent: u64,
    },
    /// A service is reached over a network without TLS.
    PlainHttp {
        /// Its name.
        service: String,
    },
    /// The certificate for TLS expires soon.
    CertificateEnds {
        /// Days that are left, counting the one that has begun.
        days: u64,
    },
    /// The certificate for TLS has expired.
    CertificateExpired,
    /// The certificate for TLS is not valid yet.
    CertificateTooEarly,
    /// The certificate for TLS does not hold for a name.
    CertificateOfOther {
        /// The name or address.
        name: String,
    },
    /// The disk of the event log is slow.
    DiskSlow {
        /// The time of one write in a hundred, in milliseconds.
        milliseconds: u64,
    },
}

/// Writes what is wrong with a stream and what to do, or with `None` that it is whole again.
#[must_use]
pub fn stream(name: &str, trouble: Option<&Trouble>, language: Language) -> String {
    match trouble {
        Some(of_stream) => {
            format!("{} {}", self::trouble(of_stream, language), remedy(of_stream, language))
        }
        None => say!(language, "stream-whole", stream = name),
    }
}

/// Writes for which names a certificate holds, and who believes it.
#[must_use]
pub fn certificate(names: &str, is_public: bool, language: Language) -> String {
    if is_public {
        say!(language, "certificate-public", names)
    } else {
        say!(language, "certificate-private", names)
    }
}

/// Writes how long a certificate is valid.
#[must_use]
pub fn certificate_days(days: u64, language: Language) -> String {
    say!(language, "certificate-days", days = number(days))
}

/// Writes how the certificate of an authority of one's own comes onto tablets.
#[must_use]
pub fn install_authority(file: &str, fingerprint: &str, language: Language) -> String {
    say!(language, "install-authority", file, fingerprint)
}

/// Writes what is wrong.
#[must_use]
pub fn trouble(trouble: &Trouble, language: Language) -> String {
    match trouble {
        Trouble::NatsSilent { url } => say!(language, "trouble-nats-silent", url),
        Trouble::StreamMissing { stream } => say!(language, "trouble-stream-missing", stream),
        Trouble::StreamRemade { stream } => say!(language, "trouble-stream-remade", stream),
        Trouble::StreamLacks { stream, messages } => {
            say!(language, "trouble-stream-lacks", stream, messages = number(*messages))
        }
        Trouble::StreamShortened { stream, minutes } => {
            say!(language, "trouble-stream-shortened", stream, minutes = number(*minutes))
        }
        Trouble::MessagesUnreadable { stream, sequences } => {
            say!(language, "trouble-messages-unreadable", stream, sequences)
        }
        Trouble::MessagesNewer { stream, sequences } => {
            say!(language, "trouble-messages-newer", stream, sequences)
        }
        Trouble::AccessUnreadable => say!(language, "trouble-access-unreadable"),
        Trouble::KeyMissing { venue, file } => say!(language, "trouble-key-missing", venue, file),
        Trouble::KeyOther { venue, file } => say!(language, "trouble-key-other", venue, file),
        Trouble::AccessSetBack { .. } => say!(language, "trouble-access-set-back"),
        Trouble::RebuildUnfinished { folder } => {
            say!(language, "trouble-rebuild-unfinished", folder)
        }
        Trouble::StreamDiffers { stream, differences } => {
            say!(language, "trouble-stream-differs", stream, differences)
        }
        Trouble::CopiesBehind { copies } => say!(language, "trouble-copies-behind", copies),
        Trouble::ServiceSilent { service, address } => {
            say!(language, "trouble-service-silent", service, address)
        }
        Trouble::ServiceWithoutNats { service } => {
            say!(language, "trouble-service-without-nats", service)
        }
        Trouble::LogTakesNothing { service } => {
            say!(language, "trouble-log-takes-nothing", service)
        }
        Trouble::ServiceStops { service } => say!(language, "trouble-service-stops", service),
        Trouble::OtherVersion { service, version, own } => {
            say!(language, "trouble-other-version", service, version, own)
        }
        Trouble::ConsumerUnread { stream, service } => {
            say!(language, "trouble-consumer-unread", stream, service)
        }
        Trouble::ConsumerBehind { stream, service, messages } => {
            say!(language, "trouble-consumer-behind", stream, service, messages)
        }
        Trouble::VenueSilent { venue } => say!(language, "trouble-venue-silent", venue),
        Trouble::DiskNearlyFull { free_mb, percent } => {
            say!(language, "trouble-disk-nearly-full", free = free_mb, percent)
        }
        Trouble::PlainHttp { service } => say!(language, "trouble-plain-http", service),
        Trouble::CertificateEnds { days } => {
            say!(language, "trouble-certificate-ends", days = number(*days))
        }
        Trouble::CertificateExpired => say!(language, "trouble-certificate-expired"),
        Trouble::CertificateTooEarly => say!(language, "trouble-certificate-too-early"),
        Trouble::CertificateOfOther { name } => {
            say!(language, "trouble-certificate-of-other", name)
        }
        Trouble::DiskSlow { milliseconds } => say!(language, "trouble-disk-slow", milliseconds),
    }
}

/// Returns a number that selects between singular and plural.
fn number(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// Writes what to do about it.
#[must_use]
pub fn remedy(trouble: &Trouble, language: Language) -> String {
    match trouble {
        Trouble::NatsSilent { .. } => say!(language, "remedy-nats-silent"),
        Trouble::StreamMissing { .. } => say!(language, "remedy-stream-missing"),
        Trouble::StreamRemade { .. } => say!(language, "remedy-stream-remade"),
        // Nothing brings back what these lost.
        Trouble::StreamLacks { stream: "INPUT" | "ACCESS", .. } => {
            say!(language, "remedy-source-lacks")
        }
        Trouble::StreamLacks { .. } => say!(language, "remedy-stream-lacks"),
        Trouble::StreamShortened { .. } => say!(language, "remedy-stream-shortened"),
        Trouble::AccessUnreadable | Trouble::MessagesUnreadable { stream: "ACCESS", .. } => {
            say!(language, "remedy-access-unreadable")
        }
        Trouble::KeyMissing { .. } | Trouble::KeyOther { .. } => say!(language, "remedy-key"),
        Trouble::AccessSetBack { file } => say!(language, "remedy-access-set-back", file),
        Trouble::MessagesUnreadable { .. } => say!(language, "remedy-messages-unreadable"),
        Trouble::MessagesNewer { .. } => say!(language, "remedy-messages-newer"),
        Trouble::RebuildUnfinished { .. } => say!(language, "remedy-rebuild-unfinished"),
        Trouble::StreamDiffers { .. } => say!(language, "remedy-stream-differs"),
        Trouble::CopiesBehind { .. } => say!(language, "remedy-copies-behind"),
        Trouble::ServiceSilent { .. } => say!(language, "remedy-service-silent"),
        Trouble::ServiceWithoutNats { .. } => say!(language, "remedy-service-without-nats"),
        Trouble::LogTakesNothing { .. } => say!(language, "remedy-log-takes-nothing"),
        Trouble::ServiceStops { .. } => say!(language, "remedy-service-stops"),
        Trouble::OtherVersion { .. } => say!(language, "remedy-other-version"),
        Trouble::ConsumerUnread { .. } => say!(language, "remedy-consumer-unread"),
        Trouble::ConsumerBehind { .. } => say!(language, "remedy-consumer-behind"),
        Trouble::VenueSilent { .. } => say!(language, "remedy-venue-silent"),
        Trouble::DiskNearlyFull { .. } => say!(language, "remedy-disk-nearly-full"),
        Trouble::PlainHttp { .. } => say!(language, "remedy-plain-http"),
        Trouble::CertificateEnds { .. } => say!(language, "remedy-certificate-ends"),
        Trouble::CertificateExpired => say!(language, "remedy-certificate-expired"),
        Trouble::CertificateTooEarly => say!(language, "remedy-certificate-too-early"),
        Trouble::CertificateOfOther { .. } => say!(language, "remedy-certificate-of-other"),
        Trouble::DiskSlow { .. } => say!(language, "remedy-disk-slow"),
    }
}

/// Writes how many things are wrong.
#[must_use]
pub fn summary(troubles: usize, language: Language) -> String {
    if troubles == 0 {
        say!(language, "operation-all-well")
    } else {
        say!(language, "operation-troubles", troubles)
    }
}

/// Writes where more is told about the things that are wrong.
#[must_use]
pub fn ask_doctor(language: Language) -> String {
    say!(language, "operation-ask-doctor")
}

/// A heading or a word of the table of a running Damcast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Label {
    /// The column of services.
    Service,
    /// The column of streams.
    Stream,
    /// The column of consumers.
    Reader,
    /// The column of numbers of messages.
    Messages,
    /// The column of sizes.
    Size,
    /// The column of messages that wait.
    Waiting,
    /// The column of the times for which the oldest of them waits.
    Delay,
    /// The column of states.
    State,
    /// The column of venues.
    Venue,
    /// The column of the times since a venue wrote to the log.
    LastWrote,
    /// The column of tournaments.
    Tournament,
    /// The column of numbers of devices.
    Devices,
    /// The column of numbers of devices that were heard in the last ten minutes.
    HeardLately,
    /// The column of the devices that have been silent longest.
    SilentLongest,
    /// The row of the disk.
    Disk,
    /// The row of the copies of the event log.
    Log,
    /// A service that is ready.
    Ready,
    /// A service that is not ready.
    NotReady,
    /// A service that does not answer.
    Silent,
    /// A stream as it has to be.
    Sound,
    /// A stream with other settings.
    Different,
    /// A stream that does not exist.
    Missing,
    /// A consumer that is read.
    Read,
    /// A consumer that nobody reads.
    Unread,
    /// A venue that gives signs of life.
    Fresh,
    /// A venue that gives none.
    Offline,
    /// Messages that are on the disk before they are acknowledged.
    SyncAlways,
    /// Messages of which nobody tells when they are on the disk.
    SyncUnknown,
}

/// Writes a label of the table.
#[must_use]
pub fn label(label: Label, language: Language) -> String {
    match label {
        Label::Service => say!(language, "status-service"),
        Label::Stream => say!(language, "status-stream"),
        Label::Reader => say!(language, "status-reader"),
        Label::Messages => say!(language, "status-messages"),
        Label::Size => say!(language, "status-size"),
        Label::Waiting => say!(language, "status-waiting"),
        Label::Delay => say!(language, "status-delay"),
        Label::State => say!(language, "status-state"),
        Label::Venue => say!(language, "status-venue"),
        Label::LastWrote => say!(language, "status-last-wrote"),
        Label::Tournament => say!(language, "status-tournament"),
        Label::Devices => say!(language, "status-devices"),
        Label::HeardLately => say!(language, "status-heard-lately"),
        Label::SilentLongest => say!(language, "status-silent-longest"),
        Label::Disk => say!(language, "status-disk"),
        Label::Log => say!(language, "status-log"),
        Label::Ready => say!(language, "status-ready"),
        Label::NotReady => say!(language, "status-not-ready"),
        Label::Silent => say!(language, "status-silent"),
        Label::Sound => say!(language, "status-sound"),
        Label::Different => say!(language, "status-different"),
        Label::Missing => say!(language, "status-missing"),
        Label::Read => say!(language, "status-read"),
        Label::Unread => say!(language, "status-unread"),
        Label::Fresh => say!(language, "status-fresh"),
        Label::Offline => say!(language, "status-offline"),
        Label::SyncAlways => say!(language, "status-sync-always"),
        Label::SyncUnknown => say!(language, "status-sync-unknown"),
    }
}

/// Writes how much was stored in the last 24 hours; `size` is as in "246.8 kB".
#[must_use]
pub fn stored_in_a_day(size: &str, language: Language) -> String {
    say!(language, "status-stored-in-a-day", size)
}

/// Writes the number of copies of the event log, and how many of them are behind or away.
#[must_use]
pub fn copies(copies: usize, behind: usize, language: Language) -> String {
    if behind == 0 {
        say!(language, "status-copies", copies)
    } else {
        say!(language, "status-copies-behind", copies, behind)
    }
}

/// Writes the price of a power cut if messages are on the disk so many seconds later.
#[must_use]
pub fn sync(seconds: u64, language: Language) -> String {
    say!(language, "status-sync-within", seconds = number(seconds))
}

/// Writes how much of a disk is free.
#[must_use]
pub fn free(gigabytes: &str, percent: u64, language: Language) -> String {
    say!(language, "status-free", gigabytes, percent)
}
