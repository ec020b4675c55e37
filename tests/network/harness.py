"""What the tests of the network share: runs of the program, expectations, and counts.

Every expectation names the clause that it tests ("One hop 4", see clauses.txt), and says what was expected and what was
there. None stops at the first failure.
"""
import dataclasses
import inspect
import json
import os
import pathlib
import re
import resource
import signal
import subprocess
import sys
import threading
import time
import traceback
import typing

HERE = pathlib.Path(__file__).resolve().parent
ERROR, WARNING, NOTE = "error", "warning", "note"
SEVERITY = {"external-broken": ERROR, "external-tls": ERROR, "external-fragment": WARNING, "external-timeout": WARNING,
            "external-soft-404": WARNING, "external-redirected": NOTE, "external-blocked": NOTE,
            "external-private": NOTE,
            "server-error": ERROR, "redirected": NOTE, "missing-file": ERROR, "missing-fragment": ERROR}


class _Any:
    def __repr__(self) -> str:
        return "anything"


ANY = _Any()


def matches(expected: object, actual: object) -> bool:
    """ANY, a set (one of, but of a set the same set), a function, a compiled pattern, or the value."""
    if expected is ANY:
        return True
    if isinstance(expected, (set, frozenset)) and not isinstance(actual, (set, frozenset)):
        return any(matches(one, actual) for one in expected)
    if isinstance(expected, re.Pattern):
        return isinstance(actual, str) and bool(expected.search(actual))
    if callable(expected):
        try:
            return bool(expected(actual))
        except (IndexError, KeyError, TypeError, ValueError):
            return False
    if isinstance(expected, bytes):
        return expected == actual
    return type(expected) is type(actual) and expected == actual


