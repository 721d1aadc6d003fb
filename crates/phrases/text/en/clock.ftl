### Clocks: why one does not do what the arbiter rules, and what the arbiter is to know of them.
### Each is a whole sentence.

## Reasons for which a clock refuses a ruling; $side is the name of a colour

clock-not-started = The clock has not been started.

# $control is a time control, such as 80m + 60s.
clock-already-started = The clock was already started, with { $control }.
clock-not-running = The time of { $side } is not running.
clock-paused = The clock is paused.
clock-not-paused = The clock is not paused.
clock-stopped = The clock was stopped: the game is over or on paper.
clock-flag-fallen = The flag of { $side } has fallen. Set a time for that side first; then the clock can be resumed.
clock-absence-exceeded = { $side } did not come in time. Resume the clock to play after all.
clock-has-played = { $side } has pressed the clock, so cannot be absent.
clock-too-much-time = { $hours } hours are more than a clock can be set to.
clock-no-flag = No flag has fallen.
clock-last-stage = The flag of { $side } fell in the last stage: the game is lost.
clock-too-few-moves = { $side } had completed { $made } of the { $required } moves: the game is lost (2006 art. 4).

## Clock alarms for the arbiter; $device is the name of a tablet or board

alarm-press-in-future = A press of { $side } is said to have been made later than it arrived: it counts from its arrival.
alarm-press-too-early = A press of { $side } is said to have been made earlier than what had happened before it: it counts from then.

# $white and $black are times as a clock shows them, such as 1:02:05.
alarm-display-disagrees = The clock at the table shows { $white } for White and { $black } for Black; other times were computed.

# $seconds has a decimal, such as 1.5.
alarm-device-too-far = The clock of { $device } is { $seconds } s off: what it tells counts from its arrival.
alarm-device-set-back = The clock of { $device } was set back by { $seconds } s while it was used.
alarm-device-set-forward = The clock of { $device } was set forward by { $seconds } s while it was used.
alarm-device-in-future = { $device } told of something { $seconds } s after its arrival: it counts from its arrival.
alarm-device-long-ago = What { $device } told was { $seconds } s old when it arrived, longer than an input may be on its way: its clock was set back, or it was cut off. Compare the times at that table.
alarm-device-reliable = The clock of { $device } can be relied on again.

# The time of day of the machine on which board-ingest runs. $seconds has one decimal.
alarm-time-of-day-ahead = The time of day of the server was set { $seconds } s ahead. The clocks of the games go on by the time that has passed, and no player loses or gains time. Set it right again, unless it is right now.
alarm-time-of-day-behind = The time of day of the server was set back, and is { $seconds } s behind. The clocks of the games go on by the time that has passed, and no player loses or gains time. Set it right again, unless it is right now.
alarm-time-of-day-agrees = The time of day of the server is right again.

# $service is the name of a service, as in "clock".
alarm-machine-ahead = The time of the machine of { $service } is { $seconds } s ahead of that of board-ingest, by which moves are timed. Flags wait for the difference, and no player loses time. Set the time of day of the machine that is wrong, and boot it anew when no game is played.
alarm-machine-behind = The time of the machine of { $service } is { $seconds } s behind that of board-ingest, by which moves are timed. No player loses time, but flags may be shown late. Set the time of day of the machine that is wrong, and boot it anew when no game is played.
alarm-machine-agrees = The time of the machine of { $service } agrees again with that of board-ingest.

# $side is the name of a colour.
alarm-flag-nothing-told = The time of { $side } is used up, but nobody at this table has told anything: the game is not lost. Record the result by hand, or set the clock.
alarm-flag-estimated = The time of { $side } is used up by an estimate: the moves of this game are noted and not pressed. Look at the clock at the table.

## A game, or a tournament, that stands still while others go on: sentences for the arbiter

standstill-game-unreadable = The history of this game cannot be read past message { $sequence } of { $stream }. What its devices hand in is stored, and judged once it can be read; all other games go on. Let the players write their moves down: `damcast rebuild` makes the message anew while no service runs.
standstill-clock-unreadable = The history of this game's clock cannot be read past message { $sequence } of { $stream }. Its moves are judged, but its clock follows no more and no flag falls; all other games go on. Let the players go by a clock beside the board: `damcast rebuild` makes the message anew while no service runs.
standstill-inputs-unreadable = What the devices of this game handed in cannot be read past message { $sequence } of { $stream }. They keep what they hand in now; all other games go on. Let the players write their moves down: `damcast rebuild` mends the record while no service runs, and the devices then hand in again.
standstill-game-unjudged = Inputs of this game are stored and could not be judged; all other games go on. They are tried again every ten seconds, and the log of rules-validation says why they fail. Let the players write their moves down until the game goes on.
standstill-game-not-begun = The round of this game is open, and the game has not begun: its start could not be stored, and the log of board-ingest says why. The first move from its table begins it. It is tried again each minute, so that a game without devices begins by itself once its start can be stored; its result can be entered here meanwhile.
standstill-game-unrecorded = This game is over, and the tournament does not have its result: pairing is away, or could not record it, and its log says why. Standings and the next round lack it. If it does not come by itself, enter it here.
standstill-game-not-ended = The tournament has a result of this game, but the game itself was not ended: that could not be stored, and the log of board-ingest says why. The result counts in the standings; tell the players that their game is over. It is tried again each minute. If the game is to go on after all, take the result back.
standstill-clock-behind = The clock of this game does not follow its moves: clock is away, or could not store what follows, and its log says why. The moves are judged, but no flag falls; all other games go on. Let the players go by a clock beside the board until you are told that this goes on.
standstill-game-over = This game waits for nothing any more: it goes on, or its result is recorded.
standstill-tournament-unreadable = The history of this tournament cannot be read past message { $sequence } of { $stream }. Its rounds and results wait; all other tournaments go on. `damcast rebuild` makes the message anew while no service runs.
standstill-seats-unreadable = The record of who sits where in this tournament is damaged at message { $sequence } of { $stream }. Play goes on with what can be read of it: moves are judged, clocks run and rounds begin. Look at the tables, seat again what is missing, and set the grace for late presses again if it was another. `damcast rebuild` mends the record while no service runs.
standstill-tournament-over = The history of this tournament can be read again.
