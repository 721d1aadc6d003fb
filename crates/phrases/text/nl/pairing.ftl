### Reasons for the pairing of a round. Each is a clause without a full stop.

## The Swiss system (KNDB): who has which colour

pair = { $white } heeft wit tegen { $black }: { $reason }
colors-first-round = als eerste genoemd in de loting voor de eerste ronde (KNDB D)
colors-both = beiden krijgen hun kleurvoorkeur (KNDB E1)
colors-one = { $player } krijgt de kleurvoorkeur, { $other } heeft nog niet gespeeld (KNDB E1)

# $stronger and $weaker are strengths of a preference.
colors-stronger = beiden hebben voorkeur voor { $color }, en die van { $player } is het sterkst: { $stronger } tegen { $weaker } (KNDB E2)
strength-light = licht
strength-strong = sterk
strength-absolute = absoluut
colors-alternation = beiden hebben even sterk voorkeur voor { $color }; { $white } had zwart toen hun kleuren het laatst verschilden, in ronde { $round } (KNDB E3)
colors-alternation-shifted = beiden hebben even sterk voorkeur voor { $color }; { $white } had zwart toen hun kleuren het laatst verschilden, in ronde { $white_round } van { $white } en ronde { $black_round } van { $black }: ronden zonder partij tellen niet mee (KNDB E3, F4)
colors-higher-classified = beiden hebben even sterk voorkeur voor { $color } en hadden tot nu toe dezelfde kleuren; { $player } is hoger geklasseerd (KNDB E4)
colors-no-preference = beiden hebben nog niet gespeeld; { $player } is hoger geklasseerd (KNDB A4)

## The Swiss system: who goes to the waiting room, and who has the bye

float = { $player } gaat uit de puntengroep van { $points } naar de wachtkamer: { $reason }
float-no-opponent = in de groep is geen mogelijke tegenstander (KNDB C2)
float-rest-unpairable = anders kan niet iedereen worden ingedeeld (KNDB C9)
float-others-barred = niemand anders van de groep mag vrij zijn: ieder had al een punt zonder te spelen (KNDB B1b)
float-size = anders wordt de wachtkamer groter (KNDB C3)
float-fewest-points = anders gaan er spelers met meer punten (KNDB C4.1)
float-floats-again = anders moeten meer spelers daarna opnieuw naar de wachtkamer (KNDB C4.2)
float-next-waiting-room = anders wordt de wachtkamer van de volgende groep groter (KNDB C4.3)
float-score-difference = anders worden de puntverschillen in de paringen groter (KNDB B3)
float-color = anders krijgen minder spelers van de groep hun kleurvoorkeur (KNDB C4.4)
float-higher-classified = al het andere is gelijk, en dan wordt de hoger geklasseerde gekozen (KNDB C4.5)
waiting-room-enlarged = de wachtkamer van de puntengroep van { $points } is groter dan de groep zelf nodig heeft, zodat iedereen daaronder kan worden ingedeeld (KNDB C9)
bye = { $player } heeft een vrije ronde (KNDB F1): { $reason }
bye-first-lot = de loting geeft die aan het eerste nummer (KNDB D1)
bye-last-lot = de loting geeft die aan het laatste nummer (KNDB D2)
bye-barred = uitgesloten door een punt zonder te spelen (KNDB B1b): { $players }
exempt = in de laatste ronde geldt KNDB B2 niet voor spelers met meer dan de helft van de punten: { $players }

## The Swiss system: no pairing, and the final order

no-legal-pairing = er is geen toegestane indeling: hoe dan ook wordt KNDB B1 of KNDB B2 geschonden, en de arbiter beslist (KNDB C9)
tournament-over = het toernooi is afgelopen: alle ronden zijn gespeeld
first-by-mutual-result = { $player } is eerste door de partijen tussen degenen met de meeste punten (KNDB F12.2)
final-order = de volgorde gaat naar punten, WP, SB en lotingsnummer (KNDB F12)

## Manners of pairing a round

by-schedule = ingedeeld volgens het schema
play-off = { $names } spelen om hun gedeelde plaats
winners = de groepswinnaars spelen tegen elkaar
by-hand = met de hand ingedeeld
of-group = groep { $group }: { $text }
counted-as-draw = de partij aan tafel { $table } van ronde { $round } heeft geen uitslag en telde als remise (KNDB F11)
colors-reversed = de partij aan tafel { $table } is met omgekeerde kleuren gespeeld (KNDB F7)
no-opponent = { $name } heeft geen tegenstander: het aantal is oneven
opponent-withdrew = { $name } is vrij: { $gone } heeft zich teruggetrokken
absent-with-bye = { $name } is vrij (KNDB F1)
absent-with-half-point = { $name } heeft een vrije ronde voor een half punt (KNDB F9)
absent-withdrawn = { $name } is niet ingedeeld: teruggetrokken (KNDB F5)
absent = { $name } is niet ingedeeld: afwezig (KNDB F5)
chooses-by-points = { $name } mag tegen { $other } de kleur kiezen: meer punten in de poule (2006 art. 14d)
chooses-by-wins = { $name } mag tegen { $other } de kleur kiezen: evenveel punten en meer overwinningen in de poule (2006 art. 14d)
chooses-by-lot = er wordt geloot om de kleuren van { $one } en { $other } (2006 art. 14d)

## Breaches of norms in a pairing made by hand; the article follows

warning-met-before = { $first } en { $second } speelden al tegen elkaar in ronde { $round }
warning-second-free-point = { $name } kreeg in ronde { $round } al een punt zonder te spelen
warning-color-balance = { $name } krijgt in totaal te vaak { $color }
warning-third-color = { $name } krijgt voor de derde keer achter elkaar { $color }
warning-not-in-schedule = { $first } en { $second } staan zo niet in het schema van deze ronde
warning-other-group = { $first } en { $second } zitten niet in dezelfde groep
warning-absent = { $name } is afgemeld voor deze ronde
warning-withdrawn = { $name } heeft zich teruggetrokken
warning-not-paired = { $name } is niet ingedeeld
