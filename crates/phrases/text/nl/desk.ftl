### The arbiter's desk, which reads this file itself.

## The frame

desk = Arbiterstafel
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
meanwhile = Inmiddels: { $text }

## Tournaments

new-tournament = Nieuw toernooi
no-tournament = Er is nog geen toernooi.
tournament-size = { $players ->
    [one] { $players } speler
   *[other] { $players } spelers
  }, { $rounds ->
    [one] { $rounds } ronde
   *[other] { $rounds } rondes
  }
creates = { $name } aanmaken
create = Aanmaken
preset = Reglement
name = Naam
place = Plaats
notice = Mededeling voor toeschouwers
notice-hint = Staat bij de naam; leeg voor geen.
series = Reeks
series-hint = Bijvoorbeeld een seizoen; evenementen van een reeks staan bij elkaar. Een kopie houdt hem.
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
amend-regulation = Punten van het reglement wijzigen
amend-regulation-text = Een punt kan veranderen zolang er niets van afhangt. Na publicatie van een indeling is een reden nodig.
move-presses = Tablets: een ingevoerde zet drukt de klok in
shows-moves = Tablets: kinderen zien waar een stuk heen mag
signs-sheet = Tablets: de spelers ondertekenen het notatieformulier op het glas
pace = Bedenktijd
pace-hint = Eén regel per periode, zoals 1:20:00 +60 (seconden per zet) of 50/2:00:00 (zetten/tijd).
absence-minutes = Wachttijd voor wie er niet is, in minuten; 0 tot de vlag valt
rest-minutes = Rust tussen twee partijen op een dag, in minuten; 0 zonder regel
minutes-hint = Minuten, zoals 15, of met seconden, zoals 1:30.
promoted = Aantal promotieplaatsen
relegated = Aantal degradatieplaatsen
entrants-min = Minste deelnemers
entrants-max = Meeste deelnemers; leeg zonder grens
byes-most = Vrije rondes op verzoek per deelnemer
byes-last = Ook in de laatste ronde
no-show-withdraws = Wie zonder bericht wegbleef is teruggetrokken (KNDB F10)
season = Jaar waarin het seizoen begint; 0 zonder
copy-event = Kopiëren naar een nieuw toernooi
copy-text = Het reglement en de plaats gaan mee; rondes en uitslagen niet.
copy-players = Met de spelers en teams
register = Bekende spelers
register-text = Iedereen die in een toernooi van deze locatie is ingeschreven. Toeschouwers zien naam, vereniging, rating en uitslagen.
register-more = { $people } personen; typ meer letters om te kiezen.
register-omitted = { $number } toernooien staan er niet in: u mag ze niet lezen, of het zijn er te veel.
export-person = Gegevens van deze persoon bewaren
remove-person = Gegevens van deze persoon verwijderen
removes-person = Gegevens van { $name } verwijderen
remove-person-text = In elk toernooi wordt de naam N.N., en vereniging, rating, categorie en geboortejaar worden gewist; nummers, indelingen en uitslagen blijven. Het logboek bewaart wat er stond tot het is gearchiveerd en verwijderd.

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
correct-unseen = U ziet geboortejaar en lidnummer niet: wat hier leeg blijft, blijft zoals het is.
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
teams-by-line = Teams, één per regel

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
doubt-public = wat iedereen ziet is niet te lezen

## A round

no-round-yet = Er is nog geen ronde ingedeeld
to-newest = Naar ronde { $round }
stage-draft = Concept: alleen arbiterstafels zien het
stage-published = Gepubliceerd om { $time }
stage-open = In gang; { $open ->
    [one] één uitslag ontbreekt
   *[other] { $open } uitslagen ontbreken
  }
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
color = Kleur
reasons = Waarom deze indeling
no-reasons = Het schema schrijft het voor.
final-colors = Kleuren van de finales
final-color = Plaats { $place }: { $name } speelt tegen { $rival } met
final-by-lot = Plaats { $place }: het lot beslist tussen { $pair }.

## The round in play

