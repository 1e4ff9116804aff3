#ifndef ICU_COLLATION_H
#define ICU_COLLATION_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The order of a language's names, and the headings of its index; may be used by many threads.
typedef struct icu_collation icu_collation;

/// Opens the collation of a locale such as "sv" or "zh-u-co-stroke"; NULL if ICU has none.
icu_collation *icu_collation_open(const char *locale);

void icu_collation_close(icu_collation *collation);

/// A number that tells editions of the collation apart whose keys differ.
uint32_t icu_collation_version(const icu_collation *collation);

/// How many headings the index has, without those for what stands before, between and behind.
int32_t icu_collation_heading_count(const icu_collation *collation);

/// Writes the UTF-8 of a heading and returns how long it is, which may be more than `capacity`.
int32_t icu_collation_heading(const icu_collation *collation, int32_t place, char *text,
                              int32_t capacity);

/// The place of the heading that a name in UTF-8 belongs under; -1 if it has none.
int32_t icu_collation_place(const icu_collation *collation, const char *name, int32_t length);

/// Writes the sort key of a name in UTF-8, without a zero at its end, and returns how long it is,
/// which may be more than `capacity`.
int32_t icu_collation_key(const icu_collation *collation, const char *name, int32_t length,
                          uint8_t *key, int32_t capacity);

#ifdef __cplusplus
}
#endif

#endif
