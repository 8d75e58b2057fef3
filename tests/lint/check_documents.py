#!/usr/bin/env python3
"""Fails when a document names a path that does not exist, or when the project's text says what it should not
(registry hosts, unfinished work without an issue). Usage: check_documents.py ROOT"""
import pathlib
import re
import subprocess
import sys

PATH = re.compile(r"`((?:daemon|storage|streams|ttl|ipc|systemd|tests|tools)/[\w./-]+)`")
PLANNED = re.compile(r"^(streams|ttl|systemd|ipc/(zmq|client)|storage/change)")
SAID = re.compile(r"(TODO|FIXME|\bXXX\b|registry\.npmjs|pypi\.org|files\.pythonhosted)")


def tracked(root):
    listing = subprocess.run(["git", "ls-files"], cwd=root, capture_output=True, text=True, check=True)
    return [root / name for name in listing.stdout.splitlines() if (root / name).is_file()]


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    faults = []
    for path in tracked(root):
        relative = path.relative_to(root).as_posix()
        if relative == "tests/lint/check_documents.py" or path.suffix in (".png", ".svg", ".gz"):
            continue
        text = path.read_text(errors="replace")
        faults += [f"{relative}: says {word}" for word in SAID.findall(text)]
        if path.suffix == ".md":
            faults += [f"{relative}: no such path {name}" for name in PATH.findall(text)
                       if not PLANNED.match(name) and not (root / name.rstrip("/.")).exists()]
    print("\n".join(faults) or "documents name real paths")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
