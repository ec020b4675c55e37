"""python -m hrefkit, and what the package says about itself."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import hrefkit
from support import COMMAND, SOURCE


def run_module(*arguments: str, path: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "hrefkit", *arguments], capture_output=True, text=True, check=False,
                          env={**os.environ, "PATH": path}, stdin=subprocess.DEVNULL)


class Command(unittest.TestCase):
    @unittest.skipUnless(COMMAND.exists(), "the command is not built")
    def test_the_command_in_path_is_run(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            os.symlink(COMMAND, pathlib.Path(folder, "hrefkit"))
            result = run_module("resolve", "-q", "--url", "https://h.example/", "/dev/null", path=folder)
            self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "", ""))
            self.assertEqual(run_module("no-such-command", path=folder).returncode, 2)

    def test_without_the_command_it_says_so(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            result = run_module("--version", path=folder)
        if result.returncode == 0:
            self.skipTest("a command is installed beside this Python")
        self.assertEqual((result.returncode, result.stdout), (2, ""))
        self.assertEqual(result.stderr, "error: the command hrefkit is not installed\n")

    def test_the_version_is_that_of_the_project(self) -> None:
        project = re.search(r"project\(hrefkit VERSION (\S+)", (SOURCE / "CMakeLists.txt").read_text(encoding="utf-8"))
        assert project is not None
        self.assertEqual(hrefkit.__version__, project.group(1))


if __name__ == "__main__":
    unittest.main()
