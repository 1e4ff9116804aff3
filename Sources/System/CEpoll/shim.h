// What Glibc's module lacks: waiting for many descriptors, and descriptors for what is no file.
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <time.h>

// The GNU extensions of these headers, declared here because defining _GNU_SOURCE would change the
// types of the others.
extern int accept4(int socket, struct sockaddr *address, socklen_t *length, int flags);
extern int epoll_pwait2(int epoll, struct epoll_event *events, int capacity,
                        const struct timespec *timeout, const sigset_t *mask);
