### The reasons for which a tournament refuses what it is asked to do. Clauses without a full stop.

## The tournament and its entries; $player, $team and $participant are numbers

refusal-not-created = it toernoai is net oanmakke
refusal-already-created = it toernoai is al oanmakke, as “{ $name }”
refusal-deleted = it toernoai is fuorthelle; in oar toernoai hat in oare id nedich
refusal-played = omgong { $round } is spile: in toernoai dêr’t in partij yn begûn is, bliuwt
refusal-no-time-control = it reglemint lit de betinktiid oan de organisaasje oer: jou dy op
refusal-no-season = der is in leeftiidsgrins: jou op yn hokker jier’t it seizoen begjint (E art. 4)
refusal-duplicate-player = “{ $name }” is al ynskreaun, as spiler { $player }
refusal-duplicate-team = “{ $name }” is al ynskreaun, as team { $team }
refusal-birth-missing = der is in leeftiidsgrins: folje de bertedatum yn (E art. 4)
refusal-birth-day-missing = der is in leeftiidsgrins: folje de hiele bertedatum yn, want it jier beslist net (E art. 4)
refusal-too-old = { $age } jier op 1 septimber { $season }, en allinnich wa’t jonger is as { $limit } mei meidwaan
refusal-entries-closed = de ynskriuwing is sletten doe’t de earste omgong yndield waard
refusal-too-many-players = it toernoai is foar op syn heechst { $max }
refusal-unknown-player = der is gjin spiler { $player }
refusal-unknown-participant = der is gjin dielnimmer { $participant }
refusal-stands-in-round = dielnimmer { $participant } stiet yn omgong { $round }: lûk dy yn stee dêrfan werom
refusal-has-withdrawn = dielnimmer { $participant } hat him of har weromlutsen: meitsje dat earst ûngedien
refusal-not-withdrawn = dielnimmer { $participant } hat him of har net weromlutsen
refusal-seat-taken = it plak fan dielnimmer { $participant } is ynnommen troch { $reserve }
refusal-no-reserves = in reserve nimt allinnich in plak yn dêr’t spilers dat yn in skema hawwe en har punten stean bliuwe (2006 art. 10): skriuw oars in lette spiler yn
refusal-point-fixed = it punt “{ $point }” fan it reglemint leit fêst: der hinget wat fan ôf dat al stiet
refusal-amendment-reason = der is in yndieling bekendmakke: sis wêrom’t it reglemint feroare wurdt

## Teams

refusal-not-of-teams = spilers spylje hjir foar harsels: der binne gjin teams
refusal-unknown-team = der is gjin team { $team }
refusal-other-team = spiler { $player } spilet foar team { $team }
refusal-line-up-reason = sis wêrom’t de opstelling ferbettere wurdt (B art. 6)
refusal-line-up-missing = team { $team } hat syn opstelling net ynlevere (B art. 6)
refusal-team-boards = in team spilet oan 1 oant { $max } boerden, net oan { $boards }
refusal-on-two-boards = spiler { $player } stiet oan twa boerden
refusal-line-up-of-nobody = yn in opstelling stiet op syn minst ien spiler
refusal-line-up-boards = it team spilet oan { $expected } boerden, de opstelling hat der { $boards }
refusal-line-up-late = in opstelling wurdt 15 minuten foar de wedstriid ynlevere: { $minutes } min te let (B art. 6)
refusal-line-up-fixed = de ynlevere folchoarder jildt foar elke omgong (B art. 6)
refusal-team-itself = team { $team } kin net tsjin himsels spylje
refusal-match-boards = it earste team hat { $first } boerden, it twadde { $second }
refusal-player-of-both = spiler { $player } spilet foar beide teams

## Lots and groups

refusal-lots-fixed = nei de yndieling fan de earste omgong kin net mear lotte wurde
refusal-lots-of-groups = de groepen hawwe har nûmers: ferdiel se yn stee dêrfan op ’e nij
refusal-lots-incomplete = elk fan de { $players } dielnimmers moat krekt ien kear neamd wurde
refusal-groups-by-strength = fjouwertallen wurde nei sterkte ferdield: meitsje de groepen mei de hân (G art. 3)
refusal-no-groups = it reglemint hat gjin groepen
refusal-groups-missing = ferdiel alle dielnimmers yn groepen foardat de earste omgong yndield wurdt
refusal-pools = der binne twa poules nedich, net { $pools }
refusal-group-too-few = in groep hat der op syn minst { $fewest } nedich, net { $entrants }
refusal-group-sizes = groepen fan mei-inoar { $places } binne net foar { $entrants }

## Rounds and their pairings

