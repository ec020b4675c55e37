#!/usr/bin/env python3
"""An independent program as the judge of `hrefkit check` on folders with symbolic links, by hand.

    tests/judge/symbolic_links.py build/release/hrefkit [FOLDER...]

Walks each folder as a server shows it: what a link leads to has the link's address, and a folder is
entered once on a path. Finds the references of each page with html.parser, looks for each target
with os.path, and compares the pairs of page and reference that lead to nothing with those of check.
Both must have the same. Without FOLDER: manuals of Debian's packages apache2-doc, exim4-doc-html, git-doc,
cmake-doc, sqlite3-doc, kicad-doc-en and python-django-doc. It knows file names and fragments of HTML, and neither base elements nor redirects."""
import html.parser
import json
import os
import subprocess
import sys
import urllib.parse

MANUALS = ['/usr/share/doc/apache2-doc/manual', '/usr/share/doc/exim4-doc-html/spec_html', '/usr/share/doc/git/html',
           '/usr/share/doc/cmake-data/html', '/usr/share/doc/sqlite3', '/usr/share/doc/kicad/help/en',
           '/usr/share/doc/python-django-doc/html']
PLACES = {('a', 'href'), ('area', 'href'), ('img', 'src'), ('script', 'src'), ('iframe', 'src'), ('frame', 'src'),
          ('link', 'href')}
UNCHECKED_RELS = {'dns-prefetch', 'preconnect'}
RULES = 'missing-file,missing-index,missing-fragment,case-mismatch'


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.references = []
        self.ids = set()
        self.base = False
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        values = dict(reversed(attributes))  # the first of equal names counts
        if values.get('id'):
            self.ids.add(values['id'])
        if tag == 'a' and values.get('name'):
            self.ids.add(values['name'])
        self.base = self.base or (tag == 'base' and values.get('href') is not None)
        if tag == 'link' and (not values.get('rel') or UNCHECKED_RELS & set(values['rel'].lower().split())):
            return
        for name, value in values.items():
            if (tag, name) in PLACES and value is not None:
                self.references.append(value)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)


def is_page(name):
    return name.lower().endswith(('.html', '.htm'))


def pages_of(root):
    """The paths of all pages below `root`, each at all of its addresses inside it."""
    real_root = os.path.realpath(root)
    is_inside = lambda path: path == real_root or path.startswith(real_root + '/')
    for folder, folders, files in os.walk(root, followlinks=True):
        relative = os.path.relpath(folder, root)
        around = {real_root}
        path = root
        for name in [] if relative == '.' else relative.split('/'):
            path = os.path.join(path, name)
            around.add(os.path.realpath(path))
        folders[:] = sorted(name for name in folders if not name.startswith('.') and
                            is_inside(os.path.realpath(os.path.join(folder, name))) and
                            os.path.realpath(os.path.join(folder, name)) not in around)
        for name in sorted(files):
            path = os.path.join(folder, name)
            if is_page(name) and not name.startswith('.') and os.path.isfile(path) and \
                    is_inside(os.path.realpath(path)):
                yield os.path.normpath(os.path.join(relative, name))


class Site:
    def __init__(self, root):
        self.root = root
        self.read = {}

    def page(self, path):
        real = os.path.realpath(os.path.join(self.root, path))
        if real not in self.read:
            with open(real, encoding='utf-8', errors='replace') as file:
                self.read[real] = Page(file.read())
        return self.read[real]

    def is_broken(self, page, reference):
        """None where nobody knows."""
        url = urllib.parse.urlsplit(reference.strip(' \t\n\r\f').replace('\\', '/'))  # URL Standard, 4.4
        if url.scheme or url.netloc:
            return None
        path = urllib.parse.unquote(url.path, errors='surrogateescape')
        target = page if not path else os.path.normpath(
            path.lstrip('/') if path.startswith('/') else os.path.join(os.path.dirname(page), path))
        while target.startswith('../') or target == '..':  # servers stop at the root
            target = target[3:] or '.'
        full = os.path.join(self.root, target)
        if os.path.isdir(full):
            index = [name for name in ('index.html', 'index.htm') if os.path.isfile(os.path.join(full, name))]
            if not index:
                return True
            target = os.path.normpath(os.path.join(target, index[0]))
        elif not os.path.isfile(full) or path.endswith('/'):
            return True
        fragment = url.fragment.split(':~:')[0]
        if not is_page(target) or not fragment or fragment.lower() == 'top' or fragment[0] in '/!':
            return False
        ids = self.page(target).ids
        return fragment not in ids and urllib.parse.unquote(fragment) not in ids


def judge(root):
    site = Site(root)
    broken, pages, left_out = set(), 0, set()
    for path in pages_of(root):
        pages += 1
        page = site.page(path)
        if page.base:
            left_out.add(path)
            continue
        broken |= {(path, reference.strip(' \t\n\r\f')) for reference in page.references
                   if reference.strip() and site.is_broken(path, reference)}
    return broken, pages, left_out


def found_by(hrefkit, root):
    run = subprocess.run([hrefkit, 'check', root, '-f', 'jsonl', '--rules', RULES], capture_output=True, text=True)
    if run.returncode not in (0, 1):
        sys.exit(f'{root}: {run.stderr}')
    rows = [json.loads(line) for line in run.stdout.splitlines()]
    return {(os.path.relpath(row['file'], root), row['raw'].strip(' \t\n\r\f')) for row in rows
            if (row['element'], row['attribute']) in PLACES and is_page(row['file'])}


def main():
    hrefkit, folders = sys.argv[1], sys.argv[2:] or MANUALS
    is_same = True
    for folder in folders:
        if not os.path.isdir(folder):
            print(f'SKIPPED {folder}: it is not there')
            continue
        broken, pages, left_out = judge(folder)
        found = {pair for pair in found_by(hrefkit, folder) if pair[0] not in left_out}
        missed, added = broken - found, found - broken
        print(f'{folder}: {pages} pages, {len(broken)} broken pairs; '
              f'check finds {len(found)}, misses {len(missed)}, and has {len(added)} more')
        for name, pairs in (('missed', missed), ('more', added)):
            for page, reference in sorted(pairs)[:10]:
                print(f'  {name}: {page}: {reference}')
        is_same &= not missed and not added
    sys.exit(0 if is_same else 1)


if __name__ == '__main__':
    main()
