import Attribution
import Profiles
import Vocabulary

/// The credit that a newcomer's taps earn under the reference policy, counted independently.
struct ExpectedCredit: Sendable {
  /// A tap that may count.
  struct Tap: Sendable {
    let at: Instant
    let inviter: UInt32
  }

  let reference: AttributionPolicy
  let launchedAt: Instant
  let installedAt: Instant
  /// In order of time.
  let taps: [Tap]
  /// Whether the person had an account before.
  let hadAccount: Bool
  /// The inviters who deleted their accounts before.
  let gone: Set<UInt32>

  /// The person to credit; `nil` for none.
  var inviter: UInt32? {
    guard !hadAccount else { return nil }
    let counting = taps.filter { isInTime($0) && !gone.contains($0.inviter) }
    return (isLastClick ? counting.last : counting.first)?.inviter
  }

  private var isLastClick: Bool { reference.model == .lastClick }

  /// The moment from which the age of a tap counts.
  private var moment: Instant {
    reference.windowEndsAt == .install ? installedAt : launchedAt
  }

  private func isInTime(_ tap: Tap) -> Bool {
    tap.at <= moment && moment - tap.at <= reference.window ?? reference.clickRetention
  }

  /// Returns the rule that is broken where `given` is credited in place of the inviter.
  func rule(against given: UInt32?) -> RuleID {
    let document = reference.document
    guard let given else { return reference.window == nil ? "CNF-49" : "ATT-01" }
    if hadAccount { return PassedOver.existingUser.rule(in: document) }
    let theirs = taps.filter { $0.inviter == given }
    if theirs.isEmpty { return "ATT-09" }
    if !theirs.contains(where: isInTime) {
      return (reference.window == nil ? PassedOver.notRetained : .outsideWindow).rule(in: document)
    }
    if gone.contains(given) { return PassedOver.inviterGone.rule(in: document) }
    return (isLastClick ? PassedOver.olderClick : .newerClick).rule(in: document)
  }

  /// Describes a credit of `inviter` for reports.
  func words(_ inviter: UInt32?) -> String {
    guard let inviter else {
      return hadAccount ? "no inviter, for there is an account" : "no inviter"
    }
    let theirs = taps.filter { $0.inviter == inviter && $0.at <= moment }
    guard let tap = isLastClick ? theirs.last : theirs.first else {
      return "person \(inviter), of whom no link was tapped"
    }
    return "person \(inviter), tapped \(Self.age(moment - tap.at)) before"
  }

  /// Formats a length of time in its two largest units.
  private static func age(_ interval: Interval) -> String {
    let seconds = interval.milliseconds / 1_000
    let parts = [
      (seconds / 86_400, "d"), (seconds / 3_600 % 24, "h"), (seconds / 60 % 60, "min"),
      (seconds % 60, "s"),
    ]
    let first = parts.firstIndex { $0.0 > 0 } ?? parts.count - 1
    return parts[first...].prefix(2).map { "\($0.0) \($0.1)" }.joined(separator: " ")
  }
}
