//! The decisions of a tournament, told in English, Dutch and Frisian.
//!
//! Each text is a clause without a full stop. Who decided and when is said beside it, not in it.

use crate::plan::TeamId;
use crate::ranking::TieDecision;
use crate::ranking::{AbsenceKind, Participant};
use crate::{Event, FinalColor, PlayerId, RoundNumber, TableNumber, Tournament};
use draughts::{Language, Outcome, Score};

impl Tournament {
    /// Tells an event of this tournament, with the names as they are; `None` of
    /// [`Event::Ruled`], which says who decided what follows.
    pub fn tell(&self, event: &Event, language: Language) -> Option<String> {
        let [english, dutch, frisian] = match event {
            Event::Ruled { .. } => return None,
            Event::Created { settings } => created(&settings.name),
            Event::SettingsAmended { settings, reason } => because(amended(&settings.name), reason),
            Event::PlayerEntered { player } => entered(&player.name, player.id.get()),
            Event::TeamEntered { team } => entered(&team.name, team.id.get()),
            Event::PlayerCorrected { player } => corrected(&player.name),
            Event::PlayerRemoved { player } => removed(&self.player_name(*player)),
            Event::TeamRenamed { team, name } => renamed(team.get(), name),
            Event::TeamRemoved { team } => removed(&self.team_name(*team)),
            Event::ReserveSeated { withdrawn, player } => {
                seated(&player.name, &self.player_name(*withdrawn))
            }
            Event::LineUpHandedIn { team, line_up: _, reason } => {
                because(line_up(&self.team_name(*team)), reason)
            }
            Event::LotsDrawn { order, seed } => lots(order.len(), *seed),
            Event::GroupsDivided { groups, seed } => divided(groups.len(), *seed),
            Event::AbsenceReported { participant, round, kind } => {
                absent(&self.called(*participant), *round, *kind)
            }
            Event::AbsenceTakenBack { participant, round } => {
                present(&self.called(*participant), *round)
            }
            Event::Withdrawn { participant, reason } => {
                because(withdrawn(&self.called(*participant)), reason)
            }
            Event::Reinstated { participant } => reinstated(&self.called(*participant)),
            // When it begins stands in the event: a text has no time zone to say it in.
            Event::RoundPlanned { round, begins_at: _ } => of_round(
                *round,
                ["has a time to begin", "heeft een begintijd", "hat in begjintiid"],
            ),
            Event::RoundPaired { paired } => {
                of_round(paired.round, ["is paired", "is ingedeeld", "is yndield"])
            }
            Event::ColorChosen { choice } => self.color(choice),
            Event::RoundUnpaired { round, reason } => {
                let texts =
                    ["is not paired any more", "is niet meer ingedeeld", "is net mear yndield"];
                because(of_round(*round, texts), reason)
            }
            Event::RoundPublished { round, .. } => {
                of_round(*round, ["is published", "is bekendgemaakt", "is bekendmakke"])
            }
            Event::RoundOpened { round, .. } => {
                of_round(*round, ["has begun", "is begonnen", "is begûn"])
            }
            Event::ResultRecorded { round, table, outcome, .. } => {
                of_game(*round, *table, score(*outcome))
            }
            Event::ResultCorrected { round, table, outcome, .. } => {
                let [english, dutch, frisian] = score(*outcome);
                let english = format!("the result is corrected: {english}");
                let dutch = format!("de uitslag is verbeterd: {dutch}");
                let frisian = format!("de útslach is ferbettere: {frisian}");
                of_game(*round, *table, [&english, &dutch, &frisian])
            }
            Event::ResultWithdrawn { round, table } => of_game(
                *round,
                *table,
                [
                    "the result is taken back",
                    "de uitslag is teruggenomen",
                    "de útslach is weromnommen",
                ],
            ),
            Event::ColorsReversed { round, table, is_reversed: true } => of_game(
                *round,
                *table,
                [
                    "played with reversed colours (KNDB F7)",
                    "gespeeld met verwisselde kleuren (KNDB F7)",
                    "spile mei omkearde kleuren (KNDB F7)",
                ],
            ),
            Event::ColorsReversed { round, table, is_reversed: false } => of_game(
                *round,
                *table,
                [
                    "played with the colours of the pairing",
                    "gespeeld met de kleuren van de indeling",
                    "spile mei de kleuren fan de yndieling",
                ],
            ),
            Event::RoundClosed { round } => {
                of_round(*round, ["is closed", "is gesloten", "is sletten"])
            }
            Event::TieResolved { order, how, .. } => resolved(&self.list(order), *how),
            Event::TieReopened { participants, reason } => {
                because(reopened(&self.list(participants)), reason)
            }
        };
        Some(match language {
            Language::English => english,
            Language::Dutch => dutch,
            Language::Frisian => frisian,
        })
    }

