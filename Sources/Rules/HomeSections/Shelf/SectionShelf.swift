public import Vocabulary

/// The sections that the user has collapsed or hidden, by kind; an app stores it.
public struct SectionShelf: Hashable, Sendable {
  /// The way in which a section was hidden, with the time.
  public enum Hiding: Hashable, Sendable {
    /// For 24 hours.
    case brief(since: Instant)
    /// For the rest of the day, until midnight where the user lives.
    case today(since: Instant, until: Instant)
    /// For ever, until Settings > Home Sections shows it again.
    case forGood(since: Instant)

    /// The kind in events.
    public var dismissal: String {
      switch self {
      case .brief, .today: "temporary"
      case .forGood: "permanent"
      }
    }
  }

  struct State: Hashable {
    var collapsedAt: Instant?
    var hiding: Hiding?
  }

  private var states = [State](repeating: State(), count: SectionKind.allCases.count)

  /// Creates the state of a new user: every section expanded, none hidden.
  public init() {}

  subscript(kind: SectionKind) -> State {
    get { states[Int(kind.rawValue)] }
    set { states[Int(kind.rawValue)] = newValue }
  }

  /// Returns whether the user has collapsed the section of `kind`.
  public func isCollapsed(_ kind: SectionKind) -> Bool { self[kind].collapsedAt != nil }

  /// Returns the last hiding of the section, whether or not it still holds.
  public func hiding(_ kind: SectionKind) -> Hiding? { self[kind].hiding }

  /// Returns the reason why `kind` is hidden at `now`; `nil` if it is not.
  public func hiding(of kind: SectionKind, at now: Instant) -> SectionSuppression? {
    switch self[kind].hiding {
    case nil: return nil
    case .forGood: return .hiddenForGood
    case .brief(let since):
      let end = since + .hours(24)
      return now < end ? .hidden(until: end) : nil
    case .today(_, let end):
      return now < end ? .hiddenToday(until: end) : nil
    }
  }
}

extension SectionShelf {
  /// Collapses or expands a section; one without a header stays as it is.
  public mutating func setCollapsed(_ isCollapsed: Bool, _ kind: SectionKind, at now: Instant) {
    guard kind.header != nil else { return }
    self[kind].collapsedAt = isCollapsed ? now : nil
  }

  /// Hides a section; one without a header stays as it is.
  public mutating func hide(_ kind: SectionKind, _ hiding: Hiding) {
    guard kind.header != nil else { return }
    self[kind].hiding = hiding
  }

  /// Shows a section again: the switch in Settings > Home Sections.
  public mutating func unhide(_ kind: SectionKind) { self[kind].hiding = nil }

  /// Starts a launch of the app: drops state that is not kept for longer.
  public mutating func launch(under policy: HomePolicy) {
    if policy.collapsePersistence == .launch || policy.collapsePersistence == nil {
      for kind in SectionKind.allCases { self[kind].collapsedAt = nil }
    }
  }

  /// Shows the home tab at `now`, and expands sections collapsed for a day that has passed.
  public mutating func appear(at now: Instant, zone: CivilZone, under policy: HomePolicy) {
    guard policy.collapsePersistence == .day else { return }
    let today = CivilDate(of: now, in: zone)
    for kind in SectionKind.allCases {
      guard let since = self[kind].collapsedAt, CivilDate(of: since, in: zone) != today
      else { continue }
      self[kind].collapsedAt = nil
    }
  }
}

extension SectionRules {
  static let shelf: [Rule] = [
    Rule("HID-04", "Hide is for 24 hours; then the section is back if its trigger holds."),
    Rule("HID-06", "\"Don't show this section\" is for good."),
    Rule("HID-07", "Settings > Home Sections brings it back."),
    Rule("HID-08", "What is collapsed stays so when the app is launched again."),
    Rule("HID-09", "What is hidden is kept by kind, with the time at which it was."),
    Rule("HID-10", "Each kind is collapsed and hidden by itself."),
    Rule("HID-11", "A hide ends after 24 hours, a day's with the day, the other ones never."),
    Rule("HID-12", "\"Hide for today\" ends at midnight where the user lives."),
    Rule("HID-14", "A dismissal is temporary or permanent."),
  ]
}
