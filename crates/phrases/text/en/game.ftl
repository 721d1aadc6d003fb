### One game: what the rules say of moves, why the game refuses something, and how it ends.
### Each is a clause without a capital at its start and without a full stop.

## Names

color-white = White
color-black = Black
or = or
other-ways =
    { $others ->
        [one] { $others } other way
       *[other] { $others } other ways
    }
and = and

## Reasons for which the game refuses an input, for the arbiter

refusal-not-started = the game has not begun
refusal-already-started = the game has already begun with other rules or another position
refusal-wrong-variant = the position belongs to another variant than the rules
refusal-game-finished = the game is over: { $outcome }

# A ply is the move of one side.
refusal-ply-zero = ply 0 cannot be played, the first is 1
refusal-ply-too-far-ahead = ply { $got } is too far ahead, ply { $expected } is next
refusal-held-full =
    { $limit ->
        [one] { $limit } input already waits for ply { $expected }
       *[other] { $limit } inputs already wait for ply { $expected }
    }
refusal-ambiguous-move = { $played } fits several captures: { $captures }
refusal-too-complex = after { $played } the captures are too many to search
refusal-ply-already-played = ply { $ply } is already played with { $played }, { $claimed } was claimed
refusal-no-such-ply = there is no ply { $ply }, the next is { $next }
refusal-retracted = ply { $ply } was taken back after this move was made
refusal-waited-too-long = ply { $ply } waited too long, ply { $expected } is still missing
refusal-no-irregularity = no irregular move waits
refusal-unclear-irregularity = { $played } cannot stand before it is told which pieces were taken off
refusal-nothing-to-correct = ply { $ply } already is so
refusal-same-position = the position already stands so
refusal-on-paper = the game is on paper from ply { $ply }
refusal-wrong-first-ply = the record goes on with ply { $expected }, not { $got }
refusal-wrong-move-count =
    { $count ->
        [one] { $count } move is handed in, 1 to { $limit } can be
       *[other] { $count } moves are handed in, 1 to { $limit } can be
    }
refusal-unreadable = the input cannot be read
refusal-record-full = the record of the game is full: the arbiter has to end it
refusal-not-finished = the game is not over
refusal-impossible-outcome = under these rules no game ends so: { $outcome }
refusal-draw-already-offered = { $side } has already offered a draw
refusal-no-endgame = no draw is agreed before the first move, only in an endgame
refusal-no-clock = the game has no clock
refusal-pause-needs-reason = no clock is stopped before the end of the game: give the reason for the pause
refusal-same-result = this already is the result: { $outcome }
held-for-ply = ply { $ply } waits for an earlier move that is missing: let the tablet or board send it, or hand in the moves
held-for-arbiter = ply { $ply } waits for the arbiter: let the irregular move before it stand, correct it or take it back, or settle the conflict
draw-agreed = both sides have agreed to a draw, on which the arbiter decides; the game goes on until then
remark-answered-irregularity = the irregular move of ply { $ply } had been answered, and so stood; it was taken back by this ruling
remark-not-on-board = the result was recorded, but the board of the record does not show it: { $outcome }

# The fault of a move that was noted on paper: $problem is one of the refusals.
refusal-ply-of-record = ply { $ply } of the record: { $problem }

## The same for players and spectators: without a hint of captures or legal moves (rules art. 24)

neutral-not-accepted = { $played } was not accepted
neutral-way-not-clear = { $played } is not clear, tell the squares between
neutral-not-clear = { $played } is not clear
neutral-already-played = ply { $ply } is already played

## Moves against the rules, for the arbiter; the article and what was obligatory follow

illegal-move = { $played } is not allowed: { $breach }
irregular-move = { $played } is irregular: { $breach }
irregular-move-is-open = it is open which pieces were taken off
obligation = obligatory was to take { $worth } by { $moves }
worth-kings =
    { $kings ->
        [one] { $kings } king
       *[other] { $kings } kings
    }
worth-men =
    { $men ->
        [one] { $men } man
       *[other] { $men } men
    }
worth-kings-and-men = { $kings } and { $men }
breach-no-piece = no piece stands on the square where it starts
breach-occupied = another piece stands on the square where it ends
breach-wrong-pieces-taken = other pieces were taken off than it captures
breach-opponents-piece = the piece belongs to the side that is not to move
breach-unreachable = the piece cannot reach that square so
breach-capture-obligatory = a capture is obligatory
breach-maximum-capture = a more valuable capture is obligatory
breach-king-first = a king's capture goes before a man's capture of the same value
breach-king-move-limit = the same king may not make more than three quiet moves in a row

## Ends of games: the score, a comma, and the reason

outcome = { $score }, { $reason }
score-white-wins = White wins
score-draw = draw
score-black-wins = Black wins
score-both-lose = both lose
score-unplayed = not played
reason-no-pieces = no pieces left
reason-no-legal-move = no legal move left
reason-resignation = resignation
reason-agreement = agreement
reason-early-agreement = draw agreed before both had made fifty moves
reason-two-kings-against-one = two kings did not win from one within seven moves
reason-one-king-each = one king each, neither of them en prise
reason-repetition = the same position for the third time
reason-king-moves = twenty-five moves each by kings only, without a capture
reason-sixteen-moves = sixteen moves each with three pieces against one king
reason-five-moves = five moves each in an ending against one king that is limited to five
reason-long-diagonal = five moves each with the lone king on the long diagonal
reason-king-and-men = twenty-five moves each with kings and men against one king
reason-same-move = the same move three times in a row
reason-returned = returned to the same place twice
reason-flag-fall = on time
reason-arbiter = decided by the arbiter
reason-forfeit = forfeit
reason-no-show = no-show
reason-adjudication = adjudicated
reason-upset-pieces = upset the pieces
reason-refused-to-play = refused to play on
reason-misconduct = misconduct
reason-wrong-board = the board lay the wrong way round

## Counts that run towards a draw, or block a king; $what is one of the names below, perhaps with a side

count-quiet-moves = { $what }: { $made } of { $limit } quiet moves
count-times = { $what }: { $made } of { $limit } times
count-moves = { $what }: { $made } of { $limit } moves
count-moves-each = { $what }: { $made } of { $limit } moves each
count-king = the king on { $square }
count-king-is-blocked = it may only capture
counted-two-kings-against-one = two kings against one
counted-repetition = the same position
counted-king-moves = kings only, without a capture
counted-sixteen-moves = three pieces against one king
counted-five-moves = an ending against one king that is limited to five
counted-long-diagonal = the lone king on the long diagonal
counted-king-and-men = kings and men against one king
counted-same-move = the same move in a row
counted-returned = back on the same place

## Rulings of the arbiter, for the record

ruling-result = the result is set: { $outcome }
ruling-retract = the moves are taken back from ply { $ply } on
ruling-let-stand = the irregular move, or the one that was played first, stands
ruling-correct = ply { $ply } is corrected: { $played }
ruling-position = the position is set: { $fen }
ruling-paper = the game goes on on paper
ruling-complete = the moves from paper are handed in from ply { $ply } on ({ $count })
ruling-resume = the game goes on, and its result is taken back
ruling-pause = the clock is paused
ruling-pause-because = the clock is paused: { $reason }
ruling-clock-runs = the clock runs again
ruling-clock-set = the clock of { $side } is set to { $time }: { $reason }
ruling-absent = { $side } has not come
ruling-present = { $side } has come
ruling-play-on = the game goes on after a flag
ruling-refused = { $ruling } (refused)
ruling-by-the-game = follows from a game
