#!/usr/bin/env python3
"""Lets a browser judge moves, exports and mirrors of sites of several shapes.

    tests/judge/site_shapes.py build/release/hrefkit [--npm FOLDER] [--chromium PROGRAM]

The shapes are pages like those of WordPress, AMP, custom elements and a plain site with a base element; and with --npm sites
that Next.js and Docusaurus build in FOLDER, from the registry of npm. Each site is
  - moved to another host, and to a folder of another host (`rewrite --rebase`),
  - exported, to open from files (`--to relative --index`),
  - mirrored (`wget -r -p`, then `rewrite --local`).
Chromium opens each page before and after. It must ask for the same files with the same answers, or `rewrite` must say what
will not be so. Needs Chromium and Python; for mirrors wget.
"""
import argparse
import http.server
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "samples" / "tour"))
from browser_requests import Browser, Folder  # noqa: E402

PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'
OLD = "https://old.example/"

WORDPRESS = """<!DOCTYPE html>
<html lang="en-US"><head><meta charset="UTF-8"><title>%(title)s</title>
<link rel="profile" href="https://gmpg.example/xfn/11"><link rel="dns-prefetch" href="//s.w.example">
<link rel="alternate" type="application/rss+xml" href="https://old.example/feed.xml">
<script>window._wpemojiSettings = {"baseUrl":"https:\\/\\/s.w.example\\/images\\/","source":{"concatemoji":"https:\\/\\/old.example\\/wp-includes\\/js\\/emoji.js"}};</script>
<style>body{background:url(https://old.example/wp-content/uploads/bg.svg)}</style>
<link rel="stylesheet" id="theme-css" href="https://old.example/wp-content/themes/t/style.css?ver=6.6" media="all">
<script src="https://old.example/wp-includes/js/jquery.js?ver=3.7.1" id="jquery-core-js"></script>
<link rel="https://api.w.org/" href="https://old.example/wp-json/"><link rel="canonical" href="https://old.example/%(path)s">
<link rel="shortlink" href="https://old.example/?p=7"></head>
<body><img fetchpriority="high" width="9" height="9" src="https://old.example/wp-content/uploads/a.svg"
 srcset="https://old.example/wp-content/uploads/a.svg 300w, https://old.example/wp-content/uploads/b.svg 1024w" sizes="(max-width: 300px) 100vw, 300px">
<img loading="lazy" src="/wp-content/uploads/b.svg" data-src="/wp-content/uploads/bg.svg"><a href="https://old.example/about/">About</a>
<a href="https://old.example/">Home</a></body></html>"""

CUSTOM = """<!DOCTYPE html><meta charset=utf-8><title>Elements</title><script src="/elements.js" defer></script>
<lazy-image src="img/a.svg"></lazy-image><x-card href="/img/b.svg"></x-card><a href="/sub/">sub</a>"""
CUSTOM_SCRIPT = """for (const [name, attribute] of [['lazy-image', 'src'], ['x-card', 'href']])
  customElements.define(name, class extends HTMLElement {
    connectedCallback() { const i = new Image(); i.src = this.getAttribute(attribute); this.append(i); }
  });"""

AMP = """<!doctype html><html amp lang="en"><head><meta charset="utf-8"><title>AMP</title>
<link rel="canonical" href="https://old.example/story.html"><meta name="viewport" content="width=device-width">
<style amp-boilerplate>body{visibility:visible}</style><script async src="/v0.js"></script></head>
<body><amp-img src="https://old.example/img/a.svg" srcset="img/b.svg 2x" width="9" height="9"></amp-img>
<a href="/story.html">story</a></body></html>"""
AMP_SCRIPT = """customElements.define('amp-img', class extends HTMLElement {
  connectedCallback() { const i = new Image(); i.src = this.getAttribute('src'); i.srcset = this.getAttribute('srcset'); this.append(i); }
});"""

PLAIN = {
    "index.html": '<!DOCTYPE html><title>P</title><link rel=stylesheet href="/s.css"><a href="a/b/page.html">x</a><img src=img/a.svg>',
    "a/b/page.html": '<!DOCTYPE html><title>Q</title><base href="/img/"><img src=a.svg srcset="b.svg 1x"><iframe srcdoc="<img src=b.svg>">'
                     '</iframe><svg width=9 height=9><image href="a.svg"/></svg><object data="/a/frame.html"></object>'
                     '<video poster="/img/b.svg"></video><p style="background:url(a.svg)">p</p><a href="../">up</a>',
    "a/frame.html": '<!DOCTYPE html><title>F</title><body background="../img/a.svg">',
    "s.css": "@import 't.css'; body{background:url(/img/a.svg)}", "t.css": "html{list-style:url(img/b.svg);display:list-item}",
    "img/a.svg": PICTURE, "img/b.svg": PICTURE,
}

