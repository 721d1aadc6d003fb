### Running Damcast: what is wrong and what to do, and the words of the table of `damcast status`.
### Troubles and remedies are whole sentences.

## Troubles; $service is the name of a service such as clock, $stream one of a stream such as GAME

trouble-nats-silent = nats-server op { $url } antwoordt niet.
trouble-stream-missing = De stream { $stream } bestaat niet.
trouble-stream-remade = De stream { $stream } is opnieuw gemaakt terwijl er diensten draaien, en wat hij bevatte is weg.
trouble-stream-lacks = De stream { $stream } mist { $messages ->
    [one] een bericht dat hij had
   *[other] { $messages } berichten die hij had
}.
trouble-stream-shortened = De stream { $stream } verloor zijn laatste berichten terwijl er diensten draaiden, { $minutes ->
    [0] minder dan een minuut
    [one] een minuut
   *[other] { $minutes } minuten
} geleden.
trouble-messages-unreadable = Berichten van de stream { $stream } zijn niet te lezen: { $sequences }.
trouble-messages-newer = Een nieuwer programma schreef berichten van de stream { $stream }: { $sequences }.
trouble-access-unreadable = Wie wat mag, is niet tot het eind te lezen (stream ACCESS); daarom wordt niets beantwoord wat niet openbaar is.
trouble-key-missing = De speelzaal { $venue } heeft mensen en apparaten, en { $file } heeft geen bruikbare sleutel: niemand kan zich aanmelden.
trouble-key-other = De sleutel in { $file } is niet die van de speelzaal { $venue }: niemand kan zich aanmelden.
trouble-access-set-back = De stream ACCESS is zijn laatste wijzigingen kwijt: wie er kort daarvoor uit is gezet, kan er weer in.
trouble-rebuild-unfinished = `damcast rebuild` is niet afgemaakt: delen van het log staan alleen in de kopieën, in { $folder }.
trouble-stream-differs = De stream { $stream } heeft andere instellingen dan Damcast nodig heeft: { $differences }.
trouble-copies-behind = { $copies ->
    [one] Eén kopie van het logboek is
   *[other] { $copies } kopieën van het logboek zijn
} achter of weg.
trouble-service-silent = { $service } antwoordt niet op { $address }.
trouble-service-without-nats = { $service } heeft geen verbinding met nats-server.
trouble-log-takes-nothing = Het logboek neemt niets aan van { $service }; waarom, staat in de log van die dienst.
trouble-service-stops = { $service } is aan het stoppen.
trouble-other-version = { $service } heeft versie { $version }, en dit programma { $own }.
trouble-consumer-unread = Niemand leest { $stream } voor { $service }.
trouble-consumer-behind = { $service } heeft nog { $messages } berichten van { $stream } voor zich.
trouble-venue-silent = De speelzaal { $venue } geeft geen teken van leven.

# $free is in MB.
trouble-disk-nearly-full = De schijf van het logboek heeft nog { $free } MB vrij ({ $percent } %).
trouble-disk-slow = De schijf van het logboek is traag: schrijven duurt tot { $milliseconds } ms.
trouble-plain-http = { $service } bedient een netwerk zonder TLS (--plain-http): anderen daarin kunnen meelezen, en niemand meldt zich vandaar aan.
trouble-certificate-ends = Het certificaat voor TLS verloopt binnen { $days ->
    [one] een dag
   *[other] { $days } dagen
}.
trouble-certificate-expired = Het certificaat voor TLS is verlopen: browsers weigeren het.
trouble-certificate-too-early = Het certificaat voor TLS is nog niet geldig.
trouble-certificate-of-other = Het certificaat geldt niet voor { $name }.

## Remedies

