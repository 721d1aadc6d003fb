### Clocks: why one does not do what the arbiter rules, and what the arbiter is to know of them.
### Each is a whole sentence.

## Reasons for which a clock refuses a ruling; $side is the name of a colour

clock-not-started = De klok is noch net starten.

# $control is a time control, such as 80m + 60s.
clock-already-started = De klok wie al starten, mei { $control }.
clock-not-running = De tiid fan { $side } rint net.
clock-paused = De klok stiet stil.
clock-not-paused = De klok is net stilset.
clock-stopped = De klok is stoppe: de partij is ôfrûn of giet op papier fierder.
clock-flag-fallen = De flagge fan { $side } is fallen. Stel earst in tiid yn foar dy spiler; dan kin de klok wer rinne.
clock-absence-exceeded = De spiler mei { $side } is net op 'e tiid kaam. Lit de klok wer rinne om dochs te spyljen.
clock-has-played = De spiler mei { $side } hat de klok yndrukt en is der dus.
clock-too-much-time = { $hours } oere is mear as op in klok stean kin.
clock-no-flag = Der is gjin flagge fallen.
clock-last-stage = De flagge fan { $side } foel yn de lêste perioade: de partij is ferlern.
clock-too-few-moves = De spiler mei { $side } hie { $made } fan de { $required } setten dien: de partij is ferlern (2006 art. 4).

## Clock alarms for the arbiter; $device is the name of a tablet or board

alarm-press-in-future = In klokdruk fan { $side } soe dien wêze letter as dy oankaam; hy jildt fan de oankomst ôf.
alarm-press-too-early = In klokdruk fan { $side } soe dien wêze earder as wat der foarôf gie; hy jildt fan dat momint ôf.

# $white and $black are times as a clock shows them, such as 1:02:05.
alarm-display-disagrees = De klok oan tafel jout { $white } foar wyt en { $black } foar swart oan; berekkene binne oare tiden.

# $seconds has a decimal, such as 1.5.
alarm-device-too-far = De klok fan { $device } rint { $seconds } s ferkeard; wat it meldt, jildt fan de oankomst ôf.
alarm-device-set-back = De klok fan { $device } is ûnder it gebrûk { $seconds } s weromset.
alarm-device-set-forward = De klok fan { $device } is ûnder it gebrûk { $seconds } s foarútset.
alarm-device-in-future = { $device } melde wat fan { $seconds } s nei de oankomst; it jildt fan de oankomst ôf.
alarm-device-long-ago = Wat { $device } melde, wie by oankomst { $seconds } s âld, langer as in berjocht ûnderweis wêze mei: de klok dêrfan is weromset, of de ferbining wie fuort. Ferlykje de tiden oan dy tafel.
alarm-device-reliable = Op de klok fan { $device } kin wer rekkene wurde.

alarm-time-of-day-ahead = De tiid fan de tsjinner is { $seconds } s foarútset. De klokken fan de partijen rinne troch neffens de tiid dy't ferrûn is, en gjin spiler ferliest of wint tiid. Set de tiid wer goed, of lit it sa as er no goed is.
alarm-time-of-day-behind = De tiid fan de tsjinner is weromset en rint { $seconds } s efter. De klokken fan de partijen rinne troch neffens de tiid dy't ferrûn is, en gjin spiler ferliest of wint tiid. Set de tiid wer goed, of lit it sa as er no goed is.
alarm-time-of-day-agrees = De tiid fan de tsjinner is wer goed.

# $service is the name of a service, as in "clock".
alarm-machine-ahead = De tiid fan de masine fan { $service } rint { $seconds } s foar op dy fan board-ingest, dêr't de setten op klokt wurde. Flaggen wachtsje it ferskil ôf, en gjin spiler ferliest tiid. Set de tiid fan de masine dy't ferkeard rint goed en start dy masine opnij op as der gjin partij spile wurdt.
alarm-machine-behind = De tiid fan de masine fan { $service } rint { $seconds } s efter op dy fan board-ingest, dêr't de setten op klokt wurde. Gjin spiler ferliest tiid, mar flaggen kinne let toand wurde. Set de tiid fan de masine dy't ferkeard rint goed en start dy masine opnij op as der gjin partij spile wurdt.
alarm-machine-agrees = De tiid fan de masine fan { $service } is wer lyk oan dy fan board-ingest.

