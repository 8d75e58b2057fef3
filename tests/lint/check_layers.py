#!/usr/bin/env python3
"""Fails when a file includes from a folder that tests/lint/layers.txt does not allow its folder, when a third-party
header is used outside its fence, or when a source file belongs to no CMake target. Usage: check_layers.py ROOT"""
import pathlib
import re
import sys

# Third-party header prefix -> folders that may include it (house style, rule 6).
FENCES = {
    "lmdb.h": ["storage/engine", "tests/bench", "tests/unit/storage/engine"],
    "msgpack": ["storage/model", "storage/change", "ipc/wire"],
    "simdjson": ["ipc/wire"],
    "zmq": ["ipc/zmq", "streams", "ipc/client"],
    "boost/asio": ["ipc/http", "daemon", "tests/unit/ipc/http"],
    "boost/beast": ["ipc/http"],
    "libdeflate.h": ["ipc/http"],
    "http_parser.h": ["ipc/http", "tools/larder_load"],
    "openssl": ["ipc/http", "ipc/api", "tests/unit/ipc/http"],
    "systemd": ["systemd"],
    "spdlog": ["storage/base"],
    "sodium": ["storage/keys", "storage/engine", "ipc/api"],
}
INCLUDE = re.compile(r'^\s*#include\s+[<"]([^>"]+)[>"]', re.M)


def read_layers(root):
    layers = {}
    for line in (root / "tests/lint/layers.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            folder, allowed = line.split(":")
            layers[folder.strip()] = allowed.split()
    return layers


def layer_of(path, layers):
    matches = [folder for folder in layers if path == folder or path.startswith(folder + "/")]
    return max(matches, key=len, default=None)


def check_file(root, path, layers):
    relative = path.relative_to(root).as_posix()
    own = layer_of(relative, layers)
    for header in INCLUDE.findall(path.read_text()):
        for prefix, fence in FENCES.items():
            if header.startswith(prefix) and not any(relative.startswith(folder + "/") for folder in fence):
                yield f"{relative}: <{header}> belongs to {', '.join(fence)}"
        target = layer_of(header, layers) if (root / header).exists() else None
        if own and target and target != own and target not in layers[own]:
            yield f"{relative}: {own} may not include {header} (tests/lint/layers.txt)"


def unlisted_sources(root, sources):
    listed = ""
    for cmake in root.rglob("CMakeLists.txt"):
        if "build" not in cmake.relative_to(root).parts:
            folder = cmake.parent.relative_to(root).as_posix()
            listed += "".join(f"{folder}/{name}\n" for name in re.findall(r"[\w./-]+\.cc\b", cmake.read_text()))
    for path in sources:
        relative = path.relative_to(root).as_posix()
        if path.suffix == ".cc" and f"{relative}\n" not in listed:
            yield f"{relative}: in no CMakeLists.txt"


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    layers = read_layers(root)
    tops = ["storage", "ipc", "daemon", "streams", "ttl", "systemd", "tools", "tests"]
    sources = [p for top in tops for p in sorted((root / top).rglob("*")) if p.suffix in (".h", ".cc")]
    faults = [fault for path in sources for fault in check_file(root, path, layers)]
    faults += unlisted_sources(root, sources)
    print("\n".join(faults) or f"{len(sources)} files, every include within its layer")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
