#!/usr/bin/env python3
"""Makes letters.warc.gz, the small web archive of the README: a collection of letters as a crawler
found it, with what crawls are full of. Run it in any folder; equal runs give equal bytes."""
import gzip
import hashlib
import base64
import pathlib
import uuid
import zlib

DATE = "2024-05-06T07:08:09Z"
SITE = "https://letters.example"


def digest(data):
    return "sha1:" + base64.b32encode(hashlib.sha1(data).digest()).decode()


def record(kind, uri, content_type, block, *fields):
    name = uuid.uuid5(uuid.NAMESPACE_URL, kind + " " + uri)
    head = ["WARC/1.1", f"WARC-Type: {kind}", f"WARC-Date: {DATE}", f"WARC-Record-ID: <urn:uuid:{name}>"]
    if uri:
        head.append(f"WARC-Target-URI: {uri}")
    head += [f"Content-Type: {content_type}", *fields, f"Content-Length: {len(block)}"]
    data = "\r\n".join(head).encode() + b"\r\n\r\n" + block + b"\r\n\r\n"
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    return packer.compress(data) + packer.flush()


def response(path, status, fields, body=b"", kind="response", more=()):
    head = "\r\n".join([f"HTTP/1.1 {status}", *fields]).encode() + b"\r\n\r\n"
    return record(kind, SITE + path, "application/http; msgtype=response", head + body,
                  f"WARC-Payload-Digest: {digest(body)}", *more)


def chunked(body, size=60):
    chunks = [body[i:i + size] for i in range(0, len(body), size)]
    return b"".join(b"%x\r\n%s\r\n" % (len(c), c) for c in chunks) + b"0\r\n\r\n"


HTML = "Content-Type: text/html; charset=utf-8"
HOME = """<!DOCTYPE html>
<title>Letters</title>
<base href="/1890/">
<h1>Letters of 1890</h1>
<a href="may.html">May</a> <a href="june.html">June</a> <a href="#top">Top</a>
<img src="/seal.png" alt="Seal">
""".encode()
MAY = """<!DOCTYPE html>
<title>May</title>
<p>Written in <a href="https://towns.example/Köln">Köln</a>;
answered in <a href="july.html">July</a>, see the <a href="/index?from=may&amp;to=june">index</a>.
""".encode()
MISSING = b"<!DOCTYPE html><title>Not found</title><a href=/>Home</a>"
RUSSIAN = '<!DOCTYPE html><title>Письмо</title><a href="?q=письмо">Поиск</a>'.encode("koi8-r")

RECORDS = [
    record("warcinfo", "", "application/warc-fields", b"software: make_letters.py\r\nformat: WARC File Format 1.1\r\n"),
    response("/", "200 OK", [HTML, "Link: </style.css>; rel=stylesheet"], HOME),
    response("/1890/may.html", "200 OK", [HTML, "Content-Encoding: gzip", "Transfer-Encoding: chunked"],
             chunked(gzip.compress(MAY, mtime=0))),
    response("/1890/june.html", "302 Found", ["Location: may.html"]),
    response("/1890/july.html", "404 Not Found", [HTML], MISSING),
    response("/letter", "200 OK", ["Content-Type: text/html; charset=koi8-r"], RUSSIAN),
    response("/seal.png", "200 OK", ["Content-Type: image/png"], b"\x89PNG\r\n\x1a\n"),
    response("/index", "301 Moved Permanently", ["Location: /1890/"], kind="revisit",
             more=["WARC-Profile: http://netpreserve.org/warc/1.1/revisit/identical-payload-digest"]),
]

if __name__ == "__main__":
    pathlib.Path(__file__).with_name("letters.warc.gz").write_bytes(b"".join(RECORDS))
