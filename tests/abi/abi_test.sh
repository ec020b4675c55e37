#!/bin/sh
# The ABI of the C library against that of the last release, tests/abi/libhrefkit.abi: additions alone are allowed.
#
#   abi_test.sh SOURCE_DIR LIBRARY           compares
#   abi_test.sh SOURCE_DIR LIBRARY --update  writes the dump anew: for a release, and for structs that grow before it
#
# What a release is built with has no debug information. So the dump is of a library without code, made of the
# declarations of c.h; the real one must export the same names.
set -eu
source=$(cd "$1" && pwd)
library=$(cd "$(dirname "$2")" && pwd)/$(basename "$2")
for tool in abidw abidiff cc nm; do
  if ! command -v "$tool" >/dev/null; then
    echo "SKIPPED: there is no $tool on this machine (Debian: abigail-tools)"
    exit 77
  fi
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

{
  echo '#include "c.h"'
  # Each declaration of a function, as a definition that nobody calls.
  cc -E -P -DHREFKIT_API=HREFKIT_API_HERE -x c "$source/src/c/c.h" | tr '\n' ' ' | tr ';' '\n' |
    sed -n 's/^.*HREFKIT_API_HERE \(.*\)$/__attribute__((visibility("default"))) \1 { __builtin_trap(); }/p'
} >"$folder/stub.c"
(cd "$folder" && cc -std=c11 -g -O0 -w -fPIC -shared -fvisibility=hidden -I"$source/src/c" stub.c \
  -Wl,--version-script="$source/src/c/exports.map" -Wl,-soname,libhrefkit.so.0 -o libhrefkit.so.0)

# The names with their version; the node itself is one.
names() {
  nm -D --with-symbol-versions --defined-only "$1" | awk '{ print $NF }' | LC_ALL=C sort
}
names "$folder/libhrefkit.so.0" >"$folder/declared"
names "$library" >"$folder/exported"
if ! diff "$folder/declared" "$folder/exported"; then
  echo "FAILED: the library does not export what c.h declares (<), or other names (>)" >&2
  exit 1
fi

abidw --no-show-locs --no-corpus-path --no-comp-dir-path --out-file "$folder/new.abi" "$folder/libhrefkit.so.0"
if [ "${3:-}" = --update ]; then
  cp "$folder/new.abi" "$source/tests/abi/libhrefkit.abi"
  exit 0
fi
if ! abidiff --no-added-syms "$source/tests/abi/libhrefkit.abi" "$folder/new.abi"; then
  echo "FAILED: the ABI is not that of the last release" >&2
  exit 1
fi
echo "ok: $(grep -c hrefkit_ "$folder/exported") functions"
