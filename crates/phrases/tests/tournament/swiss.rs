//! Rows of texts in the three languages, article by article.

use draughts::Color::{self, Black, White};
use phrases::{
    Language,
    swiss::{self, bye as bye_text},
};
use tournament::{
    Lot, PlayerId, RoundNumber,
    swiss::{
        ByeReason, ColorRule, FinalRanking, FirstRound, Float, FloatReason, Preference, Score,
        ScoreGroup, Strength, SwissBye, SwissPair, SwissRound, Unpairable,
    },
};

#[track_caller]
fn check(explain: impl Fn(Language) -> String, expected: [&str; 3]) {
    for (language, expected) in Language::ALL.into_iter().zip(expected) {
        assert_eq!(explain(language), expected, "{language:?}");
    }
}

fn player(number: u32) -> PlayerId {
    PlayerId::new(number).unwrap()
}

fn name(player: PlayerId) -> String {
    let names = ["Anna", "Bart", "Corrie", "Douwe"];
    names[usize::try_from(player.get()).unwrap() - 1].to_owned()
}

/// A player's preference; `None` before the first game.
type Wanted = Option<(Color, Strength)>;

/// Returns a pair in which Anna has White against Bart.
fn pair(color_rule: ColorRule, white: Wanted, black: Wanted) -> SwissPair {
    let wanted = |wanted: Wanted| wanted.map(|(color, strength)| Preference { color, strength });
    SwissPair {
        white: player(1),
        black: player(2),
        color_rule,
        white_wanted: wanted(white),
        black_wanted: wanted(black),
    }
}

#[track_caller]
fn check_pair(color_rule: ColorRule, white: Wanted, black: Wanted, expected: [&str; 3]) {
    let pair = pair(color_rule, white, black);
    let [en, nl, fy] = expected;
    let expected = [
        format!("Anna has White against Bart: {en}"),
        format!("Anna heeft wit tegen Bart: {nl}"),
        format!("Anna hat wyt tsjin Bart: {fy}"),
    ];
    check(|language| swiss::pair(&pair, language, &name), expected.each_ref().map(String::as_str));
}

fn alternation(white_round: u32, black_round: u32) -> ColorRule {
    let round = |number| RoundNumber::new(number).unwrap();
    ColorRule::Alternation { white_round: round(white_round), black_round: round(black_round) }
}

