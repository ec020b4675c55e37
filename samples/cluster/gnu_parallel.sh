#!/bin/sh
# GNU parallel, a job a part, on this machine or on those of --sshlogin:
#   samples/cluster/gnu_parallel.sh OUT warc.paths -j 8
# The log says what is done: the same line again goes on where it was.
set -eu
out=$1
list=$2
shift 2
mkdir -p "$out"
exec parallel --will-cite --joblog "$out/jobs.log" --resume-failed --retries 3 "$@" \
  "$(dirname "$0")/part" "$out" :::: "$list"
