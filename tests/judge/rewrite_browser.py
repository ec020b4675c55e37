#!/usr/bin/env python3
"""Lets a browser judge `hrefkit rewrite`.

    tests/judge/rewrite_browser.py build/release/hrefkit [--pages N] [--seed N] [--folder DIR]...

Takes pages with base elements and links of many kinds (random ones, odd ones, and with --folder some
real ones that get a base), rewrites each under several policies, serves them before and after at
their addresses, and compares the URLs that headless Chromium has in the DOM. Each link must lead
where it led; what the page is to itself moves with the page. One run of the browser reads all pages
before, another one all pages after. Needs Chromium.
"""
import argparse
import http.server
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import threading

POLICIES = [["--drop-base"], ["--to", "relative"], ["--move-to"], ["--drop-base", "--to", "absolute"],
            ["--to", "root-relative"], ["--drop-base", "--to", "relative", "--move-to"]]

# Reads one page after the other in a frame without scripts, so that noscript content counts and no
# refresh leads away, and sends home what the DOM has.
DRIVER = r"""<!doctype html><meta charset=utf-8><body><script>
const URL_ATTRIBUTES = ['href', 'src', 'action', 'formaction', 'cite', 'data', 'poster', 'longdesc',
                        'background', 'lowsrc', 'codebase', 'manifest', 'icon'];
const LISTS = ['ping', 'archive', 'profile'];
const absolute = (element, value) => {
  const a = element.ownerDocument.createElement('a');
  a.setAttribute('href', value);
  return a.href;
};
// HTML Standard, "parse a srcset attribute": the URLs.
const candidates = text => {
  const urls = [];
  for (let rest = text; (rest = rest.replace(/^[\s,]+/, '')) !== '';) {
    let url = rest.match(/^\S+/)[0];
    rest = rest.slice(url.length);
    if (url.endsWith(',')) {
      url = url.replace(/,+$/, '');
    } else {
      let depth = 0, at = 0;
      for (; at < rest.length && (depth > 0 || rest[at] !== ','); ++at) {
        if (rest[at] === '(') ++depth;
        if (rest[at] === ')' && depth > 0) --depth;
      }
      rest = rest.slice(at);
    }
    urls.push(url);
  }
  return urls;
};
const refresh = text => {
  const found = text.match(/^\s*(?:\d+[\d.]*|\.[\d.]*)\s*(?:[;,]|\s)\s*(.+)$/s);
  if (!found) return null;
  let url = found[1].replace(/^url\s*=\s*/i, '');
  if (/^["']/.test(url)) url = url.slice(1).split(url[0])[0];
  return url;
};
const rulesOf = e => {
  try { return e.sheet ? e.sheet.cssRules : []; } catch { return []; }  // of another origin
};
const readElement = (e, add) => {
  const html = e.namespaceURI === 'http://www.w3.org/1999/xhtml';
  for (const {name, value} of e.attributes) {
    if (e.localName === 'base' && html) continue;
    if (LISTS.includes(name) && html) {
      value.split(name === 'archive' ? /[\s,]+/ : /\s+/).filter(Boolean).forEach(one => add(e, name, absolute(e, one)));
    } else if (name === 'srcset' || name === 'imagesrcset') {
      candidates(value).forEach(one => add(e, name, absolute(e, one)));
    } else if (name === 'style') {
      const style = getComputedStyle(e);
      add(e, name, style.backgroundImage + style.listStyleImage);
    } else if (name === 'href' || name === 'xlink:href' || (html && URL_ATTRIBUTES.includes(name))) {
      if (value === '' && !['a', 'area', 'q', 'blockquote', 'ins', 'del'].includes(e.localName)) continue;
      if (!html && e.localName !== 'a' && /^\s*(#|$)/.test(value)) continue;  // local to its document
      const property = {formaction: 'formAction', longdesc: 'longDesc', codebase: 'codeBase'}[name] || name;
      const reflected = html && typeof e[property] === 'string' && property !== 'background' && value !== '';
      add(e, name, reflected && /^[a-z][a-z+.-]*:/i.test(e[property]) ? e[property] : absolute(e, value));
    }
  }
  if (e.localName === 'meta' && /^refresh$/i.test(e.httpEquiv)) {
    const url = refresh(e.content);
    if (url !== null) add(e, 'content', absolute(e, url));
  }
  for (const rule of rulesOf(e)) {
    if (rule.styleSheet) add(e, '@import', rule.styleSheet.href);
    if (!rule.selectorText) continue;
    const style = getComputedStyle(e.ownerDocument.querySelector(rule.selectorText) || e);
    add(e, 'rule', style.backgroundImage + style.listStyleImage);
  }
};
const readDocument = (document, context, seen) => {
  const add = (e, name, url) => seen.push([context, e.localName, name, url]);
  let frames = 0;
  for (const e of document.querySelectorAll('*')) {
    readElement(e, add);
    if (e.localName !== 'iframe' || !e.hasAttribute('srcdoc')) continue;
    if (e.contentDocument) readDocument(e.contentDocument, context + frames++ + '.', seen);
  }
};
const read = async path => {
  const frame = document.createElement('iframe');
  frame.sandbox = 'allow-same-origin';
  const loaded = new Promise(done => { frame.onload = done; setTimeout(done, 8000); });
  frame.src = path;
  document.body.append(frame);
  await loaded;
  const seen = [];
  let error = null;
  try { readDocument(frame.contentDocument, '', seen); } catch (what) { error = String(what); }
  frame.remove();
  return {path, seen, error};
};
(async () => {
  for (const path of await (await fetch('/judge/pages')).json()) {
    await fetch('/judge/page', {method: 'POST', body: JSON.stringify(await read(path))});
  }
  await fetch('/judge/end', {method: 'POST'});
})();
</script>"""

