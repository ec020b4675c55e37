"""A web on loopback whose answers are planted, and which writes down what it is asked.

    with Web() as web:
        web.plant("a.test", {"/x": Answer(404), "/y": [Answer(503), Answer()], "/z": {"HEAD": Answer(405)}})
        ...                       # http://a.test:PORT/x, with --resolve a.test:PORT:127.0.0.1
        web.asked("a.test")       # [Request(method="HEAD", path="/x", ...)]

A script is an Answer, a list (the first request gets the first answer, all after the end get the last), a dict by method
(None is for all others), or a function from Request to Answer. Hosts are told apart by the Host header.
"""
import asyncio
import dataclasses
import random
import socket
import ssl
import struct
import threading
import time
import typing
import zlib

REASONS = {200: "OK", 301: "Moved Permanently", 302: "Found", 404: "Not Found", 429: "Too Many Requests",
           503: "Unavailable"}


@dataclasses.dataclass
class Answer:
    """What a server sends. `raw` replaces all of it; `end` is None, "close", "reset" (after what is sent) or "hang"."""
    status: int = 200
    headers: list = dataclasses.field(default_factory=list)
    body: bytes = b""
    type: str | None = "text/html; charset=utf-8"
    delay: float = 0           # seconds before the head
    raw: bytes | None = None
    end: str | None = None
    length: int | bool | None = None  # of Content-Length: another number, or False for none
    chunked: bool = False
    before: bytes = b""        # heads with 1xx
    piece: int = 0             # the body goes in pieces of so many bytes
    pause: float = 0           # with so many seconds between
    endless: bytes = b""       # follows the body for ever, 64 KB at most a moment

    def head(self, keep: bool) -> bytes:
        lines = [f"HTTP/1.1 {self.status} {REASONS.get(self.status, 'Some')}"]
        lines += [f"{name}: {value}" for name, value in self.headers]
        if self.type is not None:
            lines.append(f"Content-Type: {self.type}")
        if self.chunked or self.endless:
            lines.append("Transfer-Encoding: chunked")
        elif self.length is None:
            lines.append(f"Content-Length: {len(self.body)}")
        elif self.length is not False:
            lines.append(f"Content-Length: {self.length}")
        if not keep:
            lines.append("Connection: close")
        return self.before + ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


NOBODY = "an address that nobody has"  # in a script: what a crawl gets that asks for one


def asks_for_nothing(request: "Request") -> bool:
    """True for the one request of a crawl by which it finds out whether a server answers everything. It is not counted,
    and "*" is no answer to it."""
    return "/hrefkit-" in request.path


def page(text: str = "", **more) -> Answer:
    """An HTML page with this body."""
    body = f"<!doctype html><meta charset=utf-8><title>page</title><body>{text}".encode()
    return Answer(body=body, **more)


def redirect(status: int, location: str, *headers, **more) -> Answer:
    return Answer(status, [("Location", location), *headers], b"<p>elsewhere", **more)


