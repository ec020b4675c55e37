"""hrefkit.archive."""
import collections.abc
import gc
import gzip
import io
import json
import os
import pathlib
import tempfile
import unittest
import weakref

import hrefkit
from support import COMMAND, SOURCE, in_python, run_command

LETTERS = SOURCE / "samples" / "letters.warc.gz"


class Sources(unittest.TestCase):
    def uris(self, source: object, **options: object) -> list[str]:
        with hrefkit.archive(source, **options) as archive:  # type: ignore[arg-type]
            return [capture.uri for capture in archive]

    def test_all_kinds_of_sources_give_the_same(self) -> None:
        data = LETTERS.read_bytes()
        expected = self.uris(LETTERS)
        self.assertIn("https://letters.example/1890/may.html", expected)
        with LETTERS.open("rb") as file:
            for source in (str(LETTERS), data, bytearray(data), memoryview(data), io.BytesIO(data), file, gzip.decompress(data)):
                self.assertEqual(self.uris(source), expected, type(source))
            self.assertFalse(file.closed)

    def test_a_source_may_answer_less_than_was_asked_for(self) -> None:
        class Slow(io.BytesIO):
            def read(self, size: int | None = -1, /) -> bytes:
                return super().read(min(size or 1, 7))

        self.assertEqual(self.uris(Slow(LETTERS.read_bytes())), self.uris(LETTERS))

    def test_records_of_other_types(self) -> None:
        with hrefkit.archive(LETTERS, records=["warcinfo", "response", "request"]) as archive:
            types = {capture.record_type for capture in archive}
        self.assertLessEqual({"response"}, types)
        self.assertEqual(self.uris(LETTERS, records=["conversion"]), [])
        self.assertEqual(self.uris(LETTERS, records=[]), self.uris(LETTERS))

    def test_max_body(self) -> None:
        with hrefkit.archive(LETTERS, max_body=10) as archive:
            self.assertLessEqual(max(len(capture.body or b"") for capture in archive), 10)

    def test_wrong_sources(self) -> None:
        for source in (None, 3, ["x"], object()):
            with self.assertRaises(TypeError):
                hrefkit.archive(source)  # type: ignore[arg-type]
        with self.assertRaises(TypeError):
            hrefkit.archive(memoryview(LETTERS.read_bytes())[::2])
        with self.assertRaises(FileNotFoundError) as absent:
            hrefkit.archive("/no/such/file.warc")
        self.assertEqual(absent.exception.filename, "/no/such/file.warc")
        with self.assertRaises(OSError):
            list(hrefkit.archive("/"))
        with self.assertRaises(hrefkit.FormatError) as caught:
            list(hrefkit.archive(b"this is not an archive\n" * 100))
        self.assertEqual(caught.exception.code, "format")
        self.assertEqual(list(hrefkit.archive(b"")), [])
        with self.assertRaises(TypeError):
            list(hrefkit.archive(io.StringIO("WARC/1.0")))  # type: ignore[arg-type]
        for options in ({"records": "response"}, {"records": 3}, {"max_body": "1"}, {"max_body": None}, {"x": 1}):
            with self.assertRaises(TypeError):
                hrefkit.archive(LETTERS, **options)  # type: ignore[arg-type]
        for options in ({"records": ["page"]}, {"max_body": 0}, {"max_body": -1}, {"max_body": 2 ** 70}):
            with self.assertRaises(ValueError):
                hrefkit.archive(LETTERS, **options)  # type: ignore[arg-type]

    def test_what_the_source_raises_comes_out_unchanged(self) -> None:
        for error in (ZeroDivisionError("x"), KeyboardInterrupt(), OSError(5, "x"), StopIteration()):
            class Failing(io.BytesIO):
                def read(self, size: int | None = -1, /) -> bytes:
                    raise error

            with self.assertRaises(type(error)) as caught:
                with hrefkit.archive(Failing()) as archive:
                    archive.__next__()
            self.assertIs(caught.exception, error)

    def test_a_source_that_answers_nonsense(self) -> None:
        for answer, error in (("text", TypeError), (3, TypeError), (None, BlockingIOError), (b"x" * 100_000_000, ValueError)):
            class Odd(io.BytesIO):
                def read(self, size: int | None = -1, /) -> bytes:
                    return answer  # type: ignore[return-value]

            with self.assertRaises(error):
                list(hrefkit.archive(Odd()))

    def test_the_buffer_is_exported_until_the_archive_is_closed(self) -> None:
        data = bytearray(LETTERS.read_bytes())
        archive = hrefkit.archive(data)
        next(archive)
        with self.assertRaises(BufferError):
            data.append(0)
        archive.close()
        data.append(0)


