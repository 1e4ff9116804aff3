public import Vocabulary

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
