"""The cache: what a second run asks, what is never kept, and what is refused."""
import os
import signal
import sqlite3
import threading
import time

from harness import Context, cut, run_parts
from web import Answer, page, redirect

OK = page("<p id=a><p id=b>")


def links(*targets: str) -> str:
    return "\n".join(f'<a href="{one}">x</a>' for one in targets)


class Cached:
    """One site, one host, one cache."""

    def __init__(self, context: Context, name: str, script: dict, targets: list[str]):
        self.context, self.name, self.host = context, name, f"{name}.test"
        context.web.plant(self.host, script)
        self.base = f"http://{self.host}:{context.web.port}"
        self.site = context.site(f"site-{name}", {"index.html": links(*(self.base + one for one in targets))})

    def run(self, *more: str, cache: bool = True):
        self.context.web.forget()
        result = self.context.run("check", "--external", "check", "-f", "json", "--progress", "never", "--fail-on",
                                  "none", "--allow-private", "127.0.0.0/8", "--retries", "0", "--delay", "0",
                                  *self.context.resolved(self.host), *(["--cache", f"{self.name}.db"] if cache else []),
                                  *more, self.site)
        return result, sorted(map(str, self.context.web.asked(self.host)))


def seconds(context: Context) -> None:
    report = context.report
    kinds = {"/fine": OK, "/404": Answer(404), "/500": Answer(500), "/301": redirect(301, "/fine"),
             "/302": redirect(302, "/fine"), "/401": Answer(401), "/402": Answer(402), "/403": Answer(403),
             "/451": Answer(451), "/999": Answer(999),
             "/429": Answer(429), "/407": Answer(407), "/wall": Answer(403, [("cf-mitigated", "challenge")]),
             "/login-x": redirect(302, "/login"), "/login": OK, "/soft/x": redirect(302, "/"), "/": OK,
             "/204": Answer(204)}
    cached = Cached(context, "kinds", kinds, [one for one in kinds if one not in ("/login", "/")])
    first, seen_first = cached.run()
    second, seen = cached.run()
    asked = {one.split(" ")[1] for one in seen}
    report.check("Cache 3, Option 22", "the second run does not ask what was fine, redirected or 401 402 403 451 999",
                 set(), asked & {"/301", "/302", "/401", "/402", "/403", "/451", "/999", "/204"},
                 f"asked {seen}; {cut(second.err)}")
    report.check("Cache 4", "the second run asks errors, warnings and 429 again", {"/404", "/500", "/429", "/soft/x"},
                 asked & {"/404", "/500", "/429", "/soft/x"}, f"asked {seen}")
    rows = [[(one["line"], one["rule"], one.get("status"), one.get("reason"), one.get("final"), one.get("suggestion"),
              one["message"]) for one in result.rows] for result in (first, second)]
    report.check("Cache 3, Row 5", "both runs have the same rows", True, rows[0] == rows[1] and len(rows[0]) > 8,
                 f"{[one for one in rows[0] if one not in rows[1]]} and {[one for one in rows[1] if one not in rows[0]]}")
    report.check("Summary 1, Cache 3", "the summary counts what was cached",
                 lambda value: value is not None and value >= 8, second.count("cached"), second.err)
    report.check("Summary 1", "nothing was cached in the first run", 0, first.count("cached"), first.err)
    database = context.folder / "kinds.db"
    report.check("Cache 1", "the cache is SQLite", b"SQLite format 3\0",
                 database.read_bytes()[:16] if database.exists() else b"")
    if database.exists():
        with sqlite3.connect(database) as connection:
            report.check("Cache 1", "the cache is whole", ("ok",),
                         connection.execute("pragma integrity_check").fetchone())
        connection.close()
    # A run without --cache leaves it alone.
    before = {path.name: path.read_bytes() for path in context.folder.glob("kinds.db*")}
    _, seen = cached.run(cache=False)
    report.check("Cache 10", "a run without --cache asks all again and leaves the cache alone", (True, True),
                 (seen == seen_first, before == {path.name: path.read_bytes()
                                                 for path in context.folder.glob("kinds.db*")}))
    # Failures are not kept.
    context.web.plant(cached.host, {"/404": OK, "/500": OK, "/429": OK, "/soft/x": OK})
    third, _ = cached.run()
    report.check("Cache 4", "failures are not kept", set(), {one["rule"] for one in third.rows} & {"external-broken",
        "external-soft-404"}, cut(third.text))
    fourth, seen = cached.run()
    report.check("Cache 4, Cache 3", "what became fine is not asked again", set(),
                 {one.split(" ")[1] for one in seen} & {"/404", "/500", "/429", "/soft/x", "/fine"}, f"asked {seen}")
    context.web.plant(cached.host, {"/fine": Answer(404)})
    fifth, seen = cached.run()
    report.check("Cache 8", "what is young is believed", [], [one for one in seen if "/fine" in one])
    sixth, seen = cached.run("--max-age", "0")
    report.check("Cache 8, Option 22", "--max-age 0 asks all again", (True, True),
                 (any("/fine" in one for one in seen), "external-broken" in [one["rule"] for one in sixth.rows]),
                 f"asked {seen}")
    time.sleep(2.3)
    _, seen = cached.run("--max-age", "1s")
    report.check("Cache 8", "--max-age 1s after a second asks again", True, any("/204" in one for one in seen),
                 f"asked {seen}")


