"""What the tests share."""
import os
import pathlib
import re
import subprocess

BUILD = pathlib.Path(os.environ["HREFKIT_BUILD"])
SOURCE = pathlib.Path(os.environ["HREFKIT_SOURCE"])
SHARED = pathlib.Path(os.environ.get("HREFKIT_SHARED_DATA", ""))
COMMAND = BUILD / "hrefkit"
PAGE = "https://docs.example/guide/page.html"


def run_command(*arguments: object, input: bytes | None = None) -> bytes:
    """What the command of this build prints."""
    result = subprocess.run([COMMAND, *map(str, arguments)], input=input, capture_output=True, check=False)
    if result.returncode not in (0, 1):
        raise AssertionError(result.stderr.decode())
    return result.stdout


def in_python(row: dict) -> dict:
    """A row of the command, with the names that attributes have in Python."""
    return {re.sub("[A-Z]", lambda letter: "_" + letter.group().lower(), name): value for name, value in row.items()}


def resident_kilobytes() -> int:
    """The memory of this process that is in use."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") // 1024
