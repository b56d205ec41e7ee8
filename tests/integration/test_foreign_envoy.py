"""An Envoy that somebody else configures: our parts in it, the second door, and wrong settings."""

import contextlib
import json
import re

import pytest

from harness import (
    Envoy,
    Fleet,
    Stack,
    Worker,
    envoy_config,
    eventually,
    fleet_document,
    manager_of,
    request,
    run_croupier,
    socket_address,
    stack,
    validate,
)

TYPES = "type.googleapis.com"
MODULE = {"name": "croupier", "metrics_namespace": "croupier", "do_not_close": True}
ROUTER = {
    "name": "envoy.filters.http.router",
    "typed_config": {"@type": f"{TYPES}/envoy.extensions.filters.http.router.v3.Router"},
}


def string_value(text):
    return {"@type": f"{TYPES}/google.protobuf.StringValue", "value": text}


def listener_named(name, **manager):
    manager_type = (
        f"{TYPES}/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager"
    )
    return {
        "name": name,
        "address": socket_address(0),
        "filter_chains": [
            {
                "filters": [
                    {
                        "name": "envoy.filters.network.http_connection_manager",
                        "typed_config": {"@type": manager_type, "stat_prefix": name, **manager},
                    }
                ]
            }
        ],
    }


def static_cluster(name, workers, **more):
    endpoints = []
    for worker in workers:
        host, _, port = worker.address.rpartition(":")
        address = {"socket_address": {"address": host, "port_value": int(port)}}
        endpoints.append({"endpoint": {"address": address}})
    return {
        "name": name,
        "type": "STATIC",
        "connect_timeout": "0.250s",
        "load_assignment": {"cluster_name": name, "endpoints": [{"lb_endpoints": endpoints}]},
        **more,
    }


@contextlib.contextmanager
def crew_of(count, prefix="w"):
    with contextlib.ExitStack() as cleanup:
        crew = []
        for number in range(count):
            worker = Worker(f"{prefix}{number}")
            cleanup.callback(worker.stop)
            crew.append(worker)
        yield crew


@contextlib.contextmanager
def own_envoy(folder, crew, bootstrap_of, document_change=None, **deck):
    """A fleet on disk, and an Envoy with a bootstrap written by hand around it."""
    document = fleet_document(crew, **deck)
    if document_change:
        document_change(document)
    fleet = Fleet(folder, document)
    fleet.snapshot()
    envoy = Envoy(folder, bootstrap_of(fleet))
    try:
        yield Stack(fleet, envoy, crew)
    finally:
        envoy.stop()


# ---- fragments ----


def fragments_of(fleet):
    printed = run_croupier(
        "envoy-config", fleet.path, "--snapshot", fleet.snapshot_folder, "--fragments"
    )
    return json.loads(printed)


def bootstrap_with(parts, own_worker):
    """Somebody's Envoy, with a listener, a route and a cluster of its own beside our parts."""
    ours = parts["route_config"]["virtual_hosts"][0]["routes"]
    own_route = {"match": {"prefix": "/own/"}, "route": {"cluster": "own"}}
    # Their own route does not want our filter.
    own_route["typed_per_filter_config"] = {
        "croupier": {"@type": f"{TYPES}/envoy.config.route.v3.FilterConfig", "disabled": True}
    }
    hosts = [{"name": "all", "domains": ["*"], "routes": [own_route, *ours]}]
    return {
        "admin": {"address": socket_address(0)},
        "bootstrap_extensions": [parts["bootstrap_extension"]],
        "static_resources": {
            "listeners": [
                listener_named(
                    "theirs",
                    route_config={"name": "theirs", "virtual_hosts": hosts},
                    http_filters=[*parts["http_filters"], ROUTER],
                    local_reply_config=parts["local_reply_config"],
                    use_remote_address=True,
                )
            ],
            "clusters": [static_cluster("own", [own_worker]), *parts["clusters"]],
        },
    }


def test_fragments_serve_inside_a_foreign_envoy(tmp_path):
    with crew_of(6) as crew, crew_of(1, "own") as (own,):

        def bootstrap_of(fleet):
            return bootstrap_with(fragments_of(fleet), own)

        with own_envoy(tmp_path, crew, bootstrap_of, hand_size=3) as running:
            assert {running.get("acme").worker for _ in range(30)} == set(running.hand("acme"))
            assert request(running.port, "/own/x").worker == own.id
            assert request(running.port).reason == "no tenant identity"
            with running.down(*running.members("acme")):
                got = running.get("acme")
                assert (got.status, got.text.strip()) == (503, "hand exhausted 3 of 3")
            code, log = validate(tmp_path, running.envoy.config)
            assert code == 0, log


