"""More live sites for crawl_tests.py: development servers, odd robots.txt and sitemaps, limits."""
import gzip

from crawl_tests import NO_SITEMAPS, OK, TRAP, case, file, links, sitemap
from harness import ANY, says, says_not
from web import Answer, gzipped, page, redirect

NEVER = {"GET /never": 0, "HEAD /never": 0}
NO_MAP = {"/sitemap.xml": Answer(404), "/robots.txt": Answer(404)}

# Starts.
case("Input 1, Crawl 1", "a start at localhost", {"/": links("/gone", "/x"), "/x": OK},
     lambda rows: [one[0] for one in rows] == ["missing-file"], ANY, NO_SITEMAPS,
     base="http://localhost:@p@", code=1)
case("Input 1, Safe 7", "a start at 127.0.0.1", {"/": links("/gone", "/x"), "/x": OK},
     lambda rows: [one[0] for one in rows] == ["missing-file"], ANY, NO_SITEMAPS,
     base="http://127.0.0.1:@p@", code=1)
case("Input 1, Safe 7", "a start at [::1]", {"/": links("/gone", "/x"), "/x": OK},
     lambda rows: [one[0] for one in rows] == ["missing-file"], ANY, NO_SITEMAPS,
     base="http://[::1]:@p@", code=1)
case("Input 1", "a start in upper case", {"/": links("/gone")}, ANY, {"GET /gone": 1}, NO_SITEMAPS, base="HTTP://@H@",
     code=1)
case("Crawl 1, Crawl 2", "a start with a query and a fragment", {"/d/?a=1": links("x", "/d/?a=1#b", "../out"),
                                                                 "/d/x": OK, "/out": links("/never")},
                                                                 lambda rows: len(rows) <= 1,
                                                                 {"GET /d/?a=1": 1, "GET /d/x": 1, **NEVER},
     NO_SITEMAPS, start="/d/?a=1#b")
case("Crawl 1", "a start that is a file of its folder", {"/d/index.html": links("x.html", "sub/y.html"),
                                                         "/d/x.html": OK, "/d/sub/y.html": links("/never")},
                                                         [("missing-file", "/d/sub/y.html", "/never")], ANY,
                                                         NO_SITEMAPS, start="/d/index.html", code=1)
case("Exit 2", "a start that is no page", {"/": Answer(type="image/png", body=b"\x89PNG")}, ANY, ANY, NO_SITEMAPS,
     err=says("."))
case("Crawl 1, Crawl 25", "the start's own permanent redirect", {"/": redirect(301, "/home/"), "/home/": links("a"),
                                                                 "/home/a": OK}, [], ANY, NO_SITEMAPS, code=0)

# Development servers: every path is the page of the application.
SPA = page("<div id=root></div><a href='/one'>x</a><a href='/two#/x'>x</a><script src='/app.js'></script>")
case("Crawl 12, Fragment 9", "a server that answers all paths with one page", {"*": SPA, "/app.js": file("js", "1")},
     [], {"GET /one": 1, "GET /two": 1}, code=0, err=says_not("not-well-formed"))
case("Crawl 12", "a sitemap that is HTML", {"/": links("/x"), "/x": OK, "/sitemap.xml": page("nothing"),
     "/robots.txt": page("nothing")}, [], {"GET /x": 1}, code=0, err=says_not("not-well-formed"))
case("Crawl 12", "a sitemap index that names itself", {"/": links("/x"), "/x": OK,
                                                       "/sitemap.xml": file("xml",
                                                           '<?xml version="1.0"?><sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>http://@h@/sitemap.xml</loc></sitemap></sitemapindex>')},
     [], {"GET /sitemap.xml": 1}, code=0)
case("Crawl 12, Input 4", "a sitemap that names another host", {"/": links("/x"), "/x": OK,
                                                                "/sitemap.xml": file("xml",
                                                                    '<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>http://@b@/x</loc></url></urlset>')}, ANY, ANY, b={"/x": OK},
     more=lambda context, result, found, tokens: context.report.check(found.clauses, found.name, 0,
                                                                      len(context.web.asked(tokens["b"].rsplit(":")[0]))))
