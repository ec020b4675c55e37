"""hrefkit: every link of a page, as a browser resolves it, and what to do with it.

All attributes are read-only. Offsets and lengths count bytes of the page, or code points where it was a str; lines and
columns count from 1, columns in code points.
"""
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, AnyStr, BinaryIO, Generic, Literal, final, overload

__version__: str

# A page. `str` is text that is decoded already, never a path or a URL (a UserWarning if it looks like one); what its page
# declares counts for its queries only, and offsets count code points. Everything else is bytes, and offsets count bytes.
# A path is read, and may be without a URL.
Data = bytes | bytearray | memoryview | str | os.PathLike[str]
Kind = Literal[
    "hyperlink", "stylesheet", "script", "image", "media", "frame", "object", "form", "cite", "ping", "refresh", "base",
    "css", "resource", "metadata", "module", "worker", "sourcemap",
]
Standard = Literal["whatwg", "whatwg-2012", "html5", "web-address"]
XmlBase = Literal["on", "namespaced", "off", "auto"]
FeedBase = Literal["feed", "item"]
Form = Literal["as-written", "absolute", "relative", "root-relative"]
Engine = Literal["auto", "scan", "dom"]

@final
class Link:
    """One place that names a URL. Equal and hashable by value, can be pickled; keeps its Links alive."""
    url: str | None  # absolute, ASCII; None where it does not resolve
    error: str | None  # why: "invalid-port", ...
    raw: str  # as the DOM has it
    element: str
    attribute: str
    ns: str
    kind: Kind
    rel: str | None
    base: str  # empty with the error "too-long"
    base_source: str
    context: str  # the frames' indexes, "0.3"; empty for the page itself
    index: int  # counts the URLs of one value, from 0
    line: int
    column: int
    offset: int
    length: int  # data[offset:offset + length] is the URL as written
    reserved: bool
    header: str | None  # rows of archives: "location", "link", ...
    loaded: str | None  # what a browser loads, where that is another URL than `url`
    text: str | None  # with text=True, of a link or picture in HTML: what readers see; with "content", without the alt of pictures
    @property
    def attributes(self) -> dict[str, str]: ...  # those of element_attributes=... that the element has
    def as_dict(self) -> dict[str, Any]: ...

@final
class Note:
    """Something that was noticed about a page."""
    code: str
    message: str
    severity: Literal["fault", "warning", "remark"]
    line: int
    column: int
    offset: int
    count: int  # of the places that it is about, of which this is the first
    def as_dict(self) -> dict[str, Any]: ...

@final
class Links(Sequence[Link]):
    """The rows of one page, in source order, held compactly. May be used by several threads, compared and pickled."""
    base: str
    base_source: str
    encoding: str
    encoding_source: str
    @property
    def notes(self) -> list[Note]: ...
    @property
    def urls(self) -> list[str | None]: ...
    @overload
    def __getitem__(self, index: int) -> Link: ...
    @overload
    def __getitem__(self, index: slice) -> list[Link]: ...
    def __len__(self) -> int: ...
    def column(self, name: str, /) -> list[Any]: ...  # KeyError for an unknown name
    def columns(self, *names: str) -> dict[str, list[Any]]: ...  # no name: all
    # The order of `hrefkit resolve --format jsonl`: what most rows lack is left out. The names are those of as_dict().
    def to_dicts(self) -> list[dict[str, Any]]: ...

def links(
    data: Data, url: str | URL | None = None, *, content_type: str | None = None, encoding: str | None = None,
    encoding_fallback: str | None = None, standard: Standard = "whatwg", xml_base: XmlBase | None = None,
    feed_base: FeedBase = "feed", scripting: bool = False, templates: bool = False, also: Iterable[str] = (),
    kinds: Iterable[Kind] | None = None, elements: Iterable[str] | None = None, attributes: Iterable[str] = (),
    creator: str | None = None, container: str | None = None, csp: Iterable[str] = (), engine: Engine = "auto",
    text: bool | Literal["content"] = False, element_attributes: Iterable[str] = (),
) -> Links: ...

@final
class BaseElement:
    """A base element, and what became of it: "used", "second", ..."""
    href: str | None
    fate: str
    offset: int
    line: int
    column: int
    def as_dict(self) -> dict[str, Any]: ...

@final
class BaseScope:
    """An element with an xml:base that counts."""
    element: str
    value: str
    base: str
    offset: int
    line: int
    column: int
    def as_dict(self) -> dict[str, Any]: ...

