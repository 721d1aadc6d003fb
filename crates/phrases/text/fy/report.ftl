### Problemen fan in rapportbestân (TRF16) dat ynlêzen wurdt, en wat in skreaun bestân net befetsje kin. Bysinnen sûnder punt.

## Problemen en opmerkings. $text, $code en $team binne sa’t it bestân se hat; $reason is in sin fan refusal.ftl.

problem-file-too-long = it bestân is te lang; wat folget is weilitten
problem-more = der binne noch { $count } problemen
problem-line-too-long = de rigel is te lang en is weilitten
problem-not-utf8 = de rigel is gjin UTF-8 en is as Latin-1 lêzen
problem-control-characters = de rigel hat bestjoeringstekens, dy’t as spaasjes lêzen binne
problem-unknown-line = rigels “{ $code }” binne ûnbekend; de rigel bliuwt bewarre
problem-not-followed = rigels { $code } wurde net folge; de rigel bliuwt bewarre
problem-repeated = der is al in rigel { $code }; dizze is weilitten
problem-count = rigel { $code } hat “{ $text }” as getal; dat is weilitten
problem-date = de datum “{ $text }” hat net de foarm fan 2026/03/01 of 26/03/01
problem-start-number = “{ $text }” is gjin startnûmer fan 1 oant 9999; de rigel is weilitten
problem-start-number-twice = startnûmer { $player } komt twa kear foar; de rigel is weilitten
problem-too-many-players = der binne tefolle spilers; de rigel is weilitten
problem-slipped = kolom { $column } is net leech, sadat neat op syn plak stiet; weilitten
problem-name-missing = spiler { $player } hat gjin namme
problem-sex = “{ $text }” is gjin geslacht fan spiler { $player }; dat is weilitten
problem-rating = “{ $text }” is gjin rating fan spiler { $player }; dy is weilitten
problem-points = “{ $text }” is gjin tal punten fan spiler { $player }; dat is weilitten
problem-place = “{ $text }” is gjin plak fan spiler { $player }; dat is weilitten
problem-entry = omgong { $round } fan spiler { $player } is “{ $text }”: { $fault }; dy bliuwt leech
problem-too-many-rounds = spiler { $player } hat mear as { $max } omgongen; de oare binne weilitten
problem-team-name-missing = it team hat gjin namme; de rigel is weilitten
problem-team-player = team “{ $team }” hat “{ $text }” as startnûmer; dat is weilitten
problem-too-many-team-players = it team hat mear as { $max } spilers; de oare binne weilitten
problem-unknown-opponent = spiler { $player } spilet yn omgong { $round } tsjin { $opponent }, dy’t net yn it bestân stiet
problem-against-oneself = spiler { $player } spilet yn omgong { $round } tsjin himsels
problem-opponent-disagrees = spiler { $player } spilet yn omgong { $round } tsjin { $opponent }, dy’t net tsjin { $player } spilet
problem-colors-disagree = spilers { $player } en { $opponent } hawwe yn omgong { $round } gjin tsjinstelde kleuren
problem-results-disagree = spilers { $player } en { $opponent } hawwe yn omgong { $round } de útslaggen ‘{ $result }’ en ‘{ $theirs }’
problem-points-differ = spiler { $player } hat { $stated } punten, mar de omgongen jouwe { $sum }
problem-count-differs = rigel { $code } seit { $stated }, mar it binne der { $found }
problem-unknown-team-player = team “{ $team }” hat spiler { $player }, dy’t net yn it bestân stiet
problem-in-two-teams = spiler { $player } stiet twa kear yn in team, of yn twa teams
problem-name-twice = spiler { $player } hat de namme fan spiler { $first } en is net ynfierd
problem-not-entered = spiler { $player } is net ynfierd: { $reason }
problem-absence = it ôfwêzich wêzen fan spiler { $player } yn omgong { $round } is net ynfierd: { $reason }
problem-game-left-out = de partij fan spilers { $player } en { $opponent } yn omgong { $round } is net ynfierd
problem-round = omgong { $round } is net ynfierd: { $reason }
problem-result = de útslach fan spilers { $player } en { $opponent } yn omgong { $round } is net ynfierd: { $reason }
problem-bonus-unknown = de remise mei { $opponent } yn omgong { $round } hat gjin bonus: ferbetterje dy
problem-rounds-of-teams = dit toernoai wurdt troch teams spile; de omgongen binne net ynfierd
problem-points-computed = spiler { $player } hat { $stated } punten yn it bestân, en { $computed } neffens de berekkening
problem-place-computed = spiler { $player } hat plak { $stated } yn it bestân, en { $first } neffens de berekkening
problem-unknown-absent = spiler { $player } soe ôfwêzich wêze en stiet net yn it bestân

## Flaters yn in omgong fan in spiler: $fault hjirboppe

entry-fault-opponent = de tsjinstanner is gjin startnûmer
entry-fault-color = de kleur is gjin w, b of -
entry-fault-result = de útslach is net ien fan 1 = 0 W D L + - H F U Z
entry-fault-bye = in frije omgong hat gjin tsjinstanner
entry-fault-color-alone = der is in kleur en gjin tsjinstanner
entry-fault-slipped = der stiet wat tusken de kolommen

## Wat in skreaun rapport net befetsje kin

loss-name-cut = de namme fan spiler { $player } is ôfkoarte ta { $max } tekens
loss-bonus-draws = in remise mei bonus is as remise skreaun
loss-points-cut = de punten fan spiler { $player } binne ôfkapt op ien desimaal
loss-void-games = de partijen fan spiler { $player }, dy’t him weromluts, binne ûnjildich en weilitten
loss-running-games = partijen dy’t noch geande binne, binne as net begûn skreaun
