import Profiles

/// The other values that a setting could have, in rows from one extreme to the other.
///
/// A rule that compares with a number lets something through from some place of a row on, or never:
/// the nearest such value is found without knowing what the setting means.
enum SettingLadder {
  /// How far a number is followed that has no bound of its own.
  private static let farthest = 10_000

  static func rows(of setting: Setting, in profile: Profile) -> [[String]] {
    rows(setting.shape, current: setting.value(in: profile))
  }

  private static func rows(_ shape: SettingShape, current: String) -> [[String]] {
    switch shape {
    case .choice(let words): words.filter { $0 != current }.map { [$0] }
    case .flag: [[current == "true" ? "false" : "true"]]
    case .whole(let range): numbers(range)
    case .time: [times]
    case .list(of: .choice(let words)): longer(current, by: words)
    case .either(let shapes): shapes.flatMap { rows($0, current: current) }
    // Not among what decides about prompts.
    case .number, .share, .text, .list: []
    }
  }

  private static func numbers(_ range: ClosedRange<Int>) -> [[String]] {
    let last = min(range.upperBound, max(range.lowerBound, 0) + farthest)
    let rising = (range.lowerBound...last).map(String.init)
    return [rising, rising.reversed()]
  }

  /// Whole days as far as there are any, then hours, minutes, seconds, and nothing.
  private static let times: [String] =
    (1...3_650).reversed().map { "\($0)d" } + (1...23).reversed().map { "\($0)h" }
    + (1...59).reversed().map { "\($0)m" } + (0...59).reversed().map { "\($0)s" }

  /// The list with one more word.
  private static func longer(_ current: String, by words: [String]) -> [[String]] {
    let present = current == "none" ? [] : current.split(separator: ", ").map(String.init)
    return words.filter { !present.contains($0) }.map {
      [(present + [$0]).joined(separator: ", ")]
    }
  }
}
