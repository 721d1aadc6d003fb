//! Calls about finished tournaments: prizes, next year's places, points over the years.

use std::collections::{BTreeMap, btree_map::Entry};

use phrases::Language;
use proto::{
    convert::{self, ConvertError},
    subject::TournamentKey,
    v1::{
        self, GetControlSumsRequest, GetControlSumsResponse, GetPrizesRequest, GetPrizesResponse,
        PlaceClubsRequest, PlaceClubsResponse, PlaceEightsRequest, PlaceEightsResponse,
        RankPointsRequest, RankPointsResponse, season_service_server::SeasonService,
    },
};
use runtime::BlockingPool;
use tonic::{Request, Response, Status};
use tournament::{
    GroupNumber, Tournament,
    ranking::CategoryPlace,
    season::{
        self, Absence, Class, ClubEvent, ClubSeason, EightPlace, EightsSeason, Ended, Filling,
        LeftOut, Season, YearEnd,
    },
    swiss::ControlSums,
};

use super::audience::Audience;
use crate::{
    error::Error,
    tournaments::{Snapshot, Tournaments},
};

/// Number of tournaments that one call may name.
const TOURNAMENTS_MAX: usize = 200;

/// Implements `SeasonService`.
#[derive(Debug)]
pub(crate) struct Seasons {
    tournaments: Tournaments,
    pool: BlockingPool,
}

impl Seasons {
    pub(crate) fn new(tournaments: Tournaments, pool: BlockingPool) -> Self {
        Self { tournaments, pool }
    }

    /// Computes an answer on a thread for long computations.
    async fn answer<T: Send + 'static>(
        &self,
        answer: impl FnOnce() -> Result<T, Error> + Send + 'static,
    ) -> Result<Response<T>, Status> {
        let answered = self.pool.run(answer).await.map_err(Error::from)?;
        Ok(Response::new(answered?))
    }

    async fn snapshot(&self, tournament: Option<v1::TournamentRef>) -> Result<Snapshot, Error> {
        self.tournaments.get(&TournamentKey::try_from(tournament)?).await
    }

    /// Returns the tournaments that a request names, each once.
    async fn named(&self, named: Vec<v1::TournamentRef>) -> Result<Named, Error> {
        let mut all = Named::default();
        for tournament in named {
            let key = TournamentKey::try_from(Some(tournament))?;
            if all.0.contains_key(&key) {
                continue;
            }
            if all.0.len() == TOURNAMENTS_MAX {
                let reason = format!("a call names at most {TOURNAMENTS_MAX}");
                return Err(ConvertError::invalid("tournament", reason).into());
            }
            let snapshot = self.tournaments.get(&key).await?;
            all.0.insert(key, snapshot);
        }
        Ok(all)
    }
}

#[tonic::async_trait]
impl SeasonService for Seasons {
    async fn get_prizes(
        &self,
        request: Request<GetPrizesRequest>,
    ) -> Result<Response<GetPrizesResponse>, Status> {
        let audience = Audience::of(&request);
        let mut request = request.into_inner();
        let key = TournamentKey::try_from(request.tournament.take()).map_err(Error::from)?;
        let snapshot = self.tournaments.get(&key).await?;
        audience.check(&key, &snapshot)?;
        self.answer(move || prizes(snapshot.state(), &request)).await
    }

    async fn get_control_sums(
        &self,
        request: Request<GetControlSumsRequest>,
    ) -> Result<Response<GetControlSumsResponse>, Status> {
        let request = request.into_inner();
        let snapshot = self.snapshot(request.tournament).await?;
        self.answer(move || control_sums(snapshot.state(), request.group)).await
    }

    async fn place_eights(
        &self,
        request: Request<PlaceEightsRequest>,
    ) -> Result<Response<PlaceEightsResponse>, Status> {
        let request = request.into_inner();
        let orders = [&request.kk, &request.haa, &request.rhaa, &request.ha];
        let named = self.named(in_orders(orders.into_iter().flatten())).await?;
        self.answer(move || eights(request, &named)).await
    }

    async fn place_clubs(
        &self,
        request: Request<PlaceClubsRequest>,
    ) -> Result<Response<PlaceClubsResponse>, Status> {
        let request = request.into_inner();
        let named = self.named(in_orders(request.groups.iter())).await?;
        self.answer(move || clubs(request, &named)).await
    }

    async fn rank_points(
        &self,
        request: Request<RankPointsRequest>,
    ) -> Result<Response<RankPointsResponse>, Status> {
        let request = request.into_inner();
        let named = self.named(in_careers(&request.players)).await?;
        self.answer(move || points(request, &named)).await
    }
}

fn in_orders<'a>(orders: impl Iterator<Item = &'a v1::FinalOrder>) -> Vec<v1::TournamentRef> {
    orders.filter_map(|order| order.tournament.clone()).collect()
}

fn in_careers(players: &[v1::PointsPlayer]) -> Vec<v1::TournamentRef> {
    let seasons = players.iter().flat_map(|player| &player.seasons);
    let events = seasons.flat_map(|one| one.club_events.iter().chain(&one.championship));
    events.filter_map(|event| event.tournament.clone()).collect()
}

