#!/usr/bin/env python3
"""The `rendezvous` policy in plain Python, written from docs/formats/rendezvous.md alone.

It shares no code with the C++ and exists to disagree with it: its output is the golden file
tests/vectors/rendezvous.json, which vector_test compares the product with.

    tools/rendezvous_reference.py > tests/vectors/rendezvous.json
    tools/rendezvous_reference.py --check tests/vectors/rendezvous.json
"""

import hashlib
import hmac
import itertools
import json
import math
import sys

MASK = (1 << 64) - 1


# ---- SipHash-2-4 (Aumasson, Bernstein; the 128-bit form as in the authors' reference) ----


def rotate(x, bits):
    return (x << bits | x >> (64 - bits)) & MASK


def sip_round(v0, v1, v2, v3):
    v0 = (v0 + v1) & MASK
    v1 = rotate(v1, 13) ^ v0
    v0 = rotate(v0, 32)
    v2 = (v2 + v3) & MASK
    v3 = rotate(v3, 16) ^ v2
    v0 = (v0 + v3) & MASK
    v3 = rotate(v3, 21) ^ v0
    v2 = (v2 + v1) & MASK
    v1 = rotate(v1, 17) ^ v2
    v2 = rotate(v2, 32)
    return v0, v1, v2, v3


def siphash(key, message, size_bytes):
    k0 = int.from_bytes(key[:8], "little")
    k1 = int.from_bytes(key[8:], "little")
    v = (
        k0 ^ 0x736F6D6570736575,
        k1 ^ 0x646F72616E646F6D ^ (0xEE if size_bytes == 16 else 0),
        k0 ^ 0x6C7967656E657261,
        k1 ^ 0x7465646279746573,
    )
    padded = message + bytes(7 - len(message) % 8) + bytes([len(message) & 0xFF])
    for i in range(0, len(padded), 8):
        word = int.from_bytes(padded[i : i + 8], "little")
        v = (v[0], v[1], v[2], v[3] ^ word)
        v = sip_round(*sip_round(*v))
        v = (v[0] ^ word, v[1], v[2], v[3])
    v = (v[0], v[1], v[2] ^ (0xEE if size_bytes == 16 else 0xFF), v[3])
    for _ in range(4):
        v = sip_round(*v)
    out = (v[0] ^ v[1] ^ v[2] ^ v[3]).to_bytes(8, "little")
    if size_bytes == 16:
        v = (v[0], v[1] ^ 0xDD, v[2], v[3])
        for _ in range(4):
            v = sip_round(*v)
        out += (v[0] ^ v[1] ^ v[2] ^ v[3]).to_bytes(8, "little")
    return out


# ---- keys and hashes (sections 2 and 3) ----


def derive(key, purpose):
    return hmac.new(key, purpose, hashlib.sha256).digest()


def tenant_key(key, tenant):
    return siphash(derive(key, b"croupier rendezvous v1")[:16], tenant, 16)


def hash64(key, message):
    return int.from_bytes(siphash(key, message, 8), "little")


# ---- cost (section 4) ----


def table_entry(i):
    x = (1024 + i) << 53
    entry = 0
    for _ in range(40):
        square = x * x
        bit = square >> 127
        x = square >> (64 if bit else 63)
        entry = entry << 1 | bit
    return entry


TABLE = [table_entry(i) for i in range(1024)] + [1 << 40]


def cost(hash_value):
    v = hash_value | 1
    zeros = 64 - v.bit_length()
    m = v << zeros
    index = m >> 53 & 1023
    rest = m >> 21 & 0xFFFFFFFF
    fraction = TABLE[index] + ((TABLE[index + 1] - TABLE[index]) * rest >> 32)
    return ((zeros + 1) << 40) - fraction


# ---- hands (sections 5 and 6) ----


class ByCost:
    """Orders (hash, weight, id bytes); Python's sort asks only for __lt__."""

    def __init__(self, hash_value, weight, id_bytes):
        self.hash, self.weight, self.id = hash_value, weight, id_bytes

    def __lt__(self, other):
        mine = cost(self.hash) * other.weight
        theirs = cost(other.hash) * self.weight
        if mine != theirs:
            return mine < theirs
        return (-self.hash, self.id) < (-other.hash, other.id)


