//! Calls that change the entries of a tournament: its players, teams and reserves.

use proto::{
    convert,
    v1::{
        self, CorrectPlayerRequest, CorrectPlayerResponse, EnterPlayerRequest, EnterPlayerResponse,
        EnterTeamRequest, EnterTeamResponse, PlayerField, SeatReserveRequest, SeatReserveResponse,
    },
};
use tournament::{Author, Command};

use super::{TournamentService, requests};
use crate::error::Error;

impl TournamentService {
    /// Enters a player, and returns the entry.
    pub(super) async fn enter_player_named(
        &self,
        by: Author,
        mut request: EnterPlayerRequest,
    ) -> Result<EnterPlayerResponse, Error> {
        let key = request.tournament.take();
        let name = requests::tidied(&request.name);
        let snapshot = self.execute(key, by, requests::enter(request)).await?;
        let player = snapshot.state().player_named(&name);
        Ok(EnterPlayerResponse { player: player.map(Into::into) })
    }

    /// Corrects the entry of a player, and returns it, without what whoever corrects other fields
    /// may not see.
    pub(super) async fn correct_entry(
        &self,
        by: Author,
        mut request: CorrectPlayerRequest,
    ) -> Result<CorrectPlayerResponse, Error> {
        let key = request.tournament.take();
        let id = request.player.as_ref().map_or(0, |player| player.id);
        let corrects = |field| request.fields.is_empty() || request.fields().any(|it| it == field);
        let corrects_birth = corrects(PlayerField::Birth);
        let corrects_member = corrects(PlayerField::MemberNumber);
        let snapshot = self.execute(key, by, requests::correct(request)).await?;
        let player = convert::player_id(id).ok().and_then(|id| snapshot.state().player(id));
        let mut player: Option<v1::Player> = player.map(Into::into);
        if let Some(player) = &mut player {
            player.birth = player.birth.take().filter(|_birth| corrects_birth);
            if !corrects_member {
                player.member_number.clear();
            }
        }
        Ok(CorrectPlayerResponse { player })
    }

    /// Seats a reserve in the place of a participant who has withdrawn, and returns the reserve.
    pub(super) async fn seat(
        &self,
        by: Author,
        mut request: SeatReserveRequest,
    ) -> Result<SeatReserveResponse, Error> {
        let key = request.tournament.take();
        let withdrawn = convert::participant(request.withdrawn);
        let snapshot = self.execute(key, by, requests::reserve(request)).await?;
        let reserve = withdrawn.ok().and_then(|one| snapshot.state().reserves().get(&one).copied());
        let player = reserve.and_then(|reserve| snapshot.state().player(reserve.into()));
        Ok(SeatReserveResponse { reserve: player.map(Into::into) })
    }

    /// Enters a team, and returns the entry.
    pub(super) async fn enter_team_named(
        &self,
        by: Author,
        request: EnterTeamRequest,
    ) -> Result<EnterTeamResponse, Error> {
        let name = requests::tidied(&request.name).to_lowercase();
        let command = Ok(Command::EnterTeam { name: request.name });
        let snapshot = self.execute(request.tournament, by, command).await?;
        let team = snapshot.state().teams().iter().find(|team| team.name.to_lowercase() == name);
        Ok(EnterTeamResponse { team: team.map(Into::into) })
    }
}
