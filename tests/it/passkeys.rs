//! Checks how people add passkeys and sign in with them: over gRPC, with an authenticator in
//! software.

use access::{Limits, Role};
use anyhow::{Context as _, Result, ensure};
use proto::v1::{self, access_service_client::AccessServiceClient};
use tests::{
    authenticator::{Authenticator, Signed},
    authority::{Authority, VENUE},
    cluster::{Cluster, Service},
    until,
};
use tonic::{
    Code, Request, Status,
    metadata::MetadataValue,
    transport::{Channel, Endpoint},
};

/// The page of the desk on localhost.
#[derive(Clone, Debug)]
struct Page {
    access: AccessServiceClient<Channel>,
    origin: String,
}

impl Page {
    fn of(cluster: &Cluster) -> Result<Self> {
        let origin = format!("http://localhost:{}", cluster.address(Service::BoardIngest).port());
        let channel = Endpoint::from_shared(origin.clone())?.connect_lazy();
        Ok(Self { access: AccessServiceClient::new(channel), origin })
    }

    /// Returns a call of the page, with the token of whoever is signed in.
    fn call<T>(&self, token: Option<&str>, message: T) -> Request<T> {
        let mut request = Request::new(message);
        let origin: MetadataValue<_> = self.origin.parse().unwrap();
        request.metadata_mut().insert("origin", origin);
        if let Some(token) = token {
            let token: MetadataValue<_> = format!("Bearer {token}").parse().unwrap();
            request.metadata_mut().insert("authorization", token);
        }
        request
    }

    async fn begin(&self, token: &str, current: &str) -> Result<v1::BeginPasskeyResponse, Status> {
        let request = v1::BeginPasskeyRequest { venue: venue(), current: current.to_owned() };
        let begun = self.access.clone().begin_passkey(self.call(Some(token), request)).await?;
        Ok(begun.into_inner())
    }

    /// Adds the passkey of a new authenticator to the bearer of a token; returns it, and its
    /// number.
    async fn add(&self, token: &str, credential: u8) -> Result<(Authenticator, u32)> {
        let begun = self.begin(token, "").await?;
        ensure!(begun.host == "localhost", "{begun:?}");
        let mut authenticator = Authenticator::new(credential, &begun.user);
        authenticator.origin.clone_from(&self.origin);
        let added = self.add_made(token, authenticator.make(&begun.challenge)).await?;
        Ok((authenticator, added))
    }

    async fn add_made(
        &self,
        token: &str,
        (client_data, attestation): (Vec<u8>, Vec<u8>),
    ) -> Result<u32, Status> {
        let request = v1::AddPasskeyRequest {
            venue: venue(),
            name: "Laptop".to_owned(),
            client_data: client_data.into(),
            attestation: attestation.into(),
        };
        let added = self.access.clone().add_passkey(self.call(Some(token), request)).await?;
        Ok(added.into_inner().passkey)
    }

    async fn challenge(&self) -> Result<Vec<u8>, Status> {
        let request = v1::BeginPasskeySignInRequest { venue: venue() };
        let begun = self.access.clone().begin_passkey_sign_in(self.call(None, request)).await?;
        Ok(begun.into_inner().challenge.into())
    }

    /// Signs in by an answer of an authenticator; returns the token.
    async fn sign_in(&self, by: &Authenticator, signed: &Signed) -> Result<v1::SignedIn, Status> {
        let signed = signed.clone();
        let request = v1::SignInByPasskeyRequest {
            venue: venue(),
            credential: by.credential.clone().into(),
            client_data: signed.client_data.into(),
            authenticator_data: signed.authenticator_data.into(),
            signature: signed.signature.into(),
            user: by.user.clone().into(),
        };
        let answer = self.access.clone().sign_in_by_passkey(self.call(None, request)).await?;
        Ok(answer.into_inner().signed_in.unwrap())
    }

    async fn come(&self, by: &mut Authenticator) -> Result<v1::SignedIn, Status> {
        let signed = by.sign(&self.challenge().await?);
        self.sign_in(by, &signed).await
    }

    async fn remove(&self, token: &str, passkey: u32) -> Result<(), Status> {
        let request = v1::RemovePasskeyRequest { venue: venue(), passkey };
        self.access.clone().remove_passkey(self.call(Some(token), request)).await?;
        Ok(())
    }

    async fn own(&self, token: &str) -> Result<v1::AccessSubject, Status> {
        let request = v1::GetOwnAccessRequest { venue: venue() };
        let own = self.access.clone().get_own_access(self.call(Some(token), request)).await?;
        Ok(own.into_inner().subject.unwrap())
    }