def has_lattice(deck):
    return deck["spread"] != "none" and "spread_values" in deck["workers"][0]


def by_value(deck):
    groups = {}
    for worker in deck["workers"]:
        value = worker.get("spread_value", "") if deck["spread"] != "none" else ""
        groups.setdefault(value.encode(), []).append(worker)
    return groups


def largest_hand(deck):
    if has_lattice(deck):
        return largest_of_lattice(deck)
    sizes = [len(group) for group in by_value(deck).values()]
    if deck["spread"] == "balanced":
        return sum(min(size, min(sizes) + 1) for size in sizes)
    return sum(sizes)


def full_hand(deck, key, tenant):
    """All workers in dealt order; a hand is a prefix of it."""
    subkey = tenant_key(key, tenant)

    def order(worker):
        id_bytes = worker["id"].encode()
        return ByCost(hash64(subkey, b"w" + id_bytes), worker.get("weight", 1), id_bytes)

    if has_lattice(deck):
        return full_hand_of_lattice(deck, subkey, order)
    groups = by_value(deck)
    values = sorted(groups, key=lambda value: (-hash64(subkey, b"s" + value), value))
    queues = [sorted(groups[value], key=order) for value in values]
    hand = []
    for round_number in range(max(map(len, queues))):
        hand += [queue[round_number]["id"] for queue in queues if round_number < len(queue)]
    return hand


# ---- several attributes (section 7) ----


def cell_of(worker):
    return tuple(value.encode() for value in worker["spread_values"])


def sizes_of_cells(deck):
    sizes = {}
    for worker in deck["workers"]:
        sizes[cell_of(worker)] = sizes.get(cell_of(worker), 0) + 1
    return sizes


def is_full(sizes):
    return all(cell in sizes for cell in itertools.product(*map(set, zip(*sizes))))


def largest_of_lattice(deck):
    sizes = sizes_of_cells(deck)
    if deck["spread"] == "prefer":
        return sum(sizes.values())
    return len(sizes) * min(sizes.values()) if is_full(sizes) else 1


def orders_of_values(subkey, sizes):
    def z(attribute, value):
        prefix = b"s" if attribute == 0 else b"t" + bytes([attribute])
        return hash64(subkey, prefix + value)

    return [
        sorted(set(values), key=lambda value: (-z(attribute, value), value))
        for attribute, values in enumerate(zip(*sizes))
    ]


def balanced_cells(orders, count):
    for i in range(count):
        period = math.lcm(*map(len, orders))
        rest, before, cell = i // period, 1, []
        for order in orders:
            turns = math.gcd(before, len(order))
            rest, shift = divmod(rest, turns)
            cell.append(order[(i + shift) % len(order)])
            before = math.lcm(before, len(order))
        yield tuple(cell)


def preferred_cells(orders, sizes, count):
    cells = []
    for _ in range(count):

        def how_full(cell):
            by_attribute = [
                sum(taken[a] == value for taken in cells) for a, value in enumerate(cell)
            ]
            ranks = [order.index(value) for order, value in zip(orders, cell)]
            return by_attribute, cells.count(cell), ranks

        cells.append(min((c for c in sizes if cells.count(c) < sizes[c]), key=how_full))
    return cells


def full_hand_of_lattice(deck, subkey, order):
    sizes = sizes_of_cells(deck)
    orders = orders_of_values(subkey, sizes)
    count = largest_of_lattice(deck)
    if deck["spread"] == "balanced" and is_full(sizes):
        cells = balanced_cells(orders, count)
    else:
        cells = preferred_cells(orders, sizes, count)
    queues = {
        cell: iter(sorted((w for w in deck["workers"] if cell_of(w) == cell), key=order))
        for cell in sizes
    }
    return [next(queues[cell])["id"] for cell in cells]


# ---- the golden file ----

