import Vocabulary

/// What a flow waits for, besides its link.
struct FlowWants: OptionSet {
  let rawValue: UInt8

  static let message = FlowWants(rawValue: 1)
  static let sheet = FlowWants(rawValue: 1 << 1)
  /// The news that the network is back.
  static let reconnection = FlowWants(rawValue: 1 << 2)
}

/// The answer of the service to a request for a link, and when it comes.
struct LinkAnswer {
  var due: Instant
  var outcome: Outcome

  enum Outcome {
    case created
    case failed
    case timedOut
  }
}
