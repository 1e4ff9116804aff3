// liburing, and what Swift cannot say of it: the macros of its flags, and the parts of a received
// message.
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
// Last: it asks for another edition of the system's headers, whose types would differ from those of
// the other modules. Once they are included it has no say.
#include <liburing.h>

static const unsigned ring_skips_success = IOSQE_CQE_SKIP_SUCCESS,
                      ring_selects_buffer = IOSQE_BUFFER_SELECT, ring_goes_on = IORING_CQE_F_MORE,
                      ring_has_buffer = IORING_CQE_F_BUFFER;
static const int ring_sends_whole = MSG_NOSIGNAL | MSG_WAITALL;

// One thread asks and looks; what has happened is worked out when it looks (Linux 6.1).
static inline int ring_begin(struct io_uring *ring, unsigned asks, unsigned answers) {
  struct io_uring_params wish;
  memset(&wish, 0, sizeof wish);
  wish.flags = IORING_SETUP_CQSIZE | IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN;
  wish.cq_entries = answers;
  return io_uring_queue_init_params(asks, ring, &wish);
}

// Lends the kernel `count` buffers of `size` bytes, a power of two of them, as group 0.
static inline int ring_lend(struct io_uring *ring, struct io_uring_buf_ring *list, char *bytes,
                            unsigned count, unsigned size) {
  struct io_uring_buf_reg wish;
  memset(&wish, 0, sizeof wish);
  wish.ring_addr = (unsigned long)list;
  wish.ring_entries = count;
  int failure = io_uring_register_buf_ring(ring, &wish, 0);
  if (failure) return failure;
  io_uring_buf_ring_init(list);
  for (unsigned number = 0; number < count; number++)
    io_uring_buf_ring_add(list, bytes + (unsigned long)number * size, size,
                          (unsigned short)number, io_uring_buf_ring_mask(count), (int)number);
  io_uring_buf_ring_advance(list, (int)count);
  return 0;
}

// All that is under way on a socket ends; it must be asked for before the socket is closed.
static inline void ring_give_up(struct io_uring_sqe *ask, int socket) {
  io_uring_prep_cancel_fd(ask, socket, IORING_ASYNC_CANCEL_ALL);
}

// Ends all that is under way, and waits for it; the kernel has none of the memory then.
static inline int ring_give_all_up(struct io_uring *ring) {
  struct io_uring_sync_cancel_reg wish;
  memset(&wish, 0, sizeof wish);
  wish.fd = -1;
  wish.flags = IORING_ASYNC_CANCEL_ALL | IORING_ASYNC_CANCEL_ANY;
  wish.timeout.tv_sec = wish.timeout.tv_nsec = -1;
  return io_uring_register_sync_cancel(ring, &wish);
}

// Whether the kernel knows what is asked of it here: receives that go on are of Linux 6.0.
static inline int ring_can_receive(struct io_uring *ring) {
  struct io_uring_probe *probe = io_uring_get_probe_ring(ring);
  int can = probe && io_uring_opcode_supported(probe, IORING_OP_SEND_ZC);
  io_uring_free_probe(probe);
  return can;
}

// The time of day at which the kernel had the last of a message, in nanoseconds since 1970; 0 without.
static inline long long ring_stamp(const char *bytes, struct msghdr *form) {
  struct io_uring_recvmsg_out *head = (struct io_uring_recvmsg_out *)bytes;
  struct cmsghdr *beside = io_uring_recvmsg_cmsg_firsthdr(head, form);
  if (!beside || beside->cmsg_level != SOL_SOCKET || beside->cmsg_type != SCM_TIMESTAMPNS ||
      beside->cmsg_len < CMSG_LEN(sizeof(struct timespec)))
    return 0;
  struct timespec stamp;
  memcpy(&stamp, CMSG_DATA(beside), sizeof stamp);
  return stamp.tv_sec * 1000000000LL + stamp.tv_nsec;
}

// The bytes before those of a message: its head, and the room for a stamp.
static const unsigned long ring_stamp_room = CMSG_SPACE(sizeof(struct timespec)),
                           ring_head_room = sizeof(struct io_uring_recvmsg_out);
