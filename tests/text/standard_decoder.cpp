#include "text/standard_decoder.h"

#include <algorithm>
#include <memory>
#include <optional>

#include "hrefkit/text/encodings/codec.h"
#include "hrefkit/text/encodings/encoding_index.h"

namespace hrefkit::test {

namespace {

using text::Encoding;

/// A byte, or end-of-queue.
constexpr int end_of_queue = -1;

/// What a handler returns. `proceed` is the standard's "continue": what was read so far is a part
/// of what comes next.
struct Result {
  enum class Kind { proceed, finished, error, code_points } kind;
  std::u32string code_points = {};
};

Result proceed() {
  return {Result::Kind::proceed};
}
Result finished() {
  return {Result::Kind::finished};
}
Result error() {
  return {Result::Kind::error};
}
Result code_point(char32_t c) {
  return {Result::Kind::code_points, std::u32string(1, c)};
}

bool in(int byte, int first, int last) {
  return byte >= first && byte <= last;
}
bool is_ascii(int byte) {
  return in(byte, 0x00, 0x7F);
}

/// The I/O queue: bytes are restored by going back.
class Queue {
 public:
  explicit Queue(std::string_view bytes) : bytes_(bytes) {}

  int read() {
    const bool more = position_ < bytes_.size();
    const int byte = more ? static_cast<unsigned char>(bytes_[position_]) : end_of_queue;
    position_ += more;
    return byte;
  }
  void restore(std::size_t count) { position_ -= count; }
  std::size_t position() const { return position_; }

 private:
  std::string_view bytes_;
  std::size_t position_ = 0;
};

class Handler {
 public:
  virtual ~Handler() = default;
  virtual Result handle(Queue& queue, int byte) = 0;
};

class Utf8 : public Handler {
 public:
  Result handle(Queue& queue, int byte) override {
    if (byte == end_of_queue) {
      if (needed_ == 0) return finished();
      needed_ = 0;
      return error();
    }
    if (needed_ == 0) return first(byte);
    if (!in(byte, lower_, upper_)) {
      *this = {};
      queue.restore(1);
      return error();
    }
    lower_ = 0x80;
    upper_ = 0xBF;
    code_point_ = (code_point_ << 6) | static_cast<char32_t>(byte & 0x3F);
    if (++seen_ != needed_) return proceed();
    const char32_t c = code_point_;
    *this = {};
    return code_point(c);
  }

 private:
  Result first(int byte) {
    if (is_ascii(byte)) return code_point(static_cast<char32_t>(byte));
    if (in(byte, 0xC2, 0xDF)) {
      needed_ = 1;
      code_point_ = static_cast<char32_t>(byte & 0x1F);
    } else if (in(byte, 0xE0, 0xEF)) {
      if (byte == 0xE0) lower_ = 0xA0;
      if (byte == 0xED) upper_ = 0x9F;
      needed_ = 2;
      code_point_ = static_cast<char32_t>(byte & 0xF);
    } else if (in(byte, 0xF0, 0xF4)) {
      if (byte == 0xF0) lower_ = 0x90;
      if (byte == 0xF4) upper_ = 0x8F;
      needed_ = 3;
      code_point_ = static_cast<char32_t>(byte & 0x7);
    } else {
      return error();
    }
    return proceed();
  }

  char32_t code_point_ = 0;
  int seen_ = 0;
  int needed_ = 0;
  int lower_ = 0x80;
  int upper_ = 0xBF;
};

class SingleByte : public Handler {
 public:
  explicit SingleByte(Encoding encoding) : index_(text::single_byte_index(encoding)) {}

  Result handle(Queue&, int byte) override {
    if (byte == end_of_queue) return finished();
    if (is_ascii(byte)) return code_point(static_cast<char32_t>(byte));
    const char32_t c = index_.code_points[static_cast<std::size_t>(byte - 0x80)];
    return c == 0 ? error() : code_point(c);
  }

 private:
  text::SingleByteIndex const& index_;
};

class Gb18030 : public Handler {
 public:
  Result handle(Queue& queue, int byte) override {
    if (byte == end_of_queue) {
      if (first_ == 0 && second_ == 0 && third_ == 0) return finished();
      first_ = second_ = third_ = 0;
      return error();
    }
    if (third_ != 0) return fourth(queue, byte);
    if (second_ != 0) {
      if (in(byte, 0x81, 0xFE)) {
        third_ = byte;
        return proceed();
      }
      queue.restore(2);
      first_ = second_ = 0;
      return error();
    }
    if (first_ != 0) return second(queue, byte);
    if (is_ascii(byte)) return code_point(static_cast<char32_t>(byte));
    if (byte == 0x80) return code_point(0x20AC);
    if (!in(byte, 0x81, 0xFE)) return error();
    first_ = byte;
    return proceed();
  }

