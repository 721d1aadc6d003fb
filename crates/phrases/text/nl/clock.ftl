### Clocks: why one does not do what the arbiter rules, and what the arbiter is to know of them.
### Each is a whole sentence.

## Reasons for which a clock refuses a ruling; $side is the name of a colour

clock-not-started = De klok is nog niet gestart.

# $control is a time control, such as 80m + 60s.
clock-already-started = De klok was al gestart, met { $control }.
clock-not-running = De tijd van { $side } loopt niet.
clock-paused = De klok staat stil.
clock-not-paused = De klok is niet stilgezet.
clock-stopped = De klok is gestopt: de partij is afgelopen of gaat op papier verder.
clock-flag-fallen = De vlag van { $side } is gevallen. Stel eerst een tijd in voor die speler; dan kan de klok weer lopen.
clock-absence-exceeded = De speler met { $side } is niet op tijd gekomen. Laat de klok weer lopen om toch te spelen.
clock-has-played = De speler met { $side } heeft de klok ingedrukt en is dus aanwezig.
clock-too-much-time = { $hours } uur is meer dan op een klok kan staan.
clock-no-flag = Er is geen vlag gevallen.
clock-last-stage = De vlag van { $side } viel in de laatste periode: de partij is verloren.
clock-too-few-moves = De speler met { $side } had { $made } van de { $required } zetten gedaan: de partij is verloren (2006 art. 4).

## Clock alarms for the arbiter; $device is the name of a tablet or board

alarm-press-in-future = Een klokdruk van { $side } zou gedaan zijn later dan die aankwam; hij telt vanaf de aankomst.
alarm-press-too-early = Een klokdruk van { $side } zou gedaan zijn vroeger dan wat eraan voorafging; hij telt vanaf dat moment.

# $white and $black are times as a clock shows them, such as 1:02:05.
alarm-display-disagrees = De klok aan tafel geeft { $white } voor wit en { $black } voor zwart aan; berekend zijn andere tijden.

# $seconds has a decimal, such as 1.5.
alarm-device-too-far = De klok van { $device } loopt { $seconds } s verkeerd; wat het meldt, telt vanaf de aankomst.
alarm-device-set-back = De klok van { $device } is tijdens het gebruik { $seconds } s teruggezet.
alarm-device-set-forward = De klok van { $device } is tijdens het gebruik { $seconds } s vooruitgezet.
alarm-device-in-future = { $device } meldde iets van { $seconds } s na de aankomst; het telt vanaf de aankomst.
alarm-device-long-ago = Wat { $device } meldde, was bij aankomst { $seconds } s oud, langer dan een bericht onderweg mag zijn: de klok ervan is teruggezet, of de verbinding was weg. Vergelijk de tijden aan die tafel.
alarm-device-reliable = Op de klok van { $device } kan weer worden gerekend.

alarm-time-of-day-ahead = De tijd van de server is { $seconds } s vooruitgezet. De klokken van de partijen lopen door volgens de verstreken tijd, en geen speler verliest of wint tijd. Zet de tijd weer goed, tenzij die nu goed is.
alarm-time-of-day-behind = De tijd van de server is teruggezet en loopt { $seconds } s achter. De klokken van de partijen lopen door volgens de verstreken tijd, en geen speler verliest of wint tijd. Zet de tijd weer goed, tenzij die nu goed is.
alarm-time-of-day-agrees = De tijd van de server klopt weer.

# $service is the name of a service, as in "clock".
alarm-machine-ahead = De tijd van de machine van { $service } loopt { $seconds } s voor op die van board-ingest, waarnaar de zetten getimed worden. Vlaggen wachten het verschil af, en geen speler verliest tijd. Zet de tijd van de machine die verkeerd loopt goed en start die machine opnieuw op als er geen partij gespeeld wordt.
alarm-machine-behind = De tijd van de machine van { $service } loopt { $seconds } s achter op die van board-ingest, waarnaar de zetten getimed worden. Geen speler verliest tijd, maar vlaggen kunnen laat getoond worden. Zet de tijd van de machine die verkeerd loopt goed en start die machine opnieuw op als er geen partij gespeeld wordt.
alarm-machine-agrees = De tijd van de machine van { $service } klopt weer met die van board-ingest.

