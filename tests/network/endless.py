"""Servers whose answers have no end and no content: frames of HTTP/2 and lines of HTTP/1.1 for ever."""
import socket
import ssl
import struct
import threading


def frame(kind: int, flags: int = 0, stream: int = 0, payload: bytes = b"") -> bytes:
    """A frame of HTTP/2 (RFC 9113, 4.1)."""
    return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + payload


DATA, HEADERS, SETTINGS, PING, WINDOW_UPDATE, CONTINUATION, UNKNOWN = 0, 1, 4, 6, 8, 9, 0xBB
END_HEADERS = 4
OK = b"\x88"                  # :status 200 (RFC 7541, appendix A)
CONTINUE = b"\x08\x03100"     # :status 100
TYPE = b"\x0f\x10\x09text/html"  # content-type

# The frames that are sent once, and those that are then repeated for ever, on stream `n`.
FRAMES = {
    "data": (lambda n: frame(HEADERS, END_HEADERS, n, OK), lambda n: frame(DATA, 0, n)),
    "bytes": (lambda n: frame(HEADERS, END_HEADERS, n, OK + TYPE), lambda n: frame(DATA, 0, n, b" ")),
    "drip": (lambda n: frame(HEADERS, END_HEADERS, n, OK + TYPE), lambda n: frame(DATA, 0, n) * 4_000 + frame(DATA, 0, n, b" ")),
    "sips": (lambda n: frame(HEADERS, END_HEADERS, n, OK + TYPE),
             lambda n: frame(DATA, 0, n) * 14_000 + frame(DATA, 0, n, b" " * 16_000)),
    "padding": (lambda n: frame(HEADERS, END_HEADERS, n, OK), lambda n: frame(DATA, 8, n, b"\x09" + bytes(9))),
    "ping": (lambda n: b"", lambda n: frame(PING, 0, 0, bytes(8))),
    "pong": (lambda n: b"", lambda n: frame(PING, 1, 0, bytes(8))),
    "settings": (lambda n: b"", lambda n: frame(SETTINGS)),
    "window": (lambda n: frame(HEADERS, END_HEADERS, n, OK),
               lambda n: frame(WINDOW_UPDATE, 0, n, struct.pack(">I", 1))),
    "continuation": (lambda n: frame(HEADERS, 0, n, OK), lambda n: frame(CONTINUATION, 0, n)),
    "continue": (lambda n: b"", lambda n: frame(HEADERS, END_HEADERS, n, CONTINUE)),
    "unknown": (lambda n: b"", lambda n: frame(UNKNOWN, 0, n)),
}
LINES = {
    "extension": (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;", b"a=b;"),
    "digits": (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", b"0"),
    "trailer": (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n", b"a: b\r\n"),
    "continue": (b"", b"HTTP/1.1 100 Continue\r\n\r\n"),
    "hints": (b"", b"HTTP/1.1 103 Early Hints\r\na: b\r\n\r\n"),
    "fields": (b"HTTP/1.1 200 OK\r\n", b"a: b\r\n"),
    "empty-lines": (b"", b"\r\n"),
    "status": (b"HTTP/1.1 200 ", b"x"),
    "chunks": (b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n", b"1\r\n \r\n"),
}

NEVER_ENDED = ("extension", "digits")  # of LINES: those that a client has no limit for but its time-out


class Endless:
    """`port`: HTTP/1.1, where the path names what has no end. `tls_port`: HTTP/2 over TLS, where `frames` names it; 0 without a
    certificate. Other paths have an empty page."""

    def __init__(self, certificate=None, frames: str = "data", piece: int = 45_000):
        self.frames = frames
        self.piece = piece
        self.stops = False
        self.sockets: list = []  # shut down at the end; their threads close them
        self.threads: list = []
        self.context = None
        self.port = self.listen(self.speak_lines)
        self.tls_port = 0
        if certificate:
            self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self.context.load_cert_chain(*certificate)
            self.context.set_alpn_protocols(["h2"])
            self.tls_port = self.listen(self.speak_frames)

    def __enter__(self) -> "Endless":
        return self

    def __exit__(self, *_: object) -> None:
        self.stops = True
        # A socket that is closed while its thread writes would lend its number to the next pipe, which then gets those bytes.
        while self.threads:
            for one in list(self.sockets):
                try:
                    socket.socket.shutdown(one, socket.SHUT_RDWR)  # not TLS's own, which drops state that its thread reads
                except OSError:
                    pass
            self.threads.pop(0).join()

    def start(self, target, *arguments: object) -> None:
        thread = threading.Thread(target=target, args=arguments, daemon=True)
        self.threads.append(thread)
        thread.start()

    def listen(self, speak) -> int:
        listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.sockets.append(listener)
        self.start(self.accept, listener, speak)
        return listener.getsockname()[1]

    def accept(self, listener, speak) -> None:
        with listener:
            while not self.stops:
                try:
                    connection, _ = listener.accept()
                except OSError:
                    return
                self.sockets.append(connection)
                self.start(self.serve, connection, speak)

    def serve(self, connection, speak) -> None:
        try:
            with connection:
                speak(connection)
        except (OSError, ValueError):
            pass

    def send_for_ever(self, connection, once: bytes, again: bytes) -> None:
        connection.sendall(once)
        piece = again * max(1, self.piece // len(again))
        while not self.stops:
            connection.setblocking(False)
            try:
                while connection.recv(65_536):  # what the client answers to frames
                    pass
            except (BlockingIOError, ssl.SSLWantReadError):
                pass
            connection.setblocking(True)
            connection.sendall(piece)

    def speak_lines(self, connection) -> None:
        while True:
            head = b""
            while b"\r\n\r\n" not in head:
                more = connection.recv(65_536)
                if not more:
                    return
                head += more
            name = head.split(b" ")[1].decode().strip("/")
            if name in LINES:
                self.send_for_ever(connection, *LINES[name])
            connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")

    def speak_frames(self, connection) -> None:
        with self.context.wrap_socket(connection, server_side=True) as stream:
            self.sockets.append(stream)
            self.answer_frames(stream)

    def answer_frames(self, stream) -> None:
        stream.sendall(frame(SETTINGS))
        received = b""
        while len(received) < 24:  # the preface
            received += stream.recv(65_536)
        received = received[24:]
        while True:
            while len(received) >= 9 and len(received) >= 9 + int.from_bytes(received[:3], "big"):
                kind, number = received[3], int.from_bytes(received[5:9], "big")
                received = received[9 + int.from_bytes(received[:3], "big"):]
                if kind == HEADERS:
                    once, again = FRAMES[self.frames]
                    self.send_for_ever(stream, once(number), again(number))
            more = stream.recv(65_536)
            if not more:
                return
            received += more
