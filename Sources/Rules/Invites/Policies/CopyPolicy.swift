import Vocabulary

/// The precedence of a document's texts where it gives several for one situation.
public struct CopyPolicy: Hashable, Sendable {
  /// A part of a document that texts come from.
  public enum Source: String, CaseIterable, Sendable {
    case requirement
    case edgeCase
    case stateTable
    case worksheet
  }

  /// The parts in falling order of precedence; empty where a document never disagrees with itself.
  public var precedence: [Source] = [.stateTable]

  public init() {}
}

extension CopyPolicy {
  public static let rin = CopyPolicy()

  public static let product: CopyPolicy = {
    var policy = CopyPolicy()
    policy.precedence = []
    return policy
  }()

  public static let design: CopyPolicy = {
    var policy = CopyPolicy()
    policy.precedence = [.requirement, .edgeCase, .stateTable, .worksheet]
    return policy
  }()
}

extension CopyPolicy {
  /// Returns the text of the part with the highest precedence; the first of equals and of unranked
  /// parts.
  ///
  /// The other texts stay in the catalogue, so that a what-if can prefer them.
  ///
  /// - Precondition: `texts` is not empty.
  func choose<Text>(among texts: [Text], by part: (Text) -> Source?) -> Text {
    let weightiest = texts.enumerated().min { left, right in
      (rank(part(left.element)), left.offset) < (rank(part(right.element)), right.offset)
    }
    guard let weightiest else { preconditionFailure("there is no text to choose among") }
    return weightiest.element
  }

  private func rank(_ part: Source?) -> Int {
    part.flatMap { precedence.firstIndex(of: $0) } ?? precedence.count
  }
}

extension SharingRules {
  static let precedence: [Rule] = [
    Rule("CNF-59", "Of two texts for one situation the precedence of parts picks one.")
  ]
}
