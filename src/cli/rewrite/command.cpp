#include "hrefkit/cli/rewrite/command.h"

#include <array>
#include <string>

namespace hrefkit::cli {

namespace {

/// What --backup adds to the name of a file.
Parsed<std::string> parse_suffix(std::string const& text) {
  if (text.empty()) return tl::unexpected<std::string>("the suffix is empty");
  if (text.find('/') != std::string::npos) {
    return tl::unexpected<std::string>("a suffix holds no '/'");
  }
  return text;
}

}  // namespace

template <>
std::span<Choice<html::UrlForm> const> choices<html::UrlForm>() {
  using html::UrlForm;
  static constexpr std::array<Choice<UrlForm>, 3> table{
      {{UrlForm::absolute, "absolute"},
       {UrlForm::relative, "relative"},
       {UrlForm::root_relative, "root-relative"}}};
  return table;
}

template <>
std::span<Choice<Verify> const> choices<Verify>() {
  static constexpr std::array<Choice<Verify>, 2> table{{{Verify::on, "on"}, {Verify::off, "off"}}};
  return table;
}

void add_options(OptionSet& options, RewriteCommand& command) {
  add_input_options(options, command.common, OptionId::exclude_file_path);
  add_link_options(options, command.common);
  options.list(OptionId::index_written, command.index);
  options.list(OptionId::extensions_written, command.extensions);
  options.choice(OptionId::engine, command.engine);
  options.choices_list(OptionId::kinds, command.kinds);
  options.list(OptionId::elements, command.elements);
  options.texts(OptionId::exclude_url, command.exclude);
  options.choice(OptionId::to, command.to);
  options.texts(OptionId::rebase, command.rebase);
  options.text(OptionId::map, command.map);
  options.flag(OptionId::drop_base, command.drop_base);
  options.flag(OptionId::drop_xml_base, command.drop_xml_base);
  options.text(OptionId::move_to, command.move_to);
  options.list(OptionId::keep, command.keep);
  options.text(OptionId::local, command.local);
  options.text(OptionId::output_folder, command.output);
  options.flag(OptionId::copy_assets, command.copy_assets);
  options.flag(OptionId::in_place, command.in_place);
  options.parsed(OptionId::backup, command.backup, parse_suffix);
  options.flag(OptionId::dry_run, command.dry_run);
  options.flag(OptionId::diff, command.diff);
  options.choice(OptionId::edit_format, command.format);
  options.choice(OptionId::verify, command.verify);
  add_running_options(options, command.common);
}

}  // namespace hrefkit::cli
