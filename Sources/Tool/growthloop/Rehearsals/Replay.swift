public import GrowthloopLinkStore
import GrowthloopLoadGenerator
import GrowthloopTransport
public import Statistics
import Vocabulary

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

/// Room for one connection, with the request that uses it.
struct Slot {
  var connection = ClientConnection()
  var request: Int?
  var outbox: ArraySlice<UInt8> = []
  var response = Response()
  var sentAt: Int64 = 0
}

extension Replay {
  /// Begins to send a request over a free connection.
  func send(_ request: [UInt8], as number: Int, over place: Int, at now: Int64) throws {
    attempts[number] += 1
    slots[place].request = number
    slots[place].outbox = request[...]
    slots[place].response = Response()
    slots[place].sentAt = now
    record.mostInFlight = max(record.mostInFlight, slots.count - free.count)
    if !slots[place].connection.isOpen {
      guard slots[place].connection.open(over: &route) == 0 else { return lose(place) }
      let connection = slots[place].connection
      try poller.add(
        connection.socket, for: ClientConnection.interest(forWriting: true),
        as: connection.token(at: Int32(place)))
    }
    try transmit(place)
  }

  /// Sends as much of the rest of a request as the socket takes.
  func transmit(_ place: Int) throws {
    while !slots[place].outbox.isEmpty {
      let rest = slots[place].outbox
      switch ClientSocket.send(rest.span, to: slots[place].connection.socket) {
      case .moved(let count): slots[place].outbox.removeFirst(count)
      case .later: return
      case .failed: return lose(place)
      }
    }
  }

  /// Closes a failed connection, and queues its request again up to the limit of attempts.
  func lose(_ place: Int) {
    let number = slots[place].request
    release(place)
    guard let number else { return }
    if attempts[number] < RequestSchedule.mostAttempts {
      repeatRequest(number)
    } else {
      record.unanswered += 1
      finish(number)
    }
  }

  /// Fails the requests whose time limit has passed.
  func giveUpLate(at now: Int64) {
    for place in slots.indices
    where slots[place].request != nil && now - slots[place].sentAt > RequestSchedule.patience {
      lose(place)
    }
  }

  /// Closes a connection, and frees its slot.
  func release(_ place: Int) {
    let wasFree = slots[place].request == nil && free.contains(place)
    slots[place].connection.close()
    slots[place].request = nil
    slots[place].outbox = []
    if !wasFree { free.append(place) }
  }

  func closeAll() {
    for place in slots.indices { slots[place].connection.close() }
  }
}

/// A link service on this machine that a rehearsal may kill.
public protocol RehearsedService: AnyObject {
  var port: UInt16 { get }
  /// The backend's bearer token.
  var token: String { get }
  /// The hash of persons in its exported events.
  var identities: HMACIdentityHasher { get }
  /// Reads the events that it has exported, a line of JSON each.
  func readEvents() throws -> [UInt8]
  /// Kills its process (SIGKILL).
  func kill()
  /// Starts it again over the stored data, at the same port.
  func restart() throws
}

/// The service's response times and errors in a replay.
public struct ReplayRecord: Sendable {
  /// Response times by request name, in nanoseconds.
  ///
  /// They count from the planned moment, or from the last answer that the request depended on.
  public internal(set) var latencies: [String: HDRHistogram] = [:]
  /// Each of these times, with the second in which its request was due.
  public internal(set) var samples: [Sample] = []
  /// Response times of requests due during an outage or its backlog.
  public internal(set) var disturbed = HDRHistogram(layout: Latencies.layout)
  public internal(set) var answered = 0
  /// Requests with an unexpected response, and requests without one.
  public internal(set) var unwanted = 0
  public internal(set) var unanswered = 0
  /// Requests sent again because the service was killed before it answered.
  public internal(set) var repeated = 0
  /// The length of the outage after each kill.
  public internal(set) var outages: [Duration] = []
  public internal(set) var mostInFlight = 0
  public internal(set) var elapsed = Duration.zero
  public internal(set) var wasCancelled = false

  public var all: HDRHistogram {
    latencies.values.reduce(into: HDRHistogram(layout: Latencies.layout)) { $0.merge($1) }
  }

  public var planned: Int { answered + unanswered }
  public var errors: Int { unwanted + unanswered }

  /// The response time of one request.
  public struct Sample: Sendable {
    public let name: String
    public let second: Int
    public let nanoseconds: UInt64
  }

  mutating func record(_ name: String, _ nanoseconds: Int64, due: Int64, isDisturbed: Bool) {
    let value = UInt64(max(0, nanoseconds))
    if isDisturbed {
      disturbed.record(value)
    } else {
      samples.append(
        Sample(name: name, second: Int(max(0, due) / 1_000_000_000), nanoseconds: value))
      latencies[name, default: HDRHistogram(layout: Latencies.layout)].record(value)
    }
  }
}

/// A priority queue of requests without unmet dependencies, the lowest number first.
struct RequestQueue {
  private var heap: [Int] = []

  var first: Int? { heap.first }

  mutating func insert(_ number: Int) {
    heap.append(number)
    var place = heap.count - 1
    while place > 0, heap[place] < heap[(place - 1) / 2] {
      heap.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  mutating func removeFirst() -> Int {
    let first = heap[0]
    let last = heap.removeLast()
    guard !heap.isEmpty else { return first }
    heap[0] = last
    var place = 0
    while true {
      var least = place
      for child in [2 * place + 1, 2 * place + 2] where child < heap.count {
        if heap[child] < heap[least] { least = child }
      }
      guard least != place else { return first }
      heap.swapAt(place, least)
      place = least
    }
  }
}

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
