#!/usr/bin/env python3
"""A real server as the judge of `hrefkit check`, by hand: nginx serves a folder, and each URL of the
folder's own origin must have the status that check says.

    tests/judge/nginx_status.py build/release/hrefkit FOLDER [nginx]

Needs nginx (Debian: nginx-light). Prints one line for each URL where the two differ."""
import collections
import http.client
import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.parse

PORT = 8099
ORIGIN = f'http://127.0.0.1:{PORT}'
MISSING = {'missing-file', 'missing-index', 'case-mismatch', 'redirect-broken'}

CONFIG = '''daemon off; pid {work}/pid; error_log {work}/error.log; worker_processes 1;
events {{}}
http {{ access_log off; server_tokens off; absolute_redirect off;
  types {{ text/html html htm; image/svg+xml svg; application/xhtml+xml xhtml; text/css css; }}
  client_body_temp_path {work}; proxy_temp_path {work}; fastcgi_temp_path {work};
  uwsgi_temp_path {work}; scgi_temp_path {work};
  server {{ listen 127.0.0.1:{port}; root {root}; index index.html index.htm; }} }}'''


def rows(command):
    out = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    return [json.loads(line) for line in out.splitlines()]


def status(connection, url):
    """The status after the redirects that nginx gives for folders."""
    for _ in range(5):
        parts = urllib.parse.urlsplit(url)
        connection.request('GET', parts.path + ('?' + parts.query if parts.query else ''))
        answer = connection.getresponse()
        answer.read()
        if answer.status not in (301, 302):
            return answer.status
        url = urllib.parse.urljoin(url, answer.getheader('Location'))
    return 310


def main():
    hrefkit, folder = sys.argv[1], os.path.abspath(sys.argv[2])
    nginx = sys.argv[3] if len(sys.argv) > 3 else 'nginx'
    site = ['--site-url', ORIGIN + '/', '--format', 'jsonl', '-q', folder]
    found = collections.defaultdict(set)
    for row in rows([hrefkit, 'check', '--rules', ','.join(sorted(MISSING)), *site]):
        if row['url']:
            found[row['url'].split('#')[0]].add(row['rule'])
    links = {}
    for row in rows([hrefkit, 'resolve', '--xml-base', 'off', '--follow-outside', *site]):
        url = (row['url'] or '').split('#')[0]
        if url.startswith(ORIGIN + '/'):
            links.setdefault(url, f"{row['file']}:{row['line']} {row['element']}[{row['attribute']}]")
    with tempfile.TemporaryDirectory() as work:
        config = os.path.join(work, 'nginx.conf')
        with open(config, 'w') as out:
            out.write(CONFIG.format(work=work, port=PORT, root=folder))
        os.chmod(work, 0o755)
        server = subprocess.Popen([nginx, '-c', config, '-p', work], stderr=subprocess.DEVNULL)
        try:
            time.sleep(0.5)
            connection = http.client.HTTPConnection('127.0.0.1', PORT)
            differ = 0
            for url, place in links.items():
                served = status(connection, url)
                if (served == 200) == (url not in found):
                    continue
                differ += 1
                print(f"{served} {url} check: {', '.join(sorted(found[url])) or 'fine'}; {place}")
            print(f'{len(links)} URLs, {len(found)} with findings, {differ} differ')
        finally:
            server.terminate()
            server.wait()


main()
