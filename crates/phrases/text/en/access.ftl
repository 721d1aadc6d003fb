### Permissions: names of roles, and reasons for which something is refused. Clauses without a full stop.

access-role-chief-arbiter = chief arbiter
access-role-arbiter = arbiter
access-role-pairing-officer = pairing officer
access-role-result-entry = entry of results
access-role-technician = technician
access-role-commentator = commentator
access-role-federation-admin = administrator of the federation
access-role-organiser = organiser
access-role-player-device = player’s tablet
access-role-board-agent = board
access-role-wall-screen = wall screen
access-role-public = public

# Calls.
access-no-token = sign in first
access-forged = this sign-in is not one of this venue: sign in again
access-other-venue = this sign-in is for another venue
access-other-generation = this sign-in is no longer valid, because the venue has a new key: sign in again
access-unknown-subject = nobody here is known by this sign-in
access-put-out = this sign-in was put out: ask the arbiter
access-token-ended = this sign-in was ended: sign in again
access-token-forgotten = this sign-in is no longer known: sign in again
access-expired = this sign-in has expired: sign in again
access-not-signed = the device did not sign this: ask the technician
access-not-on-record = this view has to be put on record first: open it again
access-replayed = this was signed too long ago, or was sent before: send it again
# $role is one of the names above.
access-not-allowed = not allowed in this role ({ $role })
access-nothing-granted = nothing is allowed with this sign-in yet: ask the chief arbiter
access-other-tournament = this sign-in is for another tournament
# $tables is one table or the first and the last: 3-8.
access-other-table = this sign-in is for table { $tables }
access-other-participant = this sign-in is for another player or team
access-other-device = a device speaks for itself only
access-not-placed = the device has no table yet: ask the arbiter
access-reason-missing = this needs a reason
access-not-confirmed = this needs a second look: confirm it with your PIN
access-already-paired = only before the first round is paired
access-too-late = only who entered it may change it, within two minutes: ask the arbiter
access-proposal-only = this can only be proposed from here: tell the arbiter, who enters it
access-plain-http = this is not taken over plain HTTP, where others on the way can read it: open the page by https
access-no-authority-yet = only on the computer of the venue itself, until “damcast access init” is run there
access-unreadable = it cannot be read who may do what: run “damcast doctor” on the computer of the venue
access-being-read = it is being read who may do what: try again
access-log-not-read = the log does not answer: try again
access-changed = something else may be seen here now: open it again

# Changes of what is allowed; $number is that of a grant, $id that of a person, a device or a sign-in.
access-only-machine = only on the computer of the venue itself
access-no-authority = the venue has no key yet: begin with “damcast access init”
access-same-key = the venue has this key already
access-may-not-grant = you may not give or take this role ({ $role }) within these limits
access-known-subject = { $id } exists already
access-no-subject = { $id } does not exist, or was put out
access-wrong-kind = { $id } cannot have this role ({ $role })
access-same-grant = { $id } has this already
access-unknown-grant = there is no grant { $number }
access-wider = grant { $number } can only be narrowed
access-not-of-device = grant { $number } is not that of a device
access-oneself = nobody puts themselves out
access-not-oneself = nobody signs in for somebody else
access-token-life = a sign-in lasts 16 hours at most
access-known-token = sign-in { $id } exists already
access-unknown-token = there is no sign-in { $id }, or it was ended

# Invitations and passphrases.
access-renewed-since = this sign-in was renewed elsewhere: load the page again
access-unknown-invitation = this is not a code or link that the desk shows
access-invitation-used = this code or link was used: ask for a new one
access-invitation-expired = the code or link has expired: ask for a new one
access-other-invitee = this link is for somebody else: a device by the code of a device, a person by their own link
access-too-many-invitations = very many codes and links are open: wait an hour
access-known-code = this code is shown already: make another
access-seat-without-table = a seat needs one table of one tournament
access-not-a-person = { $id } is a device, and has no passphrase
access-wrong-passphrase = name and passphrase do not belong together
access-wrong-pin = this is not your PIN
access-no-pin = you have no PIN yet: set one on the page on which you sign in
access-pin-form = a PIN has six digits
access-pin-easy = this PIN is guessed too easily: not one digit alone, and not a run such as 123456
access-known-passkey = this passkey is known here already
access-unknown-passkey = there is no passkey { $number }, or it was removed
access-too-many-passkeys = ten passkeys are enough: remove one first
access-doubted-passkey = this passkey may have been copied: sign in otherwise, remove it and add it again
access-challenge-answered = this passkey was shown already: begin again
access-wrong-passkey = this passkey signs nobody in here
access-late-passkey = this took longer than five minutes: begin again
access-sign-in-again = sign out and in again with your passkey first
access-passphrase-length = a passphrase has { $shortest } to { $longest } characters
access-too-often = too often: try again in { $number } s

# The record of who may do what. $name is that of a person or device, $id its id or that of a sign-in, $number that of a
# grant or a key, $limits one or more of the next four.
access-everywhere = everywhere
access-in-tournament = in { $id }
access-at-tables = at table { $tables }
access-for-participant = for number { $number }
access-machine = on the computer itself
access-token = sign-in { $id } until { $until }
access-key-set = the venue signs with key { $number }
access-person-added = { $name } is known as { $id }
access-device-enrolled = the device { $id } is enrolled
access-granted = { $name } is { $role }, { $limits } (grant { $number })
access-narrowed = { $name } may do this only { $limits } (grant { $number })
access-moved = { $name } was moved: { $limits } (grant { $number })
access-revoked = grant { $number } of { $name } was taken back
access-subject-put-out = { $name } was put out
access-token-issued = { $name } signed in ({ $id })
access-ended = sign-in { $id } was ended
access-attempts = { $number } × refused: { $call } ({ $refusal }), from { $address }
access-token-renewed = sign-in { $id } lasts longer
access-person-invited = { $name } was invited (invitation { $number })
access-device-invited = a device was invited as { $role }, { $limits } (invitation { $number })
access-came-in = { $name } came in by invitation { $number }
access-passphrase-set = { $name } has a new passphrase
access-pin-set = { $name } has a new PIN
access-pin-removed = { $name } has no PIN any more
access-passkey-line = passkey { $number }: { $passkey }, for { $host }
access-doubted-passkey-line = passkey { $number }: { $passkey }, for { $host }, may have been copied
access-passkey-added = { $name } has passkey { $number }: { $passkey }, for { $host }
access-passkey-used = { $name } signed in with passkey { $number }
access-passkey-doubted = alarm: passkey { $number } of { $name } may have been copied (it counted { $known } signatures, then { $told })
access-passkey-removed = passkey { $number } of { $name } was removed
access-undelayed-opened = { $name } opened the view of { $id } that nothing delays
