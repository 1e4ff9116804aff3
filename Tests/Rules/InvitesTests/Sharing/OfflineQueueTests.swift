import TestSupport
import Invites
import Testing
import Vocabulary

@Suite("Offline queue · order, once, and never by itself")
struct OfflineQueueTests {
  static func ticket(_ number: UInt32) -> QueueTicket { QueueTicket(number: number) }

  static func queue(_ count: Int, under policy: OfflinePolicy = .design) -> OfflineQueue {
    var queue = OfflineQueue()
    for _ in 0..<count { _ = queue.receive(.queued, at: start, under: policy) }
    return queue
  }

  @Test func `D-OFF-03 · what was queued is tried by itself when the network is back`() {
    var queue = OfflineQueue()
    let queued = queue.receive(.queued, at: start, under: .design)
    #expect(queued == [.accepted(Self.ticket(0))])
    let back = queue.receive(.connected, at: start + .hours(3), under: .design)
    #expect(back == [.create(Self.ticket(0))])
    #expect(OfflinePolicy.design.mode.rule == "D-OFF-03")
  }

  @Test func `CNF-20 · a policy without a queue takes nothing`() {
    var queue = OfflineQueue()
    #expect(queue.receive(.queued, at: start, under: .rin) == [.refused])
    #expect(queue.isEmpty)
    #expect(queue.receive(.queued, at: start, under: .product) == [.accepted(Self.ticket(0))])
  }

  @Test(arguments: [
    (Interval.milliseconds(30_000), true), (Interval.milliseconds(30_001), false),
  ])
  func `D-OFF-04 · a link is in time up to 30 s after the network's return`(
    _ took: Interval, _ isInTime: Bool
  ) {
    var queue = Self.queue(1)
    _ = queue.receive(.connected, at: start + .days(1), under: .design)
    let ready = queue.receive(
      .linkReady(Self.ticket(0)), at: start + .days(1) + took, under: .design)
    #expect(ready == [.promptToShare(Self.ticket(0), isInTime: isInTime)])
  }

  @Test func `D-OFF-04 · the 30 s begin again with each return of the network`() {
    var queue = Self.queue(1)
    _ = queue.receive(.connected, at: start, under: .design)
    // A second word of the same network moves nothing.
    _ = queue.receive(.connected, at: start + .seconds(20), under: .design)
    #expect(queue.onlineSince == start)
    _ = queue.receive(.disconnected, at: start + .seconds(29), under: .design)
    _ = queue.receive(.connected, at: start + .seconds(60), under: .design)
    let ready = queue.receive(
      .linkReady(Self.ticket(0)), at: start + .seconds(90), under: .design)
    #expect(ready == [.promptToShare(Self.ticket(0), isInTime: true)])
  }

  @Test func `D-OFF-05, CNF-20 · a drained creation asks the user to share`() {
    var queue = Self.queue(1)
    _ = queue.receive(.connected, at: start, under: .product)
    let ready = queue.receive(.linkReady(Self.ticket(0)), at: start, under: .product)
    #expect(ready == [.promptToShare(Self.ticket(0), isInTime: true)])
  }

  @Test func `a failure is tried again after a pause, and not before`() {
    var queue = Self.queue(1)
    _ = queue.receive(.connected, at: start, under: .design)
    let failed = queue.receive(.linkFailed(Self.ticket(0)), at: start, under: .design)
    let pause = start + OfflineQueue.retryPause
    #expect(failed == [.wake(at: pause)])
    #expect(queue.receive(.timePassed, at: pause - .milliseconds(1), under: .design).isEmpty)
    #expect(
      queue.receive(.timePassed, at: pause, under: .design) == [.create(Self.ticket(0))])
  }

  @Test func `the queue has a bound, and tells when it is full`() {
    #expect(OfflineQueue.capacity == 50 && OfflineQueue.retryPause == .seconds(5))
    var queue = Self.queue(Int(OfflineQueue.capacity))
    #expect(queue.receive(.queued, at: start, under: .design) == [.refused])
    #expect(queue.count == OfflineQueue.capacity)
    #expect(MemoryLayout<OfflineQueue>.size <= 48)
  }

  /// A server that creates once for a ticket, and whose answers may be lost or come late.
  struct Server {
    var records: [QueueTicket] = []

    mutating func create(_ ticket: QueueTicket) {
      if !records.contains(ticket) { records.append(ticket) }
    }
  }

  @Test(arguments: UInt64(0)..<200)
  func `D-OFF-06, P-EDG-11 · under a flapping network each is created once, in order`(
    _ seed: UInt64
  ) {
    var chance = SeededChance(seed: seed)
    var queue = OfflineQueue()
    var server = Server()
    var accepted: [QueueTicket] = []
    var prompted: [QueueTicket] = []
    var onTheWire: [QueueTicket] = []
    var now = start

    func perform(_ actions: [OfflineQueue.Action]) {
      for action in actions {
        switch action {
        case .accepted(let ticket): accepted.append(ticket)
        case .create(let ticket):
          // Half of the requests reach the server; some answers come, some more than once.
          guard Bool.random(using: &chance) else { continue }
          server.create(ticket)
          onTheWire += Array(repeating: ticket, count: Int.random(in: 0...2, using: &chance))
        case .promptToShare(let ticket, _): prompted.append(ticket)
        case .refused, .wake, .ignored: continue
        }
      }
    }
    func happen(_ event: OfflineQueue.Event) {
      now = now + .seconds(7)
      perform(queue.receive(event, at: now, under: .design))
    }

    for _ in 0..<150 {
      switch Int.random(in: 0..<6, using: &chance) {
      case 0: happen(.queued)
      case 1: happen(.connected)
      case 2: happen(.disconnected)
      case 3: happen(.linkFailed(queue.next))
      case 4: happen(.timePassed)
      default: if let late = onTheWire.popLast() { happen(.linkReady(late)) }
      }
    }
    // Then the network stays, and every answer comes.
    happen(.disconnected)
    happen(.connected)
    while !queue.isEmpty {
      server.create(queue.next)
      happen(.linkReady(queue.next))
    }
    #expect(prompted == accepted)
    #expect(server.records == accepted)
    #expect(accepted == accepted.sorted())
  }
}
