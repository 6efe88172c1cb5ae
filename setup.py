"""Compiles the rules, the bots and what draws with mypyc; all else about the package is in pyproject.toml.

Where compiling is not possible, or `LUDOTECA_COMPILE=0` is set, the package is built as plain Python, and one
line on stderr says why. `ludoteca/_build.txt` in the installed package keeps it (see `ludoteca.build_note`).
Every module becomes a C file of its own. Generated C, objects and mypy's cache stay in `build/`, so that a
second build checks only the groups that changed and compiles only the C files that came out different: each
is compiled with the declarations and the literals that it uses, not with those of its whole group.
"""

import contextlib
import glob
import hashlib
import io
import os
import re
import shutil
import sys
import sysconfig
import tempfile
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.errors import CCompilerError
from setuptools.modified import newer_group

ROOT = Path(__file__).resolve().parent
BUILDING = not {"bdist_wheel", "build", "build_ext", "install"}.isdisjoint(sys.argv[1:])
# What mypyc remembers of a build is only good for the settings below: another setup.py starts afresh.
CACHE = ROOT / "build" / f"mypy-{hashlib.sha256(Path(__file__).read_bytes()).hexdigest()[:12]}"
SHARED_FLAGS = ["-fcommon", "-fvisibility=hidden", "-Werror=implicit-function-declaration"]
# What matches run at every decision (kernel, rules, bots, and what mypyc brings along) is worth a longer
# compilation: fewer instructions, for half as much time again. Boards, pages and starting a module are not.
OFTEN_RUN = re.compile(r"___(?:kernel|encoding|bots|rules)___|\Abuild.\w+\.c\Z")
OFTEN_RUN_FLAGS = ["-O2", "-fno-plt"]
SITE = ROOT / "build" / "docs"
CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def groups() -> dict[str, list[str]]:
    """What is compiled, as pyproject.toml says: the kernel with the bots, what draws, every game by itself,
    and the pages of tables.

    Calls inside a group are as direct as C allows, calls between groups go through a table of pointers.
    """
    with open(ROOT / "pyproject.toml", "rb") as file:
        wish = tomllib.load(file)["tool"]["ludoteca"]["compiled"]
    package = ROOT / "src" / "ludoteca"
    found: dict[str, list[str]] = {}
    for room in wish["rooms"]:
        for path in sorted((package / room).rglob("*.py")):
            parts = path.relative_to(package).with_suffix("").parts
            if not set(wish["except"]).intersection((*parts, "/".join(parts))):
                group = {"draw": room, "games": parts[1]}.get(room, "kernel")
                found.setdefault(f"ludoteca_{group}", []).append(path.relative_to(ROOT).as_posix())
    pages = [f"src/ludoteca/{module}.py" for module in wish["also"]]
    return found | {"ludoteca_pages": pages} if found and all(map(os.path.exists, pages)) else found


def missing_compiler() -> str | None:
    """What the C compiler lacks to build an extension, or None: tried out on two lines of C."""
    # setuptools has put its own distutils in place by now, on every Python
    from distutils.ccompiler import new_compiler
    from distutils.sysconfig import customize_compiler

    compiler = new_compiler()
    customize_compiler(compiler)
    command = getattr(compiler, "compiler", None)
    if command and shutil.which(command[0]) is None:
        return f"no C compiler ({command[0]} not found)"
    with tempfile.TemporaryDirectory() as folder:
        probe = Path(folder, "probe.c")
        probe.write_text("#include <Python.h>\nint ludoteca_probe(void) { return 0; }\n")
        try:
            compiler.compile([str(probe)], output_dir=folder, include_dirs=[sysconfig.get_path("include")])
        except CCompilerError:
            return "the C compiler does not work or lacks Python.h (python3-dev)"
    return None


