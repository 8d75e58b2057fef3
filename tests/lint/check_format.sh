#!/usr/bin/env bash
# Fails, naming the places, when a C++ file is not formatted as .clang-format says. Usage: check_format.sh ROOT
set -euo pipefail
cd "$1"
git ls-files '*.cc' '*.h' | xargs -r clang-format-14 --dry-run --Werror
echo "formatted"
