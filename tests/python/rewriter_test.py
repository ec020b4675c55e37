"""hrefkit.Rewriter: the arguments of rewrite(), read once for many pages."""
import gc
import threading
import time
import unittest
import weakref

import hrefkit
from support import PAGE


class Rewriter(unittest.TestCase):
    def test_it_does_what_rewrite_does(self) -> None:
        pages = ['<a href="x">', '<base href="/b/"><a href="x"><img src="https://old.example/i">', "<a href='#f'>\u00e9", ""]
        for arguments in ({}, {"form": "absolute"}, {"rebase": {"https://old.example/": "https://new.example/"}},
                          {"map": {"https://docs.example/guide/x": "y"}}, {"new_url": "https://n.example/"}, {"drop_base": True},
                          {"change": lambda link: "https://f.example/" if link.raw == "x" else None},
                          {"change": {"https://docs.example/guide/x": "/z"}}, {"elements": ["img"], "form": "absolute"},
                          {"form": "absolute", "verify": False, "keep": ()}):
            rewriter = hrefkit.Rewriter(**arguments)  # type: ignore[arg-type]
            for page in pages * 2:
                for data in (page, page.encode(), bytearray(page.encode()), memoryview(page.encode())):
                    one = hrefkit.rewrite(data, PAGE, **arguments)  # type: ignore[arg-type]
                    many = rewriter.rewrite(data, PAGE)
                    self.assertEqual((many.data, many.changed, many.edits), (one.data, one.changed, one.edits), (arguments, page))

    def test_a_map_and_a_function(self) -> None:
        seen = []
        rewriter = hrefkit.Rewriter(lambda link: seen.append(link.url), map={"https://docs.example/guide/x": "https://n.example/"})
        self.assertEqual(rewriter.rewrite("<a href=x>", PAGE).data, "<a href=https://n.example/>")
        self.assertEqual(seen, ["https://n.example/"])
        for function in (hrefkit.Rewriter, lambda **keywords: hrefkit.rewrite("", PAGE, **keywords)):
            with self.assertRaises(TypeError):
                function(change={}, map={})

    def test_a_mapping_is_read_once(self) -> None:
        mapping = {"https://docs.example/guide/x": "https://n.example/"}
        pairs = iter([("https://old.example/", "https://new.example/")])
        rewriter = hrefkit.Rewriter(map=mapping, rebase=pairs, elements=iter(["a"]))
        mapping.clear()
        page = "<a href=x><a href=https://old.example/y><img src=https://old.example/z>"
        for data in (page, page.encode()):
            self.assertEqual(bytes(rewriter.rewrite(data, PAGE)),
                             b"<a href=https://n.example/><a href=https://new.example/y><img src=https://old.example/z>")

    def test_without_edits(self) -> None:
        for result in (hrefkit.Rewriter(form="absolute", edits=False).rewrite("<a href=x>", PAGE),
                       hrefkit.rewrite("<a href=x>", PAGE, form="absolute", edits=False)):
            self.assertEqual((result.data, result.changed, result.edits), ("<a href=https://docs.example/guide/x>", True, []))
        self.assertEqual(len(hrefkit.rewrite("<a href=x>", PAGE, form="absolute").edits), 1)

    def test_prefixes_that_cover_nothing(self) -> None:
        page = "<a href=https://old.example/a><a href=https://other.example/b>"
        result = hrefkit.rewrite(page, PAGE, rebase={"https://old.example/": "https://new.example/"})
        self.assertEqual((result.uncovered, result.notes), (1, []))
        result = hrefkit.rewrite(page, PAGE, rebase={"https://odl.example/": "https://new.example/", "https://lod.example": "https://n/"})
        self.assertEqual((result.uncovered, [note.code for note in result.notes]), (2, ["unused-rebase"]))
        self.assertRegex(result.notes[0].message, "no link lies under https://(odl|lod).example/ nor under 1 more")
        self.assertEqual(hrefkit.rewrite(page, PAGE).uncovered, 0)
        rewriter = hrefkit.Rewriter(rebase={"https://old.example/": "https://n/", "https://odl.example/": "https://n/",
                                            "https://other.example/": "https://n/"})
        rewriter.rewrite("<a href=https://old.example/>", PAGE)
        self.assertEqual(set(rewriter.unused_rebases), {"https://odl.example/", "https://other.example/"})
        rewriter.rewrite(b"<a href=https://other.example/>", PAGE)
        self.assertEqual(rewriter.unused_rebases, ["https://odl.example/"])
        self.assertEqual(hrefkit.Rewriter().unused_rebases, [])

    def test_what_is_refused(self) -> None:
        for error, keywords in (
                (hrefkit.UrlError, {"rebase": {"old.example": "https://new.example"}}), (hrefkit.UrlError, {"map": {"x": "y"}}),
                (hrefkit.UrlError, {"rebase": {"https://old.example": "new.example"}}), (hrefkit.UrlError, {"rebase": {"/a/": "https://h/"}}),
                (hrefkit.UrlError, {"new_url": "x"}), (ValueError, {"form": "x"}), (ValueError, {"kinds": ["x"]}), (ValueError, {"keep": ["x"]}),
                (TypeError, {"change": 3}), (TypeError, {"map": 3}), (TypeError, {"map": [("a", "b")]}), (TypeError, {"rebase": 3}),
                (TypeError, {"x": 3}), (TypeError, {"data": ""}), (hrefkit.EncodingError, {"encoding": "x"}),
                (hrefkit.ContentTypeError, {"content_type": "image/png"}),
                (ValueError, {"rebase": [("https://a/", "https://b/"), ("https://a/", "https://c/")]})):
            with self.assertRaises(error, msg=keywords):
                hrefkit.Rewriter(**keywords)  # type: ignore[arg-type]
            if "data" not in keywords:
                with self.assertRaises(error, msg=keywords):
                    hrefkit.rewrite("<a href=x>", PAGE, **keywords)  # type: ignore[arg-type]
        rewriter = hrefkit.Rewriter()
        for arguments in ((), (3, PAGE), ("", PAGE, None)):
            with self.assertRaises(TypeError, msg=arguments):
                rewriter.rewrite(*arguments)
        with self.assertRaises(TypeError):
            rewriter.rewrite("", PAGE, form="absolute")  # type: ignore[call-arg]
        for url in (None, "x"):
            with self.assertRaises(hrefkit.UrlError):
                rewriter.rewrite(b"", url)

    def test_what_a_function_raises_comes_out(self) -> None:
        def fail(link: hrefkit.Link) -> str:
            raise KeyError(link.raw)
        rewriter = hrefkit.Rewriter(fail)
        for data in ("<a href=x>", b"<a href=x>"):
            with self.assertRaisesRegex(KeyError, "x"):
                rewriter.rewrite(data, PAGE)
        self.assertFalse(rewriter.rewrite("", PAGE).changed)
        with self.assertRaises(hrefkit.UrlError):
            hrefkit.Rewriter(lambda link: "http://[").rewrite("<a href=x>", PAGE)

    def test_a_function_may_use_its_own_rewriter(self) -> None:
        depth = []

        def change(link: hrefkit.Link) -> str | None:
            depth.append(link.raw)
            if len(depth) < 4:
                inner = rewriter.rewrite("<a href=in><a href=in>", f"https://h{len(depth)}.example/")
                self.assertTrue(str(inner).startswith("<a href="))
            return "/" + link.raw
        rewriter = hrefkit.Rewriter(change)
        self.assertEqual(rewriter.rewrite("<a href=x/y><a href=z>", PAGE).data, "<a href=../x/y><a href=../z>")

    def test_an_answer_is_relative_to_the_page(self) -> None:
        rewriter = hrefkit.Rewriter(lambda link: "y")
        for url in ("https://a.example/", "https://b.example/c/"):
            self.assertEqual(rewriter.rewrite("<a href=x>", url).edits[0].after, url + "y")

    def test_threads_share_it(self) -> None:
        calls = []

        def change(link: hrefkit.Link) -> str | None:
            calls.append(1)
            return f"https://n.example/{link.raw}" if link.raw.startswith("f") else None
        rewriter = hrefkit.Rewriter(change, map={f"https://docs.example/guide/m{i}": f"https://m.example/{i}" for i in range(1000)})
        wrong = []

        def work(number: int) -> None:
            for i in range(100):
                page = f"<a href=m{i}><a href=f{number}>"
                data = page if i % 2 else page.encode()
                if bytes(rewriter.rewrite(data, PAGE)) != f"<a href=https://m.example/{i}><a href=https://n.example/f{number}>".encode():
                    wrong.append((number, i))
        threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual((wrong, len(calls)), ([], 1600))

    def test_it_is_collected(self) -> None:
        class Change:
            rewriter: hrefkit.Rewriter

            def __call__(self, link: hrefkit.Link) -> None:
                return None
        change = Change()
        change.rewriter = hrefkit.Rewriter(change)
        change.rewriter.rewrite("<a href=x>", PAGE)
        dead = weakref.ref(change)
        del change
        gc.collect()
        self.assertIsNone(dead())

    def test_a_large_map_costs_nothing_for_each_page(self) -> None:
        mapping = {f"https://docs.example/guide/m{i}": f"https://m.example/{i}" for i in range(100_000)}
        rewriter = hrefkit.Rewriter(mapping)
        page = "".join(f"<a href=m{i}>" for i in range(17))
        rewriter.rewrite(page, PAGE)
        before = time.process_time()
        for _ in range(2000):
            rewriter.rewrite(page, PAGE)
        self.assertLess(time.process_time() - before, 2)  # parsed each time: 400


if __name__ == "__main__":
    unittest.main()
