// Stands in front of the C library's allocator in the test runner, and counts. It is linked into
// tests alone, never into the tool or the rules.

#include "allocation_counter.h"

#include <errno.h>
#include <stddef.h>

static __thread unsigned long long allocations;

unsigned long long allocation_count(void) { return allocations; }

#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)

// A sanitizer's own allocator stays in its place, and tells of every allocation.
extern int __sanitizer_install_malloc_and_free_hooks(
    void (*allocated)(const volatile void *, size_t), void (*freed)(const volatile void *));

static void count(const volatile void *memory, size_t size) { allocations++; }
static void ignore(const volatile void *memory) {}

__attribute__((constructor)) static void install(void) {
  __sanitizer_install_malloc_and_free_hooks(count, ignore);
}

#else

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size) {
  allocations++;
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  allocations++;
  return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
  allocations++;
  return __libc_realloc(memory, size);
}

void *memalign(size_t alignment, size_t size) {
  allocations++;
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **memory, size_t alignment, size_t size) {
  *memory = memalign(alignment, size);
  return *memory == NULL ? ENOMEM : 0;
}

#endif
