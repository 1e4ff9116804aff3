import Statistics
public import Vocabulary

/// One thing of a story as it is told: the same facts for people and for programs.
public struct StoryLine: Sendable, Hashable, Encodable {
  /// What stands behind it: a reason, a step, a click.
  public struct Note: Sendable, Hashable, Encodable {
    public let text: String
    var reason: String?
    var rule: String?
    /// When the reason no longer holds, where time alone ends it.
    var until: String?
    /// The changes of settings that the note speaks of.
    var changes: [PromptRelief.Change]?

    init(
      _ text: String, reason: String? = nil, rule: RuleID? = nil, until: Instant? = nil,
      changes: [PromptRelief.Change]? = nil
    ) {
      self.text = text
      self.reason = reason
      self.rule = rule?.description
      self.until = until?.iso8601
      self.changes = changes
    }
  }

  public let at: String
  /// The day of the run, from 0, and the time on it.
  public let day: Int
  public let time: String
  public let kind: String
  /// The kind more closely, in one word.
  public let detail: String?
  /// The other person whom it concerns.
  public let person: UInt32?
  public let rule: String?
  public let text: String
  public let notes: [Note]
}

/// Moments as the days of a run and the times on them.
public struct RunClock: Sendable {
  let start: Instant

  public init(from start: Instant) {
    self.start = start
  }

  /// The day of the run, from 0.
  public func day(of moment: Instant) -> Int { Int((moment - start).wholeDays) }

  /// The time on that day: `19:42:05`.
  public func time(of moment: Instant) -> String {
    let seconds = (moment - start - .days(Int64(day(of: moment)))).milliseconds / 1_000
    return [seconds / 3_600, seconds / 60 % 60, seconds % 60]
      .map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }

  /// Both: `day 12 19:42:05`.
  public func text(_ moment: Instant) -> String { "day \(day(of: moment)) \(time(of: moment))" }

  /// A length of time in the unit that suits it.
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