#[test]
fn e_who_gets_which_colour() {
    let light = |color| Some((color, Strength::Light));
    let strong = |color| Some((color, Strength::Strong));
    let absolute = |color| Some((color, Strength::Absolute));
    check_pair(
        ColorRule::FirstRound,
        None,
        None,
        [
            "named first in the draw for the first round (KNDB D)",
            "als eerste genoemd in de loting voor de eerste ronde (KNDB D)",
            "as earste neamd yn de lotting foar de earste ronde (KNDB D)",
        ],
    );
    check_pair(
        ColorRule::BothPreferences,
        light(White),
        strong(Black),
        [
            "both get the colour they prefer (KNDB E1)",
            "beiden krijgen hun kleurvoorkeur (KNDB E1)",
            "beide krije har kleurfoarkar (KNDB E1)",
        ],
    );
    check_pair(
        ColorRule::BothPreferences,
        None,
        strong(Black),
        [
            "Bart gets the preferred colour, Anna has not played yet (KNDB E1)",
            "Bart krijgt de kleurvoorkeur, Anna heeft nog niet gespeeld (KNDB E1)",
            "Bart kriget de kleurfoarkar, Anna hat noch net spile (KNDB E1)",
        ],
    );
    check_pair(
        ColorRule::BothPreferences,
        strong(White),
        None,
        [
            "Anna gets the preferred colour, Bart has not played yet (KNDB E1)",
            "Anna krijgt de kleurvoorkeur, Bart heeft nog niet gespeeld (KNDB E1)",
            "Anna kriget de kleurfoarkar, Bart hat noch net spile (KNDB E1)",
        ],
    );
    check_pair(
        ColorRule::StrongerPreference,
        absolute(White),
        strong(White),
        [
            "both prefer White, and the preference of Anna is the stronger: absolute against \
             strong (KNDB E2)",
            "beiden hebben voorkeur voor wit, en die van Anna is het sterkst: absoluut tegen \
             sterk (KNDB E2)",
            "beide hawwe foarkar foar wyt, en dy fan Anna is it sterkst: absolút tsjin sterk (KNDB E2)",
        ],
    );
    check_pair(
        ColorRule::StrongerPreference,
        light(Black),
        strong(Black),
        [
            "both prefer Black, and the preference of Bart is the stronger: strong against light \
             (KNDB E2)",
            "beiden hebben voorkeur voor zwart, en die van Bart is het sterkst: sterk tegen licht \
             (KNDB E2)",
            "beide hawwe foarkar foar swart, en dy fan Bart is it sterkst: sterk tsjin licht (KNDB E2)",
        ],
    );
    check_pair(
        alternation(3, 3),
        light(Black),
        light(Black),
        [
            "both prefer Black equally; Anna had Black when their colours last differed, in \
             round 3 (KNDB E3)",
            "beiden hebben even sterk voorkeur voor zwart; Anna had zwart toen hun kleuren het \
             laatst verschilden, in ronde 3 (KNDB E3)",
            "beide hawwe like sterk foarkar foar swart; Anna hie swart doe't har kleuren it lêst \
             ferskilden, yn ronde 3 (KNDB E3)",
        ],
    );
    check_pair(
        alternation(3, 2),
        strong(White),
        strong(White),
        [
            "both prefer White equally; Anna had Black when their colours last differed, in \
             round 3 of Anna and round 2 of Bart: rounds without a game are left out (KNDB E3, F4)",
            "beiden hebben even sterk voorkeur voor wit; Anna had zwart toen hun kleuren het \
             laatst verschilden, in ronde 3 van Anna en ronde 2 van Bart: ronden zonder partij \
             tellen niet mee (KNDB E3, F4)",
            "beide hawwe like sterk foarkar foar wyt; Anna hie swart doe't har kleuren it lêst \
             ferskilden, yn ronde 3 fan Anna en ronde 2 fan Bart: ronden sûnder partij telle net \
             mei (KNDB E3, F4)",
        ],
    );
    check_pair(
        ColorRule::HigherClassified,
        strong(Black),
        strong(Black),
        [
            "both prefer Black equally and had the same colours so far; Bart is classified higher \
             (KNDB E4)",
            "beiden hebben even sterk voorkeur voor zwart en hadden tot nu toe dezelfde kleuren; \
             Bart is hoger geklasseerd (KNDB E4)",
            "beide hawwe like sterk foarkar foar swart en hiene oant no ta deselde kleuren; Bart \
             is heger klassearre (KNDB E4)",
        ],
    );
    check_pair(
        ColorRule::NoPreference,
        None,
        None,
        [
            "neither has played yet; Anna is classified higher (KNDB A4)",
            "beiden hebben nog niet gespeeld; Anna is hoger geklasseerd (KNDB A4)",
            "beide hawwe noch net spile; Anna is heger klassearre (KNDB A4)",
        ],
    );
}

fn group(points: u32, waiting: &[(u32, FloatReason)], is_enlarged: bool) -> ScoreGroup {
    let float = |&(number, reason)| Float { player: player(number), reason };
    let waiting = waiting.iter().map(float).collect();
    ScoreGroup { points, players: Vec::new(), waiting, is_enlarged }
}

