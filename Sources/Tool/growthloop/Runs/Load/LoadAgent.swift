import GrowthloopTransport
package import GrowthloopLoadGenerator
package import Vocabulary

/// One of several generators that load a service together.
package struct LoadAgent {
  let share: LoadShare
  /// The common start by the time of day; `nil` for at once.
  let start: Instant?

  package init(_ share: LoadShare, startingAt start: Instant? = nil) {
    self.share = share
    self.start = start
  }

  /// Returns the agent's part of a plan, with as many of its connections.
  func part(of plan: LoadPlan) -> LoadPlan {
    var part = plan
    part.share = share
    part.limits.connections = (plan.limits.connections + share.count - 1) / share.count
    return part
  }

  /// The start by this machine's monotonic clock; `nil` for at once.
  var earliest: MonotonicTime? {
    start.map {
      let left = $0.milliseconds * 1_000_000 - WallTime.nanoseconds()
      return MonotonicTime(nanoseconds: MonotonicTime.now().nanoseconds + left)
    }
  }
}

extension LoadAgent: CustomStringConvertible {
  package var description: String {
    let numbers = (0..<3).map { "\(share.number + $0 * share.count)" }.joined(separator: ", ")
    return "agent \(share.number) of \(share.count): requests \(numbers) … of the plan"
  }
}
