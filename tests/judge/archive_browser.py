#!/usr/bin/env python3
"""Lets a browser judge `hrefkit archive`.

    tests/judge/archive_browser.py build/release/hrefkit [RESPONSES [SEED]]

Makes raw HTTP responses with odd heads and codings. Stores each in a WARC file and serves the same
bytes through a socket to headless Chromium. The URLs that Chromium has in the DOM, the address that
it goes to, and the preloads of Link fields must be those of the rows. Needs Chromium, and the
modules brotli and zstandard for their codings. Prints the responses where the two differ."""
import gzip
import json
import random
import socket
import subprocess
import sys
import tempfile
import threading
import zlib

try:
    import brotli
except ImportError:
    brotli = None
try:
    import zstandard
except ImportError:
    zstandard = None

# Frames that declare no encoding have that of the page around them.
DRIVER = b"""<!doctype html><meta charset=windows-1252><script>
const attributes = ['href', 'src', 'action', 'cite', 'data', 'poster', 'formAction'];
function linksOf(document) {
  const seen = [];
  for (const e of document.querySelectorAll('*')) {
    for (const name of attributes) {
      const attribute = name.toLowerCase();
      if (e.localName === 'base' || !e.getAttribute(attribute)) continue;
      if (typeof e[name] === 'string') seen.push([e.localName, attribute, e[name]]);
    }
  }
  return seen;
}
async function look(path) {
  const frame = document.createElement('iframe');
  const loaded = new Promise(done => { frame.onload = done; setTimeout(done, 4000); });
  frame.src = path;
  document.body.append(frame);
  await loaded;
  const goes = /refresh|redirect/.test(path);
  if (goes) await new Promise(done => setTimeout(done, 600));
  let seen = null;
  try {
    const inner = frame.contentDocument;
    seen = {type: inner.contentType, charset: inner.characterSet, links: linksOf(inner),
            address: inner.location.href,
            loads: frame.contentWindow.performance.getEntriesByType('resource').map(e => e.name)};
  } catch (error) {}
  frame.remove();
  return seen;
}
addEventListener('load', async () => {
  const paths = await (await fetch('/paths')).json();
  const all = {};
  for (let i = 0; i < paths.length; i += 4) {
    const some = paths.slice(i, i + 4);
    (await Promise.all(some.map(look))).forEach((seen, j) => { all[some[j]] = seen; });
  }
  await fetch('/result', {method: 'POST', body: JSON.stringify(all)});
});</script><body>"""

BASES = ["", "", "", '<base href="/base/">', '<base href="sub/x">', '<base href="//HOST/b/">',
         '<base href="http://elsewhere.example/q/">', '<base target=t><base href=/late/>',
         '<base href="data:,x">', '<template><base href=/t/></template>']
REFERENCES = ["x.html", "../y?a=1&amp;copy=2", "#f", "?q=\u00e9", "/p\u00e9?r=\u00fc#\u00e4", "//HOST/z",
              "http://elsewhere.example/", "a b", "mailto:a@b", "http://[", "\u20ac?\u20ac", "./", "x\\y"]
ELEMENTS = ["<a href='%s'>t</a>", "<img src='%s'>", "<link rel=next href='%s'>", "<form action='%s'></form>",
            "<q cite='%s'>t</q>", "<area href='%s'>", "<video poster='%s'></video>", "<ins cite='%s'>t</ins>"]
TYPES = ["Content-Type: text/html", "Content-Type: text/html; charset=utf-8",
         "Content-Type: text/html;charset=iso-8859-1", "Content-Type: text/html; charset=\"windows-1251\"",
         "Content-Type: text/html; charset=nonsense", "content-type:TEXT/HTML ; x=y; CHARSET=Shift_JIS",
         "Content-Type: text/plain; charset=utf-8\r\nContent-Type: text/html",
         "Content-Type: text/html; charset=koi8-r\r\nContent-Type: text/html",
         "Content-Type: text/html; charset=utf-8\r\nContent-Type: nonsense",
         "Content-Type: text/html; charset=koi8-r, text/html; charset=utf-8",
         "Content-Type: text/plain\r\nContent-Type:", "Content-Type: */*", "Content-Type: unknown/unknown",
         "Content-Type: text/html, text/plain", "Content-Type: text/plain", "X-None: 1",
         "X-None: 1\r\nX-Content-Type-Options: nosniff", "Content-Type: application/xhtml+xml",
         "Content-Type: text/html;\r\n charset=utf-8", "Content-Type:\r\n\ttext/html; charset=utf-8",
         "Content-Type: image/svg+xml", "Content-Type: text/html charset=utf-8", "Content-Type: text/xml"]
