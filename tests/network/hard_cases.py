"""More behaviours for folder_cases.py: odd HTTP, codings, cookies, addresses, fragments and redirects."""
import base64
import zlib

from folder_cases import NO_RETRIES, OK, TWO, blocked, broken, case, dropped, head_then, little, missing
from harness import ANY, row
from web import Answer, Request, gzipped, page, redirect


def raw(*lines: str, body: bytes = b"", end: str | None = "close") -> Answer:
    """A head of these lines, and a body."""
    return Answer(raw="\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body, end=end)


# What servers send that is not quite HTTP.
HTML = "Content-Type: text/html"
FINE = page(TWO).body
case("One hop 3", "no reason phrase", "/x#one", raw("HTTP/1.1 200", HTML, body=FINE), None, ["GET /x"])
case("One hop 3", "lines that end with LF only", "/x#one",
     Answer(raw=b"HTTP/1.1 200 OK\nContent-Type: text/html\n\n" + FINE, end="close"), None)
case("One hop 3", "a header that is folded", "/x#one", raw("HTTP/1.1 200 OK", "X-Long: one", "  two", HTML, body=FINE),
     None)
case("One hop 3", "headers in any letter case", "/x", {"/x": raw("HTTP/1.1 302 Found", "LOCATION: /y",
                                                                 "content-length: 0"), "/y": OK}, None,
     ["HEAD /x", "HEAD /y"])
case("One hop 1", "a Location that is empty", "/x", raw("HTTP/1.1 302 Found", "Location:", "Content-Length: 0"),
     row("external-broken", 302, ANY, final=ANY))
case("One hop 6", "two lengths that differ", "/x#one", raw("HTTP/1.1 200 OK", HTML, f"Content-Length: {len(FINE)}",
                                                           "Content-Length: 5", body=FINE), ANY, ANY)
case("Fragment 10, One hop 9", "a length that is too small hides what follows", "/x#two",
     raw("HTTP/1.1 200 OK", HTML, "Content-Length: 70", body=FINE), missing(), ANY)
case("Fragment 10", "chunks without sense", "/x#none", raw("HTTP/1.1 200 OK", HTML, "Transfer-Encoding: chunked",
                                                           body=b"zz\r\n<p id=one><p id=two>\r\n0\r\n\r\n"),
     row(ANY, ANY, {"truncated", "protocol"}), ANY)
case("One hop 3", "a length of a HEAD that GET does not have", "/x",
     raw("HTTP/1.1 200 OK", HTML, "Content-Length: 999999"), None, ["HEAD /x"])
case("One hop 3, One hop 9", "an enormous length", "/x#one", raw("HTTP/1.1 200 OK", HTML, "Content-Length: 99999999999",
                                                                 body=FINE), None, ["GET /x"])
case("One hop 6", "a status of HTTP/0.9", "/x", Answer(raw=b"<p>hello", end="close"), broken(None, "protocol"),
     ["HEAD /x", "GET /x"])
case("One hop 5", "100 for ever is no answer", "/x", Answer(raw=b"HTTP/1.1 100 Continue\r\n\r\n", end="close"),
     row("external-broken", ANY, {"empty", "truncated", "protocol", "reset"}), ANY, NO_RETRIES)
case("One hop 3", "Retry-After with 200", "/x", Answer(200, [("Retry-After", "1")]), None, ["HEAD /x"])
for label, value in (("0", "0"), ("negative", "-5"), ("a fraction", "1.5")):
    case("One hop 5", f"Retry-After: {label}", "/x", [Answer(503, [("Retry-After", value)]),
                                                      Answer(503, [("Retry-After", value)]), OK], None, ANY)
case("One hop 10", "Retry-After with 30 digits", "/x", Answer(429, [("Retry-After", "9" * 30)]), blocked(429, "rate"),
     lambda seen: len(seen) <= 3)
case("One hop 10", "Retry-After far in the future", "/x", Answer(429,
                                                                 [("Retry-After", "Fri, 31 Dec 2049 23:59:59 GMT")]),
                                                                 blocked(429, "rate"), ["HEAD /x"])
case("One hop 5, Redirect 1", "a transient answer after a redirect", "/x",
     {"/x": redirect(302, "/y"), "/y": [Answer(503), Answer(503), OK]}, None,
     ["HEAD /x", "HEAD /y", "GET /y", "GET /y"])
case("One hop 5, Redirect 1", "refused after a redirect", "/x", redirect(302, "http://@name@:@refused@/y"),
     broken(ANY, "refused", final="http://@name@:@refused@/y"), ["HEAD /x"], NO_RETRIES)
case("One hop 5, Rule 5", "nowhere after a permanent redirect", "/x", redirect(301, "http://@name@.invalid/y"),
     broken(ANY, "dns", final="http://@name@.invalid/y", suggestion=ANY), ["HEAD /x"], NO_RETRIES)
case("One hop 6, Option 3", "a time-out after a redirect", "/x", {"/x": redirect(302, "/y"), "/y": Answer(end="hang")},
     row("external-timeout", ANY, "timeout", final="http://@h@/y"), ["HEAD /x", "HEAD /y"], "--timeout 1.5 --retries 0")
case("One hop 6", "blocked after a redirect", "/x", {"/x": redirect(302, "/y"), "/y": Answer(403)},
     blocked(403, "status", final="http://@h@/y"),
     ["HEAD /x", "HEAD /y", "GET /y", "GET /y"])
case("One hop 4", "HEAD hangs up in its body, GET is fine", "/x",
     head_then(Answer(raw=b"HTTP/1.1 500 Oops\r\nContent-Le", end="reset"), OK), None)
case("Option 3", "a head that comes byte by byte", "/x", Answer(before=b"", delay=0.2), None, ["HEAD /x"])
case("One hop 5, Polite 7", "four links to a port that refuses", [f"http://@name@:@refused@/{n}" for n in range(4)],
     {}, broken(None, "refused"), [], "--retries 0")
case("Polite 16, Row 2", "twenty links to a port that refuses", [f"http://@name@:@refused@/{n}" for n in range(20)],
     {}, row(frozenset({"external-broken", "external-timeout"}), None, "refused"), [])

# Codings.
BROTLI = base64.b64decode("G08AQIyULu6SniwmU4XTEjYFgQK5c4wD9htwoMHH5YYdsNdxHZZj2ePVxl+SWAB9AotTa6xynQ58xwA=")
ZSTD = base64.b64decode("KLUv/QRYRQIAMkQPFqA5B0Wfzyu9nLQmu1M1QCZbI4ZVMQi5y/VYkxY650tLWLAax6WyrzuHoLhirglyFMJzbU7WrlDdO9oEOAIALbnCh7IHpY2QVQ==")


def bomb() -> Answer:
    """200 MB of spaces after two ids."""
    packer = zlib.compressobj(wbits=31)
    body = packer.compress(PLAIN) + b"".join(packer.compress(b" " * 1_000_000) for _ in range(200)) + packer.flush()
    return Answer(headers=[("Content-Encoding", "gzip")], body=body)


PLAIN = b"<!doctype html><meta charset=utf-8><title>page</title><body><p id=one><p id=two>"
case("One hop 7, Fragment 11", "brotli", ["/x#one", "/x#none"], Answer(headers=[("Content-Encoding", "br")],
    body=BROTLI), [None, missing()])
case("One hop 7, Fragment 11", "zstd", ["/x#one", "/x#none"], Answer(headers=[("Content-Encoding", "zstd")], body=ZSTD),
     [None, missing()])
case("Fragment 11", "x-gzip and identity", ["/x#one", "/y#two"], {"/x": Answer(headers=[("Content-Encoding", "x-gzip")],
    body=gzipped(page(TWO)).body),
                                                                  "/y": Answer(headers=[("Content-Encoding",
                                                                      "identity")], body=PLAIN)}, None)
case("Fragment 11", "gzip of gzip", ["/x#one", "/x#none"], Answer(headers=[("Content-Encoding", "gzip, gzip")],
                                                                  body=gzipped(gzipped(page(TWO))).body),
                                                                  [None, missing()])
case("Fragment 11", "plain text that is called gzip", "/x#one", Answer(headers=[("Content-Encoding", "gzip")],
    body=PLAIN), broken(200, "coding"))
case("Fragment 10, Fragment 11", "gzip that ends in its middle", "/x#none",
     lambda request: Answer(headers=[("Content-Encoding", "gzip")],
                            body=gzipped(page("".join(f"<p id=i{n * 7919 % 1000}>" for n in range(900)))).body[:900]),
     row(ANY, 200, {"coding", "truncated"}, severity=ANY), ANY)
case("Fragment 10, Option 21", "a bomb of 200 MB in gzip", "/x#none", lambda request: bomb(),
     blocked(200, "body-limit"), ["GET /x"], after=little(2_000_000))
case("Fragment 10", "HEAD does not mind a bomb", "/x", gzipped(page(" " * 1_000_000)), None, ["HEAD /x"])

# Fragments.
for label, fragment, body, found in (
        ("a bad percent", "%zz", TWO, False), ("a bad percent, as written", "%zz", TWO + "<p id='%zz'>", True),
        ("an id with an attribute before", "q", TWO + "<p class=x title='>' id=q>", True),
        ("an id in single quotes", "q", TWO + "<p id='q'>", True), ("an id in upper-case markup", "q", TWO + "<P ID=q>",
                                                                    True),
                                                                    ("the name of a map", "q", TWO + "<map name=q>",
                                                                     False),
        ("an id in SVG in HTML", "q", TWO + "<svg><g id=q /></svg>", True),
        ("an id in noscript", "q", TWO + "<noscript><p id=q></noscript>", True),
        ("an id in a textarea", "q", TWO + "<textarea><p id=q></textarea>", False),
        ("an id in srcdoc", "q", TWO + "<iframe srcdoc='<p id=q>'></iframe>", False),
        ("a second id of one element", "r", TWO + "<p id=q id=r>", False),
        ("an id in a style", "q", TWO + "<style>p::before{content:'<p id=q>'}</style>", False),
        ("plus is no space", "a+b", TWO + "<p id='a b'>", False), ("a quote", "a%22b", TWO + "<p id='a\"b'>", True),
        ("an id of many bytes", "q" * 3000, TWO + f"<p id={'q' * 3000}>", True),
        ("a question mark", "q?r", TWO + "<p id='q?r'>", True), ("a second hash", "q#r", TWO + "<p id='q#r'>", True),
        ("Chinese", "%E4%B8%AD", TWO + "<p id=中>", True),
        ("user-content of a name", "q", TWO + "<a name=user-content-q>", True),
        ("user-content, encoded", "caf%C3%A9", TWO + "<p id=user-content-café>", True),
        ("GitHub's L, not a number", "Lx", TWO, False), ("a body element", "q",
                                                         "<p id=r>" + TWO + "</body></html><p id=q>", True)):
    case("Fragment 4" if "user-content" in label else "Fragment 1, Fragment 12", f"hard fragment: {label}",
         f"/x#{fragment}", page(body), None if found else missing(), ["GET /x"])
case("Fragment 5", "a fragment of SVG in UTF-16", ["/x#q", "/x#none"],
     Answer(type="image/svg+xml",
            body='<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><g id="q"/><g id="r"/></svg>'.encode("utf-16")), [None, missing()])
case("Fragment 5", "XHTML that breaks", "/x#late", Answer(type="application/xhtml+xml",
                                                          body=b"<html xmlns='http://www.w3.org/1999/xhtml'><body><p id='a'></b><p id='late'/></body></html>"), ANY)
case("Fragment 5", "types with parameters and spaces", ["/x#none", "/y#none"],
     {"/x": Answer(type=" text/html ; charset=utf-8", body=PLAIN), "/y": Answer(type="text/html;charset=\"utf-8\"",
         body=PLAIN)}, missing())
case("Fragment 5", "two types: the last one", "/x#none", Answer(type="text/html",
                                                                headers=[("Content-Type", "text/plain")], body=PLAIN),
                                                                missing())
case("Fragment 5", "no type and no HTML", "/x#none", Answer(type=None, body=b"\x00\x01\x02 data"), None)
case("Fragment 7", "a page that refreshes to itself is judged", "/x#none",
     page("<meta http-equiv=refresh content=300>" + TWO), missing())
case("Fragment 6", "UTF-16 without a BOM by charset", "/x#caf%C3%A9",
     Answer(type="text/html; charset=utf-16le", body="<p id=café><p id=b>".encode("utf-16-le")), None)
case("Fragment 6", "Shift_JIS and a label of windows-1252", ["/x#%E6%97%A5", "/y#caf%C3%A9"],
     {"/x": Answer(type="text/html; charset=Shift_JIS", body="<p id=日><p id=b>".encode("shift_jis")),
                                                                                              "/y": Answer(type="text/html; charset=ISO-8859-1", body="<p id=café><p id=b>".encode("latin-1"))}, None)
case("Fragment 1, Option 21", "20,000 ids", ["/x#i19999", "/x#i20000"],
     page("".join(f"<p id=i{n}>" for n in range(20_000))), [None, missing()], ["GET /x"])

# Addresses.
case("Address 2, One hop 7", "an internationalised host", "http://bücher.@name@:@p@/x", {}, broken(None, "dns"), [])
case("Address 2", "no path, and a port that is empty", ["http://@h@", "http://@h@/", "http://@h@#", "http://@h@/?"],
     {"/": OK, "/?": OK}, None, ("HEAD /", "HEAD /?"))
case("Address 2", "tabs and newlines in a link", "http://@h@/a\tb\nc", {"/abc": OK}, None, ["HEAD /abc"])
case("Address 2", "percent-encoded letters stay", ["/%41", "/A", "/%c3%a9", "/é"], {"*": OK}, None,
     ("HEAD /%41", "HEAD /A", "HEAD /%c3%a9", "HEAD /%C3%A9"))
case("Address 2", "characters that URLs encode", "/a b\"c<d>`{e}^|\\f?q=\"<>'` #a", {"*": OK}, None,
     lambda seen: seen == ["GET /a%20b%22c%3Cd%3E%60%7Be%7D^|/f?q=%22%3C%3E%27`%20"]
     or seen == ["GET /a%20b%22c%3Cd%3E%60%7Be%7D%5E|/f?q=%22%3C%3E%27`%20"])
case("Address 1, Redirect 8", "with and without userinfo are two targets", ["/x", "http://u:p@@h@/x"],
     lambda request: OK if "authorization" in request.headers else Answer(401), [blocked(401, "status"), None],
     ("HEAD /x", "GET /x", "HEAD /x"))
case("Address 2", "an address of 6,000 bytes", "/" + "a" * 6000, {"/" + "a" * 6000: OK}, None, ["HEAD /" + "a" * 6000])
case("Address 3", "links that are no URL", ["http://[", "http://a b/", "http://%zz/", "http://@h@:99999/"], {}, ANY, [])

# Redirects.
case("Redirect 1", "two Locations", "/x", {"/x": Answer(302, [("Location", "/y"), ("Location", "/y")]), "/y": OK}, ANY,
     ANY)
case("Redirect 1", "a Location of 50 KB", "/x", {"/x": redirect(302, "/" + "y" * 50_000), "/" + "y" * 50_000: OK}, None,
     ANY)
case("Redirect 1, Redirect 15", "303 and 302 keep HEAD", "/x", {"/x": redirect(303, "/y"), "/y": redirect(302, "/z"),
                                                                "/z": OK}, None, ["HEAD /x", "HEAD /y", "HEAD /z"])
case("Redirect 1", "a query alone and a fragment alone", "/x", {"/x": redirect(302, "?a#b"), "/x?a": OK}, None,
     lambda seen: [one.split(" ")[1] for one in seen] == ["/x", "/x?a"])
case("Redirect 14", "301 to upper and lower case of the same host", "/x",
     {"/x": redirect(301, "http://@NAME@:@p@/y"), "/y": OK}, row("external-redirected", 200, ANY, "http://@h@/y",
                                                                 "http://@h@/y"))
case("Redirect 14", "308 to another path with a fragment of its own", "/x#a",
     {"/x": redirect(308, "/y#b"), "/y": page("<p id=a><p id=b>")},
     row("external-redirected", 200, ANY, {"http://@h@/y", "http://@h@/y#b"}, "http://@h@/y#b"))
case("Redirect 14, Redirect 9", "301 with userinfo in Location", "/x",
     {"/x": redirect(301, "http://u:secret@@h@/y"), "/y": OK},
     row("external-redirected", 200, ANY, lambda value: "secret" not in str(value) and "***" in str(value),
         lambda value: "secret" not in str(value)))
case("Redirect 6", "a loop that grows", "/x", {"*": lambda request: redirect(302, request.path + "x")},
     row("external-broken", 302, "redirect-limit", final=ANY), lambda seen: len(seen) == 21)
case("Redirect 6, Redirect 7", "a new cookie at each hop", "/x", lambda request: redirect(302, request.path,
    ("Set-Cookie", f"n={request.number}")),
     row("external-broken", 302, "redirect-limit", final=ANY), lambda seen: len(seen) == 21)
case("Redirect 7, Safe 11", "a flood of cookies", "/x", {"/x": redirect(302, "/y",
    *(("Set-Cookie", f"c{n}={'v' * 1000}") for n in range(200))), "/y": OK}, ANY,
    lambda seen: seen[0] == "HEAD /x" and len(seen) <= 4)


def cookie_of(*wanted: str):
    """The server sees these cookies at /y, and else says 418."""
    def answer(request: Request) -> Answer:
        seen = sorted(one for one in request.headers.get("cookie", "").split("; ") if one)
        return OK if seen == sorted(wanted) else Answer(418)
    return answer


for label, lines, wanted in (
        ("the last value wins", ["a=1; Path=/", "a=2; Path=/"], ["a=2"]),
        ("Max-Age beats Expires", ["a=1; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT"], ["a=1"]),
        ("a negative Max-Age", ["a=1", "a=; Max-Age=-1"], []),
        ("HttpOnly and SameSite", ["a=1; HttpOnly; SameSite=Strict"], ["a=1"]),
        ("the own Domain", ["a=1; Domain=@name@"], ["a=1"]), ("a Domain with a dot", ["a=1; Domain=.@name@"], ["a=1"]),
        ("a Domain below", ["a=1; Domain=sub.@name@"], []), ("the Domain of another", ["a=1; Domain=example.org"], []),
        ("__Secure- without Secure", ["__Secure-a=1"], []), ("__Host- with a Domain",
                                                             ["__Host-a=1; Secure; Path=/; Domain=@name@"], []),
        ("a value with =", ["a=b=c"], ["a=b=c"]), ("a value in quotes", ["a=\"b c\""], ["a=\"b c\""]),
        ("an unknown attribute", ["a=1; Foo=bar"], ["a=1"]), ("a Path that is no prefix by segments",
                                                              ["a=1; Path=/d/yy"], []),
        ("the default Path", ["a=1"], ["a=1"]), ("a Path in other folders", ["a=1; Path=/other"], []),
        ("Expires in the future", ["a=1; Expires=Fri, 31 Dec 2049 23:59:59 GMT"], ["a=1"])):
    case("Redirect 7", f"cookie: {label}", "/d/x", {"/d/x": redirect(302, "/d/y",
                                                                     *(("Set-Cookie", line) for line in lines)),
                                                                     "/d/y": cookie_of(*wanted)}, None,
                                                                     ["HEAD /d/x", "HEAD /d/y"])
case("Redirect 7", "a cookie for all hosts of a domain", "/x", {"/x": redirect(302, "http://www.@h@/y",
    ("Set-Cookie", "a=1; Domain=@name@"), ("Set-Cookie", "b=1"))}, None, ["HEAD /x", "www:HEAD /y"],
    www={"/y": cookie_of("a=1")})
case("Redirect 7", "a cookie after GET", "/x#a", {"/x": redirect(302, "/y", ("Set-Cookie", "a=1")),
                                                  "/y": lambda request: OK
                                                  if "a=1" in request.headers.get("cookie", "") else Answer(404)}, None,
                                                  ["GET /x", "GET /y"])
case("Redirect 7, One hop 4", "a cookie of a bad HEAD stays for GET", "/x",
     lambda request: OK if "a=1" in request.headers.get("cookie", "") else Answer(403, [("Set-Cookie", "a=1")]), None,
     ["HEAD /x", "GET /x"])
case("Redirect 12", "segments are compared without letter case", "/x",
     {"/x": redirect(302, "/Account/Login"), "/Account/Login": OK},
     blocked(200, "login", final="http://@h@/Account/Login"))
case("Redirect 13", "an upper-case index", "/doc/x", {"/doc/x": redirect(302, "/index.htm?from=x"),
                                                      "/index.htm?from=x": OK},
                                                      row("external-soft-404", 200, ANY, final=ANY, suggestion=ANY))
case("Redirect 13", "a page that is called 404", "/404", {"/404": OK}, ANY, ["HEAD /404"])
case("Redirect 13, Redirect 14", "an added slash is a redirect", "/dir", {"/dir": redirect(301, "/dir/"), "/dir/": OK},
     row("external-redirected", 200, ANY, "http://@h@/dir/", "http://@h@/dir/"))
case("One hop 2", "a wall behind a cookie", "/x", {"/x": redirect(302, "/x", ("Set-Cookie", "a=1"),
                                                                  ("cf-mitigated", "challenge"))}, ANY,
                                                                  lambda seen: len(seen) <= 2)
case("TLS 1, TLS 2", "a port that speaks no TLS and closes", "https://@name@:@refused@/", {}, broken(None, "refused"),
     [], NO_RETRIES)
case("TLS 4, Polite 7", "one connection for links of a host", [f"https://@tls@/{n}" for n in range(6)], {"*": OK}, None,
     ANY, "--per-host 1", kind="good",
     after=lambda requests, report, found: report.check(found.clauses, found.name + ": handshakes", 1, found.hellos))
case("Redirect 8, Redirect 11", "userinfo comes back to its origin", "http://us:pa@@h@/x",
     {"/x": redirect(302, "/y"), "/y": redirect(302, "http://@b@/z")}, None, ["HEAD /x", "HEAD /y", "b:HEAD /z"],
     b={"/z": OK}, after=dropped)


def each_once(seen: list[str]) -> bool:
    """Each of the eight links is seen once, by HEAD or, where a connection was just closing, by GET."""
    return sorted(one.split(" ")[1] for one in seen) == [f"/{n}" for n in range(8)]


for label, end in (("close after each answer, unsaid", "close"), ("are reset after each answer", "reset")):
    case("One hop 3, Polite 7", f"connections that {label}", [f"/{n}" for n in range(8)],
         {"*": Answer(raw=b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 0\r\n\r\n", end=end)}, None,
         each_once, "--per-host 1 --retries 0")
