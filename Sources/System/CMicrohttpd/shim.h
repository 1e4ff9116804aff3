// libmicrohttpd, Swift's way around its variadic functions, and the GnuTLS that it encrypts with.
#include <errno.h>
#include <fcntl.h>
#include <gnutls/gnutls.h>
#include <microhttpd.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

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

// Takes the query from a target that was copied. Each of its parameters would have the library keep a
// record, and at some 370 its memory ends, and the connection with it; nobody asks for these records.
static inline void web_drop_query(const char *target) {
  char *query = strchr((char *)target, '?');
  if (query != NULL) query[1] = 0;
}

// A daemon without a thread, a time-out or a listening socket of its own; it encrypts where it is given
// a key and a certificate, as texts in PEM that must outlive it.
static inline struct MHD_Daemon *web_start_daemon(
    MHD_AccessHandlerCallback handler, void *(*request_line)(void *, const char *, struct MHD_Connection *),
    MHD_RequestCompletedCallback completed, MHD_NotifyConnectionCallback connection,
    struct web_refusal_receiver *receiver, void *context, size_t memory, unsigned int connections,
    const char *key, const char *certificate) {
  struct MHD_OptionItem plain[] = {{MHD_OPTION_END, 0, NULL}};
  struct MHD_OptionItem encrypted[] = {
      {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)key},
      {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)certificate},
      {MHD_OPTION_HTTPS_PRIORITIES, 0, "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2"},
      {MHD_OPTION_END, 0, NULL}};
  return MHD_start_daemon(
      MHD_USE_EPOLL | MHD_USE_NO_LISTEN_SOCKET | MHD_USE_ERROR_LOG | (key ? MHD_USE_TLS : 0), 0, NULL, NULL,
      handler, context,
      // First, because the options after it may already have something to say.
      MHD_OPTION_EXTERNAL_LOGGER, web_log, receiver,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, memory, MHD_OPTION_CONNECTION_LIMIT, connections,
      MHD_OPTION_URI_LOG_CALLBACK, request_line, context,
      MHD_OPTION_UNESCAPE_CALLBACK, web_keep_escapes, NULL,
      MHD_OPTION_NOTIFY_COMPLETED, completed, context,
      MHD_OPTION_NOTIFY_CONNECTION, connection, context, MHD_OPTION_ARRAY, key ? encrypted : plain,
      MHD_OPTION_END);
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

static inline unsigned web_connection_count(struct MHD_Daemon *daemon) {
  return MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_CURRENT_CONNECTIONS)->num_connections;
}

// Sends the last message of a connection past the library, encrypted where the connection is, and finishes
// sending; neither waits.
static inline void web_send_last(struct MHD_Connection *connection, const void *bytes, size_t size) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_GNUTLS_SESSION);
  int socket = web_socket(connection);
  if (info == NULL || info->tls_session == NULL) {
    (void)send(socket, bytes, size, MSG_DONTWAIT | MSG_NOSIGNAL);
  } else {
    (void)gnutls_record_send(info->tls_session, bytes, size);
    (void)gnutls_bye(info->tls_session, GNUTLS_SHUT_WR);
  }
  (void)shutdown(socket, SHUT_WR);
}

static inline size_t web_head_size(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
  return info == NULL ? 0 : info->header_size;
}

// Has a connection go on over a copy of another socket, under the number that it has; returns errno.
//
// The library knows no such call. Its epoll set holds the old socket under that number, for the events
// and with the pointer that MHD_connection_epoll_update_ of 0.9.75 gives, and would go on telling of it;
// the library looks at what it is told of and at the number alone.
static inline int web_replace_socket(struct MHD_Connection *connection, int other) {
  struct MHD_Daemon *daemon = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_DAEMON)->daemon;
  int socket = web_socket(connection), epoll = web_epoll_descriptor(daemon);
  struct epoll_event event = {EPOLLIN | EPOLLOUT | EPOLLPRI | EPOLLET, {.ptr = connection}};
  int is_watched = epoll_ctl(epoll, EPOLL_CTL_DEL, socket, NULL) == 0;
  int failure = dup2(other, socket) < 0 || fcntl(socket, F_SETFD, FD_CLOEXEC) < 0 ? errno : 0;
  if (is_watched && epoll_ctl(epoll, EPOLL_CTL_ADD, socket, &event) != 0 && failure == 0) failure = errno;
  return failure;
}