REFERENCES = ["x.html", "./y.html?a=1&amp;b=2", "../z#f", "/root", "#part", "?q=1&amp;copy=2", "//HOST/other",
              "http://HOST/abs/x", "a b.html", "LETTERS.html?LETTERS#LETTERS", "", "s/../t", "it's.html",
              "http://elsewhere.example/x", "javascript:void(0)", "mailto:a@b", " \n sp ace \t", "x:y", "./x:y",
              "..", "https://HOST/x", "\\\\HOST\\b", "a,b", "a;b=(c)", "%41%e9?%zz", "http:h", "x&#x2f;y&num;z"]
# Not "http://[": where a base does not parse, Chromium resolves nothing, and the standard has the fallback.
BASES = ["/base/dir/", "sub/", "../up/page.html", "?query", "http://HOST/whole/", "#f", "", "javascript:x",
         "http://elsewhere.example/b/", "//HOST/s/?q", "data:,x", "/base/dir/file.html#g"]
# Python's names, which are labels too, and words of letters that each encoding has.
ENCODINGS = {"utf-8": ["\u00e9", "\u65e5\u672c"], "windows-1252": ["\u00e9", "\u20ac"],
             "shift_jis": ["\u65e5\u672c", "\u30bd\u8868"], "iso-2022-jp": ["\u65e5\u672c", "\u8868"],
             "gb18030": ["\u4e2d", "\u00e9"], "euc-kr": ["\ud55c\uad6d"], "koi8-r": ["\u043f\u0440"]}
ELEMENTS = ["a href", "img src", "form action", "q cite", "area href", "link rel=x href", "video poster",
            "object data", "iframe src", "a ping", "input type=image src", "button formaction", "audio src",
            "blockquote cite", "script src", "embed src", "track src", "del cite", "link rel=stylesheet href"]
ENDS = {"object": "</object>", "iframe": "</iframe>", "script": "</script>", "video": "</video>",
        "audio": "</audio>", "button": "</button>"}


