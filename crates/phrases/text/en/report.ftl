### Problems of a report file (TRF16) that is imported, and what an exported one cannot hold. Clauses without a full stop.

## Problems and notes. $text, $code and $team are as the file has them, in the quotes that `damcast trf` has always printed; $reason is a clause of refusal.ftl.

problem-file-too-long = the file is too long; what follows is left out
problem-more = there are { $count } more problems
problem-line-too-long = the line is too long and left out
problem-not-utf8 = the line is not UTF-8 and is read as Latin-1
problem-control-characters = the line has control characters, which are read as spaces
problem-unknown-line = lines "{ $code }" are unknown; it is kept
problem-not-followed = lines { $code } are not followed; it is kept
problem-repeated = there is a line { $code } already; it is left out
problem-count = line { $code } has "{ $text }" for a number; it is left out
problem-date = the date "{ $text }" is not in the form of 2026/03/01 or 26/03/01
problem-start-number = "{ $text }" is no start number from 1 to 9999; the line is left out
problem-start-number-twice = start number { $player } is given twice; the line is left out
problem-too-many-players = there are too many players; the line is left out
problem-slipped = column { $column } is not blank, so that nothing is where it belongs; left out
problem-name-missing = player { $player } has no name
problem-sex = "{ $text }" is no sex of player { $player }; it is left out
problem-rating = "{ $text }" is no rating of player { $player }; it is left out
problem-points = "{ $text }" is no number of points of player { $player }; it is left out
problem-place = "{ $text }" is no place of player { $player }; it is left out
problem-entry = round { $round } of player { $player } reads "{ $text }": { $fault }; it is left blank
problem-too-many-rounds = player { $player } has more than { $max } rounds; the others are left out
problem-team-name-missing = the team has no name; the line is left out
problem-team-player = team "{ $team }" has "{ $text }" for a start number; it is left out
problem-too-many-team-players = the team has more than { $max } players; the others are left out
problem-unknown-opponent = player { $player } meets { $opponent } in round { $round }, who is not in the file
problem-against-oneself = player { $player } meets themselves in round { $round }
problem-opponent-disagrees = player { $player } meets { $opponent } in round { $round }, who does not meet { $player }
problem-colors-disagree = players { $player } and { $opponent } do not have opposite colours in round { $round }
problem-results-disagree = players { $player } and { $opponent } have the results '{ $result }' and '{ $theirs }' in round { $round }
problem-points-differ = player { $player } has { $stated } points, but the rounds give { $sum }
problem-count-differs = line { $code } says { $stated }, but there are { $found }
problem-unknown-team-player = team "{ $team }" has player { $player }, who is not in the file
problem-in-two-teams = player { $player } is in a team twice, or in two
problem-name-twice = player { $player } has the name of player { $first }, and is not entered
problem-not-entered = player { $player } is not entered: { $reason }
problem-absence = the absence of player { $player } in round { $round } is not entered: { $reason }
problem-game-left-out = the game of players { $player } and { $opponent } in round { $round } is not entered
problem-round = round { $round } is not entered: { $reason }
problem-result = the result of players { $player } and { $opponent } in round { $round } is not entered: { $reason }
problem-bonus-unknown = the draw with { $opponent } in round { $round } has no bonus: correct it
problem-rounds-of-teams = teams play this tournament; the rounds are not entered
problem-points-computed = player { $player } has { $stated } points in the file, and { $computed } as computed
problem-place-computed = player { $player } has place { $stated } in the file, and { $first } as computed
problem-unknown-absent = player { $player } is to be absent and is not in the file

## Faults of the entry of a round: $fault above

entry-fault-opponent = the opponent is no start number
entry-fault-color = the colour is not w, b or -
entry-fault-result = the result is none of 1 = 0 W D L + - H F U Z
entry-fault-bye = a bye has no opponent
entry-fault-color-alone = there is a colour and no opponent
entry-fault-slipped = something stands between the columns

## What an exported report cannot hold

loss-name-cut = the name of player { $player } is cut to { $max } characters
loss-bonus-draws = a draw with a bonus is written as a draw
loss-points-cut = the points of player { $player } are cut to one decimal
loss-void-games = the games of player { $player }, who withdrew, are void and left out
loss-running-games = games that are being played are written as not begun
