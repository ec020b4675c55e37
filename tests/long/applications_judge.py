"""The checks of `applications` for one build: applications_judge.py NAME FOLDER BASE RESULTS [OPTION...]

FOLDER is the build, as it is published at https://app.example + BASE. A line for each check is printed, `ok: ...` or
`FAILED: ...`, with what is wrong before it. What the commands say and write is kept in the folder RESULTS. Options:

  --orphan REGEX        files that nothing names, with their paths below FOLDER: they are orphans rightly
  --computed            the bundler computes names of chunks: the summary must say so
  --missing REGEX       what the build itself lacks: URLs that are answered with 404 before anything is changed
  --worker REGEX        paths of workers
  --literal KIND...     kinds of files that the bundler names literally; their deletion must be found [chunk worker style]
  --expect FILE         where each deleted file is found missing, a line for each with tabs between: `DELETED FILE...`;
                        without it, the files that name it in the forms that are links
  --warned REGEX        the warning of `rewrite` that the moved application asks for other files
  --stays               the runtime knows its address: where it asks for other files after a move, the warning is enough
  --also COMMAND        a further `rewrite`, with these options, after which the pages ask for the same files
"""
import argparse
import collections
import csv
import importlib.util
import os
import pathlib
import posixpath
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
SPEC = importlib.util.spec_from_file_location("browser_requests", ROOT / "samples/tour/browser_requests.py")
browser_requests = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(browser_requests)

HREFKIT = os.environ["HREFKIT"]
ORIGIN = "https://app.example"
TEXTS = {".html", ".js", ".mjs", ".css", ".json", ".txt", ".svg", ".xml"}

# What stands before the quote of a literal that is a link of a script: `import x from"..."`, `import("...")`,
# `new URL("...", import.meta.url)`, `new Worker("...")`, `importScripts("...")`. Literals of Vite's list of what chunks
# preload are within its brackets.
LINK_BEFORE = re.compile(r"""(?:\bfrom|\bimport|\bimport\s*\(|\bnew\s+URL\s*\(|\bWorker\s*\(|\bimportScripts\s*\()\s*(?:/\*.*?\*/\s*)?$""")
PRELOADS = re.compile(r"__vite__mapDeps=.*?\.f=\[[^\]]*$", re.DOTALL)


class Site(browser_requests.Folder):
    """A build on its server. Pages are opened at the address that links have for them: `/about/`, not `/about/index.html`."""

    def requests(self, browser, quiet):
        lines = set()
        for page in self.pages():
            opened = re.sub("(^|/)index[.]html$", r"\1", page)
            for url, status in browser.open_page(self.address + opened, self.answer, quiet):
                shown = url[len(self.address):] if url.startswith(self.address) else url
                # What Next.js adds so that answers are not cached.
                shown = re.sub("[?]_rsc=[^&]*$", "?_rsc", shown)
                if shown != opened:
                    lines.add(f"{page} {status} {shown}")
        return sorted(lines)


def files_of(folder):
    return sorted(p.relative_to(folder).as_posix() for p in pathlib.Path(folder).rglob("*") if p.is_file())


