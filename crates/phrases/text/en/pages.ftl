### The spectator's pages, which read this file themselves.

## The frame of every page

language-name = English
skip = Skip to the content
language = Language
home = All tournaments

## The list of tournaments

tournaments = Tournaments
no-tournaments = No tournament is being broadcast at the moment.
list-unavailable = The list of tournaments cannot be reached. Trying again…
tournament-planned = not started yet
tournament-between-rounds = between rounds
tournament-finished = finished
days = { $first } to { $last }
loading = Loading…

## The connection

live = Live
connecting = Connecting…
offline-since = Offline since { $time }
in-the-clear = This page came without encryption: others in this network can read along and change it.
no-news-since = No news since { $time }
delayed-since = Delayed since { $time }
venue-offline-since = Venue offline since { $time }
ended = Ended

## Rules and time controls

rules-international = International draughts
rules-international-2006 = International draughts, regulation of 2006
rules-international-2006-open = International draughts, open group of 2006
rules-boxed-12200 = Draughts, boxed game 12200
rules-frisian = Frisian draughts
minutes = { $minutes } min
per-move = { $seconds } s per move

## A tournament and its rounds

boards-running = { $running } of { $boards } boards in play
missing-tournament = There is no such tournament here.
missing-tournament-hint = It appears by itself as soon as it exists.
missing-round = Round { $round } has not been drawn yet.
missing-game = There is no such board in this tournament.
missing-page = There is no such page.
round = Round { $round }
rounds = Rounds
round-paired = not started
round-open = in play
round-closed = finished
no-rounds = No round has been drawn yet.
bye = Bye: { $name }

## Embargoes: what is shown later than it happens

embargo-minutes = { $minutes ->
    [one] Delayed by { $minutes } minute
   *[other] Delayed by { $minutes } minutes
}
embargo-seconds = { $seconds ->
    [one] Delayed by { $seconds } second
   *[other] Delayed by { $seconds } seconds
}
embargo-game-end = Shown once the game has ended
embargo-round-end = Shown once the round has ended
embargo-later = Shown later than it is played
undelayed = Not delayed: not for the public

## Boards and clocks

boards = Boards
board = Board { $table }
open-board = { $board }: { $white } against { $black }
match-board = Board { $board } of the match
board-at-table = Board { $board } · table { $table }
empty-board = Empty board: a player is missing
not-started = Not started
move = Move { $number }
no-moves = No moves yet
white = White
black = Black
to-move = to move
clock = Clock
no-clock = No clock
flag-fell = flag fell
clock-news = { $name }: { $what }
clocks-paused = The clocks are paused
paused = paused
absent = not here yet
did-not-come = did not come
stage = Stage { $number }
moves-to-go =
    { $moves ->
        [one] { $moves } move to go
       *[other] { $moves } moves to go
    }

## Tables: headings and remarks

standings = Standings
no-standings = No standings yet.
rank = Rank
player = Player
played = Played
wins = Won
draws = Drawn
losses = Lost
points = Points
played-short = Pl
wins-short = W
draws-short = D
losses-short = L
points-short = Pts
shared-rank = shared
team = Team
group = Group { $group }
play-off = Play-off
final = Final round
winners = Group winners
withdrawn = withdrawn
in-hand =
    { $games ->
        [one] { $games } game in hand
       *[other] { $games } games in hand
    }

## Tables: what places give, and how ties are resolved

promotion = promotion
promotion-contested = promotion or not: tied
relegation = relegation
relegation-contested = relegation or not: tied
decides = decides against the row above
resolved = a shared place was decided
resolved-before = { $above } before { $own }: decided by { $by }
resolved-games = games that were played for it
resolved-lot = lot
resolved-lot-with-seed = lot (seed { $seed })
resolved-arbiter = the arbiter
has-withdrawn = { $name } has withdrawn
is-reinstated = { $name } takes part again
explanation = Explanation of columns and signs
games-in-hand = games in hand
underlined = underlined
now-playing = now playing
final-order = Final order
and = and
tied = { $names } share places { $first } to { $last }
tied-many = { $count } share places { $first } to { $last }

## Tables: tie-breaks

board-points = Board points
board-points-short = BP
match-points = Match points
match-points-short = MP
sonneborn-berger = Sonneborn-Berger
sonneborn-berger-short = SB
solkoff = Points of the opponents (WP)
solkoff-short = WP
truncated-solkoff =
    { $lowest ->
        [one] WP without the lowest
       *[other] WP without the { $lowest } lowest
    }
median-solkoff =
    { $each ->
        [one] WP without the lowest and the highest
       *[other] WP without the { $each } lowest and the { $each } highest
    }
