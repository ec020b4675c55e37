#!/usr/bin/env python3
"""Spark, some parts a task: spark-submit spark_pipe.py warc.paths ROWS

Each task pipes its lines of the list through one command and keeps what it prints. Damage is no
reason to try again, so it does not count (--fail-on none)."""
import sys

from pyspark import SparkContext


def main(file_list, rows):
    context = SparkContext(appName="hrefkit")
    parts = context.textFile(file_list, 400)
    command = "hrefkit archive -q --format jsonl --fail-on none --files-from -"
    parts.pipe(command, checkCode=True).saveAsTextFile(rows)


if __name__ == "__main__":
    main(*sys.argv[1:])
