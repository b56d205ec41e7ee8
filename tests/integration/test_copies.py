"""Fleets of the policies that copy what others deal, against what those others dealt."""

import datetime
import json
import pathlib

import pytest

from command_line import ROOT, croupier
from fleets import Fleet

VECTORS = ROOT / "tests" / "vectors"


def vectors(name: str) -> dict:
    return json.loads((VECTORS / f"{name}.json").read_text())


def fleet_of(folder: pathlib.Path, workers: list[dict], decks: list[dict]) -> Fleet:
    """A fleet of one or more decks; the hand of each tenant comes from the command line."""
    routes = [{"path": f"/{deck['name']}/", "deck": deck["name"]} for deck in decks]
    document = {"version": 1, "workers": workers, "decks": decks, "routes": routes}
    return Fleet(folder, document)


def dealt(fleet: Fleet, tenants: list[str]) -> dict[str, list[str]]:
    """By tenant; each is dealt once."""
    return fleet.hands(list(dict.fromkeys(tenants)))


def fits(tenant: str) -> bool:
    """The vectors also have ids that no fleet takes."""
    printable = not any(ord(c) < 0x20 or 0x7F <= ord(c) <= 0x9F for c in tenant)
    return printable and 1 <= len(tenant.encode()) <= 255


def grouped(cases: list[dict], *keys: str) -> dict[tuple, list[dict]]:
    groups: dict[tuple, list[dict]] = {}
    for case in cases:
        groups.setdefault(tuple(case[key] for key in keys), []).append(case)
    return groups


def test_apf_deals_the_flows_of_kubernetes(tmp_path: pathlib.Path) -> None:
    checked = 0
    groups = grouped(vectors("apf_dealer")["flows"], "flow_schema", "queues", "hand_size")
    for (schema, queues, size), cases in groups.items():
        if not fits(schema) or queues > 1024:
            continue
        workers = [{"id": f"queue-{i}"} for i in range(queues)]
        deck = {"name": "api", "policy": "apf", "apf": {"flow_schema": schema}, "hand_size": size}
        fleet = fleet_of(tmp_path, workers, [deck])
        cases = [case for case in cases if fits(case["distinguisher"])]
        hands = dealt(fleet, [case["distinguisher"] for case in cases])
        for case in cases:
            assert hands[case["distinguisher"]] == [f"queue-{q}" for q in case["hand"]]
            checked += 1
    assert checked >= 50


def test_infima_deals_its_lattices(tmp_path: pathlib.Path) -> None:
    names = {"az4_ver4", "az3x6", "az2x10", "single20_two_adds"}
    data = vectors("infima_simple")
    lattices = {one["name"]: one for one in data["lattices"]}
    checked = 0
    for (name, seed, each), cases in grouped(
        data["cases"], "lattice", "seed", "endpoints_per_cell"
    ).items():
        if name not in names:
            continue
        lattice = lattices[name]
        workers = [
            {"id": endpoint, "attributes": dict(zip(lattice["dimensions"], sector["coordinate"]))}
            for sector in lattice["sectors_in_insertion_order"]
            for endpoint in reversed(sector["endpoints"])  # a later one goes in front
        ]
        cases = [case for case in cases if fits(case["id"]) and "all_endpoints" in case]
        if not cases:
            continue
        options = {"dimensions": lattice["dimensions"], "seed": int(seed)}
        size = len(cases[0]["all_endpoints"])
        deck = {"name": "api", "policy": "infima", "infima": options, "hand_size": size}
        hands = dealt(fleet_of(tmp_path, workers, [deck]), [case["id"] for case in cases])
        for case in cases:
            assert hands[case["id"]] == case["all_endpoints"]
            checked += 1
    assert checked >= 50


def ring_page(instances: list[dict], now: str = "2026-05-28T20:26:40Z") -> dict:
    """As dskit shows the ring of a vector."""

    def time(seconds: int) -> str:
        if seconds <= 0:
            return "0001-01-01T00:00:00Z"
        moment = datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc)
        return moment.strftime("%Y-%m-%dT%H:%M:%SZ")

    shards = [
        {
            "id": one["id"],
            "state": one["state"],
            "address": "",
            "timestamp": now,
            "registered_timestamp": time(one["registered_timestamp"]),
            "read_only": one["read_only"],
            "read_only_updated_timestamp": time(one["read_only_updated_timestamp"]),
            "zone": one["zone"],
            "tokens": one["tokens"],
        }
        for one in instances
    ]
    return {"shards": shards, "now": now}


def largest_full_size(instances: list[dict], zone_aware: bool) -> int:
    """What every zone can give its part of, where all own tokens or none is taken whole."""
    zones: dict[str, list[dict]] = {}
    for one in instances:
        zones.setdefault(one["zone"] if zone_aware else "", []).append(one)
    able = [sum(bool(one["tokens"]) and not one["read_only"] for one in z) for z in zones.values()]
    return min(able) * len(zones)


