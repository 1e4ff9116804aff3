import GrowthloopTransport
import GrowthloopLoadGenerator
package import GrowthloopReports
import Vocabulary

/// The options by which several machines load one service together.
package enum AgentChoice {
  package static let agent = CommandOption(
    "--agent", "K/N",
    "sends the requests K, K + N, … of the plan, as one of N generators: each gets the same plan, seed, "
      + "target and '--start-at', and together they send exactly the plan", shapesResult: true)
  package static let start = CommandOption(
    "--start-at", "T",
    "(--agent) begins at that moment by this machine's clock, such as 2026-03-01T09:00:00Z",
    shapesResult: false)

  /// The longest wait for a start, in hours.
  private static let longestWait: Int64 = 24

  /// Reads the options; `nil` for a generator alone.
  package static func read(_ arguments: Arguments, excluding others: CommandOption...) throws
    -> LoadAgent?
  {
    guard let text = try arguments.one(agent) else {
      if arguments.has(start) {
        throw UsageError(
          description: "'\(start)' is the common start of several: give '\(agent) 1/2'")
      }
      return nil
    }
    guard let share = LoadShare(text) else {
      throw UsageError(
        description:
          "'\(agent) \(text)' must be K/N, such as 2/3, with K from 1 to N and N up to \(LoadShare.most)"
      )
    }
    if let other = arguments.first(of: others) {
      throw UsageError(description: "'\(agent)' and '\(other)' exclude each other")
    }
    return LoadAgent(share, startingAt: try arguments.one(start).map(moment))
  }

  private static func moment(_ text: String) throws -> Instant {
    let now = Instant(milliseconds: WallTime.now())
    guard let moment = Instant(iso8601: text), moment >= now,
      moment - now <= .hours(longestWait)
    else {
      throw UsageError(
        description:
          "'\(start) \(text)' must be a moment within the next \(longestWait) hours, such as "
          + (now + .minutes(1)).iso8601)
    }
    return moment
  }
}