# $side is the name of a colour.
alarm-flag-nothing-told = De tiid fan { $side } is op, mar oan dizze tafel is neat melde: de partij is net ferlern. Fier de útslach mei de hân yn, of set de klok.
alarm-flag-estimated = De tiid fan { $side } is neffens in skatting op: de setten fan dizze partij wurde notearre en net drukt. Sjoch nei de klok oan tafel.

## A game, or a tournament, that stands still while others go on: sentences for the arbiter

standstill-game-unreadable = De skiednis fan dizze partij is net te lêzen foarby berjocht { $sequence } fan { $stream }. Wat har apparaten ynstjoere wurdt bewarre, en beoardiele sadree't se te lêzen is; alle oare partijen geane troch. Lit de spilers har setten opskriuwe: `damcast rebuild` makket it berjocht op 'e nij wylst der gjin tsjinst draait.
standstill-clock-unreadable = De skiednis fan de klok fan dizze partij is net te lêzen foarby berjocht { $sequence } fan { $stream }. De setten wurde beoardiele, mar de klok rint net mear mei en der falt gjin flagge; alle oare partijen geane troch. Lit de spilers op in klok njonken it boerd spylje: `damcast rebuild` makket it berjocht op 'e nij wylst der gjin tsjinst draait.
standstill-inputs-unreadable = Wat de apparaten fan dizze partij ynstjoerden is net te lêzen foarby berjocht { $sequence } fan { $stream }. Se bewarje wat se no ynstjoere; alle oare partijen geane troch. Lit de spilers har setten opskriuwe: `damcast rebuild` makket it hiel wylst der gjin tsjinst draait, en de apparaten stjoere dan op 'e nij yn.
standstill-game-unjudged = Ynfier fan dizze partij is bewarre en koe net beoardiele wurde; alle oare partijen geane troch. It wurdt alle tsien sekonden op 'e nij besocht, en it lochboek fan rules-validation seit wêrom't it mislearret. Lit de spilers har setten opskriuwe oant de partij trochgiet.
standstill-game-not-begun = De omgong fan dizze partij is iepen, en de partij is net begûn: har begjin koe net bewarre wurde, en it lochboek fan board-ingest seit wêrom. De earste set fan har tafel ôf begjint har. It wurdt alle minuten op 'e nij besocht, sadat in partij sûnder apparaten fansels begjint as har begjin bewarre wurde kin; har útslach kin hjir yntusken ynfierd wurde.
standstill-game-unrecorded = Dizze partij is ôfrûn, en it toernoai hat har útslach net: pairing is fuort, of koe him net fêstlizze, en it lochboek derfan seit wêrom. Stân en folgjende omgong misse him. Komt er net fansels, fier him dan hjir yn.
standstill-game-not-ended = It toernoai hat in útslach fan dizze partij, mar de partij sels is net beëinige: dat koe net bewarre wurde, en it lochboek fan board-ingest seit wêrom. De útslach telt yn 'e stân; sis de spilers dat har partij ôfrûn is. It wurdt alle minuten op 'e nij besocht. Moat de partij dochs trochgean, nim de útslach dan werom.
standstill-clock-behind = De klok fan dizze partij folget har setten net: clock is fuort, of koe net bewarje wat folget, en it lochboek derfan seit wêrom. De setten wurde beoardiele, mar der falt gjin flagge; alle oare partijen geane troch. Lit de spilers op in klok njonken it boerd spylje oant hjir stiet dat dit trochgiet.
standstill-game-over = Dizze partij wachtet nearne mear op: se giet troch, of har útslach is fêstlein.
standstill-tournament-unreadable = De skiednis fan dit toernoai is net te lêzen foarby berjocht { $sequence } fan { $stream }. Syn omgongen en útslaggen wachtsje; alle oare toernoaien geane troch. `damcast rebuild` makket it berjocht op 'e nij wylst der gjin tsjinst draait.
standstill-seats-unreadable = Wa't wêr sit yn dit toernoai is skansearre by berjocht { $sequence } fan { $stream }. It spul giet troch mei wat derfan te lêzen is: setten wurde beoardiele, klokken rinne en omgongen begjinne. Sjoch de tafels nei, wiis op 'e nij ta wat ûntbrekt, en stel de romte foar lette drukken op 'e nij yn as dy oars wie. `damcast rebuild` makket it hiel wylst der gjin tsjinst draait.
standstill-tournament-over = De skiednis fan dit toernoai is wer te lêzen.
