"""python -m hrefkit ARGUMENTS: the command hrefkit.

It is the one that came with the package; without one, the one that is found in PATH.
"""
import os
import shutil
import sys
import sysconfig


def find_command() -> str:
    """The path of the command. FileNotFoundError where there is none."""
    name = "hrefkit" + (sysconfig.get_config_var("EXE") or "")
    package = os.path.dirname(os.path.abspath(__file__))
    folders = [sysconfig.get_path("scripts")]
    user_scheme = sysconfig.get_preferred_scheme("user")
    folders.append(sysconfig.get_path("scripts", user_scheme))
    folders.append(os.path.join(os.path.dirname(package), "bin"))  # pip install --target
    for folder in folders:
        path = os.path.join(folder, name)
        if os.access(path, os.X_OK) and os.path.isfile(path):
            return path
    found = shutil.which("hrefkit")
    if found is None:
        raise FileNotFoundError("the command hrefkit is not installed")
    return found


def main() -> int:
    try:
        command = find_command()
    except FileNotFoundError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    try:
        os.execv(command, [command, *sys.argv[1:]])
    except OSError as error:
        print(f"error: {command}: {error.strerror}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
