#!/bin/sh
# The samples over the C library: links.c, and links.rs where there is a compiler of Rust.
#
#   c_test.sh BUILD_DIR SOURCE_DIR LIBRARY
set -eu
build=$1
source=$2
library=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
echo '<base href=/d/><a href=x>t</a><img src=i.png>' >"$folder/page.html"
wanted='base https://a.example/d/
hyperlink https://a.example/d/x
image https://a.example/d/i.png'

# check NAME PROGRAM
check() {
  got=$("$2" "$folder/page.html" https://a.example/)
  [ "$got" = "$wanted" ] || { echo "FAILED: $1 prints '$got'" >&2; exit 1; }
  if "$2" "$folder/page.html" relative >"$folder/out" 2>"$folder/err" || ! grep -q absolute "$folder/err"; then
    echo "FAILED: $1 takes an address that is not absolute" >&2
    exit 1
  fi
  echo "ok: $1"
}

check links.c "$build/samples/links_c"
if ! command -v rustc >/dev/null; then
  echo "SKIPPED: links.rs, as there is no rustc on this machine (Debian: rustc)"
  exit 0
fi
libraries=$(dirname "$library")
rustc -D warnings "$source/samples/links.rs" -L native="$libraries" -o "$folder/links_rs"
LD_LIBRARY_PATH=$libraries
export LD_LIBRARY_PATH
check links.rs "$folder/links_rs"
