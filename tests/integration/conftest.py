import os
import pathlib
import sys

sys.path.insert(0, os.path.dirname(__file__))

# Where `make build` puts what is tested, unless somebody names another place.
_BUILD = pathlib.Path(__file__).resolve().parents[2] / "build/release"
os.environ.setdefault("CROUPIER_BIN_DIR", str(_BUILD / "bin"))
os.environ.setdefault("CROUPIER_LIB_DIR", str(_BUILD / "lib"))
