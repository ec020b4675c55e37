"""peers.py NAME tricky PAGES: what one program says about the tricky pages (`node` writes them as JSON), as JSON.
peers.py NAME time FILE...: the processor time, in milliseconds, that it takes for each page.

Programs that give a document tree get the loop that a careful user writes around them (careful below)."""

import base64
import ctypes
import json
import re
import sys
import time
from urllib.parse import urljoin

SOURCES = {"img": "src", "script": "src", "iframe": "src", "frame": "src", "embed": "src", "object": "data", "video": "poster", "audio": "src",
           "source": "src", "track": "src"}
RELS = re.compile(r"\b(stylesheet|icon|preload|modulepreload)\b", re.I)


def join(base, reference):
    try:
        return urljoin(base, reference)
    except ValueError:
        return reference


def charset(content_type):
    found = re.search(r"charset=([^;\s]*)", content_type or "")
    return found and found.group(1)


def careful(elements, base, url):
    """elements: (tag, get(attribute)); base: the href of the first base element, or None."""
    at = url if base is None else join(url, base)
    hyperlinks, loads = [], []

    def add(to, value):
        if value is not None:
            to.append(join(at, value))

    for tag, get in elements:
        if tag in ("a", "area"):
            add(hyperlinks, get("href"))
        elif tag == "link":
            if RELS.search(get("rel") or ""):
                add(loads, get("href"))
        elif tag == "input":
            if get("type") == "image":
                add(loads, get("src"))
        elif tag == "meta":
            if (get("http-equiv") or "").lower() == "refresh":
                found = re.search(r"url\s*=\s*['\"]?([^'\"]*)", get("content") or "", re.I)
                add(loads, found and found.group(1))
        elif tag in SOURCES:
            add(loads, get(SOURCES[tag]))
        for candidate in (get("srcset") or "").split(","):
            if candidate.strip():
                add(loads, candidate.split()[0])
    return {"hyperlinks": hyperlinks, "loads": loads}


def use_hrefkit():
    import hrefkit
    loaded = {"stylesheet", "script", "image", "media", "frame", "object", "refresh", "css", "resource", "module"}

    def read(data, url, content_type):
        found = {"hyperlinks": [], "loads": []}
        for link in hrefkit.links(data, url, content_type=content_type or None, scripting=True, xml_base="auto"):
            if link.kind == "hyperlink" and link.element in ("a", "area"):
                found["hyperlinks"].append(link.url or link.raw)
            elif link.kind in loaded and link.loaded != "":
                found["loads"].append(link.loaded or link.url or link.raw)
        return found
    return hrefkit.__version__, read


def use_lxml():
    from lxml import etree, html

    def read(data, url, content_type):
        document = html.document_fromstring(data, html.HTMLParser(encoding=charset(content_type)), base_url=url)
        document.make_links_absolute(url)
        found = {"hyperlinks": [], "loads": []}
        for element, attribute, link, _ in document.iterlinks():
            if element.tag in ("a", "area"):
                found["hyperlinks"].append(link)
            elif element.tag not in ("form", "base", "blockquote", "q", "del", "ins") and not (element.tag == "link" and not RELS.search(element.get("rel") or "")):
                found["loads"].append(link)
        return found
    return ".".join(map(str, etree.LXML_VERSION[:3])), read


def use_parsel():
    import parsel
    from parsel import Selector
    from w3lib.html import get_base_url

    def read(data, url, content_type):
        from w3lib.encoding import html_to_unicode
        text = html_to_unicode(content_type or None, data)[1]
        selector = Selector(text=text)
        base = get_base_url(text, url)
        elements = [(node.root.tag, node.root.get) for node in selector.css("*")]
        return careful(elements, base, url)
    return parsel.__version__, read


def use_w3lib():
    import w3lib
    from w3lib.html import get_base_url, get_meta_refresh
    from w3lib.url import safe_url_string
    from w3lib.encoding import html_to_unicode
    from lxml import html

    def read(data, url, content_type):
        encoding, text = html_to_unicode(content_type or None, data)
        base = get_base_url(text, url, encoding)
        found = careful([(each.tag, each.get) for each in html.document_fromstring(text.encode(), html.HTMLParser(encoding="utf-8")).iter() if isinstance(each.tag, str)], base, url)
        for name, links in found.items():
            found[name] = [safe_url_string(link, encoding) for link in links]
        refresh = get_meta_refresh(text, base, encoding)[1]
        if refresh:
            found["loads"].append(refresh)
        return found
    return w3lib.__version__, read


