// libmicrohttpd, and Swift's way around its variadic functions.
#include <microhttpd.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static size_t web_keep_escapes(void *context, struct MHD_Connection *connection, char *text) {
  (void)context;
  (void)connection;
  return strlen(text);
}

// Who is told the status with which the library itself refuses a request.
struct web_refusal_receiver {
  void (*refused)(void *context, unsigned int status);
  void *context;
};

static void web_log(void *receiver, const char *format, va_list arguments) {
  static const char refusal[] = "Error processing request (HTTP response code is %u";
  if (strncmp(format, refusal, sizeof refusal - 1) != 0) return;
  const struct web_refusal_receiver *told = receiver;
  told->refused(told->context, va_arg(arguments, unsigned int));
}

// A daemon without a thread, a time-out or a listening socket of its own.
static inline struct MHD_Daemon *web_start_daemon(
    MHD_AccessHandlerCallback handler, void *(*request_line)(void *, const char *, struct MHD_Connection *),
    MHD_RequestCompletedCallback completed, MHD_NotifyConnectionCallback connection,
    struct web_refusal_receiver *receiver, void *context, size_t memory, unsigned int connections) {
  return MHD_start_daemon(
      MHD_USE_EPOLL | MHD_USE_NO_LISTEN_SOCKET | MHD_USE_ERROR_LOG, 0, NULL, NULL, handler, context,
      // First, because the options after it may already have something to say.
      MHD_OPTION_EXTERNAL_LOGGER, web_log, receiver,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, memory, MHD_OPTION_CONNECTION_LIMIT, connections,
      MHD_OPTION_URI_LOG_CALLBACK, request_line, context,
      MHD_OPTION_UNESCAPE_CALLBACK, web_keep_escapes, NULL,
      MHD_OPTION_NOTIFY_COMPLETED, completed, context,
      MHD_OPTION_NOTIFY_CONNECTION, connection, context, MHD_OPTION_END);
}

static inline int web_epoll_descriptor(struct MHD_Daemon *daemon) {
  return MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd;
}

static inline int web_socket(struct MHD_Connection *connection) {
  return MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
}

static inline void *web_socket_context(struct MHD_Connection *connection) {
  return MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT)->socket_context;
}

static inline size_t web_head_size(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
  return info == NULL ? 0 : info->header_size;
}