    /// Waits until a token is good.
    async fn until_good(&self, token: &str) -> Result<()> {
        until("a token to be good", || async { self.own(token).await.ok().map(drop) }).await
    }

    async fn until_refused(&self, token: &str, refusal: &str) -> Result<()> {
        until(&format!("a token to be refused: {refusal}"), || async {
            let refused = self.own(token).await.err()?;
            (refused.metadata().get("damcast-refusal")? == refusal).then_some(())
        })
        .await
    }
}

fn venue() -> String {
    VENUE.to_owned()
}

/// Returns the code with which a call was refused.
fn refused<T: std::fmt::Debug>(answer: Result<T, Status>) -> Code {
    answer.unwrap_err().code()
}

#[tokio::test]
async fn a_passkey_signs_in_once_for_each_challenge_until_it_is_removed() -> Result<()> {
    let cluster = Cluster::start().await?;
    let page = Page::of(&cluster)?;
    let mut authority = Authority::of(&cluster).await?;
    authority.add("ids", Role::ChiefArbiter, Limits::default()).await?;
    authority.add("jel", Role::Arbiter, Limits::default()).await?;
    let (ids, jel) = (authority.token("ids")?, authority.token("jel")?);
    page.until_good(&jel).await?;
    let (mut laptop, number) = page.add(&jel, 1).await?;
    let came = page.come(&mut laptop).await?;
    ensure!((came.subject.as_str(), number) == ("jel", 1), "{came:?}");
    page.until_good(&came.token).await?;
    let [own] = &*page.own(&came.token).await?.passkeys else { anyhow::bail!("no passkey") };
    ensure!((own.name.as_str(), own.host.as_str()) == ("Laptop", "localhost"), "{own:?}");
    ensure!(own.used_at_ms >= own.added_at_ms && !own.is_doubted, "{own:?}");

    // The same answer again, and the answer of somebody else.
    let signed = laptop.sign(&page.challenge().await?);
    let first = page.sign_in(&laptop, &signed).await?;
    ensure!(refused(page.sign_in(&laptop, &signed).await) == Code::FailedPrecondition);
    let (mut of_ids, of_ids_number) = page.add(&ids, 2).await?;
    let mut forged =
        Authenticator { credential: vec![2; 20], ..Authenticator::new(1, &of_ids.user) };
    forged.origin.clone_from(&page.origin);
    ensure!(refused(page.come(&mut forged).await) == Code::Unauthenticated);
    let user = std::mem::replace(&mut of_ids.user, laptop.user.clone());
    ensure!(refused(page.come(&mut of_ids).await) == Code::Unauthenticated);
    of_ids.user = user;
    ensure!(page.come(&mut of_ids).await?.subject == "ids");
    // A page of another origin, whose call comes here all the same.
    laptop.origin = "https://evil.example".to_owned();
    ensure!(refused(page.come(&mut laptop).await) == Code::Unauthenticated);
    laptop.origin.clone_from(&page.origin);
    let strange = Page { origin: "https://evil.example".to_owned(), ..page.clone() };
    ensure!(refused(strange.challenge().await) == Code::PermissionDenied);
    let address = format!("http://{}", cluster.address(Service::BoardIngest));
    let channel = Endpoint::from_shared(address.clone())?.connect_lazy();
    let by_address = Page { access: AccessServiceClient::new(channel), origin: address };
    ensure!(refused(by_address.challenge().await) == Code::FailedPrecondition);
    // A challenge of one session adds no passkey in another, nor twice.
    let begun = page.begin(&ids, "").await;
    ensure!(refused(begun) == Code::Unauthenticated, "an old session has to show its passkey");
    let made = {
        let begun = page.begin(&came.token, "").await?;
        let mut other = Authenticator::new(3, &begun.user);
        other.origin.clone_from(&page.origin);
        other.make(&begun.challenge)
    };
    ensure!(refused(page.add_made(&ids, made.clone()).await) == Code::Unauthenticated);
    let second = page.add_made(&came.token, made.clone()).await?;
    ensure!(refused(page.add_made(&came.token, made).await) == Code::FailedPrecondition);

    // Removed: nobody removes that of somebody above them, and what was begun with it ends.
    ensure!(refused(page.remove(&jel, of_ids_number).await) == Code::PermissionDenied);
    page.remove(&came.token, second).await?;
    page.remove(&jel, number).await?;
    page.until_refused(&came.token, "token-ended").await?;
    page.until_refused(&first.token, "token-ended").await?;
    page.until_good(&jel).await?;
    ensure!(refused(page.come(&mut laptop).await) == Code::Unauthenticated);
    ensure!(refused(page.remove(&jel, number).await) == Code::NotFound);
    cluster.finish().await
}