class Archives(unittest.TestCase):
    def test_an_archive_is_an_iterator_and_a_context_manager(self) -> None:
        archive = hrefkit.archive(LETTERS)
        self.assertIsInstance(archive, collections.abc.Iterator)
        self.assertIs(iter(archive), archive)
        with archive as entered:
            self.assertIs(entered, archive)
            count = len(list(archive))
            self.assertGreater(count, 2)
            with self.assertRaises(StopIteration):
                next(archive)
        archive.close()
        for use in (lambda: next(archive), archive.__enter__):
            with self.assertRaises(ValueError):
                use()

    def test_an_archive_cannot_be_used_by_its_own_source(self) -> None:
        errors: list[BaseException] = []

        class Nosy(io.BytesIO):
            archive: hrefkit.Archive | None = None

            def read(self, size: int | None = -1, /) -> bytes:
                for use in (self.archive.close, self.archive.__next__) if self.archive is not None else ():
                    try:
                        use()
                    except RuntimeError as error:
                        errors.append(error)
                return super().read(min(size or 1, 100))

        source = Nosy(LETTERS.read_bytes())
        source.archive = hrefkit.archive(source)
        self.assertGreater(len(list(source.archive)), 2)
        self.assertGreater(len(errors), 2)

    def test_a_cycle_is_collected(self) -> None:
        class Source(io.BytesIO):
            archive: hrefkit.Archive

        source = Source(LETTERS.read_bytes())
        source.archive = hrefkit.archive(source)
        gone = weakref.ref(source)
        del source
        gc.collect()
        self.assertIsNone(gone())

    def test_damage_is_noted(self) -> None:
        data = bytearray(gzip.decompress(LETTERS.read_bytes()))
        at = data.index(b"WARC/1", 100)
        data[at:at + 4] = b"XXXX"
        with hrefkit.archive(bytes(data)) as archive:
            count = len(list(archive))
            self.assertGreater(count, 1)
        self.assertTrue(archive.notes)
        for offset, why in archive.notes:
            self.assertIsInstance(offset, int)
            self.assertTrue(why)


class Captures(unittest.TestCase):
    def test_captures_stay_valid(self) -> None:
        with hrefkit.archive(LETTERS) as archive:
            captures = list(archive)
        del archive
        gc.collect()
        page = next(capture for capture in captures if capture.uri.endswith("may.html"))
        self.assertEqual((page.status, page.record_type, page.media_type), (200, "response", "text/html"))
        self.assertRegex(page.date, r"^\d{4}-\d\d-\d\dT")
        self.assertGreater(page.record_length, 0)
        self.assertIsInstance(page.body, bytes)
        link = page.links()[0]
        del page, captures
        gc.collect()
        self.assertEqual(link.url, "https://towns.example/K%C3%B6ln")

    def test_reading_options_count(self) -> None:
        with hrefkit.archive(LETTERS) as archive:
            capture = next(archive)
            everything = capture.links()
            self.assertEqual([link for link in everything if link.kind == "image"], list(capture.links(kinds=["image"])))
            for reading in ({"url": "x"}, {"data": b""}, {"kinds": "image"}):
                with self.assertRaises(TypeError):
                    capture.links(**reading)
            with self.assertRaises(TypeError):
                capture.links(3)  # type: ignore[misc]
            with self.assertRaises(ValueError):
                capture.links(kinds=["x"])

    @unittest.skipUnless(COMMAND.exists(), "the command is not built")
    def test_rows_are_those_of_the_command(self) -> None:
        rows = [in_python(json.loads(line)) for line in run_command("archive", "-q", "--format", "jsonl", LETTERS).splitlines()]
        found = []
        with hrefkit.archive(LETTERS) as archive:
            for capture in archive:
                for row in capture.links().to_dicts():
                    row |= {"uri": capture.uri, "date": capture.date, "record_offset": capture.record_offset,
                            "record_length": capture.record_length, "status": capture.status}
                    found.append({"file": str(LETTERS), **row})
        self.assertEqual(found, rows)

    def test_a_file_on_disk(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            for name in ("\u00e9.warc.gz".encode(), b"\xff.warc.gz"):
                path = pathlib.Path(folder, os.fsdecode(name))
                path.write_bytes(LETTERS.read_bytes())
                with hrefkit.archive(path) as archive:
                    self.assertGreater(len(list(archive)), 2)


if __name__ == "__main__":
    unittest.main()
