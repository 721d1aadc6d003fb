### Tables: why everybody has their place, what is to be done about ties, what withdrawals did.
### Each is a clause without a capital at its start and without a full stop.

## Numbers and lists

# Stands between whole numbers and decimals.
decimal-mark = ,
and-others = { $count } oaren

## Reasons for a rank; $above and $own are names

# $by is a tie-break.
place-by-tie-break = plak { $above_place } ({ $above }) foar plak { $own_place } ({ $own }) op { $by }, { $more } tsjin { $less }
place-by-resolution = plak { $above_place } ({ $above }) foar plak { $own_place } ({ $own }) troch de beslissing fan de gelikense stân: { $by }
place-by-withdrawal = plak { $above_place } ({ $above }) foar plak { $own_place } ({ $own }), dy't lyk stiet en him of har weromlutsen hat
place-by-own-final = plak { $above_place } ({ $above }) foar plak { $own_place } ({ $own }), dy't de ûnderlinge finale ferlear
place-by-lower-final = plak { $above_place } ({ $above }) foar plak { $own_place } ({ $own }) troch de plakken dêr't harren finales om gongen
resolution-games = beslissingspartijen
resolution-lot = lotting
resolution-lot-with-seed = lotting (startgetal { $seed })
resolution-arbiter = de arbiter
place-leads = plak { $place } ({ $name }), punten: { $points }

## Ties and their remedies

tied = { $names } steane gelyk op de plakken { $first } oant en mei { $last }
remedy-match-of-two = in twakamp fan twa partijen en dêrnei losse partijen mei omkearde kleuren, oant de winner bekend is
remedy-single-games = beslissingspartijen mei omkearde kleuren, oant de winner bekend is
remedy-single-games-or-lot = beslissingspartijen mei omkearde kleuren, oant de winner bekend is, of yn oerlis lotting
remedy-single-games-by-lot = beslissingspartijen, de earste kleur troch lotting en dêrnei wiksele, oant de winner bekend is
remedy-team-match = in beslissingswedstriid mei deselde spilers yn deselde opstelling en omkearde kleuren, oant de winner bekend is
remedy-blitz = flugdampartijen fan 5 minuten en 5 sekonden de set, oant in winst of in bonuswinst
remedy-lot = it lot beslist
remedy-arbiter = de arbiter beslist
remedy-organizer = de wedstriidlieding beslist
remedy-schedule = de wedstriidlieding makket in wedstriidskema
first-white = { $name } earst mei wyt
first-white-of-team = { $name } earst mei wyt op de ûneven boerden

# A tie was resolved by something else than $prescribed.
tie-prescribed = it reglemint skriuwt foar: { $prescribed }

## Effects of a withdrawal, after $played games

withdrawal-void =
    { $name } is nei { $played ->
        [one] { $played } partij
       *[other] { $played } partijen
    } ophâlden: alle partijen ferfalle
withdrawal-points-stay =
    { $name } is nei { $played ->
        [one] { $played } partij
       *[other] { $played } partijen
    } ophâlden: wat skoard is bliuwt stean
withdrawal-rest-lost =
    { $name } is nei { $played ->
        [one] { $played } partij
       *[other] { $played } partijen
    } ophâlden: { $lost ->
        [one] de oerbleaune is winst foar de tsjinstanner
       *[other] de oerbleaune { $lost } binne winst foar de tsjinstanners
    }

## Tie-breaks, as a heading has them

tie-break-points = punten
tie-break-match-points = wedstriidpunten
tie-break-board-points = boerdpunten
tie-break-sonneborn-berger = Sonneborn-Berger
tie-break-solkoff = wjerstânspunten
tie-break-truncated-solkoff = wjerstânspunten sûnder de leechste { $lowest }
tie-break-median-solkoff = wjerstânspunten sûnder de leechste en de heechste { $each }
tie-break-mutual-result = ûnderling resultaat
tie-break-wins = oerwinningen
tie-break-lot = lotting

## Rights of places

zone-promotion = promoasje
zone-relegation = degradaasje
prizes-are-shared = jildprizen wurde dield by gelikense punten (KNDB F12)

## Outcomes of a season, and reasons for places of next year; the article follows

filling-kept = hâldt it nûmer fan de einstân
filling-promoted = promovearre út de klasse dêrûnder
filling-promoted-from-ha = promovearre út HA
filling-relegated = degradearre út de klasse dêrboppe
filling-filled-from-below = follet in iepen plak, út de klasse dêrûnder
filling-filled-by-relegated = follet in iepen plak en degradearret dêrom net
year-to-next-class = nei { $next }: { $points } punten yn fjouwer jier, mear as { $most } (appendix 4)
year-stays-in-class = bliuwt yn { $class }: { $points } punten yn fjouwer jier, net mear as { $most } (appendix 4)
year-not-by-points = út { $class } promovearret men net op punten (appendix 4)