not-your-section = Dit deel van de tafel hoort niet bij je rol.
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
alarm-call = Oproep van een tafel
alarm-machine-apart = De klok van een dienst wijkt af
alarm-log-damage = Het logboek van het evenement is beschadigd
alarm-silent = Een apparaat zwijgt
alarm-seat-claim = Twee apparaten voor één plaats
alarm-unsent = Een vervangen apparaat hield iets achter
alarm-disputed = Een speler is het niet eens met de uitslag
alarm-not-come = Een speler is er niet
alarm-not-seen = Geen teken van een speler
silent-text = { $device } is voor het laatst gehoord om { $time }.
seat-claim-text = { $device } vraagt om de plaats van { $seat }.
unsent-text = { $device } is vervangen en hield er { $count } die niet verzonden zijn.
disputed-text = { $side } is het niet eens.
result-agreed = { $side } is het eens.
not-come-text = { $side }: de partij is verloren om { $time }.
not-seen-make-up = { $player } ({ $side }) heeft in de inhaalpartij nog geen zet gedaan; de tijd loopt sinds { $time }.
not-seen-text = { $player } ({ $side }) heeft geen teken gegeven sinds de ronde om { $time } begon.
not-seen-wait = { $player } ({ $side }) heeft geen teken gegeven sinds de ronde om { $time } begon; de wachttijd is { $minutes } minuten.
take-over = Dit neemt het over
stays-out = Dit blijft erbuiten
consent-paper = Akkoord: vanaf hier op papier
enter-shown = Vul { $score } in, zoals het bord toont
shown-on-board = getoond op het bord, bevestigd door de spelers
device-heard = gehoord { $time }
device-silent = zwijgt sinds { $time }
device-not-heard = niet gehoord
device-unsent = { $count } niet verzonden
seat-both = beiden
no-move-yet = { $side } heeft nog geen zet gedaan.
not-come-only = Alleen waar iemand er niet is
silent-only = Alleen waar een apparaat zwijgt
call-text = { $matter }{ $remark } ({ $name })
call-irregular-move = Onreglementaire zet
call-clock = Klok
call-disturbance = Storing
call-result = Uitslag
call-paper = De spelers willen op papier verder
call-claim-repetition = Claim: herhaling van de stand
call-claim-count = Claim: het aantal zetten
call-claim-flag = Claim: de vlag van de tegenstander
call-claim-irregularity = Claim: een onreglementaire zet
call-other = De arbiter wordt gevraagd
gap-text = Het bord toont na { $ply } halve zetten iets wat geen zet verklaart ({ $name })
gap-gone-on = De partij is sindsdien verder gegaan.
gap-disturbed = Alleen verstoord: zet de stukken goed
gap-differs = { $count ->
    [one] één veld verschilt: { $squares }
   *[other] { $count } velden verschillen: { $squares }
}
gap-picks = de partij gaat verder met { $moves }
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
acknowledge = Ik kijk ernaar
sees-alarm = kijkt naar { $alarm } { $game }
seen-by = { $name } kijkt ernaar sinds { $time }
undo-by = Ongedaan te maken met: { $ruling }.
history = Alles wat is doorgegeven
history-omitted = { $number } beslissingen staan er niet bij: oudere, en die niet te lezen zijn.
the-clock = de klok
position = Stand: teken hem, of schrijf hem als FEN
piece = Stuk
white-man = witte schijf
white-king = witte dam
black-man = zwarte schijf
black-king = zwarte dam
empty-square = leeg
to-move = { $color } is aan zet
empty-board = Leeg bord
first-position = Beginstand
event-started = De partij begint.
event-move = Halfzet { $ply }: { $move }
event-confirmed = Halfzet { $ply }: dezelfde zet is doorgegeven.
event-held = Halfzet { $ply }: { $move } wacht.
event-conflict-resolved = Halfzet { $ply }: het verschil is beslist.
event-irregular = Halfzet { $ply }: { $move } is onreglementair en wacht.
event-stands = Halfzet { $ply }: { $move } blijft staan.
event-retracted = Zetten teruggenomen vanaf halfzet { $ply }.
event-position = De stand is gezet: { $fen }
event-paper = Op papier vanaf halfzet { $ply }.
event-completed = De zetten van papier zijn ingevoerd.
event-resumed = De partij gaat verder.
event-draw-offered = { $color } biedt remise aan.
event-result = Uitslag: { $score }
event-flag-waived = De vlag van { $color } viel en beëindigt de partij niet.
event-refused = Geweigerd: { $text }
refused-input = wat een apparaat meldde
event-press = De klok is ingedrukt.
event-display = De klok aan tafel is afgelezen.
alarm-clock-apart = De klok aan tafel wijst andere tijden aan
alarm-flag = Er viel een vlag, en de partij gaat door
clock-shows = Hij wijst { $white } voor wit en { $black } voor zwart.

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
by-rule = Reglementair
table-before = De vorige tafel
table-after = De volgende tafel