def keys(context: Context) -> None:
    report = context.report
    cached = Cached(context, "keys", {"/x": OK}, ["/x"])
    cached.run()
    jar = context.folder / "keys.txt"
    jar.write_text("# Netscape HTTP Cookie File\nkeys.test\tFALSE\t/\tFALSE\t0\tc\t1\n")
    for label, more, again in (("the same", [], False), ("another User-Agent", ["--user-agent", "Other/1"], True),
                               ("a header", ["--header", "X: y"], True),
                               ("a header of another prefix", ["--header", "http://elsewhere.test/ X: y"], None),
                               ("cookies", ["--cookie-jar", "keys.txt"], True), ("the first again", [], False),
                               ("another time-out", ["--timeout", "9"], False),
                               ("another severity", ["--severity", "external-broken=warning"], False)):
        _, seen = cached.run(*more)
        if again is not None:
            report.check("Cache 2", f"the key: {label}", ["HEAD /x"] if again else [], seen)
    # Fragments.
    cached = Cached(context, "marks", {"/x": OK}, ["/x"])
    cached.run()
    site = context.site("site-marks", {"index.html": links(cached.base + "/x", cached.base + "/x#a")})
    _, seen = cached.run()
    report.check("Cache 5", "a fragment of an entry from HEAD is asked again", ["GET /x"], seen)
    _, seen = cached.run()
    report.check("Cache 6", "a fragment of a body that was read is known", [], seen)
    context.site("site-marks", {"index.html": links(cached.base + "/x#none")})
    result, seen = cached.run()
    report.check("Cache 4, Cache 6", "a fragment that is missing is asked for", (["GET /x"], ["external-fragment"]),
                 (seen, [one["rule"] for one in result.rows]))
    result, seen = cached.run()
    report.check("Cache 4", "a missing fragment is asked for each time", (["GET /x"], ["external-fragment"]),
                 (seen, [one["rule"] for one in result.rows]))
    # Ids of a whole body: found by a run that wanted another one. The body was read up to #b only if it was wanted.
    cached = Cached(context, "whole", {"/x": page("<p id=a><p id=b>" + "<p>.</p>" * 100)}, ["/x#a", "/x#none"])
    cached.run()
    context.site("site-whole", {"index.html": links(cached.base + "/x#b")})
    result, seen = cached.run()
    report.check("Cache 6", "ids of a body that was read whole are kept", ([], []), (seen, result.rows),
                 cut(result.err))
    context.web.plant(cached.host, {"/x": page("<p id=c>")})
    context.site("site-whole", {"index.html": links(cached.base + "/x")})
    _, seen = cached.run()
    report.check("Cache 3", "an entry from GET is good for a link without a fragment",
                 lambda value: value in ([], ["HEAD /x"]), seen)
    # --accept and severities apply when read.
    cached = Cached(context, "accept", {"/x": OK, "/403": Answer(403)}, ["/x", "/403"])
    cached.run()
    result, seen = cached.run("--accept", "404")
    report.check("Cache 7", "--accept applies when read: 200 is an error now and asked again",
                 ["external-broken", "external-blocked"], [one["rule"] for one in result.rows], f"asked {seen}")
    cached.run()
    result, seen = cached.run("--accept", "200-299,403")
    report.check("Cache 7", "--accept applies when read: 403 is fine", ([], []), (result.rows, seen))
    result, seen = cached.run("--severity", "external-blocked=error")
    report.check("Cache 7", "severities apply when read", (["error"], []),
                 ([one["severity"] for one in result.rows], seen))
    # Redirects.
    cached = Cached(context, "moved", {"/x": redirect(301, "/y"), "/y": OK}, ["/x#a", "/x#b"])
    first, _ = cached.run()
    second, seen = cached.run()
    report.check("Cache 3", "a redirect with fragments from the cache", ([], True), (seen, first.text == second.text),
                 f"{cut(first.text)}\n{cut(second.text)}")


