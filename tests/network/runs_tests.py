"""Whole runs: options, summary, progress, exit codes, headers, cookies, proxies, HTTP/2."""
import contextlib
import os
import random
import re
import shutil
import socket
import subprocess
import threading

from harness import Context, between, cut, run_parts, says, says_not
from web import Answer, page, redirect

OK = page("<p id=a>")
CHECK = ["check", "--external", "check", "-f", "json", "--progress", "never", "--allow-private", "127.0.0.0/8"]


def links(*targets: str) -> str:
    return "\n".join(f'<a href="{one}">x</a>' for one in targets)


def options(context: Context) -> None:
    """Wrong values are wrong usage; right ones of every option are taken."""
    report = context.report
    site = context.site("usage", {"index.html": "<p>nothing"})
    for wrong in ("--method post", "--accept 99", "--accept 300-200", "--accept x", "--timeout -1", "--timeout x",
                  "--retries -1", "--retries 1.5", "--retry-wait x", "--max-wait x", "--max-redirects -1",
                  "--connections 0", "--per-host 0", "--delay x", "--robots maybe", "--header NoColon",
                  "--proxy ftp://x/", "--ca-file nowhere.pem", "--cookie-jar nowhere.txt", "--resolve x",
                  "--resolve x:y:127.0.0.1",
                  "--resolve h:80:name", "--allow-private 10.0.0.0/33", "--allow-private x", "--max-body x",
                  "--max-age x", "--include-url (", "--suggest other", "--external maybe"):
        result = context.run("check", "--external", "check", *wrong.split(" "),
                             site) if "--external" not in wrong else context.run("check", *wrong.split(), site)
        report.check("Option 31", f"{wrong} is wrong usage", (2, True),
                     (result.code, bool(re.search("error", result.err))), cut(result.err))
    for wrong in ("--scope x", "--depth -1", "--max-pages 0", "--max-queries x", "--sitemaps maybe"):
        result = context.run("check", *wrong.split(), f"http://127.0.0.1:{context.web.port}/")
        report.check("Option 31", f"{wrong} is wrong usage", (2, True),
                     (result.code, bool(re.search("error", result.err))), cut(result.err))
    for right in ("--timeout 0.5", "--connect-timeout 2.5", "--retry-wait 0.1", "--max-wait 1.5", "--delay 0",
                  "--max-body 1M", "--max-body 500K", "--max-age 1h", "--max-age 7d", "--max-age 0",
                  "--accept 200-299,403",
                  "--accept 200", "--robots on", "--method auto", "--proxy none", "--allow-private all",
                  "--allow-private 10.0.0.0/8,fd00::/8", "--resolve h.test:80:10.0.0.1,127.0.0.1",
                  "--resolve h.test:80:[::1]",
                  "--header X:y", "--connections 1", "--suggest archive"):
        result = context.run(*CHECK[:3], *right.split(), site)
        report.check("Input 8" if "." in right.split()[1] and right.split()[1][0].isdigit() else "Option 31",
                     f"{right} is taken", says_not("error:"), result.err)
        if result.code == 2:
            report.check("Option 31", f"{right}: exit", 0, result.code, cut(result.err))


