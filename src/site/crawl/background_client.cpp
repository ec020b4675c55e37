#include "hrefkit/site/crawl/background_client.h"

#include <iterator>
#include <system_error>

namespace hrefkit::site {

namespace {

/// The number of answers that wakes a waiting caller.
constexpr std::size_t many_answers = 16;
/// While the client has fewer tasks than this, any answer wakes a waiting caller.
constexpr std::size_t few_tasks = 16;

constexpr std::chrono::milliseconds step_time{250};

template <typename Value>
void append(std::vector<Value>& to, std::vector<Value>& from) {
  if (to.empty()) return to.swap(from);
  to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
  from.clear();
}

}  // namespace

BackgroundClient::BackgroundClient(net::ClientOptions options, net::Transport& transport,
                                   net::Clock const& clock, net::Listener& listener, Asking asking,
                                   Watch watch)
    : client_(std::move(options), transport, clock, *this),
      transport_(transport),
      listener_(listener),
      watch_(std::move(watch)) {
  if (asking == Asking::within_step) return;
  try {
    thread_ = std::thread([this] { work(); });
  } catch (std::system_error const&) {  // no more threads: `step` asks
  }
}

void BackgroundClient::add(net::Task task) {
  ++unanswered_;
  new_orders_.tasks.push_back(std::move(task));
}

void BackgroundClient::request_robots(std::string_view origin) {
  ++unanswered_;
  new_orders_.robots.emplace_back(origin);
}

void BackgroundClient::finished(net::Series series) {
  new_answers_.series.push_back(std::move(series));
}

void BackgroundClient::robots_known(std::string_view origin, net::Robots const& robots) {
  new_answers_.robots.emplace_back(origin, robots);
}

/// Whether a caller that waits is to go on. The mutex is locked.
bool BackgroundClient::is_enough() const {
  return answers_.size() >= many_answers || (answers_.size() != 0 && pending_ < few_tasks) ||
         failure_ != nullptr;
}

bool BackgroundClient::step(std::chrono::milliseconds max) {
  Answers answers;
  if (!thread_.joinable()) {
    submit(new_orders_);
    const bool goes_on = client_.step(max);
    if (watch_) watch_(client_);
    std::swap(answers, new_answers_);
    notify(answers);
    return goes_on;
  }
  if (unanswered_ == 0) return false;
  {
    std::unique_lock lock(mutex_);
    if (!new_orders_.empty()) {
      const bool was_short = pending_ + orders_.tasks.size() < few_tasks;
      append(orders_.tasks, new_orders_.tasks);
      append(orders_.robots, new_orders_.robots);
      if (was_short) {
        asker_.notify_one();
        transport_.wake();
      }
    }
    if (answers_.size() == 0 && failure_ == nullptr) {
      caller_waits_ = true;
      caller_.wait_for(lock, max, [this] { return is_enough(); });
      caller_waits_ = false;
    }
    if (failure_) {
      lock.unlock();
      thread_.join();  // it has ended
      std::rethrow_exception(std::exchange(failure_, nullptr));
    }
    std::swap(answers, answers_);
  }
  unanswered_ -= answers.size();
  notify(answers);
  return true;
}

void BackgroundClient::notify(Answers& answers) {
  for (auto const& [origin, robots] : answers.robots) listener_.robots_known(origin, robots);
  for (net::Series& series : answers.series) listener_.finished(std::move(series));
}

void BackgroundClient::stop() {
  if (thread_.joinable()) {
    {
      const std::lock_guard lock(mutex_);
      is_stopped_ = true;
    }
    asker_.notify_one();
    transport_.wake();
    thread_.join();
  }
  client_.cancel();
}

// The asking thread

void BackgroundClient::submit(Orders& orders) {
  for (std::string const& origin : orders.robots) client_.request_robots(origin);
  for (net::Task& task : orders.tasks) client_.add(std::move(task));
  orders.robots.clear();
  orders.tasks.clear();
}

void BackgroundClient::work() {
  try {
    ask();
  } catch (...) {
    const std::lock_guard lock(mutex_);
    failure_ = std::current_exception();
    caller_.notify_one();
  }
}

void BackgroundClient::ask() {
  Orders orders;
  bool goes_on = false;
  while (true) {
    {
      std::unique_lock lock(mutex_);
      append(answers_.series, new_answers_.series);
      append(answers_.robots, new_answers_.robots);
      pending_ = client_.pending();
      if (caller_waits_ && is_enough()) caller_.notify_one();
      if (!goes_on) {
        asker_.wait(lock, [this] { return is_stopped_ || !orders_.empty(); });
      }
      if (is_stopped_) return;
      std::swap(orders, orders_);
      pending_ += orders.tasks.size();
    }
    submit(orders);
    goes_on = client_.step(step_time);
    if (watch_) watch_(client_);
  }
}

}  // namespace hrefkit::site