def compile_to_c() -> tuple[list[Extension], str]:
    """The extension modules and the note to leave; no modules where the package must stay plain Python."""
    if os.environ.get("LUDOTECA_COMPILE") == "0":
        return [], plain("LUDOTECA_COMPILE=0")
    files = groups()
    if not files:
        return [], plain("nothing to compile")
    if (lack := missing_compiler()) is not None:
        return [], plain(lack)
    for old in set(ROOT.glob("build/mypy-*")) - {CACHE}:
        shutil.rmtree(old)
    said = io.StringIO()
    begun_before = CACHE.exists()
    try:
        from mypy.version import __version__ as version
        from mypyc.build import include_dir, mypycify

        with contextlib.redirect_stdout(said):
            extensions = mypycify(
                # what is not compiled may import what is not installed: `make lint` judges it, not the build
                [
                    "--follow-imports=silent",
                    f"--cache-dir={CACHE}",
                    *(name for names in files.values() for name in names),
                ],
                opt_level="1",
                debug_level="0",
                multi_file=True,
                separate=[(names, group) for group, names in files.items()],
            )
    except (Exception, SystemExit) as refusal:
        print(said.getvalue(), file=sys.stderr)
        lines = said.getvalue().splitlines()
        errors = [line for line in lines if ": error:" in line]
        if begun_before and not errors:  # it may have stumbled over what it remembers
            shutil.rmtree(CACHE)
            return compile_to_c()
        errors = errors or lines or [repr(refusal)]
        return [], plain(f"mypyc refuses {errors[0]}")
    # of its own C files, and where their headers lie, mypyc names some only for groups just written anew
    own = [*glob.glob("build/*_extra_ops.c", root_dir=ROOT), *glob.glob("build/*/librt_*.c", root_dir=ROOT)]
    headers = {str(Path(include_dir(), Path(path).relative_to("build").parent)) for path in own}
    for extension in extensions:
        extension.include_dirs = sorted({*extension.include_dirs, *headers})
        if os.path.join("build", "init.c") in extension.sources:
            extension.sources = sorted({*extension.sources, *own})
    return list(extensions), f"compiled with mypyc {version}"


def plain(reason: str) -> str:
    note = f"plain Python, not compiled: {reason}"
    print(f"ludoteca: {note}", file=sys.stderr)
    return note


# The pieces of a header that mypyc writes: a guarded tuple, a struct, or a line.
PIECE = re.compile(r"(?ms)^#ifndef MYPYC_DECLARED.*?^#endif$|^[^\n]*\{$.*?^\}.*?$|^[^\n]+$")
DECLARED = re.compile(r"\n\} (\w+);|\Astruct (\w+) \{|\A[^{}\n]*?(\w+)(?:\[\d*\])*(?:\(.*\))?;\Z")
INCLUDE = re.compile(r"(?m)^#include [<\"](__native_\w+\.h)[>\"]$")
GUARD = re.compile(r"(?m)^#(?:ifndef|define) MYPYC_(?!DECLARED)\w+$|^#endif\s*\Z")
LITERAL = re.compile(r"\bCPyStatics\[(\d+)\]")
LITERALS_MADE = re.compile(r"(?ms)^ *if \(CPyStatics_Initialize\(CPyStatics, .*?\}\n")


class Declarations:
    """What the headers of a group declare, with those that they include, in order: names and pieces."""

    def __init__(self, folder: Path, headers: list[str]) -> None:
        self.folder = folder
        self.pieces: list[tuple[str, str]] = []
        self.read: set[str] = set()
        for header in headers:
            self.add(header)

    def add(self, header: str) -> None:
        if header in self.read:
            return
        self.read.add(header)
        for piece in PIECE.findall(GUARD.sub("", (self.folder / header).read_text(encoding="utf-8"))):
            if include := INCLUDE.match(piece):
                self.add(include[1])
            else:
                name = DECLARED.search(piece)
                self.pieces.append((name[name.lastindex or 0] if name else "", piece))

    def used_in(self, text: str) -> str:
        """The pieces that a C file needs: those it names, those they name, and those that have no name."""
        names = set(re.findall(r"\w+", text))
        used = []
        for name, piece in reversed(self.pieces):
            if not name or name in names:
                used.append(piece + "\n")
                names.update(re.findall(r"\w+", piece))
        return "".join(reversed(used))


def with_own_literals(text: str, table: str) -> tuple[str, list[str]]:
    """The text of a module that takes its literals from a table of its own, and their common numbers."""
    numbers: dict[str, int] = {}

    def renumbered(literal: re.Match[str]) -> str:
        return f"{table}[{numbers.setdefault(literal[1], len(numbers))}]"

    text = LITERAL.sub(renumbered, text)
    return text, list(numbers) or ["0"]


def set_apart(group: Path, modules: list[Path], folder: Path) -> None:
    """Writes the C files of a group to a folder, so that each changes only with what it uses itself.

    mypyc declares all functions of a group in one header and numbers its literals in one table: one more of
    either would change every file. Here a module gets the declarations that it uses and a table of its own
    literals, which the file of the group fills from the common one.
    """
    text = group.read_text(encoding="utf-8")
    declarations = Declarations(group.parent, INCLUDE.findall(text))
    tables, fill = [], []
    for module in modules:
        table = f"CPyStatics_{module.stem}"
        own, numbers = with_own_literals(INCLUDE.sub("", module.read_text(encoding="utf-8")), table)
        declared = f"PyObject *{table}[{len(numbers)}];"
        tables += [f"extern {declared}", f"static const int {table}_from[] = {{{', '.join(numbers)}}};"]
        fill.append(f"for (int i = 0; i < {len(numbers)}; i++) {table}[i] = CPyStatics[{table}_from[i]];")
        write(folder / module.name, f"{declarations.used_in(own)}{declared}\n{own}")
    made = LITERALS_MADE.search(text)
    if made is None:
        raise CCompilerError(f"{group} does not make its literals as mypyc did when this was written")
    everything = [piece for _, piece in declarations.pieces]
    start, rest = INCLUDE.sub("", text[: made.end()]), text[made.end() :]
    write(folder / group.name, "\n".join([*everything, *tables, start, *fill, rest]))


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def leave_note(build_lib: str, note: str) -> None:
    Path(build_lib, "ludoteca", "_build.txt").write_text(note + "\n", encoding="utf-8")


