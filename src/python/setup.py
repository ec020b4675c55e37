"""Builds the package hrefkit: CMake compiles the module, with the library inside, and the command.

    python3 -m pip wheel --no-index --no-build-isolation --no-deps -w dist ./src/python

Variables of the environment:
  HREFKIT_BUILD_DIR       a build tree of CMake that is to be used; else one in build/wheel of the repository
  HREFKIT_COMMAND         the command that the wheel carries; else the one of the build tree
  HREFKIT_WHEEL_WORK      a folder for what is made on the way; else build/wheel of the repository
  HREFKIT_WHEEL_PLATFORM  the platform in the wheel's name, such as manylinux_2_34_x86_64
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import sysconfig

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from distutils.command.build_scripts import build_scripts  # setuptools provides it: later Pythons have none

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE.parent.parent
WORK = pathlib.Path(os.environ.get("HREFKIT_WHEEL_WORK", SOURCE / "build" / "wheel")).resolve()
TREE = pathlib.Path(os.environ.get("HREFKIT_BUILD_DIR", WORK / "tree")).resolve()
HAS_LIMITED_API = not sysconfig.get_config_var("Py_GIL_DISABLED")


def project_version() -> str:
    text = (SOURCE / "CMakeLists.txt").read_text(encoding="utf-8")
    return re.search(r"^project\(hrefkit VERSION (\S+)", text, re.MULTILINE).group(1)


def build_tree() -> None:
    """Configures and builds what the package needs of the tree. What is there already is not built again."""
    if "HREFKIT_BUILD_DIR" not in os.environ:
        generator = ["-G", "Ninja"] if shutil.which("ninja") else []
        subprocess.run(
            ["cmake", "-S", SOURCE, "-B", TREE, *generator, "-DCMAKE_BUILD_TYPE=Release", "-DHREFKIT_TESTS=OFF",
             "-DHREFKIT_PYTHON=ON", "-DHREFKIT_UNITY=ON", "-DHREFKIT_PRECOMPILE=ON", f"-DPython3_EXECUTABLE={sys.executable}"],
            check=True)
    targets = ["hrefkit_python"] if "HREFKIT_COMMAND" in os.environ else ["hrefkit_python", "hrefkit"]
    subprocess.run(["cmake", "--build", TREE, "-j", str(os.cpu_count() or 1), "--target", *targets], check=True)


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


wheel_options = {"py_limited_api": "cp311"} if HAS_LIMITED_API else {}
if "HREFKIT_WHEEL_PLATFORM" in os.environ:
    wheel_options["plat_name"] = os.environ["HREFKIT_WHEEL_PLATFORM"]
os.chdir(HERE)
WORK.mkdir(parents=True, exist_ok=True)
setup(
    name="hrefkit",
    version=project_version(),
    description="Finds, resolves, checks and rewrites every link of HTML, XHTML and SVG",
    long_description=(HERE / "README.md").read_text(encoding="utf-8"),
    long_description_content_type="text/markdown",
    license="MIT",
    python_requires=">=3.11",
    classifiers=["License :: OSI Approved :: MIT License", "Programming Language :: C++", "Programming Language :: Python :: 3",
                 "Topic :: Internet :: WWW/HTTP :: Site Management :: Link Checking", "Typing :: Typed"],
    packages=["hrefkit"],
    package_data={"hrefkit": ["py.typed", "*.pyi"]},
    ext_modules=[Extension("hrefkit._hrefkit", [], py_limited_api=HAS_LIMITED_API)],
    scripts=["hrefkit"],
    zip_safe=False,
    cmdclass={"build_ext": BuildModule, "build_scripts": BuildCommand},
    # Nothing is written beside the sources.
    options={"egg_info": {"egg_base": str(WORK)}, "build": {"build_base": str(WORK / "build")}, "bdist_wheel": wheel_options},
)