@final
class Context:
    """The document of the page, or of a frame in it."""
    path: str
    address: str
    base: str
    source: str
    fallback: str
    fallback_source: str
    elements: list[BaseElement]
    scopes: list[BaseScope]
    def as_dict(self) -> dict[str, Any]: ...

def base(
    data: Data, url: str | URL | None = None, *, content_type: str | None = None, encoding: str | None = None,
    encoding_fallback: str | None = None, standard: Standard = "whatwg", xml_base: XmlBase | None = None,
    feed_base: FeedBase = "feed", scripting: bool = False, templates: bool = False, also: Iterable[str] = (),
    kinds: Iterable[Kind] | None = None, elements: Iterable[str] | None = None, attributes: Iterable[str] = (),
    creator: str | None = None, container: str | None = None, csp: Iterable[str] = (), engine: Engine = "auto",
    text: bool | Literal["content"] = False, element_attributes: Iterable[str] = (),
) -> list[Context]: ...

@final
class Edit:
    """One change of a page."""
    offset: int
    length: int
    line: int
    column: int
    index: int
    element: str
    attribute: str
    kind: Kind
    context: str
    raw: str  # what was written there
    value: str  # what is written there now
    before: str  # where the link led
    after: str  # where it leads now; empty where a base element is dropped
    reason: str
    def as_dict(self) -> dict[str, Any]: ...

@final
class Rewritten(Generic[AnyStr]):
    """The new page. bytes(r) and str(r) give it; `data` has the type that went in (bytes or str)."""
    data: AnyStr
    changed: bool
    uncovered: int  # links that lie below no prefix of rebase
    notes: list[Note]
    @property
    def edits(self) -> list[Edit]: ...  # none with edits=False
    def __bytes__(self) -> bytes: ...

# `change`: a mapping of absolute URLs, or a function that is given a Link and answers a URL, or None to leave it. What it
# raises comes out of rewrite() as it is. It may be called more than once for a link. `map` is a mapping, too: the function is
# asked behind it.
@overload
def rewrite(
    data: str, url: str | URL | None = None,
    change: Mapping[str, str] | Callable[[Link], str | URL | None] | None = None, *,
    map: Mapping[str, str] | None = None, rebase: Mapping[str, str] | Iterable[tuple[str, str]] = (), form: Form = "as-written",
    new_url: str | URL | None = None, drop_base: bool = False, drop_xml_base: bool = False,
    keep: Iterable[str] = ("canonical", "alternate", "og", "guid"), verify: bool = True, edits: bool = True,
    content_type: str | None = None, encoding: str | None = None,
    encoding_fallback: str | None = None, standard: Standard = "whatwg", xml_base: XmlBase | None = None,
    feed_base: FeedBase = "feed", scripting: bool = False, templates: bool = False, also: Iterable[str] = (),
    kinds: Iterable[Kind] | None = None, elements: Iterable[str] | None = None, attributes: Iterable[str] = (),
    creator: str | None = None, container: str | None = None, csp: Iterable[str] = (), engine: Engine = "auto",
    text: bool | Literal["content"] = False, element_attributes: Iterable[str] = (),
) -> Rewritten[str]: ...
@overload
def rewrite(
    data: bytes | bytearray | memoryview | os.PathLike[str], url: str | URL | None = None,
    change: Mapping[str, str] | Callable[[Link], str | URL | None] | None = None, *,
    map: Mapping[str, str] | None = None, rebase: Mapping[str, str] | Iterable[tuple[str, str]] = (), form: Form = "as-written",
    new_url: str | URL | None = None, drop_base: bool = False, drop_xml_base: bool = False,
    keep: Iterable[str] = ("canonical", "alternate", "og", "guid"), verify: bool = True, edits: bool = True,
    content_type: str | None = None, encoding: str | None = None,
    encoding_fallback: str | None = None, standard: Standard = "whatwg", xml_base: XmlBase | None = None,
    feed_base: FeedBase = "feed", scripting: bool = False, templates: bool = False, also: Iterable[str] = (),
    kinds: Iterable[Kind] | None = None, elements: Iterable[str] | None = None, attributes: Iterable[str] = (),
    creator: str | None = None, container: str | None = None, csp: Iterable[str] = (), engine: Engine = "auto",
    text: bool | Literal["content"] = False, element_attributes: Iterable[str] = (),
) -> Rewritten[bytes]: ...

