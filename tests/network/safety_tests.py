"""Private addresses in every form, secrets, configurations of strangers, and no socket where none was asked for."""
import ipaddress
import os
import re
import shutil

from endless import FRAMES, LINES, NEVER_ENDED, Endless
from harness import Context, cut, run_parts, says, says_not
from web import Answer, page, redirect

OK = page("<p id=a>")
CHECK = ["check", "--external", "check", "-f", "json", "--progress", "never", "--severity", "local-address=off",
         "--retries", "0", "--connect-timeout", "2"]

# Hosts that are private however they are written, and what they mean.
LITERALS = {
    "Safe 1": ["127.0.0.1", "127.1", "127.255.255.254", "2130706433", "0x7f000001", "0x7f.1", "0177.0.0.1",
               "017700000001", "127.0.0.1.", "１２７.0.0.1", "10.0.0.1", "10.255.255.255", "172.16.0.1", "172.31.255.255",
               "192.168.0.1", "0xc0a80001",
               "100.64.0.1", "100.127.255.255", "169.254.169.254", "0xa9fea9fe", "0.0.0.0", "0", "0.1.2.3", "192.0.0.1",
               "198.18.0.1", "198.19.255.255", "224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255", "[::]",
               "[::1]", "192.0.2.1", "198.51.100.1", "203.0.113.1", "192.88.99.1", "[2001:db8::1]", "[3fff::1]", "[5f00::1]",
               "[100::1]", "[100:0:0:1::1]", "[fec0::1]",
               "[0:0:0:0:0:0:0:1]", "[fc00::1]", "[fdff::1]", "[fe80::1]", "[febf::1]", "[ff02::1]"],
    "Safe 2": ["[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::ffff:10.0.0.1]", "[::ffff:a9fe:a9fe]",
               "[64:ff9b::127.0.0.1]", "[64:ff9b::a00:1]", "[64:ff9b::c0a8:1]", "[2002:7f00:1::]", "[2002:a00:1::1]",
               "[2002:c0a8:1::1]", "[2002:a9fe:a9fe::]", "[64:ff9b:1::8.8.8.8]", "[::8.8.8.8]", "[::ffff:0:8.8.8.8]",
               "[2001::1]", "[64:ff9b::192.0.2.1]"]}
# Just outside the private ranges. They are judged by a proxy that answers, so that nobody is asked.
PUBLIC = ["9.255.255.255", "11.0.0.1", "126.255.255.255", "128.0.0.1", "172.15.255.255", "172.32.0.1",
          "192.167.255.255", "192.169.0.1", "100.63.255.255", "100.128.0.1", "169.253.255.255", "169.255.0.1",
          "192.0.1.1", "198.17.255.255",
          "198.20.0.1", "223.255.255.255", "1.0.0.0", "[fbff::1]", "[2606:4700::1]", "[::ffff:8.8.8.8]",
          "[64:ff9b::8.8.8.8]", "[2002:808:808::]"]


def links(*targets: str) -> str:
    return "\n".join(f'<a href="{one}">x</a>' for one in targets)


def is_address(text: str) -> bool:
    """Whether it is an address in the one form that resolvers give."""
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


def connections(context: Context) -> int:
    return sum(context.web.connections.values())


