import GrowthloopFindings
import Statistics
public import Vocabulary

extension StoryLine.Note {
  /// Creates a note of an entry; `until` is when the reason no longer holds, where time alone ends
  /// it.
  init(
    _ text: String, reason: String? = nil, rule: RuleID? = nil, until: Instant? = nil,
    changes: [PromptRelief.Change]? = nil
  ) {
    self.init(
      text: text, reason: reason, rule: rule?.description, until: until?.iso8601, changes: changes)
  }
}

/// Moments as the days of a run and the times on them.
public struct RunClock: Sendable {
  let start: Instant

  public init(from start: Instant) {
    self.start = start
  }

  /// Returns the day of the run, from 0.
  public func day(of moment: Instant) -> Int { Int((moment - start).wholeDays) }

  /// Returns the time on that day: `19:42:05`.
  public func time(of moment: Instant) -> String {
    let seconds = (moment - start - .days(Int64(day(of: moment)))).milliseconds / 1_000
    return [seconds / 3_600, seconds / 60 % 60, seconds % 60]
      .map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }

  /// Returns both: `day 12 19:42:05`.
  public func text(_ moment: Instant) -> String { "day \(day(of: moment)) \(time(of: moment))" }

  /// Returns a duration in a suitable unit.
  static func length(_ interval: Interval) -> String {
    let seconds = Double(interval.milliseconds) / 1_000
    return switch seconds {
    case ..<120: "\(NumberText.decimal(seconds, 0)) s"
    case ..<7_200: "\(NumberText.decimal(seconds / 60, 0)) min"
    case ..<172_800: "\(NumberText.decimal(seconds / 3_600, 1)) h"
    default: "\(NumberText.decimal(seconds / 86_400, 1)) days"
    }
  }
}