class Maker:
    """Makes random pages."""

    def __init__(self, seed, host):
        self.rng = random.Random(seed)
        self.host = host

    def reference(self):
        return self.rng.choice(REFERENCES).replace("HOST", self.host).replace("LETTERS", self.letters())

    def quoted(self, value, quotes):
        quote = self.rng.choice(quotes)
        if quote == "":
            bare = value.replace("'", "&#39;").replace(" ", "&#32;").replace("\n", "&#10;").replace("\t", "&#9;")
            return bare or "x"
        return quote + value.replace("'", "&#39;" if quote == "'" else "'") + quote

    def link(self, quotes):
        kind = self.rng.randrange(10)
        if kind == 0:
            plain = [r for r in (self.reference() for _ in range(3)) if r.strip() and " " not in r]
            return "<img srcset=%s>" % self.quoted(", ".join("%s %dx" % (r, i + 1) for i, r in enumerate(plain)), quotes)
        if kind == 1:
            plain = self.rng.choice(["x.png", "../y.png", "/z.png?a&amp;b", "s/w(1).png"])
            value = self.rng.choice(["url(%s)", "url( %s )"]) % plain.replace("(", "\\(").replace(")", "\\)")
            return "<p style=%s>p" % self.quoted("background-image:" + value, quotes)
        if kind == 2:
            return "<meta http-equiv=refresh content=%s>" % self.quoted("999; url=" + self.reference().strip(), quotes)
        name = self.rng.choice(ELEMENTS)
        value = self.reference()
        return "<%s=%s>x%s" % (name, self.quoted(value, quotes), ENDS.get(name.split()[0], ""))

    def links(self, count, quotes):
        return "\n".join(self.link(quotes) for _ in range(count))

    def base(self):
        href = self.rng.choice(BASES).replace("HOST", self.host)
        return "<base%s href=%s>" % (self.rng.choice(["", " target=t"]), self.quoted(href, ["'", '"']))

    def letters(self):
        """Letters that the encoding of the page has."""
        return self.rng.choice(ENCODINGS[self.encoding])

    def page(self):
        self.encoding = self.rng.choice(list(ENCODINGS))
        head = "".join(self.base() for _ in range(self.rng.randrange(3)))
        inner = self.rng.choice(["", "<base href='inner/'>"]) + self.links(4, ["'", ""])
        frame = '<iframe srcdoc="%s"></iframe>' % inner.replace("&", "&amp;").replace('"', "&quot;")
        text = ("<!doctype html><title>%s</title>%s<style>@import 'i.css?%d';.c{background-image:url(pic.png)}"
                "</style><body class=c>%s%s<svg><a href=%s /><image xlink:href='i.svg'/></svg><noscript>%s</noscript>"
                "<template><a href=t></template>" % (
                    self.letters(), head, self.rng.randrange(9), self.links(9, ["'", '"', ""]), frame,
                    self.quoted(self.reference(), ['"']), self.links(1, ['"'])))
        return text.encode(self.encoding), "text/html; charset=" + self.encoding


ODD = [
    "<a href=x><base href=/late/><a href=y>",
    "<svg><base href=/s/></svg><a href=x><base href=/d/>",
    "<template><base href=/t/></template><base href=/d/><a href=x>",
    "<table><tr><td><base href=/d/><a href=x></table><a href=y>",
    "<base target=_top><base href=/d/><a href=''><a href='#f'><a href='?q'>",
    "<iframe srcdoc='<a href=x>'></iframe><base href=/d/><iframe srcdoc='<a href=x>'></iframe>",
    "<base href=/d/><iframe srcdoc='<base href=e/><iframe srcdoc=\"<a href=x><a href=#f>\"></iframe>'></iframe>",
    "<base href=/d/><b><p><a href=x>1<b></p><a href=y>2</b><a href=z>",
    "<base href=/d/><select><option><a href=x></select><a href=y>",
    "<base href=/d/ target=a href=/e/><a href=x href=y>",
    "<<base href=/d/>a href=y><a href=x>",
    "<base href='/d/'target=x><a href='x'title=y>",
    "<base href=/d/><a href=x",
    "<base href=/d/><p style=\"background-image:url('x.png')\"><p style='background-image:url(\"x y.png\")'>",
    "<base href=/d/><p style='background-image:image-set(url(a.png) 1x, \"b.png\" 2x)'>",
    "<base href=/d/><p style='background-image:url(\\75 .png)'><p style='background-image:url(a\\'b.png)'>",
    "<base href=/d/><style>.k{background-image:url(\"a\\\nb.png\")}</style><p class=k>",
    "<base href=/d/><img srcset=' a 1x, b(c,d) 2x ,, e,f 3x, /g?h,i'>",
    "<base href=/d/><meta http-equiv=refresh content=\"999;URL='x'y\"><meta http-equiv=Refresh content='999 ,y'>",
    "<base href=/d/><a ping='p q\tr' href=x><link rel=preload as=image imagesrcset='a 1x,b 2x' href=c>",
    "<base href=/d/><math><mi href=x>m</mi></math><svg><a xlink:href=y /><style>@import 'z.css'</style></svg>",
    "<base href=/d/><a href='x\0y'><a href='x\r\ny'><a href='a&#0;b'><a href='&nbsp;x'>",
    "<base href='/d/'><a href=&#120;&#46;y><a href='x&lty'><a href='x?a&lt=b&gt;c'>",
    "<base href=//elsewhere.example/><a href=x><a href='/y'><a href='//HOST/z'><a href='#f'><img src=i>",
    "<base href='http:d/'><a href=x><a href='http:y'><a href='HTTP://HOST/z'>",
    "<base href='/d/x?y#z'><a href=''><a href='#'><a href='?'><a href='x'><a href='.'><a href='..'>",
    "<head><base href=/d/></head><frameset><frame src=x><frame src=y></frameset>",
    "<base href=/d/><noscript><a href=x><base href=/n/></noscript><a href=y>",
    "<!--><base href=/c/>--><base href=/d/><a href=x>",
    "<title><base href=/t/></title><textarea><base href=/u/></textarea><base href=/d/><a href=x>",
]

