import Vocabulary

/// Requests in their order, and what holds for when they are sent.
struct Course {
  /// The moment of each within the rehearsal.
  let moments: [Instant]
  /// For each, the earlier ones whose answers it waits for.
  let after: [[Int]]
  /// How many are planned for a second; `nil` for as many as there are connections for.
  let rate: Double?
  let connections: Int
  /// The numbers of the requests in the midst of which the service is killed, in their order.
  var kills: [Int] = []

  /// How far moments may be apart that are under way together: well within what the service takes.
  static let spread = Interval.hours(12)
  /// How long an answer may take.
  static let patience: Int64 = 10_000_000_000
  /// How often a request is sent that nobody answers.
  static let mostAttempts = 5

  /// When a request is planned, in nanoseconds after the start.
  func planned(_ number: Int) -> Int64 {
    rate.map { Int64(Double(number) / $0 * 1e9) } ?? 0
  }
}
