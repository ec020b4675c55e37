#!/bin/sh
# Runs each recipe of samples/rewrite and compares what it writes with the folder `expected` beside it.
#
#   rewrite_test.sh BUILD SOURCE
set -eu
PATH=$1:$PATH
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
failed=0
for recipe in "$2"/samples/rewrite/*/; do
  name=$(basename "$recipe")
  if grep -q python3 "$recipe/run" && ! command -v python3 >/dev/null; then
    echo "$name: skipped, since there is no python3"
    continue
  fi
  (cd "$recipe" && sh -eu run "$out/$name")
  diff -r "$recipe/expected" "$out/$name" || failed=1
done
exit $failed