#[tokio::test]
async fn a_copied_passkey_is_an_alarm_and_wrong_ones_are_slowed_and_on_record() -> Result<()> {
    let cluster = Cluster::start().await?;
    let page = Page::of(&cluster)?;
    let mut authority = Authority::of(&cluster).await?;
    authority.add("ids", Role::ChiefArbiter, Limits::default()).await?;
    authority.add("t1", Role::WallScreen, Limits::default()).await?;
    let (ids, screen) = (authority.token("ids")?, authority.token("t1")?);
    page.until_good(&screen).await?;
    let (mut laptop, number) = page.add(&ids, 1).await?;
    laptop.count = 40;
    page.come(&mut laptop).await?;
    laptop.count = 30;
    ensure!(refused(page.come(&mut laptop).await) == Code::Unauthenticated);
    laptop.count = 41;
    ensure!(refused(page.come(&mut laptop).await) == Code::Unauthenticated);
    ensure!(page.own(&ids).await?.passkeys[0].is_doubted);

    // A device has none, and nobody adds or removes one without a token.
    ensure!(refused(page.begin(&screen, "").await) == Code::PermissionDenied);
    ensure!(refused(page.add_made(&screen, Default::default()).await) == Code::PermissionDenied);
    ensure!(refused(page.remove(&screen, number).await) == Code::PermissionDenied);
    ensure!(refused(page.remove("v4.public.x", number).await) == Code::Unauthenticated);

    // A person with a passphrase repeats it before adding a passkey.
    page.remove(&ids, number).await?;
    let passphrase = "seven wet zebras".to_owned();
    let set = v1::SetPassphraseRequest { venue: venue(), passphrase, current: String::new() };
    page.access.clone().set_passphrase(page.call(Some(&ids), set)).await?;
    ensure!(refused(page.begin(&ids, "six wet zebras").await) == Code::Unauthenticated);
    let begun = page.begin(&ids, "seven wet zebras").await?;
    let mut phone = Authenticator::new(2, &begun.user);
    phone.origin.clone_from(&page.origin);
    page.add_made(&ids, phone.make(&begun.challenge)).await?;

    // Another key ten times: then not even the right one counts for seconds, and all of it is on
    // record.
    let mut forged = Authenticator::new(2, &phone.user);
    forged.origin.clone_from(&page.origin);
    let challenge = page.challenge().await?;
    let mut slowed = 0;
    for _ in 0..12 {
        let signed = forged.sign(&challenge);
        slowed +=
            u32::from(refused(page.sign_in(&forged, &signed).await) == Code::ResourceExhausted);
    }
    ensure!(slowed >= 1, "somebody may try for ever");
    ensure!(refused(page.come(&mut phone).await) == Code::ResourceExhausted);
    let mut challenges = 0;
    while page.challenge().await.is_ok() {
        challenges += 1;
        ensure!(challenges < 200, "somebody may ask for ever");
    }
    until("the alarm and the attempts to be on record", || async {
        let request = v1::ListChangesRequest { venue: venue(), ..Default::default() };
        let request = page.call(Some(&ids), request);
        let listed = page.access.clone().list_changes(request).await.ok()?.into_inner();
        let text = listed.changes.iter().map(|change| format!("{}\n", change.text));
        let text: String = text.collect();
        let is_told = text.contains("alarm: passkey 1 of")
            && text.contains("SignInByPasskey (wrong-passkey)")
            && text.contains("SignInByPasskey (doubted-passkey)");
        is_told.then_some(())
    })
    .await?;
    let listed =
        v1::ListChangesRequest { venue: venue(), subject: "ids".to_owned(), ..Default::default() };
    let listed =
        page.access.clone().list_changes(page.call(Some(&ids), listed)).await?.into_inner();
    let kinds = listed.changes.iter().map(|change| change.kind.as_str());
    let kinds: Vec<_> = kinds.filter(|kind| kind.starts_with("passkey-")).collect();
    let expected =
        ["added", "removed", "doubted", "used", "added"].map(|it| format!("passkey-{it}"));
    ensure!(kinds == expected, "{kinds:?}");
    cluster.finish().await.context("end")
}
