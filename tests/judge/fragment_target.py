#!/usr/bin/env python3
"""Chromium as the judge of the fragments of `hrefkit check`, by hand.

    tests/judge/fragment_target.py build/release/hrefkit [PAGES]

Makes pages with ids and names in many constructs and links to fragments of the same page. Headless
Chromium follows each link; where `:target` matches no element, check must report the link, and only
there. Fragments that lead to the top, or that a page's own script reads, are left out: they match no
element and are fine. Needs Chromium."""
import base64
import http.server
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import threading

NAMES = ['a', 'A', 'a b', 'größe', 'gr%C3%B6%C3%9Fe', '%20', '%', '100%', '%zz', 'x&y', 'x"y', '日本',
         '😀', 'a+b', 'a/b', 'a:b', 'a?b', 'a#b', '-', '0', 'ÄÖ', 'e\u0301', '\u00e9', "it's", '%41', 'toP2',
         'a\tb', ' a', 'a ', '<b>', '\u200b', '%F6', 'ö%', 'TOPS', 'user-content-x', '\\', '`', '{x}']


def attribute(text):
    return '"' + text.replace('&', '&amp;').replace('"', '&quot;') + '"'


def element(rng, name):
    """Markup that holds the name somewhere: as an id, as a name, or where it does not count."""
    value = attribute(name)
    return rng.choice([
        f'<p id={value}>x</p>', f'<P ID={value}>x</P>', f'<a name={value}>x</a>',
        f'<a id={value} name="other">x</a>', f'<svg><g id={value}></g></svg>',
        f'<svg><a name={value}></a></svg>', f'<math><mi id={value}></mi></math>',
        f'<img name={value} alt="">', f'<form name={value}></form>', f'<map name={value}></map>',
        f'<template><p id={value}></p></template>', f'<!-- <p id={value}> -->',
        f'<textarea><p id={value}></textarea>', f'<script>"<p id={value}>"</script>',
        f'<table><p id={value}>foster</p><tr id="row"></tr></table>', f'<b id={value}><p>x</b></p>',
        f'<p title="<p id=no>" id={value}>', f'<p id="first" id={value}>',
        f'<iframe srcdoc={attribute("<p id=" + value + ">")}></iframe>',
        f'<select><option id={value}>x</select>', f'<p data-id={value}>', f'<style id={value}></style>',
        f'<xmp id={value}><p id="in-xmp"></xmp>', f'<svg><foreignObject><a name={value}></a></foreignObject></svg>',
        f'<div><template shadowrootmode="open"><p id={value}></p></template></div>'])


def spelled(rng, name):
    """The name in the spelling of a link."""
    encoded = ''.join('%%%02X' % b for b in name.encode())
    return rng.choice([name, name, encoded, encoded.lower(), name.replace('%', '%25'), name.swapcase(),
                       name.replace(' ', '%20'), name + ':~:text=x', name + '%'])


def is_left_out(fragment):
    fragment = fragment.split(':~:')[0]
    return fragment.strip(' \t') == '' or fragment.lower() == 'top' or fragment[0] in '/!'


def page(rng):
    body = ''.join(element(rng, name) + '\n' for name in rng.sample(NAMES, 9))
    fragments = [f for f in (spelled(rng, rng.choice(NAMES)) for _ in range(14)) if not is_left_out(f)]
    links = ''.join(f'<a class=link href={attribute("#" + f)}>x</a>\n' for f in fragments)
    return f'<!doctype html><meta charset=utf-8><title>x</title>\n{links}{body}'


DRIVER = """<!doctype html><meta charset=utf-8><body><script>
const open_frame = url => new Promise(done => {
  const frame = document.createElement('iframe');
  frame.onload = () => done(frame);
  frame.src = url;
  document.body.append(frame);
});
const has_target = frame => frame.contentDocument.querySelector(':target') !== null;
(async () => {
  const all = [];
  for (let i = 0; i < COUNT; ++i) {
    const page = await open_frame('/p' + i + '.html');
    const seen = [];
    for (const link of page.contentDocument.querySelectorAll('a.link')) {
      if (link.href.includes(':~:')) {  // a script cannot wait for this navigation
        const other = await open_frame(link.href);
        seen.push(has_target(other));
        other.remove();
        continue;
      }
      page.contentWindow.location.href = link.href;
      seen.push(has_target(page));
    }
    all.push(seen);
    page.remove();
  }
  document.documentElement.innerHTML = '<pre>' + btoa('SEEN' + JSON.stringify(all)) + '</pre>';
})();
</script>"""


def serve(pages):
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            body = pages.get(self.path)
            self.send_response(200 if body is not None else 404)
            self.send_header('Content-Type', 'text/html; charset=utf-8')
            self.end_headers()
            self.wfile.write((body or '').encode())

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_port


def targets(pages, count):
    pages['/'] = DRIVER.replace('COUNT', str(count))
    out = subprocess.run(
        ['chromium', '--headless=new', '--no-sandbox', '--disable-gpu', '--dump-dom',
         '--virtual-time-budget=600000', f'http://127.0.0.1:{serve(pages)}/'],
        capture_output=True, timeout=900).stdout.decode()
    found = re.search(r'<pre>([A-Za-z0-9+/=]+)</pre>', out)
    if not found:
        sys.exit('the browser gave nothing')
    return json.loads(base64.b64decode(found.group(1)).decode()[4:])


def main():
    hrefkit, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 100
    rng = random.Random(7)
    pages = {f'/p{i}.html': page(rng) for i in range(count)}
    with tempfile.TemporaryDirectory() as folder:
        for name, text in pages.items():
            with open(folder + name, 'w', encoding='utf-8', newline='') as out:
                out.write(text)
        result = subprocess.run([hrefkit, 'check', '-q', '--format', 'jsonl', '--rules', 'missing-fragment',
                                 folder], stdout=subprocess.PIPE)
        found = {(os.path.basename(row['file']), row['offset'])
                 for row in map(json.loads, result.stdout.splitlines())}
    seen = targets(dict(pages), count)
    links = differ = 0
    for i, reached in enumerate(seen):
        text = pages[f'/p{i}.html']
        places = [m.end() for m in re.finditer('<a class=link href="', text)]
        assert len(places) == len(reached)
        for place, has_target in zip(places, reached):
            links += 1
            offset = len(text[:place].encode())
            if has_target == ((f'p{i}.html', offset) not in found):
                continue
            differ += 1
            print(f"p{i}.html: {text[place - 2:text.index('>', place)]} :target is",
                  'an element' if has_target else 'nothing', 'and check says the other')
    print(f'{count} pages, {links} links, {differ} differ')
    sys.exit(differ != 0)


main()
