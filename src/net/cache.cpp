// One table of SQLite, key to value and time, in a file that may be hostile: a clone of a
// repository can bring a cache along. So the file is inspected before SQLite sees it, SQLite opens
// no file but the cache and the two that it keeps beside it, the schema must be ours to the letter
// (a trigger would act when we write), and keys and values have a largest size. Each call is a
// transaction of its own: a put costs a write to the log, without a sync.
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
#include <cstdint>
#include <cstring>
#include <utility>

#include "hrefkit/net/cache_file.h"

namespace hrefkit::net {

namespace {

/// In milliseconds: another process may write. Requests that are open wait meanwhile, and their
/// time goes on.
constexpr int busy_timeout = 3'000;

/// The table of a cache, as the schema has it.
#define HREFKIT_CACHE_TABLE                                                             \
  "answers(key BLOB PRIMARY KEY NOT NULL, value BLOB NOT NULL, time INTEGER NOT NULL) " \
  "WITHOUT ROWID"
constexpr char const* count_of_own_tables =
    "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND sql = 'CREATE "
    "TABLE " HREFKIT_CACHE_TABLE "'";

/// More bytes of a key or a value were not written by us.
constexpr std::size_t max_bytes = std::size_t{16} << 20;

#define HREFKIT_SQLITE_FUNCTIONS(each)                                                      \
  each(sqlite3_open_v2) each(sqlite3_close_v2) each(sqlite3_errmsg) each(sqlite3_errstr)    \
      each(sqlite3_exec) each(sqlite3_prepare_v2) each(sqlite3_step) each(sqlite3_reset)    \
          each(sqlite3_clear_bindings) each(sqlite3_finalize) each(sqlite3_bind_blob)       \
              each(sqlite3_bind_int64) each(sqlite3_column_blob) each(sqlite3_column_bytes) \
                  each(sqlite3_column_int64) each(sqlite3_busy_timeout)                     \
                      each(sqlite3_extended_result_codes) each(sqlite3_vfs_find)            \
                          each(sqlite3_vfs_register) each(sqlite3_vfs_unregister)

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

/// SQLite's default VFS, limited to the files of one cache: FILE and FILE-wal (FILE-shm is opened
/// within the default VFS, under that name only). SQLite finds, opens and deletes no other file.
/// Otherwise it would obey a planted rollback journal beside FILE, and delete any file that the
/// journal names (SQLite file format, 3).
class CacheVfs {
 public:
  explicit CacheVfs(Library const& library) : sqlite_(library) {}
  ~CacheVfs() {
    if (is_registered_) sqlite_.sqlite3_vfs_unregister(&table_);
  }
  CacheVfs(CacheVfs const&) = delete;
  CacheVfs& operator=(CacheVfs const&) = delete;

  /// Registers the VFS for the cache at `path`, which is absolute and without symbolic links.
  int register_for(std::string const& path);
  char const* name() const { return name_.c_str(); }

 private:
  // The default VFS gets its state from `pAppData` of the table that it is called with, so that
  // the copy works as the original does.
  struct Table : sqlite3_vfs {
    CacheVfs* owner = nullptr;
  };

  static CacheVfs const& owner_of(sqlite3_vfs* table) { return *static_cast<Table*>(table)->owner; }
  bool is_own(char const* name) const {
    return name != nullptr && (path_ == name || wal_path_ == name);
  }
  static int open(sqlite3_vfs* table, char const* name, sqlite3_file* file, int flags, int* out);
  static int remove(sqlite3_vfs* table, char const* name, int sync_folder);
  static int access(sqlite3_vfs* table, char const* name, int flags, int* result);

