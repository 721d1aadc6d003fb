"""Pods of the manifests as processes of this machine, for `rehearse.py`.

A pod has its own network, process ids, and root: its programs, its volumes, and nothing that it may write to but
those. Its user and its environment are those of the manifest. What a cluster does around pods is imitated: names,
one address for each Service, probes, and the order of a stop. NetworkPolicies, limits and seccomp are not.
"""

import asyncio
import collections
import contextlib
import dataclasses
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

NETWORK = "10.77.0."
# Goes with the mounts in it when the rehearsal ends: nothing is ever removed there.
ROOTS = pathlib.Path("/run/roots")
TREE = pathlib.Path(__file__).resolve().parents[2]


def run(*command):
    subprocess.run(command, check=True)


@dataclasses.dataclass
class Used:
    """What the programs of a workload used."""

    memory_mib: int = 0
    cpu_seconds: float = 0.0
    seconds: float = 0.0

    def add(self, pid):
        """Adds what a process has used that is about to end: its largest memory, and the time of the processor."""
        process = pathlib.Path("/proc") / str(pid)
        peak = next(line for line in (process / "status").read_text().splitlines() if line.startswith("VmHWM:"))
        # The fields after the name, which may have spaces in it: `utime`, `stime` and `starttime` (proc(5)).
        fields = (process / "stat").read_text().rsplit(")", 1)[1].split()
        ticks = os.sysconf("SC_CLK_TCK")
        uptime = float(pathlib.Path("/proc/uptime").read_text().split()[0])
        self.memory_mib = max(self.memory_mib, int(peak.split()[1]) // 1024)
        self.cpu_seconds += (int(fields[11]) + int(fields[12])) / ticks
        self.seconds += uptime - int(fields[19]) / ticks


class Cluster:
    """The objects of one overlay, and its pods."""

    def __init__(self, objects, programs, passwords, folder):
        self.objects, self.programs = objects, programs
        self.secrets = {"nats-passwords": passwords}
        self.folder, self.pods, self.addresses = pathlib.Path(folder), {}, 1
        self.hosts, self.started, self.used = {}, 0, collections.defaultdict(Used)
        self.nats = self.one("StatefulSet", "nats")["spec"]
        run("ip", "link", "set", "lo", "up")
        run("ip", "link", "add", "pods", "type", "bridge")
        run("ip", "addr", "add", self.address() + "/24", "dev", "pods")
        run("ip", "link", "set", "pods", "up")

    def address(self):
        self.addresses += 1
        return f"{NETWORK}{self.addresses - 1}"

    def of(self, kind):
        return [item for item in self.objects if item["kind"] == kind]

    def one(self, kind, name):
        return next(item for item in self.of(kind) if item["metadata"]["name"] == name)

    def nats_url(self):
        """Returns the address by which the services call nats-server."""
        [settings] = [item["data"] for item in self.of("ConfigMap") if "DAMCAST_NATS_URL" in item["data"]]
        return settings["DAMCAST_NATS_URL"]

    def pods_of(self, workload):
        return [pod for pod in self.pods.values() if pod.name.rsplit("-", 1)[0] == workload]

    async def serve(self):
        """Gives each Service its address, which leads to a ready pod of it, and each nats-server its own."""
        for number in range(self.nats["replicas"]):
            self.hosts[f"nats-{number}"] = address = self.address()
            self.hosts[f"nats-{number}.{self.nats['serviceName']}"] = address
        for item in self.of("Service"):
            name, spec = item["metadata"]["name"], item["spec"]
            if spec.get("clusterIP") == "None":
                continue
            address = self.hosts[name] = self.address()
            run("ip", "addr", "add", address + "/24", "dev", "pods")
            for port in spec["ports"]:
                connect = self.connect(spec["selector"], port["targetPort"])
                await asyncio.start_server(connect, address, port["port"])

    def connect(self, selector, target):
        async def connect(reader, writer):
            chosen = [pod for pod in self.pods.values() if pod.ready and selector.items() <= pod.labels.items()]
            with contextlib.suppress(OSError, IndexError):
                pod = chosen[0]
                back = await asyncio.open_connection(pod.address, pod.port(target))
                await asyncio.wait([asyncio.create_task(pump(reader, back[1])),
                                    asyncio.create_task(pump(back[0], writer))],
                                   return_when=asyncio.FIRST_COMPLETED)
                back[1].close()
            writer.close()
        return connect

    def start(self, kind, name, number):
        """Starts a pod, and returns it at once."""
        pod = Pod(self, f"{name}-{number}", self.one(kind, name))
        self.pods[pod.name] = pod
        pod.task = asyncio.create_task(pod.live())
        return pod

    def claim(self, name):
        """Returns the folder of a volume that pods share."""
        return self.folder / "volumes/claims" / name

    async def complete(self, name, job):
        """Runs the pod of a Job to its end, and returns its exit code."""
        pod = Pod(self, name, job)
        try:
            return await pod.complete()
        finally:
            pod.leave()

    def start_next(self, deployment):
        """Starts a further pod of a Deployment."""
        self.started += 1
        return self.start("Deployment", deployment, self.started)


async def pump(reader, writer):
    with contextlib.suppress(OSError):
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()


class Pod:
    """One pod, with its container, and perhaps some before it and beside it."""

    def __init__(self, cluster, name, workload):
        template = workload["spec"]["template"]
        self.cluster, self.name, self.spec = cluster, name, template["spec"]
        self.labels = template["metadata"]["labels"]
        self.container, *self.beside = template["spec"]["containers"]
        self.ready, self.restarts, self.ended, self.process = False, 0, False, None
        self.address = cluster.hosts.get(name) or cluster.address()
        cluster.hosts[name] = self.address
        self.root, self.volumes = ROOTS / name, cluster.folder / "volumes" / name
        self.log = open(cluster.folder / f"{name}.log", "ab")
        self.join()

    def port(self, name):
        return next(port["containerPort"] for port in self.container["ports"] if port["name"] == name)

    def join(self):
        """Makes the pod's network."""
        link = self.link = f"v{self.address.rsplit('.', 1)[1]}"
        run("ip", "netns", "add", self.name)
        run("ip", "link", "add", link, "type", "veth", "peer", "eth0", "netns", self.name)
        run("ip", "link", "set", link, "master", "pods", "up")
        inside = ["ip", "-n", self.name]
        run(*inside, "addr", "add", self.address + "/24", "dev", "eth0")
        # The same as that of the pod which had this address before: nobody has to notice another.
        run(*inside, "link", "set", "eth0", "address", f"02:00:00:00:00:{int(link[1:]):02x}", "up")
        run(*inside, "link", "set", "lo", "up")

    def furnish(self, container):
        """Makes the root of a container, which only its volumes can be written to."""
        root = self.root
        if root.exists():
            subprocess.run(["umount", "--recursive", root], check=False)
        root.mkdir(parents=True, exist_ok=True)
        run("mount", "-t", "tmpfs", "none", root)
        # A program that is not static needs libraries of this machine, and a debug build reads the pages of its tree, by
        # the path services/broadcast/../../web/dist.
        needed = ["/lib", "/lib64", "/usr/lib", TREE / "services/broadcast", TREE / "web/dist"]
        for program in self.cluster.programs.values():
            target = root / program.name
            target.touch()
            run("mount", "--bind", program, target)
            run("mount", "-o", "remount,bind,ro", target)
        for path in map(pathlib.Path, needed):
            if path.exists():
                target = root / path.relative_to("/")
                target.mkdir(parents=True, exist_ok=True)
                run("mount", "--bind", path.resolve(), target)
                run("mount", "-o", "remount,bind,ro", target)
        (root / "etc").mkdir()
        (root / "proc").mkdir()
        names = "".join(f"{address} {name}\n" for name, address in self.cluster.hosts.items())
        (root / "etc/hosts").write_text("127.0.0.1 localhost\n" + names)
        volumes = {volume["name"]: volume for volume in self.spec.get("volumes", [])}
        for mount in container.get("volumeMounts", []):
            target = root / mount["mountPath"].lstrip("/")
            target.mkdir(parents=True)
            volume = volumes.get(mount["name"], {})
            if "projected" in volume:
                for source in volume["projected"]["sources"]:
                    self.write(source, volume["projected"]["defaultMode"], target)
            elif "secret" in volume:
                self.write(volume, volume["secret"]["defaultMode"], target)
            else:
                claim = volume.get("persistentVolumeClaim")
                # One that has a name is the same for all pods.
                store = self.cluster.claim(claim["claimName"]) if claim else self.volumes / mount["name"]
                store.mkdir(parents=True, exist_ok=True)
                shutil.chown(store, *[self.spec["securityContext"]["fsGroup"]] * 2)
                run("mount", "--bind", store, target)
                if mount.get("readOnly"):
                    run("mount", "-o", "remount,bind,ro", target)
        run("mount", "-o", "remount,ro", root)

    def write(self, source, mode, target):
        """Writes a ConfigMap or a Secret into a folder."""
        if "configMap" in source:
            data, wanted = self.cluster.one("ConfigMap", source["configMap"]["name"])["data"], source["configMap"]
        else:
            wanted = source["secret"]
            name = wanted.get("secretName") or wanted["name"]
            data = self.cluster.secrets.get(name, {})
            if not data and not wanted.get("optional"):
                sys.exit(f"{self.name}: there is no Secret {name}")
        paths = {item["key"]: item["path"] for item in wanted.get("items", [])} or {key: key for key in data}
        for key, text in data.items():
            if key in paths:
                path = target / paths[key]
                path.write_text(text)
                path.chmod(mode)
                shutil.chown(path, 0, self.spec["securityContext"]["fsGroup"])

    def environment(self, container):
        found = {}
        for source in container.get("envFrom", []):
            found |= self.cluster.one("ConfigMap", source["configMapRef"]["name"])["data"]
        for item in container.get("env", []):
            found[item["name"]] = self.name if "fieldRef" in item.get("valueFrom", {}) else item["value"]
        return found

    async def execute(self, words, environment):
        user = str(self.spec["securityContext"]["runAsUser"])
        # A change of the user takes all rights away.
        command = ["ip", "netns", "exec", self.name,
                   "unshare", "--mount", "--pid", "--fork", "--kill-child", f"--mount-proc={self.root / 'proc'}",
                   "setpriv", "--no-new-privs", "chroot", f"--userspec={user}:{user}", self.root, *words]
        return await asyncio.create_subprocess_exec(
            *map(str, command), env=environment | {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin"},
            stdin=asyncio.subprocess.DEVNULL, stdout=self.log, stderr=self.log)

    def words(self, container):
        program = self.cluster.programs[container["image"].split(":")[0]]
        return [f"/{program.name}", *container["args"]]

    async def live(self):
        """Runs the containers, and the last one again whenever it ends, as a cluster does."""
        for container in self.spec.get("initContainers", []):
            self.furnish(container)
            while await (await self.execute(self.words(container), self.environment(container))).wait() != 0:
                await asyncio.sleep(1)
        self.furnish(self.container)
        # They share its root, in which their volumes have the same places.
        beside = [await self.execute(self.words(container), self.environment(container)) for container in self.beside]
        while not self.ended:
            self.process = await self.execute(self.words(self.container), self.environment(self.container))
            probes = asyncio.create_task(self.probe())
            ended = asyncio.create_task(self.process.wait())
            await asyncio.wait([probes, ended], return_when=asyncio.FIRST_COMPLETED)
            if probes.done():
                # A bug of this file, or the end of a process that did not live.
                probes.result()
            code = await ended
            probes.cancel()
            self.ready = False
            if not self.ended:
                print(f"{self.name} ended with {code}")
                self.restarts += 1
                await asyncio.sleep(1)
        for process in beside:
            if process.returncode is not None:
                sys.exit(f"{self.name}: a container beside it ended with {process.returncode}")
            process.kill()
            await process.wait()
        return code

    async def complete(self):
        """Runs the one container of a Job, and returns its exit code."""
        self.furnish(self.container)
        return await (await self.execute(self.words(self.container), self.environment(self.container))).wait()

    def leave(self):
        """Takes the pod's network away."""
        run("ip", "link", "del", self.link)
        run("ip", "netns", "del", self.name)

    async def probe(self):
        """Asks the probes as the manifest says, and ends a process that does not live."""
        await self.until_passed(self.container["startupProbe"], 1)
        live = asyncio.create_task(self.until_failed(self.container["livenessProbe"]))
        try:
            while not live.done():
                probe = self.container["readinessProbe"]
                self.ready = await self.passes(probe)
                await asyncio.sleep(probe["periodSeconds"] if self.ready else 0.5)
        finally:
            live.cancel()
        print(f"{self.name} does not live")
        self.signal(signal.SIGTERM)

    async def until_passed(self, probe, pause):
        while not await self.passes(probe):
            await asyncio.sleep(pause)

    async def until_failed(self, probe):
        failures = 0
        while failures < probe["failureThreshold"]:
            await asyncio.sleep(probe["periodSeconds"])
            failures = 0 if await self.passes(probe) else failures + 1

    async def passes(self, probe):
        asked, limit = probe["httpGet"], str(probe.get("timeoutSeconds", 1))
        scheme = asked.get("scheme", "HTTP").lower()
        address = f"{scheme}://{self.address}:{self.port(asked['port'])}{asked['path']}"
        # A kubelet does not look at the certificate.
        process = await asyncio.create_subprocess_exec(
            "curl", "--silent", "--insecure", "--fail", "--max-time", limit, address,
            stdout=asyncio.subprocess.DEVNULL)
        return await process.wait() == 0

    def program(self):
        """Returns the process id of the program, the child of the `unshare` that was started."""
        command = ["ps", "-o", "pid=", "--ppid", str(self.process.pid)]
        found = subprocess.run(command, capture_output=True, text=True).stdout.split()
        return int(found[0]) if found else None

    def count_use(self):
        """Notes what the program has used by now."""
        if pid := self.program():
            self.cluster.used[self.name.rsplit("-", 1)[0]].add(pid)

    def signal(self, number):
        if pid := self.program():
            os.kill(pid, number)

    async def kill(self):
        """Kills the program, as if its machine had run out of memory. It starts again."""
        before = self.restarts
        self.count_use()
        self.signal(signal.SIGKILL)
        while self.restarts == before:
            await asyncio.sleep(0.1)

    async def stop(self):
        """Ends the pod as a cluster does, and returns for how many seconds its program needed to."""
        self.ended, self.ready = True, False
        self.count_use()
        began, limit = time.monotonic(), self.spec["terminationGracePeriodSeconds"]
        before = self.container.get("lifecycle", {}).get("preStop", {})
        if "sleep" in before:
            await asyncio.sleep(before["sleep"]["seconds"])
        elif "exec" in before:
            # In the pod, where the process ids of its files mean something.
            run("nsenter", "--pid", "--net", "--mount", f"--target={self.program()}",
                "chroot", self.root, *before["exec"]["command"])
        self.signal(signal.SIGTERM)
        left = limit - (time.monotonic() - began)
        code = await asyncio.wait_for(self.task, left)
        self.leave()
        self.cluster.pods.pop(self.name)
        return code, time.monotonic() - began
