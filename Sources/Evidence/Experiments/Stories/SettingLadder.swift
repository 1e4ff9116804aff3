import Profiles

/// Other values that a setting could have, from one extreme to the other.
///
/// A rule that compares with a number lets something through from some place of a ladder on, or never:
/// the nearest such value is found without knowing what the setting means.
struct SettingLadder {
  let count: Int
  /// The value at a place, as files spell it.
  let value: (Int) -> String

  /// How far a number is followed that has no bound of its own.
  private static let farthest = 10_000

  /// Every ladder of `setting`, as it stands in `profile`.
  static func all(of setting: Setting, in profile: Profile) -> [SettingLadder] {
    all(setting.shape, current: setting.value(in: profile))
  }

  private static func all(_ shape: SettingShape, current: String) -> [SettingLadder] {
    switch shape {
    case .choice(let words): words.filter { $0 != current }.map(single)
    case .flag: [single(current == "true" ? "false" : "true")]
    case .whole(let range): numbers(range)
    case .time: [SettingLadder(count: times.count) { times[$0] }]
    case .list(of: .choice(let words)): longer(current, by: words)
    case .either(let shapes): shapes.flatMap { all($0, current: current) }
    // Not among what decides about prompts.
    case .number, .share, .text, .list: []
    }
  }

  private static func single(_ word: String) -> SettingLadder {
    SettingLadder(count: 1) { _ in word }
  }

  private static func numbers(_ range: ClosedRange<Int>) -> [SettingLadder] {
    let (first, last) = (range.lowerBound, min(range.upperBound, range.lowerBound + farthest))
    return [
      SettingLadder(count: last - first + 1) { "\(first + $0)" },
      SettingLadder(count: last - first + 1) { "\(last - $0)" },
    ]
  }

  /// Whole days as far as there are any, then hours, minutes, seconds, and nothing.
  private static let times: [String] =
    (1...3_650).reversed().map { "\($0)d" } + (1...23).reversed().map { "\($0)h" }
    + (1...59).reversed().map { "\($0)m" } + (0...59).reversed().map { "\($0)s" }

  /// The list with one more word.
  private static func longer(_ current: String, by words: [String]) -> [SettingLadder] {
    let present = current == "none" ? [] : current.split(separator: ", ").map(String.init)
    return words.filter { !present.contains($0) }.map {
      single((present + [$0]).joined(separator: ", "))
    }
  }

  /// The first place from which on `isEnough` holds, if it does at the last.
  func firstPlace(where isEnough: (String) -> Bool) -> Int? {
    guard isEnough(value(count - 1)) else { return nil }
    var places = 0..<count
    while places.count > 1 {
      let middle = (places.lowerBound + places.upperBound - 1) / 2
      places =
        isEnough(value(middle))
        ? places.lowerBound..<middle + 1 : middle + 1..<places.upperBound
    }
    return places.lowerBound
  }
}