#[test]
fn c_who_goes_to_the_waiting_room() {
    let rows = [
        (
            FloatReason::NoOpponent,
            [
                "there is no possible opponent in the group (KNDB C2)",
                "in de groep is geen mogelijke tegenstander (KNDB C2)",
                "yn de groep is gjin mooglike tsjinstanner (KNDB C2)",
            ],
        ),
        (
            FloatReason::RestUnpairable,
            [
                "otherwise not everybody could be paired (KNDB C9)",
                "anders kan niet iedereen worden ingedeeld (KNDB C9)",
                "oars kin net elkenien yndield wurde (KNDB C9)",
            ],
        ),
        (
            FloatReason::OthersBarred,
            [
                "nobody else of the group may have the bye: each had a point without playing (KNDB B1b)",
                "niemand anders van de groep mag vrij zijn: ieder had al een punt zonder te spelen (KNDB B1b)",
                "nimmen oars fan de groep mei frij wêze: elk hie al in punt sûnder te spyljen (KNDB B1b)",
            ],
        ),
        (
            FloatReason::Size,
            [
                "otherwise the waiting room would be larger (KNDB C3)",
                "anders wordt de wachtkamer groter (KNDB C3)",
                "oars wurdt de wachtkeamer grutter (KNDB C3)",
            ],
        ),
        (
            FloatReason::FewestPoints,
            [
                "otherwise players with more points would go (KNDB C4.1)",
                "anders gaan er spelers met meer punten (KNDB C4.1)",
                "oars geane der spilers mei mear punten (KNDB C4.1)",
            ],
        ),
        (
            FloatReason::FloatsAgain,
            [
                "otherwise more players would have to go to the next waiting room again (KNDB C4.2)",
                "anders moeten meer spelers daarna opnieuw naar de wachtkamer (KNDB C4.2)",
                "oars moatte mear spilers dêrnei op 'e nij nei de wachtkeamer (KNDB C4.2)",
            ],
        ),
        (
            FloatReason::NextWaitingRoom,
            [
                "otherwise the waiting room of the next group would be larger (KNDB C4.3)",
                "anders wordt de wachtkamer van de volgende groep groter (KNDB C4.3)",
                "oars wurdt de wachtkeamer fan de folgjende groep grutter (KNDB C4.3)",
            ],
        ),
        (
            FloatReason::ScoreDifference,
            [
                "otherwise the differences of points within the pairs would be larger (KNDB B3)",
                "anders worden de puntverschillen in de paringen groter (KNDB B3)",
                "oars wurde de puntferskillen yn de pearen grutter (KNDB B3)",
            ],
        ),
        (
            FloatReason::Color,
            [
                "otherwise fewer players of the group would get the colour they prefer (KNDB C4.4)",
                "anders krijgen minder spelers van de groep hun kleurvoorkeur (KNDB C4.4)",
                "oars krije minder spilers fan de groep har kleurfoarkar (KNDB C4.4)",
            ],
        ),
        (
            FloatReason::HigherClassified,
            [
                "all else is equal, and then the higher classified is chosen (KNDB C4.5)",
                "al het andere is gelijk, en dan wordt de hoger geklasseerde gekozen (KNDB C4.5)",
                "al it oare is gelyk, en dan wurdt de heger klassearre keazen (KNDB C4.5)",
            ],
        ),
    ];
    for (reason, [en, nl, fy]) in rows {
        let group = group(5, &[(3, reason)], false);
        let expected = [
            format!("Corrie goes from the score group of 2½ to the waiting room: {en}"),
            format!("Corrie gaat uit de puntengroep van 2½ naar de wachtkamer: {nl}"),
            format!("Corrie giet út de puntegroep fan 2½ nei de wachtkeamer: {fy}"),
        ];
        let explain = |language| swiss::score_group(&group, language, &name).join(" / ");
        check(explain, expected.each_ref().map(String::as_str));
    }
}

#[test]
fn c9_an_enlarged_waiting_room() {
    let group = group(4, &[], true);
    check(
        |language| swiss::score_group(&group, language, &name).join(" / "),
        [
            "the waiting room of the score group of 2 is larger than the group itself needs, so \
             that everybody below can be paired (KNDB C9)",
            "de wachtkamer van de puntengroep van 2 is groter dan de groep zelf nodig heeft, zodat \
             iedereen daaronder kan worden ingedeeld (KNDB C9)",
            "de wachtkeamer fan de puntegroep fan 2 is grutter as de groep sels nedich hat, sadat \
             elkenien dêrûnder yndield wurde kin (KNDB C9)",
        ],
    );
}

fn bye(reason: ByeReason, barred: &[u32]) -> SwissBye {
    SwissBye {
        player: player(4),
        reason,
        barred: barred.iter().map(|number| player(*number)).collect(),
    }
}

#[test]
fn f1_who_has_the_bye() {
    let left_over = ByeReason::LeftOver(FloatReason::HigherClassified);
    check(
        |language| bye_text(&bye(left_over, &[]), language, &name),
        [
            "Douwe has the bye (KNDB F1): all else is equal, and then the higher classified is chosen \
             (KNDB C4.5)",
            "Douwe heeft een vrije ronde (KNDB F1): al het andere is gelijk, en dan wordt de hoger \
             geklasseerde gekozen (KNDB C4.5)",
            "Douwe hat in frije ronde (KNDB F1): al it oare is gelyk, en dan wurdt de heger klassearre \
             keazen (KNDB C4.5)",
        ],
    );
    check(
        |language| {
            bye_text(&bye(ByeReason::FirstRound(FirstRound::EntrantsKnown), &[]), language, &name)
        },
        [
            "Douwe has the bye (KNDB F1): the draw gives it to the first lot (KNDB D1)",
            "Douwe heeft een vrije ronde (KNDB F1): de loting geeft die aan het eerste nummer (KNDB D1)",
            "Douwe hat in frije ronde (KNDB F1): de lotting jout dy oan it earste nûmer (KNDB D1)",
        ],
    );
    check(
        |language| {
            bye_text(&bye(ByeReason::FirstRound(FirstRound::EntrantsUnknown), &[]), language, &name)
        },
        [
            "Douwe has the bye (KNDB F1): the draw gives it to the last lot (KNDB D2)",
            "Douwe heeft een vrije ronde (KNDB F1): de loting geeft die aan het laatste nummer (KNDB D2)",
            "Douwe hat in frije ronde (KNDB F1): de lotting jout dy oan it lêste nûmer (KNDB D2)",
        ],
    );
    check(
        |language| {
            bye_text(&bye(ByeReason::LeftOver(FloatReason::Size), &[1, 2, 3]), language, &name)
        },
        [
            "Douwe has the bye (KNDB F1): otherwise the waiting room would be larger (KNDB C3); barred by a \
             point without playing (KNDB B1b): Anna, Bart and Corrie",
            "Douwe heeft een vrije ronde (KNDB F1): anders wordt de wachtkamer groter (KNDB C3); uitgesloten \
             door een punt zonder te spelen (KNDB B1b): Anna, Bart en Corrie",
            "Douwe hat in frije ronde (KNDB F1): oars wurdt de wachtkeamer grutter (KNDB C3); útsletten \
             troch in punt sûnder te spyljen (KNDB B1b): Anna, Bart en Corrie",
        ],
    );
}

