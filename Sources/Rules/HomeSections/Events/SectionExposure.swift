public import Vocabulary

/// A detector of the moment at which the user has seen a scrolling section.
public struct SectionExposure: Hashable, Sendable {
  private var since: Instant?
  private var isLogged = false

  /// The visible proportion that must be exceeded for a section to count as visible.
  static let share = 0.5
  /// The time that the visibility must exceed.
  static let time = Interval.seconds(1)

  /// Creates the detector of one section, which is not in sight yet.
  public init() {}

  /// Records the visible proportion of the section; returns whether it has now been seen.
  ///
  /// A section is seen at most once for each time that it comes into sight.
  public mutating func note(visible: Double, at now: Instant) -> Bool {
    guard visible > Self.share else {
      let wasSeen = isDue(at: now)
      since = nil
      isLogged = false
      return wasSeen
    }
    if since == nil { since = now }
    guard isDue(at: now) else { return false }
    isLogged = true
    return true
  }

  private func isDue(at now: Instant) -> Bool {
    guard let since else { return false }
    return !isLogged && now - since > Self.time
  }
}

extension SectionRules {
  static let exposure: [Rule] = [
    Rule("ANA-05", "Seen is what is more than half visible for more than a second.")
  ]
}
