### The arbiter's desk, which reads this file itself.

## The frame

desk = Arbiter's desk
open-desk = This desk is open to whoever uses this machine. “damcast access init” locks it.
sections = Parts of the desk
section-round = Round
section-players = Entries
section-standings = Standings
section-record = Record
section-print = Print
section-settings = Settings
commands = All commands
commands-hint = A few letters of what you want to do
commands-none = There is no such command here.
cancel = Cancel
save = Save
go-on = Continue
dismiss = Dismiss
more = More
more-of = More for table { $table }
more-of-name = More for { $name }
act-sent = Sent:
act-stored = Stored:
act-failed = Failed:
act-unknown = Not known whether this was stored:
acts-as = Decisions are recorded under the name { $name }.
sign-out = Sign out
your-name = Your name
your-name-hint = It is recorded with every decision.
other-person = Somebody else at the desk
reason = Reason
search = Search
warnings = Please note

## Tournaments

new-tournament = New tournament
no-tournament = There is no tournament yet.
tournament-size = { $players } players, { $rounds } rounds
creates = create { $name }
create = Create
preset = Regulation
name = Name
place = Place
notice = Notice for spectators
notice-hint = Shown with the name; empty for none.
minutes-each = Minutes for each player
seconds-a-move = Seconds added for each move
settings = Settings
amend = Amend name, place or notice
delete = Delete the tournament
deletes = Delete { $name }
delete-text = Spectators no longer see it. The log keeps who deleted it, and its address is not given again.
spectators-page = The spectators' page
export-csv = Crosstable as CSV
export-html = Crosstable as HTML
export-trf = Report file (TRF16)

## Entries

players = Entries
players-count = { $players } players; { $absent } absent in round { $round }
enter-player = Enter a player
enters = enter { $name }
enter = Enter
enter-all = Enter { $players } players
club = Club
rating = Rating
category = Category
birth-year = Year of birth
correct-player = Correct the entry
corrects-player = Correct the entry of { $name }
remove = Remove
removes = Remove { $name }
remove-text = Only who was never paired can be removed. The number is not given again.
rename = Rename
renames = Rename { $name }
round-short = Round { $round }
round-number = Round
absence-of = { $name } is absent in round { $round }
is-absent = { $name } does not play round { $round }
plays = { $name } plays round { $round } after all
absent = Absent
expected = Expected
here = Present
half-point-bye = Bye on request
half-point-bye-of = Bye on request for { $name }
told-by = Told by
withdraw = Withdraw
withdraws = { $name } withdraws
reinstate = Plays again
reinstates = { $name } plays again
seat-reserve = Seat a reserve
seats-reserve = A reserve for { $name }
decline-promotion = Declines promotion
declines-promotion = { $name } declines promotion
accept-promotion = Takes the promotion
accepts-promotion = { $name } takes the promotion
teams = Teams
enter-team = Enter a team
line-up = Line-up
line-up-of = Line-up of { $name }
late-reason = Reason, if it is late
late-line-up = Late line-up: { $reason }
board-number = Board { $board }
draw-lots = Draw the numbers
draw-lots-text = The numbers decide the schedule. Without an order they are drawn by lot.
order-of-numbers = Order
order-hint = Numbers of the entries, as in 3, 1, 2; empty for the lot.
divide-groups = Divide into groups
divide-text = Without groups they are drawn by lot, in the sizes of the regulation.
groups = Groups
groups-hint = A line a group, with the numbers of its entries.
group = Group { $group }

## A list of players

paste-list = Paste a list
paste-hint = Paste a spreadsheet, CSV, a report file (TRF) or names, a line each. What it says is shown before anything is entered.
choose-file = Or choose a file, or drop one here
file-too-large = { $name } is larger than 1 MiB.
is-report = This is a report file: players, rounds and results are read from it.
import-report = Import the report file
imports-report = import a report file
import-problems = Not imported, or different
unused-columns = Columns that are not used: { $columns }
doubts = Doubts
doubt-double = twice in this list
doubt-entered = entered already
doubt-no-name = no name
doubt-rating = rating cannot be read
doubt-birth = year of birth cannot be read

## A round

no-round-yet = No round has been paired yet
to-newest = To round { $round }
stage-draft = Draft: only desks see it
stage-published = Published at { $time }
stage-open = In play; { $open } results are missing
stage-closed = Closed
pair-round = Pair round { $round }
pairs = pair round { $round }
pair-by-hand = Pair by hand
pair-by-hand-text = A line a game: the numbers of White and Black, as in 3-7. A number alone has a bye. Names behind the numbers are not read.
pairings = Pairings
wrong-lines = These lines cannot be read: { $lines }
publish = Publish
publishes = publish round { $round }
publish-and-open = Publish and open
open-round = Open the round
opens = open round { $round }
open-early = Open with a reason
open-reason-text = A reason is needed while players have a right to rest (2006 art. 9).
close-round = Close the round
closes = close round { $round }
close-text = These games are postponed: { $games }. A round closes by itself with its last result.
unpair-round = Undo the pairing
unpairs = undo the pairing of round { $round }
unpair-draft-text = The round can then be paired again.
unpair-published-text = The pairing was published. Spectators will see it go.
ground = Ground
ground-norm = It breaks an absolute norm (KNDB F6)
ground-wrong-result = A result was processed wrongly (KNDB F7)
ground-reversed-colors = A game was played with reversed colours (KNDB F7)
ground-chief-arbiter = The chief arbiter decides
plan-round = Plan the beginning of round { $round }
begins-at = Beginning
choose-color = Colours of the final for place { $place }
color-by-lot = The lot decides.
color-chosen-by = { $name } chooses.
color = Colour
reasons = Why this pairing
no-reasons = The schedule prescribes it.

