#!/usr/bin/env python3
"""Lets a browser judge `hrefkit archive --extract`.

    tests/judge/extract_browser.py build/release/hrefkit [--folder DIR]

Serves a site as weblogs and wikis have it (queries in names, style sheets with versions and imports,
redirects, base elements, doubled slashes, encodings that only HTTP tells, names that are files and
folders), has wget capture it to a WARC file, extracts that, and opens every page from its file: in
headless Chromium. Each page must be a page, its style must apply, its pictures must be there, each
file that it loads must be one of the folder, and each link must lead to a file of the folder or to
what was not captured. Then the same for one page, and for the archive as a WACZ package. Needs
Chromium and wget."""
import argparse
import html
import http.server
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import urllib.parse
import zipfile

PNG = bytes.fromhex("89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c49"
                    "44415408d763f8cfc000000301010018dd8db00000000049454e44ae426082")
CHECK = b"""addEventListener('load', () => {
  const style = getComputedStyle(document.querySelector('p'));
  document.documentElement.dataset.judged = JSON.stringify({
    color: style.color, picture: style.backgroundImage !== 'none',
    text: document.querySelector('p').textContent,
    images: [...document.images].map(i => i.naturalWidth),
    loads: performance.getEntriesByType('resource').map(e => e.name),
    links: [...document.links].map(a => a.href)});
});"""
HEAD = ('<!doctype html><link rel="stylesheet" href="//{host}/wp//style.css?ver=6.1">'
        '<link rel=icon href=/i.png><script src="/check.js?v=2"></script>')


def page(text, links, head="", charset="utf-8"):
    body = HEAD + head + f"<p>{text}</p><img src=/i.png?size=1 srcset='/i.png?a=1,2 2x'>"
    body += "".join(f'<a href="{html.escape(link)}">x</a>' for link in links)
    return f"text/html; charset={charset}", body


LINKS = ["/?p=1", "/?p=2&x=1", "/a", "/a/", "/a/b", "/about.html", "/about", "/old#part", "/wiki/K%C3%B6ln",
         "/wiki/index.php?title=A/B&action=view", "/koi", "/sub/", "/sub/rel", "/feed.html?x#y", "/gone"]
SITE = {
    "/": page("home", LINKS),
    "/?p=1": page("one", ["/", "?p=2&x=1"]),
    "/?p=2&x=1": page("two", ["/"]),
    "/a": page("a", ["a/b"]), "/a/": page("a-slash", ["b"]), "/a/b": page("b", ["../a", "."]),
    "/about.html": page("about file", ["/about"]), "/about": page("about", ["/about.html"]),
    "/wiki/K%C3%B6ln": page("K\u00f6ln", ["/"]),
    "/wiki/index.php?title=A/B&action=view": page("wiki", ["?title=A/B&action=view", "K%C3%B6ln"]),
    "/koi": page("\u043f\u0440\u0438\u0432\u0435\u0442", ["/"], charset="koi8-r"),
    "/sub/": page("sub", ["rel", "../a"], head="<base href=/sub/deeper/../>"),
    "/sub/rel": page("rel", ["../", "./"]),
    "/feed.html?x": page("feed", ["/"]),
    "/new": page("new", ["/"]),
    "/wp//style.css?ver=6.1": ("text/css", "@import url(more.css?x=1); p { background: url(/i.png?bg) }"),
    "/wp//more.css?x=1": ("text/css", "p { color: rgb(1, 2, 3) }"),
    "/check.js?v=2": ("text/javascript", CHECK.decode()),
}


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        if self.path == "/old":
            self.send_response(302)
            self.send_header("Location", "/new")
            self.send_header("Content-Length", "0")
            return self.end_headers()
        kind, body = SITE.get(self.path, ("", ""))
        if self.path.startswith("/i.png"):
            kind, body = "image/png", PNG
        if not kind:
            self.send_response(404)
            self.send_header("Content-Length", "0")
            return self.end_headers()
        if isinstance(body, str):
            charset = kind.partition("charset=")[2] or "utf-8"
            body = body.replace("{host}", self.headers["Host"]).encode(charset)
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args):
        pass


def judged(path):
    """What the check script wrote into a page that was opened from its file."""
    address = path.resolve().as_uri().replace("%3A", ":")
    run = subprocess.run(["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom",
                          "--virtual-time-budget=3000", address],
                         stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    found = re.search(r'data-judged="([^"]*)"', run.stdout.decode("utf-8", "replace"))
    return json.loads(html.unescape(found.group(1))) if found else None


def file_of(url):
    return pathlib.Path(urllib.parse.unquote(urllib.parse.urlsplit(url).path))


def faults_of(seen, folder, captured):
    if seen is None:
        return ["is no page, or its script did not run"]
    faults = []
    if seen["color"] != "rgb(1, 2, 3)" or not seen["picture"]:
        faults.append("its style does not apply")
    if not seen["images"] or 0 in seen["images"]:
        faults.append("a picture is not there")
    for url in seen["loads"]:
        if not url.startswith("file:") or not file_of(url).is_relative_to(folder):
            faults.append(f"loads {url}")
    for url in seen["links"]:
        if url.startswith("file:"):
            target = file_of(url)
            if not target.is_relative_to(folder) or not target.is_file():
                faults.append(f"leads to {url}")
        elif urllib.parse.urlsplit(url)._replace(fragment="").geturl() in captured:
            faults.append(f"leads to {url}, which was captured")
    return faults


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("hrefkit")
    parser.add_argument("--folder")
    options = parser.parse_args()
    hrefkit = str(pathlib.Path(options.hrefkit).resolve())
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    site = f"http://127.0.0.1:{server.server_port}"
    wrong = pages = 0
    with tempfile.TemporaryDirectory() as temporary:
        work = pathlib.Path(options.folder or temporary).resolve()
        work.mkdir(exist_ok=True)
        subprocess.run(["wget", "-q", "-r", "-p", "-l", "5", "-e", "robots=off", "--no-warc-digests",
                        "--warc-file=site", "-P", "mirror", site + "/"], cwd=work, check=False)
        with zipfile.ZipFile(work / "site.wacz", "w") as package:
            package.write(work / "site.warc.gz", "archive/site.warc.gz")
        runs = [("whole", ["site.warc.gz"], len([k for k, v in SITE.items() if "html" in v[0]])),
                ("package", ["site.wacz"], 0), ("page", ["site.warc.gz", "--page", site + "/sub/"], 1)]
        for name, arguments, expected in runs:
            folder = work / name
            subprocess.run([hrefkit, "archive", "--extract", name] + arguments, cwd=work, check=True)
            if name == "package":
                same = subprocess.run(["diff", "-r", "whole", name], cwd=work, check=False)
                wrong += same.returncode
                continue
            found = sorted(folder.rglob("*.html"))
            if expected and len(found) != expected:
                print(f"{name}: {len(found)} pages, not {expected}")
                wrong += 1
            captured = {site + path for path in SITE} if name != "page" else {site + "/sub/"}
            texts = set()
            for path in found:
                pages += 1
                seen = judged(path)
                texts.add((seen or {}).get("text"))
                faults = faults_of(seen, folder, captured)
                for fault in faults:
                    print(f"{name}: {path.relative_to(folder)} {fault}")
                wrong += len(faults)
            if name == "whole" and len(texts) != expected:
                print(f"{name}: {len(texts)} texts on {expected} pages: {texts}")
                wrong += 1
    print(f"{pages} pages, {wrong} faults")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
