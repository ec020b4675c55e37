"""A pipeline of Scrapy: pages whose links work wherever they are shown, and the list of what they need.

    ITEM_PIPELINES = {"scrapy_links.AbsoluteLinks": 300}
"""
from typing import Any

import hrefkit

LOADED: tuple[hrefkit.Kind, ...] = ("image", "stylesheet", "script", "media", "frame", "css", "resource")


class AbsoluteLinks:
    """Expects items with "url" and "body", the response's bytes; "content_type" is its header."""

    def process_item(self, item: dict[str, Any], spider: Any) -> dict[str, Any]:
        reading: dict[str, Any] = {"content_type": item.get("content_type", "text/html")}
        item["needs"] = sorted({link.loaded or link.url for link in hrefkit.links(item["body"], item["url"], kinds=LOADED, **reading)
                                if link.url})
        item["body"] = bytes(hrefkit.rewrite(item["body"], item["url"], form="absolute", drop_base=True, **reading))
        return item
