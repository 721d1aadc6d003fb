### Running Damcast: what is wrong and what to do, and the words of the table of `damcast status`.
### Troubles and remedies are whole sentences.

## Troubles; $service is the name of a service such as clock, $stream one of a stream such as GAME

trouble-nats-silent = nats-server at { $url } does not answer.
trouble-stream-missing = The stream { $stream } does not exist.
trouble-stream-remade = The stream { $stream } was made anew while services run, and what it had is gone.
trouble-stream-lacks = The stream { $stream } lacks { $messages ->
    [one] a message
   *[other] { $messages } messages
} that it had.
trouble-stream-shortened = The stream { $stream } lost its last messages while services ran, { $minutes ->
    [0] less than a minute
    [one] a minute
   *[other] { $minutes } minutes
} ago.
trouble-messages-unreadable = Messages of the stream { $stream } cannot be read: { $sequences }.
trouble-messages-newer = A newer program wrote messages of the stream { $stream }: { $sequences }.
trouble-access-unreadable = Who may do what cannot be read to its end (stream ACCESS), so nothing that is not public is answered.
trouble-key-missing = The venue { $venue } has people and devices, and { $file } has no key that can be used: nobody can sign in.
trouble-key-other = The key in { $file } is not that of the venue { $venue }: nobody can sign in.
trouble-access-set-back = The stream ACCESS has lost its last changes: whoever was put out just before may come in again.
trouble-rebuild-unfinished = `damcast rebuild` has not finished: parts of the log are only in its copies, in { $folder }.
trouble-stream-differs = The stream { $stream } has other settings than Damcast needs: { $differences }.
trouble-copies-behind = { $copies ->
    [one] One copy of the event log is
   *[other] { $copies } copies of the event log are
} behind or away.
trouble-service-silent = { $service } does not answer at { $address }.
trouble-service-without-nats = { $service } has no connection to nats-server.
trouble-log-takes-nothing = The event log takes nothing from { $service }, whose own log says why.
trouble-service-stops = { $service } is stopping.
trouble-other-version = { $service } has version { $version }, and this program { $own }.
trouble-consumer-unread = Nobody reads { $stream } for { $service }.
trouble-consumer-behind = { $service } has { $messages } messages of { $stream } before it.
trouble-venue-silent = The venue { $venue } gives no sign of life.

# $free is in MB.
trouble-disk-nearly-full = The disk of the event log has { $free } MB left ({ $percent } %).
trouble-disk-slow = The disk of the event log is slow: a write takes up to { $milliseconds } ms.
trouble-plain-http = { $service } serves a network without TLS (--plain-http): others in it can read along, and nobody signs in from there.
trouble-certificate-ends = The certificate for TLS expires within { $days ->
    [one] a day
   *[other] { $days } days
}.
trouble-certificate-expired = The certificate for TLS has expired: browsers refuse it.
trouble-certificate-too-early = The certificate for TLS is not valid yet.
trouble-certificate-of-other = The certificate does not hold for { $name }.

## Remedies

