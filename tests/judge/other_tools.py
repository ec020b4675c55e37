#!/usr/bin/env python3
"""Asks this program and others for the links of small pages, with Chromium as the judge.

    /usr/bin/python3 tests/judge/other_tools.py build/release/hrefkit [--npm DIR] [--tool NAME]... [-v]

Each page shows one thing that pages do. An answer is right if it has the URLs that Chromium has in the DOM, and no others:
those that a program prints, or those that it asks a server for when it is told to follow the links of the page. Schemes
that are not of the web, fragments, the page itself and how a path is percent-encoded make no difference. Programs that are
not on this machine are named and left out: those of Debian's packages linkchecker, wget, httrack, html-xml-utils and
python3-lxml (which is of /usr/bin/python3), and those of `npm install linkinator broken-link-checker` in the folder of --npm.
wget2 is not asked: that of Debian 12 follows no link to a server with a port.
"""
import argparse
import http.server
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import urllib.parse

sys.dont_write_bytecode = True
import rewrite_browser

HTML = "<!doctype html><meta charset=utf-8><title>t</title>"

# The page at PLACE, by name. HOST is the server. Bytes are a page in an encoding of its own.
PAGES = {
    # Where a relative reference begins.
    "base": HTML + "<base href=/b/><a href=x>x</a>",
    "relative base": HTML + "<base href=sub/><a href=x>x</a>",
    "base above": HTML + "<base href=../up/file><a href=x>x</a>",
    "base with a host": HTML + "<base href=//HOST/b/><a href=x>x</a>",
    "base of a query alone": HTML + "<base href='?q'><a href=x>x</a>",
    "empty base": HTML + "<base href=''><a href=x>x</a>",
    "base after links": HTML + "<a href=x>x</a><p><base href=/b/><a href=y>y</a>",
    "two bases": HTML + "<base href=/first/><base href=/second/><a href=x>x</a>",
    "base target, then base href": HTML + "<base target=_top><base href=/b/><a href=x>x</a>",
    "base in a template": HTML + "<template><base href=/wrong/></template><a href=x>x</a>",
    "base in SVG": HTML + "<svg><base href=/wrong/></svg><a href=x>x</a>",
    "base in a comment": HTML + "<!-- <base href=/wrong/> --><a href=x>x</a>",
    "base in a text area": HTML + "<textarea><base href=/wrong/></textarea><a href=x>x</a>",
    "base in a script": HTML + "<script>'<base href=/wrong/>'</script><a href=x>x</a>",
    "data: base": HTML + "<base href='data:text/html,x'><a href=x>x</a>",
    "javascript: base": HTML + "<base href='javascript:x'><a href=x>x</a>",
    "xml:base in HTML": HTML + "<div xml:base=/wrong/><a href=x>x</a></div>",
    "base written oddly": HTML + "<BASE\tHREF = ' /b/\n'><a href=x>x</a>",
    # References.
    "dots": HTML + "<a href=../x/./y/../z>x</a>",
    "too many dots": HTML + "<a href=../../../x>x</a>",
    "query alone": HTML + "<a href='?q=1'>x</a>",
    "backslashes": HTML + "<a href='\\b\\x'>x</a>",
    "line feed and tab": HTML + "<a href='/a\n/b\tc'>x</a>",
    "spaces around": HTML + "<a href='  x  '>x</a>",
    "space inside": HTML + "<a href='a b'>x</a>",
    "scheme without slashes": HTML + "<a href='http:x'>x</a>",
    "upper-case scheme": HTML + "<a href='HTTP://HOST/x'>x</a>",
    "character references": HTML + "<a href='x?a=1&amp;b=2&#38;c&#x3d;3'>x</a>",
    "ampersand that is no reference": HTML + "<a href='x?a=1&copy=2&lt=3'>x</a>",
    "letters": HTML + "<a href='caf\u00e9?q=\u00e9'>x</a>",
    "encoded dots": HTML + "<a href='x/%2e%2E/y'>x</a>",
    # Attributes.
    "srcset": HTML + "<img src=a srcset='b 1x, c 2x'>",
    "srcset with commas": HTML + "<img src=a srcset='/w_1,h_2/b 1x,/w_2,h_4/c 2x'>",
    "picture": HTML + "<picture><source srcset='a 1x, b 2x'><img src=c></picture>",
    "imagesrcset": HTML + "<link rel=preload as=image href=a imagesrcset='b 1x, c 2x'>",
    "poster": HTML + "<video poster=a><source src=b><track src=c></video>",
    "object and embed": HTML + "<object data=a></object><embed src=b>",
    "style attribute": HTML + "<p style='background-image: url(a.png)'>x</p>",
    "style element": HTML + "<style>@import 'a.css'; p { background-image: url( \"b.png\" ) }</style><p>x",
    "CSS escape": HTML + "<p style='background-image:url(\\61 b.png)'>x</p>",
    "refresh": HTML + "<meta http-equiv=refresh content='999; url=x'>",
    "quoted refresh": HTML + "<meta http-equiv=Refresh content=\"999;URL='x'y\">",
    "refresh without url=": HTML + "<meta http-equiv=refresh content='999,x'>",
    "srcdoc": HTML + "<iframe srcdoc=\"<a href='x?a&amp;amp;b'>x</a>\"></iframe>",
    "frames": "<!doctype html><title>t</title><frameset><frame src=x><frame src=y></frameset>",
    "SVG": HTML + "<svg><a xlink:href=x></a><image href=y /></svg>",
    "input and background": "<!doctype html><title>t</title><body background=a><input type=image src=b>",
    # Markup.
    "attribute twice": HTML + "<a href=x href=wrong>x</a>",
    "no space between attributes": HTML + "<a href='x'title='y'>x</a>",
    "comment that ends by --!>": HTML + "<!-- a --!><a href=x>x</a><!-- b -->",
    "comment that ends at once": HTML + "<!--><a href=x>x</a><!-- b -->",
    "links in a script and a title": "<!doctype html><title><a href=wrong></title><script>'<a href=wrong>'</script>"
                                     "<a href=x>x</a>",
    # Encodings.
    "windows-1252": "<!doctype html><meta charset=windows-1252><title>t</title><a href='x?\u00e9'>x</a>".encode("cp1252"),
    "Shift_JIS": "<!doctype html><meta charset=shift_jis><title>t</title><a href='x?\u8868\u30bd'>x</a>".encode("shift_jis"),
    "a byte that is not UTF-8": HTML.encode() + b"<a href='x?\xe9'>x</a>",
    "UTF-16": "\ufeff<!doctype html><title>t</title><a href='x?\u00e9'>x</a>".encode("utf-16-le"),
}
PLACE = "/d/page.html"


