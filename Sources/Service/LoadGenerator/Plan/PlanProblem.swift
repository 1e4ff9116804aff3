/// A contradiction in a plan.
public struct PlanProblem: Sendable, Hashable, CustomStringConvertible {
  /// The key in the plan, such as `mix.people`.
  public let setting: String
  /// The mistake and its correction, as the predicate of a sentence about the key.
  public let reason: String

  public init(setting: String, reason: String) {
    self.setting = setting
    self.reason = reason
  }

  public var description: String { "\(setting) \(reason)" }
}

extension LoadPlan {
  /// All contradictions in the plan itself, found without the system or the network.
  public func problems() -> [PlanProblem] {
    var problems = PlanProblems()
    loop.check(&problems)
    mix.check(&problems, target)
    limits.check(&problems)
    problems.require(
      warmUp >= .zero && warmUp < max(length, .nanoseconds(1)), "warmUp",
      "must be shorter than the plan (\(length)), not \(warmUp)")
    problems.require(
      length <= limits.length, "length", "comes to \(length); the most is \(limits.length)")
    if case .open(let arrivals) = loop {
      let count = arrivals.expectedCount.isFinite ? max(0, arrivals.expectedCount) : 0
      // Random arrivals may exceed their expected number.
      problems.require(
        count + 6 * count.squareRoot() <= Double(limits.requests), "arrivals",
        "comes to about \(Int(min(count, 1e18))) requests; the most is \(limits.requests)")
    }
    problems.require(
      isOpen || share == .whole, "users",
      "can be shared among generators in open loop only: users wait for their own responses")
    problems.require(
      share == .whole || length <= limits.sharedLength, "length",
      "is at most \(limits.sharedLength) for one of several generators, not \(length)")
    problems.require(!target.host.isEmpty, "target.host", "must not be empty")
    return problems.all
  }
}

/// The problems found so far.
struct PlanProblems {
  private(set) var all: [PlanProblem] = []

  mutating func require(_ holds: Bool, _ setting: String, _ reason: @autoclosure () -> String) {
    if !holds { all.append(PlanProblem(setting: setting, reason: reason())) }
  }
}

extension LoadLimits {
  func check(_ problems: inout PlanProblems) {
    problems.require(
      (1...1_000_000).contains(connections), "limits.connections",
      "must be from 1 to 1000000, not \(connections)")
    problems.require(
      timeout > .zero && timeout <= .seconds(3_600), "limits.timeout",
      "must be above 0 and at most an hour, not \(timeout)")
    problems.require(
      overtime >= .zero && overtime <= .seconds(3_600), "limits.overtime",
      "must be at least 0 and at most an hour, not \(overtime)")
  }
}
