#!/usr/bin/env python3
"""Measures larderd beside its yardsticks in one run and prints the figures as tables.

  tests/bench/figures.py                     everything, about 25 minutes
  tests/bench/figures.py throughput scan     only these sections
  tests/bench/figures.py --seconds 1 --repeat 1    a quick look

Sections
  throughput   every workload with 1, 16 and 64 clients: durable, and in memory; beside nginx with one worker giving a
               fixed reply of the same size to the same generator, and the raw LMDB program doing the same reads or puts
  memory       start-up time, RssAnon + RssShmem when idle and empty, RssAnon during a Scan of 1,000,000 items
  tail         p99 of GetItem with 16 clients alone, and while 4 clients scan
  tables       GetItem with one table and with 2,500
  growth       Query of one page in tables of 10,000 and 1,000,000 items

Needs a release build (tools/run makes larderd; `cmake --preset release && ninja -C build/release` makes all) and nginx
(tools/install bench). Uses loopback only; ends what it starts; leaves no file.
tests/bench/index_figures.py measures secondary indexes."""
import argparse
import contextlib
import json
import os
import pathlib
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
BIN = ROOT / "build" / "release" / "bin"
WORKLOADS = "get,put,increment,query,batch,transact,mixed"
ITEM_REPLY = '{"Item":{"PK":{"S":"user#0000000001"},"SK":{"S":"order#01"},"count":{"N":"0"},"data":{"S":"%s"}}}' % ("x" * 262)
PUT_REPLY = "{}"


def loads(endpoint, workload, clients, options, *more):
    """Rows of larder-load, by (workload, clients)."""
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        command = [BIN / "larder-load", "--endpoint-url", endpoint, "--workload", workload, "--clients", clients,
                   "--seconds", str(options.seconds), "--repeat", str(options.repeat), "--json", file.name, *more]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"larder-load: {done.stderr}")
        rows = json.load(open(file.name))["rows"]
    return {(row["workload"], row["clients"]): row for row in rows}


@contextlib.contextmanager
def larderd(*arguments, before_start=None):
    """A daemon of its own on a free port; gives (endpoint, pid, seconds to the first answered request).
    `before_start` runs in the new process."""
    begun = time.monotonic()
    process = subprocess.Popen([BIN / "larderd", "--http-port", "0", "--http-threads", "1", *arguments],
                               stderr=subprocess.PIPE, text=True, preexec_fn=before_start)
    endpoint = None
    for line in process.stderr:
        if match := re.search(r"listening on (http://\S+)", line):
            endpoint = match.group(1)
            break
    if endpoint is None:
        sys.exit(f"larderd did not start: exit code {process.wait()}")
    urllib.request.urlopen(endpoint).read()
    started = time.monotonic() - begun
    try:
        yield endpoint, process.pid, started
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate()


@contextlib.contextmanager
def nginx(reply):
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        config = pathlib.Path(folder) / "nginx.conf"
        config.write_text(f"""
worker_processes 1; daemon off; pid {folder}/pid; error_log stderr crit;
events {{ worker_connections 1024; }}
http {{ access_log off; keepalive_requests 1000000000; client_body_temp_path {folder}; proxy_temp_path {folder};
  fastcgi_temp_path {folder}; uwsgi_temp_path {folder}; scgi_temp_path {folder};
  server {{ listen 127.0.0.1:{port}; location / {{ default_type application/x-amz-json-1.0; return 200 '{reply}'; }} }} }}
""")
        process = subprocess.Popen(["nginx", "-c", str(config)], stderr=subprocess.DEVNULL)
        endpoint = f"http://127.0.0.1:{port}"
        wait_for(endpoint)
        try:
            yield endpoint
        finally:
            process.terminate()
            process.wait()


def free_port():
    import socket
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for(endpoint):
    while True:
        with contextlib.suppress(OSError):
            return urllib.request.urlopen(endpoint).read()


def raw_lmdb(*arguments):
    done = subprocess.run([BIN / "raw_lmdb", *arguments, "--json"], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)["ops_per_second"]


def table(title, heading, rows):
    print(f"\n{title}")
    widths = [max(len(str(line[i])) for line in [heading, *rows]) for i in range(len(heading))]
    for line in [heading, ["-" * width for width in widths], *rows]:
        print("| " + " | ".join(str(cell).ljust(width) for cell, width in zip(line, widths)) + " |")
    sys.stdout.flush()


