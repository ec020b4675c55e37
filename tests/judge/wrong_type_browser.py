#!/usr/bin/env python3
"""Chromium as the judge of the rule wrong-type of `hrefkit check`, by hand.

    tests/judge/wrong_type_browser.py build/release/hrefkit

Serves a folder with a page for each element that loads something and for each kind of file: one that
fits the element, a page of HTML, and the fitting bytes with the extension of a page. A script in each
page asks whether the element could use what came. Where it could not, check must say wrong-type, in
the folder and in a crawl of the same server; where it could, it must not. The fitting file shows that
the script can tell. Needs Chromium, and python3 with zlib."""
import http.server
import json
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import threading
import zlib

TYPES = {'.html': 'text/html', '.png': 'image/png', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml',
         '.vtt': 'text/vtt', '.wav': 'audio/wav', '.json': 'application/json'}
PAGE = b'<!doctype html><meta charset=utf-8><title>page</title><p>a page</p>'


def png():
    def chunk(name, data):
        return struct.pack('>I', len(data)) + name + data + struct.pack('>I', zlib.crc32(name + data))
    return (b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', 1, 1, 8, 2, 0, 0, 0)) +
            chunk(b'IDAT', zlib.compress(b'\0\xff\0\0')) + chunk(b'IEND', b''))


def wav():
    data = bytes(8000)
    return (b'RIFF' + struct.pack('<I', 36 + len(data)) + b'WAVEfmt ' +
            struct.pack('<IHHIIHH', 16, 1, 1, 8000, 8000, 1, 8) + b'data' + struct.pack('<I', len(data)) + data)


FITTING = {
    'picture': ('.png', png()),
    'sound': ('.wav', wav()),
    'script': ('.js', b'window.has_run = true'),
    'module': ('.js', b'window.has_run = true'),
    'sheet': ('.css', b'#probe { width: 77px }'),
    'track': ('.vtt', b'WEBVTT\n\n00:00.000 --> 00:01.000\nx\n'),
    'svg': ('.svg', b'<svg xmlns="http://www.w3.org/2000/svg"><rect id="r" width="9" height="9"/></svg>'),
    'page': ('.html', PAGE),
}
# What an element loads, its markup (URL is the place of the reference), and how a script knows that it could be used.
# `seen` has the events "load" and "error" of all elements, by the elements' names.
CASES = [
    ('picture', '<img src=URL>', "document.querySelector('img').naturalWidth > 0"),
    ('picture', '<img srcset="URL 1x">', "document.querySelector('img').naturalWidth > 0"),
    ('picture', '<picture><source srcset=URL><img></picture>', "document.querySelector('img').naturalWidth > 0"),
    ('picture', '<input type=image src=URL>', "!seen.includes('error INPUT')"),
    ('picture', '<svg><image href=URL width=9 height=9 /></svg>', "!seen.includes('error image')"),
    ('picture', '<svg><image xlink:href=URL width=9 height=9 /></svg>', "!seen.includes('error image')"),
    ('picture', '<style>#probe::before { content: url(URL) }</style>',
     "document.querySelector('#probe').getBoundingClientRect().height < 5 && has('URL')"),
    ('sound', '<audio src=URL preload=auto></audio>', "document.querySelector('audio').readyState > 0"),
    ('sound', '<video src=URL preload=auto></video>', "document.querySelector('video').readyState > 0"),
    ('sound', '<audio preload=auto><source src=URL></audio>', "document.querySelector('audio').readyState > 0"),
    ('track', '<video src=film.wav preload=auto><track default src=URL></video>',
     "document.querySelector('track').readyState === 2"),
    ('script', '<script src=URL></script>', 'window.has_run === true'),
    ('script', '<svg><script href=URL></script></svg>', 'window.has_run === true'),
    ('module', '<script type=module src=URL></script>', 'window.has_run === true'),
    ('module', '<link rel=modulepreload href=URL>', "!seen.includes('error LINK')"),
    ('sheet', '<link rel=stylesheet href=URL>', "document.querySelector('#probe').offsetWidth === 77"),
    ('sheet', "<style>@import 'URL';</style>", "document.querySelector('#probe').offsetWidth === 77"),
    ('svg', "<svg width=20 height=20><use href='URL#r'/></svg>",
     "document.querySelector('use').getBoundingClientRect().width > 0"),
    ('page', '<iframe src=URL></iframe>', "document.querySelector('iframe').contentDocument.title === 'page'"),
    ('page', '<object data=URL></object>', "document.querySelector('object').contentDocument?.title === 'page'"),
    ('page', '<embed src=URL>', "window.length === 1 && window[0].document.title === 'page'"),
    ('page', '<a href=URL>x</a>', 'true'),
    ('page', '<link rel=prefetch href=URL>', 'true'),
]
UNSEEN = {6}  # the script cannot tell what CSS has loaded into a box: the picture's case is tried by the others
HEAD = """<meta charset=utf-8><title>t</title><script>
const seen = [];
for (const type of ['load', 'error'])
  addEventListener(type, event => seen.push(type + ' ' + (event.target.tagName ?? '')), true);
</script>"""
DRIVER = """<!doctype html><meta charset=utf-8><body><script>
const sleep = time => new Promise(done => setTimeout(done, time));
(async () => {
  const answers = {};
  for (const [name, test] of Object.entries(TESTS)) {
    const frame = document.createElement('iframe');
    await new Promise(done => { frame.onload = done; frame.src = name; document.body.append(frame); setTimeout(done, 4000); });
    for (let i = 0; i < 8; ++i) {
      await sleep(50);
      try { answers[name] = frame.contentWindow.eval(test) === true; } catch { answers[name] = false; }
      if (answers[name]) break;
    }
    frame.remove();
  }
  await fetch('/answers', {method: 'POST', body: JSON.stringify(answers)});
})();
</script>"""


