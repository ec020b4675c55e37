# Counts checks, so that all scripts of this folder end alike. To be sourced:
#
#   check NAME COMMAND...   runs the command, prints "ok" or "FAILED" with the name and the time, and counts it
#   skip NAME WHY [COUNT]   prints why a check (or COUNT of them) cannot be made here, and counts it
#   finish                  prints "N passed, N failed", and ", N skipped" where there are; exits with 1 when one failed
passed=0
failed=0
skipped=0

check() {
  local name=$1 begin=$SECONDS
  shift
  if "$@"; then
    echo "ok: $name ($((SECONDS - begin)) s)"
    passed=$((passed + 1))
  else
    echo "FAILED: $name ($((SECONDS - begin)) s)" >&2
    failed=$((failed + 1))
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
