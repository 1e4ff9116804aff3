import Vocabulary

extension HomeEvent {
  /// The properties without what a user wrote or was sent: the name of a circle is left out, and of
  /// a link what follows its host.
  public var redacted: [Property] {
    properties.compactMap { property in
      switch (property.name, property.value) {
      case ("circle_name", _): nil
      case ("url", .text(let url)): Property("url", .text(Self.host(of: url)))
      default: property
      }
    }
  }

  /// A link as far as its host; nothing of a text that is no link.
  private static func host(of url: String) -> String {
    guard let scheme = url.firstRange(of: "://") else { return "" }
    return String(url[..<scheme.upperBound])
      + url[scheme.upperBound...].prefix { !"/?#".contains($0) }
  }
}

extension SectionRules {
  static let redaction: [Rule] = [
    Rule("ANA-26", "Redacted, an event has no circle's name, and of a link its host alone.")
  ]
}
