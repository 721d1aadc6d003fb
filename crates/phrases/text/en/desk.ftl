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
meanwhile = Meanwhile: { $text }

## Tournaments

new-tournament = New tournament
no-tournament = There is no tournament yet.
tournament-size = { $players ->
    [one] { $players } player
   *[other] { $players } players
  }, { $rounds ->
    [one] { $rounds } round
   *[other] { $rounds } rounds
  }
creates = create { $name }
create = Create
preset = Regulation
name = Name
place = Place
notice = Notice for spectators
notice-hint = Shown with the name; empty for none.
series = Series
series-hint = Such as a season; events of one series stand together. A copy keeps it.
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
amend-regulation = Amend points of the regulation
amend-regulation-text = A point can change while nothing depends on it. Once a pairing was published, a reason is needed.
move-presses = Tablets: a move that is entered presses the clock
shows-moves = Tablets: children see where a piece may go
signs-sheet = Tablets: the players sign the score sheet on the glass
pace = Thinking time
pace-hint = A line a stage, as in 1:20:00 +60 (seconds a move) or 50/2:00:00 (moves/time).
absence-minutes = Wait for a player who has not come, minutes; 0 until the flag falls
rest-minutes = Rest between two games of a day, minutes; 0 for no rule
minutes-hint = Minutes, as in 15, or with seconds, as in 1:30.
promoted = Places promoted
relegated = Places relegated
entrants-min = Fewest entrants
entrants-max = Most entrants; empty for no limit
byes-most = Byes on request for one entrant
byes-last = Also in the last round
no-show-withdraws = Who does not come without notice has withdrawn (KNDB F10)
season = Year in which the season begins; 0 for none
copy-event = Copy to a new tournament
copy-text = The regulation and the place are taken over; rounds and results are not.
copy-players = With its players and teams
register = Players known here
register-text = Everybody who was entered in a tournament of this venue. What spectators see of them is name, club, rating and results.
register-more = { $people } people; write more letters to see fewer.
register-omitted = { $number } tournaments are not in it: you may not read them, or there are too many.
export-person = Save this person's data
remove-person = Remove this person's data
removes-person = Remove the data of { $name }
remove-person-text = In every event the name becomes N.N., and club, rating, category and year of birth are emptied; numbers, pairings and results stay. The log keeps what it was until it is archived and removed.

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
correct-unseen = You do not see the year of birth and the member number: what is left empty here stays as it is.
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
enter-team = Enter teams
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
teams-by-line = Teams, a line each

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
doubt-public = what everybody sees cannot be read

## A round

no-round-yet = No round has been paired yet
to-newest = To round { $round }
stage-draft = Draft: only desks see it
stage-published = Published at { $time }
stage-open = In play; { $open ->
    [one] one result is missing
   *[other] { $open } results are missing
  }
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
color = Colour
reasons = Why this pairing
no-reasons = The schedule prescribes it.
final-colors = Colours of the finals
final-color = Place { $place }: { $name } plays against { $rival } with
final-by-lot = Place { $place }: the lot decides between { $pair }.

## The round in play

