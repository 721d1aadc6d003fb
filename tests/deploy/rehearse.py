"""Plays a round through the gateway and the pods of an overlay, and replaces and kills each pod meanwhile. Then the log is
backed up, the volumes are emptied, and it is brought back.

    sudo python3 tests/deploy/rehearse.py OVERLAY.yaml MEND.yaml target/debug/damcast nats-server haproxy games.pdn [OLDER]

With OLDER, the program of an older version, the pods begin with that one, and have the image replaced in mid-round: each
service has pods of both versions for a while, and the services are of both until the last is replaced. The first round of the file is played. OVERLAY.yaml is what `kubectl kustomize` wrote of the overlay, and MEND.yaml of the
one by which its log is mended. It works in networks and
mounts of its own, which end with it, and needs root for them; besides Python and PyYAML the programs ip, curl,
nsenter and setpriv.
"""

import asyncio
import contextlib
import os
import pathlib
import re
import shutil
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.request

import yaml

import passwords
from gateway import Gateway
from pods import Cluster
from program import SERVICES

ROOT = pathlib.Path(__file__).resolve().parents[2]
# The longest wait for a pod to be ready, or for the round to end.
PATIENCE = 300
# Speed of the games with one nats-server and with three, so that they last longer than all stops together.
SPEEDS = {1: "12", 3: "6"}


def say(text):
    print(f"{time.monotonic() - BEGAN:6.1f} s  {text}", flush=True)


async def until(what, condition, pods=()):
    for _ in range(PATIENCE * 4):
        for pod in pods:
            if pod.task.done():
                pod.task.result()
        if condition():
            return
        await asyncio.sleep(0.25)
    sys.exit(f"{what} took longer than {PATIENCE} s")


async def until_ready(pod):
    await until(f"{pod.name} to be ready", lambda: pod.ready, [pod])


async def replace_all(cluster, service):
    """Updates a Deployment: a new pod is ready before an old one ends."""
    for pod in cluster.pods_of(service):
        await until_ready(cluster.start_next(service))
        code, seconds = await pod.stop()
        say(f"{pod.name} replaced; it ended with {code} after {seconds:.1f} s")
        if code != 0:
            sys.exit(f"{pod.name} did not end in order")


async def replace_nats(cluster):
    """Updates the StatefulSet, a pod at a time."""
    for number in reversed(range(cluster.nats["replicas"])):
        code, seconds = await cluster.pods[f"nats-{number}"].stop()
        await until_ready(cluster.start("StatefulSet", "nats", number))
        say(f"nats-{number} replaced; it ended with {code} after {seconds:.1f} s")


def ask(url, authority=None):
    context = ssl.create_default_context(cafile=authority) if authority else None
    with urllib.request.urlopen(url, timeout=5, context=context) as answer:
        return answer.read().decode()


def tells_metrics(pod):
    """Returns true if the container beside a nats-server tells that it answers, and how full its disk is."""
    [port] = [port["containerPort"] for port in pod.beside[0]["ports"]]
    try:
        told = ask(f"http://{pod.address}:{port}/metrics")
        return "\ndamcast_nats_server_up 1\n" in told and "\ndamcast_disk_free_bytes " in told
    except OSError:
        return False


async def start_all(cluster):
    """Starts all pods at once, as after `kubectl apply`."""
    for number in range(cluster.nats["replicas"]):
        cluster.start("StatefulSet", "nats", number)
    scaled = [item["spec"] for item in cluster.of("HorizontalPodAutoscaler")]
    least = {spec["scaleTargetRef"]["name"]: spec["minReplicas"] for spec in scaled}
    for service in SERVICES:
        count = cluster.one("Deployment", service)["spec"].get("replicas", least.get(service, 1))
        for _ in range(count):
            cluster.start_next(service)
    for pod in list(cluster.pods.values()):
        await until_ready(pod)
    say(f"{len(cluster.pods)} pods are ready")


async def open_gateway(cluster, damcast, haproxy):
    """Starts the gateway with a certificate; returns its name, and the file with the authority of that certificate."""
    data = cluster.folder / "certificates"
    gateway = Gateway(cluster, haproxy, data / "both.pem")
    options = {"check": True, "stdout": subprocess.DEVNULL}
    subprocess.run([damcast, "tls", "--data", data, "init"], **options)
    subprocess.run([damcast, "tls", "--data", data, "issue", gateway.host], **options)
    gateway.certificate.write_text("".join((data / "tls" / f"server.{part}").read_text() for part in ("crt", "key")))
    # This machine has the name, as the hall or the internet would.
    names = cluster.folder / "hosts"
    names.write_text(f"127.0.0.1 localhost\n{gateway.address} {gateway.host}\n{cluster.hosts['nats']} nats\n")
    subprocess.run(["mount", "--bind", names, "/etc/hosts"], check=True)
    await gateway.serve()
    return gateway.host, data / "tls/authority.crt"


