"""Installs a Debian package of Damcast into an empty folder and runs it from there.

    python3 tests/deploy/debian.py damcast_0.1.0_amd64.deb

The program runs as its unit says, with the environment, options and paths of the unit under that folder, and is asked
whether all is well. Then the package is removed: its files have to go, and what it wrote has to stay.
"""

import pathlib
import re
import shlex
import signal
import socket
import subprocess
import sys
import tempfile
import time

LIMIT = 60


def dpkg(root, *arguments):
    # Its scripts are not to run in the folder, which has no shell, and what the package needs is on this machine.
    command = ["dpkg", f"--root={root}", "--force-script-chrootless", "--force-not-root", "--force-depends", *arguments]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def started(root, unit):
    """Returns the command and the environment of a unit, with its paths under a folder and ports of the system's
    choice."""
    text = unit.read_text()
    environment = {}
    for name, value in re.findall(r"^Environment=(\w+)=(.*)$", text, re.MULTILINE):
        environment[name] = str(root / value[1:]) if value.startswith("/") else value
    # The file that the package brings has only remarks: it is read so that a mistake in it is seen.
    for line in (root / "etc/damcast.env").read_text().splitlines():
        if line and not line.startswith("#"):
            name, value = line.split("=", 1)
            environment[name] = value
    for name in ["BROADCAST", "BOARD_INGEST", "RULES_VALIDATION", "CLOCK", "PAIRING", "METRICS"]:
        environment[f"DAMCAST_{name}"] = f"127.0.0.1:{free_port()}"
    environment["DAMCAST_NATS_PORT"] = str(free_port())
    program, *arguments = shlex.split(re.search(r"^ExecStart=(.*)$", text, re.MULTILINE).group(1))
    return [str(root / program[1:]), *arguments], environment


def play(root):
    command, environment = started(root, root / "lib/systemd/system/damcast.service")
    log = root / "log"
    # Nothing of this machine's environment but the PATH.
    environment["PATH"] = "/usr/bin:/bin"
    with log.open("w") as output:
        running = subprocess.Popen(command, env=environment, stdout=output, stderr=output)
    services = {name: f"http://{environment[f'DAMCAST_{name}']}"
                for name in ["BROADCAST", "BOARD_INGEST", "RULES_VALIDATION", "CLOCK", "PAIRING"]}
    asks = {"PATH": environment["PATH"], "DAMCAST_DATA": environment["DAMCAST_DATA"],
            "DAMCAST_NATS_URL": f"nats://127.0.0.1:{environment['DAMCAST_NATS_PORT']}",
            **{f"DAMCAST_{name}_URL": url for name, url in services.items()}}
    try:
        began = time.monotonic()
        while True:
            status = subprocess.run([command[0], "status"], env=asks, capture_output=True, text=True)
            if status.returncode == 0:
                break
            if running.poll() is not None or time.monotonic() - began > LIMIT:
                sys.exit(f"debian: it is not well:\n{status.stdout}{status.stderr}\n{log.read_text()}")
            time.sleep(0.2)
        print(status.stdout)
        running.send_signal(signal.SIGTERM)
        if running.wait(timeout=LIMIT) != 0:
            sys.exit(f"debian: it ended with {running.returncode}:\n{log.read_text()}")
    finally:
        running.kill()


def main():
    package = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for needed in ["var/lib/dpkg/info", "var/lib/dpkg/updates", "var/lib"]:
            (root / needed).mkdir(parents=True, exist_ok=True)
        for needed in ["status", "available"]:
            (root / "var/lib/dpkg" / needed).touch()
        dpkg(root, "--install", str(package))
        installed = subprocess.run(["dpkg", f"--root={root}", "--listfiles", "damcast"], check=True, capture_output=True,
                                   text=True).stdout.split()
        play(root)
        kept = root / "var/lib/damcast/nats"
        dpkg(root, "--purge", "damcast")
        left = [name for name in installed if (root / name[1:]).is_file()]
        if left:
            sys.exit(f"debian: these files of the package stay after it is removed: {left}")
        if not kept.is_dir():
            sys.exit("debian: the event log is gone with the package")
    print(f"debian: {package.name} installs, runs and leaves the event log when it goes")


main()
