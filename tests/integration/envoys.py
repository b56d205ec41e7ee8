"""A stock Envoy with the module: its configuration, its process, its admin page."""

import importlib.util
import json
import os
import pathlib
import re
import subprocess

from fleets import run_croupier
from processes import LIB, Process, eventually, request


def envoy_binary():
    """The path of the stock Envoy in the Python package of that name."""
    (folder,) = importlib.util.find_spec("envoy").submodule_search_locations
    return str(pathlib.Path(folder) / "_bin" / "envoy")


class Envoy:
    """An Envoy's process. `config` is a bootstrap, whose ports are replaced by free ones."""

    def __init__(self, folder, config, concurrency=1, wait=True, arguments=()):
        self.folder = pathlib.Path(folder)
        self.config_path = self.folder / "envoy.json"
        self.admin_path = self.folder / "admin.txt"
        self.log_path = self.folder / "envoy.log"
        config.setdefault("admin", {})["address"] = socket_address(0)
        for listener in config["static_resources"]["listeners"]:
            listener["address"]["socket_address"]["port_value"] = 0
        self.config = config
        self.concurrency, self.arguments = concurrency, arguments
        self.process = None
        self.start(wait)

    def start(self, wait=True):
        self.config_path.write_text(json.dumps(self.config))
        self.admin_path.unlink(missing_ok=True)
        environment = dict(os.environ, ENVOY_DYNAMIC_MODULES_SEARCH_PATH=str(LIB))
        self.log = open(self.log_path, "ab")
        self.process = Process(
            [
                envoy_binary(),
                *("-c", self.config_path),
                *("--concurrency", self.concurrency),
                *("--admin-address-path", self.admin_path),
                "--use-dynamic-base-id",
                *("--file-flush-interval-msec", 20),
                *("-l", "info"),
                *self.arguments,
            ],
            env=environment,
            stdout=self.log,
            stderr=self.log,
        )
        if wait:
            try:
                self.wait_ready()
            except AssertionError:
                self.kill()
                raise

    def wait_ready(self):
        def ready():
            assert self.process.alive(), self.log_text()[-4000:]
            return self.admin("/ready").status == 200 and self.ports()

        eventually(ready, "Envoy is ready")

    @property
    def admin_port(self):
        return int(self.admin_path.read_text().strip().rpartition(":")[2])

    def admin(self, path, method="GET"):
        return request(self.admin_port, path, method=method)

    def ports(self):
        listeners = self.admin("/listeners?format=json").json().get("listener_statuses", [])
        return {
            one["name"]: one["local_address"]["socket_address"]["port_value"] for one in listeners
        }

    @property
    def port(self):
        ports = self.ports()
        return ports.get("croupier") or next(iter(ports.values()))

    def status(self):
        return self.admin("/croupier/status").json()

    def wait_version(self, version):
        eventually(lambda: self.status().get("version") == version, f"version {version} in service")

    def metrics(self):
        """Our counters and gauges by name, up to date; labelled ones as name{reason}."""
        self.status()  # carries what the threads have counted into Envoy's stats
        values = {}
        for line in self.admin("/stats/prometheus").text.splitlines():
            match = re.match(r"envoy_croupier_(\w+)\{(.*)\} (\d+)", line)
            if not match:
                continue
            name, labels, value = match.groups()
            label = re.search(r'reason="([^"]*)"', labels)
            values[name + (f"{{{label.group(1)}}}" if label else "")] = int(value)
        return values

    def metric(self, name):
        return self.metrics().get(name, 0)

    def wait_healthy(self, count, cluster="croupier_api"):
        """Waits until exactly `count` hosts of the cluster pass their checks."""

        def healthy():
            for one in self.admin("/clusters?format=json").json().get("cluster_statuses", []):
                if one["name"] == cluster:
                    hosts = one.get("host_statuses", [])
                    good = [h for h in hosts if not bad_health(h["health_status"])]
                    return len(good) == count
            return False

        eventually(healthy, f"{count} healthy hosts in {cluster}")

    def log_text(self):
        return self.log_path.read_text(errors="replace")

    def stop(self):
        try:
            code = self.process.stop()
            assert code == 0, f"Envoy ended with {code}:\n{self.log_text()[-4000:]}"
        finally:
            self.log.close()

    def kill(self):
        self.process.kill()
        self.log.close()


def bad_health(status):
    return any(
        status.get(flag)
        for flag in ("failed_active_health_check", "pending_active_hc", "active_hc_timeout")
    ) or status.get("eds_health_status") == "UNHEALTHY"


def manager_of(listener):
    """The HTTP connection manager in a listener of a bootstrap."""
    return listener["filter_chains"][0]["filters"][0]["typed_config"]


def validate(folder, config):
    """Envoy's exit status and log for a configuration, by --mode validate."""
    path = pathlib.Path(folder) / "validated.json"
    path.write_text(json.dumps(config))
    done = subprocess.run(
        [envoy_binary(), "--mode", "validate", "-c", str(path), "-l", "info"],
        env=dict(os.environ, ENVOY_DYNAMIC_MODULES_SEARCH_PATH=str(LIB)),
        capture_output=True,
        text=True,
        errors="replace",
        timeout=60,
    )
    return done.returncode, done.stdout + done.stderr


def socket_address(port):
    return {"socket_address": {"address": "127.0.0.1", "port_value": port}}


def envoy_config(fleet, *arguments):
    out = run_croupier(
        "envoy-config", fleet.path, "--snapshot", fleet.snapshot_folder, *arguments
    )
    return json.loads(out)
