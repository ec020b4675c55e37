"""The links of a page as lxml's elements.

    import lxml.html
    from hrefkit.lxml import iterlinks

    root = lxml.html.document_fromstring(page)
    for element, attribute, url, position in iterlinks(root, "https://docs.example/"):
        print(element.tag, attribute, url)

Unlike lxml's iterlinks(), this one gives absolute URLs as browsers resolve them: with the base element that counts, the URLs in
srcset, in style sheets and in meta elements, the encoding of queries, and without what is no link.
"""
import importlib
from collections.abc import Iterator
from typing import Any

from . import URL, Link, links

__all__ = ["ElementLink", "iterlinks"]

_MARK = "data-hrefkit-element"


class ElementLink(tuple[Any, str | None, str | None, int]):
    """(element, attribute, url, position), as lxml's iterlinks() has it; `row` is the Link.

    `attribute` is None for a URL in the element's text, `url` None where it does not resolve. `position` counts the characters of
    the value before the URL.
    """
    row: Link

    @property
    def element(self) -> Any:
        return self[0]

    @property
    def attribute(self) -> str | None:
        return self[1]

    @property
    def url(self) -> str | None:
        return self[2]

    @property
    def position(self) -> int:
        return self[3]


class _Writer:
    """The text of a tree, in which each element has its number in an attribute, and where values begin in it."""
    _VOID = frozenset("area base br col embed hr img input link meta param source track wbr".split())
    _RAW = frozenset("script style xmp iframe noembed noframes plaintext".split())

    def __init__(self, root: Any) -> None:
        self.elements: list[Any] = []
        self.values: dict[tuple[int, str], tuple[int, str]] = {}  # by element and local name: the place, and the name in lxml
        self._parts: list[str] = []
        self._size = 0
        etree = importlib.import_module("lxml.etree")
        for event, element in etree.iterwalk(root, events=("start", "end")):
            if isinstance(element.tag, str):
                self._start(element) if event == "start" else self._end(element)
            if event == "end" and element is not root and element.tail:
                self._write(_escaped(element.tail))
        self.text = "".join(self._parts)

    def _write(self, text: str) -> None:
        self._parts.append(text)
        self._size += len(text)

    def _start(self, element: Any) -> None:
        number = len(self.elements)
        self.elements.append(element)
        tag = element.tag.rpartition("}")[2]
        self._write(f'<{tag} {_MARK}="{number}"')
        for name, value in element.attrib.items():
            local = name.rpartition("}")[2]
            if name.startswith("{http://www.w3.org/1999/xlink}"):
                local = "xlink:" + local
            elif name.startswith("{http://www.w3.org/XML/1998/namespace}"):
                local = "xml:" + local
            self._write(f' {local}="')
            self.values[number, local] = self._size, name
            self._write(_escaped(value) + '"')
        self._write(">")
        self.values[number, ""] = self._size, ""
        if element.text:
            self._write(element.text if tag in self._RAW else _escaped(element.text))

    def _end(self, element: Any) -> None:
        tag = element.tag.rpartition("}")[2]
        if tag not in self._VOID:
            self._write(f"</{tag}>")

    def position(self, number: int, row: Link) -> int:
        """How many characters are before a link in the value."""
        begin, _ = self.values[number, row.attribute]
        before = self.text[begin:row.offset]
        return len(_unescaped(before)) if row.attribute else len(before)


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")


def _unescaped(text: str) -> str:
    return text.replace("&quot;", '"').replace("&lt;", "<").replace("&amp;", "&") if "&" in text else text


def iterlinks(document: Any, url: str | URL | None = None, **reading: Any) -> Iterator[ElementLink]:
    """An ElementLink for each link of a document, in source order.

    document  A tree or an element of lxml; or bytes or str, which lxml.html parses.
    url       The page's address, absolute; for a tree of lxml, its docinfo.URL unless given.

    Other arguments and errors as for hrefkit.links(). A tree is read as HTML, whatever it was parsed from. Links in frames with srcdoc are left out: they are no elements of the tree.
    The time is linear in the document.
    """
    if isinstance(document, (bytes, bytearray, memoryview, str)):
        html = importlib.import_module("lxml.html")
        data: Any = document
        if not isinstance(document, str):
            label = reading.get("encoding") or links(document, url, kinds=(), **{key: reading[key] for key in reading if key != "kinds"}).encoding
            data, reading = bytes(document), {**reading, "encoding": label}
            parser = html.HTMLParser(encoding=label)
            root = html.document_fromstring(data, parser=parser)
        else:
            root = html.document_fromstring(document)
    else:
        root = document.getroot() if hasattr(document, "getroot") else document
    if url is None:
        url = root.getroottree().docinfo.URL
    page = _Writer(root)
    reading["element_attributes"] = [*reading.get("element_attributes", ()), _MARK]
    last: tuple[int, str, int, int] = (-1, "", 0, 0)  # a value with many URLs is read once: element, attribute, offset, position
    for row in links(page.text, url, **reading):
        mark = row.attributes.get(_MARK)
        if mark is None or row.context or (int(mark), row.attribute) not in page.values:
            continue
        number = int(mark)
        if last[:2] == (number, row.attribute) and row.offset >= last[2]:
            position = last[3] + len(_unescaped(page.text[last[2]:row.offset]))
        else:
            position = page.position(number, row)
        last = number, row.attribute, row.offset, position
        attribute = page.values[number, row.attribute][1] if row.attribute else None
        link = ElementLink((page.elements[number], attribute, row.url, position))
        link.row = row
        yield link
