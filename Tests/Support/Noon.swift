public import Vocabulary

/// Noon of a day in the life of the tests, counted from 2026-01-01 in UTC.
public func noon(_ day: Int64) -> Instant {
  Instant(milliseconds: 1_767_268_800_000) + .days(day)
}