## The round in play

section-tables = Tables
no-open-round = No round is open.
table-number = table { $table }
inbox = What needs the arbiter
inbox-empty = Nothing needs the arbiter.
needs-only = Only tables that need somebody
all-tables = All tables
start-clocks = Start all clocks (gong)
pause-clocks = Pause all clocks
on-paper = on paper
plies = { $plies } plies
alarm-conflict = Two devices tell different moves
alarm-irregular = Irregular move
alarm-draw-agreed = A draw was agreed: the arbiter decides
alarm-waits = A move waits
alarm-clock = Clock
alarm-device = Clock of a device
alarm-time-of-day = Time of day of the server
alarm-delay = Moves are stored and not judged
alarm-standstill = A game stands still
told-conflict = Ply { $ply }: { $played } was played, { $device } tells { $claimed }.
told-irregular = Ply { $ply }: { $move }, told by { $device } at { $time }.
told-held = Ply { $ply }: { $move } of { $device } waits since { $time }.
rule = Rule
ruling-let-stand = Let it stand
ruling-correct = Correct a move
ruling-retract = Take moves back
ruling-position = Set the position
ruling-paper = On paper from here
ruling-complete = Hand in the moves from paper
ruling-resume = Play on: the result is taken back
ruling-pause = Pause the clock
ruling-go = Let the clock run
ruling-clock = Set the clock
ruling-absent = Somebody has not come
ruling-present = Somebody has come
ruling-play-on = Play on after a flag
let-stand-conflict = The move that was played first stays.
let-stand-text = The game goes on from the position on the board.
correct-move-text = The move replaces the one that was noted; later moves that no longer fit are taken back.
retract-text = This move and all after it are taken back. The clocks stay as they are.
position-text = The game goes on from this position.
paper-text = Spectators see that the game goes on on paper. Its moves can be handed in later.
complete-text = The moves join the line from this ply on.
resume-text = The game goes on, and its clock with it.
pause-text = The time of both sides stands still.
go-text = The time runs of the side whose time ran before.
clock-text = The remaining time of one side is set.
absent-text = The wait of the regulation begins (2006 art. 3, C art. 6).
present-text = The wait ends.
play-on-text = The flag does not end the game.
cannot-read = This cannot be read.
ply = Ply
ply-hint = Each move of one side counts: White's third is 5.
move = Move
moves = Moves
move-hint = As in 32-28 or 26x17x8.
taken = Pieces taken off, where that is open
taken-hint = Squares, as in 22 31; empty otherwise.
time-left = Time left, as in 1:20:00
moves-made = Moves that the side had made; empty if unknown

## Results

results-caption = Tables with their results
table = Table
result = Result
postponed = postponed
result-keys-hint = Points of White: 2, 1 or 0. R2, R0, RR by rule, U unplayed, B, 4 and Enter a draw with men ahead, Delete takes back. Arrows choose the table.
check = Check the results
check-end = End the check
check-hint = Type the results again: a difference stops with a tone, and nothing is changed.
records = table { $table }: { $score }
record-result = Record
result-of = Result of table { $table }
how = How
men-ahead = Men that White is ahead by, in a draw
correct = Correct
correct-result = Correct table { $table }
correct-text = { $pair }: { $score } instead of { $old }.
take-back = Take back
withdraw-result = Take back the result of table { $table }
reverse-colors = Colours of table { $table } were reversed
reverse-colors-text = The result is that of the colours as played (KNDB F7).
make-up = Appoint when table { $table } is made up
agreed-by = Agreed by
set-start = How the clock of table { $table } starts
clock-start = The clock starts
start-usual = as the regulation says
start-hour = at the opening of the round
start-gong = at the gong
start-table = by the table
start-none = not at all: the game is not timed
start-notation = as notation: no flag falls

## Standings

prizes = Prizes
prizes-now = Prizes as the table is now
prize-money = Money, from the first prize
prize-money-hint = In euros, as in 100; 60; 40. Empty for none.
pair-play-off = Pair a play-off
pairs-play-off = play-off of { $names }
by-lot = Draw lots
resolve-tie = Record the order
resolves-tie = order of { $names }
reopen-tie = Reopen
reopens-tie = Reopen the tie of { $names }
place-number = Place { $place }
by-games = by games
by-arbiter = by the arbiter or the organisers

## The record

record = Decisions
by-the-game = follows from a game

## Sheets

print = Print
printed-at = Printed { $time }, after decision { $version }
draft = Draft
sheet-pairings = Pairings by table
sheet-by-name = Pairings by name
sheet-slips = Result slips
sheet-standings = Standings
sheet-crosstable = Crosstable
sheet-presence = List of presence
sheet-score-sheets = Score sheets
sheet-line-ups = Line-up forms
sheet-schedule = Schedule
no-schedule = There is no schedule that is known beforehand.
day = day { $day }
times-left = Times left
signatures = Signatures
white-letter = w
black-letter = b
