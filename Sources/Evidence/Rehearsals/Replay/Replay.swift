import LinuxIO
import Vocabulary

/// Sends the requests of a course to a service: each when its moment has come and all that it waits for
/// is answered, over as many connections as that takes.
final class Replay {
  /// What the requests are, and who hears of the answers.
  struct Content {
    let name: (Int) -> String
    /// The bytes of a request; `nil` where there is nothing to ask.
    let request: (Int) -> [UInt8]?
    /// Takes an answer, and tells whether it is one that is wanted.
    let take: (Int, HTTPAnswer, _ isRepeated: Bool) -> Bool
  }

  let course: Course
  let content: Content
  let service: any RehearsedService
  var record = ReplayRecord()

  var poller: Poller
  var route: ClientSocket.Route
  var connections: [Connection]
  var free: [Int]
  var queue = RequestQueue()
  private var dependants: [[Int]]
  private var waitsFor: [Int]
  /// When the last answer came that a request waited for.
  var released: [Int64]
  var attempts: [UInt8]
  private var isFinished: [Bool]
  /// The first request that is not finished, and how many are.
  private var oldest = 0
  private(set) var finished = 0
  private(set) var start: Int64 = 0
  private var kills: ArraySlice<Int>
  /// Until when the service was away, and whether what was due meanwhile is not all sent.
  private var outageEnd: Int64 = 0
  private var isCatchingUp = false
  private var inbox = [UInt8](repeating: 0, count: 65_536)

  init(
    _ course: Course, of content: Content, to service: any RehearsedService
  ) throws(SystemCallError) {
    self.course = course
    self.content = content
    self.service = service
    let count = course.moments.count
    poller = try Poller(eventsAtOnce: 128)
    route = Self.route(to: service)
    connections = Array(repeating: Connection(), count: course.connections)
    free = Array((0..<course.connections).reversed())
    dependants = Array(repeating: [], count: count)
    waitsFor = course.after.map(\.count)
    released = Array(repeating: 0, count: count)
    attempts = Array(repeating: 0, count: count)
    isFinished = Array(repeating: false, count: count)
    kills = course.kills[...]
    for (number, earlier) in course.after.enumerated() {
      for other in earlier { dependants[other].append(number) }
      if earlier.isEmpty { queue.insert(number) }
    }
  }

  private static func route(to service: any RehearsedService) -> ClientSocket.Route {
    ClientSocket.Route(to: SocketAddress(.loopbackV4, port: service.port))
  }

  /// Runs the course to its end, or until `goesOn` says no; that is asked now and then.
  func run(goesOn: (_ finished: Int) -> Bool) throws -> ReplayRecord {
    start = MonotonicTime.now().nanoseconds
    var nextQuestion = start
    while finished < course.moments.count {
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
    return start + course.planned(next)
  }

  /// Whether the service may meet a request beside those that are under way.
  private func isWithinSpread(_ number: Int) -> Bool {
    course.moments[number] - course.moments[oldest] <= Course.spread
  }

  private func sendDue(at now: Int64) throws {
    while let next = queue.first, start + course.planned(next) <= now, isWithinSpread(next) {
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
    if queue.first.map({ start + course.planned($0) > now }) ?? true { isCatchingUp = false }
  }

  /// Ends the service, and starts it anew; whoever got no answer asks again.
  private func killService() throws {
    let died = MonotonicTime.now().nanoseconds
    service.kill()
    for place in connections.indices where connections[place].socket >= 0 {
      let number = connections[place].request
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

  /// Takes what came over a connection.
  private func take(_ event: Poller.Event) throws {
    let place = Int(event.token.rawValue & 0xFFFF)
    guard connections[place].generation == event.token.rawValue >> 16,
      connections[place].socket >= 0
    else { return }
    if event.isWritable { try transmit(place) }
    guard event.isReadable || event.isBroken else { return }
    while connections[place].socket >= 0 {
      var room = inbox.mutableSpan
      switch ClientSocket.receive(into: &room, from: connections[place].socket) {
      case .later: return
      case .moved(let count) where count > 0:
        connections[place].inbox.append(contentsOf: inbox[..<count])
        takeAnswer(place)
      case .moved, .failed: lose(place)
      }
    }
  }

  private func takeAnswer(_ place: Int) {
    switch HTTPAnswer.read(connections[place].inbox) {
    case .unfinished: return
    case .malformed: lose(place)
    case .finished(let answer):
      guard let number = connections[place].request else { return release(place) }
      let done = MonotonicTime.now().nanoseconds
      let due = max(start + course.planned(number), released[number])
      record.record(
        content.name(number), done - due, due: due - start,
        isDisturbed: isCatchingUp || due < outageEnd)
      record.answered += 1
      connections[place].request = nil
      connections[place].inbox.removeAll(keepingCapacity: true)
      if answer.keepsConnection { free.append(place) } else { release(place) }
      if !content.take(number, answer, attempts[number] > 1) { record.unwanted += 1 }
      finish(number)
    }
  }

  /// Takes notice that a request is over, and lets those go that waited for it.
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
