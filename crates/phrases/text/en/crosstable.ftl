### Crosstables: headings, cells and how to read them.

## Headings

crosstable = Crosstable
column-line = number of the line
column-place = place
column-player = player
column-team = team
column-club = club
column-rating = rating
column-opponent = against line { $line }
column-round = round { $round }
column-games = games
column-games-short = G
column-matches = matches
column-matches-short = M
short-points = Pt
short-board-points = BP
short-sonneborn-berger = SB
short-solkoff = WP
short-truncated-solkoff = WP-{ $lowest }
short-median-solkoff = WP±{ $each }
short-mutual-result = MR
short-wins = Wins
short-lot = Lot

## Cells

# One letter for each colour; the legend below says so, too.
letter-white = w
letter-black = b
cell-bye = bye
cell-withdrawn = withdrawn

## Legend of the cells

legend-games = In a cell: the points of the game; R: not played; *: being played; –: not paired
legend-matches = In a cell: the board points of the match; R: not played; *: being played; –: not paired
legend-swiss-games = In a cell: the line of the opponent, the colour (w white, b black) and the points; R: not played; *: being played; –: not paired
legend-swiss-matches = In a cell: the line of the opponent and the board points; R: not played; *: being played; –: not paired