def addresses(context: Context) -> None:
    web, report = context.web, context.report
    web.plant("*", {"*": OK})
    for clause, hosts in LITERALS.items():
        site = context.site(clause.replace(" ", ""), {"index.html": links(*(f"http://{host}:{web.port}/{n}" for n,
            host in enumerate(hosts)))})
        web.forget()
        result = context.run(*CHECK, site)
        by_line = {one["line"]: one for one in result.rows}
        for n, host in enumerate(hosts):
            row = by_line.get(n + 2, {})
            report.check(f"{clause}, Safe 6, Rule 1", f"{host} is private",
                         ("external-private", "private", None, "note"),
                         (row.get("rule"), row.get("reason"), row.get("status"), row.get("severity")), cut(result.err))
        report.check(f"{clause}, Safe 6", f"private literals ({clause}): connections", 0, connections(context))
        # Looked up, too: --resolve says where a name is, not that it may be asked.
        plain = [host for host in hosts if is_address(host.strip("[]"))]
        names = [f"p{n}.test" for n in range(len(plain))]
        resolve = [word for name, host in zip(names, plain) for word in ("--resolve", f"{name}:{web.port}:{host}")]
        site = context.site(clause.replace(" ", "") + "names", {"index.html": links(*(f"http://{name}:{web.port}/"
            for name in names))})
        web.forget()
        result = context.run(*CHECK, *resolve, site)
        by_line = {one["line"]: one for one in result.rows}
        for n, host in enumerate(plain):
            row = by_line.get(n + 2, {})
            report.check("Safe 3, Safe 9, Safe 6", f"a name of {host} is private", ("external-private", "private"),
                         (row.get("rule"), row.get("reason")), cut(result.err))
        report.check("Safe 3, Safe 6", f"private names ({clause}): connections", 0, connections(context))
    # The edges of the ranges, through a proxy.
    site = context.site("public", {"index.html": links(*(f"http://{host}/" for host in PUBLIC))})
    web.forget()
    for host in PUBLIC:
        web.plant(host, {"/": OK})
    result = context.run(*CHECK, "--proxy", f"http://127.0.0.1:{web.port}", site)
    private = [PUBLIC[one["line"] - 2] for one in result.rows if one["rule"] == "external-private"]
    report.check("Safe 1, Safe 2", "addresses beside the private ranges are public", [], private, cut(result.err))
    report.check("Safe 1, Safe 2", "addresses beside the private ranges are asked", len(PUBLIC), len(web.asked()),
                 cut(result.text))
    # Redirects from what is allowed to what is not: only 127.0.0.1 is allowed, and 127.0.0.2 counts.
    forms = ["http://127.0.0.2:@p@/", "http://2130706434:@p@/", "http://0x7f.2:@p@/", "http://0177.0.0.2:@p@/",
             "http://[::ffff:127.0.0.2]:@p@/", "http://inner.test:@p@/", "http://169.254.169.254/latest/meta-data/",
             "http://[::1]:@p@/",
             "http://10.0.0.1/", "//127.0.0.2:@p@/x", "http://0:@p@/", "http://INNER.test:@p@/#a"]
    for n, form in enumerate(forms):
        web.plant("outer.test", {f"/{n}": redirect(302, form.replace("@p@", str(web.port))),
                                 f"/get{n}": {"HEAD": Answer(405), None: redirect(307,
                                     form.replace("@p@", str(web.port)))}})
    site = context.site("redirects", {"index.html": links(*(f"http://outer.test:{web.port}/{n}"
                                                            for n in range(len(forms))),
                                                            *(f"http://outer.test:{web.port}/get{n}"
                                                              for n in range(len(forms))))})
    web.forget()
    result = context.run(*CHECK, "--allow-private", "127.0.0.1/32", *context.resolved("outer.test"), "--resolve",
                         f"inner.test:{web.port}:127.0.0.2", site)
    by_line = {one["line"]: one for one in result.rows}
    for n, form in enumerate(forms + [f"{one} after GET" for one in forms]):
        report.check("Safe 4, Safe 8, Option 20", f"a redirect to {form}", ("external-private", "private"),
                     tuple(by_line.get(n + 2, {}).get(key) for key in ("rule", "reason")), cut(result.err))
    report.check("Safe 4, Safe 6", "redirects to private addresses: connections", {("127.0.0.1", web.port)},
                 set(web.connections))
    # Of a name's addresses only the allowed ones are tried.
    web.plant("both.test", {"*": OK})
    site = context.site("both", {"index.html": links(f"http://both.test:{web.port}/x")})
    for order in ("127.0.0.2,127.0.0.1", "127.0.0.1,127.0.0.2", "10.1.2.3,127.0.0.1"):
        web.forget()
        result = context.run(*CHECK, "--allow-private", "127.0.0.1/32", "--resolve", f"both.test:{web.port}:{order}",
                             site)
        report.check("Safe 5, Option 19", f"a name with {order}", (0, [], {("127.0.0.1", web.port)}),
                     (result.code, [one["rule"] for one in result.rows], set(web.connections)), cut(result.err))
    web.forget()
    result = context.run(*CHECK, "--allow-private", "127.0.0.1/32", "--resolve",
                         f"both.test:{web.port}:127.0.0.2,10.0.0.1", site)
    report.check("Safe 6", "a name with private addresses only", (["external-private"], 0),
                 ([one["rule"] for one in result.rows], connections(context)), cut(result.err))
    if web.has_ipv6:
        web.forget()
        result = context.run(*CHECK, "--allow-private", "::1/128", "--resolve", f"both.test:{web.port}:127.0.0.1,[::1]",
                             site)
        report.check("Safe 5", "a name with 127.0.0.1 and ::1, ::1 allowed", (0, {("::1", web.port)}),
                     (result.code, set(web.connections)), cut(result.err))
    # A crawl allows the block of its start.
    port = web.port
    web.plant("127.0.0.1", {"/": page(links(f"http://127.0.0.2:{port}/two", "http://10.0.0.1/", "http://[fd00::1]/",
                                            "/x")), "/x": OK})
    web.plant("127.0.0.2", {"*": OK})
    crawl = [*CHECK, "--sitemaps", "off", f"http://127.0.0.1:{port}/"]
    web.forget()
    result = context.run(*crawl)
    rules = [(one["rule"], one["url"].split("/")[2]) for one in result.rows]
    report.check("Safe 7, Polite 8", "a loopback crawl allows all loopback and no other",
                 ([("external-private", "10.0.0.1"), ("external-private", "[fd00::1]")], 1),
                 (rules, len(web.asked("127.0.0.2"))), cut(result.err))
    web.forget()
    result = context.run(*crawl, "--allow-private", "127.0.0.1/32")
    rules = [(one["rule"], one["url"].split("/")[2]) for one in result.rows]
    report.check("Safe 8", "--allow-private replaces the block of the start",
                 ([("external-private", f"127.0.0.2:{port}"), ("external-private", "10.0.0.1"),
                   ("external-private", "[fd00::1]")], 0), (rules, len(web.asked("127.0.0.2"))), cut(result.err))
    web.forget()
    result = context.run(*crawl, "--allow-private", "10.0.0.0/8")
    report.check("Safe 8", "--allow-private without the start's block", (2, 0), (result.code, connections(context)),
                 cut(result.err))
    # A public-looking start that answers from a private address is asked (its block is allowed), its neighbours are not.
    web.plant("pub.test", {"/": page(links("/x", f"http://127.0.0.2:{port}/two")),
                           "/x": redirect(302, "http://10.0.0.1/")})
    web.forget()
    result = context.run(*CHECK, "--sitemaps", "off", *context.resolved("pub.test"), f"http://pub.test:{port}/")
    report.check("Safe 7, Safe 4, Crawl 26", "a crawl's redirect to another private block", ["external-private"],
                 [one["rule"] for one in result.rows], cut(result.err))
    # One public address is enough: the name's owner may have added the private ones.
    web.plant("localhost", {"/": OK})
    web.plant("multi.test", {"/": page(links(f"http://rebind.test:{port}/two", f"http://127.0.0.1:{port}/x"))})
    web.plant("rebind.test", {"*": OK})
    for name, start in (("public first", "8.8.8.8,127.0.0.1"), ("private first", "127.0.0.1,8.8.8.8"),
                        ("of both families", "127.0.0.1,[2606:4700::1111]")):
        web.forget()
        result = context.run(*CHECK, "--sitemaps", "off", "--connect-timeout", "0.3", "--resolve",
                             f"multi.test:{port}:{start}", *context.resolved("rebind.test"), f"http://multi.test:{port}/")
        report.check("Safe 7, Safe 16", f"a start with public and private addresses, {name}", (2, 0),
                     (result.code, connections(context)), cut(result.err))
    web.forget()
    result = context.run(*CHECK, "--sitemaps", "off", "--resolve", f"multi.test:{port}:127.0.0.2,127.0.0.1",
                         *context.resolved("rebind.test"), f"http://multi.test:{port}/")
    report.check("Safe 7, Safe 16", "a start whose addresses are all private opens their block",
                 (0, [], 1), (result.code, result.rows, len(web.asked("rebind.test"))), cut(result.err))
    web.plant("moved.test", {"/": redirect(302, "http://10.0.0.1/")})
    web.forget()
    result = context.run(*CHECK, "--sitemaps", "off", *context.resolved("moved.test"), f"http://moved.test:{port}/")
    report.check("Safe 7, Safe 16", "a start that redirects to another private block", (2, 1, True),
                 (result.code, connections(context), "its address is private" in result.err), cut(result.err))
    web.forget()
    result = context.run(*CHECK, "--sitemaps", "off", f"http://localhost:{port}/")
    report.check("Safe 7, Safe 16", "localhost is both of its addresses", True, connections(context) > 0, cut(result.err))
    # file: and ftp:.
    site = context.site("schemes", {"index.html": links("file:///etc/passwd", f"ftp://127.0.0.1:{port}/x",
                                                        f"gopher://127.0.0.1:{port}/x", f"ws://127.0.0.1:{port}/x")})
    web.forget()
    result = context.run(*CHECK, "--allow-private", "all", site)
    report.check("Safe 12, Address 3", "file:, ftp:, gopher: and ws: links: connections", 0, connections(context),
                 cut(result.err))


