#!/usr/bin/env python3
"""Measures larderd's secondary indexes beside the same work without them, in one run, and prints tables.

  tests/bench/index_figures.py                  everything, about 15 minutes
  tests/bench/index_figures.py query update     only these sections
  tests/bench/index_figures.py --seconds 1 --repeat 1 --items 100000    a quick look

Sections
  query    Query of ten items on a global index and on its table, in memory
  update   UpdateItem that changes no index key, on a table with one global index and on one without: durable, and in memory
  puts     PutItem on tables with 0, 1, 3 and 5 global indexes that hold the same items, durable: index keys stay, and move
  build    adding a global index to a large table: alone, and while 16 clients put; what the puts see of it
  cold     Query of ten items on index and table when the data is 4 times what memory may hold (root only: it makes a
           memory control group for the daemon), starting with none of it in memory

The machines are noisy: what is compared runs in turn, round after round (forwards, then backwards), and the ratio is the
median of the rounds' ratios. Needs a release build: `cmake --preset release && ninja -C build/release larderd larder-load`.
Uses loopback only; ends what it starts; leaves no file."""
import argparse
import contextlib
import json
import os
import pathlib
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time

from figures import BIN, call, larderd, loads, status_bytes, table

TABLE = "larder-load"
WARM_UP = 0.5
POLL_SECONDS = 0.02
MEMORY_SHARE = 4


def once(endpoint, workload, clients, options, seed, *more, warm_up=WARM_UP):
    """One run of one workload on a table that is there."""
    run = argparse.Namespace(seconds=options.seconds, repeat=1)
    more = ["--no-setup", "--items", str(options.items), "--seed", str(seed), "--warm-up", str(warm_up), *more]
    return loads(endpoint, workload, str(clients), run, *more)[(workload, clients)]


def fill(endpoint, options, *more):
    run = argparse.Namespace(seconds=0.1, repeat=1)
    loads(endpoint, "get", "1", run, "--items", str(options.items), "--keep-table", "--warm-up", "0", *more)


def in_turn(options, cases):
    """Runs every case once per round; `cases` maps a name to a function of the seed. Gives the rounds' results by name."""
    results = {name: [] for name in cases}
    for number in range(options.repeat):
        for name in list(cases)[::-1 if number % 2 else 1]:
            results[name].append(cases[name](number + 1))
    return results


def median(rows, figure):
    return statistics.median(row[figure] for row in rows)


def ratios(rows, base, figure="requests_per_second"):
    return [row[figure] / other[figure] for row, other in zip(rows, base)]


def spread(values):
    return f"{statistics.median(values):.2f} ({min(values):.2f} to {max(values):.2f})"


def speed(rows):
    return [f"{median(rows, 'requests_per_second'):,.0f}", f"{median(rows, 'p50_us'):.0f}", f"{median(rows, 'p99_us'):.0f}"]


def query(options):
    rows = []
    with larderd("--in-memory") as (endpoint, _, _):
        fill(endpoint, options, "--indexes", "1")
        for clients in (1, 16, 64):
            results = in_turn(options, {
                "on the table": lambda seed: once(endpoint, "query", clients, options, seed, "--indexes", "1"),
                "on the index": lambda seed: once(endpoint, "query-index", clients, options, seed, "--indexes", "1")})
            base = results["on the table"]
            rows += [[clients, name, *speed(result), "" if result is base else spread(ratios(result, base))]
                     for name, result in results.items()]
    table(f"Query of ten items, {options.items:,} items (wanted: ratio >= 0.70)",
          ["clients", "", "req/s", "p50 us", "p99 us", "index / table"], rows)


@contextlib.contextmanager
def tables_with_indexes(options, counts, *arguments):
    """A daemon with one table per number of indexes, all with the same items; gives its endpoint."""
    with larderd(*arguments) as (endpoint, _, _):
        for count in counts:
            fill(endpoint, options, "--table", f"indexes-{count}", "--indexes", str(count), "--index-keys", str(max(counts)))
        yield endpoint


def on_tables(options, endpoint, workload, clients, counts):
    """The workload on each of the tables, in turn. --indexes only names here the shape of the items."""
    shape = ["--indexes", str(max(counts))]
    return in_turn(options, {count: lambda seed, count=count: once(endpoint, workload, clients, options, seed, "--table",
                                                                   f"indexes-{count}", *shape) for count in counts})


