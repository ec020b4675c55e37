/* hrefkit for C, and for every language that calls C.
 *
 *   hrefkit_find_options options = HREFKIT_FIND_OPTIONS_INIT;
 *   hrefkit_link_list *list = NULL;
 *   hrefkit_error error = HREFKIT_ERROR_INIT;
 *   hrefkit_view url = hrefkit_text("https://docs.example/");
 *   if (hrefkit_find_links(bytes, size, url, &options, &list, &error) != HREFKIT_OK)
 *     fail(error.message);
 *   for (size_t i = 0; i < hrefkit_link_list_size(list); ++i)
 *     use(hrefkit_link_list_rows(list)[i].url);
 *   hrefkit_link_list_free(list);
 *
 * Rules for all functions:
 *
 * - Text is UTF-8 with a length; it may hold zero bytes and need not end with one. A view with a
 *   null pointer means "absent", one with a pointer and size 0 means "empty". Ill-formed bytes
 *   count as U+FFFD.
 * - What you pass is read during the call and not kept. What you get lives in the handle that the
 *   comment names, and ends with it.
 * - A function that can fail returns a status; 0 is success, negative is failure. On failure no
 *   handle is made (`*out` is null) and nothing leaks. `error` may be null; it is yours, holds the
 *   reason, and needs no call to free it. An error whose struct_size does not fit is left as it is.
 * - A null pointer where none is allowed, a size that does not fit, an unknown enumerator or flag,
 *   bytes past the known end of a struct that are not zero: HREFKIT_E_ARGUMENT. Every `_free` takes
 *   null.
 * - No C++ exception leaves the library, and it never aborts or prints. Without memory a function
 *   returns HREFKIT_E_MEMORY, and the library can be used on.
 * - A callback returns 0 to go on, a positive number to stop (the call returns HREFKIT_STOPPED), a
 *   negative one to fail (the call returns HREFKIT_E_CALLBACK and `error.detail` is that number).
 *   It must not leave by an exception or longjmp. It may call the library, but not with the handle
 *   that is calling it (HREFKIT_E_BUSY).
 * - There is no global state. Different handles may be used by different threads at once. Functions
 *   that take a handle as const may be called by several threads at once, all others by one at a
 *   time.
 * - Option structs, errors, summaries and captures begin with their size as the caller compiled it;
 *   rows and findings are laid out by the size that the options name. New fields come at the end;
 *   zero is always the old behaviour. The other structs (notes, edits, effects, bases) stay as they
 *   are for as long as the library has this soname.
 */
#ifndef HREFKIT_C_H
#define HREFKIT_C_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#define HREFKIT_NOEXCEPT noexcept
#else
#define HREFKIT_NOEXCEPT
#endif
#ifndef HREFKIT_API
#define HREFKIT_API __attribute__((visibility("default")))
#endif

/* major * 10000 + minor * 100 + patch of this header */
#define HREFKIT_VERSION_NUMBER 200

/* A text: `size` bytes of UTF-8 from `data` on. Null `data`: absent. */
typedef struct hrefkit_view {
  const char* data;
  size_t size;
} hrefkit_view;

/* A view of a zero-terminated text; null gives an absent view. */
HREFKIT_API hrefkit_view hrefkit_text(const char* zero_terminated) HREFKIT_NOEXCEPT;

/* The version of the library that is loaded, as HREFKIT_VERSION_NUMBER has it. */
HREFKIT_API uint32_t hrefkit_version_number(void) HREFKIT_NOEXCEPT;

/* The same as text, such as "0.2.0"; static. */
HREFKIT_API const char* hrefkit_version(void) HREFKIT_NOEXCEPT;

typedef int32_t hrefkit_status;
enum {
  HREFKIT_OK = 0,
  HREFKIT_END = 1,       /* an iteration has no more */
  HREFKIT_STOPPED = 2,   /* a callback asked to stop */
  HREFKIT_UNCHANGED = 3, /* the standard leaves the value as it is */
  HREFKIT_E_ARGUMENT = -1,
  HREFKIT_E_MEMORY = -2,
  HREFKIT_E_URL = -3,          /* not an absolute URL, or not a URL; detail: a hrefkit_url_error */
  HREFKIT_E_CONTENT_TYPE = -4, /* not HTML, XML, CSS, or a manifest */
  HREFKIT_E_ENCODING = -5,     /* not the label of an encoding */
  HREFKIT_E_TOO_LARGE = -6,    /* past 4 GiB, or past the limits of a rewritten page */
  HREFKIT_E_NOT_PROVED = -7,   /* the rewritten page would not lead where it should */
  HREFKIT_E_SELECTOR = -8,     /* effects: not a selector, or nothing matches */
  HREFKIT_E_IO = -9,           /* a file or folder cannot be read; detail: errno, 0 if unknown */
  HREFKIT_E_FORMAT = -10,      /* not a web archive */
  HREFKIT_E_BUSY = -11,        /* the handle is in use: by a callback's caller, or another thread */
  HREFKIT_E_CALLBACK = -12,    /* a callback failed; detail: what it returned */
  HREFKIT_E_EMPTY = -13,       /* the folder has no file that is checked */
  HREFKIT_E_INTERNAL = -99     /* a bug of the library */
};

/* Why a call did not return HREFKIT_OK. Each call sets it, successful ones to zero. */
typedef struct hrefkit_error {
  uint32_t struct_size;
  hrefkit_status status;
  int64_t detail;
  uint64_t offset;   /* in the input, where one is meant */
  char message[232]; /* a sentence, zero-terminated, UTF-8 cut at a whole character */
} hrefkit_error;
#define HREFKIT_ERROR_INIT            \
  {                                   \
    sizeof(hrefkit_error), 0, 0, 0, { \
      0                               \
    }                                 \
  }

/* "not-proved"; static. An unknown status has the name "unknown". */
HREFKIT_API const char* hrefkit_status_name(hrefkit_status status) HREFKIT_NOEXCEPT;

/* Enumerators have the command's names: hrefkit_kind_name(HREFKIT_KIND_HYPERLINK) is "hyperlink".
 * All names are static, and "unknown" for unknown values. */
