"""Fleets on disk, and the command line that reads them."""

import json
import pathlib
import subprocess

import yaml

from processes import BIN


class Fleet:
    """A fleet file with its key and snapshot folder."""

    def __init__(self, folder, document):
        self.folder, self.document = pathlib.Path(folder), document
        self.path = self.folder / "fleet.yaml"
        self.snapshot_folder = self.folder / "snapshot"
        for key in document.get("keys", []):
            file = self.folder / key["file"]
            if not file.exists():
                file.write_bytes(b"integration test key %s" % key["id"].encode())
                file.chmod(0o600)
        self.write()

    def write(self):
        # Fleet files have no anchors, and a copy of the document has none either.
        document = json.loads(json.dumps(self.document))
        self.path.write_text(yaml.safe_dump(document, sort_keys=False, allow_unicode=True))

    def snapshot(self, bump=True):
        """Writes the fleet as it is now as the next version, and new records where it keeps any."""
        if bump and self.snapshot_folder.exists():
            self.document["version"] += 1
        self.write()
        if any(deck["policy"] in ("bounded", "search") for deck in self.document["decks"]):
            run_croupier("deal", "--fleet", self.path, "--assign")
        run_croupier("snapshot", self.path, "-o", self.snapshot_folder)
        return self.document["version"]

    def hand(self, tenant, deck=None):
        return self.hands([tenant], deck)[tenant]

    def hands(self, tenants, deck=None):
        """The hand of each tenant, as the command line deals it; of a fleet of decks name one."""
        of_deck = ("--deck", deck) if deck else ()
        arguments = ("deal", "--fleet", self.path, *of_deck, "--json")
        out = run_croupier(*arguments, input="\n".join(tenants) + "\n")
        return {one["tenant"]: one["hand"] for one in map(json.loads, out.splitlines())}


def run_croupier(*arguments, status=0, **options):
    done = subprocess.run(
        [str(BIN / "croupier"), *map(str, arguments)],
        capture_output=True,
        text=options.pop("text", True),
        timeout=options.pop("timeout", 120),
        **options,
    )
    assert done.returncode == status, f"status {done.returncode}:\n{done.stdout}\n{done.stderr}"
    return done.stdout


def fleet_document(workers, hand_size=4, **deck):
    """A fleet with one deck `api` over the given workers; tenants come in header x-tenant."""
    return {
        "version": 1,
        "keys": [{"id": "k1", "file": "k1.key"}],
        "workers": [
            w if isinstance(w, dict) else {"id": w.id, "address": w.address} for w in workers
        ],
        "decks": [
            {
                "name": "api",
                "policy": "rendezvous",
                "key": "k1",
                "hand_size": hand_size,
                **deck,
            }
        ],
        "routes": [{"path": "/", "deck": "api"}],
        "identity": {"sources": [{"header": "x-tenant", "trusted": ["127.0.0.1/32"]}]},
        "show_hands": True,
    }
