"""What a real browser resolves (HREFKIT_SHARED_DATA/browser/cases.jsonl), and what the command prints for the same pages."""
import base64
import json
import os
import pathlib
import re
import unittest

import hrefkit
from support import COMMAND, SHARED, in_python, run_command

# As in tests/html/browser_cases_test.cpp, where the reasons are told.
EXPECTED_FAILURES = {"url/punycode", "srcdoc/sandbox"}

MAX_PAGES = 60  # of each folder
CASES = SHARED / "browser" / "cases.jsonl"

# Elements whose URL is not fetched where it is empty: `url` is None then, where a DOM has an answer.
UNFETCHED = {"img", "script", "link", "iframe", "frame", "embed", "object", "input", "video", "audio", "source", "track", "body",
             "table", "thead", "tbody", "tfoot", "tr", "td", "th", "bgsound"}


def is_unfetched_empty(element: str, attribute: str, raw: str) -> bool:
    return element in UNFETCHED and attribute not in ("longdesc", "formaction") and not raw.strip(" \t\n\f\r")


@unittest.skipUnless(CASES.exists(), f"{CASES} is absent")
class Browser(unittest.TestCase):
    cases: list[dict]

    @classmethod
    def setUpClass(cls) -> None:
        cls.cases = [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines()]

    def rows(self, case: dict, text: bool = False) -> hrefkit.Links:
        body = base64.b64decode(case["body"])
        return hrefkit.links(body, case["url"], content_type=case["contentType"], xml_base="off", scripting=True)

    def test_every_case_agrees_but_for_the_listed_ones(self) -> None:
        pairs = {(row[0], row[1]) for case in self.cases for row in case["links"]}
        for case in self.cases:
            wanted = {(element, attribute, raw, None if is_unfetched_empty(element, attribute, raw) else url)
                      for element, attribute, raw, url in case["links"]}
            found = {(link.element, link.attribute, link.raw, link.url) for link in self.rows(case)
                     if (link.element, link.attribute) in pairs}
            with self.subTest(case["id"]):
                if case["id"] in EXPECTED_FAILURES:
                    self.assertNotEqual(found, wanted)
                else:
                    self.assertEqual(found, wanted)
        self.assertGreater(len(self.cases), 100)

    @unittest.skipUnless(COMMAND.exists(), "the command is not built")
    def test_rows_are_those_of_the_command(self) -> None:
        requests = "".join(
            json.dumps({"url": case["url"], "contentType": case["contentType"], "base64": case["body"]}) + "\n"
            for case in self.cases)
        output = run_command("resolve", "--batch", "--xml-base", "off", "--scripting", input=requests.encode())
        answers = [json.loads(line) for line in output.splitlines()]
        self.assertEqual(len(answers), len(self.cases))
        for case, answer in zip(self.cases, answers):
            links = self.rows(case)
            self.assertEqual(links.to_dicts(), [in_python(row) for row in answer["links"]], case["id"])
            self.assertEqual((links.base, links.base_source, links.encoding),
                             (answer["base"], answer["baseSource"], answer["encoding"]), case["id"])


@unittest.skipUnless(COMMAND.exists(), "the command is not built")
class Corpora(unittest.TestCase):
    """Real pages, which need not be there."""

    def test_rows_are_those_of_the_command(self) -> None:
        folders = [pathlib.Path(folder) for folder in os.environ.get("HREFKIT_CORPORA", "").split(":") if os.path.isdir(folder)]
        if not folders:
            self.skipTest("no folder of real pages is there")
        for folder in folders:
            files = [path for path in sorted(folder.rglob("*.html"))
                     if re.fullmatch(r"[\w./-]+", str(path), re.ASCII)][:MAX_PAGES]
            output = run_command("resolve", "-q", "--format", "jsonl", "--root", folder, "--site-url", "https://docs.example/", *files)
            expected: dict[str, list[dict]] = {str(path): [] for path in files}
            for line in output.splitlines():
                row = in_python(json.loads(line))
                expected[row.pop("file")].append(row)
            for path in files:
                links = hrefkit.links(path, f"https://docs.example/{path.relative_to(folder)}")
                self.assertEqual(links.to_dicts(), expected[str(path)], path)


if __name__ == "__main__":
    unittest.main()
