// The names in a URL's path, percent-decoded one by one.
//
//   PathNames names("/a%20b/c.html");
//   while (names.next()) use(names.name());   // "a b", "c.html"
#pragma once

#include <string>
#include <string_view>

namespace hrefkit::site {

/// Walks over the names of a path from its first slash on. Names between two slashes that follow
/// each other are left out, as file systems do.
class PathNames {
 public:
  /// `path` begins with '/' (or is empty) and must outlive this.
  explicit PathNames(std::string_view path) : rest_(path) {}

  /// Goes to the next name; false at the end.
  bool next();

  /// The current name, decoded once. Valid until the next call.
  std::string_view name() const { return name_; }

  /// The current name as it is written. Lives as long as the path.
  std::string_view written() const { return written_; }

  /// False when no file can have the current name: it holds a decoded '/' or a NUL.
  bool is_possible() const;

  /// What was not walked over yet, from its slash on.
  std::string_view rest() const { return rest_; }

  /// True when the path goes on with a slash after the current name.
  bool has_slash() const { return !rest_.empty(); }

 private:
  std::string_view rest_;
  std::string_view written_;
  std::string_view name_;
  std::string decoded_;
};

}  // namespace hrefkit::site
