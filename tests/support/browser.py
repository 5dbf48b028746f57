"""Chromium without a window, driven by its own chromedriver: a client of the WebDriver protocol in a few lines."""

import base64
import json
import shutil
import socket
import subprocess
import time
import urllib.request

_NAMES = ("chromium", "google-chrome", "chromium-browser")
BROWSER, DRIVER = next(filter(None, map(shutil.which, _NAMES)), None), shutil.which("chromedriver")
WHY_NOT = (
    None if BROWSER and DRIVER else "needs a Chromium and chromedriver (Debian: chromium, chromium-driver)"
)
_ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


class Browser:
    """A window of ``width`` x ``height``; ``with`` closes it."""

    def __init__(self, width: int, height: int):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.process = subprocess.Popen(
            [DRIVER, f"--port={self.port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", f"--window-size={width},{height}"]
        options = {"binary": BROWSER, "args": arguments}
        wanted = {"alwaysMatch": {"goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}}
        self.base = f"http://127.0.0.1:{self.port}"
        self._wait()
        self.base += f"/session/{self._ask('POST', '/session', {'capabilities': wanted})['sessionId']}"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self._ask("DELETE", "")
        finally:
            self.process.terminate()
            self.process.wait()

    def _wait(self):
        for _ in range(300):
            try:
                if self._ask("GET", "/status")["ready"]:
                    return
            except OSError:
                time.sleep(0.1)
        raise TimeoutError("chromedriver does not answer")

    def _ask(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            self.base + path, data, {"Content-Type": "application/json"}, method=method
        )
        with urllib.request.urlopen(request, timeout=600) as answer:
            return json.load(answer)["value"]

    def open(self, path):
        self._ask("POST", "/url", {"url": path.resolve().as_uri()})

    def run(self, script, *args):
        """What the body ``script`` of a function returns."""
        return self._ask("POST", "/execute/sync", {"script": script, "args": list(args)})

    def click(self, selector):
        """Click into the element with the pointer."""
        found = self._ask("POST", "/element", {"using": "css selector", "value": selector})[_ELEMENT]
        self._ask("POST", f"/element/{found}/click", {})

    def hover(self, selector):
        """Move the pointer over the element."""
        found = self._ask("POST", "/element", {"using": "css selector", "value": selector})
        moved = {"type": "pointerMove", "duration": 0, "origin": found, "x": 0, "y": 0}
        pointer = {
            "type": "pointer",
            "id": "mouse",
            "parameters": {"pointerType": "mouse"},
            "actions": [moved],
        }
        self._ask("POST", "/actions", {"actions": [pointer]})

    def screenshot(self, path):
        path.write_bytes(base64.b64decode(self._ask("GET", "/screenshot")))

    def errors(self):
        """What the page's script and policy complained of."""
        told = self._ask("POST", "/se/log", {"type": "browser"})
        return [entry["message"] for entry in told if entry["source"] != "rendering"]  # advice on speed
