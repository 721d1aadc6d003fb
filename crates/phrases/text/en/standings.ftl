### Tables: why everybody has their place, what is to be done about ties, what withdrawals did.
### Each is a clause without a capital at its start and without a full stop.

## Numbers and lists

# Stands between whole numbers and decimals.
decimal-mark = .
and-others = { $count } others

## Reasons for a rank; $above and $own are names

# $by is a tie-break.
place-by-tie-break = place { $above_place } ({ $above }) before place { $own_place } ({ $own }) by { $by }, { $more } to { $less }
place-by-resolution = place { $above_place } ({ $above }) before place { $own_place } ({ $own }) as the tie was resolved by { $by }
place-by-withdrawal = place { $above_place } ({ $above }) before place { $own_place } ({ $own }), who is equal and has withdrawn
place-by-own-final = place { $above_place } ({ $above }) before place { $own_place } ({ $own }), who lost the final against them
place-by-lower-final = place { $above_place } ({ $above }) before place { $own_place } ({ $own }) by the places that their finals were for
resolution-games = games that were played for it
resolution-lot = lot
resolution-lot-with-seed = lot (seed { $seed })
resolution-arbiter = the arbiter
place-leads = place { $place } ({ $name }), points: { $points }

## Ties and their remedies

tied = { $names } are tied for places { $first } to { $last }
remedy-match-of-two = a match of two games and then single games with colours reversed, until it is decided
remedy-single-games = single games with colours reversed, until it is decided
remedy-single-games-or-lot = single games with colours reversed, until it is decided, or the lot where that is agreed
remedy-single-games-by-lot = single games, the first colour by lot and then changed, until it is decided
remedy-team-match = a match of the same players in the same order with colours reversed, until it is decided
remedy-blitz = blitz games of 5 minutes and 5 seconds a move, until a win or a bonus win
remedy-lot = the lot decides
remedy-arbiter = the arbiter decides
remedy-organizer = the organisers decide
remedy-schedule = the organisers make a schedule
first-white = { $name } first with White
first-white-of-team = { $name } first with White on the odd boards

# A tie was resolved by something else than $prescribed.
tie-prescribed = the regulation prescribes: { $prescribed }

## Effects of a withdrawal, after $played games

withdrawal-void =
    { $name } withdrew after { $played ->
        [one] { $played } game
       *[other] { $played } games
    }: all games are void
withdrawal-points-stay =
    { $name } withdrew after { $played ->
        [one] { $played } game
       *[other] { $played } games
    }: what was scored stays
withdrawal-rest-lost =
    { $name } withdrew after { $played ->
        [one] { $played } game
       *[other] { $played } games
    }: { $lost ->
        [one] the remaining one is won by the opponent
       *[other] the remaining { $lost } are won by the opponents
    }

## Tie-breaks, as a heading has them

tie-break-points = points
tie-break-match-points = match points
tie-break-board-points = board points
tie-break-sonneborn-berger = Sonneborn-Berger
tie-break-solkoff = Solkoff
tie-break-truncated-solkoff = Solkoff without the lowest { $lowest }
tie-break-median-solkoff = Solkoff without the lowest and the highest { $each }
tie-break-mutual-result = mutual result
tie-break-wins = wins
tie-break-lot = lot

## Rights of places

zone-promotion = promotion
zone-relegation = relegation
prizes-are-shared = money prizes are shared by those with equal points (KNDB F12)

## Outcomes of a season, and reasons for places of next year; the article follows

filling-kept = keeps the number of the final order
filling-promoted = promoted from the class below
filling-promoted-from-ha = promoted from HA
filling-relegated = relegated from the class above
filling-filled-from-below = fills an empty place, from the class below
filling-filled-by-relegated = fills an empty place and so is not relegated
year-to-next-class = to { $next }: { $points } points in four years, more than { $most } (appendix 4)
year-stays-in-class = stays in { $class }: { $points } points in four years, not more than { $most } (appendix 4)
year-not-by-points = { $class } is not left for points (appendix 4)
