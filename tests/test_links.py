"""The checker of links finds addresses in prose, and tells which of them cannot be had; commits of pages exist."""

import re
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from tests.support.pages import PAGES, ROOT
from website import links

#: a commit; names of files may end with a hash of their text
HASH = r"(?<![\w-])(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,10}\b"
#: one of another project: ``owner/name at commit``, ``owner/name … | commit``, ``long-name (commit)``
FOREIGN = re.compile(rf"[\w-]+/[\w.-]+(?: at commit|[^|\n]* \|)\s+`?({HASH})|\w+-\w+ \(({HASH})\)")


def git(*arguments: str) -> str:
    """What a command of git prints; nothing where there is no git."""
    try:
        done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True)
    except OSError:
        return ""
    return done.stdout


def unknown_commits(pages: list[str], squashed: set[str]) -> set[str]:
    """The commits of this project in ``pages`` that its history does not have, and that are not ``squashed``."""
    foreign = {found for page in pages for row in FOREIGN.findall(page) for found in row}
    named = {found for page in pages for found in re.findall(HASH, page)} - foreign - squashed
    history = git("rev-list", "HEAD").split()  # other objects of this copy are not of the next one
    return {name for name in named if not any(commit.startswith(name) for commit in history)}


#: a commit that the pages name; where it is missing, as in a copy of another history, theirs is not there
BASE = "a059915"
HISTORY = (
    "commit" in git("cat-file", "-t", BASE) and git("rev-parse", "--is-shallow-repository").strip() == "false"
)


@pytest.mark.skipif(not HISTORY, reason="the history is not here")
def test_pages_name_commits_of_the_history():
    """docs/measurements.md lists those that were squashed since."""
    pages = [(ROOT / page).read_text(encoding="utf-8") for page in PAGES]
    text = (ROOT / "docs" / "measurements.md").read_text(encoding="utf-8")
    squashed = set(re.findall(HASH, text.partition("squashed since")[2]))
    assert len(squashed) > 5 and not unknown_commits(pages, squashed)


@pytest.mark.skipif(not HISTORY, reason="the history is not here")
def test_a_commit_outside_of_the_history_is_found():
    """As that of a branch which was since rebased: its object is there, in this copy alone."""
    identity = ("-c", "user.name=a", "-c", "user.email=a@b")
    names = (git(*identity, "commit-tree", "HEAD^{tree}", "-m", message)[:10] for message in "abcdef")
    outside = next(name for name in names if re.fullmatch(HASH, name))
    assert unknown_commits([f"At `{outside}`."], set()) == {outside}


@pytest.mark.skipif(not HISTORY, reason="the history is not here")
def test_a_commit_that_there_is_not_is_found():
    there = git("rev-parse", "--short=10", "HEAD").strip()
    text = f"At `{there}` and 0badc0de, a/b at commit\n1badc0de, c-c (2badc0de), kernel-3badc0de.\n"
    text += "| d/e, f | `4badc0de` | `5badc0de` |"
    assert unknown_commits([text], set()) == {"0badc0de", "5badc0de"}
    assert unknown_commits([text], {"0badc0de"}) == {"5badc0de"}


class Site(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response({"/there": 200, "/private": 403}.get(self.path, 404))
        self.end_headers()

    def log_message(self, *_):
        pass


@pytest.fixture
def site():
    server = HTTPServer(("127.0.0.1", 0), Site)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_what_cannot_be_had(site):
    assert links.failure(f"{site}/there") == "" == links.failure(f"{site}/private")
    assert links.failure(f"{site}/gone").startswith("404")


def test_links_of_pages():
    text = "See [a](https://a.org/x#y), <http://b.org> and https://c.org/z.\n```\nhttps://code.org\n```\n`https://code.org`\n"
    assert links.links([text]) == ["http://b.org", "https://a.org/x", "https://c.org/z"]
    found = links.links(page.read_text(encoding="utf-8") for page in links.pages())
    assert "https://github.com/microsoft/triton-shared" in found and len(found) > 5


#: a name of a host with its top-level domain, then plain characters; of GitHub a repository
ADDRESS = re.compile(
    r"https://(?!github\.com)([a-z0-9-]+\.)+[a-z]{2,}(/[\w.~/-]*\w/?)?|https://github\.com/[\w-]+/[\w.-]+\w(/[\w./-]+)?"
)


def test_addresses_are_well_formed():
    """What can be seen without a network; the nightly run asks for them."""
    found = links.links(page.read_text(encoding="utf-8") for page in links.pages())
    assert [link for link in found if not ADDRESS.fullmatch(link)] == []
    wrong = ["http://a.org", "https://a", "https://a.org/x.", "https://github.com/x", "https://127.0.0.1/x"]
    assert not any(map(ADDRESS.fullmatch, wrong))
