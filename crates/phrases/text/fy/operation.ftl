### Running Damcast: what is wrong and what to do, and the words of the table of `damcast status`.
### Troubles and remedies are whole sentences.

## Troubles; $service is the name of a service such as clock, $stream one of a stream such as GAME

trouble-nats-silent = nats-server op { $url } antwurdet net.
trouble-stream-missing = De stream { $stream } bestiet net.
trouble-stream-remade = De stream { $stream } is opnij makke wylst der tsjinsten draaie, en wat er hie is fuort.
trouble-stream-lacks = De stream { $stream } mist { $messages ->
    [one] in berjocht dat er hie
   *[other] { $messages } berjochten dy't er hie
}.
trouble-stream-shortened = De stream { $stream } rekke syn lêste berjochten kwyt wylst der tsjinsten draaiden, { $minutes ->
    [0] minder as in minút
    [one] in minút
   *[other] { $minutes } minuten
} lyn.
trouble-messages-unreadable = Berjochten fan de stream { $stream } binne net te lêzen: { $sequences }.
trouble-messages-newer = In nijer programma skreau berjochten fan de stream { $stream }: { $sequences }.
trouble-access-unreadable = Wa't wat mei, is net oan 'e ein ta te lêzen (stream ACCESS); dêrom wurdt neat beantwurde wat net iepenbier is.
trouble-key-missing = De spylseal { $venue } hat minsken en apparaten, en { $file } hat gjin kaai dy't brûkt wurde kin: nimmen kin him oanmelde.
trouble-key-other = De kaai yn { $file } is net dy fan de spylseal { $venue }: nimmen kin him oanmelde.
trouble-access-set-back = De stream ACCESS is syn lêste feroarings kwyt: wa't der koart dêrfoar út set is, kin der wer yn.
trouble-rebuild-unfinished = `damcast rebuild` is net ôfmakke: parten fan it log steane allinnich yn de kopyen, yn { $folder }.
trouble-stream-differs = De stream { $stream } hat oare ynstellings as Damcast nedich hat: { $differences }.
trouble-copies-behind = { $copies ->
    [one] Ien kopy fan it lochboek is
   *[other] { $copies } kopyen fan it lochboek binne
} efter of fuort.
trouble-service-silent = { $service } antwurdet net op { $address }.
trouble-service-without-nats = { $service } hat gjin ferbining mei nats-server.
trouble-log-takes-nothing = It lochboek nimt neat oan fan { $service }; wêrom, stiet yn de log fan dy tsjinst.
trouble-service-stops = { $service } is oan it ophâlden.
trouble-other-version = { $service } hat ferzje { $version }, en dit programma { $own }.
trouble-consumer-unread = Nimmen lêst { $stream } foar { $service }.
trouble-consumer-behind = { $service } hat noch { $messages } berjochten fan { $stream } foar him.
trouble-venue-silent = De spylseal { $venue } jout gjin teken fan libben.

# $free is in MB.
trouble-disk-nearly-full = De skiif fan it lochboek hat noch { $free } MB frij ({ $percent } %).
trouble-disk-slow = De skiif fan it lochboek is stadich: skriuwen duorret oant { $milliseconds } ms.
trouble-plain-http = { $service } betsjinnet in netwurk sûnder TLS (--plain-http): oaren dêryn kinne meilêze, en nimmen meldt him dêrwei oan.
trouble-certificate-ends = It sertifikaat foar TLS ferrint binnen { $days ->
    [one] in dei
   *[other] { $days } dagen
}.
trouble-certificate-expired = It sertifikaat foar TLS is ferrûn: browsers wegerje it.
trouble-certificate-too-early = It sertifikaat foar TLS is noch net jildich.
trouble-certificate-of-other = It sertifikaat jildt net foar { $name }.

## Remedies

