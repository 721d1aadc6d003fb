### The reasons for which a tournament refuses what it is asked to do. Clauses without a full stop.

## The tournament and its entries; $player, $team and $participant are numbers

refusal-not-created = the tournament has not been created
refusal-already-created = the tournament was already created, as "{ $name }"
refusal-deleted = the tournament was deleted; another one needs another id
refusal-played = round { $round } was played: a tournament in which a game was begun stays
refusal-no-time-control = the regulation leaves the playing time to the organisers: say what it is
refusal-no-season = there is a limit of age: say in which year the season begins (E art. 4)
refusal-duplicate-player = "{ $name }" is already entered, as player { $player }
refusal-duplicate-team = "{ $name }" is already entered, as team { $team }
refusal-birth-missing = there is a limit of age: enter the date of birth (E art. 4)
refusal-birth-day-missing = there is a limit of age: enter the whole date of birth, as the year does not decide (E art. 4)
refusal-too-old = { $age } years on 1 September { $season }, but only who is younger than { $limit } may play
refusal-entries-closed = entries closed when the first round was paired
refusal-too-many-players = the tournament is for { $max } at most
refusal-unknown-player = there is no player { $player }
refusal-unknown-participant = there is no participant { $participant }
refusal-stands-in-round = participant { $participant } stands in round { $round }: withdraw instead
refusal-has-withdrawn = participant { $participant } has withdrawn: take that back first
refusal-not-withdrawn = participant { $participant } has not withdrawn
refusal-seat-taken = the seat of participant { $participant } is taken by { $reserve }
refusal-no-reserves = a reserve takes a seat only where players have one by a table and their points stay (2006 art. 10): elsewhere enter a late player
refusal-point-fixed = the point “{ $point }” of the regulation is fixed: something that stands depends on it
refusal-amendment-reason = a pairing was published: say why the regulation is amended

## Teams

refusal-not-of-teams = players play for themselves here: there are no teams
refusal-unknown-team = there is no team { $team }
refusal-other-team = player { $player } plays for team { $team }
refusal-line-up-reason = say why the line-up is corrected (B art. 6)
refusal-line-up-missing = team { $team } has not handed in its line-up (B art. 6)
refusal-team-boards = a team plays on 1 to { $max } boards, not on { $boards }
refusal-on-two-boards = player { $player } is named on two boards
refusal-line-up-of-nobody = a line-up names one player at least
refusal-line-up-boards = the team plays on { $expected } boards, the line-up has { $boards }
refusal-line-up-late = a line-up is handed in 15 minutes before the match: { $minutes } min too late (B art. 6)
refusal-line-up-fixed = the order that was handed in holds for every round (B art. 6)
refusal-team-itself = team { $team } cannot meet itself
refusal-match-boards = the first team has { $first } boards, the second { $second }
refusal-player-of-both = player { $player } plays for both teams

## Lots and groups

refusal-lots-fixed = lots cannot be drawn after the first round was paired
refusal-lots-of-groups = the groups have their numbers: divide them again instead
refusal-lots-incomplete = each of the { $players } entrants is to be named exactly once
refusal-groups-by-strength = teams of four are grouped by strength: divide the groups (G art. 3)
refusal-no-groups = the regulation has no groups
refusal-groups-missing = divide all entrants into groups before the first round is paired
refusal-pools = two pools are needed, not { $pools }
refusal-group-too-few = a group needs { $fewest } at least, not { $entrants }
refusal-group-sizes = groups of { $places } in all do not hold { $entrants }

## Rounds and their pairings

refusal-too-many-rounds = a tournament has at most { $max } rounds
refusal-table-pairs-all = the table pairs everybody: postpone the game or record a forfeit
refusal-paired-already = round { $round } is paired already: undo the pairing, or record a forfeit
refusal-round-out-of-order = round { $round } cannot be paired: the next round is { $next }
refusal-already-paired = round { $round } is already paired in another way
refusal-no-more-rounds = the tournament has only { $rounds } rounds
refusal-previous-round = round { $round } is not closed yet
refusal-pairings-missing = the pairings of round { $round } are missing or empty
refusal-paired-twice = participant { $participant } is named twice in round { $round }
refusal-other-group = participants { $first } and { $second } are of different groups: no table counts their game
# $reason says why the Swiss system has no pairing.
refusal-unpairable = { $reason }; pair by hand
refusal-nobody-to-pair = nobody is left to be paired in round { $round }
refusal-not-the-latest = only the latest round, { $latest }, can be undone
refusal-unpair-reason = round { $round } was published: say why it is undone (KNDB F6)
refusal-round-begun = round { $round } was opened, so its pairing stands: record forfeits, correct results, or say which games had reversed colours (KNDB F7)
refusal-unknown-round = there is no round { $round }
refusal-unknown-table = round { $round } has no table { $table }
refusal-round-paired = round { $round } is paired but not open
refusal-round-open = round { $round } is open
refusal-round-closed = round { $round } is closed
refusal-rounds-paired = { $rounds } rounds are paired already
refusal-hall-in-play = blitz games begin when all games in the hall are over: table { $table } of round { $round } still plays (2006 art. 14e)
refusal-unfinished = the game at table { $table } of round { $round } is not finished, and games are not adjourned: record its result, or say why the arbiter closes the round (2006 art. 6)
refusal-ground-missing = round { $round } stays as it is published: no pair breaks KNDB B1 or KNDB B2, or no game was played with reversed colours; for another reason the chief arbiter decides (KNDB F6)
refusal-ground-unnamed = round { $round } is published: name the ground on which it is undone, which is a broken norm, a wrong result, reversed colours, or a decision of the chief arbiter (KNDB F6, F7)
refusal-not-made-up = round { $round } table { $table }: games of this round are not made up (C art. 13); record a result
refusal-make-up-first = round { $round } table { $table } is to be made up first (C art. 13); or record a forfeit
refusal-agreement-missing = say who agreed that round { $round } table { $table } is made up then (C art. 13)
refusal-make-up-too-late = round { $round } table { $table } is made up before round { $limit } begins (C art. 13)
refusal-rest-not-over = players have half an hour between two games on one day (2006 art. 9): open round { $round } after that, or say why they do without
refusal-absence-reason = say why { $participant } cannot play round { $round } (C art. 10)

