### Faults of a regulation. Clauses without a full stop.

## The order of the table; $tie_break is a tie-break

order-points-not-first = de stand gaat allereerst naar punten
order-tie-breaks-most = een stand heeft hoogstens { $most } criteria, niet { $given }
order-tie-break-twice = het criterium “{ $tie_break }” staat er twee keer
order-nothing-left-out = het criterium “{ $tie_break }” laat geen tegenstander weg
order-board-points-of-players = bordpunten zijn voor teams, niet voor spelers
order-first-place-by = de eerste plaats gaat naar { $asked } van { $given } criteria
order-no-places = er zijn geen plaatsen { $from } tot en met { $to }
order-zones-overlap = plaats { $place } ligt in twee zones
order-voids-nothing = een regel die partijen van wie stopt laat vervallen, heeft een aantal partijen boven 0 nodig

## The format, its rounds and its entrants

fault-zones-apart = zones volgen uit de aantallen promotie- en degradatieplaatsen, en worden niet apart gegeven
fault-bonus-draws = remises met een bonus horen bij internationaal dammen, niet bij Fries dammen
fault-no-boards = teams hebben 1 tot { $max } borden nodig
fault-boards-of-players = spelers die voor zichzelf spelen, hebben geen { $boards } borden
fault-format-of-teams = het systeem is voor teams
fault-format-of-players = het systeem is voor spelers
# $remedy is what is prescribed for a tie.
fault-play-off-not-of-teams = de beslissing is niet voor teams: { $remedy }
fault-play-off-not-of-players = de beslissing is niet voor spelers: { $remedy }
fault-voids-in-swiss = partijen vervallen alleen waar iedereen tegen iedereen speelt, niet in het Zwitserse systeem
fault-byes-of-table = vrije ronden voor een half punt zijn voor het Zwitserse systeem en indelen met de hand, niet voor een schema (KNDB F9)
fault-no-show-of-teams = alleen spelers gelden als teruggetrokken als ze niet komen (KNDB F10)
fault-winners-ordered = groepswinnaars krijgen geen gezamenlijke volgorde bij teams en bij twee poules met finales
fault-rounds-of-schedule = het aantal ronden volgt uit het schema en wordt niet op { $rounds } gezet
fault-no-rounds = een toernooi heeft minstens één ronde
fault-rounds-missing = een toernooi volgens het Zwitserse systeem heeft een aantal ronden nodig
fault-too-many-rounds = { $entrants } deelnemers spelen hoogstens { $most } ronden volgens het Zwitserse systeem, niet { $rounds }
fault-pool-table = een poule speelt niet volgens { $table }
fault-unequal-pools = { $entrants } deelnemers geven geen twee even grote poules
fault-no-games = een tweekamp heeft minstens één partij
fault-too-many-games = een tweekamp heeft hoogstens { $most } partijen, niet { $games }
fault-match-of = een tweekamp is tussen twee, niet { $entrants }
fault-table-players = het schema { $table } is voor { $min } tot { $max } spelers, niet voor { $players }
# $competition is one of the competitions below, $limits a number or a range such as "3 to 6".
fault-not-prescribed = { $article } geeft geen schema voor { $entrants } in { $competition }: het is voor { $limits }
fault-range = { $from } tot en met { $to }
fault-from = { $from } en meer
fault-swiss-prescribed = { $entrants } deelnemers in { $competition } spelen volgens het Zwitserse systeem
fault-entrants-min = het toernooi is voor minstens { $min } deelnemers, niet voor { $entrants }
fault-entrants = het toernooi is voor minstens { $min } en hoogstens { $max } deelnemers, niet voor { $entrants }
fault-limits = niemand kan meedoen: minstens { $min } en hoogstens { $max }
fault-zones = van een groep van { $size } kunnen er geen { $promoted } promoveren en { $relegated } degraderen

## Competitions of the Frisian rulebook

competition-club-event = een groep van een clubwedstrijd
competition-club-teams = een groep clubs
competition-eight = een acht
competition-ha = HA
competition-classes = een groep van een klasse
competition-youth = een jeugdkampioenschap
competition-blitz = het kampioenschap sneldammen
competition-mini-teams = een groep van het miniclubkampioenschap

## Points of a regulation

point-rules = spelregels
point-time-control = bedenktijd
point-play-off-time-control = bedenktijd van beslissingspartijen
point-opening = wiens tijd bij het begin loopt
point-absence = wachttijd
point-format = systeem
point-rounds = aantal ronden
point-groups = groepen
point-boards = borden van een team
point-scoring = punten van uitslagen
point-tie-breaks = volgorde bij gelijke punten
point-first-place = de eerste plaats
point-withdrawal = terugtrekken
point-zones = promotie en degradatie
point-limits = grenzen aan deelnemers
point-half-point-byes = vrije ronden voor een half punt
point-no-show = spelers die niet komen
point-winners = groepswinnaars
point-adjournment = onvoltooide partijen
point-rest = rust tussen partijen
point-prizes = prijzen
point-draws = remises
point-start = start van de klokken
