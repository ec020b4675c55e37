"""Planted live sites for `check URL`: endless calendars, loops, sitemaps, cookies, limits and traps.

A case is a run of its own on a host of its own. `rows` are all rows as (rule, page, URL), `asks` what the server must have
seen: a list is exact in any order, a dict has counts by "METHOD path" (0: never).
"""
import concurrent.futures
import dataclasses
import typing

from harness import ANY, Context, cut, expand, run_parts, says, says_not
from web import NOBODY, Answer, Request, gzipped, page, redirect

OK = page("<p id=a><p id=b>")


@dataclasses.dataclass
class Crawl:
    clauses: str
    name: str
    site: dict
    rows: object = ANY
    asks: object = ANY
    options: str = ""
    start: str = "/"
    code: object = ANY
    err: typing.Callable | None = None
    b: dict = dataclasses.field(default_factory=dict)
    more: typing.Callable | None = None   # (context, result, case, tokens): further checks
    base: str = "http://@h@"


CASES: list[Crawl] = []


def case(clauses: str, name: str, site: dict, rows=ANY, asks=ANY, options: str = "", **more) -> None:
    CASES.append(Crawl(clauses, name, site, rows, asks, options, **more))


def links(*targets: str) -> Answer:
    return page("\n".join(f'<a href="{one}">link</a>' for one in targets))


TYPES = {"css": "text/css", "xml": "application/xml", "text": "text/plain", "json": "application/manifest+json",
         "atom": "application/atom+xml", "js": "text/javascript", "png": "image/png"}


def file(kind: str, text: str, **more) -> Answer:
    return Answer(body=text.encode(), type=TYPES[kind], **more)


def sitemap(*paths: str) -> Answer:
    urls = "".join(f"<url><loc>http://@h@{one}</loc></url>" for one in paths)
    return file("xml",
                f'<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{urls}</urlset>')


def to_b(request: Request) -> Answer:
    """A redirect to the case's other host."""
    return redirect(302, f"http://{request.host.removesuffix('.test')}-b.test:{request.port}/")


NO_SITEMAPS = "--sitemaps off"
SMALL = {"/": links("/x", "/y"), "/x": OK, "/y": links("/x", "/gone")}

case("Input 1, Crawl 1, Crawl 20, Row 6", "a small site", SMALL, [("missing-file", "/y", "/gone")],
     {"GET /": 1, "GET /x": 1, "GET /y": 1, "GET /gone": 1, "HEAD /gone": 0, "GET /sitemap.xml": 1}, code=1)
case("Exit 1", "a site without faults", {"/": links("/x"), "/x": links("/")}, [], {"GET /": 1, "GET /x": 1}, code=0)
case("Crawl 1", "a start without its slash", {"/": links("/x"), "/x": OK}, [], {"GET /": 1}, start="", code=0)
case("Crawl 1, Crawl 2", "the start's redirect gives the scope", {"/": redirect(302, "/docs/v2/index.html"),
                                                                  "/docs/v2/index.html": links("a.html", "../v1/b.html",
                                                                      "/c.html"),
     "/docs/v2/a.html": links("gone.html"), "/docs/v1/b.html": links("gone.html"), "/c.html": links("gone.html")},
     [("missing-file", "/docs/v2/a.html", "/docs/v2/gone.html")], {"GET /docs/v1/gone.html": 0, "GET /gone.html": 0,
                                                                   "HEAD /docs/v1/gone.html": 0, "HEAD /gone.html": 0},
                                                                   NO_SITEMAPS, code=1)
case("Crawl 1", "the start's redirect to another host gives the origin", {"/": redirect(301, "http://@b@/")}, ANY, ANY,
     NO_SITEMAPS, code=1,
     b={"/": links("/x", "/gone"), "/x": OK},
     more=lambda context, result, found, tokens: context.report.check(found.clauses, found.name + ": rows",
                                                                      [("missing-file", f"http://{tokens['b']}/",
                                                                          f"http://{tokens['b']}/gone")],
                                                                       [(one["rule"], one["file"], one["url"])
                                                                           for one in result.rows
                                                                           if one["rule"] != "redirected"]))
case("Redirect 11, Crawl 1", "the start's redirect to another host drops the headers",
     {"/": lambda request: to_b(request) if request.headers.get("x-key") == "k1" else Answer(401)}, [],
     {"GET /": 1}, "--sitemaps off --header X-Key:k1", code=0,
     b={"*": lambda request: Answer(404) if "x-key" in request.headers else links("/x")},
     err=says(r"--header: warning: 'X-Key' goes to http://\S+ alone"))
case("Redirect 10, Crawl 1", "a header with the prefix of where the start leads",
     {"/": lambda request: to_b(request) if "x-key" not in request.headers else Answer(404)}, [],
     {"GET /": 1}, "--sitemaps off --header http://@b@/@SPACE@X-Key:k1", code=0,
     b={"*": lambda request: links("/x") if request.headers.get("x-key") == "k1" else Answer(404)},
     err=says_not("--header"))
case("Crawl 2, Crawl 3", "scope is the start's folder; faults outside it are told",
     {"/docs/": links("/docs/a", "/blog/b", "/blog/gone"), "/docs/a": OK, "/blog/b": links("/blog/never")},
     [("missing-file", "/docs/", "/blog/gone")], {"GET /blog/never": 0, "HEAD /blog/never": 0}, NO_SITEMAPS,
     start="/docs/", code=1)
case("Crawl 2, Option 26", "--scope twice", {"/docs/": links("/docs/a", "/blog/b", "/news/c", "/shop/d"), "/docs/a": OK,
                                             "/blog/b": links("/gone1"), "/news/c": links("/gone2"),
                                             "/shop/d": links("/never")},
     [("missing-file", "/blog/b", "/gone1"), ("missing-file", "/news/c", "/gone2")],
     {"GET /never": 0, "HEAD /never": 0},
     "--sitemaps off --scope http://@h@/docs/ --scope http://@h@/blog/ --scope http://@h@/news/", start="/docs/",
     code=1)
case("Crawl 6, Crawl 19", "a page out of scope is read for ids", {"/docs/": links("/other#a", "/other#none"),
                                                                  "/other": page("<p id=a><p id=b><a href=/never>x</a>")},
     [("missing-fragment", "/docs/", "/other#none")], {"GET /never": 0, "HEAD /never": 0, "GET /other": 1}, NO_SITEMAPS,
     start="/docs/", code=1)
