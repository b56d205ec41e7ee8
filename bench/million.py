"""The command line and the snapshot at a million tenants, whole processes, medians of five."""

import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "tests/integration"))

from harness import BIN, Fleet, fleet_document  # noqa: E402

COUNT = 1_000_000


def timed(arguments, **options):
    times = []
    for _ in range(5):
        begin = time.monotonic()
        subprocess.run([str(a) for a in arguments], check=True, **options)
        times.append(time.monotonic() - begin)
    return f"{statistics.median(times):.2f} s (of {min(times):.2f} to {max(times):.2f})"


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        ids = folder / "tenants.txt"
        ids.write_text("".join(f"tenant-{i}\n" for i in range(COUNT)))
        deal = [BIN / "croupier", "deal", "--policy", "hmac", "--workers", 64, "--hand", 3, "--json"]
        with open(folder / "out", "wb") as out:
            print("deal, hmac, n=64, k=3, from stdin to a file:")
            times = []
            for _ in range(5):
                with open(ids, "rb") as source:
                    out.seek(0)
                    begin = time.monotonic()
                    subprocess.run(
                        [str(a) for a in deal],
                        stdin=source, stdout=out, stderr=subprocess.DEVNULL, check=True,
                    )
                    times.append(time.monotonic() - begin)
            print(f"  {statistics.median(times):.2f} s (of {min(times):.2f} to {max(times):.2f})")
        workers = [{"id": f"w{i}", "address": f"127.0.0.1:{20000 + i}"} for i in range(64)]
        document = fleet_document(workers)
        document["tenant_files"] = [ids.name]
        fleet = Fleet(folder, document)
        print("croupier snapshot, fleet file and tenants read, checked and written:")
        fresh = ["sh", "-c", f'rm -rf "$2" && "$0" snapshot "$1" -o "$2"']
        print(
            " ",
            timed([*fresh, BIN / "croupier", fleet.path, fleet.snapshot_folder],
                  stdout=subprocess.DEVNULL),
        )
        print("croupier snapshot --inspect, every byte verified:")
        print(
            " ",
            timed([BIN / "croupier", "snapshot", "--inspect", fleet.snapshot_folder],
                  stdout=subprocess.DEVNULL),
        )


if __name__ == "__main__":
    main()
