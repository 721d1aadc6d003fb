### The arbiter's desk, which reads this file itself.

## The frame

desk = Arbiterstafel
open-desk = Dizze tafel stiet iepen foar wa’t dizze kompjûter brûkt. “damcast access init” slút dy ôf.
sections = Dielen fan de tafel
section-round = Omgong
section-players = Dielnimmers
section-standings = Stân
section-record = Lochboek
section-print = Ofdrukke
section-settings = Ynstellings
commands = Alle opdrachten
commands-hint = In pear letters fan wat jo dwaan wolle
commands-none = Sa'n opdracht is hjir net.
cancel = Annulearje
save = Bewarje
go-on = Fierder
dismiss = Slute
more = Mear
more-of = Mear foar tafel { $table }
more-of-name = Mear foar { $name }
act-sent = Ferstjoerd:
act-stored = Bewarre:
act-failed = Mislearre:
act-unknown = Net bekend oft dit bewarre is:
acts-as = Besluten wurde fêstlein op namme fan { $name }.
sign-out = Ofmelde
your-name = Jo namme
your-name-hint = Dy wurdt by elk beslút fêstlein.
other-person = In oar oan de tafel
reason = Reden
search = Sykje
warnings = Tink derom
meanwhile = Underwilens: { $text }

## Tournaments

new-tournament = Nij toernoai
no-tournament = Der is noch gjin toernoai.
tournament-size = { $players ->
    [one] { $players } spiler
   *[other] { $players } spilers
  }, { $rounds ->
    [one] { $rounds } omgong
   *[other] { $rounds } omgongen
  }
creates = { $name } oanmeitsje
create = Oanmeitsje
preset = Reglemint
name = Namme
place = Plak
notice = Meidieling foar taskôgers
notice-hint = Stiet by de namme; leech foar gjin.
series = Rige
series-hint = Bygelyks in seizoen; eveneminten fan ien rige steane byinoar. In kopy hâldt it.
minutes-each = Minuten foar elke spiler
seconds-a-move = Sekonden derby foar elke set
settings = Ynstellings
amend = Namme, plak of meidieling feroarje
delete = Toernoai wiskje
deletes = { $name } wiskje
delete-text = Taskôgers sjogge it net mear. It log bewarret wa't it wiske hat, en it adres wurdt net op 'e nij jûn.
spectators-page = De side foar taskôgers
export-csv = Krústabel as CSV
export-html = Krústabel as HTML
export-trf = Rapportbestân (TRF16)
amend-regulation = Punten fan it reglemint feroarje
amend-regulation-text = In punt kin feroarje salang't der neat fan ôfhinget. Nei publikaasje fan in yndieling is in reden nedich.
move-presses = Tablets: in ynfierde set drukt de klok yn
shows-moves = Tablets: bern sjogge wêr’t in stik hinne mei
signs-sheet = Tablets: de spilers ûndertekenje it notaasjeformulier op it glês
pace = Betinktiid
pace-hint = Ien rigel de perioade, lykas 1:20:00 +60 (sekonden de set) of 50/2:00:00 (setten/tiid).
absence-minutes = Wachttiid foar wa't der net is, yn minuten; 0 oant de flagge falt
rest-minutes = Rêst tusken twa partijen op in dei, yn minuten; 0 sûnder regel
minutes-hint = Minuten, lykas 15, of mei sekonden, lykas 1:30.
promoted = Tal promoasjeplakken
relegated = Tal degradaasjeplakken
entrants-min = Minste dielnimmers
entrants-max = Measte dielnimmers; leech sûnder grins
byes-most = Frije rûnden op fersyk de dielnimmer
byes-last = Ek yn 'e lêste rûnde
no-show-withdraws = Wa't sûnder berjocht weibliuwt is weromlutsen (KNDB F10)
season = Jier dêr't it seizoen yn begjint; 0 sûnder
copy-event = Kopiearje nei in nij toernoai
copy-text = It reglemint en it plak geane mei; rûnden en útslaggen net.
copy-players = Mei de spilers en teams
register = Bekende spilers
register-text = Elkenien dy't yn in toernoai fan dizze lokaasje ynskreaun is. Taskôgers sjogge namme, feriening, rating en útslaggen.
register-more = { $people } persoanen; typ mear letters om te kiezen.
register-omitted = { $number } toernoaien steane der net yn: jo meie se net lêze, of it binne der tefolle.
export-person = Gegevens fan dizze persoan bewarje
remove-person = Gegevens fan dizze persoan fuortsmite
removes-person = Gegevens fan { $name } fuortsmite
remove-person-text = Yn elk toernoai wurdt de namme N.N., en feriening, rating, kategory en bertejier wurde wiske; nûmers, yndielingen en útslaggen bliuwe. It lochboek bewarret wat der stie oant it argivearre en fuortsmiten is.

## Entries