  Library const& sqlite_;
  sqlite3_vfs* default_ = nullptr;
  Table table_{};
  std::string name_;
  std::string path_;
  std::string wal_path_;
  bool is_registered_ = false;
};

int CacheVfs::register_for(std::string const& path) {
  default_ = sqlite_.sqlite3_vfs_find(nullptr);
  if (default_ == nullptr) return SQLITE_ERROR;
  path_ = path;
  wal_path_ = path + "-wal";
  // One name for each cache that is open in this process.
  name_ = "hrefkit-cache-" + std::to_string(reinterpret_cast<std::uintptr_t>(this));
  static_cast<sqlite3_vfs&>(table_) = *default_;
  table_.owner = this;
  table_.pNext = nullptr;
  table_.zName = name_.c_str();
  table_.xOpen = open;
  table_.xDelete = remove;
  table_.xAccess = access;
  const int code = sqlite_.sqlite3_vfs_register(&table_, 0);
  is_registered_ = code == SQLITE_OK;
  return code;
}

int CacheVfs::open(sqlite3_vfs* table, char const* name, sqlite3_file* file, int flags, int* out) {
  CacheVfs const& vfs = owner_of(table);
  if (!vfs.is_own(name)) {
    file->pMethods = nullptr;  // so that SQLite does not close it
    return SQLITE_CANTOPEN;
  }
  return vfs.default_->xOpen(table, name, file, flags, out);
}

int CacheVfs::remove(sqlite3_vfs* table, char const* name, int sync_folder) {
  CacheVfs const& vfs = owner_of(table);
  if (!vfs.is_own(name)) return SQLITE_IOERR_DELETE_NOENT;
  return vfs.default_->xDelete(table, name, sync_folder);
}

int CacheVfs::access(sqlite3_vfs* table, char const* name, int flags, int* result) {
  CacheVfs const& vfs = owner_of(table);
  *result = 0;
  if (!vfs.is_own(name)) return SQLITE_OK;
  return vfs.default_->xAccess(table, name, flags, result);
}

class SqliteCache final : public Cache {
 public:
  SqliteCache(Library const& library, std::string file)
      : sqlite_(library), file_(std::move(file)), vfs_(library) {}
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
  tl::unexpected<std::string> no_cache() const { return tl::unexpected(not_a_cache(file_)); }
  tl::unexpected<std::string> cannot_write() const;
  tl::expected<void, std::string> create();
  int execute(char const* sql) const;
  int read_number(char const* sql, std::int64_t& number) const;
  tl::expected<void, std::string> prepare();
  int bind(Statement statement, int place, std::string_view bytes) const;
  tl::expected<void, std::string> run(Statement statement) const;

  Library const& sqlite_;
  std::string file_;
  CacheVfs vfs_;
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
    if (::stat(file_.c_str(), &status) != 0 && ::lstat(file_.c_str(), &status) == 0) {
      return "it is a symbolic link to a file that does not exist";
    }
    if (!may_write(file_, W_OK) && errno != ENOENT) return std::strerror(errno);
    if (!may_write(folder, W_OK | X_OK)) return "its folder: " + std::string(std::strerror(errno));
    return connection_ == nullptr ? sqlite_.sqlite3_errstr(SQLITE_CANTOPEN)
                                  : sqlite_.sqlite3_errmsg(connection_);
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

tl::expected<void, std::string> SqliteCache::open() {
  const auto found = inspect_cache_file(file_);
  if (!found) return tl::unexpected(found.error());
  if (found->path.empty()) return cannot_write();
  int code = vfs_.register_for(found->path);
  if (code != SQLITE_OK) return error(code);
  code = sqlite_.sqlite3_open_v2(
      found->path.c_str(), &connection_,
      SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW,
      vfs_.name());
  if (code != SQLITE_OK) return error(code);
  sqlite_.sqlite3_extended_result_codes(connection_, 1);
  sqlite_.sqlite3_busy_timeout(connection_, busy_timeout);
  // The file may be hostile: its schema runs no functions.
  execute("PRAGMA trusted_schema=OFF");
  execute("PRAGMA temp_store=MEMORY");
  // The journal is in memory until WAL is on. Where WAL is not possible (a file on a network), it
  // stays in memory: a killed process may then leave a damaged cache, which the next run reports.
  if (!found->has_wal) execute("PRAGMA journal_mode=MEMORY");
  if (found->is_new) {
    if (auto created = create(); !created) return created;
  }
  std::int64_t id = 0;
  std::int64_t version = 0;
  std::int64_t objects = 0;
  std::int64_t own_tables = 0;
  // The write-ahead log may differ from the header. One transaction: another process may write
  // between two of these.
  execute("BEGIN");
  code = read_number("PRAGMA application_id", id);
  if (code == SQLITE_OK) code = read_number("PRAGMA user_version", version);
  if (code == SQLITE_OK) code = read_number("SELECT count(*) FROM sqlite_master", objects);
  if (code == SQLITE_OK) code = read_number(count_of_own_tables, own_tables);
  if (code != SQLITE_OK) return error(code);
  execute("COMMIT");
  // Another object may be a trigger, which acts when we write; another table may compute its
  // columns.
  const bool is_ours = id == cache_application_id && version == cache_version && objects == 1;
  if (!is_ours || own_tables != 1) return no_cache();
  if (auto prepared = prepare(); !prepared) return prepared;
  // Processes that are killed lose nothing in this mode, and a write takes no disk's time.
  execute("PRAGMA journal_mode=WAL");
  execute("PRAGMA synchronous=NORMAL");
  return {};
}

/// Makes an empty file a cache. One transaction writes the table and the header's numbers.
tl::expected<void, std::string> SqliteCache::create() {
  // Two processes may do so at once: the second finds what the first has made.
  const int code = execute(
      "BEGIN IMMEDIATE;"
      "CREATE TABLE IF NOT EXISTS " HREFKIT_CACHE_TABLE
      ";"
      "PRAGMA application_id=1752327526;"
      "PRAGMA user_version=1;"
      "COMMIT");
  if (code != SQLITE_OK) return error(code);
  return {};
}

static_assert(cache_application_id == 1752327526 && cache_version == 1 && max_bytes == 16777216);

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
