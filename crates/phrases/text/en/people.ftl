### The page of people and devices of the arbiter's desk, which reads this file itself.

## People and devices

people = People and devices
loading-people = One moment …
devices = Devices
no-devices = No device is enrolled yet.
enrol-device = Enrol a device
tournament-of = Tournament
table-of = Table
seat-of = Seat
seat-white = White’s tablet
seat-black = Black’s tablet
seat-table = one tablet for both
enrol-hint = Hold the tablet before this screen and scan the code, or open { $address } on it and type the six digits.
enrol-until = This code counts once, until { $time }.
enrol-renewed = A new one follows by itself.
enrol-done = { $name } is enrolled.
same-words = The tablet shows these words, too: { $words }
done = Done
words-of = shows: { $words }
# $name is that of a person or device.
put-out = Put { $name } out
put-out-title = Put { $name } out?
put-out-text = Everything that { $name } may do ends at once. What was sent before stays.
put-out-confirm = Put out
persons = People
add-person = Add a person
person-name = Name
person-id = Short name
person-id-hint = By which they sign in; never given twice.
role-of = Role
give-role = Give a role
give-role-to = Give { $name } a role
invite-of = Invite { $name }
invite-hint = This link signs { $name } in once, until { $time }. Give it to nobody else.
invited-link = Link of the invitation
copy = Copy
copied = Copied
# $number is how many.
sessions-of = { $number ->
    [one] signed in once
   *[other] signed in { $number } times
}
end-session = End session until { $time }
own-sessions = Where you are signed in
session-since = Since { $since }
this-session = This is here.
end-other-sessions = End all others
invitations = Open invitations
invitation-until = until { $time }
limits-tournament = in { $tournament }
limits-tables = at table { $tables }
limits-everything = everywhere
narrow = Narrow
# $name is that of a person or device, $role what they are.
narrow-grant = Narrow: { $name }, { $role }
move = Move
# As above.
move-grant = Move: { $name }, { $role }
move-text = From now on it writes for this table alone. What it has sent stays with its game.
take-back = Take back
# As above.
take-back-grant = Take back: { $name }, { $role }
tables-of = Tables
tables-hint = As in 7 or 1–8; empty for all.
no-tables = These are no tables.
every-tournament = every tournament
changes = Record of acts
changes-of = Only of
changes-all = everybody
changes-kind = Kind
changes-all-kinds = All kinds
changes-csv = Save as CSV
changes-json = Save as JSON
more-changes = Earlier ones
change-key-set = New key of the venue
change-person-added = Person added
change-device-enrolled = Device enrolled
change-granted = Role given
change-narrowed = Role narrowed
change-moved = Device moved
change-revoked = Role taken back
change-put-out = Put out
change-token-issued = Session begun
change-token-ended = Session ended
change-token-renewed = Session renewed
change-invited = Invited
change-invitation-used = Invitation used
change-passphrase-set = Passphrase set
change-pin-set = PIN set
change-pin-removed = PIN removed
change-passkey-added = Passkey added
change-passkey-used = Signed in with a passkey
change-passkey-doubted = Passkey doubted
change-passkey-removed = Passkey removed
change-undelayed-opened = Seen without delay
change-attempts-refused = Attempts refused

role-1 = chief arbiter
role-2 = arbiter
role-3 = pairing officer
role-4 = entry of results
role-5 = technician
role-6 = commentator
role-7 = administrator of the federation
role-8 = organiser
role-9 = player’s tablet
role-10 = board
role-11 = wall screen

## Signing in

sign-in = Sign in
passphrase = Passphrase
current-passphrase = Passphrase until now
current-passphrase-hint = Leave it empty if you have none, or just came in by an invitation. Your other sign-ins end.
new-passphrase = New passphrase
passphrase-hint = 12 characters at least; several words are easy to remember.
set-passphrase = Set passphrase
passphrase-set = From now on you sign in as { $name } with this passphrase.
take-place-title = Sign in somebody else?
take-place-text = { $name } is signed in here; this link signs in somebody else instead.
take-place = Sign in
not-signed-in = Sign in to see this page.
invited = Signing in …
to-desk = To the desk

## PIN

pin-title = Second look
pin-hint = What is hard to take back, such as the result of an older round, is asked about again with this PIN. Without one only a reason is asked for.
current-pin = PIN until now, or passphrase
current-pin-hint = Leave it empty if you have neither, or just came in by an invitation or a passkey.
new-pin = New PIN
new-pin-hint = Six digits, not all alike. Leave it empty to be asked for none any more.
set-pin = Set PIN
pin-set = From now on a second look asks { $name } for this PIN.
pin-removed = { $name } is asked for no PIN any more.
confirm-title = Once more, please
confirm-text = This cannot be taken back so easily. Confirm it with your PIN.
own-pin = Your PIN
confirm-act = Confirm

## Passkeys

passkeys = Passkeys
passkeys-hint = With a passkey you sign in as you unlock this device: by finger, face or PIN.
passkey-name = Name of the passkey
passkey-name-hint = Such as the device that keeps it.
passkey-passphrase-hint = Leave it empty if you have just come in.
add-passkey = Add a passkey
passkey-added = From now on you also sign in with { $name }.
passkey-of = { $name }, for { $host }
passkey-since = added { $since }
passkey-used = used { $time }
passkey-doubted = This passkey may have been copied, and signs nobody in. Remove it and add it again.
# $name is that of the passkey.
remove-passkey = Remove { $name }
remove-passkey-title = Remove { $name }?
remove-passkey-text = It signs nobody in from now on, and whoever signed in with it elsewhere is signed out.
remove-passkey-confirm = Remove
sign-in-passkey = Sign in with a passkey
passkey-cancelled = No passkey was shown. Try again, or take another way.
passkey-known-here = This device has a passkey of yours already.
passkey-failed = This browser cannot do that with this passkey. Take another way.