players = Dielnimmers
players-count = { $players } spilers; { $absent } ôfwêzich yn omgong { $round }
enter-player = Spiler ynskriuwe
enters = { $name } ynskriuwe
enter = Ynskriuwe
enter-all = { $players } spilers ynskriuwe
club = Feriening
rating = Rating
category = Kategory
birth-year = Bertejier
correct-player = Ynskriuwing ferbetterje
corrects-player = Ynskriuwing fan { $name } ferbetterje
correct-unseen = Jo sjogge bertejier en lidnûmer net: wat hjir leech bliuwt, bliuwt sa't it is.
remove = Fuorthelje
removes = { $name } fuorthelje
remove-text = Allinnich wa't nea yndield is, kin fuort. It nûmer wurdt net op 'e nij jûn.
rename = Omneame
renames = { $name } omneame
round-short = Omgong { $round }
round-number = Omgong
absence-of = { $name } is ôfwêzich yn omgong { $round }
is-absent = { $name } spilet omgong { $round } net
plays = { $name } spilet omgong { $round } dochs
absent = Ofwêzich
expected = Ferwachte
here = Oanwêzich
half-point-bye = Frije omgong op fersyk
half-point-bye-of = Frije omgong op fersyk foar { $name }
told-by = Meld troch
withdraw = Weromlûke
withdraws = { $name } lûkt him of har werom
reinstate = Docht wer mei
reinstates = { $name } docht wer mei
seat-reserve = Reserve ynsette
seats-reserve = In reserve foar { $name }
decline-promotion = Sjocht ôf fan promoasje
declines-promotion = { $name } sjocht ôf fan promoasje
accept-promotion = Nimt de promoasje oan
accepts-promotion = { $name } nimt de promoasje oan
teams = Teams
enter-team = Team ynskriuwe
line-up = Opstelling
line-up-of = Opstelling fan { $name }
late-reason = Reden, as it te let is
late-line-up = Opstelling te let: { $reason }
board-number = Boerd { $board }
draw-lots = Nûmers lotsje
draw-lots-text = De nûmers bepale it skema. Sûnder folchoarder wurde se lotte.
order-of-numbers = Folchoarder
order-hint = Nûmers fan de dielnimmers, lykas 3, 1, 2; leech foar it lot.
divide-groups = Yn groepen ferdiele
divide-text = Sûnder groepen wurdt der lotte, yn de grutten fan it reglemint.
groups = Groepen
groups-hint = In rigel de groep, mei de nûmers fan de dielnimmers.
group = Groep { $group }
teams-by-line = Teams, ien de rigel

## A list of players

paste-list = List plakke
paste-hint = Plak in rekkenblêd, CSV, in rapportbestân (TRF) of nammen, ien de rigel. Wat deryn stiet wurdt toand foardat der wat ynskreaun wurdt.
choose-file = Of kies in bestân, of sleep der ien hjirhinne
file-too-large = { $name } is grutter as 1 MiB.
is-report = Dit is in rapportbestân: spilers, omgongen en útslaggen wurde derút lêzen.
import-report = Rapportbestân ynlêze
imports-report = rapportbestân ynlêze
import-problems = Net ynlêzen, of oars
unused-columns = Kolommen dy't net brûkt wurde: { $columns }
doubts = Twifels
doubt-double = twa kear yn dizze list
doubt-entered = al ynskreaun
doubt-no-name = gjin namme
doubt-rating = rating is net te lêzen
doubt-birth = bertejier is net te lêzen
doubt-public = wat elkenien sjocht is net te lêzen

## A round

no-round-yet = Der is noch gjin omgong yndield
to-newest = Nei omgong { $round }
stage-draft = Konsept: allinnich arbiterstafels sjogge it
stage-published = Publisearre om { $time }
stage-open = Oan 'e gong; { $open ->
    [one] ien útslach ûntbrekt
   *[other] { $open } útslaggen ûntbrekke
  }
stage-closed = Sletten
pair-round = Omgong { $round } yndiele
pairs = omgong { $round } yndiele
pair-by-hand = Mei de hân yndiele
pair-by-hand-text = In rigel de partij: de nûmers fan wyt en swart, lykas 3-7. In nûmer allinnich is frij. Nammen efter de nûmers wurde net lêzen.
pairings = Yndieling
wrong-lines = Dizze rigels binne net te lêzen: { $lines }
publish = Publisearje
publishes = omgong { $round } publisearje
publish-and-open = Publisearje en iepenje
open-round = Omgong iepenje
opens = omgong { $round } iepenje
open-early = Iepenje mei in reden
open-reason-text = Der is in reden nedich sa lang't spilers rjocht op rêst hawwe (2006 art. 9).
close-round = Omgong slute
closes = omgong { $round } slute
close-text = Dizze partijen wurde útsteld: { $games }. In omgong slút fansels mei de lêste útslach.
unpair-round = Yndieling ûngedien meitsje
unpairs = yndieling fan omgong { $round } ûngedien meitsje
unpair-draft-text = De omgong kin dan op 'e nij yndield wurde.
unpair-published-text = De yndieling is publisearre. Taskôgers sjogge har ferdwinen.
ground = Grûn
ground-norm = Se skeint in absolute noarm (KNDB F6)
ground-wrong-result = In útslach is ferkeard ferwurke (KNDB F7)
ground-reversed-colors = In partij is mei wiksele kleuren spile (KNDB F7)
ground-chief-arbiter = De haadarbiter beslút
plan-round = Begjin fan omgong { $round } planne
begins-at = Begjin
choose-color = Kleuren fan de finale om plak { $place }
color = Kleur
reasons = Wêrom dizze yndieling
no-reasons = It skema skriuwt it foar.
final-colors = Kleuren fan 'e finales
final-color = Plak { $place }: { $name } spilet tsjin { $rival } mei
final-by-lot = Plak { $place }: it lot beslist tusken { $pair }.

