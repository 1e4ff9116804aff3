import GrowthloopTransport

/// The source of the next request: the schedule, or a user whose response has come.
struct RequestSource {
  /// The moment of a request that does not exist.
  static let never = Int64.max

  private var schedule: ArrivalSchedule?
  /// Every so many-th moment is this generator's.
  private let stride: Int
  /// A ring buffer of the moments at which users send again, ascending.
  private var asks: [Int64] = []
  private var firstAsk = 0
  private var askCount = 0
  private let pause: Int64
  private let start: Int64
  /// After the last planned moment.
  let end: Int64
  /// The planned moment of the next request, by the monotonic clock.
  private(set) var head = never

  init(_ plan: LoadPlan, start: Int64) {
    self.start = start
    stride = plan.share.count
    switch plan.loop {
    case .open(let arrivals):
      // A recorded schedule ends with its last moment, which counts too.
      end = start + arrivals.length.nanoseconds + 1
      pause = 0
      var schedule = ArrivalSchedule(arrivals, seed: plan.seed)
      head = schedule.next(plan.share.number).map { start + $0 } ?? Self.never
      self.schedule = schedule
    case .closed(let users, let pause, let length):
      end = start + length.nanoseconds
      self.pause = pause.nanoseconds
      asks = [Int64](repeating: start, count: users)
      askCount = users
      head = start
    }
  }

  /// Removes the next request.
  mutating func removeHead() {
    guard schedule == nil else {
      head = schedule?.next(stride).map { start + $0 } ?? Self.never
      return
    }
    firstAsk = firstAsk + 1 == asks.count ? 0 : firstAsk + 1
    askCount -= 1
    head = askCount > 0 ? asks[firstAsk] : Self.never
  }

  /// Schedules the next request of a user whose request is over.
  mutating func requestEnded(at time: Int64) {
    let next = time + pause
    guard schedule == nil, next < end else { return }
    asks[(firstAsk + askCount) % asks.count] = next
    askCount += 1
    if askCount == 1 { head = next }
  }
}

extension ArrivalSchedule {
  /// Returns the moment `count` moments on; `nil` after the last.
  fileprivate mutating func next(_ count: Int) -> Int64? {
    for _ in 1..<count { _ = next() }
    return next()
  }
}