remedy-nats-silent = Start nats-server, of `damcast up`; geef het adres met --nats.
remedy-stream-missing = Voer `damcast streams` uit, of laat `damcast up` hem maken. Was hij er eerder wel, voer dan eerst `damcast verify` uit.
remedy-stream-remade = Stop de diensten, voer `damcast rebuild` uit en start ze weer: het maakt opnieuw wat uit INPUT volgt.
remedy-stream-lacks = Voer `damcast verify` uit, dat zegt wat ontbreekt. Stop tussen twee ronden de diensten en voer `damcast rebuild` uit, dat opnieuw maakt wat uit INPUT volgt.
remedy-source-lacks = Laat de apparaten opnieuw inleveren wat ze hebben, en voer de rest in aan de wedstrijdtafel. Niets brengt terug wat deze stream verloor: `damcast verify` zegt wat dat is, en of wat over is hersteld moet worden (`damcast rebuild`). Daarna noteert `damcast accept-loss --by NAAM` dat het verloren blijft.
remedy-stream-shortened = De diensten maken goed wat uit INPUT volgt, en de apparaten leveren opnieuw in. Voer nog eens in wat aan de wedstrijdtafel kort daarvoor beslist is; `damcast verify` zegt daarna of er iets ontbreekt.
remedy-messages-unreadable = `damcast verify` zegt bij welke partijen ze horen; die gaan op papier verder. Stop tussen twee ronden de diensten en voer `damcast rebuild` uit, dat opnieuw maakt wat uit INPUT volgt; van INPUT zelf bewaart het wat te lezen is, en de apparaten leveren de rest opnieuw in.
remedy-messages-newer = Er is niets beschadigd: draai de versie die ze schreef, of een nieuwere. Herbouw of archiveer het logboek niet met deze.
remedy-access-unreadable = Ga op papier verder. Stop de diensten en zet de laatste reservekopie terug (`damcast restore`); `damcast verify` zegt welk bericht beschadigd is.
remedy-key = Kopieer authority.key van de machine die het logboek eerder had, of van waar die bewaard werd, voor de eigenaar van dat bestand alleen (`chmod 600`). Is die weg, dan maakt `damcast access key` een nieuwe: alle mensen en apparaten melden zich dan opnieuw aan.
remedy-access-set-back = Kijk op /desk/people, en zet opnieuw uit, laat toe en geef wat kort daarvoor is beslist; een apparaat dat niet bekend is, meldt zich opnieuw aan. Verwijder dan { $file } op de machine van board-ingest, zodat dit niet meer wordt gemeld.
remedy-rebuild-unfinished = Voer `damcast rebuild --yes` opnieuw uit, waar die map is of met `--from MAP`; eerder start geen dienst.
remedy-stream-differs = Voer `damcast streams` uit van de versie die draait; het noemt wat het niet kan veranderen.
remedy-copies-behind = Start de nats-server die weg is, en wacht tot hij bij is. Zolang de helft van de servers weg is, wordt niets opgeslagen.
remedy-service-silent = Start de dienst, en kijk aan het eind van het logboek ervan waarom die ophield. Draait die elders, geef dan het adres.
remedy-service-without-nats = Niets, als nats-server gestart wordt; kijk anders naar het netwerk tussen de twee.
remedy-log-takes-nothing = Maak ruimte op de schijf van nats-server; start daarna nats-server opnieuw, tenzij `damcast up` dat doet.
remedy-service-stops = Wacht tot de dienst geëindigd is, en start die opnieuw.
remedy-other-version = Breng alle diensten op dezelfde versie, tussen twee ronden.
remedy-consumer-unread = Start die dienst, of herstart die als hij draait.
remedy-consumer-behind = Wacht even. Daalt het aantal niet, kijk dan in het logboek van die dienst en herstart die.
remedy-venue-silent = Kijk naar de weg ervandaan naar nats-server en naar board-ingest daar; de borden bewaren de zetten en sturen ze als de speelzaal terug is. Is er ingepakt, dan niets.
remedy-disk-nearly-full = Maak nu ruimte: een volle schijf legt het spel stil.
remedy-disk-slow = Neem voor het logboek een eigen schijf (een SSD), of beëindig wat er verder op schrijft.
remedy-plain-http = Zorg voor tablets en de wedstrijdtafel voor een certificaat (--tls-cert, --tls-key); `damcast tls` maakt er een voor eigen tablets.
remedy-certificate-ends = Haal een nieuw certificaat en zet het op de plaats van het oude: het geldt zonder herstart.
remedy-certificate-expired = Haal een nieuw certificaat en zet het op de plaats van het oude: het geldt zonder herstart. Kijk ook of de tijd van deze machine klopt.
remedy-certificate-too-early = Kijk of de tijd van deze machine klopt.
remedy-certificate-of-other = Roep deze machine bij een andere naam aan, of haal een certificaat voor deze.

stream-whole = Met de stream { $stream } is niets meer mis.

## The table

operation-all-well = Alles is in orde.

# $troubles is a number.
operation-troubles = { $troubles ->
    [one] Er is één ding mis.
   *[other] Er zijn { $troubles } dingen mis.
}
operation-ask-doctor = `damcast doctor` zegt wat te doen.

status-service = dienst
status-stream = stream
status-reader = lezer
status-messages = berichten
status-size = grootte
status-waiting = wachtend
status-delay = vertraging
status-state = toestand
status-disk = schijf
status-log = logboek
status-ready = gereed
status-not-ready = niet gereed
status-silent = geen antwoord
status-sound = zoals het hoort
status-different = andere instellingen
status-missing = ontbreekt
status-read = leest
status-unread = niemand leest
status-venue = speelzaal
status-last-wrote = schreef het laatst
status-tournament = toernooi
status-devices = apparaten
status-heard-lately = gehoord in 10 min
status-silent-longest = langst stil
status-fresh = geeft tekens van leven
status-offline = geen teken van leven

# $gigabytes is a number with a decimal, such as 20.5.
status-free = { $gigabytes } GB vrij ({ $percent } %)

# $size is a number with its unit, such as 246.8 kB.
status-stored-in-a-day = { $size } opgeslagen in 24 uur
status-copies = { $copies ->
    [one] één kopie
   *[other] { $copies } kopieën
}
status-copies-behind = { $copies } kopieën, waarvan { $behind ->
    [one] één
   *[other] { $behind }
} achter of weg
status-sync-always = stroomuitval kost geen bevestigde zet
status-sync-within = stroomuitval kost hooguit de laatste { $seconds ->
    [one] seconde
   *[other] { $seconds } seconden
}
status-sync-unknown = wat stroomuitval kost is niet bekend (--nats-monitoring)

## Certificaten voor TLS; $names zijn namen en adressen, $fingerprint bestaat uit hexadecimale cijfers

certificate-public = Voor { $names }; uitgegeven door een autoriteit die deze machine vertrouwt, en telefoons dus ook.
certificate-private = Voor { $names }; uitgegeven door een autoriteit die op elk apparaat geïnstalleerd moet worden.
certificate-days = Nog { $days ->
    [one] een dag
   *[other] { $days } dagen
} geldig.
install-authority = De autoriteit staat in { $file }. Installeer haar op eigen tablets, nooit op telefoons van spelers: open /authority.crt op het adres van `damcast up`, of breng het bestand mee. Op Android: Instellingen, Beveiliging, Certificaat installeren, CA-certificaat. Op iPads: installeer het profiel, dan Instellingen, Algemeen, Info, Certificaatvertrouwensinstellingen. Vergelijk de vingerafdruk (SHA-256): { $fingerprint }