def limits(context: Context) -> None:
    web, report = context.web, context.report
    web.plant("limit.test", {
        "/line": Answer(headers=[("X-Long", "x" * 150_000)]), "/head": Answer(headers=[(f"X-{n}", "y" * 1000)
            for n in range(400)]), "/fine": Answer(headers=[("X-Long", "x" * 60_000)]),
        "/many": Answer(headers=[(f"X-{n}", "y" * 900) for n in range(200)]),
        "/never": Answer(raw=b"HTTP/1.1 200 OK\r\n" + b"X-Same: yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy\r\n" * 40_000, end="close"),
        "/status": Answer(raw=b"HTTP/1.1 200 " + b"z" * 200_000 + b"\r\n\r\n", end="close"),
        "/hundred": Answer(before=b"HTTP/1.1 100 Continue\r\n\r\n" * 50_000)})
    site = context.site("limits", {"index.html": links(*(f"http://limit.test:{web.port}/{one}"
                                                         for one in ("line", "head", "never", "status", "hundred",
                                                                     "fine", "many")))})
    result = context.run(*CHECK, "--allow-private", "all", *context.resolved("limit.test"), site, timeout=40)
    found = {one["line"]: one for one in result.rows}
    for line, name in ((2, "a line of 150 KB"), (3, "a head of 400 KB"), (4, "a head of 2 MB"),
                       (5, "a status line of 200 KB")):
        report.check("Safe 11", name, ("external-broken", "protocol"),
                     tuple(found.get(line, {}).get(key) for key in ("rule", "reason")),
                     f"exit {result.code}; {cut(found.get(line))} {cut(result.err)}")
    report.check("Safe 11", "50,000 heads with 100", True, result.code in (0, 1),
                 f"exit {result.code}; {cut(found.get(6))}")
    report.check("Safe 11", "a line of 60 KB, a head of 180 KB", [None, None], [found.get(7), found.get(8)])
    # Control characters in what servers say.
    evil = "\x1b]0;owned\x07\x1b[31m"
    web.plant("evil.test", {"/1": Answer(raw=f"HTTP/1.1 404 {evil}\r\nContent-Length: 0\r\n\r\n".encode(), end="close"),
                            "/2": redirect(302, f"app://{evil}"), "/3": redirect(302, f"http://[{evil}"),
                            "/4": Answer(headers=[("Content-Encoding", evil)], body=b"x"),
                            "/5": redirect(301, f"/y?{evil}"), "/y?%1B]0;owned%07%1B[31m": OK})
    site = context.site("evil", {"index.html": links(*(f"http://evil.test:{web.port}/{one}"
                                                       for one in ("1", "2", "3", "4#x", "5")))})
    for form in ("text", "json", "github", "markdown"):
        result = context.run("check", "--external", "check", "--allow-private", "all", "-v", "--retries", "0", "-f",
                             form, "--progress", "always", "--color", "never", *context.resolved("evil.test"), site)
        report.check("Safe 13", f"no control characters of a server in {form}",
                     says_not("\x1b\\]0", "\x07", "\x1b\\[31m"), result.text + result.err)


