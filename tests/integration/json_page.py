"""Compares what programs print with docs/formats/json.md."""

import re

from command_line import ROOT

PAGE = (ROOT / "docs/formats/json.md").read_text()


def documented(section):
    """The key paths of a section's table, e.g. {"decks[].name"}."""
    (text,) = re.findall(rf"^## `{re.escape(section)}`\n(.*?)(?=^## |\Z)", PAGE, re.S | re.M)
    rows = re.findall(r"^\| (`.*?) \|", text, re.M)
    return {key for row in rows for key in re.findall(r"`([^`]+)`", row)}


def paths(value, prefix=""):
    """The key paths of all values inside; an empty list or object is a value."""
    if isinstance(value, dict) and value:
        return {p for key, v in value.items() for p in paths(v, f"{prefix}.{key}")}
    if isinstance(value, list):
        return {p for v in value for p in paths(v, prefix + "[]")} or {prefix.removeprefix(".") + "[]"}
    return {prefix.removeprefix(".")}


def matches(pattern, path):
    expression = re.escape(pattern).replace(re.escape("*"), "[^.]+")
    return re.fullmatch(expression, path) is not None


def check(section, *values):
    """Values together have every documented key, and no other."""
    known = documented(section)
    printed = {p for value in values for p in paths(value)}
    assert known
    unknown = {p for p in printed if not any(matches(k, p) for k in known)}
    assert unknown == set(), f"{section}: not on the page"
    missing = {k for k in known if not any(matches(k, p) for p in printed)}
    assert missing == set(), f"{section}: never printed"
