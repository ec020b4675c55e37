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
# Parts of edges and indexes are lists that sort merges into the list of one run.
LC_ALL=C
export LC_ALL
for format in edges hosts cdxj cdx; do
  for file in "$work/part1.warc.gz" "$work/more/part1.warc.gz"; do
    HREFKIT_FORMAT=$format "$cluster/part" out "$file"
  done
  "$build/hrefkit" archive -q --format $format --sort -o wanted part1.warc.gz more/part1.warc.gz
  gunzip -c "out$work/part1.warc.gz.$format.gz" >list1
  gunzip -c "out$work/more/part1.warc.gz.$format.gz" >list2
  sort -m -u list1 list2 | cmp - wanted
done