## The round in play

not-your-section = Dit diel fan de tafel heart net by dyn rol.
section-tables = Tafels
no-open-round = Der is gjin omgong iepen.
table-number = tafel { $table }
inbox = Wat de arbiter nedich hat
inbox-empty = Neat hat de arbiter nedich.
needs-only = Allinnich tafels dy't ien nedich hawwe
all-tables = Alle tafels
start-clocks = Alle klokken starte (gong)
pause-clocks = Alle klokken stilsette
on-paper = op papier
plies = { $plies } setten
alarm-conflict = Twa apparaten melde ferskillende setten
alarm-irregular = Unreglemintêre set
alarm-draw-agreed = Remize ôfpraat: de arbiter beslút
alarm-waits = In set wachtet
alarm-clock = Klok
alarm-device = Klok fan in apparaat
alarm-time-of-day = Tiid fan de server
alarm-delay = Setten binne bewarre en net beoardiele
alarm-standstill = In partij stiet stil
alarm-call = Oprop fan in tafel
alarm-machine-apart = De klok fan in tsjinst wykt ôf
alarm-log-damage = It logboek fan it evenemint is skansearre
alarm-silent = In apparaat swijt
alarm-seat-claim = Twa apparaten foar ien plak
alarm-unsent = In ferfongen apparaat hold wat efter
alarm-disputed = In spiler is it net iens mei de útslach
alarm-not-come = In spiler is der net
alarm-not-seen = Gjin teken fan in spiler
silent-text = { $device } is foar it lêst heard om { $time }.
seat-claim-text = { $device } freget om it plak fan { $seat }.
unsent-text = { $device } is ferfongen en hold der { $count } dy't net ferstjoerd binne.
disputed-text = { $side } is it net iens.
result-agreed = { $side } is it iens.
not-come-text = { $side }: de partij is ferlern om { $time }.
not-seen-make-up = { $player } ({ $side }) hat yn 'e ynhelpartij noch gjin set dien; de tiid rint sûnt { $time }.
not-seen-text = { $player } ({ $side }) hat gjin teken jûn sûnt de omgong om { $time } hinne begûn.
not-seen-wait = { $player } ({ $side }) hat gjin teken jûn sûnt de omgong om { $time } hinne begûn; de wachttiid is { $minutes } minuten.
take-over = Dit nimt it oer
stays-out = Dit bliuwt derbûten
consent-paper = Akkoart: fan hjir ôf op papier
enter-shown = Folje { $score } yn, sa't it boerd toant
shown-on-board = toand op it boerd, befêstige troch de spilers
device-heard = heard { $time }
device-silent = swijt sûnt { $time }
device-not-heard = net heard
device-unsent = { $count } net ferstjoerd
seat-both = beide
no-move-yet = { $side } hat noch gjin set dien.
not-come-only = Allinnich dêr't ien der net is
silent-only = Allinnich dêr't in apparaat swijt
call-text = { $matter }{ $remark } ({ $name })
call-irregular-move = Unreglemintêre set
call-clock = Klok
call-disturbance = Steuring
call-result = Utslach
call-paper = De spilers wolle op papier fierder
call-claim-repetition = Claim: werhelling fan de stân
call-claim-count = Claim: it tal setten
call-claim-flag = Claim: de flagge fan de tsjinstanner
call-claim-irregularity = Claim: in ûnreglemintêre set
call-other = Der wurdt om de arbiter frege
gap-text = It boerd toant nei { $ply } heale setten wat gjin set ferklearret ({ $name })
gap-gone-on = De partij is sûnt dy tiid fierder gien.
gap-disturbed = Allinnich fersteurd: set de stikken goed
gap-differs = { $count ->
    [one] ien fjild ferskilt: { $squares }
   *[other] { $count } fjilden ferskille: { $squares }
}
gap-picks = de partij giet fierder mei { $moves }
told-conflict = Heale set { $ply }: { $played } is spile, { $device } meldt { $claimed }.
told-irregular = Heale set { $ply }: { $move }, meld troch { $device } om { $time }.
told-held = Heale set { $ply }: { $move } fan { $device } wachtet sûnt { $time }.
rule = Beslute
ruling-let-stand = Stean litte
ruling-correct = In set ferbetterje
ruling-retract = Setten weromnimme
ruling-position = Stân opsette
ruling-paper = Fan hjir ôf op papier
ruling-complete = Setten fan papier ynfiere
ruling-resume = Fierder spylje: de útslach ferfalt
ruling-pause = Klok stilsette
ruling-go = Klok rinne litte
ruling-clock = Klok ynstelle
ruling-absent = Ien is der net
ruling-present = Ien is der no
ruling-play-on = Trochspylje nei in flagge
let-stand-conflict = De set dy't earst spile is, bliuwt.
let-stand-text = De partij giet fierder út de stân op it boerd.
correct-move-text = De set komt ynstee fan de notearre; lettere setten dy't net mear passe, ferfalle.
retract-text = Dizze set en alle folgjende wurde weromnommen. De klokken bliuwe sa't se binne.
position-text = De partij giet fierder út dizze stân.
paper-text = Taskôgers sjogge dat de partij op papier fierder giet. De setten kinne letter ynfierd wurde.
complete-text = De setten komme yn de partij fan dizze heale set ôf.
resume-text = De partij giet fierder, en de klok ek.
pause-text = De tiid fan beide spilers stiet stil.
go-text = De tiid rint fan de spiler waans tiid rûn.
clock-text = De oerbleaune tiid fan in spiler wurdt ynsteld.
absent-text = De wachttiid fan it reglemint begjint (2006 art. 3, C art. 6).
present-text = It wachtsjen is foarby.
play-on-text = De flagge beëiniget de partij net.
cannot-read = Dit is net te lêzen.
ply = Heale set
ply-hint = Elke set fan in spiler telt: de tredde fan wyt is 5.
move = Set
moves = Setten
move-hint = Lykas 32-28 of 26x17x8.
taken = Weinommen stikken, as dat iepen is
taken-hint = Fjilden, lykas 22 31; oars leech.
time-left = Oerbleaune tiid, lykas 1:20:00
moves-made = Setten dy't de spiler dien hie; leech as ûnbekend
acknowledge = Ik sjoch der nei
sees-alarm = sjocht nei { $alarm } { $game }
seen-by = { $name } sjocht der nei sûnt { $time }
undo-by = Werom te nimmen mei: { $ruling }.
history = Alles wat trochjûn is
history-omitted = { $number } besluten steane der net by: âldere, en dy't net te lêzen binne.
the-clock = de klok
position = Stân: tekenje him, of skriuw him as FEN
piece = Stik
white-man = wite skiif
white-king = wite daam
black-man = swarte skiif
black-king = swarte daam
empty-square = leech
to-move = { $color } is oan set
empty-board = Leech boerd
first-position = Begjinstân
event-started = De partij begjint.
event-move = Heale set { $ply }: { $move }
event-confirmed = Heale set { $ply }: deselde set is trochjûn.
event-held = Heale set { $ply }: { $move } wachtet.
event-conflict-resolved = Heale set { $ply }: it ferskil is beslist.
event-irregular = Heale set { $ply }: { $move } is ûnreglemintêr en wachtet.
event-stands = Heale set { $ply }: { $move } bliuwt stean.
event-retracted = Setten weromnommen fan heale set { $ply } ôf.
event-position = De stân is set: { $fen }
event-paper = Op papier fan heale set { $ply } ôf.
event-completed = De setten fan papier binne ynfierd.
event-resumed = De partij giet fierder.
event-draw-offered = { $color } biedt remize oan.
event-result = Utslach: { $score }
event-flag-waived = De flagge fan { $color } foel en einiget de partij net.
event-refused = Wegere: { $text }
refused-input = wat in apparaat melde
event-press = De klok is yndrukt.
event-display = De klok oan tafel is ôflêzen.
alarm-clock-apart = De klok oan tafel wiist oare tiden oan
alarm-flag = Der foel in flagge, en de partij giet troch
clock-shows = Hy wiist { $white } foar wyt en { $black } foar swart.