## Byes of half a point

refusal-no-half-point-byes = the regulation has no byes of half a point (KNDB F9)
refusal-half-point-byes-most = nobody has more than { $most } byes of half a point (KNDB F9)
refusal-half-point-bye-last = the regulation has no byes of half a point in the last round (KNDB F9)

## Results

refusal-result-missing = round { $round } table { $table } has no result yet
refusal-draw-by-forfeit = a game that was not played is no draw
refusal-men-ahead = no side is more than { $max } men ahead
refusal-men-ahead-missing = say how many men White was ahead at the end of this draw, a king being two (2006 art. 14a)
refusal-already-recorded = round { $round } table { $table } already has a result: { $result }
refusal-game-is-off = round { $round } table { $table }: the game was off when it ended, for who withdrew
refusal-no-result-to-correct = round { $round } table { $table } has no result to correct
refusal-no-colors = round { $round } table { $table } was not played: it has no colours

## Ties, play-offs and finals

refusal-tie-reason = say why the tie is open again
refusal-won-by-games = games decided this tie: correct their results instead
refusal-no-such-tie = these are not all who are tied for a place
refusal-rounds-to-play = round { $next } is still to be played: places are not final
# $remedy is what the regulation prescribes.
refusal-no-play-off = no games are prescribed for this tie ({ $remedy }): record how it was resolved
refusal-play-off-running = the play-off has a game without a result in round { $round }
refusal-already-resolved = this tie is resolved already: open it again first, and say why
refusal-play-off-of-two = two play the match that is prescribed: pair it without naming pairs
refusal-not-in-play-off = participant { $participant } does not play for this tie
refusal-play-off-over = this play-off is over: resolve what ties it left
refusal-play-off-too-few = a play-off needs two at least, not { $given }
refusal-play-off-too-many = a play-off is for 64 at most, not for { $given }
refusal-play-off-twice = somebody is named twice in a play-off
refusal-seed-missing = the lot decides: give a seed to draw it from
refusal-pool-tied = pool { $group } has a tie for place { $place }: resolve it first
# $place is the place in both pools.
refusal-no-such-final = there is no final of the numbers { $place }
refusal-color-drawn = the colour of the final of the numbers { $place } is drawn already
refusal-color-by-lot = the colour of the final of the numbers { $place } is still to be drawn by lot
refusal-color-by-player = the colour of the final of the numbers { $place } is still to be chosen by player { $player }
refusal-finals-crossed = the finals are number against number: choose the colours and pair
refusal-pool-sizes = pool I has { $first } players, pool II { $second }
refusal-twice-in-pools = player { $player } stands twice in the pools
refusal-pool-order = player { $player } has more points than the one before: a pool is in the order of its places
refusal-final-winners = { $finals } finals have { $winners } winners
refusal-final-stranger = player { $player } did not play the final of the numbers { $place }
refusal-winner-missing = a group has no single winner yet: resolve its tie first
refusal-winners-by-schedule = the winners of the groups play by their schedule: pair as the regulation has it
refusal-nobody-promoted = nobody goes up from this tournament

## Proposals and embargoes; $part is a part of the tournament

refusal-unknown-proposal = there is no proposal { $number }
refusal-proposal-answered = proposal { $number } was answered already
refusal-proposal-reason = say why the proposal is refused
refusal-not-proposed = a line-up, an absence and a withdrawal can be proposed, and nothing else
refusal-embargo-reason = say why the public sees it earlier
refusal-nothing-withheld = no embargo applies to { $part }: it is public already
refusal-embargo-decisions = a tournament has at most { $max } decisions about embargoes

## Results that contradict each other, for the Swiss system and for tables

field-too-many-players = a tournament has at most { $max } players
field-too-many-rounds = a Swiss tournament has at most { $max } rounds
field-no-such-round = round { $round } cannot be paired: there are { $rounds } rounds
field-player-twice = player { $player } is entered twice
field-lot-twice = lot { $lot } is given twice
field-history = player { $player } has { $found } past rounds instead of { $expected }
field-unknown-opponent = player { $player } met player { $opponent } in round { $round }, who is not entered
field-disagreement = players { $player } and { $opponent } do not agree about round { $round }
table-boards-of-players = { $first } and { $second } are players and have played a match of teams in round { $round }
table-game-of-teams = { $first } and { $second } are teams and have played a single game in round { $round }
