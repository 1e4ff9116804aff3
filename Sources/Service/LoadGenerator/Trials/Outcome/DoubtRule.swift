import GrowthloopFindings

/// The rule by which an invalid or disturbed run leaves its gates undecided.
///
/// The interval decides, unless a sign of invalidity could have caused its verdict:
///
/// - **Fewer requests were sent than were due** (`rate`). The load was reduced: no gate is kept.
/// - **The generator was late** (`lag`, `turn`, `processor`), or **other processes used the machine**
///   (`runQueue`, `foreign`, `stolen`). Times count from the planned moment. A service that takes
///   requests as they come finishes none earlier because it, or one before it, was sent later (except
///   for the little that it saves by answering several at once). So both make times longer and never
///   shorter: a kept verdict stands. Where users wait for responses before their next request,
///   lateness also reduces the load: no gate is kept.
/// - **How much of a miss they explain** is known: each request's own lateness is taken from its time,
///   and the machine may have held up the service as often, and for as long, as it held up the
///   generator, which is on it too. A time that is missed even so is missed (`LoadRecord.bounds`).
/// - **Errors.** Lateness adds requests that are not sent, and may hide time-outs, which count from the
///   sending: responses later than a time-out count as errors before any proportion is kept. It
///   causes no other errors. A gate that those alone miss is missed, and so is a time, since a
///   request without a response is later than any limit.
struct DoubtRule {
  /// The verdicts of a gate on what lateness cannot have caused, and with all that it may hide.
  struct Bounds {
    let least: GateVerdict
    let most: GateVerdict
  }

  private let validity: RunValidity
  private let isOpenLoop: Bool

  init(_ validity: RunValidity, isOpenLoop: Bool) {
    self.validity = validity
    self.isOpenLoop = isOpenLoop
  }

  /// Returns the reason why a measurement does not decide its gate; `nil` if it does, or is
  /// undecided by itself.
  func doubt(of verdict: GateVerdict, _ bounds: Bounds) -> GateDoubt? {
    switch (verdict, validity) {
    case (.undecided, _), (_, .valid), (.kept, .disturbed): nil
    case (.kept, .generatorLimited(let reasons)):
      if reasons.contains(where: \.sparesTheService) {
        .notOffered
      } else if !isOpenLoop {
        .askedLess
      } else {
        bounds.most == .kept ? nil : .lateness
      }
    case (.missed, .disturbed): bounds.least == .missed ? nil : .disturbance
    case (.missed, .generatorLimited): bounds.least == .missed ? nil : .lateness
    }
  }
}

extension RunValidity.Reason {
  /// Whether the load was less than planned, rather than only later.
  fileprivate var sparesTheService: Bool {
    switch self {
    case .rate: true
    case .lag, .turn, .processor, .runQueue, .foreign, .stolen: false
    }
  }
}
