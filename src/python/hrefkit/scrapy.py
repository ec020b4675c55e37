"""A link extractor for Scrapy with hrefkit inside.

    from hrefkit.scrapy import LinkExtractor

    rules = [Rule(LinkExtractor(allow=r"/articles/"), follow=True)]

It takes the arguments of scrapy.linkextractors.LinkExtractor, and filters as that does. The differences are those of browsers:

- URLs are serialised by the URL Standard: "http://example.com" is "http://example.com/", "a/../b" is "b".
- The base element that counts is that of the HTML Standard, wherever it is. White space around URLs never counts (strip=False).
- What is no link of a browser is none: an href that does not resolve, links in comments, in the content of templates, in an
  element such as title that was not ended, and in XHTML that is not well-formed.
- Without restrict_xpaths and restrict_css, runs of white space in the text of a link are one space, and a text ends after 1,024
  bytes. With them, and with other tags than a and area, Scrapy's tree is used, which takes as long as Scrapy takes.

With tags and attrs, any attribute of these elements is a link if hrefkit knows it, or if it is in attrs.
"""
import importlib
from collections.abc import Iterable
from typing import Any

from . import URL, Link, UrlError, links
from .lxml import iterlinks

__all__ = ["LinkExtractor"]


def _known(tag: str, attribute: str) -> bool:
    """True for an attribute that hrefkit knows to be a link."""
    try:
        links("", "https://site.invalid/", attributes=[f"{tag}[{attribute}]=url"])
    except ValueError:
        return True
    return False


class LinkExtractor:
    """Like scrapy.linkextractors.LinkExtractor, whose arguments it takes. `extract_links(response)` and `matches(url)`."""

    def __init__(
        self, allow: Any = (), deny: Any = (), allow_domains: Any = (), deny_domains: Any = (), restrict_xpaths: Any = (),
        tags: str | Iterable[str] = ("a", "area"), attrs: str | Iterable[str] = ("href",), canonicalize: bool = False, unique: bool = True,
        process_value: Any = None, deny_extensions: str | Iterable[str] | None = None, restrict_css: Any = (),
        strip: bool = True, restrict_text: Any = None,
    ) -> None:
        module = importlib.import_module("scrapy.linkextractors.lxmlhtml")
        self._rules = module.LxmlLinkExtractor(
            allow=allow, deny=deny, allow_domains=allow_domains, deny_domains=deny_domains, restrict_xpaths=restrict_xpaths,
            canonicalize=canonicalize, unique=unique, deny_extensions=deny_extensions, restrict_css=restrict_css, strip=strip,
            restrict_text=restrict_text)
        self._process_value = process_value
        self._unique = unique
        self._tags = (tags,) if isinstance(tags, str) else tuple(tags or ())
        self._attrs = frozenset((attrs,) if isinstance(attrs, str) else attrs or ())
        # Scrapy's own tree says what a part of the page is, and what the text of other elements is.
        self._needs_tree = bool(self._rules.restrict_xpaths) or not set(self._tags) <= {"a", "area"}
        self._further = tuple(f"{tag}[{attr}]=url" for tag in self._tags for attr in sorted(self._attrs) if not _known(tag, attr))

    def matches(self, url: str) -> bool:
        """True for a URL that allow, deny, allow_domains and deny_domains let pass."""
        return bool(self._rules.matches(url))

    def extract_links(self, response: Any) -> list[Any]:
        """The links of a response that the arguments let pass: scrapy.link.Link, in the order of the page."""
        if not self._needs_tree:
            reading: dict[str, Any] = {"encoding": response.encoding, "content_type": self._content_type(response)}
            rows = links(response.body, response.url, text="content", **self._reading(), **reading)
            return self._chosen([[(row, row.text or "") for row in rows if self._is_wanted(row)]], response)
        found: dict[Any, list[tuple[Link, str]]] = {}
        for link in iterlinks(response.selector.root, response.url, encoding=response.encoding, **self._reading()):
            if self._is_wanted(link.row):
                found.setdefault(link.element, []).append((link.row, "".join(link.element.itertext())))
        paths = self._rules.restrict_xpaths
        roots = [region.root for path in paths for region in response.xpath(path)] if paths else [response.selector.root]
        return self._chosen([[pair for element in root.iter() for pair in found.get(element, ())] for root in roots if hasattr(root, "iter")],
                            response)

    def _reading(self) -> dict[str, Any]:
        return {"elements": self._tags, "attributes": self._further, "element_attributes": ["rel"], "xml_base": "auto"}

    @staticmethod
    def _content_type(response: Any) -> str:
        is_xml = isinstance(response, importlib.import_module("scrapy.http").XmlResponse)
        return "application/xhtml+xml" if is_xml else "text/html"

    def _is_wanted(self, row: Link) -> bool:
        return row.attribute in self._attrs and not row.context and row.url is not None

    def _chosen(self, regions: list[list[tuple[Link, str]]], response: Any) -> list[Any]:
        make = importlib.import_module("scrapy.link").Link
        unique = importlib.import_module("scrapy.utils.python").unique
        has_nofollow = importlib.import_module("scrapy.utils.misc").rel_has_nofollow
        chosen: list[Any] = []
        for rows in regions:
            found = []
            for row, text in rows:
                url = self._url(row, response.url)
                if url is not None:
                    found.append(make(url, text, nofollow=has_nofollow(row.attributes.get("rel"))))
            chosen.extend(self._rules._process_links(found))
        return list(unique(chosen)) if self._unique else chosen

    def _url(self, row: Link, page: str) -> str | None:
        if self._process_value is None or row.url is None:
            return row.url
        answer = self._process_value(row.url)
        try:
            return None if answer is None else str(URL(answer, page))
        except UrlError:
            return None
