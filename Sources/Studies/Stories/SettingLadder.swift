import Profiles
import Vocabulary

/// Other values that a setting could have, from one extreme to the other.
///
/// A rule that compares with a number permits a prompt from some place of a ladder on, or never.
/// The nearest such value is found without the meaning of the setting.
struct SettingLadder {
  let count: Int
  /// Returns the value at a place, as files spell it.
  let value: (Int) -> String

  /// The greatest value tried for a number without a bound of its own.
  private static let farthest = 10_000

  /// Returns every ladder of `setting`, as it stands in `profile`.
  static func all(of setting: Setting, in profile: Profile) -> [SettingLadder] {
    all(setting.shape, current: setting.value(in: profile))
  }

  private static func all(_ shape: TextShape, current: String) -> [SettingLadder] {
    switch shape {
    case .choice(let words): words.filter { $0 != current }.map(single)
    case .flag: [single(current == "true" ? "false" : "true")]
    case .integer(let range): numbers(range)
    case .time: [SettingLadder(count: times.count) { times[$0] }]
    case .list(of: .choice(let words)): longer(current, by: words)
    case .either(let shapes): shapes.flatMap { all($0, current: current) }
    // These have no influence on prompts.
    case .real, .share, .words, .text, .list: []
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

  /// Whole days up to the greatest, then hours, minutes, seconds, and zero.
  private static let times: [String] =
    (1...3_650).reversed().map { "\($0)d" } + (1...23).reversed().map { "\($0)h" }
    + (1...59).reversed().map { "\($0)m" } + (0...59).reversed().map { "\($0)s" }

  /// Returns the list with one more word.
  private static func longer(_ current: String, by words: [String]) -> [SettingLadder] {
    let present = current == "none" ? [] : current.split(separator: ", ").map(String.init)
    return words.filter { !present.contains($0) }.map {
      single((present + [$0]).joined(separator: ", "))
    }
  }

  /// Returns the first place from which on `isEnough` holds, if it does at the last.
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
