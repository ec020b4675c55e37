/* The module hrefkit._hrefkit: functions, types and exceptions of the package hrefkit. */
#include "module.h"

PyObject* no_pickle(PyObject* self, PyObject* ignored) {
  (void)ignored;
  PyErr_Format(PyExc_TypeError, "cannot pickle %R objects", (PyObject*)Py_TYPE(self));
  return NULL;
}

/* ---- pickles ---- */

PyObject* reduce_as(State* state, const char* name, PyObject* values) {
  if (values == NULL) return NULL;
  PyObject* const reduced = Py_BuildValue("O(sO)", state->restore, name, values);
  Py_DECREF(values);
  return reduced;
}

PyObject* restored_value(PyObject* values, const char* key, PyTypeObject* type) {
  PyObject* const value = PyDict_GetItemString(values, key);
  if (value != NULL && PyObject_TypeCheck(value, type)) return value;
  PyErr_Format(PyExc_TypeError, "the pickle has no %R for %s", (PyObject*)type, key);
  return NULL;
}

static PyObject* restore(PyObject* module, PyObject* args) {
  State* const state = PyModule_GetState(module);
  PyObject *name = NULL, *values = NULL;
  if (!PyArg_ParseTuple(args, "UO!:_restore", &name, &PyDict_Type, &values)) return NULL;
  static const struct {
    const char* name;
    PyObject* (*restore)(State*, PyObject*);
  } others[] = {
      {"Links", links_restore}, {"Report", report_restore}, {"Rewritten", rewritten_restore}};
  for (size_t i = 0; i < sizeof others / sizeof *others; ++i) {
    if (PyUnicode_CompareWithASCIIString(name, others[i].name) == 0) {
      return others[i].restore(state, values);
    }
  }
  return restore_row(state, name, values);
}

/* ---- the module ---- */

PyTypeObject* add_type(PyObject* module, PyType_Spec* spec) {
  PyObject* const type = PyType_FromModuleAndSpec(module, spec, NULL);
  if (type == NULL) return NULL;
  if (PyModule_AddType(module, (PyTypeObject*)type) == 0) return (PyTypeObject*)type;
  Py_DECREF(type);
  return NULL;
}

static int execute(PyObject* module) {
  State* const state = PyModule_GetState(module);
  if (hrefkit_version_number() < HREFKIT_VERSION_NUMBER) {
    PyErr_Format(PyExc_ImportError, "the library hrefkit %s is older than the module",
                 hrefkit_version());
    return -1;
  }
  if (add_errors(module, state) < 0 || add_rows(module, state) < 0 ||
      add_links(module, state) < 0 || add_url(module, state) < 0 ||
      add_rewrite(module, state) < 0 || add_check(module, state) < 0 ||
      add_archive(module, state) < 0) {
    return -1;
  }
  state->restore = PyObject_GetAttrString(module, "_restore");
  if (state->restore == NULL) return -1;
  return PyModule_AddStringConstant(module, "__version__", hrefkit_version());
}

/* Visits or clears whatever the state holds. */
static int traverse(PyObject* module, visitproc visit, void* arg) {
  State* const state = PyModule_GetState(module);
  for (int i = 0; i < error_count; ++i) Py_VISIT(state->errors[i]);
  for (int i = 0; i < row_count; ++i) Py_VISIT(state->row_types[i]);
  Py_VISIT(state->links_type);
  Py_VISIT(state->url_type);
  Py_VISIT(state->rewritten_type);
  Py_VISIT(state->rewriter_type);
  Py_VISIT(state->report_type);
  Py_VISIT(state->archive_type);
  Py_VISIT(state->capture_type);
  Py_VISIT(state->restore);
  return 0;
}

static int clear(PyObject* module) {
  State* const state = PyModule_GetState(module);
  for (int i = 0; i < error_count; ++i) Py_CLEAR(state->errors[i]);
  for (int i = 0; i < row_count; ++i) Py_CLEAR(state->row_types[i]);
  Py_CLEAR(state->links_type);
  Py_CLEAR(state->url_type);
  Py_CLEAR(state->rewritten_type);
  Py_CLEAR(state->rewriter_type);
  Py_CLEAR(state->report_type);
  Py_CLEAR(state->archive_type);
  Py_CLEAR(state->capture_type);
  Py_CLEAR(state->restore);
  for (int i = 0; i < name_types * name_count; ++i) {
    Py_CLEAR(state->names[i / name_count][i % name_count]);
  }
  return 0;
}

