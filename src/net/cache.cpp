#include "hrefkit/net/cache.h"

#if !defined(HREFKIT_STATIC_SQLITE)
#include <dlfcn.h>
#endif
#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

namespace hrefkit::net {

namespace {

/// "href", in a file's header: what other programs write has another number, or none.
constexpr std::int64_t application_id = 0x68726566;
constexpr std::int64_t schema_version = 1;

/// In milliseconds: another process may write. Requests that are open wait meanwhile, and their
/// time goes on.
constexpr int busy_timeout = 3'000;

/// More bytes of a key or a value were not written by us.
constexpr std::size_t max_bytes = std::size_t{16} << 20;

#define HREFKIT_SQLITE_FUNCTIONS(each)                                                      \
  each(sqlite3_open_v2) each(sqlite3_close_v2) each(sqlite3_errmsg) each(sqlite3_errstr)    \
      each(sqlite3_exec) each(sqlite3_prepare_v2) each(sqlite3_step) each(sqlite3_reset)    \
          each(sqlite3_clear_bindings) each(sqlite3_finalize) each(sqlite3_bind_blob)       \
              each(sqlite3_bind_int64) each(sqlite3_column_blob) each(sqlite3_column_bytes) \
                  each(sqlite3_column_int64) each(sqlite3_busy_timeout)                     \
                      each(sqlite3_extended_result_codes)

struct Library {
// NOLINTNEXTLINE(bugprone-macro-parentheses): the name of a member
#define HREFKIT_MEMBER(name) decltype(&::name) name = nullptr;
  HREFKIT_SQLITE_FUNCTIONS(HREFKIT_MEMBER)
#undef HREFKIT_MEMBER
};

#if defined(HREFKIT_STATIC_SQLITE)

tl::expected<Library, std::string> open_library() {
  Library library;
#define HREFKIT_BIND(name) library.name = &::name;
  HREFKIT_SQLITE_FUNCTIONS(HREFKIT_BIND)
#undef HREFKIT_BIND
  return library;
}

#else

tl::expected<Library, std::string> open_library() {
#if defined(__APPLE__)
  constexpr char const* file = "libsqlite3.0.dylib";
#else
  constexpr char const* file = "libsqlite3.so.0";
#endif
  void* const handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);  // until the process ends
  if (handle == nullptr) {
    char const* const why = dlerror();
    return tl::unexpected(std::string("a cache needs ") + file +
                          ", which is not here; on Debian it is in the package libsqlite3-0 (" +
                          (why == nullptr ? "" : why) + ")");
  }
  Library library;
#define HREFKIT_LOAD(name)                                                       \
  library.name = reinterpret_cast<decltype(library.name)>(dlsym(handle, #name)); \
  if (library.name == nullptr) {                                                 \
    return tl::unexpected(std::string("a cache needs a newer ") + file +         \
                          ": this one has no " #name);                           \
  }
  HREFKIT_SQLITE_FUNCTIONS(HREFKIT_LOAD)
#undef HREFKIT_LOAD
  return library;
}

#endif

tl::expected<Library, std::string> const& sqlite_library() {
  static const tl::expected<Library, std::string> library = open_library();
  return library;
}

class SqliteCache final : public Cache {
 public:
  SqliteCache(Library const& library, std::string file)
      : sqlite_(library), file_(std::move(file)) {}
  ~SqliteCache() override;
  SqliteCache(SqliteCache const&) = delete;
  SqliteCache& operator=(SqliteCache const&) = delete;

  tl::expected<void, std::string> open();
  tl::expected<std::optional<Entry>, std::string> get(std::string_view key) override;
  tl::expected<void, std::string> put(std::string_view key, std::string_view value,
                                      std::int64_t time) override;
  tl::expected<void, std::string> remove(std::string_view key) override;
  tl::expected<void, std::string> remove_before(std::int64_t time) override;

 private:
  enum Statement : std::size_t { select, replace, erase, erase_before, statement_count };

  tl::unexpected<std::string> error(int code) const;
  tl::unexpected<std::string> no_cache() const {
    return tl::unexpected(file_ + ": not a hrefkit cache");
  }
  tl::unexpected<std::string> cannot_write() const;
  int execute(char const* sql) const;
  int read_number(char const* sql, std::int64_t& number) const;
  tl::expected<void, std::string> prepare();
  int bind(Statement statement, int place, std::string_view bytes) const;
  tl::expected<void, std::string> run(Statement statement) const;

  Library const& sqlite_;
  std::string file_;
  sqlite3* connection_ = nullptr;
  std::array<sqlite3_stmt*, statement_count> statements_{};
};

SqliteCache::~SqliteCache() {
  for (sqlite3_stmt* statement : statements_) sqlite_.sqlite3_finalize(statement);
  sqlite_.sqlite3_close_v2(connection_);
}

tl::unexpected<std::string> SqliteCache::error(int code) const {
  if ((code & 0xFF) == SQLITE_NOTADB) return no_cache();
  for (const int primary : {SQLITE_CANTOPEN, SQLITE_READONLY, SQLITE_PERM}) {
    if ((code & 0xFF) == primary) return cannot_write();
  }
  std::string text = file_ + ": ";
  if ((code & 0xFF) == SQLITE_CORRUPT) text += "the cache is damaged; remove it: ";
  text +=
      connection_ == nullptr ? sqlite_.sqlite3_errstr(code) : sqlite_.sqlite3_errmsg(connection_);
  return tl::unexpected(std::move(text));
}

/// SQLite reads what it cannot write, and does not say why. It writes files beside the cache, too.
tl::unexpected<std::string> SqliteCache::cannot_write() const {
  const std::size_t slash = file_.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : file_.substr(0, slash + 1);
  const auto may_write = [](std::string const& path, int mode) {
    return ::faccessat(AT_FDCWD, path.c_str(), mode, AT_EACCESS) == 0;
  };
  const auto why_not = [&]() -> std::string {
    struct stat status {};
    if (::stat(file_.c_str(), &status) == 0 && S_ISDIR(status.st_mode)) return "it is a folder";
    if (!may_write(file_, W_OK) && errno != ENOENT) return std::strerror(errno);
    if (!may_write(folder, W_OK | X_OK)) return "its folder: " + std::string(std::strerror(errno));
    return sqlite_.sqlite3_errmsg(connection_);
  };
  return tl::unexpected(file_ + ": the cache cannot be written: " + why_not());
}

int SqliteCache::execute(char const* sql) const {
  return sqlite_.sqlite3_exec(connection_, sql, nullptr, nullptr, nullptr);
}

int SqliteCache::read_number(char const* sql, std::int64_t& number) const {
  sqlite3_stmt* statement = nullptr;
  int code = sqlite_.sqlite3_prepare_v2(connection_, sql, -1, &statement, nullptr);
  if (code == SQLITE_OK) {
    code = sqlite_.sqlite3_step(statement);
    if (code == SQLITE_ROW) {
      number = sqlite_.sqlite3_column_int64(statement, 0);
      code = SQLITE_OK;
    }
  }
  sqlite_.sqlite3_finalize(statement);
  return code;
}

// A file of others is opened without a write: nothing of it changes, not its journal mode either.
tl::expected<void, std::string> SqliteCache::open() {
  // ":memory:" and "file:a" are other things to SQLite.
  const std::string name = file_.starts_with('/') ? file_ : "./" + file_;
  int code = sqlite_.sqlite3_open_v2(
      name.c_str(), &connection_, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX,
      nullptr);
  if (code != SQLITE_OK) return error(code);
  sqlite_.sqlite3_extended_result_codes(connection_, 1);
  sqlite_.sqlite3_busy_timeout(connection_, busy_timeout);
  // The file may be hostile: its schema runs no functions.
  execute("PRAGMA trusted_schema=OFF");
  std::int64_t id = 0;
  std::int64_t version = 0;
  std::int64_t objects = 0;
  // One transaction: between two of these another process may make the file a cache.
  execute("BEGIN");
  code = read_number("PRAGMA application_id", id);
  if (code == SQLITE_OK) code = read_number("PRAGMA user_version", version);
  if (code == SQLITE_OK) code = read_number("SELECT count(*) FROM sqlite_master", objects);
  if (code != SQLITE_OK) return error(code);
  execute("COMMIT");
  const bool is_new = id == 0 && version == 0 && objects == 0;
  if (!is_new) {
    // Another object may be a trigger, which acts when we write.
    if (id != application_id || objects != 1) return no_cache();
    if (version != schema_version) {
      return tl::unexpected(file_ + ": a cache of another version of hrefkit; remove it");
    }
    if (auto prepared = prepare(); !prepared) return prepared;
  }
  // Processes that are killed lose nothing in this mode, and a write takes no disk's time. Where it
  // is not possible (a file on a network), the journal stays what it is.
  execute("PRAGMA journal_mode=WAL");
  execute("PRAGMA synchronous=NORMAL");
  if (is_new) {
    // Two processes may do so at once: the second finds what the first has made.
    code = execute(
        "BEGIN IMMEDIATE;"
        "CREATE TABLE IF NOT EXISTS answers("
        "key BLOB PRIMARY KEY NOT NULL, value BLOB NOT NULL, time INTEGER NOT NULL) WITHOUT ROWID;"
        "PRAGMA application_id=1752327526;"
        "PRAGMA user_version=1;"
        "COMMIT");
    if (code != SQLITE_OK) return error(code);
    return prepare();
  }
  return {};
}

static_assert(application_id == 1752327526 && max_bytes == 16777216);

tl::expected<void, std::string> SqliteCache::prepare() {
  constexpr std::array<char const*, statement_count> texts{
      "SELECT value, time FROM answers WHERE key = ?1 AND length(value) <= 16777216",
      "INSERT OR REPLACE INTO answers(key, value, time) VALUES (?1, ?2, ?3)",
      "DELETE FROM answers WHERE key = ?1",
      "DELETE FROM answers WHERE time < ?1",
  };
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const int code =
        sqlite_.sqlite3_prepare_v2(connection_, texts[i], -1, &statements_[i], nullptr);
    // A file with our number and without our table.
    if (code == SQLITE_ERROR) return no_cache();
    if (code != SQLITE_OK) return error(code);
  }
  return {};
}

int SqliteCache::bind(Statement statement, int place, std::string_view bytes) const {
  // A null pointer would be NULL, and not an empty blob.
  char const* const data = bytes.data() == nullptr ? "" : bytes.data();
  return sqlite_.sqlite3_bind_blob(statements_[statement], place, data,
                                   static_cast<int>(bytes.size()), SQLITE_STATIC);
}

/// Runs a statement that has no result, and makes it ready for the next time.
tl::expected<void, std::string> SqliteCache::run(Statement statement) const {
  const int code = sqlite_.sqlite3_step(statements_[statement]);
  tl::expected<void, std::string> result;
  if (code != SQLITE_DONE) result = error(code);
  sqlite_.sqlite3_reset(statements_[statement]);
  sqlite_.sqlite3_clear_bindings(statements_[statement]);
  return result;
}

tl::expected<std::optional<Cache::Entry>, std::string> SqliteCache::get(std::string_view key) {
  bind(select, 1, key);
  sqlite3_stmt* const statement = statements_[select];
  const int code = sqlite_.sqlite3_step(statement);
  tl::expected<std::optional<Entry>, std::string> result{std::optional<Entry>()};
  if (code == SQLITE_ROW) {
    Entry entry;
    auto const* const bytes = static_cast<char const*>(sqlite_.sqlite3_column_blob(statement, 0));
    const auto size = static_cast<std::size_t>(sqlite_.sqlite3_column_bytes(statement, 0));
    if (bytes != nullptr) entry.value.assign(bytes, size);
    entry.time = sqlite_.sqlite3_column_int64(statement, 1);
    result = std::optional<Entry>(std::move(entry));
  } else if (code != SQLITE_DONE) {
    result = error(code);
  }
  sqlite_.sqlite3_reset(statement);
  sqlite_.sqlite3_clear_bindings(statement);
  return result;
}

tl::expected<void, std::string> SqliteCache::put(std::string_view key, std::string_view value,
                                                 std::int64_t time) {
  if (key.size() > max_bytes || value.size() > max_bytes) {
    return tl::unexpected(file_ + ": an entry is too long");
  }
  bind(replace, 1, key);
  bind(replace, 2, value);
  sqlite_.sqlite3_bind_int64(statements_[replace], 3, time);
  return run(replace);
}

tl::expected<void, std::string> SqliteCache::remove(std::string_view key) {
  bind(erase, 1, key);
  return run(erase);
}

tl::expected<void, std::string> SqliteCache::remove_before(std::int64_t time) {
  sqlite_.sqlite3_bind_int64(statements_[erase_before], 1, time);
  return run(erase_before);
}

}  // namespace

tl::expected<std::unique_ptr<Cache>, std::string> open_cache(std::string const& file) {
  auto const& library = sqlite_library();
  if (!library) return tl::unexpected(library.error());
  auto cache = std::make_unique<SqliteCache>(*library, file);
  if (auto opened = cache->open(); !opened) return tl::unexpected(std::move(opened.error()));
  return cache;
}

}  // namespace hrefkit::net
