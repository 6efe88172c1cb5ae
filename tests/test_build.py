"""The package is compiled where it can be, and whole and honest where it cannot."""

import ast
import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import zipfile
from collections.abc import Iterator
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

import ludoteca

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src"
FROM_SOURCE = Path(ludoteca.__file__).is_relative_to(SOURCE)


def files_of_package() -> Iterator[str]:
    for path in SOURCE.joinpath("ludoteca").rglob("*"):
        if path.is_file() and "__pycache__" not in path.parts:
            yield path.relative_to(SOURCE).as_posix()


def modules_to_compile() -> list[str]:
    """What pyproject.toml wants compiled."""
    wish = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["ludoteca"][
        "compiled"
    ]
    modules = (name.removesuffix(".py").split("/") for name in files_of_package() if name.endswith(".py"))
    found = (
        ".".join(parts)
        for parts in modules
        if parts[1] in wish["rooms"] and not set(wish["except"]).intersection((*parts, "/".join(parts[1:])))
    )
    also = ("ludoteca." + name.replace("/", ".") for name in wish["also"])
    return sorted([*found, *also])


def can_compile() -> bool:
    compiler = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    headers = Path(sysconfig.get_path("include"), "Python.h")
    wanted = os.environ.get("LUDOTECA_COMPILE") != "0"
    return wanted and headers.exists() and shutil.which(compiler.split()[0]) is not None


def is_native(module: str) -> bool:
    spec = importlib.util.find_spec(module)
    assert spec is not None
    assert spec.origin is not None
    return spec.origin.endswith(tuple(EXTENSION_SUFFIXES))


def test_the_source_tree_stays_clean() -> None:
    assert [name for name in files_of_package() if name.endswith(tuple(EXTENSION_SUFFIXES))] == []


def test_the_package_is_compiled_where_a_compiler_is() -> None:
    expected = can_compile() and not FROM_SOURCE
    assert ludoteca.compiled is expected, ludoteca.build_note()
    assert ludoteca.build_note().startswith(
        "compiled with mypyc" if expected else "plain Python, not compiled:"
    )
    assert [module for module in modules_to_compile() if is_native(module) is not expected] == []


