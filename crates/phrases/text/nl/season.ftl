### The reasons for which a season has no next year, a table no control sums, and an event no report. Clauses without a full stop.

## Results of a tournament for its season; $tournament and $name are names

ended-not-over = { $tournament }: het is niet afgelopen
ended-no-group = { $tournament }: er is geen groep { $group }
ended-tied = { $tournament }: niet elke plaats is beslist
ended-no-player = { $name } heeft geen plaats in { $tournament }
ended-shared = { $tournament }: { $name } deelt plaats { $place }; leg vast hoe die gelijke stand is beslist
ended-not-ordered = { $tournament }: geen regel zegt welke plaats van alle groepen { $name } heeft; de organisatie moet dat zeggen
ended-no-class = { $tournament }: { $name } heeft geen klasse, waarnaar plaatsen worden geteld (appendix 4, 3)

## The eights and the clubs of next year

season-not-eight = { $eight } heeft een eindstand van { $players }: het moeten er 8 zijn
season-twice-in-orders = { $name } staat twee keer in de eindstanden
season-declined-elsewhere = { $name } zag af van promotie, maar staat niet in HA
season-absent-elsewhere = { $name } is afwezig gemeld, maar heeft geen plaats of is twee keer genoemd
season-group-empty = groep { $group } heeft geen teams
season-group-single = groep { $group } heeft maar één team: dat kan niet tegelijk promoveren en degraderen
season-twice-in-groups = { $name } staat twee keer in de groepen
season-group-size = groep { $group } heeft { $teams } teams: elke groep heeft er vier, en de laagste vier tot zeven (B art. 2)
season-not-merged = { $name } zit niet in de laatste groep, en die is samengevoegd (B art. 3)
season-no-lower-class = alle teams van de laatste groep zijn van de hogere klasse: die is niet samengevoegd (B art. 3)

## Control sums

control-not-swiss = alleen het Zwitserse systeem heeft controlesommen (KNDB F8)
control-bonus-draws = standen met bonusremises hebben geen controlesommen (KNDB F8)

## Report files

report-of-teams = een stand van teams kan niet als rapport van spelers worden geschreven
report-no-player = deelnemer { $participant } staat niet bij de spelers
report-no-group = er is geen groep { $group }
report-too-many-rounds = een rapport heeft hoogstens { $max } ronden
report-text = “{ $text }” past niet in een rapport: hoogstens { $max } tekens, geen besturingstekens
report-number = { $number } is te groot of te klein voor zijn plaats in een rapport
report-too-many = { $count } is te veel voor een rapport
report-line = de regel “{ $line }” zou als iets anders worden gelezen