SHAPES = {
    "base element": PLAIN,
    "WordPress": {
        "index.html": WORDPRESS % {"title": "Blog", "path": ""},
        "about/index.html": WORDPRESS % {"title": "About", "path": "about/"},
        "wp-content/themes/t/style.css": "@import url(more.css);h1{background:url(../../uploads/b.svg)}",
        "wp-content/themes/t/more.css": "p{color:red}", "wp-includes/js/jquery.js": "var jQuery=1;",
        "wp-content/uploads/a.svg": PICTURE, "wp-content/uploads/b.svg": PICTURE, "wp-content/uploads/bg.svg": PICTURE,
        "feed.xml": '<rss version="2.0"><channel><link>https://old.example/</link><item><link>https://old.example/about/</link>'
                    '<guid>https://old.example/?p=7</guid></item></channel></rss>',
    },
    "custom elements": {"index.html": CUSTOM, "sub/index.html": CUSTOM.replace('"img/', '"../img/'),
                        "elements.js": CUSTOM_SCRIPT, "img/a.svg": PICTURE, "img/b.svg": PICTURE},
    "AMP": {"story.html": AMP.replace(" amp ", " "), "index.html": AMP, "v0.js": AMP_SCRIPT,
            "img/a.svg": PICTURE, "img/b.svg": PICTURE},
}
# The options that the warnings of `rewrite` name for a shape: with them all of it moves.
OPTIONS = {
    "custom elements": ["--attribute", "lazy-image[src]=url", "--attribute", "x-card[href]=url"],
    "AMP": ["--attribute", "amp-img[src]=url", "--attribute", "amp-img[srcset]=srcset"],
}

NEXT = {
    "package.json": '{"name":"n","private":true,"scripts":{"build":"next build"},'
                    '"dependencies":{"next":"15.1.0","react":"18.3.1","react-dom":"18.3.1"}}',
    "next.config.js": "module.exports = {output: 'export', trailingSlash: true, images: {unoptimized: true}};",
    "app/layout.js": "export const metadata = {title: 'Shop', metadataBase: new URL('https://old.example/'), "
                     "alternates: {canonical: './'}, openGraph: {images: '/dot.svg'}};\n"
                     "export default function Layout({children}) { return <html lang='en'><body>{children}</body></html>; }",
    "app/page.js": "import Link from 'next/link';\nimport Image from 'next/image';\nimport Counter from './counter';\n"
                   "export default function Page() { return <main><Link href='/about/'>About</Link>"
                   "<Image src='/dot.svg' width={9} height={9} alt='dot'/><Counter/></main>; }",
    "app/counter.js": "'use client';\nimport {useState, useEffect} from 'react';\nimport dynamic from 'next/dynamic';\n"
                      "const Late = dynamic(() => import('./late'), {ssr: false});\n"
                      "export default function Counter() { const [n, set] = useState(0); useEffect(() => set(1), []);"
                      " return <p>{n}<Late/></p>; }",
    "app/late.js": "export default function Late() { return <b>late</b>; }",
    "app/about/page.js": "import Link from 'next/link';\n"
                         "export default function Page() { return <main><Link href='/'>Home</Link></main>; }",
    "public/dot.svg": PICTURE,
}
DOCUSAURUS = {
    "package.json": '{"name":"d","private":true,"scripts":{"build":"docusaurus build"},"dependencies":'
                    '{"@docusaurus/core":"3.7.0","@docusaurus/preset-classic":"3.7.0","react":"18.3.1","react-dom":"18.3.1"},'
                    '"overrides":{"webpack":"5.97.1"}}',
    "docusaurus.config.js": "module.exports = {title: 'Docs', url: 'https://old.example', baseUrl: '/', favicon: 'img/dot.svg', "
                            "presets: [['classic', {docs: {routeBasePath: '/'}, blog: false, pages: false}]], "
                            "themeConfig: {navbar: {title: 'Docs', items: [{to: '/guide', label: 'Guide'}]}}};",
    "static/img/dot.svg": PICTURE,
    "docs/index.md": "---\nslug: /\n---\n# Home\n\nRead the [guide](guide.md#first-steps).\n",
    "docs/guide.md": "# Guide\n\n## First steps\n\nBack [home](index.md).\n",
}
# The sources, the folder of the result, and what `rewrite` names where scripts compute addresses.
BUILT = {"Next.js": (NEXT, "out", "basePath or assetPrefix"), "Docusaurus": (DOCUSAURUS, "build", "baseUrl")}


def write(folder, files):
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def build_with_npm(folder, files, output):
    """Installs and builds unless an earlier run did it; the folder of the built site."""
    write(folder, files)
    for command in (["npm", "install", "--no-audit", "--no-fund", "--silent"], ["npm", "run", "--silent", "build"]):
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise RuntimeError(f"{' '.join(command)}: {done.stdout[-500:]}{done.stderr[-500:]}")
    return folder / output


