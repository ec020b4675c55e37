"""hrefkit.check."""
import collections.abc
import json
import os
import pathlib
import signal
import tempfile
import unittest

import hrefkit
from support import COMMAND, SOURCE, run_command

SITE = SOURCE / "samples" / "broken-site"
KEYS = {"base_source": "baseSource"}


class Checks(unittest.TestCase):
    def test_findings(self) -> None:
        report = hrefkit.check(SITE)
        self.assertIsInstance(report, collections.abc.Sequence)
        self.assertFalse(report.ok)
        self.assertEqual(len(report), 7)
        finding = report[1]
        self.assertEqual((finding.rule, finding.severity, finding.raw, finding.target, finding.suggestion, finding.line, finding.column),
                         ("missing-file", "error", "instal.html", "guide/instal.html", "guide/install.html", 9, 13))
        self.assertEqual(finding.file, str(SITE / "guide" / "index.html"))
        self.assertIn("instal.html", finding.source_line)
        self.assertEqual(report.summary["errors"], 7)
        self.assertEqual((report.summary["pages"], report.summary["other_files"], report.summary["links"]), (4, 1, 16))
        self.assertEqual(set(report.summary), {"pages", "other_files", "links", "fine", "found", "external", "ignored", "not_judged",
                                               "errors", "warnings"})
        self.assertEqual(report.trouble, [])

    def test_a_report_is_a_sequence(self) -> None:
        report = hrefkit.check(str(SITE))
        self.assertEqual(report[-1], report[6])
        self.assertEqual(report[1:3], [report[1], report[2]])
        self.assertIsInstance(report[:], list)
        self.assertEqual(list(report), [*reversed(report)][::-1])
        self.assertIn(report[0], report)
        self.assertEqual((report.index(report[2]), report.count(report[2])), (2, 1))
        self.assertEqual((report.index(value=report[2], start=1), report.count(value=report[2])), (2, 1))
        self.assertEqual([*report], [*hrefkit.check(SITE)])
        with self.assertRaises(IndexError):
            report[7]
        with self.assertRaises(TypeError):
            report["x"]  # type: ignore[call-overload]
        with self.assertRaises(ValueError):
            report.index(3)

    @unittest.skipUnless(COMMAND.exists(), "the command is not built")
    def test_findings_are_those_of_the_command(self) -> None:
        for arguments, keywords in (((), {}), (("--site-url", "https://docs.example/"), {"site_url": "https://docs.example/"}),
                                    (("--external", "list", "--orphans", "-j", "2"), {"external": True, "orphans": True, "threads": 2})):
            rows = [json.loads(line) for line in run_command("check", "-q", "--format", "jsonl", *arguments, SITE).splitlines()]
            report = hrefkit.check(SITE, **keywords)
            self.assertEqual(len(report), len(rows))
            for finding, row in zip(report, rows):
                for name in ("rule", "severity", "file", "line", "column", "offset", "length", "element", "attribute", "raw", "message"):
                    self.assertEqual(getattr(finding, name), row[name], name)
                self.assertEqual(finding.suggestion, row.get("suggestion"))
                fix = row.get("fix", {"offset": 0, "length": 0, "value": None})
                self.assertEqual({"offset": finding.fix_offset, "length": finding.fix_length, "value": finding.fix_value}, fix)
            self.assertTrue(any(finding.fix_value for finding in report))

    def test_options(self) -> None:
        rules = {finding.rule for finding in hrefkit.check(SITE, rules={"missing-file": "off"})}
        self.assertNotIn("missing-file", rules)
        self.assertIn("case-mismatch", rules)
        messages = " ".join(finding.raw for finding in hrefkit.check(SITE, extensions=["html"]))
        self.assertNotIn("about ", messages + " ")
        self.assertFalse(any("imprint" in finding.raw for finding in hrefkit.check(SITE, exclude=lambda url: "imprint" in url)))
        self.assertEqual(len(hrefkit.check(SITE, settings={"exclude-path": ["guide/**"]})), 6)
        served = " ".join(finding.raw for finding in hrefkit.check(SITE, settings={"host": "netlify", "orphans": True}))
        self.assertNotIn("about ", served + " ")

    def test_findings_have_their_places_in_the_sources(self) -> None:
        prose = "To set the program up, fetch it, unpack it, and put it where your shell finds programs. "
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "docs").mkdir()
            (root / "public").mkdir()
            source = "# Guide\n\n" + prose + "\nSee [x](gone.md).\n"
            (root / "docs" / "guide.md").write_text(source)
            (root / "public" / "guide.html").write_text('<main><p>' + prose + 'See <a href="gone.html">x</a>.</main>')
            (root / "public" / "other.html").write_text('<a href="none.html">y</a><a href="guide.html">z</a>')
            report = hrefkit.check(root / "public", settings={"sources": [str(root / "docs")]})
            places = {finding.raw: finding for finding in report}
            found = places["gone.html"]
            self.assertEqual((found.source_file, found.source_file_line, found.source_file_column), (str(root / "docs" / "guide.md"), 4, 9))
            assert found.source_file_offset is not None and found.source_file_length is not None
            self.assertEqual(source[found.source_file_offset:found.source_file_offset + found.source_file_length], "gone.md")
            self.assertEqual((places["none.html"].source_file, places["none.html"].source_file_line), (None, None))
            self.assertIsNone(hrefkit.check(root / "public")[0].source_file)
            with self.assertRaises((OSError, hrefkit.Error)):
                hrefkit.check(root / "public", settings={"sources": [str(root / "nowhere")]})

    def test_findings_are_handed_out_as_they_come(self) -> None:
        seen: list[hrefkit.Finding] = []
        report = hrefkit.check(SITE, on_finding=seen.append)  # type: ignore[func-returns-value]
        self.assertEqual(seen, list(report))

        def stop(finding: hrefkit.Finding) -> bool:
            return False

        self.assertEqual(len(hrefkit.check(SITE, on_finding=stop)), 1)
        self.assertEqual(len(hrefkit.check(SITE, on_finding=lambda finding: True)), 7)

    def test_what_a_function_raises_comes_out_unchanged(self) -> None:
        for threads in (1, 4):
            for error in (ZeroDivisionError("x"), KeyboardInterrupt(), SystemExit(3)):
                def fail(value: object) -> bool:
                    raise error

                with self.assertRaises(type(error)) as caught:
                    hrefkit.check(SITE, on_finding=fail, threads=threads)
                self.assertIs(caught.exception, error)
                with self.assertRaises(type(error)) as caught:
                    hrefkit.check(SITE, exclude=fail, threads=threads)
                self.assertIs(caught.exception, error)

    def test_signals_are_handled_during_a_check(self) -> None:
        """Without it Ctrl-C would wait for the end. Outside of the library a signal is handled at most twice for each check."""
        count = 0

        def handle(number: int, frame: object) -> None:
            nonlocal count
            count += 1

        with tempfile.TemporaryDirectory() as folder:
            for i in range(200):
                pathlib.Path(folder, f"{i}.html").write_text("<meta charset=utf-8>" + f"<a href={i}.html>x</a>" * 300, encoding="utf-8")
            previous = signal.signal(signal.SIGALRM, handle)
            try:
                max_count = 0
                for _ in range(200):
                    signal.setitimer(signal.ITIMER_REAL, 0.0005, 0.0005)
                    count = 0
                    hrefkit.check(folder)
                    max_count = max(max_count, count)
                    signal.setitimer(signal.ITIMER_REAL, 0)
                    if max_count > 3:
                        break
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
                signal.signal(signal.SIGALRM, previous)
        self.assertGreater(max_count, 3)

    def test_folders_that_cannot_be_checked(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            with self.assertRaises(hrefkit.EmptySiteError) as caught:
                hrefkit.check(folder)
            self.assertEqual(caught.exception.code, "empty")
            with self.assertRaises(FileNotFoundError) as absent:
                hrefkit.check(pathlib.Path(folder, "absent"))
            self.assertEqual(absent.exception.filename, pathlib.Path(folder, "absent"))
            for folder_type in (3, None, b"x", bytearray(b"x")):
                with self.assertRaises(TypeError):
                    hrefkit.check(folder_type)  # type: ignore[arg-type]
            with self.assertRaises(ValueError):
                hrefkit.check("a\0b")

    def test_misuse(self) -> None:
        for keywords in ({"rules": "x"}, {"rules": [("a", "b")]}, {"index": "x"}, {"extensions": [3]}, {"threads": "2"}, {"threads": 1.5},
                         {"on_finding": 3}, {"exclude": "x"}, {"site_url": 3}, {"settings": 3}, {"settings": {"host": 3}}, {"x": 1}):
            with self.assertRaises(TypeError, msg=str(keywords)):
                hrefkit.check(SITE, **keywords)  # type: ignore[arg-type]
        for keywords in ({"rules": {"no-such-rule": "off"}}, {"rules": {"missing-file": "loud"}}, {"threads": 0}, {"threads": -1},
                         {"threads": 10 ** 30}, {"settings": {"no-such-setting": "x"}}, {"site_url": "not a url"}):
            with self.assertRaises(ValueError, msg=str(keywords)):
                hrefkit.check(SITE, **keywords)  # type: ignore[arg-type]
        for keywords, why in (({"rules": {"missing-files": "off"}}, "rules: 'missing-files' is unknown; did you mean missing-file?"),
                              ({"settings": {"external": "check"}}, "external: to check links to other sites, 'fetch' must be given"),
                              ({"settings": {"no-such-setting": "x"}}, "no-such-setting: there is no such setting")):
            with self.assertRaises(ValueError) as caught:
                hrefkit.check(SITE, **keywords)  # type: ignore[arg-type]
            self.assertEqual(str(caught.exception), why)

    def test_a_wrong_setting_has_the_message_of_the_command(self) -> None:
        cases = [line.split("\t") for line in (SOURCE / "tests/support/check_settings.tsv").read_text("utf-8").splitlines()]
        cases = [case for case in cases if not case[0].startswith("#")]
        self.assertGreater(len(cases), 40)
        for name, value, message in cases:
            with self.assertRaises(ValueError) as caught:
                hrefkit.check(SITE, settings={name: value.replace("\\r", "\r").replace("\\n", "\n")})
            self.assertEqual(str(caught.exception), f"{name}: {message}")

    def test_a_live_site_is_crawled(self) -> None:
        pages = {"https://a.example/": b"<a href=page>x</a><a href=gone>x</a>", "https://a.example/page": b"<a href=./#no>x</a>"}

        def fetch(_method: str, url: str, _headers: dict[str, str], _wants_body: bool) -> tuple[int, dict[str, str], bytes]:
            return (200 if url in pages else 404, {"Content-Type": "text/html"}, pages.get(url, b""))
        report = hrefkit.check("https://a.example/", settings={"delay": "0", "retries": "0"}, fetch=fetch)
        self.assertEqual([(finding.rule, finding.file, finding.raw) for finding in report],
                         [("missing-file", "https://a.example/", "gone"), ("missing-fragment", "https://a.example/page", "./#no")])
        with self.assertRaisesRegex(OSError, "a.example/nothing"):
            hrefkit.check("https://a.example/nothing", settings={"delay": "0"}, fetch=fetch)

    def test_a_folder_whose_name_is_not_utf_8(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, os.fsdecode(b"\xff"))
            os.mkdir(path)
            pathlib.Path(path, "index.html").write_text("<meta charset=utf-8><a href=absent.html>x</a>", encoding="utf-8")
            self.assertEqual(len(hrefkit.check(path)), 1)

    def test_names_that_are_not_utf_8(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            name = os.path.join(os.fsencode(folder), b"\xff.html")
            with open(name, "wb") as file:
                file.write(b"<meta charset=utf-8><a href=absent.html>x</a>")
            report = hrefkit.check(folder)
            self.assertEqual(len(report), 1)
            self.assertEqual(os.path.basename(report[0].file), "\ufffd.html")

    def test_a_fetcher_asks_for_links_to_other_sites(self) -> None:
        requests: list[tuple[str, str, dict[str, str], bool]] = []

        def fetch(method: str, url: str, headers: dict[str, str], wants_body: bool) -> object:
            requests.append((method, url, headers, wants_body))
            if url == "https://a.example/page":
                return 200, {"Content-Type": "text/html"}, iter([b"<p id=a>", bytearray(b"<p id=b>")])
            if url == "https://a.example/old":
                return 301, [("Location", b"/page")], None
            if url == "https://b.example/":
                return "tls-expired"
            return 404, {}, b"gone"

        settings = {"external": "check", "delay": "0", "retry-wait": "0", "header": ["X-Test: 1"]}
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "a.html").write_text("<a href=https://a.example/old#b>1</a><a href=https://a.example/page#c>2</a>"
                                                      "<a href=https://b.example/>3</a><a href=https://c.example/>4</a>")
            report = hrefkit.check(folder, settings=settings, fetch=fetch)  # type: ignore[arg-type]
            self.assertEqual([(f.rule, f.status, f.reason, f.final_url) for f in report],
                             [("external-redirected", 200, None, "https://a.example/page"), ("external-fragment", 200, None, None),
                              ("external-tls", None, "tls-expired", None), ("external-broken", 404, "status", None)])
            self.assertTrue(all(headers["X-Test"] == "1" and method in ("GET", "HEAD") for method, _, headers, _ in requests))
            self.assertTrue(any(wants_body for _, _, _, wants_body in requests))
            with self.assertRaises(ValueError):
                hrefkit.check(folder, settings=settings)
            with self.assertRaises(TypeError):
                hrefkit.check(folder, settings=settings, fetch=3)  # type: ignore[arg-type]
            pathlib.Path(folder, "a.html").write_text("<a href=https://a.example/>1</a>")
            for status in (-1, 0, 99, 199, 1000, 2**32 + 200, 2**40):
                report = hrefkit.check(folder, settings=settings, fetch=lambda *_, status=status: (status, {}, None))  # type: ignore[arg-type]
                self.assertEqual([(f.rule, f.status, f.reason) for f in report], [("external-broken", None, "protocol")], status)
            for wrong in (lambda *_: None, lambda *_: (200, {}, "text"), lambda *_: (200, {}, [1]), lambda *_: (200, [3], b"")):
                pathlib.Path(folder, "a.html").write_text("<a href=https://a.example/#x>1</a>")
                with self.assertRaises(TypeError):
                    hrefkit.check(folder, settings=settings, fetch=wrong)  # type: ignore[arg-type]

            class Mine(Exception):
                pass

            def fails(*_: object) -> str:
                raise Mine

            with self.assertRaises(Mine):
                hrefkit.check(folder, settings=settings, fetch=fails)


if __name__ == "__main__":
    unittest.main()
