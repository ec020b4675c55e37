"""Runs the cases of folder_cases.py: those with the same options in one run."""
import html
import time

import hard_cases  # noqa: F401, it adds to CASES
from folder_cases import CASES, Case
from harness import ANY, Context, Report, expand, matches, row_faults, show_row
from web import Web

ALWAYS = ["--external", "check", "-f", "json", "--progress", "never", "--fail-on", "none", "--allow-private",
          "127.0.0.0/8,::1/128", "--delay", "0"]
# Generous, so that only what never answers is a time-out; cases say otherwise by options of their own.
DEFAULTS = {"--timeout": "20", "--retry-wait": "0.05", "--retries": "2", "--max-wait": "4", "--connections": "32"}


def names_of(found: Case, number: int, web: Web) -> dict:
    """The tokens of a case."""
    tail = f".{found.kind}.test" if found.kind else ".test"
    tokens: dict = {"p": web.port, "name": f"n{number}{tail}", "refused": web.refused_port, "full": web.full_port}
    tokens["NAME"] = tokens["name"].upper()
    tokens["h"] = f"{tokens['name']}:{web.port}"
    tokens["tls"] = f"{tokens['name']}:{web.tls_port}"
    for more in ("b", "c", "www"):
        name = f"www.{tokens['name']}" if more == "www" else f"n{number}-{more}{tail}"
        tokens[more] = f"{name}:{web.port}"
    return tokens


def hosts_of(tokens: dict) -> dict:
    """Host -> how requests to it are shown."""
    return {tokens["name"]: "", tokens["b"].rsplit(":")[0]: "b:", tokens["c"].rsplit(":")[0]: "c:",
            tokens["www"].rsplit(":")[0]: "www:"}


def resolve_options(web: Web, names: list[str]) -> list[str]:
    ports = [web.port] + [port for port in (web.tls_port, web.refused_port, web.full_port) if port]
    return [word for name in names for port in ports for word in ("--resolve", f"{name}:{port}:127.0.0.1")]


def page_of(found: Case, tokens: dict) -> str:
    if found.html is not None:
        return "<!doctype html><meta charset=utf-8><title>t</title>\n" + expand(found.html, tokens)
    lines = []
    for link in found.links:
        url = expand(link, tokens)
        if url.startswith("/"):
            url = f"http://{tokens['h']}{url}"
        lines.append(f'<a href="{html.escape(url)}">link</a>')
    return "<!doctype html><meta charset=utf-8><title>t</title>\n" + "\n".join(lines) + "\n"


def options_of(found: Case) -> list[str]:
    own = found.options.split()
    defaults = [word for name, value in DEFAULTS.items() if name not in own for word in (name, value)]
    return ALWAYS + defaults + own


def plant(found: Case, tokens: dict, web: Web) -> None:
    for host, script in ((tokens["name"], found.script), (tokens["b"], found.b), (tokens["c"], found.c),
                         (tokens["www"], found.www)):
        web.plant(host.rsplit(":")[0], expand(script, tokens))


def asked(tokens: dict, web: Web) -> list[str]:
    hosts = hosts_of(tokens)
    return [("tls:" if one.tls else hosts[one.host]) + str(one) for one in web.asked(*hosts)]


def judge(found: Case, tokens: dict, web: Web, rows: list[dict], report: Report, command: str) -> None:
    """Compares rows of all copies of the case's page, and what the servers saw."""
    name = found.name
    for copy in range(found.pages):
        file = f"{tokens['name'].split('.')[0]}-{copy}.html"
        own = [one for one in rows if str(one.get("file", "")).endswith("/" + file)]
        expected = [expand(one, tokens) for one in found.rows]
        if found.html is not None:
            expected = [one for one in expected if one]
            pairs = [(expected[at] if at < len(expected) else None, own[at:at + 1])
                     for at in range(max(len(expected), len(own)))]
        else:
            pairs = [(one, [two for two in own if two.get("line") == at + 2]) for at, one in enumerate(expected)]
        faults = []
        for at, (wanted, there) in enumerate(pairs):
            which = f"link {at + 1}: " if len(pairs) > 1 else ""
            if wanted is ANY:
                continue
            if wanted is None:
                if there:
                    faults.append(f"{which}expected no row, is {[show_row(one) for one in there]}")
            elif len(there) != 1:
                faults.append(f"{which}expected one row {wanted['rule']}, is {[show_row(one) for one in there]}")
            else:
                faults += [which + fault for fault in row_faults({"target": None, **wanted}, there[0])]
        report.check(found.clauses, name, [], faults, command)
    if found.asks is not ANY:
        seen = asked(tokens, web)
        if isinstance(found.asks, tuple):
            report.check(found.clauses, name + ": requests", sorted(found.asks), sorted(seen), "in any order")
        else:
            report.check(found.clauses, name + ": requests", found.asks, seen)
    requests = web.asked(*hosts_of(tokens))
    if found.asks is ANY:
        report.check(found.clauses, name + ": requests", True, bool(requests), "at least one is expected")
    if found.headers:
        first = requests[0].headers if requests else {}
        faults = [f"{key}: is {first.get(key)!r}, expected {value!r}" for key,
                  value in expand(found.headers, tokens).items()
                  if not requests or not matches(value, first.get(key))]
        report.check(found.clauses, name + ": headers", [], faults)
    if found.after:
        found.hellos = web.hellos.get(tokens["name"], 0)
        found.after(requests, report, found)


def run(context: Context) -> None:
    program, web, folder, report, ca = context.program, context.web, context.folder, context.report, context.ca
    groups: dict = {}
    for number, found in enumerate(CASES):
        if not any(report.wanted(f"{found.name}{more} [{found.clauses}]") for more in ("", ": requests", ": headers")):
            continue
        if found.kind and not web.tls_port:
            report.skip(found.clauses, found.name, "there is no openssl")
            continue
        groups.setdefault(found.options, []).append((number, found))
    for at, (options, members) in enumerate(groups.items()):
        site = folder / f"site{at}"
        site.mkdir(parents=True)
        names = []
        for number, found in members:
            tokens = names_of(found, number, web)
            names += hosts_of(tokens)
            plant(found, tokens, web)
            for copy in range(found.pages):
                (site / f"{tokens['name'].split('.')[0]}-{copy}.html").write_text(page_of(found, tokens))
        arguments = ["check", *options_of(members[0][1]), *resolve_options(web, names)]
        if ca and "--insecure" not in options:
            arguments += ["--ca-file", ca]
        web.forget()
        result = program.run(*arguments, site.name, cwd=folder)
        shown = f"options: {options or 'none'}; {len(members)} cases, exit {result.code}, {result.seconds:.1f} s"
        print(f"  folder: {shown}")
        if context.verbose:
            print(result.command, result.text, result.err, sep="\n")
        if not report.check("Exit 1", f"folder run with options '{options}'", 0, result.code,
                            f"stderr: {result.err[-600:]}"):
            print(f"  {cut_command(result.command)}")
        time.sleep(0.05)  # answers whose client left are still being counted
        for number, found in members:
            judge(found, names_of(found, number, web), web, result.rows, report, "")


def cut_command(command: str) -> str:
    return command if len(command) < 400 else command[:200] + " ... " + command[-150:]
