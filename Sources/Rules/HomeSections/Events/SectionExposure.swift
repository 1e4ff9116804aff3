public import Vocabulary

/// Watches whether a section that scrolls by has been seen.
public struct SectionExposure: Hashable, Sendable {
  private var since: Instant?
  private var isLogged = false

  /// Since when it has been half in sight does not count: more than this of it must be visible.
  static let share = 0.5
  /// It must be in sight for longer than this.
  static let time = Interval.seconds(1)

  public init() {}

  /// Notes how much of the section is visible; returns whether it has now been seen.
  ///
  /// A section is seen once for each time that it comes into sight.
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
