### The decisions of a tournament, and the names of regulations.

## Decisions: each is a clause without a full stop; who decided and when is said beside it

# $text is one of the clauses below.
decision-because = { $text }: { $reason }
decision-told-by = { $text }, gemeld door { $told_by }
decision-on-ground = { $text }, { $ground }
ground-norm = omdat die KNDB B1 of KNDB B2 schendt (KNDB F6)
ground-wrong-result = omdat een uitslag verkeerd is verwerkt (KNDB F7)
ground-reversed-colors = omdat een partij met verwisselde kleuren is gespeeld (KNDB F7)
ground-chief-arbiter = op besluit van de hoofdarbiter, om een reden die KNDB F6 niet noemt
decision-with-seed = { $text } (geloot met { $seed })
decision-reason = reden: { $reason }
decision-created = { $name } is aangemaakt
decision-settings-amended = de instellingen van { $name } zijn gewijzigd
decision-entered = { $name } is ingeschreven als nummer { $number }
decision-entry-corrected = de inschrijving van { $name } is verbeterd
decision-entry-removed = de inschrijving van { $name } is verwijderd
decision-team-renamed = team { $number } heet { $name }
decision-reserve-seated = { $name } neemt de plaats in van { $withdrawn }
decision-line-up = de opstelling van { $name } is ingeleverd
decision-lots-drawn = de { $entrants } deelnemers hebben hun nummers in het schema
decision-groups-divided = de deelnemers zijn in { $groups } groepen ingedeeld
decision-half-point-bye = { $name } heeft een vrije ronde voor een half punt in ronde { $round } (KNDB F9)
decision-absent = { $name } speelt ronde { $round } niet
decision-absence-taken-back = { $name } speelt ronde { $round } toch
decision-checked-in = { $name } is aanwezig voor ronde { $round }
decision-not-here = { $name } is toch niet aanwezig voor ronde { $round }
decision-proposed = voorstel { $number }: { $text }
decision-proposal-accepted = voorstel { $number } is aangenomen
decision-proposal-refused = voorstel { $number } is afgewezen
decision-withdrawn = { $name } heeft zich teruggetrokken
decision-reinstated = { $name } doet weer mee
decision-round-planned = ronde { $round } heeft een begintijd
decision-round-paired = ronde { $round } is ingedeeld
decision-round-unpaired = ronde { $round } is niet meer ingedeeld
decision-round-published = ronde { $round } is bekendgemaakt
decision-round-opened = ronde { $round } is begonnen
decision-round-closed = ronde { $round } is gesloten
decision-make-up = ronde { $round }, tafel { $table }: wordt op het afgesproken moment ingehaald, akkoord: { $agreed_by } (C art. 13)
decision-promotion-declined = { $name } ziet af van promotie (D art. 7)
decision-promotion-taken = { $name } promoveert toch
decision-color-chosen = finale om plaats { $place }: { $chooser } kiest, { $white } heeft wit
decision-color-drawn = finale om plaats { $place }: { $white } heeft wit door loting
decision-result = ronde { $round }, tafel { $table }: { $score }
decision-result-corrected = ronde { $round }, tafel { $table }: de uitslag is verbeterd: { $score }
decision-result-withdrawn = ronde { $round }, tafel { $table }: de uitslag is teruggenomen
decision-colors-reversed = ronde { $round }, tafel { $table }: gespeeld met verwisselde kleuren (KNDB F7)
decision-colors-as-paired = ronde { $round }, tafel { $table }: gespeeld met de kleuren van de indeling
decision-start-mode =
    { $mode ->
        [hour] ronde { $round }, tafel { $table }: de klok start op het hele uur
        [gong] ronde { $round }, tafel { $table }: de klok start bij de gong
        [table] ronde { $round }, tafel { $table }: de klok start aan tafel
        [none] ronde { $round }, tafel { $table }: geen klok
        [notation] ronde { $round }, tafel { $table }: de zetten worden genoteerd, de tijden zijn schattingen
       *[regulation] ronde { $round }, tafel { $table }: de klok start zoals het reglement zegt
    }
decision-embargo =
    { $until ->
        [delay] { $part }: het publiek ziet het { $delay } later
        [game-end] { $part }: het publiek ziet partijen als ze zijn afgelopen
        [round-end] { $part }: het publiek ziet het als de ronde is afgelopen
       *[none] { $part }: het publiek ziet het direct
    }
decision-embargo-released = { $part }: het publiek ziet alles tot nu toe
part-tournament = het toernooi
part-round = ronde { $round }
part-board = ronde { $round }, tafel { $table }
delay-minutes = { $minutes } min
delay-seconds = { $seconds } s
decision-tie-resolved-by-games = de gelijke stand is beslist door partijen: { $order }
decision-tie-resolved-by-lot = de gelijke stand is beslist door loting: { $order }
decision-tie-resolved-by-arbiter = de gelijke stand is beslist door de arbiter: { $order }
decision-tie-reopened = de gelijke stand van { $names } is weer open
decision-deleted = het toernooi is verwijderd

## Regulations; the classes have the names of the rulebook

preset-frisian-kk = Kampioensklasse (KK), eerste acht
preset-frisian-haa = Hoofdklasse AA (HAA), tweede acht
preset-frisian-rhaa = Reserve Hoofdklasse AA (RHAA), derde acht
preset-frisian-ha = Hoofdklasse A (HA), tot en met acht spelers
preset-frisian-ha-swiss = Hoofdklasse A (HA), Zwitsers systeem
preset-frisian-class = Eerste, tweede en derde klasse
preset-frisian-club-event = Wedstrijd van een club
preset-frisian-club-teams = Clubkampioenschap, groep I
preset-frisian-club-teams-middle = Clubkampioenschap, middelste groep
preset-frisian-club-teams-lowest = Clubkampioenschap, laagste groep
preset-frisian-club-championship = Clubkampioenschap, alle groepen
preset-frisian-mini = Miniclubkampioenschap, viertallen
preset-frisian-pupils = Pupillenkampioenschap
preset-frisian-youth = Jeugdkampioenschap
preset-frisian-juniors = Juniorenkampioenschap
preset-frisian-blitz = Open nationaal kampioenschap sneldammen
preset-frisian-display = Simultaanwedstrijd
preset-tournament-2006 = Wedstrijdbepalingen 2006, hoofdgroepen
preset-tournament-2006-open = Wedstrijdbepalingen 2006, open groep
preset-kndb-swiss = Zwitsers systeem (KNDB)
preset-round-robin = Volledige competitie
preset-match = Tweekamp
