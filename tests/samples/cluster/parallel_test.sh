#!/bin/sh
# GNU parallel: a worker is killed, the retry does its part again, and the bytes are those of one run.
. "$(dirname "$0")/common.sh"
needs parallel
"$cluster/gnu_parallel.sh" "$work/out" warc.paths -j 2
same "$work/out"
# Nothing is done twice.
touch -d '2001-01-01' "out$work/part1.warc.gz.jsonl.gz"
"$cluster/gnu_parallel.sh" "$work/out" warc.paths -j 2
[ "$(stat -c %Y "out$work/part1.warc.gz.jsonl.gz")" -lt 1000000000 ]
