### Faults of a regulation. Clauses without a full stop.

## The order of the table; $tie_break is a tie-break

order-points-not-first = de stân giet alderearst nei punten
order-tie-breaks-most = in stân hat op syn heechst { $most } kritearia, net { $given }
order-tie-break-twice = it kritearium “{ $tie_break }” stiet der twa kear
order-nothing-left-out = it kritearium “{ $tie_break }” lit gjin tsjinstanner wei
order-board-points-of-players = boerdpunten binne foar teams, net foar spilers
order-first-place-by = it earste plak giet nei { $asked } fan { $given } kritearia
order-no-places = der binne gjin plakken { $from } oant en mei { $to }
order-zones-overlap = plak { $place } leit yn twa sônes
order-voids-nothing = in regel dy’t partijen fan wa’t ophâldt ferfalle lit, hat in tal partijen boppe 0 nedich

## The format, its rounds and its entrants

fault-zones-apart = sônes folgje út de tallen promoasje- en degradaasjeplakken, en wurde net apart jûn
fault-bonus-draws = remises mei in bonus hearre by ynternasjonaal damjen, net by Frysk damjen
fault-no-boards = teams hawwe 1 oant { $max } boerden nedich
fault-boards-of-players = spilers dy’t foar harsels spylje, hawwe gjin { $boards } boerden
fault-format-of-teams = it systeem is foar teams
fault-format-of-players = it systeem is foar spilers
# $remedy is what is prescribed for a tie.
fault-play-off-not-of-teams = de beslissing is net foar teams: { $remedy }
fault-play-off-not-of-players = de beslissing is net foar spilers: { $remedy }
fault-voids-in-swiss = partijen ferfalle allinnich dêr’t elkenien tsjin elkenien spilet, net yn it Switserske systeem
fault-byes-of-table = frije omgongen foar in heal punt binne foar it Switserske systeem en yndielen mei de hân, net foar in skema (KNDB F9)
fault-no-show-of-teams = allinnich spilers jilde as weromlutsen as se net komme (KNDB F10)
fault-winners-ordered = groepswinners krije gjin mienskiplike folchoarder by teams en by twa poules mei finales
fault-rounds-of-schedule = it tal omgongen folget út it skema en wurdt net op { $rounds } set
fault-no-rounds = in toernoai hat op syn minst ien omgong
fault-rounds-missing = in toernoai neffens it Switserske systeem hat in tal omgongen nedich
fault-too-many-rounds = { $entrants } dielnimmers spylje op syn heechst { $most } omgongen neffens it Switserske systeem, net { $rounds }
fault-pool-table = in poule spilet net neffens { $table }
fault-unequal-pools = { $entrants } dielnimmers jouwe gjin twa like grutte poules
fault-no-games = in twakamp hat op syn minst ien partij
fault-too-many-games = in twakamp hat op syn heechst { $most } partijen, net { $games }
fault-match-of = in twakamp is tusken twa, net { $entrants }
fault-table-players = it skema { $table } is foar { $min } oant { $max } spilers, net foar { $players }
# $competition is one of the competitions below, $limits a number or a range such as "3 to 6".
fault-not-prescribed = { $article } jout gjin skema foar { $entrants } yn { $competition }: it is foar { $limits }
fault-range = { $from } oant en mei { $to }
fault-from = { $from } en mear
fault-swiss-prescribed = { $entrants } dielnimmers yn { $competition } spylje neffens it Switserske systeem
fault-entrants-min = it toernoai is foar op syn minst { $min } dielnimmers, net foar { $entrants }
fault-entrants = it toernoai is foar op syn minst { $min } en op syn heechst { $max } dielnimmers, net foar { $entrants }
fault-limits = nimmen kin meidwaan: op syn minst { $min } en op syn heechst { $max }
fault-zones = fan in groep fan { $size } kinne der gjin { $promoted } promovearje en { $relegated } degradearje

## Competitions of the Frisian rulebook

competition-club-event = in groep fan in klupwedstriid
competition-club-teams = in groep klups
competition-eight = in acht
competition-ha = HA
competition-classes = in groep fan in klasse
competition-youth = in jeugdkampioenskip
competition-blitz = it kampioenskip fluchdamjen
competition-mini-teams = in groep fan it miniklupkampioenskip

## Points of a regulation

point-rules = spylregels
point-time-control = betinktiid
point-play-off-time-control = betinktiid fan beslissingspartijen
point-opening = waans tiid by it begjin rint
point-absence = wachttiid
point-format = systeem
point-rounds = tal omgongen
point-groups = groepen
point-boards = boerden fan in team
point-scoring = punten fan útslaggen
point-tie-breaks = folchoarder by gelikense punten
point-first-place = it earste plak
point-withdrawal = weromlûken
point-zones = promoasje en degradaasje
point-limits = grinzen oan dielnimmers
point-half-point-byes = frije omgongen foar in heal punt
point-no-show = spilers dy’t net komme
point-winners = groepswinners
point-adjournment = ûnfoltôge partijen
point-rest = rêst tusken partijen
point-prizes = prizen
point-draws = remises
point-start = start fan de klokken
