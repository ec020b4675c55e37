"""Rows travel: they pickle, copy, hash and compare, and so do what holds them."""
import concurrent.futures
import copy
import gc
import multiprocessing
import os
import pathlib
import pickle
import tempfile
import time
import unittest
import weakref

import hrefkit
from support import PAGE

DOCUMENT = """<!DOCTYPE html><meta charset="utf-8"><link rel=icon href=early><base href="/g/"><base href="/h/">
<a href="caf\u00e9.html?q=\u00e9" rel="next up">\u00e9</a><img srcset="a.png 1x, b.png 2x"><a href="about:srcdoc">
<svg><a xlink:href="#x"></a></svg><a href="http://h:99999/">x</a><iframe srcdoc="<a href='in'>"></iframe><p xml:base=/p/><a href=i></a></p>
"""


def page_links(number: int) -> hrefkit.Links:
    return hrefkit.links(f"<base href=/{number}/><a href=x>\xff".encode("latin-1"), PAGE)


def travellers() -> dict[str, object]:
    """A value of each class whose objects travel."""
    links = hrefkit.links(DOCUMENT, PAGE)
    bad = hrefkit.links(b"<meta charset=utf-8>\xff<a href=x>", PAGE)
    context, frame = hrefkit.base(DOCUMENT, PAGE, xml_base="on")
    rewritten = hrefkit.rewrite(DOCUMENT, PAGE, form="absolute", rebase={"https://odl.example/": "https://n.example/"})
    effects = hrefkit.effects(DOCUMENT, PAGE, set_base="/n/")
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, os.fsdecode(b"\xff.html")).write_bytes(b"<a href=absent><a href='#x'>")
        pathlib.Path(folder, "index.html").write_bytes(b"<a href=absent><a href=indx.html>")
        report = hrefkit.check(folder, external=True, orphans=True)
    values: dict[str, object] = {
        "links": links, "bad links": bad, "no links": hrefkit.links("", PAGE), "rewritten": rewritten, "report": report,
        "rewritten bytes": hrefkit.rewrite(b"<meta charset=koi8-r><a href=x>\xc1", PAGE, form="absolute"),
        "no edits": hrefkit.rewrite(DOCUMENT.encode(), PAGE, form="absolute", edits=False),
        "decoded": hrefkit.rewrite(b"\xc1", PAGE, encoding="koi8-r"),
        "context": context, "frame": frame, "base element": context.elements[1], "base scope": context.scopes[0],
        "note": bad.notes[0], "a note of a rewrite": rewritten.notes[-1]}
    for name, rows in (("link", links), ("edit", rewritten.edits), ("effect", effects), ("finding", report)):
        values.update({f"{name} {i}": row for i, row in enumerate(rows)})  # type: ignore[arg-type,var-annotated]
    return values


