"""The stubs say what the module has, and mypy takes them."""
import ast
import importlib.util
import os
import pathlib
import subprocess
import sys
import tempfile
import typing
import unittest

import hrefkit
from support import SOURCE

STUBS = SOURCE / "src" / "python" / "hrefkit" / "__init__.pyi"
HAS_MYPY = importlib.util.find_spec("mypy") is not None

MISUSE = """
import hrefkit
hrefkit.links(3, "https://h.example/")  # not a page
hrefkit.links(b"", "https://h.example/", kinds=["picture"])  # no such kind
hrefkit.links(b"", "https://h.example/")[0].href  # no such attribute
hrefkit.rewrite("", "https://h.example/", lambda link: 3)  # not a URL
hrefkit.links(b"", "https://h.example/")[0].url.upper()  # may be None
"""


def names_of(body: list[ast.stmt]) -> set[str]:
    names = set()
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            names.add(node.name)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            names.add(node.target.id)
    return names


def public(names: object) -> set[str]:
    return {name for name in names if not name.startswith("_")}  # type: ignore[attr-defined]


class Stubs(unittest.TestCase):
    cache: tempfile.TemporaryDirectory[str]  # what mypy knows of Python's library is the same in all tests

    @classmethod
    def setUpClass(cls) -> None:
        cls.cache = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.cache.cleanup)

    def test_names_are_those_of_the_module(self) -> None:
        tree = ast.parse(STUBS.read_text(encoding="utf-8"))
        self.assertEqual(public(names_of(tree.body)), set(hrefkit.__all__))
        for node in tree.body:
            if not isinstance(node, ast.ClassDef) or node.name.endswith("Error"):
                continue
            runtime = getattr(hrefkit, node.name)
            missing = public(names_of(node.body)) ^ public(vars(runtime))
            self.assertLessEqual(missing, {"count", "index"}, node.name)  # these are Sequence's
            self.assertTrue(ast.get_docstring(node), node.name)

    def test_names_of_types_are_there_when_programs_run(self) -> None:
        tree = ast.parse(STUBS.read_text(encoding="utf-8"))
        aliases = {node.targets[0].id: ast.unparse(node.value) for node in tree.body
                   if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)}
        self.assertLessEqual({"Data", "Kind", "Standard", "XmlBase", "FeedBase", "Form"}, set(aliases))
        for name, value in aliases.items():
            expected = eval(value, {"Literal": typing.Literal, "os": os})  # the stubs are ours
            self.assertEqual(getattr(hrefkit, name), expected)
        for kind in typing.get_args(getattr(hrefkit, "Kind")):
            hrefkit.links(b"", "https://h.example/", kinds=[kind])
        with self.assertRaises(AttributeError):
            getattr(hrefkit, "Data2")

    @unittest.skipUnless(HAS_MYPY, "mypy is not installed")
    def test_mypy_takes_the_samples_and_the_package(self) -> None:
        package = pathlib.Path(hrefkit.__file__).parent
        samples = [path for path in sorted((SOURCE / "samples").glob("*.py")) if "import hrefkit" in path.read_text(encoding="utf-8")]
        self.assertGreaterEqual(len(samples), 5)
        files = [package, *samples]
        result = self.mypy(*files)
        self.assertEqual((result.returncode, result.stdout.count("error:")), (0, 0), result.stdout + result.stderr)

    @unittest.skipUnless(HAS_MYPY, "mypy is not installed")
    def test_signatures_are_those_of_the_module(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            allowed = pathlib.Path(folder, "allowed")  # the tool does not take names of types that are made when asked for
            allowed.write_text("".join(f"hrefkit.{name}\n" for name in ("Data", "Kind", "Standard", "XmlBase", "FeedBase", "Form", "Engine")),
                               encoding="utf-8")
            result = subprocess.run(
                [sys.executable, "-m", "mypy.stubtest", "hrefkit", "--ignore-missing-stub", "--allowlist", allowed,
                 "--ignore-unused-allowlist"], capture_output=True, text=True, check=False, cwd=folder,
                env={**os.environ, "MYPYPATH": str(pathlib.Path(hrefkit.__file__).parent.parent)})
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)

    @unittest.skipUnless(HAS_MYPY, "mypy is not installed")
    def test_mypy_finds_misuse(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "misuse.py")
            path.write_text(MISUSE, encoding="utf-8")
            result = self.mypy(path)
        wrong = [number for number, line in enumerate(MISUSE.splitlines(), 1) if "  # " in line]
        found = {int(line.split(":")[1]) for line in result.stdout.splitlines() if " error: " in line}
        self.assertEqual(found, set(wrong), result.stdout)

    def mypy(self, *files: pathlib.Path) -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, "-m", "mypy", "--strict", "--cache-dir", self.cache.name, *map(str, files)],
                              capture_output=True, text=True, check=False)


if __name__ == "__main__":
    unittest.main()
