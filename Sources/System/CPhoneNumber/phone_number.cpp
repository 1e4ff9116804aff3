#include "phone_number.h"

#include <set>
#include <string>

#include <phonenumbers/phonenumberutil.h>

using i18n::phonenumbers::PhoneNumber;
using i18n::phonenumbers::PhoneNumberUtil;

uint64_t phone_number_digits(const char *text, int32_t length, const char *region) {
  const PhoneNumberUtil &util = *PhoneNumberUtil::GetInstance();
  PhoneNumber number;
  if (util.Parse(std::string(text, length), region, &number) != PhoneNumberUtil::NO_PARSING_ERROR ||
      util.IsPossibleNumberWithReason(number) != PhoneNumberUtil::IS_POSSIBLE) {
    return 0;
  }
  std::string digits;
  util.Format(number, PhoneNumberUtil::E164, &digits);
  // Some plans allow more than the fifteen digits of the standard; no such number can be dialled.
  return digits.size() <= 16 ? std::stoull(digits.substr(1)) : 0;
}

int phone_number_knows_region(const char *region) {
  std::set<std::string> regions;
  PhoneNumberUtil::GetInstance()->GetSupportedRegions(&regions);
  return regions.count(region) > 0;
}