case("Crawl 6, Option 21", "a page out of scope is read up to --max-body",
     {"/docs/": links("/other#none"), "/other": page("<p id=a><p id=b>", endless=b"<p>more</p>\n" * 2000)},
     lambda rows: not [one for one in rows if one[0] == "missing-fragment"], ANY, "--sitemaps off --max-body 100K",
     start="/docs/")
case("Crawl 5, Crawl 7", "what is GET and what is HEAD", {
    "/": page("<a href=/page>x</a><link rel=stylesheet href=/s.css><img src=/i.png><script src=/j.js></script><iframe src=/frame></iframe>"
              "<link rel=manifest href=/m.json><link rel=alternate type=application/atom+xml href=/feed.xml><video src=/v.mp4></video><link rel=icon href=/icon.png>"),
    "/page": OK, "/frame": links("/from-frame"), "/from-frame": OK,
    "/s.css": file("css", "@import '/import.css'; p { background: url(/from-css.png) }"),
    "/from-css.png": file("png", "x"),
    "/import.css": file("css", "p { background: url(/gone.png) }"), "/i.png": file("png", "x"),
    "/j.js": file("js", "1"), "/icon.png": file("png", "x"), "/v.mp4": file("png", "x"),
    "/m.json": file("json", '{"icons":[{"src":"/from-manifest.png"}],"start_url":"/"}'),
    "/from-manifest.png": file("png", "x"),
    "/feed.xml": file("atom",
                      '<feed xmlns="http://www.w3.org/2005/Atom"><title>t</title><id>urn:x</id><link href="http://@h@/"/><entry><title>e</title><id>urn:y</id><link href="http://@h@/from-feed"/></entry></feed>'),
    "/from-feed": OK}, [("missing-file", "/import.css", "/gone.png")],
    {"GET /page": 1, "GET /frame": 1, "GET /s.css": 1, "GET /import.css": 1, "GET /m.json": 1, "GET /feed.xml": 1,
     "GET /from-feed": 1, "GET /from-frame": 1,
     "HEAD /i.png": 1, "HEAD /j.js": 1, "HEAD /v.mp4": 1, "HEAD /icon.png": 1, "HEAD /from-css.png": 1,
     "HEAD /from-manifest.png": 1,
     "GET /i.png": 0, "GET /j.js": 0, "GET /v.mp4": 0, "HEAD /page": 0, "HEAD /s.css": 0}, NO_SITEMAPS, code=1)
case("Crawl 5", "a hyperlink to a picture is not read", {"/": links("/i.png", "/t.txt", "/d.pdf"),
                                                         "/i.png": file("png", "\x89PNG"),
                                                         "/t.txt": file("text", "<a href=/never>"),
                                                         "/d.pdf": Answer(type="application/pdf",
                                                             body=b"%PDF <a href=/never>")},
     [], {"GET /never": 0, "HEAD /never": 0}, NO_SITEMAPS, code=0)
case("Crawl 5", "a page without an extension or a type is read by what it is",
     {"/": links("/x"), "/x": Answer(type=None, body=b"<!doctype html><a href=/gone>x</a>")},
     [("missing-file", "/x", "/gone")], ANY, NO_SITEMAPS, code=1)
case("Crawl 5", "a huge picture that is linked is not loaded", {"/": links("/huge"),
                                                                "/huge": Answer(type="image/png", body=b"",
                                                                    endless=b"p" * 50_000)}, [], ANY, NO_SITEMAPS,
                                                                    code=0)
case("Crawl 5, Crawl 6, Crawl 11", "hyperlinks that are not read are GET, too",
     {"/d/": page("<a href=/out>x</a><a href=/moved>x</a><img src=/i.png><a href=a>x</a>"), "/d/a": links("/d/b", "/d/c"),
      "/d/b": redirect(302, "/d/end"), "*": OK, "/moved": redirect(302, "/end"), "/i.png": file("png", "x")}, [],
     {"GET /out": 1, "HEAD /out": 0, "GET /moved": 1, "GET /end": 1, "HEAD /end": 0, "HEAD /i.png": 1, "GET /d/b": 1,
      "GET /d/c": 1, "GET /d/end": 1, "HEAD /d/end": 0}, "--sitemaps off --depth 1", start="/d/", code=0)
case("Crawl 31", "a page in place of a picture, a script and a style sheet",
     {"/": page("<img src=/p.png><script src=/s.js></script><link rel=stylesheet href=/c.css><a href=/a>x</a>"
                "<img src=/real><script src=/run></script>"),
      "/p.png": OK, "/s.js": OK, "/c.css": links("/never"), "/a": OK, "/real": Answer(body=b"\x89PNG"),
      "/run": Answer(body=b"var a")},
     [("wrong-type", "/", "/p.png"), ("wrong-type", "/", "/s.js"), ("wrong-type", "/", "/c.css")],
     {"HEAD /p.png": 1, "GET /p.png": 1, "GET /c.css": 1, "HEAD /never": 0, "GET /never": 0, "HEAD /run": 1, "GET /run": 1},
     NO_SITEMAPS, code=1)
case("Crawl 32", "a server that answers an address that nobody has",
     {"/": links("/a", "/b"), "/a": OK, "/b": page("b"), NOBODY: OK},
     lambda rows: [rule for rule, *_ in rows] == ["catch-all"], ANY, NO_SITEMAPS, code=0)
case("Crawl 5, Option 1", "--method head for hyperlinks that are not read", {"/d/": links("/out", "a"), "*": OK}, [],
     {"HEAD /out": 1, "GET /out": 0, "GET /d/a": 1}, "--sitemaps off --method head", start="/d/", code=0)
case("Crawl 8", "forms",
     {"/": page("<form action=/post method=post><button formaction=/post2>x</button></form><form action=/get></form>"
                "<form action=/p3 title='a>b' method=post></form><form action=/p4 method='&#112;ost'></form>"
                "<form><!-- <form method=post> --><button formaction=/get2></button></form>"),
      "/get": OK, "/get2": OK}, [],
     {"GET /p3": 0, "HEAD /p3": 0, "GET /p4": 0, "HEAD /p4": 0, "HEAD /get": 1, "HEAD /get2": 1, "GET /post": 0, "HEAD /post": 0, "POST /post": 0, "GET /post2": 0, "HEAD /post2": 0, "POST /post2": 0},
     NO_SITEMAPS, code=0)
case("Crawl 9, Crawl 25", "redirects inside: asked once, 301 is redirected",
     {"/": links("/old", "/older", "/temp", "/new"), "/old": redirect(301, "/new"), "/older": redirect(308, "/old"),
      "/temp": redirect(302, "/new"), "/new": OK},
     [("redirected", "/", "/old"), ("redirected", "/", "/older")], {"GET /old": 1, "GET /older": 1, "GET /temp": 1,
                                                                    "GET /new": 1}, NO_SITEMAPS, code=0)
