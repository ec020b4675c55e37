#!/usr/bin/env python3
"""Lets a browser judge the pages of `hrefkit check --format html` and `hrefkit effects --format html`.

    tests/judge/report_browser.py build/release/hrefkit [--screenshots DIR] [--only WORD]

Makes sites and pages, hostile ones among them, writes their reports, opens these in headless Chromium, and asks what a
reader sees: counts, filters, search, keys, the view in the address, print, no scripts, the policy, labels, large text.
Ends with the time that a page of 20,000 findings takes, which is shown and not judged. With --screenshots it writes
pictures of pages with 5, 60 and 5,000 findings, wide and narrow, light and dark. Needs Chromium.
"""
import argparse
import base64
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time


class Browser:
    """Chromium, spoken to by the DevTools protocol over a pipe."""

    def __init__(self, profile):
        to_browser, self.write_end = os.pipe()
        self.read_end, from_browser = os.pipe()

        def take_pipes():
            os.dup2(to_browser, 63)
            os.dup2(from_browser, 64)
            os.dup2(63, 3)
            os.dup2(64, 4)

        self.process = subprocess.Popen(
            ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-extensions", "--no-first-run",
             "--hide-scrollbars", "--user-data-dir=" + profile, "--remote-debugging-pipe", "about:blank"],
            preexec_fn=take_pipes, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.buffer = b""
        self.number = 0
        self.events = []

    def read(self):
        while b"\0" not in self.buffer:
            piece = os.read(self.read_end, 1 << 20)
            if not piece:
                raise RuntimeError("the browser has ended")
            self.buffer += piece
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, session=None, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        os.write(self.write_end, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.read()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError("%s: %s" % (method, answer["error"]["message"]))
                return answer["result"]
            self.take_event(answer)

    def take_event(self, event):
        self.events.append(event)
        if event.get("method") == "Page.javascriptDialogOpening":
            self.number += 1
            message = {"id": self.number, "method": "Page.handleJavaScriptDialog", "params": {"accept": True},
                       "sessionId": event["sessionId"]}
            os.write(self.write_end, json.dumps(message).encode() + b"\0")

    def wait_for(self, method, session):
        while not any(e.get("method") == method and e.get("sessionId") == session for e in self.events):
            self.take_event(self.read())

    def end(self):
        try:
            self.call("Browser.close")
        except (RuntimeError, OSError):
            pass
        self.process.wait(timeout=30)


class Page:
    """One page in a tab of its own."""

    def __init__(self, browser, address, width=1280, height=900, dark=False, scripts=True):
        self.browser = browser
        self.target = browser.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = browser.call("Target.attachToTarget", targetId=self.target, flatten=True)["sessionId"]
        for domain in ["Page", "Network", "Runtime", "Log"]:
            self.call(domain + ".enable")
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
                  mobile=False)
        self.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        self.call("Emulation.setScriptExecutionDisabled", value=not scripts)
        self.call("Page.navigate", url=address)
        browser.wait_for("Page.loadEventFired", self.session)

    def call(self, method, **parameters):
        return self.browser.call(method, session=self.session, **parameters)

    def ask(self, expression):
        """The value of an expression, which may be a promise."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(expression + ": " + json.dumps(answer["exceptionDetails"])[:400])
        return answer["result"].get("value")

    def key(self, key):
        text = {"text": key} if len(key) == 1 else {}
        code = {"Escape": 27, "Tab": 9, "Enter": 13}.get(key) or ord(key.upper()[0])
        if key == "Enter":
            text = {"text": "\r"}
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, windowsVirtualKeyCode=code, **text)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=code)

    def happened(self, method):
        self.call("Runtime.evaluate", expression="0")
        return [e["params"] for e in self.browser.events
                if e.get("method") == method and e.get("sessionId") == self.session]

    def requests(self):
        """What the page asked for, besides itself."""
        return [e["request"]["url"] for e in self.happened("Network.requestWillBeSent") if e["type"] != "Document"]

    def screenshot(self, path, whole=False):
        picture = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        pathlib.Path(path).write_bytes(base64.b64decode(picture["data"]))

    def close(self):
        self.browser.call("Target.closeTarget", targetId=self.target)


class Judge:
    """Runs hrefkit, opens what it writes, and counts what is wrong."""

    def __init__(self, program, folder, browser):
        self.program = os.path.abspath(program)
        self.folder = pathlib.Path(folder)
        self.browser = browser
        self.checks = self.wrong = 0

    def write(self, path, text):
        path = self.folder / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def run(self, *arguments):
        run = subprocess.run([self.program, *arguments], cwd=self.folder, capture_output=True)
        if run.returncode not in (0, 1):
            raise RuntimeError(" ".join(arguments) + ": " + run.stderr.decode())

    def open(self, name, fragment="", **options):
        return Page(self.browser, (self.folder / name).as_uri() + fragment, **options)

    def is_same(self, what, given, wanted):
        self.checks += 1
        if given != wanted:
            self.wrong += 1
            print("%s: %r, not %r" % (what, given, wanted))

    def holds(self, what, given):
        self.is_same(what, bool(given), True)


SHOWN = "document.querySelectorAll('#list > li').length"
COUNT = "document.getElementById('count').textContent"
TARGETS = "[...document.querySelectorAll('#list > li h3 code')].map(e => e.textContent)"
CHIP = "[...document.querySelectorAll('.chip')].find(e => e.value === '%s').click()"
CHIPS = "[...document.querySelectorAll('.chip')].map(e => e.textContent)"
NAMELESS = """[...document.querySelectorAll('button, a[href], input, select, [role]')].filter(e => e.offsetParent &&
  !(e.getAttribute('aria-label') || e.getAttribute('aria-labelledby') || e.textContent.trim())).map(e => e.outerHTML)"""
WIDER = """[...document.querySelectorAll('body *')].filter(e => e.getBoundingClientRect().right >
  document.documentElement.clientWidth + 1 && !e.closest('.boxes, .chips')).map(e => e.outerHTML.slice(0, 120))"""
CHOOSE = """(() => { const field = document.querySelector('#selects select[aria-label="%s"]');
  field.value = '%s'; field.dispatchEvent(new Event('change')); })()"""
SEARCH = """new Promise(done => { const field = document.getElementById('search'); field.value = '%s';
  field.dispatchEvent(new Event('input')); setTimeout(done, 200); })"""
LABELS = "[...document.querySelectorAll('#selects select')].map(e => e.getAttribute('aria-label'))"


EMPTY = "the attribute src of img is empty"


def make_small_site(judge):
    """Three targets: one on five pages, a fragment, and an empty link."""
    menu = "<a href=%simprint.html>Imprint</a>"
    judge.write("site/index.html", menu % "" + "<a href=guide/a.html#part>x</a><a href=guide/a.html>x</a>")
    for name in "abcd":
        judge.write("site/guide/%s.html" % name, menu % "../" + "<a href=../index.html>x</a>")
    judge.write("site/blog/x.html", "<img src=''><a href=../index.html>x</a>")


def judge_counts(judge):
    make_small_site(judge)
    judge.run("check", "-q", "-o", "small.html", "--date", "26 November 2026", "site")
    page = judge.open("small.html")
    judge.is_same("title", page.ask("document.title"), "6 broken links in site")
    judge.is_same("numbers", page.ask("[...document.querySelectorAll('.numbers li')].map(e => e.textContent)"),
                  ["6 errors", "1 warning", "6 pages", "13 links"])
    judge.holds("date", page.ask("document.querySelector('header summary').textContent.includes('26 November 2026')"))
    judge.is_same("scripts", page.ask("document.querySelectorAll('script').length"), 2)
    judge.is_same("count", page.ask(COUNT), "7 findings")
    judge.is_same("targets, the worst first", page.ask(TARGETS), ["imprint.html", "guide/a.html#part", EMPTY])
    first = "document.querySelector('#list > li')"
    judge.holds("extent", page.ask(first + ".textContent.includes('on 5 pages')"))
    judge.is_same("three pages", page.ask(first + ".querySelectorAll('.places > li').length"), 3)
    page.ask("[...%s.querySelectorAll('button')].find(b => b.textContent === 'Show 2 more pages').click()" % first)
    judge.is_same("all pages", page.ask(first + ".querySelectorAll('.places > li').length"), 5)
    judge.is_same("no bars of few findings", page.ask("document.getElementById('overview').hidden"), True)
    judge.is_same("rules", page.ask(CHIPS), ["missing-file 5", "empty-link 1", "missing-fragment 1"])
    judge.holds("the rule's sentence", page.ask(first + ".textContent.includes('The link leads to a file that does not exist.')"))
    page.ask("navigator.clipboard.writeText = async text => { window.copied = text; }")
    page.ask(first + ".querySelector('.place button').click()")
    judge.is_same("copied path", page.ask("window.copied"), "site/guide/a.html:1:9")
    judge.is_same("no link to a view of a file", page.ask("document.getElementById('send').hidden"), True)
    judge.is_same("the page", page.ask(first + ".querySelector('.place a').href"),
                  (judge.folder / "site/guide/a.html").as_uri())
    judge.is_same("no link to what is missing", page.ask(first + ".querySelector('h3 a')"), None)
    judge.is_same("the target", page.ask("document.querySelectorAll('#list > li')[1].querySelector('h3 a').href"),
                  (judge.folder / "site/guide/a.html").as_uri() + "#part")
    page.close()


def judge_filters(judge):
    page = judge.open("small.html")
    judge.is_same("filters", page.ask(LABELS), ["Severity", "Order"])
    page.ask(CHIP % "empty-link")
    judge.is_same("by rule", page.ask(TARGETS), [EMPTY])
    judge.is_same("count by rule", page.ask(COUNT), "1 of 7 findings shown")
    judge.holds("the rule is explained", "hrefkit help empty-link" in page.ask("document.getElementById('explained').textContent"))
    judge.is_same("address by rule", page.ask("location.hash"), "#rule=empty-link")
    judge.is_same("pressed", page.ask("document.querySelector('.chip[aria-pressed=true]').value"), "empty-link")
    page.ask(CHIP % "empty-link")
    judge.is_same("a second time shows all", page.ask(SHOWN), 3)
    page.ask(CHIP % "missing-file")
    page.ask("document.getElementById('reset').click()")
    judge.is_same("all again", page.ask(SHOWN), 3)
    page.ask(CHOOSE % ("Severity", "error"))
    judge.is_same("by severity", page.ask(SHOWN), 2)
    page.ask(CHOOSE % ("Severity", ""))
    page.ask(CHOOSE % ("Order", "page"))
    judge.is_same("in the order of pages", page.ask(TARGETS), [EMPTY, "imprint.html", "guide/a.html#part"])
    page.close()
    judge.write("one/index.html", "<a href=a>x</a><a href=b>x</a>")
    judge.run("check", "-q", "-o", "one.html", "one")
    page = judge.open("one.html")
    judge.is_same("no filter that tells nothing apart", page.ask(LABELS), ["Order"])
    judge.is_same("no map of one folder", page.ask("document.getElementById('map').hidden"), True)
    page.close()
    judge.write("twice/a.html", "<a href=gone>x</a> <a href=./gone>x</a><a href=gone>x</a>")
    judge.write("twice/b.html", "<a href=gone>x</a>")
    judge.run("check", "-q", "-o", "twice.html", "twice")
    page = judge.open("twice.html")
    judge.is_same("places of one page stand together", page.ask(
        "[...document.querySelectorAll('.place')].map(e => e.firstChild.textContent)"),
        ["a.html:1:9, 1:28, 1:48", "b.html:1:9"])
    page.close()
    judge.write("times/a.html", "<a href=gone>x</a>\n" * 61 + "<a href=lost>x</a><a href=lost>x</a>")
    judge.run("check", "-q", "-o", "times.html", "times")
    page = judge.open("times.html")
    places = "[...document.querySelector('.place').children].filter(e => !e.hidden).map(e => e.textContent).join(' ')"
    judge.is_same("many places are a number", page.ask(places), "a.html:1:9 61 places open page copy path")
    page.ask("document.querySelector('.place button').click()")
    judge.holds("which unfolds", page.ask(places).startswith("a.html:1:9, 2:9, 3:9,"))
    judge.is_same("bars of many findings", page.ask("[...document.querySelectorAll('#worst .name')].map(e => e.textContent)"),
                  ["gone", "lost"])
    page.ask("document.querySelectorAll('#worst button')[1].click()")
    judge.is_same("a bar leads to its card", page.ask("document.activeElement.dataset.number"), "1")
    judge.is_same("no bars of one rule", page.ask("document.getElementById('rules').parentElement.hidden"), True)
    page.close()
    # What is the cause of others comes first.
    judge.write("made/a.html", "<link rel=canonical href=https://h.example/x/a.html><a href=gone>x</a><a href=gone>x</a>")
    judge.run("check", "-q", "-o", "made.html", "made")
    page = judge.open("made.html")
    for order in ["", "page"]:
        page.ask(CHOOSE % ("Order", order or "worst"))
        judge.is_same("the cause comes first", page.ask("document.querySelector('#list > li').className"), "card warning cause")
    judge.holds("and says what to do", page.ask("document.querySelector('.cause').textContent.includes('--site-url https://h.example/x/')"))
    page.close()
    judge.write("fine/index.html", "<a href=index.html>x</a>")
    judge.run("check", "-q", "-o", "fine.html", "fine")
    page = judge.open("fine.html")
    judge.is_same("nothing is broken", page.ask("document.querySelector('h1').textContent"), "No broken links in fine")
    judge.is_same("no error", page.happened("Runtime.exceptionThrown"), [])
    page.close()


def judge_search_and_keys(judge):
    page = judge.open("small.html")
    page.key("/")
    judge.is_same("/ is search", page.ask("document.activeElement.id"), "search")
    page.ask(SEARCH % "IMPRINT guide/b")
    judge.is_same("search", page.ask(TARGETS), ["imprint.html"])
    judge.is_same("address of a search", page.ask("location.hash"), "#q=IMPRINT+guide%2Fb")
    page.key("Escape")
    judge.is_same("Esc shows all", page.ask(SHOWN), 3)
    judge.is_same("and clears the address", page.ask("location.hash"), "")
    page.ask("document.activeElement.blur()")
    number = "document.activeElement.dataset.number"
    seen = []
    for key in "jjjkj":
        page.key(key)
        seen.append(page.ask(number))
    judge.is_same("j and k", seen, ["1", "2", "0", "2", "0"])
    judge.is_same("the place in the address", page.ask("location.hash"), "#at=0")
    page.ask(SEARCH % "nothing has this")
    judge.is_same("nothing found", page.ask(COUNT), "0 of 7 findings shown")
    page.key("Escape")
    page.close()


STOPS = """[...document.querySelectorAll('a[href], button, input, select, summary')].filter(e =>
  e.checkVisibility({ contentVisibilityAuto: false }))"""
OUTLINE = "(s => s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) >= 2)(getComputedStyle(document.activeElement))"


def judge_keyboard(judge):
    """The Tab key reaches all that can be pressed, in the order of the page, shows where it is, and gets out again."""
    for name in ["small.html", "times.html", "effects2.html"]:
        for width in [1280, 390]:
            page = judge.open(name, width=width)
            stops = page.ask("(window.stops = %s).length" % STOPS)
            reached, seen = [], True
            for _ in range(stops + 5):
                page.key("Tab")
                if page.ask("document.activeElement === document.body"):
                    break
                reached.append(page.ask("window.stops.indexOf(document.activeElement)"))
                seen &= page.ask(OUTLINE)
            where = "%s, %d" % (name, width)
            judge.is_same(where + ": Tab reaches all in order, and leaves", reached, list(range(stops)))
            judge.holds(where + ": the focus is seen", seen)
            page.close()
    page = judge.open("small.html")
    page.ask("document.querySelector('.chip').focus()")
    page.key("Enter")
    judge.is_same("Enter presses a rule", page.ask(COUNT), "5 of 7 findings shown")
    page.close()
    for name in ["small.html", "times.html", "made.html", "large60.html"]:
        if name == "large60.html":
            make_large_site(judge, "large60", 60, 60)
        for width, height in [(1280, 900), (390, 844)]:
            page = judge.open(name, width=width, height=height)
            top = page.ask("document.querySelector('#list > li').getBoundingClientRect().top")
            judge.holds("%s: the first finding is seen at once at %d: %d" % (name, width, top), top < 600)
            page.close()


def judge_address(judge):
    page = judge.open("small.html", "#q=html&rule=missing-file&sort=page&at=1")
    judge.is_same("the view of an address", page.ask(TARGETS), ["imprint.html"])
    judge.is_same("its search", page.ask("document.getElementById('search').value"), "html")
    judge.is_same("its order", page.ask("document.querySelector('[aria-label=Order]').value"), "page")
    page.ask("location.hash = '#severity=warning'")
    page.ask("new Promise(done => setTimeout(done, 50))")
    judge.is_same("a new address", page.ask(TARGETS), [EMPTY])
    page.close()
    page = judge.open("small.html", "#rule=%22%3E%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E&at=x&folder=%3Cb%3E&q=%3Ci%3E")
    judge.is_same("a hostile address", page.ask(COUNT), "0 of 7 findings shown in <b>")
    judge.is_same("no dialog", page.happened("Page.javascriptDialogOpening"), [])
    page.close()
    page = judge.open("many.html", "#at=250")
    judge.holds("a far place is drawn", page.ask("document.querySelector('#list > [data-number=\"250\"]') !== null"))
    page.ask("new Promise(done => setTimeout(done, 300))")
    judge.holds("and on the screen", page.ask(
        "(y => y >= 0 && y < innerHeight)(document.querySelector('#list > [data-number=\"250\"]').getBoundingClientRect().top)"))
    page.close()


def judge_list(judge):
    judge.write("many/index.html", "\n".join("<a href=gone%d.html>x</a>" % i for i in range(450)))
    judge.run("check", "-q", "-o", "many.html", "many")
    page = judge.open("many.html")
    judge.is_same("lazy", page.ask(SHOWN), 100)
    judge.is_same("what is left", page.ask("document.getElementById('more').textContent"), "Show 100 more of 350")
    page.ask("document.getElementById('more').click()")
    judge.is_same("more", page.ask(SHOWN), 200)
    for _ in range(3):
        page.ask("document.querySelector('#list').lastChild.focus()")
        page.key("j")
    judge.is_same("keys draw more", page.ask(SHOWN), 450)
    page.close()


def judge_print(judge):
    page = judge.open("many.html")
    page.call("Page.printToPDF")
    judge.is_same("all is printed", page.ask(SHOWN), 450)
    page.close()
    page = judge.open("small.html", dark=True)
    page.call("Page.printToPDF")
    page.call("Emulation.setEmulatedMedia", media="print", features=[{"name": "prefers-color-scheme", "value": "dark"}])
    judge.is_same("all places are printed", page.ask("document.querySelectorAll('.places > li').length"), 7)
    judge.is_same("no controls are printed", page.ask(
        "[...document.querySelectorAll('input, select, button')].filter(e => e.offsetParent && !e.matches('.bar')).length"), 0)
    judge.is_same("on white", page.ask("getComputedStyle(document.body).backgroundColor"), "rgb(255, 255, 255)")
    judge.is_same("in dark letters", page.ask("getComputedStyle(document.querySelector('.tag.error')).color"), "rgb(166, 27, 20)")
    page.close()


def judge_without_scripts(judge):
    for name, rows in [("small.html", 3), ("many.html", 450)]:
        page = judge.open(name, scripts=False)
        judge.is_same("a row a finding without scripts", page.ask("document.querySelectorAll('tbody tr').length"), rows)
        judge.is_same("no controls without scripts", page.ask(
            "[...document.querySelectorAll('input, select, button')].filter(e => e.offsetParent).length"), 0)
        page.close()
    page = judge.open("effects.html", scripts=False)
    judge.is_same("effects without scripts", page.ask("document.querySelectorAll('tbody tr').length"), 6)
    page.close()


ATTACK = """(async () => {
  const inline = document.createElement('script');
  inline.textContent = 'window.hit = 1';
  document.body.append(inline);
  document.body.insertAdjacentHTML('beforeend', '<img src="http://127.0.0.1:9/x" onerror="window.hit = 2">' +
    '<p onclick="window.hit = 3" id=p>' + '<iframe src="http://127.0.0.1:9/y"></iframe>' +
    '<link rel=stylesheet href="http://127.0.0.1:9/z"><form action="http://127.0.0.1:9/f"></form>');
  document.getElementById('p').click();
  let fetched = false;
  try { await fetch('http://127.0.0.1:9/fetch'); fetched = true; } catch {}
  await new Promise(done => setTimeout(done, 200));
  return [window.hit === undefined, fetched];
})()"""


def judge_policy(judge):
    for name in ["small.html", "effects.html"]:
        page = judge.open(name)
        before = page.happened("Log.entryAdded")
        judge.is_same("nothing violates the policy of " + name, before, [])
        judge.is_same("nothing asks for anything in " + name, page.requests(), [])
        judge.is_same("nothing foreign runs in " + name, page.ask(ATTACK), [True, False])
        sent = [e["requestId"] for e in page.happened("Network.responseReceived") if "127.0.0.1" in e["response"]["url"]]
        judge.is_same("nothing leaves " + name, sent, [])
        judge.holds("the policy told so in " + name, page.happened("Log.entryAdded"))
        page.close()


PAYLOADS = ["</script><script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "<!--<script>", "'-alert(1)-'",
            "${alert(1)}", "javascript:alert(1)", "&lt;b&gt;&#60;i>", "\u202egnp.exe\u2066", "__proto__", "constructor"]


def judge_payloads(judge):
    for i, payload in enumerate(PAYLOADS):
        written = payload.replace("&", "&amp;").replace('"', "&quot;")
        name = payload.replace("/", "_")
        markup = ('<meta charset=utf-8><a href="%s">x</a><a href="x/%s">x</a><a href="#%s">x</a><a href="//%s">x</a>'
                  '<a href="htps:%s">x</a><a href="http://192.168.0.1/%s">x</a><p title="%s">' % ((written,) * 7))
        judge.write("hostile/%s.html" % name, markup)
        judge.write("hostile/%s/%d.html" % (name, i), markup)
        judge.write("hostile/%s.svg" % name, '<svg xmlns="http://www.w3.org/2000/svg"><a href="%s"/></svg>' % payload)
    for options in [[], ["--site-url", "https://h.example/<b>/"], ["--external", "list"]]:
        judge.run("check", "-q", "-o", "hostile.html", "--date", PAYLOADS[0] + PAYLOADS[1], *options, "hostile")
        judge_hostile_page(judge, "hostile.html", "check " + " ".join(options))
    written = [p.replace("&", "&amp;").replace('"', "&quot;") for p in PAYLOADS]
    judge.write("effects/" + PAYLOADS[1].replace("/", "_") + ".html", "<meta charset=utf-8>" + "".join(
        '<div id="%s" class="%s"><a href="%s">x</a><img src="%s"></div>' % (w, w, w, w) for w in written))
    judge.run("effects", "-q", "--url", "https://h.example/a/b", "--set-base", "https://o.example/<script>alert(1)</script>/",
              "-o", "hostile_effects.html", "--date", PAYLOADS[1], "effects/" + PAYLOADS[1].replace("/", "_") + ".html")
    judge_hostile_page(judge, "hostile_effects.html", "effects")


def judge_hostile_page(judge, name, what):
    for scripts in [True, False]:
        page = judge.open(name, scripts=scripts)
        page.ask("document.querySelectorAll('#list button').forEach(b => b.textContent.startsWith('Show') && b.click())")
        page.ask("document.getElementById('more').click()")
        judge.holds(what + ": there are rows", page.ask(
            SHOWN if scripts else "document.querySelectorAll('tbody tr').length"))
        judge.is_same(what + ": no dialog", page.happened("Page.javascriptDialogOpening"), [])
        judge.is_same(what + ": no request", page.requests(), [])
        judge.is_same(what + ": no violation", page.happened("Log.entryAdded"), [])
        judge.is_same(what + ": no error", page.happened("Runtime.exceptionThrown"), [])
        judge.is_same(what + ": no elements of input", page.ask(
            "document.querySelectorAll('img, svg, iframe, b b, i, script').length - 2"), 0)
        judge.is_same(what + ": links lead to the web and to files", page.ask(
            "[...document.links].map(a => a.protocol).filter(p => !['http:', 'https:', 'file:'].includes(p))"), [])
        judge.is_same(what + ": no bidirectional control", page.ask(
            "/[\\u202a-\\u202e\\u2066-\\u2069]/.test(document.body.textContent)"), False)
        page.close()


def judge_map(judge):
    page = judge.open("small.html")
    judge.holds("the map is open", page.ask("document.getElementById('map').open"))
    judge.holds("and comes after the list", page.ask(
        "!!(document.getElementById('list').compareDocumentPosition(document.getElementById('map')) & 4)"))
    boxes = "[...document.querySelectorAll('.box')].map(e => e.title)"
    judge.is_same("boxes", sorted(page.ask(boxes)), [
        "/: 6 pages, 7 findings, 53.8 % of 13 links", "blog/: 1 page, 1 finding, 50.0 % of 2 links",
        "guide/: 4 pages, 4 findings, 50.0 % of 8 links"])
    judge.is_same("legend", page.ask("document.querySelectorAll('#legend li').length"), 5)
    page.ask("document.querySelector('.box[data-path=\"blog/\"]').click()")
    judge.is_same("a folder", page.ask(COUNT), "1 of 7 findings shown in blog/")
    judge.is_same("pressed", page.ask("document.querySelector('.box[aria-pressed=true]').dataset.path"), "blog/")
    page.ask("document.querySelector('.box[data-path=\"blog/\"]').click()")
    judge.is_same("all again", page.ask(COUNT), "7 findings")
    page.close()
    page = judge.open("small.html", width=390)
    judge.is_same("folded on a phone", page.ask("document.getElementById('map').open"), False)
    page.ask("document.getElementById('to-map').click()")
    page.ask("new Promise(done => setTimeout(done, 100))")
    judge.is_same("opened on a phone", page.ask("document.querySelectorAll('.box').length"), 3)
    page.close()
    # The worst folder is found by its colour, however few links are broken.
    for name, broken in [("few", 1), ("all", 60)]:
        for i in range(60):
            link = "<a href=gone>x</a>" if i < broken else ""
            judge.write("%s/d/%d.html" % (name, i), link + "<a href=0.html>x</a>" * 3)
            judge.write("%s/e/0.html" % name, "<a href=../d/0.html>x</a>")
        judge.run("check", "-q", "-o", name + ".html", name)
    colours = []
    for name in ["few", "all"]:
        page = judge.open(name + ".html")
        colours.append(page.ask("document.querySelector('.box[data-path=\"d/\"]').className"))
        page.close()
    judge.is_same("colours", colours, ["box share4", "box share4"])


def judge_network_keys(judge):
    """Findings of links that were asked for in the network have three more keys."""
    judge.write("net/index.html", "<a href=https://a.example/x>x</a><a href=https://b.example/>x</a><a href=gone>x</a>")
    judge.run("check", "-q", "--external", "list", "-o", "net.html", "net")
    text = (judge.folder / "net.html").read_text()
    text = text.replace('{"href":"https://a.example/x"}', '{"href":"https://a.example/x","status":404,'
                        '"reason":"no such <page>","final":"https://a.example/y"}')
    (judge.folder / "net.html").write_text(text)
    page = judge.open("net.html")
    judge.is_same("hosts", page.ask(LABELS), ["Severity", "Host", "Order"])
    page.ask(CHOOSE % ("Host", "a.example"))
    judge.is_same("by host", page.ask(TARGETS), ["https://a.example/x"])
    judge.holds("what the network said", page.ask(
        "document.querySelector('#list').textContent.includes('status 404 · no such <page> · ends at https://a.example/y')"))
    page.close()


def judge_effects(judge):
    judge.write("page.html", "<base href=/old/><nav id=n><a href=#f>x</a><a href=x.html>x</a></nav><img src=i.png>"
                             "<a href=https://same.example/>x</a><q cite=c>q</q>")
    judge.run("effects", "-q", "--url", "https://docs.example/a/b.html", "--set-base", "/new/", "--date", "May 2026",
              "-o", "effects.html", "page.html")
    page = judge.open("effects.html")
    judge.is_same("title", page.ask("document.title"), "5 of 6 links change in page.html")
    judge.is_same("scripts", page.ask("document.querySelectorAll('script').length"), 2)
    judge.is_same("rows", page.ask(SHOWN), 6)
    facts = page.ask("document.querySelector('header').textContent")
    for word in ["page.html", "https://docs.example/a/b.html", "May 2026", "hrefkit 0", "as browsers resolve them today"]:
        judge.holds("head: " + word, word in facts)
    judge.holds("no riddles", "whatwg" not in page.ask("document.body.innerText") and "stale" not in facts)
    marked = "[...document.querySelectorAll('#list > li')[2].querySelectorAll('mark')].map(e => e.textContent)"
    judge.is_same("what changes is marked", page.ask(marked), ["new", "old"])
    judge.is_same("filters", page.ask(LABELS), ["What happens", "Kind of link"])
    judge.is_same("no hazards, no list of them", page.ask("document.getElementById('hazards').hidden"), True)
    page.ask(CHOOSE % ("What happens", "stale"))
    judge.is_same("what stays loaded", page.ask(COUNT), "1 of 6 links shown")
    judge.holds("in plain words", page.ask("document.getElementById('explained').textContent").startswith("Published so, browsers use the new URL."))
    page.key("Escape")
    page.ask(SEARCH % "same.example")
    judge.is_same("search", page.ask(SHOWN), 1)
    judge.is_same("address", page.ask("location.hash"), "#q=same.example")
    page.close()
    judge.run("effects", "-q", "--url", "https://docs.example/a/b.html", "--remove-base", "-o", "effects2.html", "page.html")
    judge.write("page2.html", "".join("<a href=#f%d>x</a>" % i for i in range(7)) + "<img src=i.png>")
    judge.run("effects", "-q", "--url", "https://docs.example/a/b.html", "--set-base", "/new/", "-o", "effects2.html", "page2.html")
    page = judge.open("effects2.html")
    judge.is_same("hazards first", page.ask("document.querySelector('#view').firstElementChild.id"), "hazards")
    judge.is_same("five are named", page.ask("document.querySelectorAll('#hazard-list .places > li').length"), 5)
    judge.is_same("a filter where it tells apart", page.ask(LABELS), ["What happens", "Risk", "Kind of link"])
    page.ask("[...document.querySelectorAll('#hazard-list button')].find(b => b.textContent === 'Show all 7').click()")
    judge.is_same("all of a hazard", page.ask(COUNT), "7 of 8 links shown")
    page.ask("document.querySelector('#hazard-list button.link').click()")
    judge.is_same("the row of a hazard", page.ask("document.activeElement.dataset.number"), "0")
    page.close()


def judge_readers(judge):
    """Labels and headings for screen readers, and large text on small screens."""
    for name in ["small.html", "hostile.html", "effects2.html", "hostile_effects.html"]:
        for width in [1280, 390]:
            page = judge.open(name, width=width)
            judge.is_same(name + ": all has a name", page.ask(NAMELESS), [])
            levels = page.ask("[...document.querySelectorAll('h1, h2, h3')].filter(e => e.offsetParent).map(e => +e.tagName[1])")
            judge.is_same(name + ": headings", [levels[0], any(b > a + 1 for a, b in zip(levels, levels[1:]))], [1, False])
            judge.is_same("%s: nothing is wider than %d" % (name, width), page.ask(WIDER), [])
            page.ask("document.documentElement.style.fontSize = '200%'")
            judge.is_same("%s: with large text, too (%d)" % (name, width), page.ask(WIDER), [])
            page.close()
        page = judge.open(name, width=390, scripts=False)
        judge.is_same(name + ": nothing is wider without scripts", page.ask(
            "document.documentElement.scrollWidth <= document.documentElement.clientWidth"), True)
        page.close()


FOLDERS = ["", "guide/", "guide/install/", "guide/install/linux/", "api/", "api/v1/", "api/v2/", "blog/2024/", "blog/2025/",
           "reference/language/types/", "reference/language/containers/", "reference/language/containers/associative/"]


def make_large_site(judge, name, pages, findings):
    """A site with so many findings: a menu, and links of many kinds."""
    rng = random.Random(findings)
    names = [FOLDERS[i % len(FOLDERS)] + ("index.html" if i < len(FOLDERS) else "page%d.html" % i) for i in range(pages)]
    left = findings
    for i, path in enumerate(names):
        up = "../" * path.count("/")
        lines = ["<!doctype html><meta charset=utf-8><title>x</title>"]
        lines += ['<p><a href="%s%s">Read on</a></p>' % (up, rng.choice(names)) for _ in range(20)]
        here = -(-left // (pages - i))
        if path.startswith("blog/") and i + len(FOLDERS) < pages:
            here = min(here, 1)
        left -= here
        for j in range(here):
            pick = rng.random()
            if j == 0:
                lines.append('<nav><a href="%simprint.html">Imprint</a></nav>' % up)
            elif pick < 0.6:
                lines.append('<p>See <a href="%sguide/%s%d.html">the guide</a> for more.</p>' % (
                    up, rng.choice(["setup", "faq", "download", "changes"]), rng.randrange(max(2, findings // 12))))
            elif pick < 0.8:
                lines.append('<p><img src="%simg/logo%d.png" alt=""></p>' % (up, rng.randrange(max(2, findings // 20))))
            elif pick < 0.95:
                lines.append('<a href="%sindex.html#part%d">part</a>' % (up, rng.randrange(max(2, findings // 15))))
            else:
                lines.append('<img src="">')
        judge.write(name + "/" + path, "\n".join(lines))
    judge.run("check", "-q", "-o", name + ".html", name)


SCROLL = """new Promise(done => { let frames = 0;
  const step = () => { scrollTo(0, 120 * ++frames); if (frames < 120) requestAnimationFrame(step); else done(); };
  requestAnimationFrame(step); })"""


def measure(judge):
    make_large_site(judge, "large20000", 2000, 20000)
    page = Page(judge.browser, "about:blank")
    page.call("Performance.enable", timeDomain="threadTicks")
    judge.browser.events.clear()
    page.call("Page.navigate", url=(judge.folder / "large20000.html").as_uri())
    judge.browser.wait_for("Page.loadEventFired", page.session)

    def spent():
        """Milliseconds of processor time of the page's main thread."""
        return [1000 * m["value"] for m in page.call("Performance.getMetrics")["metrics"] if m["name"] == "TaskDuration"][0]

    opened = spent()
    page.ask("for (let i = 0; i < 10; i++) document.getElementById('more').click()")
    before = spent()
    page.ask(SCROLL)
    frame = (spent() - before) / 120
    size = (judge.folder / "large20000.html").stat().st_size
    print("20,000 findings, %.1f MB: opened in %d ms of the browser's time; scrolling %d elements takes %.1f ms a frame"
          % (size / 1e6, opened, page.ask("document.querySelectorAll('*').length"), frame))
    judge.is_same("20,000 findings", page.ask(COUNT), "20,000 findings")
    page.close()


