"""hrefkit.lxml, hrefkit.scrapy and the job for cc-pyspark."""
import importlib.util
import pathlib
import pickle
import subprocess
import sys
import tempfile
import time
import unittest
import warnings
from typing import Any

import hrefkit
from support import PAGE, SOURCE

HAS_LXML = importlib.util.find_spec("lxml") is not None
HAS_SCRAPY = HAS_LXML and importlib.util.find_spec("scrapy") is not None

DOCUMENT = """<!DOCTYPE html><meta charset=utf-8><title>t</title><base href="/b/">
<a href="x?\u00e9">t</a><img srcset="a 1x, b 2x, a 3x"><style>p{background:url(c)}</style><a href="http://[">bad</a>
<svg><a xlink:href="y"></a></svg><p style="background:url(d)"><iframe srcdoc="<a href=z>"></iframe><template><a href=t></a></template>
"""


@unittest.skipUnless(HAS_LXML, "lxml is not installed")
class Lxml(unittest.TestCase):
    def test_links_have_their_elements(self) -> None:
        from hrefkit.lxml import iterlinks
        here = "https://docs.example/b/"
        expected = [("base", "href", here, 0), ("a", "href", here + "x?%C3%A9", 0), ("img", "srcset", here + "a", 0), ("img", "srcset", here + "b", 6),
                    ("img", "srcset", here + "a", 12), ("style", None, here + "c", 17), ("a", "href", None, 0), ("a", "xlink:href", here + "y", 0),
                    ("p", "style", here + "d", 15)]
        for data in (DOCUMENT, DOCUMENT.encode(), bytearray(DOCUMENT.encode())):
            found = [(link.element.tag, *link[1:]) for link in iterlinks(data, PAGE)]
            self.assertEqual(found, expected)
        element, attribute, url, position = next(iterlinks(DOCUMENT, PAGE, elements=["a"]))
        self.assertEqual((element.text, attribute, url, position), ("t", "href", here + "x?%C3%A9", 0))

    def test_trees_are_left_as_they_are(self) -> None:
        import lxml.html
        from hrefkit.lxml import iterlinks
        root = lxml.html.document_fromstring(DOCUMENT)
        before = lxml.html.tostring(root)
        links = list(iterlinks(root, PAGE, text=True, element_attributes=["href"]))
        self.assertEqual(lxml.html.tostring(root), before)
        for link in links:
            self.assertIn(link.element, list(root.iter()))
            if link.attribute and link.url and link.position >= 0 and link.row.attribute == link.attribute:
                self.assertEqual(link.element.get(link.attribute)[link.position:][:len(link.row.raw)], link.row.raw)
        self.assertEqual(links[1].row.text, "t")
        part = root.find(".//svg")
        self.assertEqual([link.url for link in iterlinks(part, PAGE)], ["https://docs.example/guide/y"])

    def test_the_encoding_is_that_of_the_page(self) -> None:
        from hrefkit.lxml import iterlinks
        page = "<meta charset=koi8-r><a href='/\u044f?\u044f'>\u044f</a>".encode("koi8-r")
        link, = iterlinks(page, PAGE)
        self.assertEqual((link.url, link.element.text), ("https://docs.example/%D1%8F?%D1", "\u044f"))
        self.assertEqual(link.url, hrefkit.links(page, PAGE)[0].url)

    def test_cost_is_linear(self) -> None:
        from hrefkit.lxml import iterlinks
        page = "<img srcset='" + "".join(f"{i} 1x, " for i in range(50_000)) + "'>" + "".join(f"<a href={i}></a>" for i in range(50_000))
        before = time.process_time()
        self.assertEqual(sum(1 for _ in iterlinks(page, PAGE)), 100_000)
        self.assertLess(time.process_time() - before, 5)


