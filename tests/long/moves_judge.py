#!/usr/bin/env python3
"""The judges of tests/long/moves:

    moves_judge.py HREFKIT server nginx|apache2
    moves_judge.py HREFKIT histories
    moves_judge.py HREFKIT since
    moves_judge.py HREFKIT moves [FOLDER...]

Each prints what it counted, and exits with 1 where something is wrong."""
import http.client
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.parse

HREFKIT = os.path.abspath(sys.argv[1])
WORDS = ('about account address archive build cache change check command config deploy directory error example '
         'feature file folder format guide history install language library link list manual module move name '
         'option order output page path plan program query reading release report result root rule search server '
         'setting site source state style table test text title tool update user value version window work').split()


def run(*args, ok=(0, 1)):
    done = subprocess.run([HREFKIT, *map(str, args)], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode not in ok:
        sys.exit(f'{args}: exit code {done.returncode}\n{done.stderr.decode()}')
    return done


def rows(*args):
    return [json.loads(line) for line in run(*args).stdout.splitlines()]


def write(folder, path, text):
    file = os.path.join(folder, path)
    os.makedirs(os.path.dirname(file), exist_ok=True)
    with open(file, 'w', encoding='utf-8', newline='') as out:
        out.write(text)


def quoted(path):
    return urllib.parse.quote(path, safe='/')


def relative(page, target):
    """A reference from one path to another, as people write it."""
    reference = os.path.relpath(target, os.path.dirname(page) or '.')
    return quoted(reference)


class Wiki:
    """A site with menus, whose pages link to each other."""

    def __init__(self, rng, count, with_index=True):
        self.rng = rng
        self.pages = {}
        for number in range(count):
            folder = '/'.join(rng.choice(WORDS) for _ in range(rng.randrange(3)))
            name = f'{rng.choice(WORDS)}-{number}'
            is_index = with_index and rng.random() < 0.3
            path = os.path.join(folder, name, 'index.html') if is_index else os.path.join(folder, name + '.html')
            self.pages[path] = {'text': ' '.join(rng.choice(WORDS) for _ in range(rng.randrange(60, 300))),
                                'title': f'{name} of {rng.choice(WORDS)}', 'links': []}
        for page in self.pages.values():
            page['links'] = [rng.choice(list(self.pages)) for _ in range(rng.randrange(1, 8))]

    def move(self, old, new):
        self.pages[new] = self.pages.pop(old)
        for page in self.pages.values():
            page['links'] = [new if link == old else link for link in page['links']]

    def write(self, folder):
        for path, page in self.pages.items():
            menu = ''.join(f'<li><a href="{relative(path, other)}">{self.pages[other]["title"]}</a>'
                           for other in sorted(self.pages)[:30])
            links = ''.join(f'<p>{page["text"][i * 20:i * 20 + 200]} <a href="{relative(path, link)}">see</a>'
                            for i, link in enumerate(page['links']))
            write(folder, path, f'<!DOCTYPE html><title>{page["title"]}</title><nav><ul>{menu}</ul></nav>'
                                f'<main><h1 id="top-of-page">{page["title"]}</h1><p>{page["text"]}</p>{links}'
                                f'<h2 id="end">End</h2></main>')


# Servers

NGINX = '''daemon off; pid {work}/pid; error_log {work}/error.log; worker_processes 1;
events {{}}
http {{ access_log off; absolute_redirect off; server_names_hash_bucket_size 128;
  types {{ text/html html htm; }}
  client_body_temp_path {work}; proxy_temp_path {work}; fastcgi_temp_path {work};
  uwsgi_temp_path {work}; scgi_temp_path {work};
  server {{ listen 127.0.0.1:{port}; root {root}; index index.html;
    include {rules}; }} }}'''

APACHE = '''ServerName 127.0.0.1
Listen 127.0.0.1:{port}
PidFile {work}/pid
ErrorLog {work}/error.log
ServerRoot {work}
{modules}
DocumentRoot {root}
DirectoryIndex index.html
<Directory {root}>
  Require all granted
  AllowOverride All
</Directory>
Include {rules}
'''


def apache_modules():
    folder = '/usr/lib/apache2/modules'
    names = ['mpm_event', 'authz_core', 'alias', 'dir', 'mime']
    lines = [f'LoadModule {name}_module {folder}/mod_{name}.so' for name in names
             if os.path.exists(f'{folder}/mod_{name}.so')]
    return '\n'.join(lines + ['TypesConfig /etc/mime.types'])


def follow(port, path):
    """The body at the end of the redirects from a path, or None, and where that is."""
    for _ in range(10):
        connection = http.client.HTTPConnection('127.0.0.1', port, timeout=10)
        connection.request('GET', path)
        answer = connection.getresponse()
        body = answer.read()
        if answer.status not in (301, 302, 303, 307, 308):
            return (body if answer.status == 200 else None), f'{answer.status} {path}'
        path = urllib.parse.urlsplit(urllib.parse.urljoin(f'http://127.0.0.1:{port}{path}',
                                                          answer.getheader('Location')))
        path = path.path + ('?' + path.query if path.query else '')
    return None, 'loop'


STRANGE = ['a b', "it's", 'x$1', 'a;b', '{x}', '[y]', '(z)', 'a+b', 'a^b', 'a|b', 'ä', '日本', '50%', 'a&b', 'a"b',
           'back\\slash', 'star*', 'colon:x', 'at@', 'comma,', 'eq=1', '#hash', '~t', '!x', '$uri', '${a}', '.dot.x', '%41']


def judge_server(server):
    rng = random.Random(7)
    work = tempfile.mkdtemp()
    port = 8100 + os.getpid() % 800
    wrong = asked = 0
    try:
        os.chmod(work, 0o755)
        old, new = f'{work}/old', f'{work}/new'
        moves = {}
        wiki = Wiki(rng, 120)
        for number, name in enumerate(STRANGE):
            path = f'{name}/index.html' if number % 3 == 0 else f'strange/{name}.html'
            wiki.pages[path] = {'text': f'strange {number} ' * 30, 'title': f'Strange {number}', 'links': []}
        for number in range(9):
            wiki.pages[f'whole/folder/{number}/page.html'] = {'text': f'folded {number} ' * 30,
                                                              'title': f'Folded {number}', 'links': []}
            wiki.pages[f'signs $1/{number}.html'] = {'text': f'signs {number} ' * 30,
                                                     'title': f'Signs {number}', 'links': []}
        wiki.write(old)
        for path in sorted(wiki.pages):
            if path.startswith('whole/folder/'):
                moves[path] = 'other/place/' + path[len('whole/folder/'):]
            elif path.startswith('signs $1/'):
                moves[path] = 'new signs $2/' + path[len('signs $1/'):]
            elif path.startswith('strange') or '/index' in path and path.split('/')[0] in STRANGE:
                moves[path] = 'new strange/' + path.replace('strange/', '')
            elif rng.random() < 0.5:
                moves[path] = f'moved/{rng.choice(WORDS)}/' + path
        for before, after in moves.items():
            wiki.move(before, after)
        wiki.write(new)
        name = 'nginx' if server == 'nginx' else 'apache'
        rules = f'{work}/rules.conf'
        done = run('compare', '--write-redirects', name, '-o', rules, '-f', 'jsonl', old, new)
        unsaid = [line for line in done.stderr.decode().splitlines() if 'does not end at' in line]
        config = NGINX if server == 'nginx' else APACHE
        values = dict(work=work, port=port, root=new, rules=rules, modules=apache_modules())
        write(work, 'server.conf', config.format(**values))
        command = ([server, '-c', f'{work}/server.conf'] if server == 'nginx'
                   else [server, '-X', '-f', f'{work}/server.conf'])
        environment = dict(os.environ, PATH=os.environ['PATH'] + ':/usr/sbin')
        process = subprocess.Popen(command, env=environment)
        try:
            for _ in range(100):
                try:
                    http.client.HTTPConnection('127.0.0.1', port, timeout=1).connect()
                    break
                except OSError:
                    time.sleep(0.05)
            for before, after in moves.items():
                with open(f'{new}/{after}', 'rb') as page:
                    expected = page.read()
                addresses = [before]
                if before.endswith('/index.html'):
                    addresses += [before[:-len('index.html')], before[:-len('/index.html')]]
                for address in addresses:
                    asked += 1
                    body, end = follow(port, '/' + quoted(address))
                    if body != expected and not any('/' + quoted(before) + ' ' in line for line in unsaid):
                        wrong += 1
                        print(f'  /{address} ends at {end}, not at {after}')
        finally:
            process.terminate()
            process.wait()
    finally:
        shutil.rmtree(work)
    for line in unsaid:
        print('  ' + line)
    print(f'{server}: {asked} old addresses of {len(moves)} pages, {wrong} wrong, {len(unsaid)} not said')
    # What a server cannot say is told: Apache encodes the # of a target.
    return wrong == 0 and len(unsaid) <= (1 if server == 'apache2' else 0)


# Histories

def judge_histories():
    found = renamed = wrong = 0
    for seed in range(3):
        rng = random.Random(seed)
        work = tempfile.mkdtemp()
        try:
            git = ['git', '-C', work, '-c', 'user.name=x', '-c', 'user.email=x@h.example']
            subprocess.run([*git, 'init', '-q'], check=True)
            wiki = Wiki(rng, 150)
            states = []
            for commit in range(6):
                for path in os.listdir(work):
                    if path != '.git':
                        target = os.path.join(work, path)
                        shutil.rmtree(target) if os.path.isdir(target) else os.remove(target)
                moves = {}
                if commit:
                    for path in rng.sample(sorted(wiki.pages), 25):
                        kind = rng.random()
                        if kind < 0.1:  # a page goes, and another one comes
                            del wiki.pages[path]
                            for page in wiki.pages.values():
                                page['links'] = [link for link in page['links'] if link != path]
                            wiki.pages[f'added/{commit}-{len(wiki.pages)}.html'] = {
                                'text': ' '.join(rng.choice(WORDS) for _ in range(150)), 'title': 'Added', 'links': []}
                            continue
                        name = os.path.basename(path)
                        new = f'{rng.choice(WORDS)}/{commit}/' + (name if kind < 0.6 else f'{rng.choice(WORDS)}{len(moves)}.html')
                        if new in wiki.pages or path not in wiki.pages:
                            continue
                        wiki.move(path, new)
                        moves[path] = new
                wiki.write(work)
                subprocess.run([*git, 'add', '-A'], check=True)
                subprocess.run([*git, 'commit', '-q', '-m', str(commit)], check=True)
                state = tempfile.mkdtemp()
                archive = subprocess.run([*git, 'archive', 'HEAD'], stdout=subprocess.PIPE, check=True).stdout
                subprocess.run(['tar', '-x', '-C', state], input=archive, check=True)
                if states:
                    pairs = {}
                    for row in rows('compare', '-q', '-f', 'jsonl', states[-1], state):
                        if row['change'] == 'moved':
                            before = urllib.parse.unquote(urllib.parse.urlsplit(row['before']).path)[1:]
                            pairs[before] = urllib.parse.unquote(urllib.parse.urlsplit(row['after']).path)[1:]
                    renamed += len(moves)
                    found += sum(1 for old, new in moves.items() if pairs.get(old) == new)
                    if os.environ.get('HREFKIT_VERBOSE'):
                        print([move for move in moves.items() if pairs.get(move[0]) != move[1]])
                    for old, new in pairs.items():
                        if moves.get(old) != new:
                            wrong += 1
                            print(f'  {old} is not {new}')
                states.append(state)
            for state in states:
                shutil.rmtree(state)
        finally:
            shutil.rmtree(work)
    print(f'{found} of {renamed} renamed pages found, {wrong} wrong pairs')
    return found >= 0.95 * renamed and wrong == 0


# Changes

def judge_since():
    rng = random.Random(11)
    named = extra = 0
    count = 60
    for number in range(count):
        work = tempfile.mkdtemp()
        try:
            old, new = f'{work}/old', f'{work}/new'
            wiki = Wiki(rng, 40)
            paths = sorted(wiki.pages)
            wiki.write(old)
            # What was broken before does not count.
            for path in rng.sample(paths, 5):
                with open(f'{old}/{path}', 'a', encoding='utf-8') as page:
                    page.write('<a href="broken-before.html">b</a><img src="no-picture.png">')
            linking = rng.choice(paths)
            target = rng.choice([path for path in paths if path != linking])
            with open(f'{old}/{linking}', 'a', encoding='utf-8') as page:
                page.write(f'<a href="{relative(linking, target)}">t</a><a href="{relative(linking, target)}#end">e</a>')
            write(old, 'files/paper.pdf', 'x')
            write(old, 'feed.xml', '<rss version="2.0"><channel><link>/</link></channel></rss>')
            shutil.copytree(old, new)
            # Lines move on pages that break nothing.
            other = rng.choice([path for path in paths if path not in (linking, target)])
            with open(f'{new}/{other}', encoding='utf-8') as page:
                text = page.read()
            write(new, other, '\n\n<p>A new line.</p>\n' + text)
            kind = number % 4
            if kind == 0:
                os.remove(f'{new}/{target}')
                wanted = {('missing', linking), ('removed-url', target)}
            elif kind == 1:
                with open(f'{new}/{target}', encoding='utf-8') as page:
                    text = page.read()
                write(new, target, text.replace('id="end"', 'id="ende"'))
                wanted = {('missing-fragment', linking), ('id-lost', target)}
            elif kind == 2:
                os.remove(f'{new}/feed.xml')
                wanted = {('removed-url', 'feed.xml')}
            else:
                moved = 'moved/away.html'
                os.makedirs(f'{new}/moved')
                os.rename(f'{new}/{target}', f'{new}/{moved}')
                wanted = {('missing', linking), ('removed-url', target)}
            found = set()
            for row in rows('check', '-q', '-f', 'jsonl', '--since', old, new):
                path = os.path.relpath(row['file'], new if row['file'].startswith(new) else old)
                rule = 'missing' if row['rule'] in ('missing-file', 'missing-index') else row['rule']
                found.add((rule, path))
            if wanted <= found:
                named += 1
            else:
                print(f'  {number}: {sorted(wanted - found)} is missing')
            unchanged = rows('check', '-q', '-f', 'jsonl', '--since', old, old)
            extra += len(unchanged)
            extra += sum(1 for rule, path in found
                         if (rule, path) not in wanted and kind == 2)
        finally:
            shutil.rmtree(work)
    print(f'{named} of {count} changes named, {extra} findings of what did not change')
    return named == count and extra == 0


# Moves

def judge_moves(folders):
    rng = random.Random(3)
    work = tempfile.mkdtemp()
    wrong = links = moved = 0
    try:
        sites = list(folders)
        for seed in range(max(5 - len(sites), 0)):
            Wiki(random.Random(100 + seed), 60).write(f'{work}/site{seed}')
            sites.append(f'{work}/site{seed}')
        root = 'https://h.example/'
        while moved < 500:
            for site in sites:
                pages = [str(path.relative_to(site)) for path in sorted(pathlib.Path(site).rglob('*.html'))
                         if not path.is_symlink()][:3000]
                chosen = rng.sample(pages, min(20, len(pages)))
                plan, taken = {}, set(pages)
                for page in chosen:
                    new = f'{rng.choice(WORDS)}/{rng.choice(WORDS)}/{moved}-{os.path.basename(page)}'
                    if rng.random() < 0.3:
                        new = f'{rng.choice(WORDS)} {moved}/index.html'
                    if new in taken:
                        continue
                    taken.add(new)
                    plan[page] = new
                    moved += 1
                write(work, 'map', ''.join(f'{root}{quoted(old)}\t{root}{quoted(new)}\n' for old, new in plan.items()))
                out = f'{work}/out'
                shutil.rmtree(out, ignore_errors=True)
                options = ['--site-url', root]
                run('rewrite', '-q', *options, '--map', f'{work}/map', '-o', out, site)
                before = rows('resolve', '-q', *options, '-f', 'jsonl', '--xml-base', 'auto', site)
                after = rows('resolve', '-q', *options, '-f', 'jsonl', '--xml-base', 'auto', out)
                by_page = {}
                for row in after:
                    by_page.setdefault(os.path.relpath(row['file'], out), []).append(row)
                known = {}
                for old, new in plan.items():
                    known[root + quoted(old)] = root + quoted(new)
                seen = {}
                for row in before:
                    page = os.path.relpath(row['file'], site)
                    place = seen.get(page, 0)
                    seen[page] = place + 1
                    links += 1
                    candidates = by_page.get(plan.get(page, page), [])
                    now = candidates[place]['url'] if place < len(candidates) else '(no link)'
                    want = row['url']
                    if want is not None:
                        bare, mark, fragment = want.partition('#')
                        same = [old for old in known if urllib.parse.unquote(old) == urllib.parse.unquote(bare)]
                        if same:
                            want = known[same[0]] + mark + fragment
                        elif bare.endswith('/') and bare + 'index.html' in known:
                            target = known[bare + 'index.html']
                            want = (target[:-len('index.html')] if target.endswith('/index.html') else target) + mark + fragment
                    if now != want and urllib.parse.unquote(now or '') != urllib.parse.unquote(want or ''):
                        wrong += 1
                        if wrong < 10:
                            print(f'  {page}: {row["raw"]} leads to {now}, not to {want}')
    finally:
        shutil.rmtree(work)
    print(f'{moved} pages moved, {links} links, {wrong} lead elsewhere')
    return wrong == 0


def main():
    what = sys.argv[2]
    is_right = {'server': lambda: judge_server(sys.argv[3]), 'histories': judge_histories, 'since': judge_since,
                'moves': lambda: judge_moves(sys.argv[3:])}[what]()
    sys.exit(0 if is_right else 1)


main()