HEALTH = {"path": "/healthz", "interval": "1s", "timeout": "500ms"}


@pytest.mark.parametrize("protocol", ["http1", "http2"])
@pytest.mark.parametrize("health", [None, HEALTH], ids=["unchecked", "checked"])
def test_envoy_accepts_both_printed_forms(tmp_path, protocol, health):
    workers = [{"id": f"w{n}", "address": f"127.0.0.1:{1000 + n}"} for n in range(6)]
    deck = {"protocol": protocol, "worker_headers": True, "spill": ["w5"]}
    if health:
        deck["health"] = health
    fleet = Fleet(tmp_path, fleet_document(workers, **deck))
    own = Stranger("own", "127.0.0.1:999")
    for config in (envoy_config(fleet), bootstrap_with(fragments_of(fleet), own)):
        code, log = validate(tmp_path, config)
        assert code == 0, log


class Stranger:
    """A worker that is only an address."""

    def __init__(self, worker_id, address):
        self.id, self.address = worker_id, address


# ---- the second door: a load-balancing policy over static endpoints ----


def policy(config='{"deck":"api"}'):
    policies = f"{TYPES}/envoy.extensions.load_balancing_policies"
    typed = {
        "@type": f"{policies}.dynamic_modules.v3.DynamicModulesLoadBalancerConfig",
        "dynamic_module_config": MODULE,
        "lb_policy_name": "croupier",
        "lb_policy_config": string_value(config),
    }
    name = "envoy.load_balancing_policies.dynamic_modules"
    return {"policies": [{"typed_extension_config": {"name": name, "typed_config": typed}}]}


def filter_of(config, name="croupier"):
    typed = {
        "@type": f"{TYPES}/envoy.extensions.filters.http.dynamic_modules.v3.DynamicModuleFilter",
        "dynamic_module_config": MODULE,
        "filter_name": name,
    }
    if config is not None:
        typed["filter_config"] = string_value(config)
    return {"name": "croupier", "typed_config": typed}


POLICY_FILTER = {
    "deck": "api",
    "door": "policy",
    "missing": "refuse",
    "identity": [{"header": "x-tenant", "trusted": ["127.0.0.1/32"]}],
}


def policy_bootstrap(fleet, crew, **more):
    parts = fragments_of(fleet)
    route = {
        "cluster": "workers",
        "hash_policy": [{"filter_state": {"key": "envoy.hashable_string"}}],
        "retry_policy": {
            "num_retries": 0,
            "retry_back_off": {"base_interval": "0.005s", "max_interval": "0.050s"},
        },
    }
    routes = {
        "name": "theirs",
        "virtual_hosts": [
            {
                "name": "all",
                "domains": ["*"],
                "routes": [{"match": {"prefix": "/"}, "route": route}],
            }
        ],
    }
    filters = [filter_of(json.dumps(POLICY_FILTER)), ROUTER]
    reply = parts["local_reply_config"]
    met = {"route_config": routes, "http_filters": filters, "local_reply_config": reply}
    unmet = {"route_config": routes, "http_filters": [ROUTER]}
    cluster = static_cluster(
        "workers",
        crew,
        load_balancing_policy=policy(),
        common_lb_config={"healthy_panic_threshold": {"value": 0.0}},
        circuit_breakers=parts["clusters"][0]["circuit_breakers"],
        **more,
    )
    return {
        "admin": {"address": socket_address(0)},
        "bootstrap_extensions": [parts["bootstrap_extension"]],
        "static_resources": {
            "listeners": [listener_named("croupier", **met), listener_named("unmet", **unmet)],
            "clusters": [cluster],
        },
    }


@pytest.fixture(scope="module")
def second_door(tmp_path_factory):
    folder = tmp_path_factory.mktemp("policy")
    with crew_of(8) as crew:

        def bootstrap_of(fleet):
            return policy_bootstrap(fleet, crew)

        with own_envoy(folder, crew, bootstrap_of, hand_size=3) as running:
            yield running


def test_the_policy_keeps_requests_inside_the_hand(second_door):
    for tenant in ("acme", "globex", "initech"):
        answers = [second_door.get(tenant) for _ in range(30)]
        assert {a.status for a in answers} == {200}
        assert {a.worker for a in answers} == set(second_door.hand(tenant))


