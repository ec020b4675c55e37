"""An extension of Sphinx that checks the pages when they are built. In conf.py:

    extensions = ["sphinx_links"]
    hrefkit_rules = {"duplicate-id": "off"}
"""
from typing import Any

import hrefkit


def check_pages(app: Any, exception: Exception | None) -> None:
    """Prints each broken link. With hrefkit_fail the build fails when there is one."""
    if exception is not None or app.builder.format != "html":
        return
    report = hrefkit.check(
        app.outdir, site_url=app.config.html_baseurl or None, rules=app.config.hrefkit_rules, threads=2,
        exclude=lambda url: url.endswith(tuple(app.config.hrefkit_ignore)))
    for finding in report:
        print(f"{finding.file}:{finding.line}: {finding.severity}: {finding.message} [{finding.rule}]")
    if not report.ok and app.config.hrefkit_fail:
        app.statuscode = 1


def setup(app: Any) -> dict[str, Any]:
    app.add_config_value("hrefkit_rules", {}, "")
    app.add_config_value("hrefkit_ignore", [], "")
    app.add_config_value("hrefkit_fail", True, "")
    app.connect("build-finished", check_pages)
    return {"version": hrefkit.__version__, "parallel_read_safe": True, "parallel_write_safe": True}
