//! Checks the calls that need a second look: whoever has a PIN repeats it for each of them, at
//! every service.

use access::{Limits, Role, SecretHash};
use anyhow::{Result, ensure};
use prost::Message;
use proto::v1;
use runtime::{CONFIRMATION, signed_bytes};
use tests::{
    authority::{Authority, VENUE},
    client::Clients,
    cluster::Cluster,
    until,
};
use tonic::{Code, Request, Status};

use crate::doors::{refusal, with};

const REOPEN: &str = "/damcast.v1.PairingService/ReopenTie";
const RULE: &str = "/damcast.v1.BoardIngestService/SubmitRuling";
const PIN: &str = "482915";

fn reopen(reason: &str) -> v1::ReopenTieRequest {
    let tournament =
        Some(v1::TournamentRef { venue: VENUE.to_owned(), tournament: "kk".to_owned() });
    let (participants, reason) = (vec![1, 2], reason.to_owned());
    v1::ReopenTieRequest { tournament, participants, reason, ..Default::default() }
}

/// Returns the hash of a call by which it is confirmed.
fn hash(path: &str, request: &impl Message) -> Vec<u8> {
    SecretHash::of(&signed_bytes(path, &request.encode_to_vec())).0.to_vec()
}

fn confirm(pin: &str, call: Vec<u8>) -> v1::ConfirmRequest {
    v1::ConfirmRequest { venue: VENUE.to_owned(), pin: pin.to_owned(), call: call.into() }
}

fn set(pin: &str, current: &str) -> v1::SetPinRequest {
    let (pin, current) = (pin.to_owned(), current.to_owned());
    v1::SetPinRequest { venue: VENUE.to_owned(), pin, current }
}

/// Returns a call with a token and a confirmation.
fn confirmed<T>(token: &str, confirmation: &str, message: T) -> Result<Request<T>> {
    let mut request = with(token, message)?;
    request.metadata_mut().insert(CONFIRMATION, confirmation.parse()?);
    Ok(request)
}

/// Returns the refusal of the doors; empty if they let the call through.
fn door<T>(answer: Result<T, Status>) -> String {
    answer.err().and_then(|status| refusal(&status)).unwrap_or_default()
}

#[tokio::test]
async fn whoever_has_a_pin_repeats_it_for_each_call_that_needs_a_second_look() -> Result<()> {
    let cluster = Cluster::start().await?;
    let clients = Clients::of(&cluster)?;
    let mut authority = Authority::of(&cluster).await?;
    authority.add("ids", Role::ChiefArbiter, Limits::default()).await?;
    authority.add("jel", Role::ChiefArbiter, Limits::default()).await?;
    let (ids, jel) = (authority.token("ids")?, authority.token("jel")?);
    let (mut access, mut pairing) = (clients.access.clone(), clients.pairing.clone());
    let mut games = clients.board_ingest.clone();

    // Without a PIN a reason is enough.
    until("the door of pairing to know both", || async {
        let mut pairing = clients.pairing.clone();
        for token in [&ids, &jel] {
            let answer = pairing.reopen_tie(with(token, reopen("because")).ok()?).await;
            if !door(answer).is_empty() {
                return None;
            }
        }
        Some(())
    })
    .await?;
    let none = access.confirm(with(&ids, confirm(PIN, vec![0; 32]))?).await.unwrap_err();
    ensure!(none.code() == Code::FailedPrecondition, "{none:?}");
    for easy in ["123456", "777777", "48291", "48291a"] {
        let refused = access.set_pin(with(&ids, set(easy, ""))?).await.unwrap_err();
        ensure!(refused.code() == Code::InvalidArgument, "{easy}: {refused:?}");
    }
    access.set_pin(with(&ids, set(PIN, ""))?).await?;

    // From then on every service asks, for each call alone.
    until("the door of pairing to ask", || async {
        let mut pairing = clients.pairing.clone();
        let answer = pairing.reopen_tie(with(&ids, reopen("because")).ok()?).await;
        (door(answer) == "not-confirmed").then_some(())
    })
    .await?;
    let without_reason = pairing.reopen_tie(with(&ids, reopen(" "))?).await;
    ensure!(door(without_reason) == "reason-missing");
    let wrong = access.confirm(with(&ids, confirm("482916", vec![0; 32]))?).await.unwrap_err();
    ensure!(wrong.code() == Code::Unauthenticated, "{wrong:?}");
    let short = access.confirm(with(&ids, confirm(PIN, vec![0; 31]))?).await.unwrap_err();
    ensure!(short.code() == Code::InvalidArgument, "{short:?}");
    let call = hash(REOPEN, &reopen("because"));
    let given = access.confirm(with(&ids, confirm(PIN, call))?).await?.into_inner();
    let given = given.confirmation;
    let once = pairing.reopen_tie(confirmed(&ids, &given, reopen("because"))?).await;
    ensure!(door(once).is_empty());
    let other = pairing.reopen_tie(confirmed(&ids, &given, reopen("another"))?).await;
    ensure!(door(other) == "not-confirmed");
    // It is no token, and who has no PIN is not asked.
    let as_token = pairing.reopen_tie(with(&given, reopen("because"))?).await;
    ensure!(door(as_token) == "forged");
    let of_jel = pairing.reopen_tie(with(&jel, reopen("because"))?).await;
    ensure!(door(of_jel).is_empty());

    let game = v1::GameRef { venue: VENUE.into(), tournament: "kk".into(), game: "r1-t1".into() };
    let header = v1::InputHeader {
        game: Some(game),
        device: "desk".into(),
        sequence: 1,
        ..Default::default()
    };
    let ruling = v1::SubmitRulingRequest {
        header: Some(header),
        reason: "both say so".into(),
        ruling: Some(v1::submit_ruling_request::Ruling::Result(Default::default())),
    };
    let asked = games.submit_ruling(with(&ids, ruling.clone())?).await;
    ensure!(door(asked) == "not-confirmed");
    let call = hash(RULE, &ruling);
    let given = access.confirm(with(&ids, confirm(PIN, call))?).await?.into_inner().confirmation;
    let ruled = games.submit_ruling(confirmed(&ids, &given, ruling)?).await;
    ensure!(door(ruled).is_empty());

    // Nobody who finds the desk open changes the PIN, or comes by another way to where they might.
    for (pin, current) in [("", ""), ("592846", "482916")] {
        let refused = access.set_pin(with(&ids, set(pin, current))?).await.unwrap_err();
        ensure!(refused.code() == Code::Unauthenticated, "{refused:?}");
    }
    let passphrase = v1::SetPassphraseRequest {
        venue: VENUE.to_owned(),
        passphrase: "seven wet zebras".to_owned(),
        current: String::new(),
    };
    let refused = access.set_passphrase(with(&ids, passphrase)?).await.unwrap_err();
    ensure!(refused.code() == Code::Unauthenticated, "{refused:?}");
    access.set_pin(with(&ids, set("", PIN))?).await?;
    until("the door of pairing to ask no more", || async {
        let mut pairing = clients.pairing.clone();
        let answer = pairing.reopen_tie(with(&ids, reopen("because")).ok()?).await;
        door(answer).is_empty().then_some(())
    })
    .await?;
    cluster.finish().await
}