def summary(context: Context) -> None:
    web, report = context.web, context.report
    web.plant("sum-a.test", {"/fine": OK, "/fine2": OK, "/404": Answer(404), "/403": Answer(403),
                             "/301": redirect(301, "/fine")})
    web.plant("sum-b.test", {"/fine": OK, "/500": Answer(500), "/hang": Answer(end="hang")})
    names = ["sum-a.test", "sum-b.test"]
    urls = [f"http://sum-a.test:{web.port}/{one}" for one in ("fine", "fine", "fine#", "fine2", "404", "404", "403",
                                                              "301")] + [f"http://sum-b.test:{web.port}/{one}"
                                                                  for one in ("fine", "500", "hang")]
    extra, tls = [], 0
    if web.tls_port:
        names.append("sum.expired.test")
        urls.append(f"https://sum.expired.test:{web.tls_port}/")
        tls = 1
    site = context.site("summary", {"index.html": links(*urls)})
    web.forget()
    result = context.run(*CHECK, *context.resolved(*names), "--retries", "0", "--timeout", "2",
                         *(["--ca-file", context.ca] if tls else []), site)
    # fine: /fine /fine2 b/fine; broken: /404 /500; requests: 1 + 1 + 2 + 3 + 2 (301 and /fine) + 1 + 2 + 1, and the handshake that failed.
    expected = f"hrefkit: {len(urls)} links to other sites, {8 + tls} addresses, {2 + tls} hosts: 3 fine, 2 broken, {tls} TLS, 1 timed out, 1 redirected, 1 blocked, 0 not asked; "
    report.check("Summary 1", "the summary line", lambda line: str(line).startswith(expected),
                 result.summary or result.err, f"expected {expected}N requests, 0 cached")
    report.check("Summary 1", "the summary's requests", between(len(web.asked()), len(web.asked()) + tls),
                 result.count("requests?"), f"the servers saw {len(web.asked())}")
    report.check("Summary 1", "the summary ends with the cache", says(r"\d+ requests?, 0 cached$"), result.summary)
    quiet = context.run(*CHECK, *context.resolved(*names), "--retries", "0", "--timeout", "2", "-q", site)
    report.check("Summary 1", "-q has no summary", says_not("links to other sites"), quiet.err)
    # mailto and the like are counted, what is excluded is not asked.
    site = context.site("counted", {"index.html": links(f"http://sum-a.test:{web.port}/fine", "mailto:a@example.org",
                                                        f"http://sum-a.test:{web.port}/skip")})
    result = context.run(*CHECK, *context.resolved(*names), "--exclude-url", "/skip", site)
    report.check("Summary 1, Address 3", "one fine", 1, result.count("fine"), cut(result.err))
    # Progress names what is waited for.
    web.plant("waited.test", {"*": page("", delay=2.5)})
    site = context.site("progress", {"index.html": links(f"http://waited.test:{web.port}/x",
                                                         f"http://sum-a.test:{web.port}/fine")})
    result = context.run("check", "--external", "check", "--allow-private", "all",
                         *context.resolved("waited.test", *names), "--progress", "always", "--color", "never", site)
    report.check("Summary 2", "progress names the origin that it waits for", says(r"waited\.test"), result.err)


