### The reasons for which a tournament refuses what it is asked to do. Clauses without a full stop.

## The tournament and its entries; $player, $team and $participant are numbers

refusal-not-created = het toernooi is niet aangemaakt
refusal-already-created = het toernooi is al aangemaakt, als “{ $name }”
refusal-deleted = het toernooi is verwijderd; een ander toernooi heeft een andere id nodig
refusal-played = ronde { $round } is gespeeld: een toernooi waarin een partij is begonnen, blijft
refusal-no-time-control = het reglement laat de bedenktijd aan de organisatie over: geef die op
refusal-no-season = er is een leeftijdsgrens: geef op in welk jaar het seizoen begint (E art. 4)
refusal-duplicate-player = “{ $name }” is al ingeschreven, als speler { $player }
refusal-duplicate-team = “{ $name }” is al ingeschreven, als team { $team }
refusal-birth-missing = er is een leeftijdsgrens: vul de geboortedatum in (E art. 4)
refusal-birth-day-missing = er is een leeftijdsgrens: vul de hele geboortedatum in, want het jaar beslist niet (E art. 4)
refusal-too-old = { $age } jaar op 1 september { $season }, en alleen wie jonger is dan { $limit } mag meedoen
refusal-entries-closed = de inschrijving is gesloten toen de eerste ronde werd ingedeeld
refusal-too-many-players = het toernooi is voor hoogstens { $max }
refusal-unknown-player = er is geen speler { $player }
refusal-unknown-participant = er is geen deelnemer { $participant }
refusal-stands-in-round = deelnemer { $participant } staat in ronde { $round }: trek die in plaats daarvan terug
refusal-has-withdrawn = deelnemer { $participant } heeft zich teruggetrokken: maak dat eerst ongedaan
refusal-not-withdrawn = deelnemer { $participant } heeft zich niet teruggetrokken
refusal-seat-taken = de plaats van deelnemer { $participant } is ingenomen door { $reserve }
refusal-no-reserves = een reserve neemt alleen een plaats in waar spelers die in een schema hebben en hun punten blijven staan (2006 art. 10): schrijf anders een late speler in
refusal-point-fixed = het punt “{ $point }” van het reglement ligt vast: er hangt iets van af dat al staat
refusal-amendment-reason = er is een indeling bekendgemaakt: zeg waarom het reglement wordt gewijzigd

## Teams

refusal-not-of-teams = spelers spelen hier voor zichzelf: er zijn geen teams
refusal-unknown-team = er is geen team { $team }
refusal-other-team = speler { $player } speelt voor team { $team }
refusal-line-up-reason = zeg waarom de opstelling wordt verbeterd (B art. 6)
refusal-line-up-missing = team { $team } heeft zijn opstelling niet ingeleverd (B art. 6)
refusal-team-boards = een team speelt aan 1 tot { $max } borden, niet aan { $boards }
refusal-on-two-boards = speler { $player } staat aan twee borden
refusal-line-up-of-nobody = in een opstelling staat minstens één speler
refusal-line-up-boards = het team speelt aan { $expected } borden, de opstelling heeft er { $boards }
refusal-line-up-late = een opstelling wordt 15 minuten voor de wedstrijd ingeleverd: { $minutes } min te laat (B art. 6)
refusal-line-up-fixed = de ingeleverde volgorde geldt voor elke ronde (B art. 6)
refusal-team-itself = team { $team } kan niet tegen zichzelf spelen
refusal-match-boards = het eerste team heeft { $first } borden, het tweede { $second }
refusal-player-of-both = speler { $player } speelt voor beide teams

## Lots and groups

refusal-lots-fixed = na de indeling van de eerste ronde kan niet meer worden geloot
refusal-lots-of-groups = de groepen hebben hun nummers: verdeel ze in plaats daarvan opnieuw
refusal-lots-incomplete = elk van de { $players } deelnemers moet precies één keer worden genoemd
refusal-groups-by-strength = viertallen worden naar sterkte verdeeld: maak de groepen met de hand (G art. 3)
refusal-no-groups = het reglement heeft geen groepen
refusal-groups-missing = verdeel alle deelnemers in groepen voordat de eerste ronde wordt ingedeeld
refusal-pools = er zijn twee poules nodig, niet { $pools }
refusal-group-too-few = een groep heeft er minstens { $fewest } nodig, niet { $entrants }
refusal-group-sizes = groepen van samen { $places } zijn niet voor { $entrants }

## Rounds and their pairings