case("Crawl 12", "a sitemap that is a redirect", {"/": links("/x"), "/x": OK,
                                                  "/sitemap.xml": redirect(302, "/maps.xml"),
                                                  "/maps.xml": sitemap("/only"), "/only": OK}, [], {"GET /only": 1},
                                                  code=0)
case("Crawl 12", "a sitemap that answers 500", {"/": links("/x"), "/x": OK, "/sitemap.xml": Answer(500)}, [],
     {"GET /x": 1, "GET /sitemap.xml": 3}, code=0, err=says(r"sitemap\.xml: warning: cannot be read: the server answers 500"))
case("Crawl 12", "a sitemap that answers 403 is missing", {"/": links("/x"), "/x": OK, "/sitemap.xml": Answer(403)}, [],
     {"GET /x": 1, "GET /sitemap.xml": 2}, code=0, err=says_not("sitemap"))
case("Crawl 12, Crawl 2", "a sitemap's pages out of scope are not followed",
     {"/d/": links("x"), "/d/x": OK, "/sitemap.xml": sitemap("/d/y", "/out"), "/d/y": OK, "/out": links("/never")}, [],
     {"GET /d/y": 1, **NEVER}, start="/d/", code=0)
case("Crawl 12, Crawl 4", "pages of sitemaps follow level 0", {"/": links("/b"), "/b": links("/gone-b"),
                                                               "/sitemap.xml": sitemap("/a"), "/a": links("/gone-a")},
                                                               [("missing-file", "/b", "/gone-b"),
                                                                ("missing-file", "/a", "/gone-a")], ANY, code=1)
case("Crawl 11, Crawl 12", "--depth counts from the start", {"/": links("/1", "/2b"), "/1": links("/2"),
                                                             "/2": links("/3"), "/2b": links("/3b"), "/3": OK,
                                                             "/3b": OK}, [], {"GET /3": 0, "HEAD /3": 0, "GET /2b": 1},
                                                             "--sitemaps off --depth 1")
case("Crawl 11, Crawl 4", "--depth: the shortest way counts", {"/": links("/long1", "/short"),
                                                               "/long1": links("/long2"), "/long2": links("/p"),
                                                               "/short": links("/p"), "/p": links("/q"), "/q": OK}, [],
                                                               {"GET /q": 1}, "--sitemaps off --depth 3", code=0)

# robots.txt.
def robots(text: str, **more) -> dict:
    return {"/robots.txt": file("text", text, **more), "/sitemap.xml": Answer(404)}


BLOCKED_X = [("external-blocked", "/", "/x")]
for label, text in (("CRLF and a BOM", "\ufeffUser-agent: hrefkit\r\nDisallow: /x\r\n"),
                    ("CR only", "User-agent: hrefkit\rDisallow: /x\r"),
                    ("letter case of names and spaces", "USER-AGENT :  HREFKIT  \nDISALLOW :   /x  # why\n"),
                    ("two groups of one agent",
                     "User-agent: hrefkit\nDisallow: /z\n\nUser-agent: *\nDisallow: /\n\nUser-agent: hrefkit\nDisallow: /x\n"), ("blank lines inside a group", "User-agent: hrefkit\n\n\nDisallow: /x\n"),
                    ("an unknown line between", "User-agent: hrefkit\nFoo: bar\nDisallow: /x\n"),
                    ("a Sitemap line between agents",
                     "User-agent: hrefkit\nSitemap: http://@h@/none.xml\nUser-agent: other\nDisallow: /x\n"),
                    ("no rules before a group", "Disallow: /\nUser-agent: hrefkit\nDisallow: /x\n"),
                    ("an empty Disallow beside", "User-agent: hrefkit\nDisallow:\nDisallow: /x\n"),
                    ("the longer Disallow wins", "User-agent: *\nAllow: /\nDisallow: /x\n"),
                    ("a pattern that begins with *", "User-agent: *\nDisallow: *x\n"),
                    ("many stars", "User-agent: *\nDisallow: /x" + "*" * 200 + "\n")):
    case("Polite 10", f"robots.txt: {label}", {"/": links("/x", "/y"), "/x": OK, "/y": OK, **robots(text)}, BLOCKED_X,
         {"GET /x": 0, "GET /y": 1}, "--robots on", code=0)
