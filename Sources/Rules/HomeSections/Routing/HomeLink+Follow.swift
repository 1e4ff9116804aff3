public import Vocabulary

extension HomeLink {
  /// A step of following a link, in order.
  public enum Step: Hashable, Sendable {
    /// Selects the home tab.
    case switchToHome
    /// Pops the tab's navigation stack to its root.
    case popToRoot
    /// Shows the sections behind the link to more.
    case expandOverflow
    /// Expands this section, which is collapsed.
    case expand(SectionKind)
    /// Scrolls to this section, after it has been expanded.
    case scroll(to: SectionKind)
    /// Lights up the border of this section once, for ``HomeLink/pulse``.
    case pulse(SectionKind)
    /// Pushes a page onto the tab's navigation stack, as it is.
    case push(HomeRoute.Page)
    /// Logs an event; always the last step.
    case log(HomeEvent)
  }

  /// The plan for following a text as a link.
  public struct Plan: Hashable, Sendable {
    /// The steps in the order in which they are carried out; never empty.
    public let steps: [Step]
    /// The rule that decides where the link leads.
    public let rule: RuleID
  }

  /// The time for which the border of a section, or of a card, lights up before it fades.
  public static let pulse = Interval.milliseconds(300)

  /// Follows `text` in the present state of the home tab; `hasSuggestions` means pairs to review.
  public static func follow(
    _ text: String, scheme: String, layout: SectionLayout, shelf: SectionShelf,
    hasSuggestions: Bool
  ) -> Plan? {
    switch read(text, scheme: scheme) {
    case .elsewhere: return nil
    case .malformed: return Plan(steps: [.log(.linkFailed)], rule: "DPL-11")
    case .link(.contact(let id)):
      return Plan(
        steps: [
          .switchToHome, .push(.contactDetail(id: id)),
          .log(.linkHandled(url: text, section: nil, contact: id)),
        ], rule: "DPL-07")
    case .link(.home(let section)):
      let isThere = section != .needsAttention || hasSuggestions
      let target = section.flatMap { isThere ? layout.sight(of: $0) : nil }
      var steps = [Step.switchToHome, .popToRoot]
      if let section, let target {
        if target == .overflow { steps.append(.expandOverflow) }
        if shelf.isCollapsed(section) { steps.append(.expand(section)) }
        steps.append(.scroll(to: section))
        if section == .needsAttention { steps.append(.pulse(section)) }
      }
      steps.append(.log(.linkHandled(url: text, section: section, contact: nil)))
      return Plan(steps: steps, rule: target == nil && section != nil ? "DPL-10" : section.rule)
    }
  }
}

extension SectionLayout {
  enum Sight { case visible, overflow }

  /// Returns the visibility of a section; `nil` if it is absent.
  func sight(of kind: SectionKind) -> Sight? {
    if visible.contains(.section(kind)) { return .visible }
    return overflow.contains(.section(kind)) ? .overflow : nil
  }
}

extension SectionKind? {
  /// The rule of a link to the section, or to none.
  fileprivate var rule: RuleID {
    switch self {
    case .needsAttention: "DPL-02"
    case .enrichmentUpdates: "DPL-05"
    case .upcoming: "DPL-06"
    case nil, .scoreChanged, .recentlyAdded, .suggestedCircles: "DPL-01"
    }
  }
}

extension SectionRules {
  static let linkRoutes: [Rule] = [
    Rule("DPL-03", "A collapsed section that a link leads to is expanded."),
    Rule("DPL-04", "Needs Attention then lights up once for 300 ms."),
    Rule("DPL-10", "A link to a section that is not there leads to the root, without a word."),
    Rule(
      "DPL-13", "Any section that a link leads to is expanded, also from behind the link to more."),
    Rule(
      "DPL-14", "Links to the tab pop to its root; a link to a contact pushes onto what is there."),
  ]
}
