#include "icu.h"

#include <memory>

#include <unicode/basictz.h>
#include <unicode/bytestream.h>
#include <unicode/strenum.h>
#include <unicode/timezone.h>
#include <unicode/tzrule.h>
#include <unicode/tztrans.h>
#include <unicode/unistr.h>

int32_t icu_zone_changes(const char *name, int64_t from, int64_t until, icu_zone_change *changes,
                         int32_t capacity) {
  int32_t count = 0;
  int64_t last = 0;
  const auto add = [&](int64_t at, int64_t offset) {
    if (count > 0 && offset == last) return;
    if (count < capacity) changes[count] = {at, offset};
    count += 1;
    last = offset;
  };
  const std::unique_ptr<icu::TimeZone> zone(
      icu::TimeZone::createTimeZone(icu::UnicodeString::fromUTF8(name)));
  int32_t raw = 0;
  int32_t saving = 0;
  UErrorCode status = U_ZERO_ERROR;
  zone->getOffset(static_cast<UDate>(from), false, raw, saving, status);
  add(from, raw + saving);
  const auto *rules = dynamic_cast<const icu::BasicTimeZone *>(zone.get());
  icu::TimeZoneTransition next;
  UDate moment = static_cast<UDate>(from);
  while (rules != nullptr && rules->getNextTransition(moment, false, next)) {
    moment = next.getTime();
    if (moment >= static_cast<UDate>(until)) break;
    add(static_cast<int64_t>(moment), next.getTo()->getRawOffset() + next.getTo()->getDSTSavings());
  }
  return count;
}

int32_t icu_zone_names(char *text, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  const std::unique_ptr<icu::StringEnumeration> names(
      icu::TimeZone::createTimeZoneIDEnumeration(UCAL_ZONE_TYPE_ANY, nullptr, nullptr, status));
  if (U_FAILURE(status)) return 0;
  icu::CheckedArrayByteSink sink(text, capacity);
  while (const icu::UnicodeString *name = names->snext(status)) {
    name->toUTF8(sink);
    sink.Append("\n", 1);
  }
  return sink.NumberOfBytesAppended();
}
