#!/bin/sh
# Installs a build, moves the prefix elsewhere, and builds and runs the sample programs against it:
# with find_package and with pkg-config.
#
#   install_test.sh SOURCE_DIR BUILD_DIR COMPILER
#
# LDFLAGS is for all that is linked here, as CMake takes it.
set -eu
source=$1
build=$2
compiler=$3
for tool in cmake pkg-config; do
  if ! command -v "$tool" >/dev/null; then
    echo "SKIPPED: there is no $tool on this machine"
    exit 77
  fi
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
prefix=$folder/moved

fail() {
  echo "FAILED: $1" >&2
  exit 1
}

# quietly COMMAND...: shows the command's output only when it fails.
quietly() {
  "$@" >"$folder/log" 2>&1 || { cat "$folder/log" >&2; fail "$*"; }
}

# expect NAME TEXT COMMAND...: TEXT is the whole output of the command.
expect() {
  name=$1
  wanted=$2
  shift 2
  got=$("$@") || fail "$name: exit code $?"
  [ "$got" = "$wanted" ] || fail "$name printed '$got', not '$wanted'"
  echo "ok: $name"
}

list_links() {
  expect "list_links by $1" 'hyperlink https://docs.example/d/x' \
    "$2/list_links" "$folder/page.html" https://docs.example/d/
}

# links_c NAME PROGRAM: the sample in C.
links_c() {
  expect "links.c by $1" 'hyperlink https://docs.example/d/x' "$2" "$folder/page.html" https://docs.example/d/
}

resolve_reference() {
  expect "resolve_reference by $1" 'https://docs.example/?q=%E9' \
    "$2/resolve_reference" https://docs.example/d/ windows-1252 '../?q=é'
}

# with_package NAME OPTIONS...: builds the consumer project.
with_package() {
  name=$1
  shift
  quietly cmake -G Ninja -S "$source/tests/packaging/consumer" -B "$folder/$name" "$@" \
    -DSAMPLES="$source/samples" -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_CXX_COMPILER="$compiler"
  quietly cmake --build "$folder/$name"
}

# with_pkg_config NAME: builds one sample program.
with_pkg_config() {
  mkdir -p "$folder/pc"
  flags=$(PKG_CONFIG_PATH=$(dirname "$pc_file") pkg-config --cflags --libs hrefkit) ||
    fail "pkg-config does not find hrefkit"
  # The flags are several words.
  quietly "$compiler" -std=c++20 "$source/samples/$1.cpp" $flags ${LDFLAGS:-} -o "$folder/pc/$1"
}

# block LANGUAGE PAGE: the first code block of a page that is in a language.
block() {
  sed -n "/^\`\`\`$1\$/,/^\`\`\`\$/p" "$2" | sed '1d;/^```/,$d'
}

# first_lines PAGE LANGUAGE FILE: pastes the first program of a page into FILE, runs its commands as they are printed, and
# compares what they print.
first_lines() {
  mkdir -p "$folder/first/bin"
  printf '#!/bin/sh\nexec %s "$@" %s\n' "$(command -v cc)" "${LDFLAGS:-}" >"$folder/first/bin/cc"
  printf '#!/bin/sh\nexec %s "$@" %s\n' "$compiler" "${LDFLAGS:-}" >"$folder/first/bin/c++"
  chmod +x "$folder/first/bin/cc" "$folder/first/bin/c++"
  block "$2" "$1" >"$folder/first/$3"
  block text "$1" >"$folder/first/shown"
  { echo "cd '$folder/first'"; sed -n 's/^\$ //p' "$folder/first/shown"; } >"$folder/first/commands"
  expect "the first lines of ${1#"$source/"}" "$(sed '/^\$ /d' "$folder/first/shown")" \
    env PATH="$folder/first/bin:$PATH" PKG_CONFIG_PATH="$(dirname "$pc_file")" sh -e "$folder/first/commands"
}

echo '<a href=x>' >"$folder/page.html"
quietly cmake --install "$build" --prefix "$folder/first"
mv "$folder/first" "$prefix"
pc_file=$(find "$prefix" -name hrefkit.pc)

