#include "net/scripted_web.h"

#include <algorithm>
#include <utility>

#include "hrefkit/http/fields.h"
#include "hrefkit/url/url.h"

namespace hrefkit::test {

Reply ScriptedWeb::next_reply(net::Request const& request) {
  const std::string with_method = std::string(name_of(request.method)) + ' ' + request.url;
  for (std::string const& key : {with_method, request.url}) {
    const auto replies = replies_.find(key);
    if (replies == replies_.end()) continue;
    const std::size_t place = std::min(given_[key]++, replies->second.size() - 1);
    return replies->second[place];
  }
  if (!sequence_.empty()) return sequence_[next_in_sequence_++ % sequence_.size()];
  return {.status = 404};
}

void ScriptedWeb::start(net::Request request, net::AnswerSink& sink) {
  log += std::to_string(clock_.now.count()) + ' ' + std::string(name_of(request.method)) + ' ' +
         request.url;
  for (std::string const& name : logged_headers) {
    for (net::Header const& header : request.headers) {
      if (header.name == name) log += " [" + name + ": " + header.value + ']';
    }
  }
  log += '\n';
  Open open{.end = {}, .request = std::move(request), .sink = &sink, .reply = {}, .origin = {}};
  open.reply = next_reply(open.request);
  open.end = clock_.now + open.reply.takes;
  const auto url = url::Url::parse(open.request.url);
  open.origin = url ? url->origin() : "";
  open_.push_back(std::move(open));
  max_open = std::max(max_open, open_.size());
  auto const& origin = open_.back().origin;
  const auto count = static_cast<std::size_t>(std::count_if(
      open_.begin(), open_.end(), [&](Open const& each) { return each.origin == origin; }));
  max_open_of[origin] = std::max(max_open_of[origin], count);
}

void ScriptedWeb::cancel(net::AnswerSink& sink) {
  std::erase_if(open_, [&](Open const& each) { return each.sink == &sink; });
}

void ScriptedWeb::answer(Open const& open) {
  Reply const& reply = open.reply;
  net::AnswerSink& sink = *open.sink;
  if (reply.status != 0) {
    const auto fields = http::Fields::parse(reply.fields);
    bool wants = sink.head(reply.status, fields) && open.request.method == net::Method::get;
    // Two pieces: what is read must not depend on how it arrives.
    const std::string_view body = reply.body;
    for (const std::string_view piece :
         {body.substr(0, body.size() / 2), body.substr(body.size() / 2)}) {
      if (wants && !piece.empty()) wants = sink.body(piece);
    }
    if (!wants) return sink.done(net::Failure::none);
  }
  sink.done(reply.failure);
}

void ScriptedWeb::wait(std::chrono::milliseconds max) {
  auto until = clock_.now + max;
  for (Open const& each : open_) until = std::min(until, each.end);
  clock_.now = std::max(clock_.now, until);
  std::vector<Open> ended;
  for (std::size_t i = 0; i < open_.size();) {
    if (open_[i].end <= clock_.now) {
      ended.push_back(std::move(open_[i]));
      open_.erase(open_.begin() + static_cast<std::ptrdiff_t>(i));
    } else {
      ++i;
    }
  }
  for (Open const& each : ended) answer(each);
}

bool Pages::begin(net::BodyHead const& head) {
  ++begins;
  type = head.type;
  url = head.url;
  text.clear();
  return !refuses;
}

bool Pages::read(std::string_view bytes) {
  text += bytes;
  return until.empty() || text.find(until) == std::string::npos;
}

void Collected::finished(net::Series found) {
  const std::uint64_t token = found.token;
  series[token] = std::move(found);
  std::vector<net::Task> tasks;
  tasks.swap(more);
  for (net::Task& task : tasks) client->add(std::move(task));
}

void Collected::robots_known(std::string_view origin, net::Robots const& known) {
  robots += origin;
  for (std::string const& each : known.sitemaps()) robots += ' ' + each;
  robots += '\n';
}

std::string described(net::Series const& series) {
  const auto name = [&] {
    switch (series.end) {
      case net::End::accepted:
        return "accepted";
      case net::End::failed:
        return "failed";
      case net::End::wall:
        return "wall";
      case net::End::redirected:
        return "redirected";
      case net::End::redirect_scheme:
        return "redirect-scheme";
      case net::End::redirect_url:
        return "redirect-url";
      case net::End::redirect_limit:
        return "redirect-limit";
      case net::End::redirect_loop:
        return "redirect-loop";
      case net::End::excluded:
        return "excluded";
      case net::End::private_address:
        return "private";
      case net::End::robots:
        return "robots";
      case net::End::rate:
        return "rate";
      case net::End::unreachable:
        return "unreachable";
    }
    return "";
  };
  std::string text = name();
  text += " " + series.final_url + ":";
  for (std::size_t i = 0; i < series.hops.size(); ++i) {
    if (i != 0) text += " |";
    for (net::Attempt const& attempt : series.hops[i].attempts) {
      text += ' ';
      text += name_of(attempt.method);
      if (attempt.status != 0) text += ' ' + std::to_string(attempt.status);
      if (attempt.failure != net::Failure::none) {
        text += ' ';
        text += word(attempt.failure);
      }
    }
  }
  return text;
}

}  // namespace hrefkit::test