typedef uint8_t hrefkit_kind;
enum {
  HREFKIT_KIND_HYPERLINK,
  HREFKIT_KIND_STYLESHEET,
  HREFKIT_KIND_SCRIPT,
  HREFKIT_KIND_IMAGE,
  HREFKIT_KIND_MEDIA,
  HREFKIT_KIND_FRAME,
  HREFKIT_KIND_OBJECT,
  HREFKIT_KIND_FORM,
  HREFKIT_KIND_CITE,
  HREFKIT_KIND_PING,
  HREFKIT_KIND_REFRESH,
  HREFKIT_KIND_BASE,
  HREFKIT_KIND_CSS,
  HREFKIT_KIND_RESOURCE,
  HREFKIT_KIND_METADATA,
  HREFKIT_KIND_MODULE,   /* what a script imports */
  HREFKIT_KIND_WORKER,   /* the script of a worker */
  HREFKIT_KIND_SOURCEMAP /* from what a script was made */
};

/* Where a base URL comes from. */
typedef uint8_t hrefkit_base_source;
enum {
  HREFKIT_BASE_DOCUMENT,
  HREFKIT_BASE_ELEMENT,
  HREFKIT_BASE_XML_BASE,
  HREFKIT_BASE_CREATOR,
  HREFKIT_BASE_CONTAINER,
  HREFKIT_BASE_ITEM /* the link of an item of a feed (HREFKIT_FEED_BASE_ITEM) */
};

/* The namespace of an element. */
typedef uint8_t hrefkit_ns;
enum { HREFKIT_NS_HTML, HREFKIT_NS_SVG, HREFKIT_NS_MATHML, HREFKIT_NS_OTHER };

/* Why a text is not a URL. 0: it is one; 1 to 199: the reasons of URL parsers, from
 * "relative-without-base" on; 200: "empty", a value that HTML does not fetch when it is empty; 201:
 * "too-long", the URL, or all URLs of the page together, are too long; 202: "bare-specifier", a
 * name of a module for which no import map has an entry; 203: "page-base", relative to the page
 * that runs a script, which is not known. */
typedef uint8_t hrefkit_url_error;

HREFKIT_API const char* hrefkit_kind_name(hrefkit_kind kind) HREFKIT_NOEXCEPT;
HREFKIT_API const char* hrefkit_base_source_name(hrefkit_base_source source) HREFKIT_NOEXCEPT;
HREFKIT_API const char* hrefkit_ns_name(hrefkit_ns ns) HREFKIT_NOEXCEPT;
HREFKIT_API const char* hrefkit_url_error_code(hrefkit_url_error error) HREFKIT_NOEXCEPT;
HREFKIT_API const char* hrefkit_url_error_message(hrefkit_url_error error) HREFKIT_NOEXCEPT;

/* ---- links ---- */

enum {
  HREFKIT_STANDARD_WHATWG,
  HREFKIT_STANDARD_WHATWG_2012,
  HREFKIT_STANDARD_HTML5,
  HREFKIT_STANDARD_WEB_ADDRESS
};
/* Which xml:base attributes count. AUTO: those in documents that browsers do not show, such as
 * feeds. DEFAULT: ON to find links, bases and effects; AUTO to rewrite, and in archives. */
enum {
  HREFKIT_XML_BASE_ON,
  HREFKIT_XML_BASE_NAMESPACED,
  HREFKIT_XML_BASE_OFF,
  HREFKIT_XML_BASE_AUTO,
  HREFKIT_XML_BASE_DEFAULT
};
enum { HREFKIT_ENGINE_AUTO, HREFKIT_ENGINE_SCAN, HREFKIT_ENGINE_DOM };

/* What offsets and lengths count. The last two need HREFKIT_DECODED. */
enum { HREFKIT_OFFSETS_BYTES, HREFKIT_OFFSETS_CODE_POINTS, HREFKIT_OFFSETS_UTF16 };

enum {
  /* The input is text in UTF-8 already: what the page declares counts for its queries only. */
  HREFKIT_DECODED = 1u << 0,
  HREFKIT_SCRIPTING = 1u << 1,              /* the content of noscript is text */
  HREFKIT_TEMPLATES = 1u << 2,              /* links in the content of templates as well */
  HREFKIT_ALSO_META = 1u << 3,              /* URLs of Open Graph and Twitter cards */
  HREFKIT_ALSO_JSON_LD = 1u << 4,           /* URLs in JSON-LD scripts */
  HREFKIT_ALSO_IMPORT_MAP = 1u << 5,        /* addresses in import maps */
  HREFKIT_ALSO_EMPTY_ACTIONS = 1u << 6,     /* empty actions of forms, and url() without a URL */
  HREFKIT_FALLBACK_AUTO = 1u << 7,          /* an undeclared page of valid UTF-8 is UTF-8 */
  HREFKIT_ALSO_SPECULATION_RULES = 1u << 8, /* URLs of speculation rules */
  HREFKIT_FEED_BASE_ITEM = 1u << 9, /* the HTML of a feed's item is relative to the item's link */
  HREFKIT_NO_LINKS = 1u << 10,      /* no link is wanted: of all kinds none, or of all elements */
  HREFKIT_TEXT = 1u << 11,          /* rows have the texts of links, in HTML */
  HREFKIT_TEXT_CONTENT = 1u << 12   /* the same without the alt of images */
};

/* Called now and then, so that a long call can be stopped: by one thread at a time. */
typedef int (*hrefkit_poll)(void* user);

/* Two texts: a prefix or URL and what replaces it, or a name and its value. */
typedef struct hrefkit_pair {
  hrefkit_view from, to;
} hrefkit_pair;

/* How a page is read, and which of its links are wanted. struct_size is at least 32: up to
 * content_type. */
typedef struct hrefkit_find_options {
  uint32_t struct_size;
  uint32_t row_size; /* sizeof(hrefkit_link) of the caller: rows are laid out with it */
  uint32_t flags;
  uint8_t standard, xml_base, offsets, engine;
  hrefkit_view content_type;       /* the Content-Type header's value; absent: HTML */
  hrefkit_view encoding;           /* a label that overrides the page's own */
  hrefkit_view encoding_fallback;  /* a label for pages that declare none; absent: windows-1252 */
  hrefkit_view creator, container; /* base URLs of about:blank and about:srcdoc */
  const hrefkit_view* csp;         /* values of Content-Security-Policy headers */
  size_t csp_count;
  uint64_t kinds;               /* a bit each (1 << kind); 0: all */
  const hrefkit_view* elements; /* only links of these elements; none: all */
  size_t element_count;
  const hrefkit_view* attributes; /* further ones with links: "img[data-src]=url" */
  size_t attribute_count;
  const hrefkit_view* element_attributes; /* rows have these attributes of their elements */
  size_t element_attribute_count;
  hrefkit_poll poll; /* may be null; not called while a text is parsed to a tree */
  void* poll_user;
} hrefkit_find_options;

