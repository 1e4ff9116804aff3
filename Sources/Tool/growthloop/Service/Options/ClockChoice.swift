import GrowthloopLinkService
import GrowthloopReports
import Vocabulary
import GrowthloopTransport

/// The options for the clock of the service: the time of day, or that of a rehearsal.
enum ClockChoice {
  static let start = CommandOption(
    "--clock-start", "T", "for rehearsals: starts the service's clock at T, as 2026-03-01T09:00:00Z"
  )
  static let speed = CommandOption(
    "--clock-speed", "X", "for rehearsals: runs the service's clock X times as fast")
  static let byRequest = CommandOption(
    flag: "--clock-by-request",
    "for rehearsals: each request carries its moment in \(ServiceClock.field). No '--clock-…' goes with "
      + "'--public'")
  static let options = [start, speed, byRequest]

  static func read(_ arguments: Arguments, at place: ListeningPlace) throws -> ServiceClock {
    let start = try arguments.one(self.start)
    let speed = try arguments.one(self.speed)
    let isTold = arguments.has(byRequest)
    guard start != nil || speed != nil || isTold else { return .real }
    guard place.isLoopback, !arguments.has(ListeningChoice.open) else {
      throw UsageError(description: "'--clock-…' and '--public' exclude each other")
    }
    guard !isTold || (start == nil && speed == nil) else {
      throw UsageError(
        description: "'\(byRequest)' excludes '\(Self.start)' and '\(Self.speed)'")
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
