import LinkService
import Vocabulary
import WebServer

/// The clock of the service: the time of day, or a rehearsal.
enum ClockChoice {
  static let options = ["--clock-start", "--clock-speed"]
  static let flag = "--clock-by-request"

  static let help = """
      --clock-start T       rehearses: the service takes it to be T now, as 2026-03-01T09:00:00Z
      --clock-speed X       rehearses: its time runs X times as fast
      --clock-by-request    rehearses: every request tells its moment in \(ServiceClock.field); no
                            '--clock-…' goes with '--public'
    """

  static func read(_ arguments: Arguments, at place: ListeningPlace) throws -> ServiceClock {
    let start = try arguments.one("--clock-start")
    let speed = try arguments.one("--clock-speed")
    let isTold = arguments.has(flag)
    guard start != nil || speed != nil || isTold else { return .real }
    guard place.isLoopback, !arguments.has(ListeningChoice.flag) else {
      throw UsageError(description: "a rehearsal is not for others: no '--clock-…' with '--public'")
    }
    guard !isTold || (start == nil && speed == nil) else {
      throw UsageError(description: "requests tell the time, or a clock does: '\(flag)' goes alone")
    }
    if isTold { return .toldByRequests }
    let moment = try start.map { text in
      guard let moment = Instant(iso8601: text) else {
        throw UsageError(
          description: "'--clock-start \(text)' must be a moment such as 2026-03-01T09:00:00Z")
      }
      return moment
    }
    guard let factor = Double(speed ?? "1"), factor > 0, factor <= 1_000_000 else {
      throw UsageError(
        description: "'--clock-speed \(speed ?? "")' must be above 0 and at most 1000000")
    }
    return .rehearsing(from: moment ?? ServiceClock.real.now(), speed: factor)
  }
}
