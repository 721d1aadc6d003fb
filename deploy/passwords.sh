#!/bin/sh
# Prints new passwords for the users of deploy/nats/single.conf, a line NAME=PASSWORD each. A password begins
# with a letter, because nats-server may read another one as a number.
set -eu
for user in PROVISIONER BOARD_INGEST RULES_VALIDATION CLOCK PAIRING BROADCAST OPERATOR; do
  random="$(od -An -N 24 -t x1 /dev/urandom | tr -d ' \n')"
  printf 'DAMCAST_NATS_PASSWORD_%s=p%s\n' "$user" "$random"
done
