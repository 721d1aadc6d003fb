### The players’ tablets; the page reads this file itself.

## Putting the tablet at its table

enrol-title = Put this tablet at its table
enrol-hint = Hold the camera of this tablet before the code on the arbiter’s desk, or type the six digits below it.
enrol-code = Code that the desk shows
enrol = Put it there
enrol-again = Put this tablet at another table
enrol-stay = Leave it where it is
one-moment = One moment …
part-missing = This part of the page could not be loaded.
try-again = Try again
cannot-read = This tablet cannot read what it has stored. If trying again does not help, play on with another tablet, and call the arbiter.
not-seated = The desk has to give this tablet its seat yet.
compare-words = The desk shows the same two words. If it does not, tell the arbiter: { $words }
cannot-keep-key = This browser cannot keep a key: use another one, over https.
enrol-no-answer = There is no answer: check that this tablet is in the network of the hall, and try again.
enrol-not-kept = This tablet cannot keep where it belongs. Load the page anew and try again; if that does not help, use another tablet.
other-tab = This tablet is open in another tab.
use-here = Use it here

## The table

table-number = Table { $table }
round-number = Round { $round }
seat-white = White’s tablet
seat-black = Black’s tablet
seat-table = one tablet for both
white = White
black = Black
no-game = No game is at this table yet. It appears here by itself.
are-these-you = Are these the players of this table?
these-we-are = Yes, that is right
tell-arbiter = If not, tell the arbiter.
wait-round = The round has not begun. The board appears here when it does.
this-tablet = This tablet
version = Version
not-persisted = This browser may delete what the tablet keeps when its disk is full. Install the page from the menu of the browser.

## The connection

link-live = connected
link-connecting = connecting …
link-cut = no connection since { $time }: play on
# $count is how many moves and other inputs are kept and not sent.
kept-count = { $count ->
    [one] 1 kept here, not sent yet
   *[other] { $count } kept here, not sent yet
}
left-title = Entered before, and not sent
left-hint = It is not taken from this tablet any more. Show it to the arbiter.
left-seen = The arbiter has seen it
left-nowhere = No game
by-code = Hand in by a code
by-code-hint = Have the desk scan this, or a phone with a network. Everything stays here, and is sent too once the network is back.
by-code-number = Code { $number } of { $count }
by-code-next = Next code

## Playing

board = Board
to-move = { $side } to move
your-clock = Clock of { $side }
paused = paused
estimated = estimated
flag-fell = time is over
ready = Ready
undo = Undo
press-white = Start White’s clock
ambiguous = More than one way fits. Tap a square in between.
shows-moves = This event shows where a piece may go.
cannot-save = This tablet cannot save. Call the arbiter.
entered = Entered: { $move }. Confirm?
move-kept = { $move } is kept on this tablet and not sent yet
move-stored = { $move } is stored
move-accepted = { $move } is accepted
move-arbiter = { $move } is with the arbiter
move-refused = { $move } was not taken
move-left = { $move } was not sent
act-press = the start of the clock
act-draw = the offer of a draw
act-resign = the resignation
act-result = the word on the result
asks-arbiter = The arbiter is asked. Wait at the board.
on-paper = This game goes on on paper. The arbiter has the sheets.
late-moves = These moves came when the game was over: { $moves }
late-hint = The arbiter decides whether the game goes on. Then they can be played here with one tap.
late-play = The game goes on. Play these moves: { $moves }?
late-yes = Yes, play them
late-no = No
typed-move = Move by the numbers of its squares
typed-hint = As in 32-28, or 36x27x16 with the squares in between. A dot or a comma does as well: 32.28.
not-a-move = { $text } is no move on this board.
listen = Say it
listening = Listening …
not-heard = No squares were heard.
spoken-move = { $side }: { $from }, { $to }
enter-again = Enter the last move again
enter-again-hint = For a move that was entered wrongly, or that is corrected on the board. The arbiter may be asked.
entering-again = You enter move { $ply } again.
piece-white-man = white men
piece-white-king = white kings
piece-black-man = black men
piece-black-king = black kings
position = Position
none = none