not-your-section = Your role does not have this part of the desk.
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
alarm-call = Call from a table
alarm-machine-apart = The clock of a service differs
alarm-log-damage = The log of the event is damaged
alarm-silent = A device is silent
alarm-seat-claim = Two devices for one place
alarm-unsent = A replaced device kept something
alarm-disputed = A player does not agree with the result
alarm-not-come = A player has not come
alarm-not-seen = No sign of a player
silent-text = { $device } was heard last at { $time }.
seat-claim-text = { $device } asks for the place of { $seat }.
unsent-text = { $device } was replaced and kept { $count } not sent.
disputed-text = { $side } does not agree.
result-agreed = { $side } agrees.
not-come-text = { $side }: the game is lost at { $time }.
not-seen-make-up = { $player } ({ $side }) has made no move in the game that is made up; their time runs since { $time }.
not-seen-text = { $player } ({ $side }) has given no sign since the round began at { $time }.
not-seen-wait = { $player } ({ $side }) has given no sign since the round began at { $time }; the wait is { $minutes } minutes.
take-over = It takes over
stays-out = It stays out
consent-paper = Consent: on paper from here
enter-shown = Enter { $score }, as the board shows
shown-on-board = shown on the board, confirmed by the players
device-heard = heard { $time }
device-silent = silent since { $time }
device-not-heard = not heard
device-unsent = { $count } not sent
seat-both = both
no-move-yet = { $side } has made no move yet.
not-come-only = Only where somebody has not come
silent-only = Only where a device is silent
call-text = { $matter }{ $remark } ({ $name })
call-irregular-move = Irregular move
call-clock = Clock
call-disturbance = Disturbance
call-result = Result
call-paper = The players want to go on on paper
call-claim-repetition = Claim: the position came back
call-claim-count = Claim: the number of moves
call-claim-flag = Claim: the flag of the opponent
call-claim-irregularity = Claim: an irregular move
call-other = The arbiter is asked for
gap-text = The board shows what no move explains, after { $ply } plies ({ $name })
gap-gone-on = The game has gone on since.
gap-disturbed = Only disturbed: put the pieces right
gap-differs = { $count ->
    [one] one square differs: { $squares }
   *[other] { $count } squares differ: { $squares }
}
gap-picks = the game goes on with { $moves }
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
acknowledge = I look at it
sees-alarm = looks at { $alarm } { $game }
seen-by = { $name } looks at it since { $time }
undo-by = It is undone by: { $ruling }.
history = Everything that was told
history-omitted = { $number } decisions are not shown: older ones, and those that cannot be read.
the-clock = the clock
position = Position: draw it, or write it as FEN
piece = Piece
white-man = white man
white-king = white king
black-man = black man
black-king = black king
empty-square = empty
to-move = { $color } is to move
empty-board = Empty board
first-position = First position
event-started = The game begins.
event-move = Ply { $ply }: { $move }
event-confirmed = Ply { $ply }: the same move is told.
event-held = Ply { $ply }: { $move } waits.
event-conflict-resolved = Ply { $ply }: the conflict is decided.
event-irregular = Ply { $ply }: { $move } is irregular and waits.
event-stands = Ply { $ply }: { $move } stands.
event-retracted = Moves are taken back from ply { $ply } on.
event-position = The position is set: { $fen }
event-paper = On paper from ply { $ply } on.
event-completed = The moves from paper are handed in.
event-resumed = The game goes on.
event-draw-offered = { $color } offers a draw.
event-result = Result: { $score }
event-flag-waived = The flag of { $color } fell and does not end the game.
event-refused = Refused: { $text }
refused-input = what a device told
event-press = The clock is pressed.
event-display = The clock at the table is read.
alarm-clock-apart = The clock at the table shows other times
alarm-flag = A flag fell, and the game goes on
clock-shows = It shows { $white } for White and { $black } for Black.

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
by-rule = By rule
table-before = The table before
table-after = The next table

## Standings

prizes-now = Prizes as the table is now
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
paper-size = Paper
printed-at = Printed { $time }, after decision { $version }
draft = Draft
sheet-pairings = Pairings by table
sheet-by-name = Pairings by name
sheet-slips = Result slips
sheet-table-cards = Table cards
follow-live = Follow live:
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
sheet-prizes = Prizes
sheet-certificates = Certificates
prize-money = Money, from the first prize; a line a category
prize-money-hint = In euros, as in 100; 60; 40 for all players, or B: 50; 30 for a category. Empty for none.
prize = Prize
money = Money
place-in-table = Place
all-players = All players
left-out = Without a prize
left-out-withdrawn = withdrawn
left-out-no-category = no category
left-out-unknown-class = unknown class
certificate = Certificate
certificate-place = Place { $place }
certificate-places = Places with a certificate
irregular-ply = This move was irregular and stands.

## What a tablet could not send

hand-in = Hand in for a tablet
hand-in-hint = For a tablet that has no network: scan its code with a phone that has one, or put the text of the code here. The tablet has signed it, so everything counts once, also if the tablet sends it later.
hand-in-text = Text of the code
hand-in-do = Hand in
hand-in-none = There is nothing of a tablet in this text.
hand-in-move = ply { $ply }: { $move }
hand-in-claim = a claim, an offer or a resignation
hand-in-other = something else
handed-in-waits = is handed in …
handed-in-accepted = accepted
handed-in-stored = stored
handed-in-refused = not taken.

## A paper sheet

paper-move = Next move of the sheet, ply { $ply }
paper-move-hint = Each with Enter, as in 32-28, 3228 or 26x17x8. It is judged at once.
paper-back = Take the last one back
paper-unread = { $move } is no move.
paper-irregular = irregular
paper-asks = The judge cannot be asked: { $text }

## Events, days and templates