mutual-result = Mutual result
mutual-result-short = MR
wins-count = Wins
lot = Lot
lot-short = Lot

## Tables: what is prescribed for a tie

remedy-match-of-two = a match of two games, then single games
remedy-single-games = single games until one is won
remedy-single-games-or-lot = single games until one is won, or the lot where that is agreed
remedy-single-games-by-lot = single games until one is won, the first colours by lot
remedy-team-match = the match again with the colours reversed
remedy-blitz = blitz games until one is won
remedy-lot = the lot decides
remedy-arbiter = the arbiter decides
remedy-organizer = the organisers decide
remedy-schedule = a play-off by a schedule of the organisers

## Moves and results

at-board = now playing at board { $table }
last-move-by = Last move { $move } by { $name }
last-move = Last move
result-of = { $board }, { $white } against { $black }: { $result }

## Scores and reasons, shorter than the arbiter reads them

score-white = White wins
score-draw = Draw
score-black = Black wins
score-both-lose = Both lose
score-unplayed = Not played
reason-resignation = resignation
reason-no-legal-move = no legal move left
reason-agreement = agreement
reason-early-agreement = draw agreed too early
reason-two-kings-against-one = two kings against one
reason-one-king-each = one king each
reason-repetition = same position three times
reason-king-moves = twenty-five moves by kings only
reason-sixteen-moves = sixteen moves against one king
reason-five-moves = five moves against one king
reason-long-diagonal = lone king on the long diagonal
reason-king-and-men = twenty-five moves against a lone king
reason-same-move = same move three times in a row
reason-returned = returned twice to the same place
reason-flag-fall = on time
reason-no-pieces = no pieces left
reason-forfeit = forfeit
reason-no-show = no-show
reason-adjudication = adjudicated
reason-arbiter = decided by the arbiter
reason-upset-pieces = upset the pieces
reason-refused-to-play = refused to play on
reason-misconduct = misconduct
reason-wrong-board = the board lay the wrong way round

## Remarks on a game

irregular = Irregular move that stands
irregular-27a = a piece of the opponent was moved
irregular-27b = too many or too few pieces were taken off
irregular-27c = a capture was missed or made wrongly
irregular-27d = the piece was put where it cannot go
colors-reversed = Played with the colours reversed (KNDB F7)
on-paper-from = On paper from move { $move }
corrected-from = Corrected from move { $move }
result-withdrawn = Result taken back, the game goes on
by-hand = Given by hand by { $by }
by-arbiter = Given by the arbiter
with-reason = { $who }: { $reason }

## The page of a game

moves = Moves
move-list = Move list
first-position = Start position
previous-move = Previous move
next-move = Next move
last-position = Latest position
flip = Turn the board
back-to-live = Back to live
new-moves =
    { $count ->
        [one] { $count } new move
       *[other] { $count } new moves
    }
keys = Keys: ← → one move, Home and End to the start and the latest position, L to live, F turns the board.
moves-behind =
    { $count ->
        [one] { $count } move behind
       *[other] { $count } moves behind
    }
move-took = This move took { $time }
share = Share
address = Address of this page
address-copied = Address copied
pdn = PDN of this game
pdn-round = PDN of this round
all-boards = All boards
previous-board = Previous board
next-board = Next board

## A position in words

board-label = Board. White: { $white }. Black: { $black }. { $turn } to move.
pieces =
    { $men ->
        [one] { $men } man
       *[other] { $men } men
    }, { $kings ->
        [one] { $kings } king
       *[other] { $kings } kings
    }
position-in-words = Position in words
white-men = White men
white-kings = White kings
black-men = Black men
black-kings = Black kings
none = none
rating = rating { $rating }

## Results that are hidden

hide-results = No spoilers
hide-results-hint = Hides results, standings and positions until you step on (key S)
standings-hidden = Standings and results are hidden.
veiled-game = Results are hidden: step on to watch the game from its first move.
veiled-board = To be watched move by move
unveil-game = Show everything of this game

## Pages of a tournament beside its boards

pages = Pages
players = Players
crosstable = Cross table
schedule = Schedule
part-unavailable = This page could not be loaded. Load it again.
no-players = No players have been entered yet.
missing-player = There is no such player in this tournament.
games = Games
no-games = No games yet.
pdn-player = PDN of these games
round-short = Round
color = Colour
opponent = Opponent
game = Game
place-and-points =
    { $games ->
        [one] Place { $place }: points { $points }, 1 game
       *[other] Place { $place }: points { $points }, { $games } games
    }
began = Began
state = State
