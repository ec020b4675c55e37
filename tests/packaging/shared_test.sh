#!/bin/sh
# Builds the project with shared libraries and has install_test.sh install and use that build.
#
#   shared_test.sh SOURCE_DIR BUILD_DIR COMPILER [CMAKE_OPTION...]
#
# The options are those of the build in BUILD_DIR. The new build stands beside it: then the compiler
# gets the same words for each source, and ccache has the objects already (see tests/run).
set -eu
source=$1
build=$2-shared
compiler=$3
shift 3
mkdir -p "$build"
{
  cmake -G Ninja -S "$source" -B "$build" -DCMAKE_CXX_COMPILER="$compiler" "$@" \
    -DBUILD_SHARED_LIBS=ON -DHREFKIT_TESTS=OFF &&
    cmake --build "$build"
} >"$build/log" 2>&1 || {
  cat "$build/log" >&2
  exit 1
}
if ! ls "$build"/src/url/libhrefkit_url.so.*.*.* >/dev/null; then
  echo "FAILED: there is no shared library" >&2
  exit 1
fi
exec sh "$(dirname "$0")/install_test.sh" "$source" "$build" "$compiler"
