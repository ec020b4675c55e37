#!/bin/bash
# tests/architecture holds for this repository, and finds each fault that is planted in a small one.
set -euo pipefail
cd "$(dirname "$0")"
./architecture
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# plant FILE TEXT: a repository with two layers, where FILE has TEXT instead of what is right.
plant() {
  rm -rf "${folder:?}"/*
  mkdir -p "$folder/src/text" "$folder/src/url/living" "$folder/src/site" "$folder/src/c" "$folder/src/cli" "$folder/html"
  echo 'hrefkit_public_headers(text utf8.h)' >"$folder/src/text/CMakeLists.txt"
  printf 'hrefkit_public_headers(url\n  url.h\n)\nhrefkit_shared_headers(url\n  host.h\n)\n' >"$folder/src/url/CMakeLists.txt"
  printf '#pragma once\n' >"$folder/src/url/host.h"
  printf '#pragma once\n' >"$folder/src/text/utf8.h"
  printf '#pragma once\n#include "hrefkit/text/utf8.h"\n' >"$folder/src/url/url.h"
  printf '#pragma once\n#include "hrefkit/url/url.h"\n' >"$folder/src/url/living/parser.h"
  printf '#include "hrefkit/url/url.h"\n\n#include "hrefkit/url/living/parser.h"\n' >"$folder/src/url/url.cpp"
  printf '#pragma once\n' >"$folder/html/dom.h"
  printf '#pragma once\n#include "hrefkit/html/dom.h"\n' >"$folder/html/tree.h"
  printf '#include "hrefkit/url/url.h"\n' >"$folder/html/dom.cpp"
  [ $# = 0 ] || printf "$2" >"$folder/$1"
}

# expect MESSAGE FILE TEXT: the planted fault is found, and named so.
expect() {
  plant "$2" "$3"
  if ./architecture "$folder" >"$folder/found"; then
    echo "FAILED: $2 passes with: $3"
    exit 1
  fi
  if ! grep -qF "$1" "$folder/found"; then
    echo "FAILED: $2: '$1' is not said, but:"
    cat "$folder/found"
    exit 1
  fi
}

for header in url host; do
  plant html/dom.cpp "#include \"hrefkit/url/$header.h\"\n"
  ./architecture "$folder" >/dev/null
done

expect 'src/text/utf8.h:2: includes hrefkit/url/url.h, which is not below it' \
  src/text/utf8.h '#pragma once\n#include "hrefkit/url/url.h"\n'
expect 'html/dom.cpp:1: includes hrefkit/url/living/parser.h, an inside of another layer' \
  html/dom.cpp '  #  include  "hrefkit/url/living/parser.h"\n'
expect 'src/url/url.h:2: is public and includes hrefkit/url/living/parser.h, which is not' \
  src/url/url.h '#pragma once\n#include <hrefkit/url/living/parser.h>\n'
for layer in c cli; do
  expect "src/$layer/page.cpp:1: includes hrefkit/url/host.h, which is not public" \
    "src/$layer/page.cpp" '#include "hrefkit/url/host.h"\n'
done
expect 'includes hrefkit/url/gone.h, which does not exist' html/dom.cpp '#include "hrefkit/url/gone.h"\n'
expect 'hrefkit/text/gone.h: is listed as public, and does not exist' \
  src/text/CMakeLists.txt 'hrefkit_public_headers(text utf8.h gone.h)\n'
expect 'src/text/utf8.h: has no #pragma once' src/text/utf8.h '// Code units.\n'
for text in "before.rfind('<')" 'text.find("<!--", at)' 'find_ignoring_ascii_case(text, "<script")' "find_first_of('>', 1)"; do
  expect 'src/site/page.cpp:1: looks for markup in a text' src/site/page.cpp "at = $text;\n"
done
expect '  in it: hrefkit/html/dom' html/dom.h '#pragma once\n#include "hrefkit/html/tree.h"\n'
expect '  in it: hrefkit/html/dom' html/dom.cpp '#include "hrefkit/html/tree.h"\n'