 private:
  Result second(Queue& queue, int byte) {
    if (in(byte, 0x30, 0x39)) {
      second_ = byte;
      return proceed();
    }
    const int leading = first_;
    first_ = 0;
    std::optional<int> pointer;
    const int offset = byte < 0x7F ? 0x40 : 0x41;
    if (in(byte, 0x40, 0x7E) || in(byte, 0x80, 0xFE)) {
      pointer = (leading - 0x81) * 190 + (byte - offset);
    }
    const char32_t c =
        pointer ? text::index_gb18030().code_point(static_cast<std::size_t>(*pointer)) : 0;
    if (c != 0) return code_point(c);
    if (is_ascii(byte)) queue.restore(1);
    return error();
  }

  Result fourth(Queue& queue, int byte) {
    if (!in(byte, 0x30, 0x39)) {
      queue.restore(3);
      first_ = second_ = third_ = 0;
      return error();
    }
    const char32_t c =
        ranges_code_point((first_ - 0x81) * (10 * 126 * 10) + (second_ - 0x30) * (10 * 126) +
                          (third_ - 0x81) * 10 + byte - 0x30);
    first_ = second_ = third_ = 0;
    return c == 0 ? error() : code_point(c);
  }

  static char32_t ranges_code_point(int pointer) {
    if (in(pointer, 39420, 188999) || pointer > 1237575) return 0;
    if (pointer == 7457) return 0xE7C7;
    text::Gb18030Range range{};
    for (text::Gb18030Range const& candidate : text::gb18030_ranges) {
      if (candidate.pointer <= static_cast<unsigned>(pointer)) range = candidate;
    }
    return range.code_point + static_cast<char32_t>(pointer) - range.pointer;
  }

  int first_ = 0;
  int second_ = 0;
  int third_ = 0;
};

/// Big5, EUC-KR and Shift_JIS: a leading byte and one more.
class TwoBytes : public Handler {
 public:
  Result handle(Queue& queue, int byte) override {
    if (byte == end_of_queue) {
      if (leading_ == 0) return finished();
      leading_ = 0;
      return error();
    }
    if (leading_ == 0) return first(byte);
    const int leading = leading_;
    leading_ = 0;
    const std::u32string characters = second(leading, byte);
    if (!characters.empty()) return {Result::Kind::code_points, characters};
    if (is_ascii(byte)) queue.restore(1);
    return error();
  }

 protected:
  virtual Result first(int byte) = 0;
  /// The code points of two bytes, or none.
  virtual std::u32string second(int leading, int byte) = 0;

  Result lead(int byte) {
    leading_ = byte;
    return proceed();
  }
  static std::u32string at(text::Index const& index, int pointer) {
    const char32_t c = index.code_point(static_cast<std::size_t>(pointer));
    return c == 0 ? std::u32string() : std::u32string(1, c);
  }

