### The arbiter's desk, which reads this file itself.

## The frame

desk = Arbitertafel
open-desk = Deze tafel staat open voor wie deze computer gebruikt. “damcast access init” sluit haar af.
sections = Delen van de tafel
section-round = Ronde
section-players = Deelnemers
section-standings = Stand
section-record = Logboek
section-print = Afdrukken
section-settings = Instellingen
commands = Alle opdrachten
commands-hint = Een paar letters van wat u wilt doen
commands-none = Zo'n opdracht is er hier niet.
cancel = Annuleren
save = Opslaan
go-on = Verder
dismiss = Sluiten
more = Meer
more-of = Meer voor tafel { $table }
more-of-name = Meer voor { $name }
act-sent = Verzonden:
act-stored = Opgeslagen:
act-failed = Mislukt:
act-unknown = Onbekend of dit is opgeslagen:
acts-as = Beslissingen worden vastgelegd op naam van { $name }.
sign-out = Afmelden
your-name = Uw naam
your-name-hint = Deze wordt bij elke beslissing vastgelegd.
other-person = Iemand anders aan de tafel
reason = Reden
search = Zoeken
warnings = Let op

## Tournaments

new-tournament = Nieuw toernooi
no-tournament = Er is nog geen toernooi.
tournament-size = { $players } spelers, { $rounds } rondes
creates = { $name } aanmaken
create = Aanmaken
preset = Reglement
name = Naam
place = Plaats
notice = Mededeling voor toeschouwers
notice-hint = Staat bij de naam; leeg voor geen.
minutes-each = Minuten voor elke speler
seconds-a-move = Seconden erbij voor elke zet
settings = Instellingen
amend = Naam, plaats of mededeling wijzigen
delete = Toernooi verwijderen
deletes = { $name } verwijderen
delete-text = Toeschouwers zien het niet meer. Het log bewaart wie het verwijderde, en het adres wordt niet opnieuw gegeven.
spectators-page = De pagina voor toeschouwers
export-csv = Kruistabel als CSV
export-html = Kruistabel als HTML
export-trf = Rapportbestand (TRF16)

## Entries

players = Deelnemers
players-count = { $players } spelers; { $absent } afwezig in ronde { $round }
enter-player = Speler inschrijven
enters = { $name } inschrijven
enter = Inschrijven
enter-all = { $players } spelers inschrijven
club = Vereniging
rating = Rating
category = Categorie
birth-year = Geboortejaar
correct-player = Inschrijving verbeteren
corrects-player = Inschrijving van { $name } verbeteren
remove = Verwijderen
removes = { $name } verwijderen
remove-text = Alleen wie nooit is ingedeeld, kan weg. Het nummer wordt niet opnieuw gegeven.
rename = Hernoemen
renames = { $name } hernoemen
round-short = Ronde { $round }
round-number = Ronde
absence-of = { $name } is afwezig in ronde { $round }
is-absent = { $name } speelt ronde { $round } niet
plays = { $name } speelt ronde { $round } toch
absent = Afwezig
expected = Verwacht
here = Aanwezig
half-point-bye = Vrije ronde op verzoek
half-point-bye-of = Vrije ronde op verzoek voor { $name }
told-by = Gemeld door
withdraw = Terugtrekken
withdraws = { $name } trekt zich terug
reinstate = Speelt weer mee
reinstates = { $name } speelt weer mee
seat-reserve = Reserve inzetten
seats-reserve = Een reserve voor { $name }
decline-promotion = Ziet af van promotie
declines-promotion = { $name } ziet af van promotie
accept-promotion = Neemt de promotie aan
accepts-promotion = { $name } neemt de promotie aan
teams = Teams
enter-team = Team inschrijven
line-up = Opstelling
line-up-of = Opstelling van { $name }
late-reason = Reden, als het te laat is
late-line-up = Opstelling te laat: { $reason }
board-number = Bord { $board }
draw-lots = Nummers loten
draw-lots-text = De nummers bepalen het schema. Zonder volgorde worden ze geloot.
order-of-numbers = Volgorde
order-hint = Nummers van de deelnemers, zoals 3, 1, 2; leeg voor het lot.
divide-groups = In groepen verdelen
divide-text = Zonder groepen wordt er geloot, in de grootten van het reglement.
groups = Groepen
groups-hint = Een regel per groep, met de nummers van de deelnemers.
group = Groep { $group }

## A list of players

