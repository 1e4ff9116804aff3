import Vocabulary

/// The precedence of a document's texts where it gives several for one situation.
public struct CopyPolicy: Hashable, Sendable {
  /// A part of a document that texts come from.
  public enum Source: String, CaseIterable, Sendable {
    /// A requirement of 003 §8; the error table of 000 §13 ranks as one.
    case requirement
    /// An edge case: 000 §14 or 003 §5.3.
    case edgeCase
    /// A screen with its states, such as those of 000 §4 and 003 §6.
    case stateTable
    /// The worksheet of 003 §3; no text of the catalogue is from there.
    case worksheet
  }

  /// The parts in falling order of precedence; empty where a document never disagrees with itself.
  public var precedence: [Source] = [.stateTable]

  /// Creates the settings of `rin`.
  public init() {}
}

extension CopyPolicy {
  /// The settings of `rin`, the default: the state table comes before all other parts.
  public static let rin = CopyPolicy()

  /// The settings of `invite-friends-product`: no part has precedence.
  public static let product: CopyPolicy = {
    var policy = CopyPolicy()
    policy.precedence = []
    return policy
  }()

  /// The settings of `invite-friends-design`: requirement, edge case, state table, worksheet.
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