## Calling the arbiter

arbiter = Arbiter
call-title = Call the arbiter
call-irregular-move = A move that is not by the rules
call-clock = The clock
call-disturbance = A disturbance
call-result = The result
call-claims = I claim something
call-claim-irregularity = The move before is not by the rules
call-claim-flag = The time of the opponent is used up
call-claim-repetition = The position came back
call-claim-count = The number of moves is made
call-other = Something else
call-paper = We want to go on on paper
call-kept = The call is not sent yet
call-waits = The arbiter is called
call-answered = { $name } has seen your call

## Acts of the players

more = More
close = Close
offer-draw = Offer a draw
agree-draw = Agree to the draw
draw-arbiter = Only in an endgame; the arbiter decides.
draw-checked = On paper the arbiter checks the number of moves.
draw-offered = { $side } offers a draw. Whoever plays on declines it.
draw-agreed = Both agree to a draw. The arbiter decides.
resign = Resign
resign-text = { $side } gives the game up. That cannot be taken back here.
resign-confirm = Yes, { $side } resigns
score-sheet = Score sheet
move-column = Move
settings = Settings
bottom = At the bottom of the board
bottom-mover = the side to move
buttons-side = Buttons where the screen is wide
hand-left = left
hand-right = right
notes-both = Note the moves of both sides on this tablet
speaks = Read moves aloud
listens = Take moves by voice (the browser may send what it hears to its maker)
language = Language

## The end

result = Result
score-white = White wins
score-draw = Draw
score-black = Black wins
score-both-lose = Both lose
score-unplayed = Not played
reason-1 = no pieces left
reason-2 = no move left
reason-3 = resignation
reason-4 = agreement
reason-5 = on time
reason-6 = decided by the arbiter
reason-7 = forfeit
reason-8 = no-show
reason-9 = adjudicated
reason-10 = decided by the arbiter
reason-11 = draw agreed too early
reason-12 = two kings against one
reason-13 = one king each
reason-14 = same position three times
reason-15 = twenty-five moves by kings only
reason-16 = sixteen moves against one king
reason-17 = five moves against one king
reason-18 = lone king on the long diagonal
reason-19 = twenty-five moves against a lone king
reason-20 = same move three times in a row
reason-21 = returned twice to the same place
reason-22 = upset the pieces
reason-23 = refused to play on
reason-24 = the board lay the wrong way round
given-by = Given by { $name }
confirm-result = { $side }: that is the result
result-confirmed = { $side } has confirmed the result.
result-disagree = { $side }: I do not agree
result-disputed = { $side } does not agree. The arbiter is told.
result-kept = Kept on this tablet, and not sent yet.
next-round = Thank you. This tablet shows the next round by itself.
go-on = Next round

## Changes by the arbiter

changed = The arbiter has changed something
seen = Seen
correction-1 = The moves from { $move } on were taken back.
correction-2 = Move { $move } was corrected.
correction-3 = The position after move { $move } was set.
correction-4 = The moves noted on paper were entered.
correction-5 = The game got this result: { $score }.
correction-6 = The result was taken back: the game goes on.
by-rules-27 = By art. 27.
by-chapter-c-5 = By C art. 5.
by-annex-1-5-4 = By annex 1, 5.4.
by-annex-1-5-5 = By annex 1, 5.5.

## The signed sheet

sign-title = Score sheet of { $side }
sign-hint = Sign here with a finger or a pen.
sign = Sign
sign-clear = Begin anew
sign-again = The game was changed after it was signed. Sign again.
sign-short = That is too short for a signature.
sign-full = There is no room for more: begin anew, with fewer strokes.
signed-at = { $side } signed at { $time }
sheet-print = Print the sheet
sheet-mark = Mark of the sheet: { $mark }
