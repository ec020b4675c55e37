#!/usr/bin/env python3
"""Judges the rows of pages of `hrefkit check`.

    pages_judge.py faults HREFKIT WORK
    pages_judge.py graph HREFKIT WORK FOLDER
    pages_judge.py measure HREFKIT WORK PAGES

`faults`: small sites with one planted fault each, which `--rules consistency` must report with the right rule, file and
reference, and traps, of which it must report nothing.
`graph`: in, out and depth of each page of FOLDER, and the edges between pages by `a` and `area`, must be those that
networkx computes of what Python's parser of HTML reads.
`measure`: a generated site with PAGES pages of 50 links; prints time and memory of each run.
Exits with 1 where something is wrong.
"""
import html.parser
import json
import os
import random
import subprocess
import sys
import time
import urllib.parse

SITE = 'https://h.example/'


def run(program, *args):
    done = subprocess.run([program, 'check', '-q', '--fail-on', 'none', *args], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f'{args}: exit code {done.returncode}: {done.stderr}')
    return done.stdout


# Planted faults and traps.

def canonical(href):
    return f'<link rel="canonical" href="{href}">'


def alternates(*pairs):
    return ''.join(f'<link rel="alternate" hreflang="{tag}" href="{href}">' for tag, href in pairs)


def page(head, body=''):
    return f'<!doctype html><html><head><meta charset="utf-8"><title>t</title>{head}</head><body>{body}</body></html>'


def sitemap(*urls, extra=''):
    entries = ''.join(f'<url><loc>{url}</loc></url>' for url in urls)
    return f'<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{entries}{extra}</urlset>'


def index(*urls):
    entries = ''.join(f'<sitemap><loc>{url}</loc></sitemap>' for url in urls)
    return f'<?xml version="1.0"?><sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{entries}</sitemapindex>'


NOINDEX = '<meta name="robots" content="noindex">'
MOVED = page('<meta http-equiv="refresh" content="0; url=/">')
PAIR = alternates(('en', '/'), ('de', '/de/'))


