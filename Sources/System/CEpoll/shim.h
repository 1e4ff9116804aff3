// What Glibc's module lacks: waiting for many descriptors, descriptors for what is no file, what a
// thread may ask for itself, when something arrived, and files that change places.
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

// The GNU extensions of these headers, declared here because defining _GNU_SOURCE would change the
// types of the others.
extern int accept4(int socket, struct sockaddr *address, socklen_t *length, int flags);
extern int epoll_pwait2(int epoll, struct epoll_event *events, int capacity,
                        const struct timespec *timeout, const sigset_t *mask);

// The names of the header are macros too, which Swift does not see where two modules define them.
static const unsigned epoll_readable = EPOLLIN, epoll_writable = EPOLLOUT, epoll_failed = EPOLLERR,
                      epoll_hung_up = EPOLLHUP, epoll_peer_finished = EPOLLRDHUP,
                      epoll_changes_only = EPOLLET;

// Swift calls no variadic function: one name for each use.
static inline int thread_set_timer_slack(unsigned long nanoseconds) {
  return prctl(PR_SET_TIMERSLACK, nanoseconds, 0, 0, 0);
}

// A set of processors is an array of bits; these two are for the calling thread.
static inline int thread_set_processors(const unsigned long *bits, unsigned long bytes) {
  return (int)syscall(SYS_sched_setaffinity, 0, bytes, bits);
}

// Both names are there all the time, and what they name changes places at once.
static inline int files_exchange(const char *first, const char *second) {
  return (int)syscall(SYS_renameat2, AT_FDCWD, first, AT_FDCWD, second, 2 /* RENAME_EXCHANGE */);
}

// Returns how many bytes the kernel filled.
static inline int thread_get_processors(unsigned long *bits, unsigned long bytes) {
  return (int)syscall(SYS_sched_getaffinity, 0, bytes, bits);
}

// RUSAGE_THREAD, which the header shows with _GNU_SOURCE only.
static inline int thread_get_usage(struct rusage *usage) {
  return getrusage((__typeof__(RUSAGE_SELF))1, usage);
}

// What arrives is stamped from now on.
static inline int socket_stamp_arrivals(int socket) {
  int on = 1;
  return setsockopt(socket, SOL_SOCKET, SO_TIMESTAMPNS, &on, sizeof on);
}

// Takes what has arrived; the stamp is the time of day at which the kernel had the last of it, and is
// left as it was where the kernel tells none. Swift has none of the macros for what comes beside.
static inline long socket_receive_stamped(int socket, void *bytes, unsigned long count,
                                          struct timespec *stamp) {
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(struct timespec))];
  } beside;
  struct iovec place = {bytes, count};
  struct msghdr message = {
      .msg_iov = &place,
      .msg_iovlen = 1,
      .msg_control = &beside,
      .msg_controllen = sizeof beside,
  };
  long received = recvmsg(socket, &message, 0);
  struct cmsghdr *header = received > 0 ? CMSG_FIRSTHDR(&message) : 0;
  if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_TIMESTAMPNS)
    memcpy(stamp, CMSG_DATA(header), sizeof *stamp);
  return received;
}

// How long its turns are where others wait: the kernel takes the wish from 6.12 on. Glibc's headers have
// neither the call nor its argument, which is the first form of it that the kernel knew.
static inline int thread_prefer_short_turns(unsigned long nanoseconds) {
  struct {
    unsigned int size, policy;
    unsigned long long flags;
    int nice;
    unsigned int priority;
    unsigned long long runtime, deadline, period;
  } wish = {
      .size = 48,
      .policy = SCHED_OTHER,
      .nice = getpriority(PRIO_PROCESS, 0),
      .runtime = nanoseconds,
  };
  return (int)syscall(SYS_sched_setattr, 0, &wish, 0);
}

// The calling thread's turn comes before that of all which are not in real time.
static inline int thread_enter_real_time(void) {
  struct sched_param lowest = {1};
  return sched_setscheduler(0, SCHED_RR, &lowest);
}
