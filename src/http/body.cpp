#include "hrefkit/http/body.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "hrefkit/http/codings/coding.h"

namespace hrefkit::http {

namespace {

/// A longer list of codings is an attack: real bodies have one or two.
constexpr std::size_t max_codings = 16;

void undo_one(Coding coding, std::string& body, std::string& spare, std::size_t limit,
              BodyNotes& notes) {
  switch (coding) {
    case Coding::identity:
      return;
    case Coding::unknown:
      notes.unknown_coding = true;
      return;
    case Coding::chunked:
      notes.ended_early |= undo_chunked(body) == Chunks::cut;
      return;
    case Coding::gzip:
    case Coding::deflate:
    case Coding::brotli:
    case Coding::zstd:
      break;
  }
  const Decoded result = undo(coding, body, spare, limit);
  notes.ended_early |= result == Decoded::cut;
  notes.damaged |= result == Decoded::broken;
  notes.wrong_checksum |= result == Decoded::wrong_checksum;
  notes.over_limit |= result == Decoded::limited;
  if (result != Decoded::missing) body.swap(spare);
}

/// The codings of a field, in the order in which they were applied.
std::vector<Coding> codings_of(Fields const& fields, std::string_view name) {
  const auto value = fields.joined(name);
  std::vector<Coding> codings = value ? codings_in(*value) : std::vector<Coding>();
  if (codings.size() > max_codings) codings.assign(1, Coding::unknown);
  return codings;
}

void undo_field(Fields const& fields, std::string_view name, std::string& body, std::string& spare,
                std::size_t limit, BodyNotes& notes) {
  const std::vector<Coding> codings = codings_of(fields, name);
  for (auto coding = codings.rbegin(); coding != codings.rend(); ++coding) {
    undo_one(*coding, body, spare, limit, notes);
    if (*coding == Coding::unknown) return;
  }
}

}  // namespace

BodyNotes undo_codings(Fields const& fields, std::string& body, std::string& spare,
                       std::size_t limit) {
  BodyNotes notes;
  undo_field(fields, "Transfer-Encoding", body, spare, limit, notes);
  undo_field(fields, "Content-Encoding", body, spare, limit, notes);
  return notes;
}

BodyNotes undo_content_codings(Fields const& fields, std::string& body, std::string& spare,
                               std::size_t limit) {
  BodyNotes notes;
  undo_field(fields, "Content-Encoding", body, spare, limit, notes);
  return notes;
}

bool has_content_coding(Fields const& fields) {
  const std::vector<Coding> codings = codings_of(fields, "Content-Encoding");
  return std::any_of(codings.begin(), codings.end(),
                     [](Coding coding) { return coding != Coding::identity; });
}

Front undo_codings_of_front(Fields const& fields, std::string_view body, std::string& text,
                            std::string& spare, std::size_t limit, BodyNotes& notes) {
  notes = {};
  text.assign(body.substr(0, 0));
  std::vector<Coding> codings = codings_of(fields, "Content-Encoding");
  std::string_view input = body;  // what the next coding reads: `body`, then `spare`
  for (auto coding = codings.rbegin(); coding != codings.rend(); ++coding) {
    if (*coding == Coding::identity) continue;
    if (*coding == Coding::unknown) {
      notes.unknown_coding = true;
      break;
    }
    // Content-Encoding never names chunked, and an empty front says nothing yet.
    if (*coding == Coding::chunked || input.empty()) return Front::unclear;
    const Decoded result = undo(*coding, input, text, limit, Part::front);
    if (result == Decoded::unclear) return Front::unclear;
    if (result == Decoded::missing) continue;
    notes.damaged |= result == Decoded::broken;
    notes.wrong_checksum |= result == Decoded::wrong_checksum;
    notes.over_limit |= result == Decoded::limited;
    text.swap(spare);
    input = spare;
  }
  text.assign(input.substr(0, limit));
  return Front::decoded;
}

}  // namespace hrefkit::http