def use_scrapy():
    import scrapy
    from scrapy.http import HtmlResponse
    from scrapy.linkextractors import LinkExtractor
    from scrapy.utils.response import get_meta_refresh
    hyperlinks = LinkExtractor(deny_extensions=[])
    loads = LinkExtractor(tags=("img", "script", "iframe", "frame", "embed", "object", "video", "audio", "source", "link"), attrs=("src", "href", "data", "poster"), deny_extensions=[])

    def read(data, url, content_type):
        response = HtmlResponse(url, body=data, headers={"Content-Type": content_type or "text/html"})

        def whole(links):
            return [link.url + ("#" + link.fragment if link.fragment else "") for link in links]
        found = {"hyperlinks": whole(hyperlinks.extract_links(response)), "loads": whole(loads.extract_links(response))}
        refresh = get_meta_refresh(response)[1]
        return found if not refresh else {**found, "loads": [*found["loads"], refresh]}
    return scrapy.__version__, read


def use_html5lib():
    import html5lib

    def read(data, url, content_type):
        tree = html5lib.parse(data, namespaceHTMLElements=False, transport_encoding=charset(content_type))
        base = next((each.get("href") for each in tree.iter("base") if each.get("href") is not None), None)
        return careful([(each.tag, each.get) for each in tree.iter() if isinstance(each.tag, str)], base, url)
    return html5lib.__version__, read


def use_bs4(parser="lxml"):
    import bs4
    import warnings
    warnings.simplefilter("ignore")

    def read(data, url, content_type):
        soup = bs4.BeautifulSoup(data, parser, from_encoding=charset(content_type), multi_valued_attributes=None)
        first = soup.find("base", href=True)
        return careful([(each.name, each.get) for each in soup.find_all(True)], first and first["href"], url)
    return bs4.__version__, read


def use_libxml2():
    import libxml2
    libxml2.registerErrorHandler(lambda *_: None, None)

    def read(data, url, content_type):
        document = libxml2.htmlReadMemory(data, len(data), url, charset(content_type), 1 | 32 | 64 | 2048)
        try:
            elements, base = [], None
            for node in document.xpathEval("//*"):
                attributes = {}
                attribute = node.properties
                while attribute:
                    attributes.setdefault(attribute.name, attribute.content)
                    attribute = attribute.next
                if node.name == "base" and base is None:
                    base = attributes.get("href")
                elements.append((node.name, attributes.get))
            at = url if base is None else libxml2.buildURI(base, url)
            global join
            before, join = join, lambda _, reference: libxml2.buildURI(reference, at) or reference
            try:
                return careful(elements, None, url)
            finally:
                join = before
        finally:
            document.freeDoc()
    number = int(ctypes.c_char_p.in_dll(ctypes.CDLL("libxml2.so.2"), "xmlParserVersion").value.split(b"-")[0])
    return f"{number // 10000}.{number // 100 % 100}.{number % 100}", read


PROGRAMS = {"hrefkit-python": use_hrefkit, "lxml": use_lxml, "parsel": use_parsel, "w3lib": use_w3lib, "scrapy": use_scrapy, "html5lib": use_html5lib,
            "bs4": use_bs4, "bs4-html5lib": lambda: use_bs4("html5lib"), "libxml2": use_libxml2}


def main():
    name, task, *rest = sys.argv[1:]
    try:
        version, read = PROGRAMS[name]()
    except ImportError as error:
        print(f"missing: {error}")
        return 3
    if task == "tricky":
        answers = {}
        with open(rest[0], encoding="utf-8") as file:
            pages = json.load(file)
        for page in pages["pages"]:
            try:
                found = read(base64.b64decode(page["bytes"]), pages["url"], page["type"])[page["what"]]
                answers[page["name"]] = sorted(set(map(str, found)))
            except Exception as error:  # of any program: it is an answer
                answers[page["name"]] = [f"error: {error}"]
        print(json.dumps({"version": version, "answers": answers}))
    else:
        times = []

        def read_file(file):
            with open(file, "rb") as opened:
                return opened.read(), f"https://docs.example{file}"
        for file in rest[:20]:
            read(*read_file(file), "")
        for file in rest:
            data, url = read_file(file)
            before = time.process_time_ns()
            read(data, url, "")
            times.append((time.process_time_ns() - before) / 1e6)
        print(json.dumps(times))
    return 0


sys.exit(main())