@final
class Rewriter:
    """What is to be done with the links of many pages: the arguments of rewrite(), read once. Threads may share it."""
    def __new__(
        cls, change: Mapping[str, str] | Callable[[Link], str | URL | None] | None = None, *,
        map: Mapping[str, str] | None = None, rebase: Mapping[str, str] | Iterable[tuple[str, str]] = (), form: Form = "as-written",
        new_url: str | URL | None = None, drop_base: bool = False, drop_xml_base: bool = False,
        keep: Iterable[str] = ("canonical", "alternate", "og", "guid"), verify: bool = True, edits: bool = True,
        content_type: str | None = None, encoding: str | None = None,
        encoding_fallback: str | None = None, standard: Standard = "whatwg", xml_base: XmlBase | None = None,
        feed_base: FeedBase = "feed", scripting: bool = False, templates: bool = False, also: Iterable[str] = (),
        kinds: Iterable[Kind] | None = None, elements: Iterable[str] | None = None, attributes: Iterable[str] = (),
        creator: str | None = None, container: str | None = None, csp: Iterable[str] = (), engine: Engine = "auto",
        text: bool | Literal["content"] = False, element_attributes: Iterable[str] = (),
    ) -> Rewriter: ...
    @overload
    def rewrite(self, data: str, url: str | URL | None = None) -> Rewritten[str]: ...
    @overload
    def rewrite(self, data: bytes | bytearray | memoryview | os.PathLike[str], url: str | URL | None = None) -> Rewritten[bytes]: ...
    @property
    def unused_rebases(self) -> list[str]: ...  # prefixes below which nothing was so far

class URL:
    """A URL of the URL Standard: immutable, hashable, ordered by href, picklable; str(url) is its href."""
    def __init__(self, input: str | URL, base: str | URL | None = None, *, encoding: str | None = None) -> None: ...
    @classmethod
    def parse(cls, input: str | URL, base: str | URL | None = None) -> URL | None: ...  # None in place of an error
    href: str
    origin: str
    protocol: str
    username: str
    password: str
    host: str
    hostname: str
    port: str
    pathname: str
    search: str
    hash: str
    unicode_hostname: str
    def replace(self, **parts: str) -> URL: ...  # UrlError "unchanged" where the standard ignores the value
    def join(self, reference: str | URL, /) -> URL: ...
    def __truediv__(self, reference: str) -> URL: ...
    def relative_to(self, base: str | URL, /) -> str: ...  # the shortest reference
    def __hash__(self) -> int: ...
    def __lt__(self, other: URL) -> bool: ...
    def __le__(self, other: URL) -> bool: ...
    def __gt__(self, other: URL) -> bool: ...
    def __ge__(self, other: URL) -> bool: ...

@final
class Effect:
    """What a change of base URLs does to one URL."""
    element: str
    attribute: str
    raw: str
    effect: str
    before: str | None
    after: str | None
    changed: bool
    stale: bool  # an open page keeps `before` until it is reloaded
    hazards: list[str]
    index: int
    kind: Kind
    offset: int
    length: int
    line: int
    column: int
    context: str  # the frames' indexes, "0.3"; empty for the page itself
    def as_dict(self) -> dict[str, Any]: ...

def effects(
    data: Data, url: str | URL | None = None, *, set_base: str | None = None, remove_base: bool = False,
    new_url: str | URL | None = None, set_xml_base: Mapping[str, str] = ..., remove_xml_base: Iterable[str] = (),
    content_type: str | None = None, encoding: str | None = None,
    encoding_fallback: str | None = None, standard: Standard = "whatwg", xml_base: XmlBase | None = None,
    feed_base: FeedBase = "feed", scripting: bool = False, templates: bool = False, also: Iterable[str] = (),
    kinds: Iterable[Kind] | None = None, elements: Iterable[str] | None = None, attributes: Iterable[str] = (),
    creator: str | None = None, container: str | None = None, csp: Iterable[str] = (), engine: Engine = "auto",
    text: bool | Literal["content"] = False, element_attributes: Iterable[str] = (),
) -> list[Effect]: ...

