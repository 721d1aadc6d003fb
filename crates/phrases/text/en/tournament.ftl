### The decisions of a tournament, and the names of regulations.

## Decisions: each is a clause without a full stop; who decided and when is said beside it

# $text is one of the clauses below.
decision-because = { $text }: { $reason }
decision-told-by = { $text }, told by { $told_by }
decision-on-ground = { $text }, { $ground }
ground-norm = because it breaks KNDB B1 or KNDB B2 (KNDB F6)
ground-wrong-result = because a result was processed wrongly (KNDB F7)
ground-reversed-colors = because a game was played with reversed colours (KNDB F7)
ground-chief-arbiter = by decision of the chief arbiter, on a ground that KNDB F6 does not name
decision-with-seed = { $text } (drawn from { $seed })
decision-reason = reason: { $reason }
decision-created = { $name } is created
decision-settings-amended = the settings of { $name } are amended
decision-entered = { $name } is entered as number { $number }
decision-entry-corrected = the entry of { $name } is corrected
decision-entry-removed = the entry of { $name } is removed
decision-team-renamed = team { $number } is called { $name }
decision-reserve-seated = { $name } takes the seat of { $withdrawn }
decision-line-up = the line-up of { $name } is handed in
decision-lots-drawn = the { $entrants } entrants have their numbers in the schedule
decision-groups-divided = the entrants are divided into { $groups } groups
decision-half-point-bye = { $name } has a bye of half a point in round { $round } (KNDB F9)
decision-absent = { $name } will not play round { $round }
decision-absence-taken-back = { $name } plays round { $round } after all
decision-checked-in = { $name } is here for round { $round }
decision-not-here = { $name } is not here after all for round { $round }
decision-proposed = proposal { $number }: { $text }
decision-proposal-accepted = proposal { $number } is accepted
decision-proposal-refused = proposal { $number } is refused
decision-withdrawn = { $name } has withdrawn
decision-reinstated = { $name } is back in the tournament
decision-round-planned = round { $round } has a time to begin
decision-round-paired = round { $round } is paired
decision-round-unpaired = round { $round } is not paired any more
decision-round-published = round { $round } is published
decision-round-opened = round { $round } has begun
decision-round-closed = round { $round } is closed
decision-make-up = round { $round }, table { $table }: is made up at the appointed moment, agreed by { $agreed_by } (C art. 13)
decision-promotion-declined = { $name } declines promotion (D art. 7)
decision-promotion-taken = { $name } takes promotion after all
decision-color-chosen = final of place { $place }: { $chooser } chooses, { $white } has White
decision-color-drawn = final of place { $place }: { $white } has White by lot
decision-result = round { $round }, table { $table }: { $score }
decision-result-corrected = round { $round }, table { $table }: the result is corrected: { $score }
decision-result-withdrawn = round { $round }, table { $table }: the result is taken back
decision-colors-reversed = round { $round }, table { $table }: played with reversed colours (KNDB F7)
decision-colors-as-paired = round { $round }, table { $table }: played with the colours of the pairing
decision-start-mode =
    { $mode ->
        [hour] round { $round }, table { $table }: the clock starts at the hour
        [gong] round { $round }, table { $table }: the clock starts at the gong
        [table] round { $round }, table { $table }: the clock starts at the table
        [none] round { $round }, table { $table }: no clock
        [notation] round { $round }, table { $table }: the moves are noted, the times are estimates
       *[regulation] round { $round }, table { $table }: the clock starts as the regulation says
    }
decision-embargo =
    { $until ->
        [delay] { $part }: the public sees it { $delay } later
        [game-end] { $part }: the public sees games once they have ended
        [round-end] { $part }: the public sees it once the round has ended
       *[none] { $part }: the public sees it at once
    }
decision-embargo-released = { $part }: the public sees everything so far
part-tournament = the tournament
part-round = round { $round }
part-board = round { $round }, table { $table }
delay-minutes = { $minutes } min
delay-seconds = { $seconds } s
decision-tie-resolved-by-games = the tie is resolved by games: { $order }
decision-tie-resolved-by-lot = the tie is resolved by lot: { $order }
decision-tie-resolved-by-arbiter = the tie is resolved by the arbiter: { $order }
decision-tie-reopened = the tie of { $names } is open again
decision-deleted = the tournament is deleted

## Regulations; the classes have the names of the rulebook

preset-frisian-kk = Champions class (KK), first eight
preset-frisian-haa = Hoofdklasse AA (HAA), second eight
preset-frisian-rhaa = Reserve Hoofdklasse AA (RHAA), third eight
preset-frisian-ha = Hoofdklasse A (HA), up to eight players
preset-frisian-ha-swiss = Hoofdklasse A (HA), Swiss system
preset-frisian-class = First, second and third class
preset-frisian-club-event = Event of a club
preset-frisian-club-teams = Club championship, group I
preset-frisian-club-teams-middle = Club championship, middle group
preset-frisian-club-teams-lowest = Club championship, lowest group
preset-frisian-club-championship = Club championship, all groups
preset-frisian-mini = Mini club championship, teams of four
preset-frisian-pupils = Pupils' championship
preset-frisian-youth = Youth championship
preset-frisian-juniors = Juniors' championship
preset-frisian-blitz = Open national blitz championship
preset-frisian-display = Simultaneous display
preset-tournament-2006 = Tournament regulation 2006, main groups
preset-tournament-2006-open = Tournament regulation 2006, open group
preset-kndb-swiss = Swiss system (KNDB)
preset-round-robin = Round robin
preset-match = Match
