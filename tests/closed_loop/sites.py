"""Random sites for the law of the closed loop: each folder has pages of every type that hrefkit reads, in several
encodings, with base elements and xml:base in every place, frames, lists, style sheets, empty values, and links that are
right, broken, or written oddly. The same seed gives the same site."""
import os
import random
import re

PREFIX = "/"
FOLDERS = ["", "a/", "a/b/", "docs/"]
ENCODINGS = ["utf-8", "windows-1252", "shift_jis", "utf-16", "koi8-r", "gb18030"]
LETTERS = {"utf-8": "é日", "windows-1252": "é€", "shift_jis": "日ソ", "utf-16": "é日", "koi8-r": "пр", "gb18030": "中é"}
# Attributes with one URL: element, attribute, what must close the element.
ATTRIBUTES = [
    ("a", "href", "x</a>"), ("area", "href", ""), ("link rel=stylesheet", "href", ""), ("link rel=icon", "href", ""),
    ("link rel=preload as=image", "href", ""), ("img alt=''", "src", ""), ("script", "src", "</script>"),
    ("iframe", "src", "</iframe>"), ("embed", "src", ""), ("object", "data", "</object>"), ("video", "src", "</video>"),
    ("video", "poster", "</video>"), ("audio", "src", "</audio>"), ("input type=image alt=''", "src", ""),
    ("form", "action", "</form>"), ("button", "formaction", "</button>"), ("q", "cite", "</q>"), ("td", "background", ""),
    ("link rel=canonical", "href", ""), ("link rel=alternate", "href", ""), ("link rel=next", "href", ""),
    ("source", "src", ""), ("track", "src", ""), ("a ping=/ping", "href", "x</a>"), ("img alt='' longdesc=q.html", "src", ""),
    ("iframe loading=lazy", "src", "</iframe>"), ("del", "cite", "</del>"), ("input formaction=q.html", "type", "")]
LISTS = [("img alt=''", "srcset"), ("link rel=preload as=image", "imagesrcset")]