def status_bytes(pid, *names):
    fields = dict(line.split(":", 1) for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines())
    return sum(int(fields[name].split()[0]) * 1024 for name in names)


def throughput(options):
    with nginx(ITEM_REPLY) as endpoint:
        fixed = loads(endpoint, "get", "1,16,64", options, "--no-setup")
    with nginx(PUT_REPLY) as endpoint:
        fixed_put = loads(endpoint, "put", "1,16,64", options, "--no-setup")
    with tempfile.TemporaryDirectory(dir=options.data) as folder:
        with larderd("--data-dir", folder) as (endpoint, _, _):
            durable = loads(endpoint, WORKLOADS, "1,16,64", options)
    with larderd("--in-memory") as (endpoint, _, _):
        memory = loads(endpoint, WORKLOADS, "1,16,64", options)
    with tempfile.TemporaryDirectory(dir=options.data) as folder:
        seconds = ["--seconds", str(options.seconds), "--items", "10000", "--value-bytes", "300", "--dir", folder]
        raw_get = statistics.median(raw_lmdb("get", *seconds) for _ in range(options.repeat))
        raw_put = {group: statistics.median(raw_lmdb("put", "--group", str(group), *seconds) for _ in range(options.repeat))
                   for group in (1, 16, 32, 64)}
    rows = []
    for (workload, clients), row in durable.items():
        yard = (fixed if workload in ("get", "query", "mixed") else fixed_put)
        base = yard[("get" if yard is fixed else "put", clients)]["requests_per_second"]
        in_memory = memory[(workload, clients)]
        rows.append([workload, clients, f"{row['requests_per_second']:,.0f}", f"{row['p50_us']:.0f}", f"{row['p99_us']:.0f}",
                     f"{in_memory['requests_per_second']:,.0f}", f"{in_memory['p50_us']:.0f}", f"{in_memory['p99_us']:.0f}",
                     f"{row['requests_per_second'] / base:.2f}", f"{in_memory['requests_per_second'] / base:.2f}"])
    table("Throughput, one HTTP thread (medians)",
          ["workload", "clients", "durable req/s", "p50 us", "p99 us", "in memory req/s", "p50 us", "p99 us", "durable / nginx",
           "in memory / nginx"], rows)
    table("Yardsticks", ["what", "per second"],
          [[f"nginx, fixed reply of an item, {clients} clients", f"{fixed[('get', clients)]['requests_per_second']:,.0f}"] for clients in (1, 16, 64)] +
          [[f"nginx, fixed empty reply, {clients} clients", f"{fixed_put[('put', clients)]['requests_per_second']:,.0f}"] for clients in (1, 16, 64)] +
          [["raw LMDB, random gets", f"{raw_get:,.0f}"]] +
          [[f"raw LMDB, durable puts in groups of {group}", f"{rate:,.0f}"] for group, rate in raw_put.items()])
    get = durable[("get", 16)]["requests_per_second"] / fixed[("get", 16)]["requests_per_second"]
    put = durable[("put", 64)]["requests_per_second"] / raw_put[32]
    table("Targets", ["figure", "wanted", "measured"],
          [["GetItem, 16 clients / nginx", ">= 0.60", f"{get:.2f}"], ["PutItem, 64 clients / raw LMDB in groups of 32", ">= 0.50", f"{put:.2f}"]])


def memory(options):
    starts, idle = [], []
    for _ in range(options.repeat):
        with tempfile.TemporaryDirectory(dir=options.data) as folder:
            with larderd("--data-dir", folder) as (_, pid, started):
                starts.append(started)
                idle.append(status_bytes(pid, "RssAnon", "RssShmem"))
    with tempfile.TemporaryDirectory(dir=options.data) as folder:
        with larderd("--data-dir", folder, "--durability", "none") as (endpoint, pid, _):
            quick = argparse.Namespace(seconds=1, repeat=1)
            loads(endpoint, "get", "1", quick, "--items", str(options.items), "--keep-table")
            before = status_bytes(pid, "RssAnon")
            peak = before
            start = None
            while True:
                body = {"TableName": "larder-load"} | ({"ExclusiveStartKey": start} if start else {})
                reply = call(endpoint, "Scan", body)
                peak = max(peak, status_bytes(pid, "RssAnon"))
                start = reply.get("LastEvaluatedKey")
                if not start:
                    break
    table("Start-up and memory (medians)", ["figure", "wanted", "measured"],
          [["start to first answer", "< 50 ms", f"{statistics.median(starts) * 1000:.0f} ms"],
           ["RssAnon + RssShmem, idle, empty store", "< 15 MB", f"{statistics.median(idle) / 1e6:.1f} MB"],
           [f"RssAnon during a Scan of {options.items:,} items, above idle", "<= 32 MB", f"{(peak - before) / 1e6:.1f} MB"]])


