"""The interpreter may end while daemon threads are in the library, or in functions that the library calls."""
import os
import pathlib
import subprocess
import sys
import tempfile
import textwrap
import unittest

from support import SOURCE

# The main thread ends when a thread has called `entered`. `Slow` lets it end slowly: the thread asks for the GIL while
# the interpreter is going down.
PROGRAM = """
import pathlib, sys, threading, time
import hrefkit

class Slow:
    def __del__(self, sleep=time.sleep):
        sleep(0.1)

class Source:
    def read(self, size):
        entered()
        return b"WARC/1.0\\r\\n"

slow = Slow()
is_inside = threading.Event()
page = "<a href=x>" * 20_000
url = "https://h.example/"
folder = pathlib.Path(sys.argv[1])
archive = pathlib.Path(sys.argv[2])

def entered(*ignored):
    is_inside.set()
    time.sleep(0.0005)

def work():
    while True:
        CALL
        is_inside.set()

for _ in range(2):
    threading.Thread(target=work, daemon=True).start()
is_inside.wait()
"""


class Ending(unittest.TestCase):
    def check(self, call: str) -> None:
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            for page in range(20):
                links = (f"<a href=m{link}.html><a href=https://o{link}.example/{page}>" for link in range(20))
                (folder / f"{page}.html").write_text("".join(links), encoding="ascii")
            program = textwrap.dedent(PROGRAM).replace("CALL", call)
            for _ in range(3):
                ended = subprocess.run([sys.executable, "-c", program, name, SOURCE / "samples" / "letters.warc.gz"],
                                       capture_output=True, check=False, timeout=120, env=dict(os.environ))
                self.assertEqual((ended.returncode, ended.stderr), (0, b""))

    def test_functions_that_read(self) -> None:
        for call in ("links(page, url)", "base(page, url)", "effects(page, url, set_base='/b/')", "rewrite(page, url, form='absolute')", "Rewriter(map={url + str(i): url for i in range(10_000)})",
                     "check(folder, threads=2)"):
            with self.subTest(call):
                self.check(f"hrefkit.{call}")

    def test_functions_that_are_called(self) -> None:
        for call in ("rewrite(page, url, entered)", "Rewriter(entered).rewrite(page, url)", "check(folder, on_finding=entered)", "check(folder, exclude=entered, threads=2)",
                     "check(folder, settings={'external': 'check'}, fetch=lambda *request: entered() or (200, {}, b''))"):
            with self.subTest(call):
                self.check(f"hrefkit.{call}")

    def test_calls_in_functions_that_are_called(self) -> None:
        self.check("hrefkit.rewrite(page, url, lambda link: hrefkit.rewrite(page[:100], url, entered) and None)")

    def test_archives(self) -> None:
        self.check("[capture.links() for capture in hrefkit.archive(archive)]")
        self.check("[capture.links() for capture in hrefkit.archive(archive.open('rb'))]")
        self.check("next(iter(hrefkit.archive(Source())))")


if __name__ == "__main__":
    unittest.main()
