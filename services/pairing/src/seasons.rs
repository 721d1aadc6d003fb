//! Questions about tournaments that are over: prizes, next year's places, points over the years.

use draughts::Language;
use proto::{
    convert,
    subject::TournamentKey,
    v1::{
        self, GetControlSumsRequest, GetControlSumsResponse, GetPrizesRequest, GetPrizesResponse,
        PlaceClubsRequest, PlaceClubsResponse, PlaceEightsRequest, PlaceEightsResponse,
        RankPointsRequest, RankPointsResponse, season_service_server::SeasonService,
    },
};
use tonic::{Request, Response, Status};
use tournament::{
    GroupNumber, GroupTable, PlayerId, Tournament,
    ranking::{Participant, Running, category_prizes, prizes_are_shared},
    regulation::Format,
    season::{
        self, Absence, Class, ClubEvent, ClubSeason, EightsSeason, Filling, Place, Season, YearEnd,
    },
    swiss::{ControlSums, scores},
};

use crate::{
    status::{status, unclear},
    tournaments::{Shown, Tournaments},
};

/// Answers the questions.
#[derive(Debug)]
pub(crate) struct Seasons {
    tournaments: Tournaments,
}

impl Seasons {
    pub(crate) fn new(tournaments: Tournaments) -> Self {
        Self { tournaments }
    }

    async fn shown(&self, tournament: Option<v1::TournamentRef>) -> Result<Shown, Status> {
        let key = TournamentKey::try_from(tournament).map_err(|error| unclear(&error))?;
        self.tournaments.shown(&key).await.map_err(|error| status(&error))
    }

    /// The names of a final order, from first to last.
    async fn order(
        &self,
        order: Option<v1::FinalOrder>,
        field: &str,
    ) -> Result<Vec<String>, Status> {
        let order = order.unwrap_or_default();
        match (order.tournament, order.names.is_empty()) {
            (None, _) => Ok(order.names),
            (Some(_), false) => {
                let text = format!("{field}: a tournament or names, not both");
                Err(Status::invalid_argument(text))
            }
            (tournament, true) => final_order(self.shown(tournament).await?.state(), order.group),
        }
    }

    /// The place of a player in an event.
    async fn place(&self, event: v1::PointsEvent, name: &str) -> Result<ClubEvent, Status> {
        let v1::PointsEvent { tournament, players, place } = event;
        if tournament.is_none() {
            if place == 0 || place > players {
                let text = format!("place: {place} is no place of {players} players");
                return Err(Status::invalid_argument(text));
            }
            return Ok(ClubEvent { players, place });
        }
        let shown = self.shown(tournament).await?;
        let unknown = || Status::not_found(format!("{name} has no place in the tournament"));
        let player = shown.state().player_named(name).ok_or_else(unknown)?;
        let participant = Participant::from(player.id);
        let tables = shown.state().tables(Running::Ignored).into_iter();
        let mut groups = tables.map(|table| table.ranking.rows);
        let row = groups.find_map(|rows| {
            let place = rows.iter().find(|row| row.participant == participant)?.place;
            Some(ClubEvent { players: u32::try_from(rows.len()).unwrap_or(u32::MAX), place })
        });
        row.ok_or_else(unknown)
    }

    async fn season(&self, season: v1::PointsSeason, name: &str) -> Result<Season, Status> {
        let mut found = Season::default();
        for event in season.club_events {
            found.club_events.push(self.place(event, name).await?);
        }
        if let Some(event) = season.championship {
            found.championship_place = Some(self.place(event, name).await?.place);
        }
        Ok(found)
    }
}

#[tonic::async_trait]
impl SeasonService for Seasons {
    async fn get_prizes(
        &self,
        request: Request<GetPrizesRequest>,
    ) -> Result<Response<GetPrizesResponse>, Status> {
        let request = request.into_inner();
        let shown = self.shown(request.tournament).await?;
        let tournament = shown.state();
        let table = table(tournament, request.group)?;
        let category = |player: &tournament::Player| {
            Some((Participant::from(player.id), player.category.clone()?))
        };
        let categories = if tournament.is_of_teams() {
            Default::default()
        } else {
            tournament.players().iter().filter_map(category).collect()
        };
        let prize = |place: &tournament::ranking::CategoryPlace| v1::Prize {
            prize: place.prize,
            player: place.participant.get(),
            name: tournament.name_of(place.participant).unwrap_or_default().to_owned(),
            place: place.place,
        };
        let prizes = category_prizes(&table.ranking, &categories).into_iter();
        let prizes = prizes.map(|(category, places)| v1::CategoryPrizes {
            category,
            prizes: places.iter().map(prize).collect(),
        });
        Ok(Response::new(GetPrizesResponse {
            categories: prizes.collect(),
            sharing: prizes_are_shared(Language::from_tag(&request.language)).to_owned(),
        }))
    }

