### The spectator's pages, which read this file themselves.

## The frame of every page

language-name = Nederlands
skip = Naar de inhoud
language = Taal
home = Alle toernooien

## The list of tournaments

tournaments = Toernooien
no-tournaments = Er wordt op dit moment geen toernooi uitgezonden.
list-unavailable = De lijst van toernooien is niet bereikbaar. Nieuwe poging…
tournament-planned = nog niet begonnen
tournament-between-rounds = tussen twee ronden
tournament-finished = afgelopen
days = { $first } tot en met { $last }
loading = Laden…

## The connection

live = Live
connecting = Verbinden…
offline-since = Geen verbinding sinds { $time }
in-the-clear = Deze pagina kwam zonder versleuteling: anderen in dit netwerk kunnen meelezen en haar veranderen.
no-news-since = Geen nieuws sinds { $time }
delayed-since = Vertraagd sinds { $time }
venue-offline-since = Zaal onbereikbaar sinds { $time }
ended = Afgelopen

## Rules and time controls

rules-international = Internationaal dammen
rules-international-2006 = Internationaal dammen, reglement 2006
rules-international-2006-open = Internationaal dammen, open groep 2006
rules-boxed-12200 = Dammen, doosspel 12200
rules-frisian = Fries dammen
minutes = { $minutes } min
per-move = { $seconds } s per zet

## A tournament and its rounds

boards-running = { $running } van { $boards } borden aan de gang
missing-tournament = Dit toernooi is hier niet.
missing-tournament-hint = Het verschijnt vanzelf zodra het bestaat.
missing-round = Ronde { $round } is nog niet geloot.
missing-game = Dit bord is er niet in dit toernooi.
missing-page = Deze pagina bestaat niet.
round = Ronde { $round }
rounds = Rondes
round-paired = nog niet begonnen
round-open = aan de gang
round-closed = afgelopen
no-rounds = Er is nog geen ronde geloot.
bye = Vrij: { $name }

## Embargoes: what is shown later than it happens

embargo-minutes = { $minutes ->
    [one] { $minutes } minuut vertraagd
   *[other] { $minutes } minuten vertraagd
}
embargo-seconds = { $seconds ->
    [one] { $seconds } seconde vertraagd
   *[other] { $seconds } seconden vertraagd
}
embargo-game-end = Te zien als de partij is afgelopen
embargo-round-end = Te zien als de ronde is afgelopen
embargo-later = Later te zien dan het wordt gespeeld
undelayed = Zonder vertraging: niet voor het publiek

## Boards and clocks

boards = Borden
board = Bord { $table }
open-board = { $board }: { $white } tegen { $black }
match-board = Bord { $board } van de wedstrijd
board-at-table = Bord { $board } · tafel { $table }
empty-board = Leeg bord: er ontbreekt een speler
not-started = Nog niet begonnen
move = Zet { $number }
no-moves = Nog geen zetten
white = Wit
black = Zwart
to-move = aan zet
clock = Klok
no-clock = Geen klok
flag-fell = vlag gevallen
clock-news = { $name }: { $what }
clocks-paused = De klokken zijn stilgezet
paused = stilgezet
absent = nog niet aanwezig
did-not-come = niet gekomen
stage = Periode { $number }
moves-to-go =
    { $moves ->
        [one] nog { $moves } zet
       *[other] nog { $moves } zetten
    }

## Tables: headings and remarks

standings = Stand
no-standings = Er is nog geen stand.
rank = Plaats
player = Speler
played = Gespeeld
wins = Gewonnen
draws = Remise
losses = Verloren
points = Punten
played-short = Gsp
wins-short = W
draws-short = R
losses-short = V
points-short = Ptn
shared-rank = gedeeld
team = Team
group = Groep { $group }
play-off = Beslissingswedstrijd
final = Finaleronde
winners = Groepswinnaars
withdrawn = teruggetrokken
in-hand =
    { $games ->
        [one] { $games } partij minder gespeeld
       *[other] { $games } partijen minder gespeeld
    }

## Tables: what places give, and how ties are resolved

promotion = promotie
promotion-contested = wel of geen promotie: gedeeld
relegation = degradatie
relegation-contested = wel of geen degradatie: gedeeld
decides = beslist ten opzichte van de regel erboven
resolved = een gedeelde plaats is beslist
resolved-before = { $above } voor { $own }: beslist door { $by }
resolved-games = beslissingspartijen
resolved-lot = loting
resolved-lot-with-seed = loting (startgetal { $seed })
resolved-arbiter = de arbiter
has-withdrawn = { $name } heeft zich teruggetrokken
is-reinstated = { $name } doet weer mee
explanation = Uitleg van kolommen en tekens
games-in-hand = partijen minder gespeeld
underlined = onderstreept
now-playing = speelt nu
final-order = Eindrangschikking
and = en
tied = { $names } delen de plaatsen { $first } tot en met { $last }
tied-many = { $count } delen de plaatsen { $first } tot en met { $last }

## Tables: tie-breaks

board-points = Bordpunten
board-points-short = BP
match-points = Wedstrijdpunten
match-points-short = WsP
sonneborn-berger = Sonneborn-Berger
sonneborn-berger-short = SB
solkoff = Weerstandspunten (WP)
solkoff-short = WP
truncated-solkoff =
    { $lowest ->
        [one] WP zonder de laagste
       *[other] WP zonder de { $lowest } laagste
    }
median-solkoff =
    { $each ->
        [one] WP zonder de laagste en de hoogste
       *[other] WP zonder de { $each } laagste en de { $each } hoogste
    }
