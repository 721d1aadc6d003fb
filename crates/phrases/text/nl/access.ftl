### Wie wat mag: namen van rollen, en redenen waarom iets wordt geweigerd. Bijzinnen zonder punt.

access-role-chief-arbiter = hoofdarbiter
access-role-arbiter = arbiter
access-role-pairing-officer = indeler
access-role-result-entry = invoer van uitslagen
access-role-technician = technicus
access-role-commentator = commentator
access-role-federation-admin = beheerder van de bond
access-role-organiser = organisator
access-role-player-device = tablet van een speler
access-role-board-agent = bord
access-role-wall-screen = scherm aan de wand
access-role-public = publiek

# Oproepen.
access-no-token = meld u eerst aan
access-forged = deze aanmelding is niet van deze speelzaal: meld u opnieuw aan
access-other-venue = deze aanmelding is voor een andere speelzaal
access-other-generation = deze aanmelding geldt niet meer, want de speelzaal heeft een nieuwe sleutel: meld u opnieuw aan
access-unknown-subject = met deze aanmelding is hier niemand bekend
access-put-out = deze aanmelding is ingetrokken: vraag de arbiter
access-token-ended = deze aanmelding is beëindigd: meld u opnieuw aan
access-token-forgotten = deze aanmelding is niet meer bekend: meld u opnieuw aan
access-expired = deze aanmelding is verlopen: meld u opnieuw aan
access-not-signed = het apparaat heeft dit niet ondertekend: vraag de technicus
access-not-on-record = deze weergave moet eerst worden vastgelegd: open haar opnieuw
access-replayed = dit is te lang geleden ondertekend of al eerder verstuurd: verstuur het opnieuw
# $role is een van de namen hierboven.
access-not-allowed = niet toegestaan in deze rol ({ $role })
access-nothing-granted = met deze aanmelding is nog niets toegestaan: vraag de hoofdarbiter
access-other-tournament = deze aanmelding is voor een ander toernooi
# $tables is één tafel of de eerste en de laatste: 3-8.
access-other-table = deze aanmelding is voor tafel { $tables }
access-other-participant = deze aanmelding is voor een andere speler of een ander team
access-other-device = een apparaat spreekt alleen voor zichzelf
access-not-placed = het apparaat heeft nog geen tafel: vraag de arbiter
access-reason-missing = hiervoor is een reden nodig
access-not-confirmed = hier moet nog eens naar gekeken worden: bevestig het met je pincode
access-already-paired = alleen voordat de eerste ronde is ingedeeld
access-too-late = alleen wie het invoerde mag het wijzigen, binnen twee minuten: vraag de arbiter
access-proposal-only = dit kan hier alleen worden voorgesteld: zeg het de arbiter, die het invoert
access-plain-http = dit gaat niet over gewoon HTTP, waar anderen onderweg het kunnen lezen: open de pagina met https
access-no-authority-yet = alleen op de computer van de speelzaal zelf, totdat daar “damcast access init” is uitgevoerd
access-unreadable = wie wat mag, kan niet worden gelezen: voer “damcast doctor” uit op de computer van de speelzaal
access-being-read = wie wat mag, wordt nog gelezen: probeer het opnieuw
access-log-not-read = het logboek geeft geen antwoord: probeer het opnieuw
access-changed = hier mag nu iets anders worden gezien: open het opnieuw

# Wijzigingen van wat is toegestaan; $number is dat van een toekenning, $id van een persoon, een apparaat of een aanmelding.
access-only-machine = alleen op de computer van de speelzaal zelf
access-no-authority = de speelzaal heeft nog geen sleutel: begin met “damcast access init”
access-same-key = de speelzaal heeft deze sleutel al
access-may-not-grant = u mag deze rol ({ $role }) binnen deze grenzen niet geven of nemen
access-known-subject = { $id } bestaat al
access-no-subject = { $id } bestaat niet of is ingetrokken
access-wrong-kind = { $id } kan deze rol ({ $role }) niet hebben
access-same-grant = { $id } heeft dit al
access-unknown-grant = er is geen toekenning { $number }
access-wider = toekenning { $number } kan alleen nauwer worden
access-not-of-device = toekenning { $number } is niet die van een apparaat
access-oneself = niemand trekt zijn eigen aanmelding in
access-not-oneself = niemand meldt zich voor een ander aan
access-token-life = een aanmelding duurt hoogstens 16 uur
access-known-token = aanmelding { $id } bestaat al
access-unknown-token = er is geen aanmelding { $id }, of die is beëindigd