XML = [
    "<base href='/d/'/><a href='x?a&amp;b'/><img src='y' srcset='a 1x, b&#x2c;c 2x'/>",
    "<base href='/d/'/><style>.k{background-image:url(x?a&amp;b)}</style><p class='k'>p</p>",
    "<base href='/d/'/><style><![CDATA[.k{background-image:url(x?a&b)}]]></style><p class='k'>p</p>",
    "<base href='/d/'/><style>/*<![CDATA[*/.k{background-image:url('x?a&b')}/*]]>*/</style><p class='k'>p</p>",
    "<base href='/d/'/><style>.k{background-image:url(<![CDATA[x&y]]>&amp;z)}</style><p class='k'>p</p>",
    "<base href='/d/'/><style>.k{background-image:url(<!--<![CDATA[-->x<!--c-->)}</style><p class='k'>p</p>",
    "<base href='/d/'/><a href='&u;'/><a href='s/&u;#f'/><a href='&#x26;amp;'/>",
    "<base href='/d/' target='t'/><iframe srcdoc='&lt;a href=x&gt;&lt;a href=&quot;y&amp;amp;z&quot;&gt;'/>",
    "<base href='/d/'></base><svg xmlns='http://www.w3.org/2000/svg' xmlns:l='http://www.w3.org/1999/xlink'>"
    "<a l:href='x'/><image href='y'/><style>@import 'z.css';</style></svg>",
    "<div><base href='/d/'/></div><a href='a\nb'/><a href='a&#10;b'/><a href='  c '/><a href=''/><a href='#f'/>",
]


class Pages:
    """The pages that are served, and what the browser had in them."""

    def __init__(self):
        self.bodies = {}
        self.seen = {}
        self.ended = threading.Event()


def make_handler(pages):
    class Handler(http.server.BaseHTTPRequestHandler):
        def answer(self, body, media_type="text/html; charset=utf-8"):
            self.send_response(200 if body is not None else 404)
            self.send_header("Content-Type", media_type)
            self.send_header("Cache-Control", "no-store")
            self.send_header("Content-Length", str(len(body or b"")))
            self.end_headers()
            self.wfile.write(body or b"")

        def do_GET(self):
            if self.path == "/judge/driver":
                return self.answer(DRIVER.encode())
            if self.path == "/judge/pages":
                return self.answer(json.dumps(sorted(pages.bodies)).encode())
            if self.path in pages.bodies:
                return self.answer(*pages.bodies[self.path])
            if ".css" in self.path:
                return self.answer(b"", "text/css")
            return self.answer(None)

        def do_POST(self):
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            if self.path == "/judge/page":
                page = json.loads(body)
                pages.seen[page["path"]] = page
            if self.path == "/judge/end":
                pages.ended.set()
            self.answer(b"")

        def log_message(self, *_):
            pass

    return Handler


class Server(http.server.ThreadingHTTPServer):
    """Serves the pages."""

    def handle_error(self, request, client_address):
        pass  # the browser does not wait for what a frame that was removed asked for


def read_in_browser(pages, bodies, host):
    """What the DOM of each page has."""
    pages.bodies, pages.seen = bodies, {}
    pages.ended.clear()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = subprocess.Popen(
            ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-extensions",
             "--no-first-run", "--user-data-dir=" + profile,
             "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", "--remote-debugging-port=0",
             "http://%s/judge/driver" % host],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        pages.ended.wait(timeout=60 + 3 * len(bodies))
        browser.terminate()
        try:
            browser.wait(timeout=20)
        except subprocess.TimeoutExpired:
            browser.kill()
            browser.wait()
    return pages.seen