mutual-result = Onderling resultaat
mutual-result-short = OR
wins-count = Aantal overwinningen
lot = Lotnummer
lot-short = Lot

## Tables: what is prescribed for a tie

remedy-match-of-two = een tweekamp, daarna losse partijen
remedy-single-games = losse partijen tot er een gewonnen is
remedy-single-games-or-lot = losse partijen tot er een gewonnen is, of in overleg loting
remedy-single-games-by-lot = losse partijen tot er een gewonnen is, de eerste kleur door loting
remedy-team-match = de wedstrijd nog eens met omgekeerde kleuren
remedy-blitz = sneldampartijen tot er een gewonnen is
remedy-lot = het lot beslist
remedy-arbiter = de arbiter beslist
remedy-organizer = de organisatie beslist
remedy-schedule = een beslissingswedstrijd volgens een schema van de organisatie

## Moves and results

at-board = speelt nu aan bord { $table }
last-move-by = Laatste zet { $move } van { $name }
last-move = Laatste zet
result-of = { $board }, { $white } tegen { $black }: { $result }

## Scores and reasons, shorter than the arbiter reads them

score-white = Wit wint
score-draw = Remise
score-black = Zwart wint
score-both-lose = Beiden verliezen
score-unplayed = Niet gespeeld
reason-resignation = opgegeven
reason-no-legal-move = geen zet meer mogelijk
reason-agreement = in overleg
reason-early-agreement = te vroeg remise overeengekomen
reason-two-kings-against-one = twee dammen tegen één
reason-one-king-each = elk één dam
reason-repetition = drie keer dezelfde stand
reason-king-moves = vijfentwintig zetten met alleen dammen
reason-sixteen-moves = zestien zetten tegen één dam
reason-five-moves = vijf zetten tegen één dam
reason-long-diagonal = dam alleen op de lange lijn
reason-king-and-men = vijfentwintig zetten tegen een dam alleen
reason-same-move = drie keer achter elkaar dezelfde zet
reason-returned = twee keer op dezelfde plaats terug
reason-flag-fall = op tijd
reason-no-pieces = geen stukken meer
reason-forfeit = reglementair
reason-no-show = niet opgekomen
reason-adjudication = gearbitreerd
reason-arbiter = beslist door de arbiter
reason-upset-pieces = stukken dooreen gewerkt
reason-refused-to-play = weigerde door te spelen
reason-misconduct = wangedrag
reason-wrong-board = het bord lag verkeerd

## Remarks on a game

irregular = Onregelmatige zet die blijft staan
irregular-27a = er is een stuk van de tegenstander verzet
irregular-27b = er zijn te veel of te weinig stukken weggenomen
irregular-27c = er is niet of verkeerd geslagen
irregular-27d = het stuk is gezet waar het niet kan komen
colors-reversed = Gespeeld met omgekeerde kleuren (KNDB F7)
on-paper-from = Op papier vanaf zet { $move }
corrected-from = Gecorrigeerd vanaf zet { $move }
result-withdrawn = Uitslag teruggenomen, de partij gaat verder
by-hand = Met de hand gegeven door { $by }
by-arbiter = Gegeven door de arbiter
with-reason = { $who }: { $reason }

## The page of a game

moves = Zetten
move-list = Zettenlijst
first-position = Beginstand
previous-move = Vorige zet
next-move = Volgende zet
last-position = Laatste stand
flip = Bord draaien
back-to-live = Terug naar live
new-moves =
    { $count ->
        [one] { $count } nieuwe zet
       *[other] { $count } nieuwe zetten
    }
keys = Toetsen: ← → één zet, Home en End naar de beginstand en de laatste stand, L naar live, F draait het bord.
moves-behind =
    { $count ->
        [one] { $count } zet achter
       *[other] { $count } zetten achter
    }
move-took = Deze zet duurde { $time }
share = Delen
address = Adres van deze pagina
address-copied = Adres gekopieerd
pdn = PDN van deze partij
pdn-round = PDN van deze ronde
all-boards = Alle borden
previous-board = Vorig bord
next-board = Volgend bord

## A position in words

board-label = Bord. Wit: { $white }. Zwart: { $black }. { $turn } aan zet.
pieces =
    { $men ->
        [one] { $men } schijf
       *[other] { $men } schijven
    }, { $kings ->
        [one] { $kings } dam
       *[other] { $kings } dammen
    }
position-in-words = Stand in woorden
white-men = Witte schijven
white-kings = Witte dammen
black-men = Zwarte schijven
black-kings = Zwarte dammen
none = geen
rating = rating { $rating }

## Results that are hidden

hide-results = Zonder uitslagen
hide-results-hint = Verbergt uitslagen, stand en stellingen tot u verder stapt (toets S)
standings-hidden = De stand en de uitslagen zijn verborgen.
veiled-game = Uitslagen zijn verborgen: stap verder om de partij vanaf de eerste zet te volgen.
veiled-board = Zet voor zet te volgen
unveil-game = Toon alles van deze partij

## Pages of a tournament beside its boards

pages = Pagina's
players = Spelers
crosstable = Kruistabel
schedule = Rooster
part-unavailable = Deze pagina kon niet worden geladen. Laad haar opnieuw.
no-players = Er zijn nog geen spelers ingeschreven.
missing-player = Deze speler is er niet in dit toernooi.
games = Partijen
no-games = Nog geen partijen.
pdn-player = PDN van deze partijen
round-short = Ronde
color = Kleur
opponent = Tegenstander
game = Partij
place-and-points =
    { $games ->
        [one] Plaats { $place }: punten { $points }, 1 partij
       *[other] Plaats { $place }: punten { $points }, { $games } partijen
    }
began = Begonnen
state = Toestand