## Standings

prizes-now = Prijzen zoals de stand nu is
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
paper-size = Papier
printed-at = Afgedrukt { $time }, na beslissing { $version }
draft = Concept
sheet-pairings = Indeling per tafel
sheet-by-name = Indeling op naam
sheet-slips = Uitslagbriefjes
sheet-table-cards = Tafelkaartjes
follow-live = Live te volgen:
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
sheet-prizes = Prijzenlijst
sheet-certificates = Oorkonden
prize-money = Prijzengeld, vanaf de eerste prijs; één regel per categorie
prize-money-hint = In euro's, zoals 100; 60; 40 voor alle spelers, of B: 50; 30 voor een categorie. Leeg zonder geld.
prize = Prijs
money = Geld
place-in-table = Plaats
all-players = Alle spelers
left-out = Zonder prijs
left-out-withdrawn = teruggetrokken
left-out-no-category = geen categorie
left-out-unknown-class = onbekende klasse
certificate = Oorkonde
certificate-place = Plaats { $place }
certificate-places = Plaatsen met een oorkonde
irregular-ply = Deze zet was onreglementair en blijft staan.

## Wat een tablet niet kon versturen

hand-in = Inleveren voor een tablet
hand-in-hint = Voor een tablet zonder netwerk: scan de code met een telefoon die netwerk heeft, of zet de tekst van de code hier neer. De tablet heeft het ondertekend: alles telt één keer, ook als de tablet het later zelf verstuurt.
hand-in-text = Tekst van de code
hand-in-do = Inleveren
hand-in-none = In deze tekst staat niets van een tablet.
hand-in-move = halve zet { $ply }: { $move }
hand-in-claim = een claim, een aanbod of een opgave
hand-in-other = iets anders
handed-in-waits = wordt ingeleverd …
handed-in-accepted = aangenomen
handed-in-stored = opgeslagen
handed-in-refused = niet aangenomen.

## Een papieren formulier

paper-move = Volgende zet van het formulier, halve zet { $ply }
paper-move-hint = Elke zet met Enter, als 32-28, 3228 of 26x17x8. Hij wordt meteen beoordeeld.
paper-back = Neem de laatste terug
paper-unread = { $move } is geen zet.
paper-irregular = onregelmatig
paper-asks = De beoordeling is niet te vragen: { $text }

## Events, days and templates

first-day = Eerste dag
last-day = Laatste dag
days = Dagen
archive = Archief: { $events } afgelopen evenementen
as-in-event = Zoals bij een evenement van deze locatie
venue = Locatie
venue-hint = De code van de locatie, zoals bij “damcast up --venue”.
member-number = Lidnummer
member-number-hint = Bij de bond; alleen arbiterstafels zien het, toeschouwers niet.
publicity = Wat iedereen ziet
publicity-of-event = zoals het evenement het heeft
publicity-full-name = hele naam
publicity-initials = voorletters
publicity-anonymous = alleen het nummer
publicity-event-hint = Voor wie het niet zelf gekozen heeft: op pagina's voor toeschouwers, in PDN en in bestanden. Arbiterstafels en de tablets aan tafel hebben de hele naam.
check-regulation = Reglement controleren
entrants = Deelnemers
entrants-hint = 0 voor elk aantal.
regulation-fits = Het reglement klopt.
group-sizes = Grootte van de groepen: { $sizes }.
rounds-for = Ronden: { $rounds }.

