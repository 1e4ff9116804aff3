public import Vocabulary

extension OfflinePolicy {
  /// Whether a creation that finds no network waits in the queue.
  public var queuesCreations: Bool {
    switch mode {
    case .cachedLink: false
    case .errorAndQueue, .pickerAndQueue: true
    }
  }
}

extension OfflinePolicy.Mode {
  /// The rule that spoke.
  public var rule: RuleID {
    switch self {
    case .cachedLink: "EDG-01"
    case .errorAndQueue: "P-EDG-10"
    case .pickerAndQueue: "D-OFF-03"
    }
  }
}