for label, text in (("an empty Disallow", "User-agent: *\nDisallow:\n"),
                    ("a group without rules",
                     "User-agent: hrefkit\n\nUser-agent: *\nDisallow: /\nAllow: /x\nUser-agent: hrefkit\nAllow: /\n"),
                     ("a longer Allow", "User-agent: *\nDisallow: /x\nAllow: /x\n"),
                    ("$ in the middle is a letter", "User-agent: *\nDisallow: /x$y\n"),
                    ("letter case of paths", "User-agent: *\nDisallow: /X\n"), ("nothing", ""),
                    ("bytes", "\x00\x01\x02\xff")):
    case("Polite 10", f"robots.txt allows: {label}", {"/": links("/x", "/y"), "/x": OK, "/y": OK, **robots(text)}, [],
         {"GET /x": 1, "GET /y": 1}, "--robots on", code=0)
case("Polite 10", "robots.txt: percent-encoding is compared decoded",
     {"/": links("/a%2Db", "/%7Euser", "/caf%C3%A9", "/y"), "*": OK,
      **robots("User-agent: *\nDisallow: /a-b\nDisallow: /~user\nDisallow: /café\n")},
     [("external-blocked", "/", "/a%2Db"), ("external-blocked", "/", "/%7Euser"),
      ("external-blocked", "/", "/caf%C3%A9")], {"GET /y": 1}, "--robots on", code=0)
case("Polite 13", "robots.txt: what comes after 500 KiB does not count",
     {"/": links("/x", "/y"), "/x": OK, "/y": OK,
      **robots("User-agent: *\nDisallow: /y\n" + "# comment that fills\n" * 26_000 + "Disallow: /x\n")},
      [("external-blocked", "/", "/y")], {"GET /x": 1, "GET /y": 0}, "--robots on", code=0)
case("Polite 13", "robots.txt: the line at 500 KiB does not count",
     {"/": links("/private", "/public"), "/private": OK, "/public": OK,
      **robots("User-agent: *\nDisallow: /y\n".ljust(500 * 1024 - 12, "\n") + "Disallow: /private\n")}, [],
     {"GET /private": 1, "GET /public": 1}, "--robots on", code=0)
for label, coding in (("gzip", "gzip"), ("deflate", "deflate")):
    case("Polite 10, One hop 7", f"robots.txt in {label}",
         {"/": links("/x", "/y"), "/x": OK, "/y": OK, "/sitemap.xml": Answer(404),
          "/robots.txt": gzipped(file("text", "User-agent: *\nDisallow: /x\n"), coding)}, BLOCKED_X,
         {"GET /x": 0, "GET /y": 1}, "--robots on", code=0)
case("Polite 10", "robots.txt: a pattern that would take for ever",
     {"/": links("/" + "a" * 1500 + "!"), "*": OK, **robots("User-agent: *\nDisallow: /" + "*a" * 120 + "b$\n")}, [],
     ANY, "--robots on", code=0)
case("Polite 9, Polite 14", "robots.txt forbids a page's image and style sheet",
     {"/": page("<img src=/no/i.png><link rel=stylesheet href=/no/s.css>"), "*": OK,
      **robots("User-agent: *\nDisallow: /no/\n")}, [("external-blocked", "/", "/no/i.png"),
                                                     ("external-blocked", "/", "/no/s.css")],
     {"GET /no/s.css": 0, "HEAD /no/i.png": 0}, "--robots on", code=0, err=says("robots"))