## Results

results-caption = Tafels mei harren útslaggen
table = Tafel
result = Utslach
postponed = útsteld
result-keys-hint = Punten fan wyt: 2, 1 of 0. R2, R0, RR reglemintêr, U net spile, B, 4 en Enter remize mei skiven foar, Delete nimt werom. Pylken kieze de tafel.
check = Utslaggen kontrolearje
check-end = Kontrôle beëinigje
check-hint = Typ de útslaggen nochris: in ferskil stopt mei in toan, en der feroaret neat.
records = tafel { $table }: { $score }
record-result = Fêstlizze
result-of = Utslach fan tafel { $table }
how = Hoe
men-ahead = Skiven dy't wyt foar stiet, by remize
correct = Ferbetterje
correct-result = Tafel { $table } ferbetterje
correct-text = { $pair }: { $score } ynstee fan { $old }.
take-back = Weromnimme
withdraw-result = Utslach fan tafel { $table } weromnimme
reverse-colors = Kleuren fan tafel { $table } wiene wiksele
reverse-colors-text = De útslach is dy fan de kleuren sa't spile is (KNDB F7).
make-up = Ofprate wannear't tafel { $table } ynhelle wurdt
agreed-by = Ofpraat troch
set-start = Hoe't de klok fan tafel { $table } start
clock-start = De klok start
start-usual = sa't it reglemint seit
start-hour = by it iepenjen fan de omgong
start-gong = by de gong
start-table = troch de tafel
start-none = net: de partij hat gjin klok
start-notation = as notaasje: der falt gjin flagge
by-rule = Reglemintêr
table-before = De foarige tafel
table-after = De folgjende tafel

## Standings

prizes-now = Prizen sa't de stân no is
pair-play-off = Beslissingspartij yndiele
pairs-play-off = beslissing tusken { $names }
by-lot = Lotsje
resolve-tie = Folchoarder fêstlizze
resolves-tie = folchoarder fan { $names }
reopen-tie = Weriepenje
reopens-tie = Lykweardige stân fan { $names } weriepenje
place-number = Plak { $place }
by-games = troch partijen
by-arbiter = troch de arbiter of de organisaasje

