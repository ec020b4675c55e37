#!/bin/sh
# The contract of Spark's rdd.pipe, with GNU parallel in its place: some lines of the list on standard
# input, rows on standard output, in order. A task that is killed is tried again from its start.
. "$(dirname "$0")/common.sh"
needs parallel
command=$(sed -n 's/^ *command = "\(.*\)"$/\1/p' "$cluster/spark_pipe.py")
[ -n "$command" ]
cat >task <<EOF
#!/bin/sh
cat >"lines.\$PARALLEL_SEQ"
# A retry of Spark drops what the killed attempt printed.
attempt() { $command <"lines.\$PARALLEL_SEQ" >"rows.\$PARALLEL_SEQ"; }
if [ "\$PARALLEL_SEQ" = 2 ] && [ ! -e killed ]; then
  touch killed
  sh -c 'exec $command' <"lines.\$PARALLEL_SEQ" >"rows.\$PARALLEL_SEQ" & worker=\$!
  kill -9 \$worker; wait \$worker || true
fi
attempt && cat "rows.\$PARALLEL_SEQ"
EOF
chmod +x task
parallel --will-cite --pipe -N 3 -k -j 2 ./task <warc.paths >merged
gunzip -c single.gz >single
[ -e killed ]
cmp single merged
echo "the bytes are equal"
