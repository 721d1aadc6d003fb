### Reasons for the pairing of a round. Each is a clause without a full stop.

## The Swiss system (KNDB): who has which colour

pair = { $white } has White against { $black }: { $reason }
colors-first-round = named first in the draw for the first round (KNDB D)
colors-both = both get the colour they prefer (KNDB E1)
colors-one = { $player } gets the preferred colour, { $other } has not played yet (KNDB E1)

# $stronger and $weaker are strengths of a preference.
colors-stronger = both prefer { $color }, and the preference of { $player } is the stronger: { $stronger } against { $weaker } (KNDB E2)
strength-light = light
strength-strong = strong
strength-absolute = absolute
colors-alternation = both prefer { $color } equally; { $white } had Black when their colours last differed, in round { $round } (KNDB E3)
colors-alternation-shifted = both prefer { $color } equally; { $white } had Black when their colours last differed, in round { $white_round } of { $white } and round { $black_round } of { $black }: rounds without a game are left out (KNDB E3, F4)
colors-higher-classified = both prefer { $color } equally and had the same colours so far; { $player } is classified higher (KNDB E4)
colors-no-preference = neither has played yet; { $player } is classified higher (KNDB A4)

## The Swiss system: who goes to the waiting room, and who has the bye

float = { $player } goes from the score group of { $points } to the waiting room: { $reason }
float-no-opponent = there is no possible opponent in the group (KNDB C2)
float-rest-unpairable = otherwise not everybody could be paired (KNDB C9)
float-others-barred = nobody else of the group may have the bye: each had a point without playing (KNDB B1b)
float-size = otherwise the waiting room would be larger (KNDB C3)
float-fewest-points = otherwise players with more points would go (KNDB C4.1)
float-floats-again = otherwise more players would have to go to the next waiting room again (KNDB C4.2)
float-next-waiting-room = otherwise the waiting room of the next group would be larger (KNDB C4.3)
float-score-difference = otherwise the differences of points within the pairs would be larger (KNDB B3)
float-color = otherwise fewer players of the group would get the colour they prefer (KNDB C4.4)
float-higher-classified = all else is equal, and then the higher classified is chosen (KNDB C4.5)
waiting-room-enlarged = the waiting room of the score group of { $points } is larger than the group itself needs, so that everybody below can be paired (KNDB C9)
bye = { $player } has the bye (KNDB F1): { $reason }
bye-first-lot = the draw gives it to the first lot (KNDB D1)
bye-last-lot = the draw gives it to the last lot (KNDB D2)
bye-barred = barred by a point without playing (KNDB B1b): { $players }
exempt = in the last round KNDB B2 does not hold for players with more than half of the points: { $players }

## The Swiss system: no pairing, and the final order

no-legal-pairing = there is no legal pairing: whatever is tried, KNDB B1 or KNDB B2 is broken, and the arbiter decides (KNDB C9)
tournament-over = the tournament is over: all rounds were played
first-by-mutual-result = { $player } is first by the games between those with the most points (KNDB F12.2)
final-order = the order is by points, WP, SB and lot (KNDB F12)

## Manners of pairing a round

by-schedule = paired by the schedule
play-off = { $names } play for their shared place
winners = the winners of the groups play each other
by-hand = paired by hand
of-group = group { $group }: { $text }
counted-as-draw = the game at table { $table } of round { $round } has no result and counted as a draw (KNDB F11)
colors-reversed = the game at table { $table } was played with the colours reversed (KNDB F7)
no-opponent = { $name } has no opponent: their number is odd
opponent-withdrew = { $name } is free: { $gone } has withdrawn
absent-with-bye = { $name } has a bye (KNDB F1)
absent-with-half-point = { $name } has a bye of half a point (KNDB F9)
absent-withdrawn = { $name } is not paired: withdrawn (KNDB F5)
absent = { $name } is not paired: absent (KNDB F5)
chooses-by-points = { $name } may choose the colour against { $other }: more points in the pool (2006 art. 14d)
chooses-by-wins = { $name } may choose the colour against { $other }: as many points and more wins in the pool (2006 art. 14d)
chooses-by-lot = lots are drawn for the colours of { $one } and { $other } (2006 art. 14d)

## Breaches of norms in a pairing made by hand; the article follows

warning-met-before = { $first } and { $second } met in round { $round }
warning-second-free-point = { $name } had a point without playing in round { $round }
warning-color-balance = { $name } gets { $color } too often in all
warning-third-color = { $name } gets { $color } for the third time in a row
warning-not-in-schedule = { $first } and { $second } are not paired like this by the schedule
warning-other-group = { $first } and { $second } are of different groups
warning-absent = { $name } was reported absent
warning-withdrawn = { $name } has withdrawn
warning-not-paired = { $name } is not paired
