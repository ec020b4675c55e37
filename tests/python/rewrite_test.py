"""hrefkit.rewrite."""
import collections.abc
import gc
import pathlib
import sys
import tempfile
import traceback
import unittest

import hrefkit
from support import COMMAND, PAGE, SOURCE, run_command

DOCUMENT = '<meta charset="windows-1252"><a href="x.html">\u00e9</a><img src=\'/i/y.png\'><a href="https://other.example/">o</a>'


class Rewrites(unittest.TestCase):
    def test_a_function_answers_urls(self) -> None:
        def change(link: hrefkit.Link) -> str | hrefkit.URL | None:
            if link.kind == "image":
                return hrefkit.URL("https://cdn.example/y.png")
            return "z.html#f" if link.url == "https://docs.example/guide/x.html" else None

        result = hrefkit.rewrite(DOCUMENT, PAGE, change)
        self.assertEqual(result.data, DOCUMENT.replace("x.html", "z.html#f").replace("/i/y.png", "https://cdn.example/y.png"))
        self.assertTrue(result.changed)
        self.assertEqual(str(result), result.data)
        self.assertEqual(bytes(result), str(result).encode())
        first, second = result.edits
        self.assertEqual((first.raw, first.value, first.before, first.after, first.element, first.attribute, first.kind, first.index),
                         ("x.html", "z.html#f", "https://docs.example/guide/x.html", "https://docs.example/guide/z.html#f", "a",
                          "href", "hyperlink", 0))
        self.assertEqual(DOCUMENT[first.offset:first.offset + first.length], "x.html")
        self.assertEqual(second.reason and second.context, "")

    def test_a_mapping_answers_urls(self) -> None:
        mapping = {"https://docs.example/guide/x.html": "https://docs.example/guide/z.html", "https://unused.example/": "/"}
        result = hrefkit.rewrite(DOCUMENT.encode("cp1252"), PAGE, mapping)
        self.assertEqual(result.data, DOCUMENT.replace("x.html", "z.html").encode("cp1252"))
        self.assertEqual(bytes(result), result.data)
        self.assertEqual(str(result), DOCUMENT.replace("x.html", "z.html"))

    def test_data_has_the_type_that_went_in(self) -> None:
        for data in (b"<a href=x>", bytearray(b"<a href=x>"), memoryview(b"<a href=x>")):
            self.assertEqual(hrefkit.rewrite(data, PAGE, form="absolute").data, b"<a href=https://docs.example/guide/x>")
        self.assertEqual(hrefkit.rewrite("<a href=x>", PAGE, form="absolute").data, "<a href=https://docs.example/guide/x>")
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "x.html")
            path.write_bytes(b"<a href=x>")
            self.assertIsInstance(hrefkit.rewrite(path, form="absolute").data, bytes)
            self.assertEqual(path.read_bytes(), b"<a href=x>")

    def test_bytes_are_decoded_by_the_encoding_of_the_page(self) -> None:
        for label, codec in (("utf-8", "utf-8"), ("koi8-r", "koi8-r"), ("shift_jis", "cp932"), ("big5", "big5"), ("gbk", "gbk"),
                             ("macintosh", "mac_roman"), ("iso-8859-8-i", "iso-8859-8"), ("utf-16le", "utf-16-le"),
                             ("windows-874", "cp874"), ("euc-kr", "euc-kr")):
            data = "<a href=x>a b</a>".encode(codec)
            result = hrefkit.rewrite(data, PAGE, form="root-relative", encoding=label)
            self.assertEqual(str(result), "<a href=/guide/x>a b</a>", label)
        self.assertEqual(str(hrefkit.rewrite("\u0416".encode("koi8-r"), PAGE, content_type="text/html; charset=koi8-r")), "\u0416")
        self.assertEqual(str(hrefkit.rewrite("\u0416".encode(), PAGE, encoding_fallback="auto")), "\u0416")

    def test_what_is_not_changed_is_said(self) -> None:
        for change in (None, {}, lambda link: None):
            result = hrefkit.rewrite(DOCUMENT, PAGE, change)
            self.assertEqual((result.data, result.changed, result.edits), (DOCUMENT, False, []))
        self.assertIn("not changed", repr(result))

    def test_rules(self) -> None:
        absolute = "https://docs.example/guide/"
        page = '<base href="/b/"><a href="x">'
        self.assertEqual(hrefkit.rewrite(page, PAGE, drop_base=True, form="absolute").data, '<a href="https://docs.example/b/x">')
        self.assertEqual(hrefkit.rewrite("<a href=x>", PAGE, form="root-relative").data, "<a href=/guide/x>")
        self.assertEqual(hrefkit.rewrite(f"<a href={absolute}x>", PAGE, form="relative").data, "<a href=x>")
        self.assertEqual(hrefkit.rewrite("<a href=/i>", PAGE, new_url="https://n.example/", form="as-written").data,
                         "<a href=https://docs.example/i>")
        for rebase in ({absolute: "https://n.example/"}, [(absolute, "https://n.example/")], iter([(absolute, "https://n.example/")])):
            self.assertEqual(hrefkit.rewrite(f"<a href={absolute}x>", "https://h.example/", rebase=rebase).data,
                             "<a href=https://n.example/x>")
        canonical = f"<link rel=canonical href={absolute}x>"
        rebase = {absolute: "https://n.example/"}
        self.assertFalse(hrefkit.rewrite(canonical, "https://h.example/", rebase=rebase).changed)
        self.assertTrue(hrefkit.rewrite(canonical, "https://h.example/", rebase=rebase, keep=()).changed)
        self.assertTrue(hrefkit.rewrite(canonical, "https://h.example/", rebase=rebase, keep=["og"]).changed)
        item = f"<rss><channel><item><link>{absolute}</link><guid>{absolute}</guid></item></channel></rss>"
        for keep, count in ((("guid",), 1), ((), 2)):
            moved = hrefkit.rewrite(item, "https://h.example/", rebase=rebase, keep=keep, content_type="application/rss+xml")
            self.assertEqual(moved.data.count("n.example"), count)
        self.assertFalse(hrefkit.rewrite("<a href='#f'>", PAGE, form="absolute", keep={"fragments"}).changed)
        self.assertTrue(hrefkit.rewrite("<a href=x>", PAGE, form="absolute", verify=False).changed)
        scope = "<p xml:base=/b/><a href=x>"
        self.assertEqual(hrefkit.rewrite(scope, PAGE, drop_xml_base=True, xml_base="on").data, "<p><a href=../b/x>")
        # By default as in browsers, which ignore xml:base in HTML; in feeds it counts.
        self.assertEqual(hrefkit.rewrite(scope, PAGE, form="root-relative").data, "<p xml:base=/b/><a href=/guide/x>")
        feed = "<feed xmlns='http://www.w3.org/2005/Atom' xml:base='/b/'><link href='x'/></feed>"
        moved = hrefkit.rewrite(feed, PAGE, form="absolute", content_type="application/atom+xml").data
        self.assertEqual(moved, feed.replace("'x'", "'https://docs.example/b/x'"))
        self.assertEqual(hrefkit.links(scope, PAGE).urls, ["https://docs.example/b/x"])
        self.assertEqual(hrefkit.links(scope, PAGE, xml_base="auto").urls, ["https://docs.example/guide/x"])

    def test_links_that_are_kept_stay_valid(self) -> None:
        kept: list[hrefkit.Link] = []
        hrefkit.rewrite(DOCUMENT, PAGE, kept.append)  # type: ignore[func-returns-value]
        gc.collect()
        hrefkit.rewrite("<a href='%s'>" % ("y" * 300), PAGE, lambda link: None)
        self.assertEqual([link.raw for link in kept[:3]], ["x.html", "/i/y.png", "https://other.example/"])
        self.assertEqual(kept[0], hrefkit.links(DOCUMENT, PAGE)[0])
        self.assertEqual(hash(kept[0]), hash(hrefkit.links(DOCUMENT, PAGE)[0]))

    def test_what_the_function_raises_comes_out_unchanged(self) -> None:
        class Mine(Exception):
            pass

        raised = Mine("x")
        for error in (raised, KeyboardInterrupt(), SystemExit(3), StopIteration(), MemoryError()):
            def change(link: hrefkit.Link) -> str:
                raise error

            before = sys.getrefcount(error)
            try:
                hrefkit.rewrite(DOCUMENT, PAGE, change)
            except BaseException as caught:  # unittest would clear the traceback
                self.assertIs(caught, error)
                self.assertIn("change", [frame.name for frame in traceback.extract_tb(caught.__traceback__)])
            else:
                self.fail("nothing was raised")
            self.assertIsNone(error.__context__)
            error.__traceback__ = None
            self.assertEqual(sys.getrefcount(error), before)

    def test_what_a_mapping_raises_comes_out_unchanged(self) -> None:
        class Raises(collections.abc.Mapping[str, str]):
            def __init__(self, error: BaseException, where: str) -> None:
                self.error, self.where = error, where

            def __getitem__(self, url: str) -> str:
                if self.where == "getitem":
                    raise self.error
                return "/x"

            def __iter__(self) -> collections.abc.Iterator[str]:
                if self.where == "iter":
                    raise self.error
                return iter(["https://docs.example/guide/x.html"])

            def __len__(self) -> int:
                return 1

        for error in (ZeroDivisionError("x"), KeyboardInterrupt(), KeyError("x"), MemoryError()):
            for where in ("getitem", "iter"):
                with self.assertRaises(type(error)) as caught:
                    hrefkit.rewrite(DOCUMENT, PAGE, Raises(error, where))
                self.assertIs(caught.exception, error)
        self.assertIn('"/x"', hrefkit.rewrite(DOCUMENT, PAGE, Raises(ZeroDivisionError(), "nowhere"), form="root-relative").data)

    def test_the_function_is_not_called_after_it_has_raised(self) -> None:
        calls: list[str] = []

        def change(link: hrefkit.Link) -> str:
            calls.append(link.raw)
            raise ZeroDivisionError

        with self.assertRaises(ZeroDivisionError):
            hrefkit.rewrite(DOCUMENT, PAGE, change)
        self.assertEqual(calls, ["x.html"])

    def test_wrong_answers(self) -> None:
        for answer in (3, b"https://h.example/", ["x"], True):
            with self.assertRaises(TypeError):
                hrefkit.rewrite(DOCUMENT, PAGE, lambda link: answer)  # type: ignore[arg-type, return-value]
        with self.assertRaises(hrefkit.UrlError) as caught:
            hrefkit.rewrite(DOCUMENT, PAGE, lambda link: "http://[")
        self.assertEqual(caught.exception.code, "invalid-ipv6")
        self.assertIn("http://[", str(caught.exception))

    def test_wrong_arguments(self) -> None:
        for keywords in ({"change": 3}, {"change": "x"}, {"change": ["x"]}, {"rebase": "x"}, {"rebase": [("a",)]}, {"rebase": [3]},
                         {"rebase": 3}, {"change": {"https://h.example/": 3}}, {"change": {3: "x"}}, {"form": 3}, {"keep": "og"},
                         {"new_url": 3}, {"unknown": 1}):
            with self.assertRaises(TypeError, msg=str(keywords)):
                hrefkit.rewrite(DOCUMENT, PAGE, **keywords)  # type: ignore[arg-type]
        for keywords in ({"form": "short"}, {"keep": ["all"]}, {"kinds": ["x"]}):
            with self.assertRaises(ValueError):
                hrefkit.rewrite(DOCUMENT, PAGE, **keywords)  # type: ignore[arg-type]
        with self.assertRaises(TypeError):
            hrefkit.rewrite(3, PAGE)  # type: ignore[arg-type]
        with self.assertRaises(hrefkit.UrlError):
            hrefkit.rewrite(DOCUMENT)

    def test_a_bytearray_cannot_be_resized_during_the_call(self) -> None:
        data = bytearray(b"<a href=x>")

        def change(link: hrefkit.Link) -> str:
            data.extend(b"more")
            return "https://h.example/"

        with self.assertRaises(BufferError):
            hrefkit.rewrite(data, PAGE, change)
        data.extend(b"more")

    def test_bytes_that_change_during_the_call_do_no_harm(self) -> None:
        data = bytearray(b"<a href=x><a href=y>")

        def change(link: hrefkit.Link) -> str:
            data[:] = b"\0" * len(data)
            return "https://h.example/" + link.raw

        self.assertEqual(hrefkit.rewrite(data, PAGE, change).data, b"<a href=https://h.example/x><a href=https://h.example/y>")

    def test_the_function_may_call_the_library(self) -> None:
        def change(link: hrefkit.Link) -> str | None:
            inner = hrefkit.rewrite("<a href=x>", PAGE, lambda other: "https://inner.example/")
            return hrefkit.links(str(inner), PAGE).urls[0]

        self.assertEqual(hrefkit.rewrite("<a href=y>", PAGE, change).data, "<a href=https://inner.example/>")

    def test_what_scripts_load_is_written_and_speculation_rules_are_noted(self) -> None:
        def moved(script: str) -> hrefkit.Rewritten:
            return hrefkit.rewrite(script, "https://h.example/old/", new_url="https://h.example/new/")

        rules = '<script type=speculationrules>{"prefetch":[{"urls":["x"]}]}</script>'
        self.assertIn("script-link", [note.code for note in moved(rules).notes])
        self.assertEqual(moved(rules).data, rules)
        self.assertEqual(
            moved('<script type=importmap>{"imports":{"a":"./a.js"}}</script>').data,
            '<script type=importmap>{"imports":{"a":"../old/a.js"}}</script>',
        )
        self.assertEqual(
            moved("<script type=module>import a from './m.js'</script>").data,
            "<script type=module>import a from '../old/m.js'</script>",
        )

    def test_selection(self) -> None:
        result = hrefkit.rewrite(DOCUMENT, PAGE, form="absolute", kinds=["image"])
        self.assertEqual(len(result.edits), 1)

    @unittest.skipUnless(COMMAND.exists(), "the command is not built")
    def test_pages_are_those_of_the_command(self) -> None:
        for path in sorted((SOURCE / "samples" / "site").rglob("*.html")):
            url = "https://docs.example/" + path.name
            arguments = ("rewrite", "-q", "--to", "root-relative", "--drop-base", "--url", url, path)
            result = hrefkit.rewrite(path, url, form="root-relative", drop_base=True)
            self.assertEqual(result.data, run_command(*arguments), path)


if __name__ == "__main__":
    unittest.main()
