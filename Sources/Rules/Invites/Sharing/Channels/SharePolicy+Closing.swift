public import Vocabulary

extension SharePolicy {
  /// Returns the actions of a flow without a success screen after a completed share.
  func confirm() -> [SharingAction] {
    switch confirmation {
    case .silent: []
    case .toast: [.showToast(.inviteSent, until: nil)]
    case .successScreen: [.open(.success)]
    }
  }
}

extension SharePolicy.Confirmation {
  /// The deciding rule.
  public var rule: RuleID {
    switch self {
    case .silent: "CNF-23"
    case .toast: "P-SND-07"
    case .successScreen: "D-SUC-01"
    }
  }
}

extension SharePolicy.OnCancel {
  /// The deciding rule.
  public var rule: RuleID {
    switch self {
    case .returnSilently: "SHR-23"
    case .logAndKeepRecord: "P-EDG-07"
    case .returnToPicker: "D-SHR-01"
    }
  }
}

extension SharingRules {
  static let closing: [Rule] = [
    Rule("CNF-23", "After a share: silence, a toast, or a success screen."),
    Rule("CNF-24", "After a cancel: back silently, a log entry, or back to the picker."),
    Rule("CNF-27", "Channels are a union of names, mapped to each profile's own."),
  ]
}
