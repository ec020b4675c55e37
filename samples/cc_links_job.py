"""A job for cc-pyspark: the links of a part of Common Crawl, as rows of page, kind, URL and text.

    spark-submit --py-files sparkcc.py cc_links_job.py --num_output_partitions 1 warc_paths.txt links

A record is read and forgotten: the memory of a worker does not grow with its archive.
"""
import importlib.util
from collections.abc import Iterator
from typing import Any

import hrefkit

# Without cc-pyspark, rows_of can be used by itself.
Job: Any = importlib.import_module("sparkcc").CCSparkJob if importlib.util.find_spec("sparkcc") else object

HTML = ("text/html", "application/xhtml+xml")
Row = tuple[str, str, str, str | None]


def rows_of(page: bytes, url: str, content_type: str) -> Iterator[Row]:
    """A row for each link that resolves. A page whose address or encoding cannot be read has none."""
    try:
        links = hrefkit.links(page, url, content_type=content_type, text=True)
    except hrefkit.Error:
        return
    for link in links:
        if link.url is not None:
            yield url, link.kind, link.url, link.text


class LinksJob(Job):  # type: ignore[misc]
    name = "LinksOfCommonCrawl"

    def process_record(self, record: Any) -> Iterator[Row]:
        if record.rec_type != "response":
            return
        content_type = record.http_headers.get_header("Content-Type", "") or ""
        if content_type.partition(";")[0].strip().lower() in HTML:
            url = record.rec_headers.get_header("WARC-Target-URI")
            yield from rows_of(record.content_stream().read(), url, content_type)

    @property
    def output_schema(self) -> Any:
        types = importlib.import_module("pyspark.sql.types")
        return types.StructType([types.StructField(column, types.StringType(), True) for column in ("page", "kind", "url", "text")])

    def run_job(self, session: Any) -> None:
        paths = session.sparkContext.textFile(self.args.input, minPartitions=self.args.num_input_partitions)
        rows = paths.mapPartitionsWithIndex(self.process_warcs)
        frame = session.createDataFrame(rows, schema=self.output_schema)
        frame.coalesce(self.args.num_output_partitions).write.format(self.args.output_format).saveAsTable(self.args.output)


if __name__ == "__main__":
    LinksJob().run()
