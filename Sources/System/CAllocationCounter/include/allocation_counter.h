#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

/// The number of allocations that this thread has made so far.
unsigned long long allocation_count(void);

#endif
