import Profiles
import Vocabulary

extension LoadGate {
  /// The kinds of request that resolve a link, each a phone's way to the invite.
  private static let resolving: [RequestKind] = [
    .landingTap, .landingTapKept, .directOpen, .deferredResolution,
  ]

  /// Returns the budgets of a profile as limits on those of `kinds` that resolve or create a link.
  ///
  /// The documents give a percentile for creating alone, P95 (CNF-34).
  static func budgets(of profile: Profile, on kinds: [String]) -> [LoadGate] {
    let budgets = profile.budgets
    let resolved = resolving.map(\.name).filter(kinds.contains).map { kind in
      LoadGate(
        kind, percentile: budgets.resolvePercentile.number,
        milliseconds: budgets.resolve.milliseconds, origin: "budget.resolveMs")
    }
    let created = [RequestKind.create.name].filter(kinds.contains).map { kind in
      LoadGate(
        kind, percentile: 95, milliseconds: budgets.create.milliseconds,
        origin: "budget.createMs")
    }
    return resolved + created
  }

  /// The limit on errors of a plan that names no gates: no document gives one.
  static let errorsByDefault: LoadGate = {
    guard var gate = LoadGate("errors < 1%") else { preconditionFailure("it is a gate") }
    gate.origin = "default"
    return gate
  }()

  private init(_ kind: String, percentile: Int, milliseconds: Int64, origin: String) {
    self.kind = kind
    // A limit beyond thirty years would overflow.
    limit = .response(
      percentile: Double(percentile),
      nanoseconds: UInt64(min(milliseconds, 1_000_000_000_000)) * 1_000_000)
    description = "\(kind) p\(percentile) < \(milliseconds)ms"
    self.origin = origin
  }
}

extension BudgetPolicy.Percentile {
  fileprivate var number: Int {
    switch self {
    case .p50: 50
    case .p90: 90
    case .p95: 95
    case .p99: 99
    }
  }
}
