/// What was seen of a queue over some time.
struct QueueRecord: Sendable {
  /// How long each customer waited whose service began.
  var waits: [Double] = []
  /// How long each customer stayed who left.
  var stays: [Double] = []
  private(set) var duration = 0.0
  /// The numbers of customers who wait, and who are there, added up over time.
  private(set) var timeWaiting = 0.0
  private(set) var timePresent = 0.0

  mutating func add(_ span: Double, waiting: Int, present: Int) {
    duration += span
    timeWaiting += span * Double(waiting)
    timePresent += span * Double(present)
  }

  func value(of measure: QueueMeasure) -> Double {
    switch measure {
    case .present: timePresent / duration
    case .waiting: timeWaiting / duration
    case .stay: stays.reduce(0, +) / Double(stays.count)
    case .wait: waits.reduce(0, +) / Double(waits.count)
    case .waitBeyond(let time): Self.share(of: waits, beyond: time)
    case .stayBeyond(let time): Self.share(of: stays, beyond: time)
    }
  }

  private static func share(of durations: [Double], beyond time: Double) -> Double {
    Double(durations.count { $0 > time }) / Double(durations.count)
  }
}
