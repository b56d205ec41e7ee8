// The only file that includes Beast: it compiles slowly.
#include "http/server.h"

#include <algorithm>
#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <cctype>
#include <optional>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

namespace croupier::http {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace bhttp = boost::beast::http;
using asio::ip::tcp;

// What all connections of one server share. It outlives them: they are destroyed with the context.
struct Shared {
  ServerOptions options;
  Handler handler;
  std::atomic<std::size_t> connections{0};
};

Request to_request(bhttp::request<bhttp::string_body>&& message) {
  Request request;
  request.method = std::string(message.method_string());
  request.target = std::string(message.target());
  for (const auto& field : message) {
    std::string name(field.name_string());
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    request.headers.push_back({std::move(name), std::string(field.value())});
  }
  request.body = std::move(message.body());
  return request;
}

Response call(const Handler& handler, const Request& request) {
  try {
    return handler(request);
  } catch (...) {
    return {.status = 500, .body = "internal error\n"};
  }
}

class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(tcp::socket socket, Shared& shared)
      : stream_(std::move(socket)), timer_(stream_.get_executor()), shared_(shared) {
    shared_.connections.fetch_add(1);
  }
  ~Connection() { shared_.connections.fetch_sub(1); }

  void start() {
    beast::error_code ignored;
    std::ignore = stream_.socket().set_option(tcp::no_delay(true), ignored);
    asio::dispatch(stream_.get_executor(), [self = shared_from_this()] { self->read(); });
  }

 private:
  void read() {
    parser_.emplace();
    parser_->header_limit(static_cast<std::uint32_t>(shared_.options.max_header_bytes));
    parser_->body_limit(shared_.options.max_body_bytes);
    stream_.expires_after(shared_.options.idle_timeout);
    bhttp::async_read(stream_, buffer_, *parser_,
                      [self = shared_from_this()](beast::error_code failure, std::size_t) {
                        self->on_read(failure);
                      });
  }

  void on_read(beast::error_code failure) {
    if (failure == bhttp::error::header_limit) return refuse(431, "header too large\n");
    if (failure == bhttp::error::body_limit) return refuse(413, "body too large\n");
    if (failure == bhttp::error::end_of_stream || failure == beast::error::timeout) return close();
    if (failure.category() == make_error_code(bhttp::error::bad_method).category()) {
      return refuse(400, "malformed request\n");
    }
    if (failure) return close();
    const bool keep_alive = parser_->keep_alive();
    const bool head = parser_->get().method() == bhttp::verb::head;
    Response response = call(shared_.handler, to_request(parser_->release()));
    if (response.delay.count() <= 0) return write(std::move(response), head, keep_alive);
    stream_.expires_never();  // the delay is the handler's wish, not idleness
    timer_.expires_after(response.delay);
    timer_.async_wait([self = shared_from_this(), response = std::move(response), head,
                       keep_alive](beast::error_code cancelled) mutable {
      if (!cancelled) self->write(std::move(response), head, keep_alive);
    });
  }

  void refuse(int status, const char* reason) {
    write({.status = status, .body = reason}, false, false);
  }

  void write(Response&& response, bool head, bool keep_alive) {
    message_.emplace(static_cast<bhttp::status>(response.status), 11u);
    for (const Header& header : response.headers) message_->insert(header.name, header.value);
    message_->keep_alive(keep_alive);
    // An answer to HEAD states the length of the body that it leaves out.
    message_->content_length(response.body.size());
    if (!head) message_->body() = std::move(response.body);
    stream_.expires_after(shared_.options.idle_timeout);
    bhttp::async_write(
        stream_, *message_,
        [self = shared_from_this(), keep_alive](beast::error_code failure, std::size_t) {
          if (failure || !keep_alive) return self->close();
          self->read();
        });
  }

  void close() {
    beast::error_code ignored;
    std::ignore = stream_.socket().shutdown(tcp::socket::shutdown_both, ignored);
  }

  beast::tcp_stream stream_;
  asio::steady_timer timer_;
  beast::flat_buffer buffer_;
  std::optional<bhttp::request_parser<bhttp::string_body>> parser_;
  std::optional<bhttp::response<bhttp::string_body>> message_;
  Shared& shared_;
};

}  // namespace

class Server::Impl {
 public:
  Impl(const ServerOptions& options, Handler handler)
      : shared_{options, std::move(handler)},
        context_(std::in_place, options.threads),
        acceptor_(std::in_place, *context_) {}
  ~Impl() { stop(); }

  Result<void> listen() {
    beast::error_code failure;
    const auto address = asio::ip::make_address(shared_.options.address, failure);
    if (failure) {
      return error(Code::kInvalidArgument,
                   "listen address \"" + shared_.options.address + "\" is no IP address");
    }
    const tcp::endpoint endpoint(address, shared_.options.port);
    const bool listens = !acceptor_->open(endpoint.protocol(), failure) &&
                         !acceptor_->set_option(tcp::acceptor::reuse_address(true), failure) &&
                         !acceptor_->bind(endpoint, failure) &&
                         !acceptor_->listen(asio::socket_base::max_listen_connections, failure);
    if (listens) port_ = acceptor_->local_endpoint(failure).port();
    if (failure) {
      return error(Code::kUnavailable, "cannot listen on " + shared_.options.address + ":" +
                                           std::to_string(shared_.options.port) + ": " +
                                           failure.message());
    }
    return {};
  }

  void run() {
    accept();
    for (int i = 0; i < shared_.options.threads; ++i) {
      threads_.emplace_back([this] { context_->run(); });
    }
  }

  void stop() {
    if (!context_) return;
    context_->stop();
    for (std::thread& thread : threads_) thread.join();
    acceptor_.reset();
    context_.reset();  // its waiting handlers own the connections
  }

  std::uint16_t port() const { return port_; }

 private:
  void accept() {
    acceptor_->async_accept(asio::make_strand(*context_),
                            [this](beast::error_code failure, tcp::socket socket) {
                              on_accept(failure, std::move(socket));
                            });
  }

  void on_accept(beast::error_code failure, tcp::socket socket) {
    if (failure == asio::error::operation_aborted) return;
    if (!failure && shared_.connections.load() < shared_.options.max_connections) {
      std::make_shared<Connection>(std::move(socket), shared_)->start();
    }
    accept();
  }

  Shared shared_;  // before the context, whose destruction destroys the connections
  std::optional<asio::io_context> context_;
  std::optional<tcp::acceptor> acceptor_;
  std::uint16_t port_ = 0;
  std::vector<std::thread> threads_;
};

Server::Server(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Server::~Server() = default;

Result<std::unique_ptr<Server>> Server::start(const ServerOptions& options, Handler handler) {
  if (options.threads < 1 || options.threads > 64) {
    return error(Code::kInvalidArgument,
                 "threads " + std::to_string(options.threads) + " is not in 1 to 64");
  }
  auto impl = std::make_unique<Impl>(options, std::move(handler));
  if (auto listening = impl->listen(); !listening) return tl::unexpected(listening.error());
  impl->run();
  return std::unique_ptr<Server>(new Server(std::move(impl)));
}

std::uint16_t Server::port() const {
  return impl_->port();
}
void Server::stop() {
  impl_->stop();
}

}  // namespace croupier::http