def build(folder: Path, **environment: str) -> tuple[str, zipfile.ZipFile]:
    """Builds the wheel of the tree in `folder` anew: what was said, and the wheel."""
    shutil.rmtree(folder / "dist", ignore_errors=True)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    offline = ["--no-deps", "--no-index", "--no-build-isolation"]
    done = subprocess.run(
        [*pip, "wheel", "-v", *offline, "--wheel-dir", "dist", "."],
        cwd=folder,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    (wheel,) = folder.joinpath("dist").iterdir()
    return done.stdout, zipfile.ZipFile(wheel)


def copy_of_project(folder: Path, *, sources: bool) -> Path:
    for name in ("pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder)
    if sources:
        shutil.copytree(SOURCE, folder / "src", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    else:
        (folder / "src" / "ludoteca" / "kernel").mkdir(parents=True)
        shutil.copy(SOURCE / "ludoteca" / "__init__.py", folder / "src" / "ludoteca")
        (folder / "src" / "ludoteca" / "kernel" / "__init__.py").touch()
    return folder


def note_in(wheel: zipfile.ZipFile) -> str:
    return wheel.read("ludoteca/_build.txt").decode().strip()


@pytest.mark.parametrize(
    ("environment", "reason"),
    [
        pytest.param({"LUDOTECA_COMPILE": "0"}, "LUDOTECA_COMPILE=0", id="not wanted"),
        pytest.param({"CC": "missing-cc"}, "no C compiler (missing-cc not found)", id="no compiler"),
    ],
)
def test_a_plain_wheel_is_whole_and_says_why(
    tmp_path: Path, environment: dict[str, str], reason: str
) -> None:
    said, wheel = build(copy_of_project(tmp_path, sources=True), **{"LUDOTECA_COMPILE": "", **environment})
    note = f"plain Python, not compiled: {reason}"
    assert f"ludoteca: {note}" in said
    assert note_in(wheel) == note
    names = {name for name in wheel.namelist() if name.startswith("ludoteca/")}
    assert names == {*files_of_package(), "ludoteca/_build.txt"}


def test_a_source_archive_holds_what_the_package_is_built_from(tmp_path: Path) -> None:
    copy_of_project(tmp_path, sources=True)
    tmp_path.joinpath("tests").mkdir()
    tmp_path.joinpath("tests", "test_alone.py").touch()
    code = "from setuptools import build_meta; build_meta.build_sdist('dist')"
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, check=True, capture_output=True)
    (path,) = tmp_path.joinpath("dist").iterdir()
    with tarfile.open(path) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {name.removeprefix("src/") for name in names if Path(SOURCE.parent, name).is_file()} >= {
        *files_of_package(),
        *("pyproject.toml", "setup.py", "README.md", "LICENSE"),
    }
    assert [name for name in names if name.startswith("tests")] == []


COUNTED = """from librt.vecs import vec
from mypy_extensions import i64

def one() -> int:
    numbers = vec[i64]([1])
    return int(numbers[0])
"""


@pytest.mark.skipif(not can_compile(), reason="needs a C compiler")
def test_later_builds_forget_what_is_gone_link_it_all_and_stay_plain_where_mypyc_refuses(
    tmp_path: Path,
) -> None:
    """One tree for all three: the compiler remembers what it has read."""
    package = copy_of_project(tmp_path, sources=False) / "src" / "ludoteca"
    two = package / "games" / "two"
    two.mkdir(parents=True)
    for folder in (two, two.parent):
        folder.joinpath("__init__.py").touch()
    package.joinpath("kernel", "one.py").write_text(COUNTED)
    two.joinpath("rules.py").write_text("def two() -> int:\n    return 2\n")
    suffix = str(sysconfig.get_config_var("EXT_SUFFIX"))
    _, wheel = build(tmp_path)
    assert note_in(wheel).startswith("compiled with mypyc")
    assert {f"ludoteca/{name}{suffix}" for name in ("kernel/one", "games/two/rules")} <= set(wheel.namelist())

    two.joinpath("rules.py").unlink()
    compiler = str(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    _, wheel = build(tmp_path, CC=f"{compiler} -g0")
    assert note_in(wheel).startswith("compiled with mypyc")
    assert [name for name in wheel.namelist() if "two/rules" in name] == []
    wheel.extractall(tmp_path / "installed")
    code = "from ludoteca.kernel import one; print(one.one(), one.__file__)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path / "installed", capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("1 ") and done.stdout.strip().endswith(suffix)

    package.joinpath("kernel", "wrong.py").write_text("def answer() -> int:\n    return 'six'\n")
    said, wheel = build(tmp_path)
    note = "plain Python, not compiled: mypyc refuses src/ludoteca/kernel/wrong.py:2: error: "
    assert f"ludoteca: {note}" in said
    assert note_in(wheel).startswith(note)
    assert "ludoteca/kernel/wrong.py" in wheel.namelist()


def test_importing_the_package_is_cheap() -> None:
    code = (
        "import sys; import ludoteca; print(*(name for name in sys.modules if name.startswith('ludoteca.')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_no_constant_of_a_compiled_module_is_a_pair_of_decimals() -> None:
    """The compiler takes such a constant for one that was never set."""
    found = []
    for name in modules_to_compile():
        path = SOURCE.joinpath(*name.split(".")).with_suffix(".py")
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.AnnAssign) and isinstance(node.value, ast.Tuple):
                first, *others = node.value.elts
                if len(others) == 1 and isinstance(first, ast.Constant) and isinstance(first.value, float):
                    found.append(f"{name}: {ast.unparse(node)}")
    assert not found


def test_a_prebuilt_wheel_is_taken_only_for_the_source_it_was_built_from(tmp_path: Path) -> None:
    spec = importlib.util.spec_from_file_location("prebuilt", ROOT / "scripts" / "prebuilt.py")
    assert spec is not None and spec.loader is not None
    prebuilt = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(prebuilt)
    package = tmp_path / "src" / "ludoteca"
    package.mkdir(parents=True)
    package.joinpath("__init__.py").write_text("version = 1\n")
    package.joinpath("edition.toml").write_text("cards = 3\n")
    wanted = prebuilt.source_digests(tmp_path / "src")
    tag = f"cp{sys.version_info.major}{sys.version_info.minor}"
    compiled = {"ludoteca/core.so": "sha256=x"}

    def wheel(name: str, digests: dict[str, str]) -> Path:
        path = tmp_path / f"ludoteca-{name}-{tag}-{tag}-any.whl"
        with zipfile.ZipFile(path, "w") as packed:
            lines = "".join(f"{file},{value},1\n" for file, value in digests.items())
            packed.writestr(f"ludoteca-{name}.dist-info/RECORD", lines)
        return path

    assert prebuilt.fits(wheel("1", {**wanted, **compiled}), wanted)
    assert not prebuilt.fits(wheel("2", {**wanted, "ludoteca/edition.toml": "sha256=y"}), wanted)
    assert not prebuilt.fits(wheel("3", {**wanted, "ludoteca/more.py": "sha256=z"}), wanted)
    assert not prebuilt.fits(wheel("4", {"ludoteca/__init__.py": wanted["ludoteca/__init__.py"]}), wanted)
    tmp_path.joinpath(f"ludoteca-5-{tag}-{tag}-any.whl").write_text("no wheel")
    tmp_path.joinpath("ludoteca-6-py3-none-any.whl").write_text("for any Python")
    found = list(prebuilt.candidates([tmp_path]))
    assert len(found) == 5, "wheels for this Python"
    assert [path.name[9] for path in found if prebuilt.fits(path, wanted)] == ["1"]
