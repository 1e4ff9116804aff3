/// Which of a document's texts wins where it gives several for one situation.
public struct CopyPolicy: Hashable, Sendable {
  /// A part of a document that texts come from.
  public enum Source: String, CaseIterable, Sendable {
    case requirement
    case edgeCase
    case stateTable
    case worksheet
  }

  /// The parts in falling order of weight; empty where a document never disagrees with itself.
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
