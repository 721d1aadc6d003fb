//! Converts the pairing of a round, with its reasons.

use std::num::NonZeroU32;
use tournament::{
    Absent, MatchBoard, PairedMatch, PairedRound, Pairing, PairingMethod, PairingWarning, PlayerId,
    RoundKind, SwissReasons, TableNumber,
    plan::{BoardPairing, ChoiceReason, ColorChoice, CrossingFinal},
    ranking::{AbsenceKind, Participant},
};

use super::{
    entry::{seat, team_id},
    group, numbers, participant, participants, player_id, round, table,
};
use crate::{
    convert::{ConvertError, required, types::words},
    v1::{self, pairing_warning::Warning},
};

words!(AbsenceKind, v1::AbsenceKind, "kind", {
    Bye => AbsenceKind::Bye,
    HalfPointBye => AbsenceKind::HalfPointBye,
    NotPaired => AbsenceKind::NotPaired,
});

impl From<&Pairing> for v1::TablePairing {
    fn from(pairing: &Pairing) -> Self {
        Self { table: pairing.table.get(), white: pairing.white.get(), black: pairing.black.get() }
    }
}

impl TryFrom<v1::TablePairing> for Pairing {
    type Error = ConvertError;

    fn try_from(pairing: v1::TablePairing) -> Result<Self, ConvertError> {
        Ok(Self {
            table: table(pairing.table)?,
            white: player_id(pairing.white)?,
            black: player_id(pairing.black)?,
        })
    }
}

impl From<&PairedRound> for v1::RoundPaired {
    fn from(paired: &PairedRound) -> Self {
        let mut wire = Self {
            round: paired.round.get(),
            pairings: paired.pairings.iter().map(Into::into).collect(),
            bye: paired.byes.first().map_or(0, |first| first.get()),
            matches: paired.matches.iter().map(Into::into).collect(),
            byes: numbers(&paired.byes),
            absent: paired.absent.iter().map(Into::into).collect(),
            ..Self::default()
        };
        match &paired.kind {
            RoundKind::Regular => wire.set_kind(v1::RoundKind::Regular),
            RoundKind::Finals => wire.set_kind(v1::RoundKind::Finals),
            RoundKind::Winners { lots } => {
                wire.set_kind(v1::RoundKind::Winners);
                wire.lots = numbers(lots);
            }
            RoundKind::PlayOff { lots, games } => {
                wire.set_kind(v1::RoundKind::PlayOff);
                wire.lots = numbers(lots);
                wire.play_off_games = games.get();
            }
        }
        match &paired.method {
            PairingMethod::Schedule => wire.set_method(v1::PairingMethod::Schedule),
            PairingMethod::Swiss(groups) => {
                wire.set_method(v1::PairingMethod::Swiss);
                wire.swiss = groups.iter().map(Into::into).collect();
            }
            PairingMethod::ByHand(warnings) => {
                wire.set_method(v1::PairingMethod::ByHand);
                wire.warnings = warnings.iter().map(|warning| (*warning).into()).collect();
            }
            PairingMethod::Finals(finals) => {
                wire.set_method(v1::PairingMethod::Finals);
                wire.finals = finals.iter().map(|one| (*one).into()).collect();
            }
        }
        wire
    }
}

impl TryFrom<v1::RoundPaired> for PairedRound {
    type Error = ConvertError;

    fn try_from(wire: v1::RoundPaired) -> Result<Self, ConvertError> {
        let byes = byes(&wire)?;
        let kind = match wire.kind() {
            v1::RoundKind::Unspecified | v1::RoundKind::Regular => RoundKind::Regular,
            v1::RoundKind::Finals => RoundKind::Finals,
            v1::RoundKind::Winners => RoundKind::Winners { lots: participants(wire.lots.clone())? },
            v1::RoundKind::PlayOff => RoundKind::PlayOff {
                lots: participants(wire.lots.clone())?,
                games: NonZeroU32::new(wire.play_off_games)
                    .ok_or(ConvertError::Missing { field: "play_off_games" })?,
            },
        };
        let method = match wire.method() {
            v1::PairingMethod::Unspecified | v1::PairingMethod::Schedule => PairingMethod::Schedule,
            v1::PairingMethod::Swiss => PairingMethod::Swiss(all(wire.swiss)?),
            v1::PairingMethod::ByHand => PairingMethod::ByHand(all(wire.warnings)?),
            v1::PairingMethod::Finals => PairingMethod::Finals(all(wire.finals)?),
        };
        Ok(Self {
            round: round(wire.round)?,
            kind,
            pairings: all(wire.pairings)?,
            matches: all(wire.matches)?,
            byes,
            absent: all(wire.absent)?,
            method,
        })
    }
}