    fn color(&self, choice: &FinalColor) -> Texts {
        let (place, white) = (choice.pool_place, self.called(choice.white));
        let chooser = self.called(choice.chooser);
        seeded(
            [
                format!("final of place {place}: {chooser} chooses, {white} has White"),
                format!("finale om plaats {place}: {chooser} kiest, {white} heeft wit"),
                format!("finale om plak {place}: {chooser} kiest, {white} hat wyt"),
            ],
            choice.seed,
        )
    }

    fn called(&self, participant: Participant) -> String {
        let known = self.name_of(participant).map(str::to_owned);
        known.unwrap_or_else(|| format!("#{participant}"))
    }

    fn player_name(&self, player: PlayerId) -> String {
        let known = self.player(player).map(|player| player.name.clone());
        known.unwrap_or_else(|| format!("#{player}"))
    }

    fn team_name(&self, team: TeamId) -> String {
        let known = self.team(team).map(|team| team.name.clone());
        known.unwrap_or_else(|| format!("#{team}"))
    }

    fn list(&self, participants: &[Participant]) -> String {
        let names: Vec<String> = participants.iter().map(|one| self.called(*one)).collect();
        names.join(", ")
    }
}

/// A text in English, Dutch and Frisian.
type Texts = [String; 3];

/// Adds why it was decided, if that was said.
fn because(texts: Texts, reason: &str) -> Texts {
    if reason.is_empty() { texts } else { texts.map(|text| format!("{text}: {reason}")) }
}

/// Adds what was drawn from.
fn seeded([english, dutch, frisian]: Texts, seed: Option<u64>) -> Texts {
    match seed {
        None => [english, dutch, frisian],
        Some(seed) => [
            format!("{english} (drawn from {seed})"),
            format!("{dutch} (geloot met {seed})"),
            format!("{frisian} (lotte mei {seed})"),
        ],
    }
}

fn created(name: &str) -> Texts {
    [format!("{name} is created"), format!("{name} is aangemaakt"), format!("{name} is oanmakke")]
}

fn amended(name: &str) -> Texts {
    [
        format!("the settings of {name} are amended"),
        format!("de instellingen van {name} zijn gewijzigd"),
        format!("de ynstellings fan {name} binne feroare"),
    ]
}

fn entered(name: &str, number: u32) -> Texts {
    [
        format!("{name} is entered as number {number}"),
        format!("{name} is ingeschreven als nummer {number}"),
        format!("{name} is ynskreaun as nûmer {number}"),
    ]
}

fn corrected(name: &str) -> Texts {
    [
        format!("the entry of {name} is corrected"),
        format!("de inschrijving van {name} is verbeterd"),
        format!("de ynskriuwing fan {name} is ferbettere"),
    ]
}

fn removed(name: &str) -> Texts {
    [
        format!("the entry of {name} is removed"),
        format!("de inschrijving van {name} is verwijderd"),
        format!("de ynskriuwing fan {name} is fuorthelle"),
    ]
}

fn renamed(number: u32, name: &str) -> Texts {
    [
        format!("team {number} is called {name}"),
        format!("team {number} heet {name}"),
        format!("team {number} hjit {name}"),
    ]
}

fn seated(name: &str, old: &str) -> Texts {
    [
        format!("{name} takes the seat of {old}"),
        format!("{name} neemt de plaats in van {old}"),
        format!("{name} nimt it plak yn fan {old}"),
    ]
}

