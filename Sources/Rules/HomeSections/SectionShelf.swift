public import Vocabulary

/// The sections that the user has collapsed or hidden, by kind; an app stores it.
public struct SectionShelf: Hashable, KeptState {
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

extension SectionShelf: RawRepresentable {
  /// The sections in the form that an app stores: `upcoming:1767225600000:brief@1767225600000`.
  ///
  /// A section that is neither collapsed nor hidden is left out, and so is an empty part.
  public var rawValue: String {
    SectionKind.allCases.compactMap { kind in
      let state = self[kind]
      guard state != State() else { return nil }
      let collapsed = state.collapsedAt.map { "\($0.milliseconds)" } ?? ""
      return "\(kind):\(collapsed):\(state.hiding?.stored ?? "")"
    }.joined(separator: " ")
  }

  /// Creates the sections from the stored form; `nil` if the text is invalid.
  public init?(rawValue: String) {
    self.init()
    for entry in rawValue.split(separator: " ", omittingEmptySubsequences: true) {
      let parts = entry.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count == 3, let kind = SectionKind.allCases.first(where: { "\($0)" == parts[0] }),
        kind.header != nil, self[kind] == State()
      else { return nil }
      if !parts[1].isEmpty {
        guard let moment = Self.stored(parts[1]) else { return nil }
        self[kind].collapsedAt = Instant(milliseconds: moment)
      }
      if !parts[2].isEmpty {
        guard let hiding = Hiding(stored: parts[2]) else { return nil }
        self[kind].hiding = hiding
      }
    }
  }
}

extension SectionShelf {
  /// Returns a stored number of milliseconds; `nil` beyond a hundred million days, where clocks end.
  fileprivate static func stored(_ text: Substring) -> Int64? {
    let most: Int64 = 8_640_000_000_000_000
    return Int64(text).flatMap { (-most...most).contains($0) ? $0 : nil }
  }
}

extension SectionShelf.Hiding {
  fileprivate var stored: String {
    switch self {
    case .brief(let since): "brief@\(since.milliseconds)"
    case .today(let since, let end): "today@\(since.milliseconds)@\(end.milliseconds)"
    case .forGood(let since): "forGood@\(since.milliseconds)"
    }
  }

  fileprivate init?(stored: Substring) {
    let parts = stored.split(separator: "@", omittingEmptySubsequences: false)
    let numbers = parts.dropFirst().compactMap(SectionShelf.stored)
    guard numbers.count == parts.count - 1, let first = numbers.first else { return nil }
    let since = Instant(milliseconds: first)
    switch (parts[0], numbers.count) {
    case ("brief", 1): self = .brief(since: since)
    case ("today", 2): self = .today(since: since, until: Instant(milliseconds: numbers[1]))
    case ("forGood", 1): self = .forGood(since: since)
    default: return nil
    }
  }
}

/// A user's gesture on the header of a section.
public enum SectionGesture: Hashable, Sendable {
  /// A tap, which collapses or expands the section.
  case tap
  /// A swipe to the left, which reveals "Hide".
  case swipeLeft
  /// A long press, which opens the menu of three choices.
  case longPress
  /// A choice that a swipe or a long press offered.
  case choose(Choice)

  /// A choice revealed by a swipe, and offered by the menu of a long press.
  public enum Choice: String, CaseIterable, Sendable, BitwiseCopyable {
    /// Hides the section for 24 hours.
    case hide = "Hide"
    /// Collapses the section to its header and its count.
    case collapse = "Collapse"
    /// Hides the section until midnight where the user lives.
    case hideToday = "Hide for today"
    /// Hides the section for good; Settings > Home Sections brings it back.
    case never = "Don't show this section"
  }

  /// The effect of a gesture.
  public enum Answer: Hashable, Sendable {
    /// The section is collapsed now.
    case collapsed
    /// The section is expanded now.
    case expanded
    /// The section is hidden now, in the given way.
    case hidden(SectionShelf.Hiding)
    /// Shows these choices and waits for one.
    case offered([Choice])
    /// The section has no header to touch.
    case nothing
  }
}

extension SectionShelf {
  /// Applies a gesture on the header of `kind`.
  public mutating func receive(
    _ gesture: SectionGesture, on kind: SectionKind, at now: Instant, zone: CivilZone
  ) -> SectionGesture.Answer {
    guard kind.header != nil else { return .nothing }
    switch gesture {
    case .tap:
      setCollapsed(!isCollapsed(kind), kind, at: now)
      return isCollapsed(kind) ? .collapsed : .expanded
    case .swipeLeft: return .offered([.hide])
    case .longPress: return .offered([.collapse, .hideToday, .never])
    case .choose(.collapse):
      setCollapsed(true, kind, at: now)
      return .collapsed
    case .choose(.hide): return put(kind, .brief(since: now))
    case .choose(.hideToday):
      return put(kind, .today(since: now, until: zone.midnight(after: now)))
    case .choose(.never): return put(kind, .forGood(since: now))
    }
  }

  private mutating func put(_ kind: SectionKind, _ hiding: Hiding) -> SectionGesture.Answer {
    hide(kind, hiding)
    return .hidden(hiding)
  }
}

extension SectionGesture.Answer {
  /// The rule that the answer follows.
  public var rule: RuleID {
    switch self {
    case .collapsed, .expanded: "HID-01"
    case .hidden(.brief): "HID-04"
    case .hidden(.today): "HID-12"
    case .hidden(.forGood): "HID-06"
    case .offered(let choices): choices == [.hide] ? "HID-03" : "HID-05"
    case .nothing: "HID-13"
    }
  }
}

extension SectionRules {
  static let gestures: [Rule] = [
    Rule("HID-01", "A tap on a header collapses or expands its section and no other."),
    Rule("HID-02", "A collapsed section is its header and its count."),
    Rule("HID-03", "A swipe to the left reveals \"Hide\"."),
    Rule("HID-05", "A long press offers to collapse, to hide for today, never to show."),
    Rule("HID-13", "What has no header can be neither collapsed nor hidden."),
  ]
}
