# apt-get install g++ cmake ninja-build pkg-config nettle-dev libexpat1-dev libgumbo-dev libicu-dev libboost-filesystem-dev libexpected-dev libcli11-dev libtomlplusplus-dev libisal-dev libbrotli-dev libzstd-dev zlib1g-dev libmd4c-dev libre2-dev libcurl4-openssl-dev libsqlite3-dev python3-dev python3-setuptools python3-wheel python3-pip
"""Builds the package hrefkit: CMake compiles the module, with the library inside, and the command.

    python3 -m pip wheel --no-index --no-build-isolation --no-deps -w dist ./src/python

The first line installs what that needs on Debian 12 and 13. `python3 setup.py sdist` packs the sources of all of this, which pip
builds in the same way: this file is at the top of the archive then.

Variables of the environment:
  HREFKIT_BUILD_DIR       a build tree of CMake that is to be used; else one in build/wheel of the repository
  HREFKIT_COMMAND         the command that the wheel carries; else the one of the build tree
  HREFKIT_WHEEL_WORK      a folder for what is made on the way; else build/wheel of the repository
  HREFKIT_WHEEL_PLATFORM  the platform in the wheel's name, such as manylinux_2_34_x86_64
"""
import gzip
import os
import pathlib
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist
from distutils.command.build_scripts import build_scripts  # setuptools provides it: later Pythons have none

HERE = pathlib.Path(__file__).resolve().parent
IS_SOURCE_ARCHIVE = (HERE / "CMakeLists.txt").exists() and (HERE / "html").is_dir()
SOURCE = HERE if IS_SOURCE_ARCHIVE else HERE.parent.parent
PACKAGE = SOURCE / "src" / "python"
WORK = pathlib.Path(os.environ.get("HREFKIT_WHEEL_WORK", SOURCE / "build" / "wheel")).resolve()
TREE = pathlib.Path(os.environ.get("HREFKIT_BUILD_DIR", WORK / "tree")).resolve()
HAS_LIMITED_API = not sysconfig.get_config_var("Py_GIL_DISABLED")
# What a build reads of the repository.
TREE_PARTS = ("CMakeLists.txt", "CMakePresets.json", "LICENSE", "README.md", "html", "src")


def packages() -> str:
    """The command of the first line of this file."""
    with open(__file__, encoding="utf-8") as file:
        return file.readline().lstrip("# ").rstrip()


def project_version() -> str:
    text = (SOURCE / "CMakeLists.txt").read_text(encoding="utf-8")
    return re.search(r"^project\(hrefkit VERSION (\S+)", text, re.MULTILINE).group(1)


def refuse() -> None:
    """Ends pip's output with one sentence about what fits and how to build."""
    raise SystemExit(
        "error: there are wheels of hrefkit for CPython 3.11 and later on Linux x86_64 with glibc 2.34 and later, and none fits here; "
        f"to build one on Debian 12, Debian 13 or a relative of theirs, run `{packages()}` as root and then "
        "`python3 -m pip install --no-build-isolation --no-binary hrefkit hrefkit`.")