KEYS = {
    "empty": b"",
    "text": b"shuffle-shard-v1",
    "bytes32": bytes(range(32)),
    "long": bytes(i * 7 % 256 for i in range(100)),
}


def plain(count, **more):
    return [{"id": f"worker-{i}", **more} for i in range(count)]


def zoned(sizes, names, weight=lambda i: 1):
    workers = []
    for name, size in zip(names, sizes):
        for i in range(size):
            workers.append(
                {"id": f"{name}-{i}", "weight": weight(len(workers)), "spread_value": name}
            )
    return workers


def lattice(sizes, *attributes, weight=lambda i: 1):
    """Workers of every combination of the attributes' values; sizes repeats."""
    workers = []
    for cell, size in zip(itertools.product(*attributes), itertools.cycle(sizes)):
        for i in range(size):
            workers.append(
                {
                    "id": "-".join((*cell, str(i))),
                    "weight": weight(len(workers)),
                    "spread_values": list(cell),
                }
            )
    return workers


def lattice_decks():
    zones, versions, stores = ("a", "b", "c"), ("1", "2"), ("x", "y", "z", "å")
    shapes = {
        "3x2": lattice((2, 3), zones, versions),
        "3x3-same-names": lattice((2, 1, 3, 2), zones, zones),
        "2x4-weights": lattice((3,), versions, stores, weight=lambda i: 1 + i * i % 17),
        "2x3x4": lattice((1, 2), versions, zones, stores),
        "4x2x2-weights": lattice((2,), stores, versions, zones[:2], weight=lambda i: 1 + i % 5),
        "1x3": lattice((2, 2, 1), ("",), zones),
        "hole": [w for w in lattice((2,), zones, versions) if w["spread_values"] != ["b", "2"]],
        "diagonal": [
            w
            for w in lattice((1, 2), zones, zones, weight=lambda i: 3 + i)
            if len(set(w["spread_values"])) == 1
        ],
    }
    return {
        f"{spread}-{name}": {"spread": spread, "workers": workers}
        for name, workers in shapes.items()
        for spread in ("prefer", "balanced")
    }


def decks():
    zones = ("zone-a", "zone-b", "zone-c")
    unicode_zones = ("zône-é", "区域-一", "🎲", "")
    return {
        "one": {"spread": "none", "workers": plain(1)},
        "plain-20": {"spread": "none", "workers": plain(20)},
        "plain-200": {"spread": "none", "workers": plain(200)},
        "all-weights-7": {"spread": "none", "workers": plain(20, weight=7)},
        "weights": {
            "spread": "none",
            "workers": [
                {"id": f"w{i}", "weight": w}
                for i, w in enumerate([1, 2, 3, 5, 8, 13, 100, 1000, 999_999, 1_000_000])
            ],
        },
        "unicode": {
            "spread": "none",
            "workers": [
                {"id": i}
                for i in ("a", "ä", "a\u0308", "工人-1", "工人-10", "🎲", "A", "a ", "\u00ff" * 127)
            ],
        },
        "prefer-4-4-3": {"spread": "prefer", "workers": zoned((4, 4, 3), zones)},
        "balanced-4-4-3": {"spread": "balanced", "workers": zoned((4, 4, 3), zones)},
        "prefer-3-2-1": {"spread": "prefer", "workers": zoned((3, 2, 1), zones)},
        "balanced-3-2-1": {"spread": "balanced", "workers": zoned((3, 2, 1), zones)},
        "balanced-one-value": {"spread": "balanced", "workers": zoned((5,), zones)},
        "prefer-weights": {
            "spread": "prefer",
            "workers": zoned((7, 2, 5), zones, lambda i: 1 + i * i),
        },
        "balanced-weights-unicode": {
            "spread": "balanced",
            "workers": zoned((4, 6, 5, 3), unicode_zones, lambda i: (3, 1, 10)[i % 3]),
        },
        **lattice_decks(),
    }


