"""Makes trouble while games are played, and tells who says so, and after how many seconds.

    python3 tests/deploy/troubles.py prometheus target/debug/damcast nats-server games.pdn [TROUBLE...]

The troubles are those of TROUBLES below; all of them unless told. In each the probes of the services, `damcast status`
and `damcast doctor`, the alerts of a Prometheus that asks each second, and the pages are asked again and again: from the
harm until all have said what they should, and then from its end until all is well again. It ends well if that
comes within PATIENCE. It needs Linux, for a small disk in a mount of its own.
"""

import contextlib
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request

import yaml

from program import SERVICES

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Seconds until everybody has said it, and until all is well again.
PATIENCE = 150
SPEED = "6"
# Size of the disk that is filled; with less than 1 GB free it would be nearly full at once.
DISK = "1400m"
# The expected words of each trouble: by some service at /readyz, by `damcast status` and `damcast doctor`, by the pages, by an alert.
TROUBLES = {
    "nats-frozen": {"/readyz": "nats-away", "status": "nats-server", "doctor": "nats-server", "pages": "log-lost",
                    "alerts": "DamcastNatsAway"},
    "disk-full": {"/readyz": "log-takes-nothing", "status": "disk", "doctor": "disk", "pages": "delayed",
                  "alerts": "DamcastDiskFull"},
    "clock-killed": {"/readyz": "no answer", "status": "clock does not answer", "doctor": "clock does not answer",
                     "pages": "delayed", "alerts": "DamcastDown"},
    "broadcast-killed": {"/readyz": "no answer", "status": "broadcast does not answer",
                         "doctor": "broadcast does not answer", "pages": "no answer", "alerts": "DamcastDown"},
}


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def get(url):
    """Returns the code and the body; without an answer no code."""
    try:
        with urllib.request.urlopen(url, timeout=3) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()
    except OSError:
        return None, ""


