#include "hrefkit/archive/surt.h"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <string>
#include <string_view>

#include "support/run_cost.h"

namespace hrefkit::archive {

namespace {

struct Case {
  std::string_view uri;
  std::string_view key;
};

}  // namespace

// Published vectors of Python's package, of the Wayback Machine's key maker and of jwarc are among
// the rows; the package itself gave the keys.
TEST_CASE("SURT keys") {
  const Case cases[] = {
      // what is no address of a page
      {"", "-"},
      {"filedesc:foo.arc.gz", "filedesc:foo.arc.gz"},
      {"filedesc://foo.arc.gz", "filedesc://foo.arc.gz"},
      {"filedesc:/Foo.ARC", "filedesc:/Foo.ARC"},
      {"warcinfo:foo.warc.gz", "warcinfo:foo.warc.gz"},
      {"dns:alexa.com", "dns:alexa.com"},
      {"dns:WWW.Alexa.com", "dns:www.alexa.com"},
      {"dns:", "dns:"},
      {"mailto:foo@example.com", "mailto:foo@example.com"},
      {"MAILTO:Foo@Example.com?subject=B&a", "MAILTO:foo@example.com?a&subject=b"},
      {"urn:uuid:00A0", "urn:uuid:00a0"},
      {"data:text/html,<B> a#b", "data:text/html,<b>%20a"},
      {"data:text/plain;base64,QUJD", "data:text/plain;base64,qujd"},
      {"javascript:alert(1)", "javascript:alert(1)"},
      {"about:blank", "about:blank"},
      {"http:", "http:"},
      {"http:/", "http:/"},
      {"http://", "http:"},
      {"http://?q", "http:/?q"},
      {"http://#f", "http:"},
      {"x:", "x:"},
      {"x:?b&a", "x:/?a&b"},
      {"x:#f", "x:"},
      // schemes
      {"HTTP://H/", "h)/"},
      {"hTTps://h:443/", "h)/"},
      {"ftp://www.example.com/a/", "com,example)/a"},
      {"ftp://h:21/", "h:21)/"},
      {"whois://whois.isoc.org.il/shaveh.co.il", "il,org,isoc,whois)/shaveh.co.il"},
      {"screenshot:http://www.example.com/", "screenshot:http://www.example.com"},
      {"urn:X-wpull:log", "urn:x-wpull:log"},
      {"metadata://gnu.org/software/wget/warc/MANIFEST.txt",
       "org,gnu)/software/wget/warc/manifest.txt"},
      {"ws://h:80/", "h:80)/"},
      {"h.example/a", "example,h)/a"},
      {"example.com:8080/foo", "example.com:8080/foo"},
      {"localhost:80", "localhost:80"},
      {"//h/p", "h)/p"},
      {"/p/q", "p)/q"},
      {"?q", "http:/?q"},
      {"1http://h/", "1http)/h"},
      {"b\xC3\xBC"
       "cher.ch:8080",
       "ch,xn--bcher-kva:8080)/"},
      // white space
      {"  http://h/a  ", "h)/a"},
      {"\x09http://h/\x0B", "h)/"},
      {"http://h/a\x09"
       "b\x0D\x0A"
       "c",
       "h)/abc"},
      {"ht\x0Atp://h/", "h)/"},
      {"http://h/a b", "h)/a%20b"},
      {"http:// h/", "%20h)/"},
      {"http://h/\x0C", "h)/"},
      // doubled and missing hosts
      {"http://https://order.1and1.com", "com,1and1,order)/"},
      {"http://http://http://h/", "h)/"},
      {"http://HTTP://h/", "http)/h"},
      {"https://http://h/", "h)/"},
      {"http:////////////////www.vikings.com", "com,vikings)/"},
      {"http:///", "http:/"},
      {"http:h/p", "h)/p"},
      {"http:?q", "http:/?q"},
      {"https:a", "a)/"},
      {"httpx:///a/b", "a)/b"},
      {"http://@/a", "a)/"},
      {"http://u@/h2/p", "h2)/p"},
      {"file:///a/B", "file:/a/b"},
      {"foo:///a", "foo:/a"},
      {"http://%20/x", "%20)/x"},
      {"http://./x/", "http:/x"},
      {"http://../", "http:/"},
      {"http://...", "http:"},
      // ports and user names
      {"http://h:80/", "h)/"},
      {"http://h:443/", "h:443)/"},
      {"https://h:80/", "h:80)/"},
      {"https://h:443/", "h)/"},
      {"http://h:8080/", "h:8080)/"},
      {"http://h:0080/", "h)/"},
      {"http://h:0/", "h)/"},
      {"http://h:/", "h)/"},
      {"http://h:::/", "h)/"},
      {"http://u:p@h/", "h)/"},
      {"http://u@v@h:81/", "h:81)/"},
      {"http://u:80@h/", "h)/"},
      {"HTTP://h:80/", "h)/"},
      {"ftp://h:80/", "h:80)/"},
      {"http://h:65535/", "h:65535)/"},
      {"http://h:0065535/A", "h:65535)/a"},
      {"http://:80/a", "a)/"},
      {"http://%75:p@h/", "h)/"},
      // www
      {"http://www.archive.org/", "org,archive)/"},
      {"http://www12.foo.com/", "com,foo)/"},
      {"http://www2foo.com/", "com,www2foo)/"},
      {"http://www2.www2foo.com/", "com,www2foo)/"},
      {"http://www.www.a/", "a,www)/"},
      {"http://www./", "www)/"},
      {"http://www.com/", "com)/"},
      {"http://WWW3.a.b", "b,a)/"},
      {"http://wwwx.a/", "a,wwwx)/"},
      {"http://www1a.b/", "b,www1a)/"},
      {"http://w.a/", "a,w)/"},
      {"ftp://www2.a.b/", "b,a)/"},
      {"dns://www.a/", "a,www)/"},
      {"http://%77ww.a/", "a)/"},
      // dots and commas in hosts
      {"http://h./", "h)/"},
      {"http://.h/", "h)/"},
      {"http://a..b/", "b,a)/"},
      {"http://a...b/", "b,,a)/"},
      {"http://a....b/", "b,,a)/"},
      {"http://h,i.j/", "j,h,i)/"},
      {"http://h%2ei/", "i,h)/"},
      {"http://a%2Fb/c", "a/b)/c"},
      {"http://a_b.c/", "c,a_b)/"},
      {"http://a%23b/", "a%23b)/"},
      {"http://h%5B/", "h[)/"},
      {"http://h;x/", "h;x)/"},
      {"http://\x7F.b/", "b,%7f)/"},
      {"http://host%23.com/"
       "%257Ea%2521b%2540c%2523d%2524e%25f%255E00%252611%252A22%252833%252944_55%252B",
       "com,host%23)/~a!b@c%23d$e%25f^00&11*22(33)44_55+"},
      // IPv4
      {"http://127.0.0.1/", "1,0,0,127)/"},
      {"http://017.0.0.1/", "1,0,0,15)/"},
      {"http://10.0.258/", "2,1,0,10)/"},
      {"http://1.2.3.256/", "256,3,2,1)/"},
      {"http://3279880203/blah", "11,0,127,195)/blah"},
      {"http://39024579298/", "226,210,11,22)/"},
      {"http://0177.1/", "1,0,0,127)/"},
      {"http://0x7f.0.0.1/", "1,0,0,0x7f)/"},
      {"http://1.2/", "2,0,0,1)/"},
      {"http://1.65536.1/", "1,65536,1)/"},
      {"http://1.2.65536/", "65536,2,1)/"},
      {"http://1.16777216/", "16777216,1)/"},
      {"http://1.2.3.08/", "08,3,2,1)/"},
      {"http://1.2.3.010/", "8,3,2,1)/"},
      {"http://0177/", "177,0,0,0)/"},
      {"http://0/", "0,0,0,0)/"},
      {"http://0.0.0.0/", "0,0,0,0)/"},
      {"http://00.1/", "1,0,0,0)/"},
      {"http://1.2.3.4.5/", "5,4,3,2,1)/"},
      {"http://1.2.3/", "3,0,2,1)/"},
      {"http://1.2.3.4./", "4,3,2,1)/"},
      {"http://990.991.992.993/", "993,992,991,990)/"},
      {"http://08.1/", "1,08)/"},
      {"http://256.1/", "1,256)/"},
      {"http://%31%36%38%2e%31%38%38%2e%39%39%2e%32%36/%2E%73", "26,99,188,168)/.s"},
      {"http://1.2.3.4:80/", "4,3,2,1)/"},
      {"http://www.1.2.3.4/", "4,3,2,1)/"},
      {"http://123.123.net/", "net,123,123)/"},
      {"http://1.99999999999/", "99999999999,1)/"},
      {"http://99999999999.1/", "1,99999999999)/"},
      // IPv6
      {"http://[::1]/", "::1)/"},
      {"http://[::1]:80/", "::1)/"},
      {"http://[::1]:8080/A", "::1:8080)/a"},
      {"http://[FE80::1%25En0]/", "fe80::1%25en0)/"},
      {"http://[::ffff:1.2.3.4]/", "4,3,2,::ffff:1)/"},
      {"http://a[b]c:81/", "b:81)/"},
      {"http://[::1", "::1)/"},
      {"http://[]/x", "x)/"},
      {"http://u@[::1]:443/", "::1:443)/"},
      // other scripts in hosts
      {"http://b\xC3\xBC"
       "cher.ch/",
       "ch,xn--bcher-kva)/"},
      {"http://B\xC3\x9C"
       "CHER.ch:8080?#foo",
       "ch,xn--bcher-kva:8080)/"},
      {"http://\xE2\x98\x83.com/", "com,xn--n3h)/"},
      {"http://fa\xC3\x9F.de/", "de,fass)/"},
      {"http://\xEF\xBD\x87\xEF\xBD\x8F.com/", "com,go)/"},
      {"http://a\xE3\x80\x82"
       "b/",
       "b,a)/"},
      {"http://b%C3%BCcher.ch/", "ch,xn--bcher-kva)/"},
      {"http://xn--bcher-kva.ch/", "ch,xn--bcher-kva)/"},
      {"http://www.b\xC3\xBC"
       "cher.ch/",
       "ch,xn--bcher-kva)/"},
      {"http://\x01\xC2\x80.com/", "com,%01%c2%80)/"},
      {"http://www.t%EF%BF%BD%04.82.net/", "net,82,t%ef%bf%bd%04)/"},
      {"http://\xC3\xBC..a/", "a,%c3%bc)/"},
      {"http://\xD8\xA7"
       "a/",
       "%d8%a7a)/"},
      {"http://%FF.a/", "a,%ff)/"},
      {"http://\xC3\xBC%FF.a/", "a,xn--tda)/"},
      {"http://%FF/p", "http:/p"},
      {"http://xn--\xC3\xBC/", "xn--%c3%bc)/"},
      {"http://\xC2\xAD.a/", "a,%c2%ad)/"},
      {"http://\xE4\xBE\x8B\xE3\x81\x88.\xE3\x83\x86\xE3\x82\xB9\xE3\x83\x88/\xE4\xBE\x8B",
       "xn--zckzah,xn--r8jz45g)/%e4%be%8b"},
      {"http://_\xC3\xBC.a/", "a,xn--_-eha)/"},
      {"http://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\xC3\xBC.b/",
       "b,aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa%c3%bc)/"},
      {"dns:b\xC3\xBC"
       "cher.ch",
       "dns:b%c3%bccher.ch"},
      // paths
      {"http://h", "h)/"},
      {"http://h/", "h)/"},
      {"http://h//", "h)/"},
      {"http://h/a/", "h)/a"},
      {"http://h/a//", "h)/a"},
      {"http://h//a///b//", "h)/a/b"},
      {"http://h/a/./b/../c", "h)/a/c"},
      {"http://h/..", "h)/.."},
      {"http://h/../a", "h)/../a"},
      {"http://h/../../a", "h)/a"},
      {"http://h/a/..", "h)/"},
      {"http://h/a/.", "h)/a"},
      {"http://h/a//../b", "h)/a/b"},
      {"http://h/%2e%2E/x", "h)/../x"},
      {"http://h/A%2FB/", "h)/a/b"},
      {"http://h/a%3Fb", "h)/a?b"},
      {"http://h/a%23b", "h)/a%23b"},
      {"http://h/%E4", "h)/%e4"},
      {"http://h/\xC3\xA4\xC3\x96", "h)/%c3%a4%c3%96"},
      {"http://h/a;jsessionid=0123456789abcdefghijklemopqrstuv",
       "h)/a;jsessionid=0123456789abcdefghijklemopqrstuv"},
      {"http://h/a\\b", "h)/a\\b"},
      {"http://h/~u/%7Ev", "h)/~u/~v"},
      {"http://h/[x]|{y}^`\"<>", "h)/[x]|{y}^`\"<>"},
      {"http://h/%00%7F", "h)/%00%7f"},
      {"http://h/%", "h)/%25"},
      {"http://h/%2", "h)/%252"},
      {"http://h/%2525252525252525", "h)/%25"},
      {"http://h/%%%25%32%35asd%%", "h)/%25%25%25asd%25%25"},
      {"http://h/%25%32%35%25%32%35", "h)/%25%25"},
      {"http://h/%!A%21%21%25", "h)/%25!a!!%25"},
      {"http://h/a+b%2Bc", "h)/a+b+c"},
      {"foo:a//b/../c/", "foo:a//b/../c"},
      {"foo://h/a//b/../c/", "h)/a/c"},
      // sessions in paths
      {"http://h/(S(4hqa0555fwsecu455xqckv45))/mileg.aspx", "h)/mileg.aspx"},
      {"http://h/(4hqa0555fwsecu455xqckv45)/mileg.aspx", "h)/mileg.aspx"},
      {"http://h/"
       "(a(4hqa0555fwsecu455xqckv45)S(4hqa0555fwsecu455xqckv45)f(4hqa0555fwsecu455xqckv45))/"
       "mileg.aspx?page=x",
       "h)/mileg.aspx?page=x"},
      {"http://h/photos/36050182@N05/", "h)/photos/36050182@n05"},
      {"http://h/(4hqa0555fwsecu455xqckv45)/.aspx", "h)/(4hqa0555fwsecu455xqckv45)/.aspx"},
      {"http://h/(4hqa0555fwsecu455xqckv45)/a%3Fb.aspx", "h)/(4hqa0555fwsecu455xqckv45)/a?b.aspx"},
      {"http://h/(4hqa0555fwsecu455xqckv45)/(4hqa0555fwsecu455xqckv45)/a.aspx",
       "h)/(4hqa0555fwsecu455xqckv45)/a.aspx"},
      {"http://h/(S(4hqa0555fwsecu455xqckv45))/(4hqa0555fwsecu455xqckv45)/a.ASPXx/y/",
       "h)/a.aspxx/y"},
      {"http://h/(hqa0555fwsecu455xqckv45)/a.aspx", "h)/(hqa0555fwsecu455xqckv45)/a.aspx"},
      {"http://h/(4hqa0555fwsecu455xqckv45)/.aspx.aspx", "h)/.aspx.aspx"},
      {"http://h/x/(4hqa0555fwsecu455xqckv45)/b/c.aspx", "h)/x/b/c.aspx"},
      {"http://h/(4hqa0555fwsecu455xqckv45)/b.html", "h)/(4hqa0555fwsecu455xqckv45)/b.html"},
      {"foo:a/(4hqa0555fwsecu455xqckv45)/b.aspx", "foo:a/b.aspx"},
      {"http://h/(SS(4hqa0555fwsecu455xqckv45))/a.aspx",
       "h)/(ss(4hqa0555fwsecu455xqckv45))/a.aspx"},
      {"http://h/()/a.aspx", "h)/()/a.aspx"},
      // queries
      {"http://h/?", "h)/"},
      {"http://h?", "h)/"},
      {"http://h?b&a", "h)/?a&b"},
      {"http://h/?b=b&a=b&b=a&a=a", "h)/?a=a&a=b&b=a&b=b"},
      {"http://h/?a=1&", "h)/?&a=1"},
      {"http://h/?&", "h)/?&"},
      {"http://h/?&&b&a", "h)/?&&a&b"},
      {"http://h/?a&a=&a=b", "h)/?a&a=&a=b"},
      {"http://h/?a=b=c&a=b", "h)/?a=b&a=b=c"},
      {"http://h/?A=%41&b", "h)/?a=a&b"},
      {"http://h/?a%26b=1&0", "h)/?0&a&b=1"},
      {"http://h/?a=%23x", "h)/?a=%23x"},
      {"http://h/q?r?s", "h)/q?r?s"},
      {"http://h/?x#f?y", "h)/?x"},
      {"http://h/?a=\xC3\xA4%20+", "h)/?a=%c3%a4%20+"},
      {"http://h/?=&=a&", "h)/?&=&=a"},
      {"http://h/?a;b&a:b", "h)/?a:b&a;b"},
      {"http://h//a?b//c", "h)/a?b//c"},
      {"http://h/?a-=1&a=2&a0=3&a%3D=4", "h)/?a=2&a==4&a-=1&a0=3"},
      {"http://h/?item=Wroc%C5%82aw", "h)/?item=wroc%c5%82aw"},
      {"http://h/#f", "h)/"},
      {"http://h?#f", "h)/"},
      {"http://h/goo/?a=2&b&a=1", "h)/goo?a=1&a=2&b"},
      {"http://h/?a%", "h)/?a%25"},
      {"http://h/?_=1&Z=2&~=3", "h)/?_=1&z=2&~=3"},
      // sessions in queries
      {"http://h/?jsessionid=0123456789abcdefghijklemopqrstuv", "h)/"},
      {"http://h/?jsessionid=0123456789abcdefghijklemopqrstuv0",
       "h)/?jsessionid=0123456789abcdefghijklemopqrstuv0"},
      {"http://h/?jsessionid=0123456789abcdefghijklemopqrstuv&x=y", "h)/?x=y"},
      {"http://h/?one=two&jsessionid=0123456789abcdefghijklemopqrstuv&x=y", "h)/?one=two&x=y"},
      {"http://h/?one=two&jsessionid=0123456789abcdefghijklemopqrstuv", "h)/?&one=two"},
      {"http://h/?aspsessionidABCDEFGH=ABCDEFGHIJKLMNOPQRSTUVWX&x=y", "h)/?x=y"},
      {"http://h/?PHPSESSID=0123456789abcdefghijklemopqrstuv&x=y", "h)/?x=y"},
      {"http://h/?sid=9682993c8daa2c5497996114facdc805&x=y", "h)/?x=y"},
      {"http://h/?sid=9682993c8daa2c5497996114facdc805&jsessionid=0123456789abcdefghijklemopqrstuv",
       "h)/"},
      {"http://h/?CFID=1169580&CFTOKEN=48630702&dtstamp=22%2F08%2F2006%7C06%3A58%3A11",
       "h)/?dtstamp=22/08/2006|06:58:11"},
      {"http://h/?CFID=16603925&CFTOKEN=2AE13EEE-3048-85B0-56CEDAAB0ACA44B8", "h)/"},
      {"http://h/?cfid=&cftoken=1", "h)/?cfid=&cftoken=1"},
      {"http://h/?cfid=1&x&cftoken=1", "h)/?cfid=1&cftoken=1&x"},
      {"http://h/?a=1&xcfid=1&cftoken=1&b", "h)/?a=1&xb"},
      {"http://h/?cfid=cfid=1&cftoken=1", "h)/?cfid="},
      {"http://h/?&cftoken=1", "h)/?&cftoken=1"},
      {"http://h/?cfid=1&cftoken=", "h)/?cfid=1&cftoken="},
      {"http://h/"
       "?phpsessid=0123456789abcdefghijklemopqrstuv&phpsessid=0123456789abcdefghijklemopqrstuv",
       "h)/?phpses"},
      {"http://h/?xsid=0123456789abcdefghijklemopqrstuv&", "h)/?x"},
      {"http://h/"
       "?jsessionid=0123456789abcdefghijklemopqrstuv&jsessionid=0123456789abcdefghijklemopqrstuv&b="
       "1",
       "h)/?b=1&jsessionid=0123456789abcdefghijklemopqrstuv"},
      {"http://h/?sid=0123456789abcdefghijklemopqrstuv%26a=1", "h)/?a=1"},
      {"http://h/?sid=0123456789abcdefghijklemopqrstuv;a=1",
       "h)/?sid=0123456789abcdefghijklemopqrstuv;a=1"},
      {"http://archive.org/"
       "index.php?PHPSESSID=0123456789abcdefghijklemopqrstuv&action=profile;u=4221",
       "org,archive)/index.php?action=profile;u=4221"},
      {"http://h/?sid=0123456789ABCDEF0123456789ABCDEF", "h)/"},
      {"http://visit.webhosting.yahoo.com/visit.gif?&r=http%3A//web.archive.org/web/20090517140029/"
       "http%3A//anthonystewarthead.electric-chi.com/"
       "&b=Netscape%205.0%20%28Windows%3B%20en-US%29&s=1366x768&o=Win32&c=24&j=true&v=1.2",
       "com,yahoo,webhosting,visit)/"
       "visit.gif?&b=netscape%205.0%20(windows;%20en-us)&c=24&j=true&o=win32&r=http://"
       "web.archive.org/web/20090517140029/http://anthonystewarthead.electric-chi.com/"
       "&s=1366x768&v=1.2"},
  };
  for (Case const& c : cases) {
    CAPTURE(c.uri);
    CHECK(surt(c.uri) == c.key);
  }
}

TEST_CASE("SURT keys where Python's package fails") {
  const Case cases[] = {
      {" \t", "-"},
      {"http://H:x/", "http://H:x/"},
      {"http://h:80:90/", "http://h:80:90/"},
      {"http://h:65536/a?b&a", "http://h:65536/a?b&a"},
      {"http://h:-1", "http://h:-1"},
  };
  for (Case const& c : cases) {
    CAPTURE(c.uri);
    CHECK(surt(c.uri) == c.key);
  }
}

TEST_CASE("a SURT key takes linear time") {
  const std::size_t size = test::can_measure_cost() ? 1'000'000 : 100'000;
  for (std::string_view const piece : {"25", "cfid=", "&cftoken=", "sid=",
                                       "/(4hqa0555fwsecu455xqckv45)", "/..", "a&", "%", "1."}) {
    for (std::string_view const begin : {"http://h/%", "http://h/?cfid=%", "http://", "x:%"}) {
      std::string uri(begin);
      while (uri.size() < size) uri += piece;
      CAPTURE(begin, piece);
      const test::RunCost cost = test::cost_of([&] {
        if (surt(uri).empty()) std::_Exit(1);
      });
      CHECK(cost.succeeded());
      if (test::can_measure_cost()) CHECK(cost.seconds <= test::allowed_seconds(size));
    }
  }
}

TEST_CASE("the keys of one URL after another are those of each alone") {
  constexpr std::string_view folders[]{"",
                                       "/",
                                       "/a/",
                                       "/A//",
                                       "/a/../",
                                       "/%2e%2E/",
                                       "/%252e%252e/b/",
                                       "/a%2Fb/",
                                       "/x.aspx/",
                                       "/(4hqa0555fwsecu455xqckv45)/",
                                       "/a/(4hqa0555fwsecu455xqckv45)/x.aspx/"};
  constexpr std::string_view names[]{"",      "x", "Xy-_9", "..",           ".",     "%2e%2e",
                                     "a%41b", "%", "a.b",   "default.aspx", "x;y=z", "%3Fq"};
  constexpr std::string_view tails[]{
      "",   "?",   "?b&a", "?B=2&a=1", "?sid=0123456789abcdef0123456789abcdef",
      "#f", "?#f", "?a#f", "?%3F#",    "?a/b?c"};
  SurtKeys keys;
  for (std::string_view const origin :
       {"http://www.H.example", "https://h:8080", "ftp://h", "x:y"}) {
    for (std::string_view const folder : folders) {
      for (std::string_view const name : names) {
        for (std::string_view const tail : tails) {
          std::string url(origin);
          ((url += folder) += name) += tail;
          CAPTURE(url);
          CHECK(keys.key(url) == surt(url));
        }
      }
    }
  }
  CHECK(keys.key("") == "-");
}

TEST_CASE("the key of a long folder is worked out once") {
  if (!test::can_measure_cost()) return;
  const std::string folder = "http://h/" + std::string(500'000, 'A') + "/";
  const test::RunCost cost = test::cost_of([&] {
    SurtKeys keys;
    for (int i = 0; i < 3'000; ++i) {
      if (keys.key(folder + std::to_string(i) + "?b&a").size() < 500'000) std::_Exit(1);
    }
  });
  CHECK(cost.succeeded());
  CHECK(cost.seconds <= test::allowed_seconds(folder.size()));
}

}  // namespace hrefkit::archive