## The record

record = Besluten
by-the-game = folget út in partij

## Sheets

print = Ofdrukke
paper-size = Papier
printed-at = Ofdrukt { $time }, nei beslút { $version }
draft = Konsept
sheet-pairings = Yndieling de tafel
sheet-by-name = Yndieling op namme
sheet-slips = Utslachbriefkes
sheet-table-cards = Tafelkaartsjes
follow-live = Live te folgjen:
sheet-standings = Stân
sheet-crosstable = Krústabel
sheet-presence = Presinsjelist
sheet-score-sheets = Notaasjeformulieren
sheet-line-ups = Opstellingsformulieren
sheet-schedule = Roaster
no-schedule = Der is gjin roaster dat foarôf bekend is.
day = dei { $day }
times-left = Oerbleaune tiid
signatures = Hantekens
white-letter = w
black-letter = s
sheet-prizes = Prizelist
sheet-certificates = Oarkondes
prize-money = Prizejild, fan de earste priis ôf; ien rigel de kategory
prize-money-hint = Yn euro's, lykas 100; 60; 40 foar alle spilers, of B: 50; 30 foar in kategory. Leech sûnder jild.
prize = Priis
money = Jild
place-in-table = Plak
all-players = Alle spilers
left-out = Sûnder priis
left-out-withdrawn = weromlutsen
left-out-no-category = gjin kategory
left-out-unknown-class = ûnbekende klasse
certificate = Oarkonde
certificate-place = Plak { $place }
certificate-places = Plakken mei in oarkonde
irregular-ply = Dizze set wie ûnreglemintêr en bliuwt stean.

## Wat in tablet net ferstjoere koe

hand-in = Ynleverje foar in tablet
hand-in-hint = Foar in tablet sûnder netwurk: sken de koade mei in tillefoan dy’t netwurk hat, of set de tekst fan de koade hjir del. De tablet hat it ûndertekene: alles telt ien kear, ek as de tablet it letter sels ferstjoert.
hand-in-text = Tekst fan de koade
hand-in-do = Ynleverje
hand-in-none = Yn dizze tekst stiet neat fan in tablet.
hand-in-move = healset { $ply }: { $move }
hand-in-claim = in claim, in oanbod of in opjefte
hand-in-other = wat oars
handed-in-waits = wurdt ynlevere …
handed-in-accepted = oannommen
handed-in-stored = opslein
handed-in-refused = net oannommen.

## In papieren formulier

paper-move = Folgjende set fan it formulier, healset { $ply }
paper-move-hint = Elke set mei Enter, as 32-28, 3228 of 26x17x8. Dy wurdt daliks beoardiele.
paper-back = Nim de lêste werom
paper-unread = { $move } is gjin set.
paper-irregular = ûnregelmjittich
paper-asks = De beoardieling is net te freegjen: { $text }

## Events, days and templates

first-day = Earste dei
last-day = Lêste dei
days = Dagen
archive = Argyf: { $events } ôfrûne eveneminten
as-in-event = Lykas by in evenemint fan dizze lokaasje
venue = Lokaasje
venue-hint = De koade fan de lokaasje, lykas by “damcast up --venue”.
member-number = Lidnûmer
member-number-hint = By de bûn; allinnich arbiterstafels sjogge it, taskôgers net.
publicity = Wat elkenien sjocht
publicity-of-event = sa't it evenemint it hat
publicity-full-name = hiele namme
publicity-initials = foarletters
publicity-anonymous = allinnich it nûmer
publicity-event-hint = Foar wa't it net sels keazen hat: op siden foar taskôgers, yn PDN en yn bestannen. Arbiterstafels en de tablets oan tafel hawwe de hiele namme.
check-regulation = Reglemint neisjen
entrants = Dielnimmers
entrants-hint = 0 foar elk tal.
regulation-fits = It reglemint kloppet.
group-sizes = Grutte fan de groepen: { $sizes }.
rounds-for = Omgongen: { $rounds }.

## Check-in

check-in-of = Oanmelde foar omgong { $round }
check-in-end = Oanmelden slute
check-in-counts = { $here } oanwêzich, { $absent } ôfmeld, { $missing } noch net sjoen.
check-in-hint = Letters fan in namme; Enter meldt oan wa't allinnich oerbliuwt.
presence-here = Oanwêzich
presence-absent = Ofmeld
presence-missing = Noch net sjoen
is-here = { $name } is oanwêzich foar omgong { $round }
is-not-here = { $name } is net oanwêzich foar omgong { $round }
missing-only = Allinnich wa't noch net sjoen is
all-expected = Elkenien
nobody-missing = Nimmen fûn.
missing-are-absent = Noch net sjoene spilers ({ $number }) ôfmelde foar omgong { $round }
did-not-check-in = net oanmeld
report-absent = Ofmelde
pairs-missing = Noch net sjoen ({ $number }): { $names }. Sy wurde yndield, lykas elkenien dy't net ôfmeld is.
pair-all-the-same = Dochs yndiele

## Lists, the report file and last year's event

players-of-event = Of de spilers fan in oar evenemint
report-has = It toernoai kriget { $rounds } omgongen en dizze { $players } spilers út it bestân.

