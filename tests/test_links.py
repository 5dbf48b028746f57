"""The checker of links finds addresses in prose, and tells which of them cannot be had."""

import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from website import links


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
