#!/usr/bin/env python3
"""Confirms a sample of the findings of `hrefkit check` against the files, by hand.

    tests/judge/findings_sample.py build/release/hrefkit FOLDER [SAMPLES]

Takes findings of all rules at random and looks at the disk, with Python's own parsers of URLs and
HTML: is the raw value there, does it lead where the row says, and is that file or id missing? Prints
what cannot be confirmed."""
import functools
import html
import html.parser
import json
import os
import random
import subprocess
import sys
import urllib.parse

INDEX = ['index.html', 'index.htm']


class Names(html.parser.HTMLParser):
    """The ids and names of a page, and its base."""

    def __init__(self, text):
        super().__init__()
        self.names, self.ids, self.base = set(), [], None
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name == 'id' and value:
                self.ids.append(value)
                self.names.add(value)
            if name == 'name' and tag == 'a' and value:
                self.names.add(value)
            if name == 'href' and tag == 'base' and self.base is None:
                self.base = value


@functools.lru_cache(maxsize=None)
def names_of(path):
    return Names(read(path)[1])


@functools.lru_cache(maxsize=None)
def read(path):
    with open(path, 'rb') as file:
        data = file.read()
    for encoding in ('utf-8-sig', 'iso-8859-1'):
        try:
            return data, data.decode(encoding)
        except UnicodeDecodeError:
            pass


def file_of(folder, path):
    """The file that a path means, or None; and whether a folder was found."""
    names = [urllib.parse.unquote(name) for name in path.split('/') if name]
    place = folder
    for name in names:
        # The names as the disk has them: a file system may forgive another case.
        if not os.path.isdir(place) or name not in os.listdir(place):
            return None, False
        place = os.path.join(place, name)
    if os.path.isdir(place):
        for index in INDEX:
            if os.path.isfile(os.path.join(place, index)):
                return os.path.join(place, index), True
        return None, True
    return (None, False) if path.endswith('/') else (place, False)


def confirm(folder, row):
    data, text = read(row['file'])
    written = data[row['offset']:row['offset'] + row['length']].decode('utf-8', 'replace')
    if ' '.join(html.unescape(written).split()) != ' '.join(row['raw'].split()) and row['element']:
        return f'the file has {written!r}'
    own = '/' + urllib.parse.quote(os.path.relpath(row['file'], folder))
    base = names_of(row['file']).base if row['file'].endswith(('.html', '.htm')) else None
    url = urllib.parse.urljoin(urllib.parse.urljoin(own, base or ''), row['raw'].strip())
    parts = urllib.parse.urlsplit(url)
    target, is_folder = file_of(folder, parts.path)
    rule = row['rule']
    if rule in ('missing-file', 'case-mismatch'):
        return None if target is None and not is_folder else f'{url} is {target}'
    if rule == 'missing-index':
        return None if target is None and is_folder else f'{url} is {target}'
    if rule == 'missing-fragment':
        if row['attribute'] == 'usemap':
            return None if f'name="{row["raw"][1:]}"' not in text else 'the map is there'
        names = names_of(target).names
        missing = not {parts.fragment, urllib.parse.unquote(parts.fragment)} & names
        return None if missing else f'{url} is there'
    if rule == 'duplicate-id':
        return None if names_of(row['file']).ids.count(row['raw']) > 1 else 'the id stands there once'
    if rule == 'empty-link':
        return None if not row['raw'].strip() else 'not empty'
    return f'no judgement of {rule}'


def main():
    hrefkit, folder = sys.argv[1], sys.argv[2].rstrip('/')
    samples = int(sys.argv[3]) if len(sys.argv) > 3 else 50
    out = subprocess.run([hrefkit, 'check', '-q', '--format', 'jsonl', folder], stdout=subprocess.PIPE)
    rows = [json.loads(line) for line in out.stdout.splitlines()]
    # Each rule and each raw value has its chance, however often it stands in the site.
    different = {}
    random.Random(3).shuffle(rows)
    for row in rows:
        different.setdefault((row['rule'], row['raw']), row)
    sample = (list(different.values()) + rows)[:samples]
    wrong = 0
    for row in sample:
        why = confirm(folder, row)
        if why is None:
            continue
        wrong += 1
        print(f"{row['file']}:{row['line']}: {row['rule']} {row['raw']!r}: {why}")
    print(f'{folder}: {len(rows)} findings, {len(sample)} looked at, {wrong} not confirmed')
    sys.exit(wrong != 0)


main()