@unittest.skipUnless(HAS_SCRAPY, "Scrapy is not installed")
class Scrapy(unittest.TestCase):
    def setUp(self) -> None:
        self.enterContext(warnings.catch_warnings())
        warnings.simplefilter("ignore")  # Scrapy and Twisted use what Python is about to drop

    def extract(self, page: str, **arguments: Any) -> list[tuple[str, str, bool]]:
        import scrapy.http
        from hrefkit.scrapy import LinkExtractor
        response = scrapy.http.HtmlResponse(PAGE, body=page, encoding="utf-8")
        return [(link.url, link.text, link.nofollow) for link in LinkExtractor(**arguments).extract_links(response)]

    def test_arguments(self) -> None:
        page = ("<base href=/b/><div id=d><a href=one>1 <b>one</b></a><a href=two rel='x nofollow'>2</a></div><a href=one>again</a>"
                "<a href=https://other.example/x.zip>zip</a><a href=https://other.example>o</a><area href=' three ' alt=t>"
                "<img src=i data-src=j><a href='mailto:a@b'>m</a><a name=x>no</a>")
        here = "https://docs.example/b/"
        one, two, three, other = (here + "one", "1 one", False), (here + "two", "2", True), (here + "three", "", False), ("https://other.example/", "o", False)
        for arguments, expected in (
                ({}, [one, two, other, three]), ({"unique": False}, [one, two, (here + "one", "again", False), other, three]),
                ({"allow": "b/t"}, [two, three]), ({"deny": [r"/b/"]}, [other]), ({"allow_domains": "other.example"}, [other]),
                ({"deny_domains": ["other.example"]}, [one, two, three]), ({"deny_extensions": ()}, [one, two, ("https://other.example/x.zip", "zip", False), other, three]),
                ({"restrict_xpaths": "//div"}, [one, two]), ({"restrict_css": ["#d"]}, [one, two]), ({"restrict_xpaths": ("//div/a[2]", "//area")}, [two, three]),
                ({"tags": "area"}, [three]), ({"tags": ["img"], "attrs": ["src", "data-src"], "deny_extensions": ()}, [(here + "i", "", False), (here + "j", "", False)]),
                ({"restrict_text": "on"}, [one]), ({"process_value": lambda value: value.replace("one", "won") if "/b/" in value else None},
                                                   [(here + "won", "1 one", False), two, three])):
            with self.subTest(arguments):
                self.assertEqual(self.extract(page, **arguments), expected)

    def test_matches_and_pickles(self) -> None:
        from hrefkit.scrapy import LinkExtractor
        extractor = pickle.loads(pickle.dumps(LinkExtractor(allow="a", deny="b", allow_domains="h.example")))
        self.assertEqual([extractor.matches(url) for url in ("https://h.example/a", "https://h.example/ab", "https://o.example/a")], [True, False, False])

    def test_browsers_have_these_links(self) -> None:
        self.assertEqual([url for url, *_ in self.extract("<template><a href=t></a></template><!--<a href=c>--><a href='http://[bad'><a href=x>")],
                         ["https://docs.example/guide/x"])


class CommonCrawl(unittest.TestCase):
    STAND_IN = '''
import argparse, json, sys, types
class CCSparkJob:
    def run(self):
        class Head(dict):
            def get_header(self, name, default=None): return self.get(name, default)
        record = lambda kind, type, body: types.SimpleNamespace(rec_type=kind, http_headers=Head({"Content-Type": type}),
            rec_headers=Head({"WARC-Target-URI": "https://h.example/p"}), content_stream=lambda: types.SimpleNamespace(read=lambda: body))
        for each in (record("response", "text/html; charset=koi8-r", b"<a href='?\\xd1'>\\xd1</a><a href='http://['>"), record("request", "text/html", b"<a href=no>"),
                     record("response", "image/png", b"<a href=no>")):
            for row in self.process_record(each): print(json.dumps(row))
'''

    def test_rows(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "sparkcc.py").write_text(self.STAND_IN, encoding="utf-8")
            package = pathlib.Path(hrefkit.__file__).parent.parent
            result = subprocess.run([sys.executable, SOURCE / "samples" / "cc_links_job.py"], capture_output=True, text=True, check=False,
                                    env={"PYTHONPATH": f"{folder}:{package}"})
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertEqual(result.stdout, '["https://h.example/p", "hyperlink", "https://h.example/p?%D1", "\\u044f"]\n')


if __name__ == "__main__":
    unittest.main()
