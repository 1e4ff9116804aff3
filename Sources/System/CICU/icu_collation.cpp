#include "icu.h"

#include <memory>
#include <vector>

#include <unicode/alphaindex.h>
#include <unicode/bytestream.h>
#include <unicode/coll.h>
#include <unicode/unistr.h>

struct icu_collation {
  std::unique_ptr<icu::Collator> collator;
  std::unique_ptr<icu::AlphabeticIndex::ImmutableIndex> index;
  /// The buckets with a heading of their own, and the other way round; -1 where there is none.
  std::vector<int32_t> buckets;
  std::vector<int32_t> places;
};

namespace {

icu::UnicodeString unicode(const char *text, int32_t length) {
  return icu::UnicodeString::fromUTF8(icu::StringPiece(text, length));
}

}  // namespace

icu_collation *icu_collation_open(const char *locale) {
  UErrorCode status = U_ZERO_ERROR;
  const icu::Locale language = icu::Locale::forLanguageTag(locale, status);
  auto collation = std::make_unique<icu_collation>();
  collation->collator.reset(icu::Collator::createInstance(language, status));
  icu::AlphabeticIndex index(language, status);
  // Names in Latin letters have headings in every language.
  index.addLabels(icu::Locale::getEnglish(), status);
  collation->index.reset(index.buildImmutableIndex(status));
  if (U_FAILURE(status)) return nullptr;
  const int32_t count = collation->index->getBucketCount();
  for (int32_t bucket = 0; bucket < count; bucket += 1) {
    const bool is_letter =
        collation->index->getBucket(bucket)->getLabelType() == U_ALPHAINDEX_NORMAL;
    collation->places.push_back(
        is_letter ? static_cast<int32_t>(collation->buckets.size()) : -1);
    if (is_letter) collation->buckets.push_back(bucket);
  }
  return collation.release();
}

void icu_collation_close(icu_collation *collation) { delete collation; }

uint32_t icu_collation_version(const icu_collation *collation) {
  UVersionInfo version;
  collation->collator->getVersion(version);
  uint32_t number = 0;
  for (const uint8_t part : version) number = number << 8 | part;
  return number;
}

int32_t icu_collation_heading_count(const icu_collation *collation) {
  return static_cast<int32_t>(collation->buckets.size());
}

int32_t icu_collation_heading(const icu_collation *collation, int32_t place, char *text,
                              int32_t capacity) {
  const auto *bucket = collation->index->getBucket(collation->buckets[place]);
  icu::CheckedArrayByteSink sink(text, capacity);
  bucket->getLabel().toUTF8(sink);
  return sink.NumberOfBytesAppended();
}

int32_t icu_collation_place(const icu_collation *collation, const char *name, int32_t length) {
  UErrorCode status = U_ZERO_ERROR;
  const int32_t bucket = collation->index->getBucketIndex(unicode(name, length), status);
  return U_FAILURE(status) || bucket < 0 ? -1 : collation->places[bucket];
}

int32_t icu_collation_key(const icu_collation *collation, const char *name, int32_t length,
                          uint8_t *key, int32_t capacity) {
  const int32_t size = collation->collator->getSortKey(unicode(name, length), key, capacity);
  return size > 0 ? size - 1 : 0;
}