if grep -rIlF -e "$source" -e "$build" -e "$folder/first" "$prefix"; then
  fail "these installed files name a folder of the build"
fi
if [ -x "$build/hrefkit" ]; then
  expect "the command" "$("$build/hrefkit" --version)" "$prefix/bin/hrefkit" --version
  expect "the manual" "$("$build/hrefkit" --generate man)" cat "$prefix/share/man/man1/hrefkit.1"
  for command in $("$build/hrefkit" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
    expect "the manual of $command" "$("$build/hrefkit" --generate "man-$command")" \
      cat "$prefix/share/man/man1/hrefkit-$command.1"
  done
  for file in bash-completion/completions/hrefkit zsh/site-functions/_hrefkit \
    fish/vendor_completions.d/hrefkit.fish; do
    [ -s "$prefix/share/$file" ] || fail "$file is not installed"
  done
else
  echo "skipped: this build has no command"
fi
# Where the libraries are shared, programs find them here.
libraries=$(dirname "$(find "$prefix" -name 'libhrefkit_url.*' | head -n 1)")
LD_LIBRARY_PATH=$libraries

# What an installed header includes is installed, too.
(cd "$prefix/include" && find hrefkit -name '*.h' | sort | sed 's/.*/#include <&>/') \
  >"$folder/headers.cpp"
quietly "$compiler" -std=c++20 -fsyntax-only -I"$prefix/include" "$folder/headers.cpp"
echo "ok: $(grep -c . "$folder/headers.cpp") headers"

# With an older standard there is one error, which says what is needed.
echo '#include <hrefkit/hrefkit.h>' >"$folder/older.cpp"
if "$compiler" -std=c++17 -fsyntax-only -I"$prefix/include" "$folder/older.cpp" 2>"$folder/older"; then
  fail "hrefkit.h compiles as C++17"
fi
[ "$(grep -c 'error:' "$folder/older")" = 1 ] && grep -q 'needs C++20' "$folder/older" ||
  { cat "$folder/older" >&2; fail "C++17 gives more than one error, or another"; }
echo "ok: C++17 is refused"

export LD_LIBRARY_PATH
with_package all
list_links find_package "$folder/all"
expect "archive_links with hrefkit::hrefkit" "$("$folder/all/archive_links" "$source/samples/letters.warc.gz" | head -n 1)" \
  echo https://letters.example/
with_package url -DONLY_URL=ON
resolve_reference "find_package of one component" "$folder/url"
with_pkg_config list_links
list_links pkg-config "$folder/pc"
with_pkg_config page_links
expect "page_links by pkg-config" '1 https://docs.example/d/x' \
  "$folder/pc/page_links" "$folder/page.html" https://docs.example/d/
with_pkg_config resolve_reference
resolve_reference pkg-config "$folder/pc"
first_lines "$source/samples/README.md" cpp first.cpp

# The C library, where the build has it.
if [ -f "$prefix/include/hrefkit/c.h" ]; then
  links_c find_package "$folder/all/links_c"
  links_c "find_package, static" "$folder/all/links_c_static"
  with_package only_c -DONLY_C=ON
  links_c "find_package of one component" "$folder/only_c/links_c"
  PKG_CONFIG_PATH=$(dirname "$pc_file")
  export PKG_CONFIG_PATH
  # The flags are several words.
  quietly cc -std=c11 -Wall -Wextra -Wpedantic -Werror "$source/samples/links.c" \
    $(pkg-config --cflags --libs hrefkit-c) ${LDFLAGS:-} -o "$folder/pc/links_c"
  links_c pkg-config "$folder/pc/links_c"
  first_lines "$source/src/c/README.md" c first.c
  rm "$libraries"/libhrefkit.so*
  quietly cc -std=c11 "$source/samples/links.c" $(pkg-config --static --cflags --libs hrefkit-c) ${LDFLAGS:-} -o "$folder/pc/links_static"
  links_c "pkg-config, static" "$folder/pc/links_static"
else
  echo "skipped: this build has no C library"
fi
