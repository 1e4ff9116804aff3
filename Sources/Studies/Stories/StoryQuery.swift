public import GrowthloopModel

/// A search of the stories of all people: a kind of event, with an optional detail.
public struct StoryQuery: Sendable {
  public let kind: StoryKind
  private let detail: Int?

  /// An error in the text of a query.
  public enum Mistake: Error, Sendable {
    case unknownKind(String)
    case unknownDetail(String, of: StoryKind)
    case missingDetail(of: StoryKind)
  }

  /// Parses `KIND` or `KIND:DETAIL`, such as `suppressed:recentShare`.
  public init(_ text: String) throws(Mistake) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let kind = StoryKind.all.first(where: { $0.name == parts[0] }) else {
      throw .unknownKind(String(parts[0]))
    }
    self.kind = kind
    guard parts.count == 2 else {
      if kind.needsDetail { throw .missingDetail(of: kind) }
      detail = nil
      return
    }
    guard let place = kind.details.firstIndex(of: String(parts[1])) else {
      throw .unknownDetail(String(parts[1]), of: kind)
    }
    detail = place
  }

  public func matches(_ event: StoryEvent) -> Bool { kind.matches(event, detail) }
}

extension StoryQuery: CustomStringConvertible {
  public var description: String {
    detail.map { "\(kind.name):\(kind.details[$0])" } ?? kind.name
  }
}