fn prizes(tournament: &Tournament, request: &GetPrizesRequest) -> Result<GetPrizesResponse, Error> {
    let group = match request.group {
        0 => None,
        number => Some(convert::group(number)?),
    };
    let unknown = || Error::UnknownGroup(group.unwrap_or(GroupNumber::FIRST));
    let prizes = tournament.prizes(group).ok_or_else(unknown)?;
    if !prizes.is_final && !request.forecast {
        // Says which tournament is not over.
        Ended::of(tournament)?;
    }
    let named = |participant| tournament.name_of(participant).unwrap_or_default().to_owned();
    let in_category = |category: &str, places: &[CategoryPlace]| {
        let money = request.money.iter().find(|money| money.category == category);
        let money = prizes.money(places, money.map_or(&[], |money| &money.cents));
        let prize = |(place, cents): (&CategoryPlace, u32)| v1::Prize {
            prize: place.prize,
            player: place.participant.get(),
            name: named(place.participant),
            place: place.place,
            cents,
        };
        let prizes = places.iter().zip(money).map(prize).collect();
        v1::CategoryPrizes { category: category.to_owned(), prizes }
    };
    let of_all = request.money.iter().find(|money| money.category.is_empty());
    let of_all = of_all.map(|_| in_category("", &prizes.overall));
    let by_category = prizes.categories.iter();
    let by_category = by_category.map(|(category, places)| in_category(category, places));
    let left_out = prizes.left_out.iter().map(|(participant, reason)| v1::LeftOut {
        player: participant.get(),
        name: named(*participant),
        reason: left_out(*reason).into(),
    });
    Ok(GetPrizesResponse {
        categories: of_all.into_iter().chain(by_category).collect(),
        sharing: phrases::standings::prizes_are_shared(Language::from_tag(&request.language)),
        left_out: left_out.collect(),
        forecast: !prizes.is_final,
    })
}

fn left_out(reason: LeftOut) -> v1::LeftOutReason {
    match reason {
        LeftOut::Withdrawn => v1::LeftOutReason::Withdrawn,
        LeftOut::NoCategory => v1::LeftOutReason::NoCategory,
        LeftOut::UnknownClass => v1::LeftOutReason::UnknownClass,
    }
}

fn control_sums(tournament: &Tournament, group: u32) -> Result<GetControlSumsResponse, Error> {
    let group = group_or_first(group)?;
    let check = tournament::control_check(tournament, group)?;
    let check = check.ok_or(Error::UnknownGroup(group))?;
    let sums = |sums: ControlSums| v1::ControlSums {
        points: sums.points,
        counted: sums.counted,
        solkoff: sums.solkoff,
    };
    Ok(GetControlSumsResponse {
        found: Some(sums(check.found)),
        expected: Some(sums(check.expected)),
    })
}

/// The tournaments that a request names.
#[derive(Debug, Default)]
pub(crate) struct Named(pub(crate) BTreeMap<TournamentKey, Snapshot>);

impl Named {
    fn state(&self, tournament: &v1::TournamentRef) -> Result<(TournamentKey, &Tournament), Error> {
        let key = TournamentKey::try_from(Some(tournament.clone()))?;
        match self.0.get(&key) {
            Some(snapshot) => Ok((key, snapshot.state())),
            None => Err(Error::Unknown(key)),
        }
    }

    /// Returns the names of a final order, from first to last.
    fn order(
        &self,
        order: Option<v1::FinalOrder>,
        field: &'static str,
    ) -> Result<Vec<String>, Error> {
        let order = order.unwrap_or_default();
        match (order.tournament, order.names.is_empty()) {
            (None, _) => Ok(order.names),
            (Some(_), false) => {
                Err(ConvertError::invalid(field, "a tournament or names, not both").into())
            }
            (Some(tournament), true) => {
                let ended = Ended::of(self.state(&tournament)?.1)?;
                let group = match order.group {
                    0 => None,
                    number => Some(convert::group(number)?),
                };
                let names = ended.order(group)?;
                Ok(names.into_iter().map(str::to_owned).collect())
            }
        }
    }
}

/// Places of players in finished tournaments, each of which is ranked only once.
#[derive(Debug)]
struct FinalRankings<'a> {
    named: &'a Named,
    ended: BTreeMap<TournamentKey, Ended<'a>>,
}

impl<'a> FinalRankings<'a> {
    fn ended(&mut self, tournament: &v1::TournamentRef) -> Result<&Ended<'a>, Error> {
        let (key, state) = self.named.state(tournament)?;
        match self.ended.entry(key) {
            Entry::Occupied(known) => Ok(known.into_mut()),
            Entry::Vacant(place) => Ok(place.insert(Ended::of(state)?)),
        }
    }

    fn season(&mut self, season: &v1::PointsSeason, name: &str) -> Result<Season, Error> {
        let mut found = Season::default();
        for event in &season.club_events {
            found.club_events.push(match &event.tournament {
                None => given(event)?,
                Some(tournament) => {
                    let place = self.ended(tournament)?.club_event(name);
                    place?
                }
            });
        }
        if let Some(event) = &season.championship {
            found.championship_place = Some(match &event.tournament {
                None => given(event)?.place,
                Some(tournament) => {
                    let place = self.ended(tournament)?.championship_place(name);
                    place?
                }
            });
        }
        Ok(found)
    }
}

