#ifndef ICU_H
#define ICU_H

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

/// A moment from which a clock is so far ahead of UTC; both in milliseconds, the moment since 1970.
typedef struct {
  int64_t at;
  int64_t offset;
} icu_zone_change;

/// Writes the offset at `from`, then those after each change before `until`, and returns how many
/// there are, which may be more than `capacity`. A name that ICU has not gives one offset of 0.
int32_t icu_zone_changes(const char *name, int64_t from, int64_t until, icu_zone_change *changes,
                         int32_t capacity);

/// Writes the names of all zones, each with a line feed behind it, and returns how many bytes they
/// have, which may be more than `capacity`.
int32_t icu_zone_names(char *text, int32_t capacity);

#ifdef __cplusplus
}
#endif

#endif
