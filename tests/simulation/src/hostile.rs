//! Texts that are made to mislead, and requests that nobody can read, which people and devices send
//! while the round is played.

use std::{
    error::Error as _,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use anyhow::{Result, ensure};
use bytes::Bytes;
use faults::RawCodec;
use proto::v1::{
    CallArbiterRequest, CallMatter, EnterPlayerRequest, GameRef, GetSnapshotRequest,
    GetTournamentRequest, InputHeader, MoveText, ResumeGame, SubmitMoveRequest,
    SubmitRulingRequest, TournamentRef, board_ingest_service_client::BoardIngestServiceClient,
    broadcast_service_client::BroadcastServiceClient, pairing_service_client::PairingServiceClient,
    submit_ruling_request::Ruling,
};
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;
use tonic::{Code, Request, Response, Status, client::Grpc};

use crate::{
    again::ANSWER, channel::LossyChannel, credentials::CHIEF, hall::GAMES, replica::Kind,
    seed::Dice, store::Store,
};

/// A word of every hostile text, by which it is recognised.
const MARK: &str = "zyxt";
/// Characters that change the direction of the text around them, cannot be seen, are for private
/// use, or do not exist.
const UNSEEN: [char; 14] = [
    '\u{202e}',
    '\u{202d}',
    '\u{2066}',
    '\u{2067}',
    '\u{2069}',
    '\u{200e}',
    '\u{200f}',
    '\u{061c}',
    '\u{200b}',
    '\u{2060}',
    '\u{feff}',
    '\u{e0041}',
    '\u{e000}',
    '\u{fffe}',
];
/// Three bytes that would be the first half of a surrogate pair, which no text has (RFC 3629).
const LONE_SURROGATE: [u8; 3] = [0xed, 0xa0, 0x80];
/// The largest number of arbitrary bytes.
const BYTES_MAX: u64 = 600;
/// Number of bytes of a request that no device may send.
const OVERSIZED: usize = 200_000;
/// The first number of the inputs that are sent here.
const NUMBERS_FROM: u64 = 50_000;

/// Those who send hostile texts. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Hostile {
    tournament: TournamentRef,
    dice: Dice,
    /// True if a proxy takes invisible characters out of texts, which is a sabotage.
    is_washed: bool,
    findings: Arc<Mutex<Vec<String>>>,
}

/// The services that they call, each as the chief arbiter.
#[derive(Clone, Debug)]
pub(crate) struct Targets {
    pub(crate) ingest: LossyChannel,
    pub(crate) pairing: LossyChannel,
    pub(crate) others: Vec<(Kind, LossyChannel)>,
}

impl Hostile {
    /// Returns the senders of a seed. They have random numbers of their own.
    pub(crate) fn new(seed: u64, tournament: &TournamentRef, is_washed: bool) -> Self {
        let dice = Dice::new(seed.rotate_left(48) ^ u64::MAX);
        Self { tournament: tournament.clone(), dice, is_washed, findings: Arc::default() }
    }

    fn findings(&self) -> MutexGuard<'_, Vec<String>> {
        self.findings.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends now and then until `enough` is cancelled.
    pub(crate) async fn send(self, targets: Targets, enough: CancellationToken) {
        let mut number = NUMBERS_FROM;
        while enough.run_until_cancelled(sleep(self.pause())).await.is_some() {
            number += 1;
            let sending = async {
                match self.dice.number(0..=6) {
                    0 => self.enter_player(&targets).await,
                    1 => self.rule(&targets, number).await,
                    2 => self.call_arbiter(&targets, number).await,
                    3 => self.name_wrongly(&targets, number).await,
                    4 => self.send_surrogate(&targets).await,
                    5 => self.send_oversized(&targets).await,
                    _ => self.send_garbage(&targets).await,
                }
            };
            // An answer may be lost.
            drop(timeout(ANSWER, sending).await);
        }
    }

    fn pause(&self) -> Duration {
        self.dice.millis(20..=800)
    }

    /// Returns a text with a character that is refused, or with a word of two scripts.
    fn text(&self) -> String {
        if self.is_washed {
            return format!("Jan {MARK}");
        }
        match self.dice.number(0..=9) {
            0 => format!("\u{0430}dmin {MARK}"),
            _ => format!("Jan {}{MARK}", UNSEEN[self.dice.below(UNSEEN.len())]),
        }
    }

