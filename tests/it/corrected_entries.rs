//! Checks that a correction of a player changes the fields that it names, and that nobody removes,
//! or is told, what they may not see.

use access::{Limits, Role};
use anyhow::{Context as _, Result, ensure};
use proto::v1::{
    CorrectPlayerRequest, CreateTournamentRequest, Date, EnterPlayerRequest, GetTournamentRequest,
    PairingSystem, Player, PlayerField, RuleSet, TimeControl, TournamentCreated, TournamentRef,
};
use tests::{BY, authority::Authority, client::Clients, cluster::Cluster, until};
use tonic::Code;

use crate::doors::with;

fn tournament() -> Option<TournamentRef> {
    Some(TournamentRef { venue: "main".to_owned(), tournament: "corrected".to_owned() })
}

fn request(player: Player, fields: &[PlayerField]) -> CorrectPlayerRequest {
    CorrectPlayerRequest {
        tournament: tournament(),
        player: Some(player),
        fields: fields.iter().map(|field| (*field).into()).collect(),
        by: BY.to_owned(),
    }
}

async fn create(clients: &Clients) -> Result<()> {
    let mut pairing = clients.pairing.clone();
    let settings = TournamentCreated {
        name: "Corrected".to_owned(),
        rules: RuleSet::International.into(),
        control: Some(TimeControl { base_ms: 60_000, ..TimeControl::default() }),
        system: PairingSystem::Manual.into(),
        ..TournamentCreated::default()
    };
    let create = CreateTournamentRequest {
        tournament: tournament(),
        settings: Some(settings),
        by: BY.to_owned(),
        ..CreateTournamentRequest::default()
    };
    pairing.create_tournament(create).await?;
    let enter = EnterPlayerRequest {
        tournament: tournament(),
        name: "Ane".to_owned(),
        club: "Hallum".to_owned(),
        rating: 1200,
        birth: Some(Date { year: 2010, ..Date::default() }),
        member_number: "12345".to_owned(),
        by: BY.to_owned(),
        ..EnterPlayerRequest::default()
    };
    pairing.enter_player(enter).await?;
    Ok(())
}

#[tokio::test]
async fn an_organiser_corrects_a_name_and_the_birth_that_they_do_not_see_stays() -> Result<()> {
    let cluster = Cluster::start().await?;
    let clients = Clients::of(&cluster)?;
    create(&clients).await?;
    let mut authority = Authority::of(&cluster).await?;
    for (id, role) in [("ids", Role::ChiefArbiter), ("oege", Role::Organiser)] {
        authority.add(id, role, Limits::default()).await?;
    }
    let (ids, oege) = (authority.token("ids")?, authority.token("oege")?);
    let whole = || async {
        let request = GetTournamentRequest { tournament: tournament(), ..Default::default() };
        let answer = clients.pairing.clone().get_tournament(with(&ids, request).ok()?).await;
        answer.ok()?.into_inner().players.into_iter().next()
    };
    let before = until("the chief arbiter to be known", whole).await?;
    let published = GetTournamentRequest { tournament: tournament(), published: true };
    let mut pairing = clients.pairing.clone();
    let seen = pairing.get_tournament(with(&oege, published)?).await?.into_inner();
    let seen = seen.players.into_iter().next().context("the player")?;
    ensure!(seen == Player { birth: None, member_number: String::new(), ..before.clone() });

    let renamed = Player { name: "Anne".to_owned(), ..seen.clone() };
    let correct = request(renamed.clone(), &[PlayerField::Name]);
    let answer = pairing.correct_player(with(&oege, correct)?).await?.into_inner();
    ensure!(answer.player.as_ref() == Some(&renamed), "{answer:?}");
    let after = whole().await.context("the player")?;
    ensure!(after == Player { name: "Anne".to_owned(), ..before.clone() }, "{after:?}");

    // Only what is named is looked at: the rest may be left empty.
    let told =
        Player { id: 1, birth: Some(Date { year: 2011, ..Date::default() }), ..Player::default() };
    let correct = request(told, &[PlayerField::Birth]);
    let answer = pairing.correct_player(with(&oege, correct)?).await?.into_inner();
    let birth = answer.player.and_then(|player| player.birth).context("the birth")?;
    ensure!(birth.year == 2011, "{birth:?}");

    // A request of an older program names no field, and writes all of them.
    let correct = request(renamed.clone(), &[]);
    pairing.correct_player(with(&oege, correct)?).await?;
    let after = whole().await.context("the player")?;
    ensure!(after == renamed, "{after:?}");

    let mut unknown = request(renamed, &[]);
    unknown.fields = vec![99];
    let refused = pairing.correct_player(with(&oege, unknown)?).await.unwrap_err();
    ensure!(refused.code() == Code::InvalidArgument, "{refused:?}");
    ensure!(refused.message().contains("fields: 99 is no field"), "{refused:?}");
    cluster.finish().await
}
