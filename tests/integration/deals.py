"""Fleets with deal files, and the commands that keep and read them."""

import json
import subprocess

from command_line import CROUPIER
from fleets import Fleet

DECKS = ("bounded", "search")  # each named as its policy


class Deals(Fleet):
    """Two decks of 16 workers whose hands of 4 share at most 2, and eight tenants."""

    def __init__(self, folder):
        folder.mkdir(exist_ok=True)
        decks = [
            {
                "name": name,
                "policy": name,
                "key": "main",
                "hand_size": 4,
                "unknown": "refuse",
                name: {"max_overlap": 2, "deal_file": f"{name}.jsonl"},
            }
            for name in DECKS
        ]
        workers = [{"id": f"w{i}", "address": f"127.0.0.1:{9000 + i}"} for i in range(16)]
        super().__init__(
            folder,
            {
                "version": 1,
                "keys": [{"id": "main", "file": "main.key"}],
                "workers": workers,
                "decks": decks,
                "routes": [{"path": f"/{name}/", "deck": name} for name in DECKS],
                "identity": {"sources": [{"header": "x-tenant", "trusted": ["127.0.0.1/32"]}]},
                "tenants": [f"t{i}" for i in range(8)],
            },
        )

    @property
    def tenants(self):
        return self.document["tenants"]

    def file(self, deck):
        return self.folder / f"{deck}.jsonl"

    def run(self, *arguments, status=0):
        done = subprocess.run(
            [CROUPIER, *map(str, arguments)], capture_output=True, text=True, timeout=60
        )
        assert done.returncode == status, done.stdout + done.stderr
        return done

    def assign(self, *flags, **options):
        return self.run("deal", "--fleet", self.path, "--assign", *flags, **options)

    def done(self, *flags):
        """What --assign says it did, by deck."""
        lines = map(json.loads, self.assign(*flags, "--json").stdout.splitlines())
        return {line.pop("deck"): line for line in lines}

    def all_hands(self):
        return {deck: self.hands(self.tenants, deck) for deck in DECKS}

    def refused(self, *flags):
        """What `snapshot` says when it writes nothing."""
        before = sorted(self.snapshot_folder.rglob("*"))
        done = self.run("snapshot", self.path, "-o", self.snapshot_folder, *flags, status=1)
        assert sorted(self.snapshot_folder.rglob("*")) == before
        return done.stderr
