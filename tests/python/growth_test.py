"""Very many links, rules and entries cost what their page allows: three seconds, and half a second for each MB."""
import time
import unittest
from collections.abc import Callable

import hrefkit
from support import PAGE

COUNT = 100_000
PAGES = {
    "anchors": ("".join(f"<a href={i}>\n" for i in range(COUNT)), {}),
    "text beyond ASCII": ("".join(f"<a href=ä{i}>\n" for i in range(COUNT)), {}),
    "a style sheet": ("".join(f"a{{b:url({i})}}" for i in range(COUNT)), {"content_type": "text/css"}),
    "a srcset": ("<img srcset='" + "".join(f"{i} 2x, " for i in range(COUNT)) + "'>", {}),
    "frames": ("<base href=/b/>" + "".join(f"<iframe srcdoc='<a href={i}>'></iframe>" for i in range(COUNT // 4)), {}),
    "a script": ("".join(f"import'./{i}';" for i in range(COUNT)), {"content_type": "text/javascript"}),
    "an inline script": ("<script type=module>" + "".join(f"import'./{i}';" for i in range(COUNT)) + "</script>", {}),
    "base elements": ("".join(f"<base href=/{i}/>" for i in range(COUNT)), {}),
    "xml:base": ("".join(f"<p xml:base=/{i}/><a href=x></a></p>" for i in range(COUNT // 4)), {}),
}


class Growth(unittest.TestCase):
    def check(self, size: int, call: Callable[[], object]) -> None:
        before = time.process_time()
        call()
        self.assertLess(time.process_time() - before, 3 + size / 2e6)

    def test_functions(self) -> None:
        for name, (page, reading) in PAGES.items():
            for function, call in (
                ("links", lambda: hrefkit.links(page, PAGE, **reading)),
                ("links of bytes", lambda: hrefkit.links(page.encode(), PAGE, **reading)),
                ("base", lambda: hrefkit.base(page, PAGE, **reading)),
                ("effects", lambda: hrefkit.effects(page, PAGE, new_url="https://n.example/", **reading)),
                ("rewrite", lambda: hrefkit.rewrite(page, PAGE, form="absolute", **reading).edits),
                ("rewrite by a function", lambda: hrefkit.rewrite(page, PAGE, lambda link: None, **reading)),
            ):
                with self.subTest(f"{function}: {name}"):
                    self.check(len(page), call)

    def test_rows(self) -> None:
        page, _ = PAGES["anchors"]
        links = hrefkit.links(page, PAGE)
        self.assertEqual(len(links), COUNT)
        for name, call in {
            "index": lambda: [links[i].url for i in range(COUNT)],
            "index from the end": lambda: [links[-i].line for i in range(1, COUNT + 1)],
            "iterator": lambda: [link.offset for link in links],
            "reversed": lambda: sum(1 for _ in reversed(links)),
            "slices": lambda: [links[i:i + 1] for i in range(COUNT)],
            "a slice": lambda: links[::2],
            "columns": links.columns,
            "urls": lambda: links.urls,
            "dicts": links.to_dicts,
            "dict of each": lambda: [link.as_dict() for link in links[:COUNT // 4]],
            "set": lambda: len(set(links)),
            "notes": lambda: [links.notes for _ in range(1000)],
            "base": lambda: [links.base for _ in range(COUNT)],
            "rows of their own": lambda: [repr(link) for link in links[:COUNT // 4]],
        }.items():
            with self.subTest(name):
                self.check(len(page), call)

    def test_archives(self) -> None:
        def record(page: bytes) -> bytes:
            http = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + page
            return (b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://h.example/\r\nWARC-Date: 2026-01-01T00:00:00Z\r\n"
                    b"Content-Type: application/http; msgtype=response\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n" % (len(http), http))

        page = PAGES["anchors"][0].encode()
        for name, data, expected in (("a large page", record(page), COUNT), ("many pages", record(b"<a href=x>") * 20_000, 20_000)):
            with self.subTest(name):
                found: list[int] = []
                self.check(len(data), lambda: found.extend(len(capture.links()) for capture in hrefkit.archive(data)))
                self.assertEqual(sum(found), expected)

    def test_entries(self) -> None:
        count = 100_000
        page = "".join(f"<a id=i{i} href=/p{i % 10_000}/x></a>" for i in range(count))
        for name, call in {
            "rebase": lambda: hrefkit.rewrite(page, PAGE, rebase={f"https://docs.example/p{i}/": f"https://docs.example/q{i}/" for i in range(10_000)}),
            "rebase with stars": lambda: hrefkit.rewrite(page, PAGE, rebase={f"https://docs.example/*/x{i}": f"https://docs.example/q{i}/" for i in range(10_000)}),
            "map": lambda: hrefkit.rewrite(page, PAGE, {f"https://docs.example/p{i}/x": "https://n.example/" for i in range(count)}),
            "elements": lambda: hrefkit.links(page, PAGE, elements=[f"x{i}" for i in range(count)]),
            "attributes": lambda: hrefkit.links(page, PAGE, attributes=[f"a[data-{i}]=url" for i in range(count)]),
            "set_xml_base": lambda: hrefkit.effects(page, PAGE, set_xml_base={f"#i{i}": f"/{i}/" for i in range(count)}),
            "remove_xml_base": lambda: hrefkit.effects(page, PAGE, remove_xml_base=[f"#i{i}" for i in range(count)]),
            "csp": lambda: hrefkit.links(page, PAGE, csp=["base-uri 'self'"] * 10_000),
        }.items():
            with self.subTest(name):
                self.check(len(page), call)


if __name__ == "__main__":
    unittest.main()
