// The table of rows, rows.def, as bindings read it. The compiler compares it with the structs of
// c.h.
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <type_traits>

#include "hrefkit/c/c.h"

namespace {

constexpr std::uint8_t optional = HREFKIT_FIELD_OPTIONAL;
constexpr std::uint8_t sparse = HREFKIT_FIELD_SPARSE;
constexpr std::uint8_t filled = HREFKIT_FIELD_FILLED;
constexpr std::uint8_t requested = HREFKIT_FIELD_REQUESTED;

/// The size of a field in its struct, if a member of this C++ type can have the type of the table.
template <class Member>
consteval std::uint16_t size_of(std::uint8_t type) {
  constexpr bool is_rows = std::is_pointer_v<Member>;
  const bool fits = std::is_same_v<Member, hrefkit_view>    ? type <= HREFKIT_FIELD_BYTES
                    : std::is_same_v<Member, std::uint8_t>  ? type - HREFKIT_FIELD_KIND <= 5
                    : std::is_same_v<Member, std::uint32_t> ? type == HREFKIT_FIELD_U32
                    : std::is_same_v<Member, std::int32_t>  ? type == HREFKIT_FIELD_I32
                    : std::is_same_v<Member, std::uint64_t> ? type == HREFKIT_FIELD_U64
                    : std::is_same_v<Member, hrefkit_pair const*>
                        ? type == HREFKIT_FIELD_PAIRS
                        : is_rows && type == HREFKIT_FIELD_ROWS;
  if (!fits) throw "the member has another type";
  if constexpr (is_rows) return sizeof(void*) + sizeof(std::size_t);
  return sizeof(std::conditional_t<is_rows, char, Member>);
}

#define ROW(kind, type, padding, doc)             \
  namespace row_##kind {                          \
    using Row = type;                             \
    constexpr std::size_t padding_size = padding; \
    constexpr hrefkit_field fields[] = {
#define FIELD(member, type, flags, order, key, doc)      \
  {#member,                                              \
   doc,                                                  \
   offsetof(Row, member),                                \
   size_of<decltype(Row::member)>(HREFKIT_FIELD_##type), \
   HREFKIT_FIELD_##type,                                 \
   flags,                                                \
   order,                                                \
   key},
#define END_ROW \
  }             \
  ;             \
  }
#include "hrefkit/c/rows.def"
#undef ROW
#undef FIELD
#undef END_ROW

/// With the padding, the fields are the struct.
template <std::size_t count>
consteval hrefkit_row_type row_type(char const* name, char const* doc, std::size_t size,
                                    hrefkit_field const (&fields)[count], std::size_t padding) {
  for (hrefkit_field const& field : fields) padding += field.size;
  if (padding != size) throw "a member of the struct is not in the table";
  return {name, doc, fields, count, size};
}

constexpr hrefkit_row_type row_types[] = {
#define ROW(kind, type, padding, doc) \
  row_type(#type, doc, sizeof(type), row_##kind::fields, padding),
#define FIELD(member, type, flags, order, key, doc)
#define END_ROW
#include "hrefkit/c/rows.def"
};
static_assert(std::size(row_types) == HREFKIT_ROW_CAPTURE + 1);

}  // namespace

const hrefkit_row_type* hrefkit_row_fields(uint32_t row) noexcept {
  return row < std::size(row_types) ? &row_types[row] : nullptr;
}