remedy-nats-silent = Start nats-server, of `damcast up`; jou it adres mei --nats.
remedy-stream-missing = Fier `damcast streams` út, of lit `damcast up` him meitsje. Wie er der earder wol, fier dan earst `damcast verify` út.
remedy-stream-remade = Stopje de tsjinsten, fier `damcast rebuild` út en start se wer: it makket opnij wat út INPUT folget.
remedy-stream-lacks = Fier `damcast verify` út, dat seit wat der mist. Stopje tusken twa rûnden de tsjinsten en fier `damcast rebuild` út, dat opnij makket wat út INPUT folget.
remedy-source-lacks = Lit de apparaten op 'e nij ynleverje wat se hawwe, en fier de rest yn oan 'e wedstriidtafel. Neat bringt werom wat dizze stream ferlear: `damcast verify` seit wat dat is, en oft wat oer is hiel makke wurde moat (`damcast rebuild`). Dêrnei notearret `damcast accept-loss --by NAMME` dat it ferlern bliuwt.
remedy-stream-shortened = De tsjinsten meitsje goed wat út INPUT folget, en de apparaten leverje op 'e nij yn. Fier noch ris yn wat oan 'e wedstriidtafel koart dêrfoar besletten is; `damcast verify` seit dêrnei oft der wat mist.
remedy-messages-unreadable = `damcast verify` seit by hokker partijen se hearre; dy geane op papier fierder. Stopje tusken twa rûnden de tsjinsten en fier `damcast rebuild` út, dat opnij makket wat út INPUT folget; fan INPUT sels bewarret it wat te lêzen is, en de apparaten leverje de rest op 'e nij yn.
remedy-messages-newer = Der is neat skansearre: draai de ferzje dy't se skreau, of in nijere. Bou of argivearje it lochboek net mei dizze.
remedy-access-unreadable = Gean op papier fierder. Stopje de tsjinsten en set de lêste reservekopy werom (`damcast restore`); `damcast verify` seit hokker berjocht skansearre is.
remedy-key = Kopiearje authority.key fan de masine dy't it lochboek earder hie, of fan dêr't dy bewarre waard, allinnich foar de eigner fan dat bestân (`chmod 600`). Is dy fuort, dan makket `damcast access key` in nijen: alle minsken en apparaten melde har dan op 'e nij oan.
remedy-access-set-back = Sjoch op /desk/people, en set op 'e nij út, lit ta en jou wat koart dêrfoar besletten is; in apparaat dat net bekend is, meldt him op 'e nij oan. Smyt dan { $file } fuort op de masine fan board-ingest, sadat dit net mear meld wurdt.
remedy-rebuild-unfinished = Fier `damcast rebuild --yes` op 'e nij út, dêr't dy map is of mei `--from MAP`; earder start gjin tsjinst.
remedy-stream-differs = Fier `damcast streams` út fan de ferzje dy't draait; it neamt wat it net feroarje kin.
remedy-copies-behind = Start de nats-server dy't fuort is, en wachtsje oant er by is. Salang't de helte fan de servers fuort is, wurdt neat opslein.
remedy-service-silent = Start de tsjinst, en sjoch oan 'e ein fan it lochboek dêrfan wêrom't dy ophold. Draait dy earne oars, jou dan it adres.
remedy-service-without-nats = Neat, as nats-server start wurdt; sjoch oars nei it netwurk tusken de twa.
remedy-log-takes-nothing = Meitsje romte op 'e skiif fan nats-server; start dêrnei nats-server op 'e nij, of lit `damcast up` dat dwaan.
remedy-service-stops = Wachtsje oant de tsjinst oan 'e ein is, en start dy op 'e nij.
remedy-other-version = Bring alle tsjinsten op deselde ferzje, tusken twa rondes.
remedy-consumer-unread = Start dy tsjinst, of start him op 'e nij as er draait.
remedy-consumer-behind = Wachtsje efkes. Sakket it tal net, sjoch dan yn it lochboek fan dy tsjinst en start dy op 'e nij.
remedy-venue-silent = Sjoch nei de wei dêrwei nei nats-server en nei board-ingest dêre; de boerden bewarje de setten en stjoere se as de spylseal werom is. Is der ynpakt, dan neat.
remedy-disk-nearly-full = Meitsje no romte: in folle skiif leit it spyljen stil.
remedy-disk-slow = Nim foar it lochboek in eigen skiif (in SSD), of hâld op mei wat der fierder op skriuwt.
remedy-plain-http = Soargje foar tablets en de wedstriidtafel foar in sertifikaat (--tls-cert, --tls-key); `damcast tls` makket ien foar eigen tablets.
remedy-certificate-ends = Helje in nij sertifikaat en set it op it plak fan it âlde: it jildt sûnder op 'e nij te starten.
remedy-certificate-expired = Helje in nij sertifikaat en set it op it plak fan it âlde: it jildt sûnder op 'e nij te starten. Sjoch ek oft de tiid fan dizze masine kloppet.
remedy-certificate-too-early = Sjoch oft de tiid fan dizze masine kloppet.
remedy-certificate-of-other = Rop dizze masine by in oare namme oan, of helje in sertifikaat foar dizze.

