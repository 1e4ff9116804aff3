import Vocabulary

/// Requests in order, with their moments and dependencies.
struct RequestSchedule {
  /// The moment of each within the rehearsal.
  let moments: [Instant]
  /// For each request, the earlier ones whose answers it depends on.
  let after: [[Int]]
  /// The planned requests per second; `nil` for as many as the connections carry.
  let rate: Double?
  let connections: Int
  /// The numbers of the requests during which the service is killed, ascending.
  var kills: [Int] = []

  /// The greatest distance of moments under way together: well within the service's tolerance.
  static let spread = Interval.hours(12)
  /// The time limit of an answer, in nanoseconds.
  static let patience: Int64 = 10_000_000_000
  /// The number of attempts at a request without an answer.
  static let mostAttempts = 5

  /// Returns the planned time of a request, in nanoseconds after the start.
  func planned(_ number: Int) -> Int64 {
    rate.map { Int64(Double(number) / $0 * 1e9) } ?? 0
  }
}
