"""The GIL is released while the library works, and several threads get the same answers."""
import sys
import threading
import time
import unittest
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import hrefkit
from support import PAGE, SOURCE

THREADS = 8


def in_threads(work: Callable[[int], object]) -> list[object]:
    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(work, range(THREADS)))


class Threads(unittest.TestCase):
    def test_threads_get_the_same_rows(self) -> None:
        pages = [path.read_bytes() for path in sorted((SOURCE / "samples" / "site").rglob("*.html"))]
        expected = [hrefkit.links(page, PAGE).to_dicts() for page in pages]

        def work(number: int) -> bool:
            return all([hrefkit.links(page, PAGE).to_dicts() for page in pages] == expected for _ in range(10))

        self.assertEqual(in_threads(work), [True] * THREADS)

    def test_threads_share_the_rows_of_a_page(self) -> None:
        links = hrefkit.links("".join(f"<a href='{i}'>" for i in range(300)), PAGE)
        expected = links.columns()

        def work(number: int) -> bool:
            for _ in range(20):
                if {name: [getattr(link, name) for link in links] for name in expected} != expected:
                    return False
            return links.columns() == expected and len({*links}) == 300

        self.assertEqual(in_threads(work), [True] * THREADS)

    def test_threads_share_a_url(self) -> None:
        url = hrefkit.URL("https://b\u00fccher.example/a/b")

        def work(number: int) -> set[tuple[str, ...]]:
            return {(url.origin, url.unicode_hostname, str(url / "c"), url.relative_to("https://x.example/")) for _ in range(2000)}

        answers = in_threads(work)
        self.assertEqual(answers, [answers[0]] * THREADS)
        self.assertEqual(len(answers[0]), 1)  # type: ignore[arg-type]

    def test_the_gil_is_released_while_a_page_is_read(self) -> None:
        """Another thread runs during a call: with a switch interval that never ends, it gets the GIL from the call alone."""
        page = b"<a href=x>" * 500_000
        events: list[str] = []
        interval = sys.getswitchinterval()
        ready = threading.Event()

        def work() -> None:
            ready.set()
            while "call" not in events:
                time.sleep(0)  # gives the GIL up, and waits until it is free
            events.append("thread")

        thread = threading.Thread(target=work)
        sys.setswitchinterval(1000)
        try:
            thread.start()
            ready.wait()
            events.append("call")
            for _ in range(100):  # the system may be slow to run the thread
                hrefkit.links(page, PAGE, kinds=["image"])
                if "thread" in events:
                    break
            events.append("end")
        finally:
            sys.setswitchinterval(interval)
            thread.join()
        self.assertEqual(events, ["call", "thread", "end"])

    def test_callbacks_in_threads(self) -> None:
        page = "<a href=x><img src=y>" * 50

        def work(number: int) -> str:
            return str(hrefkit.rewrite(page, PAGE, lambda link: f"https://n.example/{number}"))

        for number, text in enumerate(in_threads(work)):
            self.assertEqual(str(text).count(f"https://n.example/{number}"), 100)


if __name__ == "__main__":
    unittest.main()