TENANTS = [
    b"",
    b"acme",
    b"\x00",
    b"acme\x00",
    "tenant-é".encode(),
    "tenant-e\u0301".encode(),
    "租户-42".encode(),
    "🎲".encode(),
    b"x" * 255,
    *(f"t-{i}".encode() for i in range(8)),
]
HASHES = [0, 1, 2, 3, 2**63 - 1, 2**63, 2**63 + 2**53, 2**64 - 1, 2**64 - 2**53, 2**64 - 2**21]
HASHES += [hash64(bytes(range(16)), bytes([i])) >> (i % 40) for i in range(40)]


def hands(deck, key, tenant):
    largest = largest_hand(deck)
    order = full_hand(deck, key, tenant)
    return [{"k": k, "hand": order[:k]} for k in sorted({1, 2, min(4, largest), min(20, largest)})
            if k <= largest]


def golden():
    all_decks = decks()
    table = b"".join(entry.to_bytes(8, "big") for entry in TABLE)
    message = bytes(range(15))
    cases = []
    for number, (name, deck) in enumerate(all_decks.items()):
        for i, tenant in enumerate(TENANTS):
            key_name = list(KEYS)[(number + i) % len(KEYS)]
            for hand in hands(deck, KEYS[key_name], tenant):
                cases.append({"deck": name, "key": key_name, "tenant_hex": tenant.hex(), **hand})
    return {
        "format": "croupier rendezvous vectors 1",
        "origin": "tools/rendezvous_reference.py, written from docs/formats/rendezvous.md "
        "independently of the C++ code; every number in quotes is a decimal integer",
        "siphash": [
            {
                "key_hex": bytes(range(16)).hex(),
                "message_hex": message[:size].hex(),
                "hash64": str(hash64(bytes(range(16)), message[:size])),
                "bytes128_hex": siphash(bytes(range(16)), message[:size], 16).hex(),
            }
            for size in (0, 1, 7, 8, 15)
        ],
        "keys": {
            name: {
                "hex": key.hex(),
                "check_value": derive(key, b"croupier key check v1")[:8].hex(),
                "rendezvous_key_hex": derive(key, b"croupier rendezvous v1")[:16].hex(),
            }
            for name, key in KEYS.items()
        },
        "log2_table": {
            "sha256_of_1025_big_endian_64_bit": hashlib.sha256(table).hexdigest(),
            "entries": {str(i): str(TABLE[i]) for i in (0, 1, 2, 511, 512, 1023, 1024)},
        },
        "costs": [{"hash": str(h), "cost": str(cost(h))} for h in HASHES],
        "tenant_keys": [
            {
                "key": "text",
                "tenant_hex": t.hex(),
                "tenant_key_hex": tenant_key(KEYS["text"], t).hex(),
            }
            for t in TENANTS
        ],
        "decks": all_decks,
        "cases": cases,
        "refused": [
            {"deck": name, "k": k, "largest": largest_hand(deck)}
            for name, deck in all_decks.items()
            for k in (0, largest_hand(deck) + 1)
        ],
    }


def render(document):
    """One entry a line: short enough to keep, readable in a difference."""
    lines = []
    for name, value in document.items():
        if isinstance(value, list):
            rows = ",\n".join("  " + json.dumps(row, ensure_ascii=False) for row in value)
            lines.append(f" {json.dumps(name)}: [\n{rows}\n ]")
        elif isinstance(value, dict):
            rows = ",\n".join(
                f"  {json.dumps(key)}: {json.dumps(row, ensure_ascii=False)}"
                for key, row in value.items()
            )
            lines.append(f" {json.dumps(name)}: {{\n{rows}\n }}")
        else:
            lines.append(f" {json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def main(arguments):
    text = render(golden())
    if not arguments:
        sys.stdout.reconfigure(encoding="utf-8")
        sys.stdout.write(text)
        return 0
    if len(arguments) != 2 or arguments[0] != "--check":
        print(__doc__, file=sys.stderr)
        return 2
    with open(arguments[1], encoding="utf-8") as file:
        same = file.read() == text
    print("the same" if same else f"{arguments[1]} differs from what this program writes")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