case("Polite 9, Crawl 9", "robots.txt forbids where a redirect leads",
     {"/": links("/x"), "/x": redirect(302, "/no"), "/no": OK, **robots("User-agent: *\nDisallow: /no\n")},
     [("external-blocked", "/", "/x")], {"GET /no": 0, "HEAD /no": 0}, "--robots on", code=0)

# Pages.
case("Crawl 5, Option 21", "a page without end", {"/": links("/big", "/x"),
                                                  "/big": page("<a href='/early'>x</a>",
                                                               endless=b"<p>more of it</p>\n" * 1000), "/early": OK,
                                                               "/x": OK}, [], {"GET /early": 1, "GET /x": 1},
                                                               "--sitemaps off --max-body 200K",
     err=says("big|max-body"))
case("Crawl 5", "a page that is cut", {"/": links("/cut"), "/cut": page("<a href='/gone'>x</a>", length=50_000,
    end="close")}, ANY, ANY, NO_SITEMAPS, code=1)
case("Crawl 5, Fragment 11", "a page in a damaged coding", {"/": links("/bad"),
                                                            "/bad": gzipped(page("".join(f"<a href=/p{n * 7919 % 997}>"
                                                                for n in range(900))), damage="damaged")},
                                                                lambda rows: ("server-error", "/", "/bad") in rows
                                                                or bool(rows), ANY, NO_SITEMAPS)
case("Crawl 7", "srcset, posters and inputs are HEAD",
     {"/": page("<img srcset='/1.png 1x, /2.png 2x' src=/3.png><video poster=/4.png></video><input type=image src=/5.png><embed src=/6.swf><object data=/7.svg></object>"), **{f"/{n}.png": file("png", "x") for n in range(1, 6)},
     "/6.swf": file("png", "x"), "/7.svg": Answer(type="image/svg+xml",
                                                  body=b"<svg xmlns='http://www.w3.org/2000/svg'/>")}, [],
                                                  {f"HEAD /{n}.png": 1 for n in range(1, 6)}, NO_SITEMAPS, code=0)
case("Crawl 5", "a refresh and rel=nofollow are followed",
     {"/": page("<meta http-equiv=refresh content='5; url=/r'><a rel=nofollow href=/n>x</a><map><area href=/m></map>"),
      "/r": links("/gone"), "/n": OK, "/m": OK}, [("missing-file", "/r", "/gone")],
      {"GET /r": 1, "GET /n": 1, "GET /m": 1}, NO_SITEMAPS, code=1)
case("Option 24, Input 6", "what is marked to be ignored is not followed",
     {"/": page("<a data-hrefkit-ignore href=/never>x</a>\n<!-- hrefkit-ignore --><p><a href=/never>x</a></p>\n<a href=/x>x</a>"), "/x": OK}, [], {"GET /x": 1, **NEVER}, NO_SITEMAPS, code=0)
case("Crawl 3", "a base that leads to another site",
     {"/": page("<base href='http://@b@/'><a href='x'>x</a><a href='http://@h@/y'>y</a>"), "/y": OK}, [],
     {"GET /y": 1, "GET /x": 0}, NO_SITEMAPS, code=0)
case("Crawl 3, Crawl 19", "fragments of one page: asked once", {"/": links(*(f"/x#{one}"
    for one in ("a", "b", "none", "c", ""))), "/x": OK}, [("missing-fragment", "/", "/x#none"),
                                                          ("missing-fragment", "/", "/x#c")], {"GET /x": 1},
                                                          NO_SITEMAPS, code=1)
case("Crawl 19, Redirect 2", "a redirect to a fragment that is missing",
     {"/": links("/x"), "/x": redirect(302, "/y#none"), "/y": OK}, ANY, {"GET /y": 1}, NO_SITEMAPS)
