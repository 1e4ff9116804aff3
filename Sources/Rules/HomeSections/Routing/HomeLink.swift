public import Vocabulary

/// A link that leads to the home tab.
public enum HomeLink: Hashable, Sendable {
  /// The root of the tab, optionally at a section; an unknown section is none.
  case home(section: SectionKind?)
  /// The page of the contact with this id, of letters, digits and `-_.~` in ASCII.
  case contact(id: String)

  /// The result of parsing a text.
  public enum Reading: Hashable, Sendable {
    /// A link that leads to the home tab.
    case link(HomeLink)
    /// A link of the app that leads elsewhere.
    case elsewhere
    /// No link of the app, or one to the tab or a contact with a path of the wrong form.
    case malformed
  }

  /// Parses `text` as a link of an app with that scheme.
  public static func read(_ text: String, scheme: String) -> Reading {
    let prefix = "\(scheme)://"
    guard text.prefix(prefix.count).lowercased() == prefix.lowercased(),
      text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return .malformed }
    let rest = text.dropFirst(prefix.count)
    let halves = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let path = halves[0].split(separator: "/", omittingEmptySubsequences: false)
    let query = halves.count == 2 ? halves[1] : ""
    switch (path[0], path.count) {
    case ("", _): return .malformed
    case ("home", 1): return .link(.home(section: section(in: query)))
    case ("contacts", 2):
      let id = String(path[1])
      return isID(id) ? .link(.contact(id: id)) : .malformed
    case ("home", _), ("contacts", _): return .malformed
    default: return .elsewhere
    }
  }

  private static func section(in query: Substring) -> SectionKind? {
    let values = query.split(separator: "&").compactMap { pair in
      pair.hasPrefix("section=") ? pair.dropFirst("section=".count) : nil
    }
    return values.first.flatMap { value in
      SectionKind.allCases.first { $0.linkName.map { $0 == value } ?? false }
    }
  }

  private static func isID(_ text: String) -> Bool {
    !text.isEmpty
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.~".contains($0)) }
  }
}

extension SectionKind {
  /// The name of the section in links, for those that have one.
  public var linkName: String? {
    switch self {
    case .needsAttention: "dedup"
    case .enrichmentUpdates: "enrichment"
    case .upcoming: "upcoming"
    case .scoreChanged, .recentlyAdded, .suggestedCircles: nil
    }
  }
}

extension SectionRules {
  static let links: [Rule] = [
    Rule("DPL-01", "rin://home leads to the root of the home tab."),
    Rule("DPL-02", "section=dedup leads to Needs Attention."),
    Rule("DPL-05", "section=enrichment leads to Enrichment Updates."),
    Rule("DPL-06", "section=upcoming leads to Upcoming."),
    Rule("DPL-07", "rin://contacts/{id} pushes the contact onto the home tab."),
    Rule("DPL-11", "Text that is not a link is left alone, and logged as deeplink.parse_failed."),
  ]
}

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

/// The page of a contact that a link opened.
///
/// Loading may become found or missing; these two are final.
///
/// An app needs it for a link to a contact that its cache may lack.
public enum ContactPage: String, CaseIterable, Sendable {
  /// The contact is not in the cache, and the server has not answered.
  case loading
  /// The contact is shown.
  case found
  /// Neither the cache nor the server has the contact; the page shows `error`.
  case missing

  /// Creates the page of a contact that is, or is not, in the cache.
  public init(isCached: Bool) { self = isCached ? .found : .loading }

  /// Applies the server's answer; offline there is none, and the page stays loading.
  public mutating func receive(exists: Bool) {
    guard self == .loading else { return }
    self = exists ? .found : .missing
  }

  /// The error text in place of a contact, with its button; `nil` otherwise.
  public var error: (text: String, button: String)? {
    guard self == .missing else { return nil }
    return (worded("Contact not found. It may have been deleted or merged."), worded("Go Back"))
  }
}

extension SectionRules {
  static let contactPage: [Rule] = [
    Rule(
      "DPL-08", "A contact that is not in the cache is asked of the server, and so long loading."),
    Rule("DPL-09", "A contact that is nowhere is an error page with \"Go Back\"."),
  ]
}
