"""Planted behaviours for `check --external check FOLDER`: what a server does, the row it must give, and what it must see.

A case has a host of its own (@h@ in texts: NAME.test:PORT; @b@ and @c@ are two more hosts, @www@ is www.NAME.test; @tls@
is the host on the TLS port). A link that begins with / is on @h@. `asks` is what the servers see, in order, as "METHOD
path", with "b:" and so on before it for other hosts; a tuple is any order. `options` are those of the run; cases with the
same options share one.
"""
import dataclasses
import email.utils
import re
import time
import typing

from harness import ANY, says, row
from web import Answer, Request, gzipped, page, redirect

OK = page("<p id=a>fine</p>")


@dataclasses.dataclass
class Case:
    clauses: str
    name: str
    links: list
    script: dict
    rows: list
    asks: object = ANY
    options: str = ""
    b: dict = dataclasses.field(default_factory=dict)
    c: dict = dataclasses.field(default_factory=dict)
    www: dict = dataclasses.field(default_factory=dict)
    kind: str = ""                # of the certificate: the host is NAME.KIND.test
    headers: dict = dataclasses.field(default_factory=dict)  # of the first request: name -> expectation, None: absent
    after: typing.Callable | None = None  # (requests, report, case): more to look at
    html: str | None = None       # the page, in place of one link a line
    pages: int = 1                # so many copies of the page
    hellos: int = 0               # TLS handshakes that the server saw


CASES: list[Case] = []


def case(clauses: str, name: str, link, script, rows=None, asks=ANY, options: str = "", **more) -> None:
    links = link if isinstance(link, list) else [link]
    if not isinstance(script, dict) or None in script or "HEAD" in script:
        script = {"/x": script}
    rows = rows if isinstance(rows, list) else [rows] * len(links)
    CASES.append(Case(clauses, name, links, script, rows, asks, options, **more))


def head_then(head, get) -> dict:
    return {"HEAD": head, None: get}


def broken(status, reason="status", **more) -> dict:
    return row("external-broken", status, reason, **more)


def blocked(status, reason, **more) -> dict:
    return row("external-blocked", status, reason, **more)


EMPTY = Answer(raw=b"", end="close")
RESET = Answer(raw=b"", end="reset")
NONSENSE = Answer(raw=b"SSH-2.0-OpenSSH_9.2\r\nhello\r\n", end="close")
NO_RETRIES = "--retries 0"
SHORT = "--timeout 1.5 --retries 0"

# One hop 3 and 8: what is accepted.
for status in (200, 201, 202, 203, 204, 205, 206, 226, 299):
    case("One hop 3, One hop 8", f"HEAD {status}", "/x", Answer(status), None, ["HEAD /x"])
case("One hop 3", "HEAD 200 where GET is 404", "/x", head_then(OK, Answer(404)), None, ["HEAD /x"])
case("One hop 3, Option 2", "--accept replaces", ["/x", "/y", "/z", "/w"],
     {"/x": Answer(404), "/y": Answer(200), "/z": Answer(418), "/w": Answer(421)},
     [None, broken(200), None, broken(421)],
     ("HEAD /x", "HEAD /y", "GET /y", "HEAD /z", "HEAD /w", "GET /w"), "--accept 404,410-420")
case("One hop 3, Option 2", "--accept 429 takes it as it is", "/x", Answer(429), None, ["HEAD /x"],
     "--accept 200-299,429")

# One hop 4: HEAD lies.
for status in (400, 403, 404, 405, 410, 500, 501, 502, 503, 999):
    case("One hop 4", f"HEAD {status}, GET 200", "/x", head_then(Answer(status), OK), None, ["HEAD /x", "GET /x"])
for name, answer in (("closed", EMPTY), ("reset", RESET), ("nonsense", NONSENSE)):
    case("One hop 4", f"HEAD {name}, GET 200, no retries", "/x", head_then(answer, OK), None, ["HEAD /x", "GET /x"],
         NO_RETRIES)
