"""What Chromium asks for when it shows the pages of a site: a server on loopback that is every host of the pages, and a page
that shows one page after the other in a frame. A frame inside of a page is answered with an empty document, so that each
page is judged by what it asks for itself."""
import http.server
import json
import mimetypes
import os
import subprocess
import tempfile
import threading
import urllib.parse

DRIVER = """<!doctype html><meta charset=utf-8><meta name=referrer content=unsafe-url><body><script>
const show = address => new Promise(done => {
  const frame = document.createElement('iframe');
  frame.width = 1200;
  frame.height = 4000;
  const end = () => setTimeout(() => { frame.remove(); done(); }, 150);
  const late = setTimeout(end, 5000);
  frame.onload = () => { clearTimeout(late); end(); };
  frame.src = address;
  document.body.append(frame);
});
(async () => {
  for (const address of await (await fetch('/judge/pages')).json()) {
    await fetch('/judge/begin', {method: 'POST', body: address});
    await show(address);
  }
  await fetch('/judge/end', {method: 'POST'});
})();
</script>"""
TYPES = {".xhtml": "application/xhtml+xml", ".svg": "image/svg+xml", ".css": "text/css", ".png": "image/png",
         ".xml": "application/xml", ".rss": "application/xml"}


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, client_address):
        pass  # the browser does not wait for what a frame that was removed asked for


class Site:
    """One folder, served at `origin`, and what was asked for by page."""

    def __init__(self, folder, origin):
        self.folder = folder
        self.origin = origin
        self.asked = {}
        self.page = None
        self.ended = threading.Event()
        self.pages = sorted(
            origin + os.path.relpath(os.path.join(path, name), folder)
            for path, _, names in os.walk(folder) for name in names if name.endswith((".html", ".xhtml", ".svg")))

    def file_of(self, url):
        if not url.startswith(self.origin):
            return None
        path = urllib.parse.urlsplit(url[len(self.origin):]).path
        path = os.path.join(self.folder, urllib.parse.unquote(path).lstrip("/"))
        if os.path.isdir(path):
            path = os.path.join(path, "index.html")
        return path if os.path.isfile(path) else None


def make_handler(site):
    class Handler(http.server.BaseHTTPRequestHandler):
        def answer(self, body, media_type="text/html"):
            self.send_response(404 if body is None else 200)
            self.send_header("Content-Type", media_type)
            self.send_header("Cache-Control", "no-store")
            self.send_header("Content-Length", str(len(body or b"")))
            self.end_headers()
            self.wfile.write(body or b"")

        def do_GET(self):
            url = "http://" + self.headers.get("Host", "") + self.path
            if self.path == "/judge/driver":
                return self.answer(DRIVER.encode(), "text/html; charset=utf-8")
            if self.path == "/judge/pages":
                return self.answer(json.dumps(site.pages).encode(), "application/json")
            is_shown = self.headers.get("Referer", "").endswith("/judge/driver")
            if site.page is not None and not is_shown and self.path != "/favicon.ico":
                site.asked.setdefault(site.page, set()).add(url)
            # Only what is shown as a document is asked for with this type by name.
            if "text/html" in self.headers.get("Accept", "") and not is_shown:
                return self.answer(b"")
            file = site.file_of(url)
            if file is None:
                return self.answer(None)
            extension = os.path.splitext(file)[1]
            media_type = TYPES.get(extension) or mimetypes.guess_type(file)[0] or "application/octet-stream"
            with open(file, "rb") as opened:
                self.answer(opened.read(), media_type)

        def do_POST(self):
            body = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
            if self.path == "/judge/begin":
                site.page = body
            if self.path == "/judge/end":
                site.ended.set()
            self.answer(b"")

        def log_message(self, *_):
            pass

    return Handler


def requests_of(folder, origin, program="chromium"):
    """The URLs that each page asks for, by the URL of the page. `origin` is that of the site, with http: and a slash."""
    site = Site(folder, origin)
    server = Server(("127.0.0.1", 0), make_handler(site))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = subprocess.Popen(
            [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-extensions", "--no-first-run",
             "--disable-background-networking", "--disable-component-update", "--disable-sync", "--user-data-dir=" + profile,
             "--window-size=1280,5000", "--disk-cache-size=1", "--host-resolver-rules=MAP * 127.0.0.1:%d" % server.server_port,
             "--remote-debugging-port=0", urllib.parse.urljoin(origin, "/judge/driver")],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        done = site.ended.wait(timeout=60 + 6 * len(site.pages))
        browser.terminate()
        try:
            browser.wait(timeout=20)
        except subprocess.TimeoutExpired:
            browser.kill()
            browser.wait()
    server.shutdown()
    server.server_close()
    return site.asked if done else None