/// Converts a place that the request gives itself.
fn given(event: &v1::PointsEvent) -> Result<ClubEvent, ConvertError> {
    let v1::PointsEvent { players, place, .. } = *event;
    if place == 0 || place > players {
        let reason = format!("{place} is no place of {players} players");
        return Err(ConvertError::invalid("place", reason));
    }
    Ok(ClubEvent { players, place })
}

pub(crate) fn eights(
    request: PlaceEightsRequest,
    named: &Named,
) -> Result<PlaceEightsResponse, Error> {
    let language = Language::from_tag(&request.language);
    let season = EightsSeason {
        kk: named.order(request.kk, "kk")?,
        haa: named.order(request.haa, "haa")?,
        rhaa: named.order(request.rhaa, "rhaa")?,
        ha: named.order(request.ha, "ha")?,
        declined: request.declined,
        absent: request.absent.into_iter().map(absent).collect::<Result<_, _>>()?,
    };
    let next = season::eights_next(&season)?;
    let (ek, ek_or_ha) = next.ek();
    let places = |places: Vec<Option<EightPlace<String>>>| {
        places.into_iter().map(|place| eight_place(place, language)).collect()
    };
    Ok(PlaceEightsResponse {
        kk: places(next.kk),
        haa: places(next.haa),
        rhaa: places(next.rhaa),
        to_ha: next.to_ha,
        requalify: next.requalify,
        ek,
        ek_or_ha,
    })
}

fn clubs(request: PlaceClubsRequest, named: &Named) -> Result<PlaceClubsResponse, Error> {
    let PlaceClubsRequest { groups, absent, entered, higher_of_merged } = request;
    let orders = groups.into_iter().map(|group| named.order(Some(group), "groups"));
    let groups = orders.collect::<Result<Vec<_>, _>>()?;
    let higher_of_merged = higher_of_merged.into_iter().collect();
    let season = ClubSeason { groups, higher_of_merged, absent, entered };
    let groups = season::clubs_next(&season)?;
    let groups = groups.into_iter().map(|teams| v1::ClubGroup { teams }).collect();
    Ok(PlaceClubsResponse { groups })
}

pub(crate) fn points(
    request: RankPointsRequest,
    named: &Named,
) -> Result<RankPointsResponse, Error> {
    let language = Language::from_tag(&request.language);
    let mut places = FinalRankings { named, ended: BTreeMap::new() };
    let (mut players, mut last) = (Vec::new(), Vec::new());
    for player in request.players {
        let class = class(player.class())?;
        let seasons = player.seasons.iter().map(|season| places.season(season, &player.name));
        let seasons = seasons.collect::<Result<Vec<_>, _>>()?;
        let years = season::career(class, &seasons);
        let points = years.last().map_or(0, |year| year.season_points);
        last.push((player.name.clone(), points));
        players.push(v1::PointsCareer {
            name: player.name,
            may_go_down: season::career_ranking(class, &seasons).may_go_down,
            years: years.iter().map(|year| points_year(year, language)).collect(),
        });
    }
    Ok(RankPointsResponse { players, best: season::best_season(&last) })
}

fn group_or_first(group: u32) -> Result<GroupNumber, ConvertError> {
    match group {
        0 => Ok(GroupNumber::FIRST),
        number => convert::group(number),
    }
}

fn absent(absent: v1::AbsentFromEight) -> Result<(String, Absence), ConvertError> {
    let absence = match absent.absence() {
        v1::EightAbsence::OneYear => Absence::OneYear,
        v1::EightAbsence::Longer => Absence::Longer,
        v1::EightAbsence::Unspecified => {
            return Err(ConvertError::Missing { field: "absent.absence" });
        }
    };
    Ok((absent.name, absence))
}

fn eight_place(place: Option<EightPlace<String>>, language: Language) -> v1::EightPlace {
    let Some(EightPlace { player, filling, is_absent }) = place else {
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
        text: phrases::season::filling(filling, language),
        absent: is_absent,
    }
}

fn class(class: v1::PointsClass) -> Result<Class, ConvertError> {
    match class {
        v1::PointsClass::Third => Ok(Class::Third),
        v1::PointsClass::Second => Ok(Class::Second),
        v1::PointsClass::First => Ok(Class::First),
        v1::PointsClass::Ha => Ok(Class::Ha),
        v1::PointsClass::Ek => Ok(Class::Ek),
        v1::PointsClass::Unspecified => Err(ConvertError::Missing { field: "players.class" }),
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
        text: phrases::season::year_end(year, language),
    }
}