case("Crawl 19", "an image with a fragment", {"/": page("<img src='/i.svg#view'>"),
                                              "/i.svg": Answer(type="image/svg+xml",
                                                               body=b"<svg xmlns='http://www.w3.org/2000/svg'><view id='view'/></svg>")}, [], ANY, NO_SITEMAPS, code=0)
case("Crawl 9", "redirects that meet", {"/": links("/1", "/2", "/3"), "/1": redirect(302, "/2"),
                                        "/2": redirect(302, "/3"), "/3": redirect(302, "/end"), "/end": links("/gone")},
                                        [("missing-file", "/end", "/gone")],
                                        {"GET /1": 1, "GET /2": 1, "GET /3": 1, "GET /end": 1}, NO_SITEMAPS, code=1)
case("Crawl 23", "a chain inside that ends in 500", {"/": links("/1"), "/1": redirect(302, "/2"), "/2": Answer(500)},
     lambda rows: rows and rows[0][0] in ("redirect-broken", "server-error"), ANY, NO_SITEMAPS, code=1)
case("Crawl 24", "a link into the middle of a loop", {"/": links("/1", "/2"), "/1": redirect(302, "/2"),
                                                      "/2": redirect(302, "/1")},
                                                      [("redirect-loop", "/", "/1"), ("redirect-loop", "/", "/2")],
                                                      {"GET /1": 1, "GET /2": 1}, NO_SITEMAPS, code=1)
case("Crawl 25", "an added slash with 301 and a query", {"/": links("/dir?a=1"), "/dir?a=1": redirect(301, "/dir/?a=1"),
                                                         "/dir/?a=1": OK}, ANY, ANY, NO_SITEMAPS, code=0)
case("Crawl 26, Crawl 25", "a permanent redirect off the origin", {"/": links("/x"),
                                                                   "/x": redirect(301, "http://@b@/y")},
                                                                   [("external-redirected", "/", "/x")], ANY,
                                                                   "--sitemaps off --external check", b={"/y": OK},
                                                                   code=0)
case("Option 2, Crawl 20", "--accept in a crawl", {"/": links("/x"), "/x": Answer(404)}, [], ANY,
     "--sitemaps off --accept 200-299,404", code=0)
case("Rule 7, Crawl 22", "--severity of server-error", {"/": links("/x"), "/x": Answer(501)},
     [("server-error", "/", "/x")], ANY, "--sitemaps off --severity server-error=warning", code=0)
case("Rule 7, Crawl 20", "--rules in a crawl", {"/": links("/x", "/y"), "/x": Answer(404), "/y": Answer(500)},
     [("server-error", "/", "/y")], ANY, "--sitemaps off --rules server-error", code=1)
case("Crawl 22, One hop 6", "statuses that nobody knows", {"/": links("/x", "/y"), "/x": Answer(599),
                                                           "/y": Answer(600)},
                                                           lambda rows: len(rows) == 2 and rows[0][0] == "server-error",
                                                           ANY, NO_SITEMAPS, code=1)
case("Crawl 3, Address 2", "own addresses in many letters", {"/": links("/ü", "/a b", "/%zz", "/x?ü", "/x?%FC",
    "/semi;colon=1", "/a//b"), "*": OK, **NO_MAP}, [], {"GET /%C3%BC": 1, "GET /a%20b": 1, "GET /%zz": 1,
                                                        "GET /x?%C3%BC": 1, "GET /x?%FC": 1, "GET /semi;colon=1": 1,
                                                        "GET /a//b": 1}, NO_SITEMAPS, code=0)
case("Crawl 8", "a form with get and an input",
     {"/": page("<form action=/search><input name=q></form><form method=dialog action=/d></form><form method=POST action=/never></form>"), "/search": OK, "/d": OK}, [], NEVER, NO_SITEMAPS, code=0)
case("Crawl 18", "a session cookie that changes", {"*": lambda request: Answer(200,
    [("Set-Cookie", f"s={request.number}; Path=/")],
    b"<!doctype html><title>t</title><a href=/x>x</a><a href=/y>y</a>"), **NO_MAP}, [], {"GET /x": 1, "GET /y": 1},
    NO_SITEMAPS, code=0)
