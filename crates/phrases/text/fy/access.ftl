### Wa't wat mei: nammen fan rollen, en redenen wêrom't wat wegere wurdt. Bysinnen sûnder punt.

access-role-chief-arbiter = haadarbiter
access-role-arbiter = arbiter
access-role-pairing-officer = yndieler
access-role-result-entry = ynfier fan útslaggen
access-role-technician = technikus
access-role-commentator = kommentator
access-role-federation-admin = behearder fan de bûn
access-role-organiser = organisator
access-role-player-device = tablet fan in spiler
access-role-board-agent = boerd
access-role-wall-screen = skerm oan de muorre
access-role-public = publyk

# Oproppen.
access-no-token = meld jo earst oan
access-forged = dizze oanmelding is net fan dizze spylseal: meld jo op 'e nij oan
access-other-venue = dizze oanmelding is foar in oare spylseal
access-other-generation = dizze oanmelding jildt net mear, want de spylseal hat in nije kaai: meld jo op 'e nij oan
access-unknown-subject = mei dizze oanmelding is hjir nimmen bekend
access-put-out = dizze oanmelding is ynlutsen: freegje de arbiter
access-token-ended = dizze oanmelding is beëinige: meld jo op 'e nij oan
access-token-forgotten = dizze oanmelding is net mear bekend: meld jo op 'e nij oan
access-expired = dizze oanmelding is ferrûn: meld jo op 'e nij oan
access-not-signed = it apparaat hat dit net ûndertekene: freegje de technikus
access-not-on-record = dizze werjefte moat earst fêstlein wurde: iepenje har op 'e nij
access-replayed = dit is te lang lyn ûndertekene of al earder ferstjoerd: ferstjoer it op 'e nij
# $role is ien fan de nammen hjirboppe.
access-not-allowed = net tastien yn dizze rol ({ $role })
access-nothing-granted = mei dizze oanmelding is noch neat tastien: freegje de haadarbiter
access-other-tournament = dizze oanmelding is foar in oar toernoai
# $tables is ien tafel of de earste en de lêste: 3-8.
access-other-table = dizze oanmelding is foar tafel { $tables }
access-other-participant = dizze oanmelding is foar in oare spiler of in oar team
access-other-device = in apparaat sprekt allinnich foar himsels
access-not-placed = it apparaat hat noch gjin tafel: freegje de arbiter
access-reason-missing = hjirfoar is in reden nedich
access-not-confirmed = hjir moat noch ris nei sjoen wurde: befêstigje it mei dyn pinkoade
access-already-paired = allinnich foardat de earste ronde yndield is
access-too-late = allinnich wa't it ynfierd hat mei it feroarje, binnen twa minuten: freegje de arbiter
access-proposal-only = dit kin hjir allinnich foarsteld wurde: sis it tsjin de arbiter, dy't it ynfiert
access-plain-http = dit giet net oer gewoan HTTP, dêr't oaren it ûnderweis lêze kinne: iepenje de side mei https
access-no-authority-yet = allinnich op de kompjûter fan de spylseal sels, oant dêr “damcast access init” útfierd is
access-unreadable = wa't wat mei, kin net lêzen wurde: fier “damcast doctor” út op de kompjûter fan de spylseal
access-being-read = wa't wat mei, wurdt noch lêzen: besykje it op 'e nij
access-log-not-read = it logboek jout gjin antwurd: besykje it op 'e nij
access-changed = hjir mei no wat oars sjoen wurde: iepenje it op 'e nij

# Feroarings fan wat tastien is; $number is dat fan in takenning, $id fan in persoan, in apparaat of in oanmelding.
access-only-machine = allinnich op de kompjûter fan de spylseal sels
access-no-authority = de spylseal hat noch gjin kaai: begjin mei “damcast access init”
access-same-key = de spylseal hat dizze kaai al
access-may-not-grant = jo meie dizze rol ({ $role }) binnen dizze grinzen net jaan of nimme
access-known-subject = { $id } bestiet al
access-no-subject = { $id } bestiet net of is ynlutsen
access-wrong-kind = { $id } kin dizze rol ({ $role }) net hawwe
access-same-grant = { $id } hat dit al
access-unknown-grant = der is gjin takenning { $number }
access-wider = takenning { $number } kin allinnich nauwer wurde
access-not-of-device = takenning { $number } is net dy fan in apparaat
access-oneself = nimmen lûkt syn eigen oanmelding yn
access-not-oneself = nimmen meldt him foar in oar oan
access-token-life = in oanmelding duorret op syn heechst 16 oeren
access-known-token = oanmelding { $id } bestiet al
access-unknown-token = der is gjin oanmelding { $id }, of dy is beëinige