    async fn get_control_sums(
        &self,
        request: Request<GetControlSumsRequest>,
    ) -> Result<Response<GetControlSumsResponse>, Status> {
        let request = request.into_inner();
        let shown = self.shown(request.tournament).await?;
        let tournament = shown.state();
        let format = tournament.regulation().map(|regulation| regulation.format);
        if !matches!(format, Some(Format::Swiss(_))) {
            return Err(Status::failed_precondition("only the Swiss system has control sums (F8)"));
        }
        let group = table(tournament, request.group)?.group;
        let field = tournament.swiss_field(group, tournament.next_round());
        let field = field.map_err(|error| Status::failed_precondition(error.to_string()))?;
        let sums = |sums: ControlSums| v1::ControlSums {
            points: sums.points,
            counted: sums.counted,
            solkoff: sums.solkoff,
        };
        Ok(Response::new(GetControlSumsResponse {
            found: Some(sums(ControlSums::of(&scores(&field)))),
            expected: Some(sums(ControlSums::expected(&field))),
        }))
    }

    async fn place_eights(
        &self,
        request: Request<PlaceEightsRequest>,
    ) -> Result<Response<PlaceEightsResponse>, Status> {
        let request = request.into_inner();
        let language = Language::from_tag(&request.language);
        let season = EightsSeason {
            kk: self.order(request.kk, "kk").await?,
            haa: self.order(request.haa, "haa").await?,
            rhaa: self.order(request.rhaa, "rhaa").await?,
            ha: self.order(request.ha, "ha").await?,
            declined: request.declined,
            absent: request.absent.into_iter().map(absent).collect::<Result<_, _>>()?,
        };
        let next = season::eights_next(&season);
        let next = next.map_err(|error| Status::invalid_argument(error.to_string()))?;
        let places = |places: Vec<Option<Place<String>>>| {
            places.into_iter().map(|place| eight_place(place, language)).collect()
        };
        Ok(Response::new(PlaceEightsResponse {
            kk: places(next.kk),
            haa: places(next.haa),
            rhaa: places(next.rhaa),
            to_ha: next.to_ha,
            requalify: next.requalify,
        }))
    }

    async fn place_clubs(
        &self,
        request: Request<PlaceClubsRequest>,
    ) -> Result<Response<PlaceClubsResponse>, Status> {
        let PlaceClubsRequest { groups, absent, entered, higher_of_merged } = request.into_inner();
        let mut orders = Vec::new();
        for group in groups {
            orders.push(self.order(Some(group), "groups").await?);
        }
        if let Some(merged) = orders.pop_if(|_| !higher_of_merged.is_empty()) {
            let higher = higher_of_merged.into_iter().collect();
            let (higher, lower) = season::separate(&merged, &higher);
            orders.extend([higher, lower]);
        }
        let groups = season::clubs_next(&ClubSeason { groups: orders, absent, entered });
        let groups = groups.map_err(|error| Status::invalid_argument(error.to_string()))?;
        let groups = groups.into_iter().map(|teams| v1::ClubGroup { teams }).collect();
        Ok(Response::new(PlaceClubsResponse { groups }))
    }