case("Crawl 25", "an added slash is no finding", {"/": links("/dir"), "/dir": redirect(301, "/dir/"), "/dir/": OK}, [],
     {"GET /dir/": 1}, NO_SITEMAPS, code=0)
case("Crawl 25, Rule 2", "the suggestion of redirected", {"/": links("/old#a"), "/old": redirect(301, "/new"),
                                                          "/new": OK}, [("redirected", "/", "/old#a")], ANY,
                                                          NO_SITEMAPS, code=0,
     more=lambda context, result, found, tokens: context.report.check(found.clauses, found.name,
                                                                      [("note", f"http://{tokens['h']}/new#a")],
                                                                       [(one["severity"], one["suggestion"])
                                                                           for one in result.rows]))
case("Crawl 25, Crawl 19", "a fragment behind a redirect", {"/": links("/temp#none"), "/temp": redirect(302, "/new"),
                                                            "/new": OK}, [("missing-fragment", "/", "/temp#none")], ANY,
                                                            NO_SITEMAPS, code=1)
case("Crawl 9, Crawl 18", "a redirect inside to a page out of scope",
     {"/docs/": links("/docs/x"), "/docs/x": redirect(302, "/out"), "/out": links("/never")}, [],
     {"GET /never": 0, "HEAD /never": 0}, NO_SITEMAPS, start="/docs/", code=0)


def cookie_page(request: Request) -> Answer:
    if "seen=1" in request.headers.get("cookie", ""):
        return links("/x")
    return redirect(302, request.path, ("Set-Cookie", "seen=1; Path=/"))


case("Crawl 10, Crawl 18", "a page that sets a cookie and leads to itself",
     {"/": links("/wall"), "/wall": cookie_page, "/x": OK}, [], {"GET /wall": 2, "GET /x": 1}, NO_SITEMAPS, code=0)
case("Crawl 10, Crawl 24", "a page that leads to itself", {"/": links("/self"), "/self": redirect(302, "/self")},
     [("redirect-loop", "/", "/self")], {"GET /self": 1}, NO_SITEMAPS, code=1)
case("Crawl 10, Crawl 24", "a page that sets a cookie each time", {"/": links("/self"),
                                                                   "/self": lambda request: redirect(302, "/self",
                                                                       ("Set-Cookie", f"n={request.number}; Path=/"))},
     [("redirect-loop", "/", "/self")], lambda seen: seen.count("GET /self") <= 25, NO_SITEMAPS, code=1)
case("Crawl 18", "cookies are kept for the whole crawl", {"/": Answer(200, [("Set-Cookie", "session=7; Path=/")],
                                                                      b"<!doctype html><title>t</title><a href=/in>x</a>"),
     "/in": lambda request: OK if "session=7" in request.headers.get("cookie", "") else Answer(404)}, [], ANY,
     NO_SITEMAPS, code=0)
case("Crawl 18, Safe 9", "cookies do not go to other hosts", {"/": Answer(200, [("Set-Cookie", "session=7; Path=/")],
    b"<!doctype html><title>t</title><a href='http://@b@/x'>x</a>")}, [], ANY,
     "--sitemaps off --external check", b={"/x": lambda request: Answer(404) if "cookie" in request.headers else OK},
     code=0)
case("Crawl 11, Option 27", "--depth 1", {"/": links("/1"), "/1": links("/2"), "/2": links("/3"), "/3": OK}, [],
     {"GET /1": 1, "GET /3": 0, "HEAD /3": 0}, "--sitemaps off --depth 1", code=0,
     more=lambda context, result, found, tokens: context.report.check(found.clauses, found.name + ": level 2 is asked",
                                                                      1,
                                                                       len([one
                                                                           for one in context.web.asked(tokens["name"])
                                                                           if one.path == "/2"])))
case("Crawl 11, Option 27", "--depth 0", {"/": links("/1", "/gone"), "/1": links("/2"), "/2": OK},
     [("missing-file", "/", "/gone")], {"GET /2": 0, "HEAD /2": 0}, "--sitemaps off --depth 0", code=1)
case("Crawl 11, Crawl 19", "--depth: fragments of pages that are not read",
     {"/": links("/1"), "/1": links("/2#none"), "/2": page("<p id=a><p id=b><a href=/3>x</a>")}, ANY,
     {"GET /3": 0, "HEAD /3": 0}, "--sitemaps off --depth 1")
case("Crawl 12", "sitemap.xml is read", {"/": links("/x"), "/x": OK, "/sitemap.xml": sitemap("/x", "/only", "/gone"),
                                         "/only": links("/deep"), "/deep": OK},
                                         [("missing-file", "/sitemap.xml", "/gone")],
     {"GET /only": 1, "GET /deep": 1, "GET /sitemap.xml": 1}, code=1)
case("Crawl 12, Crawl 26", "a sitemap out of scope: what it names in scope is asked for, and has rows",
     {"/app/": OK, "/sitemap.xml": sitemap("/app/gone", "/gone", "/app/away"), "/app/away": to_b}, lambda rows: rows == [
         ("missing-file", "/sitemap.xml", "/app/gone"), ("external-broken", "/sitemap.xml", "/app/away")],
     {"GET /app/gone": 1, "GET /gone": 0, "HEAD /gone": 0}, "--external check", start="/app/", code=1,
     b={"/": Answer(404)})
case("Crawl 12, Option 30", "--sitemaps off", {"/": links("/x"), "/x": OK, "/sitemap.xml": sitemap("/only"),
                                               "/only": OK}, [], {"GET /sitemap.xml": 0, "GET /only": 0}, NO_SITEMAPS,
                                               code=0)
case("Crawl 12", "a missing sitemap is silent", {"/": links("/x"), "/x": OK}, [], {"GET /sitemap.xml": 1},
     err=says_not("sitemap"), code=0)
case("Crawl 12", "Sitemap lines of robots.txt", {"/": links("/x"), "/x": OK,
                                                 "/robots.txt": file("text",
                                                                     "User-agent: *\nDisallow: /x\nSitemap: http://@h@/maps/index.xml\n"),
     "/maps/index.xml": file("xml",
                             '<?xml version="1.0"?><sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>http://@h@/maps/1.xml</loc></sitemap></sitemapindex>'),
     "/maps/1.xml": sitemap("/only"), "/only": links("/gone")}, [("missing-file", "/only", "/gone")],
     {"GET /only": 1, "GET /x": 1, "GET /robots.txt": 1}, code=1)
