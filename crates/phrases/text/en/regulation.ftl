### Faults of a regulation. Clauses without a full stop.

## The order of the table; $tie_break is a tie-break

order-points-not-first = points are the first thing that a table goes by
order-tie-breaks-most = a table has at most { $most } tie-breaks, not { $given }
order-tie-break-twice = the tie-break “{ $tie_break }” is given twice
order-nothing-left-out = the tie-break “{ $tie_break }” leaves no opponent out
order-board-points-of-players = board points order teams, not players
order-first-place-by = the first place goes by { $asked } of { $given } tie-breaks
order-no-places = there are no places { $from } to { $to }
order-zones-overlap = place { $place } is in two zones
order-voids-nothing = a withdrawal rule that voids games needs a number of games above 0

## The format, its rounds and its entrants

fault-zones-apart = zones follow from the numbers of promoted and relegated, and are not given apart
fault-bonus-draws = draws with a bonus belong to international draughts, not to Frisian draughts
fault-no-boards = teams need 1 to { $max } boards
fault-boards-of-players = players who play for themselves have no { $boards } boards
fault-format-of-teams = the format is for teams
fault-format-of-players = the format is for players
# $remedy is what is prescribed for a tie.
fault-play-off-not-of-teams = the play-off is not for teams: { $remedy }
fault-play-off-not-of-players = the play-off is not for players: { $remedy }
fault-voids-in-swiss = games are voided only where everybody meets everybody, not by the Swiss system
fault-byes-of-table = byes of half a point are for the Swiss system and pairing by hand, not for a table (KNDB F9)
fault-no-show-of-teams = only players are regarded as withdrawn when they do not come (KNDB F10)
fault-winners-ordered = winners of several groups are ordered neither of teams nor of two pools with finals
fault-rounds-of-schedule = the number of rounds follows from the schedule and is not set to { $rounds }
fault-no-rounds = a tournament has one round at least
fault-rounds-missing = a Swiss tournament needs a number of rounds
fault-too-many-rounds = { $entrants } entrants play at most { $most } rounds by the Swiss system, not { $rounds }
fault-pool-table = a pool does not play by { $table }
fault-unequal-pools = { $entrants } entrants do not make two pools of one size
fault-no-games = a match has one game at least
fault-too-many-games = a match has at most { $most } games, not { $games }
fault-match-of = a match is between two, not { $entrants }
fault-table-players = the table { $table } is for { $min } to { $max } players, not for { $players }
# $competition is one of the competitions below, $limits a number or a range such as "3 to 6".
fault-not-prescribed = { $article } gives no table for { $entrants } in { $competition }: it is for { $limits }
fault-range = { $from } to { $to }
fault-from = { $from } and more
fault-swiss-prescribed = { $entrants } entrants in { $competition } play by the Swiss system
fault-entrants-min = the event is for { $min } entrants at least, not for { $entrants }
fault-entrants = the event is for { $min } entrants at least and { $max } at most, not for { $entrants }
fault-limits = nobody can enter: at least { $min } and at most { $max }
fault-zones = of a group of { $size }, { $promoted } cannot go up and { $relegated } down

## Competitions of the Frisian rulebook

competition-club-event = a group of a club event
competition-club-teams = a group of clubs
competition-eight = an eight
competition-ha = HA
competition-classes = a group of a class
competition-youth = a youth championship
competition-blitz = the blitz championship
competition-mini-teams = a group of the mini championship

## Points of a regulation

point-rules = rules of the game
point-time-control = thinking time
point-play-off-time-control = thinking time of play-offs
point-opening = whose time runs at the start
point-absence = waiting time
point-format = format
point-rounds = number of rounds
point-groups = groups
point-boards = boards of a team
point-scoring = points of results
point-tie-breaks = tie-breaks
point-first-place = the first place
point-withdrawal = withdrawals
point-zones = promotion and relegation
point-limits = limits on entrants
point-half-point-byes = byes of half a point
point-no-show = players who do not come
point-winners = winners of groups
point-adjournment = unfinished games
point-rest = rest between games
point-prizes = prizes
point-draws = draws
point-start = start of the clocks