def cases():
    """Yields (name, files, wanted), where wanted is a list of (rule, file, reference)."""
    hreflang, broken = 'hreflang-no-return', 'canonical-broken'
    listed, island = 'sitemap-not-indexable', 'island-page'
    site = {'index.html': page(PAIR), 'de/index.html': page(PAIR)}

    # Faults of hreflang.
    for tag in ('en-UK', 'en_GB', 'english', 'xx', 'de-de-at', 'zh-TW-Hant', 'en-Latnn', 'x-standard', 'UKR', 'en-', 'cz',
                'jp-JP1', 'es-41', 'a'):
        head = alternates(('de', '/de/'), (tag, '/'))
        yield f'value {tag}', {'index.html': page(head), 'de/index.html': page(PAIR)}, [(hreflang, 'index.html', '/')]
    yield 'no return', {'index.html': page(PAIR), 'de/index.html': page('')}, [(hreflang, 'index.html', '/de/')]
    yield 'return to another page', {'index.html': page(PAIR), 'a.html': page(''), 'de/index.html': page(
        alternates(('en', '/a.html')))}, [(hreflang, 'index.html', '/de/'), (hreflang, 'de/index.html', '/a.html')]
    yield 'missing', {'index.html': page(alternates(('fr', '/fr/')))}, [(hreflang, 'index.html', '/fr/')]
    yield 'slash', {'index.html': page(alternates(('de', '/de'))), 'de/index.html': page(PAIR)}, [
        (hreflang, 'index.html', '/de')]
    yield 'rule', {'index.html': page(alternates(('de', '/d'))), 'de/index.html': page(PAIR), '_redirects': '/d /de/ 301'}, [
        (hreflang, 'index.html', '/d')]
    yield 'refresh', {'index.html': page(alternates(('de', '/d.html'))), 'd.html': MOVED}, [
        (hreflang, 'index.html', '/d.html')]
    for robots in ('noindex', 'NOINDEX, follow', 'none'):
        yield f'alternate is {robots}', {'index.html': page(PAIR), 'de/index.html': page(
            PAIR + f'<meta name=robots content="{robots}">')}, [(hreflang, 'index.html', '/de/')]
    yield 'canonical elsewhere', {'index.html': page(PAIR), 'de/index.html': page(PAIR + canonical('/'))}, [
        (hreflang, 'index.html', '/de/')]
    yield 'two urls', {**site, 'index.html': page(PAIR + alternates(('de', '/')))}, [(hreflang, 'index.html', '/')]
    yield 'two urls, other case', {**site, 'index.html': page(PAIR + alternates(('DE', '/')))}, [
        (hreflang, 'index.html', '/')]
    yield 'in a sitemap', {'index.html': page(''), 'de/index.html': page(''), 'sitemap.xml': (
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"><url><loc>'
        f'{SITE}</loc><xhtml:link rel="alternate" hreflang="de" href="{SITE}de/"/></url></urlset>')}, [
            (hreflang, 'sitemap.xml', f'{SITE}de/')]

    # Faults of canonical addresses.
    for href in ('/no.html', 'no.html', 'h.example/', 'www.h.example/a.html', '/a.htm'):
        yield f'canonical {href}', {'index.html': page(canonical(href)), 'a.html': page('')}, [(broken, 'index.html', href)]
    yield 'canonical redirects by a rule', {'index.html': page(canonical('/o')), 'a.html': page(''), '_redirects': '/o /a.html'}, [
        (broken, 'index.html', '/o')]
    yield 'canonical redirects to a slash', {'index.html': page(''), 'd/index.html': page(canonical('/d'))}, [
        (broken, 'd/index.html', '/d')]
    yield 'canonical redirects by refresh', {'index.html': page(''), 'a.html': page(canonical('/m.html')), 'm.html': MOVED}, [
        (broken, 'a.html', '/m.html')]
    yield 'canonical is noindex', {'index.html': page(canonical('/a.html')), 'a.html': page(NOINDEX)}, [
        (broken, 'index.html', '/a.html')]
    yield 'chain', {'index.html': page(canonical('/a.html')), 'a.html': page(canonical('/b.html')), 'b.html': page('')}, [
        (broken, 'index.html', '/a.html')]
    yield 'loop', {'index.html': page(canonical('/a.html')), 'a.html': page(canonical('/'))}, [
        (broken, 'a.html', '/'), (broken, 'index.html', '/a.html')]
    yield 'base', {'d/a.html': page('<base href="/">' + canonical('a.html')), 'index.html': page('')}, [
        (broken, 'd/a.html', 'a.html')]
    yield 'two canonicals', {'index.html': page(canonical('/') + canonical('/a.html')), 'a.html': page('')}, [
        (broken, 'index.html', '/a.html')]
    for card in (f'{SITE}a.html', 'https://www.h.example/', 'http://h.example/'):
        yield f'card {card}', {'index.html': page(canonical(SITE) + f'<meta property="og:url" content="{card}">'),
                               'a.html': page('')}, [(broken, 'index.html', SITE)]
    many = {f'd/{n}.html': page(canonical(SITE)) for n in range(5)}
    yield 'one for a folder', {'index.html': page(canonical(SITE)), **many}, [(broken, name, SITE) for name in sorted(many)]
    many = {f'd/{n}/index.html': page(canonical(SITE)) for n in range(9)}
    yield 'one for folders', {'index.html': page(canonical(SITE)), **many}, [(broken, name, SITE) for name in sorted(many)]

    # Faults of sitemaps.
    more = {'index.html': page(''), 'n.html': page(NOINDEX), 'c.html': page(canonical('/')), 'm.html': MOVED,
            'p/a.html': page(''), 'robots.txt': 'User-agent: *\nDisallow: /p/\n', '_redirects': '/o / 301', 'd/index.html': page('')}
    for path in ('n.html', 'c.html', 'm.html', 'p/a.html', 'o', 'd'):
        yield f'listed {path}', {**more, 'sitemap.xml': sitemap(SITE, SITE + path)}, [(listed, 'sitemap.xml', SITE + path)]
        yield f'listed {path} as text', {**more, 'sitemap.txt': f'{SITE}\n{SITE}{path}\n'}, [
            (listed, 'sitemap.txt', SITE + path)]
    for other in ('https://www.h.example/', 'https://h.example.org/a', 'http://other.example/'):
        yield f'listed {other}', {**more, 'sitemap.xml': sitemap(SITE, other)}, [(listed, 'sitemap.xml', other)]
    for robots in ('', f'Sitemap: {SITE}sitemap.xml\n'):
        yield f'outside {robots}', {**more, 'robots.txt': robots, 'd/s.xml': sitemap(SITE), 'sitemap.xml': sitemap(SITE)}, [
            (listed, 'd/s.xml', SITE)]

    # Islands.
    link = '<a href="{}">x</a>'.format
    yield 'island of two', {'index.html': page(''), 'a.html': page('', link('b.html')), 'b.html': page('', link('a.html'))}, [
        (island, 'a.html', ''), (island, 'b.html', '')]
    yield 'island behind an orphan', {'index.html': page(''), 'a.html': page('', link('b.html')), 'b.html': page('')}, [
        (island, 'b.html', '')]
    yield 'island by a link element', {'index.html': page('<link rel="next" href="a.html">'), 'a.html': page('', link('b.html')),
                                       'b.html': page('', link('a.html'))}, [(island, 'a.html', ''), (island, 'b.html', '')]

    # Traps.
    def trap(name, files):
        return name, files, []

    for tag in ('de', 'DE', 'de-DE', 'de-de', 'de-Latn-DE', 'DE-latn-de', 'x-default', 'X-DEFAULT', 'es-419', 'zh-Hant',
                'zh-Hans-CN', 'haw', 'fil', 'sr-Cyrl', 'en-001', 'gsw-CH', 'pt-BR', 'yue', 'nb', 'nn-NO', 'sr-Latn-RS', 'az-Cyrl-AZ', 'fr-CA', 'it-CH', 'zh-Hant-HK',
                'en-IE', 'mn-Cyrl-MN', 'eu'):
        yield trap(f'value {tag}', {'index.html': page(alternates(('en', '/'), (tag, '/de/'))), 'de/index.html': page(PAIR)})
    yield trap('return by a redirect', {'index.html': page(PAIR), 'de/index.html': page(alternates(('en', '/index.html'), ('de', '/de/')))})
    yield trap('no self-reference', {'index.html': page(alternates(('de', '/de/'))), 'de/index.html': page(alternates(('en', '/')))})
    yield trap('absolute and relative', {'index.html': page(alternates(('de', f'{SITE}de/index.html'))),
                                         'de/index.html': page(alternates(('en', '../')))})
    yield trap('one page, two values', {'index.html': page(alternates(('de', '/de/'), ('de-AT', '/de/'), ('x-default', '/'))),
                                        'de/index.html': page(PAIR)})
    yield trap('the same value twice', {**site, 'index.html': page(PAIR + alternates(('de', '/de/index.html')))})
    for other in ('https://de.example/', 'https://de.h.example/', '//www.h.example/de/', 'http://other.example/x'):
        yield trap(f'alternate {other}', {'index.html': page(alternates(('de', other)))})
    yield trap('feed', {'index.html': page('<link rel="alternate" hreflang="de" type="application/atom+xml" href="/f.xml">'),
                        'f.xml': '<feed xmlns="http://www.w3.org/2005/Atom"/>'})
    yield trap('hreflang of a', {'index.html': page('', '<a hreflang="xx-YY" href="/de/">x</a>'), 'de/index.html': page('')})
    yield trap('in the body', {'index.html': page('', alternates(('xx', '/de/')) + canonical('/no.html'))})
    yield trap('in a comment', {'index.html': page('<!--' + alternates(('xx', '/de/')) + canonical('/no.html') + '-->')})
    yield trap('in a template', {'index.html': page('<template>' + alternates(('xx', '/de/')) + '</template>')})
    yield trap('alternate style sheet', {'index.html': page('<link rel="alternate stylesheet" hreflang="xx" href="/s.css">'), 's.css': ''})
    yield trap('canonical form', {'index.html': page(PAIR + canonical('/')), 'de/index.html': page(PAIR),
                                  'print.html': page(PAIR + canonical('/'))})
    yield trap('noindex page with alternates', {'index.html': page(NOINDEX), 'de/index.html': page('')})
    yield trap('noindex for another robot', {'index.html': page(PAIR), 'de/index.html': page(
        PAIR + '<meta name="otherbot" content="noindex">')})
    yield trap('half in a sitemap', {'index.html': page(alternates(('de', '/de/'))), 'de/index.html': page(''), 'sitemap.xml': (
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"><url><loc>'
        f'{SITE}de/</loc><xhtml:link rel="alternate" hreflang="en" href="{SITE}"/></url></urlset>')})
    for href in ('/', '/index.html', SITE, './', 'index.html', 'https://other.example/', '//h.example/', '/?x=1', '/#a'):
        yield trap(f'canonical {href}', {'index.html': page(canonical(href))})
    yield trap('canonical of a noindex page', {'index.html': page(canonical('/') + NOINDEX)})
    yield trap('canonical elsewhere', {'index.html': page(canonical('/a.html')), 'a.html': page(canonical('/a.html'))})
    yield trap('canonical twice', {'index.html': page(canonical('/') + canonical(SITE))})
    yield trap('card', {'index.html': page(canonical('/') + f'<meta property="og:url" content="{SITE}index.html">')})
    yield trap('card alone', {'index.html': page('<meta property="og:url" content="https://other.example/">')})
    yield trap('empty card', {'index.html': page(canonical('/') + '<meta property="og:url" content="">')})
    yield trap('base to the root', {'d/a.html': page('<base href="/d/">' + canonical('a.html')), 'index.html': page('')})
    yield trap('pages of a list', {'index.html': page(''), **{f'l/{n}/index.html': page(
        canonical(f'/l/{n}/') + f'<link rel="next" href="/l/{min(n + 1, 9)}/">') for n in range(10)}})
    yield trap('versions', {'index.html': page(''), **{f'{v}/{n}.html': page(canonical(f'/2/{n}.html'))
                                                       for v in (1, 2) for n in range(9)}})
    yield trap('four of a folder', {'index.html': page(''), **{f'd/{n}.html': page(canonical('/')) for n in range(4)}})
    yield trap('half of a folder', {'index.html': page(''), **{f'd/{n}.html': page(canonical('/') if n < 5 else '')
                                                               for n in range(10)}})
    for url in (SITE, SITE + 'index.html', SITE + 'd/', SITE + '?a=1'):
        yield trap(f'listed {url}', {'index.html': page(''), 'd/index.html': page(''), 'sitemap.xml': sitemap(url)})
    yield trap('listed, missing', {'index.html': page(''), 'sitemap.xml': sitemap(SITE + 'no.html')})
    yield trap('several sitemaps', {'index.html': page(''), 'a.html': page(''), 'sitemap-1.xml': sitemap(SITE),
                                    'sitemap-2.xml': sitemap(SITE + 'a.html'),
                                    'sitemap.xml': index(SITE + 'sitemap-1.xml', SITE + 'sitemap-2.xml')})
    yield trap('below its folder', {'index.html': page(''), 'd/a.html': page(''), 'd/sitemap.xml': sitemap(SITE + 'd/a.html')})
    yield trap('named by robots.txt', {'index.html': page(''), 'd/s.xml': sitemap(SITE), 'robots.txt': f'Sitemap: {SITE}d/s.xml'})
    yield trap('index named by robots.txt', {'index.html': page(''), 'd/s.xml': sitemap(SITE), 'd/i.xml': index(SITE + 'd/s.xml'),
                                             'robots.txt': f'Sitemap: {SITE}d/i.xml'})
    yield trap('compressed', {'index.html': page(''), 'sitemap.xml': index(SITE + 's.xml.gz'), 's.xml.gz': '\x1f\x8b'})
    yield trap('pictures', {'index.html': page(''), 'sitemap.xml': (
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">'
        f'<url><loc>{SITE}</loc><image:image><image:loc>https://cdn.example/a.png</image:loc></image:image></url></urlset>')})
    yield trap('allowed again', {'index.html': page(''), 'p/a.html': page(''), 'sitemap.xml': sitemap(SITE + 'p/a.html'),
                                 'robots.txt': 'User-agent: *\nDisallow: /p/\nAllow: /p/a\n'})
    yield trap('rules for another robot', {'index.html': page(''), 'p/a.html': page(''), 'sitemap.xml': sitemap(SITE + 'p/a.html'),
                                           'robots.txt': 'User-agent: otherbot\nDisallow: /\n'})
    for body in (link('a.html'), '<iframe src="a.html"></iframe>', '<form action="a.html"></form>',
                 '<map><area href="a.html"></map>', '<svg><a href="a.html"/></svg>'):
        yield trap(f'reached {body[:9]}', {'index.html': page('', body), 'a.html': page('', link('b.html')),
                                           'b.html': page('', link('a.html'))})
    yield trap('reached by a refresh', {'index.html': page('', link('m.html')), 'm.html': page(
        '<meta http-equiv="refresh" content="0; url=a.html">'), 'a.html': page('', link('b.html')), 'b.html': page('', link('a.html'))})
    yield trap('orphan', {'index.html': page(''), 'a.html': page('')})
    yield trap('links to itself', {'index.html': page(''), 'a.html': page('', link('a.html'))})
    yield trap('no start', {'a.html': page('', link('b.html')), 'b.html': page('', link('a.html'))})
    yield trap('nothing', {'index.html': page('')})