class Site:
    """What is served at PLACE, and what was asked for."""

    def __init__(self):
        self.page = b""
        self.asked = []
        site = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                site.asked.append(self.path)
                body, media_type = b"", "text/html"
                if self.path == PLACE:
                    body = site.page
                elif self.path == "/robots.txt":
                    media_type = "text/plain"
                elif ".css" in self.path:
                    media_type = "text/css"
                self.send_response(200)
                self.send_header("Content-Type", media_type)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                if self.command == "GET":
                    self.wfile.write(body)

            do_HEAD = do_GET

            def log_message(self, *_):
                pass

        self.server = rewrite_browser.Server(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.host = f"127.0.0.1:{self.server.server_port}"
        self.url = f"http://{self.host}{PLACE}"


def bytes_of(page, host):
    return page if isinstance(page, bytes) else page.replace("HOST", host).encode()


def plain(urls, url):
    """What counts of URLs: those of the page's server, decoded, without fragments and the page itself."""
    found = set()
    for one in urls:
        one = urllib.parse.urlsplit(urllib.parse.urljoin(url, one.split("#")[0]))
        if one.scheme not in ("http", "https"):
            continue
        found.add((one.netloc, urllib.parse.unquote_to_bytes(one.path), urllib.parse.unquote_to_bytes(one.query)))
    own = urllib.parse.urlsplit(url)
    return found - {(own.netloc, own.path.encode(), b""), (own.netloc, b"/robots.txt", b""), (own.netloc, b"/favicon.ico", b"")}


def run(arguments, page=None, folder=None):
    done = subprocess.run(arguments, input=page, capture_output=True, cwd=folder, timeout=120)
    return done.stdout


def ask_hrefkit(program, site):
    rows = run([program, "resolve", "-q", "-f", "jsonl", "--xml-base", "off", "--content-type", "text/html", "--url", site.url,
                "-"], site.page).splitlines()
    return [row["url"] for row in map(json.loads, rows) if row["url"] and row["element"] != "base"]


def ask_lxml(_, site):
    import lxml.html
    tree = lxml.html.document_fromstring(site.page, base_url=site.url)
    tree.make_links_absolute(resolve_base_href=True)
    return [link for element, _, link, _ in tree.iterlinks() if element.tag != "base"]


def ask_hxwls(program, site):
    with tempfile.NamedTemporaryFile(suffix=".html") as file:
        file.write(site.page)
        file.flush()
        return run([program, "-b", site.url, file.name]).decode("utf-8", "replace").split("\n")[:-1]


def follow(*arguments):
    """A program that asks the server."""
    def ask(program, site):
        site.asked = []
        with tempfile.TemporaryDirectory() as folder:
            run([program, *(one.replace("URL", site.url) for one in arguments)], folder=folder)
        return list(site.asked)
    return ask


# The name of the program, and how it is asked.
TOOLS = {
    "lxml": ("python3", ask_lxml),
    "linkinator": ("linkinator", follow("URL")),
    "linkchecker": ("linkchecker", follow("--recursion-level=1", "--check-extern", "--no-status", "URL")),
    "wget": ("wget", follow("-q", "-r", "-l", "1", "-p", "-e", "robots=off", "URL")),
    "broken-link-checker": ("blc", follow("-g", "URL")),
    "HTTrack": ("httrack", follow("-q", "-r2", "-B", "-s0", "-n", "URL")),
    "hxwls": ("hxwls", ask_hxwls),
}


def judged_by_chromium(site):
    """What is right of each page."""
    pages = rewrite_browser.Pages()
    server = rewrite_browser.Server(("127.0.0.1", 0), rewrite_browser.make_handler(pages))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    host = f"127.0.0.1:{server.server_port}"
    right = {}
    for name, page in PAGES.items():
        seen = rewrite_browser.read_in_browser(pages, {PLACE: (bytes_of(page, host), "text/html")}, host)[PLACE]["seen"]
        urls = []
        for _, element, attribute, url in seen:
            if attribute in ("style", "rule"):  # 'url("http://...")none'
                urls += re.findall(r'url\("(.*?)"\)', url)
            elif element != "base":
                urls.append(url)
        right[name] = {(site.host, path, query) for _, path, query in plain(urls, f"http://{host}{PLACE}")}
    server.shutdown()
    return right


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--npm", help="the folder in which npm installed programs")
    parser.add_argument("--tool", action="append", choices=["hrefkit", *TOOLS])
    parser.add_argument("-v", "--verbose", action="store_true", help="print the pages that are answered wrongly")
    options = parser.parse_args()
    path = os.environ["PATH"] + (f":{pathlib.Path(options.npm).resolve()}/node_modules/.bin" if options.npm else "")
    os.environ["PATH"] = path
    site = Site()
    right = judged_by_chromium(site)
    empty = [name for name, urls in right.items() if not urls]
    if empty:
        sys.exit(f"Chromium has no link of: {', '.join(empty)}")
    wrong_of_hrefkit = 0
    tools = {"hrefkit": (os.path.abspath(options.program), ask_hrefkit), **TOOLS}
    for tool, (program, ask) in tools.items():
        if options.tool and tool not in options.tool:
            continue
        found = shutil.which(program)
        try:
            if tool == "lxml":
                import lxml.html  # noqa: F401
        except ImportError:
            found = None
        if not found:
            print(f"{tool}: SKIPPED: it is not on this machine", flush=True)
            continue
        wrong = []
        for name, page in PAGES.items():
            site.page = bytes_of(page, site.host)
            try:
                answer = plain(ask(found, site), site.url)
            except Exception as error:  # whatever a program does, the others are asked
                answer = {str(error)}
            if answer != right[name]:
                wrong.append(name)
                if options.verbose:
                    print(f"  {tool}: {name}: {answer}, not {right[name]}")
        print(f"{tool}: {len(PAGES) - len(wrong)} of {len(PAGES)}{'; wrong: ' if wrong else ''}{', '.join(wrong)}", flush=True)
        wrong_of_hrefkit += len(wrong) if tool == "hrefkit" else 0
    sys.exit(wrong_of_hrefkit != 0)


if __name__ == "__main__":
    main()