def check_origin(host, authority):
    """Checks that pages and every API answer under the one name, and that pages of other origins may not call."""
    def curl(*options, sent=b""):
        command = ["curl", "--silent", "--include", "--max-time", "10", "--http1.1", "--cacert", authority, *options]
        return subprocess.run(command, input=sent, capture_output=True).stdout.decode(errors="replace")
    for path in ("/", "/desk", "/tablet", "/wall", "/api/v1/tournaments"):
        if not (answer := curl(f"https://{host}{path}")).startswith("HTTP/1.1 200 "):
            sys.exit(f"{path} answers with {answer}")
    answer = curl(f"http://{host}/desk")
    if f"location: https://{host}/desk\r\n" not in answer:
        sys.exit(f"plain HTTP is not led to TLS: {answer}")
    apis = 0
    for contract in sorted((ROOT / "proto/damcast/v1").glob("*.proto")):
        for api, text in re.findall(r"(?ms)^service (\w+) \{(.*?)^\}", contract.read_text()):
            # One that answers once, with an empty message.
            method = re.search(r"rpc (\w+)\(\w+\) returns \(\w+\)", text).group(1)
            apis += 1
            def call(page, path=f"/damcast.v1.{api}/{method}"):
                return curl("--header", "content-type: application/grpc-web+proto", "--header", f"origin: {page}",
                            "--data-binary", "@-", f"https://{host}{path}", sent=bytes(5))
            # 12 says that there is no such call.
            status = re.search(r"grpc-status: ?(\d+)", answer := call(f"https://{host}"), re.IGNORECASE)
            if not status or status.group(1) == "12":
                sys.exit(f"nobody answers {api}: {answer}")
            if "DAMCAST_ALLOW_ORIGINS" not in (answer := call("https://elsewhere.example")):
                sys.exit(f"a page of another origin called {api}: {answer}")
    say(f"pages and all {apis} APIs answer under https://{host}")


def nats_options(cluster, user):
    """Returns the options by which the program calls nats-server from outside."""
    options = ["--nats", cluster.nats_url(), "--nats-user", user]
    if "nats-tls" in cluster.secrets:
        authority = cluster.folder / "ca.crt"
        authority.write_text(cluster.secrets["nats-tls"]["ca.crt"])
        options += ["--nats-authority", authority]
    return options


def password(cluster, user):
    return {"DAMCAST_NATS_PASSWORD": cluster.secrets["nats-passwords"][f"DAMCAST_NATS_PASSWORD_{user}"]}


def lock_doors(cluster, damcast):
    """Makes the authority of the venue as deploy/README.md says; returns a file with a token of its first arbiter."""
    data = cluster.folder / "authority"
    data.mkdir()
    tool = [damcast, "access", "--data", data, *nats_options(cluster, "board-ingest")]
    options = {"check": True, "stdout": subprocess.PIPE, "text": True, "env": os.environ | password(cluster, "BOARD_INGEST")}
    subprocess.run([*tool, "init", "--name", "Rehearsal", "--id", "rehearsal"], **options)
    token = data / "token"
    token.write_text(subprocess.run([*tool, "token", "rehearsal", "--quiet"], **options).stdout)
    say("the doors are locked")
    return token


async def rehearse(folder, path, mend, damcast, nats, haproxy, games, older=None):
    games = first_round(games, folder)
    objects, mending = ([item for item in yaml.safe_load_all(file.read_text()) if item] for file in (path, mend))
    cluster = Cluster(objects, {"damcast": older or damcast, "damcast-nats": nats}, passwords.make(), folder)
    if "tls://" in cluster.nats_url():
        made = cluster.folder / "nats-tls"
        subprocess.run([ROOT / "deploy/certificates.sh", made], check=True)
        cluster.secrets["nats-tls"] = {file.name: file.read_text() for file in made.iterdir()}
    await cluster.serve()
    host, authority = await open_gateway(cluster, damcast, haproxy)
    await start_all(cluster)
    origin = f"https://{host}"
    await asyncio.to_thread(check_origin, host, authority)
    token = await asyncio.to_thread(lock_doors, cluster, damcast)
    replay = await asyncio.create_subprocess_exec(
        damcast, "replay", "--pdn", games, "--tournament", "rehearsal", "--token-file", token, "--tls-authority", authority,
        "--speed", SPEEDS[cluster.nats["replicas"]], "--board-ingest", origin, "--rules-validation", origin,
        "--pairing", origin)
    if older:
        # A pod that is started from now on has the new image.
        cluster.programs["damcast"] = damcast
        say(f"the image {older.name} is replaced by {damcast.name}")
    for service in SERVICES:
        await replace_all(cluster, service)
    for service in SERVICES:
        pod = cluster.pods_of(service)[0]
        await pod.kill()
        await until_ready(pod)
        say(f"{pod.name} killed, and ready again")
    await replace_nats(cluster)
    if replay.returncode is not None:
        sys.exit("the games ended too soon: nothing was shown by the last steps")
    say("every pod was replaced; the games go on")
    for pod in cluster.pods_of("nats"):
        await until(f"{pod.name} to tell its metrics", lambda: tells_metrics(pod))
    say("every nats-server tells its metrics")
    if await asyncio.wait_for(replay.wait(), PATIENCE) != 0:
        sys.exit("the games did not come to their end")
    path = "/api/v1/tournaments/main/rehearsal/tournament.pdn"
    shown = await asyncio.to_thread(ask, origin + path, authority)
    check_games(shown, games)
    await bring_back(cluster, mending, damcast)
    for _ in range(PATIENCE):
        with contextlib.suppress(OSError):
            # broadcast answers before it has read the log.
            if await asyncio.to_thread(ask, origin + path, authority) == shown:
                break
        await asyncio.sleep(1)
    else:
        sys.exit("the pages show other games after the log was brought back")
    say("the pages show the same, to the byte")
    await stop_all(cluster)
    for workload, used in sorted(cluster.used.items()):
        say(f"{workload}: at most {used.memory_mib} MiB, and {used.cpu_seconds / used.seconds:.3f} of a processor")
    # A server that was one of three does not open its log alone.
    if cluster.nats["replicas"] == 1:
        await verify(damcast, nats, cluster.folder / "volumes/nats-0/log")