POLICIES = [None, None, None, "base-uri 'none'", "base-uri 'self'", "base-uri http://elsewhere.example",
            "default-src *, base-uri 'none'", "img-src *; base-uri http://HOST/base/", "base-uri 'none' \u00e9"]
METAS = ["", "", "<meta charset=utf-8>", "<meta charset=iso-8859-2>",
         "<meta http-equiv=content-type content='text/html; charset=euc-jp'>"]


def chunked(rng, body):
    out = b""
    while body:
        size = rng.randrange(1, 60)
        out += b"%x%s\r\n" % (len(body[:size]), rng.choice([b"", b";x=y", b" "])) + body[:size] + b"\r\n"
        body = body[size:]
    return out + rng.choice([b"0\r\n\r\n", b"0\r\nTrailer: x\r\n\r\n", b"000\r\n\r\n"])


def codings():
    def raw_deflate(body):
        packer = zlib.compressobj(wbits=-15)
        return packer.compress(body) + packer.flush()

    known = {"gzip": gzip.compress, "x-gzip": gzip.compress, "GZIP": gzip.compress,
             "deflate": zlib.compress, " deflate": raw_deflate}
    if brotli:
        known["br"] = brotli.compress
    if zstandard:
        known["zstd"] = zstandard.ZstdCompressor().compress
        known["ZSTD"] = lambda body: b"\x50\x2a\x4d\x18\2\0\0\0??" + zstandard.ZstdCompressor().compress(body)
    known["gzip, deflate"] = lambda body: zlib.compress(gzip.compress(body))
    known["identity"] = lambda body: body
    return known


def page(rng, kind, host):
    text = rng.choice(METAS) + rng.choice(BASES)
    text += "".join(rng.choice(ELEMENTS) % rng.choice(REFERENCES) for _ in range(5))
    if "xml" in kind:
        text = ("<html xmlns='http://www.w3.org/1999/xhtml'><body><a href='x?a=1&amp;b=\u00e9'>t</a>"
                "<img src='/y'/></body></html>")
        if "svg" in kind:
            text = "<svg xmlns='http://www.w3.org/2000/svg'><rect/></svg>"
        return text.encode()
    text = rng.choice(["<!doctype html>", "<html>", "<!-- c --><html>", "\n <p>"]) + text
    body = text.replace("HOST", host).encode(rng.choice(["utf-8", "utf-8", "cp1252"]), "replace")
    return rng.choice([b"", b"", b"", b"\xef\xbb\xbf"]) + body


def response(rng, number, host):
    """A path and the bytes that the server sends for it."""
    kind = rng.choice(TYPES)
    body = page(rng, kind, host)
    fields = [kind]
    policy = rng.choice(POLICIES)
    if policy:
        fields.append("Content-Security-Policy: " + policy.replace("HOST", host))
    path = "/d/page%d" % number
    status = "200 OK"
    special = rng.randrange(12)
    if special == 0:
        path = "/d/refresh%d" % number
        fields.append("Refresh: " + rng.choice(["0; url=/goal?a", "0;URL='/goal#f'", "0,/goal", "0; ../goal",
                                                 "0 ; url = \"/goal/x\" y"]))
    elif special == 1:
        path = "/d/redirect%d" % number
        status = rng.choice(["301 Moved", "302 Found", "303 See", "307 T", "308 P"])
        fields.append("Location: " + rng.choice(["/goal", "../goal?q=1#f", "http://%s/goal" % host, "goal/a b"]))
    elif special == 2:
        fields.append("Link: <style.css?%d>; rel=preload; as=style" % number)
    name, pack = rng.choice(list(codings().items()))
    if rng.random() < 0.5:
        body = pack(body)
        fields.append("Content-Encoding: " + name.strip())
    if rng.random() < 0.4:
        body = chunked(rng, body)
        fields.append(rng.choice(["Transfer-Encoding: chunked", "transfer-encoding:\tChunked"]))
    else:
        fields.append("Content-Length: %d" % len(body))
    if rng.random() < 0.05 and not any(f.lower().startswith("transfer-encoding") for f in fields):
        fields.append("Transfer-Encoding: utf-8")
    fields.append(rng.choice(["X-Odd: \xe9\xff", "X-Fold: a\r\n b", "Cache-Control: no-store", "no colon"]))
    rng.shuffle(fields)
    end = rng.choice(["\r\n", "\r\n", "\n"])
    head = "HTTP/1.1 " + status + "\r\n" + "\r\n".join(fields) + "\r\n\r\n"
    return path, head.replace("\r\n", end).encode("latin-1") + body


