//! Explanations of the Swiss system: pairs and their colours.
//!
//! Each text is a clause without a full stop, and cites the articles of the KNDB. The caller
//! provides the names.

use draughts::Color;
use tournament::{
    PlayerId,
    swiss::{
        ByeReason, ColorRule, FinalRanking, FirstRound, FloatReason, Preference, ScoreGroup,
        Strength, SwissBye, SwissPair, SwissRound, Unpairable,
    },
};

use crate::{
    Language, game,
    messages::{all_of, say, with_clause},
    numbers::points,
};

/// Returns the name of a player.
pub type Name<'a> = &'a dyn Fn(PlayerId) -> String;

/// Explains the pairing of a round: the players exempt from B2, the waiting rooms with their
/// reasons, the bye with its reason, and then the colours of each pair, in the order of
/// publication.
#[must_use]
pub fn round(round: &SwissRound, language: Language, name: Name<'_>) -> Vec<String> {
    let mut texts = Vec::new();
    if !round.exempt.is_empty() {
        let players = named(&round.exempt, language, name);
        texts.push(say!(language, "exempt", players));
    }
    // The player who leaves the last group has the bye, which has its own explanation.
    let with_floats = round.groups.len().saturating_sub(round.bye.is_some().into());
    for group in round.groups.iter().take(with_floats) {
        texts.extend(score_group(group, language, name));
    }
    texts.extend(round.bye.iter().map(|one| bye(one, language, name)));
    texts.extend(round.pairs.iter().map(|one| pair(one, language, name)));
    texts
}

/// Explains the waiting room of a group: its enlargement (C9), and the reason for each player in it
/// (C2 to C4). In the last group that is the player with the bye.
#[must_use]
pub fn score_group(group: &ScoreGroup, language: Language, name: Name<'_>) -> Vec<String> {
    let points = points(group.points, 2, language);
    let enlarged = group.is_enlarged.then(|| say!(language, "waiting-room-enlarged", points));
    let floats = group.waiting.iter().map(|float| {
        let (player, reason) = (name(float.player), float_reason(float.reason, language));
        say!(language, "float", player, points, reason)
    });
    enlarged.into_iter().chain(floats).collect()
}

fn float_reason(reason: FloatReason, language: Language) -> String {
    match reason {
        FloatReason::NoOpponent => say!(language, "float-no-opponent"),
        FloatReason::RestUnpairable => say!(language, "float-rest-unpairable"),
        FloatReason::OthersBarred => say!(language, "float-others-barred"),
        FloatReason::Size => say!(language, "float-size"),
        FloatReason::FewestPoints => say!(language, "float-fewest-points"),
        FloatReason::FloatsAgain => say!(language, "float-floats-again"),
        FloatReason::NextWaitingRoom => say!(language, "float-next-waiting-room"),
        FloatReason::ScoreDifference => say!(language, "float-score-difference"),
        FloatReason::Color => say!(language, "float-color"),
        FloatReason::HigherClassified => say!(language, "float-higher-classified"),
    }
}

/// Explains why a player has the bye (D, F1), and names the players who cannot have it (B1b).
#[must_use]
pub fn bye(bye: &SwissBye, language: Language, name: Name<'_>) -> String {
    let reason = match bye.reason {
        ByeReason::FirstRound(FirstRound::EntrantsKnown) => say!(language, "bye-first-lot"),
        ByeReason::FirstRound(FirstRound::EntrantsUnknown) => say!(language, "bye-last-lot"),
        ByeReason::LeftOver(reason) => float_reason(reason, language),
    };
    let text = say!(language, "bye", player = name(bye.player), reason);
    let barred = (!bye.barred.is_empty())
        .then(|| say!(language, "bye-barred", players = named(&bye.barred, language, name)));
    with_clause(text, barred)
}

/// Writes the colours of a pair and the rule for them (D, E1 to E4).
#[must_use]
pub fn pair(pair: &SwissPair, language: Language, name: Name<'_>) -> String {
    let (white, black) = (name(pair.white), name(pair.black));
    let reason = color_reason(pair, &white, &black, language);
    say!(language, "pair", white, black, reason)
}

fn color_reason(pair: &SwissPair, white: &str, black: &str, language: Language) -> String {
    // With E2 to E4 both want the same colour, and `player` is the one who gets it.
    let wanted = pair.white_wanted.map_or(Color::White, |wanted| wanted.color);
    let color = game::color(wanted, language);
    let player = match wanted {
        Color::White => white,
        Color::Black => black,
    };
    match pair.color_rule {
        ColorRule::FirstRound => say!(language, "colors-first-round"),
        ColorRule::BothPreferences => match (pair.white_wanted, pair.black_wanted) {
            (Some(_), None) => say!(language, "colors-one", player = white, other = black),
            (None, Some(_)) => say!(language, "colors-one", player = black, other = white),
            (None, None) | (Some(_), Some(_)) => say!(language, "colors-both"),
        },
        ColorRule::StrongerPreference => {
            let (of_white, of_black) =
                (strength(pair.white_wanted, language), strength(pair.black_wanted, language));
            let (stronger, weaker) = match wanted {
                Color::White => (of_white, of_black),
                Color::Black => (of_black, of_white),
            };
            say!(language, "colors-stronger", color, player, stronger, weaker)
        }
        ColorRule::Alternation { white_round, black_round } if white_round == black_round => {
            say!(language, "colors-alternation", color, white, round = white_round)
        }
        ColorRule::Alternation { white_round, black_round } => {
            say!(
                language,
                "colors-alternation-shifted",
                color,
                white,
                white_round,
                black,
                black_round,
            )
        }
        ColorRule::HigherClassified => {
            say!(language, "colors-higher-classified", color, player)
        }
        ColorRule::NoPreference => say!(language, "colors-no-preference", player = white),
    }
}

fn strength(wanted: Option<Preference>, language: Language) -> String {
    match wanted.map_or(Strength::Light, |wanted| wanted.strength) {
        Strength::Light => say!(language, "strength-light"),
        Strength::Strong => say!(language, "strength-strong"),
        Strength::Absolute => say!(language, "strength-absolute"),
    }
}

/// Explains why there is no pairing.
#[must_use]
pub fn unpairable(unpairable: Unpairable, language: Language) -> String {
    match unpairable {
        Unpairable::NoLegalPairing => say!(language, "no-legal-pairing"),
        Unpairable::Over => say!(language, "tournament-over"),
    }
}

/// Writes the criteria of the final order, and the first by the games between those in the lead, if
/// they decided it (F12).
#[must_use]
pub fn final_ranking(ranking: &FinalRanking, language: Language, name: Name<'_>) -> Vec<String> {
    let first = ranking.scores.first().filter(|_| ranking.is_decided_by_mutual_result);
    let mutual =
        first.map(|first| say!(language, "first-by-mutual-result", player = name(first.player)));
    mutual.into_iter().chain([say!(language, "final-order")]).collect()
}

fn named(players: &[PlayerId], language: Language, name: Name<'_>) -> String {
    let names: Vec<String> = players.iter().map(|player| name(*player)).collect();
    all_of(&names, language)
}
