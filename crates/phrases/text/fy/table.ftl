### The reasons for which a device at a table, or the desk, may not do something. Clauses without a full stop.

## Places of devices; $device and $id are those of the device and of the tournament, $game that of the game

seat-unknown-device = ûnbekend apparaat “{ $device }” yn { $id }: jou it earst in tafel
seat-claimed = apparaat “{ $device }” wachtet: in oar apparaat hat dit plak oan tafel { $table }, en de arbiterstafel beslist hokker fan de twa trochgiet
seat-contested = apparaat “{ $device }” wachtet: in oar apparaat freget om syn plak, en de arbiterstafel beslist hokker fan de twa trochgiet
seat-other-table = apparaat “{ $device }” stiet oan tafel { $table }, en { $game } wurdt dêr net spile
seat-at-table = apparaat “{ $device }” stiet oan tafel { $table }, en docht neat oan oare
seat-other-sector = apparaat “{ $device }” stiet oan tafel { $table }, en dat is gjin tafel fan wa’t dit freget
# $color is a side.
seat-other-side = apparaat “{ $device }” sprekt net foar { $color }
seat-not-the-desk = allinnich in apparaat oan de arbiterstafel mei beslisse; “{ $device }” stiet oan tafel { $table }
seat-own-device = apparaat “{ $device }” is fan in spiler sels: allinnich in boerd of in dield apparaat oan de tafel, of de arbiterstafel, meldt wat in klok oanwiist
seat-no-table = { $id }: sis oan hokker tafel de arbiter nedich is
seat-calls-wait = tafel { $table } hat de arbiter { $max } kear roppen, en der is noch nimmen kommen: immen moat gean

## Inputs; $sequence is the number that the device gave one

input-clash = apparaat “{ $device }” brûkte nûmer { $sequence } foar oare ynfier; tel fierder
input-device-full = apparaat “{ $device }” hat foar { $game } al { $max } kear wat ynfierd, mear wurdt net oannommen: gean fierder mei in oar apparaat oan de tafel, of oan de arbiterstafel
input-game-full = foar { $game } is { $max } kear wat ynfierd, fan de tafel wurdt neat mear oannommen: de arbiter giet fierder oan de arbiterstafel, of leit de útslach fêst
input-displays-full = foar { $game } is { $max } kear in klok meld, mear wurdt net oannommen: de tiid rint troch sa’t dy berekkene wurdt
input-late = NATS andere net op ’e tiid: de ynfier is miskien net bewarre, leverje dy op ’e nij yn
input-stopping = de tsjinst stopet: de ynfier is miskien net bewarre, leverje dy op ’e nij yn
input-lost = it lochboek hat ynfier foar { $game } ferlern dy’t beantwurde wie, lykas nûmer { $sequence } fan apparaat “{ $device }”: claims en besluten wachtsje oant dy op ’e nij ynlevere is, op syn heechst in minút; besykje it op ’e nij
input-readings-away = de stream mei ôflêzings antwurdet net, dus se binne noch net bewarre: ferstjoer se op ’e nij; bliuwt dat sa, dan makket `damcast streams` de stream
input-readings-full = it boerd “{ $device }” hat mear meld as fan in boerd bewarre wurdt: { $max } MiB yn ien kear, en elke dei nochris safolle

## Games

game-unknown = ûnbekende partij { $game }: it toernoai hat net sa’n omgong en tafel
game-not-open = partij { $game } is net begûn: har omgong is net begûn
game-is-off = partij { $game } wurdt net spile: in spiler hat him of har weromlutsen
game-none-of-round = gjin partij fan omgong { $round } fan { $id } is oan ’e gong
game-no-such-claim = { $id }: de regels jouwe in spiler dizze claim net
seat-act-white = apparaat { $device } kriget it plak fan wyt oan tafel { $table }
seat-act-black = apparaat { $device } kriget it plak fan swart oan tafel { $table }
seat-act-table = apparaat { $device } kriget tafel { $table }, foar beide spilers
seat-act-desk = apparaat { $device } kriget in plak oan de arbiterstafel
seat-act-taken-over = { $text }, dat { $replaced } hie
seat-act-released = apparaat { $device } rekket syn plak kwyt
seat-act-grace = romte foar lette drukken: { $ms } ms
