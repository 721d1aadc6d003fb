"""Plays games while Prometheus watches, and asks it every query of the dashboards and alerts.

    python3 tests/deploy/dashboards.py prometheus target/debug/damcast nats-server

It ends well if each query can be answered, and has an answer where a hall that plays gives one: of an alert, which is
silent then, each metric that it asks for. Moves must have exemplars at each stage: traces of which one is all three.
"""

import json
import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
PATIENCE = 120
# Queries without an answer in a hall that plays: no flag falls, each input is stored, no call fails, no other machine's
# clock and no certificate is known, and what kube-state-metrics tells is told in a cluster.
SILENT = ["damcast_flag_lateness_seconds", 'outcome!="stored"', 'rpc_response_status_code!="OK"',
          "damcast_machine_apart_seconds", "damcast_tls_expiry_seconds", "kube_cronjob_"]
METRIC = re.compile(r"\b(?:(?:damcast|kube|process|rpc)_\w+|up)\b(?![=!])")
RULES = ROOT / "deploy/components/monitoring/rules.yaml"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def queries():
    for path in sorted((ROOT / "deploy/dashboards").glob("*.json")):
        for panel in json.loads(path.read_text())["panels"]:
            for target in panel["targets"]:
                yield f"{path.stem}: {panel['title']}", target["expr"]
    for metric in sorted({metric for rule in alerts() for metric in METRIC.findall(rule["expr"])}):
        yield "alerts", metric


def alerts():
    groups = yaml.safe_load(RULES.read_text())["spec"]["groups"]
    return [rule for group in groups for rule in group["rules"]]


def ask(port, query):
    url = f"http://127.0.0.1:{port}/api/v1/query?" + urllib.parse.urlencode({"query": query})
    try:
        with urllib.request.urlopen(url, timeout=5) as answer:
            return json.load(answer)["data"]["result"]
    except urllib.error.HTTPError as error:
        sys.exit(f"{query}: {error.read().decode()}")


def exemplars(port):
    """Returns the traces that are examples of each stage of a move."""
    query = urllib.parse.urlencode({"query": "damcast_move_age_seconds_bucket", "start": time.time() - PATIENCE,
                                    "end": time.time() + 1})
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/v1/query_exemplars?{query}", timeout=5) as answer:
        found = {}
        for series in json.load(answer)["data"]:
            traces = found.setdefault(series["seriesLabels"]["stage"], set())
            traces.update(exemplar["labels"]["trace_id"] for exemplar in series["exemplars"])
    return found


def check(port):
    """Returns the queries that have no answer yet."""
    silent = [f"{place}: {query}" for place, query in queries()
              if not ask(port, query) and not any(name in query for name in SILENT)]
    # One that cannot be asked ends this.
    for rule in alerts():
        ask(port, rule["expr"])
    if not ask(port, 'damcast_move_age_seconds_count{stage="shown"} > 50'):
        silent.append("moves are shown")
    traces = exemplars(port)
    if len(traces) < 3 or not set.intersection(*traces.values()):
        silent.append(f"a trace that is an example of each stage: {sorted(traces)}")
    return silent


def main():
    prometheus, damcast, nats = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])
    rules = yaml.safe_load(RULES.read_text())["spec"]
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        metrics, copied, port = free_port(), free_port(), free_port()
        (folder / "rules.yaml").write_text(yaml.safe_dump(rules))
        scrape = {"job_name": "damcast", "scrape_interval": "2s",
                  "static_configs": [{"targets": [f"127.0.0.1:{metrics}", f"127.0.0.1:{copied}"]}]}
        config = {"global": {"evaluation_interval": "2s"}, "rule_files": ["rules.yaml"], "scrape_configs": [scrape]}
        (folder / "prometheus.yaml").write_text(yaml.safe_dump(config))
        addresses = [f"--{name}=127.0.0.1:{free_port()}"
                     for name in ["broadcast", "board-ingest", "rules-validation", "clock", "pairing"]]
        with open(folder / "log", "wb") as log:
            running = [
                subprocess.Popen([damcast, "up", "--data", folder / "data", "--nats-server", nats, "--speed", "20",
                                  # Traces are made for a collector; nobody listens there.
                                  f"--otlp-endpoint=http://127.0.0.1:{free_port()}",
                                  f"--metrics=127.0.0.1:{metrics}", *addresses], stdout=log, stderr=log),
                subprocess.Popen([prometheus, f"--config.file={folder}/prometheus.yaml",
                                  "--enable-feature=exemplar-storage", f"--storage.tsdb.path={folder}/tsdb", f"--web.listen-address=127.0.0.1:{port}"],
                                 stdout=log, stderr=log),
            ]
            try:
                until_connected(metrics, running, folder)
                # A backup that follows the log, as onto a second medium.
                running.append(subprocess.Popen([damcast, "backup", folder / "copy", "--follow", "--data", folder / "data",
                                                 f"--metrics=127.0.0.1:{copied}"], stdout=log, stderr=log))
                watch(port, running, folder)
            finally:
                for process in running:
                    process.terminate()
                for process in running:
                    process.wait()


def patiently(running, folder):
    """Counts the seconds, while all processes run."""
    for second in range(PATIENCE):
        time.sleep(1)
        if any(process.poll() is not None for process in running):
            sys.exit((folder / "log").read_text())
        yield second


def until_connected(metrics, running, folder):
    """Waits until `damcast up` has its nats-server."""
    for _ in patiently(running, folder):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{metrics}/metrics", timeout=5) as answer:
                if re.search(r"^damcast_nats_connected(\{.*\})? 1$", answer.read().decode(), re.MULTILINE):
                    return
        except urllib.error.URLError:
            continue
    sys.exit("damcast up has no nats-server:\n" + (folder / "log").read_text())


def watch(port, running, folder):
    for _ in patiently(running, folder):
        try:
            silent = check(port)
        except urllib.error.URLError:
            continue
        if not silent:
            break
    else:
        sys.exit("no answer to:\n" + "\n".join(silent))
    firing = [alert["metric"]["alertname"] for alert in ask(port, 'ALERTS{alertstate="firing"}')]
    # The disk of this machine may be full.
    if set(firing) - {"DamcastDiskFull"}:
        sys.exit(f"alerts in a hall that plays: {firing}")
    known = ask(port, 'count by (__name__) ({__name__=~"damcast_.*|process_.*"})')
    traces = set.intersection(*exemplars(port).values())
    print(f"deploy: {len(list(queries()))} queries of dashboards and alerts are answered, from {len(known)} series names; "
          f"{len(traces)} traces are examples of each stage of a move")


main()
