"""A server in front of the API that drops answers or reports an outage, as often as a test wants."""

from __future__ import annotations

import threading
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, List
from urllib.parse import urlsplit

from .account import URL

AWAY = "away"
LOST = "lost"


class Front:
    """`faults` are those of the next requests; later requests are passed to the API."""

    def __init__(self, *faults: str) -> None:
        self.faults: List[str] = list(faults)
        self.requests = 0
        front = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def handle_any(self) -> None:
                front.requests += 1
                fault = front.faults.pop(0) if front.faults else None
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                if fault == AWAY:
                    self.answer(503, b"<h1>Service Unavailable</h1>", [("Retry-After", "1")])
                    return
                behind = HTTPConnection(urlsplit(URL).netloc)
                behind.request(self.command, self.path, body, dict(self.headers.items()))
                answer = behind.getresponse()
                text = answer.read()
                behind.close()
                if fault == LOST:
                    self.close_connection = True
                    return
                self.answer(answer.status, text, answer.getheaders())

            def answer(self, status: int, text: bytes, headers: Any) -> None:
                self.send_response(status)
                for name, value in headers:
                    if name.lower() not in ("content-length", "transfer-encoding", "connection", "date"):
                        self.send_header(name, value)
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)

            do_GET = do_POST = do_DELETE = handle_any

            def log_message(self, *_: Any) -> None:
                """Logs nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> Front:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: Any) -> None:
        self._server.shutdown()
        self._server.server_close()