/// Returns the participants without an opponent, from `byes` or, in older records, from `bye`.
///
/// # Errors
/// [`ConvertError::Invalid`] if a number is 0.
fn byes(paired: &v1::RoundPaired) -> Result<Vec<Participant>, ConvertError> {
    match (paired.byes.as_slice(), paired.bye) {
        ([], 0) => Ok(Vec::new()),
        ([], bye) => Ok(vec![participant(bye)?]),
        (byes, _) => participants(byes.to_vec()),
    }
}

/// Converts each element of a list.
fn all<W, T: TryFrom<W, Error = ConvertError>>(wire: Vec<W>) -> Result<Vec<T>, ConvertError> {
    wire.into_iter().map(TryInto::try_into).collect()
}

impl From<&PairedMatch> for v1::TeamMatch {
    fn from(paired: &PairedMatch) -> Self {
        let board = |board: &MatchBoard| v1::MatchBoard {
            table: board.table.map_or(0, TableNumber::get),
            white: board.pairing.white.map_or(0, PlayerId::get),
            black: board.pairing.black.map_or(0, PlayerId::get),
            first_has_white: board.pairing.first_has_white,
        };
        Self {
            first: paired.first.get(),
            second: paired.second.get(),
            boards: paired.boards.iter().map(board).collect(),
        }
    }
}

impl TryFrom<v1::TeamMatch> for PairedMatch {
    type Error = ConvertError;

    fn try_from(wire: v1::TeamMatch) -> Result<Self, ConvertError> {
        let board = |(number, board): (u32, v1::MatchBoard)| {
            Ok(MatchBoard {
                pairing: BoardPairing {
                    board: number,
                    white: seat(board.white)?,
                    black: seat(board.black)?,
                    first_has_white: board.first_has_white,
                },
                table: (board.table != 0).then(|| table(board.table)).transpose()?,
            })
        };
        let boards: Result<_, ConvertError> = (1..).zip(wire.boards).map(board).collect();
        Ok(Self { first: team_id(wire.first)?, second: team_id(wire.second)?, boards: boards? })
    }
}

impl From<&Absent> for v1::Absent {
    fn from(absent: &Absent) -> Self {
        Self {
            participant: absent.participant.get(),
            kind: v1::AbsenceKind::from(absent.kind).into(),
            withdrawn: absent.is_withdrawn,
        }
    }
}

impl TryFrom<v1::Absent> for Absent {
    type Error = ConvertError;

    fn try_from(wire: v1::Absent) -> Result<Self, ConvertError> {
        Ok(Self {
            participant: participant(wire.participant)?,
            kind: wire.kind().try_into()?,
            is_withdrawn: wire.withdrawn,
        })
    }
}

impl From<&SwissReasons> for v1::SwissReasons {
    fn from(reasons: &SwissReasons) -> Self {
        let places = reasons.counted_as_draws.iter();
        Self {
            group: reasons.group.get(),
            round: Some((&reasons.round).into()),
            counted_as_draws: places
                .map(|(round, table)| v1::GamePlace { round: round.get(), table: table.get() })
                .collect(),
        }
    }
}

impl TryFrom<v1::SwissReasons> for SwissReasons {
    type Error = ConvertError;

    fn try_from(wire: v1::SwissReasons) -> Result<Self, ConvertError> {
        let place = |place: v1::GamePlace| Ok((round(place.round)?, table(place.table)?));
        let places: Result<_, ConvertError> =
            wire.counted_as_draws.into_iter().map(place).collect();
        Ok(Self {
            group: group(wire.group)?,
            round: required(wire.round, "swiss.round")?.try_into()?,
            counted_as_draws: places?,
        })
    }
}

