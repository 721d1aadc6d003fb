#!/bin/sh
# Makes the certificate of the nats-servers of a cluster, and the authority that issues it, in a new folder: tls.crt,
# tls.key and ca.crt, for the Secret nats-tls. They hold for ten years, for the names by which services, other servers and
# a forwarded port call nats-server. The key of the authority is not kept: another certificate has another authority.
set -eu
[ $# -eq 1 ] || { echo "usage: deploy/certificates.sh FOLDER" >&2; exit 2; }
umask 077
mkdir "$1"
cd "$1"
key() { openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "$1" 2>/dev/null; }
key authority.key
openssl req -x509 -new -key authority.key -days 3650 -subj "/CN=nats-server of Damcast" -out ca.crt \
  -addext "keyUsage=critical,keyCertSign"
key tls.key
cat >extensions <<TEXT
subjectAltName=DNS:nats,DNS:nats-0.nats-peers,DNS:nats-1.nats-peers,DNS:nats-2.nats-peers,DNS:localhost,IP:127.0.0.1
keyUsage=critical,digitalSignature
extendedKeyUsage=serverAuth,clientAuth
TEXT
openssl req -new -key tls.key -subj "/CN=nats" -out request
openssl x509 -req -in request -CA ca.crt -CAkey authority.key -set_serial "0x$(openssl rand -hex 16)" -days 3650 \
  -extfile extensions -out tls.crt 2>/dev/null
rm authority.key extensions request
