#!/bin/sh
# Runs the action's script without GitHub, with a stand-in for the command: what inputs may do, and what they may not.
#
#   action_test.sh SOURCE VERSION
set -eu
source=$1
version=$2
work=$(mktemp -d "${TMPDIR:-/tmp}/hrefkit-action.XXXXXX")
trap 'rm -rf "$work"' EXIT
[ "$(uname -s)" = Linux ] || exit 77
failed=0

# The stand-in prints its arguments, one a line.
mkdir "$work/hrefkit-$version"
cat >"$work/hrefkit-$version/hrefkit" <<'END'
#!/bin/sh
printf '<%s>\n' "$@"
END
chmod +x "$work/hrefkit-$version/hrefkit"
tar -C "$work" -czf "$work/asset.tar.gz" "hrefkit-$version"
sha256=$(sha256sum "$work/asset.tar.gz" | cut -d ' ' -f 1)
mkdir "$work/here"
cd "$work/here"
mkdir public ./-rf ./-- ./- './(' './!' 'a:b' 'with space'
for folder in public ./-rf ./-- ./- './(' './!' a:b 'with space'; do echo "<p>" >"$folder/index.html"; done

# action NAME=VALUE...: what it prints is in $work/log, its outputs are in $work/output.
action() {
  : >"$work/output"
  code=0
  env HREFKIT_ACTION_ASSET="$work/asset.tar.gz" GITHUB_OUTPUT="$work/output" RUNNER_TEMP="$work" INPUT_VERSION="$version" \
    INPUT_SHA256="$sha256" "$@" "${shell:-sh}" "$source/src/packaging/action/run" >"$work/log" 2>&1 || code=$?
}
fail() {
  echo "FAILED: $*" >&2
  sed 's/^/    /' "$work/log" >&2
  failed=1
}
# refuses INPUT VALUE: the only command is hrefkit's own, and the outputs are those that there are.
refuses() {
  action INPUT_FOLDER=public "INPUT_$1=$2"
  [ "$code" = 2 ] || fail "$1='$2': exit code $code"
  [ "$(tr '\r' '\n' <"$work/log" | grep -c '^[[:space:]]*::')" = 1 ] || fail "$1='$2': not one command"
  grep -q '^::error title=hrefkit::' "$work/log" || fail "$1='$2': no message"
  [ "$(wc -l <"$work/output")" = 4 ] || fail "$1='$2': outputs"
}
# passes WORD INPUT VALUE: the command gets that word.
passes() {
  action INPUT_FOLDER=public "INPUT_$2=$3"
  [ "$code" = 0 ] || fail "$2='$3': exit code $code"
  grep -qxF "<$1>" "$work/log" || fail "$2='$3': no '$1'"
}

lf='
'
cr=$(printf '\r')
for shell in sh dash bash; do
  command -v "$shell" >/dev/null || continue
  for input in FOLDER SITE_URL BASELINE FAIL_ON SUMMARY ANNOTATIONS SARIF VERSION SHA256; do
    refuses "$input" "x$lf::set-output name=x::y"
    refuses "$input" "public$lf"
    refuses "$input" "x$cr::error::y"
    refuses "$input" "$lf  ::error::y"
  done
  refuses ARGS "--orphans$cr$lf::error::y"
  refuses ARGS "--orphans$lf--${lf}other"
  refuses ARGS "--"
  # Some shells' echo would make a line break of these.
  refuses FOLDER 'x\n::error::y'
  refuses FOLDER 'x\012::error::y'
  refuses SUMMARY 'x\n::error::y'
  refuses VERSION 'x\n::error::y'
  refuses SHA256 'x\r::error::y'
  refuses FOLDER 'x%0A::error::y'
  grep -qF 'x%250A' "$work/log" || fail "a percent sign is not escaped"
  refuses FOLDER ''
  refuses FOLDER nothing

  passes public FOLDER public
  passes ./-rf FOLDER -rf
  passes ./-- FOLDER --
  passes ./- FOLDER -
  passes './(' FOLDER '('
  passes './!' FOLDER '!'
  passes ./a:b FOLDER a:b
  passes 'with space' FOLDER 'with space'
  passes "$work/here/public" FOLDER "$work/here/public"
  passes ./-rf FOLDER ./-rf
  passes --site-url=-x SITE_URL -x
  passes --baseline=-- BASELINE --
  passes --report=sarif=./-out SARIF -out
  passes --orphans ARGS "$lf--orphans$lf"
  # shellcheck disable=SC2016
  passes '--exclude-url=$(touch was-run)`touch was-run`' ARGS '--exclude-url=$(touch was-run)`touch was-run`'
  [ ! -e was-run ] || fail "an argument was run"
  # An argument that lacks its value cannot take the folder, which comes first.
  action INPUT_FOLDER=-rf INPUT_ARGS=--root
  [ "$(sed -n 2p "$work/log")" = '<./-rf>' ] || fail "the folder is not the first argument"
done
[ "$failed" = 0 ] && echo ok
exit "$failed"
