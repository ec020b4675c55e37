#!/usr/bin/env python3
"""Plants faults and traps in manuals, and judges what `hrefkit check --fix --in-place` makes of them.

    repairs_judge.py HREFKIT WORK FAULTS TRAPS FOLDER...

Each FOLDER is copied to WORK. A fault is a link of the manual that was fine and is written wrong in one of the ways of
the table of repairs: it must lead where it led before. A trap has two answers, or one that only looks right (another
language, version or year, a similar name, a file elsewhere): its bytes must stay. All bytes outside of the faults'
URLs must stay, a second run must change nothing, and the repaired manual must have no finding that neither the
manual nor a trap had. Prints a line a manual and one for all; exits with 1 where something is wrong.
"""
import collections
import html
import json
import os
import random
import re
import shutil
import subprocess
import sys
import urllib.parse

SITE = 'https://docs.example/manual/'
LINK = re.compile(rb'<a\b[^<>]*?\bhref="([^"<>{}]+)"', re.I)
SKIPPED = re.compile(rb'<(script|style|pre)\b.*?</\1\s*>|<!--.*?-->', re.I | re.S)
PREFIX = urllib.parse.urlsplit(SITE).path


def run(program, *args):
    done = subprocess.run([program, 'check', '--site-url', SITE, *args], capture_output=True, text=True)
    if done.returncode not in (0, 1):
        sys.exit(f'{args}: exit code {done.returncode}: {done.stderr}')
    return done


def rows(program, folder):
    out = run(program, '-q', '-f', 'jsonl', '--fail-on', 'none', folder).stdout
    return [json.loads(line) for line in out.splitlines()]


def key(row):
    return row['rule'], row['file'], row['raw'], row['attribute']


def resolve(page, written):
    base = urllib.parse.urljoin(SITE, urllib.parse.quote(page))
    url = urllib.parse.urljoin(base, html.unescape(written.decode('utf-8', 'replace')))
    return urllib.parse.unquote(url)


class Manual:
    def __init__(self, program, source, folder):
        self.program = program
        self.folder = folder
        # What links lead to is copied: manuals of Debian share files.
        shutil.copytree(source, folder, ignore_dangling_symlinks=True)
        for base, folders, files in os.walk(folder):
            for name in folders + files:
                path = os.path.join(base, name)
                os.chmod(path, os.stat(path).st_mode | 0o200)
        run(program, '-q', '--fix', '--in-place', '--fail-on', 'none', folder)
        self.names = set()
        self.folded = collections.Counter()
        for base, folders, files in os.walk(folder):
            for name in folders + files:
                path = os.path.relpath(os.path.join(base, name), folder)
                self.names.add(path)
                self.folded[path.lower()] += 1
        self.pages = sorted(p for p in self.names if p.endswith('.html') and os.path.isfile(os.path.join(folder, p)))
        self.old = {}
        self.ids = {}
        self.known = collections.Counter(key(row) for row in rows(program, folder))
        self.bad = {(row['file'], row['offset']) for row in rows(program, folder)}
        self.edits = collections.defaultdict(list)  # by page: (begin, end, new, kind, is_trap)

    def bytes_of(self, page):
        if page not in self.old:
            with open(os.path.join(self.folder, page), 'rb') as file:
                self.old[page] = file.read()
        return self.old[page]

    def links(self, page):
        """(begin, end, written) of links of the manual that are fine, lead to a page of it and are on one line."""
        text = self.bytes_of(page)
        skipped = [m.span() for m in SKIPPED.finditer(text)]
        for match in LINK.finditer(text):
            begin, end = match.span(1)
            if any(a <= begin < b for a, b in skipped) or (f'{self.folder}/{page}', begin) in self.bad:
                continue
            written = match.group(1)
            if re.match(rb'[a-z][a-z0-9+.-]*:|//|/', written, re.I) or b'?' in written or b'%' in written or b'\n' in written:
                continue
            yield begin, end, written

    def target(self, page, written):
        path, _, fragment = written.decode('utf-8', 'replace').partition('#')
        if not path:
            return page, html.unescape(fragment)
        return os.path.normpath(os.path.join(os.path.dirname(page), html.unescape(path))), html.unescape(fragment)

    def ids_of(self, page):
        if page not in self.ids:
            found = re.findall(rb'\b(?:id|name)\s*=\s*["\']?([^"\'\s>]+)', self.bytes_of(page))
            self.ids[page] = collections.Counter(i.decode('utf-8', 'replace').lower() for i in set(found))
        return self.ids[page]

    def edit(self, page, begin, end, new, kind, is_trap):
        if any(begin < b and a < end for a, b, *_ in self.edits[page]):
            return False
        self.edits[page].append((begin, end, new, kind, is_trap))
        return True

    def write(self):
        self.planted = {}
        for page, edits in self.edits.items():
            edits.sort()
            out, at = b'', 0
            for begin, end, new, kind, is_trap in edits:
                out += self.bytes_of(page)[at:begin] + new
                at = end
            self.planted[page] = out + self.bytes_of(page)[at:]
            with open(os.path.join(self.folder, page), 'wb') as file:
                file.write(self.planted[page])


