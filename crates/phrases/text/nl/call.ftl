### The reasons for which a call is not done, other than the rules of the game and of the tournament. Clauses without a full stop.

## Calls about a tournament; $id is that of the tournament

call-unknown-tournament = onbekend toernooi { $id }
call-too-many-unpaired = { $venue } heeft { $max } toernooien zonder ingedeelde ronde: deel er een in of verwijder er een, of verhoog DAMCAST_UNPAIRED_MAX
call-contended = { $id }: anderen wijzigen het op hetzelfde moment; probeer het opnieuw
call-late = { $id }: NATS antwoordde niet op tijd, probeer het opnieuw
call-busy = bezig met andere verzoeken van deze soort; probeer het later opnieuw
call-stopping = de dienst stopt