 private:
  int leading_ = 0;
};

class Big5 : public TwoBytes {
  Result first(int byte) override {
    if (is_ascii(byte)) return code_point(static_cast<char32_t>(byte));
    return in(byte, 0x81, 0xFE) ? lead(byte) : error();
  }
  std::u32string second(int leading, int byte) override {
    const int offset = byte < 0x7F ? 0x40 : 0x62;
    if (!in(byte, 0x40, 0x7E) && !in(byte, 0xA1, 0xFE)) return {};
    const int pointer = (leading - 0x81) * 157 + (byte - offset);
    if (pointer == 1133) return U"\u00CA\u0304";
    if (pointer == 1135) return U"\u00CA\u030C";
    if (pointer == 1164) return U"\u00EA\u0304";
    if (pointer == 1166) return U"\u00EA\u030C";
    return at(text::index_big5(), pointer);
  }
};

class EucKr : public TwoBytes {
  Result first(int byte) override {
    if (is_ascii(byte)) return code_point(static_cast<char32_t>(byte));
    return in(byte, 0x81, 0xFE) ? lead(byte) : error();
  }
  std::u32string second(int leading, int byte) override {
    if (!in(byte, 0x41, 0xFE)) return {};
    return at(text::index_euc_kr(), (leading - 0x81) * 190 + (byte - 0x41));
  }
};

class ShiftJis : public TwoBytes {
  Result first(int byte) override {
    if (is_ascii(byte) || byte == 0x80) return code_point(static_cast<char32_t>(byte));
    if (in(byte, 0xA1, 0xDF)) return code_point(static_cast<char32_t>(0xFF61 - 0xA1 + byte));
    return in(byte, 0x81, 0x9F) || in(byte, 0xE0, 0xFC) ? lead(byte) : error();
  }
  std::u32string second(int leading, int byte) override {
    const int offset = byte < 0x7F ? 0x40 : 0x41;
    const int leading_offset = leading < 0xA0 ? 0x81 : 0xC1;
    if (!in(byte, 0x40, 0x7E) && !in(byte, 0x80, 0xFC)) return {};
    const int pointer = (leading - leading_offset) * 188 + byte - offset;
    if (in(pointer, 8836, 10715)) {
      return std::u32string(1, static_cast<char32_t>(0xE000 - 8836 + pointer));
    }
    return at(text::index_jis0208(), pointer);
  }
};

class EucJp : public Handler {
 public:
  Result handle(Queue& queue, int byte) override {
    if (byte == end_of_queue) {
      if (leading_ == 0) return finished();
      leading_ = 0;
      return error();
    }
    if (leading_ == 0x8E && in(byte, 0xA1, 0xDF)) {
      leading_ = 0;
      return code_point(static_cast<char32_t>(0xFF61 - 0xA1 + byte));
    }
    if (leading_ == 0x8F && in(byte, 0xA1, 0xFE)) {
      jis0212_ = true;
      leading_ = byte;
      return proceed();
    }
    if (leading_ != 0) return second(queue, byte);
    if (is_ascii(byte)) return code_point(static_cast<char32_t>(byte));
    if (byte != 0x8E && byte != 0x8F && !in(byte, 0xA1, 0xFE)) return error();
    leading_ = byte;
    return proceed();
  }

 private:
  Result second(Queue& queue, int byte) {
    const int leading = leading_;
    leading_ = 0;
    char32_t c = 0;
    if (in(leading, 0xA1, 0xFE) && in(byte, 0xA1, 0xFE)) {
      text::Index const& index = jis0212_ ? text::index_jis0212() : text::index_jis0208();
      c = index.code_point(static_cast<std::size_t>((leading - 0xA1) * 94 + byte - 0xA1));
    }
    jis0212_ = false;
    if (c != 0) return code_point(c);
    if (is_ascii(byte)) queue.restore(1);
    return error();
  }

  bool jis0212_ = false;
  int leading_ = 0;
};

class Iso2022Jp : public Handler {
 public:
  Result handle(Queue& queue, int byte) override {
    switch (state_) {
      case State::ascii:
      case State::roman:
        return single(byte);
      case State::katakana:
        if (byte == 0x1B) return start_escape();
        if (byte == end_of_queue) return finished();
        output_ = false;
        return in(byte, 0x21, 0x5F) ? code_point(static_cast<char32_t>(0xFF61 - 0x21 + byte))
                                    : error();
      case State::leading_byte:
        if (byte == 0x1B) return start_escape();
        if (byte == end_of_queue) return finished();
        output_ = false;
        if (!in(byte, 0x21, 0x7E)) return error();
        leading_ = byte;
        state_ = State::trailing_byte;
        return proceed();
      case State::trailing_byte:
        return trailing(queue, byte);
      case State::escape_start:
        if (byte == 0x24 || byte == 0x28) {
          leading_ = byte;
          state_ = State::escape;
          return proceed();
        }
        if (byte != end_of_queue) queue.restore(1);
        output_ = false;
        state_ = output_state_;
        return error();
      case State::escape:
        return escape(queue, byte);
    }
    return finished();
  }

 private:
  enum class State { ascii, roman, katakana, leading_byte, trailing_byte, escape_start, escape };

  Result start_escape() {
    state_ = State::escape_start;
    return proceed();
  }

  Result single(int byte) {
    if (byte == 0x1B) return start_escape();
    if (byte == end_of_queue) return finished();
    output_ = false;
    if (state_ == State::roman && byte == 0x5C) return code_point(0x00A5);
    if (state_ == State::roman && byte == 0x7E) return code_point(0x203E);
    if (is_ascii(byte) && byte != 0x0E && byte != 0x0F) {
      return code_point(static_cast<char32_t>(byte));
    }
    return error();
  }

  Result trailing(Queue& queue, int byte) {
    state_ = State::leading_byte;
    if (byte == 0x1B) {
      // The standard goes on to escape start itself; here the byte shall not belong to the error.
      queue.restore(1);
      return error();
    }
    if (!in(byte, 0x21, 0x7E)) return error();
    const int pointer = (leading_ - 0x21) * 94 + byte - 0x21;
    const char32_t c = text::index_jis0208().code_point(static_cast<std::size_t>(pointer));
    return c == 0 ? error() : code_point(c);
  }