def flip(text):
    """The first letter of the last name in the other case."""
    for at, c in enumerate(text):
        if c.isalpha() and c.isascii():
            return text[:at] + c.swapcase() + text[at + 1:]
    return None


def plant_fault(manual, kind, page, begin, end, written):
    path, mark, fragment = written.partition(b'#')
    target, name = manual.target(page, written)
    if kind == 'fragment':
        new = flip(fragment.decode('ascii', 'ignore')) if fragment.isascii() else None
        if not new or target not in manual.names or manual.ids_of(target)[name.lower()] != 1 or name.lower() == 'top':
            return False
        if new in [i.decode('utf-8', 'replace') for i in re.findall(rb'\b(?:id|name)\s*=\s*["\']?([^"\'\s>]+)', manual.bytes_of(target))]:
            return False
        return manual.edit(page, begin, end, path + b'#' + new.encode(), kind, False)
    if not path or target not in manual.names or not target.endswith('.html') or manual.folded[target.lower()] != 1:
        return False
    if fragment and manual.ids_of(target)[name.lower()] < 1:
        return False
    folder, slash, last = path.rpartition(b'/')
    stem = target[:-5]
    if kind == 'case':
        new = flip(last.decode('ascii', 'ignore'))
        if new is None or last in (b'.', b'..'):
            return False
        new = folder + slash + new.encode()
    elif kind == 'extension':
        if any(stem.lower() + e in manual.folded for e in ('', '.htm', '.xhtml')):
            return False
        new = path[:-5]
    elif kind == 'slash':
        new = path + b'/'
    elif kind == 'percent':
        new = folder + slash + b'%25' + b'%02X' % last[0] + last[1:]
    elif kind == 'left-out':
        if any(p.lower() in manual.folded for p in (target + '.html', target + '/')):
            return False
        new = b'/' + html.escape(urllib.parse.quote(target)).encode()
    elif kind == 'doubled':
        if (PREFIX[1:] + target).lower() in manual.folded:
            return False
        new = (PREFIX + PREFIX[1:]).encode() + html.escape(urllib.parse.quote(target)).encode()
    elif kind == 'insecure':
        new = b'http' + SITE[5:].encode() + html.escape(urllib.parse.quote(target)).encode()
    return manual.edit(page, begin, end, new + mark + fragment, kind, False)


def make_file(manual, path, source):
    full = os.path.join(manual.folder, path)
    if os.path.lexists(full):
        return False
    shutil.copy(os.path.join(manual.folder, source), full)
    manual.names.add(path)
    manual.folded[path.lower()] += 1
    return True


def plant_trap(manual, kind, page, number):
    """A link in the place of one of the page, and the files that make it ambiguous."""
    links = list(manual.links(page))
    if not links:
        return False
    begin, end, _ = links[number % len(links)]
    here = os.path.dirname(page)
    plain = 'hrefkit-trap.html'
    files, new = {
        'two-cases': ([f'Trap{number}.html', f'TRAP{number}.html'], f'trap{number}.html'),
        'two-extensions': ([f'trap{number}.html', f'trap{number}.htm'], f'trap{number}'),
        'case-or-extension': ([f'Trap{number}x', f'trap{number}x.html'], f'TRAP{number}x'),
        'percent-or-not': ([f'a {number}b.html', f'a%20{number}b.html'], f'a%2520%25'f'{number}b.html'),
        'language': ([f'index{number}.es.html'], f'index{number}.en.html'),
        'version': ([f'trap{number}v2.html'], f'trap{number}v1.html'),
        'year': ([f'report{number}-2023.html'], f'report{number}-2024.html'),
        'spelling': ([f'installation{"abcdefghij"[number % 10]}x.html'], f'instalation{"abcdefghij"[number % 10]}x.html'),
        'two-ids': ([], '#trap-anchor'),
        'scheme': ([], 'httpx://docs.example/manual/'),
    }[kind]
    if not manual.edit(page, begin, end, new.encode(), kind, True):
        return False
    with open(os.path.join(manual.folder, plain), 'w') as file:
        file.write('<!doctype html><meta charset=utf-8><title>x</title>')
    for name in files:
        make_file(manual, os.path.join(here, name), plain)
    if kind == 'two-ids':
        at = manual.bytes_of(page).rfind(b'</body>')
        if at < 0:
            return False
        return manual.edit(page, at, at, b'<i id="Trap-anchor"></i><i id="TRAP-anchor"></i>', 'ids', None)
    return True