case("Crawl 12, Address 1", "a page names robots.txt, which was read", {
    "/": links("/robots.txt"), "/robots.txt": file("text", "Sitemap: http://@h@/gone.xml\n")},
     [("missing-file", "/robots.txt", "/gone.xml")], {"GET /robots.txt": 1, "HEAD /robots.txt": 0, "GET /gone.xml": 1})
case("Crawl 12, Address 1", "a page names a robots.txt that is missing", {"/": links("/robots.txt")},
     [("missing-file", "/", "/robots.txt")], {"GET /robots.txt": 1, "HEAD /robots.txt": 0})
case("Crawl 12, Crawl 5", "a sitemap in gzip", {"/": links("/x"), "/x": OK,
                                                "/robots.txt": file("text", "Sitemap: http://@h@/s.xml\n"),
     "/s.xml": (gzipped(file("xml",
                             '<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"></urlset>')))}, [], {"GET /s.xml": 1}, code=0)
case("Crawl 13", "--orphans", {"/": links("/x"), "/x": OK, "/sitemap.xml": sitemap("/", "/x", "/only"), "/only": OK},
     [("orphan-page", "/only", None)], ANY, "--orphans")
case("Crawl 13", "without --orphans", {"/": links("/x"), "/x": OK, "/sitemap.xml": sitemap("/only"), "/only": OK}, [],
     ANY, code=0)

# Traps.


def calendar(request: Request) -> Answer:
    month = int(request.path.rsplit("=")[-1]) if "=" in request.path else 0
    return links(f"/cal?month={month + 1}", f"/cal?month={month - 1}")


TRAP = says("warning")
case("Crawl 14, Crawl 17, Exit 4", "an endless calendar", {"*": calendar, "/": links("/cal?month=0"),
                                                           "/sitemap.xml": Answer(404)}, [],
     lambda seen: 20 <= len([one for one in seen if "/cal?" in one]) <= 22, "--max-queries 20",
     err=says("warning", "/cal"), code=0)
case("Crawl 14, Option 29", "--max-queries is 100", {"*": calendar, "/": links("/cal?month=0"),
                                                     "/sitemap.xml": Answer(404)}, [],
     lambda seen: 98 <= len([one for one in seen if "/cal?" in one]) <= 102, "--max-pages 1000", err=TRAP, code=0)
case("Crawl 14", "many queries of different paths are no trap", {"/": links(*(f"/p{n}?q={n}" for n in range(150))),
                                                                 "*": OK, "/sitemap.xml": Answer(404)}, [],
     lambda seen: len([one for one in seen if "?q=" in one]) == 150, "--max-queries 10", code=0)
case("Crawl 14", "a query explosion of orders", {"/": links("/shop?sort=a"), "/sitemap.xml": Answer(404),
                                                 "*": lambda request: links(*(f"{request.path}&{c}={len(request.path)}"
                                                     for c in "abc"))}, [],
     lambda seen: len([one for one in seen if "/shop?" in one]) <= 32, "--max-queries 30", err=says("warning", "/shop"),
     code=0)
case("Crawl 15, Crawl 17", "paths that grow", {"/sitemap.xml": Answer(404), "*": page("<a href='more/'>x</a>")}, [],
     lambda seen: len(seen) <= 8, err=says("warning", "more/"), code=0)
case("Crawl 15", "paths that grow by two segments", {"/sitemap.xml": Answer(404),
                                                     "*": page("<a href='one/two/'>x</a>")}, [],
                                                     lambda seen: len(seen) <= 8, err=TRAP, code=0)
case("Crawl 15", "two times in a row is no trap", {"/": links("/a/a/x", "/b/c/b/c/x", "/d/e/d/f/d/x"), "*": OK,
                                                   "/sitemap.xml": Answer(404)}, [],
     {"GET /a/a/x": 1, "GET /b/c/b/c/x": 1, "GET /d/e/d/f/d/x": 1}, err=says_not("trap"), code=0)
case("Crawl 15", "three times in a row is one", {"/": links("/a/a/a/x", "/b/c/b/c/b/c/x", "/ok"), "*": OK,
                                                 "/sitemap.xml": Answer(404)}, [],
     {"GET /a/a/a/x": 0, "HEAD /a/a/a/x": 0, "GET /b/c/b/c/b/c/x": 0, "HEAD /b/c/b/c/b/c/x": 0, "GET /ok": 1}, err=TRAP,
     code=0)
case("Crawl 16, Crawl 17", "URLs above 2,000 bytes", {"/": links("/short", "/l?" + "x" * 2100, "/m?" + "y" * 1800),
                                                      "*": OK, "/sitemap.xml": Answer(404)}, [],
     lambda seen: len(seen) == len([one for one in seen if len(one) < 2000]) and any("/m?" in one for one in seen),
     err=TRAP, code=0)
case("Crawl 16", "URLs that grow without end", {"/sitemap.xml": Answer(404),
                                                "*": lambda request: page(f"<a href='/{request.number}{'z' * (60 + 2 * len(request.path))}'>x</a>")}, [],
     lambda seen: len(seen) < 40, err=TRAP, code=0)
case("Option 28, Exit 4", "--max-pages that was given", {"/sitemap.xml": Answer(404),
                                                         "*": lambda request: links(f"/n{request.number}",
                                                             f"/m{request.number}")}, ANY,
     lambda seen: len(seen) <= 45, "--max-pages 10", err=TRAP, code=0)
case("Option 28", "--max-pages that is enough", {"/": links("/1"), "/1": links("/2"), "/2": OK}, [], {"GET /2": 1},
     "--max-pages 3 --sitemaps off", err=says_not("max-pages"), code=0)



def sitemap_index(request: Request) -> Answer:
    """One that names ten more."""
    more = "".join(f"<sitemap><loc>http://{request.host}:{request.port}{request.path}-{n}</loc></sitemap>" for n in range(10))
    return file("xml", f'<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{more}</sitemapindex>')


case("Option 28, Crawl 12", "sitemap indexes without end: one level is read", {"/": OK, "*": sitemap_index,
                                                                  "/robots.txt": Answer(404)}, [],
     lambda seen: len(seen) == 13, err=says("/sitemap.xml-0: warning: is a sitemap index", "10 of them"), code=0)
case("Option 28, Crawl 12", "--max-pages bounds sitemaps, too", {"/": OK, "*": sitemap_index,
                                                                 "/robots.txt": Answer(404)}, [],
     lambda seen: len(seen) == 6, "--max-pages 5", err=says("past --max-pages"), code=0)
# Rules by the final answer.
for status in (400, 401, 403, 404, 408, 410, 451):
    case("Crawl 20", f"{status} of an own page is missing-file", {"/": links("/x"), "/x": Answer(status)},
         [("missing-file", "/", "/x")], ANY, NO_SITEMAPS, code=1)