refusal-too-many-rounds = in toernoai hat op syn heechst { $max } omgongen
refusal-table-pairs-all = it skema dielt elkenien yn: stel de partij út of lis in reglemintêre útslach fêst
refusal-paired-already = omgong { $round } is al yndield: meitsje de yndieling ûngedien of lis in reglemintêre útslach fêst
refusal-round-out-of-order = omgong { $round } kin net yndield wurde: de folgjende omgong is { $next }
refusal-already-paired = omgong { $round } is al oars yndield
refusal-no-more-rounds = it toernoai hat mar { $rounds } omgongen
refusal-previous-round = omgong { $round } is noch net sletten
refusal-pairings-missing = de yndieling fan omgong { $round } ûntbrekt of is leech
refusal-paired-twice = dielnimmer { $participant } stiet twa kear yn omgong { $round }
refusal-other-group = de dielnimmers { $first } en { $second } sitte yn ferskillende groepen: har partij telt yn gjin inkelde stân
# $reason says why the Swiss system has no pairing.
refusal-unpairable = { $reason }; diel mei de hân yn
refusal-nobody-to-pair = der is nimmen om yn omgong { $round } yn te dielen
refusal-not-the-latest = allinnich de lêste omgong, { $latest }, kin ûngedien makke wurde
refusal-unpair-reason = omgong { $round } is bekendmakke: sis wêrom’t de yndieling ûngedien makke wurdt (KNDB F6)
refusal-round-begun = omgong { $round } is begûn, dus de yndieling stiet fêst: lis reglemintêre útslaggen fêst, ferbetterje útslaggen, of sis hokker partijen mei ferwiksele kleuren spile binne (KNDB F7)
refusal-unknown-round = der is gjin omgong { $round }
refusal-unknown-table = omgong { $round } hat gjin tafel { $table }
refusal-round-paired = omgong { $round } is yndield mar net begûn
refusal-round-open = omgong { $round } is begûn
refusal-round-closed = omgong { $round } is sletten
refusal-rounds-paired = der binne al { $rounds } omgongen yndield
refusal-hall-in-play = flugdampartijen begjinne as alle partijen yn de seal ôfrûn binne: tafel { $table } fan omgong { $round } spilet noch (2006 art. 14e)
refusal-unfinished = de partij oan tafel { $table } fan omgong { $round } is net út, en partijen wurde net ôfbrutsen: lis de útslach fêst, of sis wêrom’t de arbiter de omgong slút (2006 art. 6)
refusal-ground-missing = omgong { $round } bliuwt sa’t dy bekendmakke is: gjin pear skeint KNDB B1 of KNDB B2, of gjin partij is mei ferwiksele kleuren spile; om in oare reden beslist de haadarbiter (KNDB F6)
refusal-ground-unnamed = omgong { $round } is bekendmakke: neam de grûn om dy ûngedien te meitsjen, dat is in skeinde noarm, in ferkearde útslach, ferwiksele kleuren of in beslút fan de haadarbiter (KNDB F6, F7)
refusal-not-made-up = omgong { $round }, tafel { $table }: partijen fan dizze omgong wurde net ynhelle (C art. 13); lis in útslach fêst
refusal-make-up-first = omgong { $round }, tafel { $table } moat earst ynhelle wurde (C art. 13); of lis in reglemintêre útslach fêst
refusal-agreement-missing = sis wa’t it dermei iens is dat omgong { $round }, tafel { $table } dan ynhelle wurdt (C art. 13)
refusal-make-up-too-late = omgong { $round }, tafel { $table } wurdt ynhelle foardat omgong { $limit } begjint (C art. 13)
refusal-rest-not-over = spilers hawwe in healoere tusken twa partijen op in dei (2006 art. 9): begjin omgong { $round } dêrnei, of sis wêrom’t se it sûnder dogge
refusal-absence-reason = sis wêrom’t { $participant } omgong { $round } net spylje kin (C art. 10)

## Byes of half a point

refusal-no-half-point-byes = it reglemint hat gjin frije omgongen foar in heal punt (KNDB F9)
refusal-half-point-byes-most = nimmen hat mear as { $most } frije omgongen foar in heal punt (KNDB F9)
refusal-half-point-bye-last = it reglemint hat yn de lêste omgong gjin frije omgongen foar in heal punt (KNDB F9)

## Results

refusal-result-missing = omgong { $round }, tafel { $table } hat noch gjin útslach
refusal-draw-by-forfeit = in partij dy’t net spile is, is gjin remise
refusal-men-ahead = nimmen stiet mear as { $max } skiven foar
refusal-men-ahead-missing = sis hoefolle skiven wyt oan ’e ein fan dizze remise foar stie; in daam telt foar twa (2006 art. 14a)
refusal-already-recorded = omgong { $round }, tafel { $table } hat al in útslach: { $result }
refusal-game-is-off = omgong { $round }, tafel { $table }: de partij wie ferfallen doe’t se einige, troch weromlûken
refusal-no-result-to-correct = omgong { $round }, tafel { $table } hat gjin útslach om te ferbetterjen
refusal-no-colors = omgong { $round }, tafel { $table } is net spile: der binne gjin kleuren