class Check:
    """Runs of hrefkit for one build; RESULTS has what they print."""

    def __init__(self, arguments):
        self.arguments = arguments
        self.folder = pathlib.Path(arguments.folder).resolve()
        self.results = pathlib.Path(arguments.results)
        shutil.rmtree(self.results, ignore_errors=True)
        self.results.mkdir(parents=True)
        self.address = ORIGIN + arguments.base
        self.is_patient = False

    def tell(self, name, problems):
        for problem in problems[:12]:
            print(f"  {problem}")
        if len(problems) > 12:
            print(f"  and {len(problems) - 12} more")
        print(f"{'FAILED' if problems else 'ok'}: {self.arguments.name}: {name}", flush=True)

    def run(self, label, *options):
        done = subprocess.run([HREFKIT, *options], capture_output=True, text=True, errors="replace", timeout=300)
        (self.results / f"{label}.command").write_text(" ".join(["hrefkit", *options]) + "\n")
        (self.results / f"{label}.out").write_text(done.stdout)
        (self.results / f"{label}.err").write_text(done.stderr)
        return done

    def findings(self, label, folder, address, *options):
        """The rows of `check`, and its summary."""
        done = self.run(label, "check", "--fail-on", "none", "--format", "csv", "--site-url", address, *options, str(folder))
        if done.returncode != 0:
            raise RuntimeError(f"{label}: exit code {done.returncode}: {done.stderr}")
        rows = list(csv.DictReader(done.stdout.splitlines()))
        for row in rows:
            row["file"] = pathlib.Path(row["file"]).resolve().relative_to(folder).as_posix() if row["file"] else ""
        return rows, done.stderr

    def requests(self, folder, address, quiet=0.6):
        # A browser of its own: it keeps icons and other files of a site for its next visit.
        for patience in (30, 120):
            try:
                with browser_requests.Browser(os.environ.get("HREFKIT_CHROMIUM", "chromium"), patience) as browser:
                    return Site(address, folder).requests(browser, quiet)
            except RuntimeError as error:
                print(f"  {error}", flush=True)
        raise RuntimeError("the browser fails")

    # ---- what is sound

    def sound(self):
        self.asked_lines = self.requests(self.folder, self.address)
        (self.results / "requests").write_text("\n".join(self.asked_lines) + "\n")
        self.asked = set()
        problems = []
        for line in self.asked_lines:
            page, status, url = line.split(" ", 2)
            path = re.sub("[?#].*", "", url)
            if status != "200":
                if not re.search(self.arguments.missing, url):
                    problems.append(f"the build itself lacks {url}, which {page} asks for")
                continue
            found = Site(self.address, self.folder).file_of(self.address + path)
            if found:
                self.asked.add(found.relative_to(self.folder).as_posix())
        for kind, least in (("\\.js$", 4), ("\\.css$", 1), ("\\.png$", 1)):
            if sum(bool(re.search(kind, path)) for path in self.asked) < least:
                problems.append(f"Chromium asks for fewer than {least} files {kind}")
        self.tell(f"Chromium asks for {len(self.asked)} files of the build", problems)

        self.rows, summary = self.findings("check", self.folder, self.address, "--orphans")
        orphans = {row["file"] for row in self.rows if row["rule"].startswith("orphan")}
        problems = [f"{row['file']}:{row['line']}:{row['column']}: {row['rule']} {row['raw']}" for row in self.rows
                    if not (row["rule"].startswith("orphan") and
                            (row["file"] in self.asked or re.search(self.arguments.orphan, row["file"])))]
        self.tell("sound", problems)
        self.tell("orphans", [f"{path} is asked for, and called an orphan" for path in sorted(orphans & self.asked)])
        computed = re.search(r"\d[\d,]* (?:imports? (?:has a|have) computed names?|scripts? of webpack computes? the names of others)",
                             summary)
        if self.arguments.computed:
            self.tell(f"computed{' (' + computed[0] + ')' if computed else ''}",
                      [] if computed else [f"the summary counts no computed names: {summary.strip()}"])

    def prefix(self):
        """A site that is made for a folder of its host is checked without that address: one line says which to give."""
        if not self.arguments.base.strip("./"):
            return
        done = self.run("prefix", "check", "--fail-on", "none", str(self.folder))
        errors = re.search(r"([\d,]+) errors, 0 warnings \(([\d,]+) of them shown as causes", done.stderr)
        advice = f"run again with --site-url https://HOST{self.arguments.base}"
        is_right = errors and errors[1] == errors[2] and done.stdout.count("error: ") == 1 and advice in done.stdout
        self.tell("prefix", [] if is_right else [done.stdout + done.stderr])

    # ---- what is deleted

    def names(self):
        """Which files name a file: {file: {file that names it: "link" or "string"}}. Names have hashes, so that the name
        of a file in a text means this file."""
        texts = {path: (self.folder / path).read_text(errors="replace") for path in files_of(self.folder)
                 if pathlib.PurePath(path).suffix in TEXTS}
        named = {}
        for path in self.asked:
            if path.endswith(".html"):
                continue
            name = posixpath.basename(path)
            named[path] = {}
            for user, text in texts.items():
                if user == path:
                    continue
                for found in re.finditer(r"(?<![\w.-])" + re.escape(name) + r"(?![\w-])", text):
                    kind = self.kind_of(user, text, found.start())
                    if named[path].get(user) != "link":
                        named[path][user] = kind
        return named

    @staticmethod
    def kind_of(user, text, place):
        if user.endswith(".css"):
            return "link"
        if user.endswith(".html"):
            before = text[max(0, place - 300):place]
            tag = before.rfind("<")
            in_tag = tag > before.rfind(">") and re.match(r"<(?:link|script|img|source|astro-island)\s", before[tag:])
            if in_tag and re.search(r"\s(?:href|src|component-url|renderer-url)=[\"']?[^\"'\s]*$", before[tag:]):
                return "link"
        elif not user.endswith((".js", ".mjs")):
            return "string"
        start = max(text.rfind(quote, max(0, place - 200), place) for quote in "\"'`")
        if start < 0:
            return "string"
        before = text[max(0, start - 4000):start]
        if PRELOADS.search(before):
            return "link"
        if not LINK_BEFORE.search(before):
            return "string"
        if re.search(r"new\s+URL\s*\(\s*(?:/\*.*?\*/\s*)?$", before):
            return "link" if re.match(r"[^\"'`]*[\"'`]\s*,\s*(?:\w+\s*&&\s*)?import\.meta\.url", text[place:]) else "string"
        return "link"

    def reachable(self, named, gone):
        """The files that pages lead to by links, without the file that is gone."""
        uses = collections.defaultdict(set)
        for path, users in named.items():
            for user, kind in users.items():
                if kind == "link":
                    uses[user].add(path)
        found = [path for path in files_of(self.folder) if path.endswith(".html")]
        seen = set(found)
        while found:
            for path in uses[found.pop()] - seen:
                if path != gone:
                    seen.add(path)
                    found.append(path)
        return seen

    def deleted(self):
        named = self.names()
        expected = None
        if self.arguments.expect:
            lines = [line.split("\t") for line in pathlib.Path(self.arguments.expect).read_text().splitlines()]
            expected = {line[0]: set(line[1:]) for line in lines}
        problems = []
        counts = collections.Counter()
        literal = {}
        copy = self.results / "deleted"
        shutil.copytree(self.folder, copy)
        for path in sorted(named):
            kind = self.kind_of_file(path)
            if expected is None:
                links = {user for user, how in named[path].items() if how == "link"} & self.reachable(named, path)
            else:
                links = expected.pop(path, set())
                named[path] = links
            counts[(kind, bool(links))] += 1
            literal.setdefault(kind, False)
            literal[kind] |= bool(links)
            (copy / path).unlink()
            rows, _ = self.findings("deleted", copy, self.address)
            shutil.copy2(self.folder / path, copy / path)
            known = {(row["file"], row["rule"], row["raw"]) for row in self.rows}
            found = set()
            for row in rows:
                if (row["file"], row["rule"], row["raw"]) in known:
                    continue
                if row["rule"] == "missing-file" and row["target"] == path:
                    found.add(row["file"])
                    if row["file"] not in named[path]:
                        problems.append(f"{path} deleted: found in {row['file']}, which does not name it")
                else:
                    problems.append(f"{path} deleted: {row['file']}:{row['line']}:{row['column']}: {row['rule']} {row['raw']} is false")
            for user in sorted(links - found):
                problems.append(f"{path} deleted: it is not found missing in {user}, which names it")
        problems += [f"{path} is not asked for" for path in expected or ()]
        shutil.rmtree(copy)
        for kind in self.arguments.literal:
            if not literal.get(kind):
                problems.append(f"no {kind} is named literally: the application does not test what it should")
        told = ", ".join(f"{kind}: {counts[(kind, True)]} named, {counts[(kind, False)]} by strings or computed names"
                         for kind in sorted(literal))
        self.tell(f"deleted ({told})", problems)

    def kind_of_file(self, path):
        if path.endswith((".js", ".mjs")):
            return "worker" if re.search(self.arguments.worker, path) else "chunk"
        return "style" if path.endswith(".css") else "other file"

    # ---- what moves

    def moved(self, label, address, folder):
        """What the moved application asks for now, and what no more."""
        lines = self.requests(folder, address)
        if lines != self.asked_lines:
            # On a machine that does much else a page may need longer than it was given, here or before.
            if not self.is_patient:
                self.asked_lines = self.requests(self.folder, self.address, 2.5)
                self.is_patient = True
            lines = self.requests(folder, address, 2.5)
        self.lost = {line.split(" ", 2)[2] for line in lines if line.split(" ", 2)[1] != "200"}
        (self.results / f"{label}.requests").write_text("\n".join(lines) + "\n")
        lost = [f"{line} is not asked for" for line in sorted(set(self.asked_lines) - set(lines))]
        new = [f"{line} is asked for now" for line in sorted(set(lines) - set(self.asked_lines))]
        return new + lost

    def rewritten(self, label, *options):
        output = self.results / label
        done = self.run(label, "rewrite", *options, "-o", str(output), "--copy-assets", str(self.folder))
        problems = [] if done.returncode == 0 else [f"exit code {done.returncode}: {done.stderr.strip()[:600]}"]
        return output, done.stderr, problems

    def warns(self, err):
        """The warning that scripts will ask for other files."""
        return self.arguments.warned is not None and bool(re.search(self.arguments.warned, err))

    def tell_move(self, name, problems, differs, err):
        """A move that need not succeed must be warned of. True if it did not."""
        if differs and not problems and self.arguments.stays:
            if self.warns(err):
                self.tell(f"{name} (its runtime knows its address, and rewrite warns of it)", [])
                return True
            problems = [f"no warning /{self.arguments.warned}/ that the application will not find its files"]
        self.tell(name, problems + differs)
        return bool(differs)

    def recheck(self, name, label, folder, address, stayed=False):
        """`stayed` is true for an application that did not find its files after the move: `check` says so, too."""
        if not folder.is_dir():
            self.tell(name, ["there is no output"])
            return
        rows, _ = self.findings(f"{label}.check", folder, address, "--orphans")
        def key(row):
            return row["rule"], posixpath.basename(row["raw"] or row["file"])
        new = collections.Counter(map(key, rows)) - collections.Counter(map(key, self.rows))
        rightly = re.compile("outside-site|wrong-site-url|orphan-.*" if stayed else "^$")
        self.tell(name, [f"{row['file']}:{row['line']}:{row['column']}: {row['rule']} {row['raw']}" for row in rows
                         if new[key(row)] > 0 and not rightly.fullmatch(row["rule"]) and
                         not (stayed and row["rule"] == "missing-file" and row["target"] in self.lost)])

    def relative(self):
        output, err, problems = self.rewritten("relative", "--to", "relative", "--site-url", self.address)
        same = self.moved("relative-same", self.address, output) if output.is_dir() else []
        self.tell("relative, at the same address", problems + same)
        differs = self.moved("relative-other", "https://other.example/a/b/", output) if output.is_dir() else []
        self.tell_move("relative, at another address", problems, differs, err)
        self.recheck("relative: rechecked", "relative", output, self.address)

    def rebase(self):
        output, err, problems = self.rewritten("rebase", "--rebase", "/=/moved/", "--site-url", self.address)
        address = f"{ORIGIN}/moved{self.arguments.base}"
        differs = self.moved("rebase-moved", address, output) if output.is_dir() else []
        stayed = self.tell_move("rebase", problems, differs, err)
        self.recheck("rebase: rechecked", "rebase", output, address, stayed)

    def other(self, label, command):
        output, err, problems = self.rewritten(label, *command.split(), "--site-url", self.address)
        differs = self.moved(label, self.address, output) if output.is_dir() else []
        stayed = self.tell_move(command, problems, differs, err)
        self.recheck(f"{command}: rechecked", label, output, self.address, stayed)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name")
    parser.add_argument("folder")
    parser.add_argument("base")
    parser.add_argument("results")
    parser.add_argument("--orphan", default="^$")
    parser.add_argument("--missing", default="^$")
    parser.add_argument("--worker", default="worker|counter")
    parser.add_argument("--computed", action="store_true")
    parser.add_argument("--literal", nargs="*", default=["chunk", "worker", "style"])
    parser.add_argument("--expect")
    parser.add_argument("--also", action="append", default=[])
    parser.add_argument("--warned", default="find its other files|data of a script|list of chunks stay|names files of the site in strings|attributes of custom elements")
    parser.add_argument("--stays", action="store_true")
    arguments = parser.parse_args()
    check = Check(arguments)
    check.sound()
    check.prefix()
    check.deleted()
    check.relative()
    check.rebase()
    for number, command in enumerate(arguments.also):
        check.other(f"also-{number}", command)


if __name__ == "__main__":
    main()
