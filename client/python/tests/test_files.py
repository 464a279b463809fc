from __future__ import annotations

import io
import os
import socket
import tempfile
import threading
import unittest
from pathlib import Path

from mailing_service import ApiError, NoAnswer

from .account import SENDER_ID, client

CSV = b"email,first_name\nada@example.com,Ada\n"


class Files(unittest.TestCase):
    def setUp(self) -> None:
        self.client = client()
        self.addCleanup(self.client.close)
        self.type_id = self.client.contact_type_add(name="Imported")["id"]
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def upload(self, file: object) -> tuple[str, int]:
        made = self.client.contact_upload_csv(contact_type_id=self.type_id, file=file)  # type: ignore[arg-type]
        found = self.client.import_details(id=made["id"])
        self.assertEqual(found["contact_type_id"], self.type_id)
        return found["file_name"], found["file_bytes"]

    def test_are_uploaded_from_a_path_from_bytes_and_from_an_open_file(self) -> None:
        path = self.folder / 'people "of" Zürich.csv'
        path.write_bytes(CSV)
        self.assertEqual(self.upload(path), (path.name, len(CSV)))
        self.assertEqual(self.upload(str(path)), (path.name, len(CSV)))
        self.assertEqual(self.upload(CSV), ("upload.csv", len(CSV)))
        with open(path, "rb") as file:
            self.assertEqual(self.upload(file), (path.name, len(CSV)))
        # From its current position.
        memory = io.BytesIO(b"skipped" + CSV)
        memory.seek(len(b"skipped"))
        self.assertEqual(self.upload(memory), ("upload.csv", len(CSV)))

    def test_of_many_megabytes_are_read_as_they_are_sent(self) -> None:
        path = self.folder / "many.csv"
        with open(path, "wb") as file:
            file.write(b"email,first_name\n")
            for at in range(300_000):
                file.write(b"reader-%d@example.com,Ada\n" % at)
        self.assertEqual(self.upload(path), ("many.csv", os.path.getsize(path)))

    def test_that_are_refused_tell_why(self) -> None:
        with self.assertRaises(ApiError) as caught:
            self.upload(b"first_name\nAda\n")
        self.assertEqual(caught.exception.status, 422)

    def test_are_attached_to_messages(self) -> None:
        path = self.folder / "Quittung M\u00e4rz.pdf"
        path.write_bytes(b"%PDF-1.4")
        memory = io.BytesIO(b"a,b\n")
        memory.name = "lines.csv"

        def send(key: str) -> str:
            made = self.client.message_send(
                email="grace@example.com",
                sender_id=SENDER_ID,
                subject="Your receipt",
                template_html="<p>Order ((order))</p>",
                data={"order": 4711},
                attachments=[path, memory],
                idempotency_key=key,
            )
            memory.seek(0)
            return made["utr"]

        utr = send("python-4711")
        self.assertEqual(send("python-4711"), utr)
        found = self.client.message_details(utr=utr)
        self.assertEqual(
            [(one["name"], one["bytes"]) for one in found["attachments"]],
            [(path.name, 8), ("lines.csv", 4)],
        )
        self.assertEqual(found["data"], {"order": "4711"})
        with self.assertRaises(ApiError) as caught:
            self.client.message_send(
                email="grace@example.com",
                sender_id=SENDER_ID,
                subject="Too many",
                template_html="<p>Order</p>",
                attachments=[b"a"] * 21,
            )
        self.assertEqual(caught.exception.status, 422)

    def test_are_downloaded_as_streams(self) -> None:
        with self.client.contact_csv_sample() as sample:
            self.assertEqual(sample.content_type, "text/csv")
            self.assertTrue(sample.file_name and sample.file_name.endswith(".csv"))
            whole = b"".join(sample)
        self.assertTrue(whole.startswith(b'"first_name","last_name","email",'))
        self.assertEqual(self.client.contact_csv_sample().text().encode(), whole)
        self.client.contact_csv_sample().save(self.folder / "sample.csv")
        self.assertEqual((self.folder / "sample.csv").read_bytes(), whole)
        # An abandoned download does not disturb the next call.
        with self.client.contact_csv_sample():
            pass
        self.assertEqual(self.client.contact_csv_sample().read(), whole)

    def test_that_are_cut_off_are_no_whole_files(self) -> None:
        head = b"HTTP/1.1 200 OK\r\nContent-Type: text/csv\r\n"
        cut = (b"Content-Length: 9\r\n\r\nemail\n", b"Transfer-Encoding: chunked\r\n\r\n6\r\nemail\n\r\n")
        with socket.create_server(("127.0.0.1", 0)) as server:

            def answer() -> None:
                for rest in cut:
                    connection, _ = server.accept()
                    with connection:
                        connection.recv(65536)
                        connection.sendall(head + rest)

            answering = threading.Thread(target=answer)
            answering.start()
            for _ in cut:
                with client(f"http://127.0.0.1:{server.getsockname()[1]}") as mailing:
                    with self.assertRaises(NoAnswer):
                        mailing.contact_csv_sample().read()
            answering.join()
