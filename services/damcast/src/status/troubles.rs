//! Troubles that the observations show.

use phrases::operation::Trouble;
use proto::Timestamp;

use super::{
    keys::KeySeen,
    observed::{DiskSeen, LogSeen, Observed, ServiceSeen, ServiceTrouble},
};

/// Number of messages that a service may have before it.
const BEHIND: u64 = 50;
/// Time after which a venue that gives no sign of life has packed up, as for the metric of its
/// signs of life.
const PACKED_UP_MS: i64 = 12 * 3600 * 1000;
/// Free bytes below which a disk is nearly full, whatever its size.
const FREE_MIN: u64 = 1_000_000_000;
/// Free part of a disk, in percent, below which it is nearly full.
const PERCENT_MIN: u64 = 10;
/// Free bytes from which a disk is not nearly full, whatever its size: a whole championship takes
/// far less.
const FREE_ENOUGH: u64 = 10_000_000_000;

/// Days before its end from which a certificate is talked about.
const DAYS_MIN: u64 = 7;
/// Milliseconds of a day.
pub(crate) const DAY_MS: i64 = 24 * 3600 * 1000;

/// Returns everything that is wrong, the cause before what follows from it. `own` is the version of
/// this program.
pub(crate) fn of(observed: &Observed, own: &str) -> Vec<Trouble> {
    let mut troubles = Vec::new();
    if let Some(disk) = observed.disk
        && is_nearly_full(disk)
    {
        let (free_mb, percent) = (disk.free / 1_000_000, disk.percent());
        troubles.push(Trouble::DiskNearlyFull { free_mb, percent });
    }
    if observed.log.is_none() {
        troubles.push(Trouble::NatsSilent { url: observed.nats.clone() });
    }
    for service in &observed.services {
        of_service(service, observed, own, &mut troubles);
    }
    let mut streams = observed.log.iter().flat_map(|log| &log.streams);
    if let Some(stream) = streams.find(|stream| !stream.unfinished.is_empty()) {
        troubles.push(Trouble::RebuildUnfinished { folder: stream.unfinished.clone() });
    }
    for stream in observed.log.iter().flat_map(|log| &log.streams) {
        let name = stream.stream;
        if !stream.exists {
            troubles.push(Trouble::StreamMissing { stream: name });
        } else if stream.unfinished.is_empty() && !stream.differences.is_empty() {
            let differences = stream.differences.clone();
            troubles.push(Trouble::StreamDiffers { stream: name, differences });
        }
        if stream.lacking > 0 {
            troubles.push(Trouble::StreamLacks { stream: name, messages: stream.lacking });
        }
        if stream.exists && told(observed, name, "stream-remade").next().is_some() {
            troubles.push(Trouble::StreamRemade { stream: name });
        }
        if stream.exists && told(observed, name, "stream-unreadable").next().is_some() {
            troubles.push(Trouble::AccessUnreadable);
        }
        let shortened = told(observed, name, "stream-shortened").filter_map(|it| it.seconds_ago);
        if let Some(seconds) = shortened.min() {
            troubles.push(Trouble::StreamShortened { stream: name, minutes: seconds / 60 });
        }
    }
    let behind = observed.log.as_ref().map_or(0, LogSeen::copies_behind);
    if behind > 0 {
        troubles.push(Trouble::CopiesBehind { copies: behind });
    }
    for consumer in observed.log.iter().flat_map(|log| &log.consumers) {
        let (stream, service) = (consumer.stream, consumer.service);
        let answers = |seen: &ServiceSeen| seen.service == service && seen.answer.is_some();
        // Of a service that does not answer this follows.
        if !consumer.is_read && observed.services.iter().any(answers) {
            troubles.push(Trouble::ConsumerUnread { stream, service });
        }
        if consumer.pending > BEHIND {
            let messages = consumer.pending;
            troubles.push(Trouble::ConsumerBehind { stream, service, messages });
        }
    }
    troubles.extend(observed.log.iter().flat_map(|log| &log.keys).map(KeySeen::trouble));
    troubles.extend(of_venues(observed));
    troubles
}

