"""Links large callees of compiled kernels instead of inlining them into every caller's object code.

Numba puts everything a function calls, directly or indirectly, into the function's own machine code, so a kernel is
optimised and translated again for each kernel that calls it. Here only short callees are inlined, because those gain
from it. For the others, a caller stores only the symbol name, and its cache entry lists what has to be loaded first. A
kernel has the same symbol in every process, so callers compiled in one process can link to kernels compiled in another.

This relies on Numba's internals. Under any version of Numba other than KNOWN, everything is inlined, as Numba does by
default.
"""

import contextlib
import importlib
from functools import partial
from typing import Any

import numba
from numba.core import codegen as numba_codegen
from numba.core import compiler as numba_compiler

# the version of Numba that this was written for
KNOWN = (0, 68)
# the largest callee to inline, in instructions; at 200, games run 5% slower
SHORT = 500
_version: Any = numba.version_info
_KNOWS = tuple(_version.short) == KNOWN
_JITCodegen: Any = numba_codegen.JITCPUCodegen
_JITLibrary: Any = numba_codegen.JITCodeLibrary
_Compiler: Any = numba_compiler.Compiler

# module, name, and, for a game from outside the package, the digest of its sources
Place = tuple[str, str, str]
# the kernels that callers can link to
_kernels: dict[Place, Any] = {}


class GoneError(Exception):
    """Something that a cached kernel links to is missing or has changed."""


class LinkedLibrary(_JITLibrary):
    """Machine code for one function; if it is a kernel, also the libraries that it links to (`needs`)."""

    def __init__(self, codegen: Any, name: str) -> None:
        _JITLibrary.__init__(self, codegen, name)
        self.links = False
        self.needs: dict[Any, None] = {}
        # how callers find it; without a symbol they inline it
        self.place: Place | None = None
        self.types: tuple[Any, ...] = ()
        self.symbol = ""
        self._long: bool | None = None

    def finalize(self) -> None:
        """Inlines the callees that are not linked, and compiles everything to machine code."""
        taken: dict[Any, None] = {}
        for library in self._linking_libraries:
            if not self.links:
                _add_all(library, taken)
            elif isinstance(library, LinkedLibrary) and library.is_apart():
                self.needs[library] = None
            else:
                taken[library] = None
                self.needs.update(_needs_of(library))
        self._linking_libraries = list(taken)
        _JITLibrary.finalize(self)

    def is_apart(self) -> bool:
        """Whether kernels that call this function link to it instead of inlining it."""
        if self._long is None and self.symbol:
            self._long = _is_long(self._get_module_for_linking().get_function(self.symbol))
        return bool(self._long)

    def serialize_using_object_code(self) -> Any:
        """What the cache stores; for a kernel, this includes what it links to."""
        kept: Any = _JITLibrary.serialize_using_object_code(self)
        if not self.links:
            return kept
        return self.name, "links", (kept, [(need.place, need.types, need.symbol) for need in self.needs])

    @classmethod
    def _unserialize(cls, codegen: Any, state: Any) -> Any:
        above: Any = super()
        _, kind, data = state
        if kind != "links":
            return above._unserialize(codegen, state)
        kept, needs = data
        found = {_load(*need): None for need in needs}
        made = above._unserialize(codegen, kept)
        made.links, made.needs = True, found
        return made

    def _optimize_functions(self, ll_module: Any) -> None:
        # as in Numba, but with one set of passes for all functions, and none for those that are only declared
        ll_module.data_layout = self._codegen._data_layout
        passes, builder = self._codegen._function_pass_manager()
        for function in ll_module.functions:
            if not function.is_declaration:
                passes.run(function, builder)


def _is_long(function: Any) -> bool:
    left = SHORT
    for block in function.blocks:
        left -= sum(1 for _ in block.instructions)
        if left < 0:
            return True
    return False


def _add_all(library: Any, found: dict[Any, None]) -> None:
    if library not in found:
        found[library] = None
        for need in _needs_of(library):
            _add_all(need, found)


def _needs_of(library: Any) -> dict[Any, None]:
    # Numba created some libraries before this module was loaded
    return library.needs if isinstance(library, LinkedLibrary) else {}


def _load(place: Place, types: tuple[Any, ...], symbol: str) -> Any:
    if place not in _kernels:
        with contextlib.suppress(ImportError):
            importlib.import_module(place[0])
    kernel = _kernels.get(place)
    if kernel is None:
        raise GoneError
    kernel.compile(types)
    library = kernel.overloads[types].library
    if library.symbol != symbol:
        raise GoneError
    return library


class _Linker(_Compiler):
    """Compiles a kernel under its global symbol, linked to its callees."""

    def __init__(self, digest: str, *context: Any) -> None:
        _Compiler.__init__(self, *context)
        self._digest = digest

    def compile_extra(self, func: Any) -> Any:
        library = self.state.targetctx.codegen().create_library(func.__qualname__)
        library.enable_object_caching()
        library.links = True
        self.state.library = library
        return _Compiler.compile_extra(self, func)

    def _compile_bytecode(self) -> Any:
        # Numba's own id is a serial number, which differs between processes
        self.state.func_id.unique_id = f"s{self._digest}"
        return _Compiler._compile_bytecode(self)


def register(kernel: Any, digest: str) -> None:
    """Makes callers link to `kernel`. Of several kernels with the same module, name and digest, only the first is linked."""
    if not _KNOWS:
        return
    function = kernel.py_func
    place = (function.__module__, function.__qualname__, digest)
    if place not in _kernels and "<locals>" not in place[1]:
        _kernels[place] = kernel
        kernel.place = place
        kernel._compiler.pipeline_class = partial(_Linker, digest)


def settle(kernel: Any, made: Any) -> None:
    """Sets the symbol by which callers link to `made`, which was compiled or loaded for `kernel`, unless they inline it."""
    library = made.library
    if kernel.place is not None and library.links and not kernel.targetoptions.get("forceinline"):
        library.place, library.types = kernel.place, tuple(made.signature.args)
        library.symbol = made.fndesc.llvm_func_name


if _KNOWS:
    _JITCodegen._library_class = LinkedLibrary