def test_the_policy_fails_over_inside_the_hand(second_door):
    hand = second_door.members("acme")
    with second_door.down(*hand[:2]), second_door.counted("failovers") as failovers:
        answers = [second_door.get("acme") for _ in range(30)]
        assert {(a.status, a.worker) for a in answers} == {(200, hand[2].id)}
        assert failovers() > 0


def test_the_policy_says_when_the_hand_is_exhausted(second_door):
    hand = second_door.members("acme")
    with second_door.down(*hand), second_door.counted("attempts") as attempts:
        got = second_door.get("acme")
        assert (got.status, got.reason) == (503, "hand exhausted 3 of 3")
        assert attempts() == 3


def test_the_policy_shows_workers_nothing_of_its_token(second_door):
    seen = second_door.get("acme", "/headers").json()
    assert not [name for name in seen if name.startswith("x-croupier")]


def test_the_policy_refuses_requests_that_never_met_the_filter(second_door):
    with second_door.counted("refused{no_filter}") as refused:
        got = request(second_door.envoy.ports()["unmet"], headers={"x-tenant": "acme"})
        assert got.status == 503
        assert refused() == 1


def test_the_policy_keeps_the_hand_when_health_moves_the_indices(tmp_path):
    """Envoy counts healthy hosts only; one that is down shifts the numbers of those behind it."""
    check = {
        "timeout": "0.5s",
        "interval": "0.1s",
        "no_traffic_interval": "0.1s",
        "unhealthy_threshold": 1,
        "healthy_threshold": 1,
        "http_health_check": {"path": "/healthz"},
    }
    with crew_of(8) as crew:

        def bootstrap_of(fleet):
            return policy_bootstrap(fleet, crew, health_checks=[check])

        with own_envoy(tmp_path, crew, bootstrap_of, hand_size=3) as running:
            for tenant in ("acme", "globex", "initech"):
                running.envoy.wait_healthy(8, "workers")
                hand = running.members(tenant)
                first_stranger = next(worker for worker in crew if worker not in hand)
                with running.down(first_stranger, hand[0]):
                    running.envoy.wait_healthy(6, "workers")
                    running.serve_without_failover(tenant, hand[1:])
            assert running.envoy.metric("stale_hosts") == 0


# ---- settings that are wrong ----


@pytest.fixture(scope="module")
def good_fleet(tmp_path_factory):
    workers = [{"id": f"w{n}", "address": f"127.0.0.1:{1000 + n}"} for n in range(4)]
    fleet = Fleet(tmp_path_factory.mktemp("good"), fleet_document(workers))
    fleet.snapshot()
    return fleet


def put_bootstrap(config, text):
    config["bootstrap_extensions"][0]["typed_config"]["extension_config"] = string_value(text)


def put_cluster(config, text):
    cluster = config["static_resources"]["clusters"][0]
    cluster["cluster_type"]["typed_config"]["cluster_config"] = string_value(text)


def put_policy(config, text):
    static = config["static_resources"]
    workers = [Stranger("w0", "127.0.0.1:1000")]
    static["clusters"].append(static_cluster("other", workers, load_balancing_policy=policy(text)))


def put_filter(config, text):
    manager = manager_of(config["static_resources"]["listeners"][0])
    manager["http_filters"][0] = filter_of(text)


def put_route(config, text):
    manager = manager_of(config["static_resources"]["listeners"][0])
    route = manager["route_config"]["virtual_hosts"][0]["routes"][0]
    route["typed_per_filter_config"]["croupier"]["filter_config"] = string_value(text)