#[test]
fn a_round_is_told_from_the_exempt_to_the_last_pair() {
    let left_over = FloatReason::NoOpponent;
    let round = SwissRound {
        pairs: vec![pair(ColorRule::NoPreference, None, None)],
        bye: Some(bye(ByeReason::LeftOver(left_over), &[3])),
        groups: vec![
            group(1, &[(4, FloatReason::FewestPoints)], false),
            group(0, &[(4, left_over)], false),
        ],
        exempt: vec![player(1), player(2)],
    };
    let texts = [
        "in the last round KNDB B2 does not hold for players with more than half of the points: Anna \
         and Bart",
        "Douwe goes from the score group of ½ to the waiting room: otherwise players with more \
         points would go (KNDB C4.1)",
        "Douwe has the bye (KNDB F1): there is no possible opponent in the group (KNDB C2); barred by \
         a point without playing (KNDB B1b): Corrie",
        "Anna has White against Bart: neither has played yet; Anna is classified higher (KNDB A4)",
    ];
    assert_eq!(swiss::round(&round, Language::English, &name), texts);
    let first = |language| swiss::round(&round, language, &name).remove(0);
    check(
        first,
        [
            texts[0],
            "in de laatste ronde geldt KNDB B2 niet voor spelers met meer dan de helft van de punten: \
             Anna en Bart",
            "yn de lêste ronde jildt KNDB B2 net foar spilers mei mear as de helte fan de punten: Anna \
             en Bart",
        ],
    );
}

#[test]
fn c9_no_legal_pairing() {
    check(
        |language| swiss::unpairable(Unpairable::NoLegalPairing, language),
        [
            "there is no legal pairing: whatever is tried, KNDB B1 or KNDB B2 is broken, and the arbiter \
             decides (KNDB C9)",
            "er is geen toegestane indeling: hoe dan ook wordt KNDB B1 of KNDB B2 geschonden, en de arbiter \
             beslist (KNDB C9)",
            "der is gjin tastiene yndieling: hoe dan ek wurdt KNDB B1 of KNDB B2 skeind, en de arbiter \
             beslist (KNDB C9)",
        ],
    );
    check(
        |language| swiss::unpairable(Unpairable::Over, language),
        [
            "the tournament is over: all rounds were played",
            "het toernooi is afgelopen: alle ronden zijn gespeeld",
            "it toernoai is dien: alle ronden binne spile",
        ],
    );
}

#[test]
fn f12_what_the_final_classification_goes_by() {
    let first = Score {
        player: player(1),
        lot: Lot::FIRST,
        points: 0,
        counted: 0,
        solkoff: 0,
        sonneborn_berger: 0,
    };
    let mutual = FinalRanking { scores: vec![first], is_decided_by_mutual_result: true };
    check(
        |language| swiss::final_ranking(&mutual, language, &name).join(" / "),
        [
            "Anna is first by the games between those with the most points (KNDB F12.2) / the order is \
             by points, WP, SB and lot (KNDB F12)",
            "Anna is eerste door de partijen tussen degenen met de meeste punten (KNDB F12.2) / de \
             volgorde gaat naar punten, WP, SB en lotingsnummer (KNDB F12)",
            "Anna is earste troch de partijen tusken dyjingen mei de measte punten (KNDB F12.2) / de \
             folchoarder giet nei punten, WP, SB en lotnûmer (KNDB F12)",
        ],
    );
    let other = FinalRanking { is_decided_by_mutual_result: false, ..mutual };
    let text = "the order is by points, WP, SB and lot (KNDB F12)";
    assert_eq!(swiss::final_ranking(&other, Language::English, &name), [text]);
}