class Report:
    """Counts what passed, failed and was skipped."""

    def __init__(self, names: typing.Sequence[str] = ()):
        self.passed = self.failed = self.skipped = 0
        self.names = list(names)
        self.failures: list[str] = []
        self.lock = threading.Lock()

    def wanted(self, name: str) -> bool:
        return not self.names or any(one in name for one in self.names)

    def check(self, clauses: str, name: str, expected: object, actual: object, hint: str = "") -> bool:
        if not self.wanted(f"{name} [{clauses}]"):
            return True
        good = matches(expected, actual)
        with self.lock:
            self.passed += good
            self.failed += not good
        if not good:
            self.failures.append(f"{name} [{clauses}]")
            shown = described(expected)
            print(f"FAILED: {name} [{clauses}]\n  expected: {shown}\n  actual:   {cut(actual)}"
                  + (f"\n  {hint}" if hint else ""))
        sys.stdout.flush()
        return good

    def skip(self, clauses: str, name: str, why: str) -> None:
        if self.wanted(f"{name} [{clauses}]"):
            self.skipped += 1
            print(f"SKIPPED: {name} [{clauses}]: {why}")

    def finish(self) -> int:
        print(f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped")
        return 1 if self.failed else 0


def cut(value: object, size: int = 1500) -> str:
    text = repr(value)
    return text if len(text) <= size else f"{text[:size]} ... ({len(text)} characters)"


def described(expected: object) -> str:
    """What is expected: the value, or what a function says of itself, or its source."""
    if not callable(expected):
        return repr(expected)
    if expected.__doc__:
        return str(expected.__doc__)
    try:
        return cut(" ".join(inspect.getsource(expected).split()), 400)
    except (OSError, TypeError):
        return repr(expected)


def says(*patterns: str) -> typing.Callable:
    """A text that has all of these patterns, in any letter case."""
    def test(text: object) -> bool:
        return all(re.search(one, str(text), re.I | re.S) for one in patterns)
    test.__doc__ = "a text with " + " and ".join(repr(one) for one in patterns)
    return test


def says_not(*patterns: str) -> typing.Callable:
    def test(text: object) -> bool:
        return not any(re.search(one, str(text), re.S) for one in patterns)
    test.__doc__ = "a text without " + " or ".join(repr(one) for one in patterns)
    return test


def between(low: float, high: float) -> typing.Callable:
    def test(number: object) -> bool:
        return isinstance(number, (int, float)) and low <= number <= high
    test.__doc__ = f"{low} to {high}"
    return test


class Row(dict):
    """A row of a report; what it does not have is None."""

    def __missing__(self, key: str) -> None:
        return None


@dataclasses.dataclass
class Result:
    arguments: list
    code: int
    out: bytes
    err: str
    seconds: float
    kilobytes: int
    processor: float

    @property
    def text(self) -> str:
        return self.out.decode("utf-8", "replace")

    @property
    def rows(self) -> list[dict]:
        """Rows of the JSON report; an empty list where there is none."""
        try:
            found = json.loads(self.text)
        except ValueError:
            return []
        if isinstance(found, dict):  # a report that is wrapped, such as an incomplete one
            found = next((value for value in found.values() if isinstance(value, list)), [])
        return [Row(one) for one in found if isinstance(one, dict) and "rule" in one]

    @property
    def summary(self) -> str:
        found = re.search(r"^hrefkit: .*links? to other sites?.*$", self.err, re.M)
        return found.group(0) if found else ""

    def count(self, what: str) -> int | None:
        """The number before these words in the summary of the network."""
        found = re.search(rf"(\d+) {what}", self.summary)
        return int(found.group(1)) if found else None

    @property
    def command(self) -> str:
        return " ".join(str(one) for one in self.arguments)


# Shells have programs in the background ignore SIGINT, and a program that ignores it would hand that on to those that
# it starts.
signal.signal(signal.SIGINT, signal.default_int_handler)

_running: set = set()


class Program:
    """The program under test. Every run has an environment without proxies, and ends."""

    def __init__(self, path: str):
        self.path = str(pathlib.Path(path).resolve())
        self.version = ""

    def environment(self, more: dict | None = None) -> dict:
        clean = {name: value for name, value in os.environ.items()
                 if not name.lower().endswith("_proxy") and name not in ("SSL_CERT_FILE", "SSL_CERT_DIR",
                     "FORCE_COLOR")}
        clean.update({"LC_ALL": "C.UTF-8", **(more or {})})
        return clean

    def start(self, *arguments: object, cwd=None, environment: dict | None = None, prefix: typing.Sequence[str] = (),
              stdout=subprocess.PIPE) -> subprocess.Popen:
        command = [*prefix, self.path, *map(str, arguments)]
        process = subprocess.Popen(command, cwd=cwd, env=self.environment(environment), stdin=subprocess.DEVNULL,
                                   stdout=stdout, stderr=subprocess.PIPE, start_new_session=True)
        _running.add(process)
        return process

    def end(self, process: subprocess.Popen, arguments: typing.Sequence, timeout: float = 60) -> Result:
        """Waits for a started process; one that hangs is killed with its children, and has the code -9."""
        begin = time.monotonic()
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        def stop():
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        timer = threading.Timer(timeout, stop)
        timer.start()
        try:
            out, err = process.communicate()
        finally:
            timer.cancel()
            _running.discard(process)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return Result(list(arguments), process.returncode, out or b"", err.decode("utf-8", "replace"),
                      time.monotonic() - begin, after.ru_maxrss, spent)

    def run(self, *arguments: object, timeout: float = 60, **more) -> Result:
        return self.end(self.start(*arguments, **more), arguments, timeout)

    def stop_all(self) -> None:
        for process in list(_running):
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass


def run_parts(context: "Context", *parts: typing.Callable) -> None:
    """Runs the parts of a section that have rows that were named (those whose source has the words). One that throws has failed."""
    names = context.report.names
    for part in parts:
        source = inspect.getsource(part)
        if names and not any(one in source for one in names):
            continue
        begin = time.monotonic()
        try:
            part(context)
            print(f"  {part.__name__}: {time.monotonic() - begin:.1f} s")
        except Exception:  # pylint: disable=broad-except
            context.report.failed += 1
            context.report.failures.append(f"{part.__name__}: ended by an exception")
            print(f"FAILED: {part.__name__}\n{traceback.format_exc()}")


@dataclasses.dataclass
class Context:
    """What a section of tests gets."""
    program: Program
    web: typing.Any
    folder: pathlib.Path
    report: Report
    ca: str | None      # the file for --ca-file, None where there is no openssl
    verbose: bool = False
    quick: bool = False

    def site(self, name: str, pages: dict) -> str:
        """Writes a folder of pages (name -> what is in the body) and gives its name; runs are in `folder`."""
        for file, text in pages.items():
            path = self.folder / name / file
            path.parent.mkdir(parents=True, exist_ok=True)
            if file.endswith(".html") and "<!doctype" not in text:
                text = f"<!doctype html><meta charset=utf-8><title>t</title>\n{text}"
            path.write_text(text)
        return name

    def run(self, *arguments: object, **more) -> Result:
        result = self.program.run(*arguments, cwd=self.folder, **more)
        if self.verbose:
            print(result.command, f"exit {result.code}", result.text, result.err, sep="\n")
        return result

    def resolved(self, *names: str, address: str = "127.0.0.1") -> list[str]:
        """--resolve for these hosts on the plain and the TLS port."""
        ports = [port for port in (self.web.port, self.web.tls_port) if port]
        return [word for name in names for port in ports for word in ("--resolve", f"{name}:{port}:{address}")]


def expand(value: object, tokens: dict) -> object:
    """Puts the case's hosts and ports in place of @h@, @tls@ and so on, in scripts and expectations."""
    from web import Answer
    if isinstance(value, str):
        return re.sub(r"@(\w+)@", lambda found: str(tokens.get(found.group(1), found.group(0))), value)
    if isinstance(value, bytes):
        return expand(value.decode("latin-1"), tokens).encode("latin-1")
    if isinstance(value, Answer):
        return dataclasses.replace(
            value, headers=expand(value.headers, tokens),
            body=value.body if any(name == "Content-Encoding" for name, _ in value.headers)
            else expand(value.body, tokens),
            raw=value.raw if value.raw is None else expand(value.raw, tokens))
    if isinstance(value, dict):
        return {expand(key, tokens): expand(one, tokens) for key, one in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return type(value)(expand(one, tokens) for one in value)
    return value


def row(rule: str, status: object = ANY, reason: object = ANY, final: object = None, suggestion: object = None,
        **more) -> dict:
    """A row that is expected. `final` is expected where it is given, and else null or absent."""
    return {"rule": rule, "status": status, "reason": reason, "final": final, "suggestion": suggestion,
            "severity": SEVERITY.get(rule, ANY), **more}


def show_row(found: dict) -> dict:
    return {key: found.get(key) for key in ("rule", "severity", "status", "reason", "final", "suggestion", "url",
                                            "message")}


def row_faults(expected: dict, actual: dict) -> list[str]:
    return [f"{key}: expected {value!r}, is {actual.get(key)!r}" for key, value in expected.items()
            if not matches(value, actual.get(key))]