class Site:
    """Makes the files of one site. For a browser it leaves out what Chromium does in another way than the standard: a
    base that does not parse takes all bases away, its preload scanner reads frames without their base elements, and a
    picture of CSS that is a fragment is loaded from the base URL (CSS Values 4, 4.5.1.1: it is in its document). And what
    `use` takes from another file is painted with the base URL of the page."""

    def __init__(self, seed, origin, for_browser=False):
        self.rng = random.Random(seed)
        self.for_browser = for_browser
        self.origin = origin
        self.files = {}
        pages = ["index.html", "p.html", "q.html", "t.xhtml", "v.svg"]
        others = ["s.css", "i.png", "f.xml", "r.rss", "m.webmanifest"]
        self.names = [folder + name for folder in FOLDERS for name in pages + others]
        # Most links lead to what is there, some to what is not.
        self.targets = self.names + ["gone.html", "a/gone.png", "docs/gone.css", "a/b/"]

    def one_of(self, *values):
        return self.rng.choice(values)

    def sheet_reference(self, folder):
        """A reference to a style sheet. Other files that were loaded as one would be read as one."""
        target = self.rng.choice([name for name in self.targets if name.endswith(".css")])
        return self.one_of(os.path.relpath("/" + target, "/" + folder), "/" + target, self.origin + target)

    def reference(self, folder, letters="", anchors=True):
        """A reference of any form, mostly to a file of the site."""
        target = self.rng.choice(self.targets)
        forms = [os.path.relpath("/" + target, "/" + folder) + ("/" if target.endswith("/") else "")] * 6
        forms += ["/" + target, self.origin + target, self.origin[self.origin.index("//"):] + target]
        forms += ["", "#top", "#i1", "#gone", "?q=1", ".", "..", "./", "?q=" + letters, letters + ".html",
                  "javascript:void(0)", "mailto:a@b.example", "http://other.example/x", " s p.html ", "a%20b.html",
                  "..\\i.png", "http:", "x:y", "data:,x", "//", "http://["]
        text = self.rng.choice(forms)
        if anchors and text.endswith("html") and self.rng.random() < 0.3:
            text += self.one_of("#i1", "#gone", "#top", "?a=1&b=2")
        return text

    def quoted(self, value, xml=False):
        value = value.replace("&", "&amp;") if xml or self.rng.random() < 0.5 else value
        if not xml and value and not set(value) & set(" \"'=<>`\n") and self.rng.random() < 0.3:
            return value + " "  # without quotes
        if value and not xml and self.rng.random() < 0.1:
            value = "\n" + value.replace(".", "&period;", 1)
        quote = self.one_of("'", '"')
        return quote + value.replace(quote, "&#39;" if quote == "'" else "&quot;") + quote

    def xml_base(self, folder, chance=0.2):
        if self.rng.random() >= chance:
            return ""
        return " xml:base='%s'" % self.one_of("/xb/", "sub/", "../", "", "http://[", self.origin + "docs/", "q.html")

    def base(self, folder):
        href = self.one_of("/docs/", "b/", "../", self.origin + "a/", "", "#f", "?q", "data:,x", "http://[",
                           "//other.example/", "q.html", "/a/b/p.html")
        if self.for_browser and href == "http://[":
            href = "b/"
        return "<base%s href='%s'>" % (self.one_of("", " target=t"), href)

    def link(self, folder, letters, xml=False):
        if self.rng.random() < 0.15:
            element, name = self.rng.choice(LISTS)
            urls = [self.reference(folder, letters, False).strip() for _ in range(3)]
            urls = [url for url in urls if url and " " not in url and "," not in url]
            value = ", ".join("%s %dx" % (url, i + 1) for i, url in enumerate(urls))
            end = ""
        else:
            element, name, end = self.rng.choice(ATTRIBUTES)
            is_sheet = "stylesheet" in element
            value = self.sheet_reference(folder) if is_sheet else self.reference(folder, letters)
        scope = self.xml_base(folder, 0.1)
        if not xml:
            return "<%s%s %s=%s>%s" % (element, scope, name, self.quoted(value), end)
        element = re.sub(r"=([^' ]+)", r"='\1'", element)
        return "<%s%s %s=%s>%s</%s>" % (element, scope, name, self.quoted(value, True),
                                       "x" if element == "a" else "", element.split()[0])

    def svg(self, folder, letters):
        """Content of an svg element."""
        parts = []
        for _ in range(4):
            name = self.one_of("href", "xlink:href")
            value = self.quoted(self.reference(folder, letters), True)
            parts.append(self.one_of(
                "<a %s=%s><text>x</text></a>", "<image %s=%s/>", "<use %s=%s/>", "<script %s=%s/>",
                "<linearGradient %s=%s/>") % (name, value))
        paint = self.one_of("#g", "v.svg#g", "../v.svg#g")
        parts.append("<rect fill='url(%s)'/>" % ("#g" if self.for_browser else paint))
        parts.append("<g%s><image href=%s/></g>" % (self.xml_base(folder, 0.5), self.quoted(self.reference(folder), True)))
        return "".join(parts)

    def css(self, folder):
        urls = [self.sheet_reference(folder), self.sheet_reference(folder)]
        urls += [self.reference(folder, "", False).strip().replace("\\", "/") for _ in range(2)]
        if self.for_browser:
            urls = ["i.png" if url == "" or url.startswith("#") else url for url in urls]
        return "@import '%s';@import url(%s);p{background:url(\"%s\")}q{background:image-set('%s' 1x)}b{background:url( )}" % tuple(
            url.replace("'", "").replace('"', "").replace("(", "").replace(" ", "%20") for url in urls)

    def links(self, folder, letters, count, xml=False):
        return "".join(self.link(folder, letters, xml) for _ in range(count))

    def frame(self, folder, letters, depth=0):
        """An srcdoc frame, or a frame in a frame. Its base elements are absolute or from the root: what a relative one
        means in srcdoc is about to change in the standard."""
        base = self.one_of("", "", "<base href=/docs/>", "<base href='%sa/'>" % self.origin)
        inner = ("" if self.for_browser else base) + self.links(folder, letters, 3)
        if depth == 0 and self.rng.random() < 0.4:
            inner += self.frame(folder, letters, 1)
        return '<iframe srcdoc="%s"></iframe>' % inner.replace("&", "&amp;").replace('"', "&quot;")

    def odd(self, folder, letters, has_base):
        """A base element, or a link, where it counts or does not count by the rules of tree construction."""
        link = self.link(folder, letters)
        # The first base element of a page would come too late for what is loaded before it.
        second = "<base href=/docs/>" if has_base else ""
        return self.one_of(
            "", "", "<svg><base href=/docs/></svg>", "<template><base href=/docs/></template>",
            "<table><tr><td>%s</table>" % second, "<!-- <base href=/docs/> -->", "<noscript>%s</noscript>" % second,
            "<table>%s<tr><td>x</table>" % link, "<select><option>%s</select>" % link, "<b><p>%s</b>" % link,
            "<math><mi xlink:href=q.html>m</mi></math>", "<a href=x href=y>x</a>", "<a href>x</a>",
            "<?marker name=m><template for=m>%s</template>" % link, "<textarea>%s</textarea>" % link,
            "<script type=importmap>{\"imports\":{}}</script>")

    def html(self, name, folder):
        encoding = self.rng.choice(ENCODINGS)
        letters = LETTERS[encoding]
        bases = "".join(self.base(folder) for _ in range(self.one_of(0, 0, 1, 1, 1, 2)))
        # What is loaded before the base element has another URL than in the end, and `rewrite` keeps the latter.
        early = self.one_of("", "", "<a href=%s>x</a>" % self.quoted(self.reference(folder, letters)))
        declared = "" if encoding == "utf-16" else "<meta charset=%s>" % encoding
        text = "<!doctype html><html%s><head>%s<title>%s</title>%s%s" % (
            self.xml_base(folder), declared, letters, early, bases)
        text += "<style>%s</style><meta http-equiv=refresh content='99;url=%s'>" % (
            self.css(folder), self.reference(folder).strip().replace("'", ""))
        text += "<body id=i1%s>%s" % (self.xml_base(folder), self.links(folder, letters, 8))
        text += "<div%s>%s</div>" % (self.xml_base(folder, 0.5), self.links(folder, letters, 3))
        text += "<p style='background:url(%s)'>" % self.one_of("i.png", "/a/i.png", "")
        text += "<svg%s>%s</svg>" % (self.xml_base(folder), self.svg(folder, letters))
        text += self.odd(folder, letters, bases != "") + self.odd(folder, letters, bases != "")
        text += self.frame(folder, letters) + "<template>%s</template>" % self.link(folder, letters)
        text += "<noscript>%s</noscript>" % self.link(folder, letters)
        text += "<a data-hrefkit-ignore href=gone>x</a><!-- hrefkit-ignore --><a href=gone2>x</a>"
        if self.rng.random() < 0.2:
            text = text.replace("><", ">\r\n<")
        data = text.encode(encoding, "xmlcharrefreplace")
        self.files[name] = data

    def xhtml(self, name, folder):
        base = self.one_of("", "<base href='/docs/'/>", "<base href='../a/'/>")
        self.files[name] = (
            "<?xml version='1.0'?><?xml-stylesheet href='s.css'?><html xmlns='http://www.w3.org/1999/xhtml'%s><head>"
            "<title>t</title>%s<style>%s</style></head><body id='i1'>%s<div%s>%s</div>"
            "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink'>%s</svg></body></html>" % (
                self.xml_base(folder), base, self.css(folder).replace("&", "&amp;"), self.links(folder, "é", 6, True),
                self.xml_base(folder, 0.5), self.links(folder, "é", 3, True), self.svg(folder, "é"))).encode()

    def picture(self, name, folder):
        self.files[name] = (
            "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' id='i1'%s>%s"
            "<style>%s</style></svg>" % (self.xml_base(folder), self.svg(folder, "é"),
                                        self.css(folder).replace("&", "&amp;"))).encode()

    def content(self, folder):
        """HTML as the text of a feed."""
        return self.links(folder, "é", 3).replace("&", "&amp;").replace("<", "&lt;")

    def atom(self, name, folder):
        entries = "".join(
            "<entry%s><title>t</title><id>urn:x:%d</id><link href=%s/><content type='html'%s>%s</content></entry>" % (
                self.xml_base(folder), i, self.quoted(self.reference(folder), True), self.xml_base(folder),
                self.content(folder)) for i in range(3))
        self.files[name] = (
            "<feed xmlns='http://www.w3.org/2005/Atom'%s><title>t</title><link href='.'/><icon>i.png</icon>%s</feed>" % (
                self.xml_base(folder, 0.5), entries)).encode()

    def rss(self, name, folder):
        items = "".join(
            "<item><title>t</title><link>%s</link><description>%s</description><enclosure url=%s/></item>" % (
                self.reference(folder).replace("&", "&amp;"), self.content(folder),
                self.quoted(self.reference(folder), True)) for _ in range(3))
        self.files[name] = ("<rss version='2.0'%s><channel><title>t</title><link>%s</link>%s</channel></rss>" % (
            self.xml_base(folder), self.origin, items)).encode()

    def sitemap(self):
        urls = "".join("<url><loc>%s%s</loc></url>" % (self.origin, name) for name in self.rng.sample(self.targets, 5))
        self.files["sitemap.xml"] = (
            "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>%s</urlset>" % urls).encode()
        self.files["robots.txt"] = ("Sitemap: %ssitemap.xml\n" % self.origin).encode()

    def make(self):
        makers = {"html": self.html, "xhtml": self.xhtml, "svg": self.picture, "xml": self.atom, "rss": self.rss}
        for name in self.names:
            folder = name[:name.rfind("/") + 1]
            extension = name.rsplit(".", 1)[1]
            if extension in makers:
                makers[extension](name, folder)
            elif extension == "css":
                self.files[name] = self.css(folder).encode()
            elif extension == "webmanifest":
                self.files[name] = ('{"start_url":"%s","icons":[{"src":"i.png"}]}' % self.one_of(".", "p.html", "/a/")).encode()
            else:
                self.files[name] = b"\x89PNG\r\n\x1a\n"
        self.sitemap()
        return self.files


def write_site(seed, origin, folder, for_browser=False):
    """Writes a site into `folder`, which does not exist."""
    for name, data in Site(seed, origin, for_browser).make().items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(data)
