#!/usr/bin/env python3
"""Makes the pictures of the report that README.md shows, light and dark, of samples/broken-site.

    samples/report_pictures.py build/hrefkit    # writes samples/report-light.png and samples/report-dark.png

Needs Chromium.
"""
import collections
import pathlib
import struct
import subprocess
import sys
import tempfile
import zlib

SAMPLES = pathlib.Path(__file__).resolve().parent
SIZE = "1060,620"


def chunks_of(png):
    at = 8
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at:at + 8])
        yield kind, png[at + 8:at + 8 + length]
        at += 12 + length


def rows_of(png):
    """The rows of a picture of 8 bits a channel without alpha, as bytes (PNG, 9 "Filtering")."""
    chunks = list(chunks_of(png))
    width, height, depth, colour = struct.unpack(">IIBB", chunks[0][1][:10])
    assert (depth, colour) == (8, 2)
    raw = zlib.decompress(b"".join(body for kind, body in chunks if kind == b"IDAT"))
    size, above = 3 * width, bytes(3 * width)
    for at in range(0, height * (size + 1), size + 1):
        kind, row = raw[at], bytearray(raw[at + 1:at + 1 + size])
        for x in range(size):
            left, corner = (row[x - 3], above[x - 3]) if x >= 3 else (0, 0)
            guess = left + above[x] - corner
            nearest = min((left, above[x], corner), key=lambda value: abs(guess - value))
            row[x] = row[x] + (0, left, above[x], (left + above[x]) // 2, nearest)[kind] & 255
        yield bytes(row)
        above = row


def write_small(picture):
    """Writes the picture again with its 256 most frequent colours, and with others as the nearest of these."""
    png = picture.read_bytes()
    rows = [[row[x:x + 3] for x in range(0, len(row), 3)] for row in rows_of(png)]
    counts = collections.Counter(pixel for row in rows for pixel in row)
    palette = [pixel for pixel, _ in counts.most_common(256)]
    number = {pixel: min(range(len(palette)), key=lambda i: sum((a - b) ** 2 for a, b in zip(pixel, palette[i])))
              for pixel in counts}
    packed = zlib.compress(b"".join(b"\0" + bytes(number[pixel] for pixel in row) for row in rows), 9)
    head = next(chunks_of(png))[1][:8] + bytes([8, 3, 0, 0, 0])
    chunks = [(b"IHDR", head), (b"PLTE", b"".join(palette)), (b"IDAT", packed), (b"IEND", b"")]
    picture.write_bytes(png[:8] + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body)) for kind, body in chunks))


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        report = pathlib.Path(folder, "report.html")
        run = subprocess.run([program, "check", "-q", "--site-url", "https://h.example/", "--date", "1 October 2026",
                              "-o", report, "samples/broken-site"], cwd=SAMPLES.parent)
        if run.returncode != 1:
            sys.exit("hrefkit check ended with %d" % run.returncode)
        for number, name in enumerate(["dark", "light"]):
            picture = SAMPLES / ("report-%s.png" % name)
            subprocess.run(["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                            "--user-data-dir=" + folder + "/profile", "--window-size=" + SIZE,
                            "--blink-settings=preferredColorScheme=%d" % number, "--screenshot=" + str(picture),
                            report.as_uri()], check=True, stderr=subprocess.DEVNULL, timeout=120)
            write_small(picture)
            print(picture, picture.stat().st_size)


main()