def floods(context: Context) -> None:
    """Frames and lines without end and without content: they end by themselves, and do not hold other hosts."""
    web, report = context.web, context.report
    web.plant("calm.test", {"*": page("<p id=a>", delay=0.02)})
    calm = [f"http://calm.test:{web.port}/{n}#a" for n in range(8)]
    if not context.ca:
        report.skip("Safe 17", "frames without end", "there is no openssl")
    for name in FRAMES if context.ca else ():
        with Endless(web.certificates["good"], name) as server:
            host = f"flood.good.test:{server.tls_port}"
            site = context.site("floods", {"index.html": links(*(f"https://{host}/{n}#a" for n in range(2)), *calm)})
            web.forget()
            result = context.run(*CHECK, "--allow-private", "all", "--timeout", "20", "--ca-file", context.ca, "--resolve",
                                 f"{host}:127.0.0.1", *context.resolved("calm.test"), site)
        # Without a guard libcurl works on, whatever the time-out is. On a loaded machine the server is too slow to need the guard.
        report.check("Safe 17", f"frames without end: {name}: processor time", True, result.processor < 2 * 20,
                     f"{result.processor:.1f} s, {result.seconds:.1f} s of time, {cut(result.err)}")
        report.check("Safe 17", f"frames without end: {name}: rows", set(),
                     {one["line"] for one in result.rows} - {2, 3}, cut(result.rows))
        report.check("Safe 17", f"frames without end: {name}: other hosts are asked", 8, len(web.asked("calm.test")))
    with Endless() as server:
        for name in LINES:
            site = context.site("lines", {"index.html": links(f"http://127.0.0.1:{server.port}/{name}#a", *calm)})
            web.forget()
            # Only a line that the server never ends is waited for; a short time-out would judge the load of the machine.
            result = context.run(*CHECK, "--allow-private", "all", "--timeout", "5" if name in NEVER_ENDED else "20",
                                 *context.resolved("calm.test"), site)
            report.check("Safe 17", f"lines without end: {name}: processor time", True, result.processor < 2 * 20,
                         f"{result.processor:.1f} s, {result.seconds:.1f} s of time, {cut(result.err)}")
            report.check("Safe 17", f"lines without end: {name}: other hosts", (set(), 8),
                         ({one["line"] for one in result.rows} - {2}, len(web.asked("calm.test"))), cut(result.rows))


