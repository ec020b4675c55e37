"""check_page FOLDER FILE: the broken links of one page of the site in FOLDER. Exits with 1 if there are any."""
import pathlib
import sys

import hrefkit


def findings_of(folder: pathlib.Path, page: pathlib.Path) -> list[hrefkit.Finding]:
    return [finding for finding in hrefkit.check(folder) if pathlib.Path(finding.file) == page]


if __name__ == "__main__":
    found = findings_of(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
    for finding in found:
        print(f"{finding.line}:{finding.column}: {finding.message} [{finding.rule}]")
        if finding.suggestion is not None:
            print(f"  perhaps: {finding.suggestion}")
    sys.exit(1 if any(finding.severity == "error" for finding in found) else 0)