    /// Returns a text with a character that is refused.
    fn unseen(&self) -> String {
        let unseen = UNSEEN[self.dice.below(UNSEEN.len())];
        if self.is_washed { MARK.to_owned() } else { format!("a {unseen}{MARK}") }
    }

    /// Checks that a request is refused with one of these codes.
    fn note<T>(&self, what: &str, answer: Result<Response<T>, Status>, due: &[Code]) {
        let status = match answer {
            Ok(_taken) => return self.findings().push(format!("{what} was taken")),
            Err(status) => status,
        };
        let is_lost = status.source().is_some();
        // The doors and the log may be away.
        let is_passing = [Code::Unavailable, Code::Aborted].contains(&status.code());
        if !is_lost && !is_passing && !due.contains(&status.code()) {
            self.findings().push(format!("{what} was refused with {status}"));
        }
    }

    async fn enter_player(&self, targets: &Targets) {
        let tournament = Some(self.tournament.clone());
        let (name, by) = (self.text(), "Arbiter".to_owned());
        let what = format!("the name {name:?}");
        let request = EnterPlayerRequest { tournament, name, by, ..Default::default() };
        let mut pairing = PairingServiceClient::new(targets.pairing.clone());
        self.note(&what, pairing.enter_player(request).await, &[Code::InvalidArgument]);
    }

    fn header(&self, device: String, sequence: u64) -> InputHeader {
        let TournamentRef { venue, tournament } = self.tournament.clone();
        let table = self.dice.number(1..=u64::from(GAMES));
        let game = Some(GameRef { venue, tournament, game: format!("r1-t{table}") });
        InputHeader { game, device, sequence, ..InputHeader::default() }
    }

    async fn rule(&self, targets: &Targets, number: u64) {
        let (header, reason) = (Some(self.header("desk".to_owned(), number)), self.unseen());
        let what = format!("the reason {reason:?}");
        let ruling = Some(Ruling::Resume(ResumeGame {}));
        let request = SubmitRulingRequest { header, ruling, reason };
        let mut ingest = BoardIngestServiceClient::new(targets.ingest.clone());
        self.note(&what, ingest.submit_ruling(request).await, &[Code::InvalidArgument]);
    }

    async fn call_arbiter(&self, targets: &Targets, number: u64) {
        let text = self.unseen();
        let what = format!("the remark {text:?}");
        let request = CallArbiterRequest {
            tournament: Some(self.tournament.clone()),
            device: "desk".to_owned(),
            table: 1,
            id: format!("call-{number}"),
            matter: CallMatter::Other.into(),
            text,
            by: "Arbiter".to_owned(),
            ..CallArbiterRequest::default()
        };
        let mut ingest = BoardIngestServiceClient::new(targets.ingest.clone());
        self.note(&what, ingest.call_arbiter(request).await, &[Code::InvalidArgument]);
    }

