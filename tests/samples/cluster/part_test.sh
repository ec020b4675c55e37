#!/bin/sh
# A part whose file cannot be read is no part that is done: the next try works on it again.
. "$(dirname "$0")/common.sh"
file=$work/part1.warc.gz
result=out$file.jsonl.gz
mv "$file" away
for _ in 1 2; do
  code=0
  "$cluster/part" out "$file" 2>error.txt || code=$?
  [ "$code" = 2 ]
  grep -q 'part1.warc.gz: error: ' error.txt
  [ -z "$(find out -type f)" ]
done
mv away "$file"
"$cluster/part" out "$file"
"$build/hrefkit" archive -q --compress gzip -o wanted.gz "$file"
cmp wanted.gz "$result"
[ "$(find out -type f | wc -l)" = 1 ]
# Damaged records are told, and the part is done.
{ cat "$file"; head -c 300 "$file"; } >cut.warc.gz
"$cluster/part" out "$work/cut.warc.gz" 2>/dev/null
[ -e "out$work/cut.warc.gz.jsonl.gz" ]