class Judge:
    def __init__(self, program, browser):
        self.program = program
        self.browser = browser
        self.failed = 0

    def rewrite(self, *arguments):
        done = subprocess.run([self.program, "rewrite", *map(str, arguments)], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise RuntimeError(f"rewrite ends with {done.returncode}: {done.stderr}")
        return done.stderr

    def report(self, what, before, after, told, expected=""):
        """Right: the same requests; or, where `expected` is given, others that a warning with these words has told."""
        if before == after:
            print(f"{what}: the same {len(before)} requests")
        elif expected and expected in told:
            print(f"{what}: other requests, as is told")
        else:
            self.failed += 1
            print(f"{what}: WRONG")
            for line in sorted(set(before) - set(after))[:8]:
                print("   before:", line)
            for line in sorted(set(after) - set(before))[:8]:
                print("   after: ", line)
            print("   told:", told)

    def loads(self, address, folder, host=""):
        """(page, file) of the files of the folder that its pages load; of a mirror those below its folder of `host`."""
        def name(path):
            path = urllib.parse.unquote(path).split("?")[0].removeprefix(host)
            return path + "index.html" if path == "" or path.endswith("/") else path

        lines = set()
        for line in Folder(address, folder).requests(self.browser):
            page, status, url = line.split(" ", 2)
            if status == "200" and page.startswith(host) and "?" not in page:
                lines.add((name(page), name(url)))
        return sorted(lines)


def judge_shape(judge, name, site, work, options, told):
    before = Folder(OLD, site).requests(judge.browser)
    for kind, new in (("another host", "https://new.example/"), ("a folder of another host", "https://new.example/manual/")):
        out = work / kind.replace(" ", "-")
        said = judge.rewrite("--site-url", OLD, "--rebase", f"{OLD}={new}", *options, "--also", "meta", "--copy-assets",
                             "-o", out, site)
        judge.report(f"{name}, moved to {kind}", before, Folder(new, out).requests(judge.browser), said, told.get(kind, ""))
    files = judge.loads(OLD, site)
    out = work / "export"
    said = judge.rewrite("--site-url", OLD, "--drop-base", "--to", "relative", "--index", "index.html", *options,
                         "--copy-assets", "-o", out, site)
    judge.report(f"{name}, exported", files, judge.loads("file:", out), said, told.get("export", ""))
    judge_mirror(judge, name, site, work, options, told)


def judge_mirror(judge, name, site, work, options, told):
    if not shutil.which("wget"):
        print(f"{name}, mirrored: skipped, since there is no wget")
        return

    class Handler(http.server.SimpleHTTPRequestHandler):
        def do_GET(self):
            status, kind, body = served.answer(f"http://{self.headers['Host']}{self.path}")
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_HEAD = do_GET

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    url = f"http://127.0.0.1:{server.server_address[1]}/"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    moved = work / "served"  # the site as it is at this address
    judge.rewrite("--site-url", OLD, "--rebase", f"{OLD}={url}", *options, "--also", "meta", "--copy-assets", "-o", moved, site)
    served = Folder(url, moved)
    subprocess.run(["wget", "-q", "-r", "-l", "5", "-p", "-e", "robots=off", "-P", work / "mirror", url], check=False)
    server.shutdown()
    host = f"127.0.0.1:{server.server_address[1]}/"
    said = judge.rewrite("--local", work / "mirror", *options, "-o", work / "local", work / "mirror")
    # What scripts load, wget does not have.
    mirrored = {p.relative_to(work / "mirror" / host).as_posix().split("?")[0] for p in (work / "mirror").rglob("*")
                if p.is_file()}
    before = [(page, path) for page, path in judge.loads(OLD, site) if page in mirrored and path in mirrored]
    judge.report(f"{name}, mirrored", before, judge.loads("file:", work / "local", host), said, told.get("mirror", ""))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--npm", type=pathlib.Path, metavar="FOLDER", help="build sites with npm there")
    parser.add_argument("--chromium", default="chromium")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as place, Browser(arguments.chromium) as browser:
        judge = Judge(str(pathlib.Path(arguments.program).resolve()), browser)
        for name, files in SHAPES.items():
            work = pathlib.Path(place) / name.replace(" ", "-")
            write(work / "site", files)
            judge_shape(judge, name, work / "site", work, OPTIONS.get(name, []), {})
        for name, (files, output, setting) in BUILT.items() if arguments.npm else ():
            site = build_with_npm(arguments.npm.resolve() / name, files, output)
            work = pathlib.Path(place) / name
            work.mkdir()
            judge_shape(judge, name, site, work, [], dict.fromkeys(("a folder of another host", "export", "mirror"), setting))
        if not arguments.npm:
            print(f"{', '.join(BUILT)}: skipped, since --npm names no folder")
    return 1 if judge.failed else 0


if __name__ == "__main__":
    sys.exit(main())