def exits(context: Context) -> None:
    web, report = context.web, context.report
    web.plant("exit.test", {"/fine": OK, "/404": Answer(404), "/403": Answer(403), "/none": page("<p id=a><p id=b>")})
    url = f"http://exit.test:{web.port}"
    resolve = context.resolved("exit.test")
    for label, target, more, code in (("fine", "/fine", [], 0), ("broken", "/404", [], 1),
                                      ("broken, --fail-on none", "/404", ["--fail-on", "none"], 0),
                                      ("blocked", "/403", [], 0),
                                      ("blocked, --fail-on warning", "/403", ["--fail-on", "warning"], 0),
                                      ("a fragment", "/none#x", [], 0),
                                      ("a fragment, --fail-on warning", "/none#x", ["--fail-on", "warning"], 1)):
        site = context.site(f"exit-{len(list(context.folder.iterdir()))}", {"index.html": links(url + target)})
        result = context.run(*CHECK, *resolve, *more, site)
        report.check("Exit 1, Rule 6" if "blocked" in label else "Exit 1, Rule 1", f"exit with a link that is {label}",
                     code, result.code, cut(result.err))
    # --external off and list ask nobody.
    site = context.site("nobody", {"index.html": links(url + "/404")})
    for what in ([], ["--external", "off"], ["--external", "list"]):
        web.forget()
        result = context.run("check", *what, "-f", "json", site)
        report.check("Input 4, Input 2", f"{' '.join(what) or 'the default'} asks nobody",
                     (0, ["external"] if "list" in what else []),
                     (len(web.asked()), [one["rule"] for one in result.rows if one["rule"] != "nothing-checked"]))
    result = context.run(*CHECK, *resolve, site)
    report.check("Input 5, Row 4", "--external check has no external row", [("external-broken", None)],
                 [(one["rule"], one["target"]) for one in result.rows])
    # Formats, baseline, .hrefkitignore.
    for form in ("text", "json", "jsonl", "csv", "sarif", "junit", "github", "gitlab", "markdown", "html"):
        result = context.run("check", "--external", "check", "--allow-private", "all", *resolve, "-f", form,
                             "--progress", "never", site)
        report.check("Input 6", f"a broken link in {form}", says("exit.test", "404"), result.text, cut(result.err))
    result = context.run("check", "--external", "check", "--allow-private", "all", *resolve, "-f", "csv", site)
    report.check("Row 7", "CSV has status, reason and final where the network is asked",
                 says(r"\bstatus\b", r"\breason\b", r"\bfinal\b"), result.text.splitlines()[0] if result.text else "")
    result = context.run("check", "--external", "list", "-f", "csv", site)
    report.check("Row 7", "CSV has no such columns elsewhere", says_not(r"\bstatus\b", r"\breason\b", r"\bfinal\b"),
                 result.text.splitlines()[0] if result.text else "")
    before = sorted(str(one) for one in context.folder.rglob("*"))
    context.run(*CHECK, *resolve, site)
    report.check("Input 7", "nothing is written", before, sorted(str(one) for one in context.folder.rglob("*")))
    result = context.run(*CHECK, *resolve, "--baseline", "known.jsonl", "--update-baseline", site)
    result = context.run(*CHECK, *resolve, "--baseline", "known.jsonl", site)
    report.check("Input 6, Input 7", "--baseline hides what is known", (0, []), (result.code, result.rows),
                 cut(result.err))
    ignoring = context.site("ignoring", {"index.html": links(url + "/404", url + "/404?other"),
                                         ".hrefkitignore": "\\?other\n"})
    web.forget()
    result = context.run(*CHECK, *resolve, ignoring)
    report.check("Option 24, Input 6", ".hrefkitignore: neither a row nor a request", (1, ["/404", "/404"]),
                 (len(result.rows), [one.path for one in web.asked()]), cut(result.err))
    # local-address.
    local = context.site("local", {"index.html": links(f"http://127.0.0.1:{web.port}/404",
                                                       f"http://localhost:{web.port}/404")})
    refused = [one for one in CHECK if one not in ("--allow-private", "127.0.0.0/8")]
    result = context.run(*refused, local)
    report.check("Rule 3", "a local address has that row alone", ["local-address"] * 2,
                 [one["rule"] for one in result.rows], cut(result.err))
    result = context.run(*CHECK, local)
    report.check("Rule 4", "with local-address off, or with that address allowed, they are asked", ["external-broken"] * 2,
                 [one["rule"] for one in result.rows], cut(result.err))
    # No network.
    for count, code in ((3, 2), (2, 1)):
        site = context.site(f"nonetwork{count}",
                            {"index.html": links("gone.html", *(f"http://nowhere{n}.invalid/" for n in range(count)))})
        result = context.run(*CHECK, "--retries", "0", site)
        report.check("Exit 5", f"{count} hosts, none is found: exit", code, result.code, cut(result.err))
        report.check("Exit 5", f"{count} hosts, none is found: external rows", 0 if code == 2 else count,
                     len([one for one in result.rows if one["rule"].startswith("external")]), cut(result.text))
        report.check("Exit 5", f"{count} hosts, none is found: one message", 1 if code == 2 else 0,
                     result.err.lower().count("no network?"), cut(result.err))
    # An address that is written needs no name, and tells nothing where it does not answer.
    for address, code in ((f"127.0.0.1:{web.refused_port}", 2), (f"127.0.0.1:{web.port}", 1)):
        site = context.site("address", {"index.html": links(*(f"http://nowhere{n}.invalid/" for n in range(3)),
                                                            f"http://{address}/404")})
        result = context.run(*CHECK, "--retries", "0", "--severity", "local-address=off", site)
        report.check("Exit 5", f"no name is found, with a link to {address}", (code, 0 if code == 2 else 4),
                     (result.code, len(result.rows)), cut(result.err))
    site = context.site("somenetwork", {"index.html": links(*(f"http://nowhere{n}.invalid/" for n in range(3)),
                                                            url + "/404", "gone.html")})
    result = context.run(*CHECK, *resolve, "--retries", "0", site)
    report.check("Exit 5", "one of four hosts answers", (1, 5), (result.code, len(result.rows)), cut(result.err))
    # A page that is read last wants a fragment.
    site = context.site("later", {"a.html": links(url + "/none", "z.html"), "z.html": links(url + "/none#a")})
    web.forget()
    result = context.run(*CHECK, *resolve, site)
    report.check("Address 4, Address 1", "the fragments of all pages are known before a target is asked",
                 (["GET /none"], []), (list(map(str, web.asked())), result.rows), cut(result.err))
    # nothing-checked counts links that were asked.
    site = context.site("counts", {"index.html": links(url + "/fine")})
    result = context.run(*CHECK, *resolve, site)
    report.check("Input 2", "links to other sites are judged: no nothing-checked", (0, []),
                 (result.code, [one["rule"] for one in result.rows]))
    result = context.run("check", "-f", "json", "--fail-on", "none", f"http://exit.test:{web.port}/fine", *resolve)
    report.check("Input 1", "a page without links", (0, []), (result.code, [one["rule"] for one in result.rows]),
                 cut(result.err))
    # A crawl that its own limit of pages cuts is in tests/long/network.


