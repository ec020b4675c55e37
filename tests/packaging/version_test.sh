#!/bin/sh
# Checks that one version stands everywhere: that of project() in CMakeLists.txt, and that CHANGES.md says what it changed.
#
#   version_test.sh SOURCE VERSION
set -eu
cd "$1"
version=$2
major_minor=${version%.*}
quoted=$(printf '%s' "$version" | sed 's/\./\\./g')
failed=0

# says FILE PATTERN: a line matches, whole.
says() {
  if grep -qxE -- "$2" "$1"; then
    echo "ok: $1"
  else
    echo "FAILED: $1 has no line '$2'" >&2
    failed=1
  fi
}

# no_other FILE PATTERN: each text that matches has the version; there is one.
no_other() {
  found=$(grep -oE -- "$2" "$1" | sort -u)
  other=$(printf '%s\n' "$found" | grep -vF -- "$version" || true)
  if [ -n "$found" ] && [ -z "$other" ]; then
    echo "ok: $1"
  else
    echo "FAILED: $1 has '$other' where $version is" >&2
    failed=1
  fi
}

says src/c/c.h "#define HREFKIT_VERSION_NUMBER $(echo "$version" | awk -F. '{ print $1 * 10000 + $2 * 100 + $3 }')"
says src/c/exports.map "HREFKIT_$major_minor \\{"
says src/packaging/debian/libhrefkit0.symbols " \\(symver\\)HREFKIT_$major_minor $quoted"
says src/node/package.json "  \"version\": \"$quoted\","
says .pre-commit-hooks.yaml "  entry: OWNER/hrefkit:$quoted check"
no_other src/packaging/README.md 'hrefkit[-_:][0-9]+\.[0-9]+\.[0-9]+'
no_other src/packaging/README.md 'rev: v[0-9.]+'
says src/packaging/README.md "- uses: OWNER/hrefkit/src/packaging/action@v$major_minor"
no_other samples/README.md 'GIT_TAG v[0-9.]+'
for workflow in src/cli/check/workflows/*.yml; do
  [ "$(grep -c 'HREFKIT: "' "$workflow" || true)" = 0 ] || no_other "$workflow" 'HREFKIT: "[^"]*"|hrefkit-[0-9.]+-linux'
done
# The release fills these in.
for file in src/packaging/action/action.yml src/packaging/gitlab/hrefkit.gitlab-ci.yml src/packaging/homebrew/hrefkit.rb \
  src/packaging/pre-commit/pyproject.toml; do
  if grep -q '@VERSION@' "$file" && ! grep -qE 'hrefkit[-=]+[0-9]+\.[0-9]+\.[0-9]+' "$file"; then
    echo "ok: $file"
  else
    echo "FAILED: $file names a version and not @VERSION@" >&2
    failed=1
  fi
done
# The changes begin with those of the newest version.
newest=$(sed -n '/^## /{p;q}' src/packaging/CHANGES.md)
changes=$(awk -v head="## $version" '/^## /{is_newest = $0 == head} is_newest' src/packaging/CHANGES.md)
if [ "$newest" = "## $version" ] && printf '%s\n' "$changes" | grep -q '^- '; then
  echo "ok: src/packaging/CHANGES.md"
else
  echo "FAILED: src/packaging/CHANGES.md does not begin with $version and what it changed" >&2
  failed=1
fi
exit "$failed"