/// Returns the venues that give no sign of life and wrote to the log lately. Where board-ingest
/// does not answer, that follows.
fn of_venues(observed: &Observed) -> impl Iterator<Item = Trouble> {
    let is_told = |seen: &ServiceSeen| seen.service == board_ingest::NAME && seen.answer.is_none();
    let venues = observed.log.iter().flat_map(|log| &log.venues);
    let silent = venues.filter(|venue| !venue.is_fresh).filter_map(|venue| {
        let silent_ms = observed.now.millis() - venue.wrote_ms?;
        (silent_ms < PACKED_UP_MS).then(|| Trouble::VenueSilent { venue: venue.venue.clone() })
    });
    silent.filter(move |_trouble| !observed.services.iter().any(is_told))
}

fn is_nearly_full(disk: DiskSeen) -> bool {
    disk.free < FREE_MIN || (disk.free < FREE_ENOUGH && disk.percent() < PERCENT_MIN)
}

/// Returns what services tell of a stream.
fn told<'a>(
    observed: &'a Observed,
    stream: &'a str,
    trouble: &'a str,
) -> impl Iterator<Item = &'a ServiceTrouble> {
    let answers = observed.services.iter().filter_map(|seen| seen.answer.as_ref());
    let troubles = answers.flat_map(|answer| &answer.troubles);
    troubles.filter(move |it| it.trouble == trouble && it.stream.as_deref() == Some(stream))
}

/// Returns what is wrong with the end of a certificate.
pub(crate) fn of_certificate(ends: Timestamp, now: Timestamp) -> Option<Trouble> {
    if now > ends {
        return Some(Trouble::CertificateExpired);
    }
    let days = (ends.millis() - now.millis()).unsigned_abs() / DAY_MS.unsigned_abs() + 1;
    (days <= DAYS_MIN).then_some(Trouble::CertificateEnds { days })
}

fn of_service(seen: &ServiceSeen, observed: &Observed, own: &str, troubles: &mut Vec<Trouble>) {
    let (nats_answers, now) = (observed.log.is_some(), observed.now);
    let service = seen.service;
    let Some(answer) = &seen.answer else {
        troubles.push(Trouble::ServiceSilent { service, address: seen.address.clone() });
        return;
    };
    let service = service.to_owned();
    for trouble in &answer.troubles {
        match trouble.trouble.as_str() {
            // Told already.
            "nats-away" if !nats_answers => {}
            "nats-away" => troubles.push(Trouble::ServiceWithoutNats { service: service.clone() }),
            "stopping" => troubles.push(Trouble::ServiceStops { service: service.clone() }),
            "log-takes-nothing" => {
                troubles.push(Trouble::LogTakesNothing { service: service.clone() });
            }
            // Told with its stream, or by a newer program.
            _another => {}
        }
    }
    if answer.transport == "plain-public" {
        troubles.push(Trouble::PlainHttp { service: service.clone() });
    }
    if let Some(ends) = answer.certificate_ends_ms {
        let trouble = of_certificate(Timestamp::from_millis(ends), now);
        // Services of one process have the same certificate.
        let trouble = trouble.filter(|trouble| !troubles.contains(trouble));
        troubles.extend(trouble);
    }
    if answer.version != own {
        let version = answer.version.clone();
        troubles.push(Trouble::OtherVersion { service, version, own: own.to_owned() });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_disk_is_nearly_full_by_its_free_bytes_and_by_its_free_part() {
        const GB: u64 = 1_000_000_000;
        for (free, size, expected) in [
            (GB - 1, 2 * GB, true),
            (GB, 2 * GB, false),
            (9 * GB, 100 * GB, true),
            (10 * GB, 100 * GB, false),
            (10 * GB - 1, 200 * GB, true),
            (10 * GB, 1_000 * GB, false),
        ] {
            assert_eq!(is_nearly_full(DiskSeen { free, size }), expected, "{free} of {size}");
        }
    }
}