def headers(context: Context) -> None:
    web, report = context.web, context.report
    web.plant("one.test", {"*": OK, "/to-two": redirect(302, f"http://two.test:{web.port}/end")})
    web.plant("two.test", {"*": OK})
    resolve = context.resolved("one.test", "two.test")
    base_one, base_two = f"http://one.test:{web.port}", f"http://two.test:{web.port}"
    site = context.site("headers", {"index.html": links(base_one + "/api/x", base_one + "/other", base_one + "/to-two",
                                                        base_two + "/y")})

    def seen(name: str) -> dict:
        return {f"{one.host}{one.path}": one.headers.get(name) for one in web.asked()}

    web.forget()
    result = context.run(*CHECK, *resolve, "--header", f"{base_one}/api/ X-Key: k1", site)
    report.check("Redirect 10, Option 13", "--header with PREFIX", {"one.test/api/x": "k1", "one.test/other": None,
                                                                    "one.test/to-two": None, "two.test/end": None,
                                                                    "two.test/y": None}, seen("x-key"), cut(result.err))
    web.forget()
    context.run(*CHECK, *resolve, "--header", "X-Key: k2", site)
    report.check("Redirect 11, Option 13", "--header without PREFIX goes to each target's first origin",
                 {"one.test/api/x": "k2", "one.test/other": "k2", "one.test/to-two": "k2", "two.test/end": None,
                  "two.test/y": "k2"}, seen("x-key"))
    web.plant("one.test", {"/api/out": redirect(302, "/outside"), "/outside": OK})
    site = context.site("prefix", {"index.html": links(base_one + "/api/out")})
    web.forget()
    context.run(*CHECK, *resolve, "--header", f"{base_one}/api/ X-Key: k1", "--header", "X-All: a", site)
    report.check("Redirect 10", "--header with PREFIX, after a redirect out of the prefix",
                 {"one.test/api/out": "k1", "one.test/outside": None}, seen("x-key"))
    report.check("Redirect 11", "--header without PREFIX stays in its origin",
                 {"one.test/api/out": "a", "one.test/outside": "a"}, seen("x-all"))
    web.plant("one.test", {"/start": page(links("/in", "/to-two", base_two + "/y"))})
    web.forget()
    context.run("check", "--external", "check", "-f", "json", "--allow-private", "all", "--sitemaps", "off", *resolve,
                "--header", "X-Key: k3", base_one + "/start")
    report.check("Redirect 11, Option 13", "--header of a crawl goes to the start's origin",
                 {"one.test/start": "k3", "one.test/in": "k3", "one.test/to-two": "k3", "two.test/end": None,
                  "two.test/y": None},
                 {key: value for key, value in seen("x-key").items() if "robots" not in key})
    # The cookie jar.
    jar = context.folder / "jar.txt"
    text = "# Netscape HTTP Cookie File\none.test\tFALSE\t/\tFALSE\t0\tjar\tsweet\none.test\tFALSE\t/api\tFALSE\t0\tapi\t1\n.two.test\tTRUE\t/\tTRUE\t0\tsecure\t1\n#HttpOnly_one.test\tFALSE\t/\tFALSE\t0\thidden\t1\none.test\tFALSE\t/\tFALSE\t1000000\told\t1\n"
    jar.write_text(text)
    web.plant("one.test", {"/sets": Answer(200, [("Set-Cookie", "new=1; Path=/")])})
    site = context.site("jar", {"index.html": links(base_one + "/api/x", base_one + "/sets", base_one + "/other",
                                                    base_two + "/y")})
    web.forget()
    result = context.run(*CHECK, *resolve, "--cookie-jar", "jar.txt", "--per-host", "1", site)
    cookies = {key: sorted((value or "").split("; ")) for key, value in seen("cookie").items()}
    report.check("Option 15, Redirect 7", "cookies of --cookie-jar",
                 {"one.test/api/x": ["api=1", "hidden=1", "jar=sweet"], "one.test/sets": ["hidden=1", "jar=sweet"],
                  "one.test/other": ["hidden=1", "jar=sweet"], "two.test/y": [""]}, cookies, cut(result.err))
    report.check("Option 15", "--cookie-jar is only read", text, jar.read_text())
    # Proxies. The planted web answers absolute-form requests.
    web.plant("far.test", {"/x": OK, "/empty?": OK, "/gone": Answer(404)})
    site = context.site("proxied", {"index.html": links("http://far.test/x", "http://far.test/empty?",
                                                        "http://far.test/gone")})
    proxy = f"http://127.0.0.1:{web.port}"
    check = [one for one in CHECK if one not in ("--allow-private", "127.0.0.0/8")]
    for label, arguments, environment, proxied in (("--proxy", ["--proxy", proxy], {}, True),
                                                   ("http_proxy", [], {"http_proxy": proxy}, True),
                                                   ("--proxy none",
                                                    ["--proxy", "none", "--resolve", "far.test:80:127.0.0.2"],
                                                    {"http_proxy": proxy}, False)):
        web.forget()
        result = context.run(*check, *arguments, "--retries", "0", "--connect-timeout", "2", site,
                             environment=environment)
        report.check("Option 16, Safe 10", f"{label}: requests by the proxy",
                     ["GET /gone", "HEAD /empty?", "HEAD /gone", "HEAD /x"] if proxied else [],
                     sorted(str(one) for one in web.asked() if one.proxied), cut(result.err))
        if proxied:
            report.check("Option 16, Safe 10", f"{label}: rows", [("external-broken", 404)],
                         [(one["rule"], one.get("status")) for one in result.rows], cut(result.err))
    # TLS goes through the proxy by CONNECT, which sees no secret; the proxy's own password is ***.
    if web.tls_port:
        web.plant("far.good.test", {"/x": OK, "/gone": Answer(404)})
        site = context.site("proxiedtls", {"index.html": links(f"https://u1:pw5secret@far.good.test:{web.tls_port}/x",
                                                               f"https://far.good.test:{web.tls_port}/gone")})
        web.forget()
        result = context.run(*check, "--proxy", f"http://puser:pw6secret@127.0.0.1:{web.port}", "--ca-file", context.ca,
                             "--header", "X-Key: pw7secret", "--retries", "0", "-v", site)
        tunnels = [one for one in web.asked() if one.method == "CONNECT"]
        report.check("Option 16, TLS 4", "TLS through a proxy: rows", [("external-broken", 404)],
                     [(one["rule"], one["status"]) for one in result.rows], cut(result.err))
        report.check("Option 16", "TLS through a proxy: tunnels, with the proxy's password", (True, set()),
                     (bool(tunnels), {str(one) for one in tunnels if "proxy-authorization" not in one.headers}))
        report.check("Redirect 8, Redirect 11", "the proxy sees no secret of the site", [],
                     [str(one.headers) for one in tunnels if "authorization" in one.headers or "x-key" in one.headers])
        report.check("Redirect 9", "the proxy's password is nowhere in the output", [],
                     [word for word in ("pw5secret", "pw6secret", "pw7secret") if word in result.err] +
                     [word for word in ("pw6secret", "pw7secret") if word in result.text], cut(result.err))
    # no_proxy, and a proxy that does not answer.
    site = context.site("noproxy", {"index.html": links(base_one + "/x")})
    web.forget()
    result = context.run(*CHECK, *resolve, site, environment={"http_proxy": f"http://127.0.0.1:{web.refused_port}",
                                                              "no_proxy": "one.test"})
    report.check("Option 16", "no_proxy of the environment", (["HEAD /x"], []),
                 (list(map(str, web.asked())), result.rows), cut(result.err))
    # A missing or invalid proxy is not a fault of a link, whatever the number of hosts.
    dead = f"http://user:pw8secret@127.0.0.1:{web.refused_port}"
    no_socks = SocksServer(b"HTTP/1.1 400 Bad Request\r\n\r\n")
    for hosts in (1, 2, 3, 40):
        proxied = context.site(f"deadproxy{hosts}", {"index.html": links(*(f"http://host{n}.test/" for n in range(hosts)))})
        for label, arguments, environment, named in (
                ("--proxy", ["--proxy", dead], {}, "--proxy"), ("http_proxy", [], {"http_proxy": dead}, "http_proxy"),
                ("ALL_PROXY", [], {"ALL_PROXY": dead}, "ALL_PROXY"), ("all_proxy", [], {"all_proxy": dead}, "all_proxy"),
                ("a name", [], {"http_proxy": "http://no-such-proxy.test:81"}, "http_proxy"),
                ("SOCKS", [], {"http_proxy": f"socks5://127.0.0.1:{web.refused_port}"}, "http_proxy"),
                ("TLS", [], {"http_proxy": f"https://127.0.0.1:{web.port}"}, "http_proxy"),
                ("no SOCKS", [], {"http_proxy": f"socks5://127.0.0.1:{no_socks.port}"}, "http_proxy"),
                ("another scheme", [], {"http_proxy": "ftp://user:pw8secret@h"}, "http_proxy"),
                ("no URL", [], {"http_proxy": "http://user:pw8secret@ho st"}, "http_proxy"),
                ("no port", [], {"http_proxy": "user:pw8secret@h:x"}, "http_proxy")):
            if hosts in (2, 3) and label not in ("--proxy", "http_proxy"):
                continue
            result = context.run(*CHECK, "--retries", "0", "--connect-timeout", "0.5", *arguments, proxied,
                                 environment=environment)
            report.check("Exit 5, Option 16", f"a bad proxy, {label}, {hosts} hosts",
                         (2, [], 1, True, True),
                         (result.code, result.rows, result.err.count("the proxy cannot be used"),
                          f"error: {named} " in result.err and f" 0 broken" in result.err
                          and f" {hosts} not asked" in result.err, "pw8secret" not in result.err), cut(result.err))
    web.plant("direct.test", {"/x": OK, "/gone": Answer(404)})
    direct = f"http://direct.test:{web.port}"
    proxied = context.site("tworoads", {"index.html": links(direct + "/x", direct + "/gone", "http://far.test/x",
                                                            "https://far.test/y")})
    result = context.run(*CHECK, *context.resolved("direct.test"), "--retries", "0", proxied, environment={
        "http_proxy": dead, "HTTPS_PROXY": "https://nowhere.test", "no_proxy": "direct.test"})
    report.check("Option 16", "no_proxy beside two dead proxies", (2, [("external-broken", 404)], 1, 1),
                 (result.code, [(one["rule"], one["status"]) for one in result.rows], result.err.count("error: http_proxy "),
                  result.err.count("error: HTTPS_PROXY ")), cut(result.err))
    for start, environment in (("http://far.test/", {"http_proxy": dead}), ("https://far.test/", {"https_proxy": dead})):
        result = context.run("check", "-f", "json", start, environment=environment)
        report.check("Option 16", f"a crawl behind a dead proxy: {start[:5]}", (2, [], True),
                     (result.code, result.rows, next(iter(environment)) in result.err and "pw8secret" not in result.err),
                     cut(result.err))
    # A failure that a SOCKS proxy reports counts as one of the host, and so does its silence.
    for label, answer, rule in (("refused", b"\x05\x05\x00\x01\0\0\0\0\0\0", "external-broken"),
                                ("silent", b"", "external-timeout")):
        socks = SocksServer(b"\x05\x00", answer)
        proxied = context.site("socks" + label, {"index.html": links("http://far.test/")})
        result = context.run(*CHECK, "--retries", "0", "--connect-timeout", "1", "--proxy", f"socks5://127.0.0.1:{socks.port}",
                             proxied)
        report.check("Option 16", f"SOCKS: the host is {label}", [rule], [one["rule"] for one in result.rows],
                     cut(result.err))
    web.forbidden.update({f"tunnel{status}.test:443": status for status in (403, 407, 502)})
    proxied = context.site("notunnel", {"index.html": links(*(f"https://tunnel{one}.test/" for one in (403, 407, 502)))})
    result = context.run(*CHECK, "--retries", "0", "--proxy", proxy, proxied)
    report.check("Option 16, One hop 6", "a proxy answers in place of a tunnel",
                 (1, [("external-blocked", 403, "status"), ("external-blocked", 407, "status"),
                      ("external-broken", 502, "status")]),
                 (result.code, [(one["rule"], one.get("status"), one.get("reason")) for one in result.rows]),
                 cut(result.err))
    # The files of other tools are not read.
    (context.folder / ".netrc").write_text("machine one.test login u password p\n")
    (context.folder / ".netrc").chmod(0o600)
    (context.folder / ".curlrc").write_text("header = X-Curl: y\n")
    web.forget()
    context.run(*CHECK, *resolve, site, environment={"HOME": str(context.folder)})
    report.check("Redirect 8, One hop 7", "neither .netrc nor .curlrc is read", [(False, False)],
                 [("authorization" in one.headers, "x-curl" in one.headers) for one in web.asked()])
    local = context.site("proxylocal", {"index.html": links("http://127.0.0.1/x", "http://localhost/x",
                                                            "http://sub.localhost/x", "http://10.0.0.1/x",
                                                            "http://far.test/x")})
    web.forget()
    result = context.run(*check, "--proxy", proxy, "--severity", "local-address=off", "--retries", "0", local)
    report.check("Safe 10", "with a proxy, literal addresses and localhost names are judged",
                 (["external-private"] * 4, ["HEAD /x"]), ([one["rule"] for one in result.rows],
                                                           list(map(str, web.asked()))), cut(result.err))