refusal-too-many-rounds = een toernooi heeft hoogstens { $max } ronden
refusal-table-pairs-all = het schema deelt iedereen in: stel de partij uit of leg een reglementaire uitslag vast
refusal-paired-already = ronde { $round } is al ingedeeld: maak de indeling ongedaan of leg een reglementaire uitslag vast
refusal-round-out-of-order = ronde { $round } kan niet worden ingedeeld: de volgende ronde is { $next }
refusal-already-paired = ronde { $round } is al anders ingedeeld
refusal-no-more-rounds = het toernooi heeft maar { $rounds } ronden
refusal-previous-round = ronde { $round } is nog niet gesloten
refusal-pairings-missing = de indeling van ronde { $round } ontbreekt of is leeg
refusal-paired-twice = deelnemer { $participant } staat twee keer in ronde { $round }
refusal-other-group = de deelnemers { $first } en { $second } zitten in verschillende groepen: hun partij telt in geen enkele stand
# $reason says why the Swiss system has no pairing.
refusal-unpairable = { $reason }; deel met de hand in
refusal-nobody-to-pair = er is niemand om in ronde { $round } in te delen
refusal-not-the-latest = alleen de laatste ronde, { $latest }, kan ongedaan worden gemaakt
refusal-unpair-reason = ronde { $round } is bekendgemaakt: zeg waarom de indeling ongedaan wordt gemaakt (KNDB F6)
refusal-round-begun = ronde { $round } is begonnen, dus de indeling staat vast: leg reglementaire uitslagen vast, verbeter uitslagen, of zeg welke partijen met verwisselde kleuren zijn gespeeld (KNDB F7)
refusal-unknown-round = er is geen ronde { $round }
refusal-unknown-table = ronde { $round } heeft geen tafel { $table }
refusal-round-paired = ronde { $round } is ingedeeld maar niet begonnen
refusal-round-open = ronde { $round } is begonnen
refusal-round-closed = ronde { $round } is gesloten
refusal-rounds-paired = er zijn al { $rounds } ronden ingedeeld
refusal-hall-in-play = sneldampartijen beginnen als alle partijen in de zaal zijn afgelopen: tafel { $table } van ronde { $round } speelt nog (2006 art. 14e)
refusal-unfinished = de partij aan tafel { $table } van ronde { $round } is niet uit, en partijen worden niet afgebroken: leg de uitslag vast, of zeg waarom de arbiter de ronde sluit (2006 art. 6)
refusal-ground-missing = ronde { $round } blijft zoals die is bekendgemaakt: geen paar schendt KNDB B1 of KNDB B2, of geen partij is met verwisselde kleuren gespeeld; om een andere reden beslist de hoofdarbiter (KNDB F6)
refusal-ground-unnamed = ronde { $round } is bekendgemaakt: noem de grond om die ongedaan te maken, dat is een geschonden norm, een verkeerde uitslag, verwisselde kleuren of een besluit van de hoofdarbiter (KNDB F6, F7)
refusal-not-made-up = ronde { $round }, tafel { $table }: partijen van deze ronde worden niet ingehaald (C art. 13); leg een uitslag vast
refusal-make-up-first = ronde { $round }, tafel { $table } moet eerst worden ingehaald (C art. 13); of leg een reglementaire uitslag vast
refusal-agreement-missing = zeg wie ermee akkoord is dat ronde { $round }, tafel { $table } dan wordt ingehaald (C art. 13)
refusal-make-up-too-late = ronde { $round }, tafel { $table } wordt ingehaald voordat ronde { $limit } begint (C art. 13)
refusal-rest-not-over = spelers hebben een half uur tussen twee partijen op een dag (2006 art. 9): begin ronde { $round } daarna, of zeg waarom ze het zonder doen
refusal-absence-reason = zeg waarom { $participant } ronde { $round } niet kan spelen (C art. 10)

## Byes of half a point

refusal-no-half-point-byes = het reglement kent geen vrije ronden voor een half punt (KNDB F9)
refusal-half-point-byes-most = niemand heeft meer dan { $most } vrije ronden voor een half punt (KNDB F9)
refusal-half-point-bye-last = het reglement kent in de laatste ronde geen vrije ronden voor een half punt (KNDB F9)

## Results

refusal-result-missing = ronde { $round }, tafel { $table } heeft nog geen uitslag
refusal-draw-by-forfeit = een partij die niet is gespeeld, is geen remise
refusal-men-ahead = niemand staat meer dan { $max } schijven voor
refusal-men-ahead-missing = zeg hoeveel schijven wit aan het eind van deze remise voor stond; een dam telt voor twee (2006 art. 14a)
refusal-already-recorded = ronde { $round }, tafel { $table } heeft al een uitslag: { $result }
refusal-game-is-off = ronde { $round }, tafel { $table }: de partij was vervallen toen ze eindigde, door terugtrekking
refusal-no-result-to-correct = ronde { $round }, tafel { $table } heeft geen uitslag om te verbeteren
refusal-no-colors = ronde { $round }, tafel { $table } is niet gespeeld: er zijn geen kleuren

