#!/usr/bin/env python3
"""Lets a browser judge `hrefkit rewrite`.

    tests/judge/rewrite_browser.py build/release/hrefkit [PAGES]

Makes pages with base elements and links of many kinds, rewrites each under several policies, serves
the pages before and after at their addresses, and compares the URLs that headless Chromium has in
the DOM. Each link that may not change its target must have the same URL in both. Needs Chromium.
"""
import http.server
import json
import random
import re
import subprocess
import sys
import threading

READ = """<script>addEventListener('load', () => {
  const seen = [];
  const add = (document, context) => {
    for (const e of document.querySelectorAll('*')) {
      for (const name of ['href', 'src', 'action', 'cite', 'data', 'poster', 'formAction']) {
        const attribute = name.toLowerCase();
        if (e.localName === 'base' || !e.hasAttribute(attribute) || !e.getAttribute(attribute)) continue;
        const value = e[name];
        if (typeof value === 'string') seen.push([context, e.localName, attribute, value]);
      }
      if (e.localName === 'iframe' && e.contentDocument) add(e.contentDocument, context + '/');
    }
  };
  add(document, '');
  for (const sheet of document.styleSheets) for (const rule of sheet.cssRules) {
    const value = rule.style && rule.style.backgroundImage;
    if (value) { const p = document.createElement('p'); p.style.cssText = rule.style.cssText;
      document.body.append(p); seen.push(['', 'style', '', getComputedStyle(p).backgroundImage]); }
  }
  document.documentElement.innerHTML = '<pre>' + btoa(unescape(encodeURIComponent(
      'LINKS' + JSON.stringify(seen)))) + '</pre>';
});</script>"""

REFERENCES = ["x.html", "./y.html?a=1&amp;b=2", "../z#f", "/root", "#part", "?q=1&amp;copy=2",
              "//HOST/other", "http://HOST/abs/x", "a b.html", "\u00e9.html?\u00e9", "", "s/../t",
              "it's.html", "http://elsewhere.example/x", "javascript:void(0)", "mailto:a@b"]
BASES = ["/base/dir/", "sub/", "../up/page.html", "?query", "http://HOST/whole/", "#f", "",
         "javascript:x", "http://elsewhere.example/b/"]


def page(rng, host):
    def reference():
        return rng.choice(REFERENCES).replace("HOST", host)

    def links(count, quote):
        out = []
        for _ in range(count):
            kind = rng.choice(["a href", "img src", "form action", "q cite", "area href", "link href",
                               "video poster", "object data", "iframe src"])
            value = reference().replace("'", "&#39;")
            if value == "" and kind == "q cite":  # the DOM does not tell it from none
                value = "c"
            out.append("<%s=%s%s%s>x%s" % (kind, quote, value, quote,
                                          "</object>" if "object" in kind else
                                          "</iframe>" if "iframe" in kind else ""))
        return "\n".join(out)

    base = "".join('<base href="%s">' % rng.choice(BASES).replace("HOST", host)
                   for _ in range(rng.randrange(3)))
    inner = rng.choice(["", "<base href='inner/'>"]) + links(3, "'")
    return ("<!doctype html><meta charset=utf-8>%s<style>p{background-image:url(pic.png?%d)}</style>"
            "<body>%s<iframe srcdoc=\"%s\"></iframe><template><a href=t></template>"
            % (base, rng.randrange(9), links(8, '"'), inner.replace('"', "&quot;")))


def main():
    program = sys.argv[1]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 48
    pages = {}

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            body = pages.get(self.path)
            self.send_response(200 if body is not None else 404)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(body or b"")

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    host = "127.0.0.1:%d" % server.server_port

    def seen(path, body):
        pages[path] = body + READ.encode()
        out = subprocess.run(
            ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--dump-dom",
             "--virtual-time-budget=2000", "http://%s%s" % (host, path)],
            capture_output=True, timeout=120).stdout.decode()
        found = re.search(r"<pre>([A-Za-z0-9+/=]+)</pre>", out)
        if not found:
            sys.exit("the browser gave nothing for " + path)
        import base64
        return json.loads(base64.b64decode(found.group(1)).decode()[5:])

    rng = random.Random(13)
    wrong = 0
    for number in range(count):
        path = "/dir%d/page%d.html" % (number % 3, number)
        body = page(rng, host).encode()
        address = "http://" + host + path
        options = [["--drop-base"], ["--to", "relative"], ["--move-to", "http://%s/n/m.html" % host],
                   ["--drop-base", "--to", "absolute"]][number % 4]
        run = subprocess.run([program, "rewrite", "-q", "--url", address] + options + ["-"],
                             input=body, capture_output=True)
        if run.returncode != 0:
            print(path, options, run.stderr.decode())
            wrong += 1
            continue
        there = "/n/m.html" if "--move-to" in options else path
        before, after = seen(path, body), seen(there, run.stdout)
        # References to the page itself move along with it.
        own = lambda url: url.split("#")[0] == address
        new = lambda url: url.split("#")[0] == "http://" + host + there
        same = len(before) == len(after) and all(
            a == b or (a[:3] == b[:3] and own(a[3]) and new(b[3]))
            for a, b in zip(before, after))
        if not same:
            wrong += 1
            print(path, options)
            for a, b in zip(before, after):
                if a != b:
                    print("  before", a, "\n  after ", b)
    print("%d pages, %d wrong" % (count, wrong))
    sys.exit(wrong != 0)


main()
