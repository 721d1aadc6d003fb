### The spectator's pages, which read this file themselves.

## The frame of every page

language-name = Frysk
skip = Nei de ynhâld
language = Taal
home = Alle toernoaien

## The list of tournaments

tournaments = Toernoaien
no-tournaments = Der wurdt op it stuit gjin toernoai útstjoerd.
list-unavailable = De list mei toernoaien is net te berikken. Nij besykjen…
tournament-planned = noch net begûn
tournament-between-rounds = tusken twa rûndes
tournament-finished = dien
days = { $first } oant en mei { $last }
loading = Laden…

## The connection

live = Live
connecting = Ferbine…
offline-since = Gjin ferbining sûnt { $time }
in-the-clear = Dizze side kaam sûnder fersifering: oaren yn dit netwurk kinne meilêze en har feroarje.
no-news-since = Gjin nijs sûnt { $time }
delayed-since = Fertrage sûnt { $time }
venue-offline-since = Seal net te berikken sûnt { $time }
ended = Dien

## Rules and time controls

rules-international = Ynternasjonaal damjen
rules-international-2006 = Ynternasjonaal damjen, reglemint 2006
rules-international-2006-open = Ynternasjonaal damjen, iepen groep 2006
rules-boxed-12200 = Damjen, doazespul 12200
rules-frisian = Frysk damjen
minutes = { $minutes } min
per-move = { $seconds } s de set

## A tournament and its rounds

boards-running = { $running } fan { $boards } boerden oan 'e gong
missing-tournament = Dit toernoai is hjir net.
missing-tournament-hint = It ferskynt fansels sa gau as it bestiet.
missing-round = Omgong { $round } is noch net lotte.
missing-game = Dit boerd is der net yn dit toernoai.
missing-page = Dizze side bestiet net.
round = Omgong { $round }
rounds = Omgongen
round-paired = noch net begûn
round-open = oan 'e gong
round-closed = dien
no-rounds = Der is noch gjin omgong lotte.
bye = Frij: { $name }

## Embargoes: what is shown later than it happens

embargo-minutes = { $minutes ->
    [one] { $minutes } minút fertrage
   *[other] { $minutes } minuten fertrage
}
embargo-seconds = { $seconds ->
    [one] { $seconds } sekonde fertrage
   *[other] { $seconds } sekonden fertrage
}
embargo-game-end = Te sjen as de partij ôfrûn is
embargo-round-end = Te sjen as de omgong ôfrûn is
embargo-later = Letter te sjen as it spile wurdt
undelayed = Sûnder fertraging: net foar it publyk

## Boards and clocks

boards = Boerden
board = Boerd { $table }
open-board = { $board }: { $white } tsjin { $black }
match-board = Boerd { $board } fan de wedstriid
board-at-table = Boerd { $board } · tafel { $table }
empty-board = Leech boerd: der mist in spiler
not-started = Noch net begûn
move = Set { $number }
no-moves = Noch gjin setten
white = Wyt
black = Swart
to-move = oan set
clock = Klok
no-clock = Gjin klok
flag-fell = flagge fallen
clock-news = { $name }: { $what }
clocks-paused = De klokken binne stilset
paused = stilset
absent = noch net oanwêzich
did-not-come = net kaam
stage = Perioade { $number }
moves-to-go =
    { $moves ->
        [one] noch { $moves } set
       *[other] noch { $moves } setten
    }

## Tables: headings and remarks

standings = Stân
no-standings = Der is noch gjin stân.
rank = Plak
player = Spiler
played = Spile
wins = Wûn
draws = Remise
losses = Ferlern
points = Punten
played-short = Sp
wins-short = W
draws-short = R
losses-short = F
points-short = Ptn
shared-rank = dield
team = Team
group = Groep { $group }
play-off = Beslissingswedstriid
final = Finaleomgong
winners = Groepswinners
withdrawn = weromlutsen
in-hand =
    { $games ->
        [one] { $games } partij minder spile
       *[other] { $games } partijen minder spile
    }

## Tables: what places give, and how ties are resolved

promotion = promoasje
promotion-contested = wol of gjin promoasje: dield
relegation = degradaasje
relegation-contested = wol of gjin degradaasje: dield
decides = beslist foar de rigel dêrboppe oer
resolved = in dield plak is besletten
resolved-before = { $above } foar { $own }: besletten troch { $by }
resolved-games = beslissingspartijen
resolved-lot = lotting
resolved-lot-with-seed = lotting (startgetal { $seed })
resolved-arbiter = de arbiter
has-withdrawn = { $name } hat him of har weromlutsen
is-reinstated = { $name } docht wer mei
explanation = Utlis fan kolommen en tekens
games-in-hand = partijen minder spile
underlined = ûnderstreke
now-playing = spilet no
final-order = Einrangoarder
and = en
tied = { $names } diele de plakken { $first } oant en mei { $last }
tied-many = { $count } diele de plakken { $first } oant en mei { $last }

## Tables: tie-breaks

board-points = Boerdpunten
board-points-short = BP
match-points = Wedstriidpunten
match-points-short = WsP
sonneborn-berger = Sonneborn-Berger
sonneborn-berger-short = SB
solkoff = Wjerstânspunten (WP)
solkoff-short = WP
truncated-solkoff =
    { $lowest ->
        [one] WP sûnder de leechste
       *[other] WP sûnder de { $lowest } leechste
    }
median-solkoff =
    { $each ->
        [one] WP sûnder de leechste en de heechste
       *[other] WP sûnder de { $each } leechste en de { $each } heechste
    }
