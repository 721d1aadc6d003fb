### Crosstables: headings, cells and how to read them.

## Headings

crosstable = Krústabel
column-line = nûmer fan de rigel
column-place = plak
column-player = spiler
column-team = team
column-club = klup
column-rating = rating
column-opponent = tsjin rigel { $line }
column-round = ronde { $round }
column-games = partijen
column-games-short = P
column-matches = wedstriden
column-matches-short = W
short-points = Pt
short-board-points = BP
short-sonneborn-berger = SB
short-solkoff = WP
short-truncated-solkoff = WP-{ $lowest }
short-median-solkoff = WP±{ $each }
short-mutual-result = ÛR
short-wins = Winst
short-lot = Lot

## Cells

# One letter for each colour; the legend below says so, too.
letter-white = w
letter-black = s
cell-bye = frij
cell-withdrawn = ophâlden

## Legend of the cells

legend-games = Yn in fak: de punten fan de partij; R: net spile; *: oan 'e gong; –: net yndield
legend-matches = Yn in fak: de boerdpunten fan de wedstriid; R: net spile; *: oan 'e gong; –: net yndield
legend-swiss-games = Yn in fak: de rigel fan de tsjinstanner, de kleur (w wyt, s swart) en de punten; R: net spile; *: oan 'e gong; –: net yndield
legend-swiss-matches = Yn in fak: de rigel fan de tsjinstanner en de boerdpunten; R: net spile; *: oan 'e gong; –: net yndield
