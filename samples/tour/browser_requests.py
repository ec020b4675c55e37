#!/usr/bin/env python3
"""Prints what Chromium asks for when it opens the pages of a folder.

    browser_requests.py [--chromium PROGRAM] [--same-site URL] ADDRESS FOLDER

ADDRESS is the URL of FOLDER on its server, such as https://docs.example/manual/, or `file:`: then each page is opened as a
file. Nothing is sent: a request below ADDRESS is answered with a file of FOLDER, as a static server does, and all others with
404. A line is `PAGE STATUS URL`, where PAGE, and URL if it is below ADDRESS, are relative to ADDRESS. So the lines of a site
before and after a move are the same if each page loads the same files:

    diff <(browser_requests.py https://old.example/ old) <(browser_requests.py https://new.example/docs/ new)

Chromium is driven by its DevTools protocol, through a pipe.
"""
import argparse
import base64
import json
import mimetypes
import os
import pathlib
import select
import subprocess
import sys
import tempfile
import time
import urllib.parse

TYPES = {".html": "text/html", ".xhtml": "application/xhtml+xml", ".js": "text/javascript", ".mjs": "text/javascript",
         ".css": "text/css", ".svg": "image/svg+xml", ".json": "application/json", ".webmanifest": "application/manifest+json",
         ".wasm": "application/wasm", ".xml": "application/xml", ".txt": "text/plain", ".avif": "image/avif",
         ".webp": "image/webp", ".woff2": "font/woff2", ".vtt": "text/vtt"}
# What is asked for without a request that leaves the browser.
INTERNAL = ("data:", "blob:", "chrome:", "chrome-extension:", "devtools:")
# A promise that is kept when the page has had time to do what it does when there is nothing else to do.
IDLE = "new Promise(done => requestIdleCallback(() => requestIdleCallback(done, {timeout: 2000}), {timeout: 2000}))"


class Browser:
    """One headless Chromium. `open_page` gives the requests of one page."""

    def __init__(self, program="chromium", patience=30):
        self.patience = patience
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        to_browser, self.output = os.pipe()
        self.input, from_browser = os.pipe()

        def take_pipes():
            # The protocol: commands on descriptor 3, events on 4. The copies keep clear of both numbers.
            commands, events = os.dup(to_browser), os.dup(from_browser)
            while min(commands, events) < 5:
                commands, events = os.dup(commands), os.dup(events)
            os.dup2(commands, 3)
            os.dup2(events, 4)

        self.process = subprocess.Popen(
            [program, "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--no-first-run",
             "--disable-site-isolation-trials", "--disable-features=IsolateOrigins,site-per-process,HttpsUpgrades",
             "--disable-background-networking", f"--user-data-dir={self.profile.name}", "about:blank"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, close_fds=False,
            preexec_fn=take_pipes)
        os.close(to_browser)
        os.close(from_browser)
        self.buffer = b""
        self.number = 0
        self.events = []

    def close(self):
        try:
            self.send("Browser.close")
            self.process.wait(self.patience)
        except (OSError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        self.profile.cleanup()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def send(self, method, parameters=None, session=None):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters or {}}
        if session:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.output, data):]
        return self.number

    def receive(self, seconds):
        """The next message, or None."""
        end = time.monotonic() + seconds
        while b"\0" not in self.buffer:
            left = end - time.monotonic()
            if left <= 0 or not select.select([self.input], [], [], left)[0]:
                return None
            data = os.read(self.input, 1 << 20)
            if not data:
                raise RuntimeError("the browser has ended")
            self.buffer += data
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, parameters=None, session=None):
        """The result of a command. Events that come before it are kept for `next_event`."""
        number = self.send(method, parameters, session)
        while True:
            message = self.receive(self.patience)
            if message is None:
                raise RuntimeError(f"the browser does not answer {method}")
            if message.get("id") == number:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error'].get('message')}")
                return message["result"]
            self.events.append(message)

    def next_event(self, seconds):
        return self.events.pop(0) if self.events else self.receive(seconds)

    def open_page(self, url, answer, quiet=0.4):
        """Opens `url`, and returns the set of (URL, status) that it asks for. `answer(url)` is (status, type, bytes);
        `file:` URLs are read by the browser. It ends when the page is loaded, and idle times bring no request."""
        target = self.call("Target.createTarget", {"url": "about:blank"})["targetId"]
        session = self.call("Target.attachToTarget", {"targetId": target, "flatten": True})["sessionId"]
        self.watch(session)
        self.call("Page.enable", session=session)
        # So high that all of the page is in sight, and what loads lazily is loaded.
        self.send("Emulation.setDeviceMetricsOverride",
                  {"width": 1280, "height": 20000, "deviceScaleFactor": 1, "mobile": False}, session)
        self.send("Page.navigate", {"url": url}, session)
        asked = set()
        loaded = False
        settled = None
        end = time.monotonic() + self.patience
        while time.monotonic() < end:
            event = self.next_event(quiet if loaded else self.patience)
            if event is None:
                if not loaded or settled == len(asked):
                    break
                settled = len(asked)
                try:
                    self.call("Runtime.evaluate", {"expression": IDLE, "awaitPromise": True}, session)
                except RuntimeError:
                    settled = None  # the page sent on to another one meanwhile
                continue
            method, parameters = event.get("method"), event.get("params", {})
            if method == "Page.loadEventFired":
                loaded = True
            elif method == "Target.attachedToTarget":
                self.watch(parameters["sessionId"])
                self.send("Runtime.runIfWaitingForDebugger", session=parameters["sessionId"])
            elif method == "Page.javascriptDialogOpening":
                self.send("Page.handleJavaScriptDialog", {"accept": False}, event["sessionId"])
            elif method == "Fetch.requestPaused":
                self.fulfil(parameters, event["sessionId"], answer, asked)
        self.call("Target.closeTarget", {"targetId": target})
        self.events.clear()
        return asked

    def watch(self, session):
        self.send("Fetch.enable", session=session)
        self.send("Target.setAutoAttach", {"autoAttach": True, "waitForDebuggerOnStart": True, "flatten": True}, session)

    def fulfil(self, paused, session, answer, asked):
        url = paused["request"]["url"].split("#")[0]
        if url.startswith(INTERNAL):
            self.send("Fetch.continueRequest", {"requestId": paused["requestId"]}, session)
            return
        status, kind, body = answer(url)
        # Each site is asked for its /favicon.ico, whatever its pages say.
        if urllib.parse.urlsplit(url).path != "/favicon.ico":
            asked.add((url, status))
        if url.startswith("file:"):
            self.send("Fetch.continueRequest", {"requestId": paused["requestId"]}, session)
            return
        self.send("Fetch.fulfillRequest", {
            "requestId": paused["requestId"], "responseCode": status,
            "responseHeaders": [{"name": "Content-Type", "value": kind}, {"name": "Access-Control-Allow-Origin", "value": "*"}],
            "body": base64.b64encode(body).decode()}, session)


