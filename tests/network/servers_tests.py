"""The planted web itself, judged by Python's http.client and by curl: when it is wrong, nothing else counts."""
import http.client
import shutil
import socket
import ssl
import subprocess

from harness import Context
from web import Answer, gzipped, page, redirect


def run(context: Context) -> None:
    web, report = context.web, context.report
    web.plant("s.test", {
        "/ok": page("<p id=a>"), "/404": Answer(404), "/twice": [Answer(503), page("now")],
        "/head": {"HEAD": Answer(405), None: page()},
        "/moved": redirect(301, "/ok"), "/empty": Answer(raw=b"", end="close"), "/reset": Answer(raw=b"", end="reset"),
        "/cut": page("x" * 50, length=1000, end="close"), "/chunks": page("y" * 100, chunked=True, piece=7),
        "/cutchunks": page("y" * 100, chunked=True, end="close"), "/gzip": gzipped(page("z" * 100)),
        "/hang": Answer(end="hang"),
        "/bad": gzipped(page("".join(map(str, range(500)))), damage="damaged"),
        "/early": Answer(before=b"HTTP/1.1 103 Early Hints\r\n\r\n"),
        "/endless": page("", endless=b"e" * 1000), "/slow": page("s" * 20, piece=10, pause=0.1)})

    def ask(method: str, path: str) -> tuple:
        connection = http.client.HTTPConnection("127.0.0.1", web.port, timeout=5)
        try:
            connection.request(method, path, headers={"Host": f"s.test:{web.port}"})
            answer = connection.getresponse()
            return answer.status, answer.read()
        except (OSError, http.client.HTTPException) as failure:
            return type(failure).__name__, b""
        finally:
            connection.close()

    def expect(name: str, expected: object, actual: object) -> None:
        report.check("Servers", f"the planted web: {name}", expected, actual)

    expect("200", (200, page("<p id=a>").body), ask("GET", "/ok"))
    expect("HEAD has no body", (200, b""), ask("HEAD", "/ok"))
    expect("404", 404, ask("GET", "/404")[0])
    expect("a list", [503, 200, 200], [ask("GET", "/twice")[0] for _ in range(3)])
    expect("by method", [405, 200], [ask("HEAD", "/head")[0], ask("GET", "/head")[0]])
    expect("a redirect", 301, ask("GET", "/moved")[0])
    expect("an empty answer", "RemoteDisconnected", ask("GET", "/empty")[0])
    expect("a reset", "ConnectionResetError", ask("GET", "/reset")[0])
    expect("a cut body", "IncompleteRead", ask("GET", "/cut")[0])
    expect("chunks", page("y" * 100).body, ask("GET", "/chunks")[1])
    expect("cut chunks", "IncompleteRead", ask("GET", "/cutchunks")[0])
    expect("slow", 200, ask("GET", "/slow")[0])
    expect("counts", 3, len([one for one in web.asked("s.test") if one.path == "/twice"]))
    expect("nothing is open", True, web.wait(lambda: web.total.open == 0, 5))
    if not shutil.which("curl"):
        report.skip("Servers", "the planted web by curl", "there is no curl")
        return

    def curl(*arguments: str) -> tuple:
        result = subprocess.run(["curl", "-s", "-o", "/dev/null", "-w", "%{http_code}", "--noproxy", "*", "--max-time",
                                 "5", *arguments],
                                capture_output=True, text=True, check=False)
        return result.returncode, result.stdout

    plain = ["--resolve", f"s.test:{web.port}:127.0.0.1"]
    url = f"http://s.test:{web.port}"
    expect("curl: keep-alive", (0, "200"), curl(*plain, f"{url}/ok"))
    expect("curl: gzip", (0, "200"), curl(*plain, "--compressed", f"{url}/gzip"))
    expect("curl: damaged gzip", 61, curl(*plain, "--compressed", f"{url}/bad")[0])
    expect("curl: empty", 52, curl(*plain, f"{url}/empty")[0])
    expect("curl: reset", 56, curl(*plain, f"{url}/reset")[0])
    expect("curl: 103 first", (0, "200"), curl(*plain, f"{url}/early"))
    if not context.quick:
        expect("curl: endless", 28, curl(*plain, "--max-time", "1", f"{url}/endless")[0])
        expect("curl: hang", 28, curl(*plain, "--max-time", "1", f"{url}/hang")[0])
        expect("curl: a full port", 28, curl("--connect-timeout", "1", f"http://127.0.0.1:{web.full_port}/")[0])
    expect("curl: a refused port", 7, curl(f"http://127.0.0.1:{web.refused_port}/")[0])
    expect("curl: 127.0.0.2", (0, "404"), curl(f"http://127.0.0.2:{web.port}/"))
    if web.has_ipv6:
        expect("curl: ::1", (0, "404"), curl(f"http://[::1]:{web.port}/"))
    if not web.tls_port:
        report.skip("Servers", "TLS", "there is no openssl")
        return
    for kind, code in (("good", 0), ("whole", 0), ("expired", 60), ("early", 60), ("selfsigned", 60), ("crossed", 60),
                       ("other", 60),
                       ("nomiddle", 60), ("unknown", 60)):
        name = f"s.{kind}.test"
        web.plant(name, {"/": page()})
        expect(f"curl: TLS {kind}", code, curl("--cacert", context.ca, "--resolve", f"{name}:{web.tls_port}:127.0.0.1",
                                               f"https://{name}:{web.tls_port}/")[0])
    # The verify results that the contract names.
    results = {}
    for kind in ("expired", "early", "selfsigned", "crossed", "nomiddle", "unknown"):
        client = ssl.create_default_context(cafile=context.ca)
        client.check_hostname = False
        try:
            with socket.create_connection(("127.0.0.1", web.tls_port)) as raw, client.wrap_socket(raw,
                server_hostname=f"s.{kind}.test"):
                results[kind] = 0
        except ssl.SSLCertVerificationError as failure:
            results[kind] = failure.verify_code
    expect("verify results", {"expired": 10, "early": 9, "selfsigned": 18, "crossed": 19, "nomiddle": 20,
                              "unknown": 20}, results)
    expect("handshakes are counted", True, web.hellos.get("s.expired.test", 0) >= 2)