def secrets(context: Context) -> None:
    web, report = context.web, context.report
    web.plant("lock.test", {"/in": lambda request: OK if "authorization" in request.headers else Answer(401),
                            "/gone": Answer(404), "/moved": redirect(301, "/inside"), "/inside": OK,
                            "/away": redirect(301, f"http://thief.test:{web.port}/steal"),
                            "/back": redirect(302, f"http://usr2:pw2secret@thief.test:{web.port}/own"),
                            "/hang": Answer(403), "/frag": page("<p id=a><p id=b>")})
    web.plant("thief.test", {"*": OK, "/own": Answer(404)})
    resolve = context.resolved("lock.test", "thief.test")
    secret = "usr1:pw1secret"
    urls = [f"http://{secret}@lock.test:{web.port}/{one}" for one in ("in", "gone", "moved", "away", "back", "hang",
                                                                      "frag#none")]
    site = context.site("secrets", {"index.html": links(*urls)})
    words = ("pw1secret", "usr1", "pw2secret", "usr2", "tok3secret", "jar4secret", "set5secret")
    web.plant("lock.test", {"/set": redirect(302, "/gone", ("Set-Cookie", "c=set5secret; Path=/"))})
    (context.folder / "secret-jar.txt").write_text("# Netscape HTTP Cookie File\nlock.test\tFALSE\t/\tFALSE\t0\tj\tjar4secret\n")
    web.forget()
    common = ["--allow-private", "all", "--retries", "0", *resolve, "--header",
              f"http://lock.test:{web.port}/ X-Token: tok3secret", "--cookie-jar", "secret-jar.txt", "--suggest",
              "archive", "--cache", "secret.db"]
    result = context.run("check", "--external", "check", "-f", "json", *common, "--progress", "always", "-v", site)
    by_line = {one["line"]: one for one in result.rows}
    for line, path in ((3, "/gone"), (4, "/moved"), (5, "/away"), (6, "/back"), (7, "/hang")):
        row = by_line.get(line, {})
        report.check("Redirect 9", f"userinfo is *** in the url of {path}", says(r"\*\*\*.*lock\.test"), row.get("url"),
                     cut(row))
        report.check("Redirect 9", f"userinfo stays in raw of {path}", urls[line - 2], row.get("raw"))
        rest = {key: value for key, value in row.items() if key not in ("raw", "context")}
        report.check("Redirect 9", f"no secret in the row of {path}", [], [word for word in words if word in str(rest)],
                     cut(rest))
    report.check("Redirect 9", "no secret on stderr", [], [word for word in words if word in result.err],
                 cut(result.err, 3000))
    report.check("Redirect 8", "the thief saw no userinfo of the lock", [],
                 [str(one.headers) for one in web.asked("thief.test") if "dXNyMTpwdzFzZWNyZXQ=" in str(one.headers)
                  or "tok3" in str(one.headers) or "jar4" in str(one.headers)])
    report.check("Redirect 8, Redirect 10, Option 15", "the lock saw all of them", [],
                 [str(one) for one in web.asked("lock.test") if not ("authorization" in one.headers
                                                                     and one.headers.get("x-token") == "tok3secret"
                                                                     and "jar4secret" in one.headers.get("cookie",
                                                                         ""))])
    cache = context.folder / "secret.db"
    kept = b"".join(path.read_bytes() for path in context.folder.glob("secret.db*"))
    report.check("Cache 11, Redirect 9", "no secret in the cache", (True, []),
                 (cache.exists(), [word for word in words if word.encode() in kept]))
    for form in ("text", "jsonl", "csv", "sarif", "junit", "github", "gitlab", "markdown", "html"):
        result = context.run("check", "--external", "check", "-f", form, *common, "--progress", "always", "-v", site)
        # Some forms have neither `raw` nor lines of the page.
        found = [word for word in words[0 if form in ("junit", "github", "gitlab", "markdown") else 2:]
                 if word in result.text]
        report.check("Redirect 9", f"no secret but the page's own text in {form}", [], found, cut(result.text))
        report.check("Redirect 9", f"userinfo is shown as *** in {form}", says(r"\*\\?\*\\?\*"), result.text,
                     cut(result.text))
        report.check("Redirect 9", f"no secret on stderr with {form}", [],
                     [word for word in words if word in result.err], cut(result.err))
    # A crawl with userinfo in its start.
    web.plant("lock.test", {"/": page(links("/gone", f"http://thief.test:{web.port}/x"))})
    web.forget()
    result = context.run("check", "--external", "check", "-f", "json", "--allow-private", "all", "--sitemaps", "off",
                         *resolve, "--progress", "always", "-v", f"http://{secret}@lock.test:{web.port}/")
    report.check("Redirect 8, Redirect 9", "userinfo of a crawl's start: no secret in the output", [],
                 [word for word in words if word in result.text + result.err], cut(result.text + result.err))
    for start in (f"http://{secret}@[::bad/", f"http://{secret}@a.test:99999/", f"http:///{secret}@[x/"):
        result = context.run("check", start)
        report.check("Redirect 9", "userinfo of a start that is no URL", (2, True, []),
                     (result.code, "***@" in result.err, [word for word in words if word in result.err]), result.err)
    report.check("Redirect 8", "userinfo of a crawl's start does not go elsewhere", [],
                 [str(one) for one in web.asked("thief.test") if "authorization" in one.headers])


