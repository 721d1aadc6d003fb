### The reasons for which a season has no next year, a table no control sums, and an event no report. Clauses without a full stop.

## Results of a tournament for its season; $tournament and $name are names

ended-not-over = { $tournament }: it is not over
ended-no-group = { $tournament }: there is no group { $group }
ended-tied = { $tournament }: not every place is decided
ended-no-player = { $name } has no place in { $tournament }
ended-shared = { $tournament }: { $name } shares place { $place }; how that tie is resolved is to be recorded
ended-not-ordered = { $tournament }: no rule says which place of all groups { $name } has; the organisers have to say it
ended-no-class = { $tournament }: { $name } has no class, by which places are counted (appendix 4, 3)

## The eights and the clubs of next year

season-not-eight = { $eight } has a final order of { $players }: it needs 8
season-twice-in-orders = { $name } stands in the final orders twice
season-declined-elsewhere = { $name } declined promotion, but is not in HA
season-absent-elsewhere = { $name } is announced as absent, but has no place or is named twice
season-group-empty = group { $group } has no teams
season-group-single = group { $group } has a single team: it cannot both go up and go down
season-twice-in-groups = { $name } stands in the groups twice
season-group-size = group { $group } has { $teams } teams: every group has four, and the lowest four to seven (B art. 2)
season-not-merged = { $name } is not in the last group, which is the one that was merged (B art. 3)
season-no-lower-class = all teams of the last group are of the higher class: it was not merged (B art. 3)

## Control sums

control-not-swiss = only the Swiss system has control sums (KNDB F8)
control-bonus-draws = tables with bonus draws have no control sums (KNDB F8)

## Report files

report-of-teams = a table of teams cannot be written as a report of players
report-no-player = participant { $participant } is not among the players
report-no-group = there is no group { $group }
report-too-many-rounds = a report has at most { $max } rounds
report-text = “{ $text }” does not fit into a report: at most { $max } characters, none of control
report-number = { $number } is too large or too small for its place in a report
report-too-many = { $count } are too many for a report
report-line = the line “{ $line }” would be read as something else
