// The formats of `archive` with a row a link.
#include <catch2/catch.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "cli/cli_run.h"
#include "support/temporary_folder.h"
#include "support/warc_builder.h"

namespace hrefkit::test {

namespace {

const std::string linked_page = page_record(
    "http://a.example/d/", "<p>\n<a href=x><a href='http://['>", {"Link: <n>; rel=next"});

CliResult rows_of(std::vector<std::string> args, std::string const& bytes = linked_page) {
  args.insert(args.begin(), {"archive", "-q", "-"});
  return run_cli(args, {.in = bytes});
}

}  // namespace

TEST_CASE("archive rows as text") {
  CHECK(rows_of({"-f", "text"}).out ==
        "http://a.example/d/: link n -> http://a.example/d/n\n"
        "http://a.example/d/:2:9: a[href] x -> http://a.example/d/x\n"
        "http://a.example/d/:2:20: a[href] http://[ -> unresolvable: invalid-ipv6\n");
}

TEST_CASE("text is the default on a terminal alone") {
  const CliInput terminal{.in = linked_page, .out_is_terminal = true, .no_color = true};
  CHECK(run_cli({"archive", "-q", "-"}, terminal).out == rows_of({"-f", "text"}).out);
  CHECK(rows_of({}).out == rows_of({"-f", "jsonl"}).out);
  const TemporaryFolder folder;
  folder.write("a.warc", linked_page);
  struct Case {
    std::string file;
    std::string format;
  };
  for (Case const& c : std::vector<Case>{{"o.csv", "csv"},
                                         {"o.json", "json"},
                                         {"o.txt", "text"},
                                         {"o.jsonl", "jsonl"},
                                         {"o.CSV", "csv"},
                                         {"o.csv.gz", "csv"},
                                         {"o.gz", "jsonl"},
                                         {"o.cdxj", "cdxj"},
                                         {"o.wat", "wat"},
                                         {"o.xml", "text"},
                                         {"o.rows", "text"},
                                         {".csv", "jsonl"},
                                         {"./o.d/o", "jsonl"},
                                         {"o", "jsonl"}}) {
    INFO(c.file);
    std::filesystem::create_directory("o.d");
    run_cli({"archive", "-q", "-o", c.file, "a.warc"}, {.out_is_terminal = true});
    CHECK(folder.read(c.file) == run_cli({"archive", "-q", "-f", c.format, "a.warc"}).out);
  }
}

TEST_CASE("archive rows as CSV") {
  const std::string length = std::to_string(linked_page.size() - 4);
  CHECK(
      rows_of({"-f", "csv"}).out ==
      "file,line,column,offset,length,element,attribute,ns,index,raw,kind,base,baseSource,url,"
      "error,context,loaded,header,uri,date,recordOffset,recordLength,status\n"
      "-,,,,,,,,0,n,hyperlink,http://a.example/d/,document,http://a.example/d/n,,,,link,"
      "http://a.example/d/,2024-01-02T03:04:05Z,0," +
          length +
          ",200\n"
          "-,2,9,12,1,a,href,,0,x,hyperlink,http://a.example/d/,document,http://a.example/d/x,,,,,"
          "http://a.example/d/,2024-01-02T03:04:05Z,0," +
          length +
          ",200\n"
          "-,2,20,23,8,a,href,,0,http://[,hyperlink,http://a.example/d/,document,,invalid-ipv6,,,,"
          "http://a.example/d/,2024-01-02T03:04:05Z,0," +
          length + ",200\n");
  CHECK(rows_of({"-f", "csv", "--csv-bom"})
            .out.starts_with("\xEF\xBB\xBF"
                             "file,"));
}

TEST_CASE("archive rows as one array of JSON") {
  const std::string lines = rows_of({"-f", "jsonl"}).out;
  std::string array = "[" + lines;
  array.pop_back();
  for (std::size_t at = array.find("}\n"); at != std::string::npos; at = array.find("}\n", at)) {
    array.replace(at, 2, "},\n");
  }
  CHECK(rows_of({"-f", "json"}).out == array + "\n]\n");
  CHECK(rows_of({"-f", "json"}, page_record("http://a.example/", "")).out == "[]\n");
}

TEST_CASE("--unique prints each URL once, at its first occurrence") {
  const std::string pages =
      page_record("http://a.example/1", "<a href=x><a href=y><a href=x>", {"Link: </y>"}) +
      page_record("http://a.example/2", "<a href=y><a href=z>");
  CHECK(rows_of({"-f", "text", "--unique"}, pages).out ==
        "http://a.example/1: link /y -> http://a.example/y\n"
        "http://a.example/1:1:9: a[href] x -> http://a.example/x\n"
        "http://a.example/2:1:19: a[href] z -> http://a.example/z\n");
  CHECK(run_cli({"archive", "--unique", "-"}, {.in = pages}).err.find("3 different URLs") !=
        std::string::npos);
  for (std::string const format : {"pages", "wat", "cdxj", "hosts"}) {
    CHECK(rows_of({"--unique", "-f", format}).exit_code == 2);
  }
}

TEST_CASE("equal rows are packed to equal bytes, whatever the threads are") {
  std::string many;
  for (int i = 0; i < 2000; ++i) {
    many += page_record("http://a.example/" + std::to_string(i),
                        "<a href=" + std::to_string(i % 700) + "><a href=b" + std::to_string(i) +
                            ">" + std::string(3000, 'x'));
  }
  const TemporaryFolder folder;
  folder.write("m.warc", many);
  for (std::vector<std::string> const& options :
       {std::vector<std::string>{"--unique"}, {"-f", "json"}, {"-f", "csv"}, {"-f", "text"}}) {
    std::vector<std::string> args{"archive", "-q", "m.warc", "-j", "1"};
    args.insert(args.end(), options.begin(), options.end());
    const std::string plain = run_cli(args).out;
    args[4] = "3";
    CHECK((run_cli(args).out == plain));
    args.insert(args.end(), {"--compress", "gzip"});
    const std::string packed = run_cli(args).out;
    CHECK((gunzip(packed) == plain));
    args[4] = "1";
    CHECK((run_cli(args).out == packed));
  }
}

}  // namespace hrefkit::test