first-day = First day
last-day = Last day
days = Days
archive = Archive: { $events } events that are over
as-in-event = As in an event of this venue
venue = Venue
venue-hint = The venue's id, as “damcast up --venue” has it.
member-number = Member number
member-number-hint = At the federation; only desks see it, spectators do not.
publicity = What everybody sees
publicity-of-event = as the event has it
publicity-full-name = whole name
publicity-initials = initials
publicity-anonymous = the number alone
publicity-event-hint = For those who have not chosen it themselves: on spectators' pages, in PDN and in files. Desks and tablets at the table have the whole name.
check-regulation = Check the regulation
entrants = Entrants
entrants-hint = 0 for any number.
regulation-fits = The regulation has no fault.
group-sizes = Sizes of the groups: { $sizes }.
rounds-for = Rounds: { $rounds }.

## Check-in

check-in-of = Check-in for round { $round }
check-in-end = End the check-in
check-in-counts = { $here } here, { $absent } absent, { $missing } missing.
check-in-hint = Letters of a name; Enter checks in who is found alone.
presence-here = Here
presence-absent = Absent
presence-missing = Missing
is-here = { $name } is here for round { $round }
is-not-here = { $name } is not here for round { $round }
missing-only = Only who is missing
all-expected = Everybody
nobody-missing = Nobody is found.
missing-are-absent = Report those missing ({ $number }) absent from round { $round }
did-not-check-in = did not check in
report-absent = Report absent
pairs-missing = Missing ({ $number }): { $names }. They are paired like everybody who is not reported absent.
pair-all-the-same = Pair all the same

## Lists, the report file and last year's event

players-of-event = Or the players of another event
report-has = The tournament would have { $rounds } rounds, and these { $players } players of the file.

## Articles of rulings, and reasons

article-let-stand =
    { $rules ->
        [frisian] By rules art. 10, rules art. 27, C art. 5. The opponent may claim a missed or wrong capture until they have answered it; then it stands.
       *[other] The opponent may claim an irregular move until they have answered it; then it stands.
    }
article-correct =
    { $rules ->
        [frisian] By rules art. 27, C art. 5. An irregular move that is claimed in time is put right; the record follows the board.
       *[other] An irregular move that is claimed in time is put right; the record follows the board.
    }
article-retract =
    { $rules ->
        [frisian] By rules art. 27, C art. 5. An irregular move that is claimed in time is taken back, and another one is played.
       *[other] An irregular move that is claimed in time is taken back, and another one is played.
    }
article-position = No rule sets a position: the arbiter decides, and the reason stays on record.
article-paper =
    { $rules ->
        [frisian] By C art. 5. Where the tablet cannot take a move that stands, the rest of the game is noted on paper.
       *[other] No rule names it: the arbiter decides, and the reason stays on record.
    }
article-complete =
    { $rules ->
        [frisian] By C art. 5. The moves that were noted on paper complete the record.
       *[other] The moves that were noted on paper complete the record.
    }
article-resume = No rule takes a result back: the chief arbiter decides, and the reason stays on record.
article-pause =
    { $rules ->
        [of-2006] By 2006 art. 2. No clock is stopped before the end of the game unless a rule allows it; the reason names that rule.
       *[other] No rule stops a clock: the arbiter decides, and the reason stays on record.
    }
article-go =
    { $rules ->
        [of-2006] By 2006 art. 2. A clock runs until the end of the game.
       *[other] The pause is over when its reason is.
    }
article-clock = No rule sets a time: the arbiter decides, and the reason stays on record.
article-absent =
    { $rules ->
        [frisian] By C art. 6. Who has not come is waited for as long as the regulation says, else until the flag falls.
        [of-2006] By 2006 art. 3. Who has not come when the wait is over has lost; so have both if neither has come.
       *[other] Who has not come is waited for as long as the regulation of the event says.
    }
article-present =
    { $rules ->
        [frisian] By C art. 6. Who comes before the wait is over plays.
        [of-2006] By 2006 art. 3. Who comes before the wait is over plays.
       *[other] Who comes before the wait is over plays.
    }
article-play-on =
    { $rules ->
        [frisian] By rules art. 20.5. Who oversteps the time loses; who had made the required moves has not overstepped it.
        [of-2006] By 2006 art. 4. A flag ends no game whose required moves were made in time.
       *[other] A flag ends no game whose required moves were made in time.
    }
