### The reasons for which a call is not done, other than the rules of the game and of the tournament. Clauses without a full stop.

## Calls about a tournament; $id is that of the tournament

call-unknown-tournament = unknown tournament { $id }
call-too-many-unpaired = { $venue } has { $max } tournaments without a paired round: pair or delete one of them, or raise DAMCAST_UNPAIRED_MAX
call-contended = { $id }: others are changing it at the same time; try again
call-late = { $id }: NATS did not answer in time, try again
call-busy = busy with other such requests; try again later
call-stopping = the service is stopping
