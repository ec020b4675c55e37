#!/usr/bin/env python3
"""Judges the places that `check --sources` names for planted faults.

    sources_judge.py ROWS FOLDER NAME BUILD

ROWS are of `check -f jsonl` in the present folder, FOLDER has the sources. A planted fault is a reference with a tag,
`gone-NAME`; its place is the line of the sources that has the tag and not the word decoy. Where several lines have
it, the findings of a page are those lines, in order. Prints "NAME: R right, F file alone, N nothing, W wrong of ALL",
and each fault that is not right; exits with 1 where one is wrong, or less than 95 % are right.
"""
import collections
import json
import os
import re
import sys

TAG = re.compile(r'gone-[a-z0-9]+(?:-[a-z0-9]+)*', re.I)
SKIPPED = {'node_modules', '.git', '_site', 'site', 'public_html', 'dist', 'build', '_build', '.docusaurus', '.astro', 'cache',
           'resources', '.jekyll-cache'}


def lines_of_tags(folder, build):
    """(file, line) of each tag."""
    places = collections.defaultdict(list)
    for base, folders, files in os.walk(folder):
        folders[:] = sorted(f for f in folders if f not in SKIPPED and os.path.normpath(os.path.join(base, f)) != os.path.normpath(build))
        for name in sorted(files):
            path = os.path.normpath(os.path.join(base, name))
            try:
                text = open(path, encoding='utf-8').read()
            except (UnicodeDecodeError, OSError):
                continue
            for number, line in enumerate(text.split('\n'), 1):
                if 'decoy' in line:
                    continue
                for tag in TAG.findall(line):
                    places[tag.lower()].append((path, number))
    return places


def tag_of(row):
    found = TAG.search(row['raw']) or TAG.search(row.get('url') or '')
    return found.group(0).lower() if found else None


def main():
    rows = [json.loads(line) for line in open(sys.argv[1], encoding='utf-8')]
    places = lines_of_tags(sys.argv[2], sys.argv[4])
    found = collections.defaultdict(lambda: collections.defaultdict(list))
    wrong = []
    for row in rows:
        tag = tag_of(row)
        if tag in places:
            found[tag][row['file']].append(row)
        elif row.get('source'):
            # A fault that nobody planted: a place that is named must have the reference's last name.
            wrong.append((row['raw'], 'not planted', row['source']))
    count = collections.Counter()
    for tag, wanted in sorted(places.items()):
        results = set()
        if tag not in found:
            count['not found by check'] += len(wanted)
            print(f'  {tag}: no finding')
            continue
        for file, of_page in found[tag].items():
            for i, row in enumerate(of_page):
                source = row.get('source')
                one_of = set(wanted)
                if len(wanted) == len(of_page):
                    one_of = {wanted[i]}
                if not source:
                    results.add('nothing')
                    print(f'  {tag}: nothing for {file}:{row["line"]} {row["raw"]}, wanted {wanted}')
                elif 'line' not in source:
                    alone = {name for name, _ in one_of}
                    results.add('file' if os.path.normpath(source['file']) in alone else 'wrong')
                    print(f'  {tag}: the file alone for {file}:{row["line"]} {row["raw"]}: {source}, wanted {wanted}')
                elif (os.path.normpath(source['file']), source['line']) in one_of:
                    text = open(source['file'], 'rb').read()
                    written = text[source['offset']:source['offset'] + source['length']].decode()
                    if tag in written.lower():
                        results.add('right')
                    else:
                        results.add('wrong')
                        print(f'  {tag}: WRONG bytes {written!r}')
                else:
                    results.add('wrong')
                    print(f'  {tag}: WRONG for {file}:{row["line"]} {row["raw"]}: {source}, wanted {wanted}')
        for result in ('wrong', 'nothing', 'file', 'right'):
            if result in results:
                count[result] += 1
                break
    count['wrong'] += len(wrong)
    for raw, why, source in wrong:
        print(f'  {raw}: {why}: {source}')
    total = count['right'] + count['file'] + count['nothing'] + count['wrong']
    share = count['right'] / total if total else 0
    print(f'{sys.argv[3]}: {count["right"]} right, {count["file"]} file alone, {count["nothing"]} nothing, '
          f'{count["wrong"]} wrong of {total} ({100 * share:.0f} %)')
    sys.exit(0 if count['wrong'] == 0 and share >= 0.95 and total else 1)


main()
