//! Checks what a hostile device in the hall may try at the door of board-ingest, and what it is
//! answered.

use access::{Command, Limits, Role, SubjectId, Tables};
use anyhow::{Context as _, Result, ensure};
use proto::v1::{
    self, InputHeader, MoveText, SubmitMoveRequest, SubmitMoveResponse, VerdictStatus,
};
use tests::{
    authority::Authority, client::Clients, cluster::Cluster, round::Round, script::Script,
    signer::Signer, until,
};
use tonic::{Code, Request, Response, Status};

const TOURNAMENT: &str = "signed";
const MOVE: &str = "/damcast.v1.BoardIngestService/SubmitMove";
const CLAIM: &str = "/damcast.v1.BoardIngestService/SubmitClaim";
const RENEW: &str = "/damcast.v1.AccessService/RenewSession";

fn at_table(table: u32) -> Limits {
    let tables = Tables::new(table, table).ok();
    Limits { tournament: Some(TOURNAMENT.to_owned()), tables, participant: None }
}

/// A hall of two tables whose doors were locked once the round was open.
struct Hall {
    clients: Clients,
    round: Round,
    authority: Authority,
}

impl Hall {
    fn move_of(
        &self,
        device: &str,
        table: u32,
        (sequence, ply): (u64, u32),
        (from, to): (u32, u32),
    ) -> SubmitMoveRequest {
        let header = InputHeader {
            game: Some(self.round.game(table)),
            device: device.to_owned(),
            sequence,
            wait_ms: 5000,
            ..InputHeader::default()
        };
        let r#move = Some(MoveText { from, to, ..MoveText::default() });
        SubmitMoveRequest { header: Some(header), ply, r#move }
    }

    async fn send(
        &self,
        token: &str,
        signature: Option<(&Signer, &str, &SubmitMoveRequest)>,
        request: SubmitMoveRequest,
    ) -> Result<Result<Response<SubmitMoveResponse>, Status>> {
        let mut call = Request::new(request);
        if let Some((signer, path, signed)) = signature {
            let mut other = Request::new(signed.clone());
            signer.sign(path, &mut other)?;
            *call.metadata_mut() = other.metadata().clone();
        }
        call.metadata_mut().insert("authorization", format!("Bearer {token}").parse()?);
        Ok(self.clients.board_ingest.clone().submit_move(call).await)
    }

    /// Sends a move that its device signs.
    async fn play(
        &self,
        device: &str,
        token: &str,
        request: SubmitMoveRequest,
    ) -> Result<Result<Response<SubmitMoveResponse>, Status>> {
        let signer = self.authority.signer(device).context("a key")?;
        self.send(token, Some((signer, MOVE, &request.clone())), request).await
    }

    /// Returns the numbers of the inputs of a device that the log has.
    async fn stored(&self, device: &str) -> Result<Vec<u64>> {
        let request =
            v1::ListInputsRequest { game: Some(self.round.game(1)), device: device.to_owned() };
        let mut call = Request::new(request);
        let token = format!("Bearer {}", self.authority.token("ids")?);
        call.metadata_mut().insert("authorization", token.parse()?);
        Ok(self.clients.board_ingest.clone().list_inputs(call).await?.into_inner().sequences)
    }
}

fn refusal(answer: &Result<Response<SubmitMoveResponse>, Status>) -> Option<&str> {
    answer.as_ref().err()?.metadata().get("damcast-refusal")?.to_str().ok()
}

#[track_caller]
fn accepted(answer: Result<Response<SubmitMoveResponse>, Status>) {
    let verdict = answer.unwrap().into_inner().verdict.unwrap();
    assert_eq!(verdict.status(), VerdictStatus::Accepted, "{verdict:?}");
}

#[tokio::test]
async fn what_a_device_sends_counts_once_and_only_as_its_own() -> Result<()> {
    let cluster = Cluster::start().await?;
    let clients = Clients::of(&cluster)?;
    let scripts = vec![Script::of_table(1), Script::of_table(2)];
    let round = Box::pin(Round::open(&clients, TOURNAMENT, scripts)).await?;
    let authority = Authority::of(&cluster).await?;
    let mut hall = Hall { clients, round, authority };
    hall.authority.add("ids", Role::ChiefArbiter, Limits::default()).await?;
    for (device, table) in [("t1-white", 1), ("t1-black", 1), ("t2-white", 2)] {
        hall.authority.add(device, Role::PlayerDevice, at_table(table)).await?;
    }
    let (white, black) = (hall.authority.token("t1-white")?, hall.authority.token("t1-black")?);
    until("the devices to be known", || async {
        hall.stored("t1-white").await.is_ok().then_some(())
    })
    .await?;

    let first = || hall.move_of("t1-white", 1, (1, 1), (32, 28));
    let other = || hall.move_of("t1-white", 1, (1, 1), (31, 26));
    let elsewhere = hall.move_of("t1-white", 2, (1, 1), (32, 28));
    let signer = hall.authority.signer("t1-white").context("a key")?;
    let thief = hall.authority.signer("t1-black").context("a key")?;
    for (attempt, token, signature, request, expected) in [
        ("not signed", &white, None, first(), "not-signed"),
        ("signed by another", &white, Some((thief, MOVE, &first())), first(), "not-signed"),
        ("other bytes", &white, Some((signer, MOVE, &first())), other(), "not-signed"),
        ("another call", &white, Some((signer, CLAIM, &first())), first(), "not-signed"),
        ("another token", &black, Some((signer, MOVE, &first())), first(), "other-device"),
        (
            "another table",
            &white,
            Some((signer, MOVE, &elsewhere)),
            elsewhere.clone(),
            "other-table",
        ),
        ("no token", &String::new(), Some((signer, MOVE, &first())), first(), "forged"),
    ] {
        let answer = hall.send(token, signature, request).await?;
        ensure!(refusal(&answer) == Some(expected), "{attempt}: {answer:?}");
    }
    ensure!(hall.stored("t1-white").await?.is_empty());

    accepted(hall.play("t1-white", &white, first()).await?);
    // The same again, as somebody who heard it would send it, is the same input.
    accepted(hall.play("t1-white", &white, first()).await?);
    let clash = hall.play("t1-white", &white, other()).await?;
    ensure!(clash.is_err_and(|status| status.code() == Code::FailedPrecondition));
    ensure!(hall.stored("t1-white").await? == [1]);

    // A token that has expired since the game began counts for this game, and for nothing else.
    let mut claims = hall.authority.claims("t1-black")?;
    claims.credential.expires = claims.credential.issued;
    let expired = hall.authority.sign(&claims)?;
    let answer = hall.move_of("t1-black", 1, (1, 2), (19, 23));
    accepted(hall.play("t1-black", &expired, answer).await?);
    let mut own = Request::new(v1::GetOwnAccessRequest { venue: "main".into() });
    own.metadata_mut().insert("authorization", format!("Bearer {expired}").parse()?);
    let own = hall.clients.access.clone().get_own_access(own).await.unwrap_err();
    let name = own.metadata().get("damcast-refusal").and_then(|name| name.to_str().ok());
    ensure!(name == Some("expired"), "{own:?}");

    // Its own clock is seen with it, too, and no other.
    let clock = |table, token: &str| {
        let mut call = Request::new(v1::GetClockRequest { game: Some(hall.round.game(table)) });
        let token = format!("Bearer {token}").parse().unwrap();
        call.metadata_mut().insert("authorization", token);
        let mut clocks = hall.clients.clock.clone();
        async move {
            let refused = clocks.get_clock(call).await.err()?;
            Some(refused.metadata().get("damcast-refusal")?.to_str().ok()?.to_owned())
        }
    };
    ensure!(clock(1, &expired).await.is_none());
    ensure!(clock(2, &expired).await.as_deref() == Some("other-table"));

    // The device renews its session with it, by its signature, and goes on. Nobody does so for it.
    let renew = async |signer: Option<&Signer>, token: &str, expires_at_ms| {
        let request = v1::RenewSessionRequest { venue: "main".into(), expires_at_ms };
        let mut call = Request::new(request);
        if let Some(signer) = signer {
            signer.sign(RENEW, &mut call)?;
        }
        call.metadata_mut().insert("authorization", format!("Bearer {token}").parse()?);
        anyhow::Ok(hall.clients.access.clone().renew_session(call).await)
    };
    let ends = hall.authority.session_ends("t1-black").context("a session")?.millis();
    for forger in [None, Some(signer)] {
        let refused = renew(forger, &expired, ends).await?.unwrap_err();
        let name = refused.metadata().get("damcast-refusal").and_then(|name| name.to_str().ok());
        ensure!(name == Some("not-signed"), "{refused:?}");
    }
    let renewed = renew(Some(thief), &expired, ends).await?.unwrap().into_inner();
    let renewed = renewed.signed_in.context("a token")?;
    ensure!(renewed.expires_at_ms > ends, "{renewed:?}");
    let mut own = Request::new(v1::GetOwnAccessRequest { venue: "main".into() });
    own.metadata_mut().insert("authorization", format!("Bearer {}", renewed.token).parse()?);
    hall.clients.access.clone().get_own_access(own).await?;

    // Lost: nothing more comes from it, and what it sent stays.
    hall.authority.give(&Command::PutOut { subject: SubjectId::new("t1-white")? }).await?;
    until("the lost tablet to be out", || async {
        let third = hall.move_of("t1-white", 1, (2, 3), (28, 19));
        let answer = hall.play("t1-white", &white, third).await.ok()?;
        (refusal(&answer) == Some("put-out")).then_some(())
    })
    .await?;
    let kept = hall.stored("t1-white").await?;
    ensure!(kept.first() == Some(&1), "{kept:?}");
    cluster.finish().await
}