def failures(context: Context) -> None:
    report, web = context.report, context.web
    # A killed run keeps what it has.
    cached = Cached(context, "killed", {"*": OK, "/stuck": Answer(end="hang")},
                    [f"/{n}" for n in range(30)] + ["/stuck"])
    for label, number in (("SIGKILL", signal.SIGKILL), ("SIGINT", signal.SIGINT)):
        for path in context.folder.glob("killed.db*"):
            path.unlink()
        web.plant(cached.host, {"/stuck": Answer(end="hang")})
        web.forget()
        process = context.program.start("check", "--external", "check", "--allow-private", "all", "--delay", "0",
                                        "--timeout", "30", *context.resolved(cached.host), "--cache", "killed.db", "-q",
                                        cached.site, cwd=context.folder)
        web.wait(lambda: len(web.asked(cached.host)) >= 31 or process.poll() is not None, 15)
        time.sleep(1.5)
        os.kill(process.pid, number)
        context.program.end(process, [], 20)
        web.plant(cached.host, {"/stuck": OK})
        result, seen = cached.run()
        report.check("Cache 9, Exit 8", f"after {label} the next run asks only what is unknown",
                     lambda value: "HEAD /stuck" in value and len(value) <= 5, seen, cut(result.err))
    # A run that has errors keeps the rest.
    cached = Cached(context, "failed", {"/x": OK, "/gone": Answer(404)}, ["/x", "/gone"])
    result, _ = cached.run("--fail-on", "error")
    _, seen = cached.run()
    report.check("Cache 9", "a run that fails keeps what is fine", (1, ["GET /gone", "HEAD /gone"]),
                 (result.code, seen))
    # Other files are refused, and stay.
    other = {"text.db": b"my own notes\n", "short.db": b"SQLite format 3\0", "empty.txt": None}
    for name, content in other.items():
        path = context.folder / name
        if content is None:
            with sqlite3.connect(path) as connection:
                connection.execute("create table mine (a)")
                connection.execute("insert into mine values (1)")
            connection.close()
            content = path.read_bytes()
        else:
            path.write_bytes(content)
        result, seen = cached.run("--cache", name, cache=False)
        report.check("Exit 3", f"--cache with another file ({name}): exit, no request, unchanged", (2, [], True),
                     (result.code, seen, path.read_bytes() == content), cut(result.err))
    (context.folder / "folder.db").mkdir()
    result, seen = cached.run("--cache", "folder.db", cache=False)
    report.check("Exit 3", "--cache with a folder", (2, []), (result.code, seen), cut(result.err))
    result, seen = cached.run("--cache", "nowhere/cache.db", cache=False)
    report.check("Exit 3", "--cache in a folder that is not there", (2, []), (result.code, seen), cut(result.err))
    # A damaged cache of our own.
    path = context.folder / "failed.db"
    if path.exists():
        data = bytearray(path.read_bytes())
        data[len(data) // 2:] = os.urandom(len(data) - len(data) // 2)
        path.write_bytes(bytes(data))
        result, _ = cached.run()
        report.check("Exit 3, Cache 1", "a damaged cache is no crash", lambda value: value in (0, 1, 2), result.code,
                     cut(result.err))
    # Another program that keeps writing costs no link its time.
    cached = Cached(context, "locked", {"*": Answer(delay=0.1)}, [f"/{n}" for n in range(8)])
    cached.run()
    with sqlite3.connect(context.folder / "locked.db", isolation_level=None) as connection:
        connection.execute("begin immediate")
        result, _ = cached.run("--max-age", "0", "--timeout", "6")
        report.check("Cache 9, Exit 3", "a cache that another program locks: exit, rows", (2, []),
                     (result.code, result.rows), cut(result.err))
        connection.execute("rollback")
    connection.close()
    # Two runs at a time with one cache.
    cached = Cached(context, "shared", {"*": OK}, [f"/{n}" for n in range(40)])
    web.jitter = 0.05
    results = []
    threads = [threading.Thread(target=lambda: results.append(context.program.run(
        "check", "--external", "check", "-f", "json", "--allow-private", "all", *context.resolved(cached.host),
        "--cache", "shared.db", cached.site, cwd=context.folder))) for _ in range(2)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    web.jitter = 0
    report.check("Cache 9", "two runs share a cache", [0, 0], [one.code for one in results],
                 cut([one.err for one in results]))
    _, seen = cached.run()
    report.check("Cache 9", "after two runs at a time all is known", [], seen)
    # A crawl with a cache asks its own pages and keeps foreign answers.
    web.plant("live.test", {"/": page(links(f"http://shared.test:{web.port}/0", f"http://shared.test:{web.port}/1")),
                            "/sitemap.xml": Answer(404)})
    for expected in (2, 0):
        web.forget()
        context.run("check", "--external", "check", "-f", "json", *context.resolved("live.test", "shared.test"),
                    "--allow-private", "all", "--cache", "crawl.db", f"http://live.test:{web.port}/")
        report.check("Cache 3, Input 3", f"a crawl with --cache: {expected} foreign requests", expected,
                     len(web.asked("shared.test")))


def run(context: Context) -> None:
    run_parts(context, seconds, keys, failures)