def update(options):
    rows = []
    with tempfile.TemporaryDirectory(dir=options.data) as folder:
        for store, arguments in (("durable", ["--data-dir", folder]), ("in memory", ["--in-memory"])):
            with tables_with_indexes(options, (0, 1), *arguments) as endpoint:
                for clients in (1, 16, 64):
                    results = on_tables(options, endpoint, "increment", clients, (0, 1))
                    rows += [[store, clients, count, *speed(result), "" if count == 0 else spread(ratios(result, results[0]))]
                             for count, result in results.items()]
    table(f"UpdateItem that changes no index key, {options.items:,} items (wanted: ratio >= 0.95)",
          ["store", "clients", "indexes", "req/s", "p50 us", "p99 us", "with / without"], rows)


def puts(options):
    rows = []
    counts = (0, 1, 3, 5)
    with tempfile.TemporaryDirectory(dir=options.data) as folder:
        with tables_with_indexes(options, counts, "--data-dir", folder) as endpoint:
            for workload, keys in (("put", "stay"), ("put-moving", "move")):
                for clients in (16, 64):
                    results = on_tables(options, endpoint, workload, clients, counts)
                    rows += [[keys, clients, count, *speed(result), "" if count == 0 else spread(ratios(result, results[0]))]
                             for count, result in results.items()]
    table(f"PutItem over random items of {options.items:,}, durable",
          ["index keys", "clients", "indexes", "req/s", "p50 us", "p99 us", "with / without"], rows)


def add_index(endpoint, options):
    """Adds index-1 and waits until it is ACTIVE; gives the seconds."""
    begun = time.monotonic()
    call(endpoint, "UpdateTable", {
        "TableName": TABLE,
        "AttributeDefinitions": [{"AttributeName": name, "AttributeType": "S"} for name in ("I1PK", "I1SK")],
        "GlobalSecondaryIndexUpdates": [{"Create": {
            "IndexName": "index-1", "Projection": {"ProjectionType": "ALL"},
            "KeySchema": [{"AttributeName": "I1PK", "KeyType": "HASH"}, {"AttributeName": "I1SK", "KeyType": "RANGE"}]}}]})
    while True:
        index = call(endpoint, "DescribeTable", {"TableName": TABLE})["Table"]["GlobalSecondaryIndexes"][0]
        if index["IndexStatus"] == "ACTIVE":
            break
        time.sleep(POLL_SECONDS)
    seconds = time.monotonic() - begun
    if index["ItemCount"] != options.items:
        sys.exit(f"the index was built with {index['ItemCount']:,} of {options.items:,} items")
    return seconds


