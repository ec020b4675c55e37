#!/bin/sh
# Moves the site of samples/tour; with `open`, Chromium asks for the same files before and after. Exit code 77: there is no
# Chromium or no Python.
#
#   tour_test.sh BUILD SOURCE [open]
set -eu
PATH=$1:$PATH
if [ "${3:-}" = open ] && ! { command -v chromium && command -v python3; } >/dev/null; then
  echo "skipped: it takes chromium and python3"
  exit 77
fi
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
cd "$2/samples/tour"
sh -eu run "$out/moved" 2>"$out/err" || { cat "$out/err"; exit 1; }
for said in "0 errors, 0 warnings" "21 changed on 6 pages" "28 links on 10 pages compared"; do
  grep -q "$said" "$out/err" || { cat "$out/err"; echo "it does not say: $said"; exit 1; }
done
if grep -r old.example "$out/moved" | grep -v '<guid>'; then
  echo "the old address is left"
  exit 1
fi
[ "${3:-}" != open ] || sh -eu open "$out/moved"
