#include <algorithm>

#include "hrefkit/cli/io/documents.h"
#include "hrefkit/cli/io/packed.h"
#include "hrefkit/site/input_folder.h"

namespace hrefkit::cli {

namespace {

/// Opens the folder of an input again: this is another process.
void open_folder(std::string const& path, site::OpenFolder::Identity identity, DocumentJob& job) {
  auto folder = site::InputFolder::open(path);
  if (!folder) {
    job.error = folder.error();
  } else if ((*folder)->identity() != identity) {
    job.error = "another folder has come to the place of " + path;
  } else {
    job.input.folder = *std::move(folder);
  }
}

}  // namespace

std::string pack_input(DocumentJob const& job) {
  Packer out;
  out.text(job.input.path);
  out.text(job.input.url);
  out.text(job.input.relative);
  out.number(static_cast<std::uint64_t>(job.input.content_type));
  out.number(job.input.is_type_known);
  out.number(job.input.is_named);
  out.text(job.input.place);
  const bool has_folder = job.input.folder != nullptr;
  out.text(has_folder ? job.input.folder->path() : "");
  out.number(has_folder ? job.input.folder->identity().first : 0);
  out.number(has_folder ? job.input.folder->identity().second : 0);
  out.text(job.error);
  return std::string(out.view());
}

void unpack_input(std::string_view packed, DocumentJob& job) {
  Unpacker in(packed);
  job.input.path = in.text();
  job.input.url = in.text();
  job.input.relative = in.text();
  job.input.content_type = static_cast<html::ContentType>(in.number());
  job.input.is_type_known = in.number() != 0;
  job.input.is_named = in.number() != 0;
  job.input.place = in.text();
  const std::string folder(in.text());
  const std::uintmax_t device = in.number();
  const std::uintmax_t inode = in.number();
  job.error = in.text();
  if (!folder.empty() && job.error.empty()) open_folder(folder, {device, inode}, job);
}

std::string pack_findings(DocumentJob const& job) {
  Packer out;
  out.text(job.error);
  out.text(job.skipped);
  out.number(job.warnings.size());
  for (std::string const& warning : job.warnings) out.text(warning);
  // Notes without places are those of a document that was not read to its end.
  const std::size_t notes = std::min(job.notes.size(), job.note_places.size());
  for (std::size_t i = 0; i < notes; ++i) {
    out.number(static_cast<std::uint64_t>(job.notes[i].kind));
    out.text(job.notes[i].message);
    out.text(job.note_places[i]);
  }
  return std::string(out.view());
}

void unpack_findings(std::string_view packed, DocumentJob& job) {
  Unpacker in(packed);
  job.error = in.text();
  job.skipped = in.text();
  job.warnings.clear();
  for (std::uint64_t count = in.number(); count > 0 && !in.at_end(); --count) {
    job.warnings.emplace_back(in.text());
  }
  job.notes.clear();
  job.note_places.clear();
  while (!in.at_end()) {
    html::Note note;
    note.kind = static_cast<html::NoteKind>(in.number());
    note.message = in.text();
    job.notes.push_back(std::move(note));
    job.note_places.emplace_back(in.text());
  }
}

}  // namespace hrefkit::cli