# The contract says missing-file of any 4xx, and of 429 that it is never broken: both are taken.
case("Crawl 20", "429 for ever of an own page", {"/": links("/x"), "/x": Answer(429)},
     lambda rows: rows in ([("missing-file", "/", "/x")], [("external-blocked", "/", "/x")]), ANY, NO_SITEMAPS)
case("Crawl 20", "the suggestion is the nearest known path", {"/": links("/install.html", "/instal.html",
    "/usage.html"), "/install.html": OK, "/usage.html": OK}, [("missing-file", "/", "/instal.html")], ANY, NO_SITEMAPS,
    code=1,
     more=lambda context, result, found, tokens: context.report.check(found.clauses, found.name,
                                                                      {"/install.html", "install.html",
                                                                          f"http://{tokens['h']}/install.html"},
                                                                          (result.rows or [{}])[0].get("suggestion")))
case("Crawl 21", "letter case", {"/": links("/Page.html", "/page.html"), "/page.html": OK},
     [("case-mismatch", "/", "/Page.html")], ANY, NO_SITEMAPS, code=1)
case("Crawl 21", "letter case of a page that is missing, too", {"/": links("/Gone", "/gone")},
     [("missing-file", "/", "/Gone"), ("missing-file", "/", "/gone")], ANY, NO_SITEMAPS, code=1)
for status in (500, 502, 503, 504):
    case("Crawl 22, Rule 2", f"{status} is server-error", {"/": links("/x"), "/x": Answer(status)},
         [("server-error", "/", "/x")], ANY, NO_SITEMAPS, code=1)
case("Crawl 22", "a closed connection is server-error", {"/": links("/x"), "/x": Answer(raw=b"", end="close")},
     [("server-error", "/", "/x")], ANY, NO_SITEMAPS, code=1)
case("Crawl 22", "no answer is server-error", {"/": links("/x", "/y"), "/x": Answer(end="hang"), "/y": OK},
     [("server-error", "/", "/x")], ANY, "--sitemaps off --timeout 1.5 --retries 0", code=1)
case("Crawl 22, One hop 5", "500, then 200", {"/": links("/x"), "/x": [Answer(500), links("/gone")]},
     [("missing-file", "/x", "/gone")], ANY, NO_SITEMAPS, code=1)
case("Crawl 7, One hop 4", "an image that HEAD does not get", {"/": page("<img src=/i.png>"),
                                                               "/i.png": {"HEAD": Answer(405), None: file("png", "x")}},
                                                               [], {"HEAD /i.png": 1, "GET /i.png": 1}, NO_SITEMAPS,
                                                               code=0)
case("Crawl 23", "a redirect to a missing page", {"/": links("/x"), "/x": redirect(301, "/gone")},
     [("redirect-broken", "/", "/x")], ANY, NO_SITEMAPS, code=1)
case("Crawl 23", "a redirect to nowhere", {"/": links("/x", "/y"), "/x": redirect(302, "http://[/"),
                                           "/y": redirect(302, "mailto:x@example.org")},
                                           [("redirect-broken", "/", "/x"), ("redirect-broken", "/", "/y")], ANY,
                                           NO_SITEMAPS, code=1)
case("Crawl 24", "a loop", {"/": links("/1"), "/1": redirect(302, "/2"), "/2": redirect(302, "/3"),
                            "/3": redirect(302, "/1")}, [("redirect-loop", "/", "/1")],
                            {"GET /1": 1, "GET /2": 1, "GET /3": 1}, NO_SITEMAPS, code=1)
case("Crawl 24, Option 8", "too many redirects", {"/": links("/r0"),
                                                  **{f"/r{n}": redirect(302, f"/r{n + 1}") for n in range(30)},
                                                  "/r30": OK}, [("redirect-loop", "/", "/r0")], ANY, NO_SITEMAPS,
                                                  code=1)
case("Crawl 24", "redirects without end", {"/": links("/n/0"), "*": lambda request: redirect(302,
    f"/n/{request.number}"), "/sitemap.xml": Answer(404), "/robots.txt": Answer(404)}, [("redirect-loop", "/", "/n/0")],
     lambda seen: len(seen) < 30, NO_SITEMAPS, code=1,
     more=lambda context, result, found, tokens: context.report.check("Crawl 24, Row 2", found.name + ": the reason",
                                                                      [("redirect-limit", True)],
                                                                      [(one["reason"], "too many" in one["message"])
                                                                          for one in result.rows]))
case("Crawl 26, Input 3", "a redirect off the origin", {"/": links("/x", "/y"), "/x": redirect(302, "http://@b@/gone"),
                                                        "/y": redirect(302, "http://@b@/fine")},
                                                        [("external-broken", "/", "/x")], ANY,
     "--sitemaps off --external check", b={"/fine": OK}, code=1)
case("Crawl 26, Input 4", "a redirect off the origin, without --external check",
     {"/": links("/x"), "/x": redirect(302, "http://@b@/gone")}, ANY, ANY, NO_SITEMAPS, b={"/fine": OK},
     more=lambda context, result, found, tokens: context.report.check(found.clauses,
                                                                      found.name + ": requests of the other host", 0,
                                                                      len(context.web.asked(tokens["b"].rsplit(":")[0]))))
case("Input 4", "links to other sites are not asked by default", {"/": links("http://@b@/x", "/y"), "/y": OK}, [], ANY,
     NO_SITEMAPS, code=0,
     more=lambda context, result, found, tokens: context.report.check(found.clauses, found.name + ": requests", 0,
                                                                      len(context.web.asked(tokens["b"].rsplit(":")[0]))))
case("Input 4", "--external list asks nobody else", {"/": links("http://@b@/x", "/y"), "/y": OK},
     [("external", "/", "http://@b@/x")], ANY, "--sitemaps off --external list", code=0,
     more=lambda context, result, found, tokens: context.report.check(found.clauses, found.name + ": requests", 0,
                                                                      len(context.web.asked(tokens["b"].rsplit(":")[0]))))
case("Input 3, Input 5, Row 6", "--external check in a crawl", {"/": links("http://@b@/x", "http://@b@/gone", "/y"),
                                                                "/y": links("http://@b@/gone")},
     [("external-broken", "/", "http://@b@/gone"), ("external-broken", "/y", "http://@b@/gone")], ANY,
     "--sitemaps off --external check", b={"/x": OK}, code=1,
     more=lambda context, result, found, tokens: context.report.check("Address 1", found.name + ": requests",
                                                                      ["GET /gone", "HEAD /gone", "HEAD /x"],
                                                                      sorted(map(str,
                                                                          context.web.asked(tokens["b"].rsplit(":")[0])))))