class Folder:
    """Answers requests with the files of a folder, as a server that has it at `address`."""

    def __init__(self, address, path):
        self.path = pathlib.Path(path).resolve()
        self.address = self.path.as_uri() + "/" if address == "file:" else address

    def file_of(self, url):
        """The path below the folder, or None."""
        path = urllib.parse.urlsplit(url)._replace(query="", fragment="").geturl()
        if not path.startswith(self.address):
            return None
        found = self.path / urllib.parse.unquote(path[len(self.address):])
        if found.is_dir() and not self.address.startswith("file:"):
            found /= "index.html"
        elif not found.exists() and found.with_name(found.name + ".html").is_file() and not self.address.startswith("file:"):
            found = found.with_name(found.name + ".html")
        return found if found.is_file() else None

    def answer(self, url):
        found = self.file_of(url)
        if found is None:
            return 404, "text/html", b"<!doctype html><title>404</title>"
        kind = TYPES.get(found.suffix) or mimetypes.guess_type(found.name)[0] or "application/octet-stream"
        return 200, kind, found.read_bytes()

    def pages(self):
        return sorted(p.relative_to(self.path).as_posix() for p in self.path.rglob("*.html") if p.is_file())

    def requests(self, browser):
        """The lines of all pages, sorted."""
        lines = []
        for page in self.pages():
            for url, status in browser.open_page(self.address + urllib.parse.quote(page), self.answer):
                shown = url[len(self.address):] if url.startswith(self.address) else url
                lines.append(f"{page} {status} {shown}")
        return sorted(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--chromium", default="chromium")
    parser.add_argument("address")
    parser.add_argument("folder")
    arguments = parser.parse_args()
    folder = Folder(arguments.address, arguments.folder)
    if not folder.pages():
        sys.exit(f"{arguments.folder}: there is no page")
    with Browser(arguments.chromium) as browser:
        print("\n".join(folder.requests(browser)))


if __name__ == "__main__":
    main()
