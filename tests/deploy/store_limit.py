"""Fills the log until nats-server refuses more, and looks whether DamcastStoreFull has fired by then.

The limits of deploy/nats are a thousandth of their size here; everything else of the configuration is as it is.
"""

import contextlib
import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
RULES = ROOT / "deploy/components/monitoring/rules.yaml"
# Smaller than a message may be.
PAYLOAD = b"x" * 60_000
PATIENCE = 60


def free_ports(count):
    with contextlib.ExitStack() as stack:
        probes = [stack.enter_context(socket.socket()) for _ in range(count)]
        for probe in probes:
            probe.bind(("127.0.0.1", 0))
        return [probe.getsockname()[1] for probe in probes]


class Server:
    """One nats-server with the configuration `file` of deploy/nats, as the server `number` of those at `ports`."""

    def __init__(self, file, folder, ports, number, passwords):
        self.client, self.monitor, peer = ports[number]
        self.folder = folder / f"nats-{number}"
        shutil.copytree(ROOT / "deploy/nats", self.folder)
        addresses = {"4222": self.client, "8222": self.monitor, "6222": peer}
        for path in self.folder.glob("*.conf"):
            text = re.sub(r"(\d)GB\b", r"\1MB", path.read_text()).replace("/run/nats/", f"{self.folder}/")
            for other, (_client, _monitor, route) in enumerate(ports):
                text = text.replace(f"nats-{other}.nats-peers:6222", f"127.0.0.1:{route}")
            path.write_text(re.sub(r'"(?:0\.0\.0\.0|127\.0\.0\.1):(4222|8222|6222)"',
                                   lambda found: f'"127.0.0.1:{addresses[found[1]]}"', text))
        own = {"DAMCAST_NATS_STORE": str(self.folder / "store"), "DAMCAST_NATS_NAME": f"nats-{number}"}
        with open(self.folder / "log", "wb") as log:
            self.process = subprocess.Popen(["nats-server", "--config", self.folder / file], stderr=log, stdout=log,
                                            env=os.environ | passwords | own)

    def tells(self, path):
        with urllib.request.urlopen(f"http://127.0.0.1:{self.monitor}{path}", timeout=5) as answer:
            return json.load(answer)

    def is_ready(self):
        with contextlib.suppress(OSError):
            return self.tells("/healthz")["status"] == "ok"
        return False

    def part(self):
        """Returns the part of the limit that is taken, as the alert sees it."""
        store = self.tells("/jsz")
        return store["storage"] / store["config"]["max_storage"]


def until(what, condition):
    for _ in range(PATIENCE * 10):
        if condition():
            return
        time.sleep(0.1)
    raise TimeoutError(f"{what} took longer than {PATIENCE} s")


def fill(port, password):
    """Stores messages in INPUT until one is refused; returns the answer to that one."""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as connection:
        answers = connection.makefile("rb")
        who = {"user": "board-ingest", "pass": password, "verbose": False, "pedantic": False, "lang": "python",
               "version": "1", "headers": True}
        connection.sendall(b"CONNECT " + json.dumps(who).encode() + b"\r\nSUB _INBOX_board-ingest.> 1\r\n")
        while True:
            connection.sendall(b"PUB input.main.full.r1-t1 _INBOX_board-ingest.1 %d\r\n" % len(PAYLOAD) + PAYLOAD + b"\r\n")
            while not (line := answers.readline()).startswith(b"MSG "):
                if line.startswith(b"PING"):
                    connection.sendall(b"PONG\r\n")
                elif not line or line.startswith(b"-ERR"):
                    raise ConnectionError(f"nats-server says {line}")
            answer = json.loads(answers.read(int(line.split()[-1]) + 2))
            if "error" in answer:
                return answer["error"]["description"]


def check(damcast, passwords):
    """Returns the faults: configurations of which the log is refused more before the alert has fired."""
    least = float(re.search(r"store_limit_bytes\) > ([0-9.]+)", RULES.read_text()).group(1))
    faults = []
    for file, count in (("single.conf", 1), ("pod.conf", 1), ("cluster.conf", 3)):
        with tempfile.TemporaryDirectory() as folder:
            free = free_ports(3 * count)
            ports = [free[3 * number:3 * number + 3] for number in range(count)]
            servers = [Server(file, pathlib.Path(folder), ports, number, passwords) for number in range(count)]
            try:
                until(f"nats-server with {file}", lambda: all(server.is_ready() for server in servers))
                make = [damcast, "streams", "--nats", f"nats://127.0.0.1:{servers[0].client}", "--nats-user", "provisioner",
                        f"--stream-replicas={count}"]
                known = os.environ | {"DAMCAST_NATS_PASSWORD": passwords["DAMCAST_NATS_PASSWORD_PROVISIONER"]}
                # A server that is well may not have heard yet that the others are, and then places no copy there.
                until(f"streams with {file}", lambda: subprocess.run(make, stdout=subprocess.DEVNULL,
                                                                     stderr=subprocess.DEVNULL, env=known).returncode == 0)
                refusal = fill(servers[0].client, passwords["DAMCAST_NATS_PASSWORD_BOARD_INGEST"])
                part = max(server.part() for server in servers)
                if part <= least:
                    faults.append(f"{file}: the log is refused more ({refusal}) when {part:.2f} of the limit is taken, "
                                  f"and DamcastStoreFull fires from {least} on")
            finally:
                for server in servers:
                    server.process.terminate()
                for server in servers:
                    server.process.wait()
    return faults