case("Crawl 27", "no missing-index and no outside-site", {"/docs/": links("/docs/dir/", "/docs/dir", "/",
    "/elsewhere/"), "*": OK}, [], ANY, NO_SITEMAPS, start="/docs/", code=0)
case("Crawl 19", "fragments as in a folder",
     {"/": page("<a href='/x#a'></a><a href='/x#none'></a><a href='#here'></a><a href='#top'></a><p id=here><a href='#lost'></a>"), "/x": OK},
     [("missing-fragment", "/", "/x#none"), ("missing-fragment", "/", "/#lost")], ANY, NO_SITEMAPS, code=1)
case("Crawl 19", "base-moves-fragment and duplicate-id", {"/": page("<base href='/x'><a href='#here'></a><p id=here>",
                                                                    ), "/y": OK, "/x": page("<a href='/z#d'></a>"),
                                                                    "/z": page("<p id=d><p id=d>")},
     lambda rows: {"base-moves-fragment"} <= {one[0] for one in rows}, ANY, NO_SITEMAPS, code=1)
case("Crawl 19", "duplicate-id", {"/": links("/z#d"), "/z": page("<p id=d><p id=d>")},
     lambda rows: [one[0] for one in rows] == ["duplicate-id"], ANY, NO_SITEMAPS, code=0)
case("Crawl 28", "empty-link, unresolvable-url, base-ignored",
     {"/": page("<base href='/b/'><base href='/c/'><img src=''><a href='http://['>x</a>")},
     lambda rows: {one[0] for one in rows} == {"base-ignored", "empty-link", "unresolvable-url"}, ANY, NO_SITEMAPS,
     code=1)
case("Crawl 28", "pages that are not well-formed", {"/": links("/x"),
                                                    "/x": Answer(type="application/xhtml+xml",
                                                                 body=b"<html xmlns='http://www.w3.org/1999/xhtml'><body><p></body></html>")}, lambda rows: [one[0] for one in rows] == ["not-well-formed"], ANY, NO_SITEMAPS, code=1)
case("Crawl 5, Crawl 28", "links in the field Link",
     {"/": page("<title>t</title>", headers=[("Link", "</s.css>; rel=preload; as=style, <x>; rel=next"), ("Link", "</gone>; rel=prev")]),
      "/s.css": file("css", ""), "/x": OK}, [("missing-file", "/", "/gone")],
     {"HEAD /s.css": 1, "GET /x": 1, "GET /gone": 1}, NO_SITEMAPS, code=1)
case("Crawl 5, Crawl 28", "a field Link of another document is not judged",
     {"/": page("<title>t</title>", headers=[("Link", "</a>; rel=next; anchor=/x, </b>; rel=next; anchor=\"/x\", </c>; rel=next; anchor=\"#p\"")])},
     [("missing-file", "/", "/c")], {"GET /a": 0, "GET /b": 0, "GET /c": 1}, NO_SITEMAPS, code=1, err=says("skipped"))
case("Crawl 5, Crawl 28", "a Refresh is a navigation",
     {"/": page("<title>t</title>", headers=[("Refresh", "3; url=/x")]), "/x": page("<title>x</title>", headers=[("Refresh", "0; url=/gone")])},
     [("missing-file", "/x", "/gone")], {"GET /x": 1, "GET /gone": 1}, NO_SITEMAPS, code=1)
case("Crawl 28", "a policy in a field forbids the base element",
     {"/": page("<base href=/b/><a href=x>x</a>", headers=[("Content-Security-Policy", "base-uri 'none'")]), "/x": OK},
     lambda rows: [one[0] for one in rows] == ["base-ignored"], {"GET /x": 1, "GET /b/x": 0}, NO_SITEMAPS)
case("Crawl 29", "the HTTP charset counts", {"/": Answer(type="text/html; charset=windows-1252",
                                                         body="<!doctype html><title>t</title><a href='/caf\xe9?\xe9'>x</a>".encode("latin-1")), "/caf%C3%A9?%E9": OK}, [], {"GET /caf%C3%A9?%E9": 1}, NO_SITEMAPS, code=0)
case("Crawl 29", "the HTTP charset is before meta", {"/": Answer(type="text/html; charset=utf-8",
                                                                 body="<!doctype html><meta charset=windows-1252><a href='/caf\u00e9'>x</a>".encode()), "/caf%C3%A9": OK}, [], {"GET /caf%C3%A9": 1}, NO_SITEMAPS, code=0)
case("Crawl 30", "_redirects is not read", {"/": links("/x"), "/_redirects": file("text", "/x /y 301\n")},
     [("missing-file", "/", "/x")], {"GET /_redirects": 0}, code=1)
case("Crawl 9", "the start's links lead to itself in many ways", {"/": links("/", "#", "", "http://@h@", "http://@H@/",
    "//@h@/"), "*": OK}, [], {"GET /": 1}, NO_SITEMAPS, code=0)
case("Crawl 3", "spellings of one page", {"/": links("/a/../x", "/./x", "/%78", "x", "http://@h@/x#a"), "/x": OK,
                                          "/%78": OK}, [], {"GET /x": 1}, NO_SITEMAPS, code=0)
case("Row 6", "positions are those of the decoded body", {"/": gzipped(links("/ok", "/gone")), "/ok": OK},
     [("missing-file", "/", "/gone")], ANY, NO_SITEMAPS, code=1,
     more=lambda context, result, found, tokens: context.report.check(found.clauses, found.name,
                                                                      [(2, 10, f"http://{tokens['h']}/",
                                                                          links("/ok", "/gone").body.find(b"/gone"))],
                                                                       [(one["line"], one["column"], one["file"],
                                                                           one["offset"]) for one in result.rows]))
case("Crawl 26, Safe 12", "a page that leads to file:", {"/": links("file:///etc/passwd", "ftp://@h@/x", "/y"),
                                                         "/y": redirect(302, "file:///etc/passwd")},
                                                         lambda rows: ("redirect-broken", "/", "/y") in rows, ANY,
                                                         NO_SITEMAPS, code=1)
case("Option 24", "what is excluded is not followed", {"/": links("/logout", "/x"), "/x": links("/admin/1"),
                                                       "*": links("/never")}, [],
                                                       {"GET /logout": 0, "GET /admin/1": 0, "GET /never": 0},
                                                       "--sitemaps off --exclude-url logout --exclude-url /admin/",
                                                       code=0)
