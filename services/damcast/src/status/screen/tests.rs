use proto::Timestamp;

use super::*;
use crate::status::{
    devices::{DeviceSeen, DevicesSeen},
    durability::OnDisk,
    observed::{
        ConsumerSeen, DiskSeen, LogSeen, Readiness, ServiceSeen, ServiceTrouble, StreamSeen,
    },
    troubles,
    venues::VenueSeen,
};

fn ready() -> Readiness {
    let (version, status) = ("0.1.0".to_owned(), "ready".to_owned());
    Readiness { version, status, ..Readiness::default() }
}

fn well() -> Observed {
    let service = |service, port: u16| ServiceSeen {
        service,
        address: format!("127.0.0.1:{port}"),
        answer: Some(ready()),
    };
    let stream = |stream, messages, bytes| StreamSeen {
        stream,
        exists: true,
        messages,
        bytes,
        copies: 1,
        copies_behind: 0,
        differences: String::new(),
        unfinished: String::new(),
        lacking: 0,
        bytes_of_a_day: Some(bytes / 2),
    };
    let consumer = |stream, service| ConsumerSeen {
        stream,
        service,
        is_read: true,
        ..ConsumerSeen::default()
    };
    Observed {
        services: vec![service("board-ingest", 8081), service("broadcast", 8080)],
        nats: "nats://127.0.0.1:4222".to_owned(),
        log: Some(LogSeen {
            streams: vec![stream("INPUT", 1234, 246_800), stream("GAME", 7, 950)],
            consumers: vec![consumer("INPUT", "rules-validation"), consumer("GAME", "clock")],
            ..LogSeen::default()
        }),
        disk: Some(DiskSeen { free: 80_500_000_000, size: 100_000_000_000 }),
        sync: None,
        now: Timestamp::from_millis(1_795_000_000_000),
    }
}

fn shown(observed: &Observed, language: Language) -> String {
    let troubles = troubles::of(observed, "0.1.0");
    Screen { observed, troubles: &troubles, language }.to_string()
}

#[test]
fn one_screen_shows_that_all_is_well() {
    assert_eq!(
        shown(&well(), Language::English),
        "All is well.\n\n\
         service       state\n\
         board-ingest  ready  0.1.0  127.0.0.1:8081\n\
         broadcast     ready  0.1.0  127.0.0.1:8080\n\n\
         stream  messages      size  state\n\
         INPUT       1234  246.8 kB  as it should be\n\
         GAME           7     950 B  as it should be\n\n\
         reader            stream  waiting  delay  state\n\
         rules-validation  INPUT         0         reads\n\
         clock             GAME          0         reads\n\n\
         disk  80.5 GB free (80 %); 123.8 kB stored in 24 hours\n\n\
         log  one copy; what a power cut costs is not known (--nats-monitoring)\n"
    );
}

#[test]
fn venues_devices_and_delays_have_their_rows() {
    let mut observed = well();
    let ago = |seconds: i64| Some(observed.now.millis() - seconds * 1000);
    let device =
        |device: &str, table, heard_ms| DeviceSeen { device: device.to_owned(), table, heard_ms };
    let venue =
        |venue: &str, is_fresh, wrote_ms| VenueSeen { venue: venue.to_owned(), is_fresh, wrote_ms };
    let venues = vec![
        venue("drachten", true, ago(3)),
        venue("leeuwarden", false, ago(7300)),
        venue("sneek", false, ago(12 * 3600)),
    ];
    let devices = vec![
        device("desk", None, ago(7000)),
        device("t1-black", Some(1), ago(59)),
        device("t1-white", Some(1), ago(610)),
        device("t2-black", Some(2), None),
    ];
    let waits_since_ms = ago(12);
    let log = observed.log.as_mut().unwrap();
    (log.consumers[0].pending, log.consumers[0].waits_since_ms) = (3, waits_since_ms);
    log.venues = venues;
    log.devices = vec![DevicesSeen { tournament: "drachten.2026".to_owned(), devices }];
    let text = shown(&observed, Language::English);
    assert!(
        text.starts_with("One thing is wrong. `damcast doctor` says what to do.\n- The venue leeuwarden gives no sign of life.\n\n"),
        "{text}"
    );
    let rows = "\
         reader            stream  waiting  delay  state\n\
         rules-validation  INPUT         3   12 s  reads\n\
         clock             GAME          0         reads\n\n\
         venue       last wrote  state\n\
         drachten           3 s  gives signs of life\n\
         leeuwarden         2 h  no sign of life\n\
         sneek             12 h  no sign of life\n\n\
         tournament     devices  heard in 10 min  silent longest\n\
         drachten.2026        4                1  t1-white, 10 min\n\n";
    assert!(text.contains(rows), "{text}");
    // A service that is away gives no signs of life for its venues, which is not told twice.
    observed.services[0].answer = None;
    let text = shown(&observed, Language::English);
    assert!(text.contains("board-ingest does not answer"), "{text}");
    assert!(!text.contains("The venue leeuwarden"), "{text}");
}

