"""CPU time of the Envoy process per request: our cluster beside ROUND_ROBIN and RING_HASH.

One Envoy with one worker thread has a listener for each; all three lead to the same 20 workers.
A fixed open-loop load of about half of what the thread can carry goes through them in short turns,
in random order, over connections that stay, and each turn's CPU time (all threads of the process,
from the kernel's scheduler statistics) is divided by its answers. A round gives one pair croupier /
ROUND_ROBIN, one croupier / RING_HASH and, as the measure of noise, one A/A pair ROUND_ROBIN /
ROUND_ROBIN. Envoy has the last core to itself; load and workers share the first.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "tests/integration"))

from harness import BIN, Envoy, Fleet, Worker, envoy_config, fleet_document, socket_address  # noqa: E402
from ratios import interval  # noqa: E402

SEED = 1
CORES = sorted(os.sched_getaffinity(0))
LOAD_CORE, ENVOY_CORE = CORES[0], CORES[-1]


def plain_cluster(name, policy, workers):
    cluster = {
        "name": name,
        "connect_timeout": "0.25s",
        "lb_policy": policy,
        "load_assignment": {
            "cluster_name": name,
            "endpoints": [
                {
                    "lb_endpoints": [
                        {"endpoint": {"address": socket_of(worker.address)}} for worker in workers
                    ]
                }
            ],
        },
    }
    return cluster


def socket_of(address):
    host, _, port = address.rpartition(":")
    return {"socket_address": {"address": host, "port_value": int(port)}}


def plain_listener(name, cluster, hashed):
    action = {
        "cluster": cluster,
        "timeout": "15s",
        "retry_policy": {"retry_on": "connect-failure,refused-stream,reset", "num_retries": 3},
    }
    if hashed:
        action["hash_policy"] = [{"header": {"header_name": "x-tenant"}}]
    hcm = "type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3"
    router = "type.googleapis.com/envoy.extensions.filters.http.router.v3.Router"
    manager = {
        "@type": f"{hcm}.HttpConnectionManager",
        "stat_prefix": name,
        "use_remote_address": True,
        "normalize_path": True,
        "merge_slashes": True,
        "route_config": {
            "virtual_hosts": [
                {
                    "name": name,
                    "domains": ["*"],
                    "routes": [{"match": {"prefix": "/"}, "route": action}],
                }
            ]
        },
        "http_filters": [
            {"name": "envoy.filters.http.router", "typed_config": {"@type": router}}
        ],
    }
    filters = [
        {"name": "envoy.filters.network.http_connection_manager", "typed_config": manager}
    ]
    return {
        "name": name,
        "address": socket_address(0),
        "filter_chains": [{"filters": filters}],
    }


class Bench:
    def __init__(self, folder, workers, known_tenants):
        document = fleet_document(workers, hand_size=4)
        names = pathlib.Path(folder) / "tenants.txt"
        names.write_text("".join(f"tenant-{i}\n" for i in range(known_tenants)))
        document["tenant_files"] = [names.name]
        fleet = Fleet(folder, document)
        fleet.snapshot()
        config = envoy_config(fleet)
        resources = config["static_resources"]
        resources["clusters"].append(plain_cluster("round_robin", "ROUND_ROBIN", workers))
        resources["clusters"].append(plain_cluster("ring_hash", "RING_HASH", workers))
        resources["listeners"].append(plain_listener("round_robin", "round_robin", False))
        resources["listeners"].append(plain_listener("ring_hash", "ring_hash", True))
        self.envoy = Envoy(folder, config, concurrency=1)
        self.ports = self.envoy.ports()
        self.tenants = min(known_tenants, 2000)  # that ask; all are known
        if LOAD_CORE != ENVOY_CORE:
            for task in pathlib.Path(f"/proc/{self.envoy.process.child.pid}/task").iterdir():
                os.sched_setaffinity(int(task.name), {ENVOY_CORE})

    def costs(self, listeners, rate, seconds, rounds):
        """CPU microseconds per answer: one list a round, in the order of the listeners."""
        out = subprocess.run(
            [str(part) for part in (BIN / "envoy_load", self.envoy.process.child.pid, rate, seconds, rounds, SEED,
             self.tenants, *(self.ports[listener] for listener in listeners))],
            stdout=subprocess.PIPE, check=True,
        ).stdout
        return [json.loads(line) for line in out.splitlines()]


def measure(bench, rounds, seconds):
    (probe,) = zip(*bench.costs(["round_robin"], 1500, 0.3, 5))
    rate = round(0.5 * 1e6 / statistics.median(probe))
    names = ["croupier", "round_robin", "ring_hash", "round_robin again"]
    rows = bench.costs([name.split()[0] for name in names], rate, seconds, rounds)
    print(f"  load {rate} requests/s, {rounds} rounds, turns of {seconds} s")
    costs = dict(zip(names, zip(*rows)))
    for name in names:
        print(f"  {name:18} {statistics.median(costs[name]):7.2f} us of CPU per request (median)")

    def row(label, ours, theirs):
        mean, low, high = interval([a / b for a, b in zip(costs[ours], costs[theirs])])
        print(f"  {label:28} ratio {mean:.3f}, 95 % interval {low:.3f} to {high:.3f}")

    row("croupier / ROUND_ROBIN", "croupier", "round_robin")
    row("croupier / RING_HASH", "croupier", "ring_hash")
    row("A/A, ROUND_ROBIN / itself", "round_robin again", "round_robin")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=250)
    parser.add_argument("--seconds", type=float, default=0.2)
    parser.add_argument("--tenants", type=int, nargs="*", default=[200, 100_000])
    options = parser.parse_args()
    os.sched_setaffinity(0, {LOAD_CORE})  # workers and load inherit it
    workers = [Worker(f"w{i}") for i in range(20)]
    try:
        for known in options.tenants:
            with tempfile.TemporaryDirectory() as folder:
                print(f"{known} known tenants:")
                bench = Bench(folder, workers, known)
                try:
                    measure(bench, options.rounds, options.seconds)
                finally:
                    bench.envoy.stop()
    finally:
        for worker in workers:
            worker.stop()


if __name__ == "__main__":
    main()
