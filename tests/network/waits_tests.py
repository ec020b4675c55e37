"""What is told by times and orders: politeness, and runs that are interrupted."""
import os
import re
import signal
import time

from harness import Context, between, cut, run_parts, says
from web import Answer, page

OK = page("<p id=a>")
CHECK = ["check", "--external", "check", "-f", "json", "--progress", "never", "--allow-private", "127.0.0.0/8"]


def links(*targets: str) -> str:
    return "\n".join(f'<a href="{one}">x</a>' for one in targets)


def politeness(context: Context) -> None:
    web, report = context.web, context.report
    slow = page("", delay=0.15)

    def go(name: str, count: int, *more: str, hosts: int = 1, script=None, timeout: float = 60):
        names = [f"{name}{n}.test" for n in range(hosts)]
        for one in names:
            web.plant(one, script or {"*": slow})
        site = context.site(name, {"index.html": links(*(f"http://{names[n % hosts]}:{web.port}/{n}"
                                                         for n in range(count)))})
        web.forget()
        return names, context.run(*CHECK, *context.resolved(*names), *more, site, timeout=timeout)

    names, result = go("perhost", 16, "--per-host", "2", "--delay", "0")
    report.check("Polite 2, Option 10", "--per-host 2: open requests", 2,
                 web.load[names[0]].peak if names[0] in web.load else 0, cut(result.err))
    names, result = go("perdefault", 20, "--delay", "0")
    report.check("Polite 2, Option 10", "--per-host is 4: open requests", between(2, 4),
                 web.load[names[0]].peak if names[0] in web.load else 0)
    names, result = go("total", 24, "--connections", "3", "--delay", "0", hosts=12)
    report.check("Option 9", "--connections 3: open requests", between(2, 3), web.total.peak)
    names, result = go("many", 40, "--delay", "0", hosts=10)
    report.check("Polite 1, Polite 2", "ten origins: each has its own limit", between(8, 40), web.total.peak)
    names, result = go("gap", 7, "--delay", "150", script={"*": OK})
    times = [one.time for one in web.asked(names[0])]
    gaps = [round(later - earlier, 3) for earlier, later in zip(times, times[1:])]
    report.check("Polite 3, Option 11", "--delay 150: gaps of one origin",
                 lambda value: len(value) == 6 and min(value) >= 0.09 and sum(value) >= 0.8, gaps, "six gaps of 0.15 s")
    names, result = go("gaps", 8, "--delay", "400", hosts=8, script={"*": OK})
    times = [one.time for one in web.asked(*names)]
    report.check("Polite 3, Polite 1", "--delay does not hold other origins", lambda value: 0 < value < 1.6,
                 max(times) - min(times) if len(times) == 8 else -1, "8 origins, one request each")
    names, result = go("loopback", 30, script={"*": OK})
    times = [one.time for one in web.asked(names[0])]
    report.check("Option 11", "no delay on loopback by default", lambda value: 0 < value < 2,
                 max(times) - min(times) if len(times) == 30 else -1, "30 requests would take 2.9 s with 0.1 s between")
    # A Retry-After stops the origin, not the others.
    first = {"seen": False}

    def limited(request):
        if not first["seen"]:
            first["seen"] = True
            return Answer(429, [("Retry-After", "2")])
        return page("", delay=0.05)

    web.plant("calm.test", {"*": limited})
    web.plant("busy.test", {"*": page("", delay=0.1)})
    site = context.site("retryafter", {"index.html": links(*(f"http://calm.test:{web.port}/{n}" for n in range(8)),
                                                           *(f"http://busy.test:{web.port}/{n}" for n in range(12)))})
    web.forget()
    result = context.run(*CHECK, *context.resolved("calm.test", "busy.test"), "--per-host", "2", "--delay", "0", site)
    calm, busy = web.asked("calm.test"), web.asked("busy.test")
    begin = calm[0].time if calm else 0
    early = [round(one.time - begin, 2) for one in calm[1:] if 0.3 < one.time - begin < 1.9]
    report.check("Polite 5", "Retry-After stops the whole origin", [], early,
                 f"starts {[round(one.time - begin, 2) for one in calm]}")
    report.check("Polite 5", "others go on meanwhile", 12, len([one for one in busy if one.time - begin < 1.8]))
    report.check("Polite 5", "all is fine in the end", (0, []), (result.code, result.rows), cut(result.err))
    later = [one for one in calm if one.time - begin >= 1.9]
    overlap = [(str(one), str(two)) for one, two in zip(later, later[1:]) if two.time < one.ended - 0.005]
    report.check("Polite 6", "after a 429 one request at a time", (True, []), (len(later) >= 6, overlap))
    # robots.txt with --robots on, for foreign links.
    robots = Answer(type="text/plain", body=b"User-agent: *\nDisallow: /no\nCrawl-delay: 0.3\n")
    web.plant("ruled.test", {"/robots.txt": robots, "*": OK})
    site = context.site("robots", {"index.html": links(*(f"http://ruled.test:{web.port}/{one}"
                                                         for one in ("no", "a", "b", "c", "d")))})
    web.forget()
    result = context.run(*CHECK, *context.resolved("ruled.test"), "--robots", "on", "--delay", "0", site)
    seen = [one for one in web.asked("ruled.test")]
    report.check("Option 12, Polite 9, Polite 14, Row 2", "--robots on: a forbidden foreign link",
                 [("external-blocked", "robots", None)], [(one["rule"], one.get("reason"), one.get("status"))
                                                          for one in result.rows], cut(result.err))
    report.check("Polite 13, Polite 9", "--robots on: requests", ["GET /robots.txt", "HEAD /a", "HEAD /b", "HEAD /c",
                                                                  "HEAD /d"], sorted(map(str, seen)))
    report.check("Polite 14", "robots is said in the summary", says("robots"), result.err)
    times = [one.time for one in seen if one.path != "/robots.txt"]
    report.check("Polite 4", "Crawl-delay: gaps", lambda value: len(value) == 3 and min(value) >= 0.2
                 and sum(value) >= 0.8, [round(later - earlier, 3) for earlier, later in zip(times, times[1:])],
                 "three gaps of 0.3 s")
    web.forget()
    result = context.run(*CHECK, *context.resolved("ruled.test"), "--delay", "0", site)
    report.check("Polite 8", "single foreign links do not obey robots.txt",
                 (["HEAD /a", "HEAD /b", "HEAD /c", "HEAD /d", "HEAD /no"], []),
                 (sorted(map(str, web.asked("ruled.test"))), result.rows))
    # Patterns that take too long to match: forbidden, and said. A few rules that match are looked up first all the same.
    rules = "".join(f"Disallow: /*{'a' * (20 + n % 60)}*{'a' * (n % 50)}*b{n}\n" for n in range(8_000))
    web.plant("costly.test", {"/robots.txt": Answer(type="text/plain", body=f"User-agent: *\n{rules}".encode()), "*": OK})
    site = context.site("costly", {"index.html": links(*(f"http://costly.test:{web.port}/{'a' * size}{size}"
                                                         for size in (1, 5, 1500, 1600)))})
    web.forget()
    result = context.run(*CHECK, *context.resolved("costly.test"), "--robots", "on", site)
    report.check("Polite 18, Row 2", "a robots.txt that takes too long to match: rows",
                 [(4, "external-blocked", "robots"), (5, "external-blocked", "robots")],
                 [(one["line"], one["rule"], one["reason"]) for one in result.rows], cut(result.err))
    report.check("Polite 18, Polite 14", "a robots.txt that takes too long to match: the summary",
                 says("forbids 2 addresses, 2 of them since its patterns take too long"), result.err)
    # --robots off and on with an answer of 500.
    web.plant("badrobots.test", {"/robots.txt": Answer(500), "*": OK})
    site = context.site("badrobots", {"index.html": links(f"http://badrobots.test:{web.port}/x")})
    result = context.run(*CHECK, *context.resolved("badrobots.test"), "--robots", "on", "--retry-wait", "0.05", site)
    report.check("Polite 12", "robots.txt 500 forbids all", [("external-blocked", "robots")],
                 [(one["rule"], one.get("reason")) for one in result.rows], cut(result.err))
    # A crawl with Crawl-delay.
    web.plant("crawldelay.test", {"/robots.txt": Answer(type="text/plain", body=b"User-agent: *\nCrawl-delay: 0.3\n"),
                                  "/": page(links("/a", "/b", "/c", "/d")), "*": OK})
    web.forget()
    context.run("check", "-f", "json", "--progress", "never", *context.resolved("crawldelay.test"), "--robots", "on",
                "--sitemaps", "off", f"http://crawldelay.test:{web.port}/")
    times = [one.time for one in web.asked("crawldelay.test") if one.path != "/robots.txt"]
    gaps = [round(later - earlier, 3) for earlier, later in zip(times, times[1:])]
    report.check("Polite 4", "Crawl-delay of a crawl with --robots on: gaps",
                 lambda value: len(value) == 4 and min(value) >= 0.2, gaps)


