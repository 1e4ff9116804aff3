import Vocabulary

/// The moments of the sharing flow at which a link may be created, in the order they come.
public enum FlowMoment: Int, CaseIterable, Comparable, Sendable, BitwiseCopyable {
  /// The user taps an entry point; the moment in `product`.
  case entryTap
  /// The share screen loads; the moment in `rin`.
  case screenLoad
  /// The contact picker loads; a what-if for `design`.
  case pickerLoad
  /// The message screen opens; the moment in `design`.
  case messageScreen
  /// The user requests the share sheet.
  case send

  public static func < (left: FlowMoment, right: FlowMoment) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// The decision whether a moment of the flow is the one to create the link.
///
/// An app with a flow of its own needs it to know when to create the link.
public enum CreationTiming: Hashable, Sendable, BitwiseCopyable {
  /// The flow has reached the moment of the policy, or a later one.
  case createNow
  /// The flow has its link.
  case alreadyCreated
  /// The flow has not reached the moment of the policy, `until`.
  case notYet(until: FlowMoment)
}

extension LinkPolicy.Creation {
  /// The moment of the flow that the setting names.
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