paste-list = Lijst plakken
paste-hint = Plak een rekenblad, CSV, een rapportbestand (TRF) of namen, een per regel. Wat erin staat wordt getoond voordat er iets wordt ingeschreven.
choose-file = Of kies een bestand, of sleep er een hierheen
file-too-large = { $name } is groter dan 1 MiB.
is-report = Dit is een rapportbestand: spelers, rondes en uitslagen worden eruit gelezen.
import-report = Rapportbestand inlezen
imports-report = rapportbestand inlezen
import-problems = Niet ingelezen, of anders
unused-columns = Kolommen die niet worden gebruikt: { $columns }
doubts = Twijfels
doubt-double = twee keer in deze lijst
doubt-entered = al ingeschreven
doubt-no-name = geen naam
doubt-rating = rating is niet te lezen
doubt-birth = geboortejaar is niet te lezen

## A round

no-round-yet = Er is nog geen ronde ingedeeld
to-newest = Naar ronde { $round }
stage-draft = Concept: alleen arbitertafels zien het
stage-published = Gepubliceerd om { $time }
stage-open = In gang; { $open } uitslagen ontbreken
stage-closed = Gesloten
pair-round = Ronde { $round } indelen
pairs = ronde { $round } indelen
pair-by-hand = Met de hand indelen
pair-by-hand-text = Een regel per partij: de nummers van wit en zwart, zoals 3-7. Een nummer alleen is vrij. Namen achter de nummers worden niet gelezen.
pairings = Indeling
wrong-lines = Deze regels zijn niet te lezen: { $lines }
publish = Publiceren
publishes = ronde { $round } publiceren
publish-and-open = Publiceren en openen
open-round = Ronde openen
opens = ronde { $round } openen
open-early = Openen met een reden
open-reason-text = Er is een reden nodig zolang spelers recht op rust hebben (2006 art. 9).
close-round = Ronde sluiten
closes = ronde { $round } sluiten
close-text = Deze partijen worden uitgesteld: { $games }. Een ronde sluit vanzelf met de laatste uitslag.
unpair-round = Indeling ongedaan maken
unpairs = indeling van ronde { $round } ongedaan maken
unpair-draft-text = De ronde kan dan opnieuw worden ingedeeld.
unpair-published-text = De indeling is gepubliceerd. Toeschouwers zien haar verdwijnen.
ground = Grond
ground-norm = Ze schendt een absolute norm (KNDB F6)
ground-wrong-result = Een uitslag is verkeerd verwerkt (KNDB F7)
ground-reversed-colors = Een partij is met verwisselde kleuren gespeeld (KNDB F7)
ground-chief-arbiter = De hoofdarbiter beslist
plan-round = Begin van ronde { $round } plannen
begins-at = Begin
choose-color = Kleuren van de finale om plaats { $place }
color-by-lot = Het lot beslist.
color-chosen-by = { $name } kiest.
color = Kleur
reasons = Waarom deze indeling
no-reasons = Het schema schrijft het voor.

## The round in play

section-tables = Tafels
no-open-round = Er is geen ronde open.
table-number = tafel { $table }
inbox = Wat de arbiter nodig heeft
inbox-empty = Niets heeft de arbiter nodig.
needs-only = Alleen tafels die iemand nodig hebben
all-tables = Alle tafels
start-clocks = Alle klokken starten (gong)
pause-clocks = Alle klokken stilzetten
on-paper = op papier
plies = { $plies } zetten
alarm-conflict = Twee apparaten melden verschillende zetten
alarm-irregular = Onreglementaire zet
alarm-draw-agreed = Remise overeengekomen: de arbiter beslist
alarm-waits = Een zet wacht
alarm-clock = Klok
alarm-device = Klok van een apparaat
alarm-time-of-day = Tijd van de server
alarm-delay = Zetten zijn opgeslagen en niet beoordeeld
alarm-standstill = Een partij staat stil
told-conflict = Halve zet { $ply }: { $played } is gespeeld, { $device } meldt { $claimed }.
told-irregular = Halve zet { $ply }: { $move }, gemeld door { $device } om { $time }.
told-held = Halve zet { $ply }: { $move } van { $device } wacht sinds { $time }.
rule = Beslissen
ruling-let-stand = Laten staan
ruling-correct = Een zet verbeteren
ruling-retract = Zetten terugnemen
ruling-position = Stand opzetten
ruling-paper = Vanaf hier op papier
ruling-complete = Zetten van papier invoeren
ruling-resume = Verder spelen: de uitslag vervalt
ruling-pause = Klok stilzetten
ruling-go = Klok laten lopen
ruling-clock = Klok instellen
ruling-absent = Iemand is er niet
ruling-present = Iemand is er nu
ruling-play-on = Doorspelen na een vlag
let-stand-conflict = De zet die het eerst is gespeeld, blijft.
let-stand-text = De partij gaat verder vanuit de stand op het bord.
correct-move-text = De zet komt in plaats van de genoteerde; latere zetten die niet meer passen, vervallen.
retract-text = Deze zet en alle volgende worden teruggenomen. De klokken blijven zoals ze zijn.
position-text = De partij gaat verder vanuit deze stand.
paper-text = Toeschouwers zien dat de partij op papier verdergaat. De zetten kunnen later worden ingevoerd.
complete-text = De zetten komen in de partij vanaf deze halve zet.
resume-text = De partij gaat verder, en de klok ook.
pause-text = De tijd van beide spelers staat stil.
go-text = De tijd loopt van de speler wiens tijd liep.
clock-text = De resterende tijd van een speler wordt ingesteld.
absent-text = De wachttijd van het reglement begint (2006 art. 3, C art. 6).
present-text = Het wachten is voorbij.
play-on-text = De vlag beëindigt de partij niet.
cannot-read = Dit is niet te lezen.
ply = Halve zet
ply-hint = Elke zet van een speler telt: de derde van wit is 5.
move = Zet
moves = Zetten
move-hint = Zoals 32-28 of 26x17x8.
taken = Weggenomen stukken, als dat open is
taken-hint = Velden, zoals 22 31; anders leeg.
time-left = Resterende tijd, zoals 1:20:00
moves-made = Zetten die de speler had gedaan; leeg als onbekend