case("Crawl 14", "a trap that a redirect makes", {"/": links("/go?n=0"),
                                                  "*": lambda request: redirect(302, f"/page?n={request.number}")
                                                  if request.path.startswith("/go")
                                                  else links(f"/go?n={request.number}"), **NO_MAP}, ANY,
                                                  lambda seen: len(seen) < 140, "--max-queries 30 --sitemaps off",
                                                  err=TRAP)
case("Crawl 15, Crawl 14", "paths that grow by a redirect", {"/": links("/a/"),
                                                             "*": lambda request: redirect(302, request.path + "a/"),
                                                             **NO_MAP}, ANY, lambda seen: len(seen) < 30, NO_SITEMAPS)
case("Crawl 16", "an address that Location makes too long", {"/": links("/x"), "/x": redirect(302, "/" + "y" * 3000),
                                                             "*": OK, **NO_MAP}, ANY,
                                                             lambda seen: not any(len(one) > 2100 for one in seen),
                                                             NO_SITEMAPS)
case("Option 28, Crawl 4", "--max-pages takes the first in order", {"/": links("/a", "/b", "/c"),
     "/a": links("/gone-a"), "/b": links("/gone-b"), "/c": links("/gone-c"), **NO_MAP}, ANY,
     {"GET /": 1, "GET /a": 1, "GET /gone-b": 0, "GET /gone-c": 0}, "--max-pages 2 --sitemaps off", err=TRAP)
case("Option 13, Redirect 10", "--header for a password of a staging site",
     {"*": lambda request: links("/x") if request.headers.get("authorization") == "Basic abc" else Answer(401),
      **NO_MAP}, [], {"GET /x": 1}, "--sitemaps off --header Authorization:Basic@SPACE@abc", code=0)
case("Redirect 8", "userinfo of the start is used for all pages", {"*": lambda request: links("/x")
                                                                   if "authorization" in request.headers
                                                                   else Answer(401), **NO_MAP}, ANY, {"GET /x": 1},
                                                                   NO_SITEMAPS, base="http://us:pa@@h@", code=0)

# Servers of single-page applications answer their page for every path.
APP = Answer(body=b"<!doctype html><title>app</title><a href=/never>x</a>")
TOLD = says(r"/robots\.txt: warning: is a page of HTML", r"/sitemap\.xml: warning: is a page of HTML, not a sitemap")
case("Crawl 12", "a page in place of sitemap.xml and robots.txt", {"/": links("/x"), "/x": OK, "/sitemap.xml": APP,
                                                                   "/robots.txt": APP}, [], NEVER, code=0, err=TOLD)
case("Crawl 12, Crawl 5", "a page in place of sitemap.xml that a page names",
     {"/": links("/x"), "/x": links("/sitemap.xml"), "/sitemap.xml": APP, "/robots.txt": Answer(404)},
     [("missing-file", "/sitemap.xml", "/never")], {"GET /sitemap.xml": 1, "GET /never": 1}, code=1,
     err=says("not a sitemap"))
case("Polite 10", "--robots on: a page in place of robots.txt allows all", {"/": links("/x"), "/x": OK,
     "/robots.txt": Answer(body=b"<html>\nUser-agent: *\nDisallow: /\n"), "/sitemap.xml": Answer(404)}, [],
     {"GET /x": 1}, "--robots on", code=0)
case("Crawl 12", "a sitemap that is a text", {"/": OK, "/robots.txt": file("text", "Sitemap: http://@h@/urls\n"),
                                              "/urls": file("text", "http://@h@/only\n"), "/only": links("/gone"),
                                              "/sitemap.xml": Answer(404)}, [("missing-file", "/only", "/gone")], ANY,
                                              code=1)
