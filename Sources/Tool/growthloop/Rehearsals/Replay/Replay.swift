import Vocabulary
import GrowthloopTransport

/// A client that sends scheduled requests: each at its moment, after the answers it depends on.
final class Replay {
  /// The requests, and the function that takes the responses.
  struct Content {
    let name: (Int) -> String
    /// The bytes of a request; `nil` where none can be made.
    let request: (Int) -> [UInt8]?
    /// Takes a response, and returns whether it is the expected one.
    let take: (Int, Response) -> Bool
  }

  let schedule: RequestSchedule
  let content: Content
  let service: any RehearsedService
  var record = ReplayRecord()

  var poller: Poller
  var route: ClientSocket.Route
  var slots: [Slot]
  var free: [Int]
  var queue = RequestQueue()
  private var dependants: [[Int]]
  private var waitsFor: [Int]
  /// The time of the last answer that each request depended on.
  var released: [Int64]
  var attempts: [UInt8]
  private var isFinished: [Bool]
  /// The number of the first unfinished request.
  private var oldest = 0
  private(set) var finished = 0
  private(set) var start: Int64 = 0
  private var kills: ArraySlice<Int>
  /// The end of the last outage.
  private var outageEnd: Int64 = 0
  /// Whether requests due during the outage are still unsent.
  private var isCatchingUp = false
  private var inbox = [UInt8](repeating: 0, count: 65_536)

  init(
    _ schedule: RequestSchedule, of content: Content, to service: any RehearsedService
  ) throws(SystemCallError) {
    self.schedule = schedule
    self.content = content
    self.service = service
    let count = schedule.moments.count
    poller = try Poller(eventsAtOnce: 128)
    route = Self.route(to: service)
    slots = Array(repeating: Slot(), count: schedule.connections)
    free = Array((0..<schedule.connections).reversed())
    dependants = Array(repeating: [], count: count)
    waitsFor = schedule.after.map(\.count)
    released = Array(repeating: 0, count: count)
    attempts = Array(repeating: 0, count: count)
    isFinished = Array(repeating: false, count: count)
    kills = schedule.kills[...]
    for (number, earlier) in schedule.after.enumerated() {
      for other in earlier { dependants[other].append(number) }
      if earlier.isEmpty { queue.insert(number) }
    }
  }

  private static func route(to service: any RehearsedService) -> ClientSocket.Route {
    ClientSocket.Route(to: SocketAddress(.loopbackV4, port: service.port))
  }

  /// Runs the schedule to its end, or until `goesOn`, called ten times a second, returns `false`.
  func run(goesOn: (_ finished: Int) -> Bool) throws -> ReplayRecord {
    start = MonotonicTime.now().nanoseconds
    var nextQuestion = start
    while finished < schedule.moments.count {
      var now = MonotonicTime.now().nanoseconds
      if now >= nextQuestion {
        nextQuestion = now + 100_000_000
        guard goesOn(finished) else {
          record.wasCancelled = true
          break
        }
        giveUpLate(at: now)
      }
      try sendDue(at: now)
      now = MonotonicTime.now().nanoseconds
      let count = try poller.wait(nanoseconds: max(0, min(wakeTime(now), nextQuestion) - now))
      for index in 0..<count { try take(poller[index]) }
    }
    closeAll()
    record.elapsed = .nanoseconds(MonotonicTime.now().nanoseconds - start)
    return record
  }

  private func wakeTime(_ now: Int64) -> Int64 {
    guard let next = queue.first, !free.isEmpty, isWithinSpread(next) else { return .max }
    return start + schedule.planned(next)
  }

  /// Whether a request's moment is close enough to those under way.
  private func isWithinSpread(_ number: Int) -> Bool {
    schedule.moments[number] - schedule.moments[oldest] <= RequestSchedule.spread
  }

  private func sendDue(at now: Int64) throws {
    while let next = queue.first, start + schedule.planned(next) <= now, isWithinSpread(next) {
      guard let place = free.popLast() else { return }
      _ = queue.removeFirst()
      guard let request = content.request(next) else {
        free.append(place)
        record.unanswered += 1
        finish(next)
        continue
      }
      try send(request, as: next, over: place, at: now)
      if let kill = kills.first, next >= kill {
        kills.removeFirst()
        try killService()
      }
    }
    if queue.first.map({ start + schedule.planned($0) > now }) ?? true { isCatchingUp = false }
  }

  /// Kills and restarts the service; requests without an answer are sent again.
  private func killService() throws {
    let died = MonotonicTime.now().nanoseconds
    service.kill()
    for place in slots.indices where slots[place].connection.isOpen {
      let number = slots[place].request
      release(place)
      if let number { repeatRequest(number) }
    }
    try service.restart()
    route = Self.route(to: service)
    outageEnd = MonotonicTime.now().nanoseconds
    isCatchingUp = true
    record.outages.append(.nanoseconds(outageEnd - died))
  }

  func repeatRequest(_ number: Int) {
    record.repeated += 1
    queue.insert(number)
  }

  /// Reads the bytes of a connection.
  private func take(_ event: Poller.Event) throws {
    let index = ClientConnection.index(of: event.token)
    let place = Int(index)
    guard slots[place].connection.token(at: index) == event.token else { return }
    if event.isWritable { try transmit(place) }
    guard event.isReadable || event.isBroken else { return }
    while slots[place].connection.isOpen {
      var room = inbox.mutableSpan
      switch ClientSocket.receive(into: &room, from: slots[place].connection.socket) {
      case .later: return
      case .moved(0): takeProgress(slots[place].response.readEnd(), place)
      case .moved(let count):
        takeProgress(slots[place].response.read(inbox.span.extracting(..<count)), place)
      case .failed: lose(place)
      }
    }
  }

  private func takeProgress(_ progress: ResponseReader.Progress, _ place: Int) {
    switch progress {
    case .unfinished: return
    case .malformed: lose(place)
    case .finished:
      let response = slots[place].response
      guard let number = slots[place].request else { return release(place) }
      let done = MonotonicTime.now().nanoseconds
      let due = max(start + schedule.planned(number), released[number])
      record.record(
        content.name(number), done - due, due: due - start,
        isDisturbed: isCatchingUp || due < outageEnd)
      record.answered += 1
      slots[place].request = nil
      if response.keepsConnection { free.append(place) } else { release(place) }
      if !content.take(number, response) { record.unwanted += 1 }
      finish(number)
    }
  }

  /// Marks a request as finished, and queues its dependants.
  func finish(_ number: Int) {
    isFinished[number] = true
    finished += 1
    let now = MonotonicTime.now().nanoseconds
    for dependant in dependants[number] {
      waitsFor[dependant] -= 1
      if waitsFor[dependant] == 0 {
        released[dependant] = now
        queue.insert(dependant)
      }
    }
    while oldest < isFinished.count - 1, isFinished[oldest] { oldest += 1 }
  }
}