/* A row: one place that names a URL. Views live as long as its list, or as the callback. */
typedef struct hrefkit_link {
  hrefkit_view url;       /* absolute, ASCII; absent where it does not resolve */
  hrefkit_view raw;       /* as the DOM has it: the value, or one URL of it */
  hrefkit_view element;   /* local name; empty in style sheets */
  hrefkit_view attribute; /* name, such as "xlink:href"; empty for the element's text */
  hrefkit_view base;      /* what it is relative to; absent with the error 201 */
  hrefkit_view context;   /* index path of the frames, "0.3"; empty for the page itself */
  hrefkit_view
      rel; /* of an a, area, link or form element; absent without, or with more than 4 KiB */
  hrefkit_view header;     /* rows of archives: "location", "link", ...; else absent */
  uint64_t offset, length; /* the URL as written, in bytes of the input (see `offsets`) */
  uint64_t line, column;   /* from 1; columns in code points */
  uint32_t index;          /* counts the URLs of one value, from 0 */
  hrefkit_kind kind;       /* what the link is for */
  hrefkit_base_source base_source;
  hrefkit_ns ns;
  hrefkit_url_error error; /* 0 where it resolves */
  uint8_t reserved;        /* 1: about:legacy-compat or about:srcdoc, which lead nowhere */
  uint8_t padding[7];      /* zero */
  hrefkit_view loaded;     /* what a browser loads, where that is not `url`: the link stands
                              before the base element. Empty where it loads nothing. */
  hrefkit_view text; /* with HREFKIT_TEXT (_CONTENT), of a hyperlink of a and area, and an image of
                        img and input: the text that readers see; absent for all others, and
                        in rows of hrefkit_map_url */
  const hrefkit_pair* attributes; /* those of element_attributes that the element has, in their
                                     order: name, value as the DOM has it */
  size_t attribute_count;
} hrefkit_link;
#define HREFKIT_FIND_OPTIONS_INIT                                                             \
  {                                                                                           \
    sizeof(hrefkit_find_options), sizeof(hrefkit_link), 0, 0, HREFKIT_XML_BASE_DEFAULT, 0, 0, \
        {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0               \
  }

/* Something that was noticed about a page. */
enum { HREFKIT_SEVERITY_FAULT, HREFKIT_SEVERITY_WARNING, HREFKIT_SEVERITY_REMARK };
typedef struct hrefkit_note {
  hrefkit_view code, message;
  uint64_t offset, length, line, column;
  uint8_t severity; /* fault: only a part of the page is reported */
  uint8_t padding[3];
  uint32_t count; /* of the places that it is about, of which this is the first: 1 or more */
} hrefkit_note;

/* All links of a page. */
typedef struct hrefkit_link_list hrefkit_link_list;

/* The links of a page of `size` bytes, whose address is `url`, in source order. `options` may be
 * null. Null bytes with size 0 are an empty page. Errors: E_URL, E_CONTENT_TYPE, E_ENCODING,
 * E_TOO_LARGE. */
HREFKIT_API hrefkit_status hrefkit_find_links(const void* bytes, size_t size, hrefkit_view url,
                                              const hrefkit_find_options* options,
                                              hrefkit_link_list** out,
                                              hrefkit_error* error) HREFKIT_NOEXCEPT;
/* The number of rows; null: 0. */
HREFKIT_API size_t hrefkit_link_list_size(const hrefkit_link_list* list) HREFKIT_NOEXCEPT;
/* The rows, each of the row_size of the options; null where there are none. */
HREFKIT_API const hrefkit_link* hrefkit_link_list_rows(const hrefkit_link_list* list)
    HREFKIT_NOEXCEPT;
/* The document base URL of the page itself, and where it comes from. */
HREFKIT_API hrefkit_view hrefkit_link_list_base(const hrefkit_link_list* list) HREFKIT_NOEXCEPT;
HREFKIT_API hrefkit_base_source hrefkit_link_list_base_source(const hrefkit_link_list* list)
    HREFKIT_NOEXCEPT;
/* The encoding's name, such as "Shift_JIS", and where it was found, such as "meta". */
HREFKIT_API hrefkit_view hrefkit_link_list_encoding(const hrefkit_link_list* list) HREFKIT_NOEXCEPT;
HREFKIT_API hrefkit_view hrefkit_link_list_encoding_source(const hrefkit_link_list* list)
    HREFKIT_NOEXCEPT;
/* The notes about the page; `count` may be null. */
HREFKIT_API const hrefkit_note* hrefkit_link_list_notes(const hrefkit_link_list* list,
                                                        size_t* count) HREFKIT_NOEXCEPT;
HREFKIT_API void hrefkit_link_list_free(hrefkit_link_list* list) HREFKIT_NOEXCEPT;

/* The same in blocks with little memory. A finder keeps its buffers from page to page: have one for
 * each thread. */
typedef struct hrefkit_finder hrefkit_finder;

/* Takes some consecutive rows, at most 1,024. */
typedef int (*hrefkit_take_links)(void* user, const hrefkit_link* rows, size_t count);

HREFKIT_API hrefkit_status hrefkit_finder_new(hrefkit_finder** out,
                                              hrefkit_error* error) HREFKIT_NOEXCEPT;
HREFKIT_API hrefkit_status hrefkit_finder_run(hrefkit_finder* finder, const void* bytes,
                                              size_t size, hrefkit_view url,
                                              const hrefkit_find_options* options,
                                              hrefkit_take_links take, void* user,
                                              hrefkit_error* error) HREFKIT_NOEXCEPT;
/* One that is running is freed when its run ends. */
HREFKIT_API void hrefkit_finder_free(hrefkit_finder* finder) HREFKIT_NOEXCEPT;

/* ---- base URLs and why ---- */

/* A base element. `fate`: "used", "second", "in-template", ...; href absent: it has none. */
typedef struct hrefkit_base_element {
  hrefkit_view href, fate;
  uint64_t offset, line, column;
} hrefkit_base_element;

/* An element with an xml:base that counts. `base` is absent where the value does not resolve. */
typedef struct hrefkit_base_scope {
  hrefkit_view element, value, base;
  uint64_t offset, line, column;
} hrefkit_base_scope;

/* The document of the page, or of a frame in it. Base URLs are absent where all those of the page
 * together are too long. */
typedef struct hrefkit_base_context {
  hrefkit_view path;     /* index path of the frames; empty for the page itself */
  hrefkit_view address;  /* the document's URL */
  hrefkit_view base;     /* its document base URL, from `source` */
  hrefkit_view fallback; /* the one that it has without base elements, from `fallback_source` */
  hrefkit_base_source source, fallback_source;
  uint8_t padding[6];
  const hrefkit_base_element* elements;
  size_t element_count;
  const hrefkit_base_scope* scopes;
  size_t scope_count;
} hrefkit_base_context;

typedef struct hrefkit_base_report hrefkit_base_report;

/* The base URLs of a page and of the documents in its frames. HREFKIT_DECODED, encodings, content
 * type, xml_base and standard count; what selects rows does not. */
HREFKIT_API hrefkit_status hrefkit_find_bases(const void* bytes, size_t size, hrefkit_view url,
                                              const hrefkit_find_options* options,
                                              hrefkit_base_report** out,
                                              hrefkit_error* error) HREFKIT_NOEXCEPT;
/* The number of contexts: the page comes first. */
HREFKIT_API size_t hrefkit_base_report_size(const hrefkit_base_report* report) HREFKIT_NOEXCEPT;
/* Null past the end. */
HREFKIT_API const hrefkit_base_context* hrefkit_base_report_at(const hrefkit_base_report* report,
                                                               size_t index) HREFKIT_NOEXCEPT;
HREFKIT_API void hrefkit_base_report_free(hrefkit_base_report* report) HREFKIT_NOEXCEPT;

/* ---- rewriting ---- */

/* What a callback answers; it lives during the callback. */
typedef struct hrefkit_answer hrefkit_answer;

/* Sets where the link is to lead: an absolute URL, or a reference against the page's new address.
 * It is copied. Errors: E_URL, and the answer stays as it was. */
HREFKIT_API hrefkit_status hrefkit_answer_set(hrefkit_answer* answer,
                                              hrefkit_view url) HREFKIT_NOEXCEPT;

/* `row->url` is where the link leads; without an answer it stays so. It may be called more than
 * once for a link: answer alike. */
typedef int (*hrefkit_map_url)(void* user, const hrefkit_link* row, hrefkit_answer* answer);

enum {
  HREFKIT_FORM_AS_WRITTEN,
  HREFKIT_FORM_ABSOLUTE,
  HREFKIT_FORM_RELATIVE,
  HREFKIT_FORM_ROOT_RELATIVE
};

/* Links that the rules below pass over. With HREFKIT_KEEP_DEFAULT, rebase and map move the address
   of a page that moves (canonical, alternate, og:url) along with it; with other flags, it stays. */
enum {
  HREFKIT_KEEP_CANONICAL = 1,
  HREFKIT_KEEP_ALTERNATE = 2,
  HREFKIT_KEEP_OG = 4,        /* the URLs of social cards */
  HREFKIT_KEEP_FRAGMENTS = 8, /* references that are a fragment alone, or empty */
  HREFKIT_KEEP_GUID = 16,     /* the guid of an RSS item that has a link, too */
  HREFKIT_KEEP_DEFAULT = 23
};

typedef struct hrefkit_rewrite_options {
  uint32_t struct_size;
  uint8_t form;          /* of the references */
  uint8_t drop_base;     /* 1: remove base elements; links keep their targets */
  uint8_t drop_xml_base; /* 1: the same for xml:base */
  uint8_t no_verify;     /* 1: the new page is not read again */
  uint32_t keep;         /* HREFKIT_KEEP_DEFAULT in the initialiser */
  uint32_t padding;
  hrefkit_view new_url;       /* the page's new address; absent: the old one */
  const hrefkit_pair* rebase; /* prefixes of URLs, both absolute, that end where a component ends;
                                 the longest wins */
  size_t rebase_count;
  const hrefkit_pair* map; /* whole URLs; `from` is absolute, `to` may be relative to the page */
  size_t map_count;
  hrefkit_map_url map_url; /* asked last, with the URL that the rules above gave; by several
                              threads at once where they run one rewriter */
  void* user;
  const hrefkit_find_options* find; /* null: defaults */
  uint8_t no_edits;                 /* 1: the bytes alone are wanted; no edits are made */
  uint8_t padding2[7];
} hrefkit_rewrite_options;
#define HREFKIT_REWRITE_OPTIONS_INIT                                                             \
  {                                                                                              \
    sizeof(hrefkit_rewrite_options), 0, 0, 0, 0, HREFKIT_KEEP_DEFAULT, 0, {0, 0}, 0, 0, 0, 0, 0, \
        0, 0, 0, {                                                                               \
      0                                                                                          \
    }                                                                                            \
  }

/* One change. */
typedef struct hrefkit_edit {
  uint64_t offset, length, line, column; /* what is replaced */
  hrefkit_view raw, value;               /* what is written there before and after */
  hrefkit_view before, after;            /* the URLs; `after` is absent where a base is dropped */
  hrefkit_view reason, element, attribute, context;
  uint32_t index;
  hrefkit_kind kind;
  uint8_t padding[3];
} hrefkit_edit;

/* A page whose links were changed. */
typedef struct hrefkit_rewritten hrefkit_rewritten;

/* Changes the URLs of the page's links and nothing else. The result is read again, and each link
 * must lead where it was meant to (E_NOT_PROVED). `options` may be null. A page that is broken, so
 * that only a part of it could be read, stays as it is; its notes say so. The note "unused-rebase"
 * names prefixes below which neither the page nor a link lies: they may be misspelt. Errors: as for
 * hrefkit_find_links; E_URL also for a `from` of rebase and map, and a `to` of rebase, that is no
 * absolute URL; E_ARGUMENT for a prefix that has two replacements. */
HREFKIT_API hrefkit_status hrefkit_rewrite(const void* bytes, size_t size, hrefkit_view url,
                                           const hrefkit_rewrite_options* options,
                                           hrefkit_rewritten** out,
                                           hrefkit_error* error) HREFKIT_NOEXCEPT;
/* The whole page, changed or not; with HREFKIT_DECODED it is UTF-8. */
HREFKIT_API hrefkit_view hrefkit_rewritten_bytes(const hrefkit_rewritten* page) HREFKIT_NOEXCEPT;
HREFKIT_API int hrefkit_rewritten_changed(const hrefkit_rewritten* page) HREFKIT_NOEXCEPT;
/* The changes in source order; `count` may be null. */
HREFKIT_API const hrefkit_edit* hrefkit_rewritten_edits(const hrefkit_rewritten* page,
                                                        size_t* count) HREFKIT_NOEXCEPT;
HREFKIT_API const hrefkit_note* hrefkit_rewritten_notes(const hrefkit_rewritten* page,
                                                        size_t* count) HREFKIT_NOEXCEPT;
/* The links of the page that lie below no prefix of rebase; 0 without rebase. */
HREFKIT_API size_t hrefkit_rewritten_uncovered(const hrefkit_rewritten* page) HREFKIT_NOEXCEPT;
HREFKIT_API void hrefkit_rewritten_free(hrefkit_rewritten* page) HREFKIT_NOEXCEPT;

/* What is to be done with the links of many pages: options that were parsed once. Prepare one for a
 * site that moves: a map of 100,000 URLs costs as much as many pages. */
typedef struct hrefkit_rewriter hrefkit_rewriter;

/* Parses the options, which are not kept, but for map_url and user, which each run may use.
 * `options` may be null. Errors: E_URL, E_ARGUMENT, E_CONTENT_TYPE, E_ENCODING. */
HREFKIT_API hrefkit_status hrefkit_rewriter_new(const hrefkit_rewrite_options* options,
                                                hrefkit_rewriter** out,
                                                hrefkit_error* error) HREFKIT_NOEXCEPT;
/* Rewrites one page as hrefkit_rewrite does. Several threads may run one rewriter at once. The
 * result does not need the rewriter. Errors: E_URL, E_TOO_LARGE, E_NOT_PROVED. */
HREFKIT_API hrefkit_status hrefkit_rewriter_run(const hrefkit_rewriter* rewriter, const void* bytes,
                                                size_t size, hrefkit_view url,
                                                hrefkit_rewritten** out,
                                                hrefkit_error* error) HREFKIT_NOEXCEPT;
/* The number of prefixes of rebase below which neither a page nor a link of the runs so far lies:
 * they may be misspelt. The first `capacity` of them, the longest first, go into `prefixes`, which
 * may be null with 0; they live as long as the rewriter. */
HREFKIT_API size_t hrefkit_rewriter_unused(const hrefkit_rewriter* rewriter, hrefkit_view* prefixes,
                                           size_t capacity) HREFKIT_NOEXCEPT;
/* No run may be under way. */
HREFKIT_API void hrefkit_rewriter_free(hrefkit_rewriter* rewriter) HREFKIT_NOEXCEPT;

/* ---- URLs ---- */

/* A URL of the URL Standard. */
typedef struct hrefkit_url hrefkit_url;
typedef enum hrefkit_part {
  HREFKIT_HREF,
  HREFKIT_ORIGIN,
  HREFKIT_PROTOCOL,
  HREFKIT_USERNAME,
  HREFKIT_PASSWORD,
  HREFKIT_HOST,
  HREFKIT_HOSTNAME,
  HREFKIT_PORT,
  HREFKIT_PATHNAME,
  HREFKIT_SEARCH,
  HREFKIT_HASH,
  HREFKIT_UNICODE_HOSTNAME
} hrefkit_part;

/* Parses `input`. `base` may be null; `encoding` is a label for the query, absent: UTF-8. */
HREFKIT_API hrefkit_status hrefkit_url_parse(hrefkit_view input, const hrefkit_url* base,
                                             hrefkit_view encoding, hrefkit_url** out,
                                             hrefkit_error* error) HREFKIT_NOEXCEPT;
/* A part, with the prefix or suffix that the URL API gives it ("http:", "?q", "#f"). It lives until
 * the URL is set or freed. Absent for a null URL, an unknown part, and without memory for origin
 * and unicode_hostname. */
HREFKIT_API hrefkit_view hrefkit_url_get(const hrefkit_url* url,
                                         hrefkit_part part) HREFKIT_NOEXCEPT;
/* Sets a part by the setter of the URL API. HREFKIT_UNCHANGED where the setter ignores the value.
 * An href that does not parse is E_URL. origin and unicode_hostname have no setter. The value may
 * be a view of this URL. */
HREFKIT_API hrefkit_status hrefkit_url_set(hrefkit_url* url, hrefkit_part part, hrefkit_view value,
                                           hrefkit_error* error) HREFKIT_NOEXCEPT;
HREFKIT_API hrefkit_status hrefkit_url_copy(const hrefkit_url* url, hrefkit_url** out,
                                            hrefkit_error* error) HREFKIT_NOEXCEPT;
/* 1 for equal URLs, and for two null pointers. */
HREFKIT_API int hrefkit_url_equal(const hrefkit_url* a, const hrefkit_url* b,
                                  int without_fragment) HREFKIT_NOEXCEPT;
HREFKIT_API void hrefkit_url_free(hrefkit_url* url) HREFKIT_NOEXCEPT;

/* A buffer of yours that is used again: all zero at first; data[size] is 0. On failure it stays as
 * it was. */
typedef struct hrefkit_buffer {
  char* data;
  size_t size, capacity;
} hrefkit_buffer;
/* Makes it all zero again; may be called twice. */
HREFKIT_API void hrefkit_buffer_free(hrefkit_buffer* buffer) HREFKIT_NOEXCEPT;

/* One base URL for many references. */
typedef struct hrefkit_resolver hrefkit_resolver;
/* `base` is an absolute URL; `encoding` a label, absent: UTF-8; `standard` a HREFKIT_STANDARD_. */
HREFKIT_API hrefkit_status hrefkit_resolver_new(hrefkit_view base, hrefkit_view encoding,
                                                uint8_t standard, hrefkit_resolver** out,
                                                hrefkit_error* error) HREFKIT_NOEXCEPT;
/* Puts the absolute URL of a reference into `out`. The reference may be a view of the buffer. */
HREFKIT_API hrefkit_status hrefkit_resolver_resolve(const hrefkit_resolver* resolver,
                                                    hrefkit_view reference, hrefkit_buffer* out,
                                                    hrefkit_error* error) HREFKIT_NOEXCEPT;
/* Puts the shortest reference that leads to `url` into `out`. */
HREFKIT_API hrefkit_status hrefkit_resolver_relativize(const hrefkit_resolver* resolver,
                                                       hrefkit_view url, hrefkit_buffer* out,
                                                       hrefkit_error* error) HREFKIT_NOEXCEPT;
HREFKIT_API void hrefkit_resolver_free(hrefkit_resolver* resolver) HREFKIT_NOEXCEPT;

/* ---- effects of a change of base URL ---- */

enum {
  HREFKIT_CHANGE_SET_BASE,    /* value: the href of the base element that counts, or of a new one */
  HREFKIT_CHANGE_REMOVE_BASE, /* every base element with an href */
  HREFKIT_CHANGE_NEW_URL,     /* value: the page's new address */
  HREFKIT_CHANGE_SET_XML_BASE,   /* selector, value */
  HREFKIT_CHANGE_REMOVE_XML_BASE /* selector */
};
typedef struct hrefkit_change {
  uint32_t what; /* HREFKIT_CHANGE_ */
  uint32_t padding;
  hrefkit_view selector, value;
} hrefkit_change;

/* What the changes do to one URL of an element that they affect, in the page or in a srcdoc
 * document that inherits its base URL. */
typedef struct hrefkit_effect {
  hrefkit_view element, attribute, raw;
  hrefkit_view effect;        /* "hyperlink", "cite", "none" */
  hrefkit_view before, after; /* absent where it does not resolve */
  hrefkit_view hazards;       /* names with a space between: "fragment-leaves-page" */
  uint64_t offset, length, line, column;
  uint32_t index;
  hrefkit_kind kind;
  uint8_t changed; /* `after` is not `before` */
  uint8_t stale;   /* an open page keeps `before` until it is reloaded */
  uint8_t padding;
  hrefkit_view context; /* the frames' indexes, "0.3"; empty for the page itself */
} hrefkit_effect;
typedef struct hrefkit_effect_list hrefkit_effect_list;

/* What changes of base URLs do to the URLs of the page. The changes are made at once: their order
 * does not count. Two that contradict each other are E_ARGUMENT; a selector that cannot be read, or
 * matches nothing, is E_SELECTOR. */
HREFKIT_API hrefkit_status hrefkit_find_effects(const void* bytes, size_t size, hrefkit_view url,
                                                const hrefkit_find_options* options,
                                                const hrefkit_change* changes, size_t count,
                                                hrefkit_effect_list** out,
                                                hrefkit_error* error) HREFKIT_NOEXCEPT;
HREFKIT_API const hrefkit_effect* hrefkit_effect_list_rows(const hrefkit_effect_list* list,
                                                           size_t* count) HREFKIT_NOEXCEPT;
HREFKIT_API void hrefkit_effect_list_free(hrefkit_effect_list* list) HREFKIT_NOEXCEPT;

/* ---- checking a folder ---- */

/* A broken link, or what else is wrong with a page. Views live during the callback. */
typedef struct hrefkit_finding {
  hrefkit_view rule, severity;
  hrefkit_view file; /* the folder as given, and the path below it */
  hrefkit_view element, attribute, raw;
  hrefkit_view url; /* absent where it does not resolve */
  hrefkit_view base, base_source;
  hrefkit_view target;     /* the path below the folder that was looked for; may be absent */
  hrefkit_view suggestion; /* the nearest path or id that exists; may be absent */
  hrefkit_view message, context;
  hrefkit_view source_line; /* at most some hundred bytes of the line */
  uint64_t offset, length, line, column;
  uint32_t index;
  uint32_t source_begin, source_end; /* where the URL stands in source_line, in bytes */
  int32_t status;         /* of HTTP, where the link was asked for: the last one; 0: none */
  hrefkit_view reason;    /* a word such as "dns"; absent where the link was not asked for */
  hrefkit_view final_url; /* where redirects lead; absent without one */
  /* Where it can be repaired, with the setting "sources"; absent where that is not known. */
  hrefkit_view source_file;
  uint64_t source_file_line, source_file_column; /* 0: only the file is known */
  uint64_t source_file_offset, source_file_length;
  /* What repairs it, where there is one safe answer: the text, in UTF-8, that is to stand in place
   * of these bytes of the file. Absent where there is none. */
  hrefkit_view fix_value;
  uint64_t fix_offset, fix_length;
  hrefkit_view source_fix; /* the same in place of the bytes of source_file, where that is sure */
} hrefkit_finding;

typedef int (*hrefkit_take_finding)(void* user, const hrefkit_finding* finding);
typedef int (*hrefkit_take_trouble)(void* user, hrefkit_view path, hrefkit_view why);
/* Returns 1 for a URL about which nothing is to be reported, 0 for others, negative to fail. */
typedef int (*hrefkit_exclude_url)(void* user, hrefkit_view url);

/* A request of a check, for one hop. Views live during the callback. */
typedef struct hrefkit_request {
  hrefkit_view method;         /* "HEAD" or "GET" */
  hrefkit_view url;            /* absolute, http or https, without fragment and userinfo */
  const hrefkit_pair* headers; /* name and value of each field that is to be sent */
  size_t header_count;
  uint8_t wants_body; /* 0: the answer may end with its head */
  uint8_t padding[7];
} hrefkit_request;

/* These take the answer, during the callback: the head first, once. What comes before it, a second
 * one, and what follows a failure do not count; a head that is none (another status, more than 300
 * KiB of fields) counts as the failure "protocol", and no head at all as "empty". */
/* Status (200 to 999) and fields of the final answer. 1: the body is wanted, 0: it is not. */
HREFKIT_API int hrefkit_answer_head(hrefkit_answer* answer, int32_t status,
                                    const hrefkit_pair* fields, size_t count) HREFKIT_NOEXCEPT;
/* The next bytes of the body, as the server sent them: the library undoes content codings. 1: more
 * is wanted, 0: no more is. */
HREFKIT_API int hrefkit_answer_body(hrefkit_answer* answer, const void* bytes,
                                    size_t size) HREFKIT_NOEXCEPT;
/* Why there is no answer, or no whole one: dns, refused, reset, empty, protocol, truncated,
 * timeout, tls-expired, tls-not-yet-valid, tls-self-signed, tls-host, tls-handshake, tls-issuer,
 * private, or proxy (it cannot be reached: the link is not checked, and the check fails). Other
 * words count as protocol. */
HREFKIT_API void hrefkit_answer_fail(hrefkit_answer* answer, hrefkit_view reason) HREFKIT_NOEXCEPT;

/* Sends a request, follows no redirect, and gives the answer before it returns. Called from one
 * thread at a time, one request at a time. robots.txt, limits, delays, retries, redirects
 * and verdicts are the library's. */
typedef int (*hrefkit_fetch)(void* user, const hrefkit_request* request, hrefkit_answer* answer);

enum {
  HREFKIT_CHECK_HIDDEN = 1,       /* names that begin with a dot are pages, too */
  HREFKIT_CHECK_ORPHANS = 2,      /* report pages that no other page leads to */
  HREFKIT_CHECK_LIST_EXTERNAL = 4 /* report links to other sites, by the rule "external" */
};

typedef struct hrefkit_check_options {
  uint32_t struct_size;
  uint32_t threads;      /* 0: one. Callbacks come from one thread at a time, which may not be the
                            caller's */
  hrefkit_view site_url; /* the http or https address of the folder; absent: one of its own */
  const hrefkit_view* index; /* null: index.html, index.htm */
  size_t index_count;
  const hrefkit_view* extensions; /* "html": `page` means `page.html` */
  size_t extension_count;
  const hrefkit_pair* rules; /* rule name, severity name: {"duplicate-id", "off"} */
  size_t rule_count;
  uint32_t flags;        /* HREFKIT_CHECK_ */
  uint32_t finding_size; /* sizeof(hrefkit_finding) */
  hrefkit_take_finding finding;
  hrefkit_take_trouble trouble; /* a file that cannot be read, or only in part */
  void* user;
  hrefkit_exclude_url exclude;
  hrefkit_poll poll; /* called once a page: to stop a check that finds nothing */
  /* Options of `hrefkit check` by their long names, with the command's values: a pair each. A name
   * may come again where the command takes a list; a flag has the value "true" or "false". The
   * library has all that say what is checked and how hosts are asked, but not exclude-url and
   * include-url, nor what is about the command's own connections and reports. A wrong name or value
   * is E_ARGUMENT with the command's message, and so is external=check without fetch. An answer
   * counts as a time-out where it takes longer than timeout, if that is given. */
  const hrefkit_pair* settings;
  size_t setting_count;
  hrefkit_fetch fetch; /* asks for links to other sites, and for a live site; null: nobody does */
} hrefkit_check_options;
#define HREFKIT_CHECK_OPTIONS_INIT                                                                \
  {                                                                                               \
    sizeof(hrefkit_check_options), 0, {0, 0}, 0, 0, 0, 0, 0, 0, 0, sizeof(hrefkit_finding), 0, 0, \
        0, 0, 0, 0, 0, 0                                                                          \
  }

/* Every link is counted once: in fine, found, external, ignored or not_judged. */
typedef struct hrefkit_check_summary {
  uint32_t struct_size, padding;
  uint64_t pages, other_files, links, fine, found, external, ignored, not_judged;
  uint64_t errors, warnings; /* findings by severity */
  uint8_t failed;            /* 1: some page could not be read */
  uint8_t stopped;           /* 1: a callback stopped the check */
  uint8_t padding2[6];
} hrefkit_check_summary;
#define HREFKIT_CHECK_SUMMARY_INIT                                          \
  {                                                                         \
    sizeof(hrefkit_check_summary), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, { \
      0                                                                     \
    }                                                                       \
  }

/* Checks the folder as the site that it will be. An http or https URL in place of a folder is a
 * live site, which is crawled from there: fetch must be given. `options` and `summary` may be null;
 * findings go to the callback. Errors: E_IO for a folder or start that cannot be read, E_EMPTY for
 * a folder without a file that is checked, E_URL for site_url. */
HREFKIT_API hrefkit_status hrefkit_check(hrefkit_view folder, const hrefkit_check_options* options,
                                         hrefkit_check_summary* summary,
                                         hrefkit_error* error) HREFKIT_NOEXCEPT;

/* ---- web archives ---- */

/* A WARC file that is read record by record. */
typedef struct hrefkit_archive hrefkit_archive;

/* Reads bytes: how many, 0 at the end, negative to fail. */
typedef int64_t (*hrefkit_read)(void* user, char* buffer, size_t capacity);
/* Hears of a record, or a part of one, that is lost: where the record begins in the file, and why.
 */
typedef int (*hrefkit_take_damage)(void* user, uint64_t record_offset, hrefkit_view why);

/* Bits of record_types. */
enum {
  HREFKIT_RECORD_WARCINFO = 1u << 0,
  HREFKIT_RECORD_REQUEST = 1u << 1,
  HREFKIT_RECORD_RESPONSE = 1u << 2,
  HREFKIT_RECORD_REVISIT = 1u << 3,
  HREFKIT_RECORD_RESOURCE = 1u << 4,
  HREFKIT_RECORD_METADATA = 1u << 5,
  HREFKIT_RECORD_CONVERSION = 1u << 6,
  HREFKIT_RECORD_CONTINUATION = 1u << 7
};

typedef struct hrefkit_archive_options {
  uint32_t struct_size;
  uint32_t record_types;     /* 0: response, revisit, resource */
  uint64_t max_body;         /* more bytes of a body are not read; 0: 256 MiB */
  hrefkit_take_trouble note; /* all that is noticed: the archive's path, and "record at 12: why" */
  hrefkit_read read;         /* where the path is absent */
  void* user;
  hrefkit_take_damage damage; /* lost records */
} hrefkit_archive_options;
#define HREFKIT_ARCHIVE_OPTIONS_INIT \
  { sizeof(hrefkit_archive_options), 0, 0, 0, 0, 0, 0 }

/* A record, without the codings of HTTP. */
typedef struct hrefkit_capture {
  uint32_t struct_size;
  int32_t status; /* of HTTP; 0 without an HTTP head */
  hrefkit_view uri, date, record_type;
  hrefkit_view media_type; /* the computed type; may be empty */
  hrefkit_view charset;    /* of the Content-Type; empty: none */
  hrefkit_view body;       /* of a document; absent for all else */
  uint64_t record_offset;  /* where the record begins in the file */
  uint64_t record_length;  /* as an index has it; 0: unknown */
  uint8_t is_document, padding[7];
} hrefkit_capture;
#define HREFKIT_CAPTURE_INIT                                                               \
  {                                                                                        \
    sizeof(hrefkit_capture), 0, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, 0, 0, 0, { \
      0                                                                                    \
    }                                                                                      \
  }

/* Opens the file `path`, or, where it is absent, what options->read gives. `options` may be null
 * with a path. Errors: E_IO. */
HREFKIT_API hrefkit_status hrefkit_archive_open(hrefkit_view path,
                                                const hrefkit_archive_options* options,
                                                hrefkit_archive** out,
                                                hrefkit_error* error) HREFKIT_NOEXCEPT;
/* Reads the next record of the wanted types; HREFKIT_END behind the last. `capture` may be null.
 * Views live until the next call. Errors: E_IO, E_FORMAT. */
HREFKIT_API hrefkit_status hrefkit_archive_next(hrefkit_archive* archive, hrefkit_capture* capture,
                                                hrefkit_error* error) HREFKIT_NOEXCEPT;
/* The links of the record that was read: those of its HTTP fields first. The record has its own URL
 * and type: of `options`, url and content_type do not count. A record without links gives no row.
 */
HREFKIT_API hrefkit_status hrefkit_archive_links(hrefkit_archive* archive,
                                                 const hrefkit_find_options* options,
                                                 hrefkit_take_links take, void* user,
                                                 hrefkit_error* error) HREFKIT_NOEXCEPT;
HREFKIT_API void hrefkit_archive_free(hrefkit_archive* archive) HREFKIT_NOEXCEPT;

/* A record that outlives hrefkit_archive_next, and the archive. */
typedef struct hrefkit_record hrefkit_record;

/* Moves the record that was read last into a handle of its own. The views that
 * hrefkit_archive_next gave end, and hrefkit_archive_links finds nothing until the next record. */
HREFKIT_API hrefkit_status hrefkit_archive_take(hrefkit_archive* archive, hrefkit_record** out,
                                                hrefkit_error* error) HREFKIT_NOEXCEPT;
/* The views live as long as the record. */
HREFKIT_API hrefkit_status hrefkit_record_capture(const hrefkit_record* record,
                                                  hrefkit_capture* capture,
                                                  hrefkit_error* error) HREFKIT_NOEXCEPT;
/* Its links as a list, those of its HTTP fields first. */
HREFKIT_API hrefkit_status hrefkit_record_links(const hrefkit_record* record,
                                                const hrefkit_find_options* options,
                                                hrefkit_link_list** out,
                                                hrefkit_error* error) HREFKIT_NOEXCEPT;
HREFKIT_API void hrefkit_record_free(hrefkit_record* record) HREFKIT_NOEXCEPT;

/* ---- the fields of rows ---- */

/* The structs above that are rows of answers. With their fields a binding makes objects of them,
 * and does not name each. */
enum {
  HREFKIT_ROW_LINK,
  HREFKIT_ROW_NOTE,
  HREFKIT_ROW_BASE_ELEMENT,
  HREFKIT_ROW_BASE_SCOPE,
  HREFKIT_ROW_BASE_CONTEXT,
  HREFKIT_ROW_EDIT,
  HREFKIT_ROW_EFFECT,
  HREFKIT_ROW_FINDING,
  HREFKIT_ROW_CHECK_SUMMARY,
  HREFKIT_ROW_CAPTURE
};

/* What a field holds. */
enum {
  HREFKIT_FIELD_TEXT,  /* a hrefkit_view, as up to BYTES */
  HREFKIT_FIELD_NAME,  /* a text that many rows have */
  HREFKIT_FIELD_NAMES, /* names with a space between */
  HREFKIT_FIELD_PATH,
  HREFKIT_FIELD_BYTES,
  HREFKIT_FIELD_KIND, /* a hrefkit_kind; the next ones are of one byte, too */
  HREFKIT_FIELD_BASE_SOURCE,
  HREFKIT_FIELD_NS,
  HREFKIT_FIELD_URL_ERROR,
  HREFKIT_FIELD_SEVERITY, /* HREFKIT_SEVERITY_ */
  HREFKIT_FIELD_FLAG,
  HREFKIT_FIELD_U32,
  HREFKIT_FIELD_I32,
  HREFKIT_FIELD_U64,
  HREFKIT_FIELD_ROWS, /* a pointer to rows of the kind `flags`, then their number, a size_t */
  HREFKIT_FIELD_PAIRS /* a pointer to hrefkit_pairs of name and value, then their number */
};
enum {
  HREFKIT_FIELD_OPTIONAL = 1, /* none where it is absent, or zero */
  HREFKIT_FIELD_SPARSE =
      2, /* an object lacks the key where it is none, or, if not optional, empty */
  HREFKIT_FIELD_FILLED = 4,   /* none where it is empty, too */
  HREFKIT_FIELD_REQUESTED = 8 /* only options have it: an object lacks the key where it is none */
};
typedef struct hrefkit_field {
  const char* name;
  const char* doc;
  uint16_t offset, size; /* in the struct */
  uint8_t type;          /* HREFKIT_FIELD_TEXT, ... */
  uint8_t flags;         /* HREFKIT_FIELD_OPTIONAL, ... */
  uint8_t order;         /* its place among the attributes of an object, from 1; 0: none */
  uint8_t key;           /* its place among the keys of a JSON object, from 1; 0: none */
} hrefkit_field;
typedef struct hrefkit_row_type {
  const char* name; /* "hrefkit_link" */
  const char* doc;
  const hrefkit_field* fields;
  size_t field_count, size;
} hrefkit_row_type;

/* The fields of HREFKIT_ROW_LINK, and so on; static. Null for an unknown row. */
HREFKIT_API const hrefkit_row_type* hrefkit_row_fields(uint32_t row) HREFKIT_NOEXCEPT;

#ifdef __cplusplus
}
#endif
#endif
