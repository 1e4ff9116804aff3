import Attribution
import Profiles
import Vocabulary

/// Whom the taps of a newcomer owe the credit to, by the promises and by counting alone.
struct OwedCredit: Sendable {
  /// A tap that may count.
  struct Tap: Sendable {
    let at: Instant
    let inviter: UInt32
  }

  let promised: AttributionPolicy
  let launchedAt: Instant
  let installedAt: Instant
  /// In the order in which they happened.
  let taps: [Tap]
  /// Whether the newcomer is none, but had an account.
  let hadAccount: Bool
  /// Those of the inviters who deleted their accounts before.
  let gone: Set<UInt32>

  /// The person who is to be credited; `nil` for nobody.
  var inviter: UInt32? {
    guard !hadAccount else { return nil }
    let counting = taps.filter { isInTime($0) && !gone.contains($0.inviter) }
    return (isLastClick ? counting.last : counting.first)?.inviter
  }

  private var isLastClick: Bool { promised.model == .lastClick }

  /// The moment at which the age of a tap is taken.
  private var moment: Instant {
    promised.windowEndsAt == .install ? installedAt : launchedAt
  }

  private func isInTime(_ tap: Tap) -> Bool {
    tap.at <= moment && moment - tap.at <= promised.window ?? promised.clickRetention
  }

  /// The promise that is broken where `given` is credited in place of the inviter.
  func rule(against given: UInt32?) -> RuleID {
    let document = promised.document
    guard let given else { return promised.window == nil ? "CNF-49" : "ATT-01" }
    if hadAccount { return PassedOver.existingUser.rule(in: document) }
    let theirs = taps.filter { $0.inviter == given }
    if theirs.isEmpty { return "ATT-09" }
    if !theirs.contains(where: isInTime) {
      return (promised.window == nil ? PassedOver.notRetained : .outsideWindow).rule(in: document)
    }
    if gone.contains(given) { return PassedOver.inviterGone.rule(in: document) }
    return (isLastClick ? PassedOver.olderClick : .newerClick).rule(in: document)
  }

  /// What is to be said of a credit that `inviter` gets.
  func words(_ inviter: UInt32?) -> String {
    guard let inviter else { return hadAccount ? "nobody, for there is an account" : "nobody" }
    let theirs = taps.filter { $0.inviter == inviter && $0.at <= moment }
    guard let tap = isLastClick ? theirs.last : theirs.first else {
      return "person \(inviter), of whom no link was tapped"
    }
    return "person \(inviter), tapped \(Self.age(moment - tap.at)) before"
  }

  /// A length of time in its two largest units.
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