## Articles of rulings, and reasons

article-let-stand =
    { $rules ->
        [frisian] Neffens rules art. 10, rules art. 27, C art. 5. De tsjinstanner mei in fergetten of ferkearde slach oanmerke oant der in antwurd op spile is; dan bliuwt er stean.
       *[other] De tsjinstanner mei in ûnreglemintêre set oanmerke oant der in antwurd op spile is; dan bliuwt er stean.
    }
article-correct =
    { $rules ->
        [frisian] Neffens rules art. 27, C art. 5. In ûnreglemintêre set dy't op 'e tiid oanmurken is, wurdt hersteld; de notaasje folget it boerd.
       *[other] In ûnreglemintêre set dy't op 'e tiid oanmurken is, wurdt hersteld; de notaasje folget it boerd.
    }
article-retract =
    { $rules ->
        [frisian] Neffens rules art. 27, C art. 5. In ûnreglemintêre set dy't op 'e tiid oanmurken is, wurdt weromnommen en der wurdt in oare spile.
       *[other] In ûnreglemintêre set dy't op 'e tiid oanmurken is, wurdt weromnommen en der wurdt in oare spile.
    }
article-position = Gjin regel bepaalt in stân: de arbiter beslút en de reden bliuwt yn it lochboek.
article-paper =
    { $rules ->
        [frisian] Neffens C art. 5. Kin de tablet in set dy't stean bliuwt net ferwurkje, dan wurdt de rest fan de partij op papier notearre.
       *[other] Gjin regel neamt it: de arbiter beslút en de reden bliuwt yn it lochboek.
    }
article-complete =
    { $rules ->
        [frisian] Neffens C art. 5. De setten dy't op papier notearre binne, meitsje de notaasje kompleet.
       *[other] De setten dy't op papier notearre binne, meitsje de notaasje kompleet.
    }
article-resume = Gjin regel nimt in útslach werom: de haadarbiter beslút en de reden bliuwt yn it lochboek.
article-pause =
    { $rules ->
        [of-2006] Neffens 2006 art. 2. Gjin klok wurdt foar de ein fan de partij stilset, of in regel moat it talitte; de reden neamt dy regel.
       *[other] Gjin regel set in klok stil: de arbiter beslút en de reden bliuwt yn it lochboek.
    }
article-go =
    { $rules ->
        [of-2006] Neffens 2006 art. 2. In klok rint oant de ein fan de partij.
       *[other] It skoft is foarby as de reden dêrfan foarby is.
    }
article-clock = Gjin regel bepaalt in tiid: de arbiter beslút en de reden bliuwt yn it lochboek.
article-absent =
    { $rules ->
        [frisian] Neffens C art. 6. Op wa't der net is, wurdt wachte sa lang't it reglemint seit, oars oant de flagge falt.
        [of-2006] Neffens 2006 art. 3. Wa't nei de wachttiid net kommen is, hat ferlern; beide as gjinien kommen is.
       *[other] Op wa't der net is, wurdt wachte sa lang't it reglemint fan it evenemint seit.
    }
article-present =
    { $rules ->
        [frisian] Neffens C art. 6. Wa't foar de ein fan de wachttiid komt, spilet.
        [of-2006] Neffens 2006 art. 3. Wa't foar de ein fan de wachttiid komt, spilet.
       *[other] Wa't foar de ein fan de wachttiid komt, spilet.
    }
article-play-on =
    { $rules ->
        [frisian] Neffens rules art. 20.5. Wa't de tiid oerskriuwt, ferliest; wa't de easke setten dien hie, hat him net oerskreaun.
        [of-2006] Neffens 2006 art. 4. In flagge makket gjin ein oan in partij dêr't de easke setten op 'e tiid fan dien binne.
       *[other] In flagge makket gjin ein oan in partij dêr't de easke setten op 'e tiid fan dien binne.
    }
article-result =
    { $rules ->
        [frisian] Wannear't in partij ferlern is, stiet yn rules art. 20, wannear't dy remize is, yn rules art. 21.
       *[other] De spulregels sizze wannear't in partij wûn, ferlern of remize is; wat sy net neame, beslút de arbiter.
    }
reason-claimed = oanmurken troch de tsjinstanner foar it antwurd
reason-both-agree = beide spilers binne it iens
reason-seen = sjoen troch de arbiter
reason-mistyped = ferkeard ynfierd
reason-device = in flater fan it apparaat
would-be-refused = It soe wegere wurde: { $text }.
board-before = Dêrfoar
board-after = Dêrnei: { $plies } heale setten
told-by-device = Heale set { $ply }: { $move } ({ $device })
in-the-record = yn de notaasje
no-board = Gjin boerd jout dizze set wer.
alarm-store = De server of syn opslach antwurdet net
store-text = Wat hjir stiet, is fan earder. Hannelingen wachtsje, en neat wat bewarre is giet ferlern.

## Devices at tables