case("Crawl 12", "a sitemap of XML that is called a text", {
    "/": OK, "/robots.txt": file("text", "Sitemap: http://@h@/map\n"), "/sitemap.xml": Answer(404),
    "/map": Answer(type="text/plain", body=sitemap("/only").body), "/only": links("/gone")},
    [("missing-file", "/only", "/gone")], ANY, code=1)
case("Crawl 12", "a sitemap that is on another site", {
    "/": OK, "/robots.txt": file("text", "Sitemap: http://@h@/map\n"), "/sitemap.xml": Answer(404),
    "/map": redirect(301, "http://@b@/map")}, [], ANY, code=0, b={"/map": sitemap("/only")},
    err=says("/map: warning: is named as a sitemap by robots.txt, and cannot be read"))
case("Crawl 13", "--orphans with a sitemap that is a text", {
    "/": links("/x"), "/x": OK, "/robots.txt": file("text", "Sitemap: http://@h@/urls\n"),
    "/urls": file("text", "http://@h@/only\nhttp://@h@/x\n"), "/only": OK, "/sitemap.xml": Answer(404)},
    [("orphan-page", "/only", None)], ANY, "--orphans")
def reset_after(body: bytes) -> Answer:
    """An answer whose connection is reset behind it, without a word of that."""
    return Answer(raw=b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body),
                  end="reset")


case("Crawl 5, Polite 7", "connections that are reset after each answer, unsaid",
     {"/": reset_after(b"".join(b"<a href=/%d>x</a>" % n for n in range(20))), "*": reset_after(b"x")}, [],
     {f"GET /{n}": 1 for n in range(20)}, "--sitemaps off --retries 0", code=0)
case("Crawl 13", "--orphans with a sitemap that is a feed", {
    "/": links("/x"), "/x": OK, "/robots.txt": file("text", "Sitemap: http://@h@/feed\n"), "/only": OK,
    "/feed": Answer(type="application/rss+xml", body=b"<rss version='2.0'><channel><link>http://@h@/</link>"
                    b"<item><link>http://@h@/only</link></item></channel></rss>"), "/sitemap.xml": Answer(404)},
    [("orphan-page", "/only", None)], {"GET /feed": 1}, "--orphans")
case("Crawl 12, Option 21", "a stored sitemap in gzip that is longer than --max-body", {
    "/": OK, "/robots.txt": file("text", "Sitemap: http://@h@/map.xml.gz\n"), "/sitemap.xml": Answer(404),
    "/map.xml.gz": Answer(type="application/gzip", body=gzip.compress(sitemap().body + b" " * 3_000_000))}, [],
    {"GET /map.xml.gz": 1}, "--max-body 1M", code=0, err=says("/map.xml.gz: warning: is longer than --max-body"))
case("Option 1, Crawl 5", "--method head reads pages all the same", {"/": page("<a href=/x>x</a><img src=/i.png>"),
                                                                     "/x": OK, "/i.png": Answer(405), **NO_MAP},
     [("missing-file", "/", "/i.png")], {"GET /x": 1, "HEAD /i.png": 1, "GET /i.png": 0},
     "--sitemaps off --method head", code=1)
case("Crawl 20, One hop 6", "999 of an own page", {"/": links("/x"), "/x": Answer(999), **NO_MAP},
     [("external-blocked", "/", "/x")], ANY, NO_SITEMAPS, code=0)
case("Crawl 29", "UTF-16 by the HTTP charset", {"/": Answer(type="text/html; charset=utf-16le",
     body="<!doctype html><a href=/gone>x</a>".encode("utf-16le")), **NO_MAP}, [("missing-file", "/", "/gone")], ANY,
     NO_SITEMAPS, code=1)
case("Crawl 28", "integrity of a style sheet", {"/": page("<link rel=stylesheet integrity=sha256-AAAA href=/s.css>"),
                                                "/s.css": file("css", "p{}"), **NO_MAP},
     lambda rows: [one[0] for one in rows] == ["integrity-mismatch"], ANY, NO_SITEMAPS, code=1)