@final
class Finding:
    """A broken link, or what else is wrong with a page."""
    rule: str
    severity: Literal["error", "warning", "note"]
    file: str
    line: int
    column: int
    offset: int
    length: int
    element: str
    attribute: str
    index: int
    raw: str
    url: str | None
    base: str
    base_source: str
    target: str | None
    suggestion: str | None
    message: str
    context: str
    source_line: str
    status: int | None  # of HTTP, where the link was asked for
    reason: str | None  # a word such as "dns"
    final_url: str | None  # where redirects lead
    source_file: str | None  # the source where it can be repaired, with the setting sources
    source_file_line: int | None  # from 1; None where only the file is known
    source_file_column: int | None  # from 1, in code points
    source_file_offset: int | None  # in bytes of the source
    source_file_length: int | None  # in bytes of the source
    fix_value: str | None  # what repairs it, where there is one safe answer, as it is written in the page
    fix_offset: int  # of what fix_value replaces, in bytes of the file
    fix_length: int  # of what fix_value replaces, in bytes of the file
    source_fix: str | None  # what repairs it in the source, in place of its bytes there, where that is sure
    def as_dict(self) -> dict[str, Any]: ...

@final
class Report(Sequence[Finding]):
    """The findings of a check."""
    ok: bool  # no errors
    summary: dict[str, int]  # pages, other_files, links, fine, found, external, ignored, not_judged, errors, warnings
    trouble: list[tuple[str, str]]
    @overload
    def __getitem__(self, index: int) -> Finding: ...
    @overload
    def __getitem__(self, index: slice) -> list[Finding]: ...
    def __len__(self) -> int: ...

# `settings` are the options of `hrefkit check` by their long names, see the manual. An http or https URL as `folder` is a
# live site that is crawled. `fetch` asks for its pages, and with settings={"external": "check"} for links to other sites:
# it gets method, URL, headers and whether a body is wanted, follows no redirect, and returns status, headers and body, or
# a word such as "dns" or "timeout".
# `on_finding` is called as they come, and stops the check by returning False; what it raises comes out of check().
def check(
    folder: str | os.PathLike[str], *, site_url: str | URL | None = None,
    index: Iterable[str] = ("index.html", "index.htm"), extensions: Iterable[str] = (), rules: Mapping[str, str] = ...,
    exclude: Callable[[str], bool] | None = None, hidden: bool = False, orphans: bool = False, external: bool = False,
    threads: int = 1, on_finding: Callable[[Finding], bool | None] | None = None,
    settings: Mapping[str, str | bool | list[str]] = ...,
    fetch: Callable[[str, str, dict[str, str], bool], str | tuple[
        int, Mapping[str, str] | Iterable[tuple[str | bytes, str | bytes]], bytes | bytearray | Iterable[bytes] | None]] | None = None,
) -> Report: ...

@final
class Capture:
    """One record. It stays valid when the next one is read."""
    uri: str
    date: str
    status: int
    record_type: str
    media_type: str
    charset: str
    record_offset: int
    record_length: int
    @property
    def body(self) -> bytes | None: ...  # of a document, without codings; a new object each time
    def links(
        self, *, content_type: str | None = None, encoding: str | None = None,
        encoding_fallback: str | None = None, standard: Standard = "whatwg", xml_base: XmlBase | None = None,
        feed_base: FeedBase = "feed", scripting: bool = False, templates: bool = False, also: Iterable[str] = (),
        kinds: Iterable[Kind] | None = None, elements: Iterable[str] | None = None, attributes: Iterable[str] = (),
        creator: str | None = None, container: str | None = None, csp: Iterable[str] = (), engine: Engine = "auto",
        text: bool | Literal["content"] = False, element_attributes: Iterable[str] = (),
    ) -> Links: ...  # rows of header fields first

@final
class Archive(Iterator[Capture]):
    """A web archive that is read record by record."""
    notes: list[tuple[int, str]]  # (record offset, why): damage
    def __enter__(self) -> Archive: ...
    def __exit__(self, *error: object) -> None: ...
    def close(self) -> None: ...
    def __next__(self) -> Capture: ...

def archive(
    source: str | os.PathLike[str] | BinaryIO | bytes | bytearray | memoryview, *,
    records: Iterable[str] = ("response", "revisit", "resource"), max_body: int = 268435456,
) -> Archive: ...

class Error(ValueError):
    """What the library cannot do. `code` is one word, such as "invalid-port"."""
    code: str

class UrlError(Error): ...
class ContentTypeError(Error): ...
class EncodingError(Error, LookupError): ...
class TooLargeError(Error): ...
class NotProvedError(Error): ...
class SelectorError(Error): ...
class FormatError(Error): ...  # not a web archive
class EmptySiteError(Error): ...  # check: the folder has no page
