"""The gateway of an overlay, for `rehearse.py`: HAProxy, with the listeners and routes of the manifests.

It stands for the controller that a cluster has: TLS ends there, and each request goes to the Service that the HTTPRoute
names, by HTTP/2 where the port of the Service says so.
"""

import asyncio
import subprocess

# Times as HAProxy writes them. A watch is silent for a quarter of a minute at most.
DEFAULTS = """global
  maxconn 2000
defaults
  mode http
  timeout connect 5s
  timeout client 1h
  timeout server 1h
  timeout http-request 10s
  option forwardfor
"""
PORTS = {"HTTPS": 443, "HTTP": 80}


class Gateway:
    """HAProxy at an address of its own, with the certificate of the Secret that the Gateway names."""

    def __init__(self, cluster, program, certificate):
        [gateway] = cluster.of("Gateway")
        self.cluster, self.program, self.certificate = cluster, program, certificate
        self.listeners = {item["name"]: item for item in gateway["spec"]["listeners"]}
        self.host = self.listeners["https"]["hostname"]
        self.address, self.backends = cluster.address(), {}

    def server(self, rule):
        """Returns the name of the backend to which a rule leads."""
        [to] = rule["backendRefs"]
        ports = self.cluster.one("Service", to["name"])["spec"]["ports"]
        [port] = [port for port in ports if port["port"] == to["port"]]
        protocol = " proto h2" if port.get("appProtocol") == "kubernetes.io/h2c" else ""
        name = f"{to['name']}-{to['port']}"
        self.backends[name] = f"  server pods {self.cluster.hosts[to['name']]}:{to['port']}{protocol}"
        return name

    def frontend(self, route):
        """Returns the lines of a listener and of the route that it has."""
        spec = route["spec"]
        listener = self.listeners[spec["parentRefs"][0]["sectionName"]]
        tls = f" ssl crt {self.certificate} alpn h2,http/1.1" if listener["protocol"] == "HTTPS" else ""
        lines = [f"frontend {listener['name']}", f"  bind {self.address}:{PORTS[listener['protocol']]}{tls}",
                 f"  http-request deny deny_status 404 unless {{ hdr(host),host_only -i {' '.join(spec['hostnames'])} }}"]
        for rule in spec["rules"]:
            for item in rule.get("filters", []):
                redirect = item["requestRedirect"]
                lines.append(f"  redirect scheme {redirect['scheme']} code {redirect['statusCode']}")
            for match in rule.get("matches", []):
                prefix = match["path"]["value"]
                lines.append(f"  use_backend {self.server(rule)} if {{ path_beg {prefix}/ }} or {{ path {prefix} }}")
            if "backendRefs" in rule and "matches" not in rule:
                lines.append(f"  default_backend {self.server(rule)}")
        return lines

    async def serve(self):
        """Starts it; it ends with the rehearsal."""
        subprocess.run(["ip", "addr", "add", f"{self.address}/24", "dev", "pods"], check=True)
        lines = [line for route in self.cluster.of("HTTPRoute") for line in self.frontend(route)]
        for name, server in self.backends.items():
            lines += [f"backend {name}", server]
        path = self.cluster.folder / "haproxy.cfg"
        path.write_text(DEFAULTS + "\n".join(lines) + "\n")
        log = open(self.cluster.folder / "haproxy.log", "ab")
        return await asyncio.create_subprocess_exec(self.program, "-db", "-f", path, stdout=log, stderr=log)