## Check-in

check-in-of = Aanmelden voor ronde { $round }
check-in-end = Aanmelden sluiten
check-in-counts = { $here } aanwezig, { $absent } afgemeld, { $missing } nog niet gezien.
check-in-hint = Letters van een naam; Enter meldt aan wie alleen overblijft.
presence-here = Aanwezig
presence-absent = Afgemeld
presence-missing = Nog niet gezien
is-here = { $name } is aanwezig voor ronde { $round }
is-not-here = { $name } is niet aanwezig voor ronde { $round }
missing-only = Alleen wie nog niet gezien is
all-expected = Iedereen
nobody-missing = Niemand gevonden.
missing-are-absent = Nog niet geziene spelers ({ $number }) afmelden voor ronde { $round }
did-not-check-in = niet aangemeld
report-absent = Afmelden
pairs-missing = Nog niet gezien ({ $number }): { $names }. Zij worden ingedeeld, zoals ieder die niet is afgemeld.
pair-all-the-same = Toch indelen

## Lists, the report file and last year's event

players-of-event = Of de spelers van een ander evenement
report-has = Het toernooi krijgt { $rounds } ronden en deze { $players } spelers uit het bestand.

## Articles of rulings, and reasons

article-let-stand =
    { $rules ->
        [frisian] Volgens rules art. 10, rules art. 27, C art. 5. De tegenstander mag een vergeten of verkeerde slag aanmerken tot er een antwoord op is gespeeld; dan blijft hij staan.
       *[other] De tegenstander mag een onreglementaire zet aanmerken tot er een antwoord op is gespeeld; dan blijft hij staan.
    }
article-correct =
    { $rules ->
        [frisian] Volgens rules art. 27, C art. 5. Een onreglementaire zet die op tijd is aangemerkt, wordt hersteld; de notatie volgt het bord.
       *[other] Een onreglementaire zet die op tijd is aangemerkt, wordt hersteld; de notatie volgt het bord.
    }
article-retract =
    { $rules ->
        [frisian] Volgens rules art. 27, C art. 5. Een onreglementaire zet die op tijd is aangemerkt, wordt teruggenomen en er wordt een andere gespeeld.
       *[other] Een onreglementaire zet die op tijd is aangemerkt, wordt teruggenomen en er wordt een andere gespeeld.
    }
article-position = Geen regel bepaalt een stand: de arbiter beslist en de reden blijft in het logboek.
article-paper =
    { $rules ->
        [frisian] Volgens C art. 5. Kan de tablet een zet die blijft staan niet verwerken, dan wordt de rest van de partij op papier genoteerd.
       *[other] Geen regel noemt het: de arbiter beslist en de reden blijft in het logboek.
    }
article-complete =
    { $rules ->
        [frisian] Volgens C art. 5. De zetten die op papier zijn genoteerd, maken de notatie compleet.
       *[other] De zetten die op papier zijn genoteerd, maken de notatie compleet.
    }
article-resume = Geen regel neemt een uitslag terug: de hoofdarbiter beslist en de reden blijft in het logboek.
article-pause =
    { $rules ->
        [of-2006] Volgens 2006 art. 2. Geen klok wordt voor het einde van de partij stilgezet, tenzij een regel het toestaat; de reden noemt die regel.
       *[other] Geen regel zet een klok stil: de arbiter beslist en de reden blijft in het logboek.
    }
article-go =
    { $rules ->
        [of-2006] Volgens 2006 art. 2. Een klok loopt tot het einde van de partij.
       *[other] De pauze is voorbij als de reden ervan voorbij is.
    }
article-clock = Geen regel bepaalt een tijd: de arbiter beslist en de reden blijft in het logboek.
article-absent =
    { $rules ->
        [frisian] Volgens C art. 6. Op wie er niet is, wordt gewacht zolang het reglement zegt, anders tot de vlag valt.
        [of-2006] Volgens 2006 art. 3. Wie na de wachttijd niet is gekomen, heeft verloren; beiden als niemand is gekomen.
       *[other] Op wie er niet is, wordt gewacht zolang het reglement van het evenement zegt.
    }
