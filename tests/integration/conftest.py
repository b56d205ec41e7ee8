import os
import pathlib
import sys

sys.path.insert(0, os.path.dirname(__file__))

# Where `make build` puts what is tested, unless somebody names another place.
_BUILD = pathlib.Path(__file__).resolve().parents[2] / "build/release"
os.environ.setdefault("CROUPIER_BIN_DIR", str(_BUILD / "bin"))
os.environ.setdefault("CROUPIER_LIB_DIR", str(_BUILD / "lib"))

from command_line import folder  # noqa: E402, F401  (a fixture)


def pytest_sessionfinish(session, exitstatus):
    """A skipped test is a failed test."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    kinds = ("skipped", "xfailed", "xpassed")
    if any(reporter.stats.get(kind) for kind in kinds) and exitstatus == 0:
        session.exitstatus = 1
        reporter.write_line("tests were skipped, which counts as failed", red=True)