DECK_RULES = {
    "not JSON": ("{deck: api}", "deck config is not JSON"),
    "empty": ("", "deck config is not JSON"),
    "not an object": ("[]", "deck config is not an object"),
    "no deck": ("{}", 'deck config lacks "deck"'),
    "empty deck": ('{"deck":""}', 'deck config: "deck" is empty'),
    "deck of another type": ('{"deck":7}', "deck config.deck is not a string"),
    "unknown key": ('{"deck":"api","dekc":1}', 'deck config has an unknown key "dekc"'),
}
GARBAGE = [
    *((put_cluster, f"cluster, {name}", *rule) for name, rule in DECK_RULES.items()),
    *((put_policy, f"policy, {name}", *rule) for name, rule in DECK_RULES.items()),
    (put_bootstrap, "bootstrap, not JSON", "snapshot", "bootstrap config is not JSON"),
    (put_bootstrap, "bootstrap, empty", "", "bootstrap config is not JSON"),
    (put_bootstrap, "bootstrap, no snapshot", "{}", 'bootstrap config lacks "snapshot"'),
    (
        put_bootstrap,
        "bootstrap, unknown key",
        '{"snapshot":"s","keys":[],"config_digest":"","x":1}',
        'bootstrap config has an unknown key "x"',
    ),
    (
        put_bootstrap,
        "bootstrap, bad key",
        '{"snapshot":"s","keys":[{"id":"k"}],"config_digest":""}',
        'bootstrap config keys lacks "file"',
    ),
    (put_filter, "filter, not JSON", "\x01\x02", "filter config is not JSON"),
    (put_filter, "filter, empty", "", "filter config is not JSON"),
    (put_filter, "filter, no identity", "{}", 'filter config lacks "identity"'),
    (
        put_filter,
        "filter, unknown word",
        '{"identity":[],"missing":"perhaps"}',
        'filter config.missing is not one of "refuse" "guest"',
    ),
    (
        put_filter,
        "filter, bad range",
        '{"identity":[{"header":"x","trusted":["10.0.0.0/99"]}],"missing":"refuse"}',
        'identity[0].trusted: "10.0.0.0/99" is not an address range such as 10.0.0.0/8',
    ),
    (
        put_filter,
        "filter, unknown key",
        '{"identity":[],"missing":"refuse","y":1}',
        'filter config has an unknown key "y"',
    ),
    (put_route, "route, not JSON", "]", "route config is not JSON"),
    (put_route, "route, unknown key", '{"dekc":"api"}', 'route config has an unknown key "dekc"'),
    (
        put_route,
        "route, unknown word",
        '{"repeat":"sometimes"}',
        'route config.repeat is not one of "idempotent" "never-sent" "always"',
    ),
]


@pytest.mark.parametrize(
    ("put", "text", "reason"), [(p, t, r) for p, _, t, r in GARBAGE], ids=[g[1] for g in GARBAGE]
)
def test_wrong_settings_are_refused_with_a_readable_reason(good_fleet, tmp_path, put, text, reason):
    config = envoy_config(good_fleet)
    put(config, text)
    code, log = validate(tmp_path, config)
    assert code == 1, log  # a crash would be a negative number
    assert f"croupier: {reason}" in log, log


def test_wrong_settings_stop_a_start_as_well(good_fleet, tmp_path):
    config = envoy_config(good_fleet)
    put_cluster(config, "{}")
    envoy = Envoy(tmp_path, config, wait=False)
    try:
        assert envoy.process.child.wait(20) == 1
        assert 'croupier: deck config lacks "deck"' in envoy.log_text()
    finally:
        envoy.kill()


def test_two_bootstrap_extensions_are_refused(good_fleet, tmp_path):
    config = envoy_config(good_fleet)
    config["bootstrap_extensions"] *= 2
    code, log = validate(tmp_path, config)
    assert code == 1, log
    assert "croupier: only one bootstrap extension may be configured" in log


def test_without_the_bootstrap_extension_envoy_starts_and_refuses(tmp_path):
    def without(config):
        del config["bootstrap_extensions"]

    with stack(tmp_path, workers=2, hand_size=1, config_change=without) as running:
        got = running.get("acme")
        assert (got.status, got.reason) == (503, "no snapshot")
        assert re.search("croupier: .*bootstrap extension", running.envoy.log_text())


def test_two_clusters_of_one_deck_keep_its_hands(tmp_path):
    """Two clusters of one deck share its workers: each keeps the hand."""

    def twice(config):
        static = config["static_resources"]
        second = json.loads(json.dumps(static["clusters"][0]))
        second["name"] = "second"
        static["clusters"].append(second)
        routes = manager_of(static["listeners"][0])["route_config"]["virtual_hosts"][0]["routes"]
        copy = json.loads(json.dumps(routes[0]))
        copy["match"] = {"prefix": "/second/"}
        copy["route"]["cluster"] = "second"
        routes.insert(0, copy)

    with stack(tmp_path, workers=6, hand_size=2, config_change=twice) as running:
        hand = set(running.hand("acme"))
        for path in ("/", "/second/"):
            assert {running.get("acme", path).worker for _ in range(12)} == hand
        eventually(lambda: running.envoy.metric("attempts") == 24, "all attempts are counted")
