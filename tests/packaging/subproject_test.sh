#!/bin/sh
# Builds a project that has hrefkit as a subproject with shared libraries, on a machine without the
# libraries that only the command needs, and runs its program. Then has install_test.sh install and
# use that build. Nothing is optimised here: what is built is the question, not how fast it runs.
#
#   subproject_test.sh SOURCE_DIR BUILD_DIR COMPILER
set -eu
source=$1
build=$2/packaging/subproject
compiler=$3
mkdir -p "$build"
{
  cmake -G Ninja -S "$source/tests/packaging/consumer" -B "$build" \
    -DSUBPROJECT="$source" -DSAMPLES="$source/samples" -DCMAKE_CXX_COMPILER="$compiler" \
    -DCMAKE_CXX_FLAGS=-O0 -DBUILD_SHARED_LIBS=ON -DHREFKIT_INSTALL=ON -DHREFKIT_PRECOMPILE=ON -DHREFKIT_UNITY=ON \
    -DCMAKE_DISABLE_FIND_PACKAGE_CLI11=ON -DCMAKE_DISABLE_FIND_PACKAGE_Catch2=ON \
    -DTOMLPLUSPLUS_INCLUDE=NOTFOUND &&
    cmake --build "$build"
} >"$build.log" 2>&1 || {
  cat "$build.log" >&2
  exit 1
}
echo '<a href=x>' >"$build/page.html"
wanted='hyperlink https://docs.example/d/x'
got=$("$build/list_links" "$build/page.html" https://docs.example/d/)
if [ "$got" != "$wanted" ]; then
  echo "FAILED: list_links printed '$got', not '$wanted'" >&2
  exit 1
fi
echo "ok: list_links of a subproject"
if ! ls "$build"/hrefkit/src/url/libhrefkit_url.so.*.*.* >/dev/null; then
  echo "FAILED: there is no shared library" >&2
  exit 1
fi
exec sh "$(dirname "$0")/install_test.sh" "$source" "$build/hrefkit" "$compiler"
