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

## Tournaments

new-tournament = Nij toernoai
no-tournament = Der is noch gjin toernoai.
tournament-size = { $players } spilers, { $rounds } omgongen
creates = { $name } oanmeitsje
create = Oanmeitsje
preset = Reglemint
name = Namme
place = Plak
notice = Meidieling foar taskôgers
notice-hint = Stiet by de namme; leech foar gjin.
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

## A round

no-round-yet = Der is noch gjin omgong yndield
to-newest = Nei omgong { $round }
stage-draft = Konsept: allinnich arbiterstafels sjogge it
stage-published = Publisearre om { $time }
stage-open = Oan 'e gong; { $open } útslaggen ûntbrekke
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
color-by-lot = It lot beslút.
color-chosen-by = { $name } kiest.
color = Kleur
reasons = Wêrom dizze yndieling
no-reasons = It skema skriuwt it foar.

## The round in play

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

## Standings

prizes = Prizen
prizes-now = Prizen sa't de stân no is
prize-money = Jild, fan de earste priis ôf
prize-money-hint = Yn euro's, lykas 100; 60; 40. Leech foar gjin.
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
printed-at = Ofdrukt { $time }, nei beslút { $version }
draft = Konsept
sheet-pairings = Yndieling de tafel
sheet-by-name = Yndieling op namme
sheet-slips = Utslachbriefkes
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