def remove_all_but(folder: Path, kept: set[Path]) -> None:
    for path in folder.rglob("*"):
        if path.is_file() and path not in kept:
            path.unlink()


EXTENSIONS, NOTE = compile_to_c() if BUILDING else ([], "")


class BuildPython(build_py):
    """Copies the sources; what an earlier build left of modules that are gone does not come along."""

    def run(self) -> None:
        if not self.editable_mode:
            folder = Path(self.build_lib)
            remove_all_but(folder, set(folder.rglob("*" + str(sysconfig.get_config_var("EXT_SUFFIX")))))
        super().run()
        if not self.editable_mode:
            leave_note(self.build_lib, NOTE)
            if SITE.is_dir():
                copy = Path(self.build_lib, "ludoteca", "house", "web", "documentation")
                shutil.copytree(SITE, copy, dirs_exist_ok=True)


class BuildExtensions(build_ext):
    """Compiles the C files that changed, side by side; if one fails, the whole package stays plain Python."""

    def run(self) -> None:
        try:
            super().run()
            kept = {Path(self.get_ext_fullpath(extension.name)) for extension in self.extensions}
        except CCompilerError as error:
            print(error, file=sys.stderr)
            leave_note(self.build_lib, plain("the C compiler fails on what mypyc wrote (pip -v shows it)"))
            self.extensions = []
            kept = set()
        folder = Path(self.build_lib)
        suffix = str(sysconfig.get_config_var("EXT_SUFFIX"))
        remove_all_but(folder, {path for path in folder.rglob("*") if not path.name.endswith(suffix)} | kept)

    def build_extensions(self) -> None:
        self.parallel = CORES
        if self.compiler.compiler_type == "unix":
            for extension in self.extensions:
                # the C files of a group share tables that each of them declares, and call one another
                # directly only where the library keeps its names to itself
                extension.extra_compile_args = [*extension.extra_compile_args, *SHARED_FLAGS]
        for extension in self.extensions:
            self.set_apart(extension)
        owners = {source: extension for extension in self.extensions for source in extension.sources}
        sources = sorted(owners, key=os.path.getsize, reverse=True)
        with ThreadPoolExecutor(CORES) as pool:
            objects = dict(zip(sources, pool.map(self.compile_file, sources, map(owners.get, sources))))
        for extension in self.extensions:
            extension.extra_objects = [objects[source] for source in extension.sources]
            extension.depends = extension.extra_objects
            extension.sources = []
        super().build_extensions()

    def set_apart(self, extension: Extension) -> None:
        """Lets the files of a group be compiled as `set_apart` writes them, anew if mypyc changed any."""
        native = [Path(source) for source in extension.sources if "__native_" in source]
        if native:
            folder = Path(self.build_temp, "apart")
            (group,) = (path for path in native if "___" not in path.stem.removeprefix("__native_"))
            if newer_group([__file__, *map(str, native), *extension.depends], str(folder / group.name)):
                set_apart(group, sorted({*native} - {group}), folder)
            others = [source for source in extension.sources if "__native_" not in source]
            extension.sources = [*(str(folder / path.name) for path in native), *others]

    def compile_file(self, source: str, extension: Extension) -> str:
        """The object of a C file; compiled unless it was made before of the same text and flags."""
        (made,) = self.compiler.object_filenames([source], output_dir=self.build_temp)
        flags = extension.extra_compile_args
        if self.compiler.compiler_type == "unix" and OFTEN_RUN.search(source):
            flags = [*flags, *OFTEN_RUN_FLAGS]
        key_of = [NOTE, sys.version, os.environ.get("CC", ""), *flags]
        digest = hashlib.sha256("\n".join(key_of).encode())
        digest.update(Path(source).read_bytes())
        key = Path(made + ".key")
        if not (os.path.exists(made) and key.exists() and key.read_text() == digest.hexdigest()):
            self.compiler.compile(
                [source],
                output_dir=self.build_temp,
                include_dirs=extension.include_dirs,
                extra_postargs=flags,
            )
            key.write_text(digest.hexdigest())
        return made


ROOT.joinpath("build").mkdir(exist_ok=True)
setup(
    ext_modules=EXTENSIONS,
    cmdclass={"build_py": BuildPython, "build_ext": BuildExtensions},
    options={"egg_info": {"egg_base": "build"}},
)