    /// Names a device or a game by a text that is no name.
    async fn name_wrongly(&self, targets: &Targets, number: u64) {
        let mut header = self.header(self.unseen(), number);
        if self.dice.happens(500) {
            header.device = "desk".to_owned();
            header.game.get_or_insert_default().game = self.unseen();
        }
        let what = format!("{header:?}");
        let mv = Some(MoveText { from: 32, to: 28, ..MoveText::default() });
        let request = SubmitMoveRequest { header: Some(header), ply: 1, r#move: mv };
        let mut ingest = BoardIngestServiceClient::new(targets.ingest.clone());
        self.note(&what, ingest.submit_move(request).await, &[Code::InvalidArgument]);
    }

    /// Sends a text that is no UTF-8: the device in the header of a move, and the name of a player.
    async fn send_surrogate(&self, targets: &Targets) {
        let mut name = MARK.as_bytes().to_vec();
        name.extend(LONE_SURROGATE);
        let text = |field: u8| [&[field << 3 | 2, 7][..], &name].concat();
        let header = [&[1 << 3 | 2, 9][..], &text(2)].concat();
        let (ingest, pairing) = (targets.ingest.clone(), targets.pairing.clone());
        for (channel, method, message) in [
            (ingest, "BoardIngestService/SubmitMove", header),
            (pairing, "PairingService/EnterPlayer", text(2)),
        ] {
            let answer = call(channel, method, message).await;
            self.note(&format!("a lone surrogate to {method}"), answer, &[Code::InvalidArgument]);
        }
    }

    async fn send_oversized(&self, targets: &Targets) {
        let header = self.header("x".repeat(OVERSIZED), NUMBERS_FROM);
        let request = SubmitMoveRequest { header: Some(header), ..Default::default() };
        let mut ingest = BoardIngestServiceClient::new(targets.ingest.clone());
        let due = [Code::InvalidArgument, Code::OutOfRange];
        self.note("an oversized request", ingest.submit_move(request).await, &due);
    }

    /// Sends arbitrary bytes, which by chance may mean something.
    async fn send_garbage(&self, targets: &Targets) {
        let mut calls = vec![
            (targets.ingest.clone(), "BoardIngestService/SubmitMove"),
            (targets.ingest.clone(), "BoardIngestService/SubmitRuling"),
            (targets.pairing.clone(), "PairingService/CreateTournament"),
            (targets.pairing.clone(), "PairingService/EnterPlayer"),
        ];
        for (kind, channel) in &targets.others {
            let method = match kind {
                Kind::RulesValidation => "RulesValidationService/ValidatePdn",
                Kind::Clock => "ClockService/GetClock",
                Kind::BoardIngest | Kind::Pairing | Kind::Broadcast => {
                    "BroadcastService/GetSnapshot"
                }
            };
            calls.push((channel.clone(), method));
        }
        let (channel, method) = calls.swap_remove(self.dice.below(calls.len()));
        let count = self.dice.number(1..=BYTES_MAX);
        let byte = || u8::try_from(self.dice.number(0..=255)).unwrap_or(0);
        let bytes: Vec<u8> = (0..count).map(|_byte| byte()).collect();
        let Err(status) = call(channel, method, bytes).await else { return };
        let faults = [Code::Internal, Code::Unknown, Code::DataLoss, Code::ResourceExhausted];
        if status.source().is_none() && faults.contains(&status.code()) {
            self.findings().push(format!("{method} answers arbitrary bytes with {status}"));
        }
    }

    /// Checks that each was refused as it has to be, and that nothing of them is in the log.
    pub(crate) fn check_log(&self, store: &Store) -> Result<()> {
        let findings = self.findings().clone();
        ensure!(findings.is_empty(), "{findings:#?}");
        for (stream, kept) in &store.streams {
            for stored in kept.kept() {
                let is_hostile = stored.payload.windows(MARK.len()).any(|it| it == MARK.as_bytes());
                let (stream, sequence) = (stream.name(), stored.sequence);
                ensure!(!is_hostile, "{stream} at {sequence} has a hostile text");
            }
        }
        Ok(())
    }

    /// Checks that nothing of them is in what pairing and spectators are shown.
    pub(crate) async fn check_shown(&self, targets: &Targets) -> Result<()> {
        let tournament = Some(self.tournament.clone());
        let request = GetTournamentRequest { tournament: tournament.clone(), ..Default::default() };
        let mut pairing = PairingServiceClient::new(targets.pairing.clone());
        let shown = format!("{:?}", pairing.get_tournament(request).await?.into_inner());
        ensure!(!shown.contains(MARK), "pairing shows a hostile text");
        for (kind, channel) in &targets.others {
            if *kind == Kind::Broadcast {
                let request = GetSnapshotRequest { tournament: tournament.clone() };
                let client = BroadcastServiceClient::new(channel.clone());
                let mut client = client.max_decoding_message_size(1 << 26);
                let shown = format!("{:?}", client.get_snapshot(request).await?.into_inner());
                ensure!(!shown.contains(MARK), "broadcast shows a hostile text");
            }
        }
        Ok(())
    }
}

impl Targets {
    /// Returns the targets at these channels; each caller is the chief arbiter.
    pub(crate) fn new(channel: impl Fn(Kind) -> LossyChannel) -> Self {
        let of = |kind| channel(kind).as_bearer(CHIEF);
        let others = [Kind::RulesValidation, Kind::Clock, Kind::Broadcast];
        Self {
            ingest: of(Kind::BoardIngest),
            pairing: of(Kind::Pairing),
            others: others.map(|kind| (kind, of(kind))).into(),
        }
    }
}

/// Calls a method with bytes.
async fn call(
    channel: LossyChannel,
    method: &str,
    bytes: Vec<u8>,
) -> Result<Response<Bytes>, Status> {
    let path = format!("/damcast.v1.{method}").parse();
    let path = path.map_err(|_invalid| Status::unavailable("no path"))?;
    Grpc::new(channel).unary(Request::new(Bytes::from(bytes)), path, RawCodec).await
}