remedy-nats-silent = Start nats-server, or `damcast up`; give its address with --nats.
remedy-stream-missing = Run `damcast streams`, or let `damcast up` make it. If it was there before, run `damcast verify` first.
remedy-stream-remade = Stop the services, run `damcast rebuild`, and start them again: it makes anew what follows from INPUT.
remedy-stream-lacks = Run `damcast verify`, which says what is missing. Between rounds stop the services and run `damcast rebuild`, which makes anew what follows from INPUT.
remedy-source-lacks = Let devices hand in again what they have, and enter the rest at the desk. Nothing brings back what this stream lost: `damcast verify` says what that is, and whether what is left has to be mended (`damcast rebuild`). Then `damcast accept-loss --by NAME` notes that it stays lost.
remedy-stream-shortened = Services make good what follows from INPUT, and devices hand in again. Enter once more what the desk decided just before; then `damcast verify` says whether something is missing.
remedy-messages-unreadable = `damcast verify` says to which games they belong, which go on on paper. Between rounds stop the services and run `damcast rebuild`, which makes anew what follows from INPUT; of INPUT itself it keeps what can be read, and devices hand in the rest again.
remedy-messages-newer = Nothing is damaged: run the release that wrote them, or a newer one. Do not rebuild or archive the log with this one.
remedy-access-unreadable = Go on on paper. Stop the services and bring the last backup back (`damcast restore`); `damcast verify` says which message is damaged.
remedy-key = Copy authority.key from the machine that had the log before, or from where it was kept, for the owner of that file alone (`chmod 600`). If it is gone, `damcast access key` makes a new one: all people and devices then sign in anew.
remedy-access-set-back = Look at /desk/people, and put out, let in and grant once more what was decided just before; a device that is not known enrols anew. Then delete { $file } on the machine of board-ingest, so that this is told no longer.
remedy-rebuild-unfinished = Run `damcast rebuild --yes` again, where that folder is or with `--from FOLDER`; before, no service starts.
remedy-stream-differs = Run the `damcast streams` of the version that runs; it names what it cannot change.
remedy-copies-behind = Start the nats-server that is away, and wait until it has caught up. While half of the servers are away, nothing is stored.
remedy-service-silent = Start it, and look at the end of its log for the reason why it ended. If it is elsewhere, give its address.
remedy-service-without-nats = Nothing, if nats-server is being started; otherwise see to the network between the two.
remedy-log-takes-nothing = Make room on the disk of nats-server; then start nats-server again, unless `damcast up` does.
remedy-service-stops = Wait until it has ended, and start it again.
remedy-other-version = Update all services to the same version, between two rounds.
remedy-consumer-unread = Start that service, or restart it if it runs.
remedy-consumer-behind = Wait a moment. If the number does not fall, look at the log of that service and restart it.
remedy-venue-silent = See to its way to nats-server and to its board-ingest; its boards keep the moves and send them when it is back. If it has packed up, nothing.
remedy-disk-nearly-full = Make room now: a full disk stops play.
remedy-disk-slow = Take a disk of its own for the event log (an SSD), or end what else writes to it.
remedy-plain-http = For tablets and the desk bring a certificate (--tls-cert, --tls-key); `damcast tls` makes one for tablets of your own.
remedy-certificate-ends = Get a new one and put it in the place of the old: it is taken without a restart.
remedy-certificate-expired = Get a new one and put it in the place of the old: it is taken without a restart. Look at the time of day of this machine, too.
remedy-certificate-too-early = Look at the time of day of this machine.
remedy-certificate-of-other = Call this machine by another name, or get a certificate for this one.

stream-whole = Nothing is wrong with the stream { $stream } any more.

## The table

operation-all-well = All is well.

# $troubles is a number.
operation-troubles = { $troubles ->
    [one] One thing is wrong.
   *[other] { $troubles } things are wrong.
}
operation-ask-doctor = `damcast doctor` says what to do.

status-service = service
status-stream = stream
status-reader = reader
status-messages = messages
status-size = size
status-waiting = waiting
status-delay = delay
status-state = state
status-disk = disk
status-log = log
status-ready = ready
status-not-ready = not ready
status-silent = no answer
status-sound = as it should be
status-different = other settings
status-missing = missing
status-read = reads
status-unread = nobody reads
status-venue = venue
status-last-wrote = last wrote
status-tournament = tournament
status-devices = devices
status-heard-lately = heard in 10 min
status-silent-longest = silent longest
status-fresh = gives signs of life
status-offline = no sign of life

# $gigabytes is a number with a decimal, such as 20.5.
status-free = { $gigabytes } GB free ({ $percent } %)

# $size is a number with its unit, such as 246.8 kB.
status-stored-in-a-day = { $size } stored in 24 hours
status-copies = { $copies ->
    [one] one copy
   *[other] { $copies } copies
}
status-copies-behind = { $copies } copies, of which { $behind ->
    [one] one is
   *[other] { $behind } are
} behind or away
status-sync-always = a power cut costs no acknowledged move
status-sync-within = a power cut costs at most the last { $seconds ->
    [one] second
   *[other] { $seconds } seconds
}
status-sync-unknown = what a power cut costs is not known (--nats-monitoring)

## Certificates for TLS; $names are names and addresses, $fingerprint is in hexadecimal digits

certificate-public = For { $names }; issued by an authority that this machine trusts, and so do phones.
certificate-private = For { $names }; issued by an authority that has to be installed on each device.
certificate-days = Valid for another { $days ->
    [one] day
   *[other] { $days } days
}.
install-authority = The authority is in { $file }. Install it on tablets of your own, never on players' phones: open /authority.crt on the address of `damcast up`, or bring the file. On Android: Settings, Security, Install a certificate, CA certificate. On iPads: install the profile, then Settings, General, About, Certificate Trust Settings. Compare the fingerprint (SHA-256): { $fingerprint }
