"""The published JSON Schema and the parser agree on every fleet of tests/fleets.

CROUPIER_BIN_DIR names the folder with the built programs.
"""

import json
import os
import pathlib
import shutil
import subprocess

import jsonschema
import pytest
import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
FLEETS = ROOT / "tests" / "fleets"
SCHEMA = json.loads((ROOT / "fleet" / "fleet.schema.json").read_text())
GOOD = sorted((FLEETS / "good").glob("*.yaml"))
BAD = sorted((FLEETS / "bad").glob("*.yaml"))


def schema_accepts(path: pathlib.Path) -> bool:
    try:
        fleet = yaml.safe_load(path.read_bytes())
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError):
        return False
    return jsonschema.Draft202012Validator(SCHEMA).is_valid(fleet)


def check(path: pathlib.Path) -> subprocess.CompletedProcess:
    program = pathlib.Path(os.environ["CROUPIER_BIN_DIR"]) / "croupier"
    return subprocess.run([program, "check", path], capture_output=True, text=True, timeout=60)


@pytest.fixture
def fleets(tmp_path: pathlib.Path) -> pathlib.Path:
    """A copy of the fleets with the key file they name, readable by its owner only."""
    copy = tmp_path / "fleets"
    shutil.copytree(FLEETS, copy)
    for folder in ("good", "bad"):
        key = copy / folder / "fleet.key"
        key.write_bytes(b"a key for tests")
        key.chmod(0o600)
    return copy


def id_of(path: pathlib.Path) -> str:
    return path.stem


@pytest.mark.parametrize("path", GOOD, ids=id_of)
def test_good_fleet_passes_both(path: pathlib.Path, fleets: pathlib.Path) -> None:
    jsonschema.Draft202012Validator(SCHEMA).validate(yaml.safe_load(path.read_bytes()))
    result = check(fleets / "good" / path.name)
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize("path", BAD, ids=id_of)
def test_bad_fleet_is_refused(path: pathlib.Path, fleets: pathlib.Path) -> None:
    expect, schema = path.read_bytes().split(b"\n")[:2]
    place, message = expect.removeprefix(b"# expect: ").decode().split(" ", 1)
    assert schema in (b"# schema: accepts", b"# schema: refuses")
    assert schema_accepts(path) == (schema == b"# schema: accepts")
    result = check(fleets / "bad" / path.name)
    output = result.stdout + result.stderr
    assert result.returncode == 1, output
    assert f":{place}: error: " in output
    assert message in output


def all_properties() -> set[tuple[str, str]]:
    """Every (owner, property) that the schema describes."""
    found = {("fleet", name) for name in SCHEMA["properties"]}
    for owner, definition in SCHEMA["$defs"].items():
        found |= {(owner, name) for name in definition.get("properties", {})}
    return found


def properties_used(schema: dict, value: object, owner: str, used: set[tuple[str, str]]) -> None:
    """Collects the properties that `value` uses, following the schema beside it."""
    if "$ref" in schema:
        owner = schema["$ref"].removeprefix("#/$defs/")
        properties_used(SCHEMA["$defs"][owner], value, owner, used)
        return
    for choice in schema.get("oneOf", []) + schema.get("anyOf", []):
        if "required" not in choice:
            properties_used(choice, value, owner, used)
    if isinstance(value, list) and "items" in schema:
        for item in value:
            properties_used(schema["items"], item, owner, used)
    if isinstance(value, dict):
        for name, inner in value.items():
            if name in schema.get("properties", {}):
                used.add((owner, name))
                properties_used(schema["properties"][name], inner, owner, used)
            elif isinstance(schema.get("additionalProperties"), dict):
                properties_used(schema["additionalProperties"], inner, owner, used)


def test_a_good_fleet_uses_every_property() -> None:
    used: set[tuple[str, str]] = set()
    for path in GOOD:
        properties_used(SCHEMA, yaml.safe_load(path.read_bytes()), "fleet", used)
    assert all_properties() - used == set()


def test_schema_is_valid() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
