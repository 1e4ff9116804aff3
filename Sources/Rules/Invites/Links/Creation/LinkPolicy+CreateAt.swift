import Vocabulary

/// The moments of the sharing flow at which a link may be created, in the order they come.
public enum FlowMoment: Int, CaseIterable, Comparable, Sendable, BitwiseCopyable {
  case entryTap
  case screenLoad
  case pickerLoad
  case messageScreen
  /// The user requests the share sheet.
  case send

  public static func < (left: FlowMoment, right: FlowMoment) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// The decision whether a moment of the flow is the one to create the link.
public enum CreationTiming: Hashable, Sendable, BitwiseCopyable {
  case createNow
  /// The flow has its link.
  case alreadyCreated
  case notYet(until: FlowMoment)
}

extension LinkPolicy.Creation {
  public var moment: FlowMoment {
    switch self {
    case .entryTap: .entryTap
    case .screenLoad: .screenLoad
    case .pickerLoad: .pickerLoad
    case .messageScreen: .messageScreen
    }
  }
}

extension LinkPolicy {
  /// Returns whether the flow creates its link at `moment`.
  ///
  /// A flow may skip the moment of the policy, or lack a network there. It then creates the link at
  /// the next moment that it reaches.
  public func creationTiming(at moment: FlowMoment, hasLink: Bool) -> CreationTiming {
    if hasLink { return .alreadyCreated }
    return moment < createAt.moment ? .notYet(until: createAt.moment) : .createNow
  }
}

extension LinkRules {
  static let timing: [Rule] = [
    Rule("CNF-56", "A link is created at one moment of the flow, or the next that is reached.")
  ]
}