def write_site(folder):
    """Writes all pages. Returns by name of the page: its test, and (line of CASES, kind of file, mode)."""
    tests, cases = {}, {}
    files = {'page.html': PAGE, 'film.wav': FITTING['sound'][1]}
    for i, (kind, markup, test) in enumerate(CASES):
        extension, fitting = FITTING[kind]
        files[f'{kind}{extension}'] = fitting
        files[f'{kind}-called-page.html'] = fitting
        for mode, doctype in (('standards', '<!doctype html>'), ('quirks', '')):
            for name in (f'{kind}{extension}', 'page.html', f'{kind}-called-page.html'):
                page = f'case-{i}-{mode}-{name.replace(".", "-")}.html'
                body = markup.replace('URL', name)
                files[page] = f'{doctype}{HEAD}<div id=probe style="height:1px"></div>{body}'.encode()
                tests[page] = test.replace('URL', name)
                cases[page] = (i, name, mode)
    for name, data in files.items():
        with open(os.path.join(folder, name), 'wb') as file:
            file.write(data)
    return tests, cases


def serve(folder, tests, done, answers):
    class Handler(http.server.SimpleHTTPRequestHandler):
        def __init__(self, *arguments):
            super().__init__(*arguments, directory=folder)

        def guess_type(self, path):
            return TYPES.get(os.path.splitext(path)[1], 'application/octet-stream')

        def do_GET(self):
            if self.path != '/driver':
                return super().do_GET()
            body = DRIVER.replace('TESTS', json.dumps(tests)).encode()
            self.send_response(200)
            self.send_header('Content-Type', 'text/html')
            self.send_header('Content-Length', str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def do_POST(self):
            answers.update(json.loads(self.rfile.read(int(self.headers['Content-Length']))))
            self.send_response(204)
            self.end_headers()
            done.set()

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_port


def ask_browser(port, done):
    with tempfile.TemporaryDirectory() as profile:
        browser = subprocess.Popen(
            ['chromium', '--headless=new', '--no-sandbox', '--disable-gpu', f'--user-data-dir={profile}',
             '--autoplay-policy=no-user-gesture-required', f'http://127.0.0.1:{port}/driver'],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        is_done = done.wait(600)
        browser.terminate()
        browser.wait(30)
    if not is_done:
        sys.exit('the browser gave nothing')


def pages_with_finding(hrefkit, site, *options):
    run = subprocess.run([hrefkit, 'check', site, '-q', '-f', 'jsonl', '--rules', 'wrong-type', *options],
                         capture_output=True, text=True)
    if run.returncode not in (0, 1):
        sys.exit(run.stderr)
    return {os.path.basename(json.loads(line)['file']) for line in run.stdout.splitlines()}


def main():
    if shutil.which('chromium') is None:
        print('SKIPPED: there is no chromium')
        return
    hrefkit = sys.argv[1]
    done, answers = threading.Event(), {}
    with tempfile.TemporaryDirectory() as folder:
        tests, cases = write_site(folder)
        with open(os.path.join(folder, 'index.html'), 'w', encoding='utf-8') as file:
            file.write('<!doctype html><title>t</title>' + ''.join(f'<a href={name}>x</a>' for name in cases))
        port = serve(folder, tests, done, answers)
        ask_browser(port, done)
        found = {'in a folder': pages_with_finding(hrefkit, folder),
                 'in a crawl': pages_with_finding(hrefkit, f'http://127.0.0.1:{port}/', '--sitemaps', 'off',
                                                  '--severity', 'local-address=off')}
    faults = 0
    for page, (i, name, mode) in cases.items():
        kind, markup, _ = CASES[i]
        if i in UNSEEN:
            continue
        if name == kind + FITTING[kind][0] and not answers[page]:
            faults += 1
            print(f'{markup} ({mode}): the script does not see that {name} is used')
        for place, pages in found.items():
            if answers[page] == (page not in pages):
                continue
            faults += 1
            verb = 'can' if answers[page] else 'cannot'
            print(f'{markup} ({mode}): Chromium {verb} use {name}, and check says the other {place}')
    print(f'{len(cases)} pages, {faults} faults')
    sys.exit(faults != 0)


main()