async def stop_all(cluster):
    await asyncio.gather(*(pod.stop() for name in SERVICES for pod in cluster.pods_of(name)))
    await asyncio.gather(*(pod.stop() for pod in cluster.pods_of("nats")))
    say("all pods ended")


async def bring_back(cluster, mending, damcast):
    """Backs the log up, empties the volumes of nats-server and brings it back, as deploy/README.md says."""
    objects, folder = cluster.objects, cluster.folder / "backup"

    async def run(command, user):
        process = await asyncio.create_subprocess_exec(
            damcast, command, folder, *nats_options(cluster, user), env=os.environ | password(cluster, user.upper()))
        return await process.wait()

    jobs = [item["spec"]["jobTemplate"]["spec"] for item in cluster.of("CronJob")]
    if code := await (cluster.complete("backup-1", {"spec": jobs[0]}) if jobs else run("backup", "operator")):
        sys.exit(f"the backup ended with {code}")
    say("the log is backed up")
    await stop_all(cluster)
    for number in range(cluster.nats["replicas"]):
        shutil.rmtree(cluster.folder / f"volumes/nats-{number}/log")
    say("the volumes of nats-server are gone")
    cluster.objects = mending
    for number in range(cluster.nats["replicas"]):
        cluster.start("StatefulSet", "nats", number)
    for pod in cluster.pods_of("nats"):
        await until_ready(pod)
    jobs = cluster.of("Job")
    if code := await (cluster.complete("restore-1", jobs[0]) if jobs else run("restore", "mender")):
        sys.exit(f"the restore ended with {code}")
    say("the log is brought back, by the user mender alone")
    await stop_all(cluster)
    cluster.objects = objects
    await start_all(cluster)


async def verify(damcast, nats, store):
    """Checks the log as deploy/nats/mend.conf says."""
    secret = {"DAMCAST_NATS_STORE": str(store), "DAMCAST_NATS_PASSWORD_MENDER": "rehearsal"}
    server = await asyncio.create_subprocess_exec(
        nats, "--config", ROOT / "deploy/nats/mend.conf", env=os.environ | secret, stderr=subprocess.DEVNULL)
    check = await asyncio.create_subprocess_exec(
        damcast, "verify", "--nats-user", "mender", env=os.environ | {"DAMCAST_NATS_PASSWORD": "rehearsal"})
    code = await asyncio.wait_for(check.wait(), PATIENCE)
    server.terminate()
    await server.wait()
    if code != 0:
        sys.exit("the log is not sound")
    say("the log is sound")


def first_round(games, folder):
    """Writes the games of the first round to a file of their own."""
    parts = re.split(r"(?m)^(?=\[Event )", games.read_text())
    path = pathlib.Path(folder) / "round.pdn"
    path.write_text("".join(part for part in parts if '[Round "1"]' in part))
    return path


def check_games(shown, games):
    """Checks that the pages have each game of the file, move by move."""
    def moves(text):
        # Times of moves, and rulings.
        text = re.sub(r"\{[^}]*\}", " ", text)
        blocks = [part for part in text.split("\n\n") if part.strip() and not part.lstrip().startswith(("[", "%"))]
        return sorted(" ".join(word for word in block.split() if not word.endswith(".")) for block in blocks)
    wanted, found = moves(pathlib.Path(games).read_text()), moves(shown)
    if wanted != found:
        sys.exit(f"the pages show other games: {len(found)} for {len(wanted)}")
    say(f"the pages show all {len(found)} games as they were played")


if __name__ == "__main__":
    BEGAN = time.monotonic()
    if os.environ.get("DAMCAST_REHEARSAL") is None:
        os.execvpe("unshare", ["unshare", "--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc",
                               sys.executable, "-B", *sys.argv], os.environ | {"DAMCAST_REHEARSAL": "1"})
    # Networks are kept here.
    subprocess.run(["mount", "-t", "tmpfs", "none", "/run"], check=True)
    with tempfile.TemporaryDirectory() as place:
        arguments = [pathlib.Path(argument).resolve() for argument in sys.argv[1:]]
        asyncio.run(rehearse(place, *arguments))