# Uitnodigingen en wachtzinnen.
access-renewed-since = deze aanmelding is elders verlengd: laad de pagina opnieuw
access-unknown-invitation = dit is geen code of link die de arbiterstafel toont
access-invitation-used = deze code of link is gebruikt: vraag een nieuwe
access-invitation-expired = de code of link is verlopen: vraag een nieuwe
access-other-invitee = deze link is voor een ander: een apparaat met de code van een apparaat, een persoon met de eigen link
access-too-many-invitations = er staan heel veel codes en links open: wacht een uur
access-known-code = deze code wordt al getoond: maak een andere
access-seat-without-table = een plaats vraagt één tafel van één toernooi
access-not-a-person = { $id } is een apparaat, en heeft geen wachtzin
access-wrong-passphrase = naam en wachtzin horen niet bij elkaar
access-wrong-pin = dit is niet je pincode
access-no-pin = je hebt nog geen pincode: leg er een vast op de pagina waar je je aanmeldt
access-pin-form = een pincode heeft zes cijfers
access-pin-easy = deze pincode is te makkelijk te raden: niet zes keer hetzelfde cijfer, en geen reeks zoals 123456
access-known-passkey = deze passkey is hier al bekend
access-unknown-passkey = passkey { $number } bestaat niet, of is verwijderd
access-too-many-passkeys = tien passkeys zijn genoeg: verwijder er eerst een
access-doubted-passkey = deze passkey kan gekopieerd zijn: meld u anders aan, verwijder hem en voeg hem opnieuw toe
access-challenge-answered = deze passkey is al getoond: begin opnieuw
access-wrong-passkey = met deze passkey kan hier niemand zich aanmelden
access-late-passkey = dit duurde langer dan vijf minuten: begin opnieuw
access-sign-in-again = meld u eerst af en weer aan met uw passkey
access-passphrase-length = een wachtzin heeft { $shortest } tot { $longest } tekens
access-too-often = te vaak: probeer het over { $number } s opnieuw

# De lijst van wie wat mag. $name is die van een persoon of apparaat, $id een id daarvan of van een aanmelding, $number dat
# van een recht of een sleutel, $limits een of meer van de volgende vier.
access-everywhere = overal
access-in-tournament = in { $id }
access-at-tables = aan tafel { $tables }
access-for-participant = voor nummer { $number }
access-machine = op de computer zelf
access-token = aanmelding { $id } tot { $until }
access-key-set = de speelzaal tekent met sleutel { $number }
access-person-added = { $name } is bekend als { $id }
access-device-enrolled = het apparaat { $id } is aangemeld
access-granted = { $name } is { $role }, { $limits } (recht { $number })
access-narrowed = { $name } mag dit alleen nog { $limits } (recht { $number })
access-moved = { $name } is verplaatst: { $limits } (recht { $number })
access-revoked = recht { $number } van { $name } is ingetrokken
access-subject-put-out = { $name } is buitengesloten
access-token-issued = { $name } heeft zich aangemeld ({ $id })
access-ended = aanmelding { $id } is beëindigd
access-attempts = { $number } × geweigerd: { $call } ({ $refusal }), vanaf { $address }
access-token-renewed = aanmelding { $id } duurt langer
access-person-invited = { $name } is uitgenodigd (uitnodiging { $number })
access-device-invited = een apparaat is uitgenodigd als { $role }, { $limits } (uitnodiging { $number })
access-came-in = { $name } kwam binnen met uitnodiging { $number }
access-passphrase-set = { $name } heeft een nieuwe wachtzin
access-pin-set = { $name } heeft een nieuwe pincode
access-pin-removed = { $name } heeft geen pincode meer
access-passkey-line = passkey { $number }: { $passkey }, voor { $host }
access-doubted-passkey-line = passkey { $number }: { $passkey }, voor { $host }, kan gekopieerd zijn
access-passkey-added = { $name } heeft passkey { $number }: { $passkey }, voor { $host }
access-passkey-used = { $name } heeft zich aangemeld met passkey { $number }
access-passkey-doubted = alarm: passkey { $number } van { $name } kan gekopieerd zijn (hij telde { $known } handtekeningen, daarna { $told })
access-passkey-removed = passkey { $number } van { $name } is verwijderd
access-undelayed-opened = { $name } opende het beeld van { $id } zonder vertraging