## Results

results-caption = Tafels met hun uitslagen
table = Tafel
result = Uitslag
postponed = uitgesteld
result-keys-hint = Punten van wit: 2, 1 of 0. R2, R0, RR reglementair, U niet gespeeld, B, 4 en Enter remise met schijven voor, Delete neemt terug. Pijlen kiezen de tafel.
check = Uitslagen controleren
check-end = Controle beëindigen
check-hint = Tik de uitslagen nog eens: een verschil stopt met een toon, en er verandert niets.
records = tafel { $table }: { $score }
record-result = Vastleggen
result-of = Uitslag van tafel { $table }
how = Hoe
men-ahead = Schijven die wit voor staat, bij remise
correct = Verbeteren
correct-result = Tafel { $table } verbeteren
correct-text = { $pair }: { $score } in plaats van { $old }.
take-back = Terugnemen
withdraw-result = Uitslag van tafel { $table } terugnemen
reverse-colors = Kleuren van tafel { $table } waren verwisseld
reverse-colors-text = De uitslag is die van de kleuren zoals gespeeld (KNDB F7).
make-up = Afspreken wanneer tafel { $table } wordt ingehaald
agreed-by = Afgesproken door
set-start = Hoe de klok van tafel { $table } start
clock-start = De klok start
start-usual = zoals het reglement zegt
start-hour = bij het openen van de ronde
start-gong = bij de gong
start-table = door de tafel
start-none = niet: de partij heeft geen klok
start-notation = als notatie: er valt geen vlag

## Standings

prizes = Prijzen
prizes-now = Prijzen zoals de stand nu is
prize-money = Geld, vanaf de eerste prijs
prize-money-hint = In euro's, zoals 100; 60; 40. Leeg voor geen.
pair-play-off = Beslissingspartij indelen
pairs-play-off = beslissing tussen { $names }
by-lot = Loten
resolve-tie = Volgorde vastleggen
resolves-tie = volgorde van { $names }
reopen-tie = Heropenen
reopens-tie = Gelijke stand van { $names } heropenen
place-number = Plaats { $place }
by-games = door partijen
by-arbiter = door de arbiter of de organisatie

## The record

record = Beslissingen
by-the-game = volgt uit een partij

## Sheets

print = Afdrukken
printed-at = Afgedrukt { $time }, na beslissing { $version }
draft = Concept
sheet-pairings = Indeling per tafel
sheet-by-name = Indeling op naam
sheet-slips = Uitslagbriefjes
sheet-standings = Stand
sheet-crosstable = Kruistabel
sheet-presence = Presentielijst
sheet-score-sheets = Notatieformulieren
sheet-line-ups = Opstellingsformulieren
sheet-schedule = Rooster
no-schedule = Er is geen rooster dat vooraf bekend is.
day = dag { $day }
times-left = Resterende tijd
signatures = Handtekeningen
white-letter = w
black-letter = z
