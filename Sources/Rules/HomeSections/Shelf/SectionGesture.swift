public import Vocabulary

/// A user's gesture on the header of a section.
public enum SectionGesture: Hashable, Sendable {
  case tap
  case swipeLeft
  case longPress
  case choose(Choice)

  /// A choice revealed by a swipe, and offered by the menu of a long press.
  public enum Choice: String, CaseIterable, Sendable, BitwiseCopyable {
    case hide = "Hide"
    case collapse = "Collapse"
    case hideToday = "Hide for today"
    case never = "Don't show this section"
  }

  public enum Answer: Hashable, Sendable {
    case collapsed
    case expanded
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
    _ gesture: SectionGesture, on kind: SectionKind, at now: Instant, utcOffset: Interval = .zero
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
    case .choose(.hideToday): return put(kind, .today(since: now, utcOffset: utcOffset))
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