case("One hop 4", "HEAD 404, GET 404", "/x", Answer(404), broken(404), ["HEAD /x", "GET /x"])
case("One hop 4", "HEAD 200 with a body", "/x",
     head_then(Answer(raw=b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"), OK), None, ["HEAD /x"])
case("One hop 4, One hop 5", "HEAD 429 waits, then GET", "/x", head_then(Answer(429), OK), None, ["HEAD /x", "GET /x"])
case("One hop 4", "HEAD 429, no retries", "/x", head_then(Answer(429), OK), blocked(429, "rate"), ["HEAD /x"],
     NO_RETRIES)
case("One hop 4, One hop 5", "HEAD 503 with Retry-After, no retries", "/x",
     head_then(Answer(503, [("Retry-After", "1")]), OK), row("external-broken", 503, ANY), ["HEAD /x"], NO_RETRIES)
case("One hop 4", "HEAD 404 with Retry-After", "/x", head_then(Answer(404, [("Retry-After", "1")]), OK), broken(404),
     ["HEAD /x"])
case("One hop 4, One hop 5", "HEAD times out, no retries", "/x", head_then(Answer(end="hang"), OK),
     row("external-timeout", None, "timeout"), ["HEAD /x"], SHORT)
case("One hop 4", "a reused connection that closes is not asked twice", ["/a", "/x"],
     {"/a": OK, "/x": head_then(EMPTY, OK)}, None, ("HEAD /a", "HEAD /x", "GET /x"), "--per-host 1 --retries 0")
case("One hop 4, One hop 5, Polite 7", "a reused connection that is reset is asked again by the rules alone", ["/a", "/x"],
     {"/a": OK, "/x": RESET}, [None, broken(None, "reset")], ["HEAD /a", "HEAD /x", "GET /x", "GET /x", "GET /x"],
     "--per-host 1")

# One hop 5: transient answers.
for status in (408, 425, 429, 500, 502, 503, 504):
    case("One hop 5, Option 5", f"{status} twice, then 200", "/x", [Answer(status), Answer(status), OK], None,
         ["HEAD /x", "GET /x", "GET /x"])
case("One hop 5", "500 for ever", "/x", Answer(500), broken(500), ["HEAD /x", "GET /x", "GET /x", "GET /x"])
case("One hop 5", "503 for ever", "/x", Answer(503), broken(503), ["HEAD /x", "GET /x", "GET /x", "GET /x"])
case("One hop 5, One hop 6", "429 for ever", "/x", Answer(429), blocked(429, "rate"), ["HEAD /x", "GET /x", "GET /x"])
case("One hop 5, Option 5", "500 for ever, --retries 0", "/x", Answer(500), broken(500), ["HEAD /x", "GET /x"],
     NO_RETRIES)
case("One hop 5, Option 5", "500 four times, --retries 4", "/x", [Answer(500)] * 5 + [OK], None,
     ["HEAD /x"] + ["GET /x"] * 5, "--retries 4")
case("One hop 5, Row 2", "closed for ever", "/x", EMPTY, broken(None, "empty"),
     ["HEAD /x", "GET /x", "GET /x", "GET /x"])
case("One hop 5, Row 2", "reset for ever", "/x", RESET, broken(None, {"reset", "empty"}),
     ["HEAD /x", "GET /x", "GET /x", "GET /x"])
case("One hop 7, Option 3", "a stalled page that has all that is wanted", "/x#a",
     Answer(raw=b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 9000\r\n\r\n<p id=a><p id=b>",
            end="hang"), None, ["GET /x"], SHORT)
case("One hop 5", "closed, then 200", "/x", [EMPTY, EMPTY, OK], None, ["HEAD /x", "GET /x", "GET /x"])
case("One hop 5, Row 2", "refused", "http://@name@:@refused@/x", {}, broken(None, "refused"), [])
case("One hop 5, Row 2", "a name that is nowhere", "http://@name@.invalid/x", {}, broken(None, "dns"), [])
case("One hop 5", "a head that is cut", "/x", Answer(raw=b"HTTP/1.1 200 OK\r\nContent-Ty", end="close"),
     row("external-broken", ANY, {"truncated", "empty", "reset", "protocol"}))
case("One hop 6, Row 2", "nonsense is not retried", "/x", NONSENSE, broken(None, "protocol"), ["HEAD /x", "GET /x"])
case("One hop 6", "a status line without a number", "/x", Answer(raw=b"HTTP/1.1 abc OK\r\n\r\n", end="close"),
     broken(ANY, "protocol"))
case("One hop 5", "501 is not transient", "/x", Answer(501), broken(501), ["HEAD /x", "GET /x"])


def gap_of(low: float) -> typing.Callable:
    def look(requests: list[Request], report, found: Case) -> None:
        times = [one.time for one in requests]
        gaps = [later - earlier for earlier, later in zip(times, times[1:])]
        report.check(found.clauses, found.name + ": the wait", lambda value: bool(value) and max(value) >= low, gaps,
                     f"at least one gap of {low} s")
    return look


def doubled(requests: list[Request], report, found: Case) -> None:
    times = [one.time for one in requests]
    gaps = [round(later - earlier, 3) for earlier, later in zip(times, times[1:])]
    report.check(found.clauses, found.name + ": the waits", True, len(gaps) == 4 and gaps[1] >= 0.28
                 and gaps[2] >= 0.57 and
                 gaps[3] >= 1.15, f"gaps {gaps}, expected none, 0.3, 0.6, 1.2")


case("One hop 5, Polite 5", "Retry-After in seconds", "/x", [Answer(429, [("Retry-After", "1")]), OK], None,
     ["HEAD /x", "GET /x"], after=gap_of(0.95))
case("One hop 5", "Retry-After as a date", "/x",
     lambda request, seen=[]: OK if seen or seen.append(1) else Answer(
         503, [("Retry-After", email.utils.formatdate(time.time() + 2, usegmt=True))]), None, ["HEAD /x", "GET /x"],
     after=gap_of(0.8))
case("One hop 5", "Retry-After in the past", "/x", [Answer(503, [("Retry-After", "Mon, 06 Nov 1995 08:49:37 GMT")]),
                                                    OK], None,
     ["HEAD /x", "GET /x"])
case("One hop 5", "Retry-After that is no time", "/x",
     lambda request, seen=[]: OK if len(seen) > 1 or seen.append(1) else Answer(503, [("Retry-After", "soon")]), None,
     ANY)
case("One hop 5, Option 6, Input 8", "--retry-wait doubles", "/x", [Answer(500)] * 4 + [OK], None,
     ["HEAD /x"] + ["GET /x"] * 4, "--retry-wait 0.3 --retries 3", after=doubled)
LONG = [("Retry-After", "3600")]
case("One hop 10, Option 7", "a 429 with a long Retry-After closes the origin", ["/x", "/y", "/z"],
     {"*": Answer(429, LONG)},
     [blocked(429, "rate"), blocked(ANY, "rate"), blocked(ANY, "rate")], lambda seen: len(seen) == 1, "--per-host 1")
case("One hop 10, One hop 2", "a wall's 429 with a long Retry-After closes the origin", ["/x", "/y"],
     {"/x": Answer(429, [("cf-mitigated", "challenge"), *LONG]), "/y": OK},
     [blocked(429, "wall"), blocked(None, "rate")], ["HEAD /x"], "--per-host 1")
for name, answer, expected in (
        ("a redirect", redirect(302, "/z", ("Retry-After", "1")), None),
        ("a wall", Answer(403, [("cf-mitigated", "challenge"), ("Retry-After", "1")]), blocked(403, "wall")),
        ("a 404", Answer(404, [("Retry-After", "1")]), broken(404))):
    case("Polite 5", f"Retry-After of {name} stops the origin", ["/x", "/y"], {"/x": answer, "/y": OK, "/z": OK},
         [expected, None], ANY, "--per-host 1",
         after=lambda requests, report, found: report.check(
             found.clauses, found.name + ": starts", lambda gap: gap >= 0.9,
             requests[1].time - requests[0].time if len(requests) > 1 else -1))
case("One hop 10", "a 503 with a long Retry-After closes nothing", ["/x", "/y"], {"/x": Answer(503, LONG), "/y": OK},
     [blocked(503, {"rate", "status"}), None], ("HEAD /x", "HEAD /y"))
case("One hop 10, Option 7", "a Retry-After below --max-wait is obeyed", "/x",
     [Answer(429, [("Retry-After", "2")]), OK], None,
     ["HEAD /x", "GET /x"], after=gap_of(1.95))

# One hop 6: final answers.
for status in (401, 402, 403, 407, 451, 999):
    case("One hop 6, Rule 6", f"{status} is blocked", "/x", Answer(status), blocked(status, "status"),
         ["HEAD /x", "GET /x"] + ["GET /x"] * (status == 403))
for status in (300, 304, 305, 400, 406, 409, 410, 418, 421, 422, 431, 501, 505, 511, 599, 600):
    case("One hop 6, Row 1", f"{status} is broken", "/x", Answer(status), broken(status),
         ["HEAD /x", "GET /x"] + ["GET /x"] * (status == 406))
case("One hop 6", "408 for ever is a time-out", "/x", Answer(408), row("external-timeout", 408, {"timeout", "status"}),
     ["HEAD /x", "GET /x", "GET /x", "GET /x"])
case("One hop 6, Option 3, Row 2", "no answer", "/x", Answer(end="hang"), row("external-timeout", None, "timeout"),
     ["HEAD /x"],
     SHORT)
case("One hop 5, Option 3", "no answer, then one", "/x", [Answer(end="hang"), OK], None, ["HEAD /x", "GET /x"],
     "--timeout 1.5 --retries 1")
case("One hop 6, Option 3", "a head that does not end", "/x", Answer(raw=b"HTTP/1.1 200 OK\r\nX: ", end="hang"),
     row("external-timeout", ANY, "timeout"), ANY, SHORT)
case("Option 3", "a slow body that is not wanted is no time-out", "/x",
     head_then(Answer(405), page("<p>x</p>" * 40, piece=20, pause=0.3)), None, ["HEAD /x", "GET /x"], SHORT)
case("Option 3, One hop 9", "a slow body that is wanted is a time-out", "/x#late",
     page("<p>x</p>" * 60 + "<p id=late>", piece=20, pause=0.3), row("external-timeout", ANY, "timeout"), ["GET /x"],
     SHORT)
STALLED = Answer(raw=b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 9000\r\n\r\n<p id=a><p id=b>",
                 end="hang")
case("Option 3, One hop 9", "a stalled page is there for links that want no more of it", ["/x", "/x#a", "/x#late", "/x#"],
     STALLED, [None, None, row("external-timeout", 200, "timeout"), None], ["GET /x"], SHORT)
case("Option 3, One hop 9", "a stalled page to which a redirect leads", ["/x", "/x#late"],
     {"/x": redirect(301, "/y"), "/y": STALLED},
     [row("external-redirected", 200, ANY, "http://@h@/y", "http://@h@/y"),
      row("external-timeout", 200, "timeout", "http://@h@/y")], ["GET /x", "GET /y"], SHORT)
case("Option 4", "no connection in --connect-timeout", "http://@name@:@full@/x", {},
     row("external-timeout", None, "timeout"), [],
     "--timeout 30 --connect-timeout 1 --retries 0")

# One hop 1: redirects without Location.
for status in (301, 302, 303, 307, 308):
    case("One hop 1", f"{status} without Location, with a body", "/x", Answer(status, body=b"<p>here"), None,
         ["HEAD /x", "GET /x"])
case("One hop 1", "301 without Location, empty", "/x", Answer(301), row("external-broken", 301, ANY),
     ["HEAD /x", "GET /x"])
case("One hop 1", "300 with Location is not followed", "/x", Answer(300, [("Location", "/y")]), broken(300), ANY)

# One hop 2: walls.
WALL = [("cf-mitigated", "challenge")]
for status in (200, 403, 429, 503):
    case("One hop 2", f"cf-mitigated with {status}", "/x", Answer(status, WALL), blocked(status, "wall"), ["HEAD /x"])
case("One hop 2", "x-amzn-waf-action", ["/x", "/y"], {"/x": Answer(202, [("X-Amzn-Waf-Action", "challenge")]),
     "/y": Answer(405, [("x-amzn-waf-action", "captcha")])}, [blocked(202, "wall"), blocked(405, "wall")],
     ("HEAD /x", "HEAD /y"))
case("One hop 2", "a wall that only GET meets", "/x", head_then(Answer(404), Answer(403, WALL)), blocked(403, "wall"),
     ["HEAD /x", "GET /x", "GET /x"])
case("One hop 2", "cf-mitigated with another value", "/x", Answer(404, [("cf-mitigated", "none")]), broken(404),
     ["HEAD /x", "GET /x"])
case("One hop 2, Rule 5", "a wall after a redirect", "/x", {"/x": redirect(301, "/y"), "/y": Answer(503, WALL)},
     blocked(503, "wall", final="http://@h@/y"), ["HEAD /x", "HEAD /y"])

# One hop 7: headers.
case("One hop 7, Option 14", "headers of a request", "/x", OK, None, ["HEAD /x"], headers={
    "accept": "text/html,application/xhtml+xml,*/*;q=0.8", "accept-language": "en", "accept-encoding": says("gzip"), "range": None,
    "referer": None,
    "user-agent": says(r"^hrefkit/[0-9.]+$"), "cookie": None, "authorization": None,
    "host": "@h@"})
case("One hop 7, Option 14", "headers of a GET", "/x#a", OK, None, ["GET /x"], headers={
    "accept": "text/html,application/xhtml+xml,*/*;q=0.8", "range": None, "referer": None,
    "user-agent": lambda value: "link" not in str(value).lower() and "bot" not in str(value).lower()})
case("Option 14", "--user-agent", "/x", OK, None, ["HEAD /x"], "--user-agent Other/1.0",
     headers={"user-agent": "Other/1.0"})


def by_agent(browser, other):
    """What calls itself Mozilla gets `browser`."""
    return lambda request: browser if "Mozilla" in request.headers.get("user-agent", "") else other


ANUBIS = page('<script id="anubis_challenge" type="application/json">{}</script>')


def asked_again_as_mozilla(requests, report, found) -> None:
    agents = " ".join(request.headers["user-agent"] for request in requests)
    report.check(found.clauses, found.name + ": names", True,
                 bool(re.fullmatch(r"(hrefkit/[0-9.]+) Mozilla/5\.0 \(compatible; \1\)", agents)), agents)


case("Option 14", "a server that wants a browser", "/x#a", by_agent(OK, Answer(403)), None, ["GET /x", "GET /x"],
     after=asked_again_as_mozilla)
case("Option 14", "a server that wants a browser, by 406", "/x", by_agent(OK, Answer(406)), None,
     ["HEAD /x", "GET /x", "GET /x"])
case("Option 14", "a server that refuses both names", "/x", Answer(403), blocked(403, "status"),
     ["HEAD /x", "GET /x", "GET /x"])
case("Option 14", "with --user-agent no other is sent", "/x", Answer(403), blocked(403, "status"),
     ["HEAD /x", "GET /x"], "--user-agent Other/1.0")
case("Option 14, One hop 2", "a wall for browsers alone", ["/x#a", "/y#none", "/gone"],
     {"/x": by_agent(ANUBIS, OK), "/y": by_agent(ANUBIS, page("<p id=a><p id=b>text")),
      "/gone": by_agent(ANUBIS, Answer(404))},
     [None, row("external-fragment", 200), broken(404)], ("GET /x", "GET /y", "HEAD /gone", "GET /gone"))
case("Option 14, One hop 2", "a wall that answers 200 to all", "/x#a", ANUBIS, blocked(200, "wall"), ["GET /x", "GET /x"])
case("One hop 7", "no coding comes as asked", "/x#a", gzipped(OK), None, ["GET /x"])

# One hop 8, Option 1.
case("One hop 8", "a fragment needs GET", "/x#a", OK, None, ["GET /x"])
case("Option 1", "--method get", "/x", OK, None, ["GET /x"], "--method get")
case("Option 1, One hop 4", "--method head does not GET", ["/x", "/y"], {"/x": head_then(Answer(405), OK), "/y": OK},
     [broken(405), None], ("HEAD /x", "HEAD /y"), "--method head")

# One hop 9: bodies.


def little(limit: int) -> typing.Callable:
    def look(requests: list[Request], report, found: Case) -> None:
        sent = max((one.sent for one in requests), default=0)
        report.check(found.clauses, found.name + ": bytes sent", lambda value: value < limit, sent,
                     f"fewer than {limit}")
    return look


ENDLESS = b"<p>more of this page</p>\n" * 2000
case("One hop 9", "an endless body with the id early", "/x#a", page("<p id=a>", endless=ENDLESS), None, ["GET /x"],
     after=little(5_000_000))
case("One hop 9, Polite 7", "an endless body that nobody wants", "/x",
     head_then(Answer(404), page("", endless=ENDLESS)), None,
     ["HEAD /x", "GET /x"], after=little(5_000_000))
case("One hop 9, Fragment 10, Option 21", "an endless body without the id", "/x#none",
     page("<p id=a><p id=b>", endless=ENDLESS),
     blocked(200, "body-limit"), ["GET /x"], "--max-body 200K", after=little(8_000_000))
case("Option 21, Fragment 10", "--max-body counts decoded bytes", "/x#none",
     gzipped(page("<p id=a><p id=b>" + "<p>zip</p>" * 200_000)),
     blocked(200, "body-limit"), ["GET /x"], "--max-body 200K")
case("One hop 9", "until all fragments are seen", ["/x#a", "/x#z"], page("<p id=a>" + "<p>.</p>" * 5000 + "<p id=z>"),
     None,
     ["GET /x"])
case("One hop 9", "a big body below the limit", ["/x#z", "/x#none"], page("<p>.</p>" * 100_000 + "<p id=y><p id=z>"),
     [None, row("external-fragment", 200, ANY, suggestion=ANY)], ["GET /x"])
case("One hop 3", "answers 103 and 100 before the head", "/x",
     Answer(before=b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </s.css>; rel=preload\r\n\r\n"),
     None, ["HEAD /x"])
case("One hop 3", "HTTP/1.0 without a length", "/x#a",
     Answer(raw=b"HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n<p id=a>",
     end="close"), None, ["GET /x"])
case("One hop 3", "a chunked body", "/x#a", page("<p>.</p>" * 100 + "<p id=a>", chunked=True, piece=100), None,
     ["GET /x"])

# Redirects.
for label, location, end in (("relative", "y", "/d/y"), ("parent", "../y", "/y"), ("query", "?q=1", "/d/x?q=1"),
                             ("backslash", "\\y", "/y"), ("spaces around", "  /y  ", "/y"),
                             ("tab inside", "/a\tb.html", "/ab.html"),
                             ("space inside", "/a b", "/a%20b"), ("same scheme without slashes", "http:y", "/d/y"),
                             ("dots", "/k/./l/../y", "/k/y"), ("UTF-8", "/é".encode().decode("latin-1"), "/%C3%A9"),
                             ("pipe and brackets", "/y?[a|b]", "/y?[a|b]")):
    case("Redirect 1, Redirect 15", f"Location: {label}", "/d/x", {"/d/x": redirect(302, location), end: OK}, None,
         ["HEAD /d/x", f"HEAD {end}"])
case("Redirect 1", "Location: another host without a scheme", "/x", {"/x": redirect(302, "//@b@/y")}, None,
     ["HEAD /x", "b:HEAD /y"], b={"/y": OK})
case("Redirect 2", "the link's fragment stays", "/x#a", {"/x": redirect(302, "/y"), "/y": OK}, None,
     ["GET /x", "GET /y"])
case("Redirect 2, Row 3", "the link's fragment stays and is missing", "/x#none",
     {"/x": redirect(302, "/y"), "/y": page("<p id=a><p id=b>")},
     row("external-fragment", 200, ANY, final={"http://@h@/y", "http://@h@/y#none"}, suggestion=ANY),
     ["GET /x", "GET /y"])
case("Redirect 2", "Location's fragment wins", "/x#none", {"/x": redirect(302, "/y#a"), "/y": OK}, None,
     ["GET /x", "GET /y"])
case("Redirect 2, Row 3", "Location's fragment wins and is missing", "/x#a",
     {"/x": redirect(302, "/y#none"), "/y": page("<p id=a><p id=b>")},
     row("external-fragment", 200, ANY, final={"http://@h@/y", "http://@h@/y#none"}, suggestion=ANY,
         message=says("no element with the id or name 'none'")),
     ["GET /x", "GET /y"])
for label, location in (("ftp", "ftp://@h@/y"), ("mailto", "mailto:a@example.org"),
                        ("javascript", "javascript:alert(1)"),
                        ("file", "file:///etc/passwd"), ("data", "data:text/html,x"), ("unknown", "app://open")):
    case("Redirect 3, Safe 12", f"a redirect to {label}", "/x", redirect(302, location),
         row("external-broken", 302, "redirect-scheme", final=ANY), ["HEAD /x"])
for label, location in (("a bad host", "http://[::1/"), ("a host with a space", "http://a b/"),
                        ("a bad port", "http://@name@:99999/")):
    case("Redirect 4", f"a redirect to {label}", "/x", redirect(302, location),
         row("external-broken", 302, "redirect-url", final=ANY), ["HEAD /x"])


def chain(length: int, end: Answer, status: int = 302) -> dict:
    """/0 leads to /1 and so on by so many redirects."""
    return {**{f"/{n}": redirect(status, f"/{n + 1}") for n in range(length)}, f"/{length}": end}


case("Redirect 5", "20 redirects", "/0", chain(20, OK), None, [f"HEAD /{n}" for n in range(21)])
case("Redirect 5", "21 redirects", "/0", chain(21, OK), row("external-broken", 302, "redirect-limit", final=ANY),
     [f"HEAD /{n}" for n in range(21)])
case("Redirect 5, Option 8", "--max-redirects", ["/1", "/0"], chain(4, OK),
     [None, row("external-broken", 302, "redirect-limit", final=ANY)],
     ("HEAD /0", "HEAD /1", "HEAD /2", "HEAD /3", "HEAD /1", "HEAD /2", "HEAD /3", "HEAD /4"), "--max-redirects 3")
case("Redirect 6", "a redirect to itself", "/x", redirect(302, "/x"),
     row("external-broken", 302, "redirect-loop", final=ANY), ["HEAD /x"])
case("Redirect 6", "a redirect to itself with another fragment", "/x", redirect(302, "/x#y"),
     row("external-broken", 302, "redirect-loop", final=ANY), ANY)
case("Redirect 6", "a loop of two", "/x", {"/x": redirect(301, "/y"), "/y": redirect(301, "/x")},
     row("external-broken", 301, "redirect-loop", final=ANY, suggestion=ANY), ["HEAD /x", "HEAD /y"])


def cookie_wall(request: Request) -> Answer:
    return OK if "seen=1" in request.headers.get("cookie", "") else redirect(302, request.path,
        ("Set-Cookie", "seen=1; Path=/"))


case("Redirect 6, Redirect 7", "a redirect to itself that sets a cookie", "/x", cookie_wall, None,
     ["HEAD /x", "HEAD /x"])
case("Redirect 7", "each chain has its own cookies", ["/x", "/y"], {"/x": cookie_wall, "/y": cookie_wall}, None,
     ("HEAD /x", "HEAD /x", "HEAD /y", "HEAD /y"), "--per-host 1")


def cookies_seen(*wanted: str) -> typing.Callable:
    """The cookies of the last request."""
    def look(requests: list[Request], report, found: Case) -> None:
        line = requests[-1].headers.get("cookie", "") if requests else "no request"
        report.check(found.clauses, found.name + ": cookies", sorted(wanted),
                     sorted(one for one in line.split("; ") if one))
    return look


case("Redirect 7", "cookies by path, domain, age and Secure", "/x", {
    "/x": redirect(302, "/in/y", ("Set-Cookie", "all=1; Path=/"), ("Set-Cookie", "in=1; Path=/in"),
                   ("Set-Cookie", "out=1; Path=/out"), ("Set-Cookie", "other=1; Domain=other.test"),
                   ("Set-Cookie", "gone=1; Max-Age=0"), ("Set-Cookie", "safe=1; Secure"),
                   ("Set-Cookie", "suffix=1; Domain=test"), ("Set-Cookie",
                                                             "old=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT")),
    "/in/y": OK}, None, ["HEAD /x", "HEAD /in/y"], after=cookies_seen("all=1", "in=1"))
case("Redirect 7", "cookies stay with their host", "/x", {"/x": redirect(302, "http://@b@/y",
    ("Set-Cookie", "a=1; Path=/"))}, None,
     ["HEAD /x", "b:HEAD /y"], b={"/y": OK}, after=cookies_seen())
case("Redirect 14, Row 3", "301", "/x", {"/x": redirect(301, "/y"), "/y": OK},
     row("external-redirected", 200, ANY, "http://@h@/y", "http://@h@/y"), ["HEAD /x", "HEAD /y"])
case("Redirect 14", "308", "/x", {"/x": redirect(308, "/y"), "/y": OK},
     row("external-redirected", 200, ANY, "http://@h@/y", "http://@h@/y"))
case("Redirect 14", "301 to another host", "/x", {"/x": redirect(301, "http://@b@/y")},
     row("external-redirected", 200, ANY, "http://@b@/y", "http://@b@/y"), ["HEAD /x", "b:HEAD /y"], b={"/y": OK})
case("Redirect 14", "301 with the link's fragment", "/x#a", {"/x": redirect(301, "/y"), "/y": OK},
     row("external-redirected", 200, ANY, {"http://@h@/y", "http://@h@/y#a"}, "http://@h@/y#a"))
case("Redirect 14", "301, 308, 200", "/0", {"/0": redirect(301, "/1"), "/1": redirect(308, "/2"), "/2": OK},
     row("external-redirected", 200, ANY, "http://@h@/2", "http://@h@/2"))
case("Redirect 14", "301, 302, 200: the suggestion is before the 302", "/0",
     {"/0": redirect(301, "/1"), "/1": redirect(302, "/2"), "/2": OK},
     row("external-redirected", 200, ANY, "http://@h@/2", "http://@h@/1"))
case("Redirect 14, Redirect 15", "302, 301, 200", "/0", {"/0": redirect(302, "/1"), "/1": redirect(301, "/2"),
                                                         "/2": OK}, None)
case("Redirect 14, Address 1", "301: each link has its own fragment", ["/x#a", "/x#b"],
     {"/x": redirect(301, "/y"), "/y": page("<p id=a><p id=b>")},
     [row("external-redirected", 200, ANY, {"http://@h@/y", "http://@h@/y#a"}, "http://@h@/y#a"),
      row("external-redirected", 200, ANY, {"http://@h@/y", "http://@h@/y#b"}, "http://@h@/y#b")], ["GET /x", "GET /y"])
for status in (302, 303, 307):
    case("Redirect 15", f"{status}", "/x", {"/x": redirect(status, "/y"), "/y": OK}, None, ["HEAD /x", "HEAD /y"])
case("Redirect 14, Rule 5", "301 to a 404", "/x", {"/x": redirect(301, "/y"), "/y": Answer(404)},
     broken(404, final="http://@h@/y"), ["HEAD /x", "HEAD /y", "GET /y"])
case("Rule 5", "301 to a missing fragment", "/x#none", {"/x": redirect(301, "/y"), "/y": page("<p id=a><p id=b>")},
     row("external-fragment", 200, ANY, final={"http://@h@/y", "http://@h@/y#none"}, suggestion=ANY))
case("One hop 4, Redirect 1", "HEAD is bad after a redirect", "/x",
     {"/x": redirect(302, "/y"), "/y": head_then(Answer(405), OK)}, None,
     ["HEAD /x", "HEAD /y", "GET /y"])
case("One hop 4, Redirect 1", "HEAD is 404, GET a redirect", "/x", {"/x": head_then(Answer(404), redirect(302, "/y")),
                                                                    "/y": OK}, None)

# Redirect 12, 13: log-ins and soft 404.
for segment in ("login", "log-in", "signin", "sign-in", "sso", "oauth", "authorize", "saml", "servicelogin"):
    case("Redirect 12", f"a redirect to {segment}", "/doc/x", {"/doc/x": redirect(302, f"/a/{segment}?next=x"),
                                                               f"/a/{segment}?next=x": OK},
         blocked(200, "login", final=f"http://@h@/a/{segment}?next=x"))
case("Redirect 12, Rule 5", "a permanent redirect to a log-in of another host", "/x",
     {"/x": redirect(301, "http://@b@/login/now")},
     blocked(200, "login", final="http://@b@/login/now", suggestion=ANY), b={"/login/now": OK})
case("Redirect 12", "a log-in that the link names", "/login", {"/login": redirect(302, "/login/form"),
                                                               "/login/form": OK}, None)
case("Redirect 12", "a log-in in a word is none", "/x", {"/x": redirect(302, "/login-help"), "/login-help": OK}, None)
case("Redirect 12, Rule 5", "a log-in that answers 404 is broken", "/x",
     {"/x": redirect(302, "/login"), "/login": Answer(404)},
     broken(404, final="http://@h@/login"))
for label, end in (("/", "/"), ("/index.html", "/index.html"), ("/index.php", "/index.php"), ("/home", "/home"),
                   ("/en", "/en"),
                   ("/de/", "/de/"), ("/pt-BR/", "/pt-BR/"), ("/404", "/404"),
                   ("/errors/not-found", "/errors/not-found"),
                   ("/notfound/", "/notfound/")):
    case("Redirect 13", f"a redirect to {label}", "/doc/x", {"/doc/x": redirect(302, end), end: OK},
         row("external-soft-404", 200, ANY, final=f"http://@h@{end}", suggestion=ANY))
case("Redirect 13, Rule 5", "a permanent redirect to the home page", "/doc/x", {"/doc/x": redirect(301, "/"), "/": OK},
     row("external-soft-404", 200, ANY, final="http://@h@/", suggestion=ANY))
case("Redirect 13", "to the home page of www.", "/doc/x", {"/doc/x": redirect(302, "http://@www@/")},
     row("external-soft-404", 200, ANY, final="http://@www@/", suggestion=ANY), www={"/": OK})
case("Redirect 13", "to the home page of another host", "/doc/x", {"/doc/x": redirect(302, "http://@b@/")}, None,
     b={"/": OK})
case("Redirect 13", "from a home page to a home page", "/", {"/": redirect(302, "/en/"), "/en/": OK}, None)
for word in ("ok", "tv", "go"):
    case("Redirect 13", f"to a page with a name of two letters: {word}", "/x", {"/x": redirect(302, f"/{word}"),
                                                                                f"/{word}": OK}, None)
    case("Redirect 13", f"from a page with a name of two letters: {word}", f"/{word}",
         {f"/{word}": redirect(302, "/"), "/": OK},
         row("external-soft-404", 200, ANY, final="http://@h@/", suggestion=ANY))
case("Redirect 13", "from a page of a language to another language", "/de/x", {"/de/x": redirect(302, "/en/"), "/en/": OK},
     None)
case("Redirect 13", "to 404.html", "/x", {"/x": redirect(302, "/404.html"), "/404.html": OK},
     row("external-soft-404", 200, ANY, final="http://@h@/404.html", suggestion=ANY))
case("Redirect 13", "to a page below the language", "/x", {"/x": redirect(302, "/en/x"), "/en/x": OK}, None)
case("Redirect 13, Rule 5", "soft-404 before fragment", "/doc/x#none",
     {"/doc/x": redirect(302, "/"), "/": page("<p id=a><p id=b>")},
     row("external-soft-404", 200, ANY, final={"http://@h@/", "http://@h@/#none"}, suggestion=ANY))

# Redirect 8: userinfo. 9 and 11 are in the tests of secrets.
case("Redirect 8", "userinfo is Basic", "http://us:pa%40s@@h@/x", OK, None, ["HEAD /x"],
     headers={"authorization": "Basic dXM6cGFAcw=="}, options=NO_RETRIES)


def dropped(requests: list[Request], report, found: Case) -> None:
    report.check(found.clauses, found.name, [True, True, False],
                 ["authorization" in one.headers for one in requests])


case("Redirect 8", "userinfo goes to its own origin only", "http://us:pa@@h@/x",
     {"/x": redirect(302, "/y"), "/y": redirect(302, "http://@b@/z")}, None, ["HEAD /x", "HEAD /y", "b:HEAD /z"],
     b={"/z": OK}, after=dropped)

# Fragments.
TWO = "<p id=one><p id=two>"
def missing(**more) -> dict:
    return row("external-fragment", 200, ANY, suggestion=ANY, **more)


for label, fragment, body, found in (
        ("an id", "a", "<p id=a>", True), ("another case", "A", "<p id=a><p id=b>", False),
        ("none", "none", TWO, False),
        ("a[name]", "n", "<a name=n>", True), ("the name of an image", "n", "<img name=n>" + TWO, False),
        ("a space, decoded", "a%20b", "<p id='a b'>", True), ("a space, as written", "a%20b", "<p id='a%20b'>", True),
        ("UTF-8", "caf%C3%A9", "<p id=café>", True), ("not encoded", "café", "<p id=café>", True),
        ("user-content", "readme", "<p id=user-content-readme>" + TWO, True),
        ("an id in a comment", "c", "<!-- <p id=c> -->" + TWO, False),
        ("an id in a template", "t", "<template><p id=t></template>" + TWO, False),
        ("an id in a script", "s", "<script>'<p id=s>'</script>" + TWO, False),
        ("a text directive after an id", "one:~:text=x", TWO, True),
        ("a text directive after no id", "none:~:text=x", TWO, False),
        ("an entity in an id", "a%26b", "<p id='a&amp;b'>", True)):
    clause = {"a[name]": "Fragment 2", "the name of an image": "Fragment 2", "user-content": "Fragment 4"}.get(label,
        "Fragment 1, Fragment 12")
    case(clause, f"fragment: {label}", f"/x#{fragment}", page(body), None if found else missing(), ["GET /x"])
case("Fragment 3, Polite 7", "fragments that every page has", ["/a#", "/b#top", "/c#TOP", "/d#:~:text=x", "/e#/route",
                                                               "/f#!bang"], {"*": page(TWO)}, None,
     lambda seen: len(seen) == 6)
case("Fragment 1, Address 1", "several fragments of one page", ["/x#one", "/x#none", "/x", "/x#two"], page(TWO),
     [None, missing(), None, None], ["GET /x"])
for label, type_, body, found in (
        ("text/plain", "text/plain", TWO, True), ("application/pdf", "application/pdf", "%PDF-1.7", True),
        ("image/png", "image/png", "\x89PNG\r\n\x1a\n", True),
        ("application/json", "application/json", "{}", True), ("text/css", "text/css", "p{}", True),
        ("text/markdown", "text/markdown", "# x", True),
        ("application/octet-stream", "application/octet-stream", "x", True),
        ("XHTML", "application/xhtml+xml",
         "<html xmlns='http://www.w3.org/1999/xhtml'><body><p id='a'/><p id='b'/></body></html>", False),
        ("SVG", "image/svg+xml", "<svg xmlns='http://www.w3.org/2000/svg'><g id='a'/><g id='b'/></svg>", False),
        ("HTML in upper case", "TEXT/HTML", TWO, False), ("no type, sniffed", None, "<!doctype html>" + TWO, False)):
    case("Fragment 5", f"a fragment in {label}", "/x#none", Answer(body=body.encode("latin-1"), type=type_),
         None if found else missing(), ["GET /x"])
case("Fragment 5", "a fragment in XHTML and SVG is found", ["/x#a", "/y#b"], {
    "/x": Answer(body=b"<html xmlns='http://www.w3.org/1999/xhtml'><body><p id='a'/></body></html>",
                 type="application/xhtml+xml"),
    "/y": Answer(body=b"<svg xmlns='http://www.w3.org/2000/svg'><g id='b'/></svg>", type="image/svg+xml")}, None)
for label, type_, body in (
        ("BOM of UTF-16", "text/html; charset=windows-1252", "\ufeff<p id=café><p id=b>".encode("utf-16-le")),
        ("charset", "text/html; charset=windows-1252", "<meta charset=utf-8><p id=café><p id=b>".encode("cp1252")),
        ("meta", "text/html", "<meta charset=windows-1252><p id=café><p id=b>".encode("cp1252")),
        ("BOM of UTF-8", "text/html; charset=windows-1252", "\ufeff<p id=café>".encode())):
    case("Fragment 6", f"the encoding by {label}", "/x#caf%C3%A9", Answer(body=body, type=type_), None, ["GET /x"])
for value, rows in (("0; url=/new", [None]), ("/new", [row("external-fragment", 200)]), ("0; url=/x", [row("external-fragment", 200)]),
                    ("3600; url=/new", [row("external-fragment", 200)])):
    case("Fragment 7", f"a page that only redirects by a field: {value}", "/x#none",
         {"/x": page("<p id=a><p id=b>", headers=[("Refresh", value)]), "/new": OK}, rows)
MOVED = Answer(body=b"<!doctype html><title>moved</title><meta http-equiv=refresh content='0; url=/y'><p id=a><p id=b>")
case("Fragment 7, Redirect 16", "a page that only redirects", "/x#none", {"/x": MOVED, "/y": OK}, None, ["GET /x", "HEAD /y"])
case("Redirect 16", "a page that only redirects, to nothing", "/x#none", {"/x": MOVED, "/y": Answer(404)},
     broken(404, final="http://@h@/y"), ["GET /x", "HEAD /y", "GET /y"])
case("Redirect 16", "a field Refresh that leads to nothing", ["/x", "/z"],
     {"/x": Answer(headers=[("Refresh", "0;url=/y")]), "/z": Answer(headers=[("Refresh", "0;url=/y")]), "/y": Answer(410)},
     [broken(410, final="http://@h@/y")] * 2, ("HEAD /x", "HEAD /z", "HEAD /y", "GET /y"))
case("Redirect 16", "what a page sends on to is followed once", "/x",
     {"/x": Answer(headers=[("Refresh", "0;url=/y")]), "/y": Answer(headers=[("Refresh", "0;url=/gone")])}, None,
     ["HEAD /x", "HEAD /y"])
case("Redirect 16, Option 24", "neither a redirect nor a refresh leads to what is left out", ["/x", "/y"],
     {"/x": redirect(302, "/auth0/gone"), "/y": Answer(headers=[("Refresh", "0;url=/auth0/gone")])}, None,
     ("HEAD /x", "HEAD /y"), "--exclude-url /auth0/")
case("Fragment 8", "lines of code", ["/a#L10", "/b#L10-L20", "/c#L3C4-L5C6", "/d#LL10", "/e#lines-3", "/f#L",
                                     "/g#lines"], {"*": page(TWO)}, [None] * 5 + [missing(), missing()])
case("Fragment 9", "a page that scripts build", ["/x#none", "/y#none"],
     {"/x": page("<div id=app></div><script src=app.js></script>"), "/y": page("<script>1</script>")}, None)
case("Fragment 9", "a page with scripts and ids", "/x#none", page(TWO + "<script src=app.js></script>"), missing())
case("Fragment 9", "a page with one id and no scripts", "/x#none", page("<p id=one>"), missing())
case("Fragment 10", "a body that is cut", "/x#none", page(TWO, length=100_000, end="close"), blocked(200, "truncated"),
     ["GET /x"] * 3)
case("Fragment 10", "chunks that are cut", "/x#none", page(TWO, chunked=True, end="close"), blocked(200, "truncated"),
     ["GET /x"] * 3)
case("Fragment 10, One hop 9", "a body that is cut after the id", "/x#one", page(TWO, length=100_000, end="close"),
     None, ["GET /x"])
case("Fragment 10", "a coding that nobody has", "/x#none", Answer(headers=[("Content-Encoding", "zzz")],
                                                                  body=b"\x01\x02\x03"), blocked(200, "coding"),
                                                                  ["GET /x"])
case("Fragment 11", "a damaged coding", "/x#none", gzipped(page("".join(f"<p id=i{n * 7919 % 1000}>"
    for n in range(900))), damage="damaged"), broken(200, "coding"), ANY)
case("Fragment 1, One hop 9", "gzip and deflate", ["/x#one", "/y#two", "/x#none"],
     {"/x": gzipped(page(TWO)), "/y": gzipped(page(TWO), "deflate")}, [None, None, missing()], ("GET /x", "GET /y"))
case("One hop 8", "a coding does not matter without a fragment", "/x",
     head_then(Answer(405), gzipped(page(TWO), damage="damaged")), None, ["HEAD /x", "GET /x"])

# Addresses.
case("Address 1", "one target, many links and pages", ["/x", "/x#", "/x"], Answer(404), broken(404),
     ["HEAD /x", "GET /x"], pages=3)
case("Address 2, Address 1", "spellings of one target", ["/k/x?q", "HTTP://@NAME@:@p@/k/x?q", "http://@h@/k/../k/./x?q",
                                                         "http://@h@\\k\\x?q", " http://@h@/k/%2e/x?q#"],
     {"/k/x?q": OK}, None, ["HEAD /k/x?q"])
case("Address 2", "bytes of the path and the query stay", "/a%2Fb//c/%7Eu;v=1?x=a|b[]&y='",
     {"/a%2Fb//c/%7Eu;v=1?x=a|b[]&y=%27": OK}, None, ["HEAD /a%2Fb//c/%7Eu;v=1?x=a|b[]&y=%27"])
case("Address 2", "queries are not dropped", ["/x?a=1", "/x?a=2", "/x", "/x?"],
     {"/x?a=1": OK, "/x?a=2": Answer(404), "/x": OK, "/x?": OK}, [None, broken(404), None, None],
     ("HEAD /x?a=1", "HEAD /x?a=2", "GET /x?a=2", "HEAD /x", "HEAD /x?"))
case("Address 3", "other schemes are not asked", ["ftp://@h@/x", "mailto:a@@name@", "tel:+123", "javascript:void(0)",
                                                  "data:text/html,x", "ws://@h@/x"], {}, None, [])
case("Polite 7", "links of all kinds are asked with HEAD", "", {"*": Answer(type="application/octet-stream")}, None,
     ("HEAD /i.png", "HEAD /s.css", "HEAD /j.js", "HEAD /f.html", "HEAD /v.mp4", "HEAD /one.png", "HEAD /two.png"),
     html="<link rel=stylesheet href='http://@h@/s.css'><script src='http://@h@/j.js'></script><img src='http://@h@/i.png' srcset='http://@h@/one.png 1x, http://@h@/two.png 2x'>"
          "<iframe src='http://@h@/f.html'></iframe><video src='http://@h@/v.mp4'></video><link rel=preconnect href='http://@b@'>")
case("Option 24, Input 6", "marks that ignore", "", {"*": Answer(404)}, [broken(404)], ("HEAD /x", "GET /x"),
     html="<a href='http://@h@/x'>x</a>\n<a data-hrefkit-ignore href='http://@h@/ignored'>x</a>\n<!-- hrefkit-ignore --><a href='http://@h@/comment'>x</a>")
case("Polite 1, Address 1", "http, https and ports are other origins", ["http://@h@/x", "https://@tls@/x"], {"/x": OK},
     None, ("HEAD /x", "tls:HEAD /x"), kind="good")

# TLS. The run knows the house's authority by --ca-file.
case("TLS 4, Option 17", "a good certificate", "https://@tls@/x", OK, None, ["tls:HEAD /x"], kind="good")
case("TLS 4, Option 17", "a chain with its intermediate", "https://@tls@/x", OK, None, ["tls:HEAD /x"], kind="whole")


def one_hello(requests: list[Request], report, found: Case) -> None:
    report.check(found.clauses, found.name + ": handshakes", 1, found.hellos)


for kind, label in (("expired", "an expired certificate"), ("early", "a certificate of tomorrow"),
                    ("selfsigned", "a self-signed certificate"),
                    ("crossed", "a chain to a self-signed authority"), ("other", "a certificate of another host")):
    case("TLS 1, Rule 1", label, "https://@tls@/x", OK, row("external-tls", None, says("^tls-")), [], kind=kind,
         after=one_hello)
case("TLS 1", "no TLS on the port", "https://@h@/x", OK, row("external-tls", None, says("^tls-")), [])
case("TLS 2", "a missing intermediate", "https://@tls@/x", OK, blocked(None, "tls-issuer"), [], kind="nomiddle")
case("TLS 2", "an authority that nobody knows", "https://@tls@/x", OK, blocked(None, "tls-issuer"), [], kind="unknown")
for kind in ("expired", "selfsigned", "other", "nomiddle"):
    case("TLS 3, Option 18", f"--insecure: {kind}", "https://@tls@/x", OK, None, ["tls:HEAD /x"], "--insecure",
         kind=kind)
case("TLS 1, Rule 5", "a redirect to an expired certificate", "/x", {"/x": redirect(301, "https://@tls@/y")},
     row("external-tls", ANY, says("^tls-"), final="https://@tls@/y", suggestion=ANY), ["HEAD /x"], kind="expired")

# Rows of other rules.
case("Rule 7", "--severity", ["/x", "/y"], {"/x": Answer(404), "/y": Answer(403)},
     [row("external-broken", 404, severity="warning"), None], ANY,
     "--severity external-broken=warning --severity external-blocked=off")
case("Rule 7", "--rules", ["/x", "/y"], {"/x": Answer(404), "/y": Answer(403)}, [None, blocked(403, "status")], ANY,
     "--rules external-blocked")
case("Option 25", "--suggest archive", ["/x", "/y"], {"/x": Answer(404), "/y": OK},
     [broken(404, suggestion=says(r"^https?://web\.archive\.org/.*http://.*/x$")), None],
     ("HEAD /x", "GET /x", "HEAD /y"), "--suggest archive")
case("Option 23", "--include-url", ["/x", "http://@b@/only/y"], {"*": Answer(404)}, [None, broken(404)],
     ("b:HEAD /only/y", "b:GET /only/y"),
     "--include-url /only/", b={"*": Answer(404)})
case("Option 24", "--exclude-url", ["/x", "/skip/y"], {"*": Answer(404)}, [broken(404), None], ("HEAD /x", "GET /x"),
     "--exclude-url /skip/")
