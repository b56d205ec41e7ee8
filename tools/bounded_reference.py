#!/usr/bin/env python3
"""The policy `bounded` once more, from docs/policies/bounded.md alone. Prints tests/vectors/bounded.json.

Slow and simple on purpose; the library must agree with it.
"""

import hashlib
import hmac
import itertools
import json

MOST = 1 << 63
WORD = (1 << 64) - 1

# ---- fields and rings ----


def prime_powers(m):
    found, p = [], 2
    while m > 1:
        e = 0
        while m % p == 0:
            m, e = m // p, e + 1
        if e:
            found.append((p, e))
        p += 1
    return found


def digits(number, base, count):
    return [number // base**i % base for i in range(count)]


def remainder(dividend, divisor, p):
    """Of polynomials as lists of coefficients, the lowest first; the divisor is monic."""
    rest = list(dividend)
    while len(rest) >= len(divisor):
        times = rest[-1]
        for i, c in enumerate(divisor):
            at = len(rest) - len(divisor) + i
            rest[at] = (rest[at] - times * c) % p
        rest.pop()
    return rest


def irreducible(p, e):
    for low in itertools.count():
        candidate = digits(low, p, e) + [1]
        monic = (digits(d, p, n) + [1] for n in range(1, e // 2 + 1) for d in range(p**n))
        if all(any(remainder(candidate, divisor, p)) for divisor in monic):
            return candidate


class Ring:
    def __init__(self, m):
        self.fields = [(p, e, irreducible(p, e) if e > 1 else None) for p, e in prime_powers(m)]

    def parts(self, number):
        for p, e, _ in self.fields:
            yield number % p**e
            number //= p**e

    def whole(self, parts):
        number, place = 0, 1
        for part, (p, e, _) in zip(parts, self.fields):
            number, place = number + part * place, place * p**e
        return number

    def add(self, a, b):
        sums = []
        for x, y, (p, e, _) in zip(self.parts(a), self.parts(b), self.fields):
            pairs = zip(digits(x, p, e), digits(y, p, e))
            sums.append(sum((u + v) % p * p**i for i, (u, v) in enumerate(pairs)))
        return self.whole(sums)

    def multiply(self, a, b):
        products = []
        for x, y, (p, e, modulus) in zip(self.parts(a), self.parts(b), self.fields):
            if e == 1:
                products.append(x * y % p)
                continue
            product = [0] * (2 * e - 1)
            for i, u in enumerate(digits(x, p, e)):
                for j, v in enumerate(digits(y, p, e)):
                    product[i + j] += u * v
            rest = remainder([c % p for c in product], modulus, p)
            products.append(sum(c * p**i for i, c in enumerate(rest)))
        return self.whole(products)

    def place(self, i):
        return self.whole([i] * len(self.fields))


# ---- constructions ----


def all_or_parity(u, k, m, parity):
    free = k - 1 if parity else k
    s, *b = digits(u, m, free)
    slots = [s] + [(s + x) % m for x in b]
    if parity:
        slots.append((s + sum(x if i % 2 else -x for i, x in enumerate(b))) % m)
    return [i * m + v for i, v in enumerate(slots)]


def polynomial(u, k, m, t, ring):
    hand = []
    for i in range(k):
        value, power = 0, ring.whole([1] * len(ring.fields))
        for c in digits(u, m, t):
            value = ring.add(value, ring.multiply(c, power))
            power = ring.multiply(power, ring.place(i))
        hand.append(i * m + value)
    return hand


def opened(x, b):
    return (x >> b) << (b + 1) | x & ((1 << b) - 1)


def quadruple(u, w):
    def pre(i):
        return (2**i - 1) * (2**i - 2) // 6

    plane, coset = u >> (w - 2), u & ((1 << (w - 2)) - 1)
    i = max(n for n in range(1, 64) if pre(n) <= plane)
    e = plane - pre(i)
    v, low = (e >> (i - 1)) + 1, e & ((1 << (i - 1)) - 1)
    j = v.bit_length() - 1
    top = 1 << i | opened(low, j)
    a = opened(opened(coset, j), i)
    return [a, a ^ v, a ^ top, a ^ top ^ v]


def choose(n, k, r, striped):
    """(construction, m, t, capacity)"""
    t, m, found = r + 1, n // k, []
    if t == k:
        found.append(("all", m, k, m**k))
    if k % 2 == 0 and t >= k - 1:
        found.append(("parity", m, k - 1, m ** (k - 1)))
    for lower in range(t, 0, -1):
        usable = m
        while lower > 1 and k > 1 and usable:
            sizes = [p**e for p, e in prime_powers(usable)]
            if sizes and min(sizes) >= k:
                break
            usable -= 1
        if usable:
            found.append(("polynomial", usable, lower, usable**lower))
            if m**lower < MOST:
                break
    if not striped and k == 4 and t >= 3 and n >= 8:
        w = n.bit_length() - 1
        found.append(("quadruple", 0, 3, (2**w - 1) * (2**w - 2) // 6 << (w - 2)))
    found = [one for one in found if one[3] < MOST]
    return max(found, key=lambda one: one[3])


# ---- the keyed order ----


def siphash(key, message):
    k0, k1 = (int.from_bytes(key[i : i + 8], "little") for i in (0, 8))
    v = [k0 ^ 0x736F6D6570736575, k1 ^ 0x646F72616E646F6D]
    v += [k0 ^ 0x6C7967656E657261, k1 ^ 0x7465646279746573]

    def rotate(x, b):
        return (x << b | x >> (64 - b)) & WORD

    def rounds(count):
        for _ in range(count):
            v[0] = (v[0] + v[1]) & WORD
            v[2] = (v[2] + v[3]) & WORD
            v[1], v[3] = rotate(v[1], 13) ^ v[0], rotate(v[3], 16) ^ v[2]
            v[0] = rotate(v[0], 32)
            v[2] = (v[2] + v[1]) & WORD
            v[0] = (v[0] + v[3]) & WORD
            v[1], v[3] = rotate(v[1], 17) ^ v[2], rotate(v[3], 21) ^ v[0]
            v[2] = rotate(v[2], 32)

    padded = message + bytes(7 - len(message) % 8) + bytes([len(message)])
    for i in range(0, len(padded), 8):
        word = int.from_bytes(padded[i : i + 8], "little")
        v[3] ^= word
        rounds(2)
        v[0] ^= word
    v[2] ^= 0xFF
    rounds(4)
    return v[0] ^ v[1] ^ v[2] ^ v[3]


def permute(key, tweak, size, x):
    a = 1
    while a * a < size:
        a += 1
    b = -(-size // a)

    def f(number, half, limit):
        word = number << 56 | half
        return siphash(key, tweak.to_bytes(8, "little") + word.to_bytes(8, "little")) * limit >> 64

    while True:
        left, right = divmod(x, b)
        for number in range(0, 12, 2):
            left = (left + f(number, right, a)) % a
            right = (right + f(number + 1, left, b)) % b
        x = left * b + right
        if x < size:
            return x


def keyed(key, u, capacity, block):
    def derived(purpose):
        return hmac.new(key, purpose, hashlib.sha256).digest()[:16]

    blocks = capacity // block
    group = max(d for d in range(1, 65) if blocks % d == 0)
    s, rest = divmod(u, group * block)
    w = permute(derived(b"croupier bounded within 1"), s, group * block, rest)
    b = permute(derived(b"croupier bounded blocks 1"), 0, blocks, s * group + w // block)
    return b * block + w % block


# ---- vectors ----

SPECS = [
    (5, 1, 0, False), (20, 4, 2, True), (24, 4, 2, True), (18, 6, 4, False), (15, 3, 2, False),
    (17, 4, 1, False), (24, 4, 1, False), (36, 4, 1, False), (80, 4, 1, False), (108, 4, 2, True),
    (35, 5, 2, False), (64, 8, 1, False), (200, 8, 3, False), (8, 4, 2, False), (33, 4, 2, False),
    (500, 5, 2, False), (1000, 4, 1, False), (2048, 4, 1, False), (2048, 4, 2, False),
    (2048, 4, 2, True), (2000, 4, 2, True), (4096, 16, 3, False), (65536, 4, 3, True),
]  # fmt: skip


def main():
    cases = []
    for n, k, r, striped in SPECS:
        name, m, t, capacity = choose(n, k, r, striped)
        block = 2 ** (n.bit_length() - 3) if name == "quadruple" else m
        ring = Ring(m) if name == "polynomial" else None

        def deal(u):
            if name == "quadruple":
                return quadruple(u, n.bit_length() - 1)
            if name == "polynomial":
                return polynomial(u, k, m, t, ring)
            return all_or_parity(u, k, m, name == "parity")

        steps = (u % capacity for u in (0, 1, block, block + 1, 12345, 987654321, 10**17 + 7))
        ordinals = sorted({*steps, capacity - 1})
        key = f"bounded key {n}/{k}/{r}".encode()
        cases.append(
            {
                "workers": n, "hand": k, "max_overlap": r, "striped": striped,
                "construction": name, "stripe": m, "bound": t - 1, "capacity": str(capacity),
                "block": block, "key": key.decode(),
                "deals": [
                    {
                        "ordinal": str(u),
                        "plain": deal(u),
                        "keyed": deal(keyed(key, u, capacity, block)),
                    }
                    for u in ordinals
                ],
            }  # fmt: skip
        )
    rows = ",\n".join(json.dumps(case) for case in cases)
    print('{"format": "croupier bounded vectors 1", "cases": [\n' + rows + "\n]}")


if __name__ == "__main__":
    main()