class Hall:
    """A hall whose parts are processes, each with a log of its own, and a Prometheus that watches it."""

    def __init__(self, programs, folder):
        self.prometheus, self.damcast, self.nats, self.games = programs
        self.folder, self.running = pathlib.Path(folder), {}
        self.ports = {name: free_port() for name in [*SERVICES, "nats", "monitoring", "prometheus"]}
        self.metrics, self.data = {}, self.folder / "nowhere"

    def start(self, name, *words):
        with open(self.folder / f"{name}.log", "ab") as log:
            self.running[name] = subprocess.Popen([*map(str, words)], stdout=log, stderr=log, cwd=self.folder)

    def metrics_of(self, name):
        self.metrics.setdefault(name, free_port())
        return f"--metrics=127.0.0.1:{self.metrics[name]}"

    def url(self, service):
        return f"http://127.0.0.1:{self.ports[service]}"

    def play_alone(self):
        """Starts `damcast up`, which plays its demonstration."""
        self.data = self.folder / "disk"
        self.data.mkdir()
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK}", "none", self.data], check=True)
        addresses = [f"--{name}=127.0.0.1:{self.ports[name]}" for name in SERVICES]
        self.start("up", self.damcast, "up", "--open", "--data", self.data, "--nats-server", self.nats, "--speed", SPEED,
                   "--nats-port", self.ports["nats"], self.metrics_of("up"), *addresses)

    def play_apart(self):
        """Starts nats-server and each service as a process of its own, and plays games."""
        (self.folder / "nats.conf").write_text(
            f'listen: "127.0.0.1:{self.ports["nats"]}"\nhttp: "127.0.0.1:{self.ports["monitoring"]}"\n'
            f'jetstream {{ store_dir: "{self.folder}/store", limits {{ duplicate_window: "10m" }} }}\n')
        self.start("nats", self.nats, "--config", self.folder / "nats.conf")
        self.start("nats-metrics", self.damcast, "nats-metrics", self.metrics_of("nats-metrics"),
                   "--monitoring", f"http://127.0.0.1:{self.ports['monitoring']}")
        for service in SERVICES:
            self.serve(service)
        until("the services are ready", lambda: all(get(f"{self.url(name)}/readyz")[0] == 200 for name in SERVICES))
        self.start("replay", self.damcast, "replay", "--pdn", self.games, "--tournament", "troubles", "--speed", SPEED,
                   *(f"--{name}={self.url(name)}" for name in ["board-ingest", "rules-validation", "pairing"]))

    def serve(self, service):
        self.start(service, self.damcast, "serve", service, "--listen", f"127.0.0.1:{self.ports[service]}",
                   "--nats", f"nats://127.0.0.1:{self.ports['nats']}", self.metrics_of(service))

    def watch(self):
        """Starts Prometheus, and waits until moves are shown and all is well."""
        rules = yaml.safe_load((ROOT / "deploy/components/monitoring/rules.yaml").read_text())["spec"]
        (self.folder / "rules.yaml").write_text(yaml.safe_dump(rules))
        targets = [f"127.0.0.1:{port}" for port in self.metrics.values()]
        scrape = {"job_name": "damcast", "static_configs": [{"targets": targets}]}
        config = {"global": {"scrape_interval": "1s", "evaluation_interval": "1s"}, "rule_files": ["rules.yaml"],
                  "scrape_configs": [scrape]}
        (self.folder / "prometheus.yaml").write_text(yaml.safe_dump(config))
        self.start("prometheus", self.prometheus, f"--config.file={self.folder}/prometheus.yaml",
                   f"--storage.tsdb.path={self.folder}/tsdb", f"--web.listen-address=127.0.0.1:{self.ports['prometheus']}")
        until("a tournament is shown", self.find_page)
        speakers = self.speakers()
        until("all is well", lambda: all(ask() == "well" for ask in speakers.values()))

    def find_page(self):
        _code, text = get(f"{self.url('broadcast')}/api/v1/tournaments")
        found = re.search(r'"venue":"([^"]+)","(?:id|tournament)":"([^"]+)"', text)
        if found:
            self.page = f"{self.url('broadcast')}/api/v1/tournaments/{found[1]}/{found[2]}"
        return found

    def probe(self, service):
        code, text = get(f"{self.url(service)}/readyz")
        if code is None:
            return "no answer"
        if code == 200:
            return "well"
        return f"{code} " + ", ".join(item["trouble"] for item in json.loads(text)["troubles"])

    def tool(self, command):
        words = [self.damcast, command, "--data", self.data, "--nats", f"nats://127.0.0.1:{self.ports['nats']}"]
        words += [f"--{name}={self.url(name)}" for name in SERVICES]
        done = subprocess.run([*map(str, words)], capture_output=True, text=True)
        if done.returncode == 0:
            return "well"
        # Without the tables of the one and the remedies of the other.
        said = re.findall(r"^(?:-|\d+\.) (.*)", done.stdout, re.MULTILINE)
        # A number that grows is not news.
        return f"exit {done.returncode}: " + re.sub(r"(?<=\s)\d+(?=\s)", "n", " / ".join(said))

    def pages(self):
        code, text = get(self.page)
        if code is None:
            return "no answer"
        found = re.search(r'"fresh":\{"state":"([a-z-]+)"', text)
        return found[1] if found else "well" if code == 200 else str(code)

    def alerts(self):
        code, text = get(f"http://127.0.0.1:{self.ports['prometheus']}/api/v1/alerts")
        if code != 200:
            return "no answer"
        firing = {alert["labels"]["alertname"] for alert in json.loads(text)["data"]["alerts"]
                  if alert["state"] == "firing"}
        return ", ".join(sorted(firing)) or "well"

    def speakers(self):
        found = {f"/readyz of {name}": lambda name=name: self.probe(name) for name in SERVICES}
        return found | {"status": lambda: self.tool("status"), "doctor": lambda: self.tool("doctor"),
                        "pages": self.pages, "alerts": self.alerts}

    def end(self):
        for process in self.running.values():
            process.send_signal(signal.SIGCONT)
            process.terminate()
        for process in self.running.values():
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        if os.path.ismount(self.data):
            subprocess.run(["umount", self.data], check=True)


def until(what, holds):
    for _ in range(PATIENCE * 2):
        if found := holds():
            return found
        time.sleep(0.5)
    sys.exit(f"{PATIENCE} s, and not yet: {what}")