case("Crawl 10, One hop 1", "301 without Location", {"/": links("/x", "/y"), "/x": Answer(301, body=b"<p>here"),
                                                     "/y": Answer(302)},
                                                     lambda rows: [one[2] for one in rows] == ["/y"], ANY, NO_SITEMAPS,
                                                     code=1)
case("Fragment 5", "frames, scripts and fragments of text files", {"/": links("/t.txt#x", "/p.pdf#page=3"),
                                                                   "/t.txt": file("text", "x"),
                                                                   "/p.pdf": Answer(type="application/pdf",
                                                                       body=b"%PDF")}, [], ANY, NO_SITEMAPS, code=0)
case("Polite 8, Polite 14", "robots.txt does not stop a loopback crawl",
     {"/": links("/x"), "/x": links("/gone"), "/robots.txt": file("text", "User-agent: *\nDisallow: /\n")},
     [("missing-file", "/x", "/gone")], ANY, code=1)
case("Polite 9, Polite 10, Polite 14", "--robots on: groups, lengths, ties, * and $",
     {"/": links("/private/x", "/private/open/y", "/tie", "/q.pdf", "/q.pdf?x", "/all", "/s/1/end"), "*": OK,
     "/robots.txt": file("text",
                         "# comment\nUser-agent: *\nDisallow: /\n\nUser-agent: other\nUser-agent: HrefKit\nDisallow: /private/\nAllow: /private/open/\nDisallow: /tie\nAllow: /tie\nDisallow: /*.pdf$\nDisallow: /s/*/end\n"), "/sitemap.xml": Answer(404)},
     [("external-blocked", "/", "/private/x"), ("external-blocked", "/", "/q.pdf"),
      ("external-blocked", "/", "/s/1/end")],
     {"GET /private/x": 0, "HEAD /private/x": 0, "GET /private/open/y": 1, "GET /tie": 1, "GET /q.pdf": 0,
      "GET /q.pdf?x": 1, "GET /all": 1, "GET /s/1/end": 0, "GET /robots.txt": 1}, "--robots on", code=0)
case("Polite 10", "--robots on: the group *", {"/": links("/x", "/y"), "*": OK, "/sitemap.xml": Answer(404),
                                               "/robots.txt": file("text",
                                                                   "User-agent: hrefkitten\nDisallow: /y\n\nUser-agent: *\nDisallow: /x\n")},
     [("external-blocked", "/", "/x")], {"GET /x": 0, "GET /y": 1}, "--robots on", code=0)
case("Polite 11", "--robots on: robots.txt is 404", {"/": links("/x"), "/x": OK}, [],
     {"GET /x": 1, "GET /robots.txt": 1}, "--robots on --sitemaps off", code=0)
case("Polite 12, Polite 15", "--robots on: robots.txt is 500", {"/": links("/x"), "/x": OK, "/robots.txt": Answer(500)},
     ANY, {"GET /": 0, "GET /x": 0}, "--robots on --sitemaps off", err=says("robots"), code=2)
case("Polite 12, Polite 15", "--robots on: robots.txt does not answer",
     {"/": links("/x"), "/x": OK, "/robots.txt": Answer(end="hang")}, ANY, {"GET /": 0},
     "--robots on --sitemaps off --timeout 1.5", err=says("robots"), code=2)
case("Polite 15", "--robots on: the start is forbidden", {"/": links("/x"),
                                                          "/robots.txt": file("text", "User-agent: *\nDisallow: /\n")},
                                                          ANY, {"GET /": 0}, "--robots on --sitemaps off",
                                                          err=says("--robots off"), code=2)
case("Polite 13", "--robots on: redirects of robots.txt", {"/": links("/x", "/y"), "/x": OK, "/y": OK,
                                                           **{f"/robots{n or ''}.txt": redirect(302,
                                                               f"/robots{n + 1}.txt") for n in range(5)},
     "/robots5.txt": file("text", "User-agent: *\nDisallow: /x\n")}, [("external-blocked", "/", "/x")],
     {"GET /x": 0, "GET /y": 1}, "--robots on --sitemaps off", code=0)
case("Polite 13", "--robots on: a robots.txt without end", {"/": links("/x", "/y"), "/x": OK, "/y": OK,
                                                            "/robots.txt": Answer(type="text/plain",
                                                                body=b"User-agent: *\nDisallow: /x\n",
                                                                endless=b"# comment\n" * 3000)},
     [("external-blocked", "/", "/x")], {"GET /x": 0, "GET /y": 1}, "--robots on --sitemaps off", code=0)
case("Polite 9", "--robots off", {"/": links("/x"), "/x": OK, "/robots.txt": file("text",
    "User-agent: *\nDisallow: /\n")}, [], {"GET /x": 1}, "--robots off --sitemaps off", code=0)
case("Exit 2", "the start is 404", {}, ANY, ANY, NO_SITEMAPS, code=2, err=says("404"))
case("Exit 2", "the start is 500", {"/": Answer(500)}, ANY, ANY, NO_SITEMAPS, code=2, err=says("500"))
case("Exit 2", "the start does not answer", {}, ANY, ANY, NO_SITEMAPS, base="http://@name@:@refused@", code=2,
     err=says("error"))
case("Exit 2", "the start is in a loop", {"/": redirect(302, "/")}, ANY, ANY, NO_SITEMAPS, code=2)
case("TLS 4, Crawl 28", "a crawl over TLS: mixed content",
     {"/": page("<script src='http://@b@/x.js'></script><a href=/gone>x</a>")},
     lambda rows: sorted(one[0] for one in rows) == ["missing-file", "mixed-content"], ANY, NO_SITEMAPS,
     base="https://t.good.test:@tlsport@", code=1)


def tokens_of(found: Crawl, number: int, context: Context) -> dict:
    name = f"c{number}.test"
    if "good.test" in found.base:
        name = "t.good.test"
    for literal in ("localhost", "127.0.0.1", "[::1]"):
        if found.base.startswith(f"http://{literal}:"):
            name = literal
    web = context.web
    return {"name": name, "h": f"{name}:{web.port}", "H": f"{name.upper()}:{web.port}",
            "b": f"c{number}-b.test:{web.port}", "p": web.port, "tlsport": web.tls_port,
            "refused": web.refused_port}