# Útnûgingen en wachtsinnen.
access-renewed-since = dizze oanmelding is earne oars ferlinge: laad de side op 'e nij
access-unknown-invitation = dit is gjin koade of keppeling dy't de arbiterstafel toant
access-invitation-used = dizze koade of keppeling is brûkt: freegje in nije
access-invitation-expired = de koade of keppeling is ferrûn: freegje in nije
access-other-invitee = dizze keppeling is foar in oar: in apparaat mei de koade fan in apparaat, in persoan mei de eigen keppeling
access-too-many-invitations = der steane hiel folle koaden en keppelingen iepen: wachtsje in oere
access-known-code = dizze koade wurdt al toand: meitsje in oare
access-seat-without-table = in plak freget ien tafel fan ien toernoai
access-not-a-person = { $id } is in apparaat, en hat gjin wachtsin
access-wrong-passphrase = namme en wachtsin hearre net byinoar
access-wrong-pin = dit is dyn pinkoade net
access-no-pin = do hast noch gjin pinkoade: liz ien fêst op de side dêr'tst dy oanmeldst
access-pin-form = in pinkoade hat seis sifers
access-pin-easy = dizze pinkoade is te maklik te rieden: net seis kear itselde sifer, en gjin rige lykas 123456
access-known-passkey = dizze passkey is hjir al bekend
access-unknown-passkey = passkey { $number } bestiet net, of is fuortsmiten
access-too-many-passkeys = tsien passkeys binne genôch: smyt der earst ien fuort
access-doubted-passkey = dizze passkey kin kopiearre wêze: meld jo oars oan, smyt him fuort en heakje him op 'e nij ta
access-challenge-answered = dizze passkey is al toand: begjin op 'e nij
access-wrong-passkey = mei dizze passkey kin nimmen him hjir oanmelde
access-late-passkey = dit duorre langer as fiif minuten: begjin op 'e nij
access-sign-in-again = meld jo earst ôf en wer oan mei jo passkey
access-passphrase-length = in wachtsin hat { $shortest } oant { $longest } tekens
access-too-often = te faak: besykje it oer { $number } s op 'e nij

# De list fan wa’t wat mei. $name is dy fan in persoan of apparaat, $id in id dêrfan of fan in oanmelding, $number dat fan
# in rjocht of in kaai, $limits ien of mear fan de folgjende fjouwer.
access-everywhere = oeral
access-in-tournament = yn { $id }
access-at-tables = oan tafel { $tables }
access-for-participant = foar nûmer { $number }
access-machine = op de kompjûter sels
access-token = oanmelding { $id } oant { $until }
access-key-set = de spylseal tekenet mei kaai { $number }
access-person-added = { $name } is bekend as { $id }
access-device-enrolled = it apparaat { $id } is oanmeld
access-granted = { $name } is { $role }, { $limits } (rjocht { $number })
access-narrowed = { $name } mei dit allinnich noch { $limits } (rjocht { $number })
access-moved = { $name } is ferpleatst: { $limits } (rjocht { $number })
access-revoked = rjocht { $number } fan { $name } is ynlutsen
access-subject-put-out = { $name } is bûtensletten
access-token-issued = { $name } hat him oanmeld ({ $id })
access-ended = oanmelding { $id } is beëinige
access-attempts = { $number } × wegere: { $call } ({ $refusal }), fan { $address }
access-token-renewed = oanmelding { $id } duorret langer
access-person-invited = { $name } is útnûge (útnûging { $number })
access-device-invited = in apparaat is útnûge as { $role }, { $limits } (útnûging { $number })
access-came-in = { $name } kaam binnen mei útnûging { $number }
access-passphrase-set = { $name } hat in nije wachtsin
access-pin-set = { $name } hat in nije pinkoade
access-pin-removed = { $name } hat gjin pinkoade mear
access-passkey-line = passkey { $number }: { $passkey }, foar { $host }
access-doubted-passkey-line = passkey { $number }: { $passkey }, foar { $host }, kin kopiearre wêze
access-passkey-added = { $name } hat passkey { $number }: { $passkey }, foar { $host }
access-passkey-used = { $name } hat him oanmeld mei passkey { $number }
access-passkey-doubted = alarm: passkey { $number } fan { $name } kin kopiearre wêze (hy telde { $known } hantekeningen, dêrnei { $told })
access-passkey-removed = passkey { $number } fan { $name } is fuortsmiten
access-undelayed-opened = { $name } iepene it byld fan { $id } sûnder fertraging
