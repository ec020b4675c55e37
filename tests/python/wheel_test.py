"""The wheel: built offline from the build tree by Debian's packages, installed into a fresh environment."""
import importlib.util
import os
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile
import unittest
import zipfile

import hrefkit
from support import BUILD, COMMAND, PAGE, SOURCE

NEEDED = ("pip", "setuptools", "wheel", "venv", "ensurepip")
MISSING = [name for name in NEEDED if importlib.util.find_spec(name) is None]


def run(*command: object, **environment: str) -> str:
    result = subprocess.run([*map(str, command)], capture_output=True, text=True, check=False, cwd="/",
                            env={**os.environ, "PYTHONPATH": "", **environment})
    if result.returncode != 0:
        raise AssertionError(f"{command}: {result.stdout}{result.stderr}")
    return result.stdout


@unittest.skipIf(MISSING, f"there is no {', '.join(MISSING)}")
@unittest.skipUnless(COMMAND.exists(), "the command is not built")
class Wheel(unittest.TestCase):
    folder: tempfile.TemporaryDirectory[str]
    wheel: pathlib.Path

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        run(sys.executable, "-m", "pip", "wheel", "--no-index", "--no-build-isolation", "--no-deps", "-w", cls.folder.name,
            SOURCE / "src" / "python", HREFKIT_BUILD_DIR=str(BUILD))
        cls.wheel, = pathlib.Path(cls.folder.name).glob("*.whl")

    def test_one_wheel_is_for_all_later_versions(self) -> None:
        self.assertRegex(self.wheel.name, rf"^hrefkit-{re.escape(hrefkit.__version__)}-cp311-abi3-\w+\.whl$")
        with zipfile.ZipFile(self.wheel) as file:
            names = set(file.namelist())
        data = f"hrefkit-{hrefkit.__version__}"
        for name in ("__init__.py", "__init__.pyi", "__main__.py", "py.typed", "_hrefkit.abi3.so"):
            self.assertIn(f"hrefkit/{name}", names)
        self.assertIn(f"{data}.data/scripts/hrefkit", names)
        self.assertEqual({name for name in names if not name.startswith(("hrefkit/", data))}, set())

    def test_it_works_where_it_is_installed(self) -> None:
        environment = pathlib.Path(self.folder.name, "v")
        run(sys.executable, "-m", "venv", "--system-site-packages", environment)
        run(environment / "bin" / "pip", "install", "--no-index", self.wheel)
        python = environment / "bin" / "python"
        program = f"import hrefkit; print(hrefkit.__file__, hrefkit.links(b'<a href=x>', {PAGE!r}).urls)"
        file, urls = run(python, "-c", program).split(maxsplit=1)
        self.assertTrue(file.startswith(str(environment)))
        self.assertEqual(urls, "['https://docs.example/guide/x']\n")
        expected = run(COMMAND, "--version")
        self.assertEqual(run(environment / "bin" / "hrefkit", "--version"), expected)
        self.assertEqual(run(python, "-m", "hrefkit", "--version", PATH="/nowhere"), expected)
        run(environment / "bin" / "pip", "uninstall", "-y", "hrefkit")
        self.assertFalse((environment / "bin" / "hrefkit").exists())

    def test_the_source_archive_has_all_that_a_build_reads(self) -> None:
        archives = []
        for number in ("1", "2"):
            folder = pathlib.Path(self.folder.name, "sdist", number)
            program = f"import os, sys; os.chdir({str(SOURCE / 'src' / 'python')!r}); sys.argv = ['setup.py', '-q', 'sdist', '-d', {str(folder)!r}]; " \
                "exec(compile(open('setup.py').read(), os.path.abspath('setup.py'), 'exec'), {'__file__': os.path.abspath('setup.py'), '__name__': '__main__'})"
            run(sys.executable, "-c", program, HREFKIT_WHEEL_WORK=str(folder / "work"))
            archive, = folder.glob("*.tar.gz")
            archives.append(archive.read_bytes())
        self.assertEqual(archives[0], archives[1])
        with tarfile.open(archive) as tar:
            names = set(tar.getnames())
            tar.extractall(folder)
        top = f"hrefkit-{hrefkit.__version__}"
        for name in ("PKG-INFO", "setup.py", "pyproject.toml", "CMakeLists.txt", "html/find_links.h", "src/c/c.h", "src/python/rewrite.c", "LICENSE"):
            self.assertIn(f"{top}/{name}", names)
        # It builds a wheel like the one of the repository; here with what is built already.
        run(sys.executable, "-m", "pip", "wheel", "--no-index", "--no-build-isolation", "--no-deps", "-w", folder / "dist", archive,
            HREFKIT_BUILD_DIR=str(BUILD), HREFKIT_WHEEL_WORK=str(folder / "work"))
        wheel, = (folder / "dist").glob("*.whl")
        with zipfile.ZipFile(wheel) as file, zipfile.ZipFile(self.wheel) as other:
            self.assertLessEqual(set(other.namelist()), set(file.namelist()))
            self.assertEqual({name for name in set(file.namelist()) - set(other.namelist()) if not name.endswith("/LICENSE")}, set())

    def test_where_nothing_fits_one_sentence_says_what_does(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            result = subprocess.run(
                [sys.executable, "-m", "pip", "wheel", "--no-index", "--no-build-isolation", "--no-deps", "-w", folder, SOURCE / "src" / "python"],
                capture_output=True, text=True, check=False, cwd="/",
                env={"HOME": folder, "HREFKIT_WHEEL_WORK": folder, "PATH": folder})  # without CMake
        self.assertNotEqual(result.returncode, 0)
        said = re.search(r"error: there are wheels of hrefkit for .*", result.stdout + result.stderr)
        assert said
        self.assertIn("apt-get install g++ cmake", said.group())

    def test_only_the_module_function_is_exported(self) -> None:
        module = BUILD / "python" / "hrefkit" / "_hrefkit.abi3.so"
        symbols = run("nm", "-D", "--defined-only", module).split()[2::3]
        self.assertEqual([symbol.split("@")[0] for symbol in symbols], ["PyInit__hrefkit"])

    def test_the_module_uses_the_limited_api_alone(self) -> None:
        module = BUILD / "python" / "hrefkit" / "_hrefkit.abi3.so"
        used = set(re.findall(r"\bU (_?Py\w+)", run("nm", "-D", "--undefined-only", module)))
        self.assertGreater(len(used), 50)
        private = {name for name in used if name.startswith("_Py") and not name.endswith("_SizeT")}
        self.assertLessEqual(private, {"_Py_Dealloc", "_Py_IncRef", "_Py_DecRef", "_Py_NoneStruct", "_Py_TrueStruct", "_Py_FalseStruct",
                                       "_Py_NotImplementedStruct"})


if __name__ == "__main__":
    unittest.main()
