### The reasons for which a season has no next year, a table no control sums, and an event no report. Clauses without a full stop.

## Results of a tournament for its season; $tournament and $name are names

ended-not-over = { $tournament }: it is net dien
ended-no-group = { $tournament }: der is gjin groep { $group }
ended-tied = { $tournament }: net elk plak is beslist
ended-no-player = { $name } hat gjin plak yn { $tournament }
ended-shared = { $tournament }: { $name } dielt plak { $place }; lis fêst hoe’t dy gelikense stân beslist is
ended-not-ordered = { $tournament }: gjin regel seit hokker plak fan alle groepen { $name } hat; de organisaasje moat dat sizze
ended-no-class = { $tournament }: { $name } hat gjin klasse, dêr’t plakken nei teld wurde (appendix 4, 3)

## The eights and the clubs of next year

season-not-eight = { $eight } hat in einstân fan { $players }: it moatte der 8 wêze
season-twice-in-orders = { $name } stiet twa kear yn de einstannen
season-declined-elsewhere = { $name } seach ôf fan promoasje, mar stiet net yn HA
season-absent-elsewhere = { $name } is ôfwêzich meld, mar hat gjin plak of is twa kear neamd
season-group-empty = groep { $group } hat gjin teams
season-group-single = groep { $group } hat mar ien team: dat kin net tagelyk promovearje en degradearje
season-twice-in-groups = { $name } stiet twa kear yn de groepen
season-group-size = groep { $group } hat { $teams } teams: elke groep hat der fjouwer, en de leechste fjouwer oant sân (B art. 2)
season-not-merged = { $name } sit net yn de lêste groep, en dy is gearfoege (B art. 3)
season-no-lower-class = alle teams fan de lêste groep binne fan de hegere klasse: dy is net gearfoege (B art. 3)

## Control sums

control-not-swiss = allinnich it Switserske systeem hat kontrôlesommen (KNDB F8)
control-bonus-draws = stannen mei bonusremises hawwe gjin kontrôlesommen (KNDB F8)

## Report files

report-of-teams = in stân fan teams kin net as rapport fan spilers skreaun wurde
report-no-player = dielnimmer { $participant } stiet net by de spilers
report-no-group = der is gjin groep { $group }
report-too-many-rounds = in rapport hat op syn heechst { $max } omgongen
report-text = “{ $text }” past net yn in rapport: op syn heechst { $max } tekens, gjin bestjoeringstekens
report-number = { $number } is te grut of te lyts foar syn plak yn in rapport
report-too-many = { $count } is tefolle foar in rapport
report-line = de rigel “{ $line }” soe as wat oars lêzen wurde