article-result =
    { $rules ->
        [frisian] How a game is lost is in rules art. 20, how it is drawn in rules art. 21.
       *[other] The rules of the game say how it is won, lost or drawn; what they do not name the arbiter decides.
    }
reason-claimed = claimed by the opponent before the answer
reason-both-agree = both players agree
reason-seen = seen by the arbiter
reason-mistyped = entered wrongly
reason-device = a fault of the device
would-be-refused = It would be refused: { $text }.
board-before = Before
board-after = After: { $plies } plies
told-by-device = Ply { $ply }: { $move } ({ $device })
in-the-record = in the record
no-board = No board shows this move.
alarm-store = The server or its store does not answer
store-text = What is shown is from before. Acts wait, and nothing that was stored is lost.

## Devices at tables

devices-at-tables = Devices at tables
no-devices = No device has a seat.
device = Device
seat = Seat
seat-shared = Both players
game = Game
this-desk = this desk
move-device = Move
moves-device = Move { $device }
move-device-text = It may send for the new seat from then on. What it has sent stays with its game.
release-device = Release
releases-device = Release { $device }
release-text = It may send nothing more until it has a seat again. Moving it back undoes this.
set-grace = Grace for late presses
grace-text = For so long a press of the clock may be late on its way and still counts at its own moment.
grace-seconds = Seconds, 0 to 60

## Control sums (KNDB F8)

control-sums = Control sums (KNDB F8)
sums-right = The sums are right.
sums-wrong = The sums differ.
sums-found = Found
sums-expected = Required
sums = points { $points }, counted for opponents { $counted }, Solkoff { $solkoff }

## Reasons of places, and the wall chart

reasons-of-places = Why these places
no-reasons-of-places = Every place follows from the first column.
sheet-explained = Standings explained
sheet-wall-chart = Wall chart
wall-chart-key = In each round: number of the opponent, colour (w, b), own points; r: by rule; +: free round; a: absent.
chart-free = +
chart-absent = a
chart-by-rule = r

## Kinds of decisions

kind = Kind
all-kinds = All kinds
kind-settings = Tournament and settings
kind-entries = Entries and numbers
kind-presence = Presence and withdrawal
kind-rounds = Rounds and pairings
kind-results = Results
kind-ties = Ties and promotion
kind-rulings = Rulings on games
kind-devices = Devices and grace
decided-by = By
everybody = Everybody
decisions-found = { $number } decisions and rulings
record-csv = Save as CSV
record-json = Save as JSON
record-again = Read the rulings again
record-no-rulings = The rulings on games are missing: { $text }
record-no-seats = The changes of seats could not be read: { $text }

## Embargoes

embargo-set = Delay for the public
embargo-set-text = From two seconds after the decision on, the public sees this part later: moves, clocks, results, standings and files. The strictest of several counts.
embargo-part = Of
embargo-all = the whole tournament
embargo-of-round = round { $round }
embargo-of-board = round { $round }, table { $table }
embargo-until = The public waits
embargo-until-delay = for a time
embargo-until-game = until the game has ended
embargo-until-round = until the round has ended
embargo-until-none = no longer
embargo-minutes-field = Minutes
embargo-release = Show the public what is withheld
embargo-release-text = Everything so far becomes public at once. What follows waits again.
embargo-is-set = The delay of { $part } is set
embargo-is-lifted = { $part } is no longer delayed
embargo-is-released = { $part } is shown to the public
embargoes-set = Delayed for the public

## Seasons

seasons = Seasons
seasons-text = Computed from tournaments that are over, or from names by hand. Nothing is recorded.
order-of-tournament = Final order of a tournament
order-by-hand = Names by hand, the first place first
eights = The eights of next year (C art. 8)
eights-declined = Players of HA who decline promotion (D art. 7), a line each
eights-absent-year = Players who miss one championship (C art. 11), a line each
eights-absent-longer = Players who are away for longer (C art. 11), a line each
place-eights = Place the eights
eights-to-ha = To HA
eights-requalify = Qualify again through HA (C art. 11)
eights-ek = EK (A art. 2)
eights-ek-or-ha = EK or HA, as they choose (A art. 2)
clubs = The clubs of next year (B art. 2)
clubs-orders = Final orders of the groups
clubs-hint = By hand: from group I down, with an empty line between groups.
clubs-absent = Teams that do not take part next year, a line each
clubs-entered = Teams that are new next year, a line each
clubs-higher = If the lowest groups were merged: teams of the higher one, a line each
place-clubs = Place the clubs
points-ranking = Points over the years (appendix 4)
careers = Players and their seasons
careers-hint = A line for a player with the class, as in Jan Jansen; 2 (classes 3, 2, 1, HA, EK). Then a line a season: places in events of clubs, and behind a bar in the championship, as in 3/12 5/20 | 2/8; a dash for none.
rank-points = Compute the points
points-best = Most points in the last season
class = Class
class-next = Next class
points-season = Points of the season
points-total = Since promotion
points-last-four = Last four years
points-may-go-down = May play one class lower after consultation.