def build_tree() -> None:
    """Configures and builds what the package needs of the tree. What is there already is not built again."""
    targets = ["hrefkit_python"] if "HREFKIT_COMMAND" in os.environ else ["hrefkit_python", "hrefkit"]
    try:
        if "HREFKIT_BUILD_DIR" not in os.environ:
            generator = ["-G", "Ninja"] if shutil.which("ninja") else []
            subprocess.run(
                ["cmake", "-S", SOURCE, "-B", TREE, *generator, "-DCMAKE_BUILD_TYPE=Release", "-DHREFKIT_TESTS=OFF",
                 "-DHREFKIT_PYTHON=ON", "-DHREFKIT_NODE=OFF", "-DHREFKIT_UNITY=ON", "-DHREFKIT_PRECOMPILE=ON",
                 f"-DPython3_EXECUTABLE={sys.executable}"],
                check=True)
        subprocess.run(["cmake", "--build", TREE, "-j", str(os.cpu_count() or 1), "--target", *targets], check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        print(error, file=sys.stderr)
        refuse()


def install_stripped(file: pathlib.Path, target: pathlib.Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(file, target)
    target.chmod(0o755)
    if shutil.which("strip"):
        subprocess.run(["strip", "--strip-unneeded", target], check=True)


class BuildModule(build_ext):
    def build_extension(self, extension: Extension) -> None:
        build_tree()
        module, = (TREE / "python" / "hrefkit").glob("_hrefkit*.so")
        install_stripped(module, pathlib.Path(self.get_ext_fullpath(extension.name)))


class BuildCommand(build_scripts):
    """The command is a program, not a script of Python: it is copied as it is."""

    def get_source_files(self) -> list:
        return []

    def run(self) -> None:
        command = pathlib.Path(os.environ.get("HREFKIT_COMMAND", TREE / "hrefkit"))
        install_stripped(command, pathlib.Path(self.build_dir, "hrefkit"))


def source_files() -> list[pathlib.Path]:
    """The files of TREE_PARTS, relative to the repository: those that git knows, or all where there is no git."""
    known = subprocess.run(["git", "ls-files", "-z", "--", *TREE_PARTS], cwd=SOURCE, capture_output=True, check=False) \
        if (SOURCE / ".git").exists() and shutil.which("git") else None
    if known is not None and known.returncode == 0:
        return sorted(path for name in known.stdout.split(b"\0") if name and (SOURCE / (path := pathlib.Path(os.fsdecode(name)))).exists())
    files: list[pathlib.Path] = []
    for part in TREE_PARTS:
        found = [SOURCE / part] if (SOURCE / part).is_file() else (SOURCE / part).rglob("*")
        files.extend(path.relative_to(SOURCE) for path in found if path.is_file() and path.suffix != ".pyc")
    return sorted(files)


class SourceArchive(sdist):
    """All that a build reads, with this file and pyproject.toml at the top. The same sources give the same bytes."""

    def run(self) -> None:
        name = self.distribution.get_fullname()
        pathlib.Path(self.dist_dir).mkdir(parents=True, exist_ok=True)
        archive = pathlib.Path(self.dist_dir, f"{name}.tar.gz")
        with tempfile.TemporaryDirectory() as folder:
            self.distribution.metadata.write_pkg_info(folder)
            files = {path.as_posix(): SOURCE / path for path in source_files()}
            files |= {"PKG-INFO": pathlib.Path(folder, "PKG-INFO"), "setup.py": PACKAGE / "setup.py", "pyproject.toml": PACKAGE / "pyproject.toml"}
            with open(archive, "wb") as raw, gzip.GzipFile("", "wb", mtime=0, fileobj=raw) as packed, \
                    tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT, dereference=True) as tar:
                for path, file in sorted(files.items()):
                    entry = tar.gettarinfo(file, f"{name}/{path}")
                    entry.uid = entry.gid = 0
                    entry.uname = entry.gname = ""
                    entry.mode = 0o755 if entry.mode & 0o100 else 0o644
                    entry.mtime = int(os.environ.get("SOURCE_DATE_EPOCH", 0))
                    with open(file, "rb") as content:
                        tar.addfile(entry, content)
        self.archive_files = [str(archive)]
        self.distribution.dist_files.append(("sdist", "", str(archive)))


wheel_options = {"py_limited_api": "cp311"} if HAS_LIMITED_API else {}
if "HREFKIT_WHEEL_PLATFORM" in os.environ:
    wheel_options["plat_name"] = os.environ["HREFKIT_WHEEL_PLATFORM"]
os.chdir(HERE)
WORK.mkdir(parents=True, exist_ok=True)
setup(
    name="hrefkit",
    version=project_version(),
    description="Finds, resolves, checks and rewrites every link of HTML, XHTML and SVG",
    long_description=(PACKAGE / "README.md").read_text(encoding="utf-8"),
    long_description_content_type="text/markdown",
    license="MIT",
    python_requires=">=3.11",
    classifiers=["License :: OSI Approved :: MIT License", "Programming Language :: C++", "Programming Language :: Python :: 3",
                 "Topic :: Internet :: WWW/HTTP :: Site Management :: Link Checking", "Typing :: Typed"],
    packages=["hrefkit"],
    package_dir={"": os.path.relpath(PACKAGE, HERE)},
    package_data={"hrefkit": ["py.typed", "*.pyi"]},
    ext_modules=[Extension("hrefkit._hrefkit", [], py_limited_api=HAS_LIMITED_API)],
    scripts=["hrefkit"],
    zip_safe=False,
    cmdclass={"build_ext": BuildModule, "build_scripts": BuildCommand, "sdist": SourceArchive},
    # Nothing is written beside the sources.
    options={"egg_info": {"egg_base": str(WORK)}, "build": {"build_base": str(WORK / "build")}, "bdist_wheel": wheel_options},
)
