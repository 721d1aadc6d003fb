### The reasons for which a device at a table, or the desk, may not do something. Clauses without a full stop.

## Places of devices; $device and $id are those of the device and of the tournament, $game that of the game

seat-unknown-device = onbekend apparaat “{ $device }” in { $id }: geef het eerst een tafel
seat-claimed = apparaat “{ $device }” wacht: een ander apparaat heeft deze plaats aan tafel { $table }, en de arbiterstafel beslist welk van de twee doorgaat
seat-contested = apparaat “{ $device }” wacht: een ander apparaat vraagt om zijn plaats, en de arbiterstafel beslist welk van de twee doorgaat
seat-other-table = apparaat “{ $device }” staat aan tafel { $table }, en { $game } wordt daar niet gespeeld
seat-at-table = apparaat “{ $device }” staat aan tafel { $table }, en doet niets aan andere
seat-other-sector = apparaat “{ $device }” staat aan tafel { $table }, en dat is geen tafel van wie dit vraagt
# $color is a side.
seat-other-side = apparaat “{ $device }” spreekt niet voor { $color }
seat-not-the-desk = alleen een apparaat aan de arbiterstafel mag beslissen; “{ $device }” staat aan tafel { $table }
seat-own-device = apparaat “{ $device }” is van een speler zelf: alleen een bord of een gedeeld apparaat aan de tafel, of de arbiterstafel, meldt wat een klok aanwijst
seat-no-table = { $id }: zeg aan welke tafel de arbiter nodig is
seat-calls-wait = tafel { $table } heeft de arbiter { $max } keer geroepen, en er is nog niemand gekomen: iemand moet gaan

## Inputs; $sequence is the number that the device gave one

input-clash = apparaat “{ $device }” gebruikte nummer { $sequence } voor andere invoer; tel verder
input-device-full = apparaat “{ $device }” heeft voor { $game } al { $max } keer iets ingevoerd, meer wordt niet aangenomen: ga verder met een ander apparaat aan de tafel, of aan de arbiterstafel
input-game-full = voor { $game } is { $max } keer iets ingevoerd, van de tafel wordt niets meer aangenomen: de arbiter gaat verder aan de arbiterstafel, of legt de uitslag vast
input-displays-full = voor { $game } is { $max } keer een klok gemeld, meer wordt niet aangenomen: de tijd loopt door zoals die wordt berekend
input-late = NATS antwoordde niet op tijd: de invoer is misschien niet opgeslagen, lever die opnieuw in
input-stopping = de dienst stopt: de invoer is misschien niet opgeslagen, lever die opnieuw in
input-lost = het logboek heeft invoer voor { $game } verloren die was beantwoord, zoals nummer { $sequence } van apparaat “{ $device }”: claims en beslissingen wachten tot die opnieuw is ingeleverd, hoogstens een minuut; probeer het opnieuw
input-readings-away = de stream met aflezingen antwoordt niet, dus ze zijn nog niet bewaard: verstuur ze opnieuw; blijft dat zo, dan maakt `damcast streams` de stream
input-readings-full = het bord “{ $device }” heeft meer gemeld dan van een bord wordt bewaard: { $max } MiB ineens, en elke dag nog eens zoveel

## Games

game-unknown = onbekende partij { $game }: het toernooi heeft niet zo’n ronde en tafel
game-not-open = partij { $game } is niet begonnen: haar ronde is niet begonnen
game-is-off = partij { $game } wordt niet gespeeld: een speler heeft zich teruggetrokken
game-none-of-round = geen partij van ronde { $round } van { $id } is bezig
game-no-such-claim = { $id }: de regels geven een speler deze claim niet
seat-act-white = apparaat { $device } krijgt de plaats van wit aan tafel { $table }
seat-act-black = apparaat { $device } krijgt de plaats van zwart aan tafel { $table }
seat-act-table = apparaat { $device } krijgt tafel { $table }, voor beide spelers
seat-act-desk = apparaat { $device } krijgt een plaats aan de arbiterstafel
seat-act-taken-over = { $text }, die { $replaced } had
seat-act-released = apparaat { $device } raakt zijn plaats kwijt
seat-act-grace = speling voor late drukken: { $ms } ms