def run_case(context: Context, found: Crawl, number: int) -> None:
    web, report = context.web, context.report
    tokens = tokens_of(found, number, context)
    other = tokens["b"].rsplit(":")[0]
    names = [tokens["name"], other]
    for name, script in zip(names, (found.site, found.b)):
        web.plant(name, expand(script, tokens))
    base = expand(found.base, tokens)
    options = [word.replace("@SPACE@", " ") for word in expand(found.options, tokens).split()]
    resolve = [word for name in names if name.endswith(".test") for port in (web.port, web.tls_port, web.refused_port)
               if port
               for word in ("--resolve", f"{name}:{port}:127.0.0.1")]
    if "--timeout" not in options:
        options += ["--timeout", "20"]
    if context.ca:
        resolve += ["--ca-file", context.ca]
    result = context.run("check", "-f", "json", "--progress", "never", "--retry-wait", "0.05", *resolve, *options,
                         base + found.start)
    origin = base

    def short(url: object) -> object:
        return url[len(origin):] or "/" if isinstance(url, str) and url.startswith(origin) else url

    hint = f"exit {result.code}, stderr: {cut(result.err, 500)}\n  {result.command}"
    rows = [(one["rule"], short(one["file"]), short(one["url"])) for one in result.rows]
    if found.rows is not ANY:
        expected = found.rows if callable(found.rows) else sorted([tuple(expand(one, tokens)) for one in found.rows],
                                                                  key=str)
        actual = rows if callable(found.rows) else sorted([(rule, page_, None) if rule == "orphan-page"
                                                           else (rule, page_, url) for rule, page_, url in rows],
                                                           key=str)
        report.check(found.clauses, found.name, expected, actual, hint)
    seen = [str(one) for one in web.asked(tokens["name"])]
    if callable(found.asks):
        report.check(found.clauses, found.name + ": requests", found.asks, seen, hint)
    elif found.asks is not ANY:
        faults = {key: (f"expected {count}", f"is {seen.count(key)}") for key,
                  count in expand(found.asks, tokens).items() if seen.count(key) != count}
        report.check(found.clauses, found.name + ": requests", {}, faults, f"all: {cut(seen)}")
    if found.asks is not ANY:
        twice = sorted({one for one in seen if seen.count(one) > 1} - {key for key,
            count in (found.asks.items() if isinstance(found.asks, dict) else ()) if count > 1})
        if "Crawl 10" not in found.clauses:
            report.check("Polite 7", found.name + ": nothing is asked twice", [],
                         twice, f"all: {cut(seen)}")
    if found.code is not ANY:
        report.check(f"{found.clauses}, Exit 1", found.name + ": exit", found.code, result.code, hint)
    if found.err:
        report.check(found.clauses, found.name + ": stderr", found.err, result.err, result.command)
    if found.more:
        found.more(context, result, found, tokens)


def same_output(context: Context) -> None:
    """Random delays and -j: the same rows in the same order."""
    web, report = context.web, context.report
    site = {"/": links(*(f"/p{n}" for n in range(12)))}
    for n in range(12):
        site[f"/p{n}"] = links(f"/p{(n * 5 + 1) % 12}", f"/q{n}?a=1", f"/gone{n}", f"/p{n + 1}#none",
                               "http://order-b.test:%d/x%d" % (web.port, n % 4))
        site[f"/q{n}?a=1"] = links(*(f"/trap?n={n * 10 + k}" for k in range(10)))
    site["/p12"] = OK
    web.plant("order.test", {**site, "/sitemap.xml": Answer(404)})
    web.plant("order-b.test", {"/x1": OK, "/x2": redirect(301, "/x1"), "/x3": Answer(403)})
    outputs = []
    for jitter, jobs in ((0, 1), (0.03, 1), (0.03, 4), (0.03, 8)):
        web.jitter = jitter
        web.forget()
        result = context.run("check", "-f", "json", "--external", "check", "--progress", "never", "--max-queries", "30",
                             "--max-pages", "40", "--per-host", "8", "-j", jobs,
                             "--allow-private", "127.0.0.0/8", *context.resolved("order.test", "order-b.test"),
                             f"http://order.test:{web.port}/")
        outputs.append((result.text, result.err))
        if jitter == 0:
            report.check("Row 5", "a site with many faults has rows", True, len(result.rows) > 20,
                         cut(result.text + result.err))
            report.check("Crawl 4", "pages are in the order of levels and links", True, in_order(result.rows),
                         cut([one["file"] for one in result.rows]))
    web.jitter = 0
    for text, err in outputs[1:]:
        report.check("Row 5, Crawl 4", "the same output with random delays and -j", True, text == outputs[0][0],
                     first_difference(outputs[0][0], text))
        report.check("Row 5, Summary 1", "the same stderr with random delays and -j", True, err == outputs[0][1],
                     first_difference(outputs[0][1], err))


def in_order(rows: list[dict]) -> bool:
    files = list(dict.fromkeys(one["file"].rsplit(":", 1)[-1].split("/", 1)[-1] for one in rows))
    pages = [one for one in files if one.startswith("p")]
    return pages == sorted(pages, key=lambda one: int(one[1:]))


def first_difference(one: str, other: str) -> str:
    for before, after in zip(one.splitlines(), other.splitlines()):
        if before != after:
            return f"first difference:\n  {before[:300]}\n  {after[:300]}"
    return f"{len(one.splitlines())} and {len(other.splitlines())} lines"


def formats(context: Context) -> None:
    web, report = context.web, context.report
    web.plant("forms.test", {**SMALL, "/sitemap.xml": Answer(404)})
    url = f"http://forms.test:{web.port}/"
    for form in ("text", "json", "jsonl", "csv", "sarif", "junit", "github", "gitlab", "markdown", "html"):
        result = context.run("check", "-f", form, "--progress", "never", *context.resolved("forms.test"), url)
        report.check("Input 6, Row 6", f"a crawl in {form}", says("/y", "gone"), result.text,
                     f"exit {result.code}, {result.err}")
        if form == "csv":
            report.check("Row 7", "CSV of a crawl has status, reason and final", says("status", "reason", "final"),
                         result.text.splitlines()[0] if result.text else "")


def run(context: Context) -> None:
    import hard_crawls  # noqa: F401, it adds to CASES
    wanted = []
    for number, found in enumerate(CASES):
        if any(context.report.wanted(f"{found.name}{more} [{found.clauses}]")
               for more in ("", ": requests", ": exit", ": stderr")):
            if "tlsport" in found.base and not context.web.tls_port:
                context.report.skip(found.clauses, found.name, "there is no openssl")
            elif "::1" in found.base and not context.web.has_ipv6:
                context.report.skip(found.clauses, found.name, "there is no IPv6 here")
            else:
                wanted.append((number, found))
    with concurrent.futures.ThreadPoolExecutor(4) as pool:  # each case has hosts of its own
        for done in [pool.submit(run_case, context, found, number) for number, found in wanted]:
            done.result()
    run_parts(context, same_output, formats)