  Result escape(Queue& queue, int byte) {
    const int leading = leading_;
    leading_ = 0;
    std::optional<State> state;
    if (leading == 0x28 && byte == 0x42) state = State::ascii;
    if (leading == 0x28 && byte == 0x4A) state = State::roman;
    if (leading == 0x28 && byte == 0x49) state = State::katakana;
    if (leading == 0x24 && (byte == 0x40 || byte == 0x42)) state = State::leading_byte;
    if (state) {
      state_ = output_state_ = *state;
      const bool output = output_;
      output_ = true;
      return output ? error() : proceed();  // its bytes count to what comes behind it
    }
    queue.restore(byte == end_of_queue ? 1 : 2);
    output_ = false;
    state_ = output_state_;
    return error();
  }

  State state_ = State::ascii;
  State output_state_ = State::ascii;
  int leading_ = 0;
  bool output_ = false;
};

class Replacement : public Handler {
 public:
  Result handle(Queue& queue, int byte) override {
    if (byte == end_of_queue) return finished();
    // The rest of the queue is never read: it belongs to the one error.
    while (queue.read() != end_of_queue) {
    }
    return error();
  }
};

class Utf16 : public Handler {
 public:
  explicit Utf16(bool big_endian) : big_endian_(big_endian) {}

  Result handle(Queue& queue, int byte) override {
    if (byte == end_of_queue) {
      if (!leading_byte_ && !leading_surrogate_) return finished();
      leading_byte_.reset();
      leading_surrogate_.reset();
      return error();
    }
    if (!leading_byte_) {
      leading_byte_ = byte;
      return proceed();
    }
    const auto unit = static_cast<char32_t>(big_endian_ ? (*leading_byte_ << 8) + byte
                                                        : (byte << 8) + *leading_byte_);
    leading_byte_.reset();
    if (leading_surrogate_) {
      const char32_t leading = *leading_surrogate_;
      leading_surrogate_.reset();
      if (unit >= 0xDC00 && unit <= 0xDFFF) {
        return code_point(0x10000 + ((leading - 0xD800) << 10) + (unit - 0xDC00));
      }
      queue.restore(2);
      return error();
    }
    if (unit >= 0xD800 && unit <= 0xDBFF) {
      leading_surrogate_ = unit;
      return proceed();
    }
    return unit >= 0xDC00 && unit <= 0xDFFF ? error() : code_point(unit);
  }

 private:
  bool big_endian_;
  std::optional<int> leading_byte_;
  std::optional<char32_t> leading_surrogate_;
};

class XUserDefined : public Handler {
 public:
  Result handle(Queue&, int byte) override {
    if (byte == end_of_queue) return finished();
    return code_point(static_cast<char32_t>(is_ascii(byte) ? byte : 0xF780 + byte - 0x80));
  }
};

std::unique_ptr<Handler> handler_of(Encoding encoding) {
  switch (encoding) {
    case Encoding::utf_8:
      return std::make_unique<Utf8>();
    case Encoding::gbk:
    case Encoding::gb18030:
      return std::make_unique<Gb18030>();
    case Encoding::big5:
      return std::make_unique<Big5>();
    case Encoding::euc_jp:
      return std::make_unique<EucJp>();
    case Encoding::iso_2022_jp:
      return std::make_unique<Iso2022Jp>();
    case Encoding::shift_jis:
      return std::make_unique<ShiftJis>();
    case Encoding::euc_kr:
      return std::make_unique<EucKr>();
    case Encoding::replacement:
      return std::make_unique<Replacement>();
    case Encoding::utf_16be:
      return std::make_unique<Utf16>(true);
    case Encoding::utf_16le:
      return std::make_unique<Utf16>(false);
    case Encoding::x_user_defined:
      return std::make_unique<XUserDefined>();
    default:
      return std::make_unique<SingleByte>(encoding);
  }
}

}  // namespace

std::vector<DecodedPiece> decode_by_the_standard(std::string_view bytes, Encoding encoding) {
  std::vector<DecodedPiece> pieces;
  Queue queue(bytes);
  const auto handler = handler_of(encoding);
  std::size_t begin = 0;
  while (true) {
    Result result = handler->handle(queue, queue.read());
    if (result.kind == Result::Kind::finished) return pieces;
    if (result.kind == Result::Kind::proceed) continue;
    const bool is_error = result.kind == Result::Kind::error;
    if (is_error) result.code_points = U"\uFFFD";
    pieces.push_back({std::move(result.code_points), begin, queue.position(), is_error});
    begin = queue.position();
  }
}

}  // namespace hrefkit::test
