"""hrefkit.URL."""
import copy
import json
import pickle
import unittest

import hrefkit
from hrefkit import URL
from support import SHARED

TEXT = "https://u:p@B\u00fccher.example:8080/a/../b/c?q#f"


class Urls(unittest.TestCase):
    def test_parts(self) -> None:
        url = URL(TEXT)
        self.assertEqual(
            {name: getattr(url, name) for name in (
                "href", "origin", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash",
                "unicode_hostname")},
            {"href": "https://u:p@xn--bcher-kva.example:8080/b/c?q#f", "origin": "https://xn--bcher-kva.example:8080",
             "protocol": "https:", "username": "u", "password": "p", "host": "xn--bcher-kva.example:8080",
             "hostname": "xn--bcher-kva.example", "port": "8080", "pathname": "/b/c", "search": "?q", "hash": "#f",
             "unicode_hostname": "b\u00fccher.example"})
        self.assertEqual(str(url), url.href)
        self.assertEqual(repr(url), f"URL('{url.href}')")

    def test_bases_and_encodings(self) -> None:
        base = URL("https://h.example/a/b")
        for given in (base, str(base)):
            self.assertEqual(str(URL("../c", given)), "https://h.example/c")
            self.assertEqual(str(URL("../c", base=given)), "https://h.example/c")
        self.assertEqual(str(URL(base)), str(base))
        self.assertEqual(str(URL("?\u00e9", base, encoding="windows-1252")), "https://h.example/a/b?%E9")
        self.assertEqual(str(URL("https://h.example/\ud800?\ud800")), "https://h.example/%EF%BF%BD?%EF%BF%BD")

    def test_what_is_not_a_url(self) -> None:
        for text, code in (("//", "relative-without-base"), ("http://[", "invalid-ipv6"), ("http://h:99999/", "invalid-port")):
            with self.assertRaises(hrefkit.UrlError) as caught:
                URL(text)
            self.assertEqual(caught.exception.code, code)
            self.assertIsNone(URL.parse(text))
        with self.assertRaises(hrefkit.UrlError):
            URL("x", "not absolute")
        self.assertIsNone(URL.parse("x", "not absolute"))
        self.assertEqual(URL.parse("x", "https://h.example/"), URL("https://h.example/x"))
        with self.assertRaises(hrefkit.EncodingError):
            URL("https://h.example/", encoding="utf-9")
        for arguments in ((), (3,), (None,), (b"https://h.example/",), ("x", 3), ("x", "y", "z")):
            with self.assertRaises(TypeError):
                URL(*arguments)  # type: ignore[arg-type]
            with self.assertRaises(TypeError):
                URL.parse(*arguments)  # type: ignore[arg-type]

    def test_values(self) -> None:
        url = URL(TEXT)
        self.assertEqual(url, URL(str(url)))
        self.assertEqual(hash(url), hash(URL(str(url))))
        self.assertNotEqual(url, str(url))
        self.assertEqual(sorted([URL("https://b/"), URL("https://a/")]), [URL("https://a/"), URL("https://b/")])
        self.assertTrue(URL("https://a/") <= URL("https://a/") < URL("https://b/"))
        with self.assertRaises(TypeError):
            URL("https://a/") < "https://b/"  # type: ignore[operator]
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            self.assertEqual(pickle.loads(pickle.dumps(url, protocol)), url)
        self.assertEqual(copy.deepcopy(url), url)
        self.assertEqual({url: 1}[URL(TEXT)], 1)

    def test_urls_do_not_change(self) -> None:
        url = URL(TEXT)
        for name in ("href", "host", "new"):
            with self.assertRaises(AttributeError):
                setattr(url, name, "x")
        url.__init__("https://other.example/")  # type: ignore[misc]
        self.assertEqual(url, URL(TEXT))

    def test_replace(self) -> None:
        url = URL("https://h.example/a?q#f")
        self.assertEqual(str(url.replace(protocol="http", host="i.example:81", hash="")), "http://i.example:81/a?q")
        self.assertEqual(str(url.replace(search="\u00e9", pathname="b c", username="u", password="p")),
                         "https://u:p@h.example/b%20c?%C3%A9#f")
        self.assertEqual(str(url.replace(href="ftp://f.example")), "ftp://f.example/")
        self.assertEqual(str(url), "https://h.example/a?q#f")
        self.assertEqual(url.replace(), url)
        for parts in ({"port": "x"}, {"protocol": "mailto"}, {"host": ""}):
            with self.assertRaises(hrefkit.UrlError) as caught:
                url.replace(**parts)
            self.assertEqual(caught.exception.code, "unchanged")
        with self.assertRaises(hrefkit.UrlError):
            url.replace(href="not absolute")
        for wrong in ({"origin": "x"}, {"unicode_hostname": "x"}, {"path": "x"}, {"port": 80}, {"hash": None}):
            with self.assertRaises(TypeError):
                url.replace(**wrong)  # type: ignore[arg-type]
        with self.assertRaises(TypeError):
            url.replace("x")  # type: ignore[call-arg]

    def test_references(self) -> None:
        url = URL("https://h.example/a/b?q")
        self.assertEqual(str(url.join("../c")), "https://h.example/c")
        self.assertEqual(str(url / "c" / "d/e"), "https://h.example/a/d/e")
        self.assertEqual(url.join(URL("ftp://f.example/")), URL("ftp://f.example/"))
        self.assertEqual(URL("https://h.example/a/c#f").relative_to(url), "c#f")
        self.assertEqual(URL("https://i.example/").relative_to(str(url)), "//i.example/")
        for wrong in (3, None):
            with self.assertRaises(TypeError):
                url.join(wrong)  # type: ignore[arg-type]
            with self.assertRaises(TypeError):
                url / wrong  # type: ignore[operator]
            with self.assertRaises(TypeError):
                url.relative_to(wrong)  # type: ignore[arg-type]
        with self.assertRaises(TypeError):
            "x" / url  # type: ignore[operator]
        with self.assertRaises(hrefkit.UrlError):
            url.join("http://[")
        with self.assertRaises(hrefkit.UrlError):
            url.relative_to("not absolute")

    def test_subclasses(self) -> None:
        class Mine(URL):
            note = "x"

        url = Mine("https://h.example/")
        self.assertEqual(url, URL("https://h.example/"))
        self.assertEqual(hash(url), hash(URL("https://h.example/")))
        self.assertIs(type(Mine.parse("https://h.example/")), Mine)
        self.assertEqual(str(url / "x"), "https://h.example/x")
        self.assertEqual(hrefkit.links("<a href=x>", url).urls, ["https://h.example/x"])

    def test_the_cases_of_the_web_platform_tests(self) -> None:
        path = SHARED / "wpt" / "urltestdata.json"
        if not path.exists():
            self.skipTest(f"{path} is absent")
        count = 0
        for case in json.loads(path.read_text(encoding="utf-8")):
            if not isinstance(case, dict):
                continue
            count += 1
            url = URL.parse(case["input"], case.get("base"))
            if case.get("failure"):
                self.assertIsNone(url, case)
            else:
                self.assertIsNotNone(url, case)
                for name in ("href", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash"):
                    self.assertEqual(getattr(url, name), case[name], case)
        self.assertGreater(count, 100)


if __name__ == "__main__":
    unittest.main()