#[test]
fn what_a_power_cut_costs_stands_beside_the_number_of_copies() {
    for (sync, copies, behind, wanted) in [
        (OnDisk::Always, 1, 0, "log  one copy; a power cut costs no acknowledged move\n"),
        (OnDisk::Within(1), 1, 0, "log  one copy; a power cut costs at most the last second\n"),
        (
            OnDisk::Within(120),
            1,
            0,
            "log  one copy; a power cut costs at most the last 120 seconds\n",
        ),
        (OnDisk::Always, 3, 0, "log  3 copies; a power cut costs no acknowledged move\n"),
        (
            OnDisk::Always,
            3,
            1,
            "log  3 copies, of which one is behind or away; a power cut costs no acknowledged move\n",
        ),
    ] {
        let mut observed = Observed { sync: Some(sync), ..well() };
        let log = observed.log.as_mut().unwrap();
        for stream in &mut log.streams {
            stream.copies = copies;
        }
        log.streams[1].copies_behind = behind;
        let text = shown(&observed, Language::English);
        assert!(text.ends_with(wanted), "{text}");
        let is_told = text.contains("- One copy of the event log is behind or away.\n");
        assert_eq!(is_told, behind > 0, "{text}");
    }
}

#[test]
fn what_is_wrong_stands_first_in_three_languages() {
    let mut observed = well();
    observed.disk = None;
    observed.services[0].answer = None;
    observed.services[1].answer = Some(Readiness {
        status: "not-ready".to_owned(),
        troubles: vec![ServiceTrouble {
            trouble: "nats-away".to_owned(),
            stream: None,
            seconds_ago: None,
        }],
        ..ready()
    });
    observed.log = None;
    assert_eq!(
        shown(&observed, Language::English),
        "2 things are wrong. `damcast doctor` says what to do.\n\
         - nats-server at nats://127.0.0.1:4222 does not answer.\n\
         - board-ingest does not answer at 127.0.0.1:8081.\n\n\
         service       state\n\
         board-ingest  no answer         127.0.0.1:8081\n\
         broadcast     not ready  0.1.0  127.0.0.1:8080\n"
    );
    assert_eq!(
        shown(&observed, Language::Dutch),
        "Er zijn 2 dingen mis. `damcast doctor` zegt wat te doen.\n\
         - nats-server op nats://127.0.0.1:4222 antwoordt niet.\n\
         - board-ingest antwoordt niet op 127.0.0.1:8081.\n\n\
         dienst        toestand\n\
         board-ingest  geen antwoord         127.0.0.1:8081\n\
         broadcast     niet gereed    0.1.0  127.0.0.1:8080\n"
    );
    assert_eq!(
        shown(&observed, Language::Frisian),
        "Der binne 2 dingen mis. `damcast doctor` seit wat te dwaan.\n\
         - nats-server op nats://127.0.0.1:4222 antwurdet net.\n\
         - board-ingest antwurdet net op 127.0.0.1:8081.\n\n\
         tsjinst       tastân\n\
         board-ingest  gjin antwurd         127.0.0.1:8081\n\
         broadcast     net ree       0.1.0  127.0.0.1:8080\n"
    );
}

#[test]
fn every_trouble_is_found_with_what_it_is_about() {
    let mut observed = well();
    observed.disk = Some(DiskSeen { free: 9_000_000_000, size: 100_000_000_000 });
    observed.services[0].answer = Some(Readiness { version: "0.0.9".to_owned(), ..ready() });
    let trouble = "log-takes-nothing".to_owned();
    let trouble = ServiceTrouble { trouble, stream: None, seconds_ago: None };
    observed.services[1].answer = Some(Readiness { troubles: vec![trouble], ..ready() });
    let log = observed.log.as_mut().unwrap();
    log.streams[0].exists = false;
    log.streams[1].differences = "max_age".to_owned();
    log.consumers[0].pending = 51;
    // A service that does not answer reads nothing, which is not told twice.
    log.consumers[1].is_read = false;
    let text = shown(&observed, Language::English);
    let told: Vec<&str> = text.lines().filter(|line| line.starts_with("- ")).collect();
    assert_eq!(
        told,
        [
            "- The disk of the event log has 9000 MB left (9 %).",
            "- board-ingest has version 0.0.9, and this program 0.1.0.",
            "- The event log takes nothing from broadcast, whose own log says why.",
            "- The stream INPUT does not exist.",
            "- The stream GAME has other settings than Damcast needs: max_age.",
            "- rules-validation has 51 messages of INPUT before it.",
        ]
    );
}

#[test]
fn a_network_without_tls_and_a_certificate_that_ends_are_troubles() {
    const DAY: i64 = 24 * 3600 * 1000;
    let mut observed = well();
    let now = observed.now.millis();
    for (transport, ends, wanted) in [
        ("local", None, None),
        ("plain-behind-proxy", None, None),
        ("tls", Some(now + 7 * DAY), None),
        ("plain-public", None, Some("broadcast serves a network without TLS")),
        ("tls", Some(now + 7 * DAY - 1), Some("The certificate for TLS expires within 7 days.")),
        ("tls", Some(now), Some("The certificate for TLS expires within a day.")),
        ("tls", Some(now - 1), Some("The certificate for TLS has expired")),
    ] {
        let transport = transport.to_owned();
        let answer = Readiness { transport, certificate_ends_ms: ends, ..ready() };
        observed.services[1].answer = Some(answer);
        let told = shown(&observed, Language::English);
        match wanted {
            None => assert!(told.starts_with("All is well."), "{told}"),
            Some(wanted) => assert!(told.contains(wanted), "{told}"),
        }
    }
    // One certificate of two services is one trouble.
    let answer = observed.services[1].answer.clone();
    observed.services[0].answer = answer;
    assert_eq!(troubles::of(&observed, "0.1.0").len(), 1);
}