## Ties, play-offs and finals

refusal-tie-reason = zeg waarom de gelijke stand weer open is
refusal-won-by-games = partijen hebben deze gelijke stand beslist: verbeter in plaats daarvan hun uitslagen
refusal-no-such-tie = dit zijn niet precies degenen die op een plaats gelijk staan
refusal-rounds-to-play = ronde { $next } moet nog worden gespeeld: de plaatsen liggen niet vast
# $remedy is what the regulation prescribes.
refusal-no-play-off = voor deze gelijke stand zijn geen partijen voorgeschreven ({ $remedy }): leg vast hoe die is beslist
refusal-play-off-running = van de beslissing heeft een partij in ronde { $round } geen uitslag
refusal-already-resolved = deze gelijke stand is al beslist: open die eerst weer, en zeg waarom
refusal-play-off-of-two = twee spelen de voorgeschreven tweekamp: deel die in zonder paren te noemen
refusal-not-in-play-off = deelnemer { $participant } speelt niet om deze gelijke stand
refusal-play-off-over = deze beslissing is afgelopen: beslis wat nog gelijk staat
refusal-play-off-too-few = een beslissing is tussen minstens twee, niet { $given }
refusal-play-off-too-many = een beslissing is tussen hoogstens 64, niet { $given }
refusal-play-off-twice = iemand is twee keer genoemd in een beslissing
refusal-seed-missing = het lot beslist: geef een startgetal om mee te loten
refusal-pool-tied = poule { $group } heeft een gelijke stand op plaats { $place }: beslis die eerst
# $place is the place in both pools.
refusal-no-such-final = er is geen finale van de nummers { $place }
refusal-color-drawn = de kleur van de finale van de nummers { $place } is al geloot
refusal-color-by-lot = de kleur van de finale van de nummers { $place } moet nog worden geloot
refusal-color-by-player = de kleur van de finale van de nummers { $place } moet nog worden gekozen door speler { $player }
refusal-finals-crossed = de finales zijn nummer tegen nummer: kies de kleuren en deel in
refusal-pool-sizes = poule I heeft { $first } spelers, poule II { $second }
refusal-twice-in-pools = speler { $player } staat twee keer in de poules
refusal-pool-order = speler { $player } heeft meer punten dan de vorige: een poule staat in de volgorde van de plaatsen
refusal-final-winners = { $finals } finales hebben { $winners } winnaars
refusal-final-stranger = speler { $player } speelde de finale van de nummers { $place } niet
refusal-winner-missing = een groep heeft nog niet één winnaar: beslis eerst de gelijke stand
refusal-winners-by-schedule = de groepswinnaars spelen volgens hun schema: deel in zoals het reglement zegt
refusal-nobody-promoted = niemand promoveert uit dit toernooi

## Proposals and embargoes; $part is a part of the tournament

refusal-unknown-proposal = er is geen voorstel { $number }
refusal-proposal-answered = voorstel { $number } is al beantwoord
refusal-proposal-reason = zeg waarom het voorstel wordt afgewezen
refusal-not-proposed = een opstelling, afwezigheid en terugtrekken kunnen worden voorgesteld, en niets anders
refusal-embargo-reason = zeg waarom het publiek het eerder ziet
refusal-nothing-withheld = er geldt geen embargo voor { $part }: het is al openbaar
refusal-embargo-decisions = een toernooi heeft hoogstens { $max } besluiten over embargo’s

## Results that contradict each other, for the Swiss system and for tables

field-too-many-players = een toernooi heeft hoogstens { $max } spelers
field-too-many-rounds = een toernooi volgens het Zwitserse systeem heeft hoogstens { $max } ronden
field-no-such-round = ronde { $round } kan niet worden ingedeeld: er zijn { $rounds } ronden
field-player-twice = speler { $player } is twee keer ingeschreven
field-lot-twice = lotnummer { $lot } is twee keer gegeven
field-history = speler { $player } heeft { $found } eerdere ronden in plaats van { $expected }
field-unknown-opponent = speler { $player } speelde in ronde { $round } tegen speler { $opponent }, die niet is ingeschreven
field-disagreement = de spelers { $player } en { $opponent } hebben over ronde { $round } niet hetzelfde
table-boards-of-players = { $first } en { $second } zijn spelers en hebben in ronde { $round } een wedstrijd van teams gespeeld
table-game-of-teams = { $first } en { $second } zijn teams en hebben in ronde { $round } één partij gespeeld
