import Gates
import LoadGenerator

/// What a run decides of its gates where the generator, or the machine, was not as it should be.
///
/// What the interval says stands, unless what went wrong could have made it so:
///
/// - **Fewer requests were sent than were due** (`rate`). The service was spared: nothing is kept.
/// - **The generator was late** (`lag`, `turn`, `processor`; and `runQueue`, `foreign` or `stolen` beside
///   them). Times count from the planned moment, and a service that takes requests as they come is done with
///   none earlier because it, or one before it, was sent later (but for the little that it saves by answering
///   several at once). So lateness makes times longer and never shorter: one that is kept is kept, and one
///   that is missed may be the generator's doing. Where users wait for answers before they ask again,
///   lateness spares the service as well: nothing is kept.
/// - **Others used the machine** (`runQueue`, `foreign` or `stolen` alone). The service may have been slower
///   than it is, never faster: what is kept is kept, and a time that is missed is left open.
/// - **Errors.** Lateness adds some (not sent, timed out, connections lost), and may hide time-outs, which
///   count from the sending: answers later than a time-out count as errors before any share is kept. But it
///   makes no service answer an error, refuse a connection or send nonsense: what is missed by the service's
///   own errors alone is missed, and so is a time, for what is refused has no answer at all.
struct DoubtRule {
  /// What becomes of a gate by that alone which only the service can have made, and with all that lateness
  /// may have hidden.
  struct Bounds {
    let least: GateVerdict
    let most: GateVerdict
  }

  private let validity: Verdict
  private let isOpenLoop: Bool

  init(_ validity: Verdict, isOpenLoop: Bool) {
    self.validity = validity
    self.isOpenLoop = isOpenLoop
  }

  /// Returns why what was measured does not decide its gate; `nil` where it does, or is undecided by itself.
  func doubt(of judgement: GateJudgement, _ bounds: Bounds) -> GateDoubt? {
    switch (judgement.verdict, validity) {
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

extension Verdict.Reason {
  /// Whether the load was less than planned; else all that happened is that something came later.
  fileprivate var sparesTheService: Bool {
    switch self {
    case .rate: true
    case .lag, .turn, .processor, .runQueue, .foreign, .stolen: false
    }
  }
}
