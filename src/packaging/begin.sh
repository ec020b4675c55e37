# What each script of a release begins with: `. src/packaging/begin.sh` at the top of a clean checkout, after `out=FOLDER`.
# It gives $version, $work (a folder in $out that the end of the script removes) and these functions.
umask 022
export LC_ALL=C TZ=UTC
if [ ! -f CMakeLists.txt ]; then
  echo "error: $(pwd) is no checkout of hrefkit" >&2
  exit 2
fi
mkdir -p "$out"
out=$(cd "$out" && pwd)
version=$(sed -n 's/^project(hrefkit VERSION \([0-9.]*\) .*/\1/p' CMakeLists.txt)
# Files carry the time of the commit, so that the next run gives the same bytes.
if [ -z "${SOURCE_DATE_EPOCH:-}" ]; then
  SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2>/dev/null || echo 0)
fi
export SOURCE_DATE_EPOCH
work=$(mktemp -d "$out/.work.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

# need_packages NAMES...: installs the Debian packages that are missing.
need_packages() {
  sh tests/install_packages "$@"
}

# quietly COMMAND...: runs it; its output is shown only where it fails.
quietly() {
  "$@" >"$work/log" 2>&1 || {
    cat "$work/log" >&2
    return 1
  }
}

# pack_folder FOLDER FILE.tar.gz: packs a folder of $work under its name; the same folder gives the same bytes.
pack_folder() {
  (cd "$work" && tar --sort=name --format=ustar --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner \
    -cf - "$1") | gzip -9n >"$work/packed"
  mv "$work/packed" "$2"
  echo "$2"
}

# build_self_contained TARGETS...: builds them in $build, which HREFKIT_BUILD may name; no path of this machine is in them.
build_self_contained() {
  build=${HREFKIT_BUILD:-$work/build}
  if [ ! -f "$build/CMakeCache.txt" ]; then
    need_packages icu-devtools libcurl4-openssl-dev libsqlite3-dev libssl-dev libnghttp2-dev libc-ares-dev libisal-dev nasm dpkg-dev
    quietly cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DHREFKIT_SELF_CONTAINED=ON \
      -DHREFKIT_NETWORK=ON -DHREFKIT_ISAL=ON -DHREFKIT_TESTS=OFF -DHREFKIT_SAMPLES=OFF -DHREFKIT_PRECOMPILE=ON -DHREFKIT_UNITY=ON
  fi
  quietly cmake --build "$build" -j "$(getconf _NPROCESSORS_ONLN)" --target "$@"
}
