#!/usr/bin/env python3
"""Dask, a task a part: dask_archive.py SCHEDULER OUT warc.paths

Tasks of a worker that dies go to others. Results are files, so that what is done stays done when all
is started again."""
import pathlib
import subprocess
import sys

from distributed import Client, as_completed


def run_part(program, out, file):
    subprocess.run([program, out, file], check=True)
    return file


def main(scheduler, out, file_list):
    program = str(pathlib.Path(__file__).with_name("part").resolve())
    files = pathlib.Path(file_list).read_text().splitlines()
    with Client(scheduler) as client:
        tasks = client.map(run_part, [program] * len(files), [out] * len(files), files,
                           pure=False, retries=3)
        for count, task in enumerate(as_completed(tasks), 1):
            print(f"{count} of {len(files)}: {task.result()}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