## Ties, play-offs and finals

refusal-tie-reason = sis wêrom’t de gelikense stân wer iepen is
refusal-won-by-games = partijen hawwe dizze gelikense stân beslist: ferbetterje yn stee dêrfan har útslaggen
refusal-no-such-tie = dit binne net krekt dyjingen dy’t op in plak gelyk steane
refusal-rounds-to-play = omgong { $next } moat noch spile wurde: de plakken steane net fêst
# $remedy is what the regulation prescribes.
refusal-no-play-off = foar dizze gelikense stân binne gjin partijen foarskreaun ({ $remedy }): lis fêst hoe’t dy beslist is
refusal-play-off-running = fan de beslissing hat in partij yn omgong { $round } gjin útslach
refusal-already-resolved = dizze gelikense stân is al beslist: iepenje dy earst wer, en sis wêrom
refusal-play-off-of-two = twa spylje de foarskreaune twakamp: diel dy yn sûnder pearen te neamen
refusal-not-in-play-off = dielnimmer { $participant } spilet net om dizze gelikense stân
refusal-play-off-over = dizze beslissing is dien: beslis wat noch gelyk stiet
refusal-play-off-too-few = in beslissing is tusken op syn minst twa, net { $given }
refusal-play-off-too-many = in beslissing is tusken op syn heechst 64, net { $given }
refusal-play-off-twice = immen is twa kear neamd yn in beslissing
refusal-seed-missing = it lot beslist: jou in startgetal om mei te lotsjen
refusal-pool-tied = poule { $group } hat in gelikense stân op plak { $place }: beslis dy earst
# $place is the place in both pools.
refusal-no-such-final = der is gjin finale fan de nûmers { $place }
refusal-color-drawn = de kleur fan de finale fan de nûmers { $place } is al lotte
refusal-color-by-lot = de kleur fan de finale fan de nûmers { $place } moat noch lotte wurde
refusal-color-by-player = de kleur fan de finale fan de nûmers { $place } moat noch keazen wurde troch spiler { $player }
refusal-finals-crossed = de finales binne nûmer tsjin nûmer: kies de kleuren en diel yn
refusal-pool-sizes = poule I hat { $first } spilers, poule II { $second }
refusal-twice-in-pools = spiler { $player } stiet twa kear yn de poules
refusal-pool-order = spiler { $player } hat mear punten as de foarige: in poule stiet yn de folchoarder fan de plakken
refusal-final-winners = { $finals } finales hawwe { $winners } winners
refusal-final-stranger = spiler { $player } spile de finale fan de nûmers { $place } net
refusal-winner-missing = in groep hat noch net ien winner: beslis earst de gelikense stân
refusal-winners-by-schedule = de groepswinners spylje neffens har skema: diel yn sa’t it reglemint seit
refusal-nobody-promoted = nimmen promovearret út dit toernoai

## Proposals and embargoes; $part is a part of the tournament

refusal-unknown-proposal = der is gjin foarstel { $number }
refusal-proposal-answered = foarstel { $number } is al beantwurde
refusal-proposal-reason = sis wêrom’t it foarstel ôfwiisd wurdt
refusal-not-proposed = in opstelling, ôfwêzigens en weromlûken kinne foarsteld wurde, en neat oars
refusal-embargo-reason = sis wêrom’t it publyk it earder sjocht
refusal-nothing-withheld = der jildt gjin embargo foar { $part }: it is al iepenbier
refusal-embargo-decisions = in toernoai hat op syn heechst { $max } besluten oer embargo’s

## Results that contradict each other, for the Swiss system and for tables

field-too-many-players = in toernoai hat op syn heechst { $max } spilers
field-too-many-rounds = in toernoai neffens it Switserske systeem hat op syn heechst { $max } omgongen
field-no-such-round = omgong { $round } kin net yndield wurde: der binne { $rounds } omgongen
field-player-twice = spiler { $player } is twa kear ynskreaun
field-lot-twice = lotnûmer { $lot } is twa kear jûn
field-history = spiler { $player } hat { $found } eardere omgongen yn stee fan { $expected }
field-unknown-opponent = spiler { $player } spile yn omgong { $round } tsjin spiler { $opponent }, dy’t net ynskreaun is
field-disagreement = de spilers { $player } en { $opponent } hawwe oer omgong { $round } net itselde
table-boards-of-players = { $first } en { $second } binne spilers en hawwe yn omgong { $round } in wedstriid fan teams spile
table-game-of-teams = { $first } en { $second } binne teams en hawwe yn omgong { $round } ien partij spile
