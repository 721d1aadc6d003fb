### The reasons for which a call is not done, other than the rules of the game and of the tournament. Clauses without a full stop.

## Calls about a tournament; $id is that of the tournament

call-unknown-tournament = ûnbekend toernoai { $id }
call-too-many-unpaired = { $venue } hat { $max } toernoaien sûnder yndielde omgong: diel ien yn of wiskje ien, of ferheegje DAMCAST_UNPAIRED_MAX
call-contended = { $id }: oaren feroarje it op itselde momint; besykje it op ’e nij
call-late = { $id }: NATS andere net op ’e tiid, besykje it op ’e nij
call-busy = dwaande mei oare fersiken fan dizze soarte; besykje it letter op ’e nij
call-stopping = de tsjinst stopet
