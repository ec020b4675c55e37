"""python_links FOLDER...: hrefkit beside lxml.html in one loop: three attributes of every link of HTML files, on one core.

    PYTHONPATH=build/release/python /usr/bin/python3 tests/bench/python_links.py /usr/share/doc/python3-doc/html

Prints the processor time of the best of some runs, and how many times as fast hrefkit is.
"""
import pathlib
import sys
import time
from collections.abc import Callable

import hrefkit

try:
    import lxml.html
except ImportError:
    lxml = None

URL = "https://docs.example/guide/page.html"
MAX_PAGES = 400


def by_hrefkit(pages: list[bytes]) -> int:
    count = 0
    for page in pages:
        for link in hrefkit.links(page, URL):
            if link.element is not None and link.attribute is not None and link.url is not None:
                count += 1
    return count


def by_columns(pages: list[bytes]) -> int:
    return sum(len(hrefkit.links(page, URL).columns("element", "attribute", "url")["url"]) for page in pages)


def by_lxml(pages: list[bytes]) -> int:
    count = 0
    for page in pages:
        document = lxml.html.document_fromstring(page, base_url=URL)
        document.make_links_absolute()
        for element, attribute, url, _ in document.iterlinks():
            if element.tag is not None and (attribute is None or url is not None):
                count += 1
    return count


def best_of(runs: int, work: Callable[[list[bytes]], int], pages: list[bytes]) -> tuple[float, int]:
    times = []
    for _ in range(runs):
        begin = time.process_time()
        count = work(pages)
        times.append(time.process_time() - begin)
    return min(times), count


def main() -> None:
    files = sorted(path for folder in sys.argv[1:] for path in pathlib.Path(folder).rglob("*.html"))[:MAX_PAGES]
    pages = [page for page in (path.read_bytes() for path in files) if page.strip()]
    megabytes = sum(map(len, pages)) / 1e6
    print(f"{len(pages)} pages, {megabytes:.1f} MB")
    base = None
    if lxml is not None:
        base, count = best_of(2, by_lxml, pages)
        print(f"lxml.html          {base:8.3f} s  {count:8} links  {count / base:10.0f} a second")
    for name, work in (("hrefkit, rows", by_hrefkit), ("hrefkit, columns", by_columns)):
        seconds, count = best_of(7, work, pages)
        times = "" if base is None else f"  {base / seconds:6.1f} times lxml"
        print(f"{name:18} {seconds:8.3f} s  {count:8} links  {count / seconds:10.0f} a second{times}")


if __name__ == "__main__":
    main()
