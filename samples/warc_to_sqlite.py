"""warc_to_sqlite DATABASE FILE...: the links of web archives as a table of SQLite."""
import sqlite3
import sys
from contextlib import closing

import hrefkit

TABLE = "create table if not exists links (page text, date text, element text, attribute text, kind text, url text)"


def add_archive(database: sqlite3.Connection, path: str) -> list[tuple[int, str]]:
    """Adds the links of an archive; answers what is damaged in it."""
    with hrefkit.archive(path) as archive:
        for capture in archive:
            database.executemany(
                "insert into links values (?, ?, ?, ?, ?, ?)",
                ((capture.uri, capture.date, link.header or link.element, link.attribute, link.kind, link.url)
                 for link in capture.links()))
    return archive.notes


if __name__ == "__main__":
    with closing(sqlite3.connect(sys.argv[1])) as connection, connection:
        connection.execute(TABLE)
        for name in sys.argv[2:]:
            for offset, why in add_archive(connection, name):
                print(f"{name}: record at {offset}: {why}", file=sys.stderr)