def call(endpoint, operation, body):
    request = urllib.request.Request(endpoint, json.dumps(body).encode(),
                                     {"X-Amz-Target": f"DynamoDB_20120810.{operation}", "Content-Type": "application/x-amz-json-1.0"})
    return json.load(urllib.request.urlopen(request))


def tail(options):
    with tempfile.TemporaryDirectory(dir=options.data) as folder:
        with larderd("--data-dir", folder) as (endpoint, _, _):
            alone = loads(endpoint, "get", "16", options, "--items", "100000", "--keep-table")[("get", 16)]
            beside = loads(endpoint, "get", "16", options, "--items", "100000", "--no-setup", "--background-scans", "4")[("get", 16)]
    table("GetItem while others scan (16 clients; 4 scanning)", ["", "req/s", "p50 us", "p99 us"],
          [[name, f"{row['requests_per_second']:,.0f}", f"{row['p50_us']:.0f}", f"{row['p99_us']:.0f}"]
           for name, row in (("alone", alone), ("beside scans", beside))] +
          [["ratio of p99 (wanted <= 5)", "", "", f"{beside['p99_us'] / alone['p99_us']:.1f}"]])


def tables(options):
    with tempfile.TemporaryDirectory(dir=options.data) as folder:
        with larderd("--data-dir", folder, "--durability", "none") as (endpoint, _, _):
            one = loads(endpoint, "get", "16", options)[("get", 16)]["requests_per_second"]
            for number in range(2499):
                call(endpoint, "CreateTable", {"TableName": f"table-{number}", "BillingMode": "PAY_PER_REQUEST",
                     "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}],
                     "AttributeDefinitions": [{"AttributeName": "PK", "AttributeType": "S"}]})
            many = loads(endpoint, "get", "16", options)[("get", 16)]["requests_per_second"]
    table("GetItem by number of tables (16 clients)", ["tables", "req/s"],
          [["1", f"{one:,.0f}"], ["2,500", f"{many:,.0f}"], ["ratio (wanted >= 0.90)", f"{many / one:.2f}"]])


def growth(options):
    rates = {}
    for items in (10_000, options.items):
        with tempfile.TemporaryDirectory(dir=options.data) as folder:
            with larderd("--data-dir", folder, "--durability", "none") as (endpoint, _, _):
                rates[items] = loads(endpoint, "query", "16", options, "--items", str(items))[("query", 16)]["requests_per_second"]
    table("Query of ten items by size of the table (16 clients)", ["items", "req/s"],
          [[f"{items:,}", f"{rate:,.0f}"] for items, rate in rates.items()])


SECTIONS = {"throughput": throughput, "memory": memory, "tail": tail, "tables": tables, "growth": growth}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sections", nargs="*", default=list(SECTIONS), help="which figures (default: all)")
    parser.add_argument("--seconds", type=float, default=2, help="measured time of each run")
    parser.add_argument("--repeat", type=int, default=5, help="runs of each; medians are shown")
    parser.add_argument("--items", type=int, default=1_000_000, help="size of the large table")
    parser.add_argument("--data", default=None, help="folder for data directories: the disk to measure (default: the temporary folder)")
    options = parser.parse_args()
    unknown = [name for name in options.sections if name not in SECTIONS]
    if unknown:
        parser.error(f"no section {unknown[0]}; there are {', '.join(SECTIONS)}")
    print(f"{os.cpu_count()} cores, {time.strftime('%Y-%m-%d')}, medians of {options.repeat} runs of {options.seconds:g} s")
    for name in options.sections:
        SECTIONS[name](options)


if __name__ == "__main__":
    main()