@pytest.mark.parametrize("name", ["r12z3", "r10nz", "r60z3", "r13uneven", "r15lookback"])
def test_mimir_ring_deals_the_shards_of_dskit(tmp_path: pathlib.Path, name: str) -> None:
    data = vectors("mimir_ring")
    ring = next(one for one in data["rings"] if one["name"] == name)
    (tmp_path / "ring.json").write_text(json.dumps(ring_page(ring["instances"])))
    zone_aware = ring["zone_awareness_enabled"]
    workers = [
        {"id": one["id"], **({"zone": one["zone"]} if one["zone"] else {})}
        for one in ring["instances"]
    ]
    looking_back = [
        case for case in data["lookback"] if case["now"] == 1780000000 and case["ring"] == name
    ]
    plain = [case for case in data["shuffle_shard"] if case["ring"] == name]
    checked = 0
    for case_list, keys in ((plain, ("size",)), (looking_back, ("size", "lookback_seconds"))):
        for key, cases in grouped(case_list, *keys).items():
            options = {"ring_file": "ring.json", "zone_aware": zone_aware}
            if len(key) == 2 and key[1] > 86_400:
                continue  # a fleet's times end there
            if len(key) == 2 and key[1] > 0:
                options["lookback"] = f"{key[1]}s"
            size = key[0] if key[0] > 0 else "all"
            deck = {"name": "api", "policy": "mimir-ring", "mimir-ring": options}
            fleet = fleet_of(tmp_path, workers, [{**deck, "hand_size": size}])
            cases = [case for case in cases if fits(case["tenant"])]
            check = croupier("check", fleet.path)
            if check.returncode != 0:  # somebody runs out, so that shards are smaller or uneven
                assert b"does not fit deck" in check.stdout or b"is more than" in check.stdout
                assert size > largest_full_size(ring["instances"], zone_aware)
                continue
            hands = dealt(fleet, [case["tenant"] for case in cases])
            for case in cases:
                assert sorted(hands[case["tenant"]]) == case["ids"]
                checked += 1
    assert checked >= 30


def test_mimir_queriers_deals_the_schedulers_queriers(tmp_path: pathlib.Path) -> None:
    data = vectors("mimir_queriers")
    checked = 0
    for (name, limit), cases in grouped(data["cases"], "querier_set", "max_queriers").items():
        queriers = data["querier_sets"][name]
        size = "all" if cases[0]["all_queriers"] else limit
        deck = {"name": "api", "policy": "mimir-queriers", "hand_size": size}
        fleet = fleet_of(tmp_path, [{"id": one} for one in queriers], [deck])
        cases = [case for case in cases if fits(case["tenant"])]
        hands = dealt(fleet, [case["tenant"] for case in cases])
        for case in cases:
            assert sorted(hands[case["tenant"]]) == sorted(case["queriers"])
            checked += 1
    assert checked >= 500


def test_thanos_deals_the_endpoints_of_its_hashrings(tmp_path: pathlib.Path) -> None:
    data = vectors("thanos_hashring")
    checked = 0
    for ring in data["rings"]:
        config = ring["hashring"]["shuffle_sharding_config"]
        zone_aware = not config["zone_awareness_disabled"]
        if any(not one.get("az") for one in ring["hashring"]["endpoints"]):
            zone_aware = False  # the one zone that nobody names
        workers = [
            {"id": one["address"], **({"zone": one["az"]} if one.get("az") else {})}
            for one in ring["hashring"]["endpoints"]
        ]
        options = {"zone_aware": zone_aware, "replication_factor": ring["replication_factor"]}
        deck = {"name": "api", "policy": "thanos", "thanos": options}
        fleet = fleet_of(tmp_path, workers, [{**deck, "hand_size": config["shard_size"]}])
        listed = {
            tenant
            for override in config.get("overrides") or []
            for tenant in override["tenants"]
            if "tenant_matcher_type" in override
        }

        def plain(tenant: str) -> bool:
            stems = [pattern.rstrip("*") for pattern in listed]
            return fits(tenant) and not any(tenant.startswith(stem) for stem in stems)

        cases = [
            case for case in data["cases"] if case["ring"] == ring["name"] and plain(case["tenant"])
        ]
        cases = [case for case in cases if "endpoints" in case]
        hands = dealt(fleet, [case["tenant"] for case in cases])
        for case in cases:
            assert sorted(hands[case["tenant"]]) == case["endpoints"]
            checked += 1
    assert checked >= 50


def test_explain_and_check_know_the_copies(folder: pathlib.Path) -> None:
    report = json.loads(croupier("check", "copies.yaml", "--json", cwd=folder).stdout)
    assert report["ok"] is True
    for deck in ("flows", "lattice", "ingesters", "queriers", "receivers"):
        explain = ["explain", "copies.yaml", "--tenant", "acme", "--deck", deck, "--json"]
        explained = json.loads(croupier(*explain, cwd=folder).stdout)
        deal = ["deal", "--fleet", "copies.yaml", "--deck", deck, "--json", "acme"]
        hand = json.loads(croupier(*deal, cwd=folder).stdout)["hand"]
        assert [member["worker"] for member in explained["hand"]] == hand
        assert len(hand) >= 3
