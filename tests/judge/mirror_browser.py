#!/usr/bin/env python3
"""Lets a browser judge `hrefkit rewrite --local`.

    tests/judge/mirror_browser.py build/release/hrefkit

Serves a site like one of WordPress and one like a wiki, has wget mirror them in five modes, makes each
mirror a folder that opens from files, and opens every page of it in headless Chromium: each must be a
page, with its style sheet and its picture, and each link to what the mirror has must lead to a file.
`hrefkit compare` proves the same links. Needs Chromium and wget.
"""
import http.server
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import urllib.parse

MODES = {
    "default": [],
    "extensions": ["-E"],
    "converted": ["-k", "-K"],
    "cut": ["-nH", "--cut-dirs=1"],
    "windows": ["--restrict-file-names=windows"],
}
PICTURE = (b'<svg xmlns="http://www.w3.org/2000/svg" width="3" height="3"><rect width="3" height="3"/></svg>')
STYLE = "body{margin-left:7px;background:url(/%s/assets//bg.svg?v=2)}"


def page(title, links, site):
    anchors = "".join(f'<li><a href="{link}">{link}</a>' for link in links)
    return (f'<!DOCTYPE html><meta charset=utf-8><title>{title}</title>'
            f'<link rel=stylesheet href="/{site}/style.css?ver=6.1&amp;x=1"><body><h1>{title}</h1>'
            f'<img src="/{site}/assets//logo.svg?v=1"><ul>{anchors}</ul>')


def site_pages(site, paths):
    files = {f"/{site}/style.css?ver=6.1&x=1": ("text/css", (STYLE % site).encode())}
    for name in ("logo.svg?v=1", "bg.svg?v=2"):
        files[f"/{site}/assets//{name}"] = ("image/svg+xml", PICTURE)
    for path in paths:
        body = page(path, [f"/{site}/{other}" for other in paths], site).encode()
        files[f"/{site}/{path}"] = ("text/html; charset=utf-8", body)
    return files


FILES = {
    **site_pages("blog", ["", "?p=1", "?p=2&amp;x=y".replace("&amp;", "&"), "2024/05/hello/", "category/a%20b/",
                          "wp-login.php?redirect_to=x", "about"]),
    **site_pages("wiki", ["index.php", "index.php?title=Main_Page", "index.php?title=K%C3%B6ln&action=history",
                          "Main_Page", "Talk:Main_Page", "Sub/Page"]),
}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        kind, body = FILES.get(self.path, (None, b"no such file"))
        self.send_response(200 if kind else 404)
        self.send_header("Content-Type", kind or "text/plain")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_HEAD = do_GET

    def log_message(self, *args):
        pass


DRIVER = """<!doctype html><meta charset=utf-8><body><script>
const pages = %s;
(async () => {
  const found = [];
  for (const path of pages) {
    const frame = document.createElement('iframe');
    const loaded = new Promise(done => { frame.onload = done; setTimeout(done, 8000); });
    frame.src = path;
    document.body.append(frame);
    await loaded;
    const d = frame.contentDocument;
    found.push({path, type: d && d.contentType, title: d && d.title,
                style: d && d.body && frame.contentWindow.getComputedStyle(d.body).marginLeft,
                background: d && d.body && frame.contentWindow.getComputedStyle(d.body).backgroundImage,
                picture: d && d.images.length ? d.images[0].naturalWidth : -1,
                links: d ? [...d.links].map(a => a.href) : []});
    frame.remove();
  }
  document.body.textContent = 'RESULT' + encodeURIComponent(JSON.stringify(found)) + 'END';
})();
</script>"""


def judge(folder):
    pages = sorted(p for p in folder.rglob("*") if p.is_file() and p.suffix == ".html")
    driver = folder / "driver-of-judge.html"
    driver.write_text(DRIVER % json.dumps([p.as_uri() for p in pages]), encoding="utf-8")
    dumped = subprocess.run(
        ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files",
         "--virtual-time-budget=60000", "--dump-dom", driver.as_uri()],
        capture_output=True, text=True, timeout=180, check=False).stdout
    driver.unlink()
    result = re.search(r"RESULT(.*?)END", dumped)
    if not result:
        return ["the browser gave no answer"]
    wrong = []
    for seen in json.loads(urllib.parse.unquote(result[1])):
        name = urllib.parse.unquote(seen["path"])[len(folder.as_uri()):]
        if seen["type"] != "text/html" or not seen["title"] and seen["title"] != "":
            wrong.append(f"{name}: is no page: {seen['type']}")
        if seen["style"] != "7px" or "file:" not in (seen["background"] or ""):
            wrong.append(f"{name}: has no style: {seen['style']} {seen['background']}")
        if seen["picture"] != 3:
            wrong.append(f"{name}: has no picture: {seen['picture']}")
        for link in [*seen["links"], (seen["background"] or "")[5:-2]]:
            target = pathlib.Path(urllib.parse.unquote(urllib.parse.urlsplit(link).path))
            if not link.startswith("file:") or not target.is_file():
                wrong.append(f"{name}: leads to {link}")
    return wrong if pages else ["there is no page"]


def main():
    program = str(pathlib.Path(sys.argv[1]).resolve())
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    port = server.server_address[1]
    failed = 0
    with tempfile.TemporaryDirectory() as place:
        for mode, options in MODES.items():
            for site, start in (("blog", ""), ("wiki", "index.php")):
                work = pathlib.Path(place) / mode / site
                work.mkdir(parents=True)
                url = f"http://127.0.0.1:{port}/{site}/"
                subprocess.run(["wget", "-q", "-r", "-l", "3", "-p", "-np", "-e", "robots=off", *options,
                                "-P", "mirror", url + start], cwd=work, check=False)
                address = ["--site-url", url] if mode == "cut" else []
                run = subprocess.run([program, "rewrite", *address, "--local", "mirror", "-o", "out",
                                      "--copy-assets", "mirror"], cwd=work, capture_output=True, text=True,
                                     check=False)
                wrong = [] if run.returncode == 0 else [run.stderr]
                proof = subprocess.run([program, "compare", *address, "--local", "mirror", "mirror", "out"],
                                       cwd=work, capture_output=True, text=True, check=False)
                if proof.returncode != 0:
                    wrong.append(proof.stdout[:500] + proof.stderr)
                wrong += judge(work / "out")
                failed += bool(wrong)
                print(f"{mode}, {site}: {'as it should be' if not wrong else 'WRONG'}")
                for line in wrong[:12]:
                    print("   ", line)
    server.shutdown()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
