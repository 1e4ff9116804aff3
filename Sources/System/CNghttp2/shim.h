// libnghttp2, and what it needs of a request as HTTP/1.1 writes it.
#include <nghttp2/nghttp2.h>
#include <string.h>
#include <strings.h>

static inline int http2_is(const uint8_t *name, size_t length, const char *other) {
  return length == strlen(other) && strncasecmp((const char *)name, other, length) == 0;
}

// A field whose name is of this program; the others are lent from the text.
static inline nghttp2_nv http2_field(const char *name, const uint8_t *value, size_t length) {
  nghttp2_nv field = {(uint8_t *)name, (uint8_t *)value, strlen(name), length, NGHTTP2_NV_FLAG_NONE};
  return field;
}

// Takes the head of a request of HTTP/1.1 apart, in place: RFC 9113, 8.2.2 and 8.3.1.
//
// Returns the number of its fields, of at most `room`, and where its body begins; 0 for too many.
static inline size_t http2_fields(
    const uint8_t *text, size_t length, int is_encrypted, nghttp2_nv *fields, size_t room,
    size_t *body) {
  const char *scheme = is_encrypted ? "https" : "http";
  const uint8_t *end = text + length, *line = memchr(text, '\n', length);
  const uint8_t *path = memchr(text, ' ', length);
  if (room < 4 || line == NULL || path == NULL || path > line) return 0;
  const uint8_t *version = memchr(path + 1, ' ', (size_t)(line - path - 1));
  if (version == NULL) return 0;
  fields[0] = http2_field(":method", text, (size_t)(path - text));
  fields[1] = http2_field(":scheme", (const uint8_t *)scheme, strlen(scheme));
  fields[2] = http2_field(":authority", text, 0);
  fields[3] = http2_field(":path", path + 1, (size_t)(version - path - 1));
  size_t count = 4;
  for (line += 1; line < end; ) {
    const uint8_t *next = memchr(line, '\n', (size_t)(end - line));
    if (next == NULL) return 0;
    if (next - line <= 1) {
      *body = (size_t)(next + 1 - text);
      return count;
    }
    const uint8_t *colon = memchr(line, ':', (size_t)(next - line));
    if (colon == NULL || colon + 2 > next) return 0;
    size_t name = (size_t)(colon - line);
    const uint8_t *value = colon + 1, *rest = next;
    while (value < rest && (*value == ' ' || *value == '\t')) value += 1;
    while (rest > value && (rest[-1] == '\r' || rest[-1] == ' ' || rest[-1] == '\t')) rest -= 1;
    if (http2_is(line, name, "host")) {
      fields[2] = http2_field(":authority", value, (size_t)(rest - value));
    } else if (
        !http2_is(line, name, "connection") && !http2_is(line, name, "keep-alive") &&
        !http2_is(line, name, "proxy-connection") && !http2_is(line, name, "transfer-encoding") &&
        !http2_is(line, name, "upgrade")) {
      if (count == room) return 0;
      nghttp2_nv field = {
          (uint8_t *)line, (uint8_t *)value, name, (size_t)(rest - value), NGHTTP2_NV_FLAG_NONE};
      fields[count] = field;
      count += 1;
    }
    line = next + 1;
  }
  return 0;
}

// Begins a session: no pushes, and windows that never keep a server waiting.
static inline int http2_begin(nghttp2_session *session, uint32_t window, uint32_t longest_head) {
  nghttp2_settings_entry settings[] = {
      {NGHTTP2_SETTINGS_ENABLE_PUSH, 0},
      {NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, window},
      {NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE, longest_head}};
  int failure = nghttp2_submit_settings(session, NGHTTP2_FLAG_NONE, settings, 3);
  return failure != 0 ? failure
                      : nghttp2_session_set_local_window_size(
                            session, NGHTTP2_FLAG_NONE, 0, (int32_t)window * 16);
}
