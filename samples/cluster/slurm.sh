#!/bin/sh
# A Slurm job array, a task a part:
#   sbatch --array=1-$(wc -l <warc.paths) samples/cluster/slurm.sh OUT warc.paths
# A node that fails gives its task back (--requeue), and a part that is done is passed over. Run the same
# line again for what is left.
#SBATCH --job-name=hrefkit
#SBATCH --cpus-per-task=1
#SBATCH --mem=1G
#SBATCH --requeue
set -eu
file=$(sed -n "${SLURM_ARRAY_TASK_ID}p" "$2")
exec "${HREFKIT_CLUSTER:-samples/cluster}/part" "$1" "$file"