def judge(manual):
    """What is wrong, as sentences."""
    wrong = []
    counts = collections.Counter()
    for page, edits in manual.edits.items():
        with open(os.path.join(manual.folder, page), 'rb') as file:
            now = file.read()
        at = 0       # in the bytes now
        old = 0      # in the bytes before the faults were planted
        for index, (begin, end, new, kind, is_trap) in enumerate(edits):
            between = manual.bytes_of(page)[old:begin]
            if now[at:at + len(between)] != between:
                wrong.append(f'{page}: other bytes before {new!r} have changed')
                break
            at += len(between)
            old = end
            if is_trap is not False:
                if now[at:at + len(new)] != new:
                    wrong.append(f'{page}: trap {kind} {new!r} is {now[at:at + len(new) + 20]!r}')
                    break
                at += len(new)
                counts['traps'] += is_trap is True
                continue
            quote = now.index(b'"', at)
            value = now[at:quote]
            if resolve(page, value) == resolve(page, manual.bytes_of(page)[begin:end]):
                counts['repaired'] += 1
            else:
                wrong.append(f'{page}: {kind} {new!r} is {value!r}, and was {manual.bytes_of(page)[begin:end]!r}')
            at = quote
        else:
            if now[at:] != manual.bytes_of(page)[old:]:
                wrong.append(f'{page}: bytes behind the last fault have changed')
    return wrong, counts


def main():
    program, work, faults, traps = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    sources = sys.argv[5:]
    fault_kinds = ['case', 'extension', 'slash', 'percent', 'left-out', 'doubled', 'insecure', 'fragment']
    trap_kinds = ['two-cases', 'two-extensions', 'case-or-extension', 'percent-or-not', 'language', 'version', 'year',
                  'spelling', 'two-ids', 'scheme']
    all_wrong = 0
    total = collections.Counter()
    for number, source in enumerate(sources):
        random.seed(number)
        name = source.rstrip('/').replace('/', '_')
        manual = Manual(program, source, os.path.join(work, name))
        wanted = faults // len(sources) + (number < faults % len(sources))
        wanted_traps = traps // len(sources) + (number < traps % len(sources))
        planted = tries = 0
        while planted < wanted and tries < 50 * wanted:
            tries += 1
            page = random.choice(manual.pages)
            links = list(manual.links(page))
            if links and plant_fault(manual, fault_kinds[tries % len(fault_kinds)], page, *random.choice(links)):
                planted += 1
        trapped = tries = 0
        while trapped < wanted_traps and tries < 50 * wanted_traps:
            tries += 1
            page = random.choice(manual.pages)
            if page not in manual.edits and plant_trap(manual, trap_kinds[tries % len(trap_kinds)], page, tries):
                trapped += 1
        manual.write()
        trap_values = {new.decode() for edits in manual.edits.values() for _, _, new, _, is_trap in edits if is_trap}
        said = run(program, '--fix', '--in-place', '--fail-on', 'none', manual.folder).stderr
        wrong, counts = judge(manual)
        before = {page: open(os.path.join(manual.folder, page), 'rb').read() for page in manual.pages}
        again = run(program, '--fix', '--in-place', '--fail-on', 'none', manual.folder).stderr
        for page in manual.pages:
            if open(os.path.join(manual.folder, page), 'rb').read() != before[page]:
                wrong.append(f'{page}: the second run changes it')
        left = collections.Counter(key(row) for row in rows(program, manual.folder) if row['raw'] not in trap_values)
        for found in left - manual.known:
            wrong.append(f'a new finding: {found}')
        print(f'{source}: {counts["repaired"]} of {planted} faults repaired, {counts["traps"]} of {trapped} traps untouched, '
              f'{len(wrong)} wrong')
        for sentence in wrong[:20]:
            print('  ' + sentence)
        if wrong:
            print('  ' + said.replace('\n', '\n  '))
        total['planted'] += planted
        total['trapped'] += trapped
        total += counts
        all_wrong += len(wrong)
    print(f'{total["repaired"]} of {total["planted"]} faults repaired, {total["traps"]} of {total["trapped"]} traps untouched')
    sys.exit(all_wrong != 0 or total['planted'] < faults or total['trapped'] < traps)


main()
