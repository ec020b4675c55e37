"""The first lines and the recipes of src/python/README.md, and the samples that it links to."""
import doctest
import email
import email.policy
import os
import pathlib
import re
import sqlite3
import subprocess
import sys
import tempfile
import types
import unittest
from email.message import EmailMessage

import hrefkit
from support import SOURCE

README = SOURCE / "src" / "python" / "README.md"
SAMPLES = SOURCE / "samples"
sys.path.insert(0, str(SAMPLES))


def first_block(language: str) -> str:
    """The first code block of the page that is in a language."""
    found = re.search(rf"^```{language}\n(.*?)^```$", README.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert found is not None, language
    return found[1]


def run_sample(name: str, *arguments: object) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([sys.executable, "-W", "error", SAMPLES / name, *map(str, arguments)], capture_output=True, check=False)


class Readme(unittest.TestCase):
    def test_recipes_answer_what_they_show(self) -> None:
        text = README.read_text(encoding="utf-8")
        recipes = "\n".join(re.findall(r"^```pycon\n(.*?)^```$", text, re.MULTILINE | re.DOTALL))
        test = doctest.DocTestParser().get_doctest(recipes, {}, "README.md", str(README), 0)
        self.assertGreater(len(test.examples), 20)
        report: list[str] = []
        folder = os.getcwd()
        os.chdir(SOURCE)  # the recipes name files as they are from there
        try:
            result = doctest.DocTestRunner(verbose=False).run(test, out=report.append)
        finally:
            os.chdir(folder)
        self.assertEqual(result.failed, 0, "".join(report))

    def test_there_are_ten_recipes(self) -> None:
        text = README.read_text(encoding="utf-8")
        self.assertEqual(re.findall(r"^### (\d+)\. ", text, re.MULTILINE), [str(number) for number in range(1, 11)])

    def test_first_lines_print_what_is_shown(self) -> None:
        program, (command, shown) = first_block("python"), first_block("text").split("\n", 1)
        with tempfile.TemporaryDirectory() as folder:
            python3 = pathlib.Path(folder, "python3")  # the interpreter that runs the tests
            python3.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n', encoding="utf-8")
            python3.chmod(0o755)
            pathlib.Path(folder, "first.py").write_text(program, encoding="utf-8")
            environment = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}", "PYTHONIOENCODING": "utf-8"}
            for run, pasted in ((command.removeprefix("$ "), ""), ("python3 -q -i", program + "\n")):
                result = subprocess.run(["sh", "-c", run], cwd=folder, env=environment, input=pasted, capture_output=True,
                                        encoding="utf-8", check=False)
                self.assertEqual((result.returncode, result.stdout), (0, shown), result.stderr)

    def test_each_sample_is_linked_and_tested(self) -> None:
        linked = re.findall(r"\]\(\.\./\.\./samples/(\w+)\.py\)", README.read_text(encoding="utf-8"))
        tested = [name.removeprefix("test_") for name in vars(Samples) if name.startswith("test_")]
        self.assertEqual(sorted(linked), sorted(tested))


class Samples(unittest.TestCase):
    def test_mail_links(self) -> None:
        mail = EmailMessage()
        mail["Subject"] = "Letters"
        mail.set_content("See may.html")
        mail.add_alternative('<p>Caf\u00e9 <a href="may.html">May</a> <img src="cid:seal"></p>', subtype="html")
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "mail.eml")
            path.write_bytes(mail.as_bytes())
            result = run_sample("mail_links.py", path, "https://letters.example/1890/")
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        changed = email.message_from_bytes(result.stdout, policy=email.policy.default)
        page = changed.get_body(("html",)).get_content()  # type: ignore[attr-defined]
        self.assertEqual(page.strip(), '<p>Caf\u00e9 <a href="https://letters.example/1890/may.html">May</a> <img src="cid:seal"></p>')
        self.assertEqual(changed.get_body(("plain",)).get_content(), "See may.html\n")  # type: ignore[attr-defined]

    def test_scrapy_links(self) -> None:
        import scrapy_links

        item = {"url": "https://letters.example/1890/", "body": b'<base href="/1891/"><img src="seal.png"><a href="may.html">May</a>'}
        answer = scrapy_links.AbsoluteLinks().process_item(item, None)
        self.assertEqual(answer["needs"], ["https://letters.example/1891/seal.png"])
        self.assertEqual(answer["body"], b'<img src="https://letters.example/1891/seal.png">'
                                         b'<a href="https://letters.example/1891/may.html">May</a>')

    def test_sphinx_links(self) -> None:
        import sphinx_links

        values: dict[str, object] = {"html_baseurl": ""}
        handlers = {}
        app = types.SimpleNamespace(
            add_config_value=lambda name, default, rebuild: values.setdefault(name, default),
            connect=lambda event, handler: handlers.setdefault(event, handler), builder=types.SimpleNamespace(format="html"),
            outdir=str(SAMPLES / "broken-site"), statuscode=0)
        self.assertTrue(sphinx_links.setup(app)["parallel_read_safe"])
        app.config = types.SimpleNamespace(**values)
        handlers["build-finished"](app, None)
        self.assertEqual(app.statuscode, 1)
        app.statuscode = 0
        app.config.hrefkit_fail = False
        handlers["build-finished"](app, None)
        handlers["build-finished"](app, RuntimeError())
        self.assertEqual(app.statuscode, 0)
        self.assertLess(len((SAMPLES / "sphinx_links.py").read_text(encoding="utf-8").splitlines()), 40)

    def test_warc_to_sqlite(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "links.db")
            result = run_sample("warc_to_sqlite.py", path, SAMPLES / "letters.warc.gz")
            self.assertEqual((result.returncode, result.stdout, result.stderr), (0, b"", b""))
            database = sqlite3.connect(path)
            rows = database.execute("select url from links where page like '%may.html' order by url").fetchall()
            database.close()
        self.assertIn(("https://towns.example/K%C3%B6ln",), rows)

    def test_check_page(self) -> None:
        site = SAMPLES / "broken-site"
        result = run_sample("check_page.py", site, site / "guide" / "index.html")
        self.assertEqual((result.returncode, result.stderr), (1, b""))
        self.assertIn(b"perhaps: guide/install.html", result.stdout)
        result = run_sample("check_page.py", site, site / "guide" / "install.html")
        self.assertEqual((result.returncode, result.stdout), (0, b""))


if __name__ == "__main__":
    unittest.main()