stream-whole = Mei de stream { $stream } is neat mear mis.

## The table

operation-all-well = Alles is yn oarder.

# $troubles is a number.
operation-troubles = { $troubles ->
    [one] Der is ien ding mis.
   *[other] Der binne { $troubles } dingen mis.
}
operation-ask-doctor = `damcast doctor` seit wat te dwaan.

status-service = tsjinst
status-stream = stream
status-reader = lêzer
status-messages = berjochten
status-size = grutte
status-waiting = wachtsjend
status-delay = fertraging
status-state = tastân
status-disk = skiif
status-log = lochboek
status-ready = ree
status-not-ready = net ree
status-silent = gjin antwurd
status-sound = sa't it heart
status-different = oare ynstellings
status-missing = ûntbrekt
status-read = lêst
status-unread = nimmen lêst
status-venue = spylseal
status-last-wrote = skreau it lêst
status-tournament = toernoai
status-devices = apparaten
status-heard-lately = heard yn 10 min
status-silent-longest = langst stil
status-fresh = jout tekens fan libben
status-offline = gjin teken fan libben

# $gigabytes is a number with a decimal, such as 20.5.
status-free = { $gigabytes } GB frij ({ $percent } %)

# $size is a number with its unit, such as 246.8 kB.
status-stored-in-a-day = { $size } opslein yn 24 oere
status-copies = { $copies ->
    [one] ien kopy
   *[other] { $copies } kopyen
}
status-copies-behind = { $copies } kopyen, wêrfan { $behind ->
    [one] ien
   *[other] { $behind }
} efter of fuort
status-sync-always = stroomútfal kostet gjin befêstige set
status-sync-within = stroomútfal kostet op syn heechst de lêste { $seconds ->
    [one] sekonde
   *[other] { $seconds } sekonden
}
status-sync-unknown = wat stroomútfal kostet is net bekend (--nats-monitoring)

## Sertifikaten foar TLS; $names binne nammen en adressen, $fingerprint bestiet út heksadesimale sifers

certificate-public = Foar { $names }; útjûn troch in autoriteit dy't dizze masine fertrout, en tillefoans dus ek.
certificate-private = Foar { $names }; útjûn troch in autoriteit dy't op elk apparaat ynstallearre wurde moat.
certificate-days = Noch { $days ->
    [one] in dei
   *[other] { $days } dagen
} jildich.
install-authority = De autoriteit stiet yn { $file }. Ynstallearje har op eigen tablets, nea op tillefoans fan spilers: iepenje /authority.crt op it adres fan `damcast up`, of bring it bestân mei. Op Android: Ynstellingen, Befeiliging, Sertifikaat ynstallearje, CA-sertifikaat. Op iPads: ynstallearje it profyl, dan Ynstellingen, Algemien, Ynfo, Sertifikaatfertrouwensynstellingen. Ferlykje de fingerôfdruk (SHA-256): { $fingerprint }