class Travel(unittest.TestCase):
    def test_pickles_of_all_protocols_are_equal(self) -> None:
        values = travellers()
        self.assertGreater(len(values), 35)
        for name, value in values.items():
            for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
                again = pickle.loads(pickle.dumps(value, protocol))
                self.assertIs(type(again), type(value), name)
                self.assertEqual(again, value, name)
                self.assertEqual(hash(again), hash(value), name)
                self.assertEqual(repr(again), repr(value), name)
                self.assertEqual(pickle.dumps(again, protocol), pickle.dumps(value, protocol), name)
                if hasattr(value, "as_dict"):
                    self.assertEqual(again.as_dict(), value.as_dict(), name)
            for duplicate in (copy.copy(value), copy.deepcopy(value)):
                self.assertEqual(duplicate, value, name)
                self.assertEqual(hash(duplicate), hash(value), name)

    def test_an_object_of_a_pickle_has_what_the_first_had(self) -> None:
        values = travellers()
        again = pickle.loads(pickle.dumps(values))
        links, other = values["links"], again["links"]
        assert isinstance(links, hrefkit.Links)
        self.assertEqual((other.base, other.base_source, other.encoding, other.encoding_source, other.notes, other.urls),
                         (links.base, links.base_source, links.encoding, links.encoding_source, links.notes, links.urls))
        self.assertEqual((list(other), other.columns(), other.to_dicts()), (list(links), links.columns(), links.to_dicts()))
        self.assertEqual([link in other for link in links], [True] * len(links))
        self.assertEqual(again["bad links"].notes, values["bad links"].notes)  # type: ignore[attr-defined]
        for name in ("rewritten", "rewritten bytes", "no edits", "decoded"):
            old, new = values[name], again[name]
            self.assertEqual((new.data, new.changed, new.edits, new.notes, new.uncovered, str(new), bytes(new)),
                             (old.data, old.changed, old.edits, old.notes, old.uncovered, str(old), bytes(old)))  # type: ignore[attr-defined]
        self.assertEqual(str(again["decoded"]), "\u0430")
        old, new = values["report"], again["report"]
        self.assertEqual((new.ok, new.summary, new.trouble, list(new)), (old.ok, old.summary, old.trouble, list(old)))  # type: ignore[attr-defined]

    def test_rows_of_a_pickle_live_alone(self) -> None:
        link = pickle.loads(pickle.dumps(hrefkit.links(DOCUMENT, PAGE)))[2]
        element = pickle.loads(pickle.dumps(hrefkit.base(DOCUMENT, PAGE)))[0].elements[1]
        gc.collect()
        for _ in range(100):
            pickle.loads(pickle.dumps(hrefkit.links("<a href='%s'>" % ("y" * 200), PAGE)))
        self.assertEqual((link.raw, element.href), ("/h/", "/h/"))

    def test_equality_and_order(self) -> None:
        first, second = hrefkit.links(DOCUMENT, PAGE), hrefkit.links(DOCUMENT, PAGE)
        self.assertEqual(first, second)
        self.assertEqual(len({first, second}), 1)
        for other in (hrefkit.links(DOCUMENT, PAGE + "/x"), hrefkit.links(DOCUMENT.encode(), PAGE), hrefkit.links("", PAGE), list(first), None):
            self.assertNotEqual(first, other)
        with self.assertRaises(TypeError):
            first < second  # type: ignore[operator]
        one, other = (hrefkit.rewrite("<a href=x>", PAGE, form=form) for form in ("absolute", "as-written"))  # type: ignore[arg-type]
        self.assertNotEqual(one, other)
        self.assertEqual(one, hrefkit.rewrite("<a href=x>", PAGE, form="absolute"))
        self.assertNotEqual(one, hrefkit.rewrite("<a href=x>", PAGE, form="absolute", edits=False))

    def test_weak_references(self) -> None:
        links = hrefkit.links(DOCUMENT, PAGE)
        for value in (links, pickle.loads(pickle.dumps(links))):
            dead: list[object] = []
            reference = weakref.ref(value, dead.append)
            self.assertIs(reference(), value)
            table = weakref.WeakKeyDictionary({value: 1})
            self.assertEqual(len(table), 1)
            del table
        link = links[0]
        reference = weakref.ref(links)
        del links
        gc.collect()
        self.assertIsNotNone(reference())  # the link keeps it
        del link, value
        gc.collect()
        self.assertIsNone(reference())

    def test_patterns(self) -> None:
        match hrefkit.links(DOCUMENT, PAGE)[0]:
            case hrefkit.Link(url, None, raw="early"):
                self.assertEqual(url, "https://docs.example/g/early")
            case _:
                self.fail()
        for name, value in travellers().items():
            if hasattr(value, "as_dict"):
                self.assertEqual(type(value).__match_args__, (*value.as_dict(), "text", "attributes")[:len(type(value).__match_args__)], name)  # type: ignore[attr-defined]

    def test_processes(self) -> None:
        context = multiprocessing.get_context("spawn")
        with concurrent.futures.ProcessPoolExecutor(2, mp_context=context) as pool:
            for number, links in enumerate(pool.map(page_links, range(4))):
                self.assertEqual(links, page_links(number))
                self.assertEqual(links.notes, page_links(number).notes)

    def test_wrong_pickles_are_refused(self) -> None:
        restore = hrefkit.links("", PAGE).__reduce__()[0]
        self.assertRaises(TypeError, restore, "Link")  # type: ignore[operator]
        link = hrefkit.links("<a href=x>", PAGE)[0].as_dict()
        values = hrefkit.links("<a href=x>", PAGE).__reduce__()[1][1]  # type: ignore[index]
        rewritten = hrefkit.rewrite("<a href=x>", PAGE).__reduce__()[1][1]  # type: ignore[index]
        for name, state in (("Links", {}), ("Links", {**values, "columns": {**values["columns"], "url": []}}), ("Links", {**values, "base": 3}),
                            ("Links", {**values, "columns": {}}), ("Link", {**link, "kind": "x"}), ("Link", {**link, "url": 3}),
                            ("Link", {**link, "line": "3"}), ("Link", {**link, "kind": 3}), ("Context", {"elements": [3]}),
                            ("Context", {"elements": hrefkit.links("<a href=x>", PAGE)[:]}), ("Context", {"scopes": 3}),
                            ("Effect", {"hazards": 3}), ("Rewritten", {**rewritten, "data": 3}), ("Rewritten", {}), ("Report", {}),
                            ("Finding", {"file": 3}), ("Archive", {}), ("URL", {})):
            with self.assertRaises((TypeError, ValueError), msg=(name, state)):
                restore(name, state)  # type: ignore[operator]
        for name, key in (("Link", "url"), ("Note", "message")):  # an older version may know fewer
            self.assertFalse(getattr(restore(name, {}), key))  # type: ignore[operator]

    def test_growth(self) -> None:
        links = hrefkit.links("".join(f"<a href={i}>" for i in range(200_000)), PAGE)
        before = time.process_time()
        data = pickle.dumps(links)
        self.assertEqual(pickle.loads(data), links)
        self.assertLess(time.process_time() - before, 3)
        self.assertLess(len(data), 40_000_000)


if __name__ == "__main__":
    unittest.main()