## Proposals

proposals = Proposals of participants
proposal = Proposal { $number }
proposal-accept = Accept
proposal-refuse = Refuse
proposal-accepts = Proposal { $number } is accepted
proposal-refuses = Proposal { $number } is refused
only-here = Only this machine itself opens { $address }: a code with it is of no use in the hall. Open the desk under the name of this machine in the hall, which Damcast printed when it was started, and the codes are here.
own-phone = Own phone
own-phone-of = The phone of { $name }
own-phone-hint = Whoever opens this within a minute proposes absences, byes, withdrawals and line-ups for this participant; the desk decides.
own-phone-link = Link
own-phone-again = New code
own-title = Propose to the desk
own-none = This phone speaks for nobody. Ask at the desk for your code.
own-for = For number { $number } in { $tournament }
own-sent = The desk has it.
own-absence = Absent, a bye, or there after all
own-round = Round
own-kind = What
own-absent = I do not play
own-present = I play after all
own-line-up-rules = Choose the players from board 1 on, each for one board. A board without a player is lost. The line-up is due 15 minutes before the first match and holds for every round; after that it needs a reason, and counts from the next pairing on if the desk accepts it (B art. 6).
own-no-player = nobody
own-withdrawal = Withdraw from the tournament
own-propose = Propose
own-waits = waits
own-accepted = accepted
own-refused = refused

## Sensor boards

section-boards = Boards
boards-none = No sensor board has a table here yet. An agent (“damcast boards agent”) gets its place like a tablet.
boards-well = { $well } of { $all } boards agree with their games, and nothing is wrong with them.
boards-needing = Only boards that need somebody
boards-all = All boards
board-state-away = The agent of the board is not heard
board-state-no-board = The agent is there, and the board is silent
board-state-muted = Muted: nothing that it shows counts
board-state-waits = Waits for the position of its game; until then nothing that it shows counts
board-state-unexplained = No move explains the board
board-state-differs = Differs from its game
board-state-agrees = Agrees with its game
board-battery = Battery
board-last-report = Last report
board-capability = Sees
board-rotation = Lies
board-queue = Not sent
board-clock = Clock of the agent
plies-told = Plies
board-ago = { $age } ago
board-sees-occupancy = where pieces stand
board-sees-colour = colours
board-sees-crown = colours and kings
board-lies-unknown = not known yet
board-lies-true = rotated
board-lies-false = as usual
board-picture = The pieces on the board
board-picture-differs = The pieces on the board; it differs from the game on { $squares }
board-order-waits = The board has not carried this out yet.
board-tentative = Looks like the next move, and may go away: { $moves }
board-uncrowned = Not crowned on the board: { $squares }
board-tap-swap = Swap
board-tap-rotate = Rotate
board-tap-position = Position from the board
board-tap-follow = Game from the log
board-tap-mute = Mute
board-tap-unmute = Hear again
board-tap-call = Call the arbiter
board-swaps = another board at table { $table }
board-swap-text = The two boards change places: this one goes to the table of the other. Then move the boards themselves: each waits until it shows the position of its new game.
board-other = The other board
board-at = { $serial }, table { $table }
board-rotates = the board of table { $table } lies the other way
board-mutes = the board of table { $table } is muted
board-unmutes = the board of table { $table } is heard again
board-follows = the board of table { $table } goes on from the log
board-sets-position = the position at table { $table } from the board
board-position-text = Look at the board first, and put right here what it cannot tell.
board-position-turn = Whose turn it is: { $color } to move, as in its game.
board-position-kings = { $count ->
    [0] It does not tell kings from men: every piece is a man here.
   *[other] It does not tell kings from men: the kings are those of its game, on { $squares }.
}
board-position-gone = Kings of its game that do not stand there: { $squares }. Draw one where it went.
board-calls = the arbiter is called to table { $table }
board-call-text = The sensor board needs the arbiter