def make_pages(options, host):
    """The path of each page, its bytes and its type."""
    maker = Maker(options.seed, host)
    html, xhtml = "text/html; charset=utf-8", "application/xhtml+xml; charset=utf-8"
    texts = [maker.page() for _ in range(options.pages)]
    texts += [(("<!doctype html>" + text.replace("HOST", host)).encode(), html) for text in ODD]
    head = "<!DOCTYPE html [<!ENTITY u 'x?a&#38;#38;b'>]><html xmlns='http://www.w3.org/1999/xhtml'><body>"
    texts += [((head + text + "</body></html>").encode(), xhtml) for text in XML]
    for folder in options.folder:
        real = sorted(pathlib.Path(folder).rglob("*.html"))
        for path in real[::max(1, len(real) // options.real)]:
            texts.append((b"<base href=/real/base/>" + path.read_bytes(), html))
    return [("/dir%d/page%d" % (i % 3, i), text) for i, text in enumerate(texts)]


def rewrite(program, address, policy, there, page):
    arguments = list(policy)
    if "--move-to" in arguments:
        arguments.insert(arguments.index("--move-to") + 1, there)
    return subprocess.run([program, "rewrite", "-q", "--xml-base", "off", "--content-type", page[1],
                           "--url", address] + arguments + ["-"], input=page[0], capture_output=True)


def is_same(before, after, address, there):
    """True for links that lead to the same URL, or from the page to itself."""
    if before[:3] != after[:3]:
        return False
    moved = before[3].split("#")[0] == address and after[3].split("#")[0] == there
    return before[3] == after[3] or moved


def compare(path, before, after, address, there):
    """The number of pairs that differ, each of which is printed."""
    if before is None or after is None or before["error"] or after["error"]:
        print(path, "was not read:", before and before["error"], after and after["error"])
        return 1
    one, other = before["seen"], after["seen"]
    wrong = [pair for pair in zip(one, other) if not is_same(*pair, address, there)]
    if len(one) != len(other):
        print(path, "has %d links before and %d after" % (len(one), len(other)))
    for pair in wrong[:5]:
        print(path, "\n  before", pair[0], "\n  after ", pair[1])
    return len(wrong) + abs(len(one) - len(other))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--pages", type=int, default=60)
    parser.add_argument("--seed", type=int, default=13)
    parser.add_argument("--folder", action="append", default=[], help="take real pages from there, too")
    parser.add_argument("--real", type=int, default=20, help="how many of each folder")
    parser.add_argument("--keep", help="write the pages before and after into this folder")
    options = parser.parse_args()
    pages = Pages()
    server = Server(("127.0.0.1", 0), make_handler(pages))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    host = "127.0.0.1:%d" % server.server_port

    made = make_pages(options, host)
    before = read_in_browser(pages, dict(made), host)
    bodies, places, refused = {}, {}, 0
    for number, (path, page) in enumerate(made):
        for which, policy in enumerate(POLICIES):
            there = "/n%d/m%d" % (which, number) if "--move-to" in policy else path
            run = rewrite(options.program, "http://" + host + path, policy, "http://" + host + there, page)
            if run.returncode != 0:
                refused += 1
                print(path, policy, run.stderr.decode().strip())
            places.setdefault(which, {})[path] = there
            bodies.setdefault(which, {})[there] = run.stdout, page[1]
    total = links = wrong = 0
    for which, policy in enumerate(POLICIES):
        after = read_in_browser(pages, bodies[which], host)
        faults = 0
        for path, there in places[which].items():
            one, other = before.get(path), after.get(there)
            links += len(one["seen"]) if one else 0
            bad = compare(path + " " + " ".join(policy), one, other, "http://" + host + path, "http://" + host + there)
            faults += bad != 0
            if options.keep and bad:
                os.makedirs(options.keep, exist_ok=True)
                name = os.path.join(options.keep, path.replace("/", "_") + str(which))
                pathlib.Path(name + ".before").write_bytes(dict(made)[path][0])
                pathlib.Path(name + ".after").write_bytes(bodies[which][there][0])
        total += len(places[which])
        wrong += faults
        print("%s: %d pages, %d wrong" % (" ".join(policy), len(places[which]), faults), flush=True)
    print("%d pages, %d links, %d wrong, %d refused" % (total, links, wrong, refused))
    sys.exit(wrong + refused != 0)


if __name__ == "__main__":
    main()
