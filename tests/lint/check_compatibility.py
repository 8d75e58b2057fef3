#!/usr/bin/env python3
"""Fails when the tables of COMPATIBILITY.md are not what the request shapes say.
Usage: check_compatibility.py ROOT PROGRAM [--write]; PROGRAM is larder-compatibility, --write replaces the tables."""
import pathlib
import subprocess
import sys

MARK = "<!-- Printed from ipc/wire by tools/compatibility; do not edit below. -->\n\n"


def main():
    document = pathlib.Path(sys.argv[1]) / "COMPATIBILITY.md"
    tables = subprocess.run([sys.argv[2]], capture_output=True, text=True, check=True).stdout
    prose, mark, printed = document.read_text().partition(MARK)
    if not mark:
        print("COMPATIBILITY.md has no line", MARK.strip())
        return 1
    if sys.argv[3:] == ["--write"]:
        document.write_text(prose + MARK + tables)
    elif printed != tables:
        print("COMPATIBILITY.md: the tables differ from the shapes; run tests/lint/check_compatibility.py . "
              "build/dev/bin/larder-compatibility --write")
        return 1
    print("COMPATIBILITY.md says what the shapes say")
    return 0


if __name__ == "__main__":
    sys.exit(main())