fn line_up(name: &str) -> Texts {
    [
        format!("the line-up of {name} is handed in"),
        format!("de opstelling van {name} is ingeleverd"),
        format!("de opstelling fan {name} is ynlevere"),
    ]
}

fn lots(entrants: usize, seed: Option<u64>) -> Texts {
    let texts = [
        format!("the {entrants} entrants have their numbers in the schedule"),
        format!("de {entrants} deelnemers hebben hun nummers in het schema"),
        format!("de {entrants} dielnimmers hawwe harren nûmers yn it skema"),
    ];
    seeded(texts, seed)
}

fn divided(groups: usize, seed: Option<u64>) -> Texts {
    let texts = [
        format!("the entrants are divided into {groups} groups"),
        format!("de deelnemers zijn in {groups} groepen ingedeeld"),
        format!("de dielnimmers binne yn {groups} groepen yndield"),
    ];
    seeded(texts, seed)
}

fn absent(name: &str, round: RoundNumber, kind: AbsenceKind) -> Texts {
    match kind {
        AbsenceKind::HalfPointBye => [
            format!("{name} has a bye of half a point in round {round} (KNDB F9)"),
            format!("{name} heeft een vrije ronde voor een half punt in ronde {round} (KNDB F9)"),
            format!("{name} hat in frije omgong foar in heal punt yn omgong {round} (KNDB F9)"),
        ],
        AbsenceKind::NotPaired | AbsenceKind::Bye => [
            format!("{name} will not play round {round}"),
            format!("{name} speelt ronde {round} niet"),
            format!("{name} spilet omgong {round} net"),
        ],
    }
}

fn present(name: &str, round: RoundNumber) -> Texts {
    [
        format!("{name} plays round {round} after all"),
        format!("{name} speelt ronde {round} toch"),
        format!("{name} spilet omgong {round} dochs"),
    ]
}

fn withdrawn(name: &str) -> Texts {
    [
        format!("{name} has withdrawn"),
        format!("{name} heeft zich teruggetrokken"),
        format!("{name} is ophâlden"),
    ]
}

fn reinstated(name: &str) -> Texts {
    [
        format!("{name} is back in the tournament"),
        format!("{name} doet weer mee"),
        format!("{name} docht wer mei"),
    ]
}

fn of_round(round: RoundNumber, [english, dutch, frisian]: [&str; 3]) -> Texts {
    [
        format!("round {round} {english}"),
        format!("ronde {round} {dutch}"),
        format!("omgong {round} {frisian}"),
    ]
}

fn of_game(round: RoundNumber, table: TableNumber, [english, dutch, frisian]: [&str; 3]) -> Texts {
    [
        format!("round {round}, table {table}: {english}"),
        format!("ronde {round}, tafel {table}: {dutch}"),
        format!("omgong {round}, tafel {table}: {frisian}"),
    ]
}

fn score(outcome: Outcome) -> [&'static str; 3] {
    match outcome.score {
        Score::WhiteWins => ["White wins", "wit wint", "wyt wint"],
        Score::BlackWins => ["Black wins", "zwart wint", "swart wint"],
        Score::Draw => ["draw", "remise", "remise"],
        Score::BothLose => ["both lose", "beiden verliezen", "beide ferlieze"],
        Score::Unplayed => ["not played", "niet gespeeld", "net spile"],
    }
}

fn resolved(order: &str, how: TieDecision) -> Texts {
    let (by, seed) = match how {
        TieDecision::Games => (["by games", "door partijen", "troch partijen"], None),
        TieDecision::Lot { seed } => (["by lot", "door loting", "troch lotting"], seed),
        TieDecision::Arbiter => (["by the arbiter", "door de arbiter", "troch de arbiter"], None),
    };
    let [english, dutch, frisian] = by;
    let texts = [
        format!("the tie is resolved {english}: {order}"),
        format!("de gelijke stand is beslist {dutch}: {order}"),
        format!("de gelikense stân is beslist {frisian}: {order}"),
    ];
    seeded(texts, seed)
}

fn reopened(names: &str) -> Texts {
    [
        format!("the tie of {names} is open again"),
        format!("de gelijke stand van {names} is weer open"),
        format!("de gelikense stân fan {names} is wer iepen"),
    ]
}