def take_screenshots(judge, folder):
    os.makedirs(folder, exist_ok=True)
    for findings, pages in [(5, 4), (60, 60), (5000, 600)]:
        make_large_site(judge, "shot%d" % findings, pages, findings)
    for name in ["shot5", "shot60", "shot5000", "effects2"]:
        for width, height in [(1280, 1600), (390, 1800)]:
            for dark in [False, True]:
                page = judge.open(name + ".html", width=width, height=height, dark=dark)
                where = "%s_%d_%s" % (name, width, "dark" if dark else "light")
                page.screenshot(os.path.join(folder, where + ".png"))
                if name.startswith("shot") and page.ask("!document.getElementById('map').hidden"):
                    page.ask("document.getElementById('to-map').click()")
                    page.ask("new Promise(done => setTimeout(done, 200))")
                    page.screenshot(os.path.join(folder, where + "_map.png"))
                page.close()


# Each uses the pages of those before it.
JUDGES = [judge_counts, judge_filters, judge_search_and_keys, judge_list, judge_address, judge_effects, judge_keyboard, judge_print,
          judge_without_scripts, judge_policy, judge_payloads, judge_map, judge_network_keys, judge_readers]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--screenshots", metavar="DIR", help="write pictures there, and judge nothing")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = Browser(os.path.join(folder, "profile"))
        judge = Judge(options.program, folder, browser)
        try:
            if options.screenshots:
                judge_effects(judge)
                take_screenshots(judge, options.screenshots)
            else:
                for each in JUDGES:
                    before, begin = judge.wrong, time.monotonic()
                    each(judge)
                    print("%s: %d wrong, %.1f s" % (each.__name__, judge.wrong - before, time.monotonic() - begin), flush=True)
                measure(judge)
        finally:
            browser.end()
    print("%d questions, %d wrong" % (judge.checks, judge.wrong))
    sys.exit(judge.wrong != 0)


main()
