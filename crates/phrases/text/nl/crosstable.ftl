### Crosstables: headings, cells and how to read them.

## Headings

crosstable = Kruistabel
column-line = nummer van de regel
column-place = plaats
column-player = speler
column-team = team
column-club = club
column-rating = rating
column-opponent = tegen regel { $line }
column-round = ronde { $round }
column-games = partijen
column-games-short = P
column-matches = wedstrijden
column-matches-short = W
short-points = Pt
short-board-points = BP
short-sonneborn-berger = SB
short-solkoff = WP
short-truncated-solkoff = WP-{ $lowest }
short-median-solkoff = WP±{ $each }
short-mutual-result = OR
short-wins = Winst
short-lot = Lot

## Cells

# One letter for each colour; the legend below says so, too.
letter-white = w
letter-black = z
cell-bye = vrij
cell-withdrawn = teruggetrokken

## Legend of the cells

legend-games = In een vak: de punten van de partij; R: niet gespeeld; *: bezig; –: niet ingedeeld
legend-matches = In een vak: de bordpunten van de wedstrijd; R: niet gespeeld; *: bezig; –: niet ingedeeld
legend-swiss-games = In een vak: de regel van de tegenstander, de kleur (w wit, z zwart) en de punten; R: niet gespeeld; *: bezig; –: niet ingedeeld
legend-swiss-matches = In een vak: de regel van de tegenstander en de bordpunten; R: niet gespeeld; *: bezig; –: niet ingedeeld
