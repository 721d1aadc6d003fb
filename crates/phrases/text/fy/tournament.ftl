### The decisions of a tournament, and the names of regulations.

## Decisions: each is a clause without a full stop; who decided and when is said beside it

# $text is one of the clauses below.
decision-because = { $text }: { $reason }
decision-told-by = { $text }, melden troch { $told_by }
decision-on-ground = { $text }, { $ground }
ground-norm = om't dy tsjin KNDB B1 of KNDB B2 yngiet (KNDB F6)
ground-wrong-result = om't in útslach ferkeard ferwurke is (KNDB F7)
ground-reversed-colors = om't in partij mei ferwiksele kleuren spile is (KNDB F7)
ground-chief-arbiter = op beslút fan de haadarbiter, om in reden dy't KNDB F6 net neamt
decision-with-seed = { $text } (lotte mei { $seed })
decision-reason = reden: { $reason }
decision-created = { $name } is oanmakke
decision-settings-amended = de ynstellings fan { $name } binne feroare
decision-entered = { $name } is ynskreaun as nûmer { $number }
decision-entry-corrected = de ynskriuwing fan { $name } is ferbettere
decision-entry-removed = de ynskriuwing fan { $name } is fuorthelle
decision-team-renamed = team { $number } hjit { $name }
decision-reserve-seated = { $name } nimt it plak yn fan { $withdrawn }
decision-line-up = de opstelling fan { $name } is ynlevere
decision-lots-drawn = de { $entrants } dielnimmers hawwe harren nûmers yn it skema
decision-groups-divided = de dielnimmers binne yn { $groups } groepen yndield
decision-half-point-bye = { $name } hat in frije omgong foar in heal punt yn omgong { $round } (KNDB F9)
decision-absent = { $name } spilet omgong { $round } net
decision-absence-taken-back = { $name } spilet omgong { $round } dochs
decision-checked-in = { $name } is oanwêzich foar omgong { $round }
decision-not-here = { $name } is dochs net oanwêzich foar omgong { $round }
decision-proposed = foarstel { $number }: { $text }
decision-proposal-accepted = foarstel { $number } is oannommen
decision-proposal-refused = foarstel { $number } is ôfwiisd
decision-withdrawn = { $name } is ophâlden
decision-reinstated = { $name } docht wer mei
decision-round-planned = omgong { $round } hat in begjintiid
decision-round-paired = omgong { $round } is yndield
decision-round-unpaired = omgong { $round } is net mear yndield
decision-round-published = omgong { $round } is bekendmakke
decision-round-opened = omgong { $round } is begûn
decision-round-closed = omgong { $round } is sletten
decision-make-up = omgong { $round }, tafel { $table }: wurdt op it ôfsprutsen momint ynhelle, akkoart: { $agreed_by } (C art. 13)
decision-promotion-declined = { $name } sjocht ôf fan promoasje (D art. 7)
decision-promotion-taken = { $name } promovearret dochs
decision-color-chosen = finale om plak { $place }: { $chooser } kiest, { $white } hat wyt
decision-color-drawn = finale om plak { $place }: { $white } hat wyt troch it lot
decision-result = omgong { $round }, tafel { $table }: { $score }
decision-result-corrected = omgong { $round }, tafel { $table }: de útslach is ferbettere: { $score }
decision-result-withdrawn = omgong { $round }, tafel { $table }: de útslach is weromnommen
decision-colors-reversed = omgong { $round }, tafel { $table }: spile mei omkearde kleuren (KNDB F7)
decision-colors-as-paired = omgong { $round }, tafel { $table }: spile mei de kleuren fan de yndieling
decision-start-mode =
    { $mode ->
        [hour] omgong { $round }, tafel { $table }: de klok start op it oere
        [gong] omgong { $round }, tafel { $table }: de klok start by de gong
        [table] omgong { $round }, tafel { $table }: de klok start oan tafel
        [none] omgong { $round }, tafel { $table }: gjin klok
        [notation] omgong { $round }, tafel { $table }: de setten wurde notearre, de tiden binne skattings
       *[regulation] omgong { $round }, tafel { $table }: de klok start sa't it reglemint seit
    }
decision-embargo =
    { $until ->
        [delay] { $part }: it publyk sjocht it { $delay } letter
        [game-end] { $part }: it publyk sjocht partijen as se ôfrûn binne
        [round-end] { $part }: it publyk sjocht it as de omgong ôfrûn is
       *[none] { $part }: it publyk sjocht it daliks
    }
decision-embargo-released = { $part }: it publyk sjocht alles oant no ta
part-tournament = it toernoai
part-round = omgong { $round }
part-board = omgong { $round }, tafel { $table }
delay-minutes = { $minutes } min
delay-seconds = { $seconds } s
decision-tie-resolved-by-games = de gelikense stân is beslist troch partijen: { $order }
decision-tie-resolved-by-lot = de gelikense stân is beslist troch lotting: { $order }
decision-tie-resolved-by-arbiter = de gelikense stân is beslist troch de arbiter: { $order }
decision-tie-reopened = de gelikense stân fan { $names } is wer iepen
decision-deleted = it toernoai is fuorthelle

## Regulations; the classes have the names of the rulebook

preset-frisian-kk = Kampioensklasse (KK), earste acht
preset-frisian-haa = Haadklasse AA (HAA), twadde acht
preset-frisian-rhaa = Reserve Haadklasse AA (RHAA), tredde acht
preset-frisian-ha = Haadklasse A (HA), oant en mei acht spilers
preset-frisian-ha-swiss = Haadklasse A (HA), Switsersk systeem
preset-frisian-class = Earste, twadde en tredde klasse
preset-frisian-club-event = Wedstriid fan in klup
preset-frisian-club-teams = Klupkampioenskip, groep I
preset-frisian-club-teams-middle = Klupkampioenskip, middelste groep
preset-frisian-club-teams-lowest = Klupkampioenskip, leechste groep
preset-frisian-club-championship = Klupkampioenskip, alle groepen
preset-frisian-mini = Miniklupkampioenskip, fjouwertallen
preset-frisian-pupils = Pupillekampioenskip
preset-frisian-youth = Jeugdkampioenskip
preset-frisian-juniors = Juniorekampioenskip
preset-frisian-blitz = Iepen nasjonaal kampioenskip fluchdamjen
preset-frisian-display = Simultaanwedstriid
preset-tournament-2006 = Wedstriidbepalingen 2006, haadgroepen
preset-tournament-2006-open = Wedstriidbepalingen 2006, iepen groep
preset-kndb-swiss = Switsersk systeem (KNDB)
preset-round-robin = Folsleine kompetysje
preset-match = Twakamp