mutual-result = Ûnderling resultaat
mutual-result-short = ÛR
wins-count = Tal oerwinningen
lot = Lotnûmer
lot-short = Lot

## Tables: what is prescribed for a tie

remedy-match-of-two = in twakamp, dêrnei losse partijen
remedy-single-games = losse partijen oant der ien wûn is
remedy-single-games-or-lot = losse partijen oant der ien wûn is, of yn oerlis lotting
remedy-single-games-by-lot = losse partijen oant der ien wûn is, de earste kleur troch lotting
remedy-team-match = de wedstriid nochris mei omkearde kleuren
remedy-blitz = fluchdampartijen oant der ien wûn is
remedy-lot = it lot beslist
remedy-arbiter = de arbiter beslist
remedy-organizer = de organisaasje beslist
remedy-schedule = in beslissingswedstriid neffens in skema fan de organisaasje

## Moves and results

at-board = spilet no oan boerd { $table }
last-move-by = Lêste set { $move } fan { $name }
last-move = Lêste set
result-of = { $board }, { $white } tsjin { $black }: { $result }

## Scores and reasons, shorter than the arbiter reads them

score-white = Wyt wint
score-draw = Remise
score-black = Swart wint
score-both-lose = Beide ferlieze
score-unplayed = Net spile
reason-resignation = opjûn
reason-no-legal-move = gjin set mear mooglik
reason-agreement = yn oerlis
reason-early-agreement = te betiid remise ôfpraat
reason-two-kings-against-one = twa dammen tsjin ien
reason-one-king-each = elk ien dam
reason-repetition = trije kear deselde stân
reason-king-moves = fiifentweintich setten mei allinnich dammen
reason-sixteen-moves = sechstjin setten tsjin ien dam
reason-five-moves = fiif setten tsjin ien dam
reason-long-diagonal = dam allinnich op 'e lange line
reason-king-and-men = fiifentweintich setten tsjin in dam allinnich
reason-same-move = trije kear efterinoar deselde set
reason-returned = twa kear op itselde plak werom
reason-flag-fall = op tiid
reason-no-pieces = gjin stikken mear
reason-forfeit = reglemintêr
reason-no-show = net opdaagd
reason-adjudication = arbitrearre
reason-arbiter = besletten troch de arbiter
reason-upset-pieces = stikken trochinoar smiten
reason-refused-to-play = wegere fierder te spyljen
reason-misconduct = misdragen
reason-wrong-board = it boerd lei ferkeard

## Remarks on a game

irregular = Ûnregelmjittige set dy't stean bliuwt
irregular-27a = der is in stik fan de tsjinstanner ferset
irregular-27b = der binne te folle of te min stikken fuortnommen
irregular-27c = der is net of ferkeard slein
irregular-27d = it stik is set dêr't it net komme kin
colors-reversed = Spile mei omkearde kleuren (KNDB F7)
on-paper-from = Op papier fan set { $move } ôf
corrected-from = Korrizjearre fan set { $move } ôf
result-withdrawn = Útslach weromnommen, de partij giet troch
by-hand = Mei de hân jûn troch { $by }
by-arbiter = Jûn troch de arbiter
with-reason = { $who }: { $reason }

## The page of a game

moves = Setten
move-list = Settelist
first-position = Begjinstân
previous-move = Foarige set
next-move = Folgjende set
last-position = Lêste stân
flip = Boerd draaie
back-to-live = Werom nei live
new-moves =
    { $count ->
        [one] { $count } nije set
       *[other] { $count } nije setten
    }
keys = Toetsen: ← → ien set, Home en End nei de begjinstân en de lêste stân, L nei live, F draait it boerd.
moves-behind =
    { $count ->
        [one] { $count } set efter
       *[other] { $count } setten efter
    }
move-took = Dizze set duorre { $time }
share = Diele
address = Adres fan dizze side
address-copied = Adres kopiearre
pdn = PDN fan dizze partij
pdn-round = PDN fan dizze omgong
all-boards = Alle boerden
previous-board = Foarich boerd
next-board = Folgjend boerd

## A position in words

board-label = Boerd. Wyt: { $white }. Swart: { $black }. { $turn } oan set.
pieces =
    { $men ->
        [one] { $men } skiif
       *[other] { $men } skiven
    }, { $kings ->
        [one] { $kings } dam
       *[other] { $kings } dammen
    }
position-in-words = Stân yn wurden
white-men = Wite skiven
white-kings = Wite dammen
black-men = Swarte skiven
black-kings = Swarte dammen
none = gjin
rating = rating { $rating }

## Results that are hidden

hide-results = Sûnder útslaggen
hide-results-hint = Ferberget útslaggen, stân en stellingen oant jo fierder stappe (toets S)
standings-hidden = De stân en de útslaggen binne ferburgen.
veiled-game = Utslaggen binne ferburgen: stap fierder om de partij fan de earste set ôf te folgjen.
veiled-board = Set foar set te folgjen
unveil-game = Lit alles fan dizze partij sjen

## Pages of a tournament beside its boards

pages = Siden
players = Spilers
crosstable = Krústabel
schedule = Roaster
part-unavailable = Dizze side koe net laden wurde. Laad him opnij.
no-players = Der binne noch gjin spilers opjûn.
missing-player = Dizze spiler is der net yn dit toernoai.
games = Partijen
no-games = Noch gjin partijen.
pdn-player = PDN fan dizze partijen
round-short = Omgong
color = Kleur
opponent = Tsjinstanner
game = Partij
place-and-points =
    { $games ->
        [one] Plak { $place }: punten { $points }, 1 partij
       *[other] Plak { $place }: punten { $points }, { $games } partijen
    }
began = Begûn
state = Tastân
