#!/bin/sh
# Checks that the built program has what src/packaging/hardening.cmake asks for.
#
#   hardening_test.sh PROGRAM
set -eu
program=$1
for tool in readelf objdump; do
  if ! command -v "$tool" >/dev/null; then
    echo "SKIPPED: there is no $tool on this machine"
    exit 77
  fi
done
failed=0

# has NAME PATTERN COMMAND...: a line of the command's output matches.
has() {
  name=$1
  pattern=$2
  shift 2
  if "$@" | grep -qE -- "$pattern"; then
    echo "ok: $name"
  else
    echo "FAILED: $name" >&2
    failed=1
  fi
}

has "position-independent" 'FLAGS_1.* PIE' readelf -dW "$program"
has "relocations bound at start" 'FLAGS_1.* NOW' readelf -dW "$program"
has "relocations read-only" 'GNU_RELRO' readelf -lW "$program"
has "stack not executable" 'GNU_STACK.* RW ' readelf -lW "$program"
has "stack protector" '__stack_chk_fail' readelf -sW "$program"
has "checked library functions" '__[a-z]+_chk' readelf -sW "$program"
has "checked containers" '__glibcxx_assert_fail' readelf -sW "$program"
case $(uname -m) in
  x86_64 | i?86)
    marks=$(objdump -d --no-show-raw-insn "$program" | grep -c endbr)
    if [ "$marks" -gt 1000 ]; then
      echo "ok: $marks marked targets of indirect jumps"
    else
      echo "FAILED: only $marks marked targets of indirect jumps" >&2
      failed=1
    fi
    ;;
esac
exit "$failed"
