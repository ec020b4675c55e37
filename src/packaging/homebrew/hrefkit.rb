class Hrefkit < Formula
  desc "Finds, resolves, checks and rewrites every link of a site"
  homepage "https://github.com/OWNER/hrefkit"
  url "https://github.com/OWNER/hrefkit/releases/download/v@VERSION@/hrefkit-@VERSION@.tar.gz"
  sha256 "@SHA256@"
  license "MIT"

  depends_on "cmake" => :build
  depends_on "cli11" => :build
  depends_on "ninja" => :build
  depends_on "pkgconf" => :build
  depends_on "tl-expected" => :build
  depends_on "tomlplusplus" => :build
  depends_on "boost"
  depends_on "brotli"
  depends_on "expat"
  depends_on "gumbo-parser"
  depends_on "icu4c"
  depends_on "isa-l"
  depends_on "md4c"
  depends_on "nettle"
  depends_on "re2"
  depends_on "zstd"

  def install
    system "cmake", "-S", ".", "-B", "build", "-G", "Ninja", "-DHREFKIT_TESTS=OFF", "-DHREFKIT_SAMPLES=OFF",
           "-DHREFKIT_PYTHON=OFF", "-DHREFKIT_NODE=OFF", "-DBUILD_SHARED_LIBS=ON", *std_cmake_args
    system "cmake", "--build", "build"
    system "cmake", "--install", "build"
  end

  test do
    (testpath/"page.html").write '<base href="/b/"><a href="1">one</a>'
    assert_match "https://h.example/b/1",
                 shell_output("#{bin}/hrefkit resolve --url https://h.example/ page.html")
  end
end
