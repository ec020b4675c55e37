"""hrefkit.links: what it takes, and what its rows are."""
import array
import collections.abc
import gc
import inspect
import io
import json
import mmap
import os
import pathlib
import pickle
import signal
import sys
import tempfile
import unittest
import warnings

import hrefkit
from support import COMMAND, PAGE, SOURCE, in_python, run_command

DOCUMENT = """<!DOCTYPE html><meta charset="utf-8"><base href="/g/">
<a href="caf\u00e9.html?q=\u00e9" rel="next up">\u00e9</a><img srcset="a.png 1x, b.png 2x">
<svg><a xlink:href="#x"></a></svg><a href="http://h:99999/">x</a><iframe srcdoc="<a href='in'>"></iframe>
"""


class Inputs(unittest.TestCase):
    def test_bytes_of_all_types_are_read(self) -> None:
        expected = hrefkit.links(b"<a href=x>", PAGE).urls
        self.assertEqual(expected, ["https://docs.example/guide/x"])
        for data in (bytearray(b"<a href=x>"), memoryview(b"<a href=x>"), memoryview(bytearray(b"..<a href=x>"))[2:]):
            self.assertEqual(hrefkit.links(data, PAGE).urls, expected)

    def test_an_empty_page_has_no_links(self) -> None:
        for data in (b"", bytearray(), memoryview(b""), ""):
            self.assertEqual(list(hrefkit.links(data, PAGE)), [])

    def test_str_is_text_that_is_decoded(self) -> None:
        page = '<meta charset="windows-1252"><a href="\u00e9?\u00e9">\U0001f600<a href=y>'
        links = hrefkit.links(page, PAGE)
        self.assertEqual(links.urls[0], "https://docs.example/guide/%C3%A9?%E9")
        for link in links:
            self.assertEqual(page[link.offset:link.offset + link.length], link.raw)

    def test_offsets_of_bytes_count_bytes(self) -> None:
        page = DOCUMENT.encode()
        for link in hrefkit.links(page, PAGE):
            if not link.context:
                self.assertEqual(page[link.offset:link.offset + link.length].decode(), link.raw)

    def test_notes_of_bad_bytes_have_their_place_and_their_number(self) -> None:
        page = b"<meta charset=utf-8>\n<a href=x>\xff</a>\xfe\xef\xbf\xbd"
        for notes in (hrefkit.links(page, PAGE).notes, hrefkit.rewrite(page, PAGE).notes):
            self.assertEqual([(note.code, note.line, note.column, note.offset, note.count) for note in notes],
                             [("malformed-bytes", 2, 11, 31, 2)])
        self.assertEqual([note.count for note in hrefkit.links("\u00e9".encode(), PAGE).notes], [1])

    def test_texts_and_attributes(self) -> None:
        page = "<a href=x class='b c' TITLE=\u00e9>One <b>two</b></a><img src=y alt=cat><link rel=icon href=z><a href=w></a>"
        names = ["class", "title", "alt"]
        for data in (page, page.encode()):
            links = hrefkit.links(data, PAGE, text=True, element_attributes=iter(names), encoding="utf-8")
            self.assertEqual(links.column("text"), ["One two", "cat", None, ""])
            self.assertEqual(links.column("attributes"), [{"class": "b c", "title": "\u00e9"}, {"alt": "cat"}, {}, {}])
            self.assertEqual((links[0].text, links[0].attributes, links[2].text), ("One two", {"class": "b c", "title": "\u00e9"}, None))
            self.assertEqual(links[0].as_dict() | {"text": "One two", "attributes": {"class": "b c", "title": "\u00e9"}}, links[0].as_dict())
            self.assertEqual(list(links.columns())[-2:], ["text", "attributes"])
            self.assertEqual(links.to_dicts()[1]["text"], "cat")
            self.assertNotEqual(links[0], hrefkit.links(data, PAGE, text=True)[0])
            again = pickle.loads(pickle.dumps(links))
            self.assertEqual((again, again[0].attributes, again.columns()), (links, links[0].attributes, links.columns()))
            self.assertEqual(pickle.loads(pickle.dumps(links[0])), links[0])
        self.assertEqual(hrefkit.links("<a href=x>a<img src=y alt=b></a>", PAGE, text="content").column("text"), ["a", ""])
        with self.assertRaises(ValueError):
            hrefkit.links(page, PAGE, text="x")
        plain = hrefkit.links(page, PAGE)
        self.assertEqual((plain[0].text, plain[0].attributes), (None, {}))
        self.assertNotIn("text", plain.columns())
        kept: list[hrefkit.Link] = []
        hrefkit.rewrite(page, PAGE, kept.append, element_attributes=names)
        gc.collect()
        self.assertEqual([link.attributes for link in kept], [{"class": "b c", "title": "\u00e9"}, {"alt": "cat"}, {}, {}])
        for wrong in ({"element_attributes": "class"}, {"element_attributes": [3]}):
            with self.assertRaises(TypeError):
                hrefkit.links(page, PAGE, **wrong)

    def test_signals_end_long_calls(self) -> None:
        def interrupt(*ignored: object) -> None:
            raise KeyboardInterrupt
        page = b"<iframe></iframe>" + b"<a href=x>" * 1_000_000  # base() builds no tree of a page without frames
        rewriter = hrefkit.Rewriter(form="absolute")
        before = signal.signal(signal.SIGALRM, interrupt)
        self.addCleanup(signal.signal, signal.SIGALRM, before)
        self.addCleanup(signal.setitimer, signal.ITIMER_REAL, 0)
        for call in (lambda: hrefkit.links(page, PAGE), lambda: hrefkit.base(page, PAGE), lambda: hrefkit.effects(page, PAGE, set_base="/b/"),
                     lambda: hrefkit.rewrite(page, PAGE, form="absolute"), lambda: rewriter.rewrite(page, PAGE)):
            signal.setitimer(signal.ITIMER_REAL, 0.01)
            with self.assertRaises(KeyboardInterrupt):
                call()
                self.fail("it was not interrupted")
        self.assertEqual(len(hrefkit.links(b"<a href=x>", PAGE)), 1)

    def test_messages_say_what_to_write(self) -> None:
        with tempfile.TemporaryFile() as file:
            file.write(b"<a href=x>")
            file.flush()
            for data, advice in ((array.array("B", b"x"), "memoryview"), (mmap.mmap(file.fileno(), 0), "memoryview"),
                                 (file, "read"), (io.BytesIO(b"x"), "read")):
                with self.assertRaisesRegex(TypeError, advice):
                    hrefkit.links(data, PAGE)  # type: ignore[arg-type]
            self.assertEqual(len(hrefkit.links(memoryview(mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ)), PAGE)), 1)

    def test_lone_surrogates_count_as_replacement_characters(self) -> None:
        page = '\ud800\udc00<a href="\udfff\u00e9x">\ud83d'
        link = hrefkit.links(page, PAGE)[0]
        self.assertEqual(link.raw, "\ufffd\u00e9x")
        self.assertEqual(page[link.offset:link.offset + link.length], "\udfff\u00e9x")
        self.assertEqual(link.url, "https://docs.example/guide/%EF%BF%BD%C3%A9x")
        self.assertEqual(hrefkit.links("<a href=x>", "https://h.example/\ud800").base, "https://h.example/%EF%BF%BD")

    def test_zero_bytes_are_text_like_any_other(self) -> None:
        self.assertEqual(hrefkit.links("\0<a href='x\0y'>", PAGE)[0].raw, "x\ufffdy")

    def test_a_path_is_read(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "a \u00e9%.html")
            path.write_bytes(b"<a href=x><a href='#f'>")
            self.assertEqual(hrefkit.links(path, PAGE).urls[0], "https://docs.example/guide/x")
            self.assertTrue(hrefkit.links(path)[1].url.endswith("/a%20%C3%A9%25.html#f"))
            with self.assertRaises(FileNotFoundError) as caught:
                hrefkit.links(pathlib.Path(folder, "absent"))
            self.assertTrue(str(caught.exception.filename).endswith("absent"))
            with self.assertRaises(IsADirectoryError):
                hrefkit.links(pathlib.Path(folder))

    @unittest.skipUnless(COMMAND.exists(), "the command is not built")
    def test_a_path_without_a_url_has_the_address_that_the_command_gives_it(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            for name in ("x.html", "a b\u00e9%#?.html", "~!$&'()*+,;=:@[]^|.html", os.fsdecode(b"\xff.html")):
                path = pathlib.Path(folder, name)
                path.write_bytes(b"<a href=x><a href='#f'>")
                rows = [json.loads(line) for line in run_command("resolve", "-q", "--format", "jsonl", path).splitlines()]
                self.assertEqual(hrefkit.links(path).urls, [row["url"] for row in rows])

    def test_a_str_that_names_a_page_is_a_warning(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "caf\u00e9 1.html")
            path.write_bytes(b"<a href=x>")
            with self.assertWarnsRegex(UserWarning, "name of a file") as caught:
                self.assertEqual(len(hrefkit.links(str(path), PAGE)), 0)
            self.assertEqual(caught.filename, __file__)
            for text, why in ((f"{path}\n", "name of a file"), (folder, "name of a file or folder"), ("https://h.example/x", "URL"),
                              (" HTTP://h.example\n", "URL"), ("file:///x.html", "URL")):
                for function in (hrefkit.links, hrefkit.base, hrefkit.effects, hrefkit.rewrite):
                    with self.assertWarnsRegex(UserWarning, why, msg=text):
                        function(text, PAGE)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            for page in ("", " ", "plain text", "absent.html", "https://h.example/ is a URL", "a\0b", "\ud800", "x" * 5000, "http:", "\nhttps",
                         f"{SOURCE}<br>", "https://h.example/<br>", os.fsencode(SOURCE), b"https://h.example/"):
                hrefkit.links(page, PAGE)
            with self.assertRaises(UserWarning):
                hrefkit.links("https://h.example/", PAGE)

    def test_other_types_are_type_errors(self) -> None:
        for data in (None, 3, 1.5, [b"x"], {}, array.array("B", b"x"), object()):
            with self.assertRaises(TypeError):
                hrefkit.links(data, PAGE)  # type: ignore[arg-type]
        with self.assertRaises(TypeError):
            hrefkit.links(memoryview(b"<a href=x>")[::2], PAGE)
        released = memoryview(b"x")
        released.release()
        with self.assertRaises(ValueError):
            hrefkit.links(released, PAGE)
        for url in (3, b"https://h.example/", [PAGE]):
            with self.assertRaises(TypeError):
                hrefkit.links(b"", url)  # type: ignore[arg-type]

    def test_arguments_are_checked_as_python_does(self) -> None:
        for arguments, keywords in (((), {}), ((b"", PAGE, 3), {}), ((b"", PAGE), {"url": PAGE}), ((b"", PAGE), {"x": 1})):
            with self.assertRaises(TypeError):
                hrefkit.links(*arguments, **keywords)
        self.assertEqual(len(hrefkit.links(data=b"<a href=x>", url=PAGE)), 1)

    def test_a_page_needs_an_absolute_url(self) -> None:
        for url in (None, "", "page.html", "//h.example/"):
            with self.assertRaises(hrefkit.UrlError) as caught:
                hrefkit.links(b"<a href=x>", url)
            self.assertEqual(caught.exception.code, "relative-without-base")
        self.assertEqual(hrefkit.links(b"<a href=x>", hrefkit.URL(PAGE)).urls, ["https://docs.example/guide/x"])

    def test_a_buffer_is_exported_during_the_call_and_not_kept(self) -> None:
        data = bytearray(b"<a href=x>")
        links = hrefkit.links(data, PAGE)
        data += b"more"
        data[:] = b"y" * len(data)
        self.assertEqual(links[0].raw, "x")


class Options(unittest.TestCase):
    def urls(self, page: str, **reading: object) -> list[str | None]:
        return hrefkit.links(page, PAGE, **reading).urls  # type: ignore[arg-type]

    def test_each_option_counts(self) -> None:
        here = "https://docs.example/guide/"
        self.assertEqual(self.urls("<noscript><a href=x></noscript>", scripting=True), [])
        self.assertEqual(self.urls("<template><a href=x></template>"), [])
        self.assertEqual(self.urls("<template><a href=x></template>", templates=True), [here + "x"])
        self.assertEqual(self.urls('<meta property="og:url" content="/o">', also=["meta"]), ["https://docs.example/o"])
        self.assertEqual(self.urls("<p xml:base='/b/'><a href=x>"), ["https://docs.example/b/x"])
        self.assertEqual(self.urls("<p xml:base='/b/'><a href=x>", xml_base="off"), [here + "x"])
        feed = ("<rss><channel><item><link>/i/</link><description>&lt;a href='x'></description></item></channel></rss>")
        for base, url in (("feed", here + "x"), ("item", "https://docs.example/i/x")):
            self.assertEqual(self.urls(feed, content_type="application/rss+xml", feed_base=base)[-1], url)
        self.assertEqual(self.urls("<a href=x><img src=y>", kinds=["image"]), [here + "y"])
        self.assertEqual(self.urls("<a href=x><img src=y>", kinds={"image", "hyperlink"}), [here + "x", here + "y"])
        self.assertEqual(self.urls("<a href=x><img src=y>", elements=("A",)), [here + "x"])
        self.assertEqual(self.urls("<a href=x><img src=y>", kinds=None, elements=None), [here + "x", here + "y"])
        for nothing in ({"kinds": []}, {"kinds": iter(())}, {"elements": ()}, {"kinds": ["image"], "elements": []}):
            links = hrefkit.links("<base href=/b/><a href=x><img src=y>", PAGE, **nothing)
            self.assertEqual((list(links), links.base), ([], "https://docs.example/b/"))
            self.assertFalse(hrefkit.rewrite("<a href=x>", PAGE, form="absolute", **nothing).changed)
            self.assertFalse(hrefkit.Rewriter(form="absolute", **nothing).rewrite(b"<a href=x>", PAGE).changed)
        self.assertEqual(self.urls("<a href='http://h\\x'>", standard="html5"), [None])
        self.assertEqual(self.urls("<base href=/b/><a href=x>", csp=["base-uri 'none'"])[1], here + "x")
        for engine in ("auto", "scan", "dom"):
            self.assertEqual(self.urls("<a href=x>", engine=engine), [here + "x"])

    def test_encodings(self) -> None:
        page = b"<a href='?\xe9'>"
        self.assertEqual(hrefkit.links(page, PAGE).urls[0][-3:], "%E9")
        self.assertEqual(hrefkit.links(page, PAGE).encoding, "windows-1252")
        self.assertEqual(hrefkit.links(page, PAGE).encoding_source, "fallback")
        self.assertEqual(hrefkit.links(page, PAGE, encoding="koi8-r")[0].raw, "?\u0418")
        self.assertEqual(hrefkit.links(page, PAGE, encoding_fallback="koi8-r").encoding, "KOI8-R")
        self.assertEqual(hrefkit.links("\u00e9".encode(), PAGE, encoding_fallback="auto").encoding, "UTF-8")
        self.assertEqual(hrefkit.links(page, PAGE, content_type="text/html; charset=koi8-r").encoding, "KOI8-R")

    def test_other_types_of_pages(self) -> None:
        sheet = hrefkit.links(b"a { background: url(x.png) }", PAGE, content_type="text/css")[0]
        self.assertEqual((sheet.url, sheet.element, sheet.attribute), ("https://docs.example/guide/x.png", "", ""))
        xml = b"<a xmlns='http://www.w3.org/1999/xhtml' href='x'/>"
        self.assertEqual(len(hrefkit.links(xml, PAGE, content_type="application/xhtml+xml")), 1)

    def test_inherited_bases(self) -> None:
        links = hrefkit.links(b"<a href=x>", "about:blank", creator="https://c.example/d/")
        self.assertEqual((links.urls, links.base_source), (["https://c.example/d/x"], "creator"))
        links = hrefkit.links(b"<a href=x>", "about:srcdoc", container="https://c.example/d/")
        self.assertEqual((links.urls, links.base_source), (["https://c.example/d/x"], "container"))

    def test_unknown_names_are_value_errors(self) -> None:
        for reading in ({"kinds": ["picture"]}, {"standard": "whatwg2"}, {"xml_base": ""}, {"also": ["all"]}, {"engine": "x"}):
            with self.assertRaises(ValueError) as caught:
                hrefkit.links(b"", PAGE, **reading)
            self.assertIn(next(iter(reading)), str(caught.exception))

    def test_wrong_types_are_type_errors(self) -> None:
        for reading in ({"kinds": "image"}, {"kinds": 3}, {"kinds": [3]}, {"standard": None}, {"elements": "a"}, {"also": b"meta"},
                        {"encoding": 3}, {"csp": "x"}, {"creator": 3}, {"content_type": b"text/html"}):
            with self.assertRaises(TypeError):
                hrefkit.links(b"", PAGE, **reading)

    def test_an_exception_of_an_iterable_comes_out(self) -> None:
        def names() -> collections.abc.Iterator[str]:
            yield "image"
            raise KeyboardInterrupt
        with self.assertRaises(KeyboardInterrupt):
            hrefkit.links(b"", PAGE, kinds=names())  # type: ignore[arg-type]

    def test_errors_have_classes_and_codes(self) -> None:
        with self.assertRaises(hrefkit.EncodingError) as encoding:
            hrefkit.links(b"", PAGE, encoding="utf-9")
        self.assertIsInstance(encoding.exception, LookupError)
        self.assertEqual(encoding.exception.code, "encoding")
        with self.assertRaises(hrefkit.ContentTypeError) as content_type:
            hrefkit.links(b"", PAGE, content_type="image/png")
        self.assertEqual(content_type.exception.code, "content-type")
        again = pickle.loads(pickle.dumps(content_type.exception))
        self.assertEqual((type(again), again.code, str(again)),
                         (hrefkit.ContentTypeError, "content-type", str(content_type.exception)))
        for name in dir(hrefkit):
            if name.endswith("Error") and name != "Error":
                self.assertTrue(issubclass(getattr(hrefkit, name), hrefkit.Error), name)
        self.assertTrue(issubclass(hrefkit.Error, ValueError))


class Rows(unittest.TestCase):
    def setUp(self) -> None:
        self.links = hrefkit.links(DOCUMENT.encode(), PAGE)

    def test_attributes(self) -> None:
        link = self.links[1]
        self.assertEqual(link.as_dict(), {
            "url": "https://docs.example/g/caf%C3%A9.html?q=%C3%A9", "error": None, "raw": "caf\u00e9.html?q=\u00e9",
            "element": "a", "attribute": "href", "ns": "html", "kind": "hyperlink", "rel": "next up",
            "base": "https://docs.example/g/", "base_source": "base", "context": "", "index": 0, "line": 2, "column": 10,
            "offset": 64, "length": 15, "reserved": False, "header": None, "loaded": None})
        for name, value in link.as_dict().items():
            self.assertEqual(getattr(link, name), value)
        self.assertEqual((self.links[3].url, self.links[3].index), ("https://docs.example/g/b.png", 1))
        self.assertEqual((self.links[4].ns, self.links[4].attribute), ("svg", "xlink:href"))
        self.assertEqual((self.links[5].url, self.links[5].error), (None, "invalid-port"))
        self.assertEqual((self.links[6].context, self.links[6].base_source), ("0", "container"))

    def test_attributes_that_are_added(self) -> None:
        page = "<img data-src=x src=y><p data-bg='url(z)'>"
        links = hrefkit.links(page, PAGE, attributes=["img[data-src]=url", "*[data-bg]=css"])
        self.assertEqual([link.raw for link in links], ["x", "y", "z"])
        self.assertEqual([link.raw for link in hrefkit.links(page, PAGE)], ["y"])
        with self.assertRaises(ValueError):
            hrefkit.links(page, PAGE, attributes=["img[src]=url"])

    def test_what_is_loaded_before_the_base_element(self) -> None:
        link = hrefkit.links("<img src=x><base href=/b/>", PAGE)[0]
        self.assertEqual((link.url, link.loaded), ("https://docs.example/b/x", "https://docs.example/guide/x"))

    def test_reserved_urls(self) -> None:
        self.assertTrue(hrefkit.links("<a href=about:srcdoc>", PAGE)[0].reserved)

    def test_rows_are_read_only(self) -> None:
        for name in ("url", "line", "new"):
            with self.assertRaises(AttributeError):
                setattr(self.links[0], name, 3)
        with self.assertRaises(AttributeError):
            self.links.base = "x"
        with self.assertRaises(TypeError):
            self.links[0] = None  # type: ignore[index]

    def test_rows_are_values(self) -> None:
        other = hrefkit.links(DOCUMENT.encode(), PAGE)
        self.assertEqual(list(self.links), list(other))
        self.assertEqual(len({*self.links, *other}), len(self.links))
        self.assertNotEqual(self.links[0], self.links[1])
        self.assertNotEqual(self.links[0], "x")
        self.assertFalse(self.links[0] == None)  # noqa: E711
        with self.assertRaises(TypeError):
            self.links[0] < self.links[1]  # type: ignore[operator]
        same_url_elsewhere = hrefkit.links("<a href=x><a href=x>", PAGE)
        self.assertNotEqual(same_url_elsewhere[0], same_url_elsewhere[1])

    def test_sequence(self) -> None:
        links = self.links
        self.assertIsInstance(links, collections.abc.Sequence)
        self.assertEqual(len(links), 7)
        self.assertEqual(links[-1], links[6])
        self.assertEqual(links[True], links[1])
        self.assertEqual(list(reversed(links)), links[::-1])
        self.assertEqual(links[1:3], [links[1], links[2]])
        self.assertEqual(links[5:99:2], [links[5]])
        self.assertIsInstance(links[:], list)
        self.assertIn(links[2], links)
        self.assertNotIn("x", links)
        self.assertEqual((links.index(links[2]), links.count(links[2]), links.count(3)), (2, 1, 0))
        self.assertEqual((links.index(value=links[2], start=1, stop=9), links.count(value=links[2])), (2, 1))
        for arguments in ((links[2], 3), (links[2], 0, 2), (links[2], -1), ("x",)):
            with self.assertRaises(ValueError):
                links.index(*arguments)
        for index in (7, -8, sys.maxsize, 10 ** 30):
            with self.assertRaises(IndexError):
                links[index]
        for index in ("0", None, 1.0):
            with self.assertRaises(TypeError):
                links[index]  # type: ignore[call-overload]
        first, *_ = links
        self.assertEqual(first, links[0])

    def test_a_link_keeps_its_list_alive(self) -> None:
        link = hrefkit.links(DOCUMENT.encode(), PAGE)[1]
        iterator = iter(hrefkit.links(DOCUMENT.encode(), PAGE))
        gc.collect()
        for _ in range(100):  # what was freed would be overwritten
            hrefkit.links("<a href='%s'>" % ("y" * 200), PAGE)
        self.assertEqual(link.url, "https://docs.example/g/caf%C3%A9.html?q=%C3%A9")
        self.assertEqual(next(iterator).element, "base")

    def test_objects_are_made_by_the_module_alone(self) -> None:
        for name in ("Link", "Links", "Note", "Edit", "Finding", "Report", "Capture", "Archive", "Rewritten", "Context", "Effect"):
            with self.assertRaises(TypeError):
                getattr(hrefkit, name)()
            with self.assertRaises(TypeError):
                type("Sub", (getattr(hrefkit, name),), {})
            with self.assertRaises(TypeError):
                object.__new__(getattr(hrefkit, name))

    def test_the_page(self) -> None:
        self.assertEqual((self.links.base, self.links.base_source), ("https://docs.example/g/", "base"))
        self.assertEqual((self.links.encoding, self.links.encoding_source), ("UTF-8", "meta"))
        self.assertEqual(self.links.notes, [])
        note = hrefkit.links("\u00e9".encode(), PAGE).notes[0]
        self.assertEqual((note.code, note.severity, note.line, note.column, note.offset),
                         ("undeclared-encoding", "remark", 1, 1, 0))
        self.assertEqual(note, hrefkit.links("\u00e9".encode(), PAGE).notes[0])
        self.assertEqual(len({note, hrefkit.links("\u00e9".encode(), PAGE).notes[0]}), 1)
        self.assertIn("undeclared-encoding", repr(note))

    def test_every_function_has_a_signature_and_a_description(self) -> None:
        for name in hrefkit.__all__:
            value = getattr(hrefkit, name)
            self.assertTrue(value.__doc__, name)
            if not isinstance(value, type):
                self.assertIn("data" if name in ("links", "base", "rewrite", "effects") else "", str(inspect.signature(value)))
                self.assertGreater(len(value.__doc__.splitlines()), 1, name)
            elif not issubclass(value, Exception):
                self.assertEqual(value.__module__, "hrefkit")
                for attribute, member in vars(value).items():
                    if not attribute.startswith("__"):
                        self.assertTrue(member.__doc__, f"{name}.{attribute}")


class Columns(unittest.TestCase):
    def setUp(self) -> None:
        self.links = hrefkit.links(DOCUMENT.encode(), PAGE)

    def test_columns_are_the_attributes(self) -> None:
        columns = self.links.columns()
        self.assertEqual(list(columns), list(self.links[0].as_dict()))
        for name, values in columns.items():
            self.assertEqual(values, [getattr(link, name) for link in self.links])
            self.assertEqual(self.links.column(name), values)
        self.assertEqual(self.links.urls, columns["url"])
        self.assertEqual(list(self.links.columns("line", "url")), ["line", "url"])
        self.assertEqual(hrefkit.links("", PAGE).columns("url"), {"url": []})

    def test_unknown_columns_are_key_errors(self) -> None:
        with self.assertRaises(KeyError):
            self.links.column("href")
        with self.assertRaises(KeyError):
            self.links.columns("url", "href")
        with self.assertRaises(TypeError):
            self.links.column(3)  # type: ignore[arg-type]

    @unittest.skipUnless(COMMAND.exists(), "the command is not built")
    def test_dicts_are_the_rows_of_the_command(self) -> None:
        count = 0
        for path in sorted((SOURCE / "samples" / "site").rglob("*.*html")):
            url = "https://docs.example/" + os.path.relpath(path, SOURCE / "samples" / "site")
            kind = "application/xhtml+xml" if path.suffix == ".xhtml" else "text/html"
            output = run_command("resolve", "-q", "--format", "jsonl", "--content-type", kind, "--url", url, path)
            expected = [in_python(json.loads(line)) for line in output.splitlines()]
            for row in expected:
                del row["file"]
            rows = hrefkit.links(path, url, content_type=kind).to_dicts()
            self.assertEqual(rows, expected)
            for row, other in zip(rows, expected):
                self.assertEqual(list(row), list(other))
            for row, link in zip(rows, hrefkit.links(path, url, content_type=kind)):
                self.assertLessEqual(row.items(), link.as_dict().items())
            count += len(rows)
        self.assertGreater(count, 50)


if __name__ == "__main__":
    unittest.main()
