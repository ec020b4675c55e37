// Pages whose links are easily read wrongly. expected.json has what Chromium says about each (chromium.mjs).
//
// Each is [name, bytes, what is asked, media type]. 'hyperlinks': the href of each a and area element, by its DOM property.
// 'loads': what the browser fetches for the page, with one, two and three pixels for each CSS pixel.
export const url = 'https://docs.example/d/page.html';

const utf8 = (text) => Buffer.from(text);
const latin1 = (text) => Buffer.from(text, 'latin1');
const head = '<!DOCTYPE html><meta charset=utf-8><title>t</title>';
const links = (name, html, type = 'text/html') => [name, typeof html === 'string' ? utf8(html) : html, 'hyperlinks', type];
const loads = (name, html, type = 'text/html') => [name, typeof html === 'string' ? utf8(html) : html, 'loads', type];

export const pages = [
  links('relative references', `${head}<a href="p">p</a><a href="../p?q#f">p</a><area href="./">`),
  links('a base element behind the links', `${head}<a href="p">p</a><base href="/b/">`),
  links('two base elements: the first counts', `${head}<base href="/first/"><base href="/second/"><a href="p">p</a>`),
  links('a base element without href, then one with', `${head}<base target="_blank"><base href="/b/"><a href="p">p</a>`),
  links('a relative base', `${head}<base href="../x/y.html"><a href="p">p</a>`),
  links('an empty base', `${head}<base href=""><a href="p">p</a>`),
  links('a base with spaces and line breaks', `${head}<base href=" /b\n/c/ "><a href="p">p</a>`),
  links('a base with the scheme data', `${head}<base href="data:text/plain,x"><a href="p">p</a>`),
  links('a base that is no URL', `${head}<base href="http://[bad"><a href="p">p</a>`),
  links('a base element in the body, in a list', `${head}<ul><li><base href="/b/"><a href="p">p</a></ul>`),
  links('a base element in a template', `${head}<template><base href="/b/"></template><a href="p">p</a>`),
  links('a base element in SVG', `${head}<svg><base href="/b/"/></svg><a href="p">p</a>`),
  links('a base element in a comment and in a script', `${head}<!-- <base href="/b/"> --><script>"<base href='/c/'>"</script><a href="p">p</a>`),
  links('white space in and around references', `${head}<a href=" p\tq\n">p</a><a href="\fhttps://o.example/x y ">x</a>`),
  links('backslashes', `${head}<a href="\\x\\y">p</a><a href="https:\\\\o.example\\p?a\\b">p</a>`),
  links('references with a scheme alone', `${head}<a href="//o.example/x">p</a><a href="https:x">p</a><a href="http:x">p</a>`),
  links('empty references and parts', `${head}<base href="/b/c?d"><a href="">p</a><a href="#f">p</a><a href="?q">p</a>`),
  links('dot segments', `${head}<a href="../../../x">p</a><a href="a/%2e%2E/b/./c">p</a><a href="/a//../b">p</a>`),
  links('hosts', `${head}<a href="HTTPS://BÜCHER.example:443/Å">p</a><a href="http://0x7F.1/">p</a><a href="https://a%41.example/">p</a>`),
  links('character references', `${head}<a href="a?b=1&amp;copy=2">p</a><a href="a?b=1&copy=2">p</a><a href="x&#x2f;y&colon;z">p</a><a href="a&notit;b">p</a>`),
  links('attributes given twice, in capitals, without quotes', `${head}<A HREF=p hrefx=1 HREF=q>p</A><a href='a"b'>p</a><a href=/x/>p</a>`),
  links('links that are text', `${head}<textarea><a href=1>x</a></textarea><!-- <a href=2> --><title><a href=3></title><noscript><a href=4>x</a></noscript><script><a href=5></script><a href="p">p</a><style><a href=6></style>`),
  links('links in templates and frames', `${head}<base href="/b/"><template><a href=1>x</a></template><iframe srcdoc="<a href='p?a=1&amp;amp;b'>x</a>"></iframe><iframe srcdoc="<base href='/c/'><a href=q>x</a>"></iframe>`),
  links('tables and end tags that are missing', `${head}<table><a href="p">p</a><tr><td><a href="q">q</table><select><a href="r">r</a></select><p><a href="s">s`),
  links('SVG and MathML', `${head}<svg><a xlink:href="x" href="p"/><a xlink:href="q"/><title><a href="r">r</a></title></svg><math><mtext><a href="s">s</a></mtext></math>`),
  links('a query in windows-1252', latin1('<!DOCTYPE html><meta charset=iso-8859-1><title>t</title><a href="p\xe9?q=\xe9&amp;e=\x80#\xe9">p</a>')),
  links('a query in Shift_JIS', latin1('<!DOCTYPE html><meta charset=shift_jis><title>t</title><a href="\x83\x65?q=\x83\x65\x83\x58&amp;k=&#x10000;">p</a>')),
  links('the encoding of the header wins', latin1('<!DOCTYPE html><meta charset=utf-8><title>t</title><a href="p?q=\xf0\xd2">p</a>'), 'text/html; charset=koi8-r'),
  links('a byte order mark wins', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('<!DOCTYPE html><title>t</title><a href="é?é">p</a>', 'utf16le')]), 'text/html; charset=windows-1252'),
  links('no encoding is declared', latin1('<!DOCTYPE html><title>t</title><a href="p?q=\xc3\xa9">p</a>')),
  links('xml:base in HTML', `${head}<div xml:base="/n/"><a href="p">p</a></div>`),
  links('XHTML', `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>t</title><script src=""/></head><body xml:base="/n/"><a href="p">p</a><![CDATA[<a href="1">]]><A href="2"/></body></html>`, 'application/xhtml+xml'),
  loads('srcset with commas in its URLs', `${head}<img srcset="a,b.png 1x, c.png 2x,d,e.png 3x">`),
  loads('srcset, src and a base behind them', `${head}<img src="s.png" srcset=" , t.png 2x , u.png 3x"><base href="/b/">`),
  loads('picture', `${head}<base href="/b/"><picture><source srcset="x.png" media="(min-resolution: 2dppx)"><img src="y.png"></picture>`),
  loads('the element image, and media', `${head}<image src="i.png"><video poster="v.jpg"></video><object data="o.png" type="image/png"></object><input type=image src="n.png">`),
  loads('CSS', `${head}<style>@import "a.css"; b { background: url(b\\2e png), url( 'c d.png' ) }</style><b>x</b><p style="background: url(&quot;e.png&quot;)">x<link rel="stylesheet" href="f.css">`),
  loads('a refresh', `${head}<base href="/b/"><meta http-equiv="Refresh" content=" 0 ; url = 'next.html?a=1&amp;b' x">`),
];
