### Tables: why everybody has their place, what is to be done about ties, what withdrawals did.
### Each is a clause without a capital at its start and without a full stop.

## Numbers and lists

# Stands between whole numbers and decimals.
decimal-mark = ,
and-others = { $count } anderen

## Reasons for a rank; $above and $own are names

# $by is a tie-break.
place-by-tie-break = plaats { $above_place } ({ $above }) vóór plaats { $own_place } ({ $own }) op { $by }, { $more } tegen { $less }
place-by-resolution = plaats { $above_place } ({ $above }) vóór plaats { $own_place } ({ $own }) door de beslissing van de gelijke stand: { $by }
place-by-withdrawal = plaats { $above_place } ({ $above }) vóór plaats { $own_place } ({ $own }), die gelijk staat en zich heeft teruggetrokken
place-by-own-final = plaats { $above_place } ({ $above }) vóór plaats { $own_place } ({ $own }), die de onderlinge finale verloor
place-by-lower-final = plaats { $above_place } ({ $above }) vóór plaats { $own_place } ({ $own }) door de plaatsen waar hun finales om gingen
resolution-games = beslissingspartijen
resolution-lot = loting
resolution-lot-with-seed = loting (startgetal { $seed })
resolution-arbiter = de arbiter
place-leads = plaats { $place } ({ $name }), punten: { $points }

## Ties and their remedies

tied = { $names } staan gelijk op de plaatsen { $first } tot en met { $last }
remedy-match-of-two = een tweekamp van twee partijen en daarna losse partijen met omgekeerde kleuren, tot de winnaar bekend is
remedy-single-games = beslissingspartijen met omgekeerde kleuren, tot de winnaar bekend is
remedy-single-games-or-lot = beslissingspartijen met omgekeerde kleuren, tot de winnaar bekend is, of in overleg loting
remedy-single-games-by-lot = beslissingspartijen, de eerste kleur door loting en daarna gewisseld, tot de winnaar bekend is
remedy-team-match = een beslissingswedstrijd met dezelfde spelers in dezelfde opstelling en omgekeerde kleuren, tot de winnaar bekend is
remedy-blitz = sneldampartijen van 5 minuten en 5 seconden per zet, tot een winst of een bonuswinst
remedy-lot = het lot beslist
remedy-arbiter = de arbiter beslist
remedy-organizer = de wedstrijdleiding beslist
remedy-schedule = de wedstrijdleiding bepaalt een wedstrijdschema
first-white = { $name } eerst met wit
first-white-of-team = { $name } eerst met wit op de oneven borden

# A tie was resolved by something else than $prescribed.
tie-prescribed = het reglement schrijft voor: { $prescribed }

## Effects of a withdrawal, after $played games

withdrawal-void =
    { $name } is na { $played ->
        [one] { $played } partij
       *[other] { $played } partijen
    } gestopt: alle partijen vervallen
withdrawal-points-stay =
    { $name } is na { $played ->
        [one] { $played } partij
       *[other] { $played } partijen
    } gestopt: wat gescoord is blijft staan
withdrawal-rest-lost =
    { $name } is na { $played ->
        [one] { $played } partij
       *[other] { $played } partijen
    } gestopt: { $lost ->
        [one] de resterende is winst voor de tegenstander
       *[other] de resterende { $lost } zijn winst voor de tegenstanders
    }

## Tie-breaks, as a heading has them

tie-break-points = punten
tie-break-match-points = wedstrijdpunten
tie-break-board-points = bordpunten
tie-break-sonneborn-berger = Sonneborn-Berger
tie-break-solkoff = weerstandspunten
tie-break-truncated-solkoff = weerstandspunten zonder de laagste { $lowest }
tie-break-median-solkoff = weerstandspunten zonder de laagste en de hoogste { $each }
tie-break-mutual-result = onderling resultaat
tie-break-wins = overwinningen
tie-break-lot = loting

## Rights of places

zone-promotion = promotie
zone-relegation = degradatie
prizes-are-shared = geldprijzen worden gedeeld bij gelijke punten (KNDB F12)

## Outcomes of a season, and reasons for places of next year; the article follows

filling-kept = houdt het nummer van de eindstand
filling-promoted = gepromoveerd uit de klasse eronder
filling-promoted-from-ha = gepromoveerd uit HA
filling-relegated = gedegradeerd uit de klasse erboven
filling-filled-from-below = vult een open plaats, uit de klasse eronder
filling-filled-by-relegated = vult een open plaats en degradeert daarom niet
year-to-next-class = naar { $next }: { $points } punten in vier jaar, meer dan { $most } (appendix 4)
year-stays-in-class = blijft in { $class }: { $points } punten in vier jaar, niet meer dan { $most } (appendix 4)
year-not-by-points = uit { $class } promoveert men niet op punten (appendix 4)