devices-at-tables = Apparaten oan tafels
no-devices = Gjin apparaat hat in plak.
device = Apparaat
seat = Plak
seat-shared = Beide spilers
game = Partij
this-desk = dizze tafel
move-device = Ferpleatse
moves-device = { $device } ferpleatse
move-device-text = Fan dan ôf stjoert it foar it nije plak. Wat it stjoerd hat, bliuwt by syn partij.
release-device = Losmeitsje
releases-device = { $device } losmeitsje
release-text = It mei neat mear stjoere oant it wer in plak hat. Weromsette makket dit ûngedien.
set-grace = Romte foar lette drukken
grace-text = Sa lang mei in druk op de klok ûnderweis wêze en dochs op syn eigen momint telle.
grace-seconds = Sekonden, 0 oant 60

## Control sums (KNDB F8)

control-sums = Kontrôlesommen (KNDB F8)
sums-right = De sommen kloppe.
sums-wrong = De sommen wike ôf.
sums-found = Fûn
sums-expected = Easke
sums = punten { $points }, teld foar tsjinstanners { $counted }, Solkoff { $solkoff }

## Reasons of places, and the wall chart

reasons-of-places = Wêrom dizze plakken
no-reasons-of-places = Elk plak folget út de earste kolom.
sheet-explained = Stân mei útlis
sheet-wall-chart = Wânoersjoch
wall-chart-key = Yn elke omgong: nûmer fan de tsjinstanner, kleur (w, s), eigen punten; r: reglemintêr; +: frije omgong; a: ôfwêzich.
chart-free = +
chart-absent = a
chart-by-rule = r

## Kinds of decisions

kind = Soarte
all-kinds = Alle soarten
kind-settings = Toernoai en ynstellings
kind-entries = Dielnimmers en nûmers
kind-presence = Oanwêzigens en weromlûken
kind-rounds = Omgongen en yndielingen
kind-results = Utslaggen
kind-ties = Gelikense stannen en promoasje
kind-rulings = Beslissingen by partijen
kind-devices = Apparaten en romte
decided-by = Troch
everybody = Elkenien
decisions-found = { $number } besluten en beslissingen
record-csv = Bewarje as CSV
record-json = Bewarje as JSON
record-again = Beslissingen opnij lêze
record-no-rulings = De beslissingen by partijen ûntbrekke: { $text }
record-no-seats = De feroarings fan plakken koene net lêzen wurde: { $text }

## Embargoes

embargo-set = Fertraging foar it publyk
embargo-set-text = Fan twa sekonden nei it beslút ôf sjocht it publyk dit part letter: setten, klokken, útslaggen, stannen en bestannen. De strangste fan mear jildt.
embargo-part = Fan
embargo-all = it hiele toernoai
embargo-of-round = omgong { $round }
embargo-of-board = omgong { $round }, tafel { $table }
embargo-until = It publyk wachtet
embargo-until-delay = in skoft
embargo-until-game = oant de partij ôfrûn is
embargo-until-round = oant de omgong ôfrûn is
embargo-until-none = net mear
embargo-minutes-field = Minuten
embargo-release = It publyk sjen litte wat efterholden wurdt
embargo-release-text = Alles oant no ta wurdt daliks iepenbier. Wat folget wachtet wer.
embargo-is-set = De fertraging fan { $part } is ynsteld
embargo-is-lifted = { $part } is net mear fertrage
embargo-is-released = { $part } is oan it publyk toand
embargoes-set = Fertrage foar it publyk

## Seasons

seasons = Seizoenen
seasons-text = Berekkene út ôfrûne toernoaien of út nammen mei de hân. Der wurdt neat fêstlein.
order-of-tournament = Einstân fan in toernoai
order-by-hand = Nammen mei de hân, it earste plak earst
eights = De achttallen fan takom jier (C art. 8)
eights-declined = Spilers fan HA dy't fan promoasje ôfsjogge (D art. 7), de rigel ien
eights-absent-year = Spilers dy't ien kampioenskip misse (C art. 11), de rigel ien
eights-absent-longer = Spilers dy't langer fuort binne (C art. 11), de rigel ien
place-eights = Achttallen yndiele
eights-to-ha = Nei HA
eights-requalify = Op 'e nij fia HA pleatse (C art. 11)
eights-ek = EK (A art. 2)
eights-ek-or-ha = EK of HA, nei kar (A art. 2)
clubs = De klubs fan takom jier (B art. 2)
clubs-orders = Einstannen fan de groepen
clubs-hint = Mei de hân: fan groep I ôf, mei in lege rigel tusken de groepen.
clubs-absent = Teams dy't takom jier net meidogge, de rigel ien
clubs-entered = Teams dy't takom jier nij binne, de rigel ien
clubs-higher = As de leechste groepen gearfoege wiene: teams fan de hegere, de rigel ien
place-clubs = Klubs yndiele
points-ranking = Punten oer de jierren (appendix 4)
careers = Spilers en harren seizoenen
careers-hint = In rigel foar in spiler mei de klasse, lykas Jan Jansen; 2 (klassen 3, 2, 1, HA, EK). Dan de rigel in seizoen: plakken by klubeveneminten, en efter in streek yn it kampioenskip, lykas 3/12 5/20 | 2/8; in streekje foar gjin.
rank-points = Punten berekkenje
points-best = Measte punten yn it lêste seizoen
class = Klasse
class-next = Folgjende klasse
points-season = Punten fan it seizoen
points-total = Sûnt promoasje
points-last-four = Lêste fjouwer jier
points-may-go-down = Mei nei oerlis in klasse leger spylje.

