# Counts checks, so that all scripts of this folder end alike. To be sourced:
#
#   check NAME COMMAND...   runs the command, prints "ok" or "FAILED" with the name and the time, and counts it
#   pass NAME, fail NAME    the two ends of a check that is not one command
#   skip NAME WHY [COUNT]   prints why a check (or COUNT of them) cannot be made here, and counts it
#   finish                  prints "N passed, N failed", and ", N skipped" where there are; exits with 1 when one failed
passed=0
failed=0
skipped=0

pass() {
  echo "ok: $1"
  passed=$((passed + 1))
}

fail() {
  echo "FAILED: $1" >&2
  failed=$((failed + 1))
}

check() {
  local name=$1 begin=$SECONDS
  shift
  if "$@"; then
    pass "$name ($((SECONDS - begin)) s)"
  else
    fail "$name ($((SECONDS - begin)) s)"
  fi
}

skip() {
  echo "SKIPPED: $1: $2"
  skipped=$((skipped + ${3:-1}))
}

finish() {
  local skips=
  [ "$skipped" = 0 ] || skips=", $skipped skipped"
  echo "$passed passed, $failed failed$skips"
  if [ "$failed" = 0 ]; then exit 0; fi
  exit 1
}