def gzipped(answer: Answer, coding: str = "gzip", damage: str = "") -> Answer:
    """The answer in a coding of the web, whole or "damaged" in its middle."""
    if coding == "deflate":
        body = zlib.compress(answer.body)
    else:
        packer = zlib.compressobj(wbits=31)
        body = packer.compress(answer.body) + packer.flush()
    if damage == "damaged":  # so that the codes make no sense, not only the checksum at the end
        for at in range(len(body) // 2, len(body) - 16):
            broken = body[:at] + bytes(b ^ 0xFF for b in body[at:at + 8]) + body[at + 8:]
            try:
                zlib.decompressobj(wbits=31).decompress(broken)
            except zlib.error as failure:
                if "incorrect data check" not in str(failure):
                    body = broken
                    break
    return dataclasses.replace(answer, body=body, headers=[*answer.headers, ("Content-Encoding", coding)])


@dataclasses.dataclass
class Request:
    host: str         # as in the Host header, without the port
    port: int         # that it came to
    tls: bool
    method: str
    path: str         # with the query, as it was sent
    headers: dict     # by lower-case name
    body: bytes
    time: float
    number: int       # of all requests
    peer: str         # the address of the server's end
    proxied: bool     # absolute-form or CONNECT
    ended: float = 0
    sent: int = 0     # bytes of the answer

    def __str__(self) -> str:
        return f"{self.method} {self.path}"


@dataclasses.dataclass
class Load:
    open: int = 0
    peak: int = 0


class Web:
    """Servers with one port on 127.0.0.1, 127.0.0.2 and, where there is one, ::1; with TLS on a second port."""

    def __init__(self, certificates=None):
        self.certificates = certificates
        self.scripts: dict = {}         # host -> path -> script
        self.aliases: dict = {}         # another Host header -> host
        self.requests: list[Request] = []
        self.load: dict = {}            # host -> Load
        self.total = Load()
        self.connections: dict = {}     # (address, port) -> number
        self.hellos: dict = {}          # server name of TLS -> handshakes begun
        self.counts: dict = {}
        self.forbidden: dict = {}       # "host:port" -> what the proxy answers in place of a tunnel
        self.jitter = 0.0               # random delay before each answer
        self.lock = threading.Lock()
        self.open_sockets: list = []
        self.tasks: set = set()

    # What tests call.
    def plant(self, host: str, script: dict) -> None:
        self.scripts.setdefault(host.lower(), {}).update(script)

    def asked(self, *hosts: str) -> list[Request]:
        with self.lock:
            return [r for r in self.requests if not hosts or r.host in hosts]

    def forget(self) -> None:
        """As if nothing had been asked yet."""
        with self.lock:
            self.requests.clear()
            self.counts.clear()
            self.load.clear()
            self.connections.clear()
            self.hellos.clear()
            self.total = Load(open=self.total.open, peak=self.total.open)

    def listen(self, address: str, port: int, tls: bool) -> bool:
        """Listens on one more address and port, and says whether that is possible."""
        try:
            one = self.bound(address, port)
        except OSError:
            return False

        async def start() -> None:
            self.servers.append(await asyncio.start_server(self._serve_tls if tls else self._serve_plain, sock=one,
                                                           limit=1 << 20,
                                                           ssl=self._context() if tls else None))
        asyncio.run_coroutine_threadsafe(start(), self.loop).result(10)
        return True

    def wait(self, condition: typing.Callable, seconds: float = 20) -> bool:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if condition():
                return True
            time.sleep(0.02)
        return False

    # Life.
    def __enter__(self) -> "Web":
        self.loop = asyncio.new_event_loop()
        self.loop.set_exception_handler(lambda loop, context: None)
        started = threading.Event()
        self.failure = None

        def run():
            asyncio.set_event_loop(self.loop)
            try:
                self.loop.run_until_complete(self._listen())
            except Exception as failure:  # told by the starter
                self.failure = failure
            started.set()
            if not self.failure:
                self.loop.run_forever()

        self.thread = threading.Thread(target=run, daemon=True)
        self.thread.start()
        started.wait()
        if self.failure:
            raise self.failure
        return self

    def __exit__(self, *_) -> None:
        async def stop():
            for server in self.servers:
                server.close()
            for task in list(self.tasks):
                task.cancel()
            await asyncio.sleep(0.01)
            self.loop.stop()
        asyncio.run_coroutine_threadsafe(stop(), self.loop)
        self.thread.join(5)
        for held in self.open_sockets:
            held.close()

    @staticmethod
    def bound(address: str, port: int, listen: bool = True) -> socket.socket:
        family = socket.AF_INET6 if ":" in address else socket.AF_INET
        found = socket.socket(family, socket.SOCK_STREAM)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            if family == socket.AF_INET6:
                found.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            found.bind((address, port))
            if listen:
                found.listen(1024)
            found.setblocking(False)
        except OSError:
            found.close()
            raise
        return found

    async def _listen(self) -> None:
        self.has_ipv6 = True
        try:
            self.bound("::1", 0).close()
        except OSError:
            self.has_ipv6 = False
        addresses = ["127.0.0.1", "127.0.0.2"] + (["::1"] if self.has_ipv6 else [])
        for attempt in range(50):
            sockets = []
            try:
                port = 0
                for address in addresses:
                    sockets.append(self.bound(address, port))
                    port = sockets[0].getsockname()[1]
                break
            except OSError:
                for one in sockets:
                    one.close()
                if attempt == 49:
                    raise
        self.port = port
        self.servers = []
        for one in sockets:
            self.servers.append(await asyncio.start_server(self._serve_plain, sock=one, limit=1 << 20))
        self.tls_port = 0
        if self.certificates:
            one = self.bound("127.0.0.1", 0)
            self.tls_port = one.getsockname()[1]
            self.servers.append(await asyncio.start_server(self._serve_tls, sock=one, limit=1 << 20,
                                                           ssl=self._context()))
        # A port that refuses, and one that never accepts: its queue of one is full.
        refused = self.bound("127.0.0.1", 0, listen=False)
        self.refused_port = refused.getsockname()[1]
        full = socket.socket()
        full.bind(("127.0.0.1", 0))
        full.listen(0)
        self.full_port = full.getsockname()[1]
        self.open_sockets += [refused, full]
        for _ in range(3):
            filler = socket.socket()
            filler.setblocking(False)
            filler.connect_ex(("127.0.0.1", self.full_port))
            self.open_sockets.append(filler)

    def _context(self) -> ssl.SSLContext:
        contexts = {}
        for name, (chain, key) in self.certificates.items():
            contexts[name] = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            contexts[name].load_cert_chain(chain, key)
            contexts[name].set_alpn_protocols(["http/1.1"])
        default = contexts["good"]

        def choose(connection, name, _):
            with self.lock:
                self.hellos[name] = self.hellos.get(name, 0) + 1
            kind = (name or ".").split(".")[-2]  # *.expired.test
            connection.context = contexts.get(kind, default)

        default.sni_callback = choose
        return default

    # One connection.
    async def _serve_plain(self, reader, writer):
        await self._guard(reader, writer, False)

    async def _serve_tls(self, reader, writer):
        await self._guard(reader, writer, True)

    async def _guard(self, reader, writer, tls):
        task = asyncio.current_task()
        self.tasks.add(task)
        where = writer.get_extra_info("sockname")[:2]
        with self.lock:
            self.connections[where] = self.connections.get(where, 0) + 1
        try:
            while await self._one(reader, writer, tls, where):
                pass
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, ssl.SSLError, OSError):
            pass
        except asyncio.CancelledError:
            pass
        finally:
            self.tasks.discard(task)
            writer.close()

    async def _one(self, reader, writer, tls, where) -> bool:
        head = await reader.readexactly(1)
        if head == b"\x16":  # a TLS handshake on a plain port: as web servers answer
            writer.write(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            return False
        head += await reader.readuntil(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")
        method, path, _ = (lines[0].split(" ") + ["", ""])[:3]
        headers: dict = {}
        for line in lines[1:]:
            if ":" in line:
                name, value = line.split(":", 1)
                name = name.strip().lower()
                headers[name] = f"{headers[name]}; {value.strip()}" if name in headers else value.strip()
        body = b""
        if "content-length" in headers:
            body = await reader.readexactly(int(headers["content-length"]))
        host = headers.get("host", "")
        proxied = "://" in path or method == "CONNECT"
        if "://" in path:
            authority, slash, rest = path.split("://", 1)[1].partition("/")
            host, path = authority, "/" + rest
        name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
        name = self.aliases.get(host, name).lower()
        request = Request(name, where[1], tls, method, path, headers, body, time.monotonic(), 0, where[0], proxied)
        with self.lock:
            request.number = len(self.requests)
            if not asks_for_nothing(request):
                self.requests.append(request)
            load = self.load.setdefault(name, Load())
            for one in (load, self.total):
                one.open += 1
                one.peak = max(one.peak, one.open)
        if method == "CONNECT":
            try:
                await self._tunnel(request, reader, writer)
            finally:
                with self.lock:
                    load.open -= 1
                    self.total.open -= 1
            return False
        try:
            return await self._answer(request, self._script(request), reader, writer)
        finally:
            with self.lock:
                request.ended = time.monotonic()
                load.open -= 1
                self.total.open -= 1

    def _script(self, request: Request) -> Answer:
        paths = self.scripts.get(request.host) or self.scripts.get("*", {})  # "*": all hosts that have nothing planted
        script = paths.get(request.path, paths.get("*"))
        if asks_for_nothing(request):
            others = paths.get("*")
            script = paths.get(NOBODY, Answer(404, end=others.end if isinstance(others, Answer) else Answer().end))
        key = (request.host, request.path)
        while not isinstance(script, Answer):
            if script is None:
                return Answer(404, body=b"nothing is planted here")
            if isinstance(script, dict):
                key += (request.method,)
                script = script.get(request.method, script.get(None))
            elif isinstance(script, list):
                at = self.counts.get(key, 0)
                self.counts[key] = at + 1
                script = script[min(at, len(script) - 1)]
            else:
                script = script(request)
        return script

    async def _tunnel(self, request, reader, writer) -> None:
        """A proxy's tunnel, to the TLS port whatever host was named."""
        if request.path in self.forbidden:
            writer.write(b"HTTP/1.1 %d No\r\nContent-Length: 0\r\n\r\n" % self.forbidden[request.path])
            return
        other_reader, other_writer = await asyncio.open_connection("127.0.0.1", self.tls_port)
        writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")

        async def copy(source, target) -> None:
            try:
                while data := await source.read(65536):
                    target.write(data)
                    await target.drain()
            except (ConnectionError, OSError):
                pass
            finally:
                target.close()
        await asyncio.gather(copy(reader, other_writer), copy(other_reader, writer))

    async def _gone(self, reader, seconds: float) -> bool:
        """Waits, and says whether the client closed meanwhile."""
        try:
            return await asyncio.wait_for(reader.read(1), seconds) == b""
        except asyncio.TimeoutError:
            return False

    async def _answer(self, request, answer, reader, writer) -> bool:
        wait = answer.delay + (random.random() * self.jitter if self.jitter else 0)
        if wait and await self._gone(reader, wait):
            return False
        if answer.end == "hang" and answer.raw is None and not answer.body:
            await self._gone(reader, 60)
            return False

        async def send(data: bytes) -> None:
            writer.write(data)
            request.sent += len(data)
            await writer.drain()

        keep = request.headers.get("connection",
                                   "").lower() != "close" and answer.end is None and answer.length is not False
        if answer.raw is not None:
            await send(answer.raw)
            keep = False
        else:
            await send(answer.head(keep))
            if request.method != "HEAD":
                await self._body(request, answer, send, reader)
        if answer.end == "hang":
            await self._gone(reader, 60)
            return False
        if answer.end == "reset":
            raw = writer.get_extra_info("socket")
            await asyncio.sleep(0.02)
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            writer.transport.abort()
            return False
        return keep

    async def _body(self, request, answer, send, reader) -> None:
        def framed(data: bytes) -> bytes:
            if answer.chunked or answer.endless:
                return b"%x\r\n%s\r\n" % (len(data), data)
            return data

        step = answer.piece or len(answer.body) or 1
        for at in range(0, len(answer.body), step):
            if at and answer.pause:
                await asyncio.sleep(answer.pause)
            await send(framed(answer.body[at:at + step]))
        while answer.endless:
            await send(framed(answer.endless))
            await asyncio.sleep(answer.pause)
        if answer.chunked and answer.end is None:
            await send(b"0\r\n\r\n")
