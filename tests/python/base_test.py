"""hrefkit.base and hrefkit.effects."""
import unittest

import hrefkit
from support import PAGE

DOCUMENT = ('<base href="/a/"><base href="/b/" id="second"><base><p xml:base="c/"><a href=x>x</a></p>'
            '<iframe srcdoc="<base href=d>"></iframe>')


class Bases(unittest.TestCase):
    def test_the_page_comes_first_and_its_frames_follow(self) -> None:
        page, frame = hrefkit.base(DOCUMENT, PAGE)
        self.assertEqual((page.path, page.address, page.base, page.source), ("", PAGE, "https://docs.example/a/", "base"))
        self.assertEqual((page.fallback, page.fallback_source), (PAGE, "document"))
        self.assertEqual([(element.href, element.fate) for element in page.elements],
                         [("/a/", "used"), ("/b/", "second"), (None, "no-href")])
        self.assertEqual((page.elements[1].offset, page.elements[1].line, page.elements[1].column), (17, 1, 18))
        self.assertEqual([(scope.element, scope.value, scope.base) for scope in page.scopes], [("p", "c/", "https://docs.example/a/c/")])
        self.assertEqual((frame.path, frame.base, frame.fallback_source), ("0", "https://docs.example/a/d", "container"))

    def test_contexts_are_values(self) -> None:
        self.assertEqual(hrefkit.base(DOCUMENT, PAGE), hrefkit.base(DOCUMENT, PAGE))
        self.assertEqual(len({*hrefkit.base(DOCUMENT, PAGE), *hrefkit.base(DOCUMENT, PAGE)}), 2)
        self.assertNotEqual(*hrefkit.base(DOCUMENT, PAGE))
        self.assertIn("fate='second'", repr(hrefkit.base(DOCUMENT, PAGE)))
        with self.assertRaises(AttributeError):
            hrefkit.base(DOCUMENT, PAGE)[0].base = "x"

    def test_reading_options_count(self) -> None:
        self.assertEqual(hrefkit.base(DOCUMENT, PAGE, xml_base="off")[0].scopes, [])
        self.assertEqual(hrefkit.base(b"", "about:blank", creator="https://c.example/")[0].source, "creator")

    def test_misuse(self) -> None:
        for arguments, keywords in (((3, PAGE), {}), ((DOCUMENT, 3), {}), ((), {}), ((DOCUMENT, PAGE), {"x": 1})):
            with self.assertRaises(TypeError):
                hrefkit.base(*arguments, **keywords)  # type: ignore[arg-type]
        with self.assertRaises(hrefkit.UrlError):
            hrefkit.base(DOCUMENT)
        with self.assertRaises(ValueError):
            hrefkit.base(DOCUMENT, PAGE, standard="x")


class Effects(unittest.TestCase):
    def test_a_new_base(self) -> None:
        effects = hrefkit.effects("<a href=x>x</a><img src=y><a href='https://o.example/'>", PAGE, set_base="/n/")
        self.assertEqual([(effect.element, effect.before, effect.after, effect.changed) for effect in effects if effect.element == "a"][0],
                         ("a", "https://docs.example/guide/x", "https://docs.example/n/x", True))
        image = next(effect for effect in effects if effect.element == "img")
        self.assertEqual((image.stale, image.raw, image.kind, image.line, image.column, image.index), (True, "y", "image", 1, 25, 0))
        self.assertIsInstance(image.hazards, list)

    def test_other_changes(self) -> None:
        def after(page: str, **changes: object) -> list[str | None]:
            return [effect.after for effect in hrefkit.effects(page, PAGE, **changes) if effect.element == "a"]  # type: ignore[arg-type]

        self.assertEqual(after("<base href=/b/><a href=x>", remove_base=True), ["https://docs.example/guide/x"])
        self.assertEqual(after("<a href=x>", new_url="https://n.example/"), ["https://n.example/x"])
        self.assertEqual(after("<a href=x>", new_url=hrefkit.URL("https://n.example/")), ["https://n.example/x"])
        self.assertEqual(after("<p id=p><a href=x></p>", set_xml_base={"#p": "/q/"}), ["https://docs.example/q/x"])
        self.assertEqual(after("<p xml:base=/q/><a href=x></p>", remove_xml_base=["p"]), ["https://docs.example/guide/x"])

    def test_effects_in_frames(self) -> None:
        page = "<a href=p></a><iframe srcdoc=\"<a href=q></a><iframe srcdoc='<a href=r>'></iframe>\"></iframe>"
        found = [(effect.context, effect.effect, effect.after, effect.stale) for effect in hrefkit.effects(page, PAGE, set_base="/n/")]
        site = "https://docs.example/n/"
        self.assertEqual(found, [("", "hyperlink", site + "p", False), ("0", "none", site + "q", True), ("0.0", "none", site + "r", True)])

    def test_hazards_are_a_list(self) -> None:
        effects = hrefkit.effects("<a href='#f'>x</a>", PAGE, set_base="/n/")
        self.assertIn("fragment-leaves-page", effects[0].hazards)
        self.assertEqual(len({*effects, *hrefkit.effects("<a href='#f'>x</a>", PAGE, set_base="/n/")}), 1)

    def test_misuse(self) -> None:
        with self.assertRaises(hrefkit.SelectorError) as caught:
            hrefkit.effects("<a href=x>", PAGE, set_xml_base={"#absent": "/"})
        self.assertEqual(caught.exception.code, "selector")
        for changes in ({"set_xml_base": 3}, {"set_xml_base": [("a", "b")]}, {"remove_xml_base": "p"}, {"set_base": 3}, {"x": 1}):
            with self.assertRaises(TypeError):
                hrefkit.effects("<a href=x>", PAGE, **changes)  # type: ignore[arg-type]
        with self.assertRaises(ValueError):
            hrefkit.effects("<a href=x>", PAGE, set_base="/a/", remove_base=True)


if __name__ == "__main__":
    unittest.main()