## Foarstellen

proposals = Foarstellen fan dielnimmers
proposal = Foarstel { $number }
proposal-accept = Oannimme
proposal-refuse = Ofwize
proposal-accepts = Foarstel { $number } is oannommen
proposal-refuses = Foarstel { $number } is ôfwiisd
only-here = Allinnich dizze kompjûter sels iepenet { $address }: in koade dêrmei tsjinnet yn 'e seal ta neat. Iepenje de tafel ûnder de namme fan dizze kompjûter yn 'e seal, dy't Damcast by it begjin neamd hat, dan steane de koades hjir.
own-phone = Eigen telefoan
own-phone-of = De telefoan fan { $name }
own-phone-hint = Wa't dit binnen in minút iepenet, stelt foar dizze dielnimmer ôfwêzigens, frije omgongen, ophâlden en opstellingen foar; de arbiterstafel beslist.
own-phone-link = Keppeling
own-phone-again = Nije koade
own-title = Wat foarstelle
own-none = Dizze telefoan sprekt foar nimmen. Freegje oan de arbiterstafel om dyn koade.
own-for = Foar nûmer { $number } yn { $tournament }
own-sent = De arbiterstafel hat it.
own-absence = Ofwêzich, frij, of dochs oanwêzich
own-round = Omgong
own-kind = Wat
own-absent = Ik spylje net
own-present = Ik spylje dochs
own-line-up-rules = Kies de spilers fan boerd 1 ôf, elk foar ien boerd. In boerd sûnder spiler is ferlern. De opstelling moat der 15 minuten foar de earste wedstriid wêze en jildt foar elke omgong; dêrnei is in reden nedich, en telt sy fan de folgjende yndieling ôf as de arbiterstafel har oannimt (B art. 6).
own-no-player = nimmen
own-withdrawal = Ophâlde mei it toernoai
own-propose = Foarstelle
own-waits = wachtet
own-accepted = oannommen
own-refused = ôfwiisd

## Sensorboerden

section-boards = Boerden
boards-none = Noch gjin sensorboerd hat hjir in tafel. In agent (“damcast boards agent”) krijt syn plak lykas in tablet.
boards-well = { $well } fan { $all } boerden komme oerien mei har partij, en der mankearret neat oan.
boards-needing = Allinnich boerden dêr’t immen nei sjen moat
boards-all = Alle boerden
board-state-away = De agent fan it boerd lit neat hearre
board-state-no-board = De agent is der, en it boerd swijt
board-state-muted = Dimpe: wat it toant telt net
board-state-waits = Wachtet op de stelling fan syn partij; oant dan telt net wat it toant
board-state-unexplained = Gjin set ferklearret it boerd
board-state-differs = Wykt ôf fan syn partij
board-state-agrees = Komt oerien mei syn partij
board-battery = Batterij
board-last-report = Lêste berjocht
board-capability = Sjocht
board-rotation = Leit
board-queue = Net ferstjoerd
board-clock = Klok fan de agent
plies-told = Heale setten
board-ago = { $age } lyn
board-sees-occupancy = wêr’t stikken steane
board-sees-colour = kleuren
board-sees-crown = kleuren en dammen
board-lies-unknown = noch net bekend
board-lies-true = draaid
board-lies-false = gewoan
board-picture = De stikken op it boerd
board-picture-differs = De stikken op it boerd; it wykt ôf fan de partij op { $squares }
board-order-waits = It boerd hat dit noch net útfierd.
board-tentative = Liket de folgjende set, en kin noch weigean: { $moves }
board-uncrowned = Op it boerd net kroane: { $squares }
board-tap-swap = Wikselje
board-tap-rotate = Draaie
board-tap-position = Stân fan it boerd
board-tap-follow = Partij út it log
board-tap-mute = Dimpe
board-tap-unmute = Wer hearre
board-tap-call = Arbiter roppe
board-swaps = in oar boerd oan tafel { $table }
board-swap-text = De twa boerden wikselje fan plak: dit giet nei de tafel fan it oare. Ferset dêrnei de boerden sels: elk wachtet oant it de stelling fan syn nije partij toant.
board-other = It oare boerd
board-at = { $serial }, tafel { $table }
board-rotates = it boerd fan tafel { $table } leit oarsom
board-mutes = it boerd fan tafel { $table } is dimpe
board-unmutes = it boerd fan tafel { $table } wurdt wer heard
board-follows = it boerd fan tafel { $table } giet fierder út it log wei
board-sets-position = de stân oan tafel { $table } fan it boerd
board-position-text = Sjoch earst nei it boerd, en set hjir rjocht wat it net sizze kin.
board-position-turn = Wa’t oan set is: { $color }, lykas yn syn partij.
board-position-kings = { $count ->
    [0] It ûnderskiedt dammen net fan skiven: hjir is elk stik in skiif.
   *[other] It ûnderskiedt dammen net fan skiven: de dammen binne dy fan syn partij, op { $squares }.
}
board-position-gone = Dammen fan syn partij dy’t dêr net steane: { $squares }. Tekenje der ien dêr’t dy hinne gie.
board-calls = de arbiter wurdt roppen oan tafel { $table }
board-call-text = It sensorboerd hat de arbiter nedich
