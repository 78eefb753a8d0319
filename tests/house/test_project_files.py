"""What surrounds the code is well formed, and the commands, files and versions that it names exist."""

import configparser
import json
import re
import subprocess
import sys
import tomllib
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.version import Version

import sandtable
from sandtable.games import installed, spec
from tests.house.tree import ROOT, name, sources

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
SCRIPTS = json.loads((ROOT / "web/package.json").read_text(encoding="utf-8"))["scripts"]
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
TEMPLATES = sorted(
    path for path in (ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml") if path.name != "config.yml"
)
GUIDES = [ROOT / path for path in ("CONTRIBUTING.md", "SECURITY.md", "docs/releasing.md", "README.md")]
GUIDES.append(ROOT / ".github/PULL_REQUEST_TEMPLATE.md")
SYSTEMS = {"ubuntu": "POSIX :: Linux", "windows": "Microsoft :: Windows", "macos": "MacOS"}


def text(path: str | Path) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def parsed(path: str | Path) -> Any:
    return yaml.safe_load(text(path))


def code(markdown: str) -> str:
    """What in a page is code, where `make it` is no prose."""
    return "\n".join(re.findall(r"```.*?```|`[^`\n]+`", markdown, re.S))


def targets(makefile: str) -> set[str]:
    """The targets that a Makefile declares as commands."""
    found = re.search(r"^\.PHONY:(.*)$", makefile, re.M)
    return set(found[1].split()) if found else set()


def missing(commands: str) -> list[str]:
    """The make targets, npm scripts and files in `commands` that do not exist."""
    wanted = {f"make {word}" for word in re.findall(r"\bmake ([a-z][a-z-]*)", commands)}
    wanted -= {f"make {target}" for target in targets(text("Makefile"))}
    scripts = {
        word for line in re.findall(r"hatch_build\.py((?: [a-z]+)+)", commands) for word in line.split()
    }
    files = re.findall(
        r"(?<![\w/.])(?:(?:tests|docs|web|src|tools|benchmarks|\.github|\.ci|\.devcontainer)/[\w./-]*\w|\w+\.(?:py|toml|txt|md|cff))",
        commands.replace("\\", "/"),
    )
    return [
        *sorted(wanted),
        *sorted(scripts - set(SCRIPTS)),
        *(file for file in files if not (ROOT / file).exists()),
    ]


def steps(workflow: Any) -> list[dict[str, Any]]:
    return [step for job in workflow["jobs"].values() for step in job["steps"]]


@pytest.mark.parametrize("path", WORKFLOWS, ids=name)
def test_a_workflow_is_well_formed(path: Path) -> None:
    workflow = parsed(path)
    # YAML reads the key `on` as a truth
    assert {"name", True, "permissions", "jobs"} <= set(workflow)
    for job in workflow["jobs"].values():
        assert {"runs-on", "steps"} <= set(job)
        assert set(job.get("needs", "").split()) <= set(workflow["jobs"])
    for step in steps(workflow):
        assert ("uses" in step) != ("run" in step), step
        assert re.fullmatch(r"[\w-]+/[\w-]+@v\d+", step.get("uses", "a/b@v1"))
    assert missing("\n".join(step.get("run", "") for step in steps(workflow))) == []


def test_the_package_is_tried_where_it_is_said_to_run() -> None:
    matrix = parsed(".github/workflows/package.yml")["jobs"]["install"]["strategy"]["matrix"]
    classifiers = PROJECT["classifiers"]
    versions = {f"Programming Language :: Python :: {version}" for version in matrix["python"]}
    assert versions == {line for line in classifiers if re.search(r"Python :: 3\.\d+$", line)}
    systems = {f"Operating System :: {SYSTEMS[system.split('-')[0]]}" for system in matrix["system"]}
    assert systems == {line for line in classifiers if line.startswith("Operating System")}


def test_every_dependency_has_a_lower_bound_that_is_tried() -> None:
    printed = subprocess.run(
        [sys.executable, ROOT / "tools/lowest"], capture_output=True, text=True, check=True
    ).stdout
    tried = dict(line.split("==") for line in printed.split())
    assert len(tried) == len(PROJECT["dependencies"]) + len(PROJECT["optional-dependencies"]["lab"])
    known = dict(line.lower().split("==") for line in text("constraints.txt").splitlines() if "==" in line)
    known |= {package.replace("_", "-"): version for package, version in known.items()}
    for package, lowest in tried.items():
        assert Version(lowest) <= Version(known[package]), package
    jobs = parsed(".github/workflows/package.yml")["jobs"]
    assert {"run": "tools/lowest dist/*.whl"} in jobs["lowest"]["steps"]


@pytest.mark.parametrize("path", GUIDES, ids=name)
def test_what_a_guide_names_exists(path: Path) -> None:
    page = text(path)
    links = re.findall(r"\]\((?!\w+:|#)([^)#]+)", re.sub(r"```.*?```|`[^`\n]*`", "", page, flags=re.S))
    assert [link for link in links if not (path.parent / link).exists()] == []
    commands = "\n".join(
        line for line in re.findall(r"^.*$", code(page), re.M) if "make" in line or "tests/" in line
    )
    assert missing(commands) == []


def test_a_name_of_nothing_is_found() -> None:
    given = (
        "make lint nothing\nmake fly\npython hatch_build.py lint soar\npytest tests/house tests/sky\nx.toml"
    )
    assert missing(given) == ["make fly", "soar", "tests/sky", "x.toml"]


@pytest.mark.parametrize("path", TEMPLATES, ids=name)
def test_a_form_for_issues_is_well_formed(path: Path) -> None:
    form = parsed(path)
    assert set(form) == {"name", "description", "title", "labels", "body"}
    asked = [field for field in form["body"] if field["type"] != "markdown"]
    assert asked
    assert len({field["id"] for field in asked}) == len(asked)
    assert {field["type"] for field in asked} <= {"input", "textarea", "dropdown", "checkboxes"}
    assert all(field["attributes"]["label"] for field in asked)
    assert all(field["attributes"]["options"] for field in asked if field["type"] == "dropdown")
    assert any(field.get("validations", {}).get("required") for field in asked)


def test_the_citation_is_valid() -> None:
    citation = parsed("CITATION.cff")
    assert citation["cff-version"] == "1.2.0"
    # what the format knows of, and what it wants
    known = {"abstract", "authors", "cff-version", "date-released", "doi", "keywords", "license", "message"}
    assert set(citation) <= known | {"title", "type", "version"}
    assert {"authors", "cff-version", "message", "title"} <= set(citation)
    assert citation["authors"] == [{"name": "The Sandtable maintainers"}]
    assert citation["type"] == "software"
    assert (citation["license"], citation["keywords"]) == (PROJECT["license"], PROJECT["keywords"])


def test_the_version_is_the_same_everywhere() -> None:
    client = [json.loads(text(f"web/{file}.json"))["version"] for file in ("package", "package-lock")]
    found = [PROJECT["version"], sandtable.__version__, str(parsed("CITATION.cff")["version"]), *client]
    assert all(one == other for one, other in pairwise(found)), found


def test_hooks_before_a_commit_fetch_nothing() -> None:
    repositories = parsed(".pre-commit-config.yaml")["repos"]
    assert [repository["repo"] for repository in repositories] == ["local"]
    hooks = repositories[0]["hooks"]
    assert {hook["language"] for hook in hooks} == {"system"}
    assert all(hook["entry"].startswith(".venv/bin/") for hook in hooks)
    assert missing("\n".join(hook["entry"] for hook in hooks)) == []


def test_the_dictionary_is_sorted_and_holds_no_word_in_vain() -> None:
    words = text("tools/words.txt").split()
    assert words == sorted(set(words), key=str.lower)
    paths = sources(".html", ".js", ".md", ".py", ".svelte", ".toml", ".ts", ".txt")
    texts = (path.read_text(encoding="utf-8") for path in paths if path.name != "words.txt")
    # `checkWord` and `check_word` hold both words
    used = {
        word.lower() for each in texts for word in re.findall(r"[^\W\d_][^\W\d_A-Z]+|[A-Z]+(?![a-z])", each)
    }
    assert [word for word in words if word.lower() not in used] == []


def test_the_container_sets_itself_up() -> None:
    container = json.loads(text(".devcontainer/devcontainer.json"))
    assert re.fullmatch(r"python:3\.\d+-\w+", container["image"])
    assert container["postCreateCommand"].startswith("make ")
    assert missing(container["postCreateCommand"]) == []


def test_editors_and_prettier_agree() -> None:
    prettier = json.loads(text("web/.prettierrc.json"))
    editor = configparser.ConfigParser()
    editor.read_string("[top]\n" + text(".editorconfig"))
    assert editor["web/**.{ts,js,svelte,css,html,json}"]["max_line_length"] == str(prettier["printWidth"])
    # Prettier's own
    assert editor["*.{ts,js,svelte,css,html,json,toml,yml,yaml}"]["indent_size"] == "2"
    assert {"tabWidth", "useTabs", "endOfLine"}.isdisjoint(prettier)
    assert editor["*"]["end_of_line"] == "lf"


def test_the_licence_names_its_holder_and_the_notice_tells_the_program_from_the_games() -> None:
    licence, notice = (" ".join(text(file).split()) for file in ("LICENSE", "NOTICE"))
    for found in (licence, notice):
        assert re.search(r"Copyright \d{4} The Sandtable authors", found)
    assert (
        "The licence covers the program, its pictures and its texts. It does not cover the designs of the games"
        in notice
    )
    assert [game for game in installed() if spec(game).presentation.credit not in notice] == []
    assert "an independent, unofficial implementation" in notice


def test_the_card_of_optio_says_what_it_is() -> None:
    assert spec("optio").summary.startswith("The terrain pre-game: find the enemy army")