def add_index_beside_puts(endpoint, options, seed):
    """The seconds of the build, and the row of the puts that ran from its start to its end."""
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        load = subprocess.Popen([BIN / "larder-load", "--endpoint-url", endpoint, "--workload", "put", "--clients", "16",
                                 "--index-keys", "1", "--no-setup", "--items", str(options.items), "--seed", str(seed),
                                 "--warm-up", str(WARM_UP), "--seconds", "3600", "--json", file.name],
                                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        try:
            time.sleep(WARM_UP)
            seconds = add_index(endpoint, options)
        finally:
            load.send_signal(signal.SIGINT)
            fault = load.communicate()[1]
        if load.returncode != 0:
            sys.exit(f"larder-load: {fault}")
        return seconds, json.load(open(file.name))["rows"][0]


@contextlib.contextmanager
def copy_of(store, options):
    """A daemon on a copy of a stopped store: every build starts from the same state."""
    with tempfile.TemporaryDirectory(dir=options.data) as folder:
        shutil.copytree(store, folder, dirs_exist_ok=True)
        os.sync()
        with larderd("--data-dir", folder) as (endpoint, _, _):
            yield endpoint


def build(options):
    alone, beside, before, during, after = [], [], [], [], []
    with tempfile.TemporaryDirectory(dir=options.data) as store:
        with larderd("--data-dir", store, "--durability", "none") as (endpoint, _, _):
            fill(endpoint, options, "--index-keys", "1")
        for number in range(options.repeat):
            with copy_of(store, options) as endpoint:
                alone.append(add_index(endpoint, options))
            with copy_of(store, options) as endpoint:
                put = lambda part: once(endpoint, "put", 16, options, 3 * number + part, "--index-keys", "1")
                before.append(put(1))
                seconds, row = add_index_beside_puts(endpoint, options, 3 * number + 2)
                beside.append(seconds)
                during.append(row)
                after.append(put(3))
    table(f"Building a global index over {options.items:,} items, durable", ["", "seconds", "items/s", "rounds, items/s"],
          [[name, f"{statistics.median(times):.1f}", f"{options.items / statistics.median(times):,.0f}",
            ", ".join(f"{options.items / seconds:,.0f}" for seconds in times)]
           for name, times in (("alone", alone), ("while 16 clients put", beside))])
    table("PutItem meanwhile, 16 clients (wanted: p99 <= 3 times that before)",
          ["", "req/s", "p50 us", "p99 us", "p99 / p99 before"],
          [["before", *speed(before), ""]] +
          [[name, *speed(rows), spread(ratios(rows, before, "p99_us"))]
           for name, rows in (("during the build", during), ("with the index", after))])


@contextlib.contextmanager
def memory_group(limit):
    """A memory control group below this process's own; gives the function that a new process joins it with."""
    parent, limit_file = pathlib.Path("/sys/fs/cgroup"), "memory.max"  # version 2: below the root
    for line in pathlib.Path("/proc/self/cgroup").read_text().splitlines():
        _, controllers, path = line.split(":", 2)
        if "memory" in controllers.split(","):
            parent, limit_file = pathlib.Path("/sys/fs/cgroup/memory" + path), "memory.limit_in_bytes"
    group = parent / f"larder-figures-{os.getpid()}"
    group.mkdir()
    try:
        (group / limit_file).write_text(str(limit))
        yield lambda: (group / "cgroup.procs").write_text("0")
    finally:
        group.rmdir()


def forget(file):
    """Takes the file out of the page cache, and makes sure that it is gone."""
    with open(file, "rb") as opened:
        os.fsync(opened.fileno())
        os.posix_fadvise(opened.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
    resident = int(subprocess.run(["fincore", "--bytes", "--noheadings", "--output", "RES", file], check=True,
                                  capture_output=True, text=True).stdout)
    if resident > os.stat(file).st_size / 100:
        sys.exit(f"{file}: {resident:,} bytes are still in memory")


def major_faults(pid):
    return int(pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[9])


def cold(options):
    if os.geteuid() != 0:
        return print("\ncold: left out, it needs root to limit the daemon's memory")
    rows = []
    with tempfile.TemporaryDirectory(dir=options.data) as store:
        with larderd("--data-dir", store, "--durability", "none") as (endpoint, _, _):
            fill(endpoint, options, "--indexes", "1")
        data = pathlib.Path(store) / "data.mdb"
        size = data.stat().st_blocks * 512
        limit = size // MEMORY_SHARE

        def run(workload, clients, seed):
            forget(data)
            with memory_group(limit) as join, larderd("--data-dir", store, before_start=join) as (endpoint, pid, _):
                faults = major_faults(pid)
                row = once(endpoint, workload, clients, options, seed, "--indexes", "1", warm_up=0)
                row["faults"] = (major_faults(pid) - faults) / max(1, row["requests_per_second"] * options.seconds)
                row["resident"] = status_bytes(pid, "RssFile")
                return row

        for clients in (1, 16):
            results = in_turn(options, {"on the table": lambda seed: run("query", clients, seed),
                                        "on the index": lambda seed: run("query-index", clients, seed)})
            base = results["on the table"]
            rows += [[clients, name, *speed(result), f"{median(result, 'faults'):.1f}", f"{median(result, 'resident') / 1e6:.0f} MB",
                      "" if result is base else spread(ratios(result, base))] for name, result in results.items()]
    table(f"Query of ten items, cold: {size / 1e6:,.0f} MB of data, {limit / 1e6:,.0f} MB of memory",
          ["clients", "", "req/s", "p50 us", "p99 us", "reads from disk / query", "mapped at the end", "index / table"], rows)


SECTIONS = {"query": query, "update": update, "puts": puts, "build": build, "cold": cold}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sections", nargs="*", default=list(SECTIONS), help="which figures (default: all)")
    parser.add_argument("--seconds", type=float, default=2, help="measured time of each run")
    parser.add_argument("--repeat", type=int, default=5, help="rounds; medians are shown")
    parser.add_argument("--items", type=int, default=1_000_000, help="items in every table")
    parser.add_argument("--data", default=None, help="folder for data directories: the disk to measure (default: the temporary folder)")
    options = parser.parse_args()
    unknown = [name for name in options.sections if name not in SECTIONS]
    if unknown:
        parser.error(f"no section {unknown[0]}; there are {', '.join(SECTIONS)}")
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.2f} before, {time.strftime('%Y-%m-%d')}, medians of {options.repeat} "
          f"rounds of {options.seconds:g} s")
    for name in options.sections:
        SECTIONS[name](options)


if __name__ == "__main__":
    main()
