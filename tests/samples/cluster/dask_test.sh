#!/bin/sh
# Dask: a scheduler and two workers on this machine; one worker is killed in the middle of a part.
. "$(dirname "$0")/common.sh"
needs dask-scheduler dask-worker
python=/usr/bin/python3  # Debian's, which has Debian's packages
"$python" -c 'import distributed' 2>/dev/null || skip "python3-distributed is not installed"
pids=
stop() { for pid in $pids; do kill -9 "$pid" 2>/dev/null || true; done; }
address=tcp://127.0.0.1:$((20000 + $$ % 10000))
dask-scheduler --host 127.0.0.1 --port "${address##*:}" --no-dashboard \
  >scheduler.log 2>&1 & pids="$pids $!"
worker() {
  dask-worker "$address" --nthreads 1 --nworkers 1 --no-nanny \
    --no-dashboard --local-directory "$work/dask" >"worker$1.log" 2>&1 & pids="$pids $!"
}
worker 1
echo "$!" >victim
worker 2
# The first worker dies with the part that it works on, whichever worker has part 4.
KILL_PID_FILE=$work/victim timeout 300 "$python" "$cluster/dask_archive.py" "$address" "$work/out" warc.paths
same "$work/out"
