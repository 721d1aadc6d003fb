//! The report of a tournament: its groups, its finals, and the data of its regulation.

use super::check::hundredths;
use super::export::{codes, loss};
use super::{Header, Loss, NotATrf, RoundEntry, Trf, TrfPlayer};
use crate::ranking::{MeetingState, Participant, Results, Running};
use crate::regulation::Format;
use crate::{Estimates, GroupNumber, GroupTable, PlayerId, RoundNumber, Tournament};
use draughts::{Color, text};
use std::collections::BTreeMap;

impl Tournament {
    /// Returns the report of a group, or of all players, and a list of information that is lost. A
    /// player's start number is the player's number.
    ///
    /// Places are those in the groups; after crossing finals, which only the report of all players
    /// contains, they are those of the final order. Play-offs are left out. Players absent from the
    /// next round (`XXZ`) are those who reported it, and those who withdrew. See [`Trf::of_event`]
    /// for other losses.
    ///
    /// # Errors
    /// [`NotATrf`] if teams play, or the group does not exist.
    pub fn to_trf(&self, group: Option<GroupNumber>) -> Result<(Trf, Vec<Loss>), NotATrf> {
        if self.is_of_teams() {
            return Err(NotATrf::Teams);
        }
        let tables = self.tables(Running::Ignored).into_iter();
        let sheets = tables.zip(self.results(&Estimates::new()));
        let sheets: Vec<(GroupTable, Results)> =
            sheets.filter(|(table, _)| group.is_none_or(|group| group == table.group)).collect();
        if let Some(group) = group.filter(|_| sheets.is_empty()) {
            return Err(NotATrf::UnknownGroup { group });
        }
        let mut trf = Trf { header: self.trf_header(), ..Trf::default() };
        let mut losses = Vec::new();
        for (table, results) in &sheets {
            let lines = results.participants().iter().map(|one| self.trf_line(*one)).collect();
            let header = Header::default();
            let (of_group, lost) = Trf::of_event(header, lines, results, &table.ranking)?;
            trf.players.extend(of_group.players);
            losses.extend(lost);
        }
        trf.players.sort_by_key(|player| player.number);
        if group.is_none() {
            losses.extend(self.enter_finals(&mut trf)?);
        }
        trf.count_players();
        let next = self.next_round();
        if self.rounds_total().is_none_or(|total| next.index() < total) {
            let away = |player: &PlayerId| !self.is_available((*player).into(), next);
            trf.header.absent = trf.players.iter().map(|one| one.number).filter(away).collect();
        }
        losses.sort();
        losses.dedup();
        Ok((trf, losses))
    }

    fn trf_header(&self) -> Header {
        let settings = self.settings();
        let kind = match self.regulation().map(|regulation| regulation.format) {
            Some(Format::Swiss(_)) => "Individual: Swiss-System (KNDB)",
            Some(Format::Prescribed(_) | Format::Table(_)) => "Individual: Round-Robin",
            Some(Format::Pools(_)) => "Individual: Round-Robin in two groups with crossing finals",
            Some(Format::Match { .. }) => "Individual: Match",
            Some(Format::Manual) => "Individual: Paired by hand",
            None => "",
        };
        let time_control = self.time_control_of(RoundNumber::FIRST);
        Header {
            // A name in a log may be older than the rule for texts, and hold what a line cannot.
            name: settings
                .map(|settings| text::cleaned(&settings.name).trim().to_owned())
                .unwrap_or_default(),
            kind: kind.to_owned(),
            playing_time: time_control
                .map(|control| control.readable().to_string())
                .unwrap_or_default(),
            rounds_total: self.rounds_total().and_then(|rounds| u32::try_from(rounds).ok()),
            ..Header::default()
        }
    }

    fn trf_line(&self, participant: Participant) -> TrfPlayer {
        let number = PlayerId::from(participant);
        let Some(player) = self.player(number) else { return TrfPlayer::new(number, "") };
        // In the form of FIDE, an unknown day and month are zeros.
        let birth = player.birth_year.map(|year| format!("{year}/00/00"));
        TrfPlayer {
            rating: player.rating.filter(|rating| u32::from(*rating) <= Trf::NUMBER_MAX),
            birth_date: birth.unwrap_or_default(),
            ..TrfPlayer::new(number, &*player.name)
        }
    }

    /// Adds the games of the finals, their points, and the final order once it is known.
    fn enter_finals(&self, trf: &mut Trf) -> Result<Vec<Loss>, NotATrf> {
        let (Some(round), Some(results), Some(regulation)) =
            (self.finals(), self.final_results(), self.regulation())
        else {
            return Ok(Vec::new());
        };
        let at = round.number().index();
        if at >= Trf::ROUNDS_MAX {
            return Err(NotATrf::TooManyRounds);
        }
        let scoring = self.scoring();
        let mut losses = Vec::new();
        let mut sides: BTreeMap<PlayerId, (RoundEntry, u32)> = BTreeMap::new();
        for meeting in round.meetings(&Estimates::new()) {
            let settled = meeting.settled(&results, regulation.order.withdrawal);
            let MeetingState::Game(state) = settled else { return Err(NotATrf::Teams) };
            losses.extend(loss(state, scoring));
            let (white, black) = (meeting.first.into(), meeting.second.into());
            let (of_white, of_black) = codes(state);
            let points = self.points_of(&settled).unwrap_or_default();
            for (player, opponent, color, result, points) in [
                (white, black, Color::White, of_white, points.0),
                (black, white, Color::Black, of_black, points.1),
            ] {
                let game = RoundEntry::Game { opponent, color: Some(color), result };
                sides.insert(player, (game, hundredths(points, scoring)));
            }
        }
        let order = self.final_order().unwrap_or_default();
        let places: BTreeMap<PlayerId, u32> = order.into_iter().zip(1..).collect();
        for player in &mut trf.players {
            if let Some((game, points)) = sides.get(&player.number) {
                player.rounds.resize(at, RoundEntry::Blank);
                player.rounds.push(*game);
                let before = player.points.unwrap_or(0);
                losses.extend(player.set_points(before.saturating_add(*points)));
            }
            player.rank = places.get(&player.number).copied().or(player.rank);
        }
        Ok(losses)
    }
}