def record(address, block):
    head = ("WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: %s\r\nWARC-Date: 2024-01-02T03:04:05Z\r\n"
            "Content-Type: application/http; msgtype=response\r\nContent-Length: %d\r\n\r\n")
    return (head % (address, len(block))).encode() + block + b"\r\n\r\n"


class Server:
    """Gives the stored bytes as they are, and takes what the browser saw."""

    def __init__(self):
        self.socket = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.host = "127.0.0.1:%d" % self.socket.getsockname()[1]
        self.responses = {}
        self.result = None
        self.done = threading.Event()

    def answer(self, connection):
        with connection:
            data = b""
            while b"\r\n\r\n" not in data:
                piece = connection.recv(65536)
                if not piece:
                    return
                data += piece
            head, _, body = data.partition(b"\r\n\r\n")
            path = head.split(b" ")[1].decode()
            if path == "/result":
                size = int([line for line in head.lower().split(b"\r\n")
                            if line.startswith(b"content-length:")][0].split(b":")[1])
                while len(body) < size:
                    body += connection.recv(65536)
                self.result = json.loads(body)
                self.done.set()
            simple = {"/": (b"text/html", DRIVER),
                      "/paths": (b"application/json", json.dumps(list(self.responses)).encode())}
            kind, content = simple.get(path, (b"text/plain", b"here"))
            reply = b"HTTP/1.1 200 OK\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n" % (kind, len(content))
            connection.sendall(self.responses.get(path, reply + content))

    def run(self):
        while True:
            connection, _ = self.socket.accept()
            threading.Thread(target=self.answer, args=(connection,), daemon=True).start()


def seen_by_browser(server):
    threading.Thread(target=server.run, daemon=True).start()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = subprocess.Popen(["chromium", "--headless=new", "--no-sandbox", "--disable-gpu",
                                    "--user-data-dir=" + profile, "http://%s/" % server.host],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            if not server.done.wait(60 + 3 * len(server.responses)):
                sys.exit("the browser gave no answer")
        finally:
            browser.terminate()
            browser.wait()
    return server.result


def differences(rows, seen):
    """What the rows of one capture and the browser's view of it do not agree in."""
    header = {row["header"]: row["url"] for row in rows if "header" in row}
    goal = header.get("location") or header.get("refresh")
    if goal:
        return [] if seen["address"] == goal else [("goes to", seen["address"], goal)]
    ours = [[row["element"], row["attribute"], row["url"] or row["raw"]] for row in rows
            if "header" not in row and row["element"] != "base" and row["attribute"] in
            ("href", "src", "action", "cite", "data", "poster", "formaction") and row["raw"]]
    found = [("link", theirs, own) for theirs, own in zip(seen["links"], ours)
             if theirs != own and not own[2].startswith("http://[")]
    if len(ours) != len(seen["links"]):
        found.append(("count", len(seen["links"]), len(ours)))
    # A page may be seen before its preloads are.
    preloads = any("style.css" in url for url in seen["loads"])
    if "link" in header and preloads and seen["type"] == "text/html" and header["link"] not in seen["loads"]:
        found.append(("preload", seen["loads"], header["link"]))
    return found


def main():
    program = sys.argv[1]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 300
    server = Server()
    rng = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 7)
    archive = b""
    for number in range(count):
        path, block = response(rng, number, server.host)
        server.responses[path] = block
        archive += record("http://" + server.host + path, block)
    seen = seen_by_browser(server)
    run = subprocess.run([program, "archive", "-q", "--scripting", "-"], input=archive, capture_output=True)
    rows = {}
    for line in run.stdout.splitlines():
        row = json.loads(line)
        rows.setdefault(row["uri"], []).append(row)
    wrong = refused = 0
    for path, block in server.responses.items():
        if not seen[path] or "chrome-error" in seen[path]["address"] or seen[path]["address"] == "about:blank":
            refused += 1
            continue
        found = differences(rows.get("http://" + server.host + path, []), seen[path])
        if not found:
            continue
        wrong += 1
        print(path, seen[path]["type"], seen[path]["charset"], block[:400])
        for what, theirs, ours in found[:3]:
            print("   %s: browser %s, hrefkit %s" % (what, theirs, ours))
    print("%d responses, %d that the browser refuses, %d wrong" % (count, refused, wrong))
    sys.exit(wrong != 0)


main()
