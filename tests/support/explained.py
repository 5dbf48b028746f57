"""The data of a page of ``triton-shared-explain``."""

import json
from html.parser import HTMLParser


class Reader(HTMLParser):
    """Elements in order, and the text of scripts."""

    def __init__(self):
        super().__init__()
        self.elements, self.scripts = [], []

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag == "script":
            self.scripts.append("")

    def handle_data(self, data):
        if self.elements and self.elements[-1][0] == "script":
            self.scripts[-1] += data


def read(html: str) -> tuple[Reader, dict]:
    """The page's elements, and its data."""
    reader = Reader()
    reader.feed(html)
    return reader, json.loads(reader.scripts[0])
