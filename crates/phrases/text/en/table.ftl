### The reasons for which a device at a table, or the desk, may not do something. Clauses without a full stop.

## Places of devices; $device and $id are those of the device and of the tournament, $game that of the game

seat-unknown-device = unknown device "{ $device }" in { $id }: assign it to a table first
seat-claimed = device "{ $device }" waits: another device has this place at table { $table }, and the desk decides which of them goes on
seat-contested = device "{ $device }" waits: another device asks for its place, and the desk decides which of them goes on
seat-other-table = device "{ $device }" is assigned to table { $table }, and { $game } is not played there
seat-at-table = device "{ $device }" is assigned to table { $table }, and does nothing at others
seat-other-sector = device "{ $device }" is assigned to table { $table }, which is none of the caller's
# $color is a side.
seat-other-side = device "{ $device }" does not speak for { $color }
seat-not-the-desk = only a device at the desk may rule; "{ $device }" is at table { $table }
seat-own-device = device "{ $device }" is a player's own: only a board or a shared device at the table, or the desk, tells what a clock shows
seat-no-table = { $id }: say to which table the arbiter is called
seat-calls-wait = table { $table } has called the arbiter { $max } times, and nobody has come yet: somebody has to go

## Inputs; $sequence is the number that the device gave one

input-clash = device "{ $device }" used sequence { $sequence } for another input; count on
input-device-full = device "{ $device }" has handed in { $max } inputs for { $game }, no more are taken: go on with another device at the table, or at the desk
input-game-full = { $game } has { $max } inputs, no more are taken from the table: the arbiter goes on at the desk, or records the result
input-displays-full = { $game } has { $max } displays of a clock, no more are taken: its time goes on as it is computed
input-late = NATS did not answer in time: the input may not be stored, hand it in again
input-stopping = the service is stopping: the input may not be stored, hand it in again
input-lost = the log has lost inputs for { $game } that were answered, such as number { $sequence } of device "{ $device }": claims and rulings wait until they are handed in again, at most a minute; try again
input-readings-away = the stream of readings does not answer, so they are not kept yet: send them again; if that stays so, `damcast streams` makes the stream
input-readings-full = the board "{ $device }" has reported more than is kept of one: { $max } MiB at once, and as much again each day

## Games

game-unknown = unknown game { $game }: the tournament has no such round and table
game-not-open = game { $game } has not begun: its round is not open
game-is-off = game { $game } is not played: a player has withdrawn
game-none-of-round = no game of round { $round } of { $id } goes on
game-no-such-claim = { $id }: its rules do not give a player this claim
seat-act-white = device { $device } gets White’s place at table { $table }
seat-act-black = device { $device } gets Black’s place at table { $table }
seat-act-table = device { $device } gets table { $table }, for both players
seat-act-desk = device { $device } gets a place at the desk
seat-act-taken-over = { $text }, which { $replaced } had
seat-act-released = device { $device } loses its place
seat-act-grace = grace for late presses: { $ms } ms