#define READING READING_SIGNATURE ")\n--\n\n"

static PyMethodDef functions[] = {
    {"links", (PyCFunction)(void (*)(void))find_links, METH_FASTCALL | METH_KEYWORDS,
     "links($module, data, url=None, *, " READING
     "Every link of a page, resolved as a browser resolves it, in source order: a Links.\n\n"
     "data       bytes, bytearray or memoryview: the page as it was sent; offsets count bytes.\n"
     "           str: text that is decoded already, never the name of a file or a URL (one that\n"
     "           looks like it, without \"<\", is a UserWarning); what the page\n"
     "           declares counts for its queries only, offsets count code points, lone surrogates\n"
     "           are U+FFFD. A path object, such as pathlib.Path(\"index.html\"): the file is "
     "read;\n"
     "           without a url it has its file: URL. Buffers are exported during the call (a\n"
     "           bytearray cannot be resized: BufferError) and not kept.\n"
     "url        The page's address, absolute.\n"
     "content_type  The value of the Content-Type header; HTML unless given. XML, CSS, manifests.\n"
     "encoding   A label that overrides the page's own.\n"
     "encoding_fallback  The label for pages that declare none, windows-1252 unless given;\n"
     "           \"auto\" is UTF-8 for pages that are valid UTF-8.\n"
     "standard   \"whatwg\", \"whatwg-2012\", \"html5\" or \"web-address\".\n"
     "xml_base   \"on\", \"namespaced\" (only where the parser finds that namespace), \"off\", or\n"
     "           \"auto\": off in HTML, XHTML and SVG, as in browsers; on in feeds and other XML.\n"
     "           None is \"on\" for links, base and effects, \"auto\" for rewrite and archives.\n"
     "feed_base  \"feed\", or \"item\": the HTML of a feed's item is relative to the item's link.\n"
     "scripting  The content of noscript is text.\n"
     "templates  Links in the content of templates, too.\n"
     "also       Of \"meta\", \"jsonld\", \"importmap\", \"empty-actions\", \"speculationrules\".\n"
     "kinds, elements  Only these; None is all, and an empty iterable none.\n"
     "attributes Further attributes with links: \"img[data-src]=url\".\n"
     "creator, container  The base URLs of about:blank and about:srcdoc.\n"
     "csp        The values of Content-Security-Policy headers.\n"
     "engine     \"auto\", \"scan\" or \"dom\": the answers are the same.\n"
     "text       Links have the text that readers see: Link.text; \"content\" is without the alt "
     "of\n           images.\n"
     "element_attributes  Attributes of their elements that links have: Link.attributes.\n\n"
     "Raises UrlError, ContentTypeError, EncodingError, TooLargeError, OSError for a path,\n"
     "ValueError for an unknown name, TypeError. The GIL is released while the page is read."},
    {"base", (PyCFunction)(void (*)(void))find_bases, METH_FASTCALL | METH_KEYWORDS,
     "base($module, data, url=None, *, " READING
     "The base URLs of a page and of the documents in its frames, and why they are so: a list of\n"
     "Context, the page first. Arguments and errors as for links; what selects rows does not "
     "count."},
    {"rewrite", (PyCFunction)(void (*)(void))rewrite_page, METH_FASTCALL | METH_KEYWORDS,
     "rewrite($module, data, url=None, change=None, *, map=None, rebase=(), form=\"as-written\", "
     "new_url=None, drop_base=False, drop_xml_base=False, "
     "keep=(\"canonical\", \"alternate\", \"og\", \"guid\"), verify=True, edits=True, " READING
     "The page with other URLs, and all other bytes as they were: a Rewritten.\n\n"
     "change     A mapping of absolute URLs to URLs; or a function that is given each Link and\n"
     "           answers a URL, which may be relative to the page's new address, or None to leave\n"
     "           it. What the function raises comes out as it is, and nothing is changed. It may "
     "be\n"
     "           called more than once for a link. A Link that it keeps stays valid.\n"
     "map        A mapping of absolute URLs to URLs; a function as `change` is asked behind it.\n"
     "rebase     Prefixes of URLs, both absolute, and what replaces them; the longest wins. A "
     "note\n"
     "           \"unused-rebase\" names those below which no link lies.\n"
     "form       How references are written: \"as-written\", \"absolute\", \"relative\",\n"
     "           \"root-relative\".\n"
     "new_url    The page's new address.\n"
     "drop_base, drop_xml_base  Remove base elements, or xml:base; links keep their targets.\n"
     "keep       Links that stay: of \"canonical\", \"alternate\", \"og\", \"fragments\", "
     "\"guid\".\n"
     "verify     Read the new page again; each link must lead where it should: NotProvedError.\n"
     "edits      False: the new page alone is wanted, and its edits are not made.\n\n"
     "For many pages, see Rewriter, which reads these arguments once.\n"
     "Other arguments and errors as for links; UrlError also for an answer that is not a URL."},
    {"effects", (PyCFunction)(void (*)(void))find_effects, METH_FASTCALL | METH_KEYWORDS,
     "effects($module, data, url=None, *, set_base=None, remove_base=False, new_url=None, "
     "set_xml_base={}, remove_xml_base=(), " READING
     "What changes of base URLs do to the URLs of a page: a list of Effect, one for each URL of "
     "an\n"
     "element that they affect, also in srcdoc documents, which have a context. The changes are\n"
     "made at once.\n\n"
     "set_base   The href of the base element.\n"
     "set_xml_base, remove_xml_base  By selectors: \"#id\", \"element\", \".class\", an index "
     "path.\n\n"
     "SelectorError for one that cannot be read or matches nothing; ValueError for changes that\n"
     "contradict each other. Other arguments and errors as for links."},
    {"check", (PyCFunction)(void (*)(void))check_folder, METH_FASTCALL | METH_KEYWORDS,
     "check($module, folder, *, site_url=None, index=(\"index.html\", \"index.htm\"), "
     "extensions=(), rules={}, exclude=None, hidden=False, orphans=False, external=False, "
     "threads=1, on_finding=None, settings={}, fetch=None)\n--\n\n"
     "The broken links of a folder that will be a site, or of the live site at an http or https\n"
     "URL, and what else is wrong: a Report.\n\n"
     "site_url   Where the site will be; an origin of its own unless given.\n"
     "index      Names of index files.\n"
     "extensions \"html\": `page` means `page.html`, too.\n"
     "rules      Severities by rule: {\"duplicate-id\": \"off\"}.\n"
     "exclude    A function: true for a URL about which nothing is to be reported.\n"
     "hidden, orphans, external  Names with a leading dot; pages that no page leads to; a note "
     "for\n"
     "           each link to another site.\n"
     "on_finding A function that is given each Finding as it comes; False stops the check. It may\n"
     "           be called from another thread, by one thread at a time.\n"
     "settings   Other options of `hrefkit check` by their long names.\n"
     "fetch      For a live site, and with settings={\"external\": \"check\"}: a function that is\n"
     "           given method, URL, headers and whether a body is wanted, follows no redirect, and "
     "returns status,\n"
     "           headers and body, or a word such as \"dns\" or \"timeout\".\n\n"
     "What a function raises comes out as it is. EmptySiteError for a folder without a page,\n"
     "OSError for one that cannot be read, UrlError for site_url, ValueError, TypeError."},
    {"archive", (PyCFunction)(void (*)(void))open_archive, METH_FASTCALL | METH_KEYWORDS,
     "archive($module, source, *, records=(\"response\", \"revisit\", \"resource\"), "
     "max_body=268435456)\n--\n\n"
     "The records of a web archive (WARC, also in gzip or zstd): an Archive, which iterates over\n"
     "Capture.\n\n"
     "source     A path; an open binary file, whose read(n) is called; or bytes or a memoryview,\n"
     "           whose buffer stays exported until the archive is closed.\n"
     "records    Types of records.\n"
     "max_body   More bytes of a body are not read.\n\n"
     "OSError for a file that cannot be read, FormatError for one that is not an archive."},
    {"_restore", restore, METH_VARARGS,
     "_restore($module, name, values, /)\n--\n\nAn object of a pickle."},
    {NULL, NULL, 0, NULL}};

static PyModuleDef_Slot module_slots[] = {{Py_mod_exec, (void*)execute},
#ifdef Py_mod_gil
                                          {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
                                          {0, NULL}};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT,
                                        "hrefkit._hrefkit",
                                        "The C part of the package hrefkit.",
                                        sizeof(State),
                                        functions,
                                        module_slots,
                                        traverse,
                                        clear,
                                        NULL};

PyMODINIT_FUNC PyInit__hrefkit(void);
PyMODINIT_FUNC PyInit__hrefkit(void) {
  return PyModuleDef_Init(&definition);
}
