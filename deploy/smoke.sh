#!/usr/bin/env bash
# Applies an overlay to the cluster of kubectl's current context, and shows that it works there: what no rehearsal on one
# machine shows (scheduler, network, storage, probes of the kubelet). A round is played through the cluster; meanwhile
# every Deployment is rolled and one nats-server is deleted, and at the end the pages must show every move. Before that the
# desk, the tablets' page and every API must answer under the one name of the Gateway.
#
#   deploy/smoke.sh single|hub|venue
#
# It needs kubectl, curl and damcast on this machine, an overlay that is set up as deploy/README.md says up to its step
# 7, whose name this machine finds, and no event that is played there: a tournament and a person of its own stay in the
# log. CURL_CA_BUNDLE names the authority of a certificate that this machine does not trust by itself.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

readonly services="board-ingest rules-validation clock pairing broadcast"
readonly patience=600s
overlay="${1:?which overlay: single, hub or venue?}"
kubectl=(kubectl --namespace damcast)
folder="$(mktemp -d)"
forwards=()
end() {
  local group
  for group in "${forwards[@]}"; do
    kill -- "-$group" 2>/dev/null || true
  done
  rm -rf "$folder"
}
trap end EXIT

say() { printf 'smoke: %s\n' "$*"; }

# Keeps a port of this machine led to a service. A forward ends with the pod that it leads to, so it is made again.
forward() {
  set -m
  while :; do
    "${kubectl[@]}" port-forward "$1" "$2" >/dev/null 2>&1 || true
    sleep 1
  done &
  forwards+=($!)
  set +m
}

rolled_out() {
  "${kubectl[@]}" rollout status --timeout "$patience" statefulset/nats
  local service
  for service in $services; do
    "${kubectl[@]}" rollout status --timeout "$patience" "deployment/$service"
  done
}

# Asks whether all is well, again and again, since a forward that has just begun may not answer yet.
well() {
  local try
  for try in $(seq 60); do
    ! damcast status "$@" >"$folder/status" 2>&1 || { cat "$folder/status"; return 0; }
    sleep 2
  done
  cat "$folder/status"
  damcast doctor "$@" || true
  say "it is not well"
  return 1
}

# Prints what a Secret has under a name.
of_secret() { "${kubectl[@]}" get secret "$1" --output "go-template={{index .data \"$2\" | base64decode}}"; }

say "applies the overlay $overlay"
kubectl apply --kustomize "deploy/overlays/$overlay"
rolled_out

say "asks whether all is well"
port=18081
for service in $services; do
  forward "service/$service" "$port:8080"
  port=$((port + 1))
done
forward pod/nats-0 14222:4222
(umask 077 && of_secret nats-passwords DAMCAST_NATS_PASSWORD_OPERATOR >"$folder/password")
nats=(--nats nats://127.0.0.1:14222)
if kubectl kustomize "deploy/overlays/$overlay" | grep 'DAMCAST_NATS_URL: tls://' >/dev/null; then
  of_secret nats-tls ca.crt >"$folder/ca.crt"
  nats=(--nats tls://127.0.0.1:14222 --nats-authority "$folder/ca.crt")
fi
asked=(--board-ingest http://127.0.0.1:18081 --rules-validation http://127.0.0.1:18082 --clock http://127.0.0.1:18083
  --pairing http://127.0.0.1:18084 --broadcast http://127.0.0.1:18085 "${nats[@]}"
  --nats-user operator --nats-password-file "$folder/password")
well "${asked[@]}"

origin="https://$("${kubectl[@]}" get gateway damcast --output 'jsonpath={.spec.listeners[0].hostname}')"
say "asks for pages and APIs at $origin"
for page in desk tablet wall api/v1/tournaments; do
  curl --silent --show-error --fail --max-time 10 --output /dev/null "$origin/$page"
done
# An empty message of gRPC-web, as a page of this origin sends it. 12 says that nobody has such a call.
printf '\0\0\0\0\0' >"$folder/empty"
for call in $(awk '/^service / {api = $2; todo = 1}
    todo && /rpc / && !/stream/ {sub(/\(.*/, "", $2); print "damcast.v1." api "/" $2; todo = 0}' proto/damcast/v1/*.proto); do
  status="$(curl --silent --max-time 10 --output "$folder/answer" --dump-header - --header "origin: $origin" \
    --header 'content-type: application/grpc-web+proto' --data-binary "@$folder/empty" "$origin/$call" |
    cat - "$folder/answer" | grep --text -ioE 'grpc-status: ?[0-9]+' | grep -oE '[0-9]+' | head -n 1 || true)"
  [ -n "$status" ] && [ "$status" != 12 ] || { say "nobody answers $call"; exit 1; }
done

say "gives out a token, with the key of the venue"
(umask 077 && of_secret authority-key authority.key >"$folder/authority.key" &&
  of_secret nats-passwords DAMCAST_NATS_PASSWORD_BOARD_INGEST >"$folder/writer")
access=(damcast access --data "$folder" "${nats[@]}" --nats-user board-ingest
  --nats-password-file "$folder/writer")
person="smoke-$(date +%s)"
"${access[@]}" add "$person" --name Smoke
for role in chief-arbiter organiser; do
  "${access[@]}" grant "$person" "$role"
done
(umask 077 && "${access[@]}" token "$person" --quiet --hours 1 >"$folder/token")

say "plays a round, and replaces every pod meanwhile"
games=services/damcast/games/demo.pdn
# The games of its first round: a paragraph of tags, and one of moves.
awk 'BEGIN {RS = ""; ORS = "\n\n"} /^\[/ {wanted = /\[Round "1"\]/} wanted' "$games" >"$folder/round.pdn"
tournament="smoke-$(date +%s)"
damcast replay --pdn "$folder/round.pdn" --tournament "$tournament" --speed 4 --token-file "$folder/token" \
  --board-ingest http://127.0.0.1:18081 --rules-validation http://127.0.0.1:18082 --pairing http://127.0.0.1:18084 &
playing=$!
for service in $services; do
  "${kubectl[@]}" rollout restart "deployment/$service"
  "${kubectl[@]}" rollout status --timeout "$patience" "deployment/$service"
  say "$service is rolled"
done
"${kubectl[@]}" delete pod nats-0 --wait
"${kubectl[@]}" rollout status --timeout "$patience" statefulset/nats
say "nats-0 was deleted, and is back"
wait "$playing"

"${access[@]}" put-out "$person"

say "looks at the pages, and at the log"
# As broadcast writes it; a move more or less would make another count.
moves() { grep -v '^\[' "$1" | sed 's/{[^}]*}//g' | grep -oE '[0-9]+[-x][0-9]+' | wc -l; }
for try in $(seq 30); do
  curl --silent --fail --max-time 10 "http://127.0.0.1:18085/api/v1/tournaments/main/$tournament/tournament.pdn" \
    >"$folder/shown.pdn" && [ "$(moves "$folder/shown.pdn")" -eq "$(moves "$folder/round.pdn")" ] && break
  [ "$try" -lt 30 ] || { say "the pages do not show every move"; exit 1; }
  sleep 2
done
well "${asked[@]}"
damcast verify "${nats[@]}" --nats-user operator --nats-password-file "$folder/password"
say "the overlay $overlay works in this cluster"
