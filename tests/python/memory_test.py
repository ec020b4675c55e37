"""Calls in great number leave nothing behind, those that fail neither."""
import contextlib
import gc
import sys
import pickle
import unittest
from collections.abc import Callable

import hrefkit
from support import PAGE, SOURCE, resident_kilobytes

PAGE_BYTES = b"<meta charset=utf-8><base href=/b/><a href=x rel=next>x</a><img srcset='a 1x, b 2x'>" + b"<p>" * 20
ALLOWED_KILOBYTES = 1500


class Memory(unittest.TestCase):
    def check(self, call: Callable[[], object], count: int) -> None:
        """Memory does not grow with the number of calls; neither does the number of objects."""
        for _ in range(count // 20):
            call()
        gc.collect()
        before, objects = resident_kilobytes(), sys.getallocatedblocks()
        for _ in range(count):
            call()
        gc.collect()
        self.assertLess(resident_kilobytes() - before, ALLOWED_KILOBYTES)
        self.assertLess(sys.getallocatedblocks() - objects, 100)

    def test_links(self) -> None:
        self.check(lambda: hrefkit.links(PAGE_BYTES, PAGE), 100_000)

    def test_rows(self) -> None:
        def call() -> None:
            links = hrefkit.links(PAGE_BYTES.decode(), PAGE, kinds=["hyperlink", "image"], elements=["a", "img"])
            link = links[0]
            del links
            link.as_dict()
            hash(link)

        self.check(call, 20_000)

    def test_columns_and_notes(self) -> None:
        def call() -> None:
            links = hrefkit.links(bytearray("<a href=\u00e9>".encode()), PAGE)
            links.columns()
            links.to_dicts()
            repr(links.notes)

        self.check(call, 10_000)

    def test_pickles(self) -> None:
        links = hrefkit.links(PAGE_BYTES, PAGE)
        values = [links, links[0], hrefkit.rewrite(PAGE_BYTES, PAGE, form="absolute"), *hrefkit.base(PAGE_BYTES, PAGE)]

        def call() -> None:
            pickle.loads(pickle.dumps(values))
            with contextlib.suppress(TypeError):
                links.__reduce__()[0]("Links", {})  # type: ignore[operator]

        self.check(call, 2_000)

    def test_failures(self) -> None:
        def call() -> None:
            for arguments, reading in (((b"", None), {}), ((3, PAGE), {}), (("\ud800", "x"), {}), ((b"", PAGE), {"kinds": ["x"]}),
                                       ((b"", PAGE), {"elements": ["a", 3]}), ((bytearray(b"x"), PAGE), {"encoding": "x"}),
                                       ((b"", PAGE), {"no": 1})):
                with contextlib.suppress(ValueError, TypeError):
                    hrefkit.links(*arguments, **reading)  # type: ignore[arg-type]

        self.check(call, 5_000)

    def test_urls(self) -> None:
        def call() -> None:
            url = hrefkit.URL("../x\ud800?q", hrefkit.URL("https://h.example/a/b"))
            url.replace(hash="f")
            url.relative_to("https://h.example/")
            hrefkit.URL.parse("http://[")
            with contextlib.suppress(hrefkit.UrlError):
                url.replace(port="x")

        self.check(call, 20_000)

    def test_bases(self) -> None:
        self.check(lambda: hrefkit.base(PAGE_BYTES, PAGE), 20_000)

    def test_rewrites(self) -> None:
        kept: list[hrefkit.Link] = []

        def change(link: hrefkit.Link) -> str | None:
            kept[:] = [link]
            return "https://new.example/y"

        def call() -> None:
            result = hrefkit.rewrite(PAGE_BYTES, PAGE, change, rebase={"https://docs.example/": "https://n.example/"})
            repr(result.edits)
            hrefkit.rewrite(PAGE_BYTES.decode(), PAGE, {"https://docs.example/b/x": "z"})

        self.check(call, 5_000)

    def test_rewriters(self) -> None:
        def call() -> None:
            rewriter = hrefkit.Rewriter(lambda link: None, map={"https://docs.example/b/x": "z"},
                                        rebase={"https://docs.example/": "https://n.example/"}, encoding="utf-8", csp=["x"])
            rewriter.rewrite(PAGE_BYTES, PAGE)
            rewriter.rewrite(PAGE_BYTES.decode(), PAGE)
            repr(rewriter.unused_rebases)
            with contextlib.suppress(hrefkit.UrlError):
                hrefkit.Rewriter(map={"x": "y"}, rebase={"https://docs.example/": "https://n.example/"})

        self.check(call, 5_000)

    def test_rewrites_that_fail(self) -> None:
        def fail(link: hrefkit.Link) -> str:
            raise ZeroDivisionError

        def call() -> None:
            with contextlib.suppress(ZeroDivisionError):
                hrefkit.rewrite(PAGE_BYTES, PAGE, fail)
            with contextlib.suppress(hrefkit.UrlError):
                hrefkit.rewrite(PAGE_BYTES, PAGE, lambda link: "http://[")
            with contextlib.suppress(TypeError):
                hrefkit.rewrite(PAGE_BYTES, PAGE, lambda link: 3)  # type: ignore[arg-type, return-value]

        self.check(call, 5_000)

    def test_effects(self) -> None:
        self.check(lambda: hrefkit.effects(PAGE_BYTES, PAGE, set_base="/c/", set_xml_base={"a": "/d/"}), 10_000)

    def test_checks(self) -> None:
        folder = SOURCE / "samples" / "broken-site"
        self.check(lambda: hrefkit.check(folder, on_finding=lambda finding: None, exclude=lambda url: False), 300)

    def test_archives(self) -> None:
        data = (SOURCE / "samples" / "letters.warc.gz").read_bytes()

        def call() -> None:
            with hrefkit.archive(data) as archive:
                for capture in archive:
                    capture.links()
                    capture.body

        self.check(call, 1_000)


if __name__ == "__main__":
    unittest.main()