article-present =
    { $rules ->
        [frisian] Volgens C art. 6. Wie voor het einde van de wachttijd komt, speelt.
        [of-2006] Volgens 2006 art. 3. Wie voor het einde van de wachttijd komt, speelt.
       *[other] Wie voor het einde van de wachttijd komt, speelt.
    }
article-play-on =
    { $rules ->
        [frisian] Volgens rules art. 20.5. Wie de tijd overschrijdt, verliest; wie de vereiste zetten had gedaan, heeft hem niet overschreden.
        [of-2006] Volgens 2006 art. 4. Een vlag beëindigt geen partij waarvan de vereiste zetten op tijd zijn gedaan.
       *[other] Een vlag beëindigt geen partij waarvan de vereiste zetten op tijd zijn gedaan.
    }
article-result =
    { $rules ->
        [frisian] Wanneer een partij verloren is, staat in rules art. 20, wanneer zij remise is, in rules art. 21.
       *[other] De spelregels zeggen wanneer een partij gewonnen, verloren of remise is; wat zij niet noemen, beslist de arbiter.
    }
reason-claimed = aangemerkt door de tegenstander voor het antwoord
reason-both-agree = beide spelers zijn het eens
reason-seen = gezien door de arbiter
reason-mistyped = verkeerd ingevoerd
reason-device = een fout van het apparaat
would-be-refused = Het zou geweigerd worden: { $text }.
board-before = Ervoor
board-after = Erna: { $plies } halve zetten
told-by-device = Halve zet { $ply }: { $move } ({ $device })
in-the-record = in de notatie
no-board = Geen bord geeft deze zet weer.
alarm-store = De server of zijn opslag antwoordt niet
store-text = Wat hier staat, is van eerder. Handelingen wachten, en niets wat is opgeslagen gaat verloren.

## Devices at tables

devices-at-tables = Apparaten aan tafels
no-devices = Geen apparaat heeft een plaats.
device = Apparaat
seat = Plaats
seat-shared = Beide spelers
game = Partij
this-desk = deze tafel
move-device = Verplaatsen
moves-device = { $device } verplaatsen
move-device-text = Vanaf dan zendt het voor de nieuwe plaats. Wat het heeft gezonden, blijft bij zijn partij.
release-device = Losmaken
releases-device = { $device } losmaken
release-text = Het mag niets meer zenden tot het weer een plaats heeft. Terugplaatsen maakt dit ongedaan.
set-grace = Speling voor late drukken
grace-text = Zo lang mag een druk op de klok onderweg zijn en toch op zijn eigen moment tellen.
grace-seconds = Seconden, 0 tot 60

## Control sums (KNDB F8)

control-sums = Controlesommen (KNDB F8)
sums-right = De sommen kloppen.
sums-wrong = De sommen wijken af.
sums-found = Gevonden
sums-expected = Vereist
sums = punten { $points }, geteld voor tegenstanders { $counted }, Solkoff { $solkoff }

## Reasons of places, and the wall chart

reasons-of-places = Waarom deze plaatsen
no-reasons-of-places = Elke plaats volgt uit de eerste kolom.
sheet-explained = Stand met uitleg
sheet-wall-chart = Wandoverzicht
wall-chart-key = Per ronde: nummer van de tegenstander, kleur (w, z), eigen punten; r: reglementair; +: vrije ronde; a: afwezig.
chart-free = +
chart-absent = a
chart-by-rule = r

## Kinds of decisions

kind = Soort
all-kinds = Alle soorten
kind-settings = Toernooi en instellingen
kind-entries = Deelnemers en nummers
kind-presence = Aanwezigheid en terugtrekken
kind-rounds = Ronden en indelingen
kind-results = Uitslagen
kind-ties = Gelijke standen en promotie
kind-rulings = Beslissingen bij partijen
kind-devices = Apparaten en speling
decided-by = Door
everybody = Iedereen
decisions-found = { $number } besluiten en beslissingen
record-csv = Bewaren als CSV
record-json = Bewaren als JSON
record-again = Beslissingen opnieuw lezen
record-no-rulings = De beslissingen bij partijen ontbreken: { $text }
record-no-seats = De wijzigingen van plaatsen konden niet worden gelezen: { $text }