def configuration(context: Context) -> None:
    web, report = context.web, context.report
    web.plant("config.test", {"*": Answer(404)})
    for key in ('external = "check"', f'proxy = "http://127.0.0.1:{web.port}"', 'cookie-jar = "jar.txt"',
                'ca-file = "ca.pem"', 'header = ["X: y"]', f'resolve = ["config.test:{web.port}:127.0.0.1"]',
                'allow-private = "all"', "insecure = true", 'cache = "cache.db"'):
        folder = context.folder / re.sub(r"\W+", "", key)[:20]
        (folder / "site").mkdir(parents=True)
        (folder / "site/index.html").write_text(f"<!doctype html><title>t</title>\n<a href='http://config.test:{web.port}/x'>x</a>")
        (folder / ".hrefkit.toml").write_text(f"[check]\n{key}\n")
        web.forget()
        result = context.program.run("check", "site", cwd=folder)
        name = key.split(" ")[0]
        report.check("Safe 14", f"{name} in a configuration that is read unasked", (2, 0),
                     (result.code, connections(context)), cut(result.err))
        report.check("Safe 14", f"the message names {name}, file, line and --config",
                     says(re.escape(name), r"\.hrefkit\.toml", r"\b2\b", "--config"), result.err)
        result = context.program.run("check", "--external", "check", "--allow-private", "127.0.0.0/8", "--resolve",
                                     f"config.test:{web.port}:127.0.0.1", "site", cwd=folder)
        report.check("Safe 14", f"{name} is refused with --external check, too", (2, 0),
                     (result.code, connections(context)), cut(result.err))
    folder = context.folder / "start"
    folder.mkdir()
    for text in (f'[check]\ninputs = ["http://127.0.0.1:{web.port}/"]\n',
                 f'inputs = ["http://127.0.0.1:{web.port}/"]\n',
                 f'[check]\ninput = ["http://127.0.0.1:{web.port}/"]\n'):
        (folder / ".hrefkit.toml").write_text(text)
        web.forget()
        result = context.program.run("check", cwd=folder)
        report.check("Safe 14", f"a start in a configuration that is read unasked ({text.split()[0]})", (2, 0),
                     (result.code, connections(context)), cut(result.err))
    # With --config it may.
    folder = context.folder / "trusted"
    (folder / "site").mkdir(parents=True)
    (folder / "site/index.html").write_text(f"<!doctype html><title>t</title>\n<a href='http://config.test:{web.port}/x'>x</a>")
    (folder / "my.toml").write_text(f'[check]\nexternal = "check"\nallow-private = "127.0.0.0/8"\nresolve = ["config.test:{web.port}:127.0.0.1"]\n')
    web.forget()
    result = context.program.run("check", "-f", "json", "--config", "my.toml", "site", cwd=folder)
    report.check("Safe 14", "--config may turn the network on", (1, ["external-broken"]),
                 (result.code, [one["rule"] for one in result.rows]), cut(result.err))
    # Harmless keys are taken unasked, and do nothing alone.
    (folder / ".hrefkit.toml").write_text("[check]\ntimeout = 5\nretries = 1\n")
    web.forget()
    result = context.program.run("check", "site", cwd=folder)
    report.check("Safe 14", "harmless keys of the network in a configuration", (True, 0, False),
                 (result.code in (0, 1), connections(context), "hosts are asked" in result.err), cut(result.err))
    # Where hosts are asked, the summary names those that change how.
    ask = ["check", "--external", "check", "--allow-private", "127.0.0.0/8", "--resolve", f"config.test:{web.port}:127.0.0.1"]
    (folder / ".hrefkit.toml").write_text('[check]\nuser-agent = "x"\naccept = "200-599"\ntimeout = 5\nrobots = "off"\n'
                                          "delay = 0\nper-host = 9\nretries = 1\n")
    for more, named in ((["--retries", "0"], "accept, delay, per-host, robots, user-agent"),
                        (["--accept", "200", "--delay", "0"], "per-host, retries, robots, user-agent"),
                        (["--config", ".hrefkit.toml"], "")):
        result = context.program.run(*ask, *more, "site", cwd=folder)
        phrase = f"options from .hrefkit.toml, which changes how hosts are asked ({named})"
        report.check("Safe 14", f"the summary names what changes how hosts are asked, with {more[0]}", bool(named),
                     phrase in result.err, cut(result.err))
    (folder / ".hrefkit.toml").write_text("[check]\ntimeout = 5\n")
    result = context.program.run(*ask, "site", cwd=folder)
    report.check("Safe 14", "a time-out is not named", (True, False),
                 ("options from .hrefkit.toml" in result.err, "hosts are asked" in result.err), cut(result.err))


