// Preloaded, it lets one call in so many fail that writes to a file or syncs one, as a disk that is
// worn out does. FAIL_ONE_IN says how many; nothing fails before the file that FAIL_WHEN names is there.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>

static unsigned state = 12345;

static int fails(void) {
  const char *often = getenv("FAIL_ONE_IN"), *when = getenv("FAIL_WHEN");
  if (!often || !when || access(when, F_OK) != 0) return 0;
  unsigned draw = __atomic_add_fetch(&state, 2654435769u, __ATOMIC_RELAXED);
  draw ^= draw >> 15;
  draw *= 2246822519u;
  draw ^= draw >> 13;
  return draw % (unsigned)atoi(often) == 0;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

int fdatasync(int file) {
  if (fails()) { errno = EIO; return -1; }
  return REAL(fdatasync)(file);
}

int fsync(int file) {
  if (fails()) { errno = EIO; return -1; }
  return REAL(fsync)(file);
}

// Half of what was asked for is written, and then no room is left.
ssize_t pwrite(int file, const void *bytes, size_t count, off_t place) {
  if (fails()) {
    if (count > 1) (void)!REAL(pwrite)(file, bytes, count / 2, place);
    errno = ENOSPC;
    return -1;
  }
  return REAL(pwrite)(file, bytes, count, place);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t place) {
  if (fails()) {
    if (count > 1) (void)!REAL(pwrite64)(file, bytes, count / 2, place);
    errno = ENOSPC;
    return -1;
  }
  return REAL(pwrite64)(file, bytes, count, place);
}
