#!/bin/sh
# Builds the library with shared libraries, without the command, and has install_test.sh install and
# use that build. Nothing is optimised: what is built is the question, not how fast it runs.
#
#   shared_test.sh SOURCE_DIR BUILD_DIR COMPILER
set -eu
source=$1
build=$2/packaging/shared
compiler=$3
mkdir -p "$build"
{
  cmake -G Ninja -S "$source" -B "$build" -DCMAKE_CXX_COMPILER="$compiler" \
    -DCMAKE_CXX_FLAGS=-O0 -DHREFKIT_PRECOMPILE=ON -DBUILD_SHARED_LIBS=ON -DHREFKIT_CLI=OFF \
    -DHREFKIT_TESTS=OFF &&
    cmake --build "$build"
} >"$build.log" 2>&1 || {
  cat "$build.log" >&2
  exit 1
}
if ! ls "$build"/src/url/libhrefkit_url.so.*.*.* >/dev/null; then
  echo "FAILED: there is no shared library" >&2
  exit 1
fi
exec sh "$(dirname "$0")/install_test.sh" "$source" "$build" "$compiler"
