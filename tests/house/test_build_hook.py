"""The build hook builds the client once, notices a change, and fails with one sentence."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from tests.house.tree import ROOT


class Npm:
    """Stands in for npm: notes what it is asked for, and writes a client when it builds."""

    def __init__(self, client: Path, modules: Path) -> None:
        self.asked: list[str] = []
        self.client, self.modules = client, modules

    def __call__(self, *arguments: str) -> None:
        self.asked.append(" ".join(arguments[:2]))
        if arguments[0] == "ci":
            self.modules.mkdir(exist_ok=True)
        else:
            self.client.mkdir(parents=True, exist_ok=True)
            (self.client / "index.html").write_text("<!doctype html>")


@pytest.fixture
def hook(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The build hook over a small tree of its own."""
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    web, client = tmp_path / "web", tmp_path / "static"
    (web / "src").mkdir(parents=True)
    for file in ("package.json", "package-lock.json", "src/main.ts"):
        (web / file).write_text("{}")
    monkeypatch.setattr(module, "WEB", web)
    (tmp_path / "article.css").write_text("")
    monkeypatch.setattr(module, "STYLE", tmp_path / "article.css")
    monkeypatch.setattr(module, "CLIENT", client)
    monkeypatch.setattr(module, "CLIENT_STAMP", client / ".sources")
    monkeypatch.setattr(module, "PACKAGES_STAMP", web / "node_modules" / ".lock")
    return module


@pytest.fixture
def npm(hook: ModuleType, monkeypatch: pytest.MonkeyPatch) -> Npm:
    fake = Npm(hook.CLIENT, hook.WEB / "node_modules")
    monkeypatch.setattr(hook, "run_npm", fake)
    return fake


def asked(npm: Npm, hook: ModuleType) -> list[str]:
    npm.asked.clear()
    hook.build_client()
    return npm.asked


def test_a_second_build_does_nothing(hook: ModuleType, npm: Npm) -> None:
    assert asked(npm, hook) == ["ci --no-audit", "run build"]
    assert asked(npm, hook) == []


@pytest.mark.parametrize("file", ["src/main.ts", "src/new.svelte", "index.html"])
def test_a_changed_source_builds_without_installing(hook: ModuleType, npm: Npm, file: str) -> None:
    hook.build_client()
    (hook.WEB / file).write_text("changed")
    assert asked(npm, hook) == ["run build"]


def test_a_changed_style_of_reports_builds(hook: ModuleType, npm: Npm) -> None:
    hook.build_client()
    hook.STYLE.write_text("changed")
    assert asked(npm, hook) == ["run build"]


def test_a_renamed_source_builds(hook: ModuleType, npm: Npm) -> None:
    hook.build_client()
    (hook.WEB / "src/main.ts").rename(hook.WEB / "src/start.ts")
    assert asked(npm, hook) == ["run build"]


@pytest.mark.parametrize("file", ["src/main.test.ts", "node_modules/a/index.js"])
def test_tests_and_packages_are_no_sources(hook: ModuleType, npm: Npm, file: str) -> None:
    hook.build_client()
    (hook.WEB / file).parent.mkdir(parents=True, exist_ok=True)
    (hook.WEB / file).write_text("changed")
    assert asked(npm, hook) == []


def test_a_changed_lock_installs_again(hook: ModuleType, npm: Npm) -> None:
    hook.build_client()
    (hook.WEB / "package-lock.json").write_text("changed")
    assert asked(npm, hook) == ["ci --no-audit", "run build"]


def test_a_build_that_failed_is_not_taken_for_done(
    hook: ModuleType, npm: Npm, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*arguments: str) -> None:
        raise hook.ClientError(arguments[0])

    hook.build_client()
    (hook.WEB / "src/main.ts").write_text("changed")
    monkeypatch.setattr(hook, "run_npm", fail)
    with pytest.raises(hook.ClientError):
        hook.build_client()
    # the client is half written now, even if the change is taken back
    (hook.WEB / "src/main.ts").write_text("{}")
    assert not hook.is_built()


def test_a_package_with_its_client_needs_no_sources(hook: ModuleType, npm: Npm) -> None:
    hook.build_client()
    hook.WEB.rename(hook.WEB.with_name("gone"))
    assert asked(npm, hook) == []
    (hook.CLIENT / "index.html").unlink()
    with pytest.raises(hook.ClientError, match="take a complete source tree"):
        hook.build_client()


def test_a_machine_without_npm_is_told_what_to_install(
    hook: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hook, "find_npm", lambda: None)
    with pytest.raises(hook.ClientError, match="needs npm with node"):
        hook.build_client()


@pytest.mark.parametrize(
    ("version", "new_enough"), [("v18.20.4", False), ("v20.18.9", False), ("v20.19.0", True)]
)
def test_an_old_node_is_not_used(
    hook: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str, new_enough: bool
) -> None:
    for name in ("node", "npm"):
        (tmp_path / name).write_text(f"#!/bin/sh\necho {version}\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert bool(hook.system_npm()) == new_enough


@pytest.mark.parametrize(
    ("output", "sentence"),
    [
        ("x\nRolldownError: a.svelte:1:2 Expected x\n at y", ": a.svelte:1:2 Expected x"),
        ("\x1b[31m[UNRESOLVED_IMPORT] \x1b[0mCould not resolve './a'", ": Could not resolve './a'"),
        ("npm error code ETARGET\nnpm error notarget No version.", ": No version"),
        ("nothing of note", ""),
    ],
)
def test_the_fault_is_named(hook: ModuleType, output: str, sentence: str) -> None:
    assert hook.first_error(output) == sentence