def no_sockets(context: Context) -> None:
    report, web = context.report, context.web
    strace = shutil.which("strace")
    works = strace and os.system(f"{strace} -o /dev/null true 2>/dev/null") == 0
    if not works:
        report.skip("Safe 15", "no socket without the network", "there is no strace that works here")
        return
    web.plant("trace.test", {"*": OK})
    site = context.site("traced", {"index.html": links(f"http://trace.test:{web.port}/x", "https://example.org/",
                                                       "/y.html"), "y.html": "<p id=x>"})

    def sockets(*arguments: object) -> list[str]:
        log = context.folder / "strace.log"
        context.program.run(*arguments, cwd=context.folder, prefix=[strace, "-f", "-e",
                                                                    "trace=socket,connect,sendto,sendmsg", "-o",
                                                                    str(log)])
        return [line for line in log.read_text(errors="replace").splitlines()
                if re.search(r"AF_INET|AF_NETLINK|AF_PACKET|connect\(", line)]

    for label, arguments in (("check FOLDER", ["check", site]), ("--external list",
                                                                 ["check", "--external", "list", site]),
                                                                 ("options of the network alone",
                                                                  ["check", "--timeout", "5", "--cache", "x.db",
                                                                   "--resolve", f"trace.test:{web.port}:127.0.0.1",
                                                                   site]),
                             ("resolve", ["resolve", site]), ("url", ["url", "http://trace.test/"]),
                             ("base", ["base", site]), ("help", ["check", "--help"])):
        report.check("Safe 15, Input 4", f"no socket: {label}", [], sockets(*arguments)[:5])
    found = sockets("check", "--external", "check", "--allow-private", "all", "--resolve",
                    f"trace.test:{web.port}:127.0.0.1", "--exclude-url", "example", site)
    report.check("Safe 15", "strace sees sockets where they are asked for", True, bool(found), "the test itself works")
    private = sockets("check", "--external", "check", "--resolve", f"trace.test:{web.port}:127.0.0.1", "--exclude-url",
                      "example", site)
    report.check("Safe 6, Safe 9", "no connect to a private address", [],
                 [line for line in private if "connect(" in line and f"htons({web.port})" in line])


def run(context: Context) -> None:
    run_parts(context, addresses, limits, floods, secrets, configuration, no_sockets)
