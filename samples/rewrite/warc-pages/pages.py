#!/usr/bin/env python3
"""Writes the pages of a WARC file into a folder: pages.py FILE.warc.gz FOLDER

`hrefkit archive --format cdxj` says where each capture stands; what was sent in pieces or compressed
is put together again. The latest capture of a page wins."""
import gzip
import json
import pathlib
import subprocess
import sys
import urllib.parse
import zlib


def unchunk(body):
    whole = b""
    while body:
        size, _, rest = body.partition(b"\r\n")
        length = int(size.split(b";")[0], 16)
        if length == 0:
            break
        whole += rest[:length]
        body = rest[length + 2:]
    return whole


def body_of(record):
    """The page in a response record."""
    _, _, response = record.partition(b"\r\n\r\n")
    head, _, body = response.partition(b"\r\n\r\n")
    body = body[:-4]  # the end of the record
    fields = dict(line.lower().split(b": ", 1) for line in head.split(b"\r\n")[1:] if b": " in line)
    if fields.get(b"transfer-encoding") == b"chunked":
        body = unchunk(body)
    if fields.get(b"content-encoding") == b"gzip":
        body = zlib.decompress(body, 31)
    return body


def name_of(url):
    """Where `wget -r` keeps what is at a URL."""
    parts = urllib.parse.urlsplit(url)
    names = [urllib.parse.unquote(name).replace("/", "%2F") for name in parts.path.split("/")[1:]]
    names[-1] = names[-1] or "index.html"
    if parts.query:
        names[-1] += "?" + urllib.parse.unquote(parts.query).replace("/", "%2F")
    if any(name in ("", ".", "..") or "\0" in name for name in [parts.netloc] + names):
        return None
    return pathlib.Path(parts.netloc, *names)


def main(archive, folder):
    index = subprocess.run(["hrefkit", "archive", "-q", "--format", "cdxj", "--sort", archive], check=True,
                           capture_output=True, text=True).stdout
    for line in index.splitlines():
        capture = json.loads(line.split(" ", 2)[2])
        if capture.get("status") != "200" or capture.get("mime") != "text/html":
            continue
        with open(archive, "rb") as file:
            file.seek(int(capture["offset"]))
            record = gzip.decompress(file.read(int(capture["length"])))
        name = name_of(capture["url"])
        if name is None:
            continue
        place = pathlib.Path(folder, name)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(body_of(record))


main(*sys.argv[1:])
