// JSON written one value at a time.
//
//   JsonWriter json(out);
//   json.begin_object();
//   json.member("line", std::size_t{3});
//   json.key("url");
//   json.null();
//   json.end_object();
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace hrefkit::cli {

/// Appends JSON to a string, with the commas where they belong. What is written is what its caller
/// makes of it: keys in objects, each with a value, and ends for all beginnings.
class JsonWriter {
 public:
  explicit JsonWriter(std::string& out) : out_(out) {}

  void begin_object() { begin('{'); }
  void end_object() { end('}'); }
  void begin_array() { begin('['); }
  void end_array() { end(']'); }
  void key(std::string_view name);

  void string(std::string_view text);  ///< valid UTF-8
  void number(std::size_t value);
  void boolean(bool value);
  void null();

  // Members of an object: a key and its value.
  void member(std::string_view name, std::string_view text);
  void member(std::string_view name, char const* text) { member(name, std::string_view(text)); }
  void member(std::string_view name, std::size_t value);
  void member(std::string_view name, bool value);
  void member_or_null(std::string_view name, std::optional<std::string> const& text);

 private:
  void begin(char bracket);
  void end(char bracket);
  void separate();

  std::string& out_;
  bool comma_ = false;  // the next value comes after another
};

}  // namespace hrefkit::cli
