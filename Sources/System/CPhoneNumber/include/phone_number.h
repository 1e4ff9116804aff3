#ifndef PHONE_NUMBER_H
#define PHONE_NUMBER_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Reads a telephone number in UTF-8 as it is dialled in `region`, such as "DE".
///
/// Returns its digits from the country's code on, as one number; 0 if it is none that could
/// be dialled from everywhere.
/// May be called by many threads.
uint64_t phone_number_digits(const char *text, int32_t length, const char *region);

/// Whether there is a numbering plan of `region`.
int phone_number_knows_region(const char *region);

#ifdef __cplusplus
}
#endif

#endif