def failing_hosts(context: Context) -> None:
    """Hosts that do not answer cost some requests, whatever the number of links."""
    web, report = context.web, context.report
    rate = Answer(429, [("Retry-After", "1")])
    busy = Answer(503, [("Retry-After", "1")])
    count = 40
    short = ["--timeout", "0.4", "--retry-wait", "0.1", "--max-wait", "1", "--cache", "failing.db"]
    # At most: three refusals one after the other, beside those that were open at once.
    for name, answer, most, rule, reason, more in (
            ("silence", Answer(end="hang"), 6, "external-timeout", "timeout", []),
            ("silence, 16 at a time", Answer(end="hang"), 6, "external-timeout", "timeout", ["--per-host", "16"]),
            ("silence in the body", Answer(raw=b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>", end="hang"),
             6, "external-timeout", "timeout", []),
            ("429", rate, 4 + 3, "external-blocked", "rate", []),
            ("503", busy, 4 + 4 + 1, "external-blocked", "rate", [])):
        web.plant("failing.test", {"*": answer})
        web.plant("fine.test", {"*": OK})
        # With fragments bodies are read.
        urls = [f"http://failing.test:{web.port}/{n}#a" for n in range(count)] + [f"http://fine.test:{web.port}/#a"]
        site = context.site("failing", {"index.html": links(*urls)})
        web.forget()
        result = context.run(*CHECK, *context.resolved("failing.test", "fine.test"), *short, *more, site)
        # Requests that wait for a connection of others are no less waited for.
        report.check("Polite 16", f"{name}: requests", between(1, most), len(web.asked("failing.test")))
        report.check("Polite 16", f"{name}: other hosts", 1, len(web.asked("fine.test")))
        report.check("Polite 16, Polite 7", f"{name}: rows", count, len(result.rows), cut(result.err))
        report.check("Polite 16", f"{name}: what is not asked for", {(rule, reason)},
                     {(one["rule"], one["reason"]) for one in result.rows if not one["status"]}, cut(result.err))
        found = re.search(r"^hrefkit: (\d+) addresses were not asked for, since their hosts", result.err, re.M)
        report.check("Polite 17, Summary 1", f"{name}: the summary counts it", between(count - most, count - 2),
                     int(found.group(1)) if found else None, result.err)
        # What was not asked for is asked for by the next run.
        web.plant("failing.test", {"*": OK})
        web.forget()
        result = context.run(*CHECK, *context.resolved("failing.test", "fine.test"), *short, site)
        report.check("Polite 17, Cache 9", f"{name}: the next run", (count, []),
                     (len({one.path for one in web.asked("failing.test")}), result.rows), cut(result.err))
        (context.folder / "failing.db").unlink()
    # A crawl of a site whose server falls silent.
    web.plant("dying.test", {"/": page(links(*(f"/{n}" for n in range(50)))), "/sitemap.xml": Answer(404),
                             "/robots.txt": Answer(404), "*": Answer(end="hang")})
    web.forget()
    result = context.run(*CHECK, *context.resolved("dying.test"), *short, f"http://dying.test:{web.port}/")
    report.check("Polite 16, Crawl 22", "a crawl whose server falls silent", ({("server-error", "timeout")}, 50),
                 ({(one["rule"], one["reason"]) for one in result.rows}, len(result.rows)), cut(result.err))
    report.check("Polite 16", "a crawl whose server falls silent: requests", between(4, 6),  # and the one for nothing
                 len([one for one in web.asked("dying.test") if one.path[1:].isdigit()]))
    report.check("Polite 17", "a crawl whose server falls silent: the summary", says("not asked for"), result.err)


def interrupts(context: Context) -> None:
    web, report = context.web, context.report
    web.plant("quick.test", {"*": Answer(404)})
    web.plant("stuck.test", {"*": Answer(end="hang")})
    resolve = context.resolved("quick.test", "stuck.test")
    urls = [f"http://quick.test:{web.port}/{n}" for n in range(6)] + [f"http://stuck.test:{web.port}/{n}"
                                                                      for n in range(3)]
    site = context.site("stop", {"index.html": links(*urls)})

    def interrupted(*more: str, signal_: int = signal.SIGINT, input_: str = site, wanted: int = 13):
        web.forget()
        process = context.program.start("check", "--external", "check", "--allow-private", "all", "--progress", "never",
                                        "--delay", "0", *resolve, "--timeout", "40", *more, input_, cwd=context.folder)
        ready = web.wait(lambda: len(web.asked()) >= wanted or process.poll() is not None, 15)
        time.sleep(0.2)
        if process.poll() is None:
            os.kill(process.pid, signal_)
        begin = time.monotonic()
        result = context.program.end(process, more, 20)
        return result, ready, time.monotonic() - begin

    result, ready, seconds = interrupted("--per-host", "6")
    report.check("Exit 6", "the program asks before it is interrupted", True, ready, cut(result.err))
    report.check("Exit 6", "an interrupted run: exit", 2, result.code, cut(result.err))
    report.check("Exit 6", "an interrupted run ends soon", True, seconds < 10)
    report.check("Exit 6", "an interrupted run prints what is known, marked incomplete",
                 says("incomplete", "quick.test"), result.text, cut(result.err))
    result, _, _ = interrupted("--per-host", "6", "-f", "json")
    report.check("Exit 6", "an interrupted run in JSON has rows", True,
                 len(result.rows) >= 1 or "external-broken" in result.text, cut(result.text + result.err))
    report.check("Exit 6", "an interrupted run in JSON is marked incomplete", says("incomplete"),
                 result.text + result.err)
    result, _, _ = interrupted("--per-host", "6", signal_=signal.SIGTERM)
    report.check("Exit 6", "SIGTERM does not hang either", True, result.code != -9, f"exit {result.code}")
    (context.folder / "old.html").write_text("old")
    (context.folder / "old.json").write_text("older")
    result, _, _ = interrupted("--per-host", "6", "-o", "old.html", "--report", "json=old.json")
    report.check("Exit 7", "the old files stay", ("old", "older"), ((context.folder / "old.html").read_text(),
                                                                    (context.folder / "old.json").read_text()),
                                                                    cut(result.err))
    for name in ("old.html.incomplete", "old.json.incomplete"):
        path = context.folder / name
        report.check("Exit 7", f"{name} has what is known", says("quick.test"),
                     path.read_text() if path.exists() else "there is no such file", cut(result.err))
    report.check("Exit 7", "the report is marked", says("incomplete"),
                 (context.folder / "old.html.incomplete").read_text()
                 if (context.folder / "old.html.incomplete").exists() else "")
    # A crawl.
    web.plant("quick.test", {"/": page(links("/gone", "/hang", "/hang2", urls[-1])), "/hang": Answer(end="hang"),
                             "/hang2": Answer(end="hang"), "/sitemap.xml": Answer(404)})
    result, ready, seconds = interrupted(input_=f"http://quick.test:{web.port}/", wanted=4)
    report.check("Exit 6", "an interrupted crawl: exit and mark", (2, True),
                 (result.code, "incomplete" in (result.text + result.err).lower()), cut(result.text + result.err))
    report.check("Exit 6, Summary 1", "an interrupted crawl: foreign addresses and those not asked", (1, 1),
                 (result.count("address"), result.count("not asked")), result.err)
    # With --cache the same command goes on.
    web.plant("quick.test", {"*": OK, "/": OK})
    result, ready, _ = interrupted("--cache", "stop.db", "--per-host", "6", wanted=9)
    web.plant("stuck.test", {"*": OK})
    web.forget()
    result = context.run(*CHECK, *resolve, "--cache", "stop.db", site)
    report.check("Exit 8, Cache 9", "the same command goes on: requests", ["/0", "/1", "/2"],
                 sorted(one.path for one in web.asked()), cut(result.err))
    report.check("Exit 8, Cache 9", "the same command goes on: exit and hosts", (0, {"stuck.test"}),
                 (result.code, {one.host for one in web.asked()}), cut(result.err))


def run(context: Context) -> None:
    run_parts(context, politeness, failing_hosts, interrupts)