class Listener:
    """Asks all speakers again and again, each in a thread, and notes what they say that is new."""

    def __init__(self, speakers):
        self.began, self.heard, self.ended = time.monotonic(), {name: [] for name in speakers}, threading.Event()
        self.threads = [threading.Thread(target=self.ask, args=item) for item in speakers.items()]
        for thread in self.threads:
            thread.start()

    def now(self):
        """Returns the seconds since the harm."""
        return time.monotonic() - self.began

    def ask(self, name, speaker):
        heard = self.heard[name]
        while not self.ended.is_set():
            said = speaker()
            if not heard or heard[-1][1] != said:
                heard.append((self.now(), said))
            time.sleep(0.2)

    def has_said(self, name, text):
        return any(text in said for _at, said in self.heard[name])

    def last(self):
        """Returns what each said last."""
        return {name: heard[-1][1] for name, heard in self.heard.items() if heard}

    def end(self):
        self.ended.set()
        for thread in self.threads:
            thread.join()


def harm(hall, trouble):
    """Does the harm; returns what mends it."""
    if trouble == "nats-frozen":
        hall.running["nats"].send_signal(signal.SIGSTOP)
        return lambda: hall.running["nats"].send_signal(signal.SIGCONT)
    if trouble == "disk-full":
        ballast = hall.data / "ballast"
        with open(ballast, "wb") as file, contextlib.suppress(OSError):
            while True:
                file.write(bytes(1 << 20))
                file.flush()
        return ballast.unlink
    service = trouble.removesuffix("-killed")
    hall.running[service].kill()
    hall.running[service].wait()
    return lambda: hall.serve(service)


def make(trouble, programs, folder):
    hall, wanted = Hall(programs, folder), TROUBLES[trouble]
    try:
        hall.play_alone() if trouble == "disk-full" else hall.play_apart()
        hall.watch()
        listener = Listener(hall.speakers())

        def is_told():
            probes = [name for name in listener.heard if name.startswith("/readyz")]
            others = [name for name in wanted if name != "/readyz"]
            return (any(listener.has_said(name, wanted["/readyz"]) for name in probes)
                    and all(listener.has_said(name, wanted[name]) for name in others))

        def is_well():
            return len(listener.last()) == len(listener.heard) and set(listener.last().values()) == {"well"}
        try:
            print(f"\n{trouble}\n", flush=True)
            mend = harm(hall, trouble)
            until("everybody says it", is_told)
            mended = listener.now()
            told = {name: list(heard) for name, heard in listener.heard.items()}
            mend()
            until("all is well again", is_well)
            show(told, mended, listener.heard)
        except SystemExit as error:
            sys.exit(f"{error}: {listener.heard}")
        finally:
            listener.end()
    except SystemExit as error:
        logs = "".join(f"--- {path.name}\n{path.read_text()[-1500:]}\n" for path in sorted(hall.folder.glob("*.log")))
        sys.exit(f"{trouble}: {error}\n{logs}")
    finally:
        hall.end()


def show(before, mended, heard):
    print(f"| who | says, after seconds | well again, after the mend ({mended:.0f} s) |\n|---|---|---|")
    for name, said in before.items():
        words = [f"{at:.1f}: {text}" for at, text in said if text != "well"]
        again = [at - mended for at, text in heard[name] if at >= mended and text == "well"]
        back = f"{again[-1]:.1f}" if again else "-"
        print(f"| {name} | {'; '.join(words) or 'well throughout'} | {back if words else '-'} |", flush=True)


def main():
    programs = [pathlib.Path(argument).resolve() for argument in sys.argv[1:5]]
    names = sys.argv[5:] or list(TROUBLES)
    for name in names:
        if name not in TROUBLES:
            sys.exit(f"there is no trouble {name!r}, there are: {', '.join(TROUBLES)}")
    for name in names:
        with tempfile.TemporaryDirectory() as folder:
            make(name, programs, folder)


if os.environ.get("DAMCAST_TROUBLES") is None:
    own = [] if os.getuid() == 0 else ["--user", "--map-root-user"]
    os.execvpe("unshare", ["unshare", *own, "--mount", "--kill-child", "--fork", sys.executable, "-B", *sys.argv],
               os.environ | {"DAMCAST_TROUBLES": "1"})
main()
