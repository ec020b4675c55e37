#!/bin/sh
# Builds a project that has hrefkit as a subproject with shared libraries, on a machine without the
# libraries that only the command needs, and runs its program. Nothing is optimised here: what is
# built is the question, not how fast it runs. Without rules for installation, only what is linked is
# built. With "all" every library is built, and install_test.sh
# installs and uses that build: tests/long/subproject asks for it.
#
#   subproject_test.sh SOURCE_DIR BUILD_DIR COMPILER [all]
set -eu
source=$1
build=$2/packaging/subproject
compiler=$3
scope=${4:-url}
target=all
[ "$scope" = all ] || target=resolve_reference
mkdir -p "$build"
{
  cmake -G Ninja -S "$source/tests/packaging/consumer" -B "$build" \
    -DSUBPROJECT="$source" -DSAMPLES="$source/samples" -DCMAKE_CXX_COMPILER="$compiler" \
    -DCMAKE_CXX_FLAGS=-O0 -DBUILD_SHARED_LIBS=ON -DHREFKIT_INSTALL=ON -DHREFKIT_PRECOMPILE=ON -DHREFKIT_UNITY=ON \
    -DCMAKE_DISABLE_FIND_PACKAGE_CLI11=ON -DCMAKE_DISABLE_FIND_PACKAGE_Catch2=ON \
    -DTOMLPLUSPLUS_INCLUDE=NOTFOUND &&
    cmake --build "$build" --target "$target"
} >"$build.log" 2>&1 || {
  cat "$build.log" >&2
  exit 1
}

# expect NAME TEXT COMMAND...: TEXT is the whole output of the command.
expect() {
  name=$1
  wanted=$2
  shift 2
  got=$("$@")
  if [ "$got" != "$wanted" ]; then
    echo "FAILED: $name printed '$got', not '$wanted'" >&2
    exit 1
  fi
  echo "ok: $name of a subproject"
}

expect resolve_reference 'https://docs.example/x' \
  "$build/resolve_reference" https://docs.example/d/ utf-8 ../x
if ! ls "$build"/hrefkit/src/url/libhrefkit_url.so.*.*.* >/dev/null; then
  echo "FAILED: there is no shared library" >&2
  exit 1
fi
[ "$scope" = all ] || {
  # What the targets of the project do not link is not built with them.
  cmake -G Ninja -S "$source/tests/packaging/consumer" -B "$build-less" -DONLY_URL=ON \
    -DSUBPROJECT="$source" -DSAMPLES="$source/samples" -DCMAKE_CXX_COMPILER="$compiler" >"$build-less.log" 2>&1 ||
    { cat "$build-less.log" >&2; exit 1; }
  ninja -C "$build-less" -n >"$build-less.log"
  grep -q 'src/url/' "$build-less.log" || { echo "FAILED: nothing of hrefkit::url is built" >&2; exit 1; }
  if grep 'hrefkit_\(html\|site\|c\)\.dir' "$build-less.log" >&2; then
    echo "FAILED: a subproject builds what nobody links" >&2
    exit 1
  fi
  echo "ok: a subproject builds what is linked"
  exit 0
}
echo '<a href=x>' >"$build/page.html"
expect list_links 'hyperlink https://docs.example/d/x' \
  "$build/list_links" "$build/page.html" https://docs.example/d/
exec sh "$(dirname "$0")/install_test.sh" "$source" "$build/hrefkit" "$compiler"
