import Vocabulary

/// The open requests of a flow, other than for a link.
struct FlowWants: OptionSet {
  let rawValue: UInt8

  static let message = FlowWants(rawValue: 1)
  static let sheet = FlowWants(rawValue: 1 << 1)
  /// The notification that the network is back.
  static let reconnection = FlowWants(rawValue: 1 << 2)
}

/// The service's response to a request for a link, and its time.
struct LinkAnswer {
  var due: Instant
  var outcome: Outcome

  enum Outcome {
    case created
    case failed
    case timedOut
  }
}
