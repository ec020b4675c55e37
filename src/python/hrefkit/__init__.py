"""hrefkit: every link of a page, as a browser resolves it, and what to do with it.

    import hrefkit
    for link in hrefkit.links(page, "https://docs.example/"):
        print(link.line, link.url)

links() finds the links of a page, rewrite() changes them, base() and effects() tell why base URLs are
what they are, check() finds the broken links of a folder, archive() reads web archives, and URL is a
URL of the URL Standard. help(hrefkit.links) and so on tell the arguments, units and errors.
"""
from collections.abc import Iterator as _Iterator
from collections.abc import Sequence as _Sequence

from ._hrefkit import (
    Archive,
    BaseElement,
    BaseScope,
    Capture,
    ContentTypeError,
    Context,
    Edit,
    Effect,
    EmptySiteError,
    EncodingError,
    Error,
    Finding,
    FormatError,
    Link,
    Links,
    NotProvedError,
    Note,
    Report,
    Rewriter,
    Rewritten,
    SelectorError,
    TooLargeError,
    URL,
    UrlError,
    __version__,
    archive,
    base,
    check,
    effects,
    links,
    rewrite,
)

_Sequence.register(Links)
_Sequence.register(Report)
_Iterator.register(Archive)

__all__ = [
    "Archive", "BaseElement", "BaseScope", "Capture", "ContentTypeError", "Context", "Edit", "Effect",
    "EmptySiteError", "EncodingError", "Error", "Finding", "FormatError", "Link", "Links",
    "NotProvedError", "Note", "Report", "Rewriter", "Rewritten", "SelectorError", "TooLargeError", "URL", "UrlError",
    "archive", "base", "check", "effects", "links", "rewrite",
]


def __getattr__(name: str) -> object:
    """The names of types in annotations, which few programs ask for when they run: typing is slow to import."""
    import os
    from typing import Literal

    types = {
        "Data": bytes | bytearray | memoryview | str | os.PathLike[str],
        "Kind": Literal["hyperlink", "stylesheet", "script", "image", "media", "frame", "object", "form", "cite", "ping", "refresh",
                        "base", "css", "resource", "metadata", "module", "worker", "sourcemap"],
        "Standard": Literal["whatwg", "whatwg-2012", "html5", "web-address"],
        "XmlBase": Literal["on", "namespaced", "off", "auto"],
        "FeedBase": Literal["feed", "item"],
        "Form": Literal["as-written", "absolute", "relative", "root-relative"],
        "Engine": Literal["auto", "scan", "dom"],
    }
    if name not in types:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return types[name]