impl From<PairingWarning> for v1::PairingWarning {
    fn from(warning: PairingWarning) -> Self {
        let pair = |first: Participant, second: Participant| v1::WarnedPair {
            first: first.get(),
            second: second.get(),
        };
        let color = |participant: Participant, color: draughts::Color| v1::ColorTooOften {
            participant: participant.get(),
            color: v1::Color::from(color).into(),
        };
        Self {
            warning: Some(match warning {
                PairingWarning::MetBefore { first, second, round } => {
                    Warning::MetBefore(v1::MetBefore {
                        first: first.get(),
                        second: second.get(),
                        round: round.get(),
                    })
                }
                PairingWarning::SecondFreePoint { participant, round } => {
                    let participant = participant.get();
                    Warning::SecondFreePoint(v1::SecondFreePoint {
                        participant,
                        round: round.get(),
                    })
                }
                PairingWarning::ColorBalance { participant, color: given } => {
                    Warning::ColorBalance(color(participant, given))
                }
                PairingWarning::ThirdColor { participant, color: given } => {
                    Warning::ThirdColor(color(participant, given))
                }
                PairingWarning::NotInSchedule { first, second } => {
                    Warning::NotInSchedule(pair(first, second))
                }
                PairingWarning::OtherGroup { first, second } => {
                    Warning::OtherGroup(pair(first, second))
                }
                PairingWarning::Absent { participant } => Warning::Absent(participant.get()),
                PairingWarning::Withdrawn { participant } => Warning::Withdrawn(participant.get()),
                PairingWarning::NotPaired { participant } => Warning::NotPaired(participant.get()),
            }),
        }
    }
}

impl TryFrom<v1::PairingWarning> for PairingWarning {
    type Error = ConvertError;

    fn try_from(wire: v1::PairingWarning) -> Result<Self, ConvertError> {
        let of = participant;
        Ok(match required(wire.warning, "warning")? {
            Warning::MetBefore(met) => Self::MetBefore {
                first: of(met.first)?,
                second: of(met.second)?,
                round: round(met.round)?,
            },
            Warning::SecondFreePoint(bye) => Self::SecondFreePoint {
                participant: of(bye.participant)?,
                round: round(bye.round)?,
            },
            Warning::ColorBalance(given) => Self::ColorBalance {
                participant: of(given.participant)?,
                color: given.color().try_into()?,
            },
            Warning::ThirdColor(given) => Self::ThirdColor {
                participant: of(given.participant)?,
                color: given.color().try_into()?,
            },
            Warning::NotInSchedule(pair) => {
                Self::NotInSchedule { first: of(pair.first)?, second: of(pair.second)? }
            }
            Warning::OtherGroup(pair) => {
                Self::OtherGroup { first: of(pair.first)?, second: of(pair.second)? }
            }
            Warning::Absent(number) => Self::Absent { participant: of(number)? },
            Warning::Withdrawn(number) => Self::Withdrawn { participant: of(number)? },
            Warning::NotPaired(number) => Self::NotPaired { participant: of(number)? },
        })
    }
}

impl From<CrossingFinal> for v1::CrossingFinal {
    fn from(one: CrossingFinal) -> Self {
        let (chooser, by_wins) = match one.choice {
            ColorChoice::By { player, reason } => (player.get(), reason == ChoiceReason::Wins),
            ColorChoice::Lot => (0, false),
        };
        Self {
            pool_place: one.pool_place,
            first: one.first.get(),
            second: one.second.get(),
            chooser,
            by_wins,
        }
    }
}

impl TryFrom<v1::CrossingFinal> for CrossingFinal {
    type Error = ConvertError;

    fn try_from(wire: v1::CrossingFinal) -> Result<Self, ConvertError> {
        let reason = if wire.by_wins { ChoiceReason::Wins } else { ChoiceReason::Points };
        let chooser = seat(wire.chooser)?;
        Ok(Self {
            pool_place: wire.pool_place,
            first: player_id(wire.first)?,
            second: player_id(wire.second)?,
            choice: chooser.map_or(ColorChoice::Lot, |player| ColorChoice::By { player, reason }),
        })
    }
}