# $side is the name of a colour.
alarm-flag-nothing-told = De tijd van { $side } is op, maar aan deze tafel is niets gemeld: de partij is niet verloren. Voer de uitslag met de hand in, of zet de klok.
alarm-flag-estimated = De tijd van { $side } is volgens een schatting op: de zetten van deze partij worden genoteerd en niet gedrukt. Kijk naar de klok aan tafel.

## A game, or a tournament, that stands still while others go on: sentences for the arbiter

standstill-game-unreadable = De geschiedenis van deze partij is niet te lezen voorbij bericht { $sequence } van { $stream }. Wat haar apparaten insturen wordt bewaard, en beoordeeld zodra zij te lezen is; alle andere partijen gaan door. Laat de spelers hun zetten opschrijven: `damcast rebuild` maakt het bericht opnieuw terwijl er geen dienst draait.
standstill-clock-unreadable = De geschiedenis van de klok van deze partij is niet te lezen voorbij bericht { $sequence } van { $stream }. De zetten worden beoordeeld, maar de klok loopt niet meer mee en er valt geen vlag; alle andere partijen gaan door. Laat de spelers op een klok naast het bord spelen: `damcast rebuild` maakt het bericht opnieuw terwijl er geen dienst draait.
standstill-inputs-unreadable = Wat de apparaten van deze partij instuurden is niet te lezen voorbij bericht { $sequence } van { $stream }. Zij bewaren wat zij nu insturen; alle andere partijen gaan door. Laat de spelers hun zetten opschrijven: `damcast rebuild` herstelt het terwijl er geen dienst draait, en de apparaten sturen dan opnieuw in.
standstill-game-unjudged = Invoer van deze partij is bewaard en kon niet worden beoordeeld; alle andere partijen gaan door. Het wordt elke tien seconden opnieuw geprobeerd, en het logboek van rules-validation zegt waarom het mislukt. Laat de spelers hun zetten opschrijven tot de partij doorgaat.
standstill-game-not-begun = De ronde van deze partij is open, en de partij is niet begonnen: haar begin kon niet worden bewaard, en het logboek van board-ingest zegt waarom. De eerste zet vanaf haar tafel begint haar. Het wordt elke minuut opnieuw geprobeerd, zodat een partij zonder apparaten vanzelf begint zodra haar begin kan worden bewaard; haar uitslag kan hier intussen worden ingevoerd.
standstill-game-unrecorded = Deze partij is afgelopen, en het toernooi heeft haar uitslag niet: pairing is weg, of kon hem niet vastleggen, en het logboek ervan zegt waarom. Stand en volgende ronde missen hem. Komt hij niet vanzelf, voer hem dan hier in.
standstill-game-not-ended = Het toernooi heeft een uitslag van deze partij, maar de partij zelf is niet beëindigd: dat kon niet worden bewaard, en het logboek van board-ingest zegt waarom. De uitslag telt in de stand; zeg de spelers dat hun partij is afgelopen. Het wordt elke minuut opnieuw geprobeerd. Moet de partij toch doorgaan, neem de uitslag dan terug.
standstill-clock-behind = De klok van deze partij volgt haar zetten niet: clock is weg, of kon niet bewaren wat volgt, en het logboek ervan zegt waarom. De zetten worden beoordeeld, maar er valt geen vlag; alle andere partijen gaan door. Laat de spelers op een klok naast het bord spelen tot hier staat dat dit doorgaat.
standstill-game-over = Deze partij wacht nergens meer op: zij gaat door, of haar uitslag is vastgelegd.
standstill-tournament-unreadable = De geschiedenis van dit toernooi is niet te lezen voorbij bericht { $sequence } van { $stream }. Zijn ronden en uitslagen wachten; alle andere toernooien gaan door. `damcast rebuild` maakt het bericht opnieuw terwijl er geen dienst draait.
standstill-seats-unreadable = Wie waar zit in dit toernooi is beschadigd bij bericht { $sequence } van { $stream }. Het spel gaat door met wat ervan te lezen is: zetten worden beoordeeld, klokken lopen en ronden beginnen. Kijk de tafels na, wijs opnieuw toe wat ontbreekt, en stel de speling voor late drukken opnieuw in als die anders was. `damcast rebuild` herstelt het terwijl er geen dienst draait.
standstill-tournament-over = De geschiedenis van dit toernooi is weer te lezen.
