import Vocabulary

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
