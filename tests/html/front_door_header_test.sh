#!/bin/sh
# front_door_header_test.sh COMPILER INCLUDES...: hrefkit/hrefkit.h compiles without exceptions, and is at most twice
# as large, with all that it includes, as <string> and <vector>.
set -u
compiler=$1
shift
flags=
for folder; do flags="$flags -I$folder"; done
failed=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

printf '#include <hrefkit/hrefkit.h>\nint main() { return hrefkit::links("", "https://a.example/").ok() ? 0 : 1; }\n' > "$work/page.cpp"
# shellcheck disable=SC2086
if ! "$compiler" -std=c++20 $flags -fno-exceptions -Wall -Wextra -Werror -fsyntax-only "$work/page.cpp"; then
  echo "FAILED: hrefkit/hrefkit.h without exceptions"
  failed=1
fi
printf '#include <hrefkit/hrefkit.h>\n' > "$work/own.cpp"
printf '#include <string>\n#include <vector>\n' > "$work/standard.cpp"
# shellcheck disable=SC2086
own=$("$compiler" -std=c++20 $flags -E "$work/own.cpp" | wc -c)
standard=$("$compiler" -std=c++20 -E "$work/standard.cpp" | wc -c)
echo "hrefkit/hrefkit.h has $own bytes when it is preprocessed, <string> and <vector> $standard"
if [ "$own" -lt 10000 ] || [ "$own" -gt $((2 * standard)) ]; then
  echo "FAILED: hrefkit/hrefkit.h is more than twice as large as <string> and <vector>"
  failed=1
fi
exit $failed