## Embargoes

embargo-set = Vertraging voor het publiek
embargo-set-text = Vanaf twee seconden na de beslissing ziet het publiek dit deel later: zetten, klokken, uitslagen, standen en bestanden. De strengste van meer geldt.
embargo-part = Van
embargo-all = het hele toernooi
embargo-of-round = ronde { $round }
embargo-of-board = ronde { $round }, tafel { $table }
embargo-until = Het publiek wacht
embargo-until-delay = een tijd
embargo-until-game = tot de partij is afgelopen
embargo-until-round = tot de ronde is afgelopen
embargo-until-none = niet meer
embargo-minutes-field = Minuten
embargo-release = Het publiek tonen wat wordt achtergehouden
embargo-release-text = Alles tot nu toe wordt direct openbaar. Wat volgt wacht weer.
embargo-is-set = De vertraging van { $part } is ingesteld
embargo-is-lifted = { $part } is niet meer vertraagd
embargo-is-released = { $part } is aan het publiek getoond
embargoes-set = Vertraagd voor het publiek

## Seasons

seasons = Seizoenen
seasons-text = Berekend uit afgelopen toernooien of uit namen met de hand. Er wordt niets vastgelegd.
order-of-tournament = Eindstand van een toernooi
order-by-hand = Namen met de hand, de eerste plaats eerst
eights = De achttallen van volgend jaar (C art. 8)
eights-declined = Spelers van HA die van promotie afzien (D art. 7), per regel een
eights-absent-year = Spelers die één kampioenschap missen (C art. 11), per regel een
eights-absent-longer = Spelers die langer weg zijn (C art. 11), per regel een
place-eights = Achttallen indelen
eights-to-ha = Naar HA
eights-requalify = Opnieuw via HA plaatsen (C art. 11)
eights-ek = EK (A art. 2)
eights-ek-or-ha = EK of HA, naar keuze (A art. 2)
clubs = De clubs van volgend jaar (B art. 2)
clubs-orders = Eindstanden van de groepen
clubs-hint = Met de hand: vanaf groep I, met een lege regel tussen de groepen.
clubs-absent = Teams die volgend jaar niet meedoen, per regel een
clubs-entered = Teams die volgend jaar nieuw zijn, per regel een
clubs-higher = Als de laagste groepen samengevoegd waren: teams van de hogere, per regel een
place-clubs = Clubs indelen
points-ranking = Punten over de jaren (appendix 4)
careers = Spelers en hun seizoenen
careers-hint = Een regel voor een speler met de klasse, zoals Jan Jansen; 2 (klassen 3, 2, 1, HA, EK). Dan een regel per seizoen: plaatsen bij clubevenementen, en achter een streep in het kampioenschap, zoals 3/12 5/20 | 2/8; een streepje voor geen.
rank-points = Punten berekenen
points-best = Meeste punten in het laatste seizoen
class = Klasse
class-next = Volgende klasse
points-season = Punten van het seizoen
points-total = Sinds promotie
points-last-four = Laatste vier jaar
points-may-go-down = Mag na overleg een klasse lager spelen.

## Voorstellen

