#!/bin/sh
# Slurm: munged, slurmctld and slurmd on the loopback address, without systemd. A task of the array is
# killed in the middle; the same line does what is left.
. "$(dirname "$0")/common.sh"
needs sbatch slurmctld slurmd munged
[ "$(id -u)" = 0 ] || skip "Slurm's daemons are started as root"
pids=
stop() { for pid in $pids; do kill -9 "$pid" 2>/dev/null || true; done; }
host=$(hostname -s)
port=$((20000 + $$ % 10000))
mkdir state spool munge
chmod 755 "$work"
chmod 700 munge
dd if=/dev/urandom of=munge/key bs=1024 count=1 2>/dev/null
chmod 400 munge/key
munged --foreground --force --socket="$work/munge/socket" --key-file="$work/munge/key" \
  --pid-file="$work/munge/pid" --log-file="$work/munge/log" --seed-file="$work/munge/seed" \
  >munge.log 2>&1 & pids="$pids $!"
cat >slurm.conf <<EOF
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
SlurmctldPort=$port
SlurmdPort=$((port + 1))
AuthType=auth/munge
AuthInfo=socket=$work/munge/socket
CredType=cred/munge
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(getconf _NPROCESSORS_ONLN) State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
EOF
SLURM_CONF=$work/slurm.conf
HREFKIT_CLUSTER=$cluster
export SLURM_CONF HREFKIT_CLUSTER
slurmctld -D -f slurm.conf >slurmctld.log 2>&1 & pids="$pids $!"
slurmd -D -f slurm.conf -N "$host" >slurmd.log 2>&1 & pids="$pids $!"
for _ in $(seq 60); do
  sinfo -h -o %T 2>/dev/null | grep -q idle && break
  sleep 1
done
sinfo -h -o %T | grep -q idle || { cat slurmctld.log slurmd.log; exit 1; }
run() {
  timeout 200 sbatch --wait --mem=0 --array="1-$(wc -l <warc.paths)" --output="$work/log.%a" \
    "$cluster/slurm.sh" "$work/out" "$work/warc.paths"
}
if run; then echo "a killed task counts as done"; exit 1; fi
[ ! -e "out$work/part4.warc.gz.jsonl.gz" ]
run
same "$work/out"
