#!/bin/sh
# Writes new passwords for the users of nats-server into the new folder $1: a file for each user, which its service reads,
# and all of them as nats-server reads them; that of who mends the log is apart (mender.conf). A password begins with a
# letter, because nats-server may read another one as a number.
set -eu
umask 077
mkdir "$1"
for user in PROVISIONER BOARD_INGEST RULES_VALIDATION CLOCK PAIRING BROADCAST OPERATOR MENDER; do
  name="DAMCAST_NATS_PASSWORD_$user"
  password="p$(od -An -N 24 -t x1 /dev/urandom | tr -d ' \n')"
  file=passwords.conf
  [ "$user" != MENDER ] || file=mender.conf
  printf '%s' "$password" >"$1/$name"
  printf '%s: "%s"\n' "$name" "$password" >>"$1/$file"
done