    async fn rank_points(
        &self,
        request: Request<RankPointsRequest>,
    ) -> Result<Response<RankPointsResponse>, Status> {
        let request = request.into_inner();
        let language = Language::from_tag(&request.language);
        let (mut players, mut last) = (Vec::new(), Vec::new());
        for player in request.players {
            let class = class(player.class())?;
            let mut seasons = Vec::new();
            for season in player.seasons {
                seasons.push(self.season(season, &player.name).await?);
            }
            let years = season::career(class, &seasons);
            let points = years.last().map_or(0, |year| year.season_points);
            last.push((player.name.clone(), points));
            // Only the years in the class of the last one count.
            let played_in = years.last().map_or(class, |year| year.class);
            let since = years.iter().position(|year| year.class == played_in).unwrap_or(0);
            let since = seasons.get(since..).unwrap_or_default();
            players.push(v1::PointsCareer {
                name: player.name,
                may_go_down: season::points_ranking(played_in, since).may_go_down,
                years: years.iter().map(|year| points_year(year, language)).collect(),
            });
        }
        Ok(Response::new(RankPointsResponse { players, best: season::best_season(&last) }))
    }
}

/// The official table of a group, of the first for 0.
fn table(tournament: &Tournament, group: u32) -> Result<GroupTable, Status> {
    let group = match group {
        0 => GroupNumber::FIRST,
        number => convert::group(number).map_err(|error| unclear(&error))?,
    };
    let mut tables = tournament.tables(Running::Ignored).into_iter();
    let table = tables.find(|table| table.group == group);
    table.ok_or_else(|| Status::not_found(format!("there is no group {group}")))
}

/// The names of a tournament that is over, from first to last.
fn final_order(tournament: &Tournament, group: u32) -> Result<Vec<String>, Status> {
    let name = |one: Participant| tournament.name_of(one).unwrap_or_default().to_owned();
    if group == 0
        && let Some(order) = tournament.final_order()
    {
        return Ok(order.into_iter().map(|player: PlayerId| name(player.into())).collect());
    }
    let ranking = table(tournament, group)?.ranking;
    if !tournament.is_finished() || !ranking.ties.is_empty() {
        let called = tournament.settings().map_or("", |settings| settings.name.as_str());
        let text = format!("{called}: not every place is decided");
        return Err(Status::failed_precondition(text));
    }
    Ok(ranking.rows.iter().map(|row| name(row.participant)).collect())
}

fn absent(absent: v1::AbsentFromEight) -> Result<(String, Absence), Status> {
    let absence = match absent.absence() {
        v1::EightAbsence::OneYear => Absence::OneYear,
        v1::EightAbsence::Longer => Absence::Longer,
        v1::EightAbsence::Unspecified => {
            return Err(Status::invalid_argument("absent.absence is missing"));
        }
    };
    Ok((absent.name, absence))
}

fn eight_place(place: Option<Place<String>>, language: Language) -> v1::EightPlace {
    let Some(Place { player, filling, is_absent }) = place else {
        return v1::EightPlace::default();
    };
    let wire = match filling {
        Filling::Kept => v1::EightFilling::Kept,
        Filling::Promoted => v1::EightFilling::Promoted,
        Filling::PromotedFromHa => v1::EightFilling::PromotedFromHa,
        Filling::Relegated => v1::EightFilling::Relegated,
        Filling::FilledFromBelow => v1::EightFilling::FilledFromBelow,
        Filling::FilledByRelegated => v1::EightFilling::FilledByRelegated,
    };
    v1::EightPlace {
        name: player,
        filling: wire.into(),
        article: filling.article().to_owned(),
        text: filling.explain(language),
        absent: is_absent,
    }
}

fn class(class: v1::PointsClass) -> Result<Class, Status> {
    match class {
        v1::PointsClass::Third => Ok(Class::Third),
        v1::PointsClass::Second => Ok(Class::Second),
        v1::PointsClass::First => Ok(Class::First),
        v1::PointsClass::Ha => Ok(Class::Ha),
        v1::PointsClass::Ek => Ok(Class::Ek),
        v1::PointsClass::Unspecified => Err(Status::invalid_argument("players.class is missing")),
    }
}

fn wire_class(class: Class) -> v1::PointsClass {
    match class {
        Class::Third => v1::PointsClass::Third,
        Class::Second => v1::PointsClass::Second,
        Class::First => v1::PointsClass::First,
        Class::Ha => v1::PointsClass::Ha,
        Class::Ek => v1::PointsClass::Ek,
    }
}

fn points_year(year: &YearEnd, language: Language) -> v1::PointsYear {
    v1::PointsYear {
        class: wire_class(year.class).into(),
        season_points: year.season_points,
        total: year.total,
        last_four: year.last_four,
        next_class: wire_class(year.next_class).into(),
        text: year.explain(language),
    }
}