proposals = Voorstellen van deelnemers
proposal = Voorstel { $number }
proposal-accept = Aannemen
proposal-refuse = Afwijzen
proposal-accepts = Voorstel { $number } is aangenomen
proposal-refuses = Voorstel { $number } is afgewezen
only-here = Alleen deze computer zelf opent { $address }: een code daarmee dient in de zaal tot niets. Open de tafel onder de naam van deze computer in de zaal, die Damcast bij het starten heeft genoemd, dan staan de codes hier.
own-phone = Eigen telefoon
own-phone-of = De telefoon van { $name }
own-phone-hint = Wie dit binnen een minuut opent, stelt voor deze deelnemer afwezigheid, vrije rondes, terugtrekken en opstellingen voor; de arbiterstafel beslist.
own-phone-link = Link
own-phone-again = Nieuwe code
own-title = Iets voorstellen
own-none = Deze telefoon spreekt voor niemand. Vraag aan de arbiterstafel om je code.
own-for = Voor nummer { $number } in { $tournament }
own-sent = De arbiterstafel heeft het.
own-absence = Afwezig, vrij, of toch aanwezig
own-round = Ronde
own-kind = Wat
own-absent = Ik speel niet
own-present = Ik speel toch
own-line-up-rules = Kies de spelers vanaf bord 1, ieder voor één bord. Een bord zonder speler is verloren. De opstelling moet er 15 minuten voor de eerste wedstrijd zijn en geldt voor elke ronde; daarna is een reden nodig, en telt zij vanaf de volgende indeling als de arbiterstafel haar aanneemt (B art. 6).
own-no-player = niemand
own-withdrawal = Terugtrekken uit het toernooi
own-propose = Voorstellen
own-waits = wacht
own-accepted = aangenomen
own-refused = afgewezen

## Sensorborden

section-boards = Borden
boards-none = Nog geen sensorbord heeft hier een tafel. Een agent (“damcast boards agent”) krijgt zijn plaats zoals een tablet.
boards-well = { $well } van { $all } borden komen overeen met hun partij, en er mankeert niets aan.
boards-needing = Alleen borden waar iemand naar moet kijken
boards-all = Alle borden
board-state-away = De agent van het bord laat niets horen
board-state-no-board = De agent is er, en het bord zwijgt
board-state-muted = Gedempt: wat het toont telt niet
board-state-waits = Wacht op de stelling van zijn partij; tot dan telt niet wat het toont
board-state-unexplained = Geen zet verklaart het bord
board-state-differs = Wijkt af van zijn partij
board-state-agrees = Komt overeen met zijn partij
board-battery = Batterij
board-last-report = Laatste bericht
board-capability = Ziet
board-rotation = Ligt
board-queue = Niet verzonden
board-clock = Klok van de agent
plies-told = Halve zetten
board-ago = { $age } geleden
board-sees-occupancy = waar stukken staan
board-sees-colour = kleuren
board-sees-crown = kleuren en dammen
board-lies-unknown = nog niet bekend
board-lies-true = gedraaid
board-lies-false = gewoon
board-picture = De stukken op het bord
board-picture-differs = De stukken op het bord; het wijkt af van de partij op { $squares }
board-order-waits = Het bord heeft dit nog niet uitgevoerd.
board-tentative = Lijkt de volgende zet, en kan nog weggaan: { $moves }
board-uncrowned = Op het bord niet gekroond: { $squares }
board-tap-swap = Verwisselen
board-tap-rotate = Draaien
board-tap-position = Stand van het bord
board-tap-follow = Partij uit het log
board-tap-mute = Dempen
board-tap-unmute = Weer horen
board-tap-call = Arbiter roepen
board-swaps = een ander bord aan tafel { $table }
board-swap-text = De twee borden wisselen van plaats: dit gaat naar de tafel van het andere. Verplaats daarna de borden zelf: elk wacht tot het de stelling van zijn nieuwe partij toont.
board-other = Het andere bord
board-at = { $serial }, tafel { $table }
board-rotates = het bord van tafel { $table } ligt andersom
board-mutes = het bord van tafel { $table } is gedempt
board-unmutes = het bord van tafel { $table } wordt weer gehoord
board-follows = het bord van tafel { $table } gaat verder vanuit het log
board-sets-position = de stand aan tafel { $table } van het bord
board-position-text = Kijk eerst naar het bord, en zet hier recht wat het niet kan zeggen.
board-position-turn = Wie aan zet is: { $color }, zoals in zijn partij.
board-position-kings = { $count ->
    [0] Het onderscheidt dammen niet van schijven: hier is elk stuk een schijf.
   *[other] Het onderscheidt dammen niet van schijven: de dammen zijn die van zijn partij, op { $squares }.
}
board-position-gone = Dammen van zijn partij die daar niet staan: { $squares }. Teken er een waar die heen ging.
board-calls = de arbiter wordt geroepen aan tafel { $table }
board-call-text = Het sensorbord heeft de arbiter nodig
