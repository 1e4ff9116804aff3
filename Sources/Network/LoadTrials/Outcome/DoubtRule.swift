import Gates
import LoadGenerator

/// The rule by which an invalid or disturbed run leaves its gates undecided.
///
/// The interval decides, unless a sign of invalidity could have caused its verdict:
///
/// - **Fewer requests were sent than were due** (`rate`). The load was reduced: no gate is kept.
/// - **The generator was late** (`lag`, `turn`, `processor`; and `runQueue`, `foreign` or `stolen`
///   beside them). Times count from the planned moment. A service that takes requests as they come
///   finishes none earlier because it, or one before it, was sent later (except for the little that it
///   saves by answering several at once). So lateness makes times longer and never shorter: a kept
///   verdict stands, and a missed one may be the generator's fault. Where users wait for responses
///   before their next request, lateness also reduces the load: no gate is kept.
/// - **Other processes used the machine** (`runQueue`, `foreign` or `stolen` alone). The service may
///   have been slower than it is, never faster: a kept verdict stands, and a missed time is undecided.
/// - **Errors.** Lateness adds some (not sent, timed out, connections lost), and may hide time-outs,
///   which count from the sending: responses later than a time-out count as errors before any
///   proportion is kept. But it does not cause error responses, refused connections or malformed
///   responses. A gate that the service's own errors alone miss is missed, and so is a time, since a
///   refused request has no response.
struct DoubtRule {
  /// The verdicts of a gate on the service's own errors alone, and with all that lateness may hide.
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
