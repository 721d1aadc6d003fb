### Problemen van een rapportbestand (TRF16) dat wordt ingelezen, en wat een geschreven bestand niet kan bevatten. Bijzinnen zonder punt.

## Problemen en opmerkingen. $text, $code en $team zijn zoals in het bestand; $reason is een zin van refusal.ftl.

problem-file-too-long = het bestand is te lang; wat volgt is weggelaten
problem-more = er zijn nog { $count } problemen
problem-line-too-long = de regel is te lang en is weggelaten
problem-not-utf8 = de regel is geen UTF-8 en is als Latin-1 gelezen
problem-control-characters = de regel heeft besturingstekens, die als spaties zijn gelezen
problem-unknown-line = regels “{ $code }” zijn onbekend; de regel blijft bewaard
problem-not-followed = regels { $code } worden niet gevolgd; de regel blijft bewaard
problem-repeated = er is al een regel { $code }; deze is weggelaten
problem-count = regel { $code } heeft “{ $text }” als getal; dat is weggelaten
problem-date = de datum “{ $text }” heeft niet de vorm van 2026/03/01 of 26/03/01
problem-start-number = “{ $text }” is geen startnummer van 1 tot 9999; de regel is weggelaten
problem-start-number-twice = startnummer { $player } komt twee keer voor; de regel is weggelaten
problem-too-many-players = er zijn te veel spelers; de regel is weggelaten
problem-slipped = kolom { $column } is niet leeg, zodat niets op zijn plaats staat; weggelaten
problem-name-missing = speler { $player } heeft geen naam
problem-sex = “{ $text }” is geen geslacht van speler { $player }; dat is weggelaten
problem-rating = “{ $text }” is geen rating van speler { $player }; die is weggelaten
problem-points = “{ $text }” is geen aantal punten van speler { $player }; dat is weggelaten
problem-place = “{ $text }” is geen plaats van speler { $player }; die is weggelaten
problem-entry = ronde { $round } van speler { $player } luidt “{ $text }”: { $fault }; die blijft leeg
problem-too-many-rounds = speler { $player } heeft meer dan { $max } ronden; de andere zijn weggelaten
problem-team-name-missing = het team heeft geen naam; de regel is weggelaten
problem-team-player = team “{ $team }” heeft “{ $text }” als startnummer; dat is weggelaten
problem-too-many-team-players = het team heeft meer dan { $max } spelers; de andere zijn weggelaten
problem-unknown-opponent = speler { $player } speelt in ronde { $round } tegen { $opponent }, die niet in het bestand staat
problem-against-oneself = speler { $player } speelt in ronde { $round } tegen zichzelf
problem-opponent-disagrees = speler { $player } speelt in ronde { $round } tegen { $opponent }, die niet tegen { $player } speelt
problem-colors-disagree = spelers { $player } en { $opponent } hebben in ronde { $round } geen tegengestelde kleuren
problem-results-disagree = spelers { $player } en { $opponent } hebben in ronde { $round } de uitslagen ‘{ $result }’ en ‘{ $theirs }’
problem-points-differ = speler { $player } heeft { $stated } punten, maar de ronden geven { $sum }
problem-count-differs = regel { $code } zegt { $stated }, maar het zijn er { $found }
problem-unknown-team-player = team “{ $team }” heeft speler { $player }, die niet in het bestand staat
problem-in-two-teams = speler { $player } staat twee keer in een team, of in twee teams
problem-name-twice = speler { $player } heeft de naam van speler { $first } en is niet ingevoerd
problem-not-entered = speler { $player } is niet ingevoerd: { $reason }
problem-absence = de afwezigheid van speler { $player } in ronde { $round } is niet ingevoerd: { $reason }
problem-game-left-out = de partij van spelers { $player } en { $opponent } in ronde { $round } is niet ingevoerd
problem-round = ronde { $round } is niet ingevoerd: { $reason }
problem-result = de uitslag van spelers { $player } en { $opponent } in ronde { $round } is niet ingevoerd: { $reason }
problem-bonus-unknown = de remise met { $opponent } in ronde { $round } heeft geen bonus: verbeter die
problem-rounds-of-teams = dit toernooi wordt door teams gespeeld; de ronden zijn niet ingevoerd
problem-points-computed = speler { $player } heeft { $stated } punten in het bestand, en { $computed } volgens de berekening
problem-place-computed = speler { $player } heeft plaats { $stated } in het bestand, en { $first } volgens de berekening
problem-unknown-absent = speler { $player } zou afwezig zijn en staat niet in het bestand

## Fouten in een ronde van een speler: $fault hierboven

entry-fault-opponent = de tegenstander is geen startnummer
entry-fault-color = de kleur is geen w, b of -
entry-fault-result = de uitslag is niet een van 1 = 0 W D L + - H F U Z
entry-fault-bye = een vrije ronde heeft geen tegenstander
entry-fault-color-alone = er is een kleur en geen tegenstander
entry-fault-slipped = er staat iets tussen de kolommen

## Wat een geschreven rapport niet kan bevatten

loss-name-cut = de naam van speler { $player } is afgekort tot { $max } tekens
loss-bonus-draws = een remise met bonus is als remise geschreven
loss-points-cut = de punten van speler { $player } zijn afgekapt op één decimaal
loss-void-games = de partijen van speler { $player }, die zich terugtrok, zijn ongeldig en weggelaten
loss-running-games = partijen die nog bezig zijn, zijn als niet begonnen geschreven
