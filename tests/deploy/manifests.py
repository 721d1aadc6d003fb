"""Checks what kustomize makes of each overlay of deploy/ against the program, nats-server and the other files.

    python3 tests/deploy/manifests.py FOLDER target/debug/damcast

FOLDER holds what `kubectl kustomize` wrote, a file for each overlay. nats-server is taken from the PATH.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import yaml

import passwords
import store_limit
from program import SERVICES, Program, report

ROOT = pathlib.Path(__file__).resolve().parents[2]
NATS = ROOT / "deploy/nats"
NATS_TLS = ROOT / "deploy/components/nats-tls/tls.conf"
MEND = ROOT / "deploy/components/mend/accounts.conf"


def read(path):
    return (ROOT / path).read_text()


def find(pattern, path):
    return re.search(pattern, read(path), re.MULTILINE).group(1)


def apis():
    """Returns the APIs of the contract, each with the service that answers its calls."""
    contract = [name for path in sorted((ROOT / "proto/damcast/v1").glob("*.proto"))
                for name in re.findall(r"^service (\w+) ", path.read_text(), re.MULTILINE)]
    served = {name: service for service in SERVICES
              for name in re.findall(r"\b(\w+Service)Server::new\(", read(f"services/{service}/src/lib.rs"))}
    return {name: served.get(name) for name in contract}


class Overlay:
    """The objects of one overlay."""

    def __init__(self, path, program):
        self.name, self.program, self.faults = path.stem, program, []
        self.objects = [item for item in yaml.safe_load_all(path.read_text()) if item]
        self.pods = {
            item["metadata"]["name"]: item["spec"]["template"]
            for item in self.of("Deployment") + self.of("StatefulSet")
        }
        self.jobs = {
            item["metadata"]["name"]: item["spec"]["jobTemplate"]["spec"]["template"] for item in self.of("CronJob")
        } | {item["metadata"]["name"]: item["spec"]["template"] for item in self.of("Job")}
        self.mends = self.name.endswith("-mend")

    def of(self, kind):
        return [item for item in self.objects if item["kind"] == kind]

    def data(self, name):
        """Returns the content of a ConfigMap."""
        found = [item["data"] for item in self.of("ConfigMap") if item["metadata"]["name"] == name]
        self.expect(found, f"there is no ConfigMap {name}")
        return found[0] if found else {}

    def expect(self, holds, fault):
        if not holds:
            self.faults.append(f"{self.name}: {fault}")

    def check(self):
        self.expect(set(self.pods) == {*SERVICES, "nats"}, f"the workloads are {sorted(self.pods)}")
        for name, template in (self.pods | self.jobs).items():
            pod = template["spec"]
            for container in pod.get("initContainers", []) + pod["containers"]:
                self.check_rights(name, pod, container)
                if container["image"].startswith("damcast:"):
                    self.check_options(name, container)
                    if container["args"][0] == "mend-store":
                        self.check_mending(pod, container)
                    elif container["args"][0] != "nats-metrics":
                        self.check_user(name, pod, container)
        for name in SERVICES:
            self.check_stop(name)
        self.check_key()
        self.check_origin()
        self.check_callers()
        self.check_nats()
        self.check_mending_alone()
        self.check_nats_tls()
        self.check_metrics()
        self.check_selectors()
        self.check_images()
        return self.faults

    def environment(self, container):
        """Returns the variables of a container: from its ConfigMaps, and its own."""
        shared = {}
        for source in container.get("envFrom", []):
            if "configMapRef" in source:
                shared.update(self.data(source["configMapRef"]["name"]))
        return shared, {item["name"]: item for item in container.get("env", [])}

    def check_options(self, name, container):
        words = [word for word in container["args"] if not word.startswith(("-", "/"))]
        command = " ".join(words)
        options, variables = self.program.options(command)
        shared, own = self.environment(container)
        for option in (argument for argument in container["args"] if argument.startswith("-")):
            self.expect(option.split("=")[0] in options, f"{name}: {command} has no {option}")
        # `streams` shares the ConfigMap of the services, and takes from it what it has.
        for variable in set(own) | (set(shared) if words[0] == "serve" else set()):
            self.expect(variable in variables, f"{name}: {command} has no {variable}")

    def check_user(self, name, pod, container):
        own = self.environment(container)[1]
        user = own["DAMCAST_NATS_USER"]["value"]
        file = pathlib.PurePath(self.environment(container)[0]["DAMCAST_NATS_PASSWORD_FILE"])
        mount = next(item for item in container["volumeMounts"] if item["mountPath"] == str(file.parent))
        volume = next(item for item in pod["volumes"] if item["name"] == mount["name"])
        [key] = [item["key"] for item in volume["secret"]["items"] if item["path"] == file.name]
        wanted = rf"user: {user}, password: \${key}\b"
        known = (NATS / "accounts.conf").read_text() + (MEND.read_text() if self.mends else "")
        self.expect(re.search(wanted, known),
                    f"{name}: nats-server has no user {user} with the password {key}")

    def mounted(self, pod, container, file):
        """Returns the volume in which a file of a container is, and the key of its Secret."""
        file = pathlib.PurePath(file)
        mount = next((item for item in container["volumeMounts"] if item["mountPath"] == str(file.parent)), None)
        if mount is None:
            return None, None
        secret = next(item for item in pod["volumes"] if item["name"] == mount["name"])["secret"]
        keys = [item["key"] for item in secret.get("items", []) if item["path"] == file.name]
        return secret, keys[0] if keys else file.name

    def check_key(self):
        """Checks that board-ingest has the key of the venue as deploy/README.md makes it, with rights that it takes."""
        pod = self.pods["board-ingest"]["spec"]
        container = pod["containers"][0]
        file = self.environment(container)[1]["DAMCAST_AUTHORITY_KEY"]["value"]
        secret, key = self.mounted(pod, container, file)
        self.expect(secret, f"board-ingest has no volume for {file}")
        if secret:
            made = rf"create secret generic {secret['secretName']} --from-file={re.escape(key)}$"
            self.expect(re.search(made, read("deploy/README.md"), re.MULTILINE),
                        f"deploy/README.md does not make the Secret {secret['secretName']} with {key}")
            self.expect(secret["defaultMode"] & 0o027 == 0, "board-ingest refuses the rights of its key")
            self.expect(secret.get("optional"), "board-ingest does not start before the venue has a key")

    def check_origin(self):
        """Checks that one name, over TLS, leads every call of the contract to its service, and pages to broadcast."""
        [gateway] = self.of("Gateway")
        listeners = {item["name"]: item for item in gateway["spec"]["listeners"]}
        routes = {item["spec"]["parentRefs"][0]["sectionName"]: item["spec"] for item in self.of("HTTPRoute")}
        self.expect(set(routes) == set(listeners) == {"https", "http"} and not self.of("GRPCRoute"),
                    "there are other listeners or routes than those of HTTPS, and of HTTP that leads there")
        self.expect(listeners["https"]["protocol"] == "HTTPS", "tokens cross the network in the clear")
        self.expect(all("backendRefs" not in rule for rule in routes["http"]["rules"]), "something is served over HTTP")
        host = listeners["https"]["hostname"]
        names = self.data(self.settings())["DAMCAST_ALLOW_HOSTS"].split(",")
        self.expect(host in names, f"the services do not take {host} for their name")
        for name, route in routes.items():
            self.expect(route["hostnames"] == [listeners[name]["hostname"]] == [host], f"{name} has another name")
        rules = routes["https"]["rules"]
        self.expect(len(rules) <= 16, "an HTTPRoute has at most 16 rules")
        paths = [(match["path"], self.backend(rule)) for rule in rules for match in rule.get("matches", [])]
        found = {path["value"]: backend for path, backend in paths if path["type"] == "PathPrefix"}
        for api, service in apis().items():
            self.expect(service, f"no service answers {api}")
            backend, protocol = found.pop(f"/damcast.v1.{api}", (None, None))
            self.expect(backend == service, f"the calls of {api} lead to {backend}, and are those of {service}")
            self.expect(protocol == "kubernetes.io/h2c", f"the calls of {api} do not go over HTTP/2")
        self.expect(not found, f"nobody has the paths {sorted(found)}")
        rest = [self.backend(rule) for rule in rules if "matches" not in rule]
        self.expect(rest == [("broadcast", None)], f"pages are those of {rest}")
        for rule in rules:
            self.expect(rule["timeouts"] == {"request": "0s"}, "a stream of events has a limit of time")

    def backend(self, rule):
        """Returns the service to which a rule leads, and the protocol of its port."""
        [to] = rule["backendRefs"]
        service = next(item for item in self.of("Service") if item["metadata"]["name"] == to["name"])
        ports = [port for port in service["spec"]["ports"] if port["port"] == to["port"]]
        self.expect(ports, f"Service {to['name']} has no port {to['port']}")
        return to["name"], ports[0].get("appProtocol") if ports else None

    def check_callers(self):
        """Checks that the gateway alone reaches the services: whom it names as its caller is believed."""
        gateway = find(r"^gateway-namespace=(.*)$", f"deploy/overlays/{self.name.removesuffix('-mend')}/site.env")
        for name in SERVICES:
            labels = self.pods[name]["metadata"]["labels"].items()
            ports = {port["name"]: port["containerPort"] for port in self.pods[name]["spec"]["containers"][0]["ports"]}
            rules = [rule for item in self.of("NetworkPolicy")
                     if item["spec"]["podSelector"].get("matchLabels", {}).items() <= labels
                     for rule in item["spec"].get("ingress", [])]
            callers = [end for rule in rules for end in rule.get("from", [None])
                       if ports["api"] in [port["port"] for port in rule.get("ports", [{"port": ports["api"]}])]]
            wanted = {"namespaceSelector": {"matchLabels": {"kubernetes.io/metadata.name": gateway}}}
            self.expect(callers == [wanted], f"{name} is reached by {callers}")

    def check_mending(self, pod, container):
        """Checks that what is mended is the store of the server."""
        server = pod["containers"][0]
        store = self.environment(server)[1]["DAMCAST_NATS_STORE"]["value"]
        self.expect(container["args"] == ["mend-store", store], "another folder is mended than the store")
        of_store = [item for item in server["volumeMounts"] if item["mountPath"] == store]
        self.expect(container["volumeMounts"] == of_store, "another volume is mended than that of the store")

    def check_rights(self, name, pod, container):
        safe = container.get("securityContext", {})
        self.expect(safe.get("readOnlyRootFilesystem"), f"{name} may write to its image")
        self.expect(safe.get("capabilities") == {"drop": ["ALL"]}, f"{name} has capabilities")
        self.expect(safe.get("allowPrivilegeEscalation") is False, f"{name} may gain rights")
        self.expect(pod["securityContext"].get("runAsUser") == 65532, f"{name} is another user")
        self.expect(pod.get("automountServiceAccountToken") is False, f"{name} has a token")

    def check_stop(self, name):
        pod = self.pods[name]["spec"]
        container = pod["containers"][0]
        pause = container["lifecycle"]["preStop"]["sleep"]["seconds"]
        grace = int(self.environment(container)[0].get("DAMCAST_STOP_GRACE_S", 10))
        # Open calls, then tasks, then what is on its way to NATS.
        longest = pause + grace + grace + 1
        limit = pod["terminationGracePeriodSeconds"]
        self.expect(longest < limit, f"{name} is killed after {limit} s, and may need {longest} s")

    def check_nats(self):
        stateful = self.of("StatefulSet")[0]["spec"]
        pod = stateful["template"]["spec"]
        before = [item["name"] for item in pod.get("initContainers", [])]
        self.expect(before == ["mend-store"], "nothing mends the store before nats-server starts")
        container = pod["containers"][0]
        volume = next(item for item in pod["volumes"] if "projected" in item)
        mounts = {item["mountPath"]: item["name"] for item in container["volumeMounts"]}
        sources = {kind: source for item in volume["projected"]["sources"] for kind, source in item.items()}
        files = self.data(sources["configMap"]["name"])
        secret = {item["path"] for item in sources["secret"]["items"]}
        self.expect(sources["secret"]["name"] == "nats-passwords", "nats-server has other passwords than services")
        for name, text in files.items():
            for included in re.findall(r'^ *include "(.*)"', text, re.MULTILINE):
                self.expect(included in secret | set(files), f"{name} includes {included}, which is not there")
        folder, file = container["args"][1].rsplit("/", 1)
        self.expect(mounts.get(folder) == volume["name"] and file in files,
                    f"nats-server has no configuration {folder}/{file}")
        for name, text in files.items():
            others = ([NATS_TLS] if self.has_nats_tls() else []) + ([MEND] if self.mends else [])
            source = next((other for other in others if other.name == name), NATS / name)
            self.expect(text == source.read_text(), f"{name} is not that of {source.parent}")
        store = self.environment(container)[1]["DAMCAST_NATS_STORE"]["value"]
        claims = [item["metadata"]["name"] for item in stateful["volumeClaimTemplates"]]
        self.expect(mounts.get(store) in claims, "the log is on no volume that stays")
        copies = int(self.data(self.settings())["DAMCAST_STREAM_REPLICAS"])
        self.expect(copies == stateful["replicas"],
                    f"{copies} copies of each stream on {stateful['replicas']} servers")
        if stateful["replicas"] == 3:
            peers = [f"nats://nats-{number}.{stateful['serviceName']}:6222" for number in range(3)]
            self.expect(all(f'"{peer}"' in files["cluster.conf"] for peer in peers),
                        "cluster.conf names other servers")

    def check_mending_alone(self):
        """Checks that nothing else calls nats-server while its log is mended, and that nothing mends it otherwise."""
        if not self.mends:
            self.expect(not self.of("Job"), "a Job changes the log while services run")
            return
        for item in self.of("Deployment"):
            self.expect(item["spec"]["replicas"] == 0, f"{item['metadata']['name']} runs while the log is mended")
        for item in self.of("CronJob"):
            self.expect(item["spec"]["suspend"], f"{item['metadata']['name']} runs while the log is mended")
        for item in self.of("Job"):
            self.expect(item["spec"]["suspend"], f"{item['metadata']['name']} begins before nats-server is empty")

    def has_nats_tls(self):
        return self.data(self.settings())["DAMCAST_NATS_URL"].startswith("tls://")

    def check_nats_tls(self):
        """Checks that nats-server has the certificate of its Secret, and that whoever calls it has its authority."""
        if not self.has_nats_tls():
            return
        pod = self.pods["nats"]["spec"]
        for file in re.findall(r'_file: "(.*)"', NATS_TLS.read_text()):
            secret, _key = self.mounted(pod, pod["containers"][0], file)
            self.expect(secret and secret["secretName"] == "nats-tls", f"nats-server has no volume for {file}")
        authority = self.data(self.settings())["DAMCAST_NATS_AUTHORITY"]
        for name, template in (self.pods | self.jobs).items():
            pod = template["spec"]
            for container in pod.get("initContainers", []) + pod["containers"]:
                if "DAMCAST_NATS_USER" in self.environment(container)[1]:
                    secret, key = self.mounted(pod, container, authority)
                    self.expect(secret and (secret["secretName"], key) == ("nats-tls", "ca.crt"),
                                f"{name}: {container['name']} does not know the authority of nats-server")

    def check_metrics(self):
        """Checks that metrics are where they are asked for, and at no port of a Service."""
        address = self.data(self.settings())["DAMCAST_METRICS"]
        for name in SERVICES:
            ports = {port["name"]: port["containerPort"] for port in self.pods[name]["spec"]["containers"][0]["ports"]}
            self.expect(address == f"0.0.0.0:{ports['metrics']}", f"{name} has its metrics at another port")
        for item in self.of("Service"):
            targets = {port["targetPort"] for port in item["spec"]["ports"]}
            self.expect("metrics" not in targets, f"Service {item['metadata']['name']} shows metrics to its callers")
        beside = {container["name"]: container for container in self.pods["nats"]["spec"]["containers"]}["metrics"]
        [port] = [port["containerPort"] for port in beside["ports"] if port["name"] == "metrics"]
        self.expect(f"--metrics=0.0.0.0:{port}" in beside["args"], "nats has its metrics at another port")
        log = {"name": "log", "mountPath": "/data", "readOnly": True}
        self.expect("--store=/data" in beside["args"] and log in beside["volumeMounts"],
                    "nobody tells how full the volume of the log is")
        monitors = [item["spec"]["selector"]["matchLabels"].items() for item in self.of("PodMonitor")]
        for name in [*SERVICES, "nats"] if monitors else []:
            labels = self.pods[name]["metadata"]["labels"].items()
            chosen = [monitor for monitor in monitors if monitor <= labels]
            self.expect(len(chosen) == 1, f"the metrics of {name} are asked for {len(chosen)} times")

    def settings(self):
        return self.pods["clock"]["spec"]["containers"][0]["envFrom"][0]["configMapRef"]["name"]

    def check_selectors(self):
        """Checks that each selector selects a pod, and each port of a Service is one of its pod."""
        labels = {name: pod["metadata"]["labels"].items() for name, pod in self.pods.items()}
        for item in self.of("Service") + self.of("PodDisruptionBudget") + self.of("NetworkPolicy"):
            spec, kind = item["spec"], item["kind"]
            if kind == "Service":
                wanted = [spec["selector"]]
            elif kind == "PodDisruptionBudget":
                wanted = [spec["selector"]["matchLabels"]]
            else:
                rules = spec.get("ingress", []) + spec.get("egress", [])
                ends = [end for rule in rules for end in rule.get("from", []) + rule.get("to", [])]
                wanted = [spec["podSelector"].get("matchLabels", {})]
                wanted += [end["podSelector"]["matchLabels"] for end in ends if "podSelector" in end]
            place = f"{kind} {item['metadata']['name']}"
            for selector in wanted:
                chosen = [name for name, has in labels.items() if selector.items() <= has]
                self.expect(chosen, f"{place} selects no pod with {selector}")
                if kind == "Service":
                    ports = self.pods[chosen[0]]["spec"]["containers"][0]["ports"]
                    named = {port["name"] for port in ports}
                    targets = {port["targetPort"] for port in spec["ports"]}
                    self.expect(targets <= named, f"{place} has a port that its pod has not")

    def check_images(self):
        damcast = find(r'^version = "(.*)"$', "Cargo.toml")
        nats = find(r"^readonly nats_version=(.*)$", "dev")
        known = {f"damcast:{damcast}", f"damcast-nats:{nats}"}
        for name, template in (self.pods | self.jobs).items():
            pod = template["spec"]
            for container in pod.get("initContainers", []) + pod["containers"]:
                image = container["image"]
                self.expect(image in known, f"{name} has the image {image}, and `./dev image` makes {known}")


def check_configurations(damcast):
    """Checks with nats-server that it accepts each configuration and tells in time that the log is full, and that copies
    in them agree."""
    faults = []
    files = passwords.make()
    secrets = passwords.of_users(files)
    users = set(re.findall(r"password: \$(\w+)", (NATS / "accounts.conf").read_text() + MEND.read_text()))
    if set(secrets) != users:
        faults.append(f"passwords.sh has {sorted(secrets)}, and accounts.conf {sorted(users)}")
    environment = {"DAMCAST_NATS_STORE": "/data", "DAMCAST_NATS_NAME": "nats-0"}

    def check(path, known):
        tried = subprocess.run(["nats-server", "--config", path, "-t"], capture_output=True, text=True,
                               env=os.environ | environment | known)
        if tried.returncode:
            faults.append(f"{path.name}: {tried.stderr.strip()}")

    # Whole ones; a machine without Kubernetes has its passwords in the environment, and a pod in files.
    for name in ("single.conf", "mend.conf"):
        check(NATS / name, secrets)
    for accounts in (NATS / "accounts.conf", MEND):
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            for path in [*NATS.glob("*.conf"), accounts]:
                shutil.copy(path, folder)
            for name in ("passwords.conf", "mender.conf"):
                (folder / name).write_text(files[name])
            for name in ("pod.conf", "cluster.conf"):
                check(folder / name, {})
    # The block of pod.conf replaces the other as a whole.
    one, pod = (re.search(r"^jetstream \{.*?^\}", read(f"deploy/nats/{name}.conf"), re.DOTALL | re.MULTILINE)
                  for name in ("single", "pod"))
    plain = [re.sub(r" *#.*\n| *sync_interval.*\n", "", found.group(0)) for found in (one, pod)]
    if plain[0] != plain[1]:
        faults.append("pod.conf and single.conf differ in more of jetstream than sync_interval")
    return faults + store_limit.check(damcast, secrets)


def main():
    folder, program = pathlib.Path(sys.argv[1]), Program(sys.argv[2])
    paths = sorted(folder.glob("*.yaml"))
    faults = check_configurations(sys.argv[2])
    for path in paths:
        faults += Overlay(path, program).check()
    if not paths:
        faults.append("there is no overlay")
    report("deploy", faults)
    print(f"deploy: {', '.join(path.stem for path in paths)} agree with the program and nats-server")


main()