class SocksServer:
    """Answers each thing that it gets by the next of `answers`, then is silent."""

    def __init__(self, *answers: bytes) -> None:
        self.answers = answers
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self) -> None:
        while True:
            connection, _ = self.listener.accept()
            threading.Thread(target=self.serve, args=(connection,), daemon=True).start()

    def serve(self, connection: socket.socket) -> None:
        with connection, contextlib.suppress(OSError):
            for answer in self.answers:
                if not connection.recv(1000):
                    return
                connection.sendall(answer)
            while connection.recv(1000):
                pass


def over_tls(context: Context) -> None:
    """nginx with HTTP/2 and TLS in front of the planted web, which counts."""
    web, report = context.web, context.report
    nginx = shutil.which("nginx", path=os.environ.get("PATH", "") + ":/usr/sbin:/usr/local/sbin")
    if not nginx or not context.ca:
        for clause, name in (("TLS 4", "HTTP/2 by nginx"), ("Polite 2", "streams of HTTP/2 count")):
            report.skip(clause, name, "there is no nginx" if context.ca else "there is no openssl")
        return
    folder = context.folder / "nginx"
    folder.mkdir()
    chain, key = web.certificates["good"]
    with_port = web.bound("127.0.0.1", 0)
    port = with_port.getsockname()[1]
    with_port.close()
    user = "user root;" if os.geteuid() == 0 else ""
    (folder / "nginx.conf").write_text(f"""{user} daemon off; pid {folder}/pid; error_log {folder}/error.log; worker_processes 1;
events {{ worker_connections 256; }}
http {{ access_log {folder}/access.log; log_format h '$server_protocol $connection $request_method $uri'; access_log {folder}/h.log h;
client_body_temp_path {folder}/b; proxy_temp_path {folder}/p; fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
server {{ listen 127.0.0.1:{port} ssl http2; ssl_certificate {chain}; ssl_certificate_key {key};
location / {{ proxy_pass http://127.0.0.1:{web.port}; proxy_set_header Host $http_host; proxy_set_header Connection close; }} }} }}
""")
    process = subprocess.Popen([nginx, "-c", str(folder / "nginx.conf"), "-p", str(folder), "-e",
                                str(folder / "error.log")], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    try:
        def up() -> bool:
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                return True
            except OSError:
                return False
        if not web.wait(up, 5):
            report.skip("TLS 4", "HTTP/2 by nginx", "nginx does not start here")
            return
        web.plant("h2.good.test", {"*": page("<p id=a>", delay=0.1), "/404": Answer(404)})
        site = context.site("h2", {"index.html": links(*(f"https://h2.good.test:{port}/{n}" for n in range(12)),
                                                       f"https://h2.good.test:{port}/404",
                                                       f"https://h2.good.test:{port}/a#a")})
        web.forget()
        result = context.run(*CHECK, "--resolve", f"h2.good.test:{port}:127.0.0.1", "--ca-file", context.ca,
                             "--per-host", "3", site)
        report.check("TLS 4", "HTTP/2: rows", [("external-broken", 404)],
                     [(one["rule"], one["status"]) for one in result.rows], cut(result.err))
        report.check("Polite 2", "HTTP/2: open requests", between(2, 3),
                     web.load["h2.good.test"].peak if "h2.good.test" in web.load else 0)
        # nginx writes a line once all is sent, which may be after the program has ended.
        web.wait(lambda: (folder / "h.log").read_text().count("\n") >= 15, 5)
        lines = (folder / "h.log").read_text().split("\n")[:-1]
        report.check("TLS 4", "HTTP/2 is spoken", True, bool(lines)
                     and all(one.startswith("HTTP/2.0") for one in lines), cut(lines))
        report.check("Polite 7, Address 1", "HTTP/2: requests", 15, len(lines), cut(lines))
        report.check("Polite 2", "HTTP/2: connections are used again", True,
                     0 < len({one.split()[1] for one in lines}) <= 3, cut(lines))
    finally:
        process.terminate()
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            process.kill()


def default_ports(context: Context) -> None:
    """The ports 80 and 443 of a loopback address of our own: the same URL with https."""
    web, report = context.web, context.report
    address = f"127.{random.randrange(10, 250)}.{random.randrange(1, 250)}.{random.randrange(1, 250)}"
    name, row_name = "up.good.test", "any redirect to the same URL with https"
    if not web.tls_port or not web.listen(address, 80, False) or not web.listen(address, 443, True):
        report.skip("Redirect 14", row_name, "ports 80 and 443 cannot be used here, or there is no openssl")
        return
    script = {f"/{status}": lambda request: OK if request.tls else redirect(int(request.path[1:]),
        f"https://{name}{request.path}")
              for status in (301, 302, 303, 307, 308)}
    web.plant(name, {**script, "/other": lambda request: OK if request.tls else redirect(302, f"https://{name}/302")})
    site = context.site("upgrade", {"index.html": links(*(f"http://{name}{path}#a" for path in script),
                                                        f"http://{name}/other")})
    result = context.run(*CHECK, "--ca-file", context.ca, "--resolve", f"{name}:80:{address}", "--resolve",
                         f"{name}:443:{address}", site)
    report.check("Redirect 14", row_name, [("external-redirected", f"https://{name}{path}#a") for path in script],
                 [(one["rule"], one["suggestion"]) for one in result.rows], cut(result.err))
    web.plant(name, {"/": page(links(f"http://{name}/x", "//up.good.test/x", f"https://{name}:443/x", "/x#a")),
                     "/x": OK, "/sitemap.xml": Answer(404)})
    result = context.run("check", "-f", "json", "--progress", "never", "--ca-file", context.ca, "--resolve",
                         f"{name}:80:{address}", "--resolve", f"{name}:443:{address}", f"https://{name}/")
    report.check("Crawl 28, Crawl 3", "insecure-own-url of a live site", [("insecure-own-url", 1)],
                 [(one["rule"], one["line"]) for one in result.rows], cut(result.err))


def run(context: Context) -> None:
    run_parts(context, options, summary, exits, headers, over_tls, default_ports)