def judge_faults(program, work):
    wrong, faults, traps = 0, 0, 0
    for number, (name, files, wanted) in enumerate(cases()):
        folder = os.path.join(work, f'case{number}')
        for path, text in files.items():
            os.makedirs(os.path.dirname(os.path.join(folder, path)), exist_ok=True)
            with open(os.path.join(folder, path), 'w', encoding='latin-1') as file:
                file.write(text)
        rows = [json.loads(line) for line in
                run(program, '-f', 'jsonl', '--rules', 'consistency', '--site-url', SITE, folder).splitlines()]
        found = sorted((row['rule'], os.path.relpath(row['file'], folder), row['raw']) for row in rows)
        faults, traps = faults + bool(wanted), traps + (not wanted)
        if found != sorted(wanted):
            wrong += 1
            print(f'{name}: wanted {wanted}, found {found}')
        for row in rows:
            explained = subprocess.run([program, 'help', row['rule']], capture_output=True, text=True, check=True).stdout
            if 'Example:' not in explained or 'Repair:' not in explained or not row['message']:
                wrong += 1
                print(f'{name}: {row["rule"]} has no help')
    print(f'{faults} faults, {traps} traps, {wrong} wrong')
    return wrong == 0


# The graph, by networkx.

class Links(html.parser.HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.base, self.links, self.templates, self.refresh = None, [], 0, None

    def handle_starttag(self, tag, attributes):
        given = {}
        for key, value in attributes:
            given.setdefault(key, value)
        self.templates += tag == 'template'
        if self.templates:
            return
        if tag == 'base' and 'href' in given and self.base is None:
            self.base = given['href'] or ''
        if tag in ('a', 'area') and given.get('href') is not None:
            self.links.append(given['href'])
        if tag == 'meta' and (given.get('http-equiv') or '').lower() == 'refresh' and self.refresh is None:
            seconds, _, url = (given.get('content') or '').partition(';')
            url = url.strip()
            if url.lower().startswith('url='):
                self.refresh = url[4:].strip(' "\'')

    handle_startendtag = handle_starttag

    def handle_endtag(self, tag):
        self.templates -= tag == 'template' and self.templates > 0


def judge_graph(program, work, folder):
    import networkx
    root = os.path.abspath(folder)
    list_file, graph_file = os.path.join(work, 'p.jsonl'), os.path.join(work, 'g.jsonl')
    run(program, '-f', 'jsonl', '-o', os.devnull, '--pages', list_file, '--graph', graph_file, root)
    with open(list_file, encoding='utf-8') as file:
        all_rows = [json.loads(line) for line in file]
    rows = {row['file']: row for row in all_rows if row['file'] and row['type'] in ('text/html', 'application/xhtml+xml')}
    urls = {row['url']: file for file, row in rows.items()}

    def find(url):
        parts = urllib.parse.urlsplit(url)
        if parts.scheme not in ('http', 'https') or parts.netloc != 'site.invalid':
            return None
        path = os.path.normpath(os.path.join(root, urllib.parse.unquote(parts.path, errors='surrogateescape').lstrip('/')))
        if os.path.isdir(path):
            names = [os.path.join(path, name) for name in ('index.html', 'index.htm')]
            return next((name for name in names if os.path.isfile(name)), None)
        return path if os.path.isfile(path) and not parts.path.endswith('/') else None

    def resolve(base, href):
        try:
            return find(urllib.parse.urljoin(base, href.strip(' \t\r\n\f')))
        except ValueError:
            return None

    graph = networkx.DiGraph()
    graph.add_nodes_from(rows)
    steps = networkx.DiGraph()
    steps.add_nodes_from(rows)
    for file in rows:
        with open(file, 'rb') as opened:
            data = opened.read()
        parser = Links()
        try:
            parser.feed(data.decode('utf-8'))
        except UnicodeDecodeError:
            parser.feed(data.decode('latin-1'))
        parser.close()
        own = 'https://site.invalid/' + urllib.parse.quote(os.path.relpath(file, root))
        base = own if parser.base is None else urllib.parse.urljoin(own, parser.base)
        for href in parser.links:
            target = resolve(base, href)
            if target in rows and target != file:
                graph.add_edge(file, target)
                steps.add_edge(file, target, clicks=1)
        if rows[file]['redirect'] and parser.refresh:
            target = resolve(base, parser.refresh)
            if target in rows and target != file:
                steps.add_edge(file, target, clicks=0)
    start = find('https://site.invalid/')
    depths = networkx.single_source_dijkstra_path_length(steps, start, weight='clicks') if start in rows else {}
    wrong = []
    for file, row in rows.items():
        want = graph.in_degree(file), graph.out_degree(file), depths.get(file)
        got = row['in'], row['out'], row['depth']
        if want != got:
            wrong.append(f'{file}: in, out and depth are {got}, and not {want}')
    with open(graph_file, encoding='utf-8') as file:
        edges = [json.loads(line) for line in file]
    # Links of `a` have no mark in the rows: those of `link` have a rel.
    got = {(urls[edge['from']], urls[edge['to']]) for edge in edges if edge['to'] in urls and edge['from'] in urls}
    wrong += [f'no row for {edge}' for edge in set(graph.edges) - got]
    print(f'{len(rows)} pages, {graph.number_of_edges()} edges, {len(wrong)} wrong')
    print('\n'.join(wrong[:10]))
    return not wrong and len(rows) > 0


# Time and memory.

def generate(root, pages, links):
    random.seed(1)
    per_folder = 1000

    def path(number):
        return f'd{number // per_folder}/p{number % per_folder}.html'

    words = '<p>' + 'Some words of a page that people read. ' * 2 + '</p>'
    for number in range(pages):
        if number % per_folder == 0:
            os.makedirs(f'{root}/d{number // per_folder}')
        parts = [page(canonical('/' + path(number)))[:-14], '<nav><a href="/">Home</a>']
        parts += [f'<a href="/{path(at * 7 % pages)}">Menu {at}</a>' for at in range(9)]
        parts.append('</nav><main>')
        for at in range(links - 10):
            parts.append((words if at % 8 == 0 else ' ') + f'<a href="/{path(random.randrange(pages))}">a page</a>')
        parts.append('</main></body></html>')
        with open(f'{root}/{path(number)}', 'w', encoding='ascii') as file:
            file.write(''.join(parts))
    with open(f'{root}/index.html', 'w', encoding='ascii') as file:
        file.write(page('', ''.join(f'<a href="{path(at * 7 % pages)}">m</a>' for at in range(9))))


def measure(program, work, pages):
    root = os.path.join(work, 'site')
    generate(root, pages, 50)
    results = {}
    for name, options in (('check', []), ('--pages', ['--pages', f'{work}/p.csv']),
                          ('consistency', ['--severity', 'consistency=warning']),
                          ('--graph', ['--graph', f'{work}/g.csv'])):
        command = [program, 'check', '-q', '-j1', '--fail-on', 'none', '-f', 'jsonl', '-o', os.devnull, *options, root]
        began = time.time()
        child = subprocess.Popen(command)
        _, status, usage = os.wait4(child.pid, 0)
        seconds = usage.ru_utime + usage.ru_stime
        results[name] = seconds, usage.ru_maxrss
        print(f'{name}: {seconds:.1f} s of processor time ({seconds / results["check"][0]:.2f}), {time.time() - began:.1f} s, '
              f'{usage.ru_maxrss // 1024} MB ({(usage.ru_maxrss - results["check"][1]) // 1024} MB more)', flush=True)
        if status != 0:
            return False
    return True


def main():
    what, program, work, *rest = sys.argv[1:]
    if what == 'faults':
        good = judge_faults(program, work)
    elif what == 'graph':
        good = judge_graph(program, work, rest[0])
    else:
        good = measure(program, work, int(rest[0]))
    sys.exit(0 if good else 1)


if __name__ == '__main__':
    main()
